//! Text to syntax, by recursive descent: clauses, their sides, what names run through, conditions.
//!
//! After an error reading goes on behind the next `;`, so that several errors are told at once. How deep numbers and conditions are
//! is bounded, and with it the depth of every recursion over them.

use crate::message;
use crate::notation::shortened;
use crate::rule::RuleError;
use crate::rule::lexer::{self, Token};
use crate::rule::syntax::{IgnoredSpan, Span};
use crate::text::Message;

use super::syntax::{
    Clause, Condition, Defined, Domain, Generator, Grid, Item, Number, Operand, Piece, Symmetry,
    Syntax,
};

pub(crate) const FLIP: &str = "\"++\" -> \"--\"";
pub(crate) const KEPT: &str = "\"+\" x \"+\" -> \"-\" x \"-\" for x in letters";
pub(crate) const RUN: &str = "\"1\"{k} -> \"0\"{k} for k in 1..=3";
pub(crate) const PALINDROME: &str = "w -> \"\" for w in words \"ab\" if w == reverse(w)";
pub(crate) const GROUP: &str = "grid g -> \".\" for g in groups \"ab\" if len(g) > 1";
pub(crate) const CUT: &str = "grid a \"/\" b -> a + b for a in boards, b in boards if count(a,\"o\") > 0 and count(b,\"o\") > 0";
pub(crate) const WHERE: &str = "\"1\"{k} -> \"0\"{k} for k in 1..=m where m = 3";

/// The longest text of a rule on words, in bytes.
pub(crate) const LONGEST: usize = 1 << 16;

/// How deep conditions and numbers may be.
const DEEPEST: usize = 64;

/// Most of whatever stands side by side: clauses, pieces of a side, names of a clause.
pub(crate) const MOST: usize = 64;

/// Words that name nothing.
pub(crate) const KEYWORDS: [&str; 21] = [
    "for", "in", "if", "where", "and", "or", "not", "over", "from", "cyclic", "letters", "words",
    "runs", "reverse", "len", "count", "grid", "torus", "turned", "mirrored", "fixed",
];

type Read<T> = Result<T, RuleError>;

/// Reads a rule.
pub(crate) fn parse(text: &str) -> (Syntax, Vec<RuleError>) {
    let mut syntax = Syntax::default();
    if text.len() > LONGEST {
        let message = message!(
            "a rule on words has at most {most} bytes",
            "字的规则最长 {most} 字节",
            most = LONGEST
        );
        return (syntax, vec![RuleError::new(Span::default(), message, FLIP)]);
    }
    let (tokens, errors) = lexer::tokens_of_words(text);
    let mut parser = Parser {
        grid: false,
        tokens,
        next: 0,
        errors,
        deep: 0,
    };
    syntax.cyclic = parser.takes_word("cyclic");
    if !syntax.cyclic && parser.takes_word("grid") {
        parser.grid = true;
        let torus = parser.takes_word("torus");
        let named = Symmetry::NAMED.into_iter();
        let named = named.filter(|(word, _)| parser.takes_word(word)).last();
        syntax.grid = Some(Grid {
            torus,
            symmetry: named.map_or(Symmetry::All, |(_, symmetry)| symmetry),
        });
    }
    loop {
        while parser.takes(";") {}
        if parser.token() == Token::End {
            break;
        }
        if let Err(error) = parser.clause(&mut syntax) {
            parser.errors.push(error);
            parser.deep = 0;
            while !matches!(parser.token(), Token::End | Token::Sign(";")) {
                parser.next += 1;
            }
        }
    }
    if syntax.clauses.is_empty() && parser.errors.is_empty() {
        let message = message!("expected a rule", "此处应为规则");
        let error = RuleError::new(parser.span(), message, FLIP);
        parser.errors.push(error);
    }
    (syntax, parser.errors)
}

struct Parser<'t> {
    /// Whether the rule is one on grids, where some names mean more.
    grid: bool,
    tokens: Vec<(Token<'t>, Span)>,
    next: usize,
    errors: Vec<RuleError>,
    deep: usize,
}

impl<'t> Parser<'t> {
    fn token(&self) -> Token<'t> {
        (self.tokens.get(self.next)).map_or(Token::End, |(token, _)| *token)
    }

    fn span(&self) -> Span {
        let last = self.tokens.last().map(|(_, span)| *span);
        let here = self.tokens.get(self.next).map(|(_, span)| *span);
        here.or(last).unwrap_or_default()
    }

    fn before(&self) -> Span {
        let place = self.next.checked_sub(1);
        let token = place.and_then(|place| self.tokens.get(place));
        token.map_or(Span::default(), |(_, span)| *span)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let here = matches!(self.token(), Token::Sign(found) if found == sign);
        self.next += usize::from(here);
        here
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let here = matches!(self.token(), Token::Word(found) if found == word);
        self.next += usize::from(here);
        here
    }

    fn found(&self) -> Message {
        let it = match self.token() {
            Token::End => return message!("the end", "文本结束"),
            Token::Number(number) => number.to_string(),
            Token::Word(word) => shortened(word),
            Token::Sign(sign) => sign.to_owned(),
            Token::Quoted(letters) => format!("\"{}\"", shortened(letters)),
        };
        message!("'{it}'", "'{it}'", it = it)
    }

    fn wrong<T>(&self, expected: Message, example: &'static str) -> Read<T> {
        let message = message!(
            "expected {expected}, found {found}",
            "此处应为{expected}，却是 {found}",
            expected = expected,
            found = self.found()
        );
        Err(RuleError::new(self.span(), message, example))
    }

    fn expect(&mut self, sign: &'static str, example: &'static str) -> Read<()> {
        match self.takes(sign) {
            true => Ok(()),
            false => self.wrong(message!("'{it}'", " '{it}'", it = sign), example),
        }
    }

    fn name(&mut self, example: &'static str) -> Read<String> {
        match self.token() {
            Token::Word(word) if !KEYWORDS.contains(&word) && word != "_" => {
                self.next += 1;
                Ok(word.to_owned())
            }
            _ => self.wrong(message!("a name", "名称"), example),
        }
    }

    fn letters(&mut self, example: &'static str) -> Read<String> {
        match self.token() {
            Token::Quoted(letters) => {
                self.next += 1;
                Ok(letters.to_owned())
            }
            _ => self.wrong(
                message!("letters in quotation marks", "引号内的字母"),
                example,
            ),
        }
    }

    /// Goes one step deeper for what `read` reads.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.deep == DEEPEST {
            let message = message!("this is nested too deeply", "嵌套过深");
            return Err(RuleError::new(self.span(), message, FLIP));
        }
        self.deep += 1;
        let read = read(self);
        self.deep -= 1;
        read
    }

    fn too_many<T>(&self) -> Read<T> {
        let message = message!(
            "at most {most} are allowed side by side here",
            "此处最多并列 {most} 个",
            most = MOST
        );
        Err(RuleError::new(self.span(), message, FLIP))
    }

    fn clause(&mut self, syntax: &mut Syntax) -> Read<()> {
        let start = self.span();
        let left = self.side()?;
        self.expect("->", FLIP)?;
        let mut right = vec![self.side()?];
        while self.takes("|") {
            right.push(self.side()?);
            if right.len() > MOST {
                return self.too_many();
            }
        }
        let (mut generators, mut guards) = (Vec::new(), Vec::new());
        loop {
            if self.takes_word("for") {
                generators.push(self.generator()?);
                while self.takes(",") {
                    generators.push(self.generator()?);
                }
            } else if self.takes_word("if") {
                guards.push(self.condition()?);
            } else {
                break;
            }
            if generators.len() > MOST || guards.len() > MOST {
                return self.too_many();
            }
        }
        let span = IgnoredSpan(start.to(self.before()));
        if syntax.clauses.len() == MOST {
            return self.too_many();
        }
        syntax.clauses.push(Clause {
            left,
            right,
            generators,
            guards,
            span,
        });
        loop {
            if self.takes_word("over") {
                let letters = self.letters("\"++\" -> \"--\" over \"+-#\"")?;
                syntax.over.push_str(&letters);
            } else if self.takes_word("from") {
                syntax.family = self.side()?;
            } else if self.takes_word("where") {
                self.definitions(syntax)?;
            } else {
                break;
            }
        }
        match self.token() {
            Token::Sign(";") | Token::End => Ok(()),
            _ => self.wrong(
                message!(
                    "'|', 'for', 'if', 'over', 'from', 'where' or ';'",
                    " '|'、'for'、'if'、'over'、'from'、'where' 或 ';'"
                ),
                RUN,
            ),
        }
    }

    fn definitions(&mut self, syntax: &mut Syntax) -> Read<()> {
        loop {
            let span = self.span();
            let name = self.name(WHERE)?;
            if syntax.definitions.iter().any(|(known, _)| *known == name) {
                let message = message!(
                    "'{name}' is defined twice",
                    "'{name}' 定义了两次",
                    name = name
                );
                return Err(RuleError::new(span, message, WHERE));
            }
            self.expect("=", WHERE)?;
            let value = match self.takes("[") {
                false => Defined::Number(self.integer()?),
                true => {
                    let mut numbers = Vec::new();
                    while !self.takes("]") {
                        numbers.push(self.integer()?);
                        if !self.takes(",") {
                            self.expect("]", WHERE)?;
                            break;
                        }
                    }
                    Defined::Array(numbers)
                }
            };
            syntax.definitions.push((name, value));
            if !self.takes(",") {
                return Ok(());
            }
        }
    }

    fn integer(&mut self) -> Read<i64> {
        let minus = self.takes("-");
        match self.token() {
            Token::Number(number) => {
                self.next += 1;
                Ok(if minus { -number } else { number })
            }
            _ => self.wrong(message!("a number", "数"), WHERE),
        }
    }

    /// A side of a clause: at least one piece.
    fn side(&mut self) -> Read<Vec<Item>> {
        let mut items: Vec<Item> = Vec::new();
        loop {
            let start = self.span();
            let piece = match self.token() {
                Token::Quoted(letters) => {
                    self.next += 1;
                    Piece::Letters(letters.to_owned())
                }
                Token::Sign("^") => {
                    self.next += 1;
                    Piece::Start
                }
                Token::Sign("$") => {
                    self.next += 1;
                    Piece::End
                }
                Token::Sign("+") if self.grid && !items.is_empty() => {
                    self.next += 1;
                    Piece::Sum
                }
                Token::Word("reverse") => {
                    self.next += 1;
                    self.expect("(", PALINDROME)?;
                    let name = self.name(PALINDROME)?;
                    self.expect(")", PALINDROME)?;
                    Piece::Reverse(name)
                }
                Token::Word(word) if !KEYWORDS.contains(&word) => Piece::Name(self.name(KEPT)?),
                _ if !items.is_empty() => break,
                _ => {
                    return self.wrong(
                        message!(
                            "letters in quotation marks, or a name",
                            "引号内的字母或名称"
                        ),
                        FLIP,
                    );
                }
            };
            let times = match self.takes("{") {
                false => None,
                true => {
                    let times = self.number()?;
                    self.expect("}", RUN)?;
                    Some(times)
                }
            };
            items.push(Item {
                piece,
                times,
                span: IgnoredSpan(start.to(self.before())),
            });
            if items.len() > MOST {
                return self.too_many();
            }
        }
        // Nothing at all is written so, and nothing beside something is nothing more.
        items.retain(|item| item.piece != Piece::Letters(String::new()));
        Ok(items)
    }

    fn generator(&mut self) -> Read<Generator> {
        let start = self.span();
        let name = self.name(RUN)?;
        let domain = if self.takes("=") {
            Domain::Equal(self.number()?)
        } else if self.takes_word("in") {
            self.domain()?
        } else {
            return self.wrong(message!("'in' or '='", " 'in' 或 '='"), RUN);
        };
        Ok(Generator {
            name,
            domain,
            span: IgnoredSpan(start.to(self.before())),
        })
    }

    fn domain(&mut self) -> Read<Domain> {
        for (word, of) in [
            ("letters", Domain::Letters as fn(Option<String>) -> Domain),
            ("words", Domain::Words),
            ("runs", Domain::Runs),
        ] {
            if self.takes_word(word) {
                return Ok(of(match self.token() {
                    Token::Quoted(_) => Some(self.letters(KEPT)?),
                    _ => None,
                }));
            }
        }
        if self.grid && self.takes_word("groups") {
            return Ok(Domain::Groups(match self.token() {
                Token::Quoted(_) => Some(self.letters(GROUP)?),
                _ => None,
            }));
        }
        if self.grid && self.takes_word("boards") {
            return Ok(Domain::Boards);
        }
        if let Token::Quoted(letters) = self.token() {
            self.next += 1;
            return Ok(Domain::Letters(Some(letters.to_owned())));
        }
        if self.takes("{") {
            let mut numbers = vec![self.number()?];
            while self.takes(",") {
                numbers.push(self.number()?);
            }
            self.expect("}", RUN)?;
            return Ok(Domain::Set(numbers));
        }
        let from = self.number()?;
        if self.takes("..=") {
            return Ok(Domain::Range(from, Some((self.number()?, true))));
        }
        if self.takes("..") {
            let open = matches!(
                self.token(),
                Token::End
                    | Token::Sign("," | ";")
                    | Token::Word("if" | "for" | "where" | "over" | "from")
            );
            return Ok(match open {
                true => Domain::Range(from, None),
                false => Domain::Range(from, Some((self.number()?, false))),
            });
        }
        match from {
            Number::Name(name) => Ok(Domain::Array(name)),
            _ => self.wrong(message!("'..' or '..='", " '..' 或 '..='"), RUN),
        }
    }

    fn number(&mut self) -> Read<Number> {
        self.deeper(|parser| {
            let mut sum = parser.product()?;
            let mut count = 0;
            while let Token::Sign(sign @ ("+" | "-")) = parser.token() {
                parser.next += 1;
                count += 1;
                if count > MOST {
                    return parser.too_many();
                }
                let sign = if sign == "+" { '+' } else { '-' };
                sum = Number::Of(sign, Box::new((sum, parser.product()?)));
            }
            Ok(sum)
        })
    }

    fn product(&mut self) -> Read<Number> {
        let mut product = self.factor()?;
        let mut count = 0;
        while let Token::Sign(sign @ ("*" | "/" | "%")) = self.token() {
            self.next += 1;
            count += 1;
            if count > MOST {
                return self.too_many();
            }
            let sign = sign.chars().next().unwrap_or('*');
            product = Number::Of(sign, Box::new((product, self.factor()?)));
        }
        Ok(product)
    }

    fn factor(&mut self) -> Read<Number> {
        if self.takes("(") {
            let inner = self.number()?;
            self.expect(")", RUN)?;
            return Ok(inner);
        }
        if self.takes("-") {
            return match self.token() {
                Token::Number(_) => Ok(Number::Constant(-self.natural())),
                _ => self.wrong(message!("a number", "数"), RUN),
            };
        }
        if self.takes_word("len") {
            self.expect("(", PALINDROME)?;
            let name = self.name(PALINDROME)?;
            self.expect(")", PALINDROME)?;
            return Ok(Number::Length(name));
        }
        if self.takes_word("count") {
            self.expect("(", PALINDROME)?;
            let name = self.name(PALINDROME)?;
            self.expect(",", PALINDROME)?;
            let letters = self.letters(PALINDROME)?;
            self.expect(")", PALINDROME)?;
            return Ok(Number::Count(name, letters));
        }
        if let (true, Token::Word(asked @ ("rows" | "columns" | "beside"))) =
            (self.grid, self.token())
        {
            self.next += 1;
            let example = if asked == "beside" { GROUP } else { CUT };
            self.expect("(", example)?;
            let name = self.name(example)?;
            let number = match asked {
                "rows" => Number::Rows(name),
                "columns" => Number::Columns(name),
                _ => {
                    self.expect(",", example)?;
                    let of = match self.token() {
                        Token::Quoted(_) => Piece::Letters(self.letters(example)?),
                        _ => Piece::Name(self.name(example)?),
                    };
                    Number::Beside(name, of)
                }
            };
            self.expect(")", example)?;
            return Ok(number);
        }
        match self.token() {
            Token::Number(_) => Ok(Number::Constant(self.natural())),
            Token::Word(word) if !KEYWORDS.contains(&word) => Ok(Number::Name(self.name(RUN)?)),
            _ => self.wrong(message!("a number or a name", "数或名称"), RUN),
        }
    }

    fn natural(&mut self) -> i64 {
        match self.token() {
            Token::Number(number) => {
                self.next += 1;
                number
            }
            _ => 0,
        }
    }

    fn condition(&mut self) -> Read<Condition> {
        self.deeper(|parser| {
            let mut any = vec![parser.all_of()?];
            while parser.takes_word("or") {
                any.push(parser.all_of()?);
            }
            match any.len() {
                1 => Ok(any.remove(0)),
                0..=MOST => Ok(Condition::Or(any)),
                _ => parser.too_many(),
            }
        })
    }

    fn all_of(&mut self) -> Read<Condition> {
        let mut all = vec![self.negated()?];
        while self.takes_word("and") {
            all.push(self.negated()?);
        }
        match all.len() {
            1 => Ok(all.remove(0)),
            0..=MOST => Ok(Condition::And(all)),
            _ => self.too_many(),
        }
    }

    fn negated(&mut self) -> Read<Condition> {
        if self.takes_word("not") {
            return self.deeper(|parser| Ok(Condition::Not(Box::new(parser.negated()?))));
        }
        // A parenthesis opens a condition where no comparison follows what is inside.
        if matches!(self.token(), Token::Sign("(")) {
            let (next, deep) = (self.next, self.deep);
            self.next += 1;
            if let Ok(inner) = self.condition()
                && self.takes(")")
                && self.comparison().is_none()
            {
                return Ok(inner);
            }
            (self.next, self.deep) = (next, deep);
        }
        let first = self.operand()?;
        let mut rest = Vec::new();
        while let Some(sign) = self.comparison() {
            self.next += 1;
            rest.push((sign, self.operand()?));
        }
        match rest.len() {
            0 => self.wrong(
                message!("a comparison such as '=='", " '==' 之类的比较"),
                PALINDROME,
            ),
            1..=MOST => Ok(Condition::Chain(first, rest)),
            _ => self.too_many(),
        }
    }

    fn comparison(&self) -> Option<&'static str> {
        let Token::Sign(sign) = self.token() else {
            return None;
        };
        let known = ["==", "!=", "<=", ">=", "<", ">"];
        known.into_iter().find(|known| *known == sign)
    }

    fn operand(&mut self) -> Read<Operand> {
        if let Token::Quoted(letters) = self.token() {
            self.next += 1;
            return Ok(Operand::Word(Piece::Letters(letters.to_owned())));
        }
        if self.takes_word("reverse") {
            self.expect("(", PALINDROME)?;
            let name = self.name(PALINDROME)?;
            self.expect(")", PALINDROME)?;
            return Ok(Operand::Word(Piece::Reverse(name)));
        }
        Ok(Operand::Number(self.number()?))
    }
}
