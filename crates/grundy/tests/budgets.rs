//! No question costs more than its budget.
//!
//! `GRUNDY_BUDGETS=1 cargo test --release -p grundy --test budgets -- --include-ignored --nocapture` prints what each took.

mod budgeted;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use budgeted::{Random, Took, digits, solve};
use grundy::budget::{Exhausted, Meter, Watch};
use grundy::engine::sequence::{Limits, Rules, Sequence};
use grundy::{Budget, Engine, Game, Play, Reason, Solver};

/// Without optimisation everything takes many times as long.
const SLOW: u32 = if cfg!(debug_assertions) { 20 } else { 1 };

/// One at a time: they share the count of bytes.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn budget() -> Budget {
    Budget {
        bytes: 64 << 20,
        time: Some(Duration::from_secs(2)),
        ..Budget::default()
    }
}

/// Holds what was taken against what is allowed.
fn judge(name: &str, took: &Took, budget: &Budget, wrong: &mut Vec<String>) {
    let line = format!(
        "{name:40} {:6.1} MiB, {:5} ms, gap {:5.1} ms: {}",
        took.bytes as f64 / (1 << 20) as f64,
        took.time.as_millis(),
        took.gap.as_secs_f64() * 1e3,
        took.message
    );
    if std::env::var("GRUNDY_BUDGETS").is_ok() {
        println!("{line}");
    }
    if budgeted::wrong(took, budget, SLOW) {
        wrong.push(line);
    }
}

#[test]
#[ignore = "a minute: GRUNDY_BUDGETS=1 cargo test --release -p grundy --test budgets -- --ignored --nocapture"]
fn hostile_positions_cost_no_more_than_their_budget() {
    let _one = alone();
    let million = digits(1_000_000, 1);
    let other = digits(1_000_000, 2);
    let short = digits(300_000, 3);
    let heaps = |count: usize| {
        (0..count)
            .map(|n| format!(" {}", n % 100 + 1))
            .collect::<String>()
    };
    let many = heaps(10_000);
    let alternatives = |count: usize| {
        (1..=count)
            .map(|k| format!("n -> n-{k} if n >= {k}"))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let (mut wrong, budget) = (Vec::new(), budget());
    let questions: Vec<(&str, String)> = vec![
        (
            "nim, many and one long",
            format!("nim{many} {}", digits(900_000, 9)),
        ),
        (
            "nim, many long",
            format!("nim{}", format!(" {}", digits(3_000, 9)).repeat(1_000)),
        ),
        ("nim, 10 million", format!("nim {}", million.repeat(10))),
        ("fibonacci", format!("fibonacci {million}")),
        ("fibonacci pair", format!("fibonacci {million},{short}")),
        ("euclid", format!("euclid {million},{short}")),
        ("euclid, near", format!("euclid {million},{other}")),
        ("wythoff", format!("wythoff {million},{other}")),
        ("kayles", format!("kayles {million}")),
        ("kayles, others", format!("kayles{many} {million}")),
        ("bounded", format!("bounded {million},{short}")),
        ("bash", format!("bash:3-{short} {million}")),
        ("take", format!("take:1,3,4 {million}")),
        ("take all but", format!("take:!2,3,7 {million}")),
        (
            "moore",
            format!("moore:2 {million} {other} {short}{}", heaps(300)),
        ),
        ("lasker", format!("lasker {million} 5")),
        ("passing", format!("passing {million} {other} {short}")),
        ("silver", format!("silver {million} {other} {short}")),
        ("staircase", format!("staircase {million} {other} {short}")),
        ("welter", format!("welter {million} {other} {short}")),
        ("multiply", format!("multiply:2-9 {million}")),
        ("divisors", "divisors 18446744073709551557".to_owned()),
        ("legendre", format!("legendre:2 {million}")),
        ("atleast", format!("atleast:2-{short} {million}")),
        ("once", "once 120".to_owned()),
        ("hill", format!("hill:3 {million}")),
        ("primes", "primes 1000000007".to_owned()),
        ("rim", "rim 100000".to_owned()),
        ("grundy", "grundy 100000".to_owned()),
        (
            "takes, many heaps",
            format!(
                "take:{}{many}",
                (1..40_000)
                    .map(|k| (3 * k).to_string())
                    .collect::<Vec<_>>()
                    .join(",")
            ),
        ),
        ("hexadecimal", "0.0ffff 5000".to_owned()),
        ("long code", format!("0.{} 40000", "7".repeat(4_000))),
        ("cram", "cram 5x6 + nim 1".to_owned()),
        ("cram, large", "cram 9x9".to_owned()),
        ("clobber, large", "clobber 9x9".to_owned()),
        ("tactix, large", "tactix 1x128 + nim 1".to_owned()),
        ("chomp", "chomp 20x20".to_owned()),
        (
            "node kayles",
            format!(
                "node-kayles:{} 1",
                (0..60)
                    .map(|v| format!("{v}-{}", (v * 7 + 3) % 60))
                    .collect::<Vec<_>>()
                    .join(",")
            ),
        ),
        ("queens", "node-kayles:queen=16 + nim 1".to_owned()),
        ("arc kayles", "arc-kayles:king=16 + nim 1".to_owned()),
        ("a large family", "graph:complete=1024 1".to_owned()),
        ("rule", "rule 'n -> n-k for k in 1..=n' 3000000".to_owned()),
        (
            "rule, sums",
            "rule 'n -> (k) + (n-1-k) for k in 0..n' 60000".to_owned(),
        ),
        (
            "rule, two",
            "rule '(x,y) -> (x-k,y) for k in 1..=x; (x,y) -> (x,y-k) for k in 1..=y' 9000,9000"
                .to_owned(),
        ),
        (
            "rule, divisions",
            "rule 'n -> n/k for k in 2..=n if n%k == 0' 10000000000".to_owned(),
        ),
        (
            "rule, alternatives",
            format!("rule '{}' 10", alternatives(20_000)),
        ),
        (
            "rule, set",
            format!(
                "rule 'n -> n-k for k in {{{}}} if n >= k' 10",
                (1..200_000)
                    .map(|k| (3 * k).to_string())
                    .collect::<Vec<_>>()
                    .join(",")
            ),
        ),
        (
            "rule, deep",
            format!(
                "rule 'n -> {}n{}-1' 10",
                "(".repeat(100_000),
                ")".repeat(100_000)
            ),
        ),
        (
            "rule, long sum",
            format!("rule 'n -> n-1{} if n > 0' 10", "+1-1".repeat(100_000)),
        ),
    ];
    let only = std::env::var("GRUNDY_ONLY").ok();
    for (name, text) in &questions {
        if only
            .as_ref()
            .is_some_and(|only| !name.contains(only.as_str()))
        {
            continue;
        }
        for play in [Play::Normal, Play::Misere] {
            let took = solve(text, play, &budget);
            judge(
                &format!("{name} {}", play.word()),
                &took,
                &budget,
                &mut wrong,
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_flag_set_meanwhile_is_seen() {
    let _one = alone();
    let long = digits(60_000, 7);
    for text in [
        format!("fibonacci {long}"),
        format!("wythoff {long},{}", digits(60_000, 8)),
        format!("euclid {long},{}", digits(30_000, 8)),
        "cram 8x9".to_owned(),
        "grundy 400000".to_owned(),
    ] {
        let game: Game = text.parse().expect("a game");
        // The watch says no at its third look: no fourth is needed, whatever the engine.
        for most in [0, 1, 3] {
            let looks = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&looks);
            let mut solver = Solver::new();
            solver.budget.watch = Some(Watch::new(move |_| {
                counted.fetch_add(1, Ordering::Relaxed) < most
            }));
            let answer = solver.solve(&game, Play::Normal);
            let looks = looks.load(Ordering::Relaxed);
            assert!(
                looks <= most + 40,
                "{looks} looks: {}",
                &text[..20.min(text.len())]
            );
            assert!(answer.outcome.is_some() || answer.unknown.is_some());
        }
    }
}

#[test]
fn questions_made_up_cost_no_more_than_their_budget() {
    let _one = alone();
    let mut random = Random(16);
    let budget = Budget {
        positions: 3_000,
        bytes: 4 << 20,
        time: Some(Duration::from_millis(30)),
        ..Budget::default()
    };
    let mut costly = Vec::new();
    let count = if cfg!(debug_assertions) { 60 } else { 1_000 };
    for _ in 0..count {
        let (asked, took) = random.question(&budget);
        if budgeted::wrong(&took, &budget, SLOW) {
            let asked: String = asked.chars().take(200).collect();
            costly.push(format!("{asked}: {took:?}"));
        }
    }
    assert!(costly.is_empty(), "{}", costly.join("\n"));
}

/// Where there is no room for the least table of a search of components, nothing is searched.
#[test]
fn a_search_without_room_for_its_table_is_not_begun() {
    let _one = alone();
    for (text, bytes) in [
        ("cram 7x7", 1_000),
        ("cram 7x7", 100_000),
        ("node-kayles:king=8", 1_000),
        ("arc-kayles:grid=5x6", 1_000),
        ("nogo 5x5", 1_000),
        ("sprouts 9", 1_000),
    ] {
        let mut solver = Solver::new();
        solver.budget = Budget {
            bytes,
            time: None,
            ..Budget::default()
        };
        let begun = Instant::now();
        let game: Game = text.parse().expect("a game");
        let answer = solver.solve(&game, Play::Normal);
        let full = Reason::Exhausted(Exhausted::Bytes(bytes));
        assert_eq!((answer.outcome, &answer.unknown), (None, &Some(full)));
        let took = begun.elapsed();
        assert!(took < SLOW * Duration::from_millis(500), "{text}: {took:?}");
        // With room for it, it is.
        solver.budget = budget();
        solver.budget.time = Some(Duration::from_millis(100));
        let answer = solver.solve(&game, Play::Normal);
        let no_room = |why: &Reason| matches!(why, Reason::Exhausted(Exhausted::Bytes(_)));
        let searches = (answer.declined.iter()).find(|one| one.engine == Engine::Couples);
        assert!(searches.is_none_or(|one| !no_room(&one.why)), "{text}");
    }
}

/// A sequence whose values take long gives fewer of them at a time, and is not harmed by work that was given up.
#[test]
fn a_value_that_takes_long_can_be_given_up() {
    let _one = alone();
    let rules: Rules = "0.0{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}"
        .parse()
        .expect("a code");
    let limits = Limits { memory: 64 << 20 };
    let mut whole = Sequence::new(rules.clone(), limits);
    let (mut expected, mut values) = (Vec::new(), Vec::new());
    while expected.len() < 300 {
        whole.next_block(&mut expected).expect("room");
    }
    let mut sequence = Sequence::new(rules, limits);
    let mut turns = 0;
    while values.len() < 300 {
        turns += 1;
        // At first nothing is allowed, then more and more looks.
        let looks = AtomicU64::new(0);
        let most = turns / 2;
        let mut meter = Meter::new(&Budget {
            watch: Some(Watch::new(move |_| {
                looks.fetch_add(1, Ordering::Relaxed) < most
            })),
            ..Budget::default()
        });
        // What is given up gives no values; those before it stand.
        let done = meter.run(|| sequence.next_block(&mut values));
        assert!(done.is_err() || done == Ok(Ok(())));
        assert!(turns < 10_000);
    }
    assert_eq!(values[..300], expected[..300]);
}

/// What stands beside a long heap is not held as often as there are heaps.
#[test]
fn many_heaps_beside_a_long_one() {
    let _one = alone();
    let budget = Budget {
        bytes: 4 << 20,
        time: None,
        ..Budget::default()
    };
    let heaps = |count: usize| {
        (0..count)
            .map(|n| format!(" {}", n % 9))
            .collect::<String>()
    };
    let takes: Vec<String> = (1..4_000).map(|k| (3 * k).to_string()).collect();
    for text in [
        format!("nim{} {}", heaps(2_000), digits(60_000, 9)),
        format!("take:{}{}", takes.join(","), heaps(2_000)),
    ] {
        let took = solve(&text, Play::Normal, &budget);
        assert!(!budgeted::wrong(&took, &budget, SLOW), "{took:?}");
        assert!(took.message.starts_with("Some"), "{took:?}");
    }
}

/// All parts of an option are held while a quotient is looked for, not the option alone.
#[test]
fn options_of_many_parts() {
    let _one = alone();
    let budget = Budget {
        positions: 10_000,
        bytes: 4 << 20,
        time: Some(Duration::from_millis(50)),
        ..Budget::default()
    };
    let parts = "+(n-1)".repeat(400);
    let text = format!("rule 'n -> n-popcount(n) if n > 0; n -> n-1{parts}' 2999");
    for play in [Play::Normal, Play::Misere] {
        let took = solve(&text, play, &budget);
        assert!(!budgeted::wrong(&took, &budget, SLOW), "{took:?}");
    }
}

/// Where a theorem tells the winner, the value is searched for with a small part of the budget, unless more is wanted.
#[test]
fn search_gets_what_it_was_given() {
    let game: Game = "cram 5x6".parse().expect("a board");
    let value = |thorough: bool, time: u64| {
        let mut solver = Solver::new();
        solver.budget.positions = 100_000;
        solver.budget.time = Some(Duration::from_secs(time));
        solver.thorough = thorough;
        solver.solve(&game, Play::Normal).value
    };
    assert_eq!(value(false, 9), None);
    let told = value(true, 9).expect("a value");
    // More time than nobody asked for was given for a reason.
    assert_eq!(value(false, 120), Some(told));
}
