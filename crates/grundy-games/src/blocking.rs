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

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text, list_of};

/// Blocking Nim.
#[derive(Debug)]
pub struct Blocking {
    most: usize,
    won: Mutex<Won>,
}

/// For heaps, ascending and none empty: whether who has just moved there wins, with the right to forbid. Where some
/// heaps are in it, so is all that can follow.
type Won = FxHashMap<Box<[u8]>, bool>;

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
    title: Text::new("Blocking Nim", "阻挡尼姆"),
    rule: Text {
        en: "Nim, but after moving a player forbids up to K of the opponent's moves; nothing is forbidden at first.",
        zh: "尼姆，但每次行动后可禁止对手接下来的至多 K 种走法；开局无禁手。",
    },
    form: Text::new(
        "blocking:K HEAP … !HEAP-SIZE … (heaps up to 255; ! forbids lowering HEAP to SIZE)",
        "blocking:K HEAP … !HEAP-SIZE …（堆不超过 255；! 禁止把 HEAP 减到 SIZE）",
    ),
    example: "blocking:1 3 4",
    source: "A. Holshouser and H. Reiter, Blocking Nim (2001); H. Gavel and P. Strimling, Nim with a modular Muller twist, Integers 4 (2004)",
    theorems: &["blocking_lost"],
    recognises: only_by_name,
    parse: notation::parse::<Blocking>,
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

/// Goes through every set of up to `most` of the numbers below `all`, each ascending.
fn each_set(
    all: usize,
    most: usize,
    mut each: impl FnMut(&[usize]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        each(&chosen)?;
        let after = chosen.last().map_or(0, |last| last + 1);
        if chosen.len() < most && after < all {
            chosen.push(after);
            continue;
        }
        loop {
            match chosen.pop() {
                Some(last) if last + 1 < all => {
                    chosen.push(last + 1);
                    break;
                }
                Some(_) => {}
                None => return Ok(()),
            }
        }
    }
}

/// How many sets of up to `most` out of `all` there are.
fn sets(all: usize, most: usize) -> Natural {
    let (mut ways, mut sum) = (Natural::ONE, Natural::ONE);
    for size in 0..most.min(all) {
        ways = ways * (all - size) / (size + 1);
        sum += &ways;
    }
    sum
}

impl Ruleset for Blocking {
    type Position = Blocked;
    /// The heap lowered, to what, and what is forbidden then.
    type Move = (u8, u8, Vec<(u8, u8)>);

    fn options(
        &self,
        position: &Blocked,
        options: &mut Options<Blocked, (u8, u8, Vec<(u8, u8)>)>,
    ) -> Result<(), Stop> {
        for (from, to) in moves(&position.heaps) {
            if position.forbidden.contains(&(from, to)) {
                continue;
            }
            let heaps = lowered(&position.heaps, from, to);
            let next = moves(&heaps);
            each_set(next.len(), self.most, |chosen| {
                let forbidden: Vec<(u8, u8)> = chosen.iter().map(|&place| next[place]).collect();
                let left = Blocked {
                    heaps: heaps.clone(),
                    forbidden: forbidden.clone(),
                };
                options.push((from, to, forbidden), &[left])
            })?;
        }
        Ok(())
    }

    fn describe(&self, _: &Blocked, (from, to, forbidden): &(u8, u8, Vec<(u8, u8)>)) -> Message {
        if forbidden.is_empty() {
            return message!("{from} → {to}", "{from} → {to}", from = *from, to = *to);
        }
        let list: Vec<String> = forbidden
            .iter()
            .map(|(from, to)| format!("{from} → {to}"))
            .collect();
        message!(
            "{from} → {to}, forbidding {list}",
            "{from} → {to}，禁止 {list}",
            from = *from,
            to = *to,
            list = list_of(&list)
        )
    }

    /// What an option may hold: its heaps, and what is forbidden there, in the position and in the move.
    fn heap_bytes(&self, position: &Blocked) -> u64 {
        let all = moves(&position.heaps).len();
        48 + (position.heaps.len() + 4 * self.most.min(all)) as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Blocking> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Blocked, (u8, u8, Vec<(u8, u8)>)> for Blocking {
    fn scene(&self, position: &Blocked) -> Option<Scene> {
        let heaps = position.heaps.iter().map(|&heap| u64::from(heap));
        Some(Scene::Heaps(heaps.collect()))
    }

    /// The stone down to which is taken; what is forbidden then is chosen from a list.
    fn clicks(
        &self,
        position: &Blocked,
        (from, to, _): &(u8, u8, Vec<(u8, u8)>),
        _: &[Blocked],
    ) -> Vec<Clicks> {
        let place = position.heaps.iter().position(|heap| heap == from);
        let click = place.map(|place| vec![Mark::Of(place, u64::from(*to))]);
        click.into_iter().collect()
    }
}

/// The theorem is asked only where going through everything below takes about so many steps at most, a fraction of a
/// second.
const MOST_STEPS: u64 = 1 << 26;

/// How many different heaps are below and including these, which are ascending; at most a little over `enough`.
fn below(heaps: &[u8], enough: u64) -> u64 {
    // By the size of the largest heap so far.
    let mut ways: Vec<u64> = vec![1];
    for &heap in heaps {
        let mut sum = 0u64;
        let mut smaller = ways.into_iter();
        ways = (0..=heap)
            .map(|_| {
                sum = sum.saturating_add(smaller.next().unwrap_or(0));
                sum
            })
            .collect();
        if sum > enough {
            return sum;
        }
    }
    ways.into_iter().fold(0, u64::saturating_add)
}

impl Blocking {
    fn new(most: usize) -> Blocking {
        Blocking {
            most,
            won: Mutex::default(),
        }
    }

    /// Who wins by blocking at some heaps and at all that can follow, unless that is too much.
    fn with_won<T>(&self, heaps: &[u8], describe: impl FnOnce(&Won) -> T) -> Option<T> {
        let mut won = self.won.lock().unwrap_or_else(PoisonError::into_inner);
        if !won.contains_key(heaps) {
            // A look at one option makes its heaps anew.
            let one = 16 + heaps.len() as u64;
            let most = MOST_STEPS / one / (1 + moves(heaps).len() as u64);
            if below(heaps, most) > most {
                return None;
            }
            if won.len() as u64 > MOST_STEPS / one / 16 {
                won.clear();
            }
            self.fill(heaps, &mut won);
        }
        Some(describe(&won))
    }

    /// Goes up through all that is below some heaps: the largest heaps first, in lexicographic order, so that lowering any
    /// heap goes back.
    fn fill(&self, heaps: &[u8], won: &mut Won) {
        let limits: Vec<u8> = heaps.iter().rev().copied().collect();
        let mut sizes = vec![0u8; limits.len()];
        loop {
            let position: Box<[u8]> = sizes.iter().rev().copied().filter(|&h| h > 0).collect();
            if !won.contains_key(&position) {
                let bad = self.bad(&position, won).count();
                won.insert(position, bad <= self.most);
            }
            let grows = |&place: &usize| {
                sizes[place] < limits[place] && (place == 0 || sizes[place] < sizes[place - 1])
            };
            let Some(place) = (0..sizes.len()).rev().find(grows) else {
                break;
            };
            sizes[place] += 1;
            sizes[place + 1..].fill(0);
        }
    }

    /// The moves from heaps that would win, were they not forbidden.
    fn bad<'w>(&self, heaps: &'w [u8], won: &'w Won) -> impl Iterator<Item = (u8, u8)> + 'w {
        let wins = |&(from, to): &(u8, u8)| won.get(&lowered(heaps, from, to)[..]) == Some(&true);
        moves(heaps).into_iter().filter(wins)
    }
}

impl OutcomeTheorem<Blocked> for Blocking {
    fn outcome(&self, position: &Blocked, play: Play) -> Option<Outcome> {
        if play != Play::Normal {
            return None;
        }
        self.with_won(&position.heaps, |won| {
            let mut bad = self.bad(&position.heaps, won);
            let wins = bad.any(|mv| !position.forbidden.contains(&mv));
            if wins { Outcome::N } else { Outcome::P }
        })
    }

    /// What must be forbidden after a good move is known; anything more may be.
    fn winning(&self, position: &Blocked, play: Play, limit: usize) -> Option<Moves<Blocked>> {
        if play != Play::Normal {
            return None;
        }
        self.with_won(&position.heaps, |won| {
            let (mut count, mut listed) = (Natural::ZERO, Vec::new());
            for (from, to) in self.bad(&position.heaps, won) {
                if position.forbidden.contains(&(from, to)) {
                    continue;
                }
                let heaps = lowered(&position.heaps, from, to);
                let must: Vec<(u8, u8)> = self.bad(&heaps, won).collect();
                let may: Vec<(u8, u8)> = moves(&heaps)
                    .into_iter()
                    .filter(|mv| !must.contains(mv))
                    .collect();
                let more = self.most.saturating_sub(must.len());
                count += sets(may.len(), more);
                // Full only says that enough are listed.
                let _ = each_set(may.len(), more, |chosen| {
                    if listed.len() >= limit {
                        return Err(Stop::Full);
                    }
                    let mut forbidden = must.clone();
                    forbidden.extend(chosen.iter().map(|&place| may[place]));
                    forbidden.sort_unstable();
                    let left = Blocked {
                        heaps: heaps.clone(),
                        forbidden: forbidden.clone(),
                    };
                    listed.push(Step {
                        message: self.describe(position, &(from, to, forbidden)),
                        to: vec![left],
                    });
                    Ok(())
                });
            }
            Moves {
                count: Some(count),
                listed,
            }
        })
    }

    fn because(&self, _: &Blocked, _: Play) -> Message {
        message!(
            "the player who has just moved wins exactly if at most {most} of the opponent's moves lead to such positions again, since those can be forbidden (Holshouser and Reiter 2001)",
            "刚走完的一方获胜，当且仅当对手能走到同类局面的走法不超过 {most} 种，因为这些可以禁止（Holshouser 与 Reiter 2001）",
            most = self.most
        )
    }
}

impl Notation for Blocking {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Blocking, Vec<Blocked>), ParseError> {
        let most = clause.needs_parameters()?.number_below(64)? as usize;
        let (mut heaps, mut forbidden) = (Vec::new(), Vec::new());
        for word in clause.words {
            let Some(rest) = word.text.strip_prefix('!') else {
                heaps.push(word.number_below(255)? as u8);
                continue;
            };
            let rest = crate::notation::Word {
                text: rest,
                at: word.at + 1,
            };
            let (from, Some(to)) = rest.cut('-') else {
                return Err(word.error(message!(
                    "expected a forbidden move, written !HEAP-SIZE",
                    "此处应为禁手，写作 !堆-剩余"
                )));
            };
            forbidden.push((from.number_below(255)? as u8, to.number_below(255)? as u8));
        }
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        forbidden.sort_unstable();
        forbidden.dedup();
        forbidden.retain(|(from, to)| heaps.contains(from) && to < from);
        Ok((Blocking::new(most), vec![Blocked { heaps, forbidden }]))
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

grundy_core::encoded!(Blocked { heaps, forbidden });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for text in [
            "blocking:0 2 3",
            "blocking:1 4",
            "blocking:1 2 2",
            "blocking:1 1 3 !3-0",
            "blocking:2 3 1",
            "blocking:2 2 3 !3-0 !2-1",
            "blocking:3 2 2",
            "blocking:1",
        ] {
            oracle::both(text);
            oracle::engines(text, Play::Normal);
        }
    }

    /// Without forbidding it is Nim.
    #[test]
    fn forbidding_nothing_is_nim() {
        for heaps in ["3 5 6", "3 5 7", "1 1", "2"] {
            let outcome = |name: &str| {
                grundy::solve(
                    &format!("{name} {heaps}").parse().expect("heaps"),
                    Play::Normal,
                )
                .outcome
            };
            assert_eq!(outcome("blocking:0"), outcome("nim"));
        }
    }

    /// The winning moves that the theorem names, against trying every option; and what options hold, against their weight.
    #[test]
    fn winning_moves() {
        let cases = [
            (1, &[3u8, 4][..], &[][..]),
            (1, &[2, 2, 3], &[(3, 2)]),
            (2, &[1, 2, 4], &[]),
            (2, &[5], &[(5, 0), (5, 3)]),
            (4, &[6], &[]),
            (9, &[2, 3], &[]),
        ];
        for (most, heaps, forbidden) in cases {
            let rules = Blocking::new(most);
            let position = &Blocked {
                heaps: heaps.to_vec(),
                forbidden: forbidden.to_vec(),
            };
            let text = format!("blocking:{most} {}", rules.write(position));
            let mut options = Options::with_limit(usize::MAX);
            rules.options(position, &mut options).expect("no limit");
            let mut lost: Vec<&Blocked> = Vec::new();
            for ((_, _, forbidden), to) in options.iter() {
                if rules.outcome(&to[0], Play::Normal) == Some(Outcome::P) {
                    lost.push(&to[0]);
                }
                let held = to[0].heaps.len() + 4 * forbidden.len();
                assert!(held as u64 + 48 <= rules.heap_bytes(position), "{text}");
            }
            let moves = rules.winning(position, Play::Normal, usize::MAX);
            let moves = moves.expect("few heaps");
            let mut told: Vec<&Blocked> = moves.listed.iter().map(|step| &step.to[0]).collect();
            lost.sort();
            told.sort();
            assert_eq!(told, lost, "{text}");
            assert_eq!(moves.count, Some(Natural::from(lost.len())), "{text}");
            let first = rules.winning(position, Play::Normal, 1).expect("few heaps");
            assert!(first.listed.len() <= 1 && first.count == moves.count);
        }
    }

    /// Moves that leave so many choices of what to forbid are counted, not tried; and too many heaps are left to search.
    #[test]
    fn many_choices() {
        let answer = |text: &str, play| {
            let budget = grundy::Budget {
                time: None,
                positions: 20_000,
                ..grundy::Budget::default()
            };
            let mut solver = grundy::Solver::new();
            solver.budget = budget;
            solver.solve(&text.parse::<grundy::Game>().expect("blocking"), play)
        };
        let told = answer("blocking:2 20 20 20", Play::Normal);
        assert_eq!(told.outcome, Some(Outcome::N));
        assert!(told.winning.count.is_some());
        for step in &told.winning.listed {
            assert_eq!(step.to[0].outcome(Play::Normal), Some(Outcome::P));
        }
        for (text, play) in [
            ("blocking:2 20 20 20", Play::Misere),
            ("blocking:1 200 250 255", Play::Normal),
            ("blocking:63 250 251 252 253 254 255", Play::Normal),
        ] {
            let told = answer(text, play);
            assert_eq!(told.outcome, None, "{text}");
            let why = told.unknown.expect("a reason").to_string();
            assert!(why.contains("it needs more than"), "{text}: {why}");
        }
        // 100 heaps have many positions, but few of them differ.
        let ones = "1 ".repeat(100);
        let told = answer(&format!("blocking:0 {ones}"), Play::Normal);
        assert_eq!(told.outcome, Some(Outcome::P));
    }

    /// How many heaps are below some, against going through them.
    #[test]
    fn positions_are_counted() {
        for heaps in [&[][..], &[4], &[1, 1, 1], &[2, 2, 5], &[1, 3, 3, 4]] {
            let mut won = Won::default();
            Blocking::new(1).fill(heaps, &mut won);
            assert_eq!(below(heaps, 1000), won.len() as u64, "{heaps:?}");
        }
        assert!(below(&[255; 1000], 1000) > 1000);
    }
}
