//! Formats that ask for the moves themselves, against search that knows only the rules.

use grundy_judge::find;

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
