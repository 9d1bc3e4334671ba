"""What is wrong is told with its place, what was expected and an example, in both languages; nothing ends the process."""

from __future__ import annotations

import faulthandler
import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import grundy
from grundy import Formula, Game, Nimber, Rule

#: A text, who reads it, and the line, column and length of what is wrong.
WRONG: list[tuple[str, Callable[[str], Any], int, int, int]] = [
    ("nim 3 x", Game, 1, 7, 1),
    ("nim 3 5 + kayles -1", Game, 1, 18, 1),
    ("whytof 3,5", Game, 1, 1, 6),
    ("wythoff 3,5 1", Game, 1, 13, 1),
    ("take:0,3 5", Game, 1, 6, 1),
    ("chomp 4x400", Game, 1, 7, 5),
    ("", Game, 1, 1, 0),
    ("nim 3 +", Game, 1, 8, 0),
    ("nim 尼姆", Game, 1, 5, 1),
    ("nim 3 x", grundy.solve, 1, 7, 1),
    ("nim 3 x", lambda text: Game("nim 1") + text, 1, 7, 1),
    ("n -> m", Rule, 1, 6, 1),
    ("n -> n-k\nfor k in q", Rule, 2, 10, 1),
    ("n ->", Rule, 1, 5, 0),
    ("n - > n-1", Rule, 1, 3, 1),
    ("0.x", lambda text: grundy.sequence(text, 5), 1, 3, 1),
    ("whytof", lambda text: grundy.table(text, 5), 1, 1, 6),
    ("n -> m", lambda text: grundy.table(text, 5), 1, 6, 1),
    ("0.9q", grundy.period, 1, 4, 1),
    ("n -> m", grundy.period, 1, 6, 1),
    ("n -> m", grundy.find, 1, 6, 1),
    ("whytof", grundy.find, 1, 1, 6),
    ("n -> m", grundy.emit, 1, 6, 1),
    ("n -> m", lambda text: grundy.judge(text, ""), 1, 6, 1),
    ("n + m", lambda text: Formula(text, ["n"]), 1, 5, 1),
    ("nim 3 x", lambda text: grundy.states(text), 1, 7, 1),
]


@pytest.mark.parametrize(
    "text, read, line, column, length", WRONG, ids=[f"{place}:{one[0]}" for place, one in enumerate(WRONG)]
)
def test_places(text: str, read: Callable[[str], Any], line: int, column: int, length: int) -> None:
    told = {}
    for lang in ("en", "zh"):
        grundy.set_language(lang)
        with pytest.raises(grundy.ParseError) as raised:
            read(text)
        wrong = raised.value
        told[lang] = str(wrong)
        assert isinstance(wrong, ValueError)
        assert (wrong.line, wrong.column) == (line, column), told[lang]
        assert length == 0 or wrong.length == length, (wrong.length, told[lang])
        assert wrong.message and wrong.text == text
        own = wrong.message.replace("尼", "")
        chinese = any(0x4E00 <= ord(letter) <= 0x9FFF for letter in own)
        assert chinese == (lang == "zh"), wrong.message
        assert wrong.example is None or wrong.example in told[lang]
        if text and "\n" not in text:
            shown = told[lang].splitlines()
            assert shown[-2].strip() == text.strip() and set(shown[-1].strip()) == {"^"}
            if text.isascii():
                assert shown[-1].index("^") == 4 + column - 1
    grundy.set_language("en")
    assert ("column" in told["en"] or "line" in told["en"]) and "列" in told["zh"]


def test_examples_are_right() -> None:
    for text in (
        "nim x",
        "kayles x",
        "wythoff 3",
        "take:0 5",
        "cram 0",
        "chomp 4x400",
        "bounded 5",
        "moore 3",
        "nosuch 3",
        "graph:a-b c",
    ):
        with pytest.raises(grundy.ParseError) as raised:
            Game(text)
        assert raised.value.example is not None
        assert grundy.solve(raised.value.example).outcome is not None
    for text in ("n -> m", "n", "-> n", "n -> n-k for k", "(x,y -> x", "n -> n-k for k in 1.. if q", "n = 3"):
        with pytest.raises(grundy.ParseError) as raised:
            Rule(text)
        assert raised.value.example is None or Rule(raised.value.example)


def test_names_that_no_game_has() -> None:
    for lang, sentence in (
        ("en", "there is no game 'xyzzyxyzzy'; grundy.games() lists them"),
        ("zh", "没有名为 'xyzzyxyzzy' 的游戏；grundy.games() 列出全部"),
    ):
        grundy.set_language(lang)
        with pytest.raises(grundy.ParseError) as raised:
            Game("nim 3 + xyzzyxyzzy 3")
        assert raised.value.message == sentence
        # What somebody wrote is told as it stands.
        with pytest.raises(grundy.ParseError) as raised:
            Game("nim 'grundy games'")
        assert "grundy.games" not in raised.value.message
    grundy.set_language("en")


def test_files_in_positions(tmp_path: Path) -> None:
    path = tmp_path / "tax.txt"
    path.write_text("0 1 0\n2 x 1\n")
    with pytest.raises(grundy.ParseError, match="line 2, column 3"):
        Game(f"tax:2/@{path} 2")
    path.write_text("0 1 0\n2 0 1\n")
    assert grundy.solve(f"tax:2/@{path} 2").outcome in ("N", "P")
    with pytest.raises(grundy.ParseError, match="nosuch"):
        Game(f"tax:2/@{tmp_path / 'nosuch'} 2")


#: Calls that are wrong, what they raise, and what its words have in common with them.
CALLS: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: grundy.solve(3), TypeError, "Game"),  # type: ignore[arg-type]
    (lambda: grundy.solve("nim 3", time=-1), ValueError, "seconds"),
    (lambda: grundy.solve("nim 3", time="soon"), ValueError, "time: expected seconds, for example time=10 .*'soon'"),
    (lambda: grundy.solve("nim 3", time=[3]), TypeError, "time: expected seconds"),  # type: ignore[arg-type]
    (lambda: grundy.period("0.77", time="3 days"), ValueError, "time: expected seconds"),
    (lambda: grundy.solve("nim 3", moves=-1), ValueError, "moves: expected a whole number .* moves=1000; found -1"),
    (lambda: grundy.solve("nim 3", moves="all"), TypeError, "moves: expected a whole number"),  # type: ignore[arg-type]
    (lambda: grundy.solve("nim 3", positions="1M"), TypeError, "positions: expected .*'1M'"),  # type: ignore[arg-type]
    (lambda: Game("nim 3").options(limit=-1), ValueError, "limit: expected a whole number"),
    (
        lambda: grundy.solve("nim 3", misere="yes"),
        TypeError,
        "misere: expected True or False, for example misere=True; found str",
    ),  # type: ignore[arg-type]
    (
        lambda: grundy.table("nim", 3, outcomes="P"),
        TypeError,
        "outcomes: expected True or False, for example outcomes=True",
    ),  # type: ignore[arg-type]
    (lambda: grundy.find("kayles", misere="yes"), TypeError, "misere: expected True or False, for example misere=True"),  # type: ignore[arg-type]
    (lambda: grundy.states("nim 2", misere=1), TypeError, "misere: expected True or False"),  # type: ignore[arg-type]
    (lambda: grundy.graph({1: [0]}, directed="no"), TypeError, "directed: expected True or False"),  # type: ignore[arg-type]
    (lambda: grundy.check("n -> n-1", "true", limit="2s"), TypeError, "limit: expected seconds"),  # type: ignore[arg-type]
    (lambda: grundy.solve("nim 3", positions=-1), ValueError, "not negative"),
    (lambda: grundy.solve("nim 3", memory=1.5), TypeError, "whole number"),  # type: ignore[arg-type]
    (lambda: grundy.solve("nim 3", misere=1), TypeError, "misere: expected True or False"),  # type: ignore[arg-type]
    (lambda: grundy.solve("nim 3", nosuch=1), TypeError, "nosuch"),  # type: ignore[call-arg]
    (lambda: grundy.solve("nim 3", True), ValueError, r"Game\('nim', \[3, 5, 7\]\)"),
    (lambda: grundy.solve("nim 3", 5, True), TypeError, "argument"),  # type: ignore[misc]
    (lambda: grundy.solve("cram 5x6", misere=True, positions=100), grundy.Unknown, "100 positions"),
    (lambda: grundy.solve("cram 6x7", misere=True, time=0.1), grundy.Unknown, "0.1|100"),
    (lambda: grundy.solve("cram 6x7", misere=True, memory=10**5), grundy.Unknown, "bytes|memory"),
    (lambda: Game(b"nim 3"), TypeError, "Game"),  # type: ignore[arg-type]
    (lambda: Game(), TypeError, "argument"),  # type: ignore[call-arg]
    (lambda: Rule("n -> n-1", 3), TypeError, "argument"),  # type: ignore[call-arg]
    (lambda: Rule("n -> n-k for k in v", v="x"), ValueError, "number"),  # type: ignore[arg-type]
    (lambda: Rule("n -> n-k for k in v", v=[2**70]), ValueError, "2\\^63"),
    (lambda: Rule("n -> n-1")(-3), ValueError, "heaps cannot be negative.*found -3"),
    (lambda: Rule("(x,y) -> (x-1,y)")((2, -3)), ValueError, "coordinates cannot be negative"),
    (lambda: Rule("n -> n-1")(2**63), ValueError, "2\\^63"),
    (lambda: Rule("(x,y) -> (x-1,y)")(3), ValueError, "2 (numbers|coordinates)"),
    (lambda: Nimber(-1), ValueError, "not negative"),
    (lambda: Nimber("3"), TypeError, "whole number"),  # type: ignore[arg-type]
    (lambda: Nimber(3) + -1, ValueError, "not negative"),
    (lambda: Nimber(3) * -1, ValueError, "not negative"),
    (lambda: Formula("n", "n"), TypeError, r"names: expected a list .* Formula\(.*\['x', 'y'\]\); found str"),
    (lambda: Formula("n", [1]), TypeError, "names: expected a list"),  # type: ignore[list-item]
    (lambda: grundy.period(3), TypeError, "Rule"),  # type: ignore[arg-type]
    (lambda: grundy.period("0.77", n=-1), ValueError, "not negative"),
    (lambda: grundy.period("0.77", time=-1), ValueError, "seconds"),
    (lambda: grundy.period("--help"), ValueError, "expected"),
    (lambda: grundy.period(Rule(lambda n: [])), TypeError, "function"),
    (lambda: grundy.find("-x"), ValueError, "expected"),
    (lambda: grundy.find("@x"), ValueError, "expected"),
    (lambda: grundy.judge("-h", ""), ValueError, "expected"),
    (lambda: grundy.set_language("de"), ValueError, "'de'"),
    (lambda: grundy.set_language(3), TypeError, "str|int"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_wrong_calls(number: int) -> None:
    call, error, words = CALLS[number]
    with pytest.raises(error, match=words):
        call()


def test_unknown_in_chinese() -> None:
    grundy.set_language("zh")
    with pytest.raises(grundy.Unknown, match="100"):
        grundy.solve("cram 5x6", misere=True, positions=100)
    for call, error in (
        (lambda: grundy.solve("nim 3", time=-1), ValueError),
        (lambda: Nimber(-1), ValueError),
        (lambda: grundy.period("--help"), ValueError),
        (lambda: grundy.table("n -> n-1", 10**12), grundy.Unknown),
        (lambda: grundy.sequence("0.77", 10**12), grundy.Unknown),
        (lambda: Rule("(x,y) -> (x-1,y)")(3), ValueError),
        (lambda: grundy.Game(3), TypeError),  # type: ignore[arg-type]
        (lambda: grundy.Game("nim", 1.5), TypeError),
        (lambda: grundy.Game("wythoff", [3]), ValueError),
        (lambda: grundy.solve("nim 3", time="soon"), ValueError),
        (lambda: grundy.solve("nim 3", moves=-1), ValueError),
        (lambda: grundy.solve("nim 3", misere="yes"), TypeError),  # type: ignore[arg-type]
        (lambda: grundy.find("kayles", misere="yes"), TypeError),  # type: ignore[arg-type]
        (lambda: Formula("n", "n"), TypeError),
        (lambda: grundy.period("lasker"), grundy.ParseError),
        (lambda: grundy.graph(([0, 0], [1, 2])), ValueError),
        (lambda: grundy.solve("cram 5x6", misere=True, positions=100), grundy.Unknown),
    ):
        with pytest.raises(error) as raised:
            call()
        assert any(0x4E00 <= ord(letter) <= 0x9FFF for letter in str(raised.value)), raised.value


WORDS = (  # noqa: SIM905
    "nim kayles wythoff take:1,3 take:!2 0.77 4.3 0.3F cram 3x4 bounded 5,2 + - -> n x (x,y) for k in 1.. {1,3} if where end = * | ; ' rule graph:a-b "
    "tree @x @ -- --help -x ! % ^ 0 1 99999999999999999999999 2^63 9223372036854775807 1e9 ∞ 尼姆 \0 \n \t é 0.000 .. ( ) [ ] , : hdu1849 lasker fibonacci n-k n/2 "
    "divisors(n) primes(n) a + b min(x,y) n%3==0 \ud800"
).split(" ")


def odd_text(luck: random.Random) -> str:
    kind = luck.randrange(3)
    if kind == 0:
        return " ".join(luck.choice(WORDS) for _ in range(luck.randrange(7)))
    if kind == 1:
        return "".join(
            chr(luck.choice([luck.randrange(32, 127), luck.randrange(0x3000), 10, 0]))
            for _ in range(luck.randrange(12))
        )
    text = list(
        luck.choice(
            [
                "nim 3 5 7 + kayles 4",
                "n -> n-k for k in {1,3,4}",
                "(x,y) -> (x-k,y) | (x,y-k) for k in 1..=3",
                "take:1,3,4 10",
                "0.137",
                "graph:a-b,b-c a",
            ]
        )
    )
    for _ in range(luck.randint(1, 3)):
        place = luck.randrange(len(text))
        text[place : place + luck.randrange(2)] = luck.choice(["", "x", "-", "9", " ", "'", "(", ")", ",", "|"])
    return "".join(text)


class Strange:
    """Neither a number nor a text, and not at ease with either."""

    def __index__(self) -> int:
        raise ValueError("no index")

    def __iter__(self) -> Any:
        raise TypeError("no iterator")


def odd_thing(luck: random.Random) -> Any:
    if luck.random() < 0.6:
        return odd_text(luck)
    return luck.choice(
        [
            None,
            True,
            0,
            1,
            -1,
            7,
            2**31,
            2**63,
            2**64,
            -(2**70),
            1.5,
            float("nan"),
            float("inf"),
            b"nim 3",
            [],
            [1, 2],
            (3, 4),
            (0, 0),
            (2, 2, 2),
            {},
            {1},
            object,
            object(),
            Strange(),
            3j,
        ]
        + [
            Nimber(3),
            Game("nim 3"),
            Rule("n -> n-1"),
            Rule("(x,y) -> (x-1,y)"),
            range(3),
            "nim",
            "kayles",
            "n -> n-1",
            lambda n: [],
            int,
            len,
            Strange,
        ]
    )


SMALL: dict[str, Any] = {"time": 0.05, "memory": 10**7}
CALLED: dict[str, Callable[[Any, Any], Any]] = {
    "solve": lambda a, b: grundy.solve(a, misere=b is None, positions=2000, **SMALL),
    "solve-how": lambda a, b: grundy.solve("nim 3 5", misere=a, positions=b),
    "solve-time": lambda a, b: grundy.solve("nim 3 5", time=a, moves=b),
    "solve-progress": lambda a, b: grundy.solve("nim 3 5", progress=a, memory=b),
    "table": lambda a, b: grundy.table(a, b, positions=3000, **SMALL),
    "table-shape": lambda a, b: grundy.table("(x,y) -> (x-1,y)", (a, b), positions=3000, **SMALL),
    "sequence": lambda a, b: grundy.sequence(a, b, memory=10**5),
    "Game": lambda a, b: Game(a),
    "Game,": lambda a, b: Game(b, a),
    "Game-nim": lambda a, b: Game("nim", a),
    "Game-wythoff": lambda a, b: Game("wythoff", [a, b]),
    "Game-cram": lambda a, b: Game("cram", [[a, b], a]),
    "phi": lambda a, b: grundy.quotient("0.75").phi(a),
    "Game+": lambda a, b: Game("nim 3") + a,
    "Game[]": lambda a, b: Game("nim 3 4")[a],
    "options": lambda a, b: Game(a).options(limit=100),
    "moves": lambda a, b: Game("nim 3 4").moves(misere=a, time=b),
    "Rule": lambda a, b: Rule(a),
    "Rule()": lambda a, b: Rule("(x,y) -> (x-1,y)")(a, b),
    "Rule-given": lambda a, b: Rule("n -> n-k for k in v", v=a),
    "Nimber": lambda a, b: Nimber(a),
    "Nimber+": lambda a, b: Nimber(3) + a,
    "Nimber*": lambda a, b: a * Nimber(3),
    "Nimber/": lambda a, b: Nimber(3) / a,
    "Nimber**": lambda a, b: Nimber(3) ** a,
    "Nimber<": lambda a, b: Nimber(3) < a,
    "mex": lambda a, b: Nimber.mex(a),
    "Formula": lambda a, b: Formula(a, b),
    "Formula()": lambda a, b: Formula("x/y", ["x", "y"])(a, b),
    "Solver": lambda a, b: grundy.Solver(positions=a, time=b).solve("nim 3"),
    "period": lambda a, b: grundy.period(a, n=300, **SMALL),
    "period-how": lambda a, b: grundy.period("0.77", n=a, memory=b),
    "value": lambda a, b: grundy.period("0.77").value(a),
    "find": lambda a, b: grundy.find(a, small=20, positions=5000, **SMALL),
    "emit": lambda a, b: grundy.emit(a, b if isinstance(b, str) else "python", positions=5000, **SMALL),
    "judge": lambda a, b: grundy.judge(a, b),
    "judge-input": lambda a, b: grundy.judge("hdu1849", a),
    "chart": lambda a, b: grundy.chart(a, 10, time=0.05),
    "chart-heaps": lambda a, b: grundy.chart("kayles", (a, 1), width=b, time=0.05),
    "heatmap": lambda a, b: grundy.heatmap(a, (3, 3), time=0.05),
    "states": lambda a, b: grundy.states(a, positions=100),
    "games": lambda a, b: grundy.games(lang=a),
    "why": lambda a, b: grundy.solve("nim 3").why(a),
    "language": lambda a, b: grundy.set_language(a),
    "ParseError": lambda a, b: str(grundy.ParseError(str(a), text="x", line=1, column=1)),
}
ALLOWED = (ValueError, TypeError, grundy.Unknown, OverflowError, OSError, IndexError, ZeroDivisionError)


def fuzz(seed: int, rounds: int) -> int:
    """Calls everything with odd things; how often that was refused."""
    luck = random.Random(seed)
    refused = 0
    for turn in range(rounds):
        name = list(CALLED)[turn % len(CALLED)]
        a, b = odd_thing(luck), odd_thing(luck)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                CALLED[name](a, b)
        except ALLOWED as error:
            refused += 1
            if isinstance(error, IndexError):
                assert name == "Game[]", f"{name}({a!r}, {b!r}): {error!r}"
            if isinstance(error, ZeroDivisionError):
                assert name.startswith("Nimber"), f"{name}({a!r}, {b!r}): {error!r}"
            assert str(error).strip() or isinstance(error, UnicodeError), f"{name}({a!r}, {b!r}): {error!r}"
            assert "defect" not in str(error) and "panic" not in str(error), f"{name}({a!r}, {b!r}): {error!r}"
        except BaseException as error:
            raise AssertionError(f"{name}({a!r}, {b!r}) raised {error!r}") from error
        finally:
            grundy.set_language("en")
    return refused


def test_odd_calls() -> None:
    """In a process of its own, so that its end would be seen."""
    program = "import faulthandler, sys; faulthandler.enable(); import test_errors; print(test_errors.fuzz(int(sys.argv[1]), 3000))"
    done = subprocess.run(
        [sys.executable, "-c", program, "1"], capture_output=True, text=True, cwd=Path(__file__).parent, timeout=120
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert 1500 < int(done.stdout) < 3000 and "panicked" not in done.stderr


if __name__ == "__main__":
    faulthandler.enable()
    print(fuzz(int(sys.argv[1]), int(sys.argv[2])))


#: A rule that divides by 0 at 3, which other positions lead to.
FAULTY = "n -> n-1 if 6/(n-3) > 0"


@pytest.mark.parametrize(
    "call",
    [
        lambda: grundy.solve(f"nim 2 + rule '{FAULTY}' 5"),
        lambda: grundy.solve(f"nim 2 + rule '{FAULTY}' 5", misere=True),
        lambda: grundy.solve(Game("nim 2") + Rule(FAULTY)(5)),
        lambda: Game(f"rule '{FAULTY}' 3").options(),
        lambda: Game(f"rule '{FAULTY}' 3").moves(),
        lambda: grundy.table(FAULTY, 10),
        lambda: grundy.find(FAULTY),
        lambda: grundy.states(f"nim 2 + rule '{FAULTY}' 5"),
    ],
)
def test_a_fault_of_a_rule_tells_its_place(call: Callable[[], Any]) -> None:
    with pytest.raises(grundy.Unknown, match=r"at 3: line 1, column 13: '6/\(n-3\)' divides by 0") as raised:
        call()
    assert (raised.value.kind, raised.value.place) == ("fault", "3")


def test_kinds_of_reasons() -> None:
    for kind, call in [
        ("positions", lambda: grundy.solve("cram 5x6", misere=True, positions=100)),
        ("time", lambda: grundy.solve("cram 6x7", misere=True, time=0.1)),
        ("bytes", lambda: grundy.solve("cram 6x7", misere=True, memory=10**5)),
        ("bytes", lambda: grundy.sequence("0.77", 10**12)),
        ("too-large", lambda: Game("nim 9").options(limit=3)),
    ]:
        with pytest.raises(grundy.Unknown) as raised:
            call()
        assert (raised.value.kind, raised.value.place) == (kind, None)


def test_a_keyword_that_is_near() -> None:
    calls = [
        (lambda: grundy.solve("nim 3", misère=True), "misere"),
        (lambda: grundy.solve("nim 3", Misere=True), "misere"),
        (lambda: grundy.Solver(memmory=1), "memory"),
        (lambda: grundy.Solver().solve("nim 3", misère=True), "misere"),
        (lambda: grundy.Game("nim 3").moves(tme=1), "time"),
        (lambda: grundy.table("nim", 4, outcome=True), "outcomes"),
        (lambda: grundy.sequence("kayles", 4, progres=None), "progress"),
        (lambda: grundy.graph([("a", "b")], misère=True), "misere"),
        (lambda: grundy.find("n -> n-1", misère=True), "misere"),
        (lambda: grundy.emit("n -> n-1", targt="cpp"), "target"),
        (lambda: grundy.check("n -> n-1", "true", case=1), "cases"),
        (lambda: grundy.period("kayles", tme=1), "time"),
        (lambda: grundy.quotient("kayles", heap=5), "heaps"),
    ]
    for call, meant in calls:
        with pytest.raises(TypeError, match=f"did you mean '{meant}'"):
            call()
    with pytest.raises(TypeError, match="no keyword 'colour'; its keywords are misere, moves"):
        grundy.solve("nim 3", colour=1)


def test_times_as_on_the_command_line() -> None:
    for time in ("500ms", "10s", "1.5 s", "5m", "2h", "3", "none", 2, np.float64(2), None):
        assert grundy.solve("nim 3", time=time).outcome == "N"
    with pytest.raises(grundy.Unknown, match=r"0\.1 s"):
        grundy.solve("cram 6x7", misere=True, time="100ms")
    with pytest.raises(grundy.Unknown, match=r"0\.1 s"):
        grundy.table("n -> n-k for k in 1..=n if k % 3 < 2", 10**6, time="0.1s")


def test_flags_of_numpy() -> None:
    for yes in (True, np.bool_(True)):
        assert grundy.solve("nim 1 1 1", misere=yes).outcome == "P"  # type: ignore[arg-type]
        assert grundy.graph({1: [0]}, misere=yes).play == "misere"  # type: ignore[arg-type]


def test_games_without_a_period() -> None:
    with pytest.raises(grundy.ParseError, match="'lasker' has no code: expected a code such as 0.77.*n -> n-k"):
        grundy.period("lasker")
    with pytest.raises(grundy.ParseError, match="has no code"):
        grundy.period("wythoff")
    with pytest.raises(grundy.ParseError, match="did you mean"):
        grundy.period("laskr")
