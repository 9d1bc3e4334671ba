//! A sum of components, whatever the games: what is solved.

use std::fmt;

use crate::component::{Component, Part};

/// A sum of components: parts, each of one ruleset with its positions.
#[derive(Clone, Debug)]
pub struct Sum {
    parts: Vec<Part>,
}

impl Sum {
    /// A sum of parts made by [`component::part`](crate::component::part).
    pub fn new(parts: Vec<Part>) -> Sum {
        Sum {
            parts: merged(parts),
        }
    }

    /// The parts, each one ruleset with its positions.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The part of a component, and the place in it.
    pub fn place(&self, component: usize) -> Option<(usize, usize)> {
        let mut before = 0;
        for (at, part) in self.parts.iter().enumerate() {
            let count = part.components.len();
            if component < before + count {
                return Some((at, component - before));
            }
            before += count;
        }
        None
    }

    /// The sum as it is written.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(64);
        for (place, part) in self.parts.iter().enumerate() {
            if place > 0 {
                text.push_str(" + ");
            }
            text.push_str(part.rules.head());
            for component in &part.components {
                let before = text.len();
                text.push(' ');
                component.write(&mut text);
                // Some positions have nothing to write.
                if text.len() == before + 1 {
                    text.truncate(before);
                }
            }
        }
        text
    }

    /// All components, in order.
    pub fn components(&self) -> impl Iterator<Item = &dyn Component> {
        self.parts
            .iter()
            .flat_map(|part| &part.components)
            .map(|component| component.as_ref())
    }
}

impl AsRef<Sum> for Sum {
    fn as_ref(&self) -> &Sum {
        self
    }
}

/// Joins neighbours of the same ruleset.
fn merged(parts: Vec<Part>) -> Vec<Part> {
    let mut merged: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match merged.last_mut() {
            Some(last) if !part.whole && last.rules.head() == part.rules.head() => {
                last.components.extend(part.components);
            }
            _ => merged.push(part),
        }
    }
    merged
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl PartialEq for Sum {
    fn eq(&self, other: &Sum) -> bool {
        self.text() == other.text()
    }
}
