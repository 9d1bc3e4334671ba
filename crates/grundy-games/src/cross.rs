//! The splitting game on pairs: (x, y) → (x, j) + (i, y) with i < x and j < y; a pair with a 0 is a Nim heap of the
//! other number.
//!
//! A move keeps one coordinate in each of the two components that it leaves, so every play ends. No formula for its
//! values is known; they come from the table over both coordinates.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"cross 1,2".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "0"); // its options (1, 0) + (0, 2) and (1, 1) + (0, 2) are worth 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::budget::Meter;
use crate::engine::grid::{Grid, split::split};
use crate::engine::pairs;
use crate::message;
use crate::nim::take_words;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, OnPairs, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Piece, Scene};
use crate::text::{Message, Text};

/// The splitting game on pairs.
#[derive(Clone, Copy, Debug)]
pub struct Cross;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "B5",
    name: "cross",
    aliases: &[],
    title: Text::new("Crossing out pairs", "十字分裂"),
    rule: Text {
        en: "A pair (x, y) becomes the two pairs (x, j) and (i, y), i < x and j < y; a pair with a 0 is a Nim heap of the other number.",
        zh: "数对 (x, y) 变为 (x, j) 与 (i, y) 两个数对，i < x，j < y；含 0 的数对即另一个数大小的尼姆堆。",
    },
    form: Text::same("cross X,Y …"),
    example: "cross 3,4",
    source: "a disjunctive sum in the sense of R. P. Sprague (1935) and P. M. Grundy (1939), by table",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Cross>,
};

/// What a move does.
#[derive(Clone, Copy, Debug)]
pub enum Crossed {
    /// Leaves (x, j) and (i, y).
    Split(u64, u64),
    /// Takes from the one number that is not 0.
    Take(u64),
}

impl Ruleset for Cross {
    type Position = (u64, u64);
    type Move = Crossed;

    fn options(
        &self,
        &(x, y): &(u64, u64),
        options: &mut Options<(u64, u64), Crossed>,
    ) -> Result<(), Stop> {
        if x == 0 || y == 0 {
            for left in (0..x.max(y)).rev() {
                let to = if y == 0 { (left, 0) } else { (0, left) };
                options.push(Crossed::Take(x.max(y) - left), &[to])?;
            }
            return Ok(());
        }
        for i in 0..x {
            for j in 0..y {
                options.push(Crossed::Split(i, j), &[(x, j), (i, y)])?;
            }
        }
        Ok(())
    }

    fn describe(&self, &(x, y): &(u64, u64), crossed: &Crossed) -> Message {
        match *crossed {
            Crossed::Take(stones) => take_words(&stones.into()),
            Crossed::Split(i, j) => {
                message!(
                    "split into {x},{j} and {i},{y}",
                    "分成 {x},{j} 与 {i},{y}",
                    x = x,
                    j = j,
                    i = i,
                    y = y
                )
            }
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Cross> {
        Capabilities {
            pairs: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnPairs<(u64, u64)> for Cross {
    fn pair(&self, position: &(u64, u64)) -> Option<(u64, u64)> {
        Some(*position)
    }

    fn fill_pairs(
        &self,
        width: usize,
        height: usize,
        _: usize,
        meter: &mut Meter,
    ) -> Result<Grid, Reason> {
        let limit = meter.bytes_left();
        split(width, height, limit, &|| meter.look().is_err())
            .map_err(|refused| pairs::ran_out(refused, meter))
    }
}

impl Draw<(u64, u64), Crossed> for Cross {
    fn scene(&self, &at: &(u64, u64)) -> Option<Scene> {
        let piece = Piece::Token;
        (at.0.max(at.1) < MOST_DRAWN as u64).then_some(Scene::Piece { piece, at })
    }

    /// A split is the square whose column and row are left.
    fn clicks(&self, _: &(u64, u64), crossed: &Crossed, _: &[(u64, u64)]) -> Vec<Clicks> {
        match *crossed {
            Crossed::Split(x, y) => vec![vec![Mark::Square(x, y)]],
            Crossed::Take(_) => Vec::new(),
        }
    }
}

impl Notation for Cross {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Cross, Vec<(u64, u64)>), ParseError> {
        clause.no_parameters()?;
        let mut positions = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let (x, y) = word.cut(',');
            let Some(y) = y else {
                word.pair()?;
                continue;
            };
            positions.push((x.number()?, y.number()?));
        }
        Ok((Cross, positions))
    }
    fn head(&self) -> String {
        "cross".to_owned()
    }
    fn write(&self, (x, y): &(u64, u64)) -> String {
        format!("{x},{y}")
    }
    fn coordinates(&self) -> usize {
        2
    }
    fn at(&self, coordinates: &[u64]) -> Option<(u64, u64)> {
        let [x, y] = coordinates[..] else { return None };
        Some((x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Tables, Work, search};
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn table_agrees_with_search() {
        let mut work = Work::new(&Budget::default(), Tables::default(), 10);
        let table = Cross.fill_pairs(12, 15, 1, &mut work.meter).expect("small");
        for x in 0..12 {
            for y in 0..15 {
                let searched = search::value(&Cross, "cross", &(x, y), &mut work).expect("small");
                assert_eq!(table.get(x as usize, y as usize), Some(searched), "{x},{y}");
            }
        }
    }

    #[test]
    fn answers_agree_with_search() {
        for x in 0..4 {
            for y in 0..4 {
                oracle::game(&format!("cross {x},{y} + nim 3"), Play::Normal);
                oracle::game(&format!("cross {x},{y}"), Play::Misere);
            }
        }
        oracle::engines("cross 3,4 2,2", Play::Normal);
    }
}
