//! Paired timing: a job of ours and a plain C program that does the same job,
//! in turn, in one run. The ratio is taken pair by pair, so a machine whose
//! speed drifts drifts for both; each pair must also give the same checksum.
//!
//! `GRUNDY_RATIOS=FILE` adds a line for each pair to a file: the bench, the job, whether it was quick, and the ratio.
//! `GRUNDY_RATIOS=held` holds them against `benches/ratios.tsv`: a pair whose ratio is more than a third below the recorded one is
//! timed again, up to five times, and then fails. Processors differ, so each model that ratios were recorded on has a part of that
//! table, and on others nothing is held.
//! `benches/record` makes both that table and the one in BENCHMARKS.md.

#![allow(dead_code, unused_imports, reason = "each bench uses a part")]

#[path = "../crates/grundy-engine/src/random.rs"]
mod random;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

pub(crate) use random::Random;

/// Compiles `benches/baseline/NAME.c` with `cc -O3 -march=native` and gives the program's path.
pub(crate) fn baseline(name: &str) -> PathBuf {
    compiled(name, name, &["-O3", "-march=native"])
}

/// Compiles `benches/baseline/SOURCE.c` with these flags to a program `name` and gives its path.
pub(crate) fn compiled(source: &str, name: &str, flags: &[&str]) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let source = root.join("benches/baseline").join(format!("{source}.c"));
    let status = Command::new("cc")
        .args(flags)
        .args(["-std=c11", "-o"])
        .arg(&out)
        .arg(&source)
        .arg("-lm")
        .status()
        .expect("a C compiler named cc");
    assert!(status.success(), "{} does not compile", source.display());
    out
}

/// Compiles `benches/baseline/NAME.cpp` with `c++ -O2`, as judges do, and gives the program's path.
pub(crate) fn baseline_in_cpp(name: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let source = root.join("benches/baseline").join(format!("{name}.cpp"));
    let status = Command::new("c++")
        .args(["-O2", "-std=c++17", "-o"])
        .arg(&out)
        .arg(&source)
        .status()
        .expect("a C++ compiler named c++");
    assert!(status.success(), "{} does not compile", source.display());
    out
}

/// Runs a baseline program. It prints two words: the seconds its timed part took, and a checksum.
pub(crate) fn run_baseline(program: &PathBuf, arguments: &[&str]) -> (f64, u64) {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .expect("the baseline runs");
    assert!(output.status.success(), "{} failed", program.display());
    let text = String::from_utf8(output.stdout).expect("text");
    let mut words = text.split_whitespace();
    let seconds = words.next().expect("seconds").parse().expect("seconds");
    (
        seconds,
        words
            .next()
            .expect("a checksum")
            .parse()
            .expect("a checksum"),
    )
}

/// Times one call of ours: seconds, checksum.
pub(crate) fn timed(job: impl FnOnce() -> u64) -> (f64, u64) {
    let start = Instant::now();
    let checksum = job();
    (start.elapsed().as_secs_f64(), checksum)
}

/// The middle one of the figures.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// What is done with ratios.
const RATIOS: &str = "GRUNDY_RATIOS";

/// How often a pair that has fallen is timed again.
const TRIES: usize = 5;

fn is_quick() -> bool {
    std::env::args().any(|word| word == "--quick")
}

/// What a pair is recorded as.
fn key(name: &str) -> String {
    let size = if is_quick() { "quick" } else { "full" };
    format!("{}\t{name}\t{size}", env!("CARGO_CRATE_NAME"))
}

/// What the machine calls its processor, and whether it has vectors of 512 bits; `benches/record` writes the same.
fn processor() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = |name: &str| about.lines().find(|line| line.starts_with(name));
    let told = |name: &str| line(name).and_then(|line| Some(line.split_once(':')?.1.trim()));
    let wide = told("flags").is_some_and(|flags| flags.split(' ').any(|flag| flag == "avx512bw"));
    let model = told("model name").unwrap_or("unknown");
    format!("{model}{}", if wide { ", AVX-512" } else { "" })
}

/// The least ratio that a pair may have: two thirds of the recorded one.
fn least(name: &str) -> Option<f64> {
    if std::env::var(RATIOS).is_ok_and(|what| what == "held") {
        let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/ratios.tsv");
        let table = fs::read_to_string(table).ok()?;
        let header = format!("# {}", processor());
        let behind = table.lines().skip_while(|line| *line != header).skip(1);
        let mut lines = behind.take_while(|line| !line.starts_with('#'));
        let begin = key(name) + "\t";
        let recorded = lines.find_map(|line| line.strip_prefix(&begin));
        return recorded.map(|ratio| ratio.trim().parse::<f64>().expect("a ratio") * 2.0 / 3.0);
    }
    None
}

/// Keeps a ratio where that is asked for.
fn keep(name: &str, ratio: f64) {
    let Ok(path) = std::env::var(RATIOS) else {
        return;
    };
    if path != "held" {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.expect("a file for the ratios");
        writeln!(file, "{}\t{ratio:.2}", key(name)).expect("room for the ratios");
    }
}

/// Runs `ours` and `theirs` in turn `pairs` times (after one warm-up each), checks that the checksums agree, and
/// prints median seconds of each, time per `unit` (there are `units` of them in a run) and the ratio theirs/ours.
pub(crate) fn paired(
    name: &str,
    pairs: usize,
    units: (f64, &str),
    mut ours: impl FnMut() -> (f64, u64),
    mut theirs: impl FnMut() -> (f64, u64),
) -> f64 {
    let mut ratio = timed_pairs(name, pairs, units, &mut ours, &mut theirs);
    keep(name, ratio);
    if let Some(least) = least(name) {
        for more in 1..=TRIES {
            if ratio >= least {
                break;
            }
            ratio = timed_pairs(name, pairs + 2 * more, units, &mut ours, &mut theirs);
        }
        assert!(
            ratio >= least,
            "{name}: the ratio has fallen to {ratio:.2}, by more than a third of what is recorded: {:.2}",
            least * 1.5
        );
    }
    ratio
}

fn timed_pairs(
    name: &str,
    pairs: usize,
    (units, unit): (f64, &str),
    ours: &mut impl FnMut() -> (f64, u64),
    theirs: &mut impl FnMut() -> (f64, u64),
) -> f64 {
    let (first, second) = (ours().1, theirs().1);
    assert_eq!(first, second, "{name}: the answers differ");
    let (mut a, mut b, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..pairs {
        let (x, y) = (ours(), theirs());
        assert_eq!(x.1, y.1, "{name}: the answers differ");
        a.push(x.0);
        b.push(y.0);
        ratios.push(y.0 / x.0);
    }
    let (a, b, ratio) = (median(a), median(b), median(ratios));
    println!(
        "{name:44} ours {:>9.3} ms ({:>8.3} ns/{unit})  baseline {:>9.3} ms ({:>8.3} ns/{unit})  ratio {ratio:>7.2}",
        a * 1e3,
        a * 1e9 / units,
        b * 1e3,
        b * 1e9 / units
    );
    ratio
}

/// Times ours alone, where no baseline is named: the median of `runs`.
pub(crate) fn alone(
    name: &str,
    runs: usize,
    (units, unit): (f64, &str),
    mut ours: impl FnMut() -> (f64, u64),
) -> f64 {
    let _ = ours();
    let seconds = median((0..runs).map(|_| ours().0).collect());
    println!(
        "{name:44} ours {:>9.3} ms ({:>8.3} ns/{unit}, {:.1} M {unit}/s)",
        seconds * 1e3,
        seconds * 1e9 / units,
        units / seconds / 1e6
    );
    seconds
}

/// A part of a bench, by its name; it is told whether to be quick.
pub(crate) type Part = (&'static str, fn(bool));

/// The words of the command line.
pub(crate) fn words() -> Vec<String> {
    std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect()
}

/// Runs the parts that are named on the command line, or all; quickly with `--quick`.
pub(crate) fn run(parts: &[Part]) {
    let words = words();
    let has = |name: &str| words.iter().any(|word| word == name);
    let named = parts.iter().any(|(name, _)| has(name));
    for (name, part) in parts {
        if !named || has(name) {
            part(has("--quick"));
        }
    }
}
