//! Why a job came to no answer, in words of both languages.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

use grundy::{Message, message, system};

/// Why a job came to no answer. What had been written to the checkpoint is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// What was asked for cannot be done; the sentence says what and why.
    Asked(Message),
    /// The input is not what it should be.
    Input(Message),
    /// A file could not be read or written.
    File {
        /// The file.
        path: String,
        /// What the system said.
        error: Message,
    },
    /// Somebody asked to stop.
    Interrupted,
    /// A worker panicked.
    Panicked {
        /// Its number, from 0, among all workers.
        worker: usize,
        /// What it said.
        message: String,
    },
    /// A process did not start in time.
    Absent {
        /// Its number, from 0.
        process: usize,
        /// Its address.
        address: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// A process went silent: it was stopped, its machine hangs, or the network is cut.
    Silent {
        /// Its number, from 0.
        process: usize,
        /// How long it had said nothing.
        seconds: u64,
    },
    /// A process ended before the job did.
    Lost {
        /// Its number, from 0.
        process: usize,
    },
    /// Another process gave up; its words, in English.
    Elsewhere {
        /// Its number, from 0.
        process: usize,
        /// Why.
        message: String,
    },
    /// The network could not be used as it was asked to.
    Network(Message),
}

impl Failure {
    /// A failure with a file.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::File {
            path: path.display().to_string(),
            error: system::reason(error),
        }
    }

    /// The message.
    pub fn message(&self) -> Message {
        match self {
            Failure::Asked(message) | Failure::Input(message) | Failure::Network(message) => {
                message.clone()
            }
            Failure::File { path, error } => message!(
                "{path}: {error}",
                "{path}: {error}",
                path = path.as_str(),
                error = error.clone()
            ),
            Failure::Interrupted => message!("stopped when asked to", "已按要求停止"),
            Failure::Panicked { worker, message } => message!(
                "worker {worker} panicked: {message}",
                "工作线程 {worker} 崩溃：{message}",
                worker = *worker,
                message = message.as_str()
            ),
            Failure::Absent {
                process,
                address,
                seconds,
            } => message!(
                "process {process} ({address}) did not start within {seconds} s",
                "进程 {process}（{address}）在 {seconds} 秒内没有启动",
                process = *process,
                address = address.as_str(),
                seconds = *seconds
            ),
            Failure::Silent { process, seconds } => message!(
                "process {process} has been silent for {seconds} s: stopped, or cut off",
                "进程 {process} 已有 {seconds} 秒没有消息：被暂停，或网络中断",
                process = *process,
                seconds = *seconds
            ),
            Failure::Lost { process } => message!(
                "process {process} ended before the job did",
                "进程 {process} 在任务完成前结束",
                process = *process
            ),
            Failure::Elsewhere { process, message } => message!(
                "process {process} gave up: {message}",
                "进程 {process} 放弃：{message}",
                process = *process,
                message = message.as_str()
            ),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for Failure {}
