//! What a formula asks of all rows of a list, or of all numbers of a range: `sum(a % 2)`, `any(d >= k for d in divisors(m))`.
//!
//! Without `for` the names of lists stand for their entries in each row, as they do in the formula of a row. Generators behind `for` and guards
//! behind `if` are those of rules; to them a list is an array, `x in a` or `a[i]`, with places from 0. Each such part of a text is read by
//! itself, and a name of the same length stands in its place when the rest is read, so that what is wrong is told at its place.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::formula::{Named, Over, told};
use super::layout::{Count, Field, Layout, Nested};
use super::rule::{Numbers, shifted};
use grundy::Budget;
use grundy::budget::{Exhausted, Meter};
use grundy::rule::syntax::Span;
use grundy::rule::{Comprehension, Fault, FaultKind, Unfinished};

/// What becomes of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Their sum.
    Sum,
    /// How many conditions hold.
    Count,
    /// The least; 0 of none.
    Min,
    /// The largest; 0 of none.
    Max,
    /// Their greatest common divisor; 0 of none.
    Gcd,
    /// Their nim-sum.
    Xor,
    /// The first.
    First,
    /// The last.
    Last,
    /// Whether some condition holds.
    Any,
    /// Whether all conditions hold.
    All,
    /// How many there are.
    Len,
    /// All of them, as a list that a format makes.
    List,
}

const FOLDS: [(&str, Fold); 11] = [
    ("sum", Fold::Sum),
    ("count", Fold::Count),
    ("min", Fold::Min),
    ("max", Fold::Max),
    ("gcd", Fold::Gcd),
    ("xor", Fold::Xor),
    ("first", Fold::First),
    ("last", Fold::Last),
    ("any", Fold::Any),
    ("all", Fold::All),
    ("len", Fold::Len),
];

impl Fold {
    /// Whether it asks conditions.
    fn of_conditions(self) -> bool {
        matches!(self, Fold::Count | Fold::Any | Fold::All)
    }

    /// Whether it is a condition itself.
    fn is_condition(self) -> bool {
        matches!(self, Fold::Any | Fold::All)
    }
}

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

fn fault(kind: FaultKind) -> Unmet {
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
    name == super::formula::INDEX || FOLDS.iter().any(|(known, _)| *known == name)
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

    fn meter(&mut self) -> &mut Meter {
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

    /// Spends a step.
    pub(super) fn spend(&mut self) -> Result<(), Unmet> {
        Ok(self.meter().spend(1, 0)?)
    }

    pub(super) fn array(&mut self, field: Field) -> Result<Arc<[i64]>, Unmet> {
        if let Some(array) = self.arrays.get(&field) {
            return Ok(Arc::clone(array));
        }
        let entries = self.numbers.0[field].iter();
        let entries = entries.map(|&entry| i64::try_from(entry).ok());
        let array: Option<Arc<[i64]>> = entries.collect();
        let array = array.ok_or_else(|| fault(FaultKind::Overflow))?;
        self.arrays.insert(field, Arc::clone(&array));
        Ok(array)
    }
}

/// A byte of a text, and what is wrong there.
pub(super) type Wrong = (usize, String);

/// A text in which names of the same length stand for its folds.
pub(super) struct Replaced {
    pub(super) text: String,
    pub(super) names: Vec<(String, Folded)>,
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words of a text that are not within parentheses or brackets, with their places.
fn outer_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let begin = at;
            match bytes[at] {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                byte if is_part(byte) => {
                    while at < bytes.len() && is_part(bytes[at]) {
                        at += 1;
                    }
                    if depth == 0 {
                        return Some((begin, &text[begin..at]));
                    }
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        None
    })
}

/// Where a word stands in a text outside of parentheses and brackets.
pub(super) fn outer_word(text: &str, word: &str) -> Option<usize> {
    let mut words = outer_words(text);
    words
        .find(|(_, found)| *found == word)
        .map(|(place, _)| place)
}

/// Whether a comma stands outside of parentheses in a text.
fn has_outer_comma(text: &str) -> bool {
    parts_at(text, b',').len() > 1
}

/// The place of the parenthesis that closes the one at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether the bracket or parenthesis that a text begins with closes at its end.
pub(super) fn is_closed(text: &str) -> bool {
    let mut depth = 0i32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}

/// The parts of a text between such signs outside of parentheses and brackets, with their places.
fn parts_at(text: &str, sign: u8) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut depth, mut begin) = (0i32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ if byte == sign && depth == 0 => {
                parts.push((begin, &text[begin..at]));
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push((begin, &text[begin..]));
    parts
}

/// What plus signs add, with the places.
pub(super) fn summands(text: &str) -> Vec<(usize, &str)> {
    parts_at(text, b'+')
}

/// Numbers with commas between them, with their places.
pub(super) fn numbers(text: &str) -> Option<Vec<(usize, &str)>> {
    if outer_word(text, "for").is_some() || !has_outer_comma(text) {
        return None;
    }
    let mut parts = parts_at(text, b',');
    parts.retain(|(_, part)| !part.trim().is_empty());
    Some(parts)
}

/// Whether a text speaks of a name.
pub(super) fn speaks_of(text: &str, name: &str) -> bool {
    words(text).any(|(_, word)| word == name)
}

/// What stands behind the body of a list, from its `for` or `if` on.
pub(super) fn range(text: &str) -> &str {
    let place = outer_word(text, "for").or_else(|| outer_word(text, "if"));
    place.map_or("", |place| text[place..].trim())
}

/// All numbers of `a/2 if a%2 == 0`, in each row of a list, or of `d for d in divisors(n)`.
pub(super) fn list(text: &str, layout: &Layout) -> Result<Folded, Wrong> {
    let mut named = words(text);
    let is_array = |(at, word): (usize, &str)| {
        let listed = layout
            .field(word)
            .is_some_and(|field| layout.rows_of(field).is_some());
        listed && text[at + word.len()..].trim_start().starts_with('[')
    };
    // Without a list whose rows are gone through it is one number.
    let one = || of_range(Fold::List, text, layout, true, 0);
    if outer_word(text, "for").is_some() || named.any(is_array) {
        return one();
    }
    let rows = of_rows(Fold::List, text, layout, true, 0);
    match &rows {
        Err((0, why)) if why == NO_LIST => one(),
        _ => rows,
    }
}

const NO_LIST: &str = "expected a list of the layout, or numbers that run through a range, as in sum(d for d in divisors(n))";

/// How deep folds may stand in folds.
const DEEPEST: usize = 8;

/// Reads the folds of a text. `whole` says that the text has no row of its own.
pub(super) fn replace(
    text: &str,
    layout: &Layout,
    whole: bool,
    depth: usize,
) -> Result<Replaced, Wrong> {
    let mut replaced = Replaced {
        text: text.to_owned(),
        names: Vec::new(),
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    // Whether a number stands before: `x xor (y)` has no fold.
    let mut after_number = false;
    while at < bytes.len() {
        let begin = at;
        if !is_part(bytes[at]) {
            if !bytes[at].is_ascii_whitespace() {
                after_number = matches!(bytes[at], b')' | b']');
            }
            at += 1;
            continue;
        }
        while at < bytes.len() && is_part(bytes[at]) {
            at += 1;
        }
        let word = &text[begin..at];
        let blanks = text[at..].len() - text[at..].trim_start().len();
        let fold = FOLDS.iter().find(|(name, _)| *name == word);
        let infix = word == "xor" && after_number;
        after_number = !matches!(
            word,
            "and" | "or" | "not" | "xor" | "bitor" | "for" | "in" | "if"
        );
        let Some(&(_, fold)) = fold.filter(|_| !infix && bytes.get(at + blanks) == Some(&b'('))
        else {
            continue;
        };
        let open = at + blanks;
        let Some(close) = closing(text, open) else {
            continue;
        };
        let inner = &text[open + 1..close];
        let generators = outer_word(inner, "for");
        let body = generators.map_or(inner, |place| &inner[..place]);
        // Of several numbers these are functions.
        if has_outer_comma(body) {
            continue;
        }
        if depth >= DEEPEST {
            let message =
                format!("at most {DEEPEST} of sum, count, any, … stand within each other");
            return Err((begin, message));
        }
        let folded = match generators {
            Some(_) => of_range(fold, inner, layout, whole, depth),
            None => of_rows(fold, inner, layout, whole, depth),
        };
        let folded = folded.map_err(|(place, message)| (open + 1 + place, message))?;
        let name = name_of_length(close + 1 - begin, replaced.names.len(), layout);
        replaced.text.replace_range(begin..=close, &name);
        replaced.names.push((name, folded));
        at = close + 1;
        after_number = true;
    }
    Ok(replaced)
}

/// A name of so many letters that is none of the layout.
fn name_of_length(length: usize, number: usize, layout: &Layout) -> String {
    for letter in 'a'..='z' {
        let name = format!("{letter}{number}");
        let name = format!("{name}{}", "_".repeat(length.saturating_sub(name.len())));
        if layout.field(&name).is_none() {
            return name;
        }
    }
    "_".repeat(length)
}

/// Refuses a number in the place of a condition, and the other way round.
fn fit(fold: Fold, is_condition: bool) -> Result<(), Wrong> {
    let (name, _) = FOLDS
        .iter()
        .find(|(_, own)| *own == fold)
        .unwrap_or(&FOLDS[0]);
    match (fold.of_conditions(), is_condition) {
        (true, false) => Err((0, format!("{name} takes a condition, as in {name}(a > 1)"))),
        (false, true) if !matches!(fold, Fold::Len | Fold::List) => Err((
            0,
            format!("{name} takes a number; how often a condition holds is count(…)"),
        )),
        _ => Ok(()),
    }
}

/// `sum(a % 2)`, `count(a > b)`, `max(a if a % 2 == 0)`.
fn of_rows(
    fold: Fold,
    text: &str,
    layout: &Layout,
    whole: bool,
    depth: usize,
) -> Result<Folded, Wrong> {
    let (body, guard) = match outer_word(text, "if") {
        Some(place) => {
            let behind = place + "if".len();
            (&text[..place], Some((behind, &text[behind..])))
        }
        None => (text, None),
    };
    let body = Over::parse_within(body, layout, false, depth + 1)?;
    let guard = guard.map(|(behind, text)| {
        let guard = Over::parse_within(text, layout, false, depth + 1);
        guard.map_err(|(place, message)| (behind + place, message))
    });
    let guard = guard.transpose()?;
    fit(fold, body.formula().is_condition())?;
    let names = body.names().iter();
    let names = names.chain(guard.iter().flat_map(Over::names));
    let lists: Vec<Field> = names.flat_map(|name| of_row(name, layout)).collect();
    let Some(&first) = lists.first() else {
        return Err((0, NO_LIST.into()));
    };
    if lists.iter().any(|&list| layout.alphabet(list).is_some()) {
        return Err((0, "a list of a formula must be one of numbers".into()));
    }
    if !lists.iter().all(|&list| layout.are_beside(first, list)) {
        let message =
            "lists in one such part must be read in the same rows, or counted by the same number";
        return Err((0, message.into()));
    }
    let nested = nested(&[first], layout, whole)?;
    Ok(Folded {
        fold,
        each: Each::Rows(Box::new(body), guard.map(Box::new), first),
        fixed: nested.is_empty(),
        nested,
        even: layout.seen_late(&lists),
    })
}

/// Those lists of which the formula of a row reads the list of its group.
fn nested(lists: &[Field], layout: &Layout, whole: bool) -> Result<Vec<(Field, Nested)>, Wrong> {
    if whole {
        return Ok(Vec::new());
    }
    let all = lists.iter();
    let all = all.filter_map(|&list| Some((list, layout.nested(list)?)));
    let all: Vec<(Field, Nested)> = all.collect();
    if all.iter().any(|(_, nested)| nested.group != all[0].1.group) {
        return Err((0, "lists of different groups stand in one part".into()));
    }
    Ok(all)
}

/// The lists whose entry in a row names read; where they read the list of a group, a number of the group.
pub(super) fn of_rows_of(names: &[Named], layout: &Layout) -> Vec<Field> {
    let lists = names.iter().flat_map(|name| of_row(name, layout));
    lists.collect()
}

/// The lists whose entry in a row a name reads.
fn of_row(name: &Named, layout: &Layout) -> Vec<Field> {
    match name {
        Named::Field(field) => layout.rows_of(*field).map(|_| *field).into_iter().collect(),
        Named::Folded(folded) => {
            let groups = folded.nested.iter().map(|(_, nested)| nested.group);
            let mut lists: Vec<Field> = groups.collect();
            // Rows are its own.
            if let Each::Range(_, names, _) = &folded.each {
                lists.extend(names.iter().flat_map(|name| of_row(name, layout)));
            }
            lists
        }
        Named::Index | Named::Known(_) => Vec::new(),
    }
}

/// `any(d >= k for d in divisors(m) if d < m)`.
fn of_range(
    fold: Fold,
    text: &str,
    layout: &Layout,
    whole: bool,
    depth: usize,
) -> Result<Folded, Wrong> {
    let replaced = replace(text, layout, whole, depth + 1)?;
    let mut names: Vec<(&str, bool, Named)> = Vec::new();
    for (name, folded) in &replaced.names {
        let is_condition = folded.fold.is_condition();
        names.push((name, is_condition, Named::Folded(Box::new(folded.clone()))));
    }
    let mut arrays: Vec<(&str, Field)> = Vec::new();
    let mut before = "";
    for (at, word) in words(&replaced.text) {
        let behind = replaced.text[at + word.len()..].trim_start();
        let is_array = before == "in" || behind.starts_with('[');
        before = word;
        if word == super::formula::INDEX && !whole && layout.field(word).is_none() {
            push(&mut names, word, Named::Index);
        }
        let Some(field) = layout
            .field(word)
            .filter(|&field| layout.alphabet(field).is_none())
        else {
            continue;
        };
        match layout.rows_of(field) {
            Some(_) if is_array => {
                if !arrays.iter().any(|(name, _)| *name == word) {
                    arrays.push((word, field));
                }
            }
            // It has no row here.
            Some(_) if whole => {}
            _ => push(&mut names, word, Named::Field(field)),
        }
    }
    let given: Vec<(&str, bool)> = (names.iter())
        .map(|(name, is_condition, _)| (*name, *is_condition))
        .collect();
    let of_arrays: Vec<&str> = arrays.iter().map(|(name, _)| *name).collect();
    let read = Comprehension::parse(&replaced.text, &given, &of_arrays);
    let each = read.map_err(|errors| told(&errors))?;
    fit(fold, each.is_condition())?;
    let of_arrays: Vec<Field> = arrays.iter().map(|(_, field)| *field).collect();
    let nested = nested(&of_arrays, layout, whole)?;
    let fixed = nested.is_empty()
        && names.iter().all(|(_, _, named)| match named {
            Named::Field(field) => layout.rows_of(*field).is_none(),
            Named::Folded(folded) => folded.fixed,
            Named::Index => false,
            Named::Known(_) => true,
        });
    let names = names.into_iter().map(|(_, _, named)| named).collect();
    let arrays = arrays.into_iter().map(|(_, field)| field).collect();
    Ok(Folded {
        fold,
        each: Each::Range(Box::new(each), names, arrays),
        fixed,
        nested,
        even: Vec::new(),
    })
}

fn push<'t>(names: &mut Vec<(&'t str, bool, Named)>, word: &'t str, named: Named) {
    if !names.iter().any(|(name, ..)| *name == word) {
        names.push((word, false, named));
    }
}

/// All words of a text with their places.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let all = text.split(move |letter| !is_part(letter));
    let place = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    all.filter(|word| !word.is_empty())
        .map(move |word| (place(word), word))
}

/// A fold on its way.
struct Going {
    fold: Fold,
    found: Option<i128>,
    count: i128,
}

impl Going {
    /// Takes a number; whether more are wanted.
    fn take(&mut self, number: i64) -> bool {
        let number = i128::from(number);
        self.count += 1;
        let before = self.found;
        self.found = Some(match (self.fold, before) {
            (Fold::Any | Fold::All | Fold::First | Fold::Last | Fold::List, _) | (_, None) => {
                number
            }
            // No more than 2^64 numbers below 2^63 are ever added.
            (Fold::Sum | Fold::Count, Some(sum)) => sum + number,
            (Fold::Min, Some(least)) => least.min(number),
            (Fold::Max, Some(most)) => most.max(number),
            (Fold::Gcd, Some(other)) => gcd(other, number),
            (Fold::Xor, Some(other)) => other ^ number,
            (Fold::Len, Some(_)) => number,
        });
        match self.fold {
            Fold::First => false,
            Fold::Any => number == 0,
            Fold::All => number != 0,
            _ => true,
        }
    }

    fn told(&self) -> Result<i64, Unmet> {
        let found = match (self.fold, self.found) {
            (Fold::Len, _) => self.count,
            (Fold::All, None) => 1,
            (Fold::First | Fold::Last, None) => return Err(fault(FaultKind::Undefined)),
            (_, None) => 0,
            (Fold::Gcd, Some(found)) => found.abs(),
            (_, Some(found)) => found,
        };
        i64::try_from(found).map_err(|_| fault(FaultKind::Overflow))
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
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
                told.map_err(|why| match why {
                    Unfinished::Fault(fault) => Unmet::Fault(fault),
                    Unfinished::Exhausted(exhausted) => Unmet::Exhausted(exhausted),
                })
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
        let mut going = Going {
            fold: self.fold,
            found: None,
            count: 0,
        };
        self.each_number(scope, row, &mut |number| going.take(number))?;
        let told = going.told()?;
        if self.fixed {
            scope.known.insert(own, told);
        }
        Ok(told)
    }
}
