//! Lists that a format makes along the edges of a tree or of a board, in a program: `h = [max(h+1) up p]`, `d = [d+1 down p]`,
//! `c = [sum(mine) around m]`.
//!
//! One loop goes through the vertices, the leaves first or the roots. What is asked of the vertices right below a vertex grows in lists of its
//! own: each vertex puts what it is into the entry of its parent. Of a board each cell looks at those next to it.

use grundy_judge::{Along, At, Below, Field, Fold, Local, Way};

use super::answers::shifted;
use super::folds::{Formulating, least};
use crate::expressions::Scope;
use crate::facts::Known;
use crate::gathering::{is_natural_by_itself, local};
use crate::linked::LEAVES_FIRST;
use crate::names::Names;
use crate::tree::{Expr, Native, Op, Stmt, Target, Type};

/// What has become of the vertices right below each vertex, or of the cells next to one.
struct Grown {
    /// Whether it stands in lists, an entry for each vertex, rather than in numbers.
    listed: bool,
    /// Where it stands: what was found, and whether anything was, where that must be known.
    found: String,
    some: Option<String>,
    fold: Fold,
    is_natural: bool,
}

impl Grown {
    /// A number of it in a row.
    fn entry(&self, name: &str, row: &Expr) -> Expr {
        match self.listed {
            true => Expr::element(local(name), row.clone()),
            false => local(name),
        }
    }

    /// The place of such a number.
    fn place(&self, name: &str, row: &Expr) -> Target {
        match self.listed {
            true => Target::Within(name.to_owned(), row.clone()),
            false => Target::Local(name.to_owned()),
        }
    }

    /// What it is in a row.
    fn at(&self, row: &Expr) -> Expr {
        let found = self.entry(&self.found, row);
        match self.fold {
            Fold::Any => Expr::binary(Op::Unequal, found, Expr::Number(0)),
            Fold::All => Expr::binary(Op::Equal, found, Expr::Number(0)),
            _ => found,
        }
    }

    /// Takes a number, or a condition, into a row.
    fn take(&self, number: Expr, row: &Expr, names: &mut Names) -> Vec<Stmt> {
        let place = || self.place(&self.found, row);
        let found = self.entry(&self.found, row);
        let grow = |op: Op, number: Expr| vec![Stmt::Update(place(), op, number)];
        let put = |value: Expr| Stmt::Assign(place(), value);
        match self.fold {
            Fold::Any => vec![Stmt::when(number, vec![put(Expr::Number(1))])],
            Fold::All => {
                let fails = Expr::Not(Box::new(number));
                vec![Stmt::when(fails, vec![put(Expr::Number(1))])]
            }
            Fold::Count => vec![Stmt::when(number, grow(Op::Add, Expr::Number(1)))],
            Fold::Len => grow(Op::Add, Expr::Number(1)),
            Fold::Xor => grow(Op::Xor, number),
            Fold::Gcd => vec![put(Expr::Call("gcd".into(), vec![found, number]))],
            Fold::Max if self.some.is_none() => {
                vec![put(Expr::Native(Native::Max, vec![found, number]))]
            }
            Fold::Min | Fold::Max => {
                let op = match self.fold {
                    Fold::Min => Op::Less,
                    _ => Op::Greater,
                };
                let some = self.some.as_deref().unwrap_or_default();
                let kept = names.fresh("number");
                let is_first = Expr::binary(Op::Equal, self.entry(some, row), Expr::Number(0));
                let better = Expr::binary(op, local(&kept), found);
                let begin = Stmt::Assign(self.place(some, row), Expr::Number(1));
                vec![
                    Stmt::Let(kept.clone(), Type::Number, number),
                    Stmt::when(
                        Expr::binary(Op::Or, is_first, better),
                        vec![put(local(&kept)), begin],
                    ),
                ]
            }
            // The vertices below have no order; such formats are refused.
            Fold::Sum | Fold::First | Fold::Last | Fold::List => grow(Op::Add, number),
        }
    }
}

/// Puts so many zeros into a list.
fn zeros(list: &Expr, length: &Expr, names: &mut Names) -> Stmt {
    Stmt::For {
        name: names.fresh("i"),
        from: Expr::Number(0),
        to: length.clone(),
        included: false,
        body: vec![Stmt::Push(list.clone(), Expr::Number(0))],
    }
}

impl Formulating<'_> {
    /// The loop that fills a list, which is there and empty.
    pub(super) fn along(
        &mut self,
        along: &Along,
        (made, own): (Field, &Expr),
        stmts: &mut Vec<Stmt>,
    ) {
        if !along.way.is_of_tree() {
            return self.of_board(along, own, stmts);
        }
        let parents = self.fields[along.of].clone();
        let length = Expr::length(parents.clone());
        stmts.push(zeros(own, &length, self.names));
        let [order, row, turn, parent] =
            ["order", "row", "turn", "parent"].map(|name| self.names.fresh(name));
        let call = Expr::Call(LEAVES_FIRST.into(), vec![parents.clone()]);
        stmts.push(Stmt::Let(order.clone(), Type::List, call));
        let here = local(&row);
        let place = match along.way {
            Way::Up => local(&turn),
            _ => Expr::binary(Op::Subtract, shifted(length.clone(), -1), local(&turn)),
        };
        let vertex = Expr::element(local(&order), place);
        let mut body = vec![
            Stmt::Let(row, Type::Number, shifted(vertex, -1)),
            Stmt::Let(
                parent.clone(),
                Type::Number,
                Expr::element(parents, here.clone()),
            ),
        ];
        let above = shifted(local(&parent), -1);
        let has_parent = Expr::binary(Op::Greater, local(&parent), Expr::Number(0));
        let least_own = least(self.format, made);
        // What each vertex gives its parent.
        let mut given = Vec::new();
        let mut grown: Vec<Grown> = Vec::new();
        let own_here = Expr::element(own.clone(), here.clone());
        for below in &along.below {
            let row_of = (&here, &above);
            let (one, mut then) = self.given(below, (&own_here, least_own), row_of, true);
            let lists = [Some(&one.found), one.some.as_ref()];
            for name in lists.into_iter().flatten() {
                stmts.push(Stmt::Let(name.clone(), Type::List, Expr::NewList));
                stmts.push(zeros(&local(name), &length, self.names));
            }
            given.append(&mut then);
            grown.push(one);
        }
        let before = match along.way {
            Way::Up => Expr::Number(0),
            _ => {
                let before = self.names.fresh("before");
                let entry = Expr::element(own.clone(), above);
                let known = Stmt::Assign(Target::Local(before.clone()), entry);
                body.push(Stmt::Let(before.clone(), Type::Number, Expr::Number(0)));
                body.push(Stmt::when(has_parent.clone(), vec![known]));
                local(&before)
            }
        };
        let scope = self.scope_at(&along.body, (&before, least_own), &here, &grown);
        let number = scope.number(along.body.each.body());
        let place = match own {
            Expr::Global(name) => Target::Element(name.clone(), here),
            Expr::Local(name) => Target::Within(name.clone(), here),
            _ => Target::Local(String::new()),
        };
        body.push(Stmt::Assign(place, number));
        if !given.is_empty() {
            body.push(Stmt::when(has_parent, given));
        }
        stmts.push(Stmt::For {
            name: turn,
            from: Expr::Number(0),
            to: length,
            included: false,
            body,
        });
    }

    /// The loop that fills the list of a board.
    fn of_board(&mut self, along: &Along, own: &Expr, stmts: &mut Vec<Stmt>) {
        let width = self.fields[along.of].clone();
        let Some(list) = along.list() else {
            return;
        };
        let length = Expr::length(self.fields[list].clone());
        let [cell, column, down, across, other] =
            ["cell", "column", "down", "across", "other"].map(|name| self.names.fresh(name));
        let (here, there) = (local(&cell), local(&other));
        let mut body = vec![Stmt::Let(
            column.clone(),
            Type::Number,
            Expr::binary(Op::PlainRemainder, here.clone(), width.clone()),
        )];
        let none = (&Expr::Number(0), None);
        let mut given = Vec::new();
        let mut grown: Vec<Grown> = Vec::new();
        for below in &along.below {
            let (one, mut then) = self.given(below, none, (&there, &here), false);
            for name in [Some(&one.found), one.some.as_ref()].into_iter().flatten() {
                body.push(Stmt::Let(name.clone(), Type::Number, Expr::Number(0)));
            }
            given.append(&mut then);
            grown.push(one);
        }
        let is_zero = |name: &str| Expr::binary(Op::Equal, local(name), Expr::Number(0));
        let is_near = match along.way {
            // One of the two is 0, and the other is not.
            Way::Beside => Expr::binary(
                Op::Equal,
                Expr::binary(
                    Op::Add,
                    Expr::Native(Native::Abs, vec![local(&down)]),
                    Expr::Native(Native::Abs, vec![local(&across)]),
                ),
                Expr::Number(1),
            ),
            _ => Expr::Not(Box::new(Expr::binary(
                Op::And,
                is_zero(&down),
                is_zero(&across),
            ))),
        };
        let beside = Expr::binary(Op::Add, local(&column), local(&across));
        let place = Expr::binary(
            Op::Add,
            Expr::binary(
                Op::Add,
                here.clone(),
                Expr::binary(Op::Multiply, local(&down), width.clone()),
            ),
            local(&across),
        );
        let is_there = [
            Expr::binary(Op::AtLeast, beside.clone(), Expr::Number(0)),
            Expr::binary(Op::Less, beside, width),
            Expr::binary(Op::AtLeast, there.clone(), Expr::Number(0)),
            Expr::binary(Op::Less, there, length.clone()),
        ];
        let is_there = is_there.into_iter().fold(is_near, Expr::and);
        let inner = vec![
            Stmt::Let(other, Type::Number, place),
            Stmt::when(is_there, given),
        ];
        let loop_of = |name: String, body: Vec<Stmt>| Stmt::For {
            name,
            from: Expr::Number(-1),
            to: Expr::Number(1),
            included: true,
            body,
        };
        if !grown.is_empty() {
            body.push(loop_of(down, vec![loop_of(across, inner)]));
        }
        let scope = self.scope_at(&along.body, none, &here, &grown);
        let number = scope.number(along.body.each.body());
        body.push(Stmt::Push(own.clone(), number));
        stmts.push(Stmt::For {
            name: cell,
            from: Expr::Number(0),
            to: length,
            included: false,
            body,
        });
    }

    /// How a vertex grows what is asked by its parent, or a cell what is asked by one next to it.
    fn given(
        &mut self,
        below: &Below,
        own: (&Expr, Option<i64>),
        (here, above): (&Expr, &Expr),
        listed: bool,
    ) -> (Grown, Vec<Stmt>) {
        let fold = below.fold;
        let scope = self.scope_at(&below.body, own, here, &[]);
        let expression = below.body.each.body();
        let number = match fold {
            Fold::Count | Fold::Any | Fold::All => scope.translate(expression),
            _ => scope.number(expression),
        };
        let is_natural = scope.facts.is_natural(expression);
        let asks = fold == Fold::Min || fold == Fold::Max && !is_natural;
        let grown = Grown {
            listed,
            found: self.names.fresh(if listed { "below" } else { "near" }),
            some: asks.then(|| self.names.fresh("some")),
            fold,
            is_natural: is_natural || is_natural_by_itself(fold),
        };
        let mut then = grown.take(number, above, self.names);
        if let Some(guard) = &below.guard {
            let scope = self.scope_at(guard, own, here, &[]);
            let holds = scope.translate(guard.each.body());
            let holds = match guard.each.is_condition() {
                true => holds,
                false => Expr::binary(Op::Unequal, holds, Expr::Number(0)),
            };
            then = vec![Stmt::when(holds, then)];
        }
        (grown, then)
    }

    /// What the names of a part are in a row.
    fn scope_at(
        &mut self,
        part: &Local,
        (own, least_own): (&Expr, Option<i64>),
        row: &Expr,
        grown: &[Grown],
    ) -> Scope {
        let mut scope = Scope::new(self.names.asked());
        for (name, at) in part.each.names().iter().zip(&part.names) {
            let mut known = Known {
                name: name.clone(),
                ..Known::default()
            };
            let written = match at {
                At::Own => {
                    known.least = least_own;
                    own.clone()
                }
                At::Entry(field) => {
                    known.least = least(self.format, *field);
                    Expr::element(self.fields[*field].clone(), row.clone())
                }
                At::Number(field) => {
                    known.least = least(self.format, *field);
                    self.fields[*field].clone()
                }
                At::Index => {
                    known.least = Some(1);
                    shifted(row.clone(), 1)
                }
                At::Below(place) => {
                    let Some(grown) = grown.get(*place) else {
                        continue;
                    };
                    known.least = grown.is_natural.then_some(0);
                    let written = grown.at(row);
                    if grown.fold.is_condition() {
                        scope.bind_condition(known, written);
                        continue;
                    }
                    written
                }
            };
            scope.bind(known, written);
        }
        for (name, &field) in part.each.arrays().iter().zip(&part.arrays) {
            let known = Known {
                name: name.clone(),
                least: least(self.format, field),
                ..Known::default()
            };
            scope.bind_array(known, self.fields[field].clone());
        }
        scope
    }
}
