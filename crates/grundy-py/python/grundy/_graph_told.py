"""What is known of a vertex, in words; graphs as tables and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from ._errors import Unknown
from ._grundy import drawn_graph, language
from ._said import said

if TYPE_CHECKING:
    from ._graph import Graph

#: Rows of a table in a notebook.
ROWS = 12

#: Vertices and edges of a graph whose picture stands beside its table.
DRAWN = (40, 120)

#: Letters of a name in a sentence.
LONGEST = 60


def _chinese(lang: str | None) -> bool:
    if lang not in (None, "en", "zh"):
        raise ValueError(
            said(f"there is no language {lang!r}; expected 'en' or 'zh'", f"没有语言 {lang!r}；此处应为 'en' 或 'zh'")
        )
    return (lang or language()) == "zh"


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


@dataclass(frozen=True)
class Vertex:
    """What is known of a vertex of a graph."""

    #: What it is called.
    name: Any
    #: ``"N"`` if the next player, about to move, wins, ``"P"`` if the previous one does, ``"D"`` for a draw.
    outcome: str
    #: The Grundy value; ``None`` where it is infinite, and under misère.
    value: int | None
    #: The set of an infinite value, the finite values of the options; else ``None``.
    infinite: frozenset[int] | None
    #: How many moves play lasts when the winner hurries and the loser delays; ``None`` for a draw.
    remoteness: int | None
    #: The best option; ``None`` where there is no move.
    best: Any
    #: ``"normal"`` or ``"misere"``.
    play: str

    def value_text(self) -> str:
        """The value as it is written: ``"3"``, ``"∞{0,2}"``; empty under misère."""
        if self.infinite is not None:
            return "∞{" + ",".join(map(str, sorted(self.infinite))) + "}"
        return "" if self.value is None else str(self.value)

    def text(self, lang: str | None = None) -> str:
        """Who wins, in a few words, in English or Chinese."""
        chinese = _chinese(lang)
        if self.outcome == "N":
            return "先手必胜" if chinese else "the next player wins"
        if self.outcome == "P":
            return "后手必胜" if chinese else "the previous player wins"
        return "和局：双方都不能强制取胜" if chinese else "a draw: neither player can force a win"

    def why(self, lang: str | None = None) -> str:
        """Who wins and why, in English or Chinese."""
        chinese = _chinese(lang)
        who, best, moves = self.text(lang), _short(self.best), self.remoteness
        lasts = f"{moves} 步" if chinese else f"{moves} move{'s' * (moves != 1)}"
        if moves == 0:
            lost = self.outcome == "P"
            told = (
                (f"不能行动者{'负' if lost else '胜'}：{who}")
                if chinese
                else f"there is no move, and who cannot move {'loses' if lost else 'wins'}: {who}"
            )
        elif self.outcome == "N":
            told = (
                f"{who}：走到 {best}，{lasts}后结束"
                if chinese
                else f"{who}, by moving to {best}; play ends after {lasts}"
            )
        elif self.outcome == "P":
            told = (
                f"{who}：每种走法都让对手必胜，走到 {best} 拖得最久，{lasts}后结束"
                if chinese
                else f"{who}: every move leads to a win of the opponent; moving to {best} delays longest, {lasts}"
            )
        else:
            told = f"{who}；走到 {best} 可保持和局" if chinese else f"{who}; moving to {best} holds the draw"
        if self.infinite is not None:
            told += f"。广义 SG 值 {self.value_text()}" if chinese else f". Loopy value {self.value_text()}"
        elif self.value is not None:
            told += f"。SG 值 {self.value}" if chinese else f". Grundy value {self.value}"
        return f"{_short(self.name)}：{told}" if chinese else f"{_short(self.name)}: {told}"


def _labels(names: list[Any]) -> list[str]:
    """A text for each name, all different."""
    for write in (str, repr):
        labels = [write(name) for name in names]
        if len(set(labels)) == len(labels):
            return labels
    return [f"{label} ({number})" for number, label in enumerate(labels)]


def svg(found: Graph, edges: list[tuple[int, int]] | None, steps: bool, lang: str | None) -> str:
    """The picture of a graph with these edges, if there are any kept."""
    if edges is None:
        raise Unknown(
            "图太大，无法绘出：最多 400 个顶点、20000 条边"
            if _chinese(lang)
            else "the graph is too large to draw: at most 400 vertices and 20000 edges"
        )
    labels = _labels(list(found))
    import numpy as np

    ends = np.asarray(edges, dtype=np.uint32).reshape(-1, 2)
    sources, targets = np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1])
    return drawn_graph(labels, sources, targets, misere=found.play == "misere", steps=steps, lang=lang)


def html(found: Graph, edges: list[tuple[int, int]] | None) -> str:
    """A table for a notebook: how many vertices have which outcome, the first of them, a picture of a small graph."""
    chinese = _chinese(None)
    counts = ", ".join(f"{letter} {count}" for letter, count in found.counts.items())
    if chinese:
        head = f"{len(found)} 个顶点，{found.edge_count} 条边{'（反常规则）' * (found.play == 'misere')}：{counts}"
        heads = ["顶点", "胜负", "SG 值", "步数", "最佳走法"]
    else:
        misere = " (misère play)" * (found.play == "misere")
        head = f"{len(found)} vertices, {found.edge_count} edges{misere}: {counts}"
        heads = ["vertex", "outcome", "value", "remoteness", "best move"]
    if found.play == "misere":
        del heads[2]
    rows = []
    for name in islice(found, ROWS):
        vertex = found[name]
        cells = [name, vertex.outcome, vertex.value_text(), vertex.remoteness, vertex.best]
        if found.play == "misere":
            del cells[2]
        cells = ["-" if cell is None else _short(cell) for cell in cells]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    if len(found) > ROWS:
        more = len(found) - ROWS
        told = f"……另有 {more} 个" if chinese else f"… and {more} more"
        rows.append(f'<tr><td colspan="{len(heads)}">{told}</td></tr>')
    titles = "".join(f"<th>{title}</th>" for title in heads)
    table = f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    picture = ""
    if edges is not None and 0 < len(found) <= DRAWN[0] and len(edges) <= DRAWN[1]:
        picture = f"<div>{svg(found, edges, False, None)}</div>"
    return f"<div><p>{escape(head)}</p>{table}{picture}</div>"
