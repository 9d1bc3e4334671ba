//! The atlas: the misère quotients of all codes of up to three octal or two hexadecimal digits, in one table that can be gone on with.
//!
//! Each code may cost as many positions as are asked for, so that the table is the same on every machine but for the seconds. Rows
//! that are complete, or were computed with as many positions, stand.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::Budget;
use grundy::budget::Meter;
use grundy::engine::misere::Limits;
use grundy::engine::misere::census::entry;
use grundy::engine::sequence::Rules;
use grundy::quotients::{ORDER, most_elements};
use grundy_service::quotients::{Row, read};

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output;
use crate::words;

/// Least time between two times that the table is written.
const WRITTEN: Duration = Duration::from_secs(2);

/// The octal codes of up to three digits, those of up to two with 4 before the point, and the hexadecimal ones of up to two.
fn codes() -> Vec<Rules> {
    let digits = |first: u8, count: u32, base: u16| {
        (0..base.pow(count)).map(move |number| {
            let places = (0..count).rev();
            let digit = places.map(|place| (number / base.pow(place) % base) as u8);
            [first].into_iter().chain(digit).collect::<Vec<u8>>()
        })
    };
    let octal = digits(0, 3, 8).chain(digits(4, 2, 8));
    let beyond = digits(0, 2, 16).filter(|digits| digits.iter().any(|&digit| digit > 7));
    octal
        .chain(beyond)
        .filter_map(|digits| Rules::new(&digits).ok())
        .collect()
}

/// What is shared by those who compute.
struct Table {
    rows: BTreeMap<String, Row>,
    written: Instant,
    /// Why the table could not be written.
    failed: Option<Failure>,
}

/// Computes what is missing in the table of a file; each code may cost so much.
pub(super) fn run(
    path: &Path,
    budget: &Budget,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let _lock = output::lock(path)?;
    match fs::read_to_string(path) {
        Ok(text) => {
            let there =
                read(&text).map_err(|line| Failure::Input(words::no_quotients(path, line)))?;
            rows.extend(there.into_iter().map(|row| (row.code.clone(), row)));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Failure::File(path.to_owned(), words::cannot_read(), error)),
    }
    let codes = codes();
    let order: Vec<String> = codes.iter().map(Rules::to_string).collect();
    let missing: Vec<&Rules> = (codes.iter().zip(&order))
        .filter(|(_, code)| {
            let row = rows.get(*code);
            !row.is_some_and(|row| row.complete.is_some() || row.positions >= budget.positions)
        })
        .map(|(rules, _)| rules)
        .collect();
    let watched = context.is_watched();
    let next = AtomicUsize::new(0);
    let table = Mutex::new(Table {
        rows,
        written: Instant::now(),
        failed: None,
    });
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads.min(missing.len()) {
            scope.spawn(|| {
                while let Some(rules) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let row = row(rules, budget);
                    let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
                    // What was cut short is no row.
                    if interrupt.was_pressed() || table.failed.is_some() {
                        return;
                    }
                    table.rows.insert(row.code.clone(), row);
                    if watched {
                        let (done, of) = (next.load(Ordering::Relaxed), missing.len());
                        context.aside(&format!("\r\u{1b}[K{}/{of} {rules}\r", done.min(of)));
                    }
                    if table.written.elapsed() > WRITTEN {
                        table.failed = write(path, &table.rows, &order).err();
                        table.written = Instant::now();
                    }
                }
            });
        }
    });
    let table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = table.failed {
        return Err(failure);
    }
    write(path, &table.rows, &order)?;
    match interrupt.was_pressed() {
        true => Err(Failure::Interrupted),
        false => Ok(Exit::Answered),
    }
}

/// What is found of a code.
fn row(rules: &Rules, budget: &Budget) -> Row {
    let begun = Instant::now();
    let mut meter = Meter::new(budget);
    let order = most_elements(&meter, ORDER);
    let mut limits = Limits {
        order,
        meter: Some(&mut meter),
    };
    let entry = entry(rules.clone(), u64::MAX, &mut limits);
    let seconds = begun.elapsed().as_secs_f64();
    Row::of(&rules.to_string(), &entry, budget.positions, seconds)
}

fn write(path: &Path, rows: &BTreeMap<String, Row>, order: &[String]) -> Result<(), Failure> {
    let mut text = format!("{}\n", Row::HEADING);
    for row in order.iter().filter_map(|code| rows.get(code)) {
        // Text has room for all.
        let _ = writeln!(text, "{row}");
    }
    output::replace_file(path, text.as_bytes())
}
