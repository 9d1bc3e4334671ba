//! One question searched by several threads, which share what is proved.
//!
//! A *master* holds the couples near the question as a tree, with their efforts, and hands out its leaves: the first worker has the leaf that is nearest
//! to yes or no, as in search by one, the next one the nearest of those that are left. A worker searches its leaf by proof numbers, on its
//! own, until it is farther than the next best or has had its share of options; a leaf that comes back undecided becomes a part of the tree. So a worker that is lost costs
//! a leaf, and no more (compare SPOTS, arXiv:2511.10339). All have the same table; what one has proved is no work for the others.

use std::collections::hash_map::Entry;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use grundy_base::budget::Meter;
use rustc_hash::FxHashMap;

use super::followers::Follower;
use super::proof::{Efforts, NEVER, NO, YES};
use super::{Answer, Look, PER_POSITION, Search, Stopped};
use crate::split::{Keys, Splits};

/// Options that are searched by one before others are called: what is decided by then takes no time that is worth it.
const ALONE: u64 = if cfg!(test) { 1 << 10 } else { 1 << 20 };

/// Options of one leaf before it comes back.
const SHARE: u64 = if cfg!(test) { 1 << 8 } else { 1 << 17 };

/// A couple of the tree; or a sum of which all but the last part are not known yet.
#[derive(Debug)]
struct Node<P> {
    part: P,
    n: u32,
    more: Vec<P>,
    efforts: Efforts,
    /// The followers that are not known to say no. None for a leaf.
    followers: Vec<usize>,
    parents: Vec<usize>,
    /// Whether it has been searched without being decided.
    tried: bool,
    /// Whether a worker has it.
    busy: bool,
}

/// What a worker is to search.
#[derive(Clone, Debug)]
struct Leaf<P> {
    node: usize,
    part: P,
    n: u32,
    more: Vec<P>,
    limits: Efforts,
}

/// The tree.
#[derive(Debug)]
struct Tree<P> {
    nodes: Vec<Node<P>>,
    couples: FxHashMap<(u64, u32), usize>,
    /// Couples that were decided by their followers, which the table is still to hear of.
    news: Vec<usize>,
}

/// The tree, and what the workers have said.
struct Desk<S: Splits> {
    tree: Tree<S::Part>,
    /// Looks into the table for the tree.
    search: Search<S>,
    working: usize,
    failed: Option<Stopped<S::Stop>>,
    options: u64,
}

impl<S: Splits> Search<S> {
    /// The value of a part, by so many threads.
    ///
    /// # Errors
    /// As [`value`](Search::value).
    pub fn value_together(
        &mut self,
        part: &S::Part,
        threads: usize,
        meter: &mut Meter,
    ) -> Answer<u32, S> {
        if threads < 2 || self.splits.size(part) <= self.sizes.deep {
            return self.value(part, meter);
        }
        if let (Some(value), _) = self.known(part)? {
            return Ok(value);
        }
        for n in 0..super::MOST_VALUE {
            if self.is_together(part, n, threads, meter)? {
                return Ok(n);
            }
        }
        Err(Stopped::Large)
    }

    /// Whether the value of a part is n, by so many threads.
    ///
    /// # Errors
    /// As [`is`](Search::is).
    pub fn is_together(
        &mut self,
        part: &S::Part,
        n: u32,
        threads: usize,
        meter: &mut Meter,
    ) -> Answer<bool, S> {
        if threads < 2 || self.splits.size(part) <= self.sizes.deep {
            return self.is(part, n, meter);
        }
        match self.look(part, n)? {
            Look::Yes => return Ok(true),
            Look::No => return Ok(false),
            Look::Open(..) => {}
        }
        self.until = self.options + ALONE;
        let alone = self.begun(meter, |search, meter| {
            search.efforts(part, n, (NEVER, NEVER), meter)
        });
        self.until = u64::MAX;
        match alone? {
            NO => return Ok(false),
            YES => return Ok(true),
            _ => {}
        }
        loop {
            match self.round(part, n, threads, meter)? {
                Some(answer) => return Ok(answer),
                // The table is full: alone, it grows.
                None => self.grow(meter)?,
            }
        }
    }

    /// Searches together until it is decided, or the table should grow.
    fn round(
        &mut self,
        part: &S::Part,
        n: u32,
        threads: usize,
        meter: &mut Meter,
    ) -> Answer<Option<bool>, S> {
        let mut tree = Tree {
            nodes: Vec::new(),
            couples: FxHashMap::default(),
            news: Vec::new(),
        };
        let root = tree.couple(self.number(part)?, part.clone(), n, (1, 1));
        let can_grow = 3 * self.table.bytes() + self.keys.bytes() <= self.most_bytes
            && 2 * self.table.bytes() <= meter.bytes_left();
        let each = meter.at_most(meter.positions_left() / threads as u64);
        let desk = Mutex::new(Desk {
            tree,
            search: self.worker(),
            working: 0,
            failed: None,
            options: 0,
        });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (mut search, mut meter) = (self.worker(), each.clone());
                let (desk, changed) = (&desk, &changed);
                scope.spawn(move || work(&mut search, root, desk, changed, can_grow, &mut meter));
            }
        });
        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.options += desk.options;
        self.counted.0 += desk.options;
        meter.spend(desk.options / PER_POSITION, 0)?;
        if let Some(why) = desk.failed {
            return Err(why);
        }
        match desk.tree.nodes[root].efforts {
            NO => self.excluded(part, 1u64.checked_shl(n).unwrap_or(0), meter)?,
            YES => self.found(part, n, meter)?,
            _ => return Ok(None),
        }
        Ok(Some(desk.tree.nodes[root].efforts == YES))
    }

    /// A search with the same table.
    fn worker(&self) -> Search<S> {
        Search {
            splits: self.splits.clone(),
            keys: self.keys.clone(),
            table: self.table.clone(),
            shared: true,
            rates: self.rates.clone(),
            spare: Vec::new(),
            told: Vec::new(),
            counted: (0, self.keys.bytes()),
            options: 0,
            ..*self
        }
    }

    /// Searches a leaf: what it is now, and its part and number where these have changed.
    fn leaf(&mut self, leaf: &mut Leaf<S::Part>, meter: &mut Meter) -> Answer<Efforts, S> {
        self.depth = 0;
        self.until = self.options + SHARE;
        for beside in std::mem::take(&mut leaf.more) {
            leaf.n ^= self.value_of(&beside, meter)?;
        }
        let efforts = match self.look(&leaf.part, leaf.n)? {
            Look::Yes => YES,
            Look::No => NO,
            Look::Open(..) if self.splits.size(&leaf.part) <= self.sizes.deep => {
                match self.is_of(&leaf.part, leaf.n, meter)? {
                    true => YES,
                    false => NO,
                }
            }
            Look::Open(..) => self.efforts(&leaf.part, leaf.n, leaf.limits, meter)?,
        };
        self.spend(meter)?;
        Ok(efforts)
    }
}

/// What one thread does.
fn work<S: Splits>(
    search: &mut Search<S>,
    root: usize,
    desk: &Mutex<Desk<S>>,
    changed: &Condvar,
    can_grow: bool,
    meter: &mut Meter,
) {
    let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
    let mut at: MutexGuard<'_, Desk<S>> = lock();
    loop {
        let done = matches!(at.tree.nodes[root].efforts, NO | YES);
        let stopped = at.failed.is_some() || (can_grow && search.table.is_full());
        if done || stopped {
            break;
        }
        let Desk {
            tree,
            search: looks,
            ..
        } = &mut *at;
        match tree.next(root, looks, meter) {
            Err(why) => at.failed = Some(why),
            Ok(None) if matches!(at.tree.nodes[root].efforts, NO | YES) => {}
            // All that is near is being searched.
            Ok(None) if at.working > 0 => {
                at = changed.wait(at).unwrap_or_else(PoisonError::into_inner);
            }
            Ok(None) => {}
            Ok(Some(mut leaf)) => {
                at.working += 1;
                drop(at);
                let before = search.options;
                let found = search.leaf(&mut leaf, meter);
                at = lock();
                at.working -= 1;
                at.options += search.options - before;
                let Desk {
                    tree,
                    search: looks,
                    ..
                } = &mut *at;
                let kept = match found {
                    Ok(efforts) => tree.searched(leaf, efforts, looks, meter),
                    Err(why) => Err(why),
                };
                if let Err(why) = kept {
                    at.failed.get_or_insert(why);
                }
                changed.notify_all();
            }
        }
    }
    changed.notify_all();
}

impl<P: Clone> Tree<P> {
    /// The node of a couple, made if there is none.
    fn couple(&mut self, number: u64, part: P, n: u32, efforts: Efforts) -> usize {
        let node = self.nodes.len();
        match self.couples.entry((number, n)) {
            Entry::Occupied(there) => *there.get(),
            Entry::Vacant(free) => {
                free.insert(node);
                self.nodes.push(Node::leaf(part, n, efforts));
                node
            }
        }
    }

    /// The leaf that should be searched next; none where all that may be are being searched, or everything is decided.
    fn next<S: Splits<Part = P>>(
        &mut self,
        root: usize,
        looks: &mut Search<S>,
        meter: &mut Meter,
    ) -> Answer<Option<Leaf<P>>, S> {
        while !matches!(self.nodes[root].efforts, NO | YES) {
            let Some((node, limits)) = self.nearest(root, (NEVER, NEVER)) else {
                return Ok(None);
            };
            let at = &mut self.nodes[node];
            if !at.tried || !at.more.is_empty() {
                at.busy = true;
                return Ok(Some(Leaf {
                    node,
                    part: at.part.clone(),
                    n: at.n,
                    more: at.more.clone(),
                    // A worker does not come back for next to nothing.
                    limits: (
                        limits.0.max(2 * (at.efforts.0 / 2 + 8)),
                        limits.1.max(2 * (at.efforts.1 / 2 + 8)),
                    ),
                }));
            }
            self.open(node, looks, meter)?;
        }
        Ok(None)
    }

    /// Makes a leaf that was searched without being decided a part of the tree.
    fn open<S: Splits<Part = P>>(
        &mut self,
        node: usize,
        looks: &mut Search<S>,
        meter: &mut Meter,
    ) -> Answer<(), S> {
        let (part, n) = (self.nodes[node].part.clone(), self.nodes[node].n);
        let mut followers: Vec<Follower<P>> = Vec::new();
        looks.depth = 0;
        if looks.followers(&part, n, &mut followers, meter)? {
            self.decided(node, NO);
            return Ok(());
        }
        let mut at = Vec::with_capacity(followers.len());
        for follower in followers {
            let efforts = (follower.not, follower.is);
            let child = if follower.more.is_empty() {
                let number = looks.number(&follower.part)?;
                self.couple(number, follower.part, follower.n, efforts)
            } else {
                let mut sum = Node::leaf(follower.part, follower.n, efforts);
                sum.more = follower.more;
                self.nodes.push(sum);
                self.nodes.len() - 1
            };
            if !at.contains(&child) {
                self.nodes[child].parents.push(node);
                at.push(child);
            }
        }
        let yes = at.iter().any(|&child| self.nodes[child].efforts == YES);
        at.retain(|&child| self.nodes[child].efforts != NO);
        self.nodes[node].followers = at;
        match (yes, self.nodes[node].followers.is_empty()) {
            (true, _) => self.decided(node, NO),
            (_, true) => self.decided(node, YES),
            _ => self.refreshed(node),
        }
        self.tell_table(looks, meter)
    }

    /// The leaf nearest to an answer that no worker has, with the limits up to which it stays the nearest.
    fn nearest(&self, node: usize, (not, is): Efforts) -> Option<(usize, Efforts)> {
        let at = &self.nodes[node];
        if at.followers.is_empty() {
            return (!at.busy).then_some((node, (not, is)));
        }
        let mut order: Vec<usize> = at.followers.clone();
        order.sort_by_key(|&follower| self.nodes[follower].efforts.1);
        let others = order.len() as u32 - 1;
        for (place, &follower) in order.iter().enumerate() {
            let second = (order.get(place + 1)).map_or(NEVER, |&next| self.nodes[next].efforts.1);
            let limit = (second / 8).saturating_add(second).saturating_add(1);
            let limits = (is.saturating_sub(others), not.min(limit));
            if let Some(found) = self.nearest(follower, limits) {
                return Some(found);
            }
        }
        None
    }

    /// A worker has come back with a leaf.
    fn searched<S: Splits<Part = P>>(
        &mut self,
        leaf: Leaf<P>,
        efforts: Efforts,
        looks: &mut Search<S>,
        meter: &mut Meter,
    ) -> Answer<(), S> {
        let node = leaf.node;
        self.nodes[node].busy = false;
        if !self.nodes[node].more.is_empty() {
            // It is a couple now: that of the largest part.
            self.nodes[node].more.clear();
            self.nodes[node].n = leaf.n;
            if !matches!(efforts, NO | YES) {
                let number = looks.number(&leaf.part)?;
                let couple = self.couple(number, leaf.part, leaf.n, efforts);
                self.nodes[node].followers = Vec::new();
                for parent in std::mem::take(&mut self.nodes[node].parents) {
                    let followers = &mut self.nodes[parent].followers;
                    followers.retain(|&follower| follower != node);
                    if !followers.contains(&couple) {
                        followers.push(couple);
                        self.nodes[couple].parents.push(parent);
                    }
                    match self.nodes[couple].efforts {
                        decided @ (NO | YES) => self.tell(parent, couple, decided),
                        _ => self.refreshed(parent),
                    }
                }
                return self.tell_table(looks, meter);
            }
        }
        self.nodes[node].tried = true;
        match efforts {
            NO | YES => self.decided(node, efforts),
            _ => self.set(node, efforts),
        }
        self.tell_table(looks, meter)
    }

    /// Keeps what was decided.
    fn tell_table<S: Splits<Part = P>>(
        &mut self,
        looks: &mut Search<S>,
        meter: &mut Meter,
    ) -> Answer<(), S> {
        for node in std::mem::take(&mut self.news) {
            let Node {
                part, n, efforts, ..
            } = &self.nodes[node];
            match *efforts {
                NO if *n < 64 => looks.excluded(part, 1 << n, meter)?,
                YES => looks.found(part, *n, meter)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn decided(&mut self, node: usize, efforts: Efforts) {
        if matches!(self.nodes[node].efforts, NO | YES) {
            return;
        }
        self.nodes[node].efforts = efforts;
        self.nodes[node].followers.clear();
        if self.nodes[node].more.is_empty() {
            self.news.push(node);
        }
        for parent in std::mem::take(&mut self.nodes[node].parents) {
            self.tell(parent, node, efforts);
        }
    }

    /// A follower is decided.
    fn tell(&mut self, parent: usize, follower: usize, efforts: Efforts) {
        let at = &mut self.nodes[parent];
        let before = at.followers.len();
        at.followers.retain(|&other| other != follower);
        if matches!(at.efforts, NO | YES) || at.followers.len() == before {
            return;
        }
        match (efforts, at.followers.is_empty()) {
            (YES, _) => self.decided(parent, NO),
            (_, true) => self.decided(parent, YES),
            (_, false) => self.refreshed(parent),
        }
    }

    /// Works out the efforts of a couple from those of its followers, and of all above.
    fn refreshed(&mut self, node: usize) {
        let followers = &self.nodes[node].followers;
        let Some(others) = followers.len().checked_sub(1) else {
            return;
        };
        let efforts = |&follower: &usize| self.nodes[follower].efforts;
        let least = followers.iter().map(|follower| efforts(follower).1).min();
        let largest = followers.iter().map(|follower| efforts(follower).0).max();
        let all = largest
            .unwrap_or(0)
            .saturating_add(others as u32)
            .min(NEVER - 1);
        self.set(node, (least.unwrap_or(NEVER).min(NEVER - 1), all));
    }

    fn set(&mut self, node: usize, efforts: Efforts) {
        if self.nodes[node].efforts == efforts || matches!(self.nodes[node].efforts, NO | YES) {
            return;
        }
        self.nodes[node].efforts = efforts;
        for parent in self.nodes[node].parents.clone() {
            self.refreshed(parent);
        }
    }
}

impl<P> Node<P> {
    fn leaf(part: P, n: u32, efforts: Efforts) -> Node<P> {
        Node {
            part,
            n,
            more: Vec::new(),
            efforts,
            followers: Vec::new(),
            parents: Vec::new(),
            tried: false,
            busy: false,
        }
    }
}
