//! One formula for all values of a parameter, from a formula for each: the same words, with other numbers in them.
//!
//! For some values of the parameter a pattern is guessed by itself. Where most of them say the same but for numbers, as `n%3`, `n%4`, `n%5`, each
//! of the numbers is sought as a polynomial of degree 2 at most in the parameter, with more values than such a polynomial has coefficients.
//! The formula that is made so must hold for every value of the parameter, also for those that nothing was guessed from.

use super::data::{Data, Hypothesis};
use super::finding::{Form, Subject};
use super::search::guess_in;
use crate::budget::{Exhausted, Meter};
use crate::quotient::Play;
use crate::rule::Rule;
use crate::rule::code::Code;

/// Fewest values of the parameter that must say the same.
const FEWEST: usize = 4;

/// Most values of a parameter from which a formula is guessed each.
const MOST: usize = 10;

/// Values of a coordinate that no move changes: those patterns are guessed from, those they must hold for.
const VALUES: (usize, usize) = (9, 14);

/// By number of other coordinates: the numbers from which patterns are guessed, and those for which they are verified.
const SIDES: [(usize, usize); 2] = [(60, 660), (30, 60)];

/// A formula as its words and the numbers between them.
fn parted(text: &str) -> (Vec<String>, Vec<i64>) {
    let (mut words, mut numbers) = (vec![String::new()], Vec::new());
    let mut letters = text.chars().peekable();
    let mut in_name = false;
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() || in_name {
            in_name = letter.is_alphanumeric() || letter == '_';
            if let Some(word) = words.last_mut() {
                word.push(letter);
            }
            continue;
        }
        let mut digits = letter.to_string();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        numbers.push(digits.parse().unwrap_or(i64::MAX));
        words.push(String::new());
    }
    (words, numbers)
}

/// Numbers at these values of a parameter as a polynomial, in the notation.
fn fitted(points: &[(i64, i64)], name: &str) -> Option<String> {
    let (&(at, number), &(next_at, next)) = (points.first()?, points.get(1)?);
    let &(third_at, third) = points.get(2)?;
    // By divided differences.
    let slope = i128::from(next - number);
    let run = i128::from(next_at - at);
    let later = i128::from(third - next) * run - slope * i128::from(third_at - next_at);
    let bend_by = i128::from(third_at - next_at) * run * i128::from(third_at - at);
    if bend_by == 0 || later % bend_by != 0 {
        return None;
    }
    let square = later / bend_by;
    let rest = slope - square * (i128::from(next_at).pow(2) - i128::from(at).pow(2));
    if rest % run != 0 {
        return None;
    }
    let linear = rest / run;
    let constant = i128::from(number) - square * i128::from(at).pow(2) - linear * i128::from(at);
    let holds = points.iter().all(|&(at, number)| {
        let at = i128::from(at);
        square * at * at + linear * at + constant == i128::from(number)
    });
    if !holds {
        return None;
    }
    let mut text = String::new();
    let power = [format!("{name}^2"), name.to_owned(), String::new()];
    for (by, power) in [square, linear, constant].into_iter().zip(power) {
        if by == 0 {
            continue;
        }
        let sign = match (by < 0, text.is_empty()) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        };
        let term = match (by.unsigned_abs(), power.is_empty()) {
            (1, false) => power,
            (by, false) => format!("{by}*{power}"),
            (by, true) => by.to_string(),
        };
        text.push_str(sign);
        text.push_str(&term);
    }
    Some(match text.is_empty() {
        true => "0".to_owned(),
        // A number by itself, or a name, needs no parentheses.
        false
            if text
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '_') =>
        {
            text
        }
        false => format!("({text})"),
    })
}

/// The formula with the parameter that says the same as most of these do for one value of it each.
fn generalised(formulas: &[(i64, String)], name: &str) -> Option<String> {
    type Said = (Vec<String>, Vec<(i64, Vec<i64>)>);
    let mut all: Vec<Said> = Vec::new();
    for (value, text) in formulas {
        let (words, numbers) = parted(text);
        match all.iter_mut().find(|(own, _)| *own == words) {
            Some((_, own)) => own.push((*value, numbers)),
            None => all.push((words, vec![(*value, numbers)])),
        }
    }
    let (words, said) = all.into_iter().max_by_key(|(_, said)| said.len())?;
    if said.len() < FEWEST {
        return None;
    }
    let mut text = words.first()?.clone();
    for (place, word) in words.iter().skip(1).enumerate() {
        let points = said.iter().map(|(at, numbers)| (*at, numbers[place]));
        text.push_str(&fitted(&points.collect::<Vec<_>>(), name)?);
        text.push_str(word);
    }
    Some(text)
}

/// The formula in the last of the names that holds for all of `data`, guessed from the first values of the last coordinate that are in its
/// small range.
pub(super) fn by_parameter(
    data: &Data,
    subject: Subject,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    let Some((name, own)) = data.names.split_last() else {
        return Ok(None);
    };
    let place = own.len();
    let size: usize = data.sizes[..place].iter().product();
    let mut formulas = Vec::new();
    // The least values of a parameter say least: 0 and 1 are often cases of their own.
    let values = data.small[place];
    for number in values.saturating_sub(MOST)..values {
        let slice = Data {
            names: own.to_vec(),
            small: data.small[..place].to_vec(),
            sizes: data.sizes[..place].to_vec(),
            first: Vec::new(),
            cells: data.cells[number * size..(number + 1) * size].to_vec(),
        };
        let found = guess_in(&slice, subject, meter)?;
        if let Some(Form::Formula {
            expression,
            exceptions,
        }) = found.map(|it| it.form)
            && exceptions.is_empty()
        {
            let value = data.first(place) + number as u64;
            formulas.push((i64::try_from(value).unwrap_or(i64::MAX), expression));
        }
    }
    match generalised(&formulas, name) {
        Some(text) => data.formula(subject, &text, meter),
        None => Ok(None),
    }
}

/// The same where the parameter is the last coordinate of a rule, which no move changes; it must then hold for all of `data` too.
pub(super) fn by_coordinate(
    rule: &Rule,
    data: &Data,
    subject: Subject,
    play: Play,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    let last = rule.arity() - 1;
    if !(1..=SIDES.len()).contains(&last) || !is_fixed(rule, last) {
        return Ok(None);
    }
    let (small, side) = SIDES[last - 1];
    let sides = |side: usize, values: usize| {
        let mut sides = vec![side; last];
        sides.push(values);
        sides
    };
    let sizes = sides(side, VALUES.1);
    let table = match play {
        Play::Normal => rule.table(&sizes, meter),
        Play::Misere => match rule.misere_table(&sizes, meter) {
            Some(table) => table,
            None => return Ok(None),
        },
    };
    // What cannot be had of larger numbers leaves what is known of smaller ones.
    let Ok(table) = table else {
        return match meter.look() {
            Err(Exhausted::Interrupted) => Err(Exhausted::Interrupted),
            _ => Ok(None),
        };
    };
    let larger = Data {
        names: data.names.clone(),
        small: sides(small, VALUES.0),
        sizes,
        first: Vec::new(),
        cells: table.into_cells(),
    };
    let Some(found) = by_parameter(&larger, subject, meter)? else {
        return Ok(None);
    };
    match &found.form {
        Form::Formula { expression, .. } => data.formula(subject, expression, meter),
        _ => Ok(None),
    }
}

/// Whether no move changes a coordinate.
fn is_fixed(rule: &Rule, place: usize) -> bool {
    let program = rule.program();
    program.moves.iter().all(|clause| {
        let own = |code: Option<&Code>| match (code, clause.fixed[place]) {
            (Some(Code::Slot(slot)), _) => *slot == place,
            (Some(Code::Number(number)), Some(fixed)) => *number == fixed,
            _ => false,
        };
        clause
            .options
            .iter()
            .flatten()
            .all(|term| own(term.get(place)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_polynomials() {
        let of = |number: fn(i64) -> i64| {
            let points: Vec<(i64, i64)> = (3..8).map(|at| (at, number(at))).collect();
            fitted(&points, "k")
        };
        let text = |it: &str| Some(it.to_owned());
        assert_eq!(of(|k| k + 1), text("(k+1)"));
        assert_eq!(of(|k| 2 * k - 3), text("(2*k-3)"));
        assert_eq!(of(|k| k * k + 2 * k + 5), text("(k^2+2*k+5)"));
        assert_eq!(of(|_| 7), text("7"));
        assert_eq!(of(|k| k), text("k"));
        assert_eq!(of(|k| 1 << k), None);
    }

    #[test]
    fn formulas_that_say_the_same_are_joined() {
        let formulas = |all: &[(i64, &str)]| {
            let all = all.iter().map(|(at, text)| (*at, (*text).to_owned()));
            generalised(&all.collect::<Vec<_>>(), "k")
        };
        let some = [
            (1, "n%2 == 0"),
            (2, "n%4 == 0 or n%4 == 2"),
            (3, "n%5 == 0 or n%5 == 3"),
            (4, "n%6 == 0 or n%6 == 4"),
            (5, "n%7 == 0 or n%7 == 5"),
        ];
        let found = formulas(&some);
        assert_eq!(found.as_deref(), Some("n%(k+2) == 0 or n%(k+2) == k"));
        assert_eq!(formulas(&some[..4]), None);
    }
}
