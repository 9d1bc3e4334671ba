//! Every worker reads a part of the edges and sends each to the worker that keeps it; then the shares are built.

use grundy::message;
use grundy_graph::{Sink, SinkError};

use crate::links::Links;
use crate::partition::Layout;
use crate::rows::Rows;
use crate::shard::{Interest, Naming, Shard};
use crate::source::Source;
use crate::{Failure, Job};

/// Pairs in pieces, so that growing never copies them all.
#[derive(Default)]
struct Pairs {
    pieces: Vec<Vec<(u32, u32)>>,
}

const PIECE: usize = 1 << 16;

impl Pairs {
    fn push(&mut self, pair: (u32, u32)) {
        match self.pieces.last_mut() {
            Some(piece) if piece.len() < PIECE => piece.push(pair),
            _ => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(pair);
                self.pieces.push(piece);
            }
        }
    }

    fn len(&self) -> usize {
        let last = self.pieces.last().map_or(0, Vec::len);
        self.pieces.len().saturating_sub(1) * PIECE + last
    }

    fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.pieces.iter().flatten().copied()
    }
}

/// What a worker has read.
struct Part<'a> {
    links: &'a Links,
    edges: Pairs,
    lone: Vec<u32>,
    /// One more than the greatest vertex.
    bound: u64,
    /// The sum of a hash over the edges: the same for the same edges in any order.
    mark: u64,
}

impl Sink for Part<'_> {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.links
            .job_state()
            .check()
            .map_err(|_| SinkError::Interrupted)?;
        for &(from, to) in edges {
            self.bound = self.bound.max(u64::from(from.max(to)) + 1);
            self.mark = self.mark.wrapping_add(mixed(from, to));
            self.edges.push((from, to));
        }
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.bound = self.bound.max(u64::from(vertex) + 1);
        self.mark = self.mark.wrapping_add(mixed(vertex, vertex) >> 1);
        self.lone.push(vertex);
        Ok(())
    }
}

fn mixed(from: u32, to: u32) -> u64 {
    let mut mixed = (u64::from(from) << 32 | u64::from(to)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ (mixed >> 29)
}

/// A worker's shard, with what is known of the whole graph.
pub(crate) struct Loaded {
    pub(crate) shard: Shard,
    /// How many edges there are in all, parallel ones counted each.
    pub(crate) edges: u64,
    /// The same for the same edges in any order, whoever read them.
    pub(crate) mark: u64,
    /// One more than the greatest vertex.
    pub(crate) bound: u64,
}

/// A word before a single vertex, which is no place of an edge's end: places are below 2^32 − 1 then.
const LONE: u32 = u32::MAX;

/// Reads, sends and builds.
pub(crate) fn load(links: &mut Links, source: &dyn Source, job: &Job) -> Result<Loaded, Failure> {
    let mut part = Part {
        links,
        edges: Pairs::default(),
        lone: Vec::new(),
        bound: 0,
        mark: 0,
    };
    source.read(part.links.me(), part.links.workers(), &mut part)?;
    let Part {
        edges,
        lone,
        bound,
        mark,
        ..
    } = part;
    let all = links.agree([bound, edges.len() as u64, mark, 0])?;
    let bound = all.iter().map(|summary| summary[0]).max().unwrap_or(0);
    if bound > u64::from(u32::MAX) {
        return Err(Failure::Input(message!(
            "vertex {vertex} is too large: numbers are below {most}",
            "顶点 {vertex} 太大：编号须小于 {most}",
            vertex = bound - 1,
            most = u32::MAX
        )));
    }
    let count = all.iter().map(|summary| summary[1]).sum();
    job.check_size(count, bound)?;
    let mark = all
        .iter()
        .fold(0u64, |mark, summary| mark.wrapping_add(summary[2]));
    let layout = Layout::new(bound, links.workers(), job.partition);
    let kept = route(links, &layout, edges, lone)?;
    let shard = build(links, layout, kept)?;
    Ok(Loaded {
        shard,
        edges: count,
        mark,
        bound,
    })
}

/// The edges that a worker keeps, by the worker that has the second vertex, with the numbers within these workers: second, first.
struct Kept {
    first: u32,
    edges: Vec<Pairs>,
    lone: Vec<u32>,
}

impl Kept {
    fn keep(&mut self, layout: &Layout, from: u32, to: u32) {
        if to == LONE {
            self.lone.push(from - self.first);
            return;
        }
        let owner = layout.owner(to);
        self.edges[owner].push((to - layout.block(owner).0, from - self.first));
    }
}

fn route(
    links: &mut Links,
    layout: &Layout,
    edges: Pairs,
    lone: Vec<u32>,
) -> Result<Kept, Failure> {
    let me = links.me();
    let mut kept = Kept {
        first: layout.block(me).0,
        edges: (0..links.workers()).map(|_| Pairs::default()).collect(),
        lone: Vec::new(),
    };
    let take = |kept: &mut Kept, words: &[u32]| {
        for pair in words.chunks_exact(2) {
            kept.keep(layout, pair[0], pair[1]);
        }
    };
    let lone = lone.into_iter().map(|vertex| (vertex, LONE)).collect();
    for piece in edges.pieces.into_iter().chain([lone]) {
        for (from, to) in piece {
            let from = layout.place(from);
            let to = if to == LONE { to } else { layout.place(to) };
            match layout.owner(from) {
                owner if owner == me => kept.keep(layout, from, to),
                owner => links.put(owner, &[from, to]),
            }
        }
        let mut take = |_, words: &[u32]| {
            take(&mut kept, words);
            Ok(())
        };
        links.turn(false, &mut take)?;
        links.make_room(&mut take)?;
    }
    links.settle([0; 4], &mut |_, words| {
        take(&mut kept, words);
        Ok(())
    })?;
    Ok(kept)
}

fn build(links: &mut Links, layout: Layout, kept: Kept) -> Result<Shard, Failure> {
    let (me, (first, count)) = (links.me(), layout.block(links.me()));
    let edges: usize = kept.edges.iter().map(Pairs::len).sum();
    if edges >= 1 << 31 {
        return Err(Failure::Asked(message!(
            "{edges} edges are too many for one worker; ask for more workers",
            "一个工作线程有 {edges} 条边，太多；请增加工作线程",
            edges = edges
        )));
    }
    let mut open = vec![0u32; count];
    let mut before = Rows::none();
    let mut before_mirror = Rows::none();
    let mut mirrored = Vec::new();
    let mut wanted: Vec<(u32, Interest)> = Vec::new();
    let take = |from: usize, words: &[u32], wanted: &mut Vec<(u32, Interest)>| {
        wanted.extend(words.chunks_exact(2).map(|pair| {
            let interest = Interest {
                worker: from as u32,
                mirror: pair[1],
            };
            (pair[0], interest)
        }));
    };
    for (owner, edges) in kept.edges.into_iter().enumerate() {
        for (_, from) in edges.iter() {
            open[from as usize] += 1;
        }
        let (there, places) = layout.block(owner);
        let rows = Rows::sorted(places, || edges.iter());
        drop(edges);
        if owner == me {
            before = rows;
            continue;
        }
        let (rows, places) = rows.without_empty();
        for &place in &places {
            links.put(owner, &[place, mirrored.len() as u32]);
            mirrored.push(layout.vertex(there + place));
        }
        before_mirror.append(rows);
        links.make_room(&mut |from, words| {
            take(from, words, &mut wanted);
            Ok(())
        })?;
    }
    links.settle([0; 4], &mut |from, words| {
        take(from, words, &mut wanted);
        Ok(())
    })?;
    let interest = Rows::sorted(count, || wanted.iter().copied());
    let mut lone = kept.lone;
    lone.sort_unstable();
    lone.dedup();
    Ok(Shard {
        naming: Naming::Layout(layout, first),
        open,
        before,
        before_mirror,
        mirrored,
        interest,
        lone,
    })
}
