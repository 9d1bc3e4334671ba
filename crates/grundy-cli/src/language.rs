//! Which language to speak, decided before anything is parsed, so that errors and help speak it too.

use std::ffi::OsString;

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

/// A language by its tag.
fn named(tag: &str) -> Option<Lang> {
    match tag {
        "en" => Some(Lang::En),
        "zh" => Some(Lang::Zh),
        _ => None,
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
        assert_eq!(asked("grundy --lang"), None);
        assert_eq!(asked("grundy --lang fr"), None);
        assert_eq!(asked("grundy -- --lang zh"), None);
    }
}
