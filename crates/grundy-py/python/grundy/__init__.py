"""Impartial combinatorial games: Nim and its whole family, Sprague-Grundy theory, misère and loopy play.

>>> import grundy
>>> answer = grundy.solve("nim 3 5 7")
>>> answer.outcome, answer.value, [str(move) for move in answer.moves]
('N', Nimber(1), ['take 1', 'take 1', 'take 1'])
"""

from ._errors import ParseError, Unknown
from ._graph import Graph, Vertex, graph
from ._grundy import (
    Answer,
    ComponentAnswer,
    Game,
    Move,
    Nimber,
    Rule,
    Solver,
    language,
    sequence,
    set_language,
    solve,
    table,
)
