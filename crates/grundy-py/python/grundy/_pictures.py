"""Pictures: values as charts and heat maps, the states of a small position."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _asked
from ._grundy import Game, Rule, drawn_chart, drawn_states, drawn_table, drawn_window, table, write_file
from ._keywords import hinted
from ._said import said

#: Endings of files that promise a kind of picture, or of document.
_ENDINGS = ("svg", "png", "pdf", "jpg", "jpeg", "gif", "webp", "eps")

#: How to have the other kind, where there is one.
_OTHER_KIND = {
    "svg": ("; heatmap(…, png=True) draws a PNG file", "；heatmap(…, png=True) 画出 PNG 文件"),
    "png": ("; heatmap(…, png=False) draws an SVG file", "；heatmap(…, png=False) 画出 SVG 文件"),
}


class Picture:
    """A picture, as SVG or PNG. A notebook shows it; ``save`` writes it to a file."""

    def __init__(self, *, svg: str | None = None, png: bytes | None = None) -> None:
        #: The text of the SVG file, if it is one.
        self.svg = svg
        #: The bytes of the PNG file, if it is one.
        self.png = png

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.png if self.png is not None else (self.svg or "").encode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file, which appears only when it is complete.

        Raises ``ValueError`` where the file's name ends as that of another kind of picture.
        """
        own, ending = self._kind().lower(), os.path.splitext(os.fspath(path))[1].lower().lstrip(".")
        if ending in _ENDINGS and ending != own:
            raise ValueError(
                said(
                    f"the picture is {self._kind()}, and the name ends in .{ending}: write .{own}{_OTHER_KIND[own][0]}",
                    f"图片是 {self._kind()}，而文件名以 .{ending} 结尾：请写 .{own}{_OTHER_KIND[own][1]}",
                )
            )
        write_file(path, self.data)

    def _kind(self) -> str:
        return "SVG" if self.png is None else "PNG"

    def _repr_svg_(self) -> str | None:
        return self.svg

    def _repr_png_(self) -> bytes | None:
        return self.png

    def __repr__(self) -> str:
        return f"<Picture: {len(self.data)} bytes of {self._kind()}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)


@hinted
def chart(
    rule: Any,
    heaps: int | tuple[int, int] | None = None,
    *,
    log: bool = False,
    width: int = 760,
    height: int = 380,
    time: float | str | None = 10.0,
    lang: str | None = None,
) -> Picture:
    """The values of heaps as a picture, with the period marked where it is proved.

    ``rule`` is a ``Rule``, its text, a function, the name of a game, or an array of values. ``heaps`` is how many from 0
    on, or the first and the one behind the last.

    >>> import grundy
    >>> grundy.chart("kayles", 200)  # doctest: +ELLIPSIS
    <Picture: ... bytes of SVG>
    """
    if isinstance(rule, str) or (isinstance(rule, Rule) and rule.text is not None):
        question = {**_asked.of(rule), "window": _window(200 if heaps is None else heaps)}
        return Picture(svg=drawn_window(json.dumps(question), (width, height), log=log, time=time, lang=lang))
    is_array = not callable(rule)
    window = heaps if heaps is not None else (len(rule) if is_array else 200)
    first, last = window if isinstance(window, (tuple, list)) else (0, window)
    name, values = _values(rule, last, 1, time=time)
    return Picture(svg=drawn_chart(name, first, values[first:last], (width, height), log, lang))


@hinted
def heatmap(
    rule: Any,
    shape: tuple[int, int] | None = None,
    *,
    misere: bool = False,
    outcomes: bool = False,
    png: bool | None = None,
    time: float | str | None = None,
    lang: str | None = None,
) -> Picture:
    """The values of positions in two coordinates as a picture in colours, or with ``outcomes`` who wins.

    ``rule`` is a ``Rule``, its text, a function, the name of a game, or an array of values in two dimensions. With few
    cells the picture is SVG with a number in each; with many it is PNG. ``png`` says which of them it is to be.

    >>> import grundy
    >>> grundy.heatmap("wythoff", (20, 20))  # doctest: +ELLIPSIS
    <Picture: ... bytes of SVG>
    >>> grundy.heatmap("wythoff", (200, 200))  # doctest: +ELLIPSIS
    <Picture: ... bytes of PNG>
    """
    if not isinstance(rule, (str, Rule)) and not callable(rule) and (misere or shape is not None):
        raise ValueError(
            said("shape= and misere= are for rules, not for arrays", "shape= 与 misere= 仅用于规则，不用于数组")
        )
    if shape is not None and (not hasattr(shape, "__len__") or len(shape) != 2):
        raise ValueError(
            said(
                f"expected two sizes, for example shape=(30, 30); found {shape!r}",
                f"此处应为两个大小，例如 shape=(30, 30)；却是 {shape!r}",
            )
        )
    told = outcomes or misere
    name, values = _values(rule, (30, 30) if shape is None else shape, 2, misere=misere, outcomes=told, time=time)
    png = values.size > _WITH_NUMBERS if png is None else bool(png)
    drawn = drawn_table(name, values, told, misere, png, lang)
    return Picture(png=drawn) if png else Picture(svg=drawn.decode())


#: Most cells that have a number each.
_WITH_NUMBERS = 1600


def _values(rule: Any, shape: Any, dimensions: int, **how: Any) -> tuple[str, Any]:
    """The name of what is drawn, and its values; of outcomes 0 for P, 1 for N and 2 for D."""
    import numpy as np

    if isinstance(rule, (str, Rule)) or callable(rule):
        name = str(Rule(rule)) if callable(rule) and not isinstance(rule, Rule) else str(rule)
        filled = table(rule, shape, **how)
        if how.get("outcomes"):
            filled = (filled == "N") + 2 * (filled == "D")
        return name, np.ascontiguousarray(filled.astype(np.uint32))
    array = np.asarray(rule)
    if array.ndim != dimensions or array.dtype.kind not in "iub" or array.size == 0:
        raise ValueError(
            said(
                f"expected values in {dimensions} dimensions; found {array.dtype} with the shape {array.shape}",
                f"此处应为 {dimensions} 维的值；却是形状为 {array.shape} 的 {array.dtype}",
            )
        )
    if int(array.min()) < 0 or int(array.max()) >= 2**32:
        raise ValueError(said("expected values from 0 to 2^32 - 1", "值应为 0 至 2^32 - 1"))
    return "", np.ascontiguousarray((array != 0 if how.get("outcomes") else array).astype(np.uint32))


@hinted
def states(
    game: Game | str,
    position: Any = None,
    *,
    misere: bool = False,
    positions: int | None = None,
    lang: str | None = None,
) -> Picture:
    """Everything that can follow a small position, as a graph: who wins each position, its value, and which moves win.

    ``game`` is a ``Game`` or its text, or the name of a game and ``position`` what ``Game`` takes beside it.

    >>> import grundy
    >>> grundy.states("nim 1 2")  # doctest: +ELLIPSIS
    <Picture: ... bytes of SVG>

    Raises ``grundy.Unknown`` where too much can follow; ``positions`` allows more.
    """
    if position is not None:
        game = Game(game, position)
    text = str(game)
    if repr(game).startswith("Rule(") or " + Rule(" in repr(game):
        raise ValueError(
            said("states are drawn of positions by text, not of functions", "状态图只能由文本写出的局面画出，函数不行")
        )
    if text.startswith("-"):
        raise ValueError(
            said(
                f"expected a position, for example 'nim 1 2'; found {text!r}",
                f"此处应为局面，例如 'nim 1 2'；却是 {text!r}",
            )
        )
    question = {"position": {"game": text, "misere": bool(misere)}}
    return Picture(svg=drawn_states(json.dumps(question), positions=positions, lang=lang))


def _window(heaps: Any) -> dict[str, int]:
    """The first heap and how many, as a request has them."""
    first, last = heaps if isinstance(heaps, (tuple, list)) else (0, heaps)
    first, last = _asked._whole(first), _asked._whole(last)
    if last <= first:
        raise ValueError(
            said(
                f"expected heaps, as many as (0, 200) are; found none in ({first}, {last})",
                f"此处应为堆的范围，例如 (0, 200)；却是空的 ({first}, {last})",
            )
        )
    return {"first": first, "count": last - first}
