//! What goes when a move is made, as far as it can be seen: read off the clicks and the scene after the move.

use std::collections::{HashMap, HashSet};

use grundy::scene::{Dot, DotMark, Line, Mark, Scene, Square};
use grundy_play::Board;

/// A move that is about to be made.
#[derive(Clone, Debug)]
pub(super) struct Preview {
    pub(super) component: usize,
    path: Vec<Mark>,
    /// What is not there afterwards, in scenes that tell it.
    gone: HashSet<Mark>,
}

impl Preview {
    /// Of clicks in a component that make the move of this number, or no whole move yet.
    pub(super) fn new(
        board: &Board,
        component: usize,
        path: &[Mark],
        number: Option<usize>,
    ) -> Preview {
        let before = board.places.get(component).map(|place| &place.scene);
        let mv = number.and_then(|number| board.moves.get(number));
        let gone = match (before, mv) {
            (Some(Scene::Graph { vertices, edges }), Some(mv)) if mv.to.is_empty() => {
                let stands = |at: usize| vertices[at].mark == DotMark::Ground;
                let fall = (0..vertices.len()).filter(|&at| !stands(at));
                let lines = (0..edges.len()).map(Mark::Edge);
                fall.map(Mark::Vertex).chain(lines).collect()
            }
            (Some(before), Some(mv)) if mv.to.len() == 1 => {
                let after = mv.game.components().nth(component);
                let after = after.map(|component| component.drawn(0).scene);
                after.map_or_else(HashSet::new, |after| missing(before, &after, path))
            }
            _ => HashSet::new(),
        };
        Preview {
            component,
            path: path.to_vec(),
            gone,
        }
    }

    /// As far as it is seen in one of several pictures.
    fn within(&self, place: usize) -> Preview {
        let inner = |mark: &Mark| match mark {
            Mark::In(at, inner) if *at == place => Some((**inner).clone()),
            _ => None,
        };
        Preview {
            component: self.component,
            path: self.path.iter().filter_map(inner).collect(),
            gone: self.gone.iter().filter_map(inner).collect(),
        }
    }

    /// Whether an element of the scene goes.
    pub(super) fn goes(&self, scene: &Scene, mark: &Mark) -> bool {
        match (scene, mark) {
            (Scene::Heap(_), &Mark::Stone(stone)) => {
                let from = self.path.iter().filter_map(stone_of).min();
                from.is_some_and(|from| stone >= from)
            }
            (Scene::Row(_) | Scene::Ring(_), &Mark::Stone(pin)) => {
                let mut ends = self.path.iter().filter_map(stone_of);
                match (ends.next(), ends.next()) {
                    (Some(first), Some(last)) if first <= last => (first..=last).contains(&pin),
                    (Some(first), Some(last)) => pin >= first || pin <= last,
                    (Some(first), None) => pin == first,
                    _ => false,
                }
            }
            (Scene::Heaps(_), &Mark::Of(heap, stone)) => self.path.iter().any(|clicked| {
                matches!(*clicked, Mark::Of(lowered, from) if lowered == heap && stone >= from)
            }),
            (Scene::Board { .. }, _) => self.path.contains(mark) || self.gone.contains(mark),
            (Scene::Graph { .. }, _) => self.gone.contains(mark),
            (Scene::Several(insets), Mark::In(place, inner)) => {
                let inset = insets.get(*place);
                inset.is_some_and(|inset| self.within(*place).goes(&inset.scene, inner))
            }
            _ => false,
        }
    }
}

fn stone_of(mark: &Mark) -> Option<u64> {
    match *mark {
        Mark::Stone(stone) => Some(stone),
        _ => None,
    }
}

/// What one scene has and the other has not, where they can be laid on one another.
fn missing(before: &Scene, after: &Scene, path: &[Mark]) -> HashSet<Mark> {
    match (before, after) {
        (
            Scene::Board { width, squares },
            Scene::Board {
                width: wide,
                squares: after,
            },
        ) => {
            let (before, after) = (there(*width, squares), there(*wide, after));
            // Where what is left was moved or turned, only the clicks are known.
            let lies = after.is_subset(&before) && !path.iter().any(|mark| after.contains(mark));
            if lies {
                before.difference(&after).cloned().collect()
            } else {
                HashSet::new()
            }
        }
        (
            Scene::Graph { vertices, edges },
            Scene::Graph {
                vertices: dots,
                edges: lines,
            },
        ) => {
            let mut gone = fallen(vertices, dots);
            gone.extend(cut(vertices, edges, path, &ends(dots, lines)));
            gone
        }
        _ => HashSet::new(),
    }
}

/// The squares of a board on which there is something.
fn there(width: usize, squares: &[Square]) -> HashSet<Mark> {
    let width = width.max(1);
    let full = squares
        .iter()
        .enumerate()
        .filter(|(_, square)| !matches!(square, Square::Gone | Square::Free));
    full.map(|(at, _)| Mark::Square((at % width) as u64, (at / width) as u64))
        .collect()
}

/// The vertices that are not there any more; they are told apart by their names.
fn fallen(before: &[Dot], after: &[Dot]) -> HashSet<Mark> {
    let stays = |dot: &&Dot| dot.mark != DotMark::Gone;
    let names: HashSet<&str> = (after.iter().filter(stays))
        .map(|dot| dot.label.as_str())
        .collect();
    let all = before.iter().enumerate();
    all.filter(|(_, dot)| stays(dot) && !names.contains(dot.label.as_str()))
        .map(|(at, _)| Mark::Vertex(at))
        .collect()
}

/// How many edges there are between two names.
fn ends<'v>(vertices: &'v [Dot], edges: &[Line]) -> HashMap<(&'v str, &'v str), usize> {
    let mut counts = HashMap::new();
    for line in edges.iter().filter(|line| !line.gone) {
        if let Some(names) = names(vertices, line) {
            *counts.entry(names).or_insert(0) += 1;
        }
    }
    counts
}

fn names<'v>(vertices: &'v [Dot], line: &Line) -> Option<(&'v str, &'v str)> {
    let name = |at: usize| vertices.get(at).map(|dot| dot.label.as_str());
    Some((name(line.from)?, name(line.to)?))
}

/// The edges that are not there any more: of several alike those that were clicked.
fn cut(
    vertices: &[Dot],
    edges: &[Line],
    path: &[Mark],
    after: &HashMap<(&str, &str), usize>,
) -> HashSet<Mark> {
    let before = ends(vertices, edges);
    let goes = |(at, line): (usize, &Line)| {
        let names = names(vertices, line).filter(|_| !line.gone)?;
        let left = after.get(&names).copied().unwrap_or(0);
        let fewer = left < before.get(&names).copied().unwrap_or(0);
        let mark = Mark::Edge(at);
        (left == 0 || (fewer && path.contains(&mark))).then_some(mark)
    };
    edges.iter().enumerate().filter_map(goes).collect()
}

#[cfg(test)]
mod tests {
    use grundy::{Budget, Play};

    use super::*;

    /// What goes by the move with these words.
    fn gone(text: &str, path: &[Mark]) -> Vec<String> {
        let game = text.parse().expect("a game");
        let board = Board::new(&game, Play::Normal, &Budget::default());
        let number = board
            .moves
            .iter()
            .position(|mv| mv.clicks.iter().any(|clicks| clicks == path));
        let preview = Preview::new(&board, 0, path, Some(number.expect("a move")));
        let mut gone: Vec<String> = preview.gone.iter().map(Mark::to_string).collect();
        gone.sort_unstable();
        gone
    }

    #[test]
    fn what_falls_with_an_edge_and_what_is_bitten_off() {
        let hackenbush = "hackenbush ground-a,a-b,ground-c";
        assert_eq!(gone(hackenbush, &[Mark::Edge(0)]), ["e0", "e2", "v1", "v3"]);
        assert_eq!(gone("hackenbush ground-a", &[Mark::Edge(0)]), ["e0", "v1"]);
        assert_eq!(
            gone("chomp 2x3", &[Mark::Square(1, 0)]),
            ["c1,0", "c1,1", "c2,0", "c2,1"]
        );
    }
}
