//! Rules on lists that are games of the catalogue under other names, told by how they are written.
//!
//! A way of writing is a clause with names of its own; a clause of a rule is written so if the two are the same once the names of the rule
//! stand in it. That says of all positions that the moves are those of the game.

use std::collections::BTreeSet;

use super::parse::parse;
use super::syntax::{Clause, Item, Syntax};
use super::{List, ListRule};
use crate::rule::syntax::{Expression, Item as Plain, Kind};

/// A game of the catalogue whose positions are rows of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Heaps in a row, of which one takes from the first or the last.
    EndNim,
}

/// Which entries a clause of End-Nim takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    First,
    Last,
}

/// The ways to write the clauses of End-Nim: of the list L at the place I the number K is taken.
const CLAUSES: [(&str, &[End]); 10] = [
    ("L[0] -> L[0]-K for K in 1..", &[End::First]),
    ("L[0] -> L[0]-K for K in 1..=L[0]", &[End::First]),
    ("L[0] -> K for K in 0..L[0]", &[End::First]),
    ("L[len(L)-1] -> L[len(L)-1]-K for K in 1..", &[End::Last]),
    (
        "L[len(L)-1] -> L[len(L)-1]-K for K in 1..=L[len(L)-1]",
        &[End::Last],
    ),
    ("L[len(L)-1] -> K for K in 0..L[len(L)-1]", &[End::Last]),
    (
        "L[I] -> L[I]-K for K in 1.. if I == 0 or I == len(L)-1",
        &[End::First, End::Last],
    ),
    (
        "L[I] -> L[I]-K for K in 1..=L[I] if I == 0 or I == len(L)-1",
        &[End::First, End::Last],
    ),
    (
        "L[I] -> L[I]-K for I in {0,len(L)-1}, K in 1..",
        &[End::First, End::Last],
    ),
    (
        "L[I] -> L[I]-K for I in {0,len(L)-1}, K in 1..=L[I]",
        &[End::First, End::Last],
    ),
];

impl Form {
    /// The name of the game in the catalogue.
    pub fn name(self) -> &'static str {
        match self {
            Form::EndNim => "end-nim",
        }
    }
}

impl ListRule {
    /// The game of the catalogue that the rule is by its form.
    ///
    /// ```
    /// use grundy::lists::{Form, ListRule};
    /// let text = "list nonzero row[0] -> row[0]-k for k in 1..; row[len(row)-1] -> row[len(row)-1]-j for j in 1..";
    /// assert_eq!(ListRule::parse_with(text, &[]).unwrap().form(), Some(Form::EndNim));
    /// ```
    pub fn form(&self) -> Option<Form> {
        let syntax = self.syntax();
        // Where empty heaps stay, the heap beside one cannot be taken from.
        if !(syntax.ordered && syntax.nonzero && syntax.definitions.is_empty()) {
            return None;
        }
        let mut ends: BTreeSet<End> = BTreeSet::new();
        for clause in &syntax.clauses {
            ends.extend(ends_of(clause, &syntax.name.text)?);
        }
        (ends.len() == 2).then_some(Form::EndNim)
    }

    /// A list as the game of its [form](ListRule::form) writes it.
    pub(crate) fn by_name(&self, list: &List) -> Option<String> {
        let heaps: Vec<String> = list.0.iter().map(i64::to_string).collect();
        Some(format!("{} {}", self.form()?.name(), heaps.join(" ")))
    }
}

/// The ends that a clause takes from, if it is one of End-Nim.
fn ends_of(clause: &Clause, list: &str) -> Option<&'static [End]> {
    let mut taken = clause.tail.iter().filter_map(|item| match item {
        Item::Plain(Plain::In(name, _)) => Some(name.text.as_str()),
        _ => None,
    });
    let taken = taken.next_back()?;
    let place = match &clause.places.as_ref()?[..] {
        [
            Expression {
                kind: Kind::Name(name),
                ..
            },
        ] => name.as_str(),
        _ => "",
    };
    let is_so = |way: &str| {
        let letters = way.chars().map(|letter| match letter {
            'L' => list.to_owned(),
            'I' => place.to_owned(),
            'K' => taken.to_owned(),
            other => other.to_string(),
        });
        let text = format!("list nonzero {}", letters.collect::<String>());
        let Syntax { clauses, .. } = parse(&text).syntax;
        clauses.first() == Some(clause)
    };
    let ways = CLAUSES
        .iter()
        .filter(|(way, _)| place.is_empty() != way.contains('I'));
    let mut ways = ways.filter(|(way, _)| is_so(way));
    ways.next().map(|&(_, ends)| ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Option<Form> {
        let rule = ListRule::parse_with(text, &[]).expect("a rule");
        rule.form()
    }

    #[test]
    fn ways_to_write_it() {
        for text in [
            "list nonzero a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..",
            "list nonzero b[len(b)-1] -> b[len(b)-1]-j for j in 1..=b[len(b)-1]; b[0] -> m for m in 0..b[0]",
            "list nonzero a[i] -> a[i]-k for k in 1.. if i == 0 or i == len(a)-1",
            "list nonzero heap[place] -> heap[place]-t for place in {0,len(heap)-1}, t in 1..",
        ] {
            assert_eq!(form(text), Some(Form::EndNim), "{text}");
        }
    }

    #[test]
    fn others_are_not_taken_for_it() {
        for text in [
            "list a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..",
            "multiset nonzero a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..",
            "list nonzero a[0] -> a[0]-k for k in 1..",
            "list nonzero a[0] -> a[0]-k for k in 2..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..",
            "list nonzero a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1.. if k > 2",
            "list nonzero a[i] -> a[i]-k for k in 1.. if i == 0 or i == len(a)-2",
            "list nonzero a[i] -> a[i]-k for k in 1..",
            "list nonzero a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..; a[1] -> a[1]-1",
        ] {
            assert_eq!(form(text), None, "{text}");
        }
    }
}
