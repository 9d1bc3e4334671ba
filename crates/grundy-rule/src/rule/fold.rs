//! What becomes of the numbers or conditions that generators run through: `sum(a[t] for t in 0..i)`, `any(x % d == 0 for x in a)`.
//!
//! Such a part of an expression has names of its own, which end with it; a generator may use a name again that one around it has. It is
//! evaluated where its number is asked for, with the numbers around it as they then are, and each of its steps is counted.
//!
//! Without `for` the name of a list stands for its entry in each row, `count(a > d)`: that is [written out](rows) with a generator.

use std::cell::Cell;

use crate::budget::Meter;
use crate::message;
use crate::number::primes::Primes;
use crate::rule::check::{Checker, MOST_ITEMS};
use crate::rule::code::{Arrays, Code, FaultKind, Missing, UNKNOWN};
use crate::rule::evaluate::{dividing, submasks};
use crate::rule::parse::EACH;
use crate::rule::step::Step;
use crate::rule::syntax::{Domain, Expression, Fold, Folding, Item, Kind, Name, Numbers, Span};

/// A fold on its way.
#[derive(Clone, Copy, Debug)]
pub struct Gathered {
    fold: Fold,
    found: Option<i128>,
    count: i128,
}

impl Gathered {
    /// Of no number yet.
    pub fn new(fold: Fold) -> Gathered {
        Gathered {
            fold,
            found: None,
            count: 0,
        }
    }

    /// Takes a number, of a condition 1 where it holds and 0 elsewhere; whether more are wanted.
    #[inline]
    pub fn take(&mut self, number: i64) -> bool {
        let number = i128::from(number);
        self.count += 1;
        let before = self.found;
        self.found = Some(match (self.fold, before) {
            (Fold::Any | Fold::All | Fold::First | Fold::Last | Fold::List, _) | (_, None) => {
                number
            }
            // No more than 2^64 numbers below 2^63 are ever added.
            (Fold::Sum | Fold::Count, Some(sum)) => sum + number,
            (Fold::Min, Some(least)) => least.min(number),
            (Fold::Max, Some(most)) => most.max(number),
            (Fold::Gcd, Some(other)) => gcd(other, number),
            (Fold::Xor, Some(other)) => other ^ number,
            (Fold::Len, Some(_)) => number,
        });
        match self.fold {
            Fold::First => false,
            Fold::Any => number == 0,
            Fold::All => number != 0,
            _ => true,
        }
    }

    /// What has become of them.
    ///
    /// # Errors
    /// There is no first or last of none, and what exceeds 64 bits is no number.
    pub fn told(&self) -> Result<i64, FaultKind> {
        let found = match (self.fold, self.found) {
            (Fold::Len, _) => self.count,
            (Fold::All, None) => 1,
            (Fold::First | Fold::Last, None) => return Err(FaultKind::Undefined),
            (_, None) => 0,
            (Fold::Gcd, Some(found)) => found.abs(),
            (_, Some(found)) => found,
        };
        i64::try_from(found).map_err(|_| FaultKind::Overflow)
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

/// Steps that may be taken within one expression.
pub(crate) struct Fuel<'f> {
    /// Those that were taken.
    pub(crate) taken: &'f Cell<u64>,
    /// How many may be.
    pub(crate) most: u64,
    /// Whose clock is looked at.
    pub(crate) clock: Option<&'f Meter>,
}

/// Steps between two looks at the clock.
const STRIDE: u64 = 1 << 14;

impl Fuel<'_> {
    #[inline]
    fn spend(&self) -> Result<(), Missing> {
        let taken = self.taken.get() + 1;
        self.taken.set(taken);
        if taken > self.most {
            return Err(Missing::Steps);
        }
        match self.clock {
            Some(clock) if taken.is_multiple_of(STRIDE) => clock.look().map_err(Missing::Exhausted),
            _ => Ok(()),
        }
    }
}

/// A [`Folding`] ready to be evaluated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FoldCode {
    fold: Fold,
    steps: Vec<Step>,
    body: Code,
    /// Slots from here on are its own.
    base: usize,
    /// How many slots there are with its own.
    slots: usize,
    span: Span,
}

impl FoldCode {
    /// Its number, with the slots around it.
    pub(crate) fn evaluate(
        &self,
        slots: &[i64],
        arrays: &Arrays,
        fuel: &Fuel<'_>,
    ) -> Result<i64, Missing> {
        let mut own = Vec::with_capacity(self.slots);
        own.extend_from_slice(&slots[..self.base.min(slots.len())]);
        own.resize(self.slots, 0);
        let mut gathered = Gathered::new(self.fold);
        let mut walk = Walk {
            of: self,
            arrays,
            fuel,
            slots: own,
        };
        walk.steps(&self.steps, &mut gathered)?;
        let (span, told) = (self.span, gathered.told());
        Ok(told.map_err(|kind| crate::rule::Fault { span, kind })?)
    }

    /// All code in it.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Code> {
        let steps = self.steps.iter().flat_map(|step| match step {
            Step::Let(_, one) | Step::Guard(one) | Step::Numbers(_, _, one) => vec![one],
            Step::Range(_, from, to) => vec![from, to],
            Step::Open(_, from, _) => vec![from],
            Step::Set(_, all) => all.iter().collect(),
            Step::Array(..) => Vec::new(),
        });
        steps.chain([&self.body])
    }

    fn parts_mut(&mut self) -> impl Iterator<Item = &mut Code> {
        let steps = self.steps.iter_mut().flat_map(|step| match step {
            Step::Let(_, one) | Step::Guard(one) | Step::Numbers(_, _, one) => vec![one],
            Step::Range(_, from, to) => vec![from, to],
            Step::Open(_, from, _) => vec![from],
            Step::Set(_, all) => all.iter_mut().collect(),
            Step::Array(..) => Vec::new(),
        });
        steps.chain([&mut self.body])
    }

    /// Calls on every slot around it that is read.
    pub(crate) fn slots(&self, visit: &mut dyn FnMut(usize)) {
        let mut outer = |slot: usize| {
            if slot < self.base {
                visit(slot);
            }
        };
        self.parts().for_each(|part| part.slots(&mut outer));
    }

    /// Another expression in place of a slot around it; none where that reads slots that are its own here.
    pub(crate) fn replaced(&self, slot: usize, value: &Code) -> FoldCode {
        let mut replaced = self.clone();
        if slot < self.base {
            for part in replaced.parts_mut() {
                *part = part.replaced(slot, value);
            }
        }
        replaced
    }

    /// Whether a number from around may be written into it: its slots are not among its own.
    pub(crate) fn takes(&self, value: &Code) -> bool {
        let mut fits = true;
        value.slots(&mut |slot| fits &= slot < self.base);
        fits && self.parts().all(|part| part.takes(value))
    }
}

struct Walk<'w> {
    of: &'w FoldCode,
    arrays: &'w Arrays,
    fuel: &'w Fuel<'w>,
    slots: Vec<i64>,
}

/// `None` of what is not there.
fn there(number: Result<i64, Missing>) -> Result<Option<i64>, Missing> {
    match number {
        Ok(number) => Ok(Some(number)),
        Err(Missing::Absent) => Ok(None),
        Err(why) => Err(why),
    }
}

impl Walk<'_> {
    fn number(&self, code: &Code) -> Result<Option<i64>, Missing> {
        there(code.evaluate_within(&self.slots, self.arrays, self.fuel))
    }

    /// Goes on with these steps, no deeper than there are; whether more is wanted.
    fn steps(&mut self, steps: &[Step], gathered: &mut Gathered) -> Result<bool, Missing> {
        let Some((step, rest)) = steps.split_first() else {
            let number = self.number(&self.of.body)?;
            return Ok(number.is_none_or(|number| gathered.take(number)));
        };
        match step {
            Step::Guard(condition) => match self.number(condition)? {
                None | Some(0) => Ok(true),
                Some(_) => self.steps(rest, gathered),
            },
            Step::Let(slot, code) => match self.number(code)? {
                None => Ok(true),
                Some(number) => {
                    self.slots[*slot] = number;
                    self.steps(rest, gathered)
                }
            },
            Step::Range(slot, from, to) => {
                let (Some(from), Some(to)) = (self.number(from)?, self.number(to)?) else {
                    return Ok(true);
                };
                self.each(*slot, from..=to, rest, gathered)
            }
            // It was refused.
            Step::Open(..) => Ok(true),
            Step::Set(slot, elements) => {
                for element in elements {
                    if let Some(number) = self.number(element)?
                        && !self.each(*slot, [number], rest, gathered)?
                    {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Step::Array(slot, array) => {
                let arrays = self.arrays;
                let known = arrays[*array].iter().copied();
                let known = known.take_while(|&number| number != UNKNOWN);
                self.each(*slot, known, rest, gathered)
            }
            Step::Numbers(slot, numbers, of) => {
                let Some(of) = self.number(of)? else {
                    return Ok(true);
                };
                if *numbers == Numbers::Submasks {
                    return self.each(*slot, submasks(of), rest, gathered);
                }
                if *numbers != Numbers::Primes {
                    return self.each(*slot, dividing(*numbers, of), rest, gathered);
                }
                let primes = Primes::new().map_while(|prime| i64::try_from(prime).ok());
                let primes = primes.take_while(|&prime| prime <= of);
                self.each(*slot, primes, rest, gathered)
            }
        }
    }

    fn each(
        &mut self,
        slot: usize,
        numbers: impl IntoIterator<Item = i64>,
        rest: &[Step],
        gathered: &mut Gathered,
    ) -> Result<bool, Missing> {
        for number in numbers {
            self.fuel.spend()?;
            self.slots[slot] = number;
            if !self.steps(rest, gathered)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Checker<'_> {
    /// The code, and whether it is a condition.
    pub(crate) fn fold(&mut self, folding: &Folding, span: Span) -> (Code, bool) {
        let (scope, base) = (self.scope.len(), self.known.len());
        let own = std::mem::replace(&mut self.own, scope);
        let mut steps = Vec::new();
        if folding.items.len() > MOST_ITEMS {
            let message = message!(
                "at most {most} generators and guards are allowed here",
                "此处最多 {most} 个生成式与条件",
                most = MOST_ITEMS
            );
            self.wrong(span, message, EACH);
        } else {
            for item in &folding.items {
                let step = self.item(self.known.len(), item);
                if let (Step::Open(..), Item::In(name, _)) = (&step, item) {
                    let message = message!("this range needs an end", "此范围需要终点");
                    self.wrong(name.span, message, EACH);
                }
                steps.push(step);
            }
        }
        if !folding.runs() {
            let message = message!(
                "expected numbers that range over values, as in {word}(… for d in 1..=n), or a list",
                "此处应有在范围中取值的数，如 {word}(… for d in 1..=n)，或一个列表",
                word = folding.fold.word()
            );
            self.wrong(span, message, EACH);
        }
        let errors = self.errors.len();
        let (body, is_condition) = self.lower(&folding.body);
        if let (Some(message), true) = (
            misfit(folding.fold, is_condition),
            self.errors.len() == errors,
        ) {
            self.wrong(folding.body.span, message, EACH);
        }
        let slots = self.known.len();
        self.scope.truncate(scope);
        self.known.truncate(base);
        self.own = own;
        let code = FoldCode {
            fold: folding.fold,
            steps,
            body,
            base,
            slots,
            span,
        };
        (Code::Fold(Box::new(code)), folding.fold.is_condition())
    }
}

/// What is said of a number in the place of a condition, and the other way round.
pub(crate) fn misfit(fold: Fold, is_condition: bool) -> Option<crate::text::Message> {
    match (fold.of_conditions(), is_condition) {
        (true, false) => Some(message!(
            "{word} takes a condition, as in {word}(a > 1)",
            "{word} 需要条件，如 {word}(a > 1)",
            word = fold.word()
        )),
        (false, true) if !matches!(fold, Fold::Len | Fold::List) => Some(message!(
            "{word} takes a number; to count how often a condition holds, write count(…)",
            "{word} 需要数；条件成立的次数写作 count(…)",
            word = fold.word()
        )),
        _ => None,
    }
}

/// What the row of a fold without `for` is called; nobody writes such a name.
const ROW: &str = "row of a list";

/// Writes folds without `for` out with one: `count(a > d)` goes through the rows of the list `a`. The length of a list is a name.
pub(crate) fn rows(expression: &mut Expression, lists: &[&str]) {
    if let Kind::Fold(folding) = &mut expression.kind {
        let is_list = |name: &&str| lists.contains(name);
        if folding.items.is_empty()
            && let (Fold::Len, Kind::Name(name)) = (folding.fold, &folding.body.kind)
            && lists.contains(&name.as_str())
        {
            expression.kind = Kind::Name(length_of(name));
            return;
        }
        folding
            .parts_mut()
            .into_iter()
            .for_each(|part| rows(part, lists));
        if folding.runs() {
            return;
        }
        let mut found = None;
        for part in folding.parts_mut() {
            entries(part, lists, &mut found);
        }
        let Some(first) = found.filter(|name| is_list(&name.as_str())) else {
            return;
        };
        let span = folding.body.span;
        let made = |kind: Kind| Expression { kind, span };
        let domain = Domain::Range {
            from: made(Kind::Number(0)),
            to: Some((made(Kind::Name(length_of(&first))), false)),
        };
        let row = Name {
            text: ROW.to_owned(),
            span,
        };
        folding.items.insert(0, Item::In(row, domain));
        return;
    }
    expression
        .parts_mut()
        .into_iter()
        .for_each(|part| rows(part, lists));
}

/// The length of a list.
pub(crate) fn length_of(list: &str) -> String {
    format!("len({list})")
}

/// Puts the entry of the row in the place of each list.
fn entries(expression: &mut Expression, lists: &[&str], found: &mut Option<String>) {
    let span = expression.span;
    if let Kind::Name(name) = &expression.kind {
        if lists.contains(&name.as_str()) {
            found.get_or_insert_with(|| name.clone());
            let text = name.clone();
            let row = Expression {
                kind: Kind::Name(ROW.to_owned()),
                span,
            };
            expression.kind = Kind::Index(Name { text, span }, Box::new(row));
        }
        return;
    }
    let parts = expression.parts_mut().into_iter();
    parts.for_each(|part| entries(part, lists, found));
}
