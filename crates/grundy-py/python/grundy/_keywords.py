"""Keywords that a function does not have are refused with the one that is meant."""

from __future__ import annotations

import functools
from typing import Any, Callable, TypeVar, cast

from ._grundy import unknown_keyword
from ._said import said

_Function = TypeVar("_Function", bound=Callable[..., Any])


def hinted(function: _Function) -> _Function:
    """The function, which says of a misspelt keyword what was meant, and takes nothing but True and False for what is one of them."""
    code = cast(Any, function).__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    flags = [name for name, kind in function.__annotations__.items() if kind == "bool"]

    @functools.wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for word in named:
            if word not in names:
                raise TypeError(unknown_keyword(function.__name__, word, list(names)))
        for flag in flags:
            if flag in named and type(named[flag]).__name__ not in ("bool", "bool_"):
                found = type(named[flag]).__name__
                raise TypeError(
                    said(
                        f"{flag}: expected True or False, for example {flag}=True; found {found}",
                        f"{flag}：此处应为 True 或 False，例如 {flag}=True；却是 {found}",
                    )
                )
        return function(*given, **named)

    return cast(_Function, called)
