//! A contest format as data: how its input is laid out, by which rule its positions are
//! judged, and what is written. Formats are read from TOML; the ones known here stand in
//! `formats.toml`, which also says what each key means, and in the folder `formats`.

mod along;
mod fold;
mod formula;
mod layout;
mod linked;
mod made;
mod options;
mod own;
mod plan;
mod read;
mod rule;
mod shape;
mod sought;
mod tell;
mod unused;
mod whole;
mod within;
mod words;

pub use along::{Along, At, Below, Local, Way};
pub use layout::{Count, Edges, Field, Item, Layout, Nested, Span};
pub use linked::Linked;
pub use made::{Arranged, How, Made, Recurrence};
pub use options::{Coordinate, Options, OptionsError};
pub use own::{OwnPlace, OwnRule};
pub use rule::{End, Rule};
pub use shape::{Filled, Word};
pub use sought::{NoFormats, NoWord, sought};
pub use tell::{Key, Part, Reply, Slot, Wording};

pub use fold::{Each, Fold, Folded};
pub(crate) use fold::{Scope, Unmet};
pub(crate) use formula::{Apart, Bound, Summed};
pub use formula::{Formulas, Known, Named, Over};
pub(crate) use layout::{Counted, Minus};
pub(crate) use made::Unmade;
pub(crate) use options::Misplaced;
pub(crate) use plan::{Parameter, Plan, Shape, Takes};
pub(crate) use rule::{Gapped, Numbers, Piece, shifted};

use crate::known::Memory;
use grundy::{Lang, Message, Text, message};
use serde::Deserialize;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// How the cases of an input are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Cases {
    /// The input is one case.
    One,
    /// Their number comes first.
    Counted,
    /// A case whose numbers up to the first list are all 0 ends them; so does the end of the input.
    UntilZero,
    /// The end of the input ends them.
    UntilEnd,
}

/// A sentence for people, in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Told")]
pub struct Sentence {
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

/// A sentence as a file tells it: one text for both languages, or one for each, of which one will do.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a text, or a text for each language: title.en = \"Brave Game\", title.zh = \"勇敢者的游戏\""
)]
enum Told {
    Same(String),
    Each(ByLanguage),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByLanguage {
    en: Option<String>,
    zh: Option<String>,
}

impl TryFrom<Told> for Sentence {
    type Error = &'static str;

    fn try_from(told: Told) -> Result<Sentence, &'static str> {
        let (en, zh) = match told {
            Told::Same(text) => (Some(text.clone()), Some(text)),
            Told::Each(ByLanguage { en, zh }) => (en, zh),
        };
        match (en, zh) {
            (Some(en), Some(zh)) => Ok(Sentence { en, zh }),
            (Some(text), None) | (None, Some(text)) => Ok(Sentence {
                en: text.clone(),
                zh: text,
            }),
            (None, None) => Err("a text is missing: title.en = \"Brave Game\""),
        }
    }
}

/// An input and the output that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// The input.
    pub input: String,
    /// The output, byte by byte.
    pub output: String,
    /// Whether it is made up, or not known for certain to be the one of the statement.
    #[serde(default)]
    pub unverified: bool,
}

/// A contest format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Format {
    /// The name it is called by.
    pub name: String,
    /// Other names of the same format.
    pub aliases: Vec<String>,
    /// What the problem is called.
    pub title: Option<Sentence>,
    /// How the cases are counted.
    pub cases: Cases,
    /// How the numbers of a case stand in the input.
    pub layout: Layout,
    /// The game that is played, with gaps for the numbers.
    pub rule: Rule,
    /// The rule of the game in the one-line notation, where the notation can say it.
    pub options: Option<Options>,
    /// The rule of the game where it is one on words, grids or graphs.
    pub own: Option<OwnRule>,
    /// By name, which numbers inputs that are made up have.
    pub ranges: Vec<(Field, RangeInclusive<u64>)>,
    /// The same of names whose numbers may be below 0.
    pub signed_ranges: Vec<(Field, RangeInclusive<i64>)>,
    /// By name, every how many numbers of its range are made up, where not each is.
    pub(crate) steps: Vec<(Field, u64)>,
    /// By name, which numbers the statement allows: some inputs that are made up are as large.
    pub far: Vec<(Field, RangeInclusive<u64>)>,
    /// Between which other numbers they stand besides.
    pub(crate) bounds: Vec<Bound>,
    /// Lists whose made-up numbers differ.
    pub(crate) apart: Vec<(Field, Apart)>,
    /// What is written for each position.
    pub tell: Reply,
    /// What is written where neither player can force a win, if the format has a word for it.
    pub draw: Option<Wording>,
    /// Whether every component of the position is told by itself.
    pub each: bool,
    /// After how many answers of a case that are told one by one a line ends.
    pub row: Option<Count>,
    /// Lists of which each row is an arc, where it is promised that the arcs have no cycle.
    pub acyclic: Option<[Field; 2]>,
    /// A condition that the numbers of every case meet.
    pub require: Option<Over>,
    /// Whether an answer follows each row of the last list, for the rows up to it.
    pub prefixes: bool,
    /// What is written before the answers of each case.
    pub before_case: Wording,
    /// What is written after each case.
    pub after_case: Wording,
    /// The rule in a sentence.
    pub sentence: Option<Sentence>,
    /// The contest or site that set the problem, with its number there.
    pub source: String,
    /// The limits of its statement; larger numbers are answered too.
    pub limits: String,
    /// Its sample.
    pub sample: Option<Sample>,
    /// When the mover wins, by what is known of the values of all summands of `options`, where it is not simply that their nim-sum is not 0.
    pub wins: Option<Over>,
    /// The names that it makes of those of its layout, as they are written.
    pub lists: Option<String>,
    /// Those of these names that nothing reads.
    pub unused: Vec<String>,
    pub(crate) plan: Plan,
}

/// A sentence in which nothing is filled.
fn said(text: &'static Text) -> Message {
    Message::new(text, Vec::new())
}

/// Why a text is not a list of formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
    /// What is wrong, in one line.
    pub message: Message,
    /// What is wrong in other formats of the text.
    pub more: Vec<FormatError>,
}

impl FormatError {
    /// This and what else is wrong, in the order of the text.
    pub fn all(&self) -> impl Iterator<Item = &FormatError> {
        std::iter::once(self).chain(&self.more)
    }

    /// The place and what is wrong there, in one line.
    pub fn render(&self, lang: Lang) -> String {
        let place = message!(
            "line {line}, column {column}: {message}",
            "第 {line} 行第 {column} 列：{message}",
            line = self.line as u64,
            column = self.column as u64,
            message = self.message.clone()
        );
        place.render(lang)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

impl std::error::Error for FormatError {}

impl Format {
    /// How the made-up numbers of a list differ, if they must.
    pub(crate) fn apart_of(&self, field: Field) -> Option<Apart> {
        let found = self.apart.iter().find(|(list, _)| *list == field);
        found.map(|(_, apart)| *apart)
    }

    /// Every how many numbers of its range a name is made up.
    pub(crate) fn step_of(&self, field: Field) -> u64 {
        let found = self.steps.iter().find(|(name, _)| *name == field);
        found.map_or(1, |(_, step)| *step)
    }

    /// Reads a text that holds exactly one `[[format]]` table.
    ///
    /// ```
    /// let format = grundy_judge::Format::parse(r#"
    ///     [[format]]
    ///     name = "three-heaps"
    ///     cases = "until-end"
    ///     layout = "heap*3"
    ///     rule = "nim {heap}"
    ///     answer = { win = "Yes\n", lose = "No\n" }
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
                message: message!(
                    "expected exactly one [[format]] table",
                    "此处应恰有一个 [[format]] 表"
                ),
                more: Vec::new(),
            }),
        }
    }

    /// Reads a text of any number of `[[format]]` tables.
    ///
    /// # Errors
    /// The place and what is wrong there, where the text is no list of formats.
    pub fn parse_all(text: &str) -> Result<Vec<Format>, FormatError> {
        read::formats(text)
    }

    /// This format with a rule of one's own in the one-line notation in the place of its rule. The play stays as it was,
    /// or becomes misère. The position is what the first clause names, as `options` has it; where that is no name of the
    /// layout, or a count, it is the position of the format's own rule.
    ///
    /// ```
    /// let format = grundy_judge::find("cses1098").unwrap();
    /// let format = format.with_options("n -> n-k for k in {1,3,4}", false).unwrap();
    /// let mut answers = Vec::new();
    /// grundy_judge::run(&format, &b"2\n1\n7\n1\n8\n"[..], &mut answers)?;
    /// assert_eq!(answers, b"second\nfirst\n");
    /// # Ok::<(), grundy_judge::JudgeError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the rule or its place in the layout; and that a format tells the moves themselves, or a value
    /// under misère play.
    pub fn with_options(&self, rule: &str, misere: bool) -> Result<Format, OptionsError> {
        let misere = misere || self.rule.misere;
        if OwnRule::is_meant(rule) {
            let format = self.owned_by(OwnRule::parse(rule, None, &self.layout)?, misere)?;
            return Ok(Format {
                sentence: None,
                sample: None,
                ..format.by_theorem()
            });
        }
        let own = self.options.as_ref();
        let own = own.map(|options| (options.arity(), options.coordinates().to_vec()));
        let other = own.or_else(|| self.rule.coordinates());
        let options = Options::in_place_of(rule, other, &self.layout)?;
        let format = self.ruled_by(options, misere)?;
        // What was said of the problem is not true of another rule.
        Ok(Format {
            sentence: None,
            sample: None,
            ..format
        })
    }

    /// The formulas by which it is judged, if it is.
    pub fn formulas(&self) -> Option<&Formulas> {
        match &self.plan {
            Plan::Formula(formulas) => Some(formulas),
            _ => None,
        }
    }

    /// This format judged by formulas in the place of its rule: a value, or a condition under which the mover wins. `None` where they cannot be
    /// read, or do not answer what it asks.
    ///
    /// ```
    /// let text = r#"
    /// [[format]]
    /// name = "pairs"
    /// cases = "until-end"
    /// layout = "n heap*n"
    /// rule = "list a[i] -> a[i]-k for k in 1..=a[i]"
    /// answer = { win = "W\n", lose = "L\n" }
    /// "#;
    /// let format = grundy_judge::Format::parse(text)?;
    /// let by_formula = format.by_formulas(None, Some("xor(heap) != 0")).unwrap();
    /// let mut answers = Vec::new();
    /// grundy_judge::run(&by_formula, &b"2 5 5\n2 5 6\n"[..], &mut answers).unwrap();
    /// assert_eq!(answers, b"L\nW\n");
    /// # Ok::<(), grundy_judge::FormatError>(())
    /// ```
    pub fn by_formulas(&self, value: Option<&str>, wins: Option<&str>) -> Option<Format> {
        let fits = match self.tell {
            Reply::Outcome { .. } => self.draw.is_none(),
            Reply::Value(_) => wins.is_none(),
            _ => false,
        };
        if !fits || self.each || self.prefixes {
            return None;
        }
        let formulas = Formulas::parse(value, wins, &self.layout).ok()?;
        let mut format = self.clone();
        format.rule = Rule::of_options(formulas.text(), false);
        format.plan = Plan::Formula(Box::new(formulas));
        (format.options, format.own, format.wins) = (None, None, None);
        Some(format)
    }

    /// The fields that a rule of one's own takes as numbers and arrays.
    pub fn parameters(&self) -> &[Field] {
        match (&self.own, &self.options) {
            (Some(own), _) => own.parameters(),
            (None, Some(options)) => options.parameters(),
            (None, None) => &[],
        }
    }

    /// This format judged by its own `options`, which are plainly evaluated, in the place of its rule; `None` without.
    ///
    /// # Errors
    /// As [`with_options`](Format::with_options).
    pub fn by_options(&self) -> Option<Result<Format, OptionsError>> {
        if let Some(own) = self.own.clone() {
            return Some(self.owned_by(own, self.rule.misere));
        }
        let options = self.options.clone()?;
        Some(self.ruled_by(options, self.rule.misere))
    }

    /// The format that is meant where a rule has none: the number of cases; in each the number of positions, and their
    /// coordinates; "First" or "Second" for who wins. Of a rule on words, grids or graphs each case is one position: a word; the numbers of
    /// rows and columns, and the rows; the numbers of vertices and edges, and the edges.
    ///
    /// # Errors
    /// What is wrong with the rule.
    pub fn plain(rule: &str, misere: bool) -> Result<Format, OptionsError> {
        if OwnRule::is_meant(rule) {
            let (layout, own, ranges) = own::plain(rule)?;
            let format = Format {
                ranges,
                ..Format::bare(rule, misere, layout)
            };
            return Ok(format.owned_by(own, misere)?.by_theorem());
        }
        let (layout, position) = options::plain(rule)?;
        let options = Options::parse(rule, Some(&position), &layout)?;
        Format::bare(rule, misere, layout).ruled_by(options, misere)
    }

    /// A format that counts its cases and tells who wins.
    fn bare(rule: &str, misere: bool, layout: Layout) -> Format {
        let text = |text: &str| Wording::parse(text, &[]).unwrap_or_default();
        Format {
            name: "plain".into(),
            aliases: Vec::new(),
            title: None,
            cases: Cases::Counted,
            layout,
            rule: Rule::of_options(rule, misere),
            options: None,
            own: None,
            ranges: Vec::new(),
            signed_ranges: Vec::new(),
            steps: Vec::new(),
            far: Vec::new(),
            bounds: Vec::new(),
            apart: Vec::new(),
            tell: Reply::Outcome {
                win: text("First\n"),
                lose: text("Second\n"),
            },
            draw: None,
            each: false,
            row: None,
            acyclic: None,
            require: None,
            prefixes: false,
            before_case: Wording::default(),
            after_case: Wording::default(),
            sentence: None,
            source: String::new(),
            limits: String::new(),
            sample: None,
            wins: None,
            lists: None,
            unused: Vec::new(),
            plan: Plan::General,
        }
    }

    fn ruled_by(&self, options: Options, misere: bool) -> Result<Format, OptionsError> {
        options::fit(&self.tell, misere, Some(&options))?;
        let mut format = self.clone();
        format.rule = Rule::of_options(options.text(), misere);
        format.plan = Plan::Options(Box::new(options.clone()), Memory::default());
        // What stood in the format's own rule is left as it is.
        format.unused.clear();
        format.options = Some(options);
        format.own = None;
        Ok(format)
    }

    fn owned_by(&self, own: OwnRule, misere: bool) -> Result<Format, OptionsError> {
        if self.each {
            return Err(OptionsError::Position(message!(
                "this format answers each heap by itself, which only works for rules on numbers",
                "该格式逐堆作答，只适用于数上的规则"
            )));
        }
        options::fit(&self.tell, misere, None)?;
        let mut format = self.clone();
        format.rule = Rule::of_options(own.rule().text(), misere);
        format.plan = Plan::Own(Box::new(own.clone()));
        // What stood in the format's own rule is left as it is.
        format.unused.clear();
        (format.options, format.own) = (None, Some(own));
        Ok(format)
    }

    /// The same with its rule on graphs as a game with a theorem for graphs of any size, where it is one.
    fn by_theorem(self) -> Format {
        let own = self.own.as_ref();
        let known =
            own.and_then(|own| own.known(&self.tell, self.rule.misere || self.draw.is_some()));
        match known {
            Some((rule, plan)) => Format { rule, plan, ..self },
            None => self,
        }
    }

    /// The names of the layout that stand in its answers.
    pub fn echoed(&self) -> Vec<Field> {
        let mut wordings: Vec<&Wording> = match &self.tell {
            Reply::Outcome { win, lose } => vec![win, lose],
            Reply::Count(told) | Reply::Value(told) => vec![told],
            Reply::Moves { .. } => Vec::new(),
        };
        wordings.extend(&self.draw);
        wordings.extend([&self.before_case, &self.after_case]);
        wordings
            .into_iter()
            .flat_map(Wording::read_fields)
            .collect()
    }

    /// Whether it is seen that every play ends, or nothing depends on it: of a game of the catalogue and of formulas nothing does.
    pub fn ends(&self) -> bool {
        match &self.plan {
            _ if self.acyclic.is_some() => true,
            Plan::Own(own) => own.rule().ends(),
            Plan::Options(options, _) => options.ends(&self.layout),
            _ => true,
        }
    }

    /// Whether something is written before or after the answers of a case.
    pub(crate) fn has_headings(&self) -> bool {
        [&self.before_case, &self.after_case]
            .iter()
            .any(|wording| wording.plain() != Some(""))
    }

    /// Whether some answer holds the number of its case.
    pub fn numbers_cases(&self) -> bool {
        let wordings: Vec<&Wording> = match &self.tell {
            Reply::Outcome { win, lose } => vec![win, lose],
            Reply::Count(told) | Reply::Value(told) => vec![told],
            Reply::Moves {
                win,
                each,
                between,
                after,
                lose,
                ..
            } => vec![win, each, between, after, lose],
        };
        let numbers = |wording: &Wording| wording.has(Slot::Case);
        wordings.into_iter().any(numbers)
            || numbers(&self.before_case)
            || numbers(&self.after_case)
            || self.draw.as_ref().is_some_and(numbers)
    }

    /// Whether `name` is the format's name or one of its aliases, in capital or small letters, whatever spaces, `_` and `-`
    /// stand between them: `ABC297G` is `abc297_g`.
    pub fn is_called(&self, name: &str) -> bool {
        let mut names = self.aliases.iter().chain([&self.name]);
        names.any(|own| bare(own).eq(bare(name)))
    }
}

/// What counts of a format's name: its letters and figures, small.
fn bare(name: &str) -> impl Iterator<Item = char> {
    let kept = name.chars().filter(|c| !matches!(c, ' ' | '_' | '-'));
    kept.map(|c| c.to_ascii_lowercase())
}

/// The files of the formats known here.
const FILES: [&str; 7] = [
    include_str!("../../formats.toml"),
    include_str!("../../formats/numbers.toml"),
    include_str!("../../formats/closed.toml"),
    include_str!("../../formats/lists.toml"),
    include_str!("../../formats/graphs.toml"),
    include_str!("../../formats/boards.toml"),
    include_str!("../../formats/formulas.toml"),
];

/// The formats known here, in the order of their file.
pub fn formats() -> &'static [Format] {
    static FORMATS: LazyLock<Vec<Format>> = LazyLock::new(|| {
        let formats = FILES.map(|file| Format::parse_all(file).unwrap_or_default());
        formats.concat()
    });
    &FORMATS
}

/// The text of the known format called `name`: a file of its own, for whoever wants to begin with it.
///
/// ```
/// let text = grundy_judge::written("hdu1847").unwrap();
/// assert!(text.starts_with("[[format]]\nname = \"hdu1847\"\n"));
/// assert_eq!(&grundy_judge::Format::parse(&text)?, grundy_judge::find("hdu1847").unwrap());
/// # Ok::<(), grundy_judge::FormatError>(())
/// ```
pub fn written(name: &str) -> Option<String> {
    let format = find(name)?;
    let named = format!("\nname = \"{}\"\n", format.name);
    let tables = FILES
        .iter()
        .flat_map(|file| file.split("\n[[format]]").skip(1));
    let table = tables.into_iter().find(|table| table.starts_with(&named))?;
    // What is said between two tables is of the next.
    let lines: Vec<&str> = table.lines().collect();
    let is_of_next = |line: &&&str| line.is_empty() || line.starts_with('#');
    let rest = lines.iter().rev().take_while(is_of_next).count();
    let own = lines[..lines.len() - rest].join("\n");
    Some(format!("[[format]]{own}\n"))
}

/// The known format called `name`.
pub fn find(name: &str) -> Option<&'static Format> {
    formats().iter().find(|format| format.is_called(name))
}
