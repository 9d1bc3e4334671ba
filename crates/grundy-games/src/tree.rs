//! Trees (Green Hackenbush on a tree): cut an edge, and whatever is no longer joined to the root falls.
//!
//! The colon principle (Conway, *On numbers and games*, 1976): what stands on a vertex may be replaced by a heap of the
//! same value. So a vertex is worth the nim-sum, over its children, of *child's value + 1*. The engine in
//! [`engine::tree`](crate::engine::tree) tells value and cuts of ten million vertices in one pass each.
//!
//! What a cut leaves of a tree of at most 256 vertices is renumbered into the one form of its shape, so that search
//! knows it again. A larger tree is kept as it was, with the cuts beside it; nothing is copied.
//!
//! ```
//! use grundy::{solve, Game, Lang, Play};
//! // A stalk of three edges, one more edge on its first vertex, and a stalk of one edge.
//! let answer = solve(&"tree 0,1,2,1,0".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "5"); // (3 + 1) ⊕ (0 + 1)
//! let cut = answer.winning.listed[0].message.render(Lang::En);
//! assert_eq!(cut, "cut the edge above vertex 3 (from 2)");
//! # Ok::<(), grundy::ParseError>(())
//! ```

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::encoded::{Encoded, Undecodable, encode_list};
use crate::engine::tree::{LineColumn, ReadError, Tree};
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::Natural;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text};

/// Cutting edges of rooted trees.
#[derive(Clone, Copy, Debug)]
pub struct Trees;

/// A tree, and the edges that have been cut from it.
#[derive(Clone, Debug)]
pub struct Standing {
    planted: Arc<Planted>,
    /// The upper ends of the edges that were cut, in rising order; none in a small tree.
    cuts: Vec<u32>,
}

#[derive(Debug)]
struct Planted {
    tree: Tree,
    /// The file that it was read from.
    file: Option<String>,
}

/// Trees of at most so many vertices are renumbered when they are cut, and always written in full.
const SMALL: usize = 256;

/// In trees of at most so many vertices, a cut that falls with a later one is forgotten, so that search knows equal
/// positions again. In larger ones it would take too long to see, and there is no hope of a search.
const MIDDLING: usize = 10_000;

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "C3",
    name: "tree",
    aliases: &[],
    title: Text::new("Cutting a tree (Green Hackenbush)", "树上删边"),
    rule: Text {
        en: "A rooted tree; cut one edge, and whatever is no longer connected to the root falls.",
        zh: "一棵有根树；每次删去一条边，不再与根相连的部分随之去掉。",
    },
    form: Text::new(
        "tree PARENT,PARENT,… of the vertices 1, 2, 3, …, the root being 0; or @FILE of parents, or of edges, two numbers a line",
        "tree PARENT,PARENT,…，即顶点 1、2、3、…… 的父顶点，根为 0；或 @FILE，文件为父顶点，或为边，每行两个数",
    ),
    example: "tree 0,0,1,1",
    source: "J. H. Conway, On numbers and games (1976); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning ways (1982)",
    theorems: &[
        "grundy_tree",
        "colon_principle",
        "cuts_to",
        "values_downwards_correct",
    ],
    recognises: only_by_name,
    parse: notation::parse::<Trees>,
};

impl PartialEq for Standing {
    fn eq(&self, other: &Standing) -> bool {
        self.cuts == other.cuts
            && (Arc::ptr_eq(&self.planted, &other.planted)
                || self.planted.tree.parents() == other.planted.tree.parents())
    }
}
impl Eq for Standing {}
impl Ord for Standing {
    fn cmp(&self, other: &Standing) -> Ordering {
        let trees = || {
            if Arc::ptr_eq(&self.planted, &other.planted) {
                return Ordering::Equal;
            }
            let (one, another) = (&self.planted.tree, &other.planted.tree);
            one.parents().cmp(another.parents())
        };
        self.cuts.cmp(&other.cuts).then_with(trees)
    }
}
impl PartialOrd for Standing {
    fn partial_cmp(&self, other: &Standing) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Hash for Standing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Small trees differ early; of a large one this much is enough.
        let parents = self.planted.tree.parents();
        parents.len().hash(state);
        parents[..parents.len().min(SMALL)].hash(state);
        self.cuts.hash(state);
    }
}

/// Whether one vertex stands on another.
fn stands_on(tree: &Tree, mut vertex: u32, other: u32) -> bool {
    while vertex != other {
        match tree.parent(vertex) {
            Some(below) => vertex = below,
            None => return false,
        }
    }
    true
}

impl Standing {
    fn new(tree: Tree, file: Option<String>, cuts: Vec<u32>) -> Standing {
        let planted = Arc::new(Planted { tree, file });
        Standing { planted, cuts }
    }

    /// The position that a tree is, if no edge is cut from it.
    pub fn whole(tree: Tree) -> Standing {
        Standing::new(tree, None, Vec::new())
    }

    /// Calls `see` with the tree as it stands and the number by which each of its vertices is known; `None` if that is
    /// its own.
    fn seen<T>(&self, see: impl FnOnce(&Tree, Option<&[u32]>) -> T) -> T {
        if self.cuts.is_empty() {
            return see(&self.planted.tree, None);
        }
        let (tree, known) = self.planted.tree.after(&self.cuts);
        see(&tree, Some(&known))
    }

    fn is_small(&self) -> bool {
        self.planted.tree.vertices() <= SMALL
    }

    /// What is left when the edge above a vertex is cut; `None` if that is the root alone.
    fn cut(&self, vertex: u32) -> Option<Standing> {
        if self.is_small() {
            let mut cuts = self.cuts.clone();
            cuts.push(vertex);
            let (left, _) = self.planted.tree.after(&cuts);
            return (left.vertices() > 1).then(|| Standing::whole(left.canonical()));
        }
        let tree = &self.planted.tree;
        let mut cuts = Vec::with_capacity(self.cuts.len() + 1);
        cuts.extend_from_slice(&self.cuts);
        if tree.vertices() <= MIDDLING {
            cuts.retain(|&cut| !stands_on(tree, cut, vertex));
        }
        let at = cuts.partition_point(|&cut| cut < vertex);
        cuts.insert(at, vertex);
        Some(Standing {
            planted: Arc::clone(&self.planted),
            cuts,
        })
    }
}

/// An edge: its upper end, which falls when it is cut, and the other.
type Edge = (u32, u32);

impl Ruleset for Trees {
    type Position = Standing;
    type Move = Edge;

    fn options(
        &self,
        standing: &Standing,
        options: &mut Options<Standing, Edge>,
    ) -> Result<(), Stop> {
        standing.seen(|tree, known| {
            let name = |vertex: u32| known.map_or(vertex, |known| known[vertex as usize]);
            for (vertex, &below) in (1u32..).zip(tree.parents()) {
                let left = standing.cut(name(vertex));
                options.push((name(vertex), name(below)), left.as_slice())?;
            }
            Ok(())
        })
    }

    /// Small trees are renumbered, and equal branches look alike only then.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, _: &Standing, &(vertex, below): &Edge) -> Message {
        message!(
            "cut the edge above vertex {vertex} (from {below})",
            "删去顶点 {vertex} 与其父顶点 {below} 之间的边",
            vertex = vertex,
            below = below
        )
    }

    fn heap_bytes(&self, standing: &Standing) -> u64 {
        // Cuts of a large tree share it, but to look at one it has to be made.
        let tree = 12 * standing.planted.tree.vertices();
        (64 + tree + 4 * standing.cuts.len()) as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Trees> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Standing, Edge> for Trees {
    fn scene(&self, standing: &Standing) -> Option<Scene> {
        if !standing.is_small() {
            return None;
        }
        standing.seen(|tree, _| {
            let mark = |vertex: usize| match vertex {
                0 => DotMark::Ground,
                _ => DotMark::Plain,
            };
            let names: Vec<String> = (0..tree.vertices()).map(|name| name.to_string()).collect();
            let edges = (1u32..).zip(tree.parents());
            let edges = edges.map(|(vertex, &below)| Line::new(below, vertex, false));
            scene::graph(names.iter().map(String::as_str), mark, edges)
        })
    }

    /// Nothing is cut from a small tree that it is not made anew: its vertices have their own numbers.
    fn clicks(&self, _: &Standing, &(vertex, _): &Edge, _: &[Standing]) -> Vec<Clicks> {
        let edge = vertex
            .checked_sub(1)
            .map(|edge| vec![Mark::Edge(edge as usize)]);
        edge.into_iter().collect()
    }
}

impl ValueTheorem<Standing> for Trees {
    fn value(&self, standing: &Standing) -> Option<Nimber> {
        Some(Nimber::from(standing.seen(|tree, _| tree.value())))
    }

    fn moves_to(
        &self,
        standing: &Standing,
        target: &Nimber,
        limit: usize,
    ) -> Option<Moves<Standing>> {
        let Ok(target) = u64::try_from(&target.0) else {
            return Some(Moves::none());
        };
        Some(standing.seen(|tree, known| {
            let name = |vertex: u32| known.map_or(vertex, |known| known[vertex as usize]);
            let cuts = tree.cuts_to(target, limit);
            let step = |vertex: u32| {
                let below = tree.parent(vertex).unwrap_or(0);
                Step {
                    message: self.describe(standing, &(name(vertex), name(below))),
                    to: standing.cut(name(vertex)).into_iter().collect(),
                }
            };
            Moves {
                count: Some(Natural::from(cuts.count)),
                listed: cuts.first.into_iter().map(step).collect(),
            }
        }))
    }

    fn because(&self, standing: &Standing) -> Message {
        const SHOWN: usize = 12;
        standing.seen(|tree, _| {
            let worths = || {
                let parents = (1usize..).zip(tree.parents());
                let children = parents.filter(|&(_, &below)| below == 0);
                children.map(|(child, _)| format!("({} + 1)", tree.values()[child]))
            };
            let branches = worths().count();
            if branches == 0 {
                return message!(
                    "only the root is left, worth 0",
                    "只剩根，SG 值为 0"
                );
            }
            let mut sum = worths().take(SHOWN).collect::<Vec<_>>().join(" ⊕ ");
            if branches > SHOWN {
                sum.push_str(&format!(" ⊕ … ({branches})"));
            }
            message!(
                "the colon principle: the root is worth the nim-sum of value + 1 over its children: {sum} = {value}",
                "克朗原理（colon principle）：根的 SG 值是各子顶点的“SG 值 + 1”的异或和：{sum} = {value}",
                sum = sum,
                value = tree.value()
            )
        })
    }
}

impl Notation for Trees {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Trees, Vec<Standing>), ParseError> {
        clause.no_parameters()?;
        let mut trees = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            trees.push(if word.text.starts_with('@') {
                from_file(clause, word)?
            } else if word.text == LONE_ROOT {
                Standing::whole(Tree::default())
            } else {
                let tree = Tree::read_parents(word.text.as_bytes(), 0);
                Standing::whole(tree.map_err(|error| wrong_word(word, &error))?)
            });
        }
        Ok((Trees, trees))
    }
    fn head(&self) -> String {
        "tree".to_owned()
    }
    fn write(&self, standing: &Standing) -> String {
        match &standing.planted.file {
            Some(file) if !standing.is_small() => {
                if standing.cuts.is_empty() {
                    return format!("@{file}");
                }
                format!("@{file}{CUTS}{}", list(&standing.cuts))
            }
            _ => standing.seen(|tree, _| {
                if tree.vertices() == 1 {
                    return LONE_ROOT.to_owned();
                }
                list(tree.parents())
            }),
        }
    }
}

/// How the tree of a root and nothing else is written.
const LONE_ROOT: &str = ".";
/// Stands between the name of a file and the edges that are cut from the tree in it.
const CUTS: char = '#';

fn list(numbers: &[u32]) -> String {
    let mut text = String::with_capacity(numbers.len() * 4);
    for (place, number) in numbers.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(&number.to_string());
    }
    text
}

fn wrong_word(word: &Word<'_>, error: &ReadError) -> ParseError {
    match error {
        ReadError::Text(error) => {
            let mut characters = word.text.char_indices().skip(error.place.column - 1);
            let (at, length) = characters
                .next()
                .map_or((word.text.len(), 1), |(at, found)| (at, found.len_utf8()));
            ParseError::at(word.at + at, length, error.problem.message())
        }
        ReadError::Tree(error) => {
            let parts = word.split(',');
            let part = error.at().and_then(|at| parts.get(at)).unwrap_or(word);
            part.error(error.message())
        }
    }
}

/// The tree in `@FILE`, or `@FILE#3,17` with the edges above 3 and 17 cut.
fn from_file(clause: &Clause<'_>, word: &Word<'_>) -> Result<Standing, ParseError> {
    let (named, cuts) = match word.text.rsplit_once(CUTS) {
        Some((named, cuts)) => {
            let at = word.at + named.len() + CUTS.len_utf8();
            let text = cuts;
            let cuts = Word { text, at };
            let at = word.at;
            (Word { text: named, at }, Some(cuts))
        }
        None => (*word, None),
    };
    let file = named.text.trim_start_matches('@').to_owned();
    let Some(text) = clause.file(&named) else {
        return Err(word.error(message!("expected the name of a file", "此处应为文件名")));
    };
    let text = text?;
    let edges = is_edge_list(&text);
    let read = if edges {
        Tree::read_edges(text.as_bytes(), 0)
    } else {
        Tree::read_parents(text.as_bytes(), 0)
    };
    let tree = read.map_err(|error| wrong_file(&file, &text, edges, &error))?;
    let mut cut = Vec::new();
    for part in cuts.map(|cuts| cuts.split(',')).unwrap_or_default() {
        let most = tree.parents().len() as u64;
        let vertex = part.number_below(most)? as u32;
        if vertex == 0 {
            return Err(part.error(message!("the root has no edge above it", "根之上没有边")));
        }
        cut.push(vertex);
    }
    cut.sort_unstable();
    cut.dedup();
    if tree.vertices() <= SMALL {
        let (left, _) = tree.after(&cut);
        return Ok(Standing::whole(left));
    }
    Ok(Standing::new(tree, Some(file), cut))
}

/// Whether the first line that says anything has two numbers with only blanks between them.
fn is_edge_list(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| !line.contains(',') && line.split_whitespace().take(3).count() == 2)
}

fn wrong_file(file: &str, text: &str, edges: bool, error: &ReadError) -> ParseError {
    let (place, message, example) = match error {
        ReadError::Text(error) => (
            error.place,
            error.problem.message(),
            error.problem.example(),
        ),
        ReadError::Tree(error) => {
            let number = error.at().map_or(0, |at| if edges { 2 * at } else { at });
            let place = LineColumn::of(text.as_bytes(), number_at(text, number));
            (
                place,
                error.message(),
                if edges { "0 1" } else { "0,0,1,1" },
            )
        }
    };
    let mut error = ParseError::in_file(file, place.line, place.column, message);
    example.clone_into(&mut error.example);
    error
}

/// The byte at which a number of a list begins, counted from 0.
fn number_at(text: &str, number: usize) -> usize {
    let bytes = text.as_bytes();
    let begins =
        |&at: &usize| bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit());
    (0..bytes.len()).filter(begins).nth(number).unwrap_or(0)
}

/// The whole tree, and what was cut from it; not the file that it was read from.
impl Encoded for Standing {
    fn encode(&self, bytes: &mut Vec<u8>) {
        encode_list(self.planted.tree.parents(), bytes);
        self.cuts.encode(bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Standing, Undecodable> {
        let (parents, cuts): (Vec<u32>, Vec<u32>) = Encoded::decode(bytes)?;
        let vertices = 1..=parents.len() as u32;
        let tree = Tree::from_parents(parents).map_err(|_| Undecodable::OutOfRange)?;
        let cut = cuts.iter().all(|cut| vertices.contains(cut)) && cuts.is_sorted();
        match cut {
            true => Ok(Standing::new(tree, None, cuts)),
            false => Err(Undecodable::OutOfRange),
        }
    }
}

#[cfg(test)]
mod tests;
