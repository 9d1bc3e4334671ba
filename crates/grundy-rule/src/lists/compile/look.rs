//! What the code of a rule speaks of: which slots and entries, and whether of one entry only.

use crate::rule::code::{Code, Listed};
use crate::rule::step::Step as Numbers;
use crate::rule::syntax::Operator;

use super::super::parse::WHOLES;
use super::super::program::{Count, Filling, LENGTH, Move, Step, Value};

/// Whether something holds of every code of a generator or guard.
pub(super) fn every_number(step: &Numbers, holds: &mut dyn FnMut(&Code) -> bool) -> bool {
    match step {
        Numbers::Let(_, one) | Numbers::Guard(one) | Numbers::Numbers(_, _, one) => holds(one),
        Numbers::Range(_, from, to) => holds(from) && holds(to),
        Numbers::Open(_, from, ends) => holds(from) && ends.iter().all(holds),
        Numbers::Set(_, all) => all.iter().all(holds),
        Numbers::Array(..) => true,
    }
}

pub(super) fn every_code(step: &Step, holds: &mut dyn FnMut(&Code) -> bool) -> bool {
    match step {
        Step::Plain(step) => every_number(step, holds),
        Step::Sets(_, count) => count.iter().all(|step| every_number(step, holds)),
        Step::All(_) => true,
        Step::Parts(_, sum) => {
            holds(&sum.of)
                && (sum.count.iter().chain(&sum.among)).all(|step| every_number(step, holds))
        }
    }
}

pub(super) fn every_code_of(filling: &Filling, holds: &mut dyn FnMut(&Code) -> bool) -> bool {
    match filling {
        Filling::One(code) => holds(code),
        Filling::Any(step) => every_number(step, holds),
        Filling::List(elements) => elements.iter().all(|element| {
            let value = match &element.value {
                Value::Code(code) => holds(code),
                Value::Parts(_) => true,
            };
            value
                && match &element.times {
                    Count::Once => true,
                    Count::Of(times) => holds(times),
                    Count::For(step, _, guard) => {
                        every_number(step, holds) && guard.iter().all(&mut *holds)
                    }
                }
        }),
    }
}

pub(super) fn mentions(step: &Step, slot: usize) -> bool {
    !every_code(step, &mut |code| !code.mentions(slot))
}

pub(super) fn filling_mentions(filling: &Filling, slot: usize) -> bool {
    !every_code_of(filling, &mut |code| !code.mentions(slot))
}

/// Whether some code of a move is such.
pub(super) fn asks(mv: &Move, of: fn(&Code) -> bool) -> bool {
    let mut none = |code: &Code| !of(code);
    let steps = mv.steps.iter().all(|step| every_code(step, &mut none));
    let places = mv.places.iter().flatten().all(&mut none);
    let mut fillings = mv.alternatives.iter().flatten();
    !(steps && places && fillings.all(|filling| every_code_of(filling, &mut none)))
}

/// Whether it is asked how many entries are equal to a number.
pub(super) fn counts(code: &Code) -> bool {
    match code {
        Code::Number(_) | Code::Slot(_) | Code::Length(_) => false,
        Code::Fold(fold) => fold.parts().any(counts),
        Code::Of(what, part) => *what == Listed::Count || counts(part),
        Code::Not(part) | Code::Element(_, part, _) => counts(part),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => pair.iter().any(counts),
        Code::Call(_, parts, _) => parts.iter().any(counts),
    }
}

/// Whether a slot is read as the place of an entry only.
pub(super) fn only_entry(code: &Code, slot: usize) -> bool {
    match code {
        Code::Number(_) | Code::Length(_) => true,
        Code::Fold(_) => !code.mentions(slot),
        Code::Slot(own) => *own != slot,
        Code::Of(_, place) if **place == Code::Slot(slot) => true,
        Code::Of(_, part) | Code::Not(part) | Code::Element(_, part, _) => only_entry(part, slot),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => {
            pair.iter().all(|part| only_entry(part, slot))
        }
        Code::Call(_, parts, _) => parts.iter().all(|part| only_entry(part, slot)),
    }
}

/// Whether the code speaks of no entry but the one at this place, and of the list as a whole not at all.
pub(super) fn looks_at(code: &Code, place: usize) -> bool {
    match code {
        Code::Number(_) => true,
        Code::Slot(slot) => *slot >= WHOLES.len() && *slot != place,
        Code::Of(Listed::Entry, at) => **at == Code::Slot(place),
        Code::Of(Listed::Count, _) | Code::Length(_) => false,
        // It may go through the list.
        Code::Fold(_) => false,
        Code::Not(part) | Code::Element(_, part, _) => looks_at(part, place),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => {
            pair.iter().all(|part| looks_at(part, place))
        }
        Code::Call(_, parts, _) => parts.iter().all(|part| looks_at(part, place)),
    }
}

/// Whether a move replaces one entry, whichever it is, and looks at nothing else.
pub(super) fn is_local(mv: &Move) -> bool {
    let Some([Code::Slot(place)]) = mv.places.as_deref() else {
        return false;
    };
    let runs = |step: &Step| matches!(step, Step::Plain(Numbers::Range(slot, Code::Number(0), _)) if slot == place);
    let Some((first, rest)) = mv.steps.split_first() else {
        return false;
    };
    mv.set.is_none()
        && runs(first)
        && is_whole_range(first)
        && (rest.iter()).all(|step| every_code(step, &mut |code| looks_at(code, *place)))
        && (mv.alternatives.iter().flatten())
            .all(|filling| every_code_of(filling, &mut |code| looks_at(code, *place)))
}

/// Whether it runs through the whole list.
pub(super) fn is_whole_range(step: &Step) -> bool {
    let Step::Plain(Numbers::Range(_, Code::Number(0), Code::Binary(Operator::Subtract, pair, _))) =
        step
    else {
        return false;
    };
    **pair == [Code::Slot(LENGTH), Code::Number(1)]
}

/// By how much a number grows where the number in a slot grows by 1, where the form tells that this is always the same. Each part of the
/// code then lies between what it is at either end, so that what can be reckoned at both ends of a range can be reckoned within.
pub(super) fn slope(code: &Code, slot: usize) -> Option<i64> {
    if !code.mentions(slot) {
        return Some(0);
    }
    match code {
        Code::Slot(_) => Some(1),
        Code::Binary(operator, pair, _) => {
            let of = |part: &Code| slope(part, slot);
            match operator {
                Operator::Add => of(&pair[0])?.checked_add(of(&pair[1])?),
                Operator::Subtract => of(&pair[0])?.checked_sub(of(&pair[1])?),
                Operator::Multiply => match (&pair[0], &pair[1]) {
                    (Code::Number(factor), of) | (of, Code::Number(factor)) => {
                        factor.checked_mul(slope(of, slot)?)
                    }
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}
