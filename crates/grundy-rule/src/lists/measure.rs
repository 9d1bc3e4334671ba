//! Whether every move of a rule on lists makes something smaller: then every play ends.
//!
//! Measured are the sum of the entries; how many there are; the entries as a multiset, which is smaller where each new entry is below
//! one that goes (N. Dershowitz and Z. Manna 1979, "Proving termination with multiset orderings", *Communications of the ACM* 22,
//! 465–476); and, of a list, the entries in their order, read from the last or from the first, the shorter list being the smaller.
//! Several in turn: each is made no greater by any move that is left, and those that make it smaller are done with. Whether a number
//! is below another is told from ranges and guards as in rules on numbers. It errs to one side: what is told is proved.

use crate::message;
use crate::rule::code::{Code, Listed};
use crate::rule::measure::Facts;
use crate::rule::step::Step as Numbers;
use crate::rule::syntax::{Comparison, Function, IgnoredSpan, Operator, Span};
use crate::text::Message;

use super::program::{Count, Element, Filling, LENGTH, Move, Program, Step, Sum, Value};

/// A number that a list has, or an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The sum of the entries.
    Sum,
    /// How many there are.
    Length,
    /// The entries as a multiset.
    Entries,
    /// The entries from the last to the first, of lists of the same length.
    Last,
    /// The same from the first.
    First,
}

/// The measures, in the order in which the first that changes becomes smaller; none where none was seen.
pub(super) fn measured(program: &Program) -> Option<Vec<Measure>> {
    let mut all = vec![Measure::Sum, Measure::Length, Measure::Entries];
    if program.ordered {
        all.extend([Measure::Last, Measure::First]);
    }
    let mut left: Vec<(&Move, &[Filling])> = Vec::new();
    for mv in &program.moves {
        left.extend(mv.alternatives.iter().map(|one| (mv, one.as_slice())));
    }
    let mut found = Vec::new();
    while !left.is_empty() {
        // The measure that most moves make smaller; of several the first.
        let mut best: Option<(Vec<bool>, Measure)> = None;
        for &measure in &all {
            let falls = left.iter().map(|(mv, fillings)| {
                let clause = Clause::of(program, mv, fillings);
                clause.falls(measure)
            });
            let Some(falls) = falls.collect::<Option<Vec<bool>>>() else {
                continue;
            };
            let count = |falls: &[bool]| falls.iter().filter(|&&falls| falls).count();
            if count(&falls) > best.as_ref().map_or(0, |(best, _)| count(best)) {
                best = Some((falls, measure));
            }
        }
        let (falls, measure) = best?;
        let mut falls = falls.into_iter();
        left.retain(|_| !falls.next().unwrap_or(false));
        found.push(measure);
    }
    Some(found)
}

/// What comes in one place: upper bounds of the entries, and how many there are.
struct Comes<'c> {
    /// The entry that goes.
    old: Code,
    place: &'c Code,
    is_set: bool,
    new: Vec<(Code, Code)>,
    /// Whether there is just one entry for sure.
    one: bool,
}

/// An alternative of a clause, with what is known of its numbers.
struct Clause<'c> {
    facts: Facts,
    /// Places with what comes there; none where the whole list is replaced, with what comes for it.
    comes: Option<Vec<Comes<'c>>>,
    whole: Vec<(Code, Code)>,
    /// Whether all of that is known.
    known: bool,
}

fn times(a: Code, b: Code) -> Code {
    match (&a, &b) {
        (Code::Number(1), _) => b,
        (_, Code::Number(1)) => a,
        _ => Code::binary(Operator::Multiply, a, b, Span::default()),
    }
}

fn plus(a: Code, b: Code) -> Code {
    Code::binary(Operator::Add, a, b, Span::default())
}

fn minus(a: Code, b: Code) -> Code {
    Code::binary(Operator::Subtract, a, b, Span::default())
}

fn at_least_zero(code: Code) -> Code {
    let parts = vec![Code::Number(0), code];
    Code::Call(Function::Max, parts, IgnoredSpan(Span::default()))
}

/// The fewest parts that a sum has.
fn fewest(sum: &Sum) -> Option<i64> {
    match &sum.count {
        None => Some(2),
        Some(Numbers::Range(_, Code::Number(from), _)) => Some((*from).max(1)),
        Some(Numbers::Set(_, all)) => {
            let all: Option<Vec<i64>> = all.iter().map(Code::constant).collect();
            Some(all?.into_iter().min().unwrap_or(1).max(1))
        }
        Some(_) => Some(1),
    }
}

/// Whether the condition of a range fails for one of its numbers, a place that is named: that of an entry which is not below itself.
fn without(
    step: &Numbers,
    guard: Option<&Code>,
    steps: &[Numbers],
    mv: &Move,
    program: &Program,
) -> bool {
    let (Numbers::Range(slot, from, to), Some(guard)) = (step, guard) else {
        return false;
    };
    let facts = Facts::of(5, mv.slots, &program.arrays, steps.to_vec());
    let fails = |named: &usize| {
        let itself = guard.with(*slot, &Code::Slot(*named));
        itself.is_some_and(|itself| never_holds(&itself))
            && facts.sure(from, &Code::Slot(*named), false)
            && facts.sure(&Code::Slot(*named), to, false)
    };
    steps
        .iter()
        .filter_map(Numbers::slot)
        .any(|named| fails(&named))
}

/// Whether a condition compares something with itself so that it does not hold.
fn never_holds(condition: &Code) -> bool {
    match condition {
        Code::Compare(Comparison::Less | Comparison::Greater | Comparison::Unequal, pair) => {
            pair[0] == pair[1]
        }
        Code::Binary(Operator::And, pair, _) => pair.iter().any(never_holds),
        Code::Binary(Operator::Or, pair, _) => pair.iter().all(never_holds),
        _ => false,
    }
}

impl<'c> Clause<'c> {
    fn of(program: &'c Program, mv: &'c Move, fillings: &'c [Filling]) -> Clause<'c> {
        let mut steps: Vec<Numbers> = Vec::new();
        for step in &mv.steps {
            if let Step::Plain(step) = step {
                steps.push(step.clone());
            }
        }
        let sums: Vec<(usize, &Sum)> = (mv.steps.iter())
            .filter_map(|step| match step {
                Step::Parts(slot, sum) => Some((*slot, &**sum)),
                _ => None,
            })
            .collect();
        let mut known = true;
        // What an element puts down: an upper bound of each entry, and how many there are.
        let mut put = |element: &Element, steps: &mut Vec<Numbers>| -> (Code, Code) {
            let many = match &element.times {
                Count::Once => Code::Number(1),
                Count::Of(Code::Number(number)) => Code::Number((*number).max(0)),
                Count::Of(times) => at_least_zero(times.clone()),
                Count::For(step, _, guard) => {
                    let without = without(step, guard.as_ref(), steps, mv, program);
                    steps.push(step.clone());
                    let all = match step {
                        Numbers::Range(_, from, to) => {
                            let last = plus(to.clone(), Code::Number(1));
                            at_least_zero(minus(last, from.clone()))
                        }
                        Numbers::Set(_, all) => Code::Number(all.len() as i64),
                        Numbers::Array(_, array) => {
                            Code::Number(program.arrays[*array].len() as i64)
                        }
                        _ => {
                            known = false;
                            Code::Number(0)
                        }
                    };
                    match without {
                        true => minus(all, Code::Number(1)),
                        false => all,
                    }
                }
            };
            match &element.value {
                Value::Code(code) => (code.clone(), many),
                Value::Parts(list) => {
                    let found = sums.iter().find(|(_, sum)| sum.list == *list);
                    match found.and_then(|(slot, sum)| Some((slot, sum, fewest(sum)?))) {
                        Some((slot, sum, fewest)) => {
                            let most = minus(sum.of.clone(), Code::Number(fewest - 1));
                            (most, times(many, Code::Slot(*slot)))
                        }
                        None => {
                            known = false;
                            (Code::Number(0), many)
                        }
                    }
                }
            }
        };
        let one = Code::Number(1);
        let mut all = Vec::new();
        let mut alone = Vec::new();
        for filling in fillings {
            alone.push(match filling {
                Filling::List(elements) => {
                    matches!(
                        &elements[..],
                        [Element {
                            times: Count::Once,
                            value: Value::Code(_)
                        }]
                    )
                }
                _ => true,
            });
            all.push(match filling {
                Filling::One(code) => vec![(code.clone(), one.clone())],
                Filling::Any(step) => {
                    steps.push(step.clone());
                    vec![(step.slot().map_or(Code::Number(0), Code::Slot), one.clone())]
                }
                Filling::List(elements) => (elements.iter())
                    .map(|element| put(element, &mut steps))
                    .collect(),
            });
        }
        let is_set = |place: &Code| mv.set.is_some_and(|set| *place == Code::Slot(set));
        let comes = mv.places.as_ref().map(|places| {
            let both = places.iter().zip(all.iter().cloned()).zip(alone);
            both.map(|((place, new), one)| Comes {
                old: Code::Of(Listed::Entry, Box::new(place.clone())),
                place,
                is_set: is_set(place),
                new,
                one,
            })
            .collect()
        });
        Clause {
            facts: Facts::of(5, mv.slots, &program.arrays, steps),
            comes,
            whole: all.into_iter().flatten().collect(),
            known,
        }
    }

    fn at_most(&self, less: &Code, more: &Code) -> bool {
        less == more || self.facts.sure(less, more, false)
    }

    fn below(&self, less: &Code, more: &Code) -> bool {
        self.facts.sure(less, more, true)
    }

    /// Whether a measure becomes smaller; `None` where it may become greater.
    fn falls(&self, measure: Measure) -> Option<bool> {
        if !self.known {
            return None;
        }
        match measure {
            Measure::Length => self.totals(|_, many| many.clone(), |_| Code::Number(1)),
            Measure::Sum => {
                self.comes.as_ref()?;
                self.totals(
                    |value, many| times(value.clone(), many.clone()),
                    |comes| comes.old.clone(),
                )
            }
            Measure::Entries => self.entries(),
            Measure::Last | Measure::First => match self.falls(Measure::Length) {
                Some(true) => Some(true),
                _ => self.in_order(measure == Measure::Last),
            },
        }
    }

    /// Compares totals: those of the places that are named together, those of a set place by place.
    fn totals(
        &self,
        new: impl Fn(&Code, &Code) -> Code,
        old: impl Fn(&Comes<'_>) -> Code,
    ) -> Option<bool> {
        let sum = |all: Vec<Code>| all.into_iter().reduce(plus).unwrap_or(Code::Number(0));
        let added = |all: &[(Code, Code)]| -> Vec<Code> {
            all.iter().map(|(value, many)| new(value, many)).collect()
        };
        let mut pairs = Vec::new();
        match &self.comes {
            None => pairs.push((sum(added(&self.whole)), Code::Slot(LENGTH))),
            Some(comes) => {
                let (set, named): (Vec<_>, Vec<_>) = comes.iter().partition(|one| one.is_set);
                for one in set {
                    pairs.push((sum(added(&one.new)), old(one)));
                }
                if !named.is_empty() {
                    let more = named.iter().flat_map(|one| added(&one.new)).collect();
                    pairs.push((sum(more), sum(named.iter().map(|one| old(one)).collect())));
                }
            }
        }
        let mut falls = false;
        for (new, old) in pairs {
            if self.below(&new, &old) {
                falls = true;
            } else if !self.at_most(&new, &old) {
                return None;
            }
        }
        Some(falls)
    }

    fn entries(&self) -> Option<bool> {
        let comes = self.comes.as_ref()?;
        // What stays as it is goes out of both.
        let mut gone: Vec<(&Code, usize, bool)> = Vec::new();
        let mut added: Vec<(&Code, usize, bool)> = Vec::new();
        for (number, one) in comes.iter().enumerate() {
            gone.push((&one.old, number, one.is_set));
            added.extend((one.new.iter()).map(|(value, _)| (value, number, one.is_set)));
        }
        let single = |number: usize, value: &Code| {
            let new = comes[number].new.iter();
            new.filter(|(one, many)| one == value && *many == Code::Number(1))
                .count()
                == 1
        };
        gone.retain(|&(old, of, is_set)| {
            let same = added.iter().position(|&(value, number, _)| {
                value == old
                    && single(number, value)
                    && (!is_set || number == of)
                    && (is_set || !comes[number].is_set)
            });
            match same {
                Some(place) => {
                    added.remove(place);
                    false
                }
                None => true,
            }
        });
        if gone.is_empty() {
            return added.is_empty().then_some(false);
        }
        let smaller = added.iter().all(|&(value, number, _)| {
            gone.iter()
                .any(|&(old, of, is_set)| (!is_set || of == number) && self.below(value, old))
        });
        if smaller {
            return Some(true);
        }
        let no_greater = |one: &Comes<'_>| one.one && self.at_most(&one.new[0].0, &one.old);
        comes.iter().all(no_greater).then_some(false)
    }

    /// Of lists of the same length: whether the last entry that changes, or the first, becomes smaller.
    fn in_order(&self, last: bool) -> Option<bool> {
        let comes = self.comes.as_ref()?;
        if !comes.iter().all(|one| one.one) {
            return None;
        }
        let changed: Vec<&Comes<'_>> = (comes.iter())
            .filter(|one| one.new[0].0 != one.old)
            .collect();
        let decides = |one: &&&Comes<'_>| {
            self.below(&one.new[0].0, &one.old)
                && (changed.iter()).all(|other| {
                    let (near, far) = if last {
                        (other.place, one.place)
                    } else {
                        (one.place, other.place)
                    };
                    std::ptr::eq(*other, **one)
                        || (!one.is_set && !other.is_set && self.below(near, far))
                })
        };
        if changed.iter().any(|one| decides(&one)) {
            return Some(true);
        }
        let no_greater = |one: &Comes<'_>| self.at_most(&one.new[0].0, &one.old);
        comes.iter().all(no_greater).then_some(false)
    }
}

/// Whether every play ends, and why, in a sentence.
pub(super) fn described(measures: Option<&[Measure]>) -> Message {
    let one = |measure: &Measure| match measure {
        Measure::Sum => message!("the sum of the entries", "各项之和"),
        Measure::Length => message!("the number of entries", "项数"),
        Measure::Entries => message!(
            "the multiset of entries, each new one being below one that goes",
            "各项的多重集合（每个新项都小于某个去掉的项）"
        ),
        Measure::Last => message!("the list as read from its last entry", "从末项读起的列表"),
        Measure::First => message!("the list as read from its first entry", "从首项读起的列表"),
    };
    crate::kinds::ending(measures.map(|measures| measures.iter().map(one)))
}
