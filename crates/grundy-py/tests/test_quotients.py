"""Misère quotients, against plain search and against themselves."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest

import grundy


def test_a_quotient_tells_who_wins_sums_of_heaps() -> None:
    kayles = grundy.quotient("0.77")
    assert (kayles.order, kayles.p_count, kayles.repeats, kayles.last_change) == (40, 9, (71, 12), 27)
    assert not kayles.tame and kayles.lower_bound is None and kayles.ended is None
    for heaps in combinations_with_replacement(range(8), 3):
        position = "kayles " + " ".join(map(str, heaps))
        assert kayles.outcome(kayles.sum(*heaps)) == grundy.solve(position, misere=True).outcome, heaps


def test_arrays_agree_with_the_methods() -> None:
    quotient = grundy.quotient("0.75")
    table, p = quotient.table, quotient.p
    assert table.dtype == np.uint16 and table.shape == (8, 8) and (table == table.T).all()
    assert p.dtype == np.bool_ and int(p.sum()) == quotient.p_count == 2
    assert quotient.values.dtype == np.uint32 and len(quotient.values) == quotient.heaps + 1
    for a in range(quotient.order):
        assert quotient.product(a, 0) == a
        assert quotient.outcome(a) == ("P" if p[a] else "N")
        assert (table[table[a]] == table[a][table]).all()
    assert quotient.phi(10**40) == quotient.values[8]
    for kayles in (quotient, grundy.quotient("0.77")):
        heaps = np.arange(240, dtype=np.uint8).reshape(3, 80)
        elements = kayles.phi(heaps)
        assert elements.shape == heaps.shape and elements.dtype == np.uint32
        assert elements.tolist() == [[kayles.phi(int(heap)) for heap in row] for row in heaps]
        assert kayles.outcome(elements).tolist() == [[kayles.outcome(int(one)) for one in row] for row in elements]
        assert kayles.word(elements[0]).tolist() == [kayles.word(int(one)) for one in elements[0]]
        sums = kayles.sum(heaps, heaps[::-1], 5)
        assert sums[0, 7] == kayles.sum(int(heaps[0, 7]), int(heaps[2, 7]), 5)
        assert kayles.phi([10**40, 3]).tolist() == [kayles.phi(10**40), kayles.phi(3)]
        for wrong in ([kayles.order], np.array([0, kayles.order])):
            with pytest.raises(IndexError):
                kayles.outcome(wrong)


def test_what_is_not_covered_is_not_told(tmp_path: Path) -> None:
    partial = grundy.quotient("0.3122", max_order=100)
    assert (partial.status, partial.heaps, partial.lower_bound) == ("partial", 6, partial.order + 1)
    assert partial.growth is None and partial.ended is not None and partial.law is not None
    assert partial.law["infinite"] and partial.law["free"] == ["0.3122 7", "0.3122 5"]
    partial = grundy.quotient("0.404", max_order=100)
    assert partial.ended is not None and partial.ended["failed"]["called"] == "N"
    assert partial.ended["failed"]["outcome"] == "P"
    partial = grundy.quotient("0.3122", max_order=100)
    with pytest.raises(IndexError, match="heaps to 6, not 7"):
        partial.phi(7)
    with pytest.raises(IndexError, match="heaps to 6, not 9"):
        partial.phi([3, 9])
    with pytest.raises(IndexError):
        partial.word(partial.order)
    file = tmp_path / "kayles.quotient"
    file.write_text(grundy.quotient("0.77", heaps=12).certificate or "", encoding="utf-8")
    assert grundy.quotient("0.77", resume=file).order == 40
    with pytest.raises(ValueError, match=r"is of 0\.77"):
        grundy.quotient("0.75", resume=file)


def test_positions_and_rules() -> None:
    both = grundy.quotient(positions=["cram 2x3", "tree 0,0,1"])
    assert grundy.quotient(positions=[grundy.Game("cram", (2, 3)), "tree 0,0,1"]).positions == both.positions
    assert both.status == "closed" and set(both.positions) == {"cram 2x3", "tree 0,0,1"}
    for position, element in both.positions.items():
        assert both.outcome(element) == grundy.solve(position, misere=True).outcome
    ruled = grundy.quotient("n -> n-k for k in 1..=n if k%3 > 0", heaps=20)
    assert ruled.tame and len(ruled.values) == 21
    with pytest.raises(grundy.ParseError):
        grundy.quotient("cram 2y3")
    with pytest.raises(ValueError):
        grundy.quotient("wythoff")
    with pytest.raises(ValueError):
        grundy.quotient()
