//! An answer of the library as the commands show it: in words, as JSON, as a picture.

use grundy::{Answer, Game, Lang, Said};

use crate::output;
use crate::picture::binary;
use crate::print::answer::{self, Manner};
use crate::print::json::{self, Detail};
use crate::print::paint::Paint;

/// What `grundy solve` prints, without colours.
pub fn text(game: &Game, answer: &Answer, lang: Lang) -> String {
    answer::answer(game, answer, &manner(lang))
}

/// Who wins and why, without the winning moves.
pub fn why(answer: &Answer, lang: Lang) -> String {
    answer::reasoned(answer, &manner(lang))
}

/// What `grundy solve --explain --json` prints.
pub fn json(answer: &Answer, lang: Lang) -> String {
    let mut out = String::new();
    json::answer(&mut out, answer, lang, Detail::Explained);
    out
}

/// What `grundy solve --binary` draws, an SVG file; `None` where no component's value is known, or one has more than 64
/// binary digits.
pub fn binary(answer: &Answer, lang: Lang) -> Option<String> {
    let bits = binary::widest(answer)?;
    (bits <= binary::BITS).then(|| binary::binary(answer, lang))
}

/// Who wins, in a few words.
pub fn verdict(answer: &Answer) -> Said {
    crate::words::verdict(answer.outcome)
}

fn manner(lang: Lang) -> Manner {
    Manner {
        lang,
        paint: Paint::new(false),
        columns: output::COLUMNS,
        all: true,
        most: usize::MAX,
        explain: false,
    }
}
