//! Pictures of a small graph, and its marking round by round.

use grundy::Play;
use grundy::engine::graph::{Graph, dot, loopy_values};

use super::{Asked, Written};
use crate::failure::{Exit, Failure};
use crate::picture::vertices::{self, Scene};
use crate::print::steps;
use crate::words;

/// Most graphs in a sequence in DOT.
pub(in crate::commands) const ROUNDS: usize = 1000;

/// The whole graph, marked.
pub(super) fn whole(asked: &Asked<'_>, graph: &Graph, names: &[String]) -> Result<Exit, Failure> {
    let labelling = asked.labelling(graph);
    let values = (asked.play == Play::Normal).then(|| loopy_values(graph));
    if asked.format == Written::Dot {
        let value = |vertex| values.as_ref()?.value(vertex);
        return asked.tell(&dot(graph, names, &labelling, &value));
    }
    too_dense(graph)?;
    let scene = Scene {
        graph,
        names: &|vertex| names[vertex as usize].clone(),
        labelling: &labelling,
        values: values.as_ref(),
    };
    asked.tell(&vertices::svg(&scene, &asked.titled(graph), asked.lang))
}

/// The textbook's procedure, round by round.
pub(super) fn steps(
    asked: &Asked<'_>,
    graph: &Graph,
    names: &[String],
    format: &str,
) -> Result<Exit, Failure> {
    let labelling = asked.labelling(graph);
    let name = |vertex: u32| names[vertex as usize].clone();
    let text = match format {
        "json" => grundy_service::graph::steps(graph, &name, &labelling),
        "dot" => steps::dot(graph, &name, &labelling, ROUNDS, asked.lang),
        "svg" => {
            too_dense(graph)?;
            let scene = Scene {
                graph,
                names: &name,
                labelling: &labelling,
                values: None,
            };
            vertices::steps_svg(&scene, &asked.titled(graph), asked.lang)
        }
        _ => steps::text(graph, &name, &labelling, asked.lang, asked.paint()),
    };
    asked.tell(&text)
}

fn too_dense(graph: &Graph) -> Result<(), Failure> {
    if vertices::fits(graph) {
        return Ok(());
    }
    let most = words::graph_of(vertices::VERTICES as u64, vertices::EDGES as u64);
    Err(Failure::unknown(words::too_large_to_draw(most)))
}
