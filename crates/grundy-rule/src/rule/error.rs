//! What is wrong with a rule: where, what was expected, and an example. As many things at once as can be told apart.

use std::fmt;

use crate::message;
use crate::notation::MOST_ERRORS;
use crate::rule::syntax::Span;
use crate::text::{Lang, Message};

/// One thing that is wrong with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The bytes of the text that it is about.
    pub span: Span,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: Message,
    /// A rule that shows how it is written.
    pub example: &'static str,
    /// The name that is bound nowhere, where that is what is wrong and the place is that of more than the name.
    pub unbound: Option<String>,
}

/// Why a text is no rule: at least one error, in the order of their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleErrors {
    /// The errors.
    pub errors: Vec<RuleError>,
}

impl RuleError {
    /// How many characters of the text it is about, at least one.
    pub fn length(&self, text: &str) -> usize {
        let wrong = text.get(self.span.start..self.span.end);
        wrong.map_or(1, |wrong| wrong.chars().count()).max(1)
    }

    pub(crate) fn new(span: Span, message: Message, example: &'static str) -> RuleError {
        RuleError {
            span,
            line: 0,
            column: 0,
            message,
            example,
            unbound: None,
        }
    }

    /// The same about a name that is bound nowhere.
    pub(crate) fn about(mut self, name: &str) -> RuleError {
        self.unbound = Some(name.to_owned());
        self
    }

    /// The message in one line.
    pub fn render(&self, lang: Lang) -> String {
        let place = if self.line > 1 {
            message!(
                "line {line}, column {column}",
                "第 {line} 行第 {column} 列",
                line = self.line,
                column = self.column
            )
        } else {
            message!("column {column}", "第 {column} 列", column = self.column)
        };
        message!(
            "{place}: {what}; for example: {example}",
            "{place}：{what}；例如：{example}",
            place = place,
            what = self.message.clone(),
            example = self.example
        )
        .render(lang)
    }
}

impl RuleErrors {
    /// Errors in the order of their places, with lines and columns counted.
    pub(crate) fn placed(mut errors: Vec<RuleError>, text: &str) -> RuleErrors {
        errors.sort_by_key(|error| error.span.start);
        errors.truncate(MOST_ERRORS);
        for error in &mut errors {
            (error.line, error.column) = place(text, error.span.start);
        }
        RuleErrors { errors }
    }

    /// One line for each error.
    pub fn render(&self, lang: Lang) -> String {
        let lines = self.errors.iter().map(|error| error.render(lang));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Line and column of a byte, both from 1.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

impl std::error::Error for RuleError {}

impl fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

impl std::error::Error for RuleErrors {
    /// The first of them.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let first = self.errors.first()?;
        Some(first)
    }
}
