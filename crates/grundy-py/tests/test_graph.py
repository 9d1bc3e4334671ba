"""A token on a graph: every form of input, against labels found by plain Python."""

from __future__ import annotations

import copy
import gzip
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grundy

networkx = pytest.importorskip("networkx")
pandas = pytest.importorskip("pandas")
sparse = pytest.importorskip("scipy.sparse")


# By the definitions, without cleverness.


def labels(options: dict[Any, list[Any]], misere: bool = False) -> dict[Any, tuple[str, int]]:
    """Outcome and remoteness (−1 for draws) of every vertex, round by round."""
    found: dict[Any, tuple[str, int]] = {}
    end = "N" if misere else "P"
    marked = {vertex: (end, 0) for vertex, ways in options.items() if not ways}
    number = 0
    while marked:
        found.update(marked)
        number += 1
        marked = {}
        for vertex, ways in options.items():
            if vertex in found:
                continue
            if any(found.get(way) == ("P", number - 1) for way in ways):
                marked[vertex] = ("N", number)
            elif ways and all(way in found and found[way][0] == "N" for way in ways):
                marked[vertex] = ("P", number)
    return {vertex: found.get(vertex, ("D", -1)) for vertex in options}


def ending(options: dict[Any, list[Any]]) -> dict[Any, int]:
    """The Grundy values of the vertices from which play must end."""
    values: dict[Any, int] = {}
    grows = True
    while grows:
        grows = False
        for vertex, ways in options.items():
            if vertex not in values and all(way in values for way in ways):
                near = {values[way] for way in ways}
                values[vertex] = next(value for value in range(len(near) + 1) if value not in near)
                grows = True
    return values


def pairs_sum(options: dict[Any, list[Any]], other: dict[Any, list[Any]]) -> dict[Any, tuple[str, int]]:
    """Labels of the sum of two graphs: pairs of vertices."""
    whole = {
        (one, two): [(way, two) for way in options[one]] + [(one, way) for way in other[two]]
        for one in options
        for two in other
    }
    return labels(whole)


def chance(seed: int, cyclic: bool, vertices: int = 14) -> tuple[int, list[tuple[int, int]]]:
    """A random graph: with loops and cycles or without, parallel edges, and vertices without edges."""
    dice = random.Random(seed)
    count = dice.randrange(1, vertices)
    edges = []
    for _ in range(dice.randrange(0, 2 * count + 2)):
        source, target = dice.randrange(count), dice.randrange(count)
        if not cyclic:
            if source == target:
                continue
            source, target = max(source, target), min(source, target)
        edges.append((source, target))
        if dice.random() < 0.1:
            edges.append((source, target))
    return count, edges


def rows(count: int, edges: list[tuple[int, int]]) -> dict[int, list[int]]:
    return {vertex: [target for source, target in edges if source == vertex] for vertex in range(count)}


def check(found: grundy.Graph, options: dict[Any, list[Any]], misere: bool = False) -> None:
    """Everything that the graph says of the vertices of ``options``, which it has and no others."""
    expected, values = labels(options, misere), ending(options)
    assert sorted(map(repr, found)) == sorted(map(repr, options)) and len(found) == len(options)
    for number, name in enumerate(found):
        vertex = found[name]
        outcome, remoteness = expected[name]
        assert vertex.name == name and found.vertices[number] == name and name in found
        assert (vertex.outcome, found.outcomes[number]) == (outcome, outcome)
        assert (vertex.remoteness is None, found.remoteness[number]) == (outcome == "D", remoteness)
        best = found.best[number]
        assert vertex.best == found.best_of(name) == (None if best < 0 else found.vertices[best])
        if not options[name]:
            assert vertex.best is None
        else:
            assert vertex.best in options[name]
            assert expected[vertex.best][1] == (-1 if outcome == "D" else remoteness - 1)
        if misere:
            assert vertex.value is None and vertex.infinite is None and found.values is None
            continue
        assert found.values is not None
        assert found.infinite(name) == vertex.infinite
        assert found.values[number] == (-1 if vertex.value is None else vertex.value)
        if name in values:
            assert vertex.value == values[name]
        if vertex.value is None:
            assert vertex.infinite == {found[way].value for way in options[name]} - {None}
            assert outcome == ("N" if 0 in vertex.infinite else "D")
        else:
            assert (vertex.value == 0) == (outcome == "P") and outcome != "D"
    counts = [outcome for outcome, _ in expected.values()]
    assert found.counts == {letter: counts.count(letter) for letter in "PND"}
    cycle = found.cycle()
    assert (cycle is None) == (len(values) == len(options))
    if cycle is not None:
        assert all(after in options[before] for before, after in zip(cycle, cycle[1:] + cycle[:1]))


def kinds(count: int, edges: list[tuple[int, int]]) -> dict[str, grundy.Graph]:
    """The graph on numbers, through every door that takes numbers."""
    table = np.array(edges, np.int64).reshape(-1, 2)
    found = {}
    for kind in ("uint32", "int64", "int32", "uint8", "uint64", ">i4", "int16"):
        found[kind] = grundy.graph(table.astype(kind), vertices=count)
    found["fortran"] = grundy.graph(np.asfortranarray(table), vertices=count)
    found["backwards"] = grundy.graph(table[::-1].astype(np.uint32)[::-1], vertices=count)
    found["columns"] = grundy.graph((table[:, 0].copy(), table[:, 1].astype(np.uint8)), vertices=count)
    matrix = np.zeros((count, count), np.int8)
    matrix[table[:, 0], table[:, 1]] = 1
    for form in ("csr_array", "csc_matrix", "coo_array", "lil_matrix", "dok_array"):
        found[form] = grundy.graph(getattr(sparse, form)(matrix))
    return found


@pytest.mark.parametrize("cyclic", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_numbers(seed: int, cyclic: bool) -> None:
    count, edges = chance(seed, cyclic)
    options = rows(count, edges)
    found = kinds(count, edges)
    first = found["uint32"]
    check(first, options)
    for name, other in found.items():
        assert first.vertices is not None and np.array_equal(other.vertices, np.arange(count)), name
        for part in ("outcomes", "values", "remoteness", "best"):
            assert np.array_equal(getattr(first, part), getattr(other, part)), (name, part)
        assert [other[v] for v in other] == [first[v] for v in first]
        if "csr" not in name and "array" not in name and "matrix" not in name:
            assert other == first and other.edge_count == len(edges)
    both = {vertex: list(ways) for vertex, ways in options.items()}
    for source, target in edges:
        both[target].append(source)
    check(grundy.graph(np.array(edges, np.int64).reshape(-1, 2), vertices=count, directed=False), both)
    check(grundy.graph(np.array(edges, np.int64).reshape(-1, 2), vertices=count, misere=True), options, misere=True)


def naming(seed: int, count: int) -> list[Any]:
    """Names of several types."""
    every = [
        lambda number: number,
        lambda number: f"v {number}",
        lambda number: (number, "x"),
        lambda number: frozenset([number]),
        lambda number: (
            [number + 0.5, f'"{number}\\', (number,), -number, b"%d" % number, "", "点", "\n", 10**30, True][
                number % 10
            ]
            if number < 10
            else f"w{number}"
        ),
    ]
    names = [every[seed % len(every)](number) for number in range(count)]
    assert len(set(names)) == count
    return names


@pytest.mark.parametrize("cyclic", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_names(seed: int, cyclic: bool) -> None:
    count, edges = chance(seed, cyclic, 10)
    names = naming(seed, count)
    options = {names[source]: [names[target] for target in ways] for source, ways in rows(count, edges).items()}
    pairs = [(names[source], names[target]) for source, target in edges]
    network = networkx.MultiDiGraph()
    network.add_nodes_from(names)
    network.add_edges_from(pairs)
    found = {
        "mapping": grundy.graph(options),
        "pairs": grundy.graph(pairs, vertices=names),
        "iterator": grundy.graph(iter([list(pair) for pair in pairs]), vertices=iter(names)),
        "network": grundy.graph(network),
    }
    for misere in (False, True):
        check(grundy.graph(options, misere=misere), options, misere)
    for name, other in found.items():
        assert other == found["mapping"] and other.vertices == tuple(names), name
    if pairs:
        frame = pandas.DataFrame({"target": [way for _, way in pairs], "source": [way for way, _ in pairs], "w": 1})
        there = {name: ways for name, ways in options.items() if any(name in pair for pair in pairs)}
        check(grundy.graph(frame), there)
        check(grundy.graph(frame, vertices=names), options)
        assert grundy.graph(frame) == grundy.graph(pairs)
        swapped = {name: [way for way in options if name in options[way]] for name in there}
        check(grundy.graph(frame, source="target", target="source"), swapped)
    both = {name: ways + [way for way in options if name in options[way]] for name, ways in options.items()}
    check(grundy.graph(pairs, vertices=names, directed=False), both)
    check(grundy.graph(networkx.DiGraph(network).to_undirected()), both)
    pickled = pickle.loads(pickle.dumps(found["mapping"]))
    assert pickled == found["mapping"] == copy.deepcopy(pickled) and not pickled.outcomes.flags.writeable
    assert [pickled[name] for name in names] == [found["pairs"][name] for name in names]


@pytest.mark.parametrize("cyclic", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_files(seed: int, cyclic: bool, tmp_path: Path) -> None:
    count, edges = chance(seed, cyclic)
    options = {f"{source}": [f"{target}" for target in ways] for source, ways in rows(count, edges).items()}
    named = {f"v{source}": [f"v{target}" for target in ways] for source, ways in options.items()}
    lines = [f"{source} {target}" for source, target in edges]
    texts: dict[str, tuple[str, dict[str, list[str]]]] = {
        "a.edges": ("\n".join([*options, *lines]), options),
        "a.json": (json.dumps(named), {name: [f"v{way[1:]}" for way in ways] for name, ways in named.items()}),
        "a.dot": ("digraph {" + ";".join([*options, *(line.replace(" ", "->") for line in lines)]) + "}", options),
    }
    for name, (text, expected) in texts.items():
        (tmp_path / name).write_text(text)
        check(grundy.graph(str(tmp_path / name)), expected)
    with gzip.open(tmp_path / "b.edges.gz", "wt") as file:
        file.write(texts["a.edges"][0])
    packed = grundy.graph(tmp_path / "b.edges.gz")
    check(packed, options)
    check(grundy.graph(tmp_path / "b.edges.gz", misere=True), options, misere=True)
    assert packed == grundy.graph(tmp_path / "a.edges") == pickle.loads(pickle.dumps(packed))
    assert packed.vertices == tuple(packed) and packed["0"] == packed[0]
    if edges:
        # Numbers that are no vertices are not there.
        far = tmp_path / "far.edges"
        far.write_text("\n".join(f"{7 * source + 1} {7 * target + 1}" for source, target in edges))
        there = {vertex for edge in edges for vertex in edge}
        gaps = {f"{7 * v + 1}": [f"{7 * w + 1}" for w in rows(count, edges)[v]] for v in there}
        # Some of these begin with what could be the number of vertices and edges.
        found = grundy.graph(far, header=False)
        check(found, gaps)
        for nobody in ("0", 0, -1, "01", "²", "9" * 5000, 10**5000, 1.0, True):
            assert nobody not in found
        assert len(found.svg()) > 100


def test_numbers_beside_names_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.edges"
    file.write_text("99999999999 a\na 3\n4\n")
    found = grundy.graph(file)
    assert set(found.vertices) == {"99999999999", "a", "3", "4"} and found[99999999999].remoteness == 2
    assert found[3] == found["3"] and 5 not in found and -3 not in found
    assert pickle.loads(pickle.dumps(found)) == found


def test_columns_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("no,to,from\n1,b,a\n2,c,b\n")
    assert grundy.graph(file)["a"].remoteness == 2
    assert grundy.graph(file, source="to", target="from")["c"].remoteness == 2
    with pytest.raises(TypeError, match="both"):
        grundy.graph(file, source="to")
    with pytest.raises(TypeError, match="own vertices"):
        grundy.graph(file, vertices=["z"])
    with pytest.raises(ValueError, match="nowhere"):
        grundy.graph(file, source="nowhere", target="to")


@pytest.mark.parametrize("seed", range(25))
def test_sums(seed: int) -> None:
    count, edges = chance(seed, True, 8)
    options = rows(count, edges)
    found = grundy.graph(np.array(edges, np.int64).reshape(-1, 2), vertices=count)
    expected = pairs_sum(options, options)
    for one in options:
        assert found.sum(one) == found[one].outcome
        for two in options:
            assert found.sum(one, two) == expected[one, two][0]


def test_misere_sums() -> None:
    found = grundy.graph({"a": ["b"], "b": []}, misere=True)
    assert (found.sum("a"), found.sum("b"), found.sum()) == ("P", "N", "N")
    with pytest.raises(grundy.Unknown):
        found.sum("a", "a")
    with pytest.raises(ValueError, match="no values"):
        found.infinite("a")
    with pytest.raises(KeyError):
        found.sum("c")


def test_empty() -> None:
    for nothing in ([], {}, np.empty((0, 2), int), np.empty((0, 2)), networkx.DiGraph(), sparse.csr_array((0, 0))):
        found = grundy.graph(nothing)
        assert len(found) == 0 and list(found) == [] and found.edge_count == 0 and found.cycle() is None
        assert found.counts == {"P": 0, "N": 0, "D": 0} and found.outcomes.shape == (0,)
        assert len(found.to_pandas()) == 0 and "0 vertices" in found._repr_html_()
    assert grundy.graph([], vertices=3).counts["P"] == 3
    assert grundy.graph(pandas.DataFrame({"from": [], "to": []})).edge_count == 0


def test_zero_entries_are_no_edges() -> None:
    matrix = sparse.coo_array(([1, -1, 0, 2], ([0, 0, 1, 2], [1, 1, 2, 1])), shape=(3, 3))
    found = grundy.graph(matrix)
    assert found.edge_count == 1 and found.outcomes.tolist() == ["P", "P", "N"]
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        grundy.graph(sparse.coo_array(([float("nan")], ([0], [1])), shape=(2, 2)))


def test_frames() -> None:
    for kind in ("category", "string", "object"):
        frame = pandas.DataFrame({"from": ["a", "b"], "to": ["b", "c"]}).astype(kind)
        assert grundy.graph(frame).vertices == ("a", "b", "c")
    frame = pandas.DataFrame({"x": [1, 2], "y": pandas.array([2, 3], "Int64")})
    assert grundy.graph(frame).vertices == (1, 2, 3)
    # Large numbers of two types are not rounded to floats.
    frame = pandas.DataFrame({"x": np.array([2**63], np.uint64), "y": np.array([2**53 + 1], np.int64)})
    assert grundy.graph(frame).vertices == (2**63, 2**53 + 1)
    for wrong, told in [
        (pandas.DataFrame({"from": ["a", None], "to": ["b", "c"]}), "row 1.*'from'"),
        (pandas.DataFrame({"from": [1.0, 2.0], "to": [3, float("nan")]}), "row 1.*'to'"),
        (pandas.DataFrame({"only": [1]}), "two columns"),
        (pandas.DataFrame([[1, 2]], columns=["from", "from"]), "same name"),
    ]:
        with pytest.raises(ValueError, match=told):
            grundy.graph(wrong)
    missing = pandas.DataFrame({"x": pandas.array([1, None], "Int64"), "y": pandas.array([2, 3], "Int64")})
    with pytest.raises(ValueError, match="NA|whole numbers"):
        grundy.graph((missing.x, missing.y))
    with pytest.raises(ValueError, match="no column 'p'"):
        grundy.graph(frame, source="p", target="y")
    with pytest.raises(TypeError, match="both"):
        grundy.graph(frame, source="x")


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        (np.zeros((3, 3), int), ValueError, r"\(m, 2\)"),
        (np.zeros(4, int), ValueError, r"\(m, 2\)"),
        (np.zeros((2, 2, 2), int), ValueError, r"\(m, 2\)"),
        (np.zeros((2, 2)), ValueError, "whole numbers"),
        (np.array([[0, np.nan]]), ValueError, "float64"),
        (np.array([[0j, 1]]), ValueError, "complex"),
        (np.zeros((2, 2), bool), ValueError, "argwhere"),
        (np.array([[0, 1], [2, -1]]), ValueError, r"row 1 \(counted from 0\): -1"),
        (np.array([[0, 1], [2, 2**32 - 1]]), ValueError, "row 1 .*4294967295 is no vertex"),
        (np.array([[0, 1], [2, 2**64 - 1]], np.uint64), ValueError, "row 1 .*18446744073709551615"),
        (np.array([[2**32 - 1, 1]], np.uint32), ValueError, "row 0"),
        ((np.zeros(2, int), np.zeros(3, int)), ValueError, "2 numbers and 3"),
        ([np.zeros(2, int), np.zeros(2, int)], TypeError, "tuple"),
        (np.array([["a", None]], object), ValueError, "None is no name"),
        ([(1, float("nan"))], ValueError, "nan is no name"),
        ([(1, 2), (3,)], ValueError, "edge 1"),
        ([(1, 2, 3)], ValueError, "edge 0"),
        ([1], TypeError, "edge 0"),
        (["ab"], ValueError, "pair"),
        ([{1, 2}], ValueError, "pair"),
        ([([], 1)], TypeError, "hashable"),
        ({"a": [{}]}, TypeError, "hashable"),
        ({"a": "bc"}, TypeError, "iterable of options"),
        ({"a": 3}, TypeError, "iterable of options"),
        (3, TypeError, "expected a graph"),
        (None, TypeError, "expected a graph"),
        (b"a b", TypeError, "expected a graph"),
        (sparse.csr_array((2, 3)), ValueError, "square"),
    ],
)
def test_wrong(wrong: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        grundy.graph(wrong)
    grundy.set_language("zh")
    try:
        with pytest.raises(error) as raised:
            grundy.graph(wrong)
        assert any("\u4e00" <= letter <= "\u9fff" for letter in str(raised.value))
    finally:
        grundy.set_language("en")


def test_columns_and_edges_in_a_tuple() -> None:
    columns = grundy.graph((np.array([0, 0]), np.array([1, 2])))
    assert columns.edge_count == 2 and [columns[v].best for v in range(3)] == [1, None, None]
    # Lists that cannot be pairs are columns, as arrays are; names stay as they are.
    assert grundy.graph(([0, 0, 1], [1, 2, 2])) == grundy.graph(np.array([[0, 1], [0, 2], [1, 2]]))
    assert grundy.graph(([0], [1])) == grundy.graph(np.array([[0, 1]])) and len(grundy.graph(([], []))) == 0
    assert grundy.graph(((0, 0, 1), (1, 2, 2))) == grundy.graph(([0, 0, 1], [1, 2, 2]))
    named = grundy.graph((["a", "a", 1], ["b", (2, 3), "b"]))
    assert named.vertices == ("a", "b", (2, 3), 1) and named.edge_count == 3
    assert grundy.graph((np.array([0, 0]), [1, 2])) == columns == grundy.graph(([0, 0], np.array([1, 2])))
    # Two pairs are edges where they are tuples, and could be either where they are lists.
    assert grundy.graph((("a", "b"), ("b", "c"))).vertices == ("a", "b", "c")
    for unclear in (([0, 0], [1, 2]), (["a", "b"], ["b", "c"]), ([0, 0], (1, 2))):
        with pytest.raises(ValueError, match=r"columns or edges; for the edges write \[\(.*numpy.array"):
            grundy.graph(unclear)
    with pytest.raises(ValueError, match="equal length"):
        grundy.graph(([0, 0, 1], [1, 2]))
    with pytest.raises(TypeError, match="columns or edges"):
        grundy.graph([np.array([0, 0]), np.array([1, 2])])


def test_wrong_vertices() -> None:
    edges = np.array([[0, 5]])
    for vertices, error in [(5, ValueError), (-1, ValueError), (2**33, ValueError), ([7], TypeError), ("a", TypeError)]:
        with pytest.raises(error):
            grundy.graph(edges, vertices=vertices)
    with pytest.raises(TypeError, match="iterable of names"):
        grundy.graph([("a", "b")], vertices="ab")
    with pytest.raises(TypeError, match="columns"):
        grundy.graph(edges, source="a", target="b")
    found = grundy.graph([(2, 0)], vertices=3)
    assert found.vertices == (0, 1, 2)
    for nobody in (3, -1, "0", None, [], True):
        assert nobody not in grundy.graph(edges[:0], vertices=3)
    with pytest.raises(KeyError):
        found["x"]
    with pytest.raises(TypeError):
        grundy.Graph()


def test_wrong_files(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        grundy.graph(tmp_path / "missing.csv")
    assert missing.value.filename == str(tmp_path / "missing.csv")
    with pytest.raises(OSError):
        grundy.graph(tmp_path)
    (tmp_path / "a.json").write_text('{"a": ["b"],\n "b": [}')
    with pytest.raises(grundy.ParseError) as wrong:
        grundy.graph(tmp_path / "a.json")
    assert (wrong.value.line, wrong.value.column) == (2, 8) and "a.json" in str(wrong.value)
    (tmp_path / "a.dot").write_text("digraph {\n a -> ;\n}")
    with pytest.raises(grundy.ParseError) as wrong:
        grundy.graph(tmp_path / "a.dot")
    assert wrong.value.line == 2 and isinstance(wrong.value, ValueError)
    (tmp_path / "a.edges.gz").write_bytes(gzip.compress(b"a b\n" * 1000)[:-12])
    with pytest.raises(grundy.ParseError, match="truncated|damaged"):
        grundy.graph(tmp_path / "a.edges.gz")
    (tmp_path / "a.parquet").write_bytes(b"PAR1" + b"x" * 100 + b"PAR1")
    with pytest.raises(grundy.ParseError, match="a.parquet"):
        grundy.graph(tmp_path / "a.parquet")
    (tmp_path / "u.dot").write_text("graph { a -- b }")
    assert grundy.graph(tmp_path / "u.dot", directed=False).counts["D"] == 2
    with pytest.raises(grundy.ParseError, match="u.dot"):
        grundy.graph(tmp_path / "u.dot")


def test_memory(tmp_path: Path) -> None:
    edges = np.random.default_rng(1).integers(0, 10**6, (10**6, 2))
    with pytest.raises(grundy.Unknown, match="memory="):
        grundy.graph(edges, memory=10 << 20)
    with pytest.raises(grundy.Unknown):
        grundy.graph(edges[:10], vertices=2**32 - 2)
    np.savetxt(tmp_path / "a.edges", edges[: 10**5], fmt="%d")
    with pytest.raises(grundy.Unknown, match="memory="):
        grundy.graph(tmp_path / "a.edges", memory=1 << 20)


def test_progress() -> None:
    told: list[int] = []
    edges = np.random.default_rng(1).integers(0, 10**5, (10**6, 2), np.uint32)
    grundy.graph(edges, progress=told.append)
    assert sum(told) == len(edges)

    def fails(_: int) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        grundy.graph(edges, progress=fails)


def test_a_million_edges_quickly() -> None:
    edges = np.random.default_rng(1).integers(0, 10**5, (10**6, 2), np.uint32)
    begin = time.perf_counter()
    found = grundy.graph(edges)
    assert time.perf_counter() - begin < 5
    assert sum(found.counts.values()) == len(found) == 10**5
    arrays = (found.outcomes, found.values, found.remoteness, found.best, found.vertices)
    assert [array.dtype.kind for array in arrays] == ["U", "i", "i", "i", "i"]
    for array in arrays:
        assert array.shape == (10**5,) and not array.flags.writeable
    table = found.to_pandas()
    assert (table.outcome == "D").sum() == found.counts["D"] == table.remoteness.isna().sum()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("where", ["graph", "file"])
def test_interrupt(where: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    program = f"""
import grundy, numpy as np, time, threading, sys
if {where!r} == "file":
    work = lambda: grundy.graph({str(pipe)!r})
else:
    edges = np.random.default_rng(1).integers(0, 10**6, (2 * 10**7, 2), np.uint32)
    def work():
        while True:
            grundy.graph(edges)
print("ready", flush=True)
try:
    work()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        begin = time.perf_counter()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.perf_counter() - begin < 2
        process.kill()


def test_words() -> None:
    found = grundy.graph({"a": ["b"], "b": [], "c": ["c"], "d": ["c", "b"], "e": ["a"]})
    for vertex in map(found.__getitem__, found):
        english, chinese = vertex.why(), vertex.why("zh")
        assert english.startswith(f"{vertex.name}: ") and chinese.startswith(f"{vertex.name}：")
        assert vertex.text() in english and vertex.text("zh") in chinese
    assert found["d"].value_text() == "∞{0}" and found["a"].value_text() == "1"
    with pytest.raises(ValueError, match="language"):
        found["a"].why("fr")
    assert repr(found) == "<Graph: 5 vertices, 5 edges: P 2, N 2, D 1>"
    assert "misère" in repr(grundy.graph({"a": ["b"]}, misere=True))
    assert "no move" in found["b"].why() and "wins" in grundy.graph({"a": []}, misere=True)["a"].why()


def test_pictures() -> None:
    found = grundy.graph({1: ["1", "<b>&"], "1": [1]})
    picture = found.svg()
    assert picture.startswith("<svg") and ">graph (" in picture and "standard input" not in picture
    assert ">图（" in found.svg(steps=True, lang="zh")
    assert found.svg(steps=True) and found.svg(steps=True) != picture != found.svg(lang="zh")
    page = found._repr_html_()
    assert "&lt;b&gt;&amp;" in page and "<b>" not in page and "<svg" in page
    assert grundy.graph({"a": ["b"]}, misere=True).svg() and grundy.graph({"a": ["b"]}, misere=True)._repr_html_()
    large = grundy.graph(np.stack([np.arange(1, 1000), np.arange(999)], 1))
    assert "… and 988 more" in large._repr_html_()
    with pytest.raises(grundy.Unknown, match="too large"):
        large.svg()


def test_pandas() -> None:
    found = grundy.graph({"a": ["b"], "b": [], "c": ["c", "b"], ("t", 1): ["c"]})
    table = found.to_pandas()
    assert table.index.tolist() == ["a", "b", "c", ("t", 1)] and table.index.name == "vertex"
    assert table.outcome.tolist() == list(found.outcomes)
    assert table.value.isna().tolist() == [False, False, True, False] and table.infinite.iloc[2] == {0}
    assert table.best.iloc[0] == "b" and table.best.isna().iloc[1]
    assert "value" not in grundy.graph({"a": []}, misere=True).to_pandas()


def test_nothing_is_imported() -> None:
    program = "import grundy, sys; grundy.graph({1: [2]}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pandas", "networkx", "scipy"} & set(loaded)


def test_a_contest_header_is_no_edge(tmp_path: Path) -> None:
    file = tmp_path / "roads.txt"
    file.write_text("4 2\n1 2\n2 3\n")
    with pytest.warns(UserWarning, match="'4 2'"):
        found = grundy.graph(file)
    assert found.outcomes.tolist() == ["P", "N", "P", "P"]
    with pytest.warns(UserWarning):
        assert len(grundy.graph(str(file), directed=False)) == 4
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert grundy.graph(file, header=False)["4"].best == "2"
        assert grundy.graph(file, header=True).outcomes.tolist() == ["P", "N", "P", "P"]
    with pytest.raises(TypeError):
        grundy.graph([(1, 2)], header=True)
