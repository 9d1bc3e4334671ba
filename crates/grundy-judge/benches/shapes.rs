//! Contest inputs of every shape: rows of one number to rows of ten million, small numbers and large ones, by each kind of
//! instructions, by one thread and by two, beside C with `fread` and digits of its own and C with `scanf` (both -O2) in the same
//! minute. What is shown are seconds of the wall clock for a gigabyte, of the fastest of some runs; a line a shape, and at the end
//! how far the shapes of a format lie apart. `--quick` takes inputs of 2 MB and rows of at most a thousand, `--big` inputs of 1 GB, else
//! 100 MB. A format's name takes that one only.

#[path = "../examples/make_input.rs"]
mod make_input;
#[allow(unreachable_pub, reason = "shared with the benches of another crate")]
#[path = "../../../benches/paired.rs"]
mod paired;

use grundy_judge::{Limits, Path as Way};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What a shape of inputs is.
struct Shape {
    format: &'static str,
    /// Numbers, or pairs of them, of a case; of a format with sets, the takes and the heaps of a position.
    row: u64,
    max: u64,
}

/// The shapes of one format: every length of a row with small numbers and with large ones.
fn shapes(format: &'static str) -> Vec<Shape> {
    let rows: &[u64] = match format {
        "hdu1536" => &[3, 30, 100],
        // The C program keeps a row.
        "hdu1850" => &[1, 3, 10, 30, 100, 1_000, 100_000],
        _ => &[1, 3, 10, 30, 100, 1_000, 100_000, 10_000_000],
    };
    let largest: &[u64] = match format {
        "hdu1536" => &[10_000],
        "nyoj135" => &[100, 1 << 31],
        _ => &[100, 1_000_000_000],
    };
    rows.iter()
        .flat_map(|&row| largest.iter().map(move |&max| Shape { format, row, max }))
        .collect()
}

/// Writes an input of about so many bytes, if it is not there, and gives its path and length.
fn input(shape: &Shape, bytes: u64) -> (PathBuf, u64) {
    let format = grundy_judge::find(shape.format).expect("a known format");
    let width = u64::from(shape.max.ilog10()) + 1;
    let case = match shape.format {
        "hdu1536" => shape.row * (shape.row + 1) * width,
        "nyoj135" => shape.row * 2 * width,
        _ => shape.row * width,
    };
    let cases = (bytes / case.max(4)).max(1);
    let name = format!("{}-{cases}-{}-{}.txt", shape.format, shape.row, shape.max);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if !path.exists() {
        let partial = path.with_extension("part");
        let file = File::create(&partial).expect("a writable folder");
        make_input::make_input(format, cases, shape.row, shape.max, 1, file)
            .expect("room for an input");
        fs::rename(&partial, &path).expect("a writable folder");
    }
    let length = path.metadata().expect("an input").len();
    (path, length)
}

/// Judges the file: seconds, and the answers.
fn judge(name: &str, path: &Path, threads: usize, way: Way) -> (f64, Vec<u8>) {
    let format = grundy_judge::find(name).expect("a known format");
    let limits = Limits {
        path: way,
        ..Limits::default()
    };
    let file = File::open(path).expect("an input");
    let start = Instant::now();
    let mut answers = Vec::new();
    grundy_judge::run_file(format, &limits, &file, threads, &mut answers).expect("a good input");
    (start.elapsed().as_secs_f64(), answers)
}

/// The sum of i times answer i, as the baselines have it.
fn checksum(name: &str, answers: &[u8]) -> u64 {
    let text = std::str::from_utf8(answers).expect("text");
    let answer = |text: &str| match text {
        "PIAOYI" | "Yougth" | "Win" | "W" => 1,
        "HRDV" | "Hrdv" | "Lose" | "L" => 0,
        number => number.parse().expect("a number"),
    };
    let values: Vec<u64> = match name {
        "hdu1536" => text
            .split("")
            .filter(|text| !text.trim().is_empty())
            .map(answer)
            .collect(),
        _ => text.lines().map(answer).collect(),
    };
    (1..).zip(values).fold(0, |sum: u64, (index, value)| {
        sum.wrapping_add(index * value)
    })
}

/// The least seconds of some runs.
fn least(runs: usize, mut run: impl FnMut() -> f64) -> f64 {
    (0..runs).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn main() {
    let asked = |flag: &str| std::env::args().any(|argument| argument == flag);
    let (runs, bytes) = match (asked("--quick"), asked("--big")) {
        (true, _) => (1, 2_000_000),
        (_, true) => (3, 1_000_000_000),
        _ => (3, 100_000_000),
    };
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let ways = Way::all_here();
    for name in ["nyoj585", "nyoj888", "nyoj135", "hdu1850", "hdu1536"] {
        if !named.is_empty() && !named.iter().any(|word| word == name) {
            continue;
        }
        let fread = paired::compiled(name, &format!("{name}_fread"), &["-O2", "-DFREAD"]);
        let scanf = paired::compiled(name, &format!("{name}_scanf"), &["-O2"]);
        println!("{name}: seconds a gigabyte");
        print!("{:>10} {:>10}", "row", "max");
        ways.iter()
            .for_each(|way| print!(" {:>9}", format!("{way:?}")));
        println!(
            " {:>9} {:>7} {:>9} {:>9}",
            "2 thr.", "of 1", "fread/1", "scanf/1"
        );
        let mut by_way = vec![Vec::new(); ways.len()];
        let mut beside_fread = Vec::new();
        for shape in shapes(name) {
            if asked("--quick") && shape.row > 1_000 {
                continue;
            }
            let (path, length) = input(&shape, bytes);
            let gigabytes = length as f64 / 1e9;
            let file = path.to_str().expect("a plain path");
            let (_, answers) = judge(name, &path, 1, ways[0]);
            let (_, expected) = paired::run_baseline(&fread, &[file]);
            assert_eq!(checksum(name, &answers), expected, "the answers differ");
            print!("{:>10} {:>10}", shape.row, shape.max);
            for (way, all) in ways.iter().zip(&mut by_way) {
                let seconds = least(runs, || judge(name, &path, 1, *way).0) / gigabytes;
                all.push((shape.row, seconds));
                print!(" {seconds:>9.3}");
            }
            let one = by_way[0].last().expect("a shape").1;
            let two = least(runs, || {
                let (seconds, same) = judge(name, &path, 2, ways[0]);
                assert_eq!(same, answers, "the answers of two threads differ");
                seconds
            }) / gigabytes;
            let fread = least(runs, || paired::run_baseline(&fread, &[file]).0) / gigabytes;
            let scanf = paired::run_baseline(&scanf, &[file]).0 / gigabytes;
            beside_fread.push(fread / one);
            println!(
                " {two:>9.3} {:>7.2} {:>9.2} {:>9.1}",
                two / one,
                fread / one,
                scanf / one
            );
            // Nothing of a gigabyte is left behind.
            if bytes > 100_000_000 {
                fs::remove_file(&path).expect("our own file");
            }
        }
        for (way, all) in ways.iter().zip(&by_way) {
            let long = || {
                all.iter()
                    .filter(|(row, _)| *row >= 10)
                    .map(|(_, seconds)| *seconds)
            };
            let most = long().fold(0.0, f64::max);
            let least = long().fold(f64::INFINITY, f64::min);
            println!(
                "  {way:?}: rows of ten and more lie within {:.2} x",
                most / least
            );
        }
        println!("  fread / ours: median {:.2}", paired::median(beside_fread));
    }
}
