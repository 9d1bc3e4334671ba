//! Made-up cases keep what a format says of their numbers: bounds, different numbers, permutations; and so do the cases that are smaller.

use grundy_judge::Format;
use grundy_judge::trial::{Case, Generator, input};

fn format(layout: &str, keys: &str) -> Result<Format, String> {
    let text = format!(
        "[[format]]\nname = \"bounds\"\ncases = \"until-end\"\nlayout = \"{layout}\"\nvalue = \"n\"\n{keys}\nanswer = {{ value = \"{{value}}\" }}"
    );
    Format::parse(&text).map_err(|error| error.to_string())
}

fn numbers(format: &Format, case: &Case) -> Vec<i64> {
    let text = input(format, std::slice::from_ref(case));
    text.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// All kinds of cases, and what is smaller than they are, step by step.
fn all(format: &Format) -> Vec<Vec<i64>> {
    let mut generator = Generator::new(format, 3);
    let mut cases = generator.small(300);
    cases.extend((0..60).map(|_| generator.medium()));
    cases.extend((0..60).map(|_| generator.adversarial()));
    let mut smaller = Vec::new();
    for case in cases.iter().rev().step_by(9) {
        let mut case = case.clone();
        for _ in 0..3 {
            let next = case.smaller(format);
            let Some(first) = next.first().cloned() else {
                break;
            };
            smaller.extend(next);
            case = first;
        }
    }
    assert!(smaller.len() > 50);
    cases.extend(smaller);
    cases.iter().map(|case| numbers(format, case)).collect()
}

#[test]
fn permutations() {
    let keys = "bounds = { p = \"permutation\" }\nranges = { n = \"1..=7\" }";
    for layout in ["n p*n", "n (x p)*n", "x n (p)*n"] {
        let format = format(layout, keys).unwrap();
        let (mut seen, mut sorted) = (0, 0);
        for case in all(&format) {
            let list: Vec<i64> = match layout {
                "n p*n" => case[1..].to_vec(),
                "n (x p)*n" => case[1..].chunks(2).map(|row| row[1]).collect(),
                _ => case[2..].to_vec(),
            };
            let mut rising = list.clone();
            rising.sort_unstable();
            assert_eq!(rising, (1..=list.len() as i64).collect::<Vec<i64>>());
            seen += 1;
            sorted += usize::from(rising == list);
        }
        assert!(sorted * 4 < seen * 3, "{layout}: {sorted} of {seen}");
    }
    // All short ones are among the small cases.
    let format = format("n p*n", keys).unwrap();
    let small = Generator::new(&format, 1).small(2000);
    let of_three: Vec<Vec<i64>> = small
        .iter()
        .map(|case| numbers(&format, case))
        .filter(|case| case[0] == 3)
        .collect();
    assert_eq!(of_three.len(), 6);
}

#[test]
fn different_numbers() {
    for (keys, low, high) in [
        (
            "bounds = { a = \"n..=3*n, distinct\" }\nranges = { n = \"1..=6\", a = \"0..=50\" }",
            1,
            3,
        ),
        (
            "bounds = { a = \"distinct\" }\nranges = { n = \"1..=6\", a = \"0..=8\" }",
            0,
            9,
        ),
    ] {
        let format = format("n a*n", keys).unwrap();
        for case in all(&format) {
            let mut rising = case[1..].to_vec();
            rising.sort_unstable();
            assert!(rising.is_sorted_by(|one, next| one < next), "{case:?}");
            let within = |number: &&i64| (low * case[0]..=high * case[0].max(1)).contains(*number);
            assert!(
                rising.iter().filter(within).count() == rising.len(),
                "{case:?}"
            );
        }
    }
}

/// The list of each group: `k` and so many numbers, so many times.
fn groups(numbers: &[i64]) -> Vec<Vec<i64>> {
    let mut rest = numbers;
    let mut all = Vec::new();
    while let Some((&length, after)) = rest.split_first() {
        let (list, after) = after.split_at(usize::try_from(length).unwrap());
        all.push(list.to_vec());
        rest = after;
    }
    all
}

/// What is said of a list holds of that of each group.
#[test]
fn lists_of_groups() {
    let ranges = "ranges = { n = \"1..=3\", k = \"0..=4\", a = \"1..=9\" }";
    for bound in [
        "distinct",
        "rising",
        "1..=7, rising, distinct",
        "permutation",
    ] {
        let keys = format!("bounds = {{ a = \"{bound}\" }}\n{ranges}");
        let format = format("n (k a*k)*n", &keys).unwrap();
        let (mut long, mut again) = (0, 0);
        for case in all(&format) {
            for list in groups(&case[1..]) {
                let mut rising = list.clone();
                rising.sort_unstable();
                let differ = rising.is_sorted_by(|one, next| one < next);
                let is_right = match bound {
                    "distinct" => differ,
                    "rising" => rising == list,
                    "permutation" => (1..).zip(&rising).all(|(place, own)| place == *own),
                    _ => differ && rising == list && list.iter().all(|number| *number <= 7),
                };
                assert!(is_right, "{bound}: {case:?}");
                long += usize::from(list.len() > 2);
                again += usize::from(!differ);
            }
        }
        assert!(long > 20 && (again > 0) == (bound == "rising"), "{bound}");
    }
}

/// Numbers that rise need not differ, below 0 as well.
#[test]
fn rising_numbers() {
    let keys = "bounds = { a = \"rising\" }\nranges = { n = \"1..=5\", a = \"-4..=4\" }";
    let format = format("n +-a*n", keys).unwrap();
    let cases = all(&format);
    assert!(cases.iter().all(|case| case[1..].is_sorted()));
    let differ = |case: &&Vec<i64>| case[1..].is_sorted_by(|one, next| one < next);
    assert!(cases.iter().filter(differ).count() < cases.len());
}

#[test]
fn smaller_cases_keep_their_bounds() {
    let keys = "bounds = { l = \"1..=n\", r = \"l..=n\", x = \"0..=index\" }\nranges = { n = \"1..=9\", m = \"0..=4\", l = \"1..=9\", r = \"1..=9\", x = \"0..=9\" }";
    let format = format("n m (l r)*m k (x)*k", keys).unwrap();
    for case in all(&format) {
        let (n, m) = (case[0], usize::try_from(case[1]).unwrap());
        let rows = case[2..2 + 2 * m].chunks(2);
        assert!(
            rows.into_iter()
                .all(|row| 1 <= row[0] && row[0] <= row[1] && row[1] <= n)
        );
        let further = case[3 + 2 * m..].iter().zip(1..);
        assert!(
            further.into_iter().all(|(x, index)| *x <= index),
            "{case:?}"
        );
    }
}

#[test]
fn what_does_not_fit_is_told() {
    for (layout, bound) in [
        ("n p*n", "1..=n, permutation"),
        ("n +-p*n", "permutation"),
        ("n p", "distinct"),
        ("n tree:n(p v)*n-1", "distinct"),
        ("n s:'ab'*n p:'ab'", "permutation"),
    ] {
        let told = format(layout, &format!("bounds = {{ p = \"{bound}\" }}")).unwrap_err();
        assert!(
            told.contains("are of lists that are read"),
            "{layout}: {told}"
        );
    }
    let told = format("n p*n", "bounds = { p = \"different\" }").unwrap_err();
    assert!(told.contains("\"1..=n, distinct\""), "{told}");
}
