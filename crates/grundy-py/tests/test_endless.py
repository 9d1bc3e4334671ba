"""Functions and plays without an end: each ends with a sentence within its limits, and leaves all usable."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any, Callable

import pytest

import grundy
from grundy import Rule


def subtract(n: int) -> list[int]:
    return [n - k for k in (1, 3, 4) if k <= n]


def never(n: int) -> list[int]:
    while True:
        pass


def sleeps(n: int) -> list[int]:
    while True:
        time.sleep(0.005)


def counts(n: int) -> Iterable[int]:
    return itertools.count(n + 1)


def repeats(n: int) -> Iterable[int]:
    return itertools.repeat(n)


def slowly(n: int) -> Iterator[int]:
    while True:
        n += 1
        time.sleep(0.005)
        yield n


def one_more(n: int) -> list[int]:
    return [n + 1]


def one_wider(word: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*word, 1)]


def within(work: Callable[[], Any], seconds: float) -> grundy.Unknown:
    """The reason for which work ends that has a third of a second."""
    begun = time.monotonic()
    with pytest.raises(grundy.Unknown) as ended:
        work()
    assert time.monotonic() - begun < seconds, ended.value
    assert grundy.solve(Rule(subtract)(10)).value == 1
    return ended.value


@pytest.mark.parametrize("function", [never, sleeps, counts, repeats, slowly])
def test_a_function_that_does_not_answer(function: Any) -> None:
    rule, bounds = Rule(function), {"time": 0.3, "memory": 2**40, "positions": 10**12}
    told = f"it takes longer than 0.3 s; {function.__name__}() had not returned all options of 7"
    for work in (
        lambda: grundy.solve(rule(7), **bounds),
        lambda: grundy.solve("nim 3" + rule(7), misere=True, **bounds),
        lambda: rule(7).moves(**bounds),
        lambda: grundy.Solver(**bounds).solve(rule(7)),
    ):
        assert within(work, 5).why == told
    in_table = within(lambda: grundy.table(function, 3, time=0.3, memory=2**40), 5)
    assert in_table.why == told.replace("of 7", "of 0") and in_table.kind == "time"
    grundy.set_language("zh")
    try:
        why = within(lambda: grundy.solve(rule(7), **bounds), 5).why
    finally:
        grundy.set_language("en")
    assert why == f"耗时超过 0.3 秒；{function.__name__}() 尚未给完 7 的后继"


@pytest.mark.parametrize("function, at", [(one_more, 0), (one_wider, ())])
def test_play_without_an_end(function: Any, at: Any) -> None:
    rule = Rule(function)
    many = within(lambda: grundy.solve(rule(at), positions=1000), 5)
    assert many.why.startswith("it needs more than 1000 positions; 1000 positions were explored, up to ")
    assert many.kind == "positions"
    long = within(lambda: grundy.solve(Rule(one_more)(0), time=0.3, positions=10**12, memory=2**40), 5)
    assert long.why.startswith("it takes longer than 0.3 s; ") and "positions were explored, up to" in long.why
    large = within(lambda: grundy.solve(Rule(one_more)(0), memory=10**6), 5)
    assert large.why.startswith("it needs more than 1000000 bytes of memory; ") and large.kind == "bytes"


def test_options_without_an_end_hold_no_more_than_is_allowed() -> None:
    large = within(lambda: grundy.solve(Rule(counts)(0), time=None, memory=10**6), 5)
    assert large.why == "it needs more than 1000000 bytes of memory; counts() had not returned all options of 0"
    with pytest.raises(grundy.Unknown):
        Rule(counts)(0).options()


def test_cycles_are_draws() -> None:
    assert grundy.solve(Rule(lambda n: [n])(5)).outcome == "D"
    assert grundy.solve(Rule(lambda n: [n])(5), misere=True).outcome == "D"
    assert grundy.solve(Rule(lambda n: [(n + 1) % 5])(0)).outcome == "D"
    assert grundy.solve(Rule(lambda n: [(n + 1) % 5] if n else [])(1)).outcome == "P"


def test_a_function_that_ends_in_time_is_not_disturbed() -> None:
    raised: list[BaseException] = []

    def waits(n: int) -> list[int]:
        try:
            time.sleep(0.02)
        except BaseException as error:
            raised.append(error)
            raise
        return subtract(n)

    for time_over in (0.11, 0.13, 0.17):
        within(lambda allowed=time_over: grundy.solve(Rule(waits)(100), time=allowed), 5)  # type: ignore[misc]
        # Nothing is raised where no function of a rule runs any more.
        for _ in range(100):
            time.sleep(0.002)
    assert not raised


def test_what_a_function_catches_is_raised_again() -> None:
    heard = 0

    def catches(n: int) -> list[int]:
        nonlocal heard
        while heard < 3:
            try:
                while True:
                    time.sleep(0.001)
            except Exception:
                raise AssertionError("it is no exception of the function's own") from None
            except BaseException:
                heard += 1
        return subtract(n)

    why = within(lambda: grundy.solve(Rule(catches)(3), time=0.2), 10).why
    assert heard == 3 and why.startswith("it takes longer than 0.2 s; ")
    assert grundy.solve(Rule(catches)(3)).value == 1


def test_a_function_that_asks_in_vain() -> None:
    told: list[str] = []

    def asks(n: int) -> list[int]:
        try:
            grundy.solve(Rule(never)(n), time=0.1)
        except grundy.Unknown as unknown:
            told.append(unknown.why)
        return subtract(n)

    assert grundy.solve(Rule(asks)(2)).value == 0
    assert told == [f"it takes longer than 0.1 s; never() had not returned all options of {n}" for n in (2, 1, 0)]

    # The one who asked has less time than was given to the question.
    def asks_long(n: int) -> list[int]:
        grundy.solve(Rule(never)(n), time=20)
        return subtract(n)

    why = within(lambda: grundy.solve(Rule(asks_long)(2), time=0.3), 5).why
    assert why == "it takes longer than 0.3 s; asks_long() had not returned all options of 2"


def test_in_several_threads() -> None:
    told: dict[int, str] = {}

    def ask(place: int) -> None:
        try:
            grundy.solve(Rule(never)(place), time=(2 + place) / 10)
        except grundy.Unknown as unknown:
            told[place] = unknown.why

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    for place in range(4):
        why = f"it takes longer than 0.{2 + place} s; never() had not returned all options of {place}"
        assert told[place] == why
