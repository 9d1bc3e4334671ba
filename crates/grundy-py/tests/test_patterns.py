"""Periods, certificates, patterns, programs, judges, games and pictures."""

from __future__ import annotations

import errno
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grundy
from grundy import Rule

CODES = [
    "0.77",
    "kayles",
    "0.137",
    "0.45",
    "4.3",
    "take:1,3,4",
    "take:2,5,9",
    "take:!2",
    "take:!1,3",
    "0.3333",
    "n -> n-k for k in {2,3,7}",
    "n -> n-k for k in 1..",
]


@pytest.mark.parametrize("code", CODES)
def test_periods(code: str) -> None:
    found = grundy.period(code)
    assert found and found.proved and found.theorem and found.code == code
    assert found.period is not None and found.preperiod is not None and found.saltus is not None
    values = grundy.sequence(code, 2000).astype(np.int64)
    period, first = found.period, found.preperiod
    assert np.array_equal(values[first + period :], values[first:-period] + found.saltus)
    # Neither a shorter period nor a shorter beginning will do.
    assert first == 0 or values[first - 1 + period] != values[first - 1] + found.saltus
    for shorter in range(1, period):
        if period % shorter == 0:
            step = values[first + shorter :] - values[first:-shorter]
            assert step.min() != step.max(), (code, shorter)
    luck = random.Random(code)
    for _ in range(200):
        # Solving a game whose values rise goes through all that is smaller.
        most = 10**15 if found.saltus == 0 or "->" in code else 10**6
        n = luck.choice([luck.randrange(100), luck.randrange(2000), luck.randrange(10**6), luck.randrange(most)])
        answer = grundy.solve(Rule(code)(n) if "->" in code else f"{code} {n}")
        assert answer.value == found.value(n), (code, n)
    n = 10**30
    assert found.value(n) == found.value(first + (n - first) % period) + (n - first) // period * found.saltus
    assert found.value(np.int64(5)) == found.value(5) == int(values[5])
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.value(n) == found.value(n)
    heaps = [*range(first + 2 * period + 3), 10**12, n]
    several = found(np.array(heaps, dtype=object))
    assert several.tolist() == [found(heap) for heap in heaps]
    for kind in (np.uint8, np.int16, np.int64, np.uint64):
        small = np.arange(100, dtype=kind).reshape(4, 25)
        told = found(small)
        assert told.shape == small.shape and told.tolist() == [[found(int(heap)) for heap in row] for row in small]
        assert np.array_equal(small, np.arange(100).reshape(4, 25))


def test_long_periods_are_looked_up() -> None:
    found = grundy.period("0.106")
    assert found.proved and (found.period, found.preperiod) == (328226140474, 465384263797)
    assert found.certificate_sha256 is not None and len(found.certificate_sha256) == 64
    assert grundy.period("0.77").certificate_sha256 is None


def test_arithmetic_periods_rise() -> None:
    found = grundy.period("take:!2")
    assert (found.saltus or 0) > 0 and found.value(10**30) > 10**29
    assert grundy.period("n -> n-k for k in 1..").value(10**30) == 10**30


def test_no_period() -> None:
    found = grundy.period("0.007", n=5000)
    assert (
        not found and not found.proved and found.period is None and found.checked_to >= 5000 and found.theorem is None
    )
    with pytest.raises(grundy.Unknown, match="0.007"):
        found.value(10**6)
    told: list[int] = []
    begun = grundy.period("0.007", time=0.5, progress=told.append)
    assert not begun.proved and begun.checked_to > 1000 and told and sum(told) <= begun.checked_to
    for wrong in (-1, -(10**30)):
        with pytest.raises(ValueError, match="not negative"):
            grundy.period("0.77").value(wrong)
    for no_number in (1.5, "3", None):
        with pytest.raises(TypeError):
            grundy.period("0.77").value(no_number)  # type: ignore[arg-type]
    for no_code in ("0.9q", "nosuch", "", "wythoff", "n -> m"):
        with pytest.raises(grundy.ParseError):
            grundy.period(no_code)
    with pytest.raises(ValueError):
        grundy.period("(x,y) -> (x-1,y)")


def test_certificates(tmp_path: Path) -> None:
    path = tmp_path / "kayles.certificate"
    found = grundy.period("kayles", certificate=str(path))
    head, body = path.read_text().split("\n", 1)
    told = json.loads(body.split("\n\n")[0].splitlines()[0])
    assert head.startswith("grundy certificate") and (told["code"], told["period"], told["preperiod"]) == (
        "0.77",
        12,
        71,
    )
    assert found.period == told["period"] and os.listdir(tmp_path) == ["kayles.certificate"]
    checker = os.environ.get("GRUNDY_CHECK") or shutil.which("grundy-check")
    if checker:
        assert subprocess.run([checker, str(path)], capture_output=True).returncode == 0
    with pytest.raises((ValueError, OSError), match="nosuch"):
        grundy.period("kayles", certificate=str(tmp_path / "nosuch" / "file"))


#: Rules and games in one coordinate, and to how many coordinates they have patterns of their values or their lost positions.
FOUND: list[tuple[Any, int]] = [
    ("n -> n-k for k in 1..=3", 1),
    ("n -> n-k for k in {1,3,4}", 1),
    ("n -> n-d for d in divisors(n) if d < n", 1),
    ("n -> n-k for k in 1..=n/2", 1),
    ("n -> n-1 | n/2 if n > 0", 1),
    ("n -> n-2^k for k in 0..", 1),
    ("n -> n-k for k in 1.. if k != 2", 1),
    ("kayles", 1),
    ("0.137", 1),
    ("(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..", 2),
    ("(n,m) -> (n-k,m) for k in 1..=m", 2),
    ("(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)", 2),
]


@pytest.mark.parametrize("rule, count", FOUND, ids=[rule for rule, _ in FOUND])
def test_findings_say_the_values(rule: str, count: int) -> None:
    found = grundy.find(rule)
    assert len(found) > 0 and len(found.names) == count and found.of == rule
    size = 600 if count == 1 else 60
    values = grundy.table(rule, size if count == 1 else (size, size))
    tried = 0
    for finding in found:
        assert finding.subject in ("values", "losing") and finding.said and str(finding) == finding.said
        assert finding.proved == (finding.theorem is not None)
        if finding.form == "game":
            with pytest.raises(ValueError, match="game"):
                finding(*[1] * count)
            continue
        tried += 1
        for place in np.ndindex(values.shape):
            value = int(values[place])
            expected = value == 0 if finding.subject == "losing" else value
            told = finding(*place)
            assert told == expected and type(told) is type(expected), (finding, place)
        with pytest.raises(ValueError, match="coordinates"):
            finding(*[1] * (count + 1))
        with pytest.raises(ValueError):
            finding(*[-1] * count)
    assert tried > 0


def fibonacci(most: int) -> list[int]:
    terms = [1, 2]
    while terms[-1] < most:
        terms.append(terms[-1] + terms[-2])
    return terms


FIBONACCI = set(fibonacci(10**6))

#: Values of one's own: their form, and what they are further on than they were told.
BROUGHT: list[tuple[str, str, Any]] = [
    ("recurrence", "losing", lambda n: 0 if n == 0 or n in FIBONACCI else 1),
    ("automaton", "losing", lambda n: int("101" in bin(n))),
    ("automaton", "losing", lambda n: int(bin(n).count("1") % 3 != 0 or bin(n).count("0") % 2 == 0)),
    ("formula", "values", lambda n: n % 5),
    ("periodic", "values", lambda n: [0, 3, 1, 1, 2][n % 5] if n > 6 else 7),
    ("periodic", "values", lambda n: [0, 3, 1, 1, 2][n % 5] + n // 5),
]


@pytest.mark.parametrize("number", range(len(BROUGHT)))
def test_patterns_of_values(number: int) -> None:
    form, subject, value = BROUGHT[number]
    values = [value(n) for n in range(3000)]
    for brought in (values, np.array(values), np.array(values, dtype=np.uint16)):
        found = grundy.find(brought)
        assert found.of == "-" and list(found.values) == values[: len(found.values)]
        matching = [finding for finding in found if (finding.form, finding.subject) == (form, subject)]
        assert matching, found
        for finding in matching:
            assert not finding.proved and finding.checked_to == 3000
            for n in [*range(4000), 10**5, 514229, 832040]:
                expected = value(n) == 0 if subject == "losing" else value(n)
                assert finding(n) == expected, n


def test_exceptions_of_patterns() -> None:
    found = grundy.find("n -> n-d for d in divisors(n) if d < n")
    losing = next(one for one in found if one.subject == "losing" and one.data.get("exceptions"))
    assert losing(0) is True and losing(2) is False and losing(3) is True


def test_found() -> None:
    found = grundy.find("n -> n-k for k in 1..=3")
    assert found[0] is list(found)[0] and found[-1] in found and len(found[:2]) == 2
    assert all(finding.said in str(found) for finding in found) and "A010873" in str(found)
    assert found.losing is not None and found.losing.expression == "n%4 == 0" and found.grundy is not None
    assert found.grundy.expression == "n%4" and found.grundy(np.arange(9)).tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert found.losing(np.arange(5)).tolist() == [True, False, False, False, True]
    assert "<table" in found._repr_html_() and "n%4" in found._repr_html_()
    assert pickle.loads(pickle.dumps(found)) == found
    nothing = grundy.find("n -> n-k^2 for k in 1..")
    assert len(nothing) == 0 and "no pattern" in nothing._repr_html_()
    grundy.set_language("zh")
    assert "未找到规律" in nothing._repr_html_() and "SG 值" in grundy.find("n -> n-k for k in 1..=3")[0].said
    grundy.set_language("en")
    by_function = grundy.find(lambda n: [n - k for k in (1, 2, 3) if k <= n])
    assert [one.expression for one in by_function if one.subject == "values"][0] == "n%4"
    board = np.array([[(x ^ y) for y in range(60)] for x in range(60)])
    assert any(one.form == "formula" and one(5, 9) == 12 for one in grundy.find(board) if one.subject == "values")
    for wrong in ([], [1.5], [-1, 2], [[[1]]], "", 3.5, {}):
        with pytest.raises((ValueError, TypeError)):
            grundy.find(wrong)


RULE = "n -> n-k for k in {1,3,4}"


def cases(seed: int, rule: str = RULE) -> str:
    luck = random.Random(seed)
    lines = ["40"]
    for _ in range(40):
        heaps = [luck.randrange(60) for _ in range(luck.randint(1, 5))]
        lines.append(f"{len(heaps)} {' '.join(map(str, heaps))}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("tables", [False, True], ids=["pattern", "tables"])
@pytest.mark.parametrize("rule", [RULE, "n -> n-k for k in 1..=3", "n -> n-1 | n/2 if n > 0"])
def test_emitted_programs_agree_with_the_judge(rule: str, tables: bool, misere: bool, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", grundy.UnprovedWarning)
        try:
            program = grundy.emit(rule, "python", tables=tables, misere=misere)
        except grundy.Unknown:
            assert misere
            return
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    given = cases(5)
    done = subprocess.run([sys.executable, str(path)], input=given, capture_output=True, text=True, check=True)
    told = grundy.judge(rule, given, misere=misere)
    assert done.stdout == told and set(told.split()) == {"First", "Second"}
    # And the judge agrees with solve, case by case.
    for line, answer in zip(given.splitlines()[1:], told.splitlines()):
        heaps = [int(word) for word in line.split()[1:]]
        won = grundy.solve(Rule(rule)(*heaps), misere=misere).outcome == "N"
        assert answer == ("First" if won else "Second"), line


def test_emit() -> None:
    for lang, sign in (("cpp", "#include"), ("python", "import sys"), ("rust", "fn main"), ("java", "class Main")):
        program = grundy.emit(RULE, lang)
        assert sign in program and "moves" not in program.split("\n")[0]
        assert any(ord(letter) > 0x4E00 for letter in grundy.emit(RULE, lang, lang="zh"))
        assert program == grundy.emit(Rule(RULE), lang)
    grundy.set_language("zh")
    assert any(ord(letter) > 0x4E00 for letter in grundy.emit(RULE))
    grundy.set_language("en")
    assert grundy.emit(RULE, "c++") == grundy.emit(RULE, "cpp")
    assert grundy.emit(RULE, "py") == grundy.emit(RULE, "python")
    with pytest.warns(grundy.UnprovedWarning, match="not proved") as warned:
        grundy.emit("abc368_f", "python")
    assert warned[0].filename == __file__
    for wrong in ("c", "", None, "python3"):
        with pytest.raises((ValueError, TypeError), match="expected"):
            grundy.emit(RULE, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        grundy.emit("nosuchproblem")
    with pytest.raises(ValueError):
        grundy.emit("@/etc/passwd")
    with pytest.raises(TypeError):
        grundy.emit(Rule(lambda n: []))


def test_judge() -> None:
    assert grundy.judge("hdu1849", "2\n3 5\n3\n3 5 6\n0\n") == "Rabbit Win!\nGrass Win!\n"
    assert grundy.judge("hdu1849", b"1\n7\n0\n") == "Rabbit Win!\n"
    told = grundy.judge("hdu1849", "1\n7\n0\n", explain=True)
    assert "nim 7" in told and "Rabbit Win!" in told
    assert "尼姆堆" in grundy.judge("hdu1849", "1\n7\n0\n", explain=True, lang="zh")
    with pytest.raises(ValueError, match="line 2, column 3"):
        grundy.judge("hdu1849", "2\n3 x\n")
    with pytest.raises(ValueError):
        grundy.judge("nosuchproblem", "")
    with pytest.raises(TypeError):
        grundy.judge("hdu1849", 3)  # type: ignore[arg-type]


PROGRAM = """
import sys
data = list(map(int, sys.stdin.read().split()))
place = 1
for _ in range(data[0]):
    count = data[place]
    total = 0
    for n in data[place + 1 : place + 1 + count]:
        total ^= VALUES
    place += 1 + count
    print("First" if total else "Second")
"""


def test_check(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.py", tmp_path / "wrong one.py"
    right.write_text(PROGRAM.replace("VALUES", "[0, 1, 0, 1, 2, 3, 2][n % 7]"))
    wrong.write_text(PROGRAM.replace("VALUES", "n % 4"))
    checked = grundy.check(RULE, str(right), cases=20)
    assert checked and checked.agrees and checked.data["verdict"] == "agree" and checked.data["cases"] == 20
    by_command = grundy.check(Rule(RULE), f"'{sys.executable}' '{right}'", cases=3, seed=7)
    assert by_command.agrees and by_command.data["seed"] == 7
    failed = grundy.check(RULE, str(wrong), cases=20)
    assert not failed and failed.data["verdict"] == "wrong"
    assert failed.data["expected"] == grundy.judge(RULE, failed.data["input"]) != failed.data["got"]
    done = subprocess.run([sys.executable, str(wrong)], input=failed.data["input"], capture_output=True, text=True)
    assert done.stdout.split() == failed.data["got"].split()
    crash = tmp_path / "crash.py"
    crash.write_text("raise SystemExit(3)")
    crashed = grundy.check(RULE, str(crash), cases=3)
    assert crashed.verdict == "crash" and str(crashed).startswith("crash: exit code 3\n")
    slow = tmp_path / "slow.py"
    slow.write_text("import time; time.sleep(60)")
    late = grundy.check(RULE, str(slow), cases=1, limit=0.3)
    assert late.verdict == "timeout"
    assert str(late).startswith("timeout: 0.3 s allowed, stopped after ") and "None" not in str(late)


def test_games() -> None:
    english, chinese = grundy.games(), grundy.games(lang="zh")
    assert list(english) == list(chinese) and len(english) > 60
    for name, one in english.items():
        other = chinese[name]
        assert one.name == name == other.name
        assert one.rule != other.rule and any(ord(letter) > 0x4E00 for letter in other.rule + other.title), one.name
        assert not any(ord(letter) > 0x4E00 for letter in one.rule)
        assert isinstance(one.aliases, tuple) and one.form and one.source
        if "@" not in one.example:
            game = grundy.Game(one.example)
            assert grundy.Game(str(game)) == game
    grundy.set_language("zh")
    assert grundy.games() == chinese and grundy.games(lang="en") == english
    grundy.set_language("en")
    assert grundy.games() == english and "bachet" in english["bash"].aliases and "Wythoff" in english["wythoff"].source
    with pytest.raises(ValueError, match="language"):
        grundy.games(lang="fr")


def test_theorems() -> None:
    english, chinese = grundy.theorems(), grundy.theorems(lang="zh")
    assert list(english) == list(chinese) and len(english) > 180
    for name, one in english.items():
        assert one.name == name and one.file.endswith(".v") and one.source and one.used_by
        assert one.statement != chinese[name].statement and any(
            ord(letter) > 0x4E00 for letter in chinese[name].statement
        )
    for game in grundy.games().values():
        assert set(game.theorems) <= set(english), game.name
        assert tuple(sorted(grundy.theorems(game.name))) == tuple(sorted(game.theorems))
    with pytest.raises(ValueError, match="xyzzy"):
        grundy.theorems("xyzzy")


def test_games_solved_by_their_examples() -> None:
    solved = 0
    for one in grundy.games().values():
        if "@" not in one.example:
            answer = grundy.solve(one.example, time=5)
            solved += answer.outcome in ("N", "P", "D")
            assert answer.why() and answer.why("zh")
    assert solved > 50


PICTURES: list[tuple[str, Any]] = [
    ("chart", lambda **how: grundy.chart("kayles", 200, **how)),
    ("range", lambda **how: grundy.chart("0.137", (100, 300), width=500, height=300, **how)),
    ("log", lambda **how: grundy.chart("n -> n-k for k in {1,3,4}", 100, log=True, **how)),
    ("heatmap", lambda **how: grundy.heatmap("wythoff", (20, 30), **how)),
    ("outcomes", lambda **how: grundy.heatmap("(x,y) -> (x-1,y) | (x,y-2)", (9, 8), outcomes=True, **how)),
    ("misere", lambda **how: grundy.heatmap("nim", (9, 8), misere=True, outcomes=True, **how)),
    ("states", lambda **how: grundy.states("nim 1 2", **how)),
    ("misere-states", lambda **how: grundy.states(grundy.Game("kayles 4"), misere=True, **how)),
]


@pytest.mark.parametrize("make", [make for _, make in PICTURES], ids=[name for name, _ in PICTURES])
def test_pictures(make: Any, tmp_path: Path) -> None:
    for lang in ("en", "zh"):
        picture = make(lang=lang)
        assert picture.svg is not None and picture.png is None and picture.data == picture.svg.encode()
        root = ElementTree.fromstring(picture.svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and len(list(root.iter())) > 5
        assert picture._repr_svg_() == picture.svg == make(lang=lang).svg and picture == make(lang=lang)
    assert hash(picture) == hash(make(lang="zh")) and pickle.loads(pickle.dumps(picture)) == picture
    path = tmp_path / "picture.svg"
    picture.save(path)
    assert path.read_text(encoding="utf-8") == picture.svg and os.listdir(tmp_path) == ["picture.svg"]


@pytest.mark.skipif(os.name != "posix", reason="permissions and links are those of Unix")
def test_saving_keeps_permissions_and_links(tmp_path: Path) -> None:
    picture, path, link = grundy.states("nim 1"), tmp_path / "picture.svg", tmp_path / "link.svg"
    picture.save(path)
    link.symlink_to(path)
    for mode in (0o640, 0o600, 0o666):
        path.write_text("what was there")
        path.chmod(mode)
        picture.save(link)
        assert path.read_text(encoding="utf-8") == picture.svg and path.stat().st_mode & 0o777 == mode
        assert link.is_symlink()
    # A new file is made as any other is, with the mask of that moment.
    mask = os.umask(0o027)
    try:
        picture.save(tmp_path / "new.svg")
    finally:
        os.umask(mask)
    assert (tmp_path / "new.svg").stat().st_mode & 0o777 == 0o640
    with pytest.raises(IsADirectoryError):
        picture.save(tmp_path)


def test_saving_is_all_or_nothing(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    picture, path = grundy.states("nim 1 2"), tmp_path / "picture.svg"
    path.write_text("what was there")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # No file may be longer.
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError) as raised:
            picture.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert raised.value.errno == errno.EFBIG and raised.value.filename == str(path)
    assert path.read_text() == "what was there" and os.listdir(tmp_path) == ["picture.svg"]
    broken = grundy.Picture(svg="\ud800")
    with pytest.raises(UnicodeEncodeError):
        broken.save(path)
    assert path.read_text() == "what was there" and os.listdir(tmp_path) == ["picture.svg"]
    with pytest.raises(OSError):
        picture.save(tmp_path / "nosuch" / "picture.svg")
    picture.save(str(path))
    assert path.read_text(encoding="utf-8") == picture.svg
    if os.name == "posix":
        plain = tmp_path / "plain"
        plain.write_text("")
        assert path.stat().st_mode == plain.stat().st_mode


def test_pictures_that_cannot_be() -> None:
    for wrong in (
        lambda: grundy.chart("nosuch", 5),
        lambda: grundy.chart("kayles", -1),
        lambda: grundy.heatmap("wythoff", (-1, 2)),
        lambda: grundy.states("nim x"),
        lambda: grundy.states("--help"),
        lambda: grundy.chart("--help", 5),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(grundy.Unknown):
        grundy.states("cram 5x5")


def test_pictures_are_saved_as_what_they_are(tmp_path: Path) -> None:
    drawn = grundy.heatmap("wythoff", (4, 4))
    for name, kept in [("a.png", False), ("a.PDF", False), ("a.svg", True), ("a", True), ("a.txt", True)]:
        if kept:
            drawn.save(tmp_path / name)
            assert (tmp_path / name).read_bytes() == drawn.data
        else:
            with pytest.raises(ValueError, match="the picture is SVG"):
                drawn.save(tmp_path / name)
            assert not (tmp_path / name).exists()
    dots = grundy.heatmap("wythoff", (4, 4), png=True)
    dots.save(tmp_path / "b.png")
    assert dots.data.startswith(b"\x89PNG") and dots != drawn
    with pytest.raises(ValueError, match="heatmap.*png=False.* draws an SVG file"):
        dots.save(str(tmp_path / "b.svg"))
    for shape in (40, (40,), (1, 2, 3)):
        with pytest.raises(ValueError, match="expected two sizes"):
            grundy.heatmap("wythoff", shape)  # type: ignore[arg-type]


def test_large_heatmaps_are_png() -> None:
    picture = grundy.heatmap("wythoff", (200, 100))
    assert (
        picture.png is not None
        and picture.svg is None
        and picture.png.startswith(b"\x89PNG\r\n\x1a\n")
        and picture._repr_svg_() is None
    )
    assert picture._repr_png_() == picture.png == picture.data and picture == grundy.heatmap(
        "wythoff", (200, 100)
    ) != grundy.heatmap("king", (200, 100))


def test_pictures_of_values() -> None:
    values = grundy.table("wythoff", (12, 9))
    assert ElementTree.fromstring(grundy.heatmap(values).svg or "").tag.endswith("svg")
    assert ElementTree.fromstring(grundy.chart(grundy.sequence("0.77", 99)).svg or "").tag.endswith("svg")
    assert ElementTree.fromstring(grundy.chart(lambda n: range(min(n, 3)), 50).svg or "").tag.endswith("svg")
    for wrong in ([[1.5]], [[-1]], [1, 2], [[2**32]], [[]], "", 3):
        with pytest.raises((ValueError, TypeError)):
            grundy.heatmap(wrong)


def test_problems() -> None:
    english, chinese = grundy.problems(), grundy.problems(lang="zh")
    assert list(english) == list(chinese) and len(english) > 30
    for name, one in english.items():
        sample = one.get("sample")
        if sample:
            assert grundy.judge(name, sample["input"]) == sample["output"], name
    assert any(one["sentence"] != chinese[name]["sentence"] for name, one in english.items())


def test_an_unproved_period_still_tells_the_values_that_were_computed() -> None:
    found = grundy.period("0.007", n=1000)
    assert found.period is None
    assert [found(n) for n in range(40)] == grundy.sequence("0.007", 40).tolist()
    with pytest.raises(grundy.Unknown):
        found(10**6)


def test_what_an_unproved_period_has_computed_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grundy.period("0.007", n=20_000)
    counts: list[int] = []
    first = grundy.Period._first
    monkeypatch.setattr(grundy.Period, "_first", lambda self, count: counts.append(count) or first(self, count))  # type: ignore[func-returns-value]
    expected = grundy.sequence("0.007", found.checked_to)
    assert [found(n) for n in range(20_000)] == expected[:20_000].tolist()
    assert len(counts) < 8 and max(counts) <= found.checked_to
    assert np.array_equal(found(np.arange(found.checked_to)), expected)
    assert found([]).shape == (0,)
    with pytest.raises(grundy.Unknown):
        found([1, found.checked_to])
    assert pickle.loads(pickle.dumps(found))([3, 4]).tolist() == expected[3:5].tolist()


def test_arrays_of_heaps() -> None:
    kayles = grundy.period("kayles")
    assert kayles([10**30, 3]).tolist() == [1, 3] and kayles([1, 2]).dtype == np.uint32
    for wrong, error in [([-1], ValueError), ([1.5], TypeError), ([True], TypeError), (["3"], TypeError)]:
        with pytest.raises(error, match="not negative"):
            kayles(wrong)
        with pytest.raises(error, match="not negative"):
            grundy.quotient("0.75").phi(wrong)
    nim = grundy.period("nim")
    assert (nim.proved, nim.period, nim.preperiod, nim.saltus, nim.code) == (True, 1, 0, 1, "nim")
    assert nim([2**63, 5]).tolist() == [2**63, 5] and nim(np.array([2**64 - 1], np.uint64)).tolist() == [2**64 - 1]
    assert grundy.period("row:1,2").period == 12


def test_each_is_shown_in_a_line() -> None:
    period, quotient = grundy.period("0.77"), grundy.quotient("0.3122", max_order=100)
    found = grundy.find("n -> n-k for k in {1,3,4}")
    assert repr(period) == "<Period: 0.77: period 12 from heap 71 on; proved>"
    assert repr(quotient).startswith("<Quotient: 0.3122: misère quotient, partial; ")
    assert repr(found).startswith(
        "<Found: n -> n-k for k in {1,3,4}, 3 patterns: the P-positions are exactly those with "
    )
    assert repr(found[0]).startswith("<Finding: the P-positions are exactly those with n%7 == 0 or n%7 == 2; proved")
    assert repr(grundy.games()["wythoff"]) == "<Listing: wythoff, Wythoff's game; for example 'wythoff 3,5'>"
    long = grundy.solve("nim " + " ".join(map(str, range(1002))))
    shown = [period, quotient, found, *found, long, long.moves[0], long.components[999], grundy.Solver(time=3)]
    shown += [grundy.solve(f"nim {10**900}"), *grundy.games().values(), *grundy.theorems().values()]
    shown += [grundy.find(list(range(40)))]
    for one in shown:
        assert "\n" not in repr(one) and len(repr(one)) < 300, repr(one)
    assert repr(grundy.Solver(time=3)) == "Solver(positions=20000000, memory=2147483648, time=3.0)"


def test_values_before_a_long_period_are_told():
    found = grundy.period("0.106")
    assert found.proved and found.period == 328226140474
    values = grundy.sequence("0.106", 2001)
    assert found(10) == values[10]
    assert found([0, 10, 2000]).tolist() == [values[0], values[10], values[2000]]
    with pytest.raises(grundy.Unknown):
        found(10**12)
