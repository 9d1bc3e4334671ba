//! Staircase Nim: coins on steps; a move takes at least one coin from a step to the next one down; what reaches step 0 is
//! out.
//!
//! The value is the nim-sum of the odd steps: moving coins from an odd step is taking from a Nim heap, and coins that come
//! onto an odd step from above can at once be moved on, which takes the move back. (A special case of adding reversible
//! moves; told by Sprague and in contest lore 阶梯博弈.)
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let answer = solve(&"staircase 4 0 3".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "7"); // steps 1 and 3
//! # Ok::<(), grundy::ParseError>(())
//! ```

use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, bits};
use crate::passing::written;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Clicks, Draw, Scene};
use crate::text::{Message, Text};

/// Staircase Nim. A position is the coins on the steps 1, 2, 3, …, without empty steps at the end.
#[derive(Clone, Copy, Debug)]
pub struct Staircase;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A10",
    name: "staircase",
    aliases: &[],
    title: Text::new("Staircase Nim", "阶梯博弈"),
    rule: Text {
        en: "Coins lie on steps 1, 2, 3, …; move at least one coin from a step to the next one down; step 0 is out.",
        zh: "硬币放在第 1、2、3…级台阶上；每次把某级的至少一枚移到下一级，到第 0 级即出局。",
    },
    form: Text::new(
        "staircase COINS … (on steps 1, 2, 3, …)",
        "staircase COINS …（第 1、2、3、…… 级上的硬币数）",
    ),
    example: "staircase 4 0 3",
    source: "R. P. Sprague, Über zwei Abarten von Nim, Tôhoku Mathematical Journal 43 (1937)",
    theorems: &["counted_grundy", "staircase_grundy"],
    recognises: only_by_name,
    parse: notation::parse::<Staircase>,
};

type Steps = Box<[Natural]>;

fn trimmed(mut steps: Vec<Natural>) -> Steps {
    while steps.last().is_some_and(Natural::is_zero) {
        steps.pop();
    }
    steps.into()
}

/// What is left after coins go down from a step, counted from 0 here.
fn moved(steps: &Steps, from: usize, coins: &Natural) -> Steps {
    let mut steps = steps.to_vec();
    steps[from] -= coins;
    if from > 0 {
        steps[from - 1] += coins;
    }
    trimmed(steps)
}

fn odd_sum(steps: &Steps) -> Natural {
    bits::nim_sum(steps.iter().step_by(2))
}

impl Ruleset for Staircase {
    type Position = Steps;
    /// The step, from 0, and how many coins go down.
    type Move = (usize, Natural);

    fn options(
        &self,
        steps: &Steps,
        options: &mut Options<Steps, (usize, Natural)>,
    ) -> Result<(), Stop> {
        for (from, most) in steps.iter().enumerate() {
            let mut coins = Natural::ONE;
            while coins <= *most {
                options.push((from, coins.clone()), &[moved(steps, from, &coins)])?;
                coins += 1u8;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Steps, (from, coins): &(usize, Natural)) -> Message {
        message!(
            "move {coins} from step {from} to step {to}",
            "把 {coins} 枚从第 {from} 级移到第 {to} 级",
            coins = coins,
            from = from + 1,
            to = *from
        )
    }

    fn heap_bytes(&self, steps: &Steps) -> u64 {
        steps
            .iter()
            .map(|coins| 24 + number::heap_bytes(coins))
            .sum()
    }

    fn capabilities(&self) -> Capabilities<'_, Staircase> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Steps, (usize, Natural)> for Staircase {
    fn scene(&self, steps: &Steps) -> Option<Scene> {
        scene::heaps(steps)
    }

    fn clicks(&self, steps: &Steps, (from, coins): &(usize, Natural), _: &[Steps]) -> Vec<Clicks> {
        scene::lowered(&[(*from, &steps[*from] - coins)])
    }
}

impl ValueTheorem<Steps> for Staircase {
    fn value(&self, steps: &Steps) -> Option<Nimber> {
        Some(Nimber(odd_sum(steps)))
    }

    fn moves_to(&self, steps: &Steps, target: &Nimber, limit: usize) -> Option<Moves<Steps>> {
        let change = odd_sum(steps) ^ &target.0;
        if change.is_zero() {
            return Some(Moves::none());
        }
        let mut found = Vec::new();
        let (mut count, mut step) = (0u64, |from: usize, coins: Natural| {
            if found.len() < limit {
                let message = self.describe(steps, &(from, coins.clone()));
                found.push(Step {
                    message,
                    to: vec![moved(steps, from, &coins)],
                });
            }
        });
        for (from, coins) in steps.iter().enumerate() {
            if from % 2 == 0 {
                // An odd step is lowered to what is wanted of it.
                let wanted = coins ^ &change;
                if wanted < *coins {
                    count += 1;
                    step(from, coins - wanted);
                }
            } else {
                // An odd step is raised from the even one above it.
                let below = &steps[from - 1];
                let wanted = below ^ &change;
                if wanted > *below && wanted <= below + coins {
                    count += 1;
                    step(from, wanted - below);
                }
            }
        }
        Some(Moves {
            count: Some(count.into()),
            listed: found,
        })
    }

    fn because(&self, steps: &Steps) -> Message {
        message!(
            "the nim-sum of the coins on the odd steps is {value}; coins on even steps do not count",
            "奇数级台阶上硬币数的异或和为 {value}；偶数级不计",
            value = odd_sum(steps)
        )
    }
}

impl Notation for Staircase {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Staircase, Vec<Steps>), ParseError> {
        clause.no_parameters()?;
        Ok((Staircase, vec![trimmed(clause.naturals()?)]))
    }
    fn head(&self) -> String {
        "staircase".to_owned()
    }
    fn write(&self, steps: &Steps) -> String {
        written(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        let mut positions = Vec::new();
        for a in 0u32..4 {
            for b in 0u32..4 {
                for c in 0u32..3 {
                    for d in 0u32..3 {
                        positions.push(trimmed([a, b, c, d].map(Natural::from).to_vec()));
                    }
                }
            }
        }
        oracle::values(&Staircase, positions);
        for steps in ["", "2 1", "0 3", "1 2 1", "3 0 2"] {
            oracle::both(&format!("staircase {steps}"));
        }
        oracle::game("staircase 1 2 + nim 2", Play::Normal);
        oracle::engines("staircase 2 1 3", Play::Normal);
    }

    #[test]
    fn numbers_of_many_digits() {
        let long = Natural::from(7u8).pow(2400);
        let game = format!("staircase {long} {long} {}", &long ^ Natural::from(9u8))
            .parse()
            .expect("a game");
        let answer = grundy::solve(&game, Play::Normal);
        assert_eq!(answer.value, Some(grundy::Nimber::from(9u64)));
        assert!(answer.game.len() > 6000);
    }
}
