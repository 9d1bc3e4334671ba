//! Turning coins: a row of coins; a move turns some over, of which the rightmost must go from heads to tails.
//!
//! Lenstra (1977) and Berlekamp, Conway and Guy (1982, chapter 14): the value of a row is the nim-sum of the values of its
//! heads, each alone in the row, since turning a coin twice is not turning it. Squares are numbered from 0. What may be
//! turned together decides the game: at most two (Turning Turtles: a head on square n is worth n + 1), at most three (Mock
//! Turtles: the odious number among 2n and 2n + 1), exactly two (Twins: n), any consecutive run (Ruler: the largest
//! power of two that divides n + 1). A run of at most k is that of Ruler as long as the power is at most k, else the largest power up to k:
//! the nim-sums of squares 0 to n − 1 are then a Gray code that goes round, so that no run of less than two rounds is worth what the next square
//! is. For others (exactly k at equal distances; any arrangement that is its own mirror image) the values of single heads are worked out.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("turtles 0 2 5"), value("ruler THTT"), value("mock-turtles 2")), ("4".into(), "2".into(), "4".into()));
//! ```

use std::collections::BTreeSet;
use std::slice;

use crate::component::{self, Part};
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Cell, Clicks, Draw, MOST_DRAWN, Mark, Scene};
use crate::silver::{joined, squares};
use crate::text::{Message, Text, all_of};

mod singles;
#[cfg(test)]
mod tests;

pub(crate) use singles::Together;
use singles::run_to;
pub(crate) use singles::{count, formula, singles};

/// A game of turning coins. A position is the squares of the heads, ascending.
#[derive(Clone, Debug)]
pub struct Coins {
    listing: &'static Listing,
    together: Together,
    /// Values of single heads, as far as worked out.
    singles: Vec<u64>,
}

macro_rules! named {
    ($($listing:ident $name:literal, $en:literal $zh:literal, $rule_en:literal $rule_zh:literal, $together:expr, [$($theorem:literal),*];)*) => {$(
        #[doc = concat!("The line of ", $name, " in the catalogue.")]
        pub static $listing: Listing = Listing {
            id: "A12",
            name: $name,
            aliases: &[],
            title: Text { en: $en, zh: $zh },
            rule: Text { en: $rule_en, zh: $rule_zh },
            form: Text::new(
                concat!($name, " SQUARE … (heads, from 0) or ", $name, " HTTH…"),
                concat!($name, " SQUARE …（正面的位置，从 0 起），或 ", $name, " HTTH…"),
            ),
            example: concat!($name, " 0 2 5"),
            source: SOURCE,
            theorems: &["turning_grundy", "parts_grundy", $($theorem),*],
            recognises: only_by_name,
            parse: |clause| {
                clause.no_parameters()?;
                parse(clause, &$listing, $together)
            },
        };
    )*};
}

const SOURCE: &str = "H. W. Lenstra, Nim multiplication (1977); E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 14";

named! {
    TURTLES "turtles", "Turning Turtles" "翻硬币（至多两枚）",
        "Turn one or two coins, the rightmost from heads to tails."
        "翻一枚或两枚硬币，最右一枚须由正变反。", Together::Count(1, 2), ["turning_turtles"];
    MOCK_TURTLES "mock-turtles", "Mock Turtles" "翻硬币（至多三枚）",
        "Turn one, two or three coins, the rightmost from heads to tails."
        "翻一至三枚硬币，最右一枚须由正变反。", Together::Count(1, 3), ["mock_turtles"];
    TWINS "twins", "Twins" "翻硬币（恰两枚）",
        "Turn exactly two coins, the right one from heads to tails."
        "恰翻两枚硬币，右边一枚须由正变反。", Together::Count(2, 2), ["twins"];
    TRIPLETS "triplets", "Triplets" "翻硬币（恰三枚）",
        "Turn exactly three coins, the rightmost from heads to tails."
        "恰翻三枚硬币，最右一枚须由正变反。", Together::Count(3, 3), ["triplets"];
    RULER "ruler", "Ruler" "翻硬币（连续一段）",
        "Turn any run of neighbouring coins, the rightmost from heads to tails."
        "翻任意连续的一段硬币，最右一枚须由正变反。", Together::ANY_RUN, ["ruler_grundy", "ruler_run"];
    MOEBIUS "moebius", "Moebius" "翻硬币（至多五枚）",
        "Turn up to five coins, the rightmost from heads to tails."
        "翻至多五枚硬币，最右一枚须由正变反。", Together::Count(1, 5), [];
    MOGUL "mogul", "Mogul" "翻硬币（至多七枚）",
        "Turn up to seven coins, the rightmost from heads to tails."
        "翻至多七枚硬币，最右一枚须由正变反。", Together::Count(1, 7), [];
}

/// The line of the general rule in the catalogue.
pub static COINS: Listing = Listing {
    id: "A12",
    name: "coins",
    aliases: &["turning"],
    title: Text::new("Turning coins", "翻硬币"),
    rule: Text {
        en: "Turn from A to B coins (or any run of neighbours, or one of at most B; B at equal distances; an arrangement that is its own mirror image), the rightmost from heads to tails.",
        zh: "翻 A 到 B 枚硬币（或任意连续一段，或至多 B 枚的连续一段；或等距的 B 枚；或左右对称的若干枚），最右一枚须由正变反。",
    },
    form: Text::new(
        "coins:B SQUARE …, or coins:A-B, coins:run, coins:run-B, coins:spaced-B, coins:symmetric",
        "coins:B SQUARE …，或 coins:A-B、coins:run、coins:run-B、coins:spaced-B、coins:symmetric",
    ),
    example: "coins:2-4 1 3 6",
    source: SOURCE,
    theorems: &["turning_grundy", "parts_grundy", "one_coin"],
    recognises: only_by_name,
    parse: |clause| {
        let together = Together::read(&clause.needs_parameters()?)?;
        parse(clause, &COINS, together)
    },
};

fn parse(
    clause: &Clause<'_>,
    listing: &'static Listing,
    together: Together,
) -> Result<Part, ParseError> {
    let heads = match clause.words[..] {
        [row] if row.text.starts_with(['H', 'T', 'h', 't']) => read_row(&row)?,
        _ => squares(clause)?,
    };
    let far = heads.last().map_or(0, |&last| last as usize + 1);
    Ok(component::encoded_part(
        Coins {
            listing,
            together,
            singles: singles(together, far),
        },
        vec![heads.into()],
    ))
}

fn read_row(row: &Word<'_>) -> Result<Vec<u64>, ParseError> {
    let mut heads = Vec::new();
    for (square, (at, coin)) in (0u64..).zip(row.text.char_indices()) {
        match coin {
            'H' | 'h' => heads.push(square),
            'T' | 't' => {}
            _ => {
                let message = message!(
                    "expected H for heads or T for tails",
                    "此处应为 H（正面）或 T（反面）"
                );
                return Err(ParseError::at(row.at + at, coin.len_utf8(), message));
            }
        }
    }
    Ok(heads)
}

impl Together {
    /// Reads what stands behind the colon.
    pub(crate) fn read(word: &Word<'_>) -> Result<Together, ParseError> {
        let count = |word: &Word<'_>| match word.number_below(1000)? {
            0 => Err(word.error(message!("turning 0 coins is not a move", "翻 0 枚不是一步"))),
            count => Ok(count as usize),
        };
        let (first, second) = word.cut('-');
        Ok(match (first.text, second) {
            ("run", None) => Together::ANY_RUN,
            ("run", Some(most)) => Together::Run(count(&most)? as u64),
            ("symmetric", None) => Together::Symmetric,
            ("spaced", Some(coins)) => match count(&coins)? {
                1 => {
                    return Err(coins.error(message!(
                        "a single coin has no distance: expected a number from 2 on",
                        "一枚硬币没有间距：此处应为不小于 2 的数"
                    )));
                }
                coins => Together::Spaced(coins),
            },
            (_, None) => Together::Count(1, count(&first)?),
            (_, Some(most)) => Together::Count(count(&first)?, count(&most)?),
        })
    }

    /// As it is read.
    pub(crate) fn write(self) -> String {
        match self {
            Together::ANY_RUN => "run".to_owned(),
            Together::Run(most) => format!("run-{most}"),
            Together::Symmetric => "symmetric".to_owned(),
            Together::Spaced(coins) => format!("spaced-{coins}"),
            Together::Count(1, most) => most.to_string(),
            Together::Count(least, most) => format!("{least}-{most}"),
        }
    }
}

impl Coins {
    fn single(&self, square: u64) -> Option<u64> {
        formula(self.together, square).or_else(|| {
            usize::try_from(square)
                .ok()
                .and_then(|square| self.singles.get(square))
                .copied()
        })
    }
}

fn turned(heads: &[u64], turn: &[u64]) -> Box<[u64]> {
    let mut left: BTreeSet<u64> = heads.iter().copied().collect();
    for square in turn {
        if !left.remove(square) {
            left.insert(*square);
        }
    }
    left.into_iter().collect()
}

fn run_turned(heads: &[u64], left: u64, right: u64) -> Box<[u64]> {
    let below = heads.partition_point(|&head| head < left);
    let above = heads.partition_point(|&head| head <= right);
    let mut inside = heads[below..above].iter().copied().peekable();
    let tails = (left..=right).filter(|square| inside.next_if_eq(square).is_none());
    let now: Vec<u64> = tails.collect();
    [&heads[..below], &now, &heads[above..]].concat().into()
}

/// The squares that may be turned together with the rightmost, each set with the rightmost first.
pub(crate) fn turns<E>(
    together: Together,
    right: u64,
    mut visit: impl FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    let mut turn = vec![right];
    match together {
        Together::Run(most) => {
            visit(&turn)?;
            for left in (right.saturating_sub(most - 1)..right).rev() {
                turn.push(left);
                visit(&turn)?;
            }
        }
        Together::Spaced(coins) => {
            for distance in 1..=right / (coins as u64 - 1) {
                turn.truncate(1);
                turn.extend((1..coins as u64).map(|place| right - place * distance));
                visit(&turn)?;
            }
        }
        Together::Symmetric => {
            visit(&turn)?;
            for left in (0..right).rev() {
                each_symmetric(left, right, &mut visit)?;
            }
        }
        Together::Count(least, most) => loop {
            if turn.len() >= least && turn.len() <= most {
                visit(&turn)?;
            }
            // One more coin to the left of the last; else the last one goes left; else the one before it.
            if let Some(&last) = turn.last()
                && turn.len() < most
                && last > 0
            {
                turn.push(last - 1);
                continue;
            }
            loop {
                match turn.pop() {
                    Some(last) if last > 0 && !turn.is_empty() => {
                        turn.push(last - 1);
                        break;
                    }
                    Some(_) if !turn.is_empty() => {}
                    _ => break,
                }
            }
            if turn.is_empty() {
                break;
            }
        },
    }
    Ok(())
}

/// The sets with both ends that are their own mirror images. Who calls has asked whether there is room for so many.
fn each_symmetric<E>(
    left: u64,
    right: u64,
    visit: &mut impl FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    // Of each pair inside, and of the middle if there is one, the left square.
    let inside: Vec<u64> = (left + 1..=(left + right) / 2).collect();
    for chosen in 0..1u64 << inside.len().min(63) {
        let chosen = inside
            .iter()
            .enumerate()
            .filter(|&(place, _)| chosen >> place & 1 == 1);
        let pairs = chosen.flat_map(|(_, &square)| [square, left + right - square]);
        let mut turn: Vec<u64> = [left, right].into_iter().chain(pairs).collect();
        turn.sort_unstable_by(|one, other| other.cmp(one));
        turn.dedup();
        visit(&turn)?;
    }
    Ok(())
}

/// The coins turned in a move.
#[derive(Clone, Debug)]
pub enum Turned {
    /// These squares, the rightmost first.
    Some(Vec<u64>),
    /// All squares from the first to the second.
    Run(u64, u64),
}

/// Winning moves that leave more heads than this together are counted, not listed.
const MOST_HEADS: u64 = 1 << 23;

impl Ruleset for Coins {
    type Position = Box<[u64]>;
    type Move = Turned;

    fn options(
        &self,
        heads: &Box<[u64]>,
        options: &mut Options<Box<[u64]>, Turned>,
    ) -> Result<(), Stop> {
        // Asked first, since options hold many heads each: long runs are not written only to be given up.
        if count(self.together, heads) > options.room() as u64 {
            return Err(Stop::Full);
        }
        for &right in heads.iter() {
            if let Together::Run(most) = self.together {
                for left in (right.saturating_sub(most - 1)..=right).rev() {
                    let to = run_turned(heads, left, right);
                    options.push(Turned::Run(left, right), &[to])?;
                }
                continue;
            }
            turns(self.together, right, |turn| {
                options.push(Turned::Some(turn.to_vec()), &[turned(heads, turn)])
            })?;
        }
        Ok(())
    }

    fn describe(&self, _: &Box<[u64]>, turn: &Turned) -> Message {
        let turn = match turn {
            Turned::Run(left, right) if left < right => {
                return message!(
                    "turn {left} to {right}",
                    "翻第 {left} 至 {right} 格",
                    left = *left,
                    right = *right
                );
            }
            Turned::Run(_, right) => slice::from_ref(right),
            Turned::Some(turn) => turn,
        };
        message!(
            "turn {squares}",
            "翻第 {squares} 格",
            squares = all_of(turn)
        )
    }

    /// What an option may hold: the heads with what a move adds to them, and the move itself.
    fn heap_bytes(&self, heads: &Box<[u64]>) -> u64 {
        let squares = heads.last().map_or(0, |&last| last + 1);
        let held = match self.together {
            Together::Run(_) => squares,
            Together::Symmetric => heads.len() as u64 + 2 * squares,
            Together::Count(_, most) | Together::Spaced(most) => {
                heads.len() as u64 + 2 * squares.min(most as u64)
            }
        };
        // Far more than anybody has, and far from overflow.
        8 * held.min(1 << 48)
    }

    fn capabilities(&self) -> Capabilities<'_, Coins> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Box<[u64]>, Turned> for Coins {
    fn scene(&self, heads: &Box<[u64]>) -> Option<Scene> {
        let last = heads.last().copied().unwrap_or(0);
        if last >= MOST_DRAWN as u64 {
            return None;
        }
        let tails = (0..=last).map(|square| (square, Cell::Tails));
        scene::strip(tails.chain(heads.iter().map(|&square| (square, Cell::Heads))))
    }

    /// The coins that are turned, the rightmost first; of a run the two ends.
    fn clicks(&self, _: &Box<[u64]>, turn: &Turned, _: &[Box<[u64]>]) -> Vec<Clicks> {
        vec![match turn {
            Turned::Some(turn) => turn.iter().map(|&square| Mark::Cell(square)).collect(),
            Turned::Run(left, right) => vec![Mark::Cell(*right), Mark::Cell(*left)],
        }]
    }
}

impl ValueTheorem<Box<[u64]>> for Coins {
    fn value(&self, heads: &Box<[u64]>) -> Option<Nimber> {
        let sum = heads
            .iter()
            .try_fold(0u64, |sum, &square| Some(sum ^ self.single(square)?))?;
        Some(Nimber::from(sum))
    }

    /// At most two coins, and runs: at most one move for each head, found from what its neighbours must be worth.
    fn moves_to(
        &self,
        heads: &Box<[u64]>,
        target: &Nimber,
        limit: usize,
    ) -> Option<Moves<Box<[u64]>>> {
        let (least, most) = match self.together {
            Together::Run(_) => (1, 1),
            Together::Count(least, most) => (least, most),
            Together::Spaced(_) | Together::Symmetric => return None,
        };
        if most > 2 || least > most {
            return None;
        }
        let value = self.value(heads)?;
        let change = (&value ^ target).to_u64();
        let found = heads.iter().filter_map(|&right| {
            let change = change?;
            match self.together {
                Together::Run(most) => {
                    let left = run_to(right, change, most)?;
                    Some(Turned::Run(left, right))
                }
                _ => {
                    let other = change ^ self.single(right)?;
                    if least == 1 && other == 0 {
                        return Some(Turned::Some(vec![right]));
                    }
                    if most == 1 {
                        return None;
                    }
                    // Turning Turtles: square n is worth n + 1; Twins: n.
                    let other = if least == 1 { other - 1 } else { other };
                    (other < right).then(|| Turned::Some(vec![right, other]))
                }
            }
        });
        let (mut count, mut listed, mut room) = (0u64, Vec::new(), MOST_HEADS);
        for turn in found {
            count += 1;
            let grown = match &turn {
                Turned::Run(left, right) => right - left,
                Turned::Some(_) => 2,
            };
            let held = heads.len() as u64 + grown;
            let Some(rest) = room.checked_sub(held).filter(|_| listed.len() < limit) else {
                continue;
            };
            room = rest;
            let left = match &turn {
                Turned::Run(left, right) => run_turned(heads, *left, *right),
                Turned::Some(turn) => turned(heads, turn),
            };
            listed.push(Step {
                message: self.describe(heads, &turn),
                to: vec![left],
            });
        }
        Some(Moves {
            count: Some(count.into()),
            listed,
        })
    }

    fn because(&self, heads: &Box<[u64]>) -> Message {
        let mut values: Vec<String> = heads
            .iter()
            .take(12)
            .filter_map(|&square| self.single(square))
            .map(|value| value.to_string())
            .collect();
        if heads.len() > 12 {
            values.push("…".to_owned());
        }
        message!(
            "the value of a row is the nim-sum of the values of its heads, each alone (Lenstra 1977): {values}",
            "一行的 SG 值等于各正面硬币单独时 SG 值的异或和（Lenstra 1977）：{values}",
            values = if values.is_empty() {
                "0".to_owned()
            } else {
                values.join(" ⊕ ")
            }
        )
    }
}

impl Notation for Coins {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        self.listing
    }
    fn read(clause: &Clause<'_>) -> Result<(Coins, Vec<Box<[u64]>>), ParseError> {
        // Each game has a reader of its own, in its listing.
        Err(clause.name.error(message!(
            "expected a game of turning coins",
            "此处应为翻硬币游戏"
        )))
    }
    fn head(&self) -> String {
        let name = self.listing.name;
        match name {
            "coins" => format!("coins:{}", self.together.write()),
            name => name.to_owned(),
        }
    }
    /// Without heads a row is one tail: a name alone would be the game without a position.
    fn write(&self, heads: &Box<[u64]>) -> String {
        match heads.is_empty() {
            true => "T".to_owned(),
            false => joined(heads),
        }
    }
}
