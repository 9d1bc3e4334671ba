//! A component as it is drawn: by what its ruleset tells, or by what its options show.

use crate::ruleset::{Options, Ruleset, Step, step};
use crate::scene::{Clicks, Drawn, MOST_DRAWN, Mark, Piece, Scene, Turn, heap_clicks};

/// The scene of a position, with its moves where there are at most `limit`; `at` gives the position of a heap.
pub(super) fn drawn<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    limit: usize,
    at: impl Fn(u64) -> Option<R::Position>,
) -> Drawn<R::Position> {
    let mut options = Options::with_limit(limit);
    let listed = rules.options(position, &mut options);
    let drawn = rules.capabilities().drawn;
    let own = drawn.and_then(|drawn| drawn.scene(position));
    let of_its_own = drawn.filter(|_| own.is_some());
    let scene = own
        .or_else(|| heap_scene(rules, position, &options, at))
        .or_else(|| pair_scene(rules, position))
        .unwrap_or(Scene::Text);
    let hand = of_its_own.map(|drawn| drawn.hand(position));
    let clicks = |mv: &R::Move, to: &[R::Position]| match &scene {
        Scene::Text => Vec::new(),
        scene => match hand.as_ref().map(|hand| hand(mv, to)) {
            Some(told) if !told.is_empty() => told,
            _ => by_result(rules, scene, to),
        },
    };
    let mut turns: Vec<Turn<R::Position>> = Vec::new();
    for ((mv, to), place) in options.iter().zip(options.moves_of(rules)) {
        let clicks = clicks(mv, to);
        match turns.get_mut(place) {
            // The same move, which can be clicked in this way too.
            Some(turn) => {
                add(&mut turn.clicks, clicks);
            }
            None => {
                let Step { message, to } = step(rules, position, mv, to);
                turns.push(Turn {
                    message,
                    to,
                    clicks,
                });
            }
        }
    }
    Drawn {
        turns: listed.map(|()| turns),
        scene,
    }
}

/// Adds ways to click that are not there.
fn add(known: &mut Vec<Clicks>, more: Vec<Clicks>) {
    for way in more {
        if !known.contains(&way) {
            known.push(way);
        }
    }
}

/// Heaps at which it is seen whether a ruleset lets them fall apart, so that a small one does not change its looks.
const SEEN: std::ops::RangeInclusive<u64> = 2..=12;

/// Stones, or pins where heaps can fall apart.
fn heap_scene<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    options: &Options<R::Position, R::Move>,
    at: impl Fn(u64) -> Option<R::Position>,
) -> Option<Scene> {
    let heap = u64::try_from(rules.capabilities().heaps?.heap(position)?.as_ref()).ok()?;
    let apart =
        |options: &Options<R::Position, R::Move>| options.iter().any(|(_, to)| to.len() > 1);
    let falls_apart = || {
        SEEN.filter_map(&at).any(|position| {
            let mut options = Options::with_limit(200);
            rules.options(&position, &mut options).is_ok() && apart(&options)
        })
    };
    if (apart(options) || (heap <= *SEEN.end() && falls_apart())) && heap <= MOST_DRAWN as u64 {
        return Some(Scene::Row(heap));
    }
    Some(Scene::Heap(heap))
}

fn pair_scene<R: Ruleset>(rules: &R, position: &R::Position) -> Option<Scene> {
    let at = rules.capabilities().pairs?.pair(position)?;
    let piece = Piece::Token;
    (at.0.max(at.1) < MOST_DRAWN as u64).then_some(Scene::Piece { piece, at })
}

/// The clicks that a result shows: the stone taken down to, the pins that went, the square that a piece went to.
fn by_result<R: Ruleset>(rules: &R, scene: &Scene, to: &[R::Position]) -> Vec<Clicks> {
    match (scene, to) {
        (Scene::Heap(heap) | Scene::Row(heap), _) => {
            let heaps = rules.capabilities().heaps;
            let size = |position| u64::try_from(heaps?.heap(position)?.as_ref()).ok();
            let left: Option<Vec<u64>> = to.iter().map(size).collect();
            let is_row = matches!(scene, Scene::Row(_));
            left.map_or_else(Vec::new, |left| heap_clicks(is_row, *heap, &left))
        }
        (Scene::Piece { .. }, [one]) => {
            match rules.capabilities().pairs.and_then(|pairs| pairs.pair(one)) {
                Some((x, y)) => vec![vec![Mark::Square(x, y)]],
                None => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}
