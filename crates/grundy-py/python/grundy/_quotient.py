"""Misère quotients: the values of heaps and positions in misère sums."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _asked, _frames
from ._asked import Progress, Rulish
from ._grundy import Game, drawn_quotient, quotient_of
from ._keywords import hinted
from ._said import said

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas

#: Elements of a quotient that a notebook shows as a picture.
_DRAWN = 100


@dataclass(frozen=True, eq=False)
class Quotient:
    """A misère quotient: a finite commutative monoid whose elements tell who wins a misère sum.

    Elements are numbers from 0; 0 is the class of the empty sum. A sum is worth the product of what its parts are worth, and the
    previous player wins it exactly if that is in ``p``. All that it says is verified; it says nothing of what it does not cover.

    >>> import grundy
    >>> kayles = grundy.quotient("kayles")
    >>> kayles.status, kayles.order, kayles.p_count, kayles.repeats
    ('complete', 40, 9, (71, 12))
    >>> kayles.word(kayles.sum(5, 7, 10**30)), kayles.outcome(kayles.sum(5, 7, 10**30))
    ('abc', 'N')
    """

    #: What it is of, as it is written.
    game: str
    #: ``"complete"``: of all heaps, proved; ``"closed"``: of all that was asked for; ``"partial"``: of a part of that.
    status: str
    #: How many elements are in P.
    p_count: int
    #: Whether it is the quotient of some heaps of Nim.
    tame: bool
    #: The last heap that is covered one by one, where it is of the heaps of one game.
    heaps: int | None
    #: The last heap that changed it.
    last_change: int | None
    #: The pre-period and the period of the heaps' values, where they are proved: phi(n + period) = phi(n) for n from the pre-period on.
    repeats: tuple[int, int] | None
    #: With more it has at least so many elements, where it is partial.
    lower_bound: int | None
    #: The words of all elements in the generators.
    elements: tuple[str, ...] = field(repr=False)
    #: The generators: what each is.
    generators: Mapping[str, str]
    #: Equations that present it, as pairs of words.
    relations: tuple[tuple[str, str], ...] = field(repr=False)
    #: All products, as an array of ``uint16``: ``table[a, b]``.
    table: npt.NDArray[np.uint16] = field(repr=False)
    #: By element, whether it is in P: an array of booleans.
    p: npt.NDArray[np.bool_] = field(repr=False)
    #: The values of the heaps that are covered one by one, from 0 on: an array of ``uint32``.
    values: npt.NDArray[np.uint32] = field(repr=False)
    #: The positions that were named, each with its element.
    positions: Mapping[str, int] = field(repr=False)
    #: Where building ended early and why: ``at``, ``kind`` and ``why``; ``failed``: the sum by which the last candidate was refused.
    ended: Mapping[str, Any] | None = None
    #: How it was seen to grow, where it is partial: ``from`` a heap on, every so many ``heaps`` by so many ``elements``. Not proved.
    growth: Mapping[str, Any] | None = None
    #: What is proved of sums with the heap or component at which building ended, if a law was found: ``infinite``, ``free``, ``set``, ….
    law: Mapping[str, Any] | None = field(default=None, repr=False)
    #: The certificate, which the program ``grundy-check`` checks by itself; none of sums with heaps of several games.
    certificate: str | None = field(default=None, repr=False)

    @property
    def order(self) -> int:
        """How many elements it has."""
        return len(self.elements)

    def product(self, a: Any, b: Any) -> Any:
        """The value of a sum from those of its two parts; of arrays of elements, that of each pair."""
        product = self.table[self._element(a), self._element(b)]
        return product if getattr(product, "ndim", 0) else int(product)

    def phi(self, n: Any) -> Any:
        """The element of a heap of any size that is covered; of an array of heaps, an array of their elements.

        >>> import grundy
        >>> import numpy as np
        >>> kayles = grundy.quotient("kayles")
        >>> kayles.phi(10**30), kayles.phi(np.array([1, 2, 10**9]))
        (5, array([1, 2, 5], dtype=uint32))
        """
        if not _asked.is_many(n):
            heap = _asked._natural(n)
            if heap >= len(self.values) and self.repeats is not None:
                preperiod, period = self.repeats
                heap = preperiod + (heap - preperiod) % period
            if heap >= len(self.values):
                raise self._uncovered(n)
            return int(self.values[heap])
        heaps = _asked.wholes(n)
        if self.repeats is not None:
            preperiod, period = self.repeats
            far = heaps >= len(self.values)
            heaps[far] = preperiod + (heaps[far] - preperiod) % period
        elif heaps.size and heaps.max() >= len(self.values):
            raise self._uncovered(heaps.max())
        return self.values[heaps.astype("int64")]

    def _uncovered(self, n: object) -> IndexError:
        return IndexError(
            said(
                f"the quotient covers heaps to {len(self.values) - 1}, not {n}",
                f"此商只覆盖到堆 {len(self.values) - 1}，不含 {n}",
            )
        )

    def sum(self, *heaps: Any) -> Any:
        """The element of a sum of heaps; of arrays of heaps, an array."""
        product = 0
        for heap in heaps:
            product = self.product(product, self.phi(heap))
        return product

    def outcome(self, element: Any) -> Any:
        """Who wins a sum of this value: ``"P"``, the previous player, or ``"N"``, the next one; of an array of elements, an array of these.

        >>> import grundy
        >>> kayles = grundy.quotient("kayles")
        >>> kayles.outcome(kayles.phi([1, 2, 3, 4]))
        array(['P', 'N', 'N', 'P'], dtype='<U1')
        """
        import numpy as np

        lost = self.p[self._element(element)]
        return np.where(lost, "P", "N") if lost.ndim else "P" if lost else "N"

    def word(self, element: Any) -> Any:
        """An element as a product of generators; of an array of elements, an array of these."""
        import numpy as np

        number = self._element(element)
        return self.elements[number] if isinstance(number, int) else np.array(self.elements)[number]

    def svg(self, *, lang: str | None = None) -> str:
        """Its Cayley graph as a picture, SVG: the elements, those in P marked, and for each generator arrows in its colour that lead from an
        element to its product with it. Where there is no arrow the product is the element itself.

        >>> import grundy
        >>> picture = grundy.quotient("0.75").svg()
        >>> picture.startswith("<svg"), picture.count("<rect")
        (True, 9)

        Raises ``grundy.Unknown`` for more than 400 elements.
        """
        import numpy as np

        letters = list(self.generators.items())
        columns = [self.elements.index(name) for name, _ in letters]
        times = np.ascontiguousarray(self.table.T[columns].astype(np.uint32))
        return drawn_quotient(self.game, list(self.elements), self.p, letters, times, lang)

    def to_pandas(self) -> pandas.DataFrame:
        """The elements as a data frame with their numbers as its index.

        Columns: ``word``; ``outcome``, ``"P"`` or ``"N"``; and by the name of each generator the word of the product with it.

        >>> import grundy
        >>> grundy.quotient("0.75").to_pandas().head(3)
                word outcome  a   b   c
        element
        0          1       N  a   b   c
        1          a       P  1  ab  ac
        2          b       N ab  b²  ab
        """
        pandas = _frames.pandas()
        columns: dict[str, list[str]] = {
            "word": list(self.elements),
            "outcome": ["P" if is_lost else "N" for is_lost in self.p],
        }
        for name in self.generators:
            products = self.table[:, self.elements.index(name)]
            columns[name] = [self.elements[product] for product in products]
        return pandas.DataFrame(columns, index=pandas.RangeIndex(self.order, name="element"))

    def __str__(self) -> str:
        """What it is, in a sentence."""
        status = {
            "complete": ("complete, proved", "完整，已证明"),
            "closed": ("closed", "封闭"),
            "partial": ("partial", "部分"),
        }
        how = said(*status[self.status])
        told = said(
            f"{self.game}: misère quotient, {how}; {self.order} elements, {self.p_count} of them in P",
            f"{self.game}：反常规则商，{how}；{self.order} 个元素，其中 {self.p_count} 个属于 P",
        )
        if self.repeats is not None:
            preperiod, period = self.repeats
            told += said(
                f"; the heaps repeat with period {period} from {preperiod} on",
                f"；堆自 {preperiod} 起以 {period} 为周期重复",
            )
        return told

    def __repr__(self) -> str:
        return f"<Quotient: {_asked.brief(str(self))}>"

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.order <= _DRAWN else None

    def _repr_html_(self) -> str:
        from . import _facts

        return _facts.quotient(self, self._repr_svg_())

    def _element(self, element: Any) -> Any:
        number: Any
        if _asked.is_many(element):
            number = _asked.wholes(element).astype("int64")
            most = int(number.max()) if number.size else 0
        else:
            most = number = int(_asked._whole(element))
        if most >= self.order:
            raise IndexError(
                said(
                    f"expected an element from 0 to {self.order - 1}, found {most}",
                    f"此处应为 0 至 {self.order - 1} 的元素，却是 {most}",
                )
            )
        return number


@hinted
def quotient(
    game: Rulish | None = None,
    *,
    positions: Iterable[str | Game] = (),
    heaps: int | None = None,
    max_order: int | None = None,
    resume: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    time: float | str | None = 10.0,
    progress: Progress | None = None,
) -> Quotient:
    """The misère quotient of a game, of a rule, or of positions and all that can follow them.

    ``game`` is a game without positions, for all its heaps (``"0.77"``), a position (``"cram 3x4"``), or a rule; ``positions`` are more of
    them. ``heaps`` is the last heap, ``max_order`` the most elements (4096 where nothing is said), ``memory`` in bytes, ``time`` in
    seconds. ``resume`` is a file with a certificate of the same game, from which it goes on. ``progress`` is called with the number of
    heaps or other components done since the last call. Where building ends early the quotient is ``"partial"``: exact as far as it goes.

    >>> import grundy
    >>> partial = grundy.quotient("0.3122", max_order=100)
    >>> partial.status, partial.heaps, partial.ended["at"], partial.lower_bound > partial.order
    ('partial', 6, '0.3122 7', True)
    >>> partial.law["infinite"], partial.law["free"]
    (True, ['0.3122 7', '0.3122 5'])
    >>> cram = grundy.quotient("cram 3x4")
    >>> cram.order, cram.outcome(cram.positions["cram 3x4"])
    (12, 'P')
    >>> grundy.quotient("0.75").table[2:4, :4]
    array([[2, 3, 4, 5],
           [3, 2, 5, 4]], dtype=uint16)

    Raises ``grundy.ParseError`` for text that is no game, and ``grundy.Unknown`` where nothing could be looked at within the bounds.
    """
    question: dict[str, Any] = {} if game is None else _asked.of(game)
    if isinstance(positions, (str, Game)):
        positions = (positions,)
    lines = "\n".join(map(str, positions))
    if lines:
        question["positions"] = lines
    for name, number in (("heaps", heaps), ("order", max_order)):
        if number is not None:
            question[name] = _asked._whole(number)
    if resume is not None:
        with open(resume, encoding="utf-8") as file:
            question["resume"] = file.read()
    (told, elements, table, p, values), certificate = quotient_of(
        json.dumps(question), memory=memory, time=time, progress=progress
    )
    found = json.loads(told)
    numbers = {word: number for number, word in enumerate(elements)}
    repeats = None
    if len(found["phi"]) == 1 and found["phi"][0]["period"] is not None:
        repeats = (found["phi"][0]["preperiod"], found["phi"][0]["period"])
    return Quotient(
        game=found["game"],
        status=found["status"],
        p_count=found["p_portion"],
        tame=found["tame"],
        heaps=found["heaps"],
        last_change=found["last_change"],
        repeats=repeats,
        lower_bound=found["lower_bound"],
        elements=tuple(elements),
        generators={one["name"]: one["letter"] for one in found["generators"]},
        relations=tuple((one, other) for one, other in found["relations"]),
        table=table,
        p=p,
        values=values,
        positions={one["game"]: numbers[one["word"]] for one in found["components"]},
        ended=found["ended"],
        growth=found["growth"],
        law=found["law"],
        certificate=certificate,
    )
