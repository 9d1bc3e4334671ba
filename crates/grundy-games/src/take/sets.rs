//! Takes from infinite sets that have names: the powers of two, the Fibonacci numbers, the squares, the primes.
//!
//! No power of two is divisible by 3, and 1 and 2 are among them, so that a heap of n is worth n mod 3. For the others no
//! formula is known, and the table answers. Under misère play sums go by Bouton's rule on the values, as for any subtraction
//! set (Ferguson 1974).
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!(value("take:powers2 1000000000000000000000000"), "1"); // 10^24 mod 3
//! assert_eq!(value("take:squares 7"), "0");
//! ```

use crate::bash::ferguson;
use crate::budget::{Meter, pulse};
use crate::engine::heaps::HeapValues;
use crate::message;
use crate::nim::take_words;
use crate::nimber::{Mex, Nimber};
use crate::notation::{Clause, Listing, Notation, ParseError};
use crate::number::primes::Primes;
use crate::number::{self, Natural};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, OnHeaps, Options, Ruleset, Stop, ValueTheorem};
use crate::text::Message;
use std::borrow::Cow;

/// Steps for a take that is told.
const A_TAKE: u64 = 40;

/// Takes from a set with a name. A position is the size of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// 1, 2, 4, 8, …
    Powers2,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, 4, 9, 16, …
    Squares,
    /// 2, 3, 5, 7, …
    Primes,
}

impl Named {
    const ALL: [Named; 4] = [
        Named::Powers2,
        Named::Fibonacci,
        Named::Squares,
        Named::Primes,
    ];

    fn word(self) -> &'static str {
        match self {
            Named::Powers2 => "powers2",
            Named::Fibonacci => "fibonacci",
            Named::Squares => "squares",
            Named::Primes => "primes",
        }
    }

    /// The set of a name.
    pub fn by_name(name: &str) -> Option<Named> {
        Named::ALL.into_iter().find(|set| set.word() == name)
    }

    /// The takes up to `most`, ascending.
    fn takes(self, most: u64) -> Box<dyn Iterator<Item = u64>> {
        let takes: Box<dyn Iterator<Item = u64>> = match self {
            Named::Powers2 => Box::new((0..64).map(|place| 1 << place)),
            Named::Fibonacci => {
                let pairs = std::iter::successors(Some((1u64, 2u64)), |&(one, other)| {
                    Some((other, one.checked_add(other)?))
                });
                Box::new(pairs.map(|(one, _)| one))
            }
            Named::Squares => Box::new((1..=u64::from(u32::MAX)).map(|side| side * side)),
            Named::Primes => Box::new(Primes::new()),
        };
        Box::new(takes.take_while(move |&take| take <= most))
    }
}

impl Ruleset for Named {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        if let Ok(most) = u64::try_from(heap) {
            for take in self.takes(most) {
                // A large heap has millions of options.
                pulse::step(A_TAKE);
                options.push(take.into(), &[heap - take])?;
            }
            return Ok(());
        }
        // Beyond machine words squares and primes are more than any buffer takes.
        let mut next = match self {
            Named::Powers2 => (Natural::ONE, Natural::from(2u8)),
            Named::Fibonacci => (Natural::ONE, Natural::from(2u8)),
            Named::Squares | Named::Primes => return Err(Stop::Full),
        };
        while next.0 <= *heap {
            options.push(next.0.clone(), &[heap - &next.0])?;
            let after = match self {
                Named::Powers2 => &next.1 << 1,
                _ => &next.0 + &next.1,
            };
            next = (next.1, after);
        }
        Ok(())
    }

    fn describe(&self, _: &Natural, take: &Natural) -> Message {
        take_words(take)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Named> {
        Capabilities {
            values: (*self == Named::Powers2).then_some(self),
            tame: Some(ferguson),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Natural> for Named {
    fn heap<'p>(&self, heap: &'p Natural) -> Option<Cow<'p, Natural>> {
        Some(Cow::Borrowed(heap))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        // A heap beyond every table is refused before its takes are listed.
        let room = meter.positions_left();
        if last > room {
            return Err(meter.full(4).into());
        }
        let mut takes = Vec::new();
        for take in self.takes(last) {
            meter.spend(1, 8)?;
            takes.push(take as usize);
        }
        let (mut mex, mut possible) = (Mex::new(), 0);
        while table.values.len() as u64 <= last {
            let heap = table.values.len();
            while takes.get(possible).is_some_and(|&take| take <= heap) {
                possible += 1;
            }
            meter.spend(1 + possible as u64 / 64, 4)?;
            mex.clear();
            for &take in &takes[..possible] {
                mex.insert(table.values[heap - take]);
            }
            table.values.push(mex.least_missing());
        }
        Ok(())
    }
}

impl ValueTheorem<Natural> for Named {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        (*self == Named::Powers2).then(|| Nimber::from(u64::from(heap % 3u8)))
    }

    fn because(&self, heap: &Natural) -> Message {
        message!(
            "1 and 2 may be taken and no multiple of 3: {heap} mod 3 = {value}",
            "可取 1 与 2，且 3 的倍数均不可取：{heap} mod 3 = {value}",
            heap = heap,
            value = heap % 3u8
        )
    }
}

impl Notation for Named {
    fn listing(&self) -> &'static Listing {
        &super::LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Named, Vec<Natural>), ParseError> {
        let word = clause.needs_parameters()?;
        let unknown = || {
            word.error(message!(
                "expected powers2, fibonacci, squares or primes",
                "此处应为 powers2、fibonacci、squares 或 primes"
            ))
        };
        let set = Named::by_name(word.text).ok_or_else(unknown)?;
        Ok((set, clause.naturals()?))
    }
    fn head(&self) -> String {
        format!("take:{}", self.word())
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
    fn takes_are_those_of_the_set() {
        let takes = |set: Named| set.takes(30).collect::<Vec<_>>();
        assert_eq!(takes(Named::Powers2), [1, 2, 4, 8, 16]);
        assert_eq!(takes(Named::Fibonacci), [1, 2, 3, 5, 8, 13, 21]);
        assert_eq!(takes(Named::Squares), [1, 4, 9, 16, 25]);
        assert_eq!(takes(Named::Primes), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    }

    #[test]
    fn theorem_agrees_with_search() {
        oracle::values(&Named::Powers2, (0u32..80).map(Natural::from));
        for set in Named::ALL {
            let head = set.head();
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            for heap in (0u32..150).rev() {
                let table = heaps::value(&set, &head, &heap.into(), &mut work).expect("small");
                let searched = search::value(&set, &head, &heap.into(), &mut work).expect("small");
                assert_eq!(table, searched, "{head} {heap}");
            }
            for heaps in ["0", "7", "9 12", "3 5 10", "2 1"] {
                oracle::both(&format!("{head} {heaps}"));
            }
            oracle::engines(&format!("{head} 17 12"), Play::Normal);
        }
    }

    /// Beyond tables: no harm, and the theorem where there is one.
    #[test]
    fn large_heaps() {
        let long = format!("1{}", "0".repeat(300));
        for set in Named::ALL {
            let game = format!("{} {long}", set.head())
                .parse::<grundy::Game>()
                .expect("a heap");
            let mut solver = grundy::Solver::new();
            solver.budget.positions = 20_000;
            let answer = solver.solve(&game, Play::Normal);
            assert_eq!(answer.value.is_some(), set == Named::Powers2);
        }
        assert_eq!(
            "take:cubes 3"
                .parse::<grundy::Game>()
                .expect_err("cubes")
                .column,
            6
        );
    }
}
