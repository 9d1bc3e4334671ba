//! Lists that a format makes of the cells of a board: regions, and what is asked of the cells next to each; against the plain definitions.

use crate::common::own::{format, judged};

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// A board by its rows.
struct Board {
    rows: usize,
    width: usize,
    cells: Vec<usize>,
}

impl Board {
    fn random(random: &mut Random, letters: usize) -> Board {
        let (rows, width) = (1 + random.below(5), 1 + random.below(5));
        let cells = (0..rows * width).map(|_| random.below(letters)).collect();
        Board { rows, width, cells }
    }

    fn is_beside(&self, one: usize, other: usize, around: bool) -> bool {
        let down = (one / self.width).abs_diff(other / self.width);
        let across = (one % self.width).abs_diff(other % self.width);
        match around {
            true => down.max(across) == 1,
            false => down + across == 1,
        }
    }

    fn beside(&self, cell: usize, around: bool) -> Vec<usize> {
        let all = (0..self.cells.len()).filter(|&other| self.is_beside(cell, other, around));
        all.collect()
    }

    /// The regions of equal entries, by joining names until nothing changes.
    fn regions(&self, around: bool) -> Vec<usize> {
        let mut first: Vec<usize> = (0..self.cells.len()).collect();
        loop {
            let before = first.clone();
            for cell in 0..first.len() {
                for other in self.beside(cell, around) {
                    if self.cells[cell] == self.cells[other] {
                        first[cell] = first[cell].min(first[other]);
                    }
                }
            }
            if before == first {
                break;
            }
        }
        let is_leader = |cell: &usize| first[*cell] == *cell && self.cells[*cell] > 0;
        let leaders: Vec<usize> = (0..first.len()).filter(is_leader).collect();
        let number = |first: &usize| leaders.iter().position(|own| own == first);
        first
            .iter()
            .map(|first| number(first).map_or(0, |number| number + 1))
            .collect()
    }

    fn input(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(usize::to_string).collect();
        format!("{} {} {}", self.rows, self.width, cells.join(" "))
    }
}

fn made(lists: &str, input: &str) -> Vec<i64> {
    let keys = format!(
        "layout = \"n m a*n*m\"\nlists = \"{lists}\"\nvalue = \"b\"\nanswer = {{ value = \"{{value}} \", each = true }}"
    );
    let told = judged(&keys, input).unwrap_or_else(|error| panic!("{lists}: {error}\n{input}"));
    let words = told.split_whitespace();
    words.map(|word| word.parse().unwrap()).collect()
}

#[test]
fn regions_and_cells_next_to_each() {
    let mut random = Random(4);
    for _ in 0..200 {
        let board = Board::random(&mut random, 4);
        let input = board.input();
        let cells = 0..board.cells.len();
        let number = |cell: &usize| board.cells[*cell] as i64;
        for (around, near, word) in [(false, 4, "beside"), (true, 8, "around")] {
            let expected: Vec<i64> = board
                .regions(around)
                .into_iter()
                .map(|it| it as i64)
                .collect();
            let regions = made(&format!("b = regions(a, m, {near})"), &input);
            assert_eq!(regions, expected, "{input}");
            type Plain<'p> = &'p dyn Fn(usize, &[usize]) -> i64;
            let all: [(&str, Plain<'_>); 8] = [
                ("sum(a)", &|_, beside| beside.iter().map(number).sum()),
                ("max(a+1)", &|_, beside| {
                    beside.iter().map(|it| number(it) + 1).max().unwrap_or(0)
                }),
                ("min(a*n+1 if a > 0) + a", &|cell, beside| {
                    let some = beside.iter().filter(|it| number(it) > 0);
                    let least = some.map(|it| number(it) * board.rows as i64 + 1).min();
                    least.unwrap_or(0) + number(&cell)
                }),
                ("len(a) + 10*count(a == 2)", &|_, beside| {
                    let many = beside.iter().filter(|it| number(it) == 2).count();
                    (beside.len() + 10 * many) as i64
                }),
                ("any(a == 3) and a == 0", &|cell, beside| {
                    i64::from(beside.iter().any(|it| number(it) == 3) && number(&cell) == 0)
                }),
                ("all(a > 0)", &|_, beside| {
                    i64::from(beside.iter().all(|it| number(it) > 0))
                }),
                ("xor(index) + gcd(a)", &|_, beside| {
                    let gcd = |mut a: i64, mut b: i64| {
                        while b > 0 {
                            (a, b) = (b, a % b);
                        }
                        a
                    };
                    let xor = beside.iter().fold(0, |xor, it| xor ^ (it + 1));
                    xor as i64 + beside.iter().fold(0, |one, it| gcd(one, number(it)))
                }),
                ("max(2-a) + a[0]", &|_, beside| {
                    let most = beside.iter().map(|it| 2 - number(it)).max();
                    most.unwrap_or(0) + number(&0) + 5
                }),
            ];
            for (formula, plain) in all {
                let formula = formula.replace("a[0]", "a[0] + 5");
                let lists = format!("b = [{formula} {word} m]");
                let expected: Vec<i64> = cells
                    .clone()
                    .map(|cell| plain(cell, &board.beside(cell, around)))
                    .collect();
                assert_eq!(made(&lists, &input), expected, "{lists} of {input}");
            }
        }
    }
}

/// The regions of a board of letters, and how many cells of each letter border on each.
#[test]
fn boards_of_letters() {
    let keys = "layout = \"n m s:'.xo'*n*m\"\nlists = \"t = letters(s); r = regions([t == 1], m, 4); c = counts(r, max(r)); b = [len(c)*10 + max(c)]\"\nvalue = \"b\"\nanswer = { value = \"{value}\" }";
    assert_eq!(
        judged(keys, "3 4\nxx.o\n.x.o\no..x\n").unwrap(),
        (2 * 10 + 3).to_string()
    );
}

const MINE: &str = "layout = \"n m k (x y)*k\"\nlists = \"mine = counts([x*m+y+1], n*m); near = [sum(mine) around m]; r = regions([mine == 0 and near == 0], m, 8); open = [max(r) around m]; c = counts([open if mine == 0 and near > 0], max(r)); alone = count(mine == 0 and near > 0 and open == 0)\"\nwins = \"(xor(1+c%2) xor (alone%2)) != 0\"\nanswer = { win = \"Xiemao\", lose = \"Fanglaoshi\" }";

/// A turn opens a covered cell without a mine; with no mine next to it, those next to it are opened too.
#[test]
fn mines_are_left_alone() {
    use std::collections::HashMap;
    fn open(board: &Board, cell: usize, covered: &mut u32) {
        if *covered >> cell & 1 == 0 {
            return;
        }
        *covered &= !(1 << cell);
        let beside = board.beside(cell, true);
        if beside.iter().all(|&other| board.cells[other] == 0) {
            for other in beside {
                open(board, other, covered);
            }
        }
    }
    fn wins(board: &Board, covered: u32, known: &mut HashMap<u32, bool>) -> bool {
        if let Some(&known) = known.get(&covered) {
            return known;
        }
        let wins = (0..board.cells.len()).any(|cell| {
            let mut rest = covered;
            if board.cells[cell] > 0 || covered >> cell & 1 == 0 {
                return false;
            }
            open(board, cell, &mut rest);
            !wins(board, rest, known)
        });
        known.insert(covered, wins);
        wins
    }
    let mut random = Random(8);
    let mut told = [0; 2];
    for _ in 0..300 {
        let mut board = Board::random(&mut random, 2);
        // Few mines, that some cells may have none next to them.
        for cell in &mut board.cells {
            *cell &= usize::from(random.below(3) == 0);
        }
        let count = board.cells.len();
        if count > 16 {
            continue;
        }
        // The statement says that no cell is opened by two different regions.
        let blank = |cell: &usize| {
            let beside = board.beside(*cell, true);
            board.cells[*cell] == 0 && beside.iter().all(|&other| board.cells[other] == 0)
        };
        let marks = Board {
            cells: (0..count).map(|cell| usize::from(blank(&cell))).collect(),
            ..board
        };
        let regions = marks.regions(true);
        let two = |cell: usize| {
            let mut all: Vec<usize> = board.beside(cell, true).into_iter().collect();
            all.retain(|&other| regions[other] > 0);
            all.iter().any(|&one| regions[one] != regions[all[0]])
        };
        if (0..count).any(two) {
            continue;
        }
        let mines: Vec<String> = (0..count)
            .filter(|&cell| board.cells[cell] == 1)
            .map(|cell| format!("{} {}", cell / board.width, cell % board.width))
            .collect();
        let input = format!(
            "{} {} {} {}",
            board.rows,
            board.width,
            mines.len(),
            mines.join(" ")
        );
        let covered = (1u32 << count) - 1;
        let expected = wins(&board, covered, &mut HashMap::new());
        let name = if expected { "Xiemao" } else { "Fanglaoshi" };
        assert_eq!(judged(MINE, &input).unwrap(), name, "{input}");
        told[usize::from(expected)] += 1;
    }
    assert!(told.iter().all(|&told| told > 20), "{told:?}");
}

#[test]
fn a_board_of_a_million_cells() {
    let told = judged(MINE, "1000 1000 0").unwrap();
    assert_eq!(told, "Xiemao");
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let wrong = |lists: &str| {
        let keys = format!(
            "layout = \"n m a*n*m\"\nlists = \"{lists}\"\nvalue = \"n\"\nanswer = {{ value = \"{{value}}\" }}"
        );
        format(&keys).err().unwrap_or_default()
    };
    for (lists, place) in [
        (
            "b = regions(a, m)",
            "column 22: expected as many lists and numbers as in regions(b, m, 4)",
        ),
        (
            "b = regions(a, a, 4)",
            "column 25: expected a number here, not 'a'",
        ),
        (
            "b = [sum(a) around a]",
            "column 29: expected a number here, not 'a'",
        ),
        (
            "b = [sum(b) around m]",
            "column 19: 'b' is being defined here, and no cell has its number yet",
        ),
        (
            "b = [1 around m]",
            "column 15: expected a list of the layout, the cells of the board",
        ),
        (
            "b = [last(a) beside m]",
            "column 15: vertices right below and cells next to one have no order",
        ),
    ] {
        let told = wrong(lists);
        assert!(told.contains(place), "{lists}: {told}");
    }
    let told = |lists: &str| {
        let keys = format!(
            "layout = \"n m a*n*m\"\nlists = \"{lists}\"\nvalue = \"n\"\nanswer = {{ value = \"{{value}}\" }}"
        );
        judged(&keys, "2 3 1 1 1 0 0 0").unwrap_err().to_string()
    };
    assert!(
        told("b = regions(a, 4, 8)")
            .contains("b: 6 numbers do not fill a board with 4 in each row")
    );
    assert!(
        told("b = [sum(a) around 0]")
            .contains("b: 6 numbers do not fill a board with 0 in each row")
    );
    assert!(told("b = regions(a, 3, 6)").contains("b: a cell has 4 or 8 neighbours, not 6"));
    assert!(
        told("c = a + a; b = [sum(a)+c around 3]")
            .contains("b: the lists it is made of differ in length")
    );
}

/// A number is read out of lists.
#[test]
fn numbers_of_lists() {
    let keys = "layout = \"n m a*n*m q [r]*q\"\nlists = \"f = a[0] + 2*a[n*m-1]; b = sums(a); u = b[r] - sum(a[i] for i in 0..r)\"\nvalue = \"f + u\"\nanswer = { value = \"{value} \" }";
    assert_eq!(judged(keys, "2 2 3 9 9 4 2 1 3").unwrap(), "11 11 ");
}
