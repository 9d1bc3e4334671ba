//! The couples near a question as a tree, whose leaves others search: threads ([`together`](super::together)) or processes ([`crew`](super::crew)).
//!
//! Each couple has its efforts, and the first to ask has the leaf that is nearest to yes or no, as in search by one; the next one the nearest of those
//! that are left. A leaf that comes back undecided becomes a part of the tree. So whoever is lost costs a leaf, and no more: the leaf is free again
//! (compare SPOTS, arXiv:2511.10339).

use std::collections::hash_map::Entry;

use grundy_base::budget::Meter;
use rustc_hash::FxHashMap;

use super::followers::Follower;
use super::proof::{Efforts, NEVER, NO, YES};
use super::{Answer, Look, Search};
use crate::split::Splits;

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
pub(super) struct Leaf<P> {
    node: usize,
    pub(super) part: P,
    pub(super) n: u32,
    /// Smaller parts beside it whose values are to be found first.
    pub(super) more: Vec<P>,
    /// Efforts up to which it stays the nearest.
    pub(super) limits: Efforts,
}

impl<P> Leaf<P> {
    /// A leaf of no tree here.
    pub(super) fn new(part: P, n: u32, more: Vec<P>, limits: Efforts) -> Leaf<P> {
        Leaf {
            node: usize::MAX,
            part,
            n,
            more,
            limits,
        }
    }
}

/// The tree.
#[derive(Debug)]
pub(super) struct Master<P> {
    root: usize,
    nodes: Vec<Node<P>>,
    couples: FxHashMap<(u64, u32), usize>,
    /// Couples that were decided by their followers, which the table is still to hear of.
    news: Vec<usize>,
}

impl<P: Clone> Master<P> {
    /// The question whether the value of the part of a number is n.
    pub(super) fn new(number: u64, part: P, n: u32) -> Master<P> {
        let mut master = Master {
            root: 0,
            nodes: Vec::new(),
            couples: FxHashMap::default(),
            news: Vec::new(),
        };
        master.root = master.couple(number, part, n, (1, 1));
        master
    }

    /// Whether it is, once that is decided.
    pub(super) fn answer(&self) -> Option<bool> {
        match self.nodes[self.root].efforts {
            NO => Some(false),
            YES => Some(true),
            _ => None,
        }
    }

    /// Whoever had the leaf does not come back: somebody else may have it.
    pub(super) fn lost(&mut self, leaf: &Leaf<P>) {
        self.nodes[leaf.node].busy = false;
    }

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
    pub(super) fn next<S: Splits<Part = P>>(
        &mut self,
        looks: &mut Search<S>,
        meter: &mut Meter,
    ) -> Answer<Option<Leaf<P>>, S> {
        while self.answer().is_none() {
            let Some((node, limits)) = self.nearest(self.root, (NEVER, NEVER)) else {
                return Ok(None);
            };
            let at = &mut self.nodes[node];
            // What has been proved of it elsewhere since it came into the tree.
            let known = match at.more.is_empty() {
                true => looks.look(&at.part, at.n)?,
                false => Look::Open(1, 1),
            };
            if let Look::Yes | Look::No = known {
                let efforts = if let Look::Yes = known { YES } else { NO };
                self.decided(node, efforts);
                self.tell_table(looks, meter)?;
                continue;
            }
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
        // With their places, so that equals stay as they were.
        let followers = at.followers.iter().enumerate();
        let mut order: Vec<(u32, usize, usize)> = followers
            .map(|(place, &follower)| (self.nodes[follower].efforts.1, place, follower))
            .collect();
        order.sort_unstable();
        let others = order.len() as u32 - 1;
        for (next, &(_, _, follower)) in (1..).zip(&order) {
            let second = order.get(next).map_or(NEVER, |&(effort, ..)| effort);
            let limit = (second / 8).saturating_add(second).saturating_add(1);
            let limits = (is.saturating_sub(others), not.min(limit));
            if let Some(found) = self.nearest(follower, limits) {
                return Some(found);
            }
        }
        None
    }

    /// A worker has come back with a leaf, whose n is what the parts beside it made of it.
    pub(super) fn done<S: Splits<Part = P>>(
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
            looks.tell_always(part, *n)?;
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
