"""Tables and sequences as NumPy arrays: values, types, shapes, memory, progress, bounds."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from brute import Sums, cutting, grundys_game, king, nim, octal, table, take, values_of, wythoff
from tqdm import tqdm

import grundy
from grundy import Rule

WYTHOFF = "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1.."

SEQUENCES: list[tuple[str, Any]] = [
    ("0.77", octal("0.77")),
    ("kayles", octal("0.77")),
    ("0.137", octal("0.137")),
    ("0.6", octal("0.6")),
    ("0.45", octal("0.45")),
    ("0.3333", octal("0.3333")),
    ("take:1,3,4", take(1, 3, 4)),
    ("take:2-4,7", take(2, 3, 4, 7)),
    ("grundy", grundys_game),
    ("nim", nim),
    ("n -> n-k for k in {1,3,4}", take(1, 3, 4)),
    ("n -> a + b for a in 1..n, b = n-a if a < b", grundys_game),
    ("n -> n-d for d in divisors(n) if d < n", lambda n: [(n - d,) for d in range(1, n) if n % d == 0]),
]


@pytest.mark.parametrize("code, rule", SEQUENCES, ids=[code for code, _ in SEQUENCES])
def test_sequences(code: str, rule: Any) -> None:
    expected = table(rule, (150,))
    values = grundy.sequence(code, 150)
    assert values.dtype == np.uint32 and values.shape == (150,) and values.tolist() == expected
    for n in (0, 1, 2, 149):
        assert grundy.sequence(code, n).tolist() == expected[:n] and grundy.sequence(code, n).shape == (n,)
    for n in (3, 77, 149):
        head = Rule(code) if "->" in code else None
        assert grundy.solve(head(n) if head else f"{code} {n}").value == expected[n]
    rule_object = Rule(code) if "->" in code else code
    assert np.array_equal(grundy.sequence(rule_object, 150), values) and np.array_equal(
        grundy.table(rule_object, 150), values
    )


def test_long_sequences_go_on_the_same() -> None:
    long = grundy.sequence("0.77", 200_000)
    assert len(long) == 200_000 and np.array_equal(long[71 + 12 :], long[71:-12])
    assert np.array_equal(grundy.sequence("0.77", 5000), long[:5000])
    assert np.array_equal(grundy.sequence("take:1,3,4", 200_001), np.resize([0, 1, 0, 1, 2, 3, 2], 200_001))
    value = values_of(octal("0.77"))
    assert long[:400].tolist() == [value(n) for n in range(400)]


def test_tables_of_rules() -> None:
    by_two: list[tuple[Any, Any]] = [
        (WYTHOFF, wythoff),
        ("wythoff", wythoff),
        ("king", king),
        ("(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)", king),
        ("(x,y) -> (i,y) + (x-i,y) for i in 1..=x/2; (x,y) -> (x,j) + (x,y-j) for j in 1..=y/2", cutting),
        # The first coordinate is the first index: x falls by 1 or 2, y only by 1.
        (
            "(x,y) -> (x-1,y) | (x-2,y) | (x,y-1)",
            lambda at: [((at[0] - a, at[1] - b),) for a, b in ((1, 0), (2, 0), (0, 1)) if a <= at[0] and b <= at[1]],
        ),
    ]
    for rule, by_hand in by_two:
        for shape in ((7, 11), (11, 7), (1, 9), (9, 1)):
            told = grundy.table(rule, shape)
            assert told.dtype == np.uint32 and told.shape == shape
            assert told.tolist() == table(by_hand, shape), (rule, shape)
            if "->" in rule:
                assert np.array_equal(grundy.table(Rule(rule), shape), told)
    told = grundy.table(by_two[-1][0], (9, 9))
    assert all(told[x, y] == grundy.solve(Rule(by_two[-1][0])((x, y))).value for x in range(9) for y in range(9))
    assert told[2, 0] != told[0, 2]


def test_two_coordinates_of_a_game_on_heaps_are_two_heaps() -> None:
    one = table(octal("0.77"), (20,))
    assert grundy.table("kayles", (20, 12)).tolist() == [[a ^ b for b in one[:12]] for a in one]
    brute = Sums({"k": octal("0.77")}, True)
    told = grundy.table("kayles", (6, 7), misere=True)
    assert told.tolist() == [[brute.mover_wins((("k", a), ("k", b))) for b in range(7)] for a in range(6)]


def test_one_to_four_coordinates() -> None:
    def steps(at: tuple[int, ...]) -> Any:
        # Coordinate number i falls by at most i + 1: no two coordinates are alike.
        return [((*at[:i], at[i] - k, *at[i + 1 :]),) for i in range(len(at)) for k in range(1, i + 2) if k <= at[i]]

    names = "wxyz"
    for count in (2, 3, 4):
        options = []
        for i, k in [(one, k) for one in range(count) for k in range(1, one + 2)]:
            options.append(
                "(" + ",".join(f"{name}-{k}" if j == i else name for j, name in enumerate(names[:count])) + ")"
            )
        rule = f"({','.join(names[:count])}) -> {' | '.join(options)}"
        shape = (4, 5, 3, 6)[:count]
        told = grundy.table(rule, shape)
        assert told.shape == shape and told.tolist() == table(steps, shape), rule
        by_function = grundy.table(lambda at: [one for (one,) in steps(at)], shape)
        assert by_function.shape == shape and by_function.dtype == np.uint32 and np.array_equal(by_function, told)
    assert grundy.table("n -> n-1", (5,)).shape == (5,) == grundy.table("n -> n-1", 5).shape


def test_misere() -> None:
    for rule, by_hand in (
        ("n -> n-k for k in {1,3,4}", take(1, 3, 4)),
        ("nim", nim),
        ("kayles", octal("0.77")),
        ("n -> a + b for a in 1..n, b = n-a if a < b", grundys_game),
    ):
        brute = Sums({"r": by_hand}, True)
        told = grundy.table(rule, 11, misere=True)
        assert told.dtype == np.bool_ and told.tolist() == [brute.mover_wins((("r", n),)) for n in range(11)], rule
    brute = Sums({"r": wythoff}, True)
    for rule in (WYTHOFF, "wythoff", lambda at: [one for (one,) in wythoff(at)]):  # type: ignore[assignment]
        told = grundy.table(rule, (5, 6), misere=True)
        assert told.dtype == np.bool_ and told.tolist() == [
            [brute.mover_wins((("r", (x, y)),)) for y in range(6)] for x in range(5)
        ]


def test_empty_shapes() -> None:
    assert grundy.table("n -> n-1", 0).shape == (0,) and grundy.sequence("0.77", 0).dtype == np.uint32
    assert grundy.table(WYTHOFF, (0, 5)).shape == (0, 5) and grundy.table(WYTHOFF, (5, 0)).shape == (5, 0)
    assert grundy.table(lambda n: [], (3, 0)).shape == (3, 0)
    assert grundy.table("n -> n-1", 0, misere=True).dtype == np.bool_


def owner(array: Any) -> Any:
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array.base


@pytest.mark.parametrize(
    "make",
    [
        lambda: grundy.sequence("0.77", 100_000),
        lambda: grundy.sequence("n -> n-1 | n/2 if n > 0", 100_000),
        lambda: grundy.table("n -> n-k for k in {1,3,4}", 100_000),
        lambda: grundy.table(WYTHOFF, (200, 300)),
        lambda: grundy.table("wythoff", (100, 100)),
        lambda: grundy.table(WYTHOFF, (50, 60), misere=True),
        lambda: grundy.table(lambda n: range(min(n, 3)), 500),
    ],
    ids=["code", "rule", "table", "rows", "name", "misere", "function"],
)
def test_not_copied(make: Any) -> None:
    array = make()
    # NumPy owns nothing: the memory is that of the engine, which it gave away.
    assert array.flags.owndata is False and array.base is not None and owner(array) is not None
    assert not isinstance(owner(array), np.ndarray)
    assert array.flags.writeable and array.flags.aligned and (array.flags.c_contiguous or array.flags.f_contiguous)
    # It may be written to, and lives on by itself.
    before = array.copy()
    again = make()
    array[...] = 0
    assert np.array_equal(again, before) and not array.any()
    tracemalloc.start()
    make()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < max(array.nbytes // 2, 400_000)


MEMORY = """
import grundy

def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024

grundy.sequence("0.77", 1000)
before = peak()
array = {}
print((peak() - before) / array.nbytes)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak of memory is told by Linux")
@pytest.mark.parametrize(
    "expression",
    [
        'grundy.sequence("take:1,3,4", 30_000_000)',
        'grundy.table("n -> n-k for k in {1,3,4}", 20_000_000)',
        'grundy.table("(x,y) -> (x-1,y) | (x,y-2)", (4000, 5000))',
    ],
    ids=["sequence", "table", "rows"],
)
def test_memory_is_not_doubled(expression: str) -> None:
    done = subprocess.run([sys.executable, "-c", MEMORY.format(expression)], capture_output=True, text=True, check=True)
    assert 0.5 < float(done.stdout) < 1.6, done.stdout


@pytest.mark.parametrize(
    "make, count",
    [
        (lambda progress: grundy.sequence("0.77", 3_000_000, progress=progress), 3_000_000),
        (lambda progress: grundy.sequence("0.77", 10, progress=progress), 10),
        (lambda progress: grundy.table("n -> n-d for d in divisors(n) if d < n", 300_000, progress=progress), 300_000),
        (lambda progress: grundy.table(WYTHOFF, (900, 700), progress=progress), 630_000),
        (lambda progress: grundy.table("wythoff", (60, 50), progress=progress), 3000),
        (lambda progress: grundy.table("kayles", (8, 8), misere=True, progress=progress), 64),
        (lambda progress: grundy.table(lambda n: range(min(n, 5)), 30_000, progress=progress), 30_000),
    ],
    ids=["sequence", "short", "rule", "rows", "name", "misere", "function"],
)
def test_progress_adds_up(make: Any, count: int) -> None:
    told: list[int] = []
    array = make(told.append)
    assert array.size == count == sum(told) and all(type(one) is int and one > 0 for one in told)
    with tqdm(total=count, disable=True) as bar:
        assert np.array_equal(make(bar.update), array)


def test_progress_is_told_on_the_way() -> None:
    told: list[int] = []
    grundy.sequence("0.007", 150_000, progress=told.append)
    assert len(told) > 3 and sum(told) == 150_000


def test_what_progress_raises() -> None:
    class Stop(Exception):
        pass

    def stop(_: int) -> None:
        raise Stop

    for make in (
        lambda: grundy.sequence("0.007", 10**6, progress=stop),
        lambda: grundy.sequence("0.77", 10, progress=stop),
        lambda: grundy.table("n -> n-d for d in 1..=n", 10**5, progress=stop),
        lambda: grundy.table("n -> n-1", 10, progress=stop),
        lambda: grundy.table(lambda n: range(n), 2000, progress=stop),
    ):
        with pytest.raises(Stop):
            make()
    with pytest.raises(TypeError):
        grundy.sequence("0.77", 10, progress=3)  # type: ignore[arg-type]


def test_bounds() -> None:
    for make in (
        lambda: grundy.sequence("0.77", 10**6, memory=10**6),
        lambda: grundy.sequence("0.77", 10**12),
        lambda: grundy.sequence("0.77", 2**63),
        lambda: grundy.table("n -> n-1", 10**6, memory=10**6),
        lambda: grundy.table("n -> n-1", 10**12),
        lambda: grundy.table(WYTHOFF, (10**6, 10**6)),
        lambda: grundy.table(WYTHOFF, (2**40, 2**40)),
        lambda: grundy.table("wythoff", (1000, 1000), memory=1000),
        lambda: grundy.table("nim", 100, memory=100),
        lambda: grundy.table(lambda n: [], 10**12),
    ):
        with pytest.raises(grundy.Unknown, match="bytes|memory"):
            make()
    with pytest.raises(grundy.Unknown, match="100"):
        grundy.table("n -> n-k for k in {1,3,4}", 1000, positions=100)
    with pytest.raises(grundy.Unknown, match=r"0\.2|200"):
        grundy.table("n -> n-k for k in 1..=n if k % 3 < 2", 10**6, time=0.2)

    def slow(n: int) -> list[int]:
        time.sleep(0.01)
        return [n - 1] if n else []

    # Time is that of the whole table, not of each entry; so are positions.
    with pytest.raises(grundy.Unknown, match=r"0\.2|200"):
        grundy.table(slow, 200, time=0.2)
    with pytest.raises(grundy.Unknown, match="100"):
        grundy.table(lambda n: [n - 1] if n else [], 200, positions=100)


def test_what_has_no_table() -> None:
    with pytest.raises(grundy.Unknown):
        grundy.table("n -> n-1 | n", 5)
    with pytest.raises(grundy.Unknown):
        grundy.table("(x,y) -> (y,x) | (x-1,y)", (3, 3))
    with pytest.raises(grundy.Unknown):
        grundy.table(lambda n: [(n + 1) % 5], 5)
    with pytest.raises((grundy.Unknown, ValueError)):
        grundy.table("nim", (2, 2, 2))
    for wrong in ((3,), 3, (2, 2, 2)):
        with pytest.raises(ValueError, match="2|two"):
            grundy.table(WYTHOFF, wrong)
    with pytest.raises((grundy.Unknown, ValueError)):
        grundy.sequence(WYTHOFF, 5)


def test_bad_arguments() -> None:
    for shape in (-1, (3, -1), (-1, -1)):
        with pytest.raises(ValueError, match="not negative"):
            grundy.table(WYTHOFF, shape)
    for shape in ([3, 4], (3, 4), np.array([3, 4]), [np.int8(3), 4]):
        assert grundy.table("wythoff", shape).shape == (3, 4)  # type: ignore[arg-type]
    for no_shape in (2.5, "3", None, [3.5, 3], (2.0, 3), (None, 3), {3}):
        with pytest.raises(TypeError, match="whole number"):
            grundy.table(WYTHOFF, no_shape)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="whole number"):
            grundy.sequence("0.77", no_shape)  # type: ignore[arg-type]
    for huge in (10**30, (10**30, 2), 2**64):
        with pytest.raises((ValueError, grundy.Unknown), match="2\\^64|bytes"):
            grundy.table("n -> n-1", huge)
    with pytest.raises(ValueError, match="size|shape|coordinate"):
        grundy.table("n -> n-1", ())
    with pytest.raises(ValueError, match="not negative"):
        grundy.sequence("0.77", -1)
    with pytest.raises((TypeError, ValueError), match="length"):
        grundy.sequence("0.77", (3, 3))  # type: ignore[arg-type]
    for no_rule in (3, None, b"0.77", ["0.77"]):
        with pytest.raises(TypeError, match="Rule"):
            grundy.sequence(no_rule, 5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="Rule"):
            grundy.table(no_rule, 5)  # type: ignore[arg-type]
    for no_code in ("", "0.9q", "nosuchgame", "take:0", "n -> m", "0.77 5", "nim 3 5"):
        with pytest.raises(ValueError):
            grundy.sequence(no_code, 5)
        with pytest.raises(ValueError):
            grundy.table(no_code, 5)
    for name in ("memory", "positions"):
        for value, error in ((-1, ValueError), (1.5, TypeError), ("1", TypeError)):
            with pytest.raises(error, match="not negative"):
                grundy.table("n -> n-1", 5, **{name: value})
    for seconds in (-1, float("nan"), -0.5):
        with pytest.raises(ValueError, match="seconds"):
            grundy.table("n -> n-1", 5, time=seconds)
    assert grundy.table("n -> n-1", np.int64(3)).shape == (3,) and grundy.sequence("0.77", np.uint16(4)).tolist() == [
        0,
        1,
        2,
        3,
    ]


ROWS: list[tuple[str, Any, int, int]] = [
    ("nim", nim, 1, 9),
    ("kayles", octal("0.77"), 1, 30),
    ("take:1,3,4", take(1, 3, 4), 1, 40),
    ("n -> n-k for k in {1,3,4}", take(1, 3, 4), 1, 40),
    ("wythoff", wythoff, 2, 8),
    (WYTHOFF, wythoff, 2, 8),
]


@pytest.mark.parametrize("game, rule, coordinates, below", ROWS, ids=[one[0] for one in ROWS])
@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int32, np.uint8, np.int16])
def test_rows_are_sums(game: str, rule: Any, coordinates: int, below: int, kind: Any) -> None:
    random = np.random.default_rng(3)
    rows = random.integers(0, below, size=(4, 5, 3 * coordinates)).astype(kind)
    expected = np.zeros((4, 5), dtype=np.uint64)
    whole = np.asarray(table(rule, (below,) * coordinates))
    for place in np.ndindex(4, 5):
        for at in range(3):
            position = tuple(int(x) for x in rows[place][coordinates * at : coordinates * (at + 1)])
            expected[place] ^= np.uint64(whole[position])
    told = grundy.values(game, rows)
    assert told.dtype == np.uint64
    assert np.array_equal(told, expected)
    # Whatever the order of the array in memory.
    assert np.array_equal(grundy.values(game, np.asfortranarray(rows)), expected)
    assert np.array_equal(grundy.values(game, rows, outcomes=True) == "P", expected == 0)


def test_rows_under_misere_play() -> None:
    rows = np.indices((4, 4, 4)).reshape(3, -1).T
    wins = grundy.values("kayles", rows, misere=True)
    assert wins.dtype == np.bool_
    for row, win in zip(rows, wins, strict=True):
        game = "kayles " + " ".join(str(heap) for heap in row)
        assert win == (grundy.solve(game, misere=True).outcome == "N")


def test_what_is_no_row_is_refused() -> None:
    assert grundy.values("nim", [3, 5, 7]) == 1
    assert grundy.values("nim", np.zeros((0, 3), dtype=int)).shape == (0,)
    for game, rows in [("cram", [[1]]), ("nim 3", [[1]]), ("wythoff", [[1, 2, 3]]), ("kayles", [[1], [-2]])]:
        with pytest.raises(ValueError):
            grundy.values(game, rows)
    for rows in [[[1.5]], [[True]], [["a"]], [[2**70]]]:
        with pytest.raises(TypeError):
            grundy.values("nim", rows)
    with pytest.raises(TypeError, match="misere"):
        grundy.values("nim", [[1]], misère=True)  # type: ignore[call-arg]


def test_outcomes_of_rows_without_values() -> None:
    far = [[10**17, 10**15], [165580140, 267914295], [3, 5], [3, 6]]
    told = grundy.values("wythoff", far, outcomes=True)
    assert told.tolist() == [grundy.solve("wythoff", pair).outcome for pair in far] == ["N", "P", "P", "N"]
    assert grundy.values("wythoff", far, outcomes=True, misere=True).tolist() == [
        grundy.solve("wythoff", pair, misere=True).outcome for pair in far
    ]
    # A P-position changes nothing beside it.
    assert grundy.values("wythoff", [[10**17, 10**15, 3, 5], [3, 4, 3, 4]], outcomes=True).tolist() == ["N", "P"]
    with pytest.raises(grundy.Unknown, match="row 0"):
        grundy.values("wythoff", far)
    circles = "n -> n-1 | 5-n if n > 0"
    rows = np.indices((6, 6)).reshape(2, -1).T
    assert grundy.values(circles, np.arange(6).reshape(-1, 1), outcomes=True).tolist() == list("PNDDDN")
    assert grundy.values(circles, rows, outcomes=True).tolist() == [
        grundy.solve(Rule(circles)(*map(int, row))).outcome for row in rows
    ]


LARGE_HEAP = """
import resource, time
import grundy

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

grundy.values("couples", [[10]])
before, began = peak(), time.monotonic()
try:
    grundy.values("couples", [[10**9 + n] for n in range(20)], time=1)
except grundy.Unknown as unknown:
    print(unknown.kind, time.monotonic() - began, peak() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak of memory is told by Linux")
def test_the_time_is_that_of_all_rows() -> None:
    done = subprocess.run([sys.executable, "-c", LARGE_HEAP], capture_output=True, text=True, check=True)
    kind, seconds, held = done.stdout.split()
    assert kind == "time" and float(seconds) < 5 and int(held) < 400 << 20, done.stdout
