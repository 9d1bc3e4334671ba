//! Rules on lists and multisets of numbers of any length: `multiset a[i] -> a[i]-k for k in 1..`.
//!
//! A position is a list of natural numbers, or a multiset of them, which is held in rising order. A move replaces entries at some places
//! by others, by several or by none, or replaces the whole list. Whoever cannot move has lost. `parse` reads what rules on lists have
//! of their own, `compile` binds names, `walk` goes through the moves, `measure` proves that play ends, and `heaps` sums the entries
//! where each move is about one of them.
//!
//! ```
//! use grundy::kinds::AnyRule;
//! let rule = AnyRule::parse_with("multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if 2*b != a[i]", &[]).unwrap();
//! let game = grundy::Game::from_parts(vec![rule.part(&["[5,8,8]"]).unwrap()]);
//! assert_eq!(grundy::solve(&game, grundy::Play::Normal).value.unwrap().to_string(), "2");
//! ```

mod compile;
mod heaps;
mod measure;
mod parse;
mod play;
mod program;
mod recognise;
mod runs;
pub mod syntax;
mod walk;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::budget::pulse;
use crate::encoded::{Encoded, Undecodable};
use crate::message;
use crate::notation::shortened;
use crate::rule::{Given, RuleErrors};
use crate::text::Message;

use heaps::Heaps;
use measure::Measure;
use program::Program;
use syntax::Syntax;
use walk::Walker;

pub use recognise::Form;

/// Most entries of a list.
pub const LONGEST: usize = 1 << 20;

/// Bytes, and steps, that reading a rule takes for each byte of its text at most.
const READ: u64 = 1000;

/// A list: its entries; those of a multiset in rising order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct List(pub(crate) Arc<[i64]>);

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Encoded for List {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.len().encode(bytes);
        for entry in self.0.iter() {
            entry.cast_unsigned().encode(bytes);
        }
    }

    fn decode(bytes: &mut &[u8]) -> Result<List, Undecodable> {
        let entries = Vec::<u64>::decode(bytes)?;
        let entries = entries.into_iter().map(i64::try_from);
        let entries: Result<Arc<[i64]>, _> = entries.collect();
        Ok(List(entries.map_err(|_| Undecodable::OutOfRange)?))
    }
}

/// A rule on lists.
#[derive(Clone, Debug)]
pub struct ListRule {
    text: String,
    name: Option<String>,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    syntax: Syntax,
    program: Program,
    heaps: OnceLock<Heaps>,
    measures: OnceLock<Option<Vec<Measure>>>,
}

impl ListRule {
    /// Whether a text is meant to be a rule on lists: it begins with `list` or `multiset`.
    pub(crate) fn begins(text: &str) -> bool {
        parse::begins(text).is_some()
    }

    /// Reads a rule, with what is given to it beside its text.
    ///
    /// # Errors
    /// All that is wrong, each with its place, what was expected, and an example.
    pub fn parse_with(text: &str, given: &[(&str, Given)]) -> Result<ListRule, RuleErrors> {
        pulse::room(READ.saturating_mul(text.len() as u64));
        pulse::step(READ.saturating_mul(text.len() as u64));
        if !ListRule::begins(text) {
            let error = parse::no_beginning(text);
            return Err(RuleErrors::placed(vec![error], text));
        }
        let parse::Reading {
            mut syntax,
            mut errors,
            lost_definitions,
        } = parse::parse(text);
        errors.extend(crate::rule::take(&mut syntax.definitions, given));
        match compile::compile(&syntax, !given.is_empty()) {
            Ok(program) if errors.is_empty() => Ok(ListRule {
                text: text.to_owned(),
                name: None,
                inner: Arc::new(Inner {
                    syntax,
                    program,
                    heaps: OnceLock::new(),
                    measures: OnceLock::new(),
                }),
            }),
            compiled => {
                // Names whose definitions could not be read would only seem to be missed.
                errors.extend(
                    compiled
                        .err()
                        .filter(|_| !lost_definitions)
                        .unwrap_or_default(),
                );
                Err(RuleErrors::placed(errors, text))
            }
        }
    }

    /// The rule under a name, which answers use instead of its text. A solver takes rules of the same name for the same rule.
    pub fn named(mut self, name: &str) -> ListRule {
        self.name = Some(name.to_owned());
        self
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rule as it is written.
    pub fn syntax(&self) -> &Syntax {
        &self.inner.syntax
    }

    /// The rule as it is written, its own functions replaced by what they stand for.
    pub fn expanded(&self) -> Syntax {
        let syntax = &self.inner.syntax;
        compile::expanded(syntax).unwrap_or_else(|_| syntax.clone())
    }

    /// Whether the first place of a clause that runs through the list may leave out entries that are equal to the one before:
    /// they lead to equal multisets.
    pub fn skips_equal(&self, clause: usize) -> bool {
        let clause = self.program().moves.get(clause);
        clause.is_some_and(|clause| clause.same.is_some())
    }

    /// The rule of one entry as a [rule on one number](crate::rule::Rule), called `heap`, where a list is the sum of its entries and each move puts
    /// down a fixed number of them.
    ///
    /// ```
    /// use grundy::lists::ListRule;
    /// let rule = ListRule::parse_with("multiset a[i] -> [b, a[i]-b] for b in 1..a[i]", &[]).unwrap();
    /// assert_eq!(rule.on_numbers("n").unwrap(), "n -> b + n-b for b in 1..n");
    /// ```
    pub fn on_numbers(&self, heap: &str) -> Option<String> {
        let rule = self
            .is_sum()
            .then(|| heaps::on_numbers(&self.inner.syntax, heap, false));
        Some(rule??.to_string())
    }

    /// A rule on one number whose values are those of one entry: as [`on_numbers`](ListRule::on_numbers), and where moves repeat entries an
    /// even number of equal ones is two of them, an odd number one. Who wins under misère play is not told by it.
    ///
    /// ```
    /// use grundy::lists::ListRule;
    /// let rule = ListRule::parse_with("multiset a[i] -> [b{3}] for b in 1..a[i]", &[]).unwrap();
    /// assert_eq!(rule.on_numbers("n"), None);
    /// assert_eq!(rule.values_on_numbers("n").unwrap(), "n -> b for b in 1..n");
    /// ```
    pub fn values_on_numbers(&self, heap: &str) -> Option<String> {
        let rule = self
            .is_sum()
            .then(|| heaps::on_numbers(&self.inner.syntax, heap, true));
        Some(rule??.to_string())
    }

    /// Whether each move replaces one entry and looks at nothing else: then a list is the sum of its entries.
    pub fn is_sum(&self) -> bool {
        self.inner.program.local
    }

    fn program(&self) -> &Program {
        &self.inner.program
    }

    fn heaps(&self) -> &Heaps {
        (self.inner.heaps).get_or_init(|| Heaps::of(&self.inner.syntax))
    }

    fn measures(&self) -> Option<&[Measure]> {
        let measures = &self.inner.measures;
        let told = measures.get_or_init(|| measure::measured(&self.inner.program));
        told.as_deref()
    }

    /// Whether it is proved that every play ends.
    pub fn ends(&self) -> bool {
        self.measures().is_some()
    }

    /// Whether every play ends, and why, in a sentence.
    pub fn ending(&self) -> Message {
        measure::described(self.measures())
    }

    /// A list as a position of this rule: in order, and without what goes.
    pub(crate) fn list(&self, mut entries: Vec<i64>) -> List {
        if self.program().nonzero {
            entries.retain(|&entry| entry != 0);
        }
        if !self.program().ordered {
            entries.sort_unstable();
        }
        List(entries.into())
    }

    /// Reads a list: `[3,5,7]`, `3,5,7`, `7`, or `[]`.
    ///
    /// # Errors
    /// The bytes that are wrong, and what was expected there.
    pub fn read_list(&self, text: &str) -> Result<List, ((usize, usize), Message)> {
        let (at, inner) = match text.strip_prefix('[') {
            None => (0, text),
            Some(inner) => match inner.strip_suffix(']') {
                Some(inner) => (1, inner),
                None => {
                    let message = message!(
                        "the bracket of the list '{list}' is not closed",
                        "列表 '{list}' 的方括号没有闭合",
                        list = shortened(text)
                    );
                    return Err(((0, text.len()), message));
                }
            },
        };
        let mut entries = Vec::new();
        if at == 1 && inner.trim().is_empty() {
            return Ok(self.list(entries));
        }
        let mut place = at;
        for word in inner.split(',') {
            let number = word.trim();
            let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            match number.parse::<i64>() {
                Ok(entry) if digits => entries.push(entry),
                _ => {
                    let message = message!(
                        "entry {number} of the list is '{found}'; expected a number below 2^63, as in [3,5,7]",
                        "列表的第 {number} 项是 '{found}'；此处应为小于 2^63 的数，如 [3,5,7]",
                        number = entries.len() + 1,
                        found = shortened(word)
                    );
                    return Err(((place, place + word.len()), message));
                }
            }
            if entries.len() > LONGEST {
                let message = message!(
                    "a list has at most {most} entries",
                    "列表最多有 {most} 项",
                    most = LONGEST
                );
                return Err(((0, text.len()), message));
            }
            place += word.len() + 1;
        }
        Ok(self.list(entries))
    }

    /// What is expected where no list stands.
    pub(crate) fn missing(&self) -> Message {
        message!(
            "expected a list of numbers such as [3,5,7], or [] for the empty list",
            "此处应为数的列表，如 [3,5,7]；空列表写作 []"
        )
    }

    /// A list as it is written.
    pub(crate) fn write_list(&self, list: &List) -> String {
        written(&list.0)
    }

    /// How many numbers the lists of tables have.
    pub(crate) fn numbers(&self) -> usize {
        let family = &self.program().family;
        family.as_ref().map_or(0, |family| family.numbers)
    }

    /// The list of the family that tables are about, at these numbers; none where the rule names no family or the list is too long.
    pub(crate) fn list_at(&self, numbers: &[u64]) -> Option<List> {
        let family = self.program().family.as_ref()?;
        let numbers: Option<Vec<i64>> = (numbers.iter())
            .map(|&number| i64::try_from(number).ok())
            .collect();
        let numbers = numbers.filter(|numbers| numbers.len() == family.numbers)?;
        let mut walker = Walker::new(self.program(), 8 * LONGEST as u64);
        let entries = walker.built(&family.pieces, &numbers, family.slots)?;
        (entries.len() <= LONGEST).then(|| self.list(entries))
    }
}

fn written(entries: &[i64]) -> String {
    let entries: Vec<String> = entries.iter().map(i64::to_string).collect();
    format!("[{}]", entries.join(","))
}

impl fmt::Display for ListRule {
    /// The rule with all that was given to it: it reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.syntax.fmt(f)
    }
}

impl PartialEq for ListRule {
    fn eq(&self, other: &ListRule) -> bool {
        self.inner.syntax == other.inner.syntax
    }
}
