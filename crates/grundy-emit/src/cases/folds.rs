//! What formulas ask of all rows of a list, or of all numbers of a range, as loops: `sum(a % 2)`, `any(d >= k for d in divisors(m))`.
//!
//! A part that is the same in each row is worked out once: before the loop where it is sure to be asked for, otherwise when it first is, as
//! the judge does. So what a condition keeps from being asked costs nothing, however long its range.

use grundy_judge::{
    Coordinate, Each, Field, Fold, Folded, Format, Formulas, How, Named, Options, Over, OwnPlace,
    OwnRule, Recurrence,
};

use super::answers::shifted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::gathering::{
    self, Gathering, Told, ends_early, is_natural_by_itself, local, result, set,
};
use crate::names::Names;
use crate::options::guarded;
use crate::tree::{Expr, Op, Stmt, Type};

/// A part that is the same in each row.
#[derive(Clone)]
struct Fixed {
    folded: Folded,
    told: Told,
    /// What must have run, unless the flag says that it has.
    later: Option<(String, Vec<Stmt>)>,
}

/// Parts that are the same in each row, and where their numbers stand.
#[derive(Clone, Default)]
pub(super) struct Found(Vec<Fixed>);

impl Found {
    fn of(&self, folded: &Folded) -> Option<&Fixed> {
        self.0.iter().find(|fixed| fixed.folded == *folded)
    }
}

/// Formulas on their way into a program.
pub(super) struct Formulating<'a> {
    pub(super) format: &'a Format,
    /// By field, what it is in the program.
    pub(super) fields: &'a [Expr],
    pub(super) names: &'a mut Names,
}

/// What no number of a field is below.
pub(super) fn least(format: &Format, field: Field) -> Option<i64> {
    (!format.layout.may_be_negative(field)).then_some(0)
}

impl Formulating<'_> {
    /// Works out before what a formula asks that is the same in each row.
    pub(super) fn before(&mut self, over: &Over, found: &mut Found, stmts: &mut Vec<Stmt>) {
        for folded in fixed(over.names()) {
            self.folded(folded, None, found, stmts);
        }
    }

    /// The same where it is not sure to be asked for: the statements only make room.
    pub(super) fn later(&mut self, over: &Over, found: &mut Found, stmts: &mut Vec<Stmt>) {
        for folded in fixed(over.names()) {
            if found.of(folded).is_some() {
                continue;
            }
            let [value, known] = ["asked", "is_known"].map(|name| self.names.fresh(name));
            let (kind, first) = match folded.is_condition() {
                true => (Type::Flag, Expr::Flag(false)),
                false => (Type::Number, Expr::Number(0)),
            };
            stmts.push(Stmt::Let(known.clone(), Type::Flag, Expr::Flag(false)));
            stmts.push(Stmt::Let(value.clone(), kind, first));
            let mut work = Vec::new();
            let told = self.folded(folded, None, &mut found.clone(), &mut work);
            work.push(set(&local(&value), told.written));
            work.push(set(&local(&known), Expr::Flag(true)));
            found.0.push(Fixed {
                folded: folded.clone(),
                told: Told {
                    written: Expr::Local(value),
                    is_natural: told.is_natural,
                },
                later: Some((known, work)),
            });
        }
    }

    /// What the names of a formula are in the program, in a row if there is one; what must be worked out for that is put into `stmts`.
    pub(super) fn scope(
        &mut self,
        over: &Over,
        row: Option<&Expr>,
        found: &mut Found,
        stmts: &mut Vec<Stmt>,
    ) -> Scope {
        let mut scope = self.new_scope();
        self.bind(
            &mut scope,
            over.formula().names(),
            over.names(),
            row,
            found,
            stmts,
        );
        scope
    }

    /// The numbers of a list that are made of those before them.
    pub(super) fn further(
        &mut self,
        further: &Recurrence,
        (made, own): (Field, &Expr),
        stmts: &mut Vec<Stmt>,
    ) {
        let mut found = Found::default();
        let mut ends = Vec::new();
        for over in [&further.from, &further.to] {
            self.before(over, &mut found, stmts);
            let scope = self.scope(over, None, &mut found, stmts);
            ends.push(scope.number(over.formula().expression()));
        }
        let variable = self.names.fresh(&Names::spelled(&further.variable));
        let mut scope = self.new_scope();
        let format = self.format;
        let known = |name: &str, field: Option<Field>| Known {
            name: name.to_owned(),
            least: field.and_then(|field| least(format, field)),
            ..Known::default()
        };
        let running = known(&further.variable, None);
        scope.bind(running, local(&variable));
        let names = further.body.names().get(1..).unwrap_or_default();
        self.bind(&mut scope, names, &further.names, None, &mut found, stmts);
        for (name, array) in further.body.arrays().iter().zip(&further.arrays) {
            let list = array.map_or_else(|| own.clone(), |field| self.fields[field].clone());
            scope.bind_array(known(name, Some(array.unwrap_or(made))), list);
        }
        let number = scope.number(further.body.body());
        let to = ends.pop().unwrap_or(Expr::Number(0));
        stmts.push(Stmt::For {
            name: variable,
            from: ends.pop().unwrap_or(Expr::Number(0)),
            to,
            included: true,
            body: vec![Stmt::Push(own.clone(), number)],
        });
    }

    fn bind(
        &mut self,
        scope: &mut Scope,
        names: &[String],
        stand_for: &[Named],
        row: Option<&Expr>,
        found: &mut Found,
        stmts: &mut Vec<Stmt>,
    ) {
        for (name, stands_for) in names.iter().zip(stand_for) {
            let mut known = Known {
                name: name.clone(),
                least: Some(0),
                ..Known::default()
            };
            let written = match stands_for {
                Named::Field(field) => {
                    known.least = least(self.format, *field);
                    self.entry(*field, row, stmts)
                }
                Named::Index => shifted(row.cloned().unwrap_or(Expr::Number(0)), 1),
                // Those who know of all rows bind them anew.
                Named::Known(_) => continue,
                Named::Folded(folded) => {
                    let told = self.folded(folded, row, found, stmts);
                    if !told.is_natural {
                        known.least = None;
                    }
                    if folded.is_condition() {
                        scope.bind_condition(known, told.written);
                        continue;
                    }
                    told.written
                }
            };
            scope.bind(known, written);
        }
    }

    /// The number of a field, of a list in a row; the first entry where there is no row.
    fn entry(&mut self, field: Field, row: Option<&Expr>, stmts: &mut Vec<Stmt>) -> Expr {
        let written = self.fields[field].clone();
        match (self.format.layout.rows_of(field), row) {
            (None, _) => written,
            (Some(_), Some(row)) => Expr::element(written, row.clone()),
            (Some(_), None) => {
                let entry = self.names.fresh("entry");
                let length = Expr::length(written.clone());
                let some = Expr::binary(Op::Greater, length, Expr::Number(0));
                let first = set(&local(&entry), Expr::element(written, Expr::Number(0)));
                stmts.push(Stmt::Let(entry.clone(), Type::Number, Expr::Number(0)));
                stmts.push(Stmt::when(some, vec![first]));
                Expr::Local(entry)
            }
        }
    }

    /// The number or the condition that a part is; what works it out is put into `stmts`.
    fn folded(
        &mut self,
        folded: &Folded,
        row: Option<&Expr>,
        found: &mut Found,
        stmts: &mut Vec<Stmt>,
    ) -> Told {
        if let Some(fixed) = found.of(folded) {
            if let Some((known, work)) = &fixed.later {
                let unknown = Expr::Not(Box::new(local(known)));
                stmts.push(Stmt::when(unknown, work.clone()));
            }
            return fixed.told.clone();
        }
        let told = self.looped(folded, row, None, found, stmts);
        if folded.is_fixed() {
            found.0.push(Fixed {
                folded: folded.clone(),
                told: told.clone(),
                later: None,
            });
        }
        told
    }

    /// The loops of a part; the numbers of a list are put into it.
    fn looped(
        &mut self,
        folded: &Folded,
        row: Option<&Expr>,
        into: Option<&Expr>,
        found: &mut Found,
        stmts: &mut Vec<Stmt>,
    ) -> Told {
        match folded.each() {
            Each::Rows(body, guard, list) => {
                let result = match into {
                    Some(list) => list.clone(),
                    None if folded.fold() == Fold::Len && guard.is_none() => Expr::Number(0),
                    None => result(self.names, folded.fold(), stmts),
                };
                self.of_rows(
                    folded,
                    (body, guard.as_deref()),
                    (*list, row),
                    result,
                    found,
                    stmts,
                )
            }
            Each::Range(each, names, arrays) => {
                let mut scope = self.new_scope();
                self.bind(&mut scope, each.names(), names, row, found, stmts);
                for (name, &field) in each.arrays().iter().zip(arrays) {
                    let known = Known {
                        name: name.clone(),
                        least: least(self.format, field),
                        ..Known::default()
                    };
                    let is_nested = folded.nested().iter().any(|(list, _)| *list == field);
                    let list = match row.filter(|_| is_nested) {
                        Some(group) => self.copied(field, group, stmts),
                        None => self.fields[field].clone(),
                    };
                    scope.bind_array(known, list);
                }
                let each = gathering::Each {
                    fold: folded.fold(),
                    body: each.body(),
                    items: each.items(),
                };
                each.gathered(self.names, scope, into, stmts)
            }
        }
    }

    /// A scope without names.
    fn new_scope(&self) -> Scope {
        Scope::new(self.names.asked())
    }

    /// Where the list of a group begins and ends among those of all groups.
    fn group_of(&mut self, list: Field, group: &Expr) -> (Expr, Expr) {
        let begins = Expr::local(begins(self.format, list, self.names));
        let from = Expr::element(begins.clone(), group.clone());
        (from, Expr::element(begins, shifted(group.clone(), 1)))
    }

    /// The list of a group by itself.
    pub(super) fn copied(&mut self, list: Field, group: &Expr, stmts: &mut Vec<Stmt>) -> Expr {
        let (from, to) = self.group_of(list, group);
        let [own, place] = ["own", "place"].map(|name| self.names.fresh(name));
        let entry = Expr::element(self.fields[list].clone(), local(&place));
        stmts.push(Stmt::Let(own.clone(), Type::List, Expr::NewList));
        stmts.push(Stmt::For {
            name: place,
            from,
            to,
            included: false,
            body: vec![Stmt::Push(local(&own), entry)],
        });
        Expr::Local(own)
    }

    /// Puts all numbers of a part into a list.
    pub(super) fn list(&mut self, folded: &Folded, list: &Expr, stmts: &mut Vec<Stmt>) {
        self.looped(folded, None, Some(list), &mut Found::default(), stmts);
    }

    fn of_rows(
        &mut self,
        folded: &Folded,
        (body, guard): (&Over, Option<&Over>),
        (list, group): (Field, Option<&Expr>),
        result: Expr,
        found: &mut Found,
        stmts: &mut Vec<Stmt>,
    ) -> Told {
        let fold = folded.fold();
        let (from, end) = match (folded.nested().is_empty(), group) {
            (false, Some(group)) => self.group_of(list, group),
            _ => (Expr::Number(0), Expr::length(self.fields[list].clone())),
        };
        let length = match from {
            Expr::Number(0) => end.clone(),
            _ => Expr::binary(Op::Subtract, end.clone(), from.clone()),
        };
        if fold == Fold::Len && guard.is_none() {
            return Told {
                written: length,
                is_natural: true,
            };
        }
        match guard {
            Some(guard) => {
                self.before(guard, found, stmts);
                self.later(body, found, stmts);
            }
            None => self.before(body, found, stmts),
        }
        let mut found = found.clone();
        if matches!(fold, Fold::First | Fold::Last) && guard.is_none() {
            let place = match fold {
                Fold::First => from,
                _ => shifted(end, -1),
            };
            let mut then = Vec::new();
            let scope = self.scope(body, Some(&place), &mut found, &mut then);
            let expression = body.formula().expression();
            then.push(set(&result, scope.number(expression)));
            let some = Expr::binary(Op::Greater, length, Expr::Number(0));
            stmts.push(Stmt::when(some, then));
            return Told {
                written: result,
                is_natural: scope.facts.is_natural(expression),
            };
        }
        let row = self.names.fresh("row");
        let mut inner = Vec::new();
        // The last comes first where it is all that is asked for.
        let place = match fold {
            Fold::Last => {
                let place = self.names.fresh("place");
                let last = shifted(Expr::binary(Op::Add, from.clone(), end.clone()), -1);
                let last = match from {
                    Expr::Number(0) => shifted(end.clone(), -1),
                    _ => last,
                };
                let before = Expr::binary(Op::Subtract, last, local(&row));
                inner.push(Stmt::Let(place.clone(), Type::Number, before));
                Expr::Local(place)
            }
            _ => local(&row),
        };
        let holds = guard.map(|guard| {
            let scope = self.scope(guard, Some(&place), &mut found, &mut inner);
            condition(&scope, guard)
        });
        let mut then = Vec::new();
        let scope = self.scope(body, Some(&place), &mut found, &mut then);
        let expression = body.formula().expression();
        let (number, is_natural) = match fold {
            Fold::Count | Fold::Any | Fold::All => (condition(&scope, body), true),
            _ => (scope.number(expression), scope.facts.is_natural(expression)),
        };
        let first_row = guard
            .is_none()
            .then(|| Expr::binary(Op::Greater, local(&row), from.clone()));
        let gathered = result.clone();
        let gathering = Gathering::new(self.names, fold, gathered, is_natural, first_row, stmts);
        gathering.take(self.names, number, &mut then);
        if ends_early(fold) || fold == Fold::Last {
            gathering.stop(&mut then);
        }
        match holds {
            Some(holds) => inner.extend(guarded(holds, then)),
            None => inner.extend(then),
        }
        stmts.push(Stmt::For {
            name: row,
            from,
            to: end,
            included: false,
            body: inner,
        });
        Told {
            written: result,
            is_natural: is_natural || is_natural_by_itself(fold),
        }
    }
}

/// Those among the names that are asked of all rows and are the same in each.
fn fixed(names: &[Named]) -> impl Iterator<Item = &Folded> {
    names.iter().filter_map(|name| match name {
        Named::Folded(folded) if folded.is_fixed() => Some(&**folded),
        _ => None,
    })
}

/// The name of the list of places where the lists of groups begin, and where the last one ends.
pub(super) fn begins(format: &Format, list: Field, names: &mut Names) -> String {
    names.of(&format!("begins of {}", format.layout.names()[list]))
}

/// Whether some formula of a format reads the list of its group.
pub(super) fn reads_groups(format: &Format, list: Field) -> bool {
    let position = format.own.as_ref().map(OwnRule::place);
    if position == Some(&OwnPlace::List(list)) {
        return format.layout.nested(list).is_some();
    }
    let formulas = format.formulas().into_iter().flat_map(Formulas::all);
    let coordinates = format.options.iter().flat_map(Options::coordinates);
    let coordinates = coordinates.filter_map(|coordinate| match coordinate {
        Coordinate::Formula(over) => Some(&**over),
        _ => None,
    });
    let made = format.layout.all_made().iter();
    let parts = made.filter_map(|made| match &made.how {
        How::Number(over) => Some(over.has_groups(list)),
        How::List(folded) => Some(folded.has_groups(list)),
        How::Of(..) | How::Joined(_) | How::Recurrence(..) | How::Linked(..) | How::Along(_) => {
            None
        }
    });
    formulas
        .chain(coordinates)
        .any(|over| over.has_groups(list))
        || parts.into_iter().any(|has| has)
}

/// A formula as a condition: a number holds where it is not 0.
pub(super) fn condition(scope: &Scope, over: &Over) -> Expr {
    let written = scope.translate(over.formula().expression());
    match over.formula().is_condition() {
        true => written,
        false => Expr::binary(Op::Unequal, written, Expr::Number(0)),
    }
}
