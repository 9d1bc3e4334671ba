//! Deleting vertices or edges: only how many there are of each is counted (Fraenkel and Scheinerman 1991).

use grundy::graphs::{Deletion, GraphRule};
use grundy::kinds::AnyRule;
use grundy_judge::{Edges, Format, OwnPlace, OwnRule, Reply};

use super::{Graph, number, upto};
use crate::Task;
use crate::expressions::folded;
use crate::names::Names;
use crate::tree::{Expr, Op, Stmt, Target, Type};

/// The deletions that a rule is, where the value of each graph of the layout is known.
pub(crate) fn deletion(task: &Task<'_>, own: &OwnRule) -> Option<Deletion> {
    let (AnyRule::Graphs(rule), OwnPlace::Edges { ends, .. }) = (own.rule(), own.place()) else {
        return None;
    };
    let deletion = GraphRule::deletion(rule).filter(|_| !task.misere)?;
    let (shape, _) = task.format.layout.shape(ends[0])?;
    let bipartite = matches!(shape, Edges::Forest | Edges::Tree);
    (bipartite || deletion != Deletion::Both).then_some(deletion)
}

/// The value of a graph, or how many moves win where that is asked: what is put before it, and the number.
pub(crate) fn told(
    deletion: Deletion,
    graph: &Graph,
    format: &Format,
    names: &mut Names,
) -> (Vec<Stmt>, Expr) {
    let odd = |count: Expr| folded(Op::PlainRemainder, count, number(2));
    let (vertices, edges) = (graph.vertices.clone(), graph.edges());
    let is_odd = |count: Expr| Expr::binary(Op::Equal, odd(count), number(1));
    let value = match deletion {
        Deletion::Vertices => odd(vertices.clone()),
        Deletion::Edges => odd(edges.clone()),
        Deletion::Both => {
            let twice = folded(Op::Multiply, number(2), odd(edges.clone()));
            folded(Op::Add, odd(vertices.clone()), twice)
        }
    };
    if !matches!(format.tell, Reply::Count(_)) {
        return (Vec::new(), value);
    }
    let count = names.fresh("count");
    let counted = Expr::local(count.clone());
    let set = |value: Expr| Stmt::Assign(Target::Local(count.clone()), value);
    let mut stmts = vec![Stmt::Let(count.clone(), Type::Number, number(0))];
    match deletion {
        Deletion::Vertices => {
            stmts.push(Stmt::when(is_odd(vertices.clone()), vec![set(vertices)]));
        }
        Deletion::Edges => stmts.push(Stmt::when(is_odd(edges.clone()), vec![set(edges)])),
        Deletion::Both => {
            let [degrees, vertex, edge] =
                ["degrees", "vertex", "edge"].map(|name| names.fresh(name));
            let degree = Expr::element(Expr::local(degrees.clone()), Expr::local(vertex.clone()));
            let more = |ends: &Expr| {
                let end = folded(Op::Subtract, graph.end(ends, &edge), number(1));
                Stmt::Update(Target::Within(degrees.clone(), end), Op::Add, number(1))
            };
            let fits = Expr::binary(Op::Equal, odd(degree), odd(edges.clone()));
            let one = Stmt::Update(Target::Local(count.clone()), Op::Add, number(1));
            let zero = Stmt::Push(Expr::local(degrees.clone()), number(0));
            let of_vertices = vec![
                Stmt::Let(degrees.clone(), Type::List, Expr::NewList),
                upto(&vertex, 0, vertices.clone(), false, vec![zero]),
                upto(
                    &edge,
                    0,
                    edges.clone(),
                    false,
                    vec![more(&graph.from), more(&graph.to)],
                ),
                upto(
                    &vertex,
                    0,
                    vertices.clone(),
                    false,
                    vec![Stmt::when(fits, vec![one])],
                ),
            ];
            let of_edges = vec![Stmt::when(is_odd(edges.clone()), vec![set(edges.clone())])];
            stmts.push(Stmt::If(is_odd(vertices), of_vertices, of_edges));
        }
    }
    (stmts, counted)
}
