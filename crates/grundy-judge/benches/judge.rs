//! Contest inputs against plain C, in pairs within one run; `--quick` takes smaller inputs.

#[path = "../examples/make_input.rs"]
mod make_input;
#[allow(unreachable_pub, reason = "shared with the benches of another crate")]
#[path = "../../grundy/benches/paired/mod.rs"]
mod paired;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Writes an input and gives its path and length.
fn input(name: &str, cases: u64, per_case: u64, max: u64) -> (PathBuf, f64) {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{cases}-{per_case}-{max}.txt"));
    let format = grundy_judge::find(name).expect("a known format");
    let file = File::create(&path).expect("a writable folder");
    make_input::make_input(format, cases, per_case, max, 1, file).expect("room for an input");
    let length = path.metadata().expect("an input").len();
    (path, length as f64)
}

/// Judges the file: seconds, and the sum of the numbers of the lines that begin with 'P', as the baselines have it.
fn judge(name: &str, path: &Path) -> (f64, u64) {
    let format = grundy_judge::find(name).expect("a known format");
    let start = Instant::now();
    let mut answers = Vec::new();
    let file = File::open(path).expect("an input");
    grundy_judge::run(format, file, &mut answers).expect("a good input");
    let seconds = start.elapsed().as_secs_f64();
    let lines = answers.split(|&byte| byte == b'\n');
    (
        seconds,
        (1..)
            .zip(lines)
            .filter(|(_, line)| line.starts_with(b"P"))
            .map(|(index, _)| index)
            .sum(),
    )
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (pairs, scale) = if quick { (3, 10) } else { (7, 1) };
    let scanf = paired::baseline("nyoj585_scanf");
    let fread = paired::baseline("nyoj585_fread");
    for (cases, per_case, max) in [(10_000, 1000, 100), (10_000, 1000, 1_000_000_000)] {
        let (path, bytes) = input("nyoj585", cases / scale, per_case, max);
        let text = path.to_str().expect("a plain path").to_owned();
        for (kind, program, pairs) in [("scanf", &scanf, pairs.min(3)), ("fread", &fread, pairs)] {
            paired::paired(
                &format!("nyoj585, values <= {max}, against {kind}"),
                pairs,
                (bytes, "byte"),
                || judge("nyoj585", &path),
                || paired::run_baseline(program, &[&text]),
            );
        }
    }
    for (name, cases, per_case, max) in [
        ("nyoj888", 10_000, 1000, 100),
        ("nyoj135", 10_000, 100, 1 << 31),
        ("hdu1850", 100_000, 100, 1_000_000),
        ("hdu1850", 10, 1_000_000, 1_000_000),
        ("hdu1536", 200, 100, 10_000),
    ] {
        let cases = (cases / scale).max(1);
        let (path, bytes) = input(name, cases, per_case, max);
        paired::alone(
            &format!("{name}, {cases} x {per_case}"),
            pairs,
            (bytes, "byte"),
            || judge(name, &path),
        );
    }
}
