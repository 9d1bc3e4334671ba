//! Numbers and lists that a format makes of those of a case: `b = sorted(a); gap = [b[i]-b[i-1]-1 for i in 1..len(b)]; odd = count(a%2 == 1)`.
//!
//! They have names like those of the layout and stand wherever these may. Each is made once for a case, or for each position in `[…]`
//! where it is made of what is read there; those before it are known to it. A list in brackets is written like what formulas ask of all rows
//! of a list or of all numbers of a range ([`fold`](super::fold)), and has all of them.

use super::fold::{self, Folded, Scope, Unmet, Wrong};
use super::formula::{Named, Over};
use super::layout::{Field, Layout};
use super::rule::Numbers;
use grundy::Budget;

/// What is made of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arranged {
    /// Its entries in rising order.
    Sorted,
    /// Its entries, the last first.
    Reversed,
    /// Its different entries in rising order.
    Distinct,
    /// How often each different entry comes, in their rising order.
    Counts,
    /// The sums of its first entries: of none, of one, and so on up to all of them.
    Sums,
    /// Of letters: the place of each in the alphabet, from 0.
    Letters,
}

const ARRANGED: [(&str, Arranged); 6] = [
    ("sorted", Arranged::Sorted),
    ("reversed", Arranged::Reversed),
    ("distinct", Arranged::Distinct),
    ("counts", Arranged::Counts),
    ("sums", Arranged::Sums),
    ("letters", Arranged::Letters),
];

/// How a name is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// One number.
    Number(Box<Over>),
    /// The numbers of all rows of a list, or of all numbers of a range.
    List(Box<Folded>),
    /// Of a list.
    Of(Arranged, Field),
}

/// A name that a format makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its name.
    pub field: Field,
    /// How it is made.
    pub how: How,
    /// Whether it is made for each position in `[…]`.
    pub late: bool,
    /// The list in whose rows it has an entry each, itself if no other.
    root: Field,
    /// What its list runs through, as it is written.
    range: String,
}

impl Made {
    /// Whether it is a list.
    pub(crate) fn is_list(&self) -> bool {
        !matches!(self.how, How::Number(_))
    }

    pub(super) fn root(&self) -> Field {
        self.root
    }

    /// The field as a list of its own.
    pub(super) fn rows(&self) -> &[Field] {
        std::slice::from_ref(&self.field)
    }
}

/// Why something is not made.
pub(crate) enum Unmade {
    /// A number has no value, or something ran out.
    Unmet(Unmet),
    /// A number is negative.
    Negative,
    /// There are too many numbers.
    TooMany,
}

impl From<Unmet> for Unmade {
    fn from(why: Unmet) -> Unmade {
        Unmade::Unmet(why)
    }
}

/// The parts of a text between semicolons, with their places.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = move |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let parts = text.split(';').map(move |part| (place(part), part));
    parts.filter(|(_, part)| !part.trim().is_empty())
}

/// Without the blanks at both ends; the place of what remains.
fn trimmed(at: usize, text: &str) -> (usize, &str) {
    let begin = text.len() - text.trim_start().len();
    (at + begin, text.trim())
}

impl Layout {
    /// Adds the names that a text makes.
    pub(super) fn make_names(&mut self, text: &str) -> Result<(), Wrong> {
        for (at, part) in parts(text) {
            let Some((name, how)) = part.split_once('=') else {
                return Err((at, "expected a name and how it is made, as in b = sorted(a); gap = [b[i]-b[i-1] for i in 1..len(b)]".into()));
            };
            let (place, name) = trimmed(at, name);
            self.may_be_called(name).map_err(|why| (place, why))?;
            let (place, how) = trimmed(at + part.len() - how.len(), how);
            self.make_name(name, place, how)?;
        }
        Ok(())
    }

    fn may_be_called(&self, name: &str) -> Result<(), String> {
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            return Err("expected a name of letters and digits".into());
        }
        let arranged = ARRANGED.iter().any(|(known, _)| *known == name);
        if self.field(name).is_some() || arranged || fold::is_reserved(name) {
            return Err("the name stands for something else".into());
        }
        Ok(())
    }

    /// Adds a name; `how` stands at `at` in the text.
    fn make_name(&mut self, name: &str, at: usize, how: &str) -> Result<Field, Wrong> {
        let placed = |(place, why): Wrong| (at + place, why);
        let inner = how
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let mut range = String::new();
        let how = if let Some(inner) = inner.filter(|_| fold::is_closed(how)) {
            let folded = fold::list(inner, self);
            let folded = folded.map_err(|(place, why)| (at + 1 + place, why))?;
            range = folded.each_in(fold::range(inner), self);
            How::List(Box::new(folded))
        } else if let Some((arranged, begin, of)) = arranged(how) {
            let (begin, of) = trimmed(at + begin, of);
            let field = match self.field(of) {
                Some(field) => field,
                // A list without a name of its own.
                None if of.starts_with('[') || arranged_of(of) => {
                    let mut hidden = format!("{name}_of");
                    while self.field(&hidden).is_some() {
                        hidden.push('_');
                    }
                    self.make_name(&hidden, begin, of)?
                }
                None => {
                    let why = format!("expected a list of the layout, not '{of}'");
                    return Err((begin, why));
                }
            };
            let is_word = self.alphabet(field).is_some();
            if arranged == Arranged::Letters && !is_word {
                return Err((
                    begin,
                    format!(
                        "'{of}' has no letters; letters(s) are those of a word or a board, as s:'01'*n reads them"
                    ),
                ));
            }
            if arranged != Arranged::Letters && (self.rows_of(field).is_none() || is_word) {
                return Err((
                    begin,
                    format!("'{of}' is no list of numbers; of a word s these are letters(s)"),
                ));
            }
            How::Of(arranged, field)
        } else {
            let over = Over::parse(how, self, true).map_err(placed)?;
            if over
                .names()
                .iter()
                .any(|name| matches!(name, Named::Known(_)))
            {
                let why = "total, sum, most and rows are known of values alone; of a list take sum(a), max(a), len(a)";
                return Err((at, why.into()));
            }
            How::Number(Box::new(over))
        };
        let field = self.fields.len();
        let reads = match &how {
            How::Number(over) => fold::fields_of(over.names()),
            How::List(folded) => folded.fields(),
            How::Of(_, of) => vec![*of],
        };
        let inside = self.positions.iter().flat_map(|(items, _)| items);
        let inside: Vec<Field> = inside.flat_map(|item| item.fields()).copied().collect();
        let is_late = |field: &Field| {
            let made = self.made(*field);
            inside.contains(field) || made.is_some_and(|made| made.late)
        };
        let late = reads.iter().any(is_late);
        // A list with an entry for each row of another, or for the same numbers of a range, stands beside it.
        let same = |made: &&Made| !range.is_empty() && made.range == range;
        let root = match &how {
            How::Of(Arranged::Sorted | Arranged::Reversed, of) => self.root(*of),
            How::List(folded) => match folded.rows() {
                Some(of) => self.root(of),
                None => self.made.iter().find(same).map_or(field, Made::root),
            },
            _ => field,
        };
        self.fields.push(name.into());
        self.made.push(Made {
            field,
            how,
            late,
            root,
            range,
        });
        Ok(field)
    }

    /// How a name is made, if it is.
    pub fn made(&self, field: Field) -> Option<&Made> {
        self.made.iter().find(|made| made.field == field)
    }

    /// The names that are made, in their order.
    pub fn all_made(&self) -> &[Made] {
        &self.made
    }

    /// The list in whose rows a list has an entry each.
    pub(super) fn root(&self, list: Field) -> Field {
        self.made(list).map_or(list, Made::root)
    }

    /// Makes the names of a case, or those of a position in `[…]`; the one that is not made, and why.
    pub(crate) fn make(
        &self,
        numbers: &mut Numbers,
        late: bool,
        most: usize,
        budget: &Budget,
    ) -> Result<(), (Field, Unmade)> {
        for made in self.made.iter().filter(|made| made.late == late) {
            let list = made.of(numbers, self, most, budget);
            numbers.0[made.field] = list.map_err(|why| (made.field, why))?;
        }
        Ok(())
    }
}

/// A function of a list, and the place and the text of what stands in its parentheses.
fn arranged(text: &str) -> Option<(Arranged, usize, &str)> {
    let open = text.find('(')?;
    let name = text[..open].trim_end();
    let (_, arranged) = ARRANGED.iter().find(|(known, _)| *known == name)?;
    let inner = text[open + 1..].strip_suffix(')')?;
    fold::is_closed(&text[open..]).then_some((*arranged, open + 1, inner))
}

fn arranged_of(text: &str) -> bool {
    arranged(text).is_some()
}

impl Made {
    fn of(
        &self,
        numbers: &Numbers,
        layout: &Layout,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<u128>, Unmade> {
        let natural = |number: i64| u128::try_from(number).map_err(|_| Unmade::Negative);
        match &self.how {
            How::Number(over) => {
                let mut scope = Scope::new(numbers, Some(budget));
                Ok(vec![natural(over.at(&mut scope, 0, None)?)?])
            }
            How::List(folded) => {
                let mut scope = Scope::new(numbers, Some(budget));
                let mut list = Vec::new();
                let mut wrong = None;
                folded.each_number(&mut scope, 0, &mut |number| {
                    match natural(number) {
                        Ok(_) if list.len() == most => wrong = Some(Unmade::TooMany),
                        Ok(number) => list.push(number),
                        Err(why) => wrong = Some(why),
                    }
                    wrong.is_none()
                })?;
                wrong.map_or(Ok(list), Err)
            }
            How::Of(arranged, of) => {
                let of_letters = layout.alphabet(*of);
                let mut list = numbers.0[*of].clone();
                match arranged {
                    Arranged::Sorted => list.sort_unstable(),
                    Arranged::Reversed => list.reverse(),
                    Arranged::Distinct => {
                        list.sort_unstable();
                        list.dedup();
                    }
                    Arranged::Counts => {
                        list.sort_unstable();
                        let runs = list.chunk_by(|one, other| one == other);
                        list = runs.map(|run| run.len() as u128).collect();
                    }
                    Arranged::Sums => {
                        let mut sum = 0u128;
                        let mut sums = vec![0];
                        for number in list {
                            sum = sum.checked_add(number).ok_or(Unmade::TooMany)?;
                            sums.push(sum);
                        }
                        list = sums;
                    }
                    Arranged::Letters => {
                        list = places(of_letters.unwrap_or_default(), &list);
                    }
                }
                Ok(list)
            }
        }
    }
}

/// The places of letters in their alphabet, from 0; what parts the lines of a board is left out.
fn places(alphabet: &[u8], letters: &[u128]) -> Vec<u128> {
    let place = |letter: &u128| {
        let place = alphabet.iter().position(|own| u128::from(*own) == *letter);
        place.map(|place| place as u128)
    };
    letters.iter().filter_map(place).collect()
}
