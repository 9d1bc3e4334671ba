//! Runs of pins from a row, or from a ring: take exactly s neighbours, s in the set S; what is left of a row may fall into two
//! rows, what is left of a ring is one row.
//!
//! A row is the octal game with the digit 7 at each s (Guy and Smith 1956); S = {1, 2} is Kayles. All first moves on a ring
//! with the same s leave the same row, so its value is the mex of the values of the rows n − s. With coins in a circle, one
//! or two neighbours taken, every ring of 3 or more is lost: the second player cuts the row into two equal halves.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("row:1,2 11"), value("ring:1,2 11")), ("6".to_owned(), "0".to_owned()));
//! ```

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::budget::{Budget, Meter};
use crate::codes::{Code, GUY_SMITH, MOST_DIGITS, tell_break};
use crate::encoded::{Encoded, Undecodable};
use crate::engine::heaps::HeapValues;
use crate::engine::sequence::Rules;
use crate::engine::sought::Sought;
use crate::message;
use crate::nimber::{Mex, Nimber};
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::{self, Natural};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, Moves, OnHeaps, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene};
use crate::take::run;
use crate::text::{Message, Text, list_of};

/// A row. A position is its length.
#[derive(Clone, Debug)]
pub struct Row(Runs);

/// The lengths of the runs that may be taken, ascending, and the code that says the same.
#[derive(Clone, Debug)]
struct Runs {
    takes: Vec<u64>,
    code: Code,
}

/// The line of the row in the catalogue.
pub static ROW: Listing = Listing {
    id: "F1",
    name: "row",
    aliases: &[],
    title: Text::new("Runs from a row", "一行中取连续若干个"),
    rule: Text {
        en: "Take exactly s neighbouring pins from a row, s in the set S; what is left may fall into two rows.",
        zh: "从一行中取走恰好 s 个相邻的瓶，s 属于集合 S；剩下的可能断成两行。",
    },
    form: Text::new(
        "row:S LENGTH … with S like 1,2 or 2-4,7",
        "row:S LENGTH …，S 如 1,2 或 2-4,7",
    ),
    example: "row:1,2 10",
    source: GUY_SMITH,
    theorems: &["guy_smith"],
    recognises: only_by_name,
    parse: notation::parse::<Row>,
};

impl Runs {
    fn read(clause: &Clause<'_>) -> Result<Runs, ParseError> {
        let word = clause.needs_parameters()?;
        let mut takes = Vec::new();
        for part in word.split(',') {
            let (low, high) = run(&part)?;
            if high >= MOST_DIGITS as u64 {
                return Err(part.error(message!(
                    "a run has at most {most} pins",
                    "一次最多取连续 {most} 个",
                    most = MOST_DIGITS - 1
                )));
            }
            takes.extend(low..=high);
        }
        takes.sort_unstable();
        takes.dedup();
        let empty = || word.error(message!("the set of takes is empty", "可取数的集合为空"));
        let code = Code::of_runs(&takes).ok_or_else(empty)?;
        Ok(Runs { takes, code })
    }

    fn head(&self, name: &str) -> String {
        let takes: Vec<String> = self.takes.iter().map(u64::to_string).collect();
        format!("{name}:{}", takes.join(","))
    }
}

impl Ruleset for Row {
    type Position = Natural;
    /// How many pins are taken, and the rows left.
    type Move = (u64, Vec<u64>);

    fn options(
        &self,
        row: &Natural,
        options: &mut Options<Natural, (u64, Vec<u64>)>,
    ) -> Result<(), Stop> {
        self.0.code.options(row, options)
    }

    fn describe(&self, _: &Natural, (removed, left): &(u64, Vec<u64>)) -> Message {
        tell_break(*removed, left, true)
    }

    fn heap_bytes(&self, row: &Natural) -> u64 {
        number::heap_bytes(row)
    }

    fn capabilities(&self) -> Capabilities<'_, Row> {
        Capabilities {
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Row {
    fn heap<'p>(&self, row: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(row))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        self.0.code.fill_heaps(table, last, meter)
    }

    fn heap_moves(
        &self,
        sought: &Sought<'_>,
        row: &Natural,
        limit: usize,
    ) -> Option<Moves<Natural>> {
        self.0.code.heap_moves(sought, row, limit)
    }

    fn sequence_rules(&self) -> Option<Rules> {
        self.0.code.sequence_rules()
    }
}

impl Notation for Row {
    fn listing(&self) -> &'static Listing {
        &ROW
    }
    fn read(clause: &Clause<'_>) -> Result<(Row, Vec<Natural>), ParseError> {
        Ok((Row(Runs::read(clause)?), clause.naturals()?))
    }
    fn head(&self) -> String {
        self.0.head("row")
    }
    crate::single_heaps!();
}

/// A ring.
#[derive(Debug)]
pub struct Ring {
    runs: Runs,
    /// The values of rows, once asked for: so many as [`ROWS`], or fewer with a period.
    rows: OnceLock<HeapValues>,
}

/// A position: a ring, until the first move makes it a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pins {
    /// A ring of so many.
    Ring(Natural),
    /// A row of so many.
    Row(Natural),
}

/// The line of the ring in the catalogue.
pub static RING: Listing = Listing {
    id: "F1",
    name: "ring",
    aliases: &[],
    title: Text::new("Runs from a ring", "环上取连续若干个"),
    rule: Text {
        en: "Take exactly s neighbouring pins from a ring, s in the set S; the ring becomes a row, and rows fall into rows.",
        zh: "从一个环上取走恰好 s 个相邻的瓶，s 属于集合 S；环断成一行，以后按行取。",
    },
    form: Text::new(
        "ring:S LENGTH … (rowLENGTH for what a move left)",
        "ring:S LENGTH …（一步之后剩下的行写作 rowLENGTH）",
    ),
    example: "ring:1,2 10",
    source: GUY_SMITH,
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Ring>,
};

/// Rows of a ring are worked out up to this length, where no period is proved before.
const ROWS: u64 = 4096;

impl Ring {
    fn row_value(&self, row: &Natural) -> Option<u32> {
        let fill = || {
            let mut rows = HeapValues::default();
            let mut meter = Meter::new(&Budget::default());
            // What the budget leaves undone stays unknown.
            let _ = self.runs.code.fill_heaps(&mut rows, ROWS, &mut meter);
            rows
        };
        self.rows.get_or_init(fill).value(row)
    }

    /// The first moves of a ring: what is taken, the row left and its value.
    fn first_moves(&self, ring: &Natural) -> Option<Vec<(u64, Natural, u32)>> {
        let takes = self.runs.takes.iter();
        takes
            .filter(|&&take| Natural::from(take) <= *ring)
            .map(|&take| {
                let row = ring - take;
                let value = self.row_value(&row)?;
                Some((take, row, value))
            })
            .collect()
    }
}

impl Ruleset for Ring {
    type Position = Pins;
    /// How many pins are taken, and the rows left.
    type Move = (u64, Vec<u64>);

    fn options(
        &self,
        pins: &Pins,
        options: &mut Options<Pins, (u64, Vec<u64>)>,
    ) -> Result<(), Stop> {
        let row = match pins {
            Pins::Row(row) => row,
            Pins::Ring(ring) => {
                for &take in &self.runs.takes {
                    if Natural::from(take) <= *ring {
                        options.push((take, vec![]), &[Pins::Row(ring - take)])?;
                    }
                }
                return Ok(());
            }
        };
        for &take in &self.runs.takes {
            if Natural::from(take) > *row {
                break;
            }
            let left = u64::try_from(&(row - take)).map_err(|_| Stop::Full)?;
            for first in 0..=left / 2 {
                let parts = [first, left - first].map(|part| Pins::Row(part.into()));
                match (first, left) {
                    (0, 0) => options.push((take, vec![]), &[])?,
                    (0, _) => options.push((take, vec![]), &parts[1..])?,
                    _ => options.push((take, vec![first, left - first]), &parts)?,
                }
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Pins, (removed, left): &(u64, Vec<u64>)) -> Message {
        tell_break(*removed, left, true)
    }

    fn heap_bytes(&self, pins: &Pins) -> u64 {
        match pins {
            Pins::Ring(length) | Pins::Row(length) => number::heap_bytes(length),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Ring> {
        Capabilities {
            values: Some(self),
            heaps: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Pins> for Ring {
    fn heap<'p>(&self, pins: &'p Pins) -> Option<Cow<'p, Natural>> {
        match pins {
            Pins::Ring(_) => None,
            Pins::Row(row) => Some(Cow::Borrowed(row)),
        }
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        self.runs.code.fill_heaps(table, last, meter)
    }
}

impl Draw<Pins, (u64, Vec<u64>)> for Ring {
    fn scene(&self, pins: &Pins) -> Option<Scene> {
        let Pins::Ring(ring) = pins else { return None };
        let ring = u64::try_from(ring).ok();
        ring.filter(|&ring| ring <= MOST_DRAWN as u64)
            .map(Scene::Ring)
    }

    /// The first and the last of the pins taken, anywhere on the ring.
    fn clicks(&self, pins: &Pins, &(taken, _): &(u64, Vec<u64>), _: &[Pins]) -> Vec<Clicks> {
        let Pins::Ring(ring) = pins else {
            return Vec::new();
        };
        let count = u64::try_from(ring).unwrap_or(0);
        let from = |first: u64| {
            let last = (first + taken - 1) % count;
            vec![Mark::Stone(first), Mark::Stone(last)]
        };
        (0..count).map(from).collect()
    }
}

impl ValueTheorem<Pins> for Ring {
    fn value(&self, pins: &Pins) -> Option<Nimber> {
        let Pins::Ring(ring) = pins else { return None };
        let mut mex = Mex::new();
        for (_, _, value) in self.first_moves(ring)? {
            mex.insert(value);
        }
        Some(Nimber::from(mex.least_missing()))
    }

    fn moves_to(&self, pins: &Pins, target: &Nimber, limit: usize) -> Option<Moves<Pins>> {
        let Pins::Ring(ring) = pins else { return None };
        let steps = self.first_moves(ring)?.into_iter();
        let steps = steps
            .filter(|(_, _, value)| Nimber::from(*value) == *target)
            .map(|(take, row, _)| Step {
                message: tell_break(take, &[], true),
                to: vec![Pins::Row(row)],
            });
        Some(Moves::all(steps.collect(), limit))
    }

    fn because(&self, pins: &Pins) -> Message {
        let Pins::Ring(ring) = pins else {
            return message!("the ring has become a row", "环已断成一行");
        };
        let moves = self.first_moves(ring).unwrap_or_default();
        if moves.is_empty() {
            return message!(
                "nothing can be taken from this ring, so the value is 0",
                "此环已无法取，SG 值为 0"
            );
        }
        let mut rows: Vec<String> = moves
            .iter()
            .take(8)
            .map(|(_, row, value)| format!("{} ↦ {value}", crate::text::short(row)))
            .collect();
        if moves.len() > 8 {
            rows.push("…".to_owned());
        }
        message!(
            "the first move makes the ring a row; the rows have the values {rows}, and their mex is {value}",
            "第一步使环断成一行；各行的 SG 值为 {rows}，其 mex 为 {value}",
            rows = list_of(&rows),
            value = self.value(pins).map_or(Natural::ZERO, |value| value.0)
        )
    }
}

impl Notation for Ring {
    fn listing(&self) -> &'static Listing {
        &RING
    }
    fn read(clause: &Clause<'_>) -> Result<(Ring, Vec<Pins>), ParseError> {
        let pins = |word: &Word<'_>| match word.text.strip_prefix("row") {
            None => word.natural().map(Pins::Ring),
            Some(text) => {
                let at = word.at + "row".len();
                Word { text, at }.natural().map(Pins::Row)
            }
        };
        let ring = Ring {
            runs: Runs::read(clause)?,
            rows: OnceLock::new(),
        };
        Ok((
            ring,
            clause.words.iter().map(pins).collect::<Result<_, _>>()?,
        ))
    }
    fn head(&self) -> String {
        self.runs.head("ring")
    }
    fn write(&self, pins: &Pins) -> String {
        match pins {
            Pins::Ring(length) => length.to_string(),
            Pins::Row(length) => format!("row{length}"),
        }
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Pins> {
        let [length] = coordinates[..] else {
            return None;
        };
        Some(Pins::Ring(length.into()))
    }
}

/// Whether it is a row, and how many there are.
impl Encoded for Pins {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let (Pins::Ring(count) | Pins::Row(count)) = self;
        matches!(self, Pins::Row(_)).encode(bytes);
        count.encode(bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Pins, Undecodable> {
        let (row, count) = Encoded::decode(bytes)?;
        Ok(if row {
            Pins::Row(count)
        } else {
            Pins::Ring(count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Tables, Work, heaps, search};
    use crate::oracle;
    use crate::quotient::{Outcome, Play};

    const SETS: [&str; 6] = ["1,2", "1", "2", "3", "2-4,7", "1,4"];

    #[test]
    fn rows_agree_with_search() {
        for set in SETS {
            let game: grundy::Game = format!("row:{set} 1").parse().expect(set);
            let head = game.parts()[0].rules.head().to_owned();
            let takes: Vec<u64> = head["row:".len()..]
                .split(',')
                .map(|take| take.parse().expect("a take"))
                .collect();
            let code = Code::of_runs(&takes).expect("a code");
            let row = Row(Runs { takes, code });
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            for length in 0u32..60 {
                let table = heaps::value(&row, &head, &length.into(), &mut work).expect("small");
                // Pin by pin, not by the code.
                let ring = Ring {
                    runs: row.0.clone(),
                    rows: OnceLock::new(),
                };
                let pins = Pins::Row(length.into());
                let searched = search::value(&ring, &head, &pins, &mut work).expect("small");
                assert_eq!(table, searched, "{head} {length}");
            }
            oracle::values(
                &Ring {
                    runs: row.0.clone(),
                    rows: OnceLock::new(),
                },
                (0u32..40).map(|length| Pins::Ring(length.into())),
            );
            for lengths in ["7", "5 6", "0 1"] {
                oracle::game(&format!("row:{set} {lengths}"), Play::Normal);
                oracle::game(&format!("ring:{set} {lengths}"), Play::Normal);
                oracle::game(&format!("ring:{set} {lengths} row4"), Play::Misere);
            }
            oracle::engines(&format!("ring:{set} 9 row8"), Play::Normal);
        }
    }

    /// Pins on a ring as bits, without a word of rows.
    fn wins(length: u32, takes: &[u32], pins: u32, known: &mut [Option<bool>]) -> bool {
        if let Some(known) = known[pins as usize] {
            return known;
        }
        let wins = takes.iter().filter(|&&take| take <= length).any(|take| {
            (0..length).any(|first| {
                let run = (0..*take).fold(0, |run, pin| run | 1 << ((first + pin) % length));
                pins & run == run && !wins(length, takes, pins ^ run, known)
            })
        });
        known[pins as usize] = Some(wins);
        wins
    }

    #[test]
    fn rings_pin_by_pin() {
        for (set, takes) in [
            ("1,2", &[1, 2][..]),
            ("2", &[2]),
            ("3", &[3]),
            ("1,3", &[1, 3]),
        ] {
            for length in 1u32..12 {
                let game = format!("ring:{set} {length}").parse().expect("a ring");
                let outcome = grundy::solve(&game, Play::Normal).outcome;
                let wins = wins(
                    length,
                    takes,
                    (1 << length) - 1,
                    &mut vec![None; 1 << length],
                );
                let expected = if wins { Outcome::N } else { Outcome::P };
                assert_eq!(outcome, Some(expected), "ring:{set} {length}");
            }
        }
    }

    #[test]
    fn large_rings_go_by_the_period_of_rows() {
        let answer = |text: &str| grundy::solve(&text.parse().expect(text), Play::Normal);
        assert_eq!(
            answer("row:1,2 1000000000000").value,
            answer("kayles 1000000000000").value
        );
        let ring = answer("ring:1,2 100000000000000000000");
        assert_eq!(ring.outcome, Some(Outcome::P));
        // Dawson's Kayles has the period 34.
        assert_eq!(
            answer("ring:2 34000000000190").value,
            answer("ring:2 190").value
        );
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("row 3"), 1);
        assert_eq!(column("row:0,1 3"), 5);
        assert_eq!(column("row:1,5000 3"), 7);
        assert_eq!(column("ring:1 rowx"), 11);
    }
}
