//! Who asks. Turns and rooms are shared among clients, not among connections: whoever opens more of these gets no more.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A client: an address, or the network of 2^64 addresses that one subscriber has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Client(u128);

impl Client {
    pub(crate) fn of(address: SocketAddr) -> Client {
        let bits = match address.ip().to_canonical() {
            IpAddr::V4(four) => u128::from(four.to_ipv6_mapped()),
            IpAddr::V6(Ipv6Addr::LOCALHOST) => 1,
            IpAddr::V6(six) => u128::from(six) >> 64 << 64,
        };
        Client(bits)
    }
}

/// A connection of a client.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) client: Client,
    /// Among connections of one client those go first that have asked for little.
    pub(crate) connection: Arc<Connection>,
}

/// What is remembered of a connection.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Microseconds of workers that its questions have taken.
    used: AtomicU64,
    /// Whether that is only supposed.
    is_unproved: AtomicBool,
    /// Whether something may still come in that is not read.
    unread: AtomicBool,
}

impl Asker {
    /// A connection that has asked nothing yet counts as one that has asked for `unproved` microseconds.
    pub(crate) fn new(address: SocketAddr, unproved: u64) -> Asker {
        Asker {
            client: Client::of(address),
            connection: Arc::new(Connection {
                used: AtomicU64::new(unproved),
                is_unproved: AtomicBool::new(unproved > 0),
                unread: AtomicBool::new(false),
            }),
        }
    }
}

impl Connection {
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    pub(crate) fn is_unproved(&self) -> bool {
        self.is_unproved.load(Ordering::Relaxed)
    }

    pub(crate) fn has_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }

    pub(crate) fn set_unread(&self, unread: bool) {
        self.unread.store(unread, Ordering::Relaxed);
    }

    /// The last question took so many microseconds: older ones count for less and less.
    pub(crate) fn took(&self, microseconds: u64) {
        let used = self.used() / 2 + microseconds / 2;
        self.used.store(used, Ordering::Relaxed);
        self.is_unproved.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_addresses_and_networks() {
        let client = |text: &str| Client::of(text.parse().expect("an address"));
        assert_eq!(client("127.0.0.1:1"), client("127.0.0.1:2"));
        assert_eq!(client("10.0.0.1:1"), client("[::ffff:10.0.0.1]:1"));
        assert_ne!(client("127.0.0.1:1"), client("127.0.0.2:1"));
        assert_eq!(client("[2001:db8::1]:1"), client("[2001:db8::ff:2]:9"));
        assert_ne!(client("[2001:db8::1]:1"), client("[2001:db8:0:1::1]:1"));
        assert_ne!(client("[::1]:1"), client("0.0.0.0:1"));
    }
}
