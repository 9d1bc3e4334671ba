//! The options of a graph: a word that says of each vertex, then of each edge, whether it is there, `1` or `0`; a vertex with a token is `2`.
//! What is left is cut into its components; with a token, or in a tree, only the component of the token or of the root has moves.

use grundy::graphs::GraphRule;
use grundy::graphs::syntax::{Action, Behind, Kind};
use grundy::message;
use grundy::rule::syntax::{Expression, Kind as Written};

use crate::error::NotEmitted;
use crate::expressions::{Scope, folded};
use crate::facts::Known;
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

/// Adds what a program about graphs needs, and `list_options`.
pub(crate) fn add_functions(
    rule: &GraphRule,
    graph: &Graph,
    program: &mut Program,
    names: &mut Names,
    note: &dyn Fn(&str, &str) -> String,
) -> Result<(), NotEmitted> {
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
    let edge = names.fresh("edge");
    let mut making = Making {
        rule,
        graph,
        edge,
        used: Vec::new(),
    };
    let options = making.options()?;
    let used = std::mem::take(&mut making.used);
    let mut functions = vec![making.reach(), making.pieces()];
    for name in used {
        functions.push(making.counting(name));
    }
    functions.push(making.restore());
    functions.push(making.offer_after());
    functions.push(function("list_options", vec![word()], None, options));
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
    /// The numbers of a graph that guards speak of.
    used: Vec<&'static str>,
}

/// The numbers that are counted, and of which kinds of graphs.
const COUNTED: [&str; 8] = [
    "vertices", "edges", "leaves", "cycles", "degree", "leaf", "isolated", "indegree",
];

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
            (true, _) => equals(
                call("digit", vec![local("word"), minus_one(local("vertex"))]),
                2,
            ),
            (false, Kind::Tree) => {
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
        let digit = call("digit", vec![local("word"), local("place")]);
        let body = vec![
            Stmt::Clear(Expr::global("after")),
            upto(
                "place",
                0,
                Expr::WordLength(Box::new(local("word"))),
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

    fn options(&mut self) -> Result<Vec<Stmt>, NotEmitted> {
        let mut all = Vec::new();
        let syntax = self.rule.syntax().clone();
        for clause in &syntax.clauses {
            for &action in &clause.actions {
                all.extend(self.moved(action, &clause.guards)?);
            }
        }
        Ok(all)
    }

    fn moved(&mut self, action: Action, guards: &[Expression]) -> Result<Vec<Stmt>, NotEmitted> {
        let graph = self.graph.clone();
        let edge = self.edge.clone();
        let (u, v) = (graph.end(&graph.from, &edge), graph.end(&graph.to, &edge));
        let restore = Stmt::Do(call("restore", vec![local("word")]));
        let offer = Stmt::Do(call("offer_after", Vec::new()));
        let leave = |vertex: Expr| set("after", minus_one(vertex), number(0));
        let cut = set(
            "after",
            add(graph.vertices.clone(), local(&edge)),
            number(0),
        );
        match action {
            Action::Vertex { within } => {
                let vertex = local("vertex");
                let holds = self.guard(guards, None, &vertex)?;
                let holds = Expr::and(graph.has(vertex.clone()), holds);
                let mut body = vec![restore];
                if within == 0 {
                    body.push(leave(vertex));
                } else {
                    let most = number(within.into());
                    body.push(Stmt::Do(call("reach", vec![local("word"), vertex, most])));
                    let near = Expr::element(Expr::global("label"), local("other"));
                    let near = Expr::binary(Op::Greater, near, number(0));
                    body.push(upto(
                        "other",
                        1,
                        graph.vertices.clone(),
                        true,
                        vec![Stmt::when(near, vec![leave(local("other"))])],
                    ));
                }
                body.push(offer);
                let body = vec![Stmt::when(holds, body)];
                Ok(vec![upto("vertex", 1, graph.vertices.clone(), true, body)])
            }
            Action::Edge | Action::Ends => {
                if self.rule.syntax().kind == Kind::Tree && !guards.is_empty() {
                    return Err(unwritten(
                        "conditions on the edges of a tree",
                        "树边上的条件",
                    ));
                }
                let one = self.guard(guards, Some(&u), &v)?;
                let either = match (self.is_directed(), &one) {
                    (false, one) if *one != Expr::Flag(true) => {
                        let other = self.guard(guards, Some(&v), &u)?;
                        Expr::binary(Op::Or, one.clone(), other)
                    }
                    _ => one,
                };
                let mut body = vec![restore];
                match action {
                    Action::Edge => body.push(cut),
                    _ => body.extend([leave(u), leave(v)]),
                }
                body.push(offer);
                let body = vec![Stmt::when(either, body)];
                Ok(vec![graph.each_edge(&edge, plain(body))])
            }
            Action::Token(behind) => {
                let mut all = Vec::new();
                let ways = match self.is_directed() {
                    true => vec![(u, v)],
                    false => vec![(u.clone(), v.clone()), (v, u)],
                };
                for (from, to) in ways {
                    let digit = call("digit", vec![local("word"), minus_one(from.clone())]);
                    let holds = self.guard(guards, Some(&from), &to)?;
                    let holds = Expr::and(equals(digit, 2), holds);
                    let left = match behind {
                        Behind::Vertex => 0,
                        _ => 1,
                    };
                    let mut body = vec![
                        restore.clone(),
                        set("after", minus_one(from), number(left)),
                        set("after", minus_one(to), number(2)),
                    ];
                    if behind == Behind::Edge {
                        body.push(cut.clone());
                    }
                    body.push(offer.clone());
                    all.push(graph.each_edge(&edge, vec![Stmt::when(holds, body)]));
                }
                Ok(all)
            }
            Action::Contract => Err(unwritten("'contract edge'", "'contract edge'")),
            Action::EdgesAt => Err(unwritten(
                "'remove edges at vertex'",
                "'remove edges at vertex'",
            )),
            Action::Path => Err(unwritten(
                "'remove path to vertex'",
                "'remove path to vertex'",
            )),
        }
    }

    /// The condition that all guards hold.
    fn guard(
        &mut self,
        guards: &[Expression],
        u: Option<&Expr>,
        v: &Expr,
    ) -> Result<Expr, NotEmitted> {
        let mut scope = Scope::default();
        for (name, number) in &self.rule.syntax().constants {
            let known = Known {
                name: name.clone(),
                least: Some(*number),
                ..Known::default()
            };
            scope.bind(known, Expr::Number(*number));
        }
        let mut all = Expr::Flag(true);
        for guard in guards {
            let mut named = Vec::new();
            let guard = flat(guard, &mut named);
            for name in named {
                if scope.numbers().contains(&name) {
                    continue;
                }
                let written = self.counted(&name, u, v)?;
                let known = Known {
                    name,
                    least: Some(0),
                    ..Known::default()
                };
                scope.bind(known, written);
            }
            let one = Expr::and(scope.present(&guard), scope.translate(&guard));
            all = Expr::and(all, one);
        }
        Ok(all)
    }

    /// A number or a condition that guards name.
    fn counted(&mut self, name: &str, u: Option<&Expr>, v: &Expr) -> Result<Expr, NotEmitted> {
        let (what, end) = match name.split_once('(') {
            None => (name, None),
            Some((what, end)) => (what, Some(end.trim_end_matches(')'))),
        };
        let vertex = match end {
            Some("u") => u.cloned(),
            Some(_) => Some(v.clone()),
            None => None,
        };
        // Of a digraph neighbours are counted there, of which one may be joined both ways.
        let strange =
            self.is_directed() && matches!(what, "leaf" | "isolated" | "leaves" | "cycles");
        let known = COUNTED.iter().chain(&["outdegree"]).find(|it| **it == what);
        let Some(&known) = known.filter(|_| !strange) else {
            return Err(unwritten(
                &format!("'{name}' in a condition"),
                &format!("条件中的 '{name}'"),
            ));
        };
        let mut need = |name: &'static str| {
            if !self.used.contains(&name) {
                self.used.push(name);
            }
        };
        let whole = |name: &str| call(&format!("count_{name}"), vec![local("word")]);
        Ok(match (known, vertex) {
            ("leaf" | "isolated", Some(vertex)) => {
                need("degree");
                let degree = call("count_degree", vec![local("word"), vertex]);
                equals(degree, i64::from(known == "leaf"))
            }
            ("cycles", None) => {
                need("edges");
                need("vertices");
                let rest = folded(Op::Subtract, whole("edges"), whole("vertices"));
                add(rest, number(1))
            }
            ("leaves", None) => {
                need("degree");
                need("leaves");
                whole("leaves")
            }
            (known, None) => {
                need(known);
                whole(known)
            }
            (known, Some(vertex)) => {
                need(known);
                call(&format!("count_{known}"), vec![local("word"), vertex])
            }
        })
    }

    /// A function that counts something of a word.
    fn counting(&self, name: &str) -> Function {
        let graph = self.graph;
        let edge = &self.edge;
        let more = Stmt::Update(Target::Local("count".into()), Op::Add, number(1));
        let here = |list: &Expr| Expr::binary(Op::Equal, graph.end(list, edge), local("vertex"));
        let loops = match name {
            "vertices" => upto(
                "vertex",
                1,
                graph.vertices.clone(),
                true,
                vec![Stmt::when(graph.has(local("vertex")), vec![more])],
            ),
            "leaves" => {
                let degree = call("count_degree", vec![local("word"), local("vertex")]);
                upto(
                    "vertex",
                    1,
                    graph.vertices.clone(),
                    true,
                    vec![Stmt::when(equals(degree, 1), vec![more])],
                )
            }
            "edges" => graph.each_edge(edge, vec![more]),
            "indegree" => graph.each_edge(edge, vec![Stmt::when(here(&graph.to), vec![more])]),
            "outdegree" => graph.each_edge(edge, vec![Stmt::when(here(&graph.from), vec![more])]),
            _ => {
                let either = Expr::binary(Op::Or, here(&graph.from), here(&graph.to));
                graph.each_edge(edge, vec![Stmt::when(either, vec![more])])
            }
        };
        let body = vec![
            Stmt::Let("count".into(), Type::Number, number(0)),
            loops,
            Stmt::Return(local("count")),
        ];
        let mut parameters = vec![word()];
        if matches!(name, "degree" | "indegree" | "outdegree") {
            parameters.push(("vertex".into(), Type::Number));
        }
        function(
            &format!("count_{name}"),
            parameters,
            Some(Type::Number),
            body,
        )
    }
}

/// Without a condition that always holds.
fn plain(body: Vec<Stmt>) -> Vec<Stmt> {
    match <[Stmt; 1]>::try_from(body) {
        Ok([Stmt::If(Expr::Flag(true), then, _)]) => then,
        Ok([only]) => vec![only],
        Err(body) => body,
    }
}

/// The expression with `degree(v)` and its like as plain names, which are noted.
fn flat(expression: &Expression, named: &mut Vec<String>) -> Expression {
    let mut of = |part: &Expression| flat(part, named);
    let kind = match &expression.kind {
        Written::Apply(name, parts) => {
            let ends = parts.iter().map(|part| match &part.kind {
                Written::Name(end) => end.clone(),
                _ => String::new(),
            });
            let name = format!("{}({})", name.text, ends.collect::<String>());
            named.push(name.clone());
            Written::Name(name)
        }
        Written::Name(name) => {
            named.push(name.clone());
            Written::Name(name.clone())
        }
        Written::Number(number) => Written::Number(*number),
        Written::Negate(part) => Written::Negate(Box::new(of(part))),
        Written::Not(part) => Written::Not(Box::new(of(part))),
        Written::Binary(operator, pair) => {
            Written::Binary(*operator, Box::new([of(&pair[0]), of(&pair[1])]))
        }
        Written::Compare(first, rest) => {
            let first = Box::new(of(first));
            let rest = rest.iter().map(|(sign, part)| (*sign, of(part)));
            Written::Compare(first, rest.collect())
        }
        Written::Call(function, parts) => {
            Written::Call(*function, parts.iter().map(&mut of).collect())
        }
        Written::Index(name, part) => Written::Index(name.clone(), Box::new(of(part))),
    };
    Expression {
        kind,
        span: expression.span,
    }
}

fn unwritten(en: &str, zh: &str) -> NotEmitted {
    NotEmitted::new(message!(
        "programs are not written for {en}; what is written takes vertices, edges or moves a token, as in graph remove vertex with neighbours if degree(v) % 2 == 0; grundy judge answers inputs of this rule",
        "程序尚不支持{zh}；支持去掉顶点、去掉边与移动棋子，例如 graph remove vertex with neighbours if degree(v) % 2 == 0；这样的输入可用 grundy judge 作答",
        en = en,
        zh = zh
    ))
}
