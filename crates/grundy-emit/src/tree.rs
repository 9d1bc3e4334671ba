//! A program before it is written in a language: few kinds of statements and expressions, that every language has.
//!
//! Numbers are 64-bit integers, lists grow, and a map goes from the coordinates of a position to its value. Programs are
//! built of these alone, so that those in different languages cannot drift apart.

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Number,
    Flag,
    List,
    /// A list of zeros and ones, of a language that has lists of bytes.
    Bytes,
    /// A list of numbers of 32 bits, of a language that has such lists.
    Shorts,
    /// From so many coordinates to a value.
    Map(usize),
    /// Letters, which never change.
    Word,
    /// A list of words.
    Words,
    /// From words to values.
    WordMap,
    /// A list of lists.
    Lists,
    /// From lists to values.
    ListMap,
}

/// Operators between two numbers or two conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Subtract,
    Multiply,
    /// Rounded down.
    Divide,
    /// With the sign of the divisor.
    Remainder,
    /// Neither number is negative, so that every language means the same.
    PlainDivide,
    /// Neither number is negative.
    PlainRemainder,
    BitAnd,
    BitOr,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    And,
    Or,
}

impl Op {
    /// The comparison that a condition writes so.
    pub(crate) fn compared(sign: &str) -> Op {
        match sign {
            "==" => Op::Equal,
            "!=" => Op::Unequal,
            "<=" => Op::AtMost,
            ">=" => Op::AtLeast,
            "<" => Op::Less,
            _ => Op::Greater,
        }
    }
}

/// Functions that every language brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Native {
    Min,
    Max,
    Abs,
    Popcount,
    BitLength,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Number(i64),
    Flag(bool),
    Local(String),
    /// Of the whole program.
    Global(String),
    Binary(Op, Box<[Expr; 2]>),
    Not(Box<Expr>),
    Native(Native, Vec<Expr>),
    /// A function of the program.
    Call(String, Vec<Expr>),
    Element(Box<[Expr; 2]>),
    Length(Box<Expr>),
    /// Whether two lists are equal.
    Same(Box<[Expr; 2]>),
    /// Whether a map has an entry.
    Has(String, Vec<Expr>),
    /// An entry that is there.
    Entry(String, Vec<Expr>),
    /// A new list without elements.
    NewList,
    /// The next number of the input.
    Read,
    /// Whether the input is over.
    AtEnd,
    /// These letters.
    Text(String),
    /// Words one behind the other.
    Joined(Vec<Expr>),
    WordLength(Box<Expr>),
    /// Whether two words are equal.
    SameWord(Box<[Expr; 2]>),
    /// The next letters of the input, of this alphabet: so many, or of a negative number those up to the next blank.
    ReadWord(Box<Expr>, String),
    /// The next list of numbers in brackets.
    ReadList,
    /// The places of the letters of a word in this alphabet.
    PlacesIn(Box<Expr>, String),
}

/// What can be assigned to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    Local(String),
    Global(String),
    /// An element of a global list.
    Element(String, Expr),
    /// An element of a local list.
    Within(String, Expr),
    /// An entry of a global map.
    Entry(String, Vec<Expr>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt {
    Let(String, Type, Expr),
    Assign(Target, Expr),
    /// `place op= value`
    Update(Target, Op, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    /// From the first number up to the second, which may be included.
    For {
        name: String,
        from: Expr,
        to: Expr,
        included: bool,
        body: Vec<Stmt>,
    },
    /// From a number upwards, as long as the condition holds.
    Count {
        name: String,
        from: Expr,
        goes_on: Expr,
        body: Vec<Stmt>,
    },
    /// Statements whose names are their own.
    Block(Vec<Stmt>),
    /// Every element of a list that the body does not change.
    Each(String, Expr, Vec<Stmt>),
    /// Every list of a new list of lists.
    EachList(String, Expr, Vec<Stmt>),
    /// Each of these numbers.
    Among(String, Vec<Expr>, Vec<Stmt>),
    Push(Expr, Expr),
    /// Takes the last element away.
    Pop(Expr),
    /// Puts a list into rising order.
    Sort(Expr),
    /// Empties a list or a map.
    Clear(Expr),
    /// Makes a global list that long, with 0 in all places.
    Zeros(String, Expr),
    /// A global list becomes equal to another list.
    Copy(String, Expr),
    Return(Expr),
    Break,
    Write(Expr),
    WriteText(String),
    /// Writes a word.
    WriteWord(Expr),
    /// Writes what was read for this field of the layout, with something added to a number. Whoever reads cases puts in its place how.
    Echo(usize, i64),
    Do(Expr),
}

/// A function of the program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) notes: Vec<String>,
    pub(crate) parameters: Vec<(String, Type)>,
    pub(crate) returns: Option<Type>,
    pub(crate) body: Vec<Stmt>,
    /// Whether it reads or changes what is global.
    pub(crate) state: bool,
}

/// What belongs to the whole program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Global {
    pub(crate) name: String,
    pub(crate) kind: Type,
    /// What it begins as: one number, or the elements of a list.
    pub(crate) first: Vec<i64>,
    pub(crate) note: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Program {
    pub(crate) notes: Vec<String>,
    pub(crate) globals: Vec<Global>,
    pub(crate) functions: Vec<Function>,
    pub(crate) main: Vec<Stmt>,
    /// Where positions are words or lists: how they are searched.
    pub(crate) search: Option<Search>,
    /// How it tells who wins.
    pub(crate) way: crate::Way,
    /// What it says of an input that is not as the layout says.
    pub(crate) refusal: &'static str,
    /// What it says of a number that it cannot hold.
    pub(crate) too_large: &'static str,
    /// Where texts or lists in brackets stand between the numbers of the input: the signs at which a number may end.
    pub(crate) stops: Option<Vec<u8>>,
    /// Whether numbers of the input may have a minus sign, which is passed over.
    pub(crate) signs: bool,
    /// Whether numbers of the input may be below 0.
    pub(crate) below_zero: bool,
}

/// The search of words or lists by what they lead to, which every language has written out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search {
    /// How positions are cut.
    pub(crate) pieces: Pieces,
    /// Where positions are lists: what one looks like.
    pub(crate) lists: Option<Lists>,
    pub(crate) misere: bool,
    /// Whether it is only asked who wins positions that are no sums: then the first lost option ends the search of a position.
    pub(crate) outcome: bool,
    /// Whether it is asked how many options of the position are lost.
    pub(crate) counted: bool,
    /// What is said of that.
    pub(crate) ways_note: String,
    /// Whether play need not end: then what is reached is labelled backwards, and a position may be a draw.
    pub(crate) draws: bool,
    /// Whether a graph that is searched whole has its moves found component by component, of which conditions speak.
    pub(crate) by_parts: bool,
    /// Whether a function of the program's own tells what words are worth: then nothing is searched.
    pub(crate) told: bool,
    /// The letters of which a piece that has moves needs one.
    pub(crate) alive: String,
    /// Letters between which no word is cut, two by two.
    pub(crate) bonds: String,
    /// Where positions are boards: how those of few cells are numbers.
    pub(crate) packed: Option<Packed>,
    pub(crate) note: String,
}

/// Boards as numbers: a bit for each cell and each of some letters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Packed {
    /// The letters that have bits.
    pub(crate) planes: String,
    /// The patterns before and after a move, rows with `/` between them, blanks where no cell belongs to it.
    pub(crate) patterns: Vec<[String; 2]>,
    /// Letters, by their places among those with bits, and others that may come to stand there.
    pub(crate) becomes: Vec<[usize; 2]>,
    /// Whether boards are searched by regions, and not as a whole under misère play.
    pub(crate) regions: bool,
    pub(crate) torus: bool,
    /// Whether every board of the input is a number.
    pub(crate) always: bool,
    /// What is said in the places of these marks.
    pub(crate) notes: [(&'static str, String); 4],
}

/// What lists look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lists {
    /// Whether the order of the entries matters.
    pub(crate) ordered: bool,
    /// Whether entries that are 0 go.
    pub(crate) nonzero: bool,
}

/// How positions are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// Not at all.
    Whole,
    /// Into the runs of letters that are alive.
    Alive,
    /// Wherever no two letters are bound.
    Bonds,
    /// Rings at their gaps; one without a gap is begun where it reads least.
    Ring,
    /// Graphs into their components.
    Parts,
    /// Boards into their regions; whether the first row and column lie beside the last.
    Regions { torus: bool },
    /// Rings not at all; they are begun where they read least.
    Turned,
    /// Lists into their entries.
    Entries,
}

impl Program {
    /// Whether it reads lists in brackets.
    pub(crate) fn reads_lists(&self) -> bool {
        let mut found = false;
        visit(&self.main, &mut |part| found |= *part == Expr::ReadList);
        found
    }

    /// Whether it puts lists into order.
    pub(crate) fn sorts(&self) -> bool {
        fn sorts(body: &[Stmt]) -> bool {
            body.iter()
                .any(|stmt| matches!(stmt, Stmt::Sort(_)) || stmt.bodies().into_iter().any(sorts))
        }
        let functions = self.functions.iter().map(|function| &function.body);
        functions.chain([&self.main]).any(|body| sorts(body))
    }

    /// Whether it reads words.
    pub(crate) fn reads_words(&self) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|search| search.lists.is_none())
    }
}

impl Expr {
    pub(crate) fn local(name: impl Into<String>) -> Expr {
        Expr::Local(name.into())
    }

    pub(crate) fn global(name: impl Into<String>) -> Expr {
        Expr::Global(name.into())
    }

    pub(crate) fn binary(op: Op, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new([left, right]))
    }

    pub(crate) fn element(list: Expr, place: Expr) -> Expr {
        Expr::Element(Box::new([list, place]))
    }

    pub(crate) fn length(list: Expr) -> Expr {
        Expr::Length(Box::new(list))
    }

    /// `left` and `right`; what always holds is left out.
    pub(crate) fn and(left: Expr, right: Expr) -> Expr {
        match (left, right) {
            (Expr::Flag(true), other) | (other, Expr::Flag(true)) => other,
            (left, right) => Expr::binary(Op::And, left, right),
        }
    }

    /// Calls on every part, itself first.
    pub(crate) fn visit(&self, look: &mut dyn FnMut(&Expr)) {
        look(self);
        match self {
            Expr::Binary(_, pair)
            | Expr::Element(pair)
            | Expr::Same(pair)
            | Expr::SameWord(pair) => {
                pair.iter().for_each(|part| part.visit(look));
            }
            Expr::Not(part)
            | Expr::Length(part)
            | Expr::WordLength(part)
            | Expr::ReadWord(part, _)
            | Expr::PlacesIn(part, _) => part.visit(look),
            Expr::Native(_, parts)
            | Expr::Joined(parts)
            | Expr::Call(_, parts)
            | Expr::Has(_, parts)
            | Expr::Entry(_, parts) => parts.iter().for_each(|part| part.visit(look)),
            Expr::Number(_)
            | Expr::Flag(_)
            | Expr::Local(_)
            | Expr::Global(_)
            | Expr::NewList
            | Expr::Read
            | Expr::AtEnd
            | Expr::Text(_)
            | Expr::ReadList => {}
        }
    }

    /// Whether it is better computed once than written twice.
    pub(crate) fn is_long(&self) -> bool {
        let (mut parts, mut calls) = (0, false);
        self.visit(&mut |part| {
            parts += 1;
            calls |= matches!(part, Expr::Call(..) | Expr::Native(..) | Expr::Element(..));
        });
        calls || parts > 5
    }
}

impl Op {
    pub(crate) fn compares(self) -> bool {
        use Op::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
        matches!(self, Equal | Unequal | Less | AtMost | Greater | AtLeast)
    }

    pub(crate) fn is_bitwise(self) -> bool {
        use Op::{BitAnd, BitOr, ShiftLeft, ShiftRight, Xor};
        matches!(self, BitAnd | BitOr | Xor | ShiftLeft | ShiftRight)
    }
}

impl Stmt {
    /// One alternative only.
    pub(crate) fn when(condition: Expr, body: Vec<Stmt>) -> Stmt {
        Stmt::If(condition, body, Vec::new())
    }

    /// The statements inside.
    pub(crate) fn bodies(&self) -> Vec<&[Stmt]> {
        match self {
            Stmt::If(_, then, otherwise) => vec![then, otherwise],
            Stmt::While(_, body)
            | Stmt::For { body, .. }
            | Stmt::Count { body, .. }
            | Stmt::Block(body)
            | Stmt::Each(_, _, body)
            | Stmt::EachList(_, _, body)
            | Stmt::Among(_, _, body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(_, then, otherwise) => vec![then, otherwise],
            Stmt::While(_, body)
            | Stmt::For { body, .. }
            | Stmt::Count { body, .. }
            | Stmt::Block(body)
            | Stmt::Each(_, _, body)
            | Stmt::EachList(_, _, body)
            | Stmt::Among(_, _, body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The expressions that stand in it directly.
    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        fn of(place: &Target) -> Vec<&Expr> {
            match place {
                Target::Local(_) | Target::Global(_) => Vec::new(),
                Target::Element(_, at) | Target::Within(_, at) => vec![at],
                Target::Entry(_, keys) => keys.iter().collect(),
            }
        }
        match self {
            Stmt::Let(_, _, value)
            | Stmt::If(value, ..)
            | Stmt::While(value, _)
            | Stmt::Each(_, value, _)
            | Stmt::EachList(_, value, _)
            | Stmt::Copy(_, value)
            | Stmt::Zeros(_, value)
            | Stmt::Return(value)
            | Stmt::Write(value)
            | Stmt::WriteWord(value)
            | Stmt::Pop(value)
            | Stmt::Sort(value)
            | Stmt::Clear(value)
            | Stmt::Do(value) => vec![value],
            Stmt::Assign(place, value) | Stmt::Update(place, _, value) => {
                let mut all = of(place);
                all.push(value);
                all
            }
            Stmt::For { from, to, .. } => vec![from, to],
            Stmt::Count { from, goes_on, .. } => vec![from, goes_on],
            Stmt::Among(_, elements, _) => elements.iter().collect(),
            Stmt::Push(list, value) => vec![list, value],
            Stmt::Block(_) | Stmt::Break | Stmt::WriteText(_) | Stmt::Echo(..) => Vec::new(),
        }
    }
}

/// Calls on every expression of these statements, those within others too.
pub(crate) fn visit(body: &[Stmt], look: &mut dyn FnMut(&Expr)) {
    for statement in body {
        for expression in statement.expressions() {
            expression.visit(look);
        }
        for inner in statement.bodies() {
            visit(inner, look);
        }
    }
}
