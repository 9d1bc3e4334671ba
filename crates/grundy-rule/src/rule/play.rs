//! A rule as a ruleset: what the solver, the graph of positions and every engine see of it.
//!
//! A position that a clause says the value of is a Nim heap of that size: its options are the smaller Nim heaps.

use std::borrow::Cow;

use crate::budget::{Meter, pulse};
use crate::catalogue::{self, Catalogue};
use crate::component::{self, Part};
use crate::engine::grid::{Cells, Grid};
use crate::engine::heaps::HeapValues;
use crate::fault::{Fault, FaultKind};
use crate::kinds;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{
    Clause, Listing, Notation, ParseError, Word, no_files, only_by_name, shortened,
};
use crate::number::Natural;
use crate::pattern;
use crate::reason::Reason;
use crate::rule::check::MOST_NAMES;
use crate::rule::evaluate::{Found, Halt};
use crate::rule::position::Coordinates;
use crate::rule::table::Unfilled;
use crate::rule::{Evidence, Measure, Position, Rule};
use crate::ruleset::{Capabilities, OnHeaps, OnPairs, Options, Ruleset, Stop, ValueTheorem};
use crate::text::{Message, Text, list_of};

/// Which alternative of which clause was taken, and the numbers generated for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleMove {
    clause: u32,
    alternative: u32,
    named: [i64; MOST_NAMES],
}

impl RuleMove {
    fn of(found: &Found<'_>, names: &[(String, usize)]) -> RuleMove {
        let mut named = [0; MOST_NAMES];
        for (number, (_, slot)) in named.iter_mut().zip(names) {
            *number = found.slots[*slot];
        }
        RuleMove {
            clause: u32::try_from(found.clause).unwrap_or(u32::MAX),
            alternative: u32::try_from(found.alternative).unwrap_or(u32::MAX),
            named,
        }
    }
}

/// An option of a position, with the numbers of the clause that lists it.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'l> {
    names: &'l [(String, usize)],
    slots: &'l [i64],
    /// The positions whose sum it is.
    pub to: &'l [Position],
}

impl Listed<'_> {
    /// The number that the clause generates or names so; the innermost where several are called that.
    pub fn named(&self, name: &str) -> Option<i64> {
        let found = self.names.iter().rev().find(|(known, _)| known == name);
        found.and_then(|(_, slot)| self.slots.get(*slot).copied())
    }
}

/// Up to this heap a table is simply filled; beyond, a period is looked for first.
const SMALL: u64 = 1 << 16;

/// How many values the tables have in which a period is looked for.
const LENGTHS: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Steps that an evaluation may take whatever room there is.
const FREE_STEPS: u64 = 1 << 20;

impl Rule {
    /// Shows the options of a position in the order in which the rule lists them: clause after clause, in each its generators in turn, the
    /// last one fastest, and then the alternatives. `None` where a clause says the value of the position, so that it has the options of a
    /// Nim heap, which none lists.
    ///
    /// ```
    /// use grundy::{Budget, budget::Meter, rule::Rule};
    /// let rule = Rule::parse("n -> n-2*k | n-3*k for k in 1..=2").unwrap();
    /// let mut found = Vec::new();
    /// let mut see = |option: grundy::rule::Listed<'_>| {
    ///     found.push((option.named("k"), option.to[0].coordinates().unwrap()[0]));
    ///     Ok::<(), ()>(())
    /// };
    /// let mut meter = Meter::new(&Budget::default());
    /// let listed = rule.listed(&rule.position(&[6]).unwrap(), &mut meter, &mut see);
    /// assert_eq!(listed.unwrap(), Some(Ok(())));
    /// assert_eq!(found, [(Some(1), 4), (Some(1), 3), (Some(2), 2), (Some(2), 0)]);
    /// ```
    ///
    /// # Errors
    /// A rule that cannot be evaluated there, or a budget that is spent; within, what `see` ends the options with.
    pub fn listed<E>(
        &self,
        position: &Position,
        meter: &mut Meter,
        see: &mut dyn FnMut(Listed<'_>) -> Result<(), E>,
    ) -> Result<Option<Result<(), E>>, Reason> {
        meter.spend(1, 0)?;
        let steps = meter.positions_left().saturating_add(FREE_STEPS);
        let mut evaluator = self.evaluator(steps);
        evaluator.clock = Some(meter.clone());
        let value = evaluator.value(position);
        if value.map_err(|fault| fault.at(position, self))?.is_some() {
            return Ok(None);
        }
        let clauses = &self.program().moves;
        let mut take = |found: Found<'_>| {
            see(Listed {
                names: &clauses[found.clause].names,
                slots: found.slots,
                to: found.to,
            })
        };
        let gone_through = evaluator.options(position, &mut take);
        let spent = steps.saturating_sub(evaluator.steps);
        match gone_through {
            Ok(()) => {}
            Err(Halt::Taker(ended)) => return Ok(Some(Err(ended))),
            Err(Halt::Fault(fault)) => return Err(fault.at(position, self).into()),
            Err(Halt::Exhausted(exhausted)) => return Err(exhausted.into()),
            Err(Halt::Steps) => return Err(self.too_long(position).into()),
        }
        meter.spend(spent.saturating_sub(FREE_STEPS), 0)?;
        Ok(Some(Ok(())))
    }

    /// That more numbers would have to be tried than are.
    fn too_long(&self, position: &Position) -> Fault {
        let what = message!(
            "the rule goes through more than {steps} numbers to list the options",
            "规则为列出后继要逐个检查超过 {steps} 个数",
            steps = FREE_STEPS
        );
        Fault::new(FaultKind::TooLong, position.write(self.arity()), what)
    }

    /// Fills a table until its values prove a period, where a theorem is about rules of this form. Half of what may be spent is
    /// left for other ways.
    fn fill_to_period(&self, table: &mut HeapValues, meter: &mut Meter) -> Result<bool, Reason> {
        if !pattern::may_show_period(self) {
            return Ok(false);
        }
        let mut part = meter.part(2);
        for length in LENGTHS {
            let values = match self.table(&[length], &mut part) {
                Ok(filled) => filled.into_cells(),
                Err(Unfilled::Exhausted(_)) => break,
                Err(unfilled) => return Err(unfilled.reason(self)),
            };
            if let Some((period, _)) = pattern::shown(self, &values) {
                table.values = values;
                table.period = Some(period);
                return Ok(true);
            }
        }
        meter.look()?;
        Ok(false)
    }
}

impl ValueTheorem<Position> for Rule {
    fn value(&self, position: &Position) -> Option<Nimber> {
        position.as_nim_heap().map(Nimber::from)
    }

    fn because(&self, position: &Position) -> Message {
        message!(
            "a Nim heap of {heap} has the value {heap}",
            "{heap} 颗的尼姆堆，SG 值为 {heap}",
            heap = position.as_nim_heap().unwrap_or_default()
        )
    }
}

impl Ruleset for Rule {
    type Position = Position;
    type Move = RuleMove;

    fn options(
        &self,
        position: &Position,
        options: &mut Options<Position, RuleMove>,
    ) -> Result<(), Stop> {
        let room = options.room() as u64;
        let steps = room.saturating_add(FREE_STEPS);
        let mut evaluator = self.evaluator(steps);
        let value = evaluator.value(position);
        if let Some(value) = value.map_err(|fault| fault.at(position, self))? {
            for size in 0..value {
                let mv = RuleMove {
                    clause: u32::MAX,
                    alternative: size,
                    named: [0; MOST_NAMES],
                };
                options.push(mv, &[Position::nim_heap(size)])?;
            }
            return Ok(());
        }
        let clauses = &self.program().moves;
        let mut take = |found: Found<'_>| {
            let mv = RuleMove::of(&found, &clauses[found.clause].names);
            options.push(mv, found.to)
        };
        let gone_through = evaluator.options(position, &mut take);
        pulse::count(10 * (steps - evaluator.steps));
        gone_through.map_err(|halt| match halt {
            Halt::Fault(fault) => fault.at(position, self).into(),
            Halt::Taker(stop) => stop,
            // Numbers are gone through in which there are no options.
            Halt::Steps | Halt::Exhausted(_) if options.room() > 0 => {
                self.too_long(position).into()
            }
            Halt::Steps | Halt::Exhausted(_) => Stop::Full,
        })
    }

    fn describe(&self, position: &Position, mv: &RuleMove) -> Message {
        let mut evaluator = self.evaluator(0);
        let clause = usize::try_from(mv.clause).unwrap_or(usize::MAX);
        let Some(named) = self.program().moves.get(clause) else {
            let left = Position::nim_heap(mv.alternative).write(self.arity());
            return message!("leave {left}", "剩下 {left}", left = left);
        };
        let alternative = usize::try_from(mv.alternative).unwrap_or(usize::MAX);
        let to = evaluator.again(position, clause, alternative, &mv.named);
        let to = to.unwrap_or_default();
        if to.is_empty() {
            return message!("leave nothing", "全部取完");
        }
        let written = to.iter().map(|position| position.write(self.arity()));
        let left = written.collect::<Vec<_>>().join(" + ");
        let numbers = named.names.iter().zip(mv.named);
        let numbers = numbers.map(|((name, _), number)| format!("{name} = {number}"));
        let numbers: Vec<String> = numbers.collect();
        if numbers.is_empty() {
            return message!("leave {left}", "剩下 {left}", left = left);
        }
        message!(
            "{numbers}: leave {left}",
            "{numbers}：剩下 {left}",
            numbers = list_of(&numbers),
            left = left
        )
    }

    /// Whether a [`measure`](Rule::measure) was seen that every move makes smaller.
    fn ends(&self, position: &Position) -> bool {
        position.as_nim_heap().is_some() || *self.measure() != Measure::Unknown
    }

    fn heap_bytes(&self, _: &Position) -> u64 {
        Coordinates::apart(self.arity())
    }

    fn capabilities(&self) -> Capabilities<'_, Rule> {
        Capabilities {
            values: Some(self),
            heaps: Some(self),
            pairs: Some(self),
            reached: Some(self),
            patterns: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl OnHeaps<Position> for Rule {
    /// Rules on one number, where every play ends.
    fn heap<'p>(&self, position: &'p Position) -> Option<Cow<'p, Natural>> {
        let &[heap, ..] = position.coordinates()? else {
            return None;
        };
        (self.arity() == 1 && self.measure().is_of_coordinates())
            .then(|| Cow::Owned(Natural::from(heap.unsigned_abs())))
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Reason> {
        if last > SMALL && self.fill_to_period(table, meter)? {
            return Ok(());
        }
        let size = usize::try_from(last)
            .unwrap_or(usize::MAX)
            .saturating_add(1);
        // Filled anew each time: twice as far costs no more than all before.
        let ahead = size
            .max(2 * table.values.len())
            .min(meter.room(4))
            .max(size);
        let filled = self.table(&[ahead], meter);
        table.values = filled
            .map_err(|unfilled| unfilled.reason(self))?
            .into_cells();
        Ok(())
    }
}

impl OnPairs<Position> for Rule {
    fn pair(&self, position: &Position) -> Option<(u64, u64)> {
        let &[x, y, ..] = position.coordinates()? else {
            return None;
        };
        (self.arity() == 2).then_some((x.unsigned_abs(), y.unsigned_abs()))
    }

    fn fill_pairs(
        &self,
        width: usize,
        height: usize,
        _: usize,
        meter: &mut Meter,
    ) -> Result<Grid, Reason> {
        let table = self.table(&[width, height], meter);
        let table = table.map_err(|unfilled| unfilled.reason(self))?;
        Ok(Grid::of(width, height, Cells::U32(table.into_cells())))
    }
}

/// The line of rules in the catalogue.
pub static LISTING: Listing = Listing {
    id: "B6",
    name: "rule",
    aliases: &[],
    title: Text::new("A game defined by a rule", "自定规则的博弈"),
    rule: Text::new(
        "The options are those given by the rule.",
        "后继由规则给出。",
    ),
    form: Text::same("rule 'RULE' POSITION …"),
    example: crate::kinds::Kind::Numbers.example(),
    source: "the rule itself",
    theorems: &[],
    recognises: only_by_name,
    parse: kinds::read,
};

impl Rule {
    /// A part of a game: these positions. Where the form of the rule proves that it is a game of the catalogue, that game it is:
    /// its theorems and periods reach farther.
    ///
    /// ```
    /// use grundy::{Game, rule::Rule, rulesets::CATALOGUE};
    /// let rule = Rule::parse("n -> n-k for k in {1,3,4}").unwrap();
    /// let positions = vec![rule.position(&[10]).unwrap()];
    /// assert_eq!(Game::from_parts(vec![rule.part(CATALOGUE, positions)]).to_string(), "take:1,3,4 10");
    /// ```
    pub fn part(self, catalogue: Catalogue, positions: Vec<Position>) -> Part {
        let rule = self;
        let plain = positions
            .iter()
            .all(|position| position.as_nim_heap().is_none());
        let known = rule
            .shown_alone()
            .filter(|known| plain && known.evidence == Evidence::Form);
        if let Some(known) = known {
            let texts: Vec<String> = positions
                .iter()
                .map(|position| position.write(rule.arity()))
                .collect();
            let text = format!("{} {}", known.head, texts.join(" "));
            if let Ok(game) = catalogue::read(catalogue, &text, &no_files)
                && let [part] = game.parts()
            {
                return part.clone();
            }
        }
        component::encoded_part(rule, positions)
    }
}

impl Rule {
    /// What is expected in the place of a word that is no position.
    pub(crate) fn expected(&self, found: &str) -> Message {
        message!(
            "expected a position of the rule, {count} numbers below 2^63 separated by commas, found '{found}'",
            "此处应为规则的局面，即以逗号分隔的 {count} 个小于 2^63 的数，却是 '{found}'",
            count = self.arity(),
            found = shortened(found)
        )
    }
}

impl Notation for Rule {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }

    fn read(clause: &Clause<'_>) -> Result<(Rule, Vec<Position>), ParseError> {
        let (first, text, positions) = kinds::quoted(clause)?;
        let rule = Rule::parse(text).map_err(|errors| kinds::misread(first, &errors))?;
        let position = |word: &Word<'_>| {
            let read = rule.read_position(word.text);
            read.ok_or_else(|| word.error(rule.expected(word.text)))
        };
        let positions = positions.iter().map(position).collect::<Result<_, _>>()?;
        Ok((rule, positions))
    }

    fn head(&self) -> String {
        kinds::head(self.name(), self)
    }

    fn write(&self, position: &Position) -> String {
        position.write(self.arity())
    }

    fn coordinates(&self) -> usize {
        self.arity()
    }

    fn at(&self, coordinates: &[u64]) -> Option<Position> {
        self.position(coordinates)
    }
}
