//! JSON in the shapes that graphs are found in, as a stream.
//!
//! | shape | |
//! |---|---|
//! | `{"nodes": [{"id": "a"}, "b"], "links": [{"source": "a", "target": "b"}]}` | nodes and links; `edges` is another word for `links`; if there are nodes, all must be among them, each once |
//! | `{"nodes": [{"id": "a"}], "adjacency": [[{"id": "b"}]]}` | the options of each node, in the order of the nodes |
//! | `{"a": ["b", "c"], "b": []}`, `{"a": {"b": {}}}` | the options of each vertex by its name |
//! | `[["a", "b"], {"source": "b", "target": "c"}, "d"]` | edges and lone vertices |
//! | `["a", "b"]` and others, one after another | a line for each edge |
//!
//! A name is a string or a whole number. The ends of an edge may also be called as the columns of tables are. All
//! else in objects is passed over.

mod objects;

use std::fmt;
use std::io::Read;
use std::rc::Rc;

use grundy::message;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::Options;
use super::error::{Cause, ReadError, Where};
use super::intake::{Intake, duplicate};
use super::places::{Placed, Position};
use objects::{by_name, edge, node, whole};

/// What is being read.
struct Reading<'t, 's> {
    intake: &'t mut Intake<'s>,
    /// Whether edges may have no direction.
    undirected_too: bool,
    position: Rc<Position>,
    /// Why a value was not taken, and where; JSON's own complaints are not here.
    cause: Option<(Cause, Where)>,
    /// Whether edges have no direction.
    undirected: bool,
    /// The nodes in order, for lists of neighbours.
    nodes: Vec<u32>,
}

/// Reads a whole file.
pub(super) fn read(
    reader: &mut dyn Read,
    options: &Options,
    intake: &mut Intake<'_>,
) -> Result<(), ReadError> {
    let (placed, position) = Placed::new(reader);
    let mut reading = Reading {
        intake,
        undirected_too: options.undirected,
        position: position.clone(),
        cause: None,
        undirected: false,
        nodes: Vec::new(),
    };
    let mut json = serde_json::Deserializer::from_reader(placed);
    let mut values = 0u64;
    loop {
        let mut read = || {
            // What `end` complains of is another value.
            if json.end().is_ok() {
                return Ok(false);
            }
            position.item();
            Value {
                reading: &mut reading,
                shape: Shape::Whole,
            }
            .deserialize(&mut json)?;
            Ok(true)
        };
        match read() {
            Ok(true) => values += 1,
            Ok(false) if values == 0 => return Err(expected().at(position.place())),
            Ok(false) => return Ok(()),
            Err(error) => return Err(reading.complaint(error)),
        }
    }
}

fn expected() -> Cause {
    Cause::Wrong {
        what: message!("expected a graph as JSON", "此处应为 JSON 格式的图"),
        example: "[[\"a\",\"b\"],[\"b\",\"c\"]]",
    }
}

impl Reading<'_, '_> {
    fn complaint(&mut self, error: serde_json::Error) -> ReadError {
        let place = self.position.place();
        if let Some(cause) = self.position.too_long() {
            return cause.at(place);
        }
        match self.cause.take() {
            Some((Cause::SinkError(refused), _)) => return Cause::SinkError(refused).into(),
            Some((cause, place)) => return cause.at(place),
            None => {}
        }
        if error.is_io() {
            return Cause::reading(error.into()).at(place);
        }
        if error.is_eof() {
            return Cause::Wrong {
                what: message!("the JSON text ends too early", "JSON 文本过早结束"),
                example: "[[\"a\",\"b\"],[\"b\",\"c\"]]",
            }
            .at_line(error.line(), error.column());
        }
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(&*why, |(why, _)| why);
        Cause::Wrong {
            what: message!(
                "this is not a graph in JSON ({why})",
                "这不是 JSON 格式的图（{why}）",
                why = why
            ),
            example: "[[\"a\",\"b\"],[\"b\",\"c\"]]",
        }
        .at_line(error.line().max(1), error.column().max(1))
    }

    /// What was taken, or an error whose cause is kept.
    fn or_stop<Taken, E: de::Error>(&mut self, taken: Result<Taken, Cause>) -> Result<Taken, E> {
        taken.map_err(|cause| {
            self.cause = Some((cause, self.position.place()));
            E::custom("")
        })
    }

    fn join(&mut self, from: u32, to: u32, declared: bool) -> Result<(), Cause> {
        self.position.item();
        if declared {
            let position = &self.position;
            self.intake.uses(from, || position.place());
            self.intake.uses(to, || position.place());
        }
        self.intake.join(from, to)
    }

    fn lone(&mut self, vertex: u32) -> Result<(), Cause> {
        self.position.item();
        self.intake.lone(vertex)
    }

    fn declare(&mut self, vertex: u32, name: &str) -> Result<(), Cause> {
        self.position.item();
        match self.intake.declare(vertex)? {
            true => Ok(()),
            false => Err(duplicate(name)),
        }
    }
}

/// What a value stands for.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A whole graph, or a line of one.
    Whole,
    /// What is inside `"graph"`: a graph, or attributes.
    Inner,
    /// An edge or a lone vertex.
    Item,
    /// An edge between vertices that were declared.
    Link,
    /// A list of such edges.
    Links,
    /// A node or a list of nodes.
    Node,
    Nodes,
    /// The options of each node, in the order of nodes.
    Neighbours,
    /// The options of this vertex; whether all must be declared.
    Options(u32, bool),
    /// One of them.
    Choice(u32, bool),
}

struct Value<'r, 't, 's> {
    reading: &'r mut Reading<'t, 's>,
    shape: Shape,
}

impl<'de> DeserializeSeed<'de> for Value<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl Value<'_, '_, '_> {
    /// Takes a name where it stands alone.
    fn name<E: de::Error>(self, name: &[u8]) -> Result<(), E> {
        let vertex = self.reading.intake.name(name);
        let taken = vertex.and_then(|vertex| match self.shape {
            Shape::Item | Shape::Whole => self.reading.lone(vertex),
            Shape::Node => {
                self.reading.nodes.push(vertex);
                self.reading.declare(vertex, &String::from_utf8_lossy(name))
            }
            Shape::Choice(from, declared) => self.reading.join(from, vertex, declared),
            _ => Err(expected()),
        });
        self.reading.or_stop(taken)
    }

    /// What the elements of a list are.
    fn elements(&self) -> Option<Shape> {
        Some(match self.shape {
            Shape::Links => Shape::Link,
            Shape::Nodes => Shape::Node,
            Shape::Options(from, declared) => Shape::Choice(from, declared),
            _ => return None,
        })
    }
}

impl<'de> Visitor<'de> for Value<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.shape {
            Shape::Whole | Shape::Inner => "a graph",
            Shape::Item | Shape::Link => "an edge such as [\"a\",\"b\"]",
            Shape::Node => "a node such as {\"id\":\"a\"}",
            Shape::Choice(..) => "the name of a vertex",
            _ => "a list",
        })
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<(), E> {
        if self.shape == Shape::Inner {
            return Ok(());
        }
        self.name(name.as_bytes())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<(), E> {
        if self.shape == Shape::Inner {
            return Ok(());
        }
        self.name(itoa::Buffer::new().format(number).as_bytes())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<(), E> {
        if self.shape == Shape::Inner {
            return Ok(());
        }
        self.name(itoa::Buffer::new().format(number).as_bytes())
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        match self.shape {
            Shape::Inner => Ok(()),
            _ => Err(E::invalid_type(de::Unexpected::Unit, &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let reading = self.reading;
        let shape = Value {
            reading: &mut *reading,
            shape: self.shape,
        }
        .elements();
        if let Some(shape) = shape {
            while list
                .next_element_seed(Value {
                    reading: &mut *reading,
                    shape,
                })?
                .is_some()
            {}
            return Ok(());
        }
        match self.shape {
            Shape::Item | Shape::Link | Shape::Whole => {
                let first = First {
                    reading: &mut *reading,
                    nested: self.shape == Shape::Whole,
                };
                let from = match list.next_element_seed(first)? {
                    None if self.shape == Shape::Whole => return Ok(()),
                    None => return Err(de::Error::invalid_length(0, &"the names of two vertices")),
                    Some(None) => {
                        let shape = Shape::Item;
                        while list
                            .next_element_seed(Value {
                                reading: &mut *reading,
                                shape,
                            })?
                            .is_some()
                        {}
                        return Ok(());
                    }
                    Some(Some(from)) => from,
                };
                let second = First {
                    reading: &mut *reading,
                    nested: false,
                };
                let taken = match list.next_element_seed(second)? {
                    Some(Some(to)) => reading.join(from, to, self.shape == Shape::Link),
                    _ => reading.lone(from),
                };
                reading.or_stop(taken)?;
                // A weight or the like.
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(())
            }
            Shape::Neighbours => {
                let mut place = 0;
                while let Some(&vertex) = reading.nodes.get(place) {
                    let options = Value {
                        reading: &mut *reading,
                        shape: Shape::Options(vertex, true),
                    };
                    if list.next_element_seed(options)?.is_none() {
                        return Ok(());
                    }
                    place += 1;
                }
                match list.next_element::<IgnoredAny>()? {
                    None => Ok(()),
                    Some(_) => Err(de::Error::invalid_length(
                        place + 1,
                        &"a list for each of the nodes, which come before",
                    )),
                }
            }
            Shape::Inner => {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(())
            }
            _ => Err(de::Error::invalid_type(de::Unexpected::Seq, &"a name")),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let Value { reading, shape } = self;
        match shape {
            Shape::Whole | Shape::Inner => whole(reading, map, shape == Shape::Inner),
            Shape::Item | Shape::Link => edge(reading, map, None, shape == Shape::Link),
            Shape::Node => node(reading, map, None),
            Shape::Nodes => by_name(reading, map, |reading, vertex, name| {
                reading.declare(vertex, name)
            }),
            Shape::Options(from, declared) => by_name(reading, map, |reading, vertex, _| {
                reading.join(from, vertex, declared)
            }),
            Shape::Choice(from, _) => node(reading, map, Some(from)),
            _ => Err(de::Error::invalid_type(de::Unexpected::Map, &"a list")),
        }
    }
}

/// The first value of a list, if it is a name; of a whole graph it may be an edge, which is taken.
struct First<'r, 't, 's> {
    reading: &'r mut Reading<'t, 's>,
    nested: bool,
}

impl<'de> DeserializeSeed<'de> for First<'_, '_, '_> {
    type Value = Option<u32>;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Option<u32>, D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for First<'_, '_, '_> {
    type Value = Option<u32>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a vertex")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Option<u32>, E> {
        let vertex = self.reading.intake.name(name.as_bytes());
        self.reading.or_stop(vertex).map(Some)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Option<u32>, E> {
        let vertex = self.reading.intake.number(number);
        self.reading.or_stop(vertex).map(Some)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Option<u32>, E> {
        self.visit_str(itoa::Buffer::new().format(number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Option<u32>, A::Error> {
        if !self.nested {
            return Err(de::Error::invalid_type(de::Unexpected::Seq, &self));
        }
        let shape = Shape::Item;
        Value {
            reading: self.reading,
            shape,
        }
        .visit_seq(list)?;
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<u32>, A::Error> {
        if !self.nested {
            return Err(de::Error::invalid_type(de::Unexpected::Map, &self));
        }
        edge(self.reading, map, None, false)?;
        Ok(None)
    }
}
