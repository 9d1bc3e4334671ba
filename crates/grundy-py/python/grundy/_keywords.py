"""Keywords that a function does not have are refused with the one that is meant."""

from __future__ import annotations

import functools
from typing import Any, Callable, TypeVar, cast

from ._grundy import unknown_keyword

_Function = TypeVar("_Function", bound=Callable[..., Any])


def hinted(function: _Function) -> _Function:
    """The function, which says of a misspelt keyword what was meant."""
    code = cast(Any, function).__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @functools.wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for word in named:
            if word not in names:
                raise TypeError(unknown_keyword(function.__name__, word, list(names)))
        return function(*given, **named)

    return cast(_Function, called)
