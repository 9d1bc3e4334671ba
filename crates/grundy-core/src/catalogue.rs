//! A catalogue is a list of games by name, and reading text with it: `nim 3 5 7 + take:1-3 9`.
//!
//! A game is a sum of parts joined by ` + `; each part is one ruleset with its positions. Which names there are is told
//! by whoever brings the list.

use crate::component::Part;
use crate::message;
use crate::notation::{
    Clause, Files, Listing, MOST_ERRORS, ParseError, ParseErrorKind, QUOTE, Word, near, shortened,
};
use crate::sum::Sum;

pub use crate::notation::Catalogue;

/// Shown where a text names no game at all.
const EXAMPLE: &str = "nim 3 5 7 + take:1-3 9";

/// The line for a name.
pub fn listing(catalogue: Catalogue, name: &str) -> Option<&'static Listing> {
    let named = |name: &str| {
        let is = |listing: &&&Listing| listing.name == name || listing.aliases.contains(&name);
        catalogue.iter().find(is)
    };
    let recognised = || catalogue.iter().find(|listing| (listing.recognises)(name));
    // In any case: a sentence begins with a capital.
    let lower = || named(&name.to_lowercase());
    named(name).or_else(recognised).or_else(lower).copied()
}

/// Reads a sum; `files` gives the text behind `@name`.
///
/// # Errors
/// The place of the first thing that is wrong, what was expected, and an example; and [what else](ParseError::all) is wrong.
pub fn read(catalogue: Catalogue, text: &str, files: Files<'_>) -> Result<Sum, ParseError> {
    let words: Vec<Word<'_>> = words_of(text).collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut errors: Vec<ParseError> = Vec::new();
    let mut next = 0;
    for clause in words.split(|word| word.text == "+") {
        next += clause.len() + 1;
        // Where the clause ends: at the sign behind it, or behind what comes last.
        let end = match words.get(next - 1) {
            Some(sign) => sign.at,
            None => (words.last()).map_or(0, |last| last.at + last.text.len()),
        };
        match part(catalogue, text, clause, end, files) {
            Ok(part) => parts.push(part),
            Err(error) => errors.extend(with_others(error, clause, |words| {
                part(catalogue, text, words, end, files).err()
            })),
        }
        if errors.len() >= MOST_ERRORS {
            break;
        }
    }
    // Some parts tell several at once.
    let several = errors.into_iter().flat_map(|mut error| {
        let more = error.take_more();
        std::iter::once(error).chain(more)
    });
    let mut errors = several.take(MOST_ERRORS);
    match errors.next() {
        Some(first) => Err(first.with_more(errors)),
        None => Ok(Sum::new(parts)),
    }
}

/// An error of a part and, each time without the word that is wrong, those farther on. What comes up only because a word is missing is about no
/// word, or about one before.
fn with_others<'t>(
    first: ParseError,
    words: &[Word<'t>],
    read: impl Fn(&[Word<'t>]) -> Option<ParseError>,
) -> Vec<ParseError> {
    let mut words = words.to_vec();
    let mut all = vec![first];
    while all.len() < MOST_ERRORS
        && let Some((from, _)) = all.last().and_then(ParseError::bytes)
        // Without a name there is nothing to read.
        && let Some(wrong) = words.iter().position(|word| word.holds(from)).filter(|place| *place > 0)
    {
        // What stands behind a text between quotation marks is read by it.
        let removed = words.remove(wrong).text;
        if removed.starts_with(QUOTE) {
            break;
        }
        let Some(next) = read(&words) else { break };
        let place = next.bytes().map_or(0, |(at, _)| at);
        let Some(word) = words.iter().find(|word| word.holds(place)) else {
            break;
        };
        let is_same = (all.last()).is_some_and(|last| last.message == next.message);
        // The same of another word is about how they stand together.
        if place <= from || is_same && word.text != removed {
            break;
        }
        all.push(next);
    }
    all
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
        let clause = text.get(first.at..end).unwrap_or(first.text).trim();
        let error = no_name(words).unwrap_or_else(|| unknown_name(catalogue, &name, clause));
        return Err(error.placed(text, EXAMPLE));
    };
    let clause = Clause {
        name,
        parameters,
        words: &words[1..],
        listing,
        catalogue,
        files,
    };
    (listing.parse)(&clause).map_err(|error| error.placed(text, listing.example))
}

/// What is said of numbers alone: whoever knows one game takes its name for granted.
fn no_name(words: &[Word<'_>]) -> Option<ParseError> {
    let is_heap = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
    let first = words.first().filter(|_| words.iter().all(is_heap))?;
    let heaps: Vec<&str> = words.iter().map(|word| word.text).collect();
    Some(first.error(message!(
        "a position begins with the name of its game; did you mean 'nim {heaps}'?",
        "局面以游戏的名称开头；是否想输入 'nim {heaps}'？",
        heaps = shortened(&heaps.join(" "))
    )))
}

/// A word that is no name, at the beginning of a clause.
fn unknown_name(catalogue: Catalogue, word: &Word<'_>, clause: &str) -> ParseError {
    let names = catalogue
        .iter()
        .flat_map(|listing| listing.aliases.iter().chain([&listing.name]));
    // What differs in half of its letters is another word.
    let most = |name: &str| (1 + name.len() / 3).min(word.text.len() / 2);
    let near = near(word.text, names.copied(), most);
    match titled(catalogue, clause).or_else(|| near.first().copied()) {
        Some(meant) => word.error(message!(
            "there is no game '{found}'; did you mean '{nearest}'?",
            "没有名为 '{found}' 的游戏；是否想输入 '{nearest}'？",
            found = shortened(word.text),
            nearest = meant
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

/// The name of the game whose title, in either language, a clause begins with: `Moore's Nim 3`, `尼姆 3 5`.
fn titled(catalogue: Catalogue, clause: &str) -> Option<&'static str> {
    let clause = clause.to_lowercase();
    let begins = |title: &str| {
        let rest = clause.strip_prefix(title.to_lowercase().as_str());
        rest.is_some_and(|rest| !rest.starts_with(|next: char| !next.is_whitespace()))
    };
    let mut longest: Option<(usize, &'static str)> = None;
    for listing in catalogue {
        for title in [listing.title.en, listing.title.zh] {
            // What stands in brackets is another name, and the word for a game may be left out.
            let parts = title.split(['(', ')', '（', '）']).map(str::trim);
            let short = [" game", "博弈", "游戏"];
            let named = parts.filter(|part| !part.is_empty()).flat_map(|part| {
                let shorter = short.iter().filter_map(move |word| part.strip_suffix(word));
                std::iter::once(part).chain(shorter)
            });
            let length = named.filter(|name| begins(name)).map(str::len).max();
            if let Some(length) = length
                && longest.is_none_or(|(known, _)| length > known)
            {
                longest = Some((length, listing.name));
            }
        }
    }
    longest.map(|(_, name)| name)
}
