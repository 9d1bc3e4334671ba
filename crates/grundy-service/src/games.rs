//! The catalogue: `grundy.games/1`.

use grundy::engine::sequence::Rules;
use grundy::notation::Listing;
use grundy::{Budget, Game, game, rulesets};
use serde::{Deserialize, Serialize};

use crate::json::{self, Both};
use crate::text::plain;
use crate::theorems::{self, Cited};
use crate::{Failure, Sink};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.games/1";

/// A question for the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// One game, whose parameters may stand behind its name; all games where none is named.
    #[serde(default)]
    pub name: Option<String>,
}

/// Games of the catalogue.
#[derive(Debug)]
pub struct Response {
    /// What is told of each.
    pub listings: Vec<&'static Listing>,
}

impl Request {
    /// Looks up the games.
    ///
    /// # Errors
    /// That there is no game of the name.
    pub fn run(&self, _: &Budget, _: &mut dyn Sink) -> Result<Response, Failure> {
        let listings = match &self.name {
            None => rulesets::CATALOGUE.to_vec(),
            Some(name) => named(name)?,
        };
        Ok(Response { listings })
    }
}

/// The game of a name; parameters may stand behind it.
pub(crate) fn named(name: &str) -> Result<Vec<&'static Listing>, Failure> {
    let head = name.split(':').next().unwrap_or_default();
    match (game::listing(head), head.parse::<Game>()) {
        (Some(listing), _) => Ok(vec![listing]),
        (None, Err(error)) => Err(Failure::game(name, error)),
        (None, Ok(game)) => {
            let names = game
                .parts()
                .iter()
                .take(1)
                .filter_map(|part| part.rules.name());
            Ok(names.filter_map(game::listing).collect())
        }
    }
}

impl Response {
    /// Those that have all of these words, in any case and either language: in their names, titles or rules.
    #[must_use]
    pub fn with_words(mut self, words: &[impl AsRef<str>]) -> Response {
        let words: Vec<String> = words
            .iter()
            .map(|word| word.as_ref().to_lowercase())
            .collect();
        self.listings.retain(|listing| {
            let texts = [&listing.title, &listing.rule].map(|text| [text.en, text.zh].join("\n"));
            let names = [&[listing.name][..], listing.aliases].concat().join("\n");
            let all = [names, texts.join("\n")].join("\n").to_lowercase();
            words.iter().all(|word| all.contains(word))
        });
        self
    }

    /// Those whose heaps have the rules of a code, whatever they are called, or whose rules in words name it.
    ///
    /// # Errors
    /// That there is no such code.
    pub fn with_code(mut self, code: &str) -> Result<Response, Failure> {
        let code = &*plain(code.trim());
        let rules: Rules = code.parse().map_err(|error| Failure::game(code, error))?;
        self.listings.retain(|listing| {
            let example = listing.example.split(' ').next().unwrap_or_default();
            [listing.name, example]
                .into_iter()
                .any(|head| rules_of(head).is_some_and(|own| own == rules))
                || is_named(listing.rule.en, code)
        });
        Ok(self)
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        let games = self.listings.iter().map(|listing| Entry {
            id: listing.id,
            name: listing.name,
            aliases: listing.aliases,
            title: Both::from(&listing.title),
            rule: Both::from(&listing.rule),
            form: listing.form.en,
            example: listing.example,
            source: listing.source,
            theorems: theorems::cited(listing.theorems),
        });
        json::line(&Document {
            schema: SCHEMA,
            games: games.collect(),
        })
    }
}

/// The rules of the heaps of a game, where they are those of a code or of a set of takes.
fn rules_of(head: &str) -> Option<Rules> {
    let game: Game = head.parse().ok()?;
    let [part] = game.parts() else { return None };
    let heap = (0..=1).find_map(|heap| part.rules.at(&[heap]))?;
    heap.sequence_rules()
}

/// Whether a code stands in a text as a word of its own.
fn is_named(text: &str, code: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '.';
    let mut words = text.split(|letter| !is_part(letter));
    words.any(|word| word.trim_end_matches('.') == code)
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Document {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    games: Vec<Entry>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Entry {
    id: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    title: Both<'static>,
    rule: Both<'static>,
    form: &'static str,
    example: &'static str,
    source: &'static str,
    /// Those that a machine has checked and that answers for the game stand on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    theorems: Vec<Cited>,
}
