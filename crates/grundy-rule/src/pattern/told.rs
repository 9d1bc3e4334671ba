//! What a pattern says of one position.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::automaton;
use super::descent;
use super::finding::{Finding, Form, Subject};
use crate::rule::{FaultKind, Formula};

/// A pattern ready to be asked what it says of a position.
///
/// ```
/// use grundy_rule::pattern::{Form, Subject, Teller};
/// let form = Form::Formula { expression: "n%4".to_owned(), exceptions: vec![] };
/// let names = ["n".to_owned()];
/// let teller = Teller::new(&form, Subject::Values, &names).unwrap();
/// assert_eq!(teller.tell(&[10]), Some(2));
/// ```
#[derive(Debug)]
pub struct Teller<'f> {
    form: Cow<'f, Form>,
    subject: Subject,
    formula: Option<Formula>,
    terms: BTreeSet<u64>,
}

/// What no value is.
const NONE: u32 = u32::MAX;

impl<'f> Teller<'f> {
    /// Of a pattern over coordinates of these names; none of the name of a game, nor of words and what is counted.
    pub fn new(form: &'f Form, subject: Subject, names: &[String]) -> Option<Teller<'f>> {
        let (formula, terms) = ready(form, names)?;
        Some(Teller {
            form: Cow::Borrowed(form),
            subject,
            formula,
            terms,
        })
    }

    /// The same of a pattern that was found, which it keeps.
    pub(crate) fn owning(found: &Finding, names: &[String]) -> Option<Teller<'static>> {
        let (formula, terms) = ready(&found.form, names)?;
        Some(Teller {
            form: Cow::Owned(found.form.clone()),
            subject: found.subject,
            formula,
            terms,
        })
    }

    /// What it is about.
    pub(crate) fn subject(&self) -> Subject {
        self.subject
    }

    /// The value of any size, or of P-positions 0 for P and 1 for N; `None` where there is none, or the formula exceeds 64 bits.
    pub(crate) fn exact(&self, place: &[u64]) -> Option<u64> {
        let heap = place.first().copied().unwrap_or(0);
        match &*self.form {
            Form::Periodic {
                preperiod,
                period,
                saltus,
                values,
            } => {
                let rounds = heap.saturating_sub(*preperiod) / (*period).max(1);
                let first = usize::try_from(heap - rounds * period).ok()?;
                let grown = rounds.checked_mul(u64::from(*saltus))?;
                u64::from(*values.get(first)?).checked_add(grown)
            }
            Form::Descent { first, cases } => descent::value(first, cases, heap),
            Form::Formula { exceptions, .. } if self.subject == Subject::Values => {
                let mut exceptions = exceptions.iter();
                if let Some((_, value)) = exceptions.find(|(at, _)| at == place) {
                    return Some(u64::from(*value));
                }
                let value = self.formula.as_ref()?.value(place).ok()?;
                u64::try_from(value).ok()
            }
            _ => self.tell(place).filter(|&told| told != NONE).map(u64::from),
        }
    }

    /// The Grundy value, or of P-positions 0 for P and 1 for N; `None` where the formula exceeds 64 bits.
    pub fn tell(&self, place: &[u64]) -> Option<u32> {
        let heap = place.first().copied().unwrap_or(0);
        match &*self.form {
            Form::Periodic { .. } | Form::Descent { .. } => u32::try_from(self.exact(place)?).ok(),
            Form::Formula { exceptions, .. } => {
                let mut exceptions = exceptions.iter();
                if let Some((_, value)) = exceptions.find(|(at, _)| at == place) {
                    return Some(*value);
                }
                match self.formula.as_ref()?.value(place) {
                    // A condition that holds means P, which is 0.
                    Ok(holds) if self.subject == Subject::Losing => Some(u32::from(holds == 0)),
                    Ok(value) => Some(u32::try_from(value).unwrap_or(NONE)),
                    Err(fault) if fault.kind == FaultKind::Overflow => None,
                    Err(_) => Some(NONE),
                }
            }
            Form::Recurrence { .. } => {
                let all = self.terms.len() < MOST_TERMS || self.terms.last() >= Some(&heap);
                all.then(|| u32::from(!self.terms.contains(&heap)))
            }
            Form::Automaton {
                base,
                most_first,
                next,
                accepting,
            } => automaton::accepts(*base, *most_first, next, accepting, heap)
                .map(|lost| u32::from(!lost)),
            Form::Game { .. } | Form::Counted { .. } | Form::Language { .. } => None,
        }
    }
}

/// Most terms that are followed: recurrences that grow by a constant have many.
const MOST_TERMS: usize = 1 << 20;

/// All terms below 2^63, or as many as are followed.
fn terms(first: &[u64], coefficients: &[i64], constant: i64) -> BTreeSet<u64> {
    let mut terms = first.to_vec();
    while terms.len() < MOST_TERMS {
        let before = coefficients.iter().zip(terms.iter().rev());
        let next = before.fold(i128::from(constant), |sum, (&by, &term)| {
            sum + i128::from(by) * i128::from(term)
        });
        match i64::try_from(next) {
            Ok(next) if next as u64 > terms.last().copied().unwrap_or(0) => terms.push(next as u64),
            _ => break,
        }
    }
    terms.into_iter().collect()
}

/// What is got ready of a pattern before it is asked: the formula, or the terms of a recurrence.
fn ready(form: &Form, names: &[String]) -> Option<(Option<Formula>, BTreeSet<u64>)> {
    Some(match form {
        Form::Game { .. } | Form::Counted { .. } | Form::Language { .. } => return None,
        Form::Formula { expression, .. } => {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            (
                Some(Formula::parse(expression, &names).ok()?),
                BTreeSet::new(),
            )
        }
        Form::Recurrence {
            first,
            coefficients,
            constant,
        } => (None, terms(first, coefficients, *constant)),
        Form::Periodic { .. } | Form::Descent { .. } | Form::Automaton { .. } => {
            (None, BTreeSet::new())
        }
    })
}
