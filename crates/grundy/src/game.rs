//! Text to game and back: `nim 3 5 7 + take:1-3 9`.
//!
//! A game is a sum of parts joined by ` + `; each part is one ruleset with its positions. What is printed is the same
//! notation, normalised, and reads back to an equal game.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::answer::Answer;
use crate::component::{Component, Part};
use crate::message;
use crate::notation::{Clause, Files, Listing, ParseError, QUOTE, Word, no_files, shortened};
use crate::quotient::Play;
use crate::rule;
use crate::rulesets;
use crate::solve::Solver;

pub use grundy_core::Sum;

/// A sum of components that is written in the notation; all that is known of a [`Sum`] is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game(Sum);

impl Game {
    /// Reads a game; `files` gives the text behind `@name`.
    ///
    /// # Errors
    /// The place of the first thing that is wrong, what was expected, and an example.
    pub fn parse(text: &str, files: Files<'_>) -> Result<Game, ParseError> {
        let mut parts: Vec<Part> = Vec::new();
        let mut words = Vec::new();
        let mut end = 0;
        for word in words_of(text) {
            end = word.at + word.text.len();
            if word.text == "+" {
                parts.push(part(text, &words, word.at, files)?);
                words.clear();
            } else {
                words.push(word);
            }
        }
        parts.push(part(text, &words, end, files)?);
        Ok(Game::from_parts(parts))
    }

    /// Reads a game that may begin with `--misere`.
    ///
    /// # Errors
    /// As for [`parse`](Game::parse).
    pub fn parse_line(line: &str, files: Files<'_>) -> Result<(Game, Play), ParseError> {
        let trimmed = line.trim_start();
        match trimmed
            .strip_prefix("--misere")
            .filter(|rest| rest.starts_with(char::is_whitespace))
        {
            Some(rest) => {
                // Blanks in place of the flag keep the columns.
                let blanked = format!("{}{rest}", " ".repeat(line.len() - rest.len()));
                Ok((Game::parse(&blanked, files)?, Play::Misere))
            }
            None => Ok((Game::parse(line, files)?, Play::Normal)),
        }
    }

    /// A game from parts made by [`component::part`](crate::component::part).
    pub fn from_parts(parts: Vec<Part>) -> Game {
        Game(Sum::new(parts))
    }

    /// The position after a move: one component, by its place, replaced by others of the same rules.
    ///
    /// ```
    /// use grundy::{Game, Play, solve};
    /// let game: Game = "kayles 5 + nim 3".parse().unwrap();
    /// let mv = &solve(&game, Play::Normal).winning.listed[0];
    /// assert_eq!(game.after(mv.component, &mv.to).to_string(), "kayles 3 + nim 3");
    /// ```
    #[must_use]
    pub fn after(&self, place: usize, to: &[Box<dyn Component>]) -> Game {
        let mut parts: Vec<Part> = self.parts().to_vec();
        if let Some((part, at)) = self.place(place)
            && let Some(part) = parts.get_mut(part)
        {
            part.components.splice(at..=at, to.iter().cloned());
        }
        if parts.iter().any(|part| !part.components.is_empty()) {
            parts.retain(|part| !part.components.is_empty());
        } else {
            // A name alone is the empty sum; where it is not, that of Nim stands for it.
            parts.truncate(1);
            let alone = Game::from_parts(parts.clone()).to_string();
            let is_empty = |game: Game| game.components().next().is_none();
            if !alone.parse().is_ok_and(is_empty)
                && let Ok(nothing) = "nim".parse::<Game>()
            {
                return nothing;
            }
        }
        Game::from_parts(parts)
    }

    /// Others in the place of a component, without the rest of the sum.
    pub fn instead(&self, place: usize, to: &[Box<dyn Component>]) -> Option<Game> {
        let (part, at) = self.place(place)?;
        let part = self.parts().get(part)?;
        let alone = Game::from_parts(vec![Part {
            rules: part.rules.boxed(),
            components: vec![part.components.get(at)?.clone()],
            whole: part.whole,
        }]);
        Some(alone.after(0, to))
    }
}

impl From<Sum> for Game {
    fn from(sum: Sum) -> Game {
        Game(sum)
    }
}

impl Deref for Game {
    type Target = Sum;
    fn deref(&self) -> &Sum {
        &self.0
    }
}

impl AsRef<Sum> for Game {
    fn as_ref(&self) -> &Sum {
        &self.0
    }
}

/// Answers one question with the default budget.
///
/// ```
/// use grundy::{solve, Game, Outcome, Play};
/// let game: Game = "nim 3 5 7".parse()?;
/// let answer = solve(&game, Play::Normal);
/// assert_eq!(answer.outcome, Some(Outcome::N));
/// assert_eq!(answer.value.unwrap().to_string(), "1");
/// # Ok::<(), grundy::ParseError>(())
/// ```
pub fn solve(game: &Game, play: Play) -> Answer {
    Solver::default().solve(game, play)
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

const EXAMPLE: &str = "nim 3 5 7 + take:1-3 9";

fn part(text: &str, words: &[Word<'_>], end: usize, files: Files<'_>) -> Result<Part, ParseError> {
    let Some(first) = words.first() else {
        let message = message!("expected a game", "此处应为一个游戏");
        return Err(ParseError::at(end, 1, message).placed(text, EXAMPLE));
    };
    let (name, parameters) = first.cut(':');
    let Some(listing) = listing(name.text) else {
        return Err(unknown_name(&name).placed(text, EXAMPLE));
    };
    let clause = Clause {
        name,
        parameters,
        words: words[1..].to_vec(),
        listing,
        files,
    };
    (listing.parse)(&clause).map_err(|error| error.placed(text, listing.example))
}

/// The catalogue's line for a name.
pub fn listing(name: &str) -> Option<&'static Listing> {
    let named = |listing: &&&Listing| listing.name == name || listing.aliases.contains(&name);
    let all = rulesets::CATALOGUE.iter();
    all.clone()
        .find(named)
        .or_else(|| all.clone().find(|listing| (listing.recognises)(name)))
        .copied()
        .or_else(|| (name == rule::LISTING.name).then_some(&rule::LISTING))
}

fn unknown_name(word: &Word<'_>) -> ParseError {
    let lower = word.text.to_lowercase();
    let names = rulesets::CATALOGUE
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
            "没有名为 '{found}' 的游戏;是否想输入 '{nearest}'?",
            found = shortened(word.text),
            nearest = name
        )),
        None => word.error(message!(
            "there is no game '{found}'; 'grundy games' lists them",
            "没有名为 '{found}' 的游戏;'grundy games' 列出全部",
            found = shortened(word.text)
        )),
    }
}

impl FromStr for Game {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Game, ParseError> {
        Game::parse(text, &no_files)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn what_is_printed_reads_back() {
        for text in [
            "nim",
            "nim 3 5 7",
            "nim 3 + wythoff 5,7 + nim 0",
            "wythoff 3,5 1,2",
            "rule 'n -> n-k for k in 1..=n if k%3 > 0' 10 12 + nim 3",
            "rule '(x,y) -> (x-1,y) + (x-1,y) if x > y; (x,y) -> (x,y-1)' 3,5",
        ] {
            let game: Game = text.parse().expect(text);
            assert_eq!(game.to_string(), text);
        }
        let known: Game = "rule 'n -> n-k for k in {1,3,4}' 10 + nim 3"
            .parse()
            .expect("a rule");
        assert_eq!(known.to_string(), "take:1,3,4 10 + nim 3");
        let game: Game = "  nim 3\t+ nim   005 "
            .parse()
            .expect("blanks do not matter");
        assert_eq!(game.to_string(), "nim 3 5");
    }

    #[test]
    fn errors_point_at_the_place() {
        let column = |text: &str| Game::from_str(text).expect_err(text).column;
        assert_eq!(column("nim 3 x"), 7);
        assert_eq!(column("nim 3 + "), 8);
        assert_eq!(column("+ nim 3"), 1);
        assert_eq!(column(""), 1);
        assert_eq!(column("wythoff 1,a"), 11);
        assert_eq!(column("nim 尼 3"), 5);
        assert_eq!(column("rule 'n -> n-j' 10"), 14);
        assert_eq!(column("rule 10"), 6);
        assert_eq!(column("rule 'n -> n-1' 10,2"), 17);
        assert_eq!(column("rule 'n -> n-1 10"), 6);
        assert_eq!(column("rule"), 5);
        let error = Game::from_str("whytof 3,5").expect_err("a misspelt name");
        assert!(
            error.render(Lang::En).contains("did you mean 'wythoff'"),
            "{error}"
        );
    }
}
