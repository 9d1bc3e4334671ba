//! The options of a clause, gone through by loops: generators, guards, and what is done for each option.

use std::collections::BTreeSet;

use grundy::message;
use grundy::rule::syntax::{
    Body, Clause, Coordinate, Domain, Expression, Item, Numbers, Pattern, Term,
};

use crate::ends::stoppers;
use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::names::Names;
use crate::places::Sought;
use crate::tree::{Expr, Op, Stmt, Target, Type};
use crate::witness::{Witness, each_name, witnesses};

/// What is done for an option: a sum of positions, each by its coordinates, where these names are bound.
pub(crate) type Sink<'s> =
    dyn FnMut(&mut Names, &Scope, Vec<Vec<Expr>>) -> Result<Vec<Stmt>, NotEmitted> + 's;

/// Goes through the options of one clause.
struct Walk<'w, 's> {
    names: &'w mut Names,
    /// What the coordinates are written as, which numbers of a clause are not called.
    coordinates: &'w [String],
    alternatives: &'w [Vec<Term>],
    sink: &'w mut Sink<'s>,
    /// Where numbers that only bear witness begin, counted from the end of the tail, and the loops of those that are open.
    witnesses: usize,
    witness: Witness,
}

/// The names of the coordinates as patterns call them, and how they are written: those of the first clauses that name
/// them, where all have names and no two the same.
pub(crate) fn coordinate_names(clauses: &[Clause], names: &mut Names) -> Vec<(String, String)> {
    let arity = clauses.first().map_or(0, |it| it.pattern.coordinates.len());
    let named = |place: usize| {
        let mut clauses = clauses.iter();
        clauses.find_map(|clause| match clause.pattern.coordinates.get(place) {
            Some(Coordinate::Name(name)) => Some(name.text.as_str()),
            _ => None,
        })
    };
    let found: Option<Vec<&str>> = (0..arity).map(named).collect();
    let differ = |found: &Vec<&str>| {
        let all: BTreeSet<&str> = found.iter().copied().collect();
        all.len() == found.len()
    };
    match found.filter(differ) {
        Some(found) => found
            .into_iter()
            .map(|name| (name.to_owned(), names.of(name)))
            .collect(),
        None => {
            let plain: &[&str] = match arity {
                1 => &["n"],
                2 => &["x", "y"],
                3 => &["x", "y", "z"],
                4 => &["w", "x", "y", "z"],
                _ => &[],
            };
            (0..arity)
                .map(|place| match plain.get(place) {
                    Some(name) => ((*name).to_owned(), names.fresh(name)),
                    None => {
                        let name = format!("x{}", place + 1);
                        let written = names.fresh(&name);
                        (name, written)
                    }
                })
                .collect()
        }
    }
}

/// The condition that a clause is about the position, and its coordinates bound.
pub(crate) fn matched(pattern: &Pattern, coordinates: &[String], scope: &Scope) -> (Expr, Scope) {
    let mut scope = scope.clone();
    let mut condition = Expr::Flag(true);
    for (coordinate, written) in pattern.coordinates.iter().zip(coordinates) {
        let written = Expr::local(written.clone());
        match coordinate {
            Coordinate::Name(name) => {
                let known = Known {
                    name: name.text.clone(),
                    least: Some(0),
                    ..Known::default()
                };
                scope.bind(known, written);
            }
            Coordinate::Any => {}
            Coordinate::Number(number) => {
                let fits = Expr::binary(Op::Equal, written, Expr::Number(*number));
                condition = Expr::and(condition, fits);
            }
        }
    }
    (condition, scope)
}

/// The statements that do something for every option that a clause says; none for a clause that says a value.
pub(crate) fn options(
    clause: &Clause,
    coordinates: &[String],
    scope: &Scope,
    names: &mut Names,
    sink: &mut Sink<'_>,
) -> Result<Vec<Stmt>, NotEmitted> {
    let Body::Options(alternatives) = &clause.body else {
        return Ok(Vec::new());
    };
    let (condition, scope) = matched(&clause.pattern, coordinates, scope);
    let mut needed = BTreeSet::new();
    for coordinate in (alternatives.iter().flatten()).flat_map(|term| &term.coordinates) {
        each_name(coordinate, &mut |name| {
            needed.insert(name.to_owned());
        });
    }
    let early = early(&clause.tail);
    let tail: Vec<&Item> = early.iter().collect();
    let mut walk = Walk {
        names,
        coordinates,
        alternatives,
        sink,
        witnesses: witnesses(&tail, needed),
        witness: Witness::None,
    };
    let body = guarded(condition, walk.items(&early, scope)?);
    Ok(apart(clause, body))
}

/// The tail with each condition as early as the names are known that it speaks of: what does not name the number of a loop is asked
/// once before it.
fn early(tail: &[Item]) -> Vec<Item> {
    let mut all: Vec<Item> = Vec::new();
    for item in tail {
        let Item::If(guard) = item else {
            all.push(item.clone());
            continue;
        };
        // What reads an array may be kept by another condition from a place that is not there.
        let reads = reads_an_array(guard);
        let binds = |item: &Item| match item {
            Item::In(name, _) | Item::Let(name, _) => {
                let mut found = false;
                each_name(guard, &mut |own| found |= own == name.text);
                found
            }
            Item::If(_) => reads,
        };
        let known = all.iter().rposition(binds).map_or(0, |last| last + 1);
        let others = all[known..].iter();
        let others = others.take_while(|item| matches!(item, Item::If(_)));
        let place = known + others.count();
        all.insert(place, item.clone());
    }
    all
}

fn reads_an_array(expression: &Expression) -> bool {
    use grundy::rule::syntax::Kind;
    match &expression.kind {
        Kind::Index(..) | Kind::Fold(_) | Kind::Apply(..) => true,
        Kind::Number(_) | Kind::Name(_) => false,
        Kind::Negate(part) | Kind::Not(part) => reads_an_array(part),
        Kind::Binary(_, pair) => pair.iter().any(reads_an_array),
        Kind::Compare(first, rest) => {
            reads_an_array(first) || rest.iter().any(|(_, part)| reads_an_array(part))
        }
        Kind::Call(_, parts) => parts.iter().any(reads_an_array),
    }
}

/// The statements that return the value that a clause says; none for a clause that says options.
pub(crate) fn said_value(
    clause: &Clause,
    coordinates: &[String],
    scope: &Scope,
    names: &mut Names,
    give: &mut dyn FnMut(Expr) -> Stmt,
) -> Vec<Stmt> {
    let Body::Value(value) = &clause.body else {
        return Vec::new();
    };
    let (condition, mut scope) = matched(&clause.pattern, coordinates, scope);
    // Guards and names stand inside each other, so the body is made from the inside.
    let mut around: Vec<(Expr, Option<Stmt>)> = vec![(condition, None)];
    for item in &clause.tail {
        match item {
            Item::If(guard) => {
                let holds = Expr::and(scope.present(guard), scope.translate(guard));
                around.push((holds, None));
            }
            Item::Let(name, value) => {
                let present = scope.present(value);
                let (written, stmt) = named(&name.text, value, &scope, coordinates, names);
                scope_bound(&mut scope, &name.text, value, written);
                around.push((present, Some(stmt)));
            }
            Item::In(..) => {}
        }
    }
    let mut body = guarded(scope.present(value), vec![give(scope.translate(value))]);
    for (condition, stmt) in around.into_iter().rev() {
        body.splice(0..0, stmt);
        body = guarded(condition, body);
    }
    apart(clause, body)
}

/// Names of one clause are no names of the next.
fn apart(clause: &Clause, body: Vec<Stmt>) -> Vec<Stmt> {
    let names = clause.tail.iter().any(|item| matches!(item, Item::Let(..)));
    if names && body.iter().any(|stmt| matches!(stmt, Stmt::Let(..))) {
        return vec![Stmt::Block(body)];
    }
    body
}

/// How a number of a clause is written: as in the rule, unless another clause calls a coordinate that.
pub(crate) fn inner_name(name: &str, coordinates: &[String], names: &mut Names) -> String {
    let written = names.of(name);
    if coordinates.contains(&written) {
        return names.fresh(&written);
    }
    written
}

fn named(
    name: &str,
    value: &Expression,
    scope: &Scope,
    coordinates: &[String],
    names: &mut Names,
) -> (Expr, Stmt) {
    let written = inner_name(name, coordinates, names);
    let stmt = Stmt::Let(written.clone(), Type::Number, scope.number(value));
    (Expr::Local(written), stmt)
}

fn scope_bound(scope: &mut Scope, name: &str, value: &Expression, written: Expr) {
    let known = Known {
        name: name.to_owned(),
        least: scope.facts.least(value),
        equals: Some(value.clone()),
        ..Known::default()
    };
    scope.bind(known, written);
}

pub(crate) fn guarded(condition: Expr, body: Vec<Stmt>) -> Vec<Stmt> {
    match (condition, body) {
        (Expr::Flag(true), body) => body,
        (_, body) if body.is_empty() => body,
        (condition, mut body) => {
            // An alternative that holds nothing but another one is one condition.
            if let [Stmt::If(inner, then, otherwise)] = body.as_mut_slice()
                && otherwise.is_empty()
            {
                let inner = std::mem::replace(inner, Expr::Flag(true));
                return vec![Stmt::when(
                    Expr::and(condition, inner),
                    std::mem::take(then),
                )];
            }
            vec![Stmt::when(condition, body)]
        }
    }
}

impl Walk<'_, '_> {
    fn items(&mut self, items: &[Item], mut scope: Scope) -> Result<Vec<Stmt>, NotEmitted> {
        let Some((item, rest)) = items.split_first() else {
            let mut body = self.sums(&scope)?;
            self.witness.leave(&mut body);
            return Ok(body);
        };
        match item {
            Item::If(guard) => {
                let holds = Expr::and(scope.present(guard), scope.translate(guard));
                let body = self.items(rest, scope)?;
                Ok(guarded(holds, body))
            }
            Item::Let(name, value) => {
                let present = scope.present(value);
                let (written, stmt) =
                    named(&name.text, value, &scope, self.coordinates, self.names);
                scope_bound(&mut scope, &name.text, value, written);
                let mut body = vec![stmt];
                body.extend(self.items(rest, scope)?);
                Ok(guarded(present, body))
            }
            Item::In(name, domain) => {
                let written = inner_name(&name.text, self.coordinates, self.names);
                let mut inner = scope.clone();
                let known = scope.facts.running(&name.text, domain);
                inner.bind(known, Expr::local(written.clone()));
                let is_outer = items.len() == self.witnesses;
                if is_outer {
                    let several = rest.iter().any(|item| matches!(item, Item::In(..)));
                    self.witness = match several {
                        true => Witness::Several(self.names.fresh("seen")),
                        false => Witness::One,
                    };
                }
                let mut body = self.domain(&name.text, written, domain, rest, &scope, inner)?;
                if is_outer {
                    std::mem::take(&mut self.witness).begin(&mut body);
                } else {
                    self.witness.leave_outer(&mut body);
                }
                Ok(body)
            }
        }
    }

    fn domain(
        &mut self,
        name: &str,
        written: String,
        domain: &Domain,
        rest: &[Item],
        scope: &Scope,
        mut inner: Scope,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        if let Some(sought) = Sought::of(name, domain, rest, scope) {
            let body = self.items(&sought.rest, inner)?;
            return Ok(sought.through(self.names, written, scope, body));
        }
        let goes_on = match domain {
            Domain::Range { to: None, .. } => {
                let ends = ends(name, rest, self.alternatives, &inner)?;
                let goes_on = going_on(&ends, &inner);
                if let [end] = ends.as_slice() {
                    inner.facts.add_natural(end);
                }
                Some(goes_on)
            }
            _ => None,
        };
        let body = self.items(rest, inner)?;
        Ok(through(self.names, written, domain, goes_on, scope, body))
    }

    /// The alternatives, each with the checks that its coordinates need.
    fn sums(&mut self, scope: &Scope) -> Result<Vec<Stmt>, NotEmitted> {
        let mut stmts = Vec::new();
        for sum in self.alternatives {
            let mut conditions: Vec<(Expr, Option<Stmt>)> = Vec::new();
            let mut positions = Vec::new();
            for term in sum {
                let mut position = Vec::new();
                for coordinate in &term.coordinates {
                    let mut number = scope.translate(coordinate);
                    let inside = scope.inside(coordinate);
                    if number.is_long() {
                        let left = self.names.fresh("left");
                        let kept = Expr::local(left.clone());
                        let set = Stmt::Let(left, Type::Number, number);
                        number = kept.clone();
                        conditions.push((scope.present(coordinate), Some(set)));
                        if !scope.facts.is_natural(coordinate) {
                            let inside = Expr::binary(Op::AtLeast, kept, Expr::Number(0));
                            conditions.push((inside, None));
                        }
                    } else {
                        conditions.push((inside, None));
                    }
                    position.push(number);
                }
                positions.push(position);
            }
            let mut body = (self.sink)(self.names, scope, positions)?;
            for (condition, stmt) in conditions.into_iter().rev() {
                if let Some(stmt) = stmt {
                    body.insert(0, stmt);
                }
                body = guarded(condition, body);
            }
            stmts.extend(body);
        }
        Ok(stmts)
    }
}

/// What becomes negative where an open range ends.
pub(crate) fn ends(
    name: &str,
    rest: &[Item],
    alternatives: &[Vec<Term>],
    inner: &Scope,
) -> Result<Vec<Expression>, NotEmitted> {
    stoppers(name, rest, alternatives, &inner.facts).ok_or_else(|| {
        NotEmitted::new(message!(
            "it is not clear enough for a program where the range of {name} ends; write its end, as in 1..=n",
            "{name} 的范围在何处结束不够明显，无法写入程序；请写出终点，如 1..=n",
            name = name
        ))
    })
}

/// The condition that an open range has not come to all its ends.
pub(crate) fn going_on(ends: &[Expression], inner: &Scope) -> Expr {
    let goes_on = ends.iter().map(|end| inner.inside(end));
    let goes_on = goes_on.reduce(|all, end| Expr::binary(Op::Or, all, end));
    goes_on.unwrap_or(Expr::Flag(false))
}

/// The loop of a number through a domain; an open range goes on as long as a condition holds.
pub(crate) fn through(
    names: &mut Names,
    written: String,
    domain: &Domain,
    goes_on: Option<Expr>,
    scope: &Scope,
    body: Vec<Stmt>,
) -> Vec<Stmt> {
    match domain {
        Domain::Range {
            from,
            to: Some((to, included)),
        } => {
            let present = Expr::and(scope.present(from), scope.present(to));
            let mut stmts = Vec::new();
            let mut last = scope.translate(to);
            if last.is_long() {
                let kept = names.fresh(&format!("last_{written}"));
                stmts.push(Stmt::Let(kept.clone(), Type::Number, last));
                last = Expr::Local(kept);
            }
            stmts.push(Stmt::For {
                name: written,
                from: scope.translate(from),
                to: last,
                included: *included,
                body,
            });
            guarded(present, stmts)
        }
        Domain::Range { from, to: None } => {
            let count = Stmt::Count {
                name: written,
                from: scope.translate(from),
                goes_on: goes_on.unwrap_or(Expr::Flag(false)),
                body,
            };
            guarded(scope.present(from), vec![count])
        }
        Domain::Set(elements) => {
            let all_there = |it: &Expression| scope.present(it) == Expr::Flag(true);
            let translated = elements.iter().map(|it| scope.translate(it));
            if elements.iter().all(all_there) {
                return vec![Stmt::Among(written, translated.collect(), body)];
            }
            let list = names.fresh("those");
            let mut stmts = vec![Stmt::Let(list.clone(), Type::List, Expr::NewList)];
            for (element, translated) in elements.iter().zip(translated) {
                let push = Stmt::Push(Expr::local(list.clone()), translated);
                stmts.extend(guarded(scope.present(element), vec![push]));
            }
            stmts.push(Stmt::Each(written, Expr::local(list), body));
            stmts
        }
        Domain::Array(array) => vec![Stmt::Each(written, scope.array(&array.text), body)],
        Domain::Numbers(Numbers::Primes, of) => {
            let place = names.fresh("place");
            let bound = names.fresh("bound");
            let (primes, here) = (Expr::global("primes"), Expr::local(place.clone()));
            let bound_of = || Expr::local(bound.clone());
            // They are sieved as they are needed: the body may leave the loop.
            let is_last = Expr::binary(Op::Equal, here.clone(), Expr::length(primes.clone()));
            let further = Expr::binary(Op::Add, Expr::global("tried"), Expr::Number(1));
            let further = Expr::Call("grow_primes".into(), vec![further]);
            let is_beyond = Expr::binary(Op::Greater, Expr::local(written.clone()), bound_of());
            let step = Target::Local(place.clone());
            let mut all = vec![
                Stmt::when(is_last, vec![Stmt::Do(further)]),
                Stmt::Let(written, Type::Number, Expr::element(primes, here)),
                Stmt::when(is_beyond, vec![Stmt::Break]),
                Stmt::Update(step, Op::Add, Expr::Number(1)),
            ];
            all.extend(body);
            let stmts = vec![
                Stmt::Let(bound.clone(), Type::Number, scope.translate(of)),
                Stmt::Let(place, Type::Number, Expr::Number(0)),
                Stmt::While(Expr::Flag(true), all),
            ];
            guarded(scope.present(of), stmts)
        }
        Domain::Numbers(Numbers::Submasks, of) => {
            let [mask, next] = [format!("mask_{written}"), format!("next_{written}")];
            let [mask, next] = [mask, next].map(|name| names.fresh(&name));
            let following = |from: Expr| {
                let less = Expr::binary(Op::Subtract, from, Expr::local(mask.clone()));
                Expr::binary(Op::BitAnd, less, Expr::local(mask.clone()))
            };
            let set = |name: &str, value: Expr| Stmt::Assign(Target::Local(name.into()), value);
            let is_there = |name: &str| {
                let name = Expr::local(name.to_owned());
                Expr::binary(Op::Greater, name, Expr::Number(0))
            };
            // The next one is known before: the body may leave the loop.
            let mut all = vec![
                Stmt::Let(written, Type::Number, Expr::local(next.clone())),
                set(&next, following(Expr::local(next.clone()))),
            ];
            all.extend(body);
            let stmts = vec![
                Stmt::Let(mask.clone(), Type::Number, scope.number(of)),
                Stmt::Let(next.clone(), Type::Number, Expr::Number(0)),
                Stmt::when(
                    is_there(&mask),
                    vec![set(&next, following(Expr::Number(0)))],
                ),
                Stmt::While(is_there(&next), all),
            ];
            guarded(scope.present(of), stmts)
        }
        Domain::Numbers(numbers, of) => {
            let function = match numbers {
                Numbers::Divisors => "divisors",
                _ => "prime_factors",
            };
            let list = Expr::Call(function.into(), vec![scope.translate(of)]);
            let each = Stmt::Each(written, list, body);
            guarded(scope.present(of), vec![each])
        }
    }
}
