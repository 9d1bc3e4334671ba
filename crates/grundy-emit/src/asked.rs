//! What an expression asks of several numbers, as a function of its own: `sum(a[t] for t in 0..i)` of the list and of `i`.
//!
//! A function is called where the number is asked for, and only then; what is equal in all but its place is one function.

use std::cell::RefCell;
use std::rc::Rc;

use grundy::rule::syntax::{Domain, Expression, Folding, Item, Kind};

use crate::expressions::{COUNT, Entries, Scope};
use crate::facts::Known;
use crate::gathering::{Each, local};
use crate::names::Names;
use crate::tree::{Expr, Function, Stmt, Type};

/// The functions that a program's expressions ask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked(Rc<RefCell<Vec<Function>>>);

/// Most of them whose names are kept for them.
pub(crate) const MOST: usize = 256;

/// The name of one of them.
pub(crate) fn name(number: usize) -> String {
    format!("asked_{number}")
}

impl Asked {
    /// The functions, each behind those that it calls.
    pub(crate) fn take(&self) -> Vec<Function> {
        self.0.take()
    }

    /// The name of this function, which has none yet.
    fn named(&self, mut function: Function) -> String {
        let mut all = self.0.borrow_mut();
        let same = |known: &&Function| {
            known.parameters == function.parameters
                && known.returns == function.returns
                && known.body == function.body
        };
        if let Some(known) = all.iter().find(same) {
            return known.name.clone();
        }
        function.name = name(all.len() + 1);
        all.push(function);
        name(all.len())
    }
}

/// A name that a fold reads from around it, and whether as an array.
type Read = (String, bool);

fn note(name: &str, is_array: bool, bound: &[String], found: &mut Vec<Read>) {
    let is_own = !is_array && bound.iter().any(|own| own == name);
    let read = (name.to_owned(), is_array);
    if !is_own && !found.contains(&read) {
        found.push(read);
    }
}

/// The names that an expression reads and does not bind.
fn read(expression: &Expression, bound: &mut Vec<String>, found: &mut Vec<Read>) {
    match &expression.kind {
        Kind::Number(_) => {}
        Kind::Name(name) => note(name, false, bound, found),
        Kind::Index(name, part) => {
            note(&name.text, true, bound, found);
            read(part, bound, found);
        }
        Kind::Negate(part) | Kind::Not(part) => read(part, bound, found),
        Kind::Binary(_, pair) => pair.iter().for_each(|part| read(part, bound, found)),
        Kind::Compare(first, rest) => {
            read(first, bound, found);
            rest.iter().for_each(|(_, part)| read(part, bound, found));
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| read(part, bound, found));
        }
        Kind::Fold(folding) => read_by(folding, bound, found),
    }
}

fn read_by(folding: &Folding, bound: &mut Vec<String>, found: &mut Vec<Read>) {
    let outer = bound.len();
    for item in &folding.items {
        match item {
            Item::If(guard) => read(guard, bound, found),
            Item::Let(name, value) => {
                read(value, bound, found);
                bound.push(name.text.clone());
            }
            Item::In(name, domain) => {
                if let Domain::Array(array) = domain {
                    note(&array.text, true, bound, found);
                }
                for part in domain.parts() {
                    read(part, bound, found);
                }
                bound.push(name.text.clone());
            }
        }
    }
    read(&folding.body, bound, found);
    bound.truncate(outer);
}

impl Scope {
    /// The call of a function of its own.
    pub(crate) fn fold(&self, folding: &Folding) -> Expr {
        let mut free = Vec::new();
        read_by(folding, &mut Vec::new(), &mut free);
        let mut names = Names::of_words();
        let mut scope = Scope::new(self.asked.clone());
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        for (name, is_array) in free {
            let known = Known {
                least: self.facts.least_of(&name),
                name: name.clone(),
                ..Known::default()
            };
            let list = self.list.as_ref();
            let is_count = is_array && list.is_some() && name == COUNT;
            if is_count {
                continue;
            }
            let written = match is_array {
                true => self.array(&name),
                false => self.named(&name),
            };
            if matches!(written, Expr::Number(_) | Expr::Flag(_)) {
                scope.bind(known, written);
                continue;
            }
            let stem = name.split('(').next().unwrap_or_default();
            let own = names.fresh(&Names::spelled(stem));
            let is_condition = !is_array && self.conditions.contains(&name);
            let kind = match (is_array, is_condition) {
                (true, _) => Type::List,
                (_, true) => Type::Flag,
                _ => Type::Number,
            };
            match (is_array, is_condition) {
                (true, _) if list.is_some_and(|list| list.name == name) => {
                    scope.bind(known, local(&own));
                }
                (true, _) => scope.bind_array(known, local(&own)),
                (_, true) => scope.bind_condition(known, local(&own)),
                _ => scope.bind(known, local(&own)),
            }
            parameters.push((own, kind));
            arguments.push(written);
        }
        if let Some(list) = &self.list {
            // What counts entries or asks for a place needs the list.
            if !scope.binds(&list.name) {
                let own = names.fresh(&Names::spelled(&list.name));
                let known = Known {
                    name: list.name.clone(),
                    least: Some(0),
                    ..Known::default()
                };
                scope.bind(known, local(&own));
                parameters.push((own, Type::List));
                arguments.push(self.named(&list.name));
            }
            scope.list = Some(Entries {
                there: Vec::new(),
                ..list.clone()
            });
        }
        let each = Each {
            fold: folding.fold,
            body: &folding.body,
            items: &folding.items,
        };
        let mut body = Vec::new();
        let told = each.gathered(&mut names, scope, None, &mut body);
        body.push(Stmt::Return(told.written));
        let returns = match folding.fold.is_condition() {
            true => Type::Flag,
            false => Type::Number,
        };
        let function = Function {
            name: String::new(),
            notes: Vec::new(),
            parameters,
            returns: Some(returns),
            body,
            state: false,
        };
        Expr::Call(self.asked.named(function), arguments)
    }
}
