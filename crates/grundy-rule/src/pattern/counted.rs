//! Patterns in what is counted in positions: in the length and the letters of words, the rows and columns of boards, the leaves and the
//! depth of trees, the sum of lists.
//!
//! Positions of which the same is counted must be worth the same. A formula is guessed from the smaller positions, over one count or two
//! that are joined, and must then hold at all others, which are many times as many. Nothing is proved by that.

use std::collections::{HashMap, HashSet};

use super::data::{Base, Hypothesis, cost};
use super::finding::{Evidence, Finding, Form, Subject};
use super::grid::{self, JOINS};
use super::report::Report;
use super::{closed, conjunction, losing};
use crate::budget::{Exhausted, Meter};
use crate::message;
use crate::quotient::Play;
use crate::rule::Formula;
use crate::rule::syntax::{Expression, Kind};
use crate::text::Message;

/// Something that is counted in positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its name in formulas.
    pub name: String,
    /// What it is, as "the number of leaves".
    pub meaning: Message,
}

/// Positions, of each what is counted in it and what it is worth.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What is counted.
    pub counts: Vec<Count>,
    /// By position its counts and its value, smaller positions first.
    pub rows: Vec<(Vec<u64>, u32)>,
    /// From so many positions patterns are guessed.
    pub small: usize,
    /// Which positions these are, as "all words of up to 10 letters".
    pub which: Message,
    /// Under which play: where who cannot move wins, what stands in the place of values is 0 for P and 1 for N.
    pub play: Play,
}

/// Fewest different rows from which anything is guessed, and fewest that must be held out.
const FEWEST: (usize, usize) = (6, 2);

/// So many different rows there must be for each part of a formula.
const ROWS: usize = 2;

/// Most candidates that are held against all positions.
const MOST_TRIED: usize = 200;

/// Most counts that are looked at.
const MOST_COUNTS: usize = 16;

/// Patterns in what is counted in some positions, for values and P-positions.
///
/// ```
/// use grundy::budget::Meter;
/// use grundy::message;
/// use grundy::pattern::{Count, Form, Sample, find_in_sample};
/// let count = |name: &str| Count { name: name.to_owned(), meaning: message!("a number", "数") };
/// let rows = (0..900u64).map(|n| (vec![n / 30, n % 30], u32::from((n / 30 + n) % 2 == 1)));
/// let sample = Sample {
///     counts: vec![count("a"), count("b")],
///     rows: rows.collect(),
///     small: 90,
///     which: message!("900 positions", "900 个局面"),
///     play: grundy::Play::Normal,
/// };
/// let report = find_in_sample(&sample, &mut Meter::new(&Default::default())).unwrap();
/// assert!(matches!(&report.findings[0].form, Form::Counted { expression, .. } if expression == "(a+b)%2"));
/// ```
///
/// # Errors
/// That the budget does not suffice.
pub fn find_in_sample(sample: &Sample, meter: &mut Meter) -> Result<Report, Exhausted> {
    let mut report = Report {
        names: sample.counts.iter().map(|it| it.name.clone()).collect(),
        findings: Vec::new(),
        strategies: Vec::new(),
        refused: Vec::new(),
        remarks: Vec::new(),
        sequences: Vec::new(),
        searched: sample.small as u64,
        held_out: sample.rows.len().saturating_sub(sample.small) as u64,
        cut: None,
        sizes: Vec::new(),
        first: Vec::new(),
        values: Vec::new(),
    };
    let subjects: &[Subject] = match sample.play {
        Play::Normal => &[Subject::Values, Subject::Losing],
        Play::Misere => &[Subject::Losing],
    };
    for &subject in subjects {
        let guessed = guessed(sample, subject, meter);
        let mut found = match guessed {
            Err(why) if why != Exhausted::Interrupted => {
                report.cut = Some(why);
                break;
            }
            guessed => guessed?,
        };
        // Where the values are told, who loses is where they are 0.
        if subject == Subject::Losing {
            let from_values = (report.findings.first()).and_then(|found| of_values(sample, found));
            let dearer = |it: &Hypothesis| found.as_ref().is_none_or(|one| it.cost < one.cost);
            found = from_values.filter(dearer).or(found);
        }
        if subject == Subject::Losing && found.is_none() {
            found = together(sample, meter)?;
        }
        if let Some(found) = found {
            report.findings.push(Finding {
                subject,
                form: found.form,
                evidence: Evidence::Positions {
                    which: sample.which.clone(),
                    positions: sample.rows.len() as u64,
                    theorem: None,
                },
            });
        }
    }
    Ok(report)
}

fn of_values(sample: &Sample, found: &Finding) -> Option<Hypothesis> {
    let Form::Counted { expression, .. } = &found.form else {
        return None;
    };
    let read = Told::read(&format!("({expression}) == 0"), &names(sample))?;
    Some(told(sample, &read.formula))
}

fn names(sample: &Sample) -> Vec<&str> {
    sample.counts.iter().map(|it| it.name.as_str()).collect()
}

/// Rows that differ, with what is true of them; none where the same is counted and something else is true.
fn differing(rows: &[(Vec<u64>, u32)], subject: Subject) -> Option<Vec<(&[u64], i64)>> {
    let mut known: HashMap<&[u64], i64> = HashMap::new();
    let mut all = Vec::new();
    for (counts, value) in rows {
        let truth = match subject {
            Subject::Values => i64::from(*value),
            Subject::Losing => i64::from(*value > 0),
        };
        match known.get(&counts[..]) {
            None => {
                known.insert(counts, truth);
                all.push((&counts[..], truth));
            }
            Some(other) if *other == truth => {}
            Some(_) => return None,
        }
    }
    Some(all)
}

/// The simplest formula that survives.
fn guessed(
    sample: &Sample,
    subject: Subject,
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    meter.spend(sample.rows.len() as u64 / 16, 0)?;
    let names = names(sample);
    let mut best: Option<Hypothesis> = None;
    // Counts that say too little of a position do not stand in the way of those that say enough.
    for chosen in choices(sample.counts.len()) {
        let project = |(counts, value): &(Vec<u64>, u32)| {
            let mut own = vec![0; counts.len()];
            for &place in &chosen {
                own[place] = counts[place];
            }
            (own, *value)
        };
        let rows: Vec<(Vec<u64>, u32)> = sample.rows.iter().map(project).collect();
        meter.spend(rows.len() as u64 / 16, 0)?;
        let Some(all) = differing(&rows, subject) else {
            continue;
        };
        let Some(small) = differing(&rows[..sample.small.min(rows.len())], subject) else {
            continue;
        };
        if small.len() < FEWEST.0 || all.len() - small.len() < FEWEST.1 {
            continue;
        }
        let texts = candidates(&names, &chosen, &small, subject);
        for text in texts.iter().take(MOST_TRIED) {
            meter.spend(all.len() as u64 / 8, 0)?;
            let Some(read) = Told::read(text, &names) else {
                continue;
            };
            if read.formula.is_condition() != (subject == Subject::Losing) {
                continue;
            }
            let hypothesis = told(sample, &read.formula);
            if best
                .as_ref()
                .is_some_and(|best| best.cost <= hypothesis.cost)
                || all.len() < ROWS * hypothesis.cost
            {
                continue;
            }
            let holds = all.iter().all(|(counts, truth)| {
                read.value(counts).map(|value| match subject {
                    Subject::Values => value,
                    // A condition that holds means P, which is 0.
                    Subject::Losing => 1 - value,
                }) == Some(*truth)
            });
            if holds {
                best = Some(hypothesis);
            }
        }
    }
    Ok(best)
}

/// A formula over the few counts that it mentions.
struct Told {
    formula: Formula,
    places: Vec<usize>,
}

impl Told {
    fn read(text: &str, names: &[&str]) -> Option<Told> {
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let words: HashSet<&str> = words.collect();
        let places = (0..names.len()).filter(|&place| words.contains(names[place]));
        let places: Vec<usize> = places.collect();
        let own: Vec<&str> = places.iter().map(|&place| names[place]).collect();
        let formula = Formula::parse(text, &own).ok()?;
        Some(Told { formula, places })
    }

    fn value(&self, counts: &[u64]) -> Option<i64> {
        let own: Vec<u64> = self.places.iter().map(|&place| counts[place]).collect();
        self.formula.value(&own).ok()
    }
}

/// P-positions told by several simple conditions on one count each, all of which must hold, or one of which must.
fn together(sample: &Sample, meter: &mut Meter) -> Result<Option<Hypothesis>, Exhausted> {
    let names = names(sample);
    let small = &sample.rows[..sample.small.min(sample.rows.len())];
    let simple = simple(&names);
    meter.spend((small.len() * simple.len()) as u64 / 8, 0)?;
    let simple = simple.into_iter().filter_map(|(yes, no)| {
        let told = Told::read(&yes, &names)?;
        let holds = (small.iter()).map(|(counts, _)| Some(told.value(counts)? != 0));
        Some((yes, no, holds.collect::<Option<Vec<bool>>>()?))
    });
    let simple: Vec<conjunction::Told> = simple.collect();
    let truth: Vec<i64> = (small.iter())
        .map(|(_, value)| i64::from(*value > 0))
        .collect();
    let mut best: Option<Hypothesis> = None;
    for text in conjunction::together(&simple, &truth) {
        meter.spend(sample.rows.len() as u64 / 8, 0)?;
        let Some(read) = Told::read(&text, &names) else {
            continue;
        };
        let mut rows = sample.rows.iter();
        let holds = rows.all(|(counts, value)| read.value(counts) == Some(i64::from(*value == 0)));
        let hypothesis = told(sample, &read.formula);
        let is_dearer = |best: &Hypothesis| best.cost <= hypothesis.cost;
        if holds && small.len() >= ROWS * hypothesis.cost && !best.as_ref().is_some_and(is_dearer) {
            best = Some(hypothesis);
        }
    }
    Ok(best)
}

/// Simple conditions on one count each and their opposites, the simplest first.
fn simple(names: &[&str]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for name in names.iter().take(MOST_COUNTS) {
        let mut add =
            |yes: &str, no: &str| all.push((format!("{name}{yes}"), format!("{name}{no}")));
        for (even, odd) in [("%2 == 0", "%2 == 1"), ("%2 == 1", "%2 == 0")] {
            add(even, odd);
        }
        for number in 0..=3 {
            add(&format!(" == {number}"), &format!(" != {number}"));
            add(&format!(" != {number}"), &format!(" == {number}"));
            add(&format!(" <= {number}"), &format!(" > {number}"));
            add(&format!(" > {number}"), &format!(" <= {number}"));
        }
        for rest in 0..3 {
            add(&format!("%3 == {rest}"), &format!("%3 != {rest}"));
            add(&format!("%3 != {rest}"), &format!("%3 == {rest}"));
        }
    }
    all
}

/// Single counts, then pairs.
fn choices(counts: usize) -> Vec<Vec<usize>> {
    let counts = counts.min(MOST_COUNTS);
    let singles = (0..counts).map(|one| vec![one]);
    let pairs = (0..counts).flat_map(|one| (0..one).map(move |other| vec![other, one]));
    singles.chain(pairs).collect()
}

/// Texts of formulas that hold at the smaller positions.
fn candidates(
    names: &[&str],
    chosen: &[usize],
    small: &[(&[u64], i64)],
    subject: Subject,
) -> Vec<String> {
    let truth: Vec<i64> = small.iter().map(|(_, truth)| *truth).collect();
    let base = |place: usize| Base {
        text: names[place].to_owned(),
        numbers: (small.iter())
            .map(|(counts, _)| i64::try_from(counts[place]).unwrap_or(i64::MAX >> 8))
            .collect(),
    };
    let bases = match chosen {
        [one] => vec![base(*one)],
        [one, other] => {
            let (a, b) = (base(*one), base(*other));
            let both = [(&a, &b), (&b, &a)];
            let joined = JOINS.iter().flat_map(|join| {
                let both = &both[..if join.is_ordered() { 2 } else { 1 }];
                both.iter().filter_map(|(a, b)| join.bases(a, b))
            });
            let joined = joined.filter(|base| grid::agree(&base.numbers, &truth));
            joined.collect()
        }
        _ => Vec::new(),
    };
    // Where all are lost, or none, nothing that is counted tells more than that.
    if subject == Subject::Losing
        && let [first, others @ ..] = &truth[..]
        && others.iter().all(|other| other == first)
    {
        let all = if *first == 0 { ">=" } else { "<" };
        return vec![format!("{} {all} 0", names[chosen[0]])];
    }
    let mut texts = match subject {
        Subject::Values => {
            let mut texts = closed::values(&bases, &truth);
            if let [one, other] = chosen {
                texts.extend(steps(&base(*one), &base(*other), &truth));
            }
            texts
        }
        Subject::Losing => losing::tells(&bases, &truth),
    };
    if subject == Subject::Losing {
        let each = chosen.iter().map(|&place| base(place)).collect::<Vec<_>>();
        texts.extend(both_even(&each, &truth));
    }
    let own: Vec<&str> = chosen.iter().map(|&place| names[place]).collect();
    for text in &mut texts {
        *text = grid::tidied(text, &own);
    }
    texts.sort_by_key(String::len);
    texts.dedup();
    texts
}

/// One count, and 1 more or less by how it compares with the other.
fn steps(one: &Base, other: &Base, truth: &[i64]) -> Vec<String> {
    let mut texts = Vec::new();
    for (a, b) in [(one, other), (other, one)] {
        for (sign, by) in [("-", -1), ("+", 1)] {
            for (word, is) in [
                ("<=", i64::le as fn(&i64, &i64) -> bool),
                ("<", i64::lt),
                (">", i64::gt),
                (">=", i64::ge),
                ("==", i64::eq),
            ] {
                let text = format!("{0}{sign}({0} {word} {1})", a.text, b.text);
                for (least, text) in [(i64::MIN, text.clone()), (0, format!("max({text},0)"))] {
                    let mut numbers = a.numbers.iter().zip(&b.numbers).zip(truth);
                    let is_truth = |((a, b), truth): ((&i64, &i64), &i64)| {
                        (a + by * i64::from(is(a, b))).max(least) == *truth
                    };
                    if numbers.all(is_truth) {
                        texts.push(text);
                    }
                }
            }
        }
    }
    texts
}

/// Lost where all of some counts are even, or some are odd.
fn both_even(bases: &[Base], truth: &[i64]) -> Option<String> {
    let [a, b] = bases else { return None };
    let mut texts = Vec::new();
    for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let is = |place: usize| a.numbers[place] % 2 == first && b.numbers[place] % 2 == second;
        let (a, b) = (&a.text, &b.text);
        if (0..truth.len()).all(|place| is(place) == (truth[place] == 0)) {
            texts.push(format!("{a}%2 == {first} and {b}%2 == {second}"));
        }
        if (0..truth.len()).all(|place| is(place) == (truth[place] == 1)) {
            texts.push(format!("{a}%2 != {first} or {b}%2 != {second}"));
        }
    }
    texts.pop()
}

/// The formula with what its names mean.
fn told(sample: &Sample, formula: &Formula) -> Hypothesis {
    let mut used = HashSet::new();
    mentioned(formula.expression(), &mut used);
    let legend = sample.counts.iter().filter(|it| used.contains(&it.name));
    Hypothesis {
        cost: cost(formula.expression()),
        form: Form::Counted {
            expression: formula.to_string(),
            legend: legend.cloned().collect(),
        },
    }
}

/// The names in an expression.
pub(super) fn mentioned(expression: &Expression, found: &mut HashSet<String>) {
    match &expression.kind {
        Kind::Number(_) => {}
        Kind::Name(name) => {
            found.insert(name.clone());
        }
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => mentioned(part, found),
        Kind::Binary(_, pair) => pair.iter().for_each(|part| mentioned(part, found)),
        Kind::Compare(first, rest) => {
            mentioned(first, found);
            rest.iter().for_each(|(_, part)| mentioned(part, found));
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| mentioned(part, found));
        }
        Kind::Fold(folding) => {
            let parts = folding.parts().into_iter();
            parts.for_each(|part| mentioned(part, found));
        }
    }
}

/// What the names of a formula mean: "where n is the length of the word, a the number of leaves".
pub(super) fn where_these(legend: &[Count]) -> Option<Message> {
    let mut all: Option<Message> = None;
    for count in legend {
        let one = message!(
            "{name} is {meaning}",
            "{name} 为{meaning}",
            name = count.name.clone(),
            meaning = count.meaning.clone()
        );
        all = Some(match all {
            None => one,
            Some(before) => message!(
                "{before} and {one}",
                "{before}，{one}",
                before = before,
                one = one
            ),
        });
    }
    all
}
