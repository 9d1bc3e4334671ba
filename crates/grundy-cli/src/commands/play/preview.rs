//! What goes when a move is made, as far as it can be seen: read off the clicks and the scene after the move.

use grundy::scene::{Dot, Line, Mark, Scene, Square};
use grundy_play::Board;

/// A move that is about to be made.
#[derive(Clone, Debug)]
pub(super) struct Preview {
    pub(super) component: usize,
    path: Vec<Mark>,
    after: After,
}

#[derive(Clone, Debug)]
enum After {
    /// Nothing stays.
    Nothing,
    /// This stays.
    Scene(Scene),
    /// It is not to be told.
    Unknown,
}

impl Preview {
    /// Of clicks in a component that make the move of this number, or no whole move yet.
    pub(super) fn new(
        board: &Board,
        component: usize,
        path: &[Mark],
        number: Option<usize>,
    ) -> Preview {
        let mv = number.and_then(|number| board.moves.get(number));
        let after = match mv {
            Some(mv) if mv.to.is_empty() => After::Nothing,
            Some(mv) if mv.to.len() == 1 => match mv.game.components().nth(component) {
                Some(stays) => After::Scene(stays.drawn(0).scene),
                None => After::Unknown,
            },
            _ => After::Unknown,
        };
        Preview {
            component,
            path: path.to_vec(),
            after,
        }
    }

    /// Whether an element of the scene goes.
    pub(super) fn goes(&self, scene: &Scene, mark: Mark) -> bool {
        match (scene, mark) {
            (Scene::Heap(_), Mark::Stone(stone)) => {
                let from = self.path.iter().filter_map(stone_of).min();
                from.is_some_and(|from| stone >= from)
            }
            (Scene::Row(_) | Scene::Ring(_), Mark::Stone(pin)) => {
                let mut ends = self.path.iter().filter_map(stone_of);
                match (ends.next(), ends.next()) {
                    (Some(first), Some(last)) if first <= last => (first..=last).contains(&pin),
                    (Some(first), Some(last)) => pin >= first || pin <= last,
                    (Some(first), None) => pin == first,
                    _ => false,
                }
            }
            (Scene::Heaps(_), Mark::Of(heap, stone)) => self.path.iter().any(|clicked| {
                matches!(*clicked, Mark::Of(lowered, from) if lowered == heap && stone >= from)
            }),
            (Scene::Board { width, squares }, Mark::Square(x, y)) => {
                self.path.contains(&mark) || self.leaves(*width, squares, (x, y))
            }
            (Scene::Graph { vertices, edges }, _) => self.loses(vertices, edges, mark),
            _ => false,
        }
    }

    /// Whether a square is full now and not afterwards, where both boards lie on one another.
    fn leaves(&self, width: usize, squares: &[Square], at: (u64, u64)) -> bool {
        let place = |(x, y): (u64, u64), width: usize| {
            let x = usize::try_from(x).ok().filter(|&x| x < width)?;
            usize::try_from(y).ok()?.checked_mul(width)?.checked_add(x)
        };
        let there = |squares: &[Square], width: usize, at| {
            let square = place(at, width).and_then(|place| squares.get(place));
            square.is_some_and(|&square| square != Square::Gone)
        };
        match &self.after {
            After::Scene(Scene::Board {
                width: wide,
                squares: after,
            }) => {
                let clicked = self.path.iter().any(|mark| match *mark {
                    Mark::Square(x, y) => there(after, *wide, (x, y)),
                    _ => false,
                });
                let moved = (0..after.len()).any(|one| {
                    let at = ((one % wide.max(&1)) as u64, (one / wide.max(&1)) as u64);
                    there(after, *wide, at) && !there(squares, width, at)
                });
                !clicked && !moved && there(squares, width, at) && !there(after, *wide, at)
            }
            _ => false,
        }
    }

    /// Whether a vertex or an edge is not there afterwards; they are told apart by their names.
    fn loses(&self, vertices: &[Dot], edges: &[Line], mark: Mark) -> bool {
        let ends = |vertices: &[Dot], line: &Line| {
            let name = |at: usize| vertices.get(at).map(|dot| dot.label.clone());
            Some((name(line.from)?, name(line.to)?))
        };
        let is_ground = |at: usize| {
            let mark = vertices.get(at).map(|dot| dot.mark);
            mark == Some(grundy::scene::DotMark::Ground)
        };
        match (&self.after, mark) {
            (After::Nothing, Mark::Vertex(vertex)) => !is_ground(vertex),
            (After::Nothing, _) => true,
            (
                After::Scene(Scene::Graph {
                    vertices: after,
                    edges: lines,
                }),
                mark,
            ) => match mark {
                Mark::Vertex(vertex) => vertices.get(vertex).is_some_and(|dot| {
                    let same = after.iter().find(|other| other.label == dot.label);
                    let gone = grundy::scene::DotMark::Gone;
                    same.is_none_or(|other| other.mark == gone && dot.mark != gone)
                }),
                Mark::Edge(edge) => edges.get(edge).is_some_and(|line| {
                    let these = ends(vertices, line);
                    let stays = |other: &&Line| !other.gone && ends(after, other) == these;
                    // Of several alike the one that was clicked goes.
                    let alike = lines.iter().filter(stays).count();
                    let before = edges
                        .iter()
                        .filter(|other| !other.gone && ends(vertices, other) == these);
                    alike == 0 || (self.path.contains(&mark) && alike < before.count())
                }),
                _ => false,
            },
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
