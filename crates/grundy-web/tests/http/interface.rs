//! What goes back: answers, the files of the page, and the headers that all of them have.

use std::io::Write;
use std::sync::{Arc, Mutex};

use grundy::{Budget, Lang};
use grundy_service::{Quiet, Request};
use grundy_web::{Problem, Settings};

use crate::support::{get, limits, post, read, read_of, start, start_with};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[test]
fn an_answer_is_passed_on_as_it_is() {
    let server = start(limits());
    let reply = server.ask("/api/v1/solve?game=nim");
    assert_eq!(
        (reply.status, reply.text().as_str()),
        (200, "{\"fake\":true}\n")
    );
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let reply = server.ask("/api/v1/table?game=nim&format=csv");
    assert_eq!(
        reply.header("content-type"),
        Some("text/csv; charset=utf-8")
    );
    let reply = server.ask("/api/v1/states?game=nim");
    assert_eq!(reply.header("content-type"), Some("image/svg+xml"));
}

#[test]
fn why_there_is_no_answer_is_the_status() {
    let server = start(limits());
    for (game, status) in [
        ("nim", 200),
        ("unknown", 422),
        ("refused", 400),
        ("unread", 400),
        ("nim+x", 400),
        ("interrupted", 504),
        ("panic", 500),
        // It goes on after that.
        ("panic", 500),
        ("panic", 500),
        ("nim", 200),
    ] {
        let reply = server.ask(&format!("/api/v1/solve?game={game}"));
        assert_eq!(reply.status, status, "{game}");
    }
    let reply = server.ask("/api/v1/solve?game=nim+x&lang=zh");
    assert_eq!(
        reply.text(),
        "{\"schema\":\"grundy.error/1\",\"error\":{\"message\":\"此处应为非负整数，却是 'x'\",\"kind\":\"position\",\"at\":null,\
         \"line\":1,\"column\":5,\"length\":1,\"example\":\"nim 3 5 7\"}}\n"
    );
    let reply = server.ask("/api/v1/solve?game=refused");
    assert_eq!(
        reply.text(),
        "{\"schema\":\"grundy.error/1\",\"error\":{\"message\":\"expected a game or a rule\",\"kind\":\"arguments\",\"at\":null,\
         \"line\":null,\"column\":null,\"length\":null,\"example\":\"/api/v1/solve?game=nim+3+5+7\"}}\n"
    );
    let reply = server.ask("/api/v1/solve?game=panic&lang=zh");
    assert_eq!(reply.message(), "程序内部错误；此次查询没有答案");
}

#[test]
fn a_mistake_in_the_input_of_a_contest_has_its_place() {
    let asked = r#"{"ask":"judge","problem":{"name":"hdu1847"},"input":"3\n7 x\n"}"#;
    let asked: Request = serde_json::from_str(asked).expect("a question");
    let failure = asked
        .run(&Budget::default(), &mut Quiet)
        .expect_err("x is no number");
    let problem = Problem::of(&failure, None, Lang::En);
    assert_eq!((problem.line, problem.column), (Some(2), Some(3)));
    assert_eq!(problem.kind.as_deref(), Some("input"));
}

#[test]
fn the_language_is_that_of_the_request_or_of_the_settings() {
    let server = start_with(Settings {
        lang: Lang::Zh,
        limits: limits(),
        ..Settings::default()
    });
    assert_eq!(server.ask("/nothing").message(), "/nothing 处没有内容");
    assert_eq!(
        server.ask("/nothing?lang=en").message(),
        "there is nothing at /nothing"
    );
    server.ask("/api/v1/solve?game=nim");
    assert_eq!(server.question().lang, Lang::Zh);
    server.ask("/api/v1/solve?game=nim&lang=en");
    assert_eq!(server.question().lang, Lang::En);
}

#[test]
fn every_answer_has_the_strict_headers() {
    let server = start(limits());
    let unchanged = server.ask("/").header("etag").map(str::to_owned);
    let conditional = format!(
        "GET / HTTP/1.1\r\nhost: localhost\r\nif-none-match: {}\r\n\r\n",
        unchanged.expect("a tag")
    );
    let requests: Vec<(u16, Vec<u8>)> = vec![
        (200, get("/")),
        (304, conditional.into_bytes()),
        (404, get("/nothing")),
        (200, get("/api/v1/")),
        (200, get("/api/v1/openapi.json")),
        (200, get("/api/v1/solve?game=nim")),
        (200, get("/api/v1/states?game=nim")),
        (400, get("/api/v1/solve")),
        (422, get("/api/v1/solve?game=unknown")),
        (500, get("/api/v1/solve?game=panic")),
        (400, post("/api/v1/solve", "7")),
        (405, b"PUT / HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec()),
        (421, b"GET / HTTP/1.1\r\nhost: evil\r\n\r\n".to_vec()),
        (400, b"GET / HTTP/1.1\r\n\r\n".to_vec()),
    ];
    for (status, request) in requests {
        let reply = server.send(&request);
        assert_eq!(
            reply.status,
            status,
            "{}",
            String::from_utf8_lossy(&request)
        );
        for (name, value) in [
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{status} {name}");
        }
        assert_eq!(reply.header("server"), None);
    }
}

#[test]
fn files_are_kept_and_asked_about() {
    let server = start(limits());
    let whole = server.ask("/");
    assert_eq!(whole.status, 200);
    assert_eq!(
        whole.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(whole.header("cache-control"), Some("no-cache"));
    let tag = whole.header("etag").expect("a tag").to_owned();
    assert_eq!(server.ask("/index.html").header("etag"), Some(tag.as_str()));
    assert_eq!(
        server.ask("/?game=nim+3").header("etag"),
        Some(tag.as_str())
    );
    for (told, status) in [
        (tag.clone(), 304),
        (format!("W/{tag}"), 304),
        (format!("\"other\", {tag}"), 304),
        ("*".to_owned(), 304),
        ("\"other\"".to_owned(), 200),
        (tag.trim_matches('"').to_owned(), 200),
    ] {
        let request = format!("GET / HTTP/1.1\r\nhost: localhost\r\nif-none-match: {told}\r\n\r\n");
        let reply = server.send(request.as_bytes());
        assert_eq!(reply.status, status, "{told}");
        assert_eq!(reply.header("etag"), Some(tag.as_str()));
    }
}

#[test]
fn head_is_get_without_the_body() {
    let server = start(limits());
    for target in [
        "/",
        "/api/v1/solve?game=nim",
        "/api/v1/openapi.json",
        "/nothing",
    ] {
        let whole = server.ask(target);
        let mut stream = server.connect();
        let head = get(target);
        let head = [b"HEAD", &head[3..]].concat();
        stream.write_all(&head).expect("a request");
        let bare = read_of(&mut stream, false).expect("an answer");
        assert_eq!(bare.status, whole.status);
        assert_eq!(
            bare.header("content-length"),
            whole.header("content-length")
        );
        assert_eq!(bare.header("content-type"), whole.header("content-type"));
        // What comes next is the next answer, not a body.
        stream.write_all(&get("/")).expect("a request");
        assert_eq!(read(&mut stream).map(|reply| reply.status), Some(200));
    }
}

#[test]
fn a_connection_is_used_again_also_ahead_of_its_answers() {
    let server = start(limits());
    let mut stream = server.connect();
    let ahead = [get("/"), get("/api/v1/solve?game=nim"), get("/nothing")].concat();
    stream.write_all(&ahead).expect("requests");
    let statuses: Vec<Option<u16>> = (0..3)
        .map(|_| read(&mut stream).map(|reply| reply.status))
        .collect();
    assert_eq!(statuses, [Some(200), Some(200), Some(404)]);
    stream.write_all(&get("/")).expect("a request");
    assert_eq!(read(&mut stream).map(|reply| reply.status), Some(200));
}

#[test]
fn each_request_is_told_to_the_log() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&lines);
    let server = start_with(Settings {
        log: Some(Box::new(move |line| {
            told.lock().expect("a list").push(line.to_owned());
        })),
        limits: limits(),
        ..Settings::default()
    });
    server.ask("/nothing");
    server.ask("/api/v1/solve?game=nim");
    let lines = lines.lock().expect("a list");
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("404 ") && lines[0].ends_with(" GET /nothing"),
        "{lines:?}"
    );
    assert!(
        lines[1].ends_with(" ms 14 B GET /api/v1/solve?game=nim"),
        "{lines:?}"
    );
}
