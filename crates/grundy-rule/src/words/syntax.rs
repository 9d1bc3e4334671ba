//! A rule on words as it is written: what is printed is normalised and reads back to the same.

use std::fmt;

use crate::rule::syntax::IgnoredSpan;

/// A whole rule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Syntax {
    /// Whether the last letter stands beside the first.
    pub cyclic: bool,
    /// How patterns lie, where the rule is one on [grids](crate::grids).
    pub grid: Option<Grid>,
    /// The clauses, in the order written.
    pub clauses: Vec<Clause>,
    /// Letters of words beside those that the clauses name.
    pub over: String,
    /// The words that a table is about, by the numbers named in them.
    pub family: Vec<Item>,
    /// Constants and arrays of constants.
    pub definitions: Vec<(String, Defined)>,
}

/// How the patterns of a grid lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Whether the last row lies beside the first, and the last column.
    pub torus: bool,
    /// How patterns may be turned.
    pub symmetry: Symmetry,
}

/// How patterns may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// In all eight ways.
    All,
    /// By quarter turns, and not mirrored.
    Turned,
    /// Upside down, left to right and both, and not by a quarter turn.
    Mirrored,
    /// Not at all.
    Fixed,
}

impl Symmetry {
    /// Those that have a word.
    pub(crate) const NAMED: [(&'static str, Symmetry); 3] = [
        ("turned", Symmetry::Turned),
        ("mirrored", Symmetry::Mirrored),
        ("fixed", Symmetry::Fixed),
    ];
}

/// What a definition defines.
#[derive(Clone, Debug, PartialEq)]
pub enum Defined {
    /// A number.
    Number(i64),
    /// An array of numbers.
    Array(Vec<i64>),
}

/// `left -> right | right`, and what its names run through.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What is replaced.
    pub left: Vec<Item>,
    /// What may stand in its place.
    pub right: Vec<Vec<Item>>,
    /// What the names run through.
    pub generators: Vec<Generator>,
    /// What must hold, all of it.
    pub guards: Vec<Condition>,
    /// Its place.
    pub span: IgnoredSpan,
}

/// A piece of one side, so many times.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What stands there.
    pub piece: Piece,
    /// How often; once where nothing is said.
    pub times: Option<Number>,
    /// Its place.
    pub span: IgnoredSpan,
}

/// What stands in one place of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// These letters.
    Letters(String),
    /// What a name stands for.
    Name(String),
    /// The same, backwards.
    Reverse(String),
    /// The beginning of the word.
    Start,
    /// The end of the word.
    End,
    /// Between boards of a [grid](Grid) that are a sum.
    Sum,
}

/// A name and what it runs through.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// The name.
    pub name: String,
    /// What it runs through.
    pub domain: Domain,
    /// Its place.
    pub span: IgnoredSpan,
}

/// What a name runs through.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// One letter, of these; of all where none are named.
    Letters(Option<String>),
    /// Any letters side by side, or none.
    Words(Option<String>),
    /// One letter as often as it stands side by side there.
    Runs(Option<String>),
    /// Cells of a grid that hold one of these letters and hang together, with all that hang on them.
    Groups(Option<String>),
    /// Boards, at least a row high, into which a grid is cut.
    Boards,
    /// Numbers from one on, to another that may be one of them.
    Range(Number, Option<(Number, bool)>),
    /// These numbers.
    Set(Vec<Number>),
    /// One number, or those of an array.
    Equal(Number),
    /// The numbers of an array.
    Array(String),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// Written out.
    Constant(i64),
    /// By its name.
    Name(String),
    /// How many letters a name stands for.
    Length(String),
    /// How many of the letters that a name stands for are among these.
    Count(String, String),
    /// Over how many rows of a grid a name reaches.
    Rows(String),
    /// Over how many columns.
    Columns(String),
    /// How many cells with these letters, or with the letter of a name, lie beside a group.
    Beside(String, Piece),
    /// Of two numbers: one of `+ - * / %`.
    Of(char, Box<(Number, Number)>),
}

/// Two sides of a comparison: numbers, or words.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A number, or a name alone.
    Number(Number),
    /// Letters, or what a name stands for backwards.
    Word(Piece),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `a < b <= c`: the first, and what follows with its sign.
    Chain(Operand, Vec<(&'static str, Operand)>),
    /// None of it.
    Not(Box<Condition>),
    /// All of them.
    And(Vec<Condition>),
    /// One of them.
    Or(Vec<Condition>),
}

impl Number {
    /// The letters that it counts.
    fn letters(&self, all: &mut Vec<String>) {
        match self {
            Number::Count(_, letters) | Number::Beside(_, Piece::Letters(letters)) => {
                all.push(letters.clone());
            }
            Number::Of(_, both) => {
                both.0.letters(all);
                both.1.letters(all);
            }
            _ => {}
        }
    }
}

impl Condition {
    /// The letters that it counts.
    pub(super) fn letters(&self, all: &mut Vec<String>) {
        match self {
            Condition::Chain(first, rest) => {
                for operand in std::iter::once(first).chain(rest.iter().map(|(_, one)| one)) {
                    if let Operand::Number(number) = operand {
                        number.letters(all);
                    }
                }
            }
            Condition::Not(one) => one.letters(all),
            Condition::And(every) | Condition::Or(every) => {
                every.iter().for_each(|one| one.letters(all));
            }
        }
    }
}

/// Writes a list with something between its elements.
fn joined<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    all: impl IntoIterator<Item = T>,
    between: &str,
) -> fmt::Result {
    for (place, one) in all.into_iter().enumerate() {
        if place > 0 {
            f.write_str(between)?;
        }
        write!(f, "{one}")?;
    }
    Ok(())
}

/// A side of a clause.
struct Side<'s>(&'s [Item]);

impl fmt::Display for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("\"\""),
            items => joined(f, items, " "),
        }
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cyclic {
            f.write_str("cyclic ")?;
        }
        if let Some(grid) = self.grid {
            f.write_str(if grid.torus { "grid torus " } else { "grid " })?;
            let named = Symmetry::NAMED.iter().find(|(_, it)| *it == grid.symmetry);
            if let Some((word, _)) = named {
                write!(f, "{word} ")?;
            }
        }
        joined(f, &self.clauses, "; ")?;
        if !self.over.is_empty() {
            write!(f, " over \"{}\"", self.over)?;
        }
        if !self.family.is_empty() {
            write!(f, " from {}", Side(&self.family))?;
        }
        for (place, (name, value)) in self.definitions.iter().enumerate() {
            f.write_str(if place == 0 { " where " } else { ", " })?;
            match value {
                Defined::Number(number) => write!(f, "{name} = {number}")?,
                Defined::Array(numbers) => {
                    write!(f, "{name} = [")?;
                    joined(f, numbers, ",")?;
                    f.write_str("]")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> ", Side(&self.left))?;
        joined(f, self.right.iter().map(|right| Side(right)), " | ")?;
        if !self.generators.is_empty() {
            f.write_str(" for ")?;
            joined(f, &self.generators, ", ")?;
        }
        for guard in &self.guards {
            write!(f, " if {guard}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.piece.fmt(f)?;
        match &self.times {
            None => Ok(()),
            Some(times) => write!(f, "{{{times}}}"),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Letters(letters) => write!(f, "\"{letters}\""),
            Piece::Name(name) => f.write_str(name),
            Piece::Reverse(name) => write!(f, "reverse({name})"),
            Piece::Start => f.write_str("^"),
            Piece::End => f.write_str("$"),
            Piece::Sum => f.write_str("+"),
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |f: &mut fmt::Formatter<'_>, what: &str, of: &Option<String>| match of {
            None => f.write_str(what),
            Some(letters) => write!(f, "{what} \"{letters}\""),
        };
        let sign = match self.domain {
            Domain::Equal(_) => "=",
            _ => "in",
        };
        write!(f, "{} {sign} ", self.name)?;
        match &self.domain {
            Domain::Letters(of) => named(f, "letters", of),
            Domain::Words(of) => named(f, "words", of),
            Domain::Runs(of) => named(f, "runs", of),
            Domain::Groups(of) => named(f, "groups", of),
            Domain::Boards => f.write_str("boards"),
            Domain::Range(from, None) => write!(f, "{from}.."),
            Domain::Range(from, Some((to, true))) => write!(f, "{from}..={to}"),
            Domain::Range(from, Some((to, false))) => write!(f, "{from}..{to}"),
            Domain::Set(numbers) => {
                f.write_str("{")?;
                joined(f, numbers, ",")?;
                f.write_str("}")
            }
            Domain::Equal(number) => number.fmt(f),
            Domain::Array(name) => f.write_str(name),
        }
    }
}

/// How tight an operation binds.
fn strength(number: &Number) -> u8 {
    match number {
        Number::Of('+' | '-', _) => 1,
        Number::Of(..) => 2,
        Number::Constant(number) if *number < 0 => 0,
        _ => 3,
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Constant(number) => number.fmt(f),
            Number::Name(name) => f.write_str(name),
            Number::Length(name) => write!(f, "len({name})"),
            Number::Count(name, letters) => write!(f, "count({name},\"{letters}\")"),
            Number::Rows(name) => write!(f, "rows({name})"),
            Number::Columns(name) => write!(f, "columns({name})"),
            Number::Beside(name, of) => write!(f, "beside({name},{of})"),
            Number::Of(sign, both) => {
                let (left, right) = both.as_ref();
                let side =
                    |f: &mut fmt::Formatter<'_>, side: &Number, least: u8| match strength(side)
                        < least
                    {
                        true => write!(f, "({side})"),
                        false => side.fmt(f),
                    };
                side(f, left, strength(self))?;
                write!(f, "{sign}")?;
                side(f, right, strength(self) + 1)
            }
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Number(number) => number.fmt(f),
            Operand::Word(piece) => piece.fmt(f),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = |f: &mut fmt::Formatter<'_>, one: &Condition, loose: bool| match one {
            Condition::Or(_) => write!(f, "({one})"),
            Condition::And(_) if !loose => write!(f, "({one})"),
            _ => one.fmt(f),
        };
        match self {
            Condition::Chain(first, rest) => {
                first.fmt(f)?;
                rest.iter()
                    .try_for_each(|(sign, one)| write!(f, " {sign} {one}"))
            }
            Condition::Not(one) => {
                f.write_str("not ")?;
                within(f, one, false)
            }
            Condition::And(all) | Condition::Or(all) => {
                let is_or = matches!(self, Condition::Or(_));
                for (place, one) in all.iter().enumerate() {
                    if place > 0 {
                        f.write_str(if is_or { " or " } else { " and " })?;
                    }
                    within(f, one, is_or)?;
                }
                Ok(())
            }
        }
    }
}
