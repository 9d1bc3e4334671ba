//! Tables of boards: what is right is proved, what is wrong is never, whatever else the table says.

#[path = "common/boards.rs"]
mod boards;

use boards::{Dice, Plain, sealed};
use grundy_check::boards::{Fault, Finding, check};
use grundy_check::{Effort, Refusal};

fn effort(bound: u64) -> Effort {
    Effort {
        bound,
        most_options: u64::MAX,
        ..Effort::default()
    }
}

fn judged(table: &str, bound: u64) -> Finding {
    let report = check(table.as_bytes(), &effort(bound));
    report
        .unwrap_or_else(|refusal| panic!("{refusal:?}: {table}"))
        .finding
}

fn is_verified(finding: &Finding) -> bool {
    matches!(finding, Finding::Verified(_))
}

fn is_refuted(finding: &Finding) -> bool {
    matches!(finding, Finding::Refuted(_))
}

/// Games small enough for a solver that looks at whole positions.
fn games() -> Vec<Plain> {
    let squares = |name: &str, piece, rows, columns, joins: fn(usize, usize) -> bool| {
        Plain::squares(name, piece, rows, columns, joins)
    };
    let wheel: Vec<(usize, usize)> = (0..6)
        .flat_map(|at| [(at, (at + 1) % 6), (at, 6)])
        .collect();
    let caterpillar = [
        (0, 1),
        (1, 2),
        (2, 3),
        (1, 4),
        (1, 5),
        (2, 6),
        (3, 7),
        (3, 8),
        (8, 9),
        (0, 9),
    ];
    let mut games = vec![
        Plain::cram(3, 3),
        Plain::cram(2, 5),
        squares("node-kayles", "grid", 3, 3, |down, across| {
            down + across == 1
        }),
        squares("node-kayles", "king", 3, 4, |down, across| {
            down < 2 && across < 2
        }),
        squares("node-kayles", "queen", 3, 3, |down, across| {
            down == 0 || across == 0 || down == across
        }),
        squares("node-kayles", "rook", 3, 3, |down, across| {
            down == 0 || across == 0
        }),
        squares("node-kayles", "bishop", 3, 4, |down, across| down == across),
        squares("node-kayles", "knight", 3, 4, |down, across| {
            down * across == 2
        }),
        squares("arc-kayles", "king", 3, 3, |down, across| {
            down < 2 && across < 2
        }),
        squares("arc-kayles", "grid", 3, 3, |down, across| {
            down + across == 1
        }),
    ];
    for name in ["node-kayles", "arc-kayles"] {
        games.push(Plain::graph(name, 7, &wheel));
        games.push(Plain::graph(name, 10, &caterpillar));
    }
    games
}

/// The table of all components, the greatest last.
fn complete(game: &mut Plain) -> Vec<String> {
    let all = game.all();
    let mut lines = vec![game.line(all)];
    for set in game.connected() {
        lines.push(game.line(set));
    }
    lines
}

#[test]
fn all_components_are_proved_without_search() {
    let mut games = games();
    games.push(Plain::cram(3, 4));
    for mut game in games {
        let lines = complete(&mut game);
        let table = game.table(&lines);
        let finding = judged(&table, 0);
        let Finding::Verified(verified) = finding else {
            panic!("{}: {finding:?}", game.game);
        };
        assert_eq!(
            (verified.checked, verified.recomputed),
            (verified.components, 0)
        );
        assert_eq!(verified.seed, None);
    }
}

/// Each value of a table changed to each of some others, and each excluded instead.
#[test]
fn each_mutation_is_refuted() {
    for mut game in [
        Plain::cram(2, 4),
        Plain::squares("node-kayles", "grid", 2, 4, |down, across| {
            down + across == 1
        }),
        Plain::squares("node-kayles", "king", 2, 4, |down, across| {
            down < 2 && across < 2
        }),
    ] {
        let lines = complete(&mut game);
        for at in 0..lines.len() {
            let (position, value) = lines[at].split_once(" = ").unwrap();
            let value: u32 = value.parse().unwrap();
            let others = [0, 1, 2, 3, 4, 5, 63, 64, 999_999_999];
            let claims = (others.into_iter())
                .filter(|&other| other != value)
                .map(|other| format!("{position} = {other}"))
                .chain([format!("{position} ! {{{value}}}")]);
            for claim in claims {
                let mut lines = lines.clone();
                lines[at] = claim;
                let finding = judged(&game.table(&lines), 0);
                assert!(is_refuted(&finding), "{}: {finding:?}", lines[at]);
            }
        }
    }
}

/// The law: no table is verified of which a claim is false, and none refuted of which all are true. Tables are drawn with parts left out, with
/// weaker claims, and with false ones.
#[test]
fn verified_is_true_and_refuted_is_false() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut seen = [0u32; 4];
    for mut game in games() {
        let sets = game.connected();
        let all = game.all();
        for round in 0..120 {
            let mut lines = Vec::new();
            let mut true_all = true;
            let dense = round % 2 == 0;
            let kept = sets.iter().copied().filter(|_| dense || dice.below(8) == 0);
            let mut chosen: Vec<u32> = std::iter::once(all)
                .chain(kept.collect::<Vec<_>>())
                .collect();
            // Sums, too.
            chosen.push(dice.below(u64::from(all) + 1) as u32);
            for set in chosen {
                let value = game.value(set);
                let false_one = dice.below(if round % 3 == 0 { 1 << 40 } else { 40 }) == 0;
                let claimed = match false_one {
                    true => (value + 1 + dice.below(3) as u32) % 4,
                    false => value,
                };
                let position = game.written(set);
                let claim = match dice.below(3) {
                    0 => {
                        let mut values: Vec<u32> = (0..8)
                            .filter(|&other| other != claimed && dice.below(2) == 0)
                            .collect();
                        values.push(9);
                        true_all &= !values.contains(&value);
                        let values: Vec<String> = values.iter().map(u32::to_string).collect();
                        format!("{position} ! {{{}}}", values.join(","))
                    }
                    _ => {
                        true_all &= claimed == value;
                        format!("{position} = {claimed}")
                    }
                };
                lines.push(claim);
            }
            let finding = judged(&game.table(&lines), dice.below(3) * 20);
            match &finding {
                Finding::Verified(_) => assert!(true_all, "{}: {lines:?}", game.game),
                Finding::Refuted(_) => assert!(!true_all, "{finding:?} {}: {lines:?}", game.game),
                Finding::Unproved(_) => {}
            }
            seen[usize::from(is_verified(&finding)) * 2 + usize::from(true_all)] += 1;
        }
    }
    // False and not verified; true and not; true and verified.
    assert!(seen[0] > 100 && seen[1] > 20 && seen[3] > 100, "{seen:?}");
}

/// The theorems, held against plain search: with nothing in the table, and with and without search.
#[test]
fn a_root_alone() {
    for mut game in games() {
        for set in game.connected() {
            let value = game.value(set);
            let position = game.written(set);
            for claimed in 0..5 {
                let is = game.table(&[format!("{position} = {claimed}")]);
                assert_eq!(is_verified(&judged(&is, 100_000)), claimed == value, "{is}");
                let without_search = judged(&is, 0);
                assert!(!is_verified(&without_search) || claimed == value, "{is}");
                assert!(!is_refuted(&without_search) || claimed != value, "{is}");
                let is_not = game.table(&[format!("{position} ! {{{claimed}}}")]);
                assert_eq!(
                    is_verified(&judged(&is_not, 100_000)),
                    claimed != value,
                    "{is_not}"
                );
                let without_search = judged(&is_not, 0);
                assert!(
                    !is_verified(&without_search) || claimed != value,
                    "{is_not}"
                );
                assert!(!is_refuted(&without_search) || claimed == value, "{is_not}");
            }
        }
    }
}

/// Values of whole boards, by nothing but a root: Lemoine and Viennot (cram), OEIS A344227 (queens), A316632 (grids).
#[test]
fn published_values() {
    for (game, root, value) in [
        ("cram", "4x5", 2),
        ("cram", "3x7", 1),
        ("cram", "5x5", 0),
        ("cram", "1x12", 2),
        ("node-kayles:queen=5x5", "", 3),
        ("node-kayles:queen=6x6", "", 1),
        ("node-kayles:king=5x5", "", 4),
        ("node-kayles:grid=3x6", "", 3),
        ("node-kayles:grid=3x8", "", 2),
    ] {
        let root = if root.is_empty() { "all" } else { root };
        let table = |claim: &str| sealed(&format!("game {game}\nroot {root} {claim}\nentries 0\n"));
        assert!(
            is_verified(&judged(&table(&format!("= {value}")), u64::MAX)),
            "{game} {root}"
        );
        assert!(is_refuted(&judged(
            &table(&format!("= {}", value + 1)),
            u64::MAX
        )));
        assert!(is_refuted(&judged(
            &table(&format!("! {{{value}}}")),
            u64::MAX
        )));
    }
}

/// What an entry rests on must be smaller: entries that claim each other, or themselves, prove nothing.
#[test]
fn nothing_rests_on_itself() {
    // An equal component, turned and with another leaf, is the same entry.
    let table = sealed(
        "game cram\nroot 5x5 = 2\nentries 3\n5x5 = 2\n...../...../...../...../..... = 2\n5x5 = 2\n",
    );
    assert!(!is_verified(&judged(&table, 0)));
    // All values of a game changed by one map that keeps their differences.
    let mut game = Plain::cram(2, 4);
    let all = game.all();
    let sets = game.connected();
    for change in 1..4 {
        let mut lines = Vec::new();
        for set in std::iter::once(all).chain(sets.iter().copied()) {
            let value = game.value(set) ^ change;
            lines.push(format!("{} = {value}", game.written(set)));
        }
        assert!(is_refuted(&judged(&game.table(&lines), 0)));
    }
}

#[test]
fn what_is_not_in_the_table_is_searched_within_the_bound() {
    let table = sealed("game cram\nroot 3x5 = 1\nentries 1\n3x5 = 1\n");
    let Finding::Unproved(unproved) = judged(&table, 0) else {
        panic!("proved by nothing");
    };
    assert_eq!(
        (unproved.count, unproved.checked, unproved.lines),
        (1, 2, vec![5])
    );
    assert!(is_verified(&judged(&table, 10_000)));
    let little = Effort {
        most_options: 100_000,
        ..effort(u64::MAX)
    };
    let long = sealed("game cram\nroot 7x7 = 1\nentries 0\n");
    assert_eq!(
        check(long.as_bytes(), &little).unwrap_err(),
        Refusal::Long(100_000)
    );
}

#[test]
fn lines_that_contradict_each_other_or_say_the_same() {
    let mut game = Plain::cram(2, 3);
    let lines = complete(&mut game);
    let with = |line: &str| {
        let mut lines = lines.clone();
        lines.push(line.to_owned());
        judged(&game.table(&lines), 0)
    };
    assert!(is_verified(&with(&lines[1])));
    let first = |finding| match finding {
        Finding::Refuted(Fault::Contradiction { lines }) => lines,
        other => panic!("{other:?}"),
    };
    let last = lines.len() as u64 + 4;
    // The whole board, turned.
    assert_eq!(first(with("../../.. = 0"))[1], last);
    assert_eq!(first(with("../../.. ! {1}"))[1], last);
    assert!(is_verified(&with("../../.. ! {0}")));
    // Several components, or none.
    assert!(is_verified(&with("..x..x... = 1")));
    assert!(matches!(
        with("..x..x... = 0"),
        Finding::Refuted(Fault::Sum { .. })
    ));
    assert!(is_verified(&with("xx = 0")) && is_verified(&with(". = 0")));
    assert!(is_refuted(&with("xx = 1")));
}

#[test]
fn a_sample_is_called_one() {
    let mut game = Plain::cram(3, 3);
    let table = game.table(&complete(&mut Plain::cram(3, 3)));
    let sample = |sample| {
        let effort = Effort {
            sample: Some(sample),
            ..effort(0)
        };
        match check(table.as_bytes(), &effort).unwrap().finding {
            Finding::Verified(verified) => verified,
            other => panic!("{other:?}"),
        }
    };
    let some = sample(5);
    assert!(some.seed == Some(1) && (1..=5).contains(&some.checked));
    let all = sample(u64::MAX);
    assert_eq!((all.seed, all.checked), (None, all.components));
    assert_eq!(game.value(0), 0);
}

/// What others have published is not refuted, and where a little search tells the value, it is that one.
#[test]
fn published_tables_agree() {
    let mut verified = 0;
    for text in [
        include_str!("../../../testdata/boards/cram.tsv"),
        include_str!("../../../testdata/boards/kayles.tsv"),
        include_str!("../../../testdata/boards/sprouts.tsv"),
        include_str!("../../../testdata/boards/sprouts-misere.tsv"),
    ] {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let [game, said, source] = fields[..] else {
                panic!("{line}");
            };
            assert!(!source.is_empty(), "{line}");
            let claim = match said {
                "N" => "! {0}".to_owned(),
                "P" => "= 0".to_owned(),
                value => format!("= {}", value.parse::<u32>().unwrap()),
            };
            let (head, root) = game.split_once(' ').unwrap_or((game, "all"));
            // Sprouts are not played on boards, and what is large takes long to no avail.
            let sizes = game.split(|letter: char| !letter.is_ascii_digit());
            let size: usize = sizes
                .filter_map(|size| size.parse::<usize>().ok())
                .product();
            if head == "sprouts" || size > 64 {
                continue;
            }
            let table = sealed(&format!("game {head}\nroot {root} {claim}\nentries 0\n"));
            let finding = judged(&table, 300);
            assert!(!is_refuted(&finding), "{line}");
            verified += u32::from(is_verified(&finding));
        }
    }
    assert!(verified > 100, "{verified}");
}

/// Families are the graphs whose edges are told here.
#[test]
fn families_are_their_edges() {
    let pairs = |count: usize, joins: fn(usize, usize) -> bool| -> Vec<(usize, usize)> {
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        pairs.filter(|&(one, other)| joins(one, other)).collect()
    };
    let round = |count: usize, step: usize, first: usize| {
        (0..count).map(move |at| (first + at, first + (at + step) % count))
    };
    let spokes = |count: usize| (0..count).map(move |at| (at, at + count));
    let middle = |count: usize| (1..=count).map(|at| (0, at));
    let prism: Vec<_> = round(4, 1, 0)
        .chain(round(4, 1, 4))
        .chain(spokes(4))
        .collect();
    let petersen: Vec<_> = round(5, 1, 0)
        .chain(round(5, 2, 5))
        .chain(spokes(5))
        .collect();
    let wheel: Vec<_> = middle(5).chain(round(5, 1, 1)).collect();
    for (family, count, edges) in [
        ("path=7", 7, pairs(7, |one, other| one + 1 == other)),
        ("cycle=7", 7, round(7, 1, 0).collect()),
        ("complete=4", 4, pairs(4, |_, _| true)),
        (
            "bipartite=2x3",
            5,
            pairs(5, |one, other| one < 2 && other >= 2),
        ),
        ("star=4", 5, middle(4).collect()),
        ("wheel=5", 6, wheel),
        ("prism=4", 8, prism),
        ("petersen=5x2", 10, petersen),
        (
            "hypercube=3",
            8,
            pairs(8, |one, other| [1, 2, 4].contains(&(one ^ other))),
        ),
        (
            "torus=3x4",
            12,
            pairs(12, |one, other| {
                let (row, column) = ((one / 4).abs_diff(other / 4), (one % 4).abs_diff(other % 4));
                matches!((row, column), (0, 1 | 3) | (1 | 2, 0))
            }),
        ),
    ] {
        for name in ["node-kayles", "arc-kayles"] {
            let value = Plain::graph(name, count, &edges).value(u32::MAX >> (32 - count));
            for claimed in 0..5 {
                let table = sealed(&format!(
                    "game {name}:{family}\nroot all = {claimed}\nentries 0\n"
                ));
                assert_eq!(
                    is_verified(&judged(&table, 10_000)),
                    claimed == value,
                    "{name}:{family}"
                );
            }
        }
    }
    // Some positions by rows and by names.
    for (game, one, other) in [
        (
            "node-kayles:torus=3x3",
            "..x/.x./xxx",
            "r1c1,r1c2,r2c1,r2c3",
        ),
        ("node-kayles:king=2x3", "..x/.x.", "r2c3,r2c1,r1c2,r1c1"),
        ("arc-kayles:prism=3", ":", ":"),
        ("node-kayles:hypercube=2", "all", "00,01,10,11"),
        ("node-kayles:bipartite=1x2", "all", "a1,b1,b2"),
    ] {
        let table = |root: &str, entry: &str| {
            sealed(&format!(
                "game {game}\nroot {root} = 0\nentries 1\n{entry} = 0\n"
            ))
        };
        let findings = [
            judged(&table(one, one), 100),
            judged(&table(other, other), 100),
        ];
        assert_eq!(findings[0], findings[1], "{game}");
    }
}

/// What the theorems tell without a table and without search.
#[test]
fn theorems_tell() {
    for (game, root, claim) in [
        ("cram", "6x6", "= 0"),
        ("cram", "5x6", "! {0}"),
        ("cram", ".../.x./...", "= 0"),
        ("cram", "3x5", "! {8,9}"),
        ("node-kayles:grid=4x6", "all", "= 0"),
        ("node-kayles:king=5x5", "all", "! {0}"),
        ("node-kayles:queen=3x3", "all", "! {10}"),
        ("arc-kayles:king=4x5", "all", "! {11}"),
    ] {
        let table = sealed(&format!("game {game}\nroot {root} {claim}\nentries 0\n"));
        assert!(is_verified(&judged(&table, 0)), "{game} {root} {claim}");
    }
}
