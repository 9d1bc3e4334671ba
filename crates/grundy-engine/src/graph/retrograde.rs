//! Outcomes round by round from the ends of play (Steinhaus, 1925; Smith, 1966), with nothing kept but the remoteness.
//!
//! In normal play the ends are P and rounds alternate P, N, P, …, in misère play N, P, N, …: so the remoteness tells
//! the outcome.

use super::Graph;
use super::arranged::lost;
use super::degrees::Degrees;
use super::peel::{AHEAD, INFINITE};
use super::write_combining::WriteCombining;
use crate::pages::by_large_pages;
use crate::prefetch::prefetch;
use crate::quotient::Play;

/// The remoteness of every vertex, `u32::MAX` for draws; `before` has the vertices before each vertex and `open` their
/// options.
pub(super) fn remoteness(before: &Graph, open: Degrees, play: Play) -> Vec<u32> {
    let vertices = before.vertices();
    let mut found = vec![INFINITE; vertices];
    let mut queue = vec![0u32; vertices + 1];
    by_large_pages(&mut found);
    by_large_pages(&mut queue);
    let mut queued = 0;
    for (vertex, &open) in (0u32..).zip(open.low()) {
        queue[queued] = vertex;
        queued += usize::from(open == 0);
    }
    let mut rounds = Rounds {
        open,
        queue,
        queued,
        write_combining: WriteCombining::new(vertices),
    };
    let (mut next, mut round) = (0, 0);
    while next < rounds.queued {
        let ends = rounds.queued;
        let wins = round % 2 == lost(play);
        for at in next..ends {
            let [near, far] = AHEAD;
            if at + far < ends {
                before.fetch_start(rounds.queue[at + far]);
                before.fetch_row(rounds.queue[at + near]);
            }
            let vertex = rounds.queue[at];
            found[vertex as usize] = round;
            for &earlier in before.options(vertex) {
                if let Some(full) = rounds.write_combining.put(earlier, 0) {
                    rounds.empty(full, wins);
                }
            }
        }
        while let Some(number) = rounds.write_combining.next() {
            rounds.empty(number, wins);
        }
        (next, round) = (ends, round + 1);
    }
    found
}

struct Rounds {
    open: Degrees,
    queue: Vec<u32>,
    queued: usize,
    write_combining: WriteCombining<u32>,
}

impl Rounds {
    /// Vertices are told that an option of theirs is lost for who has to move there, so that moving to it `wins`, or is not.
    fn empty(&mut self, number: u32, wins: bool) {
        for (later, vertex, _) in self.write_combining.emptied(number) {
            prefetch(self.open.low(), later as usize);
            if self.open.low()[vertex as usize] == 0 {
                continue;
            }
            // A position is lost when its last option is won.
            if wins {
                self.open.close(vertex);
            } else if !self.open.take(vertex) {
                continue;
            }
            self.queue[self.queued] = vertex;
            self.queued += 1;
        }
    }
}
