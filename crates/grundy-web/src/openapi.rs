//! The OpenAPI document of the interface: paths and parameters from the types of the routes' questions, schemas of the answers
//! from the types of the service that write them, or from `schemas.json` where they are written by hand.

use std::sync::LazyLock;

use grundy::{Lang, Text};
use grundy_service::schema;
use serde_json::{Map, Value, json};

use crate::routes::{Answer, Parameter, ROOT, ROUTES, Route};

/// The schemas of the answers that no type makes, and of mistakes.
const SCHEMAS: &str = include_str!("../schemas.json");

/// What the mistakes mean, by status.
const MISTAKES: &[(&str, Text)] = &[
    (
        "400",
        Text {
            en: "The question was not understood",
            zh: "无法理解查询",
        },
    ),
    (
        "403",
        Text {
            en: "The page of another site asked",
            zh: "查询来自其他网站的页面",
        },
    ),
    (
        "408",
        Text {
            en: "The body did not arrive in time",
            zh: "请求体未能及时到达",
        },
    ),
    (
        "413",
        Text {
            en: "The body is too long",
            zh: "请求体过长",
        },
    ),
    (
        "414",
        Text {
            en: "The query is too long",
            zh: "查询参数过长",
        },
    ),
    (
        "415",
        Text {
            en: "The body is not application/json",
            zh: "请求体不是 application/json",
        },
    ),
    (
        "421",
        Text {
            en: "The request names another host",
            zh: "请求指明的是另一个主机",
        },
    ),
    (
        "422",
        Text {
            en: "The answer is not known, or too long",
            zh: "答案未知或过长",
        },
    ),
    (
        "500",
        Text {
            en: "An internal error",
            zh: "程序内部错误",
        },
    ),
    (
        "503",
        Text {
            en: "Too many questions at a time",
            zh: "同时的查询过多",
        },
    ),
    (
        "504",
        Text {
            en: "No answer in time",
            zh: "时限内没有答案",
        },
    ),
];

/// The document as it is sent, made once for each language.
pub(crate) fn text(lang: Lang) -> &'static str {
    static ENGLISH: LazyLock<String> = LazyLock::new(|| document(Lang::En).to_string() + "\n");
    static CHINESE: LazyLock<String> = LazyLock::new(|| document(Lang::Zh).to_string() + "\n");
    match lang {
        Lang::En => &ENGLISH,
        Lang::Zh => &CHINESE,
    }
}

/// The document, its descriptions in one language.
pub fn document(lang: Lang) -> Value {
    let about = Text {
        en: "Impartial combinatorial games: who wins, by how much, which moves win, and why. The answers are those of the \
             command line.",
        zh: "公平组合游戏：谁胜、SG 值、必胜走法及理由。答案与命令行相同。",
    };
    let paths: Map<String, Value> = ROUTES
        .iter()
        .map(|route| (format!("{ROOT}{}", route.name), path(route, lang)))
        .collect();
    let mut schemas = schema::answers();
    schemas.extend(serde_json::from_str::<Map<_, _>>(SCHEMAS).unwrap_or_default());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "grundy",
            "version": env!("CARGO_PKG_VERSION"),
            "description": about.of(lang),
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn path(route: &Route, lang: Lang) -> Value {
    let parameters: Vec<Value> = route
        .parameters()
        .iter()
        .map(|parameter| {
            json!({
                "name": parameter.name,
                "in": "query",
                "required": parameter.required,
                "description": parameter.help(lang),
                "schema": parameter.schema,
                "example": parameter.example,
            })
        })
        .chain([json!({
            "name": "lang",
            "in": "query",
            "required": false,
            "description": LANGUAGE.of(lang),
            "schema": { "type": "string", "enum": ["en", "zh"] },
        })])
        .collect();
    let about = route.about.of(lang);
    let name = route.name;
    json!({
        "get": {
            "operationId": name,
            "summary": about,
            "parameters": parameters,
            "responses": responses(route, lang),
        },
        "post": {
            "operationId": format!("{name}_by_body"),
            "summary": about,
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": body(route, lang) } },
            },
            "responses": responses(route, lang),
        },
    })
}

/// The schema of a body: what the type of its questions says of all parameters, and each of them.
fn body(route: &Route, lang: Lang) -> Value {
    let parameters = route.parameters();
    let described = parameters.iter().map(|parameter| {
        let mut schema = parameter.schema.clone();
        schema["description"] = parameter.help(lang).into();
        (parameter.name.clone(), schema)
    });
    let mut properties: Map<String, Value> = described.collect();
    let tags = json!({ "type": "string", "enum": ["en", "zh"], "description": LANGUAGE.of(lang) });
    properties.insert("lang".to_owned(), tags);
    let required = parameters.iter().filter(|parameter| parameter.required);
    let required: Value = required.map(|parameter| parameter.name.as_str()).collect();
    let mut schema = route.schema().clone();
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), required);
    schema.insert("additionalProperties".to_owned(), false.into());
    schema.into()
}

const LANGUAGE: Text = Text {
    en: "The language of sentences",
    zh: "语句所用的语言",
};

fn responses(route: &Route, lang: Lang) -> Value {
    let content: Map<String, Value> = route
        .answers
        .iter()
        .map(|Answer { form, schema }| {
            let schema = match schema {
                Some(name) => json!({ "schema": reference(name) }),
                None => json!({}),
            };
            (form.media().to_owned(), schema)
        })
        .collect();
    let mut responses = Map::new();
    let answer = json!({ "description": route.about.of(lang), "content": content });
    responses.insert("200".to_owned(), answer);
    for (status, what) in MISTAKES {
        let mistake = json!({
            "description": what.of(lang),
            "content": { "application/json": { "schema": reference("Error") } },
        });
        responses.insert((*status).to_owned(), mistake);
    }
    Value::Object(responses)
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A value as a query has it.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// An address that is answered.
pub(crate) fn example(route: &Route) -> String {
    let is_named = |parameter: &&Parameter| {
        // One of them is enough; a rule in its place needs none of them.
        parameter.required || ["game", "code", "name", "across"].contains(&parameter.name.as_str())
    };
    let message: Vec<String> = route
        .parameters()
        .iter()
        .filter(is_named)
        .map(|parameter| {
            let value = encoded(&plain(&parameter.example));
            format!("{}={value}", parameter.name)
        })
        .collect();
    format!("{ROOT}{}?{}", route.name, message.join("&"))
}

/// A text as part of a query.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b':' | b',' => {
                out.push(char::from(byte));
            }
            b' ' => out.push('+'),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_schema_is_made_and_written_too() {
        let written: Map<String, Value> = serde_json::from_str(SCHEMAS).expect("schemas");
        let made = schema::answers();
        assert!(written.keys().all(|name| !made.contains_key(name)));
    }
}
