//! P, N and D on the vertices of a graph, by the textbook procedure.
//!
//! Round 0 marks the ends of play. Each later round marks the vertices from which a vertex just marked P can be reached
//! (N), or whose options have all been marked N, the last of them just now (P). When a round marks nothing, whatever is left is a
//! draw: from there each player can avoid an end for ever. The round of a vertex is its remoteness: how many moves play
//! lasts when the winner hurries and the loser delays (Steinhaus, 1925; Smith, *Graphs and composite games*, 1966).

use super::{Arranged, Graph};
use crate::quotient::{Outcome, Play};

/// Why a vertex has its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is no move: P in normal play, N in misère play.
    End,
    /// This option was marked P in the round before, so the vertex is N.
    MovesTo(u32),
    /// All options are N, so the vertex is P. This is one marked last, in the round before.
    AllWinning(u32),
    /// No round marked it: no option is P, and this one is a draw too.
    Endless(u32),
}

/// What one round of the procedure marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round<'a> {
    /// The number of the round, which is the remoteness of its vertices.
    pub number: u32,
    /// What they were all marked: rounds alternate.
    pub label: Outcome,
    /// The vertices, in rising order.
    pub vertices: &'a [u32],
}

/// What to do on a vertex. All lists are in rising order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Play is over.
    Over,
    /// These options win, and bring the end nearer whatever the opponent does. Other options that are P hold the win
    /// for now, but a player who wanders among them may never come to the end.
    Win(Vec<u32>),
    /// These options keep the draw.
    HoldDraw(Vec<u32>),
    /// All options lose; these put the end off longest.
    Delay(Vec<u32>),
}

/// The outcome and remoteness of every vertex, with the rounds in which they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    play: Play,
    labels: Vec<Outcome>,
    remoteness: Vec<u32>,
    /// The vertices that are no draws, by round and then by number.
    order: Vec<u32>,
    /// Round `r` is `order[start[r]..start[r + 1]]`.
    start: Vec<u32>,
}

/// Stands for "no remoteness".
const ENDLESS: u32 = u32::MAX;

/// Labels every vertex.
///
/// Linear time, no recursion, 4 bytes an edge and some 24 a vertex.
///
/// ```
/// use grundy_engine::graph::{Advice, Graph, labelling};
/// use grundy_engine::{Outcome, Play};
/// // 0 → 1 → 2, and back from 1 to 0.
/// let graph = Graph::new(3, &[(0, 1), (1, 2), (1, 0)])?;
/// let found = labelling(&graph, Play::Normal);
/// assert_eq!(found.labels(), [Outcome::P, Outcome::N, Outcome::P]);
/// assert_eq!(found.remoteness(0), Some(2));
/// // Both moves from 1 lead to a P-position, but only one ends the game.
/// assert_eq!(found.advice(&graph, 1), Some(Advice::Win(vec![2])));
/// # Ok::<(), grundy_engine::graph::GraphError>(())
/// ```
pub fn labelling(graph: &Graph, play: Play) -> Labelling {
    let remoteness = Arranged::from(graph).outcomes(play).into_remoteness();
    let label = |&moves: &u32| match (moves, play) {
        (ENDLESS, _) => Outcome::D,
        (moves, Play::Normal) if moves % 2 == 0 => Outcome::P,
        (moves, Play::Misere) if moves % 2 == 1 => Outcome::P,
        _ => Outcome::N,
    };
    let labels = remoteness.iter().map(label).collect();
    let marked = remoteness.iter().filter(|&&round| round != ENDLESS);
    let rounds = marked.clone().max().map_or(0, |&last| last as usize + 1);
    let order = vec![0; marked.count()];
    let (order, start) = by_round(&remoteness, rounds, order);
    Labelling {
        play,
        labels,
        remoteness,
        order,
        start,
    }
}

/// Sorts the marked vertices by round, and by number within each, by counting, into a list of the right length.
fn by_round(remoteness: &[u32], rounds: usize, mut order: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    let mut start = vec![0u32; rounds + 1];
    for &round in remoteness.iter().filter(|&&round| round != ENDLESS) {
        start[round as usize] += 1;
    }
    let mut before = 0;
    for place in &mut start {
        before += std::mem::replace(place, before);
    }
    for (vertex, &round) in (0u32..).zip(remoteness) {
        if round != ENDLESS {
            order[start[round as usize] as usize] = vertex;
            start[round as usize] += 1;
        }
    }
    start.rotate_right(1);
    start[0] = 0;
    (order, start)
}

impl Labelling {
    /// The play for which this was found.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The labels of all vertices.
    pub fn labels(&self) -> &[Outcome] {
        &self.labels
    }

    /// The label of a vertex, if there is such a vertex.
    pub fn label(&self, vertex: u32) -> Option<Outcome> {
        self.labels.get(vertex as usize).copied()
    }

    /// How many moves play lasts from here when the winner hurries and the loser delays; none for a draw.
    pub fn remoteness(&self, vertex: u32) -> Option<u32> {
        self.remoteness
            .get(vertex as usize)
            .copied()
            .filter(|&moves| moves != ENDLESS)
    }

    /// The rounds of the procedure, the ends of play first. Vertices in none are draws.
    pub fn rounds(&self) -> impl ExactSizeIterator<Item = Round<'_>> + '_ {
        self.start.windows(2).enumerate().map(|(number, ends)| {
            let vertices = &self.order[ends[0] as usize..ends[1] as usize];
            let even = if self.play == Play::Normal {
                Outcome::P
            } else {
                Outcome::N
            };
            let odd = if self.play == Play::Normal {
                Outcome::N
            } else {
                Outcome::P
            };
            Round {
                number: number as u32,
                label: if number % 2 == 0 { even } else { odd },
                vertices,
            }
        })
    }

    /// Why a vertex of this graph has its label, if there is such a vertex. Linear in its options.
    pub fn reason(&self, graph: &Graph, vertex: u32) -> Option<Reason> {
        let label = self.label(vertex)?;
        let options = graph.options(vertex);
        if options.is_empty() {
            return Some(Reason::End);
        }
        let before = self
            .remoteness(vertex)
            .and_then(|round| round.checked_sub(1));
        let option = options.iter().copied().find(|&option| match label {
            Outcome::D => self.label(option) == Some(Outcome::D),
            Outcome::P | Outcome::N => self.remoteness(option) == before,
        })?;
        Some(match label {
            Outcome::N => Reason::MovesTo(option),
            Outcome::P => Reason::AllWinning(option),
            Outcome::D => Reason::Endless(option),
        })
    }

    /// The moves that win from a vertex of this graph. Where every play from it `ends` these are all to P-positions;
    /// where play can go on for ever only those that bring the end nearer, since others may be made again and again.
    pub fn winning(&self, graph: &Graph, vertex: u32, ends: bool) -> Vec<u32> {
        if ends {
            let options = graph.options(vertex).iter().copied();
            return options
                .filter(|&option| self.label(option) == Some(Outcome::P))
                .collect();
        }
        match self.advice(graph, vertex) {
            Some(Advice::Win(nearer)) => nearer,
            _ => Vec::new(),
        }
    }

    /// What to do on a vertex of this graph, if there is such a vertex. Linear in its options.
    ///
    /// Whoever follows it from an N-position ends the game in as many moves as the remoteness says, or fewer.
    pub fn advice(&self, graph: &Graph, vertex: u32) -> Option<Advice> {
        let label = self.label(vertex)?;
        let options = graph.options(vertex);
        if options.is_empty() {
            return Some(Advice::Over);
        }
        // In a finite vertex the best options, for winner and loser alike, are those one move nearer the end.
        let before = self
            .remoteness(vertex)
            .and_then(|moves| moves.checked_sub(1));
        let best = options
            .iter()
            .copied()
            .filter(|&option| self.remoteness(option) == before)
            .collect();
        Some(match label {
            Outcome::N => Advice::Win(best),
            Outcome::P => Advice::Delay(best),
            Outcome::D => Advice::HoldDraw(best),
        })
    }
}
