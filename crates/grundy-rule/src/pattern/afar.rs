//! Values far beyond the range in which patterns are found, for rules that may say something else of large numbers: a longer table
//! as far as it is cheap, and positions of every size up to 10^18 where little follows from one.

use super::data::Data;
use super::finding::{Form, Spread, Subject};
use super::reach::Reach;
use super::told::Teller;
use crate::budget::{Exhausted, Meter};
use crate::rule::{Rule, Singles, Unfilled};

/// What a longer table of heaps may cost, in numbers gone through, and one of pairs.
const TABLE: u64 = 8_000_000;
const PAIRS: u64 = 150_000;

/// The short side of long tables of pairs.
const NARROW: usize = 6;

/// What one position may cost, and all of them.
const ONE: u64 = 30_000;
const ALL: u64 = 400_000;

/// Positions tried of every size.
const OF_A_SIZE: u64 = 8;

/// The size up to which values are to be had: 2^40 is beyond what any table reaches.
const FAR: u32 = 40;

/// The least table of heaps that says something of a root or a logarithm where single positions cost too much.
const LONG: usize = 1 << 17;

/// What was worked out.
#[derive(Debug)]
pub(super) struct Afar {
    /// The bound below which all positions were looked at.
    pub(super) to: u64,
    /// Long tables: their sizes and values.
    tables: Vec<(Vec<usize>, Vec<u32>)>,
    single: Vec<(Vec<u64>, u32)>,
    /// The least size, as a power of 2, of which no position could be looked at within its cost.
    costly: Option<u32>,
}

/// What becomes of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It holds at all that was looked at.
    Holds {
        /// The bound below which every position was looked at.
        to: u64,
        /// Positions beyond.
        spread: Option<Spread>,
    },
    /// It does not hold there.
    Fails(Vec<u64>),
    /// Too little could be looked at.
    Untried,
}

/// Numbers that look random, the same in every run.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number with so many binary digits: one at random, a square, a power of 2 or a round number, or a neighbour of these.
    fn of_size(&mut self, bits: u32, kind: u64) -> u64 {
        let least = 1u64 << (bits - 1);
        let random = least + self.next() % least;
        let near = |number: u64, by: u64| number.saturating_add(by).saturating_sub(1);
        match kind % 8 {
            0 => least - 1,
            1 => near(least, 1 + self.next() % 2),
            2 => near(random.isqrt().pow(2), self.next() % 3),
            3 => {
                let round = 10u64.pow(random.ilog10());
                near(random / round * round, self.next() % 3)
            }
            4 => near(random.isqrt().isqrt().pow(4), self.next() % 3),
            _ => random,
        }
    }
}

impl Afar {
    /// Looks as far as it is cheap.
    pub(super) fn look(
        rule: &Rule,
        reach: Reach,
        data: &Data,
        meter: &mut Meter,
    ) -> Result<Afar, Exhausted> {
        let mut afar = Afar {
            to: data.checked(),
            tables: Vec::new(),
            single: Vec::new(),
            costly: None,
        };
        let cells = match data.sizes[..] {
            [side] => {
                // A factor shows itself again in numbers a few times as large.
                let longest = match reach {
                    Reach::Slow => LONG.max(side),
                    _ => side.saturating_mul(4),
                };
                afar.heaps(rule, side, longest, meter)?
            }
            [..] => {
                if data.sizes.len() == 2 {
                    afar.pairs(rule, &data.sizes, meter)?;
                }
                None
            }
        };
        let (sizes, cells) = cells.map_or_else(
            || (data.sizes.clone(), data.cells.clone()),
            |cells| (vec![cells.len()], cells),
        );
        let mut singles = Singles::new(rule, sizes, cells);
        let told = afar.singles(rule.arity(), &mut singles, meter);
        let (sizes, cells) = singles.into_cells();
        if sizes.len() == 1 {
            afar.to = cells.len() as u64;
            afar.tables.push((sizes, cells));
        }
        told.map(|()| afar)
    }

    /// The longest table of heaps that is cheap.
    fn heaps(
        &self,
        rule: &Rule,
        side: usize,
        longest: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<u32>>, Exhausted> {
        let mut best = None;
        // What comes after this needs its part too.
        let most = TABLE.min(meter.positions_left() / 3);
        let (mut length, mut allowed) = (side.saturating_mul(4), most);
        while length <= longest {
            let mut part = meter.at_most(allowed);
            let before = part.positions_left();
            let told = rule.table(&[length], &mut part);
            let spent = before.saturating_sub(part.positions_left());
            pay(meter, spent)?;
            match told {
                Ok(table) => best = Some(table.into_cells()),
                Err(Unfilled::Exhausted(Exhausted::Interrupted)) => {
                    return Err(Exhausted::Interrupted);
                }
                Err(_) => break,
            }
            // The next is four times as long, and costs four times as much at least; if all of it is hardly dearer, it is all.
            allowed = allowed.saturating_sub(spent);
            if length == longest || spent.saturating_mul(4) > allowed {
                break;
            }
            let to_longest = (spent / length as u64 + 1).saturating_mul(longest as u64);
            length = match to_longest <= allowed {
                true => longest,
                false => (length * 4).min(longest),
            };
        }
        Ok(best)
    }

    /// Long tables of pairs, along either side.
    fn pairs(&mut self, rule: &Rule, sides: &[usize], meter: &mut Meter) -> Result<(), Exhausted> {
        for place in 0..2 {
            let mut sizes = [NARROW.min(sides[0]), NARROW.min(sides[1])];
            sizes[place] = sides[place] * 16;
            let mut part = meter.at_most(PAIRS.min(meter.positions_left() / 8));
            let before = part.positions_left();
            let told = rule.table(&sizes, &mut part);
            pay(meter, before.saturating_sub(part.positions_left()))?;
            if let Ok(table) = told {
                self.tables.push((sizes.to_vec(), table.into_cells()));
            }
        }
        Ok(())
    }

    /// Positions of every size.
    fn singles(
        &mut self,
        arity: usize,
        singles: &mut Singles<'_>,
        meter: &mut Meter,
    ) -> Result<(), Exhausted> {
        let mut draw = Draw(0);
        let mut left = ALL.min(meter.positions_left() / 3);
        let first = singles.side().max(4).ilog2() + 1;
        for bits in first..=60 {
            let mut told = false;
            let mut refused = 0;
            for kind in 0..OF_A_SIZE {
                let mut place: Vec<u64> = (0..arity)
                    .map(|_| draw.of_size(bits, kind + draw.0 % 3))
                    .collect();
                if arity > 1 && kind % 2 == 1 {
                    // One large number beside small ones, and numbers of several sizes.
                    for (other, number) in place.iter_mut().enumerate() {
                        if other as u64 != kind / 2 % arity as u64 {
                            *number = draw.next() >> (63 - draw.next() % u64::from(bits).min(63));
                        }
                    }
                }
                let mut part = meter.at_most(left.min(ONE));
                let before = part.positions_left();
                let value = singles.value(&place, &mut part);
                let spent = before.saturating_sub(part.positions_left());
                left = left.saturating_sub(spent);
                pay(meter, spent)?;
                match value {
                    Ok(value) => {
                        told = true;
                        self.single.push((place, value));
                    }
                    Err(Unfilled::Exhausted(Exhausted::Interrupted)) => {
                        return Err(Exhausted::Interrupted);
                    }
                    Err(Unfilled::Exhausted(_)) => refused += 1,
                    // The rule says nothing there.
                    Err(_) => told = true,
                }
                if refused >= 3 && !told {
                    break;
                }
            }
            if !told {
                self.costly = Some(bits);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether so much was looked at that a pattern of a rule of this reach may be told.
    fn suffices(&self, reach: Reach) -> bool {
        let far = self.costly.is_none_or(|bits| bits > FAR);
        let side = self.to.max(
            self.tables
                .iter()
                .flat_map(|(sizes, _)| sizes)
                .max()
                .map_or(0, |&side| side as u64),
        );
        far || reach.is_seen_below(side) || (reach == Reach::Slow && side >= LONG as u64)
    }

    /// Holds a pattern against all of it.
    pub(super) fn verdict(
        &self,
        form: &Form,
        subject: Subject,
        names: &[String],
        reach: Reach,
    ) -> Verdict {
        let Some(teller) = Teller::new(form, subject, names) else {
            return Verdict::Untried;
        };
        let agrees = |place: &[u64], value: u32| {
            let told = teller.tell(place);
            told.is_none_or(|told| told == Data::truth(subject, value))
        };
        let (mut positions, mut most) = (0, 0);
        for (sizes, cells) in &self.tables {
            let mut place = vec![0u64; sizes.len()];
            for &value in cells {
                if !agrees(&place, value) {
                    return Verdict::Fails(place);
                }
                for (number, &size) in place.iter_mut().zip(sizes) {
                    *number += 1;
                    if (*number as usize) < size {
                        break;
                    }
                    *number = 0;
                }
            }
            if sizes.len() > 1 {
                positions += cells.len() as u64;
                most = most.max(sizes.iter().max().map_or(0, |&side| side as u64 - 1));
            }
        }
        for (place, value) in &self.single {
            if !agrees(place, *value) {
                return Verdict::Fails(place.clone());
            }
            let largest = place.iter().max().copied().unwrap_or(0);
            positions += u64::from(largest >= self.to);
            most = most.max(largest);
        }
        if !self.suffices(reach) {
            return Verdict::Untried;
        }
        let to = self.to;
        // What lies hardly beyond the bound is not worth a word.
        let spread = (most / 4 >= to).then_some(Spread {
            positions,
            to: most,
        });
        Verdict::Holds { to, spread }
    }

    /// The data with the longer table, where there is one.
    pub(super) fn longer(&self, data: &Data) -> Option<Data> {
        let (sizes, cells) = self.tables.iter().find(|(sizes, _)| sizes.len() == 1)?;
        (cells.len() > data.cells.len()).then(|| Data {
            names: data.names.clone(),
            small: data.small.clone(),
            sizes: sizes.clone(),
            first: Vec::new(),
            cells: cells.clone(),
        })
    }
}

/// Counts what a part has spent; that the whole has no more is found by whoever asks it next.
fn pay(meter: &mut Meter, spent: u64) -> Result<(), Exhausted> {
    match meter.spend(spent, 0) {
        Err(Exhausted::Interrupted) => Err(Exhausted::Interrupted),
        _ => Ok(()),
    }
}
