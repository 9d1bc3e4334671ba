//! Games that a format only names, and what is known of them: the algorithms of `named/*.txt`, written once in a [small language](read) for all
//! languages of programs. A file holds the games of a family; what stands behind `game` is how a rule of a format is written.

mod read;

use std::sync::LazyLock;

use grundy_judge::{Filled, Format, Item, Reply, Slot};

pub(crate) use read::{Head, algorithm};

/// The families.
const FILES: [&str; 7] = [
    include_str!("named/heaps.txt"),
    include_str!("named/rows.txt"),
    include_str!("named/numbers.txt"),
    include_str!("named/tables.txt"),
    include_str!("named/trees.txt"),
    include_str!("named/words.txt"),
    include_str!("named/graphs.txt"),
];

/// What stands behind `game`, with what several games share, a `part`, put in where they say `with`.
static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in FILES.into_iter().flat_map(str::lines) {
        // What stands before the first game says what the file is about.
        if ["game ", "part ", "#"]
            .iter()
            .any(|word| line.starts_with(word))
        {
            sections.push((line, Vec::new()));
        } else if let Some((_, lines)) = sections.last_mut() {
            lines.push(line);
        }
    }
    let part = |name: &str| {
        let is_it = |(head, _): &&(&str, Vec<&str>)| head.strip_prefix("part ") == Some(name);
        sections
            .iter()
            .find(is_it)
            .map_or(&[][..], |(_, lines)| lines)
    };
    let whole = |(head, lines): &(&str, Vec<&str>)| {
        let rule = head.strip_prefix("game ")?;
        let lines = lines
            .iter()
            .flat_map(|line| match line.strip_prefix("with ") {
                Some(name) => part(name),
                None => std::slice::from_ref(line),
            });
        let lines: Vec<&str> = std::iter::once(&rule).chain(lines).copied().collect();
        Some(lines.join("\n"))
    };
    sections.iter().filter_map(whole).collect()
});

/// All games. One that is written in several ways has the others in lines that begin with `or`.
pub(crate) fn heads() -> impl Iterator<Item = Head<'static>> {
    GAMES.iter().flat_map(|game| {
        let (rule, mut rest) = game.split_once('\n').unwrap_or((game, ""));
        let mut rules = vec![rule];
        while let Some((other, behind)) =
            rest.strip_prefix("or ").and_then(|it| it.split_once('\n'))
        {
            rules.push(other);
            rest = behind;
        }
        rules.into_iter().map(move |rule| Head::read(rule, rest))
    })
}

/// A game and what fills the places of its rule, which are those of the name, then those of each word.
pub(crate) struct Found {
    pub(crate) head: Head<'static>,
    pub(crate) of_name: Vec<Filled>,
    pub(crate) words: Vec<Vec<Filled>>,
}

/// The game that the rule of a format names, if it tells what is asked.
pub(crate) fn find(format: &Format, misere: bool) -> Option<Found> {
    let (name, words) = format.rule.shape_of_words()?;
    let is_called = |head: &Head<'_>| {
        let Some((first, rest)) = head.words.split_first() else {
            return false;
        };
        let texts = || words.iter().map(|word| word.text.as_str());
        let fits = match head.each {
            true => texts().all(|text| rest == [text]),
            false => texts().eq(rest.iter().map(String::as_str)),
        };
        *first == name.text && fits
    };
    let filled = || {
        name.filled
            .iter()
            .chain(words.iter().flat_map(|word| &word.filled))
    };
    let is_filled = |head: &Head<'_>| {
        let mut places = head.places.iter().zip(filled());
        places.all(|(place, filled)| place.only.is_none_or(|only| *filled == Filled::Fixed(only)))
    };
    let is_it = |head: &Head<'_>| {
        head.misere == misere && is_called(head) && is_filled(head) && tells(head, &format.tell)
    };
    let head = heads().find(is_it)?;
    let words: Vec<Vec<Filled>> = words.into_iter().map(|word| word.filled).collect();
    let of_name = name.filled;
    let is_list = |filled: &Filled| match filled {
        Filled::Field(field, _) => format.layout.rows_of(*field).is_some(),
        Filled::Run(..) => true,
        Filled::Fixed(_) => false,
    };
    let mut filled = of_name.iter().chain(words.iter().flatten());
    // Letters stand just where an algorithm reads letters, and are of its alphabet.
    let places = head.places.iter();
    let read = places.map(|place| place.letters.as_deref());
    let given = filled.clone().map(|filled| match filled {
        Filled::Field(field, _) => format.layout.alphabet(*field),
        _ => None,
    });
    let has_letters = given.clone().any(|letters| letters.is_some());
    let fit = |(given, read): (Option<&[u8]>, Option<&str>)| match (given, read) {
        (Some(given), Some(read)) => given.iter().all(|letter| read.as_bytes().contains(letter)),
        (given, read) => given.is_none() && read.is_none(),
    };
    if has_letters && (head.each || !given.zip(read).all(fit)) {
        return None;
    }
    let is_in_group = |filled: &Filled| match filled {
        Filled::Field(field, _) => format.layout.head().iter().any(|item| match item {
            Item::Group(items, ..) => items.iter().any(|one| one.fields().contains(field)),
            _ => false,
        }),
        _ => false,
    };
    let mut several = filled.clone().zip(&head.places);
    if several
        .any(|(filled, place)| place.letters.is_some() && !place.is_group && is_in_group(filled))
    {
        return None;
    }
    let fits = match head.each {
        // Who wins a sum is not known from who wins its parts.
        true => head.has_values() || words.len() == 1 && !filled.any(is_list),
        false => {
            let asked = head.places.len().saturating_sub(1);
            let is_asked = |place: usize| {
                format.each && head.prepares() && !head.has_values() && place == asked
            };
            let mut places = filled.zip(&head.places).enumerate();
            // Where each heap is answered by itself, a list is the whole game's only where it stands beside what is asked.
            let whole = !format.each || head.prepares();
            places.all(|(at, (filled, place))| {
                !is_list(filled) || is_asked(at) || place.is_list && whole
            })
        }
    };
    let names_lists = head.each && of_name.iter().any(is_list);
    (fits && !names_lists).then_some(Found {
        head,
        of_name,
        words,
    })
}

/// Which of the numbers of a move a slot shows, where each move is shown by these.
pub(crate) fn place_of(slot: Slot, shown: &str) -> Option<usize> {
    let name = match slot {
        Slot::From => "from",
        Slot::To => "to",
        Slot::Take => "take",
        Slot::Index => "index",
        _ => return None,
    };
    shown.split(' ').position(|own| own == name)
}

/// Whether an algorithm says what is asked.
fn tells(head: &Head<'_>, tell: &Reply) -> bool {
    match tell {
        Reply::Outcome { .. } => true,
        Reply::Value(_) => head.moves.is_none() && head.has_values(),
        Reply::Count(_) => head.moves.is_some(),
        Reply::Moves { each, .. } => head.moves.is_some_and(|shown| {
            let slots = each.parts().iter();
            let mut slots = slots.filter_map(|part| match part {
                grundy_judge::Part::Slot(slot) | grundy_judge::Part::Shifted(slot, _) => Some(slot),
                grundy_judge::Part::Literal(_) => None,
            });
            slots.all(|slot| match slot {
                Slot::Case => true,
                // A list of heaps, of which the move changes one.
                Slot::Heaps => {
                    let [place] = head.places.as_slice() else {
                        return false;
                    };
                    let all = [Slot::Index, Slot::To].map(|slot| place_of(slot, shown));
                    place.is_list && all.iter().all(Option::is_some)
                }
                slot => place_of(*slot, shown).is_some(),
            })
        }),
        _ => false,
    }
}

/// A rule in the one-line notation that says the same as this one, where its options can be written so.
pub(crate) fn as_options(format: &Format) -> Option<String> {
    let (name, words) = format.rule.shape_of_words()?;
    let is_word = |filled: &Filled| matches!(filled, Filled::Field(field, _) if format.layout.alphabet(*field).is_some());
    if words.iter().flat_map(|word| &word.filled).any(is_word) {
        return None;
    }
    let pair = words.iter().all(|word| word.text == "{},{}");
    let single = words.iter().all(|word| word.text == "{}");
    let names = format.layout.names();
    let number = |filled: &Filled| match *filled {
        Filled::Fixed(number) => Some(number.to_string()),
        Filled::Field(field, plus) if format.layout.rows_of(field).is_none() => Some(match plus {
            0 => names[field].to_string(),
            plus => format!("({}{plus:+})", names[field]),
        }),
        _ => None,
    };
    let numbers: Option<Vec<String>> = name.filled.iter().map(number).collect();
    // Names that are none of the case.
    let mut letters = ["x", "y", "k", "i", "heap_1", "heap_2", "heap_3", "heap_4"]
        .into_iter()
        .filter(|letter| format.layout.field(letter).is_none());
    let mut letter = || letters.next().unwrap_or("heap_5");
    let (x, y, k) = (letter(), letter(), letter());
    let text = match (name.text.as_str(), numbers.as_deref()) {
        ("nim", _) if single => format!("{x} -> {x}-{k} for {k} in 1.."),
        ("bash:{}", Some([most])) if single => format!("{x} -> {x}-{k} for {k} in 1..={most}"),
        ("bash:{}-{}", Some([from, to])) if single => {
            format!("{x} -> {x}-{k} for {k} in {from}..={to}")
        }
        ("bounded", _) if pair => format!("({x},{y}) -> ({x}-{k},{y}) for {k} in 1..={y}"),
        ("wythoff", _) if pair => {
            format!("({x},{y}) -> ({x}-{k},{y}) | ({x},{y}-{k}) | ({x}-{k},{y}-{k}) for {k} in 1..")
        }
        ("lasker", _) if single => {
            format!("{x} -> {x}-{k} for {k} in 1..; {x} -> {k} + ({x}-{k}) for {k} in 1..{x}")
        }
        ("grundy", _) if single => {
            format!("{x} -> {k} + ({x}-{k}) for {k} in 1..{x} if 2*{k} != {x}")
        }
        ("kayles", _) if single => {
            format!("{x} -> {y} + ({x}-{y}-{k}) for {k} in {{1,2}} for {y} in 0..={x}-{k}")
        }
        ("dawsons-kayles", _) if single => {
            format!("{x} -> {y} + ({x}-{y}-2) for {y} in 0..={x}-2")
        }
        (take, Some(takes))
            if single
                && take
                    .strip_prefix("take:")
                    .is_some_and(|rest| rest.split(',').all(|part| part == "{}")) =>
        {
            format!("{x} -> {x}-{k} for {k} in {{{}}}", takes.join(","))
        }
        ("take:{}", None) if single => match name.filled.as_slice() {
            [Filled::Field(list, 0)] => format!("{x} -> {x}-{k} for {k} in {}", names[*list]),
            _ => return None,
        },
        _ => return None,
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{algorithm, heads};
    use crate::names::Names;
    use grundy::Lang;

    #[test]
    fn every_algorithm_is_read() {
        let mut count = 0;
        for head in heads() {
            let name = head.words.join(" ");
            assert!(
                !head.en.is_empty() && !head.zh.is_empty(),
                "{name}: no theorem"
            );
            let bound: Vec<(&str, String)> = (head.places.iter())
                .filter(|_| !head.each)
                .map(|place| (place.name, place.name.to_owned()))
                .collect();
            for lang in [Lang::En, Lang::Zh] {
                let read = algorithm(&head, &bound, &mut Names::new(), lang);
                assert!(read.is_ok(), "{name}: {read:?}");
            }
            // No language keeps one of the names for itself, and none is of the whole program too.
            for local in head.declared() {
                assert!(!head.is_global(local), "{name}: {local} is both");
            }
            for local in head.locals(&bound).into_iter().chain(head.helpers()) {
                assert_eq!(Names::new().fresh(local), local, "{name}");
            }
            count += 1;
        }
        assert!(count > 40, "{count}");
    }
}
