//! Rules that take a few and divide what is left, drawn at random: what is recognised or proved of them is held against brute force
//! that reads its own description of the rule, not its text.

#[allow(dead_code, reason = "shared with the checker's tests")]
#[path = "../../grundy-check/tests/common/brute.rs"]
mod brute;

use brute::Dice;
use grundy::engine::sequence::{Limits, Sequence};
use grundy::pattern;
use grundy::rule::{Evidence, Rule};
use grundy::rulesets::CATALOGUE;

/// Removes `removed` and leaves a and b, a running from `low` to an end, under a condition.
struct Division {
    removed: i64,
    low: i64,
    end: End,
    unless: Unless,
}

enum End {
    All(i64),
    Half(i64),
    At(i64),
}

enum Unless {
    Never,
    Equal,
    Apart(i64),
    First(i64),
    Second(i64),
    Below(i64),
    Heap(i64),
    FirstBelow(i64),
    SecondBelow(i64),
}

impl Division {
    fn draw(dice: &mut Dice) -> Division {
        let mut small = |most: u64| dice.below(most) as i64;
        Division {
            removed: small(4),
            low: 1 + small(3),
            end: match small(5) {
                0 => End::Half(small(3)),
                1 => End::At(1 + small(6)),
                _ => End::All(small(4)),
            },
            unless: match small(13) {
                0 | 1 => Unless::Equal,
                2 => Unless::Apart(small(5)),
                3 => Unless::First(small(9)),
                4 => Unless::Second(small(9)),
                5 => Unless::Below(small(12)),
                6 => Unless::Heap(5 + small(60)),
                7 | 8 => Unless::FirstBelow(small(7)),
                9 | 10 => Unless::SecondBelow(small(7)),
                _ => Unless::Never,
            },
        }
    }

    fn text(&self) -> String {
        let Division { removed, low, .. } = self;
        let end = match self.end {
            End::All(less) => format!("n-{}", less + removed),
            End::Half(less) => format!("(n-{})/2", less + removed),
            End::At(end) => end.to_string(),
        };
        let condition = match self.unless {
            Unless::Never => "n > 0".to_owned(),
            Unless::Equal => "a != b".to_owned(),
            Unless::Apart(by) => format!("a-b != {by}"),
            Unless::First(heap) => format!("a != {heap}"),
            Unless::Second(heap) => format!("b != {heap}"),
            Unless::Below(heap) => format!("n > {heap}"),
            Unless::Heap(heap) => format!("n != {heap}"),
            Unless::FirstBelow(least) if least % 2 == 0 => format!("a >= {least}"),
            Unless::FirstBelow(least) => format!("n-b-{removed} > {}", least - 1),
            Unless::SecondBelow(least) if least % 2 == 0 => format!("{least} <= b"),
            Unless::SecondBelow(least) => format!("a < n-{}", removed + least - 1),
        };
        // Without removing both must be smaller.
        let least = if *removed == 0 {
            " and b < n and a < n"
        } else {
            ""
        };
        format!("n -> a + b for a in {low}..={end}, b = n-{removed}-a if {condition}{least}")
    }

    fn options(&self, heap: i64, values: &[u32], mut meet: impl FnMut(u32)) {
        let left = heap - self.removed;
        let end = match self.end {
            End::All(less) => left - less,
            End::Half(less) => (left - less).div_euclid(2),
            End::At(end) => end,
        };
        for a in self.low..=end.min(left) {
            let b = left - a;
            let allowed = match self.unless {
                Unless::Never => true,
                Unless::Equal => a != b,
                Unless::Apart(by) => a - b != by,
                Unless::First(other) => a != other,
                Unless::Second(other) => b != other,
                Unless::Below(other) => heap > other,
                Unless::Heap(other) => heap != other,
                Unless::FirstBelow(least) => a >= least,
                Unless::SecondBelow(least) => b >= least,
            };
            if allowed && a < heap && b < heap {
                meet(values[a as usize] ^ values[b as usize]);
            }
        }
    }
}

/// Takes something around the place i of a row, at its ends less than elsewhere: leaves i - `before` and n - i - `behind`, or 0 in the place
/// of less than that, i running from `low` to n - `less`.
struct Cut {
    before: i64,
    behind: i64,
    low: i64,
    less: i64,
    from: i64,
    whole: bool,
}

impl Cut {
    fn draw(dice: &mut Dice) -> Cut {
        let mut small = |most: u64| dice.below(most) as i64;
        Cut {
            before: 1 + small(3),
            behind: small(4),
            low: 1 + small(2),
            less: small(2),
            from: small(3) * small(6),
            whole: small(4) == 0,
        }
    }

    fn text(&self) -> String {
        let Cut {
            before,
            behind,
            low,
            less,
            from,
            whole,
        } = self;
        let first = match whole {
            true => format!("i-{before}"),
            false => format!("max(i-{before},0)"),
        };
        format!(
            "n -> {first} + max(0,n-i-{behind}) for i in {low}..=n-{less} if n >= {from} and i >= {}",
            if *whole { *before } else { 0 }
        )
    }

    fn options(&self, heap: i64, values: &[u32], mut meet: impl FnMut(u32)) {
        for i in self.low..=heap - self.less {
            if heap >= self.from && (!self.whole || i >= self.before) {
                let (a, b) = ((i - self.before).max(0), (heap - i - self.behind).max(0));
                meet(values[a as usize] ^ values[b as usize]);
            }
        }
    }
}

/// One way to move.
enum Way {
    Division(Division),
    Cut(Cut),
}

impl Way {
    fn draw(dice: &mut Dice) -> Way {
        match dice.below(3) {
            0 => Way::Cut(Cut::draw(dice)),
            _ => Way::Division(Division::draw(dice)),
        }
    }

    fn text(&self) -> String {
        match self {
            Way::Division(way) => way.text(),
            Way::Cut(way) => way.text(),
        }
    }

    fn options(&self, heap: i64, values: &[u32], meet: impl FnMut(u32)) {
        match self {
            Way::Division(way) => way.options(heap, values, meet),
            Way::Cut(way) => way.options(heap, values, meet),
        }
    }
}

fn values(divisions: &[Way], takes: &[usize], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let mut met = vec![false; 2 * count + 2];
        for division in divisions {
            division.options(heap as i64, &values, |value| met[value as usize] = true);
        }
        for &take in takes.iter().filter(|&&take| take <= heap) {
            met[values[heap - take] as usize] = true;
        }
        values.push(met.iter().position(|met| !met).expect("fewer options") as u32);
    }
    values
}

#[derive(Debug, Default)]
struct Figures {
    rules: u64,
    /// Recognised as codes for all heaps, or as far as compared.
    for_all: u64,
    compared: u64,
    proved: u64,
}

fn hunted(seed: u64, rules: u64, length: usize) -> Figures {
    let (mut figures, mut dice) = (Figures::default(), Dice(seed));
    for _ in 0..rules {
        let divisions: Vec<Way> = (0..1 + dice.below(2))
            .map(|_| Way::draw(&mut dice))
            .collect();
        let takes: Vec<usize> = (0..dice.below(3))
            .map(|_| 1 + dice.below(4) as usize)
            .collect();
        let mut text: Vec<String> = divisions.iter().map(Way::text).collect();
        text.extend(takes.iter().map(|take| format!("n -> n-{take}")));
        let text = text.join("; ");
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let far = 4 * length;
        let values = values(&divisions, &takes, far);
        figures.rules += 1;
        if let Some(known) = rule.recognise(CATALOGUE)
            && let Some(rules) = known.rules
        {
            let until = match known.evidence {
                Evidence::Form => far,
                Evidence::Compared(heaps) => far.min(heaps as usize),
            };
            let (mut sequence, mut computed) = (Sequence::new(rules, Limits::default()), vec![]);
            while computed.len() < until {
                sequence.next_block(&mut computed).expect("within memory");
            }
            assert_eq!(
                computed[..until],
                values[..until],
                "{text} as {}",
                known.head
            );
            match known.evidence {
                Evidence::Form => figures.for_all += 1,
                Evidence::Compared(_) => figures.compared += 1,
            }
        }
        for part in [length / 4, length / 2, length] {
            let Some(proved) = pattern::period(&rule, &values[..part]) else {
                continue;
            };
            figures.proved += 1;
            let goes_on =
                |heap: usize| values[heap + proved.period] == values[heap] + proved.saltus;
            let all = proved.preperiod..far.saturating_sub(proved.period);
            assert!({ all }.all(goes_on), "{text} by {part} values: {proved:?}");
        }
    }
    println!("{figures:?}");
    figures
}

#[test]
fn a_short_hunt() {
    let figures = hunted(1, 120, 100);
    assert!(figures.for_all > 3 && figures.proved > 3, "{figures:?}");
}

#[test]
fn a_row_that_is_cut_is_a_code() {
    let dawson = Rule::parse("n -> max(i-2,0) + max(n-i-1,0) for i in 1..=n").expect("a rule");
    let known = dawson.recognise(CATALOGUE).expect("a game");
    assert_eq!((&*known.head, known.evidence), ("0.137", Evidence::Form));
    let values = values(
        &[Way::Cut(Cut {
            before: 2,
            behind: 1,
            low: 1,
            less: 0,
            from: 0,
            whole: false,
        })],
        &[],
        1000,
    );
    let proved = pattern::period(&dawson, &values).expect("a period");
    assert_eq!(
        (proved.preperiod, proved.period, proved.saltus),
        (52, 34, 0)
    );
}

/// `RULES=… SEED=… cargo test --release -p grundy --test library proved_rules:: -- --ignored --nocapture`
#[test]
#[ignore = "minutes; see the comment"]
fn a_long_hunt() {
    let number = |name: &str, otherwise: u64| {
        let value = std::env::var(name).ok();
        value.map_or(otherwise, |value| value.parse().expect(name))
    };
    hunted(number("SEED", 2), number("RULES", 100_000), 200);
}
