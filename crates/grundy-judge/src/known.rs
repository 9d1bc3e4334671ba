//! What is known of a rule in the one-line notation: values by table and one by one, kept from run to run.
//!
//! Under misère play the misère quotient of all heaps is kept, where the rule is by its form a code or a set of takes and that is finite:
//! each heap of a sum, however large, is then a look at a table.
//!
//! A rule of one coordinate, or whose moves go along lines, gets a table that grows as far as positions ask for it, unless what is reached from
//! a position is seen to be far less. Of other rules of more coordinates a position is looked at by what follows it, until that has cost as
//! much as a table of all positions up to it. Who wins a position that stands alone is often told by less than its value is.

use crate::labels::Labels;
use crate::loopy::{LoopyValues, Sum};
use crate::rows::Rows;
use grundy::budget::Meter;
use grundy::engine::misere::{Element, HeapQuotient, Limits};
use grundy::engine::sequence::Takes;
use grundy::rule::{self, Evidence, Position, Reached, Table, Unfilled};
use grundy::{Budget, Game, Outcome, Play, Reason, Solver, Wanted, message};
use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Values that are kept for rules of earlier cases, before they are forgotten.
const KEPT_VALUES: usize = 1 << 24;

/// Rules of earlier cases that are kept.
const KEPT_RULES: usize = 1 << 10;

/// Positions that are reached and kept, before they are forgotten.
const KEPT_POSITIONS: usize = 1 << 22;

/// Sums under misère play that are asked of a rule before its quotient is built, unless they are large.
const FEW_SUMS: usize = 2;

/// Tables of fewer positions are not worth another way.
const SMALL_TABLE: u64 = 1 << 16;

/// Positions that building a quotient may cost, and elements that it may have.
const QUOTIENT: (u64, usize) = (1_000_000, 1 << 9);

/// What is known of a rule with the parameters of a case.
pub(crate) struct Known {
    pub(crate) rule: rule::Rule,
    table: Option<Table>,
    /// What was reached from single positions.
    reached: Reached,
    /// Who wins where play need not end, under normal and misère play.
    labels: [Labels; 2],
    /// Values where play need not end, under normal play.
    loopy: LoopyValues,
    /// Rows of positions that differ in one coordinate alone, once they were asked for, where they tell who wins.
    rows: Option<Option<Box<Rows>>>,
    /// Positions that this cost.
    cost: u64,
    /// Whether a table holds positions without a value.
    untabled: bool,
    /// Whether play may come back, so that there are no values.
    pub(crate) repeats: bool,
    /// The head of the catalogue's game that the rule is by its form.
    head: Option<Option<String>>,
    /// How many sums were asked under misère play.
    sums: usize,
    /// The misère quotient of all its heaps, once it was tried to build it.
    quotient: Option<Option<Box<HeapQuotient>>>,
}

/// The parameters of a case, which know their hash: every position asks by them, and they may be the edges of a large graph.
#[derive(Clone, Debug, Default, Eq)]
pub(crate) struct Parameters {
    hash: u64,
    lists: Arc<Vec<Vec<u128>>>,
}

impl Parameters {
    pub(crate) fn new(lists: Vec<Vec<u128>>) -> Parameters {
        let mut hasher = DefaultHasher::new();
        lists.hash(&mut hasher);
        Parameters {
            hash: hasher.finish(),
            lists: Arc::new(lists),
        }
    }
}

impl PartialEq for Parameters {
    fn eq(&self, other: &Parameters) -> bool {
        let same = Arc::ptr_eq(&self.lists, &other.lists);
        same || self.hash == other.hash && self.lists == other.lists
    }
}

impl Hash for Parameters {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// What is known of the rules of a format by their parameters, from one run to the next. It says nothing that could not
/// be worked out again, so that formats are the same whatever is known.
#[derive(Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<HashMap<Parameters, Known>>>);

impl Memory {
    /// All that is known, which others then do not see until it is given back.
    pub(crate) fn taken(&self) -> HashMap<Parameters, Known> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *known)
    }

    pub(crate) fn give_back(&self, more: HashMap<Parameters, Known>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held(&more) >= held(&known) {
            *known = more;
        }
    }
}

/// Makes room for another rule, if there is too much.
pub(crate) fn make_room(known: &mut HashMap<Parameters, Known>) {
    if held(known) > KEPT_VALUES || known.len() >= KEPT_RULES {
        known.clear();
    }
}

impl PartialEq for Memory {
    fn eq(&self, _: &Memory) -> bool {
        true
    }
}

impl Eq for Memory {}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
    }
}

/// How many values are held.
fn held(known: &HashMap<Parameters, Known>) -> usize {
    let lists = known.keys().flat_map(|parameters| parameters.lists.iter());
    let parameters: usize = lists.map(|list| PARAMETER * list.len()).sum();
    let values: usize = known.values().map(Known::values).sum();
    parameters + values
}

/// Values that take as much as one number of a parameter, here and in its rule.
const PARAMETER: usize = 32;

impl Known {
    pub(crate) fn new(rule: rule::Rule) -> Known {
        Known {
            rule,
            table: None,
            reached: Reached::default(),
            labels: Default::default(),
            loopy: LoopyValues::default(),
            rows: None,
            cost: 0,
            untabled: false,
            repeats: false,
            head: None,
            sums: 0,
            quotient: None,
        }
    }

    fn values(&self) -> usize {
        let cells = self.table.as_ref().map_or(0, |table| table.cells().len());
        let quotient = self.quotient.iter().flatten();
        let heaps: usize = quotient.map(|quotient| quotient.covered()).sum();
        let labels: usize = self.labels.iter().map(Labels::len).sum();
        let rows = self.rows.iter().flatten().map(|rows| 2 * rows.len());
        cells
            + rows.sum::<usize>()
            + PARAMETER / 4 * (self.reached.len() + labels + self.loopy.len())
            + heaps
    }

    /// The coordinates of a position as the table counts them.
    fn wanted(&self, position: &Position) -> Vec<usize> {
        let coordinates = position.coordinates().unwrap_or_default();
        (coordinates[..self.rule.arity()].iter())
            .map(|&number| usize::try_from(number).unwrap_or(usize::MAX))
            .collect()
    }

    /// The sizes of a table that holds a position, and its cells; none where they are more than so many.
    fn sizes(&self, wanted: &[usize], largest: u64) -> Option<(Vec<usize>, u64)> {
        // Half as much again as is wanted, so that slowly growing heaps do not start over for each.
        let before = self.table.as_ref().map_or(&[][..], Table::sizes);
        let grown: Vec<usize> = (wanted.iter().enumerate())
            .map(|(place, wanted)| {
                let size = wanted.saturating_add(1);
                match before.get(place) {
                    Some(&old) if size > old => size.max(old.saturating_add(old / 2)),
                    Some(&old) => old,
                    None => size,
                }
            })
            .collect();
        let cells = grown.iter().try_fold(1usize, |cells, &size| {
            cells
                .checked_mul(size)
                .filter(|&cells| cells as u64 <= largest.max(1))
        })?;
        Some((grown, cells as u64))
    }

    /// Whether a table costs so little a position that others are not looked at one by one.
    fn is_cheap(&self) -> bool {
        self.rule.arity() == 1 || self.rule.goes_along_lines()
    }

    /// The value of a position; tables have at most so many cells.
    pub(crate) fn value(
        &mut self,
        position: &Position,
        meter: &mut Meter,
        largest: u64,
    ) -> Result<u64, Reason> {
        let wanted = self.wanted(position);
        if let Some(value) = self.table.as_ref().and_then(|table| table.get(&wanted)) {
            return Ok(value.into());
        }
        let Some((grown, cells)) = self.sizes(&wanted, largest) else {
            return match self.by_head(position, meter)? {
                Some(value) => Ok(value),
                None => self.alone(position, meter),
            };
        };
        let is_cheap = self.is_cheap();
        if is_cheap
            && !self.untabled
            && let Some(most) = self.rule.worth_trying(position)
        {
            let mut little = meter.at_most(most);
            let told = self.alone(position, &mut little);
            meter.resume(&little);
            if told.is_ok() {
                return told;
            }
        }
        if !self.untabled && (is_cheap || self.cost >= cells) {
            // What a table costs in vain is not what the position costs.
            match self.rule.table(&grown, &mut meter.clone()) {
                Ok(table) => {
                    let value = table.get(&wanted).unwrap_or_default();
                    self.table = Some(table);
                    return Ok(value.into());
                }
                Err(Unfilled::Exhausted(_)) => self.cost = 0,
                // Another position of the table may be what has no value.
                Err(_) => self.untabled = true,
            }
        }
        self.alone(position, meter)
    }

    /// Forgets what was reached, if it is too much.
    fn forget(&mut self) {
        if self.reached.len() >= KEPT_POSITIONS {
            self.reached = Reached::default();
        }
    }

    /// By what follows the position alone.
    fn alone(&mut self, position: &Position, meter: &mut Meter) -> Result<u64, Reason> {
        self.forget();
        let left = meter.positions_left();
        let value = self.rule.reached_value(&mut self.reached, position, meter);
        let spent = left.saturating_sub(meter.positions_left());
        self.cost = self.cost.saturating_add(spent);
        if value.is_err() {
            self.undo();
        }
        Ok(value?.into())
    }

    /// Forgets what was found out for an answer that there is not, so that the next to ask spends as much: an input has the same answers
    /// whatever was judged before.
    fn undo(&mut self) {
        self.reached = Reached::default();
        self.labels = Default::default();
        self.cost = 0;
    }

    /// Who wins a position that stands alone, or that it is a draw, where play was not seen to end; `None` where positions fall apart.
    pub(crate) fn labelled(
        &mut self,
        position: &Position,
        play: Play,
        meter: &mut Meter,
    ) -> Result<Option<Outcome>, Reason> {
        if self.rule.measure().is_known() || self.rule.splits() {
            return Ok(None);
        }
        let labels = &mut self.labels[usize::from(play == Play::Misere)];
        if labels.len() >= KEPT_POSITIONS {
            *labels = Labels::default();
        }
        let told = labels.outcome(&self.rule, position, play, meter);
        if told.is_err() {
            self.undo();
        }
        told
    }

    /// What a sum comes to under normal play where play was not seen to end; `None` where positions fall apart, or where that is too much work
    /// for one position after the other.
    pub(crate) fn loopy_sum(&mut self, positions: &[Position], meter: &mut Meter) -> Option<Sum> {
        if self.rule.measure().is_known() || self.rule.splits() {
            return None;
        }
        if self.loopy.len() >= KEPT_POSITIONS {
            self.loopy = LoopyValues::default();
        }
        let told = self.loopy.sum(&self.rule, positions, meter);
        if told.is_err() {
            self.loopy = LoopyValues::default();
        }
        told.ok().flatten()
    }

    /// Who wins a position that stands alone, where that is told with less work than its value; `None` where it may not be.
    pub(crate) fn wins(
        &mut self,
        position: &Position,
        play: Play,
        meter: &mut Meter,
        largest: u64,
    ) -> Result<Option<bool>, Reason> {
        let wanted = self.wanted(position);
        let in_table = || self.table.as_ref()?.get(&wanted);
        let of_values = play == Play::Normal;
        if of_values && in_table().is_some() {
            return Ok(None);
        }
        if let Some(told) = self.by_rows(position, play, meter, largest) {
            return Ok(Some(told));
        }
        let sizes = self.sizes(&wanted, largest);
        let (most, goes_on) = match sizes {
            // A table is filled unless little is reached.
            Some(_) if of_values && self.is_cheap() && !self.untabled => {
                match self.rule.worth_trying(position) {
                    Some(most) => (most, true),
                    None => return Ok(None),
                }
            }
            Some((_, cells)) if of_values && self.cost >= cells && !self.untabled => {
                return Ok(None);
            }
            Some(_) => (u64::MAX, false),
            None if of_values => match self.by_head(position, meter)? {
                Some(value) => return Ok(Some(value != 0)),
                None => (u64::MAX, false),
            },
            None => (u64::MAX, false),
        };
        self.forget();
        let mut part = meter.at_most(most);
        let told = (self.rule).reached_wins(&mut self.reached, position, play, &mut part);
        let spent = (meter.positions_left()).saturating_sub(part.positions_left());
        self.cost = self.cost.saturating_add(spent);
        meter.resume(&part);
        match told {
            None => Ok(None),
            Some(Err(_)) if goes_on => Ok(None),
            Some(Err(reason)) => {
                self.undo();
                Err(reason)
            }
            Some(told) => told.map(Some),
        }
    }

    /// Who wins a position of two coordinates by one number for each row of them, where a table of all would be large.
    fn by_rows(
        &mut self,
        position: &Position,
        play: Play,
        meter: &mut Meter,
        largest: u64,
    ) -> Option<bool> {
        let coordinates = position.coordinates()?;
        let &[x, y, ..] = coordinates else {
            return None;
        };
        let position = [x, y].map(i64::unsigned_abs);
        let cells = position.map(|number| number.saturating_add(1));
        if self.rule.arity() != 2 || cells[0].saturating_mul(cells[1]) < SMALL_TABLE {
            return None;
        }
        let rule = &self.rule;
        let rows = self
            .rows
            .get_or_insert_with(|| Rows::of(rule).map(Box::new));
        let rows = rows.as_deref_mut()?;
        // What rows cost in vain is not what the position costs.
        rows.wins(position, play, largest, &mut meter.part(2))
    }

    /// Positions as the game of the catalogue that the rule is by its form, if it is one.
    pub(crate) fn named(&mut self, positions: &[Position]) -> Option<Game> {
        let rule = &self.rule;
        let head = self.head.get_or_insert_with(|| {
            let known = rule.shown_alone()?;
            (known.evidence == Evidence::Form).then_some(known.head)
        });
        let mut text = head.clone()?;
        for position in positions {
            let coordinates = position.coordinates()?;
            let numbers: Vec<String> = coordinates[..rule.arity()]
                .iter()
                .map(i64::to_string)
                .collect();
            text.push(' ');
            text.push_str(&numbers.join(","));
        }
        let no_files = |_: &str| Err(message!("a format reads no files", "格式中不能读取文件"));
        Game::parse(&text, &no_files).ok()
    }

    /// Who wins a sum under misère play by the quotient of all heaps, if there is one and it is worth building.
    pub(crate) fn misere(
        &mut self,
        positions: &[Position],
        is_large: bool,
        budget: &Budget,
    ) -> Option<Outcome> {
        self.sums = self.sums.saturating_add(1);
        if self.quotient.is_none() && self.sums <= FEW_SUMS && !is_large {
            return None;
        }
        let rule = &self.rule;
        let quotient = self
            .quotient
            .get_or_insert_with(|| of_all_heaps(rule, budget).map(Box::new));
        let quotient = quotient.as_deref()?;
        let heaps = quotient.heaps();
        let mut sum = Element::ONE;
        for position in positions {
            let heap = heaps.at(position.coordinates()?.first()?.unsigned_abs())?;
            sum = quotient.quotient().product(sum, heap);
        }
        Some(quotient.quotient().outcome(sum))
    }

    /// The value by that game.
    fn by_head(&mut self, position: &Position, meter: &mut Meter) -> Result<Option<u64>, Reason> {
        meter.spend(1, 0)?;
        let game = self.named(std::slice::from_ref(position));
        let value = game.and_then(|game| {
            let mut solver = Solver::new();
            (solver.reasons, solver.wanted, solver.listed) = (false, Wanted::Value, 0);
            solver.solve(&game, Play::Normal).value
        });
        Ok(value.and_then(|value| value.to_string().parse().ok()))
    }
}

/// The quotient of all heaps of a rule that is by its form a code or a set of takes.
fn of_all_heaps(rule: &rule::Rule, budget: &Budget) -> Option<HeapQuotient> {
    let known = rule.shown_alone()?;
    let rules = known.rules.filter(|_| known.evidence == Evidence::Form)?;
    // Nothing proves that values repeat where all numbers but a few may be taken.
    if matches!(rules.takes(), Some(Takes::AllBut(_))) {
        return None;
    }
    let (positions, order) = QUOTIENT;
    let mut meter = Meter::new(&Budget {
        positions: budget.positions.min(positions),
        ..budget.clone()
    });
    let mut built = HeapQuotient::new(rules);
    let mut limits = Limits {
        order,
        meter: Some(&mut meter),
    };
    built.cover(u64::MAX, &mut limits).ok()?;
    built.repeats().is_some().then_some(built)
}
