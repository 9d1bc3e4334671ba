"""Questions to the service, made of the arguments of Python."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable

from ._grundy import Rule, answered
from ._said import said

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

#: What is called with how much was done since the last call.
Progress = Callable[[int], object]

#: Rules without a position: a ``Rule``, its text, or the name of a game.
Rulish: TypeAlias = "str | Rule"


class UnprovedWarning(UserWarning):
    """What a program rests on was checked, not proved, or may be too slow for a problem's limits."""


UnprovedWarning.__module__ = "grundy"


def of(rule: Rulish, name: str = "game") -> dict[str, Any]:
    """The rules as a request has them; what is no rule of one line is the ``name`` of something."""
    if isinstance(rule, Rule):
        if rule.text is None:
            raise TypeError(
                said(
                    f"{rule!r} is a function; expected a rule by text, for example 'n -> n-k for k in 1..=3'",
                    f"{rule!r} 是函数；此处应为文本规则，例如 'n -> n-k for k in 1..=3'",
                )
            )
        return {"rule": {"text": rule.text}}
    if not isinstance(rule, str):
        raise TypeError(no_rules(type(rule).__name__))
    if rule.startswith(("-", "@")):
        raise ValueError(no_rules(repr(rule)))
    if "->" in rule and "'" not in rule:
        return {"rule": {"text": rule}}
    return {name: rule}


def problem(rule: Rulish, format: str | os.PathLike[str] | None, misere: bool) -> dict[str, Any]:
    """A contest's problem as a request has it."""
    asked = of(rule, "name")
    if format is not None:
        asked["formats"] = os.fspath(format)
    return {**asked, "misere": bool(misere)}


def no_rules(found: str) -> str:
    """That something is no rules."""
    return said(
        f"expected a Rule, its text, or the name of a game, for example 'kayles'; found {found}",
        f"此处应为规则（Rule）、规则的文本或博弈的名字，例如 'kayles'；却是 {found}",
    )


def _seconds(time: Any, name: str) -> float:
    wrong = said(
        f"{name}: expected seconds, for example {name}=2; found {time!r}",
        f"{name}：此处应为秒数，例如 {name}=2；却是 {time!r}",
    )
    if isinstance(time, str) or not hasattr(time, "__float__") and not hasattr(time, "__index__"):
        raise TypeError(wrong)
    seconds = float(time)
    if not 0 <= seconds < 1e9:
        raise ValueError(wrong)
    return seconds


def _whole(number: Any) -> int:
    return min(_natural(number), 2**64 - 1)


def _natural(number: Any) -> int:
    """A whole number of any size."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(no_whole(type(number).__name__))
    whole = int(number.__index__())
    if whole < 0:
        raise ValueError(no_whole(str(whole)))
    return whole


def is_many(numbers: Any) -> bool:
    """Whether it is an array, a list or a tuple and not a number."""
    return getattr(numbers, "ndim", 0) > 0 or isinstance(numbers, (list, tuple, range))


def wholes(numbers: Any) -> Any:
    """Numbers that are not negative, as an array of their own: of 64 bits, or of Python's numbers where these do not suffice."""
    import numpy as np

    array = np.asarray(numbers)
    if array.size == 0:
        return array.astype(np.uint64)
    if array.dtype.kind in "iu":
        if int(array.min()) < 0:
            raise ValueError(no_whole(str(array.min())))
        return array.astype(np.uint64)
    if array.dtype != object and hasattr(numbers, "dtype"):
        raise TypeError(no_whole(f"an array of {array.dtype}"))
    array = np.array(numbers, dtype=object)
    for number in array.flat:
        _natural(number)
    return array


def brief(text: str) -> str:
    """One line of a text, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 160 else line[:160] + "…"


def no_whole(found: str) -> str:
    """That something is no whole number from 0 on."""
    return said(
        f"expected a whole number that is not negative, for example 3; found {found}",
        f"此处应为非负整数，例如 3；却是 {found}",
    )


def misere_needs_text() -> str:
    """That a rule that is a function has values only."""
    return said(
        "misere: expected a rule by its text, or the name of a game; a function is no text",
        "misere：此处应为文字规则或游戏名；函数没有文字",
    )


def answer(question: Mapping[str, Any], **how: Any) -> Mapping[str, Any]:
    """The answer to a request of the service, whose fields are the keys of ``question``."""
    told: Mapping[str, Any] = json.loads(answered(json.dumps(question), **how))
    return told


def warn(message: str) -> None:
    """Warns whoever called the function, one that is `hinted`, that calls this."""
    warnings.warn(message, UnprovedWarning, stacklevel=4)
