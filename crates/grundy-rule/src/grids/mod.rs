//! Rules on grids: a pattern of letters is replaced by another wherever it stands, turned and mirrored as the rule says, `grid ".." -> "##"`.
//!
//! A rule is written as one on [words](crate::words), its rows separated by `/`, and is written out into pairs of patterns in the same way; a blank
//! in a pattern is a cell that does not belong to it. A position is a rectangle of letters. Cells that some placement of a pattern may
//! come to cover, together, belong together: a cell can only ever hold letters that moves lead to from the one that stands there. What
//! no chain of placements joins are independent regions, and the position is worth the sum of them (Sprague, Grundy); a region is worth
//! the same wherever it lies, and turned or mirrored in each way that leaves the set of patterns as it is. Moves that fill groups of equal letters or
//! cut boards along their lines stand in [`shapes`]; where boards are cut, all cells belong together.

mod board;
mod laid;
mod play;
pub mod shapes;
mod small;

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::budget::pulse;
use crate::message;
use crate::rule::syntax::Span;
use crate::rule::{Given, RuleError, RuleErrors};
use crate::text::Message;
use crate::words::compile::{self, Pair, Program};
use crate::words::measure::{self, Measure};
use crate::words::parse;
use crate::words::parts;
use crate::words::syntax::{Defined, Symmetry, Syntax};

pub use board::Board;
use board::{OUTSIDE, TURNS, Turn};
use shapes::Shapes;

/// Most cells of a board.
pub const MOST_CELLS: usize = 4096;

const CRAM: &str = "grid \"..\" -> \"##\"";

/// A pattern: its cells, from the first row and column on, and what they hold before and after a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    height: usize,
    width: usize,
    /// Row, column, before, after; in the order of rows.
    cells: Vec<(usize, usize, u8, u8)>,
}

impl Pattern {
    /// Its rows and columns.
    pub fn sides(&self) -> (usize, usize) {
        (self.height, self.width)
    }

    /// Row and column of each cell, from 0, and its letters before and after a move; in the order of rows.
    pub fn cells(&self, rule: &Patterns) -> Vec<(usize, usize, char, char)> {
        let letter = |letter: u8| rule.inner.letters[usize::from(letter)];
        let cells = self.cells.iter();
        let cells = cells.map(|&(row, column, from, to)| (row, column, letter(from), letter(to)));
        cells.collect()
    }

    /// The pattern turned.
    fn turned(&self, turn: Turn) -> Pattern {
        let (height, width) = turn.sides(self.height, self.width);
        let cells = self.cells.iter().map(|&(row, column, from, to)| {
            let (row, column) = turn.cell(row, column, self.height, self.width);
            (row, column, from, to)
        });
        let mut cells: Vec<_> = cells.collect();
        cells.sort_unstable();
        Pattern {
            height,
            width,
            cells,
        }
    }
}

/// A rule on grids.
#[derive(Clone, Debug)]
pub struct Patterns {
    text: String,
    name: Option<String>,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    syntax: Syntax,
    torus: bool,
    /// The alphabet; signs between rows and outside patterns are among it, and no cell holds them.
    letters: Vec<char>,
    patterns: Vec<Pattern>,
    shapes: Shapes,
    /// For each letter, those that can come to stand in its place.
    reach: Vec<u64>,
    /// The turns that leave the set of patterns as it is.
    turns: Vec<Turn>,
    measures: OnceLock<Option<Vec<Measure>>>,
    program: Program,
    /// The letter that boards of tables are full of.
    full: Option<u8>,
}

impl Patterns {
    /// Reads a rule, with what is given to it beside its text.
    ///
    /// # Errors
    /// All that is wrong, each with its place, what was expected, and an example.
    pub fn parse_with(text: &str, given: &[(&str, Given)]) -> Result<Patterns, RuleErrors> {
        let length = text.len().min(parse::LONGEST) as u64;
        pulse::room(1000 * length);
        pulse::step(1000 * length);
        let (mut syntax, mut errors) = parse::parse(text);
        let (program, further) = compile::compile(&syntax, given);
        if errors.is_empty() || !text.contains("where") {
            errors.extend(further);
        }
        let whole = Span {
            start: 0,
            end: text.len(),
        };
        let mut wrong = |message: Message| errors.push(RuleError::new(whole, message, CRAM));
        let mut patterns: BTreeSet<Pattern> = BTreeSet::new();
        let symmetry = syntax.grid.map_or(Symmetry::All, |grid| grid.symmetry);
        match program.as_ref().map(|program| (program, &program.pairs)) {
            None => {}
            Some((_, None)) => wrong(message!(
                "the patterns of a grid must be few and finite: write the end of each range, and letters in place of words",
                "网格的图案必须有限且不多：请写出每个范围的终点，并用字母代替任意长的字"
            )),
            Some((program, Some(pairs))) => {
                if program.moves.iter().any(|mv| mv.start || mv.end) {
                    wrong(message!(
                        "'^' and '$' have no meaning in a grid",
                        "'^' 与 '$' 在网格中没有意义"
                    ));
                }
                for pair in pairs {
                    match pattern(program, pair) {
                        Some(pattern) => {
                            let turns = TURNS.iter().filter(|turn| turn.is_of(symmetry));
                            patterns.extend(turns.map(|turn| pattern.turned(*turn)));
                        }
                        None => {
                            wrong(message!(
                                "both patterns of a move need cells in the same places: rows separated by '/', a blank where no cell belongs to the pattern",
                                "一步的前后两个图案须占相同的格：各行以 '/' 分隔，不属于图案的格写作空格"
                            ));
                            break;
                        }
                    }
                }
            }
        }
        let shapes = match program.as_ref().map(Shapes::of) {
            Some(Ok(shapes)) => shapes,
            Some(Err(message)) => {
                wrong(message);
                Shapes::default()
            }
            None => Shapes::default(),
        };
        if syntax.grid.is_some_and(|grid| grid.torus) && shapes.tells_sides() {
            wrong(message!(
                "a torus has no border along which to cut, and its groups may wrap around: their rows and columns have no meaning",
                "环面没有可供切割的边，连通块也可能绕过环面：其行数与列数没有意义"
            ));
        }
        let full = match syntax.family.as_slice() {
            [] => None,
            [item] if item.times.is_none() => match &item.piece {
                crate::words::syntax::Piece::Letters(letters) if letters.chars().count() == 1 => {
                    letters.chars().next()
                }
                _ => Some('/'),
            },
            _ => Some('/'),
        };
        if full == Some('/') {
            wrong(message!(
                "after 'from' write the one letter that fills the boards of tables",
                "'from' 之后应为填满表中棋盘的一个字母"
            ));
        }
        let Some(program) = program.filter(|_| errors.is_empty()) else {
            return Err(RuleErrors::placed(errors, text));
        };
        for (name, value) in given {
            let value = match value {
                Given::Number(number) => Defined::Number(*number),
                Given::Array(numbers) => Defined::Array(numbers.clone()),
            };
            syntax.definitions.retain(|(known, _)| known != name);
            syntax.definitions.push(((*name).to_owned(), value));
        }
        let letters = program.letters.clone();
        let full = full.and_then(|full| letters.iter().position(|letter| *letter == full));
        let patterns: Vec<Pattern> = patterns.into_iter().collect();
        let known: HashSet<&Pattern> = patterns.iter().collect();
        let leaves = |turn: &Turn| {
            let mut turned = patterns.iter().map(|pattern| pattern.turned(*turn));
            turned.all(|pattern| known.contains(&pattern))
        };
        let keeps = |turn: &&Turn| !shapes.tells_sides() || turn.is_of(symmetry);
        let turns = TURNS.iter().filter(|turn| leaves(turn)).filter(keeps);
        let turns = turns.copied().collect();
        Ok(Patterns {
            text: text.to_owned(),
            name: None,
            inner: Arc::new(Inner {
                torus: syntax.grid.is_some_and(|grid| grid.torus),
                syntax,
                reach: reach(&patterns, &shapes, letters.len()),
                letters,
                turns,
                patterns,
                shapes,
                measures: OnceLock::new(),
                program,
                full: full.map(|full| full as u8),
            }),
        })
    }

    /// The rule under a name, which answers use instead of its text. A solver takes rules of the same name for the same rule.
    pub fn named(mut self, name: &str) -> Patterns {
        self.name = Some(name.to_owned());
        self
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn measures(&self) -> Option<&[Measure]> {
        let measures = &self.inner.measures;
        let told = measures.get_or_init(|| match self.inner.shapes.is_empty() {
            true => measure::measured(&self.inner.program),
            false => self.inner.shapes.measured(&self.inner.program),
        });
        told.as_deref()
    }

    /// Whether it is proved that every play ends.
    pub fn ends(&self) -> bool {
        self.measures().is_some()
    }

    /// Whether every play ends, and why, in a sentence.
    pub fn ending(&self) -> Message {
        measure::described(self.measures(), &self.inner.letters)
    }

    /// How many moves a play has at most on a board of so many cells, where it is proved that every play ends: each move makes one of some
    /// numbers of letters smaller, and leaves those before it as they are.
    pub fn longest_play(&self, cells: u64) -> Option<u64> {
        let measures = self.measures()?;
        let steps = measures
            .iter()
            .try_fold(1u64, |all, _| all.checked_mul(cells.checked_add(1)?))?;
        Some(steps - 1)
    }

    /// The letters that cells may hold, in the order in which the rule names them.
    pub fn letters(&self) -> String {
        let letters = self.inner.letters.iter();
        letters.filter(|letter| !"/ ".contains(**letter)).collect()
    }

    /// The rule as it is written.
    pub fn syntax(&self) -> &Syntax {
        &self.inner.syntax
    }

    /// Whether the last row lies beside the first, and the last column.
    pub fn is_torus(&self) -> bool {
        self.inner.torus
    }

    /// All patterns, turned and mirrored as the rule says.
    pub fn patterns(&self) -> &[Pattern] {
        &self.inner.patterns
    }

    /// Groups that are filled and boards that are cut.
    pub fn shapes(&self) -> &Shapes {
        &self.inner.shapes
    }

    /// The letters of a set of their places.
    pub fn letters_of(&self, set: u64) -> String {
        let letters = self.inner.letters.iter().enumerate();
        let among = letters.filter(|(place, _)| set >> place & 1 == 1);
        among.map(|(_, letter)| *letter).collect()
    }

    /// How patterns, cuts and rows of groups may be turned.
    pub fn symmetry(&self) -> Symmetry {
        let grid = self.inner.syntax.grid;
        grid.map_or(Symmetry::All, |grid| grid.symmetry)
    }

    /// The letter that boards of tables are full of.
    pub(crate) fn full_of(&self) -> Option<u8> {
        self.inner.full
    }

    /// The cells of each pattern: row, column, before, after.
    pub(crate) fn cells_of_patterns(&self) -> impl Iterator<Item = &[(usize, usize, u8, u8)]> {
        self.inner.patterns.iter().map(|pattern| &pattern.cells[..])
    }

    /// Whether moves may put a letter where another stands, one after another; a letter is put in its own place.
    pub(crate) fn may_become(&self, from: u8, to: u8) -> bool {
        self.inner.reach[usize::from(from)] >> to & 1 == 1
    }

    /// Whether the set of patterns stays as it is when rows, columns or both are turned over.
    pub(crate) fn keeps(&self, (down, across): (bool, bool)) -> bool {
        let turn = TURNS.iter().find(|turn| turn.is_over(down, across));
        turn.is_some_and(|turn| self.inner.turns.contains(turn))
    }

    /// What is expected where no position stands.
    pub(crate) fn missing(&self) -> Message {
        message!(
            "expected the rows of a grid over the letters \"{known}\", separated by '/'",
            "此处应为由字母 \"{known}\" 组成的网格各行，以 '/' 分隔",
            known = self.letters()
        )
    }

    /// Reads the rows of a board, separated by `/`, which may stand between quotation marks; where tables are full of one letter, and
    /// the letters of the rule do not allow for another meaning, also its sides, as `5x4`.
    ///
    /// # Errors
    /// The bytes that are wrong, and what was expected there.
    pub fn read_board(&self, text: &str) -> Result<Board, ((usize, usize), Message)> {
        let inner = text
            .strip_prefix('"')
            .and_then(|inner| inner.strip_suffix('"'));
        if inner.is_none()
            && let Some(full) = self.full_board(text)
        {
            return full.map_err(|message| ((0, text.len()), message));
        }
        let (mut at, inner) = inner.map_or((0, text), |inner| (1, inner));
        let mut cells = Vec::new();
        let mut width = 0;
        for (number, row) in inner.split('/').enumerate() {
            let mut count = 0;
            for (place, letter) in row.char_indices() {
                let known = self.inner.letters.iter().position(|known| *known == letter);
                let Some(known) = known.filter(|_| !"/ ".contains(letter)) else {
                    let place = (at + place, at + place + letter.len_utf8());
                    let message = message!(
                        "row {row}, column {column} is '{letter}', but the letters of the rule are \"{known}\"; name others by over \"…\"",
                        "第 {row} 行第 {column} 列是 '{letter}'，而规则的字母是 \"{known}\"；其他字母可用 over \"…\" 写明",
                        row = number + 1,
                        column = count + 1,
                        letter = letter.to_string(),
                        known = self.letters()
                    );
                    return Err((place, message));
                };
                cells.push(known as u8);
                count += 1;
            }
            if number == 0 {
                width = count;
            }
            if count != width || count == 0 {
                let message = message!(
                    "row {row} has {count} cells but the first has {width}: all rows need the same number of cells, at least one",
                    "第 {row} 行有 {count} 格，第一行有 {width} 格：各行格数须相同，且至少一格",
                    row = number + 1,
                    count = count,
                    width = width
                );
                return Err(((at, at + row.len().max(1)), message));
            }
            if cells.len() > MOST_CELLS {
                let message = message!(
                    "a grid has at most {most} cells",
                    "网格最多有 {most} 格",
                    most = MOST_CELLS
                );
                return Err(((0, text.len()), message));
            }
            at += row.len() + 1;
        }
        Ok(Board {
            width,
            cells: cells.into(),
        })
    }

    /// The board of tables whose rows and columns are written so, if there is one and the text means nothing else.
    fn full_board(&self, text: &str) -> Option<Result<Board, Message>> {
        let (rows, columns) = text.split_once(['x', '×'])?;
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_letter = |letter: char| self.inner.letters.contains(&letter);
        if !is_number(rows) || !is_number(columns) || text.chars().all(is_letter) {
            return None;
        }
        self.inner.full?;
        let side = |text: &str| text.parse().ok().filter(|&side: &u64| side > 0);
        let sides = side(rows).zip(side(columns));
        let board = sides.and_then(|(height, width)| self.board_at(&[height, width]));
        Some(board.ok_or_else(|| {
            message!(
                "the sides of a grid must be at least 1, and it may have at most {most} cells",
                "网格的各边至少为 1，且最多有 {most} 格",
                most = MOST_CELLS
            )
        }))
    }

    /// A board as it is written.
    pub(crate) fn write_board(&self, board: &Board) -> String {
        let rows = board.cells.chunks(board.width.max(1)).map(|row| {
            let row = row.iter().map(|&letter| match letter {
                OUTSIDE => ' ',
                letter => self.inner.letters[usize::from(letter)],
            });
            row.collect::<String>()
        });
        let rows = rows.collect::<Vec<_>>().join("/");
        match rows.as_str() {
            "+" => "\"+\"".to_owned(),
            _ => rows,
        }
    }

    /// The board of tables with these sides.
    pub(crate) fn board_at(&self, sides: &[u64]) -> Option<Board> {
        let full = self.inner.full?;
        let [height, width] = sides else {
            return None;
        };
        let cells = height.checked_mul(*width)?;
        let cells = usize::try_from(cells)
            .ok()
            .filter(|cells| *cells <= MOST_CELLS)?;
        Some(Board {
            width: usize::try_from(*width).ok()?,
            cells: vec![full; cells].into(),
        })
    }

    /// Tells every place of every pattern on a board, in the order of rows, until `visit` breaks: the pattern and where its first row
    /// and column lie. `fits` tells whether a letter may count as what the pattern asks for.
    fn places(
        &self,
        board: &Board,
        fits: impl Fn(u8, u8) -> bool,
        mut visit: impl FnMut(&Pattern, usize, usize) -> ControlFlow<()>,
    ) {
        let (height, width, torus) = (board.height(), board.width, self.inner.torus);
        pulse::count((board.cells.len() * self.inner.patterns.len()) as u64);
        for row in 0..height {
            for column in 0..width {
                for pattern in &self.inner.patterns {
                    let within = match torus {
                        // A pattern does not lie over itself.
                        true => pattern.height <= height && pattern.width <= width,
                        false => row + pattern.height <= height && column + pattern.width <= width,
                    };
                    let fits = within
                        && pattern.cells.iter().all(|&(down, right, from, _)| {
                            let here = board.cells[board.place(row + down, column + right)];
                            here != OUTSIDE && fits(here, from)
                        });
                    if fits && visit(pattern, row, column).is_break() {
                        return;
                    }
                }
            }
        }
    }

    /// Tells every move until `visit` breaks.
    fn moves(&self, board: &Board, visit: impl FnMut(&Pattern, usize, usize) -> ControlFlow<()>) {
        self.places(board, |here, from| here == from, visit);
    }

    /// Whether a piece has a move: one without is worth 0.
    fn has_moves(&self, board: &Board) -> bool {
        self.changes(board, &mut |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// The regions that may have moves, each in the least form that is worth the same.
    fn regions(&self, board: &Board, regions: &mut Vec<Board>) {
        if !self.inner.shapes.cuts.is_empty() {
            // A line goes from edge to edge.
            return regions.push(board.least(&self.inner.turns, self.inner.torus));
        }
        let reach = &self.inner.reach;
        let mut of: Vec<usize> = (0..board.cells.len()).collect();
        let mut covered = vec![false; board.cells.len()];
        fn root(of: &mut [usize], mut cell: usize) -> usize {
            while of[cell] != cell {
                of[cell] = of[of[cell]];
                cell = of[cell];
            }
            cell
        }
        let may = |here: u8, from: u8| reach[usize::from(here)] >> from & 1 == 1;
        self.places(board, may, |pattern, row, column| {
            let mut first = None;
            for &(down, right, ..) in &pattern.cells {
                let place = board.place(row + down, column + right);
                covered[place] = true;
                let place = root(&mut of, place);
                match first {
                    None => first = Some(place),
                    Some(first) => of[place] = root(&mut of, first),
                }
            }
            ControlFlow::Continue(())
        });
        // Cells that may come to belong to one group, or to lie beside it where that matters.
        for flood in &self.inner.shapes.floods {
            let beside = flood.asks_beside();
            let may = |place: usize, set: u64| {
                let letter = board.cells[place];
                letter != OUTSIDE && reach[usize::from(letter)] & set != 0
            };
            for place in (0..board.cells.len()).filter(|&place| may(place, flood.from)) {
                covered[place] = true;
                for there in shapes::beside(board, place, self.inner.torus) {
                    if may(there, flood.from | beside) {
                        covered[there] = true;
                        let first = root(&mut of, place);
                        let other = root(&mut of, there);
                        of[other] = first;
                    }
                }
            }
        }
        let mut roots: Vec<usize> = Vec::new();
        for (cell, _) in covered.iter().enumerate().filter(|(_, is)| **is) {
            let root = root(&mut of, cell);
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        for wanted in roots {
            let mut cells = board.cells.clone();
            for (cell, letter) in cells.iter_mut().enumerate() {
                if !covered[cell] || root(&mut of, cell) != wanted {
                    *letter = OUTSIDE;
                }
            }
            let region = Board {
                width: board.width,
                cells,
            };
            regions.push(region.least(&self.inner.turns, self.inner.torus));
        }
    }
}

/// The pattern of a pair: `None` where its sides have different cells.
fn pattern(program: &Program, pair: &Pair) -> Option<Pattern> {
    if pair.left.len() != pair.right.len() {
        return None;
    }
    let mut cells = Vec::new();
    let (mut row, mut column, mut width) = (0, 0, 0);
    for (&from, &to) in pair.left.iter().zip(&pair.right) {
        let (before, after) = (
            program.letters[usize::from(from)],
            program.letters[usize::from(to)],
        );
        match (before, after) {
            ('/', '/') => (row, column) = (row + 1, 0),
            (' ', ' ') => column += 1,
            (before, after) if "/ ".contains(before) || "/ ".contains(after) => return None,
            _ => {
                cells.push((row, column, from, to));
                column += 1;
                width = width.max(column);
            }
        }
    }
    let top = cells.iter().map(|&(row, ..)| row).min()?;
    let left = cells.iter().map(|&(_, column, ..)| column).min()?;
    let bottom = cells.iter().map(|&(row, ..)| row).max()?;
    for cell in &mut cells {
        (cell.0, cell.1) = (cell.0 - top, cell.1 - left);
    }
    Some(Pattern {
        height: bottom - top + 1,
        width: width - left,
        cells,
    })
}

/// For each letter, those that can come to stand in its place.
fn reach(patterns: &[Pattern], shapes: &Shapes, letters: usize) -> Vec<u64> {
    let mut reach: Vec<u64> = (0..letters).map(|letter| 1 << letter).collect();
    for &(_, _, from, to) in patterns.iter().flat_map(|pattern| &pattern.cells) {
        reach[usize::from(from)] |= 1 << to;
    }
    for flood in &shapes.floods {
        for (letter, reach) in reach.iter_mut().enumerate() {
            if flood.from >> letter & 1 == 1 {
                *reach |= 1 << flood.to;
            }
        }
    }
    parts::closed(reach)
}

impl fmt::Display for Patterns {
    /// The rule with all that was given to it: it reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.syntax.fmt(f)
    }
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Patterns) -> bool {
        self.inner.syntax == other.inner.syntax
    }
}
