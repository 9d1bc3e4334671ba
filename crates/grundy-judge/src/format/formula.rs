//! A rule as formulas: the value of each row, and who wins by what is known of all rows.
//!
//! `value = "n+1 if n%4 == 3; n-1 if n > 0 and n%4 == 0; n"` gives each row its value, the first that fits; the mover wins
//! where their nim-sum is not 0 (Sprague 1935, Grundy 1939). `wins = "total != 0"` says otherwise who wins, by the plain
//! numbers of the case and by `total`, the nim-sum of the values, `sum`, `most` (the largest) and `rows` (how many). The
//! notation is that of rules ("Your own rules" in the guide); what it may ask of all rows of a list, or of the numbers of a range, is
//! [read beside it](super::fold).

use std::fmt;

use super::fold::{self, Folded, Scope, Unmet};
use super::layout::{Field, Layout};
use super::rule::Numbers;
use grundy::rule::{Fault, Formula, RuleErrors};
use grundy::{Message, message};

/// What a name of a formula stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// The number of a field; of a list, the entry of the row.
    Field(Field),
    /// The row, from 1.
    Index,
    /// What is known of all rows.
    Known(Known),
    /// What is asked of all rows of a list, or of the numbers of a range.
    Folded(Box<Folded>),
}

/// What is known of all rows of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The nim-sum of the values.
    Total,
    /// Their sum.
    Sum,
    /// The largest of them.
    Most,
    /// How many rows there are.
    Rows,
}

const KNOWN: [(&str, Known); 4] = [
    ("total", Known::Total),
    ("sum", Known::Sum),
    ("most", Known::Most),
    ("rows", Known::Rows),
];
pub(super) const INDEX: &str = "index";

/// A formula over the numbers of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    text: String,
    formula: Formula,
    names: Vec<Named>,
}

impl Eq for Over {}

/// The formulas of a format.
#[derive(Clone, Debug, PartialEq)]
pub struct Formulas {
    text: String,
    /// Values with the conditions under which they are those.
    value: Vec<(Over, Option<Over>)>,
    wins: Option<Over>,
    /// The list that says how many rows there are.
    list: Option<Field>,
    /// Whether further rows leave the values of those before as they are.
    grows: bool,
    /// Lists that must be as long as each other.
    even: Vec<Field>,
}

impl Eq for Formulas {}

/// What is known of all rows of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summed {
    total: u64,
    /// It may be wider than formulas are, most of which do not ask for it.
    sum: u128,
    most: u64,
    rows: u64,
}

/// Whether the fault is in `wins`, the byte, and what is wrong.
type Wrong = (bool, usize, Message);

impl fmt::Display for Formulas {
    /// All of them in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Formulas {
    pub(super) fn parse(
        value: Option<&str>,
        wins: Option<&str>,
        layout: &Layout,
    ) -> Result<Formulas, Wrong> {
        let mut cases: Vec<(Over, Option<Over>)> = Vec::new();
        let mut at = 0;
        for part in value.unwrap_or_default().split(';') {
            let (number, condition) = match fold::outer_word(part, "if") {
                Some(place) => (&part[..place], Some(&part[place + "if".len()..])),
                None => (part, None),
            };
            if value.is_some() {
                let wrong =
                    |offset: usize| move |(place, message)| (false, offset + place, message);
                let number_of = Over::parse(number, layout, false).map_err(wrong(at))?;
                let behind = at + number.len() + "if".len();
                let condition = condition.map(|text| Over::parse(text, layout, false));
                let condition = condition.transpose().map_err(wrong(behind))?;
                cases.push((number_of, condition));
            }
            at += part.len() + 1;
        }
        let wins_of = wins.map(|text| Over::parse(text, layout, true));
        let wins_of = wins_of
            .transpose()
            .map_err(|(place, message)| (true, place, message))?;
        let is_known = |name: &Named| matches!(name, Named::Known(_));
        if let (None, Some(wins)) = (value, &wins_of)
            && wins.names.iter().any(is_known)
        {
            let message = message!(
                "total, sum, most and rows are about values, which `value` or `options` give",
                "total、sum、most 与 rows 是对各值而言的，值由 `value` 或 `options` 给出"
            );
            return Err((true, 0, message));
        }
        let all = cases.clone();
        let used = all
            .iter()
            .flat_map(|(one, other)| [Some(one), other.as_ref()]);
        let names = used.clone().flatten().flat_map(|over| &over.names);
        let names: Vec<Named> = names.cloned().collect();
        let all_lists = fold::of_rows_of(&names, layout);
        let mut lists = all_lists.iter().copied();
        let list = lists.next();
        let of_word = |field: Field| layout.alphabet(field).is_some();
        if lists.any(|other| !list.is_some_and(|list| layout.are_beside(list, other)))
            || list.is_some_and(of_word)
        {
            let message = message!(
                "lists of one formula must be read in the same rows, and be numbers",
                "一个公式中的各列表须在同一行中读入，且为数列"
            );
            return Err((false, 0, message));
        }
        if list.is_none() && names.iter().any(Named::asks_for_row) {
            let message = message!(
                "'index' is the row of a list named in `value`, but no list is named; define the entries in `lists`, as in b = [a[i] for i in 0..len(a)], and use b in the value",
                "'index' 是 `value` 中以名字出现的列表的行号，而此处没有列表；请在 `lists` 中算出各项，如 b = [a[i] for i in 0..len(a)]，再由 b 给出值"
            );
            return Err((false, 0, message));
        }
        let fields = used.clone().flatten().flat_map(|over| &over.names);
        let fields = fields.filter_map(|name| match name {
            Named::Field(field) => Some(*field),
            _ => None,
        });
        let grows = layout.grows(list, fields);
        Ok(Formulas {
            text: String::new(),
            value: cases,
            wins: wins_of,
            list,
            grows,
            even: layout.seen_late(&all_lists),
        })
    }

    /// The same, with what it is in words.
    pub(super) fn written(mut self, value: Option<String>, wins: Option<String>) -> Formulas {
        self.text = match (value, wins) {
            (Some(value), Some(wins)) => format!("value {value}; wins if {wins}"),
            (Some(value), None) => format!("value {value}"),
            (None, wins) => format!("wins if {}", wins.unwrap_or_default()),
        };
        self
    }

    /// The formulas in one line.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether some formula asks something of all rows of a list, or of the numbers of a range.
    pub fn has_folds(&self) -> bool {
        let values = self.values();
        let mut all = values.flat_map(|(value, condition)| [Some(value), condition]);
        all.any(|over| over.is_some_and(Over::has_folds))
            || self.wins.as_ref().is_some_and(Over::has_folds)
    }

    /// Whether who wins is said by a formula of its own.
    pub(crate) fn has_condition(&self) -> bool {
        self.wins.is_some()
    }

    /// All formulas.
    pub fn all(&self) -> impl Iterator<Item = &Over> {
        let values = self.value.iter();
        let values = values.flat_map(|(value, condition)| [Some(value), condition.as_ref()]);
        values.flatten().chain(&self.wins)
    }

    /// The values with the conditions under which they are those: the first that fits is the value of a row.
    pub fn values(&self) -> impl Iterator<Item = (&Over, Option<&Over>)> {
        (self.value.iter()).map(|(value, condition)| (value, condition.as_ref()))
    }

    /// When the mover wins, where it is not simply that the nim-sum of the values is not 0.
    pub fn condition(&self) -> Option<&Over> {
        self.wins.as_ref()
    }

    /// The list that says how many rows there are; without one there is one row.
    pub fn list(&self) -> Option<Field> {
        self.list
    }

    /// Whether further rows of the last list leave the values of those before as they are. What is asked of all rows changes with each of them.
    pub fn grows(&self) -> bool {
        self.grows && !self.has_folds()
    }

    /// Whether lists that are made are as long as those beside them.
    pub(crate) fn are_even(&self, numbers: &Numbers) -> bool {
        numbers.are_even(&self.even)
    }

    /// How many rows a case has.
    pub(crate) fn rows(&self, numbers: &Numbers) -> usize {
        match (self.list, self.value.is_empty()) {
            (Some(list), _) => numbers.0[list].len(),
            (None, false) => 1,
            (None, true) => 0,
        }
    }

    /// The value of a row, from 0.
    pub(crate) fn value(&self, scope: &mut Scope<'_>, row: usize) -> Result<u64, Unmet> {
        for (number, condition) in &self.value {
            let holds = match condition {
                Some(condition) => condition.at(scope, row, None)? != 0,
                None => true,
            };
            if holds {
                let value = number.at(scope, row, None)?;
                return u64::try_from(value).map_err(|_| undefined().into());
            }
        }
        Err(undefined().into())
    }

    /// Whether the mover wins.
    pub(crate) fn wins(&self, scope: &mut Scope<'_>, summed: Summed) -> Result<bool, Unmet> {
        match &self.wins {
            Some(wins) => Ok(wins.at(scope, 0, Some(summed))? != 0),
            None => Ok(summed.total != 0),
        }
    }
}

/// Between which numbers a number stands, as a statement says it of numbers before: `c` from `0` to `s`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) field: Field,
    low: Over,
    high: Over,
}

impl Eq for Bound {}

/// How numbers of a list differ from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    /// No two are equal.
    Distinct,
    /// They are the numbers from 1 to how many there are.
    Permutation,
    /// None is smaller than the one before.
    Rising,
    /// Each is larger than the one before.
    RisingDistinct,
}

impl Apart {
    /// What a bound says besides its two formulas: `1..=n, distinct`, `distinct`, `permutation`, `1..=n, rising, distinct`.
    pub(super) fn split(text: &str) -> (&str, Option<Apart>) {
        let kinds = [
            ("distinct", Apart::Distinct),
            ("permutation", Apart::Permutation),
            ("rising", Apart::Rising),
        ];
        let trimmed = text.trim_end();
        let found = kinds.into_iter().find_map(|(word, apart)| {
            let before = trimmed.strip_suffix(word)?.trim_end();
            let before = before
                .strip_suffix(',')
                .or(before.is_empty().then_some(""))?;
            Some((before, apart))
        });
        let Some((before, apart)) = found else {
            return (text, None);
        };
        match (apart, Apart::split(before)) {
            (Apart::Distinct, (before, Some(Apart::Rising)))
            | (Apart::Rising, (before, Some(Apart::Distinct))) => {
                (before, Some(Apart::RisingDistinct))
            }
            _ => (before, Some(apart)),
        }
    }

    /// Whether the numbers come in order.
    pub(crate) fn is_rising(self) -> bool {
        matches!(self, Apart::Rising | Apart::RisingDistinct)
    }
}

impl Bound {
    /// `low..=high`, both formulas of plain numbers, numbers of the same row, and `index`, the row, from 1.
    pub(super) fn parse(
        field: Field,
        text: &str,
        layout: &Layout,
    ) -> Result<Bound, (usize, Message)> {
        const BETWEEN: &str = "..=";
        let (low, high) = text
            .split_once(BETWEEN)
            .ok_or_else(|| {
                let why = message!(
                    "expected two formulas, as in \"1..=n\"; of a list also \"permutation\", \"distinct\", \"rising\" or \"1..=n, distinct\"",
                    "此处应为两个公式，如 \"1..=n\"；列表还可写 \"permutation\"、\"distinct\"、\"rising\" 或 \"1..=n, distinct\""
                );
                (0, why)
            })?;
        let behind = low.len() + BETWEEN.len();
        Ok(Bound {
            field,
            low: Over::parse(low, layout, false)?,
            high: Over::parse(high, layout, false)
                .map_err(|(at, message)| (behind + at, message))?,
        })
    }

    /// The least and the largest number in a row, from 0; below the least where there is none.
    pub(crate) fn within(&self, numbers: &Numbers, row: usize) -> Result<(i64, i64), Unmet> {
        let mut scope = Scope::new(numbers, None);
        let low = self.low.at(&mut scope, row, None)?;
        Ok((low, self.high.at(&mut scope, row, None)?))
    }
}

fn undefined() -> Fault {
    Fault {
        span: grundy::rule::syntax::Span::default(),
        kind: grundy::rule::FaultKind::Undefined,
    }
}

impl Summed {
    /// The nim-sum of the values.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Adds the value of a row; `None` where the sum is too large.
    pub(crate) fn add(&mut self, value: u64) -> Option<()> {
        self.total ^= value;
        self.sum = self.sum.checked_add(value.into())?;
        self.most = self.most.max(value);
        self.rows += 1;
        Some(())
    }
}

impl Over {
    /// As it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The formula; its names are those of [`names`](Over::names), in the same order.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// What its names stand for.
    pub fn names(&self) -> &[Named] {
        &self.names
    }

    pub(super) fn parse(
        text: &str,
        layout: &Layout,
        whole: bool,
    ) -> Result<Over, (usize, Message)> {
        Over::parse_within(text, layout, whole, 0)
    }

    /// Reads a formula that stands so deep in others.
    pub(super) fn parse_within(
        text: &str,
        layout: &Layout,
        whole: bool,
        depth: usize,
    ) -> Result<Over, (usize, Message)> {
        let written = text.trim().to_owned();
        let replaced = fold::replace(text, layout, whole, depth, &[])?;
        let replaced = fold::replace_entries(text, replaced, layout, whole, depth)?;
        let text = &*replaced.text;
        let mut names: Vec<(&str, bool, Named)> = Vec::new();
        for (name, folded) in &replaced.names {
            let named = Named::Folded(Box::new(folded.clone()));
            names.push((name, folded.is_condition(), named));
        }
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        for word in text.split(|letter| !is_part(letter)) {
            if names.iter().any(|(name, ..)| *name == word) {
                continue;
            }
            let known = KNOWN.iter().find(|(name, _)| *name == word);
            let named = match (layout.field(word), known) {
                (Some(field), _) if !whole || layout.rows_of(field).is_none() => {
                    Named::Field(field)
                }
                (None, Some((_, known))) if whole && depth == 0 => Named::Known(*known),
                (None, _) if !whole && word == INDEX => Named::Index,
                _ => continue,
            };
            names.push((word, false, named));
        }
        let words: Vec<(&str, bool)> = (names.iter())
            .map(|(name, is_condition, _)| (*name, *is_condition))
            .collect();
        let read = Formula::parse_over(text, &words);
        let formula = read.map_err(|errors| told(&errors, text, layout))?;
        let names = names.into_iter().map(|(.., name)| name).collect();
        Ok(Over {
            text: written,
            formula,
            names,
        })
    }

    /// Whether it asks for what is known of all rows.
    pub fn has_known(&self) -> bool {
        let mut names = self.names.iter();
        names.any(|name| matches!(name, Named::Known(_)))
    }

    /// Whether its number depends on the row, `index`.
    pub(super) fn asks_for_row(&self) -> bool {
        self.names.iter().any(Named::asks_for_row)
    }

    /// Whether it reads this list as that of a group.
    pub fn has_groups(&self, list: Field) -> bool {
        let mut names = self.names.iter();
        names.any(|name| matches!(name, Named::Folded(folded) if folded.has_groups(list)))
    }

    /// Whether it asks something of all rows of a list, or of the numbers of a range.
    pub fn has_folds(&self) -> bool {
        (self.names.iter()).any(|name| matches!(name, Named::Folded(_)))
    }

    /// Whether it holds, by what is known of all rows.
    pub(crate) fn holds(&self, scope: &mut Scope<'_>, summed: Summed) -> Result<bool, Unmet> {
        Ok(self.at(scope, 0, Some(summed))? != 0)
    }

    pub(super) fn at(
        &self,
        scope: &mut Scope<'_>,
        row: usize,
        summed: Option<Summed>,
    ) -> Result<i64, Unmet> {
        let (mut few, mut many) = ([0i64; 8], Vec::new());
        let at = few.get_mut(..self.names.len()).unwrap_or_else(|| {
            many.resize(self.names.len(), 0);
            &mut many[..]
        });
        for (number, name) in at.iter_mut().zip(&self.names) {
            *number = name.at(scope, row, summed)?;
        }
        Ok(self.formula.value_at(at)?)
    }
}

impl Named {
    fn asks_for_row(&self) -> bool {
        match self {
            Named::Index => true,
            Named::Folded(folded) => folded.outer_names().iter().any(Named::asks_for_row),
            Named::Field(_) | Named::Known(_) => false,
        }
    }

    /// The number in a row, from 0.
    pub(super) fn at(
        &self,
        scope: &mut Scope<'_>,
        row: usize,
        summed: Option<Summed>,
    ) -> Result<i64, Unmet> {
        let too_large = || {
            Unmet::Fault(Fault {
                span: grundy::rule::syntax::Span::default(),
                kind: grundy::rule::FaultKind::Overflow,
            })
        };
        let wide = match self {
            Named::Field(field) => {
                let entries = &scope.numbers.0[*field];
                let entry = entries.get(row).or(entries.first()).copied();
                let narrow = scope.numbers.narrow(*field, entry.unwrap_or(0));
                return narrow.ok_or_else(too_large);
            }
            Named::Index => row as u128 + 1,
            Named::Known(known) => {
                let all = summed.unwrap_or_default();
                match known {
                    Known::Total => all.total.into(),
                    Known::Sum => all.sum,
                    Known::Most => all.most.into(),
                    Known::Rows => all.rows.into(),
                }
            }
            Named::Folded(folded) => return folded.at(scope, row),
        };
        i64::try_from(wide).map_err(|_| too_large())
    }
}

/// The first of the errors in a text: its byte, and what is wrong.
pub(super) fn told(errors: &RuleErrors, text: &str, layout: &Layout) -> (usize, Message) {
    let first = errors.errors.first();
    let at = first.map_or(0, |error| error.span.start);
    let message = first.map(|error| error.message.clone());
    let named = first.and_then(|error| text.get(error.span.start..error.span.end));
    let remedy = named.and_then(|name| remedy(name, layout));
    let message = remedy.or(message);
    (at, message.unwrap_or_else(|| Message::verbatim("")))
}

/// What to write in the place of a name that is no number where it stands.
fn remedy(name: &str, layout: &Layout) -> Option<Message> {
    let Some(field) = layout.field(name) else {
        let why = message!(
            "'index' is the row of a list named in the formula, but no list is named: use a name of its own for places, as in [u[i] for i in 0..len(u)]",
            "'index' 是公式中以名字出现的列表的行号，而此处没有列表：遍历各位置须另用名字，如 [u[i] for i in 0..len(u)]"
        );
        return (name == INDEX).then_some(why);
    };
    if layout.alphabet(field).is_some() {
        return Some(message!(
            "'{name}' is a word, not a number; get numbers from it in `lists`, as in t = letters({name}), of which t[0] is the first",
            "'{name}' 是字而不是数；`lists` 可由它得到数，如 t = letters({name})，其中 t[0] 是第一个",
            name = name
        ));
    }
    layout.rows_of(field)?;
    Some(message!(
        "'{name}' is a list, but one number is expected here: write sum({name}), max({name}), len({name}) or {name}[0]; in `lists` the list itself is [{name}], and [{name}+1] applies a formula to each of its entries",
        "'{name}' 是列表，而此处应为一个数：请写 sum({name})、max({name})、len({name}) 或 {name}[0]；在 `lists` 中，列表本身写作 [{name}]，[{name}+1] 则为每一项给出公式",
        name = name
    ))
}
