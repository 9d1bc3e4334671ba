//! The language of sentences: that of the call, else the one set for the process, else English.

use std::sync::atomic::{AtomicBool, Ordering};

use grundy::{Lang, message};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Whether Chinese is spoken where a call does not say.
static CHINESE: AtomicBool = AtomicBool::new(false);

/// The language where a call does not say.
pub(crate) fn current() -> Lang {
    match CHINESE.load(Ordering::Relaxed) {
        true => Lang::Zh,
        false => Lang::En,
    }
}

/// The language by its tag, the current one without.
pub(crate) fn chosen(tag: Option<&str>) -> PyResult<Lang> {
    match tag {
        None => Ok(current()),
        Some("en") => Ok(Lang::En),
        Some("zh") => Ok(Lang::Zh),
        Some(other) => {
            let message = message!(
                "there is no language '{other}'; expected 'en' or 'zh'",
                "没有语言 '{other}'；此处应为 'en' 或 'zh'",
                other = other
            );
            Err(PyValueError::new_err(message.render(current())))
        }
    }
}

/// The tag of a language.
pub(crate) fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    }
}

/// The language of sentences and errors where a call does not say: ``"en"`` or ``"zh"``.
#[pyfunction]
pub(crate) fn language() -> &'static str {
    tag(current())
}

/// Sets the language of sentences and errors for the whole process: ``"en"`` or ``"zh"``.
///
/// >>> import grundy
/// >>> grundy.set_language("zh")
/// >>> print(grundy.solve("nim 1 1").why())  # doctest: +ELLIPSIS
/// nim 1 1...
/// >>> grundy.set_language("en")
///
/// Raises ``ValueError`` for any other language.
#[pyfunction]
pub(crate) fn set_language(lang: &str) -> PyResult<()> {
    CHINESE.store(chosen(Some(lang))? == Lang::Zh, Ordering::Relaxed);
    Ok(())
}
