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

/// Heaps each one larger than the one before, two or more, that make up a heap.
fn runs(heap: u64) -> Vec<Vec<u64>> {
    let runs = (1..=heap).flat_map(|from| (from + 1..=heap).map(move |to| from..=to));
    let runs = runs.map(|run| run.collect::<Vec<u64>>());
    runs.filter(|run| run.iter().sum::<u64>() == heap).collect()
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
    // An entry goes with all that are no less; the others stay in their order.
    Case {
        rule: "list a -> [a[t] for t in 0..len(a) if a[t] < a[i]] for i in 0..len(a)",
        longest: 4,
        largest: 3,
        next: |list| {
            let left = |bound: u64| list.iter().copied().filter(|&x| x < bound).collect();
            list.iter().map(|&entry| left(entry)).collect()
        },
    },
    // The last entry of a run without zeros from the left, as long as the rest is of some sum.
    Case {
        rule: "list a[i] -> a[i]-1 | [] if all(a[t] > 0 for t in 0..=i) and sum(x for x in a) % 3 != 2",
        longest: 3,
        largest: 3,
        next: |list| {
            let mut all = Lists::new();
            for place in 0..list.len() {
                if list[..=place].iter().all(|&x| x > 0) && list.iter().sum::<u64>() % 3 != 2 {
                    all.insert(with(list, place, &[list[place] - 1]));
                    all.insert(with(list, place, &[]));
                }
            }
            all
        },
    },
    // As many stones as there are larger entries; without for the list stands for each entry.
    Case {
        rule: "list a[i] -> a[i]-k for k in 1..=count(a > a[i]) if k == 1 or any(a[t] == k for t in i+1..len(a))",
        longest: 3,
        largest: 4,
        next: |list| {
            let mut all = Lists::new();
            for (place, &entry) in list.iter().enumerate() {
                let larger = list.iter().filter(|&&x| x > entry).count() as u64;
                for take in 1..=larger.min(entry) {
                    if take == 1 || list[place + 1..].contains(&take) {
                        all.insert(with(list, place, &[entry - take]));
                    }
                }
            }
            all
        },
    },
    // The largest entry below one, taken from it.
    Case {
        rule: "multiset a[i] -> a[i]-k for k = max(x for x in a if x < a[i]) if k > 0",
        longest: 3,
        largest: 5,
        next: |list| {
            let mut all = Lists::new();
            for (place, &entry) in list.iter().enumerate() {
                let below = list.iter().copied().filter(|&x| x < entry).max();
                if let Some(below) = below.filter(|&below| below > 0) {
                    all.insert(sorted(with(list, place, &[entry - below])));
                }
            }
            all
        },
    },
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
        next: |list| each(list, runs),
    },
    // The same, said so that it is seen to end.
    Case {
        rule: "multiset a[i] -> [c/2+t for t in 0..k] for k in 2..=sqrt(2*a[i]) if 2*a[i] % k == 0 for c = 2*a[i]/k-k+1 if c > 0 and c % 2 == 0",
        longest: 2,
        largest: 15,
        next: |list| each(list, runs),
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
                let takes = takes
                    .filter(|k| !(total - k).is_multiple_of(3) || (list.len() > 2 && kinds < 3));
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

/// Numbers that look random, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % most
    }

    fn one<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len() as u64) as usize]
    }

    fn number(&mut self, depth: u64) -> String {
        if depth == 0 || self.below(3) == 0 {
            let atoms = [
                "a[i]",
                "k",
                "i",
                "3",
                "0",
                "len(a)",
                "sum(a)",
                "min(a)",
                "max(a)",
                "distinct(a)",
                "count[a[i]]",
                "a[i+1]",
                "a[len(a)-1]",
                "m",
                "v[k]",
                "f(k)",
                "-1",
                "len(p)",
                "max(p)",
            ];
            return self.one(&atoms).to_owned();
        }
        let (one, other) = (self.number(depth - 1), self.number(depth - 1));
        match self.below(4) {
            0 => format!(
                "({one}){}({other})",
                self.one(&["+", "-", "*", "/", "%", "^", " xor ", "<<"])
            ),
            1 => format!("{one}{}{other}", self.one(&["+", "-", "*", "/", "%"])),
            2 => format!("{}({one},{other})", self.one(&["min", "max", "gcd"])),
            _ => format!("-({one})"),
        }
    }

    fn condition(&mut self, depth: u64) -> String {
        if depth == 0 || self.below(2) == 0 {
            let sign = self.one(&["==", "!=", "<", "<=", ">", ">="]);
            return format!("{} {sign} {}", self.number(1), self.number(1));
        }
        let one = self.condition(depth - 1);
        match self.below(3) {
            0 => format!("not ({one})"),
            1 => format!("({one}) and {}", self.condition(depth - 1)),
            _ => format!("{one} or ({})", self.condition(depth - 1)),
        }
    }

    fn domain(&mut self) -> String {
        match self.below(4) {
            0 => format!("{}..{}", self.number(1), self.number(1)),
            1 => format!("{}..={}", self.number(1), self.number(1)),
            2 => format!("{{{},{}}}", self.number(1), self.number(0)),
            _ => format!("divisors({})", self.number(1)),
        }
    }

    fn piece(&mut self) -> String {
        let value = self.number(1);
        match self.below(5) {
            0 => format!("{value}{{{}}}", self.number(1)),
            1 => format!("{value}+t for t in {}", self.domain()),
            2 => "p".to_owned(),
            _ => value,
        }
    }

    fn put(&mut self) -> String {
        match self.below(4) {
            0 => {
                let count = self.below(4);
                let pieces: Vec<String> = (0..count).map(|_| self.piece()).collect();
                format!("[{}]", pieces.join(", "))
            }
            1 => format!("any {}", self.domain()),
            _ => self.number(2),
        }
    }

    fn rule(&mut self) -> String {
        let kind = self.one(&["list ", "multiset ", "list nonzero ", "multiset nonzero "]);
        let mut clauses = Vec::new();
        for _ in 0..=self.below(2) {
            let places = self.one(&["a[i]", "a[i],a[i-1]", "a[i],a[j]", "a[i],a[s]", "a[i],a[0]"]);
            let count = places.split(',').count();
            let alternatives = (0..=self.below(2))
                .map(|_| (0..count).map(|_| self.put()).collect::<Vec<_>>().join(","));
            let alternatives = alternatives.collect::<Vec<_>>().join(" | ");
            let set = if places.contains("a[s]") {
                ", s in sets({1,2})"
            } else {
                ""
            };
            let parts = format!(
                ", p in distinct parts({}, 2..=3)",
                self.number(0).replace("(p)", "(a)")
            );
            let tail = format!("for k in 0..=2{set}{parts} if {}", self.condition(2));
            clauses.push(format!("{places} -> {alternatives} {tail}"));
        }
        format!(
            "{kind}{} where m = 2, v = [1,2,3], f(x) = x+1",
            clauses.join("; ")
        )
    }
}

#[test]
fn made_up_rules_read_back_and_play() {
    let mut random = Random(1);
    let mut solver = Solver::new();
    solver.budget.positions = 300;
    let mut good = 0;
    for _ in 0..400 {
        let text = random.rule();
        let Ok(rule) = AnyRule::parse_with(&text, &[]) else {
            continue;
        };
        good += 1;
        let printed = rule.to_string();
        let again = read(&printed);
        assert_eq!(rule, again, "{text}\n{printed}");
        assert_eq!(printed, again.to_string());
        let _ = (rule.ending(), rule.ends());
        // Whatever it is, it is answered or said to be unknown, by the sum of entries as by search.
        let entries = [random.below(4), random.below(4), random.below(4)];
        let game = game(&rule, &[&written(&entries)]);
        let answer = solver.solve(&game, Play::Normal);
        let mut plain = Solver::new().without(grundy::solve::Engine::Theorem);
        plain.budget.positions = 300;
        let plain = plain.solve(&game, Play::Normal);
        if let (Some(one), Some(other)) = (answer.value, plain.value) {
            assert_eq!(one, other, "{printed} {entries:?}");
        }
    }
    assert!(good > 100, "{good}");
}

#[test]
fn a_hundred_thousand_heaps_are_a_sum() {
    let begun = std::time::Instant::now();
    let rule = read("multiset a[i] -> a[i]-k for k in 1..");
    let entries: Vec<u64> = (0..100_000).map(|place| place * 7919 % 1000).collect();
    let answer = Solver::new().solve(&game(&rule, &[&written(&entries)]), Play::Normal);
    let value = entries.iter().fold(0, |sum, entry| sum ^ entry);
    assert_eq!(answer.value, Some(Nimber::from(value)));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn measures_in_words() {
    for (rule, told) in [
        (
            "multiset a[i] -> a[i]-k for k in 1..",
            "the sum of the entries",
        ),
        (
            "multiset a[i],a[j] -> a[i]+a[j],[]",
            "the number of entries",
        ),
        (
            "multiset a[i] -> [b, b, b] for b in 0..a[i]",
            "the multiset of entries",
        ),
        (
            "list a[i],a[j] -> a[i]-1,a[j]+2 if i < j",
            "from its first entry",
        ),
        ("list a[i],a[i-1] -> a[i]-1,2*a[i-1]", "from its last entry"),
        (
            "multiset a[i],a[j] -> a[i]+a[j],[]; a[i] -> a[i]-1",
            "the sum of the entries, the number of entries",
        ),
        (
            "multiset a[s] -> any 0..a[s] for s in sets",
            "the sum of the entries",
        ),
        (
            "list a -> [a[t]+1 for t in 1..len(a)] if len(a) > 0",
            "the number of entries",
        ),
        (
            "list a -> [a[t]+1 for t in 0..len(a) if a[t] < a[i] and t > 0] for i in 0..len(a)",
            "the number of entries",
        ),
    ] {
        let ending = read(rule).ending().render(grundy::Lang::En);
        assert!(ending.contains(told), "{rule}: {ending}");
    }
    for rule in [
        "list a[i] -> a[i]",
        "list a[i] -> a[i]/2",
        "multiset a[i] -> [a[i], 0]",
        "list a[i],a[j] -> a[j],a[i]",
        "list a[i],a[i+1] -> a[i]-1,a[i+1]+1; a[i],a[i+1] -> a[i]+1,a[i+1]-1",
        "list a -> [a[len(a)-1-t] for t in 0..len(a)]",
        "list a -> [a[t] for t in 0..len(a) if a[t] <= a[i]] for i in 0..len(a)",
        "list a -> [a[t] for t in 0..len(a) if t != i+1] for i in 0..len(a)",
        "list a[i] -> a[i]-count(a > 3)",
        // Of a multiset the order is not kept.
        "multiset a[i],a[j] -> a[i]-1,a[j]+1 if i < j",
    ] {
        assert!(!read(rule).ends(), "{rule}");
    }
}

#[test]
fn endless_play_is_seen() {
    let rule =
        read("list a[i],a[i+1] -> a[i+1],a[i] if a[i] != a[i+1]; a[i] -> [] if a[i-1] == a[i]");
    let answer = Solver::new().solve(&game(&rule, &["1,2"]), Play::Normal);
    assert_eq!(answer.outcome, Some(Outcome::D));
    let answer = Solver::new().solve(&game(&rule, &["1,2,2"]), Play::Normal);
    assert!(answer.outcome.is_some());
}

#[test]
fn what_is_wrong_is_told_at_once() {
    let wrong = |rule: &str| match AnyRule::parse_with(rule, &[]) {
        Ok(_) => panic!("{rule}"),
        Err(errors) => errors,
    };
    let errors = wrong("multiset a[i] -> a[i]-j; a[i],a[j] -> [a[i]+a[j]]; b[i] -> 0");
    let columns: Vec<usize> = errors.errors.iter().map(|error| error.column).collect();
    assert_eq!(columns, [23, 39, 52]);
    for rule in [
        "list",
        "multiset nonzero",
        "list a",
        "list a -> a",
        "list a[i -> 1",
        "list a[i] -> ",
        "list a[i] -> [1",
        "list a[i] -> [1 for t in 0..]",
        "list a[i] -> any 0..",
        "list a[i] -> a[i]+k for k in 1..",
        "list a[i] -> a[i]-k for k in 1.. for k in 1..",
        "list a[i] -> p for p in parts(a[i])",
        "list a[i] -> [p] for p in distinct(a[i])",
        "list a[s],a[s] -> 1,1 for s in sets",
        "list a[i] -> a[i]-s for s in sets",
        "list a[s] -> a[s]-k for s in sets, k in 1..=a[s]",
        "list a[s],a[r] -> 1,1 for s in sets, r in all",
        "list a[i] -> sum(b)",
        "list a[i] -> a",
        "list a[i] -> a[i]-1 for a in 1..=2",
        "list a[i] -> a[i]-1 where count = [1]",
        "list a[i] -> a[i]-1 where a = 2",
        "list a[i] -> a[i]-1 for all in 1..=2",
        "list a[i] -> v[i]",
        "list a[i] -> a[i] < 2",
        "list a[i] -> a[i]-1 if a[i]",
        "list a[i] -> a[i]-1 from [n, m, k]",
        "list a[i] -> a[i]-1 from n",
        "list a[i],a[i],a[i] -> 1,2,3",
        "list a[i] -> a[i]-1 if all(a[t] for t in 0..i)",
        "list a[i] -> a[i]-1 if sum(a[t] > 0 for t in 0..i) > 0",
        "list a[i] -> a[i]-1 if any(a[t] > 0 for t in 0..)",
        "list a[i] -> a[i]-1 if any(a[t] > 0)",
        "list a[i] -> a[i]-1 if any(i > 0)",
        "list a[i] -> a[i]-1 if any(a[t] > 0 for t in 0..i",
        "list a[i] -> a[i]-f(i) where f(i) = sum(t for t in 0..i)",
        "list a -> [a[t] for t in 0..len(a) if a[t]] for k in 1..2",
    ] {
        let errors = wrong(rule);
        assert!(!errors.errors.is_empty(), "{rule}");
        assert!(errors.errors.iter().all(|error| error.column > 0), "{rule}");
        let _ = (
            errors.render(grundy::Lang::En),
            errors.render(grundy::Lang::Zh),
        );
    }
    let rule = read("multiset a[i] -> a[i]-1");
    for (list, place) in [
        ("[1,x]", Some((3, 4))),
        ("[1,2", Some((0, 4))),
        ("", Some((0, 0))),
        ("1,,2", Some((2, 2))),
        ("-1", Some((0, 2))),
        ("9223372036854775808", Some((0, 19))),
        ("[]]", Some((1, 2))),
    ] {
        let wrong = rule.part(&["1", list]).unwrap_err();
        assert_eq!((wrong.number, wrong.place), (1, place), "{list}");
    }
    for list in ["[]", "7", "3,5", "[3, 5]", "9223372036854775807"] {
        assert!(rule.part(&[list]).is_ok(), "{list}");
    }
}

#[test]
fn hostile_rules_end() {
    let deep = format!("list a[i] -> {}1{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(AnyRule::parse_with(&deep, &[]).is_err());
    let nots = format!("list a[i] -> [] if {} 1 == 1", "not ".repeat(10_000));
    assert!(AnyRule::parse_with(&nots, &[]).is_err());
    let begun = std::time::Instant::now();
    let many = written(&vec![1; 20_000]);
    let rising = written(&(0..300).collect::<Vec<u64>>());
    for (rule, list) in [
        (
            "multiset a[i] -> a[i]-k for k in 1..",
            "9223372036854775807,9223372036854775806",
        ),
        (
            "multiset a[i] -> a[i]-k for k in 1.. if sum(a) > 0",
            "9223372036854775807,9223372036854775807",
        ),
        ("multiset a[i] -> a[i]*a[i]", "9223372036854775807"),
        ("multiset a[i] -> [1{a[i]*1000000}]", "9223372036854775"),
        (
            "multiset a[i] -> [p] for p in parts(a[i], 1..)",
            "1000000000000",
        ),
        ("multiset a[i] -> [p] for p in parts(a[i])", "120"),
        (
            "multiset a[i] -> [p] for p in distinct parts(a[i], {3}, {1,2})",
            "1000000000000",
        ),
        ("multiset a[s] -> a[s]-k for s in sets, k in 1..", &many),
        ("multiset a[s] -> any 0..a[s] for s in sets", &rising),
        (
            "list a[i],a[j],a[k] -> a[k],a[i],a[j] if count[a[i]] < 3",
            &many,
        ),
        ("list a[i] -> [a[i]+1, a[i]+1]", "1"),
        ("list a -> [t for t in 0..1000000000000]", "1"),
        (
            "list a[i] -> a[i]-p for p in primes(9223372036854775807)",
            "7",
        ),
        (
            "list a[i] -> a[i]-k for k in -9223372036854775807..=9223372036854775807",
            "7",
        ),
        ("list a[i] -> a[i]-k for k in 5..=1", "7"),
        ("list a[i]/0 -> 1", "7"),
        ("list a[1/(a[0]-7)] -> 1", "7"),
    ] {
        let Ok(rule) = AnyRule::parse_with(rule, &[]) else {
            continue;
        };
        let mut solver = Solver::new();
        solver.budget.time = Some(std::time::Duration::from_millis(500));
        let answer = solver.solve(&game(&rule, &[list]), Play::Normal);
        // Unknown is told with its reason.
        assert!(
            answer.outcome.is_some() || answer.unknown.is_some(),
            "{rule}"
        );
        let answer = solver.solve(&game(&rule, &[list]), Play::Misere);
        assert!(
            answer.outcome.is_some() || answer.unknown.is_some(),
            "{rule}"
        );
    }
    assert!(begun.elapsed().as_secs() < 240, "{:?}", begun.elapsed());
}

/// A rule on single heaps, and what a heap becomes, said a second time.
type Heap = (&'static str, fn(u64) -> Vec<Vec<u64>>);

/// Parts in arithmetic progression, equal parts, and numbers that divide: of these only ends, parity and divisors are looked at.
const RUNS: &[Heap] = &[
    // Lasker's Nim, as the guide writes it.
    (
        "multiset a[i] -> a[i]-k for k in 1..; a[i] -> [k, a[i]-k] for k in 1..a[i]",
        |heap| {
            let taken = (0..heap).map(|left| vec![left]);
            taken
                .chain((1..heap).map(|part| vec![part, heap - part]))
                .collect()
        },
    ),
    (
        "multiset a[i] -> [c/2+t for t in 0..k] for k in 2..=sqrt(2*a[i]) if 2*a[i] % k == 0 for c = 2*a[i]/k-k+1 if c > 0 and c % 2 == 0",
        runs,
    ),
    (
        "multiset a[i] -> [b{k}] for k in 2..=a[i] if a[i]%k == 0 and k%3 != 1 for b = a[i]/k",
        |heap| {
            let counts = (2..=heap).filter(|k| heap % k == 0 && k % 3 != 1);
            counts.map(|k| vec![heap / k; k as usize]).collect()
        },
    ),
    // Falling by 3, one more beside them.
    (
        "multiset nonzero a[i] -> [a[i]-3*t for t in 1..=k, k] for k in 1..a[i]/2",
        |heap| {
            let counts = 1..(heap / 2).max(1);
            let all = counts.filter(|k| 3 * k <= heap);
            all.map(|k| {
                let falling = (1..=k).map(|t| heap - 3 * t);
                without_zeros(falling.chain([k]).collect())
            })
            .collect()
        },
    ),
    // What a name beside the progression is worth; squares, which are none.
    (
        "multiset a[i] -> [2*t+b for t in 0..=b, t*t for t in 0..=b/9] | [b{b}] for b in 1..=a[i]/4",
        |heap| {
            let firsts = 1..=heap / 4;
            let all = firsts.flat_map(|b| {
                let even = (0..=b).map(|t| 2 * t + b);
                let squares = (0..=b / 9).map(|t| t * t);
                [even.chain(squares).collect(), vec![b; b as usize]]
            });
            all.collect()
        },
    ),
    // Of 0 every number is a divisor; nothing is left behind a remainder that is another.
    (
        "multiset a[i] -> k for k in 1..=150 if (a[i]/90) % k == 0 and k < a[i]; a[i] -> [1, k] for k in 1..a[i]-1 if a[i] % k == 1",
        |heap| {
            let first = (1..=150).filter(|k| (heap / 90) % k == 0 && *k < heap);
            let second = (1..heap.saturating_sub(1)).filter(|k| heap % k == 1);
            let first = first.map(|k| vec![k]);
            first.chain(second.map(|k| vec![1, k])).collect()
        },
    ),
];

#[test]
fn runs_and_divisors_are_worth_what_heaps_one_by_one_are() {
    for &(text, becomes) in RUNS {
        let rule = read(text);
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..400 {
            let options = becomes(heap);
            let options: BTreeSet<u32> = (options.iter())
                .map(|all| all.iter().fold(0, |sum, &part| sum ^ values[part as usize]))
                .collect();
            let value = (0..).find(|value| !options.contains(value)).unwrap_or(0);
            values.push(value);
        }
        let mut solver = Solver::new();
        for heap in (0..400).rev() {
            let told = solver.solve(&game(&rule, &[&written(&[heap])]), Play::Normal);
            let value = Nimber::from(values[heap as usize]);
            assert_eq!(told.value, Some(value), "{text}: {heap}");
        }
    }
}
