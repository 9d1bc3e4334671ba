//! Trees, words and tables, and rules of one's own on words, boards and lists, against plain C as a textbook writes it (`scanf`, -O2) and, where it reads numbers, with `fread`:
//! in pairs within one run, on inputs of about 100 MB (`--quick`: 10 MB), by one thread and by two.

#[path = "../examples/make_input.rs"]
#[allow(dead_code, reason = "of it only the random numbers are used")]
mod make_input;
#[allow(unreachable_pub, reason = "shared with the benches of another crate")]
#[path = "../../../benches/paired.rs"]
mod paired;

use grundy_judge::{Format, Limits};
use make_input::Random;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Cases of a format, each of about so many numbers or letters.
fn write(name: &str, cases: u64, size: u64, output: impl Write) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(1 << 18, output);
    let mut random = Random(1);
    writeln!(output, "{cases}")?;
    for _ in 0..cases {
        match name {
            "hdu3094" => {
                writeln!(output, "{size}")?;
                for vertex in 2..=size {
                    writeln!(output, "{} {vertex}", 1 + random.up_to(vertex - 2))?;
                }
            }
            "cf1373B" => {
                for _ in 0..size / 64 {
                    write!(output, "{:064b}", random.up_to(u64::MAX))?;
                }
                writeln!(output)?;
            }
            // Of all lengths up to this one.
            "flip" => {
                let mut letters = || if random.up_to(1) == 0 { '+' } else { '-' };
                let word: Vec<char> = (0..size).map(|_| letters()).collect();
                let length = 1 + random.up_to(size - 1) as usize;
                writeln!(output, "{}", word.iter().take(length).collect::<String>())?;
            }
            "cram" => {
                writeln!(output, "{size} {size}")?;
                for _ in 0..size {
                    let row = (0..size).map(|_| if random.up_to(1) == 0 { '.' } else { '#' });
                    writeln!(output, "{}", row.collect::<String>())?;
                }
            }
            "parts" => {
                let heaps = 1 + random.up_to(size - 1);
                write!(output, "{heaps}")?;
                for _ in 0..heaps {
                    write!(output, " {}", random.up_to(100))?;
                }
                writeln!(output)?;
            }
            _ => {
                let side = size.isqrt();
                writeln!(output, "{side} {side}")?;
                for _ in 0..side {
                    for column in 0..side {
                        let end = if column + 1 == side { '\n' } else { ' ' };
                        write!(output, "{}{end}", random.up_to(1_000_000))?;
                    }
                }
            }
        }
    }
    output.flush()
}

fn input(name: &str, cases: u64, size: u64) -> (PathBuf, f64) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{name}-{cases}-{size}.txt"));
    if !path.exists() {
        let partial = path.with_extension("part");
        let file = File::create(&partial).expect("a writable folder");
        write(name, cases, size, file).expect("room for an input");
        fs::rename(&partial, &path).expect("a writable folder");
    }
    let length = path.metadata().expect("an input").len();
    (path, length as f64)
}

/// Rules of one's own by the names of their baselines.
const RULES: [(&str, &str); 3] = [
    ("flip", "\"++\" -> \"--\""),
    ("cram", "grid \"..\" -> \"##\""),
    ("parts", "multiset a[i] -> [b, a[i]-b] for b in 1..a[i]"),
];

/// Judges the file: seconds, and the sum of i times answer i, as the baselines have it.
fn judge(name: &str, path: &Path, threads: usize) -> (f64, u64) {
    let own = RULES.iter().find(|(own, _)| *own == name);
    let own = own.map(|(_, rule)| Format::plain(rule, false).expect("a rule"));
    let known = own.is_none().then(|| grundy_judge::find(name));
    let format = own.as_ref().or(known.flatten()).expect("a format");
    let file = File::open(path).expect("an input");
    let start = Instant::now();
    let mut answers = Vec::new();
    grundy_judge::run_file(format, &Limits::default(), &file, threads, &mut answers)
        .expect("a good input");
    let seconds = start.elapsed().as_secs_f64();
    let text = std::str::from_utf8(&answers).expect("text");
    let wins = |line: &str| u64::from(["Alice", "DA", "Ashish", "First"].contains(&line));
    (
        seconds,
        (1..)
            .zip(text.lines())
            .map(|(index, line)| index * wins(line))
            .sum(),
    )
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    for (name, cases, size) in [
        ("hdu3094", 10_000, 1000),
        ("hdu3094", 50, 200_000),
        ("cf1373B", 1_000, 100_000),
        ("cf1451F", 1_450, 10_000),
        ("flip", 1_600_000, 120),
        ("cram", 4_000_000, 4),
        ("parts", 1_100_000, 60),
    ] {
        let cases = if quick { cases / 10 } else { cases };
        let (path, bytes) = input(name, cases, size);
        let file = path.to_str().expect("a plain path").to_owned();
        let what = format!("{name}, {} MB, {size} a case", bytes as u64 / 1_000_000);
        let kinds = [("scanf", &["-O2"][..]), ("fread", &["-O2", "-DFREAD"][..])];
        let read_as_words = ["cf1373B", "flip", "cram"].contains(&name);
        for (kind, flags) in kinds.into_iter().take(if read_as_words { 1 } else { 2 }) {
            let program = paired::compiled(name, &format!("{name}_{kind}"), flags);
            for threads in [1, 2] {
                paired::paired(
                    &format!("{what}, {threads} thr., {kind}"),
                    3,
                    (bytes, "byte"),
                    || judge(name, &path, threads),
                    || paired::run_baseline(&program, &[&file]),
                );
            }
        }
    }
}
