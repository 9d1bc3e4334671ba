"""Answers: outcomes, values and all winning moves against brute force; their sentences, JSON, pictures and pages."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from typing import Any

import pytest
from brute import Sums, grundys_game, king, nim, octal, outcomes_of_graph, rounds_of_graph, take, values_of, wythoff

import grundy

#: Games by the head of their notation, in which a heap of 0 is no component of an option.
RULES = {
    "nim": nim,
    "take:1,3,4": take(1, 3, 4),
    "take:2,5": take(2, 5),
    "kayles": octal("0.77"),
    "0.137": octal("0.137"),
    "0.6": octal("0.6"),
    "grundy": grundys_game,
    "wythoff": wythoff,
    "king": king,
    "rule 'n -> n-d for d in 1..n if n % d == 0'": lambda n: [(n - d,) for d in range(1, n) if n % d == 0],
    "rule '(x,y) -> (x-1,y) | (x,y-2) | (x-1,y-1)'": lambda at: [
        ((at[0] - a, at[1] - b),) for a, b in ((1, 0), (0, 2), (1, 1)) if a <= at[0] and b <= at[1]
    ],
}
VALUES = {name: values_of(rule) for name, rule in RULES.items()}  # type: ignore[arg-type]
PAIRS = {name for name in RULES if name in ("wythoff", "king") or "(x,y)" in name}


def written(position: Any) -> str:
    return ",".join(map(str, position)) if isinstance(position, tuple) else str(position)


def text_of(whole: Any) -> str:
    return " + ".join(f"{name} {written(at)}" for name, at in whole)


def left_of(name: str, parts: Any) -> tuple[str, ...]:
    """What stands in a component's place; heaps of nothing count as nothing."""
    heaps = (str(grundy.Game(f"{name} {written(part)}")) for part in parts if part != 0)
    return tuple(sorted(heaps))


def told_left(move: grundy.Move) -> tuple[str, ...]:
    return tuple(sorted(str(one) for one in move.to.components if not str(one).endswith(" 0")))


def random_sums(count: int, seed: int, largest: int) -> list[Any]:
    luck = random.Random(seed)
    sums = []
    for _ in range(count):
        whole = []
        for _ in range(luck.randint(1, 3)):
            name = luck.choice(sorted(RULES))
            pair = (luck.randrange(largest // 2), luck.randrange(largest // 2))
            whole.append((name, pair if name in PAIRS else luck.randrange(largest)))
        # Parts by the same rules stand together, as the notation joins them.
        sums.append(tuple(sorted(whole, key=lambda one: one[0])))
    return sums


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_sums_and_their_winning_moves(misere: bool) -> None:
    brute = Sums(RULES, misere)  # type: ignore[arg-type]
    outcomes = set()
    for whole in random_sums(120, 7 + misere, 8):
        text = text_of(whole)
        answer = grundy.solve(text, misere=misere, moves=10_000)
        won = brute.mover_wins(whole)
        assert answer.outcome == ("N" if won else "P"), text
        outcomes.add(answer.outcome)
        expected = {(place, left_of(whole[place][0], left)) for place, left in brute.winning(whole)}
        assert {(move.component, told_left(move)) for move in answer.moves} == expected, text
        assert answer.winning_count == len(answer.moves), text
        for move in answer.moves:
            assert move.wins is True and move.after == "P"
            assert grundy.solve(move.game, misere=misere).outcome == "P", (text, str(move))
    assert outcomes == {"N", "P"}


def test_values_of_sums() -> None:
    for whole in random_sums(200, 3, 60):
        answer = grundy.solve(text_of(whole))
        expected = 0
        for (name, at), component in zip(whole, answer.components):
            assert component.value == VALUES[name](at), (name, at)
            expected ^= VALUES[name](at)
        assert answer.value == expected, text_of(whole)
        assert answer.outcome == ("N" if expected else "P")


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_play_that_may_go_on_for_ever(misere: bool) -> None:
    luck = random.Random(5)
    seen, measured = set(), 0
    for _ in range(200):
        size = luck.randint(2, 7)
        options = {v: sorted(luck.sample(range(size), luck.randint(0, min(2, size)))) for v in range(size)}
        clauses = [f"{v} -> {' | '.join(f'({w})' for w in after)}" for v, after in options.items() if after]
        if not clauses:
            continue
        rule = "; ".join(clauses)
        expected = rounds_of_graph(options, misere)
        for vertex in options:
            answer = grundy.solve(f"rule '{rule}' {vertex}", misere=misere)
            outcome, length = expected[vertex]
            assert answer.outcome == outcome, (rule, vertex)
            assert answer.remoteness in (None, length), (rule, vertex)
            seen.add(answer.outcome)
            # Where play can go on for ever, only what brings the end nearer is told to win.
            after = [w for w in options[vertex] if expected[w][0] == "P"]
            if answer.remoteness is not None:
                after = [w for w in after if (expected[w][1] or 0) < answer.remoteness]
                measured += 1
            assert sorted(str(move.to).split()[-1] for move in answer.moves) == sorted(map(str, after)), (rule, vertex)
            assert (answer.winning_count or 0) == len(after)
    assert seen == {"N", "P", "D"} and measured > 20


def test_sums_of_games_that_may_go_on_for_ever() -> None:
    """Two tokens: the product of the graphs, labelled backwards."""
    luck = random.Random(11)
    seen = set()
    for _ in range(25):
        graphs = []
        for _ in range(2):
            size = luck.randint(2, 4)
            graphs.append({v: sorted(luck.sample(range(size), luck.randint(0, 2))) for v in range(size)})
        if not all(any(graph.values()) for graph in graphs):
            continue
        one, two = graphs
        product = {(a, b): [(x, b) for x in one[a]] + [(a, y) for y in two[b]] for a in one for b in two}
        expected = outcomes_of_graph(product)
        rules = [
            "; ".join(f"{v} -> {' | '.join(f'({w})' for w in after)}" for v, after in graph.items() if after)
            for graph in graphs
        ]
        for (a, b), outcome in expected.items():
            answer = grundy.solve(f"rule '{rules[0]}' {a} + rule '{rules[1]}' {b}")
            assert answer.outcome == outcome, (rules, a, b)
            seen.add(outcome)
    assert seen == {"N", "P", "D"}


def test_attributes() -> None:
    answer = grundy.solve("nim 3 5 + kayles 4", moves=2)
    assert answer.game == grundy.Game("nim 3 5 + kayles 4")
    assert (answer.play, answer.outcome, answer.value, answer.theory) == (
        "normal",
        "N",
        grundy.Nimber(7),
        "sprague-grundy",
    )
    assert isinstance(answer.value, grundy.Nimber)
    assert answer.remoteness is None and answer.unknown() is None
    assert len(answer.moves) <= 2 and all(isinstance(move, grundy.Move) for move in answer.moves)
    assert [component.value for component in answer.components] == [3, 5, 1]
    assert [str(component.game) for component in answer.components] == ["nim 3", "nim 5", "kayles 4"]
    assert answer.components[0].engine == "theorem" and answer.components[2].engine in ("theorem", "table")
    assert "Nim heap of 3" in (answer.components[0].because() or "")
    assert "尼姆堆" in (answer.components[0].because("zh") or "")

    misere = grundy.solve("nim 3 5", misere=True)
    assert (misere.play, misere.value, misere.theory) == ("misere", None, "misere-nim")
    assert grundy.solve("nim 0").outcome == "P" and grundy.solve("nim 0", misere=True).outcome == "N"


def test_moves_listed_and_counted() -> None:
    game = "nim 1 1 1 1 1"
    assert grundy.solve(game, moves=0).moves == [] and grundy.solve(game, moves=0).winning_count == 5
    assert len(grundy.solve(game, moves=3).moves) == 3
    assert len(grundy.solve("nim " + "1 " * 31).moves) == 10
    # A heap of 10^18 has a winning move at once, and only one.
    huge = grundy.solve(f"nim {10**18} 5")
    assert huge.winning_count == 1 and huge.value == 10**18 ^ 5
    assert str(huge.moves[0].to) == "nim 5"


def test_remoteness() -> None:
    answer = grundy.solve("rule '0 -> (1); 1 -> (2) | (0); 2 -> (3)' 0")
    # 3 is lost, 2 wins in 1, 1 may go to 0 and back: nobody is made to lose.
    assert (answer.outcome, answer.remoteness) == ("D", None)
    answer = grundy.solve("rule '0 -> (1) | (0); 1 -> (2)' 0")
    assert (answer.outcome, answer.remoteness) == ("D", None)
    answer = grundy.solve("rule '1 -> (0); 2 -> (1) | (2); 3 -> (1); 4 -> (3) | (4)' 4")
    # 0 is lost, 1 wins in 1, 3 loses in 2, so 4 wins in 3.
    assert (answer.outcome, answer.remoteness) == ("N", 3)


def test_sentences_in_both_languages() -> None:
    answer = grundy.solve("nim 3 5 7")
    assert "Sprague and Grundy" in answer.why() and "3 winning moves" in answer.text()
    assert "尼姆堆" in answer.why("zh") and "先手必胜" in answer.text("zh")
    assert answer.why("en") in answer.text("en") or all(
        line.strip() in answer.text("en") for line in answer.why("en").splitlines()
    )
    assert str(answer) == answer.text()
    grundy.set_language("zh")
    assert (
        str(answer) == answer.text("zh")
        and answer.why() == answer.why("zh")
        and answer.verdict() == answer.verdict("zh")
    )
    assert str(answer.moves[0]) == answer.moves[0].text("zh") != answer.moves[0].text("en")
    for wrong in ("fr", "", "EN"):
        with pytest.raises(ValueError, match="'en'.*'zh'"):
            answer.why(wrong)
    with pytest.raises(ValueError):
        grundy.set_language("fr")
    assert grundy.language() == "zh"


KEYS = {"game", "play", "outcome", "value", "winning_moves", "moves", "schema", "theory", "because", "components"}
ASKED = [
    "nim 3 5 7",
    "kayles 7 + wythoff 3,5",
    "nim 2",
    "rule 'n -> n-1 | n/2' 3",
    "cram 2x3",
    "rule '0 -> (1) | (0); 1 -> (2)' 1",
    "nim",
]


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("game", ASKED)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_json(game: str, misere: bool, lang: str) -> None:
    answer = grundy.solve(game, misere=misere)
    told = answer.json(lang)
    question = {"ask": "solve", "position": {"game": game, "misere": misere}, "explain": True}
    assert grundy._grundy.answered(json.dumps(question), lang=lang) == told + "\n"  # type: ignore[attr-defined]

    read = json.loads(told)
    assert set(read) >= KEYS and set(read) <= KEYS | {
        "remoteness",
        "unknown",
        "declined",
        "rule",
        "theorems",
        "conclusion",
    }
    assert read["schema"] == "grundy.answer/1"
    assert grundy.Game(read["game"]) == answer.game
    assert read["play"] == answer.play and read["outcome"] == answer.outcome and read["theory"] == answer.theory
    assert read["value"] == (None if answer.value is None else int(answer.value))
    assert read["winning_moves"] == answer.winning_count
    assert ("remoteness" in read) == (answer.remoteness is not None) or read["remoteness"] == answer.remoteness
    assert len(read["moves"]) == len(answer.moves)
    for one, move in zip(read["moves"], answer.moves):
        assert set(one) == {"component", "from", "move", "to"}
        assert one["component"] == move.component and one["move"] == move.text(lang)
        assert [str(grundy.Game(part)) for part in one["to"]] == [str(part) for part in move.to.components]
    assert [one["game"] for one in read["components"]] == [str(one.game) for one in answer.components]
    for one, component in zip(read["components"], answer.components):
        assert set(one) == {"game", "value", "engine", "because"}
        assert one["value"] == (None if component.value is None else int(component.value))
        assert one["engine"] == component.engine and one["because"] == component.because(lang)


def test_json_of_large_numbers() -> None:
    value = 10**400
    assert json.loads(grundy.solve(f"nim {value}").json())["value"] == value


def test_pictures_are_xml() -> None:
    answer = grundy.solve("nim 3 5 7")
    for lang in ("en", "zh"):
        picture = answer.svg(lang)
        assert picture is not None
        root = ElementTree.fromstring(picture)
        assert root.tag.endswith("svg")
        told = "".join(root.itertext())
        assert ("nim-sum" if lang == "en" else "异或和") in told and "nim 5" in told
    assert answer._repr_svg_() == answer.svg()
    assert grundy.solve("rule 'n -> n-1 | n' 3").svg() is None
    assert grundy.solve(f"nim {2**64} 3").svg() is None
    assert grundy.solve(f"nim {2**64 - 1} 3").svg() is not None


class Page(HTMLParser):
    """Whether tags are closed in order, and what was said."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.said = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.said += data


def pages() -> list[grundy.Answer]:
    answers = [grundy.solve(game, misere=misere) for game in ASKED for misere in (False, True)]
    answers.append(grundy.solve("rule 'n -> n-k for k in 1..n if k < 3 and n > 1' 7 + nim 3"))
    answers.append(grundy.solve("nim " + " ".join(map(str, range(1, 40)))))
    try:
        grundy.solve("cram 5x6", misere=True, positions=100)
    except grundy.Unknown as unknown:
        assert unknown.answer is not None
        answers.append(unknown.answer)
    return answers


def test_html_is_well_formed() -> None:
    for answer in pages():
        for lang in ("en", "zh"):
            grundy.set_language(lang)
            page = Page()
            page.feed(answer._repr_html_())
            page.close()
            assert page.open == [] and page.tags >= {"div", "b", "details", "pre"}
            assert answer.verdict(lang) in page.said
            assert ("Why" if lang == "en" else "理由") in page.said
            if answer.moves:
                assert answer.moves[0].text(lang) in page.said


def test_html_escapes() -> None:
    html = grundy.solve("rule 'n -> n-k for k in 1..n if k < 3 and n > 1' 7 + nim 3")._repr_html_()
    assert "k < 3" not in html and "k &lt; 3" in html and "n &gt; 1" in html

    class Odd:
        def __repr__(self) -> str:
            return "<script>alert(1)</script>"

    def odd(at: Any) -> list[Any]:
        return [0] if isinstance(at, Odd) else []

    html = grundy.solve(grundy.Rule(odd)(Odd()))._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html


def test_what_is_not_known_is_told() -> None:
    with pytest.raises(grundy.Unknown) as raised:
        grundy.solve("cram 5x6 + nim 3", misere=True, positions=100)
    answer = raised.value.answer
    assert answer is not None and answer.outcome is None and answer.moves == [] and answer.winning_count is None
    assert "100" in raised.value.why and "100" in (answer.unknown() or "") and "100" in (answer.unknown("zh") or "")
    read = json.loads(answer.json())
    assert read["outcome"] is None and "100" in read["unknown"]
    assert "not known" in repr(answer)


def test_equality_and_repr() -> None:
    one, two = grundy.solve("nim 3 5"), grundy.solve("nim 3 5")
    assert one == two and hash(one) == hash(two) and one is not two
    assert one != grundy.solve("nim 3 5", misere=True) and one != grundy.solve("nim 3 6") and one != "nim 3 5"
    assert repr(one) == "<Answer: nim 3 5 is N, value 6, winning moves: 1>"


def test_a_solver_keeps_what_it_knows() -> None:
    solver = grundy.Solver(time=None)
    kayles = values_of(octal("0.77"))
    for n in list(range(40, 0, -1)):
        assert solver.solve(f"kayles {n} + nim 2").value == kayles(n) ^ 2
    assert solver.solve("nim 1 1 1", misere=True).outcome == "P"
    with pytest.raises(grundy.Unknown):
        grundy.Solver(positions=50).solve("cram 5x6", misere=True)
    with pytest.raises(grundy.ParseError):
        solver.solve("nim x")
    assert solver.solve("kayles 9").value == kayles(9)


def test_progress_of_a_search() -> None:
    told: list[int] = []
    with pytest.raises(grundy.Unknown):
        grundy.solve("cram 6x7", misere=True, time=0.6, progress=told.append)
    assert told and all(isinstance(one, int) and one > 0 for one in told)

    class Stop(Exception):
        pass

    def stop(_: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        grundy.solve("cram 6x7", misere=True, time=5, progress=stop)
    assert grundy.solve("nim 3").value == 3
