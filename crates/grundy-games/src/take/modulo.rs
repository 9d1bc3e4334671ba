//! Takes by their remainders: all positive numbers that leave one of some remainders when divided by m, as 1, 4, 6, 9, … modulo 5.
//!
//! The values of the heaps of one remainder that are smaller by m or more count for a heap as those of one smaller by m do, so what the values
//! repeat with is proved from few of them: see the engine's `period::Remainders`. Where 0 is among the remainders the values grow without end,
//! and the table answers.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!(value("take:1,4mod5 1000000000000000000"), "0");
//! assert_eq!(value("take:0mod5 14"), "2");
//! ```

use std::borrow::Cow;

use crate::bash::ferguson;
use crate::budget::Meter;
use crate::engine::heaps::HeapValues;
use crate::engine::sequence::{BLOCK, Rules, Takes, read_takes};
use crate::nim::take_words;
use crate::notation::{Clause, Listing, Notation, ParseError};
use crate::number::{self, Natural};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, OnHeaps, Options, Ruleset, Stop};
use crate::text::Message;

/// Takes from a set of remainders. A position is the size of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modulo {
    rules: Rules,
}

impl Modulo {
    /// The game of these takes; `None` where they are no set of remainders.
    pub fn new(takes: Takes) -> Option<Modulo> {
        match takes {
            Takes::Modulo(..) => Rules::taking(takes).ok().map(|rules| Modulo { rules }),
            Takes::These(_) | Takes::AllBut(_) => None,
        }
    }

    /// Whether a set of takes is written as one of remainders.
    pub(super) fn is_meant(set: &str) -> bool {
        set.contains("mod")
    }

    /// The takes up to `most`, ascending.
    fn takes(&self, most: u64) -> impl Iterator<Item = u64> {
        let (divisor, runs) = match self.rules.takes() {
            Some(Takes::Modulo(divisor, runs)) => (*divisor, runs.as_slice()),
            _ => (1, &[][..]),
        };
        let rounds = (0..).map_while(move |round: u64| round.checked_mul(divisor));
        let rounds = rounds.take_while(move |&round| round <= most);
        let all = rounds.flat_map(move |round| {
            let within = runs.iter().flat_map(|&(low, high)| low..=high);
            within.filter_map(move |remainder| round.checked_add(remainder))
        });
        all.filter(|&take| take > 0)
            .take_while(move |&take| take <= most)
    }
}

impl Ruleset for Modulo {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        let most = u64::try_from(heap).map_err(|_| Stop::Full)?;
        for take in self.takes(most) {
            options.push(take.into(), &[heap - take])?;
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, take: &Natural) -> Message {
        take_words(take)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Modulo> {
        Capabilities {
            tame: Some(ferguson),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Modulo {
    fn heap<'p>(&self, heap: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(heap))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        Ok(table.fill_by_sequence(self.rules.clone(), last, meter, |_| BLOCK as u64)?)
    }

    fn sequence_rules(&self) -> Option<Rules> {
        Some(self.rules.clone())
    }
}

impl Notation for Modulo {
    fn listing(&self) -> &'static Listing {
        &super::LISTING
    }

    fn read(clause: &Clause<'_>) -> Result<(Modulo, Vec<Natural>), ParseError> {
        let rules = read_takes(&clause.name, clause.parameters.as_ref())?;
        Ok((Modulo { rules }, clause.naturals()?))
    }

    fn head(&self) -> String {
        self.rules.to_string()
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

    const SETS: [&str; 6] = [
        "1,4mod5",
        "1mod2",
        "0mod3",
        "1,2,5mod7",
        "0,2mod5",
        "2-4mod9",
    ];

    fn game(set: &str) -> Modulo {
        let rules: Rules = format!("take:{set}").parse().expect("takes");
        Modulo::new(rules.takes().expect("takes").clone()).expect("remainders")
    }

    #[test]
    fn takes_are_those_of_the_remainders() {
        let takes = |set: &str| game(set).takes(17).collect::<Vec<_>>();
        assert_eq!(takes("1,4mod5"), [1, 4, 6, 9, 11, 14, 16]);
        assert_eq!(takes("0,2mod5"), [2, 5, 7, 10, 12, 15, 17]);
        assert_eq!(takes("0mod1"), (1..=17).collect::<Vec<_>>());
    }

    #[test]
    fn values_agree_with_search() {
        for set in SETS {
            let (rules, head) = (game(set), format!("take:{set}"));
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            for heap in (0u32..120).rev() {
                let table = heaps::value(&rules, &head, &heap.into(), &mut work).expect("small");
                let searched =
                    search::value(&rules, &head, &heap.into(), &mut work).expect("small");
                assert_eq!(table, searched, "{head} {heap}");
            }
            for heaps in ["0", "7", "9 12", "3 5 10"] {
                oracle::both(&format!("{head} {heaps}"));
            }
            oracle::engines(&format!("{head} 17 12"), Play::Normal);
        }
    }

    /// Heaps behind the period have a value of any size, and what is no set is told with its place.
    #[test]
    fn large_heaps_and_wrong_sets() {
        let game = "take:1,4mod5 1000000000000000000003".parse::<grundy::Game>();
        let answer = grundy::solve(&game.expect("a heap"), Play::Normal);
        assert_eq!(
            answer.value.map(|value| value.to_string()).as_deref(),
            Some("1")
        );
        let wrong = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!((wrong("take:5mod5 3"), wrong("take:1mod0 3")), (6, 10));
    }
}
