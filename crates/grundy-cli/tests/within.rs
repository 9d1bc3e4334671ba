//! The commands within another program, which goes on after them.

#![cfg(feature = "web")]

use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// The status of the answer to a question, once the server listens.
fn asked(port: u16) -> Option<String> {
    for _ in 0..100 {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let request = "GET /api/v1/solve?game=nim+3+5 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        return Some(answer.lines().next()?.to_owned());
    }
    None
}

#[test]
fn a_server_outlives_the_time_of_its_questions() {
    let free = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let arguments = format!("grundy serve --json --port {port} --time 500ms");
    let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
    thread::spawn(move || grundy_cli::run(&arguments));
    assert_eq!(asked(port).as_deref(), Some("HTTP/1.1 200 OK"));
    thread::sleep(Duration::from_secs(2));
    assert_eq!(asked(port).as_deref(), Some("HTTP/1.1 200 OK"));
    // Nor does the time of a command that is over end anything.
    let arguments = "grundy solve nim 3 5 --time 300ms";
    let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
    assert_eq!(grundy_cli::run(&arguments), grundy_cli::Exit::Answered);
    thread::sleep(Duration::from_secs(1));
    assert_eq!(asked(port).as_deref(), Some("HTTP/1.1 200 OK"));
}
