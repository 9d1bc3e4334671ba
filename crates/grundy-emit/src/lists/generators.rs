//! What stands behind `for` and `if`: numbers, sets of places and ways to write a number as a sum, each a loop around all that follows.

use grundy::lists::syntax::{Clause, Item, Parts, Put, Times};
use grundy::rule::syntax::{Domain, Expression, IgnoredSpan, Item as Plain, Kind, Span, Term};

use std::collections::BTreeSet;

use super::{Finding, bind_wholes, made, number, shifted};
use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::options::{ends, going_on, guarded, through};
use crate::tree::{Expr, Native, Op, Stmt, Target, Type};
use crate::witness::{Witness, each_name, expressions_of, witnesses};
use crate::words::{call, local};

/// Where the numbers of a clause that only bear witness begin, counted from the end of its tail.
pub(super) fn witnesses_of(clause: &Clause) -> usize {
    let mut needed = BTreeSet::new();
    let mut need = |expression: &Expression| {
        each_name(expression, &mut |name| {
            needed.insert(name.to_owned());
        });
    };
    clause.places.iter().flatten().for_each(&mut need);
    for put in clause.right.iter().flatten() {
        match put {
            Put::One(number) => need(number),
            Put::Any(domain) => expressions_of(domain).into_iter().for_each(&mut need),
            Put::List(pieces) => {
                for piece in pieces {
                    need(&piece.value);
                    match &piece.times {
                        Times::Once => {}
                        Times::Of(count) => need(count),
                        Times::For(_, domain, guard) => {
                            expressions_of(domain).into_iter().for_each(&mut need);
                            guard.iter().for_each(|guard| need(guard));
                        }
                    }
                }
            }
        }
    }
    let plain = clause.tail.iter().rev().map_while(|item| match item {
        Item::Plain(plain) => Some(plain),
        _ => None,
    });
    let mut plain: Vec<&Plain> = plain.collect();
    plain.reverse();
    witnesses(&plain, needed)
}

impl Finding<'_> {
    pub(super) fn items(
        &mut self,
        clause: &Clause,
        items: &[Item],
        early: bool,
        mut scope: Scope,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let Some((item, rest)) = items.split_first() else {
            let mut body = if early {
                self.put_down(clause, &scope)?
            } else {
                let places = clause.places.as_deref().unwrap_or(&[]);
                let holds = self.are_places(places, &mut scope);
                let body = self.put_down(clause, &scope)?;
                self.apart(places, &scope, guarded(holds, body))
            };
            self.witness.leave(&mut body);
            return Ok(body);
        };
        match item {
            Item::Plain(Plain::If(guard)) => {
                let set = self.set.clone().filter(|set| mentions(guard, set));
                let Some(set) = set else {
                    let holds = scope.holds(guard);
                    let body = self.items(clause, rest, early, scope)?;
                    return Ok(guarded(holds, body));
                };
                // It must hold at every place of the set.
                let place = self.names.of(&set);
                let mut within = scope.clone();
                within.bind(self.place_of(&set, &scope), local(&place));
                let fails = Expr::Not(Box::new(within.holds(guard)));
                let all = self.names.fresh("fits");
                let no = Stmt::Assign(Target::Local(all.clone()), Expr::Flag(false));
                let body = self.items(clause, rest, early, scope)?;
                Ok(vec![
                    Stmt::Let(all.clone(), Type::Flag, Expr::Flag(true)),
                    Stmt::Each(
                        place,
                        Expr::global("chosen"),
                        vec![Stmt::when(fails, vec![no])],
                    ),
                    Stmt::when(local(&all), body),
                ])
            }
            Item::Plain(Plain::Let(name, value)) => {
                let present = scope.present(value);
                let written = self.names.of(&name.text);
                let stmt = Stmt::Let(written.clone(), Type::Number, scope.number(value));
                let known = Known {
                    name: name.text.clone(),
                    least: scope.facts.least(value),
                    equals: Some(value.clone()),
                    ..Known::default()
                };
                scope.bind(known, local(&written));
                let mut body = vec![stmt];
                body.extend(self.items(clause, rest, early, scope)?);
                Ok(match guarded(present, body) {
                    // Names of one clause are no names of the next.
                    body if matches!(body[..], [Stmt::Let(..), ..]) => vec![Stmt::Block(body)],
                    body => body,
                })
            }
            Item::Plain(Plain::In(name, domain)) => {
                let written = self.names.of(&name.text);
                let mut inner = scope.clone();
                let known = scope.facts.running(&name.text, domain);
                inner.bind(known, local(&written));
                let goes_on = match domain {
                    Domain::Range { to: None, .. } => {
                        Some(self.going_on(&name.text, clause, rest, &inner)?)
                    }
                    _ => None,
                };
                let is_outer = items.len() == self.witnesses;
                if is_outer {
                    let loops = |item: &Item| matches!(item, Item::Plain(Plain::In(..)));
                    self.witness = match rest.iter().any(loops) {
                        true => Witness::Several(self.names.fresh("seen")),
                        false => Witness::One,
                    };
                }
                let body = self.items(clause, rest, early, inner)?;
                let mut body = through(self.names, written, domain, goes_on, &scope, body);
                if is_outer {
                    std::mem::take(&mut self.witness).begin(&mut body);
                } else {
                    self.witness.leave_outer(&mut body);
                }
                Ok(body)
            }
            Item::All(name) => {
                self.set = Some(name.text.clone());
                self.used.sets = true;
                let length = self.length();
                bind_length(&mut scope, &name.text, length.clone());
                let some = Expr::binary(Op::Greater, length.clone(), number(0));
                let first = Stmt::Do(call("first_set", vec![length]));
                let mut body = vec![first];
                body.extend(self.items(clause, rest, early, scope)?);
                Ok(vec![Stmt::when(some, body)])
            }
            Item::Sets(name, count) => {
                self.set = Some(name.text.clone());
                self.used.sets = true;
                let (size, more) = (self.names.fresh("size"), self.names.fresh("more"));
                let (from, to, stmts, admitted) =
                    self.counted(count.as_ref(), &local(&size), 1, self.length(), &scope);
                bind_length(&mut scope, &name.text, local(&size));
                let next = call("next_set", vec![self.length()]);
                let mut inner = self.items(clause, rest, early, scope)?;
                inner.push(Stmt::Assign(Target::Local(more.clone()), next));
                let mut body = stmts;
                body.extend(guarded(
                    admitted,
                    vec![
                        Stmt::Do(call("first_set", vec![local(&size)])),
                        Stmt::Let(more.clone(), Type::Flag, Expr::Flag(true)),
                        Stmt::While(local(&more), inner),
                    ],
                ));
                Ok(vec![Stmt::For {
                    name: size,
                    from,
                    to,
                    included: true,
                    body,
                }])
            }
            Item::Parts(name, parts) => {
                let sum = self.names.of(&name.text);
                let mut inner = scope.clone();
                let known = Known {
                    name: name.text.clone(),
                    least: Some(1),
                    ..Known::default()
                };
                inner.bind(known, local(&sum));
                bind_wholes(&mut inner, &name.text, &local(&sum));
                let body = self.items(clause, rest, early, inner)?;
                Ok(self.sums(sum, parts, &scope, body))
            }
        }
    }

    /// What is known of a place of the set.
    pub(super) fn place_of(&self, set: &str, scope: &Scope) -> Known {
        Known {
            name: set.to_owned(),
            least: Some(0),
            most: scope.list.as_ref().map(|list| list.last.clone()),
            ..Known::default()
        }
    }

    /// The condition that an open range goes on.
    pub(super) fn going_on(
        &self,
        name: &str,
        clause: &Clause,
        rest: &[Item],
        inner: &Scope,
    ) -> Result<Expr, NotEmitted> {
        let plain = |item: &Item| match item {
            Item::Plain(item) => item.clone(),
            _ => Plain::If(made(Kind::Number(1))),
        };
        let rest: Vec<Plain> = rest.iter().map(plain).collect();
        // What comes for sure.
        let sure = |put: &Put| match put {
            Put::One(one) => vec![one.clone()],
            Put::Any(_) => Vec::new(),
            Put::List(pieces) => {
                let once = pieces.iter().filter(|piece| piece.times == Times::Once);
                once.map(|piece| piece.value.clone()).collect()
            }
        };
        let alternatives = clause.right.iter().map(|right| {
            vec![Term {
                coordinates: right.iter().flat_map(sure).collect(),
                span: IgnoredSpan(Span::default()),
            }]
        });
        let alternatives: Vec<Vec<Term>> = alternatives.collect();
        let found = ends(name, &rest, &alternatives, inner)?;
        let mut within = inner.clone();
        if let Some(set) = &self.set {
            // Any place tells as well: a negative entry is none.
            let first = Expr::element(Expr::global("chosen"), number(0));
            within.bind(self.place_of(set, inner), first);
        }
        Ok(going_on(&found, &within))
    }

    /// From where to where a number of things goes, statements that find out whether one is admitted, and the condition that it is.
    pub(super) fn counted(
        &mut self,
        domain: Option<&Domain>,
        count: &Expr,
        least: i64,
        most: Expr,
        scope: &Scope,
    ) -> (Expr, Expr, Vec<Stmt>, Expr) {
        let any = (number(least), most.clone(), Vec::new(), Expr::Flag(true));
        let Some(domain) = domain else { return any };
        match domain {
            Domain::Range { from, to } => {
                let present = scope.present(from);
                let first = at_least(scope.number(from), least);
                let Some((to, included)) = to else {
                    return (first, most, Vec::new(), present);
                };
                let present = Expr::and(present, scope.present(to));
                let mut last = scope.number(to);
                if !included {
                    last = shifted(last, -1);
                }
                let last = Expr::Native(Native::Min, vec![last, most]);
                (first, last, Vec::new(), present)
            }
            domain => {
                let (found, one) = (self.names.fresh("fits"), self.names.fresh("one"));
                let yes = Stmt::Assign(Target::Local(found.clone()), Expr::Flag(true));
                let same = Expr::binary(Op::Equal, local(&one), count.clone());
                let body = vec![Stmt::when(same, vec![yes])];
                let mut stmts = vec![Stmt::Let(found.clone(), Type::Flag, Expr::Flag(false))];
                stmts.extend(through(self.names, one, domain, None, scope, body));
                (number(least), most, stmts, local(&found))
            }
        }
    }

    /// The loop over the ways to write a number as a sum.
    pub(super) fn sums(
        &mut self,
        sum: String,
        parts: &Parts,
        scope: &Scope,
        body: Vec<Stmt>,
    ) -> Vec<Stmt> {
        self.used.choices = true;
        let of = self.names.fresh("whole");
        let choices = || Expr::global("choices");
        let part = self.names.fresh("term");
        let push = vec![Stmt::Push(choices(), local(&part))];
        let mut stmts = vec![
            Stmt::Let(of.clone(), Type::Number, scope.number(&parts.of)),
            Stmt::Clear(choices()),
        ];
        match &parts.among {
            None | Some(Domain::Range { .. }) => {
                let (from, to, _, present) =
                    self.counted(parts.among.as_ref(), &number(0), 1, local(&of), scope);
                let all = Stmt::For {
                    name: part,
                    from,
                    to,
                    included: true,
                    body: push,
                };
                stmts.extend(guarded(present, vec![all]));
            }
            Some(domain) => {
                let positive = Expr::binary(Op::Greater, local(&part), number(0));
                let push = guarded(positive, push);
                stmts.extend(through(self.names, part, domain, None, scope, push));
            }
        }
        let length = Expr::length(local(&sum));
        let least = if parts.count.is_some() { 1 } else { 2 };
        let (from, to, mut inner, admitted) =
            self.counted(parts.count.as_ref(), &length, least, local(&of), scope);
        let enough = Expr::binary(Op::AtLeast, length, from.clone());
        let enough = match from {
            Expr::Number(1) => Expr::Flag(true),
            _ => enough,
        };
        inner.extend(guarded(Expr::and(enough, admitted), body));
        let distinct = Expr::Flag(parts.distinct);
        let all = call("sums_of", vec![local(&of), to, distinct]);
        stmts.push(Stmt::EachList(sum, all, inner));
        guarded(scope.present(&parts.of), vec![Stmt::Block(stmts)])
    }

    /// Statements for where no other place on the left is one of the set.
    pub(super) fn apart(
        &mut self,
        places: &[Expression],
        scope: &Scope,
        body: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let others: Vec<&Expression> = places.iter().filter(|place| !self.is_set(place)).collect();
        if self.set.is_none() || others.is_empty() {
            return body;
        }
        let (apart, place) = (self.names.fresh("apart"), self.names.fresh("place"));
        let no = Stmt::Assign(Target::Local(apart.clone()), Expr::Flag(false));
        let same = others.iter().map(|other| {
            Stmt::when(
                Expr::binary(Op::Equal, local(&place), scope.number(other)),
                vec![no.clone()],
            )
        });
        let same: Vec<Stmt> = same.collect();
        vec![
            Stmt::Let(apart.clone(), Type::Flag, Expr::Flag(true)),
            Stmt::Each(place, Expr::global("chosen"), same),
            Stmt::when(local(&apart), body),
        ]
    }
}

fn bind_length(scope: &mut Scope, set: &str, length: Expr) {
    let known = Known {
        name: format!("len({set})"),
        least: Some(1),
        ..Known::default()
    };
    scope.bind(known, length);
}

/// The greater of two numbers.
fn at_least(first: Expr, least: i64) -> Expr {
    match first {
        Expr::Number(first) => Expr::Number(first.max(least)),
        first => Expr::Native(Native::Max, vec![first, Expr::Number(least)]),
    }
}

/// Whether an expression speaks of a name.
fn mentions(expression: &Expression, name: &str) -> bool {
    let mut found = false;
    each_name(expression, &mut |own| found |= own == name);
    found
}
