//! Moves of a rule on grids that are about more than a pattern: a group of equal letters is filled, `g -> "." for g in groups`, and a board
//! is cut along its lines, `a "/" b -> a + b for a in boards, b in boards`.
//!
//! A *group* is a cell, all cells with the same letter that touch it by a side, all that touch these, and so on: as large as it can be. It is filled
//! with another letter as a whole; a group that has the letter already is left alone. A *cut* goes along a line from edge to edge; what is named on
//! the right stays, each board a component of its own. As a pattern may be turned, so may the lines of a cut and what counts as rows of a group.
//!
//! Names of letters and numbers are written out: what is left of a condition asks for what a group or a board is, and nothing else. All numbers
//! that it can come to are seen to fit beforehand, and it divides by written numbers alone, so that asking never fails.

use std::collections::HashSet;

use crate::message;
use crate::text::Message;
use crate::words::compile::{self, Dom, Move, Num, Program, Test, What};
use crate::words::matching::{self, Value};
use crate::words::measure::{self, Measure};
use crate::words::syntax::Symmetry;

use super::MOST_CELLS;
use super::board::{Board, OUTSIDE};

/// Most moves of such a kind that a rule is written out into.
const MOST: usize = 4096;

/// A group is filled.
#[derive(Clone, Debug)]
pub struct Flood {
    /// The letters of which groups are.
    pub from: u64,
    /// The letter that fills them.
    pub to: u8,
    /// What must hold of the group, which has the place 0.
    pub tests: Vec<Test>,
}

/// A board is cut along lines.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Into how many.
    pub boards: usize,
    /// Those that stay, by their places from the top.
    pub kept: Vec<usize>,
    /// What must hold of the boards, by their places.
    pub tests: Vec<Test>,
}

/// All of them that a rule has.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Groups that are filled.
    pub floods: Vec<Flood>,
    /// Boards that are cut.
    pub cuts: Vec<Cut>,
}

/// Why moves are not written out.
fn endless() -> Message {
    message!(
        "the names of such a move must take few values, written out: letters, or numbers up to an end that does not depend on a group or board",
        "这类走法中名称的取值须不多且写明：字母，或有终点且与连通块、棋盘无关的数"
    )
}

impl Shapes {
    /// The moves of a program about groups and boards.
    pub(super) fn of(program: &Program) -> Result<Shapes, Message> {
        let mut shapes = Shapes::default();
        for mv in &program.shaped {
            let told = mv.rest.iter().any(|&slot| match &mv.slots[slot].domain {
                Dom::Range(from, to) => asks(from) || to.as_ref().is_some_and(asks),
                Dom::Set(numbers) => numbers.iter().any(asks),
                _ => false,
            });
            if told {
                return Err(endless());
            }
            let mut wrong = None;
            let written = compile::each_value(mv, |values| {
                let added = shapes.add(mv, values);
                wrong = added.err();
                let few = shapes.floods.len() + shapes.cuts.len() <= MOST;
                (wrong.is_none() && few).then_some(())
            });
            match (wrong, written) {
                (Some(wrong), _) => return Err(wrong),
                (None, None) => return Err(endless()),
                (None, Some(())) => {}
            }
        }
        Ok(shapes)
    }

    fn add(&mut self, mv: &Move, values: &[Value]) -> Result<(), Message> {
        let mut places = vec![0; mv.slots.len()];
        let mut boards = 0;
        for part in &mv.left {
            if let What::Slot(slot) = part.what {
                places[slot] = boards;
                boards += 1;
            }
        }
        let tests: Vec<Test> = mv
            .tests
            .iter()
            .map(|test| settled(test, &|number| written(number, values, &places), values))
            .collect();
        for test in &tests {
            each_number(test, &mut |number| {
                most(number).map(|_| ()).ok_or_else(|| {
                    message!(
                        "numbers of groups and boards can only be divided by written numbers other than 0, and must stay below 2^63",
                        "连通块与棋盘的数只能用写出的非零数去除，且须小于 2^63"
                    )
                })
            })?;
        }
        let letter = |what: &What| match what {
            What::Letters(letters) => letters.first().copied(),
            What::Slot(slot) | What::Back(slot) => match values[*slot] {
                Value::Letter(letter) => Some(letter),
                _ => None,
            },
        };
        let domain = |what: &What| match what {
            What::Slot(slot) => Some(&mv.slots[*slot].domain),
            _ => None,
        };
        match mv.left.first().and_then(|part| domain(&part.what)) {
            Some(&Dom::Groups(from)) => {
                if let Some(to) = mv.right.first().and_then(|part| letter(&part.what)) {
                    let from = from & !(1 << to);
                    self.floods.push(Flood { from, to, tests });
                }
            }
            _ => {
                let kept = mv.right.iter().filter_map(|part| match part.what {
                    What::Slot(slot) => Some(places[slot]),
                    _ => None,
                });
                self.cuts.push(Cut {
                    boards,
                    kept: kept.collect(),
                    tests,
                });
            }
        }
        Ok(())
    }

    /// Whether a rule has none.
    pub fn is_empty(&self) -> bool {
        self.floods.is_empty() && self.cuts.is_empty()
    }

    /// Whether it tells rows from columns, so that not all turned boards are worth the same.
    pub(super) fn tells_sides(&self) -> bool {
        !self.cuts.is_empty() || self.floods.iter().any(|flood| flood.tells_sides())
    }

    /// The measures of all moves, those by patterns too.
    pub(super) fn measured(&self, program: &Program) -> Option<Vec<Measure>> {
        enum Any<'m> {
            Pair(&'m compile::Pair),
            Flood(&'m Flood),
            Cut,
        }
        let pairs = program.pairs.iter().flatten().map(Any::Pair);
        let floods = self.floods.iter().map(Any::Flood);
        let cuts = self.cuts.iter().map(|_| Any::Cut);
        let moves: Vec<Any<'_>> = pairs.chain(floods).chain(cuts).collect();
        let sets = measure::sets(program.letters.len());
        let mut all: Vec<Measure> = vec![Measure::Cells];
        all.extend(sets.into_iter().map(Measure::Count));
        all.push(Measure::Groups);
        measure::in_turn(&all, &moves, |measure, mv| match (mv, measure) {
            (Any::Pair(pair), _) => measure::by_pair(measure, pair),
            (Any::Flood(flood), _) => flood.falls(measure),
            // A board that stays has fewer cells than the whole, and letters of the whole.
            (Any::Cut, Measure::Cells) => Some(1),
            (Any::Cut, Measure::Count(_)) => Some(0),
            (Any::Cut, _) => None,
        })
    }
}

impl Flood {
    /// By how much it makes a measure smaller at least.
    fn falls(&self, measure: Measure) -> Option<i64> {
        match measure {
            Measure::Cells => Some(0),
            Measure::Count(set) => {
                let after = i64::from(set >> self.to & 1 == 1);
                let letters = (0..64).filter(|letter| self.from >> letter & 1 == 1);
                let falls = letters.map(|letter: u32| i64::from(set >> letter & 1 == 1) - after);
                // One cell changes at least.
                let least = falls.min().unwrap_or(1);
                (least >= 0).then_some(least)
            }
            // A group that becomes one with others makes fewer of them.
            Measure::Groups => Some(i64::from(
                self.tests.iter().any(|test| joins(test, self.to)),
            )),
            _ => None,
        }
    }

    /// The letters that are counted beside a group.
    pub fn asks_beside(&self) -> u64 {
        let mut all = 0;
        self.each_leaf(&mut |leaf| {
            if let Num::Beside(_, set) = leaf {
                all |= set;
            }
        });
        all
    }

    fn each_leaf(&self, see: &mut dyn FnMut(&Num)) {
        for test in &self.tests {
            let _: Result<(), ()> = each_number(test, &mut |number| {
                each_leaf(number, see);
                Ok(())
            });
        }
    }

    /// Whether it is asked over how many rows or columns a group reaches.
    pub fn tells_sides(&self) -> bool {
        let mut tells = false;
        self.each_leaf(&mut |leaf| tells |= matches!(leaf, Num::Rows(_) | Num::Columns(_)));
        tells
    }
}

/// Whether a condition says that a cell with a letter lies beside the group.
fn joins(test: &Test, letter: u8) -> bool {
    let beside = |number: &Num| matches!(number, Num::Beside(_, set) if *set == 1 << letter);
    let some = |sign: &str, number: &Num| match number {
        Num::Constant(number) => match sign {
            ">" => *number >= 0,
            ">=" | "==" => *number >= 1,
            "!=" => *number == 0,
            _ => false,
        },
        _ => false,
    };
    match test {
        Test::Numbers(first, rest) => match rest.as_slice() {
            [(sign, number)] if beside(first) => some(sign, number),
            [(sign, number)] if beside(number) => match *sign {
                "<" => some(">", first),
                "<=" => some(">=", first),
                "==" | "!=" => some(sign, first),
                _ => false,
            },
            _ => false,
        },
        Test::And(all) => all.iter().any(|one| joins(one, letter)),
        _ => false,
    }
}

/// Whether a number is asked of a group or a board.
fn asks(number: &Num) -> bool {
    let mut asks = false;
    each_leaf(number, &mut |leaf| {
        asks |= !matches!(leaf, Num::Constant(_) | Num::Slot(_));
    });
    asks
}

fn each_leaf(number: &Num, see: &mut dyn FnMut(&Num)) {
    match number {
        Num::Of(_, both) => {
            each_leaf(&both.0, see);
            each_leaf(&both.1, see);
        }
        leaf => see(leaf),
    }
}

fn each_number<E>(test: &Test, see: &mut dyn FnMut(&Num) -> Result<(), E>) -> Result<(), E> {
    match test {
        Test::Numbers(first, rest) => {
            see(first)?;
            rest.iter().try_for_each(|(_, number)| see(number))
        }
        Test::Words(..) => Ok(()),
        Test::Not(one) => each_number(one, see),
        Test::And(all) | Test::Or(all) => all.iter().try_for_each(|one| each_number(one, see)),
    }
}

/// How large a number can be, either way; none where it need not fit or is divided by what may be 0.
fn most(number: &Num) -> Option<i64> {
    match number {
        Num::Constant(number) => number.checked_abs(),
        Num::Of(sign, both) => {
            let (one, other) = (most(&both.0)?, most(&both.1)?);
            match sign {
                '+' | '-' => one.checked_add(other),
                '*' => one.checked_mul(other),
                _ => match both.1 {
                    Num::Constant(0) => None,
                    // Rounded down, it may be one more.
                    Num::Constant(_) => one.checked_add(other),
                    _ => None,
                },
            }
        }
        _ => Some(MOST_CELLS as i64),
    }
}

/// The condition with other numbers in the places of what it asks for.
fn settled(test: &Test, leaf: &dyn Fn(&Num) -> Num, values: &[Value]) -> Test {
    let all = |tests: &[Test]| tests.iter().map(|one| settled(one, leaf, values)).collect();
    match test {
        Test::Numbers(first, rest) => {
            let rest = rest.iter();
            let rest = rest.map(|(sign, number)| (*sign, replaced(number, leaf)));
            Test::Numbers(replaced(first, leaf), rest.collect())
        }
        Test::Words(first, rest) => {
            let letters = |what: &What| match what {
                What::Slot(slot) | What::Back(slot) => match values.get(*slot) {
                    Some(Value::Letter(letter)) => What::Letters(vec![*letter]),
                    _ => what.clone(),
                },
                What::Letters(_) => what.clone(),
            };
            let rest = rest.iter().map(|(sign, what)| (*sign, letters(what)));
            Test::Words(letters(first), rest.collect())
        }
        Test::Not(one) => Test::Not(Box::new(settled(one, leaf, values))),
        Test::And(tests) => Test::And(all(tests)),
        Test::Or(tests) => Test::Or(all(tests)),
    }
}

fn replaced(number: &Num, leaf: &dyn Fn(&Num) -> Num) -> Num {
    match number {
        Num::Of(sign, both) => {
            let both = (replaced(&both.0, leaf), replaced(&both.1, leaf));
            match (&both.0, &both.1) {
                (Num::Constant(_), Num::Constant(_)) => {
                    let number = Num::Of(*sign, Box::new(both));
                    match matching::number(&number, &[], &[]) {
                        Ok(known) => Num::Constant(known),
                        Err(_) => number,
                    }
                }
                _ => Num::Of(*sign, Box::new(both)),
            }
        }
        number => leaf(number),
    }
}

/// What a number of a move is with these values, its groups and boards by their places.
fn written(number: &Num, values: &[Value], places: &[usize]) -> Num {
    let letter = |slot: usize| match values[slot] {
        Value::Letter(letter) => Some(letter),
        _ => None,
    };
    match *number {
        Num::Slot(slot) => match values[slot] {
            Value::Number(number) => Num::Constant(number),
            _ => Num::Constant(0),
        },
        Num::Length(slot) => match letter(slot) {
            Some(_) => Num::Constant(1),
            None => Num::Length(places[slot]),
        },
        Num::Count(slot, set) => match letter(slot) {
            Some(letter) => Num::Constant(i64::from(set >> letter & 1 == 1)),
            None => Num::Count(places[slot], set),
        },
        Num::Rows(slot) => Num::Rows(places[slot]),
        Num::Columns(slot) => Num::Columns(places[slot]),
        Num::Beside(slot, set) => Num::Beside(places[slot], set),
        Num::BesideName(slot, of) => {
            Num::Beside(places[slot], letter(of).map_or(0, |letter| 1 << letter))
        }
        ref other => other.clone(),
    }
}

/// What a group or a board is: its letters, how far it reaches, and the letters beside it.
#[derive(Debug)]
struct Seen {
    letters: Vec<u8>,
    rows: usize,
    columns: usize,
    beside: Vec<u8>,
}

fn holds(tests: &[Test], seen: &[Seen]) -> bool {
    let among = |letters: &[u8], set: u64| {
        letters
            .iter()
            .filter(|&&letter| letter != OUTSIDE && set >> letter & 1 == 1)
            .count()
    };
    let told = |number: &Num| {
        let told = match *number {
            Num::Length(place) => seen[place].letters.len(),
            Num::Count(place, set) => among(&seen[place].letters, set),
            Num::Rows(place) => seen[place].rows,
            Num::Columns(place) => seen[place].columns,
            Num::Beside(place, set) => among(&seen[place].beside, set),
            ref other => return other.clone(),
        };
        Num::Constant(told as i64)
    };
    tests.iter().all(|test| {
        let test = settled(test, &told, &[]);
        matching::holds(&[test], &[], &[]).unwrap_or(false)
    })
}

/// The cells that touch one by a side, each once.
pub(super) fn beside(board: &Board, place: usize, torus: bool) -> Vec<usize> {
    let (height, width) = (board.height(), board.width);
    let (row, column) = (place / width, place % width);
    let mut all = Vec::with_capacity(4);
    let mut add = |row: Option<usize>, column: Option<usize>| {
        let (Some(row), Some(column)) = (row, column) else {
            return;
        };
        if !torus && (row >= height || column >= width) {
            return;
        }
        let there = board.place(row, column);
        if there != place && !all.contains(&there) {
            all.push(there);
        }
    };
    let before = |at: usize, sides: usize| match at {
        0 if torus => Some(sides - 1),
        at => at.checked_sub(1),
    };
    add(before(row, height), Some(column));
    add(Some(row), before(column, width));
    add(Some(row), Some(column + 1));
    add(Some(row + 1), Some(column));
    all
}

/// All groups of a board, each by its cells in the order of rows; those of cells that belong to no region are left out.
pub(super) fn groups(board: &Board, torus: bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; board.cells.len()];
    let mut all = Vec::new();
    for first in 0..board.cells.len() {
        if seen[first] || board.cells[first] == OUTSIDE {
            continue;
        }
        seen[first] = true;
        let mut cells = vec![first];
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            for there in beside(board, cell, torus) {
                if !seen[there] && board.cells[there] == board.cells[first] {
                    seen[there] = true;
                    cells.push(there);
                }
            }
        }
        cells.sort_unstable();
        all.push(cells);
    }
    all
}

impl Flood {
    /// Whether a group is filled.
    pub(super) fn fills(
        &self,
        board: &Board,
        cells: &[usize],
        torus: bool,
        symmetry: Symmetry,
    ) -> bool {
        let letter = board.cells[cells[0]];
        if letter == OUTSIDE || self.from >> letter & 1 == 0 {
            return false;
        }
        if self.tests.is_empty() {
            return true;
        }
        let spread = |of: &dyn Fn(usize) -> usize| {
            let all = cells.iter().map(|&cell| of(cell));
            all.clone().max().unwrap_or(0) - all.min().unwrap_or(0) + 1
        };
        let mut around: Vec<usize> = cells
            .iter()
            .flat_map(|&cell| beside(board, cell, torus))
            .filter(|cell| cells.binary_search(cell).is_err())
            .collect();
        around.sort_unstable();
        around.dedup();
        let mut seen = Seen {
            letters: vec![letter; cells.len()],
            rows: spread(&|cell| cell / board.width),
            columns: spread(&|cell| cell % board.width),
            beside: around.iter().map(|&cell| board.cells[cell]).collect(),
        };
        if holds(&self.tests, std::slice::from_ref(&seen)) {
            return true;
        }
        if !matches!(symmetry, Symmetry::All | Symmetry::Turned) || !self.tells_sides() {
            return false;
        }
        std::mem::swap(&mut seen.rows, &mut seen.columns);
        holds(&self.tests, &[seen])
    }
}

/// A board as it is cut: along which lines, between rows or between columns, and which of its parts stay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lines {
    /// Whether the lines go between columns.
    pub across: bool,
    /// How many rows, or columns, lie before each line.
    pub before: Vec<usize>,
    /// The parts that stay, from the first row or column on.
    pub kept: Vec<usize>,
}

/// The rows, or columns, from one on to another.
fn part(board: &Board, across: bool, from: usize, to: usize) -> Board {
    let rows = board.cells.chunks(board.width.max(1));
    let (width, cells): (usize, Vec<&[u8]>) = match across {
        false => (board.width, rows.skip(from).take(to - from).collect()),
        true => (to - from, rows.map(|row| &row[from..to]).collect()),
    };
    Board {
        width,
        cells: cells.concat().into(),
    }
}

/// Ways to cut one board that are gone through at most.
const MOST_WAYS: usize = 1 << 20;

impl Cut {
    /// Whether a board can be cut in more ways than are gone through, whatever the conditions say.
    pub(super) fn is_too_much(&self, board: &Board) -> bool {
        let long = board.height().max(board.width).saturating_sub(1);
        let ways = (1..self.boards).fold(1usize, |ways, line| {
            // Products of so many neighbours are divided by so much.
            ways.saturating_mul((long + 1).saturating_sub(line)) / line
        });
        ways > MOST_WAYS
    }

    /// Tells every way to cut a board so, each once, and what stays.
    pub(super) fn each(
        &self,
        board: &Board,
        symmetry: Symmetry,
        visit: &mut dyn FnMut(Lines, Vec<Board>) -> std::ops::ControlFlow<()>,
    ) -> std::ops::ControlFlow<()> {
        let frames: &[(bool, bool)] = match symmetry {
            Symmetry::All | Symmetry::Turned => {
                &[(false, false), (false, true), (true, false), (true, true)]
            }
            Symmetry::Mirrored => &[(false, false), (false, true)],
            Symmetry::Fixed => &[(false, false)],
        };
        if board.cells.is_empty() {
            return std::ops::ControlFlow::Continue(());
        }
        let mut told: HashSet<Lines> = HashSet::new();
        for &(across, back) in frames {
            let sides = [board.height(), board.width];
            let (long, wide) = (sides[usize::from(across)], sides[usize::from(!across)]);
            let mut before: Vec<usize> = (1..self.boards).collect();
            while before.last().is_some_and(|&last| last < long) {
                crate::budget::pulse::count(board.cells.len() as u64);
                let ends = before.iter().copied().chain([long]);
                let starts = [0].into_iter().chain(before.iter().copied());
                let parts: Vec<Board> = starts
                    .zip(ends)
                    .map(|(from, to)| part(board, across, from, to))
                    .collect();
                let last = self.boards - 1;
                let place = |of: usize| if back { last - of } else { of };
                let seen: Vec<Seen> = (0..self.boards)
                    .map(|of| {
                        let part = &parts[place(of)];
                        Seen {
                            letters: part.cells.to_vec(),
                            rows: part.cells.len() / wide,
                            columns: wide,
                            beside: Vec::new(),
                        }
                    })
                    .collect();
                if holds(&self.tests, &seen) {
                    let mut kept: Vec<usize> = self.kept.iter().map(|&of| place(of)).collect();
                    kept.sort_unstable();
                    let stay = kept.iter().map(|&part| parts[part].clone()).collect();
                    let lines = Lines {
                        across,
                        before: before.clone(),
                        kept,
                    };
                    if told.insert(lines.clone()) {
                        visit(lines, stay)?;
                    }
                }
                next(&mut before, long);
            }
        }
        std::ops::ControlFlow::Continue(())
    }
}

/// The next lines in the order of a dictionary; the last of them lies at the end where there are no more.
fn next(before: &mut [usize], long: usize) {
    let count = before.len();
    for place in (0..count).rev() {
        // Behind it as many lines as there are.
        if before[place] + 1 + (count - 1 - place) < long {
            before[place] += 1;
            for later in place + 1..count {
                before[later] = before[later - 1] + 1;
            }
            return;
        }
    }
    if let Some(last) = before.last_mut() {
        *last = long;
    }
}
