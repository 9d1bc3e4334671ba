//! The atlas: the misère quotients of all codes of up to three octal or two hexadecimal digits, in one table that can be gone on with.
//!
//! Each code may cost as many positions as are asked for, so that the table is the same on every machine but for the seconds. Rows
//! that are complete, or were computed with as many positions, stand.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use grundy::Budget;
use grundy::budget::Meter;
use grundy::engine::misere::Limits;
use grundy::engine::misere::census::entry;
use grundy::engine::sequence::Rules;
use grundy::quotients::{ORDER, most_elements};
use grundy_service::quotients::Row;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::table_file::TableFile;
use crate::words;

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

/// Computes what is missing in the table of a file; each code may cost so much.
pub(super) fn run(
    path: &Path,
    budget: &Budget,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Exit, Failure> {
    let codes = codes();
    let order = codes.iter().map(Rules::to_string).collect();
    let table: TableFile<Row> = TableFile::open(path, order, words::no_quotients)?;
    let is_missing = |rules: &&Rules| {
        let row = table.rows.get(&rules.to_string());
        !row.is_some_and(|row| row.complete.is_some() || row.positions >= budget.positions)
    };
    let missing: Vec<&Rules> = codes.iter().filter(is_missing).collect();
    let watched = context.is_watched();
    let next = AtomicUsize::new(0);
    // The table, and why it could not be written.
    let shared = Mutex::new((table, None));
    let threads = limits::processors();
    thread::scope(|scope| {
        for _ in 0..threads.min(missing.len()) {
            scope.spawn(|| {
                while let Some(rules) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let row = row(rules, budget);
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    let (table, failed) = &mut *shared;
                    // What was cut short is no row.
                    if interrupt.was_pressed() || failed.is_some() {
                        return;
                    }
                    table.put(row);
                    if watched {
                        let (done, of) = (next.load(Ordering::Relaxed), missing.len());
                        context.aside(&format!("\r\u{1b}[K{}/{of} {rules}\r", done.min(of)));
                    }
                    *failed = table.write_now_and_then().err();
                }
            });
        }
    });
    let (mut table, failed) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = failed {
        return Err(failure);
    }
    table.write()?;
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
