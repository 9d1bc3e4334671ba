//! Text to syntax: what rules on lists have of their own. Expressions, ranges, guards and definitions are read as in rules on numbers.

use crate::message;
use crate::notation::shortened;
use crate::rule::RuleError;
use crate::rule::check::COUNT;
use crate::rule::lexer::{self, Token};
use crate::rule::parse::{Counts, Parser, Read, too_long};
use crate::rule::syntax::{Expression, IgnoredSpan, Item as Plain, Kind, Name, Span};
use crate::text::Message;

use super::syntax::{Clause, Item, Parts, Piece, Put, Syntax, Times};

pub(super) const TAKE: &str = "multiset a[i] -> a[i]-k for k in 1..";
pub(super) const PASS: &str = "list a[i],a[i-1] -> a[i]-k,a[i-1]+k for k in 1..";
pub(super) const SPLIT: &str = "multiset a[i] -> [b, a[i]-b] for b in 1..=a[i]/2";
pub(super) const SETS: &str = "multiset a[s] -> a[s]-k for s in sets(1..=2), k in 1..";
pub(super) const PARTS: &str = "multiset a[i] -> [p] for p in distinct parts(a[i], 2..=3)";
pub(super) const WHOLE: &str = "list a -> [a[t] for t in k..len(a)] for k in 1..=len(a)";
pub(super) const FAMILY: &str = "multiset a[i] -> a[i]-k for k in 1.. from [n, m]";

/// The words that make a number of a list.
pub(super) const WHOLES: [&str; 5] = ["len", "sum", "min", "max", "distinct"];

/// Words that name nothing, beside those of rules on numbers.
const KEYWORDS: [&str; 8] = [
    "from", "sets", "all", "parts", "distinct", "any", "nonzero", COUNT,
];

/// Most of whatever stands side by side: places, alternatives, pieces.
const MOST: usize = 64;

/// Whether a rule on lists begins here, and whether their order matters: the word, and no arrow behind it.
pub(super) fn begins(text: &str) -> Option<bool> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    let ordered = match word {
        "list" => true,
        "multiset" => false,
        _ => return None,
    };
    let rest = rest.trim_start();
    let of_numbers = ["->", "→", "="].iter().any(|sign| rest.starts_with(sign));
    (!of_numbers).then_some(ordered)
}

/// What was read of a rule.
pub(super) struct Reading {
    pub(super) syntax: Syntax,
    pub(super) errors: Vec<RuleError>,
    /// Whether definitions may stand in what could not be read.
    pub(super) lost_definitions: bool,
}

/// Reads a rule.
pub(super) fn parse(text: &str) -> Reading {
    let nowhere = Span::default();
    let mut syntax = Syntax {
        ordered: begins(text).unwrap_or(true),
        nonzero: false,
        name: Name {
            text: String::new(),
            span: nowhere,
        },
        clauses: Vec::new(),
        family: None,
        definitions: Vec::new(),
    };
    if let Some(error) = too_long(text, TAKE) {
        return Reading {
            syntax,
            errors: vec![error],
            lost_definitions: true,
        };
    }
    let (tokens, errors) = lexer::tokens(text);
    let mut parser = Parser {
        tokens,
        next: 1,
        errors,
        nested: 0,
        counts: Counts::Of(&WHOLES),
        folds: true,
        ranged: true,
    };
    syntax.nonzero = parser.takes_word("nonzero");
    let lost_definitions = parser.clauses(|parser| clause(parser, &mut syntax));
    parser.has_read(!syntax.clauses.is_empty(), TAKE);
    Reading {
        syntax,
        errors: parser.errors,
        lost_definitions,
    }
}

/// Whether a word has a meaning of its own in rules on lists.
pub(super) fn is_word(word: &str) -> bool {
    KEYWORDS.contains(&word) || WHOLES.contains(&word)
}

/// What is said where such a word is to be a name.
pub(super) fn has_meaning(word: &str) -> Message {
    message!(
        "'{name}' already has a meaning in a rule on lists",
        "'{name}' 在列表规则中已有含义",
        name = word
    )
}

/// A name that is none of the words of rules on lists.
fn name(parser: &mut Parser<'_>, example: &'static str) -> Read<Name> {
    match parser.token() {
        Token::Word(word) if is_word(word) => Err(parser.error(has_meaning(word), example)),
        _ => parser.name(example),
    }
}

fn too_many(parser: &Parser<'_>) -> RuleError {
    let message = message!(
        "at most {most} are allowed side by side here",
        "此处最多并列 {most} 个",
        most = MOST
    );
    parser.error(message, TAKE)
}

fn clause(parser: &mut Parser<'_>, syntax: &mut Syntax) -> Read<()> {
    let start = parser.span();
    let places = left(parser, syntax)?;
    parser.expect("->", TAKE)?;
    let mut right = Vec::new();
    loop {
        let at = parser.span();
        let mut alternative = vec![put(parser)?];
        while parser.takes(",") {
            alternative.push(put(parser)?);
            if alternative.len() > MOST {
                return Err(too_many(parser));
            }
        }
        let wanted = places.as_ref().map_or(1, Vec::len);
        if alternative.len() != wanted {
            let message = message!(
                "there are {wanted} entries on the left, but replacements for {found} here; write several for one in brackets: [b, c]",
                "左边有 {wanted} 个项，而这里给出 {found} 个；一项换成多项请用方括号：[b, c]",
                wanted = wanted,
                found = alternative.len()
            );
            return Err(RuleError::new(at.to(parser.before()), message, PASS));
        }
        if places.is_none() && !matches!(alternative[..], [Put::List(_)]) {
            let message = message!(
                "a whole list becomes a list in brackets",
                "整个列表应变为方括号中的列表"
            );
            return Err(RuleError::new(at.to(parser.before()), message, WHOLE));
        }
        right.push(alternative);
        if right.len() > MOST {
            return Err(too_many(parser));
        }
        if !parser.takes("|") {
            break;
        }
    }
    let tail = tail(parser)?;
    let span = IgnoredSpan(start.to(parser.before()));
    syntax.clauses.push(Clause {
        places,
        right,
        tail,
        span,
    });
    if parser.takes_word("from") {
        parser.expect("[", FAMILY)?;
        syntax.family = Some(pieces(parser)?);
    }
    if parser.takes_word("where") {
        loop {
            let definition = parser.definition()?;
            syntax.definitions.push(definition);
            if !parser.takes(",") {
                break;
            }
        }
    }
    match parser.token() {
        Token::Sign(";") | Token::End => Ok(()),
        _ => Err(parser.after_clause()),
    }
}

/// `a[i],a[j]`, or `a`.
fn left(parser: &mut Parser<'_>, syntax: &mut Syntax) -> Read<Option<Vec<Expression>>> {
    let mut places = Vec::new();
    loop {
        let name = name(parser, TAKE)?;
        if syntax.name.text.is_empty() {
            syntax.name = name;
        } else if syntax.name != name {
            let message = message!(
                "the list is already called '{known}'",
                "列表已名为 '{known}'",
                known = syntax.name.text.as_str()
            );
            return Err(RuleError::new(name.span, message, PASS));
        }
        if !parser.takes("[") {
            let alone = places.is_empty() && matches!(parser.token(), Token::Sign("->"));
            return match alone {
                true => Ok(None),
                false => {
                    let message = message!(
                        "expected '[' and a place, found {found}",
                        "此处应为 '[' 与位置，却是 {found}",
                        found = parser.found()
                    );
                    Err(parser.error(message, TAKE))
                }
            };
        }
        places.push(parser.expression()?);
        parser.expect("]", TAKE)?;
        if places.len() > MOST {
            return Err(too_many(parser));
        }
        if !parser.takes(",") {
            return Ok(Some(places));
        }
    }
}

fn put(parser: &mut Parser<'_>) -> Read<Put> {
    if parser.takes("[") {
        return Ok(Put::List(pieces(parser)?));
    }
    if parser.takes_word("any") {
        return Ok(Put::Any(parser.domain()?));
    }
    Ok(Put::One(parser.expression()?))
}

/// Pieces up to the closing bracket, which is read; there may be none.
fn pieces(parser: &mut Parser<'_>) -> Read<Vec<Piece>> {
    let mut pieces = Vec::new();
    while !parser.takes("]") {
        let value = parser.expression()?;
        let times = if parser.takes("{") {
            let times = parser.expression()?;
            parser.expect("}", SPLIT)?;
            Times::Of(times)
        } else if parser.takes_word("for") {
            let name = name(parser, WHOLE)?;
            if !parser.takes_word("in") {
                let message = message!(
                    "expected 'in' and a range, found {found}",
                    "此处应为 'in' 与范围，却是 {found}",
                    found = parser.found()
                );
                return Err(parser.error(message, WHOLE));
            }
            let domain = parser.domain()?;
            let guard = match parser.takes_word("if") {
                true => Some(Box::new(parser.expression()?)),
                false => None,
            };
            Times::For(name, domain, guard)
        } else {
            Times::Once
        };
        pieces.push(Piece { value, times });
        if pieces.len() > MOST {
            return Err(too_many(parser));
        }
        if !parser.takes(",") {
            parser.expect("]", SPLIT)?;
            break;
        }
    }
    Ok(pieces)
}

fn tail(parser: &mut Parser<'_>) -> Read<Vec<Item>> {
    let mut items = Vec::new();
    loop {
        if parser.takes_word("for") {
            loop {
                items.push(generator(parser)?);
                if !parser.takes(",") {
                    break;
                }
            }
        } else if parser.takes_word("if") {
            items.push(Item::Plain(Plain::If(parser.expression()?)));
        } else {
            return Ok(items);
        }
    }
}

fn generator(parser: &mut Parser<'_>) -> Read<Item> {
    let own = match (parser.ahead(1), parser.ahead(2)) {
        (Token::Word("in"), Token::Word(word)) => word,
        _ => "",
    };
    if !["sets", "all", "parts", "distinct"].contains(&own) {
        if let Token::Word(word) = parser.token()
            && is_word(word)
        {
            name(parser, TAKE)?;
        }
        return Ok(Item::Plain(parser.generator()?));
    }
    let name = name(parser, SETS)?;
    parser.next += 2;
    match own {
        "all" => Ok(Item::All(name)),
        "sets" => {
            let count = match parser.takes("(") {
                false => None,
                true => {
                    let count = parser.domain()?;
                    parser.expect(")", SETS)?;
                    Some(count)
                }
            };
            Ok(Item::Sets(name, count))
        }
        _ => {
            let distinct = own == "distinct";
            if distinct && !parser.takes_word("parts") {
                let message = message!(
                    "expected 'parts', found {found}",
                    "此处应为 'parts'，却是 {found}",
                    found = parser.found()
                );
                return Err(parser.error(message, PARTS));
            }
            parser.expect("(", PARTS)?;
            let of = parser.expression()?;
            let mut domains = [None, None];
            for domain in &mut domains {
                if parser.takes(",") {
                    *domain = Some(parser.domain()?);
                }
            }
            parser.expect(")", PARTS)?;
            let [count, among] = domains;
            let parts = Parts {
                distinct,
                of,
                count,
                among,
            };
            Ok(Item::Parts(name, Box::new(parts)))
        }
    }
}

/// The name that an expression is alone.
pub(super) fn alone(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        Kind::Name(name) => Some(name),
        _ => None,
    }
}

/// What is said where a rule on lists does not begin as one.
pub(super) fn no_beginning(text: &str) -> RuleError {
    let message = message!(
        "expected 'list' or 'multiset', found '{found}'",
        "此处应为 'list' 或 'multiset'，却是 '{found}'",
        found = shortened(text.split_whitespace().next().unwrap_or(""))
    );
    RuleError::new(Span::default(), message, TAKE)
}
