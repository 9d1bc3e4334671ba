//! What a statement says of the numbers of a case besides their ranges: that they stand between others, that they differ, rise, or are a
//! permutation. Cases are drawn so; here is what is asked of those that are made of others, and lists of different numbers.

use std::collections::HashSet;

use super::case::{Case, base, number};
use super::text;
use crate::format::{Apart, Field, Format, Item, Numbers};

/// What is left for the further numbers of a list.
pub(super) enum Left {
    /// Anything.
    All,
    /// What is none of these.
    Others(HashSet<u64>),
    /// These.
    Among(Vec<u64>),
}

impl Left {
    /// Of so many rows, all of them.
    pub(super) fn of(format: &Format, field: Field, rows: u64) -> Left {
        match format.apart_of(field) {
            None | Some(Apart::Rising) => Left::All,
            Some(Apart::Distinct | Apart::RisingDistinct) => Left::Others(HashSet::new()),
            Some(Apart::Permutation) => Left::Among((1..=rows).collect()),
        }
    }
}

/// Looks at the numbers of a case in the order in which they are read.
struct Look<'c> {
    format: &'c Format,
    numbers: Numbers,
    group: Option<usize>,
}

impl Look<'_> {
    /// Whether a number stands within its bounds.
    fn number(&mut self, field: Field, entry: u64, row: usize) -> bool {
        let held = i128::from(base(self.format, field)) + i128::from(entry);
        let row = self.group.unwrap_or(row);
        let mut bounds = self.format.bounds.iter();
        let within = bounds
            .find(|bound| bound.field == field)
            .and_then(|bound| bound.within(&self.numbers, row).ok());
        self.numbers.0[field] = vec![held.cast_unsigned()];
        within.is_none_or(|(low, high)| (i128::from(low)..=i128::from(high)).contains(&held))
    }

    /// Rows of these fields, of which the first are looked at elsewhere.
    fn rows(&mut self, fields: &[Field], entries: &[u64], first: usize) -> bool {
        let rows = entries.chunks(fields.len().max(1)).enumerate();
        let mut are_within = true;
        for (row, entries) in rows {
            for (place, (&field, &entry)) in fields.iter().zip(entries).enumerate() {
                are_within &= place < first || self.number(field, entry, row);
            }
        }
        let differ = |(place, &field): (usize, &Field)| {
            let column = entries.iter().skip(place).step_by(fields.len().max(1));
            let mut column: Vec<u64> = column.copied().collect();
            let apart = self.format.apart_of(field);
            if !apart.is_some_and(Apart::is_rising) {
                column.sort_unstable();
            }
            match apart {
                None => true,
                Some(Apart::Rising) => column.is_sorted(),
                Some(Apart::RisingDistinct) => column.is_sorted_by(|one, next| one < next),
                Some(Apart::Distinct) => column.is_sorted_by(|one, next| one < next),
                Some(Apart::Permutation) => (1..).zip(&column).all(|(place, own)| place == *own),
            }
        };
        are_within && fields.iter().enumerate().all(differ)
    }

    fn items(
        &mut self,
        items: &[Item],
        lists: &[Vec<u64>],
        outer: &dyn Fn(Field) -> Option<u64>,
    ) -> bool {
        let known = |field| number(items, lists, field).or_else(|| outer(field));
        items.iter().zip(lists).all(|(item, entries)| match item {
            Item::Number(field) => {
                let entry = entries.first().copied().unwrap_or(0);
                self.number(*field, entry, 0)
            }
            Item::Rows(fields, _) => {
                let ends = self.format.layout.shape(fields[0]).map_or(0, |_| 2);
                self.rows(fields, entries, ends)
            }
            Item::Listed(field) => self.rows(&[*field], entries, 0),
            Item::Letters(..) | Item::Literal(_) => true,
            Item::Group(inner, ..) => {
                let groups = text::repetitions(inner, entries, &known).unwrap_or_default();
                let mut groups = groups.iter().enumerate();
                let are_within = groups.all(|(group, lists)| {
                    self.group = Some(group);
                    self.items(inner, lists, &known)
                });
                self.group = None;
                are_within
            }
        })
    }
}

impl Case {
    /// Whether its numbers stand within their bounds, differ and rise where they must, and are permutations where they are to be.
    pub(super) fn is_allowed(&self, format: &Format) -> bool {
        if format.bounds.is_empty() && format.apart.is_empty() {
            return true;
        }
        let layout = &format.layout;
        let mut look = Look {
            format,
            numbers: Numbers::of(layout),
            group: None,
        };
        let items = layout.bracket().map_or(&[][..], |(items, _)| items);
        let outer = |field| number(layout.head(), &self.head, field);
        look.items(layout.head(), &self.head, &|_| None)
            && (self.positions.iter()).all(|position| look.items(items, position, &outer))
    }

    /// Makes lists that are to be permutations so: each number becomes its place among all in their order.
    pub(super) fn renumbered(&mut self, format: &Format) {
        let is_permutation = |(_, apart): &(Field, Apart)| *apart == Apart::Permutation;
        if !format.apart.iter().any(is_permutation) {
            return;
        }
        let layout = &format.layout;
        renumber(format, layout.head(), &mut self.head, &|_| None);
        let items = layout.bracket().map_or(&[][..], |(items, _)| items);
        let outer = |field| number(layout.head(), &self.head, field);
        for position in &mut self.positions {
            renumber(format, items, position, &outer);
        }
    }
}

/// Makes the permutations among these lists so.
fn renumber(
    format: &Format,
    items: &[Item],
    lists: &mut [Vec<u64>],
    outer: &dyn Fn(Field) -> Option<u64>,
) {
    for place in 0..items.len().min(lists.len()) {
        let fields = match &items[place] {
            Item::Rows(fields, _) => &fields[..],
            Item::Listed(field) => std::slice::from_ref(field),
            Item::Group(inner, ..) => {
                let known = |field| number(items, lists, field).or_else(|| outer(field));
                let Some(mut groups) = text::repetitions(inner, &lists[place], &known) else {
                    continue;
                };
                let mut entries = Vec::new();
                for group in &mut groups {
                    renumber(format, inner, group, &known);
                    text::join(inner, group, &mut entries);
                }
                lists[place] = entries;
                continue;
            }
            _ => continue,
        };
        let entries = &mut lists[place];
        for (column, field) in fields.iter().enumerate() {
            if format.apart_of(*field) != Some(Apart::Permutation) {
                continue;
            }
            let mut order: Vec<usize> = (column..entries.len()).step_by(fields.len()).collect();
            order.sort_by_key(|&at| entries[at]);
            for (number, at) in (1..).zip(order) {
                entries[at] = number;
            }
        }
    }
}
