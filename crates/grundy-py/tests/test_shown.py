"""Periods, quotients, patterns and checks in a notebook and as data frames, in both languages."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_answers import Page

import grundy

pandas = pytest.importorskip("pandas")

RULE = "n -> n-k for k in {1,3,4}"


def page(of: Any, lang: str) -> Page:
    """What a notebook shows, which is well formed."""
    grundy.set_language(lang)
    try:
        shown = Page()
        shown.feed(of._repr_html_())
        shown.close()
    finally:
        grundy.set_language("en")
    assert shown.open == [] and shown.tags >= {"div", "table", "td"}
    return shown


def checks(folder: Path) -> dict[str, grundy.Checked]:
    """A program that is right, and others that fail in every way."""
    right = grundy.emit(RULE, "python")
    programs = {
        "agree": right,
        "wrong": right.replace("% 7", "% 6"),
        "crash": "raise SystemExit('<b>lost</b>')\n",
        "timeout": "while True: pass\n",
    }
    for name, program in programs.items():
        (folder / f"{name}.py").write_text(program, encoding="utf-8")
    return {name: grundy.check(RULE, str(folder / f"{name}.py"), cases=5, limit=0.5) for name in programs}


def test_periods() -> None:
    kayles, rising, unknown = (
        grundy.period("kayles"),
        grundy.period("n -> n-k for k in 1.."),
        grundy.period("0.106", n=1000),
    )
    assert str(kayles) == "kayles: period 12 from heap 71 on; proved"
    assert str(unknown).startswith("0.106: no period is proved; ")
    assert "G(n + 1) = G(n) + 1 from heap 0 on" in str(rising) and "堆 0 起" in page(rising, "zh").said
    english, chinese = page(kayles, "en"), page(kayles, "zh")
    assert "period 12 from heap 71 on; proved" in english.said and "heap 70, value 6" in english.said
    assert "自堆 71 起周期为 12；已证明" in chinese.said and "堆 70，值 6" in chinese.said
    assert "svg" in english.tags and "svg" not in page(unknown, "en").tags
    # What is looked up is told without being drawn.
    long = grundy.period("0.106")
    assert "328226140474" in page(long, "en").said.replace(" ", "") and "svg" not in page(long, "zh").tags


def test_periods_as_frames() -> None:
    frame = grundy.period("kayles").to_pandas()
    assert frame.index.name == "heap" and frame.value.tolist() == grundy.sequence("kayles", 83).tolist()
    assert frame.repeats.tolist() == [False] * 71 + [True] * 12
    with pytest.raises(grundy.Unknown, match="no period"):
        grundy.period("0.106", n=1000).to_pandas()
    many = pandas.DataFrame([grundy.period(code) for code in ("0.77", "0.07", "take:1,3,4")])
    assert many.period.tolist() == [12, 34, 7] and many.proved.all() and "theorems" in many


def joined(quotient: grundy.Quotient) -> dict[tuple[int, int], set[str]]:
    """Which elements the generators join, from the table."""
    lines: dict[tuple[int, int], set[str]] = {}
    for name in quotient.generators:
        for element in range(quotient.order):
            to = quotient.product(element, quotient.elements.index(name))
            if to != element:
                lines.setdefault((min(element, to), max(element, to)), set()).add(name)
    return lines


@pytest.mark.parametrize("game", ["0.75", "kayles", "nim", "cram 3x4"])
def test_quotients_are_drawn(game: str) -> None:
    quotient = grundy.quotient(game, heaps=None if game != "nim" else 5, max_order=200)
    for lang in ("en", "zh"):
        root = xml.fromstring(quotient.svg(lang=lang))
        space = "{http://www.w3.org/2000/svg}"
        boxes = root.findall(f"{space}rect")[1:]
        words = [text.text for text in root.findall(f"{space}text") if text.get("text-anchor") == "middle"]
        assert words == list(quotient.elements)
        lost = [box.get("fill") for box in boxes]
        assert len(set(lost)) == 2 and [fill == lost[quotient.p.argmax()] for fill in lost] == quotient.p.tolist()
        wide, high = float(root.get("width", 0)), float(root.get("height", 0))
        for box in boxes:
            assert float(box.get("x", -1)) >= 0 and float(box.get("x", -1)) + float(box.get("width", 0)) <= wide
            assert float(box.get("y", -1)) >= 0 and float(box.get("y", -1)) + float(box.get("height", 0)) <= high
        # One line for each generator between two elements, each generator in its own colour.
        paths = root.findall(f"{space}path")
        lines = joined(quotient)
        assert len(paths) == sum(map(len, lines.values()))
        colours = {(path[0].text, path.get("stroke"), path.get("stroke-dasharray")) for path in paths}
        assert len(colours) == len({name for names in lines.values() for name in names})
        assert len({colour[1:] for colour in colours}) == len(colours)
        legend = [text.text or "" for text in root.findall(f"{space}text") if text.get("text-anchor") != "middle"]
        for letter in quotient.generators.values():
            assert any(letter in line for line in legend), legend
        assert any("红" in line for line in legend) == (lang == "zh")
    assert quotient._repr_svg_() == quotient.svg() and quotient.svg() == quotient.svg(lang="en")


def test_arrows_have_a_head_at_each_end_that_they_lead_to() -> None:
    quotient = grundy.quotient("0.75")
    both = one = 0
    for a in range(quotient.order):
        for name in quotient.generators:
            b = quotient.product(a, quotient.elements.index(name))
            back = quotient.product(b, quotient.elements.index(name)) == a
            both, one = both + (a != b and back), one + (a != b and not back)
    picture = quotient.svg()
    assert picture.count("marker-start") + picture.count("marker-end") == both + one
    assert len(re.findall("marker-start[^>]*marker-end", picture)) == both // 2


def test_quotients_in_a_notebook() -> None:
    kayles, partial = grundy.quotient("kayles"), grundy.quotient("0.3122", max_order=100)
    english, chinese = page(kayles, "en"), page(kayles, "zh")
    assert "complete, proved; 40 elements, 9 of them in P" in english.said and "svg" in english.tags
    assert "period 12 from 71 on" in str(kayles) and "cf = ab²c" in english.said
    assert "完整，已证明；40 个元素，其中 9 个属于 P" in chinese.said and "生成元" in chinese.said
    assert "partial" in page(partial, "en").said and "0.3122 7" in page(partial, "zh").said
    many = 401
    large = replace(
        kayles,
        elements=tuple(map(str, range(many))),
        generators={"1": "x"},
        table=np.zeros((many, many), np.uint16),
        p=np.zeros(many, np.bool_),
    )
    assert "svg" not in page(large, "en").tags and large._repr_svg_() is None
    with pytest.raises(grundy.Unknown, match="too large to draw"):
        large.svg()
    with pytest.raises(ValueError):
        kayles.svg(lang="de")


def test_quotients_as_frames() -> None:
    kayles = grundy.quotient("kayles")
    frame = kayles.to_pandas()
    assert frame.index.name == "element" and frame.word.tolist() == list(kayles.elements)
    assert (frame.outcome == "P").tolist() == kayles.p.tolist()
    for name in kayles.generators:
        times = kayles.table[:, kayles.elements.index(name)]
        assert [kayles.elements.index(word) for word in frame[name]] == np.asarray(times).tolist()


def test_patterns_as_frames() -> None:
    found = grundy.find(RULE)
    frame = found.to_pandas()
    assert frame.said.tolist() == [finding.said for finding in found] and frame.proved.all()
    assert frame.expression[0] == found[0].expression and frame.form.tolist() == [finding.form for finding in found]
    nothing = grundy.find([0, 5, 2, 9, 1, 1, 7, 3] * 3 + [8, 8, 1, 0, 4]).to_pandas()
    assert list(nothing.columns) == list(frame.columns)


def test_checks(tmp_path: Path) -> None:
    done = checks(tmp_path)
    assert {name: checked.verdict for name, checked in done.items()} == {name: name for name in done}
    frame = pandas.concat([checked.to_pandas() for checked in done.values()], ignore_index=True)
    assert frame.verdict.tolist() == list(done) and frame.agrees.tolist() == [True, False, False, False]
    assert frame.input.isna().tolist() == [True, False, False, False]
    assert frame.expected[1] == done["wrong"].expected and frame.got[1] == done["wrong"].got
    told = {
        "agree": ("all answers are right", "答案全部正确"),
        "wrong": ("a wrong answer", "答案错误"),
        "crash": ("it crashes: exit code 1", "运行出错：退出码 1"),
        "timeout": ("too slow: 0.5 s allowed", "超时：限 0.5 秒"),
    }
    for name, checked in done.items():
        for lang, sentence in zip(("en", "zh"), told[name]):
            shown = page(checked, lang)
            assert sentence in shown.said, shown.said
            assert ("expected" in shown.said or "应为" in shown.said) == (not checked.agrees)
    assert "<b>lost</b>" in page(done["crash"], "en").said and "b" not in page(done["crash"], "en").tags


FRAMES: dict[str, Callable[[], Any]] = {
    "period": lambda: grundy.period("0.77"),
    "quotient": lambda: grundy.quotient("0.75"),
    "find": lambda: grundy.find(RULE),
    "graph": lambda: grundy.graph({"a": ["b"]}),
}


@pytest.mark.parametrize("name", FRAMES)
def test_without_pandas(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        FRAMES[name]().to_pandas()


def test_nothing_is_imported() -> None:
    program = "import grundy, sys; grundy.period('0.77')._repr_html_(); grundy.quotient('0.75')._repr_html_(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "pandas" not in loaded
