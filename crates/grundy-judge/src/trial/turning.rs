//! Cases at which who wins turns: where a program goes by a number that is nearly right, it is wrong there and nowhere else.
//!
//! Lost positions may be so few that no random case is one: of Wythoff's game one in each row. They are where the winning moves of a random
//! case lead. Where lost cases are many, as in Euclid's game, the least number from which on who wins is another is found by halves.

use super::case::{Case, Place, range};
use super::random::Random;
use super::told::{CaseAnswer, told};
use crate::format::{Field, Format};
use crate::run::Limits;
use grundy::{Game, Play, Solver};
use std::time::Instant;

/// How many other numbers are tried for one that changes who wins.
const TRIED: usize = 4;

/// Cases beside this one, which was answered, at which who wins turns, of numbers up to `size`: lost ones to which it can be brought and those
/// beside them, and both sides of a bound that one of its numbers has, where that is found before a time ends.
///
/// ```
/// use grundy_judge::Limits;
/// use grundy_judge::trial::{Farthest, asked, large, turning};
/// let format = grundy_judge::find("hdu1527").unwrap();
/// let limits = Limits::default();
/// let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
/// let all = large(format, Farthest::of(format).unwrap(), 1_000_000_000, 7);
/// let lost = all.iter().flat_map(|case| {
///     let answer = asked(format, &limits, std::slice::from_ref(case)).remove(0).unwrap();
///     let beside = turning(format, &limits, (case, &answer), (1_000_000_000, until), 7);
///     asked(format, &limits, &beside)
/// });
/// let lost = lost.filter(|answer| answer.as_ref().is_ok_and(|it| it.mover_wins == Some(false)));
/// assert!(lost.count() > 10);
/// ```
pub fn turning(
    format: &Format,
    limits: &Limits,
    (case, answer): (&Case, &CaseAnswer),
    (size, until): (u64, Instant),
    seed: u64,
) -> Vec<Case> {
    let mut random = Random(seed ^ case.largest());
    let mut numbers = Place::all(format, case);
    numbers.retain(|place| !format.layout.may_be_negative(place.field));
    let [judged] = answer.positions.as_slice() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let play = if judged.misere {
        Play::Misere
    } else {
        Play::Normal
    };
    let lost = (judged.game.as_deref()).and_then(|game| lost(game, play, limits, case, &numbers));
    // What a move leaves may be no case, as where a number is 0.
    let is_case = |lost: &Case| {
        let mut places = numbers.iter();
        places.all(|&place| with(format, lost, place, place.of(lost), size).is_some())
    };
    if let Some(lost) = lost.filter(is_case) {
        for &place in &numbers {
            for number in [
                place.of(&lost).checked_sub(1),
                place.of(&lost).checked_add(1),
            ] {
                all.extend(number.and_then(|number| with(format, &lost, place, number, size)));
            }
        }
        all.push(lost);
    }
    if let (Some(wins), Some(last)) = (answer.mover_wins, (numbers.len() as u64).checked_sub(1)) {
        let place = numbers[random.within(0, last) as usize];
        let bound = bound(
            format,
            limits,
            (case, wins),
            place,
            (size, until),
            &mut random,
        );
        all.extend(bound.into_iter().flatten());
    }
    all
}

/// The case with another number at a place, where it is allowed.
fn with(format: &Format, case: &Case, place: Place, number: u64, size: u64) -> Option<Case> {
    let mut other = case.clone();
    place.put(&mut other, number);
    let (low, high) = ends(format, place.field, size);
    let fits = (low..=high).contains(&number)
        && other.stands(format)
        && (other.is_allowed(format) || !case.is_allowed(format));
    fits.then_some(other)
}

/// The least and the largest number of a field, as far as the statement goes.
fn ends(format: &Format, field: Field, size: u64) -> (u64, u64) {
    let (low, high) = range(format, field);
    let (low, high) = match format.far.iter().find(|(own, _)| *own == field) {
        Some((_, far)) => (low.min(*far.start()), size.min(*far.end())),
        None if format.far.is_empty() => (low, high.max(size)),
        None => (low, high),
    };
    // A statement may begin beyond the size that is tried.
    (low, high.max(low))
}

/// The case to which a winning move brings this one, where the position after it is written with as many numbers.
fn lost(game: &str, play: Play, limits: &Limits, case: &Case, numbers: &[Place]) -> Option<Case> {
    let game: Game = game.parse().ok()?;
    let mut solver = Solver::new();
    (solver.budget, solver.listed, solver.reasons) = (limits.budget.clone(), LISTED, false);
    let answer = solver.solve(&game, play);
    let before = written(&game.to_string());
    answer.winning.listed.into_iter().find_map(|won| {
        let after = written(&game.after(won.component, &won.to).to_string());
        if after.len() != before.len() {
            return None;
        }
        let mut case = case.clone();
        let mut left: Vec<&Place> = numbers.iter().collect();
        for (before, after) in before
            .iter()
            .zip(after)
            .filter(|(one, other)| *one != other)
        {
            let at = left.iter().position(|place| place.of(&case) == *before)?;
            let place = left.swap_remove(at);
            place.put(&mut case, after);
        }
        Some(case)
    })
}

/// How many winning moves are looked through for one that is written like the position before.
const LISTED: usize = 8;

/// The numbers in a text.
fn written(text: &str) -> Vec<u64> {
    let parts = text.split(|letter: char| !letter.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// Two cases that differ by 1 in this number and in who wins, if another number is come upon that changes who wins.
fn bound(
    format: &Format,
    limits: &Limits,
    (case, wins): (&Case, bool),
    place: Place,
    (size, until): (u64, Instant),
    random: &mut Random,
) -> Option<[Case; 2]> {
    let (low, high) = ends(format, place.field, size);
    let own = place.of(case);
    let with = |number: u64| with(format, case, place, number, size);
    let wins_with = |number: u64| {
        let case = with(number).filter(|_| Instant::now() < until)?;
        let answer = told(format, limits, std::slice::from_ref(&case)).pop()?;
        answer?.mover_wins
    };
    let mut other = (0..TRIED).find_map(|_| {
        // About as large as the other numbers are where the bound most often is.
        let number = match random.within(0, 3) {
            0 => low,
            1 => high,
            2 => random.within(own / 2, own),
            _ => random.within(own, own.saturating_mul(2)),
        };
        let number = number.clamp(low, high);
        (wins_with(number) == Some(!wins)).then_some(number)
    })?;
    let mut own = own;
    while own.abs_diff(other) > 1 {
        let middle = own.midpoint(other);
        match wins_with(middle)? == wins {
            true => own = middle,
            false => other = middle,
        }
    }
    Some([with(own)?, with(other)?])
}
