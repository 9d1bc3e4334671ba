//! The misère quotient of a game, of a rule or of positions: `grundy.quotient/1`.
//!
//! A name without positions asks for all heaps of a game; a position for itself and all that can follow it. Whatever the budget, what is
//! told is verified: where building ends early, the quotient is exact for all sums of what it covers, and nothing is said of the rest.

mod beyond;
mod document;
mod gather;
mod told;

use std::time::{Duration, Instant};

use grundy::budget::Meter;
use grundy::engine::misere::census::{self, Growth};
use grundy::engine::misere::{Limits, Order, Stopped, Unread};
use grundy::quotients::{NotResumed, ORDER, SumQuotient, most_elements};
use grundy::{Budget, Component, Exhausted, Game, Message, Reason, message};
use serde::{Deserialize, Serialize};

use crate::range::Axis;
use crate::rule::{Ruled, Written};
use crate::text::plain;
use crate::{Failure, Refused, Sink};
use beyond::Beyond;
use gather::Gathered;

pub use beyond::{Failed, Law};
pub use told::Phi;

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.quotient/1";

/// The last heap of a game whose rules are no code and no set of takes, where nobody says how far: nothing proves a period there.
pub const HEAPS: u64 = 100;

/// Most elements of a quotient: their products are numbers of 16 bits.
pub const MOST_ORDER: u64 = 1 << 16;

/// Most elements of a quotient whose products are told one by one.
pub const TABLE: usize = 1024;

/// Most values of heaps that are told without being asked for.
pub const TOLD: usize = 10_000;

/// Most values of heaps that can be asked for.
pub const MOST_TOLD: usize = 100_000;

/// A question for a quotient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Games, of all heaps where they are named without positions; with a rule, positions of it.
    #[serde(default)]
    pub game: Option<String>,
    /// A rule in the place of a game.
    #[serde(default)]
    pub rule: Option<Written>,
    /// More games or positions, one a line.
    #[serde(default)]
    pub positions: Option<String>,
    /// The last heap of each game that is named without positions.
    #[serde(default)]
    pub heaps: Option<u64>,
    /// Most elements, at most [`MOST_ORDER`].
    #[serde(default)]
    pub order: Option<u64>,
    /// The heaps whose values are told; by default those up to the end of the first period.
    #[serde(default)]
    pub phi: Option<Axis>,
    /// Whether all products are told.
    #[serde(default)]
    pub table: bool,
    /// A certificate of the heaps of one game, from which to go on.
    #[serde(default)]
    pub resume: Option<String>,
}

/// How far a quotient goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is that of all heaps, and proved to be.
    Complete,
    /// It covers all that was asked for, which is no game with heaps without end.
    Closed,
    /// It covers a part of what was asked for.
    Partial,
}

impl Status {
    /// The word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            Status::Complete => "complete",
            Status::Closed => "closed",
            Status::Partial => "partial",
        }
    }
}

/// Where and why building ended before all was covered.
#[derive(Clone, Debug)]
pub struct End {
    /// The first letter that is not covered, as it is written.
    pub at: String,
    /// Why.
    pub why: EndedBy,
    /// The quotient with that letter has at least so many elements.
    pub lower_bound: usize,
}

/// Why building ended.
#[derive(Clone, Debug)]
pub enum EndedBy {
    /// No quotient with so many elements or fewer was found.
    Order {
        /// How many.
        most: usize,
        /// Whether it is the memory that has room for no more.
        by_memory: bool,
    },
    /// A limit was reached, or what follows a position cannot be told.
    Reason(Reason),
}

impl EndedBy {
    /// The word of JSON: `order`, or that of the reason.
    pub fn word(&self) -> &str {
        match self {
            EndedBy::Order { .. } => "order",
            EndedBy::Reason(reason) => reason.word(),
        }
    }

    /// The sentence.
    pub fn describe(&self) -> Message {
        match self {
            EndedBy::Order { most, .. } => message!(
                "no quotient of at most {most} elements was found with it",
                "加上它之后，在至多 {most} 个元素内没有找到商",
                most = *most as u64
            ),
            EndedBy::Reason(reason) => reason.describe(),
        }
    }
}

/// A quotient.
#[derive(Debug)]
pub struct Response {
    /// What it is of, as it is written.
    pub game: String,
    /// The rule that was asked for.
    pub ruled: Option<Ruled>,
    /// The quotient, as far as it was built.
    pub built: SumQuotient,
    /// The components that were named.
    pub named: Vec<Box<dyn Component>>,
    /// How far it goes.
    pub status: Status,
    /// Why it goes no farther.
    pub end: Option<End>,
    /// How it seems to grow for ever, where it is a part of that of the heaps of one game: seen and not proved.
    pub growth: Option<Growth>,
    /// How long it took.
    pub seconds: f64,
    beyond: Beyond,
    request: Request,
    singly: Vec<Singly>,
}

/// The heaps of rules that are no code and no set of takes: components like any others.
#[derive(Debug)]
struct Singly {
    /// The game as it is written.
    game: String,
    /// The heaps from 0 on.
    heaps: Vec<Box<dyn Component>>,
}

/// What was read.
struct Read {
    games: Vec<Game>,
    ruled: Option<Ruled>,
}

impl Request {
    fn read(&self, budget: &Budget, sink: &dyn Sink) -> Result<Read, Failure> {
        let files = |name: &str| sink.read(name, budget.bytes);
        let ruled = self.rule.as_ref().map(Written::read).transpose()?;
        let parsed = |text: &str| match &ruled {
            Some(ruled) => ruled.game(text, &files),
            None => {
                let text = plain(text);
                Game::parse(&text, &files).map_err(|error| Failure::game(&text, error))
            }
        };
        let mut games = Vec::new();
        if let Some(text) = &self.game {
            games.push(parsed(text)?);
        }
        for (place, line) in self
            .positions
            .iter()
            .flat_map(|text| text.lines().enumerate())
        {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                games.push(parsed(line).map_err(|failure| in_line(failure, place + 1))?);
            }
        }
        match (&ruled, &self.positions) {
            (Some(ruled), _) if games.is_empty() => games.push(ruled.head()),
            (None, Some(_)) if games.is_empty() => return Err(Refused::NoPositions.into()),
            (None, None) if games.is_empty() => return Err(Refused::NothingAsked.into()),
            _ => {}
        }
        Ok(Read { games, ruled })
    }

    /// Builds the quotient.
    ///
    /// # Errors
    /// That the question is about no game, or that nothing of it could be looked at.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let begun = Instant::now();
        let budget = &Budget {
            since: budget.since.or(Some(begun)),
            ..budget.clone()
        };
        let most = self.order.unwrap_or(ORDER as u64);
        if !(1..=MOST_ORDER).contains(&most) {
            return Err(Refused::NumberOfElements(most).into());
        }
        if let Some(Axis { count, .. }) = self.phi.filter(|phi| phi.count > MOST_TOLD) {
            let (cells, most) = (count as u128, MOST_TOLD as u128);
            return Err(Refused::TooManyCells { cells, most }.into());
        }
        let Read { games, ruled } = self.read(budget, sink)?;
        let mut meter = Meter::new(budget);
        // What follows positions is gone through with half of it.
        let mut part_of_it = meter.part(2);
        let mut gathered = Gathered::default();
        let mut short = None;
        for part in games.iter().flat_map(|game| game.parts()) {
            if let Err(ended) = gathered.part(part, self.heaps, &mut part_of_it)? {
                short = Some(ended);
                break;
            }
        }
        meter.settle(&part_of_it);
        let Gathered {
            asked,
            named,
            singly,
        } = gathered;
        let wanted = usize::try_from(most).unwrap_or(usize::MAX);
        let most = most_elements(&meter, wanted);
        let mut built = match &self.resume {
            None => SumQuotient::new(asked)?,
            Some(certificate) => {
                let mut limits = Limits {
                    order: most,
                    meter: Some(&mut meter),
                };
                SumQuotient::resumed(asked, certificate, &mut limits).map_err(not_resumed)?
            }
        };
        let mut building = Building {
            order: most,
            by_memory: most < wanted,
            budget,
            changes: Vec::new(),
            beyond: Beyond::default(),
        };
        let end = building.build(&mut built, &mut meter, sink);
        let Building {
            changes,
            mut beyond,
            ..
        } = building;
        beyond = match &end {
            Some(end) => beyond.ended(&built, &end.why, (&mut meter, budget)),
            None => Beyond::default(),
        };
        let end = end.or(short);
        let status = match (&end, built.is_complete()) {
            (Some(_), _) => Status::Partial,
            (None, true) => Status::Complete,
            // Nobody said how far, and nothing proves that it goes on so.
            (None, false) if self.heaps.is_none() && !singly.is_empty() => Status::Partial,
            (None, false) => Status::Closed,
        };
        let game: Vec<String> = games.iter().map(ToString::to_string).collect();
        Ok(Response {
            game: game.join(" + "),
            ruled,
            built,
            named,
            status,
            growth: census::growth(&changes).filter(|_| status == Status::Partial),
            end,
            beyond,
            seconds: begun.elapsed().as_secs_f64(),
            request: self.clone(),
            singly,
        })
    }
}

fn not_resumed(why: NotResumed) -> Failure {
    match why {
        NotResumed::Unread(Unread::Stopped(Stopped::Exhausted(exhausted))) => {
            Reason::from(exhausted).into()
        }
        NotResumed::Unread(why) => Refused::NoCertificate(why.message()).into(),
        NotResumed::Other(rules) => Refused::CertificateOf(rules).into(),
    }
}

/// A failure in a line of many.
fn in_line(failure: Failure, line: usize) -> Failure {
    match failure {
        Failure::Game(text, mut error) if error.file.is_none() => {
            error.message = message!(
                "line {line} of the positions: {what}",
                "局面列表第 {line} 行：{what}",
                line = line as u64,
                what = error.message.clone()
            );
            Failure::Game(text, error)
        }
        Failure::Refused(refused) => Refused::InLine(line, Box::new(refused)).into(),
        other => other,
    }
}

/// The first attempt at a letter has this part of the budget.
const ATTEMPT: u64 = 8;

/// Fewer positions, and less time, are not divided.
const LITTLE: (u64, Duration) = (500_000, Duration::from_secs(1));

/// A quotient that is being built.
struct Building<'b> {
    /// Most elements.
    order: usize,
    /// Whether there is no memory for as many as were asked for.
    by_memory: bool,
    budget: &'b Budget,
    /// The heaps of one game at which it grew, each with the order that it had then.
    changes: Vec<(usize, usize)>,
    beyond: Beyond,
}

impl Building<'_> {
    /// Builds as far as it goes; why it ended, if not all is covered.
    fn build(
        &mut self,
        built: &mut SumQuotient,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Option<End> {
        loop {
            let before = built.quotient().order();
            let covered = built.quotient().letters() as u64;
            sink.progress(covered);
            let advanced = match self.advance(built, meter) {
                Err(stopped @ Stopped::Order(_)) => match self.advance_by_law(built, meter) {
                    Ok(true) => Ok(!built.is_covered()),
                    Ok(false) => Err(stopped),
                    Err(stopped) => Err(stopped),
                },
                advanced => advanced,
            };
            let order_now = built.quotient().order();
            if order_now != before && built.is_of_heaps() {
                self.changes.push((covered as usize, order_now));
            }
            let stopped = match advanced {
                Ok(true) => continue,
                Ok(false) => return None,
                Err(stopped) => stopped,
            };
            let (why, lower_bound) = match stopped {
                // No value of the quotient fits the next letter: there is a further element.
                Stopped::Order(_) => {
                    let (most, by_memory) = (self.order, self.by_memory);
                    (EndedBy::Order { most, by_memory }, order_now + 1)
                }
                Stopped::Exhausted(exhausted) => (EndedBy::Reason(exhausted.into()), order_now),
            };
            return Some(End {
                at: built.next()?,
                why,
                lower_bound,
            });
        }
    }

    /// Covers one letter more; whether something is left then. A letter that takes long may have no finite quotient: so after a
    /// part of the budget a law is looked for, and what is proved to be infinite is given up.
    fn advance(&mut self, built: &mut SumQuotient, meter: &mut Meter) -> Result<bool, Stopped> {
        let order = self.order;
        if !self.has_much(meter) {
            let meter = Some(meter);
            return built.advance(&mut Limits { order, meter });
        }
        let mut part = meter.part(ATTEMPT);
        let advanced = built.advance(&mut Limits {
            order,
            meter: Some(&mut part),
        });
        meter.settle(&part);
        match advanced {
            Err(Stopped::Exhausted(Exhausted::Interrupted)) => advanced,
            Err(Stopped::Exhausted(_)) => {
                if self.beyond.look(built, (meter, self.budget), 2) {
                    return Err(Stopped::Order(Order(order)));
                }
                let meter = Some(meter);
                built.advance(&mut Limits { order, meter })
            }
            _ => advanced,
        }
    }

    /// Covers the next letter by a law, where one shows that the quotient is finite though it was not found; whether one does.
    fn advance_by_law(
        &mut self,
        built: &mut SumQuotient,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        // Some of what is left is for telling the answer.
        self.beyond.look(built, (meter, self.budget), 7);
        let law = self.beyond.law.as_ref().filter(|law| law.is_finite());
        let order = self.order;
        law.map_or(Ok(false), |law| {
            let meter = Some(meter);
            built.cover_by_law(law, &mut Limits { order, meter })
        })
    }

    /// Whether half of a budget that can be divided is left.
    fn has_much(&self, meter: &Meter) -> bool {
        let budget = self.budget;
        let since = budget.since.map_or(Duration::ZERO, |since| since.elapsed());
        budget.positions >= LITTLE.0
            && meter.positions_left() >= budget.positions / 2
            && meter.bytes_left() >= budget.bytes / 2
            && budget
                .time
                .is_none_or(|time| time >= LITTLE.1 && since <= time / 2)
    }
}
