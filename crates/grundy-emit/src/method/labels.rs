//! Who wins where play need not end: what is reached from a position is labelled backwards from the ends of play (Smith 1966), and kept.
//!
//! A position is won if a move leads to a lost one, and lost if all moves lead to won ones; what gets neither label is a draw, since who moves
//! there can always move to another such position. Each number of a position knows the positions that lead to it, as a list of edges.

use super::search::{add, number, value_of};
use super::{Game, call, global, local, op};
use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Function, Op, Program, Stmt, Target, Type};

pub(super) fn set(name: &str, value: Expr) -> Stmt {
    Stmt::Assign(Target::Local(name.into()), value)
}

pub(super) fn put(list: &str, place: Expr, value: Expr) -> Stmt {
    Stmt::Assign(Target::Element(list.into(), place), value)
}

/// What the labelling of positions keeps, by its names in the program.
struct Kept {
    /// By number: options that are not known to be won.
    left: String,
    /// By number: its last edge.
    edges: String,
    /// By edge: the position that it comes from.
    from: String,
    /// By edge: the one before it of the same position.
    before: String,
    /// Positions that got their labels, in that order.
    labelled: String,
}

impl Game<'_> {
    /// Adds `sg`: 1 where the mover wins, 0 where the mover loses, 2 where neither can force a win.
    pub(crate) fn add_labels(
        &self,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let all = self.add_known(program, names);
        let kept = Kept {
            left: names.fresh("left"),
            edges: names.fresh("edges"),
            from: names.fresh("edge_from"),
            before: names.fresh("edge_before"),
            labelled: names.fresh("labelled"),
        };
        for (name, en, zh) in [
            (
                "values",
                "by number: 1 if the mover wins, 0 if the mover loses, 2 for a draw, -1 where not yet found",
                "按编号：先手胜为 1，负为 0，和局为 2，未求出为 -1",
            ),
            (
                "found",
                "numbers of options; -1 where nothing is left",
                "各后继的编号；-1 表示什么都不剩",
            ),
            (
                kept.left.as_str(),
                "by number: how many options are not known to be won",
                "按编号：尚未判为胜的后继个数",
            ),
            (
                kept.edges.as_str(),
                "by number: the last edge from a position that leads to it, or -1",
                "按编号：到达它的最后一条边，没有则为 -1",
            ),
            (
                kept.from.as_str(),
                "by edge: where it comes from, and the edge before it",
                "按边：起点，以及前一条边",
            ),
            (kept.before.as_str(), "", ""),
            (
                kept.labelled.as_str(),
                "positions in the order in which they were decided",
                "按判定先后排列的局面",
            ),
        ] {
            let note = self.note(en, zh);
            self.list(program, name, note);
        }
        let further = [(kept.left.clone(), 0), (kept.edges.clone(), -1)];
        self.add_number(program, names, &all, &further);
        self.add_listing(program, names)?;
        let has_said = self.add_said(program, names);
        let start: Vec<String> = (self.coordinates.iter())
            .map(|name| names.fresh(&format!("from_{name}")))
            .collect();
        let body = self.labelling(&start, &all, &kept, has_said, names);
        program.functions.push(Function {
            name: "sg".into(),
            notes: vec![self.note(
                "1 if the mover wins, 0 if the mover loses, 2 for a draw: all that is reached is labelled backwards from the ends of play",
                "先手胜为 1，负为 0，和局为 2：对所有可到达的局面从终局倒推",
            )],
            parameters: start.iter().map(|it| (it.clone(), Type::Number)).collect(),
            returns: Some(Type::Number),
            body,
            state: true,
        });
        let lists = all.iter().chain([&kept.left, &kept.edges]);
        let lists = lists.map(String::as_str).chain(["known", "values"]);
        Ok(lists.map(|name| Stmt::Clear(global(name))).collect())
    }

    fn labelling(
        &self,
        start: &[String],
        all: &[String],
        kept: &Kept,
        has_said: bool,
        names: &mut Names,
    ) -> Vec<Stmt> {
        let [first, at, here, edge, other, place] =
            ["first", "at", "here", "edge", "other", "place"].map(|name| names.fresh(name));
        let starts = start.iter().map(|name| local(name)).collect();
        let labelled = || Expr::length(global(&kept.labelled));
        let positions = || Expr::length(global("values"));
        let unknown = |position: Expr| op(Op::Less, value_of(position), Expr::Number(0));
        let label = |position: &str, value: Expr| {
            vec![
                put("values", local(position), value),
                Stmt::Push(global(&kept.labelled), local(position)),
            ]
        };
        let number_label = |position: &str, value: i64| label(position, Expr::Number(value));
        let mut reach = Vec::new();
        for (name, list) in self.coordinates.iter().zip(all) {
            reach.push(number(name, Expr::element(global(list), local(&at))));
        }
        let looked = self.looked(&at, kept, names, &number_label);
        match has_said {
            false => reach.extend(looked),
            true => {
                let given = names.fresh("given");
                reach.push(number(&given, call("said", self.here())));
                let is_given = op(Op::AtLeast, local(&given), Expr::Number(0));
                reach.push(Stmt::If(is_given, label(&at, local(&given)), looked));
            }
        }
        reach.push(add(&at, Expr::Number(1)));
        let left = || Expr::element(global(&kept.left), local(&other));
        let is_lost = op(Op::Equal, value_of(local(&here)), Expr::Number(0));
        let back = vec![
            number(&other, Expr::element(global(&kept.from), local(&edge))),
            Stmt::when(
                unknown(local(&other)),
                vec![
                    put(
                        &kept.left,
                        local(&other),
                        op(Op::Subtract, left(), Expr::Number(1)),
                    ),
                    Stmt::If(
                        is_lost,
                        number_label(&other, 1),
                        vec![Stmt::when(
                            op(Op::Equal, left(), Expr::Number(0)),
                            number_label(&other, 0),
                        )],
                    ),
                ],
            ),
            set(&edge, Expr::element(global(&kept.before), local(&edge))),
        ];
        let lists = [&kept.from, &kept.before, &kept.labelled];
        let mut stmts = vec![
            number(&first, call("number", starts)),
            Stmt::when(
                op(Op::AtLeast, value_of(local(&first)), Expr::Number(0)),
                vec![Stmt::Return(value_of(local(&first)))],
            ),
        ];
        stmts.extend(lists.map(|list| Stmt::Clear(global(list))));
        stmts.extend([
            number(&at, local(&first)),
            Stmt::While(op(Op::Less, local(&at), positions()), reach),
            set(&at, Expr::Number(0)),
            Stmt::While(
                op(Op::Less, local(&at), labelled()),
                vec![
                    number(&here, Expr::element(global(&kept.labelled), local(&at))),
                    number(&edge, Expr::element(global(&kept.edges), local(&here))),
                    Stmt::While(op(Op::AtLeast, local(&edge), Expr::Number(0)), back),
                    add(&at, Expr::Number(1)),
                ],
            ),
            Stmt::For {
                name: place.clone(),
                from: local(&first),
                to: positions(),
                included: false,
                body: vec![Stmt::when(
                    unknown(local(&place)),
                    vec![put("values", local(&place), Expr::Number(2))],
                )],
            },
            Stmt::Return(value_of(local(&first))),
        ]);
        stmts
    }

    /// The options of a position: what decides it at once, and edges back from those that are still open.
    fn looked(
        &self,
        at: &str,
        kept: &Kept,
        names: &mut Names,
        label: &dyn Fn(&str, i64) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let [option, rest, wins] = ["option", "rest", "wins"].map(|name| names.fresh(name));
        let is = |value: Expr, number: i64| op(Op::Equal, value, Expr::Number(number));
        let below = |value: Expr| op(Op::Less, value, Expr::Number(0));
        let worth = || value_of(local(&option));
        let edges = Expr::element(global(&kept.edges), local(&option));
        let last = op(
            Op::Subtract,
            Expr::length(global(&kept.from)),
            Expr::Number(1),
        );
        // From a draw nobody is made to go.
        let open = vec![
            add(&rest, Expr::Number(1)),
            Stmt::when(
                below(worth()),
                vec![
                    Stmt::Push(global(&kept.from), local(at)),
                    Stmt::Push(global(&kept.before), edges),
                    put(&kept.edges, local(&option), last),
                ],
            ),
        ];
        let won = vec![set(&wins, Expr::Flag(true))];
        let mut look = Stmt::If(
            is(worth(), 0),
            won.clone(),
            vec![Stmt::when(op(Op::Unequal, worth(), Expr::Number(1)), open)],
        );
        if self.ends_at_once() {
            // Where nothing is left, who moves next has lost, and under misère play won.
            look = match self.misere {
                false => Stmt::If(below(local(&option)), won, vec![look]),
                true => Stmt::when(op(Op::AtLeast, local(&option), Expr::Number(0)), vec![look]),
            };
        }
        vec![
            Stmt::Clear(global("found")),
            Stmt::Do(call("list_options", self.here())),
            number(&rest, Expr::Number(0)),
            Stmt::Let(wins.clone(), Type::Flag, Expr::Flag(false)),
            Stmt::Each(option, global("found"), vec![look]),
            put(&kept.left, local(at), local(&rest)),
            Stmt::If(
                local(&wins),
                label(at, 1),
                vec![Stmt::If(
                    op(Op::Equal, Expr::length(global("found")), Expr::Number(0)),
                    label(at, self.misere.into()),
                    vec![Stmt::when(is(local(&rest), 0), label(at, 0))],
                )],
            ),
        ]
    }
}
