//! Sums in which play can go on for ever: the components' loopy values decide (Smith 1966; Fraenkel and Perl 1975).
//!
//! With finite values only, the nim-sum decides as ever. With one infinite value, the player to move wins if its set has
//! the nim-sum of the others. With two, neither can force the end. A move to a P-position keeps the win but need
//! not bring the end nearer; of such moves those are told that leave the least total of counters. Whoever keeps to
//! them ends the game: an opponent's move to a greater value or to ∞ can be reverted to a smaller counter, a move to a
//! smaller value has a smaller counter itself, and only so many moves can be made where every play ends.

use super::{Engine, Question, Theory, Wanted};
use crate::message;
use crate::nimber::Nimber;
use crate::number::Natural;
use crate::quotient::{LoopyValue, Outcome};

impl Question<'_> {
    /// Normal play, where each component has a value, if only a loopy one.
    pub(super) fn by_loopy(&mut self, values: &[Option<(Nimber, Engine)>]) -> bool {
        if !self.is_on(Engine::Loopy) {
            return false;
        }
        let components = self.components.clone();
        let known = values.iter().zip(&components).map(|(value, component)| {
            let ended = value.clone().filter(|_| component.ends());
            match ended {
                Some((value, _)) => Some((LoopyValue::Finite(value), 0)),
                None => component.loopy(),
            }
        });
        let Some(known) = known.collect::<Option<Vec<(LoopyValue, u64)>>>() else {
            return false;
        };
        let total = known.iter().fold(LoopyValue::zero(), |sum, (value, _)| {
            LoopyValue::add(&sum, value)
        });
        self.answer.outcome = Some(total.outcome());
        self.answer.theory = Theory::Loopy;
        self.answer.winning.count = Some(Natural::ZERO);
        if self.reasons {
            for (told, (value, _)) in self.answer.components.iter_mut().zip(&known) {
                if told.because.is_none() {
                    told.because = Some(message!(
                        "play can go on for ever; its loopy value is {value}",
                        "对局可以无限进行；其广义 SG 值为 {value}",
                        value = value.to_string()
                    ));
                }
            }
            self.answer.because = Some(reason(&known));
        }
        if let LoopyValue::Finite(value) = &total {
            self.answer.value = Some(value.clone());
        }
        if total.outcome() == Outcome::N {
            self.loopy_moves(values, &known);
        }
        true
    }

    /// The moves to P-positions that leave the least total of counters.
    fn loopy_moves(&mut self, values: &[Option<(Nimber, Engine)>], known: &[(LoopyValue, u64)]) {
        self.answer.winning.count = None;
        if self.wanted < Wanted::Moves {
            return;
        }
        let components = self.components.clone();
        let counters: u64 = known.iter().map(|(_, counter)| counter).sum();
        let (mut least, mut found) = (None, Vec::new());
        let mut ended = Vec::new();
        for (place, component) in components.iter().enumerate() {
            let others = known.iter().enumerate().filter(|&(at, _)| at != place);
            let rest = others.fold(LoopyValue::zero(), |sum, (_, (value, _))| {
                LoopyValue::add(&sum, value)
            });
            let LoopyValue::Finite(wanted) = rest else {
                continue;
            };
            if let Some((_, engine)) = values[place].as_ref().filter(|_| component.ends()) {
                ended.push((place, *engine, wanted));
                continue;
            }
            let moves = match component.loopy_moves(&wanted, &mut self.work) {
                Ok(moves) => moves,
                Err(why) => {
                    self.declined(Engine::Loopy, Some(place), why);
                    return;
                }
            };
            for (step, counter) in moves {
                let left = counters - known[place].1 + counter;
                if least.is_none_or(|least| left < least) {
                    least = Some(left);
                    found.clear();
                }
                if least == Some(left) {
                    found.push((place, step));
                }
            }
        }
        // Moves where play ends leave the counters as they are.
        if least.is_some_and(|least| least < counters) {
            ended.clear();
        }
        let mut count = Some(Natural::ZERO);
        let before = self.answer.winning.listed.len();
        for (place, engine, wanted) in ended {
            self.moves_to(place, engine, &wanted, &mut count);
        }
        let told = self.answer.winning.listed.len() > before
            || count.as_ref().is_none_or(|count| !count.is_zero());
        if told && least.is_some_and(|least| least > counters) {
            found.clear();
        }
        self.answer.winning.count = count.map(|count| count + Natural::from(found.len()));
        for (place, step) in found {
            self.list(place, vec![step]);
        }
    }
}

/// The theorem with the numbers put in.
fn reason(known: &[(LoopyValue, u64)]) -> crate::text::Message {
    let infinite = known
        .iter()
        .filter_map(|(value, _)| match value {
            LoopyValue::Infinite(set) => Some(set),
            LoopyValue::Finite(_) => None,
        })
        .collect::<Vec<_>>();
    let sum = known
        .iter()
        .fold(Nimber::zero(), |sum, (value, _)| match value {
            LoopyValue::Finite(value) => &sum ^ value,
            LoopyValue::Infinite(_) => sum,
        });
    match infinite[..] {
        [] => message!(
            "Smith 1966: all loopy values are finite, and their nim-sum {sum} decides",
            "Smith 1966：所有广义 SG 值均有限，由异或和 {sum} 决定胜负",
            sum = sum.to_string()
        ),
        [set] if set.contains(&sum) => message!(
            "Smith 1966: one value is ∞, and its set has the nim-sum {sum} of the others: a move there wins",
            "Smith 1966：只有一个值为 ∞，其集合中含有其余各值的异或和 {sum}：走到该处即胜",
            sum = sum.to_string()
        ),
        [_] => message!(
            "Smith 1966: one value is ∞, and its set lacks the nim-sum {sum} of the others: a draw",
            "Smith 1966：只有一个值为 ∞，其集合中不含其余各值的异或和 {sum}：和局",
            sum = sum.to_string()
        ),
        _ => message!(
            "Smith 1966: two values or more are ∞, so neither player can force the end: a draw",
            "Smith 1966：有两个或更多值为 ∞，双方都不能强制结束：和局"
        ),
    }
}
