//! What is asked of the workers.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy::{Play, message};
use grundy_graph::Column;

use crate::{Failure, Hosts, Partition};

/// What is asked, of whom, and how: begin with the default and change what should be otherwise.
///
/// ```
/// use grundy_cluster::{Job, Partition};
/// let mut job = Job::default();
/// job.workers = 2;
/// job.partition = Partition::Hash;
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Job {
    /// Normal or misère play.
    pub play: Play,
    /// What is to be told of the vertices. Values exist in normal play only. All by default.
    pub columns: Vec<Column>,
    /// Which worker has which vertex.
    pub partition: Partition,
    /// Threads of each process; all processes have the same number.
    pub workers: usize,
    /// The processes; none for threads of this process only.
    pub hosts: Option<Hosts>,
    /// A directory for what has been answered, from which a job that was cut off goes on, with any number of workers.
    ///
    /// It survives the end of the processes; a machine that loses its power may lose the last seconds.
    pub checkpoint: Option<PathBuf>,
    /// How long a process may be silent, and how long it may take to start: 30 s by default.
    pub peer_timeout: Duration,
    /// Set to stop, in any one of the processes.
    pub stop: Option<Arc<AtomicBool>>,
    /// Called now and then from a thread of its own. With several processes each tells of its own vertices.
    pub progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    /// Bytes of memory that the workers of this process may take together, as estimated before they start and again when the
    /// edges have been read.
    pub memory: Option<u64>,
    /// What else must be the same in all processes.
    pub(crate) also: String,
}

/// All columns.
pub(crate) const ALL: [Column; 4] = [
    Column::Outcome,
    Column::Value,
    Column::Remoteness,
    Column::Move,
];

impl Default for Job {
    fn default() -> Job {
        Job {
            play: Play::Normal,
            columns: ALL.to_vec(),
            partition: Partition::Block,
            workers: 1,
            hosts: None,
            checkpoint: None,
            peer_timeout: Duration::from_secs(30),
            stop: None,
            progress: None,
            memory: None,
            also: String::new(),
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("play", &self.play)
            .field("columns", &self.columns)
            .field("partition", &self.partition)
            .field("workers", &self.workers)
            .field("hosts", &self.hosts)
            .field("checkpoint", &self.checkpoint)
            .finish_non_exhaustive()
    }
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Answers found so far: a vertex counts once for its value and once for its outcome.
    pub answered: u64,
    /// How many there are to find at most; 0 while the graph is being read.
    pub total: u64,
    /// Answers a second since the last time.
    pub rate: f64,
}

/// Threads of one process at most.
const MOST_WORKERS: usize = 1024;

impl Job {
    /// Whether values are asked for.
    pub(crate) fn values(&self) -> bool {
        self.columns.contains(&Column::Value)
    }

    /// Whether anything is asked for that is found in rounds.
    pub(crate) fn rounds(&self) -> bool {
        self.columns.iter().any(|&column| column != Column::Value)
    }

    /// A number that is the same in all processes started for the same job, and hardly in others.
    pub(crate) fn mark(&self) -> u64 {
        let asked = format!(
            "{} {:?} {:?} {:?} {} {:?} {}",
            self.also,
            self.play,
            self.columns,
            self.partition,
            self.workers,
            self.hosts.as_ref().map(|hosts| &hosts.addresses),
            self.checkpoint.is_some()
        );
        // FNV-1a (Fowler, Noll and Vo).
        asked.bytes().fold(0xCBF2_9CE4_8422_2325, |mark, byte| {
            (mark ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        })
    }

    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.workers == 0 || self.workers > MOST_WORKERS {
            return Err(Failure::Asked(message!(
                "there must be 1 to {most} workers, not {workers}",
                "工作线程数须为 1 到 {most}，不能是 {workers}",
                most = MOST_WORKERS,
                workers = self.workers
            )));
        }
        if self.values() && self.play == Play::Misere {
            return Err(Failure::Asked(message!(
                "Grundy values are of normal play; in misère play ask for outcome, remoteness, move",
                "SG 值属于正常规则；反常规则下请改问胜负，步数与走法"
            )));
        }
        if let Some(hosts) = &self.hosts {
            hosts.check()?;
        }
        Ok(())
    }

    /// Refuses a graph whose estimate is above the memory allowed; the number of vertices is not known yet.
    pub(crate) fn check_memory(&self, about: Option<u64>) -> Result<(), Failure> {
        about.map_or(Ok(()), |edges| self.check_size(edges, 0))
    }

    /// Whether the memory allowed is enough for so many edges and vertices.
    pub(crate) fn check_size(&self, edges: u64, vertices: u64) -> Result<(), Failure> {
        let Some(memory) = self.memory else {
            return Ok(());
        };
        let processes = self
            .hosts
            .as_ref()
            .map_or(1, |hosts| hosts.addresses.len().max(1));
        let needed = self.estimate(edges, vertices) / processes as u64;
        if needed <= memory {
            return Ok(());
        }
        Err(Failure::Asked(message!(
            "about {edges} edges between vertices numbered up to {vertices} take {needed} bytes in each process, and {memory} are allowed: allow more, or use more processes on other machines",
            "约 {edges} 条边（顶点编号至 {vertices}）在每个进程中需 {needed} 字节，上限为 {memory}：请放宽上限，或在其他机器上使用更多进程",
            edges = edges,
            vertices = vertices,
            needed = needed,
            memory = memory
        )))
    }

    /// Bytes of memory that a graph of so many edges and vertices takes in all workers together, at the peak: while the
    /// edges that were read are sent on, and while they are sorted. Measured were 17 bytes an edge, vertices included, where there are ten
    /// edges a vertex and all is asked for; the estimate is a fifth above that.
    pub fn estimate(&self, edges: u64, vertices: u64) -> u64 {
        let mut vertex = 28u64;
        if self.values() {
            vertex += 12;
        }
        if self.rounds() {
            vertex += 24;
        }
        edges
            .saturating_mul(14)
            .saturating_add(vertices.saturating_mul(vertex))
    }
}
