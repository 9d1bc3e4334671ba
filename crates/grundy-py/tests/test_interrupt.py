"""Long work: Ctrl-C ends it soon and leaves all usable; other threads run meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Callable

import pytest

import grundy

#: The process does the work, is interrupted half a second after it began, and says how long that took and whether it is still of use.
PROGRAM = """
import os, signal, threading, time
import grundy

def counts(n):
    return [n + 1]

def forever(n):
    while True:
        yield n

def busy(n):
    return list(range(n))

def interrupt():
    time.sleep(0.5)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - sent)
else:
    print("not interrupted")
assert grundy.solve("nim 3 5 7").value == 1 and len(grundy.sequence("0.77", 100)) == 100
assert grundy.period("0.77").period == 12 and grundy.solve(grundy.Rule(busy)(9)).value == 9
print("usable")
"""

WORK = {
    "solve": 'grundy.solve("cram 6x7", misere=True, time=None, positions=10**15, memory=2**50)',
    "solver": 'grundy.Solver(time=None, positions=10**15).solve("cram 6x7", misere=True)',
    "moves": 'grundy.Game("cram 6x7").moves(misere=True, time=None, positions=10**15)',
    "table": 'grundy.table("n -> n-k for k in 1..=n if k % 3 < 2", 10**6)',
    "table-misere": 'grundy.table("0.07", (400, 400), misere=True)',
    "rows": 'grundy.table("(x,y) -> (x-i,y-j) for i in 0..=x, j in 0..=y if i+j > 0", (2000, 2000))',
    "sequence": 'grundy.sequence("0.007", 10**8)',
    "period": 'grundy.period("0.007", time=None)',
    "find": 'grundy.find("lasker", time=None)',
    "states": 'grundy.chart("n -> n-k for k in 1..=n if k % 3 < 2", 10**6, time=None)',
    "function": "grundy.solve(grundy.Rule(counts)(0), time=None, positions=10**15, memory=2**50)",
    "generator": "grundy.solve(grundy.Rule(forever)(0), time=None)",
    "function-table": "grundy.table(busy, 10**6)",
    "check": "grundy.check('n -> n-k for k in {1,3,4}', 'sleep 30', cases=1, limit=30)",
}


def interrupted(work: str) -> tuple[str, float]:
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(work=work)], capture_output=True, text=True, timeout=30)
    lines = done.stdout.split()
    assert done.returncode == 0 and lines[-1] == "usable", done.stdout + done.stderr
    return lines[0], float(lines[1]) if lines[0] == "interrupted" else 0.0


@pytest.mark.skipif(os.name != "posix", reason="the signal of Ctrl-C is sent by kill")
@pytest.mark.parametrize("name", WORK)
def test_control_c(name: str) -> None:
    said, seconds = interrupted(WORK[name])
    if seconds >= 1:
        # The machine may have been busy with something else.
        said, seconds = interrupted(WORK[name])
    assert said == "interrupted" and seconds < 1, f"{said} after {seconds} s"


@pytest.mark.skipif(os.name != "posix", reason="the signal is sent by kill")
def test_other_signals_are_heard() -> None:
    """A handler that raises something else ends the work with that."""

    class Alarm(Exception):
        pass

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        for work in (
            lambda: grundy.solve("cram 6x7", misere=True, time=20),
            lambda: grundy.sequence("0.007", 10**7),
            lambda: grundy.period("0.007", time=20),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            begun = time.monotonic()
            with pytest.raises(Alarm):
                work()
            assert time.monotonic() - begun < 3
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


LONG: dict[str, Callable[[], Any]] = {
    "solve": lambda: grundy.solve("cram 6x7", misere=True, time=0.6),
    "sequence": lambda: grundy.sequence("0.007", 130_000),
    "table": lambda: grundy.table("n -> n-k for k in 1..=n if k % 3 < 2", 10**5, time=0.6),
    "period": lambda: grundy.period("0.007", time=0.6),
    "find": lambda: grundy.find("lasker", time=0.6),
}


@pytest.mark.parametrize("name", LONG)
def test_other_threads_run_meanwhile(name: str) -> None:
    ticks: list[float] = []
    over = threading.Event()

    def tick() -> None:
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    try:
        LONG[name]()
    except grundy.Unknown:
        pass
    finally:
        ended = time.monotonic()
        over.set()
        thread.join()
    assert ended - begun > 0.1
    within = [begun, *(at for at in ticks if begun < at < ended), ended]
    # With the lock held, the other thread would stand still all the time.
    assert max(later - earlier for earlier, later in zip(within, within[1:])) < 0.5 * (ended - begun)
    assert len(within) > 10


def test_two_at_once() -> None:
    """Two searches in two threads, each with its own bounds."""
    told: dict[str, str] = {}

    def search(name: str, seconds: float) -> None:
        try:
            grundy.solve("cram 6x7", misere=True, time=seconds)
        except grundy.Unknown as unknown:
            told[name] = unknown.why

    threads = [threading.Thread(target=search, args=(name, seconds)) for name, seconds in (("a", 0.3), ("b", 0.6))]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    assert grundy.solve("nim 3 5 7").value == 1
    for thread in threads:
        thread.join(10)
    assert set(told) == {"a", "b"} and time.monotonic() - begun < 5
