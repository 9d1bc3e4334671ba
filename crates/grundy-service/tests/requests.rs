//! Questions as they come from another process, and what they come to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grundy::{Budget, Lang, Message};
use grundy_service::{Failure, Quiet, Refused, Request, Response, Sink};
use serde_json::Value;

fn budget() -> Budget {
    Budget {
        time: Some(Duration::from_secs(5)),
        ..Budget::default()
    }
}

fn run(question: &str) -> Result<Response, Failure> {
    let request: Request = serde_json::from_str(question).expect("a question");
    // A question is told on as it came.
    let told = serde_json::to_string(&request).expect("JSON");
    assert_eq!(
        serde_json::from_str::<Request>(&told).expect("a question"),
        request
    );
    request.run(&budget(), &mut Quiet)
}

fn answer(question: &str) -> Value {
    let response = run(question).unwrap_or_else(|failure| panic!("{question}: {failure}"));
    let text = response.json(Lang::En);
    assert!(text.ends_with("}\n"), "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_draw_because_a_position_moves_to_itself_says_so() {
    let told = |rule: &str, game: &str| {
        let question = format!(
            r#"{{"ask":"solve","position":{{"game":"{game}","rule":{{"text":"{rule}"}}}}}}"#
        );
        let Response::Solve(solved) = run(&question).expect("an answer") else {
            panic!("another answer");
        };
        solved
            .stands_still()
            .map(|message| message.render(Lang::En))
    };
    assert_eq!(
        told("n -> n-1 | n-3 | n/2", "10").as_deref(),
        Some("0 can move to 0 for ever; did you mean n/2 if n > 0?")
    );
    // A draw for another reason, and no draw.
    assert_eq!(told("(x,y) -> (y,x) | (x-1,y-1)", "2,1"), None);
    assert_eq!(told("n -> n-1 | n/2 if n > 0", "10"), None);
}

#[test]
fn each_question_has_its_answer() {
    for (question, schema, key, value) in [
        (
            r#"{"ask":"solve","position":{"game":"nim 3 5 7"}}"#,
            "answer",
            "value",
            "1",
        ),
        (
            r#"{"ask":"solve","position":{"game":"nim 2","misere":true},"all":true,"explain":true}"#,
            "answer",
            "declined",
            "[]",
        ),
        (
            r#"{"ask":"solve","position":{"game":"3 + nim 1","rule":{"text":"n -> n-k for k in v","given":[["v",[1,3,4]]]}}}"#,
            "answer",
            "value",
            "0",
        ),
        (
            r#"{"ask":"moves","position":{"game":"nim 1"},"choose":{"errs":0,"seed":7},"played":0}"#,
            "moves",
            "chosen",
            r#"{"erred":false,"number":0,"wins":true}"#,
        ),
        (
            r#"{"ask":"states","position":{"game":"nim 1"}}"#,
            "states",
            "game",
            r#""nim 1""#,
        ),
        (
            r#"{"ask":"table","game":"nim","ranges":[{"first":2,"count":2},{"first":0,"count":3}]}"#,
            "table",
            "values",
            "[[2,3,0],[3,2,1]]",
        ),
        (
            r#"{"ask":"table","rule":{"text":"n -> n-1"},"ranges":[{"first":0,"count":4}],"misere":true}"#,
            "table",
            "outcomes",
            r#""NPNP""#,
        ),
        (
            r#"{"ask":"period","code":"0.77"}"#,
            "period",
            "preperiod",
            "71",
        ),
        (
            r#"{"ask":"period","rule":{"text":"n -> n-k for k in 1..=4 if (n+k) % 3 != 0"},"values":2000}"#,
            "period",
            "proved",
            "true",
        ),
        (
            r#"{"ask":"find","of":{"values":["own",{"line":[0,1,2,0,1,2,0,1,2,0,1,2,0,1,2,0,1,2,0,1,2]}]}}"#,
            "find",
            "of",
            r#""own""#,
        ),
        (
            r#"{"ask":"find","of":{"rule":{"text":"n -> n-k for k in 1..=3"}},"small":50}"#,
            "find",
            "names",
            r#"["n"]"#,
        ),
        (
            r#"{"ask":"games","name":"nim"}"#,
            "games",
            "schema",
            r#""grundy.games/1""#,
        ),
    ] {
        let told = answer(question);
        assert_eq!(told["schema"], format!("grundy.{schema}/1"), "{question}");
        assert_eq!(told[key].to_string(), value, "{question}");
    }
}

#[test]
fn what_is_not_asked_for_so_is_no_question() {
    for question in [
        "{}",
        r#"{"ask":"anything"}"#,
        r#"{"ask":"solve"}"#,
        r#"{"ask":"solve","position":{"game":7}}"#,
        r#"{"ask":"solve","position":{"game":"nim 1"},"tree":"svg"}"#,
        r#"{"ask":"moves","position":{"game":"nim 1","file":"x"}}"#,
        r#"{"ask":"table","game":"nim"}"#,
        r#"{"ask":"table","game":"nim","ranges":[],"output":"/tmp/x"}"#,
        r#"{"ask":"games","file":"/etc/passwd"}"#,
        r#"{"ask":"table","game":"nim","ranges":[{"first":-1,"count":2}]}"#,
    ] {
        assert!(
            serde_json::from_str::<Request>(question).is_err(),
            "{question}"
        );
    }
}

#[test]
fn failures_are_told_apart() {
    let refused = |question: &str| match run(question) {
        Err(Failure::Refused(refused)) => refused,
        other => panic!("{question}: {other:?}"),
    };
    assert_eq!(
        refused(r#"{"ask":"table","ranges":[{"first":0,"count":1}]}"#),
        Refused::NothingAsked
    );
    assert_eq!(
        refused(r#"{"ask":"table","game":"wythoff","ranges":[{"first":0,"count":1}]}"#),
        Refused::Ranges {
            head: "wythoff".to_owned(),
            needed: 2
        }
    );
    assert_eq!(
        refused(r#"{"ask":"table","game":"northcott","ranges":[{"first":0,"count":1}]}"#),
        Refused::NoCoordinates("northcott".to_owned())
    );
    assert_eq!(
        refused(r#"{"ask":"table","game":"nim","ranges":[{"first":0,"count":0}]}"#),
        Refused::EmptyRange("0..0".to_owned())
    );
    assert_eq!(
        refused(r#"{"ask":"table","game":"nim","ranges":[]}"#),
        Refused::Ranges {
            head: "nim".to_owned(),
            needed: 1
        }
    );
    assert_eq!(
        refused(r#"{"ask":"moves","position":{"game":"nim 1"},"played":1}"#),
        Refused::NoSuchMove {
            number: 1,
            count: 1
        }
    );
    assert_eq!(
        refused(r#"{"ask":"solve","position":{"game":"x","rule":{"text":"n -> n-1"}}}"#),
        Refused::NoRulePosition {
            found: "x".to_owned(),
            arity: 1
        }
    );
    assert_eq!(
        refused(
            r#"{"ask":"solve","position":{"game":"3","rule":{"text":"n -> n-k","given":[["k",1],["k",2]]}}}"#
        ),
        Refused::GivenTwice("k".to_owned())
    );
    for values in [
        r#"{"line":[]}"#,
        r#"{"line":[0,2147483648]}"#,
        r#"{"grid":[[0,1,1],2,2]}"#,
        r#"{"grid":[[],0,9]}"#,
        r#"{"grid":[[],4294967296,4294967296]}"#,
    ] {
        let question = format!(r#"{{"ask":"find","of":{{"values":["own",{values}]}}}}"#);
        assert_eq!(refused(&question), Refused::Values, "{values}");
    }
    assert_eq!(
        refused(r#"{"ask":"find","of":{"game":"nim"},"small":4}"#),
        Refused::SmallRange(4)
    );
    let game = run(r#"{"ask":"solve","position":{"game":"nim x"}}"#);
    assert!(
        matches!(game, Err(Failure::Game(_, ref error)) if error.column == 5),
        "{game:?}"
    );
    let rule = run(r#"{"ask":"solve","position":{"game":"3","rule":{"text":"n ->"}}}"#);
    assert!(matches!(rule, Err(Failure::Rule(..))), "{rule:?}");
    let large = run(
        r#"{"ask":"table","game":"nim","misere":true,"ranges":[{"first":0,"count":99999999999}]}"#,
    );
    assert!(matches!(large, Err(Failure::Cells { .. })), "{large:?}");
    for failure in [game, rule, large].map(|ran| ran.expect_err("a failure")) {
        let (en, zh) = (
            failure.describe().render(Lang::En),
            failure.describe().render(Lang::Zh),
        );
        assert!(
            !en.is_empty() && !zh.is_empty() && !en.contains("--"),
            "{en} {zh}"
        );
        assert_eq!(failure.to_string(), en);
    }
}

#[test]
fn files_are_the_sinks() {
    let question = r#"{"ask":"solve","position":{"game":"graph @roads a"}}"#;
    let refused = run(question).expect_err("no files");
    assert!(
        refused.to_string().contains("files are not read"),
        "{refused}"
    );
    struct Roads;
    impl Sink for Roads {
        fn read(&self, name: &str, _: u64) -> Result<String, Message> {
            assert_eq!(name, "roads");
            Ok("a b\nb c\n".to_owned())
        }
    }
    let request: Request = serde_json::from_str(question).expect("a question");
    let response = request.run(&budget(), &mut Roads).expect("an answer");
    assert!(response.json(Lang::En).contains(r#""outcome":"P""#));
}

#[test]
fn whoever_stops_it_is_heard() {
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = Budget {
        stop: Some(Arc::clone(&stop)),
        ..budget()
    };
    for question in [
        r#"{"ask":"table","rule":{"text":"n -> n-k for k in 1..=9 if (n+k) % 5 != 0"},"ranges":[{"first":1000000,"count":10}]}"#,
        r#"{"ask":"find","of":{"game":"kayles"}}"#,
        r#"{"ask":"moves","position":{"game":"nim 3 5"}}"#,
    ] {
        let request: Request = serde_json::from_str(question).expect("a question");
        match request.run(&stopped, &mut Quiet) {
            Err(Failure::Interrupted) => {}
            Ok(Response::Table(table)) => assert!(table.unknown.is_some(), "{question}"),
            other => panic!("{question}: {other:?}"),
        }
    }
    // How far it is is told to whoever listens, who may then stop it.
    struct Stops(Arc<AtomicBool>, u64);
    impl Sink for Stops {
        fn progress(&mut self, done: u64) {
            self.1 = done;
            self.0.store(done >= 3, Ordering::Relaxed);
        }
    }
    stop.store(false, Ordering::Relaxed);
    let mut sink = Stops(stop, 0);
    let question =
        r#"{"ask":"table","game":"kayles","misere":true,"ranges":[{"first":0,"count":40}]}"#;
    let request: Request = serde_json::from_str(question).expect("a question");
    let Ok(Response::Table(table)) = request.run(&stopped, &mut sink) else {
        panic!("what was known is told")
    };
    assert!(table.unknown.is_some() && sink.1 == 3, "{}", sink.1);
}

/// The keys of an object, in alphabetical order.
fn keys(object: &Value) -> Vec<&str> {
    let object = object.as_object().expect("an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn a_program_is_told_with_what_it_rests_on() {
    const KEYS: [&str; 6] = ["basis", "file", "format", "language", "program", "schema"];
    for (rest, language, file, basis) in [
        (
            r#""problem":{"name":"nyoj585"}"#,
            "cpp",
            "main.cpp",
            "proved",
        ),
        (
            r#""problem":{"name":"nyoj585"},"tables":true"#,
            "python",
            "main.py",
            "nim",
        ),
        (
            r#""problem":{"rule":{"text":"n -> n-k for k in 1..=3"}},"tables":true"#,
            "java",
            "Main.java",
            "tables",
        ),
    ] {
        let question = format!(r#"{{"ask":"emit",{rest},"language":"{language}"}}"#);
        let told = answer(&question);
        assert_eq!(keys(&told), KEYS, "{question}");
        assert_eq!(told["schema"], "grundy.program/1");
        let said = ["language", "file", "basis"].map(|key| &told[key]);
        assert_eq!(said, [language, file, basis], "{question}");
        let program = told["program"].as_str().expect("a text");
        assert!(program.lines().count() > 5, "{program}");
    }
    // A pattern that was only checked comes with a caution.
    let checked = r#"{"ask":"emit","problem":{"rule":{"text":"n -> n-2^k | n-4^k for k in 0.."}},"language":"rust"}"#;
    let checked: Request = serde_json::from_str(checked).expect("a question");
    // However long it takes on a busy machine.
    let patient = Budget {
        time: None,
        ..Budget::default()
    };
    let checked = checked.run(&patient, &mut Quiet);
    let checked = checked.expect("a program").json(Lang::En);
    let checked: Value = serde_json::from_str(&checked).expect("JSON");
    assert_eq!(checked["basis"], "checked");
    assert_eq!(keys(&checked).len(), KEYS.len() + 1);
    assert!(
        checked["caution"]
            .as_str()
            .is_some_and(|told| !told.is_empty())
    );
    // What was not looked for says so, and the program fills tables.
    let short = r#"{"ask":"emit","problem":{"rule":{"text":"n -> n-2^k | n-4^k for k in 0.."}},"language":"rust"}"#;
    let short: Request = serde_json::from_str(short).expect("a question");
    let short = short.run(&Budget::of_positions(100), &mut Quiet);
    let short = short.expect("a program").json(Lang::En);
    let short: Value = serde_json::from_str(&short).expect("JSON");
    assert_eq!(short["basis"], "tables");
    assert!(
        short["cut_short"]
            .as_str()
            .is_some_and(|told| told.contains("100"))
    );
    let wrong = run(r#"{"ask":"emit","problem":{"name":"nyoj58"},"language":"cpp"}"#);
    assert!(
        matches!(wrong, Err(Failure::Refused(Refused::NoFormat(ref name, _))) if name == "nyoj58"),
        "{wrong:?}"
    );
    let unknown = r#"{"ask":"emit","problem":{"name":"nyoj585"},"language":"basic"}"#;
    assert!(serde_json::from_str::<Request>(unknown).is_err());
}

#[test]
fn where_no_position_is_lost_that_is_said() {
    // A tree is worth 1 or 2.
    let told = answer(
        r#"{"ask":"find","of":{"rule":{"text":"graph remove vertex | remove edge","given":[]}}}"#,
    );
    let findings = told["findings"].to_string();
    assert!(findings.contains("no position is lost"), "{findings}");
}

#[test]
fn an_output_is_told_as_text_or_by_its_positions() {
    let text = answer(r#"{"ask":"judge","problem":{"name":"nyoj888"},"input":"1 2 1 1\n"}"#);
    assert_eq!(keys(&text), ["format", "output", "schema"]);
    assert_eq!(text["schema"], "grundy.output/1");
    assert_eq!(text["format"], "nyoj888");
    let told = text["output"].as_str().expect("a text");
    // The same input as bytes.
    let bytes = r#"{"ask":"judge","problem":{"name":"nyoj888"},"input":[49,32,50,32,49,32,49,10]}"#;
    assert_eq!(answer(bytes)["output"], told);
    let positions = answer(
        r#"{"ask":"judge","problem":{"name":"nyoj888"},"input":"1 2 1 1\n","positions":true}"#,
    );
    assert_eq!(keys(&positions), ["format", "positions", "schema"]);
    let [position] = &positions["positions"].as_array().expect("positions")[..] else {
        panic!("{positions}")
    };
    assert_eq!(
        keys(position),
        ["answer", "case", "game", "outcome", "play", "schema"]
    );
    assert_eq!(position["schema"], "grundy.judged/1");
    assert_eq!(position["answer"], told);
    let both = answer(
        r#"{"ask":"judge","problem":{"name":"nyoj888"},"input":"1 2 1 1\n","positions":true,"output":true}"#,
    );
    assert_eq!(keys(&both), ["format", "output", "positions", "schema"]);
    assert_eq!(both["output"], told);
    assert_eq!(both["positions"], positions["positions"]);
    let wrong = run(r#"{"ask":"judge","problem":{"name":"nyoj888"},"input":"1 x"}"#);
    assert!(
        matches!(wrong, Err(Failure::Input(_, Some(_)))),
        "{wrong:?}"
    );
    let nothing = run(r#"{"ask":"judge","problem":{},"input":""}"#);
    assert!(matches!(nothing, Err(Failure::Refused(_))), "{nothing:?}");
}
