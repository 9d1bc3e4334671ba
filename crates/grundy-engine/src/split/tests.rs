//! The search held against plain search that knows only where dominoes lie.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use grundy_base::budget::{Budget, Meter};

use super::board::Board;
use super::dominoes::Dominoes;
use super::search::crew::Crew;
use super::search::{Search, Sizes, Stopped};
use super::{Fact, Splits};
use crate::random::Random;

/// The value of a board by the options of the whole board: nothing falls apart, nothing is turned or dropped.
fn plainly(free: u64, columns: u32, squares: u32, met: &mut HashMap<u64, u32>) -> u32 {
    if let Some(&value) = met.get(&free) {
        return value;
    }
    let mut seen = 0u64;
    for at in 0..squares {
        for (next, beside) in [(at + 1, (at + 1) % columns != 0), (at + columns, true)] {
            let domino = 1 << at | 1u64.checked_shl(next).unwrap_or(0);
            if beside && next < squares && free & domino == domino {
                seen |= 1 << plainly(free & !domino, columns, squares, met);
            }
        }
    }
    met.insert(free, seen.trailing_ones());
    seen.trailing_ones()
}

fn meter() -> Meter {
    Meter::new(&Budget::default())
}

const SIZES: [Sizes; 4] = [
    Sizes {
        whole: 10,
        deep: 20,
    },
    Sizes { whole: 0, deep: 0 },
    Sizes { whole: 0, deep: 99 },
    Sizes { whole: 4, deep: 6 },
];

#[test]
fn every_board_of_sixteen_squares_or_less() {
    for (rows, columns) in [(1, 9), (3, 2), (3, 3), (4, 3), (7, 2), (4, 4)] {
        let board = Board::<u64>::new(rows, columns).expect("small");
        let (columns, squares) = (board.columns(), board.squares());
        let mut met = HashMap::new();
        let mut searches =
            SIZES.map(|sizes| Search::new(Dominoes::new(board), 1 << 20).with(sizes));
        for free in 0..1u64 << squares {
            let value = plainly(free, columns, squares, &mut met);
            let parts = Dominoes::new(board).pieces(free);
            for search in &mut searches[..if squares > 12 { 1 } else { SIZES.len() }] {
                let told = search.sum(&parts, &mut meter()).expect("small");
                assert_eq!(told, value, "{rows}x{columns} {free:b} {:?}", parts);
            }
            for &part in &parts {
                let part_value = plainly(part, columns, squares, &mut met);
                match Dominoes::new(board).fact(&part) {
                    Fact::Exact(told) => assert_eq!(told, part_value),
                    Fact::Not(not) => assert_eq!(not >> part_value & 1, 0, "{part:b}"),
                }
                for n in 0..4 {
                    let is = searches[0].is(&part, n, &mut meter()).expect("small");
                    assert_eq!(is, part_value == n);
                }
            }
        }
    }
}

/// Two words, and the forms of boards whose rows are as long as they can be.
#[test]
fn forms_of_boards() {
    let value = |rows, columns| {
        let board = Board::<u128>::new(rows, columns).expect("fits");
        let whole = (0..board.squares()).fold(0, |free, at| free | 1u128 << at);
        let dominoes = Dominoes::new(board);
        let parts = dominoes.pieces(whole);
        let mut search = Search::new(dominoes, 1 << 26);
        search.sum(&parts, &mut meter()).expect("within the budget")
    };
    let row: Vec<u32> = (1..=16).map(|columns| value(1, columns)).collect();
    assert_eq!(row, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5]);
    // Dawson's Kayles, 0.07, goes round after 34.
    for columns in 53..=61 {
        assert_eq!(value(1, columns), value(1, columns + 34));
    }
    let three: Vec<u32> = (3..=9).map(|columns| value(3, columns)).collect();
    assert_eq!(three, [0, 1, 1, 4, 1, 3, 1]);
    assert_eq!(
        [value(4, 5), value(5, 5), value(2, 8), value(4, 7)],
        [2, 0, 0, 3]
    );
    assert!(Board::<u64>::new(9, 9).is_none() && Board::<u64>::new(8, 8).is_some());
    assert!(Board::<u128>::new(16, 8).is_some() && Board::<u128>::new(17, 8).is_none());
    assert!(Board::<u64>::new(u32::MAX, 8).is_none() && Board::<u64>::new(0, 3).is_none());
}

/// A table that forgets most of what it is told makes search longer, and no answer wrong; it does not go on for ever.
#[test]
fn forgetful_tables() {
    let board = Board::<u64>::new(7, 4).expect("small");
    let dominoes = Dominoes::new(board);
    let parts = dominoes.pieces((1 << 28) - 1);
    for bytes in [0, 1 << 14, 1 << 18] {
        let mut search = Search::new(dominoes, bytes).with(Sizes { whole: 6, deep: 9 });
        assert_eq!(search.sum(&parts, &mut meter()).expect("ends"), 3);
    }
}

#[test]
fn budgets_are_kept() {
    let board = Board::<u64>::new(8, 8).expect("64 squares");
    let dominoes = Dominoes::new(board);
    let parts = dominoes.pieces(u64::MAX >> 1);
    let mut search = Search::new(dominoes, 1 << 22);
    let mut meter = Meter::new(&Budget::of_positions(5000));
    let stopped = search.sum(&parts, &mut meter).expect_err("too long");
    assert!(matches!(stopped, Stopped::Exhausted(_)), "{stopped:?}");
    assert!(search.options() < 5000 * 32);
    assert!(search.table().bytes() <= 1 << 22);
}

/// However many threads, and with whatever tables, the answer is that of one.
#[test]
fn threads_agree() {
    let ask = |(rows, columns), (height, width), bytes, threads| {
        let board = Board::<u64>::new(rows, columns).expect("fits");
        let squares = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let free = squares.fold(0, |free, (row, column)| free | board.square(row, column));
        let dominoes = Dominoes::new(board);
        let parts = dominoes.pieces(free);
        let mut search = Search::new(dominoes, bytes).with(Sizes { whole: 4, deep: 8 });
        let any_time = Budget {
            time: None,
            ..Budget::default()
        };
        let value = search.value_together(&parts[0], threads, &mut Meter::new(&any_time));
        value.expect("within the budget")
    };
    for threads in [1, 2, 5] {
        assert_eq!(ask((5, 6), (6, 5), 1 << 22, threads), 2);
        // Its numbers have more digits than a word has room for beside what is found.
        assert_eq!(ask((9, 6), (6, 5), 1 << 24, threads), 2);
        assert_eq!(ask((4, 7), (7, 4), 0, threads), 3);
    }
}

/// Workers within the test, each with a table of its own. Every so often one is lost with its job, or says what cannot be.
#[derive(Debug)]
struct Here {
    dominoes: Dominoes<u64>,
    bytes: u64,
    workers: BTreeMap<u64, Search<Dominoes<u64>>>,
    came: u64,
    replies: Vec<(u64, Vec<u8>)>,
    random: Random,
    /// One reply in so many is lost, with the worker; none where it is 0.
    lost: u64,
    damaged: u64,
    dismissed: u64,
    jobs: u64,
}

impl Here {
    fn join(&mut self) {
        let search = Search::new(self.dominoes, self.bytes).with(Sizes { whole: 4, deep: 8 });
        self.came += 1;
        self.workers.insert(self.came, search);
    }
}

impl Crew for Here {
    fn workers(&mut self) -> Vec<u64> {
        self.workers.keys().copied().collect()
    }

    fn send(&mut self, worker: u64, job: &[u8]) {
        self.jobs += 1;
        let search = self.workers.get_mut(&worker).expect("it is there");
        let reply = search.work(job, &mut meter()).expect("within the budget");
        let mut reply = reply.expect("a job for this search");
        if self.lost > 0 && self.random.below(self.lost) == 0 {
            self.workers.remove(&worker);
            if self.random.below(3) > 0 {
                self.join();
            }
            return;
        }
        if self.damaged > 0 && self.random.below(self.damaged) == 0 {
            reply.pop();
        }
        self.replies.push((worker, reply));
    }

    fn hear(&mut self, _: Duration) -> Option<(u64, Vec<u8>)> {
        let at = self.random.below(self.replies.len().max(1) as u64) as usize;
        (at < self.replies.len()).then(|| self.replies.swap_remove(at))
    }

    fn dismiss(&mut self, worker: u64) {
        self.workers.remove(&worker);
        self.dismissed += 1;
        self.join();
    }
}

/// Whoever searches, and whoever is lost meanwhile, the answer is that of one.
#[test]
fn crews_agree() {
    let board = Board::<u64>::new(5, 6).expect("fits");
    let dominoes = Dominoes::new(board);
    let parts = dominoes.pieces((1 << 30) - 1);
    let any_time = Budget {
        time: None,
        ..Budget::default()
    };
    for (workers, lost, damaged) in [(0, 0, 0), (1, 0, 0), (3, 0, 0), (3, 9, 0), (4, 7, 5)] {
        for seed in 1..4 {
            let mut here = Here {
                dominoes,
                bytes: 1 << 22,
                workers: BTreeMap::new(),
                came: 0,
                replies: Vec::new(),
                random: Random(seed),
                lost,
                damaged,
                dismissed: 0,
                jobs: 0,
            };
            (0..workers).for_each(|_| here.join());
            let mut search = Search::new(dominoes, 1 << 22).with(Sizes { whole: 4, deep: 8 });
            let crew: &mut dyn Crew = &mut here;
            let value = search.sum_together(&parts, crew, &mut Meter::new(&any_time));
            assert_eq!(value.expect("within the budget"), 2, "{workers} workers");
            assert!(workers == 0 || here.jobs > 20, "{} jobs", here.jobs);
            assert!(damaged == 0 || here.dismissed > 0);
        }
    }
}

/// A question that is given up goes on where it was, and takes no more for it than what the workers were at.
#[test]
fn questions_of_crews_go_on() {
    let board = Board::<u64>::new(5, 6).expect("fits");
    let dominoes = Dominoes::new(board);
    let parts = dominoes.pieces((1 << 30) - 1);
    let mut here = Here {
        dominoes,
        bytes: 1 << 22,
        workers: BTreeMap::new(),
        came: 0,
        replies: Vec::new(),
        random: Random(5),
        lost: 0,
        damaged: 0,
        dismissed: 0,
        jobs: 0,
    };
    (0..2).for_each(|_| here.join());
    let mut search = Search::new(dominoes, 1 << 22).with(Sizes { whole: 4, deep: 8 });
    let mut slices = 0;
    let value = loop {
        slices += 1;
        let crew: &mut dyn Crew = &mut here;
        let mut slice = Meter::new(&Budget::of_positions(1000));
        match search.sum_together(&parts, crew, &mut slice) {
            Err(Stopped::Exhausted(_)) => {}
            told => break told.expect("no other end"),
        }
        assert!(slices < 10_000, "it does not go on");
    };
    assert_eq!(value, 2);
    assert!(slices > 2, "{slices} slices");
}
