//! Cases one by one: what game each is, its answer and the reasons; for people or as JSON.

use std::io::Write;

use grundy::rulesets::CATALOGUE;
use grundy::{Game, Play, Solver, component, message};
use grundy_judge::{Format, JudgeError, Judged, Limits};
use grundy_service::judge::Position;

use super::source::Source;
use crate::context::Context;
use crate::interrupt::Interrupt;
use crate::print::answer::{self, Manner};
use crate::print::paint::Paint;
use crate::words;

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
            Position::of(&judged).json()
        } else {
            explained(format, &judged, &mut solver, &manner)
        };
        out.write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .map_err(JudgeError::Write)
    };
    source.read(interrupt, |input| {
        grundy_judge::judged(format, limits, input, &mut show).map(drop)
    })
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
        let (rule, positions) = (ruled.rule.clone(), ruled.positions.clone());
        // A code or a set of takes has a misère quotient by that name.
        let part = match judged.misere {
            true => rule.named("rule").part(CATALOGUE, positions),
            false => component::part(rule.named("rule"), positions),
        };
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
            // The judge may have another way than whoever gives reasons.
            out.push_str(&match solved.outcome {
                Some(_) => answer::answer(&game, &solved, manner),
                None => answer::unreasoned(&solved, manner),
            });
        }
        None => {
            let rule = words::by_formulas(format.rule.text());
            out.push_str(&rule.render(lang));
            out.push('\n');
        }
    }
    out.push('\n');
    out
}
