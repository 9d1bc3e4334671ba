//! What a question costs: bytes by an allocator that counts, and looks by a watch that is told the time.
//!
//! Shared by the tests on budgets and by what makes questions up for hours.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grundy::budget::{Meter, Watch};
use grundy::engine::sequence::{Limits, Rules, Sequence};
use grundy::notation::no_files;
use grundy::number::decimal;
use grundy::rule::Rule;
use grundy::rulesets::CATALOGUE;
use grundy::{Budget, Game, Message, Play, Reason, Solver};

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

/// What a question took.
#[derive(Debug)]
pub(crate) struct Took {
    /// The most bytes held.
    pub(crate) bytes: u64,
    /// The longest time of the processor between two looks.
    pub(crate) gap: Duration,
    /// The time on the clock.
    pub(crate) time: Duration,
    /// What was answered, in short.
    pub(crate) message: String,
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
pub(crate) fn within<T>(
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
    let message = match &answer {
        Ok(answer) => told(answer),
        Err(ran_out) => format!("given up: {}", ran_out.message()),
    };
    let time = begun.elapsed();
    drop(answer);
    Took {
        bytes: MOST.load(Ordering::Relaxed) - before,
        gap: Duration::from_nanos(LONGEST.get()),
        time,
        message: message.chars().take(90).collect(),
    }
}

/// A question as the command line asks it: read, answered, printed.
pub(crate) fn solve(text: &str, play: Play, budget: &Budget) -> Took {
    within(
        budget,
        |budget| {
            let game = match Game::parse(text, &no_files) {
                Ok(game) => game,
                Err(error) => return Err(error.to_string()),
            };
            let mut solver = Solver::new();
            solver.budget = budget.clone();
            let answer = solver.solve(&game, play);
            let whys = answer.unknown.iter().map(Reason::to_string);
            let message: Vec<String> = (answer.components.iter())
                .filter_map(|component| component.because.as_ref())
                .map(Message::to_string)
                .chain(whys)
                .take(1000)
                .collect();
            Ok((answer, message))
        },
        |told| match told {
            Ok((answer, message)) => format!(
                "{:?} {}",
                answer.outcome,
                match (&answer.unknown, &answer.because) {
                    (Some(why), _) => why.to_string(),
                    (None, Some(because)) => because.to_string(),
                    (None, None) => message.last().cloned().unwrap_or_default(),
                }
            ),
            Err(error) => format!("error: {error}"),
        },
    )
}

/// Digits of no pattern.
pub(crate) fn digits(count: usize, seed: u64) -> String {
    let mut state = seed;
    let mut next = || {
        state = (state ^ 0x9E37_79B9_7F4A_7C15)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
            .rotate_left(31);
        char::from(b'1' + (state >> 40) as u8 % 9)
    };
    (0..count).map(|_| next()).collect()
}

/// A plain generator of pseudo-random numbers (SplitMix64; Steele, Lea and Flood, 2014).
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn one<'c>(&mut self, choices: &[&'c str]) -> &'c str {
        choices[self.below(choices.len())]
    }

    /// A number of one digit or of thousands.
    fn number(&mut self) -> String {
        let most = [1, 2, 4, 20, 300, 5_000][self.below(6)];
        let count = 1 + self.below(most);
        match self.below(4) {
            0 => format!("1{}", "0".repeat(count)),
            1 => "9".repeat(count),
            _ => digits(count, self.below(1 << 20) as u64),
        }
    }

    fn numbers(&mut self, most: usize, mark: &str) -> String {
        let count = 1 + self.below(most);
        let numbers: Vec<String> = (0..count).map(|_| self.number()).collect();
        numbers.join(mark)
    }

    fn small(&mut self, count: usize, below: usize, mark: &str) -> String {
        let numbers: Vec<String> = (0..count).map(|_| self.below(below).to_string()).collect();
        numbers.join(mark)
    }

    fn code(&mut self) -> String {
        let digit = |random: &mut Random| match random.below(3) {
            0 => format!("{:x}", random.below(16)),
            _ => random.below(8).to_string(),
        };
        let length = [2, 4, 30, 600][self.below(4)];
        let count = 1 + self.below(length);
        let digits: String = (0..count).map(|_| digit(self)).collect();
        format!("{}.{digits}", self.one(&["0", "4", "8"]))
    }

    fn rule(&mut self) -> String {
        let part = [
            "n -> n-k for k in 1..=n",
            "n -> n/2 | n-1 if n > 0",
            "n -> (k) + (n-1-k) for k in 0..n",
            "n -> n/k for k in 2..=n if n%k == 0",
            "n -> n-k*k for k in 1..=sqrt(n)",
            "n -> n+1 if n < 100",
            "n -> n-popcount(n) if n > 0",
            "n -> (n-1) + (n-1) if n > 0",
        ];
        let count = 1 + self.below(3);
        let mut parts: Vec<String> = (0..count).map(|_| self.one(&part).to_owned()).collect();
        let terms = [1, 3, 400][self.below(3)];
        match self.below(5) {
            0 => parts.push(format!("n -> n-1{}", "+(n-1)".repeat(terms))),
            1 => parts.push(format!("n -> n-1{} if n > 3", " | n-2".repeat(terms))),
            2 => {
                let set = self.small(terms, 5_000, ",");
                parts.push(format!("n -> n-k for k in {{{set}}} if k > 0"));
            }
            _ => {}
        }
        parts.join("; ")
    }

    /// A position, hostile or not.
    pub(crate) fn position(&mut self) -> String {
        let heaps = [
            "nim",
            "kayles",
            "lasker",
            "moore:2",
            "exact:2",
            "passing",
            "staircase",
            "atleast:3-7",
        ];
        let pairs = ["wythoff", "euclid", "fibonacci", "bounded"];
        let head = self.one(&heaps);
        match self.below(9) {
            0 => format!("{head} {}", self.numbers(4, " ")),
            1 => {
                let count = 1 + self.below(600);
                format!("{head} {} {}", self.small(count, 9, " "), self.number())
            }
            2 => format!("{} {},{}", self.one(&pairs), self.number(), self.number()),
            3 => format!("{} {}", self.code(), self.below(30_000)),
            4 => format!("rule '{}' {}", self.rule(), self.below(3_000)),
            5 => {
                let count = 1 + self.below(800);
                let heaps = 1 + self.below(300);
                let mark = self.one(&["", "!"]);
                format!(
                    "take:{mark}{} {}",
                    self.small(count, 9_000, ","),
                    self.small(heaps, 9_999, " ")
                )
            }
            6 => {
                let edges = 1 + self.below(60);
                let edges: Vec<String> = (0..edges)
                    .map(|_| format!("{}-{}", self.below(20), self.below(20)))
                    .collect();
                let name = self.one(&["graph", "node-kayles", "geography", "hackenbush"]);
                format!("{name}:{} {}", edges.join(","), self.below(20))
            }
            7 => format!(
                "{} {}x{}",
                self.one(&["cram", "chomp"]),
                1 + self.below(9),
                1 + self.below(9)
            ),
            _ => format!(
                "{head} {} + {} {}",
                self.numbers(2, " "),
                self.code(),
                self.below(900)
            ),
        }
    }

    /// Something asked of the library, within a budget.
    pub(crate) fn question(&mut self, budget: &Budget) -> (String, Took) {
        match self.below(10) {
            0 => {
                let code = self.code();
                let took = within(
                    budget,
                    |budget| {
                        let rules: Rules = code.parse().ok()?;
                        let memory = usize::try_from(budget.bytes).unwrap_or(usize::MAX);
                        let mut sequence = Sequence::new(rules, Limits { memory });
                        let (mut values, mut meter) = (Vec::new(), Meter::new(budget));
                        while meter.spend(512, 2_048).is_ok() && meter.look().is_ok() {
                            sequence.next_block(&mut values).ok()?;
                        }
                        Some(values.len())
                    },
                    |told| format!("{told:?} values"),
                );
                (format!("sequence {code}"), took)
            }
            1 => {
                let text = self.rule();
                let size = self.below(30_000);
                let took = within(
                    budget,
                    |budget| {
                        let rule = Rule::parse(&text).ok()?;
                        let measure = format!("{:?}", rule.measure());
                        let known = rule.recognise(CATALOGUE).map(|known| known.head);
                        let table = rule.table(&[size], &mut Meter::new(budget));
                        Some((measure, known, table.is_ok()))
                    },
                    |told| format!("{told:?}"),
                );
                (format!("table of {size}: {text}"), took)
            }
            2 => {
                let text = self.number().repeat(1 + self.below(20));
                let took = within(
                    budget,
                    |_| {
                        decimal::parse(&text, decimal::MOST_DIGITS)
                            .map(|number| decimal::print(&number) == text)
                    },
                    |told| format!("{told:?}"),
                );
                (format!("{} digits", text.len()), took)
            }
            _ => {
                let text = self.position();
                let play = [Play::Normal, Play::Misere][self.below(2)];
                (
                    format!("{text} {}", play.word()),
                    solve(&text, play, budget),
                )
            }
        }
    }
}

/// What is wrong with what a question took: bytes above one and a half budgets and 20 MiB, or no look for 80 ms of the
/// processor, `slow` times as long where nothing was optimised.
pub(crate) fn wrong(took: &Took, budget: &Budget, slow: u32) -> bool {
    let most = budget.bytes + budget.bytes / 2 + (20 << 20);
    took.bytes > most || took.gap > slow * Duration::from_millis(80)
}
