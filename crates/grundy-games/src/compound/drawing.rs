//! How compounds are drawn: the pictures of all their games side by side, in the order of the games, each with the number of its game. Where
//! all are heaps of stones, these stand on one ground. A move is clicked game by game, in any order where they are few. Where a game is
//! only written, so is the compound.

use std::collections::HashMap;

use super::{Compound, Games, One, after, written};
use crate::component::Component;
use crate::scene::{self, Clicks, Draw, Hand, Inset, MOST_DRAWN, Mark, Scene};
use crate::text::Message;

/// Moves of a component, beyond which none is clicked.
const MOST_TURNS: usize = 1 << 12;

/// Ways to click that are told, of all moves together and of one.
const MOST_WAYS: (usize, usize) = (1 << 16, 1 << 10);

/// The ways to click each move of a game, by what the move leaves.
type Ways = HashMap<String, Vec<Clicks>>;

/// The ways in a game, of whose components the first is drawn at this place.
fn ways(game: &One, first: usize, mark: impl Fn(usize, Mark) -> Mark) -> Ways {
    let mut ways = Ways::new();
    for (place, part) in game.iter().enumerate() {
        for turn in part.drawn(MOST_TURNS).turns.into_iter().flatten() {
            let left = written(&after(game, place, turn.to));
            let marked = |way: Clicks| {
                way.into_iter()
                    .map(|one| mark(first + place, one))
                    .collect()
            };
            ways.entry(left)
                .or_default()
                .extend(turn.clicks.into_iter().map(marked));
        }
    }
    ways
}

/// Every choice of one way for each game, one behind the other.
fn chained(games: &[&Vec<Clicks>]) -> Vec<Clicks> {
    games.iter().fold(vec![Clicks::new()], |before, ways| {
        let further = |begun: &Clicks| {
            let begun = begun.clone();
            (ways.iter()).map(move |way| begun.iter().chain(way).cloned().collect())
        };
        before.iter().flat_map(further).take(MOST_WAYS.1).collect()
    })
}

impl Draw<Games, Vec<(usize, Message)>> for Compound {
    fn scene(&self, position: &Games) -> Option<Scene> {
        let inset = |game: usize, part: &dyn Component| Inset {
            label: (game + 1).to_string(),
            scene: part.drawn(MOST_TURNS).scene,
        };
        let games = position.games.iter().enumerate();
        let all =
            games.flat_map(|(game, parts)| parts.iter().map(move |part| inset(game, &**part)));
        let insets: Vec<Inset> = all.take(MOST_DRAWN + 1).collect();
        let heap = |inset: &Inset| match inset.scene {
            Scene::Heap(heap) => Some(heap),
            _ => None,
        };
        if insets.len() > MOST_DRAWN || insets.iter().any(|inset| inset.scene == Scene::Text) {
            return None;
        }
        let heaps: Option<Vec<u64>> = insets.iter().map(heap).collect();
        Some(heaps.map_or(Scene::Several(insets), Scene::Heaps))
    }

    fn hand<'d>(&'d self, from: &'d Games) -> Hand<'d, Games, Vec<(usize, Message)>> {
        let are_heaps = matches!(self.scene(from), Some(Scene::Heaps(_)));
        let mark = |place: usize, mark: Mark| match mark {
            Mark::Stone(stone) if are_heaps => Mark::Of(place, stone),
            mark => mark.within(place),
        };
        let mut first = 0;
        let mut all: Vec<Ways> = Vec::with_capacity(from.games.len());
        for game in &from.games {
            all.push(ways(game, first, mark));
            first += game.len();
        }
        let moves = (all.iter()).fold(1usize, |moves, ways| moves.saturating_mul(ways.len() + 1));
        let most = (MOST_WAYS.0 / moves).clamp(1, MOST_WAYS.1);
        Box::new(move |moves, to| {
            let [to] = to else {
                return Vec::new();
            };
            let ways = moves.iter().map(|&(place, _)| {
                let left = written(to.games.get(place)?);
                all.get(place)?.get(&left)
            });
            let Some(ways) = ways.collect::<Option<Vec<_>>>() else {
                return Vec::new();
            };
            let orders = scene::in_any_order(&ways).into_iter();
            orders.flat_map(|ways| chained(&ways)).take(most).collect()
        })
    }
}
