"""Packages of the field by other authors, on what they can say: nimbers, Nim, and values that they compute from the options alone."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Callable

import pytest
from brute import grundys_game, nim, octal, take, wythoff

import grundy
from grundy import Game, Nimber, Rule

#: Rules by the head of their notation, and up to which heap the oracles can be asked.
RULES: list[tuple[str, Any, list[Any]]] = [
    ("nim", nim, list(range(7))),
    ("take:1,3,4", take(1, 3, 4), list(range(16))),
    ("take:2,5", take(2, 5), list(range(16))),
    ("kayles", octal("0.77"), list(range(11))),
    ("0.137", octal("0.137"), list(range(12))),
    ("0.6", octal("0.6"), list(range(12))),
    ("grundy", grundys_game, list(range(12))),
    ("wythoff", wythoff, [(x, y) for x in range(5) for y in range(4)]),
]


def text(name: str, at: Any) -> str:
    return f"{name} {','.join(map(str, at)) if isinstance(at, tuple) else at}"


def from_options(rule: Any, made: Callable[[list[Any]], Any], add: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """The games of an oracle for the positions of a rule: from their options, sums added by the oracle."""

    @cache
    def game(at: Any) -> Any:
        options = []
        for option in rule(at):
            whole = made([])
            for part in option:
                whole = add(whole, game(part))
            options.append(whole)
        return made(options)

    return game


@pytest.mark.parametrize("name, rule, positions", RULES, ids=[name for name, *_ in RULES])
def test_cgt_py(name: str, rule: Any, positions: list[Any]) -> None:
    """Canonical forms of partizan games, written in Rust: of {G|G} with the options as nimbers."""
    cgt_py = pytest.importorskip("cgt_py", reason="cgt-py is not installed, or its widgets cannot be imported")

    def made(options: list[Any]) -> Any:
        inside = ",".join(sorted({repr(one).split("'")[1] for one in options}))
        return cgt_py.CanonicalForm(f"{{{inside}|{inside}}}")

    game = from_options(rule, made, lambda a, b: a + b)
    for at in positions:
        value = grundy.solve(text(name, at)).value
        assert value is not None and game(at) == made([made_nimber(cgt_py, n) for n in range(int(value))]), (name, at)


def made_nimber(cgt_py: Any, n: int) -> Any:
    return cgt_py.CanonicalForm("0" if n == 0 else f"*{n}")


def test_cgt_py_sums_of_nimbers() -> None:
    cgt_py = pytest.importorskip("cgt_py", reason="cgt-py is not installed, or its widgets cannot be imported")
    for a in range(40):
        for b in range(0, 40, 3):
            assert made_nimber(cgt_py, a) + made_nimber(cgt_py, b) == made_nimber(cgt_py, int(Nimber(a) + Nimber(b)))


@pytest.mark.parametrize("name, rule, positions", RULES, ids=[name for name, *_ in RULES])
def test_pycgt(name: str, rule: Any, positions: list[Any]) -> None:
    """Canonical forms of partizan games, in pure Python."""
    pycgt = pytest.importorskip("pycgt", reason="pycgt is not installed")
    game = from_options(rule, lambda options: pycgt.game(options, options), pycgt.add)
    for at in positions:
        value = grundy.solve(text(name, at)).value
        assert value is not None and pycgt.equals(game(at), pycgt.nimber(int(value))), (name, at)
        assert (pycgt.outcome(game(at)).name[0] in "SPZ") == (grundy.solve(text(name, at)).outcome == "P"), (
            pycgt.outcome(game(at))
        )


def test_pycgt_cram() -> None:
    cram = pytest.importorskip("pycgt.rulesets.cram", reason="pycgt is not installed")
    pycgt = pytest.importorskip("pycgt")
    for rows in range(1, 5):
        for columns in range(1, 5):
            value = grundy.solve(f"cram {rows}x{columns}").value
            assert value is not None and pycgt.equals(cram.rectangle(rows, columns), pycgt.nimber(int(value))), (
                rows,
                columns,
            )
    for columns in range(5, 9):
        value = grundy.solve(f"cram 1x{columns} + nim 2").value
        assert value is not None and pycgt.equals(
            pycgt.add(cram.rectangle(1, columns), pycgt.nimber(2)), pycgt.nimber(int(value))
        )


def test_pycgt_nim() -> None:
    nim_rules = pytest.importorskip("pycgt.rulesets.nim", reason="pycgt is not installed")
    pycgt = pytest.importorskip("pycgt")
    luck = random.Random(1)
    for _ in range(30):
        heaps = [luck.randrange(8) for _ in range(luck.randint(1, 4))]
        value = grundy.solve(Game(f"nim {' '.join(map(str, heaps))}")).value
        assert value is not None and pycgt.equals(nim_rules.heaps(*heaps), pycgt.nimber(int(value)))


def test_ludology_nimbers() -> None:
    ludology = pytest.importorskip("ludology", reason="ludology is not installed")
    # It computes products by the definition, without keeping any: larger ones take minutes.
    for a in range(5):
        for b in range(5):
            one, two = ludology.Nimber(a), ludology.Nimber(b)
            assert (one + two)._n == Nimber(a) + Nimber(b), (a, b)
            assert (one * two)._n == Nimber(a) * Nimber(b), (a, b)
    luck = random.Random(2)
    for _ in range(100):
        values = {luck.randrange(10) for _ in range(luck.randrange(8))}
        assert ludology.utils.mex(values) == Nimber.mex(values)


@pytest.mark.parametrize("name, rule, positions", RULES, ids=[name for name, *_ in RULES])
def test_ludology_values(name: str, rule: Any, positions: list[Any]) -> None:
    """Its equality of games holds {G|G} against a nimber by playing the difference."""
    ludology = pytest.importorskip("ludology", reason="ludology is not installed")

    def made(options: list[Any]) -> Any:
        return ludology.canonicalize(ludology.Game(set(options), set(options)))

    @cache
    def number(at: Any) -> int:
        """The value by the oracle: of an option that is a sum, by its sum of nimbers."""
        options = []
        for option in rule(at):
            whole = ludology.Nimber(0)
            for part in option:
                whole = whole + ludology.Nimber(number(part))
            options.append(whole)
        game = made(options)
        return next(n for n in range(12) if game == ludology.Nimber(n))

    for at in positions[:9]:
        assert grundy.solve(text(name, at)).value == number(at), (name, at)


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_nimgame(misere: bool) -> None:
    nimgame = pytest.importorskip("nimgame", reason="nimgame is not installed")
    luck = random.Random(4)
    seen = set()
    for _ in range(300):
        game = nimgame.Nim(misere=misere)
        heaps = [luck.choice([0, 1, 1, luck.randrange(20)]) for _ in range(luck.randint(1, 5))]
        game.heaps = heaps
        answer = grundy.solve(Game(f"nim {' '.join(map(str, heaps))}"), misere=misere)
        assert (answer.outcome == "N") == game.is_winning_for_next(), heaps
        seen.add(answer.outcome)
        if not misere:
            assert answer.value == game.get_nimsum()
        if answer.outcome == "N" and any(heaps):
            move = game.figure_out_best_move()
            left = list(heaps)
            left[move.heapdesig] -= move.removecount
            assert Game(f"nim {' '.join(map(str, left))}") in [one.game for one in answer.moves], (heaps, move)
    assert seen == {"N", "P"}


def test_nimsum() -> None:
    nimsum = pytest.importorskip("NimSum", reason="NimSum is not installed")
    luck = random.Random(5)
    for _ in range(200):
        heaps = [luck.randrange(1000) for _ in range(luck.randint(1, 6))]
        oracle = nimsum.NimSum(heaps, True)
        answer = grundy.solve(Game(f"nim {' '.join(map(str, heaps))}"))
        assert answer.value == int(oracle.get_nim_sum(), 2) and (answer.outcome == "N") == oracle.get_sequence()


def test_networkx() -> None:
    """Marking back from the ends of a graph without cycles, in the order that networkx gives."""
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    luck = random.Random(7)
    for _ in range(20):
        graph = networkx.gn_graph(luck.randrange(2, 40), seed=luck.randrange(1000))
        graph.add_edges_from((v, w) for v in graph for w in graph if w < v and luck.random() < 0.1)
        value: dict[int, int] = {}
        for vertex in reversed(list(networkx.topological_sort(graph))):
            seen = {value[after] for after in graph.successors(vertex)}
            value[vertex] = next(n for n in range(len(seen) + 1) if n not in seen)
        rule = Rule(lambda v, graph=graph: graph.successors(v))  # type: ignore[misc]
        for vertex in graph:
            assert grundy.solve(rule(vertex)).value == value[vertex]
