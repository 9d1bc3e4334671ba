//! Room that clients share: nobody holds more than is left for the others.
//!
//! One client alone gets half of a room, two get a third each, four a fifth: however many fill it, there is always some
//! for one who comes now.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::client::Client;

/// A room of so many places.
#[derive(Debug)]
pub(crate) struct Shares {
    whole: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    by: HashMap<Client, usize>,
}

/// Places that are held until this is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    shares: Arc<Shares>,
    client: Client,
    places: usize,
}

impl Shares {
    pub(crate) fn new(whole: usize) -> Arc<Shares> {
        Arc::new(Shares {
            whole,
            held: Mutex::default(),
        })
    }

    /// Places for a client, if afterwards it holds no more than is left.
    pub(crate) fn take(self: &Arc<Shares>, client: Client, places: usize) -> Option<Share> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let all = held.all.checked_add(places)?;
        let own = held.by.get(&client).copied().unwrap_or(0) + places;
        if own > self.whole.checked_sub(all)? {
            return None;
        }
        held.all = all;
        held.by.insert(client, own);
        Some(Share {
            shares: Arc::clone(self),
            client,
            places,
        })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let held = &self.shares.held;
        let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
        held.all -= self.places;
        if let Some(own) = held.by.get_mut(&self.client) {
            *own -= self.places;
            if *own == 0 {
                held.by.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_holds_more_than_is_left() {
        let client = |last: u8| Client::of(([10, 0, 0, last], 1).into());
        let shares = Shares::new(100);
        let all = |last| {
            let taken = std::iter::from_fn(|| shares.take(client(last), 1));
            taken.collect::<Vec<Share>>()
        };
        let one = all(1);
        assert_eq!(one.len(), 50);
        let two = all(2);
        assert_eq!(two.len(), 25);
        assert_eq!(all(3).len(), 12);
        drop(one);
        assert_eq!(all(4).len(), 37);
        assert_eq!(all(2).len(), 25);
        drop(two);
        assert_eq!(shares.held.lock().expect("a lock").all, 0);
        assert!(shares.held.lock().expect("a lock").by.is_empty());
        assert!(shares.take(client(1), 51).is_none());
        assert!(shares.take(client(1), usize::MAX).is_none());
    }
}
