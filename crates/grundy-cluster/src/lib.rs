//! Games on graphs over many workers, threads or processes on several machines, on timely dataflow (Murray, McSherry and
//! others, *Naiad: a timely dataflow system*, 2013).
//!
//! A token stands on a vertex and is moved along an edge. Heard of every vertex: its outcome with remoteness and best move,
//! on any graph, in normal and misère play; and its Grundy value, or the loopy one where play can go round for ever.
//!
//! ```
//! use grundy_cluster::{Edges, Job, Partition, solve};
//! let mut job = Job::default();
//! job.workers = 2;
//! job.partition = Partition::Hash;
//! let answers = solve(Edges::new([(3, 1), (3, 2), (2, 1)]), &job)?;
//! let last = answers.rows().last().unwrap();
//! assert_eq!((last.vertex, last.remoteness, last.best), (3, Some(1), Some(1)));
//! # Ok::<(), grundy_cluster::Failure>(())
//! ```
//!
//! # When not to use it
//! A graph that fits into the memory of one machine is answered by [`grundy::engine::graph`] with no more trouble and
//! hardly more time. Two threads here are somewhat faster than one there; what this crate is for is a graph that fits into the
//! memory of several machines only.
//!
//! # How it works
//! Vertices are [partitioned](Partition) among workers, and an edge is kept where its first vertex is. All workers run the
//! same program, which is a sequence of stages: read and send on the edges; build; tell values until nothing more
//! follows (no order needed); label loopy values, value by value; answer round after round, each worker as far ahead as nobody can
//! contradict it; write. One message goes to each worker that wants to know of an answered vertex, not one an edge.
//! An answer is final when it is found, so a [checkpoint](Job::checkpoint) is just the list of them, in any order.
//!
//! | module | |
//! |---|---|
//! | `batch` `links` `quiescence` | what travels, a worker's end of the dataflow, work until there is no more |
//! | `partition` `shard` `rows` | who has what |
//! | `source` `parts` `columns` `load` | edges come in |
//! | `values` `loopy` `retrograde` `prefetch` | theorems: mex, loopy values, retrograde analysis |
//! | `results` `answers` `output` | answers go out |
//! | `log` | what has been answered, on disk |
//! | `hosts` `wire` `watch` `job_state` | processes find each other, and notice when one is gone |
//! | `job` `run` `solve` | what is asked, who does it, in what order |
//! | `implicit` `explore` `sums` `table` | games given by their rules |

mod answers;
mod batch;
mod columns;
mod explore;
mod failure;
mod hosts;
mod implicit;
mod job;
mod job_state;
mod links;
mod load;
mod log;
mod loopy;
mod output;
mod partition;
mod parts;
mod prefetch;
mod quiescence;
mod results;
mod retrograde;
mod rows;
mod run;
mod shard;
mod solve;
mod source;
mod sums;
mod table;
mod values;
mod watch;
mod wire;

pub use answers::{Answers, solve};
pub use failure::Failure;
pub use hosts::Hosts;
pub use implicit::{PositionAnswer, Solution, Value, solve_game, solve_games};
pub use job::{Job, Progress};
pub use output::{MANIFEST, Output, solve_into};
pub use partition::Partition;
pub use parts::Parts;
pub use solve::Report;
pub use source::{Edges, Source};
