//! Numbers and lists that a format makes of those of a case: `b = sorted(a); gap = [b[i]-b[i-1]-1 for i in 1..len(b)]; odd = count(a%2 == 1)`.
//!
//! They have names like those of the layout and stand wherever these may. Each is made once for a case, or for each position in `[…]`
//! where it is made of what is read there; those before it are known to it. A list in brackets is written like what formulas ask of all rows
//! of a list or of all numbers of a range ([`fold`](super::fold)), and has all of them.

use super::along::{self, Along};
use super::fold::{self, Folded, Scope, Unmet, Wrong};
use super::formula::{Named, Over};
use super::layout::{BELOW_ZERO, Field, Layout};
use super::linked::{self, Linked, Takes};
use super::rule::Numbers;
use super::said;
use grundy::rule::Comprehension;
use grundy::{Budget, Message, Text, message};
use std::sync::Arc;

/// What is made of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arranged {
    /// Its entries in rising order.
    Sorted,
    /// Its entries, the last first.
    Reversed,
    /// Its different entries in rising order.
    Distinct,
    /// How often each different entry comes, in their rising order.
    Counts,
    /// The sums of its first entries: of none, of one, and so on up to all of them.
    Sums,
    /// Of letters: the place of each in the alphabet, from 0.
    Letters,
    /// Of words: how many letters each has.
    Lengths,
}

const ARRANGED: [(&str, Arranged); 7] = [
    ("sorted", Arranged::Sorted),
    ("reversed", Arranged::Reversed),
    ("distinct", Arranged::Distinct),
    ("counts", Arranged::Counts),
    ("sums", Arranged::Sums),
    ("letters", Arranged::Letters),
    ("lengths", Arranged::Lengths),
];

/// How a name is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// One number.
    Number(Box<Over>),
    /// The numbers of all rows of a list, or of all numbers of a range.
    List(Box<Folded>),
    /// Of a list.
    Of(Arranged, Field),
    /// Lists one behind the other.
    Joined(Vec<Field>),
    /// Lists one behind the other, and then numbers that are made of those before them.
    Recurrence(Vec<Field>, Box<Recurrence>),
    /// Of the vertices of a graph or a tree, by these lists and numbers.
    Linked(Linked, Vec<Field>),
    /// A number for each vertex of a tree, along its edges.
    Along(Box<Along>),
}

/// Numbers of a list that are made of those before them: `d[p[i]]+1 for i in 1..n`.
#[derive(Clone, Debug, PartialEq)]
pub struct Recurrence {
    /// What runs through a range.
    pub variable: String,
    /// The first number of the range.
    pub from: Over,
    /// The last number of the range.
    pub to: Over,
    /// The number for each; its names are the variable, then those of [`names`](Recurrence::names).
    pub body: Comprehension,
    /// What the further names of the body stand for.
    pub names: Vec<Named>,
    /// What its arrays stand for; nothing where it is the list itself.
    pub arrays: Vec<Option<Field>>,
}

impl Eq for Recurrence {}

/// A name that a format makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its name.
    pub field: Field,
    /// How it is made.
    pub how: How,
    /// Whether it is made for each position in `[…]`.
    pub late: bool,
    /// The list in whose rows it has an entry each, itself if no other.
    root: Field,
    /// What its list runs through, as it is written.
    range: String,
}

impl Made {
    /// Whether it is a list.
    pub(crate) fn is_list(&self) -> bool {
        !matches!(self.how, How::Number(_))
    }

    pub(super) fn root(&self) -> Field {
        self.root
    }

    /// The field as a list of its own.
    pub(super) fn rows(&self) -> &[Field] {
        std::slice::from_ref(&self.field)
    }
}

/// How deep lists without a name stand within each other.
const DEEPEST: usize = 8;

/// Names that are made, those without a name of their own among them.
const MOST_MADE: usize = 256;

/// Why something is not made.
pub(crate) enum Unmade {
    /// A number has no value, or something ran out.
    Unmet(Unmet),
    /// A number is negative.
    Negative,
    /// There are too many numbers.
    TooMany,
    /// A number is none of the vertices, of which there are so many.
    NoVertex(u128, usize),
    /// A number comes twice where each comes once.
    Twice(u128),
    /// A vertex hangs on itself.
    Cycle,
    /// Lists that must be equally long are not.
    Uneven,
    /// So many cells are no board with rows of that length.
    NoBoard(usize, u128),
    /// Next to a cell are 4 or 8 others, never so many.
    NoNeighbours(u128),
}

impl From<Unmet> for Unmade {
    fn from(why: Unmet) -> Unmade {
        Unmade::Unmet(why)
    }
}

/// The parts of a text between semicolons, with their places.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = move |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let parts = text.split(';').map(move |part| (place(part), part));
    parts.filter(|(_, part)| !part.trim().is_empty())
}

/// Without the blanks at both ends; the place of what remains.
fn trimmed(at: usize, text: &str) -> (usize, &str) {
    let begin = text.len() - text.trim_start().len();
    (at + begin, text.trim())
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Layout {
    /// Adds the names that a text makes.
    pub(super) fn make_names(&mut self, text: &str) -> Result<(), Wrong> {
        for (at, part) in parts(text) {
            let Some((name, how)) = part.split_once('=') else {
                return Err((
                    at,
                    message!(
                        "expected a name and its definition, as in b = sorted(a); gap = [b[i]-b[i-1] for i in 1..len(b)]",
                        "此处应为名字及其算法，如 b = sorted(a); gap = [b[i]-b[i-1] for i in 1..len(b)]"
                    ),
                ));
            };
            let (place, name) = trimmed(at, name);
            // What is called so may be below 0, as in a layout.
            let plain = name.strip_prefix(BELOW_ZERO);
            let (name, below) = (plain.unwrap_or(name), plain.is_some());
            self.may_be_called(name).map_err(|why| (place, why))?;
            let (place, how) = trimmed(at + part.len() - how.len(), how);
            self.make_name((name, below), place, how, 0)?;
        }
        Ok(())
    }

    fn may_be_called(&self, name: &str) -> Result<(), Message> {
        if !is_name(name) {
            return Err(message!(
                "expected a name of letters and digits",
                "此处应为由字母和数字组成的名字"
            ));
        }
        let arranged = ARRANGED.iter().any(|(known, _)| *known == name);
        if self.field(name).is_some() || arranged || fold::is_reserved(name) {
            return Err(message!(
                "the name already has another meaning",
                "该名字已另有所指"
            ));
        }
        Ok(())
    }

    /// Adds a name; `how` stands at `at` in the text.
    pub(super) fn make_name(
        &mut self,
        (name, below): (&str, bool),
        at: usize,
        how: &str,
        depth: usize,
    ) -> Result<Field, Wrong> {
        if depth > DEEPEST {
            let why = message!(
                "lists without a name can be nested at most {most} deep",
                "没有名字的列表最多嵌套 {most} 层",
                most = DEEPEST
            );
            return Err((at, why));
        }
        if self.made.len() == MOST_MADE {
            let why = message!(
                "at most {most} lists and numbers can be defined, including those without a name",
                "最多算出 {most} 个列表与数，没有名字的也计算在内",
                most = MOST_MADE
            );
            return Err((at, why));
        }
        let placed = |(place, why): Wrong| (at + place, why);
        let inner = how
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let mut range = String::new();
        let inner = inner.filter(|_| fold::is_closed(how));
        let how = if let Some(numbers) = inner.and_then(fold::numbers) {
            let mut lists = Vec::new();
            for (place, text) in numbers {
                let hidden = self.hidden(name);
                let one = format!("[{text}]");
                lists.push(self.make_name((&hidden, below), at + 1 + place, &one, depth + 1)?);
            }
            How::Joined(lists)
        } else if let Some((body, way, behind)) = inner.and_then(along::split) {
            let of = inner.map_or("", |inner| &inner[behind..]);
            let (begin, of) = trimmed(at + 1 + behind, of);
            let of = match way.is_of_tree() {
                true => self.list_of((name, below), begin, of, depth)?,
                false => self.number_of(name, begin, of, depth)?,
            };
            let along = Along::parse(name, body, way, of, self);
            let along = along.map_err(|(place, why)| (at + 1 + place, why))?;
            How::Along(Box::new(along))
        } else if let Some(inner) = inner {
            let folded = fold::list(inner, self);
            let folded = folded.map_err(|(place, why)| (at + 1 + place, why))?;
            range = folded.each_in(fold::range(inner), self);
            How::List(Box::new(folded))
        } else if fold::is_numbers(how) {
            let (each, before) = fold::each_of(how, self);
            let folded = fold::list(&each, self);
            let folded = folded.map_err(|(place, why)| (at + place.saturating_sub(before), why))?;
            range = folded.each_in(fold::range(&each), self);
            How::List(Box::new(folded))
        } else if let Some(joined) = self.joined((name, below), at, how, depth)? {
            joined
        } else if let Some((linked, taken)) = self.linked((name, below), at, how, depth)? {
            How::Linked(linked, taken)
        } else if let Some((arranged, begin, of)) = arranged(how) {
            let (begin, of) = trimmed(at + begin, of);
            let field = match self.field(of) {
                Some(field) => field,
                None => self.unnamed((name, below), begin, of, depth)?,
            };
            self.may_be_taken(arranged, of, field)
                .map_err(|why| (begin, why))?;
            How::Of(arranged, field)
        } else {
            let named = self.name_lists(how, depth).map_err(placed)?;
            let over = Over::parse(named.text(), self, true);
            let over = over.map_err(|wrong| placed(named.placed(wrong)))?;
            if over
                .names()
                .iter()
                .any(|name| matches!(name, Named::Known(_)))
            {
                let why = message!(
                    "total, sum, most and rows are for values only; for a list use sum(a), max(a), len(a)",
                    "total、sum、most 与 rows 只用于各值；对列表请用 sum(a)、max(a)、len(a)"
                );
                return Err((at, why));
            }
            How::Number(Box::new(over))
        };
        let field = self.fields.len();
        let reads = match &how {
            How::Number(over) => fold::fields_of(over.names()),
            How::List(folded) => folded.fields(),
            How::Of(_, of) => vec![*of],
            How::Joined(lists) | How::Linked(_, lists) => lists.clone(),
            How::Along(along) => along.fields(),
            How::Recurrence(lists, further) => {
                let ends = [&further.from, &further.to].into_iter();
                let ends = ends.flat_map(|over| fold::fields_of(over.names()));
                let arrays = further.arrays.iter().flatten().copied();
                let names = fold::fields_of(&further.names);
                lists
                    .iter()
                    .copied()
                    .chain(ends)
                    .chain(arrays)
                    .chain(names)
                    .collect()
            }
        };
        let late = reads.iter().any(|field| self.is_late(*field));
        // A list with an entry for each row of another, or for the same numbers of a range, stands beside it.
        let same = |made: &&Made| !range.is_empty() && made.range == range;
        let root = match &how {
            How::Of(Arranged::Sorted | Arranged::Reversed, of) => self.root(*of),
            How::List(folded) => match folded.rows() {
                Some(of) => self.root(of),
                None => self.made.iter().find(same).map_or(field, Made::root),
            },
            _ => field,
        };
        let is_below = |field: &Field| self.may_be_negative(*field);
        let below = below
            || match &how {
                How::Number(_) | How::List(_) | How::Linked(..) | How::Along(_) => false,
                How::Of(Arranged::Counts | Arranged::Letters | Arranged::Lengths, _) => false,
                How::Of(_, of) => is_below(of),
                How::Joined(lists) | How::Recurrence(lists, _) => lists.iter().any(is_below),
            };
        if below {
            self.below_zero.push(field);
        }
        self.fields.push(name.into());
        self.made.push(Made {
            field,
            how,
            late,
            root,
            range,
        });
        Ok(field)
    }

    /// Whether something is made of a field, and why not.
    fn may_be_taken(&self, arranged: Arranged, name: &str, field: Field) -> Result<(), Message> {
        let is_word = self.alphabet(field).is_some();
        match arranged {
            Arranged::Letters if !is_word => Err(message!(
                "'{name}' has no letters; letters(s) is for a word or a board, as read by s:'01'*n",
                "'{name}' 没有字母；letters(s) 是字或棋盘的各字母，如 s:'01'*n 所读入的",
                name = name
            )),
            Arranged::Lengths if !self.is_of_words(field) => Err(message!(
                "'{name}' is not a word; lengths(w) is for a word or the words of a group, as read by (w:'a-z')*n",
                "'{name}' 不是字；lengths(w) 是一个字或一组中各字的长度，如 (w:'a-z')*n 所读入的",
                name = name
            )),
            Arranged::Letters | Arranged::Lengths => Ok(()),
            _ if self.rows_of(field).is_none() || is_word => Err(message!(
                "'{name}' is not a list of numbers; a word s gives one by letters(s), several words by lengths(s)",
                "'{name}' 不是数列；字 s 的数列是 letters(s)，多个字的则是 lengths(s)",
                name = name
            )),
            _ => Ok(()),
        }
    }

    /// A list without a name of its own.
    fn unnamed(
        &mut self,
        (name, below): (&str, bool),
        at: usize,
        text: &str,
        depth: usize,
    ) -> Result<Field, Wrong> {
        if !text.contains(['[', '(', '+']) {
            let why = message!(
                "expected a list of the layout, not '{text}'",
                "此处应为布局中的列表，而不是 '{text}'",
                text = text
            );
            return Err((at, why));
        }
        let hidden = self.hidden(name);
        self.make_name((&hidden, below), at, text, depth + 1)
    }

    /// A list of numbers, with a name or without.
    fn list_of(
        &mut self,
        name: (&str, bool),
        at: usize,
        text: &str,
        depth: usize,
    ) -> Result<Field, Wrong> {
        let field = match self.field(text) {
            Some(field) => field,
            None => self.unnamed(name, at, text, depth)?,
        };
        if self.rows_of(field).is_none() || self.alphabet(field).is_some() {
            let why = message!(
                "'{text}' is not a list of numbers; a word s gives one by letters(s)",
                "'{text}' 不是数列；字 s 的数列是 letters(s)",
                text = text
            );
            return Err((at, why));
        }
        Ok(field)
    }

    /// A number of the case, with a name or without.
    fn number_of(
        &mut self,
        name: &str,
        at: usize,
        text: &str,
        depth: usize,
    ) -> Result<Field, Wrong> {
        let field = match self.field(text) {
            Some(field) => field,
            None => {
                let hidden = self.hidden(name);
                self.make_name((&hidden, false), at, text, depth + 1)?
            }
        };
        match self.rows_of(field) {
            None if self.alphabet(field).is_none() => Ok(field),
            _ => Err((
                at,
                message!(
                    "expected a number here, not '{text}'",
                    "此处应为一个数，而不是 '{text}'",
                    text = text
                ),
            )),
        }
    }

    /// A function of the vertices of a graph, and what it takes.
    fn linked(
        &mut self,
        name: (&str, bool),
        at: usize,
        how: &str,
        depth: usize,
    ) -> Result<Option<(Linked, Vec<Field>)>, Wrong> {
        let Some((function, begin, inner)) = called(how) else {
            return Ok(None);
        };
        let parts = fold::numbers(inner).unwrap_or_else(|| vec![(0, inner)]);
        let Some((linked, takes, least, example)) = linked::named(function) else {
            return Ok(None);
        };
        // With one list it tells how often each of its entries comes.
        if linked == Linked::Counts && parts.len() == 1 {
            return Ok(None);
        }
        if !(least..=takes.len()).contains(&parts.len()) {
            let why = message!(
                "expected as many lists and numbers as in {example}",
                "列表与数的个数应如 {example}",
                example = example
            );
            return Err((at + begin, why));
        }
        let mut taken = Vec::new();
        for (takes, (place, text)) in takes.iter().zip(parts) {
            let (place, text) = trimmed(at + begin + place, text);
            taken.push(match takes {
                Takes::List => self.list_of(name, place, text, depth)?,
                Takes::Number => self.number_of(name.0, place, text, depth)?,
            });
        }
        Ok(Some((linked, taken)))
    }

    /// Lists one behind the other; the last may be made of itself.
    fn joined(
        &mut self,
        (name, below): (&str, bool),
        at: usize,
        how: &str,
        depth: usize,
    ) -> Result<Option<How>, Wrong> {
        let parts = fold::summands(how);
        let is_list = |part: &&str| {
            let listed = self
                .field(part)
                .is_some_and(|field| self.rows_of(field).is_some());
            listed || part.starts_with('[') && fold::is_closed(part) || is_function(part)
        };
        let texts: Vec<&str> = parts.iter().map(|(_, part)| part.trim()).collect();
        if parts.len() < 2 || !texts.iter().all(is_list) {
            return Ok(None);
        }
        let mut lists = Vec::new();
        for (place, (&part, &(begin, written))) in texts.iter().zip(&parts).enumerate() {
            let (begin, _) = trimmed(at + begin, written);
            let inner = part
                .strip_prefix('[')
                .and_then(|part| part.strip_suffix(']'));
            if place + 1 == parts.len()
                && let Some(inner) = inner.filter(|inner| fold::speaks_of(inner, name))
            {
                let further = self.recurrence(name, inner);
                let further = further.map_err(|(place, why)| (begin + 1 + place, why))?;
                return Ok(Some(How::Recurrence(lists, Box::new(further))));
            }
            lists.push(match self.field(part) {
                Some(field) => field,
                None => {
                    let hidden = self.hidden(name);
                    self.make_name((&hidden, below), begin, part, depth + 1)?
                }
            });
        }
        Ok(Some(How::Joined(lists)))
    }

    /// A name for a list without one.
    pub(super) fn hidden(&self, name: &str) -> String {
        let is_free = |hidden: &String| self.field(hidden).is_none();
        let first = Some(format!("{name}_of")).filter(is_free);
        let mut further = (2..).map(|number| format!("{name}_of{number}"));
        first.or_else(|| further.find(is_free)).unwrap_or_default()
    }

    /// `d[p[i]]+1 for i in 1..n`, where `d` is the list itself.
    fn recurrence(&self, name: &str, text: &str) -> Result<Recurrence, Wrong> {
        static SHAPE: Text = Text::new(
            "a list defined from itself must run through one range, as in d = [0] + [d[p[i]]+1 for i in 1..n]",
            "由自身算出的列表须遍历一个范围，如 d = [0] + [d[p[i]]+1 for i in 1..n]",
        );
        let wrong = |place: usize| (place, said(&SHAPE));
        let place = fold::outer_word(text, "for").ok_or_else(|| wrong(0))?;
        let (body, generator) = (&text[..place], &text[place + "for".len()..]);
        let behind = place + "for".len();
        let (variable, range) = generator.split_once(" in ").ok_or_else(|| wrong(behind))?;
        let (begin, variable) = trimmed(behind, variable);
        if !is_name(variable) || self.field(variable).is_some() || variable == name {
            return Err((
                begin,
                message!(
                    "expected a name that is not in use",
                    "此处应为未被使用的名字"
                ),
            ));
        }
        let begin = text.len() - range.len();
        let (from, to) = range.split_once("..").ok_or_else(|| wrong(begin))?;
        let included = to.starts_with('=');
        let after = begin + from.len() + "..".len() + usize::from(included);
        let to = to.strip_prefix('=').unwrap_or(to);
        let end = |place: usize, text: &str| {
            let over = Over::parse(text, self, true);
            over.map_err(|(at, why)| (place + at, why))
        };
        let from = end(begin, from)?;
        let to = match included {
            true => end(after, to)?,
            false => end(after, &format!("{to}-1"))?,
        };
        let mut names: Vec<(&str, bool)> = vec![(variable, false)];
        let mut stand_for = Vec::new();
        let (mut arrays, mut of_arrays) = (Vec::new(), Vec::new());
        let rows = fold::rows_within(body);
        let mut before = "";
        for (at, word) in fold::words(body) {
            let is_array = fold::is_array(body, at, word, before, &rows);
            before = word;
            let field = self
                .field(word)
                .filter(|field| self.alphabet(*field).is_none());
            let is_own = word == name;
            if field.is_none() && !is_own {
                continue;
            }
            let listed = is_own || field.is_some_and(|field| self.rows_of(field).is_some());
            if listed && is_array && !arrays.contains(&word) {
                arrays.push(word);
                of_arrays.push(field.filter(|_| !is_own));
            } else if let Some(field) = field.filter(|_| !listed)
                && !names.iter().any(|(known, _)| *known == word)
            {
                names.push((word, false));
                stand_for.push(Named::Field(field));
            }
        }
        let read = Comprehension::parse(body, &names, &arrays);
        let body = read.map_err(|errors| super::formula::told(&errors, body, self))?;
        if !body.items().is_empty() {
            return Err(wrong(0));
        }
        Ok(Recurrence {
            variable: variable.to_owned(),
            from,
            to,
            body,
            names: stand_for,
            arrays: of_arrays,
        })
    }

    /// How a name is made, if it is.
    pub fn made(&self, field: Field) -> Option<&Made> {
        self.made.iter().find(|made| made.field == field)
    }

    /// The names that are made, in their order.
    pub fn all_made(&self) -> &[Made] {
        &self.made
    }

    /// The list in whose rows a list has an entry each.
    pub(super) fn root(&self, list: Field) -> Field {
        self.made(list).map_or(list, Made::root)
    }

    /// Makes the names of a case, or those of a position in `[…]`; the one that is not made, and why.
    pub(crate) fn make(
        &self,
        numbers: &mut Numbers,
        late: bool,
        most: usize,
        budget: &Budget,
    ) -> Result<(), (Field, Unmade)> {
        for made in self.made.iter().filter(|made| made.late == late) {
            let list = made.of(numbers, self, most, budget);
            numbers.0[made.field] = list.map_err(|why| (made.field, why))?;
        }
        Ok(())
    }
}

/// What a text calls that is nothing but a call, and the place and the text of what stands in its parentheses.
pub(super) fn called(text: &str) -> Option<(&str, usize, &str)> {
    let open = text.find('(')?;
    let inner = text[open + 1..].strip_suffix(')')?;
    fold::is_closed(&text[open..]).then_some((text[..open].trim_end(), open + 1, inner))
}

/// A function of a list, and the place and the text of what stands in its parentheses.
fn arranged(text: &str) -> Option<(Arranged, usize, &str)> {
    let (name, begin, inner) = called(text)?;
    let (_, arranged) = ARRANGED.iter().find(|(known, _)| *known == name)?;
    Some((*arranged, begin, inner))
}

/// Whether a text calls a function that makes a list.
pub(super) fn is_function(text: &str) -> bool {
    let name = called(text).map_or("", |(name, ..)| name);
    arranged(text).is_some() || linked::named(name).is_some() || fold::is_numbers(text)
}

impl Made {
    fn of(
        &self,
        numbers: &Numbers,
        layout: &Layout,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<u128>, Unmade> {
        let natural = |number: i64| held(number, layout.may_be_negative(self.field));
        match &self.how {
            How::Number(over) => {
                let mut scope = Scope::new(numbers, Some(budget));
                Ok(vec![natural(over.at(&mut scope, 0, None)?)?])
            }
            How::List(folded) => {
                let mut scope = Scope::new(numbers, Some(budget));
                let mut list = Vec::new();
                let mut wrong = None;
                folded.each_number(&mut scope, 0, &mut |number| {
                    match natural(number) {
                        Ok(_) if list.len() == most => wrong = Some(Unmade::TooMany),
                        Ok(number) => list.push(number),
                        Err(why) => wrong = Some(why),
                    }
                    wrong.is_none()
                })?;
                wrong.map_or(Ok(list), Err)
            }
            How::Joined(lists) => {
                let all = lists.iter().flat_map(|list| &numbers.0[*list]);
                let all: Vec<u128> = all.copied().collect();
                (all.len() <= most).then_some(all).ok_or(Unmade::TooMany)
            }
            How::Recurrence(lists, further) => {
                let below = layout.may_be_negative(self.field);
                further.of(lists, below, numbers, most, budget)
            }
            How::Linked(linked, fields) => linked.of(fields, numbers, most),
            How::Along(along) => along.of(layout.may_be_negative(self.field), numbers, budget),
            How::Of(arranged, of) => {
                let mut list = numbers.0[*of].clone();
                let below = numbers.may_be_negative(*of);
                // Numbers below 0 stand before the others.
                let rising = |number: &u128| (!below || number.cast_signed() >= 0, *number);
                match arranged {
                    Arranged::Sorted => list.sort_unstable_by_key(rising),
                    Arranged::Reversed => list.reverse(),
                    Arranged::Distinct => {
                        list.sort_unstable_by_key(rising);
                        list.dedup();
                    }
                    Arranged::Counts => {
                        list.sort_unstable_by_key(rising);
                        let runs = list.chunk_by(|one, other| one == other);
                        list = runs.map(|run| run.len() as u128).collect();
                    }
                    Arranged::Sums => {
                        let mut sum = 0u128;
                        let mut sums = vec![0];
                        for number in list {
                            sum = match below {
                                // Numbers of 64 bits with a sign, too few to leave 128.
                                true => sum.wrapping_add(number),
                                false => sum.checked_add(number).ok_or(Unmade::TooMany)?,
                            };
                            sums.push(sum);
                        }
                        list = sums;
                    }
                    Arranged::Letters => {
                        list = places(layout.alphabet(*of).unwrap_or_default(), &list);
                    }
                    Arranged::Lengths => list = layout.word_lengths(*of, numbers),
                }
                Ok(list)
            }
        }
    }
}

impl Recurrence {
    fn of(
        &self,
        first: &[Field],
        below: bool,
        numbers: &Numbers,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<u128>, Unmade> {
        let mut scope = Scope::new(numbers, Some(budget));
        let from = self.from.at(&mut scope, 0, None)?;
        let to = self.to.at(&mut scope, 0, None)?;
        let mut list: Vec<u128> = Vec::new();
        first
            .iter()
            .for_each(|&field| list.extend(&numbers.0[field]));
        let further = usize::try_from(i128::from(to) - i128::from(from) + 1).unwrap_or(0);
        let length = list
            .len()
            .checked_add(further)
            .filter(|&length| length <= most);
        let length = length.ok_or(Unmade::TooMany)?;
        let entries = first.iter().flat_map(|&field| {
            let entries = numbers.0[field].iter();
            entries.map(move |&entry| numbers.narrow(field, entry))
        });
        let mut own: Vec<i64> = entries.collect::<Option<_>>().ok_or(Unmade::TooMany)?;
        own.resize(length, Comprehension::UNKNOWN);
        let mut own: Arc<[i64]> = own.into();
        let mut arrays: Vec<Arc<[i64]>> = Vec::new();
        for array in &self.arrays {
            arrays.push(match array {
                Some(field) => scope.array(*field)?,
                None => Arc::from([]),
            });
        }
        let mut slots = vec![0];
        for name in &self.names {
            slots.push(name.at(&mut scope, 0, None)?);
        }
        let place = self.arrays.iter().position(Option::is_none);
        for number in from..=to {
            slots[0] = number;
            if let Some(place) = place {
                std::mem::swap(&mut arrays[place], &mut own);
            }
            let told = self.body.at(&slots, &arrays, scope.meter());
            if let Some(place) = place {
                std::mem::swap(&mut arrays[place], &mut own);
            }
            let told = told.map_err(Unmet::from)?;
            let at = list.len();
            list.push(held(told, below)?);
            // It is shared with nobody between two numbers.
            if let Some(own) = Arc::get_mut(&mut own) {
                own[at] = told;
            }
        }
        Ok(list)
    }
}

/// A number as it is held; only where it may be so it is below 0.
pub(super) fn held(number: i64, below: bool) -> Result<u128, Unmade> {
    match below {
        true => Ok(i128::from(number).cast_unsigned()),
        false => u128::try_from(number).map_err(|_| Unmade::Negative),
    }
}

/// The places of letters in their alphabet, from 0; what parts the lines of a board is left out.
fn places(alphabet: &[u8], letters: &[u128]) -> Vec<u128> {
    let place = |letter: &u128| {
        let place = alphabet.iter().position(|own| u128::from(*own) == *letter);
        place.map(|place| place as u128)
    };
    letters.iter().filter_map(place).collect()
}
