//! Work without an order, done until there is none left anywhere.

use crate::Failure;
use crate::links::Links;

/// Work that makes mail, and mail that makes work.
pub(crate) trait Restless {
    /// Whether there is anything to do here.
    fn has_work(&self) -> bool;

    /// Does some of it: not so much that the mail waits long.
    fn work(&mut self, links: &mut Links) -> Result<(), Failure>;

    /// Takes in mail.
    fn take(&mut self, from: usize, words: &[u32]) -> Result<(), Failure>;
}

/// Runs a stage until no worker has anything to do and no mail is under way.
///
/// A worker ends a phase when it has nothing to do, and goes on with whatever comes while it waits for the others. When nobody has sent
/// anything in a whole phase, there is nothing left.
pub(crate) fn run_to_rest(links: &mut Links, restless: &mut impl Restless) -> Result<(), Failure> {
    loop {
        loop {
            while restless.has_work() || links.congested() {
                go_on(links, restless)?;
            }
            if !links.pause(&mut |from, words| restless.take(from, words))? {
                break;
            }
        }
        links.flush();
        links.end([links.sent(), 0, 0, 0]);
        let all = loop {
            if let Some(all) = links.over() {
                break all;
            }
            go_on(links, restless)?;
        };
        if all.iter().all(|said| said[0] == 0) {
            links.next_stage();
            return Ok(());
        }
    }
}

fn go_on(links: &mut Links, restless: &mut impl Restless) -> Result<(), Failure> {
    if !links.congested() {
        restless.work(links)?;
    }
    let idle = !restless.has_work();
    if idle {
        links.flush();
    }
    let may_sleep = idle || links.congested();
    links.turn(may_sleep, &mut |from, words| restless.take(from, words))?;
    Ok(())
}
