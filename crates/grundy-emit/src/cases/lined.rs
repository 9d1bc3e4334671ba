//! Answers of single components in lines of so many.

use grundy_judge::{Format, Wording};

use super::answers::written;
use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Op, Stmt, Target, Type};

/// What counts the answers, how many stand in a line, and what is written behind them.
pub(super) struct Lined<'f>(Option<(String, Expr, &'f Wording)>);

impl<'f> Lined<'f> {
    pub(super) fn of(format: &'f Format, fields: &[Expr], names: &mut Names) -> Lined<'f> {
        let line = format.line.as_ref();
        let counted = line.map(|(field, end)| (names.fresh("told"), fields[*field].clone(), end));
        Lined(counted)
    }

    /// What stands before the first answer.
    pub(super) fn begun(&self) -> Vec<Stmt> {
        let counter = self.0.as_ref().map(|(counter, ..)| counter.clone());
        let begun = counter.map(|counter| Stmt::Let(counter, Type::Number, Expr::Number(0)));
        begun.into_iter().collect()
    }

    /// What stands behind each answer.
    pub(super) fn after(&self, case: &Expr) -> Result<Vec<Stmt>, NotEmitted> {
        let Some((counter, width, end)) = &self.0 else {
            return Ok(Vec::new());
        };
        let counted = Expr::local(counter.clone());
        let is_full = Expr::binary(Op::Equal, counted, width.clone());
        let mut then = written(end, case, None, None)?;
        then.push(Stmt::Assign(
            Target::Local(counter.clone()),
            Expr::Number(0),
        ));
        Ok(vec![
            Stmt::Update(Target::Local(counter.clone()), Op::Add, Expr::Number(1)),
            Stmt::when(is_full, then),
        ])
    }
}
