//! When a pattern holds for all heaps: the conditions are read off the rule, never off its values.
//!
//! Ten theorems serve. A window of values that determines the next and recurs (finite sets of takes, and every rule
//! whose options look back a bounded number of heaps); Guy and Smith (1956) for rules that take boundedly many and may leave two
//! heaps; takes of all numbers but finitely many; takes bounded by the take before
//! (Schwenk 1970); sums of games of one number each (Sprague and Grundy); blocks of numbers, in any number of coordinates, that look
//! alike; moves to every smaller number that a function tells apart; a part of a
//! heap that may be taken; moves that divide by constants; and automata that read the digits of all numbers at once (Büchi 1960). From a proved period a formula follows that is itself periodic and
//! agrees with the values long enough.

mod blocks;
mod digits;
mod eventual;
mod fractions;
mod independent;
mod quotients;
mod ranked;
mod schwenk;
mod splits;
mod window;

pub(super) use blocks::follows as by_blocks;
pub(super) use digits::answers;
pub use digits::{Decided, decided};
pub(super) use fractions::values as by_fractions;
pub(super) use independent::{independent, is_twice_the_same};
pub(super) use quotients::follows as by_quotients;

use super::finding::{Form, Subject};
use super::period::seen;
use crate::budget::Meter;
use crate::engine::period::{Breaking, Period, Proof, Theorem, Values};
use crate::engine::sequence::{Limits, Rules, Sequence, Takes};
use crate::message;
use crate::rule::{Evidence, Formula, Rule};
use crate::text::Message;

/// A period of all values of a rule: G(n + period) = G(n) + saltus for all n from the pre-period on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// How many heaps come before the repetition.
    pub preperiod: usize,
    /// After how many heaps values repeat.
    pub period: usize,
    /// By how much they grow in a period.
    pub saltus: u32,
    /// Why that is so for ever.
    pub theorem: Message,
}

/// The period that these first values of a rule of one coordinate prove, if they prove one. Time is in proportion to the values.
///
/// ```
/// use grundy::{Budget, budget::Meter, pattern, rule::Rule};
/// let rule = Rule::parse("n -> n-k for k in 1..=4 if (n+k) % 3 != 0").unwrap();
/// let table = rule.table(&[500], &mut Meter::new(&Budget::default())).unwrap();
/// let proved = pattern::period(&rule, table.cells()).unwrap();
/// assert_eq!(proved.period, 6);
/// ```
pub fn period(rule: &Rule, values: &[u32]) -> Option<Proved> {
    let (found, theorem) = shown(rule, values)?;
    Some(Proved {
        preperiod: usize::try_from(found.preperiod()).ok()?,
        period: usize::try_from(found.period()).ok()?,
        saltus: u32::try_from(found.saltus()).ok()?,
        theorem,
    })
}

/// Whether some theorem here is about a rule like this, whatever its values are.
pub(crate) fn may_show_period(rule: &Rule) -> bool {
    matches!(rule.takes_by_form(), Some(Takes::AllBut(_)))
        || window::window(rule).is_some()
        || splits::splits(rule).is_some()
}

/// The period that the values prove, and the theorem in words.
pub(crate) fn shown(rule: &Rule, values: &[u32]) -> Option<(Period, Message)> {
    if let Some(Takes::AllBut(runs)) = rule.takes_by_form() {
        let rules = Rules::taking(Takes::AllBut(runs)).ok()?;
        let mut kept = Values::default();
        kept.extend(values);
        let theorem = message!(
            "all numbers but finitely many may be taken, and the values grow by a saltus",
            "除有限个数外均可取，SG 值每周期增加一个固定值"
        );
        return Some((Proof::of(&rules).period(&kept)?, theorem));
    }
    let (preperiod, period, saltus) = seen(values, values.len() * 2 / 5)?;
    if saltus > 0 {
        return None;
    }
    let length = values.len();
    let found = |theorem| Period::shown(preperiod as u64, period as u64, theorem);
    by_window(rule, preperiod, period, length)
        .map(|message| (found(Theorem::Subtraction), message))
        .or_else(|| {
            let message = by_splits(rule, preperiod, period, length)?;
            Some((found(Theorem::GuySmith), message))
        })
}

/// The period that outcomes under misère play show, of a rule whose moves look back a bounded number of single heaps.
pub(crate) fn recurring(rule: &Rule, outcomes: &[u32]) -> Option<Proved> {
    let (preperiod, period, _) = seen(outcomes, outcomes.len() * 2 / 5)?;
    Some(Proved {
        preperiod,
        period,
        saltus: 0,
        theorem: by_window(rule, preperiod, period, outcomes.len())?,
    })
}

fn by_window(rule: &Rule, preperiod: usize, period: usize, length: usize) -> Option<Message> {
    let window = window::window(rule)?;
    let (preperiod, period) = (preperiod as u64, period as u64);
    let (mut a, mut b) = (period, window.modulus);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    let recurs = period.checked_mul(window.modulus / a)?;
    let seen = preperiod.saturating_add(window.most).max(window.from);
    if seen.saturating_add(recurs) > length as u64 {
        return None;
    }
    Some(match window.modulus {
        1 => message!(
            "each value depends only on the {most} before it, and a block of {most} values recurs",
            "每个值只取决于它之前的 {most} 个值，而长为 {most} 的一段值重复出现",
            most = window.most
        ),
        modulus => message!(
            "each value depends only on the {most} before it and on n % {modulus}, and a block of {most} values recurs",
            "每个值只取决于它之前的 {most} 个值与 n % {modulus}，而长为 {most} 的一段值重复出现",
            most = window.most,
            modulus = modulus
        ),
    })
}

fn by_splits(rule: &Rule, preperiod: usize, period: usize, length: usize) -> Option<Message> {
    let splits = splits::splits(rule)?;
    let mut breaking = Breaking::new(2, usize::try_from(splits.most).ok()?);
    if splits.unequal {
        breaking = breaking.unequal();
    }
    let preperiod = (preperiod as u64).max(splits.from);
    let needed = breaking.needed(preperiod, period as u64);
    (needed <= length as u64).then(|| {
        message!(
            "Guy and Smith 1956: a move takes at most {most} and leaves at most two heaps, and the values repeat up to n = {needed}",
            "Guy 与 Smith (1956)：每步最多取 {most}，最多留下两堆，且值的重复已延续到 n = {needed}",
            most = splits.most,
            needed = needed
        )
    })
}

/// The first values by the engine of the code that the rule is: where the rule takes boundedly many and divides in every way
/// from some small bound on, it is the code for all heaps if it is for those compared.
pub(crate) fn by_code(rule: &Rule, length: usize, meter: &mut Meter) -> Option<Vec<u32>> {
    let splits = splits::splits(rule)?;
    let known = rule.shown_alone()?;
    let rules = known.rules?;
    let most = rules.digits().len() as u64;
    let Evidence::Compared(compared) = known.evidence else {
        return None;
    };
    if rules.takes().is_some() || 2 * (splits.from + splits.most + most) > compared {
        return None;
    }
    let memory = usize::try_from(meter.bytes_left()).unwrap_or(usize::MAX);
    let mut sequence = Sequence::new(rules, Limits { memory });
    let mut values = Vec::new();
    while values.len() < length {
        let before = values.len();
        sequence.next_block(&mut values).ok()?;
        let more = (values.len() - before) as u64;
        meter.spend(more, 4 * more).ok()?;
    }
    values.truncate(length);
    Some(values)
}

/// Whether a form of one coordinate that holds for all `length` heaps looked at holds for all others, given the proved period.
pub(crate) fn follows(
    proved: &Proved,
    subject: Subject,
    form: &Form,
    name: &str,
    values: &[u32],
) -> bool {
    let (start, period, saltus) = match subject {
        Subject::Values => (proved.preperiod, proved.period, i64::from(proved.saltus)),
        Subject::Losing if proved.saltus == 0 => (proved.preperiod, proved.period, 0),
        // Once every value has grown there are no zeros.
        Subject::Losing => (proved.preperiod + proved.period, 1, 0),
    };
    let told = match form {
        Form::Periodic {
            preperiod,
            period,
            saltus,
            ..
        } => Some((*preperiod as usize, *period as usize, i64::from(*saltus))),
        Form::Formula {
            expression,
            exceptions,
        } => Formula::parse(expression, &[name])
            .ok()
            .and_then(|formula| eventual::eventual(formula.code()))
            .map(|mut told| {
                let last = exceptions
                    .iter()
                    .filter_map(|(place, _)| place.first())
                    .max();
                let after = last.map_or(0, |&last| last as usize + 1);
                told.0 = told.0.max(after);
                told
            }),
        _ => None,
    };
    let Some((from, every, grows)) = told else {
        return false;
    };
    let Some(both) = eventual::common(period, every) else {
        return false;
    };
    let rounds = |period: usize| (both / period.max(1)) as i64;
    saltus.checked_mul(rounds(period)) == grows.checked_mul(rounds(every))
        && start.max(from).saturating_add(both) <= values.len()
}

/// What the form of the rule alone proves: the text of a formula for the subject, and the theorem.
pub(crate) fn by_form(rule: &Rule, names: &[String]) -> Vec<(Subject, String, Message)> {
    let mut found = Vec::new();
    if let Some(takes) = rule.takes_by_form() {
        let name = &names[0];
        match takes {
            Takes::These(runs) => {
                // Runs that leave no gap are one.
                let mut end = 0;
                let whole = runs.iter().all(|&(low, high)| {
                    let joins = low <= end + 1;
                    end = end.max(high);
                    joins
                });
                if whole && end < i64::MAX as u64 {
                    let theorem = || {
                        message!(
                            "one may take 1 to {most}: a remainder modulo {modulus} can always be restored (Bachet 1612)",
                            "可取 1 到 {most}：总能恢复模 {modulus} 的余数（Bachet 1612）",
                            most = end,
                            modulus = end + 1
                        )
                    };
                    let rest = format!("{name}%{}", end + 1);
                    found.push((Subject::Losing, format!("{rest} == 0"), theorem()));
                    found.push((Subject::Values, rest, theorem()));
                }
            }
            Takes::AllBut(missing) if missing.is_empty() => {
                let theorem = || message!("it is Nim (Bouton 1901)", "这就是 Nim（Bouton 1901）");
                found.push((Subject::Losing, format!("{name} == 0"), theorem()));
                found.push((Subject::Values, name.clone(), theorem()));
            }
            _ => {}
        }
    }
    if let ([_], Some(text)) = (names, ranked::value(rule)) {
        let theorem = message!(
            "some move leads to each smaller number that a function distinguishes, and every smaller value has occurred before: by induction",
            "每步可到由一个函数区分出的每个更小的数，而更小的值此前都已取到：由归纳即得"
        );
        found.push((Subject::Values, text, theorem));
    }
    if let ([n, q], Some(by)) = (names, schwenk::factor(rule)) {
        let condition = match by {
            1 => format!("{n} == 0 or ({n} & -{n}) > {q}"),
            2 => format!("{n} == 0 or zeckendorf({n}) > {q}"),
            _ => format!("{n} == 0 or zeckendorf({n},{by}) > {q}"),
        };
        let theorem = message!(
            "one may take up to {by} times what was just taken: the smallest part of {n}, as a sum of the numbers of these games, must be out of reach (Schwenk 1970)",
            "最多可取上一次所取的 {by} 倍：把 {n} 写成这类游戏的数之和时，最小的一项必须取不到（Schwenk 1970）",
            by = by as u64,
            n = n.clone()
        );
        found.push((Subject::Losing, condition, theorem));
    }
    match (rule.heaps_by_form(), names) {
        (Some("wythoff"), [x, y]) => found.push((
            Subject::Losing,
            format!("min({x},{y}) == (abs({x}-{y}) + sqrt(5*abs({x}-{y})^2))/2"),
            message!(
                "it is Wythoff's game (Wythoff 1907)",
                "这就是 Wythoff 博弈（Wythoff 1907）"
            ),
        )),
        (Some(_), [x, y]) => {
            let theorem = || {
                message!(
                    "it is Nim with two heaps (Bouton 1901)",
                    "这就是两堆 Nim（Bouton 1901）"
                )
            };
            found.push((Subject::Losing, format!("{x} == {y}"), theorem()));
            found.push((Subject::Values, format!("{x} xor {y}"), theorem()));
        }
        _ => {}
    }
    found
}
