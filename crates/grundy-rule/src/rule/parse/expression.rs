//! Expressions by precedence: `or`, `and`, `not`, comparisons, `bitor`, `xor`, `&`, shifts, `+ -`, `* / %`, a minus
//! sign, `^`.

use super::{Counts, LONGEST, Parser, Read, TAKE, is_reserved};
use crate::message;
use crate::rule::error::RuleError;
use crate::rule::lexer::{self, Token};
use crate::rule::syntax::{
    COMPARISON, Comparison, Domain, Expression, Fold, Folding, Function, Item, Kind, NOT, Name,
    Numbers, Operator, POWER, SIGN, Span,
};

/// A formula, as an example of one.
pub(crate) const FORMULA: &str = "n % 4 == 0";

/// What is asked of each of several numbers, as an example of it.
pub(crate) const EACH: &str = "any(d >= k for d in divisors(n) if d < n)";

/// An example of a function.
const POPCOUNT: &str = "n -> n-popcount(n) if n > 0";

/// How deep an expression may be.
pub(crate) const DEEPEST: usize = 100;

/// Reads an expression that stands alone.
pub(crate) fn formula(text: &str) -> Result<Expression, Vec<RuleError>> {
    alone(text, Counts::None)
}

/// The same where `degree(v)`, a word and a name in parentheses, is the name of a number.
pub(crate) fn formula_with_counts(text: &str) -> Result<Expression, Vec<RuleError>> {
    alone(text, Counts::Any)
}

/// Reads an expression with the generators and guards behind it.
pub(crate) fn comprehension(text: &str) -> Result<(Expression, Vec<Item>), Vec<RuleError>> {
    read(text, Counts::None, |parser| {
        parser.folds = true;
        Ok((parser.expression()?, parser.tail()?))
    })
}

fn alone(text: &str, counts: Counts) -> Result<Expression, Vec<RuleError>> {
    read(text, counts, Parser::expression)
}

/// Reads what stands alone.
fn read<'t, T>(
    text: &'t str,
    counts: Counts,
    of: impl FnOnce(&mut Parser<'t>) -> Read<T>,
) -> Result<T, Vec<RuleError>> {
    if text.len() > LONGEST {
        let message = message!("the formula is too long", "公式过长");
        return Err(vec![RuleError::new(Span::default(), message, FORMULA)]);
    }
    let (tokens, errors) = lexer::tokens(text);
    let mut parser = Parser {
        tokens,
        next: 0,
        errors,
        nested: 0,
        counts,
        folds: false,
        ranged: counts == Counts::None,
    };
    let read = of(&mut parser);
    let rest = message!(
        "expected the end, found {found}",
        "此处应结束，却是 {found}",
        found = parser.found()
    );
    match read {
        Ok(read) if parser.errors.is_empty() && parser.token() == Token::End => {
            return Ok(read);
        }
        Ok(_) if parser.errors.is_empty() => parser.errors.push(parser.error(rest, FORMULA)),
        Ok(_) => {}
        Err(error) => parser.errors.push(error),
    }
    Err(parser.errors)
}

/// An expression and its depth.
struct Deep(Expression, usize);

impl Parser<'_> {
    /// A whole expression.
    pub(crate) fn expression(&mut self) -> Read<Expression> {
        Ok(self.binary(0, true)?.0)
    }

    /// An expression whose outermost `+` belongs to a sum of positions.
    pub(super) fn heap_expression(&mut self) -> Read<Expression> {
        Ok(self.binary(COMPARISON + 1, false)?.0)
    }

    /// A number, a name, a call, or something in parentheses.
    pub(super) fn atom_expression(&mut self) -> Read<Expression> {
        Ok(self.atom()?.0)
    }

    /// Expressions separated by commas, up to a closing sign; there may be none.
    pub(super) fn list(&mut self, close: &'static str) -> Read<Vec<Expression>> {
        let mut elements = Vec::new();
        while !self.takes(close) {
            elements.push(self.expression()?);
            if !self.takes(",") {
                self.expect(close, super::GIVEN)?;
                break;
            }
        }
        Ok(elements)
    }

    /// One step down: refuses what is too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nested >= DEEPEST {
            return Err(self.too_deep(self.span()));
        }
        self.nested += 1;
        let read = read(self);
        self.nested -= 1;
        read
    }

    fn too_deep(&self, span: Span) -> RuleError {
        let message = message!(
            "an expression may be nested at most {most} deep",
            "表达式最多嵌套 {most} 层",
            most = DEEPEST
        );
        RuleError::new(span, message, TAKE)
    }

    fn made(&self, kind: Kind, span: Span, depth: usize) -> Read<Deep> {
        if depth > DEEPEST {
            return Err(self.too_deep(span));
        }
        Ok(Deep(Expression { kind, span }, depth))
    }

    fn operator(&self, plus: bool) -> Option<Operator> {
        let found = match self.token() {
            Token::Sign(sign) => sign,
            Token::Word(word) => word,
            _ => return None,
        };
        let operator = Operator::ALL
            .into_iter()
            .find(|operator| operator.word().trim() == found)?;
        // Powers are read together with what they are powers of.
        let here = operator != Operator::Power && (plus || operator != Operator::Add);
        here.then_some(operator)
    }

    fn comparison(&self) -> Option<Comparison> {
        let Token::Sign(sign) = self.token() else {
            return None;
        };
        Comparison::ALL
            .into_iter()
            .find(|found| found.word() == sign)
    }

    fn binary(&mut self, least: u8, plus: bool) -> Read<Deep> {
        self.deeper(|parser| parser.binary_within(least, plus))
    }

    fn binary_within(&mut self, least: u8, plus: bool) -> Read<Deep> {
        let mut left = self.prefixed(plus)?;
        loop {
            if COMPARISON >= least && self.comparison().is_some() {
                left = self.compared(left, plus)?;
                continue;
            }
            let Some(operator) = self.operator(plus) else {
                return Ok(left);
            };
            let strength = operator.strength();
            if strength < least {
                return Ok(left);
            }
            self.next += 1;
            let right = self.binary(strength + 1, plus)?;
            let span = left.0.span.to(right.0.span);
            let depth = left.1.max(right.1) + 1;
            left = self.made(
                Kind::Binary(operator, Box::new([left.0, right.0])),
                span,
                depth,
            )?;
        }
    }

    fn compared(&mut self, first: Deep, plus: bool) -> Read<Deep> {
        let mut rest = Vec::new();
        let (mut span, mut depth) = (first.0.span, first.1);
        while let Some(comparison) = self.comparison() {
            self.next += 1;
            let next = self.binary(COMPARISON + 1, plus)?;
            span = span.to(next.0.span);
            depth = depth.max(next.1);
            rest.push((comparison, next.0));
        }
        self.made(Kind::Compare(Box::new(first.0), rest), span, depth + 1)
    }

    /// `not`, a minus sign, or an atom with its powers.
    fn prefixed(&mut self, plus: bool) -> Read<Deep> {
        let start = self.span();
        if self.takes_word("not") {
            let inner = self.binary(NOT, plus)?;
            let span = start.to(inner.0.span);
            return self.made(Kind::Not(Box::new(inner.0)), span, inner.1 + 1);
        }
        if self.takes("-") {
            let inner = self.binary(SIGN, plus)?;
            let span = start.to(inner.0.span);
            return match inner.0.kind {
                Kind::Number(number) if number >= 0 => {
                    self.made(Kind::Number(-number), span, inner.1)
                }
                _ => self.made(Kind::Negate(Box::new(inner.0)), span, inner.1 + 1),
            };
        }
        let base = self.atom()?;
        if !matches!(self.token(), Token::Sign("^")) {
            return Ok(base);
        }
        self.next += 1;
        let exponent = self.deeper(|parser| {
            let sign = matches!(parser.token(), Token::Sign("-"));
            parser.binary_within(if sign { SIGN } else { POWER }, plus)
        })?;
        let span = base.0.span.to(exponent.0.span);
        let depth = base.1.max(exponent.1) + 1;
        let pair = Box::new([base.0, exponent.0]);
        self.made(Kind::Binary(Operator::Power, pair), span, depth)
    }

    fn atom(&mut self) -> Read<Deep> {
        let start = self.span();
        match self.token() {
            Token::Number(number) => {
                self.next += 1;
                self.made(Kind::Number(number), start, 1)
            }
            Token::Sign("(") => {
                self.next += 1;
                let mut inner = self.binary(0, true)?;
                self.expect(")", TAKE)?;
                inner.0.span = start.to(self.before());
                Ok(inner)
            }
            Token::Word(word) => {
                if self.counts.includes(word)
                    && let (Token::Sign("("), Token::Word(of), Token::Sign(")")) =
                        (self.ahead(1), self.ahead(2), self.ahead(3))
                {
                    self.next += 4;
                    let name = Kind::Name(format!("{word}({of})"));
                    return self.made(name, start.to(self.before()), 1);
                }
                if self.ahead(1) == Token::Sign("(")
                    && let Some(fold) = Fold::named(word)
                    && (self.folds || self.ranged && (self.runs() || self.numbers_at(2).is_some()))
                {
                    self.next += 2;
                    // What stands in it may be another.
                    let folds = std::mem::replace(&mut self.folds, true);
                    let folded = self.fold(fold, start);
                    self.folds = folds;
                    return folded;
                }
                let function = Function::ALL.iter().find(|known| known.word() == word);
                if let Some(&function) = function {
                    self.next += 1;
                    return self.call(function, start);
                }
                if is_reserved(word) || word == "_" {
                    return Err(self.no_number());
                }
                self.next += 1;
                if self.takes("[") {
                    let index = self.binary(0, true)?;
                    self.expect("]", super::GIVEN)?;
                    let name = Name {
                        text: word.to_owned(),
                        span: start,
                    };
                    let span = start.to(self.before());
                    return self.made(Kind::Index(name, Box::new(index.0)), span, index.1 + 1);
                }
                if self.takes("(") {
                    let name = Name {
                        text: word.to_owned(),
                        span: start,
                    };
                    let (arguments, depth) = self.arguments(super::FUNCTION)?;
                    let span = start.to(self.before());
                    return self.made(Kind::Apply(name, arguments), span, depth + 1);
                }
                self.made(Kind::Name(word.to_owned()), start, 1)
            }
            _ => Err(self.no_number()),
        }
    }

    /// Expressions between parentheses, the first of which is read, and how deep the deepest is.
    fn arguments(&mut self, example: &'static str) -> Read<(Vec<Expression>, usize)> {
        let mut arguments = Vec::new();
        let mut depth = 0;
        loop {
            let argument = self.binary(0, true)?;
            depth = depth.max(argument.1);
            arguments.push(argument.0);
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")", example)?;
        Ok((arguments, depth))
    }

    /// Whether a `for` stands within the parentheses behind this word.
    fn runs(&self) -> bool {
        let mut depth = 0;
        let mut tokens = self.tokens[self.next + 1..].iter();
        tokens
            .find_map(|(token, _)| match token {
                Token::Sign("(" | "[" | "{") => {
                    depth += 1;
                    None
                }
                Token::Sign(")" | "]" | "}") => {
                    depth -= 1;
                    (depth == 0).then_some(false)
                }
                Token::Word("for") if depth == 1 => Some(true),
                Token::End => Some(false),
                _ => None,
            })
            .unwrap_or(false)
    }

    /// Which numbers are named so many tokens on, as `divisors` with a parenthesis behind it.
    fn numbers_at(&self, place: usize) -> Option<Numbers> {
        let (Token::Word(word), Token::Sign("(")) = (self.ahead(place), self.ahead(place + 1))
        else {
            return None;
        };
        let mut all = Numbers::ALL.into_iter();
        all.find(|numbers| numbers.word() == word)
    }

    /// `divisors(n)` as what is gone through, behind its word: each of them by itself, as `d for d in divisors(n)` says it.
    fn each_of(&mut self, numbers: Numbers, fold: Fold, start: Span) -> Read<Deep> {
        let named = self.span();
        self.next += 2;
        let of = self.deeper(|parser| parser.binary(0, true))?;
        self.expect(")", EACH)?;
        let span = named.to(self.before());
        self.expect(")", EACH)?;
        let text = match numbers {
            Numbers::Divisors => "d",
            Numbers::Primes | Numbers::PrimeFactors => "p",
            Numbers::Submasks => "m",
        };
        let name = Name {
            text: text.to_owned(),
            span: named,
        };
        let kind = Kind::Name(text.to_owned());
        let folding = Folding {
            fold,
            body: Expression { kind, span },
            items: vec![Item::In(name, Domain::Numbers(numbers, of.0))],
        };
        let span = start.to(self.before());
        self.made(Kind::Fold(Box::new(folding)), span, of.1 + 1)
    }

    /// What becomes of several numbers, behind the opening parenthesis; of numbers with commas between them it is a function.
    fn fold(&mut self, fold: Fold, start: Span) -> Read<Deep> {
        if let Some(numbers) = self.numbers_at(0) {
            return self.each_of(numbers, fold, start);
        }
        let body = self.binary(0, true)?;
        let function = Function::ALL.iter();
        let mut function = function.filter(|known| known.word() == fold.word());
        if let (Some(&function), true) = (function.next(), self.takes(",")) {
            let (mut arguments, depth) = self.arguments(POPCOUNT)?;
            arguments.insert(0, body.0);
            return self.called(function, arguments, depth.max(body.1), start);
        }
        let items = self.deeper(Parser::tail)?;
        self.expect(")", EACH)?;
        let span = start.to(self.before());
        let folding = Folding {
            fold,
            body: body.0,
            items,
        };
        // What stands in its generators is no deeper than an expression may be.
        self.made(Kind::Fold(Box::new(folding)), span, body.1 + 1)
    }

    fn call(&mut self, function: Function, start: Span) -> Read<Deep> {
        self.expect("(", POPCOUNT)?;
        let (arguments, depth) = self.arguments(POPCOUNT)?;
        self.called(function, arguments, depth, start)
    }

    fn called(
        &mut self,
        function: Function,
        arguments: Vec<Expression>,
        depth: usize,
        start: Span,
    ) -> Read<Deep> {
        let span = start.to(self.before());
        let (least, most) = function.arguments();
        if arguments.len() < least || arguments.len() > most {
            let message = match (least, most) {
                (1, 1) => message!(
                    "'{name}' takes one number",
                    "'{name}' 需要一个数",
                    name = function.word()
                ),
                _ if least == most => message!(
                    "'{name}' takes {count} numbers, separated by commas",
                    "'{name}' 需要 {count} 个数，以逗号分隔",
                    name = function.word(),
                    count = least
                ),
                _ => message!(
                    "'{name}' takes {least} to {most} numbers",
                    "'{name}' 需要 {least} 到 {most} 个数",
                    name = function.word(),
                    least = least,
                    most = most
                ),
            };
            return Err(RuleError::new(
                span,
                message,
                "n -> n-k for k in 1..=min(n,3)",
            ));
        }
        self.made(Kind::Call(function, arguments), span, depth + 1)
    }

    fn no_number(&self) -> RuleError {
        let message = message!(
            "expected a number or a name, found {found}",
            "此处应为数或名字，却是 {found}",
            found = self.found()
        );
        self.error(message, TAKE)
    }
}
