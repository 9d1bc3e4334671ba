//! A rule as it is written: clauses, generators, expressions; and how it is printed.
//!
//! What is printed is normalised (ASCII, the fewest parentheses) and reads back to the same syntax.

use std::fmt;

/// A place in the text: the bytes `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From the beginning of one to the end of another.
    pub fn to(self, end: Span) -> Span {
        Span {
            start: self.start,
            end: end.end,
        }
    }
}

/// A whole rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    /// The clauses, in the order written.
    pub clauses: Vec<Clause>,
    /// What stands behind `where`.
    pub definitions: Vec<Definition>,
}

/// A name, and where it stands. Equal where the names are.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

/// A constant or an array of constants behind `where`.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The name defined.
    pub name: Name,
    /// What it stands for.
    pub value: Defined,
}

/// What a definition defines.
#[derive(Clone, Debug, PartialEq)]
pub enum Defined {
    /// A number.
    Number(Expression),
    /// An array of numbers.
    Array(Vec<Expression>),
}

/// `pattern -> options` or `pattern = *value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Which positions it speaks of.
    pub pattern: Pattern,
    /// What it says of them.
    pub body: Body,
    /// Generators and guards, in the order written.
    pub tail: Vec<Item>,
}

/// What a clause says.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The options: alternatives, each a sum of positions; the empty sum is written `end`.
    Options(Vec<Vec<Term>>),
    /// The position is worth this nimber.
    Value(Expression),
}

/// One position of a sum: its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// As many as the pattern has.
    pub coordinates: Vec<Expression>,
    /// Its place.
    pub span: Place,
}

/// A [`Span`] that does not matter when syntax is compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// The left side of a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// One to four coordinates.
    pub coordinates: Vec<Coordinate>,
    /// Its place.
    pub span: Place,
}

/// One coordinate of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Coordinate {
    /// Any number, which gets this name.
    Name(Name),
    /// Any number, without a name: `_`.
    Any,
    /// This number only.
    Number(i64),
}

/// One item behind `for` or `if`.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `k in 1..=n`.
    In(Name, Domain),
    /// `b = n-a`.
    Let(Name, Expression),
    /// A guard.
    If(Expression),
}

/// What a generator runs through.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// `a..`, `a..b` or `a..=b`.
    Range {
        /// The first number.
        from: Expression,
        /// The end, and whether it is included; none for an open range.
        to: Option<(Expression, bool)>,
    },
    /// `{1, 3, 4}`.
    Set(Vec<Expression>),
    /// The elements of an array.
    Array(Name),
    /// `divisors(n)` and its like.
    Numbers(Numbers, Expression),
}

/// Sets of numbers that depend on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// The divisors of n, 1 and n among them; none of 0.
    Divisors,
    /// The primes up to n.
    Primes,
    /// The primes that divide n; none of 0.
    PrimeFactors,
}

impl Numbers {
    /// All of them.
    pub const ALL: [Numbers; 3] = [Numbers::Divisors, Numbers::Primes, Numbers::PrimeFactors];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Numbers::Divisors => "divisors",
            Numbers::Primes => "primes",
            Numbers::PrimeFactors => "primefactors",
        }
    }
}

/// An expression and its place; equal where what is written is.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: Kind,
    /// Its place.
    pub span: Span,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.kind == other.kind
    }
}

/// The kinds of expressions. Conditions are among them; which is which is checked afterwards.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Number(i64),
    /// A coordinate, a generated number or a constant.
    Name(String),
    /// `-a`.
    Negate(Box<Expression>),
    /// `not a`.
    Not(Box<Expression>),
    /// `a + b`, `a and b`.
    Binary(Operator, Box<[Expression; 2]>),
    /// `a < b`, and chains of them: `1 <= a < b`.
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    /// `min(a, b)`.
    Call(Function, Vec<Expression>),
    /// `v[i]`.
    Index(Name, Box<Expression>),
}

/// Operators between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `bitor`
    BitOr,
    /// `xor`
    Xor,
    /// `&`
    BitAnd,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded down
    Divide,
    /// `%`, with the sign of the divisor
    Remainder,
    /// `^`
    Power,
}

impl Operator {
    /// All of them.
    pub const ALL: [Operator; 13] = [
        Operator::Or,
        Operator::And,
        Operator::BitOr,
        Operator::Xor,
        Operator::BitAnd,
        Operator::ShiftLeft,
        Operator::ShiftRight,
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::Divide,
        Operator::Remainder,
        Operator::Power,
    ];

    /// How it is printed.
    pub fn word(self) -> &'static str {
        match self {
            Operator::Or => " or ",
            Operator::And => " and ",
            Operator::BitOr => " bitor ",
            Operator::Xor => " xor ",
            Operator::BitAnd => " & ",
            Operator::ShiftLeft => " << ",
            Operator::ShiftRight => " >> ",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Power => "^",
        }
    }

    /// How tightly it binds; `not` is [`NOT`], comparisons are [`COMPARISON`], a minus sign is [`SIGN`].
    pub fn strength(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::BitOr => 5,
            Operator::Xor => 6,
            Operator::BitAnd => 7,
            Operator::ShiftLeft | Operator::ShiftRight => 8,
            Operator::Add | Operator::Subtract => 9,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 10,
            Operator::Power => 12,
        }
    }

    /// Whether it joins conditions rather than numbers.
    pub fn joins_conditions(self) -> bool {
        matches!(self, Operator::Or | Operator::And)
    }
}

/// How tightly `not` binds.
pub const NOT: u8 = 3;
/// How tightly comparisons bind.
pub const COMPARISON: u8 = 4;
/// How tightly a minus sign binds.
pub const SIGN: u8 = 11;
/// How tightly `^` binds.
pub const POWER: u8 = 12;
const ATOM: u8 = 13;

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::Unequal,
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Greater,
        Comparison::AtLeast,
    ];

    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }

    /// Whether it holds.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}

/// Functions of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The least of two or more.
    Min,
    /// The greatest of two or more.
    Max,
    /// The absolute value.
    Abs,
    /// The number of ones in binary.
    Popcount,
    /// The greatest common divisor.
    Gcd,
    /// The number of binary digits; 0 for 0.
    BitLength,
    /// The square root, rounded down.
    Sqrt,
    /// The sum of the digits, in base 10 or in the base given second.
    DigitSum,
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 8] = [
        Function::Min,
        Function::Max,
        Function::Abs,
        Function::Popcount,
        Function::Gcd,
        Function::BitLength,
        Function::Sqrt,
        Function::DigitSum,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Function::Min => "min",
            Function::Max => "max",
            Function::Abs => "abs",
            Function::Popcount => "popcount",
            Function::Gcd => "gcd",
            Function::BitLength => "bitlen",
            Function::Sqrt => "sqrt",
            Function::DigitSum => "digitsum",
        }
    }

    /// How few and how many arguments it takes.
    pub fn arguments(self) -> (usize, usize) {
        match self {
            Function::Min | Function::Max => (2, 8),
            Function::Gcd => (2, 2),
            Function::DigitSum => (1, 2),
            _ => (1, 1),
        }
    }
}

impl Kind {
    fn strength(&self) -> u8 {
        match self {
            Kind::Number(number) if *number < 0 => SIGN,
            Kind::Number(_) | Kind::Name(_) | Kind::Call(..) | Kind::Index(..) => ATOM,
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
                write!(f, "{}{word}{}", At(&pair[0], left), At(&pair[1], right))
            }
            Kind::Compare(first, rest) => {
                write!(f, "{}", At(first, COMPARISON + 1))?;
                for (comparison, next) in rest {
                    write!(f, " {} {}", comparison.word(), At(next, COMPARISON + 1))?;
                }
                Ok(())
            }
            Kind::Call(function, arguments) => {
                write!(f, "{}({})", function.word(), List(arguments))
            }
            Kind::Index(name, index) => write!(f, "{}[{index}]", name.text),
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
            Item::In(name, domain) => {
                write!(f, "{} in ", name.text)?;
                match domain {
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
        let mut within_for = false;
        for item in &self.tail {
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
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, clause) in self.clauses.iter().enumerate() {
            write!(f, "{}{clause}", if place > 0 { "; " } else { "" })?;
        }
        for (place, definition) in self.definitions.iter().enumerate() {
            f.write_str(if place == 0 { " where " } else { ", " })?;
            write!(f, "{} = ", definition.name.text)?;
            match &definition.value {
                Defined::Number(number) => write!(f, "{number}")?,
                Defined::Array(elements) => write!(f, "[{}]", List(elements))?,
            }
        }
        Ok(())
    }
}
