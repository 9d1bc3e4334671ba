"""Graphs in the forms that Python has for them, made into numbers."""

from __future__ import annotations

import operator
import sys
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from ._said import said

#: One more than the greatest number of a vertex.
BOUND = 2**32 - 1

#: Types of what stands for a missing value in pandas.
MISSING = ("NAType", "NaTType")

#: Names that are numbered at once.
PIECE = 1 << 16

#: Names of the two columns of a table, in the order in which they are looked for.
COLUMNS = (("from", "to"), ("source", "target"))


class Edges(NamedTuple):
    """Edges between numbers."""

    #: The vertex of each edge, in an array of ``uint32``, ``int32`` or ``int64``.
    sources: Any
    #: The option of each, in an array of the same type.
    targets: Any
    #: How many vertices there are at least.
    least: int
    #: The names of all vertices; ``None`` where they are the numbers.
    names: tuple[Hashable, ...] | None
    #: Whether each edge is a move both ways.
    both: bool


class _Numbering(dict):  # type: ignore[type-arg]
    """Numbers names in the order in which they are first asked for."""

    def __missing__(self, name: Hashable) -> int:
        number = self[name] = len(self)
        return number


def edges_of(edges: Any, vertices: Any, directed: bool, source: Any, target: Any) -> Edges:
    """The edges of whatever ``grundy.graph`` takes but files.

    Raises ``ValueError`` or ``TypeError``, with what was expected, for anything else.
    """
    both = not directed
    if _is_frame(edges):
        return _of_frame(edges, vertices, both, source, target)
    if source is not None or target is not None:
        raise TypeError(
            said(
                "source= and target= name columns, of a DataFrame or of a file",
                "source= 与 target= 用于指定 DataFrame 或文件的列名",
            )
        )
    if _is_sparse(edges):
        return _of_sparse(edges, vertices, both)
    if _is_network(edges):
        return _of_network(edges, vertices, both)
    if isinstance(edges, np.ndarray):
        return _of_array(edges, vertices, both)
    if isinstance(edges, list) and len(edges) == 2 and all(map(_is_column, edges)):
        raise TypeError(
            said(
                "a list of two arrays could be columns or edges; for columns write a tuple: (from, to)",
                "由两个数组组成的列表可能是两列，也可能是两条边；若为两列，请写成元组：(from, to)",
            )
        )
    if isinstance(edges, tuple) and len(edges) == 2 and _are_columns(*edges):
        return _of_columns(_column(edges[0]), _column(edges[1]), vertices, both)
    if isinstance(edges, Mapping):
        return _named(_pairs_of_mapping(edges), _with_keys(edges, vertices), both)
    if isinstance(edges, (bytes, bytearray)) or not hasattr(edges, "__iter__"):
        kind = type(edges).__name__
        raise TypeError(
            said(
                f"expected a graph, for example {{'a': ['b'], 'b': []}} or [('a', 'b')]; found {kind}",
                f"此处应为图，例如 {{'a': ['b'], 'b': []}} 或 [('a', 'b')]，却是 {kind}",
            )
        )
    return _named(_pairs(edges), _first_names(vertices), both)


# What an object is, without importing what it may come from.


def _is_frame(edges: Any) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(edges, pandas.DataFrame)


def _is_sparse(edges: Any) -> bool:
    return all(hasattr(edges, name) for name in ("tocsr", "nnz", "shape"))


def _is_network(edges: Any) -> bool:
    return all(callable(getattr(edges, name, None)) for name in ("is_directed", "is_multigraph", "adjacency"))


def _is_column(column: Any) -> bool:
    return hasattr(column, "__array__") and getattr(column, "ndim", None) == 1


def _are_columns(first: Any, second: Any) -> bool:
    """Whether two parts of a tuple are the ends of edges, where they are lists or arrays, and not two edges, which are pairs."""
    if not all(isinstance(part, (list, tuple)) or _is_column(part) for part in (first, second)):
        return False
    if _is_column(first) or _is_column(second):
        return True
    if len(first) != 2 or len(second) != 2:
        return True
    if isinstance(first, tuple) and isinstance(second, tuple):
        return False
    raise ValueError(
        said(
            f"two lists of two could be columns or edges; for the edges write [{tuple(first)!r}, {tuple(second)!r}], "
            f"for columns (numpy.array({list(first)!r}), numpy.array({list(second)!r}))",
            f"两个长为 2 的列表可能是两列，也可能是两条边；若为两条边，请写 [{tuple(first)!r}, {tuple(second)!r}]；"
            f"若为两列，请写 (numpy.array({list(first)!r}), numpy.array({list(second)!r}))",
        )
    )


def _column(part: Any) -> Any:
    """The ends of edges as an array; names stay what they are."""
    if _is_column(part):
        return np.asarray(part)
    if all(isinstance(name, (int, np.integer)) and not isinstance(name, bool) for name in part):
        return np.asarray(part)
    return np.fromiter(part, object, len(part))


# Numbers.


def _of_array(edges: Any, vertices: Any, both: bool) -> Edges:
    if edges.ndim == 2 and edges.dtype == bool:
        raise ValueError(
            said(
                "an array of booleans could be a matrix or edges; for a matrix write scipy.sparse.csr_array(matrix), "
                "or for its edges numpy.argwhere(matrix)",
                "布尔数组可能是矩阵，也可能是边；若为矩阵，请写 scipy.sparse.csr_array(matrix),"
                "或用 numpy.argwhere(matrix) 取其各边",
            )
        )
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(
            said(
                f"expected an array of shape (m, 2), a row for each edge, found {edges.shape}; for example "
                "numpy.array([[2, 0], [2, 1]])",
                f"数组形状应为（m, 2），每行一条边，却是 {edges.shape}；例如 numpy.array([[2, 0], [2, 1]])",
            )
        )
    return _of_columns(edges[:, 0], edges[:, 1], vertices, both)


def _of_columns(sources: Any, targets: Any, vertices: Any, both: bool) -> Edges:
    if len(sources) != len(targets):
        raise ValueError(
            said(
                f"expected two arrays of equal length, found {len(sources)} numbers and {len(targets)}",
                f"两个数组应等长，却分别有 {len(sources)} 个和 {len(targets)} 个数",
            )
        )
    if sources.dtype.kind in "OSUT" or targets.dtype.kind in "OSUT":
        return _named(zip(sources.tolist(), targets.tolist()), _first_names(vertices), both)
    sources, targets = _whole(sources), _whole(targets)
    if sources.dtype != targets.dtype:
        sources, targets = sources.astype(np.int64), targets.astype(np.int64)
    count = 0
    if vertices is not None:
        count = _count(vertices)
        most = max((int(column.max()) for column in (sources, targets) if len(column)), default=-1)
        if count <= most < BOUND:
            raise ValueError(
                said(
                    f"there is an edge of vertex {most}, but vertices={count} allows those from 0 to {count - 1}",
                    f"有边涉及顶点 {most}，但 vertices={count} 只允许 0 到 {count - 1}",
                )
            )
    return Edges(sources, targets, count, None, both)


def _whole(column: Any) -> Any:
    """An array of a type that the engine reads without copying, if possible the same array."""
    if column.dtype.kind not in "iu":
        if not len(column):
            return np.empty(0, np.uint32)
        raise ValueError(
            said(
                f"expected whole numbers from 0, found an array of {column.dtype}; for example .astype(numpy.uint32)",
                f"此处应为从 0 起的整数，却是 {column.dtype} 数组；可用 .astype(numpy.uint32) 转换",
            )
        )
    if column.dtype.kind == "u" and column.dtype.itemsize == 8:
        above = np.flatnonzero(column >= BOUND)
        if len(above):
            row, number = int(above[0]), int(column[above[0]])
            raise ValueError(
                said(
                    f"row {row} (counted from 0): {number} is no vertex; expected whole numbers from 0 to {BOUND - 1}",
                    f"第 {row} 行（从 0 起）：{number} 不是顶点；应为 0 到 {BOUND - 1} 的整数",
                )
            )
    kept = (np.dtype(np.uint32), np.dtype(np.int64), np.dtype(np.int32))
    if column.dtype in kept and column.dtype.isnative and column.flags.aligned:
        return column
    return column.astype(np.int64)


def _count(vertices: Any) -> int:
    try:
        count = operator.index(vertices)
    except TypeError:
        raise TypeError(
            said(
                "where vertices are numbers, vertices= is how many there are, for example vertices=10",
                "顶点为编号时，vertices= 应为顶点个数，例如 vertices=10",
            )
        ) from None
    if not 0 <= count <= BOUND:
        raise ValueError(
            said(f"expected from 0 to {BOUND} vertices, found {count}", f"顶点数应为 0 到 {BOUND}，却是 {count}")
        )
    return count


def _of_sparse(matrix: Any, vertices: Any, both: bool) -> Edges:
    shape = tuple(matrix.shape)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(
            said(
                f"expected a square matrix, in which entry [u, v] is the edge from u to v; found the shape {shape}",
                f"应为方阵，其中元素 [u, v] 表示从 u 到 v 的边；却是形状 {shape}",
            )
        )
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        # An entry that is stored twice is the sum, which may be zero.
        rows = rows.copy()
        rows.sum_duplicates()
    unknown = np.flatnonzero(rows.data != rows.data)
    entries = rows.tocoo()
    if len(unknown):
        place = f"[{entries.row[unknown[0]]}, {entries.col[unknown[0]]}]"
        raise ValueError(
            said(f"entry {place} of the matrix is not a number (NaN)", f"矩阵的元素 {place} 不是数（NaN）")
        )
    there = entries.data != 0
    sources, targets = entries.row, entries.col
    if not there.all():
        sources, targets = sources[there], targets[there]
    count = shape[0] if vertices is None else max(_count(vertices), shape[0])
    if count > BOUND:
        _count(count)
    return Edges(_whole(sources), _whole(targets), count, None, both)


# Names.


def _first_names(vertices: Any) -> Iterator[Hashable]:
    """The names that are numbered first: those of ``vertices``, the numbers below it where it is one."""
    if vertices is None:
        return iter(())
    if isinstance(vertices, (str, bytes)):
        raise TypeError(
            said(
                "vertices= is an iterable of names, for example ['a', 'b']",
                "vertices= 应为由名称组成的可迭代对象，例如 ['a', 'b']",
            )
        )
    if hasattr(vertices, "__index__") and getattr(vertices, "ndim", 0) == 0:
        return iter(range(_count(vertices)))
    if isinstance(vertices, np.ndarray):
        vertices = vertices.tolist()
    return iter(vertices)


def _with_keys(options: Mapping[Any, Any], vertices: Any) -> Iterator[Hashable]:
    yield from _first_names(vertices)
    yield from options


def _pairs_of_mapping(options: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    for name, ways in options.items():
        if isinstance(ways, (str, bytes)) or not hasattr(ways, "__iter__"):
            raise TypeError(
                said(
                    f"expected an iterable of options of {name!r}, found {ways!r}; "
                    f"for example {{{name!r}: [{ways!r}]}}",
                    f"{name!r} 的各走法应为可迭代对象，却是 {ways!r}；例如 {{{name!r}: [{ways!r}]}}",
                )
            )
        for way in ways:
            yield name, way


def _pairs(edges: Iterable[Any]) -> Iterable[tuple[Any, Any]]:
    if isinstance(edges, (list, tuple)) and set(map(type, edges)) <= {tuple, list} and set(map(len, edges)) <= {2}:
        return edges
    return _checked(edges)


def _checked(edges: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    for row, pair in enumerate(edges):
        # Letters of a text are not meant, and a set has no order.
        if type(pair) is not tuple and isinstance(pair, (str, bytes, set, frozenset, Mapping)):
            raise _no_pair(row, pair)
        try:
            first, second = pair
        except (TypeError, ValueError):
            raise _no_pair(row, pair) from None
        yield first, second


def _no_pair(row: int, pair: Any) -> Exception:
    found = repr(pair)
    found = found if len(found) <= 80 else found[:79] + "…"
    message = said(
        f"edge {row} (counted from 0): expected a pair, for example ('a', 'b'); found {found}",
        f"第 {row} 条边（从 0 起）：应为一对名称，例如（'a', 'b'），却是 {found}",
    )
    return (ValueError if hasattr(pair, "__len__") else TypeError)(message)


def _named(pairs: Iterable[tuple[Any, Any]], first: Iterator[Hashable], both: bool) -> Edges:
    """Numbers names: ``first`` those, then as they come in the pairs."""
    numbers = _Numbering()
    ends = array("I")
    try:
        for name in first:
            numbers[name]
        coming = map(numbers.__getitem__, chain.from_iterable(pairs))
        before = -1
        # In pieces, between which signals are heard.
        while before < len(ends):
            before = len(ends)
            ends.extend(islice(coming, PIECE))
    except TypeError as wrong:
        if "unhashable" not in str(wrong):
            raise
        raise TypeError(
            said(
                f"a name must be hashable, such as a text, a number or a tuple ({wrong})",
                f"名称须可哈希（hashable），如字符串、数或元组（{wrong}）",
            )
        ) from wrong
    flat = np.frombuffer(ends, np.dtype(f"u{ends.itemsize}")) if ends else np.empty(0, np.uint32)
    flat = flat if flat.dtype == np.uint32 else flat.astype(np.int64)
    return Edges(flat[0::2], flat[1::2], len(numbers), _names(numbers), both)


def _names(names: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """The names as they are kept, if each is one."""
    kept = tuple(names)
    for number, name in enumerate(kept):
        if name is None or isinstance(name, float) and name != name or type(name).__name__ in MISSING:
            raise ValueError(
                said(
                    f"{name} is no name of a vertex (it is vertex {number} in the order of their coming)",
                    f"{name} 不能作为顶点名称（按出现次序为第 {number} 个顶点，从 0 起）",
                )
            )
    return kept


def _of_network(network: Any, vertices: Any, both: bool) -> Edges:
    def first() -> Iterator[Hashable]:
        yield from network
        yield from _first_names(vertices)

    return _named(network.edges(), first(), both or not network.is_directed())


def _of_frame(frame: Any, vertices: Any, both: bool, source: Any, target: Any) -> Edges:
    pandas = sys.modules["pandas"]
    sources, targets = (frame[name] for name in _columns(frame, source, target))
    if sources.ndim != 1 or targets.ndim != 1:
        raise ValueError(said("two columns have the same name", "有两列同名"))
    if sources.dtype != targets.dtype:
        # A common type could round numbers.
        sources, targets = sources.astype(object), targets.astype(object)
    count = len(frame)
    for column in (sources, targets):
        missing = np.flatnonzero(column.isna().to_numpy())
        if len(missing):
            row, name = int(missing[0]), column.name
            raise ValueError(
                said(
                    f"row {row} (counted from 0) has nothing in the column {name!r}",
                    f"第 {row} 行（从 0 起）的列 {name!r} 为空",
                )
            )
    if vertices is not None or sources.dtype == object:
        return _named(zip(sources.tolist(), targets.tolist()), _first_names(vertices), both)
    codes, values = pandas.factorize(pandas.concat([sources, targets], ignore_index=True))
    # Numbered as they come row by row, as in every other form.
    rows = np.empty(2 * count, np.int64)
    rows[0::2], rows[1::2] = codes[:count], codes[count:]
    numbers, order = pandas.factorize(rows)
    names = tuple(values.take(order).tolist())
    return Edges(numbers[0::2].astype(np.uint32), numbers[1::2].astype(np.uint32), len(names), names, both)


def _columns(frame: Any, source: Any, target: Any) -> tuple[Any, Any]:
    """The names of the two columns of a table that are meant."""
    present = list(frame.columns)
    if (source is None) != (target is None):
        raise TypeError(said("give both source= and target=, or neither", "source= 与 target= 须同时给出，或都不给出"))
    if source is not None:
        for name in (source, target):
            if name not in present:
                raise ValueError(
                    said(
                        f"there is no column {name!r}; there are {present!r}",
                        f"没有名为 {name!r} 的列；现有 {present!r}",
                    )
                )
        return source, target
    for first, second in COLUMNS:
        if first in present and second in present:
            return first, second
    if len(present) < 2:
        raise ValueError(
            said(
                f"expected two columns, such as 'from' and 'to'; there are {present!r}",
                f"应有两列，如 'from' 与 'to'；现有 {present!r}",
            )
        )
    return present[0], present[1]
