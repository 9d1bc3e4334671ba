//! What is known of a component without looking at all its moves.
//!
//! *Mirrored.* Let an involution σ of the graph fix no vertex, and let no vertex be joined to its image. Then the value is 0: the second player
//! answers by the image. Where a move takes the edge ab, the image is another edge and has no vertex in common with it (if σa = b, a is joined to its
//! image). Where it takes v with its neighbours, σv is neither of them. What is left is its own image, and σ is without fixed vertices and
//! edges on it.
//!
//! *Mirrored but for a move.* If a move that is its own image leaves what is mirrored by σ, an option has the value 0, and the value is not 0.
//!
//! *Long.* A value is at most the number of moves of the longest play: half of the vertices where a move takes two; of squares that share a side
//! a move takes one of either colour. Otherwise all vertices but one, since a component of more than one has none that stands alone, and so the
//! first move takes two.
//!
//! *Lines.* Paths and cycles are told by their length, see [`line`](super::line).
//!
//! The involutions that are looked at are those of the square: the half turn and the four mirrors.

use super::form::{Key, Local};
use super::known::Fact;
use super::rules::{Host, Piece, Rules, Takes};
use super::set::Set;

impl Rules {
    /// What the theorems say of a component.
    pub(super) fn theorem(&self, key: &Key) -> Fact {
        let local = self.opened(key);
        let most = self.longest(&local);
        let mut fact = Fact {
            exact: None,
            not: match most {
                0..63 => u64::MAX << (most + 1),
                _ => 0,
            },
        };
        if let Some(value) = self.paths.value(&local) {
            return Fact::exactly(value);
        }
        if matches!(self.host, Host::Graph(_)) {
            return fact;
        }
        for image in 1..6 {
            let Some(image) = local.image(image) else {
                continue;
            };
            let all = Set::below(local.joined.len());
            if local.is_mirrored(&image, all) {
                return Fact::exactly(0);
            }
            if self.moves_onto_itself(&local, &image, all) {
                fact.not |= 1;
            }
        }
        fact
    }

    /// At least as many moves as the longest play has.
    fn longest(&self, local: &Local) -> usize {
        let count = local.joined.len();
        match (self.takes, &self.host) {
            (Takes::Vertex, _) => count - usize::from(count > 1),
            (Takes::Edge, Host::Squares(Piece::Grid)) => {
                // A leaf has the colour that its centre has not.
                let colour = |&vertex: &usize| {
                    let [row, column] = local.places[vertex];
                    let is_leaf = vertex > 0 && local.places[..vertex].contains(&[row, column]);
                    (row + column) % 2 == u8::from(is_leaf)
                };
                let one = (0..count).filter(colour).count();
                one.min(count - one)
            }
            (Takes::Edge, _) => count / 2,
        }
    }

    /// Whether a move that is its own image leaves what is mirrored.
    fn moves_onto_itself(&self, local: &Local, image: &[usize], all: Set) -> bool {
        (0..image.len()).any(|vertex| {
            let gone = match self.takes {
                Takes::Vertex if image[vertex] == vertex => local.joined[vertex],
                Takes::Edge if local.joined[vertex].has(image[vertex]) => Set::of(image[vertex]),
                _ => return false,
            };
            local.is_mirrored(image, all.without(gone).without(Set::of(vertex)))
        })
    }
}

impl Local {
    /// Where an involution of the square takes each vertex, if the component is its own image.
    fn image(&self, which: u8) -> Option<Vec<usize>> {
        let least = |side: usize| self.places.iter().map(|place| place[side]).min();
        let most = |side: usize| self.places.iter().map(|place| place[side]).max();
        let (top, left) = (least(0)?, least(1)?);
        let (down, across) = (most(0)? - top, most(1)? - left);
        if which > 3 && down != across {
            return None;
        }
        let image = |[row, column]: [u8; 2]| {
            let (row, column) = (row - top, column - left);
            let (row, column) = match which {
                1 => (down - row, column),
                2 => (row, across - column),
                3 => (down - row, across - column),
                4 => (column, row),
                _ => (across - column, down - row),
            };
            [top + row, left + column]
        };
        // Leaves, which are told to be where their centres are, go where these go.
        let mut numbers = std::collections::HashMap::new();
        let mut keyed = Vec::with_capacity(self.places.len());
        for (number, &place) in self.places.iter().enumerate() {
            let is_leaf = numbers.contains_key(&(place, false));
            numbers.insert((place, is_leaf), number);
            keyed.push((place, is_leaf));
        }
        let images = keyed
            .iter()
            .map(|&(place, is_leaf)| numbers.get(&(image(place), is_leaf)).copied());
        images.collect()
    }

    /// Whether an involution of some of its vertices fixes none of them, and joins none with its image.
    fn is_mirrored(&self, image: &[usize], left: Set) -> bool {
        let apart = |vertex: usize| {
            let other = image[vertex];
            other != vertex && left.has(other) && !self.joined[vertex].has(other)
        };
        left.iter().all(apart)
    }
}
