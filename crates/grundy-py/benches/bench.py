"""What a call from Python costs, held against the Rust engines alone and against pure-Python packages and programs.

``python benches/bench.py [--quick] [--json]``, with a wheel that was built with ``--features alone``: every pair of jobs is run in turn, several times, in one process; the medians of
the times and of the ratios within a pair are told. Answers are compared before they are timed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import sys
import time
from functools import cache, reduce
from operator import xor
from typing import Any, Callable

import numpy as np

import grundy
from grundy import Game, Nimber, Rule

Job = Callable[[], Any]


def seconds(job: Job) -> float:
    begun = time.perf_counter()
    made = job()
    taken = time.perf_counter() - begun
    # Giving memory back is no part of the job; it is none of that of the engine alone either.
    del made
    return taken


def paired(one: Callable[[], float], other: Callable[[], float], rounds: int) -> tuple[float, float, float]:
    """The medians of two times, taken in turn, each first every second time, and the median of their ratio."""
    ones, others = [], []
    for turn in range(rounds):
        if turn % 2:
            others.append(other())
            ones.append(one())
        else:
            ones.append(one())
            others.append(other())
    ratio = statistics.median(b / a for a, b in zip(ones, others))
    return statistics.median(ones), statistics.median(others), ratio


def shown(time: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if time >= size:
            return f"{time / size:.3g} {unit}"
    return f"{time / 1e-9:.3g} ns"


# --- What a call costs beyond the engine -----------------------------------------------------------------------------

CALLS = [
    "nim 3 5 7",
    "take:1,3,4 10 12",
    "wythoff 3,5",
    "kayles 20",
    "nim 3 5 7 + take:1-3 9 + wythoff 3,5",
    "bounded 1000,1 5,2",
]


def calls(quick: bool) -> list[dict[str, Any]]:
    alone = getattr(grundy._grundy, "_solve_alone", None)  # type: ignore[attr-defined]
    if alone is None:
        return []
    rows = []
    count, rounds = (300, 15) if quick else (2000, 41)
    for text in CALLS:

        def by_python(text: str = text) -> float:
            solve = grundy.solve
            begun = time.perf_counter()
            for _ in range(count):
                solve(text)
            return time.perf_counter() - begun

        by_python(), alone(text, count)
        python, rust, _ = paired(by_python, lambda text=text: alone(text, count), rounds)  # type: ignore[misc]
        rows.append(
            {
                "job": f'solve("{text}")',
                "python": python / count,
                "rust": rust / count,
                "beyond": (python - rust) / count,
            }
        )
    return rows


# --- Sequences against the engine alone ------------------------------------------------------------------------------


def sequences(quick: bool) -> list[dict[str, Any]]:
    alone = getattr(grundy._grundy, "_sequence_alone", None)  # type: ignore[attr-defined]
    if alone is None:
        return []
    rows = []
    sizes = [("0.77", 10**7), ("take:1,3,4", 10**7), ("0.106", 10**6), ("0.137", 3 * 10**5), ("0.007", 60_000)]
    for code, size in sizes:
        if quick:
            size = max(size // 10, 40_000)
        grundy.sequence(code, size), alone(code, size)
        rounds = 9 if quick else 11
        rust, python, ratio = paired(
            lambda code=code, size=size: alone(code, size),  # type: ignore[misc]
            lambda code=code, size=size: seconds(lambda: grundy.sequence(code, size)),  # type: ignore[misc]
            rounds,
        )
        rows.append({"job": f'sequence("{code}", {size})', "python": python, "rust": rust, "ratio": ratio})
    return rows


# --- The same jobs in pure Python ------------------------------------------------------------------------------------


def mex(values: set[int]) -> int:
    least = 0
    while least in values:
        least += 1
    return least


def subtraction(takes: tuple[int, ...], size: int) -> list[int]:
    """The plain loop."""
    values: list[int] = []
    for n in range(size):
        values.append(mex({values[n - k] for k in takes if k <= n}))
    return values


def subtraction_by_numpy(takes: tuple[int, ...], size: int) -> Any:
    """The same with rows of NumPy."""
    values = np.zeros(size, dtype=np.uint32)
    moves = np.array(takes)
    for n in range(size):
        seen = values[n - moves[moves <= n]]
        marks = np.zeros(len(takes) + 1, dtype=bool)
        marks[seen] = True
        values[n] = np.argmin(marks)
    return values


def kayles(size: int) -> list[int]:
    """The plain recursion with ``functools.lru_cache``."""

    @cache
    def value(n: int) -> int:
        return mex({value(a) ^ value(n - k - a) for k in (1, 2) for a in range((n - k) // 2 + 1) if n >= k})

    return [value(n) for n in range(size)]


def wythoff(size: int) -> list[list[int]]:
    rows: list[list[int]] = []
    for x in range(size):
        rows.append([])
        for y in range(size):
            seen = set(rows[x]) | {rows[i][y] for i in range(x)}
            seen |= {rows[x - k][y - k] for k in range(1, min(x, y) + 1)}
            rows[x].append(mex(seen))
    return rows


def product(a: int, b: int) -> int:
    """Conway's recursion with Fermat's powers, in Python."""
    if a < 2 or b < 2:
        return a * b
    half = 1
    while half * 2 < max(a.bit_length(), b.bit_length()):
        half *= 2
    a1, a0, b1, b0 = a >> half, a & (1 << half) - 1, b >> half, b & (1 << half) - 1
    high, low = product(a1, b1), product(a0, b0)
    cross = product(a1 ^ a0, b1 ^ b0) ^ low
    return cross << half ^ low ^ product(high, 1 << half - 1)


def sums_of(rule: Callable[[int], list[int]], heaps: list[int]) -> int:
    @cache
    def value(n: int) -> int:
        return mex({value(m) for m in rule(n)})

    return reduce(xor, map(value, heaps))


def halves(n: int) -> list[int]:
    return [n - 1, n // 2, n // 3] if n else []


def as_list(values: Any) -> Any:
    return values.tolist() if hasattr(values, "tolist") else values


def against(quick: bool) -> list[tuple[str, Job, str, Job]]:
    """Jobs: what they are, by this package, by whom else, by that."""
    size = 10_000 if quick else 100_000
    takes = (1, 3, 4, 7, 12)
    side, heap = (60, 300) if quick else (100, 1000)
    numbers = [(7919 * i % (1 << 64), 104_729 * i * i % (1 << 64)) for i in range(1, 201)]
    small = [(a, b) for a in range(5) for b in range(5)]
    heaps = [(i % 13, i * 7 % 11, i * 5 % 9) for i in range(200)]
    jobs: list[tuple[str, Job, str, Job]] = [
        (
            f"subtraction set to {size}",
            lambda: grundy.sequence(f"take:{','.join(map(str, takes))}", size),
            "a Python loop",
            lambda: subtraction(takes, size),
        ),
        (
            f"subtraction set to {size}",
            lambda: grundy.sequence(f"take:{','.join(map(str, takes))}", size),
            "NumPy, heap by heap",
            lambda: subtraction_by_numpy(takes, size),
        ),
        (f"kayles to {heap}", lambda: grundy.sequence("kayles", heap), "functools.lru_cache", lambda: kayles(heap)),
        (
            f"wythoff {side} x {side}",
            lambda: grundy.table("wythoff", (side, side)),
            "Python loops",
            lambda: wythoff(side),
        ),
        (
            "the same by its rule",
            lambda: grundy.table("(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..", (side, side)),
            "Python loops",
            lambda: wythoff(side),
        ),
        (
            "200 products of 64 bits",
            lambda: [int(Nimber(a) * b) for a, b in numbers],
            "Python recursion",
            lambda: [product(a, b) for a, b in numbers],
        ),
        (
            "a function, 3 sums",
            lambda: [
                int(grundy.solve(Rule(lambda n: halves(n))(*hs)).value or 0) for hs in [[900, 700], [5, 800], [333]]
            ],
            "functools.lru_cache",
            lambda: [sums_of(halves, hs) for hs in [[900, 700], [5, 800], [333]]],
        ),
        (
            "200 Nim positions solved",
            lambda: [int(grundy.solve(f"nim {a} {b} {c}").value or 0) for a, b, c in heaps],
            "exclusive or in Python",
            lambda: [a ^ b ^ c for a, b, c in heaps],
        ),
    ]
    try:
        ludology = importlib.import_module("ludology")
        plain = importlib.import_module("ludology.nimber")._mul
        jobs.append(
            (
                "25 products of nimbers below 5",
                lambda: [int(Nimber(a) * b) for a, b in small],
                "ludology",
                lambda: [plain(a, b) for a, b in small],
            )
        )

        def nim_sums() -> list[int]:
            ludology.Nimber.__add__.cache_clear()
            return [(ludology.Nimber(a) + ludology.Nimber(b))._n for a, b in small]

        jobs.append(
            ("25 sums of nimbers below 5", lambda: [int(Nimber(a) + b) for a, b in small], "ludology", nim_sums)
        )
    except ImportError:
        print("ludology is not installed", file=sys.stderr)
    try:
        pycgt = importlib.import_module("pycgt")
        cram = importlib.import_module("pycgt.rulesets.cram")
        nim = importlib.import_module("pycgt.rulesets.nim")
        names = {pycgt.nimber(n): n for n in range(16)}
        jobs.append(
            (
                "sums of two Nim heaps below 5",
                lambda: [int(grundy.solve(Game(f"nim {a} {b}")).value or 0) for a, b in small],
                "pycgt",
                lambda: [names[nim.heaps(a, b)] for a, b in small],
            )
        )
        # What it computed once it keeps: only the first time is a time.
        jobs.append(
            (
                "cram 4x4, once",
                lambda: int(grundy.solve("cram 4x4").value or 0),
                "pycgt, once",
                lambda: names[cram.rectangle(4, 4)],
            )
        )
    except ImportError:
        print("pycgt is not installed", file=sys.stderr)
    try:
        cgt_py = importlib.import_module("cgt_py")
        form = cgt_py.CanonicalForm
        stars = {repr(form("0" if n == 0 else f"*{n}")): n for n in range(64)}
        pairs = [(a, b) for a in range(1, 15) for b in range(1, 15)]
        made = {n: form(f"*{n}") for n in range(1, 15)}
        nimbers = {n: Nimber(n) for n in range(1, 15)}
        jobs.append(
            (
                "196 sums of nimbers",
                lambda: [int(nimbers[a] + nimbers[b]) for a, b in pairs],
                "cgt-py",
                lambda: [stars[repr(made[a] + made[b])] for a, b in pairs],
            )
        )
    except ImportError:
        print("cgt-py is not installed", file=sys.stderr)
    return jobs


def others(quick: bool) -> list[dict[str, Any]]:
    rows = []
    sys.setrecursionlimit(10_000)
    for name, ours, whose, theirs in against(quick):
        if name.endswith("once"):
            mine, other = seconds(lambda: None), seconds(theirs)
            mine = seconds(ours)
            assert ours() == theirs(), (name, whose)
            rows.append({"job": name, "python": mine, "other": whose, "seconds": other, "times": other / mine})
            continue
        assert as_list(ours()) == as_list(theirs()), (name, whose)
        rounds = 3 if quick else 5
        mine, other, ratio = paired(lambda job=ours: seconds(job), lambda job=theirs: seconds(job), rounds)  # type: ignore[misc]
        rows.append({"job": name, "python": mine, "other": whose, "seconds": other, "times": ratio})
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller jobs, fewer rounds")
    parser.add_argument("--json", action="store_true", help="one object instead of tables")
    asked = parser.parse_args()
    told = {
        "schema": "grundy.python-bench/1",
        "version": grundy.__version__,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "quick": asked.quick,
        "calls": calls(asked.quick),
        "sequences": sequences(asked.quick),
        "others": others(asked.quick),
    }
    if asked.json:
        print(json.dumps(told))
        return 0
    print(f"grundy {told['version']}, Python {told['python']}, NumPy {told['numpy']}: medians of times taken in turn\n")
    if not told["calls"] or not told["sequences"]:
        print("(this build has no engines to time alone)\n")
    for row in told["calls"]:
        print(
            f"{row['job']:<52} {shown(row['python']):>10}  Rust alone {shown(row['rust']):>10}  beyond {shown(row['beyond']):>10}"
        )
    print()
    for row in told["sequences"]:
        print(
            f"{row['job']:<52} {shown(row['python']):>10}  Rust alone {shown(row['rust']):>10}  ratio {row['ratio']:.3f}"
        )
    print()
    for row in told["others"]:
        print(
            f"{row['job']:<34} {shown(row['python']):>10}  {row['other']:<24} {shown(row['seconds']):>10}  {row['times']:>10.3g} times"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
