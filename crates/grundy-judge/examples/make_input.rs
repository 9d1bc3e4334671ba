//! Writes an input of a contest format, the same for the same arguments.
//!
//! ```text
//! make_input NAME CASES PER-CASE MAX SEED > input.txt
//! ```
//!
//! PER-CASE is the number of heaps or pairs of a case; for subtraction sets it is the number of
//! takes, of positions and of heaps of a position. Heaps are drawn from 0..=MAX, limits too, takes
//! from 1..=MAX. Formats of plain numbers get a line of numbers from 1..=MAX a case.

use grundy_judge::{Cases, Format};
use std::io::{self, BufWriter, Write};

/// Numbers that look random (splitmix64, Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number of `0..=max`; the lean of the remainder is of no account here.
    pub(crate) fn up_to(&mut self, max: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        if max == u64::MAX { z } else { z % (max + 1) }
    }
}

/// Writes an input of `format`.
pub(crate) fn make_input(
    format: &Format,
    cases: u64,
    per_case: u64,
    max: u64,
    seed: u64,
    output: impl Write,
) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(1 << 18, output);
    let mut random = Random(seed);
    if format.cases == Cases::Counted {
        writeln!(output, "{cases}")?;
    }
    for _ in 0..cases {
        match format.layout.text() {
            "n (heap limit)*n" => {
                writeln!(output, "{per_case}")?;
                for _ in 0..per_case {
                    writeln!(output, "{} {}", random.up_to(max), random.up_to(max))?;
                }
            }
            "k take*k m [h heap*h]*m" => {
                write!(output, "{per_case}")?;
                for _ in 0..per_case {
                    write!(output, " {}", 1 + random.up_to(max.saturating_sub(1)))?;
                }
                writeln!(output, "\n{per_case}")?;
                for _ in 0..per_case {
                    heaps(per_case, max, &mut random, &mut output)?;
                }
            }
            "n heap*n" => heaps(per_case, max, &mut random, &mut output)?,
            plain if !plain.contains(['*', '(']) => {
                let count = plain.split(' ').count();
                for index in 0..count {
                    let end = if index + 1 == count { '\n' } else { ' ' };
                    write!(output, "{}{end}", 1 + random.up_to(max.saturating_sub(1)))?;
                }
            }
            other => {
                let message = format!("no inputs are made for the layout \"{other}\"");
                return Err(io::Error::other(message));
            }
        }
    }
    if format.cases == Cases::UntilZero {
        writeln!(output, "0")?;
    }
    output.flush()
}

fn heaps(count: u64, max: u64, random: &mut Random, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{count}")?;
    for index in 0..count {
        let end = if index + 1 == count { '\n' } else { ' ' };
        write!(output, "{}{end}", random.up_to(max))?;
    }
    Ok(())
}

#[allow(dead_code, reason = "a bench uses this file for `make_input`")]
fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = arguments
        .iter()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let (Some(format), [cases, per_case, max, seed]) = (
        arguments.first().and_then(|name| grundy_judge::find(name)),
        numbers.as_slice(),
    ) else {
        eprintln!(
            "usage: make_input NAME CASES PER-CASE MAX SEED, as in make_input nyoj585 10000 1000 100 1"
        );
        std::process::exit(2);
    };
    make_input(format, *cases, *per_case, *max, *seed, io::stdout().lock())
}
