//! From a rule, or from values, to what is found: how far to compute, what to try, what is proved.

use super::afar::{Afar, Verdict};
use super::data::{Data, Hypothesis};
use super::finding::{Evidence, Finding, Form, Subject};
use super::lookup::{self, SequenceMatch};
use super::reach::{self, Reach};
use super::report::{Refusal, Remark, Report};
use super::proof::Decided;
use super::{closed, grid, named, one, period, proof, scale, strategy};
use crate::budget::{Exhausted, Meter};
use crate::catalogue::Catalogue;
use crate::message;
use crate::quotient::Play;
use crate::rule::syntax::Coordinate;
use crate::rule::{Rule, Unfilled};
use crate::text::Message;

/// How far to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The side of the small range, from which patterns are guessed: every coordinate below this. The held-out range is ten
    /// times as large. Chosen by what the values cost if it is not given.
    pub small: Option<u32>,
}

/// By number of coordinates: sides of the small and of the whole range, smallest first.
const SIDES: [&[(usize, usize)]; 5] = [
    &[(60, 660), (300, 3_300), (1_000, 11_000)],
    &[(16, 56), (30, 110), (30, 330)],
    &[(7, 16), (9, 26)],
    &[(5, 12)],
    &[(4, 6)],
];

/// The bounds below which patterns of heaps are guessed, and those up to which they are checked: where a false one would fail first.
pub const BOUNDS: [u64; 8] = [60, 660, 300, 3_300, 1_000, 11_000, 44_000, 1 << 17];

/// What the next larger range may cost, in positions, where options lie on lines and elsewhere.
const WORTH: [u64; 2] = [3_000_000, 100_000];

/// The greatest heap computed because a rule has large constants.
const FARTHEST: usize = 200_000;

/// How many times the largest constant of a rule must fit into the range for what is seen there to mean anything.
const CONSTANTS: usize = 4;

/// Patterns in the values of a rule, and the game of the catalogue that has these values, if one has.
///
/// # Errors
/// [`Unfilled`] if the values cannot be computed, or the budget does not suffice for the smallest range.
pub fn find(
    catalogue: Catalogue,
    rule: &Rule,
    scope: &Scope,
    meter: &mut Meter,
) -> Result<Report, Unfilled> {
    let names = names(rule);
    let (data, seen) = filled(rule, Play::Normal, &names, scope, meter)?;
    let mut report = Report::of(&data);
    let exhausted = Unfilled::Exhausted;
    let proved = match data.sizes[..] {
        [_] => proof::period(rule, &data.cells),
        _ => None,
    };
    let mut found = Vec::new();
    let mut scaled = None;
    for (subject, text, theorem) in proof::by_form(rule, &names) {
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
        && let Some(sum) = sum(rule, &data, scope, meter)?
    {
        found.extend(sum);
    }
    for subject in [Subject::Values, Subject::Losing] {
        if found.iter().any(|(_, found)| found.subject == subject) {
            continue;
        }
        let mut guessed = guess(rule, &data, subject, meter).map_err(exhausted)?;
        if let (Subject::Values, Some(proved)) = (subject, &proved) {
            let long = period::stated(&data.cells, proved.preperiod, proved.period, proved.saltus);
            if guessed.as_ref().is_none_or(|it| it.cost > long.cost) {
                guessed = Some(long);
            }
        }
        let by_value = found
            .iter()
            .find_map(|(cost, found)| by_value(*cost, found, subject));
        let Some(guessed) = guessed.or(by_value) else {
            continue;
        };
        let follows = proved.as_ref().filter(|proved| {
            proof::follows(proved, subject, &guessed.form, &names[0], &data.cells)
        });
        let theorem = follows.map(|proved| proved.theorem.clone());
        let theorem = theorem.or_else(|| match data.sizes[..] {
            [_] => None,
            _ => proof::by_blocks(rule, &data, subject, &guessed.form),
        });
        let theorem = match theorem {
            Some(theorem) => Some(theorem),
            None => {
                let form = &guessed.form;
                let decided = proof::decided(rule, &names, Play::Normal, subject, form, meter);
                match decided.map_err(exhausted)? {
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
                    .told(&data, subject, guessed, &mut report, meter)
                    .map_err(exhausted)?
            }
        };
        if let Some((guessed, evidence)) = told {
            found.push((guessed.cost, finding(subject, guessed.form, evidence)));
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    report.findings = found.into_iter().map(|(_, found)| found).collect();
    let has_lost = (report.findings.iter()).any(|found| found.subject == Subject::Losing);
    if !has_lost && let Some(strategy) = strategy::of_numbers(rule, &data, meter).map_err(exhausted)? {
        report.strategies.push(strategy);
    }
    if let Some(known) = rule.recognise(catalogue) {
        let evidence = match known.evidence {
            crate::rule::Evidence::Form => Evidence::Proved {
                theorem: message!("the rule says nothing else", "规则本身即如此"),
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

/// What is found of a sum of games of one number each, from what is found of each of them.
fn sum(
    rule: &Rule,
    data: &Data,
    scope: &Scope,
    meter: &mut Meter,
) -> Result<Option<Vec<(usize, Finding)>>, Unfilled> {
    let Some(parts) = proof::independent(rule) else {
        return Ok(None);
    };
    let mut texts = Vec::new();
    let mut theorems: Vec<Message> = Vec::new();
    let mut least = Some(u64::MAX);
    for ((own, part), name) in parts.iter().zip(&data.names) {
        let Some(part) = part else { continue };
        let mut share = meter.at_most(meter.positions_left() / 2);
        let before = share.positions_left();
        let found = find(&[], part, scope, &mut share);
        let spent = before.saturating_sub(share.positions_left());
        meter.spend(spent, 0).map_err(Unfilled::Exhausted)?;
        let found = match found {
            Err(Unfilled::Exhausted(Exhausted::Interrupted)) => {
                return Err(Unfilled::Exhausted(Exhausted::Interrupted));
            }
            found => found.ok(),
        };
        let values = found.into_iter().flat_map(|report| report.findings);
        let formula = values
            .filter(|found| found.subject == Subject::Values)
            .find_map(|found| match found.form {
                Form::Formula {
                    expression,
                    exceptions,
                } if exceptions.is_empty() => Some((expression, found.evidence)),
                _ => None,
            });
        let Some((expression, evidence)) = formula else {
            return Ok(None);
        };
        texts.push(format!("({})", closed::named(&expression, own, name)));
        match evidence {
            Evidence::Proved { theorem, .. } => theorems.push(theorem),
            Evidence::Positions { .. } => return Ok(None),
            Evidence::Checked { to, .. } | Evidence::Family { to, .. } => {
                least = least.map(|least| least.min(to));
            }
        }
    }
    let proved = theorems.len() == texts.len();
    let evidence = || match proved {
        true => Evidence::Proved {
            theorem: message!(
                "every move changes one number, by that number alone, so the values are added without carry (Sprague 1935, Grundy 1939); {each}",
                "每步只改变一个数，且只取决于该数，故各数的 SG 值取异或（Sprague 1935，Grundy 1939）；{each}",
                each = theorems
                    .iter()
                    .fold(None, joined)
                    .unwrap_or_else(|| message!("no move is left", "没有走法"))
            ),
            checked_to: data.checked(),
        },
        false => checked(least.unwrap_or(0).max(data.checked())),
    };
    let all = match texts.len() {
        0 => return Ok(None),
        _ => texts.join(" xor "),
    };
    let lost = match &texts[..] {
        [a, b] => format!("{a} == {b}"),
        _ => format!("({all}) == 0"),
    };
    let mut told = Vec::new();
    for (subject, text) in [(Subject::Values, all), (Subject::Losing, lost)] {
        let held = data
            .formula(subject, &text, meter)
            .map_err(Unfilled::Exhausted)?;
        if let Some(held) = held {
            told.push((held.cost, finding(subject, held.form, evidence())));
        }
    }
    Ok(Some(told))
}

/// Theorems one after the other, each once.
fn joined(before: Option<Message>, theorem: &Message) -> Option<Message> {
    Some(match before {
        None => theorem.clone(),
        Some(before) if before == *theorem => before,
        Some(before) => message!(
            "{before}; {theorem}",
            "{before}；{theorem}",
            before = before,
            theorem = theorem.clone()
        ),
    })
}

/// All positions below a bound, and no others.
pub(super) fn checked(to: u64) -> Evidence {
    Evidence::Checked { to, spread: None }
}

/// A rule whose patterns must hold for large numbers too, if its form says so.
struct Scaled<'r> {
    rule: &'r Rule,
    reach: Reach,
    afar: Option<Afar>,
}

impl<'r> Scaled<'r> {
    fn of(rule: &'r Rule) -> Scaled<'r> {
        Scaled {
            rule,
            reach: reach::of(rule),
            afar: None,
        }
    }

    /// What may be told of a guess that holds for all the data, or of the next one where it fails in a longer table.
    fn told(
        &mut self,
        data: &Data,
        subject: Subject,
        guessed: Hypothesis,
        report: &mut Report,
        meter: &mut Meter,
    ) -> Result<Option<(Hypothesis, Evidence)>, Exhausted> {
        if self.reach == Reach::Steady {
            return Ok(Some((guessed, checked(data.checked()))));
        }
        let afar = match &self.afar {
            Some(afar) => afar,
            None => self
                .afar
                .insert(Afar::look(self.rule, self.reach, data, meter)?),
        };
        let verdict = |form: &Form| afar.verdict(form, subject, &data.names, self.reach);
        let mut refused = match verdict(&guessed.form) {
            Verdict::Holds { to, spread } => {
                return Ok(Some((guessed, Evidence::Checked { to, spread })));
            }
            refused => refused,
        };
        if let (Verdict::Fails(_), Some(longer)) = (&refused, afar.longer(data)) {
            let again = match guess_in(&longer, subject, meter) {
                Err(Exhausted::Interrupted) => return Err(Exhausted::Interrupted),
                again => again.ok().flatten(),
            };
            if let Some(again) = again {
                match verdict(&again.form) {
                    Verdict::Holds { to, spread } => {
                        return Ok(Some((again, Evidence::Checked { to, spread })));
                    }
                    other => refused = other,
                }
            }
        }
        report.refused.push(Refusal {
            subject,
            below: data.checked(),
            fails_at: match refused {
                Verdict::Fails(place) => Some(place),
                _ => None,
            },
            is_refuted: false,
        });
        Ok(None)
    }
}

pub(super) fn finding(subject: Subject, form: Form, evidence: Evidence) -> Finding {
    Finding {
        subject,
        form,
        evidence,
    }
}

/// From a formula of the values: a position is lost where it is 0.
pub(super) fn by_value(cost: usize, found: &Finding, subject: Subject) -> Option<Hypothesis> {
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
            expression: format!("{expression} == 0"),
            exceptions: exceptions.iter().map(apart).collect(),
        },
    })
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

/// The values, or the outcomes under misère play, as far as they are cheap, and whether the range is wide enough for the constants of the rule.
pub(super) fn filled(
    rule: &Rule,
    play: Play,
    names: &[String],
    scope: &Scope,
    meter: &mut Meter,
) -> Result<(Data, bool), Unfilled> {
    let arity = rule.arity();
    let mut sides = SIDES[(arity - 1).min(SIDES.len() - 1)].to_vec();
    let constant = scale::of(rule);
    if let Some(small) = scope.small {
        let small = (small as usize).clamp(4, FARTHEST);
        let whole = match arity {
            1 => small * 11,
            2 => small * 4,
            _ => small * 3,
        };
        sides = vec![(small, whole)];
    } else if arity == 1 {
        let whole = constant.saturating_mul(CONSTANTS);
        if whole > 11_000 && whole <= FARTHEST {
            sides = vec![(whole / 11, whole)];
        }
    }
    let on_lines = rule.program().moves.iter().all(|clause| {
        // Without a range there are few options.
        let mut runs = clause.steps.iter().filter_map(|step| step.slot());
        clause.lines.is_some() || runs.next().is_none()
    });
    let worth = WORTH[usize::from(!on_lines)];
    let mut best = None;
    if let (1, Play::Normal, Some(&(small, side))) = (arity, play, sides.last())
        && let Some(cells) = proof::by_code(rule, side, meter)
    {
        let data = Data {
            names: names.to_vec(),
            small: vec![small],
            sizes: vec![side],
            first: Vec::new(),
            cells,
        };
        return Ok((data, constant.saturating_mul(CONSTANTS) <= side));
    }
    let mut spent = 0;
    let mut before = 0usize;
    for (small, side) in sides {
        let grown =
            (side as u64).pow(arity as u32 + 1) / (before as u64).pow(arity as u32 + 1).max(1);
        if best.is_some() && grown.saturating_mul(spent) > worth {
            break;
        }
        let left = meter.positions_left();
        let boxed = |cells| Data {
            names: names.to_vec(),
            small: vec![small; arity],
            sizes: vec![side; arity],
            first: Vec::new(),
            cells,
        };
        let sizes = vec![side; arity];
        let table = match play {
            Play::Normal => rule.table(&sizes, meter),
            Play::Misere => {
                let table = rule.misere_table(&sizes, meter);
                table.unwrap_or(Err(Unfilled::Sizes))
            }
        };
        match table {
            Ok(table) => best = Some(boxed(table.into_cells())),
            Err(Unfilled::Exhausted(why)) if best.is_some() && why != Exhausted::Interrupted => {
                break;
            }
            Err(why) => return Err(why),
        }
        spent = left.saturating_sub(meter.positions_left());
        before = side;
    }
    let data = best.ok_or(Unfilled::Sizes)?;
    let seen = constant.saturating_mul(CONSTANTS) <= data.sizes[0];
    Ok((data, seen))
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
        let guessed = guess_in(&data, subject, meter)?;
        let by_value = found
            .iter()
            .find_map(|(cost, found)| by_value(*cost, found, subject));
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
            sizes: data.sizes.clone(),
            first: (0..data.sizes.len())
                .map(|place| data.first(place))
                .collect(),
            values: data.cells.clone(),
        }
    }
}
