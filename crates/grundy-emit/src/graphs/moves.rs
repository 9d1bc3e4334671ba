//! What a move does to a graph: digits of vertices and edges become 0, an end of an edge takes the edges of the other, a token moves on.

use grundy::graphs::syntax::{Action, Behind, Kind};
use grundy::rule::syntax::Expression;

use super::{Making, equals, falls, function, minus_one, number, set, upto};
use crate::error::NotEmitted;
use crate::expressions::folded;
use crate::options::guarded;
use crate::tree::{Expr, Function, Native, Op, Stmt, Target, Type};
use crate::words::{add, call, local};

impl Making<'_> {
    /// Offers what every move leaves.
    pub(super) fn options(&mut self) -> Result<Vec<Stmt>, NotEmitted> {
        let mut all = Vec::new();
        let syntax = self.rule.syntax().clone();
        for clause in &syntax.clauses {
            for &action in &clause.actions {
                all.extend(self.moved(action, &clause.guards)?);
            }
        }
        Ok(all)
    }

    /// Leaves a vertex out.
    fn leave(vertex: Expr) -> Stmt {
        set("after", minus_one(vertex), number(0))
    }

    /// Leaves an edge out.
    fn cut(&self, edge: Expr) -> Stmt {
        set("after", add(self.graph.vertices.clone(), edge), number(0))
    }

    /// One move where its guards hold: what it does, and what is left offered.
    fn when(&self, holds: Expr, mut done: Vec<Stmt>) -> Vec<Stmt> {
        let offer = Stmt::Do(call("offer_after", Vec::new()));
        done.insert(0, Stmt::Do(call("restore", vec![local("word")])));
        // How many components a move leaves is known behind it.
        let mut asks = false;
        holds.visit(&mut |part| {
            asks |= matches!(part, Expr::Call(name, _) if name == "count_parts")
        });
        match (asks, holds) {
            (true, holds) => {
                done.push(Stmt::when(holds, vec![offer]));
                done
            }
            (false, Expr::Flag(true)) => {
                done.push(offer);
                done
            }
            (false, holds) => {
                done.push(offer);
                vec![Stmt::when(holds, done)]
            }
        }
    }

    /// What is done at each vertex that is there.
    fn each_vertex(&self, body: Vec<Stmt>) -> Stmt {
        let there = self.graph.has(local("vertex"));
        let body = guarded(there, body);
        upto("vertex", 1, self.graph.vertices.clone(), true, body)
    }

    fn moved(&mut self, action: Action, guards: &[Expression]) -> Result<Vec<Stmt>, NotEmitted> {
        let graph = self.graph.clone();
        let edge = self.edge.clone();
        let (u, v) = (graph.end(&graph.from, &edge), graph.end(&graph.to, &edge));
        let vertex = local("vertex");
        self.taken = None;
        match action {
            Action::Vertex { within } => {
                let holds = self.guard(guards, None, &vertex)?;
                let mut done = Vec::new();
                if within == 0 {
                    done.push(Making::leave(vertex));
                } else {
                    let most = number(within.into());
                    done.push(Stmt::Do(call("reach", vec![local("word"), vertex, most])));
                    let near = Expr::element(Expr::global("label"), local("other"));
                    let near = Expr::binary(Op::Greater, near, number(0));
                    done.push(upto(
                        "other",
                        1,
                        graph.vertices.clone(),
                        true,
                        vec![Stmt::when(near, vec![Making::leave(local("other"))])],
                    ));
                }
                done.extend(self.falls());
                Ok(vec![self.each_vertex(self.when(holds, done))])
            }
            Action::Edge | Action::Ends | Action::Contract => {
                let one = self.guard(guards, Some(&u), &v)?;
                let either = match (self.rule.syntax().kind, &one) {
                    (Kind::Graph, one) if *one != Expr::Flag(true) => {
                        let other = self.guard(guards, Some(&v), &u)?;
                        Expr::binary(Op::Or, one.clone(), other)
                    }
                    _ => one,
                };
                let mut done = match action {
                    Action::Edge if falls(self.rule) => vec![Making::leave(v)],
                    Action::Edge => vec![self.cut(local(&edge))],
                    Action::Ends => vec![Making::leave(u), Making::leave(v)],
                    _ => self.contracted(&u, &v),
                };
                if action != Action::Contract {
                    done.extend(self.falls());
                }
                Ok(vec![graph.each_edge(&edge, self.when(either, done))])
            }
            Action::Token(behind) => {
                let mut all = Vec::new();
                let ways = match self.is_directed() {
                    true => vec![(u, v)],
                    false => vec![(u.clone(), v.clone()), (v, u)],
                };
                for (from, to) in ways {
                    let digit_at = |vertex: &Expr| {
                        call("digit", vec![local("word"), minus_one(vertex.clone())])
                    };
                    let digit = digit_at(&from);
                    let several = self.rule.tokens() > 1;
                    let holds = self.guard(guards, Some(&from), &to)?;
                    let left = match behind {
                        Behind::Vertex => number(0),
                        _ if several => folded(Op::Subtract, digit.clone(), number(1)),
                        _ => number(1),
                    };
                    let more = match several {
                        true => add(digit_at(&to), number(1)),
                        false => number(2),
                    };
                    // A vertex that goes cannot hold another token.
                    let free = match several && self.rule.vertices_go() {
                        true => equals(digit_at(&to), 1),
                        false => Expr::Flag(true),
                    };
                    let mut done = vec![
                        set("after", minus_one(from), left),
                        set("after", minus_one(to), more),
                    ];
                    if behind == Behind::Edge {
                        done.push(self.cut(local(&edge)));
                    }
                    let moved = self.when(holds, done);
                    let stands = match several {
                        true => Expr::and(Expr::binary(Op::AtLeast, digit, number(2)), free),
                        false => equals(digit, 2),
                    };
                    let moved = guarded(stands, moved);
                    all.push(graph.each_edge(&edge, moved));
                }
                Ok(all)
            }
            Action::EdgesAt => {
                self.taken = Some(Expr::Native(Native::Popcount, vec![local("chosen")]));
                let holds = self.guard(guards, None, &vertex)?;
                let near = Expr::global("near");
                let at =
                    |list: &Expr| Expr::binary(Op::Equal, graph.end(list, &edge), local("vertex"));
                let either = Expr::binary(Op::Or, at(&graph.from), at(&graph.to));
                let push = Stmt::Push(near.clone(), local(&edge));
                let bit = Expr::binary(Op::ShiftRight, local("chosen"), local("place"));
                let bit = Expr::binary(Op::BitAnd, bit, number(1));
                let taken = self.cut(Expr::element(near.clone(), local("place")));
                let done = vec![upto(
                    "place",
                    0,
                    Expr::length(near.clone()),
                    false,
                    vec![Stmt::when(equals(bit, 1), vec![taken])],
                )];
                let sets = Expr::binary(Op::ShiftLeft, number(1), Expr::length(near.clone()));
                let each = upto("chosen", 1, sets, false, self.when(holds, done));
                Ok(vec![self.each_vertex(vec![
                    Stmt::Clear(near),
                    graph.each_edge(&edge, vec![Stmt::when(either, vec![push])]),
                    each,
                ])])
            }
            Action::Path => {
                self.need("depth");
                let depth = call("count_depth", vec![local("word"), local("vertex")]);
                self.taken = Some(add(depth, number(1)));
                let holds = self.guard(guards, None, &vertex)?;
                let at = || local("at");
                let below = Expr::binary(Op::Equal, v, at());
                let down = vec![
                    Stmt::Assign(Target::Local("at".into()), u),
                    Making::leave(at()),
                    Stmt::Assign(Target::Local("grows".into()), Expr::Flag(true)),
                ];
                let done = vec![
                    Stmt::Let("at".into(), Type::Number, vertex),
                    Making::leave(at()),
                    Stmt::Let("grows".into(), Type::Flag, Expr::Flag(true)),
                    Stmt::While(
                        local("grows"),
                        vec![
                            Stmt::Assign(Target::Local("grows".into()), Expr::Flag(false)),
                            graph.each_edge(&edge, vec![Stmt::when(below, down)]),
                        ],
                    ),
                ];
                Ok(vec![self.each_vertex(self.when(holds, done))])
            }
        }
    }

    /// What stands on what is gone goes too, where it would not be seen that it is cut off.
    fn falls(&mut self) -> Option<Stmt> {
        falls(self.rule).then(|| {
            self.need("fall");
            Stmt::Do(call("fall", Vec::new()))
        })
    }

    /// The first end takes the edges of the second.
    fn contracted(&mut self, u: &Expr, v: &Expr) -> Vec<Stmt> {
        self.need("join");
        let graph = self.graph;
        let joined = |list: &Expr| graph.end(list, "other");
        let taken = |at_v: &Expr, far: &Expr, ends: Vec<Expr>| {
            let near = Expr::binary(Op::Equal, joined(at_v), v.clone());
            let others = Expr::binary(Op::Unequal, joined(far), u.clone());
            Stmt::when(Expr::and(near, others), vec![Stmt::Do(call("join", ends))])
        };
        let (from, to) = (&graph.from, &graph.to);
        vec![
            Making::leave(v.clone()),
            graph.each_edge(
                "other",
                vec![
                    taken(from, to, vec![u.clone(), joined(to)]),
                    taken(to, from, vec![joined(from), u.clone()]),
                ],
            ),
        ]
    }

    /// `join(one, other)`: an edge between two vertices is there.
    pub(super) fn join(&self) -> Function {
        let (graph, edge) = (self.graph, &self.edge);
        let ends = |one: &str, other: &str| {
            let from = Expr::binary(Op::Equal, graph.end(&graph.from, edge), local(one));
            let to = Expr::binary(Op::Equal, graph.end(&graph.to, edge), local(other));
            Expr::and(from, to)
        };
        let mut joins = ends("one", "other");
        if self.rule.syntax().kind == Kind::Graph {
            joins = Expr::binary(Op::Or, joins, ends("other", "one"));
        }
        let place = add(graph.vertices.clone(), local(edge));
        let there = Stmt::when(joins, vec![set("after", place, number(1))]);
        let parameters = ["one", "other"].map(|name| (name.to_owned(), Type::Number));
        let body = vec![upto(edge, 0, graph.edges(), false, vec![there])];
        function("join", parameters.to_vec(), None, body)
    }

    /// `fall()`: what stands on what is gone goes too.
    pub(super) fn fall(&self) -> Function {
        let (graph, edge) = (self.graph, &self.edge);
        let after =
            |list: &Expr| Expr::element(Expr::global("after"), minus_one(graph.end(list, edge)));
        let joined = Expr::element(
            Expr::global("after"),
            add(graph.vertices.clone(), local(edge)),
        );
        let holds = Expr::and(equals(after(&graph.from), 0), equals(after(&graph.to), 1));
        let fallen = vec![
            Making::leave(graph.end(&graph.to, edge)),
            Stmt::Assign(Target::Local("grows".into()), Expr::Flag(true)),
        ];
        let fallen = Stmt::when(Expr::and(equals(joined, 1), holds), fallen);
        let body = vec![
            Stmt::Let("grows".into(), Type::Flag, Expr::Flag(true)),
            Stmt::While(
                local("grows"),
                vec![
                    Stmt::Assign(Target::Local("grows".into()), Expr::Flag(false)),
                    upto(edge, 0, graph.edges(), false, vec![fallen]),
                ],
            ),
        ];
        function("fall", Vec::new(), None, body)
    }
}
