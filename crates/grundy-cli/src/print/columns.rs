//! The nim-sum written like a school addition: binary columns, of which those with an odd number of ones remain.

use std::fmt::Write;

use grundy::{Answer, Natural, Nimber};

use crate::print::paint::{Paint, brief, left, right, width};
use crate::words::{self, Word};
use grundy::Lang;

/// Most rows shown.
const ROWS: usize = 24;
/// Widest binary numbers shown.
const BITS: usize = 64;
/// Widest name shown.
const NAME: usize = 40;

/// Adds the columns of an answer's components, and their nim-sum under a line.
pub(crate) fn columns(out: &mut String, answer: &Answer, lang: Lang, paint: Paint) {
    let known: Vec<(&str, &Nimber)> = answer
        .components
        .iter()
        .filter_map(|component| Some((component.game.trim_end(), component.value.as_ref()?)))
        .collect();
    let sum = known
        .iter()
        .fold(Nimber::zero(), |sum, (_, value)| &sum ^ value);
    let bits = known
        .iter()
        .map(|(_, value)| dashu_bits(&value.0))
        .max()
        .unwrap_or(0)
        .max(1);
    let rows: Vec<[String; 3]> = known
        .iter()
        .take(ROWS)
        .map(|(name, value)| row(name, value, bits))
        .collect();
    let total = row(Word::NimSum.of(lang), &sum, bits);
    let widest = |column: usize| {
        rows.iter()
            .chain([&total])
            .map(|row| width(&row[column]))
            .max()
            .unwrap_or(0)
    };
    let (names, values) = (widest(0), widest(1));
    let line = |row: &[String; 3]| {
        let whole = format!(
            "{}   {}   {}",
            left(&row[0], names),
            right(&row[1], values),
            row[2]
        );
        whole.trim_end().to_owned()
    };
    for row in &rows {
        let _ = writeln!(out, "    {}", line(row));
    }
    if known.len() > ROWS {
        let more = words::more_components(known.len() - ROWS).render(lang);
        let _ = writeln!(out, "    {}", paint.dim(&more));
    }
    let rule = names
        + 3
        + values
        + if total[2].is_empty() {
            0
        } else {
            3 + width(&total[2])
        };
    let _ = writeln!(out, "  ⊕ {}", "─".repeat(rule));
    let _ = writeln!(out, "    {}", paint.bold(&line(&total)));
}

fn row(name: &str, value: &Nimber, bits: usize) -> [String; 3] {
    [
        brief(name, NAME),
        grundy::text::short(&value.0),
        binary(&value.0, bits),
    ]
}

fn dashu_bits(number: &Natural) -> usize {
    match u128::try_from(number) {
        Ok(small) => (u128::BITS - small.leading_zeros()) as usize,
        Err(_) => usize::MAX,
    }
}

/// Binary digits, apart where there is room; nothing where there are too many.
fn binary(number: &Natural, bits: usize) -> String {
    let Ok(number) = u128::try_from(number) else {
        return String::new();
    };
    if bits > BITS {
        return String::new();
    }
    let digits = format!("{number:0bits$b}");
    if bits > 24 {
        return digits;
    }
    let mut apart = String::with_capacity(2 * bits);
    for digit in digits.chars() {
        if !apart.is_empty() {
            apart.push(' ');
        }
        apart.push(digit);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_digits() {
        assert_eq!(binary(&Natural::from(5u8), 4), "0 1 0 1");
        assert_eq!(binary(&Natural::from(0u8), 1), "0");
        assert_eq!(binary(&Natural::from(1u8), 26).len(), 26);
        assert_eq!(binary(&Natural::from(1u8), 65), "");
    }
}
