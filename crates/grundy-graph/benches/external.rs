//! Graphs solved within 64 MiB: CPU and wall time, the peak of memory, bytes read and written for each edge. With
//! `--quick`, small ones in little memory. `--vertices N`, `--bytes N` and `--scratch DIRECTORY` choose others,
//! `--only NAME` one of the graphs; `--check` compares large ones too with the values found in memory.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::time::Instant;

use grundy::engine::graph::{Graph, Loopy, loopy_values};
use grundy::{Budget, Play};
use grundy_graph::{External, Sink};

#[path = "../../../benches/paired.rs"]
mod paired;

use paired::Random;

/// Edges of a vertex on average.
const DEGREE: u64 = 10;

/// A permutation of the numbers below `count` without a table: rounds of a Feistel network, walked until it is below.
fn shuffled(number: u32, count: u32) -> u32 {
    let half = (33 - count.leading_zeros()).div_ceil(2);
    let mask = (1u32 << half) - 1;
    let mut number = number;
    loop {
        let (mut high, mut low) = (number >> half, number & mask);
        for round in 1..=4u32 {
            let mixed = (low ^ round.wrapping_mul(0x9E37_79B1)).wrapping_mul(0x85EB_CA6B);
            let mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xC2B2_AE35);
            (high, low) = (low, high ^ (mixed >> 16 & mask));
        }
        number = high << half | low;
        if number < count {
            return number;
        }
    }
}

#[derive(Clone, Copy)]
enum Shape {
    /// Edges to smaller numbers.
    Falling,
    /// The same, the vertices renumbered at random.
    Shuffled,
    /// A path, numbered at random.
    Path,
    /// An edge between any two vertices, numbered at random.
    Complete,
    /// Edges between any vertices.
    Cyclic,
    /// Edges to smaller numbers, but for one in a hundred, the vertices renumbered at random.
    Nearly,
    /// Every edge leads to one of few vertices, and these to one another.
    Hubs,
}

/// Gives the edges in batches.
fn edges(shape: Shape, vertices: u32, mut take: impl FnMut(&[(u32, u32)])) {
    let mut random = Random(7);
    let mut batch = Vec::with_capacity(1 << 12);
    let count = match shape {
        Shape::Path => vertices.into(),
        Shape::Complete => u64::from(vertices) * u64::from(vertices - 1) / 2,
        _ => u64::from(vertices) * DEGREE,
    };
    for edge in 0..count {
        let pair = match shape {
            Shape::Path => {
                let from = 1 + edge as u32 % (vertices - 1);
                (shuffled(from, vertices), shuffled(from - 1, vertices))
            }
            Shape::Complete => {
                let from = (8 * edge + 1).isqrt().div_ceil(2);
                let to = (edge - from * (from - 1) / 2) as u32;
                (shuffled(from as u32, vertices), shuffled(to, vertices))
            }
            Shape::Cyclic => {
                let from = random.below(vertices.into()) as u32;
                (from, random.below(vertices.into()) as u32)
            }
            Shape::Nearly if edge % 100 == 0 => (
                random.below(vertices.into()) as u32,
                random.below(vertices.into()) as u32,
            ),
            Shape::Hubs => {
                let to = random.below(3) as u32;
                (1 + to + edge as u32 % (vertices - 1 - to), to)
            }
            Shape::Falling | Shape::Shuffled | Shape::Nearly => {
                let from = 1 + random.below(u64::from(vertices) - 1) as u32;
                let to = random.below(from.into()) as u32;
                if matches!(shape, Shape::Falling) {
                    (from, to)
                } else {
                    (shuffled(from, vertices), shuffled(to, vertices))
                }
            }
        };
        batch.push(pair);
        if batch.len() == batch.capacity() {
            take(&batch);
            batch.clear();
        }
    }
    take(&batch);
}

/// A line of `/proc/self/status`, in KiB.
fn status(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// User and system time of this process, in seconds, where the system tells.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = |at: usize| -> f64 {
        let behind = text.rsplit(')').next().unwrap_or_default();
        let word = behind.split_whitespace().nth(at);
        word.and_then(|word| word.parse().ok()).unwrap_or(0.0)
    };
    (ticks(11) + ticks(12)) / 100.0
}

fn value(value: Option<Loopy<'_>>) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The checksum of the values as found in memory.
fn in_memory(shape: Shape, vertices: u32) -> u64 {
    let mut all = Vec::new();
    edges(shape, vertices, |batch| all.extend_from_slice(batch));
    let mut named = vec![false; vertices as usize];
    for &(from, to) in &all {
        (named[from as usize], named[to as usize]) = (true, true);
    }
    let graph = Graph::new(vertices as usize, &all).expect("a graph");
    drop(all);
    let values = loopy_values(&graph);
    (0..vertices)
        .filter(|&vertex| named[vertex as usize])
        .fold(0u64, |sum, vertex| {
            sum.wrapping_add(value(values.value(vertex)) ^ u64::from(vertex))
        })
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let number = |name: &str, quick_one: u64, full: u64| -> u64 {
        let given = option(name).map(|text| text.parse().expect("a number"));
        given.unwrap_or(if quick { quick_one } else { full })
    };
    let vertices = number("--vertices", 200_000, 10_000_000) as u32;
    let bytes = number("--bytes", 16 << 20, 64 << 20);
    let place = option("--scratch").map_or_else(std::env::temp_dir, PathBuf::from);
    let shapes = [
        ("in order", Shape::Falling, 1),
        ("shuffled", Shape::Shuffled, 1),
        ("with cycles", Shape::Cyclic, 10),
        ("with few cycles", Shape::Nearly, 10),
        ("complete", Shape::Complete, 10),
        ("hubs", Shape::Hubs, 10),
        ("path shuffled", Shape::Path, 10),
    ];
    let check = arguments.iter().any(|argument| argument == "--check");
    let only = option("--only");
    for (name, shape, part) in shapes {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let mut vertices = vertices / part;
        if matches!(shape, Shape::Complete) {
            // As many edges as the others have.
            vertices = (u64::from(vertices) * 2 * DEGREE).isqrt() as u32;
        }
        // The peak of memory is counted anew.
        let counted = std::fs::write("/proc/self/clear_refs", "5").is_ok();
        let held = status("VmRSS:").unwrap_or(0) << 10;
        let (began, spent) = (Instant::now(), processor());
        let mut random = 0u64;
        edges(shape, vertices, |batch| {
            random ^= u64::from(batch.last().map_or(0, |edge| edge.1));
        });
        std::hint::black_box(random);
        let generated = processor() - spent;
        let (began, spent) = (began + began.elapsed(), processor());
        let budget = Budget {
            bytes,
            time: None,
            ..Budget::default()
        };
        let mut graph = External::new(&place, &budget).expect("a scratch file");
        edges(shape, vertices, |batch| {
            graph.edges(batch).expect("room for edges");
        });
        let read = processor() - spent - generated;
        let mut sum = 0u64;
        let effort = graph
            .solve(Play::Normal, &mut |row| {
                sum = sum.wrapping_add(value(row.value) ^ u64::from(row.vertex));
                Ok(())
            })
            .expect("a graph that is solved");
        let count = effort.edges as f64;
        let peak = status("VmHWM:").unwrap_or(0);
        println!(
            "{name}: {} vertices, {} edges, {} endless; CPU {:.2} s to take the edges, {:.2} s in all ({:.1} ns an edge); \
             wall {:.2} s; peak {:.1} MiB; {:.1} bytes read and {:.1} written an edge; {} blocks, {} visits; \
             checksum {sum:016x}",
            effort.vertices,
            effort.edges,
            effort.endless,
            read,
            processor() - spent - generated,
            (processor() - spent - generated) * 1e9 / count,
            began.elapsed().as_secs_f64() - generated,
            peak as f64 / 1024.0,
            effort.read as f64 / count,
            effort.written as f64 / count,
            effort.blocks,
            effort.visits,
        );
        if counted && bytes >= 16 << 20 {
            // What earlier graphs have left with the allocator is not held against this one.
            let allowed = bytes + held.saturating_sub(4 << 20);
            assert!(peak << 10 <= allowed, "{name}: no more than the budget");
        }
        // In memory where that is quick or wished, after the peak has been told.
        if vertices <= 1_000_000 || check {
            let expected = in_memory(shape, vertices);
            assert_eq!(
                sum, expected,
                "{name}: the values are those found in memory"
            );
            println!("{name}: the values are those found in memory");
        }
    }
}
