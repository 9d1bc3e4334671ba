//! Tokens that walk on graphs and boards and never come back, judged by matchings, against the rules alone.

use grundy_judge::{Format, run};

const FORMATS: &str = r#"
[[format]]
name = "walk"
cases = "counted"
layout = "n m start graph:n(u v)*m"
rule = "undirected-geography:{u}-{v},.. {start}"
answer = { win = "1", lose = "0" }

[[format]]
name = "asked"
cases = "counted"
layout = "n m q graph:n(u v)*m [start]*q"
rule = "undirected-geography:{u}-{v},.. {start}"
answer = { win = "1", lose = "0" }

[[format]]
name = "graphs-asked"
cases = "one"
layout = "q [n m start graph:n(u v)*m]*q"
rule = "undirected-geography:{u}-{v},.. {start}"
answer = { win = "1", lose = "0" }

[[format]]
name = "listed"
cases = "counted"
layout = "n m q graph:n(u v)*m start*q"
rule = "undirected-geography:{u}-{v},.. {start}"
answer = { each = true, win = "1", lose = "0" }

[[format]]
name = "all"
cases = "counted"
layout = "n m graph:n(u v)*m"
rule = "undirected-geography:{u}-{v},.. {1..n}"
answer = { each = true, win = "1", lose = "0" }

[[format]]
name = "own"
cases = "counted"
layout = "n m q graph:n(u v)*m [token]*q"
rule = "graph move token along edge and remove vertex"
answer = { win = "1", lose = "0" }

[[format]]
name = "placed"
cases = "counted"
layout = "n m graph:n(u v)*m"
rule = "placed-walk {n} {u} {v}"
answer = { win = "WIN", move = " {to}", lose = "LOSE", after = "" }

[[format]]
name = "rook"
cases = "one"
layout = "n m s:'#.'(r c)*n*m"
rule = "rook-walk {r} {c}"
answer = { win = "WIN\n", move = "{row} {column}\n", lose = "LOSE\n" }

[[format]]
name = "king"
cases = "one"
layout = "n m s:'#.'(r c)*n*m"
rule = "king-walk {r} {c}"
answer = { win = "WIN\n", move = "{row} {column}\n", lose = "LOSE\n" }
"#;

fn judged(name: &str, input: &str) -> String {
    let formats = Format::parse_all(FORMATS).expect("formats");
    let format = formats.iter().find(|format| format.name == name);
    let mut answers = Vec::new();
    run(format.expect("a format"), input.as_bytes(), &mut answers).expect("answers");
    String::from_utf8(answers).expect("text")
}

/// Whether the mover wins, by the rules alone.
fn wins(edges: &[(u64, u64)], token: u64, visited: u64) -> bool {
    let visited = visited | 1 << token;
    let ends = edges.iter().flat_map(|&(u, v)| [(u, v), (v, u)]);
    let mut ends = ends.filter(|&(from, to)| from == token && visited >> to & 1 == 0);
    ends.any(|(_, to)| !wins(edges, to, visited))
}

fn random(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// All graphs of up to five vertices, and some of up to ten.
fn graphs() -> Vec<(u64, Vec<(u64, u64)>)> {
    let pairs = |vertices: u64| (1..=vertices).flat_map(|u| (1..u).map(move |v| (u, v)));
    let mut graphs = Vec::new();
    for vertices in 1..=5 {
        let all: Vec<(u64, u64)> = pairs(vertices).collect();
        for chosen in 0..1u64 << all.len() {
            let edges = all
                .iter()
                .zip(0..)
                .filter(|(_, bit)| chosen >> bit & 1 == 1);
            graphs.push((vertices, edges.map(|(edge, _)| *edge).collect()));
        }
    }
    let mut state = 1;
    for round in 0..1200u64 {
        let vertices = 6 + round % 5;
        let share = 1 + round / 5 % 3;
        let edges = pairs(vertices).filter(|_| random(&mut state) % 8 < share);
        graphs.push((vertices, edges.collect()));
    }
    graphs
}

#[test]
fn walks_on_small_graphs_are_as_the_rules_say() {
    let (mut walks, mut outcomes) = (String::new(), String::new());
    let (mut placed, mut starts) = (String::new(), String::new());
    let mut asked = String::new();
    let mut count = 0;
    let graphs = graphs();
    for (vertices, edges) in &graphs {
        let lines: String = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        placed += &format!("{vertices} {} {lines}\n", edges.len());
        let mut lost = String::new();
        let all: String = (1..=*vertices).map(|start| format!("{start} ")).collect();
        asked += &format!("{vertices} {} {vertices} {lines}{all}\n", edges.len());
        for start in 1..=*vertices {
            let won = wins(edges, start, 0);
            walks += &format!("{vertices} {} {start} {lines}\n", edges.len());
            outcomes += if won { "1" } else { "0" };
            if !won {
                lost += &format!(" {start}");
            }
            count += 1;
        }
        starts += &match lost.is_empty() {
            true => "LOSE".to_owned(),
            false => format!("WIN{lost}"),
        };
    }
    assert_eq!(judged("walk", &format!("{count}\n{walks}")), outcomes);
    let input = format!("{}\n{placed}", graphs.len());
    assert_eq!(judged("placed", &input), starts);
    assert_eq!(judged("all", &input), outcomes);
    assert_eq!(
        judged("graphs-asked", &format!("{count}\n{walks}")),
        outcomes
    );
    // One look at a graph answers for all its vertices.
    for name in ["asked", "listed", "own"] {
        let input = format!("{}\n{asked}", graphs.len());
        assert_eq!(judged(name, &input), outcomes, "{name}");
    }
}

#[test]
fn a_large_tree_is_looked_at_once_for_all_starts() {
    let mut state = 5;
    let count = 200_000u64;
    let edges = (2..=count).map(|vertex| (vertex, random(&mut state) % (vertex - 1) + 1));
    let edges: Vec<(u64, u64)> = edges.collect();
    let lines: String = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
    let starts: String = (1..=count).map(|start| format!("{start}\n")).collect();
    let tree = r#"
        [[format]]
        name = "tree"
        cases = "one"
        layout = "n q tree:n(u v)*n-1 [token]*q"
        rule = "graph move token along edge and remove vertex"
        answer = { win = "1", lose = "0" }
    "#;
    let input = format!("{count} {count}\n{lines}{starts}");
    let mut answers = Vec::new();
    let format = Format::parse(tree).expect("a format");
    run(&format, input.as_bytes(), &mut answers).expect("answers");
    // From the leaves: a vertex is matched with a child that is not matched above it. What no matching need cover is next to what each covers.
    assert_eq!(answers.len() as u64, count);
    let won = |vertex: u64| answers[vertex as usize - 1] == b'1';
    for &(u, v) in &edges {
        assert!(won(u) || won(v), "{u} {v}: two lost neighbours");
    }
}

#[test]
fn walks_on_small_boards_are_as_the_rules_say() {
    let mut state = 7;
    for _ in 0..150 {
        let board: Vec<Vec<bool>> = (0..3)
            .map(|_| {
                (0..4)
                    .map(|_| !random(&mut state).is_multiple_of(3))
                    .collect()
            })
            .collect();
        let cells: Vec<(u64, u64)> = (0..12u64)
            .map(|cell| (cell / 4, cell % 4))
            .filter(|&(row, column)| board[row as usize][column as usize])
            .collect();
        let lines = board.iter().map(|row| {
            let cells = row.iter().map(|&free| if free { '.' } else { '#' });
            cells.chain(['\n']).collect::<String>()
        });
        let input = format!("3 4\n{}", lines.collect::<String>());
        for name in ["rook", "king"] {
            let near = |one: (u64, u64), other: (u64, u64)| {
                let (down, right) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
                match name {
                    "king" => down.max(right) == 1,
                    _ => down + right == 1,
                }
            };
            let mut edges = Vec::new();
            for one in 0..cells.len() {
                for other in 0..one {
                    if near(cells[one], cells[other]) {
                        edges.push((one as u64, other as u64));
                    }
                }
            }
            let lost = (0..cells.len()).filter(|&cell| !wins(&edges, cell as u64, 0));
            let lost: String = lost
                .map(|cell| format!("{} {}\n", cells[cell].0 + 1, cells[cell].1 + 1))
                .collect();
            let expected = match lost.is_empty() {
                true => "LOSE\n".to_owned(),
                false => format!("WIN\n{lost}"),
            };
            assert_eq!(judged(name, &input), expected, "{name}\n{input}");
        }
    }
}

#[test]
fn large_sparse_graphs_take_no_time() {
    let mut state = 3;
    let edges = (0..100_000).map(|edge| {
        let ring = (edge % 10_000 + 1, edge % 10_000 + 2);
        match edge < 10_000 {
            true => ring,
            false => (random(&mut state) % 10_001 + 1, edge % 10_000 + 1),
        }
    });
    let edges: std::collections::BTreeSet<(u64, u64)> = edges
        .map(|(u, v)| (u.min(v), u.max(v)))
        .filter(|(u, v)| u != v)
        .collect();
    let lines: String = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
    let input = format!("1\n10001 {} 5\n{lines}", edges.len());
    // A way through all 10001 vertices: each of them is missed by its matching at one end or the other, or none.
    assert_eq!(judged("walk", &input).len(), 1);
}

#[test]
fn a_vertex_that_is_not_there_is_named() {
    let formats = Format::parse_all(FORMATS).expect("formats");
    let told = run(&formats[0], &b"1\n2 1 0\n1 2\n"[..], &mut Vec::new());
    let told = told.expect_err("no vertex 0").to_string();
    assert!(told.contains("no vertex has this number"), "{told}");
}
