//! Programs for contests: a game given by its rule and an input format, written out in C++17, Python 3, Rust or Java 17.
//!
//! By the theorem of Sprague (1935) and Grundy (1939) a sum is worth the exclusive or of the values of its components, and
//! a position the mex of the values of its options. A program fills a table by that, or, where a [pattern](grundy::pattern) is
//! given, uses the pattern. It is built once as a tree of few kinds of statements, and then printed in each
//! language.

mod asked;
mod cases;
mod ends;
mod error;
mod expressions;
mod facts;
mod functions;
mod gathering;
mod graphs;
mod grids;
mod linked;
mod lists;
mod method;
mod named;
mod names;
mod options;
mod packed;
mod patterns;
mod places;
mod print;
mod shapes;
mod sizes;
mod tree;
mod witness;
mod words;

pub use error::NotEmitted;

use grundy::Lang;
use grundy::pattern::Finding;
use grundy_judge::Format;

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.8 or later.
    Python,
    /// Rust, edition 2021: one file without crates.
    Rust,
    /// Java 17: the class `Main`.
    Java,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [
        Language::Cpp,
        Language::Python,
        Language::Rust,
        Language::Java,
    ];

    /// The name that it is chosen by: `cpp`, `python`, `rust`, `java`.
    pub fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Rust => "rust",
            Language::Java => "java",
        }
    }

    /// The file that its compiler expects.
    pub fn file_name(self) -> &'static str {
        match self {
            Language::Cpp => "main.cpp",
            Language::Python => "main.py",
            Language::Rust => "main.rs",
            Language::Java => "Main.java",
        }
    }
}

/// How a program tells who wins, where that bears on the time and memory it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Way {
    /// In time that does not depend on tables or searches: by formulas, a pattern, Bouton's rule.
    #[default]
    Direct,
    /// By a theorem on a game that the format only names.
    Theorem,
    /// By a search of what can follow a position.
    Search,
    /// By a table up to the largest input, and how many positions that are where the ranges of the format say it.
    Tables(Option<u128>),
}

/// A program and how it tells who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Its text.
    pub text: String,
    /// How it tells who wins.
    pub way: Way,
}

/// What a program is to be written for.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The input and the answers, and the rule: its [`options`](Format::options).
    pub format: &'a Format,
    /// A pattern of the rule under normal play, with the names of its coordinates; it is used where it answers what is
    /// asked. Otherwise, and under misère play, tables are.
    pub finding: Option<&'a Finding>,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// The language of the comments.
    pub lang: Lang,
    /// Whether every play is taken to end where that is not seen; the program then says so in its first line.
    pub assume_finite: bool,
    /// Whether the program goes by the moves of the rule alone where there are any, whatever else is known of the game.
    pub tables: bool,
}

impl<'a> Task<'a> {
    /// A format as it is: its own play, no pattern, comments in English.
    pub fn of(format: &'a Format) -> Task<'a> {
        Task {
            format,
            finding: None,
            misere: format.rule.is_misere(),
            lang: Lang::En,
            assume_finite: false,
            tables: false,
        }
    }
}

/// Whether the program of a task would use its pattern: that answers what is asked, of every case, and can be written.
///
/// Nim by its form needs no pattern; nor has misère play one.
pub fn uses_finding(task: &Task<'_>) -> bool {
    if let Some(format) = on_numbers(task.format, task.assume_finite) {
        let format = &format;
        return uses_finding(&Task { format, ..*task });
    }
    if let Some(own) = &task.format.own {
        let uses = |finding: &Finding| cases::uses_language(task, own, finding);
        return task.finding.is_some_and(uses);
    }
    let Some(options) = &task.format.options else {
        return false;
    };
    task.finding
        .is_some_and(|finding| cases::uses(task, options, finding))
}

/// Whether more is known of the game than its moves: the format has formulas, or names a game of which there is a theorem that tells what it
/// asks. A pattern that is not proved is then not worth using.
pub fn is_known(task: &Task<'_>) -> bool {
    cases::is_known(task)
}

/// The same format with a rule on numbers in the place of a rule on lists, where each move replaces one entry by a fixed number of them and looks
/// at nothing else: a list is then the sum of its entries, and a pattern of their values serves. `assume_finite`: also where it is not seen that every
/// play ends.
///
/// ```
/// let rule = "multiset a[i] -> a[i]-k for k in {1,3,4}";
/// let format = grundy_judge::Format::plain(rule, false).unwrap();
/// let format = grundy_emit::on_numbers(&format, false).unwrap();
/// assert_eq!(format.options.unwrap().text(), "a -> a-k for k in {1,3,4}");
/// ```
pub fn on_numbers(format: &Format, assume_finite: bool) -> Option<Format> {
    lists::on_numbers(format, assume_finite)
}

/// Writes the program. Time is in proportion to the length of the rule and of the pattern.
///
/// Numbers of the input must be below 2^63; what is asked of a rule must not exceed 64 bits, and a list must be as long as
/// the rule reads it.
///
/// ```
/// use grundy_emit::{Language, Task, emit};
/// let format = grundy_judge::find("hdu1846").unwrap();
/// let program = emit(&Task::of(format), Language::Python).unwrap();
/// assert!(program.contains("# Bash's game: a heap of n is worth n mod (m+1)."));
/// ```
///
/// # Errors
/// Why there is no program: the format has no rule in the one-line notation, play need not end, the answer is not of the
/// kinds that are written, or misère play of a sum whose misère quotient was not found.
pub fn emit(task: &Task<'_>, language: Language) -> Result<String, NotEmitted> {
    emitted(task, language).map(|emitted| emitted.text)
}

/// [`emit`], and how the program tells who wins.
///
/// ```
/// use grundy_emit::{Language, Task, Way, emitted};
/// let format = grundy_judge::find("poj3710").unwrap();
/// let program = emitted(&Task::of(format), Language::Cpp).unwrap();
/// assert_eq!(program.way, Way::Theorem); // the fusion principle
/// ```
///
/// # Errors
/// As [`emit`].
pub fn emitted(task: &Task<'_>, language: Language) -> Result<Emitted, NotEmitted> {
    let program = cases::program(task)?;
    Ok(Emitted {
        text: print::print(&program, language),
        way: program.way,
    })
}

/// The examples of the guide are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/en/emit.md")]
mod guide {}

/// And those of its twin.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/zh/emit.md")]
mod guide_zh {}
