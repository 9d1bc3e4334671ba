//! The right side of a rule on words: names that the left side does not bind, conditions, numbers, and the word that a move leaves.

use grundy::words::{Dom, Move, Num, Test, Times, What};
use grundy::{Message, message};

use super::{Finding, WRITTEN_OUT, add, call, local, number, text};
use crate::error::NotEmitted;
use crate::expressions::folded;
use crate::tree::{Expr, Op, Stmt, Type};

impl Finding<'_> {
    /// The names that the left side does not bind, the conditions, and the right side.
    pub(super) fn rest(
        &mut self,
        mv: &Move,
        place: usize,
        at: &Expr,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let Some(&slot) = mv.rest.get(place) else {
            return self.offered(mv, at);
        };
        match &mv.slots[slot].domain {
            Dom::Letters(set) => {
                let set = self.set(*set);
                let place_name = self.names.fresh("place");
                let name = self.bind(mv, slot);
                let count = match &set {
                    Expr::Text(letters) => number(letters.len()),
                    _ => Expr::Number(0),
                };
                let next = add(local(&place_name), Expr::Number(1));
                let letter = call("slice", vec![set, local(&place_name), next]);
                let mut body = vec![Stmt::Let(name, Type::Word, letter)];
                body.extend(self.rest(mv, place + 1, at)?);
                Ok(vec![Stmt::For {
                    name: place_name,
                    from: Expr::Number(0),
                    to: count,
                    included: false,
                    body,
                }])
            }
            Dom::Set(numbers) => {
                let numbers = numbers.iter().map(|it| self.number(it));
                let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
                let name = self.bind(mv, slot);
                let body = self.rest(mv, place + 1, at)?;
                Ok(vec![match <[Expr; 1]>::try_from(numbers) {
                    Ok([only]) => {
                        let mut all = vec![Stmt::Let(name, Type::Number, only)];
                        all.extend(body);
                        Stmt::Block(all)
                    }
                    Err(numbers) => Stmt::Among(name, numbers, body),
                }])
            }
            Dom::Range(from, Some(to)) => {
                let (from, to) = (self.number(from)?, self.number(to)?);
                let name = self.bind(mv, slot);
                let body = self.rest(mv, place + 1, at)?;
                Ok(vec![Stmt::For {
                    name,
                    from,
                    to,
                    included: true,
                    body,
                }])
            }
            // Groups and boards are of grids alone, which have options of their own.
            Dom::Words(_) | Dom::Runs(_) | Dom::Groups(_) | Dom::Boards | Dom::Range(_, None) => {
                Ok(Vec::new())
            }
        }
    }

    pub(super) fn offered(&mut self, mv: &Move, at: &Expr) -> Result<Vec<Stmt>, NotEmitted> {
        let mut holds = Expr::Flag(true);
        for test in &mv.tests {
            holds = Expr::and(holds, self.test(test)?);
        }
        let mut right = Vec::new();
        for part in &mv.right {
            let times = match &part.times {
                Times::Once => Expr::Number(1),
                Times::Bind(slot) => self.value(*slot),
                Times::Of(times) => self.number(times)?,
            };
            let piece = self.piece(&part.what);
            match (&piece, &times) {
                (Expr::Text(letters), _) if letters.is_empty() => {}
                (_, Expr::Number(1)) => right.push(piece),
                (_, Expr::Number(times)) if *times < 0 => return Ok(Vec::new()),
                (Expr::Text(letters), Expr::Number(times))
                    if usize::try_from(*times)
                        .is_ok_and(|times| times * letters.len() <= WRITTEN_OUT) =>
                {
                    let letters = letters.repeat(usize::try_from(*times).unwrap_or(0));
                    right.push(Expr::Text(letters));
                }
                _ => {
                    if !self.is_at_least(&times, 0) {
                        let some = Expr::binary(Op::AtLeast, times.clone(), Expr::Number(0));
                        holds = Expr::and(holds, some);
                    }
                    right.push(call("times", vec![piece, times]));
                }
            }
        }
        let (word, start, size) = (local(&self.word), local(&self.start), local(&self.size));
        let option = match &self.ring {
            Some((ring, ..)) => {
                let right = match right.is_empty() {
                    true => text(""),
                    false => Expr::Joined(right),
                };
                call("changed", vec![word, start, at.clone(), right, local(ring)])
            }
            None => {
                let before = call("slice", vec![word.clone(), Expr::Number(0), start]);
                let mut all = vec![before];
                all.extend(right);
                if !mv.end {
                    all.push(call("slice", vec![word, at.clone(), size]));
                }
                if mv.start {
                    all.remove(0);
                }
                match all.is_empty() {
                    true => text(""),
                    false => Expr::Joined(all),
                }
            }
        };
        let offer = Stmt::Do(call("offer", vec![option]));
        Ok(match holds {
            Expr::Flag(true) => vec![offer],
            holds => vec![Stmt::when(holds, vec![offer])],
        })
    }

    /// Letters of the right side or of a condition.
    pub(super) fn piece(&self, what: &What) -> Expr {
        match what {
            What::Letters(letters) => text(&self.spelled(letters)),
            What::Slot(slot) => self.value(*slot),
            What::Back(slot) => call("reversed", vec![self.value(*slot)]),
        }
    }

    pub(super) fn length(&self, mv: &Move, slot: usize) -> Expr {
        match mv.slots[slot].domain {
            Dom::Letters(_) => Expr::Number(1),
            _ => Expr::WordLength(Box::new(self.value(slot))),
        }
    }

    pub(super) fn number(&self, number: &Num) -> Result<Expr, NotEmitted> {
        Ok(match number {
            Num::Constant(number) => Expr::Number(*number),
            Num::Slot(slot) => self.value(*slot),
            Num::Length(slot) => Expr::WordLength(Box::new(self.value(*slot))),
            Num::Count(slot, set) => call("count_of", vec![self.value(*slot), self.set(*set)]),
            // Of grids alone.
            Num::Rows(_) | Num::Columns(_) | Num::Beside(..) | Num::BesideName(..) => {
                Expr::Number(0)
            }
            Num::Of(sign, both) => {
                let (left, right) = (self.number(&both.0)?, self.number(&both.1)?);
                let op = match sign {
                    '+' => Op::Add,
                    '-' => Op::Subtract,
                    '*' => Op::Multiply,
                    sign => {
                        if !matches!(right, Expr::Number(number) if number != 0) {
                            return Err(NotEmitted::new(divided()));
                        }
                        match sign {
                            '/' => Op::Divide,
                            _ => Op::Remainder,
                        }
                    }
                };
                folded(op, left, right)
            }
        })
    }

    pub(super) fn test(&self, test: &Test) -> Result<Expr, NotEmitted> {
        Ok(match test {
            Test::Numbers(first, rest) => {
                let mut left = self.number(first)?;
                let mut all = Expr::Flag(true);
                for (sign, right) in rest {
                    let right = self.number(right)?;
                    let op = Op::compared(sign);
                    all = Expr::and(all, Expr::binary(op, left, right.clone()));
                    left = right;
                }
                all
            }
            Test::Words(first, rest) => {
                let mut left = self.piece(first);
                let mut all = Expr::Flag(true);
                for (sign, right) in rest {
                    let right = self.piece(right);
                    let same = match (&left, &right) {
                        (Expr::Text(left), Expr::Text(right)) => Expr::Flag(left == right),
                        // Some languages compare what stands first with the rest.
                        (Expr::Text(_), _) => {
                            Expr::SameWord(Box::new([right.clone(), left.clone()]))
                        }
                        _ => Expr::SameWord(Box::new([left.clone(), right.clone()])),
                    };
                    let one = match *sign {
                        "==" => same,
                        _ => Expr::Not(Box::new(same)),
                    };
                    all = Expr::and(all, one);
                    left = right;
                }
                all
            }
            Test::Not(one) => Expr::Not(Box::new(self.test(one)?)),
            Test::And(tests) => {
                let mut all = Expr::Flag(true);
                for test in tests {
                    all = Expr::and(all, self.test(test)?);
                }
                all
            }
            Test::Or(tests) => {
                let mut any = Expr::Flag(false);
                for test in tests {
                    let one = self.test(test)?;
                    any = match any {
                        Expr::Flag(false) => one,
                        any => Expr::binary(Op::Or, any, one),
                    };
                }
                any
            }
        })
    }
}

fn divided() -> Message {
    message!(
        "programs divide the numbers of a rule on words only by written numbers other than 0, as in \"w -> \"\" for w in words \"a\" if len(w) % 2 == 1\"",
        "程序只能用写出的非零数去除字上规则中的数，例如 \"w -> \"\" for w in words \"a\" if len(w) % 2 == 1\""
    )
}
