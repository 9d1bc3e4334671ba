//! What one question may use of time and memory.

use std::time::Duration;

use grundy::Lang;
use grundy_service::{Request, chart, states};

use crate::Question;
use crate::routes::Asks;

/// What one question may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// As [`Limits::time`](crate::Limits::time).
    pub(crate) time: Duration,
    pub(crate) bytes: u64,
    pub(crate) positions: u64,
    pub(crate) output: usize,
}

impl Bounds {
    /// The question's own bound on its time: shorter, so that it ends by itself and says what it does not know.
    fn budget_time(&self) -> Duration {
        (self.time * 4 / 5).max(Duration::from_millis(1))
    }

    /// A question within these bounds.
    pub(crate) fn question(&self, asks: Asks, lang: Lang) -> Question {
        let mut question = Question {
            request: asks.request,
            form: asks.form,
            look: asks.look,
            input: asks.input,
            lang,
            most_output: self.output,
            most_time: Some(self.budget_time()),
            most_bytes: self.bytes,
            most_positions: self.positions,
        };
        match &mut question.request {
            Request::Emit(request) => request.comments = lang,
            // A table is asked for cell by cell: as many positions as its memory allows.
            Request::Table(_) => question.most_positions = self.positions.min(self.bytes / 4),
            Request::States(_) => question.most_positions = self.positions.min(states::POSITIONS),
            // A heap is passed at once.
            Request::Chart(_) => question.most_positions = self.positions.max(chart::FARTHEST),
            // The engine has as much as the values.
            Request::Period(_) => question.most_bytes = self.bytes / 2,
            // It ends when it is stopped: the beginning of a sequence is no answer.
            Request::Sequence(_) => question.most_time = None,
            _ => {}
        }
        question
    }
}
