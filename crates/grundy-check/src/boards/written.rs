//! Reading a table of boards, a line at a time, with the place of whatever is wrong.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};

use sha2::{Digest, Sha256};

use super::FIRST_LINE;
use super::form::Key;
use super::known::{Entry, Fact};
use super::rules::Rules;
use super::set::Set;
use super::text::{Flaw, Slip};
use super::verdict::Fault;
use crate::certificate::{hexadecimal, unreadable};
use crate::verdict::Refusal;

/// Longest line in bytes: that of the game holds all edges of a graph.
const LONGEST_LINE: u64 = 1 << 20;

/// What a line says of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// It is this.
    Is(u32),
    /// It is none of these, in rising order.
    IsNone(Vec<u32>),
}

impl Says {
    pub(super) fn fact(&self) -> Fact {
        match self {
            Says::Is(value) => Fact::exactly(*value),
            Says::IsNone(values) => Fact {
                exact: None,
                not: values.iter().fold(0, |mask, value| mask | 1 << value),
            },
        }
    }
}

/// What a table claims in its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The game: the head of its notation.
    pub game: String,
    /// The position that it is all for.
    pub root: String,
    /// What is claimed of its value.
    pub says: Says,
    /// How many entries there are.
    pub entries: u64,
}

/// A table as read: whole, but not believed.
pub(super) struct Table {
    pub(super) claim: Claim,
    pub(super) rules: Rules,
    /// The vertices of the root.
    pub(super) root: Vec<[u8; 2]>,
    pub(super) entries: HashMap<Key, Entry>,
    /// Entries of what is no single component, each by itself.
    pub(super) sums: Vec<(u32, Vec<[u8; 2]>, Fact)>,
    /// Two lines that cannot both be right.
    pub(super) fault: Option<Fault>,
}

/// Lines, counted and hashed.
struct Lines<R> {
    source: BufReader<R>,
    bytes: Vec<u8>,
    number: u32,
    hash: Sha256,
}

impl<R: Read> Lines<R> {
    /// Reads the next line, hashes the one before, and sees that it is text.
    fn next(&mut self) -> Result<&str, Refusal> {
        self.hash.update(&self.bytes);
        self.bytes.clear();
        self.number = self.number.checked_add(1).ok_or(Refusal::Bytes(u64::MAX))?;
        let mut line = (&mut self.source).take(LONGEST_LINE);
        line.read_until(b'\n', &mut self.bytes)
            .map_err(unreadable)?;
        match self.bytes.split_last() {
            Some((b'\n', line)) => std::str::from_utf8(line)
                .map_err(|error| self.flaw(Slip(error.valid_up_to(), Flaw::NotText))),
            _ if self.bytes.len() as u64 == LONGEST_LINE => {
                Err(self.flaw(Slip(self.bytes.len(), Flaw::Long)))
            }
            _ => Err(self.flaw(Slip(self.bytes.len(), Flaw::Cut))),
        }
    }

    /// A flaw of the line that was read, at its column: letters are counted from 1, not bytes.
    fn flaw(&self, slip: Slip) -> Refusal {
        let before = &self.bytes[..slip.0.min(self.bytes.len())];
        let column = String::from_utf8_lossy(before).chars().count() as u64 + 1;
        Refusal::Line {
            line: self.number.into(),
            column,
            flaw: slip.1,
        }
    }
}

impl Table {
    pub(super) fn read(source: impl Read) -> Result<Table, Refusal> {
        let mut lines = Lines {
            source: BufReader::new(source),
            bytes: Vec::new(),
            number: 0,
            hash: Sha256::new(),
        };
        match lines.next() {
            Ok(line) if line.as_bytes() == FIRST_LINE.trim_ascii_end() => {}
            Ok(_) | Err(Refusal::Line { .. }) => return Err(Refusal::Foreign),
            Err(refusal) => return Err(refusal),
        }
        let head = |line: &str| -> Result<(String, Rules), Slip> {
            let head = word(line, "game ")?;
            let rules = Rules::read(head).map_err(|slip| slip.after("game ".len()))?;
            Ok((head.to_owned(), rules))
        };
        let game = head(lines.next()?);
        let (game, rules) = game.map_err(|slip| lines.flaw(slip))?;
        let root = |line: &str| -> Result<_, Slip> {
            let said = word(line, "root ")?;
            let (text, places, says) =
                entry(&rules, said).map_err(|slip| slip.after("root ".len()))?;
            Ok((text.to_owned(), places, says))
        };
        let read = root(lines.next()?);
        let (root, places, says) = read.map_err(|slip| lines.flaw(slip))?;
        let count = |line: &str| -> Result<u64, Slip> {
            let (count, rest) = number(word(line, "entries ")?).ok_or(Slip(8, Flaw::Number))?;
            match rest.is_empty() {
                true => Ok(count.into()),
                false => Err(Slip(line.len() - rest.len(), Flaw::More)),
            }
        };
        let read = count(lines.next()?);
        let entries = read.map_err(|slip| lines.flaw(slip))?;
        let claim = Claim {
            game,
            root,
            says,
            entries,
        };
        let mut table = Table {
            claim,
            rules,
            root: places,
            entries: HashMap::new(),
            sums: Vec::new(),
            fault: None,
        };
        for _ in 0..entries {
            let line = lines.next()?;
            let read = entry(&table.rules, line).map(|(_, places, says)| (places, says.fact()));
            let (places, fact) = read.map_err(|slip| lines.flaw(slip))?;
            table.enter(places, fact, lines.number);
        }
        let line = lines.next()?.to_owned();
        // The hash is that of all lines before this one.
        let hash = hexadecimal(&lines.hash.clone().finalize());
        let sealed = word(&line, "sha256 ").map_err(|slip| lines.flaw(slip))?;
        if sealed.len() != hash.len() || !sealed.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(lines.flaw(Slip("sha256 ".len(), Flaw::Hash)));
        }
        if sealed != hash {
            return Err(Refusal::Altered);
        }
        let mut rest = [0];
        match lines.source.read(&mut rest).map_err(unreadable)? {
            0 => Ok(table),
            _ => Err(Refusal::Trailing),
        }
    }

    /// Takes an entry up.
    fn enter(&mut self, places: Vec<[u8; 2]>, fact: Fact, line: u32) {
        let local = self.rules.local(places, &[]);
        let all = Set::below(local.joined.len());
        let (value, mut parts) = self.rules.sum(&local, all);
        if value != 0 || parts.len() != 1 {
            self.sums.push((line, local.places, fact));
            return;
        }
        let key = parts.swap_remove(0).keys.swap_remove(0);
        let kept = self.entries.entry(key).or_insert(Entry {
            fact: Fact::default(),
            line,
        });
        let (one, other) = (kept.fact.exact, fact.exact);
        let exact = one.or(other);
        let not = kept.fact.not | fact.not;
        let excluded = exact.is_some_and(|value| value < 64 && not >> value & 1 == 1);
        if excluded || one.zip(other).is_some_and(|(one, other)| one != other) {
            let lines = [kept.line.into(), line.into()];
            self.fault.get_or_insert(Fault::Contradiction { lines });
        }
        kept.fact = Fact { exact, not };
    }
}

/// What stands behind the first word of a line.
fn word<'t>(line: &'t str, first: &'static str) -> Result<&'t str, Slip> {
    line.strip_prefix(first)
        .ok_or(Slip(0, Flaw::Word(first.trim_ascii_end())))
}

/// A number at the beginning of a text, and the rest.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit());
    let (digits, rest) = text.split_at(digits.unwrap_or(text.len()));
    let sound = (1..=9).contains(&digits.len()) && (digits == "0" || !digits.starts_with('0'));
    Some((sound.then(|| digits.parse().ok())??, rest))
}

/// A position, and what is said of its value.
fn entry<'t>(rules: &Rules, line: &'t str) -> Result<(&'t str, Vec<[u8; 2]>, Says), Slip> {
    let end = line.find(' ').ok_or(Slip(line.len(), Flaw::Claim))?;
    let (position, claim) = line.split_at(end);
    let places = rules.position(position)?;
    let place = |rest: &str, flaw| Slip(line.len() - rest.len(), flaw);
    if let Some(value) = claim.strip_prefix(" = ") {
        let (value, rest) = number(value).ok_or(place(value, Flaw::Number))?;
        return match rest.is_empty() {
            true => Ok((position, places, Says::Is(value))),
            false => Err(place(rest, Flaw::More)),
        };
    }
    let Some(mut left) = claim.strip_prefix(" ! {") else {
        return Err(place(claim, Flaw::Claim));
    };
    let mut values: Vec<u32> = Vec::new();
    loop {
        let (value, rest) = number(left).ok_or(place(left, Flaw::Number))?;
        if value >= 64 || values.last().is_some_and(|&last| last >= value) {
            return Err(place(left, Flaw::Values));
        }
        values.push(value);
        match rest {
            "}" => return Ok((position, places, Says::IsNone(values))),
            _ => left = rest.strip_prefix(',').ok_or(place(rest, Flaw::Claim))?,
        }
    }
}
