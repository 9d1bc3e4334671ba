//! More problems against plain search that knows only the rules of their statements.

use crate::common;

use common::search::{
    Random, check, either, lowered, lowered_anywhere, mover_wins, numbers, wins, with,
};
use std::collections::HashMap;

fn one_case(list: &[u64]) -> String {
    format!("{}\n{}\n", list.len(), numbers(list))
}

fn numbered(wins: bool) -> String {
    either(wins, "Case 1: Alice", "Case 1: Bob")
}

#[test]
fn forbidden_takes() {
    let mut random = Random(21);
    for _ in 0..150 {
        let (count, pairs) = (random.within(1, 2), random.within(0, 6));
        let heaps = random.list(count, 0, 6);
        let forbidden: Vec<(u64, u64)> = (0..pairs)
            .map(|_| {
                let heap = random.within(1, 6);
                (heap, random.within(1, heap))
            })
            .collect();
        let options = |heaps: &Vec<u64>| {
            let allowed = |place: usize, next: &[u64]| {
                !forbidden.contains(&(heaps[place], heaps[place] - next[place]))
            };
            let mut all = Vec::new();
            for place in 0..heaps.len() {
                all.extend(lowered(heaps, place).filter(|next| allowed(place, next)));
            }
            all
        };
        let rows: String = forbidden
            .iter()
            .map(|(x, y)| format!("{x} {y}\n"))
            .collect();
        let input = format!("{count} {pairs}\n{}\n{rows}", numbers(&heaps));
        check(
            "abc255_g",
            &input,
            &either(mover_wins(&heaps, &options), "Takahashi", "Aoki"),
        );
    }
}

#[test]
fn intervals() {
    let mut random = Random(22);
    for _ in 0..150 {
        let count = random.within(1, 7);
        let all: Vec<(u64, u64)> = (0..count)
            .map(|_| {
                let left = random.within(1, 7);
                (left, left + random.within(1, 4))
            })
            .collect();
        let meet = |one: &(u64, u64), other: &(u64, u64)| one.0 < other.1 && other.0 < one.1;
        let options = |chosen: &Vec<(u64, u64)>| {
            let free = all
                .iter()
                .filter(|one| !chosen.iter().any(|other| meet(one, other)));
            free.map(|&one| [&chosen[..], &[one]].concat())
                .collect::<Vec<_>>()
        };
        let rows: String = all.iter().map(|(l, r)| format!("{l} {r}\n")).collect();
        let wins = mover_wins(&Vec::new(), &options);
        check(
            "abc206_f",
            &format!("1\n{count}\n{rows}"),
            &either(wins, "Alice", "Bob"),
        );
    }
}

#[test]
fn bags_on_plates() {
    let mut random = Random(23);
    for _ in 0..60 {
        let count = random.within(1, 4);
        let bags = random.list(count, 1, 3);
        let options = |(bags, plates): &(Vec<u64>, Vec<u64>)| {
            if bags.iter().all(|&bag| bag == 0) {
                let next = lowered_anywhere(plates).into_iter();
                return next.map(|plates| (bags.clone(), plates)).collect();
            }
            let mut all = Vec::new();
            for bag in (0..bags.len()).filter(|&bag| bags[bag] > 0) {
                for plate in 0..plates.len() {
                    let mut filled = with(plates, plate, plates[plate] + bags[bag]);
                    filled.sort_unstable();
                    all.push((with(bags, bag, 0), filled));
                }
            }
            all
        };
        let wins = mover_wins(&(bags.clone(), vec![0; bags.len()]), &options);
        check(
            "arc105_d",
            &format!("1\n{}", one_case(&bags)),
            &either(wins, "First", "Second"),
        );
    }
}

#[test]
fn coins_that_are_turned() {
    let options = |&heads: &u32| {
        let mut all = Vec::new();
        for last in (0..9).filter(|last| heads >> last & 1 == 1) {
            // The same place twice stands for no coin.
            for one in 0..=last {
                for other in 0..=one {
                    let others = if one == other {
                        0
                    } else {
                        1 << one | 1 << other
                    };
                    let others = if one == last {
                        1 << other & !(1 << last)
                    } else {
                        others
                    };
                    all.push(heads ^ 1 << last ^ others);
                }
            }
        }
        Some(all)
    };
    let mut known = HashMap::new();
    for heads in 0..512u32 {
        let places: Vec<u64> = (0..9).filter(|place| heads >> place & 1 == 1).collect();
        let first = wins(&heads, &options, false, &mut known);
        // Who is told a coin twice is told the same.
        let twice = [&places[..], &places[..places.len().min(2)]].concat();
        for told in [places, twice] {
            check("hdu3537", &one_case(&told), &either(first, "No", "Yes"));
        }
    }
}

#[test]
fn lamps_in_space() {
    let place = |x: u32, y: u32, z: u32| x + 2 * y + 4 * z;
    let options = |&lamps: &u32| {
        let mut all = Vec::new();
        for lamp in (0..8u32).filter(|lamp| lamps >> lamp & 1 == 1) {
            let (x, y, z) = (lamp & 1, lamp >> 1 & 1, lamp >> 2);
            for corner in 0..(x + 1) * (y + 1) * (z + 1) {
                let (left, rest) = (corner % (x + 1), corner / (x + 1));
                let (down, deep) = (rest % (y + 1), rest / (y + 1));
                let mut turned = 0u32;
                for x in [left, x] {
                    for y in [down, y] {
                        for z in [deep, z] {
                            turned |= 1 << place(x, y, z);
                        }
                    }
                }
                all.push(lamps ^ turned);
            }
        }
        Some(all)
    };
    let mut known = HashMap::new();
    for lamps in 0..256u32 {
        let on: Vec<u32> = (0..8).filter(|lamp| lamps >> lamp & 1 == 1).collect();
        let rows: String = on
            .iter()
            .map(|lamp| {
                format!(
                    "{} {} {}\n",
                    (lamp & 1) + 1,
                    (lamp >> 1 & 1) + 1,
                    (lamp >> 2) + 1
                )
            })
            .collect();
        let first = wins(&lamps, &options, false, &mut known);
        check(
            "poj3533",
            &format!("{}\n{rows}", on.len()),
            &either(first, "No", "Yes"),
        );
    }
}

#[test]
fn knights_towards_the_corner() {
    let mut random = Random(24);
    for _ in 0..60 {
        let count = random.within(1, 2);
        let knights: Vec<(i64, i64)> = (0..count)
            .map(|_| (random.within(0, 7) as i64, random.within(0, 7) as i64))
            .collect();
        let options = |knights: &Vec<(i64, i64)>| {
            let mut all = Vec::new();
            for (place, &(x, y)) in knights.iter().enumerate() {
                for (right, up) in [(-2, 1), (1, -2), (-1, -2), (-2, -1), (-1, -3), (-3, -1)] {
                    if x + right >= 0 && y + up >= 0 {
                        let mut next = knights.clone();
                        next[place] = (x + right, y + up);
                        all.push(next);
                    }
                }
            }
            all
        };
        let rows: String = knights.iter().map(|(x, y)| format!("{x} {y}\n")).collect();
        let input = format!("1\n{count}\n{rows}");
        check(
            "lightoj1315",
            &input,
            &numbered(mover_wins(&knights, &options)),
        );
    }
}

#[test]
fn coins_of_a_calendar() {
    let mut random = Random(25);
    for _ in 0..60 {
        let (rows, columns) = (random.within(1, 2) as usize, random.within(1, 3) as usize);
        let mut cells = random.list((rows * columns) as u64, 0, 1);
        let last = cells.len() - 1;
        cells[last] = 0;
        let options = |cells: &Vec<u64>| {
            let mut all = Vec::new();
            for from in 0..cells.len() {
                let right = (from % columns + 1 < columns).then_some(from + 1);
                let down = (from + columns < cells.len()).then_some(from + columns);
                for to in [right, down].into_iter().flatten() {
                    for taken in 1..=cells[from] {
                        let next = with(cells, from, cells[from] - taken);
                        // What lies in the last cell is of no more use.
                        let put = if to == last { 0 } else { cells[to] + taken };
                        all.push(with(&next, to, put));
                    }
                }
            }
            all
        };
        let written: Vec<String> = cells.chunks(columns).map(numbers).collect();
        let input = format!("1\n{rows} {columns}\n{}\n", written.join("\n"));
        let wins = mover_wins(&cells, &options);
        check(
            "lightoj1393",
            &input,
            &either(wins, "Case 1: win", "Case 1: lose"),
        );
    }
}

/// Each player moves his own pieces only, to and fro: outcomes with the mover told apart, where pieces go one way.
#[test]
fn pieces_of_two_colours() {
    let mut random = Random(26);
    for _ in 0..80 {
        let count = random.within(1, 2) as usize;
        let mut places: Vec<u64> = Vec::new();
        for _ in 0..2 * count {
            let last = places.last().map_or(0, |last| last + 1);
            places.push(last + random.within(0, 3));
        }
        let options = |(places, mover): &(Vec<u64>, usize)| {
            let mut all = Vec::new();
            for own in (0..places.len()).filter(|place| place % 2 == *mover) {
                let free = match mover {
                    0 => places[own] + 1..places[own + 1],
                    _ => places[own - 1] + 1..places[own],
                };
                all.extend(free.map(|to| (with(places, own, to), 1 - mover)));
            }
            all
        };
        let wins = mover_wins(&(places.clone(), 0), &options);
        check(
            "lightoj1192",
            &format!("1\n{count}\n{}\n", numbers(&places)),
            &numbered(wins),
        );
    }
}

#[test]
fn sums_of_equal_numbers() {
    for count in 2..=14u64 {
        // How many there are of each number; whoever cannot add any has won.
        let options = |board: &Vec<u64>| {
            let mut all = Vec::new();
            for number in 1..board.len() {
                for taken in 2..=board[number] {
                    let left = with(board, number, board[number] - taken);
                    let sum = number * taken as usize;
                    all.push(with(&left, sum, left[sum] + 1));
                }
            }
            Some(all)
        };
        let mut board = vec![0; count as usize + 1];
        board[1] = count;
        let first = wins(&board, &options, true, &mut HashMap::new());
        check(
            "cf1841A",
            &format!("1\n{count}\n"),
            &either(first, "Alice", "Bob"),
        );
    }
}
