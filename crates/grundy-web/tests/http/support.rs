//! A server with made-up answers, and a client that sends exactly what it is told.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy_service::Request;
use grundy_web::{Answered, Answers, Limits, Problem, Question, Server, Settings};

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
    fn answer(&self, question: &Question, stop: &Arc<AtomicBool>) -> Answered {
        self.asked.lock().expect("a list").push(question.clone());
        self.begun.fetch_add(1, Ordering::SeqCst);
        let answered = |exit: u8, out: &str| Answered {
            exit,
            out: out.as_bytes().to_vec(),
            error: None,
        };
        let refused = |exit: u8| Answered {
            error: Some(Problem {
                message: format!("no, {:?}", question.lang).into(),
                column: Some(5),
                length: Some(1),
                example: Some("nim 3 5 7".into()),
                ..Problem::default()
            }),
            ..answered(exit, "")
        };
        let last = question.arguments.last();
        let game = match &question.request {
            Some(Request::Solve(request)) => &request.position.game,
            _ => last.map_or("", String::as_str),
        };
        match game {
            "until stopped" => {
                while !stop.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(1));
                }
                self.stopped.fetch_add(1, Ordering::SeqCst);
                refused(130)
            }
            "stubborn" => {
                while !self.go_on.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(1));
                }
                answered(0, "{}\n")
            }
            "slow" => {
                thread::sleep(Duration::from_millis(200));
                answered(0, "{\"slow\":true}\n")
            }
            "panic" => panic!("as it was asked to"),
            "long" => answered(0, &"7".repeat(3 << 20)),
            "unknown" => refused(1),
            "unknown answer" => answered(1, "{\"unknown\":true}\n"),
            "refused" => refused(2),
            "strange" => answered(77, "x"),
            _ => answered(0, "{\"fake\":true}\n"),
        }
    }
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

    /// Arguments of the last command.
    pub(crate) fn arguments(&self) -> Vec<String> {
        self.question().arguments
    }

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
