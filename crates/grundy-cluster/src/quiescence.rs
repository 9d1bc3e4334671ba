//! Work without an order, done until there is none left anywhere.

use crate::Failure;
use crate::links::Links;

/// Work that makes mail, and mail that makes work.
pub(crate) trait Reactive {
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
pub(crate) fn run_until_quiet(links: &mut Links, work: &mut impl Reactive) -> Result<(), Failure> {
    loop {
        loop {
            while work.has_work() || links.congested() {
                go_on(links, work)?;
            }
            if !links.pause(&mut |from, words| work.take(from, words))? {
                break;
            }
        }
        links.flush();
        links.end([links.sent(), 0, 0, 0]);
        let all = loop {
            if let Some(all) = links.over() {
                break all;
            }
            go_on(links, work)?;
        };
        if all.iter().all(|message| message[0] == 0) {
            links.next_stage();
            return Ok(());
        }
    }
}

fn go_on(links: &mut Links, work: &mut impl Reactive) -> Result<(), Failure> {
    if !links.congested() {
        work.work(links)?;
    }
    let idle = !work.has_work();
    if idle {
        links.flush();
    }
    let may_sleep = idle || links.congested();
    links.turn(may_sleep, &mut |from, words| work.take(from, words))?;
    Ok(())
}
