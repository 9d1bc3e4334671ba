//! Sets of P-positions of one coordinate as conditions: remainders of a base, a base that equals another or is
//! less, finitely many.

use super::data::{Base, Data, fits, plus};

/// Most residues that a condition lists.
const MOST_RESIDUES: usize = 4;

/// Texts of all conditions that fit the small range; `truth` is 0 at P-positions and 1 at N-positions.
pub(crate) fn conditions(data: &Data, bases: &[Base], truth: &[i64]) -> Vec<String> {
    let mut found = finite(data);
    if truth.iter().all(|&truth| truth == 1) {
        return found;
    }
    if truth.iter().all(|&truth| truth == 0) {
        found.push(format!("{} >= 0", data.names[0]));
        return found;
    }
    found.extend(tells(bases, truth));
    for (place, base) in bases.iter().enumerate() {
        for other in &bases[..place] {
            compared(base, other, truth, &mut found);
        }
    }
    found
}

/// Texts of the conditions on one base each.
pub(crate) fn tells(bases: &[Base], truth: &[i64]) -> Vec<String> {
    let mut found = Vec::new();
    for base in bases {
        residues(base, truth, &mut found);
        single(base, truth, &mut found);
    }
    found
}

/// Conditions on finitely many heaps near the beginning.
fn finite(data: &Data) -> Vec<String> {
    let lost = (0usize..)
        .zip(&data.cells)
        .filter(|(_, value)| **value == 0);
    let lost: Vec<usize> = lost.map(|(heap, _)| heap).take(MOST_RESIDUES + 1).collect();
    let near = (data.small[0] / 8).max(2);
    if lost.len() > MOST_RESIDUES || lost.iter().any(|&heap| heap >= near) {
        return Vec::new();
    }
    let name = &data.names[0];
    let consecutive = lost.iter().enumerate().all(|(place, &heap)| place == heap);
    if consecutive && lost.len() > 1 {
        return vec![format!("{name} <= {}", lost.len() - 1)];
    }
    let equal: Vec<String> = lost
        .iter()
        .map(|heap| format!("{name} == {heap}"))
        .collect();
    if equal.is_empty() {
        return vec![format!("{name} < 0")];
    }
    vec![equal.join(" or ")]
}

/// Where the remainder of the base tells.
fn residues(base: &Base, truth: &[i64], found: &mut Vec<String>) {
    let text = &base.text;
    for modulus in 2..=64i64 {
        // By residue, whether it is lost: bits.
        let (mut lost, mut won) = (0u64, 0u64);
        let tells = base.numbers.iter().zip(truth).all(|(number, truth)| {
            let bit = 1 << number.rem_euclid(modulus);
            if *truth == 0 {
                lost |= bit;
            } else {
                won |= bit;
            }
            lost & won == 0
        });
        if !tells {
            continue;
        }
        let of = |bits: u64| -> Vec<i64> {
            (0..modulus)
                .filter(|&residue| bits >> residue & 1 == 1)
                .collect()
        };
        let rest = format!("({text})%{modulus}");
        let (lost, won) = (of(lost), of(won));
        // What is neither lost nor won was not seen: then nothing is said by a remainder.
        if (lost.len() + won.len()) as i64 != modulus {
            continue;
        }
        let first = lost
            .iter()
            .zip(0..)
            .all(|(&residue, place)| residue == place);
        if first && lost.len() > 1 {
            found.push(format!("{rest} <= {}", lost.len() - 1));
        } else if lost.len() <= MOST_RESIDUES {
            let equal = lost.iter().map(|residue| format!("{rest} == {residue}"));
            found.push(equal.collect::<Vec<_>>().join(" or "));
        }
        let last = won
            .iter()
            .zip(0..)
            .all(|(&residue, place)| residue == place);
        if last && lost.len() > 1 {
            found.push(format!("{rest} >= {}", won.len()));
        } else if won.len() <= MOST_RESIDUES {
            let unequal = won.iter().map(|residue| format!("{rest} != {residue}"));
            found.push(unequal.collect::<Vec<_>>().join(" and "));
        }
        return;
    }
}

/// Where the base is some number, or below some number.
fn single(base: &Base, truth: &[i64], found: &mut Vec<String>) {
    let lost = base
        .numbers
        .iter()
        .zip(truth)
        .filter(|(_, truth)| **truth == 0);
    let lost: Vec<i64> = lost.map(|(&number, _)| number).collect();
    let (Some(&least), Some(&most)) = (lost.iter().min(), lost.iter().max()) else {
        return;
    };
    let text = &base.text;
    if least == most && fits(&base.numbers, truth, |b| i64::from(b != least)) {
        found.push(format!("({text}) == {least}"));
    } else if most < 64 && fits(&base.numbers, truth, |b| i64::from(b > most)) {
        found.push(format!("({text}) <= {most}"));
    } else if least < 64 && fits(&base.numbers, truth, |b| i64::from(b < least)) {
        found.push(format!("({text}) >= {least}"));
    }
}

/// Where one base equals another but for a constant.
fn compared(base: &Base, other: &Base, truth: &[i64], found: &mut Vec<String>) {
    let both = base.numbers.iter().zip(&other.numbers);
    let lost = both.clone().zip(truth).find(|(_, truth)| **truth == 0);
    let Some(((a, b), _)) = lost else { return };
    let add = a - b;
    if add.abs() > 3 {
        return;
    }
    let equal = both
        .zip(truth)
        .all(|((&a, &b), &truth)| (a == b + add) == (truth == 0));
    if equal {
        found.push(format!("({}) == {}", base.text, plus(&other.text, add)));
    }
}
