//! Patterns of rules that may say something else of large numbers than of small ones: they must hold farther out, or are not told.

use super::afar::{Afar, Verdict};
use super::data::{Data, Hypothesis};
use super::finding::{Evidence, Form, Subject};
use super::reach::{self, Reach};
use super::report::{Refusal, Report};
use super::search::{checked, guess_in};
use crate::budget::{Exhausted, Meter};
use crate::rule::Rule;

/// A rule whose patterns must hold for large numbers too, if its form says so.
pub(super) struct Scaled<'r> {
    rule: &'r Rule,
    reach: Reach,
    afar: Option<Afar>,
}

impl<'r> Scaled<'r> {
    pub(super) fn of(rule: &'r Rule) -> Scaled<'r> {
        Scaled {
            rule,
            reach: reach::of(rule),
            afar: None,
        }
    }

    /// What may be told of a guess that holds for all the data, or of the next one where it fails in a longer table.
    pub(super) fn told(
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
