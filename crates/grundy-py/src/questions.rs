//! Questions to the service: made by Python as data, answered here as the JSON of the contract.

use grundy::message;
use grundy_service::{Failure, Request, Sink};
use pyo3::prelude::*;

use crate::watch::{self, Keeper, Time};
use crate::{error, game, lang};

/// Whoever asks from Python: may stop the work at any step, and has files.
struct Caller<'k>(&'k Keeper);

impl Sink for Caller<'_> {
    fn progress(&mut self, done: u64) {
        let _ = self.0.goes_on(done);
    }

    fn read(&self, name: &str, _most: u64) -> Result<String, grundy::Message> {
        game::read(name)
    }
}

/// Answers a question, which is an object of JSON with the fields of a request, by a line of JSON.
#[pyfunction]
#[pyo3(signature = (question, *, positions = None, memory = None, time = Time(None), lang = None))]
pub(crate) fn answered(
    py: Python<'_>,
    question: &str,
    positions: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    time: Time,
    lang: Option<&str>,
) -> PyResult<String> {
    let lang = lang::chosen(lang)?;
    let request: Request = serde_json::from_str(question).map_err(|wrong| {
        error::value(&message!(
            "this is no question: {wrong}",
            "这不是查询:{wrong}",
            wrong = wrong.to_string()
        ))
    })?;
    let keeper = Keeper::new(None, u64::MAX);
    let budget = keeper.budget(watch::budget(positions, memory, time)?);
    let response = py.detach(|| {
        let response = request.run(&budget, &mut Caller(&keeper))?;
        Ok::<_, Failure>(response.json(lang))
    });
    keeper.end(py, 0)?;
    response.map_err(|failure| match failure {
        Failure::Refused(refused) => error::value_in(&refused.describe(), lang),
        failure => error::failure(py, failure, lang),
    })
}
