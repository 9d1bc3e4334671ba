//! A question as it comes, and what is made of it: what is asked, what came of it, which status that has.
//!
//! All that depends on the length of a question or of its answer is done here, by the worker: the server passes both on
//! unread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy::Lang;
use grundy_service::Failure;
use hyper::StatusCode;

use crate::bounds::Bounds;
use crate::reading::{self, Given};
use crate::routes::Route;
use crate::{Answers, Problem, Question, openapi, query, reply, words};

/// A question as it came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) route: &'static Route,
    pub(crate) query: String,
    /// The body of a POST.
    pub(crate) body: Option<Vec<u8>>,
    /// The language, where the question names none.
    pub(crate) lang: Lang,
    pub(crate) bounds: Bounds,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) status: StatusCode,
    pub(crate) media: String,
    pub(crate) content: Vec<u8>,
    /// Whether the work panicked: whoever ran it should not be asked again.
    pub(crate) panicked: bool,
}

/// Why a question is not answered.
type Refusal = (StatusCode, Problem);

impl Outcome {
    fn answered(question: &Question, content: Vec<u8>) -> Outcome {
        Outcome {
            status: StatusCode::OK,
            media: question.form.media().to_owned(),
            content,
            panicked: false,
        }
    }

    pub(crate) fn refused(status: StatusCode, refused: &Problem) -> Outcome {
        Outcome {
            status,
            media: "application/json".to_owned(),
            content: reply::error(refused).into_bytes(),
            panicked: false,
        }
    }
}

/// Answers a question.
pub(crate) fn outcome(asked: &Asked, answers: &dyn Answers, stop: &Arc<AtomicBool>) -> Outcome {
    let made = catch_unwind(AssertUnwindSafe(|| made(asked, answers, stop)));
    match made {
        Ok(Ok(outcome)) => outcome,
        Ok(Err((status, refused))) => Outcome::refused(status, &refused),
        Err(_) => {
            let lang = query::lang(&asked.query).unwrap_or(asked.lang);
            let refused = Problem::new(words::broken().render(lang));
            let outcome = Outcome::refused(StatusCode::INTERNAL_SERVER_ERROR, &refused);
            Outcome {
                panicked: true,
                ..outcome
            }
        }
    }
}

/// Longest query of a question that may be answered at once, in bytes.
const SHORT: usize = 512;

/// The outcome of a question that costs hardly anything, where it is one and there is nothing to refuse.
pub(crate) fn at_once(asked: &Asked, answers: &dyn Answers) -> Option<Outcome> {
    if asked.query.len() > SHORT || asked.body.is_some() {
        return None;
    }
    let made = catch_unwind(AssertUnwindSafe(|| {
        let question = question(asked).ok()?;
        let content = answers.at_once(&question)?;
        (content.len() <= asked.bounds.output).then(|| Outcome::answered(&question, content))
    }));
    // Where it panicked the worker will, and says so.
    made.ok().flatten()
}

/// The question that is asked.
fn question(asked: &Asked) -> Result<Question, Refusal> {
    let bad = |refused: Problem| (StatusCode::BAD_REQUEST, refused);
    let mut lang = query::lang(&asked.query).unwrap_or(asked.lang);
    let mut given: Given = query::pairs(&asked.query).map_err(|query::Unreadable(part)| {
        bad(Problem::new(words::unreadable_query(&part).render(lang)))
    })?;
    if let Some(body) = &asked.body {
        let of_body = reading::of_object(body, lang).map_err(bad)?;
        let told = of_body.iter().find(|(name, _)| name == "lang");
        lang = told.and_then(|(_, tag)| query::named(tag)).unwrap_or(lang);
        given.extend(of_body);
    }
    reading::question(asked.route, &given, lang, &asked.bounds).map_err(bad)
}

fn made(asked: &Asked, answers: &dyn Answers, stop: &Arc<AtomicBool>) -> Result<Outcome, Refusal> {
    let question = question(asked)?;
    let lang = question.lang;
    let answered = answers.answer(&question, stop);
    let failure = match answered {
        Ok(content) if content.len() > asked.bounds.output => {
            let message = words::too_much_output(asked.bounds.output);
            let refused = Problem::new(message.render(lang));
            return Err((StatusCode::UNPROCESSABLE_ENTITY, refused));
        }
        Ok(content) => return Ok(Outcome::answered(&question, content)),
        Err(failure) => failure,
    };
    let example = openapi::example(asked.route);
    let problem = Problem::of(&failure, Some(&example), lang);
    let is_stopped = stop.load(Ordering::Relaxed);
    Err(match failure {
        _ if is_stopped => late(&asked.bounds, Some(problem), lang),
        Failure::Interrupted => late(&asked.bounds, Some(problem), lang),
        Failure::Unknown(_) | Failure::Cells { .. } => (StatusCode::UNPROCESSABLE_ENTITY, problem),
        _ => (StatusCode::BAD_REQUEST, problem),
    })
}

/// No answer in time, with what is known of why, if anything.
pub(crate) fn late(bounds: &Bounds, message: Option<Problem>, lang: Lang) -> Refusal {
    let milliseconds = u64::try_from(bounds.time.as_millis()).unwrap_or(u64::MAX);
    let late = words::out_of_time(milliseconds).render(lang);
    let colon = match lang {
        Lang::En => ": ",
        Lang::Zh => "：",
    };
    let refused = match message {
        Some(message) => Problem {
            message: format!("{late}{colon}{}", message.message).into(),
            ..message
        },
        None => Problem::new(late),
    };
    (StatusCode::GATEWAY_TIMEOUT, refused)
}
