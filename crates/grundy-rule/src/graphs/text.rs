//! Positions as text: `a-b,b-c`, `path=5`, `grid=2x3:r1c1,r1c2`, `a/a-b,b-c` with a token, `0,0,1,1` for a tree, `@file`.
//!
//! What would be taken for something else than was meant is refused with its place: loops, edges that are there already, vertices that are not
//! there, trees that are none.

use std::collections::HashMap;
use std::sync::Arc;

use grundy_engine::graph::{
    Family, NamedEdges, Taker, TextError, order, parse_edges, parse_inline, take_line, unescaped,
};

use super::GraphRule;
use super::host::{Host, MOST, Vertices};
use super::position::GraphPosition;
use super::syntax::Kind;
use super::tokens::Tokens;
use crate::message;
use crate::notation::{Files, Word, shortened};
use crate::text::{Message, list_of};

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The bytes of the text that it is about.
    pub place: (usize, usize),
    /// What is wrong, and what was expected.
    pub message: Message,
}

fn wrong(at: usize, text: &str, message: Message) -> Wrong {
    Wrong {
        place: (at, at + text.len()),
        message,
    }
}

impl GraphRule {
    /// Reads a position of the rule; `files` gives the text behind `@name`.
    ///
    /// # Errors
    /// What is wrong, with its place in the text.
    pub fn read_position(&self, text: &str, files: Files<'_>) -> Result<GraphPosition, Wrong> {
        let kind = self.syntax.kind;
        if let Some(over) = &self.syntax.over
            && !text.contains(|c: char| !c.is_ascii_digit() && c != ',')
        {
            let sizes: Option<Vec<u64>> = text.split(',').map(|size| size.parse().ok()).collect();
            let sizes = sizes.filter(|sizes| sizes.len() == over.coordinates());
            let message = message!(
                "expected {count} sizes for {over}, with a comma between them",
                "此处应为 {over} 的 {count} 个大小，用逗号隔开",
                count = over.coordinates(),
                over = over.to_string()
            );
            let written = sizes.and_then(|sizes| over.at(&sizes));
            let written = written.ok_or_else(|| wrong(0, text, message))?;
            let host = read_graph(kind, &written, 0, files);
            let host = host.map_err(|other| wrong(0, text, other.message))?;
            return Ok(self.whole(host));
        }
        // The name of a file may hold anything.
        let until = match text.find('@') {
            Some(file) if file == 0 || text[..file].ends_with('/') => file,
            _ => text.len(),
        };
        let (token, at) = match text[..until].find('/') {
            Some(slash) => (Some(&text[..slash]), slash + 1),
            None => (None, 0),
        };
        let rest = &text[at..];
        let (graph, left) = match rest.split_once(':') {
            Some((graph, left)) if !rest.starts_with('@') => (graph, Some(left)),
            _ => (rest, None),
        };
        match token {
            None if self.has_token() => {
                let message = message!(
                    "expected the vertex of the token, '/' and a graph, such as a/a-b,b-c",
                    "此处应为棋子所在顶点、'/' 与图，如 a/a-b,b-c"
                );
                return Err(wrong(0, text, message));
            }
            Some(token) if !self.has_token() => {
                let message = message!(
                    "the rule moves no token, so nothing may precede the graph",
                    "此规则没有棋子，图之前不应有其他内容"
                );
                return Err(wrong(0, token, message));
            }
            _ => {}
        }
        let host = Arc::new(read_graph(kind, graph, at, files)?);
        let (left, gone) = match left {
            None => (host.all(), Vec::new()),
            Some(left) => read_left(&host, left, at + graph.len() + 1)?,
        };
        let mut tokens: Vec<usize> = Vec::new();
        let mut place = 0;
        for token in token.into_iter().flat_map(|tokens| tokens.split(',')) {
            if tokens.len() == self.syntax.tokens {
                let message = message!(
                    "more tokens than the rule has, at most {most}; write 'with 2 tokens' after 'graph' to allow two",
                    "棋子多于规则所允许的 {most} 枚；'graph' 之后写 'with 2 tokens' 表示至多两枚",
                    most = self.syntax.tokens
                );
                return Err(wrong(place, token, message));
            }
            let at = vertex(&host, token, place)?;
            if self.vertices_go() && tokens.contains(&at) {
                let message = message!(
                    "two tokens are on one vertex, which is removed when one of them leaves",
                    "两枚棋子在同一顶点，而其中一枚离开时此顶点即删去"
                );
                return Err(wrong(place, token, message));
            }
            tokens.push(at);
            place += token.len() + 1;
        }
        if tokens.iter().any(|token| !left.has(*token)) {
            let message = message!(
                "the token is on a vertex that has been removed",
                "棋子所在的顶点已不在"
            );
            return Err(wrong(0, text, message));
        }
        let tokens = tokens.into_iter().collect();
        Ok(GraphPosition::new(host, left, gone, tokens))
    }

    /// The whole of a graph; tokens stand on its first vertices.
    fn whole(&self, host: Host) -> GraphPosition {
        let left = host.all();
        let tokens = match self.has_token() {
            true => left.iter().take(self.syntax.tokens).collect(),
            false => Tokens::NONE,
        };
        GraphPosition::new(Arc::new(host), left, Vec::new(), tokens)
    }

    /// The position of some sizes of the family that the rule is on.
    pub(super) fn of_sizes(&self, sizes: &[u64]) -> Option<GraphPosition> {
        let text = self.syntax.over.as_ref()?.at(sizes)?;
        let family = Family::read(&Word { text: &text, at: 0 })?.ok()?;
        Some(self.whole(of_family(self.syntax.kind, family).ok()?))
    }

    /// What is expected where no position stands.
    pub fn expected(&self) -> Message {
        if let Some(over) = &self.syntax.over {
            return message!(
                "expected sizes of {over}",
                "此处应为 {over} 的大小",
                over = over.to_string()
            );
        }
        match (self.has_token(), self.syntax.kind) {
            (true, _) => message!(
                "expected positions: a vertex for the token, '/' and a graph, such as a/a-b,b-c or 1/path=5",
                "此处应为局面：棋子所在顶点、'/' 与图，如 a/a-b,b-c 或 1/path=5"
            ),
            (false, Kind::Tree) => message!(
                "expected trees: the parents of the vertices 1, 2, 3, …, such as 0,0,1,1; edges from the root, such as a-b,a-c; or path=5",
                "此处应为树：顶点 1、2、3…… 的父顶点，如 0,0,1,1；或从根写起的边，如 a-b,a-c；或 path=5"
            ),
            (false, _) => message!(
                "expected graphs: edges such as a-b,b-c, a family such as path=5, or @FILE",
                "此处应为图：边，如 a-b,b-c；图族，如 path=5；或 @FILE"
            ),
        }
    }
}

/// A graph as it is told, edge by edge.
struct Builder {
    kind: Kind,
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    edges: Vec<(usize, usize)>,
    seen: HashMap<(usize, usize), ()>,
    /// Of a tree: who stands for all that are joined to a vertex so far.
    joined: Vec<usize>,
}

impl Builder {
    fn new(kind: Kind) -> Builder {
        Builder {
            kind,
            names: Vec::new(),
            numbers: HashMap::new(),
            edges: Vec::new(),
            seen: HashMap::new(),
            joined: Vec::new(),
        }
    }

    fn vertex(&mut self, name: &str) -> Result<usize, Message> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        if self.names.len() == MOST {
            return Err(message!(
                "the graph has more than {most} vertices, which cannot be searched",
                "图的顶点超过 {most} 个，无法搜索",
                most = MOST
            ));
        }
        self.numbers.insert(name.to_owned(), self.names.len());
        self.joined.push(self.names.len());
        self.names.push(name.to_owned());
        Ok(self.names.len() - 1)
    }

    fn root_of(&mut self, mut at: usize) -> usize {
        while self.joined[at] != at {
            self.joined[at] = self.joined[self.joined[at]];
            at = self.joined[at];
        }
        at
    }

    fn edge(&mut self, from: usize, to: usize) -> Result<(), Message> {
        let shown = |builder: &Builder| {
            let name = |at: usize| shortened(&builder.names[at]);
            format!("{}-{}", name(from), name(to))
        };
        if from == to {
            return Err(message!(
                "'{edge}' joins a vertex to itself",
                "'{edge}' 连接顶点与其自身",
                edge = shown(self)
            ));
        }
        let ends = match self.kind {
            Kind::Digraph => (from, to),
            _ => (from.min(to), from.max(to)),
        };
        if self.seen.insert(ends, ()).is_some() {
            return Err(message!(
                "the edge '{edge}' was given before",
                "边 '{edge}' 重复",
                edge = shown(self)
            ));
        }
        if self.kind == Kind::Tree {
            let (one, other) = (self.root_of(from), self.root_of(to));
            if one == other {
                return Err(message!(
                    "the edge '{edge}' closes a cycle, but a tree has none",
                    "边 '{edge}' 构成环，树中没有环",
                    edge = shown(self)
                ));
            }
            self.joined[other] = one;
        }
        self.edges.push((from, to));
        Ok(())
    }

    /// The graph, and of a tree the vertex that is not joined to the first, if there is one.
    fn finish(mut self) -> Result<Host, (String, Message)> {
        if self.kind == Kind::Tree && !self.names.is_empty() {
            let root = self.root_of(0);
            let apart = (1..self.names.len()).find(|&at| self.root_of(at) != root);
            if let Some(apart) = apart {
                let message = message!(
                    "'{vertex}' is not connected to the root '{root}', so this is not a tree",
                    "'{vertex}' 与根 '{root}' 不相连，不是树",
                    vertex = shortened(&self.names[apart]),
                    root = shortened(&self.names[0])
                );
                return Err((self.names[apart].clone(), message));
            }
        }
        // In the order of the names; the root of a tree stays the first.
        let mut order_of: Vec<usize> = (0..self.names.len()).collect();
        let kept = usize::from(self.kind == Kind::Tree).min(order_of.len());
        order_of[kept..]
            .sort_by(|&one, &other| order(&self.names[one]).cmp(&order(&self.names[other])));
        let mut place = vec![0; order_of.len()];
        for (new, &old) in order_of.iter().enumerate() {
            place[old] = new;
        }
        let edges: Vec<(usize, usize)> = (self.edges.iter())
            .map(|&(from, to)| (place[from], place[to]))
            .collect();
        let names = order_of
            .into_iter()
            .map(|old| std::mem::take(&mut self.names[old]));
        let names: Vec<String> = names.collect();
        Ok(Host::new(self.kind, names, &edges, None))
    }
}

fn read_graph(kind: Kind, text: &str, at: usize, files: Files<'_>) -> Result<Host, Wrong> {
    if let Some(file) = text.strip_prefix('@') {
        let told = files(file).map_err(|message| wrong(at, text, message))?;
        return read_file(kind, file, &told).map_err(|message| wrong(at, text, message));
    }
    if let Some(family) = Family::read(&Word { text, at }) {
        let family = family.map_err(|error| wrong(at, text, error.message))?;
        return of_family(kind, family).map_err(|message| wrong(at, text, message));
    }
    let numbers = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b',');
    if kind == Kind::Tree && numbers && !text.is_empty() {
        return read_parents(text, at);
    }
    parse_inline(text).map_err(|error: TextError| Wrong {
        place: (
            at + error.at,
            at + error.at + error.found.map_or(1, char::len_utf8),
        ),
        message: error.what(),
    })?;
    let mut builder = Builder::new(kind);
    let mut places: HashMap<String, (usize, usize)> = HashMap::new();
    let mut start = at;
    for path in text.split(',') {
        let mut earlier: Option<(usize, usize)> = None;
        let mut begin = start;
        for name in path.split('-') {
            let end = begin + name.len();
            let told = unescaped(name).unwrap_or_default();
            let here = |message| Wrong {
                place: (begin, end),
                message,
            };
            let number = builder.vertex(&told).map_err(here)?;
            places.entry(told).or_insert((begin, end));
            if let Some((from, first)) = earlier {
                builder.edge(from, number).map_err(|message| Wrong {
                    place: (first, end),
                    message,
                })?;
            }
            earlier = Some((number, begin));
            begin = end + 1;
        }
        start += path.len() + 1;
    }
    builder.finish().map_err(|(name, message)| Wrong {
        place: places.get(&name).copied().unwrap_or((at, at + text.len())),
        message,
    })
}

pub(super) fn of_family(kind: Kind, family: Family) -> Result<Host, Message> {
    if family.vertices() > MOST {
        return Err(message!(
            "the graph has {count} vertices; at most {most} can be searched",
            "图有 {count} 个顶点；至多 {most} 个才能搜索",
            count = family.vertices(),
            most = MOST
        ));
    }
    let NamedEdges { names, edges, .. } = NamedEdges::of_family(family, kind == Kind::Digraph);
    let ends = edges.iter().map(|&(from, to)| (from as usize, to as usize));
    let edges: Vec<(usize, usize)> = ends.collect();
    let host = Host::new(kind, names, &edges, Some(family));
    let joined = host.depth.iter().all(|&depth| depth < u16::MAX);
    if kind == Kind::Tree && !(joined && edges.len() + 1 == host.names.len()) {
        return Err(message!(
            "{family} is not a tree; path=5 and star=5 are",
            "{family} 不是树；path=5 与 star=5 是树",
            family = family.to_string()
        ));
    }
    Ok(host)
}

/// A list of parents of the vertices 1, 2, 3, …
fn read_parents(text: &str, at: usize) -> Result<Host, Wrong> {
    let mut builder = Builder::new(Kind::Tree);
    let parents: Vec<&str> = text.split(',').collect();
    let mut start = at;
    let most = parents.len();
    for name in 0..=most.min(MOST) {
        let told = builder.vertex(&name.to_string());
        told.map_err(|message| wrong(at, text, message))?;
    }
    for (child, parent) in (1..).zip(&parents) {
        let number = parent
            .parse::<usize>()
            .ok()
            .filter(|&number| number <= most);
        let told = match number {
            Some(number) => builder.edge(number, child),
            None => Err(message!(
                "expected the parent of vertex {child}, a number of at most {most}, found '{found}'",
                "此处应为顶点 {child} 的父顶点，即不超过 {most} 的数，却是 '{found}'",
                child = child,
                most = most,
                found = shortened(parent)
            )),
        };
        told.map_err(|message| wrong(start, parent, message))?;
        start += parent.len() + 1;
    }
    builder
        .finish()
        .map_err(|(_, message)| wrong(at, text, message))
}

/// Takes the edges of one line of a file.
#[derive(Default)]
struct Told {
    names: Vec<String>,
    edges: Vec<(u32, u32)>,
}

impl Taker for Told {
    fn vertex(&mut self, name: &str) -> Option<u32> {
        if let Some(known) = self.names.iter().position(|known| known == name) {
            return u32::try_from(known).ok();
        }
        self.names.push(name.to_owned());
        u32::try_from(self.names.len() - 1).ok()
    }
    fn alone(&mut self, _: u32) -> Option<()> {
        Some(())
    }
    fn edge(&mut self, from: u32, to: u32) -> Option<()> {
        self.edges.push((from, to));
        Some(())
    }
}

/// A graph in a file: DOT, or a list of edges; of a tree also a list of parents.
fn read_file(kind: Kind, file: &str, text: &str) -> Result<Host, Message> {
    let at_line = |line: usize, message: Message| {
        message!(
            "{file}, line {line}: {what}",
            "{file} 第 {line} 行：{what}",
            file = shortened(file),
            line = line,
            what = message
        )
    };
    let mut builder = Builder::new(kind);
    let take = |builder: &mut Builder, told: &Told| -> Result<(), Message> {
        let numbers = told.names.iter().map(|name| builder.vertex(name));
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
        for &(from, to) in &told.edges {
            builder.edge(numbers[from as usize], numbers[to as usize])?;
        }
        Ok(())
    };
    if text.contains('{') {
        let read = parse_edges(text, kind == Kind::Digraph)
            .map_err(|error| at_line(error.place.line, error.what()))?;
        let told = Told {
            names: read.names,
            edges: read.edges,
        };
        take(&mut builder, &told)?;
    } else if kind == Kind::Tree && is_parents(text) {
        let numbers = text.split(|c: char| c == ',' || c.is_whitespace());
        let parents: Vec<&str> = numbers.filter(|number| !number.is_empty()).collect();
        return read_parents(&parents.join(","), 0).map_err(|wrong| at_line(1, wrong.message));
    } else {
        for (line, text) in (1..).zip(text.lines()) {
            let mut told = Told::default();
            take_line(text, &mut told).map_err(|error| at_line(line, error.what()))?;
            take(&mut builder, &told).map_err(|message| at_line(line, message))?;
        }
    }
    builder.finish().map_err(|(_, message)| at_line(1, message))
}

/// Whether a text is numbers, and not two a line.
fn is_parents(text: &str) -> bool {
    let numbers = |line: &str| {
        let words = line.split(|c: char| c == ',' || c.is_whitespace());
        words.filter(|word| !word.is_empty()).count()
    };
    let digits = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
    text.chars().all(digits) && text.lines().any(|line| !matches!(numbers(line), 0 | 2))
}

/// The vertex of a name.
fn vertex(host: &Host, text: &str, at: usize) -> Result<usize, Wrong> {
    const SHOWN: usize = 8;
    let told = unescaped(text);
    let found = told.and_then(|told| host.names.iter().position(|name| *name == told));
    found.ok_or_else(|| {
        let mut names: Vec<String> = (0..host.names.len().min(SHOWN))
            .map(|at| host.name(at))
            .collect();
        if host.names.len() > SHOWN {
            names.push("…".to_owned());
        }
        let message = message!(
            "the graph has no vertex '{found}'; its vertices are {some}",
            "图中没有顶点 '{found}'；顶点有 {some}",
            found = shortened(text),
            some = list_of(&names)
        );
        wrong(at, text, message)
    })
}

/// What is left of a graph: vertices with all edges between them, or where there is a `-`, edges.
fn read_left(host: &Host, text: &str, at: usize) -> Result<(Vertices, Vec<u16>), Wrong> {
    let mut left = Vertices::EMPTY;
    let mut kept = vec![false; host.edges.len()];
    if text.is_empty() {
        return Ok((left, Vec::new()));
    }
    let mut start = at;
    for path in text.split(',') {
        let mut earlier: Option<(usize, usize)> = None;
        let mut begin = start;
        for name in path.split('-') {
            let end = begin + name.len();
            let number = vertex(host, name, begin)?;
            left.insert(number);
            if let Some((from, first)) = earlier {
                let edge = host.edge(from, number).ok_or_else(|| Wrong {
                    place: (first, end),
                    message: message!(
                        "the graph has no edge '{from}-{to}'",
                        "图中没有边 '{from}-{to}'",
                        from = shortened(&host.name(from)),
                        to = shortened(&host.name(number))
                    ),
                })?;
                kept[edge] = true;
            }
            earlier = Some((number, begin));
            begin = end + 1;
        }
        start += path.len() + 1;
    }
    let within = |&(from, to): &(u16, u16)| left.has(from.into()) && left.has(to.into());
    let lost = |place: &usize| text.contains('-') && !kept[*place] && within(&host.edges[*place]);
    let gone = (0..host.edges.len()).filter(lost);
    Ok((left, gone.map(|place| place as u16).collect()))
}
