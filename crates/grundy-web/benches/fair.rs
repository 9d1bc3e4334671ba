//! A simple client among hostile ones, and the memory of a server that nobody spares.
//!
//! `cargo bench -p grundy-web --bench fair -- --program target/release/grundy` starts that program's server and has four
//! clients at addresses of their own (127.0.0.2 to 127.0.0.5) ask all that is hard or wrong at full rate, while a
//! fifth asks simple questions one after the other: how long these took is told, and whether any failed. `--same` puts
//! all of them at one address. `--requests N` then sends N hostile requests of thirty kinds and tells the memory of the
//! server with its workers, during and after. `--seconds S` says how long the first part takes (60). Linux only, for its
//! addresses and its `/proc`; only this machine is asked.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

/// How long an answer may take at all.
const PATIENCE: Duration = Duration::from_secs(30);
/// Connections of each hostile client.
const CONNECTIONS: usize = 12;

/// What the simple client asks.
const SIMPLE: &[&str] = &[
    "/api/v1/solve?game=nim+3+5+7",
    "/api/v1/moves?game=nim+3+5+7",
    "/api/v1/solve?game=kayles+20+%2B+nim+7&explain",
    "/api/v1/table?game=wythoff&down=0..12&across=0..12",
    "/",
    "/api/v1/chart?game=kayles&from=0&to=200",
    "/api/v1/sequence?code=0.77&number=200",
];

struct Asked {
    program: String,
    seconds: u64,
    requests: usize,
    same: bool,
}

fn asked() -> Result<Option<Asked>, String> {
    let mut asked = Asked {
        program: env::var("GRUNDY").unwrap_or_default(),
        seconds: 60,
        requests: 10_000,
        same: false,
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| {
            let number = text.parse::<u64>().ok().filter(|number| *number <= 100_000);
            number.ok_or_else(|| format!("{text} is no number up to 100000"))
        };
        match word.as_str() {
            "--bench" => {}
            "--quick" => (asked.seconds, asked.requests) = (2, 100),
            "--same" => asked.same = true,
            "--program" => asked.program = value()?,
            "--seconds" => asked.seconds = number(value()?)?,
            "--requests" => asked.requests = number(value()?)? as usize,
            other => return Err(format!("there is no {other}")),
        }
    }
    if asked.program.is_empty() {
        return Ok(None);
    }
    Ok(Some(asked))
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(Some(asked)) => asked,
        Ok(None) => {
            println!(
                "nothing is measured: --program says which program, such as target/release/grundy"
            );
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    match run(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{}: {error}", asked.program);
            ExitCode::from(2)
        }
    }
}

fn run(asked: &Asked) -> io::Result<bool> {
    let server = Server::start(&asked.program)?;
    let most = Arc::new(AtomicUsize::new(0));
    let is_over = Arc::new(AtomicBool::new(false));
    let watch = {
        let (most, is_over, id) = (Arc::clone(&most), Arc::clone(&is_over), server.child.id());
        thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                most.fetch_max(memory(id), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(20));
            }
        })
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    println!("{} MB at the beginning", memory(server.child.id()) >> 20);
    let mut is_well = true;
    if asked.seconds > 0 {
        is_well &= runtime.block_on(fair(server.address, asked));
        println!(
            "{} MB at most, server and workers",
            most.swap(0, Ordering::Relaxed) >> 20
        );
    }
    if asked.requests > 0 {
        runtime.block_on(flood(server.address, asked.requests));
        let during = most.load(Ordering::Relaxed) >> 20;
        thread::sleep(Duration::from_secs(3));
        let after = memory(server.child.id()) >> 20;
        println!("{during} MB at most, {after} MB after, server and workers");
        is_well &= during <= 600 && after <= 200;
        let last = runtime.block_on(async {
            let request = get(SIMPLE[0]);
            Connection::new(Ipv4Addr::LOCALHOST)
                .send(server.address, &request)
                .await
        });
        is_well &= matches!(last, Ok(200));
        println!("afterwards {last:?}");
    }
    is_over.store(true, Ordering::Relaxed);
    let _ = watch.join();
    Ok(is_well)
}

/// A server that ends with this program.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &str) -> io::Result<Server> {
        let mut child = Command::new(program)
            .args(["serve", "--port=0", "--json", "--no-open"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let told: serde_json::Value = serde_json::from_str(&line)?;
        let port = told["port"]
            .as_u64()
            .and_then(|port| u16::try_from(port).ok());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        Ok(Server { child, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Bytes of memory of a process and its children that no other shares with them, and of the program once.
fn memory(process: u32) -> usize {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let children = children.unwrap_or_default();
    let all = children
        .split_whitespace()
        .filter_map(|child| child.parse().ok());
    all.chain([process])
        .map(|process: u32| resident(process))
        .sum()
}

fn resident(process: u32) -> usize {
    let told = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok());
    kibibytes.unwrap_or(0) * 1024
}

/// Asks simple questions among hostile clients; whether all were answered in time.
async fn fair(address: SocketAddr, asked: &Asked) -> bool {
    let end = Instant::now() + Duration::from_secs(asked.seconds);
    let told = Arc::new(Mutex::new(BTreeMap::<String, usize>::new()));
    let kinds = Arc::new(hostile());
    let mut tasks = Vec::new();
    for client in 0..4_u8 {
        let from = match asked.same {
            true => Ipv4Addr::LOCALHOST,
            false => Ipv4Addr::new(127, 0, 0, 2 + client),
        };
        for first in 0..CONNECTIONS {
            let (kinds, told) = (Arc::clone(&kinds), Arc::clone(&told));
            tasks.push(tokio::spawn(async move {
                let mut connection = Connection::new(from);
                // Each client has one favourite that it asks most.
                let mut place = first * 5 + usize::from(client);
                while Instant::now() < end {
                    place += 1;
                    let kind = match place % 3 {
                        0 => &kinds[usize::from(client) % 3],
                        _ => &kinds[place % kinds.len()],
                    };
                    let left = end.saturating_duration_since(Instant::now());
                    let sent = timeout(left.min(PATIENCE), connection.send(address, &kind.1)).await;
                    let what = match sent {
                        Ok(Ok(status)) => status.to_string(),
                        Ok(Err(error)) => error.kind().to_string(),
                        Err(_) => "no answer".to_owned(),
                    };
                    if !matches!(what.as_str(), "200" | "400" | "422") {
                        connection.stream = None;
                    }
                    *told.lock().expect("a lock").entry(what).or_default() += 1;
                }
            }));
        }
    }
    sleep(Duration::from_millis(500)).await;
    let mut connection = Connection::new(Ipv4Addr::LOCALHOST);
    let mut times = Vec::new();
    let (start, mut slow) = (Instant::now(), Vec::new());
    let mut wrong = BTreeMap::<String, usize>::new();
    for target in SIMPLE.iter().cycle() {
        let begun = Instant::now();
        if begun >= end {
            break;
        }
        let request = get(target);
        let sent = timeout(PATIENCE, connection.send(address, &request)).await;
        times.push(begun.elapsed());
        slow.push((begun.elapsed(), begun.duration_since(start), *target));
        if !matches!(sent, Ok(Ok(200))) {
            *wrong.entry(format!("{sent:?} {target}")).or_default() += 1;
            connection.stream = None;
        }
        sleep(Duration::from_millis(20)).await;
    }
    for task in tasks {
        let _ = task.await;
    }
    times.sort_unstable();
    let at = |part: usize| {
        let place = (times.len() * part / 1000).min(times.len().saturating_sub(1));
        times.get(place).copied().unwrap_or_default().as_secs_f64() * 1e3
    };
    println!(
        "simple client: {} questions, half {:.1} ms, 99 of 100 {:.1} ms, longest {:.1} ms, {} errors",
        times.len(),
        at(500),
        at(990),
        at(1000),
        wrong.values().sum::<usize>()
    );
    slow.sort_unstable_by(|one, other| other.cmp(one));
    for (took, after, target) in slow.iter().take(5) {
        println!("{took:.0?} after {after:.1?}: {target}");
    }
    for (what, count) in &wrong {
        println!("WRONG {count} times: {what}");
    }
    println!("hostile clients: {:?}", told.lock().expect("a lock"));
    wrong.is_empty() && at(990) <= 100.0
}

/// Sends hostile requests of all kinds, from many connections.
async fn flood(address: SocketAddr, count: usize) {
    let kinds = Arc::new(hostile());
    println!("{count} requests of {} kinds", kinds.len());
    let next = Arc::new(AtomicUsize::new(0));
    let told = Arc::new(Mutex::new(BTreeMap::<String, usize>::new()));
    let begun = Instant::now();
    let tasks: Vec<_> = (0..64_u8)
        .map(|client| {
            let (kinds, next, told) = (Arc::clone(&kinds), Arc::clone(&next), Arc::clone(&told));
            tokio::spawn(async move {
                let mut connection = Connection::new(Ipv4Addr::new(127, 0, 0, 2 + client % 8));
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        return;
                    }
                    let (_, request) = &kinds[place % kinds.len()];
                    // Most lose patience and ask again, which is worse than waiting.
                    let write_timeout = if place % 5 == 0 {
                        PATIENCE
                    } else {
                        Duration::from_millis(300)
                    };
                    let sent = timeout(write_timeout, connection.send(address, request)).await;
                    let what = match sent {
                        Ok(Ok(status)) => status.to_string(),
                        Ok(Err(error)) => error.kind().to_string(),
                        Err(_) => "gave up".to_owned(),
                    };
                    if !matches!(what.as_str(), "200" | "400" | "422") {
                        connection.stream = None;
                    }
                    *told.lock().expect("a lock").entry(what).or_default() += 1;
                }
            })
        })
        .collect();
    for task in tasks {
        let _ = task.await;
    }
    let told = told.lock().expect("a lock");
    println!("{:.0} s: {told:?}", begun.elapsed().as_secs_f64());
}

/// A connection from an address, opened when it is needed.
struct Connection {
    from: Ipv4Addr,
    stream: Option<TcpStream>,
    held: Vec<u8>,
}

impl Connection {
    fn new(from: Ipv4Addr) -> Connection {
        Connection {
            from,
            stream: None,
            held: Vec::new(),
        }
    }

    /// Sends a request and reads the answer; its status.
    async fn send(&mut self, address: SocketAddr, request: &[u8]) -> io::Result<u16> {
        let sent = self.sent(address, request).await;
        if sent.is_err() {
            self.stream = None;
        }
        sent
    }

    async fn sent(&mut self, address: SocketAddr, request: &[u8]) -> io::Result<u16> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            empty => {
                self.held.clear();
                let socket = TcpSocket::new_v4()?;
                socket.bind((self.from, 0).into())?;
                let stream = socket.connect(address).await?;
                stream.set_nodelay(true)?;
                empty.insert(stream)
            }
        };
        // Whoever refuses early may close while this is being sent, and has answered nevertheless.
        let written = stream.write_all(request).await;
        let head = loop {
            if let Some(end) = self.held.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if stream.read_buf(&mut self.held).await? == 0 {
                written?;
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        let text = String::from_utf8_lossy(&self.held[..head]).to_ascii_lowercase();
        let length = text.split("\r\ncontent-length:").nth(1);
        let length = length.and_then(|rest| rest.split("\r\n").next()?.trim().parse().ok());
        let status = text
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut left = (head + length.unwrap_or(0)).saturating_sub(self.held.len());
        self.held.clear();
        while left > 0 {
            let mut piece = Vec::with_capacity(64 << 10);
            let read = stream.read_buf(&mut piece).await?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            left = left.saturating_sub(read);
        }
        status.ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

fn get(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

/// What no server likes to be asked; the first three are the worst.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let ask = |target: &str| {
        let target = target
            .replace(' ', "+")
            .replace('>', "%3E")
            .replace('[', "%5B")
            .replace(']', "%5D");
        get(&format!("/api/v1/{target}"))
    };
    let post = |route: &str, body: serde_json::Value| {
        let body = body.to_string();
        let length = body.len();
        format!(
            "POST /api/v1/{route} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    };
    let game = |text: String| serde_json::json!({ "game": text });
    let many = |text: &str, times: usize| text.repeat(times);
    let heaps = format!("nim {} {}", many("9 ", 10_000), many("7", 900_000));
    let complete: String = (0..300)
        .flat_map(|a| (0..a).map(move |b| format!("{a} {b}\n")))
        .collect();
    vec![
        (
            "a dense code",
            ask(
                "sequence?code=0.0%7B0,1,2,3,4,5,6,7%7D%7B0,1,2,3,4,5,6,7%7D%7B0,1,2,3,4,5,6,7%7D%7B0,1,2,3,4,5,6,7%7D&number=1000000000",
            ),
        ),
        (
            "a heap of 900000 digits beside 10000",
            post("solve", game(heaps.clone())),
        ),
        (
            "a large table as text",
            ask("table?game=wythoff&down=0..2400&across=0..2400&format=csv"),
        ),
        ("moves of the same heaps", post("moves", game(heaps))),
        (
            "a heap of a million digits",
            post("solve", game(format!("nim {}", many("9", 1_000_000)))),
        ),
        (
            "Fibonacci's game of 900000 digits",
            post("solve", game(format!("fibonacci {}", many("8", 900_000)))),
        ),
        (
            "Euclid's game of 400000 digits each",
            post(
                "solve",
                game(format!(
                    "euclid {},{}",
                    many("8", 400_000),
                    many("7", 400_000)
                )),
            ),
        ),
        (
            "Kayles of 900000 digits",
            post("solve", game(format!("kayles {}", many("7", 900_000)))),
        ),
        (
            "moves of a huge heap",
            ask("moves?game=nim 99999999999999999999"),
        ),
        (
            "all moves of many heaps",
            post(
                "solve",
                serde_json::json!({"game": format!("nim{}", many(" 9999999999999", 50_000)), "all": true}),
            ),
        ),
        (
            "many heaps",
            post("moves", game(format!("nim{}", many(" 7", 400_000)))),
        ),
        (
            "many components",
            post("solve", game(many("kayles 5 + ", 80_000) + "nim 1")),
        ),
        (
            "misere of unlike games",
            ask("solve?game=kayles 300 %2B 0.07 300&misere"),
        ),
        ("a long search", ask("solve?game=chomp 15x15")),
        ("a board", ask("solve?game=cram 7x8")),
        (
            "a large heap of Kayles",
            ask("solve?game=kayles 99999999999"),
        ),
        (
            "a deep rule",
            post(
                "solve",
                serde_json::json!({"rule": format!("n -> {}n{}", many("(", 200_000), many(")", 200_000)), "game": "5"}),
            ),
        ),
        (
            "a wide rule",
            post(
                "solve",
                serde_json::json!({"rule": format!("n -> n-1{}", many("|n-1", 225_000)), "game": "5"}),
            ),
        ),
        ("a rule that grows", ask("solve?rule=n -> n*n*n&game=9")),
        (
            "a rule with many options",
            ask("solve?rule=n -> a %2B b %2B c for a in 0..n, b in 0..n, c in 0..n&game=100000"),
        ),
        (
            "a large picture",
            ask("table?game=wythoff&down=0..4000&across=0..4000&format=png"),
        ),
        (
            "a sequence of 10^9 as CSV",
            ask("sequence?code=0.77&number=1e9&format=csv"),
        ),
        (
            "a chart of 10^18",
            ask("chart?game=0.106&from=0&to=1000000000000000000"),
        ),
        ("a period never found", ask("period?game=0.106")),
        (
            "a large state graph",
            ask("states?game=nim 30 30 30&format=json"),
        ),
        (
            "a long graph",
            post(
                "steps",
                serde_json::json!({"graph": (0..60_000).map(|at| format!("{at} {}\n", at + 1)).collect::<String>()}),
            ),
        ),
        (
            "a dense graph",
            post(
                "steps",
                serde_json::json!({"graph": complete, "format": "svg"}),
            ),
        ),
        (
            "patterns of a slow rule",
            ask("find?rule=n -> a %2B b for a in 0..n, b in 0..n&small=100000"),
        ),
        ("deep JSON", post("solve", game(many("[", 500_000)))),
        ("no JSON", post("solve", serde_json::json!(7))),
        ("a flag", ask("solve?game=--help")),
        (
            "another host",
            b"GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n".to_vec(),
        ),
    ]
}
