//! `grundy solve --processes N`, `--listen` and `--join`: a board that falls apart, searched by several processes.
//!
//! N processes are this one and N − 1 others. For these the program starts itself again, as workers that call back over the loopback and are told a
//! token, fresh each time, on their standard input; so nobody else can join. For other machines the token is in a file that all have.

use std::ffi::OsString;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use clap::ArgMatches;
use grundy::couples::Searching;
use grundy_crew::Hands;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::limits::{count, text};
use crate::words;

/// What makes the program a worker; behind it stand an address and how many bytes it may hold. No flag of the interface, for nobody types it.
const WORKER: [&str; 2] = ["solve", "--worker"];

const EXAMPLE: &str = "grundy solve --processes 2 cram 5x7";

/// At most so many processes search on this machine.
const MOST: u64 = 1024;

/// A token is at most this long.
const TOKEN: u64 = 256;

/// Works for a process that leads, if the arguments say so.
pub(crate) fn worker(arguments: &[OsString]) -> Option<Exit> {
    let [_, command, flag, address, bytes] = arguments else {
        return None;
    };
    if [command, flag] != WORKER {
        return None;
    }
    let (address, bytes) = (
        address.to_str()?.parse().ok()?,
        bytes.to_str()?.parse().ok()?,
    );
    let mut token = Vec::new();
    let told = std::io::stdin().take(TOKEN).read_to_end(&mut token);
    let ended = told.and_then(|_| grundy_crew::work(address, &token, None, bytes, Arc::default()));
    Some(ended.map_or(Exit::Unknown, |()| Exit::Answered))
}

/// Who searches with this process, until it is dropped.
#[derive(Default)]
pub(super) struct Called {
    pub(super) searching: Searching,
    children: Vec<Child>,
}

impl Drop for Called {
    fn drop(&mut self) {
        for child in &mut self.children {
            // It may have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Calls those that the flags ask for. `bytes` is what all processes of this machine may hold together; it becomes what is left for this one.
pub(super) fn call(
    matches: &ArgMatches,
    game: &str,
    bytes: &mut u64,
    context: &Context,
) -> Result<Called, Failure> {
    let count = match text(matches, "processes") {
        None => 1,
        Some(told) => count(told)
            .filter(|&count| (1..=MOST).contains(&count))
            .ok_or_else(|| refuse(words::no_processes(told)))?,
    };
    let listen = text(matches, "listen");
    if count == 1 && listen.is_none() {
        return Ok(Called::default());
    }
    *bytes /= count;
    let (address, token) = match listen {
        Some(told) => (address(told)?, token(matches)?),
        None => (SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), fresh_token()),
    };
    let broken = |error: std::io::Error| Failure::unknown(words::no_crew(&error));
    let hands = Hands::listen(address, &token, game, *bytes).map_err(broken)?;
    let mut called = Called::default();
    // An address that stands for all of this machine is called at home.
    let mut home = hands.address();
    if home.ip().is_unspecified() {
        home.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    if context.is_program() {
        // This one searches too.
        for _ in 1..count {
            let child = start(home, &token, *bytes).map_err(broken)?;
            called.children.push(child);
        }
    }
    called.searching.crew = Some(Arc::new(Mutex::new(hands)));
    Ok(called)
}

/// Joins a process that leads, if the flags say so, and works until it is no longer wanted.
pub(super) fn join(
    matches: &ArgMatches,
    game: &str,
    bytes: u64,
    interrupt: &Interrupt,
) -> Result<Option<Exit>, Failure> {
    let Some(told) = text(matches, "join") else {
        return Ok(None);
    };
    let stop: Arc<AtomicBool> = interrupt.flag();
    let ended = grundy_crew::work(address(told)?, &token(matches)?, Some(game), bytes, stop);
    ended.map_err(|error| Failure::unknown(words::no_crew(&error)))?;
    match interrupt.was_pressed() {
        true => Err(Failure::Interrupted),
        false => Ok(Some(Exit::Answered)),
    }
}

fn start(address: SocketAddr, token: &[u8], bytes: u64) -> std::io::Result<Child> {
    // What runs already, though another version may have been put into its place.
    let running = Path::new("/proc/self/exe");
    let program = match cfg!(target_os = "linux") && running.exists() {
        true => running.to_owned(),
        false => std::env::current_exe()?,
    };
    let mut child = Command::new(program)
        .args(WORKER)
        .args([address.to_string(), bytes.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(token)?;
    }
    Ok(child)
}

/// A token that nobody can guess: what SipHash makes of four numbers under keys of 128 digits, which the system draws.
fn fresh_token() -> Vec<u8> {
    let keys = RandomState::new();
    let words = (0..4u64).map(|word| keys.hash_one(word).to_le_bytes());
    words.flatten().collect()
}

fn address(told: &str) -> Result<SocketAddr, Failure> {
    told.parse()
        .map_err(|_| refuse(words::no_crew_address(told)))
}

/// The token in the file that a flag names, without white space at its end.
fn token(matches: &ArgMatches) -> Result<Vec<u8>, Failure> {
    let file = text(matches, "token-file").ok_or_else(|| refuse(words::needs_token()))?;
    let mut token = Vec::new();
    let read = fs::File::open(file).and_then(|file| file.take(TOKEN + 1).read_to_end(&mut token));
    read.map_err(|error| Failure::Input(words::no_such_file(file, &error)))?;
    token.truncate(token.trim_ascii_end().len());
    match (16..=TOKEN as usize).contains(&token.len()) {
        true => Ok(token),
        false => Err(refuse(words::needs_token())),
    }
}

fn refuse(message: grundy::Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}
