//! The page with another process behind it: each question starts the program that is named.
//!
//! `cargo run -p grundy-web --example program -- target/debug/grundy [PORT]`

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, thread};

use grundy_web::{Answered, Answers, Question, Refused, Server, Settings};

/// A program to start.
struct Program(String);

impl Program {
    fn run(&self, question: &Question, stop: &AtomicBool) -> io::Result<Answered> {
        let mut child = Command::new(&self.0)
            .args(&question.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let input = question.input.as_deref().unwrap_or_default();
        thread::scope(|scope| {
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
            let out = scope.spawn(move || all(stdout));
            let told = scope.spawn(move || all(stderr));
            let status = loop {
                if let Some(status) = child.try_wait()? {
                    break status;
                }
                if stop.load(Ordering::Relaxed) {
                    child.kill()?;
                }
                thread::sleep(Duration::from_millis(2));
            };
            let told = told.join().unwrap_or_default();
            let message = String::from_utf8_lossy(&told).trim().to_owned();
            Ok(Answered {
                exit: status
                    .code()
                    .and_then(|code| u8::try_from(code).ok())
                    .unwrap_or(130),
                out: out.join().unwrap_or_default(),
                error: (!message.is_empty()).then(|| Refused::new(message)),
            })
        })
    }
}

/// All that a pipe brings.
fn all(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

impl Answers for Program {
    fn answer(&self, question: &Question, stop: &Arc<AtomicBool>) -> Answered {
        let names_a_file = |word: &String| word.replace("@-", "").contains('@');
        let refused = if question.arguments.iter().any(names_a_file) {
            Refused::new("no files")
        } else {
            match self.run(question, stop) {
                Ok(answered) => return answered,
                Err(error) => Refused::new(format!("{}: {error}", self.0)),
            }
        };
        Answered {
            exit: 2,
            error: Some(refused),
            ..Answered::default()
        }
    }
}

fn main() -> io::Result<()> {
    let mut words = env::args().skip(1);
    let program = words.next().unwrap_or_else(|| "grundy".to_owned());
    let port = words.next().and_then(|port| port.parse().ok()).unwrap_or(0);
    let settings = Settings {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
        log: Some(Box::new(|line| eprintln!("{line}"))),
        ..Settings::default()
    };
    let server = Server::bind(settings, Arc::new(Program(program)))?;
    println!("http://{}/", server.address());
    server.run(Arc::new(AtomicBool::new(false)))
}
