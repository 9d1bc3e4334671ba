//! Climbing the hill: climbers at different distances from the top; a move brings one up any distance, not past another; any
//! number may stand on the top. The K-th from the top is the king, and whoever brings the king to the top wins.
//!
//! With the king first, the player to move wins at once. Else nobody brings the climber just above the king to the top, and
//! the climbers below the top pair off from the last, as in the silver dollar game: the gap inside a pair is a Nim heap, and a
//! climber left over, the first, is a heap of the own distance, or of one less where the king is second, since on the top the
//! first would hand the king over. P exactly if the nim-sum is 0. An upper climber of a pair that makes the gap larger is
//! followed; the first one of an even number that goes to the top leaves a heap larger than the gap before, so that this, too, changes
//! the nim-sum. (Told in contest lore as HDU 4315; pairs after N. G. de Bruijn.)
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("hill:2 1 2"), Some(Outcome::P));
//! assert_eq!(outcome("hill:1 5 9"), Some(Outcome::N));
//! ```

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{self, Cell, Clicks, Draw, Mark, Scene};
use crate::silver::joined;
use crate::text::{Message, Text};

/// The game. A position is the climbers' distances from the top, ascending; only on the top, at 0, there may be several.
#[derive(Clone, Copy, Debug)]
pub struct Hill {
    /// Which one is the king, from 0.
    king: usize,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F5",
    name: "hill",
    aliases: &[],
    title: Text::new("Climbing the hill", "爬山博弈"),
    rule: Text {
        en: "Climbers at different distances from the top; bring one up any distance, not past another (several may stand on the top). The K-th from the top is the king; whoever brings the king to the top wins.",
        zh: "若干人与山顶距离各不相同；每次把一人上移任意距离，不得越过他人（山顶可站多人）。从上往下第 K 人是国王，先使国王登顶者胜。",
    },
    form: Text::same("hill:K DISTANCE …"),
    example: "hill:2 1 4 6",
    source: "a rule of contest problems (HDU 4315), by pairs as in the silver dollar game: J. H. Conway, On Numbers and Games (1976), chapter 11",
    theorems: &["hill_lost"],
    recognises: only_by_name,
    parse: notation::parse::<Hill>,
};

type Climbers = Box<[u64]>;

fn moved(climbers: &Climbers, climber: usize, to: u64) -> Climbers {
    let mut climbers = climbers.clone();
    climbers[climber] = to;
    climbers
}

/// The highest place that a climber may go to.
fn highest(climbers: &Climbers, climber: usize) -> u64 {
    match climber.checked_sub(1).map(|above| climbers[above]) {
        None | Some(0) => 0,
        Some(above) => above + 1,
    }
}

/// How many stand on the top.
fn on_top(climbers: &Climbers) -> usize {
    climbers.iter().take_while(|&&place| place == 0).count()
}

impl Hill {
    /// Whether the first below the top makes a heap of a distance one too large: the king is next.
    fn short(&self, climbers: &Climbers) -> u64 {
        u64::from(self.king == on_top(climbers) + 1)
    }

    /// The heap of the pair whose lower climber this is, or of the one left over.
    fn heap(&self, climbers: &Climbers, lower: usize) -> u64 {
        if lower == on_top(climbers) {
            climbers[lower] - self.short(climbers)
        } else {
            climbers[lower] - climbers[lower - 1] - 1
        }
    }

    /// The heaps, from the last pair to the first.
    fn heaps(&self, climbers: &Climbers) -> Vec<u64> {
        (on_top(climbers)..climbers.len())
            .rev()
            .step_by(2)
            .map(|lower| self.heap(climbers, lower))
            .collect()
    }

    fn nim_sum(&self, climbers: &Climbers) -> u64 {
        self.heaps(climbers).iter().fold(0, |sum, heap| sum ^ heap)
    }

    /// Whether the player to move loses under normal play.
    fn lost(&self, climbers: &Climbers) -> bool {
        let first = on_top(climbers);
        self.king < first || (self.king > first && self.nim_sum(climbers) == 0)
    }
}

fn describe(from: u64, to: u64) -> Message {
    message!(
        "bring the climber at {from} up to {to}",
        "把距离 {from} 处的人上移到 {to}",
        from = from,
        to = to
    )
}

impl Ruleset for Hill {
    type Position = Climbers;
    /// Which climber, and the place that is reached.
    type Move = (usize, u64);

    fn options(
        &self,
        climbers: &Climbers,
        options: &mut Options<Climbers, (usize, u64)>,
    ) -> Result<(), Stop> {
        if climbers.get(self.king).is_none_or(|&king| king == 0) {
            return Ok(());
        }
        for climber in on_top(climbers)..climbers.len() {
            for to in highest(climbers, climber)..climbers[climber] {
                options.push((climber, to), &[moved(climbers, climber, to)])?;
            }
        }
        Ok(())
    }

    fn describe(&self, climbers: &Climbers, &(climber, to): &(usize, u64)) -> Message {
        describe(climbers[climber], to)
    }

    fn heap_bytes(&self, climbers: &Climbers) -> u64 {
        8 * climbers.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Hill> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Climbers, (usize, u64)> for Hill {
    fn scene(&self, climbers: &Climbers) -> Option<Scene> {
        let kind = |climber: usize| match climber == self.king {
            true => Cell::Dollar,
            false => Cell::Coin,
        };
        let standing = climbers.iter().enumerate();
        scene::strip(standing.map(|(climber, &place)| (place, kind(climber))))
    }

    fn clicks(
        &self,
        climbers: &Climbers,
        &(climber, to): &(usize, u64),
        _: &[Climbers],
    ) -> Vec<Clicks> {
        vec![vec![Mark::Cell(climbers[climber]), Mark::Cell(to)]]
    }
}

impl OutcomeTheorem<Climbers> for Hill {
    fn outcome(&self, climbers: &Climbers, play: Play) -> Option<Outcome> {
        if play == Play::Misere {
            return None;
        }
        Some(if self.lost(climbers) {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn winning(&self, climbers: &Climbers, play: Play, limit: usize) -> Option<Moves<Climbers>> {
        if play == Play::Misere {
            return None;
        }
        let first = on_top(climbers);
        let mut steps = Vec::new();
        let mut add = |climber: usize, to: u64| {
            steps.push(Step {
                message: describe(climbers[climber], to),
                to: vec![moved(climbers, climber, to)],
            });
        };
        if self.king <= first {
            // The king is first, and any other move lets the opponent do it.
            if self.king == first {
                add(first, 0);
            }
            return Some(Moves::all(steps, limit));
        }
        let sum = self.nim_sum(climbers);
        for climber in first..climbers.len() {
            let (now, up) = (climbers[climber], highest(climbers, climber));
            let lower = (climbers.len() - climber) % 2 == 1;
            let to = if lower {
                let heap = self.heap(climbers, climber);
                heap.checked_sub(heap ^ sum).map(|by| now - by)
            } else {
                let heap = self.heap(climbers, climber + 1);
                (heap ^ sum)
                    .checked_sub(heap)
                    .and_then(|by| now.checked_sub(by))
            };
            // The first one's way to the top changes the pairs; it is tried on its own.
            if let Some(to) = to.filter(|&to| to >= up && to < now && to > 0) {
                add(climber, to);
            }
            if up == 0 && climber == first && self.lost(&moved(climbers, climber, 0)) {
                add(climber, 0);
            }
        }
        Some(Moves::all(steps, limit))
    }

    fn because(&self, climbers: &Climbers, _: Play) -> Message {
        let first = on_top(climbers);
        if self.king < first {
            return message!("the king is on the top", "国王已登顶");
        }
        if self.king == first {
            return message!(
                "nobody stands in the king's way to the top",
                "国王上方无人阻挡，可直接登顶"
            );
        }
        let heaps = self.heaps(climbers);
        let mut shown: Vec<String> = heaps.iter().take(12).map(u64::to_string).collect();
        if heaps.len() > 12 {
            shown.push("…".to_owned());
        }
        let (heaps, value) = (shown.join(" ⊕ "), self.nim_sum(climbers));
        if (climbers.len() - first) % 2 == 1 {
            return message!(
                "the climbers pair off from the last; the gaps inside the pairs are Nim heaps, and the first climber, who is left over, is one of its distance less {short}: {heaps}, nim-sum {value}",
                "从最下面起两两配对，对内间隔为尼姆堆，余下的第一人为其距离减 {short} 的堆：{heaps}，异或和 {value}",
                short = self.short(climbers),
                heaps = heaps,
                value = value
            );
        }
        message!(
            "the climbers pair off from the last; the gaps inside the pairs are Nim heaps: {heaps}, nim-sum {value}",
            "从最下面起两两配对，对内间隔为尼姆堆：{heaps}，异或和 {value}",
            heaps = heaps,
            value = value
        )
    }
}

impl Notation for Hill {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Hill, Vec<Climbers>), ParseError> {
        let word = clause.needs_parameters()?;
        let king = word.number()?;
        if king == 0 || king > clause.words.len() as u64 {
            return Err(word.error(message!(
                "the king is one of the climbers: expected a number from 1 to {most}",
                "国王是其中一人：此处应为 1 到 {most}",
                most = clause.words.len()
            )));
        }
        let mut climbers = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            climbers.push((word.number()?, *word));
        }
        climbers.sort_by_key(|&(place, _)| place);
        let mut pairs = climbers.windows(2);
        if let Some(pair) = pairs.find(|pair| pair[0].0 == pair[1].0 && pair[0].0 > 0) {
            return Err(pair[1].1.error(message!(
                "two climbers at the distance {place}",
                "距离 {place} 处有两人",
                place = pair[0].0
            )));
        }
        let climbers = climbers.into_iter().map(|(place, _)| place).collect();
        let king = king as usize - 1;
        Ok((Hill { king }, vec![climbers]))
    }
    fn head(&self) -> String {
        format!("hill:{}", self.king + 1)
    }
    fn write(&self, climbers: &Climbers) -> String {
        joined(climbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Tables, Work, search};
    use crate::oracle;

    /// Every set of places up to 10 with every king, against search that knows only the rules: who wins, and by which moves.
    #[test]
    fn theorem_agrees_with_search() {
        for king in 0..5 {
            let hill = Hill { king };
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            let mut lost = |climbers: &Climbers| {
                search::value(&hill, "hill", climbers, &mut work).expect("small") == 0
            };
            for set in 0u32..1 << 10 {
                let below: Vec<u64> = (1..=10)
                    .filter(|place| set >> (place - 1) & 1 == 1)
                    .collect();
                for zeros in 0..2 {
                    let climbers: Climbers =
                        std::iter::repeat_n(0, zeros).chain(below.clone()).collect();
                    if climbers.len() <= king || climbers.len() > 6 {
                        continue;
                    }
                    let is_lost = lost(&climbers);
                    assert_eq!(hill.lost(&climbers), is_lost, "{} {climbers:?}", king + 1);
                    let mut options = Options::with_limit(usize::MAX);
                    hill.options(&climbers, &mut options).expect("no limit");
                    let mut expected: Vec<Climbers> = options
                        .iter()
                        .map(|(_, to)| to[0].clone())
                        .filter(|to| lost(to))
                        .collect();
                    let told = hill.winning(&climbers, Play::Normal, usize::MAX);
                    let mut told: Vec<Climbers> = told
                        .expect("normal play")
                        .listed
                        .into_iter()
                        .map(|step| step.to[0].clone())
                        .collect();
                    if is_lost {
                        continue;
                    }
                    told.sort();
                    expected.sort();
                    assert_eq!(told, expected, "{} {climbers:?}", king + 1);
                }
            }
        }
    }

    #[test]
    fn answers_agree_with_search() {
        for game in [
            "hill:2 1 4 6",
            "hill:1 3",
            "hill:3 1 2 5 7",
            "hill:2 0 0 3",
            "hill:2 0 2 5",
        ] {
            oracle::both(game);
        }
        oracle::game("hill:2 1 3 + nim 1", Play::Normal);
        oracle::engines("hill:2 2 4 6", Play::Normal);
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("hill 1 2"), 1);
        assert_eq!(column("hill:3 1 2"), 6);
        assert_eq!(column("hill:1 2 2"), 10);
    }
}
