//! The nim-sum as a picture: a row of bits for each component, and under the line those of which there is an odd number
//! (Bouton, 1901).

use std::fmt::Write;

use grundy::{Answer, Lang, Natural, Nimber};

use crate::picture::svg::{begin, centred, escaped};
use crate::print::paint::{brief, width};
use crate::words::{Word, colon, components_not_shown};

/// Most rows drawn.
const ROWS: usize = 40;
/// Widest numbers drawn.
pub(crate) const BITS: usize = 64;
/// The side of a bit.
const SIDE: usize = 28;
/// Widest name shown.
const NAME: usize = 40;

const ONE: &str = "#1971c2";
const ODD: &str = "#e8590c";
const ZERO: &str = "#f1f3f5";
const INK: &str = "#212529";
const PALE: &str = "#868e96";

struct Row<'a> {
    name: String,
    value: &'a Natural,
    fill: &'static str,
}

/// How many bits a number has.
fn bits(number: &Natural) -> usize {
    match number.is_zero() {
        true => 0,
        false => format!("{number:b}").len(),
    }
}

/// The widest number of an answer's components in bits; `None` where no component's value is known.
pub(crate) fn widest(answer: &Answer) -> Option<usize> {
    let values = answer
        .components
        .iter()
        .filter_map(|one| one.value.as_ref());
    values.map(|value| bits(&value.0)).max()
}

/// The picture of an answer whose components' values are known.
pub(crate) fn binary(answer: &Answer, lang: Lang) -> String {
    let known = answer.components.iter();
    let known = known.filter_map(|one| Some((one.game.trim_end(), &one.value.as_ref()?.0)));
    let known: Vec<(&str, &Natural)> = known.collect();
    let sum = known.iter().fold(Nimber::zero(), |sum, (_, value)| {
        &sum ^ &Nimber((*value).clone())
    });
    let mut rows: Vec<Row<'_>> = known
        .iter()
        .take(ROWS)
        .map(|(name, value)| Row {
            name: brief(name, NAME),
            value,
            fill: ONE,
        })
        .collect();
    rows.push(Row {
        name: Word::NimSum.of(lang).to_owned(),
        value: &sum.0,
        fill: ODD,
    });
    let across = widest(answer).unwrap_or(0).max(1);
    let names = rows.iter().map(|row| width(&row.name)).max().unwrap_or(0) * 8;
    let values = rows
        .iter()
        .map(|row| row.value.to_string().len())
        .max()
        .unwrap_or(1)
        * 9;
    let (left, top) = (16 + names + 16 + values + 16, 44);
    let hidden = known.len().saturating_sub(ROWS);
    let below = if hidden > 0 { 24 } else { 0 };
    let whole = (left + across * SIDE + 16).max(width(&answer.game) * 8 + 32);
    let height = top + rows.len() * SIDE + 12 + below + 28;
    let title = format!(
        "{}{}{}",
        brief(&answer.game, 2 * NAME),
        colon(lang),
        Word::NimSum.of(lang)
    );
    let mut out = begin(whole, height, &title);
    let _ = writeln!(
        out,
        "<text x=\"16\" y=\"26\" font-size=\"15\" font-weight=\"bold\" fill=\"{INK}\">{}</text>",
        escaped(&brief(&answer.game, 2 * NAME))
    );
    let last = rows.len() - 1;
    for (at, row) in rows.iter().enumerate() {
        let is_sum = at == last;
        let y = top + at * SIDE + if is_sum { 12 + below } else { 0 };
        let middle = y + SIDE / 2;
        let weight = if is_sum { "bold" } else { "normal" };
        let _ = writeln!(
            out,
            "<text x=\"16\" y=\"{middle}\" dy=\"0.35em\" font-weight=\"{weight}\" fill=\"{INK}\">{}</text>\n<text x=\"{}\" y=\"{middle}\" dy=\"0.35em\" text-anchor=\"end\" font-weight=\"{weight}\" fill=\"{INK}\">{}</text>",
            escaped(&row.name),
            left - 16,
            row.value
        );
        let digits = format!("{:0>across$}", format!("{:b}", row.value));
        for (place, digit) in digits.chars().enumerate() {
            let is_one = digit == '1';
            let (fill, ink) = if is_one {
                (row.fill, "#ffffff")
            } else {
                (ZERO, PALE)
            };
            let x = left + place * SIDE;
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"{fill}\"/>",
                x + 2,
                y + 2,
                SIDE - 4,
                SIDE - 4
            );
            centred(&mut out, x + SIDE / 2, middle, ink, &digit.to_string());
        }
    }
    let line = top + last * SIDE + 5;
    let _ = writeln!(
        out,
        "<path d=\"M16 {line}H{}\" stroke=\"{INK}\"/>",
        left + across * SIDE
    );
    if hidden > 0 {
        let message = components_not_shown(hidden).render(lang);
        let _ = writeln!(
            out,
            "<text x=\"16\" y=\"{}\" fill=\"{PALE}\">{}</text>",
            line + 20,
            escaped(&message)
        );
    }
    // Under each column, what it is worth.
    let foot = top + rows.len() * SIDE + 12 + below + 12;
    for place in 0..across.min(20) {
        let power = across - 1 - place;
        if across <= 20 {
            let worth = (1u64 << power).to_string();
            if worth.len() <= 4 {
                centred(&mut out, left + place * SIDE + SIDE / 2, foot, PALE, &worth);
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use grundy::{Play, solve};

    use super::*;

    #[test]
    fn ones_are_drawn_and_columns_of_an_odd_number_of_them() {
        let answer = solve(&"nim 3 5 7".parse().expect("a game"), Play::Normal);
        let picture = binary(&answer, Lang::En);
        // 3, 5 and 7 have seven ones; their sum is 1.
        assert_eq!(picture.matches(&format!("fill=\"{ONE}\"")).count(), 7);
        assert_eq!(picture.matches(&format!("fill=\"{ODD}\"")).count(), 1);
        assert_eq!(widest(&answer), Some(3));
        for text in [
            "nim",
            "nim 0",
            "nim 18446744073709551615 1",
            "kayles 5 + nim 2",
        ] {
            let answer = solve(&text.parse().expect(text), Play::Normal);
            let picture = binary(&answer, Lang::Zh);
            assert!(picture.ends_with("</svg>\n"), "{text}");
        }
    }
}
