//! Components as letters of a misère quotient: everything that can follow them, each with its options as sums of letters.
//!
//! Components whose options are the same sums are the same letter, whatever they look like: under misère play, too, they can stand
//! for each other in every sum. Components without moves are the letter 0, which is left out of sums.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::Meter;
use crate::component::Component;
use crate::engine::listed;
use crate::engine::misere::Lists;
use crate::reason::Reason;

/// The letters that were met.
#[derive(Debug)]
pub struct ComponentLetters {
    letters: FxHashMap<Box<dyn Component>, u32>,
    /// By options: the letter that has them.
    known: FxHashMap<Vec<Vec<u32>>, u32>,
    /// By letter: its options.
    lists: Vec<Vec<Vec<u32>>>,
    /// By letter: the first component that is one.
    first: Vec<Option<Box<dyn Component>>>,
}

impl Default for ComponentLetters {
    fn default() -> Self {
        ComponentLetters {
            letters: FxHashMap::default(),
            known: [(Vec::new(), 0)].into_iter().collect(),
            lists: vec![Vec::new()],
            first: vec![None],
        }
    }
}

/// A component whose options are looked at.
struct Frame {
    component: Box<dyn Component>,
    options: Vec<Vec<Box<dyn Component>>>,
    /// The options that are known as sums of letters.
    known: Vec<Vec<u32>>,
}

impl ComponentLetters {
    /// The letters with their options, in an order in which those come first.
    pub fn lists(&self) -> Result<Lists, Reason> {
        // Letters are made once their options are known.
        Lists::new(self.lists.clone()).map_err(|_| Reason::Repeats(None))
    }

    /// The options of a letter, each a sum of letters.
    pub fn options(&self, letter: u32) -> &[Vec<u32>] {
        self.lists.get(letter as usize).map_or(&[], Vec::as_slice)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether there is none but that without moves.
    pub fn is_empty(&self) -> bool {
        self.lists.len() == 1
    }

    /// The letter of a component that was met.
    pub fn get(&self, component: &dyn Component) -> Option<u32> {
        self.get_boxed(&component.boxed())
    }

    /// The same, without a copy.
    #[allow(clippy::borrowed_box, reason = "the key of a map")]
    pub fn get_boxed(&self, component: &Box<dyn Component>) -> Option<u32> {
        self.letters.get(component).copied()
    }

    /// The first component that is a letter, if it has moves.
    pub fn component(&self, letter: u32) -> Option<&dyn Component> {
        self.first.get(letter as usize)?.as_deref()
    }

    /// The letter of a component, which is met with all that can follow.
    ///
    /// # Errors
    /// What ran out, that play can repeat a position, or where a rule cannot be evaluated.
    pub fn letter(&mut self, component: &dyn Component, meter: &mut Meter) -> Result<u32, Reason> {
        if let Some(letter) = self.get(component) {
            return Ok(letter);
        }
        let mut open: FxHashSet<Box<dyn Component>> = FxHashSet::default();
        let mut stack = vec![Self::opened(component.boxed(), &mut open, meter)?];
        loop {
            let Some(frame) = stack.last_mut() else {
                return self.get(component).ok_or(Reason::Repeats(None));
            };
            let mut next = None;
            while let Some(option) = frame.options.last() {
                let mut sum = Vec::with_capacity(option.len());
                for part in option {
                    match self.letters.get(part) {
                        Some(0) => {}
                        Some(&letter) => sum.push(letter),
                        None => {
                            next = Some(part.clone());
                            break;
                        }
                    }
                }
                if next.is_some() {
                    break;
                }
                meter.step(20 * (1 + sum.len() as u64))?;
                sum.sort_unstable();
                frame.known.push(sum);
                frame.options.pop();
            }
            match next {
                Some(part) => {
                    if open.contains(&part) {
                        return Err(Reason::Repeats(Some(part.position())));
                    }
                    let frame = Self::opened(part, &mut open, meter)?;
                    stack.push(frame);
                }
                None => {
                    if let Some(Frame {
                        component, known, ..
                    }) = stack.pop()
                    {
                        open.remove(&component);
                        self.close(component, known);
                    }
                }
            }
        }
    }

    /// A component with its options.
    fn opened(
        component: Box<dyn Component>,
        open: &mut FxHashSet<Box<dyn Component>>,
        meter: &mut Meter,
    ) -> Result<Frame, Reason> {
        let bytes = 256 + component.heap_bytes();
        let options = listed(component.as_ref(), bytes, meter)?;
        // A sum of many parts is worth as many options of two.
        let sums = options
            .iter()
            .map(|sum| sum.len().div_ceil(2).max(1) as u64);
        let sums: u64 = sums.sum();
        meter.spend(1 + sums, 256 + bytes.saturating_mul(sums))?;
        open.insert(component.clone());
        Ok(Frame {
            component,
            options,
            known: Vec::new(),
        })
    }

    /// Names a component whose options are known.
    fn close(&mut self, component: Box<dyn Component>, mut options: Vec<Vec<u32>>) {
        options.sort_unstable();
        options.dedup();
        let fresh = self.lists.len() as u32;
        let letter = *self.known.entry(options).or_insert_with_key(|options| {
            self.lists.push(options.clone());
            self.first.push(Some(component.clone()));
            fresh
        });
        self.letters.insert(component, letter);
    }
}
