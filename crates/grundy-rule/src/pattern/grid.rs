//! Patterns of two to four coordinates: what becomes of the coordinates one by one, how the results are joined, and what a
//! few constants make of that. A way to join is followed only where the joined number tells the truth by itself.

use std::collections::HashMap;

use super::data::{Base, Data, Hypothesis, plus};
use super::finding::{Form, Subject};
use super::{border, cases, closed, conjunction, losing, one, pairs};
use crate::budget::{Exhausted, Meter};

/// What may become of a coordinate, as `n`.
const ATOMS: &[&str] = &[
    "n",
    "n+1",
    "n+2",
    "n+3",
    "max(n,1)",
    "2*n",
    "3*n",
    "n/2",
    "n/3",
    "n/4",
    "n/5",
    "n/6",
    "(n+1)/2",
    "(n+1)/3",
    "(n+2)/3",
    "(n+1)/4",
    "(n+2)/4",
    "(n+3)/4",
    "n%2",
    "n%3",
    "n%4",
    "n%5",
    "n%6",
    "n%7",
    "max(n-1,0)",
    "max(n-2,0)",
    "n & -n",
    "(n+1) & -(n+1)",
    "bitlen(n)",
    "bitlen(n & -n)",
    "popcount(n)",
    "sqrt(n)",
    "n^2",
];

/// Probes taken at most.
const MOST_PROBES: usize = 640;

/// A way to join two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    Xor,
    Add,
    Subtract,
    Apart,
    Min,
    Max,
    And,
    Or,
    Times,
    Gcd,
    Modulo,
    Quotient,
}

pub(super) const JOINS: [Join; 12] = [
    Join::Xor,
    Join::Add,
    Join::Subtract,
    Join::Apart,
    Join::Min,
    Join::Max,
    Join::And,
    Join::Or,
    Join::Times,
    Join::Gcd,
    Join::Modulo,
    Join::Quotient,
];

impl Join {
    fn of(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Join::Xor => a ^ b,
            Join::Add => a + b,
            Join::Subtract => a - b,
            Join::Apart => (a - b).abs(),
            Join::Min => a.min(b),
            Join::Max => a.max(b),
            Join::And => a & b,
            Join::Or => a | b,
            Join::Times => a.checked_mul(b)?,
            Join::Gcd => {
                let (mut a, mut b) = (a.abs(), b.abs());
                while b > 0 {
                    (a, b) = (b, a % b);
                }
                a
            }
            Join::Modulo => a.checked_rem(b)?,
            Join::Quotient => a.checked_div(b)?,
        })
    }

    fn text(self, a: &str, b: &str) -> String {
        match self {
            Join::Xor => format!("({a}) xor ({b})"),
            Join::Add => format!("({a})+({b})"),
            Join::Subtract => format!("({a})-({b})"),
            Join::Apart => format!("abs(({a})-({b}))"),
            Join::Min => format!("min({a},{b})"),
            Join::Max => format!("max({a},{b})"),
            Join::And => format!("({a}) & ({b})"),
            Join::Or => format!("({a}) bitor ({b})"),
            Join::Times => format!("({a})*({b})"),
            Join::Gcd => format!("gcd({a},{b})"),
            Join::Modulo => format!("({a})%({b})"),
            Join::Quotient => format!("({a})/({b})"),
        }
    }

    /// Two numbers joined wherever they stand; `None` where one place has no number.
    pub(super) fn bases(self, a: &Base, b: &Base) -> Option<Base> {
        let numbers = a.numbers.iter().zip(&b.numbers);
        let numbers: Option<Vec<i64>> = numbers.map(|(&a, &b)| self.of(a, b)).collect();
        Some(Base {
            text: self.text(&a.text, &b.text),
            numbers: numbers?,
        })
    }

    /// Whether the order of the two matters.
    pub(super) fn is_ordered(self) -> bool {
        matches!(self, Join::Subtract | Join::Modulo | Join::Quotient)
    }
}

/// The places at which forms are tried: not at the edges, where exceptions are.
pub(crate) fn probes(data: &Data) -> Vec<Vec<u64>> {
    let inner = |position: &Vec<u64>| {
        let mut places = data
            .places(position)
            .into_iter()
            .zip(&data.small)
            .enumerate();
        places.all(|(place, (number, &side))| {
            number < side && (number >= side / 8 || (place > 0 && !data.first.is_empty()))
        })
    };
    let cells = (0..data.cells.len()).map(|cell| data.position(cell));
    let all: Vec<Vec<u64>> = cells.filter(inner).collect();
    // Spread by a step that shares no factor with the number of places.
    let count = all.len();
    let mut step = count / 3 * 2 + 1;
    while count > 0 && gcd(step, count) > 1 {
        step += 1;
    }
    let spread = (0..count).map(|place| all[place * step % count].clone());
    spread.take(MOST_PROBES).collect()
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Joined numbers that tell the truth by themselves, as bases.
pub(crate) fn telling(data: &Data, probes: &[Vec<u64>], truth: &[i64]) -> Vec<Base> {
    let names = data.names();
    let atoms: Vec<Vec<Base>> = (0..names.len())
        .map(|place| {
            let atom =
                |text: &&str| Base::new(&closed::renamed(text, names[place]), &names, probes);
            ATOMS.iter().filter_map(atom).collect()
        })
        .collect();
    let mut found = Vec::new();
    for single in atoms.iter().flatten() {
        if tells(&single.numbers, truth) {
            found.push(single.clone());
        }
    }
    match &atoms[..] {
        [first, second] => two(first, second, truth, &mut found),
        _ => folded(&atoms, truth, &mut found),
    }
    found.extend(
        pairs::special(&names, probes)
            .into_iter()
            .filter(|base| tells(&base.numbers, truth)),
    );
    found.sort_by_key(|base| base.text.len());
    let mut found = differing(found);
    found.truncate(24);
    found
}

/// Without those that differ from two shorter ones by a constant, or by the sign, only.
fn differing(found: Vec<Base>) -> Vec<Base> {
    let mut seen: HashMap<Vec<i64>, usize> = HashMap::new();
    let is_new = |base: &Base| {
        let first = base.numbers.first().copied().unwrap_or(0);
        let mut shape: Vec<i64> = base.numbers.iter().map(|it| it - first).collect();
        if shape.iter().find(|it| **it != 0).is_some_and(|it| *it < 0) {
            shape.iter_mut().for_each(|it| *it = -*it);
        }
        let count = seen.entry(shape).or_insert(0);
        *count += 1;
        *count <= 2
    };
    let mut is_new = is_new;
    found.into_iter().filter(|base| is_new(base)).collect()
}

fn two(first: &[Base], second: &[Base], truth: &[i64], found: &mut Vec<Base>) {
    for (place, a) in first.iter().enumerate() {
        for (other, b) in second.iter().enumerate() {
            for join in JOINS {
                // One of the two should be simple, unless they are alike.
                if place != other
                    && place > 5
                    && other > 5
                    && !matches!(join, Join::Xor | Join::Add)
                {
                    continue;
                }
                if let Some(base) = joined(a, b, join, truth) {
                    found.push(base);
                }
                if join.is_ordered()
                    && let Some(base) = joined(b, a, join, truth)
                {
                    found.push(base);
                }
            }
        }
    }
}

/// Atoms made of one for every coordinate, joined by bitwise "or".
fn folded(atoms: &[Vec<Base>], truth: &[i64], found: &mut Vec<Base>) {
    let least = atoms.iter().map(Vec::len).min().unwrap_or(0);
    for place in 0..least {
        for join in JOINS
            .into_iter()
            .filter(|join| !join.is_ordered() && *join != Join::Apart)
        {
            let mut all = atoms[0][place].clone();
            for other in &atoms[1..] {
                let numbers = all.numbers.iter().zip(&other[place].numbers);
                let numbers: Option<Vec<i64>> = numbers.map(|(&a, &b)| join.of(a, b)).collect();
                let Some(numbers) = numbers else { continue };
                all = Base {
                    text: join.text(&all.text, &other[place].text),
                    numbers,
                };
            }
            if tells(&all.numbers, truth) {
                found.push(all);
            }
        }
    }
}

/// The joined number, if it tells the truth.
fn joined(a: &Base, b: &Base, join: Join, truth: &[i64]) -> Option<Base> {
    let number = |place: usize| join.of(a.numbers[place], b.numbers[place]);
    // A few probes refuse most: two equal numbers of different truth.
    let mut seen: [(i64, i64); 16] = [(0, 0); 16];
    for place in 0..seen.len().min(truth.len()) {
        seen[place] = (number(place)?, truth[place]);
        if seen[..place]
            .iter()
            .any(|it| it.0 == seen[place].0 && it.1 != seen[place].1)
        {
            return None;
        }
    }
    let mut numbers = Vec::with_capacity(truth.len());
    // Numbers that are small are looked up in a list.
    let mut known = [-1i64; 512];
    for (place, &truth) in truth.iter().enumerate() {
        let number = number(place)?;
        if let Some(known) = usize::try_from(number + 128)
            .ok()
            .and_then(|at| known.get_mut(at))
        {
            if *known != -1 && *known != truth {
                return None;
            }
            *known = truth;
        }
        numbers.push(number);
    }
    tells(&numbers, truth).then(|| Base {
        text: join.text(&a.text, &b.text),
        numbers,
    })
}

/// Whether equal numbers have equal truths, and there are many of them.
fn tells(numbers: &[i64], truth: &[i64]) -> bool {
    known(numbers, truth).is_some_and(|known| known * 3 <= numbers.len())
}

/// Whether equal numbers have equal truths.
pub(super) fn agree(numbers: &[i64], truth: &[i64]) -> bool {
    known(numbers, truth).is_some()
}

/// How many different numbers there are, where equal ones have equal truths.
fn known(numbers: &[i64], truth: &[i64]) -> Option<usize> {
    let mut known: HashMap<i64, i64> = HashMap::new();
    for (&number, &truth) in numbers.iter().zip(truth) {
        if *known.entry(number).or_insert(truth) != truth {
            return None;
        }
    }
    Some(known.len())
}

/// What else may become of a joined number, as `n`.
const AFTER: [&str; 7] = [
    "popcount(n)",
    "bitlen(n)",
    "n & -n",
    "bitlen(n & -n)",
    "sqrt(n)",
    "valuation(n+1,2)",
    "valuation(max(n,1),3)",
];

fn after(data: &Data, bases: &[Base], probes: &[Vec<u64>]) -> Vec<Base> {
    let names = data.names();
    let mut all = bases.to_vec();
    for base in bases {
        let made = AFTER.iter().filter_map(|text| {
            let text = closed::renamed(text, &format!("({})", base.text));
            Base::new(&text, &names, probes)
        });
        all.extend(made);
    }
    all
}

/// The simplest pattern of the values that survives.
pub(crate) fn values(data: &Data, meter: &mut Meter) -> Result<Option<Hypothesis>, Exhausted> {
    let probes = probes(data);
    let truth = closed::truths(data, Subject::Values, &probes);
    if truth.is_empty() {
        return Ok(None);
    }
    let bases = after(data, &telling(data, &probes, &truth), &probes);
    let texts = closed::values(&bases, &truth);
    match one::shortest(data, Subject::Values, texts, meter)? {
        None => cases::by_cases(data, Subject::Values, meter),
        found => Ok(found),
    }
}

/// The simplest pattern of the P-positions that survives.
pub(crate) fn lost(data: &Data, meter: &mut Meter) -> Result<Option<Hypothesis>, Exhausted> {
    let probes = probes(data);
    let truth = closed::truths(data, Subject::Losing, &probes);
    if truth.is_empty() {
        return Ok(None);
    }
    let mut texts = if truth.contains(&0) {
        let bases = after(data, &telling(data, &probes, &truth), &probes);
        let mut texts = losing::tells(&bases, &truth);
        texts.extend(pairs::conditions(data, &probes, &truth));
        texts.extend(conjunction::conditions(data, &probes, &truth));
        texts
    } else {
        Vec::new()
    };
    texts.extend(pairs::edges(data));
    let names = data.names();
    for text in &mut texts {
        *text = tidied(text, &names);
    }
    let mut inner = texts.clone();
    inner.sort_by_key(String::len);
    if let Some(found) = one::shortest(data, Subject::Losing, texts, meter)? {
        return Ok(Some(found));
    }
    match border::lost(data, &inner, meter)? {
        None => cases::by_cases(data, Subject::Losing, meter),
        found => Ok(found),
    }
}

/// A difference compared with a number is written as two sides compared.
pub(super) fn tidied(text: &str, names: &[&str]) -> String {
    use crate::rule::syntax::{Comparison, Kind, Operator};
    let Ok(formula) = crate::rule::Formula::parse(text, names) else {
        return text.to_owned();
    };
    let Kind::Compare(first, rest) = &formula.expression().kind else {
        return text.to_owned();
    };
    let [(comparison, right)] = &rest[..] else {
        return text.to_owned();
    };
    match (&first.kind, &right.kind) {
        (Kind::Binary(Operator::Subtract, pair), Kind::Number(number)) => {
            let other = plus(&pair[1].to_string(), *number);
            format!("({}) {} {other}", pair[0], comparison.word())
        }
        // A nim-sum is 0 where both are the same.
        (Kind::Binary(Operator::Xor, pair), Kind::Number(0))
            if *comparison == Comparison::Equal && names.len() == 2 =>
        {
            format!("({}) == ({})", pair[0], pair[1])
        }
        _ => text.to_owned(),
    }
}

/// The value as a nim-sum of a function of each coordinate, the functions being found on the axes.
pub(crate) fn separable(
    data: &Data,
    axes: &[Data],
    meter: &mut Meter,
) -> Result<Option<Hypothesis>, Exhausted> {
    let mut texts = Vec::new();
    for axis in axes {
        match one::values(axis, meter)?.map(|found| found.form) {
            Some(Form::Formula {
                expression,
                exceptions,
            }) if exceptions.is_empty() => texts.push(format!("({expression})")),
            _ => return Ok(None),
        }
    }
    let sum: Vec<String> = texts.into_iter().filter(|text| text != "(0)").collect();
    let sum = if sum.is_empty() {
        "0".to_owned()
    } else {
        sum.join(" xor ")
    };
    data.formula(Subject::Values, &sum, meter)
}

/// Whether the value is the nim-sum of what the axes tell.
pub(crate) fn is_separable(data: &Data) -> bool {
    let origin = data.cells.first().copied().unwrap_or(0);
    let arity = data.sizes.len();
    (0..data.cells.len()).all(|cell| {
        let position = data.places(&data.position(cell));
        let mut sum = if arity.is_multiple_of(2) { origin } else { 0 };
        for place in 0..arity {
            let mut axis = vec![0; arity];
            axis[place] = position[place];
            sum ^= data.at(&axis).unwrap_or(0);
        }
        sum == data.cells[cell]
    })
}

/// Whether the coordinates may change places.
pub(crate) fn is_symmetric(data: &Data) -> bool {
    data.sizes.windows(2).all(|pair| pair[0] == pair[1])
        && (0..data.cells.len()).all(|cell| {
            let place = data.places(&data.position(cell));
            (1..place.len()).all(|other| {
                let mut swapped = place.clone();
                swapped.swap(other - 1, other);
                data.at(&swapped) == Some(data.cells[cell])
            })
        })
}
