//! Questions that cost less than it takes to hand them to a worker: who wins a short position of the catalogue whose numbers are small.
//!
//! It is seen at the text whether a position is such: it is short, its numbers have few digits and no power of ten, and nothing in it is a
//! board, a graph or a file, whose size a few letters may tell. The budget sees to the rest: what is not known for certain within some
//! thousand positions is left to a worker, which has more.

use std::cell::Cell;
use std::time::Duration;

use grundy::{Budget, Engine, Reason, Solver};
use grundy_service::{Attached, Request, solve};
use grundy_web::{Form, Question};

/// Longest text of a position, in bytes.
const LONGEST: usize = 96;
/// Most digits of a number.
const DIGITS: usize = 18;
/// What may be spent on one of them: not much more than a worker's turn costs.
const POSITIONS: u64 = 100_000;
const TIME: Duration = Duration::from_millis(1);
/// What all tables may hold that are kept for the next question.
const BYTES: u64 = 32 << 20;

thread_local! {
    /// Keeps its tables between questions.
    static SOLVER: Cell<Option<Solver>> = const { Cell::new(None) };
}

fn fresh() -> Solver {
    let mut solver = Solver::new();
    solver.budget = Budget {
        positions: POSITIONS,
        bytes: BYTES,
        time: Some(TIME),
        ..Budget::default()
    };
    solver
}

/// The answer of a small question, the same as a worker's.
pub(super) fn answer(question: &Question) -> Option<Vec<u8>> {
    let (Request::Solve(request), Form::Json, None) =
        (&question.request, question.form, &question.input)
    else {
        return None;
    };
    if !is_small(request) || question.most_positions < POSITIONS || question.most_bytes < BYTES {
        return None;
    }
    // Where it panics the tables may be anything, and are not put back.
    let mut solver = SOLVER.take().unwrap_or_else(fresh);
    let solved = request.run_by(&mut solver, &mut Attached::default());
    SOLVER.set(Some(solver));
    let solved = solved.ok()?;
    is_certain(&solved).then(|| solved.json(question.lang).into_bytes())
}

/// Whether it is seen at the text that reading and answering cost little.
fn is_small(request: &solve::Request) -> bool {
    let solve::Request {
        position,
        all,
        genus,
        verify,
        grounds,
        ..
    } = request;
    let has_more = *all || *genus || *verify || *grounds;
    position.rule.is_none() && !has_more && is_short(&position.game)
}

/// Whether a text has words, numbers and signs between them that stand for no more than they show.
fn is_short(text: &str) -> bool {
    let mut digits = 0;
    let mut bytes = text.bytes().peekable();
    if text.len() > LONGEST {
        return false;
    }
    while let Some(byte) = bytes.next() {
        match byte {
            b'0'..=b'9' => {
                digits += 1;
                // Behind a number no letter: neither a power of ten nor the sides of a board.
                let next = bytes.peek().copied().unwrap_or(b' ');
                if digits > DIGITS || next.is_ascii_alphabetic() {
                    return false;
                }
            }
            b'a'..=b'z' | b' ' | b',' | b':' | b'+' => digits = 0,
            _ => return false,
        }
    }
    true
}

/// Whether nothing ran out, and a larger budget would have taken the same way.
fn is_certain(solved: &solve::Response) -> bool {
    let answer = &solved.answer;
    let by_values = |engine: Option<Engine>| {
        use Engine::{Outcome, Search, Table, Theorem};
        matches!(engine, Some(Theorem | Table | Search | Outcome))
    };
    answer.outcome.is_some()
        && answer.unknown.is_none()
        && (answer.components.iter()).all(|component| by_values(component.engine))
        && !(answer.declined.iter()).any(|declined| matches!(declined.why, Reason::Exhausted(_)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grundy::Lang;
    use grundy::rulesets::CATALOGUE;
    use grundy_web::{Answers, Look};

    use super::super::served::Service;
    use super::*;

    fn question(game: &str, misere: bool) -> Question {
        let position = solve::Position {
            game: game.to_owned(),
            misere,
            ..solve::Position::default()
        };
        Question {
            request: Request::Solve(solve::Request {
                position,
                thorough: true,
                ..solve::Request::default()
            }),
            form: Form::Json,
            look: Look::default(),
            input: None,
            lang: Lang::Zh,
            most_output: 1 << 20,
            most_time: Some(Duration::from_secs(5)),
            most_bytes: 96 << 20,
            most_positions: 20_000_000,
        }
    }

    #[test]
    fn a_small_question_has_the_answer_that_a_worker_gives() {
        let mut positions: Vec<String> = CATALOGUE
            .iter()
            .map(|listing| listing.example.to_owned())
            .collect();
        for a in 0..20_u32 {
            let b = a * 7 % 60;
            positions.extend([
                format!("nim {a} {b} 3"),
                format!("wythoff {a},{b}"),
                format!("kayles {a} {b} + nim 2"),
                format!("take:1,3,4 {a} + bash:4 {b}"),
                format!("fibonacci {b}"),
                format!("dawsons-chess {b} + lasker {a}"),
                format!("moore:2 {a} {b} 5"),
                format!("euclid {a},{b}"),
            ]);
        }
        let mut told = 0;
        for game in &positions {
            for misere in [false, true] {
                let question = question(game, misere);
                let Some(at_once) = answer(&question) else {
                    continue;
                };
                told += 1;
                let by_worker = Service.answer(&question, &Arc::default());
                assert_eq!(by_worker.ok(), Some(at_once), "{game}, misere: {misere}");
            }
        }
        assert!(told > 150, "{told}");
    }

    #[test]
    fn what_a_few_letters_may_make_large_is_left_to_a_worker() {
        for game in [
            "nim 1e9",
            "nim 10^9",
            "cram 4x5",
            "chomp 100x100",
            "tree @-",
            "0.77 12",
            "nim 1234567890123456789",
            "node-kayles:grid=100x100",
            "wythoff 100000,50000",
            &format!("nim{}", " 1".repeat(60)),
        ] {
            assert!(answer(&question(game, false)).is_none(), "{game}");
        }
        assert!(answer(&question("nim 123456789012345678", false)).is_some());
    }
}
