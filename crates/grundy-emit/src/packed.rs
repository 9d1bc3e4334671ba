//! Boards of few cells as numbers: a bit for each cell and letter, and all placements of the patterns as masks.
//!
//! A letter that no pattern asks for has no bits, and neither has a cell outside a region: no pattern matches there.

use grundy::grids::Patterns;
use grundy::{Lang, Message, message};
use grundy_judge::{Count, Format, Item, OwnPlace, OwnRule, Span};

use crate::grids::becoming;
use crate::tree::Packed;

/// Most letters with bits of their own: with more few cells would be left.
const MOST_PLANES: usize = 8;

/// Bits of a number.
pub(crate) const BITS: u64 = 64;

/// Plays that may be longer are not searched by functions that call themselves.
const LONGEST: u64 = 5000;

/// The boards of a rule as numbers: searched as a whole, or by regions; of `cells` cells at most, where that is known.
pub(crate) fn packed(
    rule: &Patterns,
    whole: bool,
    cells: Option<u64>,
    lang: Lang,
) -> Option<Packed> {
    // Groups and boards are found among letters.
    if !rule.shapes().is_empty() {
        return None;
    }
    rule.longest_play(BITS).filter(|&most| most <= LONGEST)?;
    let all: Vec<char> = rule.letters().chars().collect();
    let patterns = rule.patterns().iter();
    let cells_of = patterns.map(|pattern| pattern.cells(rule));
    let cells_of: Vec<Vec<(usize, usize, char, char)>> = cells_of.collect();
    let asks = |letter: &char| {
        let mut cells = cells_of.iter().flatten();
        cells.any(|(_, _, from, _)| from == letter)
    };
    let mut planes: Vec<char> = all.iter().copied().filter(asks).collect();
    // Where there are no cells outside, having no bits may mean a letter.
    if whole && planes.len() == all.len() && planes.len() > 1 {
        planes.pop();
    }
    if planes.is_empty() || planes.len() > MOST_PLANES || !all.iter().all(char::is_ascii) {
        return None;
    }
    let plane_of = |letter: char| planes.iter().position(|&plane| plane == letter);
    let becomes = becoming(rule).into_iter().flat_map(|(letter, from)| {
        let from: Vec<char> = from.chars().filter(|&from| from != letter).collect();
        let pair = move |from: char| Some([plane_of(from)?, plane_of(letter)?]);
        from.into_iter().filter_map(pair).collect::<Vec<_>>()
    });
    let becomes = match whole {
        true => Vec::new(),
        false => becomes.collect(),
    };
    let drawn = |pattern: &grundy::grids::Pattern, cells: &[(usize, usize, char, char)]| {
        let (height, width) = pattern.sides();
        let mut sides = [(); 2].map(|()| vec![vec![' '; width]; height]);
        for &(row, column, from, to) in cells {
            sides[0][row][column] = from;
            sides[1][row][column] = to;
        }
        sides.map(|rows| {
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            rows.join("/")
        })
    };
    let said = |message: Message| message.render(lang);
    let patterns = rule.patterns().iter().zip(&cells_of);
    Some(Packed {
        patterns: patterns.map(|(it, cells)| drawn(it, cells)).collect(),
        always: cells.is_some_and(|cells| cells.saturating_mul(planes.len() as u64) <= BITS),
        planes: planes.into_iter().collect(),
        becomes,
        regions: !whole,
        torus: rule.is_torus(),
        notes: [
            (
                "@grid_note@",
                said(message!(
                    "boards of one size: a bit for each cell and each of these letters; all placements of the patterns, by what they cover, want and change, the largest changes first; what is known of boards, by their bits or hashed",
                    "同样大小的棋盘：每格每个上述字母占一位；图案的所有放法，即覆盖、要求与改变的位，改变多的在前；已知的棋盘，按其位或散列存放"
                )),
            ),
            (
                "@lost_note@",
                said(message!(
                    "whether the mover loses: there is a move, and each leads to a board that is won; known as 1 if lost, 2 if won",
                    "先手是否必败：有走法，且每步都走到必胜的棋盘；已知的记 1 为败，2 为胜"
                )),
            ),
            (
                "@regions_note@",
                said(message!(
                    "the regions, which no pattern ever links, each as a board of its own",
                    "任何图案都不会连起的各区域，各为一个棋盘"
                )),
            ),
            (
                "@bound_note@",
                said(message!(
                    "whether a region beside a heap of Nim is lost, that is whether the heap is its value; known is 1 more than twice a bound of the value from below, or than twice the value and 1",
                    "区域与一堆尼姆石子之和是否必败，即该堆是否等于区域的值；已知的记 1 加上值的下界的两倍，或 1 加上值的两倍加 1"
                )),
            ),
        ],
    })
}

/// How many cells the boards of the input have at most, where the ranges of the format say it.
pub(crate) fn most_cells(own: &OwnRule, format: &Format) -> Option<u64> {
    let OwnPlace::Letters(field, _) = own.place() else {
        return None;
    };
    let inner = format.layout.bracket().map_or(&[][..], |(items, _)| items);
    let mut items = format.layout.head().iter().chain(inner);
    let span = items.find_map(|item| match item {
        Item::Letters(own, span) if own == field => Some(span),
        _ => None,
    });
    let most = |count: Count| match count {
        Count::Fixed(count) => Some(count),
        Count::Named(field, plus) => {
            let (_, range) = format.ranges.iter().find(|(own, _)| *own == field)?;
            range.end().checked_add_signed(plus)
        }
        Count::Times(..) => None,
    };
    match *span? {
        Span::Board(rows, columns) => most(rows)?.checked_mul(most(columns)?),
        _ => None,
    }
}
