//! Take-and-break games by code: the digit d_k of `0.d1d2…` says what may be left after removing k stones from a heap.
//!
//! Bit 0 of d_k: nothing (the heap was k); bit 1: one heap; bit 2: two heaps; bit 3: three (hexadecimal codes). `4.…`
//! allows splitting without removal. Heaps that are left are not empty. Guy and Smith (1956) introduced the codes and
//! proved when an observed period is one for ever; the table looks for such a period and then tells heaps of any size.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!(value("0.77 11"), "6");
//! assert_eq!(value("kayles 1000000000000"), "1"); // period 12, proved
//! ```

use crate::budget::{Exhausted, Meter};
use crate::component::{self, Part};
use crate::engine::heaps::HeapValues;
use crate::engine::period::Period;
use crate::game::listing;
use crate::nimber::Mex;
use crate::notation::{Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::{self, Natural};
use crate::ruleset::{Full, Options, Ruleset};
use crate::said;
use crate::text::{Said, Text};

/// A take-and-break game. A position is the size of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The game's own name, for those that have one.
    name: Option<&'static str>,
    /// The digits, that of no removal first, without zeros at the end.
    digits: Vec<u8>,
}

const GUY_SMITH: &str = "R. K. Guy and C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge Philosophical Society 52 (1956)";

/// The line in the catalogue for codes of any kind.
pub static LISTING: Listing = Listing {
    id: "B2",
    name: "0.137",
    aliases: &[],
    title: Text {
        en: "Octal and hexadecimal games",
        zh: "八进制与十六进制码游戏",
    },
    rule: Text {
        en: "By the code 0.d1d2…: after removing k stones, bit 0 of dk allows leaving nothing, bit 1 one heap, bit 2 two heaps, bit 3 three; 4.… splits without removing.",
        zh: "由码 0.d1d2… 给出:取走 k 颗后,dk 的第 0 位允许不剩,第 1 位允许剩一堆,第 2 位允许剩两堆,第 3 位允许剩三堆;4.… 允许不取而分堆。",
    },
    form: "0.DIGITS HEAP … or 4.DIGITS HEAP …",
    example: "0.137 10 20",
    source: GUY_SMITH,
    recognises: is_code,
    parse: component::parse::<Code>,
};

macro_rules! named {
    ($($listing:ident $parse:ident $name:literal $aliases:expr, $code:literal, $en:literal $zh:literal, $rule_en:literal $rule_zh:literal;)*) => {$(
        #[doc = concat!("The line of ", $name, " in the catalogue: the code ", $code, ".")]
        pub static $listing: Listing = Listing {
            id: "B3",
            name: $name,
            aliases: $aliases,
            title: Text { en: $en, zh: $zh },
            rule: Text { en: concat!($rule_en, " Code ", $code, "."), zh: concat!($rule_zh, "码为 ", $code, "。") },
            form: concat!($name, " HEAP …"),
            example: concat!($name, " 10"),
            source: GUY_SMITH,
            recognises: only_by_name,
            parse: $parse,
        };

        fn $parse(clause: &Clause<'_>) -> Result<Part, ParseError> {
            clause.no_parameters()?;
            let code = Code { name: Some($name), ..read_code(&Word { text: $code, at: clause.name.at })? };
            Ok(component::part(code, clause.naturals()?))
        }
    )*};
}

named! {
    KAYLES kayles "kayles" &[], "0.77", "Kayles" "Kayles(保龄球)",
        "Take one or two neighbouring pins from a row; what is left may fall into two rows."
        "从一行中取走一个或相邻两个瓶,剩下的可能断成两行。";
    DAWSONS_KAYLES dawsons_kayles "dawsons-kayles" &["dawson-kayles"], "0.07", "Dawson's Kayles" "道森保龄球",
        "Take two neighbouring pins from a row." "从一行中取走相邻两个瓶。";
    DAWSONS_CHESS dawsons_chess "dawsons-chess" &["dawson-chess"], "0.137", "Dawson's Chess" "道森象棋",
        "Take a pin and its neighbours from a row." "取走一个瓶及其相邻的瓶。";
    TREBLECROSS treblecross "treblecross" &[], "0.007", "Treblecross" "三连叉(Treblecross)",
        "Take three neighbouring pins from a row: one-dimensional noughts and crosses with crosses only, on two squares fewer."
        "取走相邻三个瓶;等价于在少两格的一行上只画叉的井字棋。";
    OFFICERS officers "officers" &[], "0.6", "Officers" "军官(Officers)",
        "Take one from a heap of two or more and leave one heap or two."
        "从至少两颗的堆取一颗,剩下一堆或两堆。";
    GUILES guiles "guiles" &[], "0.15", "Guiles" "吉尔斯游戏(Guiles)",
        "Take a heap of one or two whole, or two from a heap and leave two heaps."
        "取走一颗或两颗的整堆,或取两颗并把剩下的分成两堆。";
}

/// Whether a word has the look of a code.
fn is_code(word: &str) -> bool {
    let mut letters = word.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_hexdigit())
        && letters.next() == Some('.')
}

/// Most digits of a code.
const MOST_DIGITS: usize = 4096;

fn read_code(word: &Word<'_>) -> Result<Code, ParseError> {
    let place = |at: usize, said: Said| ParseError::at(word.at + at, 1, said);
    let mut digits = Vec::new();
    for (at, letter) in word.text.char_indices() {
        if at == 1 {
            continue;
        }
        let Some(digit) = letter.to_digit(16) else {
            return Err(place(
                at,
                said!(
                    "'{found}' is no digit of a code: 0–7, or 8–f for three heaps",
                    "'{found}' 不是码的数字:应为 0–7,或表示三堆的 8–f",
                    found = letter.to_string()
                ),
            ));
        };
        digits.push(digit as u8);
    }
    if digits.len() > MOST_DIGITS {
        return Err(word.error(said!(
            "a code has at most {most} digits",
            "码最多 {most} 位",
            most = MOST_DIGITS
        )));
    }
    if digits.first().is_some_and(|first| first & 3 != 0) {
        return Err(place(
            0,
            said!(
                "the digit before the point may allow only splitting (4, 8 or c): leaving a heap as it is would be an endless move",
                "小数点前的数字只能允许分堆(4、8 或 c):原样留下一堆会使对局无休止"
            ),
        ));
    }
    let length = digits
        .iter()
        .rposition(|&digit| digit != 0)
        .map_or(1, |last| last + 1);
    digits.truncate(length);
    Ok(Code { name: None, digits })
}

impl Code {
    /// The largest number of heaps that a move leaves.
    fn parts(&self) -> usize {
        self.digits
            .iter()
            .map(|digit| (8 - digit.leading_zeros()).saturating_sub(1) as usize)
            .max()
            .unwrap_or(0)
    }

    /// The value of the next heap of a table.
    fn next_value(&self, values: &[u32], mex: &mut Mex) -> u32 {
        mex.clear();
        let heap = values.len();
        for (removed, digit) in self.digits.iter().enumerate() {
            let Some(left) = heap.checked_sub(removed) else {
                break;
            };
            if digit & 1 != 0 && left == 0 {
                mex.insert(0);
            }
            if digit & 2 != 0 && left > 0 {
                mex.insert(values[left]);
            }
            if digit & 4 != 0 {
                for first in 1..=left / 2 {
                    mex.insert(values[first] ^ values[left - first]);
                }
            }
            if digit & 8 != 0 {
                for first in 1..=left / 3 {
                    for second in first..=(left - first) / 2 {
                        mex.insert(values[first] ^ values[second] ^ values[left - first - second]);
                    }
                }
            }
        }
        mex.least_missing()
    }

    /// Roughly how many options the heap has.
    fn effort(&self, heap: u64) -> u64 {
        let of = |digit: &u8| match digit {
            8.. => heap.saturating_mul(heap) / 12,
            4.. => heap / 2,
            _ => 1,
        };
        self.digits.iter().map(of).fold(1, u64::saturating_add)
    }
}

impl Ruleset for Code {
    type Position = Natural;
    /// How many stones are removed, and the heaps left.
    type Move = (u64, Vec<u64>);

    fn options(
        &self,
        heap: &Natural,
        options: &mut Options<Natural, (u64, Vec<u64>)>,
    ) -> Result<(), Full> {
        for (removed, &digit) in (0u64..).zip(&self.digits) {
            if *heap < Natural::from(removed) {
                break;
            }
            let rest = heap - removed;
            if digit & 1 != 0 && rest.is_zero() {
                options.push((removed, vec![]), &[])?;
            }
            if digit & !1 == 0 || rest.is_zero() {
                continue;
            }
            // Beyond machine words there is no end to the ways of splitting.
            let left = u64::try_from(&rest);
            if digit & 2 != 0 {
                options.push((removed, vec![]), &[rest])?;
            }
            if digit & 12 == 0 {
                continue;
            }
            let left = left.map_err(|_| Full)?;
            if digit & 4 != 0 {
                for first in 1..=left / 2 {
                    let to = [first, left - first];
                    options.push((removed, to.to_vec()), &to.map(Natural::from))?;
                }
            }
            if digit & 8 != 0 {
                for first in 1..=left / 3 {
                    for second in first..=(left - first) / 2 {
                        let to = [first, second, left - first - second];
                        options.push((removed, to.to_vec()), &to.map(Natural::from))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn tell(&self, _: &Natural, (removed, left): &(u64, Vec<u64>)) -> Said {
        tell_break(*removed, left)
    }

    fn weight(&self, heap: &Natural) -> u64 {
        number::weight(heap)
    }

    fn heap<'p>(&self, heap: &'p Natural) -> Option<&'p Natural> {
        Some(heap)
    }

    fn fill_heaps(
        &self,
        table: &mut HeapValues,
        last: u64,
        meter: &mut Meter,
    ) -> Result<(), Exhausted> {
        let mut mex = Mex::new();
        let mut next_look = 64.max(table.values.len() * 5 / 4);
        while table.values.len() as u64 <= last {
            let heap = table.values.len();
            meter.spend(1 + self.effort(heap as u64) / 64, 4)?;
            table.values.push(self.next_value(&table.values, &mut mex));
            if heap >= next_look {
                next_look = heap * 5 / 4;
                table.period = Period::by_breaking(&table.values, self.parts(), self.digits.len());
                if table.period.is_some() {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// A move that takes some and leaves some heaps, in words.
pub(crate) fn tell_break(removed: u64, left: &[u64]) -> Said {
    let list = |and: &str| {
        let words: Vec<String> = left.iter().map(u64::to_string).collect();
        words.join(and)
    };
    match (removed, left) {
        (_, []) => said!("take {stones}", "取 {stones} 颗", stones = removed),
        (0, _) => said!(
            "split into {left}",
            "分成 {left}",
            left = said!("{en}", "{zh}", en = list(" and "), zh = list(" 与 "))
        ),
        _ => said!(
            "take {stones} and leave {left}",
            "取 {stones} 颗,剩下 {left}",
            stones = removed,
            left = said!("{en}", "{zh}", en = list(" and "), zh = list(" 与 "))
        ),
    }
}

impl Notation for Code {
    fn listing(&self) -> &'static Listing {
        self.name.and_then(listing).unwrap_or(&LISTING)
    }
    fn read(clause: &Clause<'_>) -> Result<(Code, Vec<Natural>), ParseError> {
        clause.no_parameters()?;
        Ok((read_code(&clause.name)?, clause.naturals()?))
    }
    fn head(&self) -> String {
        if let Some(name) = self.name {
            return name.to_owned();
        }
        let digit = |&digit: &u8| char::from_digit(digit.into(), 16).unwrap_or('0');
        let digits: String = self.digits.iter().map(digit).collect();
        match digits.split_at(1) {
            (first, "") => format!("{first}.0"),
            (first, rest) => format!("{first}.{rest}"),
        }
    }
    fn write(&self, heap: &Natural) -> String {
        heap.to_string()
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Natural> {
        let [heap] = coordinates[..] else { return None };
        Some(Natural::from(heap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::{Tables, Work, heaps, search};
    use crate::quotient::Play;
    use crate::rulesets::doubt;

    fn code(text: &str) -> Code {
        read_code(&Word { text, at: 0 }).expect(text)
    }

    fn values(text: &str, last: u64) -> String {
        let mut work = Work::new(&Budget::default(), Tables::default(), 10);
        let values = heaps::values(&code(text), text, last, &mut work).expect("small");
        values
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Tables against search that goes through the options, for many codes of every kind.
    #[test]
    fn tables_doubted() {
        let codes = [
            "0.77", "0.07", "0.137", "0.007", "0.6", "0.15", "4.3", "4.07", "0.8", "0.c1", "8.1",
            "0.f", "0.3", "0.0101",
        ];
        for text in codes {
            let mut work = Work::new(&Budget::default(), Tables::default(), 10);
            for heap in 0u32..40 {
                let table =
                    heaps::value(&code(text), text, &heap.into(), &mut work).expect("small");
                let searched =
                    search::value(&code(text), text, &heap.into(), &mut work).expect("small");
                assert_eq!(table, searched, "{text} {heap}");
            }
            doubt::game(&format!("{text} 5 7"), Play::Normal);
            doubt::game(&format!("{text} 6"), Play::Misere);
            doubt::engines(&format!("{text} 9 4"), Play::Normal);
        }
    }

    /// Guy and Smith 1956.
    #[test]
    fn published_values() {
        assert_eq!(
            values("0.77", 24),
            "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4"
        );
        assert_eq!(
            values("0.137", 20),
            "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0"
        );
        assert_eq!(values("0.07", 12), "0 0 1 1 2 0 3 1 1 0 3 3 2");
    }

    /// Periods and pre-periods as published for Kayles (12; last exception 70) and Dawson's chess (34; 51), proved, and
    /// the values beyond agree with the table made the slow way.
    #[test]
    fn proved_periods() {
        for (text, period, preperiod) in [("0.77", 12, 71), ("0.137", 34, 52), ("0.07", 34, 53)] {
            let mut table = HeapValues::default();
            let mut meter = Meter::new(&Budget::default());
            code(text)
                .fill_heaps(&mut table, 1 << 40, &mut meter)
                .expect("a period");
            let found = table.period.expect("a period");
            assert_eq!(
                (found.period(), found.preperiod()),
                (period, preperiod),
                "{text}"
            );
            let mut slow = Vec::new();
            let mut mex = Mex::new();
            for heap in 0u32..600 {
                let value = code(text).next_value(&slow, &mut mex);
                slow.push(value);
                assert_eq!(table.value(&heap.into()), Some(value), "{text} {heap}");
            }
        }
    }

    #[test]
    fn bad_codes_are_refused_at_their_place() {
        let column = |text: &str| text.parse::<crate::Game>().expect_err(text).column;
        assert_eq!(column("0.1g7 5"), 4);
        assert_eq!(column("1.7 5"), 1);
        assert_eq!(column("0.7:3 5"), 5);
        assert_eq!(
            "0.70 5"
                .parse::<crate::Game>()
                .expect("zeros at the end")
                .to_string(),
            "0.7 5"
        );
        assert_eq!(
            "0. 5"
                .parse::<crate::Game>()
                .expect("no move at all")
                .to_string(),
            "0.0 5"
        );
    }

    /// Values do not decide misère Kayles.
    #[test]
    fn misere_kayles() {
        use crate::quotient::Outcome;
        let outcome = |text: &str| crate::solve(&text.parse().expect(text), Play::Misere).outcome;
        assert_eq!(outcome("kayles 8"), Some(Outcome::N));
        assert_eq!(outcome("kayles 1 5"), Some(Outcome::P));
        let lost: Vec<u32> = (0..22)
            .filter(|heap| outcome(&format!("kayles {heap}")) == Some(Outcome::P))
            .collect();
        assert_eq!(lost, [1, 4, 9, 12, 20]);
    }
}
