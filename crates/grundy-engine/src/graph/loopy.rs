//! Loopy Grundy values: what takes the place of Grundy values on a graph with cycles, so that sums come out right.
//!
//! Each vertex has a finite value, or ∞ with the set K of the finite values of its options. A vertex has the finite value
//! `m` if `m` is the mex of its options' finite values and every option without a smaller value has itself an
//! option that was given `m` before: whoever moves there is answered by that reverting move. The order in which values
//! are given is the counter that shows why such answers do not go on for ever.
//! The values and the outcomes of sums are those of C. A. B. Smith, *Graphs and composite games* (1966); the
//! counter and the labelling value by value are those of A. S. Fraenkel and Y. Perl, *Constructions in combinatorial
//! games with cycles* (1975), and of Fraenkel and Y. Yesha, *The generalized Sprague–Grundy function and its invariance
//! under certain mappings* (1986).

use super::Graph;
use super::arranged::Arranged;
use super::peel::{INFINITE, Peeled};
use crate::quotient::Outcome;
use std::fmt;

/// The loopy Grundy value of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loopy<'a> {
    /// In sums the vertex acts as a Nim heap of this size.
    Finite(u32),
    /// The value ∞, with the finite values of the options: each once, in rising order.
    Infinite(&'a [u32]),
}

impl fmt::Display for Loopy<'_> {
    /// A number, or `∞{0,2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = match self {
            Loopy::Finite(value) => return value.fmt(f),
            Loopy::Infinite(set) => set,
        };
        f.write_str("∞{")?;
        for (place, value) in set.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{value}")?;
        }
        f.write_str("}")
    }
}

impl Loopy<'_> {
    /// The outcome of normal play on a sum of components with these values, of one graph or of several.
    ///
    /// With finite values only, P if their nim-sum is 0 and N otherwise. With a single ∞, N if its set has the nim-sum
    /// of the others, and a draw otherwise. With more, a draw. The empty sum is P.
    ///
    /// ```
    /// use grundy_engine::Outcome;
    /// use grundy_engine::graph::Loopy;
    /// let heap = Loopy::Finite(2);
    /// assert_eq!(Loopy::sum([heap, Loopy::Infinite(&[0, 2])]), Outcome::N);
    /// assert_eq!(Loopy::sum([heap, Loopy::Infinite(&[0, 1])]), Outcome::D);
    /// ```
    pub fn sum<'a>(values: impl IntoIterator<Item = Loopy<'a>>) -> Outcome {
        let mut total = Total::default();
        for value in values {
            total.add(value);
        }
        total.outcome()
    }
}

/// What a sum comes to.
#[derive(Clone, Copy, Default)]
struct Total<'a> {
    nim_sum: u32,
    infinite: usize,
    /// The set of the last infinite value.
    set: &'a [u32],
}

impl<'a> Total<'a> {
    fn add(&mut self, value: Loopy<'a>) {
        match value {
            Loopy::Finite(value) => self.nim_sum ^= value,
            Loopy::Infinite(set) => {
                self.infinite += 1;
                self.set = set;
            }
        }
    }

    fn outcome(&self) -> Outcome {
        match self.infinite {
            0 if self.nim_sum == 0 => Outcome::P,
            0 => Outcome::N,
            1 if self.set.binary_search(&self.nim_sum).is_ok() => Outcome::N,
            _ => Outcome::D,
        }
    }
}

/// A move in a sum of tokens on one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenMove {
    /// The place of the token in the list of tokens, from 0.
    pub token: usize,
    /// The vertex it is moved to.
    pub to: u32,
}

/// What to do in a sum of tokens. Moves are in the order of the tokens, then of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumAdvice {
    /// No move is left: the vertex has no options that count.
    Over,
    /// These moves win. Among the moves to P-positions they leave the least total of the counters of the tokens from which play
    /// can go on for ever, one more for each; whoever keeps to them leaves a smaller total again and again, or moves
    /// tokens whose play must end, so that play ends.
    Win(Vec<TokenMove>),
    /// These moves keep the draw.
    HoldDraw(Vec<TokenMove>),
    /// All moves lose.
    Lose,
}

/// The loopy Grundy values of all vertices of a graph, with the counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyValues {
    values: Vec<u32>,
    counters: Vec<u32>,
    /// A bit for each vertex from which play must end; none if that is so for all.
    must_end: Vec<u64>,
    /// The set of `v` is `sets[start[v]..start[v + 1]]`; empty for finite values.
    start: Vec<u32>,
    sets: Vec<u32>,
}

/// The loopy Grundy value of every vertex.
///
/// Linear time for the vertices from which play must end. For each other vertex, its edges are looked at, in either
/// direction, once more for each finite value among its options: so at most `edges` times the number of values in all,
/// and that is at most about `√(2·edges)`. No recursion; at most 8 bytes an edge and some 50 a vertex.
///
/// ```
/// use grundy_engine::Outcome;
/// use grundy_engine::graph::{Graph, Loopy, loopy_values};
/// // 0 and 1 lead to each other; 1 also leads to the end of play 2; 3 leads to itself and to 2.
/// let graph = Graph::new(4, &[(0, 1), (1, 0), (1, 2), (3, 3), (3, 2)])?;
/// let found = loopy_values(&graph);
/// assert_eq!(found.value(0), Some(Loopy::Finite(0))); // The move to 1 is answered by the move to 2.
/// assert_eq!(found.value(1), Some(Loopy::Finite(1)));
/// assert_eq!(found.value(3), Some(Loopy::Infinite(&[0])));
/// assert_eq!(found.sum(&[0, 3]), Some(Outcome::N));
/// assert_eq!(found.sum(&[1, 3]), Some(Outcome::D));
/// # Ok::<(), grundy_engine::graph::GraphError>(())
/// ```
pub fn loopy_values(graph: &Graph) -> LoopyValues {
    Arranged::from(graph).values()
}

/// The values of all vertices, when those from which play must end have been peeled off.
pub(super) fn labelled(before: &Graph, peeled: Peeled) -> LoopyValues {
    let Peeled {
        values,
        order,
        open,
    } = peeled;
    let mut ended = vec![0u64; values.len().div_ceil(64)];
    for &vertex in &order {
        ended[vertex as usize / 64] |= 1 << (vertex % 64);
    }
    let must_end = ended;
    let ended = by_value(&values, &order);
    drop(order);
    let mut rounds = Rounds {
        before,
        counters: vec![INFINITE; values.len()],
        states: (0..values.len() as u32)
            .map(|vertex| State::new(open.count(vertex)))
            .collect(),
        values,
        given: 0,
        reached: Vec::new(),
    };
    drop(open);
    rounds.run(&ended);
    let Rounds {
        values, counters, ..
    } = rounds;
    let (start, sets) = sets(before, &values);
    LoopyValues {
        values,
        counters,
        must_end,
        start,
        sets,
    }
}

/// The vertices sorted by value, stably, by counting.
fn by_value(values: &[u32], order: &[u32]) -> Vec<u32> {
    let value = |&vertex: &u32| values[vertex as usize] as usize;
    let mut place = vec![0u32; order.iter().map(value).max().map_or(0, |most| most + 1)];
    for vertex in order {
        place[value(vertex)] += 1;
    }
    let mut before = 0;
    for place in &mut place {
        before += std::mem::replace(place, before);
    }
    let mut sorted = vec![0; order.len()];
    for vertex in order {
        let place = &mut place[value(vertex)];
        sorted[*place as usize] = *vertex;
        *place += 1;
    }
    sorted
}

/// The finite values of the options of each vertex of value ∞, as rows; `before` has the vertices before each.
fn sets(before: &Graph, values: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let finite = (0..values.len() as u32).filter(|&vertex| values[vertex as usize] != INFINITE);
    let by_value = by_value(values, &finite.collect::<Vec<u32>>());
    // The greatest value put into a row so far, plus one. Values come in rising order.
    let mut last = vec![0u32; values.len()];
    let mut start = vec![0u32; values.len() + 1];
    let each = |last: &mut [u32], add: &mut dyn FnMut(u32, u32)| {
        for &option in &by_value {
            let value = values[option as usize];
            for &vertex in before.options(option) {
                if values[vertex as usize] == INFINITE && last[vertex as usize] <= value {
                    last[vertex as usize] = value + 1;
                    add(vertex, value);
                }
            }
        }
    };
    each(&mut last, &mut |vertex, _| start[vertex as usize] += 1);
    let mut total = 0;
    for place in &mut start {
        total += std::mem::replace(place, total);
    }
    let mut sets = vec![0; total as usize];
    last.fill(0);
    each(&mut last, &mut |vertex, value| {
        sets[start[vertex as usize] as usize] = value;
        start[vertex as usize] += 1;
    });
    start.rotate_right(1);
    start[0] = 0;
    (start, sets)
}

/// What is known of a vertex from which play can go on for ever. Rounds are counted from 1 here: round `m + 1` gives `m`.
#[derive(Clone, Copy)]
struct State {
    /// How many options are not of a finite value yet, those from which play must end not counted.
    open: u32,
    /// How many of these have not been reached in the round `counted`.
    left: u32,
    /// The round for which `left` was counted, or `OUT`.
    counted: u32,
    /// The last round in which an option was given that round's value; `OUT` once the vertex has a value itself.
    reached: u32,
}

/// A round that never comes: nothing more is to be counted for the vertex, because it has a finite value, or cannot have
/// one because some value is missing among those of its options.
const OUT: u32 = u32::MAX;

impl State {
    fn new(open: u32) -> State {
        // Those from which play must end have their values.
        let round = if open == 0 { OUT } else { 0 };
        State {
            open,
            left: 0,
            counted: round,
            reached: round,
        }
    }
}

/// The labelling, value by value.
struct Rounds<'a> {
    before: &'a Graph,
    values: Vec<u32>,
    counters: Vec<u32>,
    /// How many vertices have been given a value.
    given: u32,
    states: Vec<State>,
    /// The vertices reached in this round whose own predecessors have not been told.
    reached: Vec<u32>,
}

impl Rounds<'_> {
    /// `ended` are the vertices from which play must end, by value, and each after its options of the same value or less.
    fn run(&mut self, mut ended: &[u32]) {
        // The vertices with an option of each smaller value.
        let mut standing: Vec<u32> = (0u32..)
            .zip(&self.states)
            .filter(|(_, state)| state.open > 0)
            .map(|(vertex, _)| vertex)
            .collect();
        let mut value = 0;
        while !standing.is_empty() {
            let same = ended.partition_point(|&vertex| self.values[vertex as usize] <= value);
            let (now, later) = ended.split_at(same);
            ended = later;
            // All who move to an ended vertex of this value are reached before anything is concluded from it, because
            // `open` does not count their moves.
            for &vertex in now {
                self.count(vertex);
                self.reach_all_before(vertex, value);
            }
            for &vertex in &standing {
                let state = self.states[vertex as usize];
                if state.open == 0 && state.reached <= value {
                    self.give(vertex, value);
                }
            }
            while let Some(vertex) = self.reached.pop() {
                self.tell_all_before(vertex, value);
            }
            standing.retain(|&vertex| {
                let state = &mut self.states[vertex as usize];
                let stays = state.reached == value + 1;
                if !stays {
                    state.counted = OUT;
                }
                stays
            });
            value += 1;
        }
        for &vertex in ended {
            self.count(vertex);
        }
    }

    fn count(&mut self, vertex: u32) {
        self.counters[vertex as usize] = self.given;
        self.given += 1;
    }

    /// The vertex has this value.
    fn give(&mut self, vertex: u32, value: u32) {
        self.values[vertex as usize] = value;
        self.count(vertex);
        let state = &mut self.states[vertex as usize];
        (state.counted, state.reached) = (OUT, OUT);
        self.reach_all_before(vertex, value);
        // From the next round on, the vertex is no open option. In this round, all before it have been reached.
        for &before in self.before.options(vertex) {
            self.states[before as usize].open -= 1;
        }
    }

    /// All who have this option are reached: they have an option of this value.
    fn reach_all_before(&mut self, option: u32, value: u32) {
        for &vertex in self.before.options(option) {
            let state = &mut self.states[vertex as usize];
            if state.reached <= value {
                state.reached = value + 1;
                self.reached.push(vertex);
            }
        }
    }

    /// Moves to this option, which was reached, can be reverted.
    fn tell_all_before(&mut self, option: u32, value: u32) {
        for &vertex in self.before.options(option) {
            let state = &mut self.states[vertex as usize];
            if state.counted == OUT || state.reached > value {
                continue;
            }
            if state.counted != value + 1 {
                state.counted = value + 1;
                state.left = state.open;
            }
            state.left -= 1;
            if state.left == 0 {
                self.give(vertex, value);
            }
        }
    }
}

impl LoopyValues {
    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.values.len()
    }

    /// Grundy values of a graph without cycles.
    pub(super) fn of_finite(values: Vec<u32>) -> LoopyValues {
        LoopyValues {
            values,
            counters: Vec::new(),
            must_end: Vec::new(),
            start: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// The finite values, `u32::MAX` for ∞.
    pub(super) fn into_finite(self) -> Vec<u32> {
        self.values
    }

    /// Whether the graph has a cycle. Values may all be finite even so.
    pub fn cyclic(&self) -> bool {
        !self.start.is_empty()
    }

    /// The value of a vertex, if there is such a vertex.
    pub fn value(&self, vertex: u32) -> Option<Loopy<'_>> {
        let vertex = vertex as usize;
        Some(match *self.values.get(vertex)? {
            INFINITE => {
                let (start, end) = (self.start[vertex], self.start[vertex + 1]);
                Loopy::Infinite(&self.sets[start as usize..end as usize])
            }
            value => Loopy::Finite(value),
        })
    }

    /// The counter of a vertex of finite value; none for ∞, nor on a graph without cycles, where no counter is needed.
    ///
    /// Counters are distinct and rise with the value. From each option of `v` whose value is greater or ∞ there is a move
    /// to a vertex with the value of `v` and a smaller counter.
    pub fn counter(&self, vertex: u32) -> Option<u32> {
        let counter = self.counters.get(vertex as usize).copied();
        counter.filter(|&counter| counter != INFINITE)
    }

    /// The outcome of normal play on a sum of tokens on these vertices, which may be the same; none if there is no
    /// such vertex. The empty sum is P. See [`Loopy::sum`].
    pub fn sum(&self, tokens: &[u32]) -> Option<Outcome> {
        self.total(tokens).map(|total| total.outcome())
    }

    fn total(&self, tokens: &[u32]) -> Option<Total<'_>> {
        let mut total = Total::default();
        for &token in tokens {
            total.add(self.value(token)?);
        }
        Some(total)
    }

    /// What to do in a sum of tokens on these vertices of this graph; none if there is no such vertex.
    ///
    /// Linear in the options of the tokens, times the logarithm of the size of a set.
    pub fn advice(&self, graph: &Graph, tokens: &[u32]) -> Option<SumAdvice> {
        let total = self.total(tokens)?;
        let aim = total.outcome();
        // The set that counts when another token than the one moved is the only infinite one left.
        let sets = || {
            tokens
                .iter()
                .enumerate()
                .filter_map(|(at, &token)| match self.value(token) {
                    Some(Loopy::Infinite(set)) => Some((at, set)),
                    _ => None,
                })
        };
        let (first, second) = (sets().next(), sets().nth(1));
        let (mut moves, mut over, mut least) = (Vec::new(), true, u64::MAX);
        let counters: u64 = tokens.iter().map(|&token| self.weight(token)).sum();
        for (token, &from) in tokens.iter().enumerate() {
            let mut others = total;
            match self.value(from)? {
                Loopy::Finite(value) => others.nim_sum ^= value,
                Loopy::Infinite(_) => others.infinite -= 1,
            }
            let other = first.filter(|&(at, _)| at != token).or(second);
            others.set = other.map_or(&[], |(_, set)| set);
            let counters = counters - self.weight(from);
            for &to in graph.options(from) {
                over = false;
                let mut after = others;
                after.add(self.value(to)?);
                match (aim, after.outcome()) {
                    (Outcome::N, Outcome::P) => {
                        let counters = counters + self.weight(to);
                        if counters < least {
                            moves.clear();
                            least = counters;
                        }
                        if counters == least {
                            moves.push(TokenMove { token, to });
                        }
                    }
                    (Outcome::D, Outcome::D) => moves.push(TokenMove { token, to }),
                    _ => {}
                }
            }
        }
        Some(match aim {
            _ if over => SumAdvice::Over,
            Outcome::N => SumAdvice::Win(moves),
            Outcome::D => SumAdvice::HoldDraw(moves),
            Outcome::P => SumAdvice::Lose,
        })
    }

    /// What a vertex counts in a total in which no infinite value is left when it matters.
    fn weight(&self, vertex: u32) -> u64 {
        let word = self.must_end.get(vertex as usize / 64);
        if word.is_some_and(|word| word >> (vertex % 64) & 1 == 1) {
            return 0;
        }
        self.counter(vertex)
            .map_or(0, |counter| u64::from(counter) + 1)
    }
}
