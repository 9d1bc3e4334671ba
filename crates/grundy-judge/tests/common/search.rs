//! Plain search that knows only the rules, numbers that look random, and what a format says of an input.

use grundy_judge::{find, run};
use std::collections::HashMap;
use std::hash::Hash;

/// Numbers that look random (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn within(&mut self, low: u64, high: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        low + z % (high - low + 1)
    }

    pub(crate) fn list(&mut self, count: u64, low: u64, high: u64) -> Vec<u64> {
        (0..count).map(|_| self.within(low, high)).collect()
    }

    pub(crate) fn word(&mut self, count: u64, letters: &str) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let last = letters.len() as u64 - 1;
        (0..count)
            .map(|_| letters[self.within(0, last) as usize])
            .collect()
    }

    /// A word of up to so many letters.
    pub(crate) fn short_word(&mut self, most: u64, letters: &str) -> String {
        let count = self.within(1, most);
        self.word(count, letters)
    }
}

/// Who wins, by search: `None` of `options` says that the mover has won before moving.
pub(crate) fn wins<P: Clone + Eq + Hash>(
    position: &P,
    options: &dyn Fn(&P) -> Option<Vec<P>>,
    misere: bool,
    known: &mut HashMap<P, bool>,
) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let result = match options(position) {
        None => true,
        Some(all) if all.is_empty() => misere,
        Some(all) => all
            .iter()
            .any(|option| !wins(option, options, misere, known)),
    };
    known.insert(position.clone(), result);
    result
}

pub(crate) fn mover_wins<P: Clone + Eq + Hash>(
    position: &P,
    options: &dyn Fn(&P) -> Vec<P>,
) -> bool {
    wins(
        position,
        &|position| Some(options(position)),
        false,
        &mut HashMap::new(),
    )
}

pub(crate) fn numbers(list: &[u64]) -> String {
    let texts: Vec<String> = list.iter().map(u64::to_string).collect();
    texts.join(" ")
}

pub(crate) fn told(name: &str, input: &str) -> String {
    let mut answers = Vec::new();
    let format = find(name).unwrap_or_else(|| panic!("{name}"));
    if let Err(error) = run(format, input.as_bytes(), &mut answers) {
        panic!("{name}: {error}\n{input}");
    }
    String::from_utf8(answers).expect("text")
}

pub(crate) fn check(name: &str, input: &str, expected: &str) {
    assert_eq!(told(name, input), expected, "{name}\n{input}");
}

pub(crate) fn either(wins: bool, win: &str, lose: &str) -> String {
    format!("{}\n", if wins { win } else { lose })
}

/// Replaces one number of a list.
pub(crate) fn with(list: &[u64], place: usize, number: u64) -> Vec<u64> {
    let mut list = list.to_vec();
    list[place] = number;
    list
}

/// The lists with a smaller number in one place.
pub(crate) fn lowered(list: &[u64], place: usize) -> impl Iterator<Item = Vec<u64>> {
    (0..list[place]).map(move |left| with(list, place, left))
}

/// The lists with a smaller number in any place.
pub(crate) fn lowered_anywhere(list: &[u64]) -> Vec<Vec<u64>> {
    (0..list.len())
        .flat_map(|place| lowered(list, place))
        .collect()
}
