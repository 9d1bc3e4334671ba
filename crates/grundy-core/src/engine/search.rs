//! Values by plain search: the mex of the options' values, each position looked at once.
//!
//! This engine knows only the rules; every theorem is held against it. It goes in depth first with a stack of its
//! own, so that a long chain of positions does no harm, and it notices when play can come back to where it was.

use std::marker::PhantomData;

use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::engine::{AT_ONCE, Work};
use crate::nimber::Mex;
use crate::reason::Reason;
use crate::ruleset::{Options, Ruleset, Stop};

/// Marks a position whose value is being worked out.
const OPEN: u32 = u32::MAX;

/// The memo kept for one ruleset.
struct Memo<R: Ruleset>(FxHashMap<R::Position, u32>, PhantomData<fn(R)>);

impl<R: Ruleset> Default for Memo<R> {
    fn default() -> Self {
        Memo(FxHashMap::default(), PhantomData)
    }
}

struct Frame<R: Ruleset> {
    position: R::Position,
    options: Options<R::Position, R::Move>,
    next: usize,
    /// Bytes that the options hold.
    held: u64,
}

/// How many buffers of options wait to be used again.
const SPARE: usize = 16;

/// The value of a position, by going through everything that can follow.
///
/// # Errors
/// What ran out, or that play can repeat a position.
pub fn value<R: Ruleset>(
    rules: &R,
    head: &str,
    position: &R::Position,
    work: &mut Work,
) -> Result<u32, Reason> {
    if let Some(reached) = rules.capabilities().reached {
        return reached.value(head, position, work);
    }
    let memo = &mut work.tables.of::<Memo<R>>(head).0;
    if let Some(&value) = memo.get(position) {
        return Ok(value);
    }
    // Options of a large position are listed at one go: not where the time is over before that begins.
    work.meter.look()?;
    // Where it is known that more would have to be looked at than may be, nothing is, and nothing is spent.
    let least = rules.reached_at_least(position).unwrap_or(0);
    if least > work.meter.positions_left() {
        work.meter.clone().spend(least, 0)?;
    }
    let mut stack: Vec<Frame<R>> = Vec::new();
    let searched = run(rules, position, &mut work.meter, memo, &mut stack);
    if searched.is_err() {
        for frame in &stack {
            memo.remove(&frame.position);
        }
    }
    searched
}

fn run<R: Ruleset>(
    rules: &R,
    start: &R::Position,
    meter: &mut Meter,
    memo: &mut FxHashMap<R::Position, u32>,
    stack: &mut Vec<Frame<R>>,
) -> Result<u32, Reason> {
    let mut spare: Vec<Options<R::Position, R::Move>> = Vec::new();
    let mut mex = Mex::new();
    // What a position costs in the memo, with the room that a hash table leaves and what the allocator adds.
    let entry = |position: &R::Position| match rules.heap_bytes(position) {
        0 => 2 * (size_of::<R::Position>() as u64 + 8),
        heap_bytes => 2 * (size_of::<R::Position>() as u64 + 8) + heap_bytes + 16,
    };
    let open = |position: &R::Position,
                memo: &mut FxHashMap<R::Position, u32>,
                stack: &mut Vec<Frame<R>>,
                spare: &mut Vec<Options<R::Position, R::Move>>,
                meter: &mut Meter|
     -> Result<(), Reason> {
        // Lists that grow have room for twice as much as is in them.
        let one = 2 * (size_of::<R::Position>() + size_of::<R::Move>()) as u64
            + rules.heap_bytes(position);
        // Where nothing may be looked at any more, the options are not even listed.
        meter.spend(1, 0)?;
        let (room, in_the_way) = (meter.room(one), meter.full(one));
        let mut options = spare.pop().unwrap_or_else(|| Options::with_limit(0));
        let mut limit = room.min(AT_ONCE);
        let told = loop {
            options.renew(limit);
            match rules.options(position, &mut options) {
                Err(Stop::Full) if limit < room => {
                    meter.look()?;
                    limit = limit.saturating_mul(4).min(room);
                }
                told => break told,
            }
        };
        let held = one.saturating_mul(options.positions().len().max(options.len()) as u64);
        meter.spend(options.len() as u64 / 16, entry(position) + held)?;
        told.map_err(|stop| stop.reason(|| in_the_way.into()))?;
        memo.insert(position.clone(), OPEN);
        stack.push(Frame {
            position: position.clone(),
            options,
            next: 0,
            held,
        });
        Ok(())
    };
    open(start, memo, stack, &mut spare, meter)?;
    let mut last = 0;
    while let Some(frame) = stack.last_mut() {
        let parts = frame.options.positions();
        let mut deeper = None;
        while frame.next < parts.len() {
            match memo.get(&parts[frame.next]) {
                Some(&OPEN) => return Err(Reason::Repeats(None)),
                Some(_) => frame.next += 1,
                None => {
                    deeper = Some(parts[frame.next].clone());
                    break;
                }
            }
        }
        if let Some(position) = deeper {
            open(&position, memo, stack, &mut spare, meter)?;
            continue;
        }
        mex.clear();
        for (_, sum) in frame.options.iter() {
            mex.insert(sum.iter().fold(0, |value, part| value ^ memo[part]));
            meter.step(50)?;
        }
        last = mex.least_missing();
        if let Some(done) = stack.pop() {
            memo.insert(done.position, last);
            meter.release(done.held);
            // A few buffers are used again; more would hold what has been given back.
            if spare.len() < SPARE {
                spare.push(done.options);
            }
        }
    }
    Ok(last)
}
