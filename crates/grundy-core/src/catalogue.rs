//! A catalogue is a list of games by name, and reading text with it: `nim 3 5 7 + take:1-3 9`.
//!
//! A game is a sum of parts joined by ` + `; each part is one ruleset with its positions. Which names there are is told
//! by whoever brings the list.

use crate::component::Part;
use crate::message;
use crate::notation::{Clause, Files, Listing, ParseError, ParseErrorKind, QUOTE, Word, shortened};
use crate::sum::Sum;

pub use crate::notation::Catalogue;

/// Shown where a text names no game at all.
const EXAMPLE: &str = "nim 3 5 7 + take:1-3 9";

/// The line for a name.
pub fn listing(catalogue: Catalogue, name: &str) -> Option<&'static Listing> {
    let named = |listing: &&&Listing| listing.name == name || listing.aliases.contains(&name);
    let all = catalogue.iter();
    all.clone()
        .find(named)
        .or_else(|| all.clone().find(|listing| (listing.recognises)(name)))
        .copied()
}

/// Reads a sum; `files` gives the text behind `@name`.
///
/// # Errors
/// The place of the first thing that is wrong, what was expected, and an example.
pub fn read(catalogue: Catalogue, text: &str, files: Files<'_>) -> Result<Sum, ParseError> {
    let mut parts: Vec<Part> = Vec::new();
    let mut words = Vec::new();
    let mut end = 0;
    for word in words_of(text) {
        end = word.at + word.text.len();
        if word.text == "+" {
            parts.push(part(catalogue, text, &words, word.at, files)?);
            words.clear();
        } else {
            words.push(word);
        }
    }
    parts.push(part(catalogue, text, &words, end, files)?);
    Ok(Sum::new(parts))
}

/// The words between blanks; what begins with a quotation mark goes to the next one, blanks and all.
fn words_of(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        let quoted = rest.strip_prefix(QUOTE).and_then(|inner| inner.find(QUOTE));
        let blank = |text: &str| text.find(char::is_whitespace).unwrap_or(text.len());
        let length = match quoted {
            Some(inner) => inner + 2 + blank(&rest[inner + 2..]),
            None => blank(rest),
        };
        let word = Word {
            text: &rest[..length],
            at,
        };
        at += length;
        (length > 0).then_some(word)
    })
}

fn part(
    catalogue: Catalogue,
    text: &str,
    words: &[Word<'_>],
    end: usize,
    files: Files<'_>,
) -> Result<Part, ParseError> {
    let Some(first) = words.first() else {
        let message = message!("expected a game", "此处应为一个游戏");
        return Err(ParseError::at(end, 1, message).placed(text, EXAMPLE));
    };
    let (name, parameters) = first.cut(':');
    let Some(listing) = listing(catalogue, name.text) else {
        return Err(unknown_name(catalogue, &name).placed(text, EXAMPLE));
    };
    let clause = Clause {
        name,
        parameters,
        words: words[1..].to_vec(),
        listing,
        catalogue,
        files,
    };
    (listing.parse)(&clause).map_err(|error| error.placed(text, listing.example))
}

fn unknown_name(catalogue: Catalogue, word: &Word<'_>) -> ParseError {
    let lower = word.text.to_lowercase();
    let names = catalogue
        .iter()
        .flat_map(|listing| listing.aliases.iter().chain([&listing.name]));
    // A long word is near to no name, and the comparison takes long.
    let nearest = names
        .filter(|_| word.text.len() < 40)
        .map(|name| (strsim::damerau_levenshtein(&lower, name), *name))
        .min();
    match nearest.filter(|&(distance, name)| distance <= 1 + name.len() / 3) {
        Some((_, name)) => word.error(message!(
            "there is no game '{found}'; did you mean '{nearest}'?",
            "没有名为 '{found}' 的游戏；是否想输入 '{nearest}'？",
            found = shortened(word.text),
            nearest = name
        )),
        None => word
            .error(message!(
                "there is no game '{found}'; 'grundy games' lists them",
                "没有名为 '{found}' 的游戏；'grundy games' 列出全部",
                found = shortened(word.text)
            ))
            .of_kind(ParseErrorKind::UnknownGame),
    }
}
