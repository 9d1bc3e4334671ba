//! What a request becomes: the arguments of a command, or a mistake that is told.

use std::sync::atomic::Ordering;

use grundy::Lang;
use grundy_service::Request;
use grundy_web::routes::{Budget, ROUTES};

use crate::support::{Running, limits, start};

/// A request and the arguments without the bounds.
fn told(target: &str) -> Vec<String> {
    let server = start(limits());
    let reply = server.ask(&format!("/api/v1/{target}"));
    assert_eq!(reply.status, 200, "{target}: {}", reply.text());
    without_bounds(server.arguments())
}

/// What a server was asked last: the request and the form of its answer.
fn request(server: &Running) -> String {
    let question = server.question();
    let request = serde_json::to_string(&question.request).expect("JSON");
    format!("{request} {:?}", question.form)
}

fn without_bounds(arguments: Vec<String>) -> Vec<String> {
    let bounds = ["--budget-", "--memory=", "--seconds="];
    let is_bound = |word: &String| bounds.iter().any(|bound| word.starts_with(bound));
    arguments
        .into_iter()
        .filter(|word| !is_bound(word))
        .collect()
}

#[test]
fn each_route_becomes_its_request() {
    let server = start(limits());
    for (target, expected) in [
        (
            "solve?game=nim+3+5+%2B+wythoff+3,5&misere&all=true&explain=1&lang=zh",
            r#"{"ask":"solve","position":{"game":"nim 3 5 + wythoff 3,5","rule":null,"misere":true},"all":true,"explain":true,"thorough":true} Json"#,
        ),
        (
            "solve?game=10+12&rule=n+-%3E+n-k+for+k+in+v&let=v=[1,3]&let=m=2&misere=false",
            r#"{"ask":"solve","position":{"game":"10 12","rule":{"text":"n -> n-k for k in v","given":[["v",[1,3]],["m",2]]},"misere":false},"all":false,"explain":false,"thorough":true} Json"#,
        ),
    ] {
        let reply = server.ask(&format!("/api/v1/{target}"));
        assert_eq!(reply.status, 200, "{target}: {}", reply.text());
        assert_eq!(request(&server), expected, "{target}");
    }
}

#[test]
fn each_route_becomes_its_command() {
    for (target, arguments) in [
        (
            "moves?game=nim+3&choose&errs=25&seed=7&played=0",
            "moves|--json|--choose|--errs=25|--seed=7|--played=0|--lang=en|--|nim 3",
        ),
        (
            "table?game=wythoff&down=0..4&across=0..=5",
            "table|--format=json|--lang=en|--|wythoff|0..4|0..=5",
        ),
        (
            "table?rule=n+-%3E+n-1&across=0..9&format=svg&outcomes&misere",
            "table|--rule=n -> n-1|--misere|--outcomes|--format=svg|--lang=en|--|0..9",
        ),
        (
            "sequence?code=0.77&number=1e6&from=10^3&format=u16",
            "seq|--number=1e6|--from=10^3|--format=u16|--lang=en|--|0.77",
        ),
        (
            "sequence?code=0.77&number=100",
            "seq|--number=100|--json|--lang=en|--|0.77",
        ),
        (
            "sequence?code=0.77&number=100&format=svg",
            "seq|--number=100|--plot=-|--lang=en|--|0.77",
        ),
        (
            "chart?game=kayles&from=10&to=200&width=800&height=400&log",
            "chart|--width=800|--height=400|--log|--lang=en|--|kayles|10..200",
        ),
        ("chart?game=kayles&to=5", "chart|--lang=en|--|kayles|0..5"),
        ("chart?game=kayles", "chart|--lang=en|--|kayles"),
        (
            "period?game=0.77&number=100",
            "period|--json|--number=100|--lang=en|--|0.77",
        ),
        ("find?game=kayles", "find|--json|--lang=en|--|kayles"),
        (
            "find?values=0+1+2&small=20",
            "find|--json|--values=-|--small=20|--lang=en",
        ),
        (
            "emit?name=hdu1847&language=java&lang=zh&table",
            "emit|--table|--lang=java|--lang=zh|--|hdu1847",
        ),
        (
            "emit?rule=n+-%3E+n-1",
            "emit|--rule=n -> n-1|--lang=cpp|--lang=en",
        ),
        ("games", "games|--json|--lang=en"),
        ("games?name=nim", "games|--json|--lang=en|--|nim"),
        ("games?octal", "games|--json|--octal|--lang=en"),
        (
            "states?game=nim+1+2&format=dot",
            "solve|--tree=dot|--lang=en|--|nim 1 2",
        ),
        (
            "steps?graph=a+b%0Ab+c&misere&undirected&format=svg",
            "graph|-|--misere|--undirected|--steps=svg|--lang=en",
        ),
        ("binary?game=nim+3+5", "solve|--binary|--lang=en|--|nim 3 5"),
    ] {
        assert_eq!(told(target).join("|"), arguments, "{target}");
    }
}

#[test]
fn every_route_is_among_those_and_has_its_bounds() {
    let server = start(limits());
    for route in ROUTES {
        let required = route.parameters.iter().filter(|known| known.required);
        let query: Vec<String> = required.map(|known| format!("{}=7", known.name)).collect();
        let reply = server.ask(&format!("/api/v1/{}?{}", route.name, query.join("&")));
        assert_eq!(reply.status, 200, "{}: {}", route.name, reply.text());
        let arguments = server.arguments();
        for budget in route.budgets.iter().filter(|_| !arguments.is_empty()) {
            let expected = match budget {
                Budget::Time(flag) => format!("{flag}=4000ms"),
                Budget::Bytes(flag) => format!("{flag}={}", 96 << 20),
                Budget::Positions(flag) => format!("{flag}=20000000"),
            };
            assert!(arguments.contains(&expected), "{arguments:?}");
        }
        assert_eq!(
            reply.header("content-type"),
            Some(route.answers()[0].media),
            "{}",
            route.name
        );
    }
}

#[test]
fn a_body_says_the_same_as_a_query() {
    let server = start(limits());
    let body = r#"{"game":"10 12","rule":"n -> n-k for k in v","let":["v=[1,3]","m=2"],"misere":true,"all":false,
        "explain":null,"lang":"zh"}"#;
    assert_eq!(server.post("/api/v1/solve", body).status, 200);
    let question = server.question();
    assert_eq!(
        request(&server),
        r#"{"ask":"solve","position":{"game":"10 12","rule":{"text":"n -> n-k for k in v","given":[["v",[1,3]],["m",2]]},"misere":true},"all":false,"explain":false,"thorough":true} Json"#
    );
    assert_eq!(question.lang, Lang::Zh);
    let body = r#"{"code":"0.77","number":1000}"#;
    assert_eq!(server.post("/api/v1/sequence?lang=zh", body).status, 200);
    assert_eq!(
        without_bounds(server.arguments()).join("|"),
        "seq|--number=1000|--json|--lang=zh|--|0.77"
    );
}

#[test]
fn a_text_becomes_the_standard_input() {
    let server = start(limits());
    let body = r#"{"graph":"a b\nb c\n"}"#;
    assert_eq!(server.post("/api/v1/steps", body).status, 200);
    assert_eq!(server.question().input.as_deref(), Some(&b"a b\nb c\n"[..]));
    let body = r#"{"game":"graph @- a","input":"a b"}"#;
    assert_eq!(server.post("/api/v1/solve", body).status, 200);
    assert_eq!(server.question().input.as_deref(), Some(&b"a b"[..]));
    assert_eq!(server.ask("/api/v1/solve?game=nim").status, 200);
    assert_eq!(server.question().input, None);
}

#[test]
fn no_text_becomes_a_flag() {
    let server = start(limits());
    for hostile in ["--checkpoint=/tmp/x", "-o", "--", "-h", "--lang=zh", "- "] {
        let body = serde_json::json!({ "game": hostile, "rule": hostile, "let": ["v=1"] });
        let reply = server.post("/api/v1/solve", &body.to_string());
        assert_eq!(reply.status, 200);
        let Some(Request::Solve(solve)) = server.question().request else {
            panic!("no question for a position");
        };
        let rule = solve.position.rule.expect("a rule");
        assert_eq!((&*solve.position.game, &*rule.text), (hostile, hostile));
        // What is given to a rule is numbers.
        let body = serde_json::json!({ "game": "1", "rule": "n -> n-1", "let": [hostile] });
        let reply = server.post("/api/v1/solve", &body.to_string());
        assert_eq!(reply.status, 400);
    }
    for flag in [
        "output=x",
        "o=x",
        "checkpoint=x",
        "resume",
        "plot=x.svg",
        "memory=1T",
    ] {
        let reply = server.ask(&format!("/api/v1/sequence?code=0.77&number=1&{flag}"));
        assert_eq!(reply.status, 400, "{flag}");
    }
    for flag in [
        "budget-time=none",
        "budget_time=9",
        "--budget-time=9",
        "json",
    ] {
        let reply = server.ask(&format!("/api/v1/solve?game=nim&{flag}"));
        assert_eq!(reply.status, 400, "{flag}");
    }
    let asked = server.fake.asked.lock().expect("a list").len();
    assert_eq!(asked, 6, "only the first six reached a command");
}

#[test]
fn mistakes_are_told_in_both_languages() {
    let server = start(limits());
    for (target, english, chinese) in [
        (
            "solve",
            "the parameter 'game' is missing, such as: nim 3 5 7",
            "缺少参数 'game'，例如：nim 3 5 7",
        ),
        (
            "solve?game=",
            "the parameter 'game' is missing, such as: nim 3 5 7",
            "缺少参数 'game'，例如：nim 3 5 7",
        ),
        (
            "solve?game=nim&gmae=nim",
            "there is no parameter 'gmae'; there are: game, rule, let, misere, all, explain, input, lang",
            "没有名为 'gmae' 的参数；可用的有：game, rule, let, misere, all, explain, input, lang",
        ),
        (
            "solve?game=nim&game=nim",
            "the parameter 'game' is given twice",
            "参数 'game' 给出了两次",
        ),
        (
            "solve?game=nim%00",
            "the parameter 'game' contains a zero byte",
            "参数 'game' 含有零字节",
        ),
        (
            "solve?game=nim&misere=perhaps",
            "the parameter 'misere' is true or false, not 'perhaps'",
            "参数 'misere' 应为 true 或 false，而不是 'perhaps'",
        ),
        (
            "moves?game=nim&errs=101",
            "the parameter 'errs' is a number from 0 to 100, not '101'",
            "参数 'errs' 应为 0 至 100 的整数，而不是 '101'",
        ),
        (
            "moves?game=nim&errs=%2B5",
            "the parameter 'errs' is a number from 0 to 100, not '+5'",
            "参数 'errs' 应为 0 至 100 的整数，而不是 '+5'",
        ),
        (
            "table?game=nim&format=text",
            "the parameter 'format' is one of json, svg, png, csv, not 'text'",
            "参数 'format' 应为 json, svg, png, csv 之一，而不是 'text'",
        ),
        (
            "chart?game=nim&from=5",
            "a range from 5 needs the parameter 'to' too",
            "从 5 开始的范围还需要参数 'to'",
        ),
        (
            "solve?game=%zz",
            "the query cannot be read at '%zz': after '%' stand two hexadecimal digits, and all is UTF-8",
            "查询在 '%zz' 处无法读取：'%' 之后须为两位十六进制数，且整体为 UTF-8",
        ),
        (
            "solve?game=%ff",
            "the query cannot be read at '%ff': after '%' stand two hexadecimal digits, and all is UTF-8",
            "查询在 '%ff' 处无法读取：'%' 之后须为两位十六进制数，且整体为 UTF-8",
        ),
    ] {
        let mark = if target.contains('?') { '&' } else { '?' };
        for (lang, message) in [("en", english), ("zh", chinese)] {
            let reply = server.ask(&format!("/api/v1/{target}{mark}lang={lang}"));
            assert_eq!(reply.status, 400, "{target}");
            assert_eq!(reply.header("content-type"), Some("application/json"));
            assert_eq!(reply.message(), message);
        }
    }
    let reply = server.ask("/api/v1/solve?game=nim&lang=fr");
    assert_eq!(
        reply.message(),
        "the parameter 'lang' is one of en, zh, not 'fr'"
    );
    assert_eq!(server.fake.begun.load(Ordering::SeqCst), 0);
}

#[test]
fn bodies_that_are_no_objects_are_refused() {
    let server = start(limits());
    for (body, message) in [
        (
            "",
            "the body is no JSON: EOF while parsing a value at line 1 column 0",
        ),
        (
            "{",
            "the body is no JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            "[]",
            "the body is a JSON object with the parameters as keys",
        ),
        ("7", "the body is a JSON object with the parameters as keys"),
        (
            r#"{"game":{"a":1}}"#,
            "the parameter 'game' is a text, a number, a truth value, or an array of texts",
        ),
        (
            r#"{"let":[["m=1"]]}"#,
            "the parameter 'let' is a text, a number, a truth value, or an array of texts",
        ),
        (
            r#"{"game":["nim","nim"]}"#,
            "the parameter 'game' is given twice",
        ),
        (
            r#"{"game":"\u0000"}"#,
            "the parameter 'game' contains a zero byte",
        ),
        (
            r#"{"--json":true}"#,
            "there is no parameter '--json'; there are: game, rule, let, misere, all, explain, input, lang",
        ),
    ] {
        let reply = server.post("/api/v1/solve", body);
        assert_eq!(
            (reply.status, reply.message().as_str()),
            (400, message),
            "{body}"
        );
    }
    let deep = format!("{{\"game\":{}", "[".repeat(100_000));
    assert_eq!(server.post("/api/v1/solve", &deep).status, 400);
    let reply = server.post("/api/v1/solve?lang=zh", "[]");
    assert_eq!(reply.message(), "请求体应为以参数名为键的 JSON 对象");
    let reply = server.post("/api/v1/solve", r#"{"lang":"zh"}"#);
    assert_eq!(reply.message(), "缺少参数 'game'，例如：nim 3 5 7");
}
