//! The flip game: a row of + and −; a move turns two neighbouring + into −.
//!
//! Each run of + is a row of its own, and turning two takes them out of it: Dawson's Kayles, the octal game 0.07 (Dawson 1935;
//! Guy and Smith 1956), whose values have the period 34. The signs lie in a row, so that what is left of a run lies to one side or
//! the other: turning the first two of four + and turning the last two are two moves.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"flip ++++-++".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.game, "flip 4 2");
//! assert_eq!(answer.value.unwrap().to_string(), "3"); // 2 ⊕ 1
//! # Ok::<(), grundy::ParseError>(())
//! ```

use std::borrow::Cow;

use crate::budget::Meter;
use crate::codes::{Code, GUY_SMITH, read_code};
use crate::engine::breaking::Parts;
use crate::engine::heaps::HeapValues;
use crate::engine::sequence::Rules;
use crate::engine::sought::Sought;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::{self, Natural};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, Moves, OnHeaps, Options, Ruleset, Step, Stop};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene};
use crate::text::{Fact, Message, Text};

/// The flip game. A position is the length of a run of +.
#[derive(Clone, Debug)]
pub struct Flip(Code);

/// Its line in the catalogue: the code 0.07.
pub static LISTING: Listing = Listing {
    id: "F10",
    name: "flip",
    aliases: &[],
    title: Text::new("The flip game", "翻转游戏"),
    rule: Text {
        en: "In a row of + and -, turn two neighbouring + into -. Code 0.07.",
        zh: "在由 + 与 - 组成的一行中，把相邻的两个 + 变成 -。八进制代号为 0.07。",
    },
    form: Text::new(
        "flip ROW … with ROW like ++-+++, or the lengths of the runs of + (a lone + is 1)",
        "flip ROW …，ROW 如 ++-+++，或各段连续 + 的长度（单独一个 + 为 1）",
    ),
    example: "flip ++++-+++",
    source: GUY_SMITH,
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Flip>,
};

/// The runs of + in a row.
fn read_row(row: &Word<'_>, runs: &mut Vec<Natural>) -> Result<(), ParseError> {
    let mut run = 0u64;
    for (at, sign) in row.text.char_indices() {
        match sign {
            '+' => run += 1,
            '-' | '−' => {
                if run > 0 {
                    runs.push(run.into());
                }
                run = 0;
            }
            _ => {
                let message = message!("expected + or -", "此处应为 + 或 -");
                return Err(ParseError::at(row.at + at, sign.len_utf8(), message));
            }
        }
    }
    if run > 0 {
        runs.push(run.into());
    }
    Ok(())
}

fn describe(first: impl Into<Fact>, second: impl Into<Fact>) -> Message {
    message!(
        "turn the + at {first} and {second}",
        "翻转第 {first}、{second} 个 +",
        first = first.into(),
        second = second.into()
    )
}

/// The turn that leaves a run of so many before the two that are turned and a run of so many behind them.
fn step(before: &Natural, behind: &Natural) -> Step<Natural> {
    let runs = [before, behind].into_iter().filter(|run| !run.is_zero());
    Step {
        message: describe(before + 1u8, before + 2u8),
        to: runs.cloned().collect(),
    }
}

impl Ruleset for Flip {
    type Position = Natural;
    /// How many + stand before the two that are turned.
    type Move = u64;

    fn options(&self, run: &Natural, options: &mut Options<Natural, u64>) -> Result<(), Stop> {
        let run = u64::try_from(run).map_err(|_| Stop::Full)?;
        for before in 0..(run.max(1) - 1) {
            let behind = Natural::from(run - 2 - before);
            options.push(before, &step(&before.into(), &behind).to)?;
        }
        Ok(())
    }

    /// What is left lies to either side, as in the row.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, _: &Natural, &before: &u64) -> Message {
        describe(before + 1, before + 2)
    }

    fn heap_bytes(&self, run: &Natural) -> u64 {
        number::heap_bytes(run)
    }

    fn capabilities(&self) -> Capabilities<'_, Flip> {
        Capabilities {
            heaps: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Flip {
    fn heap<'p>(&self, run: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(run))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        self.0.fill_heaps(table, last, meter)
    }

    fn sequence_rules(&self) -> Option<Rules> {
        self.0.sequence_rules()
    }

    /// Each pair of runs lies either way round, but for two equal ones.
    fn heap_moves(
        &self,
        sought: &Sought<'_>,
        run: &Natural,
        limit: usize,
    ) -> Option<Moves<Natural>> {
        if *run < Natural::from(2u8) {
            return Some(Moves::none());
        }
        let rest = run - 2u8;
        let pairs = sought.pairs(&rest, Parts::Any, limit)?;
        let at_an_end = sought.is_one(sought.value(&rest)?);
        let half = sought.value(&(&rest >> 1))?;
        let halves = (&rest % 2u8) == 0 && sought.is_pair(half, half);
        let mut count = pairs.count * 2u8 + if at_an_end { 2u8 } else { 0 };
        if halves {
            count -= 1u8;
        }
        // From the left end to the middle, and, where all of these are listed, back to the right end.
        let ends = at_an_end.then(|| (Natural::ZERO, rest.clone()));
        let left: Vec<(Natural, Natural)> = ends.into_iter().chain(pairs.listed).collect();
        let right = left.iter().rev().filter(|(one, other)| one != other);
        let right = right.map(|(one, other)| step(other, one));
        let steps = left
            .iter()
            .map(|(one, other)| step(one, other))
            .chain(right);
        Some(Moves {
            count: Some(count),
            listed: steps.take(limit).collect(),
        })
    }
}

impl Draw<Natural, u64> for Flip {
    fn scene(&self, run: &Natural) -> Option<Scene> {
        let run = u64::try_from(run).ok();
        run.filter(|&run| run <= MOST_DRAWN as u64).map(Scene::Row)
    }

    /// The two that are turned.
    fn clicks(&self, _: &Natural, &before: &u64, _: &[Natural]) -> Vec<Clicks> {
        vec![vec![Mark::Stone(before), Mark::Stone(before + 1)]]
    }
}

impl Notation for Flip {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Flip, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        let (text, at) = ("0.07", clause.name.at);
        let code = read_code(&Word { text, at })?;
        let mut runs = Vec::new();
        for word in clause.words {
            if word.text.starts_with(['+', '-', '−']) {
                read_row(word, &mut runs)?;
            } else {
                runs.push(word.natural()?);
            }
        }
        Ok((Flip(code), runs))
    }
    fn head(&self) -> String {
        "flip".to_owned()
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use crate::nimber::Mex;
    use crate::oracle;
    use crate::quotient::Play;

    /// The value of a row, sign by sign; + is a bit that is set.
    fn value(row: u32, known: &mut [Option<u32>]) -> u32 {
        if let Some(known) = known[row as usize] {
            return known;
        }
        let mut mex = Mex::new();
        for pair in (0..11).map(|place| 3 << place) {
            if row & pair == pair {
                mex.insert(value(row ^ pair, known));
            }
        }
        known[row as usize] = Some(mex.least_missing());
        mex.least_missing()
    }

    #[test]
    fn agrees_with_search_sign_by_sign() {
        let mut known = vec![None; 1 << 12];
        for row in (0u32..1 << 12).step_by(3) {
            let text: String = (0..12)
                .map(|place| if row >> place & 1 == 1 { '+' } else { '-' })
                .collect();
            let game: grundy::Game = format!("flip {text}").parse().expect("a row");
            let answer = grundy::solve(&game, Play::Normal);
            assert_eq!(answer.value, Some(value(row, &mut known).into()), "{text}");
        }
        oracle::game("flip ++++-+++", Play::Normal);
        oracle::game("flip 4 3 + nim 1", Play::Misere);
    }

    #[test]
    fn reads_and_writes() {
        let shown = |text: &str| text.parse::<grundy::Game>().expect(text).to_string();
        assert_eq!(shown("flip ++-+ 5 + nim 3"), "flip 2 1 5 + nim 3");
        assert_eq!(shown("flip ---"), "flip");
        assert_eq!("flip ++x".parse::<grundy::Game>().expect_err("x").column, 8);
    }
}
