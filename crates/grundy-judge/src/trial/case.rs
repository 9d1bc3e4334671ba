//! A case as its numbers, its text, and the cases that are simpler than it.

use crate::format::{Cases, Count, Field, Format, Item, Layout, Span, shifted};
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

    /// The largest number of it.
    pub fn largest(&self) -> u64 {
        self.lists().flatten().copied().max().unwrap_or(0)
    }

    /// Sets the numbers that count to what they count.
    pub(super) fn counted(&mut self, layout: &Layout) {
        let rows = |item: &Item, entries: &[u64]| match item {
            Item::Rows(fields, Count::Named(field, plus)) => {
                let rows = entries.len() / fields.len();
                Some((*field, rows as u64, *plus))
            }
            _ => None,
        };
        let mut counts = Vec::new();
        for (item, entries) in layout.head().iter().zip(&self.head) {
            counts.extend(rows(item, entries));
        }
        if let Some((items, count)) = layout.bracket() {
            if let Count::Named(field, plus) = count {
                counts.push((field, self.positions.len() as u64, plus));
            }
            for position in &mut self.positions {
                let inner: Vec<_> = items.iter().zip(&*position).collect();
                let inner = inner
                    .into_iter()
                    .filter_map(|(item, entries)| rows(item, entries));
                for (field, rows, plus) in inner.collect::<Vec<_>>() {
                    set(items, position, field, rows, plus);
                }
            }
        }
        for (field, rows, plus) in counts {
            set(layout.head(), &mut self.head, field, rows, plus);
        }
    }

    /// Cases that are simpler: without a position or a row, or with a number that is smaller, but not below the least
    /// that the format's ranges have. The boldest first.
    pub fn smaller(&self, format: &Format) -> Vec<Case> {
        let layout = &format.layout;
        let mut smaller = Vec::new();
        let mut push = |mut case: Case| {
            case.counted(layout);
            if case != *self && case.stands(format) && !smaller.contains(&case) {
                smaller.push(case);
            }
        };
        if let Some((items, count)) = layout.bracket() {
            if matches!(count, Count::Named(..)) {
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
        let even = |items: &[Item], lists: &[Vec<u64>], head: &[Vec<u64>]| {
            items.iter().zip(lists).all(|(item, entries)| match item {
                Item::Letters(field, _) => {
                    let letters = layout.alphabet(*field).unwrap_or_default();
                    let is_letter = |letter: &u8| letters.contains(letter) || *letter == b'\n';
                    let mut entries = entries.iter().map(|&entry| u8::try_from(entry));
                    entries.all(|letter| letter.as_ref().is_ok_and(is_letter))
                }
                Item::Number(_) | Item::Listed(_) | Item::Literal(_) | Item::Group(..) => true,
                Item::Rows(fields, count) => {
                    let rows = (entries.len() / fields.len()) as u128;
                    match count {
                        Count::Fixed(fixed) => rows == u128::from(*fixed),
                        Count::Times(one, other) => {
                            let of = |field| {
                                number(items, lists, field)
                                    .or_else(|| number(layout.head(), head, field))
                            };
                            let both = of(*one).zip(of(*other));
                            both.is_some_and(|(one, other)| {
                                u128::from(one) * u128::from(other) == rows
                            })
                        }
                        Count::Named(field, plus) => {
                            let number = number(items, lists, *field)
                                .or_else(|| number(layout.head(), head, *field));
                            number.and_then(|number| shifted(number.into(), *plus)) == Some(rows)
                        }
                    }
                }
            })
        };
        let inner = layout.bracket().is_none_or(|(items, _)| {
            let mut positions = again.positions.iter();
            positions.all(|position| even(items, position, &again.head))
        });
        let leading = layout.leading();
        let ends = format.cases == Cases::UntilZero
            && again.head[..leading.min(again.head.len())]
                .iter()
                .all(|list| list.iter().all(|&number| number == 0));
        inner && even(layout.head(), &again.head, &again.head) && !ends
    }

    /// Writes the case.
    fn write(&self, layout: &Layout, out: &mut String) {
        write_items(layout.head(), &self.head, out);
        if let Some((items, _)) = layout.bracket() {
            for position in &self.positions {
                write_items(items, position, out);
            }
        }
    }
}

/// The number of a field among items.
fn number(items: &[Item], lists: &[Vec<u64>], field: Field) -> Option<u64> {
    let place = items.iter().position(|item| *item == Item::Number(field))?;
    lists.get(place)?.first().copied()
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
fn smaller_lists(format: &Format, items: &[Item], lists: &[Vec<u64>]) -> Vec<Vec<Vec<u64>>> {
    let mut all = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let fields = item.fields();
        if let Item::Letters(_, Span::Word) = item {
            for gone in 0..lists[place].len().min(TRIED) {
                let mut lists = lists.to_vec();
                lists[place].remove(gone);
                all.push(lists);
            }
        }
        let rows = lists[place].len() / fields.len().max(1);
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
            let step = 1 + rows / TRIED;
            without.extend(
                (0..rows)
                    .step_by(step)
                    .map(|row| row..(row + step).min(rows)),
            );
            for (index, gone) in without.into_iter().enumerate() {
                if !first || gone.is_empty() || ((rows - gone.len()) as u64) < fewest {
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
fn write_items(items: &[Item], lists: &[Vec<u64>], out: &mut String) {
    let mut line = String::new();
    for (item, entries) in items.iter().zip(lists) {
        if let Item::Rows(..) = item {
            if !line.is_empty() {
                out.push_str(&std::mem::take(&mut line));
                out.push('\n');
            }
            let width = item.fields().len();
            let width = if width == 1 {
                entries.len().max(1)
            } else {
                width
            };
            for row in entries.chunks(width) {
                push(&mut line, row);
                out.push_str(&std::mem::take(&mut line));
                out.push('\n');
            }
            continue;
        }
        match item {
            Item::Letters(_, span) => {
                let text: String = entries
                    .iter()
                    .map(|&letter| char::from(letter as u8))
                    .collect();
                let text = match span {
                    Span::Listed if text.is_empty() => "[]".to_owned(),
                    Span::Listed => format!("[\"{}\"]", text.replace('\n', "\",\"")),
                    // A word of no letters is seen by its quotes only.
                    Span::Word if text.is_empty() => "\"\"".to_owned(),
                    _ => text,
                };
                if !line.is_empty() && *span != Span::Word {
                    out.push_str(&std::mem::take(&mut line));
                    out.push('\n');
                }
                word(&mut line, &text);
            }
            Item::Listed(_) => {
                let texts: Vec<String> = entries.iter().map(u64::to_string).collect();
                word(&mut line, &format!("[{}]", texts.join(",")));
            }
            Item::Literal(text) => word(&mut line, text),
            Item::Group(..) => {
                if !line.is_empty() {
                    out.push_str(&std::mem::take(&mut line));
                    out.push('\n');
                }
                push(&mut line, entries);
            }
            Item::Number(_) | Item::Rows(..) => push(&mut line, entries),
        }
    }
    if !line.is_empty() {
        out.push_str(&line);
        out.push('\n');
    }
}

fn word(line: &mut String, text: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(text);
}

fn push(line: &mut String, numbers: &[u64]) {
    for number in numbers {
        if !line.is_empty() {
            line.push(' ');
        }
        // A string takes whatever is written.
        let _ = write!(line, "{number}");
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
        case.write(layout, &mut out);
    }
    if format.cases == Cases::UntilZero {
        out.push_str(&vec!["0"; layout.leading()].join(" "));
        out.push('\n');
    }
    out
}

/// The range of a name: that of the format, or one that suits most problems.
pub(super) fn range(format: &Format, field: Field) -> (u64, u64) {
    let told = format.ranges.iter().find(|(name, _)| *name == field);
    if let Some((_, range)) = told {
        return (*range.start(), *range.end());
    }
    if format.layout.counted_by(field).is_some() {
        return (1, 6);
    }
    let options = format.options.as_ref();
    if options.is_some_and(|options| options.parameters().contains(&field)) {
        return (1, 20);
    }
    match options.map_or(1, |options| options.arity()) {
        1 => (0, 100),
        2 => (0, 30),
        _ => (0, 10),
    }
}
