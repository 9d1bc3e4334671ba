//! No question costs more than its budget: bytes by an allocator that counts, and looks by a watch that is told the time.
//!
//! `GRUNDY_BUDGETS=1 cargo test --release -p grundy --test budgets -- --nocapture` prints what each question took.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::budget::{Meter, Watch};
use grundy::notation::no_files;
use grundy::{Budget, Game, Play, Solver};

/// Counts the bytes that are held, and the most that were.
struct Counting;

static HELD: AtomicU64 = AtomicU64::new(0);
static MOST: AtomicU64 = AtomicU64::new(0);

fn held(more: usize, less: usize) {
    let held = HELD.fetch_add(more as u64, Ordering::Relaxed) + more as u64;
    MOST.fetch_max(held, Ordering::Relaxed);
    HELD.fetch_sub(less as u64, Ordering::Relaxed);
}

// SAFETY: everything is left to the system's allocator; only numbers are kept beside it.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    // SAFETY: as the system's.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        held(layout.size(), 0);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }
    // SAFETY: as the system's.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        held(layout.size(), 0);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }
    // SAFETY: as the system's.
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        held(0, layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(at, layout) }
    }
    // SAFETY: as the system's.
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both are held while one is copied, unless the old one grows in place, which is not relied on above a page.
        held(size, layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Nanoseconds of processor that the thread has had; time on a busy machine says nothing.
fn busy() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = told.split(' ').next().and_then(|word| word.parse().ok());
    first.unwrap_or(0)
}

/// One at a time: they share the count of bytes.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a question took.
#[derive(Debug)]
struct Took {
    /// The most bytes held.
    bytes: u64,
    /// The longest time of the processor between two looks.
    gap: Duration,
    time: Duration,
    said: String,
}

thread_local! {
    static LAST: Cell<u64> = const { Cell::new(0) };
    static LONGEST: Cell<u64> = const { Cell::new(0) };
}

fn look() {
    let now = busy();
    let gap = now - LAST.replace(now);
    LONGEST.set(LONGEST.get().max(gap));
}

/// Does something within a budget.
fn within<T>(
    budget: &Budget,
    asked: impl FnOnce(&Budget) -> T,
    told: impl FnOnce(&T) -> String,
) -> Took {
    let budget = Budget {
        watch: Some(Watch::new(|_| {
            look();
            true
        })),
        ..budget.clone()
    };
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let begun = Instant::now();
    LAST.set(busy());
    LONGEST.set(0);
    let answer = Meter::new(&budget).run(|| asked(&budget));
    look();
    let said = match &answer {
        Ok(answer) => told(answer),
        Err(ran_out) => format!("given up: {}", ran_out.said()),
    };
    let time = begun.elapsed();
    drop(answer);
    Took {
        bytes: MOST.load(Ordering::Relaxed) - before,
        gap: Duration::from_nanos(LONGEST.get()),
        time,
        said: said.chars().take(90).collect(),
    }
}

const BYTES: u64 = 64 << 20;

fn budget() -> Budget {
    Budget {
        bytes: BYTES,
        time: Some(Duration::from_secs(2)),
        ..Budget::default()
    }
}

/// A question as the command line asks it: read, answered, printed.
fn solve(text: &str, play: Play) -> Took {
    within(
        &budget(),
        |budget| {
            let game = match Game::parse(text, &no_files) {
                Ok(game) => game,
                Err(error) => return Err(error.to_string()),
            };
            let mut solver = Solver::new();
            solver.budget = budget.clone();
            let answer = solver.solve(&game, play);
            let said: Vec<String> = (answer.components.iter())
                .filter_map(|component| component.because.as_ref())
                .chain(&answer.unknown)
                .take(1000)
                .map(|said| said.to_string())
                .collect();
            Ok((answer, said))
        },
        |told| match told {
            Ok((answer, said)) => format!(
                "{:?} {}",
                answer.outcome,
                answer.unknown.as_ref().or(answer.because.as_ref()).map_or_else(
                    || said.last().cloned().unwrap_or_default(),
                    |said| said.to_string()
                )
            ),
            Err(error) => format!("error: {error}"),
        },
    )
}

/// Digits of no pattern.
fn digits(count: usize, seed: u64) -> String {
    let mut state = seed;
    let mut next = || {
        state = (state ^ 0x9E37_79B9_7F4A_7C15)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
            .rotate_left(31);
        char::from(b'1' + (state >> 40) as u8 % 9)
    };
    (0..count).map(|_| next()).collect()
}

/// Holds what was taken against what is allowed.
fn judge(name: &str, took: &Took, wrong: &mut Vec<String>) {
    // Without optimisation everything takes ten times as long.
    let slow = if cfg!(debug_assertions) { 20 } else { 1 };
    let line = format!(
        "{name:40} {:6.1} MiB, {:5} ms, gap {:5.1} ms: {}",
        took.bytes as f64 / (1 << 20) as f64,
        took.time.as_millis(),
        took.gap.as_secs_f64() * 1e3,
        took.said
    );
    if std::env::var("GRUNDY_BUDGETS").is_ok() {
        println!("{line}");
    }
    if took.bytes > BYTES + BYTES / 2 + (20 << 20) || took.gap > slow * Duration::from_millis(80) {
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
    let heaps = |count: usize| (0..count).map(|n| format!(" {}", n % 100 + 1)).collect::<String>();
    let many = heaps(10_000);
    let alternatives = |count: usize| {
        (1..=count).map(|k| format!("n -> n-{k} if n >= {k}")).collect::<Vec<_>>().join("; ")
    };
    let mut wrong = Vec::new();
    let questions: Vec<(&str, String)> = vec![
        ("nim, many and one long", format!("nim{many} {}", digits(900_000, 9))),
        ("nim, many long", format!("nim{}", format!(" {}", digits(3_000, 9)).repeat(1_000))),
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
        ("moore", format!("moore:2 {million} {other} {short}{}", heaps(300))),
        ("lasker", format!("lasker {million} 5")),
        ("passing", format!("passing {million} {other} {short}")),
        ("silver", format!("silver {million} {other} {short}")),
        ("staircase", format!("staircase {million} {other} {short}")),
        ("welter", format!("welter {million} {other} {short}")),
        ("multiply", format!("multiply:9 {million}")),
        ("divisors", "divisors 18446744073709551557".to_owned()),
        ("legendre", format!("legendre {million}")),
        ("tax", format!("tax {million}")),
        ("atleast", format!("atleast:2 {million}")),
        ("once", "once 1000000".to_owned()),
        ("hill", format!("hill {million},{other}")),
        ("primes", "primes 1000000007".to_owned()),
        ("rim", "rim 100000".to_owned()),
        ("grundy", "grundy 100000".to_owned()),
        ("three heaps", "0.[255][255][255][255] 3000".to_owned()),
        ("hexadecimal", "0.0ffff 5000".to_owned()),
        ("long code", format!("0.{} 40000", "7".repeat(4_000))),
        ("cram", "cram 5x6 + nim 1".to_owned()),
        ("cram, large", "cram 9x9".to_owned()),
        ("chomp", "chomp 20x20".to_owned()),
        ("node kayles", format!("node-kayles:{} 1", (0..60).map(|v| format!("{v}-{}", (v * 7 + 3) % 60)).collect::<Vec<_>>().join(","))),
        ("rule", "rule 'n -> n-k for k in 1..=n' 3000000".to_owned()),
        ("rule, sums", "rule 'n -> (k) + (n-1-k) for k in 0..n' 60000".to_owned()),
        ("rule, two", "rule '(x,y) -> (x-k,y) for k in 1..=x; (x,y) -> (x,y-k) for k in 1..=y' 9000,9000".to_owned()),
        ("rule, divisions", "rule 'n -> n/k for k in 2..=n if n%k == 0' 10000000000".to_owned()),
        ("rule, alternatives", format!("rule '{}' 10", alternatives(20_000))),
        ("rule, set", format!("rule 'n -> n-k for k in {{{}}} if n >= k' 10", (1..200_000).map(|k| (3 * k).to_string()).collect::<Vec<_>>().join(","))),
        ("rule, deep", format!("rule 'n -> {}n{}-1' 10", "(".repeat(100_000), ")".repeat(100_000))),
        ("rule, long sum", format!("rule 'n -> n-1{} if n > 0' 10", "+1-1".repeat(100_000))),
    ];
    let only = std::env::var("GRUNDY_ONLY").ok();
    for (name, text) in &questions {
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        for play in [Play::Normal, Play::Misere] {
            let took = solve(text, play);
            judge(&format!("{name} {}", play.word()), &took, &mut wrong);
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
            assert!(looks <= most + 40, "{looks} looks: {}", &text[..20.min(text.len())]);
            assert!(answer.outcome.is_some() || answer.unknown.is_some());
        }
    }
}
