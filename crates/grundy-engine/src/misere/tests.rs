//! Quotients against published ones, and against plain search.

use std::collections::HashMap;

use crate::quotient::Outcome;
use crate::sequence::Rules;

use super::*;

fn built(code: &str, heaps: usize) -> MisereQuotient {
    let rules: Rules = code.parse().expect("a code");
    let mut builder = Builder::new(Heaps::new(rules, heaps));
    builder
        .cover_all(&mut Limits::default())
        .expect("a small quotient");
    builder.quotient().clone()
}

/// Orders and sizes of P by Plambeck and Siegel (2008) and by Siegel's program.
#[test]
fn published_orders() {
    for (code, heaps, order, p_count) in [
        ("0.77", 80, 40, 9),
        ("0.75", 20, 8, 2),
        ("0.71", 20, 36, 9),
        ("0.72", 30, 24, 5),
        ("0.115", 50, 42, 12),
        ("0.4107", 70, 506, 58),
        ("0.07", 34, 638, 109),
    ] {
        let quotient = built(code, heaps);
        assert_eq!(
            (quotient.order(), quotient.p_count()),
            (order, p_count),
            "{code}"
        );
    }
}

/// Building that is stopped again and again by its budget leads to what it leads to at once.
#[test]
fn what_is_stopped_goes_on_as_it_was() {
    use grundy_base::Budget;
    for (code, heaps) in [
        ("0.77", 80),
        ("0.115", 60),
        ("0.72", 40),
        ("0.07", 26),
        ("grundy", 20),
    ] {
        let rules: Rules = code.parse().expect("a code");
        let mut builder = Builder::new(Heaps::new(rules, heaps));
        let (mut positions, mut stopped) = (1, 0);
        loop {
            let mut meter = Meter::new(&Budget::of_positions(positions));
            let mut limits = Limits {
                meter: Some(&mut meter),
                ..Limits::default()
            };
            match builder.advance(&mut limits) {
                Ok(true) => positions = 1 + positions / 4,
                Ok(false) => break,
                Err(Stopped::Exhausted(_)) => {
                    stopped += 1;
                    positions += 1 + positions / 3;
                }
                Err(stopped) => panic!("{code}: {stopped}"),
            }
        }
        assert!(stopped > 20, "{code}: {stopped}");
        let whole = built(code, heaps);
        assert_eq!(builder.quotient().values, whole.values, "{code}");
        assert_eq!(builder.quotient().order(), whole.order(), "{code}");
    }
}

/// Plain search over sums of heaps, sorted.
pub(super) struct Search {
    options: Vec<Vec<Vec<usize>>>,
    known: HashMap<Vec<usize>, bool>,
}

impl Search {
    pub(super) fn new(rules: &Rules, heaps: usize) -> Search {
        fn partitions(total: usize, parts: u32, least: usize) -> Vec<Vec<usize>> {
            if parts == 0 {
                return if total == 0 { vec![vec![]] } else { vec![] };
            }
            let mut all = Vec::new();
            for first in least..=total {
                for mut rest in partitions(total - first, parts - 1, first) {
                    rest.insert(0, first);
                    all.push(rest);
                }
            }
            all
        }
        let of = |heap: usize| {
            let mut options = Vec::new();
            for take in 0..=heap {
                if rules
                    .takes()
                    .is_some_and(|takes| takes.contains(take as u64))
                {
                    options.push(vec![heap - take]);
                }
                let digit = rules.digits().get(take).copied().unwrap_or(0);
                for parts in 0..8u32 {
                    if digit >> parts & 1 != 0 && (parts < 2 || heap as u64 >= rules.least_split())
                    {
                        let all = partitions(heap - take, parts, 1);
                        options.extend(all.into_iter().filter(|parts| {
                            !rules.unequal() || parts.len() != 2 || parts[0] != parts[1]
                        }));
                    }
                }
            }
            options
        };
        Search {
            options: (0..heaps).map(of).collect(),
            known: HashMap::new(),
        }
    }

    pub(super) fn has_moves(&self, heap: usize) -> bool {
        !self.options[heap].is_empty()
    }

    pub(super) fn is_p(&mut self, sum: &[usize]) -> bool {
        if let Some(&known) = self.known.get(sum) {
            return known;
        }
        let mut moves = 0;
        let mut is_p = true;
        for place in 0..sum.len() {
            for option in self.options[sum[place]].clone() {
                moves += 1;
                let mut next = sum.to_vec();
                next.remove(place);
                next.extend(option);
                next.retain(|&heap| !self.options[heap].is_empty());
                next.sort_unstable();
                if self.is_p(&next) {
                    is_p = false;
                }
            }
        }
        is_p &= moves > 0;
        self.known.insert(sum.to_vec(), is_p);
        is_p
    }
}

#[test]
fn quotient_agrees_with_search() {
    for code in [
        "0.77",
        "0.75",
        "0.71",
        "0.115",
        "0.4107",
        "0.07",
        "0.137",
        "0.26",
        "0.644",
        "4.3",
        "4.7",
        "4.56",
        "0.8",
        "0.09f",
        "0.3c",
        "grundy",
        "couples",
        "0.6:unequal,least5",
        "take:1,3,4",
        "take:!1,2",
        "take:1,4mod5",
        "take:2-3",
    ] {
        let rules: Rules = code.parse().expect("rules");
        let heaps = 11;
        let mut builder = Builder::new(Heaps::new(rules.clone(), heaps));
        while let Ok(true) = builder.advance(&mut Limits {
            order: 64,
            meter: None,
        }) {}
        let quotient = builder.quotient();
        let covered = quotient.letters();
        assert!(covered > 6, "{code}: {covered}");
        let mut search = Search::new(&rules, heaps);
        let mut sums = vec![vec![]];
        for _ in 0..3 {
            let longer = sums.iter().flat_map(|sum: &Vec<usize>| {
                let least = sum.last().copied().unwrap_or(1);
                (least..covered)
                    .map(move |heap| sum.iter().copied().chain([heap]).collect::<Vec<_>>())
            });
            sums = longer.collect();
            for sum in &sums {
                let value = sum.iter().fold(Element::ONE, |value, &heap| {
                    quotient.product(value, quotient.value(heap).expect("covered"))
                });
                let mut reduced = sum.clone();
                reduced.retain(|&heap| !search.options[heap].is_empty());
                let expected = if search.is_p(&reduced) {
                    Outcome::P
                } else {
                    Outcome::N
                };
                assert_eq!(quotient.outcome(value), expected, "{code} {sum:?}");
            }
        }
    }
}
