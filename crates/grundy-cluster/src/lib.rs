//! Games on graphs over many workers, on timely dataflow (Murray, McSherry et al., *Naiad*, 2013).

mod answers;
mod batch;
mod columns;
mod failure;
mod fate;
mod found;
mod hosts;
mod job;
mod links;
mod load;
mod log;
mod loopy;
mod output;
mod partition;
mod parts;
mod rounds;
mod rows;
mod run;
mod share;
mod solve;
mod source;
mod values;
mod watch;
mod wire;

pub use answers::{Answers, solve};
pub use failure::Failure;
pub use hosts::Hosts;
pub use job::{Job, Progress};
pub use output::{MANIFEST, Output, solve_into};
pub use partition::Partition;
pub use parts::Parts;
pub use solve::Report;
pub use source::{Edges, Source};
