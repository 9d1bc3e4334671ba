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

/// Terms that must agree.
const LEAST: usize = 10;

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
        (seen >= LEAST && terms[..seen] == ours[..seen]).then_some(SequenceMatch {
            id: entry.id,
            name: entry.name,
            terms: seen,
        })
    };
    entries().filter_map(same).collect()
}
