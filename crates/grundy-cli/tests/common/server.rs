//! The server as a process of its own, asked by plain HTTP.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::grundy;

/// A server in a folder of its own, which ends with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
}

/// What a server replied.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Server {
    /// Starts one in a folder of its own.
    pub(crate) fn start(name: &str, arguments: &[&str]) -> Server {
        Server::start_with(name, arguments, &[])
    }

    /// Starts one in another environment.
    pub(crate) fn start_with(
        name: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Server {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let mut child = grundy(&[&["serve", "--json"], arguments].concat())
            .current_dir(&folder)
            .envs(environment.iter().copied())
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

    pub(crate) fn asked(&self, request: &str) -> Reply {
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
    pub(crate) fn got(&self, path: &str) -> Reply {
        let host = self.address;
        self.asked(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ))
    }

    /// Asks a route.
    pub(crate) fn question(&self, route: &str, parameters: &[(&str, &str)]) -> Reply {
        let written = parameters
            .iter()
            .map(|(name, value)| format!("{name}={}", escaped(value)));
        let query = written.collect::<Vec<_>>().join("&");
        self.got(&format!("/api/v1/{route}?{query}"))
    }

    /// Asks a route with the parameters in the body.
    pub(crate) fn posted(&self, route: &str, parameters: &Value) -> Reply {
        let (host, body) = (self.address, parameters.to_string());
        let length = body.len();
        self.asked(&format!(
            "POST /api/v1/{route} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))
    }

    #[cfg(unix)]
    pub(crate) fn press_ctrl_c(&self) {
        let sent = std::process::Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .status()
            .expect("kill");
        assert!(sent.success());
    }

    /// Its exit code, and what it said on standard error.
    #[cfg(unix)]
    pub(crate) fn ended(mut self, within: Duration) -> (Option<i32>, String) {
        let begun = Instant::now();
        while begun.elapsed() < within {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return (status.code(), self.message());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it did not end");
    }

    pub(crate) fn message(&mut self) -> String {
        let mut message = String::new();
        if let Some(mut errors) = self.child.stderr.take() {
            errors.read_to_string(&mut message).expect("text");
        }
        message
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every byte but letters and digits as `%XX`.
pub(crate) fn escaped(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(escape).collect()
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The message of an error.
    pub(crate) fn message(&self) -> String {
        let told = self.json();
        assert_eq!(told["schema"], "grundy.error/1", "{self:?}");
        told["error"]["message"]
            .as_str()
            .expect("a text")
            .to_owned()
    }
}
