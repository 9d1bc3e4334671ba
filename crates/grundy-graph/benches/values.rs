//! Values of all vertices of large graphs, from the text of a list of edges: CPU seconds and the peak of memory of a whole
//! process, beside plain C++, petgraph and networkx doing the same from the same file; and what cycles cost.
//!
//! Each run is a process of its own. With `--quick`, small graphs, once. `--vertices N` chooses others, `--only NAME` one of the
//! graphs, `--runs N` how often each is run, `--without NAME` leaves a baseline out.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use grundy::Play;
use grundy::engine::graph::Loopy;
use grundy_graph::{Answers, Column, Input, Memory, Options, read};
use petgraph::graph::{DiGraph, NodeIndex};

#[allow(unreachable_pub, reason = "shared between benches")]
#[path = "../../../benches/paired.rs"]
mod paired;

use paired::{Random, baseline_in_cpp, median};

/// Edges of a vertex.
const DEGREE: u64 = 10;

/// A kind of graph.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Every edge leads to a smaller number.
    Falling,
    /// The same with the vertices renumbered at random.
    Random,
    /// The same, where of a thousand edges so many are turned round.
    Turned(u64),
    /// From any vertex to any other.
    Cyclic,
}

const KINDS: [(&str, Kind); 5] = [
    ("falling", Kind::Falling),
    ("random", Kind::Random),
    ("turned 0.1 %", Kind::Turned(1)),
    ("turned 5 %", Kind::Turned(50)),
    ("cyclic", Kind::Cyclic),
];

/// Writes a graph of so many vertices; tells how many edges it has.
fn write(kind: Kind, vertices: u64, path: &Path) -> u64 {
    let mut random = Random(5);
    let mut names: Vec<u32> = (0..vertices as u32).collect();
    if kind != Kind::Falling {
        for last in (1..names.len()).rev() {
            names.swap(last, random.below(last as u64 + 1) as usize);
        }
    }
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path).expect("a scratch file"));
    for vertex in 1..vertices {
        for _ in 0..DEGREE {
            let (mut from, mut to) = (vertex, random.below(vertex));
            match kind {
                Kind::Turned(share) if random.below(1000) < share => (from, to) = (to, from),
                Kind::Cyclic => to = random.below(vertices),
                _ => {}
            }
            let (from, to) = (names[from as usize], names[to as usize]);
            writeln!(file, "{from} {to}").expect("a scratch file");
        }
    }
    file.flush().expect("a scratch file");
    (vertices - 1) * DEGREE
}

/// One step of the checksum.
fn mixed(sum: u64, value: u64) -> u64 {
    sum.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(value)
}

/// CPU seconds of this process and the peak of its memory in KiB.
fn used() -> (f64, u64) {
    // Where there is none of it the figure is 0.
    let read = |name: &str| std::fs::read_to_string(name).unwrap_or_default();
    let status = read("/proc/self/status");
    let peak = status.lines().find(|line| line.starts_with("VmHWM:"));
    let peak = peak.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    (cpu(), peak.unwrap_or(0))
}

#[cfg(unix)]
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
fn cpu() -> f64 {
    0.0
}

/// Ours: values, or outcomes, of all vertices.
fn ours(path: &Path, column: Column, threads: usize) {
    let mut memory = Memory::new(u64::MAX).by_threads(threads);
    let mut options = Options::default();
    options.threads = threads;
    let read = read(Input::path(path), &options, &mut memory, &mut |_| ());
    let names = read.expect("a list of edges").names;
    let arranged = memory.arranged();
    let answers = Answers::new(&arranged, &names, Play::Normal, &[column], threads);
    let mut sum = 0;
    for vertex in answers.vertices() {
        let row = answers.row(vertex);
        let value = match row.value {
            Some(Loopy::Finite(value)) => value.into(),
            Some(Loopy::Infinite(set)) => {
                set.iter().fold(1 << 20, |sum, &one| mixed(sum, one.into()))
            }
            None => row.remoteness.map_or(1 << 20, u64::from),
        };
        sum = mixed(sum, value);
    }
    told(sum);
}

/// petgraph: a graph with its own order of topology.
fn petgraph(path: &Path) {
    let file = BufReader::with_capacity(1 << 20, File::open(path).expect("the file just written"));
    let mut graph = DiGraph::<(), ()>::new();
    for line in file.lines() {
        let line = line.expect("text");
        let mut names = line
            .split(' ')
            .map(|name| name.parse::<u32>().expect("a number"));
        let (from, to) = (names.next().expect("two"), names.next().expect("two"));
        while graph.node_count() <= from.max(to) as usize {
            graph.add_node(());
        }
        graph.add_edge(
            NodeIndex::new(from as usize),
            NodeIndex::new(to as usize),
            (),
        );
    }
    let order = petgraph::algo::toposort(&graph, None).expect("no cycle");
    let mut values = vec![0u32; graph.node_count()];
    let mut seen: Vec<u32> = Vec::new();
    for vertex in order.into_iter().rev() {
        let stamp = vertex.index() as u32 + 1;
        for option in graph.neighbors(vertex) {
            let value = values[option.index()] as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = stamp;
        }
        let mex = seen.iter().take_while(|&&mark| mark == stamp).count();
        values[vertex.index()] = mex as u32;
    }
    told(
        values
            .iter()
            .fold(0, |sum, &value| mixed(sum, value.into())),
    );
}

fn told(sum: u64) {
    let (seconds, peak) = used();
    println!("{seconds:.6} {sum} {peak}");
}

/// networkx, in Python.
const NETWORKX: &str = "
import sys, resource, networkx as nx
g = nx.read_edgelist(sys.argv[1], create_using=nx.DiGraph, nodetype=int)
value = {}
for v in reversed(list(nx.topological_sort(g))):
    seen = {value[w] for w in g[v]}
    mex = 0
    while mex in seen:
        mex += 1
    value[v] = mex
total = 0
for v in range(max(value) + 1):
    total = (total * 0x9E3779B97F4A7C15 + value.get(v, 0)) % 2**64
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, total, used.ru_maxrss)
";

/// Runs a process that prints CPU seconds, a checksum and its peak in KiB.
fn run(command: &mut Command) -> Figures {
    let begun = Instant::now();
    let output = command
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut words = text.split_whitespace();
    Some((
        words.next()?.parse().ok()?,
        begun.elapsed().as_secs_f64(),
        words.next()?.parse().ok()?,
        words.next()?.parse().ok()?,
    ))
}

fn child(mode: &str, path: &Path) -> Figures {
    let program = std::env::current_exe().ok()?;
    run(Command::new(program).arg("--child").arg(mode).arg(path))
}

/// CPU seconds, seconds of the wall clock, a checksum, the peak in KiB; nothing where the program is not there.
type Figures = Option<(f64, f64, u64, u64)>;

/// A program by its name.
type Program<'p> = (&'static str, &'p dyn Fn() -> Figures);

/// What was measured of one program: CPU and wall seconds of each run, the checksum, the peak.
struct Measured {
    name: &'static str,
    seconds: Vec<f64>,
    wall: Vec<f64>,
    sum: u64,
    peak: u64,
}

impl Measured {
    fn line(&self, graph: &str, edges: u64) -> f64 {
        let seconds = median(self.seconds.clone());
        println!(
            "{graph:14} {:11} {seconds:>9.3} CPU s  {:>9.3} s  {:>7.2} ns/edge  peak {:>6.2} bytes/edge",
            self.name,
            median(self.wall.clone()),
            seconds * 1e9 / edges as f64,
            self.peak as f64 * 1024.0 / edges as f64
        );
        seconds
    }
}

/// Runs the programs in turn, so that a machine whose speed drifts drifts for all.
fn in_turn(runs: usize, programs: &[Program<'_>]) -> Vec<Measured> {
    let mut all: Vec<Measured> = Vec::new();
    for _ in 0..runs {
        for (name, run) in programs {
            let Some((seconds, wall, sum, peak)) = run() else {
                continue;
            };
            match all.iter_mut().find(|measured| measured.name == *name) {
                Some(known) => {
                    assert_eq!(known.sum, sum, "{name}: the answers differ");
                    known.seconds.push(seconds);
                    known.wall.push(wall);
                }
                None => all.push(Measured {
                    name,
                    seconds: vec![seconds],
                    wall: vec![wall],
                    sum,
                    peak,
                }),
            }
        }
    }
    all
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [child, mode, path] = &arguments[..]
        && child == "--child"
    {
        let path = Path::new(path);
        return match mode.as_str() {
            "petgraph" => petgraph(path),
            "outcomes" => ours(path, Column::Remoteness, 1),
            "threads" => ours(path, Column::Value, 2),
            _ => ours(path, Column::Value, 1),
        };
    }
    let told = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let vertices = told("--vertices").map_or(if quick { 20_000 } else { 10_000_000 }, |number| {
        number.parse().expect("a number of vertices")
    });
    let runs = told("--runs").map_or(if quick { 1 } else { 3 }, |number| {
        number.parse().expect("a number of runs")
    });
    let without = |name: &str| told("--without").is_some_and(|left| left.contains(name));
    let directory = told("--scratch").map_or(env!("CARGO_TARGET_TMPDIR"), String::as_str);
    let cpp = baseline_in_cpp("dag");
    let mut plain = None;
    for (name, kind) in KINDS {
        if told("--only").is_some_and(|only| only != name) {
            continue;
        }
        let path = PathBuf::from(directory).join("values.txt");
        let edges = write(kind, vertices, &path);
        let ours = || child("values", &path);
        let threads = || child("threads", &path);
        let outcomes = || child("outcomes", &path);
        let plain_cpp = || run(Command::new(&cpp).arg(&path));
        let pet = || child("petgraph", &path);
        let networkx = || run(Command::new("python3").args(["-c", NETWORKX]).arg(&path));
        let mut programs: Vec<Program<'_>> = vec![
            ("grundy", &ours),
            ("two threads", &threads),
            ("outcomes", &outcomes),
        ];
        if matches!(kind, Kind::Falling | Kind::Random) {
            programs.push(("C++", &plain_cpp));
            if !without("petgraph") {
                programs.push(("petgraph", &pet));
            }
            if !without("networkx") && vertices <= 1_000_000 {
                programs.push(("networkx", &networkx));
            }
        }
        let all = in_turn(runs, &programs);
        let mut first = 0.0;
        for measured in &all {
            let seconds = measured.line(name, edges);
            match measured.name {
                "grundy" => first = seconds,
                "two threads" | "outcomes" => {}
                other => {
                    assert_eq!(
                        measured.sum, all[0].sum,
                        "{name}: {other} has other answers"
                    );
                    println!(
                        "{name:14} grundy is {:.1} times as fast as {other}",
                        seconds / first
                    );
                }
            }
        }
        match (kind, plain) {
            (Kind::Random, _) => plain = Some(first),
            (Kind::Turned(_) | Kind::Cyclic, Some(plain)) => {
                println!(
                    "{name:14} takes {:.2} times what the graph without cycles takes",
                    first / plain
                );
            }
            _ => {}
        }
        std::fs::remove_file(path).expect("the file just written");
    }
}
