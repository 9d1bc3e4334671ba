//! Where the server listens and what it bears.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use grundy::Lang;

/// Is told a line about each request.
pub type Log = Box<dyn Fn(&str) + Send + Sync>;

/// Where the server listens, how it speaks and what it bears.
pub struct Settings {
    /// Where it listens; port 0 is any free one. By default this machine alone can reach it.
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
/// Memory is bounded by [`bytes`](Limits::bytes) and [`output`](Limits::output) for each of
/// [`at_once`](Limits::at_once) commands, by [`bodies`](Limits::bodies) for what comes in and by
/// [`answers`](Limits::answers) for what waits to be fetched, and by [`head`](Limits::head) for each of
/// [`connections`](Limits::connections): with the defaults and two processors about 1 GiB at the very most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Commands that run at the same time: as many as there are processors.
    pub at_once: usize,
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
    /// Most memory of one command's tables: its `--budget-bytes`.
    pub bytes: u64,
    /// Most positions that one command looks at: its `--budget-positions`.
    pub positions: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            at_once: std::thread::available_parallelism().map_or(1, usize::from),
            waiting: 1024,
            connections: 1024,
            query: 32 << 10,
            head: 64 << 10,
            body: 1 << 20,
            bodies: 64 << 20,
            output: 32 << 20,
            answers: 256 << 20,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            fetch_time: Duration::from_secs(20),
            time: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            bytes: 256 << 20,
            positions: 20_000_000,
        }
    }
}

impl Limits {
    /// The command's own bound on its time: shorter, so that it ends by itself and says what it does not know.
    pub(crate) fn budget_time(&self) -> Duration {
        self.time * 4 / 5
    }
}
