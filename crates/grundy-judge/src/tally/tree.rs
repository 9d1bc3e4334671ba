//! Cutting a tree, as its edges stream by: Green Hackenbush on a tree whose root is vertex 1.
//!
//! By the colon principle (J. H. Conway 1976; *Winning ways*, chapter 7) a vertex is worth the nim-sum of its branches,
//! each one more than the vertex at its end. No lists of neighbours are kept: of each vertex the number of its edges and
//! the xor of its neighbours say who is next to it once it is a leaf, so leaves are taken off one after the other.

use super::{Tally, put_number, refusal};
use crate::error::Problem;
use crate::format::{Numbers, Parameter, Rule};
use crate::source::Sink;
use grundy::message;

#[derive(Clone, Copy, Default)]
struct Vertex {
    edges: u32,
    /// The xor of its neighbours.
    near: u32,
    value: u32,
    /// Another vertex of the same part, or itself.
    part: u32,
}

/// A tree at work.
pub(crate) struct Tree {
    count: Parameter,
    most: usize,
    vertices: Vec<Vertex>,
    from: Option<u32>,
    value: Option<u64>,
    tall: bool,
}

/// The value of a tree with this many vertices and these edges, the root being 1.
pub(super) fn cuts(
    vertices: u64,
    edges: impl Iterator<Item = (u64, u64)>,
    most: usize,
) -> Result<Cuts, Problem> {
    let mut tree = Tree::new(Parameter::Fixed(vertices), most);
    tree.sized(vertices.into())?;
    for (u, v) in edges {
        tree.narrow(u)?;
        tree.narrow(v)?;
    }
    let value = tree.told()?;
    Ok(Cuts {
        value,
        tall: tree.tall,
    })
}

/// What cutting a tree is worth.
pub(super) struct Cuts {
    pub(super) value: u64,
    /// Whether some branch of the root is worth more than 1.
    pub(super) tall: bool,
}

impl Tree {
    pub(crate) fn new(count: Parameter, kept: usize) -> Tree {
        Tree {
            count,
            // A vertex takes as much as one number that is kept.
            most: kept.saturating_mul(8),
            vertices: Vec::new(),
            from: None,
            value: None,
            tall: false,
        }
    }

    fn sized(&mut self, count: u128) -> Result<(), Problem> {
        let limit = self.most as u64;
        let fit = u32::try_from(count)
            .ok()
            .filter(|&count| count as usize <= self.most);
        let count = fit.ok_or(Problem::CaseTooLong { limit })?;
        self.vertices.clear();
        self.vertices.extend((0..=count).map(|part| Vertex {
            part,
            ..Vertex::default()
        }));
        (self.from, self.value, self.tall) = (None, None, false);
        Ok(())
    }

    /// The first of the part of a vertex, with each vertex on the way halved towards it.
    #[inline]
    fn part(&mut self, vertex: u32) -> u32 {
        let mut at = vertex;
        loop {
            let next = self.vertices[at as usize].part;
            if next == at {
                return at;
            }
            let beyond = self.vertices[next as usize].part;
            self.vertices[at as usize].part = beyond;
            at = beyond;
        }
    }

    #[inline]
    fn edge(&mut self, u: u32, v: u32) -> Result<(), Problem> {
        if u == v {
            return Err(Problem::Loop);
        }
        let (one, other) = (self.part(u), self.part(v));
        if one == other {
            return Err(Problem::Cycle { tree: true });
        }
        // The higher number joins the lower: of most inputs the way up stays short.
        self.vertices[one.max(other) as usize].part = one.min(other);
        for (own, far) in [(u, v), (v, u)] {
            let vertex = &mut self.vertices[own as usize];
            vertex.edges += 1;
            vertex.near ^= far;
        }
        Ok(())
    }

    /// Takes the leaves off, up to the root.
    fn told(&mut self) -> Result<u64, Problem> {
        if let Some(value) = self.value {
            return Ok(value);
        }
        let mut left = self.vertices.len().saturating_sub(2);
        // Mostly a vertex has a higher number than the one it hangs on: from the highest down, each is a leaf when its turn comes.
        for first in (2..self.vertices.len()).rev() {
            let mut at = first;
            while at != 1 && self.vertices[at].edges == 1 {
                let Vertex { near, value, .. } = self.vertices[at];
                self.vertices[at].edges = 0;
                self.tall |= near == 1 && value > 0;
                let next = &mut self.vertices[near as usize];
                next.value ^= value + 1;
                next.edges -= 1;
                next.near ^= at as u32;
                left -= 1;
                if (near as usize) < first {
                    break;
                }
                at = near as usize;
            }
        }
        if left > 0 {
            let message = message!(
                "there are too few edges to connect all vertices",
                "边数不足以连通全部顶点"
            );
            return Err(Problem::Unfit(refusal(String::new(), &message)));
        }
        let value = self.vertices.get(1).map_or(0, |root| root.value.into());
        self.value = Some(value);
        Ok(value)
    }
}

impl Sink for Tree {
    #[inline]
    fn narrow(&mut self, number: u64) -> Result<(), Problem> {
        let most = self.vertices.len() as u64 - 1;
        if number == 0 || number > most {
            return Err(Problem::NoVertex { most });
        }
        let vertex = number as u32;
        match self.from.take() {
            None => self.from = Some(vertex),
            Some(from) => self.edge(from, vertex)?,
        }
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        let most = self.vertices.len() as u64 - 1;
        Err(Problem::NoVertex { most })
    }
}

impl Tally for Tree {
    fn set(&mut self, numbers: &Numbers) -> Result<(), Problem> {
        self.sized(numbers.parameter(self.count))
    }

    fn begin(&mut self) {}

    fn position(&mut self, rule: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        self.sized(numbers.parameter(self.count))?;
        super::operands(rule, numbers, |number| super::feed(self, number))
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.told()? != 0)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let value = self.told()?;
        put_number(out, value)
    }
}
