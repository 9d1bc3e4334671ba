//! What a request becomes: a request of the service, or a mistake that is told.

use std::sync::atomic::Ordering;

use grundy::Lang;
use grundy_service::Request;
use grundy_web::routes::ROUTES;

use crate::support::{Running, limits, start};

/// What a server was asked last: the request and the form of its answer.
fn request(server: &Running) -> String {
    let question = server.question();
    let request = serde_json::to_string(&question.request).expect("JSON");
    format!("{request} {:?}", question.form)
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
        (
            "moves?game=nim+3&choose&errs=25&seed=7&played=0",
            r#"{"ask":"moves","position":{"game":"nim 3","rule":null,"misere":false},"choose":{"errs":25,"seed":7},"played":0} Json"#,
        ),
        (
            "moves?game=nim+3&errs=25",
            r#"{"ask":"moves","position":{"game":"nim 3","rule":null,"misere":false},"choose":null,"played":null} Json"#,
        ),
        (
            "table?game=wythoff&down=0..4&across=0..=5",
            r#"{"ask":"table","game":"wythoff","rule":null,"ranges":[{"first":0,"count":4},{"first":0,"count":6}],"misere":false} Json"#,
        ),
        (
            "table?rule=n+-%3E+n-1&across=0..9&format=svg&outcomes&misere",
            r#"{"ask":"table","game":null,"rule":{"text":"n -> n-1","given":[]},"ranges":[{"first":0,"count":9}],"misere":true} Svg"#,
        ),
        (
            "sequence?code=0.77&number=1e6&from=10^3&format=u16",
            r#"{"ask":"sequence","code":"0.77","rule":null,"number":1000000,"from":1000} U16"#,
        ),
        (
            "sequence?code=0.77&number=1_000",
            r#"{"ask":"sequence","code":"0.77","rule":null,"number":1000,"from":0} Json"#,
        ),
        (
            "sequence?code=0.77&number=100&format=svg",
            r#"{"ask":"sequence","code":"0.77","rule":null,"number":100,"from":0} Svg"#,
        ),
        (
            "chart?game=kayles&from=10&to=200&width=800&height=400&log",
            r#"{"ask":"chart","game":"kayles","rule":null,"window":{"first":10,"count":190}} Svg"#,
        ),
        (
            "chart?game=kayles&to=5",
            r#"{"ask":"chart","game":"kayles","rule":null,"window":{"first":0,"count":5}} Svg"#,
        ),
        (
            "chart?game=kayles",
            r#"{"ask":"chart","game":"kayles","rule":null,"window":null} Svg"#,
        ),
        (
            "period?game=0.77&number=100",
            r#"{"ask":"period","code":"0.77","rule":null,"values":100,"certificate":false} Json"#,
        ),
        (
            "find?game=kayles",
            r#"{"ask":"find","of":{"game":"kayles"},"small":null,"misere":false} Json"#,
        ),
        (
            "find?rule=n+-%3E+n-1&misere",
            r#"{"ask":"find","of":{"rule":{"text":"n -> n-1","given":[]}},"small":null,"misere":true} Json"#,
        ),
        (
            "find?values=0+1+2&small=20",
            r#"{"ask":"find","of":{"values":["-",{"line":[0,1,2]}]},"small":20,"misere":false} Json"#,
        ),
        (
            "emit?name=hdu1847&language=java&lang=zh&table",
            r#"{"ask":"emit","problem":{"name":"hdu1847","formats":null,"rule":null,"misere":false},"language":"java","tables":true,"assume_finite":false,"comments":"zh"} Text"#,
        ),
        (
            "emit?rule=n+-%3E+n-1",
            r#"{"ask":"emit","problem":{"name":null,"formats":null,"rule":{"text":"n -> n-1","given":[]},"misere":false},"language":"cpp","tables":false,"assume_finite":false,"comments":"en"} Text"#,
        ),
        ("games", r#"{"ask":"games","name":null} Json"#),
        ("games?name=nim", r#"{"ask":"games","name":"nim"} Json"#),
        ("games?octal", r#"{"ask":"atlas","digits":3} Json"#),
        ("games?octal&digits=4", r#"{"ask":"atlas","digits":4} Json"#),
        ("games?quotients", r#"{"ask":"quotients"} Json"#),
        (
            "states?game=nim+1+2&format=dot",
            r#"{"ask":"states","position":{"game":"nim 1 2","rule":null,"misere":false}} Dot"#,
        ),
        (
            "steps?graph=a+b%0Ab+c&misere&undirected&format=svg",
            r#"{"ask":"steps","graph":"a b\nb c","misere":true,"undirected":true} Svg"#,
        ),
        (
            "binary?game=nim+3+5",
            r#"{"ask":"solve","position":{"game":"nim 3 5","rule":null,"misere":false},"all":false,"explain":false,"thorough":true} Svg"#,
        ),
    ] {
        let reply = server.ask(&format!("/api/v1/{target}"));
        assert_eq!(reply.status, 200, "{target}: {}", reply.text());
        assert_eq!(request(&server), expected, "{target}");
    }
}

#[test]
fn every_route_has_its_bounds() {
    let server = start(limits());
    let all = (Some(4000), 96 << 20, 20_000_000);
    for route in &ROUTES {
        let query = route.parameters().iter().filter(|known| known.required);
        let mut query: Vec<String> = query.map(|known| format!("{}=7", known.name)).collect();
        if route.name == "find" {
            query.push("game=kayles".to_owned());
        }
        let reply = server.ask(&format!("/api/v1/{}?{}", route.name, query.join("&")));
        assert_eq!(reply.status, 200, "{}: {}", route.name, reply.text());
        let question = server.question();
        let time = question.most_time.map(|time| time.as_millis());
        let expected = match route.name {
            // A table has as many positions as its memory allows; a heap of a chart is passed at once.
            "table" => (Some(4000), 96 << 20, 20_000_000),
            "states" => (Some(4000), 96 << 20, 20_000),
            "chart" => (Some(4000), 96 << 20, 100_000_000),
            // The engine has as much as the values.
            "period" => (Some(4000), 48 << 20, 20_000_000),
            "sequence" => (None, 96 << 20, 20_000_000),
            _ => all,
        };
        let bounds = (time, question.most_bytes, question.most_positions);
        assert_eq!(bounds, expected, "{}", route.name);
        assert_eq!(question.most_output, 32 << 20);
        let media = route.answers[0].form.media();
        assert_eq!(reply.header("content-type"), Some(media), "{}", route.name);
    }
}

#[test]
fn a_body_says_the_same_as_a_query() {
    let server = start(limits());
    let body = r#"{"game":"10 12","rule":"n -> n-k for k in v","let":["v=[1,3]","m=2"],"misere":true,"all":false,
        "explain":null,"lang":"zh"}"#;
    assert_eq!(server.post("/api/v1/solve", body).status, 200);
    assert_eq!(
        request(&server),
        r#"{"ask":"solve","position":{"game":"10 12","rule":{"text":"n -> n-k for k in v","given":[["v",[1,3]],["m",2]]},"misere":true},"all":false,"explain":false,"thorough":true} Json"#
    );
    assert_eq!(server.question().lang, Lang::Zh);
    let body = r#"{"code":"0.77","number":1000}"#;
    assert_eq!(server.post("/api/v1/sequence?lang=zh", body).status, 200);
    assert_eq!(
        request(&server),
        r#"{"ask":"sequence","code":"0.77","rule":null,"number":1000,"from":0} Json"#
    );
    assert_eq!(server.question().lang, Lang::Zh);
}

#[test]
fn a_text_comes_with_the_question() {
    let server = start(limits());
    let body = r#"{"game":"graph @- a","input":"a b"}"#;
    assert_eq!(server.post("/api/v1/solve", body).status, 200);
    assert_eq!(server.question().input.as_deref(), Some("a b"));
    assert_eq!(server.ask("/api/v1/solve?game=nim").status, 200);
    assert_eq!(server.question().input, None);
    // It can be the rule; then nothing is left of it.
    let body = r#"{"game":"7","rule":"@-","input":"n -> n-1\n"}"#;
    assert_eq!(server.post("/api/v1/solve", body).status, 200);
    assert!(request(&server).contains(r#""rule":{"text":"n -> n-1","given":[]}"#));
    assert_eq!(server.question().input, None);
}

#[test]
fn no_text_becomes_a_flag() {
    let server = start(limits());
    for hostile in ["--checkpoint=/tmp/x", "-o", "--", "-h", "--lang=zh", "- "] {
        let body = serde_json::json!({ "game": hostile, "rule": hostile, "let": ["v=1"] });
        let reply = server.post("/api/v1/solve", &body.to_string());
        assert_eq!(reply.status, 200);
        let Request::Solve(solve) = server.question().request else {
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
    for flag in ["budget-time=none", "budget_time=9", "--time=9", "json"] {
        let reply = server.ask(&format!("/api/v1/solve?game=nim&{flag}"));
        assert_eq!(reply.status, 400, "{flag}");
    }
    let asked = server.fake.asked.lock().expect("a list").len();
    assert_eq!(asked, 6, "only the first six reached the service");
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
            "没有名为 'gmae' 的参数；可用的有：game、rule、let、misere、all、explain、input、lang",
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
            "the parameter 'misere' must be true or false, not 'perhaps'",
            "参数 'misere' 应为 true 或 false，而不是 'perhaps'",
        ),
        (
            "moves?game=nim&errs=101",
            "the parameter 'errs' must be a number from 0 to 100, not '101'",
            "参数 'errs' 应为 0 至 100 的整数，而不是 '101'",
        ),
        (
            "moves?game=nim&errs=%2B5",
            "the parameter 'errs' must be a number from 0 to 100, not '+5'",
            "参数 'errs' 应为 0 至 100 的整数，而不是 '+5'",
        ),
        (
            "table?game=nim&format=text",
            "the parameter 'format' must be one of json, svg, png, csv, not 'text'",
            "参数 'format' 应为 json、svg、png、csv 之一，而不是 'text'",
        ),
        (
            "chart?game=nim&from=5",
            "a range from 5 needs the parameter 'to' too",
            "从 5 开始的范围还需要参数 'to'",
        ),
        (
            "sequence?code=0.77&number=1e",
            "the parameter 'number' must be a natural number such as 1000, 1_000 or 1e3, not '1e'",
            "参数 'number' 应为 1000、1_000 或 1e3 这样的自然数，而不是 '1e'",
        ),
        (
            "find?game=nim&values=1",
            "exactly one of the parameters game, rule, values is needed",
            "参数 game、rule、values 须恰好给出一个",
        ),
        (
            "solve?game=nim&let=m=3",
            "numbers for a rule are given, but there is no rule",
            "给出了规则所用的数，但没有规则",
        ),
        (
            "solve?game=%zz",
            "the query cannot be read at '%zz': '%' must be followed by two hexadecimal digits, and the text must be UTF-8",
            "查询在 '%zz' 处无法读取：'%' 之后须为两位十六进制数，且整体为 UTF-8",
        ),
        (
            "solve?game=%ff",
            "the query cannot be read at '%ff': '%' must be followed by two hexadecimal digits, and the text must be UTF-8",
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
        "the parameter 'lang' must be one of en, zh, not 'fr'"
    );
    assert_eq!(server.fake.begun.load(Ordering::SeqCst), 0);
}

#[test]
fn bodies_that_are_no_objects_are_refused() {
    let server = start(limits());
    for (body, message) in [
        (
            "",
            "the body is not JSON: EOF while parsing a value at line 1 column 0",
        ),
        (
            "{",
            "the body is not JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            "[]",
            "the body must be a JSON object with the parameters as keys",
        ),
        (
            "7",
            "the body must be a JSON object with the parameters as keys",
        ),
        (
            r#"{"game":{"a":1}}"#,
            "the parameter 'game' must be a string, a number, true or false, or an array of strings",
        ),
        (
            r#"{"let":[["m=1"]]}"#,
            "the parameter 'let' must be a string, a number, true or false, or an array of strings",
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
