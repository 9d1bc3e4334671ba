//! GraphML (Brandes, Eiglsperger, Herman, Himsolt, Marshall, 2002): `<node id="a"/>` and
//! `<edge source="a" target="b"/>`, directed; data, ports and keys are passed over, graphs inside nodes are read too.

use std::io::Read;

use grundy::{Message, message};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::Options;
use super::error::{Cause, ReadError, Where};
use super::intake::{Intake, duplicate, short};
use super::places::Placed;

/// So deep elements may lie in each other.
const DEEPEST: usize = 1000;

/// Reads a whole file.
pub(super) fn read(
    reader: &mut dyn Read,
    options: &Options,
    intake: &mut Intake<'_>,
) -> Result<(), ReadError> {
    let (placed, position) = Placed::new(reader);
    let mut xml = quick_xml::Reader::from_reader(placed);
    let mut buffer = Vec::new();
    let (mut depth, mut graphs) = (0usize, 0);
    // Whether edges have directions unless they tell otherwise: of each graph that is open, and how deep it lies.
    let mut directed: Vec<(usize, bool)> = Vec::new();
    intake.all_are_declared();
    loop {
        let place = position.place();
        position.item();
        buffer.clear();
        let event = xml.read_event_into(&mut buffer).map_err(|error| {
            let at = position.place();
            match (position.too_long(), error) {
                (Some(cause), _) => cause.at(at),
                (None, quick_xml::Error::Io(error)) => {
                    Cause::reading(std::io::Error::new(error.kind(), error.to_string())).at(at)
                }
                (None, error) => wrong(message!(
                    "this is not XML ({why})",
                    "这不是合法的 XML（{why}）",
                    why = error.to_string()
                ))
                .at(at),
            }
        })?;
        let (element, empty) = match event {
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            Event::End(_) => {
                depth -= 1;
                directed.pop_if(|(graph, _)| *graph == depth);
                continue;
            }
            Event::Eof if depth > 0 => {
                return Err(
                    wrong(message!("the file ends too early", "文件过早结束")).at(position.place())
                );
            }
            Event::Eof if graphs == 0 => {
                return Err(wrong(message!("expected a <graph>", "此处应有 <graph>")).at(place));
            }
            Event::Eof => return Ok(()),
            _ => continue,
        };
        match element.local_name().as_ref() {
            "graph" => {
                graphs += 1;
                let undirected =
                    is(&element, "edgedefault", "undirected").map_err(|it| it.at(place))?;
                if !empty {
                    directed.push((depth, !undirected));
                }
            }
            "node" => node(&element, intake).map_err(|cause| cause.at(place))?,
            "edge" => {
                let default = directed.last().is_none_or(|&(_, directed)| directed);
                edge(&element, default, place, options, intake)?;
            }
            "hyperedge" => {
                return Err(wrong(message!(
                    "expected an <edge>: an edge between more than two vertices is not a move",
                    "此处应为 <edge>：连接两个以上顶点的边不是一步行动"
                ))
                .at(place));
            }
            _ => {}
        }
        if !empty {
            depth += 1;
            if depth > DEEPEST {
                return Err(wrong(message!(
                    "elements are nested more than 1000 deep",
                    "元素嵌套超过 1000 层"
                ))
                .at(place));
            }
        }
    }
}

fn node(element: &BytesStart<'_>, intake: &mut Intake<'_>) -> Result<(), Cause> {
    let name = attribute(element, "id")?.ok_or_else(|| lacks("id"))?;
    let vertex = intake.name(name.as_bytes())?;
    match intake.declare(vertex)? {
        true => Ok(()),
        false => Err(duplicate(&name)),
    }
}

fn edge(
    element: &BytesStart<'_>,
    default: bool,
    place: Where,
    options: &Options,
    intake: &mut Intake<'_>,
) -> Result<(), ReadError> {
    let mut ends = || {
        let mut end = |key: &'static str| {
            let name = attribute(element, key)?.ok_or_else(|| lacks(key))?;
            intake.name(name.as_bytes())
        };
        let ends = (end("source")?, end("target")?);
        let directed = match attribute(element, "directed")?.as_deref() {
            Some("true") => true,
            Some("false") => false,
            _ => default,
        };
        Ok::<_, Cause>((ends, directed))
    };
    let ((from, to), directed) = ends().map_err(|cause| cause.at(place))?;
    intake.uses(from, || place);
    intake.uses(to, || place);
    intake.join(from, to)?;
    if !directed && !options.undirected {
        return Err(undirected().at(place));
    }
    Ok(())
}

/// An edge has no direction.
pub(super) fn undirected() -> Cause {
    Cause::Wrong {
        what: message!(
            "expected directed edges, found a graph whose edges are declared undirected",
            "此处的边应有方向，但文件声明其边无方向"
        ),
        example: "edgedefault=\"directed\"",
    }
}

fn is(element: &BytesStart<'_>, key: &str, value: &str) -> Result<bool, Cause> {
    Ok(attribute(element, key)?.is_some_and(|found| found == value))
}

fn attribute(element: &BytesStart<'_>, key: &str) -> Result<Option<String>, Cause> {
    let bad = |why: String| {
        wrong(message!(
            "expected attributes as key=\"value\" ({why})",
            "此处属性应写作 key=\"value\"（{why}）",
            why = why
        ))
    };
    for attribute in element.attributes() {
        let attribute = attribute.map_err(|error| bad(error.to_string()))?;
        if attribute.key.as_ref() == key {
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| bad(error.to_string()))?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}

fn lacks(key: &str) -> Cause {
    Cause::Wrong {
        what: message!(
            "expected the attribute {key}",
            "此处应有属性 {key}",
            key = short(key)
        ),
        example: match key {
            "id" => "<node id=\"a\"/>",
            _ => "<edge source=\"a\" target=\"b\"/>",
        },
    }
}

fn wrong(what: Message) -> Cause {
    Cause::Wrong {
        what,
        example: "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/></graph></graphml>",
    }
}
