//! Reading a formula: sums of products of powers, by descent; how deep parentheses may stand is bounded.

use std::str::FromStr;

use grundy_base::message;
use grundy_base::text::Message;
use grundy_base::word::{ParseError, Word, shortened};

use crate::Natural;

use super::{Count, EXAMPLE, Exponent, Expression, Sign, Term, Whole};

/// Most parentheses that stand within one another.
const DEEPEST: usize = 100;

impl FromStr for Expression {
    type Err = ParseError;

    /// # Errors
    /// The place of the first thing that is wrong, what was expected, and an example.
    fn from_str(text: &str) -> Result<Expression, ParseError> {
        let mut reader = Reader {
            text,
            at: 0,
            depth: 0,
        };
        let whole = reader
            .whole()
            .map_err(|error| error.placed(text, EXAMPLE))?;
        let text = text.to_owned();
        Ok(Expression { whole, text })
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    /// What comes next, without blanks before it.
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn next(&mut self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes over a sign, and tells where it stands.
    fn sign(&mut self, signs: &[char]) -> Option<usize> {
        let sign = self.next().filter(|sign| signs.contains(sign))?;
        let at = self.at;
        self.at += sign.len_utf8();
        Some(at)
    }

    /// The longest word of such letters.
    fn word(&mut self, is_part: fn(char) -> bool) -> Word<'t> {
        let rest = self.rest();
        let end = rest.find(|letter| !is_part(letter));
        let text = &rest[..end.unwrap_or(rest.len())];
        let word = Word { text, at: self.at };
        self.at += text.len();
        word
    }

    fn wrong(&mut self, expected: Message) -> ParseError {
        let rest = self.rest();
        let word = rest.split_whitespace().next().unwrap_or_default();
        let found = Word {
            text: word,
            at: self.at,
        };
        found.error(match word {
            "" => message!(
                "expected {expected}, but the expression ends here",
                "此处应为{expected}，但表达式到此结束",
                expected = expected
            ),
            word => message!(
                "expected {expected}, found '{found}'",
                "此处应为{expected}，却是 '{found}'",
                expected = expected,
                found = shortened(word)
            ),
        })
    }

    fn needs(&mut self, sign: char) -> Result<(), ParseError> {
        match self.sign(&[sign]) {
            Some(_) => Ok(()),
            None => Err(self.wrong(message!("'{sign}'", " '{sign}'", sign = sign.to_string()))),
        }
    }

    fn whole(&mut self) -> Result<Whole, ParseError> {
        let whole = match self.ordinary()? {
            Some(count) => Whole::Ordinary(count),
            None => Whole::Nimber(self.sum()?),
        };
        match (self.next(), &whole) {
            (None, _) => Ok(whole),
            (Some(_), Whole::Ordinary(_)) => Err(self.wrong(message!(
                "the end (this is an ordinary number, not a nimber)",
                "结尾（结果是普通的数，不是尼姆数）"
            ))),
            (Some(_), Whole::Nimber(_)) => {
                Err(self.wrong(message!("one of + * / ^", " + * / ^ 之一")))
            }
        }
    }

    fn sum(&mut self) -> Result<Term, ParseError> {
        let mut terms = vec![self.product()?];
        while self.sign(&['+', '-', '⊕']).is_some() {
            terms.push(self.product()?);
        }
        Ok(match terms.len() {
            1 => terms.swap_remove(0),
            _ => Term::Sum(terms),
        })
    }

    fn product(&mut self) -> Result<Term, ParseError> {
        let first = self.power()?;
        let mut factors = Vec::new();
        loop {
            if let Some(at) = self.sign(&['*', '⊗', '×']) {
                factors.push((Sign::Times, at, self.power()?));
            } else if let Some(at) = self.sign(&['/', '⊘']) {
                factors.push((Sign::Over, at, self.power()?));
            } else {
                break;
            }
        }
        Ok(match factors.is_empty() {
            true => first,
            false => Term::Product(Box::new(first), factors),
        })
    }

    fn power(&mut self) -> Result<Term, ParseError> {
        let base = self.factor()?;
        let Some(at) = self.sign(&['^']) else {
            return Ok(base);
        };
        let is_negative = self.sign(&['-']).is_some();
        let count = match self.ordinary()? {
            Some(count) => count,
            None if self.next().is_some_and(|next| next.is_ascii_digit()) => {
                Count::Literal(self.number()?)
            }
            None => {
                return Err(self.wrong(message!(
                    "an ordinary number as exponent",
                    "作为指数的普通的数"
                )));
            }
        };
        if let Some(at) = self.sign(&['^']) {
            return Err(ParseError::at(
                at,
                1,
                message!(
                    "which power comes first? Put it in parentheses",
                    "先算哪个幂？请加括号"
                ),
            ));
        }
        let exponent = Exponent { is_negative, count };
        Ok(Term::Power(Box::new(base), at, exponent))
    }

    fn number(&mut self) -> Result<Natural, ParseError> {
        self.word(|letter| letter.is_ascii_digit()).natural()
    }

    fn factor(&mut self) -> Result<Term, ParseError> {
        match self.next() {
            Some('0'..='9') => Ok(Term::Number(self.number()?)),
            // The nimber of 2 is often written *2; where a number is expected a star cannot multiply.
            Some('*') if self.rest()[1..].starts_with(|next: char| next.is_ascii_digit()) => {
                self.at += 1;
                Ok(Term::Number(self.number()?))
            }
            Some('(') => Ok(*self.one()?),
            Some(letter) if letter.is_alphabetic() => {
                let word = self.word(char::is_alphanumeric);
                match word.text {
                    "sqrt" => Ok(Term::Root(self.one()?)),
                    "quadratic" => Ok(Term::Quadratic(self.two()?)),
                    "log" | "order" => Err(word.error(message!(
                        "{word} is an ordinary number, but a nimber is expected here",
                        "{word} 是普通的数，此处应为尼姆数",
                        word = word.text
                    ))),
                    _ => Err(word.error(message!(
                        "expected one of sqrt, quadratic, log, order, found '{found}'",
                        "此处应为 sqrt、quadratic、log、order 之一，却是 '{found}'",
                        found = shortened(word.text)
                    ))),
                }
            }
            _ => Err(self.wrong(message!("a number", "一个数"))),
        }
    }

    /// What stands within parentheses, of which the first is next.
    fn within<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        self.needs('(')?;
        if self.depth == DEEPEST {
            return Err(ParseError::at(
                self.at - 1,
                1,
                message!(
                    "parentheses are nested more than {most} deep",
                    "括号嵌套超过 {most} 层",
                    most = DEEPEST
                ),
            ));
        }
        self.depth += 1;
        let inner = inner(self)?;
        self.depth -= 1;
        Ok(inner)
    }

    fn one(&mut self) -> Result<Box<Term>, ParseError> {
        self.within(|reader| {
            let term = reader.sum()?;
            reader.needs(')')?;
            Ok(Box::new(term))
        })
    }

    fn two(&mut self) -> Result<Box<[Term; 2]>, ParseError> {
        self.within(|reader| {
            let first = reader.sum()?;
            reader.needs(',')?;
            let second = reader.sum()?;
            reader.needs(')')?;
            Ok(Box::new([first, second]))
        })
    }

    /// `log(…)` or `order(…)`, if one of them is next.
    fn ordinary(&mut self) -> Result<Option<Count>, ParseError> {
        let word = self.word(char::is_alphanumeric);
        match word.text {
            "log" => Ok(Some(Count::Logarithm(self.two()?))),
            "order" => Ok(Some(Count::Order(word.at, self.one()?))),
            _ => {
                self.at = word.at;
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_a_place() {
        for (text, column) in [
            ("", 1),
            ("3 +", 4),
            ("3 5", 3),
            ("(3", 3),
            ("3)", 2),
            ("2^3^4", 4),
            ("2^(3)", 3),
            ("cube(3)", 1),
            ("sqrt 3", 6),
            ("log(3)", 6),
            ("log(3,4)+1", 9),
            ("3+log(3,4)", 3),
            ("3 & 4", 3),
            ("quadratic(1,2,3)", 14),
        ] {
            let error = text.parse::<Expression>().expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
        let deep = "(".repeat(5000);
        assert_eq!(deep.parse::<Expression>().expect_err("deep").column, 101);
        let wide = "1+".repeat(100_000) + "1";
        assert!(wide.parse::<Expression>().is_ok());
    }
}
