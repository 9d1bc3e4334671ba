//! How the numbers of a case stand in the input: a small language of names, lists and counts.
//!
//! `n heap*n` is a number n and as many heaps; `n (heap limit)*n` a number and as many pairs;
//! `k take*k m [h heap*h]*m` a set, then m positions that are answered one by one. A count is a
//! name read before, a number, or a name with a number added or taken away: `coin*n-1`; a table of
//! numbers has two, `cell*n*m`.
//!
//! Beside numbers there are letters, of an alphabet in quotes: `s:'+-'` is a word, `s:'UD'*n` a line of
//! n letters, `s:'.X'*n*m` a board of n lines. `s:'.X'(row column)*n*m` is the same board, and row and column are lists: where its cells stand
//! that have the last letter, from 1; `s:'.X'(place)*n` does so for a line or a word. `|a|` and `|a|*n` are numbers that may have a minus
//! sign, of which it is passed over; `+-a`, `+-a*n` and `(+-x +-y r)*n` have numbers that may be below 0. `heap*[]` and `s:'+-'*[]` are lists as online judges print
//! them, `[3,1,2]` and `["++--"]`; `'/'` is that text itself. `(k next*k)*n` are n groups, each with its own
//! count, and `[p*m]*0` positions up to one that begins with 0. `tree:n(u v)*n-1` are the edges of a tree on
//! the vertices 1 to n, `graph:n(u v)*m` those of a graph without loops and double edges,
//! `forest:n(u v)*m` of one without cycles, `circuits:n(u v)*n` of one whose parts are cycles, and `arcs:n(u v)*m` pairs of vertices.

use super::made::Made;
use super::said;
use grundy::{Message, Text, message};
use std::sync::Arc;

/// A name of the layout, by its place in [`Layout::names`].
pub type Field = usize;

/// How many there are of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Always so many.
    Fixed(u64),
    /// The number of that name, with something added.
    Named(Field, i64),
    /// The product of two numbers: rows, and how many in each.
    Times(Field, Field),
}

impl Count {
    /// The name that says it, if one does.
    pub fn field(self) -> Option<Field> {
        match self {
            Count::Fixed(_) => None,
            Count::Named(field, _) | Count::Times(field, _) => Some(field),
        }
    }
}

/// How many letters there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// A word, up to the next blank.
    Word,
    /// So many, with blanks between them or without.
    Line(Count),
    /// So many lines of so many letters.
    Board(Count, Count),
    /// Words in brackets, with commas between them.
    Listed,
}

/// What rows of two vertices are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Any pairs of vertices.
    Arcs,
    /// Edges without loops and double edges.
    Graph,
    /// Edges without cycles.
    Forest,
    /// The edges of a tree.
    Tree,
    /// Edges of which each vertex has two.
    Circuits,
}

/// What a minus sign before a number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Minus {
    /// No number has one.
    Refused,
    /// Nothing.
    PassedOver,
    /// That the number is below 0.
    Kept,
}

/// What is read in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// One number.
    Number(Field),
    /// Rows of one number for each field.
    Rows(Vec<Field>, Count),
    /// Letters of the alphabet of a field.
    Letters(Field, Span),
    /// Numbers in brackets with commas between them.
    Listed(Field),
    /// This text, with blanks around it or without.
    Literal(Arc<str>),
    /// Items again and again, the names that they read, and how often.
    Group(Vec<Item>, Vec<Field>, Count),
}

impl Item {
    /// The names that it reads.
    pub fn fields(&self) -> &[Field] {
        match self {
            Item::Number(field) | Item::Letters(field, _) | Item::Listed(field) => {
                std::slice::from_ref(field)
            }
            Item::Rows(fields, _) | Item::Group(_, fields, _) => fields,
            Item::Literal(_) => &[],
        }
    }
}

/// The numbers of a case, in the order they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) text: String,
    pub(crate) fields: Vec<Arc<str>>,
    /// What is read once for a case.
    pub(crate) head: Vec<Item>,
    /// What is read for each position that is answered, and how many there are.
    pub(crate) positions: Option<(Vec<Item>, Count)>,
    /// Which rows of the whole case, if any, count with a number; for error messages.
    counts: Vec<(Field, Counted)>,
    /// The letters of the fields that are words.
    alphabets: Vec<(Field, Arc<[u8]>)>,
    /// By their first field, what rows of vertices are, and the number of vertices.
    shapes: Vec<(Field, Edges, Field)>,
    /// Which letters yield where they stand.
    marks: Vec<Marks>,
    /// Numbers that may have a minus sign, which is passed over.
    signed: Vec<Field>,
    /// Numbers, and lists of them, that may be below 0.
    pub(super) below_zero: Vec<Field>,
    /// Names that the format makes of those that are read.
    pub(super) made: Vec<Made>,
}

/// A list that each group of a `(k next*k)*n` has for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nested {
    /// A number of the group, which has an entry for each group.
    pub group: Field,
    /// How long the list of a group is.
    pub count: Count,
    /// Whether the count is a number of the group.
    pub own: bool,
}

/// What the rows of a list are.
#[derive(PartialEq, Eq)]
enum Rows {
    /// So many.
    Counted(Count),
    /// Those of each group, so many.
    Nested(Field, Count),
}

/// Letters that yield where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The field of the letters.
    of: Field,
    /// The letter.
    letter: u8,
    /// The lists of rows and columns, or of places, each from 1.
    pub(crate) places: Vec<Field>,
}

impl Marks {
    /// Hands row and column of each letter that is marked to `take`, of which a line has only columns.
    pub(crate) fn each(&self, letters: &[u128], mut take: impl FnMut(Field, u128)) {
        let lines = letters.split(|&letter| letter == u128::from(b'\n'));
        for (line, row) in lines.zip(1..) {
            let cells = line.iter().zip(1..);
            for (_, column) in cells.filter(|(letter, _)| **letter == u128::from(self.letter)) {
                match self.places[..] {
                    [rows, columns] => {
                        take(rows, row);
                        take(columns, column);
                    }
                    _ => take(self.places[0], column),
                }
            }
        }
    }
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// The entries of a list.
    List(Field),
    /// Rows of two.
    Pairs,
    /// Rows of more.
    Rows,
    /// Positions.
    Positions,
}

/// Where a layout is wrong: the byte, and what was expected there.
pub(crate) type Fault = (usize, Message);

impl Layout {
    pub(crate) fn parse(text: &str) -> Result<Layout, Fault> {
        let mut parser = Parser {
            text,
            at: 0,
            layout: Layout {
                text: text.to_owned(),
                fields: Vec::new(),
                head: Vec::new(),
                positions: None,
                counts: Vec::new(),
                alphabets: Vec::new(),
                shapes: Vec::new(),
                marks: Vec::new(),
                signed: Vec::new(),
                below_zero: Vec::new(),
                made: Vec::new(),
            },
            numbers: Vec::new(),
            within: None,
        };
        parser.items(Until::End)?;
        if parser.layout.fields.is_empty() {
            return Err((
                0,
                message!(
                    "a layout must name at least one number, as in \"n heap*n\"",
                    "布局至少要有一个数的名字，如 \"n heap*n\""
                ),
            ));
        }
        Ok(parser.layout)
    }

    /// The layout as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names, in the order they are read.
    pub fn names(&self) -> &[Arc<str>] {
        &self.fields
    }

    /// What is read once for a case.
    pub fn head(&self) -> &[Item] {
        &self.head
    }

    /// What is read for each position, and how many positions there are, where a case has several.
    pub fn bracket(&self) -> Option<(&[Item], Count)> {
        let positions = self.positions.as_ref();
        positions.map(|(items, count)| (items.as_slice(), *count))
    }

    /// The field of a name.
    pub fn field(&self, name: &str) -> Option<Field> {
        self.fields.iter().position(|field| &**field == name)
    }

    /// Every item: those of the case, then those of a position.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        let each = self.positions.iter().flat_map(|(items, _)| items);
        self.head.iter().chain(each)
    }

    /// The fields that are read together with `field` in rows, if it is a list.
    pub fn rows_of(&self, field: Field) -> Option<&[Field]> {
        fn of(item: &Item, field: Field, listed: bool) -> Option<&[Field]> {
            match item {
                Item::Number(own) if !listed || *own != field => None,
                Item::Group(items, ..) => items.iter().find_map(|item| of(item, field, true)),
                item if item.fields().contains(&field) => Some(item.fields()),
                _ => None,
            }
        }
        if let Some(made) = self.made(field) {
            return made.is_list().then(|| made.rows());
        }
        let marked = self.marks.iter().map(|marks| &marks.places[..]);
        let marked = marked.into_iter().find(|places| places.contains(&field));
        marked.or_else(|| self.items().find_map(|item| of(item, field, false)))
    }

    /// What the letters of a field yield besides, if anything.
    pub(crate) fn marks(&self, field: Field) -> Option<&Marks> {
        self.marks.iter().find(|marks| marks.of == field)
    }

    /// The lists of rows and columns, or of places, where the last letter of the alphabet of a field stands, if they are taken.
    pub fn marked(&self, letters: Field) -> Option<&[Field]> {
        self.marks(letters).map(|marks| &marks.places[..])
    }

    /// Whether it reads words or boards of letters.
    pub fn has_letters(&self) -> bool {
        !self.alphabets.is_empty()
    }

    /// Whether a number may have a minus sign, which is passed over.
    pub(crate) fn is_signed(&self, field: Field) -> bool {
        self.signed.contains(&field)
    }

    /// Whether some numbers may have a minus sign that is passed over.
    pub fn has_signs(&self) -> bool {
        !self.signed.is_empty()
    }

    /// Whether a minus sign of a number is passed over.
    pub fn passes_sign(&self, field: Field) -> bool {
        self.is_signed(field)
    }

    /// Whether a number, or an entry of a list, may be below 0.
    pub fn may_be_negative(&self, field: Field) -> bool {
        self.below_zero.contains(&field)
    }

    /// Whether some number that is read may be below 0.
    pub fn reads_negatives(&self) -> bool {
        let mut below = self.below_zero.iter();
        below.any(|&field| self.made(field).is_none())
    }

    /// What a minus sign before numbers of these fields means, which are read together.
    pub(crate) fn minus(&self, fields: &[Field]) -> Minus {
        if fields.iter().any(|&field| self.may_be_negative(field)) {
            Minus::Kept
        } else if fields.first().is_some_and(|&field| self.is_signed(field)) {
            Minus::PassedOver
        } else {
            Minus::Refused
        }
    }

    /// Whether two lists have an entry each in every row: they are read together, or each by itself in rows that the same number counts, or one
    /// is made of the rows of the other.
    pub(crate) fn are_beside(&self, one: Field, other: Field) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        let rows = self.rows(one);
        self.rows_of(one) == self.rows_of(other)
            || (rows.is_some() && rows == self.rows(other))
            // How long they are is seen when they are made.
            || self.made(one).is_some()
            || self.made(other).is_some()
    }

    /// Of lists that must have an entry each in every row, those whose length is only seen in a case.
    pub(crate) fn seen_late(&self, lists: &[Field]) -> Vec<Field> {
        let is_made = |list: &Field| self.made(self.root(*list)).is_some();
        match lists.iter().any(is_made) {
            true => lists.to_vec(),
            false => Vec::new(),
        }
    }

    /// What the rows of a list are, where their number is said by a count.
    fn rows(&self, field: Field) -> Option<Rows> {
        if let Some(nested) = self.nested(field) {
            return Some(Rows::Nested(nested.group, nested.count));
        }
        self.items().find_map(|item| match item {
            Item::Rows(fields, count) if fields.contains(&field) => Some(Rows::Counted(*count)),
            Item::Group(items, _, count) if items.contains(&Item::Number(field)) => {
                Some(Rows::Counted(*count))
            }
            _ => None,
        })
    }

    /// What a list is of which each group has one, if it is such a list.
    pub fn nested(&self, field: Field) -> Option<Nested> {
        self.items().find_map(|item| {
            let Item::Group(items, fields, _) = item else {
                return None;
            };
            let count = items.iter().find_map(|item| match item {
                Item::Rows(fields, count) if fields.contains(&field) => Some(*count),
                _ => None,
            })?;
            let group = items.iter().find_map(|item| match item {
                Item::Number(number) => Some(*number),
                _ => None,
            })?;
            Some(Nested {
                group,
                count,
                own: count.field().is_some_and(|own| fields.contains(&own)),
            })
        })
    }

    /// The lists of numbers whose length a number alone says.
    pub(crate) fn counted_lists(&self, number: Field) -> Vec<Field> {
        let lists = self.items().filter_map(|item| match item {
            Item::Rows(fields, count) if count.field() == Some(number) => Some(&fields[..]),
            _ => None,
        });
        lists.flatten().copied().collect()
    }

    /// The letters of a field, if it is a word.
    pub fn alphabet(&self, field: Field) -> Option<&[u8]> {
        let found = self.alphabets.iter().find(|(word, _)| *word == field);
        found.map(|(_, letters)| &**letters)
    }

    /// What rows of vertices are whose first field this is, and the name of the number of vertices.
    pub fn shape(&self, field: Field) -> Option<(Edges, Field)> {
        let found = self.shapes.iter().find(|(rows, ..)| *rows == field);
        found.map(|(_, shape, vertices)| (*shape, *vertices))
    }

    /// Whether a field is read or made anew for each position of a case.
    pub fn is_late(&self, field: Field) -> bool {
        let mut inside = self.positions.iter().flat_map(|(items, _)| items);
        self.made(field).is_some_and(|made| made.late)
            || inside.any(|item| item.fields().contains(&field))
    }

    /// The lists that a case ends with, which have one row after the other where an answer follows each, and the number that is then how many
    /// rows there are so far.
    pub fn last_rows(&self) -> (&[Field], Option<Field>) {
        match self.head.last() {
            Some(Item::Rows(fields, Count::Named(count, 0))) => (fields, Some(*count)),
            Some(Item::Rows(fields, _)) => (fields, None),
            Some(Item::Listed(field)) => (std::slice::from_ref(field), None),
            _ => (&[], None),
        }
    }

    /// Whether a number in a row of these fields stays the same when further rows come, and there is one for each row.
    pub(crate) fn grows(
        &self,
        list: Option<Field>,
        fields: impl IntoIterator<Item = Field>,
    ) -> bool {
        let (last, count) = self.last_rows();
        let ours = |field: Field| self.rows_of(field).is_none() || last.contains(&field);
        list.is_some_and(|list| last.contains(&list))
            && fields
                .into_iter()
                .all(|field| ours(field) && Some(field) != count)
    }

    /// Whether all is numbers and rows of them that a count precedes.
    pub fn is_plain(&self) -> bool {
        let times = |count: &Count| matches!(count, Count::Times(..));
        let zero = self.positions.as_ref().map(|(_, count)| *count) == Some(Count::Fixed(0));
        let plain = |item: &Item| match item {
            Item::Number(_) => true,
            Item::Rows(_, count) => !times(count),
            _ => false,
        };
        !zero && self.shapes.is_empty() && !self.reads_negatives() && self.items().all(plain)
    }

    /// Where there is more than numbers, the bytes that may follow a number at once.
    pub(crate) fn stops(&self) -> Option<Vec<u8>> {
        fn of(item: &Item, stops: &mut Vec<u8>) {
            match item {
                Item::Literal(text) => stops.extend(text.bytes().next()),
                Item::Listed(_) | Item::Letters(_, Span::Listed) => stops.extend(b",]"),
                Item::Group(items, ..) => items.iter().for_each(|item| of(item, stops)),
                _ => {}
            }
        }
        self.has_text().then(|| {
            let mut stops = Vec::new();
            self.items().for_each(|item| of(item, &mut stops));
            stops
        })
    }

    /// Whether cases are numbers, rows, letters and lists, so that where they end is seen without judging them.
    pub(crate) fn is_walked(&self) -> bool {
        let zero = self.positions.as_ref().map(|(_, count)| *count) == Some(Count::Fixed(0));
        let walked = |item: &Item| {
            let others = matches!(item, Item::Group(..) | Item::Literal(_));
            !others
        };
        !zero && self.items().all(walked)
    }

    /// Whether something is read that is no number.
    pub(crate) fn has_text(&self) -> bool {
        fn is_text(item: &Item) -> bool {
            match item {
                Item::Group(items, ..) => items.iter().any(is_text),
                Item::Number(_) | Item::Rows(..) => false,
                _ => true,
            }
        }
        self.items().any(is_text)
    }

    /// What the number `field` counts first, if anything.
    pub(crate) fn counted_by(&self, field: Field) -> Option<Counted> {
        let found = self.counts.iter().find(|(count, _)| *count == field);
        found.map(|(_, counted)| *counted)
    }

    /// How many plain numbers a case begins with.
    pub(crate) fn leading(&self) -> usize {
        let is_number = |item: &&Item| matches!(item, Item::Number(_));
        self.head.iter().take_while(is_number).count()
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    layout: Layout,
    /// The fields that are plain numbers.
    numbers: Vec<Field>,
    /// The items of the group that is being read.
    within: Option<Vec<Item>>,
}

/// What ends a run of items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    End,
    Bracket,
    Group,
}

/// What stands before the name of numbers that may be below 0.
pub(super) const BELOW_ZERO: &str = "+-";

static WORD: Text = Text::new(
    "expected a name, '(' or '['; as in \"n heap*n\" or \"k take*k m [h heap*h]*m\"",
    "此处应为名字、'(' 或 '['；如 \"n heap*n\" 或 \"k take*k m [h heap*h]*m\"",
);
static MARKED: Text = Text::new(
    "the last of several letters can be marked: on a board by two names, as in s:'.#'(row column)*n*m, on a line or in a word by one, as in s:'.#'(place)*n",
    "标记的是多个字母中的最后一个：棋盘用两个名字，如 s:'.#'(row column)*n*m；一行或一个字用一个名字，如 s:'.#'(place)*n",
);
static LETTERS: Text = Text::new(
    "expected letters in quotes, as in s:'+-' or s:'a-z'",
    "此处应为引号中的字母，如 s:'+-' 或 s:'a-z'",
);
static SHAPE: Text = Text::new(
    "expected a shape with its number of vertices before '(', as in \"tree:n(u v)*n-1\"; shapes are tree, forest, circuits, graph, arcs",
    "左括号之前应为形状及其顶点数，如 \"tree:n(u v)*n-1\"；形状有 tree、forest、circuits、graph、arcs",
);

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Items up to the end or what closes them.
    fn items(&mut self, until: Until) -> Result<(), Fault> {
        loop {
            self.blanks();
            match self.peek() {
                None if until == Until::End => return Ok(()),
                Some(b']') if until == Until::Bracket => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b')') if until == Until::Group => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'[') if until == Until::End => {
                    self.at += 1;
                    let begin = self.at;
                    self.layout.positions = Some((Vec::new(), Count::Fixed(0)));
                    self.items(Until::Bracket)?;
                    let count = match self.text[self.at..].starts_with("*0") {
                        true => {
                            self.at += 2;
                            Count::Fixed(0)
                        }
                        false => self.count(Counted::Positions)?,
                    };
                    if let Some((items, slot)) = &mut self.layout.positions {
                        let below = &self.layout.below_zero;
                        let leads = matches!(items.first(), Some(Item::Number(first)) if !below.contains(first));
                        if items.is_empty() || (count == Count::Fixed(0) && !leads) {
                            return Err((begin, said(&WORD)));
                        }
                        *slot = count;
                    }
                    self.blanks();
                    if self.at < self.text.len() {
                        return Err((
                            self.at,
                            message!(
                                "the positions in […] must come last",
                                "[…] 中的局面须在最后"
                            ),
                        ));
                    }
                    return Ok(());
                }
                Some(b'(') => self.row(None)?,
                Some(b'\'') => {
                    let begin = self.at;
                    let text = self.quoted()?;
                    if text.is_empty() || text.contains(' ') {
                        return Err((
                            begin,
                            message!(
                                "text between names must have no blanks, as in '/'",
                                "名字之间的文字不含空格，如 '/'"
                            ),
                        ));
                    }
                    self.push(Item::Literal(text.into()));
                }
                Some(byte) if byte.is_ascii_alphabetic() || b"|+".contains(&byte) => self.word()?,
                _ => return Err((self.at, said(&WORD))),
            }
        }
    }

    fn push(&mut self, item: Item) {
        match (&mut self.within, &mut self.layout.positions) {
            (Some(items), _) | (None, Some((items, _))) => items.push(item),
            (None, None) => self.layout.head.push(item),
        }
    }

    fn name(&mut self) -> Result<Field, Fault> {
        let begin = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            self.at += 1;
        }
        let name = &self.text[begin..self.at];
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err((begin, message!("expected a name", "此处应为名字")));
        }
        if self.layout.field(name).is_some() {
            return Err((
                begin,
                message!("the name already has another meaning", "该名字已另有所指"),
            ));
        }
        self.layout.fields.push(name.into());
        Ok(self.layout.fields.len() - 1)
    }

    /// A name, behind `+-` where its numbers may be below 0, and whether they may.
    fn signed_name(&mut self) -> Result<(Field, bool), Fault> {
        let below = self.text[self.at..].starts_with(BELOW_ZERO);
        if below {
            self.at += BELOW_ZERO.len();
        }
        let field = self.name()?;
        if below {
            self.layout.below_zero.push(field);
        }
        Ok((field, below))
    }

    /// A text in single quotes.
    fn quoted(&mut self) -> Result<String, Fault> {
        let begin = self.at;
        let rest = self.text[self.at..].strip_prefix('\'');
        let (text, _) = rest
            .and_then(|rest| rest.split_once('\''))
            .ok_or((begin, said(&LETTERS)))?;
        self.at += text.len() + 2;
        Ok(text.to_owned())
    }

    /// `:'letters'` after a name.
    fn alphabet(&mut self, field: Field) -> Result<(), Fault> {
        self.at += 1;
        let begin = self.at;
        let text = self.quoted()?;
        let mut letters = Vec::new();
        let mut rest = text.as_bytes();
        while let [first, after @ ..] = rest {
            match after {
                [b'-', last, after @ ..] if last.is_ascii_alphanumeric() && first < last => {
                    letters.extend(*first..=*last);
                    rest = after;
                }
                _ => {
                    letters.push(*first);
                    rest = after;
                }
            }
        }
        let count = letters.len();
        let mut sorted = letters.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let fit = letters
            .iter()
            .all(|byte| byte.is_ascii_graphic() && !b"\"'".contains(byte));
        if count == 0 || sorted.len() < count || !fit {
            return Err((begin, said(&LETTERS)));
        }
        self.layout.alphabets.push((field, letters.into()));
        Ok(())
    }

    /// `name`, `name*count`, `name*rows*count`, `name*[]`; with `:'letters'` after the name a word.
    fn word(&mut self) -> Result<(), Fault> {
        let begin = self.at;
        if let Some(shape) = self.shape()? {
            return self.row(Some(shape));
        }
        self.at = begin;
        let signed = self.peek() == Some(b'|');
        self.at += usize::from(signed);
        let (field, below) = self.signed_name()?;
        if signed && below {
            return Err((
                begin,
                message!(
                    "a minus sign is either ignored, as in |a|, or kept, as in +-a",
                    "负号要么略去，如 |a|，要么保留，如 +-a"
                ),
            ));
        }
        if signed {
            if self.peek() != Some(b'|') {
                return Err((
                    self.at,
                    message!(
                        "expected '|' after the name, as in |a|*n",
                        "名字之后应为 '|'，如 |a|*n"
                    ),
                ));
            }
            self.at += 1;
            self.layout.signed.push(field);
        }
        let letters = self.peek() == Some(b':');
        if letters {
            self.alphabet(field)?;
        }
        let marked = self.at;
        let places = match letters && self.peek() == Some(b'(') {
            true => self.marked(field)?,
            false => 0,
        };
        if (signed || below) && (letters || self.text[self.at..].starts_with("*[]")) {
            let message = match signed {
                true => message!(
                    "only numbers and lists of numbers have signs, as in |a|*n",
                    "只有数与数列才有正负号，如 |a|*n"
                ),
                false => message!(
                    "only numbers and lists of numbers may be below 0, as in +-a*n",
                    "只有数与数列才可小于 0，如 +-a*n"
                ),
            };
            return Err((begin, message));
        }
        if places > 0 && (self.text[self.at..].starts_with("*[]")) {
            return Err((marked, said(&MARKED)));
        }
        if self.text[self.at..].starts_with("*[]") {
            self.at += 3;
            self.push(match letters {
                true => Item::Letters(field, Span::Listed),
                false => Item::Listed(field),
            });
            return Ok(());
        }
        if self.peek() != Some(b'*') {
            if letters {
                if places > 1 {
                    return Err((marked, said(&MARKED)));
                }
                self.push(Item::Letters(field, Span::Word));
            } else {
                self.numbers.push(field);
                self.push(Item::Number(field));
            }
            return Ok(());
        }
        let count = self.count(Counted::List(field))?;
        let second = match self.peek() {
            Some(b'*') => Some(self.count(Counted::List(field))?),
            _ => None,
        };
        if places > 0 && places != 1 + usize::from(second.is_some()) {
            return Err((marked, said(&MARKED)));
        }
        self.push(match (letters, second, count) {
            (true, None, _) => Item::Letters(field, Span::Line(count)),
            (true, Some(width), _) => Item::Letters(field, Span::Board(count, width)),
            (false, None, _) => Item::Rows(vec![field], count),
            (false, Some(Count::Named(width, 0)), Count::Named(rows, 0)) => {
                Item::Rows(vec![field], Count::Times(rows, width))
            }
            _ => {
                return Err((
                    begin,
                    message!(
                        "a table of numbers needs two names as its counts, as in cell*n*m",
                        "数表的行数与列数须是两个名字，如 cell*n*m"
                    ),
                ));
            }
        });
        Ok(())
    }

    /// `(row column)` or `(place)` behind letters; how many names.
    fn marked(&mut self, of: Field) -> Result<usize, Fault> {
        let begin = self.at;
        if self.within.is_some() || self.layout.positions.is_some() {
            return Err((
                begin,
                message!(
                    "marked cells cannot be in a group or in […]",
                    "标记的格子不能写在一组之内，也不能写在 […] 之内"
                ),
            ));
        }
        let letters = self.layout.alphabet(of).unwrap_or_default();
        let [_, .., letter] = *letters else {
            return Err((begin, said(&MARKED)));
        };
        self.at += 1;
        let mut places = Vec::new();
        loop {
            self.blanks();
            if self.peek() == Some(b')') {
                self.at += 1;
                break;
            }
            places.push(self.name()?);
        }
        let count = places.len();
        if !(1..=2).contains(&count) {
            return Err((begin, said(&MARKED)));
        }
        self.layout.marks.push(Marks { of, letter, places });
        Ok(count)
    }

    /// `tree:n` before a row of two.
    fn shape(&mut self) -> Result<Option<(Edges, Field)>, Fault> {
        let rest = &self.text[self.at..];
        let Some((head, _)) = rest.split_once('(') else {
            return Ok(None);
        };
        let Some((name, vertices)) = head.split_once(':') else {
            return Ok(None);
        };
        if head.contains([' ', '\'']) {
            return Ok(None);
        }
        let shape = match name {
            "tree" => Edges::Tree,
            "forest" => Edges::Forest,
            "graph" => Edges::Graph,
            "arcs" => Edges::Arcs,
            "circuits" => Edges::Circuits,
            _ => return Err((self.at, said(&SHAPE))),
        };
        let field = self.layout.field(vertices).ok_or((self.at, said(&SHAPE)))?;
        if !self.numbers.contains(&field) || self.layout.may_be_negative(field) {
            return Err((self.at, said(&SHAPE)));
        }
        self.at += head.len();
        Ok(Some((shape, field)))
    }

    /// `(a b …)*count`, or a group of items with counts of their own.
    fn row(&mut self, shape: Option<(Edges, Field)>) -> Result<(), Fault> {
        let begin = self.at;
        self.at += 1;
        let inner = &self.text[self.at..];
        let end = inner.find(')').unwrap_or(inner.len());
        let is_group = inner[..end].contains(['*', '(', '\'', ':']);
        if is_group && shape.is_none() && self.within.is_none() {
            return self.group(begin);
        }
        let mut fields = Vec::new();
        loop {
            self.blanks();
            if self.peek() == Some(b')') && !fields.is_empty() {
                self.at += 1;
                break;
            }
            let place = self.at;
            let (field, below) = self.signed_name()?;
            if below && shape.is_some() && fields.len() < 2 {
                return Err((
                    place,
                    message!("vertices must be numbers from 1", "顶点是从 1 起的数"),
                ));
            }
            fields.push(field);
        }
        let counted = match fields.as_slice() {
            [field] => Counted::List(*field),
            [_, _] => Counted::Pairs,
            _ => Counted::Rows,
        };
        if let Some((shape, vertices)) = shape {
            if fields.len() < 2 {
                return Err((begin, said(&SHAPE)));
            }
            self.layout.shapes.push((fields[0], shape, vertices));
        }
        let count = self.count(counted)?;
        self.push(Item::Rows(fields, count));
        Ok(())
    }

    fn group(&mut self, begin: usize) -> Result<(), Fault> {
        let first = self.layout.fields.len();
        self.within = Some(Vec::new());
        self.items(Until::Group)?;
        let items = self.within.take().unwrap_or_default();
        let fields: Vec<Field> = (first..self.layout.fields.len()).collect();
        if fields.is_empty() {
            return Err((begin, said(&WORD)));
        }
        // Numbers of a group are lists for whoever stands outside.
        self.numbers.retain(|field| *field < first);
        let counted = Counted::List(fields[0]);
        let count = self.count(counted)?;
        self.push(Item::Group(items, fields, count));
        Ok(())
    }

    /// `*name`, `*5` or `*name-1`.
    fn count(&mut self, counted: Counted) -> Result<Count, Fault> {
        static COUNT: Text = Text::new(
            "expected '*' and how many: a number or a name read before, as in *n",
            "此处应为 '*' 与个数：一个数或之前读入的名字，如 *n",
        );
        if self.peek() != Some(b'*') {
            return Err((self.at, said(&COUNT)));
        }
        self.at += 1;
        let begin = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte))
        {
            self.at += 1;
        }
        let text = &self.text[begin..self.at];
        if let Ok(fixed) = text.parse::<u64>() {
            if !(1..1 << 32).contains(&fixed) {
                return Err((
                    begin,
                    message!(
                        "expected a count from 1 to 4294967295",
                        "此处应为 1 到 4294967295 的个数"
                    ),
                ));
            }
            return Ok(Count::Fixed(fixed));
        }
        let (name, plus) = named(text).ok_or((begin, said(&COUNT)))?;
        let field = self.layout.field(name).ok_or((begin, said(&COUNT)))?;
        if !self.numbers.contains(&field) {
            return Err((
                begin,
                message!("a list cannot be a count", "列表不能作为个数"),
            ));
        }
        if self.layout.may_be_negative(field) {
            return Err((
                begin,
                message!(
                    "a number that may be below 0 cannot be a count",
                    "可能小于 0 的数不能作为个数"
                ),
            ));
        }
        self.layout.counts.push((field, counted));
        Ok(Count::Named(field, plus))
    }
}

/// `name`, `name+1` or `name-1`, taken apart.
pub(crate) fn named(text: &str) -> Option<(&str, i64)> {
    let at = text.find(['+', '-']).unwrap_or(text.len());
    let (name, plus) = text.split_at(at);
    let plus = match plus {
        "" => 0,
        plus => plus.parse::<i32>().ok()?.into(),
    };
    (!name.is_empty()).then_some((name, plus))
}
