//! The program of a format that is judged by formulas: the value of each row, and who wins by what is known of all rows.
//!
//! What they ask of all rows, or of the numbers of a range, is worked out by [loops](super::folds) before them.

use grundy::pattern::Finding;
use grundy::{Message, message};
use grundy_judge::{Format, Formulas, Known as Whole, Named, Over};

use super::answers::{Row, told};
use super::folds::{Formulating, Found, condition};
use super::reading::{self, Growing, Writing};
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
    let asked = names.asked();
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
    let position =
        |fields: &[Expr], case: &Expr, names: &mut Names| answers.position(fields, case, names);
    let growing = |fields: &[Expr], row: &Expr, case: &Expr, names: &mut Names| {
        answers.growing(fields, row, case, names)
    };
    let mut writing = Writing::plain(format, (fields, names, index), &position, &growing);
    program.main = writing.main(&mut program)?;
    let formula: Message = message!(
        "The formulas: {formulas}",
        "公式：{formulas}",
        formulas = formulas.to_string()
    );
    reading::set_numbers(&mut program, format);
    // What a formula that was found relies on comes before all else.
    let caution = task.finding.and_then(Finding::caution);
    let finding = task.finding.map(Finding::message);
    let told = |message: Message| message.render(task.lang);
    program.notes.extend(caution.map(told));
    program.notes.extend(titled(task));
    program.notes.extend(finding.map(told));
    program.notes.push(formula.render(task.lang));
    complete(&mut program, &asked, task.lang);
    Ok(program)
}

struct ByFormula<'a> {
    format: &'a Format,
    formulas: &'a Formulas,
    /// What counts the rows.
    index: String,
}

/// What is known of all rows, with the names that it has in the program.
pub(super) type Summed = [(Whole, String); 4];

/// The numbers by which an answer is found.
struct Sums {
    summed: Summed,
    value: String,
    found: Found,
}

impl ByFormula<'_> {
    fn position(
        &self,
        fields: &[Expr],
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let mut sums = self.sums(names);
        let mut within = Formulating {
            format: self.format,
            fields,
            names,
        };
        let mut stmts = self.begun(&sums);
        if self.has_values() {
            let list = self.formulas.list().map(|list| fields[list].clone());
            let row = list.as_ref().map(|_| Expr::local(self.index.clone()));
            if row.is_some() {
                self.before(&mut within, &mut sums.found, &mut stmts);
            }
            let mut body = self.added(&mut within, &sums, row.as_ref());
            if self.format.each {
                let value = Expr::local(sums.value);
                let lost = Expr::binary(Op::Equal, value.clone(), Expr::Number(0));
                body.extend(told(self.format, lost, Some(value), case)?);
                let line = Row::of(self.format, fields, names, &mut stmts);
                body.extend(line.iter().flat_map(Row::answered));
                stmts.extend(rows(&self.index, list, body));
                return Ok(stmts);
            }
            stmts.extend(rows(&self.index, list, body));
        }
        stmts.extend(self.ended(&mut within, &mut sums, case)?);
        Ok(stmts)
    }

    /// Statements before a loop through the rows of the last list and in it, where an answer follows each row.
    fn growing(
        &self,
        fields: &[Expr],
        row: &Expr,
        case: &Expr,
        names: &mut Names,
    ) -> Result<Option<Growing>, NotEmitted> {
        if !self.formulas.grows() {
            return Ok(None);
        }
        let mut sums = self.sums(names);
        let mut within = Formulating {
            format: self.format,
            fields,
            names,
        };
        let before = self.begun(&sums);
        let mut each = self.added(&mut within, &sums, Some(row));
        each.extend(self.ended(&mut within, &mut sums, case)?);
        Ok(Some(Growing { before, each }))
    }

    fn has_values(&self) -> bool {
        self.formulas.values().next().is_some()
    }

    fn sums(&self, names: &mut Names) -> Sums {
        let summed = summed(names);
        Sums {
            summed,
            value: names.fresh("value"),
            found: Found::default(),
        }
    }

    /// Those of what is known of all rows that the answer needs.
    fn used<'s>(&self, sums: &'s Sums) -> Vec<&'s (Whole, String)> {
        let asked = self.has_values() && !self.format.each;
        let used = sums.summed.iter();
        used.filter(|(whole, _)| asked && self.is_used(*whole))
            .collect()
    }

    fn begun(&self, sums: &Sums) -> Vec<Stmt> {
        let begin =
            |(_, name): &&(Whole, String)| Stmt::Let(name.clone(), Type::Number, Expr::Number(0));
        self.used(sums).iter().map(begin).collect()
    }

    /// What all rows have in common: the first part is asked for in each row, others may not be.
    fn before(&self, within: &mut Formulating<'_>, found: &mut Found, stmts: &mut Vec<Stmt>) {
        for (place, (number, holds)) in self.formulas.values().enumerate() {
            let mut parts = holds.into_iter().chain([number]);
            if place == 0
                && let Some(first) = parts.next()
            {
                within.before(first, found, stmts);
            }
            for part in parts {
                within.later(part, found, stmts);
            }
        }
    }

    /// The value of a row, added to what is known of all.
    fn added(&self, within: &mut Formulating<'_>, sums: &Sums, row: Option<&Expr>) -> Vec<Stmt> {
        let mut stmts = self.value(within, row, &sums.value, &sums.found);
        let add =
            |(whole, name): &&(Whole, String)| add(*whole, name, Expr::local(sums.value.clone()));
        stmts.extend(self.used(sums).iter().map(add));
        stmts
    }

    /// Who wins, or the value.
    fn ended(
        &self,
        within: &mut Formulating<'_>,
        sums: &mut Sums,
        case: &Expr,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let mut stmts = Vec::new();
        let total = Expr::local(sums.summed[0].1.clone());
        let lost = match self.formulas.condition() {
            Some(wins) => {
                let mut scope = within.scope(wins, None, &mut sums.found, &mut stmts);
                bind_known(wins, &sums.summed, &mut scope);
                Expr::Not(Box::new(condition(&scope, wins)))
            }
            None => Expr::binary(Op::Equal, total.clone(), Expr::Number(0)),
        };
        let value = (self.formulas.condition().is_none()).then_some(total);
        stmts.extend(told(self.format, lost, value, case)?);
        Ok(stmts)
    }

    /// The value of a row, under this name: that of the first condition which holds.
    fn value(
        &self,
        within: &mut Formulating<'_>,
        row: Option<&Expr>,
        value: &str,
        found: &Found,
    ) -> Vec<Stmt> {
        let mut found = found.clone();
        let mut parts = Vec::new();
        for (number, holds) in self.formulas.values() {
            let mut before = Vec::new();
            let holds = holds.map(|holds| {
                let scope = within.scope(holds, row, &mut found, &mut before);
                condition(&scope, holds)
            });
            // What is found where it holds is known nowhere else.
            let mut then = Vec::new();
            let scope = within.scope(number, row, &mut found.clone(), &mut then);
            let number = scope.number(number.formula().expression());
            then.push(Stmt::Assign(Target::Local(value.into()), number));
            parts.push((before, holds, then));
        }
        let mut chosen = Vec::new();
        for (mut before, holds, then) in parts.into_iter().rev() {
            match holds {
                None => before.extend(then),
                Some(holds) if chosen.is_empty() => before.push(Stmt::when(holds, then)),
                Some(holds) => before.push(Stmt::If(holds, then, chosen)),
            }
            chosen = before;
        }
        let mut stmts = vec![Stmt::Let(value.into(), Type::Number, Expr::Number(0))];
        stmts.extend(chosen);
        stmts
    }

    /// Whether the answer needs it.
    fn is_used(&self, whole: Whole) -> bool {
        match self.formulas.condition() {
            Some(wins) => wins.names().contains(&Named::Known(whole)),
            None => whole == Whole::Total,
        }
    }
}

/// What is known of all rows, in a formula.
pub(super) fn bind_known(over: &Over, summed: &Summed, scope: &mut Scope) {
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
}

/// Names for what is known of all rows.
pub(super) fn summed(names: &mut Names) -> Summed {
    [
        (Whole::Total, "total"),
        (Whole::Sum, "sum"),
        (Whole::Most, "most"),
        (Whole::Rows, "rows"),
    ]
    .map(|(whole, name)| (whole, names.fresh(name)))
}

/// What is done in each row; once where there are none.
fn rows(index: &str, list: Option<Expr>, body: Vec<Stmt>) -> Vec<Stmt> {
    let Some(list) = list else { return body };
    vec![Stmt::For {
        name: index.to_owned(),
        from: Expr::Number(0),
        to: Expr::length(list),
        included: false,
        body,
    }]
}

/// Adds the value of a row to what is known of all.
pub(super) fn add(whole: Whole, name: &str, value: Expr) -> Stmt {
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
