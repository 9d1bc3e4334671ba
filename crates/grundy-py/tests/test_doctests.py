"""The examples of docstrings, of the README and of the guide, run as they stand."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grundy

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ROOT = Path(__file__).resolve().parents[3]


def documented() -> Iterator[tuple[str, str]]:
    """Every docstring of the package with an example, by the name of what it is of."""
    yield "grundy", grundy.__doc__ or ""
    for name in grundy.__all__:
        thing = getattr(grundy, name)
        yield name, inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            for member, of in vars(thing).items():
                doc = getattr(of, "__doc__", None)
                if not member.startswith("__") and isinstance(doc, str):
                    yield f"{name}.{member}", inspect.cleandoc(doc)


EXAMPLES = [(name, doc) for name, doc in documented() if ">>>" in doc]
PAGES = [ROOT / f"docs/guide/{lang}/python.md" for lang in ("en", "zh")]
PAGES += [Path(__file__).parents[1] / name for name in ("README.md", "README.zh.md")]


def run(text: str, name: str, globs: dict[str, Any]) -> int:
    test = doctest.DocTestParser().get_doctest(text, globs, name, name, 0)
    told: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append)
    assert failed == 0, "".join(told)
    return tried


@pytest.mark.parametrize("name, text", EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_docstring(name: str, text: str) -> None:
    try:
        assert run(text, name, {}) > 0
    finally:
        grundy.set_language("en")


@pytest.mark.parametrize("page", PAGES, ids=[f"{page.parent.name}/{page.name}" for page in PAGES])
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = page.read_text(encoding="utf-8").split("```")
    code = [block[block.index("\n") :] for block in blocks[1::2] if block.startswith("python")]
    try:
        assert run("\n".join(code), page.name, {}) > 10
    finally:
        grundy.set_language("en")


def test_everything_public_says_what_it_is() -> None:
    for name in grundy.__all__:
        thing = getattr(grundy, name)
        assert name == "__version__" or (inspect.getdoc(thing) or "").strip(), name
        if not inspect.isclass(thing):
            continue
        for member, of in vars(thing).items():
            is_public = not member.startswith("_") and (callable(of) or inspect.isdatadescriptor(of))
            if is_public and not isinstance(of, (str, tuple)):
                assert (getattr(of, "__doc__", None) or "").strip(), f"{name}.{member}"
