//! The positions from which patterns on boards, trees and lists are guessed, against plain search that knows only the rules.

use std::collections::{BTreeSet, HashMap};

use grundy::{Budget, Play};
use grundy_service::find::sample;
use grundy_service::rule::Written;

/// What is counted in positions, and the value of each, or 0 for P and 1 for N under misère play.
type Rows = Vec<(Vec<u64>, u32)>;

fn sampled(text: &str, play: Play) -> Rows {
    let written = Written {
        text: text.to_owned(),
        given: Vec::new(),
    };
    let found = sample(&written, play, &Budget::default());
    found.expect("a rule").expect("positions").rows
}

/// The value of a position, or who wins under misère play, by its options.
struct Plain<'o, P> {
    options: &'o dyn Fn(&P) -> Vec<P>,
    play: Play,
    known: HashMap<P, u32>,
}

impl<P: Clone + Eq + std::hash::Hash> Plain<'_, P> {
    fn value(&mut self, position: &P) -> u32 {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let options = (self.options)(position);
        let values: BTreeSet<u32> = options.iter().map(|option| self.value(option)).collect();
        let value = match self.play {
            Play::Normal => (0..).find(|value| !values.contains(value)).unwrap_or(0),
            Play::Misere => u32::from(values.is_empty() || values.contains(&0)),
        };
        self.known.insert(position.clone(), value);
        value
    }
}

fn values<P: Clone + Eq + std::hash::Hash>(
    positions: impl Iterator<Item = (P, Vec<u64>)>,
    options: &dyn Fn(&P) -> Vec<P>,
    play: Play,
) -> Rows {
    let mut plain = Plain {
        options,
        play,
        known: HashMap::new(),
    };
    let mut rows: Rows = positions
        .map(|(position, counts)| (counts, plain.value(&position)))
        .collect();
    rows.sort();
    rows
}

/// Those of the sample that are small enough, in the same order.
fn small(rows: Rows, is_small: impl Fn(&[u64]) -> bool) -> Rows {
    let mut rows: Rows = rows
        .into_iter()
        .filter(|(counts, _)| is_small(counts))
        .collect();
    rows.sort();
    rows
}

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

#[test]
fn boards_are_worth_what_plain_search_says() {
    type Board = (usize, usize, Vec<bool>);
    // Two free cells side by side, or one cell with the one below it.
    let options = |(rows, columns, cells): &Board| {
        let mut all = Vec::new();
        for row in 0..*rows {
            for column in 0..*columns {
                for (down, right) in [(0, 1), (1, 0)] {
                    let (other, beside) = (row + down, column + right);
                    if other >= *rows || beside >= *columns {
                        continue;
                    }
                    let places = [row * columns + column, other * columns + beside];
                    if places.iter().all(|&place| !cells[place]) {
                        let mut next = cells.clone();
                        places.iter().for_each(|&place| next[place] = true);
                        all.push((*rows, *columns, next));
                    }
                }
            }
        }
        all
    };
    for play in PLAYS {
        let is_small = |counts: &[u64]| counts[0] * counts[1] <= 12 && counts[0] + counts[1] <= 8;
        let boards = (1..8usize).flat_map(|rows| (1..8).map(move |columns| (rows, columns)));
        let boards = boards.filter(|&(rows, columns)| is_small(&[rows as u64, columns as u64]));
        let boards = boards.map(|(rows, columns)| {
            let counts = vec![rows as u64, columns as u64];
            ((rows, columns, vec![false; rows * columns]), counts)
        });
        let expected = values(boards, &options, play);
        let told = sampled("grid \"..\" -> \"##\" from \".\"", play);
        assert_eq!(small(told, is_small), expected);
    }
}

#[test]
fn lists_are_worth_what_plain_search_says() {
    fn lists(sum: u64, least: u64, all: &mut Vec<Vec<u64>>, list: &mut Vec<u64>, ordered: bool) {
        if sum == 0 {
            all.push(list.clone());
        }
        for entry in least..=sum {
            list.push(entry);
            let least = if ordered { 1 } else { entry };
            lists(sum - entry, least, all, list, ordered);
            list.pop();
        }
    }
    let counted = |list: &Vec<u64>| {
        let many = |is: &dyn Fn(u64) -> bool| list.iter().filter(|&&it| is(it)).count() as u64;
        vec![
            list.len() as u64,
            list.iter().sum(),
            list.iter().fold(0, |sum, it| sum ^ it),
            many(&|it| it % 2 == 1),
            many(&|it| it == 1),
            list.iter().max().copied().unwrap_or(0),
            list.iter().min().copied().unwrap_or(0),
            list.iter().collect::<BTreeSet<_>>().len() as u64,
        ]
    };
    // Nim-sums of the places of odd entries and of entries at odd places, from either end; then both ends.
    let by_places = |list: &Vec<u64>| {
        let mut numbers = Vec::new();
        for odd in [true, false] {
            for last in [false, true] {
                let mut sum = 0;
                for (place, entry) in list.iter().enumerate() {
                    let place = if last { list.len() - 1 - place } else { place } as u64;
                    match odd {
                        true if entry % 2 == 1 => sum ^= place,
                        false if place % 2 == 1 => sum ^= entry,
                        _ => {}
                    }
                }
                numbers.push(sum);
            }
        }
        numbers.extend([list.first(), list.last()].map(|it| it.copied().unwrap_or(0)));
        numbers
    };
    // One or two from a heap; or the same from all of some heaps, of which none is empty afterwards.
    let takes = |list: &Vec<u64>| {
        let mut all = Vec::new();
        for place in 0..list.len() {
            for taken in 1..=list[place].min(2) {
                let mut next = list.clone();
                next[place] -= taken;
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    let first = |list: &Vec<u64>| {
        let mut all = Vec::new();
        if let Some(&entry) = list.first() {
            all.push(list[1..].to_vec());
            if entry > 1 {
                let mut next = list.clone();
                next[0] -= 1;
                all.push(next);
            }
        }
        all
    };
    type Options<'o> = &'o dyn Fn(&Vec<u64>) -> Vec<Vec<u64>>;
    let rules: [(&str, bool, Options<'_>); 2] = [
        ("multiset a[i] -> a[i]-k for k in 1..=2", false, &takes),
        ("list a[0] -> []; a[0] -> a[0]-1 if a[0] > 1", true, &first),
    ];
    for (text, ordered, options) in rules {
        for play in PLAYS {
            let mut all = Vec::new();
            for sum in 0..=7 {
                lists(sum, 1, &mut all, &mut Vec::new(), ordered);
            }
            let mut plain = Plain {
                options,
                play,
                known: HashMap::new(),
            };
            let row = |list: Vec<u64>| {
                let mut counts = counted(&list);
                if ordered {
                    counts.extend(by_places(&list));
                    let rests = match &list[..] {
                        [] => [Vec::new(), Vec::new()],
                        [first @ .., _] => [list[1..].to_vec(), first.to_vec()],
                    };
                    counts.extend(rests.map(|rest| u64::from(plain.value(&rest))));
                }
                let value = plain.value(&list);
                (counts, value)
            };
            let mut expected: Rows = all.into_iter().map(row).collect();
            expected.sort();
            let told = small(sampled(text, play), |counts| counts[1] <= 7);
            assert_eq!(told, expected, "{text} {play:?}");
        }
    }
}

#[test]
fn trees_are_worth_what_plain_search_says() {
    /// A tree by its vertices that are left and the neighbours of each.
    type Tree = (u32, Vec<u32>);
    // A vertex goes with its neighbours.
    let options = |(left, beside): &Tree| {
        let vertices = (0..beside.len()).filter(|vertex| left >> vertex & 1 == 1);
        let next = vertices.map(|vertex| (left & !(1 << vertex) & !beside[vertex], beside.clone()));
        next.collect::<Vec<Tree>>()
    };
    /// The same for the same tree: the least form from any vertex.
    fn form(beside: &[u32], at: usize, from: usize) -> String {
        let next = (0..beside.len()).filter(|&it| it != from && beside[at] >> it & 1 == 1);
        let mut forms: Vec<String> = next.map(|it| form(beside, it, at)).collect();
        forms.sort();
        format!("({})", forms.concat())
    }
    fn far(beside: &[u32], at: usize, from: usize) -> u64 {
        let next = (0..beside.len()).filter(|&it| it != from && beside[at] >> it & 1 == 1);
        next.map(|it| 1 + far(beside, it, at)).max().unwrap_or(0)
    }
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut all: Vec<(Tree, Vec<u64>)> = Vec::new();
    for vertices in 1..=7usize {
        // Every vertex but the first stands on an earlier one.
        let choices: usize = (1..vertices).product::<usize>().max(1);
        for mut choice in 0..choices {
            let mut beside = vec![0u32; vertices];
            for vertex in 1..vertices {
                let below = choice % vertex;
                choice /= vertex;
                beside[vertex] |= 1 << below;
                beside[below] |= 1 << vertex;
            }
            let form = (0..vertices)
                .map(|root| form(&beside, root, vertices))
                .min();
            if !known.insert(form.unwrap_or_default()) {
                continue;
            }
            let degrees: Vec<u64> = beside.iter().map(|it| u64::from(it.count_ones())).collect();
            let counts = vec![
                vertices as u64,
                degrees.iter().filter(|&&it| it == 1).count() as u64,
                (0..vertices)
                    .map(|root| far(&beside, root, vertices))
                    .max()
                    .unwrap_or(0),
                degrees.iter().filter(|&&it| it % 2 == 1).count() as u64,
                degrees.iter().max().copied().unwrap_or(0),
            ];
            all.push((((1 << vertices) - 1, beside), counts));
        }
    }
    for play in PLAYS {
        let expected = values(all.iter().cloned(), &options, play);
        let told = sampled("graph remove vertex with neighbours", play);
        assert_eq!(small(told, |counts| counts[0] <= 7), expected, "{play:?}");
    }
}
