//! Values that follow a closed form of their own for every remainder of the heap by a small number, as in n -> n-1 for odd n
//! and n/2 for even n.

use super::closed;
use super::data::{Base, Data};

/// Numbers of which the remainder is taken.
const MODULI: std::ops::RangeInclusive<u64> = 2..=4;

/// How many of the bases are tried.
const BASES: usize = 14;

/// Texts of the forms that fit the small range.
pub(crate) fn values(
    data: &Data,
    probes: &[Vec<u64>],
    bases: &[Base],
    truth: &[i64],
) -> Vec<String> {
    MODULI
        .filter_map(|modulus| by_residue(&data.names[0], modulus, probes, bases, truth))
        .collect()
}

fn by_residue(
    name: &str,
    modulus: u64,
    probes: &[Vec<u64>],
    bases: &[Base],
    truth: &[i64],
) -> Option<String> {
    let mut sum = Vec::new();
    for residue in 0..modulus {
        let of = |numbers: &[i64]| -> Vec<i64> {
            let numbers = numbers.iter().zip(probes);
            let here = numbers.filter(|(_, probe)| probe[0] % modulus == residue);
            here.map(|(&number, _)| number).collect()
        };
        let here: Vec<Base> = bases
            .iter()
            .take(BASES)
            .map(|base| Base {
                text: base.text.clone(),
                numbers: of(&base.numbers),
            })
            .collect();
        // The shortest text stands for the simplest form.
        let found = closed::values(&here, &of(truth));
        let shortest = found.into_iter().min_by_key(String::len)?;
        let is = match (modulus, residue) {
            (2, 0) => format!("(1-{name}%2)"),
            (2, _) => format!("({name}%2)"),
            _ => format!("max(1-abs({name}%{modulus}-{residue}),0)"),
        };
        match shortest.as_str() {
            "0" => {}
            "1" => sum.push(is),
            _ => sum.push(format!("({shortest})*{is}")),
        }
    }
    Some(sum.join(" + "))
}
