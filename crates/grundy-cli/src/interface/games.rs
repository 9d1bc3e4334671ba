//! The command `games` with its flags.

use grundy::Text;

use super::flags::{FORM, JSON, MEMORY, NO_TIME, THEOREMS};
use super::period::{DIGITS, OCTAL};
use super::quotient::QUOTIENTS;
use super::{Entry, NO_NOTES, Positional};

pub(super) const GAMES: Entry = Entry {
    name: "games",
    about: Text::new(
        "The catalogue of games, or one of them",
        "游戏目录，或其中之一",
    ),
    usage: "grundy games [--json] [--octal [--digits N] | --quotients | --theorems] [NAME]",
    example: "grundy games nim",
    notes: NO_NOTES,
    places: &[Positional {
        name: "NAME",
        count: (0, 1),
        choices: &[],
        help: Text::new("One game", "某一游戏"),
    }],
    flags: &[
        &FORM, &JSON, &OCTAL, &DIGITS, &QUOTIENTS, &THEOREMS, &MEMORY, &NO_TIME,
    ],
};
