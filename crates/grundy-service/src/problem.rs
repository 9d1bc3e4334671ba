//! A contest's problem as it is asked for: by the name of its format, by a rule, or by both.

use grundy::notation::near;
use grundy::{Lang, message};
use grundy_judge::{Format, OptionsError};
use serde::{Deserialize, Serialize};

use crate::rule::Written;
use crate::{Failure, Refused, Sink};

/// Largest file of formats.
pub const FORMAT_BYTES: u64 = 1 << 20;

/// A problem: a format, and which rule is played in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The name of a format. It need not be said where there is a rule, or a file with just one format.
    #[serde(default)]
    pub name: Option<String>,
    /// A file with formats of the asker's own, which go before those that are known.
    #[serde(default)]
    pub formats: Option<String>,
    /// A rule in the place of the format's own.
    #[serde(default)]
    pub rule: Option<Written>,
    /// Whether who cannot move by this rule wins; a format's own rule says so itself.
    #[serde(default)]
    pub misere: bool,
}

impl Problem {
    /// Reads the problem.
    ///
    /// # Errors
    /// That there is no such format, file or rule, or that the rule does not fit the format.
    pub fn read(&self, sink: &dyn Sink) -> Result<Format, Failure> {
        self.among(&self.own(sink)?)
    }

    /// Reads the formats of the asker's own.
    ///
    /// # Errors
    /// That the file cannot be read, or has a mistake.
    pub fn own(&self, sink: &dyn Sink) -> Result<Vec<Format>, Failure> {
        let Some(file) = &self.formats else {
            return Ok(Vec::new());
        };
        let text = sink.read(file, FORMAT_BYTES).map_err(Failure::File)?;
        Format::parse_all(&text).map_err(|error| Failure::Formats(file.clone(), Box::new(error)))
    }

    /// Reads the problem with these formats of the asker's own.
    ///
    /// # Errors
    /// That there is no such format or rule, or that the rule does not fit the format.
    pub fn among(&self, own: &[Format]) -> Result<Format, Failure> {
        let Some(rule) = &self.rule else {
            if self.misere {
                return Err(Refused::MisereOfFormat.into());
            }
            return self.named(own).cloned();
        };
        let text = rule.in_one()?;
        let format = match (&self.name, own) {
            (None, []) => Format::plain(&text, self.misere),
            _ => self.named(own)?.with_options(&text, self.misere),
        };
        format.map_err(|error| match error {
            OptionsError::Rule(errors) => Failure::Rule(text, Box::new(errors)),
            other => {
                let (en, zh) = (other.render(Lang::En), other.render(Lang::Zh));
                Failure::Misplaced(text, message!("{en}", "{zh}", en = en, zh = zh))
            }
        })
    }

    /// The format by its name, or the only one there can be.
    fn named<'f>(&self, own: &'f [Format]) -> Result<&'f Format, Failure> {
        let Some(name) = &self.name else {
            return match own {
                [] => Err(Refused::NothingAsked.into()),
                [only] => Ok(only),
                own => {
                    let names = own.iter().map(|format| format.name.clone());
                    Err(Refused::WhichFormat(names.collect()).into())
                }
            };
        };
        let known = || own.iter().chain(grundy_judge::formats());
        let named = known().find(|format| format.is_called(name));
        named.ok_or_else(|| {
            let names = known().flat_map(|format| format.aliases.iter().chain([&format.name]));
            // At most three that are like it.
            let near = near(name, names.map(String::as_str), |_| 2)
                .into_iter()
                .take(3);
            Refused::NoFormat(name.clone(), near.map(str::to_owned).collect()).into()
        })
    }
}
