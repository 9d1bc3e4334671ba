//! Lists by the sum of their entries, each with what is counted in it: of lists with an order also by places, and with what shorter lists are
//! worth, so that a pattern may be a recurrence.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use grundy::kinds::AnyRule;
use grundy::pattern::{Count, Sample};
use grundy::{Budget, Message, Play, message};

use super::beyond::{self, Beyond, Further};
use super::{Looked, POSITIONS, count, part, sampled};

/// Largest sum.
const SUM: u64 = 24;

/// All lists of positive numbers by their sum, as long as they have values.
pub(super) fn of<'r>(
    rule: &'r AnyRule,
    (ordered, nonzero): (bool, bool),
    asked: (Play, &Budget),
) -> Option<Looked<'r>> {
    let written = RefCell::new(Vec::new());
    let game = move |list: &[u64]| {
        let entries: Vec<String> = list.iter().map(u64::to_string).collect();
        part(rule, &format!("[{}]", entries.join(",")))
    };
    let sizes = (0..=SUM).map(|sum| {
        let all = lists_of(sum, ordered).into_iter();
        let game = |list: Vec<u64>| {
            let found = (game(&list)?, counted_in(&list, ordered));
            written.borrow_mut().push(list);
            Some(found)
        };
        all.filter_map(game).collect()
    });
    let which = |last: u64, all: usize| {
        message!(
            "all {all} lists of positive numbers whose sum is at most {last}",
            "各项为正且和不超过 {last} 的全部 {all} 个列表",
            all = all,
            last = last
        )
    };
    let mut looked = sampled(of_lists(ordered), 0, sizes, which, asked)?;
    let by_shorter = ordered && with_shorter(&mut looked.sample, &written.into_inner());
    let further = beyond::lists(ordered, !nonzero, looked.last).filter_map(move |list| {
        let mut further = Further::new((game(&list)?, counted_in(&list, ordered)));
        if by_shorter {
            further.rests = vec![game(without_first(&list))?, game(without_last(&list))?];
        }
        further.is_apart = list.contains(&0);
        Some(further)
    });
    let apart = message!("lists with an entry 0", "含有 0 项的列表");
    Some(looked.with(Beyond::new(further, beyond::of_lists).apart(apart)))
}

fn without_first(list: &[u64]) -> &[u64] {
    list.get(1..).unwrap_or_default()
}

fn without_last(list: &[u64]) -> &[u64] {
    list.split_last().map_or(&[], |(_, before)| before)
}

/// Adds what each list is worth without its first entry, and without its last, and says whether that is known of all; else nothing is added.
fn with_shorter(sample: &mut Sample, lists: &[Vec<u64>]) -> bool {
    let rows = lists.iter().zip(&sample.rows);
    let known: HashMap<&[u64], u32> = rows.map(|(list, row)| (&list[..], row.1)).collect();
    let shorter = lists.iter().zip(&sample.rows).map(|(list, _)| {
        let worth = |list: &[u64]| known.get(list).map(|&value| u64::from(value));
        Some([worth(without_first(list))?, worth(without_last(list))?])
    });
    let Some(shorter) = shorter.collect::<Option<Vec<[u64; 2]>>>() else {
        return false;
    };
    let play = sample.play;
    let of = |rest: Message| match play {
        Play::Normal => message!("the Grundy value of {rest}", "{rest}的 SG 值", rest = rest),
        Play::Misere => message!(
            "1 where {rest} is won and else 0",
            "{rest}必胜则为 1、否则为 0 的数",
            rest = rest
        ),
    };
    let first = of(message!(
        "the list without its first entry",
        "去掉首项后的列表"
    ));
    let last = of(message!(
        "the list without its last entry",
        "去掉末项后的列表"
    ));
    sample.counts.extend([count("v", first), count("w", last)]);
    for ((counts, _), shorter) in sample.rows.iter_mut().zip(shorter) {
        counts.extend(shorter);
    }
    true
}

/// All lists of positive numbers with this sum; without order, in rising order.
fn lists_of(sum: u64, ordered: bool) -> Vec<Vec<u64>> {
    fn further(left: u64, least: u64, ordered: bool, list: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
        if all.len() > POSITIONS {
            return;
        }
        if left == 0 {
            all.push(list.clone());
        }
        for entry in least..=left {
            list.push(entry);
            let least = if ordered { 1 } else { entry };
            further(left - entry, least, ordered, list, all);
            list.pop();
        }
    }
    let mut all = Vec::new();
    further(sum, 1, ordered, &mut Vec::new(), &mut all);
    all
}

fn of_lists(ordered: bool) -> Vec<Count> {
    let mut counts = vec![
        count("n", message!("the number of entries", "项数")),
        count("s", message!("their sum", "各项之和")),
        count("x", message!("their nim-sum", "各项的异或")),
        count("o", message!("the number of odd entries", "奇数项的个数")),
        count("u", message!("the number of entries 1", "等于 1 的项数")),
        count("g", message!("the greatest entry", "最大项")),
        count("l", message!("the least entry", "最小项")),
        count(
            "d",
            message!("the number of different entries", "不同项的个数"),
        ),
    ];
    if ordered {
        counts.extend([
            count(
                "p",
                message!(
                    "the nim-sum of the places of the odd entries, counted from 0 at the first",
                    "奇数项位置（首项为 0）的异或"
                ),
            ),
            count(
                "q",
                message!(
                    "the nim-sum of the places of the odd entries, counted from 0 at the last",
                    "奇数项位置（自末项起，末项为 0）的异或"
                ),
            ),
            count(
                "e",
                message!(
                    "the nim-sum of the entries at odd places, counted from 0 at the first",
                    "奇数位置（首项为 0）各项的异或"
                ),
            ),
            count(
                "r",
                message!(
                    "the nim-sum of the entries at odd places, counted from 0 at the last",
                    "奇数位置（自末项起，末项为 0）各项的异或"
                ),
            ),
            count("a", message!("the first entry", "首项")),
            count("b", message!("the last entry", "末项")),
        ]);
    }
    counts
}

/// What is counted in a list; of one with an order also by places.
fn counted_in(list: &[u64], ordered: bool) -> Vec<u64> {
    let many = |is: &dyn Fn(u64) -> bool| list.iter().filter(|&&entry| is(entry)).count() as u64;
    let mut numbers = vec![
        list.len() as u64,
        list.iter().sum(),
        list.iter().fold(0, |sum, entry| sum ^ entry),
        many(&|entry| entry % 2 == 1),
        many(&|entry| entry == 1),
        list.iter().max().copied().unwrap_or(0),
        list.iter().min().copied().unwrap_or(0),
        list.iter().collect::<BTreeSet<_>>().len() as u64,
    ];
    if ordered {
        // A sum over places from either end.
        let over = |of: fn(u64, u64) -> u64, backwards: bool| {
            let last = (list.len() as u64).saturating_sub(1);
            let each = (0u64..).zip(list).map(|(place, &entry)| match backwards {
                false => of(place, entry),
                true => of(last - place, entry),
            });
            each.fold(0, |sum, number| sum ^ number)
        };
        let places = |place: u64, entry: u64| place * (entry % 2);
        let entries = |place: u64, entry: u64| entry * (place % 2);
        numbers.extend([
            over(places, false),
            over(places, true),
            over(entries, false),
            over(entries, true),
            list.first().copied().unwrap_or(0),
            list.last().copied().unwrap_or(0),
        ]);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_as_many_as_are_known() {
        // Partitions, A000041; compositions, 2^(n-1).
        for (sum, partitions) in [(0, 1), (1, 1), (2, 2), (5, 7), (10, 42)] {
            assert_eq!(lists_of(sum, false).len(), partitions);
            assert_eq!(lists_of(sum, true).len(), 1 << sum.saturating_sub(1));
        }
    }
}
