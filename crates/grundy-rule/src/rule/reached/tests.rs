//! Held against a search that knows nothing but the options.

use std::collections::{HashMap, HashSet};

use super::{Asked, Reached, Stores};
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::rule::examples::{EXAMPLES, positions};
use crate::rule::{Measure, Position, Rule};
use grundy::budget::Meter;
use grundy::solve::{Solver, Wanted};
use grundy::{Budget, Game, Options, Ruleset, component, solve};

/// The value of a position, by its options alone; none where the rule cannot be evaluated.
fn value(
    rule: &Rule,
    position: Position,
    known: &mut HashMap<Position, Option<u32>>,
) -> Option<u32> {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let mut mex = || {
        let mut values = Vec::new();
        for sum in options(rule, &position)? {
            let parts = sum.into_iter().map(|part| value(rule, part, known));
            values.push(parts.sum_of()?);
        }
        (0..).find(|mex| !values.contains(mex))
    };
    let mex = mex();
    known.insert(position, mex);
    mex
}

/// The nim-sum of values, if all of them are known.
trait SumOf {
    fn sum_of(self) -> Option<u32>;
}

impl<I: Iterator<Item = Option<u32>>> SumOf for I {
    fn sum_of(mut self) -> Option<u32> {
        self.try_fold(0, |sum, value| Some(sum ^ value?))
    }
}

/// Whether the mover wins, by the options alone.
fn wins(rule: &Rule, position: Position, play: Play, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(&position) {
        return wins;
    }
    let all = options(rule, &position).expect("options");
    let won = match play {
        Play::Misere if all.is_empty() => true,
        _ => all.into_iter().any(|sum| match &sum[..] {
            [] => play == Play::Normal,
            [only] => !wins(rule, only.clone(), play, known),
            _ => unreachable!("outcomes of sums are not told"),
        }),
    };
    known.insert(position, won);
    won
}

fn options(rule: &Rule, position: &Position) -> Option<Vec<Vec<Position>>> {
    let mut options = Options::with_limit(100_000);
    rule.options(position, &mut options).ok()?;
    Some(options.iter().map(|(_, sum)| sum.to_vec()).collect())
}

/// Masks, guarded growth, intervals, large numbers, and sums of them.
const MORE: [&str; 10] = [
    "(s,t) -> (s bitor 2^i, max(t-i-1,0)) for i in 0..4 if t > 0 and (s>>i)&1 == 0",
    "s -> s & (s-1-2^i) for i in 0..6 if s > 2^i",
    "(i,j) -> (i+1,j) | (i,j-1) if i < j; (i,j) = *3 if j == i+2",
    "(x,y) -> (x+5000000000*y,y-1) | (x,y-2); (x,y) -> end if x > 3 and y > 1",
    "(x,y) -> (x/2,y) | (x,y/2) + (x/3,y/3) if x > 0 and y > 0; (x,_) = *x",
    "(x,y,z) -> (x-k,y+k,z) | (x,y-k,z+k) | (x,y,z-k) for k in 1..=3",
    "(x,y,z,w) -> (x-1,y+w,z,w) | (x,y-1,z,w) | (x,y,z,w-1) for k in 1..2",
    "(a,b,c,d,e,f) -> (a-1,b+1,c,d,e,f) | (a,b,c-1,d,e,f-1) | (a,b-1,c,d+e,e,f) if a+b > c",
    "n -> a + b + c for a in 0..n/2, b in 0..n/3, c = n-1-a-b if c >= 0",
    "n -> n-k for k in 1..=3 if n%5 != k; n -> n/7 | end if n > 9",
];

#[test]
fn as_plain_search() {
    let texts = EXAMPLES.iter().map(|example| example.rule).chain(MORE);
    let mut told = 0;
    for text in texts {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        if *rule.measure() == Measure::Unknown {
            continue;
        }
        let side = [40, 8, 5, 4, 3][rule.arity().min(5) - 1];
        let (mut values, mut memory) = (HashMap::new(), Reached::default());
        let mut outcomes = [HashMap::new(), HashMap::new()];
        let mut meter = Meter::new(&Budget::default());
        for place in positions(&vec![side; rule.arity()]) {
            let coordinates: Vec<u64> = place.iter().map(|&n| n.unsigned_abs()).collect();
            let position = rule.position(&coordinates).expect("coordinates");
            let plain = value(&rule, position.clone(), &mut values);
            if plain.is_none() {
                let why = rule.reach(&mut memory.values, &position, Asked::Value, &mut meter);
                assert!(why.is_err(), "{text} {place:?}");
                continue;
            }
            let mut tell = |stores: &mut Stores, asked| {
                let told = rule.reach(stores, &position, asked, &mut meter);
                told.unwrap_or_else(|why| panic!("{text} {place:?}: {why:?}"))
            };
            let found = tell(&mut memory.values, Asked::Value);
            assert_eq!(Some(found), plain, "{text} {place:?}");
            told += 1;
            if rule.splits() {
                continue;
            }
            for (number, play) in [Play::Normal, Play::Misere].into_iter().enumerate() {
                let found = tell(&mut memory.outcomes[number], Asked::Outcome(play));
                let wins = wins(&rule, position.clone(), play, &mut outcomes[number]);
                assert_eq!(found == 1, wins, "{text} {place:?} {play:?}");
            }
        }
    }
    assert!(told > 1500, "{told}");
}

#[test]
fn what_comes_back_is_noticed_and_what_runs_out_leaves_no_trace() {
    let rule = Rule::parse("(x,y) -> (y,x) | (x-1,y)").expect("a rule");
    let position = rule.position(&[3, 2]).expect("a position");
    let mut memory = Reached::default();
    let mut meter = Meter::new(&Budget::default());
    let told = rule.reach(&mut memory.values, &position, Asked::Value, &mut meter);
    assert!(told.is_err());

    let rule = Rule::parse("n -> n-1 | n-2").expect("a rule");
    let position = rule.position(&[1000]).expect("a position");
    let mut memory = Reached::default();
    for positions in [10, 100, 500] {
        let mut meter = Meter::new(&Budget::of_positions(positions));
        let told = rule.reach(&mut memory.values, &position, Asked::Value, &mut meter);
        assert!(told.is_err(), "{positions}");
    }
    let mut meter = Meter::new(&Budget::default());
    let told = rule.reach(&mut memory.values, &position, Asked::Value, &mut meter);
    assert_eq!(told.ok(), Some(1));
}

/// Numbers up to `most` are drawn, each at most once, until their total is reached (LeetCode 464).
fn drawing(most: u64) -> Rule {
    let text = format!(
        "(s,t) -> (s bitor 2^i, max(t-i-1,0)) for i in 0..{most} if t > 0 and (s>>i)&1 == 0"
    );
    Rule::parse(&text).expect("a rule")
}

fn game(rule: &Rule, coordinates: &[u64]) -> Game {
    let position = rule.position(coordinates).expect("a position");
    Game::from_parts(vec![component::part(rule.clone(), vec![position])])
}

#[test]
fn masks_are_solved_with_their_moves() {
    for most in 1..=6 {
        let rule = drawing(most);
        let (mut values, mut outcomes) = (HashMap::new(), HashMap::new());
        for total in 0..=most * (most + 1) / 2 + 1 {
            let position = rule.position(&[0, total]).expect("a position");
            let answer = solve(&game(&rule, &[0, total]), Play::Normal);
            let plain = value(&rule, position.clone(), &mut values).expect("a value");
            assert_eq!(answer.value, Some(plain.into()), "{most} {total}");
            let lost = options(&rule, &position).expect("options");
            let lost = lost.into_iter();
            let lost: HashSet<_> = lost
                .filter(|sum| !wins(&rule, sum[0].clone(), Play::Normal, &mut outcomes))
                .collect();
            let count = answer.winning.count;
            assert_eq!(count, Some((lost.len() as u64).into()), "{most} {total}");
        }
    }
}

#[test]
fn who_wins_is_told_where_the_value_is_too_dear() {
    let rule = drawing(12);
    let game = game(&rule, &[0, 50]);
    let whole = solve(&game, Play::Normal);
    assert!(whole.value.is_some());
    let mut without = 0;
    for positions in (500..10_000).step_by(250) {
        let mut solver = Solver::new();
        solver.budget = Budget::of_positions(positions);
        let answer = solver.solve(&game, Play::Normal);
        if answer.value.is_none() && answer.outcome.is_some() && answer.winning.count.is_some() {
            without += 1;
            assert_eq!(answer.outcome, whole.outcome);
            assert_eq!(answer.winning.count, whole.winning.count);
        }
        solver.wanted = Wanted::Outcome;
        let answer = solver.solve(&game, Play::Normal);
        assert!(answer.outcome.is_none() || answer.outcome == whole.outcome);
    }
    assert!(without > 0);
}

/// A number is divided by an odd divisor above 1, or loses one (Codeforces 1370C).
#[test]
fn who_wins_is_told_of_a_long_chain_with_short_ways_out() {
    let texts = [
        "n -> n-1 if n > 1; n -> n/d for d in divisors(n) if d > 1 and d%2 == 1",
        "n -> n/d for d in divisors(n) if d > 1 and d%2 == 1; n -> n-1 if n > 1",
    ];
    for text in texts {
        let rule = Rule::parse(text).expect("a rule");
        for (number, outcome, moves) in [
            // To 2^9 alone: all else is won.
            (1_000_000_000, Outcome::N, 1),
            (1 << 29, Outcome::P, 0),
            // 1, and 2^27*3-1 to no other.
            ((1 << 27) * 3, Outcome::N, 1),
            (2 * 499_999_993, Outcome::P, 0),
        ] {
            let answer = solve(&game(&rule, &[number]), Play::Normal);
            assert_eq!(answer.outcome, Some(outcome), "{text} {number}");
            assert_eq!(
                answer.winning.count,
                Some(Natural::from(moves as u64)),
                "{text} {number}"
            );
        }
    }
}
