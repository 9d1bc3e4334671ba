//! What is called proved holds by brute force, which knows only the rules, far beyond the values that prove it.

#[allow(dead_code, reason = "shared with the checker's tests")]
#[path = "../../grundy-check/tests/common/brute.rs"]
mod brute;

use brute::{Dice, Game, Kind, Run};
use grundy_check::{Effort, Finding, Least, Method, check};
use grundy_engine::period::{Proof, Standard, Values};
use grundy_engine::sequence::Rules;

/// What a hunt came to.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    games: u64,
    /// Proofs from so many first values, and how many of them of values that grow.
    proved: u64,
    growing: u64,
    /// Certificates of them that the checker verified, too.
    checked: u64,
}

/// Holds what is proved of games of a kind by some first values against values far beyond.
fn hunted(kind: Kind, seed: u64, games: u64, lengths: &[usize]) -> Figures {
    let (mut figures, mut dice) = (Figures::default(), Dice(seed));
    for _ in 0..games {
        let game = kind.game(&mut dice);
        figures.games += 1;
        let rules: Rules = match game.name().parse() {
            Ok(rules) => rules,
            Err(error) => panic!("{}: {error}", game.name()),
        };
        let proof = Proof::of(&rules);
        let mut values = game.values(lengths[lengths.len() - 1]);
        for &length in lengths {
            let mut known = Values::default();
            known.extend(&values[..length]);
            let Some(period) = proof.period(&known) else {
                continue;
            };
            let [every, first, saltus] = [period.period(), period.preperiod(), period.saltus()]
                .map(|number| number as usize);
            let far = 4 * length + 4 * every + 40;
            if values.len() < far {
                values = game.values(far);
            }
            let run = Run::held(&values, every, first, saltus as u32);
            let name = game.name();
            assert!(run.fails.is_none(), "{name} by {length} values: {run:?}");
            assert!(run.is_least(&values), "{name} by {length} values: {run:?}");
            figures.proved += 1;
            figures.growing += u64::from(saltus > 0);
            let mut file = Vec::new();
            let certificate = period.certificate(&name, &known).expect(&name);
            certificate.write(&mut file).expect("memory takes all");
            let report = check(&file[..], &Effort::default());
            match report.map(|report| report.finding) {
                Ok(Finding::Verified(found)) => {
                    assert!(matches!(found.method, Method::Full { .. }));
                    assert_eq!(found.least_period, Least::Proved);
                    figures.checked += 1;
                }
                other => panic!("{name} by {length} values, {run:?}: {other:?}"),
            }
        }
    }
    println!("{kind:?}: {figures:?}");
    figures
}

#[test]
fn a_short_hunt() {
    let breaking = hunted(Kind::Breaking, 3, 40, &[9, 20, 40]);
    let taking = hunted(Kind::Taking, 3, 40, &[9, 20, 40]);
    let all_but = hunted(Kind::AllBut, 3, 40, &[9, 20, 40]);
    assert!(
        breaking.proved > 20 && taking.proved > 20,
        "{breaking:?} {taking:?}"
    );
    // Of these none repeats.
    assert!(all_but.proved > 20 && all_but.growing == all_but.proved);
}

/// `GAMES=… SEED=… cargo test --release -p grundy-engine --test proofs -- --ignored --nocapture`
#[test]
#[ignore = "minutes; see the comment"]
fn a_long_hunt() {
    let number = |name: &str, otherwise: u64| {
        let value = std::env::var(name).ok();
        value.map_or(otherwise, |value| value.parse().expect(name))
    };
    let (seed, games) = (number("SEED", 4), number("GAMES", 40_000));
    for kind in [Kind::Breaking, Kind::Taking, Kind::AllBut] {
        hunted(kind, seed, games, &[9, 14, 20, 28, 40, 57, 80, 113, 160]);
    }
    standard_forms(seed, games);
}

/// Values of heaps of so many sets of all numbers but some, by hand and *Winning Ways*, chapter 4: period, pre-period, saltus.
#[test]
fn values_that_grow() {
    for (set, claim) in [
        (&[][..], [1, 0, 1]),
        (&[1], [2, 0, 1]),
        (&[1, 2], [3, 0, 1]),
        (&[2], [4, 0, 2]),
        (&[1, 3], [2, 0, 1]),
    ] {
        let game = Game::Take {
            set: set.to_vec(),
            all_but: true,
        };
        let mut values = Values::default();
        values.extend(&game.values(60));
        let rules: Rules = game.name().parse().expect("rules");
        let period = Proof::of(&rules).period(&values).expect("a period");
        let found = [period.period(), period.preperiod(), period.saltus()];
        println!("{}: {found:?}", game.name());
        assert_eq!(found, claim, "{}", game.name());
    }
}

/// Octal codes are the same as their standard forms but for a shift.
fn standard_forms(seed: u64, codes: u64) -> u64 {
    let (mut dice, mut shifted) = (Dice(seed), 0);
    for _ in 0..codes {
        let mut digits = vec![4 * dice.below(2) as u8];
        digits.extend((0..1 + dice.below(7)).map(|_| dice.below(8) as u8 * dice.below(2) as u8));
        let game = Game::code(&digits);
        let rules: Rules = game.name().parse().expect("rules");
        let form = Standard::of(&rules).expect("an octal code");
        let shift = form.shift as usize;
        let mut reduced = form.digits.clone();
        reduced.resize(reduced.len().max(1), 0);
        let (all, reduced) = (game.values(120 + shift), Game::code(&reduced).values(120));
        assert!(all[..shift].iter().all(|&value| value == 0), "{rules}");
        assert_eq!(all[shift..], reduced, "{rules} as {form:?}");
        shifted += u64::from(form.digits != digits);
    }
    println!("{codes} codes, {shifted} of them in another form");
    shifted
}

#[test]
fn standard_forms_have_the_same_values() {
    assert!(standard_forms(5, 40) > 10);
}
