//! Cutting paper: a sheet of W × H squares is cut along a line into two, and who first cuts off a single square wins.
//!
//! A sheet with a side of 1 lets the player to move cut off a square and win; so nobody leaves one, and what remains is the
//! game of cuts that leave both sides at least 2 on either part: who has no such cut must leave a side of 1 and loses. It is a sum
//! of sheets by the theorem of Sprague (1935) and Grundy (1939), its values from a table.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("paper 2,2"), Some(Outcome::P));
//! assert_eq!(outcome("paper 4,2"), Some(Outcome::N));
//! ```

use crate::budget::Meter;
use crate::engine::grid::{Cells, Grid, area, filled};
use crate::engine::pairs;
use crate::message;
use crate::nimber::Mex;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, OnPairs, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene, Square};
use crate::text::{Message, Text};

/// The game. A position is a sheet's width and height.
#[derive(Clone, Copy, Debug)]
pub struct Paper;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "F6",
    name: "paper",
    aliases: &["cutting"],
    title: Text::new("Cutting paper", "剪纸博弈"),
    rule: Text {
        en: "Cut a sheet of W × H squares along a line into two; whoever first cuts off a single square wins, so no cut leaves a side of 1.",
        zh: "把 W × H 的方格纸沿格线剪成两张；先剪出单个方格者胜，因此谁都不会剪出边长为 1 的纸。",
    },
    form: Text::same("paper W,H …"),
    example: "paper 4,5",
    source: "a rule of contest problems (POJ 2311), by the table (R. P. Sprague 1935, P. M. Grundy 1939)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Paper>,
};

/// What is done to a sheet.
#[derive(Clone, Copy, Debug)]
pub enum Cut {
    /// A part of this width is cut off.
    Width(u64),
    /// A part of this height is cut off.
    Height(u64),
    /// A single square is cut off a strip, which wins.
    Square,
}

impl Ruleset for Paper {
    type Position = (u64, u64);
    type Move = Cut;

    fn options(
        &self,
        &(width, height): &(u64, u64),
        options: &mut Options<(u64, u64), Cut>,
    ) -> Result<(), Stop> {
        if width.min(height) < 2 {
            // A strip stands alone, and the game is over with its first move.
            if width.min(height) == 1 && width.max(height) > 1 {
                options.push(Cut::Square, &[])?;
            }
            return Ok(());
        }
        for off in 2..=width / 2 {
            options.push(Cut::Width(off), &[(off, height), (width - off, height)])?;
        }
        for off in 2..=height / 2 {
            options.push(Cut::Height(off), &[(width, off), (width, height - off)])?;
        }
        Ok(())
    }

    fn describe(&self, &(width, height): &(u64, u64), cut: &Cut) -> Message {
        let two = |one: (u64, u64), other: (u64, u64)| {
            message!(
                "cut into {one} and {other}",
                "剪成 {one} 与 {other}",
                one = format!("{} × {}", one.0, one.1),
                other = format!("{} × {}", other.0, other.1)
            )
        };
        match *cut {
            Cut::Width(off) => two((off, height), (width.saturating_sub(off), height)),
            Cut::Height(off) => two((width, off), (width, height.saturating_sub(off))),
            Cut::Square => message!("cut off a single square", "剪下单个方格"),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Paper> {
        Capabilities {
            pairs: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnPairs<(u64, u64)> for Paper {
    fn pair(&self, sheet: &(u64, u64)) -> Option<(u64, u64)> {
        Some(*sheet)
    }

    fn fill_pairs(
        &self,
        width: usize,
        height: usize,
        _: usize,
        meter: &mut Meter,
    ) -> Result<Grid, Reason> {
        let limit = meter.bytes_left();
        let ran_out = |refused, meter: &Meter| pairs::ran_out(refused, meter);
        let count = area(width, height, 4, 0, limit).map_err(|refused| ran_out(refused, meter))?;
        let mut values: Vec<u32> = filled(count).map_err(|refused| ran_out(refused, meter))?;
        let mut mex = Mex::new();
        for y in 0..height {
            for x in 0..width {
                meter.spend((x + y) as u64 / 64, 0)?;
                mex.clear();
                if x.min(y) < 2 {
                    values[y * width + x] = u32::from(x.min(y) == 1 && x.max(y) > 1);
                    continue;
                }
                let row = &values[y * width..y * width + x];
                for off in 2..=x / 2 {
                    mex.insert(row[off] ^ row[x - off]);
                }
                for off in 2..=y / 2 {
                    mex.insert(values[off * width + x] ^ values[(y - off) * width + x]);
                }
                values[y * width + x] = mex.least_missing();
            }
        }
        Ok(Grid::of(width, height, Cells::U32(values)))
    }
}

impl Draw<(u64, u64), Cut> for Paper {
    fn scene(&self, &(width, height): &(u64, u64)) -> Option<Scene> {
        let (wide, high) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        let count = wide
            .checked_mul(high)
            .filter(|&count| (1..=4 * MOST_DRAWN).contains(&count))?;
        Some(Scene::Board {
            width: wide,
            squares: vec![Square::Full; count],
        })
    }

    /// The squares on the two sides of the cut, in the lowest row or the first column; what is cut off may lie on either side.
    fn clicks(&self, &(width, height): &(u64, u64), cut: &Cut, _: &[(u64, u64)]) -> Vec<Clicks> {
        let across = |off: u64| vec![Mark::Square(off - 1, 0), Mark::Square(off, 0)];
        let up = |off: u64| vec![Mark::Square(0, off - 1), Mark::Square(0, off)];
        let (mut clicks, twin) = match *cut {
            Cut::Width(off) => (vec![across(off)], across(width - off)),
            Cut::Height(off) => (vec![up(off)], up(height - off)),
            Cut::Square => return Vec::new(),
        };
        if clicks[0] != twin {
            clicks.push(twin);
        }
        clicks
    }
}

impl Notation for Paper {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Paper, Vec<(u64, u64)>), ParseError> {
        clause.no_parameters()?;
        let mut sheets = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let (width, height) = word.cut(',');
            let Some(height) = height else {
                word.pair()?;
                continue;
            };
            let sheet = (width.number()?, height.number()?);
            if sheet.0 == 0 || sheet.1 == 0 {
                return Err(word.error(message!("a sheet has no side of 0", "纸的边长不能为 0")));
            }
            if clause.words.len() > 1 && sheet.0.min(sheet.1) == 1 {
                return Err(word.error(message!(
                    "with a strip among several sheets the player to move cuts off a square and wins at once; a sheet with a side of 1 must be the only one",
                    "多张纸中若有一张边长为 1，先手可立即剪下单个方格获胜；边长为 1 的纸只能单独出现"
                )));
            }
            sheets.push(sheet);
        }
        Ok((Paper, sheets))
    }
    fn head(&self) -> String {
        "paper".to_owned()
    }
    fn write(&self, (width, height): &(u64, u64)) -> String {
        format!("{width},{height}")
    }
    fn coordinates(&self) -> usize {
        2
    }
    fn at(&self, coordinates: &[u64]) -> Option<(u64, u64)> {
        let [width, height] = coordinates[..] else {
            return None;
        };
        Some((width, height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Tables, Work, search};
    use crate::oracle;
    use crate::quotient::{Outcome, Play};
    use std::collections::HashMap;

    #[test]
    fn table_agrees_with_search() {
        let mut work = Work::new(&Budget::default(), Tables::default(), 10);
        let table = Paper.fill_pairs(16, 19, 1, &mut work.meter).expect("small");
        for x in 0..16 {
            for y in 0..19 {
                let searched = search::value(&Paper, "paper", &(x, y), &mut work).expect("small");
                assert_eq!(table.get(x as usize, y as usize), Some(searched), "{x},{y}");
            }
        }
        for sheets in ["5,4", "4,2 2,7", "1,5", "1,1", "3,3"] {
            oracle::both(&format!("paper {sheets}"));
        }
        oracle::game("paper 6,4 + nim 2", Play::Normal);
        oracle::engines("paper 7,5", Play::Normal);
        assert_eq!(
            "paper 4,4 1,3"
                .parse::<grundy::Game>()
                .expect_err("a strip")
                .column,
            11
        );
        assert_eq!(
            "paper 0,3"
                .parse::<grundy::Game>()
                .expect_err("no side")
                .column,
            7
        );
    }

    type Sheets = Vec<(u8, u8)>;

    /// The game as it is told, with every cut: whether the player to move cuts off a single square first.
    fn wins(sheets: Sheets, known: &mut HashMap<Sheets, bool>) -> bool {
        if let Some(&known) = known.get(&sheets) {
            return known;
        }
        let mut found = false;
        'sheets: for (place, &(width, height)) in sheets.iter().enumerate() {
            let cuts = (1..width)
                .map(|off| [(off, height), (width - off, height)])
                .chain((1..height).map(|off| [(width, off), (width, height - off)]));
            for parts in cuts {
                let mut after = sheets.clone();
                after.remove(place);
                after.extend(parts.map(|(one, other)| (one.min(other), one.max(other))));
                after.sort_unstable();
                if parts.contains(&(1, 1)) || !wins(after, known) {
                    found = true;
                    break 'sheets;
                }
            }
        }
        known.insert(sheets, found);
        found
    }

    #[test]
    fn every_cut_agrees_with_search() {
        let mut known = HashMap::new();
        for width in 1u8..7 {
            for height in width..7 {
                if width == 1 && height == 1 {
                    continue;
                }
                let game = format!("paper {width},{height}").parse().expect("a sheet");
                let outcome = grundy::solve(&game, Play::Normal).outcome;
                let wins = wins(vec![(width, height)], &mut known);
                let expected = if wins { Outcome::N } else { Outcome::P };
                assert_eq!(outcome, Some(expected), "{width},{height}");
            }
        }
    }

    #[test]
    fn large_sheets() {
        let mut meter = Meter::new(&Budget::default());
        let table = Paper
            .fill_pairs(60, 201, 1, &mut meter)
            .expect("within the budget");
        for x in 2..60 {
            assert_eq!(table.get(x, 7), table.get(7, x));
        }
        // A cut in the middle leaves two equal sheets.
        assert!((4..=200).step_by(2).all(|y| table.get(3, y) > Some(0)));
    }
}
