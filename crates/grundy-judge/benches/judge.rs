//! Contest inputs against plain C, in pairs within one run: C as a textbook writes it (`scanf`, -O2) and C with `fread` and
//! its own digits (-O2). `--quick` takes inputs of 30 MB; `--big` takes those of a gigabyte. Seconds are those of the wall
//! clock, for our reader by one thread, by two, and by the other instructions. A format's name takes that one only.

#[path = "../examples/make_input.rs"]
mod make_input;
#[allow(unreachable_pub, reason = "shared with the benches of another crate")]
#[path = "../../../benches/paired.rs"]
mod paired;

use grundy_judge::{Limits, Path as Way};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Writes an input, if it is not there, and gives its path and length.
fn input(name: &str, cases: u64, per_case: u64, max: u64) -> (PathBuf, f64) {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{cases}-{per_case}-{max}.txt"));
    let format = grundy_judge::find(name).expect("a known format");
    if !path.exists() {
        let partial = path.with_extension("part");
        let file = File::create(&partial).expect("a writable folder");
        make_input::make_input(format, cases, per_case, max, 1, file).expect("room for an input");
        fs::rename(&partial, &path).expect("a writable folder");
    }
    let length = path.metadata().expect("an input").len();
    (path, length as f64)
}

/// Judges the file: seconds, and the sum of i times answer i, as the baselines have it.
fn judge(name: &str, path: &Path, threads: usize, way: Way) -> (f64, u64) {
    let format = grundy_judge::find(name).expect("a known format");
    let limits = Limits {
        path: way,
        ..Limits::default()
    };
    let file = File::open(path).expect("an input");
    let start = Instant::now();
    let mut answers = Vec::new();
    grundy_judge::run_file(format, &limits, &file, threads, &mut answers).expect("a good input");
    let seconds = start.elapsed().as_secs_f64();
    let text = std::str::from_utf8(&answers).expect("text");
    let letters = name == "hdu1536";
    let answer = |text: &str| match text {
        "PIAOYI" | "Yougth" | "Win" | "W" => 1,
        "HRDV" | "Hrdv" | "Lose" | "L" => 0,
        number => number.parse().expect("a number"),
    };
    let values: Vec<u64> = if letters {
        text.split("")
            .filter(|text| !text.trim().is_empty())
            .map(answer)
            .collect()
    } else {
        text.lines().map(answer).collect()
    };
    (
        seconds,
        (1..).zip(values).map(|(index, value)| index * value).sum(),
    )
}

fn main() {
    let asked = |flag: &str| std::env::args().any(|argument| argument == flag);
    let (pairs, scale) = match (asked("--quick"), asked("--big")) {
        (true, _) => (3, 1),
        (_, true) => (3, 35),
        _ => (5, 4),
    };
    let best = Way::best();
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let wanted = |name: &str| named.is_empty() || named.iter().any(|word| word == name);
    for (name, cases, per_case, max) in [
        ("nyoj585", 10_000, 1000, 100),
        ("nyoj585", 2_500, 1000, 1_000_000_000),
        ("nyoj888", 10_000, 1000, 2),
        ("nyoj135", 12_600, 100, 1 << 31),
        ("hdu1850", 41_400, 100, 1_000_000),
        ("hdu1536", 57, 100, 10_000),
    ] {
        if !wanted(name) {
            continue;
        }
        let (path, bytes) = input(name, cases * scale, per_case, max);
        let file = path.to_str().expect("a plain path").to_owned();
        let what = format!("{name}, {} MB, values <= {max}", bytes as u64 / 1_000_000);
        let scanf = paired::compiled(name, &format!("{name}_scanf"), &["-O2"]);
        let fread = paired::compiled(name, &format!("{name}_fread"), &["-O2", "-DFREAD"]);
        for (kind, program) in [("scanf", &scanf), ("fread", &fread)] {
            for threads in [1, 2] {
                paired::paired(
                    &format!("{what}, {threads} thr., {kind}"),
                    if kind == "scanf" { pairs.min(2) } else { pairs },
                    (bytes, "byte"),
                    || judge(name, &path, threads, best),
                    || paired::run_baseline(program, &[&file]),
                );
            }
        }
        for way in Way::all_here().into_iter().filter(|way| *way != best) {
            paired::paired(
                &format!("{what}, {way:?}, scanf"),
                1,
                (bytes, "byte"),
                || judge(name, &path, 1, way),
                || paired::run_baseline(&scanf, &[&file]),
            );
        }
    }
    for (name, cases, per_case, max) in [("hdu1850", 10, 500_000, 1_000_000)] {
        if !wanted(name) {
            continue;
        }
        let (path, bytes) = input(name, cases, per_case, max);
        paired::alone(
            &format!("{name}, {cases} x {per_case}"),
            pairs,
            (bytes, "byte"),
            || judge(name, &path, 1, best),
        );
    }
}
