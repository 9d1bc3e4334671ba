//! Problems whose rule the one-line notation cannot say, against plain search that knows only the rules of their statements.

use crate::common;

use common::search::{Random, check, either, lowered, mover_wins, numbers, wins, with};
use std::collections::{BTreeSet, HashMap};

type Edge = (u64, u64);

/// What is left standing of edges on the ground, which are those of the root's part.
fn standing(edges: &[Edge], root: u64) -> Vec<Edge> {
    let mut reached = BTreeSet::from([root]);
    loop {
        let before = reached.len();
        for &(u, v) in edges {
            if reached.contains(&u) || reached.contains(&v) {
                reached.extend([u, v]);
            }
        }
        if reached.len() == before {
            break;
        }
    }
    edges
        .iter()
        .copied()
        .filter(|(u, _)| reached.contains(u))
        .collect()
}

fn cuts(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let without = |gone: usize| {
        let mut left = edges.to_vec();
        left.remove(gone);
        standing(&left, 1)
    };
    (0..edges.len()).map(without).collect()
}

fn tree(random: &mut Random, vertices: u64, first: u64) -> Vec<Edge> {
    // The root is always 1; the others are numbered at random.
    let mut names: Vec<u64> = (1..vertices).map(|vertex| vertex + first).collect();
    for at in (1..names.len()).rev() {
        names.swap(at, random.within(0, at as u64) as usize);
    }
    names.insert(0, 1);
    (1..vertices)
        .map(|vertex| {
            let up = names[random.within(0, vertex - 1) as usize];
            let own = names[vertex as usize];
            if random.within(0, 1) == 0 {
                (own, up)
            } else {
                (up, own)
            }
        })
        .collect()
}

/// The edges of one of several parts that stand on the same ground, which is 1.
fn moved(edges: &[Edge], part: u64) -> Vec<Edge> {
    let moved = |vertex: u64| if vertex == 1 { 1 } else { vertex + 10 * part };
    edges.iter().map(|&(u, v)| (moved(u), moved(v))).collect()
}

/// The vertices next to one.
fn neighbours(edges: &[Edge], vertex: u64) -> Vec<u64> {
    let end = |&(u, v): &Edge| match vertex {
        _ if u == vertex => Some(v),
        _ if v == vertex => Some(u),
        _ => None,
    };
    edges.iter().filter_map(end).collect()
}

fn lines(edges: &[Edge]) -> String {
    edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect()
}

#[test]
fn trees_that_are_cut() {
    let mut random = Random(1);
    for _ in 0..120 {
        let vertices = random.within(1, 7);
        let edges = tree(&mut random, vertices, 1);
        let wins = mover_wins(&edges, &|edges: &Vec<Edge>| cuts(edges));
        let case = format!("{vertices}\n{}", lines(&edges));
        check(
            "hdu3094",
            &format!("1\n{case}"),
            &either(wins, "Alice", "Bob"),
        );
        if vertices > 1 {
            check("agc017_d", &case, &either(wins, "Alice", "Bob"));
        }
    }
}

#[test]
fn trees_under_misere_play() {
    let mut random = Random(2);
    for _ in 0..80 {
        let count = random.within(1, 3);
        let mut all = Vec::new();
        let mut input = format!("{count}\n");
        for part in 0..count {
            let vertices = random.within(1, if count == 1 { 6 } else { 4 });
            let edges = tree(&mut random, vertices, 1);
            input += &format!("{vertices}\n{}", lines(&edges));
            all.extend(moved(&edges, part));
        }
        let options = |edges: &Vec<Edge>| Some(cuts(edges));
        let wins = wins(&all, &options, true, &mut HashMap::new());
        check("hdu3590", &input, &either(wins, "PP", "QQ"));
    }
}

#[test]
fn graphs_that_are_cut() {
    let mut random = Random(3);
    for _ in 0..150 {
        let count = random.within(1, 2);
        let mut all = Vec::new();
        let mut input = format!("{count}\n");
        for part in 0..count {
            let vertices = random.within(1, 4);
            let mut edges = tree(&mut random, vertices, 1);
            for _ in 0..random.within(0, 3) {
                edges.push((random.within(1, vertices), random.within(1, vertices)));
            }
            input += &format!("{vertices} {}\n{}", edges.len(), lines(&edges));
            all.extend(moved(&edges, part));
        }
        check(
            "poj3710",
            &input,
            &either(
                mover_wins(&all, &|edges: &Vec<Edge>| cuts(edges)),
                "Sally",
                "Harry",
            ),
        );
    }
}

#[test]
fn tokens_on_arrows() {
    let mut random = Random(4);
    for _ in 0..60 {
        let vertices = random.within(1, 6);
        let mut arrows: Vec<Vec<u64>> = Vec::new();
        for vertex in 0..vertices {
            let all: Vec<u64> = (vertex + 1..vertices).collect();
            arrows.push(
                all.into_iter()
                    .filter(|_| random.within(0, 1) == 0)
                    .collect(),
            );
        }
        let mut input = format!("{vertices}\n");
        for next in &arrows {
            input += &format!("{} {}\n", next.len(), numbers(next));
        }
        let mut expected = String::new();
        for _ in 0..3 {
            let count = random.within(1, 3);
            let tokens = random.list(count, 0, vertices - 1);
            input += &format!("{count} {}\n", numbers(&tokens));
            let options = |tokens: &Vec<u64>| {
                let mut all = Vec::new();
                for (place, &token) in tokens.iter().enumerate() {
                    for &next in &arrows[token as usize] {
                        let mut moved = tokens.clone();
                        moved[place] = next;
                        all.push(moved);
                    }
                }
                all
            };
            expected += &either(mover_wins(&tokens, &options), "WIN", "LOSE");
        }
        check("poj2425", &format!("{input}0\n"), &expected);
    }
}

#[test]
fn walks_on_trees() {
    let mut random = Random(5);
    for _ in 0..80 {
        let vertices = random.within(1, 8);
        let edges = tree(&mut random, vertices, 1);
        let start = random.within(1, vertices);
        let near = |vertex: u64, way: &[u64]| {
            let ends = neighbours(&edges, vertex).into_iter();
            ends.filter(|end| !way.contains(end)).collect::<Vec<u64>>()
        };
        let options = |way: &Vec<u64>| {
            let next = near(*way.last().expect("a start"), way);
            next.into_iter()
                .map(|end| [&way[..], &[end]].concat())
                .collect::<Vec<_>>()
        };
        let first = near(start, &[start]);
        let winning = first
            .into_iter()
            .filter(|&end| !mover_wins(&vec![start, end], &options));
        let expected = match winning.min() {
            Some(end) => format!("First player wins flying to airport {end}\n"),
            None => "First player loses\n".to_owned(),
        };
        check(
            "poj2599",
            &format!("{vertices} {start}\n{}", lines(&edges)),
            &expected,
        );
    }
}

#[test]
fn paths_out_of_circuits() {
    let mut random = Random(6);
    for _ in 0..60 {
        let circuits = random.within(1, 2);
        let lengths = random.list(circuits, 3, 6);
        let least = random.within(1, 3);
        let most = least + random.within(1, 3);
        let total: u64 = lengths.iter().sum();
        if most > total {
            continue;
        }
        let mut edges = Vec::new();
        let mut first = 1;
        for &length in &lengths {
            edges.extend((0..length).map(|at| (first + at, first + (at + 1) % length)));
            first += length;
        }
        // A part is its length, and whether it is a circuit.
        let options = |parts: &Vec<(u64, bool)>| {
            let mut all = Vec::new();
            for (place, &(length, circuit)) in parts.iter().enumerate() {
                for taken in least..=most.min(length) {
                    let ends = if circuit { 0 } else { length - taken };
                    for left in 0..=ends {
                        let mut next = parts.clone();
                        next.remove(place);
                        next.extend([(left, false), (length - taken - left, false)]);
                        if circuit {
                            next.truncate(next.len() - 2);
                            next.push((length - taken, false));
                        }
                        next.retain(|part| part.0 > 0);
                        next.sort_unstable();
                        all.push(next);
                    }
                }
            }
            all
        };
        let parts: Vec<(u64, bool)> = lengths.iter().map(|&length| (length, true)).collect();
        let input = format!("{total} {least} {most}\n{}", lines(&edges));
        check(
            "cf1823E",
            &input,
            &either(mover_wins(&parts, &options), "Alice", "Bob"),
        );
    }
}

fn without(word: &str, from: usize, count: usize) -> String {
    format!("{}{}", &word[..from], &word[from + count..])
}

#[test]
fn words() {
    let mut random = Random(7);
    for _ in 0..150 {
        let word = random.short_word(8, "abc");
        let taken = |word: &String| {
            let odd = "abc"
                .chars()
                .filter(|&letter| word.matches(letter).count() % 2 == 1);
            (odd.count() > 1).then(|| (0..word.len()).map(|at| without(word, at, 1)).collect())
        };
        let first = wins(&word, &taken, false, &mut HashMap::new());
        check(
            "cf276B",
            &format!("{word}\n"),
            &either(first, "First", "Second"),
        );
        let pairs = |equal: bool| {
            move |word: &String| {
                let letters = word.as_bytes();
                let places =
                    (1..letters.len()).filter(|&at| (letters[at] == letters[at - 1]) == equal);
                places
                    .map(|at| without(word, at - 1, 2))
                    .collect::<Vec<String>>()
            }
        };
        check(
            "cf1104B",
            &format!("{word}\n"),
            &either(mover_wins(&word, &pairs(true)), "Yes", "No"),
        );
        let binary = random.short_word(9, "01");
        let different = mover_wins(&binary, &pairs(false));
        check(
            "cf1373B",
            &format!("1\n{binary}\n"),
            &either(different, "DA", "NET"),
        );
        let row = random.short_word(9, "++-");
        let flips = |row: &String| {
            let places = (1..row.len()).filter(|&at| &row[at - 1..=at] == "++");
            places
                .map(|at| format!("{}--{}", &row[..at - 1], &row[at + 1..]))
                .collect::<Vec<String>>()
        };
        check(
            "leetcode294",
            &format!("\"{row}\"\n"),
            &either(mover_wins(&row, &flips), "true", "false"),
        );
        let mut unequal = word.clone();
        unequal.retain({
            let mut last = ' ';
            move |letter| std::mem::replace(&mut last, letter) != letter
        });
        if unequal.len() >= 3 {
            let inner = |word: &String| {
                let letters = word.as_bytes();
                let places =
                    (1..letters.len() - 1).filter(|&at| letters[at - 1] != letters[at + 1]);
                places
                    .map(|at| without(word, at, 1))
                    .collect::<Vec<String>>()
            };
            let first = mover_wins(&unequal, &inner);
            check(
                "abc048_d",
                &format!("{unequal}\n"),
                &either(first, "First", "Second"),
            );
        }
    }
}

#[test]
fn crosses_in_a_row() {
    let mut random = Random(8);
    for _ in 0..120 {
        let length = random.within(3, 9);
        let row = random.word(length, "....X");
        if row.contains("XXX") {
            continue;
        }
        // Who meets three in a row has lost.
        let put = |row: &String, at: usize| format!("{}X{}", &row[..at], &row[at + 1..]);
        let free = |row: &String| {
            let places = row.char_indices().filter(|(_, square)| *square == '.');
            places.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        let options = |row: &String| match row.contains("XXX") {
            true => Vec::new(),
            false => free(row).into_iter().map(|at| put(row, at)).collect(),
        };
        let winning: Vec<u64> = free(&row)
            .into_iter()
            .filter(|&at| !mover_wins(&put(&row, at), &options))
            .map(|at| at as u64 + 1)
            .collect();
        // A full row without three is nobody's in the statement; it does not come up from rows of five and more.
        if length < 5 {
            continue;
        }
        let expected = match winning.is_empty() {
            true => "LOSING\n\n".to_owned(),
            false => format!("WINNING\n{}\n", numbers(&winning)),
        };
        check("uva10561", &format!("1\n{row}\n"), &expected);
    }
}

#[test]
fn tables() {
    let mut random = Random(9);
    for _ in 0..80 {
        let (rows, columns) = (random.within(1, 2), random.within(1, 3));
        let count = rows * columns;
        let (n, m) = (rows as usize, columns as usize);
        let written = |cells: &[u64]| {
            let rows: Vec<String> = cells.chunks(m).map(numbers).collect();
            format!("1\n{n} {m}\n{}\n", rows.join("\n"))
        };
        // Stones from cells of one row.
        let cells = random.list(count, 0, 2);
        let of_row = |cells: &Vec<u64>| {
            let mut all = Vec::new();
            for row in 0..n {
                let own = &cells[row * m..(row + 1) * m];
                let ways: u64 = own.iter().map(|cell| cell + 1).product();
                for way in 1..ways {
                    let mut left = way;
                    let mut next = cells.clone();
                    for cell in &mut next[row * m..(row + 1) * m] {
                        let taken = left % (*cell + 1);
                        (left, *cell) = (left / (*cell + 1), *cell - taken);
                    }
                    all.push(next);
                }
            }
            all
        };
        let wins = mover_wins(&cells, &of_row);
        check(
            "lightoj1247",
            &written(&cells),
            &either(wins, "Case 1: Alice", "Case 1: Bob"),
        );
        // From the leftmost number of a row.
        let leftmost = |cells: &Vec<u64>| {
            let mut all = Vec::new();
            for row in 0..n {
                let place = (row * m..(row + 1) * m).find(|&place| cells[place] > 0);
                if let Some(place) = place {
                    all.extend(lowered(cells, place));
                }
            }
            all
        };
        let wins = mover_wins(&cells, &leftmost);
        check(
            "matgame",
            &written(&cells),
            &either(wins, "FIRST", "SECOND"),
        );
        // Divisors of numbers of one row.
        let cells = random.list(count.min(m as u64 * 2), 1, 12);
        let divided = |cells: &Vec<u64>| {
            let mut all = Vec::new();
            for row in 0..n {
                let mut ways = vec![cells.clone()];
                for place in row * m..(row + 1) * m {
                    let divisors = |cell: u64| (1..=cell).filter(move |&d| cell.is_multiple_of(d));
                    ways = ways
                        .iter()
                        .flat_map(|way| divisors(way[place]).map(|d| with(way, place, d)))
                        .collect();
                }
                all.extend(ways.into_iter().filter(|way| way != cells));
            }
            all
        };
        if count <= 4 {
            let wins = mover_wins(&cells, &divided);
            check(
                "uva11859",
                &written(&cells),
                &either(wins, "Case #1: YES", "Case #1: NO"),
            );
        }
        // Free cells, and coins in rectangles.
        let cells = random.list(count, 0, 1);
        let claims = |cells: &Vec<u64>| {
            let places = (0..n * m).filter(|place| {
                let (row, column) = (place / m, place % m);
                let near = (0..n * m).filter(|other| other / m == row || other % m == column);
                near.into_iter().all(|other| cells[other] == 0)
            });
            places
                .map(|place| with(cells, place, 1))
                .collect::<Vec<_>>()
        };
        let wins = mover_wins(&cells, &claims);
        check(
            "cf1365A",
            &written(&cells),
            &either(wins, "Ashish", "Vivek"),
        );
        let turned = |cells: &Vec<u64>| {
            let places = (0..n * m).filter(|&place| cells[place] == 1);
            let turn = |place: usize| {
                let turned = |(at, &cell): (usize, &u64)| {
                    let within = at / m >= place / m && at % m >= place % m;
                    cell ^ u64::from(within)
                };
                cells.iter().enumerate().map(turned).collect::<Vec<u64>>()
            };
            places.map(turn).collect::<Vec<_>>()
        };
        let wins = mover_wins(&cells, &turned);
        check("hdu4642", &written(&cells), &either(wins, "Alice", "Bob"));
    }
}

/// Ways right and down from a cell, cell by cell.
fn ways(from: usize, n: usize, m: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![from]];
    let mut done = 0;
    while done < all.len() {
        let way = all[done].clone();
        let last = way[way.len() - 1];
        if last % m + 1 < m {
            all.push([&way[..], &[last + 1]].concat());
        }
        if last / m + 1 < n {
            all.push([&way[..], &[last + m]].concat());
        }
        done += 1;
    }
    all
}

#[test]
fn ways_through_a_table() {
    for (n, m) in [(1, 2), (2, 1), (2, 2), (1, 3)] {
        let states = 4usize.pow((n * m) as u32);
        let mut known = HashMap::new();
        for state in 0..states {
            let cells: Vec<u64> = (0..n * m)
                .map(|at| (state as u64 >> (2 * at)) & 3)
                .collect();
            // Numbers on the way may become anything; below 4 there is all that is needed.
            let options = |cells: &Vec<u64>| {
                let mut all = Vec::new();
                for from in (0..n * m).filter(|&from| cells[from] > 0) {
                    for way in ways(from, n, m) {
                        let mut next: Vec<Vec<u64>> = lowered(cells, from).collect();
                        for &place in &way[1..] {
                            next = next
                                .iter()
                                .flat_map(|one| (0..4).map(|number| with(one, place, number)))
                                .collect();
                        }
                        all.extend(next);
                    }
                }
                Some(all)
            };
            let wins = wins(&cells, &options, false, &mut known);
            let rows: Vec<String> = cells.chunks(m).map(numbers).collect();
            let input = format!("1\n{n} {m}\n{}\n", rows.join("\n"));
            check("cf1451F", &input, &either(wins, "Ashish", "Jeel"));
        }
    }
}

#[test]
fn dates() {
    let days = |year: u64, month: u64| match month {
        2 if year.is_multiple_of(4) && year != 1900 => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let mut won: HashMap<(u64, u64, u64), bool> = HashMap::new();
    let mut input = String::new();
    let mut expected = String::new();
    let mut count = 0;
    for year in (1990..=2001).rev() {
        for month in (1..=12).rev() {
            for day in (1..=days(year, month)).rev() {
                if (year, month, day) > (2001, 11, 4) {
                    continue;
                }
                let tomorrow = match (day == days(year, month), month) {
                    (false, _) => (year, month, day + 1),
                    (true, 12) => (year + 1, 1, 1),
                    (true, _) => (year, month + 1, 1),
                };
                let later = if month == 12 {
                    (year + 1, 1, day)
                } else {
                    (year, month + 1, day)
                };
                let later = (day <= days(later.0, later.1)).then_some(later);
                let wins = [Some(tomorrow), later]
                    .into_iter()
                    .flatten()
                    .any(|date| won.get(&date) == Some(&false));
                won.insert((year, month, day), wins);
                input += &format!("{year} {month} {day}\n");
                expected += if wins { "YES\n" } else { "NO\n" };
                count += 1;
            }
        }
    }
    check("hdu1079", &format!("{count}\n{input}"), &expected);
}

#[test]
fn multiples_of_the_last_take() {
    for times in 1..=4 {
        let options = |&(left, most): &(u64, u64)| {
            (1..=most.min(left))
                .map(|take| (left - take, times * take))
                .collect::<Vec<_>>()
        };
        for pile in 2..=60u64 {
            let winning =
                (1..pile).find(|take| !mover_wins(&(pile - take, times * take), &options));
            let expected = match winning {
                Some(take) => format!("Case 1: {take}\n"),
                None => "Case 1: lose\n".to_owned(),
            };
            check("poj3922", &format!("1\n{pile} {times}\n"), &expected);
        }
    }
}

#[test]
fn lamps_in_a_plane() {
    let lamps = |state: u64| (0..9).filter(move |lamp| state >> lamp & 1 == 1);
    let options = |&state: &u64| {
        let mut all = Vec::new();
        for lamp in lamps(state) {
            let (x, y) = (lamp % 3, lamp / 3);
            for left in 0..=x {
                for down in 0..=y {
                    let corners = BTreeSet::from([(x, y), (left, y), (x, down), (left, down)]);
                    // Corners that fall together are one lamp.
                    let turn = corners
                        .iter()
                        .fold(0, |turn, (x, y)| turn | 1 << (y * 3 + x));
                    all.push(state ^ turn);
                }
            }
        }
        Some(all)
    };
    let mut known = HashMap::new();
    for state in 0..512u64 {
        let wins = wins(&state, &options, false, &mut known);
        let places: String = lamps(state)
            .map(|lamp| format!("{} {}\n", lamp % 3 + 1, lamp / 3 + 1))
            .collect();
        let input = format!("1\n{}\n{places}", state.count_ones());
        check(
            "hdu3404",
            &input,
            &either(wins, "Have a try, lxhgww.", "Don't waste your time."),
        );
    }
}

#[test]
fn attacks_on_castles() {
    let mut random = Random(10);
    for _ in 0..80 {
        let blows = random.list(3, 1, 5);
        let castles = {
            let count = random.within(1, 3);
            random.list(count, 1, 7)
        };
        // Each castle with the kind of the last attack on it.
        let attacks = |castles: &Vec<(u64, usize)>| {
            let mut all = Vec::new();
            for (place, &(left, last)) in castles
                .iter()
                .enumerate()
                .filter(|(_, castle)| castle.0 > 0)
            {
                for (kind, &blow) in blows
                    .iter()
                    .enumerate()
                    .filter(|(kind, _)| *kind == 0 || *kind != last)
                {
                    let mut next = castles.clone();
                    next[place] = (left.saturating_sub(blow), kind);
                    all.push(next);
                }
            }
            all
        };
        let start: Vec<(u64, usize)> = castles.iter().map(|&castle| (castle, 0)).collect();
        let count = attacks(&start)
            .iter()
            .filter(|next| !mover_wins(*next, &attacks))
            .count();
        let input = format!(
            "1\n{} {}\n{}\n",
            castles.len(),
            numbers(&blows),
            numbers(&castles)
        );
        check("cf1312F", &input, &format!("{count}\n"));
    }
}

#[test]
fn powers_of_numbers() {
    for most in 1..=14u64 {
        let options = |&named: &u64| {
            let free = (1..=most).filter(|number| {
                let mut bases = (1..=*number).filter(|base| named >> base & 1 == 1);
                let is_power = |base: u64| {
                    let mut powers =
                        std::iter::successors(Some(base), |power| power.checked_mul(base));
                    if base == 1 {
                        *number == 1
                    } else {
                        powers.find(|power| power >= number) == Some(*number)
                    }
                };
                !bases.any(is_power)
            });
            free.map(|number| named | 1 << number).collect::<Vec<u64>>()
        };
        let wins = mover_wins(&0, &options);
        check(
            "cf317D",
            &format!("{most}\n"),
            &either(wins, "Vasya", "Petya"),
        );
    }
}

/// The values of up to 16 powers of one base are those of the exponents 1 to k with their multiples.
#[test]
fn values_of_powers() {
    fn value(gone: u32, count: u32, known: &mut HashMap<u32, u64>) -> u64 {
        if let Some(&value) = known.get(&gone) {
            return value;
        }
        let mut options = Vec::new();
        for number in (1..=count).filter(|number| gone >> number & 1 == 0) {
            let multiples = (number..=count).step_by(number as usize);
            let next = multiples.fold(gone, |gone, multiple| gone | 1 << multiple);
            options.push(value(next, count, known));
        }
        let value = (0..)
            .find(|value| !options.contains(value))
            .expect("a value");
        known.insert(gone, value);
        value
    }
    // Just one base, 2, with k powers, and all other numbers by their count: the sums differ by one number.
    let sums = |count: u32| {
        let most = 1u64 << count;
        let root = most.isqrt();
        let mut seen = BTreeSet::new();
        let mut sum = 0;
        for base in 2..=root {
            if seen.contains(&base) {
                continue;
            }
            let powers: Vec<u64> =
                std::iter::successors(Some(base), |power| power.checked_mul(base))
                    .take_while(|power| *power <= most)
                    .collect();
            seen.extend(powers.iter().copied());
            sum ^= value(0, powers.len() as u32, &mut HashMap::new());
        }
        let alone = most
            - seen.len() as u64
            - (2..=root).filter(|base| !seen.contains(base)).count() as u64;
        sum ^ (alone & 1)
    };
    for count in 1..=15 {
        let most = 1u64 << count;
        check(
            "cf317D",
            &format!("{most}\n"),
            &either(sums(count) != 0, "Vasya", "Petya"),
        );
    }
}

#[test]
fn piles_in_progression() {
    fn parts(pile: u64) -> Vec<Vec<u64>> {
        let runs = (2..=pile).flat_map(|count| (1..=pile).map(move |first| (count, first)));
        let fit = runs.filter(|(count, first)| count * first + count * (count - 1) / 2 == pile);
        fit.map(|(count, first)| (first..first + count).collect())
            .collect()
    }
    let options = |piles: &Vec<u64>| {
        let mut all = Vec::new();
        for (place, &pile) in piles.iter().enumerate() {
            for run in parts(pile) {
                let mut next = piles.clone();
                next.remove(place);
                next.extend(run);
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    for pile in 1..=22 {
        let winning = parts(pile)
            .into_iter()
            .filter(|run| !mover_wins(run, &options));
        let fewest = winning.map(|run| run.len()).min();
        let expected = fewest.map_or("-1\n".to_owned(), |fewest| format!("{fewest}\n"));
        check("cf87C", &format!("{pile}\n"), &expected);
    }
}

#[test]
fn stones_and_knights_on_boards() {
    for size in 1..=4u64 {
        let cells = size * size;
        let near = |at: u64| {
            let (x, y) = (at % size, at / size);
            (0..cells).filter(move |to| (to % size).abs_diff(x) + (to / size).abs_diff(y) == 1)
        };
        let walk = |&(at, gone): &(u64, u64)| {
            let free = near(at).filter(|to| gone >> to & 1 == 0);
            free.map(|to| (to, gone | 1 << to)).collect::<Vec<_>>()
        };
        let wins = mover_wins(&(0, 1), &walk);
        check(
            "luoguP4136",
            &format!("{size}\n0\n"),
            &either(wins, "Alice", "Bob"),
        );
        check(
            "hdu1564",
            &format!("{size}\n0\n"),
            &either(wins, "8600", "ailyanlu"),
        );
        let put = |&board: &u64| {
            let leap = |one: u64, other: u64| {
                let across = (one % size).abs_diff(other % size);
                across * (one / size).abs_diff(other / size) == 2
            };
            let fit = |at: &u64| {
                board >> at & 1 == 0
                    && (0..cells).all(|other| board >> other & 1 == 0 || !leap(*at, other))
            };
            (0..cells)
                .filter(fit)
                .map(|at| board | 1 << at)
                .collect::<Vec<u64>>()
        };
        let wins = mover_wins(&0, &put);
        check("cf120E", &format!("1\n{size}\n"), &either(wins, "0", "1"));
    }
}

#[test]
fn lists_of_numbers() {
    let mut random = Random(11);
    for _ in 0..120 {
        let count = random.within(1, 4);
        let heaps = random.list(count, 1, 4);
        let told = format!("1\n{count}\n{}\n", numbers(&heaps));
        // Not from the pile of the last take.
        let options = |(heaps, last): &(Vec<u64>, usize)| {
            let places = (0..heaps.len()).filter(|place| place != last && heaps[*place] > 0);
            places
                .map(|place| (with(heaps, place, heaps[place] - 1), place))
                .collect::<Vec<_>>()
        };
        let wins = mover_wins(&(heaps.clone(), usize::MAX), &options);
        check("cf1396B", &told, &either(wins, "T", "HL"));
        // The nim-sum of the rest may not become 0.
        let marks = random.list(count, 0, 5);
        let erased = |marks: &Vec<u64>| {
            let all = marks.iter().fold(0, |sum, mark| sum ^ mark);
            (all != 0).then(|| {
                let left = |place: usize| {
                    let mut left = marks.clone();
                    left.remove(place);
                    left
                };
                let options = (0..marks.len()).map(left);
                options
                    .filter(|left| left.iter().fold(0, |sum, mark| sum ^ mark) != 0)
                    .collect()
            })
        };
        let first = wins_of(&marks, &erased);
        let listed = numbers(&marks).replace(' ', ",");
        check(
            "leetcode810",
            &format!("[{listed}]\n"),
            &either(first, "true", "false"),
        );
        // Coins on squares.
        let options = |coins: &Vec<u64>| {
            let mut all = Vec::new();
            for from in (0..coins.len()).filter(|from| coins[*from] > 0) {
                for to in 0..from {
                    all.push(with(&with(coins, from, coins[from] - 1), to, coins[to] + 1));
                }
            }
            all
        };
        let coins = random.list(count, 0, 2);
        let told = format!("1\n{count}\n{}\n", numbers(&coins));
        check(
            "hackerrank-nimble",
            &told,
            &either(mover_wins(&coins, &options), "First", "Second"),
        );
        // Stairs.
        let options = |coins: &Vec<u64>| {
            let mut all = Vec::new();
            for from in 0..coins.len() {
                for taken in 1..=coins[from] {
                    let next = with(coins, from, coins[from] - taken);
                    all.push(if from == 0 {
                        next
                    } else {
                        with(&next, from - 1, next[from - 1] + taken)
                    });
                }
            }
            all
        };
        let told = format!("{count}\n{}\n", numbers(&coins));
        check(
            "acwing892",
            &told,
            &either(mover_wins(&coins, &options), "Yes", "No"),
        );
        // Heaps to which chips may be added, each player once to each.
        let heaps = random.list(count.min(2), 0, 2);
        let options = |(heaps, adds, mover): &(Vec<u64>, Vec<u64>, usize)| {
            let mut all = Vec::new();
            for place in 0..heaps.len() {
                for heap in 0..heaps[place] {
                    all.push((with(heaps, place, heap), adds.clone(), 1 - mover));
                }
                let own = 2 * place + mover;
                if adds[own] > 0 {
                    for heap in heaps[place] + 1..=3 {
                        all.push((
                            with(heaps, place, heap),
                            with(adds, own, adds[own] - 1),
                            1 - mover,
                        ));
                    }
                }
            }
            all
        };
        let start = (heaps.clone(), vec![1; 2 * heaps.len()], 0);
        let told = format!("1\n{} 1\n{}\n", heaps.len(), numbers(&heaps));
        // Whoever only adds gives the other the chance to take it back, so that the outcome stands by Nim.
        check(
            "hackerrank-poker-nim",
            &told,
            &either(mover_wins(&start, &options), "First", "Second"),
        );
        // Towers.
        let height = random.within(1, 12);
        let towers = random.within(1, 3);
        let options = |towers: &Vec<u64>| {
            let mut all = Vec::new();
            for place in 0..towers.len() {
                let divisors = (1..towers[place]).filter(|&d| towers[place].is_multiple_of(d));
                all.extend(divisors.map(|d| with(towers, place, d)));
            }
            all
        };
        let wins = mover_wins(&vec![height; towers as usize], &options);
        check(
            "hackerrank-tower-breakers",
            &format!("1\n{towers} {height}\n"),
            &either(wins, "1", "2"),
        );
    }
}

/// The options of a position, unless there are too many.
type Followed<'f> = &'f dyn Fn(&Vec<u64>) -> Option<Vec<Vec<u64>>>;

fn wins_of(position: &Vec<u64>, options: Followed<'_>) -> bool {
    wins(position, options, false, &mut HashMap::new())
}

#[test]
fn fibonacci_trees() {
    // Edges of the tree of an order, whose vertices are numbered from a first.
    fn edges(order: u64, first: u64, all: &mut Vec<Edge>) -> u64 {
        let mut next = first + 1;
        if order >= 3 {
            all.push((first, next));
            next = edges(order - 2, next, all);
        }
        if order >= 2 {
            let branch = order - 1;
            if order > 2 || branch == 1 {
                all.push((first, next));
                next = edges(branch, next, all);
            }
        }
        next
    }
    for order in 1..=5 {
        let mut all = Vec::new();
        edges(order, 1, &mut all);
        // Whoever has to remove the root loses: removing another vertex is cutting the edge above it.
        let wins = mover_wins(&all, &|edges: &Vec<Edge>| cuts(edges));
        check(
            "leetcode2005",
            &format!("{order}\n"),
            &either(wins, "true", "false"),
        );
    }
}

#[test]
fn lists_with_rules_of_their_own() {
    let mut random = Random(12);
    for _ in 0..150 {
        let count = random.within(1, 4);
        let one_case = |list: &[u64]| format!("{}\n{}\n", list.len(), numbers(list));
        let counted = |list: &[u64]| format!("1\n{}", one_case(list));
        // Heaps in their order.
        let heaps = random.list(count, 1, 3);
        let ordered = |heaps: &Vec<u64>| {
            let first = heaps.iter().position(|&heap| heap > 0);
            let all = first.map(|first| lowered(heaps, first).collect());
            all.unwrap_or_default()
        };
        let wins = mover_wins(&heaps, &ordered);
        check("hdu4994", &counted(&heaps), &either(wins, "Yes", "No"));
        check(
            "cf1382B",
            &counted(&heaps),
            &either(wins, "First", "Second"),
        );
        // No two equal.
        let piles = random.list(count, 0, 4);
        let distinct = |piles: &Vec<u64>| {
            let places = (0..piles.len()).filter(|&place| piles[place] > 0);
            let next = places.map(|place| with(piles, place, piles[place] - 1));
            next.filter(|next| next.iter().collect::<BTreeSet<_>>().len() == next.len())
                .collect::<Vec<_>>()
        };
        check(
            "cf1191D",
            &one_case(&piles),
            &either(mover_wins(&piles, &distinct), "sjfnb", "cslnb"),
        );
        // Half of them.
        let even = if count < 3 { 2 } else { 4 };
        let piles = random.list(even, 1, 2 + u64::from(even == 2));
        let halved = |piles: &Vec<u64>| {
            let mut all = Vec::new();
            for chosen in
                (0u32..1 << piles.len()).filter(|set| set.count_ones() as usize * 2 == piles.len())
            {
                let mut ways = vec![piles.clone()];
                for place in (0..piles.len()).filter(|place| chosen >> place & 1 == 1) {
                    ways = ways
                        .iter()
                        .flat_map(|way| lowered(way, place).collect::<Vec<_>>())
                        .collect();
                }
                all.extend(ways);
            }
            all
        };
        check(
            "cf1162E",
            &one_case(&piles),
            &either(mover_wins(&piles, &halved), "Alice", "Bob"),
        );
        // One less, divided by what divides all.
        let divided = |list: &[u64]| {
            let all = (1..=*list.iter().max().expect("a number")).rev();
            all.into_iter()
                .find(|d| list.iter().all(|number| number % d == 0))
                .expect("1 divides")
        };
        let list = random.list(count.max(2), 1, 9);
        let list: Vec<u64> = list.iter().map(|number| number / divided(&list)).collect();
        let less = |list: &Vec<u64>| {
            let places = (0..list.len()).filter(|&place| list[place] > 1);
            let next = places.map(|place| {
                let next = with(list, place, list[place] - 1);
                let all = divided(&next);
                next.iter().map(|number| number / all).collect()
            });
            next.collect::<Vec<Vec<u64>>>()
        };
        check(
            "agc010_d",
            &one_case(&list),
            &either(mover_wins(&list, &less), "First", "Second"),
        );
        // Candies; who eats the last loses.
        let piles = random.list(count, 1, 4);
        let eaten = |piles: &Vec<u64>| {
            if piles.is_empty() {
                return None;
            }
            let mut sorted = piles.clone();
            sorted.sort_unstable();
            let mut each: Vec<u64> = sorted.iter().map(|pile| pile - 1).collect();
            each.retain(|&pile| pile > 0);
            sorted.pop();
            Some(vec![sorted, each])
        };
        check(
            "agc002_e",
            &one_case(&piles),
            &either(wins_of(&piles, &eaten), "First", "Second"),
        );
        // The largest becomes a smaller one.
        let numbers_of: BTreeSet<u64> = random.list(count + 1, 0, 7).into_iter().collect();
        let list: Vec<u64> = numbers_of.into_iter().collect();
        let replaced = |list: &Vec<u64>| {
            let most = *list.iter().max().expect("a number");
            let next = (0..most)
                .filter(|number| !list.contains(number))
                .map(|number| {
                    let mut next: Vec<u64> = list
                        .iter()
                        .copied()
                        .filter(|&other| other != most)
                        .collect();
                    next.push(number);
                    next.sort_unstable();
                    next
                });
            next.collect::<Vec<_>>()
        };
        if list.len() > 1 {
            check(
                "arc137_c",
                &one_case(&list),
                &either(mover_wins(&list, &replaced), "Alice", "Bob"),
            );
        }
        // Differences.
        let set: BTreeSet<u64> = random.list(3, 1, 9).into_iter().collect();
        let list: Vec<u64> = set.into_iter().collect();
        let added = |list: &Vec<u64>| {
            let all = list
                .iter()
                .flat_map(|one| list.iter().map(move |other| one.abs_diff(*other)));
            let new: BTreeSet<u64> = all
                .filter(|number| *number > 0 && !list.contains(number))
                .collect();
            let next = new.into_iter().map(|number| {
                let mut next = list.clone();
                next.push(number);
                next.sort_unstable();
                next
            });
            next.collect::<Vec<_>>()
        };
        if list.len() > 1 {
            check(
                "cf346A",
                &one_case(&list),
                &either(mover_wins(&list, &added), "Alice", "Bob"),
            );
        }
        // Piles in a ring.
        let piles = random.list(count, 1, 3);
        let next_pile = |(piles, turn): &(Vec<u64>, usize)| {
            let next = lowered(piles, *turn).map(|next| (next, (turn + 1) % piles.len()));
            next.collect::<Vec<_>>()
        };
        let wins = mover_wins(&(piles.clone(), 0), &next_pile);
        check("cf1695B", &counted(&piles), &either(wins, "Mike", "Joe"));
        // The same from all.
        let piles = random.list(count, 1, 6);
        let from_all = |piles: &Vec<u64>| {
            let least = piles.iter().min().copied().unwrap_or(0);
            let next = (1..=least).map(|taken| {
                let mut next: Vec<u64> = piles.iter().map(|pile| pile - taken).collect();
                next.retain(|&pile| pile > 0);
                next
            });
            next.collect::<Vec<_>>()
        };
        check(
            "cf1965A",
            &counted(&piles),
            &either(mover_wins(&piles, &from_all), "Alice", "Bob"),
        );
        // Pairs of which one goes and the other is parted.
        let heaps = random.list(if count < 3 { 2 } else { 4 }, 1, 6);
        let parted =
            |heaps: &Vec<u64>| {
                let mut all = Vec::new();
                for pair in 0..heaps.len() / 2 {
                    for kept in [heaps[2 * pair], heaps[2 * pair + 1]] {
                        all.extend((1..kept).map(|part| {
                            with(&with(heaps, 2 * pair, part), 2 * pair + 1, kept - part)
                        }));
                    }
                }
                all
            };
        check(
            "luoguP2148",
            &counted(&heaps),
            &either(mover_wins(&heaps, &parted), "YES", "NO"),
        );
        // A coin in a ring.
        let mut ring = random.list(count + 1, 0, 2);
        let zero = random.within(0, count) as usize;
        ring[zero] = 0;
        let along = |(ring, at): &(Vec<u64>, usize)| {
            let last = ring.len() - 1;
            let ways = [
                (*at, if *at == last { 0 } else { at + 1 }),
                (
                    if *at == 0 { last } else { at - 1 },
                    if *at == 0 { last } else { at - 1 },
                ),
            ];
            let next = ways
                .into_iter()
                .flat_map(|(edge, to)| (0..ring[edge]).map(move |left| (edge, left, to)));
            next.map(|(edge, left, to)| (with(ring, edge, left), to))
                .collect::<Vec<_>>()
        };
        let wins = mover_wins(&(ring.clone(), 0), &along);
        check("luoguP1288", &one_case(&ring), &either(wins, "YES", "NO"));
        // Piles that never shrink.
        let mut piles = random.list(count, 0, 4);
        piles.sort_unstable();
        let growing = |piles: &Vec<u64>| {
            let mut all = Vec::new();
            for place in 0..piles.len() {
                let before = if place == 0 { 0 } else { piles[place - 1] };
                all.extend((before..piles[place]).map(|left| with(piles, place, left)));
            }
            all
        };
        check(
            "luoguP3480",
            &counted(&piles),
            &either(mover_wins(&piles, &growing), "TAK", "NIE"),
        );
        // Cards.
        let cards = random.list(2 * count, 1, 3);
        let cards: Vec<Edge> = cards.chunks(2).map(|card| (card[0], card[1])).collect();
        let pairs = |cards: &Vec<Edge>| {
            let mut all = Vec::new();
            for one in 0..cards.len() {
                for other in 0..one {
                    if cards[one].0 == cards[other].0 || cards[one].1 == cards[other].1 {
                        let mut next = cards.clone();
                        next.remove(one);
                        next.remove(other);
                        all.push(next);
                    }
                }
            }
            all
        };
        let input = format!("{}\n{}", cards.len(), lines(&cards));
        check(
            "abc354_e",
            &input,
            &either(mover_wins(&cards, &pairs), "Takahashi", "Aoki"),
        );
        // A walk that takes stones.
        let vertices = random.within(2, 4);
        let edges = tree(&mut random, vertices, 1);
        let stones = random.list(vertices, 0, 2);
        let walk = |(stones, at): &(Vec<u64>, u64)| {
            let here = stones[*at as usize - 1];
            let ends = neighbours(&edges, *at).into_iter();
            let next = ends
                .filter(|_| here > 0)
                .map(|end| (with(stones, *at as usize - 1, here - 1), end));
            next.collect::<Vec<_>>()
        };
        // Whoever finds a stone takes it, so that a walk never ends for want of a neighbour.
        let won: Vec<u64> = (1..=vertices)
            .filter(|&vertex| mover_wins(&(stones.clone(), vertex), &walk))
            .collect();
        let input = format!("{vertices}\n{}\n{}", numbers(&stones), lines(&edges));
        check("agc010_f", &input, &format!("{}\n", numbers(&won)));
    }
}

#[test]
fn words_with_rules_of_their_own() {
    let mut random = Random(13);
    for _ in 0..120 {
        // Digits.
        let word = random.short_word(4, "0123");
        let deleted = |word: &String| {
            let mut all = Vec::new();
            for (at, digit) in word.char_indices() {
                let digit = digit.to_digit(10).expect("a digit");
                all.extend(
                    (0..digit).map(|less| format!("{}{less}{}", &word[..at], &word[at + 1..])),
                );
                if digit == 0 {
                    all.push(word[..at].to_owned());
                }
            }
            all
        };
        check(
            "hdu1404",
            &format!("{word}\n"),
            &either(mover_wins(&word, &deleted), "Yes", "No"),
        );
        // Cuts at centres.
        let word = random.short_word(8, "aab");
        let cut_at = |parts: &Vec<String>, place: usize, at: usize| {
            let word = &parts[place];
            let mut next = parts.clone();
            next[place] = word[..at].to_owned();
            next.push(word[at + 1..].to_owned());
            next.sort();
            next
        };
        let centres = |word: &str| {
            let letters = word.as_bytes();
            (1..letters.len().max(2) - 1)
                .filter(|&at| letters[at - 1] == letters[at + 1])
                .collect::<Vec<usize>>()
        };
        let cut = |parts: &Vec<String>| {
            let all = parts
                .iter()
                .enumerate()
                .flat_map(|(place, word)| centres(word).into_iter().map(move |at| (place, at)));
            all.map(|(place, at)| cut_at(parts, place, at))
                .collect::<Vec<_>>()
        };
        let start = vec![word.clone()];
        let winning = centres(&word)
            .into_iter()
            .find(|&at| !mover_wins(&cut_at(&start, 0, at), &cut));
        let expected = winning.map_or("Second\n".to_owned(), |at| format!("First\n{}\n", at + 1));
        check("cf305E", &format!("{word}\n"), &expected);
        // Games of words.
        let count = random.within(1, 3);
        let words: Vec<String> = (0..count).map(|_| random.short_word(3, "ab")).collect();
        let games = random.within(1, 3);
        // A word, and the games that are left with this one; whoever cannot go on begins the next.
        fn wins_all(word: &str, games: u64, words: &[String]) -> bool {
            let next: BTreeSet<String> = words
                .iter()
                .filter(|other| other.len() > word.len() && other.starts_with(word))
                .map(|other| other[..=word.len()].to_owned())
                .collect();
            if next.is_empty() {
                return games > 1 && wins_all("", games - 1, words);
            }
            next.iter().any(|next| !wins_all(next, games, words))
        }
        let first = wins_all("", games, &words);
        check(
            "cf455B",
            &format!("{count} {games}\n{}\n", words.join("\n")),
            &either(first, "First", "Second"),
        );
    }
}

#[test]
fn pagodas() {
    for count in 2..=9u64 {
        for one in 1..=count {
            for other in (1..=count).filter(|&other| other != one) {
                let options = |&standing: &u64| {
                    let stands = |number: u64| standing >> number & 1 == 1;
                    let built = (1..=count).filter(|&number| {
                        let sum =
                            |part: u64| part < number && stands(part) && stands(number - part);
                        let difference = |part: u64| {
                            number + part <= count && stands(part) && stands(number + part)
                        };
                        // Two different ones: a sum of one with itself is none.
                        !stands(number)
                            && (1..=count)
                                .any(|part| (sum(part) && 2 * part != number) || difference(part))
                    });
                    built
                        .map(|number| standing | 1 << number)
                        .collect::<Vec<u64>>()
                };
                let wins = mover_wins(&(1 << one | 1 << other), &options);
                let input = format!("1\n{count} {one} {other}\n");
                check(
                    "hdu5512",
                    &input,
                    &either(wins, "Case #1: Yuwgna", "Case #1: Iaka"),
                );
            }
        }
    }
}
