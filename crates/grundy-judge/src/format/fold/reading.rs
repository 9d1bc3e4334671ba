//! How the text of a formula is read that asks something of all rows of a list, or of all numbers of a range.
//!
//! Each such part is read by itself, and a name of the same length stands in its place when the rest is read, so that what is wrong is said
//! of its place. A part that speaks of a name which another one around it binds, `sum(count(x == c for x in a) for c in b)`, is a part of
//! the other's expression, as it is in rules.

use std::ops::Range;

use super::{Each, Folded};
use crate::format::formula::{Named, Over, told};
use crate::format::layout::{Field, Layout, Nested};
use crate::format::said;
use grundy::rule::Comprehension;
use grundy::rule::syntax::{Fold, Numbers};
use grundy::{Message, Text, message};

/// A byte of a text, and what is wrong there.
pub(in crate::format) type Wrong = (usize, Message);

/// A text in which names of the same length stand for its folds.
pub(in crate::format) struct Replaced {
    pub(in crate::format) text: String,
    pub(in crate::format) names: Vec<(String, Folded)>,
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
pub(in crate::format) fn outer_word(text: &str, word: &str) -> Option<usize> {
    let mut words = outer_words(text);
    words
        .find(|(_, found)| *found == word)
        .map(|(place, _)| place)
}

/// Whether a comma stands outside of parentheses in a text.
fn has_outer_comma(text: &str) -> bool {
    parts_at(text, b',').len() > 1
}

/// The place of the parenthesis or bracket that closes the one at `open`, among those of its kind.
fn closing(text: &str, open: usize) -> Option<usize> {
    let (begin, end) = match text.as_bytes().get(open)? {
        b'[' => (b'[', b']'),
        _ => (b'(', b')'),
    };
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            _ if byte == begin => depth += 1,
            _ if byte == end => {
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
pub(in crate::format) fn is_closed(text: &str) -> bool {
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
pub(in crate::format) fn summands(text: &str) -> Vec<(usize, &str)> {
    parts_at(text, b'+')
}

/// Numbers with commas between them, with their places.
pub(in crate::format) fn numbers(text: &str) -> Option<Vec<(usize, &str)>> {
    if outer_word(text, "for").is_some() || !has_outer_comma(text) {
        return None;
    }
    let mut parts = parts_at(text, b',');
    parts.retain(|(_, part)| !part.trim().is_empty());
    Some(parts)
}

/// Whether a text speaks of a name.
pub(in crate::format) fn speaks_of(text: &str, name: &str) -> bool {
    words(text).any(|(_, word)| word == name)
}

/// What stands behind the body of a list, from its `for` or `if` on.
pub(in crate::format) fn range(text: &str) -> &str {
    let place = outer_word(text, "for").or_else(|| outer_word(text, "if"));
    place.map_or("", |place| text[place..].trim())
}

/// All numbers of `a/2 if a%2 == 0`, in each row of a list, or of `d for d in divisors(n)`.
pub(in crate::format) fn list(text: &str, layout: &Layout) -> Result<Folded, Wrong> {
    let is_entry = |at: usize, word: &str| text[at + word.len()..].trim_start().starts_with('[');
    let lists = words(text).filter(|(_, word)| is_list(word, layout));
    let (entries, rows): (Vec<_>, Vec<_>) = lists.partition(|(at, word)| is_entry(*at, word));
    // Without a list whose rows are gone through it is one number.
    let one = || of_range(Fold::List, text, layout, true, 0);
    if outer_word(text, "for").is_some() || !entries.is_empty() && rows.is_empty() {
        return one();
    }
    let rows = of_rows(Fold::List, text, layout, true, 0);
    match &rows {
        Err((0, why)) if *why == said(&NO_LIST) => one(),
        _ => rows,
    }
}

static NOT_BESIDE: Text = Text::new(
    "the lists in such a part must be read in the same rows, or have the same number as their length",
    "同一部分中的各列表须在同一行中读入，或由同一个数给出长度",
);

static NO_LIST: Text = Text::new(
    "expected a list of the layout, or numbers that run through a range, as in sum(d for d in divisors(n))",
    "此处应为布局中的列表，或遍历某个范围的数，如 sum(d for d in divisors(n))",
);

/// How deep folds may stand in folds.
const DEEPEST: usize = 8;

/// A fold in a text: its word, and its parentheses.
struct Found {
    begin: usize,
    fold: Fold,
    open: usize,
    close: usize,
}

/// The folds of a text, each before those within it.
fn folds_in(text: &str, depth: usize) -> Result<Vec<Found>, Wrong> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    // Where those end within which the next word stands.
    let mut ends: Vec<usize> = Vec::new();
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
        let infix = word == "xor" && after_number;
        after_number = !matches!(
            word,
            "and" | "or" | "not" | "xor" | "bitor" | "for" | "in" | "if"
        );
        let open = at + blanks;
        let Some(fold) = Fold::named(word).filter(|_| !infix && bytes.get(open) == Some(&b'('))
        else {
            continue;
        };
        let Some(close) = closing(text, open) else {
            continue;
        };
        let inner = &text[open + 1..close];
        let body = outer_word(inner, "for").map_or(inner, |place| &inner[..place]);
        // Of several numbers these are functions.
        if has_outer_comma(body) {
            continue;
        }
        ends.retain(|&end| end > begin);
        if depth + ends.len() >= DEEPEST {
            let message = message!(
                "sum, count, any, … can be nested at most {most} deep",
                "sum、count、any 等最多嵌套 {most} 层",
                most = DEEPEST
            );
            return Err((begin, message));
        }
        ends.push(close);
        found.push(Found {
            begin,
            fold,
            open,
            close,
        });
    }
    Ok(found)
}

/// The names that generators of a text bind, outside of parentheses.
fn bound_by(text: &str) -> Vec<&str> {
    let generators = outer_word(text, "for").map_or("", |place| &text[place..]);
    let words = outer_words(generators).filter(|(place, word)| {
        let behind = generators[place + word.len()..].trim_start();
        let is_in = behind
            .strip_prefix("in")
            .is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric()));
        is_in || behind.starts_with('=') && !behind.starts_with("==")
    });
    words.map(|(_, word)| word).collect()
}

/// Whether a fold speaks of one of these names, or may do so: what its own generators bind is its own.
fn speaks_of_any(inner: &str, names: &[&str]) -> bool {
    let own = bound_by(inner);
    let generators = outer_word(inner, "for").unwrap_or(inner.len());
    words(inner).any(|(place, word)| {
        let is_own = own.contains(&word);
        let binds = || {
            let behind = inner[place + word.len()..].trim_start();
            behind.starts_with("in") || behind.starts_with('=')
        };
        names.contains(&word) && !(is_own && (place < generators || binds()))
    })
}

/// The places of a text in which a list stands for its entry in each row: the folds without `for`.
pub(in crate::format) fn rows_within(text: &str) -> Vec<Range<usize>> {
    let found = folds_in(text, 0).unwrap_or_default().into_iter();
    let rows =
        found.filter(|found| outer_word(&text[found.open + 1..found.close], "for").is_none());
    rows.map(|found| found.open..found.close).collect()
}

/// The folds of a text without `for` that stand in no other: where each begins, what becomes of its numbers, and its parentheses.
pub(in crate::format) fn of_rows_in(text: &str) -> Result<Vec<(usize, Fold, usize, usize)>, Wrong> {
    let mut behind = 0;
    let mut all = Vec::new();
    for found in folds_in(text, 0)? {
        let is_inner = found.begin < behind;
        let inner = &text[found.open + 1..found.close];
        if !is_inner && outer_word(inner, "for").is_none() {
            behind = found.close + 1;
            all.push((found.begin, found.fold, found.open, found.close));
        }
    }
    Ok(all)
}

/// Whether a list at this place of a text is meant as an array; the word before it.
pub(in crate::format) fn is_array(
    text: &str,
    at: usize,
    word: &str,
    before: &str,
    rows: &[Range<usize>],
) -> bool {
    let behind = text[at + word.len()..].trim_start();
    before == "in" || behind.starts_with('[') || rows.iter().any(|rows| rows.contains(&at))
}

/// Reads the folds of a text, but those that speak of a name bound around them: these are read with what binds it, and asked for each of what
/// it runs through. `whole` says that the text has no row of its own.
pub(in crate::format) fn replace(
    text: &str,
    layout: &Layout,
    whole: bool,
    depth: usize,
    bound: &[&str],
) -> Result<Replaced, Wrong> {
    let mut replaced = Replaced {
        text: text.to_owned(),
        names: Vec::new(),
    };
    let mut behind = 0;
    for found in folds_in(text, depth)? {
        let Found {
            begin,
            fold,
            open,
            close,
        } = found;
        if begin < behind {
            continue;
        }
        behind = close + 1;
        let inner = &text[open + 1..close];
        if speaks_of_any(inner, bound) {
            continue;
        }
        let folded = match outer_word(inner, "for") {
            Some(_) => of_range(fold, inner, layout, whole, depth),
            None if is_numbers(inner) => {
                let (text, before) = each_of(inner, layout);
                let folded = of_range(fold, &text, layout, whole, depth);
                folded.map_err(|(place, message)| (place.saturating_sub(before), message))
            }
            None => of_rows(fold, inner, layout, whole, depth),
        };
        let folded = folded.map_err(|(place, message)| (open + 1 + place, message))?;
        let name = name_of_length(close + 1 - begin, replaced.names.len(), layout);
        replaced.text.replace_range(begin..=close, &name);
        replaced.names.push((name, folded));
    }
    Ok(replaced)
}

/// Whether a text is `divisors(n)` or the like and nothing else.
pub(in crate::format) fn is_numbers(text: &str) -> bool {
    let Some((word, rest)) = text.trim().split_once('(') else {
        return false;
    };
    let mut all = Numbers::ALL.into_iter();
    let is_one = all.any(|numbers| numbers.word() == word.trim_end());
    is_one && is_closed(&format!("({rest}"))
}

/// `divisors(n)` with the name that runs through it, `d for d in divisors(n)`, and how much stands before it.
pub(in crate::format) fn each_of(numbers: &str, layout: &Layout) -> (String, usize) {
    let spoken_of: Vec<&str> = words(numbers).map(|(_, word)| word).collect();
    let mut free = ('a'..='z').map(String::from);
    let is_free =
        |name: &String| !spoken_of.contains(&name.as_str()) && layout.field(name).is_none();
    let name = free.find(is_free);
    let before = format!("{name} for {name} in ", name = name.unwrap_or_default());
    (format!("{before}{numbers}"), before.len())
}

/// Reads the entries of lists that stand outside of folds, `c[len(c)-1]`, of a text whose folds are replaced: each is the only one that is
/// gone through, `first(c[len(c)-1] for k in {0})`.
pub(in crate::format) fn replace_entries(
    text: &str,
    mut replaced: Replaced,
    layout: &Layout,
    whole: bool,
    depth: usize,
) -> Result<Replaced, Wrong> {
    let outside = replaced.text.clone();
    let spoken_of: Vec<&str> = words(text).map(|(_, word)| word).collect();
    let free = ('a'..='z').map(String::from);
    let is_taken =
        |name: &String| spoken_of.contains(&name.as_str()) || layout.field(name).is_some();
    let mut free = free.filter(|name| !is_taken(name));
    let Some(place) = free.next() else {
        return Ok(replaced);
    };
    let mut behind = 0;
    let mut number = replaced.names.len();
    for (begin, word) in words(&outside) {
        let open = begin + word.len();
        let open = open + outside[open..].len() - outside[open..].trim_start().len();
        if begin < behind || !is_list(word, layout) || !outside[open..].starts_with('[') {
            continue;
        }
        let Some(close) = closing(&outside, open) else {
            continue;
        };
        behind = close + 1;
        let one = format!("{} for {place} in {{0}}", &text[begin..=close]);
        let folded = of_range(Fold::First, &one, layout, whole, depth);
        let folded = folded.map_err(|(at, message)| (begin + at.min(close - begin), message))?;
        let name = name_of_length(close + 1 - begin, number, layout);
        number += 1;
        replaced.text.replace_range(begin..=close, &name);
        replaced.names.push((name, folded));
    }
    // What stood within them is read with them.
    let left = replaced.text.clone();
    replaced.names.retain(|(name, _)| speaks_of(&left, name));
    Ok(replaced)
}

/// Whether a word names a list of numbers.
fn is_list(word: &str, layout: &Layout) -> bool {
    let field = layout.field(word);
    field.is_some_and(|field| layout.rows_of(field).is_some() && layout.alphabet(field).is_none())
}

/// A name of so many letters that is none of the layout.
pub(in crate::format) fn name_of_length(length: usize, number: usize, layout: &Layout) -> String {
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
pub(in crate::format) fn fit(fold: Fold, is_condition: bool) -> Result<(), Wrong> {
    let word = fold.word();
    match (fold.of_conditions(), is_condition) {
        (true, false) => Err((
            0,
            message!(
                "{word} takes a condition, as in {word}(a > 1)",
                "{word} 需要条件，如 {word}(a > 1)",
                word = word
            ),
        )),
        (false, true) if !matches!(fold, Fold::Len | Fold::List) => Err((
            0,
            message!(
                "{word} takes a number; to count how often a condition holds, write count(…)",
                "{word} 需要数；条件成立的次数是 count(…)",
                word = word
            ),
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
        return Err((0, said(&NO_LIST)));
    };
    if lists.iter().any(|&list| layout.alphabet(list).is_some()) {
        return Err((
            0,
            message!(
                "a list of a formula must be one of numbers",
                "公式中的列表须为数列"
            ),
        ));
    }
    if !lists.iter().all(|&list| layout.are_beside(first, list)) {
        return Err((0, said(&NOT_BESIDE)));
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
        return Err((
            0,
            message!(
                "lists of different groups cannot be used in one part",
                "不同组的列表不能出现在同一部分中"
            ),
        ));
    }
    Ok(all)
}

/// The lists whose entry in a row names read; where they read the list of a group, a number of the group.
pub(in crate::format) fn of_rows_of(names: &[Named], layout: &Layout) -> Vec<Field> {
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
    let replaced = replace(text, layout, whole, depth + 1, &bound_by(text))?;
    let mut names: Vec<(&str, bool, Named)> = Vec::new();
    for (name, folded) in &replaced.names {
        let is_condition = folded.is_condition();
        names.push((name, is_condition, Named::Folded(Box::new(folded.clone()))));
    }
    let mut arrays: Vec<(&str, Field)> = Vec::new();
    let rows = rows_within(&replaced.text);
    are_beside(&replaced.text, &rows, layout)?;
    let mut before = "";
    for (at, word) in words(&replaced.text) {
        let is_array = is_array(&replaced.text, at, word, before, &rows);
        before = word;
        if word == crate::format::formula::INDEX && !whole && layout.field(word).is_none() {
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
    let each = read.map_err(|errors| told(&errors, &replaced.text, layout))?;
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

/// Lists whose entries in each row stand in one fold are read in the same rows.
fn are_beside(text: &str, rows: &[Range<usize>], layout: &Layout) -> Result<(), Wrong> {
    for own in rows {
        let within = |other: &&Range<usize>| own.start < other.start && other.end <= own.end;
        let inner: Vec<&Range<usize>> = rows.iter().filter(within).collect();
        let mut first = None;
        let mut before = "";
        for (at, word) in words(text) {
            let is_array = before == "in" || text[at + word.len()..].trim_start().starts_with('[');
            before = word;
            let here = own.contains(&at) && !inner.iter().any(|inner| inner.contains(&at));
            let list = layout.field(word).filter(|_| here && !is_array);
            let Some(list) = list.filter(|&list| layout.rows_of(list).is_some()) else {
                continue;
            };
            if !layout.are_beside(*first.get_or_insert(list), list) {
                return Err((at, said(&NOT_BESIDE)));
            }
        }
    }
    Ok(())
}

fn push<'t>(names: &mut Vec<(&'t str, bool, Named)>, word: &'t str, named: Named) {
    if !names.iter().any(|(name, ..)| *name == word) {
        names.push((word, false, named));
    }
}

/// All words of a text with their places.
pub(in crate::format) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let all = text.split(move |letter| !is_part(letter));
    let place = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    all.filter(|word| !word.is_empty())
        .map(move |word| (place(word), word))
}
