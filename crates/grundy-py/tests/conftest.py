"""What all tests share: sentences are in English unless a test says otherwise, and the package is the one under test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grundy

# The helpers of the tests are found from processes that the tests start, too.
sys.path.insert(0, str(Path(__file__).resolve().parent))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    grundy.set_language("en")
    yield
    grundy.set_language("en")


@pytest.fixture
def chinese() -> Iterator[None]:
    grundy.set_language("zh")
    yield
    grundy.set_language("en")
