//! Periods that values show: G(n + p) = G(n) + s from some n on, all of it to be told from the small range.

use super::data::{Data, Hypothesis};
use super::finding::{Form, Subject};

/// The least period of the values, with its pre-period and saltus, where they end within `small` and all that follows
/// agrees: the repetition is then seen ten times in what was held out.
pub(crate) fn seen(values: &[u32], small: usize) -> Option<(usize, usize, u32)> {
    let length = values.len();
    if small < 2 || length < 2 * small {
        return None;
    }
    (1..small).find_map(|period| {
        let last = length - period;
        let saltus = values[length - 1].checked_sub(values[last - 1])?;
        let same = |heap: usize| values[heap + period].checked_sub(values[heap]) == Some(saltus);
        // Most numbers fail at once.
        if !(last.saturating_sub(16)..last).all(same) {
            return None;
        }
        let preperiod = (0..last).rev().find(|&heap| !same(heap));
        let preperiod = preperiod.map_or(0, |heap| heap + 1);
        (preperiod + period <= small).then_some((preperiod, period, saltus))
    })
}

/// The least pre-period and period of who wins, 0 for P, where outcomes repeat after `period` from `preperiod` on.
pub(crate) fn least(outcomes: &[u32], preperiod: usize, period: usize) -> (usize, usize) {
    let lost = |heap: usize| outcomes[heap] == 0;
    let recurs = |every: &usize| {
        let mut heaps = preperiod..preperiod + period;
        period.is_multiple_of(*every)
            && heaps.all(|heap| lost(heap) == lost(preperiod + (heap - preperiod + every) % period))
    };
    let every = (1..=period).find(recurs).unwrap_or(period);
    // Before the pre-period a heap stands `every` before one that is known.
    let after = |heap: usize| match heap + every < preperiod + period {
        true => heap + every,
        false => heap + every - period,
    };
    let differs = (0..preperiod)
        .rev()
        .find(|&heap| lost(heap) != lost(after(heap)));
    (differs.map_or(0, |heap| heap + 1), every)
}

/// The period as a hypothesis.
pub(crate) fn periodic(data: &Data, subject: Subject) -> Option<Hypothesis> {
    let truths = data.cells.iter().map(|&value| Data::truth(subject, value));
    let truths: Vec<u32> = truths.collect();
    let (preperiod, period, saltus) = seen(&truths, *data.small.first()?)?;
    if subject == Subject::Losing && saltus > 0 {
        return None;
    }
    Some(stated(&truths, preperiod, period, saltus))
}

/// The hypothesis of a period.
pub(crate) fn stated(values: &[u32], preperiod: usize, period: usize, saltus: u32) -> Hypothesis {
    Hypothesis {
        cost: 8 + preperiod + period,
        form: Form::Periodic {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus,
            values: values[..preperiod + period].to_vec(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_seen_with_their_preperiod_and_saltus() {
        let value = |n: u32| if n < 3 { 9 } else { n / 4 * 2 + n % 4 % 3 };
        let values: Vec<u32> = (0..220).map(value).collect();
        assert_eq!(seen(&values, 20), Some((3, 4, 2)));
        let plain: Vec<u32> = (0..220).map(|n| n % 7 % 3).collect();
        assert_eq!(seen(&plain, 20), Some((0, 7, 0)));
        // One value that differs near the end undoes it.
        let mut broken = plain;
        broken[219] += 1;
        assert_eq!(seen(&broken, 20), None);
        let squares: Vec<u32> = (0..220u32).map(|n| n.isqrt()).collect();
        assert_eq!(seen(&squares, 20), None);
    }
}
