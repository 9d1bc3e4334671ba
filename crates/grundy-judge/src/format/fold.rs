//! What a formula asks of all rows of a list, or of all numbers of a range: `sum(a % 2)`, `any(d >= k for d in divisors(m))`.
//!
//! Without `for` the names of lists stand for their entries in each row, as they do in the formula of a row. Generators behind `for` and guards
//! behind `if` are those of rules; to them a list is an array, `x in a` or `a[i]`, with places from 0. How a text [is read](reading) stands by
//! itself; here is what becomes of the numbers of a position.

mod reading;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::formula::{Named, Over};
use super::layout::{Count, Field, Layout, Nested};
use super::rule::{Numbers, shifted};
use grundy::Budget;
use grundy::budget::{Exhausted, Meter};
pub use grundy::rule::syntax::Fold;
use grundy::rule::syntax::Span;
use grundy::rule::{Comprehension, Fault, FaultKind, Gathered, Unfinished};
pub(super) use reading::{
    Wrong, each_of, fit, is_array, is_closed, is_numbers, list, name_of_length, numbers,
    of_rows_in, of_rows_of, outer_word, range, replace, replace_entries, rows_within, speaks_of,
    summands, words,
};

/// What a fold goes through.
#[derive(Clone, Debug, PartialEq)]
pub enum Each {
    /// The rows of this list, of which those where the condition holds.
    Rows(Box<Over>, Option<Box<Over>>, Field),
    /// What generators run through, with what its names stand for, and its arrays.
    Range(Box<Comprehension>, Vec<Named>, Vec<Field>),
}

/// A part of a formula that asks something of all rows or of all numbers of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    fold: Fold,
    each: Each,
    /// Whether it is the same in each row.
    fixed: bool,
    /// The lists of which it reads those of its group, as the formula of a row does.
    nested: Vec<(Field, Nested)>,
    /// Lists that must be as long as each other.
    even: Vec<Field>,
}

impl Eq for Folded {}

/// Why a formula has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unmet {
    /// A part of it has none.
    Fault(Fault),
    /// What ran out.
    Exhausted(Exhausted),
}

impl From<Fault> for Unmet {
    fn from(fault: Fault) -> Unmet {
        Unmet::Fault(fault)
    }
}

impl From<Exhausted> for Unmet {
    fn from(exhausted: Exhausted) -> Unmet {
        Unmet::Exhausted(exhausted)
    }
}

impl From<Unfinished> for Unmet {
    fn from(why: Unfinished) -> Unmet {
        match why {
            Unfinished::Fault(fault) => Unmet::Fault(fault),
            Unfinished::Exhausted(exhausted) => Unmet::Exhausted(exhausted),
        }
    }
}

pub(super) fn fault(kind: FaultKind) -> Unmet {
    Unmet::Fault(Fault {
        span: Span::default(),
        kind,
    })
}

/// The numbers of a position, and what its formulas have found of all rows.
pub(crate) struct Scope<'n> {
    pub(crate) numbers: &'n Numbers,
    meter: Option<Meter>,
    budget: Option<&'n Budget>,
    /// By what asks it: the number that is the same in each row.
    known: HashMap<*const Folded, i64>,
    arrays: HashMap<Field, Arc<[i64]>>,
    /// By list, where those of the groups begin, and where the last one ends.
    begins: HashMap<Field, Vec<usize>>,
}

/// Whether a name has a meaning of its own in formulas.
pub(super) fn is_reserved(name: &str) -> bool {
    name == super::formula::INDEX || Fold::named(name).is_some()
}

impl<'n> Scope<'n> {
    /// Of the numbers of a position, within a budget or the usual one.
    pub(crate) fn new(numbers: &'n Numbers, budget: Option<&'n Budget>) -> Scope<'n> {
        Scope {
            numbers,
            meter: None,
            budget,
            known: HashMap::new(),
            arrays: HashMap::new(),
            begins: HashMap::new(),
        }
    }

    pub(super) fn meter(&mut self) -> &mut Meter {
        let budget = self.budget;
        self.meter.get_or_insert_with(|| match budget {
            Some(budget) => Meter::new(budget),
            None => Meter::new(&Budget::default()),
        })
    }

    /// Where the list of a group stands among those of all groups.
    pub(super) fn group(&mut self, field: Field, nested: &Nested, row: usize) -> Range<usize> {
        let numbers = self.numbers;
        let begins = self.begins.entry(field).or_insert_with(|| {
            let groups = numbers.0[nested.group].len();
            let length = |group: usize| {
                let number = |field: Field| match nested.own {
                    true => numbers.0[field][group],
                    false => numbers.one(field),
                };
                let length = match nested.count {
                    Count::Fixed(length) => Some(length.into()),
                    Count::Named(field, plus) => shifted(number(field), plus),
                    Count::Times(one, other) => number(one).checked_mul(number(other)),
                };
                length.and_then(|length| usize::try_from(length).ok())
            };
            let mut begins = vec![0];
            let all = numbers.0[field].len();
            for group in 0..groups {
                let begin = begins[group];
                begins.push(length(group).map_or(all, |length| all.min(begin + length)));
            }
            begins
        });
        let at = |place: usize| begins.get(place).copied().unwrap_or(0);
        at(row)..at(row + 1)
    }

    pub(super) fn array(&mut self, field: Field) -> Result<Arc<[i64]>, Unmet> {
        if let Some(array) = self.arrays.get(&field) {
            return Ok(Arc::clone(array));
        }
        let entries = self.numbers.0[field].iter();
        let entries = entries.map(|&entry| self.numbers.narrow(field, entry));
        let array: Option<Arc<[i64]>> = entries.collect();
        let array = array.ok_or_else(|| fault(FaultKind::Overflow))?;
        self.arrays.insert(field, Arc::clone(&array));
        Ok(array)
    }
}

/// The fields that names read.
pub(super) fn fields_of(names: &[Named]) -> Vec<Field> {
    let fields = names.iter().map(|name| match name {
        Named::Field(field) => vec![*field],
        Named::Folded(folded) => folded.fields(),
        _ => Vec::new(),
    });
    fields.flatten().collect()
}

/// Rows that cost as much as a position.
const ROWS_A_POSITION: u64 = 16;

impl Folded {
    /// What becomes of the numbers.
    pub fn fold(&self) -> Fold {
        self.fold
    }

    /// What is gone through.
    pub fn each(&self) -> &Each {
        &self.each
    }

    /// Whether it or a part of it reads this list as that of a group.
    pub fn has_groups(&self, list: Field) -> bool {
        let inner = match &self.each {
            Each::Rows(body, guard, _) => {
                body.has_groups(list) || guard.as_ref().is_some_and(|guard| guard.has_groups(list))
            }
            Each::Range(_, names, _) => names
                .iter()
                .any(|name| matches!(name, Named::Folded(folded) if folded.has_groups(list))),
        };
        inner || self.nested.iter().any(|(own, _)| *own == list)
    }

    /// The names of the formula around it that its generators read.
    pub(super) fn outer_names(&self) -> &[Named] {
        match &self.each {
            Each::Rows(..) => &[],
            Each::Range(_, names, _) => names,
        }
    }

    /// The lists of which it reads those of its group.
    pub fn nested(&self) -> &[(Field, Nested)] {
        &self.nested
    }

    /// Whether it is the same in each row.
    pub fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// Whether it is a condition: 1 where it holds, and 0 elsewhere.
    pub fn is_condition(&self) -> bool {
        self.fold.is_condition()
    }

    /// The fields that it reads.
    pub(super) fn fields(&self) -> Vec<Field> {
        match &self.each {
            Each::Rows(body, guard, _) => {
                let guard = guard.as_deref().map_or(&[][..], Over::names);
                [fields_of(body.names()), fields_of(guard)].concat()
            }
            Each::Range(_, names, arrays) => [fields_of(names), arrays.clone()].concat(),
        }
    }

    /// Hands each number, in a row, from 0, to `take`, until it wants no more.
    pub(super) fn each_number(
        &self,
        scope: &mut Scope<'_>,
        row: usize,
        take: &mut dyn FnMut(i64) -> bool,
    ) -> Result<(), Unmet> {
        match &self.each {
            Each::Rows(body, guard, list) => {
                if !scope.numbers.are_even(&self.even) {
                    return Err(fault(FaultKind::Undefined));
                }
                let all = match self.nested.first() {
                    Some((_, nested)) => scope.group(*list, nested, row),
                    None => 0..scope.numbers.0[*list].len(),
                };
                scope
                    .meter()
                    .spend(1 + all.len() as u64 / ROWS_A_POSITION, 0)?;
                // The last comes first where it is all that is asked for.
                let is_last = self.fold == Fold::Last;
                for place in all.clone() {
                    let row = if is_last {
                        all.end - 1 - (place - all.start)
                    } else {
                        place
                    };
                    if let Some(guard) = guard
                        && guard.at(scope, row, None)? == 0
                    {
                        continue;
                    }
                    if !take(body.at(scope, row, None)?) || is_last {
                        break;
                    }
                }
                Ok(())
            }
            Each::Range(each, names, arrays) => {
                let mut numbers = Vec::with_capacity(names.len());
                for name in names {
                    numbers.push(name.at(scope, row, None)?);
                }
                let given: Result<Vec<Arc<[i64]>>, Unmet> = (arrays.iter())
                    .map(|&field| {
                        let array = scope.array(field)?;
                        let nested = self.nested.iter().find(|(list, _)| *list == field);
                        Ok(match nested {
                            Some((_, nested)) => array[scope.group(field, nested, row)].into(),
                            None => array,
                        })
                    })
                    .collect();
                let told = each.each(&numbers, &given?, scope.meter(), take);
                Ok(told?)
            }
        }
    }

    /// What it goes through, told apart from all else: the text of generators or guards, and the list of whose rows these are asked.
    pub(super) fn each_in(&self, text: &str, layout: &Layout) -> String {
        match &self.each {
            Each::Rows(_, None, _) => String::new(),
            Each::Rows(_, Some(_), list) => format!("{} {text}", layout.root(*list)),
            Each::Range(..) => text.to_owned(),
        }
    }

    /// The list of whose rows it has a number each, if it has.
    pub(super) fn rows(&self) -> Option<Field> {
        match &self.each {
            Each::Rows(_, None, list) => Some(*list),
            _ => None,
        }
    }

    /// The number, in a row, from 0.
    pub(super) fn at(&self, scope: &mut Scope<'_>, row: usize) -> Result<i64, Unmet> {
        let own: *const Folded = self;
        if let Some(&known) = scope.known.get(&own) {
            return Ok(known);
        }
        let mut going = Gathered::new(self.fold);
        self.each_number(scope, row, &mut |number| going.take(number))?;
        let told = going.told().map_err(fault)?;
        if self.fixed {
            scope.known.insert(own, told);
        }
        Ok(told)
    }
}
