//! Who wins, in how many moves, and by which move: retrograde analysis in rounds (Steinhaus, 1925; Smith, *Graphs and
//! composite games*, 1966), cycles or not.
//!
//! A vertex answered in round `r` has remoteness `r`, and rounds alternate between P and N. Rounds cannot simply be run
//! one after the other by all workers together: a path of a million vertices would need a million barriers. So a worker
//! runs ahead as far as nobody can contradict it, which is the idea of conservative simulation (Chandy and Misra, 1979). Let each
//! worker say in which round it may next send a message. What another sends in round `s` counts here from round
//! `s + 1`, so all rounds up to the least `s` of the others are safe. And when this worker itself sends something in round `s`, the
//! answer to that cannot count before round `s + 2`, so it goes on to `s + 1` and waits.
//!
//! What is told of options may come in any order: of each vertex the best option so far is kept.

use std::collections::BTreeMap;

use grundy::{Outcome, Play};

use crate::Failure;
use crate::links::Links;
use crate::log::Log;
use crate::prefetch::{ITEMS_AHEAD, ROW_AHEAD, prefetch};
use crate::shard::{Shard, UNHEARD};

/// Stands for "no round".
pub(crate) const ENDLESS: u32 = u32::MAX;
/// In the count of open options: some option is P.
const WON: u32 = 1 << 31;
/// The round of a vertex that was not labelled.
const NEVER: u64 = u64::MAX;
/// After so many phases it is worth while to know how far each vertex is from the next worker.
const MANY: u32 = 200;

/// Vertices that may be answered in some round.
#[derive(Debug)]
struct Level {
    vertices: Vec<u32>,
    /// The least round in which answering them can make this worker send something.
    sends: u64,
}

/// What a worker knows of the outcomes of its vertices.
#[derive(Debug)]
pub(crate) struct Retrograde {
    play: Play,
    pub(crate) round: Vec<u32>,
    /// How many options are not known to be N, and `WON`.
    open: Vec<u32>,
    /// The best option so far: its round and its name. Of P options the earliest, if there are any; else of N options
    /// the latest; among equals the least name.
    best: Vec<(u32, u32)>,
    levels: BTreeMap<u32, Level>,
    /// By vertex: the least number of moves back to a vertex that another worker wants to know of.
    distance: Option<Vec<u32>>,
    phases: u32,
    pub(crate) answered: u64,
}

impl Retrograde {
    pub(crate) fn new(shard: &Shard, play: Play) -> Retrograde {
        Retrograde {
            play,
            round: vec![ENDLESS; shard.len()],
            open: shard.open.clone(),
            best: vec![(ENDLESS, ENDLESS); shard.len()],
            levels: BTreeMap::new(),
            distance: None,
            phases: 0,
            answered: 0,
        }
    }

    /// What the vertices of a round are.
    pub(crate) fn label(&self, round: u32) -> Outcome {
        match (round, round.is_multiple_of(2), self.play) {
            (ENDLESS, ..) => Outcome::D,
            (_, true, Play::Normal) | (_, false, Play::Misere) => Outcome::P,
            _ => Outcome::N,
        }
    }

    /// The name of the best option; none at the end of play.
    pub(crate) fn best(&self, vertex: u32) -> Option<u32> {
        let (_, name) = self.best[vertex as usize];
        (name != ENDLESS).then_some(name)
    }

    fn schedule(&mut self, shard: &Shard, vertex: u32, round: u32) {
        let away = match &self.distance {
            // A vertex that nobody else wants to know of is followed by none that they know before the next round.
            None => u32::from(shard.interest.row(vertex).is_empty()),
            Some(distance) => distance[vertex as usize],
        };
        let sends = if away == ENDLESS {
            NEVER
        } else {
            u64::from(round) + u64::from(away)
        };
        let level = self.levels.entry(round).or_insert(Level {
            vertices: Vec::new(),
            sends: NEVER,
        });
        level.vertices.push(vertex);
        level.sends = level.sends.min(sends);
    }

    /// An option of a vertex was answered in this round.
    fn tell(&mut self, shard: &Shard, vertex: u32, round: u32, name: u32, lost: bool) {
        let at = vertex as usize;
        let (open, best) = (&mut self.open[at], &mut self.best[at]);
        let fresh = if lost {
            let first = *open & WON == 0;
            *open |= WON;
            let sooner = first || round < best.0;
            if sooner {
                *best = (round, name);
            } else if round == best.0 {
                best.1 = best.1.min(name);
            }
            sooner
        } else {
            *open -= 1;
            if *open & WON != 0 {
                return;
            }
            if best.0 == ENDLESS || round > best.0 {
                *best = (round, name);
            } else if round == best.0 {
                best.1 = best.1.min(name);
            }
            *open == 0
        };
        let round = best.0 + 1;
        if fresh && self.round[at] == ENDLESS {
            self.schedule(shard, vertex, round);
        }
    }

    fn take(&mut self, shard: &Shard, words: &[u32]) {
        for (at, pair) in words.chunks_exact(2).enumerate() {
            if let Some(&mirror) = words.get(2 * (at + 2 * ROW_AHEAD)) {
                shard.before_mirror.prefetch_row(mirror);
            }
            if let Some(&mirror) = words.get(2 * (at + ROW_AHEAD)) {
                shard.before_mirror.prefetch_items(mirror);
            }
            if let Some(&mirror) = words.get(2 * (at + ITEMS_AHEAD)) {
                self.prefetch_vertices(shard.before_mirror.row(mirror));
            }
            let (mirror, round) = (pair[0], pair[1]);
            let lost = self.label(round) == Outcome::P;
            let name = shard.mirrored[mirror as usize];
            for &vertex in shard.before_mirror.row(mirror) {
                self.tell(shard, vertex, round, name, lost);
            }
        }
    }

    /// Tells of a vertex that has its round. Whether anyone else was told.
    fn spread(&mut self, shard: &Shard, links: &mut Links, vertex: u32) -> bool {
        let round = self.round[vertex as usize];
        let lost = self.label(round) == Outcome::P;
        let name = shard.name(vertex);
        for &before in shard.before.row(vertex) {
            self.tell(shard, before, round, name, lost);
        }
        let interest = shard.interest.row(vertex);
        for interest in interest {
            links.put(interest.worker as usize, &[interest.mirror, round]);
        }
        !interest.is_empty()
    }

    /// Answers a vertex whose round and best option are known from elsewhere; whether they were not known yet. What else is
    /// told of it later changes nothing.
    pub(crate) fn fix(&mut self, vertex: u32, round: u32, best: u32) -> bool {
        let at = vertex as usize;
        if round == ENDLESS {
            // Of a draw the move alone, which counts only if the draws of all are known.
            let fresh = self.best[at].1 == ENDLESS;
            self.best[at] = (ENDLESS, best);
            return fresh;
        }
        let fresh = self.round[at] == ENDLESS;
        self.round[at] = round;
        self.open[at] |= WON;
        self.best[at] = (0, best);
        self.answered += u64::from(fresh);
        fresh
    }

    /// Begins with the vertices that were fixed, of which nobody needs to be told, with what was heard of those of others, and
    /// with the ends of play.
    pub(crate) fn begin(&mut self, shard: &Shard, heard: &[u32]) {
        for vertex in 0..shard.len() as u32 {
            let round = self.round[vertex as usize];
            if round != ENDLESS {
                let (lost, name) = (self.label(round) == Outcome::P, shard.name(vertex));
                for &before in shard.before.row(vertex) {
                    self.tell(shard, before, round, name, lost);
                }
            } else if shard.open[vertex as usize] == 0 && shard.is_vertex(vertex) {
                self.schedule(shard, vertex, 0);
            }
        }
        for (mirror, &round) in (0..).zip(heard) {
            if round != UNHEARD {
                self.take(shard, &[mirror, round]);
            }
        }
    }

    /// Asks for what the vertices that come next need.
    #[inline]
    fn look_ahead(&self, shard: &Shard, coming: &[u32]) {
        if let Some(&vertex) = coming.get(2 * ROW_AHEAD) {
            shard.before.prefetch_row(vertex);
            shard.interest.prefetch_row(vertex);
            prefetch(&self.round, vertex as usize);
        }
        if let Some(&vertex) = coming.get(ROW_AHEAD) {
            shard.before.prefetch_items(vertex);
            shard.interest.prefetch_items(vertex);
        }
        if let Some(&vertex) = coming.get(ITEMS_AHEAD) {
            self.prefetch_vertices(shard.before.row(vertex));
        }
    }

    fn prefetch_vertices(&self, vertices: &[u32]) {
        for &vertex in vertices {
            prefetch(&self.open, vertex as usize);
            prefetch(&self.best, vertex as usize);
        }
    }

    /// Answers the vertices of the next level. The first round in which others are told, if they are.
    fn answer(
        &mut self,
        shard: &Shard,
        links: &mut Links,
        log: &mut Option<Log>,
    ) -> Result<bool, Failure> {
        let Some((round, level)) = self.levels.pop_first() else {
            return Ok(false);
        };
        let mut told = false;
        let mut answered = 0;
        for (count, &vertex) in level.vertices.iter().enumerate() {
            self.look_ahead(shard, &level.vertices[count..]);
            if self.round[vertex as usize] != ENDLESS {
                continue;
            }
            self.round[vertex as usize] = round;
            answered += 1;
            told |= self.spread(shard, links, vertex);
            if let Some(log) = log {
                log.add(&[shard.name(vertex), round, self.best[vertex as usize].1])?;
            }
            if count % 4096 == 4095 || links.congested() {
                let mut take = |_, words: &[u32]| {
                    self.take(shard, words);
                    Ok(())
                };
                links.turn(false, &mut take)?;
                links.make_room(&mut take)?;
            }
        }
        self.answered += answered;
        links.tell_done(answered);
        Ok(told)
    }

    /// Runs until nothing more can be answered anywhere; what is left are draws.
    pub(crate) fn run(
        &mut self,
        shard: &Shard,
        links: &mut Links,
        log: &mut Option<Log>,
    ) -> Result<(), Failure> {
        // The first round of which this worker told others since it last spoke.
        let mut first_told = NEVER;
        loop {
            let all = self.speak(first_told, shard, links)?;
            if all
                .iter()
                .all(|message| message[1] == 1 && message[2] == NEVER)
            {
                links.next_stage();
                return Ok(());
            }
            let mut safe = safe(links.me(), &all);
            first_told = NEVER;
            let mut levels = 0u32;
            while let Some((&round, _)) = self.levels.first_key_value()
                && u64::from(round) <= safe
            {
                if self.answer(shard, links, log)? {
                    first_told = first_told.min(round.into());
                    safe = safe.min(u64::from(round) + 1);
                }
                levels += 1;
                if levels.is_multiple_of(1024) {
                    links.job_state().check()?;
                    if let Some(log) = log {
                        log.tick()?;
                    }
                }
            }
            if let Some(log) = log {
                log.tick()?;
            }
            self.phases += 1;
            if self.phases == MANY {
                self.measure(shard);
            }
        }
    }

    /// Says in which round this worker may next send, whether it has nothing to do, and of which round it has told; and hears the others.
    fn speak(
        &mut self,
        first_told: u64,
        shard: &Shard,
        links: &mut Links,
    ) -> Result<Vec<[u64; 4]>, Failure> {
        let sends = self.levels.values().map(|level| level.sends).min();
        let rest = u64::from(self.levels.is_empty());
        links.end([sends.unwrap_or(NEVER), rest, first_told, 0]);
        loop {
            if let Some(all) = links.over() {
                return Ok(all);
            }
            links.turn(true, &mut |_, words| {
                self.take(shard, words);
                Ok(())
            })?;
        }
    }

    /// Finds how far each vertex is from one that another worker wants to know of, going back along moves.
    fn measure(&mut self, shard: &Shard) {
        let vertices = 0..shard.len() as u32;
        // By vertex: its options here.
        let options = crate::rows::Rows::sorted(shard.len(), || {
            vertices.clone().flat_map(|option| {
                let before = shard.before.row(option).iter();
                before.map(move |&vertex| (vertex, option))
            })
        });
        let mut distance = vec![ENDLESS; shard.len()];
        let mut queue: Vec<u32> = vertices
            .filter(|&vertex| !shard.interest.row(vertex).is_empty())
            .collect();
        for &vertex in &queue {
            distance[vertex as usize] = 0;
        }
        let mut next = 0;
        while let Some(&vertex) = queue.get(next) {
            next += 1;
            let away = distance[vertex as usize] + 1;
            for &option in options.row(vertex) {
                if distance[option as usize] == ENDLESS {
                    distance[option as usize] = away;
                    queue.push(option);
                }
            }
        }
        self.distance = Some(distance);
        let levels = std::mem::take(&mut self.levels);
        for (round, level) in levels {
            for vertex in level.vertices {
                self.schedule(shard, vertex, round);
            }
        }
    }

    /// Finds the move of each draw: to the draw with the least name.
    pub(crate) fn draws(&mut self, shard: &Shard, links: &mut Links) -> Result<(), Failure> {
        for (best, &round) in self.best.iter_mut().zip(&self.round) {
            if round == ENDLESS {
                *best = (ENDLESS, ENDLESS);
            }
        }
        for vertex in 0..shard.len() as u32 {
            if self.round[vertex as usize] != ENDLESS || !shard.is_vertex(vertex) {
                continue;
            }
            let name = shard.name(vertex);
            for &before in shard.before.row(vertex) {
                self.hold(before, name);
            }
            for interest in shard.interest.row(vertex) {
                links.put(interest.worker as usize, &[interest.mirror]);
            }
            if vertex % 4096 == 0 || links.congested() {
                let mut take = |_, words: &[u32]| {
                    self.take_draws(shard, words);
                    Ok(())
                };
                links.turn(false, &mut take)?;
                links.make_room(&mut take)?;
            }
        }
        links.settle([0; 4], &mut |_, words| {
            self.take_draws(shard, words);
            Ok(())
        })?;
        Ok(())
    }

    /// Adds the draws to the log: how many there are.
    pub(crate) fn log_draws(&self, shard: &Shard, log: &mut Log) -> Result<u64, Failure> {
        let mut draws = 0;
        for vertex in 0..shard.len() as u32 {
            if self.round[vertex as usize] == ENDLESS && shard.is_vertex(vertex) {
                log.add(&[shard.name(vertex), ENDLESS, self.best[vertex as usize].1])?;
                draws += 1;
            }
        }
        Ok(draws)
    }

    fn hold(&mut self, vertex: u32, name: u32) {
        if self.round[vertex as usize] == ENDLESS {
            let best = &mut self.best[vertex as usize];
            best.1 = best.1.min(name);
        }
    }

    fn take_draws(&mut self, shard: &Shard, words: &[u32]) {
        for &mirror in words {
            let name = shard.mirrored[mirror as usize];
            for &vertex in shard.before_mirror.row(mirror) {
                self.hold(vertex, name);
            }
        }
    }
}

/// The last round that nobody can contradict: the least in which another worker may send, for what it had to do when it spoke, or
/// for what it was told since.
fn safe(me: usize, all: &[[u64; 4]]) -> u64 {
    let sends = |&(at, message): &(usize, &[u64; 4])| {
        let others = all.iter().enumerate().filter(|&(other, _)| other != at);
        let told = others.map(|(_, message)| message[2]).min().unwrap_or(NEVER);
        message[0].min(told.saturating_add(1))
    };
    let others = all.iter().enumerate().filter(|&(at, _)| at != me);
    others.map(|other| sends(&other)).min().unwrap_or(NEVER)
}
