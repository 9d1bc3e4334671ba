//! What searches that have no table in common tell each other: what they proved of large parts, in plain numbers.
//!
//! A *job* is a leaf of the [master](super::master) with a share of options, a *reply* is how far the leaf is then; both bring news. Parts go by their
//! numbers, so all who search together must mean the same by a number ([`Keys::lasts`]). On the way everything is a row of words of 64 digits,
//! little endian; what comes in is doubted: a number that no part has, or a row that ends too early or too late, is refused.

use grundy_base::budget::Meter;

use super::proof::Efforts;
use super::{Answer, Search};
use crate::split::{Fact, Keys, Splits};

/// Of so many parts news go with one job or reply, the largest first.
pub(super) const MOST_NEWS: usize = 4096;

/// What is proved of the part of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News {
    pub(super) number: u64,
    pub(super) fact: Fact,
}

/// What a worker is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Job {
    /// By which the reply is known.
    pub(super) id: u64,
    pub(super) part: u64,
    pub(super) n: u32,
    pub(super) limits: Efforts,
    /// About so many options.
    pub(super) share: u64,
    /// Parts beside it.
    pub(super) more: Vec<u64>,
    pub(super) news: Vec<News>,
}

/// What has come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    pub(super) id: u64,
    /// What the parts beside it made of n.
    pub(super) n: u32,
    pub(super) efforts: Efforts,
    /// Options that were looked at.
    pub(super) options: u64,
    pub(super) news: Vec<News>,
}

/// Reads words.
struct Words<'b>(&'b [u8]);

impl Words<'_> {
    fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    fn half(&mut self) -> Option<u32> {
        self.word()?.try_into().ok()
    }

    /// A number of items, each of so many words, that are there.
    fn count(&mut self, words: usize) -> Option<usize> {
        let count = usize::try_from(self.word()?).ok()?;
        (count <= self.0.len() / (8 * words)).then_some(count)
    }

    fn news(&mut self) -> Option<Vec<News>> {
        let count = self.count(2)?;
        let each = (0..count).map(|_| {
            let (number, word) = (self.word()?, self.word()?);
            let fact = match word & 1 {
                0 => Fact::Exact(u32::try_from(word >> 1).ok()?),
                _ => Fact::Not(word >> 1),
            };
            Some(News { number, fact })
        });
        each.collect()
    }

    fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

fn put_news(words: &mut Vec<u64>, news: &[News]) {
    words.push(news.len() as u64);
    for News { number, fact } in news {
        let word = match *fact {
            Fact::Exact(value) => u64::from(value) << 1,
            // Values from 2^5 on are never excluded.
            Fact::Not(not) => not << 1 | 1,
        };
        words.extend([*number, word]);
    }
}

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

impl Job {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let (not, is) = self.limits;
        let first = [self.id, self.part, self.n.into(), not.into(), is.into()];
        let mut words = first.to_vec();
        words.extend([self.share, self.more.len() as u64]);
        words.extend(&self.more);
        put_news(&mut words, &self.news);
        bytes(&words)
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Job> {
        let mut words = Words(bytes);
        let job = Job {
            id: words.word()?,
            part: words.word()?,
            n: words.half()?,
            limits: (words.half()?, words.half()?),
            share: words.word()?,
            more: {
                let count = words.count(1)?;
                (0..count).map(|_| words.word()).collect::<Option<_>>()?
            },
            news: words.news()?,
        };
        words.end()?;
        Some(job)
    }
}

impl Reply {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let (not, is) = self.efforts;
        let mut words = vec![self.id, self.n.into(), not.into(), is.into(), self.options];
        put_news(&mut words, &self.news);
        bytes(&words)
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Reply> {
        let mut words = Words(bytes);
        let reply = Reply {
            id: words.word()?,
            n: words.half()?,
            efforts: (words.half()?, words.half()?),
            options: words.word()?,
            news: words.news()?,
        };
        words.end()?;
        Some(reply)
    }
}

impl<S: Splits> Search<S> {
    /// Something was proved of a part.
    #[inline]
    pub(super) fn tell(&mut self, part: &S::Part, number: u64) {
        if let Some(news) = &mut self.news {
            let size = self.splits.size(part);
            if size > self.sizes.deep {
                news.push((size, number));
            }
        }
    }

    /// The numbers of which there are news since this was asked last, those of the largest parts first.
    pub(super) fn fresh(&mut self) -> Vec<u64> {
        let mut news = match &mut self.news {
            Some(news) => std::mem::take(news),
            None => return Vec::new(),
        };
        news.sort_unstable_by(|one, next| next.cmp(one));
        news.dedup();
        news.truncate(MOST_NEWS);
        news.into_iter().map(|(_, number)| number).collect()
    }

    /// What is known of the part of a number, if it is still known.
    pub(super) fn news_of(&self, number: u64) -> Option<News> {
        let known = self.table.find(number, 0);
        let fact = match (known.exact, known.not) {
            (Some(value), _) => Fact::Exact(value),
            (None, 0) => return None,
            (None, not) => Fact::Not(not),
        };
        Some(News { number, fact })
    }

    /// The part of a number that somebody told; none where there is none.
    pub(super) fn part_of(&self, number: u64) -> Option<S::Part> {
        let beyond = number.checked_shr(self.keys.bits()).unwrap_or(0);
        (beyond == 0).then(|| self.keys.part(number)).flatten()
    }

    /// Believes what another has proved. Tells which was not known; none where it cannot be.
    pub(super) fn believe(
        &mut self,
        news: &[News],
        meter: &mut Meter,
    ) -> Answer<Option<Vec<u64>>, S> {
        let mut fresh = Vec::new();
        for &News { number, fact } in news {
            let Some(part) = self.part_of(number) else {
                return Ok(None);
            };
            let known = self.table.find(number, 0);
            match (fact, known.exact) {
                (Fact::Exact(value), Some(known)) if value != known => return Ok(None),
                (Fact::Not(not), Some(known)) if not.checked_shr(known).unwrap_or(0) & 1 == 1 => {
                    return Ok(None);
                }
                (_, Some(_)) => continue,
                (Fact::Exact(value), None) => {
                    self.found(&part, value, meter)?;
                }
                (Fact::Not(not), None) if not & !known.not != 0 => {
                    self.excluded(&part, not, meter)?;
                }
                (Fact::Not(_), None) => continue,
            }
            fresh.push(number);
        }
        Ok(Some(fresh))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        let told = |number, fact| News { number, fact };
        Job {
            id: 7,
            part: u64::MAX,
            n: 3,
            limits: (u32::MAX, 5),
            share: 1 << 40,
            more: vec![4, 5],
            news: vec![told(9, Fact::Exact(4)), told(8, Fact::Not(0xffff_ffff))],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Job::read(&job().bytes()), Some(job()));
        let reply = Reply {
            id: 1,
            n: 2,
            efforts: (0, u32::MAX),
            options: 9,
            news: job().news,
        };
        assert_eq!(Reply::read(&reply.bytes()), Some(reply));
    }

    /// Whatever comes is read or refused; a row cut anywhere is refused.
    #[test]
    fn what_is_damaged_is_refused() {
        let whole = job().bytes();
        for end in 0..whole.len() {
            assert_eq!(Job::read(&whole[..end]), None);
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x81;
            let _ = (Job::read(&damaged), Reply::read(&damaged));
        }
        let longer = [whole, vec![0; 8]].concat();
        assert_eq!(Job::read(&longer), None);
    }
}
