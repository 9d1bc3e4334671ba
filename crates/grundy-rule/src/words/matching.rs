//! Where a move can be made in a word, and what it leaves.
//!
//! The pieces of the left side are matched from the left to the right, whatever names stand for is tried, and every step is counted.

use super::compile::{Dom, Move, Num, Part, Test, Times, What};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Unbound,
    Number(i64),
    Letter(u8),
    /// So many letters of the text from a place on.
    Text(usize, usize),
}

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    Overflow,
    Division,
    /// A side has more letters than a word may have.
    Long,
}

/// Why matching ended before its end.
#[derive(Debug)]
pub(crate) enum Halt<E> {
    /// A number is wrong.
    Wrong(Wrong),
    /// More steps were needed.
    Steps,
    /// Whoever takes the moves wants no more.
    Taker(E),
}

impl<E> From<Wrong> for Halt<E> {
    fn from(wrong: Wrong) -> Halt<E> {
        Halt::Wrong(wrong)
    }
}

/// The letters that a name stands for.
fn letters_of<'v>(value: &'v Value, text: &'v [u8]) -> &'v [u8] {
    match value {
        Value::Letter(letter) => std::slice::from_ref(letter),
        Value::Text(start, length) => &text[*start..start + length],
        Value::Unbound | Value::Number(_) => &[],
    }
}

/// A number, whose names are bound.
pub(crate) fn number(number: &Num, values: &[Value], text: &[u8]) -> Result<i64, Wrong> {
    match number {
        Num::Constant(number) => Ok(*number),
        Num::Slot(slot) => match values[*slot] {
            Value::Number(number) => Ok(number),
            _ => Ok(0),
        },
        Num::Length(slot) => Ok(letters_of(&values[*slot], text).len() as i64),
        Num::Count(slot, set) => {
            let letters = letters_of(&values[*slot], text).iter();
            Ok(letters.filter(|letter| set >> **letter & 1 == 1).count() as i64)
        }
        // Of grids alone, where they are told of each place.
        Num::Rows(_) | Num::Columns(_) | Num::Beside(..) | Num::BesideName(..) => Ok(0),
        Num::Of(sign, both) => {
            let one = self::number(&both.0, values, text)?;
            let other = self::number(&both.1, values, text)?;
            let result = match sign {
                '+' => one.checked_add(other),
                '-' => one.checked_sub(other),
                '*' => one.checked_mul(other),
                _ if other == 0 => return Err(Wrong::Division),
                // Rounded down, as in rules on numbers.
                _ => one.checked_rem(other).and_then(|rest| {
                    let down = rest != 0 && (rest < 0) != (other < 0);
                    match sign {
                        '%' if down => rest.checked_add(other),
                        '%' => Some(rest),
                        _ => one.checked_div(other)?.checked_sub(i64::from(down)),
                    }
                }),
            };
            result.ok_or(Wrong::Overflow)
        }
    }
}

/// How often a piece stands there.
pub(crate) fn times(times: &Times, values: &[Value], text: &[u8]) -> Result<i64, Wrong> {
    match times {
        Times::Once => Ok(1),
        Times::Bind(slot) => number(&Num::Slot(*slot), values, text),
        Times::Of(of) => number(of, values, text),
    }
}

/// The letters of a side whose names are bound; none where a piece would stand there less than no times.
pub(crate) fn built(
    parts: &[Part],
    values: &[Value],
    text: &[u8],
    most: usize,
) -> Result<Option<Vec<u8>>, Wrong> {
    let mut all = Vec::new();
    for part in parts {
        let Ok(times) = usize::try_from(times(&part.times, values, text)?) else {
            return Ok(None);
        };
        let (piece, back): (&[u8], bool) = match &part.what {
            What::Letters(letters) => (letters, false),
            What::Slot(slot) => (letters_of(&values[*slot], text), false),
            What::Back(slot) => (letters_of(&values[*slot], text), true),
        };
        let more = piece.len().checked_mul(times);
        if more.is_none_or(|more| more > most - all.len()) {
            return Err(Wrong::Long);
        }
        // Nothing, however often, takes no time.
        let times = if piece.is_empty() { 0 } else { times };
        for _ in 0..times {
            match back {
                false => all.extend_from_slice(piece),
                true => all.extend(piece.iter().rev()),
            }
        }
    }
    Ok(Some(all))
}

/// Whether all conditions hold.
pub(crate) fn holds(tests: &[Test], values: &[Value], text: &[u8]) -> Result<bool, Wrong> {
    for test in tests {
        if !holds_one(test, values, text)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn holds_one(test: &Test, values: &[Value], text: &[u8]) -> Result<bool, Wrong> {
    match test {
        Test::Numbers(first, rest) => {
            let mut one = number(first, values, text)?;
            for (sign, other) in rest {
                let other = number(other, values, text)?;
                let holds = match *sign {
                    "==" => one == other,
                    "!=" => one != other,
                    "<=" => one <= other,
                    ">=" => one >= other,
                    "<" => one < other,
                    _ => one > other,
                };
                if !holds {
                    return Ok(false);
                }
                one = other;
            }
            Ok(true)
        }
        Test::Words(first, rest) => {
            let word = |what: &What| -> Vec<u8> {
                match what {
                    What::Letters(letters) => letters.clone(),
                    What::Slot(slot) => letters_of(&values[*slot], text).to_vec(),
                    What::Back(slot) => letters_of(&values[*slot], text)
                        .iter()
                        .rev()
                        .copied()
                        .collect(),
                }
            };
            let mut one = word(first);
            for (sign, other) in rest {
                let other = word(other);
                if (one == other) != (*sign == "==") {
                    return Ok(false);
                }
                one = other;
            }
            Ok(true)
        }
        Test::Not(one) => Ok(!holds_one(one, values, text)?),
        Test::And(all) => holds(all, values, text),
        Test::Or(all) => {
            for one in all {
                if holds_one(one, values, text)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// Matches one move in one text, which for a cyclic word is the word twice.
pub(crate) struct Matcher<'t> {
    pub(crate) text: &'t [u8],
    /// Letters of the word.
    pub(crate) length: usize,
    pub(crate) cyclic: bool,
    /// Steps that may still be made.
    pub(crate) steps: &'t mut u64,
    /// Most letters of a side.
    pub(crate) most: usize,
}

/// Who takes a move: where it begins and ends in the text, and what stands there then.
type Take<'f, E> = &'f mut dyn FnMut(usize, usize, Vec<u8>) -> Result<(), E>;

impl Matcher<'_> {
    /// Tells every place of a move.
    pub(crate) fn moves<E>(&mut self, mv: &Move, take: Take<'_, E>) -> Result<(), Halt<E>> {
        let last = if mv.start { 0 } else { self.length };
        let mut values = vec![Value::Unbound; mv.slots.len()];
        for start in 0..=last {
            if start < self.length {
                self.side(mv, 0, start, start, &mut values, take)?;
            }
        }
        Ok(())
    }

    fn step<E>(&mut self, steps: usize) -> Result<(), Halt<E>> {
        *self.steps = self
            .steps
            .checked_sub(1 + steps as u64 / 8)
            .ok_or(Halt::Steps)?;
        Ok(())
    }

    /// The place where a match from `start` ends at the latest.
    fn end(&self, start: usize) -> usize {
        match self.cyclic {
            true => start + self.length,
            false => self.length,
        }
    }

    fn side<E>(
        &mut self,
        mv: &Move,
        number: usize,
        start: usize,
        at: usize,
        values: &mut Vec<Value>,
        take: Take<'_, E>,
    ) -> Result<(), Halt<E>> {
        self.step(0)?;
        let Some(part) = mv.left.get(number) else {
            if at == start || (mv.end && at != self.length) {
                return Ok(());
            }
            return self.rest(mv, 0, start, at, values, take);
        };
        let left = (self.end(start) - at) as i64;
        match part.times {
            Times::Once => self.repeated(mv, number, 1, start, at, values, take),
            Times::Of(_) => {
                let times = times(&part.times, values, self.text)?;
                self.repeated(mv, number, times, start, at, values, take)
            }
            Times::Bind(slot) => {
                let numbers: Vec<i64> = match &mv.slots[slot].domain {
                    Dom::Range(from, to) => {
                        let from = self::number(from, values, self.text)?.max(0);
                        let to = match to {
                            None => left,
                            Some(to) => self::number(to, values, self.text)?.min(left),
                        };
                        (from..=to).collect()
                    }
                    Dom::Set(numbers) => {
                        let numbers = numbers.iter();
                        let numbers = numbers.map(|one| self::number(one, values, self.text));
                        numbers.collect::<Result<_, _>>()?
                    }
                    _ => Vec::new(),
                };
                for times in numbers {
                    values[slot] = Value::Number(times);
                    self.repeated(mv, number, times, start, at, values, take)?;
                }
                values[slot] = Value::Unbound;
                Ok(())
            }
        }
    }

    /// Whether these letters stand somewhere so many times; where they end.
    fn found<E>(
        &mut self,
        (piece, back): (&[u8], bool),
        times: i64,
        at: usize,
        end: usize,
    ) -> Result<Option<usize>, Halt<E>> {
        let Ok(times) = usize::try_from(times) else {
            return Ok(None);
        };
        let Some(length) = piece
            .len()
            .checked_mul(times)
            .filter(|&all| all <= end - at)
        else {
            return Ok(None);
        };
        self.step(length)?;
        if length == 0 {
            return Ok(Some(at));
        }
        let here = &self.text[at..at + length];
        let stands = here.chunks_exact(piece.len()).all(|chunk| match back {
            false => chunk == piece,
            true => chunk.iter().eq(piece.iter().rev()),
        });
        Ok(stands.then_some(at + length))
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the match")]
    fn repeated<E>(
        &mut self,
        mv: &Move,
        number: usize,
        times: i64,
        start: usize,
        at: usize,
        values: &mut Vec<Value>,
        take: Take<'_, E>,
    ) -> Result<(), Halt<E>> {
        let (text, end) = (self.text, self.end(start));
        let (slot, back) = match &mv.left[number].what {
            What::Letters(letters) => {
                if let Some(next) = self.found((letters, false), times, at, end)? {
                    self.side(mv, number + 1, start, next, values, take)?;
                }
                return Ok(());
            }
            What::Slot(slot) => (*slot, false),
            What::Back(slot) => (*slot, true),
        };
        // A name stands on the left at least once.
        if times < 1 {
            return Ok(());
        }
        if values[slot] != Value::Unbound {
            let value = values[slot];
            let piece = (letters_of(&value, text), back);
            if let Some(next) = self.found(piece, times, at, end)? {
                self.side(mv, number + 1, start, next, values, take)?;
            }
            return Ok(());
        }
        match mv.slots[slot].domain {
            Dom::Letters(set) => {
                if at < end && set >> text[at] & 1 == 1 {
                    let letter = text[at];
                    if let Some(next) = self.found((&[letter], false), times, at, end)? {
                        values[slot] = Value::Letter(letter);
                        self.side(mv, number + 1, start, next, values, take)?;
                    }
                }
            }
            Dom::Words(set) => {
                let mut length = 0;
                loop {
                    let piece = (&text[at..at + length], false);
                    if let Some(next) = self.found(piece, times, at, end)? {
                        values[slot] = Value::Text(at, length);
                        self.side(mv, number + 1, start, next, values, take)?;
                    }
                    if at + length >= end || set >> text[at + length] & 1 == 0 {
                        break;
                    }
                    length += 1;
                }
            }
            Dom::Runs(set) => {
                if times == 1
                    && at < end
                    && set >> text[at] & 1 == 1
                    && let Some(length) = self.run(at)
                    && at + length <= end
                {
                    self.step(length)?;
                    values[slot] = Value::Text(at, length);
                    self.side(mv, number + 1, start, at + length, values, take)?;
                }
            }
            Dom::Range(..) | Dom::Set(_) | Dom::Groups(_) | Dom::Boards => {}
        }
        values[slot] = Value::Unbound;
        Ok(())
    }

    /// How long the same letter stands side by side from a place on; none where it stands before that place, too.
    fn run(&self, at: usize) -> Option<usize> {
        let letter = self.text[at];
        if !self.cyclic {
            let begins = at == 0 || self.text[at - 1] != letter;
            let same = self.text[at..].iter().take_while(|other| **other == letter);
            return begins.then(|| same.count());
        }
        let at = at % self.length;
        let same = (0..self.length).take_while(|step| self.text[at + step] == letter);
        let length = same.count();
        let begins = match length == self.length {
            // All letters are the same: the run begins where the word is written to begin.
            true => at == 0,
            false => self.text[(at + self.length - 1) % self.length] != letter,
        };
        begins.then_some(length)
    }

    /// What the left side does not bind, and the conditions.
    fn rest<E>(
        &mut self,
        mv: &Move,
        number: usize,
        start: usize,
        at: usize,
        values: &mut Vec<Value>,
        take: Take<'_, E>,
    ) -> Result<(), Halt<E>> {
        self.step(0)?;
        let Some(&slot) = mv.rest.get(number) else {
            self.step(at - start)?;
            if holds(&mv.tests, values, self.text)?
                && let Some(right) = built(&mv.right, values, self.text, self.most)?
            {
                self.step(right.len())?;
                take(start, at, right).map_err(Halt::Taker)?;
            }
            return Ok(());
        };
        match &mv.slots[slot].domain {
            Dom::Letters(set) => {
                for letter in (0..64).filter(|letter| set >> letter & 1 == 1) {
                    values[slot] = Value::Letter(letter);
                    self.rest(mv, number + 1, start, at, values, take)?;
                }
            }
            Dom::Set(numbers) => {
                for one in numbers {
                    values[slot] = Value::Number(self::number(one, values, self.text)?);
                    self.rest(mv, number + 1, start, at, values, take)?;
                }
            }
            Dom::Range(from, Some(to)) => {
                let from = self::number(from, values, self.text)?;
                let to = self::number(to, values, self.text)?;
                for one in from..=to {
                    values[slot] = Value::Number(one);
                    self.rest(mv, number + 1, start, at, values, take)?;
                }
            }
            Dom::Words(_) | Dom::Runs(_) | Dom::Groups(_) | Dom::Boards | Dom::Range(_, None) => {}
        }
        values[slot] = Value::Unbound;
        Ok(())
    }
}
