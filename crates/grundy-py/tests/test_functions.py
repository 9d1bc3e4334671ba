"""Rules as Python functions: any positions, sums, each position asked for once, exceptions, cycles, threads."""

from __future__ import annotations

import gc
import random
import threading
import traceback
import weakref
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from brute import Sums, king, octal, outcomes_of_graph, table, take, values_of, wythoff

import grundy
from grundy import Game, Rule


def subtract(n: int) -> list[int]:
    return [n - k for k in (1, 3, 4) if k <= n]


def kayles(n: int) -> list[list[int]]:
    return [[left, n - gone - left] for gone in (1, 2) for left in range(n - gone + 1)]


def queen(at: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for ((x, y),) in wythoff(at):
        yield x, y


def test_values() -> None:
    rules = [(subtract, take(1, 3, 4)), (kayles, octal("0.77")), (queen, wythoff)]
    for function, by_hand in rules:
        value = values_of(by_hand)
        for n in range(25):
            at: Any = (n, (7 * n) % 11) if function is queen else n
            answer = grundy.solve(Rule(function)(at), moves=1000)
            assert answer.value == value(at) and answer.outcome == ("N" if value(at) else "P"), (function, at)


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_sums_with_games_of_the_catalogue(misere: bool) -> None:
    brute = Sums(
        {"take": take(1, 3, 4), "kayles": octal("0.77"), "king": king, "nim": lambda n: [(k,) for k in range(n)]},
        misere,
    )
    luck = random.Random(3)
    for _ in range(40):
        a, b, c, d = (luck.randrange(5) for _ in range(4))
        game = Rule(subtract)(a) + Game(f"nim {b}") + Rule(kayles)(c) + f"king {d},{b}"
        whole = (("take", a), ("nim", b), ("kayles", c), ("king", (d, b)))
        answer = grundy.solve(game, misere=misere, moves=1000)
        assert answer.outcome == ("N" if brute.mover_wins(whole) else "P"), (a, b, c, d)
        # What the function gives twice, or in another order, is one move.
        winning = {(place, tuple(sorted(left, key=repr))) for place, left in brute.winning(whole)}
        assert answer.winning_count == len(answer.moves) == len(winning), (a, b, c, d)
        assert {move.component for move in answer.moves} == {place for place, _ in winning}
        for move in answer.moves:
            assert grundy.solve(move.game, misere=misere).outcome == "P"


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_moves_are_counted_as_in_the_game_that_it_is(misere: bool) -> None:
    for pins in range(14):
        by_function, by_name = Rule(kayles)(pins), Game(f"kayles {pins}")
        told, known = (grundy.solve(game, misere=misere, moves=1000) for game in (by_function, by_name))
        assert told.winning_count == known.winning_count == len(told.moves), pins
        assert len(by_function.options()) == len(by_function.moves(misere=misere)), pins
        assert sum(move.wins is True for move in by_function.moves(misere=misere)) == told.winning_count

    def twice(n: int) -> list[Any]:
        return [n - 1, [n - 1], (n + 1) // 2] if n > 1 else [0] * n

    assert grundy.solve(Rule(twice)(3)).winning_count == 1
    assert grundy.solve("rule 'n -> n-1 | (n+1)/2 if n > 1; 1 -> 0' 3").winning_count == 1
    assert [str(move) for move in Rule(twice)(3).moves()] == ["leave 2"]


def test_any_positions() -> None:
    def words(word: str) -> list[str]:
        return [word[:i] + word[i + 1 :] for i in range(len(word))]

    def sets(of: frozenset[int]) -> set[frozenset[int]]:
        return {of - {one} for one in of}

    def chain(at: Any) -> tuple[Any, ...]:
        return {
            None: (),
            "end": (None,),
            1.5: ("end", None),
            ("a", None): (1.5,),
            b"x": (("a", None), 1.5),
            True: (b"x",),
        }[at]

    assert [grundy.solve(Rule(words)("x" * n)).value for n in range(6)] == [0, 1, 0, 1, 0, 1]
    assert grundy.solve(Rule(sets)(frozenset({1, 5, 9}))).value == 1
    expected = {None: 0, "end": 1, 1.5: 2, ("a", None): 0, b"x": 1, True: 0}
    for at, value in expected.items():
        assert grundy.solve(Rule(chain)(at)).value == value, at
    answer = grundy.solve(Rule(chain)("end", None))
    assert answer.game == Rule(chain)("end", None) and answer.moves[0].game == Rule(chain)(None, None)
    assert "None" in str(answer.moves[0]) and "None" in answer.why()


def test_lists_are_sums_and_nothing_else_is() -> None:
    def splits(n: Any) -> list[Any]:
        # A tuple is one position; a list is a sum; an empty list is the end.
        return {3: [[1, 1], (1, 1), []], 2: [[1, 1]], 1: [[]], (1, 1): [3 - 2], 4: [(1, 1)]}[n]

    rule = Rule(splits)
    value = {n: grundy.solve(rule(n)).value for n in (1, 2, 3, (1, 1), 4)}
    # 1 is worth 1; 2 may become 1 + 1, worth 0; (1, 1) becomes 1; 3 becomes 1 + 1, (1, 1) or nothing.
    assert value == {1: 1, 2: 1, (1, 1): 0, 3: 1, 4: 1}
    assert rule(2).options() == [rule(1, 1)] and rule(4).options() == [rule((1, 1))] != [rule(1, 1)]
    assert len(rule(1).options()[0]) == 0 and len(rule(3).options()) == 3


def test_what_gives_options() -> None:
    for answer in (
        lambda n: iter([n - 1] if n else []),
        lambda n: {n - 1} if n else set(),
        lambda n: range(n),
        lambda n: {k: None for k in range(n)},
    ):
        expected = 5 if len(list(answer(5))) == 5 else 1
        assert grundy.solve(Rule(answer)(5)).value == expected

    class Callable:
        def __call__(self, n: int) -> list[int]:
            return [n - 1] if n else []

        def method(self, n: int) -> list[int]:
            return list(range(n))

    it = Callable()
    assert grundy.solve(Rule(it)(5)).value == 1 and grundy.solve(Rule(it.method)(5)).value == 5
    assert grundy.solve(Rule(str.split)("")).value == 0


def counted() -> tuple[Counter[Any], Any]:
    asked: Counter[Any] = Counter()

    def options(n: int) -> list[int]:
        asked[n] += 1
        return subtract(n)

    return asked, options


def test_a_position_is_asked_for_once() -> None:
    asked, options = counted()
    rule = Rule(options)
    assert not asked
    for _ in range(3):
        grundy.solve(rule(20))
    grundy.solve(rule(20, 15) + Rule(options)(12) + Game("nim 4"), misere=True)
    grundy.solve(Rule(options)(20), moves=100)
    assert max(asked.values()) == 1 and set(asked) == set(range(21))
    rule(20).options()
    rule(20).moves()
    grundy.Solver().solve(rule(19))
    assert max(asked.values()) == 1
    grundy.table(options, 30)
    assert max(asked.values()) == 1 and set(asked) == set(range(30))


def test_a_function_that_nobody_uses_goes() -> None:
    _, options = counted()
    gone = weakref.ref(options)
    grundy.solve(Rule(options)(10))
    del options
    gc.collect()
    assert gone() is None


def test_exceptions() -> None:
    class Mine(Exception):
        pass

    error = Mine("no options of 3")
    fails = True

    def options(n: int) -> list[int]:
        if n == 3 and fails:
            raise error
        return [n - 1] if n else []

    rule = Rule(options)
    for attempt in (
        lambda: grundy.solve(rule(6)),
        lambda: grundy.solve(Game("nim 3") + rule(6), misere=True),
        lambda: rule(3).options(),
        lambda: rule(6).moves(),
        lambda: grundy.table(options, 10),
        lambda: grundy.Solver().solve(rule(6)),
    ):
        with pytest.raises(Mine) as raised:
            attempt()
        assert raised.value is error
        names = [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
        assert names[-1] == "options"
        error.__traceback__ = None
    assert grundy.solve(rule(2)).value == 0 and grundy.solve("nim 3").value == 3
    fails = False
    assert grundy.solve(rule(6)).value == 0 and grundy.table(options, 10)[9] == 1


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt, SystemExit, MemoryError, RecursionError, GeneratorExit, StopIteration]
)
def test_exceptions_of_every_kind(error: type[BaseException]) -> None:
    def options(n: int) -> list[int]:
        raise error("mine")

    with pytest.raises(error, match="mine"):
        grundy.solve(Rule(options)(1))


def test_exceptions_of_generators_and_keys() -> None:
    def generator(n: int) -> Iterator[int]:
        yield 1
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        grundy.solve(Rule(generator)(2))

    class BadHash:
        def __hash__(self) -> int:
            raise ArithmeticError("no hash")

    with pytest.raises(ArithmeticError, match="no hash"):
        grundy.solve(Rule(lambda n: [BadHash()])(2))
    with pytest.raises(ArithmeticError, match="no hash"):
        Rule(subtract)(BadHash())

    class BadIter:
        def __iter__(self) -> Any:
            raise ArithmeticError("no iterator")

    with pytest.raises(ArithmeticError, match="no iterator"):
        grundy.solve(Rule(lambda n: BadIter())(2))

    class BadRepr:
        def __repr__(self) -> str:
            raise ArithmeticError("no repr")

    rule = Rule(lambda at: [0] if at else [])
    assert grundy.solve(rule(BadRepr())).value == 1
    with pytest.raises(ArithmeticError, match="no repr"):
        repr(rule(BadRepr()))


def test_wrong_answers() -> None:
    for wrong in (None, 3, 1.5, object()):
        with pytest.raises(TypeError, match="options"):
            grundy.solve(Rule(lambda n, told=wrong: told)(1))  # type: ignore[misc]
    for unhashable in ([{}], [[[1]]], [bytearray(b"x")]):
        with pytest.raises(TypeError, match="unhashable"):
            grundy.solve(Rule(lambda n, told=unhashable: told)(1))  # type: ignore[misc]
    with pytest.raises(TypeError, match="unhashable"):
        Rule(subtract)([1, 2])
    with pytest.raises(TypeError):
        grundy.solve(Rule(lambda: [])(1))  # type: ignore[misc, arg-type]  # noqa: PIE807
    with pytest.raises((TypeError, ValueError), match="text"):
        Rule(subtract, v=3)
    for no_rule in (3, None, 1.5, ["n -> n-1"], b"n -> n-1"):
        with pytest.raises(TypeError):
            Rule(no_rule)  # type: ignore[arg-type]


def test_without_an_end() -> None:
    def counts(n: int) -> list[int]:
        return [n + 1]

    with pytest.raises(grundy.Unknown, match="1000"):
        grundy.solve(Rule(counts)(0), positions=1000)
    with pytest.raises(grundy.Unknown, match="0.3|300"):
        grundy.solve(Rule(counts)(0), positions=10**9, memory=2**40, time=0.3)
    with pytest.raises(grundy.Unknown):
        grundy.solve(Rule(counts)(0), memory=10**6)
    assert grundy.solve(Rule(subtract)(10)).value == values_of(take(1, 3, 4))(10)


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_cycles(misere: bool) -> None:
    luck = random.Random(8)
    seen = set()
    for _ in range(60):
        size = luck.randint(1, 8)
        graph = {v: luck.sample(range(size), luck.randint(0, min(3, size))) for v in range(size)}
        expected = outcomes_of_graph(graph, misere)
        rule = Rule(lambda v, graph=graph: graph[v])  # type: ignore[misc]
        for vertex, outcome in expected.items():
            answer = grundy.solve(rule(vertex), misere=misere)
            assert answer.outcome == outcome, (graph, vertex)
            seen.add(outcome)
            if answer.moves:
                assert all(grundy.solve(move.game, misere=misere).outcome == "P" for move in answer.moves)
    assert seen == {"N", "P", "D"}


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_cycles_in_sums(misere: bool) -> None:
    luck = random.Random(12)
    seen = set()
    for _ in range(25):
        graph = {v: luck.sample(range(4), luck.randint(0, 2)) for v in range(4)}
        product = {(v, n): [(w, n) for w in graph[v]] + [(v, m) for m in range(n)] for v in graph for n in range(3)}
        expected = outcomes_of_graph(product, misere)
        rule = Rule(lambda v, graph=graph: graph[v])  # type: ignore[misc]
        for (v, n), outcome in expected.items():
            assert grundy.solve(rule(v) + Game(f"nim {n}"), misere=misere).outcome == outcome, (graph, v, n)
            seen.add(outcome)
    assert seen >= {"N", "P"} and ("D" in seen)


def test_two_functions_are_two_games() -> None:
    one, two = Rule(lambda n: range(n)), Rule(lambda n: [n - 1] if n else [])
    game = one(4) + two(4) + one(3)
    assert grundy.solve(game).value == 4 ^ 0 ^ 3 and len(game) == 3
    assert one(4) != two(4) and hash(one(4)) == hash(one(4)) and one != two
    assert str(one(4)) != str(two(4)) and len({one(1), two(1), one(1)}) == 2
    solver = grundy.Solver()
    assert (solver.solve(one(6)).value, solver.solve(two(6)).value, solver.solve(one(6) + two(5)).value) == (6, 0, 7)
    # Where one function went and another took its place in memory, they are not taken for each other.
    for n in range(50):
        made = eval(f"lambda at: range(min(at, {n}))")
        assert grundy.solve(Rule(made)(60)).value == (n if n < 60 else 60)
        del made


def test_the_function_may_ask_itself() -> None:
    def options(n: int) -> list[int]:
        if n > 0:
            # What it asks for is smaller, and known afterwards.
            assert grundy.solve(Rule(options)(n - 1)).outcome in ("N", "P")
            assert grundy.solve("nim 3 5").value == 6 and Rule(subtract)(n).options() is not None
        return subtract(n)

    value = values_of(take(1, 3, 4))
    assert grundy.solve(Rule(options)(40)).value == value(40)
    assert grundy.table(options, 45).tolist() == [value(n) for n in range(45)]
    solver = grundy.Solver()

    def asks_solver(n: int) -> list[int]:
        solver.solve("kayles 9")
        return [n - 1] if n else []

    assert solver.solve(Rule(asks_solver)(9)).value == 1 and solver.solve("kayles 9").value == 4


def test_threads() -> None:
    asked: Counter[int] = Counter()

    def options(n: int) -> list[int]:
        asked[n] += 1
        return subtract(n)

    value = values_of(take(1, 3, 4))
    expected = [value(n) for n in range(150)]
    failures: list[BaseException] = []
    solver = grundy.Solver()

    def work(seed: int) -> None:
        luck = random.Random(seed)
        try:
            for _ in range(60):
                n, m = luck.randrange(150), luck.randrange(20)
                assert grundy.solve(Rule(options)(n, m) + Game("nim 2")).value == expected[n] ^ expected[m] ^ 2
                assert solver.solve(Rule(options)(n)).value == expected[n]
                assert grundy.solve(f"kayles {n}").outcome == "N" if n else True
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    assert not failures, failures
    assert set(asked) == set(range(150))


def test_tables() -> None:
    assert grundy.table(kayles, 60).tolist() == table(octal("0.77"), (60,))
    assert grundy.table(queen, (7, 9)).tolist() == table(wythoff, (7, 9))
    brute = Sums({"k": octal("0.77")}, True)
    assert grundy.table(kayles, 9, misere=True).tolist() == [brute.mover_wins((("k", n),)) for n in range(9)]


def test_long_plays_need_no_deep_stack() -> None:
    answer = grundy.solve(Rule(lambda n: [n - 1] if n else [])(50_000))
    assert answer.value == 0
