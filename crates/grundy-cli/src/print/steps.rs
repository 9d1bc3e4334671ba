//! The textbook procedure on a graph, round by round: which vertices are marked P or N, and why; in words, and
//! as one DOT graph for each round.

use std::fmt::Write;

use grundy::engine::graph::{Graph, Labelling, Round};
use grundy::{Lang, Message, Outcome, Play, message};
use grundy_service::graph::draws;

use crate::print::dot::escaped;
use crate::print::paint::{Paint, brief};
use crate::words;

/// Most options of a vertex that are named.
const SHOWN: usize = 8;

/// Tells the name of a vertex.
pub(crate) type Names<'a> = &'a dyn Fn(u32) -> String;

/// What a round marks, and why.
pub(crate) fn heading(round: &Round<'_>, play: Play) -> Message {
    let (number, before) = (round.number, round.number.saturating_sub(1));
    match (round.label, round.number, play) {
        (_, 0, Play::Normal) => message!(
            "round 0: P, because there is no move and the player to move has lost",
            "第 0 轮：P，没有后继，轮到者已负"
        ),
        (_, 0, Play::Misere) => message!(
            "round 0: N, because there is no move and the player to move has won",
            "第 0 轮：N，没有后继，反常规则下轮到者已胜"
        ),
        (Outcome::N, ..) => message!(
            "round {number}: N, because an option was marked P in round {before}",
            "第 {number} 轮：N，有一个后继在第 {before} 轮标为 P",
            number = number,
            before = before
        ),
        _ => message!(
            "round {number}: P, because all options are N, the last marked in round {before}",
            "第 {number} 轮：P，后继均为 N，最后一个在第 {before} 轮标出",
            number = number,
            before = before
        ),
    }
}

/// What is said of the vertices that no round marks.
pub(crate) fn never_marked() -> Message {
    message!(
        "never marked: D, a draw, because no option is P and one is a draw too, so play can go on for ever",
        "始终未标：D，和局，后继中没有 P，且有一个也是和局，对局可无限进行"
    )
}

/// The procedure in words: a line for each round, and below it a line for each vertex with the options that decide.
///
/// Linear in the edges.
pub(crate) fn text(
    graph: &Graph,
    names: Names<'_>,
    labelling: &Labelling,
    lang: Lang,
    paint: Paint,
) -> String {
    let mut out = String::new();
    let play = words::play(labelling.play()).of(lang);
    let _ = writeln!(out, "{}", paint.dim(play));
    for round in labelling.rounds() {
        let heading = heading(&round, labelling.play()).render(lang);
        let heading = match round.label {
            Outcome::N => paint.win(&heading),
            _ => paint.loss(&heading),
        };
        let _ = writeln!(out, "{heading}");
        for &vertex in round.vertices {
            line(&mut out, graph, names, labelling, vertex);
        }
    }
    let draws = draws(labelling);
    if !draws.is_empty() {
        let _ = writeln!(out, "{}", paint.open(&never_marked().render(lang)));
        for vertex in draws {
            line(&mut out, graph, names, labelling, vertex);
        }
    }
    out
}

/// The options that decide about a vertex: of N those marked in the round before, of P all, of a draw the draws.
fn deciding(graph: &Graph, labelling: &Labelling, vertex: u32) -> Vec<u32> {
    let before = labelling
        .remoteness(vertex)
        .and_then(|round| round.checked_sub(1));
    let decides = |option: &u32| match labelling.label(vertex) {
        Some(Outcome::P) => true,
        Some(Outcome::N) => labelling.remoteness(*option) == before,
        _ => labelling.label(*option) == Some(Outcome::D),
    };
    let options = graph.options(vertex).iter().copied();
    options.filter(decides).collect()
}

fn line(out: &mut String, graph: &Graph, names: Names<'_>, labelling: &Labelling, vertex: u32) {
    let name = |vertex: u32| brief(&names(vertex).replace(char::is_control, " "), 60);
    let deciding = deciding(graph, labelling, vertex);
    let _ = write!(out, "    {}", name(vertex));
    if !deciding.is_empty() {
        let mut shown: Vec<String> = deciding.iter().take(SHOWN).map(|&to| name(to)).collect();
        if deciding.len() > SHOWN {
            shown.push("…".to_owned());
        }
        let _ = write!(out, "  → {}", shown.join(", "));
    }
    out.push('\n');
}

/// What is drawn in one picture of the sequence.
pub(crate) struct Panel {
    /// The round after which the picture is drawn; the last rounds' number where draws are told.
    pub(crate) round: u32,
    /// What this picture tells.
    pub(crate) heading: Message,
    /// Whether it tells the draws.
    pub(crate) draws: bool,
}

/// One picture for each round, and one for the draws if there are any; of more than `most`, the first ones and the last.
pub(crate) fn panels(labelling: &Labelling, most: usize) -> Vec<Panel> {
    let mut panels: Vec<Panel> = labelling
        .rounds()
        .map(|round| Panel {
            round: round.number,
            heading: heading(&round, labelling.play()),
            draws: false,
        })
        .collect();
    if labelling.labels().contains(&Outcome::D) {
        panels.push(Panel {
            round: panels.last().map_or(0, |panel| panel.round),
            heading: never_marked(),
            draws: true,
        });
    }
    let most = most.max(1);
    if panels.len() > most {
        panels.drain(most - 1..panels.len() - 1);
    }
    panels
}

/// How far a vertex is in one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It has no mark yet.
    Open,
    /// It was marked before.
    Before,
    /// It is marked now.
    Now,
}

impl Panel {
    /// How far a vertex is.
    pub(crate) fn mark(&self, labelling: &Labelling, vertex: u32) -> Mark {
        match labelling.remoteness(vertex) {
            None if self.draws => Mark::Now,
            None => Mark::Open,
            Some(round) if round < self.round || self.draws => Mark::Before,
            Some(round) if round == self.round => Mark::Now,
            Some(_) => Mark::Open,
        }
    }

    /// Whether an edge is the reason of a mark that is made now.
    pub(crate) fn decides(&self, labelling: &Labelling, from: u32, to: u32) -> bool {
        if self.mark(labelling, from) != Mark::Now {
            return false;
        }
        match labelling.label(from) {
            Some(Outcome::P) => true,
            Some(Outcome::N) => {
                let before = self.round.checked_sub(1);
                before.is_some() && labelling.remoteness(to) == before
            }
            _ => labelling.label(to) == Some(Outcome::D),
        }
    }
}

/// The procedure in DOT: one directed graph after another, for each round the marks so far, those of the round filled
/// strongly. Of more than `most` rounds, the first ones and the last.
///
/// In proportion to the graph times the number of pictures.
pub(crate) fn dot(
    graph: &Graph,
    names: Names<'_>,
    labelling: &Labelling,
    most: usize,
    lang: Lang,
) -> String {
    let mut out = String::new();
    for panel in panels(labelling, most) {
        let name = if panel.draws {
            "draws".to_owned()
        } else {
            format!("round_{}", panel.round)
        };
        let heading = escaped(&panel.heading.render(lang));
        let _ = writeln!(
            out,
            "digraph {name} {{\n  label=\"{heading}\";\n  labelloc=t;\n  node [shape=box, fontname=\"sans-serif\"];"
        );
        for vertex in 0..graph.vertices() as u32 {
            let name = escaped(&names(vertex).replace(char::is_control, " "));
            let mark = panel.mark(labelling, vertex);
            let letter = labelling.label(vertex).map_or("", Outcome::letter);
            let (strong, pale) = match labelling.label(vertex) {
                Some(Outcome::P) => ("#f4b8b8", "#fbe3e3"),
                Some(Outcome::N) => ("#c7e7c9", "#e8f5e9"),
                _ => ("#d5dbe8", "#eef1f6"),
            };
            let _ = match mark {
                Mark::Open => writeln!(
                    out,
                    "  v{vertex} [label=\"{name}\", style=dashed, color=gray];"
                ),
                Mark::Before => writeln!(
                    out,
                    "  v{vertex} [label=\"{name}\\n{letter}\", style=filled, fillcolor=\"{pale}\"];"
                ),
                Mark::Now => writeln!(
                    out,
                    "  v{vertex} [label=\"{name}\\n{letter}\", style=filled, fillcolor=\"{strong}\", penwidth=2.5];"
                ),
            };
        }
        for vertex in 0..graph.vertices() as u32 {
            for &option in graph.options(vertex) {
                let style = if panel.decides(labelling, vertex, option) {
                    " [penwidth=2.5]"
                } else {
                    ""
                };
                let _ = writeln!(out, "  v{vertex} -> v{option}{style};");
            }
        }
        out.push_str("}\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::engine::graph::{labelling, parse_inline};
    use grundy_service::graph::steps;

    /// What stands in a golden file of this folder.
    fn told(edges: &str, play: Play, lang: Lang) -> (String, String, String) {
        let named = parse_inline(edges).expect("a graph");
        let names = |vertex: u32| named.name(vertex).unwrap_or_default().to_owned();
        let graph = named.graph();
        let marked = labelling(graph, play);
        (
            text(graph, &names, &marked, lang, Paint::new(false)),
            steps(graph, &names, &marked),
            dot(graph, &names, &marked, 50, lang),
        )
    }

    const EDGES: &str = "a-b-c,a-d-c,d-a,x-y-x,y-b,z";

    #[test]
    fn in_words() {
        let expected = "\
normal play: a player who cannot move loses
round 0: P, because there is no move and the player to move has lost
    c
    z
round 1: N, because an option was marked P in round 0
    b  → c
    d  → c
round 2: P, because all options are N, the last marked in round 1
    a  → b, d
never marked: D, a draw, because no option is P and one is a draw too, so play can go on for ever
    x  → y
    y  → x
";
        assert_eq!(told(EDGES, Play::Normal, Lang::En).0, expected);
        let expected = "\
反常规则：不能行动者胜
第 0 轮：N，没有后继，反常规则下轮到者已胜
    c
    z
第 1 轮：P，后继均为 N，最后一个在第 0 轮标出
    b  → c
第 2 轮：N，有一个后继在第 1 轮标为 P
    a  → b
    y  → b
第 3 轮：P，后继均为 N，最后一个在第 2 轮标出
    d  → c, a
    x  → y
";
        let misere = told(EDGES, Play::Misere, Lang::Zh).0;
        assert_eq!(misere.replace("a, c", "c, a"), expected);
    }

    #[test]
    fn as_json() {
        let json = told(EDGES, Play::Normal, Lang::En).1;
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(value["schema"], "grundy.steps/1");
        assert_eq!(value["rounds"][2]["vertices"][0]["vertex"], "a");
        assert_eq!(value["rounds"][1]["why"], "an-option-is-p");
        assert_eq!(value["rounds"][1]["vertices"][0]["to"], "c");
        assert_eq!(
            value["rounds"][0]["vertices"][0]
                .as_object()
                .expect("an object")
                .len(),
            1
        );
        assert_eq!(value["draws"].as_array().expect("a list").len(), 2);
        let empty = Graph::new(0, &[]).expect("a graph");
        let marked = labelling(&empty, Play::Normal);
        let json = steps(&empty, &|_| String::new(), &marked);
        assert_eq!(
            json,
            "{\"schema\":\"grundy.steps/1\",\"play\":\"normal\",\"rounds\":[],\"draws\":[]}\n"
        );
    }

    #[test]
    fn in_dot() {
        let dot = told(EDGES, Play::Normal, Lang::En).2;
        assert_eq!(dot.matches("digraph ").count(), 4);
        assert_eq!(dot.matches('{').count(), dot.matches('}').count());
        let second = dot.split("digraph ").nth(2).expect("a round");
        assert!(second.starts_with("round_1 {"), "{second}");
        assert!(
            second.contains(
                "v1 [label=\"b\\nN\", style=filled, fillcolor=\"#c7e7c9\", penwidth=2.5];"
            )
        );
        assert!(second.contains("v0 [label=\"a\", style=dashed, color=gray];"));
        assert!(second.contains("v1 -> v2 [penwidth=2.5];"));
        assert!(!second.contains("v0 -> v1 [penwidth"));
    }

    #[test]
    fn many_rounds_are_cut() {
        let edges: Vec<(u32, u32)> = (0..99).map(|at| (at + 1, at)).collect();
        let graph = Graph::new(100, &edges).expect("a path");
        let marked = labelling(&graph, Play::Normal);
        let rounds: Vec<u32> = panels(&marked, 5).iter().map(|panel| panel.round).collect();
        assert_eq!(rounds, [0, 1, 2, 3, 99]);
        assert_eq!(panels(&marked, 1000).len(), 100);
        assert_eq!(panels(&marked, 0).len(), 1);
    }
}
