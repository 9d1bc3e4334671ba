//! Closed forms on numbers and on trees against plain search that knows only the rules of their statements.

use crate::common;

use common::search::{Random, check, either, mover_wins, numbers};

#[test]
fn grundys_game() {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..1300usize {
        let pairs = (1..=heap.saturating_sub(1) / 2).map(|part| values[part] ^ values[heap - part]);
        let mut options: Vec<u32> = pairs.collect();
        options.sort_unstable();
        options.dedup();
        let least = (0..)
            .zip(&options)
            .take_while(|(at, value)| at == *value)
            .count();
        values.push(least as u32);
    }
    let input: String = (1..values.len()).map(|heap| format!("{heap}\n")).collect();
    let expected: String = values[1..]
        .iter()
        .map(|&value| either(value != 0, "first", "second"))
        .collect();
    check(
        "cses2207",
        &format!("{}\n{input}", values.len() - 1),
        &expected,
    );
}

#[test]
fn second_player_of_bounded_heaps() {
    let mut random = Random(31);
    for _ in 0..60 {
        let count = random.within(1, 3);
        let heaps = random.list(count, 1, 6);
        let limits = random.list(count, 1, 4);
        let options = |heaps: &Vec<u64>| {
            let mut all = Vec::new();
            for (place, (&heap, &limit)) in heaps.iter().zip(&limits).enumerate() {
                for take in 1..=limit.min(heap) {
                    let mut next = heaps.clone();
                    next[place] -= take;
                    all.push(next);
                }
            }
            all
        };
        let rows: String = heaps
            .iter()
            .zip(&limits)
            .map(|(m, l)| format!("{m} {l}\n"))
            .collect();
        let input = format!("1\n{count}\n{rows}");
        // The teacher moves first, and Yes says that the other one wins.
        check(
            "hdu1851",
            &input,
            &either(mover_wins(&heaps, &options), "No", "Yes"),
        );
    }
}

#[test]
fn digits_that_are_taken() {
    for number in 1..400u64 {
        let options = |&number: &u64| -> Vec<u64> {
            let digits: Vec<u64> = number
                .to_string()
                .bytes()
                .map(|digit| u64::from(digit - b'0'))
                .collect();
            let smallest = digits.iter().filter(|&&digit| digit > 0).min();
            let largest = digits.iter().filter(|&&digit| digit > 0).max();
            smallest
                .into_iter()
                .chain(largest)
                .map(|digit| number - digit)
                .collect()
        };
        check(
            "luoguP2953",
            &format!("1\n{number}\n"),
            &either(mover_wins(&number, &options), "YES", "NO"),
        );
    }
}

/// Vertices and edges of a tree that looks random.
fn tree(random: &mut Random) -> (u64, Vec<(u64, u64)>, String) {
    let count = random.within(1, 8);
    let edges: Vec<(u64, u64)> = (2..=count)
        .map(|vertex| (random.within(1, vertex - 1), vertex))
        .collect();
    let rows = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
    (count, edges, rows)
}

#[test]
fn leaves_that_are_taken() {
    let mut random = Random(32);
    for _ in 0..150 {
        let (count, edges, rows) = tree(&mut random);
        let special = random.within(1, count);
        let options = |&left: &u32| -> Vec<u32> {
            if left >> special & 1 == 0 {
                return Vec::new();
            }
            let standing = |vertex: u64| left >> vertex & 1 == 1;
            let degree = |vertex: u64| {
                edges
                    .iter()
                    .filter(|&&(u, v)| (u == vertex || v == vertex) && standing(u) && standing(v))
                    .count()
            };
            let leaves = (1..=count).filter(|&vertex| standing(vertex) && degree(vertex) <= 1);
            leaves.map(|vertex| left & !(1 << vertex)).collect()
        };
        let all = (1u32 << (count + 1)) - 2;
        let input = format!("1\n{count} {special}\n{rows}");
        check(
            "cf1363C",
            &input,
            &either(mover_wins(&all, &options), "Ayush", "Ashish"),
        );
    }
}

#[test]
fn coins_that_gather() {
    let mut random = Random(33);
    for _ in 0..100 {
        let (count, edges, rows) = tree(&mut random);
        let near = |vertex: u64| {
            edges.iter().filter_map(move |&(u, v)| match vertex {
                _ if u == vertex => Some(v),
                _ if v == vertex => Some(u),
                _ => None,
            })
        };
        // How far each vertex is from this one.
        let far = |from: u64| {
            let mut far = vec![u64::MAX; count as usize + 1];
            let mut all = vec![from];
            far[from as usize] = 0;
            while let Some(vertex) = all.pop() {
                for to in near(vertex).filter(|&to| to <= count) {
                    if far[to as usize] == u64::MAX {
                        far[to as usize] = far[vertex as usize] + 1;
                        all.push(to);
                    }
                }
            }
            far
        };
        // Where there are coins; how many makes no difference.
        let options = |&coins: &u32| -> Vec<u32> {
            let chosen = (1..=count).filter(|&vertex| coins >> vertex & 1 == 1);
            let after = |goal: u64| {
                let far = far(goal);
                let others =
                    (1..=count).filter(|&vertex| coins >> vertex & 1 == 1 && vertex != goal);
                let closer =
                    |vertex: u64| near(vertex).find(|&to| far[to as usize] < far[vertex as usize]);
                others
                    .filter_map(closer)
                    .fold(0, |coins, to| coins | 1u32 << to)
            };
            chosen.map(after).collect()
        };
        let all = (1u32 << (count + 1)) - 2;
        check(
            "agc033_c",
            &format!("{count}\n{rows}"),
            &either(mover_wins(&all, &options), "First", "Second"),
        );
    }
}

#[test]
fn ten_moves_to_a_multiple_of_three() {
    for number in 1..60u64 {
        // The number, and how many moves are left; the first player moves at an even number of moves left.
        let options = |&(number, left): &(u64, u64)| -> Vec<(u64, u64)> {
            let is_won = left < 10 && left % 2 == 1 && number.is_multiple_of(3);
            match left {
                _ if is_won => Vec::new(),
                0 => Vec::new(),
                _ => vec![(number + 1, left - 1), (number.saturating_sub(1), left - 1)],
            }
        };
        check(
            "cf1899A",
            &format!("1\n{number}\n"),
            &either(mover_wins(&(number + 30, 10), &options), "First", "Second"),
        );
    }
}

/// The numbers up to 20 that are sums of these, with repetition.
fn sums(named: &[u64]) -> Vec<u64> {
    let mut all = vec![0];
    for number in 1..=20 {
        if named
            .iter()
            .any(|coin| number >= *coin && all.contains(&(number - coin)))
        {
            all.push(number);
        }
    }
    all
}

#[test]
fn numbers_that_are_named() {
    let mut random = Random(34);
    for _ in 0..30 {
        let count = random.within(2, 4);
        let named = random.list(count, 3, 10);
        let free = |named: &[u64]| -> Vec<u64> {
            let gone = sums(named);
            (2..=20).filter(|number| !gone.contains(number)).collect()
        };
        let options = |named: &Vec<u64>| -> Vec<Vec<u64>> {
            let next = free(named).into_iter().map(|number| {
                let mut next = [&named[..], &[number]].concat();
                // What is named already in other words makes no difference.
                next = sums(&next).split_off(1);
                next
            });
            next.collect()
        };
        let left = free(&named);
        if left.is_empty() {
            continue;
        }
        let mut winning = String::new();
        for &number in &left {
            let next = sums(&[&named[..], &[number]].concat()).split_off(1);
            if !mover_wins(&next, &options) {
                winning += &format!(" {number}");
            }
        }
        let expected = match winning.as_str() {
            "" => "Test Case #1\nThere's no winning move.\n\n".to_owned(),
            _ => format!("Test Case #1\nThe winning moves are:{winning}\n\n"),
        };
        check(
            "poj1143",
            &format!("{} {}\n0\n", left.len(), numbers(&left)),
            &expected,
        );
    }
}
