//! Kotzig's Nim, also modular Nim: places around a circle, and a set of steps. The first man is put anywhere; each later one a step of the set
//! clockwise from the last, on a place that is empty. Who cannot move loses.
//!
//! A. Kotzig, *O k-posunutiach*, Časopis pro pěstování matematiky a fysiky 71 (1946); Berlekamp, Conway and Guy (1982), chapter 15; A. S.
//! Fraenkel, A. Jaffray, A. Kotzig and G. Sabidussi, *Modular Nim*, Theoretical Computer Science 143 (1995). Little is known for more than one or
//! two steps; positions are found by search. With a single step a of g = gcd(a, n), play goes once round n/g places, and nobody has a choice.
//!
//! Turning the circle changes nothing: places are counted clockwise from the last man, who stands on 0.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("kotzig:1 7"), Some(Outcome::N)); // seven men are put
//! assert_eq!(outcome("kotzig:1 8"), Some(Outcome::P));
//! ```

use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Options, OutcomeTheorem, Ruleset, Stop};
use crate::scene::{Cell, Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// Most places of a circle.
const MOST: u64 = 128;

/// Kotzig's Nim with some steps.
#[derive(Clone, Debug)]
pub struct Kotzig {
    /// Ascending, none of them 0.
    steps: Vec<u64>,
}

/// A circle with its men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Circle {
    places: u8,
    /// Where there are men, clockwise from the last one, who is bit 0; none before the first move.
    men: u128,
}

grundy_core::encoded!(Circle { places, men } if |circle| Circle::new(circle.places.into(), circle.men).is_some());

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "kotzig",
    aliases: &["modular-nim"],
    title: Text::new("Kotzig's Nim", "Kotzig 尼姆"),
    rule: Text {
        en: "Places around a circle: put a man one of the given steps clockwise from the last man, on an empty place; the first man goes anywhere.",
        zh: "一圈位置：从上一枚棋子起，按顺时针走给定步数之一，在空位上放一枚棋子；第一枚任意放。",
    },
    form: Text::new(
        "kotzig:STEP,STEP,… PLACES …, or PLACES/0,PLACE,… with the men, clockwise from the last",
        "kotzig:STEP,STEP,… PLACES …，或 PLACES/0,PLACE,…，从最后一枚起按顺时针写出各枚棋子的位置",
    ),
    example: "kotzig:1,2 9",
    source: "A. Kotzig, O k-posunutiach, Časopis pro pěstování matematiky a fysiky 71 (1946); Winning Ways (1982), chapter 15",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Kotzig>,
};

impl Circle {
    /// `None` where there are no places or too many, or men beside them or without the last.
    fn new(places: u64, men: u128) -> Option<Circle> {
        let is_empty_or_with_last = men == 0 || men & 1 == 1;
        let fits = places <= MOST && men & !whole(places) == 0;
        (fits && is_empty_or_with_last).then_some(Circle {
            places: places as u8,
            men,
        })
    }

    /// With a man on this place, from 0, which is empty; he is the last one then.
    fn with(self, place: u64) -> Circle {
        let places = u64::from(self.places);
        let men = self.men | 1 << place;
        let around = match place {
            0 => men,
            place => men >> place | men << (places - place) & whole(places),
        };
        Circle {
            men: around,
            ..self
        }
    }
}

/// So many places, as bits.
fn whole(places: u64) -> u128 {
    let beside = MOST.saturating_sub(places) as u32;
    u128::MAX.checked_shr(beside).unwrap_or(0)
}

impl Ruleset for Kotzig {
    type Position = Circle;
    /// The places that are gone.
    type Move = u64;

    fn options(&self, circle: &Circle, options: &mut Options<Circle, u64>) -> Result<(), Stop> {
        if circle.places == 0 {
            return Ok(());
        }
        if circle.men == 0 {
            return options.push(0, &[circle.with(0)]);
        }
        for &step in &self.steps {
            let place = step % u64::from(circle.places);
            if circle.men >> place & 1 == 0 {
                options.push(step, &[circle.with(place)])?;
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Circle, step: &u64) -> Message {
        match step {
            0 => message!("put the first man", "放第一枚棋子"),
            step => message!("go {step} on", "前进 {step} 步", step = *step),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Kotzig> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Circle, u64> for Kotzig {
    /// The circle cut open before the last man.
    fn scene(&self, circle: &Circle) -> Option<Scene> {
        let cell = |place| match circle.men >> place & 1 {
            0 => Cell::Empty,
            _ => Cell::Coin,
        };
        let cells: Vec<Cell> = (0..circle.places).map(cell).collect();
        (!cells.is_empty()).then_some(Scene::Strip(cells))
    }

    fn clicks(&self, circle: &Circle, step: &u64, _: &[Circle]) -> Vec<Clicks> {
        vec![vec![Mark::Cell(step % u64::from(circle.places.max(1)))]]
    }
}

/// Where there is one step, nobody has a choice.
impl OutcomeTheorem<Circle> for Kotzig {
    fn outcome(&self, circle: &Circle, play: Play) -> Option<Outcome> {
        let [step] = self.steps[..] else {
            return None;
        };
        let (mut circle, mut moves) = (*circle, 0);
        if circle.places == 0 {
            return Some(if play == Play::Normal {
                Outcome::P
            } else {
                Outcome::N
            });
        }
        if circle.men == 0 {
            (circle, moves) = (circle.with(0), 1);
        }
        let place = step % u64::from(circle.places);
        while circle.men >> place & 1 == 0 {
            (circle, moves) = (circle.with(place), moves + 1);
        }
        let is_won = (moves % 2 == 1) == (play == Play::Normal);
        Some(if is_won { Outcome::N } else { Outcome::P })
    }

    fn because(&self, _: &Circle, _: Play) -> Message {
        message!(
            "with one step there is no choice: it is enough to count the men still to be put",
            "只有一种步数时双方别无选择：数出还能放几枚棋子即可"
        )
    }
}

impl Notation for Kotzig {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Kotzig, Vec<Circle>), ParseError> {
        let mut steps = Vec::new();
        for word in clause.needs_parameters()?.split(',') {
            match word.number()? {
                0 => {
                    return Err(
                        word.error(message!("a step of 0 is not a move", "步数 0 哪里也去不了"))
                    );
                }
                step => steps.push(step),
            }
        }
        steps.sort_unstable();
        steps.dedup();
        let mut circles = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let (places, listed) = word.cut('/');
            let count = places.number_below(MOST)?;
            let mut men = 0u128;
            for man in listed.iter().flat_map(|listed| listed.split(',')) {
                if count == 0 {
                    return Err(man.error(message!("there is no place here", "此处没有位置")));
                }
                let bit = 1u128 << man.number_below(count - 1)?;
                if men & bit != 0 {
                    return Err(man.error(message!("there are two men here", "此处有两枚棋子")));
                }
                men |= bit;
            }
            let circle = Circle::new(count, men).ok_or_else(|| {
                word.error(message!(
                    "the last man stands on 0, and is missing",
                    "上一枚棋子在 0 处，却没有给出"
                ))
            });
            circles.push(circle?);
        }
        Ok((Kotzig { steps }, circles))
    }
    fn head(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(u64::to_string).collect();
        format!("kotzig:{}", steps.join(","))
    }
    fn write(&self, circle: &Circle) -> String {
        let men = (0..circle.places).filter(|&place| circle.men >> place & 1 == 1);
        let men: Vec<String> = men.map(|place| place.to_string()).collect();
        match men.is_empty() {
            true => circle.places.to_string(),
            false => format!("{}/{}", circle.places, men.join(",")),
        }
    }
    fn coordinates(&self) -> usize {
        1
    }
    fn at(&self, coordinates: &[u64]) -> Option<Circle> {
        match coordinates {
            [places] => Circle::new(*places, 0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use grundy::{Game, solve};

    /// The rules once more, on places that stay where they are.
    fn is_won(steps: &[usize], men: &mut Vec<bool>, last: usize) -> bool {
        for step in steps {
            let place = (last + step) % men.len();
            if !men[place] {
                men[place] = true;
                let is_lost = !is_won(steps, men, place);
                men[place] = false;
                if is_lost {
                    return true;
                }
            }
        }
        false
    }

    #[test]
    fn circles_are_played_by_the_rules() {
        for steps in [&[1usize][..], &[4], &[1, 2], &[2, 3], &[1, 2, 5], &[1, 14]] {
            for places in 1..14 {
                let mut men = vec![false; places];
                men[0] = true;
                let won = !is_won(steps, &mut men, 0);
                let steps: Vec<String> = steps.iter().map(usize::to_string).collect();
                let text = format!("kotzig:{} {places}", steps.join(","));
                let game: Game = text.parse().expect("a circle");
                let told = solve(&game, Play::Normal).outcome;
                assert_eq!(told == Some(Outcome::N), won, "{text}");
            }
        }
    }

    #[test]
    fn whole_answers_agree_with_search() {
        for text in [
            "kotzig:1,2 7",
            "kotzig:2 6",
            "kotzig:2,3 8/0,3",
            "kotzig:1,3 5 + nim 2",
            "kotzig:4 9/0,5 7",
            "kotzig:1 0",
            "kotzig:1,2 0 1",
        ] {
            oracle::both(text);
            oracle::engines(text, Play::Normal);
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        for (text, printed) in [
            ("modular-nim:2,1,2 9", "kotzig:1,2 9"),
            ("kotzig:1 8/0,3,7 5", "kotzig:1 8/0,3,7 5"),
            ("kotzig:1 128/0,127", "kotzig:1 128/0,127"),
            ("kotzig:1,2 0", "kotzig:1,2 0"),
        ] {
            let game: Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<Game>().expect_err(text).column;
        assert_eq!(column("kotzig:1,0 5"), 10);
        assert_eq!(column("kotzig 5"), 1);
        assert_eq!(column("kotzig:1 0/0"), 12);
        assert_eq!(column("kotzig:1 129"), 10);
        assert_eq!(column("kotzig:1 5/0,5"), 14);
        assert_eq!(column("kotzig:1 5/1"), 10);
        assert_eq!(column("kotzig:1 5/0,0"), 14);
    }
}
