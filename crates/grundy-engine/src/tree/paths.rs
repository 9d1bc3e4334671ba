//! Paths to the root: a move takes a vertex of a forest with all below it down to its root, and the subtrees that stood on them stay, each a
//! tree of its own.
//!
//! A subtree is worth the least number that no move leads to, and the move to v leads to the nim-sum of the subtrees that then stand alone
//! (Sprague 1935, Grundy 1939). Seen from one vertex lower, all these sums of a child change by one and the same number: by what stands on
//! its siblings. So a set of sums is kept as it first was, with the number by which all of it is changed, and of the sets of several
//! children the small ones are put into that of the largest. The set of a subtree of s vertices has no number of more digits than s, so
//! that it is a complete binary tree whose inner places say whether all below them is there: the least number that is missing is a walk
//! from its top, whatever all are changed by. All values take n log n steps and 8 bytes a vertex beside what is answered.

/// In a list of parents, that a vertex has none.
pub const ROOT: u32 = u32::MAX;

/// A forest with the Grundy value of each subtree, and what each move makes of the whole.
///
/// ```
/// use grundy_engine::tree::{RootPaths, ROOT};
/// // A root with two leaves, and a tree of one vertex.
/// let forest = RootPaths::of(&[ROOT, 0, 0, ROOT]).unwrap();
/// assert_eq!((forest.value(), forest.values()), (3, &[2, 1, 1, 1][..]));
/// // To take the vertex 0 alone leaves three single ones.
/// assert_eq!(forest.after(0), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootPaths {
    values: Vec<u32>,
    after: Vec<u32>,
    value: u32,
}

impl RootPaths {
    /// The forest in which each vertex, numbered from 0, has this parent, or [`ROOT`]; `None` where parents close a cycle or name no vertex.
    pub fn of(parents: &[u32]) -> Option<RootPaths> {
        let mut shape = Shape::of(parents)?;
        let mut segment = Vec::new();
        for at in (0..shape.order.len()).rev() {
            let top = shape.order[at];
            if parents[top as usize] == ROOT {
                shape.path(top, &mut segment);
                segment.clear();
            }
        }
        let Shape {
            order,
            values,
            above,
            ..
        } = shape;
        let roots = order.iter().filter(|&&at| parents[at as usize] == ROOT);
        let value = roots.fold(0, |sum, &at| sum ^ values[at as usize]);
        let mut after = vec![0; parents.len()];
        for &at in order.iter().rev() {
            let at = at as usize;
            let below = match parents[at] {
                ROOT => value,
                parent => after[parent as usize],
            };
            after[at] = below ^ values[at] ^ above[at];
        }
        Some(RootPaths {
            values,
            after,
            value,
        })
    }

    /// The value of the whole.
    pub fn value(&self) -> u32 {
        self.value
    }

    /// By vertex, what its subtree is worth.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// What the whole is worth when the path to a vertex has gone.
    pub fn after(&self, vertex: u32) -> u32 {
        self.after[vertex as usize]
    }

    /// The vertices to which the path may be taken so that the whole is worth this, in rising order.
    pub fn moves_to(&self, target: u32) -> impl Iterator<Item = u32> + '_ {
        let all = (0..).zip(&self.after);
        all.filter(move |&(_, &after)| after == target)
            .map(|(vertex, _)| vertex)
    }
}

/// What is known of a forest on the way.
struct Shape {
    /// Children before parents.
    order: Vec<u32>,
    size: Vec<u32>,
    /// The child with the largest subtree.
    heavy: Vec<u32>,
    /// The last child of each vertex, and of each vertex the child of the same parent before it.
    last: Vec<u32>,
    before: Vec<u32>,
    values: Vec<u32>,
    /// The nim-sum of the values of the children.
    above: Vec<u32>,
}

impl Shape {
    fn of(parents: &[u32]) -> Option<Shape> {
        let count = parents.len();
        if count >= ROOT as usize {
            return None;
        }
        let mut missing = vec![0u32; count];
        let (mut last, mut before) = (vec![ROOT; count], vec![ROOT; count]);
        for (child, &parent) in (0..).zip(parents) {
            if parent != ROOT {
                *missing.get_mut(parent as usize)? += 1;
                before[child as usize] = std::mem::replace(&mut last[parent as usize], child);
            }
        }
        let leaves = (0..).zip(&missing).filter(|&(_, &missing)| missing == 0);
        let mut order: Vec<u32> = leaves.map(|(leaf, _)| leaf).collect();
        let (mut size, mut heavy) = (vec![1u32; count], vec![ROOT; count]);
        let mut next = 0;
        while let Some(&child) = order.get(next) {
            next += 1;
            let parent = parents[child as usize];
            if parent == ROOT {
                continue;
            }
            let at = parent as usize;
            if heavy[at] == ROOT || size[heavy[at] as usize] < size[child as usize] {
                heavy[at] = child;
            }
            size[at] += size[child as usize];
            missing[at] -= 1;
            if missing[at] == 0 {
                order.push(parent);
            }
        }
        (order.len() == count).then(|| Shape {
            order,
            size,
            heavy,
            last,
            before,
            values: vec![0; count],
            above: vec![0; count],
        })
    }

    /// Values what stands on a path of largest children, from its end to `top`: behind what `full` holds stands then the set of `top`, whose
    /// number of digits is told with the number by which all of it is changed. It is at most as deep as sizes can be halved.
    fn path(&mut self, top: u32, full: &mut Vec<bool>) -> (u32, u32) {
        let base = full.len();
        let digits = u32::BITS - self.size[top as usize].leading_zeros();
        full.resize(base + (2 << digits), false);
        let mut path = vec![top];
        let mut at = top;
        while self.heavy[at as usize] != ROOT {
            at = self.heavy[at as usize];
            path.push(at);
        }
        let mut change = 0;
        for &at in path.iter().rev() {
            let heavy = self.heavy[at as usize];
            if heavy != ROOT {
                change ^= self.values[heavy as usize];
            }
            let mut sum = match heavy {
                ROOT => 0,
                heavy => self.values[heavy as usize],
            };
            let mut child = self.last[at as usize];
            while child != ROOT {
                if child != heavy {
                    let begin = full.len();
                    let (width, changed) = self.path(child, full);
                    let value = self.values[child as usize];
                    for number in 0..1u32 << width {
                        if full[begin + (1usize << width) + number as usize] {
                            let own = number ^ changed ^ value ^ change;
                            insert(&mut full[base..begin], digits, own);
                        }
                    }
                    full.truncate(begin);
                    sum ^= value;
                }
                child = self.before[child as usize];
            }
            // The path to this very vertex leaves its children.
            insert(&mut full[base..], digits, change);
            change ^= sum;
            self.above[at as usize] = sum;
            self.values[at as usize] = least_missing(&full[base..], digits, change);
        }
        (digits, change)
    }
}

/// Puts a number into a set; the number has so many digits at most.
fn insert(full: &mut [bool], digits: u32, number: u32) {
    let mut place = (1usize << digits) + number as usize;
    full[place] = true;
    while place > 1 && full[place ^ 1] {
        place /= 2;
        if std::mem::replace(&mut full[place], true) {
            return;
        }
    }
}

/// The least number that is not in a set, all of which is changed by this number.
fn least_missing(full: &[bool], digits: u32, change: u32) -> u32 {
    let (mut place, mut least) = (1, 0);
    for digit in (0..digits).rev() {
        place = 2 * place + (change >> digit & 1) as usize;
        if full[place] {
            place ^= 1;
            least |= 1 << digit;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::{ROOT, RootPaths};
    use crate::random::Random;
    use std::collections::HashMap;

    /// The value of a set of vertices, by the rule alone: from each subset a move takes a vertex with all of the set that is below it.
    fn searched(parents: &[u32], left: u32, known: &mut HashMap<u32, u32>) -> u32 {
        if let Some(&value) = known.get(&left) {
            return value;
        }
        let mut reached = 0u64;
        for vertex in (0..parents.len() as u32).filter(|vertex| left >> vertex & 1 == 1) {
            reached |= 1 << searched(parents, without(parents, left, vertex), known);
        }
        let value = reached.trailing_ones();
        known.insert(left, value);
        value
    }

    /// What is left when the path to a vertex has gone.
    fn without(parents: &[u32], mut left: u32, vertex: u32) -> u32 {
        let mut at = vertex;
        while at != ROOT && left >> at & 1 == 1 {
            left ^= 1 << at;
            at = parents[at as usize];
        }
        left
    }

    fn agrees(parents: &[u32]) {
        let forest = RootPaths::of(parents).expect("a forest");
        let mut known = HashMap::new();
        let all = (1u32 << parents.len()) - 1;
        assert_eq!(
            forest.value(),
            searched(parents, all, &mut known),
            "{parents:?}"
        );
        for vertex in 0..parents.len() as u32 {
            let after = searched(parents, without(parents, all, vertex), &mut known);
            assert_eq!(forest.after(vertex), after, "{parents:?} to {vertex}");
        }
        let lost: Vec<u32> = forest.moves_to(0).collect();
        assert_eq!(lost.is_empty(), forest.value() == 0, "{parents:?}");
    }

    #[test]
    fn small_forests_are_worth_what_search_says() {
        // Every forest of up to six vertices whose parents have smaller numbers.
        for count in 0..=6u32 {
            let all: u32 = (1..=count).product();
            for mut code in 0..all {
                let parents = (0..count).map(|vertex| {
                    let parent = code % (vertex + 1);
                    code /= vertex + 1;
                    if parent == vertex { ROOT } else { parent }
                });
                agrees(&parents.collect::<Vec<u32>>());
            }
        }
    }

    #[test]
    fn larger_forests_are_worth_what_search_says() {
        let mut random = Random(17);
        for round in 0..300u64 {
            let count = 7 + (round % 8) as u32;
            let mut name: Vec<u32> = (0..count).collect();
            random.shuffle(&mut name);
            let mut parents = vec![ROOT; count as usize];
            for vertex in 1..count {
                let near = match round % 3 {
                    0 => vertex,
                    1 => 2,
                    _ => vertex.min(3),
                };
                let back = 1 + random.below(u64::from(near)) as u32;
                if random.below(8) > 0 {
                    parents[name[vertex as usize] as usize] =
                        name[vertex.saturating_sub(back) as usize];
                }
            }
            agrees(&parents);
        }
    }

    #[test]
    fn cycles_and_vertices_that_are_not_there_are_no_forest() {
        assert_eq!(RootPaths::of(&[1, 0]), None);
        assert_eq!(RootPaths::of(&[0]), None);
        assert_eq!(RootPaths::of(&[7]), None);
        assert!(RootPaths::of(&[]).is_some_and(|forest| forest.value() == 0));
    }

    #[test]
    fn a_path_a_star_and_a_complete_tree_of_many_vertices() {
        let count = 1u32 << 17;
        let path: Vec<u32> = (0..count).map(|at| at.wrapping_sub(1)).collect();
        // A path of n vertices leaves any shorter one, or nothing.
        assert_eq!(RootPaths::of(&path).map(|it| it.value()), Some(count));
        let star: Vec<u32> = (0..count)
            .map(|at| if at == 0 { ROOT } else { 0 })
            .collect();
        let forest = RootPaths::of(&star).expect("a forest");
        // An odd number of leaves is worth 1, and one fewer 0.
        assert_eq!(forest.value(), 2);
        let halved = (0..count).map(|at| if at == 0 { ROOT } else { (at - 1) / 2 });
        let forest = RootPaths::of(&halved.collect::<Vec<u32>>()).expect("a forest");
        assert_eq!(forest.moves_to(0).count() > 0, forest.value() != 0);
    }
}
