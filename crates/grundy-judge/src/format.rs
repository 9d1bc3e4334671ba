//! A contest format as data: how its input is laid out, by which rule its positions are
//! judged, and what is written. Formats are read from TOML; the ones known here stand in
//! `formats.toml`, which also says what each key means.

use serde::Deserialize;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;
use toml::Spanned;

/// How the cases of an input are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Cases {
    /// Their number comes first.
    Counted,
    /// A case whose count is 0 ends them; so does the end of the input.
    UntilZero,
    /// The end of the input ends them.
    UntilEnd,
}

/// What a case holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Case {
    /// A count, then as many heaps.
    Heaps,
    /// A count, then as many pairs: a heap and its limit.
    Pairs,
    /// A count and as many takes, then a number of positions, each a count and as many heaps.
    Positions,
}

/// By which rule a position is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// Nim under normal play.
    Nim,
    /// Nim under misère play.
    MisereNim,
    /// Take at most the limit from a heap: one for all heaps, or that of each pair.
    Bounded(Option<u64>),
    /// Take a number of a set from a heap: one set for all cases, or that of each case.
    Subtraction(Option<Vec<u64>>),
}

/// What is written for each position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tell {
    /// One text for each outcome.
    Outcome {
        /// Written where the mover wins (N).
        win: String,
        /// Written where the mover loses (P).
        lose: String,
    },
    /// The number of winning first moves.
    WinningMoves {
        /// Written after the number.
        after: String,
    },
}

/// A sentence for people, in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

/// An input and the output that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// The input.
    pub input: String,
    /// The output, byte by byte.
    pub output: String,
}

/// A contest format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Format {
    /// The name it is called by.
    pub name: String,
    /// Other names of the same format.
    pub aliases: Vec<String>,
    /// How the cases are counted.
    pub cases: Cases,
    /// What a case holds.
    pub case: Case,
    /// The number of heaps or pairs in every case, where it is not written in the input.
    pub count: Option<u64>,
    /// By which rule positions are judged.
    pub rule: Rule,
    /// What is written for each position.
    pub tell: Tell,
    /// What is written after each case.
    pub after_case: String,
    /// The rule in a sentence.
    pub sentence: Option<Sentence>,
    /// Where the problem was set.
    pub source: String,
    /// The limits of its statement; larger numbers are answered too.
    pub limits: String,
    /// Its sample.
    pub sample: Option<Sample>,
}

/// Why a text is not a list of formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
    /// What is wrong, in one line.
    pub message: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.message
        )
    }
}

impl std::error::Error for FormatError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText {
    #[serde(default)]
    format: Vec<FormatText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormatText {
    name: Spanned<String>,
    #[serde(default)]
    aliases: Vec<String>,
    cases: Spanned<Cases>,
    case: Spanned<Case>,
    count: Option<Spanned<u64>>,
    rule: Spanned<RuleName>,
    limit: Option<Spanned<u64>>,
    takes: Option<Spanned<Vec<u64>>>,
    answer: Spanned<AnswerText>,
    sentence: Option<Sentence>,
    #[serde(default)]
    source: String,
    #[serde(default)]
    limits: String,
    sample: Option<Sample>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RuleName {
    Nim,
    MisereNim,
    Bounded,
    Subtraction,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TellName {
    Outcome,
    WinningMoves,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AnswerText {
    tell: TellName,
    win: Option<String>,
    lose: Option<String>,
    after: Option<String>,
    #[serde(default)]
    after_case: String,
}

/// A fault with the bytes it stands at.
type Fault = (Range<usize>, &'static str);

impl Format {
    /// Reads a text that holds exactly one `[[format]]` table.
    ///
    /// ```
    /// let format = grundy_judge::Format::parse(r#"
    ///     [[format]]
    ///     name = "three-heaps"
    ///     cases = "until-end"
    ///     case = "heaps"
    ///     count = 3
    ///     rule = "nim"
    ///     answer = { tell = "outcome", win = "Yes\n", lose = "No\n" }
    /// "#)?;
    /// let mut answers = Vec::new();
    /// grundy_judge::run(&format, &b"3 5 7\n1 2 3"[..], &mut answers)?;
    /// assert_eq!(answers, b"Yes\nNo\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The place and what is wrong there, where the text is no such table.
    pub fn parse(text: &str) -> Result<Format, FormatError> {
        let mut formats = Format::parse_all(text)?;
        match (formats.pop(), formats.is_empty()) {
            (Some(format), true) => Ok(format),
            _ => Err(FormatError {
                line: 1,
                column: 1,
                message: "expected exactly one [[format]] table".into(),
            }),
        }
    }

    /// Reads a text of any number of `[[format]]` tables.
    ///
    /// # Errors
    /// The place and what is wrong there, where the text is no list of formats.
    pub fn parse_all(text: &str) -> Result<Vec<Format>, FormatError> {
        let file: FileText = toml::from_str(text).map_err(|error| {
            error_at(
                text,
                error.span().map_or(0, |span| span.start),
                error.message(),
            )
        })?;
        file.format
            .into_iter()
            .map(|table| {
                check(table).map_err(|(span, message)| error_at(text, span.start, message))
            })
            .collect()
    }

    /// Whether `name` is the format's name or one of its aliases.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

/// Builds a format out of what its table says; what does not go together is a fault.
fn check(text: FormatText) -> Result<Format, Fault> {
    if text.name.get_ref().is_empty() {
        return Err((text.name.span(), "a format needs a name"));
    }
    let case = *text.case.get_ref();
    let rule = rule(&text, case)?;
    let count = match &text.count {
        None => None,
        Some(count) if case == Case::Positions => {
            return Err((
                count.span(),
                "`count` goes with `case` \"heaps\" or \"pairs\"",
            ));
        }
        Some(count) if *text.cases.get_ref() == Cases::UntilZero => {
            return Err((
                count.span(),
                "`cases` \"until-zero\" needs the count in the input",
            ));
        }
        Some(count) if !(1..1 << 62).contains(count.get_ref()) => {
            return Err((count.span(), "`count` must be at least 1 and below 2^62"));
        }
        Some(count) => Some(*count.get_ref()),
    };
    let span = text.answer.span();
    let answer = text.answer.into_inner();
    let tell = match (answer.tell, answer.win, answer.lose, answer.after) {
        (TellName::Outcome, Some(win), Some(lose), None) => Tell::Outcome { win, lose },
        (TellName::WinningMoves, None, None, Some(after)) => Tell::WinningMoves { after },
        (TellName::Outcome, ..) => return Err((span, "an outcome is told by `win` and `lose`")),
        (TellName::WinningMoves, ..) => {
            return Err((span, "a number of moves is told with `after`"));
        }
    };
    Ok(Format {
        name: text.name.into_inner(),
        aliases: text.aliases,
        cases: text.cases.into_inner(),
        case,
        count,
        rule,
        tell,
        after_case: answer.after_case,
        sentence: text.sentence,
        source: text.source,
        limits: text.limits,
        sample: text.sample,
    })
}

fn rule(text: &FormatText, case: Case) -> Result<Rule, Fault> {
    let span = text.rule.span();
    let name = *text.rule.get_ref();
    if let Some(limit) = text
        .limit
        .as_ref()
        .filter(|_| name != RuleName::Bounded || case != Case::Heaps)
    {
        return Err((
            limit.span(),
            "`limit` goes with `rule` \"bounded\" and `case` \"heaps\"",
        ));
    }
    if let Some(takes) = text
        .takes
        .as_ref()
        .filter(|_| name != RuleName::Subtraction || case != Case::Heaps)
    {
        return Err((
            takes.span(),
            "`takes` goes with `rule` \"subtraction\" and `case` \"heaps\"",
        ));
    }
    match (name, case, &text.limit, &text.takes) {
        (RuleName::Nim, Case::Heaps, ..) => Ok(Rule::Nim),
        (RuleName::MisereNim, Case::Heaps, ..) => Ok(Rule::MisereNim),
        (RuleName::Bounded, Case::Pairs, ..) => Ok(Rule::Bounded(None)),
        (RuleName::Bounded, Case::Heaps, Some(limit), _) => {
            Ok(Rule::Bounded(Some(*limit.get_ref())))
        }
        (RuleName::Subtraction, Case::Positions, ..) => Ok(Rule::Subtraction(None)),
        (RuleName::Subtraction, Case::Heaps, _, Some(takes)) => {
            if takes.get_ref().is_empty() || takes.get_ref().contains(&0) {
                return Err((
                    takes.span(),
                    "`takes` needs at least one number, each at least 1",
                ));
            }
            Ok(Rule::Subtraction(Some(takes.get_ref().clone())))
        }
        (RuleName::Nim | RuleName::MisereNim, ..) => Err((span, "Nim goes with `case` \"heaps\"")),
        (RuleName::Bounded, ..) => Err((
            span,
            "\"bounded\" goes with `case` \"pairs\", or with `case` \"heaps\" and a `limit`",
        )),
        (RuleName::Subtraction, ..) => Err((
            span,
            "\"subtraction\" goes with `case` \"positions\", or with `case` \"heaps\" and `takes`",
        )),
    }
}

fn error_at(text: &str, offset: usize, message: &str) -> FormatError {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before
        .chars()
        .rev()
        .take_while(|&character| character != '\n')
        .count()
        + 1;
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    FormatError {
        line,
        column,
        message,
    }
}

/// The formats known here, in the order of their file.
pub fn formats() -> &'static [Format] {
    static FORMATS: LazyLock<Vec<Format>> =
        LazyLock::new(|| Format::parse_all(include_str!("../formats.toml")).unwrap_or_default());
    &FORMATS
}

/// The known format called `name`.
pub fn find(name: &str) -> Option<&'static Format> {
    formats().iter().find(|format| format.is_called(name))
}
