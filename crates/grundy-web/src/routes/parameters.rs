//! The parameters of a route, from the type of its questions.
//!
//! The type derives its schema; the comment on a field is its description in English, and an extension beside it the one in
//! Chinese.

use std::fmt;

use grundy::Lang;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema as Derived, SchemaGenerator};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value, json};

/// Where a field has its description in Chinese.
const CHINESE: &str = "zh";

/// The format of a number that may be written as `1e6`.
const COUNT: &str = "count";

/// What may be said on a route.
#[derive(Debug)]
pub(super) struct Schema {
    /// The parameters, in the order of the type's fields.
    pub(super) parameters: Vec<Parameter>,
    /// What the type says of all of them, without the parameters themselves.
    pub(super) whole: Map<String, Value>,
}

/// A parameter: of the query, or a key of the object in the body.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: Kind,
    /// Whether it must be given.
    pub required: bool,
    /// A value, as JSON.
    pub example: Value,
    /// What it takes, as a schema of JSON.
    pub schema: Value,
    help: [String; 2],
}

/// What a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing, or a truth value.
    Flag,
    /// A text; an empty one is as none.
    Text,
    /// Texts: the parameter may be repeated.
    Texts,
    /// A natural number from `least` to `most`.
    Number {
        /// The least.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// A natural number as the command line reads it: also `1_000_000`, `1e6` and `10^6`.
    Count,
    /// One of a few; the first where none is given.
    Choice(Vec<String>),
}

impl Schema {
    /// The schema of a type.
    pub(super) fn of<T: Default + JsonSchema + Serialize>() -> Schema {
        let mut settings = SchemaSettings::draft2020_12();
        settings.inline_subschemas = true;
        settings.meta_schema = None;
        let mut whole = settings.into_generator().into_root_schema_for::<T>();
        let whole = whole.ensure_object();
        whole.remove("title");
        whole.remove("description");
        let required = whole.remove("required").unwrap_or_default();
        let is_required = |name: &str| {
            let mut names = required.as_array().into_iter().flatten();
            names.any(|known| known == name)
        };
        let mut fields = match whole.remove("properties") {
            Some(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let parameters = names_of::<T>().into_iter().filter_map(|name| {
            let field = fields.remove(&name)?;
            let required = is_required(&name);
            Some(Parameter::new(name, field, required))
        });
        Schema {
            parameters: parameters.collect(),
            whole: std::mem::take(whole),
        }
    }
}

/// The names of a type's fields, in their order: those of the object that it is written as.
fn names_of<T: Default + Serialize>() -> Vec<String> {
    struct Names(Vec<String>);

    impl<'de> Deserialize<'de> for Names {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Names, D::Error> {
            struct Reader;
            impl<'de> Visitor<'de> for Reader {
                type Value = Names;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("an object")
                }

                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                    let mut names = Vec::new();
                    while let Some((name, IgnoredAny)) = map.next_entry()? {
                        names.push(name);
                    }
                    Ok(Names(names))
                }
            }
            deserializer.deserialize_map(Reader)
        }
    }
    let text = serde_json::to_string(&T::default()).unwrap_or_default();
    let names: Result<Names, _> = serde_json::from_str(&text);
    names.map_or_else(|_| Vec::new(), |Names(names)| names)
}

impl Parameter {
    fn new(name: String, mut schema: Value, required: bool) -> Parameter {
        let take = |schema: &mut Value, key: &str| {
            let fields = schema.as_object_mut();
            fields.and_then(|fields| fields.remove(key))
        };
        let mut text = |key: &str| {
            let text = take(&mut schema, key).unwrap_or_default();
            text.as_str()
                .unwrap_or_default()
                .trim_end_matches('.')
                .to_owned()
        };
        let help = [text("description"), text(CHINESE)];
        // What is not given is no value of the type.
        if let Some(Value::Array(types)) = schema.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [only] = &types[..] {
                schema["type"] = only.clone();
            }
        }
        let kind = Kind::of(&schema);
        let example = match take(&mut schema, "examples") {
            Some(Value::Array(examples)) => examples.into_iter().next(),
            _ => None,
        };
        let example = example.unwrap_or_else(|| match &kind {
            Kind::Flag => Value::Bool(true),
            Kind::Choice(names) => json!(names.first()),
            _ => Value::Null,
        });
        take(&mut schema, "format");
        Parameter {
            name,
            kind,
            required,
            example,
            schema,
            help,
        }
    }

    /// What it is, in a language.
    pub fn help(&self, lang: Lang) -> &str {
        let [english, chinese] = &self.help;
        match lang {
            Lang::En => english,
            Lang::Zh => chinese,
        }
    }
}

impl Kind {
    fn of(schema: &Value) -> Kind {
        if let Some(Value::Array(names)) = schema.get("enum") {
            let names = names.iter().filter_map(Value::as_str);
            return Kind::Choice(names.map(str::to_owned).collect());
        }
        if schema["format"] == COUNT {
            return Kind::Count;
        }
        match schema["type"].as_str() {
            Some("boolean") => Kind::Flag,
            Some("array") => Kind::Texts,
            Some("integer") => Kind::Number {
                least: schema["minimum"].as_u64().unwrap_or(0),
                most: schema["maximum"].as_u64().unwrap_or(u64::MAX),
            },
            _ => Kind::Text,
        }
    }
}

/// A natural number as the command line reads it: also `1_000_000`, `1e6` and `10^6`.
pub(super) struct Count;

impl JsonSchema for Count {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        COUNT.into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Derived {
        schemars::json_schema!({
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": "^[0-9]+(_[0-9]+)*([eE][0-9]+|\\^[0-9]+)?$",
            "format": COUNT,
        })
    }
}
