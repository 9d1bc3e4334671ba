//! Who wins in a box of F × N^k, by search.
//!
//! The options of (f, v) are those of the free letters that it has and of the letters of the least word of f. Of two words that one
//! is less that has fewer of the last letter where they differ, so that options have lesser words, and the least word of an
//! element is no greater than any other of it: the search ends. What it finds is a picture and no more, as other words of f
//! may have other options; the verification asks for all of them.

use std::collections::HashMap;

use grundy_base::budget::Exhausted;

use super::super::{Limits, bits};
use super::frame::{Effect, Frame, Place};
use super::law::Picture;
use super::shape::{MOST, Shape, Vector};

/// Outcomes that are being found out.
pub(super) struct Search<'f> {
    frame: &'f Frame,
    sides: Vector,
    /// By element of F: the options of the letters of its least word, with what is left of it.
    moves: Vec<Vec<Effect>>,
    /// By exponent: the options of such a letter, each with its products with all of F.
    free: Vec<Vec<(Vec<u32>, Vector)>>,
    known: Vec<Known>,
}

/// What is known of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    N,
    P,
    /// That it cannot be told within the box.
    Beyond,
}

/// Most elements of a box.
const CELLS: i64 = 1 << 26;

/// The sum of a vector and of an option's, with one letter less.
pub(super) fn moved(vector: &Vector, powers: &Vector, less: Option<usize>) -> Vector {
    let mut to = *vector;
    for (to, power) in to.iter_mut().zip(powers) {
        *to += power;
    }
    if let Some(free) = less {
        to[free] -= 1;
    }
    to
}

impl Search<'_> {
    /// In a box of exponents from 0 to below `sides`, if that is not too large.
    pub(super) fn new<'f>(
        frame: &'f Frame,
        sides: Vector,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Search<'f>>, Exhausted> {
        let finite = &frame.finite;
        let sizes = sides[..frame.exponents].iter();
        let cells = sizes.fold(finite.order() as i64, |all, &side| all.saturating_mul(side));
        if cells > CELLS {
            return Ok(None);
        }
        if let Some(meter) = &mut limits.meter {
            // Held for as long as the search lasts; what is there at once is what counts.
            meter.spend(0, cells as u64)?;
            meter.release(cells as u64);
        }
        limits.step(cells as u64 / 8)?;
        let mut products: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut moves = Vec::with_capacity(finite.order());
        for f in 0..finite.order() as u32 {
            let word: Vec<u32> = finite.word(f).collect();
            let mut all = Vec::new();
            for (at, &letter) in word.iter().enumerate() {
                if at > 0 && word[at - 1] == letter {
                    continue;
                }
                let others = word[..at].iter().chain(&word[at + 1..]);
                let times = |x: u32, &g: &u32| finite.actions[g as usize][x as usize];
                let rest = others.fold(0, times);
                let sort = &frame.sorts[frame.generators[letter as usize] as usize];
                all.extend(sort.effects.iter().map(|effect| {
                    let products = products.entry(effect.finite);
                    let products = products.or_insert_with_key(|&f| frame.times(f));
                    Effect {
                        finite: products[rest as usize],
                        powers: effect.powers,
                    }
                }));
            }
            all.sort_unstable();
            all.dedup();
            limits.step((word.len() * word.len() + 8 * all.len()) as u64)?;
            moves.push(all);
        }
        let of = |free| {
            let mut sorts = frame.sorts.iter();
            let sort = sorts.find(|sort| sort.place == Place::Free(free));
            let effects = sort.into_iter().flat_map(|sort| &sort.effects);
            let by = |effect: &Effect| {
                let to = moved(&[0; MOST], &effect.powers, Some(free));
                (frame.times(effect.finite), to)
            };
            effects.map(by).collect()
        };
        Ok(Some(Search {
            frame,
            sides,
            moves,
            free: (0..frame.exponents).map(of).collect(),
            known: vec![Known::Nothing; cells as usize],
        }))
    }

    fn place(&self, f: u32, vector: &Vector) -> Option<usize> {
        let mut at = 0;
        for (&exponent, &side) in vector.iter().zip(&self.sides).take(self.frame.exponents) {
            if exponent >= side {
                return None;
            }
            at = at * side as usize + exponent as usize;
        }
        Some(at * self.frame.finite.order() + f as usize)
    }

    /// Whether an element is in P, if that can be told within the box.
    pub(super) fn is_p(
        &mut self,
        f: u32,
        vector: Vector,
        limits: &mut Limits<'_>,
    ) -> Result<Option<bool>, Exhausted> {
        let Some(start) = self.place(f, &vector) else {
            return Ok(None);
        };
        let mut open = vec![(f, vector, start)];
        while let Some(&(f, vector, at)) = open.last() {
            if self.known[at] != Known::Nothing {
                open.pop();
                continue;
            }
            let free = self.free.iter().enumerate();
            let free = free.filter(|(free, _)| vector[*free] > 0);
            let free = free.flat_map(|(_, effects)| effects);
            let free = free.map(|(times, by)| (times[f as usize], by));
            let moves = self.moves[f as usize].iter();
            let moves = moves.map(|effect| (effect.finite, &effect.powers));
            let mut seen = Known::P;
            let mut options = 0;
            let mut first = None;
            for (g, by) in free.chain(moves) {
                options += 1;
                let to = moved(&vector, by, None);
                let place = self.place(g, &to);
                match place.map_or(Known::Beyond, |place| self.known[place]) {
                    Known::Nothing => {
                        first = place.map(|place| (g, to, place));
                        break;
                    }
                    Known::P => {
                        seen = Known::N;
                        break;
                    }
                    Known::Beyond => seen = Known::Beyond,
                    Known::N => {}
                }
            }
            limits.step(8 * options + 8)?;
            match first {
                Some(option) => open.push(option),
                None => self.known[at] = if options == 0 { Known::N } else { seen },
            }
        }
        Ok(match self.known[start] {
            Known::P => Some(true),
            Known::N => Some(false),
            Known::Nothing | Known::Beyond => None,
        })
    }
}

/// By exponent: how many more of its letter the moves of one letter of another exponent, or of an element of F, make at most.
fn growth(frame: &Frame) -> (Vec<Vector>, Vector) {
    let mut by_sort: Vec<Vector> = Vec::new();
    let mut by_free = vec![[0; MOST]; frame.exponents];
    let of_word = |by_sort: &[Vector], f: u32| {
        frame.finite.word(f).fold([0; MOST], |sum, generator| {
            let sort = frame.generators[generator as usize] as usize;
            by_sort
                .get(sort)
                .map_or(sum, |more| moved(&sum, more, None))
        })
    };
    for sort in &frame.sorts {
        let mut most = [0; MOST];
        for effect in &sort.effects {
            let mut sum = moved(&of_word(&by_sort, effect.finite), &effect.powers, None);
            for (more, &power) in by_free.iter().zip(&effect.powers) {
                for (sum, more) in sum.iter_mut().zip(more) {
                    *sum += more * power;
                }
            }
            for (most, sum) in most.iter_mut().zip(sum) {
                *most = sum.max(*most);
            }
        }
        by_sort.push(most);
        if let Place::Free(free) = sort.place {
            let most = by_free[free].iter_mut().zip(most);
            most.for_each(|(most, sum)| *most = sum.max(*most));
        }
    }
    let mut finite = [0; MOST];
    for f in 0..frame.finite.order() as u32 {
        let of = of_word(&by_sort, f);
        for (most, sum) in finite.iter_mut().zip(of) {
            *most = sum.max(*most);
        }
    }
    (by_free, finite)
}

/// A box that is large enough for all exponents up to those of a vector, or nearly.
pub(super) fn sides(frame: &Frame, most: &Vector) -> Vector {
    let (by_free, finite) = growth(frame);
    let mut sides = [1; MOST];
    for (place, side) in sides.iter_mut().enumerate().take(frame.exponents) {
        *side += most[place] + finite[place];
        for (more, most) in by_free.iter().zip(most) {
            *side += more[place] * most;
        }
    }
    sides
}

/// Who wins for all exponents up to a bound, if the search can tell.
pub(super) fn picture(
    frame: &Frame,
    bound: u32,
    limits: &mut Limits<'_>,
) -> Result<Option<Picture>, Exhausted> {
    let exponents = frame.exponents;
    let sides = sides(frame, &[i64::from(bound); MOST]);
    let Some(mut search) = Search::new(frame, sides, limits)? else {
        return Ok(None);
    };
    let order = frame.finite.order();
    let mut names: HashMap<Vec<u64>, u32> = HashMap::new();
    let mut seen = Vec::new();
    for vector in Shape::vectors(exponents, bound) {
        let mut row = vec![0u64; bits::words(order)];
        for f in 0..order as u32 {
            match search.is_p(f, vector, limits)? {
                None => return Ok(None),
                Some(true) => bits::put(&mut row, f),
                Some(false) => {}
            }
        }
        let next = names.len() as u32;
        seen.push((vector, *names.entry(row).or_insert(next)));
    }
    let mut sets = vec![Vec::new(); names.len()];
    for (row, name) in names {
        sets[name as usize] = row;
    }
    Ok(Some(Picture {
        exponents,
        bound,
        seen,
        sets,
    }))
}
