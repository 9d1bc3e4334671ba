"""Sentences in two languages, of which the current one is told."""

from __future__ import annotations

from ._grundy import language


def said(en: str, zh: str) -> str:
    """A sentence in the language that is set; both must be given."""
    return zh if language() == "zh" else en
