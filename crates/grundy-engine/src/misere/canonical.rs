//! Canonical forms under misère play (J. H. Conway, *On Numbers and Games*, 1976, chapter 12).
//!
//! Two games are equal if, in whatever sum, one can stand for the other without changing who wins. H is a *simplification* of G if
//! every option of H is one of G and every other option of G has H as an option, so that a move to it can be taken back; where H has
//! no options, G must besides be won by the next player, as H is. A game is equal to each of its simplifications, and games that have
//! none and whose options have none are equal only if they are the same.

use std::collections::HashMap;
use std::fmt::Write as _;

use grundy_base::budget::{Exhausted, Meter};

use crate::quotient::Outcome;

/// A canonical form, by its number among those that were met: the same number for equal games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

impl Form {
    /// The game without options.
    pub const ZERO: Form = Form(0);
}

/// The canonical forms that were met.
///
/// ```
/// use grundy_engine::misere::{Form, Forms};
/// let mut forms = Forms::default();
/// let one = forms.of(&[Form::ZERO]);
/// let two = forms.of(&[Form::ZERO, one]);
/// // Who moves to *1 wins, and *1 can be taken back to 0.
/// assert_eq!(forms.of(&[one]), Form::ZERO);
/// assert_ne!(forms.of(&[two]), Form::ZERO);
/// assert_eq!(forms.write(two), "2");
/// ```
#[derive(Clone, Debug)]
pub struct Forms {
    /// By form: its options, rising.
    options: Vec<Vec<Form>>,
    /// By form: whether the previous player wins.
    lost: Vec<bool>,
    /// By form: the size of the Nim heap that it is.
    heaps: Vec<Option<u32>>,
    known: HashMap<Vec<Form>, Form>,
    sums: HashMap<(Form, Form), Form>,
}

impl Default for Forms {
    fn default() -> Self {
        Forms {
            options: vec![Vec::new()],
            lost: vec![false],
            heaps: vec![Some(0)],
            known: [(Vec::new(), Form::ZERO)].into_iter().collect(),
            sums: HashMap::new(),
        }
    }
}

/// Bytes that a form holds besides its options, roughly.
const FORM_BYTES: u64 = 128;

impl Forms {
    /// How many forms were met.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether none was met but that of no options.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The options of a form.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.options[form.0 as usize]
    }

    /// Who wins it under misère play.
    pub fn outcome(&self, form: Form) -> Outcome {
        match self.lost[form.0 as usize] {
            true => Outcome::P,
            false => Outcome::N,
        }
    }

    /// The canonical form of the game with these options.
    pub fn of(&mut self, options: &[Form]) -> Form {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        if let Some(&form) = self.known.get(&options) {
            return form;
        }
        let lost = !options.iter().any(|&option| self.lost[option.0 as usize]);
        // What it simplifies to is canonical, as its options are; there is nothing to be done twice.
        let form = self.simpler(&options, lost).unwrap_or_else(|| {
            let form = Form(self.options.len() as u32);
            self.options.push(options.clone());
            self.lost.push(lost);
            self.heaps.push(self.heap_of(&options));
            form
        });
        self.known.insert(options, form);
        form
    }

    /// The size of the Nim heap that has these options.
    fn heap_of(&self, options: &[Form]) -> Option<u32> {
        let sizes: Option<Vec<u32>> = options
            .iter()
            .map(|&option| self.nim_heap(option))
            .collect();
        let mut sizes = sizes?;
        sizes.sort_unstable();
        let is_nim = sizes.iter().copied().eq(0..options.len() as u32);
        is_nim.then_some(options.len() as u32)
    }

    /// A simplification of a game, by its options and whether it is lost.
    fn simpler(&self, options: &[Form], lost: bool) -> Option<Form> {
        // Some option must have it as an option, so the first option has it or is one of its options.
        let first = *options.first()?;
        let inside = options.iter().flat_map(|&option| self.options(option));
        let mut tried: Vec<Form> = inside.copied().collect();
        tried.sort_unstable();
        tried.dedup();
        tried.into_iter().find(|&simple| {
            let kept = self.options(simple);
            let has = |options: &[Form], one: Form| options.binary_search(&one).is_ok();
            (has(kept, first) || has(self.options(first), simple))
                && kept.iter().all(|&option| has(options, option))
                && options
                    .iter()
                    .all(|&option| has(kept, option) || has(self.options(option), simple))
                && (simple != Form::ZERO || !lost)
        })
    }

    /// The canonical form of a sum.
    ///
    /// # Errors
    /// What ran out.
    pub fn sum(&mut self, a: Form, b: Form, meter: &mut Meter) -> Result<Form, Exhausted> {
        // Sums whose options are still to be added stand on a stack of their own.
        let mut stack = vec![(a.min(b), a.max(b))];
        while let Some(&(a, b)) = stack.last() {
            if self.sums.contains_key(&(a, b)) {
                stack.pop();
                continue;
            }
            let moved = self.options(a).iter().map(|&option| (option, b));
            let others = self.options(b).iter().map(|&option| (a, option));
            let parts: Vec<(Form, Form)> = moved
                .chain(others)
                .map(|(one, other)| (one.min(other), one.max(other)))
                .collect();
            let missing = parts.iter().filter(|part| !self.sums.contains_key(part));
            let missing: Vec<(Form, Form)> = missing.copied().collect();
            meter.step(100 + 20 * parts.len() as u64)?;
            if missing.is_empty() {
                let options: Vec<Form> = parts.iter().map(|part| self.sums[part]).collect();
                meter.spend(1, FORM_BYTES + 16 * options.len() as u64)?;
                let form = self.of(&options);
                self.sums.insert((a, b), form);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        Ok(self.sums[&(a.min(b), a.max(b))])
    }

    /// The day on which it is born: the most moves that it can last.
    pub fn birthday(&self, form: Form) -> u32 {
        // Options have smaller numbers than what they are options of.
        let mut days = vec![0u32; form.0 as usize + 1];
        for one in 1..=form.0 as usize {
            let day = self.options[one]
                .iter()
                .map(|option| days[option.0 as usize] + 1);
            days[one] = day.max().unwrap_or(0);
        }
        days[form.0 as usize]
    }

    /// The size of the Nim heap that it is, if it is one.
    pub fn nim_heap(&self, form: Form) -> Option<u32> {
        self.heaps[form.0 as usize]
    }

    /// Writes a form: a Nim heap as its size, another as its options in brackets: `[2,[2]]`.
    pub fn write(&self, form: Form) -> String {
        let mut text = String::new();
        // The options that are still to be written, by depth.
        let mut open = vec![std::slice::from_ref(&form).iter()];
        while let Some(options) = open.last_mut() {
            let Some(&option) = options.next() else {
                open.pop();
                if !open.is_empty() {
                    text.push(']');
                }
                continue;
            };
            if !text.is_empty() && !text.ends_with('[') {
                text.push(',');
            }
            match self.nim_heap(option) {
                Some(size) => {
                    // Text has room for all.
                    let _ = write!(text, "{size}");
                }
                None => {
                    text.push('[');
                    open.push(self.options(option).iter());
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Budget;

    /// The canonical forms of games of at most so many moves: all sets of those of fewer moves, simplified.
    fn born_by(days: u32) -> usize {
        let mut forms = Forms::default();
        let mut all = vec![Form::ZERO];
        for _ in 0..days {
            let mut next: Vec<Form> = Vec::new();
            for set in 0u32..1 << all.len() {
                let chosen = all
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| set >> place & 1 != 0);
                let options: Vec<Form> = chosen.map(|(_, &form)| form).collect();
                next.push(forms.of(&options));
            }
            next.sort_unstable();
            next.dedup();
            all = next;
        }
        all.len()
    }

    /// Their numbers by Conway (1976).
    #[test]
    fn forms_by_day() {
        let numbers: Vec<usize> = (0..5).map(born_by).collect();
        assert_eq!(numbers, [1, 2, 3, 5, 22]);
    }

    #[test]
    #[ignore = "gigabytes: cargo test --release -p grundy-engine forms_of_the_fifth_day -- --ignored"]
    fn forms_of_the_fifth_day() {
        assert_eq!(born_by(5), 4_171_780);
    }

    #[test]
    fn sums_are_as_the_rules_say() {
        let mut forms = Forms::default();
        let mut meter = Meter::new(&Budget::default());
        let one = forms.of(&[Form::ZERO]);
        let two = forms.of(&[Form::ZERO, one]);
        let three = forms.of(&[Form::ZERO, one, two]);
        let sum =
            |forms: &mut Forms, meter: &mut Meter, a, b| forms.sum(a, b, meter).expect("small");
        assert_eq!(sum(&mut forms, &mut meter, one, one), Form::ZERO);
        assert_eq!(sum(&mut forms, &mut meter, one, two), three);
        // 2 + 2 is lost and so is not 0, which is won.
        let twice = sum(&mut forms, &mut meter, two, two);
        assert_eq!(forms.outcome(twice), Outcome::P);
        assert_ne!(twice, Form::ZERO);
        assert_eq!(forms.write(twice), "[2,3]");
        let nested = forms.of(&[twice]);
        assert_eq!(forms.write(nested), "[[2,3]]");
        let (other, more) = (forms.of(&[two]), forms.of(&[twice, two]));
        let all = forms.of(&[other, more, one]);
        assert_eq!(forms.write(all), "[1,[2],[2,[2,3]]]");
        assert_eq!((forms.birthday(three), forms.nim_heap(three)), (3, Some(3)));
        assert_eq!(forms.nim_heap(twice), None);
    }

    /// Games of four moves that are equal are won alike in all sums with others; those that differ are told apart by one.
    #[test]
    fn equal_forms_are_won_alike() {
        let mut forms = Forms::default();
        let mut meter = Meter::new(&Budget::default());
        let mut all = vec![Form::ZERO];
        // Trees by their options, before anything is simplified, with their forms.
        let mut trees: Vec<(Vec<usize>, Form)> = vec![(Vec::new(), Form::ZERO)];
        for _ in 0..3 {
            let count = trees.len().min(5);
            for set in 1u32..1 << count {
                let options: Vec<usize> =
                    (0..count).filter(|place| set >> place & 1 != 0).collect();
                if trees.iter().any(|(known, _)| *known == options) {
                    continue;
                }
                let of: Vec<Form> = options.iter().map(|&option| trees[option].1).collect();
                let form = forms.of(&of);
                trees.push((options, form));
                all.push(form);
            }
        }
        /// Whether the previous player wins the sum of two trees.
        fn lost(
            trees: &[(Vec<usize>, Form)],
            (a, b): (usize, usize),
            known: &mut HashMap<(usize, usize), bool>,
        ) -> bool {
            if let Some(&known) = known.get(&(a, b)) {
                return known;
            }
            let moves = trees[a].0.iter().map(|&option| (option, b));
            let moves: Vec<(usize, usize)> = moves
                .chain(trees[b].0.iter().map(|&option| (a, option)))
                .collect();
            let is_lost = !moves.is_empty() && !moves.iter().any(|&pair| lost(trees, pair, known));
            known.insert((a, b), is_lost);
            is_lost
        }
        let mut known = HashMap::new();
        let mut equal = 0;
        for a in 0..trees.len() {
            for b in 0..trees.len() {
                let sum = forms
                    .sum(trees[a].1, trees[b].1, &mut meter)
                    .expect("small");
                let is_lost = lost(&trees, (a, b), &mut known);
                assert_eq!(forms.outcome(sum) == Outcome::P, is_lost, "{a} + {b}");
                equal += usize::from(a < b && trees[a].1 == trees[b].1);
            }
        }
        assert!(equal > 3, "{equal}");
    }
}
