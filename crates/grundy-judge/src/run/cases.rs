//! Cases of an input by the layout of their format: numbers, rows, positions, answers.

mod acyclic;
mod brief;
mod edges;
mod telling;
mod text;

use super::Limits;
use crate::channel::{Alphabet, Channel};
use crate::error::{Expected, JudgeError, Problem, Role};
use crate::format::{
    Cases, Count, Counted, Field, Format, Item, Minus, Numbers, Plan, Scope, Summed, Takes, Unmade,
    Unmet, shifted,
};
use crate::glance::Glance;
use crate::position::Judged;
use crate::source::{Sink, Source};
use crate::tally::{Tally, refusal};
use brief::Brief;
use grundy::rule::FaultKind;
use grundy::{Budget, Message, message};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Keeps the numbers of rows, one list for each field in turn.
struct Rows<'n> {
    numbers: &'n mut Numbers,
    fields: &'n [Field],
    at: usize,
    /// Numbers that may still be kept.
    room: usize,
    kept: usize,
    /// Whether they are takes, of which none is 0.
    takes: bool,
    /// Whether some of them may be below 0.
    has_signs: bool,
    /// What the first two of a row must be, if they are vertices.
    edges: Option<edges::Check>,
}

impl Sink for Rows<'_> {
    fn narrow(&mut self, number: u64) -> Result<(), Problem> {
        self.wide(number.into())
    }

    fn wide(&mut self, number: u128) -> Result<(), Problem> {
        if self.takes && number == 0 {
            return Err(Problem::ZeroTake);
        }
        self.room = self.room.checked_sub(1).ok_or(Problem::CaseTooLong {
            limit: self.kept as u64,
        })?;
        // Beside numbers that may be below 0 stand others.
        if self.has_signs
            && number.cast_signed() < 0
            && !self.numbers.may_be_negative(self.fields[self.at])
        {
            return Err(Problem::Negative);
        }
        self.numbers.0[self.fields[self.at]].push(number);
        if let Some(edges) = &mut self.edges {
            edges.take(self.at, number)?;
        }
        self.at = (self.at + 1) % self.fields.len();
        Ok(())
    }
}

/// A format at work with one tally.
pub(super) struct Run<'f, T> {
    format: &'f Format,
    tally: T,
    numbers: Numbers,
    /// Whether the last rows go straight to the tally.
    streams: bool,
    /// Whether the rule has its parameters before the last rows, streamed or not.
    set_early: bool,
    /// Whether the tally takes the rows of a position one by one, whenever they come.
    takes_rows: bool,
    /// The list of takes, if the rule has one.
    takes: Option<Field>,
    kept: usize,
    text: Vec<u8>,
    number: Vec<u8>,
    /// By field, its letters.
    alphabets: Vec<Option<Alphabet>>,
    /// Which group is read, from 0, whose numbers are lists.
    group: Option<u64>,
    stop: Option<Arc<AtomicBool>>,
    /// What the names that a format makes may cost.
    budget: Budget,
    /// Is shown each position with its answer, if somebody looks.
    observer: Option<Observer<'f>>,
    /// How short cases, and short positions of a case, are judged many at a time, where they can be.
    brief_cases: Option<Brief>,
    brief_positions: Option<Brief>,
    /// How cases of letters are, where they stand in the buffer.
    glance: Option<Glance>,
}

/// Looks at every position that was judged: its case, its place within it, the game, whether the
/// mover wins, and what was written.
pub(super) type Observer<'f> = &'f mut dyn FnMut(Judged) -> Result<(), JudgeError>;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// Cases judged.
    pub(super) cases: u64,
    /// Positions answered.
    pub(super) answers: u64,
    /// The number of cases, once it is known; as large as can be where the input does not tell.
    pub(super) last: Option<u64>,
}

/// Why a run stopped without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The input is over.
    Done,
    /// The source pauses, between two cases.
    Paused,
}

impl<'f, T: Tally> Run<'f, T> {
    pub(super) fn new(format: &'f Format, limits: &Limits, tally: T) -> Run<'f, T> {
        let listed = matches!(
            format.plan,
            Plan::General | Plan::Whole(_) | Plan::Formula(_) | Plan::Own(_)
        ) || format.each
            || format.prefixes;
        let takes_rows = matches!(
            format.plan,
            Plan::Nim | Plan::Bounded(_) | Plan::Interval(..) | Plan::Subtraction(_) | Plan::Lasker
        );
        // What is made, and what is written, needs all that is read.
        let makes = !format.layout.all_made().is_empty();
        let kept = makes
            || !format.echoed().is_empty()
            || format.layout.reads_negatives()
            || format.acyclic.is_some()
            || format.require.is_some();
        let early = format.rule.streams(&format.layout) && !kept;
        let streams = !listed && early;
        let kept = usize::try_from(numbers_kept(limits)).unwrap_or(usize::MAX);
        Run {
            format,
            tally,
            numbers: Numbers::of(&format.layout),
            set_early: early,
            takes_rows: takes_rows && early,
            streams,
            brief_cases: Brief::of_cases(format, streams, kept),
            brief_positions: (streams).then(|| Brief::of_positions(format)).flatten(),
            glance: Glance::of(format, kept, limits.path),
            kept,
            takes: match &format.plan {
                Plan::Subtraction(Takes::Named(field)) => Some(*field),
                _ => None,
            },
            text: Vec::new(),
            number: Vec::new(),
            alphabets: (0..format.layout.fields.len())
                .map(|field| format.layout.alphabet(field).map(Alphabet::new))
                .collect(),
            group: None,
            stop: limits.stop.clone(),
            budget: limits.budget.clone(),
            observer: None,
        }
    }

    /// Shows every position to `observer`, which then are kept whole.
    pub(super) fn observed(mut self, observer: Observer<'f>) -> Run<'f, T> {
        self.streams = false;
        (self.brief_cases, self.brief_positions) = (None, None);
        self.glance = None;
        self.observer = Some(observer);
        self
    }

    /// The tally, with what it has learned.
    pub(super) fn into_tally(self) -> T {
        self.tally
    }

    /// Goes through the cases, from where it stopped if it did.
    pub(super) fn go<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        progress: &mut Progress,
    ) -> Result<End, JudgeError> {
        let format = self.format;
        let last = match (progress.last, format.cases) {
            (Some(last), _) => last,
            (None, Cases::One) => 1,
            (None, Cases::Counted) => {
                let expected = || Expected::one(Role::Cases, 0, 0);
                let number = channel.number(expected)?;
                channel.as_count(number, expected)?
            }
            (None, Cases::UntilZero | Cases::UntilEnd) => u64::MAX,
        };
        progress.last = Some(last);
        while progress.cases < last {
            let brief = self.brief_cases(channel, last - progress.cases)?;
            if brief > 0 {
                progress.answers = progress.answers.saturating_add(brief);
                progress.cases += brief;
                continue;
            }
            let case = progress.cases + 1;
            if !channel.more(|| self.first(&format.layout.head[0], case))? {
                if channel.is_paused() {
                    return Ok(End::Paused);
                }
                if matches!(format.cases, Cases::UntilZero | Cases::UntilEnd) {
                    return Ok(End::Done);
                }
                // The case says what is missing.
            }
            if self
                .stop
                .as_ref()
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            {
                return Err(self.refuse(channel, Problem::Stopped, 0, case));
            }
            let Some(answers) = self.case(channel, case)? else {
                return Ok(End::Done);
            };
            progress.answers = progress.answers.saturating_add(answers);
            progress.cases = case;
        }
        Ok(End::Done)
    }

    /// What is expected where an item begins.
    fn first(&self, item: &Item, case: u64) -> Expected {
        match item {
            Item::Number(field) => Expected::one(self.role(*field), 0, case),
            Item::Rows(fields, count) => {
                let of = match count {
                    Count::Fixed(of) => *of,
                    Count::Named(..) | Count::Times(..) => 0,
                };
                self.entry(fields, 0, of, 0, case)
            }
            Item::Letters(field, _) | Item::Listed(field) => Expected::one(
                Role::Number(self.format.layout.fields[*field].clone()),
                0,
                case,
            ),
            Item::Group(items, ..) => self.first(&items[0], case),
            Item::Literal(text) => Expected::one(Role::Text(text.clone()), 0, case),
        }
    }

    /// The role of a number that is no list.
    fn role(&self, field: Field) -> Role {
        let layout = &self.format.layout;
        match layout.counted_by(field) {
            None => Role::Number(layout.fields[field].clone()),
            Some(Counted::List(list)) => Role::Count(layout.fields[list].clone()),
            Some(Counted::Pairs) => Role::Pairs,
            Some(Counted::Rows) => Role::Rows,
            Some(Counted::Positions) => Role::Positions,
        }
    }

    /// The number after so many of some rows.
    fn entry(&self, fields: &[Field], after: u64, of: u64, position: u64, case: u64) -> Expected {
        let width = fields.len() as u64;
        let field = fields[(after % width) as usize];
        Expected {
            role: Role::Entry(self.format.layout.fields[field].clone()),
            index: after / width + 1,
            of,
            position,
            case,
        }
    }

    /// Reads and judges a case; the number of positions answered, or nothing where it ends the input.
    fn case<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        case: u64,
    ) -> Result<Option<u64>, JudgeError> {
        let format = self.format;
        let layout = &format.layout;
        let leading = match format.cases {
            Cases::UntilZero => layout.leading(),
            _ => usize::MAX,
        };
        let mut set = false;
        for (index, item) in layout.head.iter().enumerate() {
            let last = layout.positions.is_none() && index + 1 == layout.head.len();
            let streamed = self.streams && last;
            if last && self.set_early {
                self.set(channel, 0, case)?;
                set = true;
            }
            if streamed {
                self.tally.begin();
            }
            self.item(channel, item, streamed, 0, case)?;
            if index < leading && leading != usize::MAX && self.all_zero(&layout.head[..=index]) {
                // Zeros that end the input may be fewer than a case begins with.
                let is_last = index + 1 == leading
                    || !channel.more(|| self.first(&layout.head[index + 1], case))?
                        && !channel.is_paused();
                if is_last {
                    return Ok(None);
                }
            }
        }
        let Some((items, count)) = &layout.positions else {
            if !set {
                self.set(channel, 0, case)?;
            }
            self.say_read(channel, &format.before_case, case)?;
            let answers = match format.prefixes {
                true => self.prefixes(channel, case)?,
                false => {
                    self.answer(channel, 0, case)?;
                    1
                }
            };
            self.after(channel, case)?;
            return Ok(Some(answers));
        };
        let positions = match count {
            // Up to one that begins with 0.
            Count::Fixed(0) => u64::MAX,
            _ => self.count(channel, *count, || Expected::one(Role::Positions, 0, case))?,
        };
        self.set(channel, 0, case)?;
        self.say_read(channel, &format.before_case, case)?;
        let mut judged = 0;
        while judged < positions {
            judged += self.brief_positions(channel, positions - judged)?;
            if judged == positions {
                break;
            }
            let position = judged + 1;
            for (index, item) in items.iter().enumerate() {
                let streamed = self.streams && index + 1 == items.len();
                if streamed {
                    self.tally.begin();
                }
                self.item(channel, item, streamed, position, case)?;
                if positions == u64::MAX && index == 0 && self.all_zero(&items[..1]) {
                    self.after(channel, case)?;
                    return Ok(Some(judged));
                }
            }
            self.make(channel, true, position, case)?;
            self.answer(channel, position, case)?;
            judged = position;
        }
        self.after(channel, case)?;
        Ok(Some(positions))
    }

    /// Whether these numbers are all 0.
    fn all_zero(&self, items: &[Item]) -> bool {
        items.iter().all(|item| match item {
            Item::Number(field) => self.numbers.one(*field) == 0,
            _ => true,
        })
    }

    /// Reads an item.
    #[inline]
    fn item<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        item: &'f Item,
        streamed: bool,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        match item {
            Item::Number(field) => {
                channel.minus(self.format.layout.minus(&[*field]));
                let number = channel.number(|| Expected::one(self.role(*field), position, case))?;
                channel.minus(Minus::Refused);
                let entries = &mut self.numbers.0[*field];
                if self.group.is_none() {
                    entries.clear();
                }
                entries.push(number);
                if entries.len() > self.kept {
                    let limit = self.kept as u64;
                    return Err(self.refuse(
                        channel,
                        Problem::CaseTooLong { limit },
                        position,
                        case,
                    ));
                }
            }
            Item::Letters(field, span) => {
                self.letters(channel, *field, *span, streamed, position, case)?;
                if let Some(marks) = self.format.layout.marks(*field) {
                    let letters = std::mem::take(&mut self.numbers.0[*field]);
                    (marks.places.iter()).for_each(|&place| self.numbers.0[place].clear());
                    marks.each(&letters, |place, number| self.numbers.0[place].push(number));
                    self.numbers.0[*field] = letters;
                }
            }
            Item::Listed(field) => self.listed(channel, *field, position, case)?,
            Item::Literal(text) => {
                let expected = || Expected::one(Role::Text(text.clone()), position, case);
                channel.literal(text, &expected)?;
            }
            Item::Group(items, fields, count) => {
                let begin = || self.entry(fields, 0, 0, position, case);
                let groups = self.count(channel, *count, begin)?;
                fields
                    .iter()
                    .for_each(|&field| self.numbers.0[field].clear());
                for group in 0..groups {
                    self.group = Some(group);
                    for item in items {
                        self.item(channel, item, false, position, case)?;
                    }
                }
                self.group = None;
            }
            Item::Rows(fields, count) => {
                let begin = || self.entry(fields, 0, 0, position, case);
                let rows = self.count(channel, *count, begin)?;
                // Counts are below 2^63; what they say together is cut where no input can reach.
                let entries = rows.saturating_mul(fields.len() as u64);
                let takes = self.takes == Some(fields[0]);
                if takes && rows == 0 {
                    let expected = self.counting(count.field(), begin());
                    return Err(channel.refuse(Problem::NoTakes, expected));
                }
                channel.minus(self.format.layout.minus(fields));
                let mut kept = None;
                if !streamed {
                    let mut numbers = std::mem::take(&mut self.numbers);
                    if self.group.is_none() {
                        fields.iter().for_each(|&field| numbers.0[field].clear());
                    }
                    kept = Some(numbers);
                }
                let edges = match &kept {
                    Some(numbers) => {
                        let shape = self.format.layout.shape(fields[0]);
                        let check = shape.map(|(edges, vertices)| {
                            edges::Check::new(edges, numbers.last(vertices), self.kept)
                        });
                        check
                            .transpose()
                            .map_err(|problem| self.refuse(channel, problem, position, case))?
                    }
                    None => None,
                };
                let result = match &mut kept {
                    Some(numbers) => {
                        let held = fields.iter().map(|&field| numbers.0[field].len()).sum();
                        let mut sink = Rows {
                            numbers,
                            fields,
                            at: 0,
                            room: self.kept.saturating_sub(held),
                            kept: self.kept,
                            takes,
                            has_signs: self.format.layout.minus(fields) == Minus::Kept,
                            edges,
                        };
                        channel.each(entries, &mut sink, |after| {
                            self.entry(fields, after, rows, position, case)
                        })
                    }
                    None => {
                        let names = &self.format.layout.fields;
                        channel.each(entries, &mut self.tally, |after| {
                            let width = fields.len() as u64;
                            let field = fields[(after % width) as usize];
                            Expected {
                                role: Role::Entry(names[field].clone()),
                                index: after / width + 1,
                                of: rows,
                                position,
                                case,
                            }
                        })
                    }
                };
                if let Some(numbers) = kept {
                    self.numbers = numbers;
                }
                channel.minus(Minus::Refused);
                result?;
            }
        }
        Ok(())
    }

    /// How many there are, by the numbers read before.
    #[inline]
    fn count<R: Source>(
        &self,
        channel: &Channel<'_, R>,
        count: Count,
        expected: impl Fn() -> Expected,
    ) -> Result<u64, JudgeError> {
        match count {
            Count::Fixed(count) => Ok(count),
            Count::Times(rows, width) => {
                let (rows, width) = (self.numbers.last(rows), self.numbers.last(width));
                match rows.checked_mul(width).map(u64::try_from) {
                    Some(Ok(count)) if count < 1 << 63 => Ok(count),
                    _ => Err(channel.refuse(
                        Problem::CountTooLarge,
                        self.counting(count.field(), expected()),
                    )),
                }
            }
            Count::Named(field, plus) => match shifted(self.numbers.last(field), plus) {
                Some(number) => match u64::try_from(number) {
                    Ok(count) if count < 1 << 63 => Ok(count),
                    _ => Err(channel.refuse(
                        Problem::CountTooLarge,
                        self.counting(Some(field), expected()),
                    )),
                },
                None => {
                    let expected = self.counting(Some(field), expected());
                    Err(channel.refuse(Problem::OutOfRange { plus }, expected))
                }
            },
        }
    }

    /// What is expected of a count, in the place of what it counts.
    fn counting(&self, field: Option<Field>, expected: Expected) -> Expected {
        Expected {
            role: field.map_or(Role::Case, |field| self.role(field)),
            index: 0,
            of: 0,
            ..expected
        }
    }

    /// Gives the tally what the case says of the rule.
    fn set<R: Source>(
        &mut self,
        channel: &Channel<'_, R>,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        if let Some(arcs) = self.format.acyclic
            && !acyclic::is_acyclic(&self.numbers, arcs)
        {
            let [from, to] = arcs.map(|field| self.format.layout.fields[field].to_string());
            let message = message!(
                "these arcs form a cycle, but the format promises that there is none",
                "这些有向边构成环，而格式保证无环"
            );
            let problem = Problem::NoPosition(refusal(format!("{from} {to}"), &message));
            return Err(self.refuse(channel, problem, position, case));
        }
        self.make(channel, false, position, case)?;
        if let Some(problem) = self.unmet() {
            return Err(self.refuse(channel, problem, position, case));
        }
        let result = self.tally.set(&self.numbers);
        result.map_err(|problem| self.refuse(channel, problem, position, case))
    }

    /// What is wrong where the case is not as the format promises.
    fn unmet(&self) -> Option<Problem> {
        let condition = self.format.require.as_ref()?;
        let mut scope = Scope::new(&self.numbers, Some(&self.budget));
        let text = || condition.text().to_owned();
        let message = match condition.holds(&mut scope, Summed::default()) {
            Ok(true) => return None,
            Ok(false) => message!(
                "this does not hold, but the format promises that it does",
                "此条件不成立，而格式保证其成立"
            ),
            Err(Unmet::Fault(_)) => {
                message!("the formula has no value here", "公式在此处没有值")
            }
            Err(Unmet::Exhausted(exhausted)) => {
                return Some(Problem::Unknown(refusal(text(), &exhausted.message())));
            }
        };
        Some(Problem::NoPosition(refusal(text(), &message)))
    }

    /// Makes what the format makes of the numbers of a case, or of a position in `[…]`.
    #[inline]
    fn make<R: Source>(
        &mut self,
        channel: &Channel<'_, R>,
        late: bool,
        position: u64,
        case: u64,
    ) -> Result<(), JudgeError> {
        let layout = &self.format.layout;
        if layout.all_made().is_empty() {
            return Ok(());
        }
        let made = layout.make(&mut self.numbers, late, self.kept, &self.budget);
        made.map_err(|(field, why)| {
            let problem = unmade(&layout.fields[field], &why, self.kept);
            self.refuse(channel, problem, position, case)
        })
    }

    #[cold]
    fn refuse<R: Source>(
        &self,
        channel: &Channel<'_, R>,
        problem: Problem,
        position: u64,
        case: u64,
    ) -> JudgeError {
        channel.refuse(problem, Expected::one(Role::Case, position, case))
    }

    fn after<R: Source>(
        &mut self,
        channel: &mut Channel<'_, R>,
        case: u64,
    ) -> Result<(), JudgeError> {
        self.say_read(channel, &self.format.after_case, case)
    }
}

/// Numbers of a case, those of its lists among them, that are kept: more than elsewhere where there is memory, of which a number takes
/// 16 bytes and what is made of it as much again.
fn numbers_kept(limits: &Limits) -> u64 {
    u64::from(limits.kept).max(limits.budget.bytes / 128)
}

/// What keeps a name from being made.
fn unmade(name: &str, why: &Unmade, kept: usize) -> Problem {
    let refused = |message: &Message| refusal(name.to_owned(), message);
    match why {
        Unmade::Unmet(Unmet::Fault(fault)) if fault.kind == FaultKind::Overflow => {
            Problem::OutOfRange { plus: 0 }
        }
        Unmade::Unmet(Unmet::Fault(_)) => Problem::NoPosition(refused(&message!(
            "one of its numbers has no value here",
            "其中有一个数在此处没有值"
        ))),
        Unmade::Negative => Problem::NoPosition(refused(&message!(
            "one of its numbers would be negative here; the numbers of a case must be at least 0",
            "其中有一个数在此处为负；每组数据中的数须不小于 0"
        ))),
        Unmade::Unmet(Unmet::Exhausted(exhausted)) => {
            Problem::Unknown(refused(&exhausted.message()))
        }
        Unmade::TooMany => Problem::CaseTooLong { limit: kept as u64 },
        Unmade::NoVertex(number, count) => Problem::NoPosition(refused(&message!(
            "{number} is not one of the numbers from 1 to {count}",
            "{number} 不在 1 到 {count} 之间",
            number = number.to_string(),
            count = count.to_string()
        ))),
        Unmade::Twice(number) => Problem::NoPosition(refused(&message!(
            "{number} comes twice, and each number must come once",
            "{number} 出现两次，而每个数须恰好出现一次",
            number = number.to_string()
        ))),
        Unmade::Cycle => Problem::NoPosition(refused(&message!(
            "the parents form a cycle, so this is not a tree",
            "这些父结点构成环，不是树的父结点"
        ))),
        Unmade::NoBoard(count, width) => Problem::NoPosition(refused(&message!(
            "{count} numbers do not fill a board with {width} in each row",
            "{count} 个数不能排成每行 {width} 个的棋盘",
            count = count.to_string(),
            width = width.to_string()
        ))),
        Unmade::NoNeighbours(number) => Problem::NoPosition(refused(&message!(
            "a cell has 4 or 8 neighbours, not {number}",
            "与一格相邻的是 4 格或 8 格，不是 {number}",
            number = number.to_string()
        ))),
        Unmade::Uneven => Problem::NoPosition(refused(&message!(
            "the lists it is made of differ in length here",
            "构成它的各列表在此处长度不等"
        ))),
    }
}
