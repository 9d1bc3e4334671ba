//! The server: the program itself is started on a free port and asked by plain HTTP.

#![cfg(feature = "web")]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use common::questions::{QUESTIONS, RULE};
use common::server::{Server, escaped};
use common::{grundy, run};

/// The answer without the time that it took, which is another one each time.
fn timeless(answer: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(answer);
    match text.split_once("\"seconds\":") {
        None => answer.to_vec(),
        Some((before, after)) => {
            let rest =
                after.trim_start_matches(|digit: char| digit.is_ascii_digit() || digit == '.');
            format!("{before}{rest}").into_bytes()
        }
    }
}

#[test]
fn each_route_answers_what_the_command_line_answers() {
    let server = Server::start("answers", &["--port=0"]);
    for (route, parameters, command) in QUESTIONS {
        for lang in ["en", "zh"] {
            let reply = server.question(route, &[parameters, &[("lang", lang)][..]].concat());
            let own = grundy(command).args(["--lang", lang]).output();
            let own = own.expect("a run");
            assert_eq!(own.status.code(), Some(0), "{command:?}");
            assert_eq!(reply.status, 200, "{route} {parameters:?}: {reply:?}");
            assert!(
                timeless(&reply.body) == timeless(&own.stdout),
                "{route} {parameters:?} {lang}:\n{}\n{}",
                String::from_utf8_lossy(&reply.body),
                String::from_utf8_lossy(&own.stdout)
            );
        }
    }
}

#[test]
fn long_texts_come_in_the_body() {
    let server = Server::start("bodies", &["--port=0"]);
    let edges = "a b\nb c\nc a\nc d\n";
    for (format, steps) in [("json", "--steps=json"), ("svg", "--steps=svg")] {
        let reply = server.posted(
            "steps",
            &serde_json::json!({"graph": edges, "format": format}),
        );
        let own = run(&["graph", "-", steps], edges.as_bytes());
        assert_eq!((reply.status, own.exit), (200, 0));
        assert_eq!(String::from_utf8_lossy(&reply.body), own.out);
    }
    let values = "0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2";
    let reply = server.posted("find", &serde_json::json!({"values": values, "lang": "zh"}));
    let own = run(
        &["find", "--json", "--values=-", "--lang=zh"],
        values.as_bytes(),
    );
    assert_eq!(String::from_utf8_lossy(&reply.body), own.out);
    let tree = "0 1\n0 2\n1 3\n";
    let asked = serde_json::json!({"game": "graph @- 0", "input": tree});
    let reply = server.posted("solve", &asked);
    let own = run(&["solve", "--json", "graph", "@-", "0"], tree.as_bytes());
    assert_eq!(String::from_utf8_lossy(&reply.body), own.out);
}

#[test]
fn many_ask_at_the_same_time() {
    let server = Server::start("many", &["--port=0"]);
    let alone = server.question("solve", &[("game", "kayles 20 31")]).body;
    assert!(!alone.is_empty());
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let reply = server.question("solve", &[("game", "kayles 20 31")]);
                    assert_eq!((reply.status, &reply.body), (200, &alone));
                }
            });
        }
    });
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let server = Server::start("wrong", &["--port=0"]);
    let asked = |lang| server.question("solve", &[("game", "nim 3 x 7"), ("lang", lang)]);
    let (english, chinese) = (asked("en"), asked("zh"));
    for reply in [&english, &chinese] {
        assert_eq!(reply.status, 400);
        let error = &reply.json()["error"];
        assert_eq!(
            (&error["line"], &error["column"], &error["length"]),
            (&1.into(), &7.into(), &1.into())
        );
        assert!(
            error["example"]
                .as_str()
                .is_some_and(|example| example.starts_with("nim"))
        );
    }
    assert!(english.message().contains("expected a whole number"));
    assert!(
        chinese.message().contains("非负整数"),
        "{}",
        chinese.message()
    );
    let rule = [("rule", "n -> n-k for k in {1,"), ("game", "7")];
    let rule = server.question("solve", &rule);
    assert_eq!(rule.status, 400);
    assert!(rule.json()["error"]["column"].as_u64() > Some(20));
    // All that is wrong with a rule, a line each.
    let rules = [("rule", "n -> n-a | n-b"), ("game", "7")];
    assert_eq!(
        server.question("solve", &rules).message().lines().count(),
        2
    );
}

/// What is in a folder, with the contents.
fn contents(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("text");
        (path.display().to_string(), text)
    });
    let mut entries: Vec<_> = entries.collect();
    entries.sort();
    entries
}

#[test]
fn no_file_is_read_or_written() {
    let server = Server::start("files", &["--port=0"]);
    fs::write(server.folder.join("secret"), "n -> n-1 [secret]\n").expect("a file");
    let before = contents(&server.folder);
    let passwd = "/etc/passwd";
    for (route, parameters) in [
        ("solve", &[("game", "tree @/etc/passwd")][..]),
        ("solve", &[("game", "graph @secret a")]),
        ("solve", &[("rule", "@secret"), ("game", "3")]),
        (
            "solve",
            &[
                ("rule", "n -> n-k for k in v"),
                ("let", "v=@secret"),
                ("game", "3"),
            ],
        ),
        ("moves", &[("game", "hackenbush @secret")]),
        ("table", &[("rule", "@secret"), ("across", "0..4")]),
        ("sequence", &[("rule", "@secret"), ("number", "5")]),
        ("chart", &[("rule", "@secret")]),
        ("period", &[("rule", "@secret")]),
        ("find", &[("rule", "@secret")]),
        ("emit", &[("rule", "@secret")]),
        ("states", &[("game", "tree @secret")]),
        ("binary", &[("game", "tree @secret")]),
    ] {
        for (lang, message) in [
            ("en", "files are not read or written here"),
            ("zh", "此处不读写文件"),
        ] {
            let reply = server.question(route, &[parameters, &[("lang", lang)]].concat());
            assert_eq!(reply.status, 400, "{route} {parameters:?}: {reply:?}");
            let text = String::from_utf8_lossy(&reply.body);
            assert!(
                reply.message().contains(message),
                "{route} {parameters:?}: {text}"
            );
            assert!(
                !text.contains("root:") && !text.contains("[secret]"),
                "{text}"
            );
        }
    }
    // What looks like a flag is none, and flags that name files are no parameters.
    for (route, parameters) in [
        ("solve", &[("game", "--rule=@secret")][..]),
        (
            "table",
            &[("game", "nim"), ("across", "0..4"), ("output", "new")],
        ),
        ("table", &[("game", "nim"), ("across", "-onew")]),
        (
            "table",
            &[("game", "nim"), ("across", "0..4"), ("o", "new")],
        ),
        ("table", &[("game", "--output=new"), ("across", "0..4")]),
        (
            "sequence",
            &[("code", "0.77"), ("number", "5"), ("plot", "new.svg")],
        ),
        ("sequence", &[("code", "--checkpoint=new"), ("number", "5")]),
        (
            "sequence",
            &[
                ("code", "0.77"),
                ("number", "5"),
                ("from", "0 --plot=new.svg"),
            ],
        ),
        ("period", &[("game", "--atlas=new")]),
        ("period", &[("game", "0.77"), ("certificate", "new")]),
        ("find", &[("values", "@secret")]),
        ("emit", &[("name", "hdu1847"), ("language", "cpp -o new")]),
        ("games", &[("name", passwd)]),
        ("steps", &[("graph", "@secret"), ("workers", "2")]),
    ] {
        let reply = server.question(route, parameters);
        assert_eq!(reply.status, 400, "{route} {parameters:?}: {reply:?}");
        assert!(!String::from_utf8_lossy(&reply.body).contains("[secret]"));
    }
    // No file of the machine is a page either.
    for path in [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/secret",
    ] {
        let reply = server.got(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&reply.body).contains("root:"));
    }
    assert_eq!(contents(&server.folder), before);
}

#[test]
fn a_huge_question_ends_within_its_limits() {
    let limits = ["--port=0", "--time=100ms", "--memory=64M", "--positions=2M"];
    let server = Server::start("limits", &limits);
    let begun = Instant::now();
    for (route, parameters) in [
        (
            "solve",
            &[
                ("game", "wythoff 60,70 50,80 + nim 90 91 92"),
                ("misere", "true"),
            ][..],
        ),
        (
            "moves",
            &[
                ("game", "wythoff 60,70 50,80 + nim 90 91 92"),
                ("misere", "true"),
            ],
        ),
        ("sequence", &[("code", "0.106"), ("number", "1e15")]),
        (
            "sequence",
            &[("code", "0.007"), ("number", "1e15"), ("format", "csv")],
        ),
        (
            "table",
            &[
                ("game", "wythoff"),
                ("down", "0..4000"),
                ("across", "0..4000"),
                ("format", "csv"),
            ],
        ),
        (
            "table",
            &[("rule", RULE), ("across", "0..18446744073709551615")],
        ),
        ("period", &[("game", "0.007")]),
        (
            "chart",
            &[("game", "0.007"), ("from", "0"), ("to", "100000000")],
        ),
        (
            "find",
            &[(
                "rule",
                "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1.. ",
            )],
        ),
        ("states", &[("game", "nim 1000000 1000000")]),
    ] {
        let own = Instant::now();
        let reply = server.question(route, parameters);
        assert!(
            [200, 400, 422, 504].contains(&reply.status),
            "{route} {parameters:?}: {}",
            reply.head
        );
        assert!(
            own.elapsed() < Duration::from_secs(5),
            "{route} {parameters:?}: {:?}",
            own.elapsed()
        );
        if reply.status != 200 {
            assert!(!reply.message().is_empty());
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(20));
    let small = server.question("solve", &[("game", "nim 3 5 7")]);
    assert_eq!(small.status, 200);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_well() {
    let server = Server::start("idle", &["--port=0"]);
    assert_eq!(server.got("/api/v1/games?name=nim").status, 200);
    server.press_ctrl_c();
    assert_eq!(
        server.ended(Duration::from_secs(5)),
        (Some(0), String::new())
    );
    // What is asked at that moment is answered.
    let server = Server::start("asked", &["--port=0", "--log", "--positions=50K"]);
    let host = server.address;
    let mut stream = TcpStream::connect(host).expect("a connection");
    let game = escaped("wythoff 60,70 50,80 + nim 90 91 92");
    let query = format!("misere=true&game={game}");
    let request =
        format!("GET /api/v1/solve?{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    std::thread::sleep(Duration::from_millis(50));
    server.press_ctrl_c();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
    let (exit, message) = server.ended(Duration::from_secs(10));
    assert_eq!(exit, Some(0));
    assert!(message.contains("/api/v1/solve"), "{message}");
}

#[test]
fn where_it_listens() {
    // Whoever asks for a port gets that or none.
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for (lang, message) in [
        ("en", "cannot listen on 127.0.0.1"),
        ("zh", "无法监听 127.0.0.1"),
    ] {
        let refused = run(&["serve", "--port", &port, "--lang", lang], b"");
        assert_eq!((refused.exit, refused.out.as_str()), (2, ""));
        assert!(refused.err.contains(message), "{}", refused.err);
    }
    // Who does not gets another one.
    let one = Server::start("one", &["--no-open"]);
    let other = Server::start("other", &["--no-open"]);
    assert_ne!(one.address.port(), other.address.port());
    assert_eq!(other.got("/").status, 200);
    // Others are let in only where that is asked for, which is said.
    let mut open = Server::start("open", &["--port=0", "--host=0.0.0.0", "--lang=zh"]);
    assert!(open.address.ip().is_loopback());
    let reply = open.question("solve", &[("game", "nim x")]);
    assert!(reply.message().contains("非负整数"), "{}", reply.message());
    open.child.kill().expect("an end");
    assert!(open.message().contains("网络上的其他人"));
}

#[test]
fn flags_that_mean_nothing() {
    for (arguments, message) in [
        (
            &["--port", "65536"][..],
            "--port: expected a number from 0 to 65535, found '65536'",
        ),
        (&["--port", "-1"], "found '-1'"),
        (&["--host", "example"], "--host: expected an address"),
        (&["--time", "none"], "needs a limit"),
        (&["--time", "0s"], "needs a limit"),
        (&["--memory", "many"], "many"),
        (&["--positions", "many"], "many"),
        (&["nim"], "nim"),
    ] {
        let refused = run(&[&["serve"], arguments].concat(), b"");
        assert_eq!(
            (refused.exit, refused.out.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        assert!(
            refused.err.contains(message),
            "{arguments:?}: {}",
            refused.err
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_where_that_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve-browser");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let opened = folder.join("opened");
    let script = format!(
        "#!/bin/sh\nprintf %s \"$1\" > {0}.part && mv {0}.part {0}\n",
        opened.display()
    );
    for name in ["xdg-open", "wslview"] {
        let browser = folder.join(name);
        fs::write(&browser, &script).expect("a file");
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let start = |name, flag| {
        Server::start_with(
            name,
            &["--port=0", flag],
            &[("PATH", &path), ("DISPLAY", ":0")],
        )
    };
    let without = start("unopened", "--no-open");
    assert_eq!(without.got("/").status, 200);
    let server = start("opened", "--open");
    let begun = Instant::now();
    while !opened.exists() && begun.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let address = fs::read_to_string(&opened).expect("an address");
    assert_eq!(address, format!("http://{}/", server.address));
}
