//! Who wins the positions of a box, from each lost one forward to all that lead to it.
//!
//! In lexicographic order, where no move raises a coordinate, a position that none has marked by its turn has no lost option: it is
//! lost, and whatever a move takes to it is won. There are mostly few lost positions, so that this costs far less than looking at the
//! options of all. It needs moves that can be taken back: each takes from the coordinates numbers that do not depend on them.

use grundy::rule::syntax::{Body, Clause, Coordinate, Domain, Expression, Item, Kind, Operator};

use super::{Game, global, local, op};
use crate::expressions::Scope;
use crate::facts::Known;
use crate::names::Names;
use crate::options::{guarded, inner_name, through};
use crate::tree::{Expr, Op, Stmt, Target, Type};
use crate::witness::each_name;

/// A move that can be taken back: its clause, and by the place of a coordinate what it takes from it, where it does.
pub(super) struct Backward<'g> {
    clause: &'g Clause,
    taken: Vec<Vec<&'g Expression>>,
}

fn mentions(expression: &Expression, names: &[&str]) -> bool {
    let mut found = false;
    each_name(expression, &mut |name| found |= names.contains(&name));
    found
}

/// What is taken from a name: the numbers that are subtracted, one behind the other.
fn taken<'g>(coordinate: &'g Expression, name: &str) -> Option<Vec<&'g Expression>> {
    match &coordinate.kind {
        Kind::Name(own) => (own == name).then(Vec::new),
        Kind::Binary(Operator::Subtract, pair) => {
            let mut all = taken(&pair[0], name)?;
            all.push(&pair[1]);
            Some(all)
        }
        _ => None,
    }
}

/// Whether it is plain that a number grows with another that is 0 or more.
fn grows(expression: &Expression, with: &str) -> bool {
    let positive = |part: &Expression| matches!(part.kind, Kind::Number(number) if number > 0);
    match &expression.kind {
        Kind::Name(name) => name == with,
        Kind::Binary(Operator::Multiply, pair) => {
            let [left, right] = &**pair;
            (positive(left) && grows(right, with)) || (positive(right) && grows(left, with))
        }
        Kind::Binary(Operator::Power, pair) => {
            matches!(pair[0].kind, Kind::Number(base) if base > 1) && grows(&pair[1], with)
        }
        _ => false,
    }
}

impl Game<'_> {
    /// All moves of a game whose lost positions are found so, if they can all be taken back.
    pub(super) fn backward(&self) -> Option<Vec<Backward<'_>>> {
        if !self.outcome || self.misere {
            return None;
        }
        let mut all = Vec::new();
        for clause in &self.syntax.clauses {
            let Body::Options(alternatives) = &clause.body else {
                return None;
            };
            let names = clause.pattern.coordinates.iter().map(|it| match it {
                Coordinate::Name(name) => Some(name.text.as_str()),
                _ => None,
            });
            let mut dependent: Vec<&str> = names.collect::<Option<_>>()?;
            let coordinates = dependent.clone();
            let lets = clause.tail.iter().filter_map(|item| match item {
                Item::Let(name, _) => Some(name.text.as_str()),
                _ => None,
            });
            dependent.extend(lets);
            let mut open = None;
            for item in &clause.tail {
                let Item::In(name, domain) = item else {
                    continue;
                };
                if open.is_some() {
                    return None;
                }
                match domain {
                    Domain::Range { from, to } if !mentions(from, &dependent) => {
                        let is_open = (to.as_ref()).is_none_or(|(to, _)| mentions(to, &dependent));
                        open = is_open.then_some(name.text.as_str());
                    }
                    Domain::Set(elements)
                        if !elements.iter().any(|it| mentions(it, &dependent)) => {}
                    Domain::Array(_) => {}
                    _ => return None,
                }
            }
            for sum in alternatives {
                let [term] = &sum[..] else {
                    return None;
                };
                let pairs = term.coordinates.iter().zip(&coordinates);
                let taken: Vec<_> = pairs
                    .map(|(it, name)| taken(it, name))
                    .collect::<Option<_>>()?;
                let numbers = || taken.iter().flatten();
                let is_free = numbers().all(|number| !mentions(number, &dependent));
                let ends = open.is_none_or(|open| {
                    numbers().any(|number| grows(number, open))
                        && numbers().all(|it| grows(it, open) || !mentions(it, &[open]))
                });
                if !is_free || !ends || numbers().next().is_none() {
                    return None;
                }
                all.push(Backward { clause, taken });
            }
        }
        Some(all)
    }

    /// Marks all positions of the box from which a move leads here.
    pub(super) fn marking(
        &self,
        moves: &[Backward<'_>],
        sizes: &[String],
        place: &dyn Fn(Vec<Expr>) -> Expr,
        names: &mut Names,
    ) -> Vec<Stmt> {
        let sources: Vec<String> = (self.coordinates.iter())
            .map(|name| names.fresh(&format!("from_{name}")))
            .collect();
        let mut stmts = Vec::new();
        for one in moves {
            let body = self.taken_back(one, (sizes, &sources), place, names);
            match body.iter().any(|stmt| matches!(stmt, Stmt::Let(..))) {
                true => stmts.push(Stmt::Block(body)),
                false => stmts.extend(body),
            }
        }
        stmts
    }

    fn taken_back(
        &self,
        one: &Backward<'_>,
        (sizes, sources): (&[String], &[String]),
        place: &dyn Fn(Vec<Expr>) -> Expr,
        names: &mut Names,
    ) -> Vec<Stmt> {
        // What the numbers are, before the position is known that they are taken from.
        let mut scope = self.scope.clone();
        let mut loops = Vec::new();
        for item in &one.clause.tail {
            if let Item::In(name, domain) = item {
                let written = inner_name(&name.text, &self.coordinates, names);
                loops.push((written.clone(), domain, scope.clone()));
                let known = scope.facts.running(&name.text, domain);
                scope.bind(known, local(&written));
            }
        }
        let mut there = Vec::new();
        let (mut begun, mut inside) = (Vec::new(), Expr::Flag(true));
        let mut of_coordinates = scope.clone();
        for (at, (coordinate, taken)) in (one.clause.pattern.coordinates.iter())
            .zip(&one.taken)
            .enumerate()
        {
            let mut from = local(&self.coordinates[at]);
            if !taken.is_empty() {
                for number in taken {
                    inside = Expr::and(inside, scope.present(number));
                    from = op(Op::Add, from, scope.number(number));
                }
                inside = Expr::and(inside, op(Op::Less, from.clone(), global(&sizes[at])));
                begun.push(Stmt::Let(sources[at].clone(), Type::Number, from));
                from = local(&sources[at]);
            }
            if let Coordinate::Name(own) = coordinate {
                let known = Known {
                    name: own.text.clone(),
                    least: Some(0),
                    ..Known::default()
                };
                of_coordinates.bind(known, from.clone());
            }
            there.push(from);
        }
        let mark = Stmt::Assign(
            Target::Element("grundy".into(), place(there)),
            Expr::Number(1),
        );
        let mut body = self.conditions(one.clause, of_coordinates, vec![mark], names);
        body.splice(0..0, begun);
        let is_open = loops.iter().any(|(_, domain, _)| {
            matches!(domain, Domain::Range { to, .. } if self.is_open(one.clause, to.as_ref()))
        });
        if !is_open {
            body = guarded(inside.clone(), body);
        }
        for (written, domain, outer) in loops.into_iter().rev() {
            body = match domain {
                Domain::Range { from, to } if self.is_open(one.clause, to.as_ref()) => {
                    let ever = Domain::Range {
                        from: from.clone(),
                        to: None,
                    };
                    through(names, written, &ever, Some(inside.clone()), &outer, body)
                }
                _ => through(names, written, domain, None, &outer, body),
            };
        }
        body
    }

    /// Whether a range ends by the position that is moved from.
    fn is_open(&self, clause: &Clause, to: Option<&(Expression, bool)>) -> bool {
        let Some((to, _)) = to else { return true };
        let mut dependent = false;
        each_name(to, &mut |name| {
            dependent |= clause
                .pattern
                .coordinates
                .iter()
                .any(|it| matches!(it, Coordinate::Name(own) if own.text == name))
                || (clause.tail.iter())
                    .any(|item| matches!(item, Item::Let(own, _) if own.text == name));
        });
        dependent
    }

    /// What is done where all conditions on the position that is moved from hold.
    fn conditions(
        &self,
        clause: &Clause,
        mut scope: Scope,
        done: Vec<Stmt>,
        names: &mut Names,
    ) -> Vec<Stmt> {
        let mut around: Vec<(Expr, Option<Stmt>)> = Vec::new();
        for item in &clause.tail {
            match item {
                Item::If(guard) => {
                    around.push((
                        Expr::and(scope.present(guard), scope.translate(guard)),
                        None,
                    ));
                }
                Item::Let(name, value) => {
                    let present = scope.present(value);
                    let written = inner_name(&name.text, &self.coordinates, names);
                    let stmt = Stmt::Let(written.clone(), Type::Number, scope.number(value));
                    let known = Known {
                        name: name.text.clone(),
                        least: scope.facts.least(value),
                        equals: Some(value.clone()),
                        ..Known::default()
                    };
                    scope.bind(known, Expr::Local(written));
                    around.push((present, Some(stmt)));
                }
                // A range that does not end by the position is gone through as it is.
                Item::In(name, Domain::Range { to: Some(to), .. })
                    if self.is_open(clause, Some(to)) =>
                {
                    let (to, included) = to;
                    let written = Expression {
                        kind: Kind::Name(name.text.clone()),
                        span: to.span,
                    };
                    let ends = if *included { Op::AtMost } else { Op::Less };
                    let reached = op(ends, scope.translate(&written), scope.number(to));
                    let open = Expr::and(scope.present(to), reached);
                    around.push((open, None));
                }
                Item::In(..) => {}
            }
        }
        let mut body = done;
        for (condition, stmt) in around.into_iter().rev() {
            body.splice(0..0, stmt);
            body = guarded(condition, body);
        }
        body
    }
}
