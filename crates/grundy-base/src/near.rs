//! Which name is meant where one was written that does not exist.
//!
//! Likeness is the distance of Damerau (1964) and Levenshtein (1966): letters that are wrong, missing, too many, or exchanged with
//! their neighbour. Capital letters count as small ones. A name that goes on after what was written is like it too.

/// Names of as many bytes are like none: comparing them takes long.
const LONG: usize = 40;

/// Fewest bytes that a longer name is known by.
const BEGIN: usize = 3;

/// The known names whose distance from `name` is at most what `most` says for them, the likest first, equal ones by alphabet; behind
/// them those that begin with it.
///
/// Takes time in proportion to the number of known names; a name of 40 bytes or more is like none.
pub fn near<'n>(
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
    most: impl Fn(&str) -> usize,
) -> Vec<&'n str> {
    if name.len() >= LONG {
        return Vec::new();
    }
    let name = name.to_lowercase();
    let known = known.into_iter().filter(|known| known.len() < LONG);
    let mut near: Vec<(bool, usize, &str)> = known
        .filter_map(|known| {
            let lower = known.to_lowercase();
            let distance = strsim::damerau_levenshtein(&name, &lower);
            let is_near = distance <= most(known);
            let goes_on = name.len() >= BEGIN && lower.starts_with(&name);
            (is_near || goes_on).then_some((!is_near, distance, known))
        })
        .collect();
    near.sort_unstable();
    near.into_iter().map(|(_, _, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn the_likest_comes_first() {
        let known = ["kayles", "nim", "Nimble", "moore"];
        let all = |name: &str| near(name, known, |known| 1 + known.len() / 3);
        assert_eq!(all("kalyes"), ["kayles"]);
        assert_eq!(all("NIM"), ["nim", "Nimble"]);
        assert_eq!(all("nimbl"), ["Nimble", "nim"]);
        assert!(all("ka").is_empty());
        assert_eq!(near("kay", known, |_| 0), ["kayles"]);
        assert!(all("xyzzy").is_empty());
        assert!(all(&"nim".repeat(20)).is_empty());
        assert!(near("nim", [], |_| 9).is_empty());
    }
}
