//! Answers a graph from files, alone or as one of several processes.
//!
//! ```text
//! edges EDGES OUTPUT WORKERS                                threads of this process
//! edges EDGES OUTPUT WORKERS PROCESS HOST:PORT HOST:PORT …  one of several processes; PROCESS counts from 0
//! ```
//!
//! All processes are started with the same words but for their number, on machines that see the same EDGES (a file or a
//! directory of parts) and the same OUTPUT. What has been answered goes to OUTPUT.checkpoint as well, so that the same words go
//! on after whatever happened.

use std::path::Path;
use std::sync::Arc;

use grundy_cluster::{Hosts, Job, Output, Parts, solve_into};

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [edges, output, workers, rest @ ..] = &words[..] else {
        return Err(
            "give EDGES OUTPUT WORKERS, and PROCESS and the addresses if there are several".into(),
        );
    };
    let mut job = Job::default();
    job.workers = workers.parse()?;
    job.checkpoint = Some(format!("{output}.checkpoint").into());
    if let [process, addresses @ ..] = rest {
        job.hosts = Some(Hosts::new(addresses.to_vec(), process.parse()?));
    }
    job.progress = Some(Arc::new(|progress| {
        eprintln!(
            "{} of at most {} answers, {:.0}/s",
            progress.answered, progress.total, progress.rate
        );
    }));
    let report = solve_into(Parts::new(Path::new(edges))?, &Output::new(output), &job)?;
    println!(
        "{} edges: {:.2} s reading, {:.2} s solving, {:.2} s writing, {} bytes sent",
        report.edges, report.reading, report.solving, report.writing, report.sent
    );
    Ok(())
}
