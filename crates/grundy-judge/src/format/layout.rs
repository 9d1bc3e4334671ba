//! How the numbers of a case stand in the input: a small language of names, lists and counts.
//!
//! `n heap*n` is a number n and as many heaps; `n (heap limit)*n` a number and as many pairs;
//! `k take*k m [h heap*h]*m` a set, then m positions that are answered one by one. A count is a
//! name read before, a number, or a name with a number added or taken away: `coin*n-1`.

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
}

impl Count {
    /// The name that says it, if one does.
    pub fn field(self) -> Option<Field> {
        match self {
            Count::Fixed(_) => None,
            Count::Named(field, _) => Some(field),
        }
    }
}

/// What is read in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// One number.
    Number(Field),
    /// Rows of one number for each field.
    Rows(Vec<Field>, Count),
}

impl Item {
    /// The names that it reads.
    pub fn fields(&self) -> &[Field] {
        match self {
            Item::Number(field) => std::slice::from_ref(field),
            Item::Rows(fields, _) => fields,
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
pub(crate) type Fault = (usize, &'static str);

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
            },
            numbers: Vec::new(),
        };
        parser.items(true)?;
        if parser.layout.fields.is_empty() {
            return Err((0, "a layout names at least one number, as in \"n heap*n\""));
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
        self.items().find_map(|item| match item {
            Item::Rows(fields, _) if fields.contains(&field) => Some(fields.as_slice()),
            _ => None,
        })
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
}

const WORD: &str = "expected a name, '(' or '['; as in \"n heap*n\" or \"k take*k m [h heap*h]*m\"";

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Items up to the end or the closing bracket.
    fn items(&mut self, outer: bool) -> Result<(), Fault> {
        loop {
            self.blanks();
            match self.peek() {
                None if outer => return Ok(()),
                Some(b']') if !outer => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'[') if outer => {
                    self.at += 1;
                    let begin = self.at;
                    self.layout.positions = Some((Vec::new(), Count::Fixed(0)));
                    self.items(false)?;
                    let count = self.count(Counted::Positions)?;
                    if let Some((items, slot)) = &mut self.layout.positions {
                        if items.is_empty() {
                            return Err((begin, WORD));
                        }
                        *slot = count;
                    }
                    self.blanks();
                    if self.at < self.text.len() {
                        return Err((self.at, "the positions in […] come last"));
                    }
                    return Ok(());
                }
                Some(b'(') => self.row()?,
                Some(byte) if byte.is_ascii_alphabetic() => self.word()?,
                _ => return Err((self.at, WORD)),
            }
        }
    }

    fn push(&mut self, item: Item) {
        match &mut self.layout.positions {
            Some((items, _)) => items.push(item),
            None => self.layout.head.push(item),
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
            return Err((begin, "expected a name"));
        }
        if self.layout.field(name).is_some() {
            return Err((begin, "the name stands for two things"));
        }
        self.layout.fields.push(name.into());
        Ok(self.layout.fields.len() - 1)
    }

    /// `name` or `name*count`.
    fn word(&mut self) -> Result<(), Fault> {
        let field = self.name()?;
        if self.peek() == Some(b'*') {
            let count = self.count(Counted::List(field))?;
            self.push(Item::Rows(vec![field], count));
        } else {
            self.numbers.push(field);
            self.push(Item::Number(field));
        }
        Ok(())
    }

    /// `(a b …)*count`.
    fn row(&mut self) -> Result<(), Fault> {
        self.at += 1;
        let mut fields = Vec::new();
        loop {
            self.blanks();
            if self.peek() == Some(b')') && !fields.is_empty() {
                self.at += 1;
                break;
            }
            fields.push(self.name()?);
        }
        let counted = match fields.as_slice() {
            [field] => Counted::List(*field),
            [_, _] => Counted::Pairs,
            _ => Counted::Rows,
        };
        let count = self.count(counted)?;
        self.push(Item::Rows(fields, count));
        Ok(())
    }

    /// `*name`, `*5` or `*name-1`.
    fn count(&mut self, counted: Counted) -> Result<Count, Fault> {
        const COUNT: &str = "expected '*' and how many: a number or a name read before, as in *n";
        if self.peek() != Some(b'*') {
            return Err((self.at, COUNT));
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
                return Err((begin, "expected a count from 1 to 4294967295"));
            }
            return Ok(Count::Fixed(fixed));
        }
        let (name, plus) = named(text).ok_or((begin, COUNT))?;
        let field = self.layout.field(name).ok_or((begin, COUNT))?;
        if !self.numbers.contains(&field) {
            return Err((begin, "a list is no count"));
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
