//! What `docs/guide/*/json.md` promises of every object: its schema, the keys that it has and no others, all of which the
//! page names in both languages.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::run;
use serde_json::Value;

/// A call, its schema, the keys that it must have and those that it may have.
const CALLS: &[(&[&str], &str, &str, &str)] = &[
    (&["solve", "--json", "nim", "3", "5"], "answer", ANSWER, ""),
    (
        &["solve", "--json", "--verify", "cram", "3x5"],
        "answer",
        ANSWER,
        "verified",
    ),
    (
        &["solve", "--json", "--misere", "nim", "2", "1"],
        "answer",
        ANSWER,
        "",
    ),
    (
        &[
            "solve",
            "--json",
            "--explain",
            "wythoff",
            "3,5",
            "+",
            "moore:2",
            "3",
            "4",
            "5",
        ],
        "answer",
        ANSWER,
        "conclusion declined theorems",
    ),
    (
        &["solve", "--json", "graph:a-b,b-a,a-c", "b"],
        "answer",
        ANSWER,
        "remoteness",
    ),
    (
        &["solve", "--json", "graph:a-b,b-a,a-c", "a", "b"],
        "answer",
        ANSWER,
        "remoteness",
    ),
    (
        &[
            "solve",
            "--json",
            "--misere",
            "cram",
            "6x7",
            "--positions",
            "10",
        ],
        "answer",
        ANSWER,
        "unknown kind",
    ),
    (
        &[
            "solve",
            "--json",
            "--rule",
            "n -> n-k for k in {1,3,4}",
            "10",
        ],
        "answer",
        ANSWER,
        "rule",
    ),
    (
        &["solve", "--json", "--rule", "n -> n-1 if 6/(n-3) > 0", "5"],
        "answer",
        ANSWER,
        "rule unknown kind at",
    ),
    (
        &["solve", "--tree=json", "nim", "1", "2"],
        "states",
        "game play states",
        "",
    ),
    (
        &["table", "nim", "0..3", "--format", "json"],
        "table",
        "game play ranges values outcomes",
        "",
    ),
    (&["period", "--json", "0.77"], "period", PERIOD, "theorems"),
    (
        &["period", "--json", "take:!2,3,7"],
        "period",
        PERIOD,
        "theorems",
    ),
    (
        &["period", "--json", "0.8", "-n", "500"],
        "period",
        PERIOD,
        "observed",
    ),
    (
        &[
            "period",
            "--json",
            "--rule",
            "n -> n-k for k in 1..=4 if (n+k) % 3 != 0",
        ],
        "period",
        PERIOD,
        "rule",
    ),
    (&["quotient", "--json", "0.77"], "quotient", QUOTIENT, ""),
    (
        &["quotient", "--json", "--max-order", "100", "0.404"],
        "quotient",
        QUOTIENT,
        "",
    ),
    (
        &["quotient", "--json", "--table", "cram", "2x3", "+", "0.75"],
        "quotient",
        QUOTIENT,
        "table",
    ),
    (
        &[
            "quotient",
            "--json",
            "--heaps",
            "9",
            "--rule",
            "n -> n-k for k in {1,3,4}",
        ],
        "quotient",
        QUOTIENT,
        "rule",
    ),
    (
        &["solve", "--json", "--misere", "--genus", "kayles", "5"],
        "answer",
        ANSWER,
        "genus",
    ),
    (
        &["find", "--json", "--rule", "n -> n-k for k in 1..=3"],
        "find",
        "of names searched held_out sizes values findings refused remarks sequences",
        "rule",
    ),
    (
        &["seq", "--json", "0.77", "-n", "100"],
        "sequence",
        "code from count engine largest space frequencies beyond seconds computed",
        "values",
    ),
    (&["graph", "--json", "-"], "graph", GRAPH, ""),
    (&["graph", "--json", "--misere", "-"], "graph", GRAPH, ""),
    (
        &["graph", "--json", "--columns", "outcome", "-"],
        "graph",
        GRAPH,
        "",
    ),
    (&["graph", "--json", "--at", "1", "-"], "graph", TOKENS, ""),
    (
        &["graph", "--json", "--misere", "--at", "1", "-"],
        "graph",
        TOKENS,
        "",
    ),
    (
        &["graph", "--json", "--at", "1", "--at", "2", "-"],
        "graph",
        TOKENS,
        "",
    ),
    (
        &["graph", "--json", "--misere", "--at", "1", "--at", "2", "-"],
        "graph",
        TOKENS,
        "",
    ),
    (
        &[
            "graph",
            "--json",
            "--misere",
            "--at",
            "1",
            "--at",
            "2",
            "--positions",
            "1",
            "-",
        ],
        "graph",
        TOKENS,
        "unknown kind",
    ),
    (
        &["graph", "--json", "--game", "geography", "--at", "1", "-"],
        "answer",
        ANSWER,
        "",
    ),
    (
        &["graph", "--steps=json", "-"],
        "steps",
        "play rounds draws",
        "",
    ),
    (&["find", "--json", "kayles"], "find", FIND, ""),
    (
        &["find", "--json", "--misere", "0.75"],
        "find",
        FIND,
        "play quotient",
    ),
    (
        &[
            "find",
            "--json",
            "--misere",
            "--rule",
            "(x,y) -> (x-1,y); (x,y) -> (x,y-1)",
        ],
        "find",
        FIND,
        "play rule",
    ),
    (&["games", "--json", "nim"], "games", "games", ""),
    (
        &["games", "--json", "--quotients"],
        "quotients",
        "codes",
        "",
    ),
    (
        &["games", "--json", "--theorems"],
        "theorems",
        "theorems",
        "",
    ),
    (
        &["nimber", "--json", "quadratic(1,3)"],
        "nimber",
        "formula kind value other",
        "",
    ),
    (&["judge", "--list", "--json"], "formats", "formats", ""),
    (
        &["moves", "--json", "nim", "1", "2"],
        "moves",
        MOVES,
        "chosen played",
    ),
    (
        &["moves", "--json", "--choose", "kayles", "5"],
        "moves",
        MOVES,
        "chosen played",
    ),
];

const ANSWER: &str = "game play outcome value winning_moves moves theory because components";
const QUOTIENT: &str = "game status order p_portion heaps last_change preperiod period tame lower_bound generators relations kernel idempotents p phi components ended growth law seconds";
const FIND: &str = "of names searched held_out sizes values findings refused remarks sequences";
const PERIOD: &str = "code rules proved period preperiod saltus theorem checked_to last_exception last_exception_value largest_value engine seconds";
const GRAPH: &str = "play header vertices edges cycle outcomes rows";
const TOKENS: &str = "play header outcome value remoteness tokens moves complete";
const MOVES: &str = "game play outcome value over complete components moves";

/// All keys of objects in it. What keys are data (titles by language, outcomes by letter) is left out.
fn keys(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| keys(value, into)),
        Value::Object(object) => {
            for (key, value) in object {
                if !["P", "N", "D"].contains(&key.as_str()) {
                    into.insert(key.clone());
                }
                keys(value, into);
            }
        }
        _ => {}
    }
}

#[test]
fn every_object_is_as_promised() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let pages = ["en", "zh"]
        .map(|lang| fs::read_to_string(guide.join(lang).join("json.md")).expect("the page"));
    for (call, schema, has, may) in CALLS {
        let ran = run(call, b"1 2\n2 3\n3 1\n3 4\n4 5\n");
        let told: Value = serde_json::from_str(&ran.out)
            .unwrap_or_else(|error| panic!("{call:?}: {error}: {}", ran.err));
        let schema = format!("grundy.{schema}/1");
        assert_eq!(told["schema"], schema.as_str(), "{call:?}");
        let object = told.as_object().expect("an object");
        let found: BTreeSet<&str> = object.keys().map(String::as_str).collect();
        let must: BTreeSet<&str> = has.split(' ').chain(["schema"]).collect();
        let can: BTreeSet<&str> = must.iter().copied().chain(may.split(' ')).collect();
        assert!(
            must.is_subset(&found),
            "{call:?} lacks {:?}",
            must.difference(&found)
        );
        assert!(
            found.is_subset(&can),
            "{call:?} has {:?}",
            found.difference(&can)
        );
        let unknown = object.get("outcome").is_some_and(Value::is_null);
        assert_eq!(
            unknown,
            object.contains_key("unknown"),
            "{call:?}: a reason exactly where nothing is known"
        );
        let mut all = BTreeSet::new();
        keys(&told, &mut all);
        for page in &pages {
            assert!(page.contains(&schema), "{schema} is not in the guide");
            for key in &all {
                let named =
                    page.contains(&format!("`{key}`")) || page.contains(&format!("\"{key}\""));
                assert!(named, "the guide does not name '{key}' of {call:?}");
            }
        }
    }
    // A line for each position.
    let ran = run(&["judge", "nyoj888", "--json"], b"1 2 1 1\n");
    let told: Value = serde_json::from_str(&ran.out).expect("a line");
    let found: BTreeSet<&str> = told
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        found,
        BTreeSet::from(["schema", "case", "game", "play", "outcome", "answer"])
    );
}
