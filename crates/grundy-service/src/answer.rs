//! An answer as `grundy.answer/1`.

use grundy::answer::{ComponentAnswer, Declined, WinningMove};
use grundy::engine::genera::ComponentGenus;
use grundy::proofs::Theorem;
use grundy::quotient::LoopyValue;
use grundy::{Answer, Game, Lang, Message, Outcome, Play, Reason, Theory, message};
use serde::Serialize;

use crate::json::{Count, Digits, Named, Sentence};
use crate::rule;
use crate::theorems::Cited;
use crate::verify::Verified;

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.answer/1";

/// How much of an answer is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What a line of many has.
    Line,
    /// Schema, theory, components and reasons too.
    Full,
    /// Which engines declined as well.
    Explained,
}

/// An answer.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    game: &'a str,
    play: &'static str,
    outcome: Option<&'static str>,
    value: Option<Digits<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loopy: Option<Infinite>,
    winning_moves: Option<Count<'a>>,
    moves: Vec<Move<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u64>,
    #[serde(flatten)]
    unknown: Option<Unknown<'a>>,
    #[serde(flatten)]
    grounds: Option<Grounds<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conclusion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declined: Option<Vec<Refusal<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorems: Option<Vec<Cited>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<rule::Document<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    genus: Option<Vec<Symbol<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<Vec<Again<'a>>>,
}

/// The value ∞ with the finite values of the options.
#[derive(Debug, Serialize)]
struct Infinite {
    infinite: Vec<u64>,
}

/// What follows from what the components are worth, by the theorem or the search that decided: the last sentence of an answer to why.
/// `None` where the reasons of the components, or of the whole, say it already.
pub fn conclusion(answer: &Answer) -> Option<Message> {
    match (answer.theory, answer.outcome?) {
        (Theory::SpragueGrundy, _) if answer.components.len() < 2 => None,
        (Theory::SpragueGrundy, Outcome::N) => Some(message!(
            "Sprague and Grundy: the value of a sum is the nim-sum of the values; it is not 0 here, so some move makes it 0",
            "Sprague–Grundy 定理：和的 SG 值等于各分量 SG 值的异或和；此处不为 0，故有走法使其变为 0"
        )),
        (Theory::SpragueGrundy, _) => Some(message!(
            "Sprague and Grundy: the value of a sum is the nim-sum of the values; it is 0 here, and every move changes that",
            "Sprague–Grundy 定理：和的 SG 值等于各分量 SG 值的异或和；此处为 0，任何一步都使其不为 0"
        )),
        // What was labelled says how it was searched.
        (Theory::Search, outcome)
            if answer.because.is_some()
                && (outcome == Outcome::D || answer.remoteness.is_some()) =>
        {
            None
        }
        (Theory::Search, _) => Some(message!(
            "by search of all positions that can follow from the whole sum",
            "搜索整个和的所有后续局面得出"
        )),
        (
            Theory::MisereNim
            | Theory::MisereQuotient
            | Theory::Outcome
            | Theory::Loopy
            | Theory::Unknown,
            _,
        ) => None,
    }
}

/// What a second search said of a component.
#[derive(Debug, Serialize)]
struct Again<'a> {
    game: &'a str,
    verified: bool,
    #[serde(flatten)]
    unknown: Option<Unknown<'a>>,
}

/// The genus of a component.
#[derive(Debug, Serialize)]
struct Symbol<'a> {
    game: Named<'a>,
    genus: Option<String>,
    tame: Option<bool>,
    #[serde(flatten)]
    unknown: Option<Unknown<'a>>,
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Unknown<'a> {
    unknown: String,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'a str>,
}

impl<'a> Unknown<'a> {
    /// The reason in a language.
    pub(crate) fn new(reason: &'a Reason, lang: Lang) -> Unknown<'a> {
        Unknown {
            unknown: reason.render(lang),
            kind: reason.word(),
            at: reason.place(),
        }
    }
}

/// A winning move.
#[derive(Debug, Serialize)]
struct Move<'a> {
    component: usize,
    from: &'a str,
    r#move: Sentence<'a>,
    to: Vec<Named<'a>>,
}

/// What an answer rests on.
#[derive(Debug, Serialize)]
struct Grounds<'a> {
    theory: &'static str,
    because: Option<Sentence<'a>>,
    components: Vec<Worth<'a>>,
}

/// What a component is worth.
#[derive(Debug, Serialize)]
struct Worth<'a> {
    game: &'a str,
    value: Option<Digits<'a>>,
    engine: Option<&'static str>,
    because: Option<Sentence<'a>>,
}

/// An engine that did not answer.
#[derive(Debug, Serialize)]
struct Refusal<'a> {
    engine: &'static str,
    component: Option<usize>,
    why: String,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'a str>,
}

impl<'a> Document<'a> {
    /// An answer in a language.
    pub fn new(answer: &'a Answer, lang: Lang, detail: Detail) -> Document<'a> {
        let is_full = detail != Detail::Line;
        let declined = || {
            let declined = answer.declined.iter();
            declined.map(|one| Refusal::new(one, lang)).collect()
        };
        Document {
            schema: is_full.then_some(SCHEMA),
            game: &answer.game,
            play: answer.play.word(),
            outcome: answer.outcome.map(grundy::Outcome::letter),
            value: Digits::of(answer.value.as_ref()),
            loopy: None,
            winning_moves: answer.winning.count.as_ref().map(Count),
            moves: (answer.winning.listed.iter())
                .map(|one| Move::new(one, lang))
                .collect(),
            remoteness: answer.remoteness,
            unknown: (answer.unknown.as_ref()).map(|unknown| Unknown::new(unknown, lang)),
            grounds: is_full.then(|| Grounds::new(answer, lang)),
            conclusion: (detail == Detail::Explained)
                .then(|| conclusion(answer).map(|sentence| sentence.render(lang)))
                .flatten(),
            declined: (detail == Detail::Explained).then(declined),
            theorems: None,
            rule: None,
            genus: None,
            verified: None,
        }
    }

    /// Adds the loopy value of a position from which play need not end.
    #[must_use]
    pub fn with_loopy(mut self, value: Option<LoopyValue>) -> Document<'a> {
        if let Some(LoopyValue::Infinite(set)) = value {
            let set = set.iter().map(|value| u64::try_from(&value.0));
            self.loopy = set
                .collect::<Result<_, _>>()
                .ok()
                .map(|infinite| Infinite { infinite });
        }
        self
    }

    /// Adds the theorems of its games and of sums that a machine has checked.
    #[must_use]
    pub fn with_theorems(mut self, theorems: Vec<Theorem>) -> Document<'a> {
        self.theorems = Some(theorems.into_iter().map(Cited::from).collect());
        self
    }

    /// Adds the genus of each component.
    #[must_use]
    pub fn with_genera(
        mut self,
        game: &'a Game,
        genera: &'a [Result<ComponentGenus, Reason>],
        lang: Lang,
    ) -> Document<'a> {
        let symbols = game
            .components()
            .zip(genera)
            .map(|(component, genus)| Symbol {
                game: Named(component),
                genus: genus.as_ref().ok().map(|known| known.genus.to_string()),
                tame: genus.as_ref().ok().map(|known| known.tame),
                unknown: genus.as_ref().err().map(|why| Unknown::new(why, lang)),
            });
        self.genus = Some(symbols.collect());
        self
    }

    /// Adds what a second search said of the values.
    #[must_use]
    pub fn with_verified(mut self, verified: &'a [Verified], lang: Lang) -> Document<'a> {
        let again = verified.iter().map(|one| Again {
            game: &one.game,
            verified: one.open.is_none(),
            unknown: one.open.as_ref().map(|why| Unknown::new(why, lang)),
        });
        self.verified = Some(again.collect());
        self
    }

    /// Adds what is known of the rule that the position was asked by, if there is one.
    #[must_use]
    pub fn with_rule(mut self, ruled: Option<&'a rule::Ruled>) -> Document<'a> {
        self.rule = ruled.map(rule::Ruled::document);
        self
    }
}

impl<'a> Move<'a> {
    fn new(mv: &'a WinningMove, lang: Lang) -> Move<'a> {
        let to = mv.to.iter().map(|component| Named(component.as_ref()));
        Move {
            component: mv.component,
            from: &mv.from,
            r#move: Sentence(&mv.message, lang),
            to: to.collect(),
        }
    }
}

impl<'a> Grounds<'a> {
    fn new(answer: &'a Answer, lang: Lang) -> Grounds<'a> {
        let worth = |part: &'a ComponentAnswer| Worth {
            game: part.game.trim_end(),
            value: Digits::of(part.value.as_ref()),
            engine: part.engine.map(grundy::Engine::word),
            because: part.because.as_ref().map(|because| Sentence(because, lang)),
        };
        Grounds {
            theory: answer.theory.word(),
            because: answer
                .because
                .as_ref()
                .map(|because| Sentence(because, lang)),
            components: answer.components.iter().map(worth).collect(),
        }
    }
}

impl<'a> Refusal<'a> {
    fn new(declined: &'a Declined, lang: Lang) -> Refusal<'a> {
        Refusal {
            engine: declined.engine.word(),
            component: declined.component,
            why: declined.why.render(lang),
            kind: declined.why.word(),
            at: declined.why.place(),
        }
    }
}

/// A line that was not understood: every key of an answer, then what is wrong.
#[derive(Debug, Serialize)]
pub struct RefusedLine<'a> {
    game: &'a str,
    play: &'static str,
    outcome: (),
    value: (),
    winning_moves: (),
    moves: [(); 0],
    error: &'a str,
    kind: &'a str,
    line: u64,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a str>,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug)]
pub struct LineError<'a> {
    /// The line as it was, perhaps cut.
    pub text: &'a str,
    /// Its number, from 1.
    pub line: u64,
    /// The sentence.
    pub message: &'a str,
    /// A word for what is wrong.
    pub kind: &'a str,
    /// The column of what is wrong, in characters from 1.
    pub column: usize,
    /// What the notation says of it, where the text was read at all.
    pub error: Option<&'a grundy::ParseError>,
}

impl<'a> RefusedLine<'a> {
    /// The object of a line.
    pub fn new(wrong: LineError<'a>, play: Play) -> RefusedLine<'a> {
        let error = wrong.error;
        let file = error.and_then(|error| error.file.as_deref());
        RefusedLine {
            game: wrong.text,
            play: play.word(),
            outcome: (),
            value: (),
            winning_moves: (),
            moves: [],
            error: wrong.message,
            kind: wrong.kind,
            line: wrong.line,
            column: wrong.column,
            length: error.map(|error| error.length),
            file,
            file_line: error.filter(|_| file.is_some()).map(|error| error.line),
            example: error.map(|error| error.example.as_str()),
        }
    }
}
