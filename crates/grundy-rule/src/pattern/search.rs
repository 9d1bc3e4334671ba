//! From a rule, or from values, to what is found: how far to compute, what to try, what is proved.

use super::data::{Data, Hypothesis};
use super::filling::filled;
use super::finding::{Evidence, Finding, Form, Subject};
use super::lookup::{self, SequenceMatch};
use super::proof::Decided;
use super::report::{Refusal, Remark, Report};
use super::scaled::Scaled;
use super::sum::sum;
use super::{generalised, grid, inner, named, one, period, proof, reach, strategy};
use crate::budget::{Exhausted, Meter};
use crate::catalogue::Catalogue;
use crate::message;
use crate::quotient::Play;
use crate::rule::syntax::{Coordinate, Kind};
use crate::rule::{Formula, Rule, Unfilled};

/// How far to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The side of the small range, from which patterns are guessed: every coordinate below this. The held-out range is ten
    /// times as large. Chosen by what the values cost if it is not given.
    pub small: Option<u32>,
}

/// The bounds below which patterns of heaps are guessed, and those up to which they are checked: where a false one would fail first.
pub const BOUNDS: [u64; 8] = [60, 660, 300, 3_300, 1_000, 11_000, 44_000, 1 << 17];

/// How many times as large the small range becomes where nothing is found in it, once and again.
const LARGER: [u32; 2] = [5, 5];

/// The same in each of two coordinates, once.
const WIDER: u32 = 2;

/// What all of a larger look may cost, in positions, by what the one before did.
const MORE: u64 = 6_000_000;

/// The largest table of a larger look, in heaps, and its largest side in pairs.
const LONGEST: [u64; 2] = [100_000, 240];

/// Patterns in the values of a rule, and the game of the catalogue that has these values, if one has. Where nothing is found and no range is
/// given, larger ones are looked at, as far as they are cheap; the report is of the last.
///
/// # Errors
/// [`Unfilled`] if the values cannot be computed, or the budget does not suffice for the smallest range.
pub fn find(
    catalogue: Catalogue,
    rule: &Rule,
    scope: &Scope,
    meter: &mut Meter,
) -> Result<Report, Unfilled> {
    let before = meter.positions_left();
    let mut report = find_within(catalogue, rule, scope, meter)?;
    let mut spent = before.saturating_sub(meter.positions_left());
    if scope.small.is_some() {
        return Ok(report);
    }
    let (factors, longest, shape) = match rule.arity() {
        1 => (&LARGER[..], LONGEST[0], 11),
        2 => (&[WIDER][..], LONGEST[1], 4),
        _ => return Ok(report),
    };
    let mut side = match rule.arity() {
        1 => report.searched,
        _ => report.searched.isqrt(),
    };
    for &factor in factors {
        let has_some = report.cut.is_some()
            || !report.findings.is_empty()
            || !report.strategies.is_empty()
            || !report.refused.is_empty();
        side = side.saturating_mul(factor.into());
        // A table of pairs grows by its sides, and so does what each position leads to.
        let cost = spent.saturating_mul(u64::from(factor).pow(rule.arity() as u32 + 1));
        if has_some
            || cost > MORE.min(meter.positions_left())
            || side.saturating_mul(shape) > longest
        {
            break;
        }
        let larger = Scope {
            small: u32::try_from(side).ok(),
        };
        let mut part = meter.part(4);
        let left = part.positions_left();
        let looked = find_within(catalogue, rule, &larger, &mut part);
        spent = left.saturating_sub(part.positions_left());
        meter.settle(&part);
        match looked {
            // What ran out in it has told no less of the smaller one.
            Ok(looked) if looked.cut.is_some() && looked.findings.is_empty() => break,
            Ok(looked) => report = looked,
            Err(Unfilled::Exhausted(Exhausted::Interrupted)) => {
                return Err(Unfilled::Exhausted(Exhausted::Interrupted));
            }
            // What is known of fewer stays.
            Err(_) => break,
        }
    }
    Ok(report)
}

/// A condition that says that a value is 0 is proved where the formula of that value is.
fn lost_by_value(findings: &mut [Finding]) {
    let proved: Vec<String> = (findings.iter())
        .filter_map(
            |finding| match (&finding.subject, &finding.form, &finding.evidence) {
                (
                    Subject::Values,
                    Form::Formula {
                        expression,
                        exceptions,
                    },
                    Evidence::Proved { .. },
                ) if exceptions.is_empty() => Some(format!("{expression} == 0")),
                _ => None,
            },
        )
        .collect();
    for finding in findings {
        if let (
            Subject::Losing,
            Form::Formula {
                expression,
                exceptions,
            },
            &Evidence::Checked { to, .. },
        ) = (&finding.subject, &finding.form, &finding.evidence)
            && exceptions.is_empty()
            && proved.contains(expression)
        {
            finding.evidence = Evidence::Proved {
                theorem: message!(
                    "the P-positions are those with value 0, and the formula of the value is proved",
                    "必败局面就是值为 0 的局面，而值的公式已证明"
                ),
                checked_to: to,
            };
        }
    }
}

/// The same in one range.
fn find_within(
    catalogue: Catalogue,
    rule: &Rule,
    scope: &Scope,
    meter: &mut Meter,
) -> Result<Report, Unfilled> {
    let names = names(rule);
    let (data, seen) = filled(rule, Play::Normal, &names, scope, meter)?;
    let mut report = Report::of(&data);
    let mut found = Vec::new();
    match look(rule, scope, (&data, seen), &mut found, &mut report, meter) {
        Ok(()) => {}
        // What is known until then is told.
        Err(Unfilled::Exhausted(why)) if why != Exhausted::Interrupted => report.cut = Some(why),
        Err(why) => return Err(why),
    }
    found.sort_by_key(|(cost, _)| *cost);
    report.findings = found.into_iter().map(|(_, found)| found).collect();
    lost_by_value(&mut report.findings);
    let has_lost = (report.findings.iter()).any(|found| found.subject == Subject::Losing);
    if !has_lost && report.cut.is_none() {
        match strategy::of_numbers(rule, &data, meter) {
            Ok(strategy) => report.strategies.extend(strategy),
            Err(Exhausted::Interrupted) => {
                return Err(Unfilled::Exhausted(Exhausted::Interrupted));
            }
            Err(why) => report.cut = Some(why),
        }
    }
    if let Some(known) = rule.recognise(catalogue) {
        let evidence = match known.evidence {
            crate::rule::Evidence::Form => Evidence::Proved {
                theorem: message!("by definition of the rule", "由规则的定义"),
                checked_to: data.checked(),
            },
            // The same options at small positions; the values must be the same at all that were looked at.
            crate::rule::Evidence::Compared(_) if !seen => return Ok(report),
            // So small positions say little of a rule that changes as numbers grow.
            crate::rule::Evidence::Compared(_)
                if !reach::of(rule).is_seen_below(data.checked()) =>
            {
                return Ok(report);
            }
            crate::rule::Evidence::Compared(to) => {
                match named::agrees(catalogue, &known, &data, meter) {
                    Some(true) => checked(data.checked()),
                    Some(false) => return Ok(report),
                    None => checked(to),
                }
            }
        };
        let form = Form::Game { head: known.head };
        report
            .findings
            .push(finding(Subject::Values, form, evidence));
    }
    Ok(report)
}

/// What is found in the data, into `found` and `report`.
fn look(
    rule: &Rule,
    scope: &Scope,
    (data, seen): (&Data, bool),
    found: &mut Vec<(usize, Finding)>,
    report: &mut Report,
    meter: &mut Meter,
) -> Result<(), Unfilled> {
    let names = &data.names[..];
    let exhausted = Unfilled::Exhausted;
    let proved = match data.sizes[..] {
        [_] => proof::period(rule, &data.cells),
        _ => None,
    };
    let mut scaled = None;
    for (subject, text, theorem) in proof::by_form(rule, names) {
        let held = data.formula(subject, &text, meter).map_err(exhausted)?;
        if let Some(held) = held {
            let evidence = Evidence::Proved {
                theorem,
                checked_to: data.checked(),
            };
            found.push((held.cost, finding(subject, held.form, evidence)));
        }
    }
    if found.is_empty()
        && let Some(sum) = sum(rule, data, scope, meter)?
    {
        found.extend(sum);
    }
    for subject in [Subject::Values, Subject::Losing] {
        if found.iter().any(|(_, found)| found.subject == subject) {
            continue;
        }
        let mut guessed = guess(rule, data, subject, meter).map_err(exhausted)?;
        if guessed.is_none() {
            let play = Play::Normal;
            guessed =
                generalised::by_coordinate(rule, data, subject, play, meter).map_err(exhausted)?;
        }
        if guessed.is_none() {
            guessed = inner::with_border(data, subject, meter).map_err(exhausted)?;
        }
        if guessed.is_none() && (subject, data.sizes.len()) == (Subject::Values, 1) {
            guessed = proof::by_fractions(rule, data).map(|(known, _)| known);
        }
        if let (Subject::Values, Some(proved)) = (subject, &proved) {
            let long = period::stated(&data.cells, proved.preperiod, proved.period, proved.saltus);
            if guessed.as_ref().is_none_or(|it| it.cost > long.cost) {
                guessed = Some(long);
            }
        }
        let by_value = found
            .iter()
            .find_map(|(cost, found)| by_value(*cost, found, subject, names));
        let Some(guessed) = guessed.or(by_value) else {
            continue;
        };
        let by_fractions = match (subject, data.sizes.len()) {
            (Subject::Values, 1) => proof::by_fractions(rule, data),
            _ => None,
        };
        if let (Form::Descent { .. }, Some((known, theorem))) = (&guessed.form, &by_fractions) {
            let evidence = Evidence::Proved {
                theorem: theorem.clone(),
                checked_to: data.checked(),
            };
            found.push((known.cost, finding(subject, known.form.clone(), evidence)));
            continue;
        }
        let follows = proved.as_ref().filter(|proved| {
            proof::follows(proved, subject, &guessed.form, &names[0], &data.cells)
        });
        let theorem = follows.map(|proved| proved.theorem.clone());
        let theorem = theorem.or_else(|| match data.sizes[..] {
            [_] => proof::by_quotients(rule, data, subject, &guessed.form),
            _ => proof::by_blocks(rule, data, subject, &guessed.form),
        });
        let theorem = match theorem {
            Some(theorem) => Some(theorem),
            None => {
                let form = &guessed.form;
                let decided = proof::decided(rule, names, Play::Normal, subject, form, meter);
                let decided = match decided {
                    Err(why) if why != Exhausted::Interrupted => {
                        report.cut = Some(why);
                        Decided::Open
                    }
                    decided => decided.map_err(exhausted)?,
                };
                match decided {
                    Decided::Holds(theorem) => Some(theorem),
                    Decided::Open => None,
                    Decided::Fails => {
                        report.refused.push(Refusal {
                            subject,
                            below: data.checked(),
                            fails_at: None,
                            is_refuted: true,
                        });
                        continue;
                    }
                }
            }
        };
        let told = match theorem {
            Some(theorem) => {
                let evidence = Evidence::Proved {
                    theorem,
                    checked_to: data.checked(),
                };
                Some((guessed, evidence))
            }
            None if !seen => None,
            None => {
                let scaled = scaled.get_or_insert_with(|| Scaled::of(rule));
                scaled
                    .told(data, subject, guessed, report, meter)
                    .map_err(exhausted)?
            }
        };
        if let Some((guessed, evidence)) = told {
            let is_proved = matches!(evidence, Evidence::Proved { .. });
            let cost = guessed.cost;
            found.push((cost, finding(subject, guessed.form, evidence)));
            // Beside a formula that is only verified, what is proved.
            if let (Some((known, theorem)), false) = (by_fractions, is_proved) {
                let evidence = Evidence::Proved {
                    theorem,
                    checked_to: data.checked(),
                };
                let known_cost = known.cost.max(cost + 1);
                found.push((known_cost, finding(subject, known.form, evidence)));
            }
        }
    }
    Ok(())
}

/// All positions below a bound, and no others.
pub(super) fn checked(to: u64) -> Evidence {
    Evidence::Checked { to, spread: None }
}

pub(super) fn finding(subject: Subject, form: Form, evidence: Evidence) -> Finding {
    Finding {
        subject,
        form,
        evidence,
    }
}

/// From a formula of the values: a position is lost where it is 0.
pub(super) fn by_value(
    cost: usize,
    found: &Finding,
    subject: Subject,
    names: &[String],
) -> Option<Hypothesis> {
    let Form::Formula {
        expression,
        exceptions,
    } = &found.form
    else {
        return None;
    };
    let apart = |(place, value): &(Vec<u64>, u32)| (place.clone(), u32::from(*value > 0));
    (subject == Subject::Losing && found.subject == Subject::Values).then(|| Hypothesis {
        cost: cost + 2,
        form: Form::Formula {
            expression: is_zero(expression, names),
            exceptions: exceptions.iter().map(apart).collect(),
        },
    })
}

/// That a formula is 0, as formulas are written; in parentheses where a comparison behind it would be read otherwise, as behind another
/// comparison.
fn is_zero(expression: &str, names: &[String]) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let plain = format!("{expression} == 0");
    let parsed = [expression, &plain].map(|text| Formula::parse(text, &names));
    if let [Ok(own), Ok(whole)] = &parsed
        && let Kind::Compare(first, rest) = &whole.expression().kind
        && rest.len() == 1
        && first.to_string() == own.to_string()
    {
        return whole.to_string();
    }
    format!("({expression}) == 0")
}

/// The simplest pattern that survives.
fn guess(
    rule: &Rule,
    data: &Data,
    subject: Subject,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    let found = guess_in(data, subject, meter)?;
    if found.is_some() || data.sizes.len() == 1 || subject == Subject::Losing {
        return Ok(found);
    }
    if !grid::is_separable(data) {
        return Ok(None);
    }
    let mut axes = Vec::new();
    for (place, name) in data.names.iter().enumerate() {
        let small = data.small[place] * 2;
        let mut sizes = vec![1; data.sizes.len()];
        sizes[place] = small * 11;
        let Ok(table) = rule.table(&sizes, meter) else {
            return Ok(None);
        };
        axes.push(Data {
            names: vec![name.clone()],
            small: vec![small],
            sizes: vec![small * 11],
            first: Vec::new(),
            cells: table.into_cells(),
        });
    }
    grid::separable(data, &axes, meter)
}

pub(super) fn guess_in(
    data: &Data,
    subject: Subject,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    match (data.sizes.len(), subject) {
        (1, Subject::Values) => one::values(data, meter),
        (1, Subject::Losing) => one::lost(data, meter),
        (_, Subject::Values) => grid::values(data, meter),
        (_, Subject::Losing) => grid::lost(data, meter),
    }
}

/// The names of the coordinates: those that the patterns give them, where no two are the same.
pub(super) fn names(rule: &Rule) -> Vec<String> {
    let clauses = &rule.syntax().clauses;
    let name = |place: usize| {
        clauses
            .iter()
            .find_map(|clause| match clause.pattern.coordinates.get(place) {
                Some(Coordinate::Name(name)) => Some(name.text.clone()),
                _ => None,
            })
    };
    let found: Option<Vec<String>> = (0..rule.arity()).map(name).collect();
    let differ = |names: &Vec<String>| {
        let mut sorted = names.clone();
        sorted.sort();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    };
    found
        .filter(differ)
        .unwrap_or_else(|| plain_names(rule.arity()))
}

pub(super) fn plain_names(arity: usize) -> Vec<String> {
    let names: &[&str] = match arity {
        1 => &["n"],
        2 => &["x", "y"],
        3 => &["x", "y", "z"],
        4 => &["w", "x", "y", "z"],
        _ => return (1..=arity).map(|place| format!("x{place}")).collect(),
    };
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Patterns in the values of the heaps 0, 1, 2, …: guessed from the first eleventh of them.
///
/// ```
/// use grundy::pattern::{Form, find_in_values};
/// use grundy::{Budget, budget::Meter};
/// let values: Vec<u32> = (0..400u32).map(|n| n.count_ones() % 2).collect();
/// let report = find_in_values(&values, &mut Meter::new(&Budget::default())).unwrap();
/// let found = Form::Formula { expression: "popcount(n)%2".to_owned(), exceptions: vec![] };
/// assert_eq!(report.findings[0].form, found);
/// ```
///
/// # Errors
/// What ran out.
pub fn find_in_values(values: &[u32], meter: &mut Meter) -> Result<Report, Exhausted> {
    find_in(
        Data {
            names: plain_names(1),
            small: vec![values.len() / 11],
            sizes: vec![values.len()],
            first: Vec::new(),
            cells: values.to_vec(),
        },
        meter,
    )
}

/// Patterns in a table of values, x running fastest. What lies beyond the last whole row is left out.
///
/// # Errors
/// What ran out.
pub fn find_in_grid(
    cells: &[u32],
    width: usize,
    height: usize,
    meter: &mut Meter,
) -> Result<Report, Exhausted> {
    let width = width.clamp(1, cells.len().max(1));
    let height = height.min(cells.len() / width);
    // A part of both sides, so that ten times as many cells are held out.
    find_in(
        Data {
            names: plain_names(2),
            small: vec![width * 3 / 10, height * 3 / 10],
            sizes: vec![width, height],
            first: Vec::new(),
            cells: cells[..width * height].to_vec(),
        },
        meter,
    )
}

/// The least side of a small range.
const LEAST: usize = 6;

fn find_in(data: Data, meter: &mut Meter) -> Result<Report, Exhausted> {
    let bytes = data.cells.len() as u64 * 16;
    meter.spend(data.cells.len() as u64, bytes)?;
    let mut report = Report::of(&data);
    if data.small.iter().any(|&side| side < LEAST) {
        meter.release(bytes);
        return Ok(report);
    }
    let mut found: Vec<(usize, Finding)> = Vec::new();
    for subject in [Subject::Values, Subject::Losing] {
        let guessed = match guess_in(&data, subject, meter) {
            Err(Exhausted::Interrupted) => return Err(Exhausted::Interrupted),
            Err(why) => {
                report.cut = Some(why);
                break;
            }
            Ok(guessed) => guessed,
        };
        let by_value = found
            .iter()
            .find_map(|(cost, found)| by_value(*cost, found, subject, &data.names));
        if let Some(guessed) = guessed.or(by_value) {
            let evidence = checked(data.checked());
            found.push((guessed.cost, finding(subject, guessed.form, evidence)));
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    report.findings = found.into_iter().map(|(_, found)| found).collect();
    meter.release(bytes);
    Ok(report)
}

impl Report {
    /// A report on these values without patterns yet.
    pub(super) fn of(data: &Data) -> Report {
        let cells = data.cells.len() as u64;
        let searched = data.small.iter().map(|&side| side as u64).product();
        let mut remarks = Vec::new();
        let mut sequences: Vec<SequenceMatch> = Vec::new();
        if data.sizes.len() == 1 {
            sequences = lookup::matches(&data.cells);
        } else {
            if grid::is_symmetric(data) {
                remarks.push(Remark::Symmetric);
            }
            if grid::is_separable(data) {
                remarks.push(Remark::Separable);
            }
        }
        Report {
            names: data.names.clone(),
            findings: Vec::new(),
            strategies: Vec::new(),
            refused: Vec::new(),
            remarks,
            sequences,
            searched,
            held_out: cells.saturating_sub(searched),
            cut: None,
            sizes: data.sizes.clone(),
            first: (0..data.sizes.len())
                .map(|place| data.first(place))
                .collect(),
            values: data.cells.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::budget::Budget;

    #[test]
    fn what_is_known_when_something_runs_out_is_told() {
        let values: Vec<u32> = (0..700u32).map(|n| n.count_ones() % 2).collect();
        let budget = Budget {
            time: Some(Duration::ZERO),
            ..Budget::default()
        };
        let report = find_in_values(&values, &mut Meter::new(&budget)).expect("a report");
        assert_eq!(report.cut, Some(Exhausted::Time(Duration::ZERO)));
        assert_eq!((report.values, report.findings.len()), (values.clone(), 0));
        let whole = find_in_values(&values, &mut Meter::new(&Budget::default()));
        assert_eq!(whole.expect("a report").cut, None);
    }

    #[test]
    fn a_condition_is_compared_as_a_whole() {
        let names = ["n", "m"].map(str::to_owned);
        for (value, expected) in [
            ("n%(m+1)", "n%(m+1) == 0"),
            ("n xor m", "(n xor m) == 0"),
            ("n%4 == 3", "(n%4 == 3) == 0"),
            ("n > 3 and m > 1", "(n > 3 and m > 1) == 0"),
            ("not n > m", "(not n > m) == 0"),
        ] {
            let lost = is_zero(value, &names);
            assert_eq!(lost, expected);
            let [value, lost] = [value, &lost].map(|text| Formula::parse(text, &["n", "m"]));
            let (value, lost) = (value.expect("a formula"), lost.expect("a condition"));
            for at in (0..8).flat_map(|n| (0..4).map(move |m| [n, m])) {
                assert_eq!(
                    lost.holds(&at),
                    value.value(&at).map(|value| value == 0),
                    "{expected}: {at:?}"
                );
            }
        }
    }
}
