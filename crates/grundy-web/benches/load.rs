//! Many clients at a time: how many requests a second, how long they take, and whether any fails.
//!
//! `cargo bench -p grundy-web --bench load` asks a server of its own whose answers cost nothing, which measures the server
//! alone. `-- --address 127.0.0.1:8000` asks one that runs, such as `grundy serve`, also about each game of its catalogue.
//! `--connections N` and `--seconds S` say how many clients ask and how long; `--quick` asks briefly. `--hostile` sends
//! what no honest client does, each request once, and says how and how fast it was refused. `--small` asks who wins small positions,
//! thousands of different ones. Only this machine is asked.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use grundy_service::Failure;
use grundy_web::{Answers, Question, Server, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// What is asked besides the catalogue; all of it must be answered.
const MIX: &[&str] = &[
    "/",
    "/api/v1/solve?game=nim+3+5+7",
    "/api/v1/solve?game=nim+3+5+%2B+wythoff+3,5&lang=zh",
    "/api/v1/solve?game=kayles+20+%2B+nim+7&explain",
    "/api/v1/solve?game=nim+1+1+1&misere",
    "/api/v1/solve?rule=n+-%3E+n-k+for+k+in+%7B1,3,4%7D&game=10+12",
    "/api/v1/moves?game=nim+3+5+7",
    "/api/v1/moves?game=wythoff+5,8&choose&errs=20&seed=3",
    "/api/v1/table?game=wythoff&down=0..12&across=0..12",
    "/api/v1/table?game=wythoff&down=0..12&across=0..12&format=svg",
    "/api/v1/sequence?code=0.77&number=200",
    "/api/v1/chart?game=kayles&from=0&to=200",
    "/api/v1/period?game=0.77&number=10000",
    "/api/v1/states?game=nim+1+2",
    "/api/v1/steps?graph=a+b%0Ab+c%0Aa+c",
    "/api/v1/binary?game=nim+3+5+7",
    "/api/v1/games",
];

/// How long an answer may take at all.
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers at once.
struct Nothing;

impl Answers for Nothing {
    fn answer(&self, _question: &Question, _stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Failure> {
        Ok(b"{\"schema\":\"grundy.answer/1\"}\n".to_vec())
    }
}

/// What the arguments say.
struct Asked {
    address: Option<SocketAddr>,
    connections: usize,
    time: Duration,
    hostile: bool,
    small: bool,
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked {
        address: None,
        connections: 200,
        time: Duration::from_secs(5),
        hostile: false,
        small: false,
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| {
            text.parse::<u32>()
                .ok()
                .filter(|number| (1..=3600).contains(number))
                .ok_or_else(|| format!("{text} is no number from 1 to 3600"))
        };
        match word.as_str() {
            "--quick" => asked.time = Duration::from_millis(300),
            // Cargo says it.
            "--bench" => {}
            "--hostile" => asked.hostile = true,
            "--small" => asked.small = true,
            "--connections" => asked.connections = number(value()?)? as usize,
            "--seconds" => asked.time = Duration::from_secs(number(value()?)?.into()),
            "--address" => {
                let address: SocketAddr = value()?.parse().map_err(|_| "no address".to_owned())?;
                if !address.ip().is_loopback() {
                    return Err(format!("{address} is not this machine"));
                }
                asked.address = Some(address);
            }
            other => return Err(format!("there is no {other}")),
        }
    }
    Ok(asked)
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let stop = Arc::new(AtomicBool::new(false));
    let (address, own) = match asked.address {
        Some(address) => (address, None),
        None => {
            let server = Server::bind(Settings::default(), Arc::new(Nothing));
            let server = server.expect("a free port");
            let (address, stop) = (server.address(), Arc::clone(&stop));
            (address, Some(thread::spawn(move || server.run(stop))))
        }
    };
    let failed = runtime.expect("a runtime").block_on(async {
        if asked.hostile {
            hostile(address).await
        } else {
            load(address, &asked).await
        }
    });
    stop.store(true, Ordering::Relaxed);
    if let Some(own) = own {
        let _ = own.join();
    }
    ExitCode::from(u8::from(failed))
}

/// Times in microseconds by what was asked, and what went wrong how often.
#[derive(Default)]
struct Told {
    times: BTreeMap<String, Vec<u32>>,
    wrong: BTreeMap<String, u64>,
    bytes: u64,
}

/// Asks from many connections, and says whether anything failed.
async fn load(address: SocketAddr, asked: &Asked) -> bool {
    let mut targets = match asked.small {
        true => small(),
        false => MIX.iter().map(|&target| Target::of(target)).collect(),
    };
    if asked.address.is_some() && !asked.small {
        targets.extend(catalogue(address).await);
    }
    let targets = Arc::new(targets);
    let told = Arc::new(Mutex::new(Told::default()));
    let begun = Instant::now();
    let end = begun + asked.time;
    let clients: Vec<_> = (0..asked.connections)
        .map(|first| {
            let (targets, told) = (Arc::clone(&targets), Arc::clone(&told));
            tokio::spawn(client(address, first, targets, end, told))
        })
        .collect();
    for client in clients {
        let _ = client.await;
    }
    let told = told.lock().expect("no client panicked");
    let seconds = begun.elapsed().as_secs_f64();
    for (target, times) in &told.times {
        let (half, most, worst) = spread(times.clone());
        println!("{half:9.2} {most:9.2} {worst:9.2} ms  {target}");
    }
    let all: Vec<u32> = told.times.values().flatten().copied().collect();
    let count = all.len();
    let (half, most, worst) = spread(all);
    println!(
        "{half:9.2} {most:9.2} {worst:9.2} ms  all (half, 99 of 100, longest)\n{count} requests in {seconds:.1} s, \
         {:.0} a second, {:.1} MB a second, {} connections",
        count as f64 / seconds,
        told.bytes as f64 / 1e6 / seconds,
        asked.connections
    );
    for (what, count) in &told.wrong {
        println!("WRONG {count} times: {what}");
    }
    println!("{} errors", told.wrong.values().sum::<u64>());
    !told.wrong.is_empty() || count == 0
}

/// Half, 99 of 100 and all of the times are not longer than these, in milliseconds.
fn spread(mut times: Vec<u32>) -> (f64, f64, f64) {
    times.sort_unstable();
    let at = |part: usize| {
        let place = (times.len() * part / 100).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |&time| f64::from(time) / 1e3)
    };
    (at(50), at(99), at(100))
}

/// What is asked, and under which name its times stand.
struct Target {
    name: String,
    path: String,
}

impl Target {
    fn of(path: &str) -> Target {
        let path = path.to_owned();
        let name = path.clone();
        Target { name, path }
    }
}

/// Small positions of five kinds, each another.
fn small() -> Vec<Target> {
    const MANY: u32 = 10_000;
    let mut state = 7_u32;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % bound
    };
    (0..MANY)
        .map(|place| {
            let (a, b, c) = (below(1000), below(1000), 1 + below(9));
            let (name, game) = match place % 5 {
                0 => ("nim", format!("nim+{a}+{b}+{c}")),
                1 => ("wythoff", format!("wythoff+{},{}", a % 50, b % 50)),
                2 => ("kayles", format!("kayles+{}+%2B+nim+{c}", a % 60)),
                3 => ("take", format!("take:1,3,4+{}+{}", a % 100, b % 100)),
                _ => ("bash", format!("bash:{c}+{a}+%2B+fibonacci+{b}")),
            };
            Target {
                name: name.to_owned(),
                path: format!("/api/v1/solve?game={game}"),
            }
        })
        .collect()
}

/// The games of the catalogue, each by its example.
async fn catalogue(address: SocketAddr) -> Vec<Target> {
    let mut connection = Connection::default();
    let games = connection.get(address, "/api/v1/games").await;
    let games: serde_json::Value = games
        .ok()
        .and_then(|(_, body)| serde_json::from_slice(&body).ok())
        .unwrap_or_default();
    let games = games["games"].as_array().into_iter().flatten();
    let examples = games.filter_map(|game| game["example"].as_str());
    examples
        // Some examples speak of files, or are more than one position.
        .filter(|example| !example.contains(['@', '\'', '-']))
        .flat_map(|example| {
            let game: String = example
                .bytes()
                .map(|byte| match byte {
                    b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'.' | b',' | b':' => {
                        char::from(byte).to_string()
                    }
                    byte => format!("%{byte:02X}"),
                })
                .collect();
            ["solve", "moves"].map(|route| Target::of(&format!("/api/v1/{route}?game={game}")))
        })
        .collect()
}

/// One client, which asks one question after the other.
async fn client(
    address: SocketAddr,
    first: usize,
    targets: Arc<Vec<Target>>,
    end: Instant,
    told: Arc<Mutex<Told>>,
) {
    let mut connection = Connection::default();
    let mut own = Told::default();
    let mut places = (0..targets.len()).cycle().skip(first * 101 % targets.len());
    while Instant::now() < end {
        let Some(target) = places.next().and_then(|place| targets.get(place)) else {
            break;
        };
        let begun = Instant::now();
        let answer = timeout(PATIENCE, connection.get(address, &target.path)).await;
        let time = u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX);
        match own.times.get_mut(&target.name) {
            Some(times) => times.push(time),
            None => drop(own.times.insert(target.name.clone(), vec![time])),
        }
        let target = &target.path;
        let wrong = match answer {
            Ok(Ok((200, body))) => {
                own.bytes += body.len() as u64;
                continue;
            }
            Ok(Ok((status, body))) => {
                let body = String::from_utf8_lossy(&body);
                format!("{status} {target} {}", body.trim())
            }
            Ok(Err(error)) => format!("{error} {target}"),
            Err(_) => format!("no answer {target}"),
        };
        *own.wrong.entry(wrong).or_default() += 1;
        connection = Connection::default();
    }
    let mut told = told.lock().expect("no client panicked");
    for (target, times) in own.times {
        told.times.entry(target).or_default().extend(times);
    }
    for (what, count) in own.wrong {
        *told.wrong.entry(what).or_default() += count;
    }
    told.bytes += own.bytes;
}

/// A connection that is used again and again.
#[derive(Default)]
struct Connection {
    stream: Option<TcpStream>,
    /// What has been read and not yet used.
    held: Vec<u8>,
}

impl Connection {
    /// Asks by GET; the status and the body.
    async fn get(&mut self, address: SocketAddr, target: &str) -> io::Result<(u16, Vec<u8>)> {
        let request = format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        self.send(address, request.as_bytes()).await
    }

    async fn send(&mut self, address: SocketAddr, request: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            empty => {
                let stream = TcpStream::connect(address).await?;
                stream.set_nodelay(true)?;
                empty.insert(stream)
            }
        };
        stream.write_all(request).await?;
        let head = loop {
            let end = self.held.windows(4).position(|four| four == b"\r\n\r\n");
            match end {
                Some(end) => break end + 4,
                None if stream.read_buf(&mut self.held).await? == 0 => {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                None => {}
            }
        };
        let text = String::from_utf8_lossy(&self.held[..head]).to_ascii_lowercase();
        let number = |text: Option<&str>| text.and_then(|text| text.trim().parse::<usize>().ok());
        let status = number(text.split(' ').nth(1)).and_then(|status| u16::try_from(status).ok());
        let length = text.split("\r\ncontent-length:").nth(1);
        let length = number(length.and_then(|rest| rest.split("\r\n").next())).unwrap_or(0);
        while self.held.len() < head + length {
            if stream.read_buf(&mut self.held).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let body = self.held[head..head + length].to_vec();
        self.held.drain(..head + length);
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        Ok((status, body))
    }
}

/// Sends what no honest client does, and says whether anything was not refused in time.
async fn hostile(address: SocketAddr) -> bool {
    let mut failed = false;
    for (what, request) in hostile_requests() {
        let begun = Instant::now();
        let mut connection = Connection::default();
        let answer = timeout(PATIENCE, connection.send(address, &request)).await;
        let seconds = begun.elapsed().as_secs_f64();
        let (told, is_fine) = match answer {
            Ok(Ok((status, body))) => {
                let body = String::from_utf8_lossy(&body);
                let body: String = body.chars().take(100).collect();
                // A question may have an answer; a mistake of the server's own is none.
                let is_fine = status != 500 && status < 505;
                (format!("{status} {}", body.trim()), is_fine)
            }
            Ok(Err(error)) => (format!("closed: {error}"), true),
            Err(_) => ("no answer".to_owned(), false),
        };
        let mark = if is_fine { ' ' } else { '!' };
        println!("{mark}{seconds:8.3} s  {what}: {told}");
        failed |= !is_fine;
    }
    // And it still answers.
    let last = Connection::default().get(address, MIX[1]).await;
    let is_well = matches!(last, Ok((200, _)));
    println!("afterwards {}", if is_well { "well" } else { "NOT WELL" });
    failed || !is_well
}

fn hostile_requests() -> Vec<(&'static str, Vec<u8>)> {
    let get = |target: &str| {
        let target = target.replace(' ', "+").replace('>', "%3E");
        format!("GET /api/v1/{target} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
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
    vec![
        ("a heap of 30000 digits", get(&format!("solve?game=nim+{}", many("9", 30_000)))),
        ("a heap of a million digits", post("solve", game(format!("nim {}", many("9", 1_000_000))))),
        ("moves of a huge heap", get("moves?game=nim 99999999999999999999")),
        ("moves of a large heap", get("moves?game=nim 1000000000")),
        ("all moves of many heaps", post("solve", serde_json::json!({"game": format!("nim{}", many(" 9999999999999", 50_000)), "all": true}))),
        ("many heaps", post("moves", game(format!("nim{}", many(" 7", 400_000))))),
        ("many components", post("solve", game(many("kayles 5 + ", 80_000) + "nim 1"))),
        ("misere of unlike games", get("solve?game=kayles 300 %2B 0.07 300&misere")),
        ("a long search", get("solve?game=chomp 15x15")),
        ("a large heap of Kayles", get("solve?game=kayles 99999999999")),
        ("a deep rule", post("solve", serde_json::json!({"rule": format!("n -> {}n{}", many("(", 200_000), many(")", 200_000)), "game": "5"}))),
        ("a rule that grows", get("solve?rule=n -> n*n*n&game=9")),
        ("a rule without end", get("solve?rule=n -> n+1&game=9")),
        ("a rule with many options", get("solve?rule=n -> a %2B b %2B c for a in 0..n, b in 0..n, c in 0..n&game=100000")),
        ("a large table", get("table?game=wythoff&down=0..100000&across=0..100000")),
        ("a large picture", get("table?game=wythoff&down=0..4000&across=0..4000&format=png")),
        ("a sequence of 10^12", get("sequence?code=0.106&number=1e12")),
        ("a sequence of 10^9 as CSV", get("sequence?code=0.77&number=1e9&format=csv")),
        ("a chart of 10^18", get("chart?game=0.106&from=0&to=1000000000000000000")),
        ("a period never found", get("period?game=0.106")),
        ("a large state graph", get("states?game=nim 30 30 30&format=json")),
        ("a long graph", post("steps", serde_json::json!({"graph": (0..60_000).map(|at| format!("{at} {}\n", at + 1)).collect::<String>()}))),
        ("patterns of a slow rule", get("find?rule=n -> a %2B b for a in 0..n, b in 0..n&small=100000")),
        ("a file", get("solve?game=graph @/etc/passwd a")),
        ("a file as a rule", get("solve?rule=@/etc/passwd&game=1")),
        ("a file as a value", get("solve?rule=n -> n-k for k in v&let=v=@/etc/passwd&game=1")),
        ("a flag", get("solve?game=--help")),
        ("a zero byte", get("solve?game=nim%00")),
        ("deep JSON", post("solve", serde_json::json!({ "game": many("[", 500_000) }))),
        ("another host", b"GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n".to_vec()),
        ("a long head", format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", many("y", 1 << 20)).into_bytes()),
        ("a head that never ends", b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ".to_vec()),
        ("a body that never comes", b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n".to_vec()),
        ("a body that is too long", b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n".to_vec()),
    ]
}
