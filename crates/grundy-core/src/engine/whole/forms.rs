//! What components stand for in a sum: nothing, a small tree, or themselves.
//!
//! A component is decided when it is first met in a sum that is searched, and for good: so a sum that is being searched is known again when play comes
//! back to it. A component of which not all that can follow is gone through with little effort stands for itself, and so does each that repeats.

use super::Sum;
use super::parts::{MOST, Parts};
use super::trees::{NOTHING, Trees};
use crate::budget::Meter;
use crate::reason::Reason;

/// A part of a sum that is a tree has this digit and the tree's number; others are components.
pub(super) const TREE: u32 = MOST;

/// More moves than this nothing may have that follows a component which becomes a tree. With 12 in place of 6 there are half as many sums of Sprouts, but
/// twice as many components are gone through, which takes longer.
const MOVES: usize = 6;

/// As many components are gone through at once.
const EFFORT: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Undecided,
    Itself,
    Tree(u32),
}

/// Components with what they stand for.
#[derive(Debug)]
pub(super) struct Forms {
    pub(super) parts: Parts,
    pub(super) trees: Trees,
    forms: Vec<Form>,
}

/// A component on the way down: what follows it, and how much of that is done.
struct Step {
    number: u32,
    followers: Vec<u32>,
    next: usize,
}

impl Forms {
    /// Trees have at most so many followers; with 1 only components without moves, which count for nothing under either play, are trees.
    pub(super) fn new(followers: u32) -> Forms {
        Forms {
            parts: Parts::default(),
            trees: Trees::new(followers),
            forms: Vec::new(),
        }
    }

    fn form(&self, number: u32) -> Form {
        let form = self.forms.get(number as usize).copied();
        form.unwrap_or(Form::Undecided)
    }

    fn set(&mut self, number: u32, form: Form) {
        let place = number as usize;
        if place >= self.forms.len() {
            self.forms.resize(place + 1, Form::Undecided);
        }
        self.forms[place] = form;
    }

    /// Decides what a component stands for.
    fn decide(&mut self, number: u32, meter: &mut Meter) -> Result<(), Reason> {
        if self.form(number) != Form::Undecided {
            return Ok(());
        }
        let (mut path, mut effort) = (Vec::new(), 0);
        path.extend(self.step(number, meter)?);
        while let Some(step) = path.last_mut() {
            let Some(&follower) = step.followers.get(step.next) else {
                let number = step.number;
                match self.tree(number, meter)? {
                    Some(tree) => self.set(number, Form::Tree(tree)),
                    None => break,
                }
                path.pop();
                continue;
            };
            step.next += 1;
            match self.form(follower) {
                Form::Tree(_) => {}
                Form::Itself => break,
                Form::Undecided => {
                    effort += 1;
                    meter.step(2 * EFFORT as u64)?;
                    let repeats = path.iter().any(|step| step.number == follower);
                    if repeats || effort > EFFORT {
                        break;
                    }
                    match self.step(follower, meter)? {
                        Some(step) => path.push(step),
                        None => break,
                    }
                }
            }
        }
        // What is left on the way has a follower that is no tree.
        for step in path {
            self.set(step.number, Form::Itself);
        }
        if self.form(number) == Form::Undecided {
            self.set(number, Form::Itself);
        }
        Ok(())
    }

    /// Begins with a component, if that may become a tree; else it stands for itself.
    fn step(&mut self, number: u32, meter: &mut Meter) -> Result<Option<Step>, Reason> {
        let options = self.parts.explore(number, meter)?;
        if options.len() > MOVES || (!options.is_empty() && self.trees.most() == 1) {
            self.set(number, Form::Itself);
            return Ok(None);
        }
        let mut followers = options.concat();
        followers.sort_unstable();
        followers.dedup();
        Ok(Some(Step {
            number,
            followers,
            next: 0,
        }))
    }

    /// The tree of a component whose followers are trees.
    fn tree(&mut self, number: u32, meter: &mut Meter) -> Result<Option<u32>, Reason> {
        let mut trees = Vec::new();
        for option in self.parts.options(number) {
            let mut parts = Vec::new();
            for &part in option {
                match self.forms.get(part as usize) {
                    Some(&Form::Tree(tree)) => parts.push(tree),
                    _ => return Ok(None),
                }
            }
            self.trees.fold(&mut parts, meter)?;
            match parts[..] {
                [] => trees.push(NOTHING),
                [tree] => trees.push(tree),
                _ => return Ok(None),
            }
        }
        Ok(self.trees.of(trees, meter)?)
    }

    /// A sum of parts in its reduced form, as far as its components are decided.
    pub(super) fn reduced(
        &mut self,
        sum: impl Iterator<Item = u32>,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, Reason> {
        let (mut reduced, mut trees) = (Vec::new(), Vec::new());
        for part in sum {
            let form = match part < TREE {
                true => self.form(part),
                false => Form::Tree(part - TREE),
            };
            match form {
                Form::Tree(NOTHING) => {}
                Form::Tree(tree) => trees.push(tree),
                Form::Itself | Form::Undecided => reduced.push(part),
            }
        }
        if trees.len() > 1 {
            self.trees.fold(&mut trees, meter)?;
        }
        reduced.sort_unstable();
        trees.sort_unstable();
        reduced.extend(trees.iter().map(|tree| TREE + tree));
        Ok(reduced)
    }

    /// The same of a sum that is searched: all its components are decided.
    pub(super) fn settled(&mut self, sum: &[u32], meter: &mut Meter) -> Result<Sum, Reason> {
        for &part in sum.iter().filter(|&&part| part < TREE) {
            self.decide(part, meter)?;
        }
        Ok(self.reduced(sum.iter().copied(), meter)?.into())
    }

    /// About how many moves a sum has.
    pub(super) fn moves(&self, sum: &[u32]) -> u64 {
        let moves = |&part: &u32| match part < TREE {
            true => u64::from(self.parts.moves(part)),
            false => self.trees.options(part - TREE).len() as u64,
        };
        sum.iter().map(moves).sum()
    }

    /// The options of a sum of decided parts, by the place of the part that is moved in and the number of the option: beside the rest, what they
    /// leave, as components or as a tree.
    pub(super) fn option(&self, part: u32, number: usize) -> Option<(&[u32], Option<u32>)> {
        match part < TREE {
            true => Some((self.parts.options(part).get(number)?, None)),
            false => {
                let tree = self.trees.options(part - TREE).get(number)?;
                Some((&[], Some(TREE + tree)))
            }
        }
    }
}
