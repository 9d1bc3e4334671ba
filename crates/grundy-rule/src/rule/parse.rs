//! Text to syntax, by recursive descent: clauses, patterns, options, generators, definitions.
//!
//! After an error reading goes on behind the next `;`, so that several errors are told at once. How deep expressions
//! are is bounded, and with it the depth of every recursion over them.

mod expression;
mod meant;

pub(crate) use meant::run_together;

pub(crate) use expression::{DEEPEST, EACH, FORMULA, comprehension, formula, formula_with_counts};

use crate::budget::pulse;
use crate::message;
use crate::notation::shortened;
use crate::rule::error::RuleError;
use crate::rule::lexer::{self, Token};
use crate::rule::position::MOST;
use crate::rule::syntax::{
    Body, Clause, Coordinate, Defined, Definition, Domain, Function, IgnoredSpan, Item, Name,
    Numbers, Pattern, Span, Syntax, Term,
};
use crate::text::Message;

pub(crate) const TAKE: &str = "n -> n-k for k in {1,3,4}";
pub(crate) const PAIRS: &str = "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..";
pub(crate) const SPLIT: &str = "n -> a + b for a in 1..n, b = n-a if a != b";
pub(crate) const BASE: &str = "(x,y) -> (i,y) for i in 0..x; (x,0) = *x";
pub(crate) const GIVEN: &str = "n -> n-k for k in v if k <= m where m = 3, v = [1,2,5]";

pub(crate) const FUNCTION: &str = "n -> n-f(k) for k in 1..=n where f(k) = k*(k+1)/2";

/// The longest text of a rule, in bytes.
pub const LONGEST: usize = 1 << 24;

/// Words that are no names.
const KEYWORDS: [&str; 10] = [
    "for", "in", "if", "where", "and", "or", "not", "xor", "bitor", "end",
];

/// Whether a word has a meaning of its own and so names nothing.
pub(crate) fn is_reserved(word: &str) -> bool {
    KEYWORDS.contains(&word)
        || Function::ALL.iter().any(|function| function.word() == word)
        || Numbers::ALL.iter().any(|numbers| numbers.word() == word)
}

/// What was read of a rule.
pub(crate) struct Reading {
    pub(crate) syntax: Syntax,
    pub(crate) errors: Vec<RuleError>,
    /// Whether definitions stand in what could not be read, so that names may seem not to be bound.
    pub(crate) lost_definitions: bool,
}

/// Reads a rule.
pub(crate) fn parse(text: &str) -> Reading {
    let mut syntax = Syntax {
        clauses: Vec::new(),
        definitions: Vec::new(),
    };
    if let Some(error) = too_long(text, GIVEN) {
        return Reading {
            syntax,
            errors: vec![error],
            lost_definitions: true,
        };
    }
    let (tokens, errors) = lexer::tokens(text);
    let mut parser = Parser {
        tokens,
        next: 0,
        errors,
        nested: 0,
        counts: Counts::None,
        folds: false,
        ranged: true,
    };
    let lost_definitions = parser.clauses(|parser| parser.clause(&mut syntax));
    parser.has_read(!syntax.clauses.is_empty(), TAKE);
    Reading {
        syntax,
        errors: parser.errors,
        lost_definitions,
    }
}

/// What is said of a text that is longer than rules may be.
pub(crate) fn too_long(text: &str, example: &'static str) -> Option<RuleError> {
    let message = message!(
        "a rule has at most {most} bytes; pass long data separately (--let)",
        "规则最长 {most} 字节；长数据请另行给出（--let）",
        most = LONGEST
    );
    (text.len() > LONGEST).then(|| RuleError::new(Span::default(), message, example))
}

/// Reads clauses and expressions; rules on lists read theirs with it.
pub(crate) struct Parser<'t> {
    pub(crate) tokens: Vec<(Token<'t>, Span)>,
    pub(crate) next: usize,
    pub(crate) errors: Vec<RuleError>,
    pub(crate) nested: usize,
    pub(crate) counts: Counts,
    /// Whether what becomes of several numbers, `sum(k for k in 1..n)`, is a number.
    pub(crate) folds: bool,
    /// The same only where a `for` stands within the parentheses; elsewhere such words may name functions.
    pub(crate) ranged: bool,
}

/// Which words in front of a name in parentheses, `degree(v)`, make a name of their own with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    None,
    Any,
    /// These.
    Of(&'static [&'static str]),
}

impl Counts {
    fn includes(self, word: &str) -> bool {
        match self {
            Counts::None => false,
            Counts::Any => !is_reserved(word),
            Counts::Of(words) => words.contains(&word),
        }
    }
}

pub(crate) type Read<T> = Result<T, RuleError>;

impl<'t> Parser<'t> {
    /// Reads all clauses: what is wrong with one is noted, and reading goes on behind it. Tells whether definitions may stand in what
    /// could not be read.
    pub(crate) fn clauses(&mut self, mut clause: impl FnMut(&mut Self) -> Read<()>) -> bool {
        let mut lost_definitions = false;
        loop {
            while self.takes(";") {}
            if self.token() == Token::End {
                return lost_definitions;
            }
            let start = self.next;
            if let Err(error) = clause(self) {
                self.errors.push(error);
                self.nested = 0;
                while !matches!(self.token(), Token::End | Token::Sign(";")) {
                    self.next += 1;
                }
                let lost = &self.tokens[start..self.next];
                lost_definitions |= lost.iter().any(|(token, _)| *token == Token::Word("where"));
            }
        }
    }

    /// Notes that there is no rule at all, where nothing else was wrong.
    pub(crate) fn has_read(&mut self, clauses: bool, example: &'static str) {
        if !clauses && self.errors.is_empty() {
            let message = message!("expected a rule", "此处应为规则");
            self.errors
                .push(RuleError::new(self.span(), message, example));
        }
    }

    pub(crate) fn token(&self) -> Token<'t> {
        self.ahead(0)
    }

    pub(crate) fn ahead(&self, by: usize) -> Token<'t> {
        self.tokens
            .get(self.next + by)
            .map_or(Token::End, |(token, _)| *token)
    }

    pub(crate) fn span(&self) -> Span {
        let last = self.tokens.last().map(|(_, span)| *span);
        let here = self.tokens.get(self.next).map(|(_, span)| *span);
        here.or(last).unwrap_or_default()
    }

    /// The place of the token read last.
    pub(crate) fn before(&self) -> Span {
        let place = self.next.checked_sub(1);
        let token = place.and_then(|place| self.tokens.get(place));
        token.map_or(Span::default(), |(_, span)| *span)
    }

    /// Reads a sign if it stands here.
    pub(crate) fn takes(&mut self, sign: &str) -> bool {
        let here = matches!(self.token(), Token::Sign(found) if found == sign);
        self.next += usize::from(here);
        here
    }

    /// Reads a keyword if it stands here.
    pub(crate) fn takes_word(&mut self, word: &str) -> bool {
        let here = matches!(self.token(), Token::Word(found) if found == word);
        self.next += usize::from(here);
        here
    }

    pub(crate) fn found(&self) -> Message {
        match self.token() {
            Token::End => message!("the end", "文本结束"),
            Token::Number(number) => message!("'{it}'", "'{it}'", it = number.to_string()),
            Token::Word(word) => message!("'{it}'", "'{it}'", it = shortened(word)),
            Token::Sign(sign) => message!("'{it}'", "'{it}'", it = sign),
            Token::Quoted(letters) => message!("'{it}'", "'{it}'", it = shortened(letters)),
        }
    }

    pub(crate) fn error(&self, message: Message, example: &'static str) -> RuleError {
        RuleError::new(self.span(), message, example)
    }

    pub(crate) fn expect(&mut self, sign: &'static str, example: &'static str) -> Read<()> {
        if self.takes(sign) {
            return Ok(());
        }
        if let Some(error) = self.meant().or_else(|| self.side_by_side()) {
            return Err(error);
        }
        if sign == ")" && self.token() == Token::Sign("|") {
            let message = message!(
                "'|' separates options; bitwise or is written 'bitor'",
                "'|' 用于分隔后继；按位或写作 'bitor'"
            );
            return Err(self.error(
                message,
                "(used,left) -> (used bitor 2^i,left-1) for i in 0..5 if left > 0",
            ));
        }
        let message = message!(
            "expected '{sign}', found {found}",
            "此处应为 '{sign}'，却是 {found}",
            sign = sign,
            found = self.found()
        );
        Err(self.error(message, example))
    }

    /// A number and a name with no sign between them.
    fn side_by_side(&self) -> Option<RuleError> {
        let before = self.next.checked_sub(1)?;
        let (Token::Number(number), Token::Word(word)) = (self.tokens.get(before)?.0, self.token())
        else {
            return None;
        };
        let product = format!("{number}*{}", shortened(word));
        let message = message!(
            "a product needs its multiplication sign: {product}",
            "乘法不能省略乘号：{product}",
            product = product
        );
        (!is_reserved(word)).then(|| self.error(message, "n -> (n-2*b) + (n-b) for b in 1..=n/2"))
    }

    pub(crate) fn name(&mut self, example: &'static str) -> Read<Name> {
        match self.token() {
            Token::Word(word) if !is_reserved(word) && word != "_" => {
                let span = self.span();
                self.next += 1;
                Ok(Name {
                    text: word.to_owned(),
                    span,
                })
            }
            _ => Err(self.error(
                message!(
                    "expected a name, found {found}",
                    "此处应为名字，却是 {found}",
                    found = self.found()
                ),
                example,
            )),
        }
    }

    fn clause(&mut self, syntax: &mut Syntax) -> Read<()> {
        let pattern = self.pattern()?;
        let body = if self.takes("->") {
            self.options(pattern.coordinates.len())?
        } else if self.takes("=") {
            self.expect("*", BASE)?;
            Body::Value(self.atom_expression()?)
        } else {
            let message = message!(
                "expected '->' and the options, or '= *' and a nimber; found {found}",
                "此处应为 '->' 与后继，或 '= *' 与尼姆数；却是 {found}",
                found = self.found()
            );
            return Err(self.error(message, TAKE));
        };
        let tail = self.tail()?;
        if self.takes_word("where") {
            loop {
                let definition = self.definition()?;
                syntax.definitions.push(definition);
                if !self.takes(",") {
                    break;
                }
            }
        }
        if !matches!(self.token(), Token::Sign(";") | Token::End) {
            return Err(self.after_clause());
        }
        syntax.clauses.push(Clause {
            pattern,
            body,
            tail,
        });
        Ok(())
    }

    /// What stands behind a clause though nothing should.
    pub(crate) fn after_clause(&self) -> RuleError {
        if let Some(error) = self.meant().or_else(|| self.side_by_side()) {
            return error;
        }
        if self.token() == Token::Sign(",") {
            let message = message!("options are separated by '|'", "后继之间用 '|' 分隔");
            return self.error(message, "n -> n-1 | n-3 | n-4");
        }
        let message = match self.token() {
            Token::Sign("=") => message!("to compare, write '=='", "比较请写 '=='"),
            Token::Sign("->") => message!(
                "'at least' is written '>='; another clause begins with ';'",
                "“大于等于”写作 '>='；另起一条请用 ';'"
            ),
            Token::Sign("|") => message!(
                "write 'for' and 'if' once, after all alternatives: they hold for all of them; begin another clause with ';'",
                "'for' 与 'if' 写在所有候选之后并对全部候选有效；另起一条请用 ';'"
            ),
            _ => message!(
                "expected ';' and another clause, or the end; found {found}",
                "此处应为 ';' 与下一条，或结束；却是 {found}",
                found = self.found()
            ),
        };
        self.error(message, "n -> n-1 | n-2; n -> n/2 if n%2 == 0 and n > 0")
    }

    fn pattern(&mut self) -> Read<Pattern> {
        let start = self.span();
        let mut coordinates = Vec::new();
        if self.takes("(") {
            loop {
                coordinates.push(self.coordinate()?);
                if !self.takes(",") {
                    break;
                }
            }
            self.expect(")", PAIRS)?;
        } else {
            coordinates.push(self.coordinate()?);
        }
        let span = start.to(self.before());
        if coordinates.len() > MOST {
            let message = message!(
                "a position has at most {most} coordinates",
                "局面最多 {most} 个坐标",
                most = MOST
            );
            return Err(RuleError::new(span, message, PAIRS));
        }
        Ok(Pattern {
            coordinates,
            span: IgnoredSpan(span),
        })
    }

    fn coordinate(&mut self) -> Read<Coordinate> {
        match self.token() {
            Token::Number(number) => {
                self.next += 1;
                Ok(Coordinate::Number(number))
            }
            Token::Word("_") => {
                self.next += 1;
                Ok(Coordinate::Any)
            }
            Token::Word(word) if !is_reserved(word) => Ok(Coordinate::Name(self.name(TAKE)?)),
            _ => Err(self.error(
                message!(
                    "expected a position such as n or (x,y), found {found}",
                    "此处应为局面，如 n 或 (x,y)，却是 {found}",
                    found = self.found()
                ),
                PAIRS,
            )),
        }
    }

    fn options(&mut self, arity: usize) -> Read<Body> {
        let mut alternatives = Vec::new();
        loop {
            let mut sum = Vec::new();
            if !self.takes_word("end") {
                loop {
                    sum.push(self.term(arity, sum.len())?);
                    if !self.takes("+") {
                        break;
                    }
                }
            }
            alternatives.push(sum);
            if !self.takes("|") {
                return Ok(Body::Options(alternatives));
            }
        }
    }

    fn term(&mut self, arity: usize, place: usize) -> Read<Term> {
        pulse::step(500);
        let start = self.span();
        if arity == 1 {
            let bare = matches!(self.token(), Token::Number(_))
                && matches!(
                    self.ahead(1),
                    Token::Sign("+" | "|" | ";") | Token::Word("for" | "if" | "where") | Token::End
                );
            if place > 0 && bare {
                let message = message!(
                    "between positions '+' joins heaps; put a sum of numbers in brackets, as (n+{number}), or write ({number}) for a heap of {number}",
                    "局面之间的 '+' 表示游戏之和；数的加法请加括号，如 (n+{number})；大小为 {number} 的堆请写 ({number})",
                    number = match self.token() {
                        Token::Number(number) => number.to_string(),
                        _ => String::new(),
                    }
                );
                return Err(self.error(message, SPLIT));
            }
            let coordinates = vec![self.heap_expression()?];
            return Ok(Term {
                coordinates,
                span: IgnoredSpan(start.to(self.before())),
            });
        }
        self.expect("(", PAIRS)?;
        let mut coordinates = Vec::new();
        loop {
            coordinates.push(self.expression()?);
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")", PAIRS)?;
        let span = start.to(self.before());
        if coordinates.len() != arity {
            let message = message!(
                "a position has {arity} coordinates here, not {found}",
                "此处的局面有 {arity} 个坐标，而不是 {found} 个",
                arity = arity,
                found = coordinates.len()
            );
            return Err(RuleError::new(span, message, PAIRS));
        }
        Ok(Term {
            coordinates,
            span: IgnoredSpan(span),
        })
    }

    pub(crate) fn tail(&mut self) -> Read<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            if self.takes_word("for") {
                loop {
                    items.push(self.generator()?);
                    if !self.takes(",") {
                        break;
                    }
                }
            } else if self.takes_word("if") {
                items.push(Item::If(self.expression()?));
            } else {
                return Ok(items);
            }
        }
    }

    pub(crate) fn generator(&mut self) -> Read<Item> {
        let name = self.name(TAKE)?;
        if self.takes("=") {
            return Ok(Item::Let(name, self.expression()?));
        }
        if !self.takes_word("in") {
            if let Some(error) = self.meant() {
                return Err(error);
            }
            let message = message!(
                "expected 'in' and a range, or '=' and a number; found {found}",
                "此处应为 'in' 与范围，或 '=' 与数；却是 {found}",
                found = self.found()
            );
            return Err(self.error(message, TAKE));
        }
        Ok(Item::In(name, self.domain()?))
    }

    pub(crate) fn domain(&mut self) -> Read<Domain> {
        if self.takes("{") {
            let elements = self.list("}")?;
            return Ok(Domain::Set(elements));
        }
        if self.token() == Token::Sign("[") {
            let message = message!(
                "a set of numbers is written in braces: {1,3,4}",
                "数的集合用花括号书写：{1,3,4}"
            );
            return Err(self.error(message, TAKE));
        }
        if let Token::Word(word) = self.token() {
            let numbers = Numbers::ALL.iter().find(|numbers| numbers.word() == word);
            if let Some(&numbers) = numbers {
                self.next += 1;
                self.expect("(", "n -> n-d for d in divisors(n) if d < n")?;
                let of = self.expression()?;
                self.expect(")", "n -> n-d for d in divisors(n) if d < n")?;
                return Ok(Domain::Numbers(numbers, of));
            }
            let alone = self.closes(1);
            if !is_reserved(word) && alone {
                return Ok(Domain::Array(self.name(GIVEN)?));
            }
        }
        let from = self.expression()?;
        let to = if self.takes("..=") {
            Some((self.expression()?, true))
        } else if self.takes("..") {
            if self.closes(0) {
                None
            } else {
                Some((self.expression()?, false))
            }
        } else if let Some(error) = self.set_without_braces() {
            return Err(error);
        } else {
            let message = message!(
                "expected a range such as 1..=n, a set {1,3,4}, an array or divisors(n); found {found}",
                "此处应为范围（如 1..=n）、集合、数组或 divisors(n)；却是 {found}",
                found = self.found()
            );
            return Err(self.error(message, TAKE));
        };
        Ok(Domain::Range { from, to })
    }

    /// Whether what stands so far ahead cannot go on with a domain.
    fn closes(&self, by: usize) -> bool {
        match self.ahead(by) {
            Token::Sign("," | ";" | "|") | Token::End => true,
            Token::Word("if" | "for" | "where") => true,
            Token::Sign("]" | ")") | Token::Word("from") => {
                self.folds || matches!(self.counts, Counts::Of(_))
            }
            _ => false,
        }
    }

    pub(crate) fn definition(&mut self) -> Read<Definition> {
        // What stands behind `where` knows no list.
        let folds = std::mem::take(&mut self.folds);
        let ranged = std::mem::take(&mut self.ranged);
        let definition = self.definition_alone();
        (self.folds, self.ranged) = (folds, ranged);
        definition
    }

    fn definition_alone(&mut self) -> Read<Definition> {
        let name = self.name(GIVEN)?;
        if self.takes("(") {
            let mut parameters = Vec::new();
            loop {
                parameters.push(self.name(FUNCTION)?);
                if !self.takes(",") {
                    break;
                }
            }
            self.expect(")", FUNCTION)?;
            self.expect("=", FUNCTION)?;
            let value = Defined::Function(parameters, self.expression()?);
            return Ok(Definition { name, value });
        }
        self.expect("=", GIVEN)?;
        let value = if self.takes("[") {
            Defined::Array(self.list("]")?)
        } else {
            Defined::Number(self.expression()?)
        };
        Ok(Definition { name, value })
    }
}

#[cfg(test)]
mod tests;
