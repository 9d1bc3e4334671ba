//! Sylver coinage: name a number that is no sum of multiples of numbers named before. Who must name 1 loses, so that 1 is left out here, and
//! who cannot move loses.
//!
//! By Conway; Berlekamp, Conway and Guy, *Winning Ways* (1982), chapter 18; R. K. Guy, *Twenty questions concerning Conway's sylver coinage*,
//! American Mathematical Monthly 83 (1976); G. Sicherman, *Theory and practice of sylver coinage*, Integers 2 (2002). Every play ends (Sylvester 1884). Here is
//! what is known of all positions of a kind:
//!
//! * where finitely many numbers are left, t is the largest of them, and any other would make t a sum of multiples (an *ender*), the mover wins: if
//!   naming t does not win, then the answer that beats it, which would have made t a sum anyway, wins at once (Hutchings). Two numbers without a common
//!   divisor are an ender (Sylvester);
//! * so a prime p ≥ 5 alone is a P-position, and where p divides all numbers, but is none of them, it is named;
//! * {2, 3}, {4, 6}, {6, 9} and {8, 12} are P-positions (*Winning Ways*), and whoever can make one of them wins;
//! * before the first move the mover wins by 5.
//!
//! Where finitely many numbers are left, the rest is search. Of other positions little is known: whether 16 is a winning first move is open.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("sylver 7"), Some(Outcome::P));
//! assert_eq!(outcome("sylver 5,8"), Some(Outcome::N));
//! assert_eq!(outcome("sylver 16"), None);
//! ```

mod semigroup;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use self::semigroup::Semigroup;
use crate::message;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::quotient::{Outcome, Play};
use crate::ruleset::{Capabilities, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop};
use crate::scene::{Cell, Clicks, Draw, Mark, Scene};
use crate::text::{Message, Text};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Sylver;

/// The numbers that have been named, ascending, without those that are sums of multiples of others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Named {
    numbers: Box<[u32]>,
}

grundy_core::encoded!(Named { numbers } if |named| Named::of(named.numbers.iter().copied()).as_ref() == Some(named));

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "D",
    name: "sylver",
    aliases: &["sylver-coinage"],
    title: Text::new("Sylver coinage", "Sylver 铸币"),
    rule: Text {
        en: "Name a number greater than 1 that is not a sum of multiples of numbers named before; whoever can name only 1 loses.",
        zh: "说出一个大于 1 的整数，它不能是已说过的数的倍数之和；只剩 1 可说者输。",
    },
    form: Text::new(
        "sylver NUMBER,NUMBER,… …, numbers from 2 to 10000; 0 where none has been named",
        "sylver NUMBER,NUMBER,… …，各数从 2 到 10000；尚未报数时写 0",
    ),
    example: "sylver 5,8",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 18; G. Sicherman, Theory and practice of sylver coinage, Integers 2 (2002)",
    theorems: &[],
    recognises: only_by_name,
    parse: notation::parse::<Sylver>,
};

/// Largest number that can be named.
const MOST: u64 = 10_000;

/// Largest number left up to which a position is drawn.
const DRAWN: u64 = 128;

/// Largest number left of a position whose outcome is searched here.
const SEARCHED: u64 = 256;

/// Steps that such a search may take, of some nanoseconds each.
const STEPS: u64 = 1 << 27;

/// P-positions of which whole strategies are known.
const PAIRS: [[u32; 2]; 4] = [[2, 3], [4, 6], [6, 9], [8, 12]];

/// What is known of a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Nothing is named.
    First,
    /// A prime of at least 5 alone.
    Prime(u32),
    /// Such a prime divides all, and can be named.
    Divisor(u32),
    /// A pair with a known strategy.
    Pair([u32; 2]),
    /// This number makes such a pair.
    Makes(u32, [u32; 2]),
    /// Finitely many numbers are left, and any makes the largest of them a sum.
    Ender(u64),
}

impl Known {
    fn outcome(self) -> Outcome {
        match self {
            Known::Prime(_) | Known::Pair(_) => Outcome::P,
            Known::First | Known::Divisor(_) | Known::Makes(..) | Known::Ender(_) => Outcome::N,
        }
    }
}

impl Named {
    /// `None` where a number is out of range or they do not ascend.
    fn of(numbers: impl IntoIterator<Item = u32>) -> Option<Named> {
        let mut last = 1;
        let mut ascending = true;
        let in_order = numbers.into_iter().inspect(|&number| {
            ascending &= number > last && u64::from(number) <= MOST;
            last = number;
        });
        let numbers: Vec<u32> = in_order.collect();
        ascending.then(|| Named::generated(numbers))
    }

    /// By numbers that ascend.
    fn generated(numbers: impl IntoIterator<Item = u32>) -> Named {
        let numbers = Semigroup::of(numbers).map_or_else(Box::default, |(_, all)| all.into());
        Named { numbers }
    }

    fn semigroup(&self) -> Option<Semigroup> {
        Semigroup::of(self.numbers.iter().copied()).map(|(semigroup, _)| semigroup)
    }

    /// With one number more, which is no sum of multiples.
    fn with(&self, number: u32) -> Named {
        let place = self.numbers.partition_point(|&named| named < number);
        let (smaller, larger) = self.numbers.split_at(place);
        let all = smaller.iter().chain([&number]).chain(larger);
        Named::generated(all.copied())
    }

    /// The numbers that can be named, the smallest first.
    fn gaps(&self) -> impl Iterator<Item = u32> + use<> {
        let semigroup = self.semigroup();
        let last = semigroup.as_ref().and_then(Semigroup::largest_gap);
        let is_gap = move |number: &u64| {
            let members = semigroup.as_ref();
            members.is_none_or(|members| !members.contains(*number))
        };
        let all = 2..=last.unwrap_or(MOST).min(MOST);
        all.filter(is_gap).map(|number| number as u32)
    }

    /// Whether all numbers that can be named are at most [`MOST`].
    fn is_finite(&self) -> bool {
        let last = self.semigroup().and_then(|all| all.largest_gap());
        last.is_some_and(|last| last <= MOST)
    }

    fn known(&self) -> Option<Known> {
        let divisor = self
            .numbers
            .iter()
            .fold(0, |all, &one| semigroup::gcd(all, one.into()));
        if divisor == 0 {
            return Some(Known::First);
        }
        for pair in PAIRS {
            if self.numbers[..] == pair {
                return Some(Known::Pair(pair));
            }
            let (whole, _) = Semigroup::of(pair)?;
            let is_within = self.numbers.iter().all(|&one| whole.contains(one.into()));
            let [one, other] = pair.map(|half| self.numbers.contains(&half));
            match (is_within, one, other) {
                (true, false, true) => return Some(Known::Makes(pair[0], pair)),
                (true, true, false) => return Some(Known::Makes(pair[1], pair)),
                _ => {}
            }
        }
        let mut rest = divisor;
        while rest % 2 == 0 {
            rest /= 2;
        }
        while rest % 3 == 0 {
            rest /= 3;
        }
        if rest > 1 {
            let smallest = (5..)
                .take_while(|one| one * one <= rest)
                .find(|one| rest % one == 0);
            let prime = smallest.unwrap_or(rest) as u32;
            return Some(match self.numbers[..] == [prime] {
                true => Known::Prime(prime),
                false => Known::Divisor(prime),
            });
        }
        let semigroup = self.semigroup()?;
        let last = semigroup.largest_gap().filter(|&last| last > 1)?;
        let is_ender = self.numbers.len() == 2
            || last <= MOST && {
                let mut others = self.gaps().map(u64::from).filter(|&gap| gap != last);
                others.all(|gap| semigroup.follows(last, gap))
            };
        is_ender.then_some(Known::Ender(last))
    }
}

/// Outcomes by search, in which what is known needs none.
#[derive(Default)]
struct Search {
    is_lost: FxHashMap<Named, bool>,
    steps: u64,
}

impl Search {
    /// Whether the mover loses; `None` where that takes too much. Called where few numbers are left, one fewer with each call within it.
    fn is_lost(&mut self, named: &Named) -> Option<bool> {
        if let Some(&lost) = self.is_lost.get(named) {
            return Some(lost);
        }
        let gaps: Vec<u32> = named.gaps().collect();
        self.steps += (gaps.len() * (8 + gaps.len())) as u64;
        if self.steps > STEPS {
            return None;
        }
        let lost = match named.known() {
            Some(known) => known.outcome() == Outcome::P,
            None => {
                let mut lost = true;
                for gap in gaps {
                    if self.is_lost(&named.with(gap))? {
                        lost = false;
                        break;
                    }
                }
                lost
            }
        };
        self.is_lost.insert(named.clone(), lost);
        Some(lost)
    }
}

/// Whether few enough numbers are left for a search of outcomes.
fn is_small(named: &Named) -> bool {
    let last = named.semigroup().and_then(|all| all.largest_gap());
    last.is_some_and(|last| last <= SEARCHED)
}

impl Ruleset for Sylver {
    type Position = Named;
    type Move = u32;

    /// Where infinitely many numbers can be named, those up to 10,000.
    fn options(&self, named: &Named, options: &mut Options<Named, u32>) -> Result<(), Stop> {
        for number in named.gaps() {
            if options.room() == 0 {
                return Err(Stop::Full);
            }
            options.push(number, &[named.with(number)])?;
        }
        if named.is_finite() {
            Ok(())
        } else {
            Err(Stop::Full)
        }
    }

    fn describe(&self, _: &Named, &number: &u32) -> Message {
        message!("name {number}", "说 {number}", number = number)
    }

    fn heap_bytes(&self, named: &Named) -> u64 {
        16 + 4 * named.numbers.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Sylver> {
        Capabilities {
            outcomes: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Named, u32> for Sylver {
    /// The numbers from 0 to the largest that is left; those that can be named are shown.
    fn scene(&self, named: &Named) -> Option<Scene> {
        let last = named.semigroup()?.largest_gap()?;
        if last > DRAWN {
            return None;
        }
        let mut cells = vec![Cell::Empty; last as usize + 1];
        for gap in named.gaps() {
            cells[gap as usize] = Cell::Number(gap.into());
        }
        Some(Scene::Strip(cells))
    }

    fn clicks(&self, _: &Named, &number: &u32, _: &[Named]) -> Vec<Clicks> {
        vec![vec![Mark::Cell(number.into())]]
    }
}

impl OutcomeTheorem<Named> for Sylver {
    fn outcome(&self, named: &Named, play: Play) -> Option<Outcome> {
        if play == Play::Misere {
            return None;
        }
        if let Some(known) = named.known() {
            return Some(known.outcome());
        }
        if !is_small(named) {
            return None;
        }
        let lost = Search::default().is_lost(named)?;
        Some(if lost { Outcome::P } else { Outcome::N })
    }

    fn winning(&self, named: &Named, _: Play, limit: usize) -> Option<Moves<Named>> {
        let step = |number: u32| Step {
            message: self.describe(named, &number),
            to: vec![named.with(number)],
        };
        let some = |steps| {
            Some(Moves {
                count: None,
                listed: steps,
            })
        };
        match named.known() {
            Some(Known::First) => {
                return some([5, 7, 11, 13].into_iter().take(limit).map(step).collect());
            }
            Some(Known::Divisor(number) | Known::Makes(number, _)) if !is_small(named) => {
                return some(vec![step(number)]);
            }
            _ if !is_small(named) => return some(Vec::new()),
            _ => {}
        }
        let mut search = Search::default();
        let (mut winning, mut is_whole) = (Vec::new(), true);
        for gap in named.gaps() {
            match search.is_lost(&named.with(gap)) {
                Some(true) => winning.push(step(gap)),
                Some(false) => {}
                None => is_whole = false,
            }
        }
        if is_whole {
            return Some(Moves::all(winning, limit));
        }
        winning.truncate(limit);
        some(winning)
    }

    fn because(&self, named: &Named, _: Play) -> Message {
        match named.known() {
            Some(Known::First) => message!(
                "every prime from 5 on is a winning first move (Hutchings)",
                "从 5 起的每个质数都是必胜的第一步（Hutchings）"
            ),
            Some(Known::Prime(prime)) => message!(
                "{prime} is a prime of at least 5: whatever else is named, the largest number left follows from any other, and the player to move then wins (Hutchings)",
                "{prime} 是不小于 5 的质数：无论再说什么数，剩下的最大数都可由其余任一数得出，此时轮到者必胜（Hutchings）",
                prime = prime
            ),
            Some(Known::Divisor(prime)) => message!(
                "all numbers are multiples of {prime}: naming it leaves only that prime, which is at least 5, and the opponent loses (Hutchings)",
                "所有的数都是 {prime} 的倍数：说 {prime} 后只剩这个不小于 5 的质数，对手必败（Hutchings）",
                prime = prime
            ),
            Some(Known::Pair([one, other])) => message!(
                "every number named after {one} and {other} has a known answer (Winning Ways, chapter 18)",
                "{one} 与 {other} 之后的每个数都有已知的应对（Winning Ways 第 18 章）",
                one = one,
                other = other
            ),
            Some(Known::Makes(number, [one, other])) => message!(
                "naming {number} leaves what {one} and {other} leave, where the opponent loses (Winning Ways, chapter 18)",
                "说 {number} 后等同于已说 {one} 与 {other}，对手必败（Winning Ways 第 18 章）",
                number = number,
                one = one,
                other = other
            ),
            Some(Known::Ender(last)) => message!(
                "the largest number left, {last}, follows from any other: either naming it wins, or the number that answers it wins now (Hutchings)",
                "剩下的最大数 {last} 可由其余任一数得出：要么说它必胜，要么应对它的那个数现在就必胜（Hutchings）",
                last = last
            ),
            None => message!(
                "by search through the numbers that can be named, ended early where the largest number left follows from any other (Hutchings)",
                "搜索所有可说的数；一旦剩下的最大数可由其余任一数得出即停（Hutchings）"
            ),
        }
    }
}

impl Notation for Sylver {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Sylver, Vec<Named>), ParseError> {
        clause.no_parameters()?;
        let mut positions = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let mut numbers = Vec::new();
            let listed = word.split(',').into_iter().filter(|_| word.text != NONE);
            for number in listed {
                match number.number_below(MOST)? {
                    0 | 1 => {
                        return Err(number.error(message!(
                            "expected a number from 2 to {most}: whoever names 1 loses",
                            "此处应为 2 到 {most} 的整数：说 1 者输",
                            most = MOST
                        )));
                    }
                    other => numbers.push(other as u32),
                }
            }
            numbers.sort_unstable();
            numbers.dedup();
            positions.push(Named::generated(numbers));
        }
        Ok((Sylver, positions))
    }
    fn head(&self) -> String {
        "sylver".to_owned()
    }
    fn write(&self, named: &Named) -> String {
        if named.numbers.is_empty() {
            return NONE.to_owned();
        }
        let numbers: Vec<String> = named.numbers.iter().map(u32::to_string).collect();
        numbers.join(",")
    }
    fn coordinates(&self) -> usize {
        2
    }
    /// Two numbers that have been named.
    fn at(&self, coordinates: &[u64]) -> Option<Named> {
        let &[one, other] = coordinates else {
            return None;
        };
        let mut both = [u32::try_from(one).ok()?, u32::try_from(other).ok()?];
        both.sort_unstable();
        match both[0] == both[1] {
            true => Named::of([both[0]]),
            false => Named::of(both),
        }
    }
}

/// How it is written that nothing has been named.
const NONE: &str = "0";
