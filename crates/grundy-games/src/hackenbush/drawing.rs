//! A picture with names, and the edges that have been cut from it.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::{CUTS, DEFAULT, NONE};
use crate::encoded::{Encoded, Undecodable};
use crate::engine::graph::{escaped, order, unescaped};
use crate::engine::hackenbush::{Picture, PictureError};
use crate::message;
use crate::notation::{ParseError, Word, shortened};

/// A picture that stands on the ground.
#[derive(Clone, Debug)]
pub struct Drawing {
    drawn: Arc<Drawn>,
    /// The places of the edges that were cut, in rising order; none in a small picture. Of parallel edges the first ones
    /// are cut, and an edge that has fallen is not kept.
    cuts: Vec<u32>,
}

#[derive(Debug)]
struct Drawn {
    /// The ground is the first.
    names: Arc<[String]>,
    /// In rising order, the lesser end first; all of them joined to the ground.
    edges: Vec<(u32, u32)>,
    /// The file that it was read from.
    file: Option<String>,
    picture: OnceLock<Picture>,
}

/// Pictures of at most so many edges are made anew when they are cut, and always written in full.
const SMALL: usize = 256;

/// Names, and edges between their places.
type NamesAndEdges<'n> = (Vec<&'n str>, Vec<(u32, u32)>);

impl Drawn {
    fn new(names: Arc<[String]>, edges: Vec<(u32, u32)>, file: Option<String>) -> Arc<Drawn> {
        let picture = OnceLock::new();
        Arc::new(Drawn {
            names,
            edges,
            file,
            picture,
        })
    }

    /// The picture of some of the edges.
    fn of(&self, edges: Vec<(u32, u32)>) -> Picture {
        Picture::new(self.names.len(), edges)
            .expect("the edges were a picture before some were cut")
    }

    fn picture(&self) -> &Picture {
        self.picture.get_or_init(|| self.of(self.edges.clone()))
    }

    /// What an end of an edge is compared by: the ground before all names.
    fn key(&self, vertex: u32) -> (bool, (bool, usize, &str)) {
        (vertex > 0, order(&self.names[vertex as usize]))
    }
}

impl Drawing {
    /// The picture of these edges between vertices of these names, the first being the ground; what is not joined to it
    /// falls.
    ///
    /// # Errors
    /// Where the edges are none between so many vertices, or too many.
    pub fn new(
        names: Vec<String>,
        edges: Vec<(u32, u32)>,
        file: Option<String>,
    ) -> Result<Drawing, PictureError> {
        let picture = Picture::new(names.len(), edges)?;
        let standing = picture.edges().iter().filter(|edge| picture.stands(edge.0));
        let in_order = |&(one, other): &(u32, u32)| (one.min(other), one.max(other));
        let mut edges: Vec<(u32, u32)> = standing.map(in_order).collect();
        edges.sort_unstable();
        Ok(Drawing {
            drawn: Drawn::new(names.into(), edges, file),
            cuts: Vec::new(),
        })
    }

    /// The picture of no edge.
    pub(super) fn nothing() -> Drawing {
        let names = Arc::new([DEFAULT.to_owned()]);
        Drawing {
            drawn: Drawn::new(names, Vec::new(), None),
            cuts: Vec::new(),
        }
    }

    fn is_small(&self) -> bool {
        self.edges() <= SMALL
    }

    /// How many edges there were before any was cut.
    pub(super) fn edges(&self) -> usize {
        self.drawn.edges.len()
    }

    /// Calls `see` with the picture as it stands, and the place by which each of its edges is known; `None` if that is
    /// its own.
    pub(super) fn seen<T>(&self, see: impl FnOnce(&Picture, Option<&[u32]>) -> T) -> T {
        if self.cuts.is_empty() {
            return see(self.drawn.picture(), None);
        }
        let places: Vec<u32> = self.uncut().collect();
        let edges = places.iter().map(|&place| self.edge(place)).collect();
        see(&self.drawn.of(edges), Some(&places))
    }

    fn edge(&self, place: u32) -> (u32, u32) {
        self.drawn.edges[place as usize]
    }

    fn uncut(&self) -> impl Iterator<Item = u32> + '_ {
        let mut cuts = self.cuts.iter().peekable();
        let places = 0..self.drawn.edges.len() as u32;
        places.filter(move |place| cuts.next_if_eq(&place).is_none())
    }

    /// The places of all edges that stand.
    pub(super) fn standing(&self) -> Vec<u32> {
        self.seen(|picture, places| match places {
            None => (0..picture.edges().len() as u32).collect(),
            Some(places) => {
                let edges = picture.edges().iter().zip(places);
                let standing = edges.filter(|((one, _), _)| picture.stands(*one));
                standing.map(|(_, &place)| place).collect()
            }
        })
    }

    /// The names of the ends of an edge.
    pub(super) fn ends(&self, place: u32) -> (&str, &str) {
        let (one, other) = self.edge(place);
        let name = |vertex: u32| self.drawn.names[vertex as usize].as_str();
        (name(one), name(other))
    }

    /// The names of the vertices that stand, the ground first, and the edges between their places in the order of the edges;
    /// `None` where it is too large to be drawn.
    pub(super) fn drawn(&self) -> Option<NamesAndEdges<'_>> {
        if !self.is_small() {
            return None;
        }
        // A small picture has no cuts: it was made anew.
        let mut places = vec![None; self.drawn.names.len()];
        let mut names = Vec::new();
        let ends = self
            .drawn
            .edges
            .iter()
            .flat_map(|&(one, other)| [one, other]);
        for vertex in std::iter::once(0).chain(ends) {
            let place = &mut places[vertex as usize];
            if place.is_none() {
                *place = Some(names.len() as u32);
                names.push(self.drawn.names[vertex as usize].as_str());
            }
        }
        let place = |vertex: u32| places[vertex as usize].unwrap_or(0);
        let edges = self
            .drawn
            .edges
            .iter()
            .map(|&(one, other)| (place(one), place(other)));
        Some((names, edges.collect()))
    }

    /// The picture after one more cut, fallen edges included, and the place of each edge.
    fn after(&self, cut: u32) -> (Picture, Vec<u32>) {
        let places: Vec<u32> = self.uncut().filter(|&place| place != cut).collect();
        let edges = places.iter().map(|&place| self.edge(place)).collect();
        (self.drawn.of(edges), places)
    }

    /// The first names of vertices that fall with an edge, and how many fall.
    pub(super) fn falls(&self, cut: u32, most: usize) -> (Vec<&str>, usize) {
        let (picture, _) = self.after(cut);
        let falling = self.seen(|before, _| {
            let vertices = 0..self.drawn.names.len() as u32;
            let falling =
                vertices.filter(|&vertex| before.stands(vertex) && !picture.stands(vertex));
            falling.collect::<Vec<u32>>()
        });
        let names = falling.iter().take(most);
        let names = names.map(|&vertex| self.drawn.names[vertex as usize].as_str());
        (names.collect(), falling.len())
    }

    /// What is left when an edge is cut; `None` if that is nothing.
    pub(super) fn cut(&self, cut: u32) -> Option<Drawing> {
        if self.is_small() {
            let (picture, _) = self.after(cut);
            let standing = picture.edges().iter().filter(|edge| picture.stands(edge.0));
            let edges: Vec<(u32, u32)> = standing.copied().collect();
            let drawn = || Drawn::new(Arc::clone(&self.drawn.names), edges.clone(), None);
            return (!edges.is_empty()).then(|| Drawing {
                drawn: drawn(),
                cuts: Vec::new(),
            });
        }
        let mut cuts = self.cuts.clone();
        self.add_cut(&mut cuts, self.edge(cut));
        let (picture, _) = self.after(cut);
        cuts.retain(|&cut| {
            let (one, other) = self.edge(cut);
            picture.stands(one) || picture.stands(other)
        });
        Some(Drawing {
            drawn: Arc::clone(&self.drawn),
            cuts,
        })
    }

    /// Cuts the first of the edges between these ends that is not cut; whether there was one.
    fn add_cut(&self, cuts: &mut Vec<u32>, ends: (u32, u32)) -> bool {
        let edges = &self.drawn.edges;
        let first = edges.partition_point(|&edge| edge < ends) as u32;
        let end = edges.partition_point(|&edge| edge <= ends) as u32;
        let at = cuts.partition_point(|&cut| cut < end);
        let next = match at.checked_sub(1).map(|before| cuts[before]) {
            Some(last) if last >= first => last + 1,
            _ => first,
        };
        if next < end {
            cuts.insert(at, next);
        }
        next < end
    }

    /// Reads the edges that are cut.
    pub(super) fn with_cuts(self, word: &Word<'_>) -> Result<Drawing, ParseError> {
        let mut cut = self;
        for part in word.split(',') {
            let (one, other) = part.cut('-');
            let vertex = |word: Word<'_>| {
                let name = unescaped(word.text)?;
                let names = &cut.drawn.names;
                if name == names[0] {
                    return Some(0);
                }
                let found = names[1..].binary_search_by(|one| order(one).cmp(&order(&name)));
                found.ok().map(|at| at as u32 + 1)
            };
            let ends = vertex(one).zip(other.and_then(vertex));
            let mut cuts = cut.cuts.clone();
            let found = ends.is_some_and(|(one, other)| {
                cut.add_cut(&mut cuts, (one.min(other), one.max(other)))
            });
            if !found {
                return Err(part.error(message!(
                    "the graph has no edge '{edge}' left to cut",
                    "图中没有可删的边 '{edge}'",
                    edge = shortened(part.text)
                )));
            }
            cut.cuts = cuts;
        }
        let (edges, kept): (Vec<(u32, u32)>, Vec<u32>) = cut.seen(|picture, _| {
            let standing = picture.edges().iter().filter(|edge| picture.stands(edge.0));
            let stands = |&&place: &&u32| {
                let (one, other) = cut.edge(place);
                picture.stands(one) || picture.stands(other)
            };
            let kept = cut.cuts.iter().filter(stands).copied();
            (standing.copied().collect(), kept.collect())
        });
        Ok(if cut.is_small() {
            Drawing {
                drawn: Drawn::new(Arc::clone(&cut.drawn.names), edges, None),
                cuts: Vec::new(),
            }
        } else {
            cut.cuts = kept;
            cut
        })
    }

    /// The position in the notation.
    pub(super) fn written(&self) -> String {
        let edges = |places: &mut dyn Iterator<Item = u32>| {
            let written = places.map(|place| {
                let (one, other) = self.ends(place);
                format!("{}-{}", escaped(one), escaped(other))
            });
            written.collect::<Vec<String>>().join(",")
        };
        match &self.drawn.file {
            Some(file) if !self.is_small() => {
                if self.cuts.is_empty() {
                    return format!("@{file}");
                }
                format!("@{file}{CUTS}{}", edges(&mut self.cuts.iter().copied()))
            }
            _ => {
                let standing = self.standing();
                if standing.is_empty() {
                    return NONE.to_owned();
                }
                edges(&mut standing.into_iter())
            }
        }
    }

    /// Bytes that it holds, or that it takes to look at it.
    pub(super) fn heap_bytes(&self) -> u64 {
        let edges = self.drawn.edges.len();
        let looked_at = if self.is_small() { 0 } else { 40 * edges };
        (160 + 8 * edges + 4 * self.cuts.len() + looked_at) as u64
    }

    /// Edge by edge, what it is compared by.
    fn keys(&self) -> impl Iterator<Item = impl Ord + '_> + '_ {
        let key = |(one, other)| (self.drawn.key(one), self.drawn.key(other));
        self.drawn.edges.iter().copied().map(key)
    }
}

impl PartialEq for Drawing {
    fn eq(&self, other: &Drawing) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Drawing {}
impl PartialOrd for Drawing {
    fn partial_cmp(&self, other: &Drawing) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Drawing {
    fn cmp(&self, other: &Drawing) -> Ordering {
        let (one, another) = (&self.drawn, &other.drawn);
        let ordering = one
            .edges
            .len()
            .cmp(&another.edges.len())
            .then_with(|| self.cuts.cmp(&other.cuts));
        if Arc::ptr_eq(one, another) {
            return ordering;
        }
        if Arc::ptr_eq(&one.names, &another.names) {
            return ordering.then_with(|| one.edges.cmp(&another.edges));
        }
        // Without an edge nothing depends on names.
        let ground = || match one.edges.len() {
            0 => Ordering::Equal,
            _ => one.names[0].cmp(&another.names[0]),
        };
        ordering
            .then_with(ground)
            .then_with(|| self.keys().cmp(other.keys()))
    }
}
impl Hash for Drawing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Of a large picture this much is enough.
        let edges = &self.drawn.edges;
        edges.len().hash(state);
        self.cuts.hash(state);
        for (one, other) in edges.iter().take(SMALL) {
            self.drawn.names[*one as usize].hash(state);
            self.drawn.names[*other as usize].hash(state);
        }
    }
}

/// The names of the ends of edges, the ground first, the edges between their places, and the cuts; not the file that it
/// was read from.
impl Encoded for Drawing {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let edges = &self.drawn.edges;
        let mut used: Vec<u32> = edges
            .iter()
            .flat_map(|&(one, other)| [one, other])
            .collect();
        if !used.is_empty() {
            used.push(0);
        }
        used.sort_unstable();
        used.dedup();
        used.len().encode(bytes);
        for &vertex in &used {
            self.drawn.names[vertex as usize].encode(bytes);
        }
        let place = |vertex| used.partition_point(|&before| before < vertex);
        edges.len().encode(bytes);
        for &(one, other) in edges {
            (place(one), place(other)).encode(bytes);
        }
        self.cuts.encode(bytes);
    }

    fn decode(bytes: &mut &[u8]) -> Result<Drawing, Undecodable> {
        let (names, edges, cuts): (Vec<String>, Vec<(u32, u32)>, Vec<u32>) =
            Encoded::decode(bytes)?;
        if edges.is_empty() {
            return Ok(Drawing::nothing());
        }
        let picture = Drawing::new(names, edges, None);
        let mut drawing = picture.map_err(|_| Undecodable::OutOfRange)?;
        let places = 0..drawing.edges() as u32;
        if !cuts.is_sorted() || cuts.iter().any(|cut| !places.contains(cut)) {
            return Err(Undecodable::OutOfRange);
        }
        drawing.cuts = cuts;
        Ok(drawing)
    }
}
