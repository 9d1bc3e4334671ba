//! Words, boards, tables, edges and groups of made-up cases: how they are held in a list of numbers, how they are written,
//! and what is simpler than they are.
//!
//! A letter is held by its byte, and between the lines of a board stands [`BREAK`]. The repetitions of a group follow one
//! another, as they are read: their numbers and rows tell where they end, behind a word stands [`END`], before a list in
//! brackets how long it is.

use super::case::{least, number};
use crate::format::{Arranged, Count, Edges, Field, Format, How, Item, Layout, Span, shifted};

/// What parts the lines of a board.
pub(super) const BREAK: u64 = b'\n' as u64;

/// What ends a word of a group; no letter has this number.
const END: u64 = 0;

/// The repetitions of a group, by item.
type Repetitions = Vec<Vec<Vec<u64>>>;

/// How long words of a field are.
pub(super) fn lengths(format: &Format, field: Field) -> (u64, u64) {
    let told = format.ranges.iter().find(|(name, _)| *name == field);
    told.map_or(usual_lengths(format, field), |(_, range)| {
        (*range.start(), *range.end())
    })
}

/// Words that stand in a group and are taken as numbers are mostly one letter.
fn usual_lengths(format: &Format, field: Field) -> (u64, u64) {
    let layout = &format.layout;
    let is_in_group = |item: &Item| match item {
        Item::Group(items, ..) => items.iter().any(|item| item.fields().contains(&field)),
        _ => false,
    };
    let makes = |arranged: Arranged| {
        let mut made = layout.all_made().iter();
        made.any(|made| made.how == How::Of(arranged, field))
    };
    let is_one =
        makes(Arranged::Letters) && !makes(Arranged::Lengths) && layout.items().any(is_in_group);
    if is_one { (1, 1) } else { (1, 8) }
}

/// Appends a repetition of a group to its list.
pub(super) fn join(items: &[Item], lists: &[Vec<u64>], entries: &mut Vec<u64>) {
    for (item, list) in items.iter().zip(lists) {
        if let Item::Listed(_) = item {
            entries.push(list.len() as u64);
        }
        entries.extend(list);
        if let Item::Letters(_, Span::Word | Span::Listed) = item {
            entries.push(END);
        }
    }
}

/// A count, where its numbers are known.
fn counted(count: Count, known: &dyn Fn(Field) -> Option<u64>) -> Option<usize> {
    let rows = match count {
        Count::Fixed(fixed) => fixed.into(),
        Count::Named(field, plus) => shifted(known(field)?.into(), plus)?,
        Count::Times(one, other) => u128::from(known(one)?) * u128::from(known(other)?),
    };
    usize::try_from(rows).ok()
}

/// The repetitions of a group's list; `outer` gives the numbers that stand outside.
pub(super) fn repetitions(
    items: &[Item],
    entries: &[u64],
    outer: &dyn Fn(Field) -> Option<u64>,
) -> Option<Repetitions> {
    let mut all = Vec::new();
    let mut rest = entries;
    while !rest.is_empty() {
        let mut lists: Vec<Vec<u64>> = Vec::with_capacity(items.len());
        for item in items {
            let known = |field| number(items, &lists, field).or_else(|| outer(field));
            let mut skipped = 0;
            let length = match item {
                Item::Number(_) => 1,
                Item::Rows(fields, count) => fields.len() * counted(*count, &known)?,
                Item::Letters(_, Span::Line(count)) => counted(*count, &known)?,
                Item::Letters(_, Span::Board(lines, width)) => {
                    let lines = counted(*lines, &known)?;
                    lines * (counted(*width, &known)? + 1) - lines.min(1)
                }
                Item::Letters(..) => {
                    skipped = 1;
                    rest.iter().position(|&letter| letter == END)?
                }
                Item::Listed(_) => {
                    let (&length, after) = rest.split_first()?;
                    rest = after;
                    usize::try_from(length).ok()?
                }
                Item::Literal(_) | Item::Group(..) => 0,
            };
            let (list, after) = rest.split_at_checked(length)?;
            rest = after.get(skipped..)?;
            lists.push(list.to_vec());
        }
        // What takes nothing would never end.
        if rest.len() == entries.len() {
            return None;
        }
        all.push(lists);
    }
    Some(all)
}

/// Whether the lists of items are as long as they are to be, and their letters those of their alphabets.
pub(super) fn is_even(
    layout: &Layout,
    items: &[Item],
    lists: &[Vec<u64>],
    outer: &dyn Fn(Field) -> Option<u64>,
) -> bool {
    let known = |field| number(items, lists, field).or_else(|| outer(field));
    items.iter().zip(lists).all(|(item, entries)| match item {
        Item::Number(_) | Item::Listed(_) | Item::Literal(_) => true,
        Item::Rows(fields, count) => {
            counted(*count, &known).is_some_and(|rows| rows * fields.len() == entries.len())
        }
        Item::Letters(field, span) => {
            let letters = layout.alphabet(*field).unwrap_or_default();
            let is_letter = |&entry: &u64| {
                entry == BREAK || u8::try_from(entry).is_ok_and(|byte| letters.contains(&byte))
            };
            let lines = entries.split(|&entry| entry == BREAK);
            let is_so = |lines_of: usize, width: usize| {
                let lines: Vec<usize> = lines.map(<[u64]>::len).collect();
                lines_of == lines.len() && lines.iter().all(|&line| line == width)
            };
            entries.iter().all(is_letter)
                && match span {
                    Span::Word | Span::Listed => true,
                    Span::Line(count) => {
                        counted(*count, &known).is_some_and(|width| is_so(1, width))
                    }
                    Span::Board(lines, width) => counted(*lines, &known)
                        .zip(counted(*width, &known))
                        .is_some_and(|(lines, width)| is_so(lines, width)),
                }
        }
        Item::Group(inner, _, count) => {
            repetitions(inner, entries, &known).is_some_and(|repetitions| {
                counted(*count, &known) == Some(repetitions.len())
                    && repetitions
                        .iter()
                        .all(|lists| is_even(layout, inner, lists, &known))
            })
        }
    })
}

/// Letters as they are written.
pub(super) fn written(entries: &[u64], span: Span) -> String {
    let text: String = entries
        .iter()
        .map(|&letter| char::from(letter as u8))
        .collect();
    match span {
        Span::Listed if text.is_empty() => "[]".to_owned(),
        Span::Listed => format!("[\"{}\"]", text.replace('\n', "\",\"")),
        // A word of no letters is seen by its quotes only.
        Span::Word if text.is_empty() => "\"\"".to_owned(),
        _ => text,
    }
}

/// Lists of a word, a board, a table, a tree or a group that is simpler.
pub(super) fn smaller(
    format: &Format,
    items: &[Item],
    lists: &[Vec<u64>],
    place: usize,
) -> Vec<Vec<Vec<u64>>> {
    let layout = &format.layout;
    let mut all = Vec::new();
    let with = |entries: Vec<u64>| {
        let mut lists = lists.to_vec();
        lists[place] = entries;
        lists
    };
    let entries = &lists[place];
    match &items[place] {
        Item::Letters(field, span) => {
            if *span == Span::Word && entries.len() as u64 > lengths(format, *field).0 {
                for gone in places(entries.len()) {
                    let mut entries = entries.clone();
                    entries.remove(gone);
                    all.push(with(entries));
                }
            }
            for place in places(entries.len()) {
                let letter = entries[place];
                let lower = layout.alphabet(*field).unwrap_or_default().iter();
                let lower = lower.map(|&byte| u64::from(byte));
                for other in lower
                    .filter(|&other| letter != BREAK && other < letter)
                    .take(2)
                {
                    let mut entries = entries.clone();
                    entries[place] = other;
                    all.push(with(entries));
                }
            }
            let (lines, width) = match span {
                Span::Board(lines, width) => (Some(*lines), Some(*width)),
                Span::Line(width) => (None, Some(*width)),
                _ => (None, None),
            };
            let rows: Vec<&[u64]> = entries.split(|&entry| entry == BREAK).collect();
            let joined = |rows: Vec<Vec<u64>>| rows.join(&BREAK);
            for (count, is_line) in [(lines, true), (width, false)] {
                let Some(Count::Named(field, _)) = count else {
                    continue;
                };
                let long = if is_line { rows.len() } else { rows[0].len() };
                for gone in places(long) {
                    let left = without(&rows, gone, is_line);
                    all.extend(counted_down(
                        format,
                        items,
                        lists,
                        field,
                        place,
                        joined(left),
                    ));
                }
            }
        }
        Item::Rows(_, Count::Times(high, wide)) => {
            let Some(width) = number(items, lists, *wide).filter(|&width| width > 0) else {
                return all;
            };
            let rows: Vec<&[u64]> = entries.chunks(width as usize).collect();
            for (field, is_line) in [(*high, true), (*wide, false)] {
                let long = if is_line { rows.len() } else { width as usize };
                for gone in places(long) {
                    let left = without(&rows, gone, is_line).concat();
                    all.extend(counted_down(format, items, lists, field, place, left));
                }
            }
        }
        Item::Rows(fields, Count::Named(count, _))
            if let Some((Edges::Tree, vertices)) = layout.shape(fields[0]) =>
        {
            let is_own = number(items, lists, vertices).is_some() && count == &vertices;
            let pairs = entries.chunks(fields.len());
            let ends: Vec<u64> = pairs.flat_map(|row| [row[0], row[1]]).collect();
            for leaf in places(if is_own { ends.len() / 2 } else { 0 }) {
                let leaf = leaf as u64 + 2;
                if ends.iter().filter(|&&end| end == leaf).count() == 1 {
                    let left = without_leaf(entries, fields.len(), leaf);
                    all.extend(counted_down(format, items, lists, vertices, place, left));
                }
            }
        }
        Item::Group(inner, _, count) => {
            let known = |field| number(items, lists, field);
            let Some(repetitions) = repetitions(inner, entries, &known) else {
                return all;
            };
            let together = |repetitions: &[Vec<Vec<u64>>]| {
                let mut entries = Vec::new();
                for lists in repetitions {
                    join(inner, lists, &mut entries);
                }
                entries
            };
            if let Count::Named(field, _) = count {
                for gone in places(repetitions.len()) {
                    let mut left = repetitions.clone();
                    left.remove(gone);
                    all.extend(counted_down(
                        format,
                        items,
                        lists,
                        *field,
                        place,
                        together(&left),
                    ));
                }
            }
            for at in places(repetitions.len()) {
                for lists in super::case::smaller_lists(format, inner, &repetitions[at]) {
                    let mut other = repetitions.clone();
                    other[at] = lists;
                    super::case::set_counts(inner, &mut other[at]);
                    all.push(with(together(&other)));
                }
            }
        }
        _ => {}
    }
    all
}

/// How many places are tried: of longer lists not every one, until they are shorter.
const TRIED: usize = 48;

fn places(length: usize) -> impl Iterator<Item = usize> {
    (0..length).step_by(1 + length / TRIED)
}

/// Rows without a row, or without a column.
fn without(rows: &[&[u64]], gone: usize, is_line: bool) -> Vec<Vec<u64>> {
    let mut left: Vec<Vec<u64>> = rows.iter().map(|row| row.to_vec()).collect();
    if is_line {
        left.remove(gone);
    } else {
        for row in &mut left {
            row.remove(gone.min(row.len().saturating_sub(1)));
        }
    }
    left
}

/// The edges of a tree without a leaf, whose number the last vertex gets.
fn without_leaf(entries: &[u64], width: usize, leaf: u64) -> Vec<u64> {
    let last = (entries.len() / width) as u64 + 1;
    let rows = entries
        .chunks(width)
        .filter(|row| !row[..2].contains(&leaf));
    let mut left: Vec<u64> = rows.flatten().copied().collect();
    for row in left.chunks_mut(width) {
        for end in row[..2].iter_mut().filter(|end| **end == last) {
            *end = leaf;
        }
    }
    left
}

/// The lists with other entries at a place, and the number that counts them smaller by one, if it may be; rows that it counts
/// beside them lose their last.
fn counted_down(
    format: &Format,
    items: &[Item],
    lists: &[Vec<u64>],
    count: Field,
    place: usize,
    entries: Vec<u64>,
) -> Option<Vec<Vec<u64>>> {
    let before = number(items, lists, count)?;
    if before <= least(format, count) {
        return None;
    }
    let mut lists = lists.to_vec();
    for (other, item) in items.iter().enumerate() {
        match item {
            Item::Rows(fields, Count::Named(field, _)) if *field == count && other != place => {
                let left = lists[other].len().saturating_sub(fields.len());
                lists[other].truncate(left);
            }
            Item::Number(field) if *field == count => lists[other] = vec![before - 1],
            _ => {}
        }
    }
    lists[place] = entries;
    Some(lists)
}
