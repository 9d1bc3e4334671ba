//! One quotient for sums of several kinds: letters with lists of options, and the heaps of several games.
//!
//! Letters of different kinds are told apart by what they stand beside, so sums of several kinds need a quotient of all their letters
//! together. What is proved of the heaps of one game holds here too: a heap's options are heaps of its own game, and that these have
//! the values of the options of an earlier heap is all that the proof of a period asks for (see `heap_quotient.rs`). But values are
//! those of the common quotient, and when that grows, a period must be looked for anew.

use grundy_number::Natural;

use super::builder::{Builder, Failed};
use super::heap_quotient::{FEW, HeapElements, Repeats, repeats};
use super::heaps::Heaps;
use super::infinite::SemilinearQuotient;
use super::letters::{Letters, Lists};
use super::quotient::{Element, MisereQuotient};
use super::{Limits, Stopped};
use crate::sequence::Rules;

/// Letters of several kinds.
#[derive(Clone, Debug)]
pub struct Mixed {
    lists: Lists,
    kinds: Vec<Heaps>,
    /// By letter behind those of the lists: of which game it is a heap.
    games: Vec<u32>,
    /// By game: the letters that are its heaps.
    heaps: Vec<Vec<u32>>,
    /// By heap of one game: its value.
    worth: Vec<u32>,
}

impl Mixed {
    /// Lists of options, and heaps of some games, of which there are none yet.
    fn new(lists: Lists, rules: Vec<Rules>) -> Mixed {
        Mixed {
            lists,
            heaps: vec![Vec::new(); rules.len()],
            kinds: (rules.into_iter())
                .map(|rules| Heaps::new(rules, usize::MAX))
                .collect(),
            games: Vec::new(),
            worth: Vec::new(),
        }
    }

    /// Adds the next heap of a game.
    fn push(&mut self, game: usize) {
        let letter = self.count() as u32;
        self.games.push(game as u32);
        self.heaps[game].push(letter);
    }

    /// Takes the last letter away, a heap.
    fn pop(&mut self) {
        if let Some(game) = self.games.pop() {
            self.heaps[game as usize].pop();
        }
    }
}

impl Letters for Mixed {
    fn count(&self) -> usize {
        self.lists.count() + self.games.len()
    }

    fn renew(&mut self) {
        self.kinds.iter_mut().for_each(Letters::renew);
    }

    fn effects(
        &mut self,
        letter: usize,
        values: &[u32],
        bound: usize,
        product: impl Fn(u32, u32) -> u32,
    ) -> Vec<u32> {
        let Some(place) = letter.checked_sub(self.lists.count()) else {
            return self.lists.effects(letter, values, bound, product);
        };
        let game = self.games[place] as usize;
        let heaps = &self.heaps[game];
        let heap = heaps.partition_point(|&one| (one as usize) < letter);
        self.worth.clear();
        let smaller = heaps[..heap].iter().map(|&one| values[one as usize]);
        self.worth.extend(smaller);
        self.kinds[game].effects(heap, &self.worth, bound, product)
    }
}

/// What is known of the heaps of one game.
#[derive(Clone, Debug)]
struct Game {
    /// By heap: its value.
    values: Vec<u32>,
    repeats: Option<Repeats>,
    /// How many heaps were covered when a period was looked for last.
    looked: usize,
}

/// The quotient of sums of several kinds, as far as it was built.
///
/// ```
/// use grundy_engine::misere::{Limits, Lists, MixedQuotient};
/// use grundy_engine::Outcome;
/// // Kayles beside a heap of two counters of which one may be taken.
/// let lists = Lists::new(vec![vec![], vec![vec![0]], vec![vec![1]]]).unwrap();
/// let mut both = MixedQuotient::new(lists, vec!["0.77".parse()?]);
/// both.cover(&[u64::MAX], &mut Limits::default())?;
/// let far = grundy_number::Natural::from(10u8).pow(30);
/// let sum = both.quotient().product(both.heap(0, &far).unwrap(), both.letter(2).unwrap());
/// assert_eq!(both.quotient().outcome(sum), Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MixedQuotient {
    builder: Builder<Mixed>,
    games: Vec<Game>,
    stopped: Option<(usize, Stopped)>,
    /// The game whose next heap was given up.
    tried: Option<usize>,
}

impl MixedQuotient {
    /// Of no letters yet: some are to have lists of options, others are heaps.
    pub fn new(lists: Lists, rules: Vec<Rules>) -> MixedQuotient {
        let game = Game {
            values: Vec::new(),
            repeats: None,
            looked: FEW,
        };
        MixedQuotient {
            games: vec![game; rules.len()],
            builder: Builder::new(Mixed::new(lists, rules)),
            stopped: None,
            tried: None,
        }
    }

    /// The quotient of what is covered.
    pub fn quotient(&self) -> &MisereQuotient {
        self.builder.quotient()
    }

    /// The letters, where all of them have lists of options.
    pub(super) fn lists(&self) -> Option<&Lists> {
        let lists = &self.builder.letters().lists;
        self.games.is_empty().then_some(lists)
    }

    /// The value of a letter that has a list of options, where it is covered.
    pub fn letter(&self, letter: usize) -> Option<Element> {
        let lists = self.builder.letters().lists.count();
        self.quotient().value(letter).filter(|_| letter < lists)
    }

    /// The value of a heap of a game, where it is covered.
    pub fn heap(&self, game: usize, heap: &Natural) -> Option<Element> {
        self.heaps(game).of(heap)
    }

    /// The sum by which the last candidate with the next letter was refused, where that was given up and not for the size of the first
    /// candidate.
    pub fn failed(&self) -> Option<&Failed> {
        self.builder.failed()
    }

    /// What decides sums of the covered letters and of the one that was given up: a finite monoid and linear conditions, if some are
    /// found and proved.
    ///
    /// # Errors
    /// [`Stopped`]: what is spent.
    pub fn semilinear(
        &self,
        limits: &mut Limits<'_>,
    ) -> Result<Option<SemilinearQuotient>, Stopped> {
        let mut letters = self.builder.letters().clone();
        self.tried.into_iter().for_each(|game| letters.push(game));
        SemilinearQuotient::of(self.quotient(), &mut letters, limits)
    }

    /// The game and the size of the heap that a letter is, if it is one; also of the heap that was given up.
    pub fn heap_of(&self, letter: usize) -> Option<(usize, usize)> {
        let letters = self.builder.letters();
        let place = letter.checked_sub(letters.lists.count())?;
        let next = self.tried.filter(|_| place == letters.games.len());
        let game = letters.games.get(place).map(|&game| game as usize);
        let game = game.or(next)?;
        let heap = letters.heaps[game].partition_point(|&one| (one as usize) < letter);
        Some((game, heap))
    }

    /// The values of the heaps of a game.
    pub fn heaps(&self, game: usize) -> HeapElements<'_> {
        let Game {
            values, repeats, ..
        } = &self.games[game];
        HeapElements {
            values,
            repeats: *repeats,
        }
    }

    /// Covers all letters with lists, and the heaps of each game up to one of so many stones, or all where their values are proved
    /// to repeat.
    ///
    /// # Errors
    /// [`Stopped`]: what stands in the way; what was covered stays.
    pub fn cover(&mut self, last: &[u64], limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if let Some((order, stopped)) = self.stopped
            && limits.order <= order
        {
            return Err(stopped);
        }
        let covered = self.covering(last, limits);
        if let Err(stopped @ Stopped::Order(_)) = covered {
            self.stopped = Some((limits.order, stopped));
        }
        covered
    }

    fn covering(&mut self, last: &[u64], limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let lists = self.builder.letters().lists.count();
        while self.quotient().letters() < lists {
            self.builder.advance(limits)?;
        }
        loop {
            // The game with the fewest heaps among those that lack some.
            let lacking = (0..self.games.len()).filter(|&game| {
                let of = &self.games[game];
                of.repeats.is_none() && of.values.len() as u64 <= last[game]
            });
            let Some(game) = lacking.min_by_key(|&game| self.games[game].values.len()) else {
                return Ok(());
            };
            let grown = self.builder.grown();
            self.tried = None;
            self.builder.letters_mut().push(game);
            if let Err(stopped) = self.builder.advance(limits) {
                self.builder.letters_mut().pop();
                self.tried = Some(game);
                return Err(stopped);
            }
            if self.builder.grown() == grown {
                let value = self.quotient().values().last().copied();
                self.games[game].values.extend(value);
            } else {
                self.renew();
            }
            self.look(game);
        }
    }

    /// Reads all values anew, as the quotient is another.
    fn renew(&mut self) {
        let values = self.builder.quotient().values();
        for (game, heaps) in self.games.iter_mut().zip(&self.builder.letters().heaps) {
            let worth = heaps.iter().map(|&letter| values[letter as usize]);
            game.values = worth.collect();
            if game.repeats.take().is_some() {
                game.looked = game.values.len();
            }
        }
    }

    /// Looks for a period of the heaps of a game now and then.
    fn look(&mut self, game: usize) {
        for other in 0..self.games.len() {
            let of = &mut self.games[other];
            let covered = of.values.len();
            if of.repeats.is_none()
                && covered >= of.looked
                && (other == game || covered == of.looked)
            {
                of.looked = covered + covered / 16 + 1;
                of.repeats = repeats(self.builder.letters().kinds[other].rules(), &of.values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quotient::Outcome;

    /// What each of two games tells of its own heaps, the common quotient tells too; and it agrees with one of all letters as lists.
    #[test]
    fn games_together() {
        for (one, other) in [("0.77", "0.75"), ("0.72", "0.137"), ("4.3", "take:1,3,4")] {
            let rules = [one, other].map(|code| code.parse::<Rules>().expect("rules"));
            let mut both = MixedQuotient::new(Lists::default(), rules.to_vec());
            let heaps = 14u64;
            both.cover(&[heaps; 2], &mut Limits::default())
                .expect("a quotient");
            for (game, rules) in rules.iter().enumerate() {
                let mut alone = crate::misere::HeapQuotient::new(rules.clone());
                alone
                    .cover(heaps, &mut Limits::default())
                    .expect("a quotient");
                for a in 0..=heaps {
                    for b in 0..=heaps {
                        let (a, b) = (Natural::from(a), Natural::from(b));
                        let together = both.quotient().product(
                            both.heap(game, &a).expect("covered"),
                            both.heap(game, &b).expect("covered"),
                        );
                        let expected = alone.quotient().product(
                            alone.value(&a).expect("covered"),
                            alone.value(&b).expect("covered"),
                        );
                        assert_eq!(
                            both.quotient().outcome(together),
                            alone.quotient().outcome(expected)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn periods_of_heaps_beside_other_letters() {
        let lists = Lists::new(vec![vec![], vec![vec![0]], vec![vec![0], vec![1]]]);
        let rules = ["0.77", "0.75"].map(|code| code.parse().expect("a code"));
        let mut both = MixedQuotient::new(lists.expect("letters"), rules.to_vec());
        both.cover(&[u64::MAX; 2], &mut Limits::default())
            .expect("a quotient");
        assert!(both.heaps(0).repeats.is_some() && both.heaps(1).repeats.is_some());
        // A heap of two beside nothing wins by leaving one.
        let two = both.letter(2).expect("covered");
        assert_eq!(both.quotient().outcome(two), Outcome::N);
        let far = Natural::from(10u8).pow(30);
        let same = both.heap(0, &far).expect("covered");
        // The same heap by the period of Kayles.
        let near = 71 + u64::from((&far - 71u8) % 12u8);
        assert_eq!(both.heap(0, &Natural::from(near)), Some(same));
    }
}
