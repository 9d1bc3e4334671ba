//! Who wins Sprouts under misère play, by search of whole positions.
//!
//! Under misère play a land has no value, so positions are sums of lands, each looked at once. What [`Land`] leaves out of a drawing changes no move, so it
//! may be left out here too; equal lands do not cancel. Applegate, Jacobson and Sleator (1991) went to 9 spots so, Lemoine and Viennot (*Analysis of misère
//! Sprouts game with reduced canonical trees*, 2009) further with canonical trees in place of lands.

use std::ops::ControlFlow;

use grundy_base::budget::{Exhausted, Meter};
use rustc_hash::FxHashMap;

use super::{Land, lines, moves};
use crate::quotient::Outcome;

/// Numbers of lands, rising.
type Sum = Box<[u32]>;

/// A search under misère play, with what it has found.
#[derive(Debug, Default)]
pub struct MisereSearch {
    numbers: FxHashMap<Land, u32>,
    lands: Vec<Land>,
    /// By land, about how many lines can be drawn.
    moves: Vec<u32>,
    /// By land, what its lines leave; nothing where nobody has asked.
    options: Vec<Option<Box<[Sum]>>>,
    /// Whether the player to move wins.
    wins: FxHashMap<Sum, bool>,
}

impl MisereSearch {
    /// Nothing is known yet.
    pub fn new() -> MisereSearch {
        MisereSearch::default()
    }

    /// How many positions were looked at.
    pub fn positions(&self) -> usize {
        self.wins.len()
    }

    /// Who wins a sum of lands. The time grows with the number of positions: nine spots have 400,000.
    ///
    /// # Errors
    /// What ran out. What was found until then is kept.
    pub fn outcome(&mut self, lands: &[Land], meter: &mut Meter) -> Result<Outcome, Exhausted> {
        let mut sum = Vec::new();
        for land in lands.iter().filter(|land| land.lives() > 0) {
            sum.push(self.number(land, meter)?);
        }
        sum.sort_unstable();
        Ok(match self.wins(&sum, meter)? {
            true => Outcome::N,
            false => Outcome::P,
        })
    }

    fn number(&mut self, land: &Land, meter: &mut Meter) -> Result<u32, Exhausted> {
        if let Some(&number) = self.numbers.get(land) {
            return Ok(number);
        }
        meter.spend(0, 2 * (64 + land.as_bytes().len() as u64))?;
        let number = self.lands.len() as u32;
        self.numbers.insert(land.clone(), number);
        self.lands.push(land.clone());
        self.moves.push(moves::count(land));
        self.options.push(None);
        Ok(number)
    }

    /// What the lines on a land leave, each sum once.
    fn explore(&mut self, number: u32, meter: &mut Meter) -> Result<(), Exhausted> {
        let place = number as usize;
        if self.options[place].is_none() {
            let land = self.lands[place].clone();
            let mut options: Vec<Sum> = Vec::new();
            let told = lines(&land, |_, lands| {
                let mut option = || {
                    let numbers = lands.iter().map(|land| self.number(land, meter));
                    let mut sum = numbers.collect::<Result<Vec<u32>, Exhausted>>()?;
                    sum.sort_unstable();
                    options.push(sum.into());
                    meter.step(2000)
                };
                match option() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(exhausted) => ControlFlow::Break(exhausted),
                }
            });
            if let ControlFlow::Break(exhausted) = told {
                return Err(exhausted);
            }
            options.sort_unstable();
            options.dedup();
            let bytes = options.iter().map(|sum| 32 + 4 * sum.len() as u64).sum();
            meter.spend(1, bytes)?;
            self.options[place] = Some(options.into());
        }
        Ok(())
    }

    /// Whether the player to move wins; no play is longer than the lives of all lands.
    fn wins(&mut self, sum: &[u32], meter: &mut Meter) -> Result<bool, Exhausted> {
        if sum.is_empty() {
            return Ok(true);
        }
        if let Some(&wins) = self.wins.get(sum) {
            return Ok(wins);
        }
        let wins = self.searched(sum, meter)?;
        meter.spend(1, 2 * (24 + 4 * sum.len() as u64))?;
        self.wins.insert(sum.into(), wins);
        Ok(wins)
    }

    /// What is known of an option comes first, then options with few lines.
    fn searched(&mut self, sum: &[u32], meter: &mut Meter) -> Result<bool, Exhausted> {
        let mut open: Vec<(u64, Sum)> = Vec::new();
        for (place, &number) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == number {
                continue;
            }
            self.explore(number, meter)?;
            let options = self.options[number as usize].as_deref().unwrap_or_default();
            for option in options {
                meter.step(100)?;
                let mut after = sum.to_vec();
                after.remove(place);
                after.extend(option);
                after.sort_unstable();
                match self.wins.get(&after[..]) {
                    Some(false) => return Ok(true),
                    Some(true) => {}
                    // The player to move wins where nothing is left.
                    None if after.is_empty() => {}
                    None => {
                        let moves = |&land: &u32| u64::from(self.moves[land as usize]);
                        open.push((after.iter().map(moves).sum(), after.into()));
                    }
                }
            }
        }
        open.sort_unstable();
        open.dedup();
        for (_, after) in open {
            if !self.wins(&after, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
