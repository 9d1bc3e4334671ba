//! The game of the catalogue against the rules of Nimstring themselves, in which whoever completes a box moves again.

use std::collections::HashMap;

use grundy::{Game, solve};

use super::net::{Net, Pieces, each};
use crate::oracle;
use crate::quotient::Play;

/// Nim heaps beside a board in the plain game: more than any value in it.
const HEAPS: usize = 12;

/// Whether cutting a string frees a coin: whether it was the last of a box.
fn frees(net: &Net, strings: u128, string: u8) -> bool {
    let left = strings & !(1 << string);
    net.boxes_without(left) > net.boxes_without(strings)
}

/// For each set of strings and each heap beside it whether the player to move wins, by the rules of Nimstring.
fn plainly(net: &Net) -> Vec<[bool; HEAPS]> {
    let mut wins: Vec<[bool; HEAPS]> = Vec::new();
    for strings in 0..=net.whole() {
        let mut here = [false; HEAPS];
        for heap in 0..HEAPS {
            let by_string = each(strings).any(|string| {
                let left = (strings & !(1 << string)) as usize;
                wins[left][heap] == frees(net, strings, string)
            });
            here[heap] = by_string || here[..heap].contains(&false);
        }
        wins.push(here);
    }
    wins
}

fn compare(rows: usize, columns: usize) {
    let net = Net::new(rows, columns).expect("a board");
    let pieces = Pieces::new(net.clone());
    let wins = plainly(&net);
    let mut known = HashMap::new();
    let mut loony = 0;
    for (strings, wins) in wins.iter().enumerate() {
        let lost: Vec<usize> = (0..HEAPS).filter(|&heap| !wins[heap]).collect();
        let Some(left) = net.completed(strings as u128) else {
            assert!(
                lost.is_empty(),
                "{rows}x{columns}: {strings:b} is called loony"
            );
            loony += 1;
            continue;
        };
        let parts = pieces.parts(left);
        let values = parts
            .iter()
            .map(|part| oracle::part(&pieces, part, &mut known));
        let value = values.fold(0, |sum, value| sum ^ value);
        assert_eq!(lost, [value as usize], "{rows}x{columns}: {strings:b}");
        if strings % 61 == 0 {
            oracle::couples(&pieces, &parts, value);
        }
    }
    assert!(loony > 0 || rows * columns == 1);
}

#[test]
fn every_position_is_worth_what_the_rules_say() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (2, 2), (1, 4)] {
        compare(rows, columns);
    }
}

#[test]
#[ignore = "131072 positions beside 12 heaps"]
fn every_position_of_six_boxes() {
    compare(2, 3);
}

/// Two boards side by side, by the rules: lost exactly where both have the same value, and never where one is loony.
#[test]
fn sums_are_decided_by_values() {
    let net = Net::new(1, 2).expect("a board");
    let sets = net.whole() as usize + 1;
    let single = plainly(&net);
    let value = |strings: usize| single[strings].iter().position(|wins| !wins);
    let mut wins = vec![false; sets * sets];
    for one in 0..sets {
        for other in 0..sets {
            let first = each(one as u128).any(|string| {
                let left = one & !(1 << string);
                wins[left * sets + other] == frees(&net, one as u128, string)
            });
            let second = each(other as u128).any(|string| {
                let left = other & !(1 << string);
                wins[one * sets + left] == frees(&net, other as u128, string)
            });
            wins[one * sets + other] = first || second;
            let lost = value(one).is_some() && value(one) == value(other);
            assert_eq!(!wins[one * sets + other], lost, "{one:b} + {other:b}");
        }
    }
}

#[test]
fn answers_agree_with_plain_search() {
    for board in [
        "1x1",
        "1x2",
        "2x2",
        "1x5",
        "./.x/./.x/x",
        "../..x/../x../..",
        "../.../xx/x.x/..",
    ] {
        oracle::both(&format!("nimstring {board}"));
        oracle::engines(&format!("nimstring {board} + nim 2"), Play::Normal);
    }
    oracle::game("nimstring 1x2 2x1 + nim 1", Play::Normal);
}

#[test]
fn larger_boards() {
    let answer = |text: &str| solve(&text.parse::<Game>().expect(text), Play::Normal);
    for board in ["3x3", "2x4"] {
        let told = answer(&format!("nimstring {board}"));
        eprintln!("{board}: {:?}", told.value);
        assert!(told.value.is_some());
    }
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        ("nimstring 2x3 1x1", "nimstring 2x3 1x1"),
        ("nimstring ../.../..", "nimstring 1x2"),
        ("nimstring x./.../..", "nimstring x./.../.."),
        // A box with one line open is completed.
        ("nimstring x/xx/.", "nimstring x/xx/x"),
    ] {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect("reads back"), game);
    }
    for (text, column) in [
        ("nimstring 0x2", 11),
        ("nimstring 8x8", 11),
        ("nimstring 128x1", 11),
        ("nimstring ../...", 11),
        ("nimstring ../../..", 14),
        ("nimstring ../..y/..", 14),
        ("nimstring x./x.x/xx", 11),
        ("nimstring:a 2x2", 11),
    ] {
        let error = text.parse::<Game>().expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
    }
    let loony = "nimstring x./x.x/xx".parse::<Game>().expect_err("loony");
    assert!(loony.to_string().contains("loony"), "{loony}");
}
