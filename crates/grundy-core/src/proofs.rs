//! Theorems that a machine has checked: the table of the development in `proofs/`.
//!
//! Each is a statement in a file of the Coq proof assistant, proved there without an axiom; `proofs/build check` compiles the files
//! and asks of each theorem of this table what it rests on. Rulesets and engines name the theorems that they stand on
//! ([`Listing::theorems`](crate::notation::Listing), [`Theory::theorems`](crate::theory::Theory::theorems)).

use grundy_base::text::Text;
use grundy_engine::certificate::Theorem as PeriodTheorem;

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

/// The theorems by which a period that is proved in this way goes on for ever, by name.
pub fn of_period(theorem: PeriodTheorem) -> &'static [&'static str] {
    match theorem {
        PeriodTheorem::GuySmith => &["guy_smith"],
        PeriodTheorem::Subtraction => &["window"],
        PeriodTheorem::Window => &["window_recurs_sparsely"],
        PeriodTheorem::Arithmetic => &["all_but"],
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
