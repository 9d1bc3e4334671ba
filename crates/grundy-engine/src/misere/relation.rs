//! The exact test that no sum is wrongly called N.
//!
//! A sum in which somebody can move is wrongly called N if its value is not in P and neither is that of any option. Take one, leave out the
//! letters without moves, which are worth 1, and place the others one by one: u is the value of what was placed, v that of what is still to come. When a letter h is placed, all else has
//! the value uv′ where v = v′Φ(h), and as no option of h is in P there, uv′ is a *bad context* of h. So the pairs (u, v) that can
//! be met are the least set R with (Φ(h), v) in R for every v in the bad contexts of h, and (uΦ(h), v′) in R for every (u, v) in
//! R, v′Φ(h) = v, with uv′ a bad context of h; and some sum is wrong exactly if (u, 1) is in R for some u.
//!
//! R does not depend on the order in which letters are placed, so it may be closed with one kind of letter after another; and if R
//! holds (Φ(h), v) for every bad context v of a new kind h already, it is closed with that as well.

use super::Limits;
use super::bits;
use super::monoid::NONE;
use super::quotient::{Kind, MisereQuotient};
use grundy_base::budget::Exhausted;
use std::sync::OnceLock;

/// The relation R, closed with some kinds of letters.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    order: usize,
    pairs: Vec<u64>,
    nodes: Vec<Node>,
    steps: Vec<Step>,
    /// Of the first steps.
    together: Together,
}

/// A pair of R, and how it was met first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    placed: u32,
    left: u32,
    /// The pair before, or `NONE`.
    before: u32,
    /// The kind that was placed.
    kind: u32,
}

/// A kind with which the relation is closed.
#[derive(Clone, Debug)]
struct Step {
    kind: u32,
    value: u32,
    bad: Vec<u64>,
    sources: OnceLock<Sources>,
}

impl Step {
    /// The y that its value takes to z.
    fn sources(&self, quotient: &MisereQuotient, product: u32) -> &[u16] {
        let sources = self
            .sources
            .get_or_init(|| Sources::new(quotient.row(self.value)));
        sources.of(product)
    }
}

/// By element z: the y with yx = z, for one x.
#[derive(Clone, Debug)]
struct Sources {
    /// Where in `all` those of each element begin.
    starts: Vec<u32>,
    all: Vec<u16>,
}

impl Sources {
    fn new(row: &[u16]) -> Sources {
        let mut starts = vec![0u32; row.len() + 1];
        for &product in row {
            starts[usize::from(product) + 1] += 1;
        }
        for product in 0..row.len() {
            starts[product + 1] += starts[product];
        }
        let mut next = starts.clone();
        let mut all = vec![0u16; row.len()];
        for (y, &product) in row.iter().enumerate() {
            let place = &mut next[usize::from(product)];
            all[*place as usize] = y as u16;
            *place += 1;
        }
        Sources { starts, all }
    }

    fn of(&self, product: u32) -> &[u16] {
        let [start, end] = [0, 1].map(|one| self.starts[product as usize + one] as usize);
        &self.all[start..end]
    }
}

/// By element z: the y that the value of one of the first steps takes to z, each with the place of the step.
#[derive(Clone, Debug, Default)]
struct Together {
    /// How many steps these are.
    steps: usize,
    starts: Vec<u32>,
    all: Vec<(u16, u32)>,
    /// By step: its bad contexts, of so many words each.
    bad: Vec<u64>,
    words: usize,
}

impl Together {
    fn new(quotient: &MisereQuotient, steps: &[Step]) -> Together {
        let order = quotient.order();
        let mut starts = vec![0u32; order + 1];
        for step in steps {
            for &product in quotient.row(step.value) {
                starts[usize::from(product) + 1] += 1;
            }
        }
        for product in 0..order {
            starts[product + 1] += starts[product];
        }
        let mut next = starts.clone();
        let mut all = vec![(0, 0); steps.len() * order];
        for (at, step) in steps.iter().enumerate() {
            for (y, &product) in quotient.row(step.value).iter().enumerate() {
                let place = &mut next[usize::from(product)];
                all[*place as usize] = (y as u16, at as u32);
                *place += 1;
            }
        }
        Together {
            steps: steps.len(),
            starts,
            all,
            bad: steps.iter().flat_map(|step| &step.bad).copied().collect(),
            words: bits::words(order),
        }
    }

    fn is_bad(&self, step: usize, context: u16) -> bool {
        bits::has(&self.bad[step * self.words..], u32::from(context))
    }

    fn of(&self, product: u32) -> &[(u16, u32)] {
        let [start, end] = [0, 1].map(|one| self.starts[product as usize + one] as usize);
        &self.all[start..end]
    }
}

/// Pairs between two looks at the budget.
const PAIRS: usize = 1 << 10;

/// New pairs for which it is worth to have the sources of all steps together.
const MANY: usize = 1 << 8;

/// How far a relation was closed, to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    nodes: usize,
    steps: usize,
}

impl Relation {
    /// Closed with nothing.
    pub(super) fn new(order: usize) -> Relation {
        Relation {
            order,
            pairs: vec![0; bits::words(order * order)],
            nodes: Vec::new(),
            steps: Vec::new(),
            together: Together::default(),
        }
    }

    /// Closed with nothing, but such that these kinds may be placed, if not as the first of a sum.
    pub(super) fn allowing<'k>(
        quotient: &MisereQuotient,
        kinds: impl Iterator<Item = (u32, &'k Kind)>,
    ) -> Relation {
        let mut relation = Relation::new(quotient.order());
        kinds.for_each(|(name, kind)| relation.allow(name, kind));
        relation.together = Together::new(quotient, &relation.steps);
        relation
    }

    fn place(&self, placed: u32, left: u32) -> u32 {
        placed * self.order as u32 + left
    }

    /// Whether it is closed with a kind though it was not asked to be.
    pub(super) fn holds(&self, kind: &Kind) -> bool {
        bits::set(&kind.bad).all(|left| bits::has(&self.pairs, self.place(kind.value, left)))
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            steps: self.steps.len(),
        }
    }

    /// Forgets what was added since.
    pub(super) fn back(&mut self, mark: Mark) {
        for node in self.nodes.split_off(mark.nodes) {
            let place = self.place(node.placed, node.left);
            bits::take(&mut self.pairs, place);
        }
        self.steps.truncate(mark.steps);
        if self.together.steps > mark.steps {
            self.together = Together::default();
        }
    }

    fn add(&mut self, node: Node) -> bool {
        let place = self.place(node.placed, node.left);
        let is_new = !bits::has(&self.pairs, place);
        if is_new {
            bits::put(&mut self.pairs, place);
            self.nodes.push(node);
        }
        is_new
    }

    /// Lets a kind be placed from now on, but not as the first of a sum: nothing is closed.
    fn allow(&mut self, name: u32, kind: &Kind) {
        let mut same = self.steps.iter().filter(|step| step.value == kind.value);
        if same.all(|step| step.bad != kind.bad) {
            self.steps.push(Step {
                kind: name,
                value: kind.value,
                bad: kind.bad.clone(),
                sources: OnceLock::new(),
            });
        }
    }

    /// Closes it with a further kind, or tells the last pair of a sum that is wrongly called N.
    ///
    /// # Errors
    /// The budget does not suffice; it is not closed then, and to be given up or to go back.
    pub(super) fn close(
        &mut self,
        quotient: &MisereQuotient,
        name: u32,
        kind: &Kind,
        limits: &mut Limits<'_>,
    ) -> Result<Result<(), Node>, Exhausted> {
        let old = self.nodes.len();
        let before = self.steps.len();
        self.allow(name, kind);
        for left in bits::set(&kind.bad) {
            let node = Node {
                placed: kind.value,
                left,
                before: NONE,
                kind: name,
            };
            if self.add(node) && left == 0 {
                return Ok(Err(node));
            }
        }
        let steps = std::mem::take(&mut self.steps);
        let closed = self.follow(quotient, &steps, (old, before), limits);
        self.steps = steps;
        closed
    }

    /// Places every kind on every pair: on the first `old` ones only those from the `before`-th on.
    fn follow(
        &mut self,
        quotient: &MisereQuotient,
        steps: &[Step],
        (old, before): (usize, usize),
        limits: &mut Limits<'_>,
    ) -> Result<Result<(), Node>, Exhausted> {
        let mut next = if before == steps.len() { old } else { 0 };
        let mut together = std::mem::take(&mut self.together);
        let closed = loop {
            let Some(&node) = self.nodes.get(next) else {
                break Ok(());
            };
            let from = if next < old { before } else { 0 };
            if next.is_multiple_of(PAIRS) {
                limits.step((3 * (steps.len() - from) * PAIRS) as u64)?;
            }
            if next == old + MANY && together.steps < steps.len() {
                together = Together::new(quotient, steps);
            }
            let row = quotient.row(node.placed);
            let mut wrong = None;
            let mut place = |step: &Step, left: u16| {
                let made = Node {
                    placed: u32::from(row[step.value as usize]),
                    left: u32::from(left),
                    before: next as u32,
                    kind: step.kind,
                };
                if self.add(made) && left == 0 {
                    wrong = wrong.or(Some(made));
                }
            };
            // A kind may be placed where it wins nothing.
            if from < together.steps {
                for &(left, at) in together.of(node.left) {
                    let at = at as usize;
                    if together.is_bad(at, row[usize::from(left)]) && at >= from {
                        place(&steps[at], left);
                    }
                }
            }
            for step in &steps[together.steps.max(from)..] {
                for &left in step.sources(quotient, node.left) {
                    if bits::has(&step.bad, u32::from(row[usize::from(left)])) {
                        place(step, left);
                    }
                }
            }
            if let Some(wrong) = wrong {
                break Err(wrong);
            }
            next += 1;
        };
        self.together = together;
        Ok(closed)
    }

    /// The kinds that were placed on the way to a pair.
    pub(super) fn word(&self, last: Node) -> Vec<u32> {
        let mut at = last;
        let mut word = vec![at.kind];
        while let Some(&before) = self.nodes.get(at.before as usize) {
            word.push(before.kind);
            at = before;
        }
        word
    }
}
