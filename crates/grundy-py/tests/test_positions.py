"""Positions, rules, nimbers, formulas and moves as values: written, pickled, compared, added, never changed."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
import time
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from brute import mex

import grundy
from grundy import Answer, Formula, Game, Move, Nimber, Rule

TEXTS = [
    "nim",
    "nim 3 5 7",
    "nim 3 5 + kayles 4",
    "take:1,3,4 10 12 + 0.77 10 + wythoff 3,5 4,4",
    "bounded 1000,1 5,2",
    "cram 3x4",
    "rule 'n -> n-k for k in 1..=3 if n % k == 0' 7 8",
    "rule '(x,y) -> (y,x) | (x-1,y)' 1,2 3,4 + nim 1",
    "graph:a-b,b-c,c-a a",
    "nim 1 + rule 'n -> n-1 | end' 4",
    f"nim {10**300}",
]


def heaps(n: int) -> list[Any]:
    return [n - 1, n // 2] if n else []


def words(word: str) -> list[Any]:
    return [[word[:i], word[i + 1 :]] for i in range(len(word))]


ENOUGH = {"Game": Game, "Rule": Rule, "Nimber": Nimber, "Formula": Formula, "heaps": heaps, "words": words}


def things() -> list[Any]:
    """One of everything that can be made again from its text."""
    made: list[Any] = [Game(text) for text in TEXTS]
    made += [
        Rule(heaps)(3, 5),
        Rule(words)("abc") + Game("nim 3"),
        Game("nim 3") + Rule(heaps)(4) + Game("kayles 2") + Rule(words)(""),
    ]
    made += [Rule("n -> n-k for k in {1,3,4}"), Rule("n -> n-k for k in v", v=[1, 2]), Rule(heaps)]
    made += [Nimber(n) for n in (0, 1, 7, 2**64, 10**5000)]
    made += [Formula("n%4", ["n"]), Formula("min(x,y) == 0", ["x", "y"])]
    return made


@pytest.mark.parametrize("number", range(len(things())))
def test_repr_makes_it_again(number: int) -> None:
    thing = things()[number]
    if thing == Nimber(10**5000):
        # Python itself reads no longer decimal numbers, unless told to.
        assert repr(thing).startswith("Nimber(1000")
        return
    again = eval(repr(thing), dict(ENOUGH))
    assert again == thing and type(again) is type(thing) and repr(again) == repr(thing)


@pytest.mark.parametrize("number", range(len(things())))
def test_pickled_and_copied(number: int) -> None:
    thing = things()[number]
    copies = [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    copies += [copy.copy(thing), copy.deepcopy(thing), copy.deepcopy([thing])[0]]
    for again in copies:
        assert (
            again == thing and hash(again) == hash(thing) and repr(again) == repr(thing) and type(again) is type(thing)
        )


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("text", ["nim 3 5 7", "kayles 7 + wythoff 3,5", "nim", "graph:a-b,b-a,b-c a", "cram 2x3"])
def test_answers_pickled(text: str, misere: bool) -> None:
    answer = grundy.solve(text, misere=misere)
    for again in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
        assert again == answer and hash(again) == hash(answer) and again.game == answer.game
        for lang in ("en", "zh"):
            assert again.json(lang) == answer.json(lang) and again.text(lang) == answer.text(lang)
            assert again.why(lang) == answer.why(lang) and again.svg(lang) == answer.svg(lang)
        assert again.moves == answer.moves and again._repr_html_() == answer._repr_html_()
        assert [repr(one) for one in again.components] == [repr(one) for one in answer.components]
    for move in Game(text).moves(misere=misere):
        again_move = pickle.loads(pickle.dumps(move))
        assert again_move == move and hash(again_move) == hash(move) and repr(again_move) == repr(move)
        assert again_move.text("zh") == move.text("zh") and again_move.wins == move.wins and again_move.to == move.to


def test_answers_of_functions_pickled() -> None:
    answer = grundy.solve(Rule(heaps)(9, 4) + Game("nim 2"))
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and again.game == answer.game and again.value == answer.value
    assert [move.game for move in again.moves] == [move.game for move in answer.moves]


def test_errors_pickled() -> None:
    with pytest.raises(grundy.ParseError) as parse:
        Game("nim 3 x")
    again = pickle.loads(pickle.dumps(parse.value))
    assert type(again) is grundy.ParseError and str(again) == str(parse.value) and again.column == 7
    with pytest.raises(grundy.Unknown) as unknown:
        grundy.solve("cram 5x6", misere=True, positions=100)
    copied = pickle.loads(pickle.dumps(unknown.value))
    assert type(copied) is grundy.Unknown and copied.why == unknown.value.why and copied.answer == unknown.value.answer


def solved(game: Any) -> tuple[str | None, int | None, Answer]:
    answer = grundy.solve(game)
    return answer.outcome, None if answer.value is None else int(answer.value), answer


def test_a_pool_of_processes() -> None:
    games = [Game("nim 3 5 7"), "kayles 30 + nim 2", Game("rule 'n -> n-1 | n/2' 5")]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        told = pool.map(solved, games)
    assert [answer for *_, answer in told] == [grundy.solve(game) for game in games]
    assert [one[:2] for one in told] == [solved(game)[:2] for game in games]


def test_equal_positions_are_equal() -> None:
    luck = random.Random(2)
    heads = ["nim", "kayles", "take:1,3", "rule 'n -> n-1 | n-3'", "wythoff"]
    made: list[tuple[str, Game]] = []
    for _ in range(150):
        parts = []
        for head in luck.sample(heads, luck.randint(1, 2)):
            count = luck.randint(1, 2)
            one = (
                (lambda: f"{luck.randrange(3)},{luck.randrange(3)}")
                if head == "wythoff"
                else (lambda: str(luck.randrange(3)))
            )
            parts.append(f"{head} {' '.join(one() for _ in range(count))}")
        text = " + ".join(parts)
        spaced = "  " + text.replace(" ", "   ").replace("->", " ->  ") if "'" not in text else text
        one_game, two_game = Game(text), Game(spaced)
        assert one_game == two_game and not one_game != two_game and hash(one_game) == hash(two_game), text  # noqa: SIM202
        assert Game(one_game) == one_game and str(Game(str(one_game))) == str(one_game)
        made.append((str(one_game), one_game))
    for text, game in made:
        for other_text, other in made:
            assert (game == other) == (text == other_text)
            assert game != other or hash(game) == hash(other)
    assert len({game for _, game in made}) == len({text for text, _ in made})
    assert Game("nim 3") != "nim 3" and Game("nim 3") != 3 and not Game("nim 3") == None  # noqa: E711, SIM201
    assert Game("nim 5 3") != Game("nim 3 5")
    with pytest.raises(TypeError):
        Game("nim 3") < Game("nim 5")  # type: ignore[operator]  # noqa: B015


def test_sums() -> None:
    game = Game("nim 3") + Game("nim 5") + "kayles 4"
    assert game == Game("nim 3 5 + kayles 4") == "nim 3 5" + Game("kayles 4")
    assert sum([Game("nim 3"), Game("nim 5"), Game("kayles 4")]) == game
    assert Game("nim") + game == game == game + Game("nim")
    assert Game("nim") + "kayles" in (Game("nim"), Game("kayles"))
    one = game
    game += "nim 1"
    assert one == Game("nim 3 5 + kayles 4") and game == Game("nim 3 5 + kayles 4 + nim 1")
    for wrong in (3, None, 1.5, ["nim 3"], 1):
        with pytest.raises(TypeError):
            one + wrong  # type: ignore[operator]
        with pytest.raises(TypeError):
            wrong + one  # type: ignore[operator]
    with pytest.raises(grundy.ParseError):
        one + "nim x"


def test_components() -> None:
    game = Game("nim 3 5 + kayles 4 + wythoff 1,2")
    assert len(game) == 4 and [str(one) for one in game.components] == ["nim 3", "nim 5", "kayles 4", "wythoff 1,2"]
    assert [game[i] for i in range(4)] == game.components == list(game)
    assert game[-1] == Game("wythoff 1,2") and game[-4] == Game("nim 3")
    for place in (4, -5, 10**10):
        with pytest.raises(IndexError):
            game[place]
    with pytest.raises((OverflowError, IndexError)):
        game[10**30]
    for wrong in ("0", 1.0, None):
        with pytest.raises(TypeError):
            game[wrong]  # type: ignore[index]
    assert sum(game.components) == game
    assert len(Game("nim")) == 0 and not Game("nim") and Game("nim").components == [] and Game("nim 0")
    assert (
        game[1:3] == Game("nim 5 + kayles 4") and game[::-1].components == game.components[::-1] and len(game[4:]) == 0
    )
    functions = Rule(heaps)(3, 5) + Game("nim 1")
    assert functions.components == [Rule(heaps)(3), Rule(heaps)(5), Game("nim 1")]


def test_options_and_moves() -> None:
    game = Game("take:1,3,4 5 + nim 2")
    assert [str(one) for one in game.options()] == [
        "take:1,3,4 4 + nim 2",
        "take:1,3,4 2 + nim 2",
        "take:1,3,4 1 + nim 2",
        "take:1,3,4 5 + nim 1",
        "take:1,3,4 5 + nim 0",
    ]
    moves = game.moves()
    assert {str(move.game) for move in moves} == {str(one) for one in game.options()}
    for move in moves:
        assert move.after == grundy.solve(move.game).outcome and move.wins == (move.after == "P")
        assert isinstance(move, Move) and str(move) == move.text() and move.component in (0, 1)
    for move in game.moves(misere=True):
        assert move.after == grundy.solve(move.game, misere=True).outcome
    with pytest.raises(grundy.Unknown, match="3"):
        game.options(limit=3)
    assert len(game.options(limit=5)) == 5
    with pytest.raises(grundy.Unknown):
        Game(f"nim {10**18}").options()
    with pytest.raises(grundy.Unknown):
        Game(f"nim {10**18}").moves()
    assert Game("nim 0").options() == [] == Game("nim 0").moves()
    draw = Game("rule '0 -> (1) | (0); 1 -> (0)' 0").moves()
    assert [move.after for move in draw] == ["D", "D"] and not any(move.wins for move in draw)


def test_rules() -> None:
    rule = Rule("n->n-k   for k in {1,3,4}")
    assert rule == Rule("n -> n-k for k in {1,3,4}") and hash(rule) == hash(Rule("n -> n-k for k in {1,3,4}"))
    assert rule != Rule("n -> n-k for k in {1,3}") and rule != rule.text
    assert (rule.text, rule.function, rule.coordinates, rule.ends) == ("n -> n-k for k in {1,3,4}", None, 1, True)
    assert rule.known_as == "take:1,3,4" and rule.is_proved
    assert rule(5) == Game("take:1,3,4 5") and rule(5, 7) == rule(5) + rule(7) and len(rule()) == 0
    assert rule("5") == rule(5) == rule(np.uint8(5)) == rule(Nimber(5))
    pair = Rule("(x,y) -> (x-1,y) | (y,x)")
    assert pair.coordinates == 2 and pair.ends is None and pair.known_as is None and not pair.is_proved
    assert str(pair((3, 4))) == "rule '(x,y) -> (x-1,y) | (y,x)' 3,4" == str(pair("3,4"))
    assert Rule("n -> n-k for k in v", v=np.array([1, 2])) == Rule("n -> n-k for k in v", v=(1, 2))
    assert Rule("n -> n-k for k in 1..=m", m=3)(7) == Rule("n -> n-k for k in 1..=m where m = 3")(7)
    function = Rule(heaps)
    assert function == Rule(heaps) != Rule(words) and hash(function) == hash(Rule(heaps)) and function != rule
    assert function.function is heaps and (function.text, function.coordinates, function.known_as) == (None, None, None)
    assert function(3) == Rule(heaps)(3) != Rule(words)(3)
    for wrong in (3, (3,), (1, 2, 3), (1, -2), (1.5, 2), None, (2**63, 1), "1", "1,2,3", ""):
        with pytest.raises((ValueError, TypeError)):
            pair(wrong)


def test_nothing_can_be_changed() -> None:
    answer = grundy.solve("nim 3 5")
    for thing in (
        Game("nim 3"),
        Rule(heaps),
        Nimber(3),
        Formula("n", ["n"]),
        answer,
        answer.moves[0],
        answer.components[0],
    ):
        for name in ("anything", "outcome", "value", "text", "names", "component", "__class__"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(thing, name, None)
        with pytest.raises(TypeError):
            type("Child", (type(thing),), {})
    answer.moves.clear()
    assert len(answer.moves) == 1
    with pytest.raises((AttributeError, TypeError)):
        grundy.games("nim")[0].name = "x"  # type: ignore[misc]


def test_nimbers_compared() -> None:
    assert Nimber(2) == 2 == Nimber(Nimber(2)) and hash(Nimber(2)) == hash(2) and {Nimber(3), 3} == {3}
    assert Nimber(2) != 3 and Nimber(2) != "2" and Nimber(2) != None and Nimber(2) != Fraction(5, 2)  # noqa: E711
    assert Nimber(2) < 3 <= Nimber(3) and Nimber(2**70) > Nimber(2**69) >= 2**69 and not Nimber(1) < 1
    assert sorted([Nimber(3), Nimber(1), Nimber(2)]) == [1, 2, 3] and max(Nimber(1), 7) == 7
    for wrong in ("2", None, 1.5, [1]):
        with pytest.raises(TypeError):
            Nimber(2) < wrong  # type: ignore[operator]  # noqa: B015
        with pytest.raises(TypeError):
            Nimber(2) + wrong  # type: ignore[operator]
        if not isinstance(wrong, (str, list)):
            # Those are repeated, as beside any whole number.
            with pytest.raises(TypeError):
                wrong * Nimber(2)  # type: ignore[operator]
        with pytest.raises(TypeError):
            Nimber(wrong)  # type: ignore[arg-type]
    assert Nimber(2) != -2
    with pytest.raises((TypeError, ValueError)):
        Nimber(2) + -1
    with pytest.raises(ValueError, match="not negative"):
        Nimber(-1)
    assert bool(Nimber(0)) is False and bool(Nimber(1)) is True and Nimber() == 0


def test_nimbers_as_numbers_and_text() -> None:
    luck = random.Random(4)
    for n in [0, 1, 255, 2**63, 2**64 - 1, 2**64, *(luck.getrandbits(luck.randrange(1, 5000)) for _ in range(30))]:
        nimber = Nimber(n)
        assert int(nimber) == n and [7, 8][Nimber(1)] == 8 and hash(nimber) == hash(n) and nimber == n
        assert f"{nimber:x}" == f"{n:x}" and f"{nimber:,}" == f"{n:,}" and f"{nimber:>2000b}" == f"{n:>2000b}"
    assert f"{Nimber(5)}" == str(Nimber(5)) == "*5" and repr(Nimber(5)) == "Nimber(5)" and hex(Nimber(255)) == "0xff"
    assert Nimber(np.int64(5)) == 5 and np.int64(5) == Nimber(5)
    with pytest.raises(ValueError):
        f"{Nimber(5):Q}"


def test_mex() -> None:
    luck = random.Random(6)
    for _ in range(200):
        values = [luck.randrange(8) for _ in range(luck.randrange(12))]
        assert Nimber.mex(values) == mex(values) == Nimber.mex(map(Nimber, values)) == Nimber.mex({*values, 10**40})
    for wrong in ([-1], [1.5], ["1"], 3, None):
        with pytest.raises((TypeError, ValueError)):
            Nimber.mex(wrong)  # type: ignore[arg-type]


@cache
def product_by_mex(a: int, b: int) -> int:
    """Conway's definition."""
    told = {product_by_mex(x, b) ^ product_by_mex(a, y) ^ product_by_mex(x, y) for x in range(a) for y in range(b)}
    return mex(told)


def test_products_by_the_definition() -> None:
    for a in range(20):
        for b in range(20):
            assert Nimber(a) * Nimber(b) == product_by_mex(a, b), (a, b)
            assert Nimber(a) + Nimber(b) == a ^ b == Nimber(a) - b == a + Nimber(b) == a - Nimber(b) == Nimber(a) ^ b


def test_the_field() -> None:
    luck = random.Random(9)
    for _ in range(150):
        bits = luck.choice([4, 16, 64, 65, 300])
        a, b, c = (Nimber(luck.getrandbits(bits)) for _ in range(3))
        assert a + (b + c) == (a + b) + c and a * (b * c) == (a * b) * c
        assert a + b == b + a and a * b == b * a and a * (b + c) == a * b + a * c
        assert a + 0 == a == a * 1 == 1 * a and a + a == 0 == a * 0 and -a == a == a - 0
        assert a.sqrt() ** 2 == a and (a * a).sqrt() == a and (a + b) ** 2 == a**2 + b**2
        if a:
            assert (
                a * a.inverse() == 1 == a / a
                and (b / a) * a == b
                and a**-1 == a.inverse() == 1 / a
                and a**-3 == (a**3).inverse()
            )
        assert a**0 == 1 and a**5 == a * a * a * a * a
    # Fermat's powers: 2^(2^n) times what is less is the product of integers, its square is 3/2 of it.
    for n in range(10):
        power = 2 ** (2**n)
        assert Nimber(power) * Nimber(power - 1) == power * (power - 1)
        assert Nimber(power) ** 2 == power * 3 // 2
    for x in range(1, 256):
        assert Nimber(x) ** 255 == 1


def test_huge_nimbers() -> None:
    luck = random.Random(10)
    a, b, c = (Nimber(luck.getrandbits(10_000)) for _ in range(3))
    assert a * (b + c) == a * b + a * c and (a * b) / b == a and a + b == int(a) ^ int(b)
    tower = Nimber(1 << 65_535)
    assert tower * 1 == tower and tower * 2 == int(Nimber(1 << 65_535) * Nimber(2)) != tower
    begun = time.monotonic()
    assert tower.sqrt() ** 2 == tower
    assert time.monotonic() - begun < 5
    for wrong in (lambda: Nimber(1 << 65_536) * 2, lambda: 2 * Nimber(1 << 70_000), lambda: 1 / Nimber(1 << 65_536)):
        with pytest.raises(ValueError, match="65536|65,536"):
            wrong()
    assert Nimber(1 << 100_000) + 1 == (1 << 100_000) + 1


def test_division_by_zero() -> None:
    for wrong in (
        lambda: Nimber(3) / 0,
        lambda: 3 / Nimber(0),
        lambda: Nimber(0).inverse(),
        lambda: Nimber(0) ** -1,
        lambda: Nimber(0) / 0,
    ):
        with pytest.raises(ZeroDivisionError):
            wrong()
    assert Nimber(0) ** 0 == 1 and Nimber(0) / 5 == 0 and Nimber(0) ** 5 == 0 and Nimber(0).sqrt() == 0
    with pytest.raises(TypeError):
        Nimber(3) ** 0.5  # type: ignore[operator]
    with pytest.raises(TypeError):
        2 ** Nimber(3)


def test_formulas() -> None:
    formula = Formula("x %3 +  y", ["x", "y"])
    assert (
        formula(7, 5) == 6 and formula.names == ["x", "y"] and not formula.is_condition and type(formula(1, 1)) is int
    )
    assert formula == Formula("x%3 + y", ["x", "y"]) and hash(formula) == hash(Formula("x%3+y", ["x", "y"]))
    assert formula != Formula("x%3 + y", ["y", "x"]) and formula != "x%3 + y"
    condition = Formula("n % 7 == 0 or n % 7 == 2", ["n"])
    assert condition.is_condition and condition(9) is True and condition(10) is False
    luck = random.Random(1)
    for text, same in [
        ("x*y - x/(y+1)", lambda x, y: x * y - x // (y + 1)),
        ("min(x,y) xor max(x,y,3)", lambda x, y: min(x, y) ^ max(x, y, 3)),
        ("(x-y)%5 + gcd(x,y)", lambda x, y: (x - y) % 5 + int(np.gcd(x, y))),
        ("popcount(x) + 2^(y%9) - bitlen(x & y)", lambda x, y: bin(x).count("1") + 2 ** (y % 9) - (x & y).bit_length()),
    ]:
        one = Formula(text, ["x", "y"])
        for _ in range(100):
            x, y = luck.randrange(1000), luck.randrange(1000)
            assert one(x, y) == same(x, y), (text, x, y)
    for wrong in ((1,), (1, 2, 3), ()):
        with pytest.raises(ValueError, match="2"):
            formula(*wrong)
    with pytest.raises(ValueError, match="divides by 0|0"):
        Formula("1/n", ["n"])(0)
    with pytest.raises(ValueError, match="64"):
        Formula("n*n", ["n"])(2**62)
    with pytest.raises(ValueError):
        formula(-1, 2)
    with pytest.raises(TypeError):
        formula("1", 2)  # type: ignore[arg-type]
    with pytest.raises(grundy.ParseError):
        Formula("n + m", ["n"])


def test_numbers_are_written_as_on_the_command_line() -> None:
    assert str(Game("nim 1_000 1e3 10^3")) == "nim 1000 1000 1000"
    assert grundy.solve("wythoff 1e2,2_0 + nim 1").game == Game("wythoff 100,20 + nim 1")


@pytest.mark.parametrize("text", ["kayles", "kayles 3 + nim", "nim + kayles 3"])
def test_a_game_without_a_position_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is a game; add a position"):
        grundy.solve(text)
    with pytest.raises(ValueError, match="is a game; add a position"):
        grundy.Solver().solve(text)


def test_an_empty_sum_is_a_position() -> None:
    assert grundy.solve(Game("nim 3 5")[:0]).outcome == "P"


def test_moves_in_a_circle_are_no_winning_moves() -> None:
    # In b both moves leave a lost position, but only the one to c brings the end nearer.
    picture = grundy.states("graph:a-b,b-a,b-c a").svg
    assert picture.count('stroke="#2b8a3e" stroke-width="2"') == 1
    assert [move.wins for move in Game("graph:a-b,b-a,b-c b").moves()].count(True) == 1


def test_tables_of_pairs_reach_as_far_as_there_is_room() -> None:
    assert int(grundy.values("wythoff", [[600, 593]])[0]) == int(grundy.values("queen", [[600, 593]])[0])
    assert grundy.solve("wythoff 513,500").value == grundy.solve("queen 513,500").value


#: A game, positions of it as data, and the text of the game.
GIVEN: list[tuple[Any, list[Any], str]] = [
    ("nim", [[3, 5, 7], (3, 5, 7), np.array([3, 5, 7]), np.array([3, 5, 7], np.uint8), "3 5 7"], "nim 3 5 7"),
    ("nim", [range(1, 4), [np.int64(1), 2, Nimber(3)]], "nim 1 2 3"),
    ("nim", [10**30, [10**30]], f"nim {10**30}"),
    ("kayles", [10, [10], (10,), np.int64(10), np.array(10), "10"], "kayles 10"),
    ("take:1,3,4", [[10, 12]], "take:1,3,4 10 12"),
    ("wythoff", [(3, 5), [(3, 5)], [[3, 5]], [3, 5], np.array([3, 5]), np.array([[3, 5]])], "wythoff 3,5"),
    ("wythoff", [[(3, 5), (1, 2)], [3, 5, 1, 2], np.array([[3, 5], [1, 2]]), ((3, 5), (1, 2))], "wythoff 3,5 1,2"),
    ("wythoff", [[(0, 1), (1, 1)], np.array([[0, 1], [1, 1]])], "wythoff 0,1 1,1"),
    ("wythoff", [(10**30, 3)], f"wythoff {10**30},3"),
    ("fibonacci", [[20, (10, 3)]], "fibonacci 20 10,3"),
    ("welter", [[0, 3, 5]], "welter 0 3 5"),
    ("bounded", [[(1000, 1), (5, 2)]], "bounded 1000,1 5,2"),
    ("cram", [(3, 4), [(3, 4)], "3x4"], "cram 3x4"),
    ("chomp", [(3, 4)], "chomp 3x4"),
    ("chomp", [[(4, 2, 2)]], "chomp 4,2,2"),
    ("cram", [["..x", "..."], [[0, 0, 1], [0, 0, 0]], [list("..x"), list("...")]], "cram ..x/..."),
    ("cram", [np.array([[0, 0, 1], [0, 0, 0]]), np.array([[0, 0, 1], [0, 0, 0]], bool)], "cram ..x/..."),
    ("cram", [[[0, 1], [0, 0]]], "cram .x/.."),
    ("clobber", [[[1, 2], [0, 1]], ["xo", ".x"], np.array([["x", "o"], [".", "x"]])], "clobber xo/.x"),
    ("tactix", [[[1, 0, 1], [1, 1, 1]]], "tactix o.o/ooo"),
    ("n -> n-k for k in {1,3,4}", [[10, 12], (10, 12), np.array([10, 12])], "take:1,3,4 10 12"),
    (Rule("n -> n-1 | n/2 if n > 0"), [7, [7], np.int64(7)], "rule 'n -> n-1 | n/2 if n > 0' 7"),
    ("(x,y) -> (y,x) | (x-1,y)", [(1, 2), [1, 2], [[1, 2]], [(1, 2)]], "rule '(x,y) -> (y,x) | (x-1,y)' 1,2"),
    ('"++" -> "--"', ["++-++", ["++-++"]], 'rule \'"++" -> "--"\' ++-++'),
    (
        'grid ".." -> "##"',
        ["..#/...", ["..#", "..."], [list("..#"), list("...")]],
        'rule \'grid ".." -> "##"\' ..#/...',
    ),
    (
        "multiset a[i] -> a[i]-k for k in 1..",
        [[3, 5], np.array([3, 5])],
        "rule 'multiset a[i] -> a[i]-k for k in 1..' [3,5]",
    ),
]


@pytest.mark.parametrize("number", range(len(GIVEN)))
def test_positions_given_as_data(number: int) -> None:
    game, given, text = GIVEN[number]
    for position in given:
        assert Game(game, position) == Game(text), (game, position, Game(game, position))
    assert grundy.solve(game, given[0]) == grundy.solve(text) == grundy.Solver().solve(game, given[0])


def test_positions_of_functions_given_as_data() -> None:
    rule = Rule(heaps)
    assert Game(rule, [3, 5]) == rule(3, 5) and Game(rule, 7) == rule(7)
    assert grundy.solve(heaps, np.array([10, 7])).value == Nimber(1)
    assert grundy.states("nim", [1, 2]) == grundy.states("nim 1 2")
    board = Rule('grid ".." -> "##"')
    assert board(["..#", "..."]) == board("..#/...") and Rule("(x,y) -> (x-1,y)")([1, 2], np.array([3, 4])) == Rule(
        "(x,y) -> (x-1,y)"
    )((1, 2), (3, 4))


def test_what_is_no_position_as_data() -> None:
    for game, position, error, words in [
        ("nim", [1.5], TypeError, "whole number"),
        ("nim", [True], TypeError, "numbers such as"),
        ("nim", {3: 5}, TypeError, "rows of a board such as"),
        ("nim", [-1], ValueError, "not negative"),
        ("nim", [[3, 5], [1, 2]], ValueError, r"values\('nim', rows\)"),
        ("nim", [(3, 5)], grundy.ParseError, "nim"),
        ("nim 3", [5], ValueError, "name of a game"),
        (Game("nim 3"), [5], TypeError, "name of a game"),
        ("nim 3 + kayles 4", [5], ValueError, "name of a game"),
        ("whytof", [3, 5], grundy.ParseError, "did you mean"),
        ("wythoff", [3, 5, 1], ValueError, r"pairs, for example Game\('wythoff', \[\(3, 5\), \(1, 2\)\]\); found 3"),
        ("chomp", (0, 4), ValueError, "no position of chomp at 0,4"),
        ("cram", ["..q"], grundy.ParseError, "q"),
    ]:
        with pytest.raises(error, match=words):  # type: ignore[call-overload]
            Game(game, position)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'kayles' is a game"):
        grundy.solve("kayles", [])
    assert Game("nim", []) == Game("nim") and Game("kayles", []) == Game("kayles")


def test_a_list_is_one_position_where_positions_are_lists():
    for name, numbers in [("chomp", [4, 3]), ("chomp", [4, 3, 3, 2]), ("chomp", [3, 3, 2]), ("sylver", [5, 8, 11, 12])]:
        text = f"{name} {','.join(map(str, numbers))}"
        assert str(Game(name, numbers)) == str(Game(text))
        assert grundy.solve(name, numbers).outcome == grundy.solve(text).outcome


def test_the_example_of_a_bare_name_is_a_position():
    for name in ["wythoff", "cram", "kayles", "take:1,3,4", "graph:a-b", "chomp"]:
        with pytest.raises(ValueError, match="add a position") as refused:
            grundy.solve(name)
        example = str(refused.value).rsplit("for example '", 1)[1].rstrip("'")
        assert grundy.solve(example).outcome is not None
    assert grundy.solve("flip ---").outcome == "P"


def test_rules_whose_code_is_no_game_have_values():
    rule = "n -> a + b for a in 1..n, b = n-a-1 if b > a"
    normal = grundy.table(rule, 30)
    assert grundy.values(rule, [[n] for n in range(30)]).tolist() == normal.tolist()
    outcomes = grundy.table(rule, 12, misere=True).tolist()
    assert outcomes == [grundy.solve(grundy.Rule(rule)(n), misere=True).outcome == "N" for n in range(12)]
