//! The problems of contests that are known: `grundy.formats/1`.

use grundy::Budget;
use grundy_judge::Format;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::{Failure, Sink, judge};

/// A question for problems.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The only one that is wanted.
    #[serde(default)]
    pub of: Option<Problem>,
    /// A file with formats of the asker's own, which come first where all are listed.
    #[serde(default)]
    pub formats: Option<String>,
}

/// Problems.
#[derive(Debug)]
pub struct Response {
    /// Their formats.
    pub formats: Vec<Format>,
}

impl Request {
    /// Lists them.
    ///
    /// # Errors
    /// That there is no such problem or file.
    pub fn run(&self, _budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let formats = match &self.of {
            Some(problem) => vec![problem.read(sink)?],
            None => {
                let formats = self.formats.clone();
                let asked = Problem {
                    formats,
                    ..Problem::default()
                };
                let mut all = asked.own(sink)?;
                all.extend_from_slice(grundy_judge::formats());
                all
            }
        };
        Ok(Response { formats })
    }
}

impl Response {
    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self) -> String {
        judge::formats(&self.formats.iter().collect::<Vec<_>>())
    }
}
