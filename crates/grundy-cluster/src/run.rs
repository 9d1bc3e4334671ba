//! Starts the workers of a process, waits for them, and sees to it that none waits for ever.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grundy::message;
use grundy_files::{Lock, NotLocked};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, AllocatorBuilder, Hooks, initialize_from};
use timely::worker::{Config, Worker};

use crate::job_state::JobState;
use crate::links::Links;
use crate::watch::Watch;
use crate::wire::Wire;
use crate::{Failure, Hosts, Job, Progress};

/// Runs the same program in every worker of this process; what each gave, in order.
///
/// The first failure of any worker of any process is everybody's.
pub(crate) fn run<T: Send + 'static>(
    job: &Job,
    program: impl Fn(&mut Links, usize) -> Result<T, Failure> + Send + Sync + 'static,
) -> Result<Vec<T>, Failure> {
    job.check()?;
    // The first process stands for all.
    let is_first = job.hosts.as_ref().is_none_or(|hosts| hosts.process == 0);
    let checkpoint = job.checkpoint.as_deref().filter(|_| is_first);
    let _lock = checkpoint.map(lock).transpose()?;
    let job_state = Arc::new(JobState::new(job.stop.clone()));
    let mut crew = match &job.hosts {
        Some(hosts) if hosts.addresses.len() > 1 => processes(job, hosts, &job_state)?,
        _ => Crew {
            builders: threads(job.workers)?,
            first: 0,
            watch: None,
            guard: None,
        },
    };
    let reporter = reporter(job, &job_state);
    let (first, shared) = (crew.first, Arc::clone(&job_state));
    let builders = std::mem::take(&mut crew.builders);
    let guards = initialize_from(builders, Box::new(()), move |allocator| {
        let number = allocator.index();
        let job_state = &shared;
        let work = || work(allocator, job_state, &program, number - first);
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(result)) => Some(result),
            Ok(Err(failure)) => {
                job_state.fail(failure);
                None
            }
            Err(panic) => {
                job_state.fail(Failure::Panicked {
                    worker: number,
                    message: words_of(&*panic),
                });
                None
            }
        }
    });
    let results = match guards {
        Ok(guards) => guards.join(),
        Err(error) => {
            job_state.fail(no_dataflow(&error));
            Vec::new()
        }
    };
    let failure = job_state.failure();
    if failure.is_none() {
        job_state.finished.store(true, Ordering::Release);
    }
    crew.dismiss(&job_state, job.peer_timeout);
    if let Some(reporter) = reporter {
        job_state.reported.store(true, Ordering::Release);
        reporter.thread().unpark();
        let _ = reporter.join();
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    let results: Option<Vec<T>> = results
        .into_iter()
        .map(|result| result.ok().flatten())
        .collect();
    results.ok_or(Failure::Interrupted)
}

/// What it takes to start the workers of this process, and to let them go.
struct Crew {
    builders: Vec<AllocatorBuilder>,
    /// The number of the first worker of this process.
    first: usize,
    watch: Option<Watch>,
    guard: Option<CommsGuard>,
}

impl Crew {
    /// Tells the other processes how it ended, and waits until all that was sent is on its way.
    fn dismiss(self, job_state: &JobState, peer_timeout: Duration) {
        if let Some(watch) = self.watch {
            watch.end();
        }
        let Some(guard) = self.guard else { return };
        if !job_state.finished.load(Ordering::Acquire) {
            // Its threads wait for processes that are perhaps no more.
            std::mem::forget(guard);
            return;
        }
        let (done, is_done) = std::sync::mpsc::channel();
        let waiter = std::thread::spawn(move || {
            let _ = catch_unwind(AssertUnwindSafe(|| drop(guard)));
            let _ = done.send(());
        });
        // All have what they need; if one of them was stopped just now, there is no more to be done for it.
        if is_done.recv_timeout(peer_timeout).is_ok() {
            let _ = waiter.join();
        }
    }
}

fn processes(job: &Job, hosts: &Hosts, job_state: &Arc<JobState>) -> Result<Crew, Failure> {
    let connections = hosts.connect(job.mark(), job.peer_timeout, job_state)?;
    let watch = Watch::begin(connections.watch, job.peer_timeout, job_state)?;
    let wires = connections.data.into_iter().enumerate();
    let wires = wires.map(|(process, stream)| {
        stream.map(|stream| {
            let _ = stream.set_read_timeout(None);
            Wire {
                stream,
                process,
                job_state: Arc::clone(job_state),
                farewells: Arc::clone(&watch.farewells),
            }
        })
    });
    let hooks = Hooks::default();
    let threads = ProcessBuilder::new_typed_vector(job.workers, hooks.refill.clone(), None);
    let (builders, guard) = initialize_networking_from_sockets(
        threads,
        wires.collect(),
        hosts.process,
        job.workers,
        hooks,
    )
    .map_err(|error| no_dataflow(&error.to_string()))?;
    Ok(Crew {
        builders: builders.into_iter().map(AllocatorBuilder::Tcp).collect(),
        first: hosts.process * job.workers,
        watch: Some(watch),
        guard: Some(guard),
    })
}

/// Tells of progress, twice a second.
fn reporter(job: &Job, job_state: &Arc<JobState>) -> Option<std::thread::JoinHandle<()>> {
    let (tell, job_state) = (job.progress.clone()?, Arc::clone(job_state));
    let report = move || {
        let (mut last, mut before) = (Instant::now(), 0);
        while !job_state.reported.load(Ordering::Acquire) {
            std::thread::park_timeout(Duration::from_millis(500));
            let answered = job_state.done.load(Ordering::Relaxed);
            let seconds = last.elapsed().as_secs_f64().max(1e-9);
            tell(Progress {
                answered,
                total: job_state.total.load(Ordering::Relaxed),
                rate: answered.saturating_sub(before) as f64 / seconds,
            });
            (last, before) = (Instant::now(), answered);
        }
    };
    let named = std::thread::Builder::new().name("grundy-progress".to_owned());
    // Without it the job is done all the same.
    named.spawn(report).ok()
}

fn work<T>(
    allocator: Allocator,
    job_state: &Arc<JobState>,
    program: &(impl Fn(&mut Links, usize) -> Result<T, Failure> + Sync),
    local: usize,
) -> Result<T, Failure> {
    let worker = Worker::new(Config::default(), allocator, None);
    let mut links = Links::new(worker, Arc::clone(job_state));
    let result = program(&mut links, local)?;
    // Nobody leaves before all have what they need.
    links.agree([0; 4])?;
    Ok(result)
}

/// Sees to it that no other run has a directory.
pub(crate) fn lock(directory: &Path) -> Result<Lock, Failure> {
    std::fs::create_dir_all(directory).map_err(|error| Failure::file(directory, &error))?;
    Lock::on(directory).map_err(|why| match why {
        NotLocked::InUse => Failure::Asked(message!(
            "'{path}' is in use by another run that has not ended; wait for it, or end it first",
            "'{path}' 正被另一个尚未结束的运行使用；请等它结束，或先将其终止",
            path = directory.display().to_string()
        )),
        NotLocked::Taken(other) => Failure::Asked(message!(
            "'{other}' holds something, and a run with '{path}' needs this name for its lock: name another directory",
            "'{other}' 有内容，而使用 '{path}' 的运行要用这个名字作锁文件：请换一个目录名",
            other = other.display().to_string(),
            path = directory.display().to_string()
        )),
        NotLocked::File(error) => Failure::file(directory, &error),
    })
}

/// What a panic says.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let string = || panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(string).unwrap_or("no words").to_owned()
}

fn threads(workers: usize) -> Result<Vec<AllocatorBuilder>, Failure> {
    let config = match workers {
        1 => timely::CommunicationConfig::Thread,
        _ => timely::CommunicationConfig::Process(workers),
    };
    let built = config.try_build();
    built
        .map(|(builders, _)| builders)
        .map_err(|error| no_dataflow(&error))
}

fn no_dataflow(error: &str) -> Failure {
    Failure::Network(message!(
        "the dataflow could not be set up: {error}",
        "无法建立数据流：{error}",
        error = error
    ))
}
