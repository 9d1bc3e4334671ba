//! One depth-first search through a picture: which edges are bridges, which vertices are fused, and what each fused
//! vertex is worth.

/// The edges at each vertex, loops left out.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The edges at `v` are `ends[start[v]..start[v + 1]]`.
    start: Vec<u32>,
    /// The other end, and the number of the edge.
    ends: Vec<(u32, u32)>,
}

impl Rows {
    /// Sorts edges by their ends, by counting.
    pub(super) fn new(vertices: usize, edges: &[(u32, u32)]) -> Rows {
        let mut start = vec![0u32; vertices + 1];
        let proper = || {
            let numbered = (0u32..).zip(edges.iter().copied());
            numbered.filter(|(_, (one, other))| one != other)
        };
        for (_, (one, other)) in proper() {
            start[one as usize] += 1;
            start[other as usize] += 1;
        }
        let mut before = 0;
        for place in &mut start {
            before += std::mem::replace(place, before);
        }
        let mut ends = vec![(0, 0); before as usize];
        for (edge, (one, other)) in proper() {
            for (from, to) in [(one, other), (other, one)] {
                ends[start[from as usize] as usize] = (to, edge);
                start[from as usize] += 1;
            }
        }
        start.rotate_right(1);
        start[0] = 0;
        Rows { start, ends }
    }

    pub(super) fn vertices(&self) -> usize {
        self.start.len() - 1
    }

    fn range(&self, vertex: u32) -> std::ops::Range<u32> {
        self.start[vertex as usize]..self.start[vertex as usize + 1]
    }
}

/// What a search from the ground finds.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    /// The vertices that stand, each after the one from which it was found.
    pub(super) order: Vec<u32>,
    /// From where a vertex was found, and by which edge.
    found: Vec<(u32, u32)>,
    /// The first found vertex of the part that a vertex is fused into; [`FALLEN`] where it does not stand.
    pub(super) part: Vec<u32>,
    /// What stands on the part, at its first vertex.
    pub(super) value: Vec<u32>,
    /// Whether an edge is a bridge, a bit each.
    bridge: Vec<u64>,
}

/// Stands for no vertex and no edge.
const FALLEN: u32 = u32::MAX;

impl Survey {
    /// Searches from vertex 0. Each vertex `v` carries something else that is worth `carried[v]`; one edge may be left
    /// out.
    pub(super) fn new(
        rows: &Rows,
        edges: &[(u32, u32)],
        carried: &[u32],
        without: Option<u32>,
    ) -> Survey {
        let vertices = rows.vertices();
        let (order, found, mut reach) = search(rows, without);
        // `reach` is by place in the order; a vertex reaches as far back as what was found from it.
        let mut place = vec![FALLEN; vertices];
        for (at, &vertex) in (0u32..).zip(&order) {
            place[vertex as usize] = at;
        }
        for (at, &vertex) in order.iter().enumerate().rev() {
            let (from, by) = found[vertex as usize];
            for end in rows.range(vertex) {
                let (to, edge) = rows.ends[end as usize];
                if edge != by && Some(edge) != without {
                    reach[at] = reach[at].min(place[to as usize]);
                }
            }
            if from != FALLEN {
                let below = place[from as usize] as usize;
                reach[below] = reach[below].min(reach[at]);
            }
        }
        let mut survey = Survey {
            part: vec![FALLEN; vertices],
            value: vec![0; vertices],
            bridge: vec![0; edges.len().div_ceil(64)],
            order,
            found,
        };
        for (at, &vertex) in (0u32..).zip(&survey.order) {
            let (from, by) = survey.found[vertex as usize];
            let first = reach[at as usize] >= at;
            if first && from != FALLEN {
                survey.bridge[by as usize / 64] |= 1 << (by % 64);
            }
            let part = if first {
                vertex
            } else {
                survey.part[from as usize]
            };
            survey.part[vertex as usize] = part;
            survey.value[part as usize] ^= carried[vertex as usize];
        }
        for (edge, &(one, _)) in (0u32..).zip(edges) {
            if Some(edge) != without && survey.stands(one) && !survey.is_bridge(edge) {
                survey.value[survey.part[one as usize] as usize] ^= 1;
            }
        }
        for at in (1..survey.order.len()).rev() {
            let vertex = survey.order[at];
            if survey.part[vertex as usize] == vertex {
                let below = survey.part[survey.found[vertex as usize].0 as usize];
                survey.value[below as usize] ^= survey.value[vertex as usize] + 1;
            }
        }
        survey
    }

    pub(super) fn stands(&self, vertex: u32) -> bool {
        self.part
            .get(vertex as usize)
            .is_some_and(|&part| part != FALLEN)
    }

    pub(super) fn is_bridge(&self, edge: u32) -> bool {
        self.bridge[edge as usize / 64] >> (edge % 64) & 1 == 1
    }

    /// From where a vertex was found, and by which edge; asked of vertices that stand, and not of the ground.
    pub(super) fn found_from(&self, vertex: u32) -> (u32, u32) {
        self.found[vertex as usize]
    }

    /// Whether one of the ends of an edge was found by it.
    pub(super) fn found_by(&self, edge: u32, one: u32, other: u32) -> bool {
        [one, other]
            .iter()
            .any(|&end| self.found[end as usize].1 == edge)
    }

    /// The bridge that leads up to a vertex; none for other vertices.
    pub(super) fn bridge_below(&self, vertex: u32) -> Option<(u32, u32)> {
        let is_first = self.part[vertex as usize] == vertex;
        let (from, edge) = self.found[vertex as usize];
        (is_first && from != FALLEN).then_some((from, edge))
    }

    /// The two ends of every bridge, the upper one first; lower bridges before those that stand on them.
    pub(super) fn bridges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.order.iter().filter_map(|&vertex| {
            let (from, _) = self.bridge_below(vertex)?;
            Some((vertex, from))
        })
    }
}

/// The vertices in the order in which a depth-first search from 0 finds them, from where and by which edge it finds
/// each, and the places in that order.
fn search(rows: &Rows, without: Option<u32>) -> (Vec<u32>, Vec<(u32, u32)>, Vec<u32>) {
    let vertices = rows.vertices();
    let mut found = vec![(FALLEN, FALLEN); vertices];
    let mut seen = vec![false; vertices];
    let mut next: Vec<u32> = rows.start[..vertices].to_vec();
    let mut order = vec![0];
    seen[0] = true;
    let mut vertex = 0;
    loop {
        let end = next[vertex as usize];
        if end < rows.range(vertex).end {
            next[vertex as usize] += 1;
            let (to, edge) = rows.ends[end as usize];
            if !seen[to as usize] && Some(edge) != without {
                seen[to as usize] = true;
                found[to as usize] = (vertex, edge);
                order.push(to);
                vertex = to;
            }
        } else {
            // The way back is kept in `found`, so that no stack is needed.
            match found[vertex as usize].0 {
                FALLEN => break,
                from => vertex = from,
            }
        }
    }
    let places = (0..order.len() as u32).collect();
    (order, found, places)
}
