//! What the pieces of a position are worth together.
//!
//! In normal play pieces have Grundy values, and together their nim-sum (Sprague 1935, Grundy 1939). Under misère play a sum is told by its
//! pieces where all of them are tame, as J. H. Conway has it (*On Numbers and Games*, 1976, chapter 12). A piece has a value in normal play and
//! one in misère play, where who cannot move has 1 and any other the least that no option has. A tame piece is *fickle*, as heaps of one are, with
//! the values 0 and 1 or 1 and 0; or it is *firm*, with the same value in both. A sum of fickle pieces is fickle, and the mover loses it where the
//! nim-sum is 1; with a firm piece it is firm, and the mover loses it where the nim-sum is 0.
//!
//! That this is so is seen move by move. Beside fickle pieces with the nim-sum y a firm piece x becomes some x', and whether that is fickle or firm, the
//! misère value of what is left is that of x', nim-added to y; among those of x' only that of x is the first to be missing, as it is in
//! normal play. So a piece is tame where its options are sums of tame pieces and its two values are such a pair.

use grundy::budget::Meter;
use grundy::engine::letters::ComponentLetters;
use grundy::kinds::AnyRule;
use grundy::{Budget, Game};

/// Positions that are looked at for one piece, and for all.
const ONE: u64 = 1 << 16;
const ALL: u64 = 1 << 20;

/// Marks what is firm; below it stands the value of normal play, where nothing is ever firm.
pub(super) const FIRM: u64 = 1 << 63;

/// What two pieces are worth together.
#[inline(always)]
pub(super) fn together(one: u64, other: u64) -> u64 {
    (one ^ other) | (one & other & FIRM)
}

/// Whether the mover wins under misère play.
#[inline(always)]
pub(super) fn wins_misere(worth: u64) -> bool {
    let lost = if worth & FIRM == 0 { 1 } else { FIRM };
    worth != lost
}

/// Finds out which pieces are tame.
pub(super) struct Tame {
    letters: ComponentLetters,
    /// By letter, what it is worth where it is tame.
    worths: Vec<Option<u64>>,
    /// Of all pieces together: what is found is kept.
    meter: Meter,
}

impl Tame {
    pub(super) fn new(budget: &Budget) -> Tame {
        let budget = Budget {
            positions: budget.positions.min(ALL),
            bytes: budget.bytes / 4,
            // How long the input takes has no end.
            time: None,
            ..budget.clone()
        };
        Tame {
            letters: ComponentLetters::default(),
            worths: Vec::new(),
            meter: Meter::new(&budget),
        }
    }

    /// What a piece is worth, if it is tame.
    pub(super) fn worth(&mut self, rule: &AnyRule, piece: &str) -> Option<u64> {
        let game = Game::from_parts(vec![rule.part(&[piece]).ok()?]);
        let mut meter = self.meter.at_most(ONE);
        let letters = game
            .components()
            .map(|component| self.letters.letter(component, &mut meter).ok());
        let letters: Option<Vec<u32>> = letters.collect();
        self.meter.resume(&meter);
        // Letters come behind those that their options are made of.
        for letter in self.worths.len()..self.letters.len() {
            let options = self.letters.options(letter as u32).iter();
            let worths = options.map(|sum| self.sum(sum));
            let worth = worths.collect::<Option<Vec<u64>>>();
            self.worths
                .push(worth.and_then(|options| worth_of(&options)));
        }
        self.sum(&letters?)
    }

    fn sum(&self, letters: &[u32]) -> Option<u64> {
        let mut worths = letters
            .iter()
            .map(|&letter| *self.worths.get(letter as usize)?);
        worths.try_fold(0, |all, worth| Some(together(all, worth?)))
    }
}

/// What a piece is worth by its options, if it is tame where they are.
fn worth_of(options: &[u64]) -> Option<u64> {
    let normal = |worth: u64| worth & !FIRM;
    let misere = |worth: u64| normal(worth) ^ u64::from(worth & FIRM == 0);
    let least = |value: &dyn Fn(u64) -> u64| {
        let mut values: Vec<u64> = options.iter().map(|&worth| value(worth)).collect();
        values.sort_unstable();
        let next = |least: u64, value: u64| least + u64::from(value == least);
        values.into_iter().fold(0, next)
    };
    match (least(&normal), least(&misere)) {
        // Who cannot move wins.
        (value, _) if options.is_empty() => Some(value),
        (value, same) if value == same => Some(value | FIRM),
        (0, 1) => Some(0),
        (1, 0) => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRM, together, wins_misere, worth_of};

    /// Heaps of Nim: one of 1 is fickle, as is none; others are firm.
    #[test]
    fn heaps_are_tame() {
        let mut heaps: Vec<u64> = Vec::new();
        for size in 0..6 {
            let heap = worth_of(&heaps).unwrap();
            assert_eq!(heap, if size < 2 { size } else { size | FIRM });
            heaps.push(heap);
        }
        let wins = |sizes: &[usize]| {
            let all = sizes.iter().map(|&size| heaps[size]);
            wins_misere(all.fold(0, together))
        };
        assert!(wins(&[]) && !wins(&[1]) && wins(&[1, 1]) && !wins(&[1, 1, 1]));
        assert!(!wins(&[2, 2]) && wins(&[2, 1]) && !wins(&[3, 2, 1]) && wins(&[5, 4]));
    }

    #[test]
    fn what_is_not_tame_is_not_told() {
        assert_eq!(worth_of(&[FIRM, FIRM]), Some(1 | FIRM));
        assert_eq!(worth_of(&[0, 2 | FIRM]), Some(1));
        assert_eq!(worth_of(&[2 | FIRM]), Some(FIRM));
        // 0 in normal play and 3 in misère play, which no heap has.
        assert_eq!(worth_of(&[1, 1 | FIRM, 2 | FIRM]), None);
    }
}
