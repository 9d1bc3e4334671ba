//! Theorems that a machine has checked: the table of the development in `proofs/`.
//!
//! Each is a statement in a file of the Coq proof assistant, proved there without an axiom; `proofs/build check` compiles the files
//! and asks of each theorem of this table what it rests on. Rulesets and engines name the theorems that they stand on
//! ([`Listing::theorems`](crate::notation::Listing), [`Theory::theorems`](crate::theory::Theory::theorems)).

use grundy_base::text::Text;
use grundy_engine::period::{Period, Subject, Theorem as PeriodTheorem};

/// The table, made by hand beside the proofs.
const TABLE: &str = include_str!("../data/theorems.tsv");

/// A theorem that a machine has checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// Its name in its file.
    pub name: &'static str,
    /// The file in `proofs/theories`.
    pub file: &'static str,
    /// Whose it is: author, year.
    pub source: &'static str,
    /// What it says, in a line.
    pub statement: Text,
    /// Files of the source that rely on it, between commas.
    files: &'static str,
}

impl Theorem {
    /// Whether it is about misère play: its statement says so.
    pub fn is_misere(&self) -> bool {
        self.statement.en.contains("misère")
    }

    /// Files and folders of the source that rely on it.
    pub fn used_by(&self) -> impl Iterator<Item = &'static str> {
        self.files.split(',').map(str::trim)
    }
}

/// All of them, by file.
///
/// ```
/// use grundy_core::proofs;
/// let bouton = proofs::theorems().find(|theorem| theorem.name == "bouton").unwrap();
/// assert_eq!((bouton.file, bouton.source), ("Bouton.v", "Bouton 1901"));
/// ```
pub fn theorems() -> impl Iterator<Item = Theorem> {
    TABLE.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        Some(Theorem {
            name: cells.next()?,
            file: cells.next()?,
            source: cells.next()?,
            statement: Text::new(cells.next()?, cells.next()?),
            files: cells.next()?,
        })
    })
}

/// The theorems by which a period goes on for ever, by name. A code that leaves one heap has the theorem of codes, with t = 1; of rules
/// that are neither codes nor sets of takes no machine has checked any.
///
/// ```
/// use grundy_core::proofs;
/// use grundy_engine::period::{Proof, Values};
/// use grundy_engine::sequence::Rules;
/// let checked = |code: &str, values: &[u32]| {
///     let mut kept = Values::default();
///     kept.extend(values);
///     let period = Proof::of(&code.parse::<Rules>().unwrap()).period(&kept);
///     proofs::of_period(&period.unwrap())
/// };
/// // One or two stones may be taken, the heap never parts: 0.33.
/// assert_eq!(checked("0.33", &[0, 1, 2, 0, 1, 2, 0, 1, 2]), ["guy_smith"]);
/// assert_eq!(checked("take:1", &[0, 1, 0, 1, 0, 1, 0, 1]), ["window"]);
/// ```
pub fn of_period(period: &Period) -> &'static [&'static str] {
    match (period.subject(), period.theorem()) {
        (Subject::Code, PeriodTheorem::GuySmith | PeriodTheorem::Subtraction) => &["guy_smith"],
        (Subject::Code, PeriodTheorem::Window) => &["window_recurs_sparsely"],
        (Subject::Takes, PeriodTheorem::Subtraction) => &["window"],
        (Subject::AllBut, _) => &["all_but"],
        _ => &[],
    }
}

/// The theorem of a name, if there is one.
pub fn theorem(name: &str) -> Option<Theorem> {
    theorems().find(|theorem| theorem.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn play_is_told_by_the_statement() {
        let is_misere = |name| theorem(name).is_some_and(|theorem| theorem.is_misere());
        assert!(is_misere("bouton_misere") && is_misere("taking_paired") && !is_misere("bouton"));
        let named: Vec<Theorem> = theorems()
            .filter(|theorem| theorem.name.contains("misere"))
            .collect();
        assert!(named.len() > 10);
        for theorem in named {
            assert!(theorem.is_misere(), "{}", theorem.name);
        }
    }

    #[test]
    fn every_line_is_a_theorem() {
        assert_eq!(theorems().count(), TABLE.lines().count());
        let names: HashSet<&str> = theorems().map(|theorem| theorem.name).collect();
        assert_eq!(names.len(), theorems().count());
        assert!(theorems().all(|theorem| theorem.file.ends_with(".v")));
    }
}
