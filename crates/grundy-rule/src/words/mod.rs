//! Rules on words: letters that stand side by side are replaced by others, `"++" -> "--"`.
//!
//! A position is a word over the letters that the rule names, a move replaces what a left side matches by what the right side says
//! (a string rewriting system; Thue 1914). Whoever cannot replace anything has lost. Coins in a row, pegs, blocked squares, runs that
//! are removed are all of this kind. `parse` reads the notation, `compile` binds names and writes rules out into pairs of words,
//! `matching` finds moves, `parts` cuts words into pieces that no move will ever join, `measure` proves that play ends.
//!
//! ```
//! use grundy::kinds::AnyRule;
//! let flip = AnyRule::parse_with("\"++\" -> \"--\"", &[]).unwrap();
//! let game = grundy::Game::from_parts(vec![flip.part(&["++++-+++"]).unwrap()]);
//! assert_eq!(grundy::solve(&game, grundy::Play::Normal).value.unwrap().to_string(), "3");
//! ```

pub(crate) mod compile;
pub(crate) mod matching;
pub(crate) mod measure;
pub(crate) mod parse;
pub(crate) mod parts;
mod play;
pub mod syntax;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::budget::pulse;
use crate::encoded::{Encoded, Undecodable};
use crate::fault::{Fault, FaultKind};
use crate::message;
use crate::notation::shortened;
use crate::rule::{Given, RuleErrors};
use crate::ruleset::Stop;
use crate::text::Message;

use compile::Program;
pub use compile::{Dom, Move, Num, Part, Slot, Test, Times, What};
use matching::{Halt, Matcher, Value, Wrong};
use measure::Measure;
use parts::{Piece, Reach};
use syntax::{Defined, Syntax};

/// Most letters of a word.
pub const LONGEST: usize = 4096;

/// What hears of a move: where it begins and ends, and what then stands there.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(usize, usize, &[u8]) -> ControlFlow<()>;

/// Steps that looking for the moves of one word may take.
const MOST_STEPS: u64 = 1 << 24;

/// Bytes, and steps, that reading a rule takes for each byte of its text at most.
const READ: u64 = 1000;

/// A word: the letters by their places in the rule's alphabet.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word(pub(crate) Box<[u8]>);

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Encoded for Word {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.to_vec().encode(bytes);
    }

    fn decode(bytes: &mut &[u8]) -> Result<Word, Undecodable> {
        Ok(Word(Vec::<u8>::decode(bytes)?.into()))
    }
}

/// A rule on words.
#[derive(Clone, Debug)]
pub struct Rewriting {
    text: String,
    name: Option<String>,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    syntax: Syntax,
    program: Program,
    /// For each letter, the pairs whose left side begins with it.
    by_first: Vec<Vec<usize>>,
    measures: OnceLock<Option<Vec<Measure>>>,
    reach: OnceLock<Reach>,
}

impl Rewriting {
    /// Reads a rule, with what is given to it beside its text.
    ///
    /// # Errors
    /// All that is wrong, each with its place, what was expected, and an example.
    pub fn parse_with(text: &str, given: &[(&str, Given)]) -> Result<Rewriting, RuleErrors> {
        let length = text.len().min(parse::LONGEST) as u64;
        pulse::room(READ.saturating_mul(length));
        pulse::step(READ.saturating_mul(length));
        let (mut syntax, mut errors) = parse::parse(text);
        let (program, further) = compile::compile(&syntax, given);
        // Names whose definitions could not be read would only seem to be missed.
        if errors.is_empty() || !text.contains("where") {
            errors.extend(further);
        }
        let Some(program) = program.filter(|_| errors.is_empty()) else {
            return Err(RuleErrors::placed(errors, text));
        };
        for (name, value) in given {
            let value = match value {
                Given::Number(number) => Defined::Number(*number),
                Given::Array(numbers) => Defined::Array(numbers.clone()),
            };
            syntax.definitions.retain(|(known, _)| known != name);
            syntax.definitions.push(((*name).to_owned(), value));
        }
        let mut by_first = vec![Vec::new(); program.letters.len()];
        for (number, pair) in program.pairs.iter().flatten().enumerate() {
            by_first[usize::from(pair.left[0])].push(number);
        }
        Ok(Rewriting {
            text: text.to_owned(),
            name: None,
            inner: Arc::new(Inner {
                syntax,
                program,
                by_first,
                measures: OnceLock::new(),
                reach: OnceLock::new(),
            }),
        })
    }

    /// The rule under a name, which answers use instead of its text. A solver takes rules of the same name for the same rule.
    pub fn named(mut self, name: &str) -> Rewriting {
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

    /// The letters that words may have, in the order in which the rule names them.
    pub fn letters(&self) -> &[char] {
        &self.inner.program.letters
    }

    /// The moves, one for each alternative of each clause.
    pub fn moves(&self) -> &[Move] {
        &self.inner.program.moves
    }

    /// Whether words are rings.
    pub fn is_cyclic(&self) -> bool {
        self.inner.program.cyclic
    }

    /// Whether a word may be cut between two letters, given by their places in the alphabet, because no move will ever span the gap: it
    /// is then worth the sum of the pieces. Where the rule speaks of the ends of words, pieces must remember which ends they have.
    pub fn is_cut_between(&self, left: u8, right: u8) -> bool {
        !self.reach().is_spanned(left, right)
    }

    /// Whether a move may be made on this letter alone, or on what stands in its place later; a piece without such letters is worth 0.
    pub fn is_live(&self, letter: u8) -> bool {
        self.reach().is_live(letter)
    }

    pub(crate) fn program(&self) -> &Program {
        &self.inner.program
    }

    fn measures(&self) -> Option<&[Measure]> {
        let measures = &self.inner.measures;
        let told = measures.get_or_init(|| measure::measured(&self.inner.program));
        told.as_deref()
    }

    fn reach(&self) -> &Reach {
        (self.inner.reach).get_or_init(|| parts::reach(&self.inner.program))
    }

    /// Whether it is proved that every play ends.
    pub fn ends(&self) -> bool {
        self.measures().is_some()
    }

    /// Whether every play ends, and why, in a sentence.
    pub fn ending(&self) -> Message {
        measure::described(self.measures(), self.letters())
    }

    /// Reads a word: its letters, which may stand between quotation marks.
    ///
    /// # Errors
    /// The bytes that are wrong, and what was expected there.
    pub fn read_word(&self, text: &str) -> Result<Word, ((usize, usize), Message)> {
        let inner = text
            .strip_prefix('"')
            .and_then(|inner| inner.strip_suffix('"'));
        let (at, inner) = inner.map_or((0, text), |inner| (1, inner));
        let mut letters = Vec::new();
        for (place, letter) in inner.char_indices() {
            let Some(known) = self.letters().iter().position(|known| *known == letter) else {
                let place = (at + place, at + place + letter.len_utf8());
                let message = message!(
                    "letter {number} of the word \"{word}\" is '{letter}', but the letters of the rule are \"{known}\"; name others by over \"…\"",
                    "字 \"{word}\" 的第 {number} 个字母是 '{letter}'，而规则的字母是 \"{known}\"；其他字母可用 over \"…\" 写明",
                    number = letters.len() + 1,
                    word = shortened(inner),
                    letter = letter.to_string(),
                    known = self.letters().iter().collect::<String>()
                );
                return Err((place, message));
            };
            letters.push(known as u8);
            if letters.len() > LONGEST {
                let message = message!(
                    "a word has at most {most} letters",
                    "字最多有 {most} 个字母",
                    most = LONGEST
                );
                return Err(((0, text.len()), message));
            }
        }
        Ok(Word(letters.into()))
    }

    /// What is expected where no word stands.
    pub(crate) fn missing(&self) -> Message {
        message!(
            "expected a word over the letters \"{known}\", in quotation marks if it is empty or just '+'",
            "此处应为由字母 \"{known}\" 组成的字；空字或单独的 '+' 应放在引号内",
            known = self.letters().iter().collect::<String>()
        )
    }

    /// A word as it is written: between quotation marks where it would not be read as one otherwise.
    pub(crate) fn write_word(&self, word: &Word) -> String {
        let letters = self.written(&word.0);
        match letters.as_str() {
            "" | "+" => format!("\"{letters}\""),
            _ => letters,
        }
    }

    fn written(&self, letters: &[u8]) -> String {
        let letters = letters
            .iter()
            .map(|&letter| self.letters()[usize::from(letter)]);
        letters.collect()
    }

    /// The word of the family that tables are about, at these numbers; none where the rule names no family or a word would be too long.
    pub(crate) fn word_at(&self, numbers: &[u64]) -> Option<Word> {
        let family = self.program().family.as_ref()?;
        if numbers.len() != family.numbers {
            return None;
        }
        let values = numbers.iter().map(|&number| i64::try_from(number).ok());
        let values: Option<Vec<Value>> = values.map(|number| number.map(Value::Number)).collect();
        let built = matching::built(&family.parts, &values?, &[], LONGEST);
        Some(Word(built.ok()??.into()))
    }

    /// How many numbers the words of tables have.
    pub(crate) fn numbers(&self) -> usize {
        self.program()
            .family
            .as_ref()
            .map_or(0, |family| family.numbers)
    }

    /// Tells every move of a piece until `visit` breaks: the place where it begins and ends, in a ring beyond its end, and what then
    /// stands there.
    pub(crate) fn each(&self, piece: &Piece, visit: Visit<'_>) -> Result<(), Stop> {
        let length = piece.letters.len();
        let program = self.program();
        let twice: Vec<u8>;
        let text: &[u8] = match piece.cyclic {
            true => {
                twice = piece.letters.repeat(2);
                &twice
            }
            false => &piece.letters,
        };
        if let Some(pairs) = &program.pairs {
            pulse::count(4 * length as u64);
            for start in 0..length {
                let end = if piece.cyclic { start + length } else { length };
                for &number in &self.inner.by_first[usize::from(text[start])] {
                    let pair = &pairs[number];
                    let here = text[start..end].starts_with(&pair.left);
                    let begins = !pair.start || (piece.start && start == 0);
                    let stop = start + pair.left.len();
                    let ends = !pair.end || (piece.end && stop == length);
                    if here && begins && ends {
                        let grown = length - pair.left.len() + pair.right.len();
                        if grown > LONGEST {
                            return Err(self.fault(Wrong::Long, piece));
                        }
                        if visit(start, stop, &pair.right).is_break() {
                            return Ok(());
                        }
                    }
                }
            }
            return Ok(());
        }
        let mut steps = MOST_STEPS;
        let mut matcher = Matcher {
            text,
            length,
            cyclic: piece.cyclic,
            steps: &mut steps,
            most: LONGEST,
        };
        for mv in &program.moves {
            if (mv.start && !piece.start) || (mv.end && !piece.end) {
                continue;
            }
            let mut take =
                |start: usize, end: usize, right: Vec<u8>| -> Result<(), Option<Wrong>> {
                    if length - (end - start) + right.len() > LONGEST {
                        return Err(Some(Wrong::Long));
                    }
                    match visit(start, end, &right) {
                        ControlFlow::Continue(()) => Ok(()),
                        ControlFlow::Break(()) => Err(None),
                    }
                };
            match matcher.moves(mv, &mut take) {
                Ok(()) => {}
                Err(Halt::Taker(None)) => return Ok(()),
                Err(Halt::Wrong(wrong) | Halt::Taker(Some(wrong))) => {
                    return Err(self.fault(wrong, piece));
                }
                Err(Halt::Steps) => {
                    let what = message!(
                        "the rule takes more than {steps} steps to list the moves",
                        "规则为列出走法需要超过 {steps} 步",
                        steps = MOST_STEPS
                    );
                    let place = shortened(&self.written(&piece.letters));
                    return Err(Fault::new(FaultKind::TooLong, place, what).into());
                }
            }
        }
        pulse::count(MOST_STEPS - steps);
        Ok(())
    }

    fn fault(&self, wrong: Wrong, piece: &Piece) -> Stop {
        let (kind, what) = match wrong {
            Wrong::Overflow => (FaultKind::Overflow, FaultKind::Overflow.describe()),
            Wrong::Division => (
                FaultKind::DivisionByZero,
                FaultKind::DivisionByZero.describe(),
            ),
            Wrong::Long => {
                let what = message!(
                    "a move leads to a word of more than {most} letters",
                    "有一步走到超过 {most} 个字母的字",
                    most = LONGEST
                );
                (FaultKind::TooLong, what)
            }
        };
        Fault::new(kind, shortened(&self.written(&piece.letters)), what).into()
    }
}

/// A word in which the letters from one place to another are replaced. In a ring they may go on at its beginning: as many letters as
/// before stand where they stood, more or fewer stand at the end of the word.
pub(crate) fn replaced(letters: &[u8], start: usize, end: usize, right: &[u8]) -> Vec<u8> {
    let length = letters.len();
    if end <= length {
        return [&letters[..start], right, &letters[end..]].concat();
    }
    if right.len() != end - start {
        return [&letters[end - length..start], right].concat();
    }
    let mut all = letters.to_vec();
    for (step, letter) in right.iter().enumerate() {
        all[(start + step) % length] = *letter;
    }
    all
}

impl fmt::Display for Rewriting {
    /// The rule with all that was given to it: it reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.syntax.fmt(f)
    }
}

impl PartialEq for Rewriting {
    fn eq(&self, other: &Rewriting) -> bool {
        self.inner.syntax == other.inner.syntax
    }
}
