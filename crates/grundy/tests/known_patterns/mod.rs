//! Games with known patterns, and what is held against them: for the test and for the benchmark.

#![allow(dead_code, reason = "each uses a part")]

use grundy::budget::Meter;
use grundy::pattern::{Finding, Form, Report, Subject};
use grundy::rule::{Formula, Rule, Table};
use grundy::{Budget, Lang};

/// The list.
pub(crate) const GAMES: &str = include_str!("../../../../testdata/find/games.tsv");

/// A line of the list.
pub(crate) struct Known<'t> {
    pub(crate) name: &'t str,
    pub(crate) rule: Rule,
    pub(crate) values: &'t str,
    pub(crate) losing: &'t str,
}

pub(crate) fn known(text: &str) -> Vec<Known<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, rule, values, losing, _source] = fields[..] else {
                panic!("five fields: {line}");
            };
            let rule = Rule::parse(rule).unwrap_or_else(|errors| panic!("{name}: {errors}"));
            Known {
                name,
                rule,
                values,
                losing,
            }
        })
        .collect()
}

pub(crate) fn meter() -> Meter {
    let budget = Budget::of_positions(2_000_000_000);
    Meter::new(&budget)
}

pub(crate) fn told(report: &Report, subject: Subject) -> Option<&Finding> {
    let mut findings = report.findings.iter();
    findings.find(|found| found.subject == subject && !matches!(found.form, Form::Game { .. }))
}

fn positions(sizes: &[usize]) -> impl Iterator<Item = Vec<u64>> {
    let cells: usize = sizes.iter().product();
    (0..cells).map(move |mut cell| {
        let place = |&size: &usize| {
            let number = cell % size;
            cell /= size;
            number as u64
        };
        sizes.iter().map(place).collect()
    })
}

pub(crate) fn value(table: &Table, position: &[u64], subject: Subject) -> u32 {
    let place: Vec<usize> = position.iter().map(|&number| number as usize).collect();
    let value = table.get(&place).expect("in the table");
    match subject {
        Subject::Values => value,
        Subject::Losing => u32::from(value > 0),
    }
}

/// What is said of a position: its value, or 0 for P and 1 for N.
pub(crate) type Teller<'f> = Box<dyn Fn(&[u64]) -> u32 + 'f>;

/// What the form says of a position, as a value, or 0 for P and 1 for N. Terms of recurrences are told below `bound`.
pub(crate) fn teller<'f>(report: &Report, found: &'f Finding, bound: u64) -> Teller<'f> {
    match &found.form {
        Form::Formula {
            expression,
            exceptions,
        } => {
            let names: Vec<&str> = report.names.iter().map(String::as_str).collect();
            let formula = Formula::parse(expression, &names).expect("a formula");
            Box::new(move |position| {
                let mut exceptions = exceptions.iter();
                if let Some((_, value)) = exceptions.find(|(place, _)| place == position) {
                    return *value;
                }
                let value = formula.value(position).expect("a value");
                match found.subject {
                    Subject::Values => u32::try_from(value).expect("a Grundy value"),
                    Subject::Losing => 1 - value as u32,
                }
            })
        }
        Form::Periodic {
            preperiod,
            period,
            saltus,
            values,
        } => Box::new(move |position| {
            let rounds = position[0].saturating_sub(*preperiod) / period;
            values[(position[0] - rounds * period) as usize] + rounds as u32 * saltus
        }),
        Form::Recurrence {
            first,
            coefficients,
            constant,
        } => {
            let mut terms: Vec<i64> = first.iter().map(|&term| term as i64).collect();
            while terms.last().is_none_or(|&last| last < bound as i64) {
                let before = coefficients.iter().zip(terms.iter().rev());
                terms.push(before.map(|(by, term)| by * term).sum::<i64>() + constant);
            }
            Box::new(move |position| u32::from(!terms.contains(&(position[0] as i64))))
        }
        Form::Automaton {
            base,
            most_first,
            next,
            accepting,
        } => Box::new(move |position| {
            let (mut digits, mut rest) = (Vec::new(), position[0]);
            while rest > 0 {
                digits.push(rest % u64::from(*base));
                rest /= u64::from(*base);
            }
            if *most_first {
                digits.reverse();
            }
            let step = |state: u64, digit| next[(state * u64::from(*base) + digit) as usize].into();
            let state = digits.into_iter().fold(0, step);
            u32::from(!accepting[state as usize])
        }),
        Form::Descent { .. } => {
            let teller = grundy::pattern::Teller::new(&found.form, found.subject, &report.names);
            let teller = teller.expect("a pattern of numbers");
            Box::new(move |position| teller.tell(position).expect("a value"))
        }
        // Games and what is found of rules without tables are compared elsewhere.
        Form::Game { .. } | Form::Counted { .. } | Form::Language { .. } => unreachable!(),
    }
}

/// Everything told must be true three times as far, or as far as an affordable table goes.
pub(crate) fn check(known: &Known<'_>, report: &Report, positions_allowed: u64) {
    let patterns: Vec<&Finding> = [Subject::Values, Subject::Losing]
        .into_iter()
        .filter_map(|subject| told(report, subject))
        .collect();
    if patterns.is_empty() {
        return;
    }
    let table = [6, 5, 4, 3].into_iter().find_map(|halves| {
        let sizes: Vec<usize> = report.sizes.iter().map(|size| size * halves / 2).collect();
        let budget = Budget::of_positions(positions_allowed);
        known.rule.table(&sizes, &mut Meter::new(&budget)).ok()
    });
    let table = table.unwrap_or_else(|| {
        let table = known.rule.table(&report.sizes, &mut meter());
        table.expect("a table")
    });
    let bound = table.sizes()[0] as u64;
    for found in patterns {
        assert!(!found.message().render(Lang::Zh).contains('{'));
        let says = teller(report, found, bound);
        for position in positions(table.sizes()) {
            assert_eq!(
                says(&position),
                value(&table, &position, found.subject),
                "{}: {} at {position:?}",
                known.name,
                found.message()
            );
        }
    }
}

/// Whether what is known was found.
pub(crate) fn found(known: &Known<'_>, report: &Report, subject: Subject) -> bool {
    let (expected, found) = match subject {
        Subject::Values => (known.values, told(report, subject)),
        Subject::Losing => (known.losing, told(report, subject)),
    };
    let Some(found) = found else {
        return matches!(expected, "none" | "-");
    };
    let says = teller(report, found, 20_000);
    if let Some(expected) = expected.strip_prefix("period:") {
        let expected: u64 = expected.parse().expect("a period");
        return match &found.form {
            Form::Periodic { period, saltus, .. } => (*period, *saltus) == (expected, 0),
            Form::Formula { .. } => (500..700).all(|n| says(&[n]) == says(&[n + expected])),
            _ => false,
        };
    }
    if let Some(expected) = expected.strip_prefix("arithmetic:") {
        let (period, saltus) = expected.split_once(',').expect("period and saltus");
        let period: u64 = period.parse().expect("a period");
        let saltus: u32 = saltus.parse().expect("a saltus");
        return (500..700).all(|n| says(&[n + period]) == says(&[n]) + saltus);
    }
    match expected {
        "-" => true,
        "none" => false,
        "recurrence" => matches!(found.form, Form::Recurrence { .. } | Form::Formula { .. }),
        "descent" => matches!(found.form, Form::Descent { .. }),
        "automaton" => matches!(found.form, Form::Automaton { .. } | Form::Formula { .. }),
        expression => {
            let names: Vec<&str> = report.names.iter().map(String::as_str).collect();
            let expected = Formula::parse(expression, &names).expect("a formula");
            let sizes: Vec<usize> = report.sizes.iter().map(|size| size * 3 / 2).collect();
            positions(&sizes).all(|position| {
                let value = expected.value(&position).expect("a value");
                let value = match subject {
                    Subject::Values => value,
                    Subject::Losing => 1 - value,
                };
                value == i64::from(says(&position))
            })
        }
    }
}
