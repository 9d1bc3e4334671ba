//! Components by number, with their options as sums of numbers, once asked for.

use rustc_hash::FxHashMap;

use super::Sum;
use crate::budget::Meter;
use crate::component::Component;
use crate::engine::listed;
use crate::reason::Reason;

/// Numbers are smaller than this.
pub(super) const MOST: u32 = 1 << 31;

/// Components that have been met.
#[derive(Debug, Default)]
pub(super) struct Parts {
    numbers: FxHashMap<Box<dyn Component>, u32>,
    components: Vec<Box<dyn Component>>,
    options: Vec<Option<Box<[Sum]>>>,
    /// By component, about how many moves it has.
    moves: Vec<u32>,
}

impl Parts {
    /// The number of a component. Where it does not tell about how many moves it has, `guess` is that.
    pub(super) fn number(
        &mut self,
        component: &dyn Component,
        guess: u32,
        meter: &mut Meter,
    ) -> Result<u32, Reason> {
        let boxed = component.boxed();
        if let Some(&number) = self.numbers.get(&boxed) {
            return Ok(number);
        }
        // The component stands here twice.
        meter.spend(0, 160 + 2 * component.heap_bytes())?;
        let number = self.components.len() as u32;
        if number >= MOST {
            return Err(meter.full(0).into());
        }
        self.moves.push(component.mobility().unwrap_or(guess));
        self.components.push(boxed.clone());
        self.options.push(None);
        self.numbers.insert(boxed, number);
        Ok(number)
    }

    /// The options of a component as sums that rise, each once.
    pub(super) fn explore(&mut self, number: u32, meter: &mut Meter) -> Result<&[Sum], Reason> {
        let place = number as usize;
        if self.options[place].is_none() {
            let component = self.components[place].clone();
            let held = 256 + component.heap_bytes();
            let options = listed(component.as_ref(), held, meter)?;
            // Until their components have numbers, as many bytes are held.
            let held = held.saturating_mul(options.len() as u64);
            meter.spend(1 + options.len() as u64 / 4, held)?;
            meter.step(500 * options.len() as u64)?;
            let mut sums: Vec<Sum> = Vec::with_capacity(options.len());
            for option in &options {
                let guess = options.len() as u32 / (1 + option.len() as u32);
                let numbers = option
                    .iter()
                    .map(|part| self.number(part.as_ref(), guess, meter));
                let mut sum = numbers.collect::<Result<Vec<u32>, Reason>>()?;
                sum.sort_unstable();
                sums.push(sum.into());
            }
            sums.sort_unstable();
            sums.dedup();
            meter.release(held);
            let bytes = sums.iter().map(|sum| 32 + 4 * sum.len() as u64).sum();
            meter.spend(0, bytes)?;
            self.moves[place] = sums.len() as u32;
            self.options[place] = Some(sums.into());
        }
        Ok(self.options(number))
    }

    /// The same of a component that has been explored; of others none.
    pub(super) fn options(&self, number: u32) -> &[Sum] {
        self.options[number as usize].as_deref().unwrap_or_default()
    }

    /// About how many moves a component has.
    pub(super) fn moves(&self, number: u32) -> u32 {
        self.moves[number as usize]
    }
}
