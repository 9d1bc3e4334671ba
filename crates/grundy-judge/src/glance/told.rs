//! What is told of a position, as texts of a fixed size: copying one is a store, whatever it says.

use crate::format::{Format, Part, Reply};

/// Bytes that are copied for a text of at most so many.
pub(super) const TEXT: usize = 16;

/// Values below this have texts.
const SMALL: u8 = 64;

/// A text in a place of fixed size.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    bytes: [u8; TEXT],
    length: usize,
}

impl Text {
    fn new(text: &str) -> Option<Text> {
        let mut bytes = [0; TEXT];
        bytes
            .get_mut(..text.len())?
            .copy_from_slice(text.as_bytes());
        Some(Text {
            bytes,
            length: text.len(),
        })
    }

    /// Adds it to the answers: a copy of fixed size, of which the rest is cut off.
    #[inline(always)]
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.length;
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }

    /// Puts it in front of a place of fixed size; how long it is.
    #[inline(always)]
    pub(super) fn put(&self, place: &mut [u8; TEXT]) -> usize {
        *place = self.bytes;
        self.length
    }

    fn as_str(&self) -> &str {
        // It was a text.
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// What is told of a position.
pub(crate) enum Told {
    /// If the mover loses, and if the mover wins.
    Outcome([Text; 2]),
    Count {
        after: Text,
    },
    Value {
        after: Text,
    },
}

impl Told {
    /// Where it is one of two texts, or a number and what follows it.
    pub(crate) fn of(format: &Format) -> Option<Told> {
        let number = |parts: &[Part]| match parts {
            [Part::Slot(_)] => Text::new(""),
            [Part::Slot(_), Part::Literal(after)] => Text::new(after),
            _ => None,
        };
        if format.each || format.prefixes || format.draw.is_some() {
            return None;
        }
        Some(match &format.tell {
            Reply::Outcome { win, lose } => {
                Told::Outcome([Text::new(lose.plain()?)?, Text::new(win.plain()?)?])
            }
            Reply::Count(wording) if !format.numbers_cases() => Told::Count {
                after: number(wording.parts())?,
            },
            Reply::Value(wording) if !format.numbers_cases() => Told::Value {
                after: number(wording.parts())?,
            },
            _ => return None,
        })
    }

    /// By value, what is answered to a position: as far as values are small, or if the mover loses, and if the mover wins.
    pub(super) fn texts(&self) -> Vec<Text> {
        match self {
            Told::Outcome(texts) => texts.to_vec(),
            Told::Value { after } => (0..SMALL)
                .map_while(|value| Text::new(&format!("{value}{}", after.as_str())))
                .collect(),
            Told::Count { .. } => Vec::new(),
        }
    }

    /// Which of these texts answers a position.
    pub(super) fn answer(&self, value: u64) -> Option<u8> {
        match self {
            Told::Outcome(_) => Some((value != 0).into()),
            Told::Value { .. } => u8::try_from(value).ok().filter(|&value| value < SMALL),
            Told::Count { .. } => None,
        }
    }
}
