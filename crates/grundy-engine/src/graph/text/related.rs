//! Lines that say of names which others they lead to: `a -> b`, as DOT has edges, and `a: b c`, a vertex and its neighbours.

use super::{Expected, Taker, TextError, mistake, name_end};

/// Reads such a line between two bytes of the text, and tells whether it is one.
pub(super) fn take(
    text: &str,
    start: usize,
    end: usize,
    taker: &mut dyn Taker,
) -> Result<bool, TextError> {
    if text[start..end].contains("->") {
        arrows(text, start, end, taker)?;
        return Ok(true);
    }
    let Some(colon) = colon(&text[start..end]) else {
        return Ok(false);
    };
    let from = names(text, start, start + colon, taker)?.0;
    let to = names(text, start + colon + 1, end, taker)?.0;
    join(text, start, (&from, &to), taker)?;
    Ok(true)
}

/// The byte of the colon behind the first name, where no more of a name follows: elsewhere a colon is a letter like others.
fn colon(line: &str) -> Option<usize> {
    let before = line.len() - line.trim_start().len();
    let word = line[before..].find(char::is_whitespace);
    let word = before + word.unwrap_or(line.len() - before);
    if line[..word].ends_with(':') && word > before + 1 {
        return Some(word - 1);
    }
    let rest = line[word..].trim_start();
    let behind = rest.strip_prefix(':')?;
    let stands_alone = behind.is_empty() || behind.starts_with(char::is_whitespace);
    (word > before && stands_alone).then(|| line.len() - rest.len())
}

/// Steps from name to name; the last may lead to several.
fn arrows(text: &str, start: usize, end: usize, taker: &mut dyn Taker) -> Result<(), TextError> {
    let mut at = start;
    let mut earlier: Option<Vec<u32>> = None;
    loop {
        let arrow = text[at..end].find("->").map(|arrow| at + arrow);
        let stop = arrow.unwrap_or(end);
        let (found, second) = names(text, at, stop, taker)?;
        if found.is_empty() {
            // Behind the last arrow there is nothing to point to.
            return Err(mistake(
                text,
                arrow.unwrap_or_else(|| at - "->".len()),
                Expected::Name,
            ));
        }
        if let (Some(second), true) = (second, arrow.is_some()) {
            return Err(mistake(text, second, Expected::Arrow));
        }
        if let Some(earlier) = &earlier {
            join(text, at, (earlier, &found), taker)?;
        }
        match arrow {
            Some(arrow) => at = arrow + 2,
            None => return Ok(()),
        }
        earlier = Some(found);
    }
}

/// Names with blanks or commas between them, and where the second begins.
fn names(
    text: &str,
    start: usize,
    end: usize,
    taker: &mut dyn Taker,
) -> Result<(Vec<u32>, Option<usize>), TextError> {
    let (mut found, mut second) = (Vec::new(), None);
    let mut at = start;
    // A comma must stand between two names.
    let mut comma = None;
    while let Some(next) = text[at..end].chars().next() {
        if next.is_whitespace() || (next == ',' && comma.is_none() && !found.is_empty()) {
            comma = comma.or((next == ',').then_some(at));
            at += next.len_utf8();
            continue;
        }
        let stop = name_end(text, at, end)?;
        let ends = text[stop..end].chars().next();
        if ends.is_some_and(|next| next != ',' && !next.is_whitespace()) {
            return Err(mistake(text, stop, Expected::EndOfName));
        }
        let vertex = taker.vertex(&text[at..stop]);
        if found.len() == 1 {
            second = Some(at);
        }
        found.push(vertex.ok_or_else(|| mistake(text, at, Expected::Fewer))?);
        (at, comma) = (stop, None);
    }
    match comma {
        Some(comma) => Err(mistake(text, comma, Expected::Name)),
        None => Ok((found, second)),
    }
}

/// Edges from all of some vertices to all of others; those without one stand alone.
fn join(
    text: &str,
    at: usize,
    (from, to): (&[u32], &[u32]),
    taker: &mut dyn Taker,
) -> Result<(), TextError> {
    let fewer = || mistake(text, at, Expected::Fewer);
    for &one in from {
        for &other in to {
            taker.edge(one, other).ok_or_else(fewer)?;
        }
        if to.is_empty() {
            taker.alone(one).ok_or_else(fewer)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{TextError, parse_edges};

    /// The edges by name, and how many names there are.
    fn read(text: &str) -> Result<(Vec<String>, usize), TextError> {
        let read = parse_edges(text, true)?;
        let name = |at: u32| read.names[at as usize].as_str();
        let edges = read.edges.iter();
        let edges = edges.map(|&(from, to)| format!("{}>{}", name(from), name(to)));
        Ok((edges.collect(), read.names.len()))
    }

    #[test]
    fn arrows_and_neighbours() {
        for (text, edges, vertices) in [
            ("a -> b\nb->c -> d # a path\n", "a>b b>c c>d", 4),
            ("a -> b c, d", "a>b a>c a>d", 4),
            ("a: b c\nb: c\nc:\n", "a>b a>c b>c", 3),
            ("1 : 2,3", "1>2 1>3", 3),
            ("  x:  \n", "", 1),
            ("a:1 b:2\n", "a:1>b:2", 2),
        ] {
            let expected: Vec<String> = edges.split_whitespace().map(str::to_owned).collect();
            assert_eq!(read(text), Ok((expected, vertices)), "{text}");
        }
    }

    #[test]
    fn mistakes_have_their_places() {
        for (text, line, column) in [
            ("a -> b\na -> ", 2, 3),
            ("-> b", 1, 1),
            ("a b -> c", 1, 3),
            ("a -> b ; c", 1, 8),
            ("a: b c-d", 1, 7),
            ("a: b,, c", 1, 6),
            ("x y\na: b,", 2, 5),
        ] {
            let place = read(text).expect_err(text).place;
            assert_eq!((place.line, place.column), (line, column), "{text}");
        }
    }
}
