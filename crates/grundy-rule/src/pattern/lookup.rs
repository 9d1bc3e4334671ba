//! A small table of the field's sequences, with their numbers in the On-Line Encyclopedia of Integer Sequences.
//!
//! The table is `data/sequences.tsv`: number, what it lists (values, or P-positions), name, first terms.

/// A sequence of the field that begins as the values or the P-positions do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceMatch {
    /// Its number in the encyclopedia.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How many terms are the same.
    pub terms: usize,
}

static TABLE: &str = include_str!("../../data/sequences.tsv");

/// Values that must agree.
const LEAST: usize = 10;

/// P-positions that must agree: they say more than values do.
const LEAST_LOST: usize = 8;

/// One line of the table.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) id: &'static str,
    pub(crate) losing: bool,
    pub(crate) name: &'static str,
    pub(crate) terms: Vec<u64>,
}

/// All lines that can be read.
pub(crate) fn entries() -> impl Iterator<Item = Entry> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let (id, kind, name) = (fields.next()?, fields.next()?, fields.next()?);
        let terms = fields.next()?.split(',').map(|term| term.parse().ok());
        Some(Entry {
            id,
            losing: kind == "losing",
            name,
            terms: terms.collect::<Option<Vec<u64>>>()?,
        })
    })
}

/// Without the zeros in front; a sequence may begin with heap 0 or with heap 1.
fn trimmed(terms: &[u64]) -> &[u64] {
    let zeros = terms.iter().take_while(|&&term| term == 0).count();
    &terms[zeros..]
}

/// The sequences that begin as these values, or as their P-positions.
pub(crate) fn matches(values: &[u32]) -> Vec<SequenceMatch> {
    let lost = (0u64..).zip(values).filter(|(_, value)| **value == 0);
    let lost: Vec<u64> = lost.map(|(heap, _)| heap).collect();
    let values: Vec<u64> = values.iter().map(|&value| value.into()).collect();
    let same = |entry: Entry| {
        let ours = trimmed(if entry.losing { &lost } else { &values });
        let terms = trimmed(&entry.terms);
        let seen = terms.len().min(ours.len());
        let least = if entry.losing { LEAST_LOST } else { LEAST };
        (seen >= least && terms[..seen] == ours[..seen]).then_some(SequenceMatch {
            id: entry.id,
            name: entry.name,
            terms: seen,
        })
    };
    entries().filter_map(same).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Meter;
    use crate::engine::sequence::{Limits, Rules, Sequence};
    use crate::rule::Rule;
    use grundy::Budget;

    #[test]
    fn terms_of_codes_are_those_of_the_engine() {
        let mut codes = 0;
        for entry in entries() {
            let word = entry.name.split(' ').next_back().expect("a word");
            let Ok(rules) = word.parse::<Rules>() else {
                continue;
            };
            if !word.contains('.') {
                continue;
            }
            let mut sequence = Sequence::new(rules, Limits::default());
            let mut values = Vec::new();
            sequence.next_block(&mut values).expect("enough memory");
            let values: Vec<u64> = values.into_iter().map(u64::from).collect();
            assert_eq!(values[..entry.terms.len()], entry.terms, "{}", entry.id);
            codes += 1;
        }
        assert!(codes >= 20, "{codes}");
    }

    #[test]
    fn sequences_are_found_by_their_rules() {
        for (text, id) in [
            ("n -> n-k^2 for k in 1..", "A014586"),
            ("n -> n-k^2 for k in 1..", "A030193"),
            ("n -> n-p for p in primes(n)", "A014589"),
            ("n -> n-p for p in primes(n)", "A025043"),
            ("n -> a + b for a in 1..n, b = n-a if a != b", "A002188"),
            ("n -> n-k for k in 1..=n/2", "A025480"),
            ("n -> n-2^i for i in 0..=40 if n/2^i%2 == 1", "A010060"),
            ("n -> n-2^i for i in 0..=40 if n/2^i%2 == 1", "A001969"),
            ("n -> n-d for d in divisors(n)", "A001511"),
        ] {
            let rule: Rule = text.parse().expect("a rule");
            let table = rule.table(&[300], &mut Meter::new(&Budget::default()));
            let found = matches(table.expect("values").cells());
            assert!(
                found.iter().any(|found| found.id == id),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn the_table_is_in_order() {
        let all: Vec<Entry> = entries().collect();
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert!(all.len() == lines && lines >= 40);
        assert!(all.windows(2).all(|pair| pair[0].id < pair[1].id));
        for entry in all {
            assert!(entry.terms.len() >= LEAST, "{}", entry.id);
            let rises = entry.terms.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(!entry.losing || rises, "{}", entry.id);
        }
    }
}
