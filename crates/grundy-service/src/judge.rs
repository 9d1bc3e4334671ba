//! Contest formats and what is judged: `grundy.formats/1` and `grundy.judged/1`.

use grundy::{Game, component};
use grundy_judge::{Format, Judged};
use serde::Serialize;

use crate::json;

/// The name and version of the schema of formats.
pub const FORMATS: &str = "grundy.formats/1";

/// The name and version of the schema of a position that was judged.
pub const JUDGED: &str = "grundy.judged/1";

/// Some formats as one object, a line.
pub fn formats(formats: &[&Format]) -> String {
    let all = formats.iter().map(|format| Entry {
        name: &format.name,
        aliases: &format.aliases,
        title: format.title.as_ref().map(Both::of),
        sentence: format.sentence.as_ref().map(Both::of),
        layout: format.layout.text(),
        rule: format.rule.text(),
        options: format.options.as_ref().map(grundy_judge::Options::text),
        position: format
            .options
            .as_ref()
            .and_then(grundy_judge::Options::position),
        source: &format.source,
        limits: &format.limits,
        sample: format.sample.as_ref().map(|sample| Sample {
            input: &sample.input,
            output: &sample.output,
        }),
    });
    json::line(&Formats {
        schema: FORMATS,
        formats: all.collect(),
    })
}

#[derive(Serialize)]
struct Formats<'a> {
    schema: &'static str,
    formats: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    aliases: &'a [String],
    title: Option<Both<'a>>,
    sentence: Option<Both<'a>>,
    layout: &'a str,
    rule: &'a str,
    options: Option<&'a str>,
    position: Option<&'a str>,
    source: &'a str,
    limits: &'a str,
    sample: Option<Sample<'a>>,
}

#[derive(Serialize)]
struct Both<'a> {
    en: &'a str,
    zh: &'a str,
}

impl Both<'_> {
    fn of(sentence: &grundy_judge::Sentence) -> Both<'_> {
        Both {
            en: &sentence.en,
            zh: &sentence.zh,
        }
    }
}

#[derive(Serialize)]
struct Sample<'a> {
    input: &'a str,
    output: &'a str,
}

/// A position and what the judge expects for it.
#[derive(Debug, Serialize)]
pub struct Position<'a> {
    schema: &'static str,
    case: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    answer: &'a str,
}

impl Position<'_> {
    /// What was judged.
    pub fn of(judged: &Judged) -> Position<'_> {
        let ruled = judged.ruled.as_ref().map(|ruled| {
            let part = component::part(ruled.rule.clone(), ruled.positions.clone());
            Game::from_parts(vec![part]).to_string()
        });
        let game = ruled.or_else(|| judged.game.clone());
        let wins = judged.mover_wins.filter(|_| game.is_some());
        Position {
            schema: JUDGED,
            case: judged.case,
            position: (judged.position > 0).then_some(judged.position),
            play: (game.as_ref()).map(|_| if judged.misere { "misere" } else { "normal" }),
            outcome: wins.map(|wins| if wins { "N" } else { "P" }),
            game,
            answer: &judged.answer,
        }
    }

    /// As JSON, a line.
    pub fn json(&self) -> String {
        json::line(self)
    }
}
