//! A rule on lists as a ruleset: what the solver, the graph of positions and every engine see of it.

use std::sync::Arc;

use crate::budget::pulse;
use crate::fault::{Fault, FaultKind};
use crate::kinds;
use crate::message;
use crate::nimber::Nimber;
use crate::notation::{Clause, Listing, Notation, ParseError, shortened};
use crate::number::Natural;
use crate::ruleset::{Capabilities, Moves, Options, Ruleset, Step, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, Scene, heaps, lowered};
use crate::text::{Message, list_of};

use super::walk::{Found, Halt, Walker};
use super::{LONGEST, List, ListRule, written};

/// Steps that telling the moves of one list may take.
const STEPS: u64 = 1 << 24;

/// What comes in the place of entries, or of the whole list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Places, and the entries that come there.
    Entries(Box<[(usize, Box<[i64]>)]>),
    /// All entries.
    Whole(Box<[i64]>),
}

impl Replaced {
    fn of(found: &Found<'_>) -> Replaced {
        match found.places {
            None => Replaced::Whole(found.entries.into()),
            Some(places) => {
                let mut all: Vec<(usize, Box<[i64]>)> = (places.iter())
                    .map(|&(place, from, to)| (place, found.entries[from..to].into()))
                    .collect();
                all.sort_unstable_by_key(|(place, _)| *place);
                Replaced::Entries(all.into())
            }
        }
    }
}

impl ListRule {
    fn fault(&self, list: &List, fault: &crate::rule::Fault) -> Stop {
        let place = shortened(&self.write_list(list));
        let what = match fault.span.end {
            0 => fault.kind.describe(),
            _ => fault.message(self.text()),
        };
        Fault::new(fault.kind, place, what).into()
    }

    fn too_long(&self, list: &List) -> Stop {
        let what = message!(
            "the rule takes more than {steps} steps to list the moves",
            "规则为列出走法需要超过 {steps} 步",
            steps = STEPS
        );
        let place = shortened(&self.write_list(list));
        Fault::new(FaultKind::TooLong, place, what).into()
    }

    /// Tells the moves of a list until `take` says no.
    fn each(
        &self,
        list: &List,
        take: &mut dyn FnMut(&Found<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut walker = Walker::new(self.program(), STEPS);
        let gone_through = walker.moves(&list.0, &mut |found| take(&found));
        pulse::count(5 * (STEPS - walker.steps));
        gone_through.map_err(|halt| match halt {
            Halt::Fault(fault) => self.fault(list, &fault),
            Halt::Steps => self.too_long(list),
            Halt::Taker(stop) => stop,
        })
    }
}

impl Ruleset for ListRule {
    type Position = List;
    type Move = Replaced;

    fn options(&self, list: &List, options: &mut Options<List, Replaced>) -> Result<(), Stop> {
        self.each(list, &mut |found| {
            let to = found.after(&list.0);
            if to.len() > LONGEST {
                let what = message!(
                    "a move leads to a list of more than {most} entries",
                    "有一步走到超过 {most} 项的列表",
                    most = LONGEST
                );
                let place = shortened(&self.write_list(list));
                return Err(Fault::new(FaultKind::TooLong, place, what).into());
            }
            options.push(Replaced::of(found), &[self.list(to)])
        })
    }

    fn describe(&self, list: &List, mv: &Replaced) -> Message {
        let whole =
            |entries: &[i64]| message!("leave {list}", "剩下 {list}", list = written(entries));
        let Replaced::Entries(places) = mv else {
            let Replaced::Whole(entries) = mv else {
                return whole(&[]);
            };
            return whole(entries);
        };
        let one = |(place, new): &(usize, Box<[i64]>)| {
            let old = list.0.get(*place).copied().unwrap_or(0);
            let new: Vec<String> = new.iter().map(i64::to_string).collect();
            let new = match new.is_empty() {
                true => "[]".to_owned(),
                false => new.join(","),
            };
            match self.program().ordered {
                true => format!("a[{place}]: {old} → {new}"),
                false => format!("{old} → {new}"),
            }
        };
        let changed: Vec<String> = places.iter().map(one).collect();
        let changed = changed.join("; ");
        message!("{changed}", "{changed}", changed = changed)
    }

    /// Whether a measure was seen that every move makes smaller.
    fn ends(&self, _: &List) -> bool {
        self.measures().is_some()
    }

    fn heap_bytes(&self, list: &List) -> u64 {
        let entries = 8 * list.0.len() as u64;
        // What a sum is told from is a table up to the largest entry.
        let largest = list.0.iter().max().copied().unwrap_or(0);
        let table = if self.is_sum() {
            largest.min(1 << 24)
        } else {
            0
        };
        entries + table.cast_unsigned()
    }

    fn capabilities(&self) -> Capabilities<'_, ListRule> {
        Capabilities {
            values: self.is_sum().then_some(self as &dyn ValueTheorem<List>),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

/// Rules whose moves replace one entry and look at nothing else.
impl ValueTheorem<List> for ListRule {
    fn value(&self, list: &List) -> Option<Nimber> {
        let largest = list.0.iter().max().copied().unwrap_or(0);
        let value = self
            .heaps()
            .with(self.program(), largest.cast_unsigned(), |values| {
                let entries = list.0.iter();
                entries.fold(0, |sum, &entry| sum ^ values[entry as usize])
            });
        value.map(Nimber::from)
    }

    /// The options of each kind of entry are looked at once.
    fn moves_to(&self, list: &List, target: &Nimber, limit: usize) -> Option<Moves<List>> {
        let largest = list.0.iter().max().copied().unwrap_or(0);
        let target = target
            .to_u64()
            .and_then(|target| u32::try_from(target).ok());
        self.heaps()
            .with(self.program(), largest.cast_unsigned(), |values| {
                let value = |entry: i64| match entry {
                    0 if self.program().nonzero => 0,
                    entry => values[entry as usize],
                };
                let sum = list.0.iter().fold(0, |sum, &entry| sum ^ value(entry));
                let Some(target) = target else {
                    return Some(Moves::none());
                };
                let mut kinds: Vec<(i64, usize)> = (list.0.iter().copied().enumerate())
                    .map(|(place, entry)| (entry, place))
                    .collect();
                kinds.sort_unstable();
                let mut count = Natural::ZERO;
                let mut listed: Vec<Step<List>> = Vec::new();
                let mut walker = Walker::new(self.program(), STEPS);
                let mut from = 0;
                while from < kinds.len() {
                    let (entry, _) = kinds[from];
                    let same = kinds[from..]
                        .iter()
                        .take_while(|one| one.0 == entry)
                        .count();
                    let places = &kinds[from..from + same];
                    from += same;
                    let wanted = target ^ sum ^ value(entry);
                    // Moves are the same where they lead to the same list.
                    let mut found: Vec<Vec<i64>> = Vec::new();
                    let alone: Arc<[i64]> = Arc::new([entry]);
                    let gone_through = walker.moves::<()>(&alone, &mut |made| {
                        let is = made
                            .entries
                            .iter()
                            .fold(0, |sum, &entry| sum ^ value(entry));
                        if is == wanted {
                            found.push(self.list(made.entries.to_vec()).0.to_vec());
                        }
                        Ok(())
                    });
                    gone_through.ok()?;
                    found.sort_unstable();
                    found.dedup();
                    // In a list each place is a move of its own, but where the list stays the same.
                    let ordered = self.program().ordered;
                    if ordered && found.iter().any(|made| made.len() != 1) {
                        return None;
                    }
                    let places = if ordered { places } else { &places[..1] };
                    count += Natural::from(found.len() * places.len());
                    for made in &found {
                        for &(_, place) in places {
                            if listed.len() == limit {
                                break;
                            }
                            let mv = Replaced::Entries(Box::new([(place, made[..].into())]));
                            let mut to = list.0.to_vec();
                            to.splice(place..=place, made.iter().copied());
                            listed.push(Step {
                                message: self.describe(list, &mv),
                                to: vec![self.list(to)],
                            });
                        }
                    }
                }
                Some(Moves {
                    count: Some(count),
                    listed,
                })
            })?
    }

    fn because(&self, list: &List) -> Message {
        let mut entries: Vec<i64> = list.0.to_vec();
        entries.sort_unstable();
        entries.dedup();
        if entries.len() > MOST_TOLD || entries.is_empty() {
            return message!(
                "every move changes one entry only, so the list is the sum of its entries, whose values are in a table",
                "每步只涉及一项：列表是各项之和，各项的 SG 值取自表格"
            );
        }
        let largest = entries.last().copied().unwrap_or(0);
        let told = self
            .heaps()
            .with(self.program(), largest.cast_unsigned(), |values| {
                let one = |&entry: &i64| format!("g({entry}) = {}", values[entry as usize]);
                list_of(&entries.iter().map(one).collect::<Vec<_>>())
            });
        message!(
            "every move changes one entry only, so the list is the sum of its entries: {values}",
            "每步只涉及一项，列表是各项之和：{values}",
            values = told.unwrap_or_else(|| Message::verbatim(""))
        )
    }
}

/// Most kinds of entries of which the values are told one by one.
const MOST_TOLD: usize = 12;

impl Draw<List, Replaced> for ListRule {
    /// The entries as heaps of stones.
    fn scene(&self, list: &List) -> Option<Scene> {
        if list.0.is_empty() {
            return None;
        }
        heaps(
            &(list.0.iter())
                .map(|&entry| Natural::from(entry.cast_unsigned()))
                .collect::<Vec<_>>(),
        )
    }

    /// Stones of the heaps that become smaller, where no heap becomes anything else.
    fn clicks(&self, list: &List, mv: &Replaced, _: &[List]) -> Vec<Clicks> {
        let Replaced::Entries(places) = mv else {
            return Vec::new();
        };
        let lower = places.iter().map(|(place, new)| match new[..] {
            [entry] if entry < list.0[*place] => {
                Some((*place, Natural::from(entry.cast_unsigned())))
            }
            [] if self.program().nonzero => Some((*place, Natural::ZERO)),
            _ => None,
        });
        match lower.collect::<Option<Vec<_>>>() {
            Some(lower) => lowered(&lower),
            None => Vec::new(),
        }
    }
}

impl Notation for ListRule {
    fn listing(&self) -> &'static Listing {
        &crate::rule::LISTING
    }

    fn read(clause: &Clause<'_>) -> Result<(ListRule, Vec<List>), ParseError> {
        kinds::positions(clause, ListRule::parse_with, ListRule::read_list)
    }

    fn head(&self) -> String {
        kinds::head(self.name.as_deref(), self)
    }

    fn write(&self, list: &List) -> String {
        self.write_list(list)
    }

    fn coordinates(&self) -> usize {
        self.numbers()
    }

    fn at(&self, numbers: &[u64]) -> Option<List> {
        self.list_at(numbers)
    }
}
