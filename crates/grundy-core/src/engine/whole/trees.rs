//! Small games under misère play as reduced canonical trees, numbered.
//!
//! J. H. Conway (*On Numbers and Games*, 1976, chapter 12; proofs in A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter V): two games are *equal*
//! if they may stand for each other in every sum, whatever it is of. What is used here, each with its condition:
//!
//! - Games with equal options are equal, so an option counts once, and may be replaced by an equal game.
//! - *Reversible options.* G is equal to K if all options of K are options of G, and every other option of G has K among its own options; where
//!   K has no option, G must moreover be won by the next player. (To a move to such an option one answers by moving back to K. Where nothing is left
//!   of K, the next player has won a position without moves, and so must G be won.)
//! - A game equal to another is so by these two rules, once its options are reduced: so equal reduced trees have equal numbers, and unequal ones differ
//!   in some sum.
//! - *The mex rule* is the second rule for options that are all Nim heaps: with a heap of 0 or of 1 among them the game is the Nim heap of their mex.
//!   Without these it is none: {∗2} is lost and ∗0 is won.
//!
//! Of sums it follows that ∗1 + ∗1 = ∗0 and ∗2 + ∗1 = ∗3, in any context. That ∗2 + ∗2 is worth nothing does not follow, and is not true.
//! J. Lemoine and S. Viennot searched Sprouts with such trees (*Analysis of misère Sprouts game with reduced canonical trees*, 2009).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Exhausted, Meter};

/// The number of the game without options.
pub(super) const NOTHING: u32 = 0;

/// Reduced trees, numbered as they are met.
#[derive(Debug)]
pub(super) struct Trees {
    /// More followers than this no tree may have, itself among them.
    most: u32,
    /// By tree: its options, rising.
    options: Vec<Box<[u32]>>,
    /// By tree: how many games can be reached, itself among them.
    followers: Vec<u32>,
    /// By tree: whether the player to move wins it.
    wins: Vec<bool>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// Sums of two, the smaller number first.
    sums: FxHashMap<(u32, u32), u32>,
}

impl Trees {
    /// Nothing but the game without options is known. No tree will have more than `most` followers.
    pub(super) fn new(most: u32) -> Trees {
        Trees {
            most,
            options: vec![Box::default()],
            followers: vec![1],
            // Who cannot move wins.
            wins: vec![true],
            numbers: FxHashMap::from_iter([(Box::default(), NOTHING)]),
            sums: FxHashMap::default(),
        }
    }

    /// More followers no tree has.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// The options of a tree.
    pub(super) fn options(&self, tree: u32) -> &[u32] {
        &self.options[tree as usize]
    }

    /// Whether the player to move wins a tree.
    pub(super) fn wins(&self, tree: u32) -> bool {
        self.wins[tree as usize]
    }

    /// The tree of a game with these options, unless it is too large.
    ///
    /// # Errors
    /// What ran out.
    pub(super) fn of(
        &mut self,
        mut options: Vec<u32>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Exhausted> {
        options.sort_unstable();
        options.dedup();
        if let Some(&tree) = self.numbers.get(&options[..]) {
            return Ok(Some(tree));
        }
        let wins = options.iter().any(|&option| !self.wins(option));
        if let Some(tree) = self.reversed(&options, wins, meter)? {
            return Ok(Some(tree));
        }
        let Some(followers) = self.count(&options) else {
            return Ok(None);
        };
        meter.spend(0, 128 + 8 * options.len() as u64)?;
        let options: Box<[u32]> = options.into();
        let tree = self.options.len() as u32;
        self.numbers.insert(options.clone(), tree);
        self.options.push(options);
        self.followers.push(followers);
        self.wins.push(wins);
        Ok(Some(tree))
    }

    /// What a game with these options, rising, is equal to because all its other options are reversible.
    fn reversed(
        &self,
        options: &[u32],
        wins: bool,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Exhausted> {
        let is_in = |all: &[u32], one: &u32| all.binary_search(one).is_ok();
        let within = |tree: u32| self.options(tree).iter().all(|one| is_in(options, one));
        // Some option is no option of what is sought, which is then one of its options.
        for &option in options {
            for &back in self.options(option) {
                meter.step(20 * options.len() as u64)?;
                let kept = self.options(back);
                let reversible = |one: &u32| is_in(kept, one) || is_in(self.options(*one), &back);
                if (back != NOTHING || wins) && within(back) && options.iter().all(reversible) {
                    return Ok(Some(back));
                }
            }
        }
        Ok(None)
    }

    /// How many followers a game with these options has, itself among them, if not too many.
    fn count(&self, options: &[u32]) -> Option<u32> {
        let (mut seen, mut open) = (FxHashSet::default(), options.to_vec());
        while let Some(tree) = open.pop() {
            if seen.insert(tree) {
                if seen.len() >= self.most as usize {
                    return None;
                }
                open.extend_from_slice(self.options(tree));
            }
        }
        Some(1 + seen.len() as u32)
    }

    /// The tree of a sum of two, unless it is too large. Whether it is depends on nothing but the two.
    ///
    /// # Errors
    /// What ran out.
    pub(super) fn sum(
        &mut self,
        one: u32,
        other: u32,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Exhausted> {
        let followers = |tree: u32| u64::from(self.followers[tree as usize]);
        match followers(one) * followers(other) <= u64::from(self.most) {
            true => self.added(one, other, meter).map(Some),
            false => Ok(None),
        }
    }

    /// The same of two whose sum has few followers, and so has few moves to its end: calls stand no deeper.
    fn added(&mut self, one: u32, other: u32, meter: &mut Meter) -> Result<u32, Exhausted> {
        let pair = (one.min(other), one.max(other));
        if pair.0 == NOTHING {
            return Ok(pair.1);
        }
        if let Some(&sum) = self.sums.get(&pair) {
            return Ok(sum);
        }
        meter.spend(0, 2 * 16)?;
        let mut options = Vec::new();
        for (moved, rest) in [pair, (pair.1, pair.0)] {
            for option in self.options(moved).to_vec() {
                options.push(self.added(option, rest, meter)?);
            }
        }
        // Followers of a sum are sums of followers, and a reduced tree has no more.
        let sum = self.of(options, meter)?.unwrap_or(NOTHING);
        self.sums.insert(pair, sum);
        Ok(sum)
    }

    /// Puts trees together as far as sums of two are small: the fewer remain, the more positions are alike.
    ///
    /// # Errors
    /// What ran out.
    pub(super) fn fold(
        &mut self,
        trees: &mut Vec<u32>,
        meter: &mut Meter,
    ) -> Result<(), Exhausted> {
        trees.sort_unstable_by_key(|&tree| (self.followers[tree as usize], tree));
        let mut last: Option<u32> = None;
        let mut kept = 0;
        for place in 0..trees.len() {
            let tree = trees[place];
            let sum = match last {
                Some(last) => self.sum(last, tree, meter)?,
                None => None,
            };
            match sum {
                Some(sum) => trees[kept - 1] = sum,
                None => {
                    trees[kept] = tree;
                    kept += 1;
                }
            }
            last = Some(trees[kept - 1]);
        }
        trees.truncate(kept);
        trees.retain(|&tree| tree != NOTHING);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::budget::Budget;

    /// Games by the lists of their options' numbers, each of smaller ones.
    type Games = Vec<Vec<usize>>;

    /// Whether the player to move wins a sum under misère play, by the definition.
    fn wins(games: &Games, sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
        if let Some(&known) = known.get(sum) {
            return known;
        }
        let mut any = false;
        let mut won = false;
        for place in 0..sum.len() {
            for &option in &games[sum[place]] {
                let mut after = sum.to_vec();
                after[place] = option;
                after.sort_unstable();
                any = true;
                won |= !wins(games, &after, known);
            }
        }
        known.insert(sum.to_vec(), won || !any);
        won || !any
    }

    fn meter() -> Meter {
        Meter::new(&Budget::default())
    }

    /// The trees of games, of which none is too large.
    fn trees_of(games: &Games, trees: &mut Trees) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::new();
        for options in games {
            let options = options.iter().map(|&option| numbers[option]).collect();
            let tree = trees.of(options, &mut meter());
            numbers.push(tree.expect("in the budget").expect("small"));
        }
        numbers
    }

    /// Random games, sums of up to four of them: the outcome of the tree of the sum, and of what equal trees stand for.
    #[test]
    fn trees_agree_with_the_definition() {
        let mut seed = 7u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let (mut merged, mut compared) = (0, 0);
        for _ in 0..60 {
            let mut games: Games = vec![vec![]];
            for number in 1..9 {
                let most = number.min(5);
                let options = (0..=random(most)).map(|_| random(number)).collect();
                games.push(options);
            }
            let mut trees = Trees::new(1 << 20);
            let numbers = trees_of(&games, &mut trees);
            let mut known = HashMap::new();
            let last = games.len();
            for one in 0..last {
                for other in one..last {
                    for third in other..last {
                        for fourth in [0, third, (third + 3) % last, last - 1] {
                            let mut sum = vec![one, other, third, fourth];
                            sum.sort_unstable();
                            let expected = wins(&games, &sum, &mut known);
                            let mut folded: Vec<u32> =
                                sum.iter().map(|&game| numbers[game]).collect();
                            trees.fold(&mut folded, &mut meter()).expect("small");
                            let tree = folded.first().copied().unwrap_or(NOTHING);
                            assert!(folded.len() < 2);
                            assert_eq!(trees.wins(tree), expected, "{games:?} {sum:?}");
                            compared += 1;
                        }
                    }
                    merged += usize::from(one != other && numbers[one] == numbers[other]);
                }
            }
        }
        assert!(merged > 100 && compared > 10_000, "{merged} {compared}");
    }

    /// Games born by day 4 are 22 up to equality, and no two of them may be told equal (Conway, ONAG, chapter 12: 1, 2, 3, 5, 22).
    #[test]
    fn as_many_as_are_born_by_day_four() {
        let mut trees = Trees::new(1 << 20);
        let mut born = vec![NOTHING];
        for expected in [2, 3, 5, 22] {
            let before = born.clone();
            for set in 0..1usize << before.len() {
                let chosen = (0..before.len()).filter(|place| set >> place & 1 == 1);
                let options = chosen.map(|place| before[place]).collect();
                let tree = trees.of(options, &mut meter()).expect("in the budget");
                born.push(tree.expect("small"));
            }
            born.sort_unstable();
            born.dedup();
            assert_eq!(born.len(), expected);
        }
    }

    /// The mex rule and sums of heaps, with their conditions.
    #[test]
    fn nim_heaps() {
        let mut trees = Trees::new(1 << 20);
        let mut of = |options: &[u32]| trees.of(options.to_vec(), &mut meter()).expect("small");
        let mut heaps: Vec<u32> = Vec::new();
        for _ in 0..6 {
            heaps.push(of(&heaps).expect("small"));
        }
        for set in 1usize..64 {
            let chosen: Vec<u32> = (0..6)
                .filter(|heap| set >> heap & 1 == 1)
                .map(|heap| heaps[heap])
                .collect();
            let mex = set.trailing_ones() as usize;
            let tree = of(&chosen).expect("small");
            if set & 3 == 0 {
                assert!(!heaps.contains(&tree), "{set}");
            } else if mex < 6 {
                assert_eq!(tree, heaps[mex], "{set}");
            }
        }
        let mut sum = |one: usize, other: usize| {
            let sum = trees.sum(heaps[one], heaps[other], &mut meter());
            sum.expect("in the budget").expect("small")
        };
        assert_eq!(sum(1, 1), NOTHING);
        assert_eq!(sum(2, 1), heaps[3]);
        assert_eq!(sum(3, 1), heaps[2]);
        assert_ne!(sum(2, 2), NOTHING);
        // 2 + 2 is lost under misère play, and nothing is won.
        assert!(!trees.wins(trees.sums[&(heaps[2], heaps[2])]));
    }

    /// What is too large says so, and whether it is does not depend on what is known.
    #[test]
    fn large_trees_are_none() {
        let mut trees = Trees::new(4);
        let mut heaps: Vec<u32> = Vec::new();
        for _ in 0..4 {
            let heap = trees
                .of(heaps.clone(), &mut meter())
                .expect("in the budget");
            heaps.push(heap.expect("small"));
        }
        assert_eq!(trees.of(heaps.clone(), &mut meter()), Ok(None));
        assert_eq!(
            trees.sum(heaps[1], heaps[1], &mut meter()),
            Ok(Some(NOTHING))
        );
        assert_eq!(trees.sum(heaps[2], heaps[1], &mut meter()), Ok(None));
        let mut little = Meter::new(&Budget {
            bytes: 10,
            ..Budget::default()
        });
        assert!(Trees::new(9).of(vec![NOTHING], &mut little).is_err());
    }
}
