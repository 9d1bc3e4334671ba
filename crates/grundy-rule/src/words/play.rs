//! A rule on words as a ruleset: what the solver, the graph of positions and every engine see of it.
//!
//! Two moves are the same where they lead to the same word as it is written.

use std::ops::ControlFlow;

use crate::kinds;
use crate::message;
use crate::notation::{Clause, Listing, Notation, ParseError};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{Cell, Clicks, DotMark, Draw, Line, MOST_DRAWN, Mark, Scene, graph};
use crate::text::Message;

use super::{Rewriting, Word, replaced};

/// The letters that are replaced, by their place, and what stands there then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    start: usize,
    end: usize,
    right: Box<[u8]>,
}

impl Ruleset for Rewriting {
    type Position = Word;
    type Move = Replaced;

    fn options(&self, word: &Word, options: &mut Options<Word, Replaced>) -> Result<(), Stop> {
        let mut stopped = Ok(());
        self.each(&self.whole(word), &mut |start, end, right| {
            let mv = Replaced {
                start,
                end,
                right: right.into(),
            };
            let to = Word(replaced(&word.0, start, end, right).into());
            stopped = options.push(mv, &[to]);
            match stopped {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        stopped
    }

    fn describe(&self, word: &Word, mv: &Replaced) -> Message {
        let length = word.0.len().max(1);
        let from: Vec<u8> = (mv.start..mv.end)
            .map(|place| word.0[place % length])
            .collect();
        let (from, to) = (self.written(&from), self.written(&mv.right));
        let (first, last) = (mv.start + 1, (mv.end - 1) % length + 1);
        if to.is_empty() {
            return message!(
                "letters {first} to {last}: remove \"{from}\"",
                "第 {first} 至 {last} 个字母：去掉 \"{from}\"",
                first = first,
                last = last,
                from = from
            );
        }
        message!(
            "letters {first} to {last}: \"{from}\" becomes \"{to}\"",
            "第 {first} 至 {last} 个字母：\"{from}\" 变为 \"{to}\"",
            first = first,
            last = last,
            from = from,
            to = to
        )
    }

    /// Whether a measure was seen that every move makes smaller.
    fn ends(&self, _: &Word) -> bool {
        self.measures().is_some()
    }

    fn heap_bytes(&self, word: &Word) -> u64 {
        word.0.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Rewriting> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Word, Replaced> for Rewriting {
    /// The letters on squares in a row, or in a ring, where each is a point with its letter.
    fn scene(&self, word: &Word) -> Option<Scene> {
        let length = word.0.len();
        if length > MOST_DRAWN || length == 0 {
            return None;
        }
        if !self.program().cyclic {
            let letter = |&letter: &u8| Cell::Letter(self.letters()[usize::from(letter)]);
            return Some(Scene::Strip(word.0.iter().map(letter).collect()));
        }
        let names: Vec<String> = word
            .0
            .iter()
            .map(|letter| self.written(&[*letter]))
            .collect();
        let last = if length > 2 { length } else { length - 1 };
        let edges = (0..last).map(|place| {
            let (from, to) = (place as u32, ((place + 1) % length) as u32);
            Line::new(from, to, false)
        });
        graph(names.iter().map(String::as_str), |_| DotMark::Plain, edges)
    }

    /// The letters that are replaced, one after the other.
    fn clicks(&self, word: &Word, mv: &Replaced, _: &[Word]) -> Vec<Clicks> {
        let length = word.0.len().max(1);
        let mark = |place: usize| match self.program().cyclic {
            true => Mark::Vertex(place % length),
            false => Mark::Cell(place as u64),
        };
        vec![(mv.start..mv.end).map(mark).collect()]
    }
}

impl Notation for Rewriting {
    fn listing(&self) -> &'static Listing {
        &crate::rule::LISTING
    }

    fn read(clause: &Clause<'_>) -> Result<(Rewriting, Vec<Word>), ParseError> {
        kinds::positions(clause, Rewriting::parse_with, Rewriting::read_word)
    }

    fn head(&self) -> String {
        kinds::head(self.name.as_deref(), self)
    }

    fn write(&self, word: &Word) -> String {
        self.write_word(word)
    }

    fn coordinates(&self) -> usize {
        self.numbers()
    }

    fn at(&self, numbers: &[u64]) -> Option<Word> {
        self.word_at(numbers)
    }
}
