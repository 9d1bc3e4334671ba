//! How piles on edges are written: `a-b:3,b-c:2`, or `a b 3` a line in a file; on all edges of a graph of a family, `cycle=5:3`.

use super::{GraphNim, MOST};
use crate::engine::graph::{Family, NamedEdges, escaped, unescaped};
use crate::message;
use crate::notation::{Clause, ParseError, Word, shortened};
use crate::text::Message;

/// How no pile is written.
const NONE: &str = ":";

/// The graph of a clause, and the words that are left.
pub(super) fn read<'c, 'a>(
    clause: &'c Clause<'a>,
) -> Result<(GraphNim, &'c [Word<'a>]), ParseError> {
    let (place, words) = match (clause.parameters, clause.words.split_first()) {
        (None, Some((first, rest))) if first.text.starts_with('@') => (*first, rest),
        _ => (clause.needs_parameters()?, clause.words),
    };
    let mut reading = Reading::default();
    match clause.file(&place) {
        Some(text) => {
            let text = text?;
            for (number, line) in text.lines().enumerate() {
                reading.line(line).map_err(|(at, message)| {
                    let column = line[..at].chars().count() + 1;
                    let file = place.text.trim_start_matches('@');
                    let mut error = ParseError::in_file(file, number + 1, column, message);
                    "a b 3".clone_into(&mut error.example);
                    error
                })?;
            }
        }
        None if Family::read(&place).is_some() => reading.family(&place)?,
        None => {
            for part in place.split(',') {
                reading.part(&part)?;
            }
        }
    }
    let count = reading.piles.len();
    if count > MOST {
        return Err(place.error(message!(
            "the graph has {count} edges; at most {most} can be searched",
            "图有 {count} 条边；至多 {most} 条才能搜索",
            count = count,
            most = MOST
        )));
    }
    Ok((GraphNim::new(reading.edges, &reading.piles), words))
}

#[derive(Default)]
struct Reading {
    edges: NamedEdges,
    numbers: std::collections::HashMap<String, u32>,
    piles: Vec<u64>,
}

impl Reading {
    fn vertex(&mut self, name: String) -> u32 {
        let names = &mut self.edges.names;
        *self.numbers.entry(name).or_insert_with_key(|name| {
            names.push(name.clone());
            names.len() as u32 - 1
        })
    }

    fn edge(&mut self, one: String, other: String, pile: u64) {
        let ends = (self.vertex(one), self.vertex(other));
        self.edges.edges.push(ends);
        self.piles.push(pile);
    }

    /// `FAMILY=SIZE:3`, with such a pile on each edge.
    fn family(&mut self, place: &Word<'_>) -> Result<(), ParseError> {
        let (family, pile) = place.cut(':');
        let pile = pile.map_or(Ok(1), |pile| pile.number())?;
        if let Some(family) = Family::read(&family) {
            self.edges = NamedEdges::of_family(family?, false);
            self.piles = vec![pile; self.edges.edges.len()];
        }
        Ok(())
    }

    /// `a-b:3`, or the name of a vertex.
    fn part(&mut self, part: &Word<'_>) -> Result<(), ParseError> {
        let (edge, pile) = part.cut(':');
        let (one, other) = edge.cut('-');
        match (other, pile) {
            (None, None) => {
                let name = name(&one)?;
                self.vertex(name);
            }
            (Some(other), pile) => {
                let pile = match pile {
                    Some(pile) => pile.number()?,
                    None => 1,
                };
                self.edge(name(&one)?, name(&other)?, pile);
            }
            (None, Some(_)) => return Err(one.error(an_edge())),
        }
        Ok(())
    }

    /// `a b 3`, or a vertex, or nothing; an error with its place in the line.
    fn line(&mut self, line: &str) -> Result<(), (usize, Message)> {
        let told = line.find('#').map_or(line, |at| &line[..at]);
        let begin = told.as_ptr() as usize;
        let words = told.split(|one: char| one == ',' || one.is_whitespace());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let at = |word: &str| word.as_ptr() as usize - begin;
        match words[..] {
            [] => {}
            [alone] => {
                self.vertex(alone.to_owned());
            }
            [one, other, pile] => {
                let word = Word { text: pile, at: 0 };
                let pile = word.number().map_err(|error| (at(pile), error.message))?;
                self.edge(one.to_owned(), other.to_owned(), pile);
            }
            [.., last] => return Err((at(last), an_edge())),
        }
        Ok(())
    }
}

fn an_edge() -> Message {
    message!(
        "expected two vertices and the size of a pile",
        "此处应为两个顶点和石子数"
    )
}

fn name(word: &Word<'_>) -> Result<String, ParseError> {
    let plain = !word.text.is_empty() && !word.text.contains(['-', '@', '/']);
    let name = unescaped(word.text).filter(|_| plain);
    name.ok_or_else(|| {
        word.error(message!(
            "expected the name of a vertex, found '{found}'",
            "此处应为顶点名，却是 '{found}'",
            found = shortened(word.text)
        ))
    })
}

/// The piles of a position; those that are not mentioned are empty.
pub(super) fn read_piles(game: &GraphNim, word: &Word<'_>) -> Result<Vec<u64>, ParseError> {
    let mut piles = vec![0u64; game.whole.len()];
    if word.text == NONE {
        return Ok(piles);
    }
    let edges = &game.named.edges;
    let mut given = vec![false; edges.len()];
    for part in word.split(',') {
        let (edge, pile) = part.cut(':');
        let (one, other) = edge.cut('-');
        let vertex =
            |word: Word<'_>| unescaped(word.text).and_then(|name| game.named.vertex(&name));
        let ends = vertex(one).zip(other.and_then(vertex));
        let ends = ends.map(|(one, other)| (one.min(other), one.max(other)));
        let first = ends.map_or(0, |ends| edges.partition_point(|&edge| edge < ends));
        let free = (first..edges.len())
            .take_while(|&at| Some(edges[at]) == ends)
            .find(|&at| !given[at]);
        let Some(at) = free else {
            return Err(edge.error(message!(
                "the graph has no edge '{edge}' here",
                "图中此处没有边 '{edge}'",
                edge = shortened(edge.text)
            )));
        };
        given[at] = true;
        piles[at] = match pile {
            Some(pile) => pile.number()?,
            None => 1,
        };
    }
    for same in edges.chunk_by(|one, other| one == other) {
        let first = edges.partition_point(|edge| edge < &same[0]);
        piles[first..first + same.len()].sort_unstable();
    }
    Ok(piles)
}

/// The edges with their piles; empty ones, and vertices without edges, only where `all` are wanted.
pub(super) fn written(game: &GraphNim, piles: &[u64], all: bool) -> String {
    if let (true, Some(family)) = (all, game.named.family) {
        // They were read as one number.
        return format!("{family}:{}", piles.first().unwrap_or(&1));
    }
    let mut lonely = vec![all; game.named.names.len()];
    let mut parts: Vec<String> = Vec::new();
    for (&(one, other), &pile) in game.named.edges.iter().zip(piles) {
        lonely[one as usize] = false;
        lonely[other as usize] = false;
        if pile > 0 || all {
            let (one, other) = (game.name(one), game.name(other));
            parts.push(format!("{}-{}:{pile}", escaped(one), escaped(other)));
        }
    }
    let alone = game.named.names.iter().zip(lonely);
    let alone = alone.filter(|(_, lonely)| *lonely);
    parts.extend(alone.map(|(name, _)| escaped(name)));
    if parts.is_empty() {
        return NONE.to_owned();
    }
    parts.join(",")
}
