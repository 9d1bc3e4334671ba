//! Take-and-break games that have names of their own: Kayles, Dawson's games, Treblecross, Officers, Guiles.
//!
//! Each is a [code](crate::codes::Code) and is played, told and searched as that; Guy and Smith (1956) treat them all.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value;
//! assert_eq!(value("dawsons-kayles 34"), value("0.07 34"));
//! ```

use crate::codes::{GUY_SMITH, read_code};
use crate::component::{self, Part};
use crate::notation::{Clause, Listing, ParseError, Word, only_by_name};
use crate::text::Text;

macro_rules! named {
    ($($listing:ident $parse:ident $name:literal $aliases:expr, $code:literal, $en:literal $zh:literal, $rule_en:literal $rule_zh:literal;)*) => {$(
        #[doc = concat!("The line of ", $name, " in the catalogue: the code ", $code, ".")]
        pub static $listing: Listing = Listing {
            id: "B3",
            name: $name,
            aliases: $aliases,
            title: Text { en: $en, zh: $zh },
            rule: Text { en: concat!($rule_en, " Code ", $code, "."), zh: concat!($rule_zh, "八进制代号为 ", $code, "。") },
            form: Text::same(concat!($name, " HEAP …")),
            example: concat!($name, " 10"),
            source: GUY_SMITH,
            theorems: &["guy_smith", "least_repeats"],
            recognises: only_by_name,
            parse: $parse,
        };

        fn $parse(clause: &Clause<'_>) -> Result<Part, ParseError> {
            clause.no_parameters()?;
            let code = read_code(&Word { text: $code, at: clause.name.at })?.named(&$listing);
            Ok(component::encoded_part(code, clause.naturals()?))
        }
    )*
    };
}

named! {
    KAYLES kayles "kayles" &[], "0.77", "Kayles" "保龄球（Kayles）",
        "Take one or two neighbouring pins from a row; what is left may fall into two rows."
        "从一行中取走一个或相邻两个瓶，剩下的可能断成两行。";
    DAWSONS_KAYLES dawsons_kayles "dawsons-kayles" &["dawson-kayles"], "0.07", "Dawson's Kayles" "道森保龄球",
        "Take two neighbouring pins from a row." "从一行中取走相邻两个瓶。";
    DAWSONS_CHESS dawsons_chess "dawsons-chess" &["dawson-chess"], "0.137", "Dawson's Chess" "道森象棋",
        "Take a pin and its neighbours from a row." "取走一个瓶及其相邻的瓶。";
    TREBLECROSS treblecross "treblecross" &[], "0.007", "Treblecross" "三连叉（Treblecross）",
        "Take three neighbouring pins from a row: one-dimensional noughts and crosses with crosses only, on two squares fewer."
        "取走相邻三个瓶；等价于在少两格的一行上只画叉的井字棋。";
    OFFICERS officers "officers" &[], "0.6", "Officers" "军官（Officers）",
        "Take one from a heap of two or more and leave one heap or two."
        "从至少两个的堆取一个，剩下一堆或两堆。";
    GUILES guiles "guiles" &[], "0.15", "Guiles" "吉尔斯游戏（Guiles）",
        "Take a heap of one or two whole, or two from a heap and leave two heaps."
        "取走一个或两个的整堆，或取两个并把剩下的分成两堆。";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sequence;
    use crate::quotient::Play;
    use crate::{split, take};

    const ALL: [(&Listing, &str); 6] = [
        (&KAYLES, "0.77"),
        (&DAWSONS_KAYLES, "0.07"),
        (&DAWSONS_CHESS, "0.137"),
        (&TREBLECROSS, "0.007"),
        (&OFFICERS, "0.6"),
        (&GUILES, "0.15"),
    ];

    #[test]
    fn each_is_its_code() {
        for (listing, code) in ALL {
            for heap in 0..30 {
                let answer = |name: &str| {
                    let game = format!("{name} {heap}").parse().expect(name);
                    let answer = grundy::solve(&game, Play::Normal);
                    (answer.value, answer.winning.count)
                };
                assert_eq!(answer(listing.name), answer(code), "{code} {heap}");
            }
            assert!(listing.rule.en.contains(code) && listing.rule.zh.contains(code));
            for name in listing.aliases.iter().chain([&listing.name]) {
                assert_eq!(sequence::named(name), Some((listing.name, code)));
            }
        }
    }

    /// Those that are no codes are known to the long sequences by the same names too.
    #[test]
    fn names_without_a_code() {
        for listing in [&take::LISTING, &split::GRUNDY, &split::COUPLES] {
            for name in listing.aliases.iter().chain([&listing.name]) {
                assert_eq!(sequence::named(name), Some((listing.name, listing.name)));
            }
        }
    }

    /// Whether the first player is the first to complete three crosses in a row.
    fn completes_three(squares: u32, crosses: u32, known: &mut [Option<bool>]) -> bool {
        if let Some(known) = known[crosses as usize] {
            return known;
        }
        let wins = (0..squares)
            .map(|square| 1 << square)
            .filter(|cross| crosses & cross == 0)
            .any(|cross| {
                let after = crosses | cross;
                after & after >> 1 & after >> 2 != 0 || !completes_three(squares, after, known)
            });
        known[crosses as usize] = Some(wins);
        wins
    }

    /// The other form of Treblecross, square by square.
    #[test]
    fn treblecross_on_two_squares_fewer() {
        let mut lost = 0;
        for squares in 3u32..13 {
            let game = format!("treblecross {}", squares + 2)
                .parse()
                .expect("a game");
            let value = grundy::solve(&game, Play::Normal).value.expect("a value");
            let wins = completes_three(squares, 0, &mut vec![None; 1 << squares]);
            assert_eq!(wins, !value.is_zero(), "{squares} squares");
            lost += u32::from(!wins);
        }
        assert!(lost > 0);
    }
}
