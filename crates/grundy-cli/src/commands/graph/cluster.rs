//! The work shared among several workers, of this process or of several.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ArgMatches;
use grundy_cluster::{Failure as Broken, Hosts, Job, Output, Partition, Parts, solve_into};
use grundy_graph::RowFormat;

use super::{Asked, Written, print, refuse};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::limits::{self, text};
use crate::words;

/// Most bytes of a list of processes.
const HOSTS: u64 = 1 << 20;

/// Answers into a directory.
pub(super) fn run(asked: &Asked<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
    let Some(directory) = &asked.output else {
        return Err(refuse(words::workers_need_directory()));
    };
    if !asked.at.is_empty() || asked.json || asked.options.undirected {
        return Err(refuse(words::workers_answer_all()));
    }
    let job = job(asked, matches)?;
    let mut out = Output::new(directory);
    out.format = match asked.format {
        Written::Rows(format) => format,
        _ => RowFormat::Parquet,
    };
    let mut parts = Parts::new(Path::new(asked.file)).map_err(told)?;
    match asked.options.header {
        Some(true) => return Err(refuse(words::workers_find_header())),
        Some(false) => {}
        None => {
            if let Some(line) = parts.find_header().map_err(told)? {
                print::note(&words::header(line), asked.context);
            }
        }
    }
    let report = solve_into(parts, &out, &job).map_err(told)?;
    print::note(
        &words::cluster_report(
            report.edges,
            [report.reading, report.solving, report.writing],
            report.sent,
        ),
        asked.context,
    );
    Ok(Exit::Answered)
}

fn job(asked: &Asked<'_>, matches: &ArgMatches) -> Result<Job, Failure> {
    let mut job = Job::default();
    job.play = asked.play;
    job.columns.clone_from(&asked.columns);
    let workers = text(matches, "workers").unwrap_or_default();
    let number = limits::count(workers).and_then(|number| usize::try_from(number).ok());
    job.workers = number
        .filter(|&number| number > 0)
        .ok_or_else(|| refuse(words::no_workers(workers)))?;
    if text(matches, "partition") == Some("hash") {
        job.partition = Partition::Hash;
    }
    job.checkpoint = text(matches, "checkpoint").map(PathBuf::from);
    job.memory = Some(asked.budget.bytes);
    job.stop.clone_from(&asked.budget.stop);
    if let Some(told) = text(matches, "patience") {
        job.peer_timeout = limits::duration(told)
            .flatten()
            .filter(|time| !time.is_zero())
            .ok_or_else(|| refuse(words::no_patience(told)))?;
    }
    match (text(matches, "hosts"), text(matches, "process")) {
        (None, None) => {}
        (Some(file), Some(process)) => {
            job.hosts = Some(hosts(
                file,
                process,
                matches.get_flag("allow-public"),
                asked.context,
            )?);
        }
        _ => return Err(refuse(words::hosts_and_process())),
    }
    if asked.context.is_watched() {
        let lang = asked.lang;
        job.progress = Some(Arc::new(move |progress| {
            let message = words::cluster_progress(progress.answered, progress.total, progress.rate);
            eprint!("{}", print::noted(&message, lang));
        }));
    }
    Ok(job)
}

/// The processes: an address a line, `#` comments.
fn hosts(
    file: &str,
    process: &str,
    allow_public: bool,
    context: &Context,
) -> Result<Hosts, Failure> {
    let listed = context.read(file, HOSTS).map_err(Failure::Input)?;
    let lines = listed
        .lines()
        .map(|line| line.split('#').next().unwrap_or(line).trim());
    let addresses: Vec<String> = lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    let number = limits::count(process).and_then(|number| usize::try_from(number).ok());
    let number = number
        .filter(|&number| number < addresses.len())
        .ok_or_else(|| refuse(words::no_process(process, addresses.len(), file)))?;
    let mut hosts = Hosts::new(addresses, number);
    hosts.allow_public = allow_public;
    Ok(hosts)
}

fn told(broken: Broken) -> Failure {
    match broken {
        Broken::Interrupted => Failure::Interrupted,
        Broken::Asked(message) | Broken::Input(message) => Failure::Input(message),
        other => Failure::unknown(other.message()),
    }
}
