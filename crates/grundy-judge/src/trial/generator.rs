//! Which cases are made up: all that are small, random ones, and those at which programs are often wrong.

use super::case::{Case, Place, range};
use super::draw::{Choose, draw};
use super::far::Far;
use super::random::Random;
use super::told::told;
use crate::format::{Field, Format, Item, OwnPlace};
use crate::run::Limits;

/// Makes cases of a format, the same for the same seed.
///
/// ```
/// use grundy_judge::trial::{Generator, input};
/// let format = grundy_judge::find("cses1098").unwrap();
/// let mut generator = Generator::new(format, 7);
/// let cases = [generator.medium(), generator.adversarial()];
/// let mut answers = Vec::new();
/// let summary = grundy_judge::run(format, input(format, &cases).as_bytes(), &mut answers)?;
/// assert_eq!(summary.cases, 2);
/// # Ok::<(), grundy_judge::JudgeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator<'f> {
    format: &'f Format,
    random: Random,
    reach: Reach,
}

/// How far above their least the numbers of random cases may be, and how many rows they may have more than the fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Rows.
    pub rows: u64,
    /// Numbers.
    pub numbers: u64,
}

impl Reach {
    /// All that the ranges allow.
    pub const WHOLE: Reach = Reach {
        rows: u64::MAX,
        numbers: u64::MAX,
    };

    /// The end of a range of rows or of numbers.
    fn cut(self, low: u64, high: u64, rows: bool) -> u64 {
        let most = if rows { self.rows } else { self.numbers };
        high.min(low.saturating_add(most))
    }
}

/// Up to so many rows more than the fewest, all numbers of rows come about equally often.
const FEW_ROWS: u64 = 8;

impl<'f> Generator<'f> {
    /// Makes cases of this format.
    pub fn new(format: &'f Format, seed: u64) -> Generator<'f> {
        Generator {
            format,
            random: Random(seed),
            reach: Reach::WHOLE,
        }
    }

    /// Random cases and those of extremes stay within this from now on; without it they go to the ends of the ranges.
    pub fn keep_within(&mut self, reach: Reach) {
        self.reach = reach;
    }

    /// All cases of one row, and all of at most two, whose numbers are at most so much above the least of their ranges,
    /// where so much is as large as it can be with at most so many cases; of more rows where those are few; the simplest
    /// first.
    pub fn small(&self, most: usize) -> Vec<Case> {
        // Of a rule on lists the numbers grow, as they do where all rules are on numbers.
        let own = self.format.own.as_ref();
        let own = own.filter(|own| !matches!(own.place(), OwnPlace::List(_)));
        let numbers = own.is_none();
        let mut cases =
            own.map_or_else(Vec::new, |own| super::kinds::small(self.format, own, most));
        for rows in [1, 2].into_iter().filter(|_| numbers) {
            let mut largest = Vec::new();
            for width in WIDTHS {
                let Some(more) = every(self.format, rows, width, most / 2) else {
                    break;
                };
                largest = more;
            }
            cases.append(&mut largest);
        }
        // Where that is little, more rows, of numbers that are smaller.
        for rows in 3..=MOST_ROWS {
            let room = most.saturating_sub(cases.len());
            if room < most / 2 {
                break;
            }
            let within = WIDTHS
                .iter()
                .map_while(|&width| every(self.format, rows, width, room));
            cases.extend(within.last().unwrap_or_default());
        }
        cases.retain(|case| self.has_sets(case));
        cases.sort_by_cached_key(|case| (case.size(), case.clone()));
        cases.dedup();
        cases
    }

    /// A random case: its numbers are of all sizes within the ranges, and its rows are mostly few.
    pub fn medium(&mut self) -> Case {
        // Most interesting things happen among small numbers, but not all.
        let part = self.random.within(0, 4);
        let mut chooser = Medium {
            random: &mut self.random,
            part,
            reach: self.reach,
        };
        let case = draw(self.format, &mut chooser);
        self.tidied(case)
    }

    /// A case of extremes: ends of the ranges, powers of two and their neighbours, equal numbers, one row.
    pub fn adversarial(&mut self) -> Case {
        let few = self.random.once_in(4);
        let mut chooser = Extremes {
            random: &mut self.random,
            last: vec![None; self.format.layout.names().len()],
            few,
            reach: self.reach,
        };
        let case = draw(self.format, &mut chooser);
        self.tidied(case)
    }

    /// A case of numbers of all sizes, of a format that is wide: near the bounds up to which patterns are looked for,
    /// squares, powers of 2 and of 10 and their neighbours, nim-sums of 0, and random ones; few rows.
    pub(super) fn far(&mut self) -> Case {
        self.far_from(None)
    }

    /// The same, of which about every second number is this one, where its range has it.
    pub(super) fn near(&mut self, number: u64) -> Case {
        const TRIED: usize = 4;
        let mut case = self.far_from(Some(number));
        for _ in 1..TRIED {
            if case.lists().flatten().any(|&one| one == number) {
                break;
            }
            case = self.far_from(Some(number));
        }
        case
    }

    fn far_from(&mut self, number: Option<u64>) -> Case {
        let mut chooser = Far::new(&mut self.random, self.format, number);
        let case = draw(self.format, &mut chooser);
        self.tidied(case)
    }

    /// Cases near each other of which the mover of some loses and of others wins: one number of a random case goes
    /// through a stretch of its range, and where who wins changes, both are taken.
    pub fn balanced(&mut self, limits: &Limits) -> Vec<Case> {
        const TRIED: u64 = 48;
        let case = self.medium();
        let Some(place) = self.number_of(&case) else {
            return vec![case];
        };
        let (low, high) = range(self.format, place.field);
        let high = self.reach.cut(low, high, false);
        let from = if self.random.once_in(2) {
            low
        } else {
            self.random.within(low, high.saturating_sub(TRIED).max(low))
        };
        let variants: Vec<Case> = (from..=high.min(from.saturating_add(TRIED)))
            .map(|number| {
                let mut variant = case.clone();
                place.put(&mut variant, number);
                variant.counted(&self.format.layout);
                variant
            })
            .filter(|variant| variant.stands(self.format))
            .filter(|variant| variant.is_allowed(self.format) || !case.is_allowed(self.format))
            .collect();
        let wins: Vec<Option<bool>> = told(self.format, limits, &variants)
            .into_iter()
            .map(|told| told.and_then(|told| told.mover_wins))
            .collect();
        let changes = |place: usize| {
            let near = [place.checked_sub(1), place.checked_add(1)];
            let mut near = near.iter().flatten().filter_map(|&near| wins.get(near));
            wins[place].is_some() && near.any(|other| other.is_some() && *other != wins[place])
        };
        let kept = (0..variants.len()).filter(|&place| changes(place)).take(8);
        let kept: Vec<Case> = kept.map(|place| variants[place].clone()).collect();
        if kept.is_empty() { vec![case] } else { kept }
    }

    /// Where a number of a case stands that counts nothing.
    fn number_of(&mut self, case: &Case) -> Option<Place> {
        let all = Place::all(self.format, case);
        let last = all.len().checked_sub(1)? as u64;
        let place = self.random.within(0, last);
        all.get(usize::try_from(place).ok()?).copied()
    }

    /// Whether the lists that are parameters of the rule grow without repetition.
    fn has_sets(&self, case: &Case) -> bool {
        let parameters = self.format.parameters();
        let mut lists = self.format.layout.head().iter().zip(&case.head);
        lists.all(|(item, entries)| {
            let is_set = matches!(item, Item::Rows(fields, _) if fields.len() == 1 && parameters.contains(&fields[0]) && self.format.apart_of(fields[0]).is_none());
            !is_set || entries.is_sorted_by(|one, next| one < next)
        })
    }

    /// Sets are made sets, as statements want them; other lists are sorted now and then, for games on a line.
    fn tidied(&mut self, mut case: Case) -> Case {
        let format = self.format;
        let parameters = format.parameters();
        let sorted = self.random.once_in(4);
        let before = case.clone();
        for (item, entries) in format.layout.head().iter().zip(&mut case.head) {
            if let Item::Rows(fields, _) = item
                && let [field] = fields[..]
                && (sorted || parameters.contains(&field))
                && format.apart_of(field).is_none()
            {
                entries.sort_unstable();
                // What comes in pairs has to stay so.
                if format.steps.is_empty() {
                    entries.dedup();
                }
            }
        }
        case.counted(&format.layout);
        let is_allowed = case.is_allowed(format) || !before.is_allowed(format);
        if case.stands(format) && is_allowed {
            case
        } else {
            before
        }
    }
}

/// How far the numbers of small cases may be above their least.
const WIDTHS: [u64; 19] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 30, 40, 60, 100, 200, 400, 1000,
];

/// How many rows small cases have at most.
const MOST_ROWS: u64 = 8;

/// All cases within a width, if they are not more than so many.
pub(super) fn every(format: &Format, rows: u64, width: u64, most: usize) -> Option<Vec<Case>> {
    let mut chooser = InTurn {
        rows,
        width,
        chosen: Vec::new(),
        at: 0,
    };
    let mut cases = Vec::new();
    // Where a case is long by its layout, even few are much work.
    let mut work = 0;
    loop {
        chooser.at = 0;
        let case = draw(format, &mut chooser);
        work += 1 + chooser.at / 64;
        cases.push(case);
        if work > most {
            return None;
        }
        if !chooser.next() {
            return Some(cases);
        }
    }
}

/// Chooses everything, one after the other.
struct InTurn {
    rows: u64,
    width: u64,
    /// How far above the least each choice is, and how far it can be.
    chosen: Vec<(u64, u64)>,
    at: usize,
}

impl InTurn {
    /// Goes on to the next choices, if there are some.
    fn next(&mut self) -> bool {
        self.chosen.truncate(self.at);
        while let Some((above, most)) = self.chosen.pop() {
            if above < most {
                self.chosen.push((above + 1, most));
                return true;
            }
        }
        false
    }
}

impl Choose for InTurn {
    fn choose(&mut self, _: Field, low: u64, high: u64, rows: bool) -> u64 {
        let most = if rows {
            self.rows.saturating_sub(low.min(self.rows))
        } else {
            self.width
        };
        let most = most.min(high - low);
        if self.at == self.chosen.len() {
            self.chosen.push((0, most));
        }
        let above = self.chosen[self.at].0;
        self.at += 1;
        low + above
    }
}

/// Chooses at random, up to a part of the range.
struct Medium<'r> {
    random: &'r mut Random,
    /// How many times the range is made shorter.
    part: u64,
    reach: Reach,
}

impl Choose for Medium<'_> {
    fn choose(&mut self, _: Field, low: u64, high: u64, rows: bool) -> u64 {
        let high = self.reach.cut(low, high, rows);
        let width = high - low;
        // Thousands of rows are much work, and say little more than a few.
        let is_long = rows && width > FEW_ROWS && !self.random.once_in(FEW_ROWS);
        let width = match self.part {
            _ if is_long => width >> self.random.within(0, width.ilog2().into()),
            0 => width,
            1 => width / 2,
            2 => width / 10,
            // Numbers of all lengths.
            _ => {
                width
                    >> self
                        .random
                        .within(0, width.checked_ilog2().unwrap_or(0).into())
            }
        };
        self.random.within(low, low + width.max(3.min(high - low)))
    }

    fn random(&mut self) -> Option<&mut Random> {
        Some(self.random)
    }
}

/// Chooses extremes.
struct Extremes<'r> {
    random: &'r mut Random,
    last: Vec<Option<u64>>,
    /// Whether there is as little as possible.
    few: bool,
    reach: Reach,
}

impl Choose for Extremes<'_> {
    fn choose(&mut self, field: Field, low: u64, high: u64, rows: bool) -> u64 {
        if rows && self.few {
            return low;
        }
        let high = self.reach.cut(low, high, rows);
        if rows && high - low > FEW_ROWS && !self.random.once_in(FEW_ROWS) {
            return self.random.within(low, low + FEW_ROWS);
        }
        let near_power = |random: &mut Random| {
            let most = high.checked_ilog2().unwrap_or(0);
            let power = 1u64 << random.within(0, most.into());
            [power, power - 1, power.saturating_add(1)][random.within(0, 2) as usize]
        };
        let number = match self.random.within(0, 7) {
            0 => low,
            1 => high,
            2 | 3 => self.last[field].unwrap_or(low),
            4 => self.last[field].map_or(high, |last| last.saturating_add(1)),
            5 | 6 => near_power(self.random),
            _ => self.random.within(low, high),
        };
        let number = number.clamp(low, high);
        self.last[field] = Some(number);
        number
    }

    fn random(&mut self) -> Option<&mut Random> {
        Some(self.random)
    }
}
