//! Loopy values (Smith, 1966) of the vertices from which play can go round for ever, labelled value by value (Fraenkel and
//! Perl, 1975; Fraenkel and Yesha, 1986): see [`grundy::engine::graph::loopy_values`].
//!
//! A round for the value `m` has two steps. First all who have an option of value `m` known so far are *reached*. Then a vertex
//! that is not reached is *given* `m` once all its options without a value have been reached; who moves to it is reached
//! by that. No order between workers is needed within a step: a vertex is given `m` only when none of its options can be
//! given `m` any more, so what one worker concludes never takes back what another did.

use crate::Failure;
use crate::links::Links;
use crate::log::Log;
use crate::quiescence::{Reactive, run_until_quiet};
use crate::shard::Shard;
use crate::values::Values;

/// A round that never comes.
const OUT: u32 = u32::MAX;
/// In a message: the mirrored vertex was reached, or given the round's value.
const REACHED: u32 = 0;
const GIVEN: u32 = 1;

/// Rounds are counted from 1 here: round `m + 1` gives `m`.
#[derive(Clone, Copy)]
struct State {
    /// How many options have no value.
    open: u32,
    /// How many of these have not been reached in the round `counted`.
    left: u32,
    /// The round for which `left` was counted; `OUT` if the vertex has, or can have, no more to be given.
    counted: u32,
    /// The last round in which it was reached; `OUT` if it has a value.
    reached: u32,
}

struct Loopy<'a> {
    shard: &'a Shard,
    values: &'a mut Values,
    states: Vec<State>,
    value: u32,
    /// What others must be told: a vertex, and what happened to it.
    news: Vec<(u32, u32)>,
    given: Vec<u32>,
}

/// Finds the loopy values of what [`Values::run`] has left. Of a vertex of value ∞, [`Values::told`] is the set.
pub(crate) fn loopy(
    shard: &Shard,
    values: &mut Values,
    links: &mut Links,
    log: &mut Option<Log>,
) -> Result<(), Failure> {
    let mut standing: Vec<u32> = (0..shard.len() as u32)
        .filter(|&vertex| values.value(vertex).is_none() && shard.is_vertex(vertex))
        .collect();
    let most = |counts: Vec<[u64; 4]>| counts.iter().map(|message| message[0]).sum::<u64>();
    if most(links.agree([standing.len() as u64, 0, 0, 0])?) == 0 {
        return Ok(());
    }
    let mut ended: Vec<(u32, u32)> = values
        .order
        .iter()
        .map(|&vertex| (values.value(vertex).unwrap_or(0), vertex))
        .collect();
    ended.sort_unstable();
    let state = |vertex| {
        let open = values.unknown(vertex);
        let round = if open == 0 { OUT } else { 0 };
        State {
            open,
            left: 0,
            counted: round,
            reached: round,
        }
    };
    let states = (0..shard.len() as u32).map(state).collect();
    let mut rounds = Loopy {
        shard,
        values,
        states,
        value: 0,
        news: Vec::new(),
        given: Vec::new(),
    };
    let mut ended = &ended[..];
    loop {
        let same = ended.partition_point(|&(value, _)| value <= rounds.value);
        let (now, later) = ended.split_at(same);
        ended = later;
        rounds.reach_from(now, links)?;
        for &vertex in &standing {
            let state = rounds.states[vertex as usize];
            if state.open == 0 && state.reached <= rounds.value {
                rounds.give(vertex);
            }
        }
        run_until_quiet(links, &mut rounds)?;
        links.tell_done(rounds.given.len() as u64);
        for vertex in std::mem::take(&mut rounds.given) {
            if let Some(log) = log {
                log.add(&[shard.name(vertex), rounds.value])?;
            }
        }
        if let Some(log) = log {
            log.tick()?;
        }
        let reached = rounds.value + 1;
        standing.retain(|&vertex| {
            let state = &mut rounds.states[vertex as usize];
            let stays = state.reached == reached;
            if !stays {
                state.counted = OUT;
            }
            stays
        });
        if most(links.agree([standing.len() as u64, 0, 0, 0])?) == 0 {
            return Ok(());
        }
        rounds.value += 1;
    }
}

impl Loopy<'_> {
    /// Reaches all who have one of these, which had the value before the round, as an option.
    fn reach_from(&mut self, ended: &[(u32, u32)], links: &mut Links) -> Result<(), Failure> {
        let take = |rounds: &mut Self, words: &[u32]| {
            for &mirror in words {
                for &vertex in rounds.shard.before_mirror.row(mirror) {
                    rounds.reach(vertex);
                }
            }
        };
        for (count, &(_, vertex)) in ended.iter().enumerate() {
            for &before in self.shard.before.row(vertex) {
                self.reach(before);
            }
            for interest in self.shard.interest.row(vertex) {
                links.put(interest.worker as usize, &[interest.mirror]);
            }
            if count % 4096 == 4095 || links.congested() {
                let mut take = |_, words: &[u32]| {
                    take(self, words);
                    Ok(())
                };
                links.turn(false, &mut take)?;
                links.make_room(&mut take)?;
            }
        }
        links.settle([0; 4], &mut |_, words| {
            take(self, words);
            Ok(())
        })?;
        Ok(())
    }

    fn reach(&mut self, vertex: u32) {
        let state = &mut self.states[vertex as usize];
        if state.reached <= self.value {
            state.reached = self.value + 1;
            self.news.push((vertex, REACHED));
        }
    }

    fn give(&mut self, vertex: u32) {
        let state = &mut self.states[vertex as usize];
        (state.counted, state.reached) = (OUT, OUT);
        self.values.fix(vertex, self.value);
        self.given.push(vertex);
        self.news.push((vertex, GIVEN));
    }

    /// What happened to an option of a vertex.
    fn hear(&mut self, vertex: u32, news: u32) {
        if news == GIVEN {
            self.values.note(vertex, self.value);
            // From the next round on it is no open option; in this one, the vertex is reached. Of a vertex whose value was known
            // from a log, no options are counted.
            if self.states[vertex as usize].reached != OUT {
                self.states[vertex as usize].open -= 1;
                self.reach(vertex);
            }
            return;
        }
        let value = self.value;
        let state = &mut self.states[vertex as usize];
        if state.counted == OUT || state.reached > value {
            return;
        }
        if state.counted != value + 1 {
            state.counted = value + 1;
            state.left = state.open;
        }
        state.left -= 1;
        if state.left == 0 {
            self.give(vertex);
        }
    }
}

impl Reactive for Loopy<'_> {
    fn has_work(&self) -> bool {
        !self.news.is_empty()
    }

    fn work(&mut self, links: &mut Links) -> Result<(), Failure> {
        let shard = self.shard;
        for _ in 0..4096 {
            let Some((vertex, news)) = self.news.pop() else {
                break;
            };
            for &before in shard.before.row(vertex) {
                self.hear(before, news);
            }
            for interest in shard.interest.row(vertex) {
                links.put(interest.worker as usize, &[interest.mirror, news]);
            }
        }
        Ok(())
    }

    fn take(&mut self, _: usize, words: &[u32]) -> Result<(), Failure> {
        for pair in words.chunks_exact(2) {
            for &vertex in self.shard.before_mirror.row(pair[0]) {
                self.hear(vertex, pair[1]);
            }
        }
        Ok(())
    }
}
