//! What formulas ask of all rows of a list, or of all numbers of a range, as loops: `sum(a % 2)`, `any(d >= k for d in divisors(m))`.
//!
//! A part that is the same in each row is worked out once: before the loop where it is sure to be asked for, otherwise when it first is, as
//! the judge does. So what a condition keeps from being asked costs nothing, however long its range.

use grundy::rule::Comprehension;
use grundy::rule::syntax::{Domain, Item, Numbers};
use grundy_judge::{
    Coordinate, Each, Field, Fold, Folded, Format, Formulas, How, Named, Options, Over, OwnPlace,
    OwnRule, Recurrence,
};

use super::answers::shifted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::names::Names;
use crate::options::{guarded, through};
use crate::tree::{Expr, Native, Op, Stmt, Target, Type};

fn local(name: &str) -> Expr {
    Expr::local(name)
}

fn set(name: &str, value: Expr) -> Stmt {
    Stmt::Assign(Target::Local(name.into()), value)
}

/// A number or a condition in the program.
#[derive(Clone)]
struct Told {
    written: Expr,
    /// Whether it is never negative.
    is_natural: bool,
}

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

/// A loop that is being written.
struct Gathering<'g> {
    fold: Fold,
    /// The number or the condition that becomes of all.
    result: &'g str,
    /// Whether there was a number before, where that must be known.
    begun: Option<Expr>,
    /// Says that there was.
    begin: Option<Stmt>,
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
            work.push(set(&value, told.written));
            work.push(set(&known, Expr::Flag(true)));
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
        let mut scope = Scope::default();
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
    pub(super) fn further(&mut self, further: &Recurrence, own: &Expr, stmts: &mut Vec<Stmt>) {
        let mut found = Found::default();
        let mut ends = Vec::new();
        for over in [&further.from, &further.to] {
            self.before(over, &mut found, stmts);
            let scope = self.scope(over, None, &mut found, stmts);
            ends.push(scope.number(over.formula().expression()));
        }
        let variable = self.names.fresh(&Names::spelled(&further.variable));
        let mut scope = Scope::default();
        let known = |name: &str| Known {
            name: name.to_owned(),
            least: Some(0),
            ..Known::default()
        };
        let running = Known {
            least: None,
            ..known(&further.variable)
        };
        scope.bind(running, local(&variable));
        let names = further.body.names().get(1..).unwrap_or_default();
        self.bind(&mut scope, names, &further.names, None, &mut found, stmts);
        for (name, array) in further.body.arrays().iter().zip(&further.arrays) {
            let list = array.map_or_else(|| own.clone(), |field| self.fields[field].clone());
            scope.bind_array(known(name), list);
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
                Named::Field(field) => self.entry(*field, row, stmts),
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
                let first = set(&entry, Expr::element(written, Expr::Number(0)));
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
        let told = match folded.each() {
            Each::Rows(body, guard, list) => {
                self.of_rows(folded, body, guard.as_deref(), (*list, row), found, stmts)
            }
            Each::Range(each, names, arrays) => {
                self.of_range(folded, each, names, arrays, row, found, stmts)
            }
        };
        if folded.is_fixed() {
            found.0.push(Fixed {
                folded: folded.clone(),
                told: told.clone(),
                later: None,
            });
        }
        told
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

    /// Makes the result, with what it is of none.
    fn result(&mut self, fold: Fold, stmts: &mut Vec<Stmt>) -> String {
        let name = self.names.fresh(match fold {
            Fold::Sum => "sum",
            Fold::Count | Fold::Len => "count",
            Fold::Min => "least",
            Fold::Max => "most",
            Fold::Gcd => "divisor",
            Fold::Xor => "nim_sum",
            Fold::First => "first",
            Fold::Last => "last",
            Fold::Any => "some",
            Fold::All => "every",
            // It has a name already.
            Fold::List => return LIST.to_owned(),
        });
        let (kind, first) = match fold {
            Fold::Any => (Type::Flag, Expr::Flag(false)),
            Fold::All => (Type::Flag, Expr::Flag(true)),
            _ => (Type::Number, Expr::Number(0)),
        };
        stmts.push(Stmt::Let(name.clone(), kind, first));
        name
    }

    /// Puts all numbers of a part into a list.
    pub(super) fn list(&mut self, folded: &Folded, list: &Expr, stmts: &mut Vec<Stmt>) {
        let mut found = Found::default();
        let mut pushed = Vec::new();
        self.folded(folded, None, &mut found, &mut pushed);
        pushed_to(&mut pushed, list);
        stmts.append(&mut pushed);
    }

    fn of_rows(
        &mut self,
        folded: &Folded,
        body: &Over,
        guard: Option<&Over>,
        (list, group): (Field, Option<&Expr>),
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
        let result = self.result(fold, stmts);
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
                written: Expr::Local(result),
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
        let gathering = self.gathering(fold, &result, is_natural, first_row, stmts);
        self.take(&gathering, number, &mut then);
        if ends_early(fold) || fold == Fold::Last {
            self.stop(&gathering, &mut then);
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
            written: Expr::Local(result),
            is_natural: is_natural || is_natural_by_itself(fold),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one fold")]
    fn of_range(
        &mut self,
        folded: &Folded,
        each: &Comprehension,
        names: &[Named],
        arrays: &[Field],
        row: Option<&Expr>,
        found: &mut Found,
        stmts: &mut Vec<Stmt>,
    ) -> Told {
        let fold = folded.fold();
        let mut scope = Scope::default();
        self.bind(&mut scope, each.names(), names, row, found, stmts);
        for (name, &field) in each.arrays().iter().zip(arrays) {
            let known = Known {
                name: name.clone(),
                least: Some(0),
                ..Known::default()
            };
            let is_nested = folded.nested().iter().any(|(list, _)| *list == field);
            let list = match row.filter(|_| is_nested) {
                Some(group) => self.copied(field, group, stmts),
                None => self.fields[field].clone(),
            };
            scope.bind_array(known, list);
        }
        let result = self.result(fold, stmts);
        let loops = each.items().iter();
        let loops = loops.filter(|item| matches!(item, Item::In(..)));
        let taken = (fold == Fold::First && loops.count() > 1).then(|| {
            let taken = self.names.fresh("taken");
            stmts.push(Stmt::Let(taken.clone(), Type::Flag, Expr::Flag(false)));
            taken
        });
        let mut walk = Walk {
            each,
            fold,
            result: &result,
            taken,
            is_natural: false,
            before: Vec::new(),
        };
        let mut loops = Vec::new();
        walk.items(self, each.items(), scope, 0, &mut loops);
        stmts.append(&mut walk.before);
        stmts.append(&mut loops);
        let is_natural = walk.is_natural || is_natural_by_itself(fold);
        Told {
            written: Expr::Local(result),
            is_natural,
        }
    }

    /// How numbers become the result; `stmts` make what that needs.
    fn gathering<'g>(
        &mut self,
        fold: Fold,
        result: &'g str,
        is_natural: bool,
        later_row: Option<Expr>,
        stmts: &mut Vec<Stmt>,
    ) -> Gathering<'g> {
        let mut gathering = Gathering {
            fold,
            result,
            begun: None,
            begin: None,
        };
        let asks = match fold {
            Fold::Min => true,
            // 0, which there is of none, is below all others.
            Fold::Max => !is_natural,
            _ => false,
        };
        if asks {
            gathering.begun = Some(later_row.unwrap_or_else(|| {
                let begun = self.names.fresh("begun");
                stmts.push(Stmt::Let(begun.clone(), Type::Flag, Expr::Flag(false)));
                gathering.begin = Some(set(&begun, Expr::Flag(true)));
                Expr::Local(begun)
            }));
        }
        gathering
    }

    /// Takes a number or a condition.
    fn take(&mut self, gathering: &Gathering<'_>, number: Expr, stmts: &mut Vec<Stmt>) {
        let result = gathering.result;
        let place = || Target::Local(result.to_owned());
        let stmt = match gathering.fold {
            Fold::Sum => Stmt::Update(place(), Op::Add, number),
            Fold::Len => Stmt::Update(place(), Op::Add, Expr::Number(1)),
            Fold::Count => Stmt::when(
                number,
                vec![Stmt::Update(place(), Op::Add, Expr::Number(1))],
            ),
            Fold::Xor => Stmt::Update(place(), Op::Xor, number),
            Fold::List => Stmt::Push(local(result), number),
            Fold::Gcd => set(
                result,
                Expr::Call("gcd".into(), vec![local(result), number]),
            ),
            Fold::First | Fold::Last => set(result, number),
            Fold::Any => Stmt::when(number, vec![set(result, Expr::Flag(true))]),
            Fold::All => {
                let fails = Expr::Not(Box::new(number));
                Stmt::when(fails, vec![set(result, Expr::Flag(false))])
            }
            Fold::Min | Fold::Max => {
                let (op, native) = match gathering.fold {
                    Fold::Min => (Op::Less, Native::Min),
                    _ => (Op::Greater, Native::Max),
                };
                let Some(begun) = &gathering.begun else {
                    let better = Expr::Native(native, vec![local(result), number]);
                    return stmts.push(set(result, better));
                };
                let mut number = number;
                if number.is_long() {
                    let kept = self.names.fresh("number");
                    stmts.push(Stmt::Let(kept.clone(), Type::Number, number));
                    number = Expr::Local(kept);
                }
                let better = Expr::binary(op, number.clone(), local(result));
                let is_first = Expr::Not(Box::new(begun.clone()));
                let mut then = vec![set(result, number)];
                then.extend(gathering.begin.clone());
                Stmt::when(Expr::binary(Op::Or, is_first, better), then)
            }
        };
        stmts.push(stmt);
    }

    /// Leaves the loop where no more is asked for.
    fn stop(&self, gathering: &Gathering<'_>, stmts: &mut Vec<Stmt>) {
        match stmts.last_mut() {
            Some(Stmt::If(_, then, _)) if matches!(gathering.fold, Fold::Any | Fold::All) => {
                then.push(Stmt::Break);
            }
            _ => stmts.push(Stmt::Break),
        }
    }
}

/// The generators of a fold.
struct Walk<'w> {
    each: &'w Comprehension,
    fold: Fold,
    result: &'w str,
    /// What says that the first was taken, where it stands within several loops.
    taken: Option<String>,
    /// Whether no number is negative.
    is_natural: bool,
    /// What the loops need before them.
    before: Vec<Stmt>,
}

impl Walk<'_> {
    /// The loops of these items, so deep in others.
    fn items(
        &mut self,
        within: &mut Formulating<'_>,
        items: &[Item],
        mut scope: Scope,
        depth: usize,
        stmts: &mut Vec<Stmt>,
    ) {
        let Some((item, rest)) = items.split_first() else {
            return self.taken(within, &scope, depth, stmts);
        };
        match item {
            Item::If(guard) => {
                let mut body = Vec::new();
                let holds = scope.holds(guard);
                self.items(within, rest, scope, depth, &mut body);
                stmts.extend(guarded(holds, body));
            }
            Item::Let(name, value) => {
                let present = scope.present(value);
                let written = within.names.fresh(&Names::spelled(&name.text));
                let mut body = vec![Stmt::Let(
                    written.clone(),
                    Type::Number,
                    scope.number(value),
                )];
                let known = Known {
                    name: name.text.clone(),
                    least: scope.facts.least(value),
                    equals: Some(value.clone()),
                    ..Known::default()
                };
                scope.bind(known, Expr::Local(written));
                self.items(within, rest, scope, depth, &mut body);
                stmts.extend(guarded(present, body));
            }
            Item::In(name, domain) => {
                let written = within.names.fresh(&Names::spelled(&name.text));
                let mut inner = scope.clone();
                let known = scope.facts.running(&name.text, domain);
                inner.bind(known, local(&written));
                let mut body = Vec::new();
                self.items(within, rest, inner, depth + 1, &mut body);
                stmts.extend(through(within.names, written, domain, None, &scope, body));
                if depth > 0 && ends_early(self.fold) {
                    stmts.push(Stmt::when(self.enough(), vec![Stmt::Break]));
                }
            }
        }
    }

    /// Whether no more is asked for.
    fn enough(&self) -> Expr {
        match (self.fold, &self.taken) {
            (Fold::All, _) => Expr::Not(Box::new(local(self.result))),
            (_, Some(taken)) => local(taken),
            (_, None) => local(self.result),
        }
    }

    /// What is done with each.
    fn taken(
        &mut self,
        within: &mut Formulating<'_>,
        scope: &Scope,
        depth: usize,
        stmts: &mut Vec<Stmt>,
    ) {
        let body = self.each.body();
        self.is_natural = scope.facts.is_natural(body);
        let number = match self.fold {
            Fold::Count | Fold::Any | Fold::All => scope.translate(body),
            _ => scope.number(body),
        };
        let gathering = within.gathering(
            self.fold,
            self.result,
            self.is_natural,
            None,
            &mut self.before,
        );
        let mut then = Vec::new();
        within.take(&gathering, number, &mut then);
        then.extend(self.taken.iter().map(|taken| set(taken, Expr::Flag(true))));
        if depth > 0 && ends_early(self.fold) {
            within.stop(&gathering, &mut then);
        }
        // Java refuses statements that are never reached, and the loop through primes ends with one.
        let primes = |item: &Item| matches!(item, Item::In(_, Domain::Numbers(Numbers::Primes, _)));
        if let (Some(Stmt::Break), true) = (then.last(), self.each.items().iter().any(primes)) {
            then.pop();
            then.push(Stmt::when(Expr::Flag(true), vec![Stmt::Break]));
        }
        stmts.extend(guarded(scope.present(body), then));
    }
}

/// What stands for the list that a part is put into; no name is written so.
const LIST: &str = "[]";

/// Names the list that numbers are put into.
fn pushed_to(stmts: &mut [Stmt], list: &Expr) {
    for stmt in stmts {
        if let Stmt::Push(place, _) = stmt
            && *place == local(LIST)
        {
            *place = list.clone();
        }
        for body in stmt.bodies_mut() {
            pushed_to(body, list);
        }
    }
}

/// Whether it is never negative, whatever it is of.
fn is_natural_by_itself(fold: Fold) -> bool {
    matches!(
        fold,
        Fold::Count | Fold::Any | Fold::All | Fold::Len | Fold::Gcd
    )
}

/// Whether the rest may not be looked at.
fn ends_early(fold: Fold) -> bool {
    matches!(fold, Fold::First | Fold::Any | Fold::All)
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
        How::Of(..) | How::Joined(_) | How::Recurrence(..) => None,
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
