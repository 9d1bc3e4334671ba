//! Rules that go through the places of a number against the same rules with a guard of another form, which go through all.

use grundy::budget::Meter;
use grundy::rule::{Given, Listed, Reached, Rule};
use grundy::{Budget, Lang, Play};

/// Numbers that look random, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = (self.0.wrapping_mul(6_364_136_223_846_793_005))
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as u64) as i64
    }
}

/// Rules, and the same without an equality that is seen; arrays are `a`, `b` and the shorter `c`.
const RULES: [(&str, &str); 16] = [
    (
        "x -> b[k] for k in 0..m if a[k] == x",
        "x -> b[k] for k in 0..m if not a[k] != x",
    ),
    (
        "x -> b[k] for k in 0..=m-1 if x == a[k]",
        "x -> b[k] for k in 0..=m-1 if not a[k] != x",
    ),
    (
        "x -> b[k] for k in x..m-x if a[k] == 3-x",
        "x -> b[k] for k in x..m-x if not a[k] != 3-x",
    ),
    (
        "x -> b[k] for k in -3..m if a[k] == x-4",
        "x -> b[k] for k in -3..m if not a[k] != x-4",
    ),
    // Beyond the end there is a fault, unless the range stops before.
    (
        "x -> b[k] for k in 0..m+x if a[k] == x",
        "x -> b[k] for k in 0..m+x if not a[k] != x",
    ),
    (
        "x -> b[k] for k in 0..m-x if c[k] != 1 and a[k] == x",
        "x -> b[k] for k in 0..m-x if c[k] != 1 and not a[k] != x",
    ),
    (
        "x -> b[k] for k in 0..m if x != 2 and a[k] == x and b[k] > a[k]",
        "x -> b[k] for k in 0..m if x != 2 and not a[k] != x and b[k] > a[k]",
    ),
    (
        "x -> b[k] for k in 0..m if a[k] == x and b[k] == 3",
        "x -> b[k] for k in 0..m if not a[k] != x and not b[k] != 3",
    ),
    (
        "x -> b[k] for k in 0..m, t = b[k] if t > 1 if a[k] == x",
        "x -> b[k] for k in 0..m, t = b[k] if t > 1 if not a[k] != x",
    ),
    (
        "x -> b[k]-j for k in 0..m, j in 0..3 if a[k] == x",
        "x -> b[k]-j for k in 0..m, j in 0..3 if not a[k] != x",
    ),
    (
        "x -> b[k] for j in 0..3, k in j..m if a[k] == x+j",
        "x -> b[k] for j in 0..3, k in j..m if not a[k] != x+j",
    ),
    // A number that cannot be told: nothing is passed over.
    (
        "x -> b[k] for k in 0..m if a[k] == 12/(x-2)",
        "x -> b[k] for k in 0..m if not a[k] != 12/(x-2)",
    ),
    (
        "x -> b[k] for k in 0..m if a[k] == b[x-2]",
        "x -> b[k] for k in 0..m if not a[k] != b[x-2]",
    ),
    (
        "x -> b[k] for k in 0..m if 6/(k-20) > -7 and a[k] == x",
        "x -> b[k] for k in 0..m if 6/(k-20) > -7 and not a[k] != x",
    ),
    (
        "x -> b[k] for k in 0..m if a[k] == x or b[k] == x",
        "x -> b[k] for k in 0..m if not a[k] != x or not b[k] != x",
    ),
    (
        "x -> k for k in 0..m if a[k] == x; x -> x-1; 0 -> b[k] for k in 5..m if a[k] == 7",
        "x -> k for k in 0..m if not a[k] != x; x -> x-1; 0 -> b[k] for k in 5..m if not a[k] != 7",
    ),
];

/// Options in their order, each with the number that names it and its coordinates.
type Found = Vec<(Option<i64>, Vec<u64>)>;

/// What a position has: its options in their order with the numbers that name them, or what is wrong.
fn listed(rule: &Rule, position: u64) -> Result<Found, String> {
    let mut found = Vec::new();
    let mut see = |option: Listed<'_>| {
        let to = option.to.iter().filter_map(|to| to.coordinates());
        let numbers = to.flatten().map(|number| number.unsigned_abs());
        found.push((option.named("k"), numbers.collect()));
        Ok::<(), ()>(())
    };
    let mut meter = Meter::new(&Budget::default());
    let position = rule.position(&[position]).expect("a position");
    match rule.listed(&position, &mut meter, &mut see) {
        Ok(_) => Ok(found),
        Err(reason) => {
            // The text of the guard differs.
            let told = reason.describe().render(Lang::En);
            Err(told.split(':').next().unwrap_or_default().to_owned())
        }
    }
}

#[test]
fn as_going_through_all() {
    let mut random = Random(1);
    let (mut options, mut faults) = (0, 0);
    for round in 0..40 {
        let length = if round % 4 == 0 { 5 } else { 60 };
        let (least, most) = if round % 3 == 0 { (-5, 9) } else { (0, 9) };
        let mut array = |length: i64, least| -> Vec<i64> {
            (0..length).map(|_| random.between(least, most)).collect()
        };
        let (mut a, b, c) = (
            array(length, least),
            array(length, least),
            array(length - 2, 0),
        );
        a[2] = i64::MAX;
        a[3] = -i64::MAX;
        let given = [
            ("m", Given::Number(length)),
            ("a", Given::Array(a)),
            ("b", Given::Array(b)),
            ("c", Given::Array(c)),
        ];
        for (text, plain) in RULES {
            let read =
                |text| Rule::parse_with(text, &given).unwrap_or_else(|why| panic!("{text}: {why}"));
            let (rule, plain) = (read(text), read(plain));
            for position in 0..12 {
                let (found, expected) = (listed(&rule, position), listed(&plain, position));
                assert_eq!(found.is_err(), expected.is_err(), "{text} at {position}");
                if let (Ok(found), Ok(expected)) = (&found, &expected) {
                    assert_eq!(found, expected, "{rule} at {position}");
                    options += found.len();
                } else {
                    faults += 1;
                }
            }
        }
    }
    assert!(
        options > 10_000 && faults > 500,
        "{options} options, {faults} faults"
    );
}

#[test]
fn values_and_who_wins() {
    let mut random = Random(2);
    for _ in 0..30 {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for _ in 0..90 {
            let (one, other) = (random.between(0, 29), random.between(0, 29));
            from.push(one);
            to.push(other);
        }
        let given = [("from", Given::Array(from)), ("to", Given::Array(to))];
        let read = |guard: &str| {
            let text = format!("x -> to[k] for k in 0..90 if {guard} and to[k] < x");
            Rule::parse_with(&text, &given).expect("a rule")
        };
        let (rule, plain) = (read("from[k] == x"), read("from[k]-x == 0"));
        let meter = || Meter::new(&Budget::default());
        let table = |rule: &Rule| {
            rule.table(&[30], &mut meter())
                .expect("a table")
                .into_cells()
        };
        assert_eq!(table(&rule), table(&plain));
        let (mut memory, mut other) = (Reached::default(), Reached::default());
        for position in 0..30 {
            let position = rule.position(&[position]).expect("a position");
            for play in [Play::Normal, Play::Misere] {
                let found = rule.reached_wins(&mut memory, &position, play, &mut meter());
                let expected = plain.reached_wins(&mut other, &position, play, &mut meter());
                assert_eq!(found, expected, "{rule}");
            }
            let found = rule.reached_value(&mut memory, &position, &mut meter());
            assert_eq!(
                found,
                plain.reached_value(&mut other, &position, &mut meter())
            );
        }
    }
}
