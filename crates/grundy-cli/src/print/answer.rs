//! An answer for people: who wins, by which moves, and why.

use std::fmt::Write;

use grundy::answer::WinningMove;
use grundy::engine::genera::ComponentGenus;
use grundy::{Answer, Component, Game, Lang, Message, Natural, Outcome, Play, Reason, Theory};
use grundy_service::answer::conclusion;
use grundy_service::{Verified, loopy, mex, theorems};

use crate::print::columns::columns;
use crate::print::paint::{Paint, brief, left, width, wrapped};
use crate::words::{self, Word};

/// Most components whose genus is shown.
const GENERA: usize = 40;

/// Longest notation shown whole.
const LONGEST: usize = 160;

/// How to show an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// In which language.
    pub(crate) lang: Lang,
    /// In which colours.
    pub(crate) paint: Paint,
    /// Columns of the terminal.
    pub(crate) columns: usize,
    /// Whether all winning moves were asked for.
    pub(crate) all: bool,
    /// Most moves that are listed where all are asked for.
    pub(crate) most: usize,
    /// Whether to tell which engines declined.
    pub(crate) explain: bool,
}

/// The whole answer.
pub(crate) fn answer(game: &Game, answer: &Answer, manner: &Manner) -> String {
    let mut out = String::new();
    heading(&mut out, answer, manner);
    verdict(&mut out, game, answer, manner);
    if answer.outcome == Some(Outcome::N) {
        out.push('\n');
        moves(&mut out, game, answer, manner);
    }
    why(&mut out, game, answer, manner);
    if manner.explain {
        declined(&mut out, game, answer, manner);
        checked(&mut out, game, answer, manner);
    }
    out
}

/// Who wins and why, without the winning moves.
pub(crate) fn reasoned(game: &Game, answer: &Answer, manner: &Manner) -> String {
    let mut out = String::new();
    heading(&mut out, answer, manner);
    verdict(&mut out, game, answer, manner);
    why(&mut out, game, answer, manner);
    out
}

/// What game it is, where the answer to it is somebody else's and this one is none: why.
pub(crate) fn unreasoned(answer: &Answer, manner: &Manner) -> String {
    let mut out = String::new();
    heading(&mut out, answer, manner);
    let why = answer.unknown.as_ref().map(Reason::describe);
    let sentence = words::no_reasons(why).render(manner.lang);
    wrapped(&mut out, &sentence, 0, manner.columns);
    out
}

/// Adds sentences about the rule.
pub(crate) fn notes(out: &mut String, rule: &str, notes: &[Message], manner: &Manner) {
    let _ = writeln!(
        out,
        "\n{}",
        manner.paint.bold(Word::OwnRule.of(manner.lang))
    );
    wrapped(out, rule, 4, manner.columns);
    for note in notes {
        wrapped(out, &note.render(manner.lang), 4, manner.columns);
    }
}

/// Adds the genus of each component.
pub(crate) fn genera(
    out: &mut String,
    game: &Game,
    genera: &[Result<ComponentGenus, Reason>],
    manner: &Manner,
) {
    let heading = manner.paint.heading(Word::Genus.of(manner.lang));
    let _ = writeln!(out, "\n{heading}");
    let told = game.components().zip(genera).take(GENERA);
    let rows: Vec<(String, String)> = told
        .map(|(component, genus)| {
            let symbol = match genus {
                Ok(known) => words::genus(&known.genus.to_string(), known.tame),
                Err(why) => why.describe(),
            };
            (brief(&written(component), 32), symbol.render(manner.lang))
        })
        .collect();
    let widest = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    for (name, symbol) in &rows {
        let _ = writeln!(out, "    {}   {symbol}", left(name, widest));
    }
    if genera.len() > rows.len() {
        let more = words::more_components(genera.len() - rows.len()).render(manner.lang);
        let _ = writeln!(out, "    {}", manner.paint.dim(&more));
    }
}

/// Adds what a second search said of the values.
pub(crate) fn verified(out: &mut String, verified: &[Verified], manner: &Manner) {
    let heading = manner.paint.heading(Word::Again.of(manner.lang));
    let _ = writeln!(out, "\n{heading}");
    if verified.is_empty() {
        let none = words::nothing_to_verify().render(manner.lang);
        wrapped(out, &none, 4, manner.columns);
    }
    for one in verified.iter().take(GENERA) {
        let said = match &one.open {
            None => words::verified(),
            Some(why) => words::not_verified(why.describe()),
        };
        let line = format!("{}   {}", brief(&one.game, 32), said.render(manner.lang));
        wrapped(out, &line, 4, manner.columns);
    }
    if verified.len() > GENERA {
        let more = words::more_components(verified.len() - GENERA).render(manner.lang);
        let _ = writeln!(out, "    {}", manner.paint.dim(&more));
    }
}

pub(super) fn heading(out: &mut String, answer: &Answer, manner: &Manner) {
    let play = words::bracketed(words::play(answer.play).of(manner.lang), manner.lang);
    let _ = writeln!(
        out,
        "{}{}{}",
        manner.paint.bold(&brief(&answer.game, LONGEST)),
        words::before_brackets("  ", manner.lang),
        manner.paint.dim(&play)
    );
}

pub(super) fn verdict(out: &mut String, game: &Game, answer: &Answer, manner: &Manner) {
    let (lang, paint) = (manner.lang, manner.paint);
    let verdict = words::verdict(answer.outcome).render(lang);
    let mut line = match answer.outcome {
        Some(Outcome::N) => paint.win(&verdict),
        Some(Outcome::P) => paint.loss(&verdict),
        Some(Outcome::D) | None => paint.open(&verdict),
    };
    let comma = words::comma(lang);
    if let Some(value) = &answer.value {
        line.push_str(comma);
        line.push_str(&words::value(&value.0).render(lang));
    } else if let Some(value) = loopy::value(game, answer) {
        line.push_str(comma);
        line.push_str(&words::loopy_value(value.to_string()).render(lang));
    }
    if let Some(remoteness) = answer.remoteness {
        line.push_str(comma);
        line.push_str(&words::remoteness(remoteness).render(lang));
    }
    let _ = writeln!(out, "{line}");
    if let (None, Some(unknown)) = (answer.outcome, &answer.unknown) {
        wrapped(out, &unknown.render(lang), 2, manner.columns);
    }
}

fn moves(out: &mut String, game: &Game, answer: &Answer, manner: &Manner) {
    let winning = &answer.winning;
    let none = winning.count.as_ref().is_some_and(Natural::is_zero);
    // Only under misère play can the mover win without a move.
    let misere_end = answer.play == Play::Misere && none;
    let heading = words::winning_moves(winning, misere_end).render(manner.lang);
    let _ = writeln!(out, "{}", manner.paint.heading(&heading));
    let heads: Vec<&str> = game
        .components()
        .map(|component| component.head())
        .collect();
    let nothing = Word::Nothing.of(manner.lang);
    let rows: Vec<[String; 3]> = winning
        .listed
        .iter()
        .map(|mv| {
            let head = heads.get(mv.component).copied().unwrap_or_default();
            [
                brief(format!("{head} {}", mv.from).trim_end(), 48),
                mv.message.render(manner.lang),
                left_behind(mv, nothing),
            ]
        })
        .collect();
    let widest = |column: usize| {
        rows.iter()
            .map(|row| width(&row[column]))
            .max()
            .unwrap_or(0)
    };
    let (from, message) = (widest(0), widest(1));
    for row in &rows {
        let _ = writeln!(
            out,
            "    {}   {}   → {}",
            left(&row[0], from),
            left(&row[1], message),
            row[2]
        );
    }
    if let Some(count) = &winning.count {
        let listed = Natural::from(winning.listed.len());
        if *count > listed && !rows.is_empty() {
            let left_out = count - &listed;
            let more = words::more_moves(&left_out, rows.len(), manner.all, manner.most);
            let _ = writeln!(out, "    {}", manner.paint.dim(&more.render(manner.lang)));
        }
    } else if let Some(because) = words::moves_unknown(answer) {
        wrapped(out, &because.render(manner.lang), 4, manner.columns);
    }
}

/// What a move leaves in the component's place.
fn left_behind(mv: &WinningMove, nothing: &str) -> String {
    // A name without a position would not say that nothing is left.
    let parts = mv.to.iter().filter(|part| !part.position().is_empty());
    let parts: Vec<String> = parts.map(|part| written(part.as_ref())).collect();
    if parts.is_empty() {
        return nothing.to_owned();
    }
    brief(&parts.join(" + "), 72)
}

/// A component in the notation.
pub(crate) fn written(component: &dyn Component) -> String {
    format!("{} {}", component.head(), component.position())
        .trim_end()
        .to_owned()
}

fn why(out: &mut String, game: &Game, answer: &Answer, manner: &Manner) {
    let lang = manner.lang;
    let mut body = String::new();
    let by_values = matches!(answer.theory, Theory::SpragueGrundy | Theory::MisereNim);
    let told = by_values
        || matches!(
            answer.theory,
            Theory::MisereQuotient | Theory::Outcome | Theory::Loopy
        );
    if told {
        reasons(&mut body, answer, manner);
        options(&mut body, game, answer, manner);
    }
    let valued = answer.components.iter().filter(|part| part.value.is_some());
    if by_values && answer.components.len() > 1 && valued.count() > 0 {
        if !body.is_empty() {
            body.push('\n');
        }
        columns(&mut body, answer, lang, manner.paint);
    }
    let several = answer.components.len() > 1;
    let sentences = [answer.because.clone(), conclusion(answer)];
    for sentence in sentences.into_iter().flatten() {
        if several && by_values && !body.is_empty() {
            body.push('\n');
        }
        wrapped(&mut body, &sentence.render(lang), 4, manner.columns);
    }
    if !body.is_empty() {
        let _ = writeln!(out, "\n{}", manner.paint.heading(Word::Why.of(lang)));
        out.push_str(&body);
    }
}

/// Most reasons shown.
const REASONS: usize = 12;

/// Each component's reason; the same sentence once for all components that share it.
fn reasons(out: &mut String, answer: &Answer, manner: &Manner) {
    let lang = manner.lang;
    let mut shared: Vec<(String, Vec<&str>)> = Vec::new();
    let mut left_out = 0;
    for component in &answer.components {
        let sentence = match (&component.because, answer.theory) {
            (Some(because), _) => because.render(lang),
            (None, Theory::SpragueGrundy) if answer.because.is_none() => {
                words::not_needed().render(lang)
            }
            (None, _) => continue,
        };
        let game = component.game.trim_end();
        match shared.iter().position(|(known, _)| *known == sentence) {
            Some(place) => shared[place].1.push(game),
            None if shared.len() >= REASONS => left_out += 1,
            None => shared.push((sentence, vec![game])),
        }
    }
    let labels: Vec<String> = shared
        .iter()
        .map(|(_, games)| brief(&labelled(games), 32))
        .collect();
    let widest = labels.iter().map(|label| width(label)).max().unwrap_or(0);
    for ((sentence, _), label) in shared.iter().zip(&labels) {
        let mut lines = String::new();
        let indent = 4 + widest + 3;
        wrapped(
            &mut lines,
            sentence,
            indent,
            manner.columns.max(indent + 40),
        );
        let _ = write!(out, "    {}   {}", left(label, widest), lines.trim_start());
    }
    if left_out > 0 {
        let more = words::more_components(left_out).render(lang);
        let _ = writeln!(out, "    {}", manner.paint.dim(&more));
    }
}

/// How each value arises that no theorem tells, where the options are few.
fn options(out: &mut String, game: &Game, answer: &Answer, manner: &Manner) {
    let lang = manner.lang;
    for mex in mex::told(game, answer) {
        let options = mex.options.iter().map(|(option, value)| {
            let name = match option.is_empty() {
                true => Word::Nothing.of(lang),
                false => option,
            };
            let value = words::bracketed(&value.to_string(), lang);
            format!("{name}{}{value}", words::before_brackets(" ", lang))
        });
        let options = options.collect::<Vec<_>>().join(words::listed(lang));
        let sentence = words::options_and_mex(&mex.game, &options, &mex.value).render(lang);
        wrapped(out, &sentence, 4, manner.columns);
    }
}

/// The components that share a reason, each named once.
fn labelled(games: &[&str]) -> String {
    let mut named: Vec<&str> = Vec::new();
    for game in games {
        if !named.contains(game) {
            named.push(game);
        }
        if named.len() == 4 {
            break;
        }
    }
    named.join(", ")
}

/// The theorems behind the answer that a machine has checked.
fn checked(out: &mut String, game: &Game, answer: &Answer, manner: &Manner) {
    let theorems = theorems::behind(game, answer);
    if theorems.is_empty() {
        return;
    }
    let lang = manner.lang;
    let heading = manner.paint.heading(Word::Checked.of(lang));
    let _ = writeln!(out, "\n{heading}");
    for theorem in theorems {
        let line =
            words::theorem(theorem.file, theorem.name, theorem.statement.of(lang)).render(lang);
        wrapped(out, &line, 4, manner.columns);
    }
}

fn declined(out: &mut String, game: &Game, answer: &Answer, manner: &Manner) {
    let lang = manner.lang;
    let heading = manner.paint.heading(Word::Declined.of(lang));
    let _ = writeln!(out, "\n{heading}");
    if answer.declined.is_empty() {
        let _ = writeln!(out, "    {}", Word::NoneDeclined.of(lang));
    }
    for one in answer.declined.iter().take(40) {
        let place = match one.component {
            None => Word::WholeSum.of(lang).to_owned(),
            Some(place) => {
                let written = game.components().nth(place).map(written);
                words::component(place, &brief(&written.unwrap_or_default(), 40)).render(lang)
            }
        };
        let line = format!(
            "{}{}{}{}{}",
            words::engine_word(one.engine).of(lang),
            words::before_brackets(" ", lang),
            words::bracketed(&place, lang),
            words::colon(lang),
            one.why.render(lang)
        );
        wrapped(out, &line, 4, manner.columns);
    }
    if answer.declined.len() > 40 {
        let more = words::more_components(answer.declined.len() - 40).render(lang);
        let _ = writeln!(out, "    {}", manner.paint.dim(&more));
    }
}
