//! Formats by what people remember of a problem: words of its name, title, source, game or statement, in either language.

use grundy::notation::near;

use super::{Format, bare};

/// A word that no format has, and words of formats that are like it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWord {
    /// The word.
    pub word: String,
    /// At most three.
    pub near: Vec<String>,
}

/// What a search of formats comes to that finds none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoFormats {
    /// There is none with this word.
    Word(NoWord),
    /// Each word is one of some format, but there is none with all.
    Together,
}

/// Least letters of a word that others are compared with.
const LEAST: usize = 3;

/// The formats that have all these words, in any case: in names and sources as any part, in sentences as the beginning of a word.
///
/// ```
/// let all: Vec<_> = grundy_judge::formats().iter().collect();
/// let found = grundy_judge::sought(&all, &["wythoff".into()]);
/// assert!(found.unwrap().iter().any(|format| format.rule.text().contains("wythoff")));
/// ```
///
/// # Errors
/// That there is none, and words like those that nothing has.
pub fn sought<'f>(formats: &[&'f Format], words: &[String]) -> Result<Vec<&'f Format>, NoFormats> {
    let words: Vec<String> = (words.iter())
        .flat_map(|word| word.split_whitespace())
        .map(str::to_lowercase)
        .collect();
    let mut found = formats.to_vec();
    let mut is_together = true;
    for word in &words {
        let has = |format: &&Format| has_word(format, word);
        found.retain(has);
        if found.is_empty() && !formats.iter().any(has) {
            let near = like(formats, word);
            let word = word.clone();
            return Err(NoFormats::Word(NoWord { word, near }));
        }
        is_together &= !found.is_empty();
    }
    match is_together {
        true => Ok(found),
        false => Err(NoFormats::Together),
    }
}

/// What people say of a format, in small letters.
fn told(format: &Format) -> String {
    let options = format.options.as_ref().map(|options| options.text());
    let sentences = [&format.title, &format.sentence].into_iter().flatten();
    let sentences = sentences.flat_map(|sentence| [&*sentence.en, &*sentence.zh]);
    let all: Vec<&str> = sentences
        .chain([format.rule.text()])
        .chain(options)
        .collect();
    all.join("\n").to_lowercase()
}

fn has_word(format: &Format, word: &str) -> bool {
    let is_part = |text: &String| {
        let own: String = bare(text).collect();
        let sought: String = bare(word).collect();
        !sought.is_empty() && own.contains(&sought)
    };
    let mut names = (format.aliases.iter()).chain([&format.name, &format.source]);
    if names.any(is_part) {
        return true;
    }
    let text = told(format);
    // Chinese has no blanks between words.
    let is_bound = word.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !is_bound || !before.is_some_and(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Words of formats that are like one that none has.
fn like(formats: &[&Format], word: &str) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for format in formats {
        let text = told(format);
        let letters = |letter: char| !letter.is_alphanumeric();
        let words = text.split(letters).map(str::to_owned);
        let names = format.aliases.iter().chain([&format.name]);
        known.extend(words.chain(names.map(|name| name.to_lowercase())));
    }
    known.retain(|known| known.chars().count() >= LEAST);
    known.sort_unstable();
    known.dedup();
    let most = |known: &str| known.chars().count() / 3;
    let near = near(word, known.iter().map(String::as_str), most);
    near.into_iter().take(3).map(str::to_owned).collect()
}
