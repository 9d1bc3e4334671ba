//! Outcomes round by round from the ends of play (Steinhaus, 1925; Smith, 1966), with nothing kept but the remoteness.
//!
//! In normal play the ends are P and rounds alternate P, N, P, …, in misère play N, P, N, …: so the remoteness tells
//! the outcome.

use super::Graph;
use super::degrees::Degrees;
use super::peel::INFINITE;
use super::pull::lost;
use crate::engine::pages::by_large_pages;
use crate::engine::prefetch::prefetch;
use crate::quotient::Play;

/// How far ahead in the queue memory is fetched: counts of the vertices before, their row, where it starts.
const AHEAD: [usize; 3] = [6, 18, 30];

/// The remoteness of every vertex, `u32::MAX` for draws; `before` has the vertices before each vertex and `open` their
/// options.
pub(super) fn remoteness(before: &Graph, mut open: Degrees, play: Play) -> Vec<u32> {
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
    let (mut next, mut round) = (0, 0);
    while next < queued {
        let ends = queued;
        let marks = round % 2 == lost(play);
        for at in next..ends {
            let [near, middle, far] = AHEAD;
            if at + far < queued {
                before.fetch_start(queue[at + far]);
                before.fetch_row(queue[at + middle]);
                for &earlier in before.options(queue[at + near]) {
                    prefetch(open.low(), earlier as usize);
                }
            }
            let vertex = queue[at];
            found[vertex as usize] = round;
            for &earlier in before.options(vertex) {
                if open.low()[earlier as usize] == 0 {
                    continue;
                }
                // Moving to a lost position wins; a position is lost when its last option is won.
                if marks {
                    open.close(earlier);
                } else if !open.take(earlier) {
                    continue;
                }
                queue[queued] = earlier;
                queued += 1;
            }
        }
        (next, round) = (ends, round + 1);
    }
    found
}
