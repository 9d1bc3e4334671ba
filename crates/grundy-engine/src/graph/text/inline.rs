//! Graphs in a line, for the shell: `a-b-c,a-c,d`.
//!
//! Such a line goes through a shell, a colon and commas unharmed, so a name holds letters, digits, `_` and `.` as they
//! are; any other character is written as its bytes, `%` and two hexadecimal digits each.

use super::{Expected, NamedEdges, NamedGraph, Reading, TextError, mistake, path};
use std::fmt::Write;

/// Reads a graph in a line: edges and paths written with `-`, between them commas; a name alone is a vertex without
/// edges. Names are any characters but blanks, quotes and `- , # < > { } [ ] ; =`; those, and `%`, are written as
/// [`escaped`] does.
///
/// ```
/// use grundy_engine::graph::parse_inline;
/// let named = parse_inline("a-b-c,a-c,the%20end")?;
/// assert_eq!(named.names(), ["a", "b", "c", "the end"]);
/// assert_eq!(named.graph().options(0), [1, 2]);
/// let error = parse_inline("a-b,-c").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 5: expected the name of a vertex, found '-'; for example a-b,b-c");
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn parse_inline(text: &str) -> Result<NamedGraph, TextError> {
    read(text)?.finish(text)
}

/// Reads what [`parse_inline`] reads, and keeps parallel edges.
///
/// ```
/// use grundy_engine::graph::parse_inline_edges;
/// let read = parse_inline_edges("a-b-a,b-b")?;
/// assert_eq!((read.names.len(), read.edges), (2, vec![(0, 1), (1, 0), (1, 1)]));
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn parse_inline_edges(text: &str) -> Result<NamedEdges, TextError> {
    Ok(read(text)?.edges())
}

fn read(text: &str) -> Result<Reading, TextError> {
    let mut reading = Reading::default();
    let mut at = 0;
    loop {
        at = path(text, at, text.len(), true, &mut reading)?;
        if at == text.len() {
            return Ok(reading);
        }
        if !text[at..].starts_with(',') {
            return Err(mistake(text, at, Expected::EndOfName));
        }
        at += 1;
    }
}

/// A name as it is written in a line. The empty name is `%`.
///
/// ```
/// use grundy_engine::graph::{escaped, unescaped};
/// assert_eq!(escaped("the end"), "the%20end");
/// assert_eq!(unescaped("the%20end"), Some("the end".to_owned()));
/// ```
pub fn escaped(name: &str) -> String {
    if name.is_empty() {
        return "%".to_owned();
    }
    let mut written = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_alphanumeric() || character == '_' || character == '.' {
            written.push(character);
        } else {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                // Writing into a string does not fail.
                let _ = write!(written, "%{byte:02X}");
            }
        }
    }
    written
}

/// The name that is written so in a line; `None` where a `%` is not followed by two hexadecimal digits, or the bytes are
/// no text.
pub fn unescaped(written: &str) -> Option<String> {
    if written == "%" {
        return Some(String::new());
    }
    if !written.contains('%') {
        return Some(written.to_owned());
    }
    let mut bytes = Vec::with_capacity(written.len());
    let mut left = written.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(left.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        bytes.push((high * 16 + low) as u8);
    }
    String::from_utf8(bytes).ok()
}

/// A graph in a line, its edges in order; the reverse of [`parse_inline`] but for the numbers of the vertices. One that was read as a
/// [family](super::super::Family) is written as that.
///
/// ```
/// use grundy_engine::graph::{inline, parse_inline};
/// assert_eq!(inline(&parse_inline("d,c-a-b")?), "d,c-a,a-b");
/// # Ok::<(), grundy_engine::graph::TextError>(())
/// ```
pub fn inline(named: &NamedGraph) -> String {
    if let Some(family) = named.family() {
        return family.to_string();
    }
    let graph = named.graph();
    let written: Vec<String> = named.names().iter().map(|name| escaped(name)).collect();
    let mut lonely = vec![true; written.len()];
    let mut edges = Vec::with_capacity(graph.edges());
    for (vertex, name) in (0u32..).zip(&written) {
        for &option in graph.options(vertex) {
            lonely[vertex as usize] = false;
            lonely[option as usize] = false;
            edges.push((vertex, format!("{name}-{}", written[option as usize])));
        }
    }
    let alone = (0u32..)
        .zip(&written)
        .filter(|&(vertex, _)| lonely[vertex as usize]);
    edges.extend(alone.map(|(vertex, name)| (vertex, name.clone())));
    edges.sort_by_key(|&(vertex, _)| vertex);
    let edges: Vec<String> = edges.into_iter().map(|(_, edge)| edge).collect();
    edges.join(",")
}
