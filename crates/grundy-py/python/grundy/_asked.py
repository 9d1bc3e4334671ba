"""Calls of the commands: arguments of Python as those of the command line."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Callable

from ._grundy import Rule, answered, command
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


def rules(rule: Rulish) -> tuple[list[str], str]:
    """The arguments that say the rules, and the text that they are read from."""
    if isinstance(rule, Rule):
        if rule.text is None:
            raise TypeError(
                said(
                    f"{rule!r} is a function; expected a rule by text, for example 'n -> n-k for k in 1..=3'",
                    f"{rule!r} 是函数;此处应为文本规则,例如 'n -> n-k for k in 1..=3'",
                )
            )
        return ["--rule=" + rule.text], rule.text
    if not isinstance(rule, str):
        raise TypeError(no_rules(type(rule).__name__))
    if rule.startswith(("-", "@")):
        raise ValueError(no_rules(repr(rule)))
    if "->" in rule and "'" not in rule:
        return ["--rule=" + rule], rule
    return [rule], rule


def no_rules(found: str) -> str:
    """That something is no rules."""
    return said(
        f"expected a Rule, its text, or the name of a game, for example 'kayles'; found {found}",
        f"此处应为规则 (Rule)、规则的文本或博弈的名字,例如 'kayles';却是 {found}",
    )


def bounds(**given: Any) -> list[str]:
    """The arguments of a budget; ``None`` leaves it to the command, but for time, which it takes away."""
    arguments = []
    for name, value in given.items():
        if name == "time":
            arguments.append("--budget-time=" + _time(value))
        elif value is not None:
            arguments.append(f"--budget-{name}={_whole(value)}")
    return arguments


def _time(time: float | None) -> str:
    """A time as the command line has it."""
    if time is None or time == float("inf"):
        return "none"
    return f"{_seconds(time) * 1000:.0f}ms"


def _seconds(time: Any) -> float:
    seconds = float(time)
    if not 0 <= seconds < 1e9:
        raise ValueError(
            said(f"expected a time in seconds, for example 10; found {time!r}", f"此处应为秒数,例如 10;却是 {time!r}")
        )
    return seconds


def _whole(number: Any) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(no_whole(type(number).__name__))
    whole = int(number.__index__())
    if whole < 0:
        raise ValueError(no_whole(str(whole)))
    return min(whole, 2**64 - 1)


def no_whole(found: str) -> str:
    """That something is no whole number from 0 on."""
    return said(
        f"expected a whole number that is not negative, for example 3; found {found}",
        f"此处应为非负整数,例如 3;却是 {found}",
    )


def ask(
    arguments: Sequence[str],
    *,
    text: str | None = None,
    input: bytes = b"",
    lang: str | None = None,
    progress: Progress | None = None,
    partial: bool = False,
    level: int = 3,
) -> tuple[int, bytes]:
    """Runs a command; what it says beside its answer is a warning. With ``partial`` an answer that ended early is an answer."""
    code, out, aside = command(list(arguments), text=text, input=input, lang=lang, progress=progress, partial=partial)
    if aside.strip():
        warnings.warn(aside.strip(), UnprovedWarning, stacklevel=level)
    return code, out


def of(rule: Rulish) -> Mapping[str, Any]:
    """The rules as a request has them."""
    named, text = rules(rule)
    return {"game": text} if named == [text] else {"rule": {"text": text}}


def answer(question: Mapping[str, Any], **how: Any) -> Mapping[str, Any]:
    """The answer to a request of the service, whose fields are the keys of ``question``."""
    told: Mapping[str, Any] = json.loads(answered(json.dumps(question), **how))
    return told


def ask_json(arguments: Sequence[str], **how: Any) -> Mapping[str, Any]:
    """The same, with an answer in JSON."""
    _, out = ask(arguments, level=4, **how)
    answer: Mapping[str, Any] = json.loads(out)
    return answer
