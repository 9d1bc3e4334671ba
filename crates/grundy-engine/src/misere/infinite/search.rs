//! Who wins in a box of F × N^k, by search.
//!
//! The options of (f, v) are those of the free letters that it has and of the letters of the least word of f. Of two words that one
//! is less that has fewer of the last letter where they differ, so that options have lesser words, and the least word of an
//! element is no greater than any other of it: the search ends. What it finds is no more than a picture, as other words of f
//! may have other options; the verification asks for all of them.

use std::collections::HashMap;

use super::super::bits;
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
    /// In a box of exponents from 0 to below `sides`.
    pub(super) fn new(frame: &Frame, sides: Vector) -> Search<'_> {
        let finite = &frame.finite;
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
                all.extend(sort.effects.iter().map(|effect| Effect {
                    finite: products
                        .entry(effect.finite)
                        .or_insert_with_key(|&f| frame.times(f))[rest as usize],
                    powers: effect.powers,
                }));
            }
            all.sort_unstable();
            all.dedup();
            moves.push(all);
        }
        let of = |free| {
            let mut sorts = frame.sorts.iter();
            let sort = sorts.find(|sort| sort.place == Place::Free(free));
            let effects = sort.into_iter().flat_map(|sort| &sort.effects);
            effects
                .map(|effect| {
                    let to = moved(&[0; MOST], &effect.powers, Some(free));
                    (frame.times(effect.finite), to)
                })
                .collect()
        };
        let count: i64 = sides[..frame.exponents].iter().product();
        Search {
            frame,
            sides,
            moves,
            free: (0..frame.exponents).map(of).collect(),
            known: vec![Known::Nothing; finite.order() * count as usize],
        }
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
    pub(super) fn is_p(&mut self, f: u32, vector: Vector) -> Option<bool> {
        let start = self.place(f, &vector)?;
        let mut stack = vec![(f, vector, start)];
        while let Some(&(f, vector, at)) = stack.last() {
            if self.known[at] != Known::Nothing {
                stack.pop();
                continue;
            }
            let free = self.free.iter().enumerate();
            let free = free.filter(|(free, _)| vector[*free] > 0);
            let free = free.flat_map(|(_, effects)| effects);
            let free = free.map(|(times, by)| (times[f as usize], by));
            let moves = self.moves[f as usize].iter();
            let moves = moves.map(|effect| (effect.finite, &effect.powers));
            let mut seen = Known::P;
            let mut is_end = true;
            let mut open = None;
            for (g, by) in free.chain(moves) {
                is_end = false;
                let to = moved(&vector, by, None);
                let place = self.place(g, &to);
                match place.map_or(Known::Beyond, |place| self.known[place]) {
                    Known::Nothing => {
                        open = place.map(|place| (g, to, place));
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
            match open {
                Some(option) => stack.push(option),
                None => self.known[at] = if is_end { Known::N } else { seen },
            }
        }
        match self.known[start] {
            Known::P => Some(true),
            Known::N => Some(false),
            Known::Nothing | Known::Beyond => None,
        }
    }
}

/// Who wins for all exponents up to a bound, if the search can tell. A last exponent may grow by moves of others.
pub(super) fn picture(frame: &Frame, bound: u32) -> Option<Picture> {
    let exponents = frame.exponents;
    let mut sides = [1; MOST];
    for (place, side) in sides.iter_mut().enumerate().take(exponents) {
        *side = i64::from(bound) * if place == 0 { 1 } else { 2 } + 1;
    }
    let mut search = Search::new(frame, sides);
    let order = frame.finite.order();
    let mut names: HashMap<Vec<u64>, u32> = HashMap::new();
    let mut seen = Vec::new();
    for vector in Shape::vectors(exponents, bound) {
        let mut row = vec![0u64; bits::words(order)];
        for f in 0..order as u32 {
            if search.is_p(f, vector)? {
                bits::put(&mut row, f);
            }
        }
        let next = names.len() as u32;
        seen.push((vector, *names.entry(row).or_insert(next)));
    }
    let mut sets = vec![Vec::new(); names.len()];
    for (row, name) in names {
        sets[name as usize] = row;
    }
    Some(Picture {
        exponents,
        bound,
        seen,
        sets,
    })
}
