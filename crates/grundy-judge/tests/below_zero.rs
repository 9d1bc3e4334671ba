//! Numbers below 0 in the input: what formulas make of them, what stands where they may not be, and the cases that are made up of them.

use grundy_judge::trial::{Generator, asked, input};
use grundy_judge::{Format, Limits, run};

fn parsed(layout: &str, rest: &str) -> Result<Format, String> {
    let text =
        format!("[[format]]\nname = \"own\"\ncases = \"until-end\"\nlayout = \"{layout}\"\n{rest}");
    Format::parse(&text).map_err(|error| error.to_string())
}

fn format(layout: &str, rest: &str) -> Format {
    parsed(layout, rest).unwrap_or_else(|error| panic!("{layout}: {error}"))
}

fn told(format: &Format, input: &str) -> Result<String, String> {
    let mut answers = Vec::new();
    match run(format, input.as_bytes(), &mut answers) {
        Ok(_) => Ok(String::from_utf8(answers).expect("text")),
        Err(error) => Err(error.to_string()),
    }
}

const VALUE: &str = "answer = { value = \"{value}\\n\" }";
const WINS: &str = "answer = { win = \"1\\n\", lose = \"0\\n\" }";

/// Numbers that come one after the other.
fn numbers(seed: u64) -> impl FnMut(u64) -> i64 {
    let mut state = seed;
    move |most| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((state >> 33) % most).expect("small")
    }
}

#[test]
fn formulas_take_them_as_they_are() {
    let quotients = format("+-a +-b", &format!("value = \"a/b + 1000\"\n{VALUE}"));
    let remainders = format("+-a +-b", &format!("value = \"a%b + 1000\"\n{VALUE}"));
    for a in -12..=12 {
        for b in (-5..=5).filter(|&b| b != 0) {
            let floor = (f64::from(a) / f64::from(b)).floor() as i32;
            let input = format!("{a} {b}\n");
            assert_eq!(
                told(&quotients, &input).unwrap(),
                format!("{}\n", floor + 1000)
            );
            let rest = a - floor * b;
            assert_eq!(
                told(&remainders, &input).unwrap(),
                format!("{}\n", rest + 1000)
            );
        }
    }
    let ends = format(
        "+-a",
        &format!("value = \"a == -9223372036854775807-1\"\n{VALUE}"),
    );
    assert_eq!(
        told(&ends, "-9223372036854775808\n-0\n+5\n").unwrap(),
        "1\n0\n0\n"
    );
}

#[test]
fn lists_of_them_are_sorted_and_summed() {
    let format = format(
        "n +-a*n",
        &format!(
            "lists = \"b = sorted(a); s = sums(a); g = distinct(a); h = counts(a); r = reversed(b); +-d = [b[i]-b[n-1-i] for i in 0..n]; j = d + [0]; +-w = [0] + [w[i]-a[i]/2 for i in 0..n]\"\nvalue = \"first(b) + 3*last(s) + 5*len(g) + 7*max(h) + 11*first(r) + 13*min(j) + 17*last(w) + 1000000\"\n{VALUE}"
        ),
    );
    let mut next = numbers(5);
    for _ in 0..200 {
        let n = next(9) + 1;
        let a: Vec<i64> = (0..n).map(|_| next(21) - 10).collect();
        let (least, most) = (a.iter().min().unwrap(), a.iter().max().unwrap());
        let sum: i64 = a.iter().sum();
        let mut different = a.clone();
        different.sort_unstable();
        different.dedup();
        let often = different
            .iter()
            .map(|x| a.iter().filter(|y| *y == x).count());
        let halves: i64 = a.iter().map(|x| x.div_euclid(2)).sum();
        let wanted = least
            + 3 * sum
            + 5 * different.len() as i64
            + 7 * often.max().unwrap() as i64
            + 11 * most
            + 13 * (least - most)
            - 17 * halves
            + 1_000_000;
        let texts: Vec<String> = a.iter().map(i64::to_string).collect();
        let input = format!("{n}\n{}\n", texts.join(" "));
        assert_eq!(
            told(&format, &input).unwrap(),
            format!("{wanted}\n"),
            "{input}"
        );
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    let pairs = format("n (+-x r)*n", &format!("value = \"r + (x < 0)\"\n{VALUE}"));
    assert_eq!(told(&pairs, "2 -3 4 3 7").unwrap(), "2\n");
    for (input, place, what) in [
        ("2 -3 -4", "column 6", "below zero"),
        ("-2 3 4", "column 1", "below zero"),
        ("1 -99999999999999999999 4", "column 3", "too small"),
        ("1 - 4", "column 3", "'-'"),
    ] {
        let error = told(&pairs, input).unwrap_err();
        assert!(
            error.contains(place) && error.contains(what),
            "{input}: {error}"
        );
    }
    let large = format("+-x", &format!("value = \"x\"\n{VALUE}"));
    for input in [
        "170141183460469231731687303715884105728",
        "9223372036854775808",
        "-1",
    ] {
        assert!(told(&large, input).is_err(), "{input}");
    }
    // As large as it is, a number without a sign is none below 0.
    let beside = format("a +-x", &format!("value = \"a + x\"\n{VALUE}"));
    let error = told(&beside, "340282366920938463463374607431768211455 0").unwrap_err();
    assert!(error.contains("too large"), "{error}");
    let place = format(
        "n +-p*n",
        &format!("wins = \"all(p[p[i]] == 0 for i in 0..n)\"\n{WINS}"),
    );
    // What reads a place below 0 is not there.
    assert_eq!(told(&place, "2 -1 0 3 0 -1 -1 1 -1").unwrap(), "0\n1\n1\n");
    assert!(told(&place, "1 1").unwrap_err().contains("no value"));
    let made = format(
        "+-x",
        &format!("lists = \"d = x+2\"\nvalue = \"d\"\n{VALUE}"),
    );
    assert_eq!(told(&made, "-2").unwrap(), "0\n");
    assert!(told(&made, "-3").unwrap_err().contains("negative"));
    let at = format(
        "+-x",
        &format!("options = \"a -> a-k for k in 1..=2\"\nposition = \"x+1\"\n{WINS}"),
    );
    assert_eq!(told(&at, "-1 0").unwrap(), "0\n1\n");
    assert!(told(&at, "-2").is_err());
}

#[test]
fn positions_and_counts_are_refused() {
    for (layout, rest) in [
        ("n +-a*n", "rule = \"nim {a}\""),
        ("n +-a*n", "options = \"a -> a-k for k in 1..=2\""),
        ("n +-a*n", "rule = \"multiset a[i] -> a[i]-1\""),
        ("+-n a*n", "rule = \"nim {a}\""),
        (
            "+-n arcs:n(u v)*1",
            "rule = \"hackenbush:ground=1 {u}-{v},..\"",
        ),
        (
            "n tree:n(+-u v)*n-1",
            "rule = \"hackenbush:ground=1 {u}-{v},..\"",
        ),
        ("+-|a|", "value = \"a\""),
        ("|+-a|", "value = \"a\""),
        ("+-a*[]", "value = \"a\""),
        ("+-s:'ab'", "value = \"s\""),
        ("[+-a b]*0", "value = \"b\""),
        ("+- a", "value = \"a\""),
        ("+a", "value = \"a\""),
    ] {
        assert!(
            parsed(layout, &format!("{rest}\n{WINS}")).is_err(),
            "{layout}"
        );
    }
}

#[test]
fn numbers_below_0_are_parameters_too() {
    // A chip is moved up to b, from which it cannot go on.
    let format = format(
        "+-low x",
        &format!("options = \"x -> x-k for k in 1..=3 if x-k > low\"\n{WINS}"),
    );
    for low in -6i64..=6 {
        for x in 0..20 {
            let left = x - 0.max(low + 1);
            let wins = left > 0 && left % 4 != 0;
            let wanted = format!("{}\n", u8::from(wins));
            assert_eq!(
                told(&format, &format!("{low} {x}\n")).unwrap(),
                wanted,
                "{low} {x}"
            );
        }
    }
}

#[test]
fn made_up_cases_are_within_their_ranges() {
    let format = format(
        "n +-low (+-x r)*n",
        &format!(
            "value = \"r\"\n{VALUE}\nranges = {{ n = \"1..=9\", low = \"-7..=-3\", x = \"-50..=10\", r = \"0..=5\" }}\nbounds = {{ x = \"low..=r+index\" }}"
        ),
    );
    let mut generator = Generator::new(&format, 3);
    let mut cases = generator.small(200);
    for _ in 0..100 {
        cases.push(generator.medium());
        cases.push(generator.adversarial());
    }
    let text = input(&format, &cases);
    let mut read = text
        .split_whitespace()
        .map(|text| text.parse::<i64>().expect("a number"));
    let mut negative = 0;
    for _ in &cases {
        let n = read.next().unwrap();
        let low = read.next().unwrap();
        assert!((1..=9).contains(&n) && (-7..=-3).contains(&low));
        for _ in 0..n {
            let (x, r) = (read.next().unwrap(), read.next().unwrap());
            assert!(low <= x && x <= 10 && (0..=5).contains(&r), "{low} {x} {r}");
            negative += usize::from(x < 0);
        }
    }
    assert!(read.next().is_none() && negative > 50);
    let limits = Limits::default();
    assert!(asked(&format, &limits, &cases).iter().all(Result::is_ok));
    for smaller in cases[cases.len() - 1].smaller(&format) {
        assert!(
            asked(&format, &limits, &[smaller])
                .iter()
                .all(Result::is_ok)
        );
    }
}

/// The value of a forest of edges that hang on the ground by their roots, from the rules of Hackenbush alone.
fn hanging(parents: &[i64], cut: u32, known: &mut std::collections::HashMap<u32, u32>) -> u32 {
    if let Some(&value) = known.get(&cut) {
        return value;
    }
    let stands = |vertex: usize, cut: u32| {
        let mut at = vertex;
        loop {
            if parents[at] < 0 {
                return true;
            }
            if cut >> at & 1 == 1 {
                return false;
            }
            at = usize::try_from(parents[at]).expect("no root");
        }
    };
    let edges = (0..parents.len()).filter(|&edge| parents[edge] >= 0 && stands(edge, cut));
    let values: Vec<u32> = edges
        .map(|edge| hanging(parents, cut | 1 << edge, known))
        .collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(cut, value);
    value
}

#[test]
fn forests_by_parents_are_hackenbush() {
    let format = format(
        "n +-p*n",
        &format!(
            "lists = \"lab = [(p >= 0)*index]; u = [lab[p[i]] for i in 0..n if p[i] >= 0]; v = [i+1 for i in 0..n if p[i] >= 0]\"\nrule = \"hackenbush:ground=0 {{u}}-{{v}},..\"\n{WINS}"
        ),
    );
    let mut next = numbers(11);
    for _ in 0..150 {
        let n = next(8) + 1;
        let parents: Vec<i64> = (0..n)
            .map(|at| next(u64::try_from(at).unwrap() + 1) - 1)
            .collect();
        let texts: Vec<String> = parents.iter().map(i64::to_string).collect();
        let wins = hanging(&parents, 0, &mut Default::default()) != 0;
        let input = format!("{n}\n{}\n", texts.join(" "));
        assert_eq!(
            told(&format, &input).unwrap(),
            format!("{}\n", u8::from(wins)),
            "{input}"
        );
    }
}
