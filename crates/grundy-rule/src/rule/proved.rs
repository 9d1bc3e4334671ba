//! Positions of a rule beyond every table, by the patterns of its values that are proved.
//!
//! Patterns are sought as whoever asks for them would: from small positions, once for each rule, with half of what one question may spend.
//! Only those that a theorem proves for all positions tell anything.

use crate::budget::Exhausted;
use crate::engine::Work;
use crate::message;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::pattern::{self, Evidence, Report, Scope, Subject, Teller};
use crate::quotient::Outcome;
use crate::reason::{NoTheorem, Reason};
use crate::rule::{Measure, Position, Rule, Unfilled};
use crate::ruleset::{OnPatterns, OnReached, Patterned};
use crate::text::Message;

/// What was found of one rule, once it was sought.
#[derive(Default)]
struct Sought(Option<Result<Proved, Reason>>);

/// Patterns that are proved, those of the values first.
struct Proved(Vec<(Teller<'static>, Message)>);

impl Proved {
    /// Those of a report.
    fn of(report: Report) -> Result<Proved, Reason> {
        let (is_observed, cut) = (!report.findings.is_empty(), report.cut);
        let mut proved = Vec::new();
        for wanted in [Subject::Values, Subject::Losing] {
            for found in &report.findings {
                let is_proved = matches!(found.evidence, Evidence::Proved { .. });
                if found.subject == wanted
                    && is_proved
                    && let Some(teller) = Teller::owning(found, &report.names)
                {
                    proved.push((teller, found.message()));
                }
            }
        }
        match (proved.is_empty(), is_observed) {
            (true, true) => Err(NoTheorem::OnlyObserved.into()),
            (true, false) => Err(cut.map_or(NoTheorem::Value.into(), Reason::from)),
            (false, _) => Ok(Proved(proved)),
        }
    }

    /// What they tell of a position.
    fn told(&self, place: &[u64]) -> Option<Patterned> {
        self.0.iter().find_map(|(teller, because)| {
            let told = teller.exact(place)?;
            let value = match teller.subject() {
                Subject::Values => Some(told),
                // A P-position has the value 0.
                Subject::Losing => (told == 0).then_some(0),
            };
            Some(Patterned {
                outcome: if told == 0 { Outcome::P } else { Outcome::N },
                value: value.map(|value| Nimber(Natural::from(value))),
                because: message!(
                    "by a pattern of all positions: {pattern}",
                    "由适用于所有局面的规律得出：{pattern}",
                    pattern = because.clone()
                ),
            })
        })
    }
}

impl Rule {
    /// Seeks patterns with half of what may be spent.
    fn seek(&self, work: &mut Work) -> Result<Result<Proved, Reason>, Reason> {
        let mut part = work.meter.part(2);
        let found = pattern::find(&[], self, &Scope::default(), &mut part);
        work.meter.settle(&part);
        work.meter.release(part.bytes_held());
        match found {
            Ok(report) => Ok(Proved::of(report)),
            Err(Unfilled::Exhausted(Exhausted::Interrupted)) => Err(Reason::Interrupted),
            Err(unfilled) => Ok(Err(unfilled.reason(self))),
        }
    }
}

impl OnPatterns<Position> for Rule {
    fn is_beyond(&self, head: &str, position: &Position, work: &mut Work) -> bool {
        let Some(coordinates) = position.coordinates() else {
            return false;
        };
        let sides = coordinates.iter().take(self.arity());
        let cells = sides.fold(1u64, |cells, side| {
            cells.saturating_mul(side.unsigned_abs().saturating_add(1))
        });
        cells > work.meter.room(4) as u64
            && *self.measure() != Measure::Unknown
            && !self.is_little(head, position, work)
    }

    fn told(&self, head: &str, position: &Position, work: &mut Work) -> Result<Patterned, Reason> {
        let coordinates = position.coordinates().ok_or(NoTheorem::Value)?;
        let sides = coordinates.iter().take(self.arity());
        let place: Vec<u64> = sides.map(|side| side.unsigned_abs()).collect();
        if work.tables.of::<Sought>(head).0.is_none() {
            let found = self.seek(work)?;
            work.tables.of::<Sought>(head).0 = Some(found);
        }
        match &work.tables.of::<Sought>(head).0 {
            Some(Ok(proved)) => proved.told(&place).ok_or(NoTheorem::Value.into()),
            Some(Err(why)) => Err(why.clone()),
            None => Err(NoTheorem::Value.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::nimber::Nimber;
    use crate::quotient::{Outcome, Play};
    use crate::reason::Reason;
    use crate::rule::Rule;
    use crate::solve::{Engine, Solver};
    use grundy_core::Sum;
    use grundy_core::answer::Answer;

    fn answer(rule: &str, positions: &[&[u64]]) -> Answer {
        let rule = Rule::parse(rule).expect("a rule");
        let positions = positions
            .iter()
            .map(|at| rule.position(at).expect("a position"));
        let part = rule.clone().part(&[], positions.collect());
        let mut solver = Solver::new();
        solver.budget.time = Some(std::time::Duration::from_secs(4));
        solver.solve(&Sum::new(vec![part]), Play::Normal)
    }

    #[test]
    fn far_positions_are_told_by_what_is_proved() {
        let far = 1_000_000_000_000_000_000;
        let (rule, last) = ("n -> k for k in 0..n if k%3 != n%3", far + 1);
        // G(n) = n%3.
        let alone = answer(rule, &[&[far]]);
        assert_eq!(alone.outcome, Some(Outcome::N), "{alone:?}");
        assert_eq!(alone.value, Some(Nimber::from((far % 3) as u32)));
        assert_eq!(alone.components[0].engine, Some(Engine::Pattern));
        let because = alone.components[0]
            .because
            .clone()
            .expect("a reason")
            .to_string();
        assert!(because.contains("n%3; proved: "), "{because}");
        let both = answer(rule, &[&[far], &[last]]);
        assert_eq!(both.value, Some(Nimber::from(1u32 ^ 2)));
        assert_eq!(both.components[1].because, alone.components[0].because);
    }

    #[test]
    fn pairs_beyond_every_table_are_told_too() {
        let rule = "(x,y) -> (x-k,y) for k in 1..=2; (x,y) -> (x,y-k) for k in 1..=3";
        let told = answer(rule, &[&[1_000_000_000_000, 5_000_000_000_000_000_000]]);
        assert_eq!(told.value, Some(Nimber::from(1u32)), "{told:?}");
        assert_eq!(told.components[0].engine, Some(Engine::Pattern));
    }

    #[test]
    fn what_is_only_observed_tells_nothing() {
        let told = answer(
            "n -> n-k for k in 1..=n if (n/k)%2 == 1",
            &[&[1_000_000_000_000]],
        );
        assert_eq!(told.outcome, None);
        let why = told.unknown.expect("a reason");
        assert!(matches!(why, Reason::OnlyObserved(_)), "{why}");
        assert!(matches!(why.root(), Reason::Exhausted(_)), "{why}");
        assert!(why.to_string().contains("`grundy find`"), "{why}");
    }
}
