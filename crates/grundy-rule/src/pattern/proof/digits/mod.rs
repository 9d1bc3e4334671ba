//! Patterns that are decided for all numbers by automata that read their digits.
//!
//! Let the moves of a rule, and a pattern of its values, be said by sums of multiples of numbers, comparisons, remainders, the digits of numbers in
//! one base and "for some number". Then so is that the pattern fails: that some move leads from a position to one of which it tells the same,
//! or that it tells a value below which another is missing among the options. Whether anything fails is decided by an automaton that reads all
//! numbers at once (J. R. Büchi 1960; V. Bruyère, G. Hansel, C. Michaux and R. Villemaire 1994). If nothing fails and every play
//! ends, the pattern tells the values of all positions, by induction along play.
//!
//! The same decides that the second player always has an answer that leads back into a set of positions: that strategy needs no values.

mod fact;
mod machine;
mod reading;
mod relations;

use std::rc::Rc;

use self::fact::{Fact, Term};
use self::machine::{Steps, Track};
use self::reading::{Names, Reader, Scope, Stands, each_expression, each_part};
use super::super::finding::{Form, Subject};
use crate::budget::{Exhausted, Meter};
use crate::message;
use crate::quotient::Play;
use crate::rule::syntax::{Expression, Function, Kind, Operator};
use crate::rule::{Formula, Rule};
use crate::text::Message;

/// Steps that one pattern may cost.
const STEPS: u64 = 24_000_000;

/// Steps that count as a position looked at.
const POSITION: u64 = 64;

/// What is decided of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It holds for all positions.
    Holds(Message),
    /// Somewhere it fails.
    Fails,
    /// It cannot be said here, or there is too much to go through.
    Open,
}

/// A pattern as it is asked for.
enum Pattern {
    Number(Expression),
    Condition(Expression),
    /// An automaton that accepts P-positions.
    Digits(Rc<machine::Machine>),
}

struct Question<'q> {
    rule: &'q Rule,
    names: &'q [String],
    pattern: Pattern,
    /// Positions of which the pattern says something else.
    exceptions: &'q [(Vec<u64>, u32)],
    reader: Reader,
}

/// Whether a formula, or an automaton that reads digits, holds for all positions of a rule: its values, or its P-positions. `names` are those of
/// the coordinates in the formula.
///
/// ```
/// use grundy::budget::Meter;
/// use grundy::pattern::{Decided, Form, Subject, decided};
/// use grundy::rule::Rule;
/// let rule = Rule::parse("(x,y) -> (x-k,y) | (x,y-k) for k in 1..").unwrap();
/// let names = ["x".to_owned(), "y".to_owned()];
/// let mut ask = |text: &str| {
///     let form = Form::Formula { expression: text.to_owned(), exceptions: vec![] };
///     let play = grundy::Play::Normal;
///     decided(&rule, &names, play, Subject::Values, &form, &mut Meter::new(&Default::default())).unwrap()
/// };
/// assert!(matches!(ask("x xor y"), Decided::Holds(_)));
/// assert_eq!(ask("(x xor y)%64"), Decided::Fails);
/// assert_eq!(ask("sqrt(x)"), Decided::Open);
/// ```
///
/// # Errors
/// That whoever asks has given up.
pub fn decided(
    rule: &Rule,
    names: &[String],
    play: Play,
    subject: Subject,
    form: &Form,
    meter: &mut Meter,
) -> Result<Decided, Exhausted> {
    if !rule.measure().is_known() || !rule.program().values.is_empty() {
        return Ok(Decided::Open);
    }
    let Some(mut question) = Question::new(rule, names, form, meter) else {
        return Ok(Decided::Open);
    };
    let before = question.reader.steps.left();
    let fails = question.fails(play, subject);
    meter.spend((before - question.reader.steps.left()) / POSITION, 0)?;
    Ok(match fails {
        None => Decided::Open,
        Some(true) => Decided::Fails,
        Some(false) => Decided::Holds(theorem(play, subject, question.reader.base)),
    })
}

/// Whether every move from a position of a set, of which a condition tells, has an answer that leads back into it: then all of them are lost.
///
/// # Errors
/// That whoever asks has given up.
pub(crate) fn answers(
    rule: &Rule,
    names: &[String],
    condition: &str,
    meter: &mut Meter,
) -> Result<bool, Exhausted> {
    if !rule.measure().is_known() || !rule.program().values.is_empty() {
        return Ok(false);
    }
    let form = Form::Formula {
        expression: condition.to_owned(),
        exceptions: Vec::new(),
    };
    let Some(mut question) = Question::new(rule, names, &form, meter) else {
        return Ok(false);
    };
    let before = question.reader.steps.left();
    let fails = question.is_unanswered();
    meter.spend((before - question.reader.steps.left()) / POSITION, 0)?;
    Ok(fails == Some(false))
}

fn theorem(play: Play, subject: Subject, base: usize) -> Message {
    let base = base as u64;
    match (play, subject) {
        (Play::Misere, _) => message!(
            "from a P-position there is a move, and none to another; from every other position that has a move there is one to a P-position; an automaton that reads digits in base {base} (Büchi 1960) decides this for all numbers",
            "必败态有走法，但没有到必败态的走法；其余有走法的局面都有到必败态的走法；这对一切数成立，由读 {base} 进制数字的自动机（Büchi 1960）判定",
            base = base
        ),
        (_, Subject::Losing) => message!(
            "no move leads from a P-position to another, and from every other position some move leads to one; an automaton that reads digits in base {base} (Büchi 1960) decides this for all numbers",
            "必败态之间没有走法，而其余局面都有到必败态的走法；这对一切数成立，由读 {base} 进制数字的自动机（Büchi 1960）判定",
            base = base
        ),
        (_, Subject::Values) => message!(
            "no move keeps the value, and some move leads to every smaller one; an automaton that reads digits in base {base} (Büchi 1960) decides this for all numbers",
            "没有走法保持该值，而每个更小的值都有走法可达；这对一切数成立，由读 {base} 进制数字的自动机（Büchi 1960）判定",
            base = base
        ),
    }
}

impl<'q> Question<'q> {
    fn new(
        rule: &'q Rule,
        names: &'q [String],
        form: &'q Form,
        meter: &Meter,
    ) -> Option<Question<'q>> {
        let mut bases = Bases::default();
        for clause in &rule.expanded().clauses {
            each_expression(clause, &mut |part| bases.see(part));
        }
        let (formula, exceptions) = match form {
            Form::Formula {
                expression,
                exceptions,
            } => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let formula = Formula::parse(expression, &names).ok()?;
                each_part(formula.expression(), &mut |part| bases.see(part));
                (Some(formula), &exceptions[..])
            }
            Form::Automaton { base, .. } => {
                bases.all.push(i64::from(*base));
                (None, &[][..])
            }
            _ => return None,
        };
        let base = bases.one()?;
        let steps = STEPS.min(meter.positions_left().saturating_mul(POSITION) / 4);
        let mut reader = Reader::new(rule.expanded(), base, Steps::new(steps, meter))?;
        let pattern = match (formula, form) {
            (Some(formula), _) if formula.is_condition() => {
                Pattern::Condition(formula.expression().clone())
            }
            (Some(formula), _) => Pattern::Number(formula.expression().clone()),
            (
                None,
                Form::Automaton {
                    base,
                    most_first,
                    next,
                    accepting,
                },
            ) => {
                // Where the rule needs digits of another base, the automaton cannot be held beside it.
                let base = *base as usize;
                if base != reader.base {
                    return None;
                }
                let read = relations::read(base, *most_first, next, accepting, &mut reader.steps);
                Pattern::Digits(Rc::new(read.ok()?))
            }
            _ => return None,
        };
        Some(Question {
            rule,
            names,
            pattern,
            exceptions,
            reader,
        })
    }

    /// Whether something contradicts the pattern; `None` where that is not decided.
    fn fails(&mut self, play: Play, subject: Subject) -> Option<bool> {
        let contradictions = match (&self.pattern, subject, play) {
            (Pattern::Number(_), Subject::Values, Play::Normal) => {
                [Question::no_value, Question::kept, Question::missing]
            }
            (Pattern::Condition(_) | Pattern::Digits(_), Subject::Losing, Play::Normal) => {
                [Question::none, Question::lost_to_lost, Question::no_way_out]
            }
            (Pattern::Condition(_) | Pattern::Digits(_), Subject::Losing, Play::Misere) => [
                Question::stuck,
                Question::lost_to_lost,
                Question::no_way_out_but_stuck,
            ],
            _ => return None,
        };
        for contradiction in contradictions {
            let fact = contradiction(self)?;
            let base = self.reader.base;
            let machine = fact.machine(base, &mut self.reader.steps).ok()?;
            if !machine.is_empty() {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_unanswered(&mut self) -> Option<bool> {
        let position = self.position();
        let inside = self.is_lost(&terms(&position))?;
        let mut all = Vec::new();
        let moves = self.reader.moves(self.rule.expanded(), &position)?;
        for way in moves {
            let [left] = &way.left[..] else { return None };
            let mut scope = way.scope;
            // What is left, as numbers of their own.
            let mut next = Vec::new();
            for term in left {
                next.push(match term.single() {
                    Some(track) => track,
                    None => {
                        let track = self.reader.fresh();
                        scope.tracks.push(track);
                        scope.facts.push(Fact::equal(term, &Term::of(track))?);
                        track
                    }
                });
            }
            let answer = self.some_lost(&next)?;
            all.push(scope.around(answer.not()));
        }
        let fact = Fact::All(vec![inside, Fact::Any(all)]);
        let base = self.reader.base;
        let machine = fact.machine(base, &mut self.reader.steps).ok()?;
        Some(!machine.is_empty())
    }

    /// Numbers for the coordinates of a position.
    fn position(&mut self) -> Vec<Track> {
        (0..self.names.len()).map(|_| self.reader.fresh()).collect()
    }

    /// Whether this is one of the exceptions, and which.
    fn excepted(&self, at: &[Term], told: &dyn Fn(u32) -> Option<Fact>) -> Option<Vec<Fact>> {
        let is = |place: &[u64]| -> Option<Vec<Fact>> {
            let numbers = at.iter().zip(place);
            let equal = numbers.map(|(term, &number)| {
                Fact::equal(term, &Term::number(i64::try_from(number).ok()?))
            });
            equal.collect()
        };
        let mut ways = Vec::new();
        let mut none = Vec::new();
        for (place, value) in self.exceptions {
            let mut here = is(place)?;
            none.push(Fact::All(here.clone()).not());
            here.push(told(*value)?);
            ways.push(Fact::All(here));
        }
        // Last, that it is none of them.
        ways.push(Fact::All(none));
        Some(ways)
    }

    /// What the names of a pattern stand for.
    fn named(&self, at: &[Term]) -> Names {
        let names = self.names.iter().cloned();
        names.zip(at.iter().cloned().map(Stands::For)).collect()
    }

    /// That the pattern tells this value of a position.
    fn is_worth(&mut self, at: &[Term], value: &Term) -> Option<Fact> {
        let Pattern::Number(number) = &self.pattern else {
            return None;
        };
        let number = number.clone();
        let names = self.named(at);
        let mut scope = Scope::default();
        let told = self.reader.number(&number, &names, &mut scope)?;
        let own = scope.around(Fact::equal(&told, value)?);
        if self.exceptions.is_empty() {
            return Some(own);
        }
        let is = |number: u32| Fact::equal(value, &Term::number(i64::from(number)));
        let mut ways = self.excepted(at, &is)?;
        let none = ways.pop()?;
        ways.push(Fact::All(vec![none, own]));
        Some(Fact::Any(ways))
    }

    /// That a sum of positions is worth this.
    fn is_worth_together(&mut self, all: &[Vec<Term>], value: &Term) -> Option<Fact> {
        match all {
            [] => Some(Fact::Zero(value.clone())),
            [one] => self.is_worth(one, value),
            all => {
                let mut scope = Scope::default();
                let mut values = Vec::new();
                for one in all {
                    let track = self.reader.fresh();
                    scope.tracks.push(track);
                    let fact = self.is_worth(one, &Term::of(track))?;
                    scope.facts.push(fact);
                    values.push(Term::of(track));
                }
                let sum = self.reader.nim_sum(&values, &mut scope)?;
                Some(scope.around(Fact::equal(&sum, value)?))
            }
        }
    }

    /// That the pattern calls a position lost.
    fn is_lost(&mut self, at: &[Term]) -> Option<Fact> {
        let own = match &self.pattern {
            Pattern::Number(_) => return None,
            Pattern::Condition(condition) => {
                let condition = condition.clone();
                let names = self.named(at);
                self.reader.condition(&condition, &names)?
            }
            Pattern::Digits(machine) => {
                let machine = Rc::clone(machine);
                let [term] = at else { return None };
                let mut scope = Scope::default();
                let track = match term.single() {
                    Some(track) => track,
                    None => {
                        let track = self.reader.fresh();
                        scope.tracks.push(track);
                        scope.facts.push(Fact::equal(term, &Term::of(track))?);
                        track
                    }
                };
                scope.around(Fact::Digits(machine, vec![track]))
            }
        };
        if self.exceptions.is_empty() {
            return Some(own);
        }
        let is = |value: u32| match value {
            0 => Some(Fact::All(Vec::new())),
            _ => Some(Fact::Any(Vec::new())),
        };
        let mut ways = self.excepted(at, &is)?;
        let none = ways.pop()?;
        ways.push(Fact::All(vec![none, own]));
        Some(Fact::Any(ways))
    }

    /// That some move leads to a position that the pattern calls lost.
    fn some_lost(&mut self, position: &[Track]) -> Option<Fact> {
        let mut all = Vec::new();
        for way in self.reader.moves(self.rule.expanded(), position)? {
            let lost = match &way.left[..] {
                // Nothing is left.
                [] => Fact::All(Vec::new()),
                [one] => self.is_lost(one)?,
                _ => return None,
            };
            all.push(way.scope.around(lost));
        }
        Some(Fact::Any(all))
    }

    /// That there is a move.
    fn some_move(&mut self, position: &[Track]) -> Option<Fact> {
        let moves = self.reader.moves(self.rule.expanded(), position)?;
        let all = moves
            .into_iter()
            .map(|way| way.scope.around(Fact::All(Vec::new())));
        Some(Fact::Any(all.collect()))
    }

    fn none(&mut self) -> Option<Fact> {
        Some(Fact::Any(Vec::new()))
    }

    /// The pattern tells no value, or a negative number.
    fn no_value(&mut self) -> Option<Fact> {
        let position = self.position();
        let value = self.reader.fresh();
        let worth = self.is_worth(&terms(&position), &Term::of(value))?;
        Some(Fact::some(vec![value], worth).not())
    }

    /// A move leads to a position of the same value.
    fn kept(&mut self) -> Option<Fact> {
        let position = self.position();
        let value = self.reader.fresh();
        let worth = self.is_worth(&terms(&position), &Term::of(value))?;
        let same = self.some_worth(&position, &Term::of(value))?;
        Some(Fact::All(vec![worth, same]))
    }

    /// No move leads to a smaller value.
    fn missing(&mut self) -> Option<Fact> {
        let position = self.position();
        let (value, less) = (self.reader.fresh(), self.reader.fresh());
        let worth = self.is_worth(&terms(&position), &Term::of(value))?;
        let below = Fact::at_most(&Term::of(less).plus(1, &Term::number(1))?, &Term::of(value))?;
        let less = self.some_worth(&position, &Term::of(less))?;
        let worth = Fact::some(vec![value], Fact::All(vec![worth, below]));
        Some(Fact::All(vec![worth, less.not()]))
    }

    /// That some move leads to this value.
    fn some_worth(&mut self, position: &[Track], value: &Term) -> Option<Fact> {
        let mut all = Vec::new();
        for way in self.reader.moves(self.rule.expanded(), position)? {
            let worth = self.is_worth_together(&way.left, value)?;
            all.push(way.scope.around(worth));
        }
        Some(Fact::Any(all))
    }

    /// A move leads from a lost position to another.
    fn lost_to_lost(&mut self) -> Option<Fact> {
        let position = self.position();
        let lost = self.is_lost(&terms(&position))?;
        let other = self.some_lost(&position)?;
        Some(Fact::All(vec![lost, other]))
    }

    /// No move leads from another position to a lost one.
    fn no_way_out(&mut self) -> Option<Fact> {
        let position = self.position();
        let won = self.is_lost(&terms(&position))?.not();
        let lost = self.some_lost(&position)?;
        Some(Fact::All(vec![won, lost.not()]))
    }

    /// The same of positions that have a move.
    fn no_way_out_but_stuck(&mut self) -> Option<Fact> {
        let position = self.position();
        let won = self.is_lost(&terms(&position))?.not();
        let lost = self.some_lost(&position)?;
        let moves = self.some_move(&position)?;
        Some(Fact::All(vec![won, moves, lost.not()]))
    }

    /// A position without a move is called lost, though who cannot move wins; or a move leaves nothing.
    fn stuck(&mut self) -> Option<Fact> {
        let position = self.position();
        let lost = self.is_lost(&terms(&position))?;
        let moves = self.some_move(&position)?;
        let all = self.reader.moves(self.rule.expanded(), &position)?;
        all.iter().all(|way| way.left.len() == 1).then_some(())?;
        Some(Fact::All(vec![lost, moves.not()]))
    }
}

fn terms(tracks: &[Track]) -> Vec<Term> {
    tracks.iter().map(|&track| Term::of(track)).collect()
}

/// The bases in which digits are spoken of.
#[derive(Default)]
struct Bases {
    all: Vec<i64>,
}

impl Bases {
    fn see(&mut self, part: &Expression) {
        let number = |part: Option<&Expression>| match part.map(|it| &it.kind) {
            Some(Kind::Number(number)) => *number,
            _ => 0,
        };
        match &part.kind {
            Kind::Binary(Operator::Xor | Operator::BitAnd | Operator::BitOr, _)
            | Kind::Call(Function::Popcount | Function::BitLength, _) => self.all.push(2),
            Kind::Binary(Operator::Power, pair) if !matches!(pair[1].kind, Kind::Number(_)) => {
                self.all.push(number(Some(&pair[0])));
            }
            Kind::Call(Function::DigitSum, parts) if parts.len() == 1 => self.all.push(10),
            Kind::Call(Function::DigitSum | Function::Valuation | Function::Log, parts) => {
                self.all.push(number(parts.get(1)));
            }
            _ => {}
        }
    }

    /// The base that serves for all.
    fn one(mut self) -> Option<usize> {
        self.all.sort_unstable();
        self.all.dedup();
        let base = match self.all[..] {
            [] => 2,
            [one] => one,
            [2, ref more @ ..] if more.iter().all(|it| it.count_ones() == 1) => 2,
            _ => return None,
        };
        let base = usize::try_from(base).ok()?;
        (2..=12).contains(&base).then_some(base)
    }
}
