//! Syntax as text: ASCII, with the fewest parentheses with which it reads back, and with those that make it mean the same in C: there
//! comparisons bind more tightly than `&`, `^` and `|`.

use std::fmt;

use super::{
    ATOM, Body, COMPARISON, Clause, Coordinate, Defined, Definition, Domain, Expression, Item,
    Kind, NOT, Operator, Pattern, SIGN, Syntax,
};

impl Kind {
    fn strength(&self) -> u8 {
        match self {
            Kind::Number(number) if *number < 0 => SIGN,
            Kind::Number(_) | Kind::Name(_) | Kind::Call(..) | Kind::Index(..) => ATOM,
            Kind::Apply(..) | Kind::Fold(_) => ATOM,
            Kind::Negate(_) => SIGN,
            Kind::Not(_) => NOT,
            Kind::Binary(operator, _) => operator.strength(),
            Kind::Compare(..) => COMPARISON,
        }
    }
}

/// Prints an expression where only what binds at least so tightly may stand without parentheses.
struct At<'e>(&'e Expression, u8);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.kind.strength() < self.1 {
            write!(f, "({})", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

/// Operators of binary digits, and those whose place beside them is seldom known by heart.
const DIGITS: [Operator; 3] = [Operator::BitOr, Operator::Xor, Operator::BitAnd];
const SUMS: [Operator; 2] = [Operator::Add, Operator::Subtract];

/// An operand that stands in parentheses also where one of these operators joins its parts.
fn apart<'e>(operand: &'e Expression, least: u8, operators: &[Operator]) -> At<'e> {
    match &operand.kind {
        Kind::Binary(operator, _) if operators.contains(operator) => At(operand, ATOM),
        _ => At(operand, least),
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Number(number) => write!(f, "{number}"),
            Kind::Name(name) => f.write_str(name),
            Kind::Negate(a) => write!(f, "-{}", At(a, SIGN)),
            Kind::Not(a) => write!(f, "not {}", At(a, NOT)),
            Kind::Binary(operator, pair) => {
                let strength = operator.strength();
                // All but the power are joined from the left.
                let (left, right) = match operator {
                    Operator::Power => (strength + 1, SIGN),
                    _ => (strength, strength + 1),
                };
                let word = operator.word();
                let sums: &[Operator] = match DIGITS.contains(operator) {
                    true => &SUMS,
                    false => &[],
                };
                let (left, right) = (apart(&pair[0], left, sums), apart(&pair[1], right, sums));
                write!(f, "{left}{word}{right}")
            }
            Kind::Compare(first, rest) => {
                write!(f, "{}", apart(first, COMPARISON + 1, &DIGITS))?;
                for (comparison, next) in rest {
                    let next = apart(next, COMPARISON + 1, &DIGITS);
                    write!(f, " {} {next}", comparison.word())?;
                }
                Ok(())
            }
            Kind::Call(function, arguments) => {
                write!(f, "{}({})", function.word(), List(arguments))
            }
            Kind::Index(name, index) => write!(f, "{}[{index}]", name.text),
            Kind::Apply(name, parts) => write!(f, "{}({})", name.text, List(parts)),
            Kind::Fold(folding) => {
                write!(f, "{}({}", folding.fold.word(), folding.body)?;
                tail(f, &folding.items)?;
                f.write_str(")")
            }
        }
    }
}

struct List<'e>(&'e [Expression]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, expression) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{expression}")?;
        }
        Ok(())
    }
}

/// A term of a sum in one coordinate: parentheses where a `+` would be taken for that of the sum, and around a bare
/// number that follows one.
fn heap(f: &mut fmt::Formatter<'_>, term: &Expression, place: usize) -> fmt::Result {
    let bare_number = place > 0 && matches!(term.kind, Kind::Number(_));
    if bare_number || shows_plus(term) {
        write!(f, "({term})")
    } else {
        write!(f, "{}", At(term, COMPARISON + 1))
    }
}

/// Whether a `+` or a condition stands outside all parentheses.
fn shows_plus(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Binary(Operator::Add, _) => true,
        Kind::Binary(operator, pair) => {
            // What binds more loosely than the operator is put into parentheses anyhow.
            pair.iter().any(|part| {
                let shown = part.kind.strength() >= operator.strength();
                shown && shows_plus(part)
            })
        }
        Kind::Compare(..) | Kind::Not(_) => true,
        _ => false,
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |coordinate: &Coordinate| match coordinate {
            Coordinate::Name(name) => name.text.clone(),
            Coordinate::Any => "_".to_owned(),
            Coordinate::Number(number) => number.to_string(),
        };
        match &self.coordinates[..] {
            [coordinate] => f.write_str(&one(coordinate)),
            all => write!(f, "({})", all.iter().map(one).collect::<Vec<_>>().join(",")),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::If(condition) => write!(f, "{condition}"),
            Item::Let(name, value) => write!(f, "{} = {value}", name.text),
            Item::In(name, domain) => write!(f, "{} in {domain}", name.text),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Range { from, to: None } => write!(f, "{from}.."),
            Domain::Range {
                from,
                to: Some((to, included)),
            } => write!(f, "{from}..{}{to}", if *included { "=" } else { "" }),
            Domain::Set(elements) => write!(f, "{{{}}}", List(elements)),
            Domain::Array(name) => f.write_str(&name.text),
            Domain::Numbers(numbers, of) => write!(f, "{}({of})", numbers.word()),
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pattern)?;
        match &self.body {
            Body::Value(value) => write!(f, " = *{}", At(value, ATOM))?,
            Body::Options(alternatives) => {
                for (place, sum) in alternatives.iter().enumerate() {
                    f.write_str(if place == 0 { " -> " } else { " | " })?;
                    if sum.is_empty() {
                        f.write_str("end")?;
                    }
                    for (place, term) in sum.iter().enumerate() {
                        f.write_str(if place == 0 { "" } else { " + " })?;
                        match &term.coordinates[..] {
                            [one] => heap(f, one, place)?,
                            all => write!(f, "({})", List(all))?,
                        }
                    }
                }
            }
        }
        tail(f, &self.tail)
    }
}

/// Generators and guards, with their words.
fn tail(f: &mut fmt::Formatter<'_>, items: &[Item]) -> fmt::Result {
    let mut within_for = false;
    for item in items {
        let guard = matches!(item, Item::If(_));
        f.write_str(match (guard, within_for) {
            (true, _) => " if ",
            (false, false) => " for ",
            (false, true) => ", ",
        })?;
        write!(f, "{item}")?;
        within_for = !guard;
    }
    Ok(())
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, clause) in self.clauses.iter().enumerate() {
            write!(f, "{}{clause}", if place > 0 { "; " } else { "" })?;
        }
        where_these(f, &self.definitions)
    }
}

/// What stands behind `where`.
pub(crate) fn where_these(f: &mut fmt::Formatter<'_>, definitions: &[Definition]) -> fmt::Result {
    for (place, definition) in definitions.iter().enumerate() {
        f.write_str(if place == 0 { " where " } else { ", " })?;
        f.write_str(&definition.name.text)?;
        if let Defined::Function(parameters, _) = &definition.value {
            let names = parameters.iter().map(|name| name.text.as_str());
            write!(f, "({})", names.collect::<Vec<_>>().join(","))?;
        }
        f.write_str(" = ")?;
        match &definition.value {
            Defined::Number(number) | Defined::Function(_, number) => {
                write!(f, "{number}")?;
            }
            Defined::Array(elements) => write!(f, "[{}]", List(elements))?,
        }
    }
    Ok(())
}
