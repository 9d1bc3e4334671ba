//! The command `games` with its flags.

use grundy::Text;

use super::flags::{FORM, JSON, MEMORY, NO_TIME, THEOREMS};
use super::quotient::QUOTIENTS;
use super::{ANY, Entry, NO_NOTES, Positional};

pub(super) const GAMES: Entry = Entry {
    name: "games",
    about: Text::new(
        "The catalogue of games, or one of them",
        "游戏目录，或其中之一",
    ),
    usage: "grundy games [--json] [NAME | WORD …]\n       grundy games [--json] --octal [CODE | --digits N] | --quotients | --theorems [NAME]",
    example: "grundy games nim",
    notes: NO_NOTES,
    places: &[Positional {
        name: "NAME",
        count: (0, ANY),
        choices: &[],
        help: Text::new(
            "One game, or words of its name, title or rules",
            "某一游戏，或其名称、标题、规则中的词",
        ),
    }],
    flags: &[
        &SEARCH, &FORM, &JSON, &OCTAL, &DIGITS, &QUOTIENTS, &THEOREMS, &MEMORY, &NO_TIME,
    ],
};

flags! {
    SEARCH = "search" Words("WORD", 20)
        "List the games with all these words in their name, title or rules, even if one is itself the name of a game"
        "列出名称、标题、规则含有所给各词的游戏，即使其中有游戏名";
    DIGITS = "digits" Value("N")
        "With --octal: codes of up to this many digits, 1 to 4 (default: 3)"
        "与 --octal 合用：代号的最多位数，1 到 4（默认 3）";
    OCTAL = "octal" Nothing
        "Show the periods of all octal codes of up to three digits (--digits), or the games that have the code given"
        "改为列出不超过三位（见 --digits）的全部八进制代号的周期；给出代号时，列出有此代号的游戏";
}
