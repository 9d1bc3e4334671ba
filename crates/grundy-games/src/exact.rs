//! Exact Nim: a move takes stones from exactly k heaps, at least one from each.
//!
//! With k = 1 this is Nim. Otherwise, with at most 2k heaps, Boros, Gurvich, Ho, Makino and Mursic (2018): let T be the length
//! of the longest play, the largest t for which the heaps, each cut down to t, hold at least k t stones. With fewer than
//! 2k heaps the value is T. With 2k, let m be the smallest heap, y one more than the longest play with m taken from every
//! heap, and z = 1 + y (y − 1) / 2; the value is T where m < z, else z − 1 + ((m − z) mod y). With more heaps search
//! answers.
//!
//! So positions of value 0 leave fewer than k heaps, or 2k of which more than k are as small as the smallest; the moves to
//! them are counted without being tried.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("exact:2 3 5"), value("exact:2 3 4 5"), value("exact:2 5 5 6 7")), ("3".into(), "6".into(), "2".into()));
//! ```

use dashu_int::ops::BitTest;

use crate::message;
use crate::moore::{each_lowering, lowered, tell_lowered};
use crate::nimber::Nimber;
use crate::notation::{self, Clause, Listing, Notation, ParseError, only_by_name};
use crate::number::{self, Natural, bits, long};
use crate::passing::{sorted, written};
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{self, Clicks, Draw, Scene};
use crate::text::{Message, Text};

/// Exact Nim. A position is its non-empty heaps, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    heaps: usize,
}

/// Its line in the catalogue.
pub static LISTING: Listing = Listing {
    id: "A15",
    name: "exact",
    aliases: &["exact-nim"],
    title: Text::new("Exact Nim", "恰取 K 堆尼姆"),
    rule: Text {
        en: "Take stones from exactly K heaps, at least one from each of them.",
        zh: "每次恰好从 K 堆取石子，每堆至少一颗。",
    },
    form: Text::same("exact:K HEAP …"),
    example: "exact:2 3 4 5",
    source: "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague–Grundy function of Exact k-Nim, Discrete Applied Mathematics 239 (2018)",
    theorems: &["exact_grundy", "exact_lost", "longest_shared"],
    recognises: only_by_name,
    parse: notation::parse::<Exact>,
};

type Heaps = Box<[Natural]>;

/// The longest play from heaps, ascending: the least over j of the j smallest heaps' stones, shared out equally among the
/// heaps by which j exceeds those that a move leaves alone.
fn longest(heaps: impl ExactSizeIterator<Item = Natural>, k: usize) -> Natural {
    let Some(alone) = heaps.len().checked_sub(k) else {
        return Natural::ZERO;
    };
    let mut sum = Natural::ZERO;
    let sums = heaps.enumerate().map(|(place, heap)| {
        sum += heap;
        (place + 1 > alone).then(|| &sum / (place + 1 - alone))
    });
    sums.flatten().min().unwrap_or(Natural::ZERO)
}

/// What the theorem works out.
struct Worked {
    longest: Natural,
    /// With 2k heaps: y and z.
    even: Option<(Natural, Natural)>,
}

/// Steps that counting the moves to value 0 may take.
const STEPS: u64 = 1 << 22;
/// Where more heaps than this are lowered, one move to value 0 is listed.
const MANY: usize = 64;

/// The moves to value 0: of the heaps above `floor`, from place `first` on, k are lowered, no lower than to the floor, and
/// at least `least` to the floor.
struct Winning<'h> {
    heaps: &'h [Natural],
    k: usize,
    first: usize,
    floor: Natural,
    least: usize,
}

impl Winning<'_> {
    /// How many there are, where that takes few steps.
    fn count(&self) -> Option<Natural> {
        let (above, bits) = (&self.heaps[self.first..], self.heaps.last()?.bit_len());
        let words = 1 + (self.k as u64).saturating_mul(bits as u64) / 64;
        let steps = [above.len(), self.k + 1, self.k + 1].map(|factor| factor as u64);
        if steps.into_iter().fold(words, u64::saturating_mul) > STEPS {
            return None;
        }
        // By how many are lowered to the floor, and how many less far: the number of ways.
        let mut ways = vec![vec![Natural::ZERO; self.k + 1]; self.k + 1];
        ways[0][0] = Natural::ONE;
        for heap in above {
            let between = heap - &self.floor - 1u8;
            for down in (0..=self.k).rev() {
                for part in (0..=self.k - down).rev() {
                    let mut more = ways[down][part].clone();
                    if down > 0 {
                        more += &ways[down - 1][part];
                    }
                    if part > 0 {
                        more += long::product(&ways[down][part - 1], &between);
                    }
                    ways[down][part] = more;
                }
            }
        }
        let ends = (self.least..=self.k).map(|down| &ways[down][self.k - down]);
        Some(ends.sum())
    }

    /// The first few.
    fn listed(&self, limit: usize) -> Vec<Vec<(usize, Natural)>> {
        let Some(last) = self.heaps.len().checked_sub(self.k) else {
            return Vec::new();
        };
        if self.first > last || self.least > self.k || limit == 0 {
            return Vec::new();
        }
        if self.k > MANY {
            let lowered =
                (self.first..self.first + self.k).map(|place| (place, self.floor.clone()));
            return vec![lowered.collect()];
        }
        let mut found = Vec::new();
        let mut open: Vec<Vec<(usize, Natural)>> = vec![Vec::new()];
        while let Some(lower) = open.pop() {
            if lower.len() == self.k {
                found.push(lower);
                continue;
            }
            // Every beginning can be ended, so that no more of them are needed than moves are wanted.
            let room = limit.saturating_sub(found.len() + open.len());
            let down = lower.iter().filter(|(_, to)| *to == self.floor).count();
            let must = down + self.k - lower.len() <= self.least;
            let begin = lower.last().map_or(self.first, |(place, _)| place + 1);
            let mut next = Vec::new();
            'places: for place in begin..=last + lower.len() {
                let mut to = self.floor.clone();
                while next.len() < room {
                    next.push([&lower[..], &[(place, to.clone())]].concat());
                    to += 1u8;
                    if must || to >= self.heaps[place] {
                        continue 'places;
                    }
                }
                break;
            }
            open.extend(next.into_iter().rev());
        }
        found
    }
}

impl Exact {
    /// With at most 2k heaps, where a move takes from several.
    fn worked(&self, heaps: &Heaps) -> Option<Worked> {
        let k = self.heaps;
        if k < 2 || heaps.len() > k.saturating_mul(2) {
            return None;
        }
        let even = match heaps.first() {
            Some(smallest) if heaps.len() == 2 * k => {
                let y = longest(heaps.iter().map(|heap| heap - smallest), k) + 1u8;
                let z = long::product(&y, &(&y - 1u8)) / 2u8 + 1u8;
                Some((y, z))
            }
            _ => None,
        };
        Some(Worked {
            longest: longest(heaps.iter().cloned(), k),
            even,
        })
    }
}

impl Ruleset for Exact {
    type Position = Heaps;
    type Move = Vec<(usize, Natural)>;

    fn options(
        &self,
        heaps: &Heaps,
        options: &mut Options<Heaps, Vec<(usize, Natural)>>,
    ) -> Result<(), Stop> {
        if heaps.len() < self.heaps {
            return Ok(());
        }
        each_lowering(heaps, self.heaps, |lower| {
            if lower.len() < self.heaps {
                return Ok(());
            }
            options.push(lower.to_vec(), &[lowered(heaps, lower)])
        })
    }

    /// Heaps are kept in order; each is one of its own, as in Nim.
    fn keeps_apart(&self) -> bool {
        true
    }

    fn describe(&self, heaps: &Heaps, lower: &Vec<(usize, Natural)>) -> Message {
        tell_lowered(heaps, lower)
    }

    fn heap_bytes(&self, heaps: &Heaps) -> u64 {
        heaps.iter().map(|heap| 24 + number::heap_bytes(heap)).sum()
    }

    fn capabilities(&self) -> Capabilities<'_, Exact> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Heaps, Vec<(usize, Natural)>> for Exact {
    fn scene(&self, heaps: &Heaps) -> Option<Scene> {
        scene::heaps(heaps)
    }

    fn clicks(&self, _: &Heaps, lower: &Vec<(usize, Natural)>, _: &[Heaps]) -> Vec<Clicks> {
        scene::lowered(lower)
    }
}

impl ValueTheorem<Heaps> for Exact {
    fn value(&self, heaps: &Heaps) -> Option<Nimber> {
        if self.heaps == 1 {
            return Some(Nimber(bits::nim_sum(heaps)));
        }
        let worked = self.worked(heaps)?;
        Some(Nimber(match (worked.even, heaps.first()) {
            (Some((y, z)), Some(smallest)) if *smallest >= z => {
                long::remainder(&(smallest - &z), &y) + z - 1u8
            }
            _ => worked.longest,
        }))
    }

    /// Moves to value 0, where there is more than one move to a play.
    fn moves_to(&self, heaps: &Heaps, target: &Nimber, limit: usize) -> Option<Moves<Heaps>> {
        let (k, all) = (self.heaps, heaps.len());
        if !target.is_zero() || k < 2 || all > k.saturating_mul(2) {
            return None;
        }
        if all < k {
            return Some(Moves::none());
        }
        let (first, floor) = match heaps.first() {
            // As many heaps stay as are lowered, so that the smallest stays the smallest.
            Some(smallest) if all == 2 * k => {
                let first = heaps.partition_point(|heap| heap == smallest);
                (first, smallest.clone())
            }
            _ => (0, Natural::ZERO),
        };
        if first > k {
            return Some(Moves::none());
        }
        let winning = Winning {
            heaps,
            k,
            first,
            floor,
            least: all - k + 1 - first,
        };
        let step = |lower: Vec<(usize, Natural)>| Step {
            message: tell_lowered(heaps, &lower),
            to: vec![lowered(heaps, &lower)],
        };
        Some(Moves {
            count: winning.count(),
            listed: winning.listed(limit).into_iter().map(step).collect(),
        })
    }

    fn because(&self, heaps: &Heaps) -> Message {
        if heaps.len() < self.heaps {
            return message!(
                "fewer than {k} heaps are left, so nobody can move",
                "剩下不足 {k} 堆，无法行动",
                k = self.heaps
            );
        }
        if self.heaps == 1 {
            return message!("with one heap per move this is Nim", "每次恰一堆即尼姆");
        }
        let (Some(worked), Some(smallest)) = (self.worked(heaps), heaps.first()) else {
            return message!("no theorem is known", "没有已知的定理");
        };
        let longest = worked.longest;
        let Some((y, z)) = worked.even else {
            return message!(
                "with fewer than 2 · {k} heaps the value is the length of the longest play, {longest} (Boros, Gurvich, Ho, Makino and Mursic 2018)",
                "不足 2 · {k} 堆时，SG 值等于最长对局的步数 {longest}（Boros、Gurvich、Ho、Makino 与 Mursic 2018）",
                k = self.heaps,
                longest = longest
            );
        };
        let low = *smallest < z;
        let m = smallest.clone();
        if low {
            return message!(
                "with 2 · {k} heaps, the smallest {m} less than z = {z}, the value is the length of the longest play, {longest} (Boros, Gurvich, Ho, Makino and Mursic 2018)",
                "恰 2 · {k} 堆且最小堆 {m} 小于 z = {z} 时，SG 值等于最长对局的步数 {longest}（Boros、Gurvich、Ho、Makino 与 Mursic 2018）",
                k = self.heaps,
                m = m,
                z = z,
                longest = longest
            );
        }
        message!(
            "with 2 · {k} heaps, the smallest m = {m} not less than z = {z}, the value is z − 1 + ((m − z) mod y) with y = {y} (Boros, Gurvich, Ho, Makino and Mursic 2018)",
            "恰 2 · {k} 堆且最小堆 m = {m} 不小于 z = {z} 时，SG 值等于 z − 1 + ((m − z) mod y)，其中 y = {y}（Boros、Gurvich、Ho、Makino 与 Mursic 2018）",
            k = self.heaps,
            m = m,
            z = z,
            y = y
        )
    }
}

impl Notation for Exact {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        &LISTING
    }
    fn read(clause: &Clause<'_>) -> Result<(Exact, Vec<Heaps>), ParseError> {
        let word = clause.needs_parameters()?;
        let heaps = word.number_below(u64::from(u32::MAX))? as usize;
        if heaps == 0 {
            return Err(word.error(message!(
                "a move in 0 heaps is not a move",
                "动 0 堆不是一步"
            )));
        }
        Ok((Exact { heaps }, vec![sorted(clause.naturals()?)]))
    }
    fn head(&self) -> String {
        format!("exact:{}", self.heaps)
    }
    fn write(&self, heaps: &Heaps) -> String {
        written(heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    #[test]
    fn theorem_agrees_with_search() {
        for heaps in 1..4 {
            let mut positions = Vec::new();
            for a in 0u32..6 {
                for b in 0..=a {
                    for c in 0..=b {
                        positions.push(sorted([a, b, c].map(Natural::from)));
                        if a < 5 {
                            oracle::both(&format!("exact:{heaps} {a} {b} {c}"));
                        }
                    }
                }
            }
            oracle::values(&Exact { heaps }, positions);
        }
        oracle::engines("exact:2 3 4 5", Play::Normal);
    }

    /// As many heaps as can be had by the theorem, and more.
    #[test]
    fn several_heaps() {
        for (heaps, all, most) in [(2, 4, 5u8), (3, 5, 2), (3, 6, 2), (2, 5, 2)] {
            let mut positions = vec![vec![]];
            for _ in 0..all {
                let longer = |rest: Vec<u8>| {
                    let least = rest.last().copied().unwrap_or(0);
                    (least..=most).map(move |heap| [&rest[..], &[heap]].concat())
                };
                positions = positions.into_iter().flat_map(longer).collect();
            }
            let rules = Exact { heaps };
            let positions = positions
                .into_iter()
                .map(|heaps| sorted(heaps.into_iter().map(Natural::from)));
            oracle::values(&rules, positions);
        }
        for text in ["exact:2 2 2 3 4", "exact:2 3 3 4 4", "exact:3 1 1 2 2 2"] {
            oracle::game(text, Play::Normal);
            oracle::engines(text, Play::Normal);
        }
    }

    #[test]
    fn large_heaps() {
        let value = |text: &str| {
            let answer = grundy::solve(&text.parse().expect("heaps"), Play::Normal);
            let value = answer.value.expect("a theorem");
            assert_eq!(answer.winning.listed.is_empty(), value.is_zero(), "{text}");
            assert_eq!(
                answer.winning.count.map(|count| count.is_zero()),
                Some(value.is_zero()),
                "{text}"
            );
            for step in &answer.winning.listed {
                let to = format!("exact:2 {}", step.to[0].position());
                let left = grundy::solve(&to.parse().expect("heaps"), Play::Normal);
                assert_eq!(left.outcome, Some(grundy::Outcome::P), "{text}: {to}");
            }
            value.to_string()
        };
        let ten = format!("1{}", "0".repeat(40));
        let half = format!("15{}", "0".repeat(39));
        let odd = |last: u32| format!("1{}{last}", "0".repeat(39));
        assert_eq!(value(&format!("exact:2 {ten} {ten} {ten}")), half);
        assert_eq!(value(&format!("exact:2 {ten} {ten} {ten} {ten}")), "0");
        let (five, nine) = (odd(5), odd(9));
        assert_eq!(value(&format!("exact:2 {ten} {ten} {five} {nine}")), "15");
        let heaps = "9 ".repeat(80);
        let answer = grundy::solve(
            &format!("exact:70 {heaps}").parse().expect("heaps"),
            Play::Normal,
        );
        assert_eq!(answer.winning.listed.len(), 1);
        // 80 · 9 stones suffice for 10 moves of 70.
        assert_eq!(answer.value, Some(Nimber::from(10u32)));
    }
}
