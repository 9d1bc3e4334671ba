//! Outcomes of whole sums by search, under either play.
//!
//! A position is the sorted list of the numbers of its parts (`parts.rs`); components without moves are dropped, as they offer nothing under either play. A search
//! that [knows only the rules](SumSearch::new) does no more than that, and theorems are held against it; [another](SumSearch::reducing) puts
//! small trees (`trees.rs`) in the place of small components under misère play, so that unlike components that are equal games are one.
//!
//! Nothing is gone through before it is needed: a component when a sum with it is searched, a sum when no option that is known decides. Of the
//! options of a sum those with fewest moves come first, and the first that is lost is the last that is looked at (as D. Applegate, G. Jacobson and D. Sleator
//! searched Sprouts, *Computer analysis of Sprouts*, 1991).

mod forms;
mod labels;
mod memo;
mod parts;
mod trees;

use crate::budget::Meter;
use crate::component::Component;
pub use crate::engine::enumerate::of_nothing;
use crate::number::Natural;
use crate::quotient::{Outcome, Play};
use crate::reason::Reason;
use crate::ruleset::Step;

use forms::Forms;
pub use labels::Labelled;
use memo::{Known, Memo};

/// Numbers of parts, rising.
type Sum = Box<[u32]>;

/// Followers of a tree, at most, where components are reduced to trees.
const FOLLOWERS: u32 = 256;

/// A search through whole sums, keeping what it has learned.
#[derive(Debug)]
pub struct SumSearch {
    play: Play,
    forms: Forms,
    memo: Memo,
}

/// A winning move of a sum: which component, and the step.
pub type Found = (usize, Step<Box<dyn Component>>);

/// Options, each behind about how many moves it has, and the bytes that they take.
type Opened = (Vec<(u64, Sum)>, u64);

/// A sum on the way down.
struct Frame {
    sum: Sum,
    /// Options that were not known when it was met, the best last.
    open: Vec<(u64, Sum)>,
    bytes: u64,
}

impl SumSearch {
    /// An empty memory for one kind of play. It knows only the rules.
    pub fn new(play: Play) -> SumSearch {
        SumSearch::with(play, 1)
    }

    /// The same, with components reduced to small trees where the play is misère and they are so by a theorem.
    pub fn reducing(play: Play) -> SumSearch {
        match play {
            Play::Normal => SumSearch::new(play),
            Play::Misere => SumSearch::with(play, FOLLOWERS),
        }
    }

    fn with(play: Play, followers: u32) -> SumSearch {
        SumSearch {
            play,
            forms: Forms::new(followers),
            memo: Memo::default(),
        }
    }

    /// The play that it is for.
    pub fn play(&self) -> Play {
        self.play
    }

    /// How many sums it remembers.
    pub fn sums(&self) -> usize {
        self.memo.len()
    }

    fn numbers(&mut self, sum: &[&dyn Component], meter: &mut Meter) -> Result<Vec<u32>, Reason> {
        let parts = &mut self.forms.parts;
        let number = |component: &&dyn Component| parts.number(*component, 0, meter);
        sum.iter().map(number).collect()
    }

    /// What is known of a sum in its reduced form.
    fn known(&self, sum: &[u32]) -> Option<Known> {
        let wins = match *sum {
            [] => of_nothing(self.play) == Outcome::N,
            [tree] if tree > forms::TREE => self.forms.trees.wins(tree - forms::TREE),
            _ => return self.memo.get(sum),
        };
        Some(if wins { Known::Won } else { Known::Lost })
    }

    /// Opens a sum on the way down, or tells whether the mover wins.
    fn enter(
        &mut self,
        sum: &[u32],
        meter: &mut Meter,
        stack: &mut Vec<Frame>,
    ) -> Result<Option<bool>, Reason> {
        let sum = self.forms.settled(sum, meter)?;
        match self.known(&sum) {
            Some(Known::Won) => return Ok(Some(true)),
            Some(Known::Lost) => return Ok(Some(false)),
            // It is met again only where play comes back to it.
            Some(Known::Open) => return Err(Reason::Repeats(None)),
            None => {}
        }
        let (open, bytes) = match self.options(&sum, meter)? {
            Some(options) => options,
            None => {
                self.memo.open(&sum, meter)?;
                self.memo.close(&sum, true);
                return Ok(Some(true));
            }
        };
        self.memo.open(&sum, meter)?;
        stack.push(Frame { sum, open, bytes });
        Ok(None)
    }

    /// The options of a sum that are not known to be won, those with fewest moves last, and the bytes that they take; none where one is known to be lost.
    fn options(&mut self, sum: &[u32], meter: &mut Meter) -> Result<Option<Opened>, Reason> {
        let (mut open, mut bytes) = (Vec::new(), 0);
        let mut after = Vec::new();
        for (place, &part) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == part {
                continue;
            }
            for number in 0.. {
                let Some((left, tree)) = self.forms.option(part, number) else {
                    break;
                };
                after.clear();
                after.extend_from_slice(&sum[..place]);
                after.extend_from_slice(&sum[place + 1..]);
                after.extend_from_slice(left);
                after.extend(tree);
                meter.step(100 + 20 * after.len() as u64)?;
                let option = self.forms.reduced(after.iter().copied(), meter)?;
                let moves = match self.known(&option) {
                    Some(Known::Lost) => {
                        meter.release(bytes);
                        return Ok(None);
                    }
                    Some(Known::Won) => continue,
                    // Where play comes back it is looked at last: another option may win.
                    Some(Known::Open) => u64::MAX,
                    None => self.forms.moves(&option),
                };
                let more = 48 + 4 * option.len() as u64;
                meter.spend(0, more)?;
                bytes += more;
                open.push((moves, Sum::from(option)));
            }
        }
        open.sort_unstable_by(|one, other| other.cmp(one));
        open.dedup();
        Ok(Some((open, bytes)))
    }

    /// Whether the mover wins a sum.
    fn mover_wins(&mut self, sum: &[u32], meter: &mut Meter) -> Result<bool, Reason> {
        let mut stack = Vec::new();
        let searched = self.run(sum, meter, &mut stack);
        // Where it was given up.
        for frame in stack {
            self.memo.forget(&frame.sum);
            meter.release(frame.bytes);
        }
        searched
    }

    fn run(
        &mut self,
        sum: &[u32],
        meter: &mut Meter,
        stack: &mut Vec<Frame>,
    ) -> Result<bool, Reason> {
        let mut told = self.enter(sum, meter, stack)?;
        while let Some(frame) = stack.last_mut() {
            let wins = told == Some(false);
            let next = if wins { None } else { frame.open.pop() };
            if let Some((_, option)) = next {
                told = self.enter(&option, meter, stack)?;
                continue;
            }
            if let Some(done) = stack.pop() {
                self.memo.close(&done.sum, wins);
                meter.release(done.bytes);
            }
            told = Some(wins);
        }
        Ok(told == Some(true))
    }

    /// Who wins a sum.
    ///
    /// # Errors
    /// What ran out, or that play need not end.
    pub fn outcome(
        &mut self,
        sum: &[&dyn Component],
        meter: &mut Meter,
    ) -> Result<Outcome, Reason> {
        let numbers = self.numbers(sum, meter)?;
        Ok(match self.mover_wins(&numbers, meter)? {
            true => Outcome::N,
            false => Outcome::P,
        })
    }

    /// The winning moves of a sum: their number and the first `listed`, each with its component's place.
    ///
    /// # Errors
    /// As for [`outcome`](SumSearch::outcome).
    pub fn winning(
        &mut self,
        sum: &[&dyn Component],
        listed: usize,
        meter: &mut Meter,
    ) -> Result<(Natural, Vec<Found>), Reason> {
        self.chosen(sum, listed, meter, |whole, option, meter| {
            Ok(!whole.mover_wins(option, meter)?)
        })
    }

    /// The moves of a sum to options that are chosen: their number and the first `listed`.
    fn chosen(
        &mut self,
        sum: &[&dyn Component],
        listed: usize,
        meter: &mut Meter,
        mut choose: impl FnMut(&mut SumSearch, &[u32], &mut Meter) -> Result<bool, Reason>,
    ) -> Result<(Natural, Vec<Found>), Reason> {
        let numbers = self.numbers(sum, meter)?;
        let (mut count, mut found) = (0u64, Vec::new());
        for (place, component) in sum.iter().enumerate() {
            let bytes = 256 + component.heap_bytes();
            let steps = component
                .steps(meter.room(bytes))
                .map_err(|stop| stop.reason(|| meter.full(bytes).into()))?;
            for step in steps {
                let mut option = numbers.clone();
                option.swap_remove(place);
                for part in &step.to {
                    option.push(self.forms.parts.number(part.as_ref(), 0, meter)?);
                }
                if choose(self, &option, meter)? {
                    count += 1;
                    if found.len() < listed {
                        found.push((place, step));
                    }
                }
            }
        }
        Ok((Natural::from(count), found))
    }
}
