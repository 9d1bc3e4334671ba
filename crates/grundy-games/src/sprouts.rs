//! Sprouts: a line joins two spots, or a spot with itself, and gets a new spot; lines do not cross, and no spot has more than three.
//!
//! J. H. Conway and M. S. Paterson, 1967; told by M. Gardner (*Mathematical games: Of sprouts and Brussels sprouts*, 1967). No theorem tells who wins.
//! D. Applegate, G. Jacobson and D. Sleator (*Computer analysis of Sprouts*, 1991) found that with up to 11 spots the first player wins exactly where
//! their number leaves 3, 4 or 5 modulo 6, and conjectured that it is so for ever; J. Lemoine and S. Viennot (*Computer analysis of Sprouts with nimbers*,
//! 2010) went on to 32, and with gaps to 47. A drawing is a sum of [lands](grundy_engine::sprouts), and of a land it matters only which
//! spots lie on which boundary of which region; values come from a search by components.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("sprouts 2"), Some(Outcome::P));
//! assert_eq!(outcome("sprouts 3"), Some(Outcome::N));
//! assert_eq!(outcome("sprouts 0.AB./AB."), Some(Outcome::N)); // a loop has been drawn around one of two spots
//! ```

mod drawing;

use std::fmt;

use grundy_core::encoded::{Encoded, Undecodable};
use grundy_engine::sprouts::{self, Land, Line, MOST_SPOTS, WrongKind};

use crate::couples::{Couples, FallsApart, couples};
use crate::engine::split::Splits;
use crate::engine::split::search::{Search, Sizes};
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::text::{Message, Text, all_of};

use drawing::Map;

/// Sprouts. A position is a land.
#[derive(Clone, Copy, Debug)]
pub struct Sprouts;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "sprouts",
    aliases: &[],
    title: Text::new("Sprouts", "豆芽（Sprouts）"),
    rule: Text {
        en: "Draw a line between two spots, or from a spot to itself, and a new spot on it; lines do not cross, and no spot has more than three ends of lines.",
        zh: "画一条线连接两个点，或从一点画回自身，并在线上添一个新点；线不得相交，每个点最多连三条线端。",
    },
    form: Text::new(
        "sprouts SPOTS … or regions joined by /, each its boundaries, each ended by a full stop: 0, 1 (spots with no line, one), 2 (with two, at one corner), letters (with two, at two)",
        "sprouts SPOTS …，或以 / 相连的区域；区域由各条边界组成，每条以句点结尾：0、1（没有线、有一条线的点），2（有两条线，在一个角上），字母（有两条线，在两个角上）",
    ),
    example: "sprouts 3",
    source: "J. H. Conway and M. S. Paterson 1967, in M. Gardner, Mathematical Games: Of sprouts and Brussels sprouts, games with a topological flavor, Scientific American 217 (1967)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Sprouts>,
};

/// A land as a position.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spots(Land);

impl fmt::Debug for Spots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Encoded for Spots {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.as_bytes().to_vec().encode(bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Spots, Undecodable> {
        let land = Vec::<u8>::decode(bytes)?;
        let land = Land::from_bytes(&land).ok_or(Undecodable::OutOfRange)?;
        Ok(Spots(land))
    }
}

impl Ruleset for Sprouts {
    type Position = Spots;
    type Move = Line;

    fn options(&self, Spots(land): &Spots, options: &mut Options<Spots, Line>) -> Result<(), Stop> {
        use std::ops::ControlFlow::{Break, Continue};
        let told = sprouts::lines(land, |line, lands| {
            let lands: Vec<Spots> = lands.iter().cloned().map(Spots).collect();
            match options.push(line, &lands) {
                Ok(()) => Continue(()),
                Err(stop) => Break(stop),
            }
        });
        match told {
            Continue(()) => Ok(()),
            Break(stop) => Err(stop),
        }
    }

    fn describe(&self, Spots(land): &Spots, line: &Line) -> Message {
        let map = Map::new(land);
        let region = line.region;
        let from = map.end(region, line.from);
        let aside: Vec<&str> = (line.aside.iter())
            .flat_map(|&boundary| map.all_names(region, boundary))
            .collect();
        let around = all_of(&aside);
        let line = if line.from == line.to {
            match aside[..] {
                [] => message!("draw a loop at {from}", "在 {from} 画一个环", from = from),
                _ => message!(
                    "draw a loop at {from} around {aside}",
                    "在 {from} 画一个环，围住 {aside}",
                    from = from,
                    aside = around
                ),
            }
        } else {
            let to = map.end(region, line.to);
            match aside[..] {
                [] => message!(
                    "join {from} and {to}",
                    "连接 {from} 与 {to}",
                    from = from,
                    to = to
                ),
                _ => message!(
                    "join {from} and {to}, with {aside} on the side of {walk}",
                    "连接 {from} 与 {to}，{aside} 与 {walk} 同侧",
                    from = from,
                    to = to,
                    aside = around,
                    walk = (map.names(region, line.from.0, line.from.1..=line.to.1)).join("–")
                ),
            }
        };
        if land.boundary(1, 0).is_none() {
            return line;
        }
        message!(
            "region {region}: {line}",
            "第 {region} 区：{line}",
            region = region + 1,
            line = line
        )
    }

    fn heap_bytes(&self, Spots(land): &Spots) -> u64 {
        land.as_bytes().len() as u64
    }

    fn mobility(&self, Spots(land): &Spots) -> Option<u32> {
        Some(sprouts::Sprouts.moves(land))
    }

    fn capabilities(&self) -> Capabilities<'_, Sprouts> {
        Capabilities {
            couples: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl FallsApart<Spots> for Sprouts {
    fn couples(&self, _: &Spots, bytes: u64) -> Option<Box<dyn Couples<Spots>>> {
        let search = Search::new(sprouts::Sprouts, bytes);
        Some(couples(
            "sprouts",
            search.with(SIZES),
            |_, Spots(land): &Spots| {
                let nothing = land.lives() == 0;
                Some((0, (!nothing).then(|| land.clone()).into_iter().collect()))
            },
        ))
    }
}

/// Proof numbers are the better search from the smallest lands on: one land has a hundred lines, and few need be looked at.
const SIZES: Sizes = Sizes { whole: 0, deep: 0 };

/// What is wrong with the text of a position.
fn sentence(wrong: WrongKind) -> Message {
    match wrong {
        WrongKind::Unended => message!("a boundary ends with '.'", "每条边界以 '.' 结尾"),
        WrongKind::Empty => message!(
            "expected a spot: 0, 1, 2 or a letter",
            "此处应为一个点：0、1、2 或字母"
        ),
        WrongKind::NotAlone => message!(
            "a spot without a line, 0, is a boundary by itself",
            "没有线的点 0 独自成为一条边界"
        ),
        WrongKind::Thrice => message!(
            "a letter is a spot at two corners; this is its third",
            "一个字母至多出现两次，此处是第三次"
        ),
        WrongKind::TooMany => message!(
            "more spots than a game that begins with {most}",
            "点数超过从 {most} 个点开始的游戏",
            most = MOST_SPOTS
        ),
        _ => message!(
            "expected 0, 1, 2, a letter, '.' or '/'",
            "此处应为 0、1、2、字母、'.' 或 '/'"
        ),
    }
}

/// The lands of a word.
fn read(word: &Word<'_>) -> Result<Vec<Land>, ParseError> {
    if word.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let spots = word.number_below(MOST_SPOTS as u64)?;
        return Ok(Land::spots(spots as usize).into_iter().collect());
    }
    let lands = Land::read(word.text).map_err(|wrong| {
        let rest = word.text.get(wrong.at..).unwrap_or_default();
        let length = rest.chars().next().map_or(1, char::len_utf8);
        ParseError::at(word.at + wrong.at, length, sentence(wrong.kind))
    })?;
    if lands.is_empty() {
        return Ok(Land::spots(0).into_iter().collect());
    }
    Ok(lands)
}

impl Notation for Sprouts {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    /// A number is that of spots without a line; anything else is a drawing, which may fall apart into several lands.
    fn read(clause: &Clause<'_>) -> Result<(Sprouts, Vec<Spots>), ParseError> {
        clause.no_parameters()?;
        let mut positions = Vec::new();
        for word in clause.words {
            positions.extend(read(word)?.into_iter().map(Spots));
        }
        Ok((Sprouts, positions))
    }
    fn head(&self) -> String {
        "sprouts".to_owned()
    }
    fn write(&self, Spots(land): &Spots) -> String {
        match land.as_spots() {
            Some(spots) => spots.to_string(),
            None => land.to_string(),
        }
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Spots> {
        let [spots] = *coordinates else { return None };
        Land::spots(spots.try_into().ok()?).map(Spots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::{Outcome, Play};
    use grundy::{Game, solve};

    fn value(text: &str) -> String {
        let answer = solve(&text.parse::<Game>().expect(text), Play::Normal);
        answer.value.expect(text).to_string()
    }

    #[test]
    fn known_values() {
        let values: Vec<String> = (0..=7)
            .map(|spots| value(&format!("sprouts {spots}")))
            .collect();
        assert_eq!(values.join(" "), "0 0 0 1 1 1 0 0");
        // One line and its spots; and a spot in a ring, which is an option of two spots and another number than they.
        assert_eq!(value("sprouts 22."), "1");
        assert_eq!(value("sprouts 0.AB./AB."), "2");
        assert_eq!(value("sprouts 1A1A. 3"), "3");
    }

    #[test]
    fn whole_sums_agree() {
        for text in [
            "sprouts 1",
            "sprouts 2",
            "sprouts 3",
            "sprouts 0.AB./AB.",
            "sprouts 1 22.",
        ] {
            oracle::both(text);
        }
        for text in ["sprouts 2 + nim 2", "sprouts 3 1A1A.", "sprouts 4"] {
            oracle::game(text, Play::Normal);
            oracle::engines(text, Play::Normal);
            oracle::engines(text, Play::Misere);
        }
    }

    /// Applegate, Jacobson and Sleator 1991.
    #[test]
    fn misere_outcomes() {
        let outcome = |spots: u32| {
            let game: Game = format!("sprouts {spots}").parse().expect("spots");
            solve(&game, Play::Misere).outcome
        };
        for spots in 0..=3 {
            let wins = matches!(spots, 0 | 1);
            let expected = if wins { Outcome::N } else { Outcome::P };
            assert_eq!(outcome(spots), Some(expected), "{spots}");
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        for (text, printed) in [
            ("sprouts 3 0", "sprouts 3 0"),
            ("sprouts 0.0.", "sprouts 2"),
            ("sprouts CD.1./CD.", "sprouts 1.AB./AB."),
            // Two lands; a letter at one corner, and at two side by side; nothing that can be drawn.
            ("sprouts 0.BB./Axyz./11.", "sprouts 0.2. 11. 2222."),
            ("sprouts 2.", "sprouts 0"),
            ("sprouts", "sprouts"),
        ] {
            let game: Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed, "{text}");
            assert_eq!(printed.parse::<Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<Game>().expect_err(text).column;
        for (text, place) in [
            ("sprouts 27", 9),
            ("sprouts 3 x", 12),
            ("sprouts 0.AB", 13),
            ("sprouts 0.3.", 11),
            ("sprouts 0..", 11),
            ("sprouts 0.1/AB.", 12),
            ("sprouts 0./", 12),
            ("sprouts /0.", 9),
            ("sprouts 2.A0.", 11),
            ("sprouts A.A./A.", 14),
            ("sprouts 0.é.", 11),
            ("sprouts:3", 9),
        ] {
            assert_eq!(column(text), place, "{text}");
        }
        let many = format!("sprouts {}", "0.".repeat(27));
        assert_eq!(column(&many), 9 + 52);
    }

    #[test]
    fn moves_are_told() {
        let tell = |text: &str| {
            let game: Game = text.parse().expect(text);
            let answer = solve(&game, Play::Normal);
            let told = answer.winning.listed.iter();
            told.map(|found| found.message.render(grundy::Lang::En))
                .collect::<Vec<_>>()
        };
        assert_eq!(tell("sprouts 22."), ["join 1 and 2"]);
        assert_eq!(tell("sprouts AB./AB."), ["region 1: join A and B"]);
    }

    /// Board and words name spots alike, and no two moves have the same words.
    #[test]
    fn moves_name_spots_as_the_board_does() {
        let tell = |text: &str| {
            let spots = Spots(Land::read(text).expect(text).remove(0));
            let mut told = Vec::new();
            let _ = sprouts::lines(&spots.0, |line, _| {
                told.push(Sprouts.describe(&spots, &line).render(grundy::Lang::En));
                std::ops::ControlFlow::<()>::Continue(())
            });
            told
        };
        assert_eq!(
            tell("1A1A."),
            [
                "draw a loop at 1",
                "join 1 and A (between 1 and 2)",
                "join 1 and 2",
                "join 1 and A (between 2 and 1)",
                "join A (between 1 and 2) and 2",
                "draw a loop at 2",
                "join 2 and A (between 2 and 1)",
            ]
        );
        for text in [
            "0.0.0.",
            "0.11A1A.",
            "0.AB./0.AB.",
            "0.0.1A1A.",
            "0.ABC./0.0.ABC.",
        ] {
            let mut told = tell(text);
            told.sort_unstable();
            let count = told.len();
            told.dedup();
            assert_eq!(told.len(), count, "{text}");
        }
    }
}
