"""What goes wrong, and where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._grundy import Answer, Game


class ParseError(ValueError):
    """A text that is no position, no rule or no code: where, what was expected, and an example.

    >>> import grundy
    >>> try:
    ...     grundy.Game("nim 3 x")
    ... except grundy.ParseError as wrong:
    ...     wrong.line, wrong.column, wrong.length, wrong.message, wrong.example
    (1, 7, 1, "expected a whole number, found 'x'", 'nim 3 5 7')
    """

    def __init__(
        self,
        message: str,
        *,
        text: str | None = None,
        line: int | None = None,
        column: int | None = None,
        length: int | None = None,
        example: str | None = None,
        lang: str = "en",
    ) -> None:
        super().__init__(message)
        #: What is wrong and what was expected.
        self.message = message
        #: The text that was read.
        self.text = text
        #: The line of what is wrong, from 1.
        self.line = line
        #: Its column in characters, from 1.
        self.column = column
        #: How many characters are wrong.
        self.length = length
        #: A text that would have been right.
        self.example = example
        self._lang = lang

    def __str__(self) -> str:
        chinese = self._lang == "zh"
        told = self.message
        if "\n" not in told and self.line is not None:
            place = f"第 {self.column} 列" if chinese else f"column {self.column}"
            if self.line > 1:
                place = f"第 {self.line} 行{place}" if chinese else f"line {self.line}, {place}"
            told = f"{place}：{told}" if chinese else f"{place}: {told}"
            if self.example and self.example not in told:
                told += f"；例如：{self.example}" if chinese else f"; for example: {self.example}"
        lines = (self.text or "").splitlines()
        if self.line is not None and self.column is not None and self.line <= len(lines):
            line = lines[self.line - 1]
            before = "".join("　" if ord(letter) > 0x2E80 else " " for letter in line[: self.column - 1])
            if len(line) <= 200:
                told += f"\n    {line}\n    {before}{'^' * (self.length or 1)}"
        return told

    def __reduce__(self) -> tuple[Any, ...]:
        state = {name: getattr(self, name) for name in ("text", "line", "column", "length", "example")}
        return _restored, (self.message, {**state, "lang": self._lang})


def _restored(message: str, state: dict[str, Any]) -> ParseError:
    return ParseError(message, **state)


class Unknown(Exception):
    """The answer cannot be had within the bounds: the message says why, ``kind`` tells reasons apart.

    ``kind`` is ``"time"``, ``"positions"`` or ``"bytes"`` where more of it may help, ``"fault"`` where a rule cannot be evaluated at the
    position ``place``, and else one of the words that the guide's page on JSON lists.

    >>> import grundy
    >>> try:
    ...     grundy.solve("cram 5x6", misere=True, positions=100)
    ... except grundy.Unknown as unknown:
    ...     print(unknown, "|", unknown.kind, "|", unknown.answer.outcome)
    it needs more than 100 positions | positions | None
    """

    def __init__(self, why: str, answer: Answer | None = None, kind: str = "unknown", place: str | None = None) -> None:
        super().__init__(why)
        #: Why there is no answer.
        self.why = why
        #: What is known nevertheless; ``None`` where nothing is.
        self.answer = answer
        #: A word for what kind of reason it is.
        self.kind = kind
        #: The position that the reason is about, as it is written; ``None`` where it is about none.
        self.place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return Unknown, (self.why, self.answer, self.kind, self.place)


# A traceback shows the names under which both are imported.
ParseError.__module__ = Unknown.__module__ = "grundy"


def _sum(parts: Iterable[Any]) -> Game:
    """A position from what ``pickle`` kept of it: positions, and pairs of a rule and its positions."""
    made = [part[0](*part[1]) if isinstance(part, tuple) else part for part in parts]
    whole: Game = made[0]
    for part in made[1:]:
        whole = whole + part
    return whole
