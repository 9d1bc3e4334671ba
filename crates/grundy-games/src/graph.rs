//! Graph games: a token on a vertex of a directed graph is moved along an edge; several tokens make a sum.
//!
//! From a vertex that no cycle can be reached from, play ends, and the vertex has a Grundy value: the mex of its
//! options' values (Sprague 1935, Grundy 1939), worked out once for all vertices from the ends of play backwards.
//!
//! Elsewhere play may go on for ever, and a vertex has an outcome: P, N or, where neither player can force the end, D, a
//! draw. Retrograde analysis marks the vertices round by round, and the round is the remoteness: how long play lasts
//! when the winner hurries and the loser delays (Steinhaus 1925; Smith 1966). The winning moves of such a vertex are
//! those that bring the end nearer. An option that is P but farther from the end holds the win without making
//! progress, so it is neither counted nor listed; where play must end, every option that is P wins.
//!
//! In a sum such a vertex has a loopy value (Smith 1966; Fraenkel and Perl 1975), see [`LoopyTheorem`].
//!
//! The text of the graph is put in order, so that equal graphs are written alike: `graph:b-c,a-b a` is
//! `graph:a-b,b-c a`. A character of a name that could not stand in a line is written as its bytes, `%` and two
//! hexadecimal digits each.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! // From a and b one can only go round or to c, where play ends.
//! let answer = solve(&"graph:a-b,b-a,b-c a".parse::<Game>()?, Play::Normal);
//! assert_eq!((answer.outcome, answer.remoteness), (Some(Outcome::P), Some(2)));
//! let answer = solve(&"graph:a-b,b-c,a-c,c-d a b".parse::<Game>()?, Play::Normal);
//! assert_eq!(answer.value.unwrap().to_string(), "2"); // 2 ⊕ 0
//! # Ok::<(), grundy::ParseError>(())
//! ```

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::engine::graph::{
    Family, Graph, Labelling, Loopy, LoopyValues, NamedGraph, Reason, TextError, escaped,
    grundy_where_play_ends, inline, labelling, loopy_values, parse, parse_inline, parse_undirected,
    unescaped,
};
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{
    self, Clause, Listing, MOST_ERRORS, Notation, ParseError, Word, only_by_name, shortened,
};
use crate::quotient::{LoopyValue, Outcome, Play};
use crate::ruleset::{
    Capabilities, LoopyTheorem, Moves, Options, OutcomeTheorem, Ruleset, Step, Stop, ValueTheorem,
};
use crate::scene::{self, Clicks, DotMark, Draw, Line, MOST_DRAWN, Mark, Scene};
use crate::text::{Message, Text, list_of};

/// A token on a directed graph. A position is the number of a vertex.
#[derive(Debug)]
pub struct GraphGame {
    named: NamedGraph,
    /// The value of each vertex from which play must end.
    values: OnceLock<Vec<Option<u32>>>,
    normal: OnceLock<Labelling>,
    misere: OnceLock<Labelling>,
    loopy: OnceLock<LoopyValues>,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "C1",
    name: "graph",
    aliases: &[],
    title: Text::new("Graph game", "图游戏"),
    rule: Text {
        en: "A token stands on a vertex of a directed graph; move it along an edge. Play that goes on for ever is a draw.",
        zh: "棋子放在有向图的一个顶点上；每次沿一条边移动。对局可以无限循环，即为和局。",
    },
    form: Text::new(
        "graph:EDGE,EDGE,… VERTEX …, an EDGE being FROM-TO; or graph:FAMILY=SIZE VERTEX …; or graph @FILE VERTEX …, the file in DOT or with one edge a line",
        "graph:EDGE,EDGE,… VERTEX …，EDGE 写作 FROM-TO；或 graph:FAMILY=SIZE VERTEX …；或 graph @FILE VERTEX …，文件为 DOT 格式，或每行一条边",
    ),
    example: "graph:a-b,b-c,a-c,c-d a b",
    source: "H. Steinhaus, Definitions for a theory of games and pursuit (1925); C. A. B. Smith, Graphs and composite games, Journal of Combinatorial Theory 1 (1966)",
    theorems: &[
        "label_is_outcome",
        "labelling_is_loopy",
        "outcome_where_play_ends",
        "rounds_enough",
        "advice_exists",
        "winner_ends",
        "loser_holds_out",
        "draw_is_held",
        "smith",
        "loopy_values_exist",
    ],
    recognises: only_by_name,
    parse: notation::parse::<GraphGame>,
};

impl GraphGame {
    /// The game on a graph. Its vertices are renumbered in the order of their names.
    pub fn new(named: NamedGraph) -> GraphGame {
        GraphGame {
            named: named.sorted(),
            values: OnceLock::new(),
            normal: OnceLock::new(),
            misere: OnceLock::new(),
            loopy: OnceLock::new(),
        }
    }

    /// The graph, its vertices in the order of their names.
    pub fn graph(&self) -> &NamedGraph {
        &self.named
    }

    /// Who wins on each vertex, worked out when first asked for; its rounds are the textbook procedure step by step.
    pub fn labelling(&self, play: Play) -> &Labelling {
        let kept = match play {
            Play::Normal => &self.normal,
            Play::Misere => &self.misere,
        };
        kept.get_or_init(|| labelling(self.edges(), play))
    }

    /// The value of a vertex from which play must end.
    fn value_of(&self, vertex: u32) -> Option<u32> {
        let values = self
            .values
            .get_or_init(|| grundy_where_play_ends(self.edges()));
        values.get(vertex as usize).copied().flatten()
    }

    fn loopy(&self) -> &LoopyValues {
        self.loopy.get_or_init(|| loopy_values(self.edges()))
    }

    fn edges(&self) -> &Graph {
        self.named.graph()
    }

    fn step(&self, from: u32, to: u32) -> Step<u32> {
        Step {
            message: self.describe(&from, &to),
            to: vec![to],
        }
    }
}

impl Ruleset for GraphGame {
    type Position = u32;
    /// Where the token goes.
    type Move = u32;

    fn options(&self, vertex: &u32, options: &mut Options<u32, u32>) -> Result<(), Stop> {
        for &to in self.edges().options(*vertex) {
            options.push(to, &[to])?;
        }
        Ok(())
    }

    fn describe(&self, from: &u32, to: &u32) -> Message {
        message!(
            "move from {from} to {to}",
            "从 {from} 走到 {to}",
            from = shown(&self.named, *from),
            to = shown(&self.named, *to)
        )
    }

    fn ends(&self, vertex: &u32) -> bool {
        self.value_of(*vertex).is_some()
    }

    fn capabilities(&self) -> Capabilities<'_, GraphGame> {
        Capabilities {
            values: Some(self),
            outcomes: Some(self),
            loopy: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<u32, u32> for GraphGame {
    fn scene(&self, &token: &u32) -> Option<Scene> {
        let mark = |vertex: usize| match vertex == token as usize {
            true => DotMark::Token,
            false => DotMark::Plain,
        };
        let names = self.named.names();
        let edges = (0..names.len().min(MOST_DRAWN + 1) as u32)
            .flat_map(|from| self.edges().options(from).iter().map(move |&to| (from, to)));
        let edges = edges.map(|(from, to)| Line::new(from, to, true));
        scene::graph(names.iter().map(String::as_str), mark, edges)
    }

    fn clicks(&self, _: &u32, &to: &u32, _: &[u32]) -> Vec<Clicks> {
        vec![vec![Mark::Vertex(to as usize)]]
    }
}

impl LoopyTheorem<u32> for GraphGame {
    fn value(&self, vertex: &u32) -> LoopyValue {
        match self.loopy().value(*vertex) {
            Some(Loopy::Finite(value)) => LoopyValue::Finite(value.into()),
            Some(Loopy::Infinite(set)) => {
                LoopyValue::Infinite(set.iter().map(|&value| value.into()).collect())
            }
            None => LoopyValue::zero(),
        }
    }

    fn counter(&self, vertex: &u32) -> u64 {
        self.loopy().counter(*vertex).map_or(0, u64::from)
    }
}

impl ValueTheorem<u32> for GraphGame {
    fn value(&self, vertex: &u32) -> Option<Nimber> {
        self.value_of(*vertex).map(Nimber::from)
    }

    fn moves_to(&self, vertex: &u32, target: &Nimber, limit: usize) -> Option<Moves<u32>> {
        let target = u32::try_from(&target.0).ok();
        let wanted = |to: &&u32| target.is_some() && self.value_of(**to) == target;
        let options = || self.edges().options(*vertex).iter().filter(wanted);
        let listed = options().take(limit).map(|&to| self.step(*vertex, to));
        Some(Moves {
            count: Some(options().count().into()),
            listed: listed.collect(),
        })
    }

    fn because(&self, vertex: &u32) -> Message {
        const SHOWN: usize = 20;
        let name = shown(&self.named, *vertex);
        let mut values: Vec<u32> = self
            .edges()
            .options(*vertex)
            .iter()
            .filter_map(|&to| self.value_of(to))
            .collect();
        values.sort_unstable();
        values.dedup();
        if values.is_empty() {
            return message!(
                "{name}: no option, so the value is 0",
                "{name}：没有后继，SG 值为 0",
                name = name
            );
        }
        let mut listed: Vec<String> = values.iter().take(SHOWN).map(u32::to_string).collect();
        if values.len() > SHOWN {
            listed.push("…".to_owned());
        }
        message!(
            "{name}: options have the values {values}, mex {value}",
            "{name}：后继的 SG 值为 {values}，mex 为 {value}",
            name = name,
            values = format!("{{{}}}", listed.join(", ")),
            value = self.value_of(*vertex).unwrap_or(0)
        )
    }
}

impl OutcomeTheorem<u32> for GraphGame {
    fn outcome(&self, vertex: &u32, play: Play) -> Option<Outcome> {
        self.labelling(play).label(*vertex)
    }

    fn winning(&self, vertex: &u32, play: Play, limit: usize) -> Option<Moves<u32>> {
        let labelling = self.labelling(play);
        let winning = labelling.winning(self.edges(), *vertex, self.ends(vertex));
        let listed = winning.iter().take(limit).map(|&to| self.step(*vertex, to));
        Some(Moves {
            count: Some(winning.len().into()),
            listed: listed.collect(),
        })
    }

    fn remoteness(&self, vertex: &u32, play: Play) -> Option<u64> {
        if self.ends(vertex) {
            return None;
        }
        self.labelling(play).remoteness(*vertex).map(u64::from)
    }

    fn because(&self, vertex: &u32, play: Play) -> Message {
        let labelling = self.labelling(play);
        let name = shown(&self.named, *vertex);
        let round = labelling.remoteness(*vertex).unwrap_or(0);
        let before = round.saturating_sub(1);
        let option = |to: u32| shown(&self.named, to);
        match labelling.reason(self.edges(), *vertex) {
            Some(Reason::MovesTo(to)) => message!(
                "{name} is marked N in round {round}: its option {option} was marked P in round {before}",
                "{name} 在第 {round} 轮标为 N：其后继 {option} 在第 {before} 轮标为 P",
                name = name,
                round = round,
                option = option(to),
                before = before
            ),
            Some(Reason::AllWinning(to)) => message!(
                "{name} is marked P in round {round}: all its options are N, {option} the last of them, in round {before}",
                "{name} 在第 {round} 轮标为 P：其后继均为 N，最后一个 {option} 在第 {before} 轮标出",
                name = name,
                round = round,
                option = option(to),
                before = before
            ),
            Some(Reason::Endless(to)) => message!(
                "{name} is a draw: it has no move to a P-position, but it can move to {option}, which is a draw too, so play can go on for ever",
                "{name} 为和局：没有走到 P 的一步，但可走到同为和局的 {option}，对局可无限进行",
                name = name,
                option = option(to)
            ),
            Some(Reason::End) | None => match play {
                Play::Normal => message!(
                    "{name} has no option: the player to move has lost, so it is marked P in round 0",
                    "{name} 没有后继：轮到者已负，第 0 轮标为 P",
                    name = name
                ),
                Play::Misere => message!(
                    "{name} has no option: the player to move has won, so it is marked N in round 0",
                    "{name} 没有后继：反常规则下轮到者已胜，第 0 轮标为 N",
                    name = name
                ),
            },
        }
    }
}

impl Notation for GraphGame {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(GraphGame, Vec<u32>), ParseError> {
        let (named, words) = read_graph(clause)?;
        let game = GraphGame::new(named);
        let tokens = words.iter().map(|word| vertex(&game.named, word));
        let tokens = tokens.collect::<Result<Vec<u32>, ParseError>>()?;
        Ok((game, tokens))
    }
    fn head(&self) -> String {
        format!("graph:{}", inline(&self.named))
    }
    fn write(&self, vertex: &u32) -> String {
        escaped(self.named.name(*vertex).unwrap_or_default())
    }
}

/// The name of a vertex for a sentence: as it is, or escaped where it holds what would disturb the line.
pub(crate) fn shown(named: &NamedGraph, vertex: u32) -> String {
    shown_name(named.name(vertex).unwrap_or_default())
}

/// A name for a sentence.
pub(crate) fn shown_name(name: &str) -> String {
    if name.is_empty() || name.contains(char::is_control) {
        return escaped(name);
    }
    shortened(name)
}

/// The graph of a clause, from its parameters (edges, or a [family](Family) whose edges go both ways) or a file, and the words that are
/// left.
///
/// # Errors
/// Where there is none, or its text is none.
pub(crate) fn read_graph<'c, 'a>(
    clause: &'c Clause<'a>,
) -> Result<(NamedGraph, &'c [Word<'a>]), ParseError> {
    read_by(clause, parse, true)
}

/// What [`read_graph`] does, for games to which the direction of an edge means nothing.
///
/// # Errors
/// Where there is no graph, or its text is none.
pub(crate) fn read_undirected<'c, 'a>(
    clause: &'c Clause<'a>,
) -> Result<(NamedGraph, &'c [Word<'a>]), ParseError> {
    read_by(clause, parse_undirected, false)
}

fn read_by<'c, 'a>(
    clause: &'c Clause<'a>,
    of_file: fn(&str) -> Result<NamedGraph, TextError>,
    directed: bool,
) -> Result<(NamedGraph, &'c [Word<'a>]), ParseError> {
    let (place, words) = match (clause.parameters, clause.words.split_first()) {
        (None, Some((first, rest))) if first.text.starts_with('@') => (*first, rest),
        _ => (clause.needs_parameters()?, clause.words),
    };
    let named = match clause.file(&place) {
        None => match Family::read(&place) {
            Some(family) => NamedGraph::of_family(family?, directed),
            None => {
                let named = parse_inline(place.text).map_err(|error| in_word(&place, &error))?;
                if !directed && let Some(error) = not_simple(&place) {
                    return Err(error);
                }
                named
            }
        },
        Some(text) => {
            let named = of_file(&text?).map_err(|error| in_file(&place, &error))?;
            if !directed && let Some(what) = repeated(&named) {
                return Err(ParseError::at(place.at, place.text.len(), what));
            }
            named
        }
    };
    Ok((named, words))
}

/// That an edge leads to where it begins.
fn itself(vertex: &str) -> Message {
    message!(
        "an edge leads from '{vertex}' to itself",
        "边的两端都是 '{vertex}'",
        vertex = shortened(vertex)
    )
}

/// That an edge was there before.
fn again(one: &str, other: &str) -> Message {
    message!(
        "the edge from '{one}' to '{other}' was given before",
        "'{one}' 与 '{other}' 之间的边已经写过",
        one = shortened(one),
        other = shortened(other)
    )
}

/// What is wrong with a graph out of a file to which directions mean nothing: its first edge to itself, or one that comes twice.
fn repeated(named: &NamedGraph) -> Option<Message> {
    let graph = named.graph();
    (0..graph.vertices() as u32).find_map(|vertex| {
        let mut others = graph.options(vertex).to_vec();
        others.sort_unstable();
        let name = |vertex| named.name(vertex).unwrap_or_default();
        if others.binary_search(&vertex).is_ok() {
            return Some(itself(name(vertex)));
        }
        let twice = others.windows(2).find(|pair| pair[0] == pair[1])?;
        Some(again(name(vertex), name(twice[0])))
    })
}

/// Edges from a vertex to itself, and edges that were there before, of a graph in a word to which directions mean nothing: all of them.
fn not_simple(word: &Word<'_>) -> Option<ParseError> {
    let mut seen = HashSet::new();
    let wrong = word.split(',').into_iter().flat_map(|path| {
        let names = path.split('-');
        let ends: Vec<_> = (names.windows(2).map(|pair| (pair[0], pair[1]))).collect();
        ends.into_iter()
    });
    let wrong = wrong.filter_map(|(one, other)| {
        let what = match seen.insert((one.text.min(other.text), one.text.max(other.text))) {
            _ if one.text == other.text => itself(one.text),
            true => return None,
            false => again(one.text, other.text),
        };
        let length = other.at + other.text.len() - one.at;
        Some(ParseError::at(one.at, length, what))
    });
    let mut wrong = wrong.take(MOST_ERRORS);
    let first = wrong.next()?;
    Some(first.with_more(wrong))
}

/// A mistake in a graph that is written as a word.
pub(crate) fn in_word(word: &Word<'_>, error: &TextError) -> ParseError {
    let length = error.found.map_or(1, char::len_utf8);
    ParseError::at(word.at + error.at, length, error.what())
}

/// A mistake in a graph in the file that a word names.
pub(crate) fn in_file(word: &Word<'_>, error: &TextError) -> ParseError {
    let file = word.text.trim_start_matches('@');
    let (line, column) = (error.place.line, error.place.column);
    let mut told = ParseError::in_file(file, line, column, error.what());
    error.expected.example().clone_into(&mut told.example);
    told
}

/// The vertex that a word names.
///
/// # Errors
/// Where there is none of that name.
pub(crate) fn vertex(named: &NamedGraph, word: &Word<'_>) -> Result<u32, ParseError> {
    let found = unescaped(word.text).and_then(|name| named.vertex(&name));
    found.ok_or_else(|| no_vertex(named.names(), word))
}

/// What is said where a word names no vertex.
pub(crate) fn no_vertex(names: &[String], word: &Word<'_>) -> ParseError {
    const SHOWN: usize = 8;
    let shown = names.iter().take(SHOWN);
    let mut some: Vec<String> = shown.map(|name| shortened(&escaped(name))).collect();
    if names.len() > SHOWN {
        some.push("…".to_owned());
    }
    word.error(message!(
        "the graph has no vertex '{found}'; its vertices are {some}",
        "图中没有顶点 '{found}'；顶点有 {some}",
        found = shortened(word.text),
        some = list_of(&some)
    ))
}

#[cfg(test)]
mod tests;
