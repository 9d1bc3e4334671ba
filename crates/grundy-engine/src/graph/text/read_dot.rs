//! Reads the part of the DOT language (Gansner, Koutsofios, North, *Drawing graphs with dot*) that tells a graph from
//! another: names, groups of vertices, and edges, directed ones or, where that is asked for, those without direction.

use super::{Expected, Taker, TextError, mistake};
use std::ops::Range;

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

/// A group that is open.
struct Group {
    /// Where its vertices begin in the list of members.
    begin: usize,
    /// What stands before it in its statement, if an arrow does.
    before: Option<Range<usize>>,
}

/// What is read of a graph.
struct Statements<'a, 'b> {
    tokens: Tokens<'a>,
    taker: &'b mut dyn Taker,
    /// The vertices of the open groups, those of inner ones after those of outer ones before them.
    members: Vec<u32>,
    groups: Vec<Group>,
    /// How many edges between groups there may still be: their number grows with the square of the text.
    room: usize,
}

/// Reads a graph in the DOT language, as [`parse_dot`](super::parse_dot) does; if not `directed`, also a `graph` with `--`, of
/// which each edge goes from the name that is written first.
pub fn take_dot(text: &str, directed: bool, taker: &mut dyn Taker) -> Result<(), TextError> {
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
    let undirected = !directed && tokens.is_word("graph");
    tokens.undirected = undirected;
    if !undirected && !tokens.is_word("digraph") {
        return Err(tokens.mistake(Expected::Digraph));
    }
    tokens.advance()?;
    if matches!(tokens.token, Token::Name(..)) {
        tokens.advance()?;
    }
    tokens.take('{', Expected::OpeningBrace)?;
    let mut statements = Statements {
        tokens,
        taker,
        members: Vec::new(),
        groups: Vec::new(),
        room: text.len().saturating_mul(64).saturating_add(1 << 20),
    };
    statements.all()?;
    let mut tokens = statements.tokens;
    tokens.advance()?;
    if tokens.token != Token::End {
        return Err(tokens.mistake(Expected::EndOfText));
    }
    Ok(())
}

impl Statements<'_, '_> {
    /// All statements, up to the last `}`: paths, vertices, groups, defaults (`node [shape=box]`), attributes of the
    /// graph (`rankdir=LR`).
    fn all(&mut self) -> Result<(), TextError> {
        loop {
            match &self.tokens.token {
                Token::Sign(';') => self.tokens.advance()?,
                Token::End => return Err(self.tokens.mistake(Expected::ClosingBrace)),
                Token::Sign('}') => match self.groups.pop() {
                    None => return Ok(()),
                    Some(group) => {
                        self.tokens.advance()?;
                        let vertices = group.begin..self.members.len();
                        self.join(group.before, &vertices)?;
                        self.follow(vertices)?;
                    }
                },
                Token::Name(word, false)
                    if ["node", "edge", "graph"]
                        .iter()
                        .any(|known| word.eq_ignore_ascii_case(known)) =>
                {
                    self.tokens.advance()?;
                    self.tokens.attributes()?;
                }
                _ => self.statement()?,
            }
        }
    }

    /// A statement from its beginning, up to its end or into its first group.
    fn statement(&mut self) -> Result<(), TextError> {
        if self.opens_group(None)? {
            return Ok(());
        }
        let (name, at) = self.name()?;
        if self.tokens.token == Token::Sign('=') {
            self.tokens.advance()?;
            return match self.tokens.token {
                Token::Name(..) => self.tokens.advance(),
                _ => Err(self.tokens.mistake(Expected::Name)),
            };
        }
        let vertices = self.vertex(&name, at)?;
        if self.tokens.token != Token::Arrow {
            let vertex = self.members[vertices.start];
            self.taker
                .alone(vertex)
                .ok_or_else(|| mistake(self.tokens.text, at, Expected::Fewer))?;
        }
        self.follow(vertices)
    }

    /// What follows vertices in their statement.
    fn follow(&mut self, mut before: Range<usize>) -> Result<(), TextError> {
        while self.tokens.token == Token::Arrow {
            self.tokens.advance()?;
            if self.opens_group(Some(&before))? {
                return Ok(());
            }
            let (name, at) = self.name()?;
            let vertices = self.vertex(&name, at)?;
            self.join(Some(before), &vertices)?;
            before = vertices;
        }
        if self.tokens.token == Token::Sign('-') {
            let expected = match self.tokens.undirected {
                true => Expected::Line,
                false => Expected::Arrow,
            };
            return Err(self.tokens.mistake(expected));
        }
        if self.groups.is_empty() {
            self.members.clear();
        }
        self.tokens.attributes()
    }

    /// Goes into a group, if there is one here.
    fn opens_group(&mut self, before: Option<&Range<usize>>) -> Result<bool, TextError> {
        if self.tokens.is_word("subgraph") {
            self.tokens.advance()?;
            if matches!(self.tokens.token, Token::Name(..)) {
                self.tokens.advance()?;
            }
            self.tokens.take('{', Expected::Group)?;
        } else if self.tokens.token == Token::Sign('{') {
            self.tokens.advance()?;
        } else {
            return Ok(false);
        }
        self.groups.push(Group {
            begin: self.members.len(),
            before: before.cloned(),
        });
        Ok(true)
    }

    /// A name and where it stands.
    fn name(&mut self) -> Result<(String, usize), TextError> {
        let at = self.tokens.at;
        let Token::Name(name, _) = &mut self.tokens.token else {
            return Err(self.tokens.mistake(Expected::Name));
        };
        let name = std::mem::take(name);
        self.tokens.advance()?;
        Ok((name, at))
    }

    /// The vertex of a name, as a member of the groups it stands in; a port, the side of the vertex where the line is
    /// drawn, is passed over.
    fn vertex(&mut self, name: &str, at: usize) -> Result<Range<usize>, TextError> {
        while self.tokens.token == Token::Sign(':') {
            self.tokens.advance()?;
            self.tokens.advance()?;
        }
        let vertex = self
            .taker
            .vertex(name)
            .ok_or_else(|| mistake(self.tokens.text, at, Expected::Fewer))?;
        self.members.push(vertex);
        Ok(self.members.len() - 1..self.members.len())
    }

    /// Edges from all these to all those.
    fn join(&mut self, from: Option<Range<usize>>, to: &Range<usize>) -> Result<(), TextError> {
        let Some(from) = from else {
            return Ok(());
        };
        let edges = || {
            self.room = self.room.checked_sub(from.len().checked_mul(to.len())?)?;
            for at in from {
                for &to in &self.members[to.clone()] {
                    self.taker.edge(self.members[at], to)?;
                }
            }
            Some(())
        };
        edges().ok_or_else(|| self.tokens.mistake(Expected::Fewer))
    }
}

impl Tokens<'_> {
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
