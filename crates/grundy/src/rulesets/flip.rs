//! The flip game: a row of + and −; a move turns two neighbouring + into −.
//!
//! Each run of + is a row of its own, and turning two takes them out of it: Dawson's Kayles, the octal game 0.07 (Dawson 1935;
//! Guy and Smith 1956), whose values have the period 34.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"flip ++++-++".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.game, "flip 4 2");
//! assert_eq!(answer.value.unwrap().to_string(), "3"); // 2 ⊕ 1
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::component::{self, Part};
use crate::notation::{Clause, Listing, ParseError, Word, only_by_name};
use crate::number::Natural;
use crate::rulesets::codes::{GUY_SMITH, read_code};
use crate::said;
use crate::text::Text;

/// Its line in the catalogue: the code 0.07.
pub static LISTING: Listing = Listing {
    id: "F10",
    name: "flip",
    aliases: &[],
    title: Text {
        en: "The flip game",
        zh: "翻转游戏",
    },
    rule: Text {
        en: "In a row of + and -, turn two neighbouring + into -. Code 0.07.",
        zh: "在由 + 与 - 组成的一行中,把相邻的两个 + 变成 -。码为 0.07。",
    },
    form: "flip ROW … with ROW like ++-+++, or the lengths of the runs of + (a lone + is 1)",
    example: "flip ++++-+++",
    source: GUY_SMITH,
    recognises: only_by_name,
    parse,
};

/// The runs of + in a row.
fn read_row(row: &Word<'_>, runs: &mut Vec<Natural>) -> Result<(), ParseError> {
    let mut run = 0u64;
    for (at, sign) in row.text.char_indices() {
        match sign {
            '+' => run += 1,
            '-' | '−' => {
                if run > 0 {
                    runs.push(run.into());
                }
                run = 0;
            }
            _ => {
                let said = said!("expected + or -", "此处应为 + 或 -");
                return Err(ParseError::at(row.at + at, sign.len_utf8(), said));
            }
        }
    }
    if run > 0 {
        runs.push(run.into());
    }
    Ok(())
}

fn parse(clause: &Clause<'_>) -> Result<Part, ParseError> {
    clause.no_parameters()?;
    let code = Word {
        text: "0.07",
        at: clause.name.at,
    };
    let code = read_code(&code)?.named("flip");
    let mut runs = Vec::new();
    for word in &clause.words {
        if word.text.starts_with(['+', '-', '−']) {
            read_row(word, &mut runs)?;
        } else {
            runs.push(word.natural()?);
        }
    }
    Ok(component::part(code, runs))
}

#[cfg(test)]
mod tests {
    use crate::nimber::Mex;
    use crate::quotient::Play;
    use crate::rulesets::doubt;

    /// The value of a row, sign by sign; + is a bit that is set.
    fn value(row: u32, known: &mut [Option<u32>]) -> u32 {
        if let Some(known) = known[row as usize] {
            return known;
        }
        let mut mex = Mex::new();
        for pair in (0..11).map(|place| 3 << place) {
            if row & pair == pair {
                mex.insert(value(row ^ pair, known));
            }
        }
        known[row as usize] = Some(mex.least_missing());
        mex.least_missing()
    }

    #[test]
    fn doubted_sign_by_sign() {
        let mut known = vec![None; 1 << 12];
        for row in (0u32..1 << 12).step_by(3) {
            let text: String = (0..12)
                .map(|place| if row >> place & 1 == 1 { '+' } else { '-' })
                .collect();
            let game: crate::Game = format!("flip {text}").parse().expect("a row");
            let answer = crate::solve(&game, Play::Normal);
            assert_eq!(answer.value, Some(value(row, &mut known).into()), "{text}");
        }
        doubt::game("flip ++++-+++", Play::Normal);
        doubt::game("flip 4 3 + nim 1", Play::Misere);
    }

    #[test]
    fn reads_and_writes() {
        let shown = |text: &str| text.parse::<crate::Game>().expect(text).to_string();
        assert_eq!(shown("flip ++-+ 5 + nim 3"), "flip 2 1 5 + nim 3");
        assert_eq!(shown("flip ---"), "flip");
        assert_eq!("flip ++x".parse::<crate::Game>().expect_err("x").column, 8);
    }
}
