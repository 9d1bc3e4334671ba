//! Patterns in who wins single positions under misère play, where who cannot move wins.
//!
//! There are no values: an outcome, 0 for P and 1 for N, is all that a position has by itself, so only the set of P-positions has a
//! pattern. It is proved where outcomes are shown to repeat: by a quotient of all heaps that whoever asks knows, or, where a move leaves one
//! heap and looks back a bounded number of heaps, by a window of outcomes that recurs, as under normal play: which heaps have no
//! move, and so are won, depends on no more than which moves a heap has. Where all numbers but finitely many may be taken, every heap
//! far enough above a lost one is won.

use super::data::{Data, Hypothesis};
use super::filling::filled;
use super::finding::{Evidence, Subject};
use super::period;
use super::proof::{self, Decided, Proved};
use super::reach;
use super::report::{Refusal, Remark, Report};
use super::search::{Scope, checked, finding, guess_in, names, plain_names};
use crate::budget::{Exhausted, Meter};
use crate::engine::sequence::Takes;
use crate::message;
use crate::quotient::Play;
use crate::rule::{Rule, Unfilled};

/// The pattern of the P-positions of a rule under misère play. `None` where a move may leave several positions or none, or a clause
/// says the value of a position: there outcomes of single positions do not tell enough.
///
/// ```
/// use grundy_rule::pattern::{self, Form, Scope};
/// use grundy_base::budget::Meter;
/// use grundy_rule::rule::Rule;
/// let rule = Rule::parse("n -> n-k for k in 1..=3").unwrap();
/// let mut meter = Meter::new(&Default::default());
/// let report = pattern::find_misere(&rule, &Scope::default(), &mut meter).unwrap().unwrap();
/// let found = Form::Formula { expression: "n%4 == 1".to_owned(), exceptions: vec![] };
/// assert_eq!(report.findings[0].form, found);
/// assert!(rule.misere_table(&[4], &mut meter).is_some());
/// ```
///
/// # Errors
/// [`Unfilled`] if the outcomes cannot be computed, or the budget does not suffice for the smallest range.
pub fn find_misere(
    rule: &Rule,
    scope: &Scope,
    meter: &mut Meter,
) -> Option<Result<Report, Unfilled>> {
    rule.misere_table(&vec![1; rule.arity()], meter)?.ok();
    Some(of_rule(rule, scope, meter))
}

fn of_rule(rule: &Rule, scope: &Scope, meter: &mut Meter) -> Result<Report, Unfilled> {
    let (data, seen) = filled(rule, Play::Misere, &names(rule), scope, meter)?;
    let proved = match data.sizes[..] {
        [_] => {
            let takes = rule.takes_by_form();
            let by_takes = takes.and_then(|takes| Proved::by_first_lost(&takes, &data.cells));
            by_takes.or_else(|| proof::recurring(rule, &data.cells))
        }
        _ => None,
    };
    match seen {
        true => reported(Some(rule), &data, proved.as_ref(), meter).map_err(Unfilled::Exhausted),
        // The constants of the rule are larger than what was looked at.
        false => Ok(Report::of_outcomes(&data)),
    }
}

/// The pattern in who wins the positions of a box, the first coordinate running fastest: 0 for P, 1 for N; `proved` says how those of
/// single heaps repeat, with as many outcomes as that takes. Where they are those of a rule it names the coordinates, and its form tells
/// whether what is seen of small numbers says anything of large ones.
///
/// # Errors
/// What ran out.
pub fn find_in_outcomes(
    rule: Option<&Rule>,
    outcomes: &[u32],
    sizes: &[usize],
    proved: Option<&Proved>,
    meter: &mut Meter,
) -> Result<Report, Exhausted> {
    let part = match sizes.len() {
        1 => |side: usize| side / 11,
        // A part of both sides, so that ten times as many cells are held out.
        _ => |side: usize| side * 3 / 10,
    };
    let data = Data {
        names: rule.map_or_else(|| plain_names(sizes.len()), names),
        small: sizes.iter().map(|&side| part(side)).collect(),
        sizes: sizes.to_vec(),
        first: Vec::new(),
        cells: outcomes.to_vec(),
    };
    reported(rule, &data, proved, meter)
}

/// The pattern of the data, where it may be told.
fn reported(
    rule: Option<&Rule>,
    data: &Data,
    proved: Option<&Proved>,
    meter: &mut Meter,
) -> Result<Report, Exhausted> {
    let mut report = Report::of_outcomes(data);
    let is_seen = |rule: &Rule| reach::of(rule).is_seen_below(data.checked());
    let mut told = match told(data, proved, meter) {
        Err(why) if why != Exhausted::Interrupted => {
            report.cut = Some(why);
            return Ok(report);
        }
        told => told?,
    };
    if let (Some(rule), Some((found, evidence @ Evidence::Checked { .. }))) = (rule, &mut told) {
        let subject = Subject::Losing;
        let form = &found.form;
        let decided = proof::decided(rule, &data.names, Play::Misere, subject, form, meter);
        let decided = match decided {
            Err(why) if why != Exhausted::Interrupted => {
                report.cut = Some(why);
                Decided::Open
            }
            decided => decided?,
        };
        match decided {
            Decided::Holds(theorem) => {
                *evidence = Evidence::Proved {
                    theorem,
                    checked_to: data.checked(),
                };
            }
            Decided::Open => {}
            Decided::Fails => {
                report.refused.push(Refusal {
                    subject,
                    below: data.checked(),
                    fails_at: None,
                    is_refuted: true,
                });
                return Ok(report);
            }
        }
    }
    match told {
        // So small positions say little of a rule that changes as numbers grow.
        Some((_, Evidence::Checked { .. })) if !rule.is_none_or(is_seen) => {
            report.refused.push(Refusal {
                subject: Subject::Losing,
                below: data.checked(),
                fails_at: None,
                is_refuted: false,
            });
        }
        Some((found, evidence)) => {
            report
                .findings
                .push(finding(Subject::Losing, found.form, evidence));
        }
        None => {}
    }
    Ok(report)
}

/// The simplest pattern, and how far it is known.
fn told(
    data: &Data,
    proved: Option<&Proved>,
    meter: &mut Meter,
) -> Result<Option<(Hypothesis, Evidence)>, Exhausted> {
    const LEAST: usize = 6;
    let subject = Subject::Losing;
    let guessed = match data.small.iter().all(|&side| side >= LEAST) {
        true => guess_in(data, subject, meter)?,
        false => None,
    };
    let Some(proved) = proved else {
        return Ok(guessed.map(|guessed| (guessed, checked(data.checked()))));
    };
    let evidence = Evidence::Proved {
        theorem: proved.theorem.clone(),
        checked_to: data.checked(),
    };
    let known = |guessed: &Hypothesis| {
        proof::follows(proved, subject, &guessed.form, &data.names[0], &data.cells)
    };
    let (preperiod, every) = period::least(&data.cells, proved.preperiod, proved.period);
    let stated = period::stated(&data.cells, preperiod, every, 0);
    let shorter = guessed.filter(|guessed| guessed.cost <= stated.cost && known(guessed));
    Ok(Some((shorter.unwrap_or(stated), evidence)))
}

impl Report {
    /// A report on outcomes without patterns yet. They are no values, so no sequence of values begins so.
    fn of_outcomes(data: &Data) -> Report {
        let mut report = Report::of(data);
        report.sequences.clear();
        report.remarks.retain(|&remark| remark == Remark::Symmetric);
        report
    }
}

impl Proved {
    /// That no heap far enough is lost under misère play, where all numbers but finitely many may be taken.
    pub fn by_first_lost(takes: &Takes, outcomes: &[u32]) -> Option<Proved> {
        let Takes::AllBut(missing) = takes else {
            return None;
        };
        let lost = outcomes.iter().position(|&outcome| outcome == 0)?;
        let most = usize::try_from(missing.last().map_or(0, |&(_, high)| high)).ok()?;
        let preperiod = lost.checked_add(most)?.checked_add(1)?;
        (preperiod < outcomes.len()).then(|| Proved {
            preperiod,
            period: 1,
            saltus: 0,
            theorem: message!(
                "all numbers above {most} may be taken, so every heap above {last} can become heap {lost}, which is lost",
                "大于 {most} 的数均可取，故大于 {last} 的堆都能变为必败的堆 {lost}",
                most = most as u64,
                last = (preperiod - 1) as u64,
                lost = lost as u64
            ),
        })
    }

    /// That outcomes of heaps under misère play repeat because the values of all heaps in a quotient do.
    pub fn by_quotient(preperiod: usize, period: usize, order: usize) -> Proved {
        Proved {
            preperiod,
            period,
            saltus: 0,
            theorem: message!(
                "all heaps have a misère quotient of {order} elements, verified exactly, in which they have period {period} from n = {preperiod} on (Plambeck and Siegel 2008)",
                "所有堆有一个 {order} 元的反常规则商，已精确验证，堆在其中自 n = {preperiod} 起以 {period} 为周期（Plambeck 与 Siegel，2008）",
                order = order as u64,
                period = period as u64,
                preperiod = preperiod as u64
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Form;
    use super::*;
    use grundy::Budget;

    fn found(text: &str) -> Report {
        let rule: Rule = text.parse().expect("a rule");
        let mut meter = Meter::new(&Budget::default());
        let scope = Scope {
            small: Some(if rule.arity() == 2 { 20 } else { 100 }),
        };
        let report = find_misere(&rule, &scope, &mut meter);
        report.expect("single positions").expect("outcomes")
    }

    #[test]
    fn what_a_rule_shows() {
        for (text, formula, proved) in [
            ("n -> n-k for k in 1..=3", Some("n%4 == 1"), true),
            ("n -> n-k for k in 1..=n", Some("n == 1"), true),
            ("n -> n-k for k in 1..", Some("n == 1"), true),
            (
                "n -> n-1; n -> n-k for k in 4..",
                Some("n == 1 or n == 3"),
                true,
            ),
            ("n -> n-k for k in {2,3}", None, true),
            ("n -> n-k for k in 1..=4 if (n+k) % 3 != 0", None, true),
            (
                "(x,y) -> (x-k,y) for k in 1..=x; (x,y) -> (x,y-k) for k in 1..=y",
                None,
                true,
            ),
        ] {
            let report = found(text);
            let [finding] = &report.findings[..] else {
                panic!("{text}: {report:?}");
            };
            assert_eq!(finding.subject, Subject::Losing);
            let is_proved = matches!(finding.evidence, Evidence::Proved { .. });
            assert_eq!(is_proved, proved, "{text}: {}", finding.message());
            if let (Some(formula), Form::Formula { expression, .. }) = (formula, &finding.form) {
                assert_eq!(formula, expression, "{text}");
            }
        }
    }

    #[test]
    fn what_changes_as_numbers_grow_is_not_told() {
        let report = found("n -> y for y in 1..=sqrt(n) if y < n and y^4 >= n");
        assert!(report.findings.is_empty(), "{report:?}");
    }

    #[test]
    fn sums_have_no_table() {
        let rule: Rule = "n -> a + (n-2-a) for a in 0..=(n-2)/2"
            .parse()
            .expect("a rule");
        let mut meter = Meter::new(&Budget::default());
        assert!(find_misere(&rule, &Scope::default(), &mut meter).is_none());
    }

    #[test]
    fn the_least_period_is_told() {
        // N P N N, and all after that P N.
        let outcomes: Vec<u32> = (0..400)
            .map(|n| if n < 4 { [1, 0, 1, 1][n] } else { n as u32 % 2 })
            .collect();
        let proved = Proved::by_quotient(8, 6, 10);
        let mut meter = Meter::new(&Budget::default());
        let report = find_in_outcomes(None, &outcomes[..20], &[20], Some(&proved), &mut meter)
            .expect("a report");
        let Form::Periodic {
            preperiod,
            period,
            values,
            ..
        } = &report.findings[0].form
        else {
            panic!("{report:?}");
        };
        assert_eq!(
            (*preperiod, *period, &values[..]),
            (3, 2, &[1, 0, 1, 1, 0][..])
        );
    }
}
