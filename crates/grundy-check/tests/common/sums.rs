//! Sums under misère play by brute force, which knows only the rules, and the claims of a certificate by the meaning of its fields.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::brute::Game;

/// Letters by their options, each a sorted sum of letters that have moves.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    /// By letter: its options as they are.
    pub(crate) options: Vec<BTreeSet<Vec<usize>>>,
    known: HashMap<Vec<usize>, bool>,
}

impl Sums {
    pub(crate) fn new(options: Vec<BTreeSet<Vec<usize>>>) -> Sums {
        Sums {
            options,
            known: HashMap::new(),
        }
    }

    /// The heaps below `count` of a game.
    pub(crate) fn of(game: &Game, count: usize) -> Sums {
        Sums::new((0..count).map(|heap| options(game, heap)).collect())
    }

    /// Takes by remainders.
    pub(crate) fn of_remainders(divisor: usize, remainders: &[usize], count: usize) -> Sums {
        let left = |heap: usize| {
            let takes = (1..=heap).filter(|take| remainders.contains(&(take % divisor)));
            takes.map(|take| vec![heap - take]).collect()
        };
        Sums::new((0..count).map(left).collect())
    }

    /// All sums that a move in one letter of a sum leads to.
    pub(crate) fn moves(&self, sum: &[usize]) -> Vec<Vec<usize>> {
        let mut moves = Vec::new();
        for place in 0..sum.len() {
            for option in &self.options[sum[place]] {
                let mut next = sum.to_vec();
                next.swap_remove(place);
                next.extend(option);
                moves.push(next);
            }
        }
        moves
    }

    /// Whether whoever has just moved wins.
    pub(crate) fn is_p(&mut self, sum: &[usize]) -> bool {
        let mut steps = usize::MAX;
        self.is_p_within(sum, &mut steps).expect("no limit")
    }

    /// The same if so many steps suffice.
    pub(crate) fn is_p_within(&mut self, sum: &[usize], steps: &mut usize) -> Option<bool> {
        *steps = steps.checked_sub(1)?;
        let mut sum = sum.to_vec();
        sum.retain(|&letter| !self.options[letter].is_empty());
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&sum) {
            return Some(known);
        }
        let mut is_p = !sum.is_empty();
        for next in self.moves(&sum) {
            is_p = is_p && !self.is_p_within(&next, steps)?;
        }
        self.known.insert(sum, is_p);
        Some(is_p)
    }
}

fn options(game: &Game, heap: usize) -> BTreeSet<Vec<usize>> {
    let mut options = BTreeSet::new();
    match game {
        Game::Take { set, all_but } => {
            let takes = (1..=heap).filter(|take| set.contains(take) != *all_but);
            options.extend(takes.map(|take| vec![heap - take]));
        }
        Game::Code {
            digits,
            unequal,
            least,
        } => {
            for (removed, digit) in digits.iter().enumerate().take(heap + 1) {
                for parts in (0..8).filter(|parts| digit >> parts & 1 == 1) {
                    let may = parts < 2 || heap >= *least;
                    parted(heap - removed, parts, &mut Vec::new(), &mut |heaps| {
                        let differ = !(*unequal && heaps.len() == 2 && heaps[0] == heaps[1]);
                        if may && differ {
                            options.insert(heaps.to_vec());
                        }
                    });
                }
            }
        }
    }
    options
}

/// All ways to part stones in so many heaps that rise.
fn parted(stones: usize, parts: u32, heaps: &mut Vec<usize>, each: &mut impl FnMut(&[usize])) {
    if parts == 0 {
        if stones == 0 {
            each(heaps);
        }
        return;
    }
    for heap in heaps.last().copied().unwrap_or(1)..=stones {
        heaps.push(heap);
        parted(stones - heap, parts - 1, heaps, each);
        heaps.pop();
    }
}

/// The claim of a certificate, to be changed and sealed again.
#[derive(Clone, Debug)]
pub(crate) struct Quotient(pub(crate) Value);

impl Quotient {
    pub(crate) fn read(text: &str) -> Quotient {
        let line = text.lines().nth(1).expect("a line of claims");
        Quotient(serde_json::from_str(line).expect("JSON"))
    }

    pub(crate) fn sealed(&self) -> String {
        sealed(&self.0.to_string())
    }

    /// What it says of sums.
    pub(crate) fn calls(&self) -> Calls {
        let numbers = |value: &Value| -> Vec<usize> {
            let number = |value: &Value| value.as_u64().expect("a number") as usize;
            value
                .as_array()
                .expect("numbers")
                .iter()
                .map(number)
                .collect()
        };
        let actions = self.0["actions"].as_array().expect("actions");
        let actions: Vec<Vec<usize>> = actions.iter().map(numbers).collect();
        // Words of generators that lead from 1 to each element.
        let mut words: HashMap<usize, Vec<usize>> = HashMap::from([(0, Vec::new())]);
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for (generator, action) in actions.iter().enumerate() {
                let to = action[at];
                if !words.contains_key(&to) {
                    words.insert(to, [&words[&at][..], &[generator]].concat());
                    reached.push(to);
                }
            }
        }
        let letters = numbers(&self.0["phi"])
            .iter()
            .map(|x| words[x].clone())
            .collect();
        let p = numbers(&self.0["p"]).into_iter().collect();
        Calls {
            actions,
            letters,
            p,
        }
    }
}

/// Actions of a certificate, a word of generators for each letter, and P.
#[derive(Clone, Debug)]
pub(crate) struct Calls {
    actions: Vec<Vec<usize>>,
    letters: Vec<Vec<usize>>,
    p: BTreeSet<usize>,
}

impl Calls {
    /// Whether a sum is called P.
    pub(crate) fn p(&self, sum: &[usize]) -> bool {
        let words = sum.iter().flat_map(|&letter| &self.letters[letter]);
        let value = words.fold(0, |at, &generator| self.actions[generator][at]);
        self.p.contains(&value)
    }
}

/// A line of claims with its hash.
pub(crate) fn sealed(line: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(line.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("grundy quotient 1\n{line}\nsha256 {hash}\n")
}
