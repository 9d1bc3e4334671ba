"""The example notebooks, run again: they must be what their source makes, and say what they said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MAKE = Path(__file__).resolve().parents[3] / "docs" / "notebooks" / "make.py"


def test_notebooks_say_what_they_said() -> None:
    pytest.importorskip("nbclient")
    pytest.importorskip("matplotlib")
    done = subprocess.run([sys.executable, str(MAKE), "--check"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
