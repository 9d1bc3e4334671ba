//! Rules on lists against plain search that is written here a second time and knows nothing but the statement of each game.

use std::collections::{BTreeSet, HashMap};

use grundy::kinds::AnyRule;
use grundy::{Game, Nimber, Outcome, Play, Solver};

type Lists = BTreeSet<Vec<u64>>;

/// A rule, how long and how large its lists are here, and its moves said a second time.
struct Case {
    rule: &'static str,
    longest: usize,
    largest: u64,
    next: fn(&[u64]) -> Lists,
}

fn sorted(mut list: Vec<u64>) -> Vec<u64> {
    list.sort_unstable();
    list
}

fn without_zeros(list: Vec<u64>) -> Vec<u64> {
    list.into_iter().filter(|&entry| entry > 0).collect()
}

/// The list with other entries in the place of one.
fn with(list: &[u64], place: usize, new: &[u64]) -> Vec<u64> {
    [&list[..place], new, &list[place + 1..]].concat()
}

fn sums(of: u64, most: u64) -> Vec<Vec<u64>> {
    if of == 0 {
        return vec![Vec::new()];
    }
    let firsts = (1..=of.min(most)).rev();
    let all = firsts.flat_map(|first| {
        let rest = sums(of - first, first).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    });
    all.collect()
}

fn is_distinct(parts: &[u64]) -> bool {
    parts.iter().collect::<BTreeSet<_>>().len() == parts.len()
}

/// Each entry by itself becomes some others.
fn each(list: &[u64], becomes: impl Fn(u64) -> Vec<Vec<u64>>) -> Lists {
    let mut all = Lists::new();
    for (place, &entry) in list.iter().enumerate() {
        for new in becomes(entry) {
            all.insert(sorted(with(list, place, &new)));
        }
    }
    all
}

fn fewer(entry: u64) -> Vec<Vec<u64>> {
    (0..entry).map(|left| vec![left]).collect()
}

/// All lists in which entries of some set of places, told by the digits of a number, are smaller.
fn lowered(
    list: &[u64],
    sizes: impl Fn(usize) -> bool,
    lower: impl Fn(&[u64], usize) -> Vec<Vec<u64>>,
) -> Lists {
    let mut all = Lists::new();
    for set in 1usize..1 << list.len() {
        if sizes(set.count_ones() as usize) {
            all.extend(lower(list, set).into_iter().map(sorted));
        }
    }
    all
}

/// The same number from each entry of a set.
fn same(list: &[u64], set: usize) -> Vec<Vec<u64>> {
    let inside = |place: usize| set >> place & 1 == 1;
    let least = (0..list.len()).filter(|&place| inside(place));
    let least = least.map(|place| list[place]).min().unwrap_or(0);
    (1..=least)
        .map(|take| {
            let entries = list.iter().enumerate();
            entries
                .map(|(place, entry)| if inside(place) { entry - take } else { *entry })
                .collect()
        })
        .collect()
}

/// Any number, at least one, from each entry of a set.
fn free(list: &[u64], set: usize) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for (place, &entry) in list.iter().enumerate() {
        let choices: Vec<u64> = match set >> place & 1 {
            1 => (0..entry).collect(),
            _ => vec![entry],
        };
        all = (all.iter())
            .flat_map(|begun| choices.iter().map(|&one| [&begun[..], &[one]].concat()))
            .collect();
    }
    all
}

fn staircase(list: &[u64]) -> Lists {
    let mut all = Lists::new();
    for place in 0..list.len() {
        for take in 1..=list[place] {
            let mut to = list.to_vec();
            to[place] -= take;
            if place > 0 {
                to[place - 1] += take;
            }
            all.insert(to);
        }
    }
    all
}

const CASES: &[Case] = &[
    Case {
        rule: "multiset a[i] -> a[i]-k for k in 1..",
        longest: 3,
        largest: 4,
        next: |list| each(list, fewer),
    },
    // The same, where entries of 0 go.
    Case {
        rule: "multiset nonzero a[i] -> a[i]-k for k in 1..",
        longest: 3,
        largest: 4,
        next: |list| each(list, fewer).into_iter().map(without_zeros).collect(),
    },
    Case {
        rule: "list a[i] -> a[i]-k for k in {1,3}",
        longest: 3,
        largest: 4,
        next: |list| {
            let mut all = Lists::new();
            for place in 0..list.len() {
                for take in [1, 3] {
                    if take <= list[place] {
                        all.insert(with(list, place, &[list[place] - take]));
                    }
                }
            }
            all
        },
    },
    // Moore's Nim with two heaps, as two clauses and by sets.
    Case {
        rule: "multiset a[i] -> a[i]-k for k in 1..; a[i],a[j] -> a[i]-k,a[j]-l for k in 1..=a[i], l in 1..=a[j]",
        longest: 3,
        largest: 3,
        next: |list| lowered(list, |size| size <= 2, free),
    },
    Case {
        rule: "multiset a[s] -> any 0..a[s] for s in sets(1..=2)",
        longest: 4,
        largest: 3,
        next: |list| lowered(list, |size| size <= 2, free),
    },
    // Wythoff's game with any number of heaps: from one heap, or from all of them the same number.
    Case {
        rule: "multiset a[i] -> a[i]-k for k in 1..; a[s] -> a[s]-k for s in all, k in 1..",
        longest: 3,
        largest: 4,
        next: |list| lowered(list, |size| size == 1 || size == list.len(), same),
    },
    Case {
        rule: "multiset a[s] -> a[s]-k for s in sets, k in 1..",
        longest: 3,
        largest: 4,
        next: |list| lowered(list, |_| true, same),
    },
    // Grundy's game, and with more heaps.
    Case {
        rule: "multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if 2*b != a[i]",
        longest: 2,
        largest: 9,
        next: |list| {
            each(list, |entry| {
                (1..entry)
                    .filter(|b| 2 * b != entry)
                    .map(|b| vec![b, entry - b])
                    .collect()
            })
        },
    },
    Case {
        rule: "multiset a[i] -> [p] for p in distinct parts(a[i])",
        longest: 2,
        largest: 9,
        next: |list| {
            each(list, |entry| {
                let all = sums(entry, entry).into_iter();
                all.filter(|parts| parts.len() > 1 && is_distinct(parts))
                    .collect()
            })
        },
    },
    Case {
        rule: "multiset a[i] -> [p] for p in parts(a[i], 2..=3) if max(p) <= 2*min(p)",
        longest: 2,
        largest: 9,
        next: |list| {
            each(list, |entry| {
                let all = sums(entry, entry).into_iter();
                let fits = |parts: &Vec<u64>| {
                    let (least, most) = (parts.iter().min(), parts.iter().max());
                    (2..=3).contains(&parts.len()) && most <= least.map(|least| 2 * least).as_ref()
                };
                all.filter(fits).collect()
            })
        },
    },
    Case {
        rule: "multiset a[i] -> [p] for p in parts(a[i], {2,4}, {1,2,5})",
        longest: 2,
        largest: 9,
        next: |list| {
            each(list, |entry| {
                let all = sums(entry, entry).into_iter();
                all.filter(|parts| {
                    [2, 4].contains(&parts.len())
                        && parts.iter().all(|part| [1, 2, 5].contains(part))
                })
                .collect()
            })
        },
    },
    // A heap becomes heaps each one larger than the next, Codeforces 87C.
    Case {
        rule: "multiset a[i] -> [b+t for t in 0..k] for k in 2..=a[i], b = (a[i]-k*(k-1)/2)/k if b > 0 and k*b+k*(k-1)/2 == a[i]",
        longest: 2,
        largest: 15,
        next: |list| {
            each(list, |entry| {
                let runs = (1..=entry).flat_map(|from| (from + 1..=entry).map(move |to| from..=to));
                let runs = runs.map(|run| run.collect::<Vec<u64>>());
                runs.filter(|run| run.iter().sum::<u64>() == entry)
                    .collect()
            })
        },
    },
    // Equal parts.
    Case {
        rule: "multiset a[i] -> [b{a[i]/b}] for b in divisors(a[i]) if b < a[i]",
        longest: 2,
        largest: 12,
        next: |list| {
            each(list, |entry| {
                let counts = (2..=entry).filter(|count| entry % count == 0);
                counts
                    .map(|count| vec![entry / count; count as usize])
                    .collect()
            })
        },
    },
    Case {
        rule: "multiset a[i] -> a[i]-d | [a[i]-d, 1] for d in divisors(a[i]) if d > 1",
        longest: 2,
        largest: 8,
        next: |list| {
            each(list, |entry| {
                let divisors = (2..=entry).filter(|d| entry % d == 0);
                divisors
                    .flat_map(|d| [vec![entry - d], vec![entry - d, 1]])
                    .collect()
            })
        },
    },
    Case {
        rule: "list a[i],a[i-1] -> a[i]-k,a[i-1]+k for k in 1..; a[0] -> a[0]-k for k in 1..",
        longest: 3,
        largest: 3,
        next: staircase,
    },
    // One stone to any place further on.
    Case {
        rule: "list a[i],a[j] -> a[i]-1,a[j]+1 for j in i+1..len(a)",
        longest: 3,
        largest: 3,
        next: |list| {
            let mut all = Lists::new();
            for from in 0..list.len() {
                for to in from + 1..list.len() {
                    if list[from] > 0 {
                        let mut next = list.to_vec();
                        next[from] -= 1;
                        next[to] += 1;
                        all.insert(next);
                    }
                }
            }
            all
        },
    },
    // End-Nim.
    Case {
        rule: "list nonzero a[0] -> a[0]-k for k in 1..; a[len(a)-1] -> a[len(a)-1]-k for k in 1..",
        longest: 4,
        largest: 3,
        next: |list| {
            let mut all = Lists::new();
            for place in [0, list.len().wrapping_sub(1)] {
                if let Some(&entry) = list.get(place) {
                    for left in 0..entry {
                        all.insert(without_zeros(with(list, place, &[left])));
                    }
                }
            }
            all
        },
    },
    // Two heaps are merged, or one loses a stone.
    Case {
        rule: "multiset a[i],a[j] -> a[i]+a[j],[]; a[i] -> a[i]-1",
        longest: 3,
        largest: 3,
        next: |list| {
            let mut all = each(list, |entry| {
                entry
                    .checked_sub(1)
                    .map(|left| vec![left])
                    .into_iter()
                    .collect()
            });
            for one in 0..list.len() {
                for other in 0..one {
                    let mut next = with(list, one, &[]);
                    next[other] += list[one];
                    all.insert(sorted(next));
                }
            }
            all
        },
    },
    // Neighbours are merged where they differ.
    Case {
        rule: "list a[i],a[i+1] -> [],a[i]+a[i+1] if a[i] != a[i+1]",
        longest: 4,
        largest: 2,
        next: |list| {
            let mut all = Lists::new();
            for place in 1..list.len() {
                if list[place - 1] != list[place] {
                    let mut next = with(list, place - 1, &[]);
                    next[place - 1] += list[place - 1];
                    all.insert(next);
                }
            }
            all
        },
    },
    // Every heap loses one, or one heap goes.
    Case {
        rule: "multiset nonzero a[s] -> a[s]-1 for s in all; a[i] -> []",
        longest: 3,
        largest: 4,
        next: |list| {
            let mut all = each(list, |_| vec![vec![]]);
            if !list.is_empty() {
                all.insert(without_zeros(list.iter().map(|entry| entry - 1).collect()));
            }
            all
        },
    },
    // The silver dollar without the dollar: coins on a strip, which do not pass.
    Case {
        rule: "list a[i] -> a[i]-k for k in 1..=a[i] if i == 0 or a[i-1] < a[i]-k",
        longest: 3,
        largest: 6,
        next: |list| {
            let mut all = Lists::new();
            for place in 0..list.len() {
                let least = if place == 0 { 0 } else { list[place - 1] + 1 };
                for to in least..list[place] {
                    all.insert(with(list, place, &[to]));
                }
            }
            all
        },
    },
    // Conditions on the whole list.
    Case {
        rule: "multiset a[i] -> a[i]-k for k in 1..=2 if (sum(a)-k) % 3 != 0 or len(a) > 2 and distinct(a) < 3",
        longest: 3,
        largest: 4,
        next: |list| {
            let total: u64 = list.iter().sum();
            let kinds = list.iter().collect::<BTreeSet<_>>().len();
            each(list, |entry| {
                let takes = (1..=2).filter(|&k| k <= entry);
                let takes = takes.filter(|k| (total - k) % 3 != 0 || (list.len() > 2 && kinds < 3));
                takes.map(|k| vec![entry - k]).collect()
            })
        },
    },
    Case {
        rule: "multiset a[i] -> a[i]-k for k in 1.. if a[i] == max(a) or a[i] == min(a) and count[a[i]] == 1",
        longest: 3,
        largest: 4,
        next: |list| {
            let (least, most) = (list.iter().min().copied(), list.iter().max().copied());
            each(list, |entry| {
                let alone = list.iter().filter(|&&other| other == entry).count() == 1;
                let may = Some(entry) == most || (Some(entry) == least && alone);
                (0..entry).filter(|_| may).map(|left| vec![left]).collect()
            })
        },
    },
    // Beginnings of even length go where they end in an even number; the whole list is written anew.
    Case {
        rule: "list a -> [a[t] for t in k..len(a)] | [a[k-1-t] for t in 0..k-1] for k in 1..=len(a) if a[k-1] % 2 == 0",
        longest: 3,
        largest: 3,
        next: |list| {
            let mut all = Lists::new();
            for k in 1..=list.len() {
                if list[k - 1] % 2 == 0 {
                    all.insert(list[k..].to_vec());
                    all.insert(list[1..k].iter().rev().copied().collect());
                }
            }
            all
        },
    },
    // An entry goes where its neighbours are equal; what is not there is no neighbour.
    Case {
        rule: "list a[i] -> [] if a[i-1] == a[i+1]; a[i] -> a[i]-1 if i > 0 and a[i] > a[i-1]",
        longest: 4,
        largest: 2,
        next: |list| {
            let mut all = Lists::new();
            for place in 0..list.len() {
                if place > 0 && place + 1 < list.len() && list[place - 1] == list[place + 1] {
                    all.insert(with(list, place, &[]));
                }
                if place > 0 && list[place] > list[place - 1] {
                    all.insert(with(list, place, &[list[place] - 1]));
                }
            }
            all
        },
    },
    // Odd entries of any set of at least two lose one.
    Case {
        rule: "multiset a[s] -> a[s]-1 for s in sets(2..) if a[s] % 2 == 1",
        longest: 4,
        largest: 3,
        next: |list| {
            lowered(
                list,
                |size| size >= 2,
                |list, set| {
                    let inside = |place: usize| set >> place & 1 == 1;
                    if (0..list.len()).any(|place| inside(place) && list[place] % 2 == 0) {
                        return Vec::new();
                    }
                    let next = (list.iter().enumerate())
                        .map(|(place, entry)| entry - u64::from(inside(place)));
                    vec![next.collect()]
                },
            )
        },
    },
    // An entry is doubled as it falls, so that the list grows.
    Case {
        rule: "list a[i] -> [a[i]-1, a[i]-1] | [] if a[i] > 0",
        longest: 2,
        largest: 3,
        next: |list| {
            let mut all = Lists::new();
            for place in 0..list.len() {
                if let Some(left) = list[place].checked_sub(1) {
                    all.insert(with(list, place, &[left, left]));
                    all.insert(with(list, place, &[]));
                }
            }
            all
        },
    },
    // Constants, arrays and functions.
    Case {
        rule: "multiset a[i] -> a[i]-f(k) for k in v if f(k) <= m where m = 5, v = [1,2,9], f(k) = k*k",
        longest: 2,
        largest: 9,
        next: |list| {
            each(list, |entry| {
                [1, 4]
                    .iter()
                    .filter_map(|take| Some(vec![entry.checked_sub(*take)?]))
                    .collect()
            })
        },
    },
];

fn read(rule: &str) -> AnyRule {
    match AnyRule::parse_with(rule, &[]) {
        Ok(rule) => rule,
        Err(errors) => panic!("{rule}: {}", errors.render(grundy::Lang::En)),
    }
}

fn game(rule: &AnyRule, lists: &[&str]) -> Game {
    Game::from_parts(vec![rule.part(lists).expect("lists")])
}

fn written(list: &[u64]) -> String {
    let entries: Vec<String> = list.iter().map(u64::to_string).collect();
    format!("[{}]", entries.join(","))
}

/// All lists of such lengths and entries, those of a multiset in rising order.
fn all_lists(case: &Case) -> Vec<Vec<u64>> {
    let multiset = case.rule.starts_with("multiset");
    let least = u64::from(case.rule.contains("nonzero"));
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..case.longest {
        last = (last.iter())
            .flat_map(|list: &Vec<u64>| {
                let from = if multiset {
                    list.last().copied().unwrap_or(least)
                } else {
                    least
                };
                (from..=case.largest).map(move |entry| [&list[..], &[entry]].concat())
            })
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

struct Plain {
    next: fn(&[u64]) -> Lists,
    values: HashMap<Vec<u64>, u32>,
    misere: HashMap<Vec<u64>, bool>,
}

impl Plain {
    fn value(&mut self, list: &[u64]) -> u32 {
        if let Some(&value) = self.values.get(list) {
            return value;
        }
        let options = (self.next)(list);
        let values: BTreeSet<u32> = options.iter().map(|to| self.value(to)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap_or(0);
        self.values.insert(list.to_vec(), value);
        value
    }

    /// Whether the player to move wins where who cannot move wins.
    fn misere(&mut self, list: &[u64]) -> bool {
        if let Some(&wins) = self.misere.get(list) {
            return wins;
        }
        let options = (self.next)(list);
        let wins = options.is_empty() || options.iter().any(|to| !self.misere(to));
        self.misere.insert(list.to_vec(), wins);
        wins
    }
}

#[test]
fn moves_values_and_misere_outcomes_are_those_of_plain_search() {
    for case in CASES {
        let rule = read(case.rule);
        // That a product of two names is small is seen only while values are tabulated.
        let seen = rule.ends() || case.rule.contains("k*b");
        assert!(seen, "{}: {}", case.rule, rule.ending());
        let mut plain = Plain {
            next: case.next,
            values: HashMap::new(),
            misere: HashMap::new(),
        };
        let mut solver = Solver::new();
        for list in all_lists(case) {
            let text = written(&list);
            let game = game(&rule, &[&text]);
            let told: Lists = (game.components())
                .flat_map(|component| component.steps(100_000).expect("few moves"))
                .map(|step| {
                    let [to] = &step.to[..] else {
                        panic!("one list");
                    };
                    let to = to.position();
                    let inner = &to[1..to.len() - 1];
                    let entries = inner.split(',').filter(|entry| !entry.is_empty());
                    entries
                        .map(|entry| entry.parse().expect("a number"))
                        .collect()
                })
                .collect();
            assert_eq!(told, (case.next)(&list), "{}: {text}", case.rule);
            let answer = solver.solve(&game, Play::Normal);
            let value = plain.value(&list);
            assert_eq!(
                answer.value,
                Some(Nimber::from(value)),
                "{}: {text}",
                case.rule
            );
            // The winning moves are those to lists of value 0, each once.
            let lost = (case.next)(&list)
                .iter()
                .filter(|to| plain.value(to) == 0)
                .count();
            let count = answer.winning.count.map(|count| count.to_string());
            assert_eq!(count, Some(lost.to_string()), "{}: {text}", case.rule);
            let wins = plain.misere(&list);
            let outcome = solver.solve(&game, Play::Misere).outcome;
            let expected = if wins { Outcome::N } else { Outcome::P };
            assert_eq!(outcome, Some(expected), "misere {}: {text}", case.rule);
        }
    }
}

#[test]
fn rules_read_back_to_themselves() {
    let others = [
        "list a -> [] from [n{m}, 3, t for t in 0..n] where m = 2",
        "multiset heaps[i] -> heaps[i]-1 from [n, m]",
        "multiset a[i] -> any {1,2} | [] | [1{3}, 2] for k in primes(a[i]), j = k*2 if not (k == 3 or j < 2)",
        "list a[i],a[j],a[0] -> a[j],a[i],any v if i < j where v = [1,2]",
        "multiset a[s],a[i] -> a[s]-1,a[i]+1 for s in sets({1,3}), k in 1..=2 if len(s) < 3",
    ];
    for rule in CASES.iter().map(|case| case.rule).chain(others) {
        let rule = read(rule);
        let written = rule.to_string();
        let again = read(&written);
        assert_eq!(rule, again, "{written}");
        assert_eq!(written, again.to_string());
    }
}
