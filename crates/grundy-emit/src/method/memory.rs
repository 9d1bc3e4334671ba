//! Rules in which [one coordinate only rules out moves](grundy::rule::RuledOut): a table of the others, with one number for all positions that
//! differ in it alone.

use grundy::rule::syntax::Item;
use grundy::rule::{Given, How, RuledOut};
use grundy::{Message, message};

use super::{Game, call, local, op};
use crate::error::NotEmitted;
use crate::names::Names;
use crate::options::{matched, options};
use crate::tree::{Expr, Function, Op, Program, Stmt, Target, Type};

/// No move wins.
const NONE: i64 = -1;

/// The mover wins, whatever the coordinate is.
const ALWAYS: i64 = -2;

/// What a program says of it.
pub(crate) fn note(memory: &RuledOut) -> Message {
    match memory.how {
        How::Forbids => message!(
            "One coordinate only forbids a number, so a position is lost just if no other number wins: of the numbers that win it is enough to know whether there is none, which it is, or that there are several.",
            "有一个坐标只禁止一个数，故局面必败当且仅当其余的数都不能取胜：对能取胜的数，只需知道没有、唯一的是哪个，还是不止一个。"
        ),
        How::AtMost { .. } => message!(
            "One coordinate is only an upper bound of a number, so a position is lost just if none wins, or the least number that wins is beyond it (the technique of Schwenk 1970).",
            "有一个坐标只是某个数的上界，故局面必败当且仅当没有能取胜的数，或能取胜的最小数超过该上界（Schwenk 1970 的方法）。"
        ),
        How::AtLeast { .. } => message!(
            "One coordinate is only a lower bound of a number, so a position is lost just if none wins, or the greatest number that wins is below it (the technique of Schwenk 1970).",
            "有一个坐标只是某个数的下界，故局面必败当且仅当没有能取胜的数，或能取胜的最大数低于该下界（Schwenk 1970 的方法）。"
        ),
    }
}

impl Game<'_> {
    /// The coordinate that only rules out moves, where a number for the others serves: it is asked who wins.
    pub(crate) fn memory(&self, given: &[Vec<(&str, Given)>]) -> Option<RuledOut> {
        if !self.outcome {
            return None;
        }
        let memory = RuledOut::of(self.syntax, given)?;
        if self.misere && memory.how != How::Forbids {
            return None;
        }
        let fits = {
            let within = Game {
                syntax: &memory.opened,
                ..self.clone()
            };
            let in_order = match self.coordinates.len() {
                2 => !within.divides_but(Some(memory.place)),
                _ => within.raises_nothing_but(Some(memory.place)),
            };
            in_order && within.memory_names_are_plain(&memory)
        };
        fits.then_some(memory)
    }

    /// Whether the numbers that are kept are never below 0, which is what marks stand for, and what they are compared with always is a number.
    fn memory_names_are_plain(&self, memory: &RuledOut) -> bool {
        let (_, scope) = matched(
            &memory.opened.clauses[memory.of].pattern,
            &self.coordinates,
            &self.scope,
        );
        if scope.present(&memory.with) != Expr::Flag(true) {
            return false;
        }
        memory
            .opened
            .clauses
            .iter()
            .zip(&memory.numbers)
            .all(|(clause, number)| {
                let Some(number) = number else { return true };
                let (_, mut scope) = matched(&clause.pattern, &self.coordinates, &self.scope);
                for item in &clause.tail {
                    match item {
                        Item::In(name, domain) => {
                            let known = scope.facts.running(&name.text, domain);
                            scope.facts.add(known);
                        }
                        Item::Let(name, value) => {
                            let known = crate::facts::Known {
                                name: name.text.clone(),
                                least: scope.facts.least(value),
                                equals: Some(value.clone()),
                                ..Default::default()
                            };
                            scope.facts.add(known);
                        }
                        Item::If(_) => {}
                    }
                }
                scope.facts.is_natural(number) && scope.present(number) == Expr::Flag(true)
            })
    }

    /// Adds `sg` by a table of the other coordinates; what is returned forgets it.
    pub(crate) fn by_memory(
        &self,
        memory: &RuledOut,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let [kept, row] = ["kept", "row"].map(|name| names.fresh(name));
        let rows = Game {
            syntax: &memory.opened,
            coordinates: memory.others(&self.coordinates),
            largest: self.largest.as_ref().map(|all| memory.others(all)),
            outcome: false,
            ..self.clone()
        };
        let lost = |position: Vec<Expr>| call("loses", position);
        let body = self.row(memory, &kept, &lost, names)?;
        // The table of the others is made as any table; it is asked by its own name.
        let first = program.functions.len();
        let reset = match rows.coordinates.len() {
            1 => rows.heaps(program, names, body)?,
            _ => rows.table_by(program, names, Some(body))?,
        };
        if let Some(table) = program.globals.iter_mut().find(|it| it.name == "grundy") {
            table.kind = Type::List;
            table.note = match memory.how {
                How::Forbids => self.note(
                    "the only number that wins; -1 where none wins, -2 where the mover wins whichever is forbidden",
                    "能取胜的唯一的数；-1 表示没有，-2 表示无论禁止哪个数先手都胜",
                ),
                How::AtMost { .. } => self.note(
                    "the least number that wins; -1 where none does, -2 where the mover wins whatever the bound is",
                    "能取胜的最小的数；-1 表示没有，-2 表示无论上界如何先手都胜",
                ),
                How::AtLeast { .. } => self.note(
                    "the greatest number that wins; -1 where none does, -2 where the mover wins whatever the bound is",
                    "能取胜的最大的数；-1 表示没有，-2 表示无论下界如何先手都胜",
                ),
            };
        }
        let mut entry = None;
        for function in &mut program.functions[first..] {
            match function.name.as_str() {
                "sg" => {
                    function.name.clone_from(&row);
                    function.notes = vec![self.note(
                        "what is known of all positions that differ in one coordinate alone; the table grows to the largest asked for",
                        "只在一个坐标上不同的所有局面的共同信息；按需扩展表",
                    )];
                    if let Some(Stmt::Return(at)) = function.body.last() {
                        entry = Some(at.clone());
                    }
                }
                "compute" => {
                    function.notes = vec![self.note(
                        "the same, from the options of these positions",
                        "由这些局面的后继求得",
                    )];
                }
                _ => {}
            }
        }
        let entry = entry.unwrap_or(Expr::Number(NONE));
        let told = self.ruled_out(memory, &kept);
        program.functions.insert(
            first,
            Function {
                name: "loses".into(),
                notes: vec![self.note(
                    "whether the mover loses, where the table has the position",
                    "先手是否必败（局面须已在表中）",
                )],
                parameters: self.parameters(),
                returns: Some(Type::Flag),
                body: vec![Stmt::Let(kept, Type::Number, entry), Stmt::Return(told)],
                state: true,
            },
        );
        let asked = memory.others(&self.here());
        self.sg(
            program,
            self.note("1 if the mover wins, otherwise 0", "先手胜为 1，否则为 0"),
            vec![
                Stmt::Do(call(&row, asked)),
                Stmt::when(lost(self.here()), vec![Stmt::Return(Expr::Number(0))]),
                Stmt::Return(Expr::Number(1)),
            ],
        );
        Ok(reset)
    }

    /// Whether what is kept says that a position is lost.
    fn ruled_out(&self, memory: &RuledOut, kept: &str) -> Expr {
        let pattern = &memory.opened.clauses[memory.of].pattern;
        let (_, scope) = matched(pattern, &self.coordinates, &self.scope);
        let with = scope.number(&memory.with);
        let kept = || local(kept);
        let is_none = op(Op::Equal, kept(), Expr::Number(NONE));
        let beyond = match memory.how {
            How::Forbids => op(Op::Equal, kept(), with.clone()),
            How::AtMost { included: true } => op(Op::Greater, kept(), with.clone()),
            How::AtMost { included: false } => op(Op::AtLeast, kept(), with.clone()),
            How::AtLeast { included: true } => op(Op::Less, kept(), with.clone()),
            How::AtLeast { included: false } => op(Op::AtMost, kept(), with.clone()),
        };
        let beyond = Expr::and(op(Op::AtLeast, kept(), Expr::Number(0)), beyond);
        let mut told = op(Op::Or, is_none, beyond);
        if self.misere {
            // All but the position that forbids the only move.
            let only = op(Op::Subtract, Expr::Number(ALWAYS - 1), kept());
            let is_other = op(Op::Unequal, only, with);
            let lost = Expr::and(op(Op::Less, kept(), Expr::Number(ALWAYS)), is_other);
            told = op(Op::Or, told, lost);
        }
        told
    }

    /// The statements that return what is kept of all positions that differ in the coordinate alone.
    fn row(
        &self,
        memory: &RuledOut,
        kept: &str,
        lost: &dyn Fn(Vec<Expr>) -> Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let moves = names.fresh("moves");
        let set = |name: &str, value: Expr| Stmt::Assign(Target::Local(name.to_owned()), value);
        let is = |name: &str, number: i64| op(Op::Equal, local(name), Expr::Number(number));
        let always = || Stmt::Return(Expr::Number(ALWAYS));
        let mut body = vec![Stmt::Let(kept.to_owned(), Type::Number, Expr::Number(NONE))];
        if self.misere {
            body.push(Stmt::Let(moves.clone(), Type::Number, Expr::Number(NONE)));
        }
        let first_is_least = memory.is_rising();
        for (clause, number) in memory.opened.clauses.iter().zip(&memory.numbers) {
            body.extend(options(
                clause,
                &self.coordinates,
                &self.scope,
                names,
                &mut |_, scope, mut sum| {
                    let wins = match sum.pop() {
                        Some(position) => lost(position),
                        None => Expr::Flag(!self.misere),
                    };
                    let number = number.as_ref().map(|number| scope.number(number));
                    let mut stmts = Vec::new();
                    if self.misere {
                        stmts.push(match &number {
                            None => set(&moves, Expr::Number(ALWAYS)),
                            Some(number) => Stmt::If(
                                is(&moves, NONE),
                                vec![set(&moves, number.clone())],
                                vec![Stmt::when(
                                    op(Op::Unequal, local(&moves), number.clone()),
                                    vec![set(&moves, Expr::Number(ALWAYS))],
                                )],
                            ),
                        });
                    }
                    let found = match (memory.how, number) {
                        (_, None) => vec![always()],
                        (How::Forbids, Some(number)) => vec![Stmt::If(
                            is(kept, NONE),
                            vec![set(kept, number.clone())],
                            vec![Stmt::when(
                                op(Op::Unequal, local(kept), number),
                                vec![always()],
                            )],
                        )],
                        (How::AtMost { .. }, Some(number)) if first_is_least => {
                            vec![Stmt::Return(number)]
                        }
                        (How::AtMost { .. }, Some(number)) => {
                            let less = op(Op::Less, number.clone(), local(kept));
                            let better = op(Op::Or, is(kept, NONE), less);
                            vec![Stmt::when(better, vec![set(kept, number)])]
                        }
                        (How::AtLeast { .. }, Some(number)) => {
                            let more = op(Op::Greater, number.clone(), local(kept));
                            vec![Stmt::when(more, vec![set(kept, number)])]
                        }
                    };
                    match wins {
                        Expr::Flag(true) => stmts.extend(found),
                        Expr::Flag(false) => {}
                        wins => stmts.push(Stmt::when(wins, found)),
                    }
                    Ok(stmts)
                },
            )?);
        }
        if self.misere {
            // Who has no move wins: where one number has all moves, forbidding it does.
            let forbidden = op(Op::Subtract, Expr::Number(ALWAYS - 1), local(&moves));
            body.extend([
                Stmt::when(is(&moves, NONE), vec![always()]),
                Stmt::when(
                    op(Op::AtLeast, local(&moves), Expr::Number(0)),
                    vec![
                        Stmt::when(is(kept, NONE), vec![Stmt::Return(forbidden)]),
                        always(),
                    ],
                ),
            ]);
        }
        body.push(Stmt::Return(local(kept)));
        Ok(body)
    }
}
