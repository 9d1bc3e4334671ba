//! The table against the plain definition, against itself under reflection, and against what others found.

use std::collections::HashMap;

use grundy_base::budget::{Budget, Exhausted, Meter, Watch};

use super::{STAIRCASES_A_POSITION, Staircases, Unfilled, within, within_bar};

fn table(rows: usize, columns: usize) -> Staircases {
    let mut meter = Meter::new(&Budget {
        time: None,
        ..Budget::default()
    });
    Staircases::fill(rows, columns, &mut meter).expect("within the budget")
}

/// All staircases of at least one square within a bar, rows from the bottom.
fn all(rows: usize, columns: usize) -> Vec<Vec<u32>> {
    fn grow(staircase: &mut Vec<u32>, rows: usize, most: u32, found: &mut Vec<Vec<u32>>) {
        for length in 1..=most {
            staircase.push(length);
            found.push(staircase.clone());
            if rows > 1 {
                grow(staircase, rows - 1, length, found);
            }
            staircase.pop();
        }
    }
    let mut found = Vec::new();
    grow(&mut Vec::new(), rows, columns as u32, &mut found);
    found
}

/// The mex of the values of what every bite leads to, by the rules alone.
fn plainly(rows: &[u32], known: &mut HashMap<Vec<u32>, u32>) -> u32 {
    if let Some(&value) = known.get(rows) {
        return value;
    }
    let mut values = Vec::new();
    for row in 0..rows.len() {
        for column in 0..rows[row] {
            if (row, column) == (0, 0) {
                continue;
            }
            let mut left = rows.to_vec();
            for length in &mut left[row..] {
                *length = column.min(*length);
            }
            left.retain(|&length| length > 0);
            values.push(plainly(&left, known));
        }
    }
    let value = (0..).find(|value| !values.contains(value)).expect("a mex");
    known.insert(rows.to_vec(), value);
    value
}

#[test]
fn every_staircase_of_every_bar_is_worth_what_the_definition_says() {
    let mut known = HashMap::new();
    for (rows, columns) in (1..=6).flat_map(|rows| (1..=6).map(move |columns| (rows, columns))) {
        let table = table(rows, columns);
        let all = all(rows, columns);
        assert_eq!(all.len() as u64 + 1, within_bar(rows, columns));
        for staircase in all {
            let value = plainly(&staircase, &mut known);
            assert_eq!(
                table.value(&staircase),
                Some(value),
                "{rows}x{columns}: {staircase:?}"
            );
        }
    }
}

#[test]
fn long_bars_are_worth_what_the_definition_says() {
    // More squares than 64, 128, 256 and 512: sets and cells of every width.
    let mut known = HashMap::new();
    for (rows, columns) in [(2, 35), (3, 30), (2, 70), (2, 140), (520, 1)] {
        let table = table(rows, columns);
        for staircase in all(rows, columns) {
            let value = plainly(&staircase, &mut known);
            assert_eq!(
                table.value(&staircase),
                Some(value),
                "{rows}x{columns}: {staircase:?}"
            );
        }
    }
}

#[test]
fn mirror_images_are_worth_the_same() {
    // The pass knows nothing of reflection.
    let table = table(9, 9);
    for staircase in all(9, 9) {
        let columns = (0..staircase[0])
            .map(|column| staircase.partition_point(|&length| length > column) as u32);
        let mirrored: Vec<u32> = columns.collect();
        assert_eq!(
            table.value(&staircase),
            table.value(&mirrored),
            "{staircase:?}"
        );
    }
}

#[test]
fn wide_and_narrow_bars_agree_where_they_overlap() {
    let (wide, high) = (table(4, 12), table(12, 3));
    assert_eq!(wide.sides(), (12, 4));
    for staircase in all(3, 12) {
        let value = wide.value(&staircase);
        assert!(value.is_some());
        assert_eq!(high.value(&staircase), value, "{staircase:?}");
    }
}

#[test]
fn what_is_no_staircase_within_the_bar_has_no_value() {
    let table = table(3, 5);
    for outside in [
        &[][..],
        &[0],
        &[0, 0],
        &[1, 2],
        &[3, 0, 1],
        &[6],
        &[4, 4, 4, 4],
        &[6, 1],
    ] {
        assert_eq!(table.value(outside), None, "{outside:?}");
    }
    assert_eq!(table.value(&[2, 1, 0, 0, 0, 0]), table.value(&[2, 1]));
    // Three columns of five rows lie within it on their side.
    assert_eq!(table.value(&[3, 3, 3, 3, 3]), table.value(&[5, 5, 5]));
    let empty = Staircases::fill(0, 7, &mut Meter::new(&Budget::default())).expect("one staircase");
    assert_eq!((empty.value(&[]), empty.value(&[1])), (None, None));
}

#[test]
fn staircases_are_counted() {
    for staircase in all(4, 5) {
        let inside = all(4, 5).into_iter().filter(|other| {
            let fits = |(place, &length): (usize, &u32)| {
                staircase.get(place).is_some_and(|&most| length <= most)
            };
            other.iter().enumerate().all(fits)
        });
        assert_eq!(
            within(&staircase),
            inside.count() as u64 + 1,
            "{staircase:?}"
        );
    }
    assert_eq!(within_bar(16, 16), 601_080_390);
    assert_eq!(within(&[16; 16]), 601_080_390);
    assert_eq!(within_bar(usize::MAX, usize::MAX), u64::MAX);
    assert_eq!(within(&[200; 200]), u64::MAX);
}

fn spent(rows: usize, columns: usize, budget: Budget) -> (Unfilled, u64) {
    let mut meter = Meter::new(&budget);
    let refused = Staircases::fill(rows, columns, &mut meter).expect_err("too large");
    (refused, meter.bytes_held())
}

#[test]
fn what_does_not_fit_is_refused_with_what_ran_out() {
    let positions = Budget::of_positions(1_000);
    assert_eq!(
        spent(12, 12, positions).0,
        Exhausted::Positions(1_000).into()
    );
    let bytes = Budget {
        bytes: 1 << 20,
        time: None,
        ..Budget::default()
    };
    assert_eq!(spent(12, 12, bytes).0, Exhausted::Bytes(1 << 20).into());
    // Whatever is allowed, it is not tried.
    let all = Budget {
        positions: u64::MAX,
        bytes: 1 << 40,
        time: None,
        ..Budget::default()
    };
    assert_eq!(
        spent(30, 30, all.clone()).0,
        Exhausted::Bytes(1 << 40).into()
    );
    assert_eq!(
        spent(1025, 1, all.clone()).0,
        Unfilled::TooManySquares(1024)
    );
    assert_eq!(spent(usize::MAX, 2, all).0, Unfilled::TooManySquares(1024));
}

#[test]
fn whoever_stops_it_is_heard_and_nothing_stays_held() {
    let watch = Some(Watch::new(|positions| positions < 50_000));
    let stopped = spent(
        12,
        12,
        Budget {
            watch,
            ..Budget::default()
        },
    );
    assert_eq!(stopped, (Exhausted::Interrupted.into(), 0));
    let mut meter = Meter::new(&Budget::default());
    let table = Staircases::fill(8, 8, &mut meter).expect("a small table");
    assert_eq!(meter.bytes_held(), table.bytes());
    let count = within_bar(8, 8);
    assert_eq!(
        Budget::default().positions - meter.positions_left(),
        count / STAIRCASES_A_POSITION
    );
}

/// Every line of the file with bars of at most so many rows and columns: the value, and how many bites of the bar lead to 0.
fn file(most: u32) {
    let file = include_str!("../../../../testdata/boards/chomp.tsv");
    let side = most as usize;
    let table = table(side, side);
    let mut bars = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split('\t').collect();
        let [rows, columns, value, winning] =
            [0, 1, 2, 3].map(|word: usize| words[word].parse::<u32>().expect("a number"));
        if rows.max(columns) > most {
            continue;
        }
        bars.push((rows, columns));
        let bar = vec![columns; rows as usize];
        assert_eq!(table.value(&bar), Some(value), "{line}");
        let bites = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let bitten = bites.skip(1).map(|(row, column)| {
            let mut left = bar.clone();
            left[row as usize..].fill(column);
            table.value(&left)
        });
        assert_eq!(
            bitten.filter(|value| *value == Some(0)).count(),
            winning as usize,
            "{line}"
        );
    }
    let all = (1..=most).flat_map(|rows| (rows..=most).map(move |columns| (rows, columns)));
    assert_eq!(bars, all.collect::<Vec<_>>());
}

#[test]
fn bars_of_the_file() {
    file(9);
}

#[test]
#[ignore = "40 million staircases"]
fn every_bar_of_the_file() {
    file(14);
}

#[test]
#[ignore = "601 million staircases, and 600 MB"]
fn the_bar_of_sixteen() {
    let start = std::time::Instant::now();
    let mut meter = Meter::new(&Budget {
        positions: u64::MAX,
        time: None,
        ..Budget::default()
    });
    let table = Staircases::fill(16, 16, &mut meter).expect("within the budget");
    assert_eq!(table.value(&[16; 16]), Some(53));
    eprintln!(
        "{:?}, {} bytes, largest value {:?}",
        start.elapsed(),
        table.bytes(),
        table.iter().max()
    );
}
