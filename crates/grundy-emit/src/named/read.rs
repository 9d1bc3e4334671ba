//! Reads an algorithm: a few lines of a small language become the statements and expressions that programs are built of.
//!
//! ```text
//! game bash:{m} {n} each        how a rule is written; `each`: `sg` is asked of every word, and the values are added
//! en …                          the theorem, in both languages
//! zh …
//! number count                  what belongs to the whole program
//! list low
//! map known                     from a number to a number
//! // en | zh                    what the next function does
//! fn sg(m, n) { return n % (m + 1) }
//! ```
//!
//! Without `each` the places of the rule are the whole program's, `{u[]}` as lists, `{s:a-z}` as a list of places of letters in this alphabet
//! (-1 between words), and `sg()` or `wins()` is asked once; or, where there is
//! `prepare()`, that once of all places but the last, and `wins()` of each number in the last place, or `sg()` of them all. Numbers are never
//! divided where they may be negative. Statements are `let`, assignments, `if`, `while`, `for … in a..b`, `return`, `break`, and
//! `push`, `pop`, `sort`, `clear`, `zeros` of lists; `has(known, n)` asks whether a map has an entry, which is only ever set whole. Where
//! `moves` names what is shown of each winning move, `moves()` pushes these numbers into `shown`, move by move.

use std::collections::BTreeMap;

use grundy::Lang;

use crate::names::Names;
use crate::tree::{Expr, Function, Global, Native, Op, Stmt, Target, Type};

/// A place of a rule, as an algorithm calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place<'t> {
    pub(crate) name: &'t str,
    pub(crate) is_list: bool,
    /// Its alphabet, where it is letters.
    pub(crate) letters: Option<String>,
    /// Whether it may be several words, each ended by −1.
    pub(crate) is_group: bool,
    /// The only number that may fill it.
    pub(crate) only: Option<u64>,
}

/// What stands before the functions of an algorithm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head<'t> {
    pub(crate) misere: bool,
    /// Name and words of the rule, with `{}` for its places.
    pub(crate) words: Vec<String>,
    pub(crate) places: Vec<Place<'t>>,
    /// Whether each word is a summand of its own.
    pub(crate) each: bool,
    pub(crate) en: &'t str,
    pub(crate) zh: &'t str,
    /// Where `moves()` fills the list `shown`, what of each winning move stands there: `to`, `take`, or `from to`, say.
    pub(crate) moves: Option<&'t str>,
    globals: Vec<(&'t str, Type)>,
    functions: Vec<&'t str>,
    body: &'t str,
}

impl<'t> Place<'t> {
    /// `n`, `n=1`, `n[]`, `s:a-z` or `s[]:a-z`.
    fn read(text: &'t str) -> Place<'t> {
        if let Some((name, letters)) = text.split_once(':') {
            let alphabet = match letters.as_bytes() {
                [first, b'-', last] => (*first..=*last).map(char::from).collect(),
                _ => letters.to_owned(),
            };
            let words = name.strip_suffix("[]");
            return Place {
                name: words.unwrap_or(name),
                is_list: true,
                letters: Some(alphabet),
                is_group: words.is_some(),
                only: None,
            };
        }
        let (text, only) = match text.split_once('=') {
            Some((name, only)) => (name, only.parse().ok()),
            None => (text, None),
        };
        let list = text.strip_suffix("[]");
        Place {
            name: list.unwrap_or(text),
            is_list: list.is_some(),
            letters: None,
            is_group: false,
            only,
        }
    }
}

impl<'t> Head<'t> {
    /// Reads how a rule is written, and what stands behind it.
    pub(crate) fn read(rule: &'t str, mut rest: &'t str) -> Head<'t> {
        let mut head = Head::default();
        for word in rule.split_whitespace() {
            match word {
                "--misere" => head.misere = true,
                "each" => head.each = true,
                word => {
                    let mut shape = String::new();
                    let mut parts = word.split('{');
                    shape.push_str(parts.next().unwrap_or_default());
                    for part in parts {
                        let (name, behind) = part.split_once('}').unwrap_or((part, ""));
                        head.places.push(Place::read(name));
                        shape.push_str("{}");
                        shape.push_str(behind);
                    }
                    head.words.push(shape);
                }
            }
        }
        while let Some((line, behind)) = rest.split_once('\n') {
            match line.split_once(' ') {
                Some(("en", said)) => head.en = said,
                Some(("zh", said)) => head.zh = said,
                Some(("moves", what)) => {
                    head.moves = Some(what);
                    head.globals.push(("shown", Type::List));
                }
                Some(("number", name)) => head.globals.push((name, Type::Number)),
                Some(("list", name)) => head.globals.push((name, Type::List)),
                Some(("map", name)) => head.globals.push((name, Type::Map(1))),
                _ => break,
            }
            rest = behind;
        }
        head.body = rest;
        let named = rest.split('\n').filter_map(|line| line.strip_prefix("fn "));
        let named = named.filter_map(|line| line.split_once('('));
        head.functions = named.map(|(name, _)| name).collect();
        head
    }

    /// The names of its functions' own numbers, and of what they call from elsewhere.
    pub(crate) fn locals(&self, bound: &[(&str, String)]) -> Vec<&'t str> {
        let mut all: Vec<&str> = Vec::new();
        let mut before = None;
        for token in tokens(self.body).unwrap_or_default() {
            let is_declared = matches!(before, Some(Token::Name("let" | "for")))
                || matches!(before, Some(Token::Sign("(" | ",")));
            if let Token::Name(name) = token {
                let is_global = bound.iter().any(|(own, _)| *own == name)
                    || self.globals.iter().any(|(own, _)| *own == name)
                    || self.functions.contains(&name)
                    || CALLED.contains(&name);
                if is_declared && !is_global && !all.contains(&name) {
                    all.push(name);
                }
            }
            before = Some(token);
        }
        all
    }

    /// The names that its functions declare.
    #[cfg(test)]
    pub(crate) fn declared(&self) -> Vec<&'t str> {
        let tokens = tokens(self.body).unwrap_or_default();
        let pairs = tokens.windows(2);
        let named = pairs.filter_map(|pair| match pair {
            [Token::Name("let" | "for"), Token::Name(name)] => Some(*name),
            _ => None,
        });
        named.collect()
    }

    /// The functions that are not asked from outside.
    #[cfg(test)]
    pub(crate) fn helpers(&self) -> impl Iterator<Item = &'t str> {
        let asked = ["sg", "wins", "moves", "prepare"];
        (self.functions.iter().copied()).filter(move |name| !asked.contains(name))
    }

    /// Whether a name is one of the whole program.
    #[cfg(test)]
    pub(crate) fn is_global(&self, name: &str) -> bool {
        self.globals.iter().any(|(own, _)| *own == name)
            || self
                .places
                .iter()
                .any(|place| !self.each && place.name == name)
    }

    /// Whether `prepare()` looks at all but the last number, which may then be asked often.
    pub(crate) fn prepares(&self) -> bool {
        self.functions.contains(&"prepare")
    }

    /// Whether it says the value, and not only who wins.
    pub(crate) fn has_values(&self) -> bool {
        self.functions.contains(&"sg")
    }
}

/// What every language brings, and what is added to a program that calls it.
const CALLED: [&str; 9] = [
    "len",
    "has",
    "min",
    "max",
    "abs",
    "popcount",
    "bit_length",
    "gcd",
    "isqrt",
];

/// What an algorithm is in a program.
#[derive(Debug)]
pub(crate) struct Algorithm {
    pub(crate) globals: Vec<Global>,
    pub(crate) functions: Vec<Function>,
}

/// The functions of an algorithm; `bound` says what its places are called in the program.
pub(crate) fn algorithm(
    head: &Head<'_>,
    bound: &[(&str, String)],
    names: &mut Names,
    lang: Lang,
) -> Result<Algorithm, String> {
    let mut globals: BTreeMap<&str, String> = bound
        .iter()
        .map(|(name, written)| (*name, written.clone()))
        .collect();
    let mut declared = Vec::new();
    let mut maps = Vec::new();
    for &(name, kind) in &head.globals {
        let written = names.fresh(name);
        declared.push(Global {
            name: written.clone(),
            kind,
            first: match kind {
                Type::Number => vec![0],
                _ => Vec::new(),
            },
            note: String::new(),
        });
        if matches!(kind, Type::Map(_)) {
            maps.push(written.clone());
        }
        globals.insert(name, written);
    }
    let functions = head.functions.iter().map(|&name| match name {
        "sg" | "wins" | "moves" | "prepare" => (name, name.to_owned()),
        name => (name, names.fresh(name)),
    });
    let functions = functions.collect();
    let mut reader = Reader {
        tokens: tokens(head.body)?,
        at: 0,
        state: !globals.is_empty(),
        globals,
        maps,
        functions,
        lang,
    };
    let mut functions = Vec::new();
    while reader.at < reader.tokens.len() {
        functions.push(reader.function()?);
    }
    Ok(Algorithm {
        globals: declared,
        functions,
    })
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'t> {
    Name(&'t str),
    Number(i64),
    Sign(&'t str),
    Note(&'t str),
}

/// Signs, the longer ones before their beginnings.
const SIGNS: [&str; 37] = [
    "..=", "<<", ">>", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=",
    "..", "+", "-", "*", "/", "%", "^", "|", "&", "<", ">", "=", "(", ")", "[", "]", "{", "}", ",",
    "!", ";", ":",
];

fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = |is_part: fn(char) -> bool| rest.find(|letter| !is_part(letter));
        let length = if let Some(note) = rest.strip_prefix("// ") {
            let note = note.lines().next().unwrap_or_default();
            all.push(Token::Note(note));
            note.len() + 3
        } else if first.is_ascii_digit() {
            let length = end(|letter| letter.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..length].parse();
            all.push(Token::Number(number.map_err(|_| rest.to_owned())?));
            length
        } else if first.is_ascii_alphabetic() {
            let length = end(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            let length = length.unwrap_or(rest.len());
            all.push(Token::Name(&rest[..length]));
            length
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| format!("no sign: {rest}"))?;
            all.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(all)
}

struct Reader<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    globals: BTreeMap<&'t str, String>,
    /// Those that are maps, by their names in the program.
    maps: Vec<String>,
    functions: BTreeMap<&'t str, String>,
    /// Whether functions may change what is global.
    state: bool,
    lang: Lang,
}

impl<'t> Reader<'t> {
    /// That something else was expected here.
    fn expected<T>(&self, what: &str) -> Result<T, String> {
        let here = &self.tokens[self.at.min(self.tokens.len())..];
        Err(format!(
            "expected {what} before {:?}",
            &here[..here.len().min(6)]
        ))
    }

    fn next_is(&self, sign: &str) -> bool {
        self.tokens.get(self.at) == Some(&Token::Sign(sign))
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = self.next_is(sign);
        self.at += usize::from(found);
        found
    }

    fn sign(&mut self, sign: &str) -> Result<(), String> {
        match self.takes(sign) {
            true => Ok(()),
            false => self.expected(sign),
        }
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = self.tokens.get(self.at) == Some(&Token::Name(word));
        self.at += usize::from(found);
        found
    }

    fn name(&mut self) -> Result<&'t str, String> {
        match self.tokens.get(self.at) {
            Some(&Token::Name(name)) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.expected("a name"),
        }
    }

    fn function(&mut self) -> Result<Function, String> {
        let mut notes = Vec::new();
        while let Some(&Token::Note(note)) = self.tokens.get(self.at) {
            let (en, zh) = note.split_once(" | ").unwrap_or((note, note));
            notes.push(match self.lang {
                Lang::En => en.to_owned(),
                Lang::Zh => zh.to_owned(),
            });
            self.at += 1;
        }
        if !self.takes_word("fn") {
            return self.expected("fn");
        }
        let name = self.name()?;
        self.sign("(")?;
        let mut parameters = Vec::new();
        while !self.takes(")") {
            parameters.push((self.name()?.to_owned(), Type::Number));
            self.takes(",");
        }
        let body = self.block()?;
        Ok(Function {
            name: self.functions.get(name).cloned().unwrap_or_default(),
            notes,
            parameters,
            returns: match (name, returns(&body)) {
                ("wins", _) => Some(Type::Flag),
                (_, true) => Some(Type::Number),
                (_, false) => None,
            },
            body,
            state: self.state,
        })
    }

    fn block(&mut self) -> Result<Vec<Stmt>, String> {
        self.sign("{")?;
        let mut body = Vec::new();
        while !self.takes("}") {
            body.push(self.statement()?);
            self.takes(";");
        }
        Ok(body)
    }

    fn statement(&mut self) -> Result<Stmt, String> {
        if self.takes_word("let") {
            let name = self.name()?.to_owned();
            if self.takes("[") {
                self.sign("]")?;
                return Ok(Stmt::Let(name, Type::List, Expr::NewList));
            }
            self.sign("=")?;
            return Ok(Stmt::Let(name, Type::Number, self.expression()?));
        }
        if self.takes_word("if") {
            return self.alternatives();
        }
        if self.takes_word("while") {
            return Ok(Stmt::While(self.expression()?, self.block()?));
        }
        if self.takes_word("for") {
            let name = self.name()?.to_owned();
            if !self.takes_word("in") {
                return self.expected("in");
            }
            let from = self.expression()?;
            let included = self.takes("..=");
            if !included {
                self.sign("..")?;
            }
            return Ok(Stmt::For {
                name,
                from,
                to: self.expression()?,
                included,
                body: self.block()?,
            });
        }
        if self.takes_word("return") {
            return Ok(Stmt::Return(self.expression()?));
        }
        if self.takes_word("break") {
            return Ok(Stmt::Break);
        }
        let name = self.name()?;
        if self.takes("(") {
            let mut parts = self.arguments()?;
            return Ok(match (name, parts.pop(), parts.pop()) {
                ("push", Some(value), Some(list)) => Stmt::Push(list, value),
                ("zeros", Some(length), Some(Expr::Global(list))) => Stmt::Zeros(list, length),
                ("pop", Some(list), None) => Stmt::Pop(list),
                ("sort", Some(list), None) => Stmt::Sort(list),
                ("clear", Some(list), None) => Stmt::Clear(list),
                (_, last, first) => {
                    let parts = parts.into_iter().chain(first).chain(last);
                    Stmt::Do(self.call(name, parts.collect()))
                }
            });
        }
        let target = match (self.globals.get(name).cloned(), self.takes("[")) {
            (Some(list), true) => {
                let place = self.expression()?;
                self.sign("]")?;
                match self.maps.contains(&list) {
                    true => Target::Entry(list, vec![place]),
                    false => Target::Element(list, place),
                }
            }
            (Some(number), false) => Target::Global(number),
            (None, false) => Target::Local(name.to_owned()),
            (None, true) => return self.expected("a list of the whole program"),
        };
        if self.takes("=") {
            return Ok(Stmt::Assign(target, self.expression()?));
        }
        let updates = [
            ("+=", Op::Add),
            ("-=", Op::Subtract),
            ("*=", Op::Multiply),
            ("/=", Op::PlainDivide),
            ("%=", Op::PlainRemainder),
            ("^=", Op::Xor),
            ("|=", Op::BitOr),
            ("&=", Op::BitAnd),
        ];
        for (sign, op) in updates {
            if self.takes(sign) {
                return Ok(Stmt::Update(target, op, self.expression()?));
            }
        }
        self.expected("= or an operator with it")
    }

    fn alternatives(&mut self) -> Result<Stmt, String> {
        let condition = self.expression()?;
        let then = self.block()?;
        let otherwise = match self.takes_word("else") {
            true if self.takes_word("if") => vec![self.alternatives()?],
            true => self.block()?,
            false => Vec::new(),
        };
        Ok(Stmt::If(condition, then, otherwise))
    }

    fn arguments(&mut self) -> Result<Vec<Expr>, String> {
        let mut parts = Vec::new();
        while !self.takes(")") {
            parts.push(self.expression()?);
            self.takes(",");
        }
        Ok(parts)
    }

    fn expression(&mut self) -> Result<Expr, String> {
        self.operators(1)
    }

    /// The operator here, how tightly it binds.
    fn operator(&self) -> Option<(Op, u8)> {
        let of = |sign: &str| {
            Some(match sign {
                "or" => (Op::Or, 1),
                "and" => (Op::And, 2),
                "==" => (Op::Equal, 3),
                "!=" => (Op::Unequal, 3),
                "<" => (Op::Less, 3),
                "<=" => (Op::AtMost, 3),
                ">" => (Op::Greater, 3),
                ">=" => (Op::AtLeast, 3),
                "^" => (Op::Xor, 4),
                "|" => (Op::BitOr, 4),
                "&" => (Op::BitAnd, 4),
                "<<" => (Op::ShiftLeft, 5),
                ">>" => (Op::ShiftRight, 5),
                "+" => (Op::Add, 6),
                "-" => (Op::Subtract, 6),
                "*" => (Op::Multiply, 7),
                "/" => (Op::PlainDivide, 7),
                "%" => (Op::PlainRemainder, 7),
                _ => return None,
            })
        };
        match self.tokens.get(self.at)? {
            Token::Sign(sign) | Token::Name(sign) => of(sign),
            _ => None,
        }
    }

    fn operators(&mut self, least: u8) -> Result<Expr, String> {
        let mut left = self.atom()?;
        while let Some((op, binds)) = self.operator().filter(|(_, binds)| *binds >= least) {
            self.at += 1;
            let right = self.operators(binds + 1)?;
            left = Expr::binary(op, left, right);
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Expr, String> {
        if let Some(&Token::Number(number)) = self.tokens.get(self.at) {
            self.at += 1;
            return Ok(Expr::Number(number));
        }
        if self.takes("(") {
            let inner = self.expression()?;
            self.sign(")")?;
            return Ok(inner);
        }
        if self.takes("-") {
            return Ok(match self.atom()? {
                Expr::Number(number) => Expr::Number(-number),
                other => Expr::binary(Op::Subtract, Expr::Number(0), other),
            });
        }
        if self.takes_word("not") {
            return Ok(Expr::Not(Box::new(self.operators(3)?)));
        }
        let name = self.name()?;
        if self.takes("(") {
            let parts = self.arguments()?;
            return Ok(self.call(name, parts));
        }
        let mut here = match (name, self.globals.get(name)) {
            ("true" | "false", _) => Expr::Flag(name == "true"),
            (_, Some(written)) => Expr::Global(written.clone()),
            (_, None) => Expr::Local(name.to_owned()),
        };
        while self.takes("[") {
            let place = self.expression()?;
            here = match here {
                Expr::Global(map) if self.maps.contains(&map) => Expr::Entry(map, vec![place]),
                list => Expr::element(list, place),
            };
            self.sign("]")?;
        }
        Ok(here)
    }

    fn call(&self, name: &str, mut parts: Vec<Expr>) -> Expr {
        let native = match name {
            "len" => return Expr::length(parts.pop().unwrap_or(Expr::NewList)),
            "has" if let [Expr::Global(map), _] = parts.as_slice() => {
                let map = map.clone();
                return Expr::Has(map, parts.split_off(1));
            }
            "min" => Native::Min,
            "max" => Native::Max,
            "abs" => Native::Abs,
            "popcount" => Native::Popcount,
            "bit_length" => Native::BitLength,
            name => {
                let own = self.functions.get(name).cloned();
                return Expr::Call(own.unwrap_or_else(|| name.to_owned()), parts);
            }
        };
        Expr::Native(native, parts)
    }
}

/// Whether some statement gives a value back.
fn returns(body: &[Stmt]) -> bool {
    body.iter()
        .any(|stmt| matches!(stmt, Stmt::Return(_)) || stmt.bodies().into_iter().any(returns))
}
