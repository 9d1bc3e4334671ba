//! Who wins positions of two coordinates of which [one only rules out moves](RuledOut): one number for each number of the other.

use grundy::Play;
use grundy::budget::Meter;
use grundy::rule::syntax::{Coordinate, Item, Name, Span};
use grundy::rule::{Formula, How, Listed, Rule, RuledOut};
use std::ops::ControlFlow;

/// What is known of all positions with the same other coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// No number wins: all are lost.
    None,
    /// The only number that wins, or the least, or the greatest.
    Number(i64),
    /// Under misère play: lost are all but the one that forbids this number, which all moves have.
    AllBut(i64),
    /// All are won.
    Always,
}

/// The rows of a rule.
#[derive(Debug)]
pub(crate) struct Rows {
    ruled: RuledOut,
    /// The opened rule, in which the number of a move has a name.
    opened: Rule,
    number: String,
    with: Formula,
    /// Under normal play and under misère play.
    known: [Vec<Kept>; 2],
}

impl Rows {
    /// Of a rule with such a coordinate.
    pub(crate) fn of(rule: &Rule) -> Option<Rows> {
        let syntax = rule.expanded();
        if rule.arity() != 2 {
            return None;
        }
        let ruled = RuledOut::of(syntax, &[Vec::new()])?;
        let text = ruled.opened.to_string();
        let mut number = String::from("number");
        while text.contains(&number) {
            number.push_str("_of");
        }
        let mut opened = ruled.opened.clone();
        for (clause, of) in opened.clauses.iter_mut().zip(&ruled.numbers) {
            let name = Name {
                text: number.clone(),
                span: Span::default(),
            };
            clause.tail.extend(of.clone().map(|of| Item::Let(name, of)));
        }
        let opened = Rule::parse(&opened.to_string()).ok()?;
        let pattern = &ruled.opened.clauses.get(ruled.of)?.pattern;
        let called = |(place, coordinate): (usize, &Coordinate)| match coordinate {
            Coordinate::Name(name) => name.text.clone(),
            _ => format!("{number}_{place}"),
        };
        let names: Vec<String> = pattern.coordinates.iter().enumerate().map(called).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let with = Formula::parse(&ruled.with.to_string(), &names).ok()?;
        Some(Rows {
            ruled,
            opened,
            number,
            with,
            known: Default::default(),
        })
    }

    /// How many rows are known.
    pub(crate) fn len(&self) -> usize {
        self.known.iter().map(Vec::len).sum()
    }

    /// Whether the mover wins at a position; nothing where rows do not tell it within the budget.
    pub(crate) fn wins(
        &mut self,
        position: [u64; 2],
        play: Play,
        most: u64,
        meter: &mut Meter,
    ) -> Option<bool> {
        if play == Play::Misere && self.ruled.how != How::Forbids {
            return None;
        }
        let row = position[1 - self.ruled.place];
        if row >= most {
            return None;
        }
        let at = usize::from(play == Play::Misere);
        while (self.known[at].len() as u64) <= row {
            let next = self.row(self.known[at].len() as u64, play, meter);
            let Some(next) = next else {
                self.known[at].clear();
                return None;
            };
            self.known[at].push(next);
        }
        Some(!self.loses(position, play)?)
    }

    fn loses(&self, position: [u64; 2], play: Play) -> Option<bool> {
        let row = usize::try_from(position[1 - self.ruled.place]).ok()?;
        let kept = *self.known[usize::from(play == Play::Misere)].get(row)?;
        let with = || self.with.value(&position).ok();
        Some(match kept {
            Kept::None => true,
            Kept::Always => false,
            Kept::AllBut(number) => number != with()?,
            Kept::Number(number) => match self.ruled.how {
                How::Forbids => number == with()?,
                How::AtMost { included: true } => number > with()?,
                How::AtMost { included: false } => number >= with()?,
                How::AtLeast { included: true } => number < with()?,
                How::AtLeast { included: false } => number <= with()?,
            },
        })
    }

    /// What is known of a row, from those before it.
    fn row(&self, row: u64, play: Play, meter: &mut Meter) -> Option<Kept> {
        let mut position = [0; 2];
        position[1 - self.ruled.place] = row;
        let position = self.opened.position(&position)?;
        let (mut kept, mut moves) = (Kept::None, Kept::None);
        let is_rising = self.ruled.is_rising();
        // Broken off, nothing is known; gone on from, all that matters is.
        let mut see = |option: Listed<'_>| {
            let number = option.named(&self.number);
            moves = with_one(moves, number);
            let lost = match option.to {
                [] => Some(play == Play::Normal),
                [to] => to
                    .coordinates()
                    .and_then(|to| self.loses([to[0], to[1]].map(i64::unsigned_abs), play)),
                _ => None,
            };
            match lost {
                None => return Err(ControlFlow::Break(())),
                Some(false) => return Ok(()),
                Some(true) => {}
            }
            kept = match (self.ruled.how, kept, number) {
                (How::AtMost { .. }, Kept::Number(least), Some(number)) => {
                    Kept::Number(least.min(number))
                }
                (How::AtLeast { .. }, Kept::Number(greatest), Some(number)) => {
                    Kept::Number(greatest.max(number))
                }
                _ => with_one(kept, number),
            };
            let is_least = is_rising && matches!(self.ruled.how, How::AtMost { .. });
            match kept {
                Kept::Always => Err(ControlFlow::Continue(())),
                _ if is_least => Err(ControlFlow::Continue(())),
                _ => Ok(()),
            }
        };
        match self.opened.listed(&position, meter, &mut see) {
            Ok(Some(Ok(()) | Err(ControlFlow::Continue(())))) => {}
            _ => return None,
        }
        Some(match (play, moves, kept) {
            (Play::Normal, ..) => kept,
            // Who has no move wins.
            (Play::Misere, Kept::None, _) => Kept::Always,
            (Play::Misere, Kept::Number(number), Kept::None) => Kept::AllBut(number),
            (Play::Misere, Kept::Number(_), _) => Kept::Always,
            (Play::Misere, ..) => kept,
        })
    }
}

/// With one more number, or a move without one: whether there is none, one, or more that cannot all be forbidden.
fn with_one(kept: Kept, number: Option<i64>) -> Kept {
    match (kept, number) {
        (Kept::None, Some(number)) => Kept::Number(number),
        (Kept::Number(own), Some(number)) if own == number => kept,
        _ => Kept::Always,
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use grundy::budget::Meter;
    use grundy::rule::Rule;
    use grundy::{Budget, Play};
    use std::collections::HashMap;

    type Options = fn(u64, u64) -> Vec<(u64, u64)>;

    const RULES: [(&str, Options); 6] = [
        ("(n,q) -> (n-k,k) for k in 1..=n if k != q", |n, q| {
            let all = (1..=n).filter(|&k| k != q);
            all.map(|k| (n - k, k)).collect()
        }),
        (
            "(n,q) -> (n-k,k%3) for k in {1,2,4} if k%3 != q; (n,q) -> (n-5,1)",
            |n, q| {
                let all = [1, 2, 4].into_iter().filter(|&k| k <= n && k % 3 != q);
                let free = (n >= 5).then(|| (n - 5, 1));
                all.map(|k| (n - k, k % 3)).chain(free).collect()
            },
        ),
        ("(q,n) -> (k,n-k) for k in 1..=n if 2*k != q+n%2", |q, n| {
            let all = (1..=n).filter(|&k| 2 * k != q + n % 2);
            all.map(|k| (k, n - k)).collect()
        }),
        ("(n,q) -> (n-k,2*k) for k in 1..=q", |n, q| {
            (1..=n.min(q)).map(|k| (n - k, 2 * k)).collect()
        }),
        ("(n,q) -> (n-k,k) for k in 1..=n if k < 2*q", |n, q| {
            (1..=n).filter(|&k| k < 2 * q).map(|k| (n - k, k)).collect()
        }),
        ("(n,q) -> (n-k,k/2) for k in max(1,q)..=n", |n, q| {
            (1.max(q)..=n).map(|k| (n - k, k / 2)).collect()
        }),
    ];

    fn wins(
        options: Options,
        at: (u64, u64),
        play: Play,
        known: &mut HashMap<(u64, u64), bool>,
    ) -> bool {
        if let Some(&told) = known.get(&at) {
            return told;
        }
        let all = options(at.0, at.1);
        let told = all.is_empty() && play == Play::Misere
            || all.iter().any(|&to| !wins(options, to, play, known));
        known.insert(at, told);
        told
    }

    #[test]
    fn rows_tell_what_search_does() {
        for (text, options) in RULES {
            let rule = Rule::parse(text).expect(text);
            let mut rows = Rows::of(&rule).expect(text);
            for play in [Play::Normal, Play::Misere] {
                let mut known = HashMap::new();
                for at in (0..40).flat_map(|one| (0..40).map(move |other| (one, other))) {
                    let mut meter = Meter::new(&Budget::default());
                    let told = rows.wins([at.0, at.1], play, 1000, &mut meter);
                    let plain = wins(options, at, play, &mut known);
                    if told.is_some() || play == Play::Normal || text.contains("!=") {
                        assert_eq!(told, Some(plain), "{text} {at:?} {play:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_rules_have_no_rows() {
        for text in [
            "n -> n-k for k in 1..=3",
            "(n,q) -> (n-k,q) for k in 1..=3 if k != q",
            "(n,q) -> (n-k,k) for k in q+1..=2*q+1",
            "(n,q) -> (n-k,k) | (n,q-1) for k in 1..=n",
            "(n,q) -> (n-k,k) for k in 1..=n if k == q",
        ] {
            let rule = Rule::parse(text).expect(text);
            assert!(Rows::of(&rule).is_none(), "{text}");
        }
    }
}
