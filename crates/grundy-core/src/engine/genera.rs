//! The genus of components (J. H. Conway, *On Numbers and Games*, 1976, chapter 12; see [`Genus`]).
//!
//! The genus of a sum does not follow from those of its components unless all are tame, so everything that can follow a component is
//! gone through, as sums of letters: sums of the same letters are looked at once.

use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::component::Component;
use crate::engine::letters::ComponentLetters;
use crate::engine::misere::Genus;
use crate::reason::Reason;

/// The genus of a component, and whether it is tame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentGenus {
    /// The genus.
    pub genus: Genus,
    /// Whether everything that can follow, and the component itself, has the genus of a Nim position: then it can be played as that in
    /// sums of tame components.
    pub tame: bool,
}

/// The genera of sums that were met.
#[derive(Debug, Default)]
pub struct Genera {
    letters: ComponentLetters,
    /// By letters, rising.
    known: FxHashMap<Vec<u32>, ComponentGenus>,
}

/// A sum whose options are looked at.
struct Frame {
    sum: Vec<u32>,
    options: Vec<Vec<u32>>,
    /// How many of the options are known.
    seen: usize,
}

/// Bytes that a sum takes besides its letters and their options.
const BYTES: u64 = 200;

impl Genera {
    /// The genus of a component.
    ///
    /// # Errors
    /// What ran out, that play can repeat a position, or where a rule cannot be evaluated.
    pub fn genus(
        &mut self,
        component: &dyn Component,
        meter: &mut Meter,
    ) -> Result<ComponentGenus, Reason> {
        let start: Vec<u32> = match self.letters.letter(component, meter)? {
            0 => Vec::new(),
            letter => vec![letter],
        };
        let mut stack = vec![self.opened(start.clone(), meter)?];
        while let Some(frame) = stack.last_mut() {
            let known = &self.known;
            let fresh = frame.options[frame.seen..].iter();
            match fresh.clone().position(|option| !known.contains_key(option)) {
                Some(place) => {
                    frame.seen += place;
                    let next = frame.options[frame.seen].clone();
                    let next = self.opened(next, meter)?;
                    stack.push(next);
                }
                None => {
                    let options = frame.options.iter().filter_map(|option| known.get(option));
                    let options: Vec<&ComponentGenus> = options.collect();
                    meter.step(20 * options.len() as u64)?;
                    let of: Vec<&Genus> = options.iter().map(|option| &option.genus).collect();
                    let genus = Genus::of(&of);
                    let tame = genus.looks_tame() && options.iter().all(|option| option.tame);
                    let sum = std::mem::take(&mut frame.sum);
                    self.known.insert(sum, ComponentGenus { genus, tame });
                    stack.pop();
                }
            }
        }
        // The first frame is the component's own.
        self.known.get(&start).cloned().ok_or(Reason::Repeats(None))
    }

    /// A sum with its options.
    fn opened(&self, sum: Vec<u32>, meter: &mut Meter) -> Result<Frame, Reason> {
        let mut options = Vec::new();
        for (place, &letter) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == letter {
                continue;
            }
            for option in self.letters.options(letter) {
                meter.step(20 * (sum.len() + option.len()) as u64)?;
                let mut after = sum.clone();
                after.remove(place);
                after.extend(option);
                after.sort_unstable();
                options.push(after);
            }
        }
        options.sort_unstable();
        options.dedup();
        let letters: usize = options.iter().map(|option| option.len() + 8).sum();
        meter.spend(1, BYTES + 4 * (letters + sum.len()) as u64)?;
        Ok(Frame {
            sum,
            options,
            seen: 0,
        })
    }
}
