//! What is written for a position: texts with slots.

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

/// A text with slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// This text.
    Literal(String),
    /// What the slot stands for.
    Slot(Slot),
}

impl Wording {
    /// Reads a text whose slots are among `known`; a brace itself is written twice.
    pub(crate) fn parse(text: &str, known: &[Slot]) -> Option<Wording> {
        let mut parts = Vec::new();
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
            let (_, slot) = SLOTS.iter().find(|(slot, _)| *slot == name)?;
            if !known.contains(slot) {
                return None;
            }
            if !literal.is_empty() {
                parts.push(Part::Literal(std::mem::take(&mut literal)));
            }
            parts.push(Part::Slot(*slot));
            rest = after;
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(Part::Literal(literal));
        }
        Some(Wording {
            text: text.to_owned(),
            parts,
        })
    }

    /// The text as it is written, with its slots.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its parts in order; no two literals stand side by side.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The text, where it has no slots.
    pub(crate) fn plain(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether the text has this slot.
    pub(crate) fn has(&self, slot: Slot) -> bool {
        self.parts.contains(&Part::Slot(slot))
    }

    /// Writes the text out; `fill` writes what a slot stands for.
    pub(crate) fn write(&self, out: &mut Vec<u8>, mut fill: impl FnMut(Slot, &mut Vec<u8>)) {
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.extend_from_slice(text.as_bytes()),
                Part::Slot(slot) => fill(*slot, out),
            }
        }
    }
}

/// What is written for each position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
