"""Ends a function whose time is over, in whatever thread it runs."""

from __future__ import annotations

from typing import Any

ctypes: Any
try:
    import ctypes
except ImportError:
    # Some builds of Python have none: functions are then trusted to return.
    ctypes = None


class Late(BaseException):
    """Raised in a function whose time is over: nothing that a function expects and catches."""


def raise_in(thread: int) -> None:
    """Raises it in a thread, at the thread's next instruction."""
    _set(thread, Late)


def calm(thread: int) -> None:
    """Takes back what was raised in this thread and not heard yet, unless it is heard here."""
    _set(thread, None)


def _set(thread: int, raised: type[BaseException] | None) -> None:
    if ctypes is not None:
        exception = None if raised is None else ctypes.py_object(raised)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), exception)
