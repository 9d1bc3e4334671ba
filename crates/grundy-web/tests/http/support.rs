//! A server with made-up answers, and a client that sends exactly what it is told.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy::{Game, ParseError, message};
use grundy_service::{Failure, Refused, Request};
use grundy_web::{Answers, Limits, Question, Server, Settings};

/// Answers by the position.
#[derive(Default)]
pub(crate) struct Fake {
    pub(crate) asked: Mutex<Vec<Question>>,
    /// Commands that began, and that saw that they shall stop.
    pub(crate) begun: AtomicUsize,
    pub(crate) stopped: AtomicUsize,
    /// What `kept` waits for.
    pub(crate) go_on: AtomicBool,
}

impl Answers for Fake {
    fn answer(&self, question: &Question, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Failure> {
        self.asked.lock().expect("a list").push(question.clone());
        self.begun.fetch_add(1, Ordering::SeqCst);
        let unknown = || message!("no, En", "no, Zh").into();
        let game = match &question.request {
            Request::Solve(request) => request.position.game.as_str(),
            _ => "",
        };
        let answer = match game {
            "until stopped" => {
                while !stop.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(1));
                }
                self.stopped.fetch_add(1, Ordering::SeqCst);
                return Err(Failure::Unknown(unknown()));
            }
            "stubborn" => {
                while !self.go_on.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(1));
                }
                "{}\n".to_owned()
            }
            "slow" => {
                thread::sleep(Duration::from_millis(200));
                "{\"slow\":true}\n".to_owned()
            }
            "panic" => panic!("as it was asked to"),
            "long" => "7".repeat(3 << 20),
            "unknown" => return Err(Failure::Unknown(unknown())),
            "interrupted" => return Err(Failure::Interrupted),
            "unread" => return Err(Failure::File(message!("no, En", "no, Zh"))),
            "refused" => return Err(Refused::NothingAsked.into()),
            "nim x" => return Err(Failure::Game(game.to_owned(), Box::new(no_game()))),
            _ => "{\"fake\":true}\n".to_owned(),
        };
        Ok(answer.into_bytes())
    }
}

/// What is wrong with `nim x`.
fn no_game() -> ParseError {
    "nim x".parse::<Game>().expect_err("no game")
}

/// A running server.
pub(crate) struct Running {
    pub(crate) fake: Arc<Fake>,
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

pub(crate) fn limits() -> Limits {
    Limits {
        at_once: 2,
        time: Duration::from_secs(5),
        grace: Duration::from_millis(200),
        ..Limits::default()
    }
}

pub(crate) fn start(limits: Limits) -> Running {
    start_with(Settings {
        limits,
        ..Settings::default()
    })
}

pub(crate) fn start_with(settings: Settings) -> Running {
    let fake = Arc::new(Fake::default());
    let stop = Arc::new(AtomicBool::new(false));
    let server = Server::bind(settings, Arc::clone(&fake) as Arc<dyn Answers>).expect("a port");
    let address = server.address();
    let told = Arc::clone(&stop);
    let thread = thread::spawn(move || server.run(told).expect("a run"));
    Running {
        fake,
        address,
        stop,
        thread: Some(thread),
    }
}

impl Running {
    /// A connection whose reads end after five seconds.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        let write_timeout = Some(Duration::from_secs(5));
        stream
            .set_read_timeout(write_timeout)
            .expect("a time limit");
        stream
    }

    /// Sends bytes and reads one answer.
    pub(crate) fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses early may close while this is still being sent.
        let _ = stream.write_all(bytes);
        read(&mut stream).expect("an answer")
    }

    /// Asks by GET.
    pub(crate) fn ask(&self, target: &str) -> Reply {
        self.send(&get(target))
    }

    /// Asks by POST with a JSON body.
    pub(crate) fn post(&self, path: &str, body: &str) -> Reply {
        self.send(&post(path, body))
    }

    /// The last question.
    pub(crate) fn question(&self) -> Question {
        let asked = self.fake.asked.lock().expect("a list");
        asked.last().expect("a question").clone()
    }

    pub(crate) fn tell_to_stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Waits until the server has returned, and says how long that took.
    pub(crate) fn ended(&mut self) -> Duration {
        let begun = Instant::now();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("a calm end");
        }
        begun.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.fake.go_on.store(true, Ordering::SeqCst);
        self.tell_to_stop();
        self.ended();
    }
}

pub(crate) fn get(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

pub(crate) fn post(path: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The sentence of a mistake.
    pub(crate) fn message(&self) -> String {
        let json = self.json();
        assert_eq!(json["schema"], "grundy.error/1");
        json["error"]["message"]
            .as_str()
            .expect("a sentence")
            .to_owned()
    }
}

/// Reads one answer; `None` if the connection ends before it.
pub(crate) fn read(stream: &mut TcpStream) -> Option<Reply> {
    read_of(stream, true)
}

/// The same, without a body where the request was HEAD.
pub(crate) fn read_of(stream: &mut TcpStream, has_body: bool) -> Option<Reply> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        if !matches!(stream.read(&mut byte), Ok(1)) {
            return None;
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("a head");
    let mut lines = head.trim_end().split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let mut reply = Reply {
        status: status?.parse().ok()?,
        headers,
        body: Vec::new(),
    };
    let length = reply.header("content-length");
    let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    if has_body && reply.status != 304 {
        reply.body = vec![0; length];
        stream.read_exact(&mut reply.body).ok()?;
    }
    Some(reply)
}

/// Waits until something is so, at most five seconds.
pub(crate) fn wait_for(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(5), "it never was so");
        thread::sleep(Duration::from_millis(2));
    }
}
