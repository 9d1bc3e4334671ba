//! P-positions told by several simple conditions at once: equal numbers, remainders, one number above another.
//!
//! Of all simple conditions those are kept that hold at every lost position of the small range; if together they hold at no other, they tell
//! the lost ones, and then so do the fewest of them that still do, found by leaving out one after the other. The same of the won positions
//! tells the lost ones by "or".

use super::data::Data;
use crate::rule::Formula;

/// Most conditions that are told together.
const MOST: usize = 4;

/// Texts of conditions that fit the probes; `truth` is 0 at P-positions and 1 at N-positions.
pub(crate) fn conditions(data: &Data, probes: &[Vec<u64>], truth: &[i64]) -> Vec<String> {
    let names = data.names();
    if names.len() < 2 {
        return Vec::new();
    }
    let simple = simple(&names).into_iter();
    let told = simple.filter_map(|(yes, no)| {
        let formula = Formula::parse(&yes, &names).ok()?;
        let holds = probes.iter().map(|probe| formula.holds(probe).ok());
        Some((yes, no, holds.collect::<Option<Vec<bool>>>()?))
    });
    together(&told.collect::<Vec<_>>(), truth)
}

/// A condition, its opposite, and where it holds.
pub(super) type Told = (String, String, Vec<bool>);

/// The fewest of these conditions that tell by "and" or by "or" what is true.
pub(super) fn together(simple: &[Told], truth: &[i64]) -> Vec<String> {
    if !truth.contains(&0) || !truth.contains(&1) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for lost in [true, false] {
        let own = |place: usize| (truth[place] == 0) == lost;
        let needed = simple.iter().filter(|(_, _, holds)| {
            holds
                .iter()
                .enumerate()
                .all(|(place, holds)| *holds || !own(place))
        });
        let mut kept: Vec<&Told> = needed.collect();
        let tells = |kept: &[&Told]| {
            (0..truth.len()).all(|place| own(place) || kept.iter().any(|it| !it.2[place]))
        };
        if !tells(&kept) {
            continue;
        }
        // The longest are left out first.
        let mut place = kept.len();
        while place > 0 {
            place -= 1;
            let left = kept.remove(place);
            if !tells(&kept) {
                kept.insert(place, left);
            }
        }
        if kept.is_empty() || kept.len() > MOST {
            continue;
        }
        let texts = kept.iter().map(|it| if lost { &it.0 } else { &it.1 });
        let texts: Vec<&str> = texts.map(String::as_str).collect();
        found.push(texts.join(if lost { " and " } else { " or " }));
    }
    found
}

/// Simple conditions and their opposites, the simplest first.
pub(super) fn simple(names: &[&str]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut add = |yes: String, no: String| all.push((yes, no));
    let pairs = || (0..names.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    for (one, other) in pairs() {
        let (a, b) = (names[one], names[other]);
        add(format!("{b} == {a}"), format!("{b} != {a}"));
        add(format!("{b} != {a}"), format!("{b} == {a}"));
        add(format!("{b} <= {a}"), format!("{b} > {a}"));
        add(format!("{a} <= {b}"), format!("{a} > {b}"));
        for more in 1..=2 {
            add(format!("{a} == {b}+{more}"), format!("{a} != {b}+{more}"));
            add(format!("{b} == {a}+{more}"), format!("{b} != {a}+{more}"));
        }
    }
    for name in names {
        for number in 0..=2 {
            add(format!("{name} == {number}"), format!("{name} != {number}"));
            add(format!("{name} != {number}"), format!("{name} == {number}"));
        }
        add(format!("{name} >= 3"), format!("{name} < 3"));
    }
    let mut of = names
        .iter()
        .map(|name| (*name).to_owned())
        .collect::<Vec<_>>();
    of.extend(pairs().map(|(one, other)| format!("({}+{})", names[one], names[other])));
    if names.len() == 3 {
        of.push(format!("({}+{}+{})", names[0], names[1], names[2]));
        for (a, b, c) in [(0, 1, 2), (1, 0, 2), (2, 0, 1)] {
            let (a, b, c) = (names[a], names[b], names[c]);
            add(format!("{a} == {b}+{c}"), format!("{a} != {b}+{c}"));
            add(format!("{a} <= {b}+{c}"), format!("{a} > {b}+{c}"));
            add(
                format!("{a} == {b} xor {c}"),
                format!("{a} != ({b} xor {c})"),
            );
        }
    }
    for number in &of {
        for modulus in 2..=5 {
            for rest in 0..modulus {
                let same = format!("{number}%{modulus} == {rest}");
                let other = format!("{number}%{modulus} != {rest}");
                add(same.clone(), other.clone());
                if modulus > 2 {
                    add(other, same);
                }
            }
        }
    }
    // The greatest and the least of all.
    let listed = names.join(",");
    add(
        format!("max({listed}) == min({listed})"),
        format!("max({listed}) != min({listed})"),
    );
    for modulus in 2..=3 {
        for rest in 0..modulus {
            for word in ["min", "max"] {
                let rest = format!("{word}({listed})%{modulus} == {rest}");
                add(rest.clone(), rest.replace("==", "!="));
            }
        }
    }
    all
}
