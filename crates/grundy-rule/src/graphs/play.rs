//! A rule on graphs as a ruleset: options, moves in words, pictures and clicks.

use std::ops::ControlFlow;

use grundy_engine::tree::{ROOT, RootPaths};

use super::moves::{GraphMove, cut};
use super::position::GraphPosition;
use super::syntax::{Action, Behind, Kind};
use super::{Form, GraphRule};
use crate::component::Written;
use crate::message;
use crate::nimber::Nimber;
use crate::ruleset::{Capabilities, Options, Ruleset, Stop, ValueTheorem};
use crate::scene::{self, Clicks, DotMark, Draw, Line, Mark, Scene};
use crate::text::{Message, all_of};

impl Ruleset for GraphRule {
    type Position = GraphPosition;
    type Move = GraphMove;

    fn options(
        &self,
        position: &GraphPosition,
        options: &mut Options<GraphPosition, GraphMove>,
    ) -> Result<(), Stop> {
        let rows = position.rows();
        let components = position.components(&rows);
        for (place, component) in components.iter().enumerate() {
            let state = component.state(&rows);
            let told = self.moves(&state, |mv, after| {
                let mut to = component.after(&mv, &after);
                let others = components.iter().enumerate();
                to.extend(
                    others
                        .filter(|(other, _)| *other != place)
                        .map(|(_, other)| other.clone()),
                );
                match options.push(mv, &to) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => ControlFlow::Break(stop),
                }
            });
            match told {
                Ok(()) => {}
                Err(super::moves::Halt::Broken(stop)) => return Err(stop),
                Err(halt) => self.stop(halt, || component.write())?,
            }
        }
        Ok(())
    }

    fn describe(&self, position: &GraphPosition, mv: &GraphMove) -> Message {
        let host = position.host();
        let (from, to) = (usize::from(mv.ends.0), usize::from(mv.ends.1));
        let (u, v) = (host.name(from), host.name(to));
        let edge = format!("{u}-{v}");
        let names = |ends: &[(u16, u16)]| {
            let name = |&(from, to): &(u16, u16)| {
                format!("{}-{}", host.name(from.into()), host.name(to.into()))
            };
            all_of(&ends.iter().map(name).collect::<Vec<_>>())
        };
        match mv.action {
            Action::Vertex { within: 0 } if self.syntax.kind == Kind::Tree => message!(
                "remove {v} and everything on it",
                "删去 {v} 及其上方的全部",
                v = v
            ),
            Action::Vertex { within: 0 } => message!("remove {v}", "删去 {v}", v = v),
            Action::Vertex { within: 1 } => {
                message!("remove {v} and its neighbours", "删去 {v} 及其邻点", v = v)
            }
            Action::Vertex { within } => message!(
                "remove {v} and all vertices within distance {within}",
                "删去 {v} 及与其距离不超过 {within} 的顶点",
                v = v,
                within = within
            ),
            Action::Edge if self.syntax.kind == Kind::Tree => {
                message!("cut {edge}", "砍断 {edge}", edge = edge)
            }
            Action::Edge => message!("remove {edge}", "删去 {edge}", edge = edge),
            Action::Ends => message!(
                "remove {edge} and both its ends",
                "删去 {edge} 及其两端",
                edge = edge
            ),
            Action::Contract => message!(
                "contract {edge} to {u}",
                "将 {edge} 收缩为 {u}",
                edge = edge,
                u = u
            ),
            Action::EdgesAt => message!("remove {edges}", "删去 {edges}", edges = names(&mv.edges)),
            Action::Path => message!("remove the path to {v}", "删去通往 {v} 的路径", v = v),
            Action::Token(Behind::Nothing) => {
                message!("move from {u} to {v}", "从 {u} 走到 {v}", u = u, v = v)
            }
            Action::Token(Behind::Vertex) => message!(
                "move from {u} to {v} and remove {u}",
                "从 {u} 走到 {v}，删去 {u}",
                u = u,
                v = v
            ),
            Action::Token(Behind::Edge) => message!(
                "move from {u} to {v} and remove the edge",
                "从 {u} 走到 {v}，删去所经的边",
                u = u,
                v = v
            ),
        }
    }

    /// Where each move takes something, or the token can go in no circle.
    fn ends(&self, position: &GraphPosition) -> bool {
        self.takes() || position.is_acyclic()
    }

    fn heap_bytes(&self, position: &GraphPosition) -> u64 {
        position.bytes(self.actions().any(|action| action == Action::Contract))
    }

    fn capabilities(&self) -> Capabilities<'_, GraphRule> {
        Capabilities {
            values: matches!(self.form(), Form::Cutting | Form::Paths).then_some(self as _),
            // The search by shapes knows one token, its first vertex.
            couples: (self.takes() && self.syntax.tokens == 1).then_some(self as _),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl ValueTheorem<GraphPosition> for GraphRule {
    /// Of a tree whose edges are cut: a vertex is worth the nim-sum, over what stands on it, of that value and 1 (Conway 1976, the colon
    /// principle). Where paths to the root are taken, by the values of all subtrees.
    fn value(&self, position: &GraphPosition) -> Option<Nimber> {
        match self.form() {
            Form::Cutting => {}
            Form::Paths => return root_paths(position),
            _ => return None,
        }
        let (host, left) = (position.host(), position.left());
        let rows = position.rows();
        let mut order: Vec<usize> = left.iter().collect();
        order.sort_by_key(|&at| std::cmp::Reverse(host.depth[at]));
        let mut values = vec![0u32; host.names.len()];
        let mut whole = 0;
        for at in order {
            let mut lower = (rows.out[at] & left).iter();
            match lower.find(|&other| host.depth[other] < host.depth[at]) {
                Some(lower) => values[lower] ^= values[at] + 1,
                None => whole ^= values[at],
            }
        }
        Some(Nimber::from(whole))
    }

    fn because(&self, _: &GraphPosition) -> Message {
        if self.form() == Form::Paths {
            return message!(
                "from the leaves down, a subtree is worth the least number that is not a nim-sum of the subtrees left by a path from its root (Sprague 1935, Grundy 1939)",
                "自叶向根：取走一条从子树之根出发的路后，剩下各子树之值的异或和中未出现的最小数，就是该子树的值（Sprague 1935，Grundy 1939）"
            );
        }
        message!(
            "a vertex of a tree is worth the nim-sum of value + 1 over its children (Conway 1976, the colon principle)",
            "树上顶点的 SG 值等于其各子节点的值加 1 后的异或和（Conway 1976，克朗原理）"
        )
    }
}

/// The value of what is left of a tree from which paths to the root are taken; what stands on nothing is a root.
fn root_paths(position: &GraphPosition) -> Option<Nimber> {
    let (host, left) = (position.host(), position.left());
    let rows = position.rows();
    let members: Vec<usize> = left.iter().collect();
    let parent = |&at: &usize| {
        let mut lower = (rows.out[at] & left).iter();
        let lower = lower.find(|&other| host.depth[other] < host.depth[at]);
        let place = lower.and_then(|lower| members.binary_search(&lower).ok());
        place.map_or(ROOT, |place| place as u32)
    };
    let parents: Vec<u32> = members.iter().map(parent).collect();
    Some(Nimber::from(RootPaths::of(&parents)?.value()))
}

impl Written for GraphRule {
    fn name(&self) -> Option<&'static str> {
        Some(crate::rule::LISTING.name)
    }
    fn head(&self) -> String {
        crate::kinds::head(self.name.as_deref(), self)
    }
    fn write(&self, position: &GraphPosition, text: &mut String) {
        text.push_str(&position.write());
    }
    fn coordinates(&self) -> usize {
        self.syntax
            .over
            .as_ref()
            .map_or(0, |over| over.coordinates())
    }
    fn at(&self, coordinates: &[u64]) -> Option<GraphPosition> {
        self.of_sizes(coordinates)
    }
}

impl Draw<GraphPosition, GraphMove> for GraphRule {
    fn scene(&self, position: &GraphPosition) -> Option<Scene> {
        let (host, left) = (position.host(), position.left());
        let tokens = position.tokens();
        let mark = |at: usize| match tokens.is_empty() {
            _ if !left.has(at) => DotMark::Gone,
            false if tokens.on(at) > 0 => DotMark::Token,
            true if host.depth.get(at) == Some(&0) => DotMark::Ground,
            _ => DotMark::Plain,
        };
        let edges = host.edges.iter().enumerate().map(|(place, &(from, to))| {
            let lost = position.gone().binary_search(&(place as u16)).is_ok();
            Line {
                gone: lost || !left.has(from.into()) || !left.has(to.into()),
                ..Line::new(from.into(), to.into(), host.kind == Kind::Digraph)
            }
        });
        scene::graph(host.names.iter().map(String::as_str), mark, edges)
    }

    fn clicks(&self, position: &GraphPosition, mv: &GraphMove, _: &[GraphPosition]) -> Vec<Clicks> {
        let host = position.host();
        let edge = |&(from, to): &(u16, u16)| host.edge(from.into(), to.into()).map(Mark::Edge);
        let (from, to) = (usize::from(mv.ends.0), usize::from(mv.ends.1));
        match mv.action {
            Action::Token(_) if position.tokens().count() > 1 => {
                vec![vec![Mark::Vertex(from), Mark::Vertex(to)]]
            }
            Action::Vertex { .. } | Action::Path | Action::Token(_) => {
                vec![vec![Mark::Vertex(to)]]
            }
            Action::EdgesAt => {
                let marks: Option<Clicks> = cut(mv, self.syntax.kind).iter().map(edge).collect();
                let back: Option<Clicks> = marks
                    .as_ref()
                    .map(|marks| marks.iter().rev().cloned().collect());
                let single = marks.as_ref().is_some_and(|marks| marks.len() < 2);
                marks.into_iter().chain(back.filter(|_| !single)).collect()
            }
            Action::Edge | Action::Ends | Action::Contract => {
                let mut clicks: Vec<Clicks> =
                    edge(&mv.ends).map(|mark| vec![mark]).into_iter().collect();
                // A vertex alone may be a move of its own.
                if self.actions().all(Action::has_edge) {
                    clicks.push(vec![Mark::Vertex(from), Mark::Vertex(to)]);
                    clicks.push(vec![Mark::Vertex(to), Mark::Vertex(from)]);
                }
                clicks
            }
        }
    }
}
