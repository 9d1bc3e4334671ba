//! Misère sums by their quotients against plain search, which knows only the rules.

use grundy::budget::Meter;
use grundy::component::Component;
use grundy::engine::whole::SumSearch;
use grundy::{Answer, Budget, Engine, Game, Outcome, Play, Solver, Wanted};

/// Thirty games of all kinds that have rules on heaps: tame and wild, with small and with large quotients.
const CODES: [&str; 30] = [
    "0.77",
    "0.75",
    "0.71",
    "0.72",
    "0.115",
    "0.4107",
    "0.07",
    "0.137",
    "0.26",
    "0.644",
    "0.3122",
    "0.6",
    "0.123",
    "0.331",
    "0.54",
    "0.56",
    "0.351",
    "4.3",
    "4.7",
    "4.56",
    "0.8",
    "0.09f",
    "0.3c",
    "0.1234567",
    "grundy",
    "couples",
    "take:1,3,4",
    "row:1,2",
    "flip",
    "lasker",
];

/// A solver of quotients alone.
fn by_quotient() -> Solver {
    let others = Engine::ALL
        .into_iter()
        .filter(|&one| one != Engine::Quotient);
    let mut solver = others.fold(Solver::new(), Solver::without);
    solver.budget.time = None;
    solver.reasons = false;
    solver
}

fn sums(most: usize, largest: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = last.iter().flat_map(|sum: &Vec<usize>| {
            let least = sum.last().copied().unwrap_or(1);
            (least..=largest).map(move |heap| sum.iter().copied().chain([heap]).collect())
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Holds a game's answer by quotients against search; whether there was one.
fn hold(game: &Game, solver: &mut Solver, search: &mut SumSearch) -> bool {
    let answer = solver.solve(game, Play::Misere);
    let sum: Vec<&dyn Component> = game.components().collect();
    let mut meter = Meter::new(&Budget {
        time: None,
        ..Budget::default()
    });
    let expected = search.outcome(&sum, &mut meter).expect("small");
    if let Some(outcome) = answer.outcome {
        assert_eq!(outcome, expected, "{game}");
    }
    if let (Some(_), Some(count), Wanted::Moves) =
        (answer.outcome, &answer.winning.count, solver.wanted)
    {
        let (expected, _) = search.winning(&sum, 0, &mut meter).expect("small");
        assert_eq!(*count, expected, "{game}");
    }
    answer.outcome.is_some()
}

fn heaps_of(codes: &[&str], most: usize, largest: usize) {
    for code in codes {
        let (mut solver, mut search) = (by_quotient(), SumSearch::new(Play::Misere));
        let (mut told, mut asked) = (0, 0);
        for sum in sums(most, largest) {
            if sum.is_empty() {
                continue;
            }
            let heaps = sum.iter().map(usize::to_string).collect::<Vec<_>>();
            let game = format!("{code} {}", heaps.join(" "));
            solver.wanted = match asked % 7 {
                0 => Wanted::Moves,
                _ => Wanted::Outcome,
            };
            asked += 1;
            told += usize::from(hold(
                &game.parse().expect("a game"),
                &mut solver,
                &mut search,
            ));
        }
        // Quotients of some codes are infinite from a small heap on.
        assert!(20 * told > asked, "{code}: {told} of {asked}");
    }
}

#[test]
fn sums_of_heaps() {
    heaps_of(&CODES[..12], 3, 9);
    heaps_of(&CODES[12..], 2, 12);
}

#[test]
#[ignore = "minutes: cargo test --release -p grundy --test library misere:: -- --ignored"]
fn many_sums_of_heaps() {
    heaps_of(&CODES, 5, 12);
}

/// Components of many kinds, none of them tame by a theorem alone.
const PARTS: [&str; 26] = [
    "kayles 5",
    "kayles 9",
    "0.75 7",
    "0.71 6",
    "grundy 8",
    "lasker 3",
    "0.07 9",
    "cram 2x2",
    "cram 2x3",
    "cram 3x3",
    "cram 1x6",
    "node-kayles:a-b,b-c,c-d,d-e,b-e",
    "tree 0,0,1,1",
    "ring:1,2 7",
    "rule 'n -> n-1 | n-2 if n > 3' 5",
    "take:1,3,4 6",
    "nim 2",
    "nim 3",
    "flip 4",
    "row:1,2 6",
    "euclid 5,3",
    "wythoff 2,3",
    "chomp 2x3",
    "silver 1 4",
    "couples 7",
    "0.3122 7",
];

fn mixed(stride: usize) {
    let mut search = SumSearch::new(Play::Misere);
    let (mut told, mut asked, mut number) = (0, 0, 0);
    for (place, one) in PARTS.iter().enumerate() {
        for other in &PARTS[place..] {
            for third in &PARTS[place..] {
                number += 1;
                if number % stride != 0 {
                    continue;
                }
                let text = format!("{one} + {other} + {third}");
                let Ok(game) = text.parse::<Game>() else {
                    panic!("{text}");
                };
                let mut solver = by_quotient();
                // Quotients of at most some hundred elements.
                solver.budget.bytes = 4 << 20;
                asked += 1;
                told += usize::from(hold(&game, &mut solver, &mut search));
            }
        }
    }
    assert!(4 * told > asked, "{told} of {asked}");
}

#[test]
fn sums_of_many_kinds() {
    mixed(149);
}

#[test]
#[ignore = "minutes: cargo test --release -p grundy --test library misere:: -- --ignored"]
fn all_sums_of_three_kinds() {
    mixed(1);
}

/// Sums whose quotient is infinite, by a law: against plain search, and with many heaps.
#[test]
fn infinite_quotients() {
    let (mut solver, mut search) = (by_quotient(), SumSearch::new(Play::Misere));
    solver.wanted = Wanted::Moves;
    let mut asked = 0;
    for sum in sums(4, 7).iter().filter(|sum| sum.contains(&7)) {
        let heaps = sum.iter().map(usize::to_string).collect::<Vec<_>>();
        let game = format!("0.3122 {}", heaps.join(" "));
        let told = hold(&game.parse().expect("a game"), &mut solver, &mut search);
        assert!(told, "{game}");
        asked += 1;
    }
    assert!(asked > 100);
    // As many heaps of 5 as of 7, and one more or fewer.
    for (sevens, fives) in [(60, 60), (60, 61), (61, 60)] {
        let heaps = [vec!["7"; sevens], vec!["5"; fives]].concat().join(" ");
        let answer = solver.solve(
            &format!("0.3122 {heaps}").parse::<Game>().expect("a game"),
            Play::Misere,
        );
        assert_eq!(answer.theory.word(), "misere-quotient");
        let is_lost = answer.outcome.expect("told") == Outcome::P;
        assert_eq!(answer.winning.count == Some(0u8.into()), is_lost);
    }
}

/// A quotient that comes with the program is found with little memory, which a part of it would not hold.
#[test]
fn known_quotients_with_little_memory() {
    // Search of the sum may be done with less.
    let mut solver = Solver::new().without(Engine::SumSearch);
    solver.budget.bytes = 60 << 20;
    for sum in ["0.4107 41 14", "0.4107 61 61 3"] {
        let answer = solver.solve(&sum.parse::<Game>().expect("a game"), Play::Misere);
        assert_eq!(answer.theory.word(), "misere-quotient", "{sum}");
    }
}

/// Quotients that are not found by candidates, but by laws that show them to be finite: against plain search.
#[test]
#[ignore = "a minute: cargo test --release -p grundy --test library misere:: -- --ignored"]
fn quotients_by_laws() {
    let (mut solver, mut search) = (by_quotient(), SumSearch::new(Play::Misere));
    solver.wanted = Wanted::Moves;
    solver.budget.positions = 1 << 40;
    for (code, heap) in [("0.64", 14), ("0.277", 15), ("0.064", 24)] {
        for rest in ["", " 1", " 5", " 9", " 3 7", " 8 11"] {
            let game = format!("{code} {heap}{rest}");
            let told = hold(&game.parse().expect("a game"), &mut solver, &mut search);
            assert!(told, "{game}");
        }
    }
}

/// Codes with a heap that stops their quotients within little memory, and the largest heap beside it that plain search can follow.
const STOPPED: [(&str, usize, usize); 10] = [
    ("0.3122", 7, 6),
    ("0.404", 12, 4),
    ("0.405", 12, 3),
    ("0.424", 12, 4),
    ("0.427", 12, 3),
    ("0.444", 12, 3),
    ("0.564", 11, 3),
    ("0.76", 12, 2),
    ("0.264", 13, 3),
    ("0.226", 16, 2),
];

/// Random sums with the heap that stops a quotient: by a law alone, and with each engine switched off in turn.
fn by_laws(each: usize, more: usize) {
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for (code, last, others) in STOPPED {
        let (mut told, mut asked) = (0, 0);
        let mut search = SumSearch::new(Play::Misere);
        let mut solver = by_quotient();
        // Quotients of at most some hundred elements.
        solver.budget.bytes = 16 << 20;
        let mut without: Vec<Solver> = (Engine::ALL.into_iter())
            .map(|engine| {
                let mut solver = Solver::new().without(engine);
                (solver.budget.bytes, solver.budget.time) = (16 << 20, None);
                solver.reasons = false;
                solver
            })
            .collect();
        for number in 0..each {
            let beside = (0..random(5)).map(|_| 1 + random(last.min(others + more)));
            let heaps: Vec<String> = [last]
                .into_iter()
                .chain(beside)
                .map(|heap| heap.to_string())
                .collect();
            let game = format!("{code} {}", heaps.join(" "));
            let game: Game = game.parse().expect("a game");
            solver.wanted = match number % 3 {
                0 => Wanted::Moves,
                _ => Wanted::Outcome,
            };
            asked += 1;
            told += usize::from(hold(&game, &mut solver, &mut search));
            let turn = number % without.len();
            hold(&game, &mut without[turn], &mut search);
        }
        // A question may have spent all that it had on building.
        assert!(told + 1 >= asked, "{code}: {told} of {asked}");
    }
}

#[test]
fn sums_by_laws() {
    by_laws(14, 0);
}

#[test]
#[ignore = "minutes: cargo test --release -p grundy --test library misere:: -- --ignored"]
fn many_sums_by_laws() {
    by_laws(400, 2);
}

/// Heaps of any size, once the values are proved to repeat: as their fellows within the first periods.
#[test]
fn heaps_of_any_size() {
    let mut solver = Solver::new();
    let mut told = |text: &str| {
        let answer = solver.solve(&text.parse::<Game>().expect("a game"), Play::Misere);
        assert_eq!(answer.theory.word(), "misere-quotient", "{text}");
        answer
    };
    for rest in ["", " 5", " 9 12", " 25 27 5"] {
        for more in 0u32..12 {
            let near = told(&format!("kayles {}{rest}", 1000 + more));
            // 10^30 and 1000 leave the same when divided by 12.
            let far = told(&format!("kayles 1{more:030}{rest}"));
            assert_eq!(near.outcome, far.outcome, "{more}{rest}");
            let lost = |answer: &Answer| answer.winning.count == Some(0u8.into());
            for answer in [&near, &far] {
                assert_eq!(
                    answer.outcome == Some(Outcome::P),
                    lost(answer),
                    "{more}{rest}"
                );
            }
        }
    }
    // Moves counted by the period, and one by one.
    for (code, heap) in [
        ("kayles", 200u32),
        ("0.71", 61),
        ("0.115", 300),
        ("grundy", 9),
    ] {
        for heap in heap..heap + 14 {
            let counted = told(&format!("{code} {heap}"));
            let game: Game = format!("{code} {heap}").parse().expect("a game");
            let only = game.components().next().expect("one component");
            let steps = only.steps(usize::MAX).expect("no limit");
            let wins = steps.iter().filter(|step| {
                let heaps = step.to.iter().map(|part| part.position());
                let left = heaps.collect::<Vec<_>>().join(" ");
                !left.is_empty() && told(&format!("{code} {left}")).outcome == Some(Outcome::P)
            });
            assert_eq!(
                counted.winning.count,
                Some(wins.count().into()),
                "{code} {heap}"
            );
        }
    }
}
