//! Maximum matchings in undirected graphs of at most 128 vertices, by shrinking blossoms (Edmonds, *Paths, trees, and
//! flowers*, 1965).

use std::collections::VecDeque;

/// A matching that grows; vertices are numbers below 128, sets of them a bit each.
#[derive(Clone, Debug)]
pub struct Matching<'a> {
    neighbours: &'a [u128],
    among: u128,
    mate: Vec<Option<u8>>,
}

impl<'a> Matching<'a> {
    /// A maximum matching between the vertices `among`, `neighbours[v]` being the set of vertices joined to `v`, which is
    /// symmetric; loops mean nothing, and only the first 128 vertices count.
    ///
    /// At most some `n³` steps for `n` vertices, no recursion.
    ///
    /// ```
    /// use grundy_engine::matching::Matching;
    /// // A path of three vertices.
    /// let path = [0b010, 0b101, 0b010];
    /// let mut matching = Matching::maximum(&path, 0b011);
    /// assert_eq!(matching.mate(0), Some(1));
    /// assert!(!matching.grow(2)); // no larger one covers all three
    /// ```
    pub fn maximum(neighbours: &'a [u128], among: u128) -> Matching<'a> {
        let vertices = neighbours.len().min(128);
        let known = u128::MAX.checked_shr(128 - vertices as u32).unwrap_or(0);
        let mut matching = Matching {
            neighbours,
            among: 0,
            mate: vec![None; vertices],
        };
        for vertex in (0..vertices as u8).filter(|vertex| among & known & 1 << vertex != 0) {
            matching.grow(vertex);
        }
        matching
    }

    /// The vertex that one is matched with.
    pub fn mate(&self, vertex: u8) -> Option<u8> {
        self.mate.get(usize::from(vertex)).copied().flatten()
    }

    /// How many edges there are in it.
    pub fn size(&self) -> usize {
        self.mate.iter().flatten().count() / 2
    }

    /// Lets one more vertex in, and makes the matching a maximum one again; whether it has become larger, that is
    /// whether every maximum matching covers that vertex.
    pub fn grow(&mut self, vertex: u8) -> bool {
        if usize::from(vertex) >= self.mate.len() || self.among >> vertex & 1 == 1 {
            return false;
        }
        self.among |= 1 << vertex;
        Search::new(self.mate.len()).augment(self, vertex)
    }
}

/// The search for an augmenting path from one vertex.
struct Search {
    /// From which vertex a vertex was reached along an edge not in the matching.
    from: Vec<Option<u8>>,
    /// The vertex that stands for the blossom that holds a vertex.
    base: Vec<u8>,
    /// The vertices reached along an edge in the matching, and the first.
    even: u128,
    queue: VecDeque<u8>,
}

impl Search {
    fn new(vertices: usize) -> Search {
        Search {
            from: vec![None; vertices],
            base: (0..vertices as u8).collect(),
            even: 0,
            queue: VecDeque::new(),
        }
    }

    fn augment(mut self, matching: &mut Matching<'_>, root: u8) -> bool {
        self.even = 1 << root;
        self.queue.push_back(root);
        while let Some(vertex) = self.queue.pop_front() {
            let mut left = matching.neighbours[usize::from(vertex)] & matching.among;
            while left != 0 {
                let to = left.trailing_zeros() as u8;
                left &= left - 1;
                let same = self.base[usize::from(vertex)] == self.base[usize::from(to)];
                if same || matching.mate(vertex) == Some(to) {
                    continue;
                }
                if self.even >> to & 1 == 1 {
                    self.shrink(matching, vertex, to);
                } else if self.from[usize::from(to)].is_none() {
                    self.from[usize::from(to)] = Some(vertex);
                    match matching.mate(to) {
                        None => {
                            self.turn(matching, to);
                            return true;
                        }
                        Some(mate) => {
                            self.even |= 1 << mate;
                            self.queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    /// The edge closes an odd cycle of bases, which becomes one.
    fn shrink(&mut self, matching: &Matching<'_>, one: u8, other: u8) {
        let base = self.meeting(matching, one, other);
        let mut blossom = 0u128;
        self.mark(matching, one, base, other, &mut blossom);
        self.mark(matching, other, base, one, &mut blossom);
        for vertex in 0..self.base.len() {
            if blossom >> self.base[vertex] & 1 == 1 {
                self.base[vertex] = base;
                if self.even >> vertex & 1 == 0 {
                    self.even |= 1 << vertex;
                    self.queue.push_back(vertex as u8);
                }
            }
        }
    }

    /// The first base that the ways back from two vertices have in common.
    fn meeting(&self, matching: &Matching<'_>, mut one: u8, mut other: u8) -> u8 {
        let base = |vertex: u8| self.base[usize::from(vertex)];
        let below = |vertex: u8| self.from[usize::from(matching.mate(vertex)?)];
        let mut passed = 0u128;
        loop {
            one = base(one);
            passed |= 1 << one;
            match below(one) {
                Some(next) => one = next,
                None => break,
            }
        }
        loop {
            other = base(other);
            if passed >> other & 1 == 1 {
                return other;
            }
            match below(other) {
                Some(next) => other = next,
                None => return other,
            }
        }
    }

    /// Marks the bases on the way back to the base of a new blossom, so that it can be walked either way.
    fn mark(
        &mut self,
        matching: &Matching<'_>,
        mut vertex: u8,
        base: u8,
        mut child: u8,
        blossom: &mut u128,
    ) {
        while self.base[usize::from(vertex)] != base {
            let Some(mate) = matching.mate(vertex) else {
                return;
            };
            *blossom |= 1 << self.base[usize::from(vertex)] | 1 << self.base[usize::from(mate)];
            self.from[usize::from(vertex)] = Some(child);
            child = mate;
            match self.from[usize::from(mate)] {
                Some(next) => vertex = next,
                None => return,
            }
        }
    }

    /// Takes the path to a vertex, every other edge of it in the matching from now on.
    fn turn(&self, matching: &mut Matching<'_>, to: u8) {
        let mut next = Some(to);
        while let Some(vertex) = next {
            let Some(from) = self.from[usize::from(vertex)] else {
                return;
            };
            next = matching.mate(from);
            matching.mate[usize::from(vertex)] = Some(from);
            matching.mate[usize::from(from)] = Some(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of a maximum matching, by trying all.
    fn tried(neighbours: &[u128], among: u128) -> usize {
        if among == 0 {
            return 0;
        }
        let vertex = among.trailing_zeros() as usize;
        let rest = among & (among - 1);
        let mates =
            (0..neighbours.len()).filter(|to| neighbours[vertex] & rest >> to << to & 1 << to != 0);
        let with = mates
            .map(|to| 1 + tried(neighbours, rest & !(1 << to)))
            .max();
        tried(neighbours, rest).max(with.unwrap_or(0))
    }

    fn joined(vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> Vec<u128> {
        let mut neighbours = vec![0u128; vertices];
        for (one, other) in edges {
            neighbours[one] |= 1 << other;
            neighbours[other] |= 1 << one;
        }
        neighbours
    }

    fn check(neighbours: &[u128]) {
        let vertices = neighbours.len();
        let all = (1u128 << vertices) - 1;
        for left_out in 0..vertices as u8 {
            let among = all & !(1 << left_out);
            let mut matching = Matching::maximum(neighbours, among);
            assert_eq!(matching.size(), tried(neighbours, among), "{neighbours:?}");
            let before = matching.size();
            let larger = matching.grow(left_out);
            assert_eq!(matching.size(), before + usize::from(larger));
            assert_eq!(matching.size(), tried(neighbours, all), "{neighbours:?}");
            for vertex in 0..vertices as u8 {
                if let Some(mate) = matching.mate(vertex) {
                    assert_eq!(matching.mate(mate), Some(vertex));
                    assert_eq!(neighbours[usize::from(vertex)] >> mate & 1, 1);
                }
            }
        }
    }

    #[test]
    fn every_graph_of_five_vertices_and_many_of_nine() {
        let pairs =
            |count: usize| (0..count).flat_map(move |one| (0..one).map(move |to| (one, to)));
        for chosen in 0..1usize << 10 {
            check(&joined(
                5,
                pairs(5)
                    .enumerate()
                    .filter(|(at, _)| chosen >> at & 1 == 1)
                    .map(|(_, pair)| pair),
            ));
        }
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for round in 0..300 {
            let edges: Vec<(usize, usize)> = pairs(9)
                .filter(|_| {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    state % 100 < 20 + round % 30
                })
                .collect();
            check(&joined(9, edges.into_iter()));
        }
    }

    #[test]
    fn odd_cycles_joined_by_paths() {
        // Triangles in a row, each joined to the next: blossoms within blossoms on the way.
        let triangles = 40;
        let edges = (0..triangles).flat_map(|at| {
            let first = 3 * at;
            let next = (at + 1 < triangles).then_some((first + 2, first + 3));
            [
                (first, first + 1),
                (first + 1, first + 2),
                (first + 2, first),
            ]
            .into_iter()
            .chain(next)
        });
        let neighbours = joined(3 * triangles, edges);
        assert_eq!(Matching::maximum(&neighbours, u128::MAX).size(), 60);
        assert_eq!(Matching::maximum(&[], u128::MAX).size(), 0);
    }
}
