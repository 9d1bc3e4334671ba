//! Which option keeps play from being seen to end, and what would show that it ends.

use super::{WORK, contradicts, measure_of, terms_of};
use crate::message;
use crate::notation::shortened;
use crate::rule::Rule;
use crate::rule::linear::Linear;
use crate::rule::syntax::{Body, Clause, Coordinate, Kind, Pattern, Term};
use crate::text::Message;

impl Rule {
    /// Whether every play ends, and why; where it is not seen, what would show it.
    ///
    /// ```
    /// use grundy::rule::Rule;
    /// use grundy::text::Lang;
    /// let rule = Rule::parse("n -> n-1 | n/2").unwrap();
    /// let told = rule.ending().render(Lang::En);
    /// assert!(told.ends_with("n/2 may not be smaller; a guard such as if n > 0 may show that play ends"));
    /// ```
    pub fn ending(&self) -> Message {
        let told = self.measure().describe();
        match self.remedy() {
            None => told,
            Some(remedy) => message!(
                "{told}; {remedy}",
                "{told}；{remedy}",
                told = told,
                remedy = remedy
            ),
        }
    }

    /// What keeps it from being seen that every play ends, and what would show it; `None` where it is seen.
    pub fn remedy(&self) -> Option<Message> {
        if self.measure().is_known() {
            return None;
        }
        let culprit = self.culprit();
        if let Some(still) = culprit.as_ref().filter(|it| it.changed().is_none()) {
            return Some(message!(
                "the move to {option} leaves the position unchanged, so play may never end; remove it",
                "走到 {option} 的一步不改变局面，对局可能永不结束；请删去这种走法",
                option = shortened(&written(still.option))
            ));
        }
        let named = culprit.and_then(|culprit| Some((culprit.name()?.to_owned(), culprit)));
        let Some((name, culprit)) = named else {
            return Some(message!(
                "one move may undo another; a guard that allows only one of them, or a coordinate that counts the remaining moves, may show that play ends",
                "一个后继可能抵消另一个；加条件只许其一，或增设一个计剩余步数的坐标，即可证明对局结束"
            ));
        };
        let option = shortened(&written(culprit.option));
        Some(if let Some((one, other)) = culprit.exchanged() {
            message!(
                "{option} may lead back; a guard such as if {one} > {other} may show that play ends",
                "{option} 可能走回原处；加条件（如 if {one} > {other}）或可证明对局结束",
                option = option,
                one = one,
                other = other
            )
        } else if culprit.grows {
            message!(
                "{option} may grow for ever; a bound such as if {name} < 100 may show that play ends",
                "{option} 可能一直增大；加上界（如 if {name} < 100）或可证明对局结束",
                option = option,
                name = name
            )
        } else {
            message!(
                "{option} may not be smaller; a guard such as if {name} > 0 may show that play ends",
                "{option} 未必更小；加条件（如 if {name} > 0）或可证明对局结束",
                option = option,
                name = name
            )
        })
    }

    /// The option that keeps it from being seen that every play ends, with the guard that may show it, as in `n/2 if n > 0`; `None` where it is
    /// seen, or where other things would show it.
    pub fn guarded(&self) -> Option<String> {
        if self.measure().is_known() {
            return None;
        }
        let culprit = self.culprit()?;
        let name = culprit.name()?;
        if culprit.grows || culprit.exchanged().is_some() {
            return None;
        }
        let option = shortened(&written(culprit.option));
        Some(format!("{option} if {name} > 0"))
    }

    /// The first option of which by itself no measure is seen.
    fn culprit(&self) -> Option<Culprit<'_>> {
        let program = self.program();
        let options = |clause: &'_ Clause| matches!(clause.body, Body::Options(_));
        let clauses = self
            .expanded
            .clauses
            .iter()
            .filter(|clause| options(clause));
        for (syntax, clause) in clauses.zip(&program.moves) {
            let Body::Options(sums) = &syntax.body else {
                continue;
            };
            for (place, sum) in sums.iter().enumerate() {
                let mut one = clause.clone();
                one.options = vec![clause.options.get(place)?.clone()];
                let terms = terms_of(program, &one, &mut WORK.clone());
                let seen = |terms: &Vec<_>| measure_of(terms, program.arity).is_some();
                if terms.as_ref().is_some_and(seen) {
                    continue;
                }
                let mut culprit = Culprit {
                    pattern: &syntax.pattern,
                    option: sum,
                    grows: false,
                };
                if let (Some(place), Some(terms)) = (culprit.changed(), terms) {
                    culprit.grows = terms.iter().any(|term| {
                        let fallen = Linear::variable(place).minus(&term.coordinates[place]);
                        contradicts(&term.system, fallen, 0, &mut WORK.clone())
                    });
                }
                return Some(culprit);
            }
        }
        None
    }
}

/// An option as it is written.
fn written(sum: &[Term]) -> String {
    let terms = sum.iter().map(|term| {
        let numbers = term.coordinates.iter().map(ToString::to_string);
        let numbers = numbers.collect::<Vec<_>>().join(",");
        match term.coordinates.len() {
            1 => numbers,
            _ => format!("({numbers})"),
        }
    });
    terms.collect::<Vec<_>>().join(" + ")
}

/// An option of which no measure is seen.
struct Culprit<'r> {
    pattern: &'r Pattern,
    option: &'r [Term],
    /// Whether the first coordinate that it changes is seen to become larger.
    grows: bool,
}

impl Culprit<'_> {
    fn named(&self, place: usize) -> Option<&str> {
        match self.pattern.coordinates.get(place) {
            Some(Coordinate::Name(name)) => Some(&name.text),
            _ => None,
        }
    }

    /// The first coordinate that the option changes.
    fn changed(&self) -> Option<usize> {
        let changes = |place: usize| {
            let mut terms = self.option.iter();
            terms.any(|term| match &term.coordinates[place].kind {
                Kind::Name(name) => self.named(place) != Some(name),
                _ => true,
            })
        };
        (0..self.pattern.coordinates.len()).find(|&place| changes(place))
    }

    /// Its name, where it has one.
    fn name(&self) -> Option<&str> {
        self.changed().and_then(|place| self.named(place))
    }

    /// Two coordinates of which one takes the place of the other, where the option is nothing else.
    fn exchanged(&self) -> Option<(&str, &str)> {
        let [term] = self.option else {
            return None;
        };
        let names: Option<Vec<&str>> = (term.coordinates.iter())
            .map(|number| match &number.kind {
                Kind::Name(name) => Some(&name[..]),
                _ => None,
            })
            .collect();
        let names = names?;
        let own: Option<Vec<&str>> = (0..names.len()).map(|place| self.named(place)).collect();
        let (mut sorted, mut own) = (names.clone(), own?);
        let place = (0..names.len()).find(|&place| names[place] != own[place])?;
        let pair = (own[place], names[place]);
        sorted.sort_unstable();
        own.sort_unstable();
        (sorted == own).then_some(pair)
    }
}
