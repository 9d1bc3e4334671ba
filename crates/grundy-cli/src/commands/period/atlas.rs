//! The atlas: the periods of all octal codes of so many digits, in one table that can be gone on with.
//!
//! Codes with the same standard form are computed once, and what is known of one of them is known of all. After each
//! form the table is written anew, so that there is always a whole one; rows that are proved, or were computed as far
//! as is asked now, stand.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use grundy::engine::period::{Search, Standard};
use grundy::engine::sequence::Rules;
use grundy_service::atlas::{MOST, Proved, Row};

use super::checkpoint::Checkpoint;
use super::{Bound, go};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::table_file::TableFile;
use crate::words;

/// Codes with one standard form, that of the least shift first.
type Cousins = Vec<(u64, Rules)>;

/// The octal codes of up to so many digits, in the order of the table.
fn codes(most: u32) -> impl Iterator<Item = Rules> {
    let digits = move |first: u8| {
        (0..=most).flat_map(move |length| {
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
fn families(most: u32) -> Vec<Cousins> {
    let mut families: Vec<Cousins> = Vec::new();
    let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
    for rules in codes(most) {
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

/// How many digits a code has behind its point.
fn digits(code: &str) -> u32 {
    let behind = code.split_once('.').map_or("", |(_, behind)| behind);
    behind.len() as u32
}

/// What stands for the hash of values that were not kept.
const UNKNOWN: &str = "-";

/// What every row of a family shares.
struct Found {
    search: Search,
    seconds: f64,
}

/// How far each code is computed, and which ones are.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// The most digits of a code.
    pub(super) digits: u32,
    /// The most values of a code.
    pub(super) values: u64,
    /// The time of a code.
    pub(super) seconds: Duration,
}

impl Extent {
    /// Whether the table tells of a code as much as it would tell after another search.
    fn is_met(self, row: &Row) -> bool {
        row.proved.is_some()
            || row.to >= self.values
            || row.seconds >= 0.95 * self.seconds.as_secs_f64()
    }
}

/// Computes what is missing in the table of a file.
pub(super) fn run(
    path: &Path,
    extent: Extent,
    memory: usize,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Exit, Failure> {
    // Rows of longer codes than are asked for stay.
    let order: Vec<String> = codes(MOST).map(|rules| rules.to_string()).collect();
    let mut table: TableFile<Row> = TableFile::open(path, order.clone(), words::no_atlas)?;
    let longest = table.rows.keys().map(|code| digits(code)).max();
    let asked = |(_, rules): &(u64, Rules)| digits(&rules.to_string()) <= extent.digits;
    let families = families(longest.unwrap_or(0).clamp(extent.digits, MOST));
    let watched = context.is_watched();
    for (place, cousins) in families.iter().enumerate() {
        if !cousins.iter().any(asked) {
            continue;
        }
        if from_table(&mut table, cousins, extent) {
            continue;
        }
        if watched {
            let (of, code) = (families.len(), &cousins[0].1);
            context.aside(&format!("\r\u{1b}[K{place}/{of} {code}\r"));
        }
        let begun = Instant::now();
        let mut search = Search::new(cousins[0].1.clone(), memory);
        let bound = Bound {
            values: extent.values,
            time: begun.checked_add(extent.seconds),
        };
        let why = go(
            &mut search,
            bound,
            interrupt,
            (&mut Checkpoint::new(None, None)?, &mut |_| {}),
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
            let before = table.rows.get(&row.code);
            let tells_more = before.is_some_and(|before| match row.proved {
                Some(_) => false,
                None => before.proved.is_some() || before.to > row.to,
            });
            if !tells_more {
                table.put(row);
            }
        }
        table.write_now_and_then()?;
    }
    name_equals(&mut table.rows, &order);
    table.write()?;
    Ok(Exit::Answered)
}

/// Whether the table tells enough of one of these codes; then its row tells of all of them.
fn from_table(table: &mut TableFile<Row>, cousins: &Cousins, extent: Extent) -> bool {
    let known = cousins.iter().filter_map(|(shift, rules)| {
        let row = table.rows.get(&rules.to_string())?;
        extent.is_met(row).then_some((*shift, row))
    });
    let best = known.max_by_key(|(shift, row)| (row.proved.is_some(), row.to.checked_sub(*shift)));
    let Some((from, best)) = best.map(|(shift, row)| (shift, row.clone())) else {
        return false;
    };
    let rows = cousins.iter().map(|(shift, rules)| {
        let named = |row: Row| Row {
            equivalent: (*rules != cousins[0].1).then(|| cousins[0].1.to_string()),
            shift: shift - cousins[0].0,
            ..row
        };
        let code = rules.to_string();
        let own = table.rows.get(&code).filter(|row| {
            let as_far = row.to.saturating_sub(*shift) >= best.to.saturating_sub(from);
            row.proved.is_some() || best.proved.is_none() && as_far
        });
        match own {
            Some(row) => Some(named(row.clone())),
            None => moved(&best, code, from, *shift).map(named),
        }
    });
    let Some(rows) = rows.collect::<Option<Vec<Row>>>() else {
        return false;
    };
    for row in rows {
        table.put(row);
    }
    true
}

/// The row of a code whose values come `to` heaps later than those of the standard form, by that of a code whose values come
/// `from` heaps later. `None` where the values at the beginning would have to be looked at.
fn moved(row: &Row, code: String, from: u64, to: u64) -> Option<Row> {
    let place = |heap: u64| heap.checked_sub(from)?.checked_add(to);
    let proved = match &row.proved {
        None => None,
        Some(proved) => {
            let (heap, value) = proved.last_exception?;
            let heap = place(heap)?;
            Some(Proved {
                preperiod: heap.checked_add(1)?,
                last_exception: Some((heap, value)),
                ..proved.clone()
            })
        }
    };
    Some(Row {
        code,
        to: place(row.to)?,
        first: match row.first {
            None => None,
            Some(heap) => Some(place(heap)?),
        },
        proved,
        certificate: None,
        ..row.clone()
    })
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

/// What proved sequences have in common that are equal but for zeros in front: the values behind these up to the end of the
/// first period, and where that begins. The values alone do not tell 1, 0, 0, 0, … from 1, 0, 1, 0, ….
fn behind_zeros(row: &Row) -> Option<(String, u64, u64)> {
    let proved = row.proved.as_ref().filter(|proved| proved.sum != UNKNOWN)?;
    let begins = proved.preperiod.saturating_sub(row.first.unwrap_or(0));
    Some((proved.sum.clone(), proved.period, begins))
}

/// Names codes whose proved sequences are equal but for a shift, though their standard forms are not.
fn name_equals(rows: &mut BTreeMap<String, Row>, order: &[String]) {
    let mut least: HashMap<(String, u64, u64), (u64, &String)> = HashMap::new();
    for pass in 0..2 {
        for code in order {
            let known = rows.get_mut(code);
            let Some((values, row)) = known.and_then(|row| Some((behind_zeros(row)?, row))) else {
                continue;
            };
            let zeros = row.first.unwrap_or(0);
            if pass == 0 {
                let first = least.entry(values).or_insert((zeros, code));
                if zeros < first.0 {
                    *first = (zeros, code);
                }
            } else if let Some(&(fewest, first)) = least.get(&values) {
                row.shift = zeros - fewest;
                row.equivalent = (first != code).then(|| first.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_told_by_a_cousin_are_those_computed() {
        let mut told = 0;
        for cousins in families(3) {
            let mut search = Search::new(cousins[0].1.clone(), 1 << 30);
            while search.period().is_none() && search.len() < 600 {
                search.advance().expect("values");
            }
            let found = Found {
                search,
                seconds: 0.0,
            };
            let rows = cousins.iter().map(|(shift, rules)| {
                let row = row(rules, shift - cousins[0].0, &cousins, &found);
                (*shift, row)
            });
            let rows: Vec<(u64, Row)> = rows.collect();
            for (from, one) in &rows {
                for (to, other) in &rows {
                    let Some(moved) = moved(one, other.code.clone(), *from, *to) else {
                        continue;
                    };
                    let expected = Row {
                        equivalent: moved.equivalent.clone(),
                        shift: moved.shift,
                        certificate: None,
                        ..other.clone()
                    };
                    assert_eq!(moved, expected, "{} by {}", other.code, one.code);
                    told += usize::from(from != to);
                }
            }
        }
        assert!(told > 600, "{told}");
    }

    #[test]
    fn codes_of_one_name_have_one_sequence() {
        let values = |rules: &Rules| {
            let mut search = Search::keeping(rules.clone(), 1 << 30);
            while search.len() < 512 {
                search.advance().expect("values");
            }
            let values: Vec<u32> = search.finder().values().iter().take(512).collect();
            values
        };
        let rows = grundy_service::atlas::Request { digits: 3 };
        let rows = rows.run(&grundy::Budget::default(), &mut grundy_service::Quiet);
        for row in rows.expect("the table").rows {
            let Some(other) = &row.equivalent else {
                continue;
            };
            let rules = |code: &str| code.parse::<Rules>().expect("a code");
            let (own, other) = (values(&rules(&row.code)), values(&rules(other)));
            let (zeros, behind) = own.split_at(row.shift as usize);
            assert!(zeros.iter().all(|&value| value == 0), "{}", row.code);
            assert!(other.starts_with(behind), "{}", row.code);
        }
    }

    #[test]
    fn all_codes_are_in_the_table_once() {
        for (digits, count) in [(1, 16), (2, 128), (3, 1024), (4, 8192)] {
            let mut all: Vec<String> = codes(digits).map(|rules| rules.to_string()).collect();
            assert_eq!(all.len(), count);
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count);
        }
    }
}
