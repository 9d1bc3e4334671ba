//! Text to game and back: `nim 3 5 7 + take:1-3 9`.
//!
//! A game is a sum of parts joined by ` + `; each part is one ruleset with its positions. What is printed is the same
//! notation, normalised, and reads back to an equal game.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::answer::Answer;
use grundy_core::catalogue;

use crate::component::{self, Component, Part};
use crate::message;
use crate::notation::{Files, Listing, ParseError, no_files};
use crate::quotient::Play;
use crate::ruleset::Ruleset;
use crate::rulesets::CATALOGUE;
use crate::solve::Solver;

pub use grundy_core::Sum;

/// What stands before a position in a line of misère play.
const MISERE: &str = "--misere";

/// A sum of components that is written in the notation; all that is known of a [`Sum`] is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game(Sum);

impl Game {
    /// Reads a game; `files` gives the text behind `@name`.
    ///
    /// # Errors
    /// The place of the first thing that is wrong, what was expected, and an example.
    pub fn parse(text: &str, files: Files<'_>) -> Result<Game, ParseError> {
        catalogue::read(CATALOGUE, text, files).map(Game)
    }

    /// Reads a game that may begin with `--misere`.
    ///
    /// # Errors
    /// As for [`parse`](Game::parse).
    pub fn parse_line(line: &str, files: Files<'_>) -> Result<(Game, Play), ParseError> {
        let trimmed = line.trim_start();
        if trimmed.trim_end() == MISERE {
            let message = message!(
                "{flag} stands before a position, and none follows",
                "{flag} 应写在局面之前，但后面没有局面",
                flag = MISERE
            );
            let error = ParseError::at(line.len() - trimmed.len(), MISERE.len(), message);
            return Err(error.placed(line, "--misere nim 3 5 7"));
        }
        match trimmed
            .strip_prefix(MISERE)
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

    /// A game from parts made by [`component::part`].
    pub fn from_parts(parts: Vec<Part>) -> Game {
        Game(Sum::new(parts))
    }

    /// A game of positions of one ruleset, whatever it is, see [`component::of`].
    pub fn of<R: Ruleset>(rules: R, positions: impl IntoIterator<Item = R::Position>) -> Game {
        Game::from_parts(vec![component::of(rules, positions)])
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

impl AsRef<Sum> for Game {
    fn as_ref(&self) -> &Sum {
        &self.0
    }
}

impl Deref for Game {
    type Target = Sum;
    fn deref(&self) -> &Sum {
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

/// The catalogue's line for a name.
pub fn listing(name: &str) -> Option<&'static Listing> {
    catalogue::listing(CATALOGUE, name)
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
        let columns = |text: &str| -> Vec<usize> {
            let error = Game::from_str(text).expect_err(text);
            error.all().map(|error| error.column).collect()
        };
        assert_eq!(columns("nim 3 x 5 y"), [7, 11]);
        assert_eq!(
            columns("nim x + wythoff 1,2 3 4,z + kayels 3 + nim"),
            [5, 21, 25, 29]
        );
        assert_eq!(columns("tree 0,5,1"), [8]);
        assert_eq!(columns(&format!("nim{}", " x".repeat(100))).len(), 20);
        let error = Game::from_str("whytof 3,5").expect_err("a misspelt name");
        assert!(
            error.render(Lang::En).contains("did you mean 'wythoff'"),
            "{error}"
        );
    }

    #[test]
    fn titles_and_heaps_alone_are_pointed_to_the_name() {
        for (text, meant) in [
            ("尼姆 3 5", Some("nim")),
            ("尼姆博弈 3", Some("nim")),
            ("保龄球 8", Some("kayles")),
            ("Moore's Nim 3", Some("moore")),
            ("wythoff's game 3,5", Some("wythoff")),
            ("3 5 7", Some("nim 3 5 7")),
            ("3 5 7 + kayles 4", Some("nim 3 5 7")),
            ("kayle 4", Some("kayles")),
            ("nimm 4", Some("nim")),
            ("foo", None),
            ("3 x", None),
            ("n -> n-1", None),
        ] {
            let error = Game::from_str(text).expect_err(text);
            let told = error.render(Lang::En);
            let hint = meant.map(|meant| format!("did you mean '{meant}'?"));
            assert!(hint.is_none_or(|hint| told.contains(&hint)), "{told}");
            assert_eq!(told.contains("did you mean"), meant.is_some(), "{told}");
        }
    }
}
