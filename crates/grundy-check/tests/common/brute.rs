//! Games by brute force, which knows only their rules, and the claims that their values suggest.
//!
//! The values of all ways to leave so many heaps of so many stones are kept as sets of bits; putting one more heap beside
//! them turns a set into its translate by a nim-sum. So heap N costs N steps of some words, whatever the number of
//! heaps left, and many thousand games can be held against what is claimed of them.

/// Numbers drawn from a seed (a linear congruential generator with its upper digits folded in).
#[derive(Clone, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 29) ^ self.0 >> 47) % limit
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// The rules of a game of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    /// By digits, that of no removal first; heaps left two at a time may have to differ, and small ones not be split.
    Code {
        digits: Vec<u8>,
        unequal: bool,
        least: usize,
    },
    /// By the numbers that may be taken, or that may not.
    Take { set: Vec<usize>, all_but: bool },
}

impl Game {
    pub(crate) fn code(digits: &[u8]) -> Game {
        Game::Code {
            digits: digits.to_vec(),
            unequal: false,
            least: 0,
        }
    }

    /// As certificates write it.
    pub(crate) fn name(&self) -> String {
        match self {
            Game::Code {
                digits,
                unequal,
                least,
            } => {
                let digit = |digit: &u8| match digit {
                    0..16 => format!("{digit:x}"),
                    _ => {
                        let heaps = (0..8).filter(|heaps| digit >> heaps & 1 == 1);
                        let heaps: Vec<String> = heaps.map(|heaps| heaps.to_string()).collect();
                        format!("{{{}}}", heaps.join(","))
                    }
                };
                let mut name = digit(&digits[0]) + ".";
                name.extend(digits[1..].iter().map(digit));
                let words = [
                    unequal.then(|| "unequal".to_owned()),
                    (*least > 0).then(|| format!("least{least}")),
                ];
                let words: Vec<String> = words.into_iter().flatten().collect();
                if words.is_empty() {
                    name
                } else {
                    name + ":" + &words.join(",")
                }
            }
            Game::Take { set, all_but } => {
                let set: Vec<String> = set.iter().map(usize::to_string).collect();
                format!("take:{}{}", if *all_but { "!" } else { "" }, set.join(","))
            }
        }
    }

    /// The greatest number of stones that a move removes, or may not.
    pub(crate) fn farthest(&self) -> usize {
        match self {
            Game::Code { digits, .. } => digits.iter().rposition(|&digit| digit != 0).unwrap_or(0),
            Game::Take { set, .. } => set.iter().copied().max().unwrap_or(0),
        }
    }

    /// The greatest number of heaps that a move leaves, at least 1.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Game::Code { digits, .. } => {
                let most = digits
                    .iter()
                    .map(|digit| digit.checked_ilog2().unwrap_or(0));
                most.max().unwrap_or(0).max(1) as usize
            }
            Game::Take { .. } => 1,
        }
    }

    /// The values of the heaps below `count`.
    pub(crate) fn values(&self, count: usize) -> Vec<u32> {
        (0..)
            .find_map(|power| self.within(1 << power, count))
            .expect("values are finite")
    }

    /// The same if they are below 64 times `words`.
    fn within(&self, words: usize, count: usize) -> Option<Vec<u32>> {
        let mut values: Vec<u32> = Vec::with_capacity(count);
        // The nim-sums of j heaps of m stones together, by j - 2 and m.
        let mut sums = vec![vec![0u64; words * count]; self.parts() - 1];
        let mut options = vec![0u64; words];
        for heap in 0..count {
            options.fill(0);
            match self {
                Game::Take { set, all_but } => {
                    for take in 1..=heap {
                        if set.contains(&take) != *all_but {
                            let value = values[heap - take] as usize;
                            options[value / 64] |= 1 << (value % 64);
                        }
                    }
                }
                Game::Code {
                    digits,
                    unequal,
                    least,
                } => {
                    let place = heap * words;
                    for one in 1..heap {
                        let (other, value) = (heap - one, values[one] as usize);
                        if !(*unequal && one == other) {
                            let sum = value ^ values[other] as usize;
                            if let Some(pairs) = sums.first_mut() {
                                pairs[place + sum / 64] |= 1 << (sum % 64);
                            }
                        }
                        for more in 1..sums.len() {
                            let (fewer, sums) = sums.split_at_mut(more);
                            let from = &fewer[more - 1][other * words..][..words];
                            translate(from, value, &mut sums[0][place..place + words]);
                        }
                    }
                    for (removed, &digit) in digits.iter().enumerate().take(heap + 1) {
                        let left = heap - removed;
                        if digit & 1 != 0 && left == 0 {
                            options[0] |= 1;
                        }
                        if digit & 2 != 0 && left > 0 {
                            let value = values[left] as usize;
                            options[value / 64] |= 1 << (value % 64);
                        }
                        for (sums, parts) in sums.iter().zip(2..) {
                            if digit >> parts & 1 != 0 && heap >= *least {
                                let sums = &sums[left * words..][..words];
                                (options.iter_mut().zip(sums)).for_each(|(all, one)| *all |= one);
                            }
                        }
                    }
                }
            }
            let word = options.iter().position(|&word| word != u64::MAX)?;
            values.push((64 * word) as u32 + options[word].trailing_ones());
        }
        Some(values)
    }
}

/// Adds to `sums` the nim-sums of `value` with the numbers of a set.
fn translate(set: &[u64], value: usize, sums: &mut [u64]) {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (place, &word) in set.iter().enumerate() {
        let mut word = word;
        for (digit, low) in LOW.iter().enumerate() {
            if value >> digit & 1 == 1 {
                word = (word & low) << (1 << digit) | (word >> (1 << digit)) & low;
            }
        }
        sums[place ^ (value / 64)] |= word;
    }
}

/// Which games and theorems are hunted through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Codes that leave three heaps, with values that grow.
    Growing,
    /// Codes of any number of heaps, with values that repeat.
    Breaking,
    /// Finite sets of takes.
    Taking,
    /// All takes but some.
    AllBut,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [Kind::Growing, Kind::Breaking, Kind::Taking, Kind::AllBut];

    /// A game of the kind.
    pub(crate) fn game(self, dice: &mut Dice) -> Game {
        let digits = |dice: &mut Dice, most: u64, first: &[u8]| {
            let mut digits = vec![dice.one_of(first)];
            for _ in 0..1 + dice.below(7) {
                let none = dice.below(3) == 0;
                digits.push(if none { 0 } else { dice.below(most) as u8 });
            }
            digits
        };
        match self {
            Kind::Growing => Game::Code {
                digits: digits(dice, 16, &[0, 0, 4, 8, 12]),
                unequal: false,
                least: if dice.below(16) == 0 { 7 } else { 0 },
            },
            Kind::Breaking => {
                let most = dice.one_of(&[4, 8, 8, 8, 16, 32]);
                let unequal = most == 8 && dice.below(3) == 0;
                let first: &[u8] = if most == 4 { &[0] } else { &[0, 0, 4] };
                Game::Code {
                    digits: digits(dice, most, first),
                    unequal,
                    least: if dice.below(4) == 0 {
                        dice.below(20) as usize
                    } else {
                        0
                    },
                }
            }
            Kind::Taking | Kind::AllBut => {
                let most = dice.one_of(&[4, 9, 20]);
                let mut set: Vec<usize> = (0..1 + dice.below(5))
                    .map(|_| 1 + dice.below(most) as usize)
                    .collect();
                set.sort_unstable();
                set.dedup();
                let all_but = self == Kind::AllBut;
                Game::Take { set, all_but }
            }
        }
    }

    pub(crate) fn theorem(self) -> &'static str {
        match self {
            Kind::Growing | Kind::AllBut => "arithmetic",
            Kind::Breaking => "guy-smith",
            Kind::Taking => "subtraction",
        }
    }

    pub(crate) fn grows(self) -> bool {
        matches!(self, Kind::Growing | Kind::AllBut)
    }
}

/// That values are greater by `saltus` after `period` from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) period: usize,
    pub(crate) preperiod: usize,
    pub(crate) saltus: u32,
    /// The first heap whose value is another, if it is among those known.
    pub(crate) fails: Option<usize>,
}

impl Run {
    /// What becomes of a claim if it is held against the values.
    pub(crate) fn held(values: &[u32], period: usize, preperiod: usize, saltus: u32) -> Run {
        let wrong = |heap: &usize| values[*heap] != values[heap - period].wrapping_add(saltus);
        Run {
            period,
            preperiod,
            saltus,
            fails: (preperiod + period..values.len()).find(wrong),
        }
    }

    /// Whether neither a part of the period nor an earlier beginning would do.
    pub(crate) fn is_least(&self, values: &[u32]) -> bool {
        let step = |heap: usize, by: usize| values[heap + by].wrapping_sub(values[heap]);
        let first = self.preperiod;
        let parts = (1..self.period).filter(|part| self.period.is_multiple_of(*part));
        let shorter = |part: usize| {
            (first..values.len() - part).all(|heap| step(heap, part) == step(first, part))
        };
        let earlier = first > 0 && step(first - 1, self.period) == self.saltus;
        !earlier && !{ parts }.any(shorter)
    }

    /// Below which heap the definition must be seen to hold, at least, before anything is proved of a claim.
    pub(crate) fn bound(&self, game: &Game) -> usize {
        let (first, farthest) = (self.preperiod.max(1), game.farthest());
        match game {
            Game::Take { .. } => self.preperiod + self.period + farthest,
            Game::Code { least, .. } if self.saltus > 0 => {
                (3 * first + farthest).max(*least) + 2 * self.period
            }
            Game::Code { unequal, least, .. } => {
                let parts = game.parts();
                let bound = match unequal {
                    true => 2 * first + 3 * self.period + farthest,
                    false => parts * (first + self.period) + farthest + 1 - parts,
                };
                bound.max(least + self.period)
            }
        }
    }
}

/// The longest runs of all periods up to `longest`: no heap before fits, nor one behind that is known.
pub(crate) fn runs(values: &[u32], longest: usize) -> Vec<Run> {
    let mut runs = Vec::new();
    for period in 1..=longest.min(values.len() - 1) {
        let step = |heap: usize| values[heap + period].wrapping_sub(values[heap]);
        let mut first = 0;
        for heap in 0..values.len() - period {
            if step(heap) != step(first) {
                runs.push((period, first, step(first), Some(heap + period)));
                first = heap;
            }
        }
        runs.push((period, first, step(first), None));
    }
    let rising = runs.into_iter().filter(|run| run.2 < 1 << 31);
    rising
        .map(|(period, preperiod, saltus, fails)| Run {
            period,
            preperiod,
            saltus,
            fails,
        })
        .collect()
}
