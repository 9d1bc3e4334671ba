//! What answers look like, as JSON Schema: made from the types that write them, so the two cannot differ.
//!
//! Here are the answers whose types serde writes by itself: periods, sequences, patterns, games, codes, state graphs, problems of
//! contests and what is judged. Positions, moves,
//! tables and rounds are written by hand in part (numbers of any length, sentences and cells made as they are written), so their schemas
//! are written by hand too: in `schemas.json` of the page.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::{atlas, find, games, judge, period, quotients, sequence, states, theorems};

/// Where the schemas find one another in an OpenAPI document.
const PLACE: &str = "/components/schemas";

/// normal: who cannot move loses; misere: who cannot move wins
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum Play {
    Normal,
    Misere,
}

/// Games, or the periods or the misère quotients of codes, or theorems.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Games")]
#[expect(dead_code, reason = "only its schema is used")]
enum Games<'a> {
    Catalogue(games::Document),
    Periods(atlas::Document<'a>),
    Quotients(quotients::Document<'a>),
    Theorems(theorems::Document),
}

/// The schemas of answers by their names, with those that they refer to under `/components/schemas`.
pub fn answers() -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = PLACE.into();
    // How wide an integer is here says nothing to whoever reads it.
    let settings = settings.with_transform(RecursiveTransform(|schema: &mut Schema| {
        schema.remove("format");
    }));
    let mut all = settings.into_generator();
    let add: [fn(&mut SchemaGenerator) -> Schema; 7] = [
        SchemaGenerator::subschema_for::<period::Document<'_>>,
        SchemaGenerator::subschema_for::<sequence::Document<'_>>,
        SchemaGenerator::subschema_for::<find::Document<'_>>,
        SchemaGenerator::subschema_for::<states::Document<'_>>,
        SchemaGenerator::subschema_for::<Games<'_>>,
        SchemaGenerator::subschema_for::<judge::Formats<'_>>,
        SchemaGenerator::subschema_for::<judge::Output<'_>>,
    ];
    for add in add {
        add(&mut all);
    }
    all.take_definitions(true)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn answers_have_their_schemas() {
        let all = answers();
        let names: BTreeSet<&str> = all.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            BTreeSet::from([
                "Finding",
                "Findings",
                "Frequency",
                "Games",
                "Output",
                "Period",
                "Play",
                "Problems",
                "Rule",
                "Sequence",
                "States"
            ])
        );
        for (name, schema) in [
            ("Period", period::SCHEMA),
            ("Sequence", sequence::SCHEMA),
            ("Findings", find::SCHEMA),
            ("States", states::SCHEMA),
            ("Problems", judge::FORMATS),
            ("Output", judge::OUTPUT),
        ] {
            assert_eq!(all[name]["properties"]["schema"]["const"], schema);
        }
    }
}
