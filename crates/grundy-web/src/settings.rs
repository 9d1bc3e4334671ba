//! Where the server listens and what it bears.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use grundy::Lang;

use crate::bounds::Bounds;

/// Is told a line about each request.
pub type Log = Box<dyn Fn(&str) + Send + Sync>;

/// The settings of a server: its address, its language and its limits.
pub struct Settings {
    /// The address to listen at; port 0 is any free one. By default this machine alone can reach it.
    pub address: SocketAddr,
    /// Further names by which a request may call it, without a port. Its own address and `localhost` need not be said.
    pub hosts: Vec<String>,
    /// The language where a request names none.
    pub lang: Lang,
    /// What it bears.
    pub limits: Limits,
    /// Is told a line about each request.
    pub log: Option<Log>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            hosts: Vec::new(),
            lang: Lang::En,
            limits: Limits::default(),
            log: None,
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("address", &self.address)
            .field("hosts", &self.hosts)
            .field("lang", &self.lang)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What the server bears.
///
/// Memory is bounded by [`memory`](Limits::memory) for each of [`at_once`](Limits::at_once) long questions, by what can
/// be filled in a moment for each of [`quick`](Limits::quick) short ones, by [`bodies`](Limits::bodies) for what comes in
/// and by [`answers`](Limits::answers) for what waits to be fetched, and by [`head`](Limits::head) for each of
/// [`connections`](Limits::connections): with the defaults and two processors about 600 MB when all of it is used.
///
/// Of [`waiting`](Limits::waiting), [`connections`](Limits::connections), [`bodies`](Limits::bodies) and
/// [`answers`](Limits::answers) a client never has more than is left for the others: alone half, of two each a third.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Long questions that are answered at the same time: as many as there are processors.
    pub at_once: usize,
    /// Questions besides these that are just begun and may be short.
    pub quick: usize,
    /// Requests that wait for a command to end; more are refused as "busy".
    pub waiting: usize,
    /// Open connections; more are refused as "busy".
    pub connections: usize,
    /// Longest query of an address, in bytes.
    pub query: usize,
    /// Longest head of a request, in bytes; at least 8 KiB.
    pub head: usize,
    /// Longest body of a request, in bytes.
    pub body: usize,
    /// Bytes of all bodies at a time.
    pub bodies: usize,
    /// Longest answer, in bytes.
    pub output: usize,
    /// Bytes of all answers that are computed and not yet fetched.
    pub answers: usize,
    /// Most time until the head of a request is there; an idle connection is closed after it too.
    pub head_time: Duration,
    /// Most time until the body of a request is there.
    pub body_time: Duration,
    /// Most time in which a client takes nothing of its answer.
    pub fetch_time: Duration,
    /// Most time in which a request waits for its turn, and then the most that its command runs.
    pub time: Duration,
    /// How long a command that was told to stop may still take to say what it knows.
    pub grace: Duration,
    /// Most memory of one question's tables.
    pub bytes: u64,
    /// Most positions that one question looks at.
    pub positions: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            at_once: processors,
            quick: processors.max(2) + 1,
            waiting: 1024,
            connections: 1024,
            query: 32 << 10,
            head: 64 << 10,
            body: 1 << 20,
            bodies: 32 << 20,
            output: 32 << 20,
            answers: 96 << 20,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            fetch_time: Duration::from_secs(20),
            time: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            bytes: 96 << 20,
            positions: 20_000_000,
        }
    }
}

impl Limits {
    /// What a worker's memory is bound to: half as much again as the tables of its question, for tables are copied when
    /// they grow, and room for the program, the question and its answer.
    pub fn memory(&self) -> u64 {
        let rest = (self.output as u64).saturating_add(16 << 20);
        (self.bytes / 2).saturating_mul(3).saturating_add(rest)
    }

    /// What one question may use.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            time: self.time,
            bytes: self.bytes,
            positions: self.positions,
            output: self.output,
        }
    }
}
