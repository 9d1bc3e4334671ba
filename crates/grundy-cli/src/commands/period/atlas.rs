//! The atlas: the periods of all octal codes of up to three digits, in one table that can be gone on with.
//!
//! Codes with the same standard form are computed once. After each form the table is written anew, so that there is
//! always a whole one; rows that are proved, or were computed as far as is asked now, stand.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use grundy::engine::period::{Search, Standard};
use grundy::engine::sequence::Rules;
use grundy_service::atlas::{Proved, Row};

use super::checkpoint::Checkpoint;
use super::{Bound, go};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::table_file::TableFile;
use crate::words;

/// Codes with one standard form, that of the least shift first.
type Cousins = Vec<(u64, Rules)>;

/// The octal codes of up to three digits, in the order of the table.
fn codes() -> impl Iterator<Item = Rules> {
    let digits = |first: u8| {
        (0..=3u32).flat_map(move |length| {
            (0..8u16.pow(length)).filter_map(move |code| {
                let digits = (0..length).rev();
                let digits = digits.map(|place| (code >> (3 * place) & 7) as u8);
                let all = [first].into_iter().chain(digits).collect::<Vec<u8>>();
                // With a zero at the end it was met with fewer digits.
                (length == 0 || code % 8 != 0).then_some(all)
            })
        })
    };
    [0, 4]
        .into_iter()
        .flat_map(digits)
        .filter_map(|digits| Rules::new(&digits).ok())
}

/// The codes by their standard forms, in the order in which the first ones come.
fn families() -> Vec<Cousins> {
    let mut families: Vec<Cousins> = Vec::new();
    let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
    for rules in codes() {
        if let Some(Standard { digits, shift }) = Standard::of(&rules) {
            let place = *places.entry(digits).or_insert(families.len());
            if place == families.len() {
                families.push(Vec::new());
            }
            families[place].push((shift, rules));
        }
    }
    for cousins in &mut families {
        // The sort is stable: of equal shifts the first code stands for the others.
        cousins.sort_by_key(|(shift, _)| *shift);
    }
    families
}

/// What stands for the hash of values that were not kept.
const UNKNOWN: &str = "-";

/// What every row of a family shares.
struct Found {
    search: Search,
    seconds: f64,
}

/// Computes what is missing in the table of a file.
pub(super) fn run(
    path: &Path,
    values: u64,
    seconds: Duration,
    memory: usize,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Exit, Failure> {
    let order: Vec<String> = codes().map(|rules| rules.to_string()).collect();
    let mut table: TableFile<Row> = TableFile::open(path, order.clone(), words::no_atlas)?;
    let families = families();
    let watched = context.is_watched();
    for (place, cousins) in families.iter().enumerate() {
        let done = |(_, rules): &(u64, Rules)| {
            table.rows.get(&rules.to_string()).is_some_and(|row| {
                row.proved.is_some()
                    || row.to >= values
                    || row.seconds >= 0.95 * seconds.as_secs_f64()
            })
        };
        if cousins.iter().all(done) {
            continue;
        }
        if watched {
            let (of, code) = (families.len(), &cousins[0].1);
            context.aside(&format!("\r\u{1b}[K{place}/{of} {code}\r"));
        }
        let begun = Instant::now();
        let mut search = Search::new(cousins[0].1.clone(), memory);
        let bound = Bound {
            values,
            time: begun.checked_add(seconds),
        };
        let why = go(
            &mut search,
            bound,
            interrupt,
            &mut Checkpoint::new(None, None)?,
            context,
        )?;
        // What was cut short for the sake of the whole command is no row: the one that is there may tell more.
        if why.is_some() && interrupt.was_pressed() {
            table.write()?;
            return Err(Failure::Interrupted);
        }
        let found = Found {
            seconds: begun.elapsed().as_secs_f64(),
            search,
        };
        for (shift, rules) in cousins {
            let row = row(rules, shift - cousins[0].0, cousins, &found);
            table.put(row);
        }
        table.write_now_and_then()?;
    }
    name_equals(&mut table.rows, &order);
    table.write()?;
    Ok(Exit::Answered)
}

/// The row of a code that comes `by` heaps later than the first of its family.
fn row(rules: &Rules, by: u64, cousins: &Cousins, found: &Found) -> Row {
    let values = found.search.finder().values();
    let value = |heap: u64| match heap.checked_sub(by) {
        None => Some(0),
        Some(heap) => values.value(usize::try_from(heap).ok()?),
    };
    let first = &cousins[0].1;
    let proved = found.search.period();
    let zeros = values
        .iter()
        .position(|value| value > 0)
        .map(|zeros| zeros as u64);
    Row {
        code: rules.to_string(),
        equivalent: (rules != first).then(|| first.to_string()),
        shift: by,
        to: found.search.len() + by,
        first: zeros.map(|zeros| zeros + by),
        proved: proved.map(|proved| {
            let (period, preperiod) = (proved.period(), proved.preperiod());
            let mut since = preperiod + by;
            // Heaps below the shift are worth 0, as those a period later may be.
            while since > 0 && preperiod == 0 && value(since - 1) == value(since - 1 + period) {
                since -= 1;
            }
            let last_exception = since.checked_sub(1);
            Proved {
                period,
                preperiod: since,
                last_exception: last_exception.and_then(|heap| {
                    let value = heap
                        .checked_sub(by)
                        .map_or(Some(0), |heap| found.search.value(heap));
                    Some((heap, value?))
                }),
                theorem: proved.theorem().word().to_owned(),
                sum: match found.search.is_whole() {
                    true => proved.sum(values),
                    false => UNKNOWN.to_owned(),
                },
            }
        }),
        largest: values.iter().max().unwrap_or(0),
        rare: None,
        engine: format!("{:?}", found.search.engine()).to_lowercase(),
        seconds: found.seconds,
        certificate: proved.filter(|_| rules == first).and_then(|_| {
            let certificate = found.search.certificate();
            certificate.ok().map(|certificate| certificate.sha256())
        }),
    }
}

/// Names codes whose proved sequences are equal but for a shift, though their standard forms are not.
fn name_equals(rows: &mut BTreeMap<String, Row>, order: &[String]) {
    let mut least: HashMap<String, (u64, &String)> = HashMap::new();
    for pass in 0..2 {
        for code in order {
            let Some((row, sum)) = rows.get_mut(code).and_then(|row| {
                let sum = row.proved.as_ref()?.sum.clone();
                (sum != UNKNOWN).then_some((row, sum))
            }) else {
                continue;
            };
            let zeros = row.first.unwrap_or(0);
            if pass == 0 {
                let first = least.entry(sum).or_insert((zeros, code));
                if zeros < first.0 {
                    *first = (zeros, code);
                }
            } else if let Some(&(fewest, first)) = least.get(&sum) {
                row.shift = zeros - fewest;
                row.equivalent = (first != code).then(|| first.clone());
            }
        }
    }
}
