//! A question of the page: its request is run by the service, and the answer takes the form that was asked for, by the printers
//! and pictures of the commands.

use std::sync::atomic::Ordering;
use std::time::Instant;

use grundy::{Answer, Budget, Lang, Message};
use grundy_service::{Failure, Request};
use grundy_web::{Answered, Form, Problem, Question};

use crate::context::Context;
use crate::failure;
use crate::picture::binary;
use crate::sink::Told;
use crate::words;

/// Answers a request within a budget.
pub(super) fn answer(request: &Request, question: &Question, most: &Budget) -> Answered {
    let input = question.input.clone().unwrap_or_default();
    let budget = Budget {
        since: Some(Instant::now()),
        ..most.clone()
    };
    let context = Context::elsewhere(question.lang, most.clone(), input, question.most_output);
    let work = Work {
        question,
        budget,
        context: &context,
    };
    match work.run(request) {
        Ok(()) => Answered {
            exit: 0,
            out: context.into_kept(),
            error: None,
        },
        Err(failure) => Answered {
            exit: match failure {
                Failure::Unknown(_) | Failure::Cells { .. } => 1,
                Failure::Interrupted => 130,
                _ => 2,
            },
            out: Vec::new(),
            error: Some(Problem::of(&failure, None, question.lang)),
        },
    }
}

/// What is at work on a question.
struct Work<'w> {
    question: &'w Question,
    budget: Budget,
    /// Keeps the answer, and has the text that came with the question.
    context: &'w Context,
}

impl Work<'_> {
    fn run(&self, request: &Request) -> Result<(), Failure> {
        let (lang, form) = (self.question.lang, self.question.form);
        let mut sink = Told::nothing(self.context);
        match request {
            Request::Solve(request) => {
                let solved = request.run(&self.budget, &mut sink)?;
                self.goes_on()?;
                match form {
                    Form::Json => self.write(&solved.json(lang)),
                    Form::Svg => self.write(&columns(&solved.answer, lang)?),
                }
            }
            other => {
                let response = other.run(&self.budget, &mut sink)?;
                self.goes_on()?;
                self.write(&response.json(lang))
            }
        }
    }

    /// Whether somebody still waits for the answer.
    fn goes_on(&self) -> Result<(), Failure> {
        let stop = self.budget.stop.as_ref();
        match stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            true => Err(Failure::Interrupted),
            false => Ok(()),
        }
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        self.context.write(text.as_bytes()).map_err(told)
    }
}

/// The nim-sum in binary columns.
fn columns(answer: &Answer, lang: Lang) -> Result<String, Failure> {
    match binary::widest(answer) {
        Some(bits) if bits <= binary::BITS => Ok(binary::binary(answer, lang)),
        Some(bits) => Err(unknown(words::binary_too_wide(bits, binary::BITS))),
        None => Err(unknown(words::no_binary())),
    }
}

fn unknown(message: Message) -> Failure {
    Failure::Unknown(message.into())
}

/// What a printer of the commands says.
fn told(failure: failure::Failure) -> Failure {
    use failure::Failure as Of;
    match failure {
        Of::Unknown(why) => Failure::Unknown(why),
        Of::Input(message) => Failure::File(message),
        Of::Interrupted => Failure::Interrupted,
        other => unknown(words::as_it_is(
            other.sentence(Lang::En),
            other.sentence(Lang::Zh),
        )),
    }
}
