//! Who may ask: by which names, from whose pages, by which methods.

use std::io::Write;
use std::sync::atomic::Ordering;

use grundy_web::Settings;

use crate::support::{limits, read_of, start, start_with};

#[test]
fn only_its_own_names() {
    let server = start_with(Settings {
        hosts: vec!["board.example".to_owned()],
        limits: limits(),
        ..Settings::default()
    });
    let port = server.address.port();
    for (host, status) in [
        ("localhost".to_owned(), 200),
        (format!("localhost:{port}"), 200),
        (format!("127.0.0.1:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        ("BOARD.example".to_owned(), 200),
        ("evil.example".to_owned(), 421),
        (format!("evil.example:{port}"), 421),
        ("localhost.evil.example".to_owned(), 421),
        ("192.168.0.1".to_owned(), 421),
        (String::new(), 421),
    ] {
        for target in ["/", "/api/v1/games", "/api/v1/openapi.json"] {
            let request = format!("GET {target} HTTP/1.1\r\nhost: {host}\r\nx-grundy: 1\r\n\r\n");
            let reply = server.send(request.as_bytes());
            assert_eq!(reply.status, status, "{host} {target}");
        }
    }
    for head in [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: \u{e9}\r\n\r\n",
    ] {
        assert_eq!(server.send(head.as_bytes()).status, 400, "{head}");
    }
    let full = "GET http://evil.example/ HTTP/1.1\r\nhost: localhost\r\n\r\n";
    assert_eq!(server.send(full.as_bytes()).status, 421);
    let told = "GET /?lang=zh HTTP/1.1\r\nhost: evil.example\r\n\r\n";
    let reply = server.send(told.as_bytes());
    assert_eq!(reply.message(), "本服务器不是 'evil.example'");
}

#[test]
fn only_its_own_pages() {
    let server = start(limits());
    let port = server.address.port();
    for (header, status) in [
        (format!("origin: http://localhost:{port}"), 200),
        ("origin: http://evil.example".to_owned(), 403),
        ("origin: null".to_owned(), 403),
        // Another port of this machine is another site's.
        ("origin: http://localhost:1".to_owned(), 403),
        (format!("origin: http://127.0.0.1:{port}"), 403),
        (format!("origin: ftp://localhost:{port}"), 403),
        ("sec-fetch-site: same-origin".to_owned(), 200),
        ("sec-fetch-site: none".to_owned(), 200),
        ("sec-fetch-site: cross-site".to_owned(), 403),
        ("sec-fetch-site: same-site".to_owned(), 403),
    ] {
        let host = format!("host: localhost:{port}");
        let body = r#"{"game":"nim"}"#;
        let post = format!(
            "POST /api/v1/solve HTTP/1.1\r\n{host}\r\n{header}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        assert_eq!(server.send(post.as_bytes()).status, status, "{header}");
        let get = format!("GET /api/v1/solve?game=nim HTTP/1.1\r\n{host}\r\n{header}\r\n\r\n");
        assert_eq!(server.send(get.as_bytes()).status, status, "{header}");
        // A link to the page is followed from anywhere.
        let page = format!("GET / HTTP/1.1\r\n{host}\r\n{header}\r\n\r\n");
        assert_eq!(server.send(page.as_bytes()).status, 200, "{header}");
    }
}

#[test]
fn a_question_shows_where_it_comes_from() {
    let server = start_with(Settings {
        hosts: vec!["board.example".to_owned()],
        limits: limits(),
        ..Settings::default()
    });
    let page = "board.example:1939";
    let firefox = "user-agent: Mozilla/5.0 (X11) Gecko/20100101";
    for (host, headers, status) in [
        // To a name of this machine a browser says whose page asks, and programs need say nothing.
        ("localhost", String::new(), 200),
        ("127.0.0.1:1939", "user-agent: curl/8.0".to_owned(), 200),
        ("[::1]", String::new(), 200),
        ("localhost", firefox.to_owned(), 403),
        (
            "localhost",
            format!("{firefox}\r\nsec-fetch-site: same-origin"),
            200,
        ),
        (
            "localhost",
            format!("{firefox}\r\nsec-fetch-site: none"),
            200,
        ),
        ("localhost", format!("{firefox}\r\nx-grundy: 1"), 200),
        (
            "localhost",
            "x-grundy: 1\r\nsec-fetch-site: cross-site".to_owned(),
            403,
        ),
        // To any other it may say nothing.
        (page, String::new(), 403),
        (page, firefox.to_owned(), 403),
        (page, "user-agent: curl/8.0".to_owned(), 403),
        (page, "x-grundy: 1".to_owned(), 200),
        (page, format!("origin: http://{page}"), 200),
        (page, format!("referer: http://{page}/#play"), 200),
        (page, format!("referer: http://{page}"), 200),
        (page, "referer: http://evil.example/".to_owned(), 403),
        (
            page,
            format!("referer: http://evil.example/?http://{page}/"),
            403,
        ),
        (page, format!("referer: http://{page}.evil.example/"), 403),
        (page, format!("referer: http://{page}@evil.example/"), 403),
        (page, "referer: about:blank".to_owned(), 403),
        (page, "cookie: x-grundy=1".to_owned(), 403),
        (page, "sec-fetch-site: none".to_owned(), 200),
        (page, "sec-fetch-site: same-origin".to_owned(), 200),
        (page, "sec-fetch-site: cross-site".to_owned(), 403),
    ] {
        for method in ["GET", "HEAD"] {
            let target = "/api/v1/solve?game=nim";
            let line = if headers.is_empty() { "" } else { "\r\n" };
            let request =
                format!("{method} {target} HTTP/1.1\r\nhost: {host}{line}{headers}\r\n\r\n");
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).expect("a request");
            let reply = read_of(&mut stream, method == "GET").expect("an answer");
            assert_eq!(reply.status, status, "{method} {host} {headers}");
        }
        // What is only read makes nobody work.
        let page = format!("GET /lessons/ HTTP/1.1\r\nhost: {host}\r\n\r\n");
        assert_ne!(server.send(page.as_bytes()).status, 403);
    }
    // What a form or a picture of another site can send without being asked about it.
    for media in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let request = format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: {page}\r\ncontent-type: {media}\r\ncontent-length: 14\r\n\r\n{{\"game\":\"nim\"}}"
        );
        assert_eq!(server.send(request.as_bytes()).status, 415);
    }
    let asks = "OPTIONS /api/v1/solve HTTP/1.1\r\nhost: board.example\r\norigin: http://evil.example\r\n\
        access-control-request-method: GET\r\naccess-control-request-headers: x-grundy\r\n\r\n";
    let reply = server.send(asks.as_bytes());
    assert_eq!(reply.status, 403);
    assert_eq!(reply.header("access-control-allow-headers"), None);
    let begun = server.fake.begun.load(Ordering::SeqCst);
    let sneaks = "GET /api/v1/solve?game=nim&lang=zh HTTP/1.1\r\nhost: board.example\r\n\r\n";
    let reply = server.send(sneaks.as_bytes());
    assert!(reply.message().contains("X-Grundy: 1"), "{}", reply.text());
    assert_eq!(server.fake.begun.load(Ordering::SeqCst), begun);
}

#[test]
fn a_body_is_json_and_nothing_a_form_could_send() {
    let server = start(limits());
    let body = r#"{"game":"nim"}"#;
    for (media, status) in [
        ("content-type: application/json\r\n", 200),
        ("content-type: Application/JSON; charset=utf-8\r\n", 200),
        ("content-type: text/plain\r\n", 415),
        ("content-type: application/x-www-form-urlencoded\r\n", 415),
        ("", 415),
    ] {
        let request = format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\n{media}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        assert_eq!(server.send(request.as_bytes()).status, status, "{media}");
    }
}

#[test]
fn methods() {
    let server = start(limits());
    for (method, target, status, allowed) in [
        ("POST", "/", 405, Some("GET, HEAD")),
        ("POST", "/api/v1/openapi.json", 405, Some("GET, HEAD")),
        (
            "PUT",
            "/api/v1/solve?game=nim",
            405,
            Some("GET, HEAD, POST"),
        ),
        ("OPTIONS", "/api/v1/solve", 405, Some("GET, HEAD, POST")),
        ("DELETE", "/", 405, Some("GET, HEAD")),
        ("BREW", "/", 405, Some("GET, HEAD")),
        ("GET", "/nothing", 404, None),
        ("GET", "/api/v1/nothing", 404, None),
        ("GET", "/api/v1", 404, None),
        ("GET", "/api/v2/solve", 404, None),
        ("GET", "/api/v1/solve/", 404, None),
        ("GET", "/../Cargo.toml", 404, None),
        ("GET", "/%2e%2e/Cargo.toml", 404, None),
    ] {
        let request = format!("{method} {target} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        let reply = server.send(request.as_bytes());
        assert_eq!(reply.status, status, "{method} {target}");
        assert_eq!(reply.header("allow"), allowed, "{method} {target}");
        assert!(!reply.message().is_empty());
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
}
