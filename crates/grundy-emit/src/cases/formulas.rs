//! The program of a format that is judged by formulas: the value of each row, and who wins by what is known of all rows.

use grundy::{Message, message};
use grundy_judge::{Format, Formulas, Known as Whole, Named, Over};

use super::answers::{scoped, told};
use super::reading::{self, Writing};
use super::titled;
use crate::Task;
use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::functions::complete;
use crate::names::Names;
use crate::tree::{Expr, Native, Op, Program, Stmt, Target, Type};

/// The program of a task whose format has these formulas.
pub(super) fn program(task: &Task<'_>, formulas: &Formulas) -> Result<Program, NotEmitted> {
    let format = task.format;
    let mut names = Names::new();
    let mut program = Program::default();
    let fields: Vec<Expr> = (format.layout.names().iter())
        .map(|name| Expr::Local(names.of(name)))
        .collect();
    let index = names.fresh("i");
    let answers = ByFormula {
        format,
        formulas,
        index: index.clone(),
    };
    let mut writing = Writing {
        format,
        fields,
        names,
        index,
        derived: Vec::new(),
        changed: None,
        now: Vec::new(),
        summed: None,
        answer: &|fields, case, names| answers.position(fields, case, names),
    };
    program.main = writing.main(&mut program)?;
    let formula: Message = message!(
        "The formulas: {formulas}",
        "公式：{formulas}",
        formulas = formulas.to_string()
    );
    program.marks = reading::has_marks(format);
    program.notes.extend(titled(task));
    program.notes.push(formula.render(task.lang));
    complete(&mut program, task.lang);
    Ok(program)
}

struct ByFormula<'a> {
    format: &'a Format,
    formulas: &'a Formulas,
    /// What counts the rows.
    index: String,
}

/// What is known of all rows, with the names that it has in the program.
type Summed = [(Whole, String); 4];

impl ByFormula<'_> {
    fn position(
        &self,
        fields: &[Expr],
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let summed: Summed = [
            (Whole::Total, "total"),
            (Whole::Sum, "sum"),
            (Whole::Most, "most"),
            (Whole::Rows, "rows"),
        ]
        .map(|(whole, name)| (whole, names.fresh(name)));
        let mut stmts = Vec::new();
        if self.formulas.values().next().is_some() {
            let value = names.fresh("value");
            let list = self.formulas.list().map(|list| fields[list].clone());
            let row = list.as_ref().map(|_| Expr::local(self.index.clone()));
            let mut body = self.value(fields, row.as_ref(), &value);
            if self.format.each {
                let value = Expr::local(value);
                let lost = Expr::binary(Op::Equal, value.clone(), Expr::Number(0));
                body.extend(told(self.format, lost, Some(value), case)?);
            } else {
                for (whole, name) in &summed {
                    if self.is_used(*whole) {
                        stmts.push(Stmt::Let(name.clone(), Type::Number, Expr::Number(0)));
                        body.push(add(*whole, name, Expr::local(value.clone())));
                    }
                }
            }
            match list {
                None => stmts.extend(body),
                Some(list) => stmts.push(Stmt::For {
                    name: self.index.clone(),
                    from: Expr::Number(0),
                    to: Expr::length(list),
                    included: false,
                    body,
                }),
            }
        }
        if self.format.each {
            return Ok(stmts);
        }
        let total = Expr::local(summed[0].1.clone());
        let lost = match self.formulas.condition() {
            Some(wins) => Expr::Not(Box::new(self.condition(wins, fields, None, &summed))),
            None => Expr::binary(Op::Equal, total.clone(), Expr::Number(0)),
        };
        let value = (self.formulas.condition().is_none()).then_some(total);
        stmts.extend(told(self.format, lost, value, case)?);
        Ok(stmts)
    }

    /// The value of a row, under this name: that of the first condition which holds.
    fn value(&self, fields: &[Expr], row: Option<&Expr>, value: &str) -> Vec<Stmt> {
        let mut chosen = Vec::new();
        let values: Vec<(&Over, Option<&Over>)> = self.formulas.values().collect();
        for (number, condition) in values.into_iter().rev() {
            let scope = scoped(number, self.format, fields, row);
            let number = scope.number(number.formula().expression());
            let assigned = vec![Stmt::Assign(Target::Local(value.into()), number)];
            chosen = match condition {
                None => assigned,
                Some(condition) => {
                    let holds = self.condition(condition, fields, row, &[]);
                    match chosen.is_empty() {
                        true => vec![Stmt::when(holds, assigned)],
                        false => vec![Stmt::If(holds, assigned, chosen)],
                    }
                }
            };
        }
        let mut stmts = vec![Stmt::Let(value.into(), Type::Number, Expr::Number(0))];
        stmts.extend(chosen);
        stmts
    }

    fn condition(
        &self,
        over: &Over,
        fields: &[Expr],
        row: Option<&Expr>,
        summed: &[(Whole, String)],
    ) -> Expr {
        let mut scope: Scope = scoped(over, self.format, fields, row);
        for (name, stands_for) in over.formula().names().iter().zip(over.names()) {
            let Named::Known(whole) = stands_for else {
                continue;
            };
            if let Some((_, written)) = summed.iter().find(|(other, _)| other == whole) {
                let known = Known {
                    name: name.clone(),
                    least: Some(0),
                    ..Known::default()
                };
                scope.bind(known, Expr::local(written.clone()));
            }
        }
        let written = scope.translate(over.formula().expression());
        match over.formula().is_condition() {
            true => written,
            false => Expr::binary(Op::Unequal, written, Expr::Number(0)),
        }
    }

    /// Whether the answer needs it.
    fn is_used(&self, whole: Whole) -> bool {
        match self.formulas.condition() {
            Some(wins) => wins.names().contains(&Named::Known(whole)),
            None => whole == Whole::Total,
        }
    }
}

/// Adds the value of a row to what is known of all.
fn add(whole: Whole, name: &str, value: Expr) -> Stmt {
    let place = Target::Local(name.into());
    match whole {
        Whole::Total => Stmt::Update(place, Op::Xor, value),
        Whole::Sum => Stmt::Update(place, Op::Add, value),
        Whole::Rows => Stmt::Update(place, Op::Add, Expr::Number(1)),
        Whole::Most => {
            let larger = Expr::Native(Native::Max, vec![Expr::local(name), value]);
            Stmt::Assign(place, larger)
        }
    }
}
