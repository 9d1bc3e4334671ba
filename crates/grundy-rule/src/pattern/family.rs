//! A family of rules: one for every value of some parameters, as `n -> n-k for k in 1..=m` for every m. The pattern is one formula in the
//! number and the parameters. It is guessed from few parameters and small numbers, and must hold for more parameters, of which nothing was
//! known when it was guessed, and for numbers ten times as large.

use super::data::Data;
use super::finding::{Evidence, Form, Subject};
use super::generalised;
use super::reach;
use super::report::{Refusal, Report};
use super::scale;
use super::search::{by_value, finding, guess_in, names};
use crate::budget::Meter;
use crate::quotient::Play;
use crate::rule::{Rule, Unfilled};

/// A parameter of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the rules.
    pub name: String,
    /// The first value.
    pub from: u64,
    /// Patterns are guessed from values below this.
    pub to: u64,
    /// And verified for values below this.
    pub until: u64,
}

impl Parameter {
    /// A parameter whose patterns are guessed from `from..to`, and verified for three times as many values.
    pub fn new(name: &str, from: u64, to: u64) -> Parameter {
        Parameter {
            name: name.to_owned(),
            from,
            to,
            until: to.saturating_add(to.saturating_sub(from).saturating_mul(2)),
        }
    }
}

/// Most parameters that a family may have.
pub const MOST_PARAMETERS: usize = 3;

/// By number of parameters: the numbers from which patterns are guessed, and those for which they are verified.
const SIDES: [(usize, usize); MOST_PARAMETERS] = [(60, 660), (30, 330), (16, 176)];

/// The same in rules of two numbers with one parameter.
const PAIRS: (usize, usize) = (30, 80);

/// Rules of one number or two, and what each is the rule of: all choices of parameters below `until`, the first running fastest.
#[derive(Clone, Debug)]
pub struct Family {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Family {
    /// Reads every rule of a family; `read` is given the parameters.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read<E>(
        parameters: &[Parameter],
        read: &mut dyn FnMut(&[u64]) -> Result<Rule, E>,
    ) -> Result<Family, E> {
        let mut at: Vec<u64> = parameters.iter().map(|it| it.from).collect();
        let count: u64 = parameters.iter().map(|it| it.until - it.from).product();
        let mut rules = Vec::new();
        for _ in 0..count {
            rules.push(read(&at)?);
            for (number, it) in at.iter_mut().zip(parameters) {
                *number += 1;
                if *number < it.until {
                    break;
                }
                *number = it.from;
            }
        }
        Ok(Family {
            parameters: parameters.to_vec(),
            rules,
        })
    }

    /// The parameters of a rule by its number.
    fn at(&self, mut number: usize) -> Vec<u64> {
        let each = self.parameters.iter().map(|it| {
            let values = ((it.until - it.from) as usize).max(1);
            let value = it.from + (number % values) as u64;
            number /= values;
            value
        });
        each.collect()
    }
}

/// Why values of a family of rules cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfilledAt {
    /// The reason.
    pub why: Unfilled,
    /// The parameters of the rule that it is about; none where it is about no single one.
    pub at: Vec<u64>,
}

/// The pattern in a family of rules of one number each, or of two and with one parameter, as a formula in the numbers and the parameters. `small`
/// is how many numbers it is guessed from. `None` where a rule has other coordinates, or under misère play leaves several positions.
///
/// ```
/// use grundy::Play;
/// use grundy::budget::Meter;
/// use grundy::pattern::{self, Family, Form, Parameter};
/// use grundy::rule::{Given, Rule};
/// let read = &mut |at: &[u64]| {
///     Rule::parse_with("n -> n-k for k in 1..=m", &[("m", Given::Number(at[0] as i64))])
/// };
/// let family = Family::read(&[Parameter::new("m", 2, 8)], read).unwrap();
/// let mut meter = Meter::new(&Default::default());
/// let report = pattern::find_in_family(&family, Play::Normal, None, &mut meter);
/// let report = report.unwrap().unwrap();
/// let found = Form::Formula { expression: "n%(m+1)".to_owned(), exceptions: vec![] };
/// assert_eq!(report.findings[0].form, found);
/// ```
///
/// # Errors
/// [`UnfilledAt`] if values cannot be computed, or the budget does not suffice.
pub fn find_in_family(
    family: &Family,
    play: Play,
    small: Option<u32>,
    meter: &mut Meter,
) -> Option<Result<Report, UnfilledAt>> {
    let count = family.parameters.len();
    let first = family.rules.first()?;
    let arity = first.arity();
    let fits = match count {
        1 => arity <= 2,
        _ => (2..=MOST_PARAMETERS).contains(&count) && arity == 1,
    };
    if !fits || family.rules.iter().any(|it| it.arity() != arity) {
        return None;
    }
    if play == Play::Misere {
        first.misere_table(&vec![1; arity], meter)?.ok();
    }
    Some(found(family, first, play, small, meter))
}

fn found(
    family: &Family,
    first: &Rule,
    play: Play,
    small: Option<u32>,
    meter: &mut Meter,
) -> Result<Report, UnfilledAt> {
    let parameters = &family.parameters;
    let arity = first.arity();
    let (mut small_side, mut side) = match arity {
        1 => SIDES[parameters.len() - 1],
        _ => PAIRS,
    };
    if let Some(small) = small {
        let times = if arity == 1 { 11 } else { 4 };
        (small_side, side) = (small as usize, times * small as usize);
    }
    let sides = vec![side; arity];
    let mut rows = Vec::new();
    let mut is_seen = true;
    let mut is_steady = true;
    for (number, rule) in family.rules.iter().enumerate() {
        let table = match play {
            Play::Normal => rule.table(&sides, meter),
            Play::Misere => match rule.misere_table(&sides, meter) {
                Some(table) => table,
                None => return Ok(Report::empty(&names_of(first, parameters))),
            },
        };
        let table = table.map_err(|why| UnfilledAt {
            why,
            at: family.at(number),
        })?;
        // Of the greatest parameters, beyond those that patterns are guessed from, less is seen in tables of pairs.
        let times = if arity == 1 { 4 } else { 2 };
        is_seen &= scale::of(rule).saturating_mul(times) <= side;
        is_steady &= reach::of(rule).is_seen_below(side as u64);
        rows.extend(table.into_cells());
    }
    let sizes = parameters.iter().map(|it| (it.until - it.from) as usize);
    let smalls = parameters.iter().map(|it| (it.to - it.from) as usize);
    let data = Data {
        names: names_of(first, parameters),
        small: (std::iter::repeat_n(small_side, arity))
            .chain(smalls)
            .collect(),
        sizes: sides.iter().copied().chain(sizes).collect(),
        first: (std::iter::repeat_n(0, arity))
            .chain(parameters.iter().map(|it| it.from))
            .collect(),
        cells: rows,
    };
    let mut report = Report::of(&data);
    report.remarks.clear();
    if !is_seen {
        return Ok(report);
    }
    let subjects: &[Subject] = match play {
        Play::Normal => &[Subject::Values, Subject::Losing],
        Play::Misere => &[Subject::Losing],
    };
    let mut told: Vec<(usize, super::Finding)> = Vec::new();
    for &subject in subjects {
        let ran_out = |exhausted| UnfilledAt {
            why: Unfilled::Exhausted(exhausted),
            at: Vec::new(),
        };
        let mut guessed = guess_in(&data, subject, meter).map_err(ran_out)?;
        if guessed.is_none() && parameters.len() == 1 {
            guessed = generalised::by_parameter(&data, subject, meter).map_err(ran_out)?;
        }
        let from_values = told
            .iter()
            .find_map(|(cost, it)| by_value(*cost, it, subject, &data.names));
        // A formula of values that mentions no parameter holds for all of them as well.
        let Some(guessed) = guessed.or(from_values) else {
            continue;
        };
        if !is_steady {
            report.refused.push(Refusal {
                subject,
                below: data.checked(),
                fails_at: None,
                is_refuted: false,
            });
            continue;
        }
        if !matches!(guessed.form, Form::Formula { .. }) {
            continue;
        }
        let evidence = Evidence::Family {
            to: side as u64,
            parameters: parameters.clone(),
        };
        told.push((guessed.cost, finding(subject, guessed.form, evidence)));
    }
    told.sort_by_key(|(cost, _)| *cost);
    report.findings = told.into_iter().map(|(_, found)| found).collect();
    Ok(report)
}

/// The names of the numbers and those of the parameters.
fn names_of(rule: &Rule, parameters: &[Parameter]) -> Vec<String> {
    let own = names(rule).into_iter();
    own.chain(parameters.iter().map(|it| it.name.clone()))
        .collect()
}

impl Report {
    /// A report on nothing.
    fn empty(names: &[String]) -> Report {
        Report::of(&Data {
            names: names.to_vec(),
            small: vec![0; names.len()],
            sizes: vec![0; names.len()],
            first: Vec::new(),
            cells: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::rule::Given;

    fn report(text: &str, parameters: &[(&str, u64, u64)], play: Play) -> Report {
        let parameters = parameters
            .iter()
            .map(|(name, from, to)| Parameter::new(name, *from, *to));
        let parameters: Vec<Parameter> = parameters.collect();
        let read = &mut |at: &[u64]| {
            let names = parameters.iter().map(|it| it.name.as_str());
            let given = names
                .zip(at)
                .map(|(name, &number)| (name, Given::Number(number as i64)));
            Rule::parse_with(text, &given.collect::<Vec<_>>())
        };
        let family =
            Family::read(&parameters, read).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let mut meter = Meter::new(&Budget::default());
        let report = find_in_family(&family, play, None, &mut meter);
        report
            .expect("one number")
            .unwrap_or_else(|_| panic!("{text}"))
    }

    fn formulas(report: &Report) -> Vec<&str> {
        let formulas = report.findings.iter().map(|found| match &found.form {
            Form::Formula { expression, .. } => expression.as_str(),
            _ => "",
        });
        formulas.collect()
    }

    #[test]
    fn one_formula_for_all_parameters() {
        for (text, parameters, play, expected) in [
            (
                "n -> n-k for k in 1..=m",
                &[("m", 2, 12)][..],
                Play::Normal,
                "n%(m+1)",
            ),
            (
                "n -> n-k for k in 1..=m",
                &[("m", 2, 12)],
                Play::Misere,
                "n%(m+1) == 1",
            ),
            ("n -> n-k for k in l..", &[("l", 1, 9)], Play::Normal, "n/l"),
            ("n -> n-m", &[("m", 1, 9)], Play::Normal, "n/m%2"),
            (
                "n -> n-k for k in l..=r",
                &[("l", 1, 5), ("r", 13, 18)],
                Play::Normal,
                "n%(l+r)/max(l,1)",
            ),
        ] {
            let report = report(text, parameters, play);
            assert!(
                formulas(&report).contains(&expected),
                "{text}: {:?}",
                formulas(&report)
            );
            let all = report.findings.iter();
            assert!(
                all.clone()
                    .all(|found| matches!(found.evidence, Evidence::Family { .. }))
            );
        }
    }

    #[test]
    fn the_rule_that_cannot_be_evaluated_is_told() {
        let parameters = [Parameter::new("l", 1, 4), Parameter::new("m", 2, 9)];
        let read = &mut |at: &[u64]| {
            let given = [("l", at[0]), ("m", at[1])];
            let given = given.map(|(name, number)| (name, Given::Number(number as i64)));
            Rule::parse_with("n -> n-k for k in l..=m if n^m >= 0", &given)
        };
        let family = Family::read(&parameters, read).unwrap_or_else(|errors| panic!("{errors}"));
        let mut meter = Meter::new(&Budget::default());
        let found = find_in_family(&family, Play::Normal, None, &mut meter);
        let Some(Err(UnfilledAt { why, at })) = found else {
            panic!("{found:?}");
        };
        assert!(matches!(why, Unfilled::Fault(..)), "{why}");
        // All numbers below 330 have a power of 7 that fits, and not all of 8.
        assert_eq!(at, [1, 8]);
    }

    #[test]
    fn what_fails_for_a_later_parameter_is_not_told() {
        // As if m were bounded: the formula of small m is wrong from 15 on.
        let text = "n -> n-k for k in 1..=min(m,14)";
        let report = report(text, &[("m", 2, 12)], Play::Normal);
        assert!(
            !formulas(&report).contains(&"n%(m+1)"),
            "{:?}",
            formulas(&report)
        );
    }
}
