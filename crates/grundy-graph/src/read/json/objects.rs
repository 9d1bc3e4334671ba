//! Objects of JSON: edges, nodes, whole graphs.

use std::fmt;

use grundy::message;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::error::Cause;
use super::super::graphml::undirected;
use super::{Reading, Shape, Value};

/// A name, and the text of it where it may be needed for a message.
pub(super) enum Name {
    Text(String),
    Number(u64),
    /// `true` or `false`.
    Flag(bool),
    /// A value that is no name.
    Other,
}

impl<'de> de::Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Name, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Name;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Name, E> {
                Ok(Name::Text(name.to_owned()))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Name, E> {
                Ok(Name::Number(number))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Name, E> {
                Ok(Name::Text(number.to_string()))
            }
            fn visit_f64<E: de::Error>(self, _: f64) -> Result<Name, E> {
                Ok(Name::Other)
            }
            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Name, E> {
                Ok(Name::Flag(flag))
            }
            fn visit_unit<E: de::Error>(self) -> Result<Name, E> {
                Ok(Name::Other)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Name, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Name::Other)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Name, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Name::Other)
            }
        }
        value.deserialize_any(Any)
    }
}

impl Name {
    fn vertex(&self, reading: &mut Reading<'_, '_>) -> Result<u32, Cause> {
        match self {
            Name::Text(name) => reading.intake.name(name.as_bytes()),
            Name::Number(number) => reading.intake.number(*number),
            Name::Flag(_) | Name::Other => Err(Cause::Wrong {
                what: message!(
                    "expected the name of a vertex, a string or a whole number",
                    "此处应为顶点名：字符串或整数"
                ),
                example: "{\"source\":\"a\",\"target\":\"b\"}",
            }),
        }
    }
}

const FROM: [&str; 6] = ["source", "from", "src", "u", "tail", "start"];
const TO: [&str; 7] = ["target", "to", "dst", "dest", "v", "head", "end"];

/// What a key that may be an end of an edge has: the name of a vertex; or, if the key is itself the name of a vertex, its
/// options, which are taken at once.
struct EndOrOptions<'r, 't, 's> {
    reading: &'r mut Reading<'t, 's>,
    key: &'r str,
}

impl<'r, 't, 's> EndOrOptions<'r, 't, 's> {
    fn options<E: de::Error>(self) -> Result<Value<'r, 't, 's>, E> {
        let vertex = self.reading.intake.name(self.key.as_bytes());
        let from = vertex.and_then(|vertex| {
            self.reading.declare(vertex, self.key)?;
            Ok(vertex)
        });
        let shape = Shape::Options(self.reading.or_stop(from)?, false);
        Ok(Value {
            reading: self.reading,
            shape,
        })
    }
}

impl<'de> DeserializeSeed<'de> for EndOrOptions<'_, '_, '_> {
    type Value = Option<Name>;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Option<Name>, D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for EndOrOptions<'_, '_, '_> {
    type Value = Option<Name>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a vertex, or a list of options")
    }
    fn visit_str<E: de::Error>(self, name: &str) -> Result<Option<Name>, E> {
        Ok(Some(Name::Text(name.to_owned())))
    }
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Option<Name>, E> {
        Ok(Some(Name::Number(number)))
    }
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Option<Name>, E> {
        Ok(Some(Name::Text(number.to_string())))
    }
    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Option<Name>, E> {
        Ok(Some(Name::Other))
    }
    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Option<Name>, E> {
        Ok(Some(Name::Flag(flag)))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Option<Name>, E> {
        Ok(Some(Name::Other))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Option<Name>, A::Error> {
        self.options()?.visit_seq(list).map(|()| None)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<Name>, A::Error> {
        self.options()?.visit_map(map).map(|()| None)
    }
}

/// An edge as an object; its first key and the vertex behind it may have been read.
pub(super) fn edge<'de, A: MapAccess<'de>>(
    reading: &mut Reading<'_, '_>,
    mut map: A,
    mut first: Option<(String, Name)>,
    declared: bool,
) -> Result<(), A::Error> {
    let (mut from, mut to) = (None, None);
    loop {
        let (key, known) = match first.take() {
            Some((key, name)) => (key, Some(name)),
            None => match map.next_key::<String>()? {
                Some(key) => (key, None),
                None => break,
            },
        };
        let end = if FROM.contains(&&*key) {
            &mut from
        } else if TO.contains(&&*key) {
            &mut to
        } else {
            map.next_value::<IgnoredAny>()?;
            continue;
        };
        let name = match known {
            Some(name) => name,
            None => map.next_value()?,
        };
        let vertex = name.vertex(reading);
        end.get_or_insert(reading.or_stop(vertex)?);
    }
    let taken = match (from, to) {
        (Some(from), Some(to)) => reading.join(from, to, declared),
        _ => Err(Cause::Wrong {
            what: message!(
                "expected an edge with both of its ends",
                "此处的边应有起点和终点"
            ),
            example: "{\"source\":\"a\",\"target\":\"b\"}",
        }),
    };
    reading.or_stop(taken)
}

/// A node as an object; or, if another vertex is given, an option of that.
pub(super) fn node<'de, A: MapAccess<'de>>(
    reading: &mut Reading<'_, '_>,
    mut map: A,
    option_of: Option<u32>,
) -> Result<(), A::Error> {
    let mut id = None;
    while let Some(key) = map.next_key::<String>()? {
        if key == "id" {
            id = Some(map.next_value::<Name>()?);
        } else {
            map.next_value::<IgnoredAny>()?;
        }
    }
    let taken = match &id {
        None => Err(Cause::Wrong {
            what: message!("expected a node with its id", "此处的节点应有 id"),
            example: "{\"id\":\"a\"}",
        }),
        Some(id) => id.vertex(reading).and_then(|vertex| match option_of {
            // Without direction, each edge stands at both of its ends.
            Some(from) if reading.undirected && vertex < from => Ok(()),
            Some(from) => reading.join(from, vertex, true),
            None => {
                reading.nodes.push(vertex);
                let name = match id {
                    Name::Text(name) => name.clone(),
                    Name::Number(number) => number.to_string(),
                    Name::Flag(_) | Name::Other => String::new(),
                };
                reading.declare(vertex, &name)
            }
        }),
    };
    reading.or_stop(taken)
}

/// An object whose keys are names of vertices and whose values do not matter.
pub(super) fn by_name<'de, A: MapAccess<'de>>(
    reading: &mut Reading<'_, '_>,
    mut map: A,
    mut take: impl FnMut(&mut Reading<'_, '_>, u32, &str) -> Result<(), Cause>,
) -> Result<(), A::Error> {
    while let Some(name) = map.next_key::<String>()? {
        let vertex = reading.intake.name(name.as_bytes());
        let taken = vertex.and_then(|vertex| take(reading, vertex, &name));
        reading.or_stop(taken)?;
        map.next_value::<IgnoredAny>()?;
    }
    Ok(())
}

/// An object that is a whole graph, a line of one, or, inside another, attributes perhaps.
pub(super) fn whole<'de, A: MapAccess<'de>>(
    reading: &mut Reading<'_, '_>,
    mut map: A,
    inner: bool,
) -> Result<(), A::Error> {
    // Whether keys are names of vertices; that is seen at the first key that can be only one or the other.
    let mut by_names = None;
    while let Some(key) = map.next_key::<String>()? {
        let shape = match &*key {
            _ if by_names == Some(true) => None,
            "nodes" => {
                reading.intake.all_are_declared();
                Some(Shape::Nodes)
            }
            "links" | "edges" => Some(Shape::Links),
            "adjacency" => Some(Shape::Neighbours),
            "graph" if !inner => Some(Shape::Inner),
            "directed" => {
                if let Name::Flag(false) = map.next_value()? {
                    let refuse = !reading.undirected_too || reading.intake.edges() > 0;
                    reading.undirected = true;
                    reading.or_stop(if refuse { Err(undirected()) } else { Ok(()) })?;
                }
                by_names = Some(false);
                continue;
            }
            "multigraph" => {
                map.next_value::<IgnoredAny>()?;
                by_names = Some(false);
                continue;
            }
            _ => None,
        };
        if let Some(shape) = shape {
            by_names = Some(false);
            map.next_value_seed(Value {
                reading: &mut *reading,
                shape,
            })?;
        } else if inner || by_names == Some(false) {
            map.next_value::<IgnoredAny>()?;
        } else if by_names.is_none() && FROM.iter().chain(&TO).any(|end| *end == key) {
            let end = map.next_value_seed(EndOrOptions {
                reading: &mut *reading,
                key: &key,
            })?;
            match end {
                Some(name) => return edge(reading, map, Some((key, name)), false),
                None => by_names = Some(true),
            }
        } else {
            by_names = Some(true);
            let vertex = reading.intake.name(key.as_bytes());
            let from = vertex.and_then(|vertex| {
                reading.declare(vertex, &key)?;
                Ok(vertex)
            });
            let shape = Shape::Options(reading.or_stop(from)?, false);
            map.next_value_seed(Value {
                reading: &mut *reading,
                shape,
            })?;
        }
    }
    Ok(())
}
