//! Formats that ask for the moves themselves, against search that knows only the rules.

use grundy_judge::{Format, find};

fn told(name: &str, input: &str) -> String {
    let mut answers = Vec::new();
    grundy_judge::run(find(name).unwrap(), input.as_bytes(), &mut answers).unwrap();
    String::from_utf8(answers).unwrap()
}

/// Whether the mover wins a Nim position, by search.
fn nim_wins(heaps: &[u64]) -> bool {
    (0..heaps.len()).any(|place| {
        (0..heaps[place]).any(|to| {
            let mut after = heaps.to_vec();
            after[place] = to;
            !nim_wins(&after)
        })
    })
}

#[test]
fn moves_of_nim() {
    for code in 0..125u64 {
        let heaps = [code % 5, code / 5 % 5, code / 25];
        let line = format!("3 {} {} {}\n", heaps[0], heaps[1], heaps[2]);
        let mut expected = String::new();
        let mut first = String::new();
        for place in 0..3 {
            for to in 0..heaps[place] {
                let mut after = heaps;
                after[place] = to;
                if !nim_wins(&after) {
                    expected += &format!("{} {to}\n", heaps[place]);
                    if first.is_empty() {
                        let [a, b, c] = after;
                        first = format!("{} {}\n{a} {b} {c}\n", heaps[place] - to, place + 1);
                    }
                }
            }
        }
        let (all, one) = match expected.as_str() {
            "" => ("No\n".to_owned(), "lose\n".to_owned()),
            some => (format!("Yes\n{some}"), first),
        };
        assert_eq!(told("hdu2176", &line), all, "{line}");
        assert_eq!(told("luoguP1247", &line), one, "{line}");
    }
}

#[test]
fn moves_of_wythoff() {
    const N: usize = 30;
    let options = |a: usize, b: usize| {
        let both = (1..=a.min(b)).map(move |k| (a - k, b - k));
        let left = (0..a).map(move |x| (x, b));
        both.chain(left).chain((0..b).map(move |y| (a, y)))
    };
    let mut lost = vec![[false; N]; N];
    for a in 0..N {
        for b in 0..N {
            lost[a][b] = !options(a, b).any(|(x, y)| lost[x][y]);
        }
    }
    for a in 0..N {
        for b in a..N {
            if (a, b) == (0, 0) {
                continue;
            }
            let mut pairs: Vec<(usize, usize)> = Vec::new();
            for (x, y) in options(a, b).filter(|&(x, y)| lost[x][y]) {
                let pair = (x.min(y), x.max(y));
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
            let listed: String = pairs.iter().map(|(x, y)| format!("{x} {y}\n")).collect();
            let expected = if pairs.is_empty() {
                "0\n".to_owned()
            } else {
                format!("1\n{listed}")
            };
            assert_eq!(
                told("hdu2177", &format!("{a} {b}\n0 0\n")),
                expected,
                "{a} {b}"
            );
        }
    }
}

#[test]
fn bids() {
    for most in 0..8u64 {
        // Whether who is to bid loses, with so much still to go.
        let mut lost = vec![true];
        for price in 1..40usize {
            let wins = |take: u64| {
                lost.get(price.wrapping_sub(take as usize))
                    .copied()
                    .unwrap_or(true)
            };
            let takes: Vec<String> = (1..=most)
                .filter(|&take| wins(take))
                .map(|take| take.to_string())
                .collect();
            let expected = if takes.is_empty() {
                "none\n".to_owned()
            } else {
                takes.join(" ") + "\n"
            };
            assert_eq!(
                told("hdu2149", &format!("{price} {most}\n")),
                expected,
                "{price} {most}"
            );
            lost.push(takes.is_empty());
        }
    }
}

/// Piles of which 1, 2 or 4 are taken, and which of the winning moves is written.
fn ordered(order: &str) -> Format {
    let text = format!(
        "[[format]]\nname = \"ordered\"\ncases = \"until-end\"\nlayout = \"m n*m\"\noptions = \"n -> n-k for k in {{4,1,2}}\"\nanswer = {{ win = \"\", move = \"{{k}} {{index-1}} {{to+3}}\\n\", lose = \"none\\n\", first = true{order} }}"
    );
    Format::parse(&text).unwrap()
}

/// Whether the mover wins, by search.
fn wins(piles: &[u64]) -> bool {
    options(piles).iter().any(|(_, _, after)| !wins(after))
}

fn options(piles: &[u64]) -> Vec<(usize, u64, Vec<u64>)> {
    let mut all = Vec::new();
    for place in 0..piles.len() {
        for take in [4, 1, 2] {
            if take <= piles[place] {
                let mut after = piles.to_vec();
                after[place] -= take;
                all.push((place, take, after));
            }
        }
    }
    all
}

type Compared = fn(&(usize, u64, u64)) -> (i64, i64);

#[test]
fn the_first_move_of_an_order() {
    let orders: [(&str, Compared); 5] = [
        ("", |_| (0, 0)),
        (", order = \"take, index\"", |it| (it.1 as i64, it.0 as i64)),
        (", order = \"-index, k\"", |it| {
            (-(it.0 as i64), it.1 as i64)
        }),
        (", order = \"-to\"", |it| (-(it.2 as i64), 0)),
        (", order = \"n, - k\"", |it| {
            ((it.1 + it.2) as i64, -(it.1 as i64))
        }),
    ];
    for (order, key) in orders {
        let format = ordered(order);
        for code in 0..216u64 {
            let piles = [code % 6, code / 6 % 6, code / 36];
            let mut best: Option<(usize, u64, u64)> = None;
            for (place, take, after) in options(&piles) {
                let found = (place, take, after[place]);
                if !wins(&after) && best.is_none_or(|best| key(&found) < key(&best)) {
                    best = Some(found);
                }
            }
            let expected = match best {
                Some((place, take, to)) => format!("{take} {place} {}\n", to + 3),
                None => "none\n".to_owned(),
            };
            let line = format!("3 {} {} {}\n", piles[0], piles[1], piles[2]);
            let mut answers = Vec::new();
            grundy_judge::run(&format, line.as_bytes(), &mut answers).unwrap();
            assert_eq!(
                String::from_utf8(answers).unwrap(),
                expected,
                "{order}: {line}"
            );
        }
    }
}

#[test]
fn orders_that_say_nothing() {
    let keys = "name = \"x\"\ncases = \"one\"\nlayout = \"m n*m\"\n";
    let rule = "options = \"n -> n-k for k in 1..=3\"\n";
    for (rule, answer, expected) in [
        (rule, "move = \"{k}\", order = \"k\"", "comes first"),
        (
            rule,
            "move = \"{k}\", first = true, order = \"k,,n\"",
            "take, -index",
        ),
        (
            rule,
            "move = \"{k}\", first = true, order = \"case\"",
            "take, -index",
        ),
        (rule, "move = \"{k}\", first = true, order = \"d\"", "'d'"),
        (rule, "move = \"{k-d}\", first = true", "slot"),
        (rule, "move = \"{case-1}\", first = true", "slot"),
        (
            "rule = \"nim {n}\"\n",
            "move = \"{take}\", first = true, order = \"take\"",
            "comes first",
        ),
    ] {
        let text =
            format!("[[format]]\n{keys}{rule}answer = {{ win = \"\", lose = \"\", {answer} }}");
        let why = Format::parse(&text).expect_err(answer).to_string();
        assert!(why.contains(expected), "{answer}: {why}");
    }
    let text = format!(
        "[[format]]\n{keys}rule = \"nim {{n}}\"\nanswer = {{ win = \"\", move = \"{{index-1}} {{to-9}} {{take+1}};\", lose = \"\" }}"
    );
    let mut answers = Vec::new();
    grundy_judge::run(
        &Format::parse(&text).unwrap(),
        "2 3 7".as_bytes(),
        &mut answers,
    )
    .unwrap();
    assert_eq!(String::from_utf8(answers).unwrap(), "1 -6 5;");
}
