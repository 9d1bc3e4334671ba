//! A format of one's own whose name and cases matter to nobody, and what it answers.

use grundy_judge::{Format, JudgeError, run};

pub(crate) fn format(keys: &str) -> Result<Format, String> {
    let text = format!("[[format]]\nname = \"made\"\ncases = \"until-end\"\n{keys}\n");
    Format::parse(&text).map_err(|error| error.to_string())
}

pub(crate) fn judged(keys: &str, input: &str) -> Result<String, JudgeError> {
    let format = format(keys).unwrap_or_else(|error| panic!("{error}\n{keys}"));
    let mut answers = Vec::new();
    run(&format, input.as_bytes(), &mut answers)?;
    Ok(String::from_utf8(answers).unwrap())
}
