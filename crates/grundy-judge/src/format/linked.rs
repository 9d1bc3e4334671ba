//! Lists that a format makes of a graph or a tree: `p = parents(n, u, v); d = depths(p); c = components(n, u, v)`.
//!
//! A graph on the vertices 1 to n is given by the two ends of each edge, a tree or a forest by the parent of each vertex, 0 for a root. What is
//! made has an entry for each vertex, in their order. Vertices are gone through by queues, never by recursion, each a fixed number of times.

use super::layout::Field;
use super::made::Unmade;
use super::rule::Numbers;

/// What is made of the vertices of a graph or of numbers from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linked {
    /// Of `n`, the ends of edges and perhaps a root: the vertex before each on a shortest way from the root of its component, 0 for a root.
    Parents,
    /// Of `n` and the ends of edges: the number of the component of each vertex, from 1, in the order of their least vertices.
    Components,
    /// Of parents: how many edges lie between a vertex and its root.
    Depths,
    /// Of parents: how many vertices hang on a vertex, itself among them.
    Sizes,
    /// Of parents: the vertices, each before what hangs on it, which follows it together; those of one parent in rising order.
    Order,
    /// Of a list of the numbers 1 to its length, each once: the place of each number, from 0.
    Places,
    /// Of a list and a number: how often each of the numbers from 1 to that one comes.
    Counts,
    /// Of the cells of a board, how many a row has, and 4 or 8: the number of the region of each, from 1, in the order of their first cells, where
    /// cells that are next to each other and have the same entry lie in one; 0 for cells with the entry 0.
    Regions,
}

/// What a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    List,
    Number,
}

use Takes::{List, Number};

/// The functions, what each takes, how many of these it needs, and an example.
type Function = (&'static str, Linked, &'static [Takes], usize, &'static str);

const FUNCTIONS: [Function; 8] = [
    (
        "parents",
        Linked::Parents,
        &[Number, List, List, Number],
        3,
        "parents(n, u, v)",
    ),
    (
        "components",
        Linked::Components,
        &[Number, List, List],
        3,
        "components(n, u, v)",
    ),
    ("depths", Linked::Depths, &[List], 1, "depths(p)"),
    ("sizes", Linked::Sizes, &[List], 1, "sizes(p)"),
    ("order", Linked::Order, &[List], 1, "order(p)"),
    ("places", Linked::Places, &[List], 1, "places(o)"),
    ("counts", Linked::Counts, &[List, Number], 2, "counts(a, n)"),
    (
        "regions",
        Linked::Regions,
        &[List, Number, Number],
        3,
        "regions(b, m, 4) or regions(b, m, 8)",
    ),
];

/// A function by its name, what it takes, how many of these it needs, and an example.
pub(super) fn named(name: &str) -> Option<(Linked, &'static [Takes], usize, &'static str)> {
    let found = FUNCTIONS.iter().find(|(own, ..)| *own == name);
    found.map(|&(_, linked, takes, least, example)| (linked, takes, least, example))
}

impl Linked {
    /// The list, within a length that no list exceeds.
    pub(super) fn of(
        self,
        fields: &[Field],
        numbers: &Numbers,
        most: usize,
    ) -> Result<Vec<u128>, Unmade> {
        let list = |place: usize| {
            let field = fields.get(place);
            field.map_or(&[][..], |&field| &numbers.0[field])
        };
        let number = |place: usize| list(place).first().copied();
        let count = |place: usize| {
            let count = number(place).and_then(|count| usize::try_from(count).ok());
            count.filter(|&count| count <= most).ok_or(Unmade::TooMany)
        };
        Ok(told(match self {
            Linked::Parents => {
                let count = count(0)?;
                let root = match number(3) {
                    Some(root) => vertex(root, count)?,
                    None => 1,
                };
                parents(count, list(1), list(2), root)?
            }
            Linked::Components => components(&parents(count(0)?, list(1), list(2), 1)?)?,
            Linked::Depths => depths(&above(list(0))?)?,
            Linked::Sizes => sizes(&above(list(0))?)?,
            Linked::Order => order(&above(list(0))?)?,
            Linked::Places => places(list(0))?,
            Linked::Counts => {
                let mut counts = vec![0; count(1)?];
                let held = list(0)
                    .iter()
                    .filter_map(|&held| usize::try_from(held).ok());
                let places = held.filter_map(|held| held.checked_sub(1));
                places.for_each(|place| {
                    if let Some(count) = counts.get_mut(place) {
                        *count += 1;
                    }
                });
                counts
            }
            Linked::Regions => {
                let around = match number(2) {
                    Some(4) => false,
                    Some(8) => true,
                    other => return Err(Unmade::NoNeighbours(other.unwrap_or(0))),
                };
                let width = number(1).unwrap_or(0);
                regions(list(0), &Board::new(list(0).len(), width, around)?)
            }
        }))
    }
}

fn told(list: Vec<usize>) -> Vec<u128> {
    list.into_iter().map(|number| number as u128).collect()
}

fn vertex(number: u128, count: usize) -> Result<usize, Unmade> {
    let vertex = usize::try_from(number).ok();
    let vertex = vertex.filter(|vertex| (1..=count).contains(vertex));
    vertex.ok_or(Unmade::NoVertex(number, count))
}

/// The parents of all vertices as they are held, 0 for a root.
pub(super) fn above(list: &[u128]) -> Result<Vec<usize>, Unmade> {
    let parent = |&number: &u128| match number {
        0 => Ok(0),
        number => vertex(number, list.len()),
    };
    list.iter().map(parent).collect()
}

/// The vertex before each on a shortest way from the root, in the other components from their least vertices. Of equal ways the one counts
/// that is found first: vertices near the root are looked at first, edges in the order in which they are given.
fn parents(count: usize, from: &[u128], to: &[u128], root: usize) -> Result<Vec<usize>, Unmade> {
    if from.len() != to.len() {
        return Err(Unmade::Uneven);
    }
    let end = |&number: &u128| vertex(number, count);
    let from: Vec<usize> = from.iter().map(end).collect::<Result<_, _>>()?;
    let to: Vec<usize> = to.iter().map(end).collect::<Result<_, _>>()?;
    // Where the neighbours of a vertex begin among all.
    let mut begins = vec![0; count + 2];
    for &end in from.iter().chain(&to) {
        begins[end + 1] += 1;
    }
    for vertex in 1..begins.len() {
        begins[vertex] += begins[vertex - 1];
    }
    let mut filled = begins.clone();
    let mut beside = vec![0; 2 * from.len()];
    for (&one, &other) in from.iter().zip(&to) {
        beside[filled[one]] = other;
        filled[one] += 1;
        beside[filled[other]] = one;
        filled[other] += 1;
    }
    let mut parents = vec![0; count];
    let mut is_seen = vec![false; count + 1];
    let mut queue = Vec::with_capacity(count);
    let mut at = 0;
    for begin in std::iter::once(root).chain(1..=count) {
        if begin > count || is_seen[begin] {
            continue;
        }
        is_seen[begin] = true;
        queue.push(begin);
        while let Some(&vertex) = queue.get(at) {
            at += 1;
            for &next in &beside[begins[vertex]..begins[vertex + 1]] {
                if !is_seen[next] {
                    is_seen[next] = true;
                    parents[next - 1] = vertex;
                    queue.push(next);
                }
            }
        }
    }
    Ok(parents)
}

/// The vertices, each behind all that hangs on it.
pub(super) fn leaves_first(parents: &[usize]) -> Result<Vec<usize>, Unmade> {
    let count = parents.len();
    let mut waiting = vec![0usize; count + 1];
    parents.iter().for_each(|&parent| waiting[parent] += 1);
    let mut all: Vec<usize> = (1..=count).filter(|&vertex| waiting[vertex] == 0).collect();
    let mut at = 0;
    while let Some(&vertex) = all.get(at) {
        at += 1;
        let parent = parents[vertex - 1];
        if parent > 0 {
            waiting[parent] -= 1;
            if waiting[parent] == 0 {
                all.push(parent);
            }
        }
    }
    match all.len() == count {
        true => Ok(all),
        false => Err(Unmade::Cycle),
    }
}

fn components(parents: &[usize]) -> Result<Vec<usize>, Unmade> {
    let mut components = vec![0; parents.len()];
    let mut found = 0;
    for (component, &parent) in components.iter_mut().zip(parents) {
        if parent == 0 {
            found += 1;
            *component = found;
        }
    }
    for vertex in leaves_first(parents)?.into_iter().rev() {
        if let Some(parent) = parents[vertex - 1].checked_sub(1) {
            components[vertex - 1] = components[parent];
        }
    }
    Ok(components)
}

fn depths(parents: &[usize]) -> Result<Vec<usize>, Unmade> {
    let mut depths = vec![0; parents.len()];
    for vertex in leaves_first(parents)?.into_iter().rev() {
        if let Some(parent) = parents[vertex - 1].checked_sub(1) {
            depths[vertex - 1] = depths[parent] + 1;
        }
    }
    Ok(depths)
}

fn sizes(parents: &[usize]) -> Result<Vec<usize>, Unmade> {
    let mut sizes = vec![1; parents.len()];
    for vertex in leaves_first(parents)? {
        if let Some(parent) = parents[vertex - 1].checked_sub(1) {
            sizes[parent] += sizes[vertex - 1];
        }
    }
    Ok(sizes)
}

fn order(parents: &[usize]) -> Result<Vec<usize>, Unmade> {
    let count = parents.len();
    let sizes = sizes(parents)?;
    // The place of each behind its parent, and then among all.
    let mut taken = vec![0; count + 1];
    let mut place: Vec<usize> = Vec::with_capacity(count);
    for (&parent, size) in parents.iter().zip(&sizes) {
        place.push(taken[parent]);
        taken[parent] += size;
    }
    let mut order = vec![0; count];
    for vertex in leaves_first(parents)?.into_iter().rev() {
        if let Some(parent) = parents[vertex - 1].checked_sub(1) {
            place[vertex - 1] += place[parent] + 1;
        }
        order[place[vertex - 1]] = vertex;
    }
    Ok(order)
}

fn places(list: &[u128]) -> Result<Vec<usize>, Unmade> {
    let mut places = vec![usize::MAX; list.len()];
    for (place, &number) in list.iter().enumerate() {
        let at = vertex(number, list.len())? - 1;
        if places[at] != usize::MAX {
            return Err(Unmade::Twice(number));
        }
        places[at] = place;
    }
    Ok(places)
}

/// A board, whose cells are numbered from 0, row by row.
pub(super) struct Board {
    count: usize,
    width: usize,
    around: bool,
}

impl Board {
    /// So many cells, so many in a row; next to each other are those with a common side, or those with a common corner too.
    pub(super) fn new(count: usize, width: u128, around: bool) -> Result<Board, Unmade> {
        let narrow = usize::try_from(width).ok();
        let narrow = narrow.filter(|&width| match width {
            0 => count == 0,
            width => count.is_multiple_of(width),
        });
        Ok(Board {
            count,
            width: narrow.ok_or(Unmade::NoBoard(count, width))?,
            around,
        })
    }

    /// The cells next to one.
    pub(super) fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / self.width, cell % self.width);
        let rows = row.saturating_sub(1)..(row + 2).min(self.count / self.width);
        let columns = column.saturating_sub(1)..(column + 2).min(self.width);
        let (width, around) = (self.width, self.around);
        rows.flat_map(move |other| {
            let columns = columns.clone();
            let columns = columns.filter(move |&own| around || other == row || own == column);
            columns.map(move |own| other * width + own)
        })
        .filter(move |&other| other != cell)
    }
}

fn regions(cells: &[u128], board: &Board) -> Vec<usize> {
    let mut regions = vec![0; cells.len()];
    let mut found = 0;
    let mut queue = Vec::new();
    for begin in 0..cells.len() {
        if cells[begin] == 0 || regions[begin] > 0 {
            continue;
        }
        found += 1;
        regions[begin] = found;
        queue.push(begin);
        while let Some(cell) = queue.pop() {
            for other in board.beside(cell) {
                if cells[other] == cells[cell] && regions[other] == 0 {
                    regions[other] = found;
                    queue.push(other);
                }
            }
        }
    }
    regions
}
