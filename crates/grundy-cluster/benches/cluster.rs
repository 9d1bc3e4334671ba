//! Graphs over several workers beside the engine that has the whole graph in memory on one core: a shuffled graph without
//! cycles, a path, and games explored from their rules. Answers are compared. With `--quick`, small ones; with `--values`, no outcomes of
//! the first.

use std::time::Instant;

use grundy::engine::graph::Edges as Held;
use grundy_cluster::{
    Answers, Edges, Hosts, Job, Output, Partition, Solution, solve, solve_games, solve_into,
};
use grundy_graph::Column;

#[path = "../../../benches/paired.rs"]
mod paired;

use paired::Random;

/// The quickest of so many is told.
const RUNS: usize = 3;

/// The same however the rows are ordered, and whatever vertices of value 0 and round 0 there are besides.
fn marked(vertex: u32, value: u32, round: u32) -> u64 {
    let mark = u64::from(vertex).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    mark.wrapping_mul(u64::from(value) + (u64::from(round) << 32))
}

fn check_sum(answers: &Answers) -> u64 {
    answers.rows().fold(0, |sum, row| {
        let value = match row.value {
            Some(grundy::engine::graph::Loopy::Finite(value)) => value,
            _ => 0,
        };
        sum.wrapping_add(marked(row.vertex, value, row.remoteness.unwrap_or(0)))
    })
}

fn told(name: &str, edges: &Edges, count: usize, columns: &[Column]) -> Vec<u64> {
    let mut sums = Vec::new();
    for (workers, partition) in [
        (1, Partition::Block),
        (2, Partition::Block),
        (2, Partition::Hash),
    ] {
        let mut job = Job::default();
        job.workers = workers;
        job.partition = partition;
        job.columns = columns.to_vec();
        let mut answers = solve(edges.clone(), &job).expect("answers");
        // The quickest of several: what else the machine does only slows.
        for _ in 1..RUNS {
            let again = solve(edges.clone(), &job).expect("answers");
            if again.report().solving < answers.report().solving {
                answers = again;
            }
        }
        let report = answers.report();
        println!(
            "{name:28} {workers} workers, {partition:?}: reading {:7.3} s, solving {:7.3} s ({:6.1} ns/edge), {:5.2} B sent/edge",
            report.reading,
            report.solving,
            report.solving * 1e9 / count as f64,
            report.sent as f64 / count as f64,
        );
        sums.push(check_sum(&answers));
    }
    sums
}

/// In the environment of a second process: the addresses.
const SECOND: &str = "GRUNDY_CLUSTER_BENCH";

/// The same by two processes of one worker each, connected on this machine.
fn processes(edges: &Edges, count: usize, second: Option<String>) {
    let is_second = second.is_some();
    let addresses = second.unwrap_or_else(|| {
        let port = || std::net::TcpListener::bind("127.0.0.1:0").and_then(|own| own.local_addr());
        let (one, two) = (port().expect("a port"), port().expect("a port"));
        format!("{one},{two}")
    });
    let child = (!is_second).then(|| {
        let program = std::env::current_exe().expect("this program");
        std::process::Command::new(program)
            .args(std::env::args().skip(1))
            .env(SECOND, &addresses)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a process")
    });
    let mut job = Job::default();
    job.columns = vec![Column::Value];
    let addresses = addresses.split(',').map(str::to_owned).collect();
    job.hosts = Some(Hosts::new(addresses, usize::from(is_second)));
    job.peer_timeout = std::time::Duration::from_secs(120);
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster-bench");
    if !is_second {
        let _ = std::fs::remove_dir_all(&directory);
    }
    let report = solve_into(edges.clone(), &Output::new(&directory), &job).expect("answers");
    println!(
        "shuffled, values             2 processes: reading {:7.3} s, solving {:7.3} s ({:6.1} ns/edge), writing {:7.3} s, {:5.2} B sent/edge by one",
        report.reading,
        report.solving,
        report.solving * 1e9 / count as f64,
        report.writing,
        report.sent as f64 / count as f64,
    );
    if let Some(mut child) = child {
        assert!(child.wait().expect("an end").success());
        let files = std::fs::read_dir(&directory).expect("the output");
        let bytes: u64 = files
            .map(|file| file.expect("a file").metadata().expect("its size").len())
            .sum();
        println!("Parquet of vertex and value: {bytes} bytes");
        let _ = std::fs::remove_dir_all(&directory);
    }
}

/// Games from their rules, by one worker and by two.
fn rules(games: &[&str]) {
    for text in games {
        let game: grundy::Game = text.parse().expect("a game");
        let mut before = None;
        for workers in [1, 2] {
            let mut job = Job::default();
            job.workers = workers;
            let runs =
                (0..RUNS).map(|_| solve_games(std::slice::from_ref(&game), &job).expect("answers"));
            let quickest = |one: &Solution<_>, other: &Solution<_>| {
                one.report.reading.total_cmp(&other.report.reading)
            };
            let solution = runs.min_by(quickest).expect("a run");
            let report = solution.report;
            println!(
                "{text:28} {workers} workers: {} positions, {} moves, exploring {:7.3} s ({:6.1} ns/move), solving {:7.3} s",
                report.bound,
                report.edges,
                report.reading,
                report.reading * 1e9 / report.edges as f64,
                report.solving,
            );
            let first = before.get_or_insert_with(|| solution.starts.clone());
            assert_eq!(*first, solution.starts, "the answers differ");
        }
    }
}

fn main() {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    let quick = asked("--quick");
    let (vertices, degree) = if quick { (20_000, 10) } else { (4_000_000, 10) };
    let mut random = Random(5);
    let mut names: Vec<u32> = (0..vertices).collect();
    for last in (1..vertices).rev() {
        names.swap(last as usize, random.below(u64::from(last) + 1) as usize);
    }
    let edges: Vec<(u32, u32)> = (0..vertices as usize * degree)
        .map(|_| {
            let from = 1 + random.below(u64::from(vertices) - 1);
            (names[from as usize], names[random.below(from) as usize])
        })
        .collect();
    let count = edges.len();
    if let Ok(addresses) = std::env::var(SECOND) {
        return processes(&Edges::new(edges), count, Some(addresses));
    }
    let (building, solving, sum) = {
        let start = Instant::now();
        let mut held = Held::default();
        held.extend(&edges).expect("a graph");
        let graph = held.arranged(1);
        let building = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let values = graph.ending();
        let mut solving = start.elapsed().as_secs_f64();
        for _ in 1..RUNS {
            let start = Instant::now();
            assert_eq!(graph.ending(), values);
            solving = solving.min(start.elapsed().as_secs_f64());
        }
        let sum = (0..).zip(&values).fold(0u64, |sum, (vertex, &value)| {
            sum.wrapping_add(marked(vertex, value, 0))
        });
        (building, solving, sum)
    };
    println!(
        "{:28} one core, in memory: building {building:7.3} s, solving {solving:7.3} s ({:6.1} ns/edge)",
        "shuffled, values",
        solving * 1e9 / count as f64,
    );
    let edges = Edges::new(edges);
    for other in told("shuffled, values", &edges, count, &[Column::Value]) {
        assert_eq!(other, sum, "the answers differ");
    }
    processes(&edges, count, None);
    let all = [Column::Outcome, Column::Remoteness, Column::Move];
    if !asked("--values") {
        let sums = told("shuffled, outcomes", &edges, count, &all);
        assert!(sums.iter().all(|&sum| sum == sums[0]), "the answers differ");
    }
    drop(edges);
    rules(match quick {
        true => &["chomp 5x5", "cram 3x4"],
        false => &["chomp 10x10", "cram 5x5"],
    });
    let vertices = if quick { 10_000 } else { 1_000_000 };
    let path = Edges::new((1..vertices).map(|v| (v, v - 1)).collect::<Vec<_>>());
    for columns in [&[Column::Value][..], &all] {
        let mut job = Job::default();
        job.workers = 2;
        job.columns = columns.to_vec();
        let start = Instant::now();
        let answers = solve(path.clone(), &job).expect("answers");
        println!(
            "path, {columns:?}: solving {:7.3} s, in all {:7.3} s",
            answers.report().solving,
            start.elapsed().as_secs_f64(),
        );
    }
}
