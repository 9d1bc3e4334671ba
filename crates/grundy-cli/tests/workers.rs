//! The workers of the server: whatever they are asked, the server stays up, small and quick for others; and they end with
//! their questions and with the server.

#![cfg(all(feature = "web", target_os = "linux"))]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::server::{Reply, Server, escaped};
use common::{grundy, run};
use serde_json::json;

/// A sequence of which one value takes for ever.
const DENSE: &str = "0.0{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}";

/// The worker processes.
fn workers(server: &Server) -> Vec<u32> {
    let id = server.child.id();
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
    let children = children.unwrap_or_default();
    children
        .split_whitespace()
        .filter_map(|child| child.parse().ok())
        .collect()
}

/// A line of what the system says of a process.
fn told(process: u32, name: &str) -> Option<String> {
    let all = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = all.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().to_owned())
}

/// Whether a process is there and has not ended.
fn is_there(process: u32) -> bool {
    told(process, "State:").is_some_and(|state| !state.starts_with(['Z', 'X']))
}

/// Mebibytes of the server and its workers.
fn memory(server: &Server) -> u64 {
    let all = workers(server).into_iter().chain([server.child.id()]);
    let of = |process| {
        told(process, "VmRSS:")?
            .strip_suffix(" kB")?
            .parse::<u64>()
            .ok()
    };
    all.filter_map(of).sum::<u64>() >> 10
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(20), "never: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn dense(server: &Server) -> Reply {
    server.question("sequence", &[("code", DENSE), ("number", "1000000")])
}

/// Begins a question that takes for ever.
fn begin(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    let query = format!("code={}&number=1000000", escaped(DENSE));
    let request = format!(
        "GET /api/v1/sequence?{query} HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).expect("a request");
    stream
}

fn is_busy(process: u32) -> bool {
    let time = |_| {
        let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let mut fields = told.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(ticks()? + ticks()?)
    };
    let before = time(());
    thread::sleep(Duration::from_millis(60));
    before < time(())
}

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    // It may have ended by itself just before.
    assert!(sent.expect("kill").success() || !is_there(process));
}

#[test]
fn simple_questions_are_answered_while_the_worst_are_asked() {
    let server = Server::start("worst", &["--port=0", "--time=3s"]);
    let heaps = format!("nim {} {}", "9 ".repeat(10_000), "7".repeat(900_000));
    let body = json!({ "game": heaps });
    let is_over = AtomicBool::new(false);
    let (mut times, mut most) = (Vec::new(), 0);
    thread::scope(|scope| {
        for place in 0..6 {
            let (server, body, is_over) = (&server, &body, &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let reply = match place % 3 {
                        0 | 1 => dense(server),
                        _ => server.posted("solve", body),
                    };
                    assert!([200, 422, 503, 504].contains(&reply.status), "{reply:?}");
                }
            });
        }
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3) {
            let own = Instant::now();
            let reply = server.question("solve", &[("game", "nim 3 5 7")]);
            times.push(own.elapsed());
            most = most.max(memory(&server));
            if reply.status != 200 {
                is_over.store(true, Ordering::Relaxed);
            }
            assert_eq!(reply.status, 200, "{reply:?}");
            thread::sleep(Duration::from_millis(5));
        }
        is_over.store(true, Ordering::Relaxed);
    });
    times.sort_unstable();
    let half = times[times.len() / 2];
    // Generous, for other tests run meanwhile; the load test has the figures.
    assert!(
        half < Duration::from_millis(300),
        "{half:?} of {}",
        times.len()
    );
    assert!(most < 600, "{most} MB");
    wait_for("small again", || memory(&server) < 200);
    let reply = server.question("solve", &[("game", "nim 3 5 7")]);
    assert_eq!(reply.status, 200);
}

#[test]
fn a_worker_that_ends_is_replaced() {
    let server = Server::start("killed", &["--port=0"]);
    for _ in 0..3 {
        for worker in workers(&server) {
            send("-KILL", worker);
        }
        // None of them was being asked, so nothing is lost.
        for _ in 0..3 {
            assert_eq!(server.question("solve", &[("game", "nim 3")]).status, 200);
        }
    }
    // One that is killed while it answers.
    let mut stream = begin(&server);
    wait_for("busy", || workers(&server).into_iter().any(is_busy));
    for worker in workers(&server) {
        send("-KILL", worker);
    }
    let mut head = [0; 12];
    stream.read_exact(&mut head).expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 500");
    assert_eq!(server.question("solve", &[("game", "nim 3")]).status, 200);
}

#[test]
fn nothing_is_left_running() {
    // A question that nobody waits for.
    let server = Server::start("left", &["--port=0", "--time=60s"]);
    let streams: Vec<TcpStream> = (0..3).map(|_| begin(&server)).collect();
    wait_for("busy", || workers(&server).into_iter().any(is_busy));
    drop(streams);
    wait_for("idle", || !workers(&server).into_iter().any(is_busy));
    drop(server);
    // A server that ends, in each way, with a question under way.
    for signal in ["-INT", "-TERM", "-KILL"] {
        let server = Server::start("ends", &["--port=0", "--time=60s"]);
        let _stream = begin(&server);
        wait_for("busy", || workers(&server).into_iter().any(is_busy));
        let all = workers(&server);
        send(signal, server.child.id());
        let (exit, message) = server.ended(Duration::from_secs(10));
        let expected = if signal == "-KILL" { None } else { Some(0) };
        assert_eq!((exit, message.as_str()), (expected, ""), "{signal}");
        wait_for("no worker", || !all.iter().any(|&worker| is_there(worker)));
    }
}

#[test]
fn memory_is_bound() {
    let server = Server::start("memory", &["--port=0"]);
    wait_for("a worker", || !workers(&server).is_empty());
    let bound = |worker: u32| {
        let limits = fs::read_to_string(format!("/proc/{worker}/limits")).unwrap_or_default();
        let line = limits
            .lines()
            .find(|line| line.starts_with("Max data size"));
        let numbers = line.map(|line| line.split_whitespace().skip(3).take(2));
        numbers
            .into_iter()
            .flatten()
            .all(|number| number == "201326592")
    };
    wait_for("bound", || workers(&server).into_iter().all(bound));
    // A worker by itself, which has less than its question needs.
    let worked = |memory: &str, frames: &[u8], hangs_up: bool| {
        let mut worker = grundy(&["serve", "--worker", memory])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a worker");
        let mut input = worker.stdin.take();
        let _ = input.as_mut().map(|input| input.write_all(frames));
        if hangs_up {
            input = None;
        }
        let mut out = worker.stdout.take().expect("an output");
        let mut size = [0; 4];
        let answered = out.read_exact(&mut size).is_ok();
        drop(input);
        let ended = worker.wait_with_output().expect("an end");
        (answered, ended)
    };
    let framed = |head: serde_json::Value, body: &[u8]| {
        let head = head.to_string();
        let size = u32::try_from(head.len()).expect("a size");
        [&size.to_le_bytes()[..], head.as_bytes(), body].concat()
    };
    let body = json!({"game": format!("nim {}", "7".repeat(900_000))}).to_string();
    let question = framed(
        json!({
            "route": "solve", "query": "", "lang": false, "has_body": true, "length": body.len(),
            "time": 5_000_000, "bytes": 1 << 27, "positions": 1000, "output": 1 << 25,
        }),
        body.as_bytes(),
    );
    let (answered, ended) = worked("400000000", &question, false);
    assert!(answered && ended.status.success(), "{ended:?}");
    let (answered, ended) = worked("12000000", &question, false);
    assert!(!answered && !ended.status.success(), "{ended:?}");
    // What is no question ends a worker, and is no panic.
    for wrong in [
        &b"\xff\xff\xff\xff"[..],
        b"\x02\0\0\0{}",
        b"\x05\0\0\0{\"a\":",
        &framed(
            json!({"route": "solve", "query": "", "lang": false, "length": 1u64 << 60}),
            b"",
        ),
        &framed(
            json!({"route": "rm", "query": "", "lang": false, "length": 0}),
            b"",
        ),
        &question[..question.len() / 2],
        &question[..3],
    ] {
        let (answered, ended) = worked("400000000", wrong, true);
        let message = String::from_utf8_lossy(&ended.stderr);
        assert!(
            !answered && !message.contains("panicked"),
            "{wrong:?}: {message}"
        );
    }
    // Nobody types it.
    assert_eq!(run(&["serve", "--worker"], b"").exit, 2);
    assert_eq!(run(&["serve", "--worker", "much"], b"").exit, 2);
}
