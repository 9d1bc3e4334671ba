"""Pictures: values as charts and heat maps, the states of a small position."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from . import _asked
from ._asked import Rulish
from ._grundy import Game
from ._said import said


class Picture:
    """A picture as SVG. A notebook shows it; ``save`` writes it to a file."""

    def __init__(self, svg: str) -> None:
        #: The text of the SVG file.
        self.svg = svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file, which appears only when it is complete."""
        path = os.fspath(path)
        folder = os.path.dirname(os.path.abspath(path))
        handle, part = tempfile.mkstemp(dir=folder, suffix=".svg")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(self.svg)
            os.replace(part, path)
        except BaseException:
            os.unlink(part)
            raise

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.svg == other.svg

    def __hash__(self) -> int:
        return hash(self.svg)


def chart(
    rule: Rulish,
    heaps: int | tuple[int, int],
    *,
    log: bool = False,
    width: int = 960,
    height: int = 480,
    time: float | None = 10.0,
    lang: str | None = None,
) -> Picture:
    """The values of heaps as a picture, with the period marked where it is proved.

    ``heaps`` is how many from 0 on, or the first and the one behind the last.

    >>> import grundy
    >>> grundy.chart("kayles", 200)  # doctest: +ELLIPSIS
    <Picture: ... characters of SVG>
    """
    named, text = _asked.rules(rule)
    arguments = ["chart", *named, _range(heaps), f"--width={width}", f"--height={height}", *_asked.bounds(time=time)]
    if log:
        arguments.append("--log")
    return _drawn(arguments, text, lang)


def heatmap(
    rule: Rulish,
    shape: tuple[int, int],
    *,
    misere: bool = False,
    outcomes: bool = False,
    time: float | None = None,
    lang: str | None = None,
) -> Picture:
    """The values of positions in two coordinates as a picture in colours, or with ``outcomes`` who wins.

    >>> import grundy
    >>> grundy.heatmap("wythoff", (20, 20))  # doctest: +ELLIPSIS
    <Picture: ... characters of SVG>
    """
    named, text = _asked.rules(rule)
    down, across = shape
    arguments = ["table", "--format=svg", *named, _range(down), _range(across), *_asked.bounds(time=time)]
    if misere:
        arguments.append("--misere")
    if outcomes:
        arguments.append("--outcomes")
    return _drawn(arguments, text, lang)


def states(game: Game | str, *, misere: bool = False, lang: str | None = None) -> Picture:
    """Everything that can follow a small position, as a graph: who wins each position, its value, and which moves win.

    >>> import grundy
    >>> grundy.states("nim 1 2")  # doctest: +ELLIPSIS
    <Picture: ... characters of SVG>

    Raises ``grundy.Unknown`` where too much can follow.
    """
    text = str(game)
    if text.startswith("-"):
        raise ValueError(
            said(
                f"expected a position, for example 'nim 1 2'; found {text!r}",
                f"此处应为局面,例如 'nim 1 2';却是 {text!r}",
            )
        )
    arguments = ["solve", "--tree=svg", text]
    if misere:
        arguments.append("--misere")
    return _drawn(arguments, text, lang)


def _range(heaps: Any) -> str:
    first, last = (0, heaps) if not isinstance(heaps, tuple) else heaps
    return f"{_asked._whole(first)}..{_asked._whole(last)}"


def _drawn(arguments: list[str], text: str, lang: str | None) -> Picture:
    _, out = _asked.ask(arguments, text=text, lang=lang)
    return Picture(out.decode())
