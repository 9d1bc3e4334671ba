//! How compounds are drawn: the heaps of all their games side by side, in the order of the games. Games of another kind are only written.

use super::{Compound, Games, One};
use crate::component::Component;
use crate::number::Natural;
use crate::scene::{self, Clicks, Draw, Scene};
use crate::text::Message;

/// The size of a component that is a heap of stones or a row of pins.
fn heap(part: &dyn Component) -> Option<Natural> {
    match part.drawn(0).scene {
        Scene::Heap(heap) | Scene::Row(heap) => Some(heap.into()),
        _ => None,
    }
}

/// How a component is written.
fn name(part: &dyn Component) -> (String, String) {
    (part.head().to_owned(), part.position())
}

/// The heap that a move in a sum lowers, and to what: the one component that is no longer there becomes one or none.
fn lowered(before: &One, after: &One) -> Option<(usize, Natural)> {
    let mut left: Vec<_> = after.iter().map(|part| (name(&**part), part)).collect();
    let mut gone = Vec::new();
    for (place, part) in before.iter().enumerate() {
        let name = name(&**part);
        match left.iter().position(|(one, _)| *one == name) {
            Some(same) => {
                left.swap_remove(same);
            }
            None => gone.push(place),
        }
    }
    match (&gone[..], &left[..]) {
        (&[place], []) => Some((place, Natural::ZERO)),
        (&[place], [(_, part)]) => Some((place, heap(&***part)?)),
        _ => None,
    }
}

impl Draw<Games, Vec<(usize, Message)>> for Compound {
    fn scene(&self, position: &Games) -> Option<Scene> {
        let heaps = position.games.iter().flatten().map(|part| heap(&**part));
        scene::heaps(&heaps.collect::<Option<Vec<_>>>()?)
    }

    /// In each game that is moved in the lowest stone that is taken.
    fn clicks(&self, from: &Games, moves: &Vec<(usize, Message)>, to: &[Games]) -> Vec<Clicks> {
        let [to] = to else {
            return Vec::new();
        };
        let lower = moves.iter().map(|(place, _)| {
            let place = *place;
            let (at, size) = lowered(from.games.get(place)?, to.games.get(place)?)?;
            let before: usize = from.games[..place].iter().map(Vec::len).sum();
            Some((before + at, size))
        });
        let lower: Option<Vec<(usize, Natural)>> = lower.collect();
        match lower {
            Some(lower) => scene::lowered(&lower),
            None => Vec::new(),
        }
    }
}
