"""Impartial combinatorial games: Nim and its whole family, Sprague-Grundy theory, misère and loopy play.

>>> import grundy
>>> answer = grundy.solve("nim 3 5 7")
>>> answer.outcome, answer.value, [str(move) for move in answer.moves]
('N', Nimber(1), ['take 1', 'take 1', 'take 1'])

Positions are written as on the command line; ``grundy.games()`` lists the games, and a ``Rule`` is a game of one's
own. Sentences are in English, or in Chinese after ``grundy.set_language("zh")``.
"""

from typing import TYPE_CHECKING, Any

from ._asked import UnprovedWarning
from ._contests import Checked, Listing, Theorem, check, emit, games, judge, problems, theorems
from ._errors import ParseError, Unknown
from ._grundy import (
    Answer,
    ComponentAnswer,
    Formula,
    Game,
    Move,
    Nimber,
    Rule,
    Solver,
    __version__,
    language,
    sequence,
    set_language,
    solve,
    table,
    values,
)
from ._patterns import Finding, Found, Period, find, period
from ._pictures import Picture, chart, heatmap, states
from ._quotient import Quotient, quotient

if TYPE_CHECKING:
    from ._graph import Graph, graph
    from ._graph_told import Vertex


def __getattr__(name: str) -> Any:
    # Graphs need NumPy at once, whose loading takes longer than all else.
    if name in ("Graph", "Vertex", "graph"):
        from . import _graph

        return getattr(_graph, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


__all__ = [
    "Answer",
    "Checked",
    "ComponentAnswer",
    "Finding",
    "Formula",
    "Found",
    "Game",
    "Graph",
    "Listing",
    "Move",
    "Nimber",
    "ParseError",
    "Period",
    "Picture",
    "Quotient",
    "Rule",
    "Solver",
    "Theorem",
    "Unknown",
    "UnprovedWarning",
    "Vertex",
    "__version__",
    "chart",
    "check",
    "emit",
    "find",
    "games",
    "graph",
    "heatmap",
    "judge",
    "language",
    "period",
    "problems",
    "quotient",
    "sequence",
    "set_language",
    "solve",
    "states",
    "table",
    "theorems",
    "values",
]
