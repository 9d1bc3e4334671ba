//! `grundy serve`: the page and its interface.
//!
//! Each question is a request of the service, whose answer is written by the printers of the commands ([`served`]); so the interface
//! answers what the command line answers, byte for byte. The program starts itself again for that, as workers whose memory is bound
//! and which can be killed; within another program, such as Python, threads must do.

mod kept;
mod served;
mod small;

use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;
use grundy::Message;
use grundy_service::json;
use grundy_web::{Limits, Server, Settings, Start};
use serde::Serialize;
use served::Service;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, count, text};
use crate::print::graph::note;
use crate::{watch, words};

const EXAMPLE: &str = "grundy serve --port 8000";

/// The name and version of the JSON schema.
const SERVE: &str = "grundy.serve/1";

/// The port where none is asked for: the year of Grundy's "Mathematics and games".
const PORT: u16 = 1939;

/// Most time for one question.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    if matches.get_flag("openapi") {
        let document = grundy_web::document(context.lang);
        context.write(format!("{document:#}\n").as_bytes())?;
        return Ok(Exit::Answered);
    }
    let asked = Asked {
        host: host(matches)?,
        hosts: (matches.get_many::<String>("name").into_iter().flatten())
            .cloned()
            .collect(),
        limits: limits(matches)?,
        is_logged: matches.get_flag("log"),
    };
    serve(&asked, "", matches, context)
}

/// How a server is asked for.
pub(super) struct Asked {
    host: IpAddr,
    hosts: Vec<String>,
    limits: Limits,
    is_logged: bool,
}

impl Default for Asked {
    /// For this machine alone.
    fn default() -> Asked {
        Asked {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            hosts: Vec::new(),
            limits: Limits::default(),
            is_logged: false,
        }
    }
}

/// Serves until Ctrl-C, and opens `path` in a browser as the flags say that `docs` and `serve` have in common.
pub(super) fn serve(
    asked: &Asked,
    path: &str,
    matches: &ArgMatches,
    context: &Context,
) -> Result<Exit, Failure> {
    let host = asked.host;
    let port = port(matches)?;
    let server = match listening(asked, context, (host, port.unwrap_or(PORT))) {
        Err((error, _)) if error.kind() == ErrorKind::AddrInUse && port.is_none() => {
            note(&words::port_taken(PORT), context);
            listening(asked, context, (host, 0))
        }
        other => other,
    };
    let server = server.map_err(|(error, address)| {
        Failure::Input(words::cannot_listen(&address.to_string(), &error))
    })?;
    let interrupt = context.listen();
    let bound = server.address();
    if !host.is_loopback() {
        let others = others(bound).map(url);
        note(&words::others_can_ask(others), context);
    }
    let address = format!("{}{path}", url(reached(bound)));
    let as_json = limits::as_json(matches);
    if as_json {
        context.write(object(&address, bound).as_bytes())?;
    } else {
        context.write(format!("{address}\n").as_bytes())?;
        if std::io::stderr().is_terminal() {
            note(&words::how_to_end(), context);
        }
    }
    let is_opened = match (matches.get_flag("open"), matches.get_flag("no-open")) {
        (_, true) => false,
        (asked, _) => asked || (context.is_shown() && !as_json && has_display()),
    };
    if is_opened && open::that_detached(&address).is_err() {
        note(&words::no_browser(), context);
    }
    // After Ctrl-C the server finishes what it was asked, and the program ends by itself soon enough.
    std::mem::forget(watch::hold());
    let ended = server.run(interrupt.flag());
    ended.map_err(|error| Failure::unknown(words::cannot_serve(&error)))?;
    Ok(Exit::Answered)
}

/// What makes the program a worker of a server; behind it stands how many bytes of memory it may use. No flag of the
/// interface, for nobody types it.
const WORKER: [&str; 2] = ["serve", "--worker"];

/// Works for a server, if the arguments say so.
pub(crate) fn worker(arguments: &[OsString]) -> Option<Exit> {
    let [_, command, flag, memory] = arguments else {
        return None;
    };
    if [command, flag] != WORKER {
        return None;
    }
    let memory = memory.to_str()?.parse().ok()?;
    let ended = grundy_web::work(Arc::new(Service), memory);
    Some(ended.map_or(Exit::Unknown, |()| Exit::Answered))
}

/// How a worker is started.
fn start(memory: u64) -> std::io::Result<Start> {
    // What runs already, though another version may have been put into its place.
    let running = Path::new("/proc/self/exe");
    let program = match cfg!(target_os = "linux") && running.exists() {
        true => running.to_owned(),
        false => std::env::current_exe()?,
    };
    Ok(Box::new(move || {
        let mut command = Command::new(&program);
        command.args(WORKER).arg(memory.to_string());
        command
    }))
}

/// A server that listens, or why there is none and where it was to be.
fn listening(
    asked: &Asked,
    context: &Context,
    address: (IpAddr, u16),
) -> Result<Server, (std::io::Error, SocketAddr)> {
    let address = SocketAddr::from(address);
    let settings = Settings {
        address,
        hosts: asked.hosts.clone(),
        lang: context.lang,
        limits: asked.limits.clone(),
        log: (asked.is_logged).then(|| Box::new(logged) as grundy_web::Log),
    };
    let server = match context.is_program().then(|| start(asked.limits.memory())) {
        Some(Ok(start)) => Server::with_workers(settings, Arc::new(Service), start),
        None | Some(Err(_)) => Server::bind(settings, Arc::new(Service)),
    };
    server.map_err(|error| (error, address))
}

/// A line about a request, on standard error.
fn logged(line: &str) {
    use std::io::Write;
    // Whoever reads the lines may have left.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Where to listen.
fn host(matches: &ArgMatches) -> Result<IpAddr, Failure> {
    match text(matches, "host") {
        None | Some("localhost") => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        Some(told) => {
            (told.trim_matches(['[', ']']).parse()).map_err(|_| refuse(words::no_address(told)))
        }
    }
}

/// The port, if one is asked for.
fn port(matches: &ArgMatches) -> Result<Option<u16>, Failure> {
    let told = text(matches, "port");
    let read = told.map(|told| {
        let port = count(told).and_then(|port| u16::try_from(port).ok());
        port.ok_or_else(|| refuse(words::no_port(told)))
    });
    read.transpose()
}

/// What the server bears, as far as flags say.
fn limits(matches: &ArgMatches) -> Result<Limits, Failure> {
    let mut limits = Limits::default();
    limits.connections = limits.connections.min(places(2 * limits.connections));
    if let Some(told) = text(matches, "time") {
        let time = limits::duration(told).ok_or_else(|| refuse(words::no_time(told)))?;
        let time = time.filter(|time| !time.is_zero() && *time <= LONGEST);
        limits.time = time.ok_or_else(|| refuse(words::needs_time()))?;
    }
    if let Some(told) = text(matches, "memory") {
        limits.bytes = limits::size(told).ok_or_else(|| refuse(words::no_size(told)))?;
    }
    if let Some(told) = text(matches, "positions") {
        limits.positions = limits::thousands(told).ok_or_else(|| refuse(words::no_count(told)))?;
    }
    Ok(limits)
}

/// Connections that there can be if the process may have `wanted` files open, or as many as it may have: some are needed
/// for workers, and for those who are being refused.
#[cfg(unix)]
fn places(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(u64::MAX).min(wanted as u64);
    let mut open = limit.current.unwrap_or(u64::MAX);
    let more = Rlimit {
        current: Some(most),
        ..limit
    };
    if open < most && setrlimit(Resource::Nofile, more).is_ok() {
        open = most;
    }
    usize::try_from(open)
        .unwrap_or(usize::MAX)
        .saturating_sub(64)
        / 3
        * 2
}

#[cfg(not(unix))]
fn places(wanted: usize) -> usize {
    wanted
}

/// The address at which this machine reaches what listens on all of its addresses.
fn reached(bound: SocketAddr) -> SocketAddr {
    let host = match bound.ip() {
        IpAddr::V4(host) if host.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(host) if host.is_unspecified() => IpAddr::V6(std::net::Ipv6Addr::LOCALHOST),
        host => host,
    };
    SocketAddr::new(host, bound.port())
}

/// The address at which others reach it, if the system has one.
fn others(bound: SocketAddr) -> Option<SocketAddr> {
    if !bound.ip().is_unspecified() {
        return Some(bound);
    }
    // No packet is sent: the system only says from which address one would be. The numbers are those of documentation.
    let (any, far) = match bound.ip() {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(far).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then(|| SocketAddr::new(own, bound.port()))
}

fn url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// The address as a line of JSON.
fn object(address: &str, bound: SocketAddr) -> String {
    json::line(&Listening {
        schema: SERVE,
        address,
        host: bound.ip().to_string(),
        port: bound.port(),
    })
}

/// Where the server listens.
#[derive(Serialize)]
struct Listening<'a> {
    schema: &'static str,
    address: &'a str,
    host: String,
    port: u16,
}

/// Whether a browser would be seen.
fn has_display() -> bool {
    let is_there = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_there("DISPLAY") || is_there("WAYLAND_DISPLAY")
}

fn refuse(message: Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
