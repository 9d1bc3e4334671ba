//! Positions larger than those of which all are looked at: a pattern that holds for every small one may yet be false.
//!
//! They are made up from a fixed seed, so that the answer is the same each time: long ones of small parts, short ones with large parts, mirrored
//! and repeated ones, and whatever chance gives. Each is valued by the solver, with a small part of the budget for each and for all together; those
//! that take more are left out, and a larger budget looks further. Only where something was found among the small ones are larger ones looked at, and a pattern that fails at one of
//! them is not told: the simplest that holds at all of them is, if there is one.

use std::collections::BTreeSet;

use grundy::budget::{Exhausted, Meter};
use grundy::component::Component;
use grundy::pattern::{Report, find_in_sample};
use grundy::{Engine, Game, Message, Play, Solver, message};

use super::{Looked, worth};

/// Most positions that are made up.
pub(super) const MOST: usize = 1_500;

/// Of the positions that may be looked at, so many may be for all that are made up, and of these so many for one.
const FOR_ALL: u64 = 200;
const FOR_ONE: u64 = 20;

/// After so many one after the other that took too much no further one is tried.
const TOO_MANY: usize = 10;

/// What is counted in positions, and what they are worth.
type Rows = Vec<(Vec<u64>, u32)>;

/// A position beyond all small ones.
pub(super) struct Further {
    game: Game,
    counts: Vec<u64>,
    /// Positions whose values are counted too.
    pub(super) rests: Vec<Game>,
    /// Whether no position of this kind is among the small ones.
    pub(super) is_apart: bool,
}

impl Further {
    pub(super) fn new((game, counts): (Game, Vec<u64>)) -> Further {
        Further {
            game,
            counts,
            rests: Vec::new(),
            is_apart: false,
        }
    }
}

/// How larger positions are made up and told.
pub(super) struct Beyond<'r> {
    positions: Box<dyn Iterator<Item = Further> + 'r>,
    /// All small ones and these others, in words.
    told: fn(Message, &Rows) -> Message,
    apart: Option<Message>,
}

impl<'r> Beyond<'r> {
    pub(super) fn new(
        positions: impl Iterator<Item = Further> + 'r,
        told: fn(Message, &Rows) -> Message,
    ) -> Beyond<'r> {
        Beyond {
            positions: Box::new(positions),
            told,
            apart: None,
        }
    }

    /// What those are that are not of the kind of the small ones.
    pub(super) fn apart(self, apart: Message) -> Beyond<'r> {
        Beyond {
            apart: Some(apart),
            ..self
        }
    }
}

impl Looked<'_> {
    /// Patterns that hold at all positions, the larger ones too; where asked, also those that hold but for positions of a kind of their own,
    /// which say so.
    ///
    /// # Errors
    /// That the budget does not suffice.
    pub(in super::super) fn find(
        mut self,
        but_for_some: bool,
        meter: &mut Meter,
    ) -> Result<Report, Exhausted> {
        let first = find_in_sample(&self.sample, meter)?;
        let Some(beyond) = self.beyond.take().filter(|_| !first.findings.is_empty()) else {
            return Ok(first);
        };
        let (Beyond { told, apart, .. }, (alike, others)) = self.values(beyond);
        if alike.is_empty() && others.is_empty() {
            return Ok(first);
        }
        let which = self.sample.which.clone();
        let known = self.sample.rows.len();
        self.sample.rows.extend(alike.iter().cloned());
        self.sample.rows.extend(others.iter().cloned());
        let further = self.sample.rows[known..].to_vec();
        self.sample.which = told(which.clone(), &further);
        let mut report = find_in_sample(&self.sample, meter)?;
        let is_less = but_for_some && report.findings.len() < first.findings.len();
        let Some(apart) = apart.filter(|_| is_less) else {
            return Ok(report);
        };
        // What holds but for positions of a kind of their own is told so.
        self.sample.rows.truncate(known + alike.len());
        let told = match alike.is_empty() {
            true => which,
            false => told(which, &alike),
        };
        self.sample.which = message!(
            "{told}, but it fails for some {apart}",
            "{told}（但对某些{apart}不成立）",
            told = told,
            apart = apart
        );
        let but = find_in_sample(&self.sample, meter)?;
        for finding in but.findings {
            let is_told = |other: &grundy::pattern::Finding| other.subject == finding.subject;
            if !report.findings.iter().any(is_told) {
                report.findings.push(finding);
            }
        }
        Ok(report)
    }

    /// The larger positions that have values, those of the kind of the small ones and others.
    fn values<'b>(&mut self, mut beyond: Beyond<'b>) -> (Beyond<'b>, (Rows, Rows)) {
        let solver = &mut self.solver;
        let play = self.sample.play;
        let mut looked_at = 0;
        let for_all = solver.budget.positions / FOR_ALL;
        solver.budget.positions = for_all / FOR_ONE;
        let (mut alike, mut others) = (Rows::new(), Rows::new());
        let mut failed = 0;
        for further in &mut beyond.positions {
            if failed >= TOO_MANY || looked_at > for_all || is_late(solver) {
                break;
            }
            let mut counts = further.counts;
            let rests = further.rests.iter();
            let rests = rests.map(|rest| cheap(solver, rest, play, &mut looked_at).map(u64::from));
            let value = match rests.collect::<Option<Vec<u64>>>() {
                Some(rests) => {
                    counts.extend(rests);
                    cheap(solver, &further.game, play, &mut looked_at)
                }
                None => None,
            };
            let Some(value) = value else {
                failed += 1;
                continue;
            };
            failed = 0;
            match further.is_apart {
                true => others.push((counts, value)),
                false => alike.push((counts, value)),
            }
        }
        (beyond, (alike, others))
    }
}

/// The value of a position by the first engine that has it, none of which looks at more positions than there may be; under misère play who wins.
/// What was looked at is counted.
fn cheap(solver: &mut Solver, game: &Game, play: Play, looked_at: &mut u64) -> Option<u32> {
    if play == Play::Misere {
        let before = solver.looked_at();
        let value = worth(solver, game, play);
        *looked_at += solver.looked_at() - before;
        return value;
    }
    let mut work = solver.work();
    let mut value = |component: &dyn Component| {
        let mut engines = Engine::VALUES.into_iter();
        let value = engines.find_map(|engine| component.value_by(engine, &mut work).ok())?;
        u32::try_from(&value.0).ok()
    };
    let mut components = game.components();
    let total = components.try_fold(0, |total, component| Some(total ^ value(component)?));
    *looked_at += solver
        .budget
        .positions
        .saturating_sub(work.meter.positions_left());
    solver.keep(work);
    total
}

/// Whether the time is up.
fn is_late(solver: &Solver) -> bool {
    let (since, time) = (solver.budget.since, solver.budget.time);
    since
        .zip(time)
        .is_some_and(|(since, time)| since.elapsed() > time)
}

/// Numbers that look like chance and are the same each time: splitmix64.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Random {
        Random(20_261_127)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from the first to the last.
    fn within(&mut self, first: u64, last: u64) -> u64 {
        first + self.next() % (last.max(first) - first + 1)
    }
}

/// Lists that are larger than all of the first sums, or have entries 0; they become larger by and by.
pub(super) fn lists(ordered: bool, zeros: bool, last: u64) -> impl Iterator<Item = Vec<u64>> {
    let mut random = Random::new();
    let mut known: BTreeSet<Vec<u64>> = BTreeSet::new();
    let made = (0..2 * MOST as u64).filter_map(move |round| {
        let mut list = list(round, &mut random);
        if zeros && round % 7 == 0 {
            let place = random.within(0, list.len() as u64) as usize;
            list.insert(place, 0);
        }
        if !ordered {
            list.sort_unstable();
        }
        let is_small = !list.contains(&0) && list.iter().sum::<u64>() <= last;
        (!is_small && known.insert(list.clone())).then_some(list)
    });
    made.take(MOST)
}

fn list(round: u64, random: &mut Random) -> Vec<u64> {
    // From 0 to 15.
    let level = round / 188;
    let many = |random: &mut Random, length: u64, most: u64| -> Vec<u64> {
        (0..length).map(|_| random.within(1, most)).collect()
    };
    match round % 9 {
        0 => vec![12 + round / 9],
        1 => many(random, 2, 8 + 4 * level),
        // All different.
        2 | 3 => {
            let length = random.within(2, 4 + level / 4);
            let mut all: BTreeSet<u64> = BTreeSet::new();
            while (all.len() as u64) < length {
                all.insert(random.within(1, 2 * length + level));
            }
            let mut list: Vec<u64> = all.into_iter().collect();
            for place in (1..list.len()).rev() {
                list.swap(place, random.within(0, place as u64) as usize);
            }
            list
        }
        4 => {
            let length = random.within(6, 10 + level);
            many(random, length, 2)
        }
        5 => {
            let length = random.within(3, 4 + level / 4);
            many(random, length, 5 + level)
        }
        // Completed to the nim-sum 0.
        6 => {
            let length = random.within(2, 3 + level / 5);
            let mut list = many(random, length, 7 + level);
            let sum = list.iter().fold(0, |sum, entry| sum ^ entry);
            list.extend((sum > 0).then_some(sum));
            list
        }
        // Twice the same, or mirrored.
        7 => {
            let length = random.within(2, 3 + level / 8);
            let mut list = many(random, length, 4 + level / 2);
            let mut again = list.clone();
            if random.next().is_multiple_of(2) {
                again.reverse();
            }
            list.extend(again);
            list
        }
        // A large one among ones.
        _ => {
            let length = random.within(1, 3 + level);
            let place = random.within(0, length) as usize;
            let mut list = vec![1; length as usize];
            list.insert(place, random.within(9, 12 + 3 * level));
            list
        }
    }
}

/// A tree of more than so many vertices, by their depths in the order in which they are visited.
pub(super) fn tree(round: usize, known: usize, random: &mut Random) -> Vec<usize> {
    let vertices = known + 1 + (round / 100) % 16;
    let mut depths = vec![0, 1];
    // How bushy it is.
    let up = 1 + round as u64 % 5;
    while depths.len() < vertices {
        let last = depths.last().copied().unwrap_or(1) as u64;
        let depth = match random.within(0, 5) < up {
            true => random.within(1, last),
            false => last + 1,
        };
        depths.push(depth as usize);
    }
    depths.truncate(vertices.max(1));
    depths
}

/// Pairs of which one number is small, then others.
pub(super) fn places(from: u64) -> impl Iterator<Item = Vec<u64>> {
    const LONG: u64 = 200;
    let mut random = Random::new();
    let thin = (from..LONG).flat_map(move |long| {
        let short = from..from + 4;
        short.flat_map(move |short| [vec![short, long], vec![long, short]])
    });
    let others = (0..MOST as u64).map(move |round| {
        let most = 10 + round / 16;
        vec![random.within(from, most), random.within(from, most)]
    });
    let mut known = BTreeSet::new();
    let all = thin.chain(others);
    all.filter(move |place| known.insert(place.clone()))
        .take(2 * MOST)
}

/// The greatest of what is counted at a place.
fn most(rows: &Rows, place: usize) -> u64 {
    let all = rows.iter().map(|(counts, _)| counts[place]);
    all.max().unwrap_or(0)
}

pub(super) fn of_lists(which: Message, rows: &Rows) -> Message {
    message!(
        "{which} and {others} others of up to {longest} entries and sum {sum}",
        "{which}，以及另外 {others} 个不超过 {longest} 项、和不超过 {sum} 的列表",
        which = which,
        others = rows.len(),
        longest = most(rows, 0),
        sum = most(rows, 1)
    )
}

pub(super) fn trees(which: Message, rows: &Rows) -> Message {
    message!(
        "{which} and {others} others of up to {vertices} vertices",
        "{which}，以及另外 {others} 个更大的（不超过 {vertices} 个顶点）",
        which = which,
        others = rows.len(),
        vertices = most(rows, 0)
    )
}

pub(super) fn boards(which: Message, rows: &Rows) -> Message {
    message!(
        "{which} and {others} others of up to {rows} rows or {columns} columns",
        "{which}，以及另外 {others} 个不超过 {rows} 行或 {columns} 列的棋盘",
        which = which,
        others = rows.len(),
        rows = most(rows, 0),
        columns = most(rows, 1)
    )
}

pub(super) fn pairs(which: Message, rows: &Rows) -> Message {
    message!(
        "{which} and {others} others of numbers up to {most}",
        "{which}，以及另外 {others} 处不超过 {most} 的数",
        which = which,
        others = rows.len(),
        most = most(rows, 0).max(most(rows, 1))
    )
}
