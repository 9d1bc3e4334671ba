//! The program of a rule on graphs that only deletes vertices or edges.

use grundy::graphs::Deletion;
use grundy::message;
use grundy_judge::{OwnPlace, OwnRule, Reply};

use super::own::moves;
use super::reading::{self, Writing};
use super::{answers, titled};
use crate::error::NotEmitted;
use crate::functions::complete;
use crate::graphs;
use crate::names::Names;
use crate::tree::{Expr, Op, Program, Stmt, Type};
use crate::{Task, Way};

/// It counts them, however many there are.
pub(super) fn program(
    task: &Task<'_>,
    own: &OwnRule,
    deletion: Deletion,
) -> Result<Program, NotEmitted> {
    let format = task.format;
    if let Some(other) = reading::unread(format, reading::is_number) {
        return Err(reading::refused(other, format));
    }
    let OwnPlace::Edges { vertices, ends, .. } = *own.place() else {
        return Ok(Program::default());
    };
    let mut names = Names::of_words();
    let asked = names.asked();
    let mut program = Program::default();
    let fields = format.layout.names().iter();
    let fields: Vec<Expr> = fields.map(|name| Expr::Local(names.of(name))).collect();
    let index = names.fresh("i");
    let answer = |fields: &[Expr], case: &Expr, names: &mut Names| {
        let graph = graphs::Graph {
            vertices: fields[vertices].clone(),
            from: fields[ends[0]].clone(),
            to: fields[ends[1]].clone(),
        };
        let (mut stmts, number) = graphs::deleted::told(deletion, &graph, format, names);
        if let Reply::Count(told) = &format.tell {
            stmts.extend(answers::written(told, case, Some(&number), None)?);
            return Ok(stmts);
        }
        let value = names.fresh("value");
        stmts.push(Stmt::Let(value.clone(), Type::Number, number));
        let value = Expr::Local(value);
        let lost = Expr::binary(Op::Equal, value.clone(), Expr::Number(0));
        stmts.extend(answers::told(format, lost, Some(value), case)?);
        Ok(stmts)
    };
    let mut writing = Writing::plain(format, (fields, names, index), &answer, &|_, _, _, _| {
        Ok(None)
    });
    program.way = Way::Theorem;
    program.main = writing.main(&mut program)?;
    reading::set_numbers(&mut program, format);
    let theorem = match deletion {
        Deletion::Vertices => message!(
            "The value is 1 if the number of vertices is odd, else 0: each move changes it by 1.",
            "顶点数为奇数时值为 1，否则为 0：每步恰使它减 1。"
        ),
        Deletion::Edges => message!(
            "The value is 1 if the number of edges is odd, else 0: each move changes it by 1.",
            "边数为奇数时值为 1，否则为 0：每步恰使它减 1。"
        ),
        Deletion::Both => message!(
            "Fraenkel and Scheinerman (1991): a graph without cycles of n vertices and m edges has the value n%2 + 2*(m%2).",
            "Fraenkel-Scheinerman 定理（1991）：有 n 个顶点、m 条边的无环图的值为 n%2 + 2*(m%2)。"
        ),
    };
    program.notes = titled(task).into_iter().collect();
    program.notes.push(moves(task, own));
    program.notes.push(theorem.render(task.lang));
    complete(&mut program, &asked, task.lang);
    Ok(program)
}
