use super::*;
use crate::graph::parse_inline;

fn read(text: &str) -> Result<Family, ParseError> {
    let word = Word { text, at: 0 };
    Family::read(&word).expect(text)
}

/// The edges by name, each with its lesser name first.
fn named(text: &str) -> Vec<(String, String)> {
    let family = read(text).expect(text);
    let name = |vertex: u32| family.name(vertex as usize);
    let edges = family.edges().map(|(one, other)| (name(one), name(other)));
    let mut edges: Vec<(String, String)> = edges.collect();
    edges.sort();
    edges
}

#[test]
fn families_against_lists_of_their_edges() {
    for (family, edges) in [
        ("path=4", "1-2-3-4"),
        ("cycle=3", "1-2-3,1-3"),
        ("cycle=5", "1-2-3-4-5,1-5"),
        ("complete=4", "1-2-3-4,1-3,1-4,2-4"),
        ("bipartite=2x3", "a1-b1,a1-b2,a1-b3,a2-b1,a2-b2,a2-b3"),
        ("star=3", "0-1,0-2,0-3"),
        ("wheel=3", "0-1,0-2,0-3,1-2,1-3,2-3"),
        ("wheel=4", "0-1-2-3-4,0-2,0-3,0-4,1-4"),
        ("prism=3", "a1-a2-a3,a1-a3,b1-b2-b3,b1-b3,a1-b1,a2-b2,a3-b3"),
        (
            "petersen=5x2",
            "a1-a2-a3-a4-a5,a1-a5,a1-b1,a2-b2,a3-b3,a4-b4,a5-b5,b1-b3-b5,b2-b5,b2-b4,b1-b4",
        ),
        ("hypercube=2", "00-01-11,00-10-11"),
        (
            "grid=2x3",
            "r1c1-r1c2-r1c3-r2c3,r1c1-r2c1-r2c2-r2c3,r1c2-r2c2",
        ),
        (
            "king=2",
            "r1c1-r1c2-r2c2,r1c1-r2c1-r2c2,r1c1-r2c2,r1c2-r2c1",
        ),
        ("knight=2x3", "r1c1-r2c3,r1c3-r2c1"),
        ("rook=1x3", "r1c1-r1c2-r1c3,r1c1-r1c3"),
        (
            "bishop=3x3",
            "r1c1-r2c2-r3c3,r1c1-r3c3,r1c3-r2c2-r3c1,r1c3-r3c1,r1c2-r2c3-r3c2,r1c2-r2c1-r3c2",
        ),
        (
            "torus=3x3",
            "r1c1-r1c2-r1c3,r1c1-r1c3,r2c1-r2c2-r2c3,r2c1-r2c3,r3c1-r3c2-r3c3,r3c1-r3c3,\
             r1c1-r2c1-r3c1,r1c1-r3c1,r1c2-r2c2-r3c2,r1c2-r3c2,r1c3-r2c3-r3c3,r1c3-r3c3",
        ),
    ] {
        let listed = parse_inline(edges).expect(edges);
        let name = |vertex: u32| listed.name(vertex).expect("a name").to_owned();
        let mut expected = Vec::new();
        for from in 0..listed.names().len() as u32 {
            for &to in listed.graph().options(from) {
                let (one, other) = (name(from), name(to));
                let ends = if one <= other {
                    (one, other)
                } else {
                    (other, one)
                };
                expected.push(ends);
            }
        }
        expected.sort();
        assert_eq!(named(family), expected, "{family}");
    }
}

/// How many edges there are, by formulas.
#[test]
fn numbers_of_edges() {
    for size in 3..20usize {
        let count = |text: &str| named(&text.replace('N', &size.to_string())).len();
        assert_eq!(count("path=N"), size - 1);
        assert_eq!(count("cycle=N"), size);
        assert_eq!(count("complete=N"), size * (size - 1) / 2);
        assert_eq!(count("star=N"), size);
        assert_eq!(count("wheel=N"), 2 * size);
        assert_eq!(count("prism=N"), 3 * size);
        assert_eq!(count("petersen=Nx1"), 3 * size);
        assert_eq!(count("bipartite=4xN"), 4 * size);
        assert_eq!(count("grid=4xN"), 4 * (size - 1) + 3 * size);
        assert_eq!(count("torus=4xN"), 8 * size);
        assert_eq!(count("rook=N"), size * size * (size - 1));
        assert_eq!(count("king=N"), 2 * (size - 1) * (2 * size - 1));
        assert_eq!(count("knight=N"), 4 * (size - 1) * (size - 2));
        let bishop = size * (size - 1) * (2 * size - 1) / 3;
        assert_eq!(count("bishop=N"), bishop);
        assert_eq!(count("queen=N"), bishop + size * size * (size - 1));
    }
    assert_eq!(named("hypercube=6").len(), 6 * 32);
    assert_eq!(named("hypercube=0").len(), 0);
    assert_eq!(read("hypercube=0").map(Family::vertices), Ok(1));
}

#[test]
fn families_read_back_and_names_differ() {
    for known in FAMILIES {
        let family = read(known.example).expect(known.example);
        assert_eq!(read(&family.to_string()), Ok(family));
        let names: std::collections::HashSet<String> =
            (0..family.vertices()).map(|at| family.name(at)).collect();
        assert_eq!(names.len(), family.vertices());
        assert!(parse_inline(known.example).is_err(), "{}", known.example);
    }
    assert_eq!(
        read("king=8").map(|king| king.to_string()),
        Ok("king=8x8".to_owned())
    );
    assert_eq!(read("torus=4x5").map(Family::by_difference), Ok(None));
    assert_eq!(read("path=9").map(Family::by_difference), Ok(Some((1, 9))));
    assert_eq!(
        read("grid=4x5").map(Family::by_difference),
        Ok(Some((4, 5)))
    );
}

#[test]
fn what_is_no_family_has_a_place() {
    for text in ["a-b", "grid", "grid-5x9", "a-b=3", "=3", "a1=3", ""] {
        assert!(Family::read(&Word { text, at: 0 }).is_none(), "{text}");
    }
    for (text, column, length) in [
        ("gird=3x4", 1, 4),
        ("grid=", 6, 1),
        ("grid=3x", 8, 1),
        ("grid=3xa", 8, 1),
        ("grid=0x3", 6, 1),
        ("grid=3x4x5", 9, 1),
        ("path=3x4", 6, 3),
        ("bipartite=3", 11, 1),
        ("cycle=2", 7, 1),
        ("torus=2x5", 7, 1),
        ("petersen=4x2", 10, 3),
        ("grid=33x33", 6, 5),
        ("path=1025", 6, 4),
        ("hypercube=11", 11, 2),
        ("hypercube=999", 11, 3),
        ("path=99999999999999999999999", 6, 23),
    ] {
        let error = read(text).expect_err(text).placed(text, "");
        assert_eq!(
            (error.column, error.length),
            (column, length),
            "{text}: {error}"
        );
        assert!(column == 1 || read(&error.example).is_ok(), "{text}");
    }
}
