"""Brute force, written from the definitions alone: what the tests hold the package against.

A rule is a function from a position to its options, an option a tuple of positions: their sum.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import product
from typing import Any, Callable

Rule = Callable[[Any], list[tuple[Any, ...]]]
#: Components, each a rule's name and a position.
Whole = tuple[tuple[str, Hashable], ...]

sys.setrecursionlimit(20_000)


def mex(values: Iterable[int]) -> int:
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def nim(n: int) -> list[tuple[int, ...]]:
    return [(left,) for left in range(n)]


def take(*takes: int) -> Rule:
    return lambda n: [(n - k,) for k in takes if k <= n]


def octal(code: str) -> Rule:
    """A take-and-break code with at most two heaps left, from its digits behind the point."""
    digits = [int(digit, 8) for digit in code.split(".")[1]]

    def options(n: int) -> list[tuple[int, ...]]:
        told: list[tuple[int, ...]] = []
        for gone, digit in enumerate(digits, 1):
            left = n - gone
            if left == 0 and digit & 1:
                told.append(())
            if left > 0 and digit & 2:
                told.append((left,))
            if digit & 4:
                told += [(a, left - a) for a in range(1, left // 2 + 1)]
        return told

    return options


def grundys_game(n: int) -> list[tuple[int, ...]]:
    return [(a, n - a) for a in range(1, (n + 1) // 2)]


def wythoff(position: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    x, y = position
    told = [(i, y) for i in range(x)] + [(x, j) for j in range(y)]
    told += [(x - k, y - k) for k in range(1, min(x, y) + 1)]
    return [(one,) for one in told]


def king(position: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    x, y = position
    return [((x - a, y - b),) for a, b in ((1, 0), (0, 1), (1, 1)) if a <= x and b <= y]


def cutting(position: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    """A sheet of paper is cut in two along a line of its grid."""
    x, y = position
    down = [((i, y), (x - i, y)) for i in range(1, x // 2 + 1)]
    return down + [((x, j), (x, y - j)) for j in range(1, y // 2 + 1)]


def values_of(rule: Rule) -> Callable[[Any], int]:
    """The Grundy value of a position, by the definition."""

    @cache
    def value(position: Any) -> int:
        told = []
        for option in rule(position):
            total = 0
            for part in option:
                total ^= value(part)
            told.append(total)
        return mex(told)

    return value


def table(rule: Rule, shape: tuple[int, ...]) -> list[Any]:
    """The values of all positions below a shape, in rows."""
    value = values_of(rule)
    if len(shape) == 1:
        return [value(n) for n in range(shape[0])]
    told = {place: value(place) for place in product(*map(range, shape))}

    def rows(before: tuple[int, ...], left: tuple[int, ...]) -> Any:
        if not left:
            return told[before]
        return [rows((*before, n), left[1:]) for n in range(left[0])]

    out: list[Any] = rows((), shape)
    return out


class Sums:
    """Who wins sums, by going through whole sums without any theorem."""

    def __init__(self, rules: dict[str, Rule], misere: bool = False) -> None:
        self.rules, self.misere = rules, misere
        self.known: dict[Whole, bool] = {}

    def after(self, whole: Whole, place: int, option: tuple[Any, ...]) -> Whole:
        name = whole[place][0]
        return (*whole[:place], *((name, part) for part in option), *whole[place + 1 :])

    def moves(self, whole: Whole) -> list[tuple[int, tuple[Any, ...]]]:
        """Every move: its component and what it leaves there."""
        return [(place, option) for place, (name, at) in enumerate(whole) for option in self.rules[name](at)]

    def mover_wins(self, whole: Whole) -> bool:
        key: Whole = tuple(sorted(whole, key=repr))
        if key not in self.known:
            moves = self.moves(key)
            won = any(not self.mover_wins(self.after(key, *move)) for move in moves)
            self.known[key] = won or (self.misere and not moves)
        return self.known[key]

    def winning(self, whole: Whole) -> list[tuple[int, tuple[Any, ...]]]:
        return [move for move in self.moves(whole) if not self.mover_wins(self.after(whole, *move))]


def rounds_of_graph(options: dict[Any, list[Any]], misere: bool = False) -> dict[Any, tuple[str, int | None]]:
    """Who wins each vertex of a graph that may have cycles, P, N, or D for a draw, and in how many moves: by going backwards round by round."""
    told: dict[Any, tuple[str, int | None]] = {}
    for vertex, after in options.items():
        if not after:
            told[vertex] = ("N" if misere else "P", 0)
    turn = 0
    while True:
        turn += 1
        new: dict[Any, tuple[str, int | None]] = {}
        for vertex, after in options.items():
            if vertex in told:
                continue
            if any(one in told and told[one][0] == "P" for one in after):
                new[vertex] = ("N", turn)
            elif all(one in told and told[one][0] == "N" for one in after):
                new[vertex] = ("P", turn)
        if not new:
            return {vertex: told.get(vertex, ("D", None)) for vertex in options}
        told.update(new)


def outcomes_of_graph(options: dict[Any, list[Any]], misere: bool = False) -> dict[Any, str]:
    """The same without the rounds."""
    return {vertex: outcome for vertex, (outcome, _) in rounds_of_graph(options, misere).items()}
