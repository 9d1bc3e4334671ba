//! Subtraction games against search, and the notation of their sets.

use super::*;
use crate::budget::Budget;
use crate::engine::{Tables, Work, heaps, search};
use crate::oracle;
use crate::quotient::Play;

fn parsed(head: &str) -> Take {
    let game: grundy::Game = format!("{head} 1").parse().expect(head);
    assert_eq!(game.parts()[0].rules.head(), head);
    let set = head.strip_prefix("take:").expect("a set");
    let all_but = set.starts_with('!');
    let runs = set
        .trim_start_matches('!')
        .split(',')
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            (low.parse().expect("low"), high.parse().expect("high"))
        });
    Take::new(runs.collect(), all_but).expect("a set")
}

const SETS: [&str; 14] = [
    "take:1,2,4,8",
    "take:1-3,5-7,9,22",
    "take:1,2,4,9",
    "take:1,3,4",
    "take:2,5",
    "take:1-3",
    "take:4-9",
    "take:2,3,7",
    "take:1,2,8",
    "take:3,6-8,11",
    "take:!1,2",
    "take:!2",
    "take:!3-5,9",
    "take:!",
];

#[test]
fn theorem_agrees_with_search() {
    for set in SETS {
        let rules = parsed(set);
        if rules.capabilities().values.is_some() {
            oracle::values(&rules, (0u32..60).map(Natural::from));
        }
        let mut work = Work::new(&Budget::default(), Tables::default(), 10);
        for heap in 0u32..120 {
            let table = heaps::value(&rules, set, &heap.into(), &mut work).expect("small");
            let searched = search::value(&rules, set, &heap.into(), &mut work).expect("small");
            assert_eq!(table, searched, "{set} {heap}");
        }
        for heaps in ["7", "5 8", "3 4 9"] {
            oracle::both(&format!("{set} {heaps}"));
        }
        oracle::engines(&format!("{set} 9 12"), Play::Normal);
        oracle::engines(&format!("{set} 9 12"), Play::Misere);
    }
}

/// A sequence of numbers that look random.
fn random(seed: &mut u64, most: u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % most
}

/// Ferguson's theorem on sums of heaps, each with a set of its own.
#[test]
fn misere_sums_of_random_sets() {
    let mut seed = 20;
    for _ in 0..150 {
        let parts: Vec<String> = (0..1 + random(&mut seed, 3))
            .map(|_| {
                let takes: Vec<String> = (0..1 + random(&mut seed, 4))
                    .map(|_| (1 + random(&mut seed, 8)).to_string())
                    .collect();
                format!("take:{} {}", takes.join(","), random(&mut seed, 14))
            })
            .collect();
        oracle::game(&parts.join(" + "), Play::Misere);
        oracle::game(&parts.join(" + "), Play::Normal);
    }
}

/// Ferguson's theorem on sums of different sets.
#[test]
fn misere_sums_of_unlike_sets() {
    for (place, one) in SETS.iter().enumerate() {
        for other in &SETS[place..] {
            for heaps in [(6, 5), (8, 3), (4, 11)] {
                oracle::game(
                    &format!("{one} {} + {other} {} + nim 1", heaps.0, heaps.1),
                    Play::Misere,
                );
            }
        }
    }
}

#[test]
fn large_heaps_by_a_proved_period() {
    let value = |text: &str| {
        grundy::solve(&text.parse().expect(text), Play::Normal)
            .value
            .expect(text)
            .to_string()
    };
    for set in ["take:1,3,4", "take:2,3,7", "take:3,6-8,11"] {
        let rules = parsed(set);
        let table = subtraction::values(&takes_below(&rules.runs, 100), 5000, 1 << 24, &|| false)
            .expect("small");
        let period = subtraction::period(&takes_below(&rules.runs, 100), 5000, 1 << 24, &|| false)
            .expect("found");
        assert_eq!(
            value(&format!("{set} 4711")),
            table.get(4711).expect("there").to_string()
        );
        let residue = (Natural::from(10u8).pow(40) % period.period()) + 10 * period.period();
        let expected = table.get(residue).expect("there").to_string();
        assert_eq!(
            value(&format!("{set} 1{}", "0".repeat(40))),
            expected,
            "{set}"
        );
    }
}

#[test]
fn bad_sets_are_refused_at_their_place() {
    let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
    assert_eq!(column("take:1,0,3 5"), 8);
    assert_eq!(column("take: 5"), 1);
    assert_eq!(column("take 5"), 1);
    assert_eq!(column("take:3-2 5"), 8);
    assert_eq!(column("take:1,,2 5"), 8);
    assert_eq!(column("take:1,x 5"), 8);
}

/// Sets that leave nothing or much forbidden, where the heap is small.
#[test]
fn much_is_forbidden() {
    let value = |text: &str| {
        let game = text.parse().expect(text);
        grundy::solve(&game, Play::Normal).value.expect(text)
    };
    let most = u64::MAX;
    assert_eq!(value(&format!("take:!1-{most} 40")), Nimber::zero());
    assert_eq!(value(&format!("take:!2-{most} 40")), Nimber::from(0u64));
    assert_eq!(value(&format!("take:!2-{most} 41")), Nimber::from(1u64));
    assert_eq!(value("take:!1-1000000000 1000000000"), Nimber::zero());
    assert_eq!(value("take:!3-1000000000 5"), value("take:1,2 5"));
}

/// Winning moves of heaps beyond the table.
#[test]
fn large_heaps_have_their_moves() {
    let moves = |heap: &Natural| {
        let game = format!("take:1,3,4,9,12 {heap} + nim 2")
            .parse()
            .expect("a game");
        let winning = grundy::solve(&game, Play::Normal).winning;
        let message = winning.listed.iter().map(|step| step.message.to_string());
        (winning.count, message.collect::<Vec<_>>())
    };
    let rules = parsed("take:1,3,4,9,12");
    let period = subtraction::period(&takes_below(&rules.runs, 100), 5000, 1 << 24, &|| false)
        .expect("found")
        .period();
    let mut several = 0;
    for place in 0..period {
        let near = Natural::from(5000 - 5000 % period + place);
        let far = Natural::from(10u8).pow(40) / period * period + place;
        let (count, message) = moves(&near);
        // Where the heap itself has the value 2 there is no winning move; else the Nim heap may have one of its own.
        several += u32::from(count > Some(1u8.into()));
        assert_eq!(moves(&far), (count, message), "{near} and {far}");
    }
    assert!(several > 0);
}

/// Takes without an upper end go by a formula, for heaps of any size.
#[test]
fn takes_without_end() {
    let long = Natural::from(7u8).pow(2000);
    let answer = grundy::solve(
        &format!("take:!1,2 {long}").parse().expect("a game"),
        Play::Normal,
    );
    assert_eq!(answer.value, Some(Nimber(&long / 3u8)));
    assert_eq!(answer.winning.count, Some(Natural::from(3u8)));
    let answer = grundy::solve(
        &format!("take:! {long}").parse().expect("a game"),
        Play::Normal,
    );
    assert_eq!(answer.value, Some(Nimber(long)));
}

/// The residue's theorem is used exactly where no multiple can be taken.
#[test]
fn residues() {
    for (set, holds) in [
        ("take:1,2,4,8", true),
        ("take:1-3,5-7,9,22", true),
        ("take:1,3", true),
        ("take:1,2,9", true),
        ("take:1-3,8", true),
        ("take:1,2,4,9", false),
        ("take:1-3,5-8", false),
        ("take:2,4", false),
    ] {
        assert_eq!(parsed(set).capabilities().values.is_some(), holds, "{set}");
    }
    let game = "take:1,2,4,1099511627776 1000000000000000000000001".parse();
    let answer = grundy::solve(&game.expect("a game"), Play::Normal);
    assert_eq!(
        answer.value.map(|value| value.to_string()),
        Some("2".to_owned())
    );
    assert_eq!(answer.winning.count, Some(Natural::from(1u8)));
}

/// One multiple beside all below: values and moves by the table of the definition.
#[test]
fn jumps() {
    for (most, times) in (1..6u64).flat_map(|most| (1..5u64).map(move |times| (most, times))) {
        let far = times * (most + 1);
        let take = Take::new(vec![(1, most), (far, far)], false).expect("a set");
        let theorem = take.capabilities().values.expect("a theorem");
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..120u64 {
            let options: Vec<u64> = (1..=most)
                .chain([far])
                .filter(|&take| take <= heap)
                .map(|take| values[(heap - take) as usize])
                .collect();
            values.extend((0..).find(|value| !options.contains(value)));
            let value = values[heap as usize];
            let natural = Natural::from(heap);
            assert_eq!(
                theorem.value(&natural),
                Some(Nimber::from(value)),
                "{most} {far} {heap}"
            );
            for target in 0..most + 3 {
                let moves = theorem
                    .moves_to(&natural, &Nimber::from(target), 9)
                    .expect("moves");
                let count = options.iter().filter(|&&option| option == target).count();
                assert_eq!(
                    moves.count,
                    Some(Natural::from(count)),
                    "{most} {far} {heap} {target}"
                );
                assert_eq!(moves.listed.len(), count);
                for step in moves.listed {
                    let left = u64::try_from(&step.to[0]).expect("small");
                    assert_eq!(values[left as usize], target);
                }
            }
        }
    }
    let answer = grundy::solve(
        &"take:1,2,999999999 1000000007".parse().expect("a game"),
        Play::Normal,
    );
    assert_eq!(
        answer.value.map(|value| value.to_string()),
        Some("1".to_owned())
    );
}
