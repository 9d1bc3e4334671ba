//! Trees of ten million vertices from their text to their value, beside plain C doing the same from the same file;
//! and explicit graphs from their edges to values and outcomes. With `--quick`, small ones, once.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grundy_engine::Play;
use grundy_engine::graph::{Graph, grundy, labelling};
use grundy_engine::tree::Tree;

#[allow(unreachable_pub, reason = "shared between benches")]
#[path = "../../../benches/paired.rs"]
mod paired;

use paired::{Random, alone, baseline, paired, run_baseline, timed};

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the scratch directory can be written");
    path
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("the file just written")
}

/// Writes the parents, and as edges with all vertices but the root shuffled; times both.
fn tree(name: &str, parent: &[u32], pairs: usize, random: &mut Random) {
    let vertices = parent.len() + 1;
    let number = vertices.to_string();
    let mut text = String::new();
    for above in parent {
        writeln!(text, "{above}").expect("text");
    }
    let path = file("parents.txt", &text);
    let program = baseline("tree_parents");
    let units = (vertices as f64, "vertex");
    paired(
        &format!("{name}, parents"),
        pairs,
        units,
        || {
            timed(|| {
                Tree::read_parents(&read(&path), 0)
                    .expect("a tree")
                    .value()
                    .into()
            })
        },
        || run_baseline(&program, &[path.to_str().expect("text"), &number]),
    );
    let program = baseline("tree_edges");
    let mut names: Vec<u32> = (0..vertices as u32).collect();
    let mut turns: Vec<u32> = (1..vertices as u32).collect();
    for shuffled in [false, true] {
        if shuffled {
            for last in (2..vertices).rev() {
                names.swap(last, 1 + random.below(last as u64) as usize);
                turns.swap(last - 1, random.below(last as u64) as usize);
            }
        }
        text.clear();
        for &child in &turns {
            let (a, b) = (
                names[child as usize],
                names[parent[child as usize - 1] as usize],
            );
            let (a, b) = if random.below(2) == 0 { (a, b) } else { (b, a) };
            writeln!(text, "{a} {b}").expect("text");
        }
        let path = file("edges.txt", &text);
        paired(
            &format!("{name}, edges{}", if shuffled { " shuffled" } else { "" }),
            pairs,
            units,
            || {
                timed(|| {
                    Tree::read_edges(&read(&path), 0)
                        .expect("a tree")
                        .value()
                        .into()
                })
            },
            || run_baseline(&program, &[path.to_str().expect("text"), &number]),
        );
        std::fs::remove_file(path).expect("the file just written");
    }
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (vertices, pairs) = if quick {
        (20_000u32, 1)
    } else {
        (10_000_000, 5)
    };
    let mut random = Random(5);
    let bushy: Vec<u32> = (1..vertices)
        .map(|child| random.below(child.into()) as u32)
        .collect();
    tree("random tree", &bushy, pairs, &mut random);
    let path: Vec<u32> = (0..vertices - 1).collect();
    tree("path", &path, pairs, &mut random);
    let tree = Tree::from_parents(bushy).expect("a tree");
    alone(
        "random tree, all cuts to 0",
        pairs,
        (vertices.into(), "vertex"),
        || timed(|| tree.cuts_to(0, 10).count.into()),
    );
    graphs(vertices / 10, pairs, &mut random);
}

/// Five edges a vertex, from their list to the values of a graph without cycles, and to the outcomes of one with.
fn graphs(vertices: u32, runs: usize, random: &mut Random) {
    let mut names: Vec<u32> = (0..vertices).collect();
    for last in (1..vertices as usize).rev() {
        names.swap(last, random.below(last as u64 + 1) as usize);
    }
    let mut falling = Vec::new();
    let mut shuffled = Vec::new();
    let mut cyclic = Vec::new();
    for _ in 0..u64::from(vertices) * 5 {
        let from = 1 + random.below(u64::from(vertices) - 1);
        let to = random.below(from);
        falling.push((from as u32, to as u32));
        shuffled.push((names[from as usize], names[to as usize]));
        let (from, to) = (
            random.below(vertices.into()) as u32,
            random.below(vertices.into()) as u32,
        );
        cyclic.push((from, to));
    }
    let units = (falling.len() as f64, "edge");
    let graph = |edges: &[(u32, u32)]| Graph::new(vertices as usize, edges).expect("a graph");
    let values = |edges: &[(u32, u32)]| {
        let values = grundy(&graph(edges)).expect("no cycle");
        values.into_iter().map(u64::from).sum()
    };
    alone("graph in order, Grundy values", runs, units, || {
        timed(|| values(&falling))
    });
    alone("graph shuffled, Grundy values", runs, units, || {
        timed(|| values(&shuffled))
    });
    alone("graph with cycles, outcomes", runs, units, || {
        timed(|| labelling(&graph(&cyclic), Play::Normal).rounds().len() as u64)
    });
}
