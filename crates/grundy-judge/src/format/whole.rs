//! What is wrong with the tables of a file as a whole: which keys are missing, and how a format begins.

use grundy::{Message, message};

use super::read::Fault;

/// The keys that every format has, each as it may be written; the last is one of several.
const NEEDED: [(&str, &str); 5] = [
    ("name", "name = \"mine\""),
    ("cases", "cases = \"counted\""),
    ("layout", "layout = \"n heap*n\""),
    (
        "answer",
        "answer = { win = \"First\\n\", lose = \"Second\\n\" }",
    ),
    (
        "rule",
        "rule = \"nim {heap}\" or options = \"heap -> heap-k for k in 1..=3\"",
    ),
];

/// What stands for a rule.
const RULES: [&str; 4] = ["rule", "options", "value", "wins"];

/// Where TOML says little of what is wrong with a text: what it is, and how it is written.
pub(super) fn explained(file: &str, said: &str, at: usize) -> Option<Fault> {
    if let Some(place) = with_one_bracket(file) {
        let fault = message!(
            "a file may have several formats, so each begins with double brackets: write [[format]] instead of [format]",
            "一个文件可有多个格式，所以每个格式以双括号开头：写 [[format]] 而不是 [format]"
        );
        return Some((place, fault));
    }
    if said.starts_with("missing field") {
        return Some((at, missing(file)?));
    }
    let outside = said.strip_prefix("unknown field `")?;
    let (key, rest) = outside.split_once('`')?;
    (rest == ", expected `format`").then(|| {
        let fault = message!(
            "`{key}` is outside a format: each format begins with a line [[format]], followed by its keys",
            "`{key}` 写在了格式之外：每个格式以一行 [[format]] 开头，其各键写在下面",
            key = key
        );
        (at, fault)
    })
}

/// The byte where a format begins with one bracket.
fn with_one_bracket(file: &str) -> Option<usize> {
    let mut at = 0;
    for line in file.split_inclusive('\n') {
        let begin = line.trim_start();
        if begin.starts_with("[format]") {
            return Some(at + line.len() - begin.len());
        }
        at += line.len();
    }
    None
}

/// The keys that the first format which lacks some does not have.
fn missing(file: &str) -> Option<Message> {
    let file: toml::Table = toml::from_str(file).ok()?;
    let formats = file.get("format")?.as_array()?.iter();
    let lacks = |format: &toml::Table| -> Vec<(&str, &str)> {
        let is_missing = |key: &str| match key {
            "rule" => !RULES.iter().any(|rule| format.contains_key(*rule)),
            key => !format.contains_key(key),
        };
        let needed = NEEDED.iter().copied();
        needed.filter(|(key, _)| is_missing(key)).collect()
    };
    let mut all = formats.filter_map(toml::Value::as_table).map(lacks);
    let lacks = all.find(|lacks| !lacks.is_empty())?;
    let listed = |of: fn(&(&'static str, &'static str)) -> String, comma: &str| -> String {
        lacks.iter().map(of).collect::<Vec<_>>().join(comma)
    };
    let keys = |comma: &str| listed(|(key, _)| format!("`{key}`"), comma);
    let examples = |comma: &str| listed(|(_, example)| (*example).to_owned(), comma);
    Some(message!(
        "missing here: {keys}; for example: {examples}",
        "此处缺少 {listed}；例如：{written}",
        keys = keys(", "),
        examples = examples(", "),
        listed = keys("、"),
        written = examples("，")
    ))
}
