//! Requests to the page's server: whatever bytes come on a connection, it answers each request with a status and, where it
//! says so, with valid JSON; it never panics; and nothing reaches a command but what the table of routes lets through, asked
//! by a name of this machine.

#![no_main]

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use grundy_web::routes::{Budget, Goes, Kind, ROUTES, Route};
use grundy_web::{Answered, Answers, Limits, Problem, Question, Rehearsal, Settings};
use libfuzzer_sys::fuzz_target;

/// Remembers what it is asked, and answers with it.
#[derive(Default)]
struct Echo(Mutex<Vec<Question>>);

impl Answers for Echo {
    fn answer(&self, question: &Question, _stop: &Arc<AtomicBool>) -> Answered {
        let mut asked = self.0.lock().expect("a list");
        asked.push(question.clone());
        let out = serde_json::json!({ "asked": question.arguments }).to_string();
        // Some questions fail in each of the ways there are.
        let exit = match question.arguments.iter().map(String::len).sum::<usize>() % 7 {
            1 => 1,
            2 => 2,
            3 => 130,
            4 => 77,
            _ => 0,
        };
        Answered {
            exit,
            out: if exit < 2 {
                out.into_bytes()
            } else {
                Vec::new()
            },
            error: (exit > 0).then(|| Problem::new("no \"\u{0}\u{1f}\u{2028}")),
        }
    }
}

const QUERY: usize = 300;
const BODY: usize = 400;
const OUTPUT: usize = 600;

static ECHO: LazyLock<Arc<Echo>> = LazyLock::new(Arc::default);
static SERVER: LazyLock<Rehearsal> = LazyLock::new(|| {
    let settings = Settings {
        limits: Limits {
            query: QUERY,
            body: BODY,
            output: OUTPUT,
            head_time: Duration::from_millis(50),
            body_time: Duration::from_millis(50),
            ..Limits::default()
        },
        ..Settings::default()
    };
    Rehearsal::new(settings, Arc::clone(&ECHO) as Arc<dyn Answers>).expect("a clock")
});

/// The arguments are the route's command with what its table allows.
fn allowed(route: &Route, arguments: &[String]) -> bool {
    let (flags, _) = match arguments.iter().position(|word| word == "--") {
        Some(end) => arguments.split_at(end),
        None => (arguments, &[][..]),
    };
    let Some(rest) = flags.strip_prefix(
        &route
            .command
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()[..],
    ) else {
        return false;
    };
    rest.iter().all(|word| {
        let joined = |flag: &str| {
            word.strip_prefix(flag)
                .is_some_and(|rest| rest.starts_with('='))
        };
        let of_parameter =
            route
                .parameters
                .iter()
                .any(|parameter| match (parameter.goes, parameter.kind) {
                    (Goes::Flag(flag), Kind::Flag) => word == flag,
                    (Goes::Flag(flag), _) => joined(flag),
                    (Goes::Input(flag), _) => word == flag,
                    (Goes::Choice, Kind::Choice(choices)) => {
                        choices.iter().any(|choice| choice.argument == word)
                    }
                    _ => false,
                });
        let of_budget = route.budgets.iter().any(|budget| match budget {
            Budget::Time(flag) | Budget::Bytes(flag) | Budget::Positions(flag) => joined(flag),
        });
        of_parameter || of_budget || ["--lang=en", "--lang=zh"].contains(&word.as_str())
    })
}

/// One answer off the front: its length in all.
fn answer(text: &[u8]) -> usize {
    let head = text
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("a whole head")
        + 4;
    let lines = std::str::from_utf8(&text[..head])
        .expect("a head of text")
        .to_ascii_lowercase();
    let status: u16 = lines
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .expect("a status");
    assert!((200..600).contains(&status) || status == 100, "{lines}");
    let value = |name: &str| lines.split("\r\n").find_map(|line| line.strip_prefix(name));
    let length = value("content-length: ").map_or(0, |length| length.parse().expect("a length"));
    // The answer to a HEAD has a length but no body; what follows is the next answer or the end.
    let body = &text[head..];
    if body.is_empty() || body.starts_with(b"HTTP/1.") || status == 304 {
        return head;
    }
    let body = body.get(..length).expect("a whole body");
    if value("content-type: ") == Some("application/json") {
        let json: serde_json::Value = serde_json::from_slice(body).expect("JSON");
        if status != 200 {
            assert_eq!(json["schema"], "grundy.error/1");
            assert!(
                json["error"]["message"]
                    .as_str()
                    .is_some_and(|message| !message.is_empty())
            );
        }
    }
    if status == 200 && body.starts_with(b"{\"asked\"") {
        assert!(length <= OUTPUT);
    }
    head + length
}

fuzz_target!(|bytes: &[u8]| {
    ECHO.0.lock().expect("a list").clear();
    let written = SERVER.answers(bytes);
    let mut left = &written[..];
    let mut answers = 0;
    while !left.is_empty() {
        left = &left[answer(left)..];
        answers += 1;
    }
    let asked = ECHO.0.lock().expect("a list");
    assert!(
        asked.len() <= answers,
        "{} questions, {answers} answers",
        asked.len()
    );
    if !asked.is_empty() {
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        assert!(
            ["localhost", "127.", "[::1]", "[0:", "[::ffff:", "[::7f"]
                .iter()
                .any(|own| text.contains(own)),
            "{text}"
        );
    }
    for question in asked.iter() {
        assert!(
            ROUTES
                .iter()
                .any(|route| allowed(route, &question.arguments)),
            "{:?}",
            question.arguments
        );
        let length: usize = question.arguments.iter().map(String::len).sum();
        assert!(
            length <= 2 * (QUERY + BODY) + 400,
            "{:?}",
            question.arguments
        );
        assert_eq!(question.most_output, OUTPUT);
    }
});
