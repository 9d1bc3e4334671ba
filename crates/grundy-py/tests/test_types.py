"""The package is typed: a program of a user's is checked strictly, and the stubs are held against what they are of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy is not installed")

PROGRAM = """
from __future__ import annotations
from typing import Iterator, Optional
import numpy as np
import numpy.typing as npt
import grundy
from grundy import Answer, Formula, Game, Move, Nimber, Rule

def kayles(pins: int) -> Iterator[list[int]]:
    for gone in (1, 2):
        for left in range(pins - gone + 1):
            yield [left, pins - gone - left]

answer: Answer = grundy.solve("nim 3 5 7", misere=True, time=None)
outcome: Optional[str] = answer.outcome
value: Optional[Nimber] = answer.value
moves: list[Move] = answer.moves
words: str = answer.why("zh") + answer.text() + answer.json()
after: Game = moves[0].game + "nim 3" + Rule(kayles)(7, 3)
whole: Game = Game("nim 3") + after
total: Nimber = Nimber(3) + 5 * Nimber(7) / 2
number: int = int(total)
rule = Rule("n -> n-k for k in v", v=[1, 2])
sequence: npt.NDArray[np.uint32] = grundy.sequence("0.77", 100, progress=print)
table = grundy.table(rule, (3,))
big: int = grundy.period("0.77").value(10**30)
program: str = grundy.emit(rule, "python")
found = grundy.find(rule)
said: str = found[0].said
for finding in found:
    proved: bool = finding.proved
formula = Formula("n % 4", ["n"])
try:
    Game("x")
except grundy.ParseError as wrong:
    column: Optional[int] = wrong.column
except grundy.Unknown as unknown:
    known: Optional[Answer] = unknown.answer
"""

#: Each line is wrong, and found to be so.
WRONG = """
import grundy
grundy.solve(3)
grundy.solve("nim 3").outcom
grundy.solve("nim 3", misere="yes")
grundy.Nimber("3")
grundy.Game("nim 3") < grundy.Game("nim 5")
grundy.sequence("0.77", "5")
grundy.emit("n -> n-1", 3)
x: str = grundy.solve("nim 3").value
grundy.Rule(3)
"""


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # mypy looks for types beside the package that the tests use, installed or not.
    import os

    import grundy

    place = str(Path(grundy.__file__).resolve().parents[1])
    settings = dict(os.environ) if "site-packages" in place else {**os.environ, "MYPYPATH": place, "PYTHONPATH": place}
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=folder, env=settings)


def test_a_users_program(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    done = run("mypy", "--strict", "--python-version", "3.10", "program.py", folder=tmp_path)
    if "requires" in done.stdout or "syntax" in done.stdout.lower():
        done = run("mypy", "--strict", "program.py", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mistakes_are_found(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    done = run("mypy", "--strict", "wrong.py", folder=tmp_path)
    lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert lines == set(range(3, 12)), done.stdout + done.stderr


def test_stubs(tmp_path: Path) -> None:
    allowed = Path(__file__).with_name("stubtest-allowed.txt")
    more = ["--allowlist", str(allowed), "--ignore-unused-allowlist"] if allowed.exists() else []
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\n[mypy-pandas.*,scipy.*,networkx.*]\nignore_missing_imports = True\n")
    done = run("mypy.stubtest", "grundy", "--mypy-config-file", str(settings), *more, folder=tmp_path)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
