//! What is written for a position: texts with slots.

use super::layout::{Field, Item, Layout, Span};

/// What a slot of a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The number of the case, from 1.
    Case,
    /// The number of winning moves.
    Count,
    /// The Grundy value, or what the formula gives.
    Value,
    /// Of a move: the place of its heap, from 1.
    Index,
    /// The heap before.
    From,
    /// The heap after.
    To,
    /// How much was taken.
    Take,
    /// All heaps after the move.
    Heaps,
    /// Of a move of a rule of one's own: the number that its clause calls by this one of the [names](Wording::names).
    Named(usize),
    /// What was read for a name of the layout, or made for one of its names: a number, numbers with blanks between them, or a word.
    Read(Field),
}

impl Slot {
    /// Whether it is one number of a move.
    fn is_of_move(self) -> bool {
        matches!(
            self,
            Slot::Index | Slot::From | Slot::To | Slot::Take | Slot::Named(_)
        )
    }
}

const SLOTS: [(&str, Slot); 8] = [
    ("case", Slot::Case),
    ("count", Slot::Count),
    ("value", Slot::Value),
    ("index", Slot::Index),
    ("from", Slot::From),
    ("to", Slot::To),
    ("take", Slot::Take),
    ("heaps", Slot::Heaps),
];

/// What a cell of a board is, of moves that lead to cells: its row and its column, which are no names of a rule.
const OF_CELLS: [(&str, Slot); 2] = [("row", Slot::From), ("column", Slot::To)];

/// A text with slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) names: Vec<String>,
    pub(crate) order: Vec<Key>,
}

/// By what one of several moves comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The number that is compared.
    pub slot: Slot,
    /// Whether the greatest comes first, and not the least.
    pub falling: bool,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// This text.
    Literal(String),
    /// What the slot stands for.
    Slot(Slot),
    /// What the slot stands for, with something added: `{index-1}`.
    Shifted(Slot, i64),
}

impl Wording {
    /// Reads a text whose slots are among `known`; a brace itself is written twice.
    pub(crate) fn parse(text: &str, known: &[Slot]) -> Option<Wording> {
        Wording::read(text, known, &Others::None)
    }

    /// The same; other slots are names of a rule.
    pub(crate) fn of_move(text: &str, known: &[Slot]) -> Option<Wording> {
        Wording::read(text, known, &Others::Rule)
    }

    /// The same; other slots are names of the layout.
    pub(crate) fn of_case(text: &str, known: &[Slot], layout: &Layout) -> Option<Wording> {
        Wording::read(text, known, &Others::Layout(layout))
    }

    fn read(text: &str, known: &[Slot], others: &Others<'_>) -> Option<Wording> {
        let mut parts = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            literal.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix("{{").or(rest.strip_prefix("}}")) {
                literal.push_str(&rest[..1]);
                rest = after;
                continue;
            }
            let (name, after) = rest.strip_prefix('{')?.split_once('}')?;
            let of_cells: &[(&str, Slot)] = match others {
                Others::None => &OF_CELLS,
                Others::Rule | Others::Layout(_) => &[],
            };
            let mut slots = SLOTS.iter().chain(of_cells);
            let (name, plus) = shifted(name)?;
            let slot = match (slots.find(|(slot, _)| *slot == name), others) {
                (Some((_, slot)), _) if known.contains(slot) => *slot,
                (_, Others::Layout(layout)) => Slot::Read(written(name, layout)?),
                (None, Others::Rule) if is_name(name) => named_slot(name, &mut names),
                _ => return None,
            };
            let is_number = match (slot, others) {
                (Slot::Read(field), Others::Layout(layout)) => is_number(field, layout),
                (slot, _) => slot.is_of_move(),
            };
            if plus.is_some() && !is_number {
                return None;
            }
            if !literal.is_empty() {
                parts.push(Part::Literal(std::mem::take(&mut literal)));
            }
            parts.push(match plus {
                Some(plus) => Part::Shifted(slot, plus),
                None => Part::Slot(slot),
            });
            rest = after;
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(Part::Literal(literal));
        }
        Some(Wording {
            text: text.to_owned(),
            parts,
            names,
            order: Vec::new(),
        })
    }

    /// Reads which move comes first, as in `take, -index`; nothing where a part is no number of a move.
    pub(crate) fn ordered(mut self, order: &str) -> Option<Wording> {
        for key in order.split(',') {
            let (name, falling) = match key.trim().strip_prefix('-') {
                Some(name) => (name.trim_start(), true),
                None => (key.trim(), false),
            };
            let slot = match SLOTS.iter().find(|(slot, _)| *slot == name) {
                Some((_, slot)) => slot.is_of_move().then_some(*slot)?,
                None if is_name(name) => named_slot(name, &mut self.names),
                None => return None,
            };
            self.order.push(Key { slot, falling });
        }
        Some(self)
    }

    /// By what the first of several moves is chosen, the most important number first; empty where it is the first that is listed.
    pub fn order(&self) -> &[Key] {
        &self.order
    }

    /// The text as it is written, with its slots.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its parts in order; no two literals stand side by side.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The names of a rule whose numbers stand in its slots.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The text, where it has no slots.
    pub(crate) fn plain(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The names of the layout that stand in its slots.
    pub(crate) fn read_fields(&self) -> impl Iterator<Item = Field> {
        self.parts.iter().filter_map(|part| match part {
            Part::Slot(Slot::Read(field)) | Part::Shifted(Slot::Read(field), _) => Some(*field),
            _ => None,
        })
    }

    /// Whether the text has this slot.
    pub(crate) fn has(&self, slot: Slot) -> bool {
        let is_it = |part: &Part| match part {
            Part::Slot(own) | Part::Shifted(own, _) => *own == slot,
            Part::Literal(_) => false,
        };
        self.parts.iter().any(is_it) || self.order.iter().any(|key| key.slot == slot)
    }

    /// Writes the text out; `fill` writes what a slot stands for, with the number added that it is given.
    pub(crate) fn write(&self, out: &mut Vec<u8>, mut fill: impl FnMut(Slot, i64, &mut Vec<u8>)) {
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.extend_from_slice(text.as_bytes()),
                Part::Slot(slot) => fill(*slot, 0, out),
                Part::Shifted(slot, plus) => fill(*slot, *plus, out),
            }
        }
    }
}

/// What slots may be beside those that are known.
enum Others<'l> {
    None,
    /// Names of a rule.
    Rule,
    /// Names of the layout, and of what is made of them.
    Layout(&'l Layout),
}

/// The field of a name whose number, numbers or word a text can have: boards, words of a group and words in brackets are none.
fn written(name: &str, layout: &Layout) -> Option<Field> {
    let field = layout.field(name)?;
    let is_line = |item: &Item| matches!(item, Item::Letters(own, Span::Word | Span::Line(_)) if *own == field);
    let is_written = match layout.alphabet(field) {
        Some(_) => layout.items().any(is_line),
        None => true,
    };
    is_written.then_some(field)
}

fn is_number(field: Field, layout: &Layout) -> bool {
    layout.rows_of(field).is_none() && layout.alphabet(field).is_none()
}

/// The name of a slot, and the number that is added to it, if one is; nothing where that is no number.
fn shifted(text: &str) -> Option<(&str, Option<i64>)> {
    let Some(at) = text.rfind(['+', '-']) else {
        return Some((text, None));
    };
    let plus: i64 = text[at + 1..].trim().parse::<u32>().ok()?.into();
    let plus = if text[at..].starts_with('-') {
        -plus
    } else {
        plus
    };
    Some((text[..at].trim(), Some(plus)))
}

/// The slot of a name of a rule.
fn named_slot(name: &str, names: &mut Vec<String>) -> Slot {
    let place = names.iter().position(|known| known == name);
    Slot::Named(place.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    }))
}

/// Whether a rule may call a number so.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// What is written for each position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a format has one")]
pub enum Reply {
    /// One text for each outcome.
    Outcome {
        /// Written where the mover wins (N).
        win: Wording,
        /// Written where the mover loses (P).
        lose: Wording,
    },
    /// The number of winning first moves.
    Count(Wording),
    /// The Grundy value, or the value of a formula.
    Value(Wording),
    /// The winning first moves.
    Moves {
        /// Written before them.
        win: Wording,
        /// Written for each.
        each: Wording,
        /// Written between two of them.
        between: Wording,
        /// Written after them.
        after: Wording,
        /// Written where there are none.
        lose: Wording,
        /// Whether only the first is written.
        first: bool,
    },
}
