//! The server: the program itself is started on a free port and asked by plain HTTP.

#![cfg(feature = "web")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{grundy, run};
use serde_json::Value;

/// A server in a folder of its own, which ends with the test.
struct Server {
    child: Child,
    address: SocketAddr,
    folder: PathBuf,
}

/// What a server replied.
#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Server {
    fn start(name: &str, arguments: &[&str]) -> Server {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let mut child = grundy(&[&["serve", "--json"], arguments].concat())
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("standard output"));
        out.read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(told["schema"], "grundy.serve/1");
        let port = told["port"].as_u64().expect("a port");
        let address = told["address"].as_str().expect("an address");
        let authority = address.trim_start_matches("http://").trim_end_matches('/');
        assert!(authority.ends_with(&format!(":{port}")), "{line}");
        Server {
            child,
            address: authority.parse().expect("an address and a port"),
            folder,
        }
    }

    fn asked(&self, request: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a limit");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut all = Vec::new();
        stream.read_to_end(&mut all).expect("a reply");
        let end = all.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.expect("a head");
        let head = String::from_utf8(all[..end].to_vec()).expect("text");
        let status = head.split(' ').nth(1).expect("a status");
        Reply {
            status: status.parse().expect("a number"),
            body: all[end + 4..].to_vec(),
            head,
        }
    }

    /// Asks by the address alone.
    fn got(&self, path: &str) -> Reply {
        let host = self.address;
        self.asked(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ))
    }

    /// Asks a route.
    fn question(&self, route: &str, parameters: &[(&str, &str)]) -> Reply {
        let written = parameters
            .iter()
            .map(|(name, value)| format!("{name}={}", escaped(value)));
        let query = written.collect::<Vec<_>>().join("&");
        self.got(&format!("/api/v1/{route}?{query}"))
    }

    /// Asks a route with the parameters in the body.
    fn posted(&self, route: &str, parameters: &Value) -> Reply {
        let (host, body) = (self.address, parameters.to_string());
        let length = body.len();
        self.asked(&format!(
            "POST /api/v1/{route} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))
    }

    #[cfg(unix)]
    fn press_ctrl_c(&self) {
        let sent = std::process::Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .status()
            .expect("kill");
        assert!(sent.success());
    }

    /// Its exit code, and what it said on standard error.
    #[cfg(unix)]
    fn ended(mut self, within: Duration) -> (Option<i32>, String) {
        let begun = Instant::now();
        while begun.elapsed() < within {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return (status.code(), self.said());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it did not end");
    }

    fn said(&mut self) -> String {
        let mut said = String::new();
        if let Some(mut errors) = self.child.stderr.take() {
            errors.read_to_string(&mut said).expect("text");
        }
        said
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every byte but letters and digits as `%XX`.
fn escaped(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(escape).collect()
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The message of an error.
    fn message(&self) -> String {
        let told = self.json();
        assert_eq!(told["schema"], "grundy.error/1", "{self:?}");
        told["error"]["message"]
            .as_str()
            .expect("a text")
            .to_owned()
    }
}

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

/// A route, what it is asked, and the same as a command line.
type Asked = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

const RULE: &str = "n -> n-k for k in {1,3,4}";

const QUESTIONS: &[Asked] = &[
    (
        "solve",
        &[("game", "nim 3 5 7")],
        &["solve", "--json", "nim 3 5 7"],
    ),
    (
        "solve",
        &[
            ("game", "nim 3 5 7"),
            ("misere", "true"),
            ("all", "true"),
            ("explain", "true"),
        ],
        &[
            "solve",
            "--json",
            "--misere",
            "--all",
            "--explain",
            "nim",
            "3",
            "5",
            "7",
        ],
    ),
    (
        "solve",
        &[("game", "10 12"), ("rule", RULE)],
        &["solve", "--json", "--rule", RULE, "10 12"],
    ),
    (
        "solve",
        &[
            ("game", "7"),
            ("rule", "n -> n-k for k in 1..=m"),
            ("let", "m=3"),
        ],
        &[
            "solve",
            "--json",
            "--rule=n -> n-k for k in 1..=m",
            "--let=m=3",
            "7",
        ],
    ),
    (
        "solve",
        &[("game", "wythoff 3,5 + kayles 20 + chomp 3x4")],
        &["solve", "--json", "wythoff 3,5 + kayles 20 + chomp 3x4"],
    ),
    (
        "moves",
        &[("game", "nim 3 5")],
        &["moves", "--json", "nim 3 5"],
    ),
    (
        "moves",
        &[
            ("game", "kayles 5 7"),
            ("choose", "1"),
            ("errs", "30"),
            ("seed", "7"),
            ("played", "2"),
        ],
        &[
            "moves",
            "--json",
            "--choose",
            "--errs=30",
            "--seed=7",
            "--played=2",
            "kayles 5 7",
        ],
    ),
    (
        "table",
        &[("game", "wythoff"), ("down", "0..10"), ("across", "0..=12")],
        &["table", "--format=json", "wythoff", "0..10", "0..=12"],
    ),
    (
        "table",
        &[
            ("game", "nim"),
            ("down", "0..4"),
            ("across", "0..4"),
            ("format", "svg"),
        ],
        &["table", "--format=svg", "nim", "0..4", "0..4"],
    ),
    (
        "table",
        &[
            ("game", "nim"),
            ("down", "0..4"),
            ("across", "0..4"),
            ("format", "png"),
        ],
        &["table", "--format=png", "nim", "0..4", "0..4"],
    ),
    (
        "table",
        &[
            ("rule", RULE),
            ("across", "0..30"),
            ("misere", "true"),
            ("format", "csv"),
        ],
        &["table", "--format=csv", "--misere", "--rule", RULE, "0..30"],
    ),
    (
        "sequence",
        &[("code", "0.77"), ("number", "100")],
        &["seq", "0.77", "-n", "100", "--json"],
    ),
    (
        "sequence",
        &[
            ("code", "0.106"),
            ("number", "1e3"),
            ("from", "900"),
            ("format", "csv"),
        ],
        &["seq", "0.106", "-n", "1e3", "--from", "900", "--format=csv"],
    ),
    (
        "chart",
        &[
            ("game", "kayles"),
            ("from", "0"),
            ("to", "150"),
            ("log", "true"),
        ],
        &["chart", "--log", "kayles", "0..150"],
    ),
    ("period", &[("game", "0.77")], &["period", "--json", "0.77"]),
    (
        "find",
        &[("game", "take:1,2")],
        &["find", "--json", "take:1,2"],
    ),
    (
        "emit",
        &[("name", "hdu1847"), ("language", "python")],
        &["emit", "--lang=python", "hdu1847"],
    ),
    ("games", &[], &["games", "--json"]),
    ("games", &[("name", "nim")], &["games", "--json", "nim"]),
    (
        "games",
        &[("octal", "true")],
        &["games", "--json", "--octal"],
    ),
    (
        "states",
        &[("game", "nim 1 2"), ("format", "dot")],
        &["solve", "--tree=dot", "nim 1 2"],
    ),
    (
        "states",
        &[("game", "nim 1 2"), ("format", "svg")],
        &["solve", "--tree=svg", "nim 1 2"],
    ),
    (
        "binary",
        &[("game", "nim 3 5 7")],
        &["solve", "--binary", "nim 3 5 7"],
    ),
];

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
    assert!(english.message().contains("expected a natural number"));
    assert!(
        chinese.message().contains("自然数"),
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
        for (lang, said) in [
            ("en", "files are not read or written here"),
            ("zh", "此处不读写文件"),
        ] {
            let reply = server.question(route, &[parameters, &[("lang", lang)]].concat());
            assert_eq!(reply.status, 400, "{route} {parameters:?}: {reply:?}");
            let text = String::from_utf8_lossy(&reply.body);
            assert!(
                reply.message().contains(said),
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
    let limits = [
        "--port=0",
        "--budget-time=300ms",
        "--budget-bytes=64M",
        "--budget-positions=2M",
    ];
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
    let server = Server::start("asked", &["--port=0", "--log", "--budget-time=500ms"]);
    let host = server.address;
    let mut stream = TcpStream::connect(host).expect("a connection");
    let game = escaped("wythoff 60,70 50,80 + nim 90 91 92");
    let query = format!("misere=true&game={game}");
    let request =
        format!("GET /api/v1/solve?{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    std::thread::sleep(Duration::from_millis(100));
    server.press_ctrl_c();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
    let (exit, said) = server.ended(Duration::from_secs(10));
    assert_eq!(exit, Some(0));
    assert!(said.contains("/api/v1/solve"), "{said}");
}

#[test]
fn where_it_listens() {
    // Whoever asks for a port gets that or none.
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for (lang, said) in [
        ("en", "cannot listen on 127.0.0.1"),
        ("zh", "无法监听 127.0.0.1"),
    ] {
        let refused = run(&["serve", "--port", &port, "--lang", lang], b"");
        assert_eq!((refused.exit, refused.out.as_str()), (2, ""));
        assert!(refused.err.contains(said), "{}", refused.err);
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
    assert!(reply.message().contains("自然数"), "{}", reply.message());
    open.child.kill().expect("an end");
    assert!(open.said().contains("网络上的其他人"));
}

#[test]
fn flags_that_mean_nothing() {
    for (arguments, said) in [
        (
            &["--port", "65536"][..],
            "--port: expected a number from 0 to 65535, found '65536'",
        ),
        (&["--port", "-1"], "found '-1'"),
        (&["--host", "example"], "--host: expected an address"),
        (&["--budget-time", "none"], "needs a limit"),
        (&["--budget-time", "0s"], "needs a limit"),
        (&["--budget-bytes", "many"], "many"),
        (&["--budget-positions", "many"], "many"),
        (&["nim"], "nim"),
    ] {
        let refused = run(&[&["serve"], arguments].concat(), b"");
        assert_eq!(
            (refused.exit, refused.out.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        assert!(refused.err.contains(said), "{arguments:?}: {}", refused.err);
    }
}
