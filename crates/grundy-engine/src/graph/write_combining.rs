//! Messages to vertices, held back until there are many to neighbouring ones.
//!
//! PERF: what is kept of ten million vertices does not fit into the cache, and edges lead anywhere. Instead of touching each
//! vertex as its turn comes, what is to be told it is put into the buffer of its neighbourhood; a full buffer is emptied at
//! once, within the cache. The order in which vertices are told does not matter to the engines.

use crate::pages::by_large_pages;

/// The vertices of a neighbourhood, as a power of 2.
pub(super) const SHIFT: u32 = 15;

/// Messages that a buffer holds.
const ROOM: usize = 1 << 14;

/// From one buffer to the next. PERF: not a power of 2, so that the ends of the boxes do not compete for places in the cache.
const STRIDE: usize = ROOM + 17 * 16;

/// What is told: a number of as many bits as are left beside the place of the vertex in its neighbourhood.
pub(super) trait Tag: Copy + Default {
    /// With the low bits of the vertex.
    fn packed(self, low: u32) -> Self;
    /// The low bits of the vertex, and the number.
    fn unpacked(self) -> (u32, Self);
}

const LOW: u32 = (1 << SHIFT) - 1;

impl Tag for u32 {
    #[inline(always)]
    fn packed(self, low: u32) -> u32 {
        (self << SHIFT) | low
    }

    #[inline(always)]
    fn unpacked(self) -> (u32, u32) {
        (self & LOW, self >> SHIFT)
    }
}

impl Tag for u64 {
    #[inline(always)]
    fn packed(self, low: u32) -> u64 {
        (self << SHIFT) | u64::from(low)
    }

    #[inline(always)]
    fn unpacked(self) -> (u32, u64) {
        (self as u32 & LOW, self >> SHIFT)
    }
}

/// How many messages ahead what is told is fetched.
const AHEAD: usize = 24;

/// The boxes of all neighbourhoods. With each message goes a number below 2^17 or 2^49.
pub(super) struct WriteCombining<T> {
    messages: Vec<T>,
    lengths: Vec<u32>,
    /// The boxes that are not empty, and some that are again, or are named twice.
    used: Vec<u32>,
}

impl<T: Tag> WriteCombining<T> {
    /// Empty boxes for so many vertices. Takes 2 or 4 bytes a vertex, once there are messages.
    pub(super) fn new(vertices: usize) -> WriteCombining<T> {
        let write_combining = vertices.div_ceil(1 << SHIFT);
        let mut messages = vec![T::default(); write_combining * STRIDE];
        by_large_pages(&mut messages);
        WriteCombining {
            messages,
            lengths: vec![0; write_combining],
            used: Vec::with_capacity(write_combining),
        }
    }

    /// Puts a message to a vertex into its buffer; which buffer, if that is full now and must be emptied.
    #[inline(always)]
    pub(super) fn put(&mut self, vertex: u32, tag: T) -> Option<u32> {
        let number = vertex >> SHIFT;
        let length = &mut self.lengths[number as usize];
        if *length == 0 {
            self.used.push(number);
        }
        self.messages[number as usize * STRIDE + *length as usize] = tag.packed(vertex & LOW);
        *length += 1;
        (*length as usize == ROOM).then_some(number)
    }

    /// The vertices and tags of the messages of a buffer, which is empty from now on; before each the vertex of a message some way
    /// ahead, so that what is kept of it can be fetched.
    #[inline(always)]
    pub(super) fn emptied(&mut self, number: u32) -> impl Iterator<Item = (u32, u32, T)> {
        let length = std::mem::take(&mut self.lengths[number as usize]) as usize;
        let first = number << SHIFT;
        let messages = &self.messages[number as usize * STRIDE..][..length];
        messages.iter().enumerate().map(move |(at, message)| {
            let later = messages.get(at + AHEAD).unwrap_or(message);
            let (low, tag) = message.unpacked();
            (first + later.unpacked().0, first + low, tag)
        })
    }

    /// Takes the boxes that hold at least half as much as the fullest out of those to be emptied, and appends them: emptying
    /// these first lets others grow fuller, so that each neighbourhood is brought near less often. None if all are empty.
    pub(super) fn ripe(&mut self, ripe: &mut Vec<u32>) {
        let length = |&number: &u32| self.lengths[number as usize];
        let most = self.used.iter().map(length).max().unwrap_or(0);
        self.used.retain(|number| {
            let length = self.lengths[*number as usize];
            if length > 0 && 2 * length >= most {
                ripe.push(*number);
            }
            length > 0 && 2 * length < most
        });
    }

    /// A buffer that is to be emptied before nothing is held back any more.
    pub(super) fn next(&mut self) -> Option<u32> {
        self.used.pop()
    }
}
