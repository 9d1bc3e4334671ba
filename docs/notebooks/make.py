"""Writes the example notebooks with their outputs, a tour and a gallery in each language; with --check runs them again and compares.

    python docs/notebooks/make.py           # writes all
    python docs/notebooks/make.py --check   # fails where a notebook is not what this file makes, or no longer says the same

The cells stand in cells.py and gallery.py: code once, prose in both languages. Pictures are compared for being there, everything else as text. It needs grundy
and the packages in crates/grundy-py/tests/requirements.txt.
"""

from __future__ import annotations

import difflib
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

import cells
import gallery
import nbformat
from cells import Prose
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
LANGUAGES = ("en", "zh")
#: What stands before the language in a notebook's name, and its cells.
NOTEBOOKS = {"": cells.CELLS, "gallery-": gallery.CELLS}

#: The most bytes of a notebook.
MOST = 1_500_000


def made(parts: list[Prose | str], lang: str) -> Any:
    """The notebook of some cells in a language, without outputs."""
    cells = []
    for number, cell in enumerate(parts):
        if isinstance(cell, Prose):
            new = nbformat.v4.new_markdown_cell(cell.zh if lang == "zh" else cell.en)
        else:
            new = nbformat.v4.new_code_cell(cell.replace("LANGUAGE", lang))
        # Random names would differ each time.
        new["id"] = f"cell-{number:02}"
        cells.append(new)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


def run(notebook: Any) -> Any:
    """The notebook with its outputs; raises what a cell raises. Files that it writes vanish."""
    with tempfile.TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=300, record_timing=False, resources=resources).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        cell.get("outputs", [])[:] = merged(cell.get("outputs", []))
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def merged(outputs: list[Any]) -> list[Any]:
    """Outputs with the pieces of a stream put together: where it is cut is chance."""
    whole: list[Any] = []
    for output in outputs:
        output.get("metadata", {}).clear()
        if output.output_type == "stream" and whole and whole[-1].get("name") == output.name:
            whole[-1]["text"] += output.text
        else:
            whole.append(output)
    return whole


def lines(notebook: Any) -> list[str]:
    """What a notebook says, as lines to be compared: pictures only by their kinds."""
    told: list[str] = []
    for cell in notebook.cells:
        told += [f"== {cell.cell_type}", *cell.source.splitlines()]
        for output in cell.get("outputs", []):
            told.append(f"-- {output.output_type}")
            told += output.get("text", "").splitlines()
            for kind, content in sorted(output.get("data", {}).items()):
                told.append(f"-- {kind}")
                told += [] if kind.startswith("image/") else content.splitlines()
    return told


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("expected nothing, or --check")
    worst = 0
    for (name, parts), lang in itertools.product(NOTEBOOKS.items(), LANGUAGES):
        path = HERE / f"{name}{lang}.ipynb"
        notebook = run(made(parts, lang))
        if check:
            kept = nbformat.read(path, as_version=4)
            changes = list(difflib.unified_diff(lines(kept), lines(notebook), str(path), "run again", lineterm="", n=2))
            print("\n".join(line[:400] for line in changes) or f"{path.name}: the same")
            worst |= bool(changes)
            continue
        nbformat.validate(notebook)
        text = nbformat.writes(notebook, version=nbformat.NO_CONVERT) + "\n"
        if len(text.encode()) > MOST:
            sys.exit(f"{path.name} would have {len(text.encode())} bytes, more than {MOST}")
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {len(text.encode())} bytes")
    return worst


if __name__ == "__main__":
    sys.exit(main())
