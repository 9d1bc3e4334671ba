//! Rules whose moves replace one entry and look at nothing else: a list is then the sum of its entries (R. P. Sprague 1935, P. M. Grundy
//! 1939), each a heap of its own, whose value is the least number that no option has (mex).
//!
//! Where an entry becomes so many others in a fixed number of ways, the heap is written as a [rule on one number](Rule), whose table
//! does many numbers at once. Otherwise the moves of each heap are gone through. A heap of which some move makes no smaller heaps ends
//! the table: beyond it nothing is told here.

use std::sync::{Arc, Mutex, PoisonError};

use crate::budget::{Budget, Meter, pulse};
use crate::rule::syntax::{
    self as numbers, Body, Comparison, Coordinate, Domain, Expression, IgnoredSpan, Item as Plain,
    Kind, Name, Operator, Pattern, Span, Term,
};
use crate::rule::{Rule, Unfilled};

use super::program::Program;
use super::runs::Sums;
use super::syntax::{Item, Put, Syntax, Times};
use super::walk::{Halt, Walker};

/// Up to this heap a table goes.
const LARGEST: usize = 1 << 24;

/// Steps that the moves of one heap may take.
const STEPS: u64 = 1 << 24;

/// The values of heaps, as far as they are known.
#[derive(Debug, Default)]
pub(super) struct Heaps {
    /// The same rule on one number, where there is one.
    rule: Option<Rule>,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    values: Vec<u32>,
    sums: Sums,
    /// Whether it ends there for good.
    ended: bool,
}

/// That heaps are worth more than is reckoned with, or some move makes no smaller heap.
struct Ends;

impl Heaps {
    pub(super) fn of(syntax: &Syntax) -> Heaps {
        let rule = on_numbers(syntax, &syntax.name.text, false)
            .and_then(|syntax| Rule::parse(&syntax.to_string()).ok())
            .filter(|rule| rule.measure().is_of_coordinates());
        Heaps {
            rule,
            table: Mutex::default(),
        }
    }

    /// Calls on the values of all heaps up to `largest`; none where they are not known.
    pub(super) fn with<T>(
        &self,
        program: &Program,
        largest: u64,
        tell: impl FnOnce(&[u32]) -> T,
    ) -> Option<T> {
        let largest = usize::try_from(largest).ok()?;
        if largest >= LARGEST {
            return None;
        }
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if table.values.len() <= largest && !table.ended {
            self.fill(program, &mut table, largest);
        }
        (table.values.len() > largest).then(|| tell(&table.values))
    }

    fn fill(&self, program: &Program, table: &mut Table, largest: usize) {
        pulse::room(8 * largest as u64);
        if let Some(rule) = &self.rule {
            // Twice as far costs no more than all before.
            let size = (largest + 1).max(2 * table.values.len()).min(LARGEST);
            let filled = rule.table(&[size], &mut Meter::new(&Budget::default()));
            // What ran out for the caller ends the work here.
            pulse::step(size as u64);
            match filled {
                Ok(filled) => {
                    table.values = filled.into_cells();
                    return;
                }
                // With more time or memory there may be more.
                Err(Unfilled::Exhausted(_)) => {}
                Err(_) => table.ended = true,
            }
            return;
        }
        // By each value, the heap that has seen it last.
        let mut seen: Vec<u32> = Vec::new();
        for heap in table.values.len()..=largest {
            if heap == 0 && program.nonzero {
                // An entry 0 is not there.
                table.values.push(0);
                continue;
            }
            let mark = heap as u32 + 1;
            let mut walker = Walker::with_runs(program, STEPS);
            let list: Arc<[i64]> = Arc::new([heap as i64]);
            let mut options = 0u64;
            let Table { values, sums, .. } = &mut *table;
            let gone_through = walker.moves(&list, &mut |found| {
                options += 1;
                let mut value = 0;
                for &entry in found.entries {
                    match usize::try_from(entry) {
                        Ok(entry) if entry < heap => value ^= values[entry],
                        _ => return Err(Ends),
                    }
                }
                for &run in found.runs {
                    if run.last >= heap as i64 {
                        return Err(Ends);
                    }
                    value ^= sums.of(values, run);
                }
                let value = value as usize;
                if seen.len() <= value {
                    seen.resize(value + 1, 0);
                }
                seen[value] = mark;
                Ok(())
            });
            pulse::step(20 * (STEPS - walker.steps) + 50 * options);
            match gone_through {
                Ok(()) => {
                    let mex = seen.iter().position(|&last| last != mark);
                    table.values.push(mex.unwrap_or(seen.len()) as u32);
                }
                Err(Halt::Fault(_) | Halt::Steps | Halt::Taker(Ends)) => {
                    table.ended = true;
                    return;
                }
            }
        }
    }
}

/// Most kinds of repeated entries in one place: each may be there an odd number of times, an even number or not at all.
const MOST_REPEATED: usize = 2;

/// The rule of one entry, a heap, as one on numbers, where each alternative puts down a fixed number of entries. With `values`, also where it
/// repeats entries: an even number of equal heaps is worth 0 as two of them are, and an odd number as much as one, so the values are the same
/// although the positions are not.
pub(super) fn on_numbers(
    syntax: &Syntax,
    heap_name: &str,
    values: bool,
) -> Option<numbers::Syntax> {
    let nowhere = Span::default();
    let list = &syntax.name.text;
    let mut clauses = Vec::new();
    for clause in &syntax.clauses {
        let [place] = clause.places.as_deref()? else {
            return None;
        };
        let Kind::Name(place) = &place.kind else {
            return None;
        };
        let heap = |one: &Expression| entry(one, (list, place), heap_name);
        // Sums, each with the conditions under which it is this one.
        let mut sums: Vec<(Vec<Term>, Vec<Expression>)> = Vec::new();
        for right in &clause.right {
            let [put] = &right[..] else { return None };
            let term = |one: &Expression| {
                Some(Term {
                    coordinates: vec![heap(one)?],
                    span: IgnoredSpan(nowhere),
                })
            };
            match put {
                Put::One(one) => sums.push((vec![term(one)?], Vec::new())),
                Put::Any(_) => return None,
                Put::List(pieces) => {
                    let mut all = vec![(Vec::new(), Vec::new())];
                    for piece in pieces {
                        let ways = match &piece.times {
                            Times::Once => vec![(1, None)],
                            Times::Of(times) if values => ways(&heap(times)?),
                            _ => return None,
                        };
                        let terms: Term = term(&piece.value)?;
                        let longer = all.iter().flat_map(|(sum, conditions)| {
                            let terms = &terms;
                            ways.iter().map(move |(many, condition)| {
                                let mut sum: Vec<Term> = sum.clone();
                                sum.extend(vec![terms.clone(); *many]);
                                let mut conditions: Vec<Expression> = conditions.clone();
                                conditions.extend(condition.clone());
                                (sum, conditions)
                            })
                        });
                        all = longer.collect();
                        if all.len() > 3usize.pow(MOST_REPEATED as u32) {
                            return None;
                        }
                    }
                    sums.extend(all);
                }
            }
        }
        let mut tail = Vec::new();
        for item in &clause.tail {
            let Item::Plain(item) = item else { return None };
            tail.push(match item {
                Plain::If(one) => Plain::If(heap(one)?),
                Plain::Let(name, one) => Plain::Let(name.clone(), heap(one)?),
                Plain::In(name, domain) => {
                    let domain = match domain {
                        Domain::Range { from, to } => Domain::Range {
                            from: heap(from)?,
                            to: match to {
                                None => None,
                                Some((to, included)) => Some((heap(to)?, *included)),
                            },
                        },
                        Domain::Set(all) => {
                            Domain::Set(all.iter().map(heap).collect::<Option<_>>()?)
                        }
                        Domain::Array(name) => Domain::Array(name.clone()),
                        Domain::Numbers(numbers, of) => Domain::Numbers(*numbers, heap(of)?),
                    };
                    Plain::In(name.clone(), domain)
                }
            });
        }
        // Alternatives under no condition of their own stand in one clause.
        let (plain, own): (Vec<_>, Vec<_>) =
            (sums.into_iter()).partition(|(_, conditions)| conditions.is_empty());
        let plain: Vec<Vec<Term>> = plain.into_iter().map(|(sum, _)| sum).collect();
        let mut bodies: Vec<(Vec<Vec<Term>>, Vec<Expression>)> = Vec::new();
        if !plain.is_empty() {
            bodies.push((plain, Vec::new()));
        }
        bodies.extend(
            own.into_iter()
                .map(|(sum, conditions)| (vec![sum], conditions)),
        );
        for (sums, conditions) in bodies {
            let mut tail: Vec<Plain> = tail.clone();
            tail.extend(conditions.into_iter().map(Plain::If));
            clauses.push(numbers::Clause {
                pattern: Pattern {
                    coordinates: vec![Coordinate::Name(Name {
                        text: heap_name.to_owned(),
                        span: nowhere,
                    })],
                    span: IgnoredSpan(nowhere),
                },
                body: Body::Options(sums),
                tail,
            });
        }
    }
    if syntax.nonzero {
        // An entry 0 is not there.
        clauses.push(numbers::Clause {
            pattern: Pattern {
                coordinates: vec![Coordinate::Number(0)],
                span: IgnoredSpan(nowhere),
            },
            body: Body::Value(Expression {
                kind: Kind::Number(0),
                span: nowhere,
            }),
            tail: Vec::new(),
        });
    }
    Some(numbers::Syntax {
        clauses,
        definitions: syntax.definitions.clone(),
    })
}

/// By how many terms an entry that is put down so many times may be told, each with the condition under which it is.
fn ways(times: &Expression) -> Vec<(usize, Option<Expression>)> {
    if let Kind::Number(times) = times.kind {
        let many = match times {
            ..=0 => 0,
            times if times % 2 == 1 => 1,
            _ => 2,
        };
        return vec![(many, None)];
    }
    let made = |kind: Kind| Expression {
        kind,
        span: Span::default(),
    };
    let number = |number: i64| made(Kind::Number(number));
    let compared = |one: Expression, comparison: Comparison, other: i64| {
        made(Kind::Compare(
            Box::new(one),
            vec![(comparison, number(other))],
        ))
    };
    let there = |rest: i64| {
        let halves = Kind::Binary(Operator::Remainder, Box::new([times.clone(), number(2)]));
        let both = [
            compared(times.clone(), Comparison::Greater, 0),
            compared(made(halves), Comparison::Equal, rest),
        ];
        made(Kind::Binary(Operator::And, Box::new(both)))
    };
    let none = compared(times.clone(), Comparison::AtMost, 0);
    vec![(1, Some(there(1))), (2, Some(there(0))), (0, Some(none))]
}

/// The expression with a heap in the place of its entry, the only one of the list that it may speak of.
fn entry(one: &Expression, (list, place): (&str, &str), heap: &str) -> Option<Expression> {
    let of = |one: &Expression| entry(one, (list, place), heap);
    let boxed = |one: &Expression| Some(Box::new(of(one)?));
    let kind = match &one.kind {
        Kind::Fold(_) => return None,
        Kind::Index(name, index) if name.text == list => match &index.kind {
            Kind::Name(at) if at == place => Kind::Name(heap.to_owned()),
            _ => return None,
        },
        Kind::Name(name) if name == list || name == place || name.contains('(') => return None,
        // A number that is called like the heap.
        Kind::Name(name) if name == heap => return None,
        Kind::Number(_) | Kind::Name(_) => one.kind.clone(),
        Kind::Index(name, index) => Kind::Index(name.clone(), boxed(index)?),
        Kind::Negate(part) => Kind::Negate(boxed(part)?),
        Kind::Not(part) => Kind::Not(boxed(part)?),
        Kind::Binary(operator, pair) => {
            Kind::Binary(*operator, Box::new([of(&pair[0])?, of(&pair[1])?]))
        }
        Kind::Compare(first, rest) => Kind::Compare(
            boxed(first)?,
            (rest.iter())
                .map(|(comparison, one)| Some((*comparison, of(one)?)))
                .collect::<Option<_>>()?,
        ),
        Kind::Call(function, parts) => {
            Kind::Call(*function, parts.iter().map(of).collect::<Option<_>>()?)
        }
        Kind::Apply(name, parts) => {
            Kind::Apply(name.clone(), parts.iter().map(of).collect::<Option<_>>()?)
        }
    };
    Some(Expression {
        kind,
        span: one.span,
    })
}
