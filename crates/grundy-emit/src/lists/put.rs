//! What comes in the places of entries, written down as the list that a move leaves: a copy with other entries where that will do, otherwise
//! the list gone through from its beginning.

use grundy::lists::syntax::{Clause, Piece, Put, Times};
use grundy::rule::syntax::{Domain, Expression, Kind};

use super::{Finding, number};
use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::options::{guarded, through};
use crate::tree::{Expr, Op, Stmt, Target, Type};
use crate::words::{call, local};

/// What is no entry: a move with it is none.
const NONE: i64 = -1;

impl Finding<'_> {
    /// Offers what the alternatives of a clause make of the list.
    pub(super) fn put_down(
        &mut self,
        clause: &Clause,
        scope: &Scope,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let mut stmts = Vec::new();
        for right in &clause.right {
            let offered = match &clause.places {
                None => self.whole(right, scope)?,
                Some(places) => match self.copied(places, right, scope) {
                    Some(copied) => copied,
                    None => self.gone_through(places, right, scope)?,
                },
            };
            stmts.extend(offered);
        }
        Ok(stmts)
    }

    /// A list in the place of the whole one.
    fn whole(&mut self, right: &[Put], scope: &Scope) -> Result<Vec<Stmt>, NotEmitted> {
        let mut stmts = vec![Stmt::Clear(Expr::global("after"))];
        for put in right {
            stmts.extend(self.put(put, scope, false)?);
        }
        stmts.push(Stmt::Do(call("offer", Vec::new())));
        Ok(stmts)
    }

    /// The list copied, with other entries at the places: where each place gets one, or, if the order does not matter, some.
    fn copied(&mut self, places: &[Expression], right: &[Put], scope: &Scope) -> Option<Vec<Stmt>> {
        if self.set.is_some() {
            return None;
        }
        let mut stmts = vec![Stmt::Copy("after".into(), local(&self.list))];
        let mut added = Vec::new();
        let mut there = Expr::Flag(true);
        for (place, put) in places.iter().zip(right) {
            let entries: Vec<&Expression> = match put {
                Put::One(one) => vec![one],
                Put::Any(_) => return None,
                Put::List(pieces) => {
                    let once = |piece: &Piece| piece.times == Times::Once;
                    if !pieces
                        .iter()
                        .all(|piece| once(piece) && !self.is_sum(&piece.value, scope))
                    {
                        return None;
                    }
                    pieces.iter().map(|piece| &piece.value).collect()
                }
            };
            let (first, rest) = entries.split_first()?;
            if self.syntax.ordered && !rest.is_empty() {
                return None;
            }
            for entry in &entries {
                there = Expr::and(there, scope.present(entry));
            }
            let at = Target::Element("after".into(), scope.number(place));
            stmts.push(Stmt::Assign(at, scope.number(first)));
            let push = |entry: &&Expression| Stmt::Push(Expr::global("after"), scope.number(entry));
            added.extend(rest.iter().map(push));
        }
        stmts.extend(added);
        stmts.push(Stmt::Do(call("offer", Vec::new())));
        Some(guarded(there, stmts))
    }

    /// The list gone through, with what comes in the places put down in their stead.
    fn gone_through(
        &mut self,
        places: &[Expression],
        right: &[Put],
        scope: &Scope,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let any = right.iter().any(|put| matches!(put, Put::Any(_)));
        self.used.partial |= any;
        let place = self.names.fresh("place");
        let here = Expr::element(local(&self.list), local(&place));
        // From the last alternative to the first.
        let mut body = vec![put_entry(here, any)];
        let mut stmts = Vec::new();
        for (one, put) in places.iter().zip(right).rev() {
            if self.is_set(one) {
                continue;
            }
            let holds = Expr::binary(Op::Equal, local(&place), scope.number(one));
            let then = self.put(put, scope, any)?;
            body = vec![Stmt::If(holds, then, body)];
        }
        for (one, put) in places.iter().zip(right) {
            let Some(set) = self.set.clone().filter(|_| self.is_set(one)) else {
                continue;
            };
            let next = self.names.fresh("next");
            let chosen = || Expr::global("chosen");
            let left = Expr::binary(Op::Less, local(&next), Expr::length(chosen()));
            let is_next = Expr::element(chosen(), local(&next));
            let is_next = Expr::binary(Op::Equal, is_next, local(&place));
            let mut within = scope.clone();
            within.bind(self.place_of(&set, scope), local(&place));
            let mut then = self.put(put, &within, any)?;
            then.push(Stmt::Update(
                Target::Local(next.clone()),
                Op::Add,
                number(1),
            ));
            body = vec![Stmt::If(Expr::and(left, is_next), then, body)];
            stmts.push(Stmt::Let(next, Type::Number, number(0)));
        }
        let begin = match any {
            true => Stmt::Do(call("begin", Vec::new())),
            false => Stmt::Clear(Expr::global("after")),
        };
        let offer = match any {
            true => call("offer_each", Vec::new()),
            false => call("offer", Vec::new()),
        };
        stmts.extend([
            begin,
            Stmt::For {
                name: place,
                from: number(0),
                to: self.length(),
                included: false,
                body,
            },
            Stmt::Do(offer),
        ]);
        Ok(match stmts[..] {
            [Stmt::Let(..), ..] => vec![Stmt::Block(stmts)],
            _ => stmts,
        })
    }

    /// What comes in one place.
    fn put(&mut self, put: &Put, scope: &Scope, any: bool) -> Result<Vec<Stmt>, NotEmitted> {
        match put {
            Put::One(one) => Ok(self.entry(one, scope, any)),
            Put::Any(domain) => Ok(self.any_of(domain, scope)),
            Put::List(pieces) => {
                let mut stmts = Vec::new();
                for piece in pieces {
                    stmts.extend(self.piece(piece, scope, any));
                }
                Ok(stmts)
            }
        }
    }

    fn piece(&mut self, piece: &Piece, scope: &Scope, any: bool) -> Vec<Stmt> {
        match &piece.times {
            Times::Once => self.entry(&piece.value, scope, any),
            Times::Of(times) => {
                let body = self.entry(&piece.value, scope, any);
                let again = Stmt::For {
                    name: self.names.fresh("step"),
                    from: number(0),
                    to: scope.number(times),
                    included: false,
                    body,
                };
                self.or_none(scope.present(times), vec![again], any)
            }
            Times::For(name, domain, guard) => {
                let written = self.names.of(&name.text);
                let mut inner = scope.clone();
                let known: Known = scope.facts.running(&name.text, domain);
                inner.bind(known, local(&written));
                let mut body = self.entry(&piece.value, &inner, any);
                if let Some(guard) = guard {
                    body = guarded(inner.holds(guard), body);
                }
                through(self.names, written, domain, None, scope, body)
            }
        }
    }

    /// One number, or the parts of a sum.
    fn entry(&mut self, value: &Expression, scope: &Scope, any: bool) -> Vec<Stmt> {
        if self.is_sum(value, scope) {
            let part = self.names.fresh("part");
            let body = vec![put_entry(local(&part), any)];
            return vec![Stmt::Each(part, scope.translate(value), body)];
        }
        let put = vec![put_entry(scope.number(value), any)];
        self.or_none(scope.present(value), put, any)
    }

    /// Some entries where they are there.
    fn or_none(&self, there: Expr, put: Vec<Stmt>, any: bool) -> Vec<Stmt> {
        match there {
            Expr::Flag(true) => put,
            there => vec![Stmt::If(there, put, vec![put_entry(number(NONE), any)])],
        }
    }

    /// Any of some numbers.
    fn any_of(&mut self, domain: &Domain, scope: &Scope) -> Vec<Stmt> {
        let one = self.names.fresh("entry");
        let known = scope.facts.running("", domain);
        let push = vec![Stmt::Push(Expr::global("choices"), local(&one))];
        let some = Expr::binary(Op::AtLeast, local(&one), number(0));
        let body = match known.least {
            Some(0..) => push,
            _ => guarded(some, push),
        };
        let mut stmts = vec![Stmt::Clear(Expr::global("choices"))];
        stmts.extend(through(self.names, one, domain, None, scope, body));
        stmts.push(Stmt::Do(call("put_choices", Vec::new())));
        stmts
    }

    /// Whether an expression stands for the parts of a sum.
    fn is_sum(&self, value: &Expression, scope: &Scope) -> bool {
        let Kind::Name(name) = &value.kind else {
            return false;
        };
        let length = format!("len({name})");
        Some(name) != self.set.as_ref() && scope.numbers().contains(&length)
    }
}

fn put_entry(entry: Expr, any: bool) -> Stmt {
    match any {
        true => Stmt::Do(call("put_entry", vec![entry])),
        false => Stmt::Push(Expr::global("after"), entry),
    }
}
