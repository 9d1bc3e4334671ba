//! Small boards as bits against the search that knows only letters in rows, and turns of bits against turns of boards.

use super::{SIDE, Squares, search};
use crate::budget::{Budget, Meter};
use crate::grids::board::{OUTSIDE, TURNS};
use crate::grids::play::by_letters;
use crate::grids::{Board, Patterns};

const RULES: [&str; 12] = [
    "grid \"xo\" -> \".x\" | \"o.\" over \".\"",
    "grid \"oo\" -> \".o\" over \".\"",
    "grid \"xo\" -> \".x\" over \".\"",
    "grid mirrored \"xo\" -> \".x\" | \"o.\" over \".\"",
    "grid turned \"ab/ c\" -> \".b/ .\" over \".\"",
    "grid fixed \"a.\" -> \"bb\"",
    "grid \"o.o\" -> \".o.\"",
    "grid \"a\" -> \"b\"; \"ab\" -> \"cc\"",
    "grid \"ab\" -> \"bc\" | \"..\"; \"cc\" -> \"..\"",
    "grid \"a/b\" -> \"b/.\" over \".\"",
    "grid \"ox/xo\" -> \"../..\" over \".\"",
    "grid \"x o\" -> \". .\" over \".\"",
];

fn rule(text: &str) -> Option<Patterns> {
    let rule = Patterns::parse_with(text, &[]).ok()?;
    rule.ends().then_some(rule)
}

/// Boards of a rule's letters, numbered.
fn board(rule: &Patterns, (height, width): (usize, usize), mut number: u64) -> Board {
    let letters: Vec<char> = rule.letters().chars().collect();
    let rows = (0..height).map(|_| {
        let row = (0..width).map(|_| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            letters[(number >> 33) as usize % letters.len()]
        });
        row.collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    rule.read_board(&rows.join("/")).expect("a board")
}

#[test]
fn values_as_by_letters() {
    let mut read = 0;
    for text in RULES {
        let Some(rule) = rule(text) else { continue };
        read += 1;
        let first = board(&rule, (3, 3), 0);
        let mut small = search(&rule, &first, 1 << 28).expect(text);
        let mut letters = by_letters(&rule, 1 << 28);
        let mut meter = Meter::new(&Budget::default());
        for sides in [(2, 3), (3, 3), (1, 7), (3, 4), (2, 5)] {
            for number in 0..40 {
                let board = board(&rule, sides, number);
                let one = small.value(&board, &mut meter).expect(text);
                let other = letters.value(&board, &mut meter).expect(text);
                assert_eq!(one, other, "{text}: {}", rule.write_board(&board));
            }
        }
    }
    assert!(read >= 9, "{read} rules are read");
}

/// Full boards and chequered ones, which have the symmetries that decide at once.
#[test]
fn symmetric_boards_as_by_letters() {
    for text in RULES {
        let Some(rule) = rule(text) else { continue };
        let mut small = search(&rule, &board(&rule, (3, 3), 0), 1 << 28).expect(text);
        let mut letters = by_letters(&rule, 1 << 28);
        let mut meter = Meter::new(&Budget::default());
        let known: Vec<char> = rule.letters().chars().collect();
        for (height, width) in [(2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (1, 6), (1, 7)] {
            for first in 0..known.len() {
                for second in 0..known.len() {
                    for by_rows in [false, true] {
                        let letter = |row: usize, column: usize| {
                            let odd = if by_rows { row % 2 } else { (row + column) % 2 };
                            known[if odd == 1 { first } else { second }]
                        };
                        let rows = (0..height).map(|row| {
                            (0..width)
                                .map(|column| letter(row, column))
                                .collect::<String>()
                        });
                        let text_of = rows.collect::<Vec<_>>().join("/");
                        let board = rule.read_board(&text_of).expect("a board");
                        let one = small.value(&board, &mut meter).expect(text);
                        let other = letters.value(&board, &mut meter).expect(text);
                        assert_eq!(one, other, "{text}: {text_of}");
                    }
                }
            }
        }
    }
}

#[test]
fn bits_turn_as_boards_do() {
    for number in 1..200u64 {
        let bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let cells = (0..64).map(|cell| if bits >> cell & 1 == 1 { 0 } else { OUTSIDE });
        let board = Board {
            width: SIDE,
            cells: cells.collect(),
        };
        for turn in TURNS {
            let turned = board.turned(turn);
            let told = (0..64).fold(0u64, |all, cell| {
                all | u64::from(turned.cells[cell] == 0) << cell
            });
            assert_eq!(turn.of_bits(bits), told, "{turn:?}");
            let twice = turn.of_bits(turn.of_bits(bits));
            assert!(!turn.is_own_inverse() || twice == bits, "{turn:?}");
        }
        let squares = Squares([bits & 0xf0f0, bits >> 9 & 0x1f_0000, bits & 0x3c00]);
        let trimmed = squares.trimmed();
        assert_eq!(Squares::from_masks(&trimmed.masks()), trimmed);
        let cells = trimmed.cells();
        assert!(cells == 0 || cells & 0xff != 0 && cells & 0x0101_0101_0101_0101 != 0);
        assert_eq!(cells.count_ones(), squares.cells().count_ones());
    }
}
