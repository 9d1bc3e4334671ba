//! Brussels Sprouts: a line joins two free ends, crosses nothing, and a stroke across it gives it two free ends.
//!
//! Conway, told by M. Gardner (1967) as a joke on Sprouts: nobody can play well or badly. A line takes two free ends and the stroke brings two, so that n
//! crosses have 4n free ends for ever. A line joins two pieces, or cuts a region in two; in the end there is one piece, and each region has one
//! free end. After m moves there are n + m crosses and strokes and 2m lines from one to another, and Euler's formula says n + m − 2m + 4n = 2: every play
//! lasts 5n − 2 moves. In the same way a region of b pieces with e free ends lasts e + b − 2. The value is the parity of that.
//!
//! A free end lies in one region, so regions do not know of each other; and of a piece it matters only how many free ends it has there.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("brussels-sprouts 3"), Some(Outcome::N)); // 13 moves
//! assert_eq!(outcome("brussels-sprouts 4"), Some(Outcome::P)); // 18 moves
//! ```

mod drawing;

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::ruleset::{
    Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop, ValueTheorem,
};
use crate::text::{Message, Text};

/// Brussels Sprouts. A position is a region.
#[derive(Clone, Copy, Debug)]
pub struct BrusselsSprouts;

/// A region: numbers of free ends, rising, and how many pieces have so many.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region {
    pieces: Vec<(u64, u64)>,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "brussels-sprouts",
    aliases: &["brussels_sprouts"],
    title: Text::new("Brussels Sprouts", "抱子甘蓝（Brussels Sprouts）"),
    rule: Text {
        en: "Start with crosses of four free ends; draw a line that joins two free ends and crosses nothing, and a stroke across it that adds two free ends.",
        zh: "开始时有若干个十字，各有四个自由端；每次画一条线连接两个自由端，不得与其他线相交，再在线上画一短横，添两个自由端。",
    },
    form: Text::new(
        "brussels-sprouts CROSSES … or a region as ENDSxPIECES joined by full stops",
        "brussels-sprouts CROSSES …，或以句点相连的区域 ENDSxPIECES",
    ),
    example: "brussels-sprouts 3",
    source: "J. H. Conway, in M. Gardner, Mathematical Games: Of sprouts and Brussels sprouts, games with a topological flavor, Scientific American 217 (1967)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<BrusselsSprouts>,
};

/// Free ends and pieces of a region, together at most.
const MOST: u64 = 5_000_000_000_000_000_000;

/// What is drawn.
#[derive(Clone, Debug)]
pub enum Line {
    /// Between two pieces with so many free ends.
    Between(u64, u64),
    /// From a piece to itself.
    Within {
        /// The free ends of the piece.
        ends: u64,
        /// How many of them come to lie on one side.
        aside: u64,
        /// The other pieces that come to lie there.
        pieces: Region,
    },
}

impl Region {
    /// A region of these pieces; some may be none, and equal ones need not be together.
    fn new(mut pieces: Vec<(u64, u64)>) -> Region {
        pieces.retain(|&(_, count)| count > 0);
        pieces.sort_unstable();
        pieces.dedup_by(|next, before| {
            let same = next.0 == before.0;
            if same {
                before.1 += next.1;
            }
            same
        });
        Region { pieces }
    }

    /// So many crosses.
    fn crosses(count: u64) -> Region {
        Region::new(vec![(4, count)])
    }

    /// How many crosses it is, if it is nothing else.
    fn as_crosses(&self) -> Option<u64> {
        match self.pieces[..] {
            [] => Some(0),
            [(4, count)] => Some(count),
            _ => None,
        }
    }

    /// Free ends, and pieces; `None` where they are more than [`MOST`].
    fn size(&self) -> Option<(u64, u64)> {
        let add = |(ends, pieces): (u64, u64), &(each, count): &(u64, u64)| {
            Some((
                ends.checked_add(each.checked_mul(count)?)?,
                pieces.checked_add(count)?,
            ))
        };
        let size = self.pieces.iter().try_fold((0, 0), add);
        size.filter(|(ends, pieces)| ends.checked_add(*pieces).is_some_and(|both| both <= MOST))
    }

    /// How many moves every play has.
    fn moves(&self) -> u64 {
        let (ends, pieces) = self.size().unwrap_or_default();
        (ends + pieces).saturating_sub(2)
    }

    /// The other pieces, when some are used.
    fn without(&self, used: &[u64]) -> Vec<(u64, u64)> {
        let mut left = self.pieces.clone();
        for piece in &mut left {
            piece.1 -= used.iter().filter(|&&used| used == piece.0).count() as u64;
        }
        left
    }

    fn written(&self) -> String {
        let piece = |(ends, count): &(u64, u64)| format!("{ends}x{count}");
        self.pieces.iter().map(piece).collect::<Vec<_>>().join(".")
    }
}

impl Ruleset for BrusselsSprouts {
    type Position = Region;
    type Move = Line;

    fn options(&self, region: &Region, options: &mut Options<Region, Line>) -> Result<(), Stop> {
        for (place, &(one, count)) in region.pieces.iter().enumerate() {
            let same = if count > 1 { 0 } else { 1 };
            for &(other, _) in &region.pieces[place + same..] {
                let mut pieces = region.without(&[one, other]);
                pieces.push((one + other, 1));
                options.push(Line::Between(one, other), &[Region::new(pieces)])?;
            }
        }
        for &(ends, _) in &region.pieces {
            // One side and the other are not told apart.
            for aside in 0..ends / 2 {
                within(region, ends, aside, options)?;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Region, line: &Line) -> Message {
        match line {
            Line::Between(one, other) => message!(
                "join a piece with {one} free ends to one with {other}",
                "连接一个有 {one} 个自由端的块与一个有 {other} 个的块",
                one = *one,
                other = *other
            ),
            Line::Within {
                ends,
                aside,
                pieces,
            } if pieces.pieces.is_empty() => message!(
                "join two ends of a piece with {ends}, with {aside} of its ends on one side",
                "连接同一块 {ends} 个自由端中的两个，一侧有其 {aside} 个自由端",
                ends = *ends,
                aside = *aside
            ),
            Line::Within {
                ends,
                aside,
                pieces,
            } => message!(
                "join two ends of a piece with {ends}, with {aside} of its ends and {pieces} on one side",
                "连接同一块 {ends} 个自由端中的两个，一侧有其 {aside} 个自由端以及 {pieces}",
                ends = *ends,
                aside = *aside,
                pieces = pieces.written()
            ),
        }
    }

    fn heap_bytes(&self, region: &Region) -> u64 {
        16 * region.pieces.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, BrusselsSprouts> {
        Capabilities {
            values: Some(self),
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

/// Lines from a piece to itself that leave so many of its other ends on one side, with every choice of pieces there.
fn within(
    region: &Region,
    ends: u64,
    aside: u64,
    options: &mut Options<Region, Line>,
) -> Result<(), Stop> {
    let others = region.without(&[ends]);
    let middle = aside == ends - 2 - aside;
    let mut chosen: Vec<u64> = vec![0; others.len()];
    loop {
        let rest = || {
            others
                .iter()
                .zip(&chosen)
                .map(|(other, chosen)| other.1 - chosen)
        };
        // Two equal sides are told once.
        if !middle || chosen.iter().copied().le(rest()) {
            let side = |ends: u64, counts: &mut dyn Iterator<Item = u64>| {
                let pieces = others
                    .iter()
                    .zip(counts)
                    .map(|(other, count)| (other.0, count));
                Region::new(pieces.chain((ends > 0).then_some((ends, 1))).collect())
            };
            let one = side(aside + 1, &mut chosen.iter().copied());
            let other = side(ends - 1 - aside, &mut rest());
            let pieces = side(0, &mut chosen.iter().copied());
            options.push(
                Line::Within {
                    ends,
                    aside,
                    pieces,
                },
                &[one, other],
            )?;
        }
        let mut more = chosen.iter_mut().zip(&others);
        let raised = more.any(|(chosen, other)| {
            let raise = *chosen < other.1;
            *chosen = if raise { *chosen + 1 } else { 0 };
            raise
        });
        if !raised {
            return Ok(());
        }
    }
}

impl ValueTheorem<Region> for BrusselsSprouts {
    fn value(&self, region: &Region) -> Option<Nimber> {
        Some(Nimber::from(region.moves() % 2))
    }

    /// Every move changes the value. Of n crosses there are n + ⌈n/2⌉ from a cross to itself, and one between two.
    fn moves_to(&self, region: &Region, target: &Nimber, limit: usize) -> Option<Moves<Region>> {
        if *target != Nimber::from((region.moves() + 1) % 2) {
            return Some(Moves::none());
        }
        let crosses = region.as_crosses()?;
        let mut options = Options::with_limit(limit);
        // What is beyond the limit is counted below.
        let _ = self.options(region, &mut options);
        let listed = options.iter().map(|(line, to)| Step {
            message: self.describe(region, line),
            to: to.to_vec(),
        });
        Some(Moves {
            count: Some(Natural::from(
                crosses + crosses.div_ceil(2) + u64::from(crosses > 1),
            )),
            listed: listed.collect(),
        })
    }

    fn because(&self, region: &Region) -> Message {
        because(region)
    }
}

/// More moves of a region that is not of crosses alone are not counted.
const MOST_MOVES: usize = 1 << 16;

/// How many moves there are, and why.
fn because(region: &Region) -> Message {
    let moves = region.moves();
    if let Some(crosses) = region.as_crosses().filter(|&crosses| crosses > 0) {
        return message!(
            "by Euler's formula every play with {crosses} crosses lasts 5 · {crosses} − 2 = {moves} moves",
            "由欧拉公式，{crosses} 个十字的每一局都恰有 5 · {crosses} − 2 = {moves} 步",
            crosses = crosses,
            moves = moves
        );
    }
    let (ends, pieces) = region.size().unwrap_or_default();
    message!(
        "by Euler's formula every play in a region of {pieces} pieces with {ends} free ends lasts {ends} + {pieces} − 2 = {moves} moves",
        "由欧拉公式，一个区域若有 {pieces} 块共 {ends} 个自由端，则每一局都恰有 {ends} + {pieces} − 2 = {moves} 步",
        pieces = pieces,
        ends = ends,
        moves = moves
    )
}

impl OutcomeTheorem<Region> for BrusselsSprouts {
    fn outcome(&self, region: &Region, play: Play) -> Option<Outcome> {
        let last_is_first = region.moves() % 2 == 1;
        Some(match last_is_first == (play == Play::Normal) {
            true => Outcome::N,
            false => Outcome::P,
        })
    }

    /// All moves or none.
    fn winning(&self, region: &Region, _: Play, limit: usize) -> Option<Moves<Region>> {
        let told = self.moves_to(region, &Nimber::from((region.moves() + 1) % 2), limit);
        told.or_else(|| {
            let mut options = Options::with_limit(MOST_MOVES);
            options.fill(self, region).ok()?;
            let step = |(line, to): (&_, &[Region])| Step {
                message: self.describe(region, line),
                to: to.to_vec(),
            };
            Some(Moves {
                count: Some(Natural::from(options.len() as u64)),
                listed: options.iter().take(limit).map(step).collect(),
            })
        })
    }

    fn because(&self, region: &Region, _: Play) -> Message {
        because(region)
    }
}

/// `ENDSxPIECES` joined by full stops.
fn read(word: &Word<'_>) -> Result<Region, ParseError> {
    let mut pieces = Vec::new();
    for part in word.split('.') {
        let (ends, count) = part.cut('x');
        let Some(count) = count else {
            return Err(part.error(message!(
                "expected ENDSxPIECES, such as 4x3 for three crosses",
                "此处应为 自由端数x块数，例如 4x3 是三个十字"
            )));
        };
        let at_least_one = |word: Word<'_>| match word.number_below(MOST)? {
            0 => Err(word.error(message!(
                "expected a number that is at least 1",
                "此处的数至少为 1"
            ))),
            number => Ok(number),
        };
        pieces.push((at_least_one(ends)?, at_least_one(count)?));
        // Numbers of equal pieces are added only where their sum is known to be small enough.
        if (Region {
            pieces: pieces.clone(),
        })
        .size()
        .is_none()
        {
            return Err(part.error(too_large()));
        }
    }
    Ok(Region::new(pieces))
}

fn too_large() -> Message {
    message!(
        "a region has at most {most} free ends and pieces",
        "一个区域的自由端与块总共至多 {most} 个",
        most = MOST
    )
}

impl Notation for BrusselsSprouts {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(BrusselsSprouts, Vec<Region>), ParseError> {
        clause.no_parameters()?;
        let region = |word: &Word<'_>| {
            if word.text.bytes().all(|byte| byte.is_ascii_digit()) {
                return Ok(Region::crosses(word.number_below(MOST / 5)?));
            }
            read(word)
        };
        let regions = clause.words.iter().map(region);
        Ok((BrusselsSprouts, regions.collect::<Result<_, _>>()?))
    }
    fn head(&self) -> String {
        "brussels-sprouts".to_owned()
    }
    fn write(&self, region: &Region) -> String {
        match region.as_crosses() {
            Some(crosses) => crosses.to_string(),
            None => region.written(),
        }
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Region> {
        match *coordinates {
            [crosses] if crosses <= MOST / 5 => Some(Region::crosses(crosses)),
            _ => None,
        }
    }
}

grundy_core::encoded!(Region { pieces } if |region| {
    region.size().is_some()
        && region.pieces.iter().all(|&(ends, count)| ends > 0 && count > 0)
        && region.pieces.is_sorted_by(|one, other| one.0 < other.0)
});

#[cfg(test)]
mod tests;
