//! The value of a position by tables or by search: the mex of the values of its options (Sprague 1935, Grundy 1939).
//!
//! Heaps get a table that grows to the largest one asked for, where moves make them smaller. Positions of several coordinates get a table
//! in lexicographic order where no move raises a coordinate; otherwise what a position leads to is searched with a stack, and
//! kept.

mod forward;
mod intervals;
mod labels;
mod loopy;
mod memory;
mod search;
mod ways;

use intervals::interval;
pub(crate) use memory::note;

use grundy::Lang;
use grundy::rule::syntax::{Body, Expression, Kind, Name, Operator, Span, Syntax};

use crate::error::NotEmitted;
use crate::expressions::{Scope, folded};
use crate::facts::Facts;
use crate::functions::marks;
use crate::names::Names;
use crate::options::{Sink, matched, options, said_value};
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Target, Type};

/// Most coordinates of a rule whose positions are put into a table: a box of more sides holds far more than is reached.
const MOST_SIDES: usize = 8;

/// A rule on its way into a program.
#[derive(Clone, Debug)]
pub(crate) struct Game<'g> {
    pub(crate) syntax: &'g Syntax,
    /// What the coordinates are written as.
    pub(crate) coordinates: Vec<String>,
    /// The constants and parameters of the rule.
    pub(crate) scope: Scope,
    pub(crate) misere: bool,
    /// Whether it is only asked who wins positions that are no sums: `sg` is then 1 where the mover wins and 0 elsewhere.
    pub(crate) outcome: bool,
    pub(crate) lang: Lang,
    /// Whether positions with smaller coordinates come first.
    pub(crate) in_order: bool,
    /// Whether a table up to the largest input cannot be held.
    pub(crate) is_vast: bool,
    /// The largest number of each coordinate, where it is known: a table grows no further.
    pub(crate) largest: Option<Vec<i128>>,
}

fn call(name: &str, arguments: Vec<Expr>) -> Expr {
    Expr::Call(name.into(), arguments)
}

fn local(name: &str) -> Expr {
    Expr::local(name)
}

fn global(name: &str) -> Expr {
    Expr::global(name)
}

fn op(op: Op, left: Expr, right: Expr) -> Expr {
    folded(op, left, right)
}

impl Game<'_> {
    fn note(&self, en: &str, zh: &str) -> String {
        match self.lang {
            Lang::En => en.to_owned(),
            Lang::Zh => zh.to_owned(),
        }
    }

    fn parameters(&self) -> Vec<(String, Type)> {
        let names = self.coordinates.iter();
        names.map(|name| (name.clone(), Type::Number)).collect()
    }

    fn here(&self) -> Vec<Expr> {
        self.coordinates.iter().map(|name| local(name)).collect()
    }

    /// Adds `sg`; what is returned forgets all that was computed.
    pub(crate) fn add_values(
        &self,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        if let Some(interval) = self.interval() {
            return self.by_interval(&interval, program, names);
        }
        if !self.outcome {
            marks(program, self.lang);
        }
        match self.coordinates.len() {
            1 if self.tabulates() => {
                let at = |position: Vec<Expr>| {
                    let place = position.into_iter().next().unwrap_or(Expr::Number(0));
                    Expr::element(global("grundy"), place)
                };
                let body = self.computing(names, &at)?;
                self.heaps(program, names, body)
            }
            2.. if self.tabulates() => self.table(program, names),
            _ => self.search(program, names),
        }
    }

    /// The interval that the options of a heap are, where that serves.
    pub(crate) fn interval(&self) -> Option<intervals::Interval> {
        let serves = self.in_order && !self.misere && self.coordinates.len() == 1;
        serves.then(|| interval(self.syntax)).flatten()
    }

    /// Whether positions are put into a table up to the largest input, which has a side for each coordinate: not where few of them are reached, or too many would stand in it.
    pub(crate) fn tabulates(&self) -> bool {
        let is_one = self.coordinates.len() == 1;
        self.interval().is_some()
            || !self.is_vast
                && match is_one {
                    true => self.in_order && !self.divides(),
                    false => self.coordinates.len() <= MOST_SIDES && self.raises_nothing(),
                }
    }

    /// Whether it is plain that no option has a coordinate above that of the position.
    fn raises_nothing(&self) -> bool {
        self.raises_nothing_but(None)
    }

    /// The same of all coordinates but one.
    fn raises_nothing_but(&self, place: Option<usize>) -> bool {
        let falls = |facts: &Facts, coordinate: &Expression, bound: &Expression| {
            facts.is_at_most(coordinate, bound)
        };
        self.all_options(place, &falls)
    }

    /// Whether it is plain that each option is the position divided by 2 or more: few positions are then reached.
    fn divides(&self) -> bool {
        self.divides_but(None)
    }

    /// The same of all coordinates but one.
    fn divides_but(&self, place: Option<usize>) -> bool {
        let is_large = |facts: &Facts, divisor: &Expression| match &divisor.kind {
            Kind::Binary(Operator::Power, pair) => {
                facts.least(&pair[0]) >= Some(2) && facts.least(&pair[1]) >= Some(1)
            }
            _ => facts.least(divisor) >= Some(2),
        };
        let divides = |facts: &Facts, coordinate: &Expression, bound: &Expression| match &coordinate
            .kind
        {
            Kind::Binary(Operator::Divide, pair) => pair[0] == *bound && is_large(facts, &pair[1]),
            _ => false,
        };
        self.all_options(place, &divides)
    }

    /// Whether something holds of each coordinate of each option, but the one at a place, given the coordinate of the position.
    fn all_options(
        &self,
        place: Option<usize>,
        holds: &dyn Fn(&Facts, &Expression, &Expression) -> bool,
    ) -> bool {
        self.syntax.clauses.iter().all(|clause| {
            let Body::Options(alternatives) = &clause.body else {
                return true;
            };
            let (_, mut scope) = matched(&clause.pattern, &self.coordinates, &self.scope);
            for item in &clause.tail {
                use grundy::rule::syntax::Item;
                let known = match item {
                    Item::If(_) => continue,
                    Item::In(name, domain) => scope.facts.running(&name.text, domain),
                    Item::Let(name, value) => crate::facts::Known {
                        name: name.text.clone(),
                        least: scope.facts.least(value),
                        equals: Some(value.clone()),
                        ..Default::default()
                    },
                };
                scope.facts.add(known);
            }
            let bounds = clause.pattern.coordinates.iter().map(bound);
            let bounds: Vec<Option<Expression>> = bounds.collect();
            let mut terms = alternatives.iter().flatten();
            terms.all(|term| {
                let mut pairs = term.coordinates.iter().zip(&bounds).enumerate();
                pairs.all(|(at, (coordinate, bound))| {
                    let bound = bound.as_ref();
                    Some(at) == place
                        || bound.is_some_and(|bound| holds(&scope.facts, coordinate, bound))
                })
            })
        })
    }

    /// The value clauses and, for each option, its value marked.
    fn computing(
        &self,
        names: &mut Names,
        value_of: &dyn Fn(Vec<Expr>) -> Expr,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let mut body = self.said_values(names, &mut |value| self.given(value));
        if self.outcome {
            body.extend(self.deciding(names, value_of)?);
            return Ok(body);
        }
        let add = Stmt::Update(Target::Global("stamp".into()), Op::Add, Expr::Number(1));
        body.push(add);
        body.extend(self.options(names, &mut |_, _, sum| {
            let marked = self.sum_of(sum.into_iter().map(value_of).collect());
            Ok(vec![Stmt::Do(call("mark", vec![marked]))])
        })?);
        body.push(Stmt::Return(call("mex", Vec::new())));
        Ok(body)
    }

    /// 1 at the first option that is lost; 0 where there is none, but under misère play 1 where there is no option at all.
    fn deciding(
        &self,
        names: &mut Names,
        value_of: &dyn Fn(Vec<Expr>) -> Expr,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let moves = names.fresh("moves");
        let mut body = Vec::new();
        if self.misere {
            body.push(Stmt::Let(moves.clone(), Type::Flag, Expr::Flag(false)));
        }
        body.extend(self.options(names, &mut |_, _, sum| {
            let mut stmts = Vec::new();
            if self.misere {
                let place = Target::Local(moves.clone());
                stmts.push(Stmt::Assign(place, Expr::Flag(true)));
            }
            let value = self.sum_of(sum.into_iter().map(value_of).collect());
            let lost = match value {
                Expr::Number(number) => Expr::Flag(number == 0),
                value => op(Op::Equal, value, Expr::Number(0)),
            };
            if lost != Expr::Flag(false) {
                stmts.push(Stmt::when(lost, vec![Stmt::Return(Expr::Number(1))]));
            }
            Ok(stmts)
        })?);
        if self.misere {
            body.push(Stmt::when(
                local(&moves),
                vec![Stmt::Return(Expr::Number(0))],
            ));
        }
        body.push(Stmt::Return(Expr::Number(self.misere.into())));
        Ok(body)
    }

    /// The statements that do something for every option.
    fn options(&self, names: &mut Names, sink: &mut Sink<'_>) -> Result<Vec<Stmt>, NotEmitted> {
        let clauses = self.syntax.clauses.iter();
        let all = clauses.map(|it| options(it, &self.coordinates, &self.scope, names, sink));
        Ok(all.collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn said_values(&self, names: &mut Names, give: &mut dyn FnMut(Expr) -> Stmt) -> Vec<Stmt> {
        let clauses = self.syntax.clauses.iter();
        let all = clauses.map(|it| said_value(it, &self.coordinates, &self.scope, names, give));
        all.collect::<Vec<_>>().concat()
    }

    /// A clause says that the position is worth a nimber.
    fn given(&self, value: Expr) -> Stmt {
        if !self.outcome {
            return Stmt::Return(value);
        }
        // Under misère play a Nim heap is lost if it is 1.
        Stmt::If(
            op(Op::Equal, value, Expr::Number(self.misere.into())),
            vec![Stmt::Return(Expr::Number(0))],
            vec![Stmt::Return(Expr::Number(1))],
        )
    }

    /// What a sum is worth, given what its summands are: under misère play there is one at most.
    fn sum_of(&self, values: Vec<Expr>) -> Expr {
        // Where nothing is left, who moves next cannot move: 0 in normal play, a win under misère play.
        let nothing = Expr::Number(self.misere.into());
        let sum = values
            .into_iter()
            .reduce(|sum, value| op(Op::Xor, sum, value));
        sum.unwrap_or(nothing)
    }

    fn list(&self, program: &mut Program, name: &str, note: String) {
        program.globals.push(Global {
            name: name.into(),
            kind: Type::List,
            first: Vec::new(),
            note,
        });
    }

    /// Values in the table are small: 0 and 1, or at most as many as there are options, unless a clause says a value.
    fn narrow(&self, program: &mut Program) {
        let says = |clause: &grundy::rule::syntax::Clause| matches!(clause.body, Body::Value(_));
        let kind = match self.outcome {
            true => Type::Bytes,
            false if self.syntax.clauses.iter().any(says) => return,
            false => Type::Shorts,
        };
        if let Some(table) = program.globals.last_mut() {
            table.kind = kind;
        }
    }

    fn compute(&self, program: &mut Program, body: Vec<Stmt>) {
        let note = match (self.outcome, self.misere) {
            (false, _) => self.note(
                "the value of a position, from those of its options",
                "由各后继的值求局面的 SG 值",
            ),
            (true, false) => self.note(
                "1 if the mover wins: some option is lost; otherwise 0",
                "先手胜（有必败的后继）为 1，否则为 0",
            ),
            (true, true) => self.note(
                "1 if the mover wins: there is no option, or a lost one; otherwise 0",
                "先手胜（没有后继或有必败的后继）为 1，否则为 0",
            ),
        };
        program.functions.push(Function {
            name: "compute".into(),
            notes: vec![note],
            parameters: self.parameters(),
            returns: Some(Type::Number),
            body,
            state: true,
        });
    }

    /// A table of heaps, each by the body of `compute` from those below it.
    fn heaps(
        &self,
        program: &mut Program,
        names: &mut Names,
        body: Vec<Stmt>,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let table = || global("grundy");
        self.list(program, "grundy", String::new());
        self.narrow(program);
        self.compute(program, body);
        let next = names.fresh("next");
        let grow = vec![
            Stmt::Let(
                next.clone(),
                Type::Number,
                call("compute", vec![Expr::length(table())]),
            ),
            Stmt::Push(table(), local(&next)),
        ];
        let note = self.note(
            "the table grows to the largest position asked for",
            "按需把表扩展到所问的最大局面",
        );
        self.sg(
            program,
            note,
            vec![
                Stmt::While(
                    op(Op::AtMost, Expr::length(table()), self.here().remove(0)),
                    grow,
                ),
                Stmt::Return(Expr::element(table(), self.here().remove(0))),
            ],
        );
        Ok(vec![Stmt::Clear(table())])
    }

    fn sg(&self, program: &mut Program, note: String, body: Vec<Stmt>) {
        program.functions.push(Function {
            name: "sg".into(),
            notes: vec![note],
            parameters: self.parameters(),
            returns: Some(Type::Number),
            body,
            state: true,
        });
    }

    fn table(&self, program: &mut Program, names: &mut Names) -> Result<Vec<Stmt>, NotEmitted> {
        self.table_by(program, names, None)
    }

    /// A table of positions in lexicographic order, by a body of `compute` where it is given.
    fn table_by(
        &self,
        program: &mut Program,
        names: &mut Names,
        body: Option<Vec<Stmt>>,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let note = match self.outcome {
            true => self.note(
                "all positions of a box in lexicographic order: 1 if the mover wins, otherwise 0",
                "一个范围内的全部局面，按字典序：先手胜为 1，否则为 0",
            ),
            false => self.note(
                "the values of all positions of a box, in lexicographic order",
                "一个范围内全部局面的值，按字典序",
            ),
        };
        self.list(program, "grundy", note);
        self.narrow(program);
        let sizes: Vec<String> = self
            .coordinates
            .iter()
            .map(|name| names.fresh(&format!("size_{name}")))
            .collect();
        for size in &sizes {
            program.globals.push(Global {
                name: size.clone(),
                kind: Type::Number,
                first: vec![0],
                note: String::new(),
            });
        }
        let place = |position: Vec<Expr>| {
            let pairs = position.into_iter().zip(&sizes);
            let all = pairs.fold(None, |all: Option<Expr>, (coordinate, size)| {
                Some(match all {
                    None => coordinate,
                    Some(all) => op(Op::Add, op(Op::Multiply, all, global(size)), coordinate),
                })
            });
            all.unwrap_or(Expr::Number(0))
        };
        let at = |position: Vec<Expr>| Expr::element(global("grundy"), place(position));
        let backward = self.backward();
        match body {
            Some(body) => self.compute(program, body),
            None if backward.is_none() => {
                let body = self.computing(names, &at)?;
                self.compute(program, body);
            }
            None => {}
        }
        let asked: Vec<String> = self
            .coordinates
            .iter()
            .map(|name| names.fresh(&format!("to_{name}")))
            .collect();
        let mut grow = Vec::new();
        for (place, (size, asked)) in sizes.iter().zip(&asked).enumerate() {
            let half = op(Op::PlainDivide, global(size), Expr::Number(2));
            let most = self.largest.as_ref().and_then(|all| all.get(place));
            let grown = op(Op::Add, global(size), half);
            let most = most.and_then(|&most| i64::try_from(most + 1).ok());
            let enough = match most.map(Expr::Number) {
                // Each position costs little.
                Some(most) if backward.is_some() => most,
                Some(most) => Expr::Native(crate::tree::Native::Min, vec![grown, most]),
                None => grown,
            };
            let larger = Expr::Native(
                crate::tree::Native::Max,
                vec![op(Op::Add, local(asked), Expr::Number(1)), enough],
            );
            grow.push(Stmt::when(
                op(Op::AtLeast, local(asked), global(size)),
                vec![Stmt::Assign(Target::Global(size.clone()), larger)],
            ));
        }
        let cells = sizes.iter().map(|size| global(size));
        let cells = cells.reduce(|all, size| op(Op::Multiply, all, size));
        grow.push(Stmt::Zeros(
            "grundy".into(),
            cells.unwrap_or(Expr::Number(0)),
        ));
        let mut body = match &backward {
            Some(moves) => {
                let unmarked = op(Op::Equal, at(self.here()), Expr::Number(0));
                vec![Stmt::when(
                    unmarked,
                    self.marking(moves, &sizes, &place, names),
                )]
            }
            None => {
                let next = names.fresh("next");
                vec![
                    Stmt::Let(next.clone(), Type::Number, call("compute", self.here())),
                    Stmt::Assign(
                        Target::Element("grundy".into(), place(self.here())),
                        local(&next),
                    ),
                ]
            }
        };
        for (name, size) in self.coordinates.iter().zip(&sizes).rev() {
            body = vec![Stmt::For {
                name: name.clone(),
                from: Expr::Number(0),
                to: global(size),
                included: false,
                body,
            }];
        }
        grow.append(&mut body);
        program.functions.push(Function {
            name: "grow".into(),
            notes: vec![match backward {
                Some(_) => self.note(
                    "no move raises a coordinate: what is not marked by its turn is lost, and all that leads to it is won",
                    "任何一步都不使坐标变大：轮到时仍未标记者必败，能走到它的局面皆必胜",
                ),
                None => self.note(
                    "no move raises a coordinate, so this order works",
                    "任何一步都不使坐标变大，故可按此顺序填表",
                ),
            }],
            parameters: asked.iter().map(|it| (it.clone(), Type::Number)).collect(),
            returns: None,
            body: grow,
            state: true,
        });
        let outside = self.coordinates.iter().zip(&sizes);
        let outside = outside.map(|(name, size)| op(Op::AtLeast, local(name), global(size)));
        let outside = outside.reduce(|all, one| op(Op::Or, all, one));
        let note = match self.outcome {
            true => self.note("1 if the mover wins, otherwise 0", "先手胜为 1，否则为 0"),
            false => self.note("the value of a position", "局面的 SG 值"),
        };
        self.sg(
            program,
            note,
            vec![
                Stmt::when(
                    outside.unwrap_or(Expr::Flag(false)),
                    vec![Stmt::Do(call("grow", self.here()))],
                ),
                Stmt::Return(at(self.here())),
            ],
        );
        let mut reset = vec![Stmt::Clear(global("grundy"))];
        reset.extend(
            sizes
                .iter()
                .map(|size| Stmt::Assign(Target::Global(size.clone()), Expr::Number(0))),
        );
        Ok(reset)
    }
}

/// What a coordinate of a pattern is, as an expression.
fn bound(coordinate: &grundy::rule::syntax::Coordinate) -> Option<Expression> {
    use grundy::rule::syntax::Coordinate;
    let kind = match coordinate {
        Coordinate::Name(Name { text, .. }) => Kind::Name(text.clone()),
        Coordinate::Number(number) => Kind::Number(*number),
        Coordinate::Any => return None,
    };
    Some(Expression {
        kind,
        span: Span::default(),
    })
}
