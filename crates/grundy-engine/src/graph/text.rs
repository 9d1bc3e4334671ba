//! Graphs as text, with names on the vertices: in a line for the shell (`a-b,b-c,d`), as a list of edges, one a line,
//! or in the DOT language. Vertices are numbered in the order in which their names first appear.

mod inline;
mod read_dot;
mod related;

pub use inline::{escaped, inline, parse_inline, parse_inline_edges, unescaped};
pub use read_dot::take_dot;

use super::{Family, Graph};
use crate::tree::LineColumn;
use std::collections::HashMap;

/// A graph whose vertices have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    graph: Graph,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// The family that tells the whole of it.
    family: Option<Family>,
}

impl NamedGraph {
    /// A graph of a family, its vertices in the order of the family. Each edge leads from the lesser vertex to the greater one, or with `both`
    /// both ways.
    pub fn of_family(family: Family, both: bool) -> NamedGraph {
        let NamedEdges {
            names,
            edges,
            family,
        } = NamedEdges::of_family(family, both);
        // They are sorted, and each is there once.
        let mut start = vec![0u32; names.len() + 1];
        for &(from, _) in &edges {
            start[from as usize + 1] += 1;
        }
        for at in 1..start.len() {
            start[at] += start[at - 1];
        }
        let options = edges.into_iter().map(|(_, to)| to).collect();
        NamedGraph {
            graph: Graph { start, options },
            numbers: names.iter().cloned().zip(0u32..).collect(),
            names,
            family,
        }
    }

    /// The family that tells the graph, where it was read as one.
    pub fn family(&self) -> Option<Family> {
        self.family
    }

    /// The graph on the vertices' numbers.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// All names, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of a vertex, if there is such a vertex.
    pub fn name(&self, vertex: u32) -> Option<&str> {
        self.names.get(vertex as usize).map(String::as_str)
    }

    /// The vertex of a name, if there is one.
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The graph with each edge turned to lead from the lesser vertex to the greater one, loops left out.
    pub fn undirected(self) -> NamedGraph {
        let vertices = 0..self.names.len() as u32;
        let edges = vertices.flat_map(|from| {
            let options = self.graph.options(from).iter();
            let proper = options.filter(move |&&to| to != from);
            proper.map(move |&to| (from.min(to), from.max(to)))
        });
        let edges: Vec<(u32, u32)> = edges.collect();
        // The edges were those of a graph on these vertices.
        match Graph::new(self.names.len(), &edges) {
            Ok(graph) => NamedGraph { graph, ..self },
            Err(_) => self,
        }
    }

    /// The graph with its vertices numbered in the order of their names, numbers first and by size; so that equal
    /// graphs become equal, however they were written.
    ///
    /// ```
    /// use grundy_engine::graph::parse_inline;
    /// let one = parse_inline("b-10,b-9")?.sorted();
    /// assert_eq!(one.names(), ["9", "10", "b"]);
    /// assert_eq!(one, parse_inline("10,b-9,b-10")?.sorted());
    /// # Ok::<(), grundy_engine::graph::TextError>(())
    /// ```
    ///
    /// A graph of a family keeps the order of the family.
    pub fn sorted(self) -> NamedGraph {
        if self.family.is_some() {
            return self;
        }
        let NamedGraph {
            graph,
            names,
            mut numbers,
            family,
        } = self;
        let mut named: Vec<(u32, String)> = (0u32..).zip(names).collect();
        named.sort_by(|(_, one), (_, other)| order(one).cmp(&order(other)));
        let mut place = vec![0u32; named.len()];
        for (new, (old, name)) in (0u32..).zip(&named) {
            place[*old as usize] = new;
            if let Some(number) = numbers.get_mut(name) {
                *number = new;
            }
        }
        NamedGraph {
            graph: graph.renumbered(&place),
            names: named.into_iter().map(|(_, name)| name).collect(),
            numbers,
            family,
        }
    }
}

/// What names are sorted by: numbers by size, before all other names.
pub fn order(name: &str) -> (bool, usize, &str) {
    let number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    (!number, if number { name.len() } else { 0 }, name)
}

impl NamedEdges {
    /// The edges of a graph of a family, the lesser vertex first, or with `both` both ways.
    pub fn of_family(family: Family, both: bool) -> NamedEdges {
        let mut edges: Vec<(u32, u32)> = family.edges().collect();
        if both {
            edges.extend(family.edges().map(|(one, other)| (other, one)));
            edges.sort_unstable();
        }
        NamedEdges {
            names: (0..family.vertices()).map(|at| family.name(at)).collect(),
            edges,
            family: Some(family),
        }
    }

    /// The edges sorted: names in their order, numbers first and by size, and edges in the order of their ends; if not
    /// `directed`, the lesser end first. Those of a family are in order.
    pub fn sorted(self, directed: bool) -> NamedEdges {
        if self.family.is_some() {
            return self;
        }
        let mut named: Vec<(u32, String)> = (0u32..).zip(self.names).collect();
        named.sort_by(|(_, one), (_, other)| order(one).cmp(&order(other)));
        let mut place = vec![0u32; named.len()];
        for (new, (old, _)) in (0u32..).zip(&named) {
            place[*old as usize] = new;
        }
        let in_order = |(from, to): (u32, u32)| {
            let (from, to) = (place[from as usize], place[to as usize]);
            if directed || from <= to {
                (from, to)
            } else {
                (to, from)
            }
        };
        let mut edges: Vec<(u32, u32)> = self.edges.into_iter().map(in_order).collect();
        edges.sort_unstable();
        NamedEdges {
            names: named.into_iter().map(|(_, name)| name).collect(),
            edges,
            family: None,
        }
    }

    /// The vertex of a name, if there is one. The names must be [`sorted`](NamedEdges::sorted).
    pub fn vertex(&self, name: &str) -> Option<u32> {
        if self.family.is_some() {
            let found = self.names.iter().position(|one| one == name);
            return found.map(|place| place as u32);
        }
        let found = self
            .names
            .binary_search_by(|one| order(one).cmp(&order(name)));
        found.ok().map(|place| place as u32)
    }
}

/// A text is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The place of the error in the text.
    pub place: LineColumn,
    /// The byte at which that is.
    pub at: usize,
    /// What should have stood there.
    pub expected: Expected,
    /// What stands there; nothing at the end of the text.
    pub found: Option<char>,
}

/// What a reader of graphs may have expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// The name of a vertex.
    Name,
    /// `-`, `,` or the end of a name: some characters do not belong in names.
    EndOfName,
    /// Two hexadecimal digits after `%`.
    Escape,
    /// The end of the line: two names make an edge.
    EndOfLine,
    /// The word `digraph`.
    Digraph,
    /// The `{` before the vertices and edges.
    OpeningBrace,
    /// The `}` at the end.
    ClosingBrace,
    /// The end of the text, after the `}`.
    EndOfText,
    /// `->`, since each edge must have a direction.
    Arrow,
    /// `--`, in a graph whose edges have no direction.
    Line,
    /// The `"` at the end of a name.
    ClosingQuote,
    /// The `*/` at the end of a comment.
    ClosingComment,
    /// The `]` at the end of attributes.
    ClosingBracket,
    /// The `>` at the end of a label in the manner of HTML.
    ClosingAngle,
    /// A group of vertices in braces, after the word `subgraph`.
    Group,
    /// Fewer vertices and edges, within 32-bit numbers.
    Fewer,
}

/// The mistake at this byte of the text.
pub(super) fn mistake(text: &str, at: usize, expected: Expected) -> TextError {
    let found = text.get(at..).and_then(|rest| rest.chars().next());
    TextError {
        place: LineColumn::of(text.as_bytes(), at),
        at,
        expected,
        found,
    }
}

/// Takes what a text tells of a graph, as it is read. Where it takes no more the reading ends, with
/// [`Expected::Fewer`] as the mistake.
pub trait Taker {
    /// The vertex of this name, a new one if the name is; `None` if there is no room for it.
    fn vertex(&mut self, name: &str) -> Option<u32>;

    /// Takes a vertex that stands where it has no edge; elsewhere it may have some.
    fn alone(&mut self, vertex: u32) -> Option<()>;

    /// Takes an edge; `None` if there is no room for it.
    fn edge(&mut self, from: u32, to: u32) -> Option<()>;
}

/// A graph while its text is read.
#[derive(Default)]
pub(super) struct Reading {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    edges: Vec<(u32, u32)>,
}

/// Names, and edges between them by the places of the names, in the order of the text: parallel edges are kept.
///
/// This is what a text says before it is taken for a [`Graph`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedEdges {
    /// The names, each once, in the order in which they first appear.
    pub names: Vec<String>,
    /// The edges.
    pub edges: Vec<(u32, u32)>,
    /// The family that tells the whole of it.
    pub family: Option<Family>,
}

impl Taker for Reading {
    fn vertex(&mut self, name: &str) -> Option<u32> {
        if let Some(&vertex) = self.numbers.get(name) {
            return Some(vertex);
        }
        let vertex = u32::try_from(self.names.len()).ok()?;
        self.numbers.insert(name.to_owned(), vertex);
        self.names.push(name.to_owned());
        Some(vertex)
    }

    fn alone(&mut self, _: u32) -> Option<()> {
        Some(())
    }

    fn edge(&mut self, from: u32, to: u32) -> Option<()> {
        self.edges.push((from, to));
        Some(())
    }
}

impl Reading {
    /// The edges as they were written.
    pub(super) fn edges(self) -> NamedEdges {
        NamedEdges {
            names: self.names,
            edges: self.edges,
            family: None,
        }
    }

    pub(super) fn finish(self, text: &str) -> Result<NamedGraph, TextError> {
        let graph = Graph::new(self.names.len(), &self.edges)
            .map_err(|_| mistake(text, text.len(), Expected::Fewer))?;
        Ok(NamedGraph {
            graph,
            names: self.names,
            numbers: self.numbers,
            family: None,
        })
    }
}

/// Reads a graph in either of the long forms: DOT if the text begins as DOT does, else a list of edges.
pub fn parse(text: &str) -> Result<NamedGraph, TextError> {
    if begins_as_dot(text) {
        parse_dot(text)
    } else {
        parse_lines(text)
    }
}

fn begins_as_dot(text: &str) -> bool {
    let words = ["digraph", "strict", "graph", "/*", "//"];
    let text = text.trim_start();
    words.iter().any(|word| text.starts_with(word)) && text.contains('{')
}

fn read_long(text: &str, directed: bool) -> Result<Reading, TextError> {
    let mut reading = Reading::default();
    if begins_as_dot(text) {
        take_dot(text, directed, &mut reading)?;
    } else {
        lines(text, &mut reading)?;
    }
    Ok(reading)
}

/// Reads a graph whose edges need no direction, in either of the long forms: DOT as `graph` with `--` or `digraph` with
/// `->`, or a list of edges. Each edge goes from the name that is written first.
///
/// ```
/// use grundy_engine::graph::parse_undirected;
/// let named = parse_undirected("graph { a -- b -- c }")?;
/// assert_eq!((named.names().len(), named.graph().edges()), (3, 2));
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn parse_undirected(text: &str) -> Result<NamedGraph, TextError> {
    read_long(text, false)?.finish(text)
}

/// Reads what [`parse`] reads, or [`parse_undirected`] if not `directed`, and keeps parallel edges.
///
/// ```
/// use grundy_engine::graph::parse_edges;
/// let read = parse_edges("a b\nb a\na a\n", false)?;
/// assert_eq!(read.edges, [(0, 1), (1, 0), (0, 0)]);
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn parse_edges(text: &str, directed: bool) -> Result<NamedEdges, TextError> {
    Ok(read_long(text, directed)?.edges())
}

/// Reads a list of edges, one a line: two names with blanks or a comma between them. A line may also have one name, for a
/// vertex without edges, or paths such as `a-b-c` with blanks or commas between them; or arrows, as `a -> b`, or a vertex and
/// its neighbours, as `a: b c`. `#` begins a comment.
///
/// ```
/// use grundy_engine::graph::parse_lines;
/// let named = parse_lines("a b   # one edge\nb c\n\nd\n")?;
/// assert_eq!((named.names().len(), named.graph().edges()), (4, 2));
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn parse_lines(text: &str) -> Result<NamedGraph, TextError> {
    let mut reading = Reading::default();
    lines(text, &mut reading)?;
    reading.finish(text)
}

fn lines(text: &str, reading: &mut dyn Taker) -> Result<(), TextError> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.find('#').unwrap_or(line.len());
        line_of_edges(text, start, end, reading)?;
        start += line.len();
    }
    Ok(())
}

/// Reads a single line of such a list, with or without its end. The place of a mistake is counted from the beginning of
/// the line.
pub fn take_line(line: &str, taker: &mut dyn Taker) -> Result<(), TextError> {
    let end = line.find('#').unwrap_or(line.len());
    line_of_edges(line, 0, end, taker)
}

fn line_of_edges(
    text: &str,
    start: usize,
    end: usize,
    taker: &mut dyn Taker,
) -> Result<(), TextError> {
    if related::take(text, start, end, taker)? {
        return Ok(());
    }
    let paths = text[start..end].contains('-');
    let mut at = start;
    let mut earlier = None;
    let mut words = 0;
    // A comma must stand between two words.
    let mut comma = Some(start).filter(|&at| text[at..end].trim_start().starts_with(','));
    loop {
        for character in text[at..end].chars() {
            match character {
                ',' if comma.is_some() => return Err(mistake(text, at, Expected::Name)),
                ',' => comma = Some(at),
                _ if character.is_whitespace() => {}
                _ => break,
            }
            at += character.len_utf8();
        }
        if at == end {
            if let (1, Some(vertex)) = (words, earlier) {
                taker
                    .alone(vertex)
                    .ok_or_else(|| mistake(text, start, Expected::Fewer))?;
            }
            return match comma {
                Some(comma) => Err(mistake(text, comma, Expected::EndOfLine)),
                None => Ok(()),
            };
        }
        if words == 2 && !paths {
            return Err(mistake(text, at, Expected::EndOfLine));
        }
        let word = at;
        at = if paths {
            path(text, at, end, false, taker)?
        } else {
            let stop = name_end(text, at, end)?;
            let fewer = || mistake(text, word, Expected::Fewer);
            let vertex = taker.vertex(&text[word..stop]).ok_or_else(fewer)?;
            if let Some(earlier) = earlier.replace(vertex) {
                taker.edge(earlier, vertex).ok_or_else(fewer)?;
            }
            stop
        };
        (comma, words) = (None, words + 1);
        if text[at..end]
            .chars()
            .next()
            .is_some_and(|next| next != ',' && !next.is_whitespace())
        {
            return Err(mistake(text, at, Expected::EndOfName));
        }
    }
}

/// Where the name that begins here ends.
fn name_end(text: &str, at: usize, end: usize) -> Result<usize, TextError> {
    let rest = &text[at..end];
    let length = rest
        .find(|character| !belongs_in_name(character))
        .unwrap_or(rest.len());
    if length == 0 {
        return Err(mistake(text, at, Expected::Name));
    }
    Ok(at + length)
}

/// Reads names joined by `-` and tells where they end. With `escapes`, `%` in a name begins a byte.
pub(super) fn path(
    text: &str,
    begin: usize,
    end: usize,
    escapes: bool,
    taker: &mut dyn Taker,
) -> Result<usize, TextError> {
    let mut at = begin;
    let mut earlier = None;
    loop {
        let fewer = || mistake(text, at, Expected::Fewer);
        let stop = name_end(text, at, end)?;
        let name = &text[at..stop];
        let vertex = if escapes {
            let name = unescaped(name).ok_or_else(|| mistake(text, at, Expected::Escape))?;
            taker.vertex(&name)
        } else {
            taker.vertex(name)
        };
        let vertex = vertex.ok_or_else(fewer)?;
        if let Some(earlier) = earlier {
            taker.edge(earlier, vertex).ok_or_else(fewer)?;
        }
        if !text[stop..end].starts_with('-') {
            if earlier.is_none() {
                taker.alone(vertex).ok_or_else(fewer)?;
            }
            return Ok(stop);
        }
        earlier = Some(vertex);
        at = stop + 1;
    }
}

fn belongs_in_name(character: char) -> bool {
    !(character.is_whitespace() || character.is_control() || "-,#<>{}[];=\"'".contains(character))
}

/// Reads a directed graph in the DOT language: vertices and paths (`a -> b -> c`), names plain or quoted, comments.
/// Attributes and ports are passed over. A group or subgraph stands for its vertices: `a -> {b c}` is an edge to each.
///
/// ```
/// use grundy_engine::graph::parse_dot;
/// let named = parse_dot("digraph { a -> \"the end\" [color=red]; b }")?;
/// assert_eq!(named.names(), ["a", "the end", "b"]);
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn parse_dot(text: &str) -> Result<NamedGraph, TextError> {
    let mut reading = Reading::default();
    take_dot(text, true, &mut reading)?;
    reading.finish(text)
}
