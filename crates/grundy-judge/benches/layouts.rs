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
            "swap" | "zeros" => {
                let letters = if name == "swap" { "abcd" } else { "01" };
                let length = 1 + random.up_to(size - 1);
                let mut letter = || random.up_to(letters.len() as u64 - 1) as usize;
                let word = (0..length).map(|_| char::from(letters.as_bytes()[letter()]));
                writeln!(output, "{}", word.collect::<String>())?;
            }
            "brackets" => {
                let heaps = 1 + random.up_to(size - 1);
                for heap in 0..heaps {
                    let before = if heap == 0 { '[' } else { ',' };
                    write!(output, "{before}{}", random.up_to(100))?;
                }
                writeln!(output, "]")?;
            }
            "flip" | "quoted" => {
                let mut letters = || if random.up_to(1) == 0 { '+' } else { '-' };
                let word: Vec<char> = (0..size).map(|_| letters()).collect();
                let length = 1 + random.up_to(size - 1) as usize;
                let quote = if name == "quoted" { "\"" } else { "" };
                let word = word.iter().take(length).collect::<String>();
                writeln!(output, "{quote}{word}{quote}")?;
            }
            "cram" | "cram-misere" => {
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

const FLIP: &str = "\"++\" -> \"--\"";
const CRAM: &str = "grid \"..\" -> \"##\"";
const PARTS: &str = "multiset a[i] -> [b, a[i]-b] for b in 1..a[i]";

/// The format of a rule of one's own, or of the catalogue, by the name of its inputs.
fn format(name: &str) -> Option<Format> {
    let plain = |rule: &str, misere: bool| Some(Format::plain(rule, misere).expect("a rule"));
    match name {
        "flip" => plain(FLIP, false),
        "swap" => plain("\"ab\" -> \"cd\" | \"dc\"", false),
        "cram" => plain(CRAM, false),
        "cram-misere" => plain(CRAM, true),
        "parts" => plain(PARTS, false),
        "quoted" => Some(laid(FLIP, "s:'+-'")),
        "brackets" => Some(laid(PARTS, "a*[]")),
        "zeros" => grundy_judge::find("cf1373B").cloned(),
        known => grundy_judge::find(known).cloned(),
    }
}

/// A rule of one's own whose cases are laid out so, and which are told by their values.
fn laid(rule: &str, layout: &str) -> Format {
    let text = format!(
        "[[format]]\nname = \"own\"\ncases = \"counted\"\nlayout = \"{layout}\"\noptions = '''{rule}'''\nanswer = {{ value = \"{{value}}\\n\" }}\n"
    );
    Format::parse(&text).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// The program in C that inputs of a name are given to, and what it is compiled with.
fn program(name: &str) -> (&str, &[&str]) {
    match name {
        "quoted" => ("flip", &["-DQUOTED"]),
        "brackets" => ("parts", &["-DBRACKETS"]),
        "cram-misere" => ("cram", &["-DMISERE"]),
        "zeros" => ("cf1373B", &[]),
        known => (known, &[]),
    }
}

/// Judges the file: seconds, and the sum of i times answer i, as the baselines have it.
/// Answers are written into memory that is there from the run before.
fn judge(name: &str, path: &Path, threads: usize, answers: &mut Vec<u8>) -> (f64, u64) {
    let format = format(name).expect("a format");
    let file = File::open(path).expect("an input");
    answers.clear();
    let start = Instant::now();
    grundy_judge::run_file(&format, &Limits::default(), &file, threads, &mut *answers)
        .expect("a good input");
    let seconds = start.elapsed().as_secs_f64();
    let text = std::str::from_utf8(answers).expect("text");
    let wins = |line: &str| u64::from(["Alice", "DA", "Ashish", "First"].contains(&line));
    let worth = |line: &str| line.parse().unwrap_or_else(|_| wins(line));
    (
        seconds,
        (1..)
            .zip(text.lines())
            .map(|(index, line): (u64, &str)| index * worth(line))
            .sum(),
    )
}

fn main() {
    let words = paired::words();
    let quick = words.iter().any(|word| word == "--quick");
    let chosen: Vec<&String> = words.iter().filter(|word| *word != "--quick").collect();
    for (name, cases, size) in [
        ("hdu3094", 10_000, 1000),
        ("hdu3094", 50, 200_000),
        ("cf1373B", 1_000, 100_000),
        ("zeros", 15_000_000, 10),
        ("cf1451F", 1_450, 10_000),
        ("flip", 25_000_000, 5),
        ("flip", 1_600_000, 120),
        ("flip", 20_000, 10_000),
        ("quoted", 1_600_000, 120),
        ("swap", 25_000_000, 5),
        ("swap", 1_600_000, 120),
        ("cram", 10_000_000, 2),
        ("cram", 6_200_000, 3),
        ("cram", 4_000_000, 4),
        ("cram", 2_900_000, 5),
        ("cram-misere", 4_000_000, 4),
        ("parts", 15_000_000, 3),
        ("parts", 1_100_000, 60),
        ("parts", 68_000, 1000),
        ("brackets", 15_000_000, 3),
        ("brackets", 1_100_000, 60),
    ] {
        if !chosen.is_empty() && !chosen.iter().any(|word| *word == name) {
            continue;
        }
        let cases = if quick { cases / 10 } else { cases };
        let (path, bytes) = input(name, cases, size);
        let file = path.to_str().expect("a plain path").to_owned();
        let what = format!("{name}, {} MB, {size} a case", bytes as u64 / 1_000_000);
        let (source, own) = program(name);
        let reads_numbers = ["hdu3094", "cf1451F", "parts"].contains(&name);
        let kinds = [("scanf", &["-O2"][..]), ("fread", &["-O2", "-DFREAD"][..])];
        for (kind, flags) in kinds.into_iter().take(if reads_numbers { 2 } else { 1 }) {
            let flags = [flags, own].concat();
            let program = paired::compiled(source, &format!("{name}_{kind}"), &flags);
            let mut answers = Vec::new();
            for threads in [1, 2] {
                paired::paired(
                    &format!("{what}, {threads} thr., {kind}"),
                    3,
                    (bytes, "byte"),
                    || judge(name, &path, threads, &mut answers),
                    || paired::run_baseline(&program, &[&file]),
                );
            }
        }
    }
}
