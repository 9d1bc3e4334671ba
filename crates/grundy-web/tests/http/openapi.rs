//! The OpenAPI document, held against what its routes take and against answers as the command line gives them.

use std::collections::BTreeSet;

use grundy::Lang;
use grundy_web::document;
use grundy_web::routes::{Kind, ROUTES};
use serde_json::{Value, json};

use crate::support::{limits, start};

/// Answers of the command line, with the route that gives them.
const ANSWERS: &str = include_str!("answers.jsonl");

/// A validator of one schema of the document.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    jsonschema::validator_for(&whole).expect("a schema")
}

#[test]
fn the_document_is_served_in_both_languages() {
    let server = start(limits());
    for (query, lang) in [("", Lang::En), ("?lang=zh", Lang::Zh)] {
        let reply = server.ask(&format!("/api/v1/openapi.json{query}"));
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.json(), document(lang));
    }
    assert_ne!(document(Lang::En), document(Lang::Zh));
    let index = server.ask("/api/v1/?lang=zh");
    assert_eq!(
        index.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let text = index.text();
    for route in &ROUTES {
        assert!(text.contains(&format!("/api/v1/{}</h2>", route.name)));
        assert!(text.contains(route.about.zh), "{}", route.name);
    }
}

#[test]
fn each_parameter_is_told_in_both_languages() {
    for route in &ROUTES {
        for parameter in route.parameters() {
            let name = format!("{} {}", route.name, parameter.name);
            let (english, chinese) = (parameter.help(Lang::En), parameter.help(Lang::Zh));
            assert!(
                !english.is_empty() && english.is_ascii() | english.contains(['è', '…']),
                "{name}"
            );
            assert!(chinese.chars().any(|letter| letter >= '\u{4e00}'), "{name}");
            assert!(!parameter.example.is_null(), "{name}");
        }
    }
}

#[test]
fn the_document_has_the_form_that_openapi_asks_for() {
    let document = document(Lang::En);
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    assert_eq!(paths.len(), ROUTES.len());
    let mut names = BTreeSet::new();
    for (path, item) in paths {
        assert!(path.starts_with("/api/v1/"));
        for method in ["get", "post"] {
            let operation = &item[method];
            let name = operation["operationId"].as_str().expect("a name");
            assert!(names.insert(name.to_owned()), "{name} is named twice");
            let responses = operation["responses"].as_object().expect("responses");
            for status in ["200", "400", "413", "414", "422", "503", "504"] {
                assert!(responses[status]["description"].is_string());
            }
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                for key in ["name", "in", "description"] {
                    assert!(parameter[key].is_string(), "{parameter}");
                }
                assert!(
                    jsonschema::meta::is_valid(&parameter["schema"]),
                    "{parameter}"
                );
            }
        }
        let body = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
        assert!(jsonschema::meta::is_valid(body), "{path}");
    }
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    for (name, schema) in schemas {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
    }
    // Each reference leads somewhere, and each schema is referred to.
    let text = document.to_string();
    let mut used = BTreeSet::new();
    for rest in text.split("\"#/components/schemas/").skip(1) {
        used.insert(rest.split('"').next().expect("a name").to_owned());
    }
    let known: BTreeSet<String> = schemas.keys().cloned().collect();
    assert_eq!(used, known);
}

/// What the document allows the server takes, and what it does not allow the server refuses.
#[test]
fn parameters_are_those_of_the_document() {
    let document = document(Lang::En);
    let server = start(limits());
    for route in &ROUTES {
        let path = format!("/api/v1/{}", route.name);
        let schema = &document["paths"][&path]["post"]["requestBody"]["content"]["application/json"]
            ["schema"];
        let validator = validator(&document, schema);
        let mut full = json!({});
        for parameter in document["paths"][&path]["get"]["parameters"]
            .as_array()
            .expect("a list")
        {
            let name = parameter["name"].as_str().expect("a name");
            full[name] = match &parameter["example"] {
                Value::Null => json!("zh"),
                example => example.clone(),
            };
        }
        let mut bodies = vec![full.clone(), json!({})];
        // What stands in each other's place goes alone.
        let without = |others: &[&str]| {
            let mut body = full.clone();
            let keys = body.as_object_mut().expect("an object");
            keys.retain(|name, _| !others.contains(&name.as_str()));
            body
        };
        let others = [&["game", "values"][..], &["game", "rule", "let"]];
        bodies.extend(others.map(without));
        let full = without(&["rule", "let", "values"]);
        bodies.push(full.clone());
        for parameter in route.parameters() {
            let mut without = full.clone();
            let keys = without.as_object_mut().expect("an object");
            keys.remove(&parameter.name);
            bodies.push(without);
            for wrong in [
                json!({"a": 1}),
                json!("no such thing"),
                json!(true),
                json!(7),
                json!(u64::MAX),
            ] {
                // Numbers and truth values are read as texts where a text is taken.
                if !matches!(parameter.kind, Kind::Text | Kind::Texts) {
                    let mut body = full.clone();
                    body[&parameter.name] = wrong;
                    bodies.push(body);
                }
            }
        }
        let mut unknown = full.clone();
        unknown["unknown"] = json!("x");
        bodies.push(unknown);
        let mut strange = full;
        strange["lang"] = json!("fr");
        bodies.push(strange);
        let taken = bodies.iter().filter(|body| validator.is_valid(body));
        assert!(taken.count() > 1, "{path}");
        for body in bodies {
            let reply = server.post(&path, &body.to_string());
            let allowed = validator.is_valid(&body);
            assert_eq!(
                reply.status == 200,
                allowed,
                "{path} {body} {}",
                reply.text()
            );
        }
    }
}

#[test]
fn mistakes_are_of_the_document() {
    let document = document(Lang::En);
    let error = json!({ "$ref": "#/components/schemas/Error" });
    let validator = validator(&document, &error);
    let server = start(limits());
    for target in [
        "solve",
        "nothing",
        "solve?game=refused",
        "solve?game=unknown",
        "solve?game=panic",
    ] {
        let reply = server.ask(&format!("/api/v1/{target}"));
        assert!(validator.is_valid(&reply.json()), "{}", reply.text());
    }
}

/// Answers of the command line are of the schemas of their routes; with a key less or of another kind they are not.
#[test]
fn answers_are_of_the_document() {
    let document = document(Lang::En);
    let mut seen = BTreeSet::new();
    for line in ANSWERS.lines() {
        let (route, answer) = line.split_once('\t').expect("a route and an answer");
        let path = format!("/api/v1/{route}");
        let content = &document["paths"][&path]["get"]["responses"]["200"]["content"];
        let schema = &content["application/json"]["schema"];
        assert!(schema.is_object(), "{path}");
        let validator = validator(&document, schema);
        let answer: Value = serde_json::from_str(answer).expect("an answer");
        if let Err(error) = validator.validate(&answer) {
            panic!("{route}: {error} at {}", error.instance_path());
        }
        seen.insert(route.to_owned());
        let mut other = answer.clone();
        other["schema"] = json!("grundy.other/1");
        assert!(!validator.is_valid(&other), "{route}");
        let keys: Vec<String> = answer
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect();
        for key in keys {
            let mut wrong = answer.clone();
            wrong[&key] = json!({ "no": "such" });
            assert!(!validator.is_valid(&wrong), "{route}: any {key} is taken");
        }
    }
    let json: BTreeSet<String> = ROUTES
        .iter()
        .filter(|route| route.answers.iter().any(|answer| answer.schema.is_some()))
        .map(|route| route.name.to_owned())
        .collect();
    assert_eq!(seen, json);
}
