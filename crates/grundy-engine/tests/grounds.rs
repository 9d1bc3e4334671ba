//! What a value rests on is all that a checker needs, which knows nothing of the search: for dominoes on boards, and for Kayles on graphs.

use std::fmt::Write;
use std::time::Instant;

use grundy_base::Budget;
use grundy_base::budget::Meter;
use grundy_check::boards::{Finding, check};
use grundy_engine::set::Set;
use grundy_engine::split::Fact;
use grundy_engine::split::board::Board;
use grundy_engine::split::dominoes::Dominoes;
use grundy_engine::split::kayles::{Choice, Edge, KaylesParts, Vertex};
use grundy_engine::split::search::Search;
use grundy_engine::split::vertices::{self, Host};
use sha2::{Digest, Sha256};

/// A piece as rows of free and taken squares.
fn rows(board: &Board<u64>, piece: u64) -> String {
    let (rows, columns) = board.extent(piece);
    let row = |row: u32| -> String {
        let free = |column| piece & board.square(row, column) != 0;
        (0..columns)
            .map(|column| if free(column) { '.' } else { 'x' })
            .collect()
    };
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

fn unlimited() -> Meter {
    Meter::new(&Budget {
        bytes: 4 << 30,
        time: None,
        ..Budget::of_positions(u64::MAX)
    })
}

/// The table of a whole board, and how many claims there are.
fn table(rows_of: u32, columns: u32) -> (String, usize) {
    let board = Board::<u64>::new(rows_of, columns).expect("a board");
    let whole = u64::MAX >> (64 - board.squares());
    let mut search = Search::new(Dominoes::new(board), 2 << 30);
    let pieces = search.splits().pieces(whole);
    let mut meter = unlimited();
    let (value, grounds) = search.grounds(&pieces, 1, &mut meter).expect("a value");
    let claims = grounds
        .iter()
        .map(|&(piece, fact)| (rows(&board, piece), fact));
    written("cram", &format!("{rows_of}x{columns}"), value, claims)
}

/// A table, and how many claims there are.
fn written(
    game: &str,
    root: &str,
    value: u32,
    claims: impl ExactSizeIterator<Item = (String, Fact)>,
) -> (String, usize) {
    let count = claims.len();
    let mut text =
        format!("grundy-boards 1\ngame {game}\nroot {root} = {value}\nentries {count}\n");
    for (position, fact) in claims {
        let _ = match fact {
            Fact::Exact(value) => writeln!(text, "{position} = {value}"),
            Fact::Not(not) => {
                let values = (0..64u32).filter(|n| not >> n & 1 == 1);
                let values: Vec<String> = values.map(|n| n.to_string()).collect();
                writeln!(text, "{position} ! {{{}}}", values.join(","))
            }
        };
    }
    (sealed(text), count)
}

fn sealed(mut text: String) -> String {
    let hash = Sha256::digest(text.as_bytes());
    text.push_str("sha256 ");
    for byte in hash {
        let _ = write!(text, "{byte:02x}");
    }
    text + "\n"
}

/// How a table fares: whatever has more than so many positions is not searched for.
fn fares(text: &str, bound: u64) -> Finding {
    let effort = grundy_check::Effort {
        bound,
        most_options: u64::MAX,
        ..grundy_check::Effort::default()
    };
    let report = check(text.as_bytes(), &effort);
    report.expect("a whole table").finding
}

#[test]
fn no_claim_can_be_left_out() {
    let (text, count) = table(3, 5);
    let lines: Vec<&str> = text.lines().collect();
    let is_needed = |left_out: &usize| {
        let mut kept = lines[..lines.len() - 1].to_vec();
        kept.remove(*left_out);
        let entries = format!("entries {}", count - 1);
        kept[3] = &entries;
        let text = sealed(kept.join("\n") + "\n");
        !matches!(fares(&text, 0), Finding::Verified(_))
    };
    let needed = (4..4 + count).filter(is_needed).count();
    println!("{needed} of {count} are needed");
    assert!(needed > count / 2, "{needed} of {count}");
}

#[test]
fn the_checker_proves_all_of_it_and_searches_for_nothing() {
    for (rows, columns) in [
        (1, 2),
        (2, 3),
        (3, 3),
        (3, 4),
        (3, 5),
        (4, 4),
        (4, 5),
        (5, 5),
        (5, 6),
        (3, 9),
    ] {
        let (text, count) = table(rows, columns);
        // What no theorem tells stands in the table.
        let finding = fares(&text, 0);
        println!("{rows}x{columns}: {count} claims, {finding:?}");
        let verified = matches!(finding, Finding::Verified(_));
        assert!(verified, "{rows}x{columns}: {finding:?}");
    }
}

/// A graph: its name in the notation, those of its vertices, and how they are joined.
struct Graph {
    name: String,
    vertices: Vec<String>,
    host: Host<4>,
}

impl Graph {
    fn new(name: String, vertices: Vec<String>, edges: &[(usize, usize)]) -> Graph {
        let mut neighbours = vec![Set::EMPTY; vertices.len()];
        for &(one, other) in edges {
            neighbours[one].insert(other);
            neighbours[other].insert(one);
        }
        let host = Host::new(neighbours).expect("a graph");
        Graph {
            name,
            vertices,
            host,
        }
    }

    /// Told by its edges.
    fn of(count: usize, edges: &[(usize, usize)]) -> Graph {
        let names: Vec<String> = (0..count).map(|vertex| format!("v{vertex}")).collect();
        let pair = |&(one, other): &(usize, usize)| format!("v{one}-v{other}");
        let words: Vec<String> = names
            .iter()
            .cloned()
            .chain(edges.iter().map(pair))
            .collect();
        Graph::new(words.join(","), names, edges)
    }

    /// A board on which squares at such distances are joined.
    fn board(piece: &str, rows: usize, columns: usize, joins: fn(usize, usize) -> bool) -> Graph {
        let places: Vec<(usize, usize)> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .collect();
        let edges: Vec<(usize, usize)> = (0..places.len())
            .flat_map(|other| (0..other).map(move |one| (one, other)))
            .filter(|&(one, other)| {
                let ((row, column), (to_row, to_column)) = (places[one], places[other]);
                joins(to_row.abs_diff(row), to_column.abs_diff(column))
            })
            .collect();
        let name = |&(row, column): &(usize, usize)| format!("r{}c{}", row + 1, column + 1);
        let names = places.iter().map(name).collect();
        let graph = Graph::new(format!("{piece}={rows}x{columns}"), names, &edges);
        let board = vertices::Board::new(rows, columns).expect("a board");
        Graph {
            host: graph.host.on_board(board).expect("a board's graph"),
            ..graph
        }
    }

    /// The table of the whole graph, searched by so many threads.
    fn table<C: Choice>(&self, game: &str, threads: usize) -> (String, usize) {
        let all = Set::below(self.vertices.len());
        let splits = KaylesParts::<C, 4>::new(self.host.clone());
        let mut parts = Vec::new();
        let known = splits.split(all, &mut parts);
        let mut search = Search::new(splits, 2 << 30);
        let mut meter = unlimited();
        let grounds = search.grounds(&parts, threads, &mut meter);
        let (value, grounds) = grounds.expect("a value");
        let write = |set: Set<4>| {
            let names: Vec<&str> = set.iter().map(|at| self.vertices[at].as_str()).collect();
            names.join(",")
        };
        let claims = grounds.iter().map(|&(part, fact)| (write(part), fact));
        let head = format!("{game}:{}", self.name);
        written(&head, &write(all), known ^ value, claims)
    }

    /// Of either game.
    fn tables(&self, threads: usize) -> [(String, usize); 2] {
        [
            self.table::<Vertex>("node-kayles", threads),
            self.table::<Edge>("arc-kayles", threads),
        ]
    }
}

fn grid(down: usize, across: usize) -> bool {
    down + across == 1
}

fn king(down: usize, across: usize) -> bool {
    down.max(across) == 1
}

fn queen(down: usize, across: usize) -> bool {
    down == across || down == 0 || across == 0
}

fn knight(down: usize, across: usize) -> bool {
    (down.min(across), down.max(across)) == (1, 2)
}

/// Components of at most seven vertices have at most so many positions; their values are not written.
const SMALL: u64 = 1 << 7;

fn proved((text, count): &(String, usize)) {
    let finding = fares(text, SMALL);
    let head = text.lines().nth(1).unwrap_or_default();
    println!("{head}: {count} claims, {finding:?}");
    assert!(
        matches!(finding, Finding::Verified(_)),
        "{head}: {finding:?}"
    );
}

#[test]
fn kayles_on_boards_is_proved() {
    for graph in [
        Graph::board("grid", 3, 3, grid),
        Graph::board("grid", 3, 8, grid),
        Graph::board("grid", 4, 5, grid),
        Graph::board("king", 4, 5, king),
        Graph::board("knight", 4, 4, knight),
        Graph::board("queen", 4, 5, queen),
    ] {
        graph.tables(1).iter().for_each(proved);
    }
    proved(&Graph::board("queen", 7, 7, queen).table::<Vertex>("node-kayles", 1));
    proved(&Graph::board("king", 6, 7, king).table::<Vertex>("node-kayles", 1));
    proved(&Graph::board("grid", 5, 7, grid).table::<Vertex>("node-kayles", 2));
    proved(&Graph::board("grid", 5, 6, grid).table::<Edge>("arc-kayles", 2));
}

#[test]
fn kayles_on_graphs_is_proved() {
    let mut seed = 1u64;
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((seed >> 33) % below) as usize
    };
    for edges in [12, 16, 20, 30, 50] {
        for vertices in [10, 14, 16] {
            let mut chosen = Vec::new();
            for _ in 0..edges {
                let (one, other) = (random(vertices), random(vertices));
                if one != other {
                    chosen.push((one, other));
                }
            }
            let graph = Graph::of(vertices as usize, &chosen);
            graph.tables(1).iter().for_each(proved);
        }
    }
}

/// Nothing of a path or a cycle is written, however long.
#[test]
fn lines_are_proved_by_their_length() {
    for count in [2, 9, 100, 256] {
        let mut edges: Vec<(usize, usize)> = (1..count).map(|at| (at - 1, at)).collect();
        for _ in 0..2 {
            for table in Graph::of(count, &edges).tables(1) {
                assert_eq!(table.1, 0);
                let finding = fares(&table.0, 0);
                assert!(matches!(finding, Finding::Verified(_)), "{finding:?}");
            }
            if count > 2 {
                edges.push((0, count - 1));
            }
        }
    }
}

#[test]
fn no_other_value_of_kayles_is_proved() {
    for (text, _) in Graph::board("grid", 4, 5, grid).tables(1) {
        let lines: Vec<&str> = text.lines().collect();
        let told = (2..lines.len() - 1).filter(|&at| lines[at].contains(" = "));
        let mut changed = 0;
        for at in told {
            let (position, value) = lines[at].split_once(" = ").expect("a value");
            let other = value.parse::<u32>().expect("a number") ^ 1;
            let line = format!("{position} = {other}");
            let mut lines = lines[..lines.len() - 1].to_vec();
            lines[at] = &line;
            let finding = fares(&sealed(lines.join("\n") + "\n"), SMALL);
            assert!(!matches!(finding, Finding::Verified(_)), "{line}");
            changed += 1;
        }
        assert!(changed > 3, "{changed} lines");
    }
}

/// Boards that are asked for, each searched and then proved by the checker, with the seconds of either:
///
/// ```text
/// BOARDS="node-kayles:grid=3x17 cram=3x16" cargo test --release -p grundy-engine --test grounds asked_for -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes as long as the boards that are asked for"]
fn boards_asked_for() {
    let asked = std::env::var("BOARDS").unwrap_or_else(|_| "node-kayles:grid=3x17".to_owned());
    for board in asked.split_whitespace() {
        let (game, sides) = board.split_once('=').expect("GAME=ROWSxCOLUMNS");
        let (rows, columns) = sides.split_once('x').expect("ROWSxCOLUMNS");
        let side = |text: &str| text.parse::<usize>().expect("a number");
        let (rows, columns) = (side(rows), side(columns));
        let begun = Instant::now();
        let (text, count) = match game {
            "cram" => table(rows as u32, columns as u32),
            "arc-kayles:grid" => {
                Graph::board("grid", rows, columns, grid).table::<Edge>("arc-kayles", 1)
            }
            "node-kayles:grid" => {
                Graph::board("grid", rows, columns, grid).table::<Vertex>("node-kayles", 1)
            }
            "node-kayles:king" => {
                Graph::board("king", rows, columns, king).table::<Vertex>("node-kayles", 1)
            }
            "node-kayles:queen" => {
                Graph::board("queen", rows, columns, queen).table::<Vertex>("node-kayles", 1)
            }
            "node-kayles:knight" => {
                Graph::board("knight", rows, columns, knight).table::<Vertex>("node-kayles", 1)
            }
            _ => panic!("{game} is none of these"),
        };
        let searched = begun.elapsed().as_secs_f64();
        let root = text.lines().nth(2).unwrap_or_default();
        let value = root.rsplit(' ').next().unwrap_or_default();
        println!("{board}\t{value}\t{count} claims\t{searched:.1} s");
        let finding = fares(&text, SMALL);
        let both = begun.elapsed().as_secs_f64();
        assert!(
            matches!(finding, Finding::Verified(_)),
            "{board}: {finding:?}"
        );
        println!("{board}\t{value}\tproved\t{:.1} s", both - searched);
    }
}
