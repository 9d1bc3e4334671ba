//! Components without names, for search: isomorphic ones mostly have one form, and of few vertices they always have.
//!
//! The vertices are put in the order of colours that are refined until they tell nothing more: of a vertex by those beside it (Weisfeiler and
//! Leman 1968). Where vertices are still alike, one of them is told apart and refinement goes on; in small graphs each of them in turn, and the
//! least form counts. Two components of one form are isomorphic always, since the form is the graph itself; where isomorphic ones have two
//! forms, work is done twice and no answer changes.

use grundy_engine::set::Set;

use super::guard::component;
use super::host::depths;
use super::moves::{After, GraphMove, State, cut};
use super::syntax::Kind;
use super::tokens::Tokens;

/// A component of at most 64 vertices: where the edges of each lead. With a root or a token that is the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape(pub(super) Box<[Set<1>]>);

/// Up to so many vertices all orders of vertices that look alike are tried, as far as [`MOST_ORDERS`] allows.
const SMALL: usize = 12;

/// Most orders that are tried.
const MOST_ORDERS: u32 = 64;

/// The rows of a component, and whence the edges come where they have a direction.
pub(super) struct Rows {
    pub(super) out: Vec<Set<1>>,
    into: Vec<Set<1>>,
    depth: Vec<u16>,
}

impl Rows {
    pub(super) fn of(out: &[Set<1>], kind: Kind) -> Rows {
        Rows {
            into: match kind {
                Kind::Digraph => turned(out),
                _ => Vec::new(),
            },
            depth: match kind {
                Kind::Tree => depths(out),
                _ => Vec::new(),
            },
            out: out.to_vec(),
        }
    }

    pub(super) fn state(&self, left: Set<1>, token: Option<usize>) -> State<'_, 1> {
        State {
            out: &self.out,
            into: self.into(),
            depth: &self.depth,
            left,
            tokens: token.map_or(Tokens::NONE, Tokens::one),
        }
    }

    fn into(&self) -> &[Set<1>] {
        match self.into.is_empty() {
            true => &self.out,
            false => &self.into,
        }
    }
}

fn turned(out: &[Set<1>]) -> Vec<Set<1>> {
    let mut into = vec![Set::EMPTY; out.len()];
    for (from, to) in out.iter().enumerate() {
        to.iter().for_each(|to| into[to].insert(from));
    }
    into
}

/// The components that a move leaves.
pub(super) fn after(rows: &Rows, kind: Kind, mv: &GraphMove, after: &After<1>) -> Vec<Shape> {
    let mut out = rows.out.clone();
    for &(from, to) in cut(mv, kind) {
        let (from, to) = (usize::from(from), usize::from(to));
        out[from].remove(to);
        if kind != Kind::Digraph {
            out[to].remove(from);
        }
    }
    if let Some((kept, gone)) = after.joined {
        for row in &mut out {
            if row.has(gone) {
                row.insert(kept);
            }
        }
        let both = out[kept] | out[gone];
        out[kept] = both.without(Set::of(kept) | Set::of(gone));
    }
    shapes(&out, kind, after.left, after.tokens.first())
}

/// The shapes of the components of a set; of those of a token only the one where it is.
pub(super) fn shapes(
    out: &[Set<1>],
    kind: Kind,
    mut left: Set<1>,
    token: Option<usize>,
) -> Vec<Shape> {
    let into = match kind {
        Kind::Digraph => turned(out),
        _ => Vec::new(),
    };
    let beside = |at: usize| match into.get(at) {
        Some(&into) => out[at] | into,
        None => out[at],
    };
    let depth = match kind {
        Kind::Tree => depths(out),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    while !left.is_empty() {
        let part = component(beside, left);
        left = left.without(part);
        if token.is_some_and(|token| !part.has(token)) {
            continue;
        }
        let first = match kind {
            Kind::Tree => part.iter().min_by_key(|&at| depth[at]),
            _ => token,
        };
        found.push(canonical(out, &into, part, first));
    }
    found
}

/// A component in its form; its first vertex is to be this.
pub(super) fn canonical_of(
    out: &[Set<1>],
    kind: Kind,
    part: Set<1>,
    first: Option<usize>,
) -> Shape {
    let into = match kind {
        Kind::Digraph => turned(out),
        _ => Vec::new(),
    };
    canonical(out, &into, part, first)
}

fn canonical(out: &[Set<1>], into: &[Set<1>], part: Set<1>, first: Option<usize>) -> Shape {
    let members: Vec<usize> = part.iter().collect();
    let mut place = [0u8; 64];
    for (new, &old) in members.iter().enumerate() {
        place[old] = new as u8;
    }
    let moved = |rows: &[Set<1>]| -> Vec<Set<1>> {
        let row = |&at: &usize| {
            let beside = rows[at] & part;
            beside.iter().map(|to| usize::from(place[to])).collect()
        };
        members.iter().map(row).collect()
    };
    let graph = Local {
        out: moved(out),
        into: match into.is_empty() {
            true => Vec::new(),
            false => moved(into),
        },
    };
    let count = members.len();
    let mut colours = vec![1u8; count];
    if let Some(first) = first {
        colours[usize::from(place[first])] = 0;
    }
    let mut best = None;
    let mut orders = if count <= SMALL { MOST_ORDERS } else { 1 };
    graph.search(colours, &mut best, &mut orders);
    Shape(best.unwrap_or_default())
}

struct Local {
    out: Vec<Set<1>>,
    into: Vec<Set<1>>,
}

/// Scatters the bits of a number.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (number ^ number >> 32).wrapping_mul(0x94D0_49BB_1331_11EB)
}

impl Local {
    /// Refines colours, numbers from 0 without gaps, until they stay; how many there are.
    fn refine(&self, colours: &mut [u8]) -> usize {
        let count = colours.len();
        let mut told = 0;
        loop {
            let hash = |at: usize| {
                let sum = |rows: &[Set<1>], salt: u64| {
                    let beside = rows.get(at).copied().unwrap_or_default().iter();
                    beside.fold(0u64, |sum, to| {
                        sum.wrapping_add(mixed(u64::from(colours[to]) + salt))
                    })
                };
                let own = u64::from(colours[at]) << 56;
                let beside = sum(&self.out, 1000) ^ sum(&self.into, 2000).rotate_left(17);
                own | mixed(beside) >> 8
            };
            let hashes: Vec<u64> = (0..count).map(hash).collect();
            let mut sorted = hashes.clone();
            sorted.sort_unstable();
            sorted.dedup();
            for (colour, hash) in colours.iter_mut().zip(&hashes) {
                *colour = sorted.binary_search(hash).unwrap_or(0) as u8;
            }
            if sorted.len() == told || sorted.len() == count {
                return sorted.len();
            }
            told = sorted.len();
        }
    }

    /// Goes on until all vertices are told apart, and keeps the least form.
    fn search(&self, mut colours: Vec<u8>, best: &mut Option<Box<[Set<1>]>>, orders: &mut u32) {
        let count = colours.len();
        if self.refine(&mut colours) == count {
            *orders = orders.saturating_sub(1);
            let mut form = vec![Set::EMPTY; count];
            for (at, row) in self.out.iter().enumerate() {
                let to = row.iter().map(|to| usize::from(colours[to]));
                form[usize::from(colours[at])] = to.collect();
            }
            let form = form.into_boxed_slice();
            if best.as_ref().is_none_or(|best| form < *best) {
                *best = Some(form);
            }
            return;
        }
        // The first colour that several have.
        let mut times = [0u8; 64];
        colours
            .iter()
            .for_each(|&colour| times[usize::from(colour)] += 1);
        let Some(several) = times.iter().position(|&times| times > 1) else {
            return;
        };
        for at in (0..count).filter(|&at| usize::from(colours[at]) == several) {
            let mut apart: Vec<u8> = colours.clone();
            for (other, colour) in apart.iter_mut().enumerate() {
                let later = usize::from(*colour) > several
                    || (usize::from(*colour) == several && other != at);
                *colour += u8::from(later);
            }
            self.search(apart, best, orders);
            if *orders == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All graphs of five vertices: there are 34 up to isomorphism, and of connected ones 21 (Harary 1969).
    #[test]
    fn isomorphic_graphs_have_one_form() {
        let pairs: Vec<(usize, usize)> = (0..5)
            .flat_map(|one| (0..one).map(move |other| (other, one)))
            .collect();
        let mut forms = std::collections::HashSet::new();
        for chosen in 0..1u32 << pairs.len() {
            let mut out = vec![Set::<1>::EMPTY; 5];
            for (_, &(one, other)) in pairs
                .iter()
                .enumerate()
                .filter(|(at, _)| chosen >> at & 1 == 1)
            {
                out[one].insert(other);
                out[other].insert(one);
            }
            let shapes = shapes(&out, Kind::Graph, Set::below(5), None);
            if let [shape] = &shapes[..] {
                forms.insert(shape.clone());
            }
        }
        assert_eq!(forms.len(), 21);
    }
}
