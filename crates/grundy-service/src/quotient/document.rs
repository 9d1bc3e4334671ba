//! A quotient as `grundy.quotient/1` has it.

use grundy::Lang;
use grundy::engine::misere::Element;
use serde::Serialize;

use super::{Failed, Phi, Response, SCHEMA, TABLE, beyond};
use crate::json::{self, Fixed, Named};
use crate::rule::{self, Ruled};

impl Response {
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
                failed: self.failed().map(Refused::of),
            }),
            growth: self.growth.map(|growth| Grows {
                observed: true,
                from: growth.from,
                heaps: growth.heaps,
                elements: growth.elements,
            }),
            law: self.law().map(|law| law.document()),
            seconds: Fixed(self.seconds),
            rule: self.ruled.as_ref().map(Ruled::document),
        })
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
    growth: Option<Grows>,
    law: Option<beyond::Document>,
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
    failed: Option<Refused<'a>>,
}

/// The sum by which the last candidate was refused.
#[derive(Serialize)]
struct Refused<'a> {
    sum: Vec<Power<'a>>,
    called: &'static str,
    order: usize,
    outcome: Option<&'static str>,
}

#[derive(Serialize)]
struct Power<'a> {
    letter: &'a str,
    times: u32,
}

impl Refused<'_> {
    fn of(failed: &Failed) -> Refused<'_> {
        let sum = failed.sum.iter();
        let powers = sum.map(|&(ref letter, times)| Power { letter, times });
        Refused {
            sum: powers.collect(),
            called: failed.called.letter(),
            order: failed.order,
            outcome: failed.outcome.map(|outcome| outcome.letter()),
        }
    }
}

#[derive(Serialize)]
struct Grows {
    observed: bool,
    from: usize,
    heaps: usize,
    elements: usize,
}
