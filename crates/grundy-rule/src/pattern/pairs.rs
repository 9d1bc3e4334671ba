//! Forms of two and three coordinates that are no join of two numbers: complementary Beatty sequences (S. Beatty 1926; W. A. Wythoff
//! 1907, A. S. Fraenkel 1982), ratios bounded by the golden section, classes of remainders, edges of the table.

use super::data::{Base, Data};
use crate::rule::Formula;

/// Numbers of two or three coordinates that may tell, beside those that are joined of two.
pub(crate) fn special(names: &[&str], probes: &[Vec<u64>]) -> Vec<Base> {
    let mut texts = Vec::new();
    match names {
        [x, y] => {
            for (a, b) in [(x, y), (y, x)] {
                texts.push(format!("{a} - {b}*({b}+1)/2"));
                texts.push(format!("({a}/max({b},1))*min({b},1)"));
                texts.push(format!("({a}/max({b},1))%2*min({b},1)"));
                texts.push(format!("{a}%(2*{b}+1)"));
                texts.push(format!("{a}%(2*{b}+2)"));
                texts.push(format!("({a}+1)%({b}+2)"));
                for k in 2..=4 {
                    texts.push(format!("{a}%max({k}*{b},1)/max({b},1)"));
                }
            }
            // Cyclic Nimhoff (A. S. Fraenkel and M. Lorberbom 1991), by h.
            for h in 2..=5 {
                texts.push(format!("{h}*(({x}/{h}) xor ({y}/{h})) + ({x}+{y})%{h}"));
            }
            texts.push(format!("max({x},{y})/max(min({x},{y}),1)"));
            texts.push(format!("max({x},{y}) - 2*min({x},{y})"));
            // Euclid's game (G. Nivasch 2006).
            texts.push(format!("abs({x}^2-{y}^2)*min({x},{y},1)/max({x}*{y},1)"));
            texts.push(format!("max({x}-{y},0)"));
            texts.push(format!("max({y}-{x},0)"));
        }
        [x, y, z] => {
            for (a, b, c) in [(x, y, z), (y, x, z), (z, x, y)] {
                texts.push(format!("{a}%({b}+{c})/max({b},1)"));
                texts.push(format!("{a}%({b}+{c})/max({c},1)"));
                texts.push(format!("({b}+{c}) - {a}"));
                texts.push(format!("({b} xor {c}) - {a}"));
                texts.push(format!("({b} xor {c})%({a}+1)"));
                texts.push(format!("({b}%({a}+1)) xor ({c}%({a}+1))"));
                texts.push(format!("({b}+{c})%({a}+1)"));
            }
            texts.push(format!("max({x},{y},{z}) - min({x},{y},{z})"));
            texts.push(format!("max({x},{y},{z})*2 - ({x}+{y}+{z})"));
            texts.push(format!(
                "({x}+{y}+{z}) - max({x},{y},{z}) - min({x},{y},{z})"
            ));
        }
        _ => {}
    }
    let made = texts
        .iter()
        .filter_map(|text| Base::new(text, names, probes));
    made.collect()
}

/// Texts of conditions that fit the probes.
pub(crate) fn conditions(data: &Data, probes: &[Vec<u64>], truth: &[i64]) -> Vec<String> {
    let names = data.names();
    let mut texts = Vec::new();
    if let [x, y] = names[..] {
        texts.push(format!(
            "min({x},{y}) == (abs({x}-{y}) + sqrt(5*abs({x}-{y})^2))/2"
        ));
        for a in 2..=8 {
            let (square, part) = (a * a + 4, format!("(abs({x}-{y})/{a})"));
            let less = match a - 2 {
                0 => String::new(),
                1 => format!(" - {part}"),
                times => format!(" - {times}*{part}"),
            };
            texts.push(format!(
                "abs({x}-{y})%{a} == 0 and min({x},{y}) == (sqrt({square}*{part}^2){less})/2"
            ));
        }
        let golden = format!("(min({x},{y}) + sqrt(5*min({x},{y})^2))/2");
        texts.push(format!("max({x},{y}) <= {golden}"));
        texts.push(format!(
            "{x}+1 <= (({y}+1) + sqrt(5*({y}+1)^2))/2 and {y} <= {x}"
        ));
        texts.push(format!("min({x},{y}) == 0 or max({x},{y}) <= {golden}"));
        texts.push(format!(
            "min({x},{y}) == 0 or {x} != {y} and max({x},{y}) <= {golden}"
        ));
        // Takes bounded by the take before (A. J. Schwenk 1970).
        for (n, q) in [(x, y), (y, x)] {
            texts.push(format!("{n} == 0 or ({n} & -{n}) > {q}"));
            texts.push(format!("{n} == 0 or zeckendorf({n}) > {q}"));
            texts.extend((3..=8).map(|by| format!("{n} == 0 or zeckendorf({n},{by}) > {q}")));
        }
        // Single steps, and one along the diagonal that changes who is to move.
        for m in 3..=8 {
            let most = m - 2;
            texts.push(format!(
                "min({x},{y})%{m} <= {most} and ({x}+{y}+min({x},{y})/{m})%2 == 0"
            ));
        }
        texts.extend(classes(x, y, probes, truth));
    }
    let fits = |text: &String| {
        Formula::parse(text, &names).is_ok_and(|formula| {
            let mut probes = probes.iter().zip(truth);
            probes.all(|(probe, &truth)| formula.holds(probe) == Ok(truth == 0))
        })
    };
    texts.retain(fits);
    texts
}

/// Most classes that a condition lists.
const MOST_CLASSES: usize = 4;

/// Remainders of both coordinates that are lost together.
fn classes(x: &str, y: &str, probes: &[Vec<u64>], truth: &[i64]) -> Vec<String> {
    let mut found = Vec::new();
    for size in 2..=12u64 {
        for a in 1..=size {
            let b = size - a + 1;
            let mut known = vec![None; (a * b) as usize];
            let mut tells = probes.iter().zip(truth);
            let tells = tells.all(|(probe, &truth)| {
                let class = probe[0] % a + a * (probe[1] % b);
                *known[class as usize].get_or_insert(truth) == truth
            });
            if !tells || known.contains(&None) {
                continue;
            }
            let class = |class: u64, negated: bool| {
                let (sign, word) = if negated { ("!=", "or") } else { ("==", "and") };
                match (a, b) {
                    (1, _) => format!("{y}%{b} {sign} {}", class / a),
                    (_, 1) => format!("{x}%{a} {sign} {}", class % a),
                    _ => format!(
                        "{x}%{a} {sign} {} {word} {y}%{b} {sign} {}",
                        class % a,
                        class / a
                    ),
                }
            };
            let of = |what: i64| -> Vec<u64> {
                (0..a * b)
                    .filter(|&class| known[class as usize] == Some(what))
                    .collect()
            };
            let (lost, won) = (of(0), of(1));
            if lost.len() <= MOST_CLASSES {
                let texts: Vec<String> = lost.iter().map(|&it| class(it, false)).collect();
                found.push(texts.join(" or "));
            } else if won.len() <= MOST_CLASSES {
                let texts = won.iter().map(|&it| format!("({})", class(it, true)));
                found.push(texts.collect::<Vec<_>>().join(" and "));
            }
        }
    }
    found
}

/// Conditions that speak of the edges of a table only.
pub(crate) fn edges(data: &Data) -> Vec<String> {
    let zero = |name: &String| format!("{name} == 0");
    let names = data.names.join(",");
    vec![
        data.names
            .iter()
            .map(zero)
            .collect::<Vec<_>>()
            .join(" and "),
        format!("min({names}) == 0"),
        format!("max({names}) <= 1"),
        format!("{} == 0", data.names[0]),
        format!("{} == 0", data.names[data.names.len() - 1]),
    ]
}
