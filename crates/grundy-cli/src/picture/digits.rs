//! Digits and a few letters of three by five dots, for pictures without fonts.

/// The rows of a character from the top, three dots each; blank where it is not known.
fn rows(character: char) -> [u8; 5] {
    match character {
        '0' => [7, 5, 5, 5, 7],
        '1' => [2, 6, 2, 2, 7],
        '2' => [7, 1, 7, 4, 7],
        '3' => [7, 1, 7, 1, 7],
        '4' => [5, 5, 7, 1, 1],
        '5' => [7, 4, 7, 1, 7],
        '6' => [7, 4, 7, 5, 7],
        '7' => [7, 1, 1, 2, 2],
        '8' => [7, 5, 7, 5, 7],
        '9' => [7, 5, 7, 1, 7],
        'P' => [7, 5, 7, 4, 4],
        'N' => [5, 7, 7, 7, 5],
        'D' => [6, 5, 5, 5, 6],
        '?' => [7, 1, 3, 0, 2],
        '.' => [0, 0, 0, 0, 2],
        'n' => [0, 6, 5, 5, 5],
        _ => [0; 5],
    }
}

/// Dots across and down that a character takes, the gap after it among them.
pub(crate) const ADVANCE: usize = 4;
/// Dots down.
pub(crate) const HEIGHT: usize = 5;

/// Calls `dot` with the place of each black dot of a text.
pub(crate) fn dots(text: &str, mut dot: impl FnMut(usize, usize)) {
    for (place, character) in text.chars().enumerate() {
        for (y, row) in rows(character).into_iter().enumerate() {
            for x in 0..3 {
                if row >> (2 - x) & 1 == 1 {
                    dot(place * ADVANCE + x, y);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_differs() {
        let all: Vec<[u8; 5]> = "0123456789PND?.n".chars().map(rows).collect();
        for (place, rows) in all.iter().enumerate() {
            assert!(!all[..place].contains(rows), "{place}");
        }
    }
}
