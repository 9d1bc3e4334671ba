"""Games on explicit graphs: a token stands on a vertex and is moved along an edge; answers for all vertices at once."""

from __future__ import annotations

import os
import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, Union, cast

import numpy as np

from . import _frames
from ._errors import Unknown
from ._graph_input import edges_of
from ._graph_told import Vertex, html, svg
from ._grundy import graph_of_file, graph_of_numbers
from ._keywords import hinted
from ._said import said

if TYPE_CHECKING:
    import pandas
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

#: Stands for "none" in the arrays of the engine.
_NONE = 2**32 - 1

#: What a graph is made of.
Edgy = Union[str, "os.PathLike[str]", Mapping[Any, Iterable[Any]], Iterable[Any]]


@hinted
def graph(
    edges: Edgy | Any,
    *,
    vertices: int | Iterable[Hashable] | None = None,
    directed: bool = True,
    source: Hashable | None = None,
    target: Hashable | None = None,
    header: bool | None = None,
    misere: bool = False,
    memory: int = 2 << 30,
    progress: Callable[[int], object] | None = None,
) -> Graph:
    """Answers for every vertex of a directed graph on which a token is moved along edges; who cannot move loses.

    ``edges`` is one of these:

    ======================================== =========================================================================
    NumPy array of integers, shape (m, 2)    a row for each edge; the vertices are the numbers from 0 to the greatest
    a tuple of two arrays or lists           the vertices that edges come from, and those they lead to; two lists of two
                                             could be two edges and are refused, two tuples of two are two edges
    square SciPy sparse matrix or array      a non-zero entry ``[u, v]`` is an edge from ``u`` to ``v``
    NetworkX graph                           vertices are its nodes; edges without direction are moves both ways
    pandas DataFrame                         the columns ``source`` and ``target`` name, else from/to or source/target,
                                             else the first two; vertices are the values
    ``{vertex: options}``                    a mapping from each vertex to an iterable of those it leads to
    iterable of pairs of names               from the first to the second; a name is whatever is hashable
    path of a file                           whatever ``grundy graph FILE`` reads: lists of edges, CSV, DOT, GraphML,
                                             JSON, Parquet, packed, perhaps in gzip or Zstandard; names are texts
    ======================================== =========================================================================

    Names are numbered in the order in which they come. ``vertices`` adds vertices, which may have no edges: how many
    there are where they are numbers, else names, which are numbered before the others (``vertices=n`` stands for the
    names 0 to n − 1). With ``directed=False`` every edge is a move both ways. With ``misere=True`` who cannot move
    wins. ``header`` says whether the first line of a file is no edge: names of columns, or ``n m`` before a list of
    edges; where it is not said it is found out, and a warning tells of a line that was left out.
    ``progress`` is called now and then with the number of edges taken since the last call. Ctrl-C ends the work
    at once.

    Linear time where there are no cycles, and for outcomes always; see ``Graph.values`` for cycles. Arrays of
    ``uint32``, ``int32`` and ``int64`` are read where they are, without a copy, and must not be changed meanwhile; the
    engine needs 4 to 10 bytes an edge and about 24 a vertex.

    >>> import grundy
    >>> found = grundy.graph({"a": ["b", "c"], "b": ["c"], "c": []})
    >>> found.outcomes.tolist(), found.values.tolist(), found["a"].best
    (['N', 'N', 'P'], [2, 1, 0], 'c')
    >>> grundy.graph([("x", "y"), ("y", "x"), ("y", "end")])
    <Graph: 3 vertices, 3 edges: P 2, N 1, D 0>

    Raises ``ValueError`` or ``TypeError`` with what was expected for edges that are none of these, ``ParseError`` with
    the place for a file that is no graph, ``OSError`` for one that cannot be read, and ``Unknown`` where ``memory`` (in
    bytes) does not suffice.
    """
    if isinstance(edges, (str, os.PathLike)):
        return _of_file(edges, vertices, directed, source, target, header, misere, memory, progress)
    if header is not None:
        raise TypeError(said("header= is for files", "header= 仅用于文件"))
    read = edges_of(edges, vertices, directed, source, target)
    told = graph_of_numbers(
        read.sources,
        read.targets,
        vertices=read.least,
        both=read.both,
        misere=misere,
        memory=memory,
        progress=progress,
    )
    return Graph._of(told, read.names, misere)


def _of_file(
    path: str | os.PathLike[str],
    vertices: Any,
    directed: bool,
    source: Any,
    target: Any,
    header: bool | None,
    misere: bool,
    memory: int,
    progress: Callable[[int], object] | None,
) -> Graph:
    if vertices is not None:
        raise TypeError(
            said(
                "a file says its own vertices; vertices= is for edges that are given here",
                "文件自身列出顶点；vertices= 仅用于直接给出的边",
            )
        )
    if (source is None) != (target is None):
        raise TypeError(said("give both source= and target=, or neither", "source= 与 target= 须同时给出，或都不给出"))
    columns = None if source is None else [str(source), str(target)]
    told = graph_of_file(
        path, columns=columns, header=header, both=not directed, misere=misere, memory=memory, progress=progress
    )
    line = told.pop("header")
    if line is not None and header is None:
        warnings.warn(
            said(
                f"the first line, '{line}', matches the numbers of vertices and edges and is not read as an edge; "
                "use header=False to read it as one",
                f"首行 '{line}' 与顶点数和边数相符，不作为边读取；若它是边，请用 header=False",
            ),
            stacklevel=4,
        )
    names: tuple[Hashable, ...] | _Digits
    if "names" in told:
        names, told["texts"] = tuple(told.pop("names")), True
    else:
        names = _Digits(told.pop("numbers"))
    return Graph._of(told, names, misere)


def _is_number(name: object) -> bool:
    """Whether it is a whole number that a vertex may be called by in a file."""
    return isinstance(name, (int, np.integer)) and not isinstance(name, bool) and bool(0 <= name < 2**64)


class _Digits:
    """The names of vertices that are called by numbers in a file: the texts of these."""

    def __init__(self, numbers: Any) -> None:
        numbers.flags.writeable = False
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, number: int) -> str:
        return str(self.numbers[number])

    def __iter__(self) -> Iterator[str]:
        return map(str, self.numbers.tolist())

    def find(self, name: str) -> int:
        """The number of a name; raises ``KeyError``."""
        if len(name) <= 10 and name.isdecimal() and name.isascii() and name == str(int(name)) and int(name) < _NONE:
            place = int(np.searchsorted(self.numbers, int(name)))
            if place < len(self.numbers) and self.numbers[place] == int(name):
                return place
        raise KeyError(name)


class Graph:
    """The answers for all vertices of a graph; see ``grundy.graph``.

    Arrays are in the order of the vertices, and read-only. Two are equal if they have the same vertices in the same
    order, as many edges, the same play and the same answers.

    >>> import grundy
    >>> found = grundy.graph([("a", "b"), ("b", "a"), ("b", "c"), ("d", "d"), ("d", "c")])
    >>> found.vertices, found.counts
    (('a', 'b', 'c', 'd'), {'P': 2, 'N': 2, 'D': 0})
    >>> found["d"]
    Vertex(name='d', outcome='N', value=None, infinite=frozenset({0}), remoteness=1, best='c', play='normal')
    >>> print(found["d"].why())
    d: the next player wins, by moving to c; play ends after 1 move. Loopy value ∞{0}
    >>> found.sum("a", "b", "d")
    'D'
    """

    __slots__ = ("_names", "_play", "_told", "_index", "_kept")
    __hash__ = None  # type: ignore[assignment]

    _names: tuple[Hashable, ...] | _Digits | None
    _play: str
    _told: dict[str, Any]
    _index: dict[Hashable, int] | None
    _kept: dict[str, Any]

    def __init__(self) -> None:
        raise TypeError(said("a Graph is made by grundy.graph(edges)", "Graph 由 grundy.graph(edges) 得到"))

    @classmethod
    def _of(cls, told: dict[str, Any], names: tuple[Hashable, ...] | _Digits | None, misere: bool) -> Graph:
        made = cls.__new__(cls)
        made.__setstate__((told, names, "misere" if misere else "normal"))
        return made

    def __getstate__(self) -> tuple[Any, ...]:
        return self._told, self._names, self._play

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._told, self._names, self._play = state
        self._index, self._kept = None, {}
        for found in self._told.values():
            if isinstance(found, np.ndarray):
                found.flags.writeable = False

    # Vertices.

    @property
    def vertices(self) -> tuple[Hashable, ...] | Ints:
        """The names of the vertices in order: a tuple, or an array of the numbers where they have no other names."""
        if isinstance(self._names, tuple):
            return self._names
        if self._names is None:
            return cast("Ints", self._array("vertices", lambda: np.arange(len(self), dtype=np.int64)))
        return cast("tuple[Hashable, ...]", self._once("vertices", lambda: tuple(self._names or ())))

    def __len__(self) -> int:
        return len(self._told["remoteness"])

    def __iter__(self) -> Iterator[Any]:
        return iter(range(len(self)) if self._names is None else self._names)

    def __contains__(self, name: object) -> bool:
        try:
            self._find(name)
        except (KeyError, TypeError):
            return False
        return True

    def __getitem__(self, name: Hashable) -> Vertex:
        """What is known of a vertex. Raises ``KeyError`` if there is no such vertex."""
        return self._vertex(self._find(name))

    def _find(self, name: Any) -> int:
        """The number of a vertex."""
        if isinstance(self._names, tuple):
            if self._index is None:
                self._index = {name: number for number, name in enumerate(self._names)}
            found = self._index.get(name)
            if found is None and "texts" in self._told and _is_number(name):
                # The names in a file are texts.
                found = self._index.get(str(name))
            if found is None:
                raise KeyError(name)
            return found
        if isinstance(self._names, _Digits):
            if isinstance(name, str) or _is_number(name):
                return self._names.find(str(name))
        elif _is_number(name) and 0 <= name < len(self):
            return int(name)
        raise KeyError(name)

    def _name(self, number: int) -> Any:
        return number if self._names is None else self._names[number]

    def _vertex(self, number: int) -> Vertex:
        best, value = int(self._told["best"][number]), self._told["values"]
        remoteness = int(self._told["remoteness"][number])
        value = None if value is None else int(value[number])
        return Vertex(
            name=self._name(number),
            outcome=self._letter(remoteness),
            value=None if value == _NONE else value,
            infinite=self._set(number) if value == _NONE else None,
            remoteness=None if remoteness == _NONE else remoteness,
            best=None if best == _NONE else self._name(best),
            play=self._play,
        )

    def _letter(self, remoteness: int) -> str:
        if remoteness == _NONE:
            return "D"
        return "PN"[(remoteness + (self._play == "misere")) % 2]

    # Arrays, each made when it is first asked for.

    def _once(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    def _array(self, name: str, make: Callable[[], Any]) -> Any:
        def fixed() -> Any:
            made = make()
            made.flags.writeable = False
            return made

        return self._once(name, fixed)

    def _signed(self, name: str) -> Ints:
        def make() -> Any:
            found = self._told[name].astype(np.int64)
            found[found == _NONE] = -1
            return found

        return cast("Ints", self._array(name, make))

    @property
    def outcomes(self) -> NDArray[np.str_]:
        """The outcomes: ``"P"`` (the previous player wins), ``"N"`` (the next does) and ``"D"`` (a draw)."""

        def make() -> Any:
            remoteness = self._told["remoteness"]
            even, odd = ("N", "P") if self._play == "misere" else ("P", "N")
            letters = np.array([ord(even), ord(odd)], np.uint32)[remoteness & 1]
            letters[remoteness == _NONE] = ord("D")
            return letters.view("U1")

        return cast("NDArray[np.str_]", self._array("outcomes", make))

    @property
    def values(self) -> Ints | None:
        """The Grundy values: ``int64``, −1 where the value is infinite; ``None`` under misère, where there are none.

        On a graph with cycles these are Smith's loopy values: a vertex with a number acts in sums like a Nim heap of
        that size, one with an infinite value as ``infinite`` tells. Linear time for vertices from which play must end,
        for others an edge is looked at once more for each finite value among its options.
        """
        return None if self._told["values"] is None else self._signed("values")

    @property
    def remoteness(self) -> Ints:
        """How many moves play lasts when the winner hurries and the loser delays; ``int64``, −1 for draws."""
        return self._signed("remoteness")

    @property
    def best(self) -> Ints:
        """The number of the best option of each vertex, an array of ``int64`` with −1 where there is no move.

        Of an N-position it is one that wins soonest, of a P-position one that delays longest, of a draw one that holds
        it; the least number among equals.
        """
        return self._signed("best")

    def best_of(self, name: Hashable) -> Any:
        """The name of the best option of a vertex, ``None`` where there is no move.

        Raises ``KeyError`` if there is no such vertex.
        """
        return self[name].best

    def infinite(self, name: Hashable) -> frozenset[int] | None:
        """The set K of an infinite value ∞K: the finite values of the options. ``None`` where the value is a number.

        Raises ``KeyError`` if there is no such vertex, and ``ValueError`` under misère.
        """
        self._has_values()
        number = self._find(name)
        return self._set(number) if self._told["values"][number] == _NONE else None

    def _set(self, number: int) -> frozenset[int]:
        places = self._array("infinite", lambda: np.flatnonzero(self._told["values"] == _NONE))
        place, ends = int(np.searchsorted(places, number)), self._told["ends"]
        begin = int(ends[place - 1]) if place else 0
        return frozenset(self._told["sets"][begin : int(ends[place])].tolist())

    def _has_values(self) -> None:
        if self._told["values"] is None:
            raise ValueError(
                said(
                    "under misère play vertices have outcomes, but no values",
                    "反常规则下顶点有胜负，但没有 SG 值",
                )
            )

    # The whole graph.

    @property
    def play(self) -> str:
        """``"normal"`` or ``"misere"``."""
        return self._play

    @property
    def edge_count(self) -> int:
        """How many moves there are on all vertices; parallel edges count each, those without direction twice."""
        return int(self._told["edge_count"])

    @property
    def counts(self) -> dict[str, int]:
        """How many vertices are ``"P"``, ``"N"`` and ``"D"``."""

        def make() -> dict[str, int]:
            remoteness = self._told["remoteness"]
            drawn = int(np.count_nonzero(remoteness == _NONE))
            odd = int(np.count_nonzero(remoteness & 1)) - drawn
            even = len(self) - drawn - odd
            lost, won = (odd, even) if self._play == "misere" else (even, odd)
            return {"P": lost, "N": won, "D": drawn}

        return dict(self._once("counts", make))

    def cycle(self) -> list[Any] | None:
        """The names along a cycle, each leading to the next, the last to the first; ``None`` where play always ends."""
        found = self._told["cycle"]
        return None if found is None else [self._name(number) for number in found]

    def sum(self, *names: Hashable) -> str:
        """The outcome with a token on each of these vertices, one moved at a time: ``"P"``, ``"N"`` or ``"D"``.

        The same vertex may be named twice. By Smith's theorem: with numbers only, P if their nim-sum is 0 and N
        otherwise; with one infinite value, N if its set has the nim-sum of the others; a draw otherwise.

        >>> import grundy
        >>> heaps = grundy.graph({3: [0, 1, 2], 2: [0, 1], 1: [0]})
        >>> heaps.sum(1, 2, 3), heaps.sum(2, 3)
        ('P', 'N')

        Raises ``KeyError`` if there is no such vertex, and ``Unknown`` for several tokens under misère.
        """
        found = [self[name] for name in names]
        if self._play == "misere":
            if len(found) == 1:
                return found[0].outcome
            if not found:
                return "N"
            raise Unknown(
                said(
                    "under misère play the outcomes of vertices do not tell those of sums",
                    "反常规则下，各顶点的胜负不能决定其和的胜负",
                )
            )
        total = 0
        for vertex in found:
            total ^= vertex.value or 0
        loops = [vertex.infinite for vertex in found if vertex.infinite is not None]
        if not loops:
            return "N" if total else "P"
        return "N" if len(loops) == 1 and total in loops[0] else "D"

    # Other forms.

    def to_pandas(self) -> pandas.DataFrame:
        """The answers as a data frame with the vertices as its index.

        Columns: ``outcome``; ``value`` and ``infinite`` (the set, missing where the value is a number), except under
        misère; ``remoteness``; ``best``, a name. What there is none of is missing. Raises ``ImportError`` without
        pandas.
        """
        pandas = _frames.pandas()

        def number(name: str) -> Any:
            found = self._told[name]
            return pandas.arrays.IntegerArray(found.astype(np.int64), found == _NONE)

        columns: dict[str, Any] = {"outcome": self.outcomes.astype(object)}
        if self._told["values"] is not None:
            columns["value"] = number("values")
            sets = np.full(len(self), None, object)
            for place in np.flatnonzero(self._told["values"] == _NONE).tolist():
                sets[place] = self._set(place)
            columns["infinite"] = sets
        columns["remoteness"] = number("remoteness")
        if self._names is None:
            columns["best"] = number("best")
        else:
            best = np.full(len(self), None, object)
            for place, option in enumerate(self.best.tolist()):
                if option >= 0:
                    best[place] = self._name(option)
            columns["best"] = best
        if self._names is None:
            index = pandas.RangeIndex(len(self), name="vertex")
        else:
            index = pandas.Index(list(self._names), name="vertex", tupleize_cols=False)
        return pandas.DataFrame(columns, index=index)

    def svg(self, *, steps: bool = False, lang: str | None = None) -> str:
        """A picture of a small graph as SVG: every vertex with its outcome, value and best move; with ``steps`` round
        by round.

        Raises ``Unknown`` for more than 400 vertices or 20000 edges.
        """
        return svg(self, self._told["edges"], steps, lang)

    def _repr_html_(self) -> str:
        return html(self, self._told["edges"])

    def __repr__(self) -> str:
        counts = ", ".join(f"{letter} {count}" for letter, count in self.counts.items())
        vertices = "1 vertex" if len(self) == 1 else f"{len(self)} vertices"
        edges = "1 edge" if self.edge_count == 1 else f"{self.edge_count} edges"
        return f"<Graph: {vertices}, {edges}{', misère' * (self._play == 'misere')}: {counts}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        if (self._play, self.edge_count, len(self)) != (other._play, other.edge_count, len(other)):
            return False
        return _same_names(self, other) and all(
            np.array_equal(self._told[name], other._told[name])
            for name in ("remoteness", "best", "values", "ends", "sets")
        )


def _same_names(first: Graph, second: Graph) -> bool:
    if isinstance(first._names, tuple) and isinstance(second._names, tuple):
        return first._names == second._names
    if first._names is None and second._names is None:
        return True
    if isinstance(first._names, _Digits) and isinstance(second._names, _Digits):
        return np.array_equal(first._names.numbers, second._names.numbers)
    return all(one == other for one, other in zip(first, second))


Graph.__module__ = graph.__module__ = Vertex.__module__ = "grundy"
