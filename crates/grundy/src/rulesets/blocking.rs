//! Blocking Nim: as Nim, but whoever has moved may forbid up to k of the moves that the opponent could make next.
//!
//! Who has just moved wins exactly if at most k of the options are such that *their* mover would have lost: those are
//! forbidden (Holshouser and Reiter 2001; Gavel and Strimling 2004 call it a Muller twist). A position here is the heaps
//! with what is forbidden now, and a move says both; so the rules are those of an ordinary game, played by search, and
//! the count is the theorem for outcomes. Nothing is forbidden before the first move.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! // From 4 stones one can leave 0 to 3; of those 0 and 1 are lost for who must move, since one option can be forbidden.
//! assert_eq!(solve(&"blocking:1 4".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::N));
//! # Ok::<(), grundy::ParseError>(())
//! ```

use std::collections::BTreeMap;

use crate::component;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Full, Options, OutcomeTheorem, Ruleset};
use crate::said;
use crate::text::{Said, Text};

/// Blocking Nim.
#[derive(Clone, Copy, Debug)]
pub struct Blocking {
    most: usize,
}

/// Heaps, and which of them may not be lowered to what.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Blocked {
    /// The non-empty heaps, ascending.
    heaps: Vec<u8>,
    /// Forbidden: from a heap of the first size to the second. Ascending, without repetition.
    forbidden: Vec<(u8, u8)>,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A15",
    name: "blocking",
    aliases: &["blocking-nim"],
    title: Text {
        en: "Blocking Nim",
        zh: "阻挡尼姆",
    },
    rule: Text {
        en: "Nim, but after moving a player forbids up to K of the opponent's moves; nothing is forbidden at first.",
        zh: "尼姆,但每次行动后可禁止对手接下来的至多 K 种走法;开局无禁手。",
    },
    form: "blocking:K HEAP … !HEAP-SIZE … (heaps up to 255; ! forbids lowering HEAP to SIZE)",
    example: "blocking:1 3 4",
    source: "A. Holshouser and H. Reiter, Blocking Nim (2001); H. Gavel and P. Strimling, Nim with a modular Muller twist, Integers 4 (2004)",
    recognises: only_by_name,
    parse: component::parse::<Blocking>,
};

fn lowered(heaps: &[u8], from: u8, to: u8) -> Vec<u8> {
    let mut heaps = heaps.to_vec();
    if let Some(place) = heaps.iter().position(|&heap| heap == from) {
        heaps.remove(place);
    }
    if to > 0 {
        heaps.push(to);
    }
    heaps.sort_unstable();
    heaps
}

/// The different moves from heaps.
fn moves(heaps: &[u8]) -> Vec<(u8, u8)> {
    let mut sizes = heaps.to_vec();
    sizes.dedup();
    sizes
        .into_iter()
        .flat_map(|from| (0..from).map(move |to| (from, to)))
        .collect()
}

impl Ruleset for Blocking {
    type Position = Blocked;
    /// The heap lowered, to what, and what is forbidden then.
    type Move = (u8, u8, Vec<(u8, u8)>);

    fn options(
        &self,
        position: &Blocked,
        options: &mut Options<Blocked, (u8, u8, Vec<(u8, u8)>)>,
    ) -> Result<(), Full> {
        for (from, to) in moves(&position.heaps) {
            if position.forbidden.contains(&(from, to)) {
                continue;
            }
            let heaps = lowered(&position.heaps, from, to);
            let next = moves(&heaps);
            // Every set of up to `most` of the next moves, in order.
            let mut chosen: Vec<usize> = Vec::new();
            loop {
                let forbidden: Vec<(u8, u8)> = chosen.iter().map(|&place| next[place]).collect();
                let left = Blocked {
                    heaps: heaps.clone(),
                    forbidden: forbidden.clone(),
                };
                options.push((from, to, forbidden), &[left])?;
                let after = chosen.last().map_or(0, |last| last + 1);
                if chosen.len() < self.most && after < next.len() {
                    chosen.push(after);
                    continue;
                }
                loop {
                    match chosen.pop() {
                        Some(last) if last + 1 < next.len() => {
                            chosen.push(last + 1);
                            break;
                        }
                        Some(_) => {}
                        None => break,
                    }
                }
                if chosen.is_empty() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn tell(&self, _: &Blocked, (from, to, forbidden): &(u8, u8, Vec<(u8, u8)>)) -> Said {
        if forbidden.is_empty() {
            return said!("{from} → {to}", "{from} → {to}", from = *from, to = *to);
        }
        let list: Vec<String> = forbidden
            .iter()
            .map(|(from, to)| format!("{from} → {to}"))
            .collect();
        said!(
            "{from} → {to}, forbidding {list}",
            "{from} → {to},禁止 {list}",
            from = *from,
            to = *to,
            list = list.join(", ")
        )
    }

    fn weight(&self, position: &Blocked) -> u64 {
        48 + (position.heaps.len() + 2 * position.forbidden.len()) as u64
    }

    fn outcome_theorem(&self) -> Option<&dyn OutcomeTheorem<Blocked>> {
        Some(self)
    }
}

/// Up to this many heaps' positions are counted for the theorem.
const MOST_POSITIONS: u64 = 20_000;

impl Blocking {
    /// For all heaps below and including these: whether who has just moved there wins, with the right to forbid.
    fn won_by_blocking(&self, heaps: &[u8]) -> Option<BTreeMap<Vec<u8>, bool>> {
        let positions = heaps
            .iter()
            .try_fold(1u64, |count, &heap| count.checked_mul(u64::from(heap) + 1))?;
        if positions > MOST_POSITIONS {
            return None;
        }
        let mut below: Vec<Vec<u8>> = vec![Vec::new()];
        for &heap in heaps {
            below = below
                .iter()
                .flat_map(|rest| (0..=heap).map(move |size| [&rest[..], &[size]].concat()))
                .collect();
        }
        for position in &mut below {
            position.retain(|&heap| heap > 0);
            position.sort_unstable();
        }
        below.sort_by_key(|position| position.iter().map(|&heap| u32::from(heap)).sum::<u32>());
        let mut won = BTreeMap::new();
        for position in below {
            if !won.contains_key(&position) {
                let options = moves(&position);
                let bad = options
                    .iter()
                    .filter(|&&(from, to)| won[&lowered(&position, from, to)])
                    .count();
                won.insert(position, bad <= self.most);
            }
        }
        Some(won)
    }
}

impl OutcomeTheorem<Blocked> for Blocking {
    fn outcome(&self, position: &Blocked, play: Play) -> Option<Outcome> {
        if play != Play::Normal {
            return None;
        }
        let won = self.won_by_blocking(&position.heaps)?;
        let free = moves(&position.heaps)
            .into_iter()
            .filter(|mv| !position.forbidden.contains(mv));
        let wins = free
            .into_iter()
            .any(|(from, to)| won[&lowered(&position.heaps, from, to)]);
        Some(if wins { Outcome::N } else { Outcome::P })
    }

    fn because(&self, _: &Blocked, _: Play) -> Said {
        said!(
            "who has just moved wins exactly if at most {most} of the opponent's moves lead to such positions again, since those can be forbidden (Holshouser and Reiter 2001)",
            "刚行动者获胜,当且仅当对手能走到同类局面的走法不超过 {most} 种,因为这些可以禁止(Holshouser 与 Reiter 2001)",
            most = self.most
        )
    }
}

impl Notation for Blocking {
    const WHOLE: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Blocking, Vec<Blocked>), ParseError> {
        let most = clause.needs_parameters()?.number_below(64)? as usize;
        let (mut heaps, mut forbidden) = (Vec::new(), Vec::new());
        for word in &clause.words {
            let Some(rest) = word.text.strip_prefix('!') else {
                heaps.push(word.number_below(255)? as u8);
                continue;
            };
            let rest = crate::notation::Word {
                text: rest,
                at: word.at + 1,
            };
            let (from, Some(to)) = rest.cut('-') else {
                return Err(word.error(said!(
                    "expected what is forbidden as !HEAP-SIZE",
                    "此处应为禁手 !堆-剩余"
                )));
            };
            forbidden.push((from.number_below(255)? as u8, to.number_below(255)? as u8));
        }
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        forbidden.sort_unstable();
        forbidden.dedup();
        forbidden.retain(|(from, to)| heaps.contains(from) && to < from);
        Ok((Blocking { most }, vec![Blocked { heaps, forbidden }]))
    }
    fn head(&self) -> String {
        format!("blocking:{}", self.most)
    }
    fn write(&self, position: &Blocked) -> String {
        let heaps = position.heaps.iter().map(u8::to_string);
        let forbidden = position
            .forbidden
            .iter()
            .map(|(from, to)| format!("!{from}-{to}"));
        heaps.chain(forbidden).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::doubt;

    #[test]
    fn doubted() {
        for text in [
            "blocking:0 2 3",
            "blocking:1 4",
            "blocking:1 2 2",
            "blocking:1 1 3 !3-0",
            "blocking:2 3 1",
            "blocking:1",
        ] {
            doubt::game(text, Play::Normal);
            doubt::game(text, Play::Misere);
            doubt::engines(text, Play::Normal);
        }
    }

    /// Without forbidding it is Nim.
    #[test]
    fn forbidding_nothing_is_nim() {
        for heaps in ["3 5 6", "3 5 7", "1 1", "2"] {
            let outcome = |name: &str| {
                crate::solve(
                    &format!("{name} {heaps}").parse().expect("heaps"),
                    Play::Normal,
                )
                .outcome
            };
            assert_eq!(outcome("blocking:0"), outcome("nim"));
        }
    }
}
