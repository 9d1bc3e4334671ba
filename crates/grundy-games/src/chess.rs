//! One token on a quarter of a board, moved like a piece of chess but only towards the corner: rook, queen, king,
//! knight, bishop. Who cannot move loses.
//!
//! The rook is two Nim heaps (Bouton 1901), the queen is Wythoff's game (1907), the white knight is from Berlekamp,
//! Conway and Guy, *Winning Ways* (1982), chapter 3. All values but the queen's are known by formulas; hers come from the table over both
//! coordinates.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("rook 5,3"), value("king 1,1"), value("knight 2,2")), ("6".into(), "2".into(), "2".into()));
//! ```

use crate::budget::Meter;
use crate::component::{self, Part};
use crate::engine::grid::Grid;
use crate::engine::grid::moves::{Vector, moves};
use crate::engine::pairs;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{Clause, Listing, Notation, ParseError, only_by_name};
use crate::reason::Reason;
use crate::ruleset::{Capabilities, Moves, OnPairs, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Draw, MOST_DRAWN, Scene};
use crate::text::{Message, Text};

/// A piece with its moves. A position is (x, y), and no move adds to x + y.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    listing: &'static Listing,
    leaps: &'static [Vector],
    riders: &'static [Vector],
}

macro_rules! pieces {
    ($($id:ident $listing:ident $name:literal $aliases:expr, $en:literal $zh:literal, $rule_en:literal $rule_zh:literal, $source:literal,
        leaps $leaps:expr, riders $riders:expr, theorems $theorems:expr;)*) => {$(
        #[doc = concat!("The ", $name, "'s line in the catalogue.")]
        pub static $listing: Listing = Listing {
            id: "B5",
            name: $name,
            aliases: $aliases,
            title: Text { en: $en, zh: $zh },
            rule: Text { en: $rule_en, zh: $rule_zh },
            form: Text::same(concat!($name, " X,Y …")),
            example: concat!($name, " 5,3"),
            source: $source,
            theorems: $theorems,
            recognises: only_by_name,
            parse: $id,
        };

        fn $id(clause: &Clause<'_>) -> Result<Part, ParseError> {
            let piece = Piece { listing: &$listing, leaps: $leaps, riders: $riders };
            clause.no_parameters()?;
            let number = |word: &crate::notation::Word<'_>| word.number_below(FARTHEST);
            let mut positions = Vec::with_capacity(clause.words.len());
            for word in clause.words {
                let (x, y) = word.cut(',');
                match y {
                    Some(y) => positions.push((number(&x)?, number(&y)?)),
                    None => {
                        word.pair()?;
                    }
                }
            }
            Ok(component::encoded_part(piece, positions))
        }
    )*};
}

/// Coordinates go so far; sums of two stay far from overflow.
const FARTHEST: u64 = 1 << 62;

pieces! {
    rook ROOK "rook" &[], "Rook" "车",
        "A rook moves any distance left or down."
        "车每次向左或向下走任意多格。",
        "C. L. Bouton, Annals of Mathematics 3 (1901): two Nim heaps",
        leaps &[], riders &[(-1, 0), (0, -1)], theorems &["rook_grundy", "rook_moves_to"];
    queen QUEEN "queen" &[], "Queen" "后",
        "A queen moves any distance left, down, or diagonally left and down: Wythoff's game."
        "后每次向左、向下或向左下斜走任意多格，即威佐夫博弈。",
        "W. A. Wythoff, Nieuw Archief voor Wiskunde 7 (1907); R. P. Isaacs's form, in C. Berge, Theory of Graphs (1962)",
        leaps &[], riders &[(-1, 0), (0, -1), (-1, -1)], theorems &[];
    king KING "king" &[], "King" "王",
        "A king moves one square left, down, or diagonally left and down."
        "王每次向左、向下或左下走一格。",
        "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 3",
        leaps &[(-1, 0), (0, -1), (-1, -1)], riders &[], theorems &[];
    knight KNIGHT "knight" &[], "White knight" "马",
        "A knight moves two squares left and one up or down, or two squares down and one left or right."
        "马每次左移两格并上下移一格，或下移两格并左右移一格。",
        "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 3: All the King's Horses",
        leaps &[(-2, 1), (-2, -1), (-1, -2), (1, -2)], riders &[], theorems &[];
    bishop BISHOP "bishop" &[], "Bishop" "象",
        "A bishop moves any distance diagonally left and down."
        "象每次向左下斜走任意多格。",
        "one Nim heap of the smaller coordinate",
        leaps &[], riders &[(-1, -1)], theorems &["bishop_grundy", "bishop_moves_to"];
}

fn moved((x, y): (u64, u64), (dx, dy): Vector) -> Option<(u64, u64)> {
    Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))
}

impl Ruleset for Piece {
    type Position = (u64, u64);
    type Move = (u64, u64);

    fn options(
        &self,
        position: &(u64, u64),
        options: &mut Options<(u64, u64), (u64, u64)>,
    ) -> Result<(), Stop> {
        for &leap in self.leaps {
            if let Some(to) = moved(*position, leap) {
                options.push(to, &[to])?;
            }
        }
        for &rider in self.riders {
            let mut at = *position;
            while let Some(to) = moved(at, rider) {
                options.push(to, &[to])?;
                at = to;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &(u64, u64), to: &(u64, u64)) -> Message {
        move_words(*to)
    }

    fn capabilities(&self) -> Capabilities<'_, Piece> {
        Capabilities {
            values: {
                let is_queen = self.riders.len() == 3;
                (!is_queen).then_some(self)
            },
            pairs: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnPairs<(u64, u64)> for Piece {
    fn pair(&self, position: &(u64, u64)) -> Option<(u64, u64)> {
        Some(*position)
    }

    fn fill_pairs(
        &self,
        width: usize,
        height: usize,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<Grid, Reason> {
        let strays = self.leaps.iter().any(|leap| leap.0 > 0 || leap.1 > 0);
        // A piece that can step away from the corner in one coordinate never leaves x + y behind.
        let (wide, high) = if strays {
            (width.saturating_add(height), width.saturating_add(height))
        } else {
            (width, height)
        };
        let cells = (wide as u64).saturating_mul(high as u64);
        meter.spend(if strays { cells } else { 0 }, 0)?;
        let limit = meter.bytes_left();
        let stop = || meter.look().is_err();
        let grid = moves(self.leaps, self.riders, wide, high, threads, limit, &stop)
            .map_err(|refused| pairs::ran_out(refused, meter))?;
        Ok(if strays {
            grid.cut(width, height)
        } else {
            grid
        })
    }
}

impl Draw<(u64, u64), (u64, u64)> for Piece {
    fn scene(&self, &at: &(u64, u64)) -> Option<Scene> {
        let piece = match self.listing.name {
            "rook" => scene::Piece::Rook,
            "queen" => scene::Piece::Queen,
            "king" => scene::Piece::King,
            "knight" => scene::Piece::Knight,
            _ => scene::Piece::Bishop,
        };
        (at.0.max(at.1) < MOST_DRAWN as u64).then_some(Scene::Piece { piece, at })
    }
}

fn move_words((x, y): (u64, u64)) -> Message {
    message!("move to {x},{y}", "走到 {x},{y}", x = x, y = y)
}

/// The king's value: 0 and 2 where both coordinates are even and odd, else 1 where the odd one is the larger, and 3.
fn of_king(x: u64, y: u64) -> u64 {
    let (odd, even) = if x % 2 == 1 { (x, y) } else { (y, x) };
    match (x % 2, y % 2) {
        (0, 0) => 0,
        (1, 1) => 2,
        _ if odd > even => 1,
        _ => 3,
    }
}

/// The white knight's value, by the places within squares of four by four and by how far apart these are from the diagonal, up to 2.
fn of_knight(x: u64, y: u64) -> u64 {
    // At, next to and farther from the diagonal; row by row of the square.
    const VALUES: [[[u8; 4]; 4]; 3] = [
        [[0, 0, 1, 1], [0, 0, 2, 1], [1, 2, 2, 2], [1, 1, 2, 1]],
        [[0, 0, 1, 1], [0, 0, 1, 1], [3, 2, 2, 2], [4, 3, 2, 3]],
        [[0, 0, 1, 1], [0, 0, 1, 1], [3, 2, 2, 2], [3, 3, 2, 3]],
    ];
    // The values of x,y are those of y,x.
    let (x, y) = (x.min(y), x.max(y));
    let apart = (y / 4 - x / 4).min(2) as usize;
    VALUES[apart][(x % 4) as usize][(y % 4) as usize].into()
}

/// The rook is two Nim heaps, the bishop one. A king and a knight move no farther than two squares, so that a formula holds everywhere if it
/// holds for every kind of square: by the remainders of both coordinates, near an edge, near the diagonal and away from them.
impl ValueTheorem<(u64, u64)> for Piece {
    fn value(&self, &(x, y): &(u64, u64)) -> Option<Nimber> {
        Some(Nimber::from(match (self.riders.len(), self.leaps.len()) {
            (2, _) => x ^ y,
            (0, 3) => of_king(x, y),
            (0, _) => of_knight(x, y),
            _ => x.min(y),
        }))
    }

    fn moves_to(
        &self,
        &(x, y): &(u64, u64),
        target: &Nimber,
        limit: usize,
    ) -> Option<Moves<(u64, u64)>> {
        let Some(target) = target.to_u64() else {
            return Some(Moves::none());
        };
        let mut steps = Vec::new();
        let mut step = |to: (u64, u64)| {
            steps.push(Step {
                message: move_words(to),
                to: vec![to],
            })
        };
        if self.riders.is_empty() {
            let all = self.leaps.iter().filter_map(|&leap| moved((x, y), leap));
            all.filter(|to| self.value(to) == Some(Nimber::from(target)))
                .for_each(step);
        } else if self.riders.len() == 2 {
            if target ^ y < x {
                step((target ^ y, y));
            }
            if target ^ x < y {
                step((x, target ^ x));
            }
        } else if target < x.min(y) {
            let by = x.min(y) - target;
            step((x - by, y - by));
        }
        Some(Moves::all(steps, limit))
    }

    fn because(&self, &(x, y): &(u64, u64)) -> Message {
        if self.riders.len() == 2 {
            return message!(
                "a rook at {x},{y} is two Nim heaps: {x} ⊕ {y} = {value}",
                "位于 {x},{y} 的车等于两堆尼姆：{x} ⊕ {y} = {value}",
                x = x,
                y = y,
                value = x ^ y
            );
        }
        if self.leaps.len() == 3 {
            return message!(
                "a king at {x},{y} has the value {value}: 0 where both coordinates are even, 2 where both are odd, else 1 where the odd one is the larger and 3 where it is the smaller",
                "位于 {x},{y} 的王之值为 {value}：两坐标皆偶为 0，皆奇为 2；一奇一偶时，奇数较大为 1，较小为 3",
                x = x,
                y = y,
                value = of_king(x, y)
            );
        }
        if !self.leaps.is_empty() {
            return message!(
                "a white knight at {x},{y} has the value {value}: it repeats by squares of 4 × 4 along the diagonal and away from it, and is 0 exactly where both coordinates leave 0 or 1 when divided by 4",
                "位于 {x},{y} 的马之值为 {value}：值沿对角线并向两侧按 4 × 4 的方格重复；两坐标除以 4 的余数均为 0 或 1 时值为 0，否则不为 0",
                x = x,
                y = y,
                value = of_knight(x, y)
            );
        }
        message!(
            "a bishop at {x},{y} is one Nim heap of the smaller coordinate, {value}",
            "位于 {x},{y} 的象等于大小为较小坐标 {value} 的一堆尼姆",
            x = x,
            y = y,
            value = x.min(y)
        )
    }
}

impl Notation for Piece {
    fn listing(&self) -> &'static Listing {
        self.listing
    }
    fn read(clause: &Clause<'_>) -> Result<(Piece, Vec<(u64, u64)>), ParseError> {
        // Each piece has a reader of its own, in its listing.
        Err(clause
            .name
            .error(message!("expected a piece", "此处应为棋子")))
    }
    fn head(&self) -> String {
        self.listing.name.to_owned()
    }
    fn write(&self, (x, y): &(u64, u64)) -> String {
        format!("{x},{y}")
    }
    fn coordinates(&self) -> usize {
        2
    }
    fn at(&self, coordinates: &[u64]) -> Option<(u64, u64)> {
        let [x, y] = coordinates[..] else { return None };
        (x.max(y) <= FARTHEST).then_some((x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Tables, Work, search};
    use crate::oracle;
    use crate::quotient::Play;

    fn piece(
        listing: &'static Listing,
        leaps: &'static [Vector],
        riders: &'static [Vector],
    ) -> Piece {
        Piece {
            listing,
            leaps,
            riders,
        }
    }

    #[test]
    fn theorems_agree_with_search() {
        let cells = || (0..9).flat_map(|x| (0..9).map(move |y| (x, y)));
        oracle::values(&piece(&ROOK, &[], &[(-1, 0), (0, -1)]), cells());
        oracle::values(&piece(&BISHOP, &[], &[(-1, -1)]), cells());
        oracle::values(&piece(&KING, &[(-1, 0), (0, -1), (-1, -1)], &[]), cells());
        oracle::values(
            &piece(&KNIGHT, &[(-2, 1), (-2, -1), (-1, -2), (1, -2)], &[]),
            cells(),
        );
    }

    /// The formulas of the king and the knight are those of the mex at every kind of square, and so at every square: 24 of them hold all remainders by 4
    /// at an edge, at the diagonal, up to three squares of four beside it, and farther from both.
    #[test]
    fn formulas_hold_at_every_kind_of_square() {
        for piece in [
            piece(&KING, &[(-1, 0), (0, -1), (-1, -1)], &[]),
            piece(&KNIGHT, &[(-2, 1), (-2, -1), (-1, -2), (1, -2)], &[]),
        ] {
            for x in 0..24 {
                for y in 0..24 {
                    let options = (piece.leaps.iter()).filter_map(|&leap| moved((x, y), leap));
                    let values: Vec<Nimber> = options.filter_map(|to| piece.value(&to)).collect();
                    let least = (0u64..).map(Nimber::from).find(|it| !values.contains(it));
                    assert_eq!(piece.value(&(x, y)), least, "{x},{y}");
                }
            }
        }
    }

    #[test]
    fn tables_agree_with_search() {
        let pieces = [
            piece(&QUEEN, &[], &[(-1, 0), (0, -1), (-1, -1)]),
            piece(&KING, &[(-1, 0), (0, -1), (-1, -1)], &[]),
            piece(&KNIGHT, &[(-2, 1), (-2, -1), (-1, -2), (1, -2)], &[]),
        ];
        for piece in pieces {
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            let table = piece.fill_pairs(30, 17, 1, &mut work.meter).expect("small");
            for x in 0..30 {
                for y in 0..17 {
                    let searched = search::value(&piece, piece.listing.name, &(x, y), &mut work)
                        .expect("small");
                    assert_eq!(
                        table.get(x as usize, y as usize),
                        Some(searched),
                        "{} {x},{y}",
                        piece.listing.name
                    );
                }
            }
        }
    }

    #[test]
    fn answers_agree_with_search() {
        for name in ["rook", "queen", "king", "knight", "bishop"] {
            for x in 0..5 {
                for y in 0..5 {
                    oracle::game(&format!("{name} {x},{y} + nim 2"), Play::Normal);
                    oracle::game(&format!("{name} {x},{y}"), Play::Misere);
                }
            }
            oracle::engines(&format!("{name} 4,6 3,3"), Play::Normal);
        }
    }
}
