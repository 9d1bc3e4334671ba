//! What searches that have no table in common tell each other: what cost most of what they found, in plain numbers.
//!
//! A *job* is a leaf of the [master](super::master) with a share of options, a *reply* is how far the leaf is then; both bring news: entries of
//! the table, values and proof numbers alike. An entry that cost few options is sooner found again than told, so only what cost more is. Parts go by their
//! numbers, so all who search together must mean the same by a number ([`Keys::lasts`]). On the way everything is a row of words of 64 digits,
//! little endian; what comes in is doubted: a number that no part has, or a row that ends too early or too late, is refused.

use grundy_base::budget::Meter;

use super::proof::Efforts;
use super::{Answer, Search};
use crate::split::table::{Entry, MOST};
use crate::split::{Keys, Splits};

/// So many news go with one job or reply, those that cost most.
pub(super) const MOST_NEWS: usize = 1 << 15;

/// The lines of the table that so many later news want are fetched meanwhile.
const AHEAD: usize = 8;

/// What is found of the part of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News {
    pub(super) number: u64,
    pub(super) entry: Entry,
}

/// What others are to hear of.
#[derive(Clone, Debug)]
pub(super) struct Heap {
    /// What cost so many options.
    least: u64,
    found: Vec<Found>,
}

/// Something was found of a couple.
#[derive(Clone, Copy, Debug)]
struct Found {
    number: u64,
    n: u32,
    cost: u32,
}

impl Heap {
    /// For what costs so many options or more.
    pub(super) fn new(least: u64) -> Heap {
        Heap {
            least,
            found: Vec::new(),
        }
    }
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
    /// What costs so many options is to be told.
    pub(super) least: u64,
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
            let entry = unpacked(word)?;
            Some(News { number, entry })
        });
        each.collect()
    }

    fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

fn put_news(words: &mut Vec<u64>, news: &[News]) {
    words.push(news.len() as u64);
    words.extend((news.iter()).flat_map(|news| [news.number, packed(news.entry)]));
}

/// The most that an effort is told to be.
const FAR: u64 = (1 << 28) - 1;

/// An entry in a word: two digits tell its kind.
fn packed(entry: Entry) -> u64 {
    match entry {
        Entry::Exact(value) => u64::from(value) << 2,
        // Values from 2^5 on are never excluded.
        Entry::Not(not) => not << 2 | 1,
        Entry::Effort(n, (not, is)) => {
            let [not, is] = [not, is].map(|effort| u64::from(effort).min(FAR));
            is << 36 | not << 8 | u64::from(n & 31) << 2 | 2
        }
    }
}

/// The entry in a word; none where nobody writes it so.
fn unpacked(word: u64) -> Option<Entry> {
    let rest = word >> 2;
    match word & 3 {
        0 => u32::try_from(rest).ok().map(Entry::Exact),
        1 => (rest != 0 && rest < 1 << MOST).then_some(Entry::Not(rest)),
        2 => {
            let [not, is] = [word >> 8, word >> 36].map(|effort| (effort & FAR) as u32);
            // What takes no effort is proved, and told as such.
            (not > 0 && is > 0).then_some(Entry::Effort((rest & 31) as u32, (not, is)))
        }
        _ => None,
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
        words.extend([self.share, self.least, self.more.len() as u64]);
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
            least: words.word()?,
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

/// Leaves each once, and what cost most if there is too much.
fn keep_dearest(found: &mut Vec<Found>) {
    found.sort_unstable_by_key(|found| (found.number, found.n, u32::MAX - found.cost));
    found.dedup_by_key(|found| (found.number, found.n));
    if found.len() > MOST_NEWS {
        found.select_nth_unstable_by_key(MOST_NEWS, |found| u32::MAX - found.cost);
        found.truncate(MOST_NEWS);
    }
}

impl<S: Splits> Search<S> {
    /// Something was found of a couple, with all options since there were so many `before`.
    #[inline]
    pub(super) fn tell(&mut self, part: &S::Part, n: u32, before: u64) -> Answer<(), S> {
        let cost = self.options - before;
        if self.news.as_ref().is_some_and(|news| cost >= news.least) {
            self.put_news(part, n, cost)?;
        }
        Ok(())
    }

    /// The same, whatever it cost.
    pub(super) fn tell_always(&mut self, part: &S::Part, n: u32) -> Answer<(), S> {
        self.put_news(part, n, u64::MAX)
    }

    #[inline(never)]
    fn put_news(&mut self, part: &S::Part, n: u32, cost: u64) -> Answer<(), S> {
        let number = self.number(part)?;
        if let Some(news) = &mut self.news {
            let cost = u32::try_from(cost).unwrap_or(u32::MAX);
            news.found.push(Found { number, n, cost });
        }
        Ok(())
    }

    /// What was found since this was asked last, as far as the table still has it: what cost most, if that is too much.
    pub(super) fn fresh(&mut self) -> Vec<News> {
        let Some(news) = &mut self.news else {
            return Vec::new();
        };
        let mut found = std::mem::take(&mut news.found);
        keep_dearest(&mut found);
        let mut told = Vec::with_capacity(found.len());
        for (at, &Found { number, n, .. }) in found.iter().enumerate() {
            if let Some(later) = found.get(at + AHEAD) {
                self.table.prefetch(later.number);
            }
            told.extend(self.news_of(number, n));
        }
        told
    }

    /// What is known of the part of a number, or of it and n, if anything still is.
    fn news_of(&self, number: u64, n: u32) -> Option<News> {
        let known = self.table.find(number, n);
        let is_not = n < 64 && known.not >> n & 1 == 1;
        let entry = match (known.exact, known.effort) {
            (Some(value), _) => Entry::Exact(value),
            (None, Some(efforts)) if !is_not => Entry::Effort(n, efforts),
            (None, _) if known.not != 0 => Entry::Not(known.not),
            (None, _) => return None,
        };
        Some(News { number, entry })
    }

    /// The part of a number that somebody told; none where there is none.
    pub(super) fn part_of(&self, number: u64) -> Option<S::Part> {
        let beyond = number.checked_shr(self.keys.bits()).unwrap_or(0);
        (beyond == 0).then(|| self.keys.part(number)).flatten()
    }

    /// Believes what another has found. Tells what was not known; none where it cannot be.
    pub(super) fn believe(
        &mut self,
        news: &[News],
        meter: &mut Meter,
    ) -> Answer<Option<Vec<News>>, S> {
        let mut fresh = Vec::new();
        for (at, &News { number, entry }) in news.iter().enumerate() {
            if let Some(later) = news.get(at + AHEAD) {
                self.table.prefetch(later.number);
            }
            let Some(part) = self.part_of(number) else {
                return Ok(None);
            };
            let n = match entry {
                Entry::Effort(n, _) => n,
                _ => 0,
            };
            let known = self.table.find(number, n);
            let has = |not: u64, value: u32| not.checked_shr(value).unwrap_or(0) & 1 == 1;
            match (entry, known.exact) {
                (Entry::Exact(value), None) if has(known.not, value) => return Ok(None),
                (Entry::Exact(value), Some(known)) if value != known => return Ok(None),
                (Entry::Not(not), Some(known)) if has(not, known) => return Ok(None),
                (_, Some(_)) => continue,
                (Entry::Exact(value), None) => self.found(&part, value, meter)?,
                (Entry::Not(not), None) if not & !known.not != 0 => {
                    self.excluded(&part, not, meter)?;
                }
                (Entry::Effort(_, efforts), None)
                    if !has(known.not, n) && known.effort != Some(efforts) =>
                {
                    self.table.effort(number, n, efforts);
                    self.grow(meter)?;
                }
                _ => continue,
            }
            fresh.push(News { number, entry });
        }
        Ok(Some(fresh))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        let told = |number, entry| News { number, entry };
        Job {
            id: 7,
            part: u64::MAX,
            n: 3,
            limits: (u32::MAX, 5),
            share: 1 << 40,
            least: 64,
            more: vec![4, 5],
            news: vec![
                told(9, Entry::Exact(4)),
                told(8, Entry::Not(0xffff_ffff)),
                told(7, Entry::Effort(31, (1, (1 << 28) - 1))),
            ],
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
