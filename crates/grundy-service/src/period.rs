//! The period of a nim-sequence, proved: `grundy.period/1`.
//!
//! The values of codes and sets of takes are computed one block after the other until they prove a period. Those of any other rule come from
//! tables that grow, until the values prove one.

use std::time::Instant;

use grundy::budget::{Exhausted, Meter};
use grundy::certificate::Certificate;
use grundy::component::Part;
use grundy::engine::period::{Ended, Observed, Period, Search, Subject, Theorem, Values};
use grundy::engine::sequence::{Engine, Rules};
use grundy::rule::Unfilled;
use grundy::{Budget, Lang, Message, Solver, message, pattern, proofs};
use serde::{Deserialize, Serialize};

use crate::json::{self, Fixed};
use crate::rule::{self, Ruled, Written};
use crate::source::Game;
use crate::theorems::{self, Cited};
use crate::{Failure, Refused, Sink, Why, atlas, stopped};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.period/1";

/// Regularities are looked for in so many first values at most.
pub const OBSERVED: usize = 1 << 15;

/// Values of the first table of a rule; each further one has ten times as many.
const FIRST: u64 = 1_000;

/// Heaps of the first table of a family; each further one has twice as many.
const FEW: u64 = 512;

/// Most values of a rule's table where nobody says how many.
const MOST: u64 = 1_000_000;

/// A question for a period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A code, a set of takes or a game with such rules, where there is no rule.
    #[serde(default)]
    pub code: Option<String>,
    /// A rule in its place.
    #[serde(default)]
    pub rule: Option<Written>,
    /// How many values are looked at, at most.
    #[serde(default)]
    pub values: Option<u64>,
    /// Whether the certificate of a period that is proved is made.
    #[serde(default)]
    pub certificate: bool,
}

/// What the question came to.
#[derive(Debug)]
pub struct Response {
    /// What was found.
    pub report: Report,
    /// The rule that was asked for.
    pub ruled: Option<Ruled>,
    /// Why there is no period, where none was proved.
    pub end: Option<End>,
    /// The certificate, where it is wanted and a period was proved.
    pub certificate: Option<Certificate>,
}

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// Most values.
    pub values: u64,
    /// When to end.
    pub time: Option<Instant>,
}

impl Bound {
    /// A bound of at most `values` values, if that is given, within the time of `budget`.
    pub fn within(values: Option<u64>, budget: &Budget) -> Bound {
        let since = budget.since.unwrap_or_else(Instant::now);
        Bound {
            values: values.unwrap_or(u64::MAX),
            time: budget.time.and_then(|time| since.checked_add(time)),
        }
    }
}

/// Why a search ended without a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// As many values as asked.
    Values,
    /// As long as asked.
    Time,
    /// No further value could be computed or kept.
    Ended(Ended),
    /// Somebody stopped it.
    Stopped,
}

impl Request {
    /// Computes values until they prove a period.
    ///
    /// # Errors
    /// That there are no such rules, or that not even a first table could be filled.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let begun = Instant::now();
        let bound = Bound::within(self.values, budget);
        let memory = usize::try_from(budget.bytes).unwrap_or(usize::MAX);
        let ruled = self.rule.as_ref().map(Written::read).transpose()?;
        let own = ruled.as_ref();
        let proved = own.and_then(Ruled::proved_rules).map(ToString::to_string);
        if let Some(own) = own.filter(|_| proved.is_none()) {
            if let Some(code) = &self.code {
                return Err(Refused::GameBesideRule(code.clone()).into());
            }
            if self.certificate {
                return Err(Refused::NotCertified.into());
            }
            let report = of_rule(own, bound, memory, budget)?;
            let end = report.proved.is_none().then_some(End::Values);
            return Ok(Response {
                report,
                ruled,
                end,
                certificate: None,
            });
        }
        let code = proved.as_deref().or(self.code.as_deref());
        let code = code.ok_or(Refused::NothingAsked)?;
        let rules = match Game::of_code(code)? {
            Game::Code(rules) => {
                let is_open = self.values.is_none() && !self.certificate;
                if let Some(report) = known(code, &rules).filter(|_| is_open) {
                    return Ok(Response {
                        report,
                        ruled,
                        end: None,
                        certificate: None,
                    });
                }
                rules
            }
            Game::Family(part) => {
                if self.certificate {
                    return Err(Refused::NotCertified.into());
                }
                return Ok(Response {
                    report: of_family(code, &part, bound, budget)?,
                    ruled,
                    end: Some(End::Values),
                    certificate: None,
                });
            }
            Game::Rule(_) => return Err(Refused::NothingAsked.into()),
        };
        let mut search = Search::new(rules, memory);
        let mut each = |search: &Search| {
            sink.progress(search.len());
            Ok::<_, Failure>(())
        };
        let end = advance(&mut search, bound, &|| stopped(budget), &mut each)?;
        let (seconds, computed) = (begun.elapsed().as_secs_f64(), search.len());
        let certificate = match search.period() {
            Some(_) if self.certificate => Some(certificate(&search)?),
            _ => None,
        };
        Ok(Response {
            report: Report::of(code, &search, seconds, computed),
            ruled,
            end,
            certificate,
        })
    }
}

/// The certificate of the period that a search has proved.
///
/// # Errors
/// Why there is none.
pub fn certificate(search: &Search) -> Result<Certificate, Why> {
    search.certificate().map_err(|why| {
        Why::from(message!(
            "there is no certificate: {why}",
            "没有证书：{why}",
            why = why.to_string()
        ))
    })
}

/// Computes until a period is proved (`None`) or something else ends it; `each` is called after every block of values.
///
/// # Errors
/// What `each` says.
pub fn advance<E>(
    search: &mut Search,
    bound: Bound,
    is_stopped: &dyn Fn() -> bool,
    each: &mut dyn FnMut(&Search) -> Result<(), E>,
) -> Result<Option<End>, E> {
    loop {
        let ended = if is_stopped() {
            Some(End::Stopped)
        } else if search.len() >= bound.values {
            Some(End::Values)
        } else if bound.time.is_some_and(|time| Instant::now() >= time) {
            Some(End::Time)
        } else {
            None
        };
        if ended.is_some() {
            // Perhaps the last values prove it.
            return Ok(ended.filter(|_| search.look().is_none()));
        }
        match search.advance() {
            Ok(None) => {}
            Ok(Some(_)) => return Ok(None),
            Err(ended) => {
                let ended = Some(End::Ended(ended));
                return Ok(ended.filter(|_| search.look().is_none()));
            }
        }
        each(search)?;
    }
}

/// What tables of a rule that is neither a code nor a set of takes come to.
///
/// # Errors
/// That it has more or less than one coordinate, that not even the first table could be filled, or that somebody stopped it.
pub fn of_rule(
    ruled: &Ruled,
    bound: Bound,
    memory: usize,
    budget: &Budget,
) -> Result<Report, Failure> {
    let begun = Instant::now();
    let rule = ruled.numbers()?;
    if rule.arity() != 1 {
        return Err(Refused::OneCoordinate(rule.arity()).into());
    }
    let most = match bound.values {
        u64::MAX => MOST,
        values => values,
    };
    let (mut values, mut proved) = (Vec::new(), None);
    let mut computed = 0;
    let mut size = FIRST.min(most);
    loop {
        let left = (bound.time).map(|time| time.saturating_duration_since(Instant::now()));
        let of_table = Budget {
            positions: u64::MAX,
            bytes: memory as u64,
            time: left,
            since: None,
            ..budget.clone()
        };
        let length = usize::try_from(size).unwrap_or(usize::MAX);
        match rule.table(&[length], &mut Meter::new(&of_table)) {
            Ok(table) => values = table.into_cells(),
            Err(_) if stopped(budget) => return Err(Failure::Interrupted),
            // What the last table told still stands.
            Err(Unfilled::Exhausted(Exhausted::Time(_))) if !values.is_empty() => break,
            Err(unfilled) => return Err(Failure::Unknown(unfilled.reason(rule).into())),
        }
        computed += size;
        proved = pattern::period(rule, &values);
        if proved.is_some() || size >= most {
            break;
        }
        size = size.saturating_mul(10).min(most);
    }
    let observed = || {
        let mut kept = Values::default();
        kept.extend(&values[..values.len().min(OBSERVED)]);
        Observed::of(&kept)
    };
    Ok(Report {
        code: rule.text().to_owned(),
        rules: None,
        observed: if proved.is_none() { observed() } else { None },
        proved: proved.map(|proved| Proved {
            period: proved.period as u64,
            preperiod: proved.preperiod as u64,
            saltus: proved.saltus.into(),
            last_exception: (proved.preperiod.checked_sub(1))
                .map(|heap| (heap as u64, values.get(heap).copied())),
            theorem: (proved.theorem.clone(), None),
            checked: &[],
        }),
        largest: values.iter().max().copied(),
        checked_to: values.len() as u64,
        engine: (by_options(), "options".to_owned()),
        seconds: begun.elapsed().as_secs_f64(),
        computed,
        looked_up: None,
    })
}

/// What is observed of a family that no theorem on periods is about.
///
/// # Errors
/// That not even a first table can be filled.
pub fn of_family(
    name: &str,
    part: &Part,
    bound: Bound,
    budget: &Budget,
) -> Result<Report, Failure> {
    let begun = Instant::now();
    let most = match bound.values {
        u64::MAX => MOST,
        values => values,
    };
    let (mut values, mut computed) = (Vec::new(), 0);
    let mut size = FEW.min(most);
    loop {
        let left = (bound.time).map(|time| time.saturating_duration_since(Instant::now()));
        let mut solver = Solver::new();
        solver.budget = Budget {
            time: left.or(budget.time),
            since: None,
            ..budget.clone()
        };
        let told = part
            .rules
            .heap_values(size.saturating_sub(1), &mut solver.work());
        let told = told.ok_or_else(|| Refused::NotOfHeaps(name.to_owned()))?;
        match told {
            Ok(told) => values = told,
            Err(_) if stopped(budget) => return Err(Failure::Interrupted),
            // What the last table told still stands.
            Err(_) if !values.is_empty() => break,
            Err(why) => return Err(Failure::Unknown(why.into())),
        }
        computed += size;
        if size >= most {
            break;
        }
        size = size.saturating_mul(2).min(most);
    }
    let mut kept = Values::default();
    kept.extend(&values[..values.len().min(OBSERVED)]);
    Ok(Report {
        code: name.to_owned(),
        rules: None,
        observed: Observed::of(&kept),
        proved: None,
        largest: values.iter().max().copied(),
        checked_to: values.len() as u64,
        engine: (by_options(), "options".to_owned()),
        seconds: begun.elapsed().as_secs_f64(),
        computed,
        looked_up: None,
    })
}

/// The engine that needs to know nothing.
pub fn by_options() -> Message {
    message!(
        "every option of every position",
        "逐个考察每个局面的全部后继"
    )
}

/// What a search came to.
#[derive(Debug)]
pub struct Report {
    /// The rules as they were asked for.
    pub code: String,
    /// The rules in their normal form, where they are a code or a set of takes.
    pub rules: Option<String>,
    /// The period, if one was proved.
    pub proved: Option<Proved>,
    /// What was only seen.
    pub observed: Option<Observed>,
    /// The largest value, if all of them were kept.
    pub largest: Option<u32>,
    /// How many values were looked at.
    pub checked_to: u64,
    /// What computed them, as a sentence and as a word.
    pub engine: (Message, String),
    /// How long it took.
    pub seconds: f64,
    /// How many values were computed in this time.
    pub computed: u64,
    /// Where the period was not searched for but looked up: the SHA-256 of its certificate, as the table of octal games has it.
    pub looked_up: Option<String>,
}

/// A proved period.
#[derive(Debug)]
pub struct Proved {
    /// The period.
    pub period: u64,
    /// How many values come before it.
    pub preperiod: u64,
    /// By how much values grow from one period to the next.
    pub saltus: u64,
    /// The theorem as a sentence, and its word where it has one.
    pub theorem: (Message, Option<&'static str>),
    /// What a machine has checked of it: names of [theorems](grundy::proofs).
    pub checked: &'static [&'static str],
    /// The last heap before the repetition, and its value if it is known.
    pub last_exception: Option<(u64, Option<u32>)>,
}

/// Seconds of a search that is worth looking up what it came to.
const LONG: f64 = 1.0;

/// What the table of octal games that comes with the program knows of a code whose search takes long: its period, proved by a certificate. `None`
/// where the table has no such row.
pub fn known(code: &str, rules: &Rules) -> Option<Report> {
    let row = atlas::proved(&rules.to_string()).filter(|row| row.seconds >= LONG)?;
    let (proved, certificate) = (row.proved?, row.certificate?);
    let theorems = [
        Theorem::GuySmith,
        Theorem::Subtraction,
        Theorem::Window,
        Theorem::Arithmetic,
    ];
    let by = (theorems.into_iter()).find(|theorem| theorem.word() == proved.theorem)?;
    let checked: &[&str] = match by {
        Theorem::GuySmith | Theorem::Subtraction => &["guy_smith"],
        Theorem::Window => &["window_recurs_sparsely"],
        _ => &[],
    };
    let engines = [Engine::Dense, Engine::Sparse, Engine::Window];
    let by_engine = (engines.into_iter()).find(|engine| word(*engine) == row.engine)?;
    Some(Report {
        code: code.to_owned(),
        rules: Some(rules.to_string()),
        proved: Some(Proved {
            period: proved.period,
            preperiod: proved.preperiod,
            saltus: 0,
            theorem: (theorem(by), Some(by.word())),
            checked,
            last_exception: (proved.last_exception).map(|(heap, value)| (heap, Some(value))),
        }),
        observed: None,
        largest: None,
        checked_to: row.to,
        engine: (engine(by_engine), row.engine),
        seconds: row.seconds,
        computed: row.to,
        looked_up: Some(certificate),
    })
}

/// The engine as a word of JSON.
fn word(engine: Engine) -> String {
    format!("{engine:?}").to_lowercase()
}

impl Report {
    /// The report of a search.
    pub fn of(code: &str, search: &Search, seconds: f64, computed: u64) -> Report {
        let values = search.finder().values();
        let proved = search.period().map(|proved| Proved {
            period: proved.period(),
            preperiod: proved.preperiod(),
            saltus: proved.saltus(),
            theorem: (reason(&proved), Some(proved.theorem().word())),
            checked: proofs::of_period(&proved),
            last_exception: (proved.last_exception()).map(|heap| (heap, search.value(heap))),
        });
        let grows = proved.as_ref().is_some_and(|proved| proved.saltus > 0);
        let is_short = search.is_whole() && values.len() <= OBSERVED;
        Report {
            code: code.to_owned(),
            rules: Some(search.rules().to_string()),
            observed: (is_short && proved.is_none())
                .then(|| Observed::of(values))
                .flatten(),
            proved,
            // Values that grow have none.
            largest: (search.is_whole() && !grows)
                .then(|| values.iter().max())
                .flatten(),
            checked_to: search.len(),
            engine: (engine(search.engine()), word(search.engine())),
            seconds,
            computed,
            looked_up: None,
        }
    }

    /// The JSON document of the schema, one line with its line end, with what is known of the rule that it was asked by.
    pub fn json(&self, ruled: Option<&Ruled>, lang: Lang) -> String {
        let proved = self.proved.as_ref();
        let exception = proved.and_then(|proved| proved.last_exception);
        json::line(&Document {
            schema: SCHEMA,
            code: &self.code,
            rules: self.rules.as_deref(),
            proved: proved.is_some(),
            period: proved.map(|proved| proved.period),
            preperiod: proved.map(|proved| proved.preperiod),
            saltus: proved.map(|proved| proved.saltus),
            theorem: proved.map(|proved| match &proved.theorem {
                (_, Some(word)) => (*word).to_owned(),
                (sentence, None) => sentence.render(lang),
            }),
            theorems: proved.map_or(Vec::new(), |proved| theorems::cited(proved.checked)),
            checked_to: self.checked_to,
            last_exception: exception.map(|(heap, _)| heap),
            last_exception_value: exception.and_then(|(_, value)| value),
            largest_value: self.largest,
            engine: &self.engine.1,
            seconds: Fixed(self.seconds),
            certificate_sha256: self.looked_up.as_deref(),
            observed: self.observed.as_ref().map(|seen| Seen {
                regularity: format!("{:?}", seen.regularity).to_lowercase(),
                period: seen.period,
                preperiod: seen.preperiod,
                saltus: seen.saltus,
            }),
            rule: ruled.map(Ruled::document),
        })
    }
}

/// Why a period that is proved goes on for ever.
pub fn reason(proved: &Period) -> Message {
    match proved.subject() {
        Subject::Remainders => message!(
            "the values repeat for twice the least common multiple of period and modulus after the pre-period, so they repeat for ever: heaps that far apart have options of the same values",
            "前周期之后，值的重复已达到周期与模数的最小公倍数的两倍，故永远重复：相距如此之远的堆，后继的值相同"
        ),
        _ => theorem(proved.theorem()),
    }
}

/// The theorem of a certificate, in a sentence.
pub fn theorem(theorem: Theorem) -> Message {
    match theorem {
        Theorem::GuySmith => message!(
            "Guy and Smith 1956: the values repeat up to the bound for games of taking and breaking",
            "Guy–Smith 1956：值的重复已达到取分游戏的界"
        ),
        Theorem::Subtraction => message!(
            "each value depends on a bounded number of values before it, and these recurred",
            "值只取决于其前有限个值，而这些值已重现"
        ),
        Theorem::Window => message!(
            "each value depends on the first values and a window of the last ones, and these recurred",
            "值只取决于开头与最近的一段值，而这段值已重现"
        ),
        Theorem::Arithmetic => message!(
            "the following values depend on those met so far, which recurred with the saltus added",
            "后续的值取决于已出现的值，而它们加上跃差后重现"
        ),
    }
}

/// The engine, by its name.
pub fn engine(engine: Engine) -> Message {
    match engine {
        Engine::Dense => message!(
            "dense: every option of every heap",
            "稠密：逐一考察每堆的所有后继"
        ),
        Engine::Sparse => message!("sparse: rare and common values", "稀疏：稀有值与常见值"),
        Engine::Window => message!("window: the last values", "窗口：最近的值"),
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self, lang: Lang) -> String {
        self.report.json(self.ruled.as_ref(), lang)
    }
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Period")
)]
pub(crate) struct Document<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    code: &'a str,
    rules: Option<&'a str>,
    proved: bool,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    theorem: Option<String>,
    /// Theorems that a machine has checked and on which the proof stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    theorems: Vec<Cited>,
    checked_to: u64,
    last_exception: Option<u64>,
    last_exception_value: Option<u32>,
    largest_value: Option<u32>,
    engine: &'a str,
    #[cfg_attr(feature = "schema", schemars(with = "f64", range(min = 0)))]
    seconds: Fixed<6>,
    /// Of a period that was looked up in the table of octal games: the SHA-256 of its certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    certificate_sha256: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Seen"))]
    observed: Option<Seen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "rule::Document<'_>"))]
    rule: Option<rule::Document<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Seen {
    regularity: String,
    period: u64,
    preperiod: u64,
    saltus: u64,
}
