//! What is left of a graph: some of its vertices, with the edges between them but those that have gone, and a token.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::guard::component;
use super::host::{Host, Vertices};
use super::moves::{After, GraphMove, State, cut};
use super::syntax::Kind;
use super::tokens::Tokens;

/// A position of a rule on graphs: what is left of a graph with names, and tokens.
#[derive(Clone, Debug)]
pub struct GraphPosition {
    host: Arc<Host>,
    left: Vertices,
    /// The edges that have gone from between vertices that are left, in rising order.
    gone: Vec<u16>,
    tokens: Tokens,
}

impl PartialEq for GraphPosition {
    fn eq(&self, other: &GraphPosition) -> bool {
        self.left == other.left
            && self.gone == other.gone
            && self.tokens == other.tokens
            && self.is_on(&other.host)
    }
}
impl Eq for GraphPosition {}
impl Ord for GraphPosition {
    fn cmp(&self, other: &GraphPosition) -> Ordering {
        let own = (&self.left, &self.gone, self.tokens);
        own.cmp(&(&other.left, &other.gone, other.tokens))
            .then_with(|| match Arc::ptr_eq(&self.host, &other.host) {
                true => Ordering::Equal,
                false => self.host.text.cmp(&other.host.text),
            })
    }
}
impl PartialOrd for GraphPosition {
    fn partial_cmp(&self, other: &GraphPosition) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Hash for GraphPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.left, &self.gone, self.tokens, self.host.edges.len()).hash(state);
    }
}

/// Where edges lead and whence they come, without those that have gone.
pub(super) struct Rows<'h> {
    pub(super) out: Cow<'h, [Vertices]>,
    /// None where edges have no direction.
    into: Option<Cow<'h, [Vertices]>>,
}

impl Rows<'_> {
    pub(super) fn into(&self) -> &[Vertices] {
        self.into.as_ref().unwrap_or(&self.out)
    }

    fn component(&self, left: Vertices) -> Vertices {
        match &self.into {
            None => component(|at| self.out[at], left),
            Some(into) => component(|at| self.out[at] | into[at], left),
        }
    }
}

impl GraphPosition {
    pub(super) fn new(
        host: Arc<Host>,
        left: Vertices,
        gone: Vec<u16>,
        tokens: Tokens,
    ) -> GraphPosition {
        GraphPosition {
            host,
            left,
            gone,
            tokens,
        }
    }

    pub(super) fn host(&self) -> &Arc<Host> {
        &self.host
    }

    pub(super) fn left(&self) -> Vertices {
        self.left
    }

    pub(super) fn gone(&self) -> &[u16] {
        &self.gone
    }

    pub(super) fn tokens(&self) -> Tokens {
        self.tokens
    }

    /// Whether it lies on this graph.
    pub(super) fn is_on(&self, host: &Arc<Host>) -> bool {
        Arc::ptr_eq(&self.host, host)
            || (self.host.kind == host.kind && self.host.text == host.text)
    }

    /// Bytes that it holds outside itself; with the graph where that is its own.
    pub(super) fn bytes(&self, own: bool) -> u64 {
        let host = match own {
            true => 128 * self.host.names.len() + 16 * self.host.edges.len(),
            false => 0,
        };
        (2 * self.gone.len() + host) as u64
    }

    pub(super) fn rows(&self) -> Rows<'_> {
        let host = &*self.host;
        let directed = host.kind == Kind::Digraph;
        let mut rows = Rows {
            out: Cow::Borrowed(&host.out),
            into: directed.then(|| Cow::Borrowed(host.into())),
        };
        for &edge in &self.gone {
            let (from, to) = host.edges[usize::from(edge)];
            let (from, to) = (usize::from(from), usize::from(to));
            rows.out.to_mut()[from].remove(to);
            match &mut rows.into {
                Some(into) => into.to_mut()[to].remove(from),
                None => rows.out.to_mut()[to].remove(from),
            }
        }
        rows
    }

    /// Its components. Of a position with tokens only those where one is; nothing else can be played.
    pub(super) fn components(&self, rows: &Rows<'_>) -> Vec<GraphPosition> {
        let (mut left, mut found) = (self.left, Vec::new());
        while !left.is_empty() {
            let part = rows.component(left);
            left = left.without(part);
            if self.tokens.is_empty() || self.tokens.iter().any(|token| part.has(token)) {
                found.push(self.part(part));
            }
        }
        found
    }

    /// Part of it.
    fn part(&self, left: Vertices) -> GraphPosition {
        let ends = |edge: &u16| self.host.edges[usize::from(*edge)];
        let within = |edge: &&u16| {
            let (from, to) = ends(edge);
            left.has(from.into()) && left.has(to.into())
        };
        GraphPosition {
            host: Arc::clone(&self.host),
            left,
            gone: self.gone.iter().filter(within).copied().collect(),
            tokens: self.tokens.among(|token| left.has(token)),
        }
    }

    pub(super) fn state<'s>(&'s self, rows: &'s Rows<'_>) -> State<'s, 4> {
        State {
            out: &rows.out,
            into: rows.into(),
            depth: &self.host.depth,
            left: self.left,
            tokens: self.tokens,
        }
    }

    /// The components that a move leaves of a connected position.
    pub(super) fn after(&self, mv: &GraphMove, after: &After<4>) -> Vec<GraphPosition> {
        if let Some(joined) = after.joined {
            return vec![self.contracted(joined)];
        }
        let mut position = GraphPosition {
            host: Arc::clone(&self.host),
            left: after.left,
            gone: self.gone.clone(),
            tokens: after.tokens,
        };
        for &(from, to) in cut(mv, self.host.kind) {
            let edge = self.host.edge(from.into(), to.into());
            position.gone.extend(edge.map(|edge| edge as u16));
        }
        position.gone.sort_unstable();
        let rows = position.rows();
        position.components(&rows)
    }

    /// What is left on a graph of its own, in which the second vertex has become one with the first.
    fn contracted(&self, (kept, gone): (usize, usize)) -> GraphPosition {
        let rows = self.rows();
        let mut members: Vec<usize> = self.left.iter().filter(|&at| at != gone).collect();
        // The root of what is left of a tree comes first.
        members.sort_by_key(|&at| (self.host.depth.get(at).copied(), at));
        let mut place = vec![0; self.host.names.len()];
        for (new, &old) in members.iter().enumerate() {
            place[old] = new;
        }
        place[gone] = place[kept];
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for from in self.left.iter() {
            for to in (rows.out[from] & self.left).iter() {
                let (from, to) = (place[from], place[to]);
                let ordered = self.host.kind == Kind::Digraph || from < to;
                if from != to && ordered {
                    edges.push((from, to));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let names = members.iter().map(|&at| self.host.names[at].clone());
        let names = names.collect();
        let host = Arc::new(Host::new(self.host.kind, names, &edges, None));
        let left = host.all();
        GraphPosition {
            host,
            left,
            gone: Vec::new(),
            tokens: Tokens::NONE,
        }
    }

    /// Whether a token can go in no circle.
    pub(super) fn is_acyclic(&self) -> bool {
        let rows = self.rows();
        if self.host.kind != Kind::Digraph {
            let mut tokens = self.tokens.iter();
            return tokens.all(|token| (rows.out[token] & self.left).is_empty());
        }
        // What lies behind each vertex that is reached, left one by one as nothing else is reached from it.
        let mut reached: Vertices = self.tokens.iter().collect();
        loop {
            let wider = reached
                .iter()
                .fold(reached, |wider, at| wider | (rows.out[at] & self.left));
            if wider == reached {
                break;
            }
            reached = wider;
        }
        loop {
            let ends: Vertices = reached
                .iter()
                .filter(|&at| (rows.out[at] & reached).is_empty())
                .collect();
            if ends.is_empty() {
                return reached.is_empty();
            }
            reached = reached.without(ends);
        }
    }

    /// As it is written.
    pub(super) fn write(&self) -> String {
        let host = &self.host;
        let mut text = match self.tokens.is_empty() {
            false => {
                let names = self.tokens.iter().map(|token| host.name(token));
                format!("{}/{}", names.collect::<Vec<_>>().join(","), host.text)
            }
            true => host.text.clone(),
        };
        if self.left == host.all() && self.gone.is_empty() {
            return text;
        }
        text.push(':');
        if self.gone.is_empty() {
            let names = self.left.iter().map(|at| host.name(at));
            text.push_str(&names.collect::<Vec<_>>().join(","));
        } else {
            let kept = |edge: usize| self.gone.binary_search(&(edge as u16)).is_err();
            text.push_str(&host.written(self.left, kept));
        }
        text
    }
}
