//! Numbers that only bear witness: `for t in 1..n if bad(n, t)` has the same option for every t that fits, so its loop is left at the
//! first.

use std::collections::BTreeSet;

use grundy::rule::syntax::{Domain, Expression, Item, Kind};

use crate::tree::{Expr, Stmt, Target, Type};

/// Where the numbers that only bear witness begin in a tail, counted from its end: the first of them and all that follow are named by no
/// option, nor by what an option names. 0 where there are none.
pub(crate) fn witnesses(items: &[&Item], mut needed: BTreeSet<String>) -> usize {
    let mut from = 0;
    let mut open = true;
    for (place, item) in items.iter().rev().enumerate() {
        match item {
            Item::If(_) => {}
            Item::Let(name, value) => {
                if needed.contains(&name.text) {
                    open = false;
                    each_name(value, &mut |name| {
                        needed.insert(name.to_owned());
                    });
                }
            }
            Item::In(name, domain) => {
                if needed.contains(&name.text) {
                    open = false;
                    for part in expressions_of(domain) {
                        each_name(part, &mut |name| {
                            needed.insert(name.to_owned());
                        });
                    }
                } else if open {
                    from = place + 1;
                }
            }
        }
    }
    from
}

/// The loops of numbers that bear witness, while they are written.
#[derive(Default)]
pub(crate) enum Witness {
    /// There are none here.
    #[default]
    None,
    /// One loop, which is left.
    One,
    /// Several, which are left by what is noted in this flag.
    Several(String),
}

impl Witness {
    /// What follows an option: the innermost loop is left.
    pub(crate) fn leave(&self, body: &mut Vec<Stmt>) {
        if let Witness::Several(flag) = self {
            body.push(Stmt::Assign(Target::Local(flag.clone()), Expr::Flag(true)));
        }
        if !matches!(self, Witness::None) {
            body.push(Stmt::Break);
        }
    }

    /// What follows a loop within another one.
    pub(crate) fn leave_outer(&self, body: &mut Vec<Stmt>) {
        if let Witness::Several(flag) = self {
            body.push(Stmt::when(Expr::local(flag.clone()), vec![Stmt::Break]));
        }
    }

    /// What comes before the outermost of them.
    pub(crate) fn begin(&self, body: &mut Vec<Stmt>) {
        if let Witness::Several(flag) = self {
            body.insert(0, Stmt::Let(flag.clone(), Type::Flag, Expr::Flag(false)));
        }
    }
}

/// The expressions of a domain.
pub(crate) fn expressions_of(domain: &Domain) -> Vec<&Expression> {
    match domain {
        Domain::Range { from, to } => {
            let to = to.iter().map(|(to, _)| to);
            std::iter::once(from).chain(to).collect()
        }
        Domain::Set(elements) => elements.iter().collect(),
        Domain::Array(_) => Vec::new(),
        Domain::Numbers(_, of) => vec![of],
    }
}

/// Calls on every name in an expression.
pub(crate) fn each_name(expression: &Expression, see: &mut dyn FnMut(&str)) {
    match &expression.kind {
        Kind::Number(_) => {}
        Kind::Name(name) => see(name),
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => each_name(part, see),
        Kind::Binary(_, pair) => pair.iter().for_each(|part| each_name(part, see)),
        Kind::Compare(first, rest) => {
            each_name(first, see);
            rest.iter().for_each(|(_, part)| each_name(part, see));
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| each_name(part, see));
        }
        Kind::Fold(folding) => {
            let own: Vec<&str> = folding.names().collect();
            let mut outer = |name: &str| {
                if !own.contains(&name) {
                    see(name);
                }
            };
            for part in folding.parts() {
                each_name(part, &mut outer);
            }
        }
    }
}
