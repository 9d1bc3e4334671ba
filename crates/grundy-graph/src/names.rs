//! What the vertices are called in the file, and where a name is found.

use std::borrow::Cow;

pub(crate) use self::words::Full;
pub use self::words::Words;

mod words;

/// The names of the vertices of a graph.
///
/// Where every name is a whole number and the numbers lie close together, the number is the vertex itself, and no table
/// is needed; some numbers below the greatest may then be no vertices at all.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Names {
    /// Each vertex is called by its number.
    Numbers {
        /// One more than the greatest number.
        bound: u32,
        /// The numbers that the file names on their own, in rising order, each once. Those that it names in edges only
        /// are not among them, so a number below the bound is a vertex if it is here or has an edge.
        lone: Vec<u32>,
    },
    /// The names of all vertices, in the order in which the file first has them.
    Table(Words),
    /// Numbers at first, then other names: the vertices below a bound are called by their numbers, the others have
    /// their names in a table.
    Both {
        /// The vertex of the first name in the table.
        bound: u32,
        /// As in `Numbers`.
        lone: Vec<u32>,
        /// The names of the vertices from `bound` on.
        words: Words,
    },
}

impl Names {
    /// The names in this order, if no two are equal and there are fewer than 2^32 − 1 of them.
    ///
    /// ```
    /// use grundy_graph::Names;
    /// let names = Names::of(["a", "b"]).unwrap();
    /// assert_eq!((&*names.name(1).unwrap(), names.find("b")), ("b", Some(1)));
    /// ```
    pub fn of<Name: AsRef<str>>(names: impl IntoIterator<Item = Name>) -> Option<Names> {
        let mut words = Words::default();
        for name in names {
            let (_, new) = words.intern(name.as_ref().as_bytes()).ok()?;
            if !new {
                return None;
            }
        }
        Some(Names::Table(words))
    }

    /// Numbers below a bound, those of them that are named on their own, and names for the vertices from it on.
    pub(crate) fn of_parts(bound: u32, lone: Vec<u32>, words: Words) -> Names {
        match (bound, words.is_empty()) {
            (_, true) => Names::Numbers { bound, lone },
            (0, _) => Names::Table(words),
            _ => Names::Both { bound, lone, words },
        }
    }

    /// One more than the greatest vertex; all numbers below are vertices unless [`may_miss`](Self::may_miss) tells
    /// otherwise.
    pub fn bound(&self) -> u32 {
        match self {
            Names::Numbers { bound, .. } => *bound,
            Names::Table(words) => words.len(),
            Names::Both { bound, words, .. } => bound + words.len(),
        }
    }

    /// The bound below which numbers may be no vertices: one is a vertex if it has an edge, as an option too, or is
    /// among [`lone`](Self::lone).
    pub fn may_miss(&self) -> u32 {
        match self {
            Names::Numbers { bound, .. } | Names::Both { bound, .. } => *bound,
            Names::Table(_) => 0,
        }
    }

    /// The vertices called by their numbers that the file names on their own, in rising order, each once.
    pub fn lone(&self) -> &[u32] {
        match self {
            Names::Numbers { lone, .. } | Names::Both { lone, .. } => lone,
            Names::Table(_) => &[],
        }
    }

    /// The names that are not the vertices' numbers, and the vertex of the first.
    pub fn words(&self) -> Option<(u32, &Words)> {
        match self {
            Names::Numbers { .. } => None,
            Names::Table(words) => Some((0, words)),
            Names::Both { bound, words, .. } => Some((*bound, words)),
        }
    }

    /// The name of a vertex; `None` if the number is not below the bound.
    pub fn name(&self, vertex: u32) -> Option<Cow<'_, str>> {
        if vertex < self.may_miss() {
            return Some(Cow::Owned(vertex.to_string()));
        }
        let (first, words) = self.words()?;
        words.word(vertex - first).map(Cow::Borrowed)
    }

    /// The vertex of a name, if there is one below the bound; whether the file has it is for
    /// [`may_miss`](Self::may_miss) to tell.
    pub fn find(&self, name: &str) -> Option<u32> {
        if let Some(number) = plain_number(name.as_bytes())
            && number < self.may_miss()
        {
            return Some(number);
        }
        let (first, words) = self.words()?;
        Some(first + words.find(name)?)
    }

    /// How many bytes of memory the names take.
    pub fn size(&self) -> usize {
        std::mem::size_of_val(self.lone()) + self.words().map_or(0, |(_, words)| words.size())
    }
}

/// The number that a name writes plainly: digits without a zero before them, below 2^32 − 1.
pub(crate) fn plain_number(name: &[u8]) -> Option<u32> {
    if name.is_empty() || name.len() > 10 || name.len() > 1 && name[0] == b'0' {
        return None;
    }
    let mut number = 0u64;
    for byte in name {
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number * 10 + u64::from(byte - b'0');
    }
    u32::try_from(number)
        .ok()
        .filter(|&number| number < u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let mut words = Words::default();
        let mut all = Vec::new();
        for number in 0..5000u32 {
            let name = if number % 700 == 3 {
                "long ".repeat(number as usize)
            } else {
                format!("v{}", number * 7919 % 100_003)
            };
            assert_eq!(words.intern(name.as_bytes()).unwrap(), (number, true));
            all.push(name);
        }
        assert_eq!(words.intern(b"v0").unwrap(), (0, false));
        let names = Names::Both {
            bound: 9,
            lone: vec![4],
            words,
        };
        assert_eq!(
            (names.bound(), names.may_miss(), names.lone()),
            (5009, 9, &[4][..])
        );
        for (number, name) in (9..).zip(&all) {
            assert_eq!(names.name(number).as_deref(), Some(name.as_str()));
            assert_eq!(names.find(name), Some(number));
        }
        assert_eq!(
            (names.find("8"), names.find("9"), names.find("08")),
            (Some(8), None, None)
        );
        assert_eq!(
            (names.name(8).as_deref(), names.name(5009)),
            (Some("8"), None)
        );
        assert!(names.size() > all.iter().map(String::len).sum::<usize>());
        assert!(Names::of(["a", "a"]).is_none());
        let none = Names::Numbers {
            bound: 0,
            lone: vec![],
        };
        assert_eq!(
            (none.bound(), none.name(0), none.find("0"), none.size()),
            (0, None, None, 0)
        );
    }

    #[test]
    fn plain_numbers() {
        for (name, number) in [
            ("0", Some(0)),
            ("7", Some(7)),
            ("4294967294", Some(u32::MAX - 1)),
            ("4294967295", None),
            ("9999999999", None),
            ("10000000000", None),
            ("00", None),
            ("01", None),
            ("", None),
            ("+1", None),
            ("1.", None),
        ] {
            assert_eq!(plain_number(name.as_bytes()), number, "{name}");
        }
    }
}
