//! A take with a tax: from a heap of n take j stones, 0 ≤ j ≤ k; then the table v takes v[n − j] more. What is left is
//! n − j − v[n − j], where that is at least 0 and not n itself.
//!
//! Each heap of a sum may bring its own table. The heap falls with every move, so the values come from the table of
//! smaller heaps.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! // Take up to 2; a heap left at 3 loses one more.
//! let answer = solve(&"tax:2/0,0,0,1 3".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "0"); // to 2 (the tax alone, or taking 1) and to 1: values 2 and 1
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::{self, Natural, decimal};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::text::{Message, Text};

/// A take with a tax. A position is the size of a heap that the table reaches.
#[derive(Clone, Debug)]
pub struct Tax {
    most: u64,
    tax: Vec<u64>,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "B4",
    name: "tax",
    aliases: &[],
    title: Text::new("Take with a tax", "带税取石子"),
    rule: Text {
        en: "From a heap of n take j stones, 0 ≤ j ≤ K, and then v[n−j] more by the table; the heap must hold that many, and it must change.",
        zh: "从 n 颗的堆取 j 颗（0 ≤ j ≤ K），随后再按表取走 v[n−j] 颗；剩余不得为负，且必须有变化。",
    },
    form: Text::new(
        "tax:K/v0,v1,v2,… HEAP … or tax:K/@FILE HEAP …",
        "tax:K/v0,v1,v2,… HEAP …，或 tax:K/@FILE HEAP …",
    ),
    example: "tax:2/0,1,0,2,0,1 5",
    source: "a rule of contest problems, by the table (R. P. Sprague 1935, P. M. Grundy 1939)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Tax>,
};

impl Ruleset for Tax {
    type Position = Natural;
    /// What is taken, and the tax.
    type Move = (u64, u64);

    fn options(
        &self,
        heap: &Natural,
        options: &mut Options<Natural, (u64, u64)>,
    ) -> Result<(), Stop> {
        let Ok(heap) = u64::try_from(heap) else {
            return Ok(());
        };
        for take in 0..=self.most.min(heap) {
            let Some(&tax) = usize::try_from(heap - take)
                .ok()
                .and_then(|left| self.tax.get(left))
            else {
                continue;
            };
            if let Some(left) = (heap - take).checked_sub(tax)
                && left != heap
            {
                options.push((take, tax), &[left.into()])?;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, &(take, tax): &(u64, u64)) -> Message {
        message!(
            "take {take} and pay {tax} in tax",
            "取 {take} 颗，另缴税 {tax} 颗",
            take = take,
            tax = tax
        )
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Tax> {
        Capabilities {
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Tax {
    fn last_heap(&self) -> u64 {
        self.tax.len() as u64
    }
}

impl Notation for Tax {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Tax, Vec<Natural>), ParseError> {
        let word = clause.needs_parameters()?;
        let (most, table) = word.cut('/');
        let Some(table) = table else {
            return Err(word.error(message!(
                "expected the most that may be taken, a slash and the table: K/v0,v1,v2,…",
                "此处应为最多可取数、斜杠与表：K/v0,v1,v2,…"
            )));
        };
        let most = most.number()?;
        let tax = match clause.file(&table) {
            None => table
                .split(',')
                .iter()
                .map(Word::number)
                .collect::<Result<Vec<u64>, _>>()?,
            Some(text) => read_table(&text?, table.text)?,
        };
        let heaps = clause.naturals()?;
        for (heap, word) in heaps.iter().zip(clause.words) {
            if *heap >= Natural::from(tax.len()) {
                return Err(word.error(message!(
                    "the table has only {length} entries, too few for a heap of {heap}",
                    "表只有 {length} 项，够不到 {heap} 颗的堆",
                    length = tax.len(),
                    heap = heap
                )));
            }
        }
        Ok((Tax { most, tax }, heaps))
    }
    fn head(&self) -> String {
        let tax: Vec<String> = self.tax.iter().map(u64::to_string).collect();
        format!("tax:{}/{}", self.most, tax.join(","))
    }
    fn write(&self, heap: &Natural) -> String {
        decimal::print(heap)
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Natural> {
        let [heap] = coordinates[..] else { return None };
        (heap < self.tax.len() as u64).then(|| Natural::from(heap))
    }
}

/// Numbers parted by blanks or commas.
fn read_table(text: &str, file: &str) -> Result<Vec<u64>, ParseError> {
    let mut tax = Vec::new();
    for (line, row) in (1..).zip(text.lines()) {
        let mut column = 1;
        for word in row.split([',', ' ', '\t', '\r']) {
            if !word.is_empty() {
                let number = word.parse::<u64>().map_err(|_| {
                    let message = message!("expected a number of the table", "此处应为表中的数");
                    ParseError::in_file(file.trim_start_matches('@'), line, column, message)
                })?;
                tax.push(number);
            }
            column += word.chars().count() + 1;
        }
    }
    Ok(tax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Tables, Work, heaps, search};
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        let mut seed = 7u64;
        let mut random = |most: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        for _ in 0..40 {
            let tax = Tax {
                most: random(5),
                tax: (0..30).map(|_| random(6)).collect(),
            };
            let head = tax.head();
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            for heap in 0u32..30 {
                let table = heaps::value(&tax, &head, &heap.into(), &mut work).expect("small");
                let searched = search::value(&tax, &head, &heap.into(), &mut work).expect("small");
                assert_eq!(table, searched, "{head} {heap}");
            }
            oracle::game(
                &format!("{head} {} {}", random(10), random(10)),
                Play::Normal,
            );
            oracle::game(&format!("{head} {}", random(20)), Play::Misere);
            oracle::engines(&format!("{head} {}", random(20)), Play::Normal);
        }
        oracle::game("tax:1/0,1,1,0 3 + tax:2/0,0,2,1,0 4", Play::Normal);
    }

    #[test]
    fn errors_have_their_place() {
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("tax 3"), 1);
        assert_eq!(column("tax:2 3"), 5);
        assert_eq!(column("tax:2/0,x,1 2"), 9);
        assert_eq!(column("tax:2/0,1,1 1 3"), 15);
        let files = |_: &str| Ok("0, 1\n2 y".to_owned());
        let error = grundy::Game::parse("tax:2/@v 1", &files).expect_err("a letter");
        assert_eq!(
            (error.line, error.column, error.file.as_deref()),
            (2, 3, Some("v"))
        );
        let files = |_: &str| Ok("0, 1\n2".to_owned());
        let game = grundy::Game::parse("tax:2/@v 2", &files).expect("a table");
        assert_eq!(game.to_string(), "tax:2/0,1,2 2");
    }
}
