//! A rule on lists as it is written: what is printed is normalised and reads back to the same. Numbers and conditions are those of
//! [rules on numbers](crate::rule::syntax).

use std::fmt;

use crate::rule::syntax::{self as numbers, Definition, Domain, Expression, IgnoredSpan, Name};

/// A whole rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    /// Whether the order of the entries matters.
    pub ordered: bool,
    /// Whether entries that become 0 go.
    pub nonzero: bool,
    /// The name of the list.
    pub name: Name,
    /// The clauses, in the order written.
    pub clauses: Vec<Clause>,
    /// The lists that a table is about, by the numbers named in them.
    pub family: Option<Vec<Piece>>,
    /// What stands behind `where`.
    pub definitions: Vec<Definition>,
}

/// `left -> right | right`, and what its names run through.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The places of the entries that are replaced; none where the whole list is.
    pub places: Option<Vec<Expression>>,
    /// Alternatives: for each place what comes there, or one for the whole list.
    pub right: Vec<Vec<Put>>,
    /// Generators and guards, in the order written.
    pub tail: Vec<Item>,
    /// Its place.
    pub span: IgnoredSpan,
}

/// What comes in the place of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Put {
    /// One number.
    One(Expression),
    /// `any 0..n`: one of these numbers, in each place any of them.
    Any(Domain),
    /// `[x, y]`: these numbers one behind the other, or none.
    List(Vec<Piece>),
}

/// Numbers side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The number, or a name that stands for several.
    pub value: Expression,
    /// How often.
    pub times: Times,
}

/// How often a number stands in a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Times {
    /// Once.
    Once,
    /// `x{k}`: so many times.
    Of(Expression),
    /// `x for t in 0..k if t != j`: once for each number for which the condition holds.
    For(Name, Domain, Option<Box<Expression>>),
}

/// One item behind `for` or `if`.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// As in a rule on numbers.
    Plain(numbers::Item),
    /// `s in sets 1..=2`: every set of so many places, at least one.
    Sets(Name, Option<Domain>),
    /// `s in all`: the set of all places.
    All(Name),
    /// `p in parts(n, 2..=3, {1,2})`: all ways to write n as a sum.
    Parts(Name, Box<Parts>),
}

/// The ways to write a number as a sum of positive numbers, whatever their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Whether no part comes twice.
    pub distinct: bool,
    /// The sum.
    pub of: Expression,
    /// How many parts: two or more where nothing is said.
    pub count: Option<Domain>,
    /// Which parts are allowed.
    pub among: Option<Domain>,
}

fn in_domain(domain: &mut Domain, visit: &mut dyn FnMut(&mut Expression)) {
    match domain {
        Domain::Range { from, to } => {
            visit(from);
            if let Some((to, _)) = to {
                visit(to);
            }
        }
        Domain::Set(all) => all.iter_mut().for_each(visit),
        Domain::Array(_) => {}
        Domain::Numbers(_, of) => visit(of),
    }
}

fn in_piece(piece: &mut Piece, visit: &mut dyn FnMut(&mut Expression)) {
    visit(&mut piece.value);
    match &mut piece.times {
        Times::Once => {}
        Times::Of(times) => visit(times),
        Times::For(_, domain, guard) => {
            in_domain(domain, visit);
            guard.iter_mut().for_each(|guard| visit(guard));
        }
    }
}

impl Syntax {
    /// Calls on every expression of the clauses and of the family, in order.
    pub(crate) fn expressions(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        for clause in &mut self.clauses {
            clause.places.iter_mut().flatten().for_each(&mut *visit);
            for put in clause.right.iter_mut().flatten() {
                match put {
                    Put::One(one) => visit(one),
                    Put::Any(domain) => in_domain(domain, visit),
                    Put::List(pieces) => pieces.iter_mut().for_each(|one| in_piece(one, visit)),
                }
            }
            for item in &mut clause.tail {
                match item {
                    Item::Plain(numbers::Item::If(one) | numbers::Item::Let(_, one)) => visit(one),
                    Item::Plain(numbers::Item::In(_, domain)) => in_domain(domain, visit),
                    Item::Sets(_, count) => {
                        count.iter_mut().for_each(|domain| in_domain(domain, visit));
                    }
                    Item::All(_) => {}
                    Item::Parts(_, parts) => {
                        visit(&mut parts.of);
                        let domains = parts.count.iter_mut().chain(&mut parts.among);
                        domains.for_each(|domain| in_domain(domain, visit));
                    }
                }
            }
        }
        let family = self.family.iter_mut().flatten();
        family.for_each(|piece| in_piece(piece, visit));
    }
}

/// Writes things with something between them.
fn joined<T: fmt::Display>(f: &mut fmt::Formatter<'_>, all: &[T], between: &str) -> fmt::Result {
    for (place, one) in all.iter().enumerate() {
        f.write_str(if place > 0 { between } else { "" })?;
        write!(f, "{one}")?;
    }
    Ok(())
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.ordered { "list " } else { "multiset " })?;
        f.write_str(if self.nonzero { "nonzero " } else { "" })?;
        let name = &self.name.text;
        for (place, clause) in self.clauses.iter().enumerate() {
            f.write_str(if place > 0 { "; " } else { "" })?;
            match &clause.places {
                None => f.write_str(name)?,
                Some(places) => {
                    let places = places.iter().map(|place| format!("{name}[{place}]"));
                    joined(f, &places.collect::<Vec<_>>(), ",")?;
                }
            }
            for (place, alternative) in clause.right.iter().enumerate() {
                f.write_str(if place > 0 { " | " } else { " -> " })?;
                joined(f, alternative, ",")?;
            }
            let mut within_for = false;
            for item in &clause.tail {
                let guard = matches!(item, Item::Plain(numbers::Item::If(_)));
                f.write_str(match (guard, within_for) {
                    (true, _) => " if ",
                    (false, false) => " for ",
                    (false, true) => ", ",
                })?;
                write!(f, "{item}")?;
                within_for = !guard;
            }
        }
        if let Some(family) = &self.family {
            f.write_str(" from [")?;
            joined(f, family, ", ")?;
            f.write_str("]")?;
        }
        numbers::where_these(f, &self.definitions)
    }
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Put::One(one) => one.fmt(f),
            Put::Any(domain) => write!(f, "any {domain}"),
            Put::List(pieces) => {
                f.write_str("[")?;
                joined(f, pieces, ", ")?;
                f.write_str("]")
            }
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)?;
        match &self.times {
            Times::Once => Ok(()),
            Times::Of(times) => write!(f, "{{{times}}}"),
            Times::For(name, domain, guard) => {
                write!(f, " for {} in {domain}", name.text)?;
                guard.iter().try_for_each(|guard| write!(f, " if {guard}"))
            }
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Plain(item) => item.fmt(f),
            Item::Sets(name, None) => write!(f, "{} in sets", name.text),
            Item::Sets(name, Some(count)) => write!(f, "{} in sets({count})", name.text),
            Item::All(name) => write!(f, "{} in all", name.text),
            Item::Parts(name, parts) => {
                let distinct = if parts.distinct { "distinct " } else { "" };
                write!(f, "{} in {distinct}parts({}", name.text, parts.of)?;
                for domain in parts.count.iter().chain(&parts.among) {
                    write!(f, ", {domain}")?;
                }
                f.write_str(")")
            }
        }
    }
}
