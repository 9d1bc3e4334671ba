//! Clients that send or ask too much, too slowly, or go away; and the end of the server.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use grundy_web::Limits;

use crate::support::{get, limits, post, read, start, wait_for};

const SHORT: Duration = Duration::from_millis(150);

#[test]
fn a_client_that_is_slow_with_its_head_is_dropped() {
    let server = start(Limits {
        head_time: SHORT,
        ..limits()
    });
    // One that says nothing, one that stops, and one that never ends.
    let mut silent = server.connect();
    let mut halting = server.connect();
    halting
        .write_all(b"GET / HTTP/1.1\r\nhost: loc")
        .expect("a piece");
    let mut endless = server.connect();
    let begun = Instant::now();
    let mut rest = Vec::new();
    endless.write_all(b"GET / HTTP/1.1\r\n").expect("a piece");
    while begun.elapsed() < 10 * SHORT && endless.write_all(b"x: y\r\n").is_ok() {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(begun.elapsed() < 8 * SHORT, "{:?}", begun.elapsed());
    for stream in [&mut silent, &mut halting] {
        // An end or a reset, but no silence.
        let ended = stream.read_to_end(&mut rest);
        assert!(!ended.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    }
    assert!(begun.elapsed() < 10 * SHORT);
    // A connection that was used and is idle ends too.
    let mut idle = server.connect();
    idle.write_all(&get("/")).expect("a request");
    assert_eq!(read(&mut idle).map(|reply| reply.status), Some(200));
    let begun = Instant::now();
    assert!(read(&mut idle).is_none());
    assert!(begun.elapsed() < 8 * SHORT);
    assert_eq!(server.ask("/").status, 200);
}

#[test]
fn a_command_may_take_longer_than_a_head() {
    let server = start(Limits {
        head_time: Duration::from_millis(50),
        ..limits()
    });
    assert_eq!(server.ask("/api/v1/solve?game=slow").status, 200);
}

#[test]
fn a_client_that_is_slow_with_its_body_is_told_so() {
    let server = start(Limits {
        body_time: SHORT,
        ..limits()
    });
    let begun = Instant::now();
    let head = "POST /api/v1/solve?lang=zh HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 100\r\n\r\n{\"game\"";
    let reply = server.send(head.as_bytes());
    assert_eq!(reply.status, 408);
    assert_eq!(reply.message(), "请求体未能及时到达");
    assert_eq!(reply.header("connection"), Some("close"));
    assert!(begun.elapsed() < 8 * SHORT);
    assert_eq!(server.fake.begun.load(Ordering::SeqCst), 0);
}

#[test]
fn long_heads_queries_and_bodies_are_refused() {
    let server = start(Limits {
        query: 1000,
        body: 2000,
        ..limits()
    });
    let fits = format!("/api/v1/solve?game={}", "n".repeat(900));
    assert_eq!(server.ask(&fits).status, 200);
    let long = format!("/api/v1/solve?game={}", "n".repeat(1000));
    let reply = server.ask(&long);
    assert_eq!(reply.status, 414);
    assert_eq!(
        reply.message(),
        "the query has more than 1000 bytes; send a long text in the body of a POST"
    );
    let body = |length: usize| format!("{{\"game\":\"{}\"}}", "n".repeat(length));
    assert_eq!(server.post("/api/v1/solve", &body(1900)).status, 200);
    // Told beforehand, and found out.
    let long = post("/api/v1/solve", &body(2000));
    let head = long.iter().position(|&byte| byte == b'{').expect("a body");
    let reply = server.send(&long[..head]);
    assert_eq!(reply.status, 413);
    assert_eq!(reply.message(), "the body has more than 2000 bytes");
    let mut in_pieces =
        b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\n"
            .to_vec();
    in_pieces.extend(b"400\r\n".iter().chain([b' '; 0x400].iter()).chain(b"\r\n"));
    in_pieces.extend(b"400\r\n".iter().chain([b' '; 0x400].iter()).chain(b"\r\n"));
    assert_eq!(server.send(&in_pieces).status, 413);
    // A megabyte of head.
    for piece in [
        "x: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n",
        "z",
    ] {
        let mut stream = server.connect();
        let begin = "GET / HTTP/1.1\r\nhost: localhost\r\n";
        let mut sent = stream.write_all(begin.as_bytes());
        let pieces = piece.repeat((64 << 10) / piece.len());
        for _ in 0..16 {
            sent = sent.and_then(|()| stream.write_all(pieces.as_bytes()));
        }
        let status = read(&mut stream).map(|reply| reply.status);
        assert!(matches!(status, None | Some(431)), "{status:?}");
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "a".repeat(60_000)
    );
    assert_eq!(server.send(long.as_bytes()).status, 404);
    assert_eq!(server.ask("/").status, 200);
}

#[test]
fn garbage_is_refused_and_others_are_served() {
    let server = start(limits());
    for garbage in [
        &b"\x00\x01\x02\x03\r\n\r\n"[..],
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\nhost: localhost\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: local\x00host\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost : localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -5\r\n\r\n",
        b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n",
        b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n",
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(garbage);
        let reply = read(&mut stream);
        let status = reply.map(|reply| reply.status);
        assert!(
            matches!(status, None | Some(400..=505)),
            "{status:?} {}",
            String::from_utf8_lossy(garbage)
        );
    }
    // Garbage behind a good request does not spoil it.
    let mut stream = server.connect();
    let sent = [get("/"), b"\x00\xff garbage\r\n\r\n".to_vec()].concat();
    stream.write_all(&sent).expect("a request");
    assert_eq!(read(&mut stream).map(|reply| reply.status), Some(200));
    // A body in broken pieces.
    let broken =
        b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\nzz\r\n";
    assert_eq!(server.send(broken).status, 400);
    assert_eq!(server.ask("/").status, 200);
}

#[test]
fn a_command_that_takes_too_long_is_stopped() {
    let server = start(Limits {
        time: SHORT,
        grace: SHORT,
        ..limits()
    });
    let begun = Instant::now();
    let reply = server.ask("/api/v1/solve?game=until+stopped&lang=zh");
    assert_eq!(reply.status, 504);
    assert_eq!(
        reply.message(),
        "150 毫秒内没有答案，这是一次查询的时限：no, Zh"
    );
    assert!(begun.elapsed() >= SHORT);
    assert_eq!(server.fake.stopped.load(Ordering::SeqCst), 1);
    // One that does not hear has its answer refused just so, and keeps its turn.
    let reply = server.ask("/api/v1/solve?game=stubborn");
    assert_eq!(reply.status, 504);
    assert_eq!(
        reply.message(),
        "no answer within 150 ms, the time limit for one question"
    );
    assert_eq!(server.ask("/api/v1/solve?game=stubborn").status, 504);
    let reply = server.ask("/api/v1/solve?game=nim");
    assert_eq!(reply.status, 503);
    assert_eq!(reply.header("retry-after"), Some("1"));
    server.fake.go_on.store(true, Ordering::SeqCst);
    wait_for(|| server.ask("/api/v1/solve?game=nim").status == 200);
}

#[test]
fn a_client_that_goes_away_stops_its_command() {
    let server = start(limits());
    for ends in [Shutdown::Both, Shutdown::Write] {
        let before = server.fake.stopped.load(Ordering::SeqCst);
        let begun = server.fake.begun.load(Ordering::SeqCst);
        let mut stream = server.connect();
        let request = get("/api/v1/solve?game=until+stopped");
        stream.write_all(&request).expect("a request");
        wait_for(|| server.fake.begun.load(Ordering::SeqCst) > begun);
        stream.shutdown(ends).expect("an end");
        wait_for(|| server.fake.stopped.load(Ordering::SeqCst) > before);
    }
}

#[test]
fn who_waits_and_goes_away_is_never_asked() {
    let server = start(Limits {
        at_once: 1,
        ..limits()
    });
    let mut first = server.connect();
    let request = get("/api/v1/solve?game=stubborn");
    first.write_all(&request).expect("a request");
    wait_for(|| server.fake.begun.load(Ordering::SeqCst) == 1);
    let mut second = server.connect();
    second
        .write_all(&get("/api/v1/solve?game=nim"))
        .expect("a request");
    thread::sleep(Duration::from_millis(50));
    drop(second);
    thread::sleep(Duration::from_millis(50));
    server.fake.go_on.store(true, Ordering::SeqCst);
    assert_eq!(read(&mut first).map(|reply| reply.status), Some(200));
    assert_eq!(server.ask("/api/v1/solve?game=7").status, 200);
    assert_eq!(server.fake.begun.load(Ordering::SeqCst), 2);
}

#[test]
fn too_many_at_a_time_are_told_to_come_back() {
    let server = start(Limits {
        at_once: 1,
        waiting: 4,
        ..limits()
    });
    let request = get("/api/v1/solve?game=stubborn");
    let mut first = server.connect();
    first.write_all(&request).expect("a request");
    wait_for(|| server.fake.begun.load(Ordering::SeqCst) == 1);
    let mut second = server.connect();
    second.write_all(&request).expect("a request");
    thread::sleep(Duration::from_millis(50));
    let reply = server.ask("/api/v1/solve?game=nim&lang=zh");
    assert_eq!(reply.status, 503);
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(reply.message(), "同时的查询过多；请稍后再试");
    // The page needs no turn.
    assert_eq!(server.ask("/").status, 200);
    server.fake.go_on.store(true, Ordering::SeqCst);
    assert_eq!(read(&mut first).map(|reply| reply.status), Some(200));
    assert_eq!(read(&mut second).map(|reply| reply.status), Some(200));
    for _ in 0..5 {
        assert_eq!(server.ask("/api/v1/solve?game=nim").status, 200);
    }
}

#[test]
fn connections_beyond_their_number_are_turned_away() {
    // One client alone has half of them.
    let server = start(Limits {
        connections: 4,
        ..limits()
    });
    let mut held: Vec<_> = (0..2).map(|_| server.connect()).collect();
    for stream in &mut held {
        stream.write_all(&get("/")).expect("a request");
        assert_eq!(read(stream).map(|reply| reply.status), Some(200));
    }
    let reply = read(&mut server.connect()).expect("an answer");
    assert_eq!(reply.status, 503);
    assert!(reply.header("content-security-policy").is_some());
    assert_eq!(
        reply.message(),
        "too many questions at a time; ask again in a moment"
    );
    held.pop();
    wait_for(|| {
        let mut stream = server.connect();
        let _ = stream.write_all(&get("/"));
        read(&mut stream).is_some_and(|reply| reply.status == 200)
    });
}

#[test]
fn whoever_is_refused_reads_why() {
    let server = start(Limits {
        connections: 8,
        body: 2000,
        ..limits()
    });
    // All of a body that is too long is sent before the answer is looked at.
    let body = format!("{{\"game\":\"{}\"}}", "n".repeat(3 << 20));
    for _ in 0..3 {
        let mut stream = server.connect();
        stream
            .write_all(&post("/api/v1/solve", &body))
            .expect("all is taken");
        assert_eq!(read(&mut stream).map(|reply| reply.status), Some(413));
    }
    // So is a request for which there is no place.
    let server = start(Limits {
        connections: 2,
        ..limits()
    });
    let mut held = server.connect();
    held.write_all(&get("/")).expect("a request");
    assert_eq!(read(&mut held).map(|reply| reply.status), Some(200));
    for _ in 0..20 {
        let mut stream = server.connect();
        for _ in 0..20 {
            stream.write_all(&get("/")).expect("a request");
        }
        let reply = read(&mut stream).expect("an answer");
        assert_eq!(reply.status, 503);
        assert_eq!(reply.header("retry-after"), Some("1"));
        assert!(!reply.message().is_empty());
    }
}

#[test]
fn a_request_is_where_it_ends_for_everyone() {
    let server = start(limits());
    let inner = "GET /api/v1/solve?game=hidden HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let length = inner.len();
    for outer in [
        format!(
            "GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n{inner}"
        ),
        format!("HEAD / HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n{inner}"),
        format!(
            "POST /nothing HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n{inner}"
        ),
        format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{inner}"
        ),
        format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n{inner}"
        ),
        format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             transfer-encoding:\x0bchunked\r\n\r\n0\r\n\r\n{inner}"
        ),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: +{length}\r\n\r\n{inner}"),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\n content-length: {length}\r\n\r\n{inner}"),
        format!(
            "GET / HTTP/1.0\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{inner}"
        ),
    ] {
        let mut stream = server.connect();
        stream.write_all(outer.as_bytes()).expect("a request");
        stream.shutdown(Shutdown::Write).expect("an end");
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let asked = server.fake.asked.lock().expect("a list");
        let hidden = |question: &grundy_web::Question| format!("{question:?}").contains("hidden");
        assert!(!asked.iter().any(hidden), "{outer}");
    }
}

#[test]
fn long_answers_are_refused_and_take_room_while_they_wait() {
    let server = start(Limits {
        output: (3 << 20) - 1,
        ..limits()
    });
    let reply = server.ask("/api/v1/solve?game=long");
    assert_eq!(reply.status, 422);
    assert_eq!(
        reply.message(),
        "the answer has more than 3145727 bytes; ask for less of it"
    );
    assert_eq!(server.question().most_output, (3 << 20) - 1);
    let server = start(Limits {
        answers: 20 << 20,
        fetch_time: 6 * SHORT,
        ..limits()
    });
    assert_eq!(server.ask("/api/v1/solve?game=long").body.len(), 3 << 20);
    // Clients that ask and take nothing fill the room, until they are dropped.
    let mut lazy: Vec<_> = (0..3).map(|_| server.connect()).collect();
    for stream in &mut lazy {
        // Twice, for the system itself holds a good part of one.
        let twice = [
            get("/api/v1/solve?game=long"),
            get("/api/v1/solve?game=long"),
        ]
        .concat();
        stream.write_all(&twice).expect("requests");
    }
    wait_for(|| server.ask("/api/v1/solve?game=long").status == 503);
    wait_for(|| server.ask("/api/v1/solve?game=long").status == 200);
}

#[test]
fn bodies_take_room_while_they_arrive() {
    let server = start(Limits {
        body: 1 << 20,
        // Room for one of the longest, and for none besides.
        bodies: (2 << 20) + (2 << 10),
        body_time: SHORT,
        ..limits()
    });
    let mut slow = server.connect();
    let head =
        b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 1048576\r\n\r\n";
    slow.write_all(head).expect("a head");
    wait_for(|| server.post("/api/v1/solve", "{\"game\":\"nim\"}").status == 503);
    assert_eq!(read(&mut slow).map(|reply| reply.status), Some(408));
    assert_eq!(
        server.post("/api/v1/solve", "{\"game\":\"nim\"}").status,
        200
    );
}

#[test]
fn what_is_under_way_is_finished_when_the_server_stops() {
    let mut server = start(limits());
    let mut idle = server.connect();
    idle.write_all(&get("/")).expect("a request");
    assert_eq!(read(&mut idle).map(|reply| reply.status), Some(200));
    let mut stream = server.connect();
    let request = get("/api/v1/solve?game=slow");
    stream.write_all(&request).expect("a request");
    wait_for(|| server.fake.begun.load(Ordering::SeqCst) == 1);
    server.tell_to_stop();
    assert_eq!(read(&mut stream).map(|reply| reply.status), Some(200));
    assert!(server.ended() < Duration::from_millis(400));
    assert!(read(&mut idle).is_none());
    assert!(std::net::TcpStream::connect(server.address).is_err());
}

#[test]
fn what_does_not_end_by_itself_is_stopped_with_the_server() {
    let mut server = start(Limits {
        at_once: 3,
        grace: SHORT,
        ..limits()
    });
    let mut streams: Vec<_> = ["until+stopped", "stubborn"]
        .into_iter()
        .map(|game| {
            let mut stream = server.connect();
            let request = get(&format!("/api/v1/solve?game={game}"));
            stream.write_all(&request).expect("a request");
            stream
        })
        .collect();
    wait_for(|| server.fake.begun.load(Ordering::SeqCst) == 2);
    server.tell_to_stop();
    assert!(server.ended() < 6 * SHORT);
    assert_eq!(server.fake.stopped.load(Ordering::SeqCst), 1);
    for stream in &mut streams {
        let reply = read(stream).expect("an answer");
        assert_eq!(reply.status, 503);
        assert_eq!(reply.message(), "the server is being stopped");
    }
}
