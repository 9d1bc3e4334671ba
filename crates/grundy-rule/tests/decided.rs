//! What automata decide of all numbers, and strategies by symmetry, held against plain search that knows only the moves.

use std::collections::BTreeSet;

use grundy::budget::{Budget, Meter};
use grundy::pattern::{Decided, Evidence, Form, Scope, Subject, decided, find, find_misere};
use grundy::rule::{Formula, Rule};
use grundy::{Play, pattern};

/// Numbers without end, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

fn meter() -> Meter {
    Meter::new(&Budget {
        time: None,
        ..Budget::default()
    })
}

/// A condition as text and as a function of two numbers.
type Condition = (&'static str, fn(i64, i64) -> bool);

/// A function of two numbers as text and as it is.
type Number = (&'static str, fn(i64, i64) -> i64);

const NUMBERS: &[Number] = &[
    ("x", |x, _| x),
    ("x+y", |x, y| x + y),
    ("2*x-y", |x, y| 2 * x - y),
    ("x xor y", |x, y| x ^ y),
    ("(x+1) xor 2*y", |x, y| (x + 1) ^ (2 * y)),
    ("x & y", |x, y| x & y),
    ("(x+y) & -(x+y)", |x, y| (x + y) & -(x + y)),
    ("x bitor (y+1)", |x, y| x | (y + 1)),
    ("x/3", |x, _| x / 3),
    ("(x-y)/2", |x, y| (x - y).div_euclid(2)),
    ("(y-2*x)%5", |x, y| (y - 2 * x).rem_euclid(5)),
    ("x%4*(y%3)", |x, y| (x % 4) * (y % 3)),
    ("min(x,y+1)", |x, y| x.min(y + 1)),
    ("max(x-3,y-5)", |x, y| (x - 3).max(y - 5)),
    ("abs(x-y)", |x, y| (x - y).abs()),
    ("min(y,1)*x", |x, y| y.min(1) * x),
    ("x+(y%2 == 1)", |x, y| x + i64::from(y % 2 == 1)),
    ("popcount(x+y)%2", |x, y| {
        i64::from((x + y).count_ones() % 2)
    }),
    ("(popcount(x)+2*bitlen(y))%3", |x, y| {
        (i64::from(x.count_ones()) + 2 * i64::from(64 - y.leading_zeros())) % 3
    }),
    ("(bitlen(x)+1)/2%2", |x, _| {
        i64::from(65 - x.leading_zeros()) / 2 % 2
    }),
    ("valuation(y+1,2)%2", |_, y| {
        i64::from((y + 1).trailing_zeros() % 2)
    }),
    ("log(max(x,1),2)%3", |x, _| i64::from(x.max(1).ilog2() % 3)),
    ("(x >> 1) xor (y >> 2)", |x, y| (x >> 1) ^ (y >> 2)),
];

type Compares = fn(i64, i64) -> bool;

const COMPARED: &[(&str, Compares)] = &[
    ("==", |a, b| a == b),
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    ("!=", |a, b| a != b),
    (">", |a, b| a > b),
];

const CONDITIONS: &[Condition] = &[
    ("x <= y", |x, y| x <= y),
    ("x%3 == 1", |x, _| x % 3 == 1),
    ("x == 2*y", |x, y| x == 2 * y),
    ("x < 5", |x, _| x < 5),
    ("(x xor y) < 8", |x, y| (x ^ y) < 8),
];

/// With a third number that counts down, a position is lost exactly where a condition holds: whether another condition says the same is
/// then decided, and compared with what both say of many numbers.
#[test]
fn what_is_said_of_numbers_is_read_as_it_is_evaluated() {
    let mut random = Random(7);
    let (mut held, mut failed, mut open) = (0, 0, 0);
    for round in 0..420 {
        let (left, of_left) = random.one(NUMBERS);
        let (right, of_right) = random.one(NUMBERS);
        let (sign, compares) = random.one(COMPARED);
        let (more, of_more) = random.one(CONDITIONS);
        let shift = random.below(3) as i64;
        let join = random.below(3);
        // Said in two ways: the same, or nearly the same.
        let near = round % 2;
        let one = format!("({left})+{shift} {sign} ({right})");
        let two = match sign {
            "==" => format!("not (({left})+{shift} != ({right})+{near})"),
            "!=" => format!("not (({left})+{shift} == ({right})-{near})"),
            "<" => format!("({right})+{near} > ({left})+{shift}"),
            "<=" => format!("not (({left})+{shift} > ({right})+{near})"),
            _ => format!("({right})-{near} < ({left})+{shift}"),
        };
        let (one, two) = match join {
            0 => (one, two),
            1 => (format!("({one}) and {more}"), format!("{more} and ({two})")),
            _ => (
                format!("({one}) or {more}"),
                format!("not (not {more} and not ({two}))"),
            ),
        };
        let shifted = near as i64;
        let truth = |x: i64, y: i64, by: i64| {
            let (a, b) = (of_left(x, y) + shift, of_right(x, y));
            let own = match sign {
                "!=" => compares(a, b - by),
                "<" | "<=" | "==" => compares(a, b + by),
                _ => compares(a, b - by),
            };
            match join {
                0 => own,
                1 => own && of_more(x, y),
                _ => own || of_more(x, y),
            }
        };
        let rule = format!("(x,y,t) -> (x,y,0) if t == 1 and not ({one})");
        let rule = Rule::parse(&rule).unwrap_or_else(|errors| panic!("{rule}: {errors}"));
        let names: Vec<String> = ["x", "y", "t"].map(str::to_owned).to_vec();
        let form = Form::Formula {
            expression: format!("t != 1 or ({two})"),
            exceptions: Vec::new(),
        };
        let told = decided(
            &rule,
            &names,
            Play::Normal,
            Subject::Losing,
            &form,
            &mut meter(),
        );
        let told = told.expect("time");
        // Both are what they are thought to be.
        let formula = Formula::parse(&one, &["x", "y"]).expect("a condition");
        let mut differs = false;
        for place in 0..70 * 70 {
            let (x, y) = (place % 70, place / 70);
            let now = formula.holds(&[x as u64, y as u64]).expect("a number");
            assert_eq!(now, truth(x, y, 0), "{one} at {x},{y}");
            differs |= now != truth(x, y, shifted);
        }
        match told {
            Decided::Holds(_) => {
                assert!(!differs, "{one} and {two}");
                held += 1;
            }
            Decided::Fails => {
                assert!(differs, "{one} and {two}");
                failed += 1;
            }
            Decided::Open => open += 1,
        }
    }
    assert!(held > 150 && failed > 100, "{held} {failed} {open}");
}

/// A move of a random rule: what it takes from both numbers, where it may be made, and the text.
#[derive(Clone)]
struct Way {
    text: String,
    /// Largest number taken from the first, and from the second; several numbers only where `runs`.
    takes: Vec<(i64, i64)>,
    may: fn(i64, i64, i64) -> bool,
    number: i64,
}

/// Guards: as text of the two numbers, and as they are.
type Guard = (&'static str, fn(i64, i64, i64) -> bool);
const GUARDS: &[Guard] = &[
    ("", |_, _, _| true),
    ("", |_, _, _| true),
    (" if A > B", |a, b, _| a > b),
    (" if A >= B", |a, b, _| a >= b),
    (" if A != B", |a, b, _| a != b),
    (" if A%N == 0", |a, _, n| a % n == 0),
    (" if B%N != 1", |_, b, n| b % n != 1),
    (" if (A+B)%N != 0", |a, b, n| (a + b) % n != 0),
    (" if A > N", |a, _, n| a > n),
    (" if A+N >= B", |a, b, n| a + n >= b),
];

/// A move on the first number (or, mirrored, on the second), or on both.
fn way(
    random: &mut Random,
    mirrored: bool,
    again: Option<&(u64, u64, u64, i64)>,
) -> (Way, (u64, u64, u64, i64)) {
    let choice = match again {
        Some(choice) => *choice,
        None => (
            random.below(5),
            1 + random.below(3),
            random.below(GUARDS.len() as u64),
            2 + random.below(2) as i64,
        ),
    };
    let (kind, most, guard, number) = choice;
    let (guard, may) = GUARDS[guard as usize];
    let (a, b) = if mirrored { ("y", "x") } else { ("x", "y") };
    let guard = guard
        .replace('A', a)
        .replace('B', b)
        .replace('N', &number.to_string());
    let most = most as i64;
    let pair = |taken: String, other: String| match mirrored {
        false => format!("(x,y) -> ({taken},{other})"),
        true => format!("(x,y) -> ({other},{taken})"),
    };
    let (text, takes): (String, Vec<(i64, i64)>) = match kind {
        0 => (
            format!(
                "{} for k in 1..{guard}",
                pair(format!("{a}-k"), b.to_owned())
            ),
            (1..60).map(|k| (k, 0)).collect(),
        ),
        1 | 2 => (
            format!(
                "{} for k in 1..={most}{guard}",
                pair(format!("{a}-k"), b.to_owned())
            ),
            (1..=most).map(|k| (k, 0)).collect(),
        ),
        3 => (
            format!("{}{guard}", pair(format!("{a}-{most}"), format!("{b}-1"))),
            vec![(most, 1)],
        ),
        _ => (
            format!(
                "{}{guard}",
                pair(format!("{a}-{}", most + 1), format!("{b}+{most}"))
            ),
            vec![(most + 1, -most)],
        ),
    };
    let takes = takes
        .into_iter()
        .map(|(one, other)| if mirrored { (other, one) } else { (one, other) });
    (
        Way {
            text,
            takes: takes.collect(),
            may,
            number,
        },
        choice,
    )
}

/// A random rule: some moves with their mirror images, nearly their mirror images, or without.
fn rule_of(random: &mut Random) -> Vec<(Way, bool)> {
    let mut ways = Vec::new();
    for _ in 0..1 + random.below(2) {
        let (one, choice) = way(random, false, None);
        ways.push((one, false));
        match random.below(4) {
            0 => {}
            1 => {
                // A near miss: another guard, or one more.
                let near = (
                    choice.0,
                    choice.1,
                    (choice.2 + 1) % GUARDS.len() as u64,
                    choice.3,
                );
                ways.push((way(random, true, Some(&near)).0, true));
            }
            _ => ways.push((way(random, true, Some(&choice)).0, true)),
        }
    }
    ways
}

/// Values, and who loses where who cannot move wins, of all positions whose sum is below a bound.
fn plain(ways: &[(Way, bool)], side: usize) -> (Vec<Vec<u32>>, Vec<Vec<bool>>) {
    let mut values = vec![vec![0u32; 2 * side]; 2 * side];
    let mut lost = vec![vec![false; 2 * side]; 2 * side];
    for sum in 0..2 * side as i64 {
        for x in 0..=sum {
            let y = sum - x;
            let mut options = BTreeSet::new();
            let mut all_won = true;
            for (way, mirrored) in ways {
                let (a, b) = if *mirrored { (y, x) } else { (x, y) };
                if !(way.may)(a, b, way.number) {
                    continue;
                }
                for &(first, second) in &way.takes {
                    let (x, y) = (x - first, y - second);
                    if x >= 0 && y >= 0 {
                        options.insert(values[x as usize][y as usize]);
                        all_won &= !lost[x as usize][y as usize];
                    }
                }
            }
            let value = (0..).find(|value| !options.contains(value)).unwrap_or(0);
            values[x as usize][y as usize] = value;
            lost[x as usize][y as usize] = all_won && !options.is_empty();
        }
    }
    (values, lost)
}

#[test]
fn what_is_proved_of_random_rules_is_so() {
    const SIDE: usize = 28;
    let mut random = Random(20_261_126);
    let (mut proved, mut strategies, mut misere) = (0, 0, 0);
    for _ in 0..260 {
        let ways = rule_of(&mut random);
        let text: Vec<&str> = ways.iter().map(|(way, _)| way.text.as_str()).collect();
        let text = text.join("; ");
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let (values, lost) = plain(&ways, SIDE);
        // From few numbers, so that some patterns are false.
        let scope = Scope { small: Some(5) };
        let Ok(report) = find(&rule, &scope, &mut meter()) else {
            continue;
        };
        let is_inside = |x: usize, y: usize| x + y < 2 * SIDE;
        for finding in &report.findings {
            let (Form::Formula { .. }, Evidence::Proved { .. }) =
                (&finding.form, &finding.evidence)
            else {
                continue;
            };
            proved += 1;
            let teller = pattern::Teller::new(&finding.form, finding.subject, &report.names);
            let teller = teller.expect("a formula");
            for (x, y) in places(SIDE) {
                let told = teller.tell(&[x as u64, y as u64]);
                let truth = match finding.subject {
                    Subject::Values => values[x][y],
                    Subject::Losing => values[x][y].min(1),
                };
                let said = finding.message();
                assert!(is_inside(x, y));
                assert_eq!(told, Some(truth), "{text}: {said} at {x},{y}");
            }
        }
        for strategy in &report.strategies {
            strategies += 1;
            for (x, row) in values.iter().enumerate().take(SIDE) {
                assert_eq!(row[x], 0, "{text}: {}", strategy.message());
            }
        }
        let scope = Scope { small: Some(7) };
        let Some(Ok(report)) = find_misere(&rule, &scope, &mut meter()) else {
            continue;
        };
        for finding in &report.findings {
            if !matches!(finding.evidence, Evidence::Proved { .. }) {
                continue;
            }
            let teller = pattern::Teller::new(&finding.form, finding.subject, &report.names);
            let Some(teller) = teller else { continue };
            misere += 1;
            for (x, y) in places(SIDE) {
                let told = teller.tell(&[x as u64, y as u64]);
                let said = finding.message();
                assert_eq!(
                    told,
                    Some(u32::from(!lost[x][y])),
                    "{text}: {said} at {x},{y}"
                );
            }
        }
    }
    println!("{proved} proved, {strategies} strategies, {misere} under misère play");
    assert!(
        proved > 60 && strategies > 3 && misere > 10,
        "{proved} {strategies} {misere}"
    );
}

fn places(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..2 * side).flat_map(move |sum| (0..=sum).map(move |x| (x, sum - x)))
}

/// What is proved of these: values, or where who loses, and under misère play.
const PROVED: &[(&str, Subject, &str)] = &[
    (
        "(x,y) -> (x-k,y) | (x,y-k) for k in 1..",
        Subject::Values,
        "x xor y",
    ),
    (
        "(x,y,z) -> (x-k,y,z) | (x,y-k,z) | (x,y,z-k) for k in 1..",
        Subject::Values,
        "x xor y xor z",
    ),
    (
        "(x,y) -> (x-k,y-k) for k in 1..",
        Subject::Values,
        "min(x,y)",
    ),
    (
        "(x,y) -> (x-1,y) | (x,y-1) | (x-4,y-4)",
        Subject::Losing,
        "",
    ),
    (
        "(x,y) -> (x-k,y) for k in 1..=x-y; (x,y) -> (x,y-k) for k in 1..=y-x",
        Subject::Values,
        "abs(x-y)",
    ),
];

#[test]
fn these_are_proved() {
    for &(text, subject, expected) in PROVED {
        let rule = Rule::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let report = find(&rule, &Scope::default(), &mut meter());
        let report = report.unwrap_or_else(|_| panic!("{text}"));
        let found = (report.findings.iter())
            .find(|found| found.subject == subject && !matches!(found.form, Form::Game { .. }));
        let found = found.unwrap_or_else(|| panic!("{text}"));
        let said = found.message().to_string();
        assert!(
            matches!(found.evidence, Evidence::Proved { .. }),
            "{text}: {said}"
        );
        if let (Form::Formula { expression, .. }, false) = (&found.form, expected.is_empty()) {
            assert_eq!(expression, expected, "{text}");
        }
    }
}

/// Where a part of a rule is not defined at one number far beyond the range that is looked at, nothing is proved of the numbers above it.
#[test]
fn nothing_is_proved_beyond_a_number_at_which_a_rule_is_not_defined() {
    for (text, small) in [
        ("n -> n-1 if 2^log(n/4 xor 4096,2) >= 0", None),
        (
            "(x,y) -> (x-1,y) | (x,y-1) if 2^log(x xor 512,2) >= 0",
            None,
        ),
        ("n -> n-1 if 2^(bitlen(abs(n-130))-1) >= 0", Some(10)),
        ("n -> n-1 if 2^log(n xor 128,2) >= 0", Some(10)),
        (
            "(x,y) -> (x-k,y) | (x,y-k) for k in 1..100 if 2^log(x xor 64,2) >= 0",
            Some(8),
        ),
        ("n -> n-1 if 2^log(abs(n-128),2) >= 1; n -> n-2", Some(10)),
    ] {
        let rule = Rule::parse(text).expect(text);
        let scope = Scope { small };
        let mut reports = Vec::new();
        reports.extend(find(&rule, &scope, &mut meter()).ok());
        reports.extend(find_misere(&rule, &scope, &mut meter()).and_then(Result::ok));
        for report in &reports {
            for finding in &report.findings {
                let is_proved = matches!(finding.evidence, Evidence::Proved { .. });
                assert!(!is_proved, "{text}: {}", finding.message());
            }
            assert!(report.strategies.is_empty(), "{text}");
        }
    }
}
