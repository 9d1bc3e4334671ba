//! A rule as it is written: clauses, generators, expressions. What is printed is normalised and reads back to the same.

mod print;

pub(crate) use print::where_these;

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

/// A constant, an array of constants or a function behind `where`.
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
    /// A function of the numbers so named.
    Function(Vec<Name>, Expression),
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
    /// The expressions of its coordinates, as many as the rule's pattern has.
    pub coordinates: Vec<Expression>,
    /// Its place.
    pub span: IgnoredSpan,
}

/// A [`Span`] that does not matter when syntax is compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct IgnoredSpan(pub Span);

impl PartialEq for IgnoredSpan {
    fn eq(&self, _: &IgnoredSpan) -> bool {
        true
    }
}

/// The left side of a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// From one coordinate to as many as a rule may have.
    pub coordinates: Vec<Coordinate>,
    /// Its place.
    pub span: IgnoredSpan,
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
    /// The numbers above 0 whose binary digits are all among those of n, n among them; none of 0.
    Submasks,
}

impl Numbers {
    /// All kinds of numbers.
    pub const ALL: [Numbers; 4] = [
        Numbers::Divisors,
        Numbers::Primes,
        Numbers::PrimeFactors,
        Numbers::Submasks,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Numbers::Divisors => "divisors",
            Numbers::Primes => "primes",
            Numbers::PrimeFactors => "primefactors",
            Numbers::Submasks => "submasks",
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
    /// `f(a, b)`, where `f` is defined behind `where`.
    Apply(Name, Vec<Expression>),
    /// `sum(a[t] for t in 0..i)`, in rules on lists and in the formulas of formats.
    Fold(Box<Folding>),
}

/// What becomes of the numbers or conditions that generators run through.
#[derive(Clone, Debug, PartialEq)]
pub struct Folding {
    /// What becomes of them.
    pub fold: Fold,
    /// What is made or asked of each.
    pub body: Expression,
    /// Generators and guards, in the order written.
    pub items: Vec<Item>,
}

impl Folding {
    /// Whether something runs through a range.
    pub fn runs(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::In(..)))
    }

    /// The expressions in it.
    pub fn parts(&self) -> Vec<&Expression> {
        let mut parts = vec![&self.body];
        for item in &self.items {
            match item {
                Item::Let(_, one) | Item::If(one) => parts.push(one),
                Item::In(_, domain) => parts.extend(domain.parts()),
            }
        }
        parts
    }

    /// The expressions in it, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        let mut parts = vec![&mut self.body];
        for item in &mut self.items {
            match item {
                Item::Let(_, one) | Item::If(one) => parts.push(one),
                Item::In(_, domain) => parts.extend(domain.parts_mut()),
            }
        }
        parts
    }

    /// The names that its generators bind.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::In(name, _) | Item::Let(name, _) => Some(name.text.as_str()),
            Item::If(_) => None,
        })
    }
}

impl Domain {
    /// The expressions in it.
    pub fn parts(&self) -> Vec<&Expression> {
        match self {
            Domain::Range { from, to } => {
                let to = to.iter().map(|(to, _)| to);
                std::iter::once(from).chain(to).collect()
            }
            Domain::Set(all) => all.iter().collect(),
            Domain::Array(_) => Vec::new(),
            Domain::Numbers(_, of) => vec![of],
        }
    }

    /// The expressions in it, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        match self {
            Domain::Range { from, to } => {
                let to = to.iter_mut().map(|(to, _)| to);
                std::iter::once(from).chain(to).collect()
            }
            Domain::Set(all) => all.iter_mut().collect(),
            Domain::Array(_) => Vec::new(),
            Domain::Numbers(_, of) => vec![of],
        }
    }
}

impl Expression {
    /// Whether it speaks of one of these names.
    pub fn speaks_of(&self, names: &[&str]) -> bool {
        let of = |part: &Expression| part.speaks_of(names);
        match &self.kind {
            Kind::Number(_) => false,
            Kind::Name(name) => names.contains(&name.as_str()),
            Kind::Index(name, part) => names.contains(&name.text.as_str()) || of(part),
            Kind::Negate(part) | Kind::Not(part) => of(part),
            Kind::Binary(_, pair) => pair.iter().any(of),
            Kind::Compare(first, rest) => of(first) || rest.iter().any(|(_, part)| of(part)),
            Kind::Call(_, parts) | Kind::Apply(_, parts) => parts.iter().any(of),
            Kind::Fold(folding) => folding.parts().into_iter().any(of),
        }
    }

    /// The expressions in it, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        match &mut self.kind {
            Kind::Number(_) | Kind::Name(_) => Vec::new(),
            Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => vec![part],
            Kind::Binary(_, pair) => pair.iter_mut().collect(),
            Kind::Compare(first, rest) => {
                let rest = rest.iter_mut().map(|(_, part)| part);
                std::iter::once(&mut **first).chain(rest).collect()
            }
            Kind::Call(_, parts) | Kind::Apply(_, parts) => parts.iter_mut().collect(),
            Kind::Fold(folding) => folding.parts_mut(),
        }
    }
}

/// What becomes of several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Their sum.
    Sum,
    /// How many conditions hold.
    Count,
    /// The least; 0 of none.
    Min,
    /// The largest; 0 of none.
    Max,
    /// Their greatest common divisor; 0 of none.
    Gcd,
    /// Their nim-sum.
    Xor,
    /// The first.
    First,
    /// The last.
    Last,
    /// Whether some condition holds.
    Any,
    /// Whether all conditions hold.
    All,
    /// How many there are.
    Len,
    /// All of them, as a list: no part of an expression.
    List,
}

impl Fold {
    /// Those that are parts of expressions.
    pub const ALL: [Fold; 11] = [
        Fold::Sum,
        Fold::Count,
        Fold::Min,
        Fold::Max,
        Fold::Gcd,
        Fold::Xor,
        Fold::First,
        Fold::Last,
        Fold::Any,
        Fold::All,
        Fold::Len,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Fold::Sum => "sum",
            Fold::Count => "count",
            Fold::Min => "min",
            Fold::Max => "max",
            Fold::Gcd => "gcd",
            Fold::Xor => "xor",
            Fold::First => "first",
            Fold::Last => "last",
            Fold::Any => "any",
            Fold::All => "all",
            Fold::Len => "len",
            Fold::List => "[]",
        }
    }

    /// That with this word.
    pub fn named(word: &str) -> Option<Fold> {
        Fold::ALL.into_iter().find(|fold| fold.word() == word)
    }

    /// Whether it asks conditions.
    pub fn of_conditions(self) -> bool {
        matches!(self, Fold::Count | Fold::Any | Fold::All)
    }

    /// Whether it is a condition itself.
    pub fn is_condition(self) -> bool {
        matches!(self, Fold::Any | Fold::All)
    }
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
    /// All operators.
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
/// How tightly what needs no operator holds together.
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
    /// All comparisons.
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
    /// How often the second divides the first, which is at least 1.
    Valuation,
    /// The exponent of the greatest power of the second up to the first, which is at least 1.
    Log,
    /// The smallest part of the number as a sum of Fibonacci numbers that are no neighbours (E. Zeckendorf 1972), or with a second
    /// number c as a sum of those of A. J. Schwenk (1970): 1, and after H the sum of H and the least one that is H/c at least.
    Zeckendorf,
    /// The condition that the number is prime.
    IsPrime,
    /// How many different primes divide the number, ω(n); it is at least 1.
    Omega,
    /// How many prime factors the number has, each as often as it divides it, Ω(n); it is at least 1.
    BigOmega,
    /// How many divisors the number has, d(n); it is at least 1.
    NumDiv,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 15] = [
        Function::Min,
        Function::Max,
        Function::Abs,
        Function::Popcount,
        Function::Gcd,
        Function::BitLength,
        Function::Sqrt,
        Function::DigitSum,
        Function::Valuation,
        Function::Log,
        Function::Zeckendorf,
        Function::IsPrime,
        Function::Omega,
        Function::BigOmega,
        Function::NumDiv,
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
            Function::Valuation => "valuation",
            Function::Log => "log",
            Function::Zeckendorf => "zeckendorf",
            Function::IsPrime => "isprime",
            Function::Omega => "omega",
            Function::BigOmega => "bigomega",
            Function::NumDiv => "numdiv",
        }
    }

    /// Whether it holds or does not, rather than being a number.
    pub fn is_condition(self) -> bool {
        self == Function::IsPrime
    }

    /// How few and how many arguments it takes.
    pub fn arguments(self) -> (usize, usize) {
        match self {
            Function::Min | Function::Max => (2, 8),
            Function::Gcd | Function::Valuation | Function::Log => (2, 2),
            Function::DigitSum | Function::Zeckendorf => (1, 2),
            _ => (1, 1),
        }
    }
}
