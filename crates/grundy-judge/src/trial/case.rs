//! A case as its numbers, its text, and the cases that are simpler than it.

use super::text;
use crate::format::{Cases, Count, Edges, Field, Format, Item, Layout, OwnPlace, Span};
use std::fmt::Write;

/// The numbers of one case of a format. Counts are as many as there are entries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Case {
    /// By item of the case: its entries, row by row; of a number just that.
    pub(super) head: Vec<Vec<u64>>,
    /// By position of a bracket and item.
    pub(super) positions: Vec<Vec<Vec<u64>>>,
}

impl Case {
    /// All numbers as they are laid out, without counts.
    pub(super) fn lists(&self) -> impl Iterator<Item = &Vec<u64>> {
        self.head.iter().chain(self.positions.iter().flatten())
    }

    /// How large the case is: what is smaller is shown rather.
    pub fn size(&self) -> u128 {
        // An entry more weighs like a number that is larger by a few.
        const ENTRY: u128 = 3;
        let list = |list: &Vec<u64>| {
            let sum: u128 = list.iter().map(|&number| u128::from(number)).sum();
            sum + ENTRY * list.len() as u128
        };
        self.lists().map(list).sum::<u128>() + ENTRY * self.positions.len() as u128
    }

    /// How many numbers it has, without counts.
    pub fn numbers(&self) -> usize {
        self.lists().map(Vec::len).sum()
    }

    /// The largest number of it.
    pub fn largest(&self) -> u64 {
        self.lists().flatten().copied().max().unwrap_or(0)
    }

    /// Sets the numbers that count to what they count.
    pub(super) fn counted(&mut self, layout: &Layout) {
        if let Some((items, count)) = layout.bracket() {
            if let Count::Named(field, plus) = count {
                set(
                    layout.head(),
                    &mut self.head,
                    field,
                    self.positions.len() as u64,
                    plus,
                );
            }
            for position in &mut self.positions {
                set_counts(items, position);
            }
        }
        set_counts(layout.head(), &mut self.head);
    }

    /// Cases that are simpler: without a position or a row, or with a number that is smaller, but not below the least
    /// that the format's ranges have. The boldest first.
    pub fn smaller(&self, format: &Format) -> Vec<Case> {
        let layout = &format.layout;
        let mut smaller = Vec::new();
        let is_allowed = self.is_allowed(format);
        let mut push = |mut case: Case| {
            case.counted(layout);
            case.renumbered(format);
            let fits = case.stands(format) && (!is_allowed || case.is_allowed(format));
            if case != *self && fits && !smaller.contains(&case) {
                smaller.push(case);
            }
        };
        if let Some((items, count)) = layout.bracket() {
            if matches!(count, Count::Named(..) | Count::Fixed(0)) {
                for place in 0..self.positions.len() {
                    let mut case = self.clone();
                    case.positions = vec![self.positions[place].clone()];
                    push(case);
                    let mut case = self.clone();
                    case.positions.remove(place);
                    push(case);
                }
            }
            for (place, position) in self.positions.iter().enumerate() {
                for lists in smaller_lists(format, items, position) {
                    let mut case = self.clone();
                    case.positions[place] = lists;
                    push(case);
                }
            }
        }
        for head in smaller_lists(format, layout.head(), &self.head) {
            let mut case = self.clone();
            case.head = head;
            push(case);
        }
        smaller
    }

    /// Whether every list of one count is as long as the others, and no number ends the input.
    pub(super) fn stands(&self, format: &Format) -> bool {
        let layout = &format.layout;
        let mut again = self.clone();
        again.counted(layout);
        let outer = |field| number(layout.head(), &again.head, field);
        let inner = layout.bracket().is_none_or(|(items, count)| {
            // At least one, up to one that begins with 0.
            let is_open = count == Count::Fixed(0);
            let goes_on = |position: &[Vec<u64>]| {
                !is_open || position.first().is_some_and(|first| *first != [0])
            };
            let mut positions = again.positions.iter();
            (!is_open || !again.positions.is_empty())
                && positions.all(|position| {
                    goes_on(position) && text::is_even(layout, items, position, &outer)
                })
        });
        let leading = layout.leading().min(again.head.len());
        let mut first = layout.head().iter().zip(&again.head[..leading]);
        let ends = format.cases == Cases::UntilZero
            && first.all(|(item, list)| is_zero(format, item, list));
        inner && text::is_even(layout, layout.head(), &again.head, &|_| None) && !ends
    }

    /// Writes the case.
    fn write(&self, format: &Format, out: &mut String) {
        let layout = &format.layout;
        write_items(format, layout.head(), &self.head, &|_| None, out);
        if let Some((items, count)) = layout.bracket() {
            let outer = |field| number(layout.head(), &self.head, field);
            for position in &self.positions {
                write_items(format, items, position, &outer, out);
            }
            if count == Count::Fixed(0) {
                out.push_str("0\n");
            }
        }
    }
}

/// Where a number of a case stands that counts nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its list among all of the case.
    list: usize,
    /// Its place there.
    index: usize,
    /// Its field.
    pub(super) field: Field,
}

impl Place {
    /// All of a case.
    pub(super) fn all(format: &Format, case: &Case) -> Vec<Place> {
        let layout = &format.layout;
        let inner = layout.bracket().map_or(&[][..], |(items, _)| items);
        let inner = (inner.iter().cycle()).take(inner.len() * case.positions.len());
        let items = layout.head().iter().chain(inner);
        let mut all = Vec::new();
        for (list, (item, entries)) in items.zip(case.lists()).enumerate() {
            let is_number = match item {
                Item::Number(field) => layout.counted_by(*field).is_none(),
                Item::Rows(fields, _) => layout.shape(fields[0]).is_none(),
                _ => false,
            };
            if !is_number {
                continue;
            }
            let fields = item.fields();
            all.extend((0..entries.len()).map(|index| Place {
                list,
                index,
                field: fields[index % fields.len()],
            }));
        }
        all
    }

    /// The number that stands there.
    pub(super) fn of(self, case: &Case) -> u64 {
        let list = case.lists().nth(self.list);
        list.and_then(|list| list.get(self.index))
            .copied()
            .unwrap_or(0)
    }

    /// Puts another number there.
    pub(super) fn put(self, case: &mut Case, number: u64) {
        let mut lists = case
            .head
            .iter_mut()
            .chain(case.positions.iter_mut().flatten());
        if let Some(entry) = lists
            .nth(self.list)
            .and_then(|list| list.get_mut(self.index))
        {
            *entry = number;
        }
    }
}

/// The number of a field among items.
pub(super) fn number(items: &[Item], lists: &[Vec<u64>], field: Field) -> Option<u64> {
    let place = items.iter().position(|item| *item == Item::Number(field))?;
    lists.get(place)?.first().copied()
}

/// Sets the numbers among these items that count others of them.
pub(super) fn set_counts(items: &[Item], lists: &mut [Vec<u64>]) {
    for place in 0..items.len().min(lists.len()) {
        let counted = match &items[place] {
            Item::Rows(fields, Count::Named(field, plus)) => {
                Some((*field, lists[place].len() / fields.len(), *plus))
            }
            Item::Group(inner, _, Count::Named(field, plus)) => {
                let known = |field| number(items, lists, field);
                let repetitions = text::repetitions(inner, &lists[place], &known);
                repetitions.map(|all| (*field, all.len(), *plus))
            }
            _ => None,
        };
        if let Some((field, rows, plus)) = counted {
            set(items, lists, field, rows as u64, plus);
        }
    }
}

fn set(items: &[Item], lists: &mut [Vec<u64>], field: Field, rows: u64, plus: i64) {
    let place = items.iter().position(|item| *item == Item::Number(field));
    if let Some(list) = place.and_then(|place| lists.get_mut(place)) {
        *list = vec![rows.saturating_add_signed(plus.saturating_neg())];
    }
}

/// The least number of a field.
pub(super) fn least(format: &Format, field: Field) -> u64 {
    range(format, field).0
}

/// How many places of a list are tried: of longer ones not every one, until they are shorter.
const TRIED: usize = 48;

/// The lists with a row less or a smaller number.
pub(super) fn smaller_lists(
    format: &Format,
    items: &[Item],
    lists: &[Vec<u64>],
) -> Vec<Vec<Vec<u64>>> {
    let mut all = Vec::new();
    for (place, item) in items.iter().enumerate() {
        all.extend(text::smaller(format, items, lists, place));
        let rows = lists[place].len() / item.fields().len().max(1);
        // Of a tree only leaves fall, of circuits nothing.
        let is_bound = |item: &Item, of: &Field| {
            let shape = item
                .fields()
                .first()
                .and_then(|&field| format.layout.shape(field));
            let counts = matches!(item, Item::Rows(_, Count::Named(field, _)) if field == of);
            counts && shape.is_some_and(|(shape, _)| matches!(shape, Edges::Tree | Edges::Circuits))
        };
        if let Item::Rows(_, Count::Named(count, plus)) = item {
            // Lists of one count lose the same rows.
            let together: Vec<usize> = (0..items.len())
                .filter(|&other| {
                    matches!(&items[other], Item::Rows(_, Count::Named(field, _)) if field == count)
                })
                .collect();
            let fewest = least(format, *count).saturating_add_signed(*plus);
            let first = together.first() == Some(&place);
            let mut without = vec![rows / 2..rows, 0..rows - rows / 2];
            let by = usize::try_from(format.step_of(*count)).unwrap_or(1);
            let step = (1 + rows / TRIED).next_multiple_of(by);
            without.extend(
                (0..rows)
                    .step_by(step)
                    .map(|row| row..(row + step).min(rows)),
            );
            for (index, gone) in without.into_iter().enumerate() {
                let is_bound = items.iter().any(|item| is_bound(item, count));
                let fits = !gone.is_empty() && gone.len().is_multiple_of(by);
                if !first || is_bound || !fits || ((rows - gone.len()) as u64) < fewest {
                    continue;
                }
                // Halves are worth trying only of long lists.
                if index < 2 && rows < 3 {
                    continue;
                }
                let mut lists = lists.to_vec();
                for &other in &together {
                    let width = items[other].fields().len();
                    let end = (gone.end * width).min(lists[other].len());
                    let start = (gone.start * width).min(end);
                    lists[other].drain(start..end);
                }
                all.push(lists);
            }
        }
    }
    for (place, item) in items.iter().enumerate() {
        if !matches!(item, Item::Number(_) | Item::Rows(..) | Item::Listed(_)) {
            continue;
        }
        let fields = item.fields();
        let step = 1 + lists[place].len() / TRIED;
        for (index, &number) in lists[place].iter().enumerate().step_by(step) {
            let least = least(format, fields[index % fields.len()]);
            if number <= least {
                continue;
            }
            let mut tried = vec![least];
            // Halves towards either end: a bound among large numbers is come upon in few steps.
            let above = number - least;
            tried.extend((1..=6).map(|power| least + (above >> power)));
            let steps = (2..64).map(|power| above >> power).filter(|&step| step > 8);
            tried.extend(
                steps
                    .chain((1..=8).rev())
                    .filter_map(|step| number.checked_sub(step)),
            );
            tried.retain(|&tried| least <= tried && tried < number);
            tried.sort_unstable();
            tried.dedup();
            for smaller in tried {
                let mut lists = lists.to_vec();
                lists[place][index] = smaller;
                all.push(lists);
            }
        }
    }
    all
}

/// Numbers that stand side by side are one line, a list is one, and so is each row of several numbers.
fn write_items(
    format: &Format,
    items: &[Item],
    lists: &[Vec<u64>],
    outer: &dyn Fn(Field) -> Option<u64>,
    out: &mut String,
) {
    let layout = &format.layout;
    let mut line = String::new();
    for (item, entries) in items.iter().zip(lists) {
        let is_line = match item {
            Item::Rows(..) | Item::Group(..) => true,
            Item::Letters(_, span) => *span != Span::Word,
            Item::Number(_) | Item::Listed(_) | Item::Literal(_) => false,
        };
        if is_line {
            end_line(&mut line, out);
        }
        match item {
            Item::Rows(..) => {
                let width = match item.fields().len() {
                    1 => entries.len().max(1),
                    width => width,
                };
                let signed = item.fields().len() == 1 && layout.is_signed(item.fields()[0]);
                for row in entries.chunks(width) {
                    match signed {
                        true => push_signed(&mut line, row),
                        false => push(&mut line, format, item.fields(), row),
                    }
                    end_line(&mut line, out);
                }
            }
            Item::Letters(_, span) => {
                word(&mut line, &text::written(entries, *span));
                if is_line {
                    end_line(&mut line, out);
                }
            }
            Item::Listed(_) => {
                let texts: Vec<String> = entries.iter().map(u64::to_string).collect();
                word(&mut line, &format!("[{}]", texts.join(",")));
            }
            Item::Literal(text) => word(&mut line, text),
            Item::Group(inner, ..) => {
                let known = |field| number(items, lists, field).or_else(|| outer(field));
                for lists in text::repetitions(inner, entries, &known).unwrap_or_default() {
                    write_items(format, inner, &lists, &known, out);
                }
            }
            Item::Number(field) if layout.is_signed(*field) => push_signed(&mut line, entries),
            Item::Number(_) => push(&mut line, format, item.fields(), entries),
        }
    }
    end_line(&mut line, out);
}

/// Ends a line, unless nothing stands in it.
fn end_line(line: &mut String, out: &mut String) {
    if !line.is_empty() {
        out.push_str(&std::mem::take(line));
        out.push('\n');
    }
}

fn word(line: &mut String, text: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(text);
}

fn push(line: &mut String, format: &Format, fields: &[Field], numbers: &[u64]) {
    for (number, &field) in numbers.iter().zip(fields.iter().cycle()) {
        let number = i128::from(base(format, field)) + i128::from(*number);
        if !line.is_empty() {
            line.push(' ');
        }
        // A string takes whatever is written.
        let _ = write!(line, "{number}");
    }
}

/// Numbers whose sign is passed over: some have a minus, always the same, so that a case is written in one way.
fn push_signed(line: &mut String, numbers: &[u64]) {
    for (place, &number) in (0..).zip(numbers) {
        let minus = number > 0 && (number / 2 + place) % 2 == 1;
        word(line, &format!("{}{number}", if minus { "-" } else { "" }));
    }
}

/// The input that has these cases, as contests lay it out; of a format with just one case, the first.
pub fn input(format: &Format, cases: &[Case]) -> String {
    let layout = &format.layout;
    let mut out = String::new();
    match format.cases {
        Cases::Counted => out = format!("{}\n", cases.len()),
        Cases::One | Cases::UntilEnd | Cases::UntilZero => {}
    }
    let most = match format.cases {
        Cases::One => 1,
        _ => cases.len(),
    };
    for case in &cases[..most.min(cases.len())] {
        case.write(format, &mut out);
    }
    if format.cases == Cases::UntilZero {
        out.push_str(&vec!["0"; layout.leading()].join(" "));
        out.push('\n');
    }
    out
}

/// What is added to the numbers of a field as they are held: they are as many above the least of its range, where that may be below 0.
pub(super) fn base(format: &Format, field: Field) -> i64 {
    signed_range(format, field).map_or(0, |(low, _)| low)
}

fn signed_range(format: &Format, field: Field) -> Option<(i64, i64)> {
    if !format.layout.may_be_negative(field) {
        return None;
    }
    let mut told = format.signed_ranges.iter();
    let told = told.find(|(name, _)| *name == field);
    Some(told.map_or((-20, 20), |(_, range)| (*range.start(), *range.end())))
}

/// Whether the numbers of an item are all 0.
pub(super) fn is_zero(format: &Format, item: &Item, numbers: &[u64]) -> bool {
    let fields = item.fields().iter().cycle();
    let mut numbers = numbers.iter().zip(fields);
    numbers.all(|(number, &field)| i128::from(base(format, field)) + i128::from(*number) == 0)
}

/// The range of a name as its numbers are held: that of the format, or one that suits most problems.
pub(super) fn range(format: &Format, field: Field) -> (u64, u64) {
    if let Some((low, high)) = signed_range(format, field) {
        return (0, high.abs_diff(low));
    }
    let told = format.ranges.iter().find(|(name, _)| *name == field);
    if let Some((_, range)) = told {
        return (*range.start(), *range.end());
    }
    if format.layout.counted_by(field).is_some() {
        return (1, 6);
    }
    let is_vertex = |item: &Item| {
        let fields = item.fields();
        let shape = fields.first().and_then(|&first| format.layout.shape(first));
        shape.is_some() && fields.iter().take(2).any(|&vertex| vertex == field)
    };
    if format.layout.items().any(is_vertex) {
        return (1, 6);
    }
    if format.parameters().contains(&field) {
        // Words and graphs are small.
        let is_small =
            (format.own.as_ref()).is_some_and(|own| !matches!(own.place(), OwnPlace::List(_)));
        return if is_small { (1, 4) } else { (1, 20) };
    }
    match format.options.as_ref().map_or(1, |options| options.arity()) {
        1 => (0, 100),
        2 => (0, 30),
        _ => (0, 10),
    }
}
