//! The options of a graph: a word that says of each vertex, then of each edge, whether it is there, `1` or `0`; a vertex is `1` and as many more as tokens stand on it.
//! What is left is cut into its components; with a token, or in a tree, only the component of the token or of the root has moves.

mod counted;
pub(crate) mod deleted;
mod moves;

use grundy::graphs::GraphRule;
use grundy::graphs::syntax::{Action, Clause, Kind};
use grundy::message;

use crate::error::NotEmitted;
use crate::expressions::folded;
use crate::names::Names;
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Target, Type};
use crate::words::{add, call, local};

/// What a graph is read into: the number of vertices, and where edges begin and end, all of the whole program.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) vertices: Expr,
    pub(crate) from: Expr,
    pub(crate) to: Expr,
}

fn number(number: i64) -> Expr {
    Expr::Number(number)
}

fn equals(left: Expr, right: i64) -> Expr {
    Expr::binary(Op::Equal, left, number(right))
}

fn set(list: &str, place: Expr, value: Expr) -> Stmt {
    Stmt::Assign(Target::Element(list.into(), place), value)
}

fn upto(name: &str, from: i64, to: Expr, included: bool, body: Vec<Stmt>) -> Stmt {
    Stmt::For {
        name: name.into(),
        from: number(from),
        to,
        included,
        body,
    }
}

impl Graph {
    fn end(&self, list: &Expr, edge: &str) -> Expr {
        Expr::element(list.clone(), local(edge))
    }

    /// Whether a vertex of a word is there.
    fn has(&self, vertex: Expr) -> Expr {
        let digit = call("digit", vec![local("word"), minus_one(vertex)]);
        Expr::binary(Op::Greater, digit, number(0))
    }

    /// Whether an edge of a word is there.
    fn joins(&self, edge: &str) -> Expr {
        let place = add(self.vertices.clone(), local(edge));
        equals(call("digit", vec![local("word"), place]), 1)
    }

    fn edges(&self) -> Expr {
        Expr::length(self.from.clone())
    }

    /// What is done for each edge that is there.
    fn each_edge(&self, edge: &str, body: Vec<Stmt>) -> Stmt {
        let body = vec![Stmt::when(self.joins(edge), body)];
        upto(edge, 0, self.edges(), false, body)
    }
}

fn minus_one(vertex: Expr) -> Expr {
    folded(Op::Subtract, vertex, number(1))
}

/// What is asked of the graphs of a program, how they are searched, and what cases give to the rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// Whether it is asked who wins, and not the value.
    pub(crate) outcome: bool,
    /// Whether a graph is searched whole, but has its moves found component by component: the digits of all stand in `full`.
    pub(crate) by_parts: bool,
    /// The parameters of the rule, and what they are written as.
    pub(crate) given: &'a [(&'a str, Expr)],
}

/// Adds what a program about graphs needs, and `list_options`; `list_part` where that goes through components.
pub(crate) fn add_functions(
    rule: &GraphRule,
    graph: &Graph,
    asked: Asked<'_>,
    program: &mut Program,
    names: &mut Names,
    note: &dyn Fn(&str, &str) -> String,
) -> Result<(), NotEmitted> {
    if rule.tokens() > 1 && asked.by_parts && falls_apart(rule) {
        return Err(NotEmitted::new(message!(
            "with several tokens on one graph under misère play, programs do not look into how many parts it falls; grundy judge answers such inputs",
            "反常规则下图上有多枚棋子时，程序不问图会分成几部分；这样的输入可用 grundy judge 作答"
        )));
    }
    let lists = [
        (
            "after",
            Type::List,
            "digits of the graph that a move leaves",
            "一步之后的图的各位",
        ),
        (
            "label",
            Type::List,
            "by vertex: how it was reached",
            "按顶点：是否到达",
        ),
        ("seen", Type::List, "", ""),
        (
            "parts",
            Type::Words,
            "the components of a graph",
            "图的各连通分量",
        ),
    ];
    for (name, kind, en, zh) in lists {
        program.globals.push(Global {
            name: name.into(),
            kind,
            first: Vec::new(),
            note: note(en, zh),
        });
    }
    if asked.by_parts {
        program.globals.push(Global {
            name: "full".into(),
            kind: Type::List,
            first: Vec::new(),
            note: note("digits of the whole graph", "整个图的各位"),
        });
    }
    let has = |action: Action| clauses(rule).any(|clause| clause.actions.contains(&action));
    if has(Action::EdgesAt) {
        program.globals.push(Global {
            name: "near".into(),
            kind: Type::List,
            first: Vec::new(),
            note: note("the edges at a vertex", "一个顶点上的边"),
        });
    }
    let edge = names.fresh("edge");
    let mut making = Making {
        rule,
        graph,
        edge,
        asked,
        used: Vec::new(),
        taken: None,
    };
    let options = making.options()?;
    let used = std::mem::take(&mut making.used);
    let mut functions = vec![making.reach(), making.pieces()];
    for name in used {
        functions.push(making.counting(name));
    }
    functions.push(making.restore());
    functions.push(making.offer_after());
    let listing = match asked.by_parts {
        true => "list_part",
        false => "list_options",
    };
    functions.push(function(listing, vec![word()], None, options));
    functions[0].notes = vec![note(
        "marks everything within a given distance of a vertex",
        "标出与某顶点相连（不超过若干条边）的所有顶点",
    )];
    program.functions.extend(functions);
    Ok(())
}

fn word() -> (String, Type) {
    ("word".into(), Type::Word)
}

fn function(
    name: &str,
    parameters: Vec<(String, Type)>,
    returns: Option<Type>,
    body: Vec<Stmt>,
) -> Function {
    Function {
        name: name.into(),
        notes: Vec::new(),
        parameters,
        returns,
        body,
        state: true,
    }
}

struct Making<'m> {
    rule: &'m GraphRule,
    graph: &'m Graph,
    edge: String,
    asked: Asked<'m>,
    /// The functions that guards and moves need.
    used: Vec<&'static str>,
    /// How many edges or vertices the move at hand takes.
    taken: Option<Expr>,
}

impl Making<'_> {
    fn is_directed(&self) -> bool {
        self.rule.syntax().kind == Kind::Digraph
    }

    /// `reach(word, start, most)`.
    fn reach(&self) -> Function {
        let graph = self.graph;
        let edge = &self.edge;
        let label = |end: Expr| Expr::element(Expr::global("label"), end);
        let further = |from: &Expr, to: &Expr| {
            let (from, to) = (graph.end(from, edge), graph.end(to, edge));
            let near = Expr::binary(Op::Greater, label(from.clone()), number(0));
            let near = Expr::and(near, Expr::binary(Op::AtMost, label(from), local("step")));
            let new = equals(label(to.clone()), 0);
            let more = add(local("step"), number(1));
            Stmt::when(
                Expr::and(near, new),
                vec![
                    set("label", to, more),
                    Stmt::Assign(Target::Local("grows".into()), Expr::Flag(true)),
                ],
            )
        };
        let steps = vec![
            Stmt::Assign(Target::Local("grows".into()), Expr::Flag(false)),
            graph.each_edge(
                edge,
                vec![
                    further(&graph.from, &graph.to),
                    further(&graph.to, &graph.from),
                ],
            ),
            Stmt::Update(Target::Local("step".into()), Op::Add, number(1)),
        ];
        let on = Expr::and(
            local("grows"),
            Expr::binary(Op::AtMost, local("step"), local("most")),
        );
        let body = vec![
            Stmt::Zeros("label".into(), add(graph.vertices.clone(), number(1))),
            set("label", local("start"), number(1)),
            Stmt::Let("grows".into(), Type::Flag, Expr::Flag(true)),
            Stmt::Let("step".into(), Type::Number, number(1)),
            Stmt::While(on, steps),
        ];
        let parameters = vec![
            word(),
            ("start".into(), Type::Number),
            ("most".into(), Type::Number),
        ];
        function("reach", parameters, None, body)
    }

    /// `list_pieces(word)`.
    fn pieces(&self) -> Function {
        let graph = self.graph;
        let edge = &self.edge;
        let label = |end: Expr| Expr::element(Expr::global("label"), end);
        let reached = |end: Expr| Expr::binary(Op::Greater, label(end), number(0));
        let mine = upto(
            "other",
            1,
            graph.vertices.clone(),
            true,
            vec![
                Stmt::Let("kept".into(), Type::Number, number(0)),
                Stmt::when(
                    reached(local("other")),
                    vec![
                        set("seen", local("other"), number(1)),
                        Stmt::Assign(
                            Target::Local("kept".into()),
                            call("digit", vec![local("word"), minus_one(local("other"))]),
                        ),
                    ],
                ),
                Stmt::Push(Expr::global("after"), local("kept")),
            ],
        );
        let both = Expr::and(graph.joins(edge), reached(graph.end(&graph.from, edge)));
        let kept = upto(
            edge,
            0,
            graph.edges(),
            false,
            vec![
                Stmt::Let("kept".into(), Type::Number, number(0)),
                Stmt::when(
                    both,
                    vec![Stmt::Assign(Target::Local("kept".into()), number(1))],
                ),
                Stmt::Push(Expr::global("after"), local("kept")),
            ],
        );
        let part = vec![
            Stmt::Do(call(
                "reach",
                vec![local("word"), local("vertex"), graph.vertices.clone()],
            )),
            Stmt::Clear(Expr::global("after")),
            mine,
            kept,
            Stmt::Do(call("add_part", Vec::new())),
        ];
        let new = equals(Expr::element(Expr::global("seen"), local("vertex")), 0);
        let begins = match (self.rule.has_token(), self.rule.syntax().kind) {
            (true, _) => {
                let digit = call("digit", vec![local("word"), minus_one(local("vertex"))]);
                match self.rule.tokens() {
                    1 => equals(digit, 2),
                    _ => Expr::and(Expr::binary(Op::AtLeast, digit, number(2)), new),
                }
            }
            // Where only the outcome is asked for, a tree of which nothing is left is a position too.
            (false, Kind::Tree) if self.asked.outcome => equals(local("vertex"), 1),
            (false, Kind::Tree) if !is_forest(self.rule) => {
                Expr::and(equals(local("vertex"), 1), graph.has(local("vertex")))
            }
            (false, _) => Expr::and(graph.has(local("vertex")), new),
        };
        let body = vec![
            Stmt::Zeros("seen".into(), add(graph.vertices.clone(), number(1))),
            upto(
                "vertex",
                1,
                graph.vertices.clone(),
                true,
                vec![Stmt::when(begins, part)],
            ),
        ];
        function("list_pieces", vec![word()], None, body)
    }

    fn restore(&self) -> Function {
        // A move leaves all other components as they are.
        let (digit, length) = match self.asked.by_parts {
            true => (
                Expr::element(Expr::global("full"), local("place")),
                Expr::length(Expr::global("full")),
            ),
            false => (
                call("digit", vec![local("word"), local("place")]),
                Expr::WordLength(Box::new(local("word"))),
            ),
        };
        let body = vec![
            Stmt::Clear(Expr::global("after")),
            upto(
                "place",
                0,
                length,
                false,
                vec![
                    Stmt::Let("kept".into(), Type::Number, digit),
                    Stmt::Push(Expr::global("after"), local("kept")),
                ],
            ),
        ];
        function("restore", vec![word()], None, body)
    }

    /// Offers what is left, without the edges one of whose ends is gone.
    fn offer_after(&self) -> Function {
        let graph = self.graph;
        let edge = &self.edge;
        let gone = |list: &Expr| {
            let place = minus_one(graph.end(list, edge));
            equals(Expr::element(Expr::global("after"), place), 0)
        };
        let either = Expr::binary(Op::Or, gone(&graph.from), gone(&graph.to));
        let place = add(graph.vertices.clone(), local(edge));
        let body = vec![
            upto(
                edge,
                0,
                graph.edges(),
                false,
                vec![Stmt::when(either, vec![set("after", place, number(0))])],
            ),
            Stmt::Do(call("offer", vec![call("after_word", Vec::new())])),
        ];
        function("offer_after", Vec::new(), None, body)
    }
}

fn clauses(rule: &GraphRule) -> impl Iterator<Item = &Clause> {
    rule.syntax().clauses.iter()
}

/// Whether a condition asks into how many parts a graph falls.
fn falls_apart(rule: &GraphRule) -> bool {
    let asks = |clause: &Clause| clause.guards.iter().any(counted::asks_for_parts);
    clauses(rule).any(asks)
}

/// Whether the trees that a move leaves have roots of their own.
pub(crate) fn is_forest(rule: &GraphRule) -> bool {
    let mut clauses = clauses(rule);
    clauses.any(|clause| clause.actions.contains(&Action::Path))
}

/// Whether what stands on what is gone must be made to fall: where it would not be seen that it is cut off.
fn falls(rule: &GraphRule) -> bool {
    let asks = |clause: &Clause| clause.guards.iter().any(counted::asks_for_parts);
    is_forest(rule) || (rule.syntax().kind == Kind::Tree && clauses(rule).any(asks))
}

/// Whether moves make edges that were not read: then there are all pairs of vertices.
pub(crate) fn makes_edges(rule: &GraphRule) -> bool {
    let mut clauses = clauses(rule);
    clauses.any(|clause| clause.actions.contains(&Action::Contract))
}

/// Whether it matters which end of an edge of a tree is the lower one.
fn has_lower_ends(rule: &GraphRule) -> bool {
    let guarded = |clause: &Clause| clause.guards.iter().any(counted::asks_for_ends);
    rule.syntax().kind == Kind::Tree
        && (falls(rule) || makes_edges(rule) || clauses(rule).any(guarded))
}

/// Statements that begin with the graph that was read, all of it there: what is left of it stands in `after`.
pub(crate) fn begin(rule: &GraphRule, graph: &Graph, read: &Graph, names: &mut Names) -> Vec<Stmt> {
    let after = || Expr::global("after");
    let there = |to: Expr, names: &mut Names| {
        let body = vec![Stmt::Push(after(), number(1))];
        upto(&names.fresh("place"), 0, to, false, body)
    };
    // What is known is of another graph.
    let mut stmts = vec![
        Stmt::Clear(Expr::global("known")),
        Stmt::Clear(after()),
        there(graph.vertices.clone(), names),
    ];
    if !makes_edges(rule) {
        stmts.push(there(graph.edges(), names));
    } else {
        stmts.extend(pairs(rule, graph, read, names));
    }
    if has_lower_ends(rule) {
        stmts.extend(lower_ends_first(graph, names));
    }
    stmts
}

/// All pairs of vertices, of which those are there that were read as edges.
fn pairs(rule: &GraphRule, graph: &Graph, read: &Graph, names: &mut Names) -> Vec<Stmt> {
    let [one, other, kept, edge] = ["one", "other", "kept", "edge"].map(|name| names.fresh(name));
    let directed = rule.syntax().kind == Kind::Digraph;
    let ends = |first: &str, second: &str| {
        let from = Expr::binary(Op::Equal, read.end(&read.from, &edge), local(first));
        let to = Expr::binary(Op::Equal, read.end(&read.to, &edge), local(second));
        Expr::and(from, to)
    };
    let joins = match directed {
        true => ends(&one, &other),
        false => Expr::binary(Op::Or, ends(&one, &other), ends(&other, &one)),
    };
    let there = Stmt::Assign(Target::Local(kept.clone()), number(1));
    let pair = vec![
        Stmt::Push(graph.from.clone(), local(&one)),
        Stmt::Push(graph.to.clone(), local(&other)),
        Stmt::Let(kept.clone(), Type::Number, number(0)),
        upto(
            &edge,
            0,
            read.edges(),
            false,
            vec![Stmt::when(joins, vec![there])],
        ),
        Stmt::Push(Expr::global("after"), local(&kept)),
    ];
    let others = match directed {
        true => {
            let differ = Expr::binary(Op::Unequal, local(&other), local(&one));
            upto(
                &other,
                1,
                graph.vertices.clone(),
                true,
                vec![Stmt::when(differ, pair)],
            )
        }
        false => Stmt::For {
            name: other,
            from: add(local(&one), number(1)),
            to: graph.vertices.clone(),
            included: true,
            body: pair,
        },
    };
    vec![
        Stmt::Clear(graph.from.clone()),
        Stmt::Clear(graph.to.clone()),
        upto(&one, 1, graph.vertices.clone(), true, vec![others]),
    ]
}

/// Turns the edges of a tree so that each leads away from the root.
fn lower_ends_first(graph: &Graph, names: &mut Names) -> Vec<Stmt> {
    let [edge, lower] = ["edge", "lower"].map(|name| names.fresh(name));
    let label = |list: &Expr| Expr::element(Expr::global("label"), graph.end(list, &edge));
    let upwards = Expr::binary(Op::Greater, label(&graph.from), label(&graph.to));
    let end = |list: &Expr| match list {
        Expr::Global(name) => Target::Element(name.clone(), local(&edge)),
        _ => Target::Local(edge.clone()),
    };
    let turn = vec![
        Stmt::Let(lower.clone(), Type::Number, graph.end(&graph.to, &edge)),
        Stmt::Assign(end(&graph.to), graph.end(&graph.from, &edge)),
        Stmt::Assign(end(&graph.from), local(&lower)),
    ];
    let word = call("after_word", Vec::new());
    vec![
        Stmt::Do(call("reach", vec![word, number(1), graph.vertices.clone()])),
        upto(
            &edge,
            0,
            graph.edges(),
            false,
            vec![Stmt::when(upwards, turn)],
        ),
    ]
}
