"""Data frames, of which nothing is loaded until one is asked for."""

from __future__ import annotations

from typing import Any

from ._said import said


def pandas() -> Any:
    """The package that makes them. Raises ``ImportError`` with what to do where it is not installed."""
    try:
        import pandas
    except ImportError as missing:
        raise ImportError(
            said("to_pandas() needs pandas: pip install pandas", "to_pandas() 需要 pandas：pip install pandas")
        ) from missing
    return pandas
