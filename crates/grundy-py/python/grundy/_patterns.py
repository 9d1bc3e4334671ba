"""Periods and patterns: what holds for all positions, proved or only checked."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _asked, _frames
from ._asked import Progress, Rulish
from ._grundy import Formula, Rule, drawn_window, proved, sequence, table, write_file
from ._keywords import hinted
from ._said import said

if TYPE_CHECKING:
    import numpy as np
    import pandas


#: Heaps up to the end of the first period, of which a notebook shows the values as a picture.
_DRAWN = 600


@dataclass(frozen=True)
class Period:
    """The period of a nim-sequence: from ``preperiod`` on, G(n + period) = G(n) + saltus. It is told only if it is proved.

    True if it is proved. What was not found out is ``None``.
    """

    #: The rules as they were asked for.
    code: str
    #: The same, normalised, where they are a code or a set of takes.
    rules: str | None
    #: Whether a period was proved.
    proved: bool
    period: int | None
    preperiod: int | None
    saltus: int | None
    #: The theorem that proves it: ``"guy-smith"``, …
    theorem: str | None
    #: How many values were looked at.
    checked_to: int
    #: The last heap before the repetition, and its value.
    last_exception: int | None
    last_exception_value: int | None
    #: The largest value, if all of them were kept.
    largest_value: int | None
    #: What computed the values.
    engine: str
    #: How long it took.
    seconds: float = field(default=0.0, compare=False, repr=False)
    #: A regularity that was only seen, not proved: its ``regularity``, ``period``, ``preperiod`` and ``saltus``.
    observed: Mapping[str, Any] | None = field(default=None, hash=False)
    #: The names of the ``theorems()`` that a machine has checked and on which the proof stands.
    theorems: tuple[str, ...] = field(default=(), compare=False, repr=False)
    #: The SHA-256 of its certificate, where the period was looked up in the table of octal games that comes with the
    #: package and not computed: ``seconds`` are those of the search that it comes from.
    certificate_sha256: str | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return self.proved

    def __call__(self, n: Any) -> Any:
        """The Grundy value of a heap, or those of an array of heaps: see ``value``."""
        return self.value(n)

    def value(self, n: Any) -> Any:
        """The Grundy value of a heap of any size, by the period; of an array of heaps, an array of their values.

        >>> import grundy
        >>> found = grundy.period("0.77")
        >>> found.value(10**30), found.value([1, 2, 10**12])
        (1, array([1, 2, 1], dtype=uint32))

        Raises ``grundy.Unknown`` where no period is proved and the heap is beyond the values that were computed, or the period is too long to keep.
        """
        if _asked.is_many(n):
            return self._of_many(_asked.wholes(n))
        n = _heap(n)
        if n < 0:
            raise ValueError(
                said(
                    f"expected a heap that is not negative, for example 10; found {n}",
                    f"此处应为非负的堆，例如 10；却是 {n}",
                )
            )
        if self.period is None and n < self.checked_to:
            return int(self._known(n + 1)[n])
        preperiod, period, saltus = self._proved()
        rounds = max(n - preperiod, 0) // period
        at = n - rounds * period
        return int(self._known(at + 1)[at]) + rounds * saltus

    def _of_many(self, heaps: Any) -> Any:
        """The values of an array of heaps."""
        import numpy as np

        most = int(heaps.max()) if heaps.size else 0
        if self.period is None and most < self.checked_to:
            return self._known(most + 1)[heaps.astype(np.int64)]
        preperiod, period, saltus = self._proved()
        if saltus and most // period * saltus + 2**32 >= 2**63:
            heaps = heaps.astype(object)
        far = heaps >= preperiod + period
        beyond = heaps[far] - preperiod
        heaps[far] = preperiod + beyond % period
        last = int(heaps.max()) if heaps.size else 0
        told = self._known(last + 1)[heaps.astype(np.int64)]
        if saltus:
            told = told.astype(heaps.dtype)
            told[far] += beyond // period * saltus
        return told

    def to_pandas(self) -> pandas.DataFrame:
        """The values of heaps up to the end of the first period as a data frame with the heaps as its index.

        Columns: ``value``, and ``repeats``, whether the heap is none of those before the period. A row for each of several periods is
        ``pandas.DataFrame([grundy.period(code) for code in codes])``.

        >>> import grundy
        >>> frame = grundy.period("0.77").to_pandas()
        >>> len(frame), int(frame.value[70]), int(frame.repeats.sum())
        (83, 6, 12)

        Raises ``grundy.Unknown`` where no period is proved, or it is too long to keep.
        """
        preperiod, _, _ = self._proved()
        values = self._values()
        pandas = _frames.pandas()
        heaps = pandas.RangeIndex(len(values), name="heap")
        return pandas.DataFrame({"value": values, "repeats": heaps >= preperiod}, index=heaps)

    def __repr__(self) -> str:
        return f"<Period: {_asked.brief(str(self))}>"

    def __str__(self) -> str:
        """The period in a sentence."""
        if self.period is None:
            told = said(
                f"no period is proved; {self.checked_to} values were computed",
                f"周期未获证明；已算出 {self.checked_to} 个值",
            )
        elif self.saltus:
            told = said(
                f"G(n + {self.period}) = G(n) + {self.saltus} from heap {self.preperiod} on; proved",
                f"自堆 {self.preperiod} 起 G(n + {self.period}) = G(n) + {self.saltus}；已证明",
            )
        else:
            told = said(
                f"period {self.period} from heap {self.preperiod} on; proved",
                f"自堆 {self.preperiod} 起周期为 {self.period}；已证明",
            )
        return said(f"{self.code}: {told}", f"{self.code}：{told}")

    def _repr_html_(self) -> str:
        from . import _facts

        return _facts.period(self, self._picture())

    def _picture(self) -> str | None:
        """The values with the period marked, where it is short enough."""
        from ._errors import Unknown

        if self.period is None or self.preperiod is None or self.preperiod + self.period > _DRAWN:
            return None
        window = {"first": 0, "count": self.preperiod + 2 * self.period + 1}
        try:
            return drawn_window(json.dumps({**_asked.of(self.code), "window": window}), (760, 300), time=1.0)
        except Unknown:
            return None

    def _proved(self) -> tuple[int, int, int]:
        """Pre-period, period and saltus."""
        from ._errors import Unknown

        if self.period is None or self.preperiod is None or self.saltus is None:
            raise Unknown(
                said(
                    f"no period of {self.code} is proved; values are known below {self.checked_to} only",
                    f"{self.code} 的周期未获证明；只知道 {self.checked_to} 以下的值",
                )
            )
        return self.preperiod, self.period, self.saltus

    def _values(self) -> np.ndarray[Any, np.dtype[np.uint32]]:
        whole = (self.preperiod or 0) + (self.period or 0)
        return self._known(whole)[:whole]

    def _known(self, count: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
        """The first values, at least so many of those before the end of the first period, or of those that were computed where none is proved:
        they are kept."""
        kept: dict[str, Any] = self.__dict__
        values: np.ndarray[Any, np.dtype[np.uint32]] | None = kept.get("_kept")
        if values is None or len(values) < count:
            least = 1000 if values is None else 2 * len(values)
            most = self.checked_to if self.period is None else (self.preperiod or 0) + self.period
            values = kept["_kept"] = self._first(min(max(count, least), most))
        return values

    def _first(self, count: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
        """The values of so many heaps from 0 on."""
        return sequence(Rule(self.code) if "->" in self.code else self.code, count)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}


def _heap(n: Any) -> int:
    """A whole number of any size, not a float that has lost some of it."""
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(_asked.no_whole(type(n).__name__))
    return int(n.__index__())


@hinted
def period(
    code: Rulish,
    *,
    n: int | None = None,
    time: float | str | None = 10.0,
    memory: int | None = None,
    certificate: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Period:
    """The period of a nim-sequence, proved.

    ``code`` is an octal or hexadecimal code, a set of takes, the name of such a game (``"kayles"``, ``"grundy"``,
    ``"couples"``, …), or a rule in one coordinate; ``n`` the most values and ``time`` the most seconds to compute, ``None`` as long as it takes.
    ``certificate`` is a file to write the proof to, which the program ``grundy-check`` checks by itself. ``progress``
    is called with the number of values computed since the last call. What takes long and is known is looked up, unless
    ``n`` or ``certificate`` is given; the time is looked at between two blocks of values, so that a search may end somewhat later.

    >>> import grundy
    >>> found = grundy.period("0.77")
    >>> found.period, found.preperiod, found.proved, found.last_exception
    (12, 71, True, 70)
    >>> grundy.period("0.106", n=10_000).proved
    False

    Raises ``grundy.ParseError`` for text that is no code.
    """
    question = {**_asked.of(code, "code"), "values": None if n is None else _asked._whole(n)}
    question["certificate"] = certificate is not None
    if memory is not None:
        # The engine has as much as the values.
        memory = _asked._whole(memory) // 2
    found, proof = proved(json.dumps(question), memory=memory, time=time, progress=progress)
    if certificate is not None and proof is not None:
        write_file(certificate, proof)
    told = json.loads(found)
    told.pop("schema", None)
    told.pop("rule", None)
    told["theorems"] = tuple(theorem["name"] for theorem in told.get("theorems", ()))
    if "rule" in question:
        told["code"] = question["rule"]["text"]
    return Period(**told)


@dataclass(frozen=True)
class Finding:
    """A pattern: of the Grundy values, or of the positions that are lost.

    Called with a position it says what the pattern says of it: a value, or whether the position is lost.

    >>> import grundy
    >>> losing = grundy.find("n -> n-k for k in {1,3,4}")[0]
    >>> losing.expression, losing(14), losing(15), losing.proved
    ('n%7 == 0 or n%7 == 2', True, False, True)
    """

    #: ``"values"`` or ``"losing"``.
    subject: str
    #: ``"formula"``, ``"periodic"``, ``"descent"``, ``"recurrence"``, ``"automaton"`` or ``"game"``.
    form: str
    #: Whether it is proved; otherwise it was only checked.
    proved: bool
    #: Below which every coordinate was looked at.
    checked_to: int
    #: The pattern as a sentence.
    said: str
    #: What the form consists of, as ``grundy find --json`` has it: ``expression``, ``period``, ``game``, …
    data: Mapping[str, Any] = field(hash=False, repr=False)
    #: The names of the coordinates.
    names: tuple[str, ...] = ("n",)

    @property
    def theorem(self) -> str | None:
        """What proves it, if it is proved."""
        theorem: str | None = self.data.get("theorem")
        return theorem

    @property
    def expression(self) -> str | None:
        """The formula, in the language of rules, where it is one."""
        expression: str | None = self.data.get("expression")
        return expression

    def __repr__(self) -> str:
        return f"<Finding: {_asked.brief(self.said)}>"

    def __str__(self) -> str:
        return self.said

    def __call__(self, *position: Any) -> Any:
        """What the pattern says of a position, or of each entry of arrays of coordinates.

        Raises ``ValueError`` where it says nothing.
        """
        if any(getattr(coordinate, "ndim", 0) > 0 for coordinate in position):
            import numpy as np

            told = np.frompyfunc(self._of, len(position), 1)(*position)
            return told.astype(bool if self.subject == "losing" else np.int64)
        return self._of(*position)

    def _of(self, *position: Any) -> int | bool:
        if self.form == "language":
            return self._read(*position)
        if self.form == "counted":
            names = ", ".join(self.data["names"])
            raise ValueError(
                said(
                    f"the pattern is one of what is counted in positions ({names}), not of coordinates",
                    f"此规律说的是局面中数出的量（{names}），而不是坐标",
                )
            )
        if len(position) != len(self.names):
            names = ", ".join(self.names)
            raise ValueError(
                said(
                    f"expected {len(self.names)} coordinates ({names}), found {len(position)}",
                    f"此处应为 {len(self.names)} 个坐标（{names}），却是 {len(position)} 个",
                )
            )
        told: int | bool
        position = tuple(_heap(coordinate) for coordinate in position)
        if min(position) < 0:
            raise ValueError(_asked.no_whole(str(min(position))))
        if self.form == "formula":
            for exception in self.data["exceptions"]:
                where = exception["position"]
                if list(position) == (where if isinstance(where, list) else [where]):
                    told = int(exception["value"])
                    return told == 0 if self.subject == "losing" else told
            told = Formula(self.data["expression"], list(self.names))(*position)
            return told
        if self.form == "periodic":
            told = _periodic(self.data, position[0])
        elif self.form == "descent":
            told = _descends(self.data, position[0])
        elif self.form == "recurrence":
            told = _occurs(self.data, position[0])
        elif self.form == "automaton":
            told = _accepts(self.data, position[0])
        else:
            game = self.data.get("game")
            raise ValueError(
                said(
                    f"the pattern says that this is the game {game}: ask grundy.solve of it",
                    f"此规律说这是博弈 {game}：请用 grundy.solve 求解",
                )
            )
        return told == 0 if self.subject == "losing" and self.form == "periodic" else told

    def _read(self, *words: Any) -> int | bool:
        """What is told of a word, letter by letter."""
        letters = self.data["letters"]
        if len(words) != 1 or not isinstance(words[0], str) or any(letter not in letters for letter in words[0]):
            raise ValueError(
                said(f'expected one word over the letters "{letters}"', f"此处应为由字母 “{letters}” 组成的一个字")
            )
        state = 0
        for letter in words[0]:
            state = self.data["next"][state * len(letters) + letters.index(letter)]
        told = int(self.data["told"][state])
        return told == 0 if self.subject == "losing" else told


def _periodic(data: Mapping[str, Any], n: int) -> int:
    values = data["values"]
    if n < len(values):
        return int(values[n])
    rounds, at = divmod(n - int(data["preperiod"]), int(data["period"]))
    return int(values[int(data["preperiod"]) + at]) + rounds * int(data["saltus"])


def _descends(data: Mapping[str, Any], heap: int) -> int:
    """The value of a heap that goes back to those of smaller ones, by its remainder."""
    more = 0
    while heap >= len(data["first"]):
        rounds, rest = divmod(heap, len(data["cases"]))
        case = data["cases"][rest]
        told = case["times"] * rounds + case["plus"]
        if case["told"] == "value":
            return int(told + more)
        heap, more = told, more + case["more"]
    return int(data["first"][heap] + more)


def _occurs(data: Mapping[str, Any], n: int) -> bool:
    """Whether a number is among the terms of a rising recurrence."""
    first, coefficients = list(data["first"]), data["coefficients"]
    if n in first:
        return True
    last = first[-len(coefficients) :]
    while last[-1] < n:
        term = data["constant"] + sum(c * t for c, t in zip(coefficients, reversed(last)))
        if term <= last[-1]:
            return False
        last = [*last[1:], term]
    return bool(last[-1] == n)


def _accepts(data: Mapping[str, Any], n: int) -> bool:
    base, digits = data["base"], []
    while n > 0:
        n, digit = divmod(n, base)
        digits.append(digit)
    if data["most_significant_first"]:
        digits.reverse()
    state = 0
    for digit in digits:
        state = data["next"][state * base + digit]
    return bool(data["accepting"][state])


@dataclass(frozen=True)
class Found(Sequence[Finding]):
    """The patterns that were found, the most telling first; a sequence of them."""

    #: The rule, the game, or ``"-"`` for values.
    of: str
    #: The names of the coordinates.
    names: tuple[str, ...]
    #: From how many positions the patterns were guessed.
    searched: int
    #: How many others they were held against.
    held_out: int
    #: How many numbers each coordinate runs through.
    sizes: tuple[int, ...]
    #: The first values, at most 40, the first coordinate running fastest.
    values: tuple[int, ...] = field(repr=False)
    findings: tuple[Finding, ...]
    #: Further sentences.
    remarks: tuple[str, ...]
    #: Sequences of the OEIS that begin so: ``id``, ``name``, ``terms``.
    sequences: tuple[Mapping[str, Any], ...] = field(hash=False)
    #: Under misère play the quotient of all heaps, where it is known: ``order``, ``p_portion``, ``preperiod``, ``period``.
    quotient: Mapping[str, Any] | None = field(default=None, hash=False)

    def __len__(self) -> int:
        return len(self.findings)

    def __getitem__(self, place: Any) -> Any:
        return self.findings[place]

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    @property
    def losing(self) -> Finding | None:
        """The first pattern of the positions that are lost."""
        return next((one for one in self.findings if one.subject == "losing"), None)

    @property
    def grundy(self) -> Finding | None:
        """The first pattern of the Grundy values, other than the name of a game."""
        return next((one for one in self.findings if one.subject == "values" and one.form != "game"), None)

    def __repr__(self) -> str:
        of = self.of if len(self.of) <= 60 else self.of[:60] + "…"
        first = f": {self.findings[0].said}" if self.findings else ""
        patterns = "1 pattern" if len(self) == 1 else f"{len(self)} patterns"
        return f"<Found: {_asked.brief(f'{of}, {patterns}{first}')}>"

    def __str__(self) -> str:
        sentences = [finding.said for finding in self.findings] or [said("no pattern was found", "未找到规律")]
        known = [f"{one['id']} (OEIS): {one['name']}" for one in self.sequences]
        return "\n".join([*sentences, *self.remarks, *known])

    def to_pandas(self) -> pandas.DataFrame:
        """The patterns as a data frame, a row for each in their order.

        Columns: ``subject``, ``form``, ``proved``, ``theorem``, ``checked_to``, ``expression`` and ``said``, the sentence. What there is
        none of is missing.
        """
        names = ("subject", "form", "proved", "theorem", "checked_to", "expression", "said")
        rows = [[getattr(finding, name) for name in names] for finding in self.findings]
        return _frames.pandas().DataFrame(rows, columns=list(names))

    def _repr_html_(self) -> str:
        from . import _html

        return _html.found(self)


@hinted
def find(
    rule: Any,
    *,
    small: int | None = None,
    misere: bool = False,
    positions: int | None = None,
    memory: int | None = None,
    time: float | str | None = 10.0,
    lang: str | None = None,
) -> Found:
    """The pattern in the values of a rule or a game, or in values of one's own.

    ``rule`` is a ``Rule``, its text, a function of one number, the name of a game, or values: an array, or anything that becomes
    one, of one dimension or two. A pattern is guessed from a small range and must hold in a range ten times as large;
    it is said whether it is proved or only checked, and how far. With ``misere``, where who cannot move wins, the pattern is in who
    wins single positions of a rule or a game; ``values`` are then 0 for a position that is lost and 1 for one that is won.

    >>> import grundy
    >>> for finding in grundy.find("n -> n-k for k in 1..=3"):
    ...     print(finding.subject, finding.expression, finding.proved)
    values n%4 True
    losing n%4 == 0 True
    values None True
    >>> kayles = grundy.find("kayles", misere=True)
    >>> kayles.quotient
    {'order': 40, 'p_portion': 9, 'preperiod': 71, 'period': 12}
    >>> [n for n in range(100) if kayles.losing(n)]
    [1, 4, 9, 12, 20]

    Raises ``grundy.ParseError`` for text that is no rule.
    """
    question: dict[str, Any] = {"ask": "find"}
    if small is not None:
        question["small"] = min(_asked._whole(small), 2**32 - 1)
    of = None
    if callable(rule) and not isinstance(rule, Rule):
        rule = Rule(rule)
    if misere:
        question["misere"] = True
    if misere and isinstance(rule, Rule) and rule.text is None:
        raise ValueError(_asked.misere_needs_text())
    if isinstance(rule, Rule) and rule.text is None:
        of, rule = str(rule), table(rule, small or 1000, positions=positions, memory=memory, time=time)
    question["of"] = _asked.of(rule) if isinstance(rule, (str, Rule)) else {"values": ["-", _values(rule)]}
    told = _asked.answer(question, positions=positions, memory=memory, time=time, lang=lang)
    names = tuple(told["names"])
    common = ("subject", "form", "proved", "checked_to", "said")
    spread = ("spread_positions", "spread_to")
    findings = tuple(
        Finding(
            **{name: one[name] for name in common},
            data={k: v for k, v in one.items() if k not in common + spread},
            names=names,
        )
        for one in told["findings"]
    )
    return Found(
        of=of or told["of"],
        names=names,
        searched=told["searched"],
        held_out=told["held_out"],
        sizes=tuple(told["sizes"]),
        values=tuple(told["values"]),
        findings=findings,
        remarks=tuple(told["remarks"]),
        sequences=tuple(told["sequences"]),
        quotient=told.get("quotient"),
    )


def _values(values: Any) -> Mapping[str, Any]:
    """Values as a request has them: in a line, or in a grid of which the first coordinate runs fastest."""
    import numpy as np

    array = np.asarray(values)
    if array.ndim not in (1, 2) or array.size == 0 or array.dtype.kind not in "iub":
        raise ValueError(
            said(
                "expected values, an array of whole numbers in one dimension or two, for example [0, 1, 2, 0, 1, 2]; "
                f"found one of {array.dtype} with the shape {array.shape}",
                f"此处应为一维或二维的整数数组，例如 [0, 1, 2, 0, 1, 2]；却是形状为 {array.shape} 的 {array.dtype}",
            )
        )
    if array.dtype.kind != "u" and int(array.min()) < 0:
        raise ValueError(
            said(
                f"expected values that are not negative; found {int(array.min())}",
                f"值不能为负，却有 {int(array.min())}",
            )
        )
    if int(array.max()) >= 2**31:
        raise ValueError(
            said(
                f"expected values up to 2147483647; found {int(array.max())}",
                f"值不能超过 2147483647，却有 {int(array.max())}",
            )
        )
    if array.ndim == 1 or min(array.shape) < 2:
        return {"line": array.ravel().tolist()}
    return {"grid": [array.ravel(order="F").tolist(), *array.shape]}
