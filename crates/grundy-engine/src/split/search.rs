//! The search: depth first for small parts, by proof and disproof numbers for large ones.
//!
//! A couple asks whether the value of a part is n. "It is not" is proved by one *follower* of which the answer is yes: an option whose value is n, or a
//! smaller number m that is the value of the part itself. "It is" is proved by a no of every follower. An option is a sum; the
//! components of known value are added to n, and where one component is left, the option is a couple again. Where several are, the
//! values of all but the largest are searched first (Lemoine and Viennot).
//!
//! Parts of up to [`Sizes::whole`] have their value worked out from those of all options. Up to [`Sizes::deep`] couples are searched depth first (`depth.rs`), and
//! above by proof numbers (`proof.rs`).

pub mod crew;
mod depth;
mod followers;
pub mod grounds;
pub mod kept;
mod master;
mod news;
mod proof;
pub mod together;

use std::sync::Arc;

use grundy_base::budget::{Exhausted, Meter};

use super::rates::Rates;
use super::table::{Known, Table};
use super::{Fact, Keys, Splits, by_size, cancel};
use crew::Office;
use followers::{Follower, Told};
use news::Heap;
use together::Team;

/// Why a search ended without an answer.
#[derive(Debug)]
pub enum Stopped<E> {
    /// The budget is spent.
    Exhausted(Exhausted),
    /// The rules cannot be evaluated.
    Rules(E),
    /// There is no number left for another part: they take more bytes than this.
    Keys(u64),
    /// More than so many moves can follow one another.
    Deep(u32),
    /// A value is larger than any that is kept.
    Large,
}

impl<E> From<Exhausted> for Stopped<E> {
    fn from(exhausted: Exhausted) -> Self {
        Stopped::Exhausted(exhausted)
    }
}

/// Up to which size what is done; it changes no answer.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Up to this size values come from all options.
    pub whole: u32,
    /// Up to this size couples are searched depth first.
    pub deep: u32,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            whole: 10,
            deep: 20,
        }
    }
}

/// How many followers one within another a search may have open: a thread's stack holds them.
const DEEPEST: u32 = 1000;

/// A value is looked for below this.
const MOST_VALUE: u32 = 1 << 20;

/// Options that cost as much as a position of the budget: a position that is searched plainly has as many and more.
const PER_POSITION: u64 = 16;

/// What is known of a couple.
enum Look {
    Yes,
    No,
    Open(u32, u32),
}

type Answer<T, S> = Result<T, Stopped<<S as Splits>::Stop>>;

/// A search with its table, which stays from question to question.
#[derive(Debug)]
pub struct Search<S: Splits> {
    splits: S,
    keys: Arc<S::Keys>,
    table: Arc<Table>,
    most_bytes: u64,
    /// Whether others have the same table, which then does not grow.
    shared: bool,
    /// At so many options, efforts are told as they are.
    until: u64,
    rates: Rates,
    sizes: Sizes,
    spare: Vec<Vec<Follower<S::Part>>>,
    told: Vec<Told<S::Part>>,
    options: u64,
    /// Options and bytes of keys that the meter has counted.
    counted: (u64, u64),
    depth: u32,
    /// What was found at some cost, where others want to hear of it.
    news: Option<Heap>,
    /// What is to be remembered between two questions of those who search for it.
    office: Option<Box<Office<S::Part>>>,
}

impl<S: Splits> Search<S> {
    /// An empty search, whose table and keys hold at most about so many bytes.
    pub fn new(splits: S, most_bytes: u64) -> Search<S> {
        let keys = Arc::new(splits.keys(most_bytes / 2));
        let table = Arc::new(Table::new(keys.bits()));
        Search {
            splits,
            keys,
            table,
            most_bytes,
            shared: false,
            until: u64::MAX,
            rates: Rates::new(),
            sizes: Sizes::default(),
            spare: Vec::new(),
            told: Vec::new(),
            options: 0,
            counted: (0, 0),
            depth: 0,
            news: None,
            office: None,
        }
    }

    /// The same with other limits of size.
    pub fn with(self, sizes: Sizes) -> Search<S> {
        Search { sizes, ..self }
    }

    /// How many options were looked at since the search is there.
    pub fn options(&self) -> u64 {
        self.options
    }

    /// The game.
    pub fn splits(&self) -> &S {
        &self.splits
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// How many bytes its table and keys hold.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.keys.bytes()
    }

    /// The numbers of the parts in it.
    pub fn keys(&self) -> &S::Keys {
        &self.keys
    }

    /// The value of a part.
    ///
    /// # Errors
    /// Why it is not found. What was proved until then stays in the table.
    pub fn value(&mut self, part: &S::Part, meter: &mut Meter) -> Answer<u32, S> {
        self.begun(meter, |search, meter| search.value_of(part, meter))
    }

    /// Whether the value of a part is n.
    ///
    /// # Errors
    /// Why it is not found. What was proved until then stays in the table.
    pub fn is(&mut self, part: &S::Part, n: u32, meter: &mut Meter) -> Answer<bool, S> {
        self.begun(meter, |search, meter| search.is_of(part, n, meter))
    }

    /// The value of a sum.
    ///
    /// # Errors
    /// Why it is not found.
    pub fn sum(&mut self, parts: &[S::Part], meter: &mut Meter) -> Answer<u32, S> {
        self.sum_together(parts, 1, meter)
    }

    /// Whether the value of a sum is n.
    ///
    /// # Errors
    /// Why it is not found.
    pub fn sum_is(&mut self, parts: &[S::Part], n: u32, meter: &mut Meter) -> Answer<bool, S> {
        self.sum_is_together(parts, n, 1, meter)
    }

    /// The value of a sum, by a team: so many threads, or others.
    ///
    /// # Errors
    /// Why it is not found.
    pub fn sum_together<'c>(
        &mut self,
        parts: &[S::Part],
        team: impl Into<Team<'c>>,
        meter: &mut Meter,
    ) -> Answer<u32, S> {
        let (mut parts, mut team) = (parts.to_vec(), team.into());
        cancel(&mut parts);
        let mut sum = 0;
        for part in &parts {
            sum ^= self.value_by(part, &mut team, meter)?;
        }
        Ok(sum)
    }

    /// Whether the value of a sum is n, by a team.
    ///
    /// # Errors
    /// Why it is not found.
    pub fn sum_is_together<'c>(
        &mut self,
        parts: &[S::Part],
        n: u32,
        team: impl Into<Team<'c>>,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        self.sum_is_by(parts, n, &mut team.into(), meter)
    }

    fn sum_is_by(
        &mut self,
        parts: &[S::Part],
        mut n: u32,
        team: &mut Team<'_>,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        let mut parts = parts.to_vec();
        cancel(&mut parts);
        by_size(&mut parts, |part| self.splits.size(part));
        let Some(last) = parts.pop() else {
            return Ok(n == 0);
        };
        for part in parts {
            n ^= self.value_by(&part, team, meter)?;
        }
        self.is_by(&last, n, team, meter)
    }

    /// Searches on a meter, which counts what is held from then on.
    fn begun<T>(
        &mut self,
        meter: &mut Meter,
        work: impl FnOnce(&mut Self, &mut Meter) -> Answer<T, S>,
    ) -> Answer<T, S> {
        self.depth = 0;
        let answer = work(self, meter);
        let options = self.options - std::mem::replace(&mut self.counted.0, self.options);
        match answer {
            Ok(answer) => {
                meter.spend(options / PER_POSITION, 0)?;
                Ok(answer)
            }
            Err(why) => Err(why),
        }
    }

    fn number(&self, part: &S::Part) -> Answer<u64, S> {
        (self.keys.number(part)).ok_or(Stopped::Keys(self.most_bytes / 2))
    }

    /// The value of a part, if it is known, and which it has not.
    fn known(&self, part: &S::Part) -> Answer<(Option<u32>, u64), S> {
        Ok(self.known_at(part, self.number(part)?))
    }

    #[inline]
    fn known_at(&self, part: &S::Part, number: u64) -> (Option<u32>, u64) {
        let known = self.table.find(number, 0);
        self.with_fact(part, known)
    }

    /// What the table knows or, where it knows nothing, a theorem.
    #[inline]
    fn with_fact(&self, part: &S::Part, known: Known) -> (Option<u32>, u64) {
        if known.exact.is_some() || known.not != 0 {
            return (known.exact, known.not);
        }
        match self.splits.fact(part) {
            Fact::Exact(value) => (Some(value), 0),
            Fact::Not(not) => (None, not),
        }
    }

    fn look(&self, part: &S::Part, n: u32) -> Answer<Look, S> {
        Ok(match self.look_at(part, self.number(part)?, n) {
            (Some(value), _) if value == n => Look::Yes,
            (Some(_), _) => Look::No,
            (None, look) => look,
        })
    }

    /// The value, if it is known; else whether it can be n, and how far that is from proved.
    #[inline]
    fn look_at(&self, part: &S::Part, number: u64, n: u32) -> (Option<u32>, Look) {
        let known = self.table.find(number, n);
        let (exact, not) = self.with_fact(part, known);
        if exact.is_some() {
            return (exact, Look::No);
        }
        if n < 64 && not >> n & 1 == 1 {
            return (None, Look::No);
        }
        // Of a new couple one option may prove "not", and all are needed for "is".
        let (not, is) = (known.effort).unwrap_or_else(|| (1, 1 + self.splits.moves(part)));
        (None, Look::Open(not, is))
    }

    /// Keeps a value.
    fn found(&mut self, part: &S::Part, value: u32, meter: &mut Meter) -> Answer<(), S> {
        let number = self.number(part)?;
        self.table.exact(number, value);
        self.grow(meter)
    }

    /// Keeps that the value is none of those in `not`.
    fn excluded(&mut self, part: &S::Part, not: u64, meter: &mut Meter) -> Answer<(), S> {
        let number = self.number(part)?;
        let known = self.table.find(number, 0);
        if known.exact.is_some() {
            return Ok(());
        }
        let mut all = known.not | not;
        if known.not == 0
            && let Fact::Not(not) = self.splits.fact(part)
        {
            all |= not;
        }
        if all != known.not {
            self.table.exclude(number, all);
            self.grow(meter)?;
        }
        Ok(())
    }

    /// Makes the table larger where it is full and may be.
    fn grow(&mut self, meter: &mut Meter) -> Answer<(), S> {
        // While it grows, both are held.
        let (bytes, keys) = (self.table.bytes(), self.keys.bytes());
        if !self.shared
            && self.table.is_full()
            && 3 * bytes + keys <= self.most_bytes
            && 2 * bytes <= meter.bytes_left()
        {
            meter.spend(0, 2 * bytes)?;
            self.table = Arc::new(self.table.grown());
            meter.release(bytes);
        }
        Ok(())
    }

    fn spend(&mut self, meter: &mut Meter) -> Answer<(), S> {
        let fresh = self.options - self.counted.0;
        if fresh >= 16 * PER_POSITION {
            let keys = self.keys.bytes();
            let bytes = keys - std::mem::replace(&mut self.counted.1, keys);
            self.counted.0 = self.options;
            meter.spend(fresh / PER_POSITION, bytes)?;
            // The clock is looked at after as much work as one position may be elsewhere.
            meter.step(fresh * 128)?;
        }
        Ok(())
    }

    fn enter(&mut self) -> Answer<(), S> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Stopped::Deep(DEEPEST));
        }
        Ok(())
    }

    fn value_of(&mut self, part: &S::Part, meter: &mut Meter) -> Answer<u32, S> {
        if self.splits.size(part) <= self.sizes.whole {
            return self.whole(part, meter);
        }
        if let (Some(value), _) = self.known(part)? {
            return Ok(value);
        }
        for n in 0..MOST_VALUE {
            if self.is_of(part, n, meter)? {
                return Ok(n);
            }
        }
        Err(Stopped::Large)
    }

    fn is_of(&mut self, part: &S::Part, n: u32, meter: &mut Meter) -> Answer<bool, S> {
        let size = self.splits.size(part);
        if size <= self.sizes.whole {
            return Ok(self.whole(part, meter)? == n);
        }
        match self.look(part, n)? {
            Look::Yes => Ok(true),
            Look::No => Ok(false),
            Look::Open(..) if size <= self.sizes.deep => self.deep(part, n, meter),
            Look::Open(..) => self.proved(part, n, meter),
        }
    }
}
