//! The numbers of a graph that conditions speak of, each counted by a function of the program.

use grundy::message;
use grundy::rule::syntax::{Expression, Kind as Written};

use super::{Making, equals, function, minus_one, number, upto, word};
use crate::error::NotEmitted;
use crate::expressions::{Scope, folded};
use crate::facts::Known;
use crate::lists::bind_given;
use crate::tree::{Expr, Function, Op, Stmt, Target, Type};
use crate::words::{add, call, local};

/// What the functions count: of a component, of a vertex, and what they need besides.
const COUNTED: [&str; 17] = [
    "vertices",
    "edges",
    "degree",
    "indegree",
    "outdegree",
    "beside",
    "leaves",
    "joined",
    "bipartite",
    "parts",
    "depth",
    "stand",
    "size",
    "height",
    "join",
    "fall",
    "leaves_beside",
];

fn assign(name: &str, value: Expr) -> Stmt {
    Stmt::Assign(Target::Local(name.into()), value)
}

impl Making<'_> {
    /// That a function is used.
    pub(super) fn need(&mut self, name: &str) {
        let known = COUNTED.iter().find(|it| **it == name);
        self.used.extend(known.filter(|it| !self.used.contains(it)));
    }

    /// The condition that all guards hold.
    pub(super) fn guard(
        &mut self,
        guards: &[Expression],
        u: Option<&Expr>,
        v: &Expr,
    ) -> Result<Expr, NotEmitted> {
        let mut scope = Scope::default();
        bind_given(&mut scope, self.asked.given);
        for (name, number) in &self.rule.syntax().constants {
            if self.asked.given.iter().any(|(given, _)| given == name) {
                continue;
            }
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
        // Of a digraph neighbours are counted, of which one may be joined both ways.
        let (beside, leaves) = match self.is_directed() {
            true => ("beside", "leaves_beside"),
            false => ("degree", "leaves"),
        };
        let whole = |making: &mut Self, name: &str| {
            making.need(name);
            call(&format!("count_{name}"), vec![local("word")])
        };
        Ok(match (what, vertex) {
            ("vertices" | "edges", None) => whole(self, what),
            ("leaves", None) => {
                self.need(beside);
                whole(self, leaves)
            }
            ("cycles", None) => {
                let joined = match self.is_directed() {
                    true => {
                        self.need("beside");
                        whole(self, "joined")
                    }
                    false => whole(self, "edges"),
                };
                let rest = folded(Op::Subtract, joined, whole(self, "vertices"));
                add(rest, number(1))
            }
            ("bipartite", None) => {
                self.need("bipartite");
                call("is_bipartite", vec![local("word")])
            }
            ("parts", None) => {
                self.need("parts");
                let all = call("count_parts", Vec::new());
                match self.asked.by_parts {
                    // Those beside the component of the move.
                    true => {
                        let others = Expr::length(Expr::global("parts"));
                        folded(Op::Subtract, add(all, number(1)), others)
                    }
                    false => all,
                }
            }
            ("k", None) => self.taken.clone().unwrap_or(number(1)),
            ("leaf" | "isolated", Some(vertex)) => {
                self.need(beside);
                let degree = call(&format!("count_{beside}"), vec![local("word"), vertex]);
                equals(degree, i64::from(what == "leaf"))
            }
            ("tokens", Some(vertex)) => {
                let digit = call("digit", vec![local("word"), minus_one(vertex)]);
                folded(Op::Subtract, digit, number(1))
            }
            ("children", Some(vertex)) => {
                self.need("outdegree");
                call("count_outdegree", vec![local("word"), vertex])
            }
            ("degree" | "indegree" | "outdegree" | "depth" | "size" | "height", Some(vertex)) => {
                if matches!(what, "size" | "height") {
                    self.need("stand");
                }
                self.need(what);
                call(&format!("count_{what}"), vec![local("word"), vertex])
            }
            _ => {
                return Err(NotEmitted::new(message!(
                    "programs do not count '{name}' in a condition; grundy judge answers inputs of this rule",
                    "程序尚不统计条件中的 '{name}'；这样的输入可用 grundy judge 作答",
                    name = name
                )));
            }
        })
    }

    /// A function that conditions or moves use.
    pub(super) fn counting(&self, name: &str) -> Function {
        let (graph, edge) = (self.graph, &self.edge);
        let at = |list: &Expr, vertex: &str| {
            Expr::binary(Op::Equal, graph.end(list, edge), local(vertex))
        };
        let (from, to) = (&graph.from, &graph.to);
        let more = || Stmt::Update(Target::Local("count".into()), Op::Add, number(1));
        let each_vertex =
            |name: &str, body: Vec<Stmt>| upto(name, 1, graph.vertices.clone(), true, body);
        let count_of = |what: &str, vertex: &str| {
            call(&format!("count_{what}"), vec![local("word"), local(vertex)])
        };
        let label = |end: Expr| Expr::element(Expr::global("label"), end);
        let counted = match name {
            "join" => return self.join(),
            "fall" => return self.fall(),
            "stand" => return self.stand(),
            "parts" => return self.parts(),
            "bipartite" => return self.bipartite(),
            "vertices" => vec![each_vertex(
                "vertex",
                vec![Stmt::when(graph.has(local("vertex")), vec![more()])],
            )],
            "leaves" | "leaves_beside" => {
                let of = if name == "leaves" { "degree" } else { "beside" };
                let leaf = equals(count_of(of, "vertex"), 1);
                vec![each_vertex("vertex", vec![Stmt::when(leaf, vec![more()])])]
            }
            "edges" => vec![graph.each_edge(edge, vec![more()])],
            "indegree" => {
                vec![graph.each_edge(edge, vec![Stmt::when(at(to, "vertex"), vec![more()])])]
            }
            "outdegree" => {
                vec![graph.each_edge(edge, vec![Stmt::when(at(from, "vertex"), vec![more()])])]
            }
            "degree" => {
                let either = Expr::binary(Op::Or, at(from, "vertex"), at(to, "vertex"));
                vec![graph.each_edge(edge, vec![Stmt::when(either, vec![more()])])]
            }
            // Vertices that an edge joins to this one, whichever way it goes.
            "beside" => {
                let ends = |one: &str, other: &str| Expr::and(at(from, one), at(to, other));
                let either = Expr::binary(Op::Or, ends("vertex", "other"), ends("other", "vertex"));
                let joined = graph.each_edge(
                    edge,
                    vec![Stmt::when(either, vec![assign("joined", number(1))])],
                );
                let body = vec![
                    Stmt::Let("joined".into(), Type::Number, number(0)),
                    joined,
                    Stmt::Update(Target::Local("count".into()), Op::Add, local("joined")),
                ];
                vec![each_vertex("other", body)]
            }
            // Each pair is counted from both its ends.
            "joined" => {
                let all = Stmt::Update(
                    Target::Local("count".into()),
                    Op::Add,
                    count_of("beside", "vertex"),
                );
                let half = folded(Op::PlainDivide, local("count"), number(2));
                vec![each_vertex("vertex", vec![all]), assign("count", half)]
            }
            "depth" => {
                let down = vec![
                    assign("at", graph.end(from, edge)),
                    more(),
                    assign("grows", Expr::Flag(true)),
                ];
                let below = Expr::binary(Op::Equal, graph.end(to, edge), local("at"));
                vec![
                    Stmt::Let("at".into(), Type::Number, local("vertex")),
                    Stmt::Let("grows".into(), Type::Flag, Expr::Flag(true)),
                    Stmt::While(
                        local("grows"),
                        vec![
                            assign("grows", Expr::Flag(false)),
                            graph.each_edge(edge, vec![Stmt::when(below, down)]),
                        ],
                    ),
                ]
            }
            "size" => {
                let stands = Expr::binary(Op::Greater, label(local("other")), number(0));
                vec![
                    Stmt::Do(call("stand", vec![local("word"), local("vertex")])),
                    each_vertex("other", vec![Stmt::when(stands, vec![more()])]),
                ]
            }
            "height" => {
                let higher = Expr::Native(
                    crate::tree::Native::Max,
                    vec![
                        local("count"),
                        folded(Op::Subtract, label(local("other")), number(1)),
                    ],
                );
                vec![
                    Stmt::Do(call("stand", vec![local("word"), local("vertex")])),
                    each_vertex("other", vec![assign("count", higher)]),
                ]
            }
            _ => Vec::new(),
        };
        let mut body = vec![Stmt::Let("count".into(), Type::Number, number(0))];
        body.extend(counted);
        body.push(Stmt::Return(local("count")));
        let mut parameters = vec![word()];
        let of_vertex = [
            "degree",
            "indegree",
            "outdegree",
            "beside",
            "depth",
            "size",
            "height",
        ];
        if of_vertex.contains(&name) {
            parameters.push(("vertex".into(), Type::Number));
        }
        function(
            &format!("count_{name}"),
            parameters,
            Some(Type::Number),
            body,
        )
    }

    /// `stand(word, vertex)`: labels a vertex of a tree and all that stands on it, by how far they are above.
    fn stand(&self) -> Function {
        let (graph, edge) = (self.graph, &self.edge);
        let label = |list: &Expr| Expr::element(Expr::global("label"), graph.end(list, edge));
        let below = Expr::binary(Op::Greater, label(&graph.from), number(0));
        let holds = Expr::and(below, equals(label(&graph.to), 0));
        let higher = vec![
            super::set(
                "label",
                graph.end(&graph.to, edge),
                add(label(&graph.from), number(1)),
            ),
            assign("grows", Expr::Flag(true)),
        ];
        let body = vec![
            Stmt::Zeros("label".into(), add(graph.vertices.clone(), number(1))),
            super::set("label", local("vertex"), number(1)),
            Stmt::Let("grows".into(), Type::Flag, Expr::Flag(true)),
            Stmt::While(
                local("grows"),
                vec![
                    assign("grows", Expr::Flag(false)),
                    graph.each_edge(edge, vec![Stmt::when(holds, higher)]),
                ],
            ),
        ];
        function(
            "stand",
            vec![word(), ("vertex".into(), Type::Number)],
            None,
            body,
        )
    }

    /// `count_parts()`: how many components a move leaves.
    fn parts(&self) -> Function {
        let (graph, edge) = (self.graph, &self.edge);
        let after = |place: Expr| Expr::element(Expr::global("after"), place);
        let there = |end: Expr| Expr::binary(Op::Greater, after(minus_one(end)), number(0));
        let seen = |end: Expr| Expr::element(Expr::global("seen"), end);
        let (from, to) = (graph.end(&graph.from, edge), graph.end(&graph.to, edge));
        let joins = equals(after(add(graph.vertices.clone(), local(edge))), 1);
        let joins = Expr::and(joins, Expr::and(there(from.clone()), there(to.clone())));
        let one = Expr::binary(Op::Unequal, seen(from.clone()), seen(to.clone()));
        let both = vec![
            super::set("seen", from, number(1)),
            super::set("seen", to, number(1)),
            assign("grows", Expr::Flag(true)),
        ];
        let new = Expr::and(there(local("vertex")), equals(seen(local("vertex")), 0));
        let part = vec![
            Stmt::Update(Target::Local("count".into()), Op::Add, number(1)),
            super::set("seen", local("vertex"), number(1)),
            Stmt::Let("grows".into(), Type::Flag, Expr::Flag(true)),
            Stmt::While(
                local("grows"),
                vec![
                    assign("grows", Expr::Flag(false)),
                    upto(
                        edge,
                        0,
                        graph.edges(),
                        false,
                        vec![Stmt::when(Expr::and(joins, one), both)],
                    ),
                ],
            ),
        ];
        let body = vec![
            Stmt::Let("count".into(), Type::Number, number(0)),
            Stmt::Zeros("seen".into(), add(graph.vertices.clone(), number(1))),
            upto(
                "vertex",
                1,
                graph.vertices.clone(),
                true,
                vec![Stmt::when(new, part)],
            ),
            Stmt::Return(local("count")),
        ];
        function("count_parts", Vec::new(), Some(Type::Number), body)
    }

    /// `is_bipartite(word)`: no edge joins vertices that are equally far, modulo 2, from the first.
    fn bipartite(&self) -> Function {
        let (graph, edge) = (self.graph, &self.edge);
        let side = |list: &Expr| {
            let label = Expr::element(Expr::global("label"), graph.end(list, edge));
            folded(Op::PlainRemainder, label, number(2))
        };
        let same = Expr::binary(Op::Equal, side(&graph.from), side(&graph.to));
        let first = Expr::and(equals(local("start"), 0), graph.has(local("vertex")));
        let body = vec![
            Stmt::Let("start".into(), Type::Number, number(0)),
            upto(
                "vertex",
                1,
                graph.vertices.clone(),
                true,
                vec![Stmt::when(first, vec![assign("start", local("vertex"))])],
            ),
            Stmt::Do(call(
                "reach",
                vec![local("word"), local("start"), graph.vertices.clone()],
            )),
            graph.each_edge(
                edge,
                vec![Stmt::when(same, vec![Stmt::Return(Expr::Flag(false))])],
            ),
            Stmt::Return(Expr::Flag(true)),
        ];
        function("is_bipartite", vec![word()], Some(Type::Flag), body)
    }
}

/// Whether a condition speaks of the ends of an edge, of which one is the lower one in a tree, or of what stands on a vertex.
pub(super) fn asks_for_ends(guard: &Expression) -> bool {
    let mut named = Vec::new();
    flat(guard, &mut named);
    named.iter().any(|name| name.contains('('))
}

/// Whether a condition speaks of the components that a move leaves.
pub(super) fn asks_for_parts(guard: &Expression) -> bool {
    let mut named = Vec::new();
    flat(guard, &mut named);
    named.iter().any(|name| name == "parts")
}

/// The expression with `degree(v)` and its like as plain names, which are noted.
fn flat(expression: &Expression, named: &mut Vec<String>) -> Expression {
    let mut of = |part: &Expression| flat(part, named);
    let kind = match &expression.kind {
        Written::Fold(_) => expression.kind.clone(),
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
