//! Toads and Frogs, Elephants and Rhinos, impartial: pieces on a strip, some of which go to the right, the others to the left.
//!
//! Toads and Frogs is by R. K. Guy: a toad moves to the next square on its right if that is empty, or jumps over one frog onto the empty square behind it, which
//! does the frog no harm; frogs do the same to the left. In Elephants and Rhinos (Albert, Nowakowski, Wolfe, *Lessons in Play*) nobody jumps. There each
//! player moves the pieces of one sort; here either player moves both.
//!
//! A piece at the end that it goes to never moves again, nor does one of its sort right behind it. Without jumps, an elephant and a rhino face to face stand for ever,
//! and a rhino with an elephant on its right have nothing to do with each other: the strip falls apart into elephants that go towards rhinos.
//! Where a elephants face b rhinos with g empty squares between, each of these squares costs a moves if the elephants take it, else b. So if a and b are both even or
//! both odd the number of all moves is even whatever is done, or odd, and the value is 0 or 1.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("toads-and-frogs t.f"), value("elephants-and-rhinos e..r")), ("1".to_owned(), "0".to_owned()));
//! ```

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::keys::Numbered;
use crate::engine::split::search::Search;
use crate::engine::split::{Fact, Splits};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::scene::{Clicks, Draw, Mark, Scene, Square};
use crate::text::{Message, Text};

/// Most squares of a strip.
const MOST: usize = 128;

/// Toads and Frogs, or Elephants and Rhinos.
#[derive(Clone, Copy, Debug)]
pub struct Toads {
    /// Whether a piece may jump over one that comes towards it.
    jumps: bool,
}

/// A strip with its pieces: square i from the left is bit i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strip {
    length: u8,
    /// Those that go to the right.
    toads: u128,
    /// Those that go to the left.
    frogs: u128,
}

grundy_core::encoded!(Strip { length, toads, frogs } if |strip| {
    let beyond = (MOST as u32).checked_sub(strip.length.into());
    let within = beyond.and_then(|beyond| u128::MAX.checked_shr(beyond)).unwrap_or(0);
    beyond.is_some()
        && (strip.toads | strip.frogs) & !within == 0
        && strip.toads & strip.frogs == 0
});

/// The line of Toads and Frogs in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "toads-and-frogs",
    aliases: &["toads"],
    title: Text::new("Impartial Toads and Frogs", "公平蟾蜍与青蛙"),
    rule: Text {
        en: "Move a toad to the empty square on its right, or over one frog onto the empty square behind it; a frog in the same way to the left.",
        zh: "将一只蟾蜍移到右边相邻的空格，或跳过一只青蛙落到其后的空格；青蛙同样向左。双方可移动任一只。",
    },
    form: Text::new(
        "toads-and-frogs STRIP … of t (toads), f (frogs) and . (empty)",
        "toads-and-frogs STRIP …，由 t（蟾蜍）、f（青蛙）与 .（空）组成",
    ),
    example: "toads-and-frogs tt..ff",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 1; A. N. Siegel, Combinatorial Game Suite 2, game.strip.ToadsAndFrogs",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Toads>,
};

/// The line of Elephants and Rhinos in the catalogue.
pub static ELEPHANTS: Listing = Listing {
    id: "D",
    name: "elephants-and-rhinos",
    aliases: &["elephants"],
    title: Text::new("Impartial Elephants and Rhinos", "公平大象与犀牛"),
    rule: Text {
        en: "Move an elephant to the empty square on its right, or a rhino to the empty square on its left.",
        zh: "将一头大象移到右边相邻的空格，或将一头犀牛移到左边相邻的空格。双方可移动任一头。",
    },
    form: Text::new(
        "elephants-and-rhinos STRIP … of e (elephants), r (rhinos) and . (empty)",
        "elephants-and-rhinos STRIP …，由 e（大象）、r（犀牛）与 .（空）组成",
    ),
    example: "elephants-and-rhinos ee...r",
    source: "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007); A. N. Siegel, Combinatorial Game Suite 2, game.strip.ElephantsAndRhinos",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Toads>,
};

/// A piece that moves: its square, and how many squares it goes, to the right or left.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    from: u8,
    by: u8,
    right: bool,
}

/// The squares one by one.
fn each(mut squares: u128) -> impl DoubleEndedIterator<Item = u8> {
    let count = squares.count_ones();
    let places: Vec<u8> = (0..count)
        .map(|_| {
            let place = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            place
        })
        .collect();
    places.into_iter()
}

impl Strip {
    fn within(&self) -> u128 {
        u128::MAX
            .checked_shr(MOST as u32 - u32::from(self.length))
            .unwrap_or(0)
    }

    fn empty(&self) -> u128 {
        self.within() & !self.toads & !self.frogs
    }

    /// The part from a square to before another.
    fn cut_out(&self, from: u8, end: u8) -> Strip {
        let part = Strip {
            length: end - from,
            toads: self.toads.checked_shr(from.into()).unwrap_or(0),
            frogs: self.frogs.checked_shr(from.into()).unwrap_or(0),
        };
        let within = part.within();
        Strip {
            toads: part.toads & within,
            frogs: part.frogs & within,
            ..part
        }
    }

    /// The lesser of the strip and its mirror image, in which the sorts are exchanged.
    fn least(&self) -> Strip {
        let mirrored = |squares: u128| {
            let unused = MOST as u32 - u32::from(self.length);
            squares.reverse_bits().checked_shr(unused).unwrap_or(0)
        };
        let image = Strip {
            length: self.length,
            toads: mirrored(self.frogs),
            frogs: mirrored(self.toads),
        };
        image.min(*self)
    }

    fn after(&self, step: &Step) -> Strip {
        let from = 1u128 << step.from;
        match step.right {
            true => Strip {
                toads: self.toads & !from | from << step.by,
                ..*self
            },
            false => Strip {
                frogs: self.frogs & !from | from >> step.by,
                ..*self
            },
        }
    }
}

impl Toads {
    fn moves(self, strip: &Strip) -> Vec<Step> {
        let empty = strip.empty();
        let mut moves = Vec::new();
        let mut add = |pieces: u128, by: u8, right: bool| {
            moves.extend(each(pieces).map(|from| Step { from, by, right }));
        };
        add(strip.toads & empty >> 1, 1, true);
        add(strip.frogs & empty << 1, 1, false);
        if self.jumps {
            add(strip.toads & strip.frogs >> 1 & empty >> 2, 2, true);
            add(strip.frogs & strip.toads << 1 & empty << 2, 2, false);
        }
        moves
    }

    /// The pieces that never move again.
    fn stuck(self, strip: &Strip) -> u128 {
        let (toads, frogs) = (strip.toads, strip.frogs);
        let last = strip.within() & !(strip.within() >> 1);
        let mut stuck = toads & last | frogs & 1;
        if !self.jumps {
            let facing = toads & frogs >> 1;
            stuck |= facing | facing << 1;
        }
        loop {
            let behind = match self.jumps {
                // A toad may jump over a frog, wherever that stays.
                true => toads & (stuck & toads) >> 1 | frogs & (stuck & frogs) << 1,
                false => toads & stuck >> 1 | frogs & stuck << 1,
            };
            if behind & !stuck == 0 {
                return stuck;
            }
            stuck |= behind;
        }
    }

    /// The parts in which something can be moved, each in its least form.
    fn cut_apart(self, strip: &Strip) -> Vec<Strip> {
        let stuck = self.stuck(strip);
        let mut parts = Vec::new();
        let mut add = |from: u8, end: u8| {
            if from < end {
                let part = strip.cut_out(from, end);
                if !self.moves(&part).is_empty() {
                    parts.push(part.least());
                }
            }
        };
        // Where a part begins, and the last piece that was met in it.
        let (mut begun, mut last) = (0, None);
        for place in 0..strip.length {
            let bit = 1u128 << place;
            if stuck & bit != 0 {
                if self.jumps {
                    // Frogs may jump over it.
                    continue;
                }
                add(begun, place);
                (begun, last) = (place + 1, None);
            } else if strip.toads & bit != 0 {
                if let (false, Some((at, false))) = (self.jumps, last) {
                    add(begun, at + 1);
                    begun = place;
                }
                // What lies behind the first of them makes no difference.
                if !self.jumps && last.is_none() {
                    begun = place;
                }
                last = Some((place, true));
            } else if strip.frogs & bit != 0 {
                last = Some((place, false));
            }
        }
        let end = match (self.jumps, last) {
            (false, Some((at, false))) => at + 1,
            _ => strip.length,
        };
        add(begun, end);
        parts
    }

    /// The value of a part of Elephants and Rhinos in which all plays are as long, or as long but for an even number.
    fn parity(self, part: &Strip) -> Option<u32> {
        let (toads, frogs) = (part.toads, part.frogs);
        let counts = [toads.count_ones(), frogs.count_ones()];
        let alone = toads == 0 || frogs == 0;
        let faces = alone || toads.ilog2() < frogs.trailing_zeros();
        if self.jumps || !faces || !alone && counts[0] % 2 != counts[1] % 2 {
            return None;
        }
        // All go as far as they can, the elephants first.
        let mut wall = match frogs {
            0 => u32::from(part.length),
            _ => frogs.trailing_zeros(),
        };
        let mut moves = 0;
        for toad in each(toads).rev() {
            moves += wall - 1 - u32::from(toad);
            wall -= 1;
        }
        let wall = match toads {
            0 => 0,
            _ => frogs.trailing_zeros(),
        };
        for (wall, frog) in (wall..).zip(each(frogs)) {
            moves += u32::from(frog) - wall;
        }
        Some(moves % 2)
    }

    /// How many moves there are at most.
    fn size(part: &Strip) -> u32 {
        let to_right = each(part.toads).map(|toad| u32::from(part.length) - 1 - u32::from(toad));
        let to_left = each(part.frogs).map(u32::from);
        to_right.chain(to_left).sum()
    }

    fn letters(self) -> [char; 2] {
        if self.jumps { ['t', 'f'] } else { ['e', 'r'] }
    }
}

impl Ruleset for Toads {
    type Position = Strip;
    type Move = Step;

    fn options(&self, strip: &Strip, options: &mut Options<Strip, Step>) -> Result<(), Stop> {
        for step in Toads::moves(*self, strip) {
            options.push(step, &self.cut_apart(&strip.after(&step)))?;
        }
        Ok(())
    }

    /// The parts are turned round, the strip that the player sees is not.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn seen(&self, strip: &Strip, step: &Step) -> Option<Strip> {
        Some(strip.after(step))
    }

    fn describe(&self, _: &Strip, step: &Step) -> Message {
        let (from, by) = (u32::from(step.from) + 1, u32::from(step.by));
        let to = if step.right { from + by } else { from - by };
        message!(
            "move from square {from} to square {to}",
            "从第 {from} 格移到第 {to} 格",
            from = from,
            to = to
        )
    }

    fn capabilities(&self) -> Capabilities<'_, Toads> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Strip, Step> for Toads {
    /// One row.
    fn scene(&self, strip: &Strip) -> Option<Scene> {
        let square = |place| match (strip.toads >> place & 1, strip.frogs >> place & 1) {
            (1, _) if self.jumps => Square::Toad,
            (1, _) => Square::Elephant,
            (_, 1) if self.jumps => Square::Frog,
            (_, 1) => Square::Rhino,
            _ => Square::Free,
        };
        let squares: Vec<Square> = (0..strip.length).map(square).collect();
        (!squares.is_empty()).then_some(Scene::Board {
            width: squares.len(),
            squares,
        })
    }

    fn clicks(&self, _: &Strip, step: &Step, _: &[Strip]) -> Vec<Clicks> {
        vec![vec![Mark::Square(step.from.into(), 0)]]
    }
}

impl FallsApart<Strip> for Toads {
    /// Every strip.
    fn couples(&self, _: &Strip, bytes: u64) -> Option<Box<dyn Couples<Strip>>> {
        let search = Search::new(*self, bytes);
        let parts = |game: &Toads, strip: &Strip| Some((0, game.cut_apart(strip)));
        Some(couples(Notation::head(self), search, parts))
    }
}

impl Splits for Toads {
    type Part = Strip;
    type Keys = Numbered<Strip>;
    type Stop = Infallible;

    fn keys(&self, bytes: u64) -> Numbered<Strip> {
        Numbered::new(|_| 0, bytes)
    }

    /// The squares that all pieces together may still go.
    fn size(&self, part: &Strip) -> u32 {
        Toads::size(part)
    }

    fn moves(&self, part: &Strip) -> u32 {
        Toads::moves(*self, part).len().max(1) as u32
    }

    fn fact(&self, part: &Strip) -> Fact {
        match self.parity(part) {
            Some(value) => Fact::Exact(value),
            None => Fact::at_most(
                Toads::size(part).min(part.toads.count_ones() + part.frogs.count_ones()),
            ),
        }
    }

    fn options<F>(&self, part: &Strip, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(u32, &[Strip]) -> ControlFlow<()>,
    {
        for step in Toads::moves(*self, part) {
            if visit(0, &self.cut_apart(&part.after(&step))).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl Notation for Toads {
    fn listing(&self) -> &'static Listing {
        if self.jumps { &LISTING } else { &ELEPHANTS }
    }
    fn read(clause: &Clause<'_>) -> Result<(Toads, Vec<Strip>), ParseError> {
        clause.no_parameters()?;
        let jumps = clause.listing.name == LISTING.name;
        let game = Toads { jumps };
        let [right, left] = game.letters();
        let mut strips = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            if word.text.len() > MOST {
                return Err(word.error(message!(
                    "a strip has at most {most} squares",
                    "一条最多 {most} 格",
                    most = MOST
                )));
            }
            let (mut toads, mut frogs) = (0, 0);
            for (at, letter) in word.text.char_indices() {
                match letter {
                    '.' => {}
                    letter if letter == right => toads |= 1 << at,
                    letter if letter == left => frogs |= 1 << at,
                    _ => {
                        let message = message!(
                            "expected a strip of {right} (moving right), {left} (moving left) and . (empty)",
                            "此处应为由 {right}（向右走）、{left}（向左走）与 . 组成的一条",
                            right = right.to_string(),
                            left = left.to_string()
                        );
                        return Err(ParseError::at(word.at + at, letter.len_utf8(), message));
                    }
                }
            }
            strips.push(Strip {
                length: word.text.len() as u8,
                toads,
                frogs,
            });
        }
        Ok((game, strips))
    }
    fn head(&self) -> String {
        self.listing().name.to_owned()
    }
    fn write(&self, strip: &Strip) -> String {
        let [right, left] = self.letters();
        let letter = |place| match (strip.toads >> place & 1, strip.frogs >> place & 1) {
            (1, _) => right,
            (_, 1) => left,
            _ => '.',
        };
        (0..strip.length).map(letter).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::oracle;
    use crate::quotient::Play;
    use grundy::{Game, solve};

    /// The rules once more, on letters that go to the right (>) and to the left (<).
    fn options(cells: &[u8], jumps: bool) -> Vec<Vec<u8>> {
        let at = |place: isize| {
            let place = usize::try_from(place).ok();
            place
                .and_then(|place| cells.get(place))
                .copied()
                .unwrap_or(b'#')
        };
        let mut options = Vec::new();
        for (from, &letter) in cells.iter().enumerate() {
            let (way, other) = match letter {
                b'>' => (1, b'<'),
                b'<' => (-1, b'>'),
                _ => continue,
            };
            for by in [1, 2] {
                let to = from as isize + by * way;
                let over = by == 1 || jumps && at(from as isize + way) == other;
                if over && at(to) == b'.' {
                    let mut left = cells.to_vec();
                    left[from] = b'.';
                    left[to as usize] = letter;
                    options.push(left);
                }
            }
        }
        options
    }

    fn plain(cells: &[u8], jumps: bool, known: &mut HashMap<Vec<u8>, u32>) -> u32 {
        if let Some(&value) = known.get(cells) {
            return value;
        }
        let options = options(cells, jumps);
        let reached: Vec<u32> = options
            .iter()
            .map(|left| plain(left, jumps, known))
            .collect();
        let value = (0..).find(|value| !reached.contains(value)).unwrap_or(0);
        known.insert(cells.to_vec(), value);
        value
    }

    fn strip(cells: &[u8]) -> Strip {
        let of = |letter: u8| {
            let places = cells.iter().enumerate();
            places.fold(0u128, |set, (at, &one)| {
                set | u128::from(one == letter) << at
            })
        };
        Strip {
            length: cells.len() as u8,
            toads: of(b'>'),
            frogs: of(b'<'),
        }
    }

    /// Every strip of up to nine squares.
    #[test]
    fn parts_are_worth_what_the_strips_are() {
        for jumps in [true, false] {
            let game = Toads { jumps };
            let (mut by_rules, mut by_parts) = (HashMap::new(), HashMap::new());
            for length in 0..=9 {
                for seen in 0..3usize.pow(length) {
                    let mut number = seen;
                    let letter = |_| {
                        let letter = b".><"[number % 3];
                        number /= 3;
                        letter
                    };
                    let cells: Vec<u8> = (0..length).map(letter).collect();
                    let strip = strip(&cells);
                    assert_eq!(game.moves(&strip).len(), options(&cells, jumps).len());
                    let value = plain(&cells, jumps, &mut by_rules);
                    let parts = game.cut_apart(&strip);
                    let values = parts
                        .iter()
                        .map(|part| oracle::part(&game, part, &mut by_parts));
                    let sum = values.fold(0, |sum, value| sum ^ value);
                    assert_eq!(sum, value, "{}", Notation::write(&game, &strip));
                    if seen % 97 == 0 {
                        oracle::couples(&game, &parts, value);
                    }
                }
            }
        }
    }

    #[test]
    fn moves_agree_with_search() {
        for strip in ["tt..ff", "t.f", "ft.f.t", "tf.tf", "...", "tftf.."] {
            oracle::both(&format!("toads-and-frogs {strip}"));
            oracle::engines(&format!("toads-and-frogs {strip} + nim 2"), Play::Normal);
        }
        for strip in ["ee..r", "e.r", "re.r.e", "e...rr", "er"] {
            oracle::both(&format!("elephants-and-rhinos {strip}"));
            oracle::engines(
                &format!("elephants-and-rhinos {strip} + nim 2"),
                Play::Normal,
            );
        }
    }

    /// Values worked out by CGSuite 2.1.1, as the tests of MCGS (University of Alberta, Müller's group) tell them.
    #[test]
    fn values_of_cgsuite() {
        for (strip, told) in [
            ("X.......O.....XO.O.....X..OO.X.O.OOXO...", 1),
            ("X..X........O....X....O...O.......XO.X..", 1),
            (".......X.....O..X.....O.......", 0),
            (".OXO...O.O..O.X.X......X...X..OO..X....X", 0),
            ("....OXO.....X......X.XOX..O...O...O.XXO.", 1),
        ] {
            let text = format!("elephants {}", strip.replace('X', "e").replace('O', "r"));
            let answer = solve(&text.parse().expect(strip), Play::Normal);
            assert_eq!(
                answer.value.expect(strip).to_string(),
                told.to_string(),
                "{strip}"
            );
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        for (text, printed) in [
            ("toads t.f tt.", "toads-and-frogs t.f tt."),
            ("elephants e..r", "elephants-and-rhinos e..r"),
        ] {
            let game: Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<Game>().expect_err(text).column;
        assert_eq!(column("toads t.e"), 9);
        assert_eq!(column("elephants e.七"), 13);
        assert_eq!(column(&format!("toads {}", ".".repeat(129))), 7);
        assert_eq!(column("toads:2 t.f"), 7);
    }
}
