use super::*;
use crate::oracle;
use std::collections::{BTreeMap, HashMap};

#[test]
fn theorem_agrees_with_search() {
    let mut regions: Vec<Region> = (0..=3).map(Region::crosses).collect();
    for small in 0..256u64 {
        let counts = (1..).zip([small % 4, small / 4 % 4, small / 16 % 4, small / 64]);
        let region = Region::new(counts.collect());
        if region.moves() < 9 {
            regions.push(region);
        }
    }
    assert!(regions.len() > 20);
    oracle::values(&BrusselsSprouts, regions);
    for text in ["0", "1", "2", "1x1", "2x1", "1x2.3x1", "1 2", "2x1 1"] {
        oracle::both(&format!("brussels-sprouts {text}"));
    }
    oracle::engines("brussels-sprouts 1 + nim 2", Play::Normal);
    oracle::engines("brussels-sprouts 1 2x1", Play::Misere);
}

/// Free ends round each piece, drawn one by one: pieces are lists of names, and each line is drawn between two named ends.
fn lengths(pieces: &[usize], known: &mut HashMap<Vec<usize>, (u64, u64)>) -> (u64, u64) {
    if let Some(&known) = known.get(pieces) {
        return known;
    }
    let mut found: BTreeMap<u64, ()> = BTreeMap::new();
    let mut told = |(least, most): (u64, u64)| {
        found.insert(least, ());
        found.insert(most, ());
    };
    let sorted = |mut pieces: Vec<usize>| {
        pieces.sort_unstable();
        pieces
    };
    for one in 0..pieces.len() {
        let others = |without: &[usize]| -> Vec<usize> {
            (0..pieces.len())
                .filter(|at| !without.contains(at))
                .map(|at| pieces[at])
                .collect()
        };
        for other in one + 1..pieces.len() {
            let mut after = others(&[one, other]);
            after.push(pieces[one] + pieces[other]);
            told(lengths(&sorted(after), known));
        }
        let rest = others(&[one]);
        // From the first end to another; what lies between is on one side.
        for to in 1..pieces[one] {
            for sides in 0..1usize << rest.len() {
                let on = |side: usize| (0..rest.len()).filter(move |at| sides >> at & 1 == side);
                let mut inside: Vec<usize> = on(1).map(|at| rest[at]).collect();
                let mut outside: Vec<usize> = on(0).map(|at| rest[at]).collect();
                inside.push(to);
                outside.push(pieces[one] - to);
                let (one, other) = (
                    lengths(&sorted(inside), known),
                    lengths(&sorted(outside), known),
                );
                told((one.0 + other.0, one.1 + other.1));
            }
        }
    }
    let ends = (found.first_key_value(), found.last_key_value());
    let lengths = match ends {
        (Some((least, ())), Some((most, ()))) => (least + 1, most + 1),
        _ => (0, 0),
    };
    known.insert(pieces.to_vec(), lengths);
    lengths
}

#[test]
fn every_play_has_as_many_moves() {
    let mut known = HashMap::new();
    for crosses in 1..=4u64 {
        let pieces = vec![4; crosses as usize];
        let moves = 5 * crosses - 2;
        assert_eq!(lengths(&pieces, &mut known), (moves, moves));
        assert_eq!(Region::crosses(crosses).moves(), moves);
    }
}

#[test]
fn every_option_of_crosses_is_counted() {
    for crosses in 1..=30 {
        let region = Region::crosses(crosses);
        let target = Nimber::from((region.moves() + 1) % 2);
        let told = BrusselsSprouts
            .moves_to(&region, &target, usize::MAX)
            .expect("crosses");
        let mut options = Options::with_limit(usize::MAX);
        options.fill(&BrusselsSprouts, &region).expect("no limit");
        assert_eq!(told.count, Some(Natural::from(options.len())), "{crosses}");
        assert_eq!(told.listed.len(), options.len());
    }
    let many = format!("brussels-sprouts {}", MOST / 5);
    let answer = grundy::solve(
        &many.parse::<grundy::Game>().expect("crosses"),
        Play::Normal,
    );
    assert_eq!(answer.outcome, Some(Outcome::P));
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for (text, printed) in [
        ("brussels-sprouts 3 0", "brussels-sprouts 3 0"),
        ("brussels-sprouts 4x2.4x1", "brussels-sprouts 3"),
        ("brussels_sprouts 8x1.4x2", "brussels-sprouts 4x2.8x1"),
    ] {
        let game: grundy::Game = text.parse().expect(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<grundy::Game>().expect("reads back"), game);
    }
    let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
    assert_eq!(column("brussels-sprouts 4x1.5"), 22);
    assert_eq!(column("brussels-sprouts 4x0"), 20);
    assert_eq!(column("brussels-sprouts 0x4"), 18);
    assert_eq!(column("brussels-sprouts 1000000000000000001"), 18);
    assert_eq!(column("brussels-sprouts 1x1.4000000000x4000000000"), 22);
    assert_eq!(column("brussels-sprouts:3"), 18);
}
