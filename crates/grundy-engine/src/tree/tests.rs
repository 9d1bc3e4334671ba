//! The theorem against plain search, and every kind of list that is no tree.

use super::*;
use crate::random::Random;
use std::collections::HashMap;

/// What a plain search knows: the parents, and which vertices still stand (a bit each).
struct Search<'a> {
    parent: &'a [u32],
    known: HashMap<u32, u32>,
}

impl Search<'_> {
    /// The vertices left when the edge below `cut` is cut: those whose way to the root avoids it.
    fn after(&self, standing: u32, cut: u32) -> u32 {
        let mut left = 0;
        for vertex in (0..=self.parent.len() as u32).filter(|vertex| standing >> vertex & 1 == 1) {
            let mut at = vertex;
            while at != 0 && at != cut {
                at = self.parent[at as usize - 1];
            }
            left |= u32::from(at == 0) << vertex;
        }
        left
    }

    fn value(&mut self, standing: u32) -> u32 {
        if let Some(&value) = self.known.get(&standing) {
            return value;
        }
        let mut seen = 0u32;
        for cut in (1..=self.parent.len() as u32).filter(|cut| standing >> cut & 1 == 1) {
            let after = self.after(standing, cut);
            seen |= 1 << self.value(after);
        }
        let value = seen.trailing_ones();
        self.known.insert(standing, value);
        value
    }
}

/// Compares value and cuts with the search.
fn agrees_with_search(tree: &Tree) {
    let all = (1u32 << tree.vertices()) - 1;
    let mut search = Search {
        parent: tree.parents(),
        known: HashMap::new(),
    };
    assert_eq!(tree.value(), search.value(all), "{tree:?}");
    let mut found = 0;
    for target in 0..=tree.vertices() as u64 + 2 {
        let wanted: Vec<u32> = (1..tree.vertices() as u32)
            .filter(|&cut| {
                let after = search.after(all, cut);
                u64::from(search.value(after)) == target
            })
            .collect();
        let cuts = tree.cuts_to(target, usize::MAX);
        assert_eq!(cuts.first, wanted, "{tree:?} to {target}");
        assert_eq!(cuts.count as usize, wanted.len());
        assert_eq!(tree.cuts_to(target, 1).first, wanted[..wanted.len().min(1)]);
        found += wanted.len();
    }
    assert_eq!(found, tree.vertices() - 1, "each cut leads to one value");
    assert_eq!(
        tree.cuts_to(u64::MAX, 9),
        Cuts {
            count: 0,
            first: Vec::new()
        }
    );
}

/// The same tree with its vertices but the root renumbered, as parents and as edges in any order and direction.
fn renumbered(parent: &[u32], random: &mut Random) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut name: Vec<u32> = (0..=parent.len() as u32).collect();
    random.shuffle(&mut name[1..]);
    let mut renamed = vec![0; parent.len()];
    let mut edges = Vec::new();
    for (child, &above) in (1..).zip(parent) {
        let (child, above) = (name[child], name[above as usize]);
        renamed[child as usize - 1] = above;
        edges.push(if random.below(2) == 0 {
            (child, above)
        } else {
            (above, child)
        });
    }
    random.shuffle(&mut edges);
    (renamed, edges)
}

#[test]
fn every_small_tree_agrees_with_search() {
    let mut random = Random(1);
    let mut trees = 0;
    for edges in 0..=6u32 {
        // Every list in which the parent of vertex i is one of 0..i.
        for number in 0..(1..=edges).product::<u32>() {
            let mut rest = number;
            let parent: Vec<u32> = (1..=edges)
                .map(|choices| {
                    let choice = rest % choices;
                    rest /= choices;
                    choice
                })
                .collect();
            let tree = Tree::from_parents(parent.clone()).unwrap();
            agrees_with_search(&tree);
            let (renamed, edges) = renumbered(&parent, &mut random);
            let other = Tree::from_parents(renamed.clone()).unwrap();
            assert_eq!(other.value(), tree.value());
            assert_eq!(other, Tree::from_edges(&edges).unwrap());
            assert_eq!(other.parents(), renamed);
            if number % 5 == 0 {
                agrees_with_search(&other);
            }
            trees += 1;
        }
    }
    assert_eq!(trees, 1 + 1 + 2 + 6 + 24 + 120 + 720);
}

#[test]
fn random_trees_agree_with_search() {
    let mut random = Random(2);
    for round in 0..12 {
        let reach = 1 + round % 4; // from long stalks to bushes
        let parent: Vec<u32> = (1..=9)
            .map(|child| (child - 1 - random.below(child.min(reach))) as u32)
            .collect();
        let (renamed, edges) = renumbered(&parent, &mut random);
        agrees_with_search(&Tree::from_parents(renamed).unwrap());
        agrees_with_search(&Tree::from_edges(&edges).unwrap());
    }
}

#[test]
fn a_long_path_and_a_large_bush() {
    const EDGES: u32 = 1_000_000;
    let path = Tree::from_parents((0..EDGES).collect()).unwrap();
    assert_eq!(path.value(), EDGES);
    for target in [0, 1, 777_777, EDGES - 1] {
        assert_eq!(
            path.cuts_to(target.into(), 9),
            Cuts {
                count: 1,
                first: vec![target + 1]
            }
        );
    }
    assert_eq!(path.cuts_to(EDGES.into(), 9).count, 0);
    // The same path from its far end: vertex EDGES hangs on the root, each other on the next.
    let edges: Vec<(u32, u32)> = (0..EDGES)
        .map(|at| (at + 1, if at + 1 == EDGES { 0 } else { at + 2 }))
        .collect();
    let back = Tree::from_edges(&edges).unwrap();
    assert_eq!(back.value(), EDGES);
    assert_eq!(back.cuts_to(10, 9).first, [EDGES - 10]);
    let bush = Tree::from_parents(vec![0; EDGES as usize - 1]).unwrap();
    assert_eq!(
        (bush.value(), bush.cuts_to(0, 2)),
        (
            1,
            Cuts {
                count: EDGES - 1,
                first: vec![1, 2]
            }
        )
    );
}

#[test]
fn what_is_no_tree() {
    let edges = |edges: &[(u32, u32)]| Tree::from_edges(edges).unwrap_err();
    assert_eq!(Tree::from_parents(vec![0, 3, 0]).unwrap().value(), 3);
    assert_eq!(
        Tree::from_parents(vec![0, 9]),
        Err(TreeError::OutOfRange {
            at: 1,
            vertex: 9,
            edges: 2
        })
    );
    assert_eq!(
        Tree::from_parents(vec![0, 2, 0]),
        Err(TreeError::SecondRoot { at: 1, vertex: 2 })
    );
    assert_eq!(
        Tree::from_parents(vec![2, 3, 1, 0]),
        Err(TreeError::Cycle {
            at: 2,
            vertex: 3,
            other: 1
        })
    );
    assert_eq!(
        Tree::from_parents(vec![0, 3, 2]),
        Err(TreeError::Cycle {
            at: 2,
            vertex: 3,
            other: 2
        })
    );
    assert_eq!(
        edges(&[(0, 1), (1, 0)]),
        TreeError::Cycle {
            at: 1,
            vertex: 1,
            other: 0
        }
    );
    assert_eq!(
        edges(&[(1, 2), (2, 3), (3, 1)]),
        TreeError::Cycle {
            at: 2,
            vertex: 3,
            other: 1
        }
    );
    assert_eq!(edges(&[(1, 1)]), TreeError::SecondRoot { at: 0, vertex: 1 });
    assert_eq!(
        edges(&[(0, 1), (1, 3)]),
        TreeError::OutOfRange {
            at: 1,
            vertex: 3,
            edges: 2
        }
    );
    assert!(
        edges(&[(0, u32::MAX)])
            .to_string()
            .contains("vertices 0 to 1")
    );
    assert_eq!(Tree::from_edges(&[]).unwrap().value(), 0);
    assert_eq!(
        Tree::from_parents(Vec::new()).unwrap().cuts_to(0, 1).count,
        0
    );
}

#[test]
fn random_edges_are_a_tree_exactly_when_they_join_everything() {
    let mut random = Random(3);
    let mut trees = 0;
    for _ in 0..3000 {
        let count = 1 + random.below(7);
        let edges: Vec<(u32, u32)> = (0..count)
            .map(|_| {
                (
                    random.below(count + 1) as u32,
                    random.below(count + 1) as u32,
                )
            })
            .collect();
        let mut joined = 1u32;
        for _ in 0..count {
            for &(a, b) in &edges {
                if (joined >> a | joined >> b) & 1 == 1 {
                    joined |= 1 << a | 1 << b;
                }
            }
        }
        let tree = Tree::from_edges(&edges);
        assert_eq!(
            tree.is_ok(),
            joined.count_ones() as u64 == count + 1,
            "{edges:?}"
        );
        trees += u32::from(tree.is_ok());
    }
    assert!(trees > 100);
}

#[test]
fn numbers_of_every_width_and_every_mistake() {
    for number in [
        0,
        7,
        42,
        999,
        1000,
        99_999,
        123_456,
        9_999_999,
        10_000_000,
        123_456_789,
        u32::MAX,
    ] {
        for around in [
            "{}",
            "{} ",
            " {}\n",
            "{}\r\n",
            "\t{}        ",
            "\n\n{}\n\n\n\n\n\n\n\n\n",
        ] {
            let text = around.replace("{}", &number.to_string());
            assert_eq!(
                parse_parents(text.as_bytes(), 0),
                Ok(vec![number]),
                "{text:?}"
            );
        }
        for between in [",", " ", "\r\n", " , ", ",\n", "\t"] {
            let text = [
                number.to_string(),
                "5".into(),
                number.to_string(),
                "12345678".into(),
            ]
            .join(between);
            assert_eq!(
                parse_edges(text.as_bytes(), 0),
                Ok(vec![(number, 5), (number, 12_345_678)]),
                "{text:?}"
            );
        }
    }
    let wrong = |text: &str, first| {
        let ParseError { place, problem } = parse_parents(text.as_bytes(), first).unwrap_err();
        (place.line, place.column, problem)
    };
    assert_eq!(
        wrong("0 1\n2 -1 and more", 0),
        (2, 3, Problem::Character(b'-'))
    );
    assert_eq!(wrong("0x1 and more", 0), (1, 2, Problem::Character(b'x')));
    assert_eq!(wrong("0\n\u{5c40} 1", 0), (2, 1, Problem::Character(0xE5)));
    assert_eq!(wrong("1,,2 and more", 0), (1, 3, Problem::Comma));
    assert_eq!(wrong(",1 2 3 4 5 6", 0), (1, 1, Problem::Comma));
    assert_eq!(wrong("1 ,\n, 3 4 5 6", 0), (2, 1, Problem::Comma));
    assert_eq!(wrong("1, 2, 3, 4,\n", 0), (1, 11, Problem::Comma));
    assert_eq!(wrong("1, 2, 3, 4 , \n", 0), (1, 12, Problem::Comma));
    assert_eq!(wrong("7 4294967296", 0), (1, 3, Problem::TooLarge));
    assert_eq!(
        wrong("7 99999999999999999999", 0),
        (1, 3, Problem::TooLarge)
    );
    assert_eq!(wrong("1 1 0 2 2 2", 1), (1, 5, Problem::BelowFirst(1)));
    assert_eq!(wrong("1 1 0", 1), (1, 5, Problem::BelowFirst(1)));
    assert_eq!(
        parse_edges(b"0 1\n2", 0).unwrap_err().problem,
        Problem::OneEnd
    );
    assert_eq!(parse_edges(b" \n", 0), Ok(Vec::new()));
    assert_eq!(
        Tree::read_edges(b"1 2\n4 3 2 3", 1).unwrap().parents(),
        [0, 1, 2]
    );
    assert_eq!(
        Tree::read_parents(b"1 1 2 2", 1).unwrap().parents(),
        [0, 0, 1, 1]
    );
    let text = |problem, column| {
        Err(ReadError::Text(ParseError {
            place: LineColumn { line: 1, column },
            problem,
        }))
    };
    assert_eq!(Tree::read_edges(b"0 1 2", 0), text(Problem::OneEnd, 6));
    assert_eq!(
        Tree::read_parents(b"0 ?", 0),
        text(Problem::Character(b'?'), 3)
    );
    let range = TreeError::OutOfRange {
        at: 0,
        vertex: 2,
        edges: 1,
    };
    assert_eq!(
        Tree::read_edges(b"0 2", 0),
        Err(ReadError::Tree(range.clone()))
    );
    assert_eq!(Tree::read_parents(b"2", 0), Err(ReadError::Tree(range)));
}

/// Every sentence exists in both languages, filled.
#[test]
fn messages_in_both_languages() {
    let text = |problem| {
        ReadError::Text(ParseError {
            place: LineColumn { line: 2, column: 3 },
            problem,
        })
    };
    let (at, vertex, other, edges) = (1, 4, 2, 3);
    let errors = [
        text(Problem::Character(0xE5)),
        text(Problem::Comma),
        text(Problem::TooLarge),
        text(Problem::BelowFirst(1)),
        text(Problem::OneEnd),
        ReadError::Tree(TreeError::OutOfRange { at, vertex, edges }),
        ReadError::Tree(TreeError::SecondRoot { at, vertex }),
        ReadError::Tree(TreeError::Cycle { at, vertex, other }),
        ReadError::Tree(TreeError::TooLarge { edges }),
    ];
    for error in errors {
        let [en, zh] =
            [grundy_base::Lang::En, grundy_base::Lang::Zh].map(|lang| error.message().render(lang));
        assert!(en == error.to_string() && en.is_ascii() && !zh.is_ascii());
        assert!(!en.contains('{') && !zh.contains('{'), "{en} {zh}");
    }
}
