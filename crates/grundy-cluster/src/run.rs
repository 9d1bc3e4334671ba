//! Starts the workers of a process, waits for them, and sees to it that none waits for ever.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use timely::communication::{Allocator, AllocatorBuilder, initialize_from};
use timely::worker::{Config, Worker};

use crate::fate::Fate;
use crate::links::Links;
use crate::{Failure, Job};

/// Runs the same program in every worker of this process; what each gave, in order.
///
/// The first failure of any worker of any process is everybody's.
pub(crate) fn run<T: Send + 'static>(
    job: &Job,
    program: impl Fn(&mut Links, usize) -> Result<T, Failure> + Send + Sync + 'static,
) -> Result<Vec<T>, Failure> {
    job.check()?;
    let fate = Arc::new(Fate::new(job.stop.clone()));
    let builders = threads(job.workers)?;
    let first = 0;
    let shared = Arc::clone(&fate);
    let guards = initialize_from(builders, Box::new(()), move |allocator| {
        let number = allocator.index();
        let fate = &shared;
        match catch_unwind(AssertUnwindSafe(|| {
            work(allocator, fate, &program, number - first)
        })) {
            Ok(Ok(result)) => Some(result),
            Ok(Err(failure)) => {
                fate.fail(failure);
                None
            }
            Err(panic) => {
                fate.fail(Failure::Panicked {
                    worker: number,
                    message: words_of(&*panic),
                });
                None
            }
        }
    })
    .map_err(|error| no_dataflow(&error))?;
    let results = guards.join();
    if let Some(failure) = fate.failure() {
        return Err(failure);
    }
    let results: Option<Vec<T>> = results
        .into_iter()
        .map(|result| result.ok().flatten())
        .collect();
    results.ok_or(Failure::Interrupted)
}

fn work<T>(
    allocator: Allocator,
    fate: &Arc<Fate>,
    program: &(impl Fn(&mut Links, usize) -> Result<T, Failure> + Sync),
    local: usize,
) -> Result<T, Failure> {
    let worker = Worker::new(Config::default(), allocator, None);
    let mut links = Links::new(worker, Arc::clone(fate));
    let result = program(&mut links, local)?;
    // Nobody leaves before all have what they need.
    links.agree([0; 4])?;
    Ok(result)
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
    Failure::Network(grundy::said!(
        "the dataflow could not be set up: {error}",
        "无法建立数据流: {error}",
        error = error
    ))
}
