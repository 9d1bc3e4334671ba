//! Bash's game: take from 1 to m stones from a heap, or from p to q.
//!
//! Known since Bachet (1612): with takes from 1 to m the mover loses exactly if n is a multiple of m + 1; the value is
//! n mod (m + 1), and for takes from p to q it is ⌊(n mod (p + q)) / p⌋. Under misère play a heap with takes from 1 to m is
//! lost exactly if n mod (m + 1) = 1, and sums go by Bouton's rule (Ferguson 1974). The race in which two players count
//! up from 0 by 1 to m, and who says n wins, is the same game read backwards.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! assert_eq!(solve(&"bash:4 30".parse::<Game>()?, Play::Normal).outcome, Some(Outcome::P)); // 30 mod 5 = 0
//! assert_eq!(solve(&"bash:4 31".parse::<Game>()?, Play::Misere).outcome, Some(Outcome::P)); // 30 mod 5 = 0
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::engine::heaps::HeapsByOptions;
use crate::message;
use crate::nim::take_words;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::decimal::print;
use crate::number::{self, Natural, long};
use crate::quotient::{Outcome, Play};
use crate::range::Range;
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Stop, ValueTheorem};
use crate::text::{Message, Text};

/// Bash's game. A position is the size of a heap.
#[derive(Clone, Debug)]
pub struct Bash(Range);

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A4",
    name: "bash",
    aliases: &["bachet"],
    title: Text::new("Bash's game", "巴什博弈"),
    rule: Text {
        en: "Take from 1 to M stones from a heap (or from P to Q); whoever takes the last stone wins, or loses under misère play.",
        zh: "每次从一堆取 1 到 M 颗（或 P 到 Q 颗）；取走最后一颗者胜，反常规则下负。",
    },
    form: Text::new(
        "bash:M HEAP … or bash:P-Q HEAP …",
        "bash:M HEAP …，或 bash:P-Q HEAP …",
    ),
    example: "bash:4 30",
    source: "C. G. Bachet, Problèmes plaisans et délectables (1612); misère sums: T. S. Ferguson, On sums of graph games with last player losing, International Journal of Game Theory 3 (1974)",
    theorems: &[
        "bash_grundy",
        "bash_up_to",
        "bash_lost",
        "bash_misere",
        "bash_misere_up_to",
        "bash_misere_sum",
        "taking_paired",
        "ferguson",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Bash>,
};

/// Ferguson's theorem, which makes sums of subtraction games tame.
pub(crate) fn ferguson() -> Message {
    message!(
        "Ferguson 1974: under misère play sums of subtraction games behave like Nim heaps of their values: as in normal play while some value is 2 or more; with values 0 and 1 only, the player to move wins exactly if the number of ones is even",
        "Ferguson 1974：减法游戏之和在反常规则下等同于以其 SG 值为堆的尼姆：只要某个值不小于 2，胜负与正常规则相同；若只有 0 和 1，则 1 的个数为偶数时先手胜"
    )
}

/// Pushes the options of a heap with takes in a range.
pub(crate) fn range_options(
    range: &Range,
    heap: &Natural,
    options: &mut Options<Natural, Natural>,
) -> Result<(), Stop> {
    let most = range.most().min(heap);
    let mut take = range.least().clone();
    while take <= *most {
        options.push(take.clone(), &[heap - &take])?;
        take += 1u8;
    }
    Ok(())
}

/// Why a heap with takes in a range has its value.
pub(crate) fn range_because(range: &Range, heap: &Natural) -> Message {
    let (least, most) = (range.least(), range.most());
    if most < least {
        return message!(
            "no move is ever possible, so the value is 0",
            "永远无法行动，SG 值为 0"
        );
    }
    if *most == Natural::ONE {
        return message!(
            "takes 1 at a time: {heap} mod 2 = {value}",
            "每次取 1 颗：{heap} mod 2 = {value}",
            heap = heap,
            value = range.value(heap)
        );
    }
    if *least == Natural::ONE {
        return message!(
            "takes from 1 to {most}: {heap} mod {period} = {value}",
            "可取 1 到 {most}：{heap} mod {period} = {value}",
            most = most,
            heap = heap,
            period = range.period(),
            value = range.value(heap)
        );
    }
    message!(
        "takes from {least} to {most}: ⌊({heap} mod {period}) / {least}⌋ = {value}",
        "可取 {least} 到 {most}：⌊({heap} mod {period}) / {least}⌋ = {value}",
        least = least,
        most = most,
        heap = heap,
        period = range.period(),
        value = range.value(heap)
    )
}

impl Ruleset for Bash {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, options: &mut Options<Natural, Natural>) -> Result<(), Stop> {
        range_options(&self.0, heap, options)
    }

    fn describe(&self, _: &Natural, take: &Natural) -> Message {
        take_words(take)
    }

    fn heap_bytes(&self, heap: &Natural) -> u64 {
        number::heap_bytes(heap)
    }

    fn capabilities(&self) -> Capabilities<'_, Bash> {
        Capabilities {
            values: Some(self),
            outcomes: Some(self),
            tame: Some(ferguson),
            heaps: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl HeapsByOptions for Bash {}

impl ValueTheorem<Natural> for Bash {
    fn value(&self, heap: &Natural) -> Option<Nimber> {
        Some(Nimber(self.0.value(heap)))
    }

    fn moves_to(&self, heap: &Natural, target: &Nimber, limit: usize) -> Option<Moves<Natural>> {
        Some(self.0.moves_to(heap, &target.0, limit))
    }

    fn because(&self, heap: &Natural) -> Message {
        range_because(&self.0, heap)
    }
}

impl OutcomeTheorem<Natural> for Bash {
    fn outcome(&self, heap: &Natural, play: Play) -> Option<Outcome> {
        let value = self.0.value(heap);
        let lost = match play {
            Play::Normal => value.is_zero(),
            Play::Misere => value == Natural::ONE,
        };
        Some(if lost { Outcome::P } else { Outcome::N })
    }

    fn because(&self, heap: &Natural, play: Play) -> Message {
        let (least, most) = (self.0.least(), self.0.most());
        if play == Play::Normal {
            return range_because(&self.0, heap);
        }
        if most < least || heap < least {
            return message!(
                "no move is left, and under misère play the player who cannot move wins",
                "已无法行动，反常规则下不能行动者胜"
            );
        }
        if *least == Natural::ONE {
            return message!(
                "one heap is lost under misère play exactly if (heap − 1) mod {period} = 0; here ({heap} − 1) mod {period} = {residue}",
                "反常规则下，单堆当且仅当 (n − 1) mod {period} = 0 时后手必胜；此处 ({heap} − 1) mod {period} = {residue}",
                residue = long::remainder(&(heap - 1u8), &self.0.period()),
                heap = heap,
                period = self.0.period()
            );
        }
        message!(
            "one heap is lost under misère play exactly if its value is 1; here ⌊({heap} mod {period}) / {least}⌋ = {value}",
            "反常规则下，单堆当且仅当 SG 值为 1 时后手必胜；此处 ⌊({heap} mod {period}) / {least}⌋ = {value}",
            heap = heap,
            period = self.0.period(),
            least = least,
            value = self.0.value(heap)
        )
    }
}

impl Notation for Bash {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Bash, Vec<Natural>), ParseError> {
        let word = clause.needs_parameters()?;
        let range = match word.cut('-') {
            (most, None) => Range::up_to(most.natural()?),
            (least, Some(most)) => {
                let (low, high) = (least.natural()?, most.natural()?);
                if high < low {
                    return Err(most.error(message!(
                        "the largest take is smaller than the smallest",
                        "最多可取数小于最少可取数"
                    )));
                }
                let zero = || least.error(message!("taking 0 is not a move", "取 0 颗不是一步"));
                Range::new(low, high).ok_or_else(zero)?
            }
        };
        Ok((Bash(range), clause.naturals()?))
    }
    fn head(&self) -> String {
        if *self.0.least() == Natural::ONE {
            return format!("bash:{}", print(self.0.most()));
        }
        format!("bash:{}-{}", print(self.0.least()), print(self.0.most()))
    }
    crate::single_heaps!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;

    #[test]
    fn theorem_agrees_with_search() {
        for least in 1u32..6 {
            for most in least - 1..9 {
                let range = Range::new(least.into(), most.into()).expect("a positive take");
                oracle::values(&Bash(range), (0u32..60).map(Natural::from));
            }
        }
        for (most, heaps) in [
            ("0", "3"),
            ("1", "4"),
            ("3", "9"),
            ("2-4", "9"),
            ("3", "2 5"),
            ("2-5", "3 7 8"),
        ] {
            oracle::both(&format!("bash:{most} {heaps}"));
        }
        oracle::game("bash:2 5 + bash:2-3 7 + nim 2", Play::Misere);
        oracle::engines("bash:3 17 6", Play::Normal);
        oracle::engines("bash:3 17 6", Play::Misere);
    }

    /// The misère rule of one heap as it is usually told.
    #[test]
    fn misere_of_one_heap() {
        for most in 1..8 {
            for heap in 1..40 {
                let game = format!("bash:{most} {heap}").parse().expect("a game");
                let expected = if (heap - 1) % (most + 1) == 0 {
                    Outcome::P
                } else {
                    Outcome::N
                };
                let answer = grundy::solve(&game, Play::Misere);
                assert_eq!(answer.outcome, Some(expected), "bash:{most} {heap}");
                let because = answer.because.expect("a reason").to_string();
                let residue = (heap - 1) % (most + 1);
                let told = format!("({heap} − 1) mod {} = {residue}", most + 1);
                assert!(because.ends_with(&told), "{because}");
            }
        }
        for (game, expected) in [
            ("bash:4 0", Outcome::N),
            ("bash:0 5", Outcome::N),
            ("bash:3-5 2", Outcome::N),
            ("bash:3-5 3", Outcome::P),
        ] {
            let answer = grundy::solve(&game.parse().expect(game), Play::Misere);
            assert_eq!(answer.outcome, Some(expected), "{game}");
        }
    }

    /// The outcome theorem against the values and Bouton's rule, which is held against search.
    #[test]
    fn outcomes_agree_with_search() {
        for least in 1u32..5 {
            for most in (if least == 1 { 0 } else { least })..8 {
                let bash = Bash(Range::new(least.into(), most.into()).expect("a positive take"));
                for heap in 0u32..26 {
                    let text = format!("{} {heap}", bash.head());
                    for play in [Play::Normal, Play::Misere] {
                        oracle::game(&text, play);
                        let answer = grundy::solve(&text.parse().expect("a game"), play);
                        let outcome = OutcomeTheorem::outcome(&bash, &heap.into(), play);
                        assert_eq!(outcome, answer.outcome, "{text} under {play:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_of_many_digits() {
        let most = Natural::from(7u8).pow(2000);
        let heap = (&most + 1u8) * Natural::from(3u8).pow(900);
        let game = format!("bash:{most} {heap} {}", &heap + 5u8)
            .parse()
            .expect("a game");
        let answer = grundy::solve(&game, Play::Normal);
        assert_eq!(answer.value, Some(Nimber::from(5u64)));
        assert_eq!(answer.winning.count, Some(Natural::from(2u8)));
    }
}
