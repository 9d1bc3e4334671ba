//! A Rust function as a ruleset: from a position to its options.
//!
//! ```
//! use grundy::{Outcome, Play, rule::Closure, solve};
//! // Take one stone, or half of them, rounded down.
//! let game = Closure::new("halves", |&stones: &u64| match stones {
//!     0 => vec![],
//!     _ => vec![stones - 1, stones / 2],
//! });
//! let answer = solve(&game.game([10, 7]), Play::Normal);
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! ```

use std::fmt;
use std::hash::Hash;

use crate::component;
use crate::game::Game;
use crate::message;
use crate::ruleset::{Options, Ruleset, Stop};
use crate::text::Message;

type Function<P> = Box<dyn Fn(&P) -> Vec<Vec<P>> + Send + Sync>;

/// A ruleset made of a function. Its positions are of any type that can be a key; they are written as `Debug` has them.
///
/// Unless [`ending`](Closure::ending) says otherwise, play is taken to be able to go on for ever, so that only engines
/// that notice repetition are asked. Two closures of the same name are taken for the same rules: give different rules
/// different names.
pub struct Closure<P> {
    name: String,
    options: Function<P>,
    ends: bool,
}

impl<P> Closure<P> {
    /// Options that are single positions.
    pub fn new(name: &str, options: impl Fn(&P) -> Vec<P> + Send + Sync + 'static) -> Closure<P> {
        Closure::sums(name, move |position: &P| {
            let single = options(position).into_iter();
            single.map(|option| vec![option]).collect()
        })
    }

    /// Options that are sums of positions, the empty sum among them.
    ///
    /// ```
    /// use grundy::{Play, rule::Closure, solve};
    /// // Grundy's game: divide a heap into two of different sizes.
    /// let game = Closure::sums("divide", |&heap: &u64| {
    ///     (1..heap).filter(|a| 2 * a < heap).map(|a| vec![a, heap - a]).collect()
    /// });
    /// let value = solve(&game.game([8]), Play::Normal).value.unwrap();
    /// assert_eq!(value.to_string(), "2");
    /// ```
    pub fn sums(
        name: &str,
        options: impl Fn(&P) -> Vec<Vec<P>> + Send + Sync + 'static,
    ) -> Closure<P> {
        Closure {
            name: name.to_owned(),
            options: Box::new(options),
            ends: false,
        }
    }

    /// Says that every play ends.
    #[must_use]
    pub fn ending(mut self) -> Closure<P> {
        self.ends = true;
        self
    }
}

impl<P> Closure<P>
where
    P: Clone + Eq + Hash + Ord + fmt::Debug + Send + Sync + 'static,
{
    /// A sum of positions, to be solved.
    pub fn game(self, positions: impl IntoIterator<Item = P>) -> Game {
        Game::from_parts(vec![component::named(self.name.clone(), self, positions)])
    }
}

impl<P> fmt::Debug for Closure<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Closure").field("name", &self.name).finish()
    }
}

impl<P> Ruleset for Closure<P>
where
    P: Clone + Eq + Hash + Ord + fmt::Debug + Send + Sync + 'static,
{
    type Position = P;
    /// The place of the option among those that the function gives.
    type Move = usize;

    fn options(&self, position: &P, options: &mut Options<P, usize>) -> Result<(), Stop> {
        for (place, sum) in (self.options)(position).iter().enumerate() {
            options.push(place, sum)?;
        }
        Ok(())
    }

    fn describe(&self, position: &P, &place: &usize) -> Message {
        let options = (self.options)(position);
        let parts = options.get(place).into_iter().flatten();
        let left: Vec<String> = parts.map(|part| format!("{part:?}")).collect();
        if left.is_empty() {
            return message!("leave nothing", "全部取完");
        }
        let left = left.join(" + ");
        message!("leave {left}", "剩下 {left}", left = left)
    }

    fn ends(&self, _: &P) -> bool {
        self.ends
    }
}
