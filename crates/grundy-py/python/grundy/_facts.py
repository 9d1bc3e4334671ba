"""Periods, quotients and checks as a notebook shows them: a verdict, what is known besides as a table, and a picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ._html import COLOURS, _brief, _cell
from ._said import said

if TYPE_CHECKING:
    from ._contests import Checked
    from ._patterns import Period
    from ._quotient import Quotient

#: Letters of a fact.
_LONGEST = 2000

#: How a check ended, in English and in Chinese.
_VERDICTS = {
    "agree": ("all answers are right", "答案全部正确"),
    "inconclusive": ("too few cases in the time", "时间内所试过少"),
    "wrong": ("a wrong answer", "答案错误"),
    "crash": ("it crashes", "运行出错"),
    "timeout": ("too slow", "超时"),
    "too-much-output": ("too much output", "输出过多"),
}


def period(told: Period, picture: str | None) -> str:
    """The period with its proof, and the values as a picture."""
    rows: list[tuple[str, object]] = []
    if told.rules != told.code:
        rows.append((said("rules", "规则"), told.rules))
    rows.append((said("theorem", "定理"), told.theorem))
    if told.theorems:
        rows.append((said("checked by a machine", "经机器验证"), ", ".join(told.theorems)))
    if told.last_exception is not None:
        last, value = told.last_exception, told.last_exception_value
        rows.append(
            (said("last exception", "最后的例外"), said(f"heap {last}, value {value}", f"堆 {last}，值 {value}"))
        )
    rows.append((said("largest value", "最大值"), told.largest_value))
    rows.append((said("values computed", "已算出的值"), told.checked_to))
    rows.append((said("SHA-256 of the certificate", "证书的 SHA-256"), told.certificate_sha256))
    return _page(str(told), "N" if told.proved else "D", rows, picture)


def quotient(told: Quotient, picture: str | None) -> str:
    """What is known of the quotient, its presentation, and its Cayley graph."""
    tame = said("tame, the quotient of some heaps of Nim", "驯顺，即若干尼姆堆的商")
    wild = said("wild, not the quotient of any heaps of Nim", "不驯，不是任何尼姆堆的商")
    rows: list[tuple[str, object]] = [(said("kind", "类别"), tame if told.tame else wild)]
    if told.heaps is not None:
        rows.append((said("heaps one by one", "逐一覆盖的堆"), f"0–{told.heaps}"))
    if told.ended is not None:
        rows.append((said("ended at", "止于"), f"{told.ended['at']}: {told.ended['why']}"))
    generators = [f"{name} = {letter}" for name, letter in told.generators.items()]
    rows.append((said("generators", "生成元"), ", ".join(generators)))
    relations = [f"{one} = {other}" for one, other in told.relations]
    rows.append((said("relations", "关系"), ", ".join(relations)))
    lost = [word for word, is_lost in zip(told.elements, told.p) if is_lost]
    rows.append(("P", ", ".join(lost)))
    return _page(str(told), "D" if told.status == "partial" else "N", rows, picture)


def checked(told: Checked) -> str:
    """How the check ended, and the least input that fails with both answers."""
    rows: list[tuple[str, object]] = [
        (said("problem", "题目"), told.data.get("format")),
        (said("rule", "规则"), told.data.get("rule")),
        (said("program", "程序"), told.data.get("command")),
        (said("cases", "用例"), told.data.get("cases")),
        (said("input", "输入"), told.input),
        (said("expected", "应为"), told.expected),
        (said("got", "却是"), told.got),
        (said("standard error", "标准错误输出"), told.stderr or None),
    ]
    verdict = said(*_VERDICTS.get(told.verdict, (told.verdict, told.verdict)))
    return _page(f"{verdict}{told._how()}", "N" if told.agrees else "P", rows, None)


def _page(verdict: str, outcome: str, rows: list[tuple[str, object]], picture: str | None) -> str:
    """A page of what is known; facts that there are none of are left out."""
    known = [(head, fact) for head, fact in rows if fact not in (None, "")]
    cells = [_cell(escape(head), "th") + _cell(_text(str(fact))) for head, fact in known]
    table = "".join(f"<tr>{row}</tr>" for row in cells)
    drawn = "" if picture is None else f'<div style="max-width:900px;overflow-x:auto">{picture}</div>'
    return (
        f'<div><span style="color:{COLOURS[outcome]};font-weight:bold">{escape(_brief(verdict, 400))}</span>'
        f"<table><tbody>{table}</tbody></table>{drawn}</div>"
    )


def _text(fact: str) -> str:
    """Text of several lines as it stands."""
    told = escape(_brief(fact.rstrip("\n"), _LONGEST))
    return f'<pre style="margin:0">{told}</pre>' if "\n" in told else told
