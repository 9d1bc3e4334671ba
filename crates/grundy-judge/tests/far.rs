//! Large numbers among made-up cases: programs that are right for small numbers and wrong beyond a threshold, or whose numbers are too short,
//! fail on some case; every format whose statement allows larger numbers than its small cases have is answered there.

use grundy_judge::trial::{Farthest, asked, difference, input, large, output, sizes};
use grundy_judge::{Format, Limits, find, formats};

/// What a judge may use for one of many cases.
fn brief() -> Limits {
    let mut limits = Limits::default();
    limits.budget.positions = 1_500_000;
    limits.budget.bytes = 128 << 20;
    limits
}

/// Whether a program that answers one case is found to be wrong by some case of large numbers.
fn is_found(format: &Format, program: &dyn Fn(&[i128]) -> bool) -> bool {
    let farthest = Farthest::of(format).expect("far");
    sizes(farthest.largest).any(|size| {
        large(format, farthest, size, 1).iter().any(|case| {
            let cases = std::slice::from_ref(case);
            let Ok(expected) = output(format, &brief(), cases) else {
                return false;
            };
            let text = input(format, cases);
            let mut numbers: Vec<i128> = text
                .split_ascii_whitespace()
                .map(|word| word.parse().expect("a number"))
                .collect();
            if format.cases == grundy_judge::Cases::Counted {
                numbers.remove(0);
            }
            let [win, lose] = words(format);
            let got = if program(&numbers) { win } else { lose };
            difference(&expected, got.as_bytes()).is_some()
        })
    })
}

/// What a format writes for a first case.
fn words(format: &Format) -> [String; 2] {
    let grundy_judge::Reply::Outcome { win, lose } = &format.tell else {
        panic!("{} tells who wins", format.name);
    };
    [win, lose].map(|words| words.text().replace("{case}", "1"))
}

fn misere(heaps: &[i128]) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    if heaps.iter().all(|&heap| heap <= 1) {
        sum == 0
    } else {
        sum != 0
    }
}

fn parted(heaps: &[i128]) -> bool {
    let value = |pair: &[i128]| (!((pair[0] - 1) | (pair[1] - 1))).trailing_zeros();
    heaps.chunks(2).map(value).fold(0, |sum, value| sum ^ value) != 0
}

fn divisors(n: i128) -> bool {
    n % 2 == 0 && (n & (n - 1) != 0 || n.trailing_zeros().is_multiple_of(2))
}

fn halves(heaps: &[i128]) -> bool {
    let value = |heap: i128| {
        let next = heap + 1;
        if next == 0 {
            0
        } else {
            next >> (next.trailing_zeros() + 1)
        }
    };
    heaps.iter().fold(0, |sum, &heap| sum ^ value(heap)) != 0
}

/// Each number as it is where numbers have 32 bits with a sign.
fn short(numbers: &[i128]) -> Vec<i128> {
    numbers
        .iter()
        .map(|&number| i128::from(number as i32))
        .collect()
}

/// Each number, but for those beyond the small ones, which are taken to be this one.
fn up_to(most: i128, numbers: &[i128]) -> Vec<i128> {
    numbers.iter().map(|&number| number.min(most)).collect()
}

type Program = fn(&[i128]) -> bool;

#[test]
fn programs_that_are_wrong_beyond_small_numbers_are_found() {
    let right: [(&str, Program); 7] = [
        ("luoguP2148", |numbers| parted(&numbers[1..])),
        ("hackerrank-misere-nim", |numbers| misere(&numbers[1..])),
        ("lightoj1253", |numbers| misere(&numbers[1..])),
        ("cf1537D", |numbers| divisors(numbers[0])),
        ("uva1482", |numbers| halves(&numbers[1..])),
        ("cf1719A", |numbers| (numbers[0] + numbers[1]) % 2 == 1),
        ("abc059_d", |numbers| (numbers[0] - numbers[1]).abs() > 1),
    ];
    for (name, program) in right {
        let format = find(name).expect("known");
        assert!(!is_found(format, &program), "{name} is right");
        for power in [2, 3, 5, 7, 8] {
            let most = 10i128.pow(power);
            let wrong = |numbers: &[i128]| program(&up_to(most, numbers));
            assert!(is_found(format, &wrong), "{name} beyond {most}");
            // Whoever is wrong there says the opposite.
            let other =
                |numbers: &[i128]| program(numbers) != numbers.iter().any(|&number| number > most);
            assert!(is_found(format, &other), "{name} beyond {most}");
        }
    }
    let wrong: [(&str, Program); 9] = [
        ("luoguP2148", |numbers| parted(&up_to(9, &numbers[1..]))),
        ("hackerrank-misere-nim", |numbers| {
            let heaps: Vec<i128> = numbers[1..].iter().map(|heap| heap & 31).collect();
            misere(&heaps)
        }),
        ("lightoj1253", |numbers| misere(&up_to(9, &numbers[1..]))),
        ("cf1537D", |numbers| {
            divisors(numbers[0]) || numbers[0] == 1 << 29
        }),
        ("uva1482", |numbers| halves(&short(&numbers[1..]))),
        ("uva1482", |numbers| {
            let heaps: Vec<i128> = numbers[1..]
                .iter()
                .map(|&heap| heap as f64 as i128)
                .collect();
            halves(&heaps)
        }),
        ("cf1719A", |numbers| {
            (numbers[0] as f32 + numbers[1] as f32) % 2.0 == 1.0
        }),
        ("abc059_d", |numbers| {
            let numbers = short(numbers);
            (numbers[0] - numbers[1]).abs() > 1
        }),
        ("abc059_d", |numbers| {
            (numbers[0] as f64 - numbers[1] as f64).abs() > 1.0
        }),
    ];
    for (place, (name, program)) in wrong.into_iter().enumerate() {
        let format = find(name).expect("known");
        assert!(is_found(format, &program), "{name}, program {place}");
    }
}

/// Of each format many cases of large numbers are answered, at the limits of the statement too.
#[test]
fn judges_answer_large_numbers() {
    for format in formats() {
        let Some(farthest) = Farthest::of(format) else {
            continue;
        };
        for size in sizes(farthest.largest) {
            let mut cases = large(format, farthest, size, 1);
            // A part at the thresholds, and a part of the others.
            let middle = cases.len() / 2;
            cases.drain(4..middle.max(4));
            cases.truncate(12);
            let known = asked(format, &brief(), &cases);
            let left = known.iter().filter_map(|known| known.as_ref().err());
            let left: Vec<&str> = left.map(|left| left.why().en.as_str()).collect();
            let name = &format.name;
            assert!(
                4 * left.len() <= 3 * cases.len(),
                "{name} up to {size}: {left:?}"
            );
        }
    }
}

/// A number of rows that goes by twos is made up so, and becomes smaller so.
#[test]
fn rows_come_in_pairs() {
    let format = find("luoguP2148").expect("known");
    let mut generator = grundy_judge::trial::Generator::new(format, 3);
    let mut cases = generator.small(300);
    cases.extend((0..200).flat_map(|_| [generator.medium(), generator.adversarial()]));
    assert!(cases.iter().any(|case| case.numbers() == 5));
    for case in cases {
        let smaller = case.smaller(format);
        for case in smaller.iter().chain([&case]) {
            // The heaps, and their number.
            assert_eq!(case.numbers() % 2, 1, "{case:?}");
        }
        let is_long = case.numbers() == 5;
        assert!(!is_long || smaller.iter().any(|case| case.numbers() == 3));
    }
}
