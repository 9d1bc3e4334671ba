//! Green Hackenbush on any graph: cut an edge, and whatever is no longer joined to the ground falls.
//!
//! The fusion principle makes a tree of every picture, and the colon principle values it (Conway, *On numbers and
//! games*, 1976; Berlekamp, Conway and Guy, *Winning ways*, 1982); the engine in
//! [`engine::hackenbush`](crate::engine::hackenbush) does both in linear time. Loops and parallel edges count.
//!
//! The ground is the vertex called `ground`, or `0` where none is called so; `hackenbush:ground=a,b` names others, which
//! are then one. What is not joined to it has fallen before play begins. A picture of at most 256 edges is
//! written by the edges that are left; a larger one that was read from a file by the edges that were cut.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! // A triangle on a stalk of one edge.
//! let answer = solve(&"hackenbush ground-a,a-b-c-a".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "2");
//! # Ok::<(), grundy::ParseError>(())
//! ```

mod drawing;
#[cfg(test)]
mod tests;

pub use drawing::Drawing;

use crate::engine::graph::{
    NamedEdges, escaped, order, parse_edges, parse_inline_edges, unescaped,
};
use crate::engine::hackenbush::Picture;
use crate::graph::{in_file, in_word, shown_name};
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, Word, only_by_name, shortened};
use crate::number::Natural;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, Text, all_of};

/// Cutting edges of graphs that stand on the ground.
#[derive(Clone, Debug)]
pub struct Hackenbush {
    /// What the ground is called, where that must be said.
    ground: Option<String>,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "C4",
    name: "hackenbush",
    aliases: &["green-hackenbush"],
    title: Text::new("Green Hackenbush", "图上删边（Green Hackenbush）"),
    rule: Text {
        en: "A graph stands on the ground; cut one edge, and whatever is no longer connected to the ground falls.",
        zh: "一个立在地面上的图；每次删去一条边，不再与地面相连的部分随之落下。",
    },
    form: Text::new(
        "hackenbush[:ground=NAME,…] EDGE,EDGE,… …, an EDGE being A-B and the ground 'ground' or '0'; or @FILE in DOT or with one edge a line",
        "hackenbush[:ground=NAME,…] EDGE,EDGE,… …，EDGE 写作 A-B，地面写作 ground 或 0；或 @FILE，文件为 DOT 格式，或每行一条边",
    ),
    example: "hackenbush ground-a,a-b,b-c,c-a",
    source: "J. H. Conway, On numbers and games (1976); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning ways (1982)",
    theorems: &["grundy_picture", "grundy_tree"],
    recognises: only_by_name,
    parse: notation::parse::<Hackenbush>,
};

/// Pictures of more edges are not searched, since each option takes as long to make as the picture is large.
const SEARCHED: usize = 4096;

impl Ruleset for Hackenbush {
    type Position = Drawing;
    /// The place of the edge that is cut.
    type Move = u32;

    fn options(&self, drawing: &Drawing, options: &mut Options<Drawing, u32>) -> Result<(), Stop> {
        if drawing.edges() > SEARCHED {
            return Err(Stop::Full);
        }
        for edge in drawing.standing() {
            options.push(edge, drawing.cut(edge).as_slice())?;
        }
        Ok(())
    }

    fn describe(&self, drawing: &Drawing, &edge: &u32) -> Message {
        const SHOWN: usize = 8;
        let (one, other) = drawing.ends(edge);
        let cut = format!("{}-{}", shown_name(one), shown_name(other));
        let (names, falls) = drawing.falls(edge, SHOWN);
        if falls == 0 {
            return message!("cut the edge {cut}", "删去边 {cut}", cut = cut);
        }
        let mut names: Vec<String> = names.into_iter().map(shown_name).collect();
        if falls > SHOWN {
            names.push("…".to_owned());
        }
        message!(
            "cut the edge {cut}, dropping {names}",
            "删去边 {cut}，{names} 随之落下",
            cut = cut,
            names = all_of(&names)
        )
    }

    fn heap_bytes(&self, drawing: &Drawing) -> u64 {
        drawing.heap_bytes()
    }

    fn capabilities(&self) -> Capabilities<'_, Hackenbush> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Drawing, u32> for Hackenbush {
    fn scene(&self, drawing: &Drawing) -> Option<Scene> {
        let mark = |vertex: usize| match vertex {
            0 => DotMark::Ground,
            _ => DotMark::Plain,
        };
        let (names, edges) = drawing.drawn()?;
        let edges = edges
            .into_iter()
            .map(|(one, other)| Line::new(one, other, false));
        scene::graph(names, mark, edges)
    }

    fn clicks(&self, _: &Drawing, &edge: &u32, _: &[Drawing]) -> Vec<Clicks> {
        vec![vec![Mark::Edge(edge as usize)]]
    }
}

impl ValueTheorem<Drawing> for Hackenbush {
    fn value(&self, drawing: &Drawing) -> Option<Nimber> {
        Some(Nimber::from(drawing.seen(|picture, _| picture.value())))
    }

    fn moves_to(&self, drawing: &Drawing, target: &Nimber, limit: usize) -> Option<Moves<Drawing>> {
        let Ok(target) = u64::try_from(&target.0) else {
            return Some(Moves::none());
        };
        let cuts = drawing.seen(|picture, places| {
            let mut cuts = picture.cuts_to(target, limit, Picture::STEPS);
            if let Some(places) = places {
                for cut in &mut cuts.first {
                    *cut = places[*cut as usize];
                }
            }
            cuts
        });
        let step = |edge: u32| Step {
            message: self.describe(drawing, &edge),
            to: drawing.cut(edge).into_iter().collect(),
        };
        Some(Moves {
            count: cuts.count.map(Natural::from),
            listed: cuts.first.into_iter().map(step).collect(),
        })
    }

    fn because(&self, drawing: &Drawing) -> Message {
        const SHOWN: usize = 12;
        let (terms, value) = drawing.seen(|picture, _| (picture.terms(), picture.value()));
        let mut written: Vec<String> = terms.branches.iter().take(SHOWN).map(plus_one).collect();
        if terms.branches.len() > SHOWN {
            written.push(format!("… ({})", terms.branches.len()));
        }
        if terms.loops > 0 {
            written.push((terms.loops % 2).to_string());
        }
        if written.is_empty() {
            return message!(
                "nothing is left on the ground, worth 0",
                "地面上已没有边，SG 值为 0"
            );
        }
        let sum = written.join(" ⊕ ");
        let colon = message!(
            "the colon principle: the ground is worth the nim-sum of value + 1 over its branches: {sum} = {value}",
            "克朗原理（colon principle）：地面的 SG 值是各分支的“SG 值 + 1”的异或和：{sum} = {value}",
            sum = sum,
            value = value
        );
        if terms.fused == 0 {
            return colon;
        }
        let loops = if terms.loops == 0 {
            message!(
                "an edge within becomes a loop worth 1",
                "其中的边成为自环，各值 1"
            )
        } else {
            message!(
                "an edge within becomes a loop worth 1, and {loops} of them, at the ground, make {odd}",
                "其中的边成为自环，各值 1；地面上有 {loops} 个，合为 {odd}",
                loops = terms.loops,
                odd = terms.loops % 2
            )
        };
        message!(
            "by the fusion principle each set of vertices joined by cycles becomes one vertex, here {fused}; {loops}; {colon}",
            "融合原理（fusion principle）：由环连成的部分各合为一点，此处 {fused} 个；{loops}；{colon}",
            fused = terms.fused,
            loops = loops,
            colon = colon
        )
    }
}

fn plus_one(value: &u32) -> String {
    format!("({value} + 1)")
}

impl Notation for Hackenbush {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Hackenbush, Vec<Drawing>), ParseError> {
        let mut grounds = None;
        let mut words = clause.words.to_vec();
        if let Some(parameters) = clause.parameters {
            match parameters.text.strip_prefix(GROUND) {
                Some(names) => {
                    let names = Word {
                        text: names,
                        at: parameters.at + GROUND.len(),
                    };
                    grounds = Some(read_grounds(&names)?);
                }
                None => words.insert(0, parameters),
            }
        }
        let drawings = words
            .iter()
            .map(|word| read(clause, word, grounds.as_ref()));
        let drawings = drawings.collect::<Result<Vec<Drawing>, ParseError>>()?;
        let ground = grounds.and_then(|names| names.into_iter().next());
        let ground = ground.filter(|name| name != DEFAULT);
        Ok((Hackenbush { ground }, drawings))
    }
    fn head(&self) -> String {
        match &self.ground {
            Some(name) => format!("hackenbush:{GROUND}{}", escaped(name)),
            None => "hackenbush".to_owned(),
        }
    }
    fn write(&self, drawing: &Drawing) -> String {
        drawing.written()
    }
}

/// Begins the parameter that names the ground.
const GROUND: &str = "ground=";
/// What the ground is called, if any vertex is.
const DEFAULT: &str = "ground";
/// What the ground is called otherwise.
const ZERO: &str = "0";
/// How the picture of no edge is written.
const NONE: &str = ":";
/// Stands between the name of a file and the edges that are cut from the picture in it.
const CUTS: char = '#';

fn read_grounds(names: &Word<'_>) -> Result<Vec<String>, ParseError> {
    let name = |word: &Word<'_>| {
        let name = Some(word.text).filter(|text| !text.is_empty() && !text.contains(['-', '@']));
        name.and_then(unescaped).ok_or_else(|| {
            word.error(message!(
                "expected the name of a vertex, found '{found}'",
                "此处应为顶点名，却是 '{found}'",
                found = shortened(word.text)
            ))
        })
    };
    names.split(',').iter().map(name).collect()
}

/// The picture that a word is.
fn read(
    clause: &Clause<'_>,
    word: &Word<'_>,
    grounds: Option<&Vec<String>>,
) -> Result<Drawing, ParseError> {
    if word.text == NONE {
        return Ok(Drawing::nothing());
    }
    let (named, cuts) = match word.text.rsplit_once(CUTS) {
        Some((named, cuts)) if named.starts_with('@') => {
            let at = word.at + named.len() + CUTS.len_utf8();
            let cuts = Word { text: cuts, at };
            let (text, at) = (named, word.at);
            (Word { text, at }, Some(cuts))
        }
        _ => (*word, None),
    };
    let (edges, file) = match clause.file(&named) {
        Some(text) => {
            let edges = parse_edges(&text?, false).map_err(|error| in_file(&named, &error))?;
            (edges, Some(named.text.trim_start_matches('@').to_owned()))
        }
        None => {
            let edges = parse_inline_edges(word.text).map_err(|error| in_word(word, &error))?;
            (edges, None)
        }
    };
    let drawing = on_the_ground(word, edges, file, grounds)?;
    match cuts {
        None => Ok(drawing),
        Some(cuts) => drawing.with_cuts(&cuts),
    }
}

/// Numbers the vertices, the ground first and the others in the order of their names.
fn on_the_ground(
    word: &Word<'_>,
    read: NamedEdges,
    file: Option<String>,
    grounds: Option<&Vec<String>>,
) -> Result<Drawing, ParseError> {
    let NamedEdges { names, edges, .. } = read;
    let default = [DEFAULT, ZERO]
        .iter()
        .find(|&&name| names.iter().any(|one| one == name));
    let ground = match (grounds.and_then(|names| names.first()), default) {
        (Some(name), _) => name.clone(),
        (None, Some(name)) => (*name).to_owned(),
        (None, None) => {
            return Err(word.error(message!(
                "no vertex is called 'ground' or '0'; hackenbush:ground=NAME says which one is the ground",
                "没有名为 'ground' 或 '0' 的顶点；可用 hackenbush:ground=NAME 指明地面"
            )));
        }
    };
    let is_ground = |name: &String| grounds.map_or(*name == ground, |all| all.contains(name));
    if let Some(missing) = grounds
        .into_iter()
        .flatten()
        .find(|name| !names.contains(name))
    {
        return Err(word.error(message!(
            "the graph has no vertex '{name}'",
            "图中没有顶点 '{name}'",
            name = shortened(missing)
        )));
    }
    let mut named: Vec<(u32, String)> = (0u32..).zip(names).collect();
    named.sort_by(|(_, one), (_, other)| order(one).cmp(&order(other)));
    let mut place = vec![0u32; named.len()];
    let mut kept = vec![ground.clone()];
    for (old, name) in named {
        if !is_ground(&name) {
            place[old as usize] = kept.len() as u32;
            kept.push(name);
        }
    }
    let placed = |end: u32| place[end as usize];
    let edges = edges
        .into_iter()
        .map(|(one, other)| (placed(one), placed(other)));
    Drawing::new(kept, edges.collect(), file).map_err(|error| word.error(error.message()))
}
