//! Programs of formats against the judge, on inputs that are given or made up.

use grundy_emit::{Language, Task, emit};
use grundy_judge::trial::{Generator, input};
use grundy_judge::{Format, run};

use super::{Trial, is_usable, try_all};

/// The program of a format, every play of which is taken to end, with an input and what the judge answers.
pub(crate) fn trial(format: &Format, input: String, language: Language, name: String) -> Trial {
    let task = Task {
        assume_finite: true,
        ..Task::of(format)
    };
    let program = emit(&task, language).unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut expected = Vec::new();
    run(format, input.as_bytes(), &mut expected).unwrap_or_else(|why| panic!("{name}: {why}"));
    Trial {
        name,
        program,
        input,
        expected: String::from_utf8(expected).expect("text"),
    }
}

/// The same on made-up cases.
fn on_made_up(format: &Format, language: Language, seed: u64) -> Trial {
    let name = format!("{} {}", format.name, format.layout.text());
    let mut generator = Generator::new(format, seed);
    let mut cases = generator.small(60);
    cases.extend((0..30).map(|_| generator.medium()));
    // Some made-up graphs are none.
    cases.retain(|case| {
        let text = input(format, std::slice::from_ref(case));
        run(format, text.as_bytes(), &mut Vec::new()).is_ok()
    });
    assert!(cases.len() > 20, "{name}: few cases");
    trial(format, input(format, &cases), language, name)
}

/// Tries the programs of formats in a language, if its tools are here.
pub(crate) fn made_up(language: Language, label: &str, formats: &[Format]) {
    if !is_usable(language) {
        return;
    }
    let trials: Vec<Trial> = (formats.iter().zip(1..))
        .map(|(format, seed)| on_made_up(format, language, seed))
        .collect();
    try_all(language, label, &trials);
}
