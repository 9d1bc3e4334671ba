//! Who wins by answering each move with its mirror image.
//!
//! A symmetry carries positions to positions and moves to moves. Where every move from a position that is its own image can be followed by
//! its own image, which leads to such a position again, the second player always has an answer, and every play ends, so all positions that are their own image are lost.
//! Of boards, words and equal numbers it is told from the form of the rule whether that is so for all sizes: a move and its image are in
//! each other's way only where both cover the same cell, and which cells these may be depends on whether the sides are even or odd. Where only one move in
//! the middle of the board is in its own way, the first player makes it and then does as the second.

use super::data::Data;
use super::proof;
use crate::budget::{Exhausted, Meter};
use crate::grids::Patterns;
use crate::message;
use crate::rule::Rule;
use crate::text::Message;
use crate::words::Rewriting;

/// Positions that are lost or won, however large, because one player can always answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Which positions, as "every position where x == y".
    pub which: Message,
    /// Who wins.
    pub winner: Winner,
    /// How, and why that always works.
    pub why: Message,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// Who moves first.
    First,
    /// Who moves second: the positions are lost.
    Second,
}

impl Strategy {
    /// The sentence, without a full stop.
    pub fn message(&self) -> Message {
        match self.winner {
            Winner::Second => message!(
                "{which} is lost; proved: {why}",
                "{which}均为必败态；已证明：{why}",
                which = self.which.clone(),
                why = self.why.clone()
            ),
            Winner::First => message!(
                "{which} is won; proved: {why}",
                "{which}均为必胜态；已证明：{why}",
                which = self.which.clone(),
                why = self.why.clone()
            ),
        }
    }
}

/// Equal numbers of a rule: every pair, and all numbers in pairs.
///
/// # Errors
/// That whoever asks has given up.
pub(super) fn of_numbers(
    rule: &Rule,
    data: &Data,
    meter: &mut Meter,
) -> Result<Option<Strategy>, Exhausted> {
    let names = &data.names;
    let count = names.len();
    if !(2..=4).contains(&count) || !data.first.is_empty() {
        return Ok(None);
    }
    let mut choices: Vec<Vec<(usize, usize)>> = Vec::new();
    for one in 0..count {
        choices.extend((one + 1..count).map(|other| vec![(one, other)]));
    }
    if count == 4 {
        choices.extend([
            vec![(0, 1), (2, 3)],
            vec![(0, 2), (1, 3)],
            vec![(0, 3), (1, 2)],
        ]);
    }
    for pairs in choices {
        let is_in = |place: &[usize]| pairs.iter().all(|&(one, other)| place[one] == place[other]);
        let lost = (0..data.cells.len())
            .all(|cell| data.cells[cell] == 0 || !is_in(&data.places(&data.position(cell))));
        meter.spend(data.cells.len() as u64 / 16, 0)?;
        if !lost {
            continue;
        }
        let equal: Vec<String> = pairs
            .iter()
            .map(|&(one, other)| format!("{} == {}", names[one], names[other]))
            .collect();
        let condition = equal.join(" and ");
        let which = message!(
            "every position where {condition}",
            "凡 {condition} 的局面",
            condition = condition.clone()
        );
        if let [(one, other)] = pairs[..]
            && count == 2
            && rule.measure().is_known()
            && proof::is_twice_the_same(rule)
        {
            let why = message!(
                "{one} and {other} have the same moves, each by itself, so every move can be answered by the same move in the other",
                "{one} 与 {other} 各自的走法相同且互不相干，故总可在另一个数上照样回应",
                one = names[one].clone(),
                other = names[other].clone()
            );
            return Ok(Some(Strategy {
                which,
                winner: Winner::Second,
                why,
            }));
        }
        if proof::answers(rule, names, &condition, meter)? {
            let why = message!(
                "whatever the first player does, the second can restore {condition}, and every play ends; an automaton that reads digits (Büchi 1960) decides for all numbers that such an answer exists",
                "无论先手怎样走，后手总能使 {condition} 重新成立，而对局必然结束；这样的回应对一切数都存在，由读各数数字的自动机（Büchi 1960）判定",
                condition = condition
            );
            return Ok(Some(Strategy {
                which,
                winner: Winner::Second,
                why,
            }));
        }
    }
    Ok(None)
}

/// Palindromes of even length of a rule on words, where no move covers the middle of one.
///
/// ```
/// use grundy::pattern::{find_in_words, Winner};
/// use grundy::budget::Meter;
/// use grundy::words::Rewriting;
/// let rule = Rewriting::parse_with("\"a\" -> \"b\"", &[]).unwrap();
/// let report = find_in_words(&rule, &mut Meter::new(&Default::default())).unwrap();
/// assert_eq!(report.strategies[0].winner, Winner::Second);
/// ```
pub(super) fn of_words(rule: &Rewriting) -> Option<Strategy> {
    let pairs = match &rule.program().pairs {
        Some(pairs) if !rule.is_cyclic() && rule.ends() && !pairs.is_empty() => pairs,
        _ => return None,
    };
    let reversed = |word: &[u8]| word.iter().rev().copied().collect::<Vec<u8>>();
    let has_image = pairs.iter().all(|pair| {
        let (left, right) = (reversed(&pair.left), reversed(&pair.right));
        (pairs.iter()).any(|other| {
            other.left == left
                && other.right == right
                && other.start == pair.end
                && other.end == pair.start
        })
    });
    // A move and its image cover one place together where two places of it lie as far before the middle as behind it: their sum is
    // then odd. The word being a palindrome, letters as far from the middle are equal.
    let meets = pairs.iter().any(|pair| {
        let length = pair.left.len();
        let sums = (1..2 * length.saturating_sub(1)).step_by(2);
        let mut sums = sums.filter(|&sum| {
            (0..length).all(|place| match sum.checked_sub(place) {
                Some(other) if other < length => pair.left[place] == pair.left[other],
                _ => true,
            })
        });
        sums.next().is_some()
    });
    (has_image && !meets).then(|| Strategy {
        which: message!(
            "every word of even length that reads the same backwards",
            "凡长度为偶数且正读反读相同的字"
        ),
        winner: Winner::Second,
        why: message!(
            "every move has a mirror image, no move overlaps its image, and every play ends: so the second player answers each move by its image",
            "每步都有镜像，且没有走法与其镜像占用同一字母，而对局必然结束：故后手总以镜像回应"
        ),
    })
}

/// A symmetry of a board that leaves it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Image {
    /// Turned by half a circle.
    Turned,
    /// The first row becomes the last.
    Down,
    /// The first column becomes the last.
    Across,
}

/// Whether the rows are odd in number, and the columns.
type Sides = [bool; 2];

/// Boards full of the letter behind `from`, by whether their sides are even or odd.
///
/// ```
/// use grundy::grids::Patterns;
/// use grundy::pattern::strategies_on_boards;
/// let cram = Patterns::parse_with("grid \"..\" -> \"##\" from \".\"", &[]).unwrap();
/// let said = strategies_on_boards(&cram)[0].which.to_string();
/// assert_eq!(said, "every board with an even number of rows and an even number of columns");
/// ```
pub fn of_boards(rule: &Patterns) -> Vec<Strategy> {
    // What an image answers is known of patterns alone.
    let told = rule.ends() && rule.shapes().is_empty();
    let Some(full) = rule.full_of().filter(|_| told) else {
        return Vec::new();
    };
    let mut lost: Vec<(Sides, Image)> = Vec::new();
    let mut won: Vec<(Sides, Opening)> = Vec::new();
    let sides = [[false, false], [false, true], [true, false], [true, true]];
    for sides in sides {
        let images = [Image::Turned, Image::Down, Image::Across];
        // On a torus a pattern may come round to its own cells along a side that is not turned over.
        let fits = images.into_iter().filter(|image| {
            rule.keeps(image.turn()) && (*image == Image::Turned || !rule.is_torus())
        });
        let fits: Vec<Image> = fits.collect();
        let free = |image: &&Image| meetings(rule, full, sides, **image).is_empty();
        if let Some(image) = fits.iter().find(free) {
            lost.push((sides, *image));
        } else if fits.contains(&Image::Turned)
            && !rule.is_torus()
            && let Some(opening) = opening(rule, full, sides)
        {
            won.push((sides, opening));
        }
    }
    let mut all = Vec::new();
    for image in [Image::Turned, Image::Down, Image::Across] {
        let these = lost.iter().filter(|it| it.1 == image).map(|it| it.0);
        for which in classes(&these.collect::<Vec<Sides>>()) {
            all.push(Strategy {
                which,
                winner: Winner::Second,
                why: image.why(),
            });
        }
    }
    for (sides, opening) in won {
        all.push(Strategy {
            which: opening.of_size(sides),
            winner: Winner::First,
            why: message!(
                "the first player covers the {rows} by {columns} cells in the middle, after which no move overlaps its image under a turn by 180°; each move is answered by that image, and every play ends",
                "先手占中央 {rows}×{columns} 的格，此后没有走法与其转过 180° 的像占用同一格；其后总以该像回应，而对局必然结束",
                rows = opening.rows,
                columns = opening.columns
            ),
        });
    }
    all
}

impl Image {
    /// Rows and columns turned over.
    fn turn(self) -> (bool, bool) {
        match self {
            Image::Turned => (true, true),
            Image::Down => (true, false),
            Image::Across => (false, true),
        }
    }

    fn why(self) -> Message {
        let how = match self {
            Image::Turned => message!("turned by 180°", "转过 180°"),
            Image::Down => message!("turned upside down", "上下翻转"),
            Image::Across => message!("mirrored from left to right", "左右翻转"),
        };
        message!(
            "the board {how} is the same board, the image of every move is a move, none overlaps its image, and every play ends: so the second player answers each move by its image",
            "棋盘{how}后不变，每步的像仍是走法，且没有走法与其像占用同一格，而对局必然结束：故后手总以像回应",
            how = how
        )
    }
}

/// What boards these are: even or odd rows and columns, together where both are.
fn classes(all: &[Sides]) -> Vec<Message> {
    let has = |rows: bool, columns: bool| all.contains(&[rows, columns]);
    let board = |rows: Option<bool>, columns: Option<bool>| {
        let word = |odd: bool| match odd {
            true => message!("an odd", "奇数"),
            false => message!("an even", "偶数"),
        };
        match (rows, columns) {
            (Some(rows), Some(columns)) => message!(
                "every board with {rows} number of rows and {columns} number of columns",
                "凡行数为{rows}、列数为{columns}的棋盘",
                rows = word(rows),
                columns = word(columns)
            ),
            (Some(rows), None) => message!(
                "every board with {rows} number of rows",
                "凡行数为{rows}的棋盘",
                rows = word(rows)
            ),
            (None, Some(columns)) => message!(
                "every board with {columns} number of columns",
                "凡列数为{columns}的棋盘",
                columns = word(columns)
            ),
            (None, None) => message!("every board", "一切棋盘"),
        }
    };
    if all.len() == 4 {
        return vec![board(None, None)];
    }
    let mut left = all.to_vec();
    let mut told = Vec::new();
    for odd in [false, true] {
        if has(odd, false) && has(odd, true) {
            told.push(board(Some(odd), None));
            left.retain(|it| it[0] != odd);
        } else if has(false, odd) && has(true, odd) {
            told.push(board(None, Some(odd)));
            left.retain(|it| it[1] != odd);
        }
    }
    told.extend(left.iter().map(|it| board(Some(it[0]), Some(it[1]))));
    told
}

/// A cell of a pattern by its row and column, and what it holds before and after.
type Cell = (usize, usize, u8, u8);

/// A pattern laid so that it and its image cover a cell together: twice the distance of each of its cells from the middle of the board, along
/// the rows and the columns that the symmetry turns over, and the letters of the cell.
type Laid = Vec<([i64; 2], u8, u8)>;

/// All such ways to lay a pattern on boards of these sides that may ever be moves.
fn meetings(rule: &Patterns, full: u8, sides: Sides, image: Image) -> Vec<Laid> {
    let (down, across) = image.turn();
    let mut all = Vec::new();
    for cells in rule.cells_of_patterns() {
        // A cell holds only what can come to stand there.
        if cells.iter().any(|cell| !rule.may_become(full, cell.2)) {
            continue;
        }
        let mut sums: Vec<[usize; 2]> = Vec::new();
        for one in cells {
            for other in cells {
                // On an odd side the sum of the two places is even, and on an even one odd; on a torus, an odd side has every sum.
                let fits = |turned: bool, a: usize, b: usize, odd: bool| match turned {
                    true => (rule.is_torus() && odd) || (a + b).is_multiple_of(2) == odd,
                    false => a == b,
                };
                if fits(down, one.0, other.0, sides[0]) && fits(across, one.1, other.1, sides[1]) {
                    sums.push([one.0 + other.0, one.1 + other.1]);
                }
            }
        }
        sums.sort_unstable();
        sums.dedup();
        for sum in sums {
            let laid: Laid = cells.iter().map(|cell| placed(cell, sum)).collect();
            // The board being its own image, cells that are images of each other hold the same letter.
            let agrees = image != Image::Turned
                || rule.is_torus()
                || laid.iter().all(|(at, from, _)| {
                    let mut others = laid.iter().filter(|it| it.0 == [-at[0], -at[1]]);
                    others.all(|it| it.1 == *from)
                });
            if agrees {
                all.push(laid);
            }
        }
    }
    all
}

fn placed(cell: &Cell, sum: [usize; 2]) -> ([i64; 2], u8, u8) {
    let at = |place: usize, sum: usize| 2 * place as i64 - sum as i64;
    ([at(cell.0, sum[0]), at(cell.1, sum[1])], cell.2, cell.3)
}

/// A first move in the middle of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opening {
    rows: usize,
    columns: usize,
}

impl Opening {
    /// Boards of these sides on which there is room for it.
    fn of_size(self, sides: Sides) -> Message {
        let word = |odd: bool| match odd {
            true => message!("an odd", "奇数"),
            false => message!("an even", "偶数"),
        };
        let least = |odd: bool| if odd { 1 } else { 2 };
        if self.rows <= least(sides[0]) && self.columns <= least(sides[1]) {
            return message!(
                "every board with {rows} number of rows and {columns} number of columns",
                "凡行数为{rows}、列数为{columns}的棋盘",
                rows = word(sides[0]),
                columns = word(sides[1])
            );
        }
        message!(
            "every board with {rows} number of rows, {high} at least, and {columns} number of columns, {wide} at least,",
            "凡行数为{rows}且不少于 {high}、列数为{columns}且不少于 {wide} 的棋盘",
            rows = word(sides[0]),
            columns = word(sides[1]),
            high = self.rows,
            wide = self.columns
        )
    }
}

/// A move in the middle of a full board that is its own image, after which none is in the way of its image.
fn opening(rule: &Patterns, full: u8, sides: Sides) -> Option<Opening> {
    let meetings = meetings(rule, full, sides, Image::Turned);
    let is_own = |laid: &&Laid| {
        let image = |at: [i64; 2]| [-at[0], -at[1]];
        laid.iter().all(|(at, from, to)| {
            *from == full && laid.iter().any(|it| it.0 == image(*at) && it.2 == *to)
        })
    };
    let blocks = |laid: &&Laid| {
        meetings.iter().all(|other| {
            other.iter().any(|(at, from, _)| {
                let here = laid.iter().find(|it| it.0 == *at);
                here.is_some_and(|it| !rule.may_become(it.2, *from))
            })
        })
    };
    let found = meetings.iter().filter(is_own).find(blocks)?;
    let side = |place: usize| {
        let places = found.iter().map(|it| it.0[place]);
        places.max().map_or(1, |most| most as usize + 1)
    };
    Some(Opening {
        rows: side(0),
        columns: side(1),
    })
}
