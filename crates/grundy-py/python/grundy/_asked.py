"""Calls of the commands: arguments of Python as those of the command line."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence, Union

from ._grundy import Rule, command

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

#: What is called with how much was done since the last call.
Progress = Callable[[int], object]

#: Rules without a position: a ``Rule``, its text, or the name of a game.
Rulish: TypeAlias = "Union[str, Rule]"


class UnprovedWarning(UserWarning):
    """What a program rests on was checked, not proved, or may be too slow for a problem's limits."""


UnprovedWarning.__module__ = "grundy"


def rules(rule: Rulish) -> tuple[list[str], str]:
    """The arguments that say the rules, and the text that they are read from."""
    if isinstance(rule, Rule):
        if rule.text is None:
            raise TypeError(f"{rule!r} is a function; expected a rule by text, for example 'n -> n-k for k in 1..=3'")
        return ["--rule=" + rule.text], rule.text
    if not isinstance(rule, str):
        raise TypeError(f"expected a Rule, its text, or the name of a game, for example 'kayles'; found {type(rule).__name__}")
    if rule.startswith(("-", "@")):
        raise ValueError(f"expected a Rule, its text, or the name of a game, for example 'kayles'; found {rule!r}")
    if "->" in rule:
        return ["--rule=" + rule], rule
    return [rule], rule


def bounds(**given: Any) -> list[str]:
    """The arguments of a budget; ``None`` leaves it to the command, but for time, which it takes away."""
    arguments = []
    for name, value in given.items():
        if name == "time":
            arguments.append("--budget-time=" + ("none" if value is None else f"{_seconds(value) * 1000:.0f}ms"))
        elif value is not None:
            arguments.append(f"--budget-{name}={_whole(value)}")
    return arguments


def _seconds(time: Any) -> float:
    seconds = float(time)
    if not 0 <= seconds < 1e9:
        raise ValueError(f"expected a time in seconds, for example 10; found {time!r}")
    return seconds


def _whole(number: Any) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"expected a whole number that is not negative; found {type(number).__name__}")
    whole = int(number.__index__())
    if whole < 0:
        raise ValueError(f"expected a whole number that is not negative; found {whole}")
    return min(whole, 2**64 - 1)


def ask(
    arguments: Sequence[str],
    *,
    text: str | None = None,
    input: bytes = b"",
    lang: str | None = None,
    progress: Progress | None = None,
    partial: bool = False,
) -> tuple[int, bytes]:
    """Runs a command; what it says beside its answer is a warning. With ``partial`` an answer that ended early is an answer."""
    code, out, aside = command(
        list(arguments), text=text, input=input, lang=lang, progress=progress, partial=partial
    )
    if aside.strip():
        warnings.warn(aside.strip(), UnprovedWarning, stacklevel=3)
    return code, out


def ask_json(arguments: Sequence[str], **how: Any) -> Mapping[str, Any]:
    """The same, with an answer in JSON."""
    _, out = ask(arguments, **how)
    answer: Mapping[str, Any] = json.loads(out)
    return answer
