//! Search with a stack of its own: no recursion, however deep a play can be.
//!
//! A position gets a number when it is first met; a hash map knows the numbers, lists what they stand for and are worth. So each option is
//! looked up once, and its value is read from a list.

use grundy::rule::syntax::Body;

use super::{Game, call, global, local, op};
use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Target, Type};

pub(super) fn number(name: &str, value: Expr) -> Stmt {
    Stmt::Let(name.into(), Type::Number, value)
}

pub(super) fn add(name: &str, value: Expr) -> Stmt {
    Stmt::Update(Target::Local(name.into()), Op::Add, value)
}

pub(super) fn value_of(position: Expr) -> Expr {
    Expr::element(global("values"), position)
}

/// The place of the last element of the stack and of what stands beside it.
fn top() -> Expr {
    op(Op::Subtract, Expr::length(global("stack")), Expr::Number(1))
}

/// An option that is no sum, by its number.
fn noted(names: &mut Names, sum: Vec<Vec<Expr>>) -> Vec<Stmt> {
    let Some(position) = sum.into_iter().next() else {
        return vec![Stmt::Push(global("found"), Expr::Number(-1))];
    };
    let part = names.fresh("part");
    vec![
        number(&part, call("number", position)),
        Stmt::Push(global("found"), local(&part)),
    ]
}

impl Game<'_> {
    /// Values by search, where positions do not come in the order of their coordinates.
    pub(super) fn search(
        &self,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let all = self.add_known(program, names);
        for (name, en, zh) in [
            match self.outcome {
                true => (
                    "values",
                    "by number: 1 if the mover wins, 0 if not, -1 where not yet found",
                    "按编号：先手胜为 1，负为 0，未求出为 -1",
                ),
                false => (
                    "values",
                    "by number: their values, -1 where not yet found",
                    "按编号：各局面的值，未求出为 -1",
                ),
            },
            match self.outcome {
                true => (
                    "found",
                    "options one after another; -1 where nothing is left",
                    "依次为各后继；-1 表示什么都不剩",
                ),
                false => (
                    "found",
                    "options one after another: -1 less how many summands, then their numbers",
                    "依次为各后继：-1 减分量个数，再是各分量的编号",
                ),
            },
            (
                "stack",
                "positions that wait for their options; where these begin, and which is next",
                "等待后继的局面；其后继的起点，以及下一个",
            ),
            ("begins", "", ""),
            ("nexts", "", ""),
        ] {
            let note = self.note(en, zh);
            self.list(program, name, note);
        }
        self.add_number(program, names, &all, &[]);
        self.add_listing(program, names)?;
        let has_said = self.add_said(program, names);
        self.add_enter(program, names, &all, has_said);
        let start: Vec<String> = (self.coordinates.iter())
            .map(|name| names.fresh(&format!("from_{name}")))
            .collect();
        let body = match self.outcome {
            true => self.deciding_by_search(&start, names),
            false => self.searching(&start, names),
        };
        program.functions.push(Function {
            name: "sg".into(),
            notes: vec![match self.outcome {
                true => self.note(
                    "1 if the mover wins, otherwise 0, by a search with a stack of its own",
                    "先手胜为 1，否则为 0，用显式栈搜索并记忆",
                ),
                false => self.note(
                    "the value of a position, by a search with a stack of its own",
                    "局面的值，用显式栈搜索并记忆",
                ),
            }],
            parameters: start.iter().map(|it| (it.clone(), Type::Number)).collect(),
            returns: Some(Type::Number),
            body,
            state: true,
        });
        let lists = all.iter().map(String::as_str).chain(["known", "values"]);
        Ok(lists.map(|name| Stmt::Clear(global(name))).collect())
    }

    /// Adds what is known of positions by their numbers; the lists of their coordinates.
    pub(super) fn add_known(&self, program: &mut Program, names: &mut Names) -> Vec<String> {
        program.globals.push(Global {
            name: "known".into(),
            kind: Type::Map(self.coordinates.len()),
            first: Vec::new(),
            note: self.note("the numbers of positions met so far", "已遇到的局面的编号"),
        });
        let all: Vec<String> = (self.coordinates.iter())
            .map(|name| names.fresh(&format!("all_{name}")))
            .collect();
        let note = self.note("by number: their coordinates", "按编号：各坐标");
        let notes = std::iter::once(note).chain(std::iter::repeat(String::new()));
        for (list, note) in all.iter().zip(notes) {
            self.list(program, list, note);
        }
        all
    }

    /// Adds `list_options`: the options of a position, one after the other.
    pub(super) fn add_listing(
        &self,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<(), NotEmitted> {
        let body = self.options(names, &mut |names, _, sum| {
            if self.outcome {
                return Ok(noted(names, sum));
            }
            let count = i64::try_from(sum.len()).unwrap_or(0);
            let (mut stmts, mut parts) = (Vec::new(), Vec::new());
            for position in sum {
                let part = names.fresh("part");
                stmts.push(number(&part, call("number", position)));
                parts.push(part);
            }
            stmts.push(Stmt::Push(global("found"), Expr::Number(-1 - count)));
            stmts.extend(
                parts
                    .iter()
                    .map(|it| Stmt::Push(global("found"), local(it))),
            );
            Ok(stmts)
        })?;
        program.functions.push(Function {
            name: "list_options".into(),
            notes: vec![self.note("the options of a position", "列出局面的后继")],
            parameters: self.parameters(),
            returns: None,
            body,
            state: true,
        });
        Ok(())
    }

    /// Adds `said`, the value that a clause says, if some does.
    pub(super) fn add_said(&self, program: &mut Program, names: &mut Names) -> bool {
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
        has_said
    }

    /// Adds `number`: that of a position, a new one where it has none. The further lists begin with their numbers.
    pub(super) fn add_number(
        &self,
        program: &mut Program,
        names: &mut Names,
        all: &[String],
        further: &[(String, i64)],
    ) {
        let fresh = names.fresh("fresh");
        let here = self.here();
        let mut body = vec![
            Stmt::when(
                Expr::Has("known".into(), here.clone()),
                vec![Stmt::Return(Expr::Entry("known".into(), here.clone()))],
            ),
            number(&fresh, Expr::length(global("values"))),
            Stmt::Assign(Target::Entry("known".into(), here.clone()), local(&fresh)),
            Stmt::Push(global("values"), Expr::Number(-1)),
        ];
        let pairs = all.iter().zip(here);
        body.extend(pairs.map(|(list, coordinate)| Stmt::Push(global(list), coordinate)));
        let further = further.iter();
        body.extend(further.map(|(list, first)| Stmt::Push(global(list), Expr::Number(*first))));
        body.push(Stmt::Return(local(&fresh)));
        program.functions.push(Function {
            name: "number".into(),
            notes: vec![self.note("the number of a position", "局面的编号")],
            parameters: self.parameters(),
            returns: Some(Type::Number),
            body,
            state: true,
        });
    }

    /// Adds `enter`: begins with a position.
    fn add_enter(&self, program: &mut Program, names: &mut Names, all: &[String], has_said: bool) {
        let position = names.fresh("position_number");
        let pairs = self.coordinates.iter().zip(all);
        let mut body: Vec<Stmt> = pairs
            .map(|(name, list)| number(name, Expr::element(global(list), local(&position))))
            .collect();
        let waits = vec![
            Stmt::Push(global("stack"), local(&position)),
            Stmt::Push(global("begins"), Expr::length(global("found"))),
            Stmt::Push(global("nexts"), Expr::length(global("found"))),
            Stmt::Do(call("list_options", self.here())),
        ];
        if has_said {
            let given = names.fresh("given");
            body.push(number(&given, call("said", self.here())));
            let place = Target::Element("values".into(), local(&position));
            body.push(Stmt::If(
                op(Op::AtLeast, local(&given), Expr::Number(0)),
                vec![Stmt::Assign(place, local(&given))],
                waits,
            ));
        } else {
            body.extend(waits);
        }
        program.functions.push(Function {
            name: "enter".into(),
            notes: vec![self.note("begins with a position", "开始处理一个局面")],
            parameters: vec![(position, Type::Number)],
            returns: None,
            body,
            state: true,
        });
    }

    /// Options are looked at one after the other, up to the first that is lost.
    fn deciding_by_search(&self, start: &[String], names: &mut Names) -> Vec<Stmt> {
        let [first, here, at, deeper, wins, option] =
            ["first", "here", "at", "deeper", "wins", "option"].map(|name| names.fresh(name));
        let set = |name: &str, value: Expr| Stmt::Assign(Target::Local(name.into()), value);
        let is = |value: Expr, number: i64| op(Op::Equal, value, Expr::Number(number));
        let below = |value: Expr| op(Op::Less, value, Expr::Number(0));
        let starts = start.iter().map(|name| local(name)).collect();
        let worth = || value_of(local(&option));
        let next = vec![add(&at, Expr::Number(1))];
        // Where nothing is left, who moves next has lost, and under misère play won.
        let nothing = match self.misere {
            false => vec![set(&wins, Expr::Number(1))],
            true => next.clone(),
        };
        let looked = vec![Stmt::If(
            below(worth()),
            vec![set(&deeper, local(&option))],
            vec![Stmt::If(
                is(worth(), 0),
                vec![set(&wins, Expr::Number(1))],
                next,
            )],
        )];
        let looked = match self.ends_at_once() {
            true => vec![Stmt::If(below(local(&option)), nothing, looked)],
            false => looked,
        };
        let mut look = vec![number(&option, Expr::element(global("found"), local(&at)))];
        look.extend(looked);
        let open = Expr::and(below(local(&deeper)), is(local(&wins), 0));
        let more = op(Op::Less, local(&at), Expr::length(global("found")));
        let begin = || Expr::element(global("begins"), top());
        let mut settle = Vec::new();
        if self.misere {
            let none = op(Op::Equal, begin(), Expr::length(global("found")));
            settle.push(Stmt::when(none, vec![set(&wins, Expr::Number(1))]));
        }
        settle.extend([
            Stmt::While(
                op(Op::Greater, Expr::length(global("found")), begin()),
                vec![Stmt::Pop(global("found"))],
            ),
            Stmt::Assign(Target::Element("values".into(), local(&here)), local(&wins)),
            Stmt::Pop(global("stack")),
            Stmt::Pop(global("begins")),
            Stmt::Pop(global("nexts")),
        ]);
        let body = vec![
            number(&here, Expr::element(global("stack"), top())),
            number(&at, Expr::element(global("nexts"), top())),
            number(&deeper, Expr::Number(-1)),
            number(&wins, Expr::Number(0)),
            Stmt::While(Expr::and(open, more), look),
            Stmt::Assign(Target::Element("nexts".into(), top()), local(&at)),
            Stmt::If(
                op(Op::AtLeast, local(&deeper), Expr::Number(0)),
                vec![Stmt::Do(call("enter", vec![local(&deeper)]))],
                settle,
            ),
        ];
        vec![
            number(&first, call("number", starts)),
            Stmt::when(
                below(value_of(local(&first))),
                vec![Stmt::Do(call("enter", vec![local(&first)]))],
            ),
            Stmt::While(
                op(Op::Greater, Expr::length(global("stack")), Expr::Number(0)),
                body,
            ),
            Stmt::Return(value_of(local(&first))),
        ]
    }

    /// Whether some move leaves nothing.
    pub(super) fn ends_at_once(&self) -> bool {
        self.syntax.clauses.iter().any(|clause| match &clause.body {
            Body::Options(alternatives) => alternatives.iter().any(Vec::is_empty),
            Body::Value(_) => false,
        })
    }

    fn searching(&self, start: &[String], names: &mut Names) -> Vec<Stmt> {
        let [first, here, at, deeper, part, sum, count, term, last] = [
            "first", "here", "at", "deeper", "part", "sum", "count", "term", "last",
        ]
        .map(|name| names.fresh(name));
        let found = || Expr::element(global("found"), local(&at));
        let more = || op(Op::Less, local(&at), Expr::length(global("found")));
        let unknown = |position: Expr| op(Op::Less, value_of(position), Expr::Number(0));
        let starts = start.iter().map(|name| local(name)).collect();
        let mut body = vec![
            number(&here, Expr::element(global("stack"), top())),
            number(&at, Expr::element(global("nexts"), top())),
            number(&deeper, Expr::Number(-1)),
            Stmt::While(
                Expr::and(op(Op::Less, local(&deeper), Expr::Number(0)), more()),
                vec![
                    number(&part, found()),
                    Stmt::If(
                        Expr::and(
                            op(Op::AtLeast, local(&part), Expr::Number(0)),
                            unknown(local(&part)),
                        ),
                        vec![Stmt::Assign(Target::Local(deeper.clone()), local(&part))],
                        vec![add(&at, Expr::Number(1))],
                    ),
                ],
            ),
            Stmt::Assign(Target::Element("nexts".into(), top()), local(&at)),
        ];
        let mut option = vec![
            number(&count, op(Op::Subtract, Expr::Number(-1), found())),
            add(&at, Expr::Number(1)),
            number(&sum, Expr::Number(0)),
        ];
        option.push(Stmt::For {
            name: term,
            from: Expr::Number(0),
            to: local(&count),
            included: false,
            body: vec![
                Stmt::Update(Target::Local(sum.clone()), Op::Xor, value_of(found())),
                add(&at, Expr::Number(1)),
            ],
        });
        option.push(Stmt::Do(call("mark", vec![local(&sum)])));
        let settle = vec![
            Stmt::Update(Target::Global("stamp".into()), Op::Add, Expr::Number(1)),
            number(&last, Expr::element(global("begins"), top())),
            Stmt::Assign(Target::Local(at.clone()), local(&last)),
            Stmt::While(more(), option),
            Stmt::While(
                op(Op::Greater, Expr::length(global("found")), local(&last)),
                vec![Stmt::Pop(global("found"))],
            ),
            Stmt::Assign(Target::Local(at.clone()), call("mex", Vec::new())),
            Stmt::Assign(Target::Element("values".into(), local(&here)), local(&at)),
            Stmt::Pop(global("stack")),
            Stmt::Pop(global("begins")),
            Stmt::Pop(global("nexts")),
        ];
        body.push(Stmt::If(
            op(Op::AtLeast, local(&deeper), Expr::Number(0)),
            vec![Stmt::Do(call("enter", vec![local(&deeper)]))],
            settle,
        ));
        vec![
            number(&first, call("number", starts)),
            Stmt::when(
                unknown(local(&first)),
                vec![Stmt::Do(call("enter", vec![local(&first)]))],
            ),
            Stmt::While(
                op(Op::Greater, Expr::length(global("stack")), Expr::Number(0)),
                body,
            ),
            Stmt::Return(value_of(local(&first))),
        ]
    }
}
