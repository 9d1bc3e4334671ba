//! Rules that take a few and may leave two heaps, in every way from some bound on: what the theorem of Guy and Smith (1956)
//! asks for. It is read off the rule: constants are gone through one by one, and what is left of a heap must be
//! a + c and n − a − d with a free to run through all numbers, or through all up to half.

use crate::rule::Rule;
use crate::rule::code::Code;
use crate::rule::program::MoveClause;
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Function, Operator};

/// How a rule takes and breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Splits {
    /// The most that is taken.
    pub(super) most: u64,
    /// Whether two equal heaps may not be left, by some move.
    pub(super) unequal: bool,
    /// The bound from which on all ways to divide are allowed.
    pub(super) from: u64,
}

/// n·`heap` + a·`free` + `number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Affine {
    heap: i64,
    free: i64,
    number: i64,
}

/// What the free number runs through, from `first` on.
#[derive(Clone, Copy, Debug)]
struct Free {
    first: i64,
    last: Last,
}

/// Where it ends.
#[derive(Clone, Copy, Debug)]
enum Last {
    /// At n + this.
    Heap(i64),
    /// At half of n + this.
    Half(i64),
}

/// Choices of constants gone through.
const MOST_CHOICES: usize = 4096;

const MOST: i64 = 1 << 20;

/// How the rule takes and breaks, if it is of this kind.
pub(super) fn splits(rule: &Rule) -> Option<Splits> {
    let program = rule.program();
    if program.arity != 1 {
        return None;
    }
    let mut found = Splits::default();
    for fixed in program.values.iter().map(|clause| &clause.fixed) {
        match fixed[..] {
            [Some(number)] => found.from = found.from.max(u64::try_from(number).ok()? + 1),
            _ => return None,
        }
    }
    for clause in &program.moves {
        match clause.fixed[..] {
            [Some(number)] => found.from = found.from.max(u64::try_from(number).ok()? + 1),
            _ => Walk::through(rule, clause, &mut found)?,
        }
    }
    Some(found)
}

struct Walk<'r> {
    rule: &'r Rule,
    clause: &'r MoveClause,
    slots: Vec<Affine>,
    free: Option<Free>,
    unequal: bool,
    choices: usize,
}

impl Walk<'_> {
    fn through(rule: &Rule, clause: &MoveClause, found: &mut Splits) -> Option<()> {
        let zero = Affine {
            heap: 0,
            free: 0,
            number: 0,
        };
        let mut slots = vec![zero; rule.program().slots.max(1)];
        slots[0].heap = 1;
        let mut walk = Walk {
            rule,
            clause,
            slots,
            free: None,
            unequal: false,
            choices: 0,
        };
        walk.step(0, found)
    }

    /// No deeper than a clause has generators and guards.
    fn step(&mut self, place: usize, found: &mut Splits) -> Option<()> {
        self.choices += 1;
        if self.choices > MOST_CHOICES {
            return None;
        }
        let clause = self.clause;
        let Some(step) = clause.steps.get(place) else {
            return clause
                .options
                .iter()
                .try_for_each(|sum| self.sum(sum, found));
        };
        match step {
            Step::Let(slot, code) => {
                self.slots[*slot] = self.affine(code)?;
                self.step(place + 1, found)
            }
            Step::Guard(condition) => match self.guard(condition, found)? {
                true => self.step(place + 1, found),
                false => Some(()),
            },
            Step::Range(slot, from, to) => {
                let first = self.constant(from)?;
                match self.last(to)? {
                    Err(last) => self.each(*slot, (first..=last).map(Some), place, found),
                    Ok(_) if self.free.is_some() => None,
                    Ok(last) => {
                        self.free = Some(Free { first, last });
                        self.slots[*slot] = Affine {
                            heap: 0,
                            free: 1,
                            number: 0,
                        };
                        let walked = self.step(place + 1, found);
                        self.free = None;
                        walked
                    }
                }
            }
            Step::Set(slot, elements) => {
                let numbers: Option<Vec<i64>> = elements
                    .iter()
                    .map(|element| self.constant(element))
                    .collect();
                self.each(*slot, numbers?.into_iter().map(Some), place, found)
            }
            Step::Array(slot, array) => {
                let numbers = self.rule.program().arrays.get(*array)?.clone();
                self.each(*slot, numbers.iter().copied().map(Some), place, found)
            }
            Step::Open(..) | Step::Numbers(..) => None,
        }
    }

    /// Goes on with every choice of a constant.
    fn each(
        &mut self,
        slot: usize,
        numbers: impl Iterator<Item = Option<i64>>,
        place: usize,
        found: &mut Splits,
    ) -> Option<()> {
        let (unequal, free) = (self.unequal, self.free);
        for number in numbers {
            self.slots[slot] = Affine {
                heap: 0,
                free: 0,
                number: number?,
            };
            self.step(place + 1, found)?;
            (self.unequal, self.free) = (unequal, free);
        }
        Some(())
    }

    fn constant(&self, code: &Code) -> Option<i64> {
        let found = self.affine(code)?;
        (found.heap == 0 && found.free == 0 && found.number.abs() <= MOST).then_some(found.number)
    }

    /// The end of a range: with n in it, or a constant.
    fn last(&self, code: &Code) -> Option<Result<Last, i64>> {
        if let Code::Binary(Operator::Divide, pair, _) = code
            && let Code::Number(2) = pair[1]
        {
            let of = self.affine(&pair[0])?;
            return match (of.heap, of.free) {
                (1, 0) => Some(Ok(Last::Half(of.number))),
                (0, 0) => Some(Err(of.number.div_euclid(2))),
                _ => None,
            };
        }
        let found = self.affine(code)?;
        match (found.heap, found.free) {
            (0, 0) => Some(Err(found.number)),
            (1, 0) => Some(Ok(Last::Heap(found.number))),
            _ => None,
        }
    }

    fn affine(&self, code: &Code) -> Option<Affine> {
        let found = match code {
            Code::Number(number) => Affine {
                heap: 0,
                free: 0,
                number: *number,
            },
            Code::Slot(slot) => *self.slots.get(*slot)?,
            Code::Binary(Operator::Add, pair, _) => {
                let (a, b) = (self.affine(&pair[0])?, self.affine(&pair[1])?);
                Affine {
                    heap: a.heap + b.heap,
                    free: a.free + b.free,
                    number: a.number + b.number,
                }
            }
            Code::Binary(Operator::Subtract, pair, _) => {
                let (a, b) = (self.affine(&pair[0])?, self.affine(&pair[1])?);
                Affine {
                    heap: a.heap - b.heap,
                    free: a.free - b.free,
                    number: a.number - b.number,
                }
            }
            _ => return None,
        };
        let small = [found.heap, found.free, found.number];
        small
            .iter()
            .all(|number| number.abs() <= MOST)
            .then_some(found)
    }

    /// Whether a guard lets anything through; what it asks of the two heaps or of n is noted.
    fn guard(&mut self, condition: &Code, found: &mut Splits) -> Option<bool> {
        let Code::Compare(comparison, pair) = condition else {
            return None;
        };
        let (a, b) = (self.affine(&pair[0])?, self.affine(&pair[1])?);
        let (heap, free, number) = (a.heap - b.heap, a.free - b.free, a.number - b.number);
        match (heap, free) {
            (0, 0) => Some(comparison.holds(number, 0)),
            // Settled from some heap on.
            (_, 0) => {
                found.from = found.from.max(number.unsigned_abs() + 1);
                Some(comparison.holds(heap, 0))
            }
            (1, -2) | (-1, 2) if *comparison == Comparison::Unequal => {
                // n − 2a + number: equal heaps, if they are a + c and n − a − d with c + d = −number: checked with the sum.
                self.unequal = true;
                (number == 0).then_some(true)
            }
            // How small a heap that is left may be: the first, which is a and a constant, or the second, of n − a and one.
            (0, 1 | -1) | (1, -1) | (-1, 1) => {
                let comparison = if free == 1 {
                    *comparison
                } else {
                    turned(*comparison)
                };
                let (heap, number) = (heap * free, number * free);
                // a + heap·n + number against 0, where heap is 0 or −1.
                let free = self.free.as_mut()?;
                let strictly =
                    i64::from(matches!(comparison, Comparison::Greater | Comparison::Less));
                match (heap, comparison) {
                    (0, Comparison::AtLeast | Comparison::Greater) => {
                        free.first = free.first.max(strictly - number);
                    }
                    (-1, Comparison::AtMost | Comparison::Less) => {
                        let most = -number - strictly;
                        found.from = found.from.max(4 * most.unsigned_abs() + 1);
                        match &mut free.last {
                            Last::Heap(last) => *last = most.min(*last),
                            // Half of n is less, but for some first heaps.
                            Last::Half(last) => {
                                found.from = found.from.max(4 * last.unsigned_abs() + 1);
                            }
                        }
                    }
                    _ => return None,
                }
                Some(true)
            }
            _ => None,
        }
    }

    /// One alternative.
    fn sum(&self, sum: &[Vec<Code>], found: &mut Splits) -> Option<()> {
        let terms: Option<Vec<(Affine, bool)>> = sum
            .iter()
            .map(|term| match &term[..] {
                [code] => self.heap(code),
                _ => None,
            })
            .collect();
        let terms = terms?;
        let (heaps, at_least_none): (Vec<Affine>, Vec<bool>) = terms.into_iter().unzip();
        if at_least_none.contains(&true) {
            return self.cut(&heaps, &at_least_none, found);
        }
        match (&heaps[..], self.free) {
            ([], None) => Some(()),
            ([one], None) if (one.heap, one.free) == (1, 0) && one.number < 0 => {
                found.most = found.most.max(one.number.unsigned_abs());
                Some(())
            }
            (&[one, other], Some(free)) => {
                let (low, high) = if one.heap == 0 {
                    (one, other)
                } else {
                    (other, one)
                };
                if (low.heap, low.free, high.heap, high.free) != (0, 1, 1, -1) {
                    return None;
                }
                self.pair(low.number, -high.number, free, found)
            }
            _ => None,
        }
    }

    /// A heap that is left, and whether it is written as max(heap, 0).
    fn heap(&self, code: &Code) -> Option<(Affine, bool)> {
        let Code::Call(Function::Max, parts, _) = code else {
            return Some((self.affine(code)?, false));
        };
        match &parts[..] {
            [heap, Code::Number(0)] | [Code::Number(0), heap] => Some((self.affine(heap)?, true)),
            _ => None,
        }
    }

    /// The heaps a + c and n − a − d, one of which at least is written as max(heap, 0): two heaps where neither is negative, and one
    /// beyond. A row from whose middle something is taken, at its ends less than elsewhere, is written so.
    fn cut(&self, heaps: &[Affine], at_least_none: &[bool], found: &mut Splits) -> Option<()> {
        let (&[one, other], Some(free)) = (heaps, self.free) else {
            return None;
        };
        let is_low = |heap: Affine| (heap.heap, heap.free) == (0, 1);
        let is_high = |heap: Affine| (heap.heap, heap.free) == (1, -1);
        let (low, high, low_is_cut, high_is_cut) = match (is_low(one), is_high(other)) {
            (true, true) => (one, other, at_least_none[0], at_least_none[1]),
            _ if is_low(other) && is_high(one) => (other, one, at_least_none[1], at_least_none[0]),
            _ => return None,
        };
        if self.unequal {
            return None;
        }
        let (more, less) = (low.number, -high.number);
        let mut within = free;
        let mut most = 0;
        // Near the beginning a + c is negative, and n − a − d is left.
        if low_is_cut {
            for number in free.first..-more {
                most = most.max(
                    u64::try_from(number + less)
                        .ok()
                        .filter(|&taken| taken > 0)?,
                );
            }
            within.first = free.first.max(-more);
        }
        // Near the end n − a − d is negative, and a + c is left: n + x + c, where a is n + x.
        if let (true, Last::Heap(last)) = (high_is_cut, free.last) {
            for number in 1 - less..=last {
                let taken = u64::try_from(-number - more).ok();
                most = most.max(taken.filter(|&taken| taken > 0)?);
            }
            within.last = Last::Heap(last.min(-less));
        }
        found.most = found.most.max(most);
        let ends = [free.first, more, less].map(i64::unsigned_abs);
        let end = match free.last {
            Last::Heap(last) | Last::Half(last) => last.unsigned_abs(),
        };
        found.from = found.from.max(4 * (ends.iter().sum::<u64>() + end) + 1);
        self.pair(more, less, within, found)
    }

    /// The heaps a + `more` and n − a − `less`.
    fn pair(&self, more: i64, less: i64, free: Free, found: &mut Splits) -> Option<()> {
        let taken = u64::try_from(less - more).ok()?;
        let least = (free.first + more).max(0);
        if self.unequal && more + less != 0 {
            return None;
        }
        let other = match free.last {
            Last::Heap(number) => (-number - less).max(0),
            Last::Half(number) => {
                // The second heap is larger by n − 2a − more − less, at least by this, and by 1 more for odd differences.
                let larger = -(number + more + less);
                if larger > 1 {
                    return None;
                }
                found.unequal |= larger == 1;
                least
            }
        };
        // A heap that is only divided must leave two that are smaller.
        if taken == 0 && (least < 1 || other < 1) {
            return None;
        }
        found.unequal |= self.unequal;
        found.most = found.most.max(taken);
        let bound = least.max(other).unsigned_abs();
        found.from = found
            .from
            .max(bound + 2 * (more.unsigned_abs() + less.unsigned_abs()));
        Some(())
    }
}

/// The comparison of the numbers with the other sign.
fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::Greater => Comparison::Less,
        Comparison::AtLeast => Comparison::AtMost,
        same => same,
    }
}
