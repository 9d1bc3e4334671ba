//! Which language to speak, decided before anything is parsed, so that errors and help speak it too.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use grundy::Lang;

/// `--lang` if it is there, else the locale: the first of `LC_ALL`, `LC_MESSAGES`, `LANG` that is not empty.
pub(crate) fn chosen(arguments: &[OsString]) -> Lang {
    asked(arguments).unwrap_or_else(|| {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .filter_map(std::env::var_os)
            .find(|value| !value.is_empty());
        match locale {
            Some(locale) if locale.to_string_lossy().starts_with("zh") => Lang::Zh,
            _ => Lang::En,
        }
    })
}

/// The last `--lang X` or `--lang=X` that names a language.
fn asked(arguments: &[OsString]) -> Option<Lang> {
    let mut found = None;
    let mut words = arguments
        .iter()
        .map(|argument| argument.to_string_lossy())
        .take_while(|argument| argument != "--");
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--lang") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('=').map(|value| value.to_owned().into()),
            None => None,
        };
        if let Some(value) = value {
            found = named(&value).or(found);
        }
    }
    found
}

/// A language by its tag, with or without what systems write behind it: `zh`, `zh_CN`, `zh-Hans`, `en_US.UTF-8`.
fn named(tag: &str) -> Option<Lang> {
    let language = tag.split(['_', '-', '.', '@']).next().unwrap_or_default();
    match language.to_ascii_lowercase().as_str() {
        "en" => Some(Lang::En),
        "zh" => Some(Lang::Zh),
        _ => None,
    }
}

/// Reads the tag of a language as its name, and other values as `others` does.
#[derive(Clone, Debug)]
pub(crate) struct Tags {
    /// The values that are understood.
    pub(crate) others: PossibleValuesParser,
}

impl TypedValueParser for Tags {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let name = match value.to_str().and_then(named) {
            Some(Lang::En) => OsStr::new("en"),
            Some(Lang::Zh) => OsStr::new("zh"),
            None => value,
        };
        self.others.parse_ref(command, argument, name)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.others.possible_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_found_anywhere_before_two_dashes() {
        let asked = |text: &str| {
            let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
            asked(&words)
        };
        assert_eq!(asked("grundy solve nim --lang zh"), Some(Lang::Zh));
        assert_eq!(asked("grundy --lang=en games"), Some(Lang::En));
        assert_eq!(asked("grundy solve nim --lang zh_CN"), Some(Lang::Zh));
        assert_eq!(asked("grundy solve nim --lang zh-Hans"), Some(Lang::Zh));
        assert_eq!(asked("grundy --lang=en_US.UTF-8 games"), Some(Lang::En));
        assert_eq!(asked("grundy --lang zhuang"), None);
        assert_eq!(asked("grundy --lang"), None);
        assert_eq!(asked("grundy --lang fr"), None);
        assert_eq!(asked("grundy -- --lang zh"), None);
    }
}
