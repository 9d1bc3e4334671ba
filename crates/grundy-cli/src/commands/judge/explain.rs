//! Cases one by one: what game each is, its answer and the reasons; for people or as JSON.

use std::io::Write;

use grundy::{Game, Play, Solver, component, message};
use grundy_judge::{Format, JudgeError, Judged, Limits};

use super::source::Source;
use crate::context::Context;
use crate::interrupt::Interrupt;
use crate::print::answer::{self, Manner};
use crate::print::json;
use crate::print::paint::Paint;
use crate::words;

/// The name and version of the JSON schema.
const JUDGED: &str = "grundy.judged/1";

/// Shows every position of the input.
pub(super) fn run(
    format: &Format,
    limits: &Limits,
    source: &Source,
    interrupt: &Interrupt,
    context: &Context,
    as_json: bool,
) -> Result<(), JudgeError> {
    let mut out = context.writer();
    let mut solver = Solver::new();
    solver.budget = limits.budget.clone();
    let manner = Manner {
        lang: context.lang,
        paint: Paint::new(context.colours()),
        columns: context.columns(),
        all: false,
        most: 10,
        explain: false,
    };
    let mut show = |judged: Judged| {
        let text = if as_json {
            object(&judged)
        } else {
            explained(format, &judged, &mut solver, &manner)
        };
        out.write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .map_err(JudgeError::Write)
    };
    source.read(interrupt, context, |input| {
        grundy_judge::judged(format, limits, input, &mut show).map(drop)
    })
}

/// A line of JSON.
pub(crate) fn object(judged: &Judged) -> String {
    let mut out = String::from("{");
    json::field(&mut out, "schema", JUDGED);
    json::number(&mut out, "case", judged.case);
    if judged.position > 0 {
        json::number(&mut out, "position", judged.position);
    }
    let ruled = judged.ruled.as_ref().map(|ruled| {
        let part = component::part(ruled.rule.clone(), ruled.positions.clone());
        Game::from_parts(vec![part]).to_string()
    });
    if let Some(game) = ruled.as_ref().or(judged.game.as_ref()) {
        json::field(&mut out, "game", game);
        let play = if judged.misere { "misere" } else { "normal" };
        json::field(&mut out, "play", play);
        if let Some(wins) = judged.mover_wins {
            json::field(&mut out, "outcome", if wins { "N" } else { "P" });
        }
    }
    json::field(&mut out, "answer", &judged.answer);
    out.push_str("}\n");
    out
}

/// A position, its answer and the reasons.
pub(crate) fn explained(
    format: &Format,
    judged: &Judged,
    solver: &mut Solver,
    manner: &Manner,
) -> String {
    let (lang, paint) = (manner.lang, manner.paint);
    let mut out = format!(
        "{} → {}\n",
        paint.heading(&words::case(judged.case, judged.position).render(lang)),
        paint.bold(judged.answer.trim_end().replace('\n', " / ").as_str())
    );
    let no_files = |_: &str| Err(message!("a format reads no files", "格式中不能读取文件"));
    let of_catalogue = || Game::parse(judged.game.as_ref()?, &no_files).ok();
    let ruled = judged.ruled.as_ref().map(|ruled| {
        let part = component::part(ruled.rule.clone().named("rule"), ruled.positions.clone());
        Game::from_parts(vec![part])
    });
    let game = ruled.or_else(of_catalogue);
    match game {
        Some(game) => {
            let play = if judged.misere {
                Play::Misere
            } else {
                Play::Normal
            };
            // The rule is called the same in all cases, but may have other parameters in each.
            let mut fresh = Solver::new();
            fresh.budget = solver.budget.clone();
            let solver = if judged.ruled.is_some() {
                &mut fresh
            } else {
                solver
            };
            let solved = solver.solve(&game, play);
            out.push_str(&answer::answer(&game, &solved, manner));
        }
        None => {
            let rule = words::by_formula(format.rule.text().to_owned());
            out.push_str(&rule.render(lang));
            out.push('\n');
        }
    }
    out.push('\n');
    out
}
