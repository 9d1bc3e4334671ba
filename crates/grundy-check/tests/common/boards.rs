//! Tables of boards made by the tests, with values by a solver that knows the rules and nothing else: not even that sums have values.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

/// A game on the vertices of a graph, of which some are left.
pub(crate) struct Plain {
    /// The head of its notation.
    pub(crate) game: String,
    /// How each vertex is written; of cram the board's sides.
    names: Vec<String>,
    sides: Option<(usize, usize)>,
    joined: Vec<u32>,
    /// Whether a move takes two vertices that are joined, else one and those joined to it.
    edges: bool,
    values: HashMap<u32, u32>,
}

impl Plain {
    pub(crate) fn cram(rows: usize, columns: usize) -> Plain {
        Plain {
            game: "cram".to_owned(),
            sides: Some((rows, columns)),
            edges: true,
            ..Plain::squares("cram", "", rows, columns, |down, across| down + across == 1)
        }
    }

    /// A game on squares that are joined at some distances.
    pub(crate) fn squares(
        name: &str,
        piece: &str,
        rows: usize,
        columns: usize,
        joins: impl Fn(usize, usize) -> bool,
    ) -> Plain {
        let places: Vec<(usize, usize)> = (0..rows * columns)
            .map(|square| (square / columns, square % columns))
            .collect();
        let beside = |one: &(usize, usize)| {
            let is = |other: &(usize, usize)| {
                one != other && joins(one.0.abs_diff(other.0), one.1.abs_diff(other.1))
            };
            (0..places.len()).fold(0, |set, at| set | u32::from(is(&places[at])) << at)
        };
        let name_of = |&(row, column): &(usize, usize)| format!("r{}c{}", row + 1, column + 1);
        Plain {
            game: format!("{name}:{piece}={rows}x{columns}"),
            names: places.iter().map(name_of).collect(),
            sides: None,
            joined: places.iter().map(beside).collect(),
            edges: name != "node-kayles",
            values: HashMap::new(),
        }
    }

    /// A game on a graph of so many vertices.
    pub(crate) fn graph(name: &str, count: usize, pairs: &[(usize, usize)]) -> Plain {
        let names: Vec<String> = (0..count).map(|vertex| format!("v{vertex}")).collect();
        let mut joined = vec![0; count];
        for &(one, other) in pairs {
            joined[one] |= 1 << other;
            joined[other] |= 1 << one;
        }
        let edge = |&(one, other): &(usize, usize)| format!("v{one}-v{other}");
        let words: Vec<String> = (names.iter().cloned())
            .chain(pairs.iter().map(edge))
            .collect();
        Plain {
            game: format!("{name}:{}", words.join(",")),
            names,
            sides: None,
            joined,
            edges: name != "node-kayles",
            values: HashMap::new(),
        }
    }

    pub(crate) fn all(&self) -> u32 {
        u32::MAX >> (32 - self.joined.len())
    }

    /// The value of what is left, by the definition.
    pub(crate) fn value(&mut self, left: u32) -> u32 {
        if let Some(&value) = self.values.get(&left) {
            return value;
        }
        let mut options = Vec::new();
        for vertex in (0..self.joined.len()).filter(|at| left >> at & 1 == 1) {
            let beside = self.joined[vertex] & left;
            if self.edges {
                let others = (0..vertex).filter(|at| beside >> at & 1 == 1);
                options.extend(others.map(|other| left & !(1 << vertex) & !(1 << other)));
            } else {
                options.push(left & !beside & !(1 << vertex));
            }
        }
        let values: Vec<u32> = options.into_iter().map(|left| self.value(left)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.values.insert(left, value);
        value
    }

    /// The connected sets of two vertices or more.
    pub(crate) fn connected(&self) -> Vec<u32> {
        let connected = |&set: &u32| {
            let mut reached = set & set.wrapping_neg();
            loop {
                let beside = (0..self.joined.len())
                    .filter(|at| reached >> at & 1 == 1)
                    .fold(reached, |all, at| all | self.joined[at] & set);
                if beside == reached {
                    return set.count_ones() > 1 && reached == set;
                }
                reached = beside;
            }
        };
        (1..=self.all()).filter(connected).collect()
    }

    /// How a set is written.
    pub(crate) fn written(&self, set: u32) -> String {
        let has = |at: usize| set >> at & 1 == 1;
        if let Some((rows, columns)) = self.sides {
            let square = |at| if has(at) { '.' } else { 'x' };
            let row = |row| {
                (0..columns)
                    .map(|column| square(row * columns + column))
                    .collect()
            };
            return (0..rows).map(row).collect::<Vec<String>>().join("/");
        }
        let names: Vec<&str> = (0..self.names.len())
            .filter(|&at| has(at))
            .map(|at| self.names[at].as_str())
            .collect();
        match names.is_empty() {
            true => ":".to_owned(),
            false => names.join(","),
        }
    }

    /// A table of lines, the root's first.
    pub(crate) fn table(&self, lines: &[String]) -> String {
        let (root, entries) = lines.split_first().unwrap();
        let mut text = format!(
            "game {}\nroot {root}\nentries {}\n",
            self.game,
            entries.len()
        );
        for entry in entries {
            text += entry;
            text.push('\n');
        }
        sealed(&text)
    }

    /// The line of a set with its value.
    pub(crate) fn line(&mut self, set: u32) -> String {
        format!("{} = {}", self.written(set), self.value(set))
    }
}

/// A table with its first and its last line.
pub(crate) fn sealed(text: &str) -> String {
    let text = format!("grundy-boards 1\n{text}");
    let hash = Sha256::digest(text.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{text}sha256 {hash}\n")
}

/// Numbers at random (xorshift, Marsaglia 2003).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
