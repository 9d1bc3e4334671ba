"""For contests: programs for a judge, the judge's answers, and programs held against them; the catalogue of games."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _asked, _frames
from ._asked import Rulish
from ._grundy import checked, explained, language
from ._keywords import hinted
from ._said import said

if TYPE_CHECKING:
    import pandas


@hinted
def emit(
    problem: Rulish,
    target: str = "cpp",
    *,
    lang: str | None = None,
    format: str | os.PathLike[str] | None = None,
    misere: bool = False,
    tables: bool = False,
    positions: int | None = None,
    memory: int | None = None,
    time: float | str | None = 10.0,
) -> str:
    """The program for a judge, in ``"cpp"`` (or ``"c++"``), ``"python"`` (or ``"py"``), ``"rust"`` or ``"java"``.

    ``problem`` is a rule, whose program reads a number of cases, then in each the number k of positions and k
    positions; or the name of a problem that ``grundy judge --list`` lists (``format`` is a file with formats of one's
    own). A pattern is looked for first, unless ``tables`` is true. Comments are in ``lang``, ``"en"`` or ``"zh"``.

    >>> import grundy
    >>> program = grundy.emit("n -> n-k for k in 1..=3", "python")
    >>> print(program.splitlines()[0])  # doctest: +ELLIPSIS
    #...

    Warns with ``grundy.UnprovedWarning`` where the program rests on a pattern that is only checked, or fills tables.
    Raises ``grundy.Unknown`` where no program can be written.
    """
    target = {"c++": "cpp", "py": "python"}.get(target, target)
    if target not in ("cpp", "python", "rust", "java"):
        raise ValueError(
            said(
                f"expected 'cpp', 'python', 'rust' or 'java'; found {target!r}",
                f"此处应为 'cpp'、'python'、'rust' 或 'java'；却是 {target!r}",
            )
        )
    if lang not in (None, "en", "zh"):
        raise ValueError(said(f"expected 'en' or 'zh'; found {lang!r}", f"此处应为 'en' 或 'zh'；却是 {lang!r}"))
    question = {
        "ask": "emit",
        "problem": _asked.problem(problem, format, misere),
        "language": target,
        "tables": bool(tables),
        "comments": lang or language(),
    }
    told = _asked.answer(question, positions=positions, memory=memory, time=time, lang=lang)
    if told["basis"] == "checked":
        caution = told["caution"]
        tabulated = ("Use tables=True for a table-based program.", "可用 tables=True 写出打表的程序。")
        _asked.warn(f"{caution}{tabulated[1]}" if question["comments"] == "zh" else f"{caution} {tabulated[0]}")
    elif told["basis"] == "tables":
        english = "this program tabulates up to the largest input; it may exceed the judge's time or memory limit"
        chinese = "本程序按最大的输入打表，可能超出评测的时间或内存限制"
        _asked.warn(chinese if question["comments"] == "zh" else english)
    elif told["basis"] == "search":
        english = "this program searches all positions that can follow; it may exceed the judge's time or memory limit"
        chinese = "本程序搜索局面的所有后续，可能超出评测的时间或内存限制"
        _asked.warn(chinese if question["comments"] == "zh" else english)
    program: str = told["program"]
    return program


@hinted
def judge(
    problem: Rulish,
    input: str | bytes,
    *,
    misere: bool = False,
    format: str | os.PathLike[str] | None = None,
    explain: bool = False,
    lang: str | None = None,
) -> str:
    """What a judge expects as the output for an input; with ``explain``, of each case what game it is, who wins and why.

    >>> import grundy
    >>> grundy.judge("hdu1849", "2\\n3 5\\n3\\n3 5 6\\n0\\n")
    'Rabbit Win!\\nGrass Win!\\n'

    Raises ``ValueError`` where the input is not as the problem says, with the place.
    """
    asked = _asked.problem(problem, format, misere)
    if not isinstance(input, (str, bytes, bytearray)):
        found = type(input).__name__
        raise TypeError(
            said(f"expected an input as text or bytes; found {found}", f"此处应为文本或字节形式的输入；却是 {found}")
        )
    question = {"ask": "judge", "problem": asked, "input": _text(input), "positions": bool(explain)}
    if explain:
        del question["ask"]
        return explained(json.dumps(question), time=10.0, lang=lang)
    output: str = _asked.answer(question, time=10.0, lang=lang)["output"]
    return output


def _text(input: str | bytes | bytearray) -> str | list[int]:
    """An input as a request has it: what is no text as its bytes."""
    if isinstance(input, str):
        return input
    try:
        return input.decode()
    except UnicodeDecodeError:
        return list(input)


#: How many lines of standard error are told, the last ones.
_TOLD = 5


@dataclass(frozen=True)
class Checked:
    """How a program did on made-up inputs. True if all of its answers were right, of enough cases."""

    #: Whether all answers were right, of enough cases.
    agrees: bool
    #: What ``grundy check --json`` prints: the verdict, the cases, and the least input that fails.
    data: Mapping[str, Any] = field(hash=False, repr=False)

    @property
    def verdict(self) -> str:
        """How it ended, in a word: ``"agree"``, ``"inconclusive"`` (the time was over after too few cases), ``"wrong"``, ``"crash"``, ``"timeout"`` or ``"too-much-output"``."""
        return str(self.data["verdict"])

    @property
    def input(self) -> str | None:
        """The least input that was found on which the program fails."""
        return self.data.get("input")

    @property
    def expected(self) -> str | None:
        """The right answer to it."""
        return self.data.get("expected")

    @property
    def got(self) -> str | None:
        """The program's answer to it."""
        return self.data.get("got")

    @property
    def stderr(self) -> str:
        """What the program wrote to standard error when it failed."""
        return str(self.data.get("stderr", ""))

    def to_pandas(self) -> pandas.DataFrame:
        """The check as a data frame of one row; those of several checks are joined by ``pandas.concat``.

        Columns: ``agrees``, ``verdict``, ``format``, ``rule``, ``command``, ``seed``, ``cases``, ``input``, ``expected``, ``got``, ``exit`` and ``stderr``. What
        there is none of is missing.
        """
        names = ("format", "rule", "command", "seed", "cases", "input", "expected", "got", "exit", "stderr")
        facts = {name: self.data.get(name) for name in names}
        return _frames.pandas().DataFrame([{"agrees": self.agrees, "verdict": self.verdict, **facts}])

    def _repr_html_(self) -> str:
        from . import _facts

        return _facts.checked(self)

    def __repr__(self) -> str:
        return f"<Checked: {self.verdict}{self._how()}>"

    def __str__(self) -> str:
        if self.agrees or self.verdict == "inconclusive":
            return f"{self.verdict}: {self.data.get('cases')}"
        lines = [f"{self.verdict}{self._how()}"]
        if self.input is not None:
            lines.append(self.input.rstrip("\n"))
        if self.verdict == "wrong":
            lines += [said("expected:", "应为："), str(self.expected).rstrip("\n")]
            lines += [said("got:", "却是："), str(self.got).rstrip("\n")]
        lines += self.stderr.splitlines()[-_TOLD:]
        return "\n".join(lines)

    def _how(self) -> str:
        """How long it took, or what it ended with."""
        limit, code = self.data.get("limit"), self.data.get("exit")
        if limit is not None:
            tries = [run.get("worked", run["lasted"]) / 1000 for run in self.data.get("runs", ())]
            took, most = ", ".join(f"{seconds:.2f}" for seconds in tries), f"{limit / 1000:g}"
            return said(
                f": {most} s allowed, stopped after {took} s",
                f"：限 {most} 秒，运行 {took} 秒后停止",
            )
        if code is None:
            return ""
        return said(f": exit code {code}", f"：退出码 {code}")

    def __bool__(self) -> bool:
        return self.agrees


@hinted
def check(
    problem: Rulish,
    program: str | os.PathLike[str],
    *,
    misere: bool = False,
    format: str | os.PathLike[str] | None = None,
    cases: int | None = None,
    seed: int | None = None,
    limit: float | None = None,
    lang: str | None = None,
) -> Checked:
    """Tries a program on made-up inputs against the right answers; the first that fails is made smaller.

    ``program`` is a command as it is typed in a shell (``"./a.out"``), or the name of a Python file; ``limit`` the
    seconds of processor time that one run may take (2 where nothing is said); a run that waits instead of working is stopped after ten times as long.
    """
    if not isinstance(program, (str, os.PathLike)):
        found = type(program).__name__
        raise TypeError(said(f"expected a command as text; found {found}", f"此处应为文本形式的命令；却是 {found}"))
    program = os.fspath(program)
    if program.endswith(".py") and os.path.exists(program):
        program = f"{shlex.quote(sys.executable)} {shlex.quote(program)}"
    question: dict[str, Any] = {"problem": _asked.problem(problem, format, misere), "command": program}
    if cases is not None:
        question["cases"] = _asked._whole(cases)
    if seed is not None:
        question["seed"] = _asked._whole(seed)
    if limit is not None:
        question["limit"] = round(_asked._seconds(limit, "limit") * 1000)
    agrees, found = checked(json.dumps(question), lang=lang)
    return Checked(agrees=agrees, data=json.loads(found))


@dataclass(frozen=True)
class Listing:
    """A game of the catalogue."""

    #: Its number in the catalogue, such as ``"A3"``.
    id: str
    #: The word that a position begins with.
    name: str
    #: Other words for it.
    aliases: tuple[str, ...]
    #: What people call it.
    title: str
    #: The rules in a sentence or two.
    rule: str
    #: The form of the notation, such as ``"bounded HEAP,LIMIT …"``.
    form: str
    #: A position.
    example: str
    #: Who proved or described it: author, year, title.
    source: str
    #: The names of the ``theorems()`` that a machine has checked and that answers for it stand on.
    theorems: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Listing: {self.name}, {self.title}; for example {self.example!r}>"


@dataclass(frozen=True)
class Theorem:
    """A theorem that a proof assistant has checked, without an axiom."""

    #: As it is stated in the file.
    name: str
    #: In ``proofs/theories``.
    file: str
    #: Whose it is: author, year.
    source: str
    #: What it says.
    statement: str
    #: Files of the program's source that rely on it.
    used_by: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Theorem: {self.name}, {self.source}; {self.file}>"


@hinted
def games(*, lang: str | None = None) -> dict[str, Listing]:
    """The games of the catalogue by their names.

    >>> import grundy
    >>> print(grundy.games()["wythoff"].rule)
    Two heaps; take any number from one heap, or the same number from both.
    """
    told = _asked.answer({"ask": "games"}, lang=lang)
    chosen = lang or language()

    def listing(one: dict[str, Any]) -> Listing:
        texts = {"title": one["title"][chosen], "rule": one["rule"][chosen]}
        theorems = tuple(theorem["name"] for theorem in one.get("theorems", ()))
        return Listing(**{**one, **texts, "aliases": tuple(one["aliases"]), "theorems": theorems})

    return {one["name"]: listing(one) for one in told["games"]}


@hinted
def theorems(name: str | None = None, *, lang: str | None = None) -> dict[str, Theorem]:
    """The theorems that a proof assistant has checked, of one game or all, by their names.

    >>> import grundy
    >>> print(grundy.theorems("lasker")["lasker_grundy"].statement)
    heaps of 4k + 3 and 4k + 4 have each other's value in Lasker's Nim, other heaps their own size
    """
    question = {"ask": "theorems"} if name is None else {"ask": "theorems", "name": name}
    told = _asked.answer(question, lang=lang)
    chosen = lang or language()

    def theorem(one: dict[str, Any]) -> Theorem:
        return Theorem(**{**one, "statement": one["statement"][chosen], "used_by": tuple(one["used_by"])})

    return {one["name"]: theorem(one) for one in told["theorems"]}


@hinted
def problems(*, lang: str | None = None) -> dict[str, dict[str, Any]]:
    """The problems of judges that ``judge``, ``emit`` and ``check`` know, by their names.

    Of each: ``title``, ``sentence``, ``layout``, ``rule``, ``source``, ``limits``, ``sample``, and what else ``grundy judge --list
    --json`` tells.

    >>> import grundy
    >>> grundy.problems()["hdu1849"]["title"]
    'Rabbit and Grass'
    """
    told = _asked.answer({"ask": "problems"}, lang=lang)
    chosen = lang or language()

    def in_one(value: Any) -> Any:
        return value[chosen] if isinstance(value, dict) and set(value) == {"en", "zh"} else value

    return {one["name"]: {key: in_one(value) for key, value in one.items()} for one in told["formats"]}
