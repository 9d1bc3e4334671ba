//! Reads the part of the DOT language (Gansner, Koutsofios, North, *Drawing graphs with dot*) that tells a graph from
//! another: names and edges, directed ones or, where a reading takes them, those without direction.

use super::text::{Expected, Reading, TextError, mistake};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A name or a word of the language; whether it was quoted.
    Name(String, bool),
    Arrow,
    /// Any other single character.
    Sign(char),
    End,
}

struct Tokens<'a> {
    text: &'a str,
    /// Where the token after the present one is looked for.
    after: usize,
    /// Where the present token begins.
    at: usize,
    token: Token,
    /// Whether an edge is `--`.
    undirected: bool,
}

/// Reads a whole text.
pub(super) fn dot_edges(text: &str, reading: &mut Reading) -> Result<(), TextError> {
    let mut tokens = Tokens {
        text,
        after: 0,
        at: 0,
        token: Token::End,
        undirected: false,
    };
    tokens.advance()?;
    if tokens.is_word("strict") {
        tokens.advance()?;
    }
    let undirected = reading.undirected && tokens.is_word("graph");
    tokens.undirected = undirected;
    if !undirected && !tokens.is_word("digraph") {
        return Err(tokens.mistake(Expected::Digraph));
    }
    tokens.advance()?;
    if matches!(tokens.token, Token::Name(..)) {
        tokens.advance()?;
    }
    tokens.take('{', Expected::OpeningBrace)?;
    while tokens.token != Token::Sign('}') {
        match tokens.token {
            Token::Sign(';') => tokens.advance()?,
            Token::End => return Err(tokens.mistake(Expected::ClosingBrace)),
            _ => tokens.statement(reading)?,
        }
    }
    tokens.advance()?;
    if tokens.token != Token::End {
        return Err(tokens.mistake(Expected::EndOfText));
    }
    Ok(())
}

impl Tokens<'_> {
    /// A path, a vertex, a default (`node [shape=box]`) or an attribute of the graph (`rankdir=LR`).
    fn statement(&mut self, reading: &mut Reading) -> Result<(), TextError> {
        if ["node", "edge", "graph"]
            .iter()
            .any(|word| self.is_word(word))
        {
            self.advance()?;
            return self.attributes();
        }
        let mut earlier = None;
        loop {
            let name = match &self.token {
                Token::Name(word, false) if word.eq_ignore_ascii_case("subgraph") => {
                    return Err(self.mistake(Expected::NameNotGroup));
                }
                Token::Name(name, _) => name.clone(),
                Token::Sign('{') => return Err(self.mistake(Expected::NameNotGroup)),
                _ => return Err(self.mistake(Expected::Name)),
            };
            self.advance()?;
            if earlier.is_none() && self.token == Token::Sign('=') {
                self.advance()?;
                return match self.token {
                    Token::Name(..) => self.advance(),
                    _ => Err(self.mistake(Expected::Name)),
                };
            }
            while self.token == Token::Sign(':') {
                self.advance()?; // a port: the side of the vertex where the line is drawn
                self.advance()?;
            }
            let vertex = reading.vertex(&name);
            if let Some(earlier) = earlier.replace(vertex) {
                reading.edge(earlier, vertex);
            }
            if self.token != Token::Arrow {
                break;
            }
            self.advance()?;
        }
        if self.token == Token::Sign('-') {
            return Err(self.mistake(if self.undirected {
                Expected::Line
            } else {
                Expected::Arrow
            }));
        }
        self.attributes()
    }

    /// Passes over `[…]`, any number of them.
    fn attributes(&mut self) -> Result<(), TextError> {
        while self.token == Token::Sign('[') {
            while self.token != Token::Sign(']') {
                if self.token == Token::End {
                    return Err(self.mistake(Expected::ClosingBracket));
                }
                self.advance()?;
            }
            self.advance()?;
        }
        Ok(())
    }

    fn take(&mut self, sign: char, expected: Expected) -> Result<(), TextError> {
        if self.token != Token::Sign(sign) {
            return Err(self.mistake(expected));
        }
        self.advance()
    }

    /// Words of the language are known in either case, and only without quotes.
    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token, Token::Name(name, false) if name.eq_ignore_ascii_case(word))
    }

    fn mistake(&self, expected: Expected) -> TextError {
        mistake(self.text, self.at, expected)
    }

    fn advance(&mut self) -> Result<(), TextError> {
        self.pass_blanks_and_comments()?;
        self.at = self.after;
        let rest = &self.text[self.at..];
        let (token, length) = match rest.chars().next() {
            None => (Token::End, 0),
            Some('"') => self.quoted(rest)?,
            Some('<') => (
                Token::Sign('<'),
                html_length(rest).ok_or_else(|| self.mistake(Expected::ClosingAngle))?,
            ),
            Some('-') if rest.starts_with(if self.undirected { "--" } else { "->" }) => {
                (Token::Arrow, 2)
            }
            Some(first) if in_plain_name(first) => {
                let length = rest
                    .find(|character| !in_plain_name(character))
                    .unwrap_or(rest.len());
                (Token::Name(rest[..length].to_owned(), false), length)
            }
            Some(sign) => (Token::Sign(sign), sign.len_utf8()),
        };
        self.token = token;
        self.after = self.at + length;
        Ok(())
    }

    /// In a quoted name `\"` is a quote, and a backslash before a line end joins the lines; nothing else is changed.
    fn quoted(&self, rest: &str) -> Result<(Token, usize), TextError> {
        let mut name = String::new();
        let mut characters = rest.char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            match (character, characters.peek()) {
                ('"', _) => return Ok((Token::Name(name, true), at + 1)),
                ('\\', Some((_, '"'))) => {
                    name.push('"');
                    characters.next();
                }
                ('\\', Some((_, '\n'))) => drop(characters.next()),
                ('\\', Some((_, '\\'))) => {
                    name.push_str("\\\\");
                    characters.next();
                }
                _ => name.push(character),
            }
        }
        Err(mistake(self.text, self.text.len(), Expected::ClosingQuote))
    }

    fn pass_blanks_and_comments(&mut self) -> Result<(), TextError> {
        loop {
            let rest = &self.text[self.after..];
            let blank = |character: char| character.is_whitespace() || character == '\u{feff}';
            let (blanks, rest) = rest.split_at(
                rest.find(|character| !blank(character))
                    .unwrap_or(rest.len()),
            );
            let line_begins = self.after == 0 || blanks.contains('\n');
            self.after += blanks.len();
            // A line that begins with # was written by a preprocessor.
            if rest.starts_with("//") || line_begins && rest.starts_with('#') {
                self.after += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.after += end + 4,
                    None => {
                        return Err(mistake(
                            self.text,
                            self.text.len(),
                            Expected::ClosingComment,
                        ));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }
}

fn in_plain_name(character: char) -> bool {
    character.is_alphanumeric()
        || character == '_'
        || character == '.'
        || !character.is_ascii() && !character.is_whitespace()
}

/// The length of a text in the manner of HTML, `<…>` with more such inside; `None` if it does not end.
fn html_length(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(at + 1),
            b'>' => depth -= 1,
            _ => {}
        }
    }
    None
}
