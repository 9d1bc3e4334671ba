//! Games of splitting heaps without taking: Grundy's game (into two unequal heaps) and Couples-are-Forever (any split of a
//! heap of more than two).
//!
//! Grundy (1939) asked whether the values of his game are periodic in the end; that is open. Couples-are-Forever is from
//! Caines, Gates, Guy and Nowakowski (1999). Values come from the table.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("grundy 5"), value("couples 5")), ("2".to_owned(), "0".to_owned()));
//! ```

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::budget::Meter;
use crate::codes::tell_pair;
use crate::component::{self, Part};
use crate::engine::breaking::Parts;
use crate::engine::heaps::HeapValues;
use crate::engine::period::Search;
use crate::engine::sequence::{BLOCK, Rules};
use crate::engine::sought::Sought;
use crate::message;
use crate::nimber::Mex;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, Moves, OnHeaps, Options, Ruleset, Step, Stop};
use crate::text::{Message, Text};

/// A game of splitting. A position is the size of a heap.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    listing: &'static Listing,
    /// Whether the two heaps must differ; else the heap must have more than two stones.
    unequal: bool,
}

/// The line of Grundy's game in the catalogue.
pub static GRUNDY: Listing = Listing {
    id: "B3",
    name: "grundy",
    aliases: &["grundys-game"],
    title: Text::new("Grundy's game", "格兰迪游戏"),
    rule: Text {
        en: "Split a heap into two heaps of different sizes.",
        zh: "把一堆分成大小不同的两堆。",
    },
    form: Text::same("grundy HEAP …"),
    example: "grundy 7 9",
    source: "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
    theorems: &[],
    recognises: only_by_name,
    parse: |clause| parse(clause, grundys()),
};

/// The line of Couples-are-Forever in the catalogue.
pub static COUPLES: Listing = Listing {
    id: "B3",
    name: "couples",
    aliases: &["couples-are-forever"],
    title: Text::new("Couples are Forever", "成双不离"),
    rule: Text {
        en: "Split a heap of more than two stones into two heaps.",
        zh: "把多于两个的一堆分成两堆。",
    },
    form: Text::same("couples HEAP …"),
    example: "couples 10",
    source: "I. Caines, C. Gates, R. K. Guy and R. J. Nowakowski, Periods in taking and splitting games, American Mathematical Monthly 106 (1999)",
    theorems: &[],
    recognises: only_by_name,
    parse: |clause| {
        parse(
            clause,
            Split {
                listing: &COUPLES,
                unequal: false,
            },
        )
    },
};

/// Grundy's game.
pub(crate) fn grundys() -> Split {
    Split {
        listing: &GRUNDY,
        unequal: true,
    }
}

fn parse(clause: &Clause<'_>, split: Split) -> Result<Part, ParseError> {
    clause.no_parameters()?;
    Ok(component::encoded_part(split, clause.naturals()?))
}

impl Split {
    /// The least heap that may be split.
    fn least(&self) -> u64 {
        if self.unequal { 2 } else { 3 }
    }

    /// The sizes that the smaller part may have.
    fn smaller(&self, heap: u64) -> RangeInclusive<u64> {
        match (self.unequal, heap) {
            (true, _) => 1..=heap.saturating_sub(1) / 2,
            (false, 3..) => 1..=heap / 2,
            (false, _) => RangeInclusive::new(1, 0),
        }
    }
}

/// A table of fewer heaps is filled one by one.
const FEW: u64 = 512;

impl Ruleset for Split {
    type Position = Natural;
    type Move = (u64, u64);

    fn options(
        &self,
        heap: &Natural,
        options: &mut Options<Natural, (u64, u64)>,
    ) -> Result<(), Stop> {
        let heap = u64::try_from(heap).map_err(|_| Stop::Full)?;
        for first in self.smaller(heap) {
            let to = (first, heap - first);
            options.push(to, &[to.0.into(), to.1.into()])?;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, &(first, second): &(u64, u64)) -> Message {
        tell_pair(0, first, second)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn reached_at_least(&self, heap: &Natural) -> Option<u64> {
        // Every smaller heap is reached.
        let heap = u64::try_from(heap).unwrap_or(u64::MAX);
        Some(if heap > 2 { heap } else { 1 })
    }

    fn capabilities(&self) -> Capabilities<'_, Split> {
        Capabilities {
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Split {
    fn heap<'p>(&self, heap: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(heap))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        if last >= FEW
            && let Some(rules) = self.sequence_rules()
        {
            let last = last.max(2 * table.values.len() as u64);
            // Vectors go through some hundred options in the time of a position of a search.
            let cost = |search: &Search| (1 + search.len() / 65_536) * BLOCK as u64;
            return Ok(table.fill_by_sequence(rules, last, meter, cost)?);
        }
        let mut mex = Mex::new();
        while table.values.len() as u64 <= last {
            let heap = table.values.len();
            meter.spend(1 + heap as u64 / 512, 4)?;
            mex.clear();
            for first in self.smaller(heap as u64) {
                let first = first as usize;
                mex.insert(table.values[first] ^ table.values[heap - first]);
            }
            table.values.push(mex.least_missing());
        }
        Ok(())
    }

    fn sequence_rules(&self) -> Option<Rules> {
        Rules::splitting(&[4], self.unequal, self.least()).ok()
    }

    fn heap_moves(
        &self,
        sought: &Sought<'_>,
        heap: &Natural,
        limit: usize,
    ) -> Option<Moves<Natural>> {
        if *heap < Natural::from(3u8) {
            return Some(Moves::none());
        }
        let parts = if self.unequal {
            Parts::Unequal
        } else {
            Parts::Any
        };
        let pairs = sought.pairs(heap, parts, limit)?;
        let step = |(first, second): (Natural, Natural)| Step {
            message: tell_pair(0, &first, &second),
            to: vec![first, second],
        };
        Some(Moves {
            count: Some(pairs.count),
            listed: pairs.listed.into_iter().map(step).collect(),
        })
    }
}

impl Notation for Split {
    fn listing(&self) -> &'static Listing {
        self.listing
    }
    fn read(clause: &Clause<'_>) -> Result<(Split, Vec<Natural>), ParseError> {
        // Each game has a reader of its own, in its listing.
        Err(clause
            .name
            .error(message!("expected a game of splitting", "此处应为分堆游戏")))
    }
    fn head(&self) -> String {
        self.listing.name.to_owned()
    }
    crate::single_heaps!();
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
        for split in [
            Split {
                listing: &GRUNDY,
                unequal: true,
            },
            Split {
                listing: &COUPLES,
                unequal: false,
            },
        ] {
            let name = split.listing.name;
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            for heap in 0u32..80 {
                let table = heaps::value(&split, name, &heap.into(), &mut work).expect("small");
                let searched = search::value(&split, name, &heap.into(), &mut work).expect("small");
                assert_eq!(table, searched, "{name} {heap}");
            }
            for heaps in ["7", "5 8", "3 4 9"] {
                oracle::both(&format!("{name} {heaps}"));
            }
            oracle::engines(&format!("{name} 9 12"), Play::Normal);
        }
    }

    /// Of a heap too large to be searched not even the options are listed.
    #[test]
    fn what_is_reached_is_refused_at_once() {
        let mut work = Work::new(&Budget::of_positions(1000), Tables::default(), 10);
        let heap = Natural::from(10u64.pow(9));
        let began = std::time::Instant::now();
        assert!(search::value(&grundys(), "grundy", &heap, &mut work).is_err());
        assert_eq!(work.meter.positions_left(), 1000);
        assert!(began.elapsed() < std::time::Duration::from_secs(1));
        for split in [
            grundys(),
            Split {
                listing: &COUPLES,
                unequal: false,
            },
        ] {
            for heap in 0u32..40 {
                let heap = Natural::from(heap);
                let (mut reached, mut next) =
                    (std::collections::HashSet::new(), vec![heap.clone()]);
                let mut options = Options::with_limit(100);
                while let Some(heap) = next.pop() {
                    options.clear();
                    split.options(&heap, &mut options).expect("few");
                    if reached.insert(heap) {
                        next.extend_from_slice(options.positions());
                    }
                }
                assert!(split.reached_at_least(&heap) <= Some(reached.len() as u64));
            }
        }
    }

    /// The first values of Grundy's game, sequence A002188 of the OEIS.
    #[test]
    fn published_values() {
        let grundy = Split {
            listing: &GRUNDY,
            unequal: true,
        };
        let mut work = Work::new(&Budget::default(), Tables::default(), 10);
        let values = heaps::values(&grundy, "grundy", 30, &mut work).expect("small");
        let expected = [
            0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1,
            2, 3,
        ];
        assert_eq!(values, expected);
    }
}
