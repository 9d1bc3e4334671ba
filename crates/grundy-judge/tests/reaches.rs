//! Made-up cases of formats whose ranges are those of a statement: the small ones are the same whatever the ranges end with, random ones
//! keep within what is asked for, and have mostly few rows.

use grundy_judge::Format;
use grundy_judge::trial::{Case, Generator, Reach};

fn format(rows: u64, largest: u64) -> Format {
    let text = format!(
        r#"[[format]]
name = "own"
cases = "until-end"
layout = "n a*n"
options = "a -> x + (a-k-x) for k in 1..=a, x in 0..=(a-k)/2"
answer = {{ win = "Win\n", lose = "Lose\n" }}
ranges = {{ n = "1..={rows}", a = "1..={largest}" }}
"#
    );
    Format::parse_all(&text).expect("a format").remove(0)
}

#[test]
fn small_cases_do_not_depend_on_the_ends() {
    let (wide, narrow) = (format(100_000, 1_000_000_000), format(10, 1000));
    let small = Generator::new(&wide, 1).small(1000);
    assert!(small.len() >= 500, "{}", small.len());
    assert_eq!(small, Generator::new(&narrow, 1).small(1000));
    assert!(
        small
            .iter()
            .all(|case| case.largest() <= 1000 && case.numbers() <= 10)
    );
}

#[test]
fn random_cases_keep_within_and_are_mostly_short() {
    let wide = format(100_000, 1_000_000_000);
    for seed in 0..4 {
        let mut generator = Generator::new(&wide, seed);
        generator.keep_within(Reach {
            rows: 3,
            numbers: 20,
        });
        for _ in 0..200 {
            for case in [generator.medium(), generator.adversarial()] {
                assert!(case.largest() <= 21 && case.numbers() <= 5, "{case:?}");
            }
        }
        generator.keep_within(Reach::WHOLE);
        let cases: Vec<Case> = (0..400)
            .flat_map(|_| [generator.medium(), generator.adversarial()])
            .collect();
        let few = cases.iter().filter(|case| case.numbers() <= 30).count();
        let long = cases.iter().filter(|case| case.numbers() > 300).count();
        assert!(2 * few > cases.len() && long > 0, "{few} and {long}");
        assert!(cases.iter().any(|case| case.largest() == 1_000_000_000));
    }
}
