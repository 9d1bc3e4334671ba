"""Answers as a notebook shows them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._grundy import Answer
    from ._patterns import Found

#: What is said around the answers, in English and in Chinese.
WORDS = {
    "misere": ("misère play", "反常规则"),
    "value": ("Grundy value", "SG 值"),
    "move": ("winning move", "必胜走法"),
    "from": ("component", "分量"),
    "after": ("position after it", "走后局面"),
    "more": ("{count} winning moves in all", "共 {count} 种必胜走法"),
    "why": ("Why", "理由"),
    "none": ("no pattern found", "未找到规律"),
    "remoteness": ("perfect play ends after {count} moves", "双方最优时 {count} 步结束"),
}

#: The colours of who wins, readable on light and on dark paper.
COLOURS = {"N": "#2b8a3e", "P": "#c92a2a", "D": "#e67700"}


def word(name: str, lang: str, **facts: Any) -> str:
    """A phrase in a language, safe within HTML."""
    return escape(WORDS[name][lang == "zh"].format(**facts))


def answer(told: Answer, lang: str) -> str:
    """Who wins, the value, the winning moves, the nim-sum as a picture, and why."""
    outcome = told.outcome or "?"
    colour = COLOURS.get(outcome, "#868e96")
    parts = [f"<b>{escape(_brief(str(told.game), 120))}</b>"]
    if told.play == "misere":
        parts.append(f" ({word('misere', lang)})")
    parts.append(f'<br><span style="color:{colour};font-weight:bold">{escape(told.verdict(lang))}</span>')
    if told.value is not None:
        parts.append(f" · {word('value', lang)} {_brief(str(int(told.value)), 60)}")
    if told.remoteness is not None:
        parts.append(f" · {word('remoteness', lang, count=told.remoteness)}")
    unknown = told.unknown(lang)
    if told.outcome is None and unknown:
        parts.append(f"<br>{escape(unknown)}")
    moves = told.moves
    if moves:
        rows = "".join(
            f"<tr>{_cell(escape(_brief(str(told.game[move.component]), 40)))}{_cell(escape(move.text(lang)))}"
            f"{_cell(f'<code>{escape(_brief(str(move.game), 80))}</code>')}</tr>"
            for move in moves
        )
        head = "".join(_cell(word(name, lang), "th") for name in ("from", "move", "after"))
        parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
        count = told.winning_count
        if count is not None and count > len(moves):
            parts.append(word("more", lang, count=count))
    picture = told.svg(lang) if len(told.game) > 1 and told.theory in ("sprague-grundy", "misere-nim") else None
    if picture:
        parts.append(f'<div style="max-width:560px">{picture}</div>')
    parts.append(f"<details><summary>{word('why', lang)}</summary><pre>{escape(told.why(lang))}</pre></details>")
    return f"<div>{''.join(parts)}</div>"


def found(told: Found) -> str:
    """The patterns as a table, each with what it rests on."""
    from ._grundy import language

    lang = language()
    if not told.findings:
        return f"<div><b>{escape(told.of)}</b>: {word('none', lang)}</div>"
    rows = []
    for finding in told.findings:
        colour = COLOURS["N"] if finding.proved else COLOURS["D"]
        mark = f'<span style="color:{colour}">{"■" if finding.proved else "□"}</span>'
        rows.append(f"<tr>{_cell(mark)}{_cell(escape(finding.said))}</tr>")
    return f"<div><b>{escape(told.of)}</b><table><tbody>{''.join(rows)}</tbody></table></div>"


def _cell(content: str, tag: str = "td") -> str:
    # Notebooks set tables to the right, but for what says otherwise itself.
    return f'<{tag} style="text-align:left">{content}</{tag}>'


def _brief(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most // 2] + "…" + text[-(most // 2) :]
