//! The misère quotient of a game, of a rule or of positions: `grundy.quotient/1`.
//!
//! A name without positions asks for all heaps of a game; a position for itself and all that can follow it. Whatever the budget, what is
//! told is verified: where building ends early, the quotient is exact for all sums of what it covers, and nothing is said of the rest.

use std::time::Instant;

use grundy::budget::Meter;
use grundy::component::{Part, Rules};
use grundy::engine::misere::{Element, Limits, MisereQuotient, Stopped, Unread};
use grundy::quotients::{Asked, Heaps, Names, NotResumed, ORDER, SumQuotient, most_elements};
use grundy::{Budget, Component, Exhausted, Game, Lang, Message, Outcome, Reason, message};
use serde::{Deserialize, Serialize};

use crate::json::{self, Fixed, Named};
use crate::range::Axis;
use crate::rule::{self, Ruled, Written};
use crate::{Failure, Refused, Sink};

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
    Order(usize),
    /// A limit was reached, or what follows a position cannot be told.
    Reason(Reason),
}

impl EndedBy {
    /// The word of JSON: `order`, or that of the reason.
    pub fn word(&self) -> &str {
        match self {
            EndedBy::Order(_) => "order",
            EndedBy::Reason(reason) => reason.word(),
        }
    }

    /// The sentence.
    pub fn describe(&self) -> Message {
        match self {
            EndedBy::Order(most) => message!(
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
    /// How long it took.
    pub seconds: f64,
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
            None => Game::parse(text, &files).map_err(|error| Failure::game(text, error)),
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
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let most = most_elements(&meter, most);
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
        let end = build(&mut built, most, &mut meter, sink);
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
            end,
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
        NotResumed::Unread(why) => Refused::NoCertificate(why.to_string()).into(),
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

/// What a quotient is to be of, gathered part by part.
#[derive(Default)]
struct Gathered {
    asked: Asked,
    named: Vec<Box<dyn Component>>,
    singly: Vec<Singly>,
}

impl Gathered {
    /// Adds a part; what ended this, if not all that can follow was gone through.
    fn part(
        &mut self,
        part: &Part,
        heaps: Option<u64>,
        meter: &mut Meter,
    ) -> Result<Result<(), End>, Failure> {
        if part.components.is_empty() {
            return self.heaps(part.rules.as_ref(), heaps, meter);
        }
        for component in &part.components {
            if let Err(reason) = self.asked.component(component.as_ref(), meter) {
                return self.ended(component.as_ref(), reason);
            }
            self.named.push(component.clone());
        }
        Ok(Ok(()))
    }

    /// Adds the heaps of a game.
    fn heaps(
        &mut self,
        rules: &dyn Rules,
        heaps: Option<u64>,
        meter: &mut Meter,
    ) -> Result<Result<(), End>, Failure> {
        let head = rules.head();
        if self.asked.heaps(rules, heaps.unwrap_or(u64::MAX)) {
            return Ok(Ok(()));
        }
        if rules.coordinates() != 1 {
            return Err(Refused::NeedsPositions(head.to_owned()).into());
        }
        self.singly.push(Singly {
            game: head.to_owned(),
            heaps: Vec::new(),
        });
        for heap in 0..=heaps.unwrap_or(HEAPS) {
            // Some games have a largest heap.
            let Some(component) = rules.at(&[heap]) else {
                break;
            };
            if let Err(reason) = self.asked.component(component.as_ref(), meter) {
                return self.ended(component.as_ref(), reason);
            }
            if let Some(singly) = self.singly.last_mut() {
                singly.heaps.push(component);
            }
        }
        Ok(Ok(()))
    }

    /// That what follows a component was not all gone through: nothing can be told if it is the first.
    fn ended(&self, component: &dyn Component, reason: Reason) -> Result<Result<(), End>, Failure> {
        let is_first = self.named.is_empty() && self.singly.iter().all(|one| one.heaps.is_empty());
        match is_first {
            true if reason == Reason::Interrupted => Err(Failure::Interrupted),
            true => Err(reason.into()),
            false => Ok(Err(End {
                at: json::text(&Named(component)).trim_matches('"').to_owned(),
                why: EndedBy::Reason(reason),
                lower_bound: 0,
            })),
        }
    }
}

/// Bytes that a heap takes besides its splits.
const HEAP_BYTES: u64 = 64;

/// Builds as far as it goes; why it ended, if not all is covered.
fn build(
    built: &mut SumQuotient,
    order: usize,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Option<End> {
    loop {
        let covered = built.quotient().letters() as u64;
        sink.progress(covered);
        // The values of a heap's splits are kept.
        let splits = (built.quotient().order() as u64).min(covered / 2);
        let spent = meter.spend(1, HEAP_BYTES + 4 * splits);
        let advanced = spent.map_err(Stopped::from).and_then(|()| {
            built.advance(&mut Limits {
                order,
                meter: Some(meter),
            })
        });
        let stopped = match advanced {
            Ok(true) => continue,
            Ok(false) => return None,
            Err(stopped) => stopped,
        };
        let order_now = built.quotient().order();
        let (why, lower_bound) = match stopped {
            // No value of the quotient fits the next letter: there is a further element.
            Stopped::Order(_) => (EndedBy::Order(order), order_now + 1),
            Stopped::Exhausted(exhausted) => (EndedBy::Reason(exhausted.into()), order_now),
        };
        return Some(End {
            at: built.next()?,
            why,
            lower_bound,
        });
    }
}

/// The values of consecutive heaps of a game, as words.
#[derive(Clone, Debug, Serialize)]
pub struct Phi<'a> {
    /// The game as it is written.
    pub game: &'a str,
    /// The last heap that is covered one by one.
    pub heaps: Option<u64>,
    /// From which heap on values repeat, where that is proved.
    pub preperiod: Option<u64>,
    /// After how many heaps.
    pub period: Option<u64>,
    /// The first heap that is told.
    pub from: u64,
    /// The values from there on.
    pub words: Vec<String>,
}

impl Response {
    /// The quotient.
    pub fn quotient(&self) -> &MisereQuotient {
        self.built.quotient()
    }

    /// The last heap that is covered one by one, where the quotient is of the heaps of one game.
    pub fn heaps(&self) -> Option<u64> {
        let covered = match self.alone() {
            Some(singly) => self.values(singly).len(),
            None => self.only()?.values.len(),
        };
        covered.checked_sub(1).map(|last| last as u64)
    }

    /// The last heap that changed the quotient, where it is of the heaps of one game. It is the last of the generators: a heap that is
    /// worth a product of others changes nothing.
    pub fn last_change(&self) -> Option<u64> {
        let last = *self.quotient().generators().last()?;
        match self.alone() {
            Some(singly) => {
                let value = self.quotient().value(last as usize)?;
                let first = self.values(singly).iter().position(|&one| one == value);
                first.map(|heap| heap as u64)
            }
            None => {
                self.only()?;
                self.built.heap_of(last).map(|(_, heap)| heap as u64)
            }
        }
    }

    /// The heaps of a code or of a set of takes, where there are those of one game and nothing else.
    fn only(&self) -> Option<Heaps<'_>> {
        let mut heaps = self.built.heaps();
        let only = heaps.next().filter(|_| heaps.next().is_none())?;
        (self.built.is_of_heaps() && self.singly.is_empty()).then_some(only)
    }

    /// The heaps of other rules, where there are those of one game and nothing else.
    fn alone(&self) -> Option<&Singly> {
        match &self.singly[..] {
            [only] if self.named.is_empty() && self.built.heaps().len() == 0 => Some(only),
            _ => None,
        }
    }

    fn values(&self, singly: &Singly) -> Vec<Element> {
        let values = singly.heaps.iter();
        values
            .map_while(|heap| self.built.element(heap.as_ref()))
            .collect()
    }

    /// How the values of heaps repeat, where the quotient is of the heaps of one game and that is proved: from which heap on, after how
    /// many.
    pub fn repeats(&self) -> Option<(u64, u64)> {
        let repeats = self.only()?.repeats?;
        Some((repeats.preperiod as u64, repeats.period as u64))
    }

    /// The quotient with the next letter has at least so many elements, where it is partial.
    pub fn lower_bound(&self) -> Option<usize> {
        let order = self.quotient().order();
        (self.status == Status::Partial)
            .then(|| (self.end.as_ref()).map_or(order, |end| end.lower_bound.max(order)))
    }

    /// Names of the generators with what each is.
    pub fn generators(&self) -> Vec<(String, String)> {
        let generators = self.quotient().generators().iter().enumerate();
        let named =
            generators.map(|(place, &letter)| (Names::name(place), self.built.letter(letter)));
        named.collect()
    }

    /// Equations of words that present the monoid.
    pub fn relations(&self) -> Vec<[String; 2]> {
        let mut names = Names::of(self.quotient());
        let relations = self.quotient().relations().into_iter();
        relations
            .map(|(one, other)| [names.product(one), names.product(other)])
            .collect()
    }

    /// The words of all elements, by their numbers.
    pub fn words(&self) -> Vec<String> {
        let quotient = self.quotient();
        let mut names = Names::of(quotient);
        let elements = (0..quotient.order() as u32).map(Element);
        elements
            .map(|element| names.word(quotient, element))
            .collect()
    }

    /// The numbers of the values of the heaps of the first game that are covered one by one, from 0 on; nothing where there is none.
    pub fn heap_values(&self) -> Vec<u32> {
        if let Some(heaps) = self.built.heaps().next() {
            return heaps.values.to_vec();
        }
        let values = self.singly.first().map(|singly| self.values(singly));
        values
            .unwrap_or_default()
            .into_iter()
            .map(|value| value.0)
            .collect()
    }

    /// Φ of the heaps that are told, of each game.
    pub fn phi(&self, words: &[String]) -> Vec<Phi<'_>> {
        let word = |element: Element| words[element.0 as usize].clone();
        let told = self.built.heaps().map(|heaps| {
            self.told(&heaps, heaps.values.len(), |heap| {
                heaps.value(heap).map(word)
            })
        });
        let singly = self.singly.iter().map(|singly| {
            let values = self.values(singly);
            let heaps = Heaps {
                game: &singly.game,
                values: &[],
                repeats: None,
            };
            self.told(&heaps, values.len(), |heap| {
                values.get(usize::try_from(heap).ok()?).copied().map(word)
            })
        });
        told.chain(singly).collect()
    }

    fn told<'a>(
        &self,
        heaps: &Heaps<'a>,
        covered: usize,
        word: impl Fn(u64) -> Option<String>,
    ) -> Phi<'a> {
        let repeats = heaps.repeats;
        let usual = repeats.map_or(covered, |repeats| repeats.preperiod + repeats.period);
        let axis = self.request.phi.unwrap_or(Axis::below(usual.min(TOLD)));
        Phi {
            game: heaps.game,
            heaps: covered.checked_sub(1).map(|last| last as u64),
            preperiod: repeats.map(|repeats| repeats.preperiod as u64),
            period: repeats.map(|repeats| repeats.period as u64),
            from: axis.first,
            words: axis.all().map_while(word).collect(),
        }
    }

    /// The elements in P, by their words.
    pub fn p(&self, words: &[String]) -> Vec<String> {
        let elements = (0u32..).zip(words);
        let in_p = |element: u32| self.quotient().outcome(Element(element)) == Outcome::P;
        let words = elements.filter(|(element, _)| in_p(*element));
        words.map(|(_, word)| word.clone()).collect()
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self, lang: Lang) -> String {
        let quotient = self.quotient();
        let words = self.words();
        let repeats = self.repeats();
        let order = quotient.order();
        let products = || {
            let row = |a: u32| (0..order as u32).map(move |b| quotient.product_of(a, b));
            (0..order as u32).map(|a| row(a).collect()).collect()
        };
        let generators = self.generators();
        let generators = generators
            .iter()
            .map(|(name, letter)| Generator { name, letter });
        let components = self.named.iter().filter_map(|component| {
            let element = self.built.element(component.as_ref())?;
            Some(Worth {
                game: Named(component.as_ref()),
                word: &words[element.0 as usize],
                outcome: quotient.outcome(element).letter(),
            })
        });
        json::line(&Document {
            schema: SCHEMA,
            game: &self.game,
            status: self.status.word(),
            order,
            p_portion: quotient.p_count(),
            heaps: self.heaps(),
            last_change: self.last_change(),
            preperiod: repeats.map(|(preperiod, _)| preperiod),
            period: repeats.map(|(_, period)| period),
            tame: quotient.is_tame(),
            lower_bound: self.lower_bound(),
            relations: self.relations(),
            kernel: told(&quotient.kernel(), &words),
            idempotents: told(&quotient.idempotents(), &words),
            generators: generators.collect(),
            p: self.p(&words),
            phi: self.phi(&words),
            components: components.collect(),
            table: (self.request.table && order <= TABLE).then(|| Table {
                elements: &words,
                products: products(),
            }),
            ended: self.end.as_ref().map(|end| Ended {
                at: &end.at,
                kind: end.why.word(),
                why: end.why.describe().render(lang),
            }),
            seconds: Fixed(self.seconds),
            rule: self.ruled.as_ref().map(Ruled::document),
        })
    }

    /// Whether somebody stopped it.
    pub fn is_interrupted(&self) -> bool {
        let end = self.end.as_ref();
        end.is_some_and(|end| matches!(end.why, EndedBy::Reason(Reason::Interrupted)))
    }

    /// Whether time, memory or positions ran out: which.
    pub fn exhausted(&self) -> Option<Exhausted> {
        match &self.end.as_ref()?.why {
            EndedBy::Reason(Reason::Exhausted(exhausted)) => Some(*exhausted),
            _ => None,
        }
    }
}

/// Elements by their words.
fn told<'a>(elements: &[Element], words: &'a [String]) -> Vec<&'a str> {
    let words = elements
        .iter()
        .map(|element| words[element.0 as usize].as_str());
    words.collect()
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    game: &'a str,
    status: &'static str,
    order: usize,
    p_portion: usize,
    heaps: Option<u64>,
    last_change: Option<u64>,
    preperiod: Option<u64>,
    period: Option<u64>,
    tame: bool,
    lower_bound: Option<usize>,
    generators: Vec<Generator<'a>>,
    relations: Vec<[String; 2]>,
    kernel: Vec<&'a str>,
    idempotents: Vec<&'a str>,
    p: Vec<String>,
    phi: Vec<Phi<'a>>,
    components: Vec<Worth<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Table<'a>>,
    ended: Option<Ended<'a>>,
    seconds: Fixed<6>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<rule::Document<'a>>,
}

#[derive(Serialize)]
struct Generator<'a> {
    name: &'a str,
    letter: &'a str,
}

#[derive(Serialize)]
struct Worth<'a> {
    game: Named<'a>,
    word: &'a str,
    outcome: &'static str,
}

#[derive(Serialize)]
struct Table<'a> {
    elements: &'a [String],
    products: Vec<Vec<u32>>,
}

#[derive(Serialize)]
struct Ended<'a> {
    at: &'a str,
    kind: &'a str,
    why: String,
}
