//! The theorems that a machine has checked: `grundy.theorems/1`.

use grundy::proofs::{self, Theorem};
use grundy::{Answer, Budget, Engine, Game, Play, Theory, game};
use serde::{Deserialize, Serialize};

use crate::json::{self, Both};
use crate::{Failure, Sink, games};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.theorems/1";

/// A question for the theorems that a machine has checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Those of one game, instead of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Theorems, in the order of the table: by file.
#[derive(Debug)]
pub struct Response {
    /// What is told of each.
    pub theorems: Vec<Theorem>,
}

impl Request {
    /// Looks them up.
    ///
    /// # Errors
    /// That there is no game of the name.
    pub fn run(&self, _: &Budget, _: &mut dyn Sink) -> Result<Response, Failure> {
        let theorems = proofs::theorems();
        let theorems = match &self.name {
            None => theorems.collect(),
            Some(name) => {
                let listings = games::named(name)?;
                let cited = |theorem: &Theorem| {
                    let mut names = listings.iter().flat_map(|listing| listing.theorems);
                    names.any(|&name| name == theorem.name)
                };
                theorems.filter(cited).collect()
            }
        };
        Ok(Response { theorems })
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        json::line(&Document {
            schema: SCHEMA,
            theorems: self.theorems.iter().map(Told::of).collect(),
        })
    }
}

/// Theorems that a proof assistant has checked.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Document {
    schema: &'static str,
    theorems: Vec<Told>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Told {
    /// As it is stated in the file.
    name: &'static str,
    /// In `proofs/theories`.
    file: &'static str,
    /// Author and year.
    source: &'static str,
    /// What it says.
    statement: Both<'static>,
    /// Files of the program's source that rely on it.
    used_by: Vec<&'static str>,
}

impl Told {
    fn of(theorem: &Theorem) -> Told {
        Told {
            name: theorem.name,
            file: theorem.file,
            source: theorem.source,
            statement: Both::from(&theorem.statement),
            used_by: theorem.used_by().collect(),
        }
    }
}

/// The theorems that a machine has checked of what an answer is about: those of its games, where theorems told what they are worth or
/// who wins, of its periods, and those by which parts make a whole; under normal play none about misère play. Not each of
/// them need have a share in this answer.
pub fn behind(game: &Game, answer: &Answer) -> Vec<Theorem> {
    let by_theorem = |engine| {
        matches!(
            engine,
            Some(Engine::Theorem | Engine::Outcome | Engine::Loopy)
        )
    };
    let mut engines = answer.components.iter().map(|component| component.engine);
    let is_of_games = answer.theory == Theory::Outcome || engines.any(by_theorem);
    let games = game.parts().iter().filter(|_| is_of_games);
    let listings = games.filter_map(|part| game::listing(part.rules.name()?));
    let names = listings.flat_map(|listing| listing.theorems);
    let periods = (answer.components.iter()).filter_map(|component| component.period);
    let names = names.chain(periods.flat_map(|period| proofs::of_period(&period)));
    let named = names.chain(answer.theory.theorems());
    let mut theorems: Vec<Theorem> = Vec::new();
    for theorem in named.filter_map(|name| proofs::theorem(name)) {
        let is_of_play = answer.play == Play::Misere || !theorem.is_misere();
        if is_of_play && !theorems.contains(&theorem) {
            theorems.push(theorem);
        }
    }
    theorems
}

/// A theorem that a machine has checked, where an answer or a game stands on it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Cited {
    /// As it is stated in the file.
    name: &'static str,
    /// In `proofs/theories`.
    file: &'static str,
}

impl From<Theorem> for Cited {
    fn from(theorem: Theorem) -> Cited {
        Cited {
            name: theorem.name,
            file: theorem.file,
        }
    }
}

/// The theorems of these names.
pub(crate) fn cited(names: &[&str]) -> Vec<Cited> {
    let theorems = names.iter().filter_map(|name| proofs::theorem(name));
    theorems.map(Cited::from).collect()
}
