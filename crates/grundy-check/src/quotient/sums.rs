//! That every sum is called what it is.
//!
//! Let E(h) be the values of the options of a letter h that has moves, and W(h) the set of the y with ey in P for some e in E(h): if what
//! stands beside h is worth y, a move in h leads to a sum that is called P. A sum whose value is in P is called P, any other N. Three
//! conditions make this right.
//!
//! 1. *1 is not in P.* A sum in which nobody can move is worth 1, and is N: whoever is to move wins.
//! 2. *There are no letter h and element y with Φ(h)y in P and y in W(h).* Then no sum that is called P has an option that is.
//! 3. *There is no sum of letters with moves, one or more, that is called N and has no option that is called P.*
//!
//! By induction on the number of moves that are left a sum is then called what it is: letters without moves are worth 1 and have no
//! options, so they may be left out.
//!
//! # The third condition
//!
//! Let B(h) be the set of the y that are *bad* beside h: Φ(h)y is not in P, and y not in W(h). A sum h₁ + … + hₙ is against the condition
//! exactly if for each i what stands beside hᵢ is worth an element of B(hᵢ). Let uᵢ be the value of the first i letters, and vᵢ that of
//! the others. What stands beside hᵢ is worth uᵢ₋₁vᵢ. So the pair (u₁, v₁) has u₁ = Φ(h₁) and v₁ in B(h₁); from (uᵢ₋₁, vᵢ₋₁) to (uᵢ, vᵢ)
//! it is true that vᵢ₋₁ = vᵢΦ(hᵢ), uᵢ = uᵢ₋₁Φ(hᵢ), and uᵢ₋₁vᵢ is in B(hᵢ); and the last pair is (uₙ, 1). Conversely any such path of pairs
//! to some (u, 1) spells a sum, and vᵢ is the value of what is still to come, as that is worth 1 at the end. So it is enough to find all
//! pairs that are reached, of which there are at most as many as the square of the order. Letters of one value take the same steps,
//! and what is bad beside one of them is put together.
//!
//! Pairs are found nearest first, so that the sum that is told is one of fewest letters.

use super::Stop;
use super::letters::{Kind, Letters};
use super::monoid::{Monoid, Set, has};
use super::verdict::Fault;
use super::work::Work;

/// What was found to be right.
pub(super) struct Sums {
    /// How many pairs were reached.
    pub(super) pairs: u64,
}

impl Sums {
    pub(super) fn check(
        monoid: &Monoid<'_>,
        letters: &Letters,
        work: &mut Work,
    ) -> Result<Sums, Stop> {
        if has(monoid.contexts(0), 0) {
            return Err(Fault::Empty.into());
        }
        let order = monoid.order();
        let mut bad: Vec<Option<Set>> = vec![None; order];
        for (letter, kind) in &letters.kinds {
            work.steps((kind.effects.len() as u128 + 3) * monoid.words() as u128)?;
            let won = won(monoid, kind);
            let both = monoid.contexts(kind.value).iter().zip(&won);
            let clash = (0..)
                .zip(both)
                .find(|(_, (called, won))| *called & *won != 0);
            if let Some((place, (called, won))) = clash {
                let beside = 64 * place + (called & won).trailing_zeros();
                let mut sum = monoid.sum(beside as u16);
                sum.push(*letter);
                let letter = *letter;
                return Err(Fault::CalledP { sum, letter }.into());
            }
            let all = bad[usize::from(kind.value)].get_or_insert_with(|| vec![0; won.len()]);
            for (all, bad) in all.iter_mut().zip(beside_bad(monoid, kind, &won)) {
                *all |= bad;
            }
        }
        let values = (0..).zip(bad).filter_map(|(value, bad)| {
            let step = Step::new(monoid, value, bad?);
            Some(step)
        });
        work.steps(2 * order as u128 * order as u128)?;
        let mut pairs = Pairs::new(order, values.collect());
        match pairs.all(monoid, work)? {
            None => Ok(Sums { pairs: pairs.count }),
            Some((placed, turn)) => {
                let sum = pairs.sum(monoid, letters, placed, turn);
                Err(Fault::CalledN { sum }.into())
            }
        }
    }
}

/// Beside which elements a move in a letter leads to P.
fn won(monoid: &Monoid<'_>, kind: &Kind) -> Set {
    let mut won = vec![0; monoid.words()];
    for &effect in &kind.effects {
        for (won, called) in won.iter_mut().zip(monoid.contexts(effect)) {
            *won |= called;
        }
    }
    won
}

/// Beside which elements a letter is called N though no move in it leads to P, if moves in it lead there beside those that are `won`.
fn beside_bad(monoid: &Monoid<'_>, kind: &Kind, won: &[u64]) -> Set {
    let both = won.iter().zip(monoid.contexts(kind.value));
    let mut bad: Set = both.map(|(won, called)| !(won | called)).collect();
    let rest = monoid.order() % 64;
    if rest > 0
        && let Some(last) = bad.last_mut()
    {
        *last &= (1 << rest) - 1;
    }
    bad
}

fn elements(set: &[u64]) -> impl Iterator<Item = u16> + '_ {
    (0..64 * set.len())
        .map(|x| x as u16)
        .filter(|&x| has(set, x))
}

/// How letters of one value are placed.
struct Step {
    value: u16,
    /// What is bad beside one of them.
    bad: Set,
    /// By element z: where in `sources` the y with yΦ(h) = z begin.
    starts: Vec<u32>,
    sources: Vec<u16>,
}

impl Step {
    fn new(monoid: &Monoid<'_>, value: u16, bad: Set) -> Step {
        let products = monoid.products(value);
        let mut starts = vec![0u32; products.len() + 1];
        products
            .iter()
            .for_each(|&z| starts[usize::from(z) + 1] += 1);
        for z in 0..products.len() {
            starts[z + 1] += starts[z];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; products.len()];
        for (y, &z) in (0..).zip(products) {
            let place = &mut next[usize::from(z)];
            sources[*place as usize] = y;
            *place += 1;
        }
        Step {
            value,
            bad,
            starts,
            sources,
        }
    }

    /// The y with yΦ(h) = z.
    fn sources(&self, z: u16) -> &[u16] {
        let [start, end] = [0, 1].map(|one| self.starts[usize::from(z) + one] as usize);
        &self.sources[start..end]
    }
}

/// Pairs that were reached.
struct Pairs {
    order: usize,
    steps: Vec<Step>,
    /// By pair: 0, or in which turn modulo 3 it was reached, and 1. Those of the turn before one are told so from those of any other
    /// turn that lead to the same pair: these would have reached it sooner.
    turns: Vec<u8>,
    count: u64,
}

fn mark(turn: u64) -> u8 {
    1 + (turn % 3) as u8
}

impl Pairs {
    fn new(order: usize, steps: Vec<Step>) -> Pairs {
        Pairs {
            order,
            steps,
            turns: vec![0; order * order],
            count: 0,
        }
    }

    fn place(&self, placed: u16, left: u16) -> usize {
        usize::from(placed) * self.order + usize::from(left)
    }

    /// Whether a pair is new; it is then reached in this turn.
    fn reach(&mut self, placed: u16, left: u16, turn: u64) -> bool {
        let place = self.place(placed, left);
        let is_new = self.turns[place] == 0;
        if is_new {
            self.turns[place] = mark(turn);
            self.count += 1;
        }
        is_new
    }

    /// Reaches all pairs, or the first of a sum that is wrongly called N: the value of all letters, and its turn.
    fn all(&mut self, monoid: &Monoid<'_>, work: &mut Work) -> Result<Option<(u16, u64)>, Stop> {
        let steps = std::mem::take(&mut self.steps);
        let found = self.follow(&steps, monoid, work);
        self.steps = steps;
        found
    }

    fn follow(
        &mut self,
        steps: &[Step],
        monoid: &Monoid<'_>,
        work: &mut Work,
    ) -> Result<Option<(u16, u64)>, Stop> {
        // By value of what was placed: the values of what is left.
        let mut reached: Vec<Vec<u16>> = vec![Vec::new(); self.order];
        for step in steps {
            for left in elements(&step.bad) {
                if self.reach(step.value, left, 0) {
                    reached[usize::from(step.value)].push(left);
                    if left == 0 {
                        return Ok(Some((step.value, 0)));
                    }
                }
            }
        }
        let mut row = vec![0; self.order];
        for turn in 1.. {
            let before = std::mem::replace(&mut reached, vec![Vec::new(); self.order]);
            if before.iter().all(Vec::is_empty) {
                break;
            }
            work.steps(self.order as u128)?;
            for (placed, lefts) in (0u16..).zip(&before) {
                if lefts.is_empty() {
                    continue;
                }
                work.steps(self.order as u128)?;
                monoid.row(placed, &mut row);
                for step in steps {
                    work.steps(lefts.len() as u128)?;
                    let now = monoid.products(step.value)[usize::from(placed)];
                    let mut tried = 0;
                    for &left in lefts {
                        let sources = step.sources(left);
                        tried += sources.len();
                        for &left in sources {
                            if has(&step.bad, row[usize::from(left)]) && self.reach(now, left, turn)
                            {
                                reached[usize::from(now)].push(left);
                                if left == 0 {
                                    return Ok(Some((now, turn)));
                                }
                            }
                        }
                    }
                    work.steps(tried as u128)?;
                }
            }
        }
        Ok(None)
    }

    /// The letters placed on the way to a pair of which nothing is left, reached in this turn.
    fn sum(&self, monoid: &Monoid<'_>, letters: &Letters, placed: u16, turn: u64) -> Vec<u64> {
        let mut sum = Vec::new();
        let (mut placed, mut left) = (placed, 0);
        let mut row = vec![0; self.order];
        for turn in (0..turn).rev() {
            monoid.row(left, &mut row);
            let came = self.steps.iter().find_map(|step| {
                let products = monoid.products(step.value);
                let left = products[usize::from(left)];
                let mut before = (0..).zip(products.iter().zip(&row));
                let came = before.find(|&(before, (&now, &beside))| {
                    let reached = self.turns[self.place(before, left)] == mark(turn);
                    now == placed && reached && has(&step.bad, beside)
                })?;
                Some((came.0, left, step.value, *came.1.1))
            });
            let Some((before, more, value, beside)) = came else {
                break;
            };
            sum.extend(letter(monoid, letters, value, beside));
            (placed, left) = (before, more);
        }
        sum.extend(letter(monoid, letters, placed, left));
        sum
    }
}

/// A letter of a value beside which an element is bad.
fn letter(monoid: &Monoid<'_>, letters: &Letters, value: u16, beside: u16) -> Option<u64> {
    let mut kinds = letters.kinds.iter();
    let is_bad = |(_, kind): &&(u64, Kind)| {
        kind.value == value && has(&beside_bad(monoid, kind, &won(monoid, kind)), beside)
    };
    kinds.find(is_bad).map(|&(letter, _)| letter)
}
