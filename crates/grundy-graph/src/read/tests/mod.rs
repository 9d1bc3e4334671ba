//! Every form read, every mistake placed, every truncation seen.

#[cfg(feature = "zstd")]
mod damaged;
mod forms;
mod headers;
mod mistakes;
mod texts;

use std::collections::BTreeSet;
use std::io;

use super::*;
use crate::{Input, Sink, SinkError};

/// A sink that keeps everything.
#[derive(Debug, Default)]
pub(super) struct Kept {
    edges: Vec<(u32, u32)>,
    vertices: BTreeSet<u32>,
}

impl Sink for Kept {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.edges.extend_from_slice(edges);
        let ends = edges.iter().flat_map(|&(from, to)| [from, to]);
        self.vertices.extend(ends);
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.vertices.insert(vertex);
        Ok(())
    }
}

/// A graph by its names: edges in order, and all vertices.
type Graph = (Vec<String>, BTreeSet<String>);

fn graph_with(input: Input, options: &Options) -> Result<(Graph, Read), ReadError> {
    let mut kept = Kept::default();
    let read = read(input, options, &mut kept, &mut |_| ())?;
    assert_eq!(read.edges, kept.edges.len() as u64);
    let name = |vertex| {
        let name = read.names.name(vertex).expect("a name").into_owned();
        assert_eq!(read.names.find(&name), Some(vertex));
        name
    };
    // What has no edge must be known from the names alone.
    for vertex in 0..read.names.bound() {
        let lone = read.names.lone().binary_search(&vertex).is_ok();
        let known = vertex >= read.names.may_miss() || lone;
        let with_edge = kept
            .edges
            .iter()
            .any(|edge| edge.0 == vertex || edge.1 == vertex);
        if read.names.bound() < 2000 {
            assert_eq!(
                kept.vertices.contains(&vertex),
                known || with_edge,
                "{vertex}"
            );
        }
    }
    let edges = kept
        .edges
        .iter()
        .map(|&(from, to)| format!("{}>{}", name(from), name(to)))
        .collect();
    Ok((
        (
            edges,
            kept.vertices.iter().map(|&vertex| name(vertex)).collect(),
        ),
        read,
    ))
}

fn graph(input: Input) -> Result<Graph, ReadError> {
    graph_with(input, &Options::default()).map(|read| read.0)
}

fn text(format: Format, text: &str) -> Result<Graph, ReadError> {
    graph(Input::bytes(text).with_format(format))
}

/// A graph as expected: edges in order, and the names of vertices without edges.
fn expected(edges: &[&str], alone: &[&str]) -> Graph {
    let ends = edges.iter().flat_map(|edge| edge.split('>'));
    let all = ends
        .chain(alone.iter().copied())
        .map(str::to_owned)
        .collect();
    (edges.iter().map(|&edge| edge.to_owned()).collect(), all)
}

/// A reader that gives little at a time.
struct Dribble(io::Cursor<Vec<u8>>, usize);

impl io::Read for Dribble {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 % 7 + 1;
        let length = buffer.len().min(self.1);
        io::Read::read(&mut self.0, &mut buffer[..length])
    }
}

fn dribble(bytes: &[u8]) -> Input {
    Input::reader(Dribble(io::Cursor::new(bytes.to_vec()), 0))
}
