//! Rules of several numbers that are sums: every move changes one number, by that number alone. So the rule is a game of one number for
//! each, and the value of a position is the nim-sum of theirs (R. Sprague 1935, P. M. Grundy 1939). What is proved of each is proved of all.

use super::super::closed;
use crate::rule::Rule;
use crate::rule::syntax::{
    Body, Clause, Coordinate, Definition, Domain, Expression, Item, Kind, Pattern, Syntax,
};

/// The rule of each number by itself, with the number's name; no rule for a number that no move changes. `None` where a move changes
/// several numbers, looks at another one, or leaves several positions.
pub(crate) fn independent(rule: &Rule) -> Option<Vec<(String, Option<Rule>)>> {
    let syntax = rule.syntax();
    let arity = rule.arity();
    if arity < 2 || syntax.clauses.is_empty() {
        return None;
    }
    let mut clauses: Vec<Vec<Clause>> = vec![Vec::new(); arity];
    let mut names: Vec<Option<String>> = vec![None; arity];
    for clause in &syntax.clauses {
        let Body::Options(alternatives) = &clause.body else {
            return None;
        };
        for alternative in alternatives {
            let [term] = &alternative[..] else {
                return None;
            };
            let place = changed(clause, &term.coordinates)?;
            let coordinate = clause.pattern.coordinates.get(place)?;
            let Coordinate::Name(name) = coordinate else {
                return None;
            };
            // Another name in another clause is of no matter: a clause is taken over as it is.
            names[place].get_or_insert_with(|| name.text.clone());
            let own = Clause {
                pattern: Pattern {
                    coordinates: vec![coordinate.clone()],
                    span: clause.pattern.span,
                },
                body: Body::Options(vec![vec![crate::rule::syntax::Term {
                    coordinates: vec![term.coordinates.get(place)?.clone()],
                    span: term.span,
                }]]),
                tail: clause.tail.clone(),
            };
            clauses[place].push(own);
        }
    }
    let parts = clauses.into_iter().zip(names).enumerate();
    let parts = parts.map(|(place, (clauses, name))| {
        let name = name.unwrap_or_else(|| format!("x{}", place + 1));
        if clauses.is_empty() {
            return Some((name, None));
        }
        let text = written(clauses, &syntax.definitions);
        Some((name, Some(Rule::parse(&text).ok()?)))
    });
    parts.collect()
}

/// Whether a rule of two numbers is the sum of one game with itself, as its text tells.
pub(crate) fn is_twice_the_same(rule: &Rule) -> bool {
    let Some(parts) = independent(rule) else {
        return false;
    };
    let [(own, Some(part)), (other, Some(same))] = &parts[..] else {
        return false;
    };
    let text = closed::named(&part.to_string(), own, other);
    text.trim() == same.to_string().trim()
}

fn written(clauses: Vec<Clause>, definitions: &[Definition]) -> String {
    let syntax = Syntax {
        clauses,
        definitions: definitions.to_vec(),
    };
    syntax.to_string()
}

/// The only number that an option changes, where it speaks of no other.
fn changed(clause: &Clause, option: &[Expression]) -> Option<usize> {
    let coordinates = &clause.pattern.coordinates;
    let stays = |place: usize| match (&coordinates[place], &option[place].kind) {
        (Coordinate::Name(name), Kind::Name(left)) => *left == name.text,
        _ => false,
    };
    let mut changes = (0..coordinates.len().min(option.len())).filter(|&place| !stays(place));
    let (place, None) = (changes.next()?, changes.next()) else {
        return None;
    };
    // A clause for one number of another speaks of that one.
    let named = |coordinate: &Coordinate| match coordinate {
        Coordinate::Name(name) => Some(name.text.clone()),
        Coordinate::Any | Coordinate::Number(_) => None,
    };
    let others = (0..coordinates.len()).filter(|&other| other != place);
    let others: Option<Vec<String>> = others.map(|other| named(&coordinates[other])).collect();
    let others = others?;
    let is_other = |name: &str| others.iter().any(|other| other == name);
    let apart = |expression: &Expression| !mentions(expression, &is_other);
    let mut tail = clause.tail.iter();
    let tail_apart = tail.all(|item| match item {
        Item::In(name, domain) => !is_other(&name.text) && parts(domain).into_iter().all(apart),
        Item::Let(name, expression) => !is_other(&name.text) && apart(expression),
        Item::If(expression) => apart(expression),
    });
    (tail_apart && apart(&option[place])).then_some(place)
}

fn parts(domain: &Domain) -> Vec<&Expression> {
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

/// Whether an expression speaks of such a name.
fn mentions(expression: &Expression, such: &dyn Fn(&str) -> bool) -> bool {
    let any = |parts: &[Expression]| parts.iter().any(|part| mentions(part, such));
    match &expression.kind {
        Kind::Number(_) => false,
        Kind::Name(name) => such(name),
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => mentions(part, such),
        Kind::Binary(_, pair) => any(&**pair),
        Kind::Compare(first, rest) => {
            mentions(first, such) || rest.iter().any(|(_, part)| mentions(part, such))
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => any(parts),
        Kind::Fold(folding) => {
            let mut parts = folding.parts().into_iter();
            parts.any(|part| mentions(part, such))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Meter};

    fn rule(text: &str) -> Rule {
        Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
    }

    #[test]
    fn sums_are_seen_and_are_sums() {
        for text in [
            "(x,y) -> (x-k,y) | (x,y-k) for k in 1..",
            "(x,y) -> (x-2^k,y) | (x,y-2^k) for k in 0..",
            "(x,y) -> (x-k,y) for k in 1..=x/2; (x,y) -> (x,y-d) for d in divisors(y)",
            "(x,y) -> (x-k,y) for k in v if k%m == 1; (a,b) -> (a,b/2) if b > 3 where v = [1,4,5], m = 4",
            "(x,y) -> (x-f(k),y) for k in 1..=x where f(k) = k*k",
            "(x,y,z) -> (x-1,y,z) | (x,y-2,z) | (x,y,z-3)",
        ] {
            let rule = rule(text);
            let parts = independent(&rule).unwrap_or_else(|| panic!("{text}"));
            let mut meter = Meter::new(&Budget::default());
            let side = 9usize;
            let alone: Vec<Vec<u32>> = parts
                .iter()
                .map(|(_, part)| match part {
                    Some(part) => part
                        .table(&[side], &mut meter)
                        .expect("values")
                        .into_cells(),
                    None => vec![0; side],
                })
                .collect();
            let all = rule
                .table(&vec![side; rule.arity()], &mut meter)
                .expect("values");
            for (cell, &value) in all.cells().iter().enumerate() {
                let numbers = (0..rule.arity()).map(|place| cell / side.pow(place as u32) % side);
                let sum = numbers
                    .zip(&alone)
                    .fold(0, |sum, (number, values)| sum ^ values[number]);
                assert_eq!(sum, value, "{text} at {cell}");
            }
        }
    }

    #[test]
    fn what_is_no_sum_is_none() {
        for text in [
            "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
            "(x,y) -> (x-k,y) | (x,y-k) for k in 1..=min(x,y)",
            "(x,y) -> (x-1,y) | (x,y-1) if x != y",
            "(n,m) -> (n-k,m) for k in 1..=m",
            "(x,0) -> (x-1,0); (x,y) -> (x,y-1)",
            "(x,_) -> (x-1,0)",
            "(x,y) -> (y,x-1)",
            "(x,y) -> (x-1,y) + (x-1,y) | (x,y-1)",
            "(x,y) -> (x-1,y); (0,0) = *3",
            "n -> n-1",
        ] {
            assert!(independent(&rule(text)).is_none(), "{text}");
        }
    }
}
