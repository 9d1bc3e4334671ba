//! What a line asks: a position and under which play, perhaps with a comment behind it.

use grundy::notation::{Files, QUOTE};
use grundy::{Game, ParseError, Play};

use crate::commands::position;
use crate::commands::ruled;
use crate::failure::Failure;
use crate::words;

use super::Asked;

/// What stands before a position to ask for misère play.
const MISERE: &str = "--misere";

/// What is wrong with a line.
pub(super) enum Wrong {
    /// What the notation says of it.
    Position(ParseError),
    /// Why it is no position of the rule.
    OfRule(Failure),
}

/// Reads a line in plain digits. What stands behind a `#` at the beginning of a word is a comment, unless it belongs to a position.
pub(super) fn read(text: &str, asked: Asked<'_>, files: Files<'_>) -> Result<(Game, Play), Wrong> {
    one(text, asked, files).or_else(|wrong| match before_comment(text) {
        Some(before) => one(before, asked, files),
        None => Err(wrong),
    })
}

fn one(text: &str, asked: Asked<'_>, files: Files<'_>) -> Result<(Game, Play), Wrong> {
    if let Some(ruled) = asked.ruled {
        let game = ruled.game(text.trim(), files);
        let game = game.map_err(|failure| Wrong::OfRule(Failure::of(failure, ruled::EXAMPLE)))?;
        return Ok((game, asked.play));
    }
    let (game, play) = Game::parse_line(text, files).map_err(Wrong::Position)?;
    // A name alone would be the empty position, which nobody asks about.
    if game.parts().iter().any(|part| part.components.is_empty())
        && let Some(error) = bare(text)
    {
        return Err(Wrong::Position(error));
    }
    Ok((game, asked.play_of(play)))
}

/// That a line names a game without a position, at its name.
fn bare(text: &str) -> Option<ParseError> {
    let trimmed = text.trim_start();
    let game = trimmed.strip_prefix(MISERE).unwrap_or(trimmed);
    let (name, example) = position::bare(game)?;
    // Both are slices of the line.
    let at = name.as_ptr().addr() - text.as_ptr().addr();
    let error = ParseError::at(at, name.len(), words::heaps_missing(name));
    Some(error.placed(text, &example))
}

/// What stands before a comment, where there is one and something stands before it.
fn before_comment(text: &str) -> Option<&str> {
    let mut is_quoted = false;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        if letter == QUOTE {
            is_quoted = !is_quoted;
        } else if letter == '#' && before.is_whitespace() && !is_quoted {
            let before = text[..at].trim_end();
            return (!before.trim_start().is_empty()).then_some(before);
        }
        before = letter;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stand_behind_a_blank_and_outside_of_quotation_marks() {
        for (text, before) in [
            ("nim 3 5 # a comment", Some("nim 3 5")),
            ("nim 3\t#5", Some("nim 3")),
            ("  nim 3   # don't", Some("  nim 3")),
            (
                "rule 'grid \".\" -> \"#\"' #. # c",
                Some("rule 'grid \".\" -> \"#\"'"),
            ),
            ("rule 'n -> n-1 # x' 3", None),
            ("nim 3#5", None),
            ("# whole", None),
            ("", None),
        ] {
            assert_eq!(before_comment(text), before, "{text}");
        }
    }
}
