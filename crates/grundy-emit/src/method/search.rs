//! Search with a stack of its own: no recursion, however deep a play can be. What was found is kept.

use grundy::rule::syntax::Body;

use super::{Game, call, global, local, op};
use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Target, Type};

impl Game<'_> {
    /// Values by search, where a move may raise a coordinate.
    pub(super) fn search(
        &self,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let arity = self.coordinates.len();
        program.globals.push(Global {
            name: "known".into(),
            kind: Type::Map(arity),
            first: Vec::new(),
            note: self.note("values found so far", "已求出的值"),
        });
        let note = self.note(
            "options one after another: how many summands, then their coordinates",
            "依次为各后继：分量个数，再是各分量的坐标",
        );
        self.list(program, "found", note);
        let mut body = vec![Stmt::Clear(global("found"))];
        body.extend(self.options(names, &mut |_, sum| {
            let count = i64::try_from(sum.len()).unwrap_or(0);
            let numbers = std::iter::once(Expr::Number(count)).chain(sum.into_iter().flatten());
            Ok(numbers.map(|it| Stmt::Push(global("found"), it)).collect())
        })?);
        program.functions.push(Function {
            name: "list_options".into(),
            notes: vec![self.note("the options of a position", "列出局面的后继")],
            parameters: self.parameters(),
            returns: None,
            body,
            state: true,
        });
        let has_said = {
            let clauses = &self.syntax.clauses;
            clauses.iter().any(|it| matches!(it.body, Body::Value(_)))
        };
        if has_said {
            let mut body = self.said_values(names, &mut |value| self.given(value));
            body.push(Stmt::Return(Expr::Number(-1)));
            program.functions.push(Function {
                name: "said".into(),
                notes: vec![self.note(
                    "the value that the rule says, or -1",
                    "规则直接给出的值，没有则为 -1",
                )],
                parameters: self.parameters(),
                returns: Some(Type::Number),
                body,
                state: true,
            });
        }
        let start: Vec<String> = self
            .coordinates
            .iter()
            .map(|name| names.fresh(&format!("from_{name}")))
            .collect();
        let body = self.searching(&start, has_said, names);
        program.functions.push(Function {
            name: "sg".into(),
            notes: vec![self.note(
                "the value of a position, by a search with a stack of its own",
                "局面的值，用显式栈搜索并记忆",
            )],
            parameters: start.iter().map(|it| (it.clone(), Type::Number)).collect(),
            returns: Some(Type::Number),
            body,
            state: true,
        });
        Ok(vec![Stmt::Clear(global("known"))])
    }

    fn searching(&self, start: &[String], has_said: bool, names: &mut Names) -> Vec<Stmt> {
        let starts: Vec<Expr> = start.iter().map(|name| local(name)).collect();
        let here = self.here();
        let stack = || local("stack");
        let [at, count, terms, sum, ready, next] =
            ["at", "count", "term", "sum", "ready", "next"].map(|name| names.fresh(name));
        let pops = || here.iter().map(|_| Stmt::Pop(stack())).collect::<Vec<_>>();
        let settle = |value: Expr| {
            let mut stmts = pops();
            stmts.push(Stmt::Assign(
                Target::Entry("known".into(), here.clone()),
                value,
            ));
            stmts
        };
        let step = || Stmt::Update(Target::Local(at.clone()), Op::Add, Expr::Number(1));
        let found = || Expr::element(global("found"), local(&at));
        let parts: Vec<String> = self
            .coordinates
            .iter()
            .map(|name| names.fresh(&format!("next_{name}")))
            .collect();
        let part: Vec<Expr> = parts.iter().map(|name| local(name)).collect();
        let mut each = Vec::new();
        for name in &parts {
            each.push(Stmt::Let(name.clone(), Type::Number, found()));
            each.push(step());
        }
        let mut missing: Vec<Stmt> = part
            .iter()
            .map(|it| Stmt::Push(stack(), it.clone()))
            .collect();
        missing.push(Stmt::Assign(
            Target::Local(ready.clone()),
            Expr::Flag(false),
        ));
        each.push(Stmt::If(
            Expr::Has("known".into(), part.clone()),
            vec![Stmt::Update(
                Target::Local(sum.clone()),
                Op::Xor,
                Expr::Entry("known".into(), part),
            )],
            missing,
        ));
        let mut option = vec![
            Stmt::Let(count.clone(), Type::Number, found()),
            step(),
            Stmt::Let(sum.clone(), Type::Number, Expr::Number(0)),
        ];
        if self.misere {
            // Nothing left: who moves next wins.
            option.push(Stmt::when(
                op(Op::Equal, local(&count), Expr::Number(0)),
                vec![Stmt::Assign(Target::Local(sum.clone()), Expr::Number(1))],
            ));
        }
        option.push(Stmt::For {
            name: terms,
            from: Expr::Number(0),
            to: local(&count),
            included: false,
            body: each,
        });
        option.push(Stmt::when(
            local(&ready),
            vec![Stmt::Do(call("mark", vec![local(&sum)]))],
        ));
        let mut body: Vec<Stmt> = Vec::new();
        let arity = i64::try_from(here.len()).unwrap_or(0);
        for (place, name) in (0..arity).zip(&self.coordinates) {
            let from_end = op(
                Op::Subtract,
                Expr::length(stack()),
                Expr::Number(arity - place),
            );
            body.push(Stmt::Let(
                name.clone(),
                Type::Number,
                Expr::element(stack(), from_end),
            ));
        }
        let last = if self.misere { "outcome" } else { "mex" };
        let mut settled = vec![Stmt::Let(
            next.clone(),
            Type::Number,
            call(last, Vec::new()),
        )];
        settled.extend(settle(local(&next)));
        let mut open = vec![
            Stmt::Do(call("list_options", here.clone())),
            Stmt::Update(Target::Global("stamp".into()), Op::Add, Expr::Number(1)),
            Stmt::Let(ready.clone(), Type::Flag, Expr::Flag(true)),
            Stmt::Let(at.clone(), Type::Number, Expr::Number(0)),
            Stmt::While(
                op(Op::Less, local(&at), Expr::length(global("found"))),
                option,
            ),
            Stmt::when(local(&ready), settled),
        ];
        if has_said {
            let given = names.fresh("given");
            open = vec![
                Stmt::Let(given.clone(), Type::Number, call("said", here.clone())),
                Stmt::If(
                    op(Op::AtLeast, local(&given), Expr::Number(0)),
                    settle(local(&given)),
                    open,
                ),
            ];
        }
        body.push(Stmt::If(
            Expr::Has("known".into(), here.clone()),
            pops(),
            open,
        ));
        let mut all = vec![Stmt::Let("stack".into(), Type::List, Expr::NewList)];
        all.extend(starts.iter().map(|it| Stmt::Push(stack(), it.clone())));
        all.push(Stmt::While(
            op(Op::Greater, Expr::length(stack()), Expr::Number(0)),
            body,
        ));
        all.push(Stmt::Return(Expr::Entry("known".into(), starts)));
        all
    }
}
