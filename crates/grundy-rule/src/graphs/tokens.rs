//! Where the tokens of a position stand: up to four, which are alike.

/// Most tokens of a rule.
pub(super) const MOST_TOKENS: usize = 4;

/// Vertices with tokens, in rising order; one may hold several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Tokens {
    at: [u16; MOST_TOKENS],
    count: u8,
}

impl Tokens {
    pub(super) const NONE: Tokens = Tokens {
        at: [u16::MAX; MOST_TOKENS],
        count: 0,
    };

    pub(super) fn one(at: usize) -> Tokens {
        [at].into_iter().collect()
    }

    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }

    pub(super) fn count(self) -> usize {
        usize::from(self.count)
    }

    /// The first of them.
    pub(super) fn first(self) -> Option<usize> {
        self.iter().next()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let count = self.count();
        self.at.into_iter().take(count).map(usize::from)
    }

    /// How many stand on a vertex.
    pub(super) fn on(self, vertex: usize) -> usize {
        self.iter().filter(|&at| at == vertex).count()
    }

    /// One of those on a vertex goes to another.
    pub(super) fn moved(self, from: usize, to: usize) -> Tokens {
        let mut moved = false;
        let place = |at: usize| match at == from && !moved {
            true => {
                moved = true;
                to
            }
            false => at,
        };
        self.iter().map(place).collect()
    }

    /// Those on some vertices.
    pub(super) fn among(self, holds: impl Fn(usize) -> bool) -> Tokens {
        self.iter().filter(|&at| holds(at)).collect()
    }
}

impl FromIterator<usize> for Tokens {
    /// At most as many as there may be.
    fn from_iter<I: IntoIterator<Item = usize>>(all: I) -> Tokens {
        let mut tokens = Tokens::NONE;
        for at in all.into_iter().take(MOST_TOKENS) {
            tokens.at[tokens.count()] = at as u16;
            tokens.count += 1;
        }
        tokens.at.sort_unstable();
        tokens
    }
}
