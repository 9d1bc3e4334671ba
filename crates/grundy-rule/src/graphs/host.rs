//! The graph on which a position lies: names, edges, and how it is written.

use grundy_engine::graph::{Family, escaped};
use grundy_engine::set::Set;

use super::syntax::Kind;

/// A set of vertices, a bit each.
pub(super) type Vertices = Set<4>;

/// Most vertices of a graph that is searched.
pub const MOST: usize = Vertices::ROOM;

/// A graph with names. Its edges are in order: of an undirected one the lesser vertex first, of a tree the lower.
#[derive(Debug)]
pub(super) struct Host {
    pub(super) kind: Kind,
    pub(super) names: Vec<String>,
    pub(super) family: Option<Family>,
    /// Where the edges at each vertex lead, and whence they come: the latter only where they have a direction.
    pub(super) out: Vec<Vertices>,
    into: Vec<Vertices>,
    pub(super) edges: Vec<(u16, u16)>,
    /// How far the vertices of a tree are from its root.
    pub(super) depth: Vec<u16>,
    /// As it is written; graphs that are written alike are equal.
    pub(super) text: String,
}

impl Host {
    /// A graph of names and edges, no loop and none twice. Of a tree the first vertex is the root.
    pub(super) fn new(
        kind: Kind,
        names: Vec<String>,
        edges: &[(usize, usize)],
        family: Option<Family>,
    ) -> Host {
        let count = names.len();
        let mut out = vec![Vertices::EMPTY; count];
        let mut into = vec![Vertices::EMPTY; if kind == Kind::Digraph { count } else { 0 }];
        for &(from, to) in edges {
            out[from].insert(to);
            match kind {
                Kind::Digraph => into[to].insert(from),
                _ => out[to].insert(from),
            }
        }
        let depth = match kind {
            Kind::Tree => depths(&out),
            _ => Vec::new(),
        };
        let all = (0..count).flat_map(|from| out[from].iter().map(move |to| (from, to)));
        let once = |&(from, to): &(usize, usize)| match kind {
            Kind::Graph => from < to,
            Kind::Digraph => true,
            Kind::Tree => depth[from] < depth[to],
        };
        let edges: Vec<(u16, u16)> = all
            .filter(once)
            .map(|(from, to)| (from as u16, to as u16))
            .collect();
        let mut host = Host {
            kind,
            names,
            family,
            out,
            into,
            edges,
            depth,
            text: String::new(),
        };
        host.text = match family {
            Some(family) => family.to_string(),
            None => host
                .parents()
                .unwrap_or_else(|| host.written(host.all(), |_| true)),
        };
        host
    }

    pub(super) fn all(&self) -> Vertices {
        Set::below(self.names.len())
    }

    /// Whence the edges come.
    pub(super) fn into(&self) -> &[Vertices] {
        match self.kind {
            Kind::Digraph => &self.into,
            _ => &self.out,
        }
    }

    /// The tree as a list of parents, where its vertices have the names 0, 1, 2, …
    fn parents(&self) -> Option<String> {
        let numbered = self.kind == Kind::Tree
            && self.names.len() > 1
            && self
                .names
                .iter()
                .enumerate()
                .all(|(place, name)| *name == place.to_string());
        let mut parents = vec![0; if numbered { self.names.len() } else { 0 }];
        for &(from, to) in &self.edges {
            *parents.get_mut(usize::from(to))? = from;
        }
        let parents = parents.get(1..)?.iter().map(u16::to_string);
        Some(parents.collect::<Vec<_>>().join(","))
    }

    /// Part of the graph in a line: the edges of some, and vertices that have none of these.
    pub(super) fn written(&self, left: Vertices, keeps: impl Fn(usize) -> bool) -> String {
        let mut lonely = left;
        let mut texts: Vec<(usize, String)> = Vec::new();
        for (place, &(from, to)) in self.edges.iter().enumerate() {
            let (from, to) = (usize::from(from), usize::from(to));
            if left.has(from) && left.has(to) && keeps(place) {
                lonely.remove(from);
                lonely.remove(to);
                texts.push((from, format!("{}-{}", self.name(from), self.name(to))));
            }
        }
        texts.extend(lonely.iter().map(|at| (at, self.name(at))));
        // A tree begins with its root.
        let low = |at: usize| (self.depth.get(at).copied().unwrap_or(0), at);
        texts.sort_by_key(|&(at, _)| low(at));
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        texts.join(",")
    }

    /// The name of a vertex as it is written.
    pub(super) fn name(&self, at: usize) -> String {
        let name = self.names.get(at).map_or("", String::as_str);
        let digits = name.bytes().all(|byte| byte.is_ascii_digit());
        // A number that stands alone in a tree would be a list of parents.
        if self.kind == Kind::Tree && self.names.len() == 1 && digits {
            return name.bytes().map(|byte| format!("%{byte:02X}")).collect();
        }
        escaped(name)
    }

    /// The place of an edge, told either way where it has no direction.
    pub(super) fn edge(&self, from: usize, to: usize) -> Option<usize> {
        let place =
            |from: usize, to: usize| self.edges.binary_search(&(from as u16, to as u16)).ok();
        let other = || match self.kind {
            Kind::Digraph => None,
            _ => place(to, from),
        };
        place(from, to).or_else(other)
    }
}

/// How far each vertex is from the first.
pub(super) fn depths<const WORDS: usize>(out: &[Set<WORDS>]) -> Vec<u16> {
    let mut depth = vec![u16::MAX; out.len()];
    let mut reached = match out.len() {
        0 => Set::EMPTY,
        _ => Set::of(0),
    };
    let mut all = reached;
    for far in 0.. {
        let mut next = Set::EMPTY;
        for at in reached.iter() {
            depth[at] = far;
            next |= out[at];
        }
        reached = next.without(all);
        all |= reached;
        if reached.is_empty() {
            break;
        }
    }
    depth
}
