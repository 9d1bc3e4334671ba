//! Rules on words, grids and graphs in a format's place, against searches that know only what the moves are.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use grundy_judge::trial::{Generator, input, told};
use grundy_judge::{Format, Limits, run};

fn answers(format: &Format, text: &str) -> String {
    let mut out = Vec::new();
    run(format, text.as_bytes(), &mut out).expect("answers");
    String::from_utf8(out).expect("text")
}

/// The value of a position by the definition.
fn value<P: Clone + Eq + std::hash::Hash>(
    position: &P,
    options: &dyn Fn(&P) -> Vec<P>,
    known: &mut HashMap<P, u64>,
) -> u64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let next = options(position);
    let values: BTreeSet<u64> = next
        .iter()
        .map(|next| value(next, options, known))
        .collect();
    let mex = (0..).find(|value| !values.contains(value)).unwrap_or(0);
    known.insert(position.clone(), mex);
    mex
}

fn words(letters: &[u8], longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let end = all.len();
        for place in begin..end {
            for &letter in letters {
                all.push(format!("{}{}", all[place], char::from(letter)));
            }
        }
        begin = end;
    }
    all.split_off(1)
}

#[test]
fn words_are_flipped() {
    let format = Format::parse(
        r#"
        [[format]]
        name = "flips"
        cases = "until-end"
        layout = "s:'AB'"
        rule = '"++" -> "--"'
        position = "{s:+-}"
        answer = { value = "{value}\n" }
    "#,
    )
    .expect("a format");
    let flips = |word: &String| {
        let places = word.match_indices('A').map(|(place, _)| place);
        let pairs = places.filter(|&place| word[place..].starts_with("AA"));
        pairs
            .map(|place| format!("{}BB{}", &word[..place], &word[place + 2..]))
            .collect()
    };
    let mut known = HashMap::new();
    let words = words(b"AB", 8);
    let mut expected = String::new();
    for word in &words {
        let _ = writeln!(expected, "{}", value(word, &flips, &mut known));
    }
    assert_eq!(answers(&format, &words.join("\n")), expected);
}

#[test]
fn several_words_are_a_sum() {
    let format = Format::parse(
        r#"
        [[format]]
        name = "sums"
        cases = "until-end"
        layout = "s:'+-'*[]"
        rule = '"++" -> "--"'
        answer = { value = "{value}\n" }
    "#,
    )
    .expect("a format");
    assert_eq!(
        answers(&format, "[\"++\",\"++\"]\n[\"++++\",\"++\"]"),
        "0\n3\n"
    );
}

#[test]
fn boards_of_groups_are_a_sum() {
    let parse = |layout: &str, position: &str| {
        let text = format!(
            "[[format]]\nname = \"squares\"\ncases = \"until-end\"\nlayout = \"{layout}\"\nrule = 'grid \"00/00\" -> \"11/11\"; \"00\" -> \"11\"'\n{position}\nanswer = {{ value = \"{{value}} \" }}"
        );
        Format::parse(&text).expect("a format")
    };
    let one = parse("n m s:'01'*n*m", "");
    let several = [
        parse("k (n m s:'01'*n*m)*k", ""),
        parse("k (x n m s:'01'*n*m)*k", "position = \"{s}\""),
    ];
    let fixed = parse("k m (s:'01'*2*m x)*k", "");
    let mut state = 7u64;
    let mut below = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % most
    };
    for _ in 0..60 {
        let count = below(4);
        let width = 1 + below(4);
        let (mut plain, mut marked, mut rows) = (String::new(), String::new(), String::new());
        let (mut sum, mut sum_of_rows) = (0u64, 0u64);
        for _ in 0..count {
            let (high, wide) = (1 + below(4), 1 + below(4));
            let mut board = |high: u64, wide: u64| {
                let letters = (0..high * wide).map(|_| below(3) / 2);
                let letters: Vec<String> = letters.map(|letter| letter.to_string()).collect();
                let lines = letters.chunks(usize::try_from(wide).expect("few"));
                lines
                    .map(|line| line.concat())
                    .collect::<Vec<_>>()
                    .join("\n")
            };
            let first = format!("{high} {wide}\n{}\n", board(high, wide));
            let second = board(2, width);
            let value = |text: &str| answers(&one, text).trim().parse::<u64>().expect("a value");
            sum ^= value(&first);
            sum_of_rows ^= value(&format!("2 {width}\n{second}\n"));
            let _ = write!(rows, "{second}\n5\n");
            let _ = write!(marked, "9 {first}");
            plain.push_str(&first);
        }
        assert_eq!(
            answers(&several[0], &format!("{count}\n{plain}")),
            format!("{sum} ")
        );
        assert_eq!(
            answers(&several[1], &format!("{count}\n{marked}")),
            format!("{sum} ")
        );
        let told = answers(&fixed, &format!("{count} {width}\n{rows}"));
        assert_eq!(told, format!("{sum_of_rows} "), "{rows}");
    }
}

#[test]
fn boards_are_covered() {
    let format = Format::plain("grid \"..\" -> \"##\"", false).expect("a rule");
    type Board = Vec<Vec<u8>>;
    let cover = |board: &Board| {
        let mut all = Vec::new();
        for row in 0..board.len() {
            for column in 0..board[0].len() {
                for (down, right) in [(0, 1), (1, 0)] {
                    let there = (row + down, column + right);
                    let free = |(row, column): (usize, usize)| {
                        board.get(row).and_then(|row| row.get(column)) == Some(&b'.')
                    };
                    if free((row, column)) && free(there) {
                        let mut next = board.clone();
                        next[row][column] = b'#';
                        next[there.0][there.1] = b'#';
                        all.push(next);
                    }
                }
            }
        }
        all
    };
    let mut known = HashMap::new();
    let (mut text, mut expected) = (String::from("512\n"), String::new());
    for bits in 0..512u32 {
        let letter = |place: u32| if bits >> place & 1 == 1 { b'#' } else { b'.' };
        let board: Board = (0..3)
            .map(|row| (0..3).map(|column| letter(3 * row + column)).collect())
            .collect();
        text.push_str("3 3\n");
        for row in &board {
            text.push_str(&String::from_utf8_lossy(row));
            text.push('\n');
        }
        let wins = value(&board, &cover, &mut known) != 0;
        expected.push_str(if wins { "First\n" } else { "Second\n" });
    }
    assert_eq!(answers(&format, &text), expected);
}

/// Groups that are filled, alone and beside a pattern, on all boards of two by three cells, under both plays.
#[test]
fn groups_are_filled_on_boards() {
    for (rule, letters) in [
        (
            "grid g -> \".\" for g in groups \"ab\" if len(g) > 1",
            "ab.",
        ),
        (
            "grid \"ab\" -> \"..\"; g -> \".\" for g in groups \"b\"",
            "ab.",
        ),
        (
            "grid a \"/\" b -> b for a in boards, b in boards from \".\"",
            ".",
        ),
        (
            "grid torus g -> \".\" for g in groups \"ab\" if len(g) > 1",
            "ab.",
        ),
    ] {
        let letters: Vec<char> = letters.chars().collect();
        let boards: Vec<String> = (0..letters.len().pow(6))
            .map(|code| {
                let cell = |place: u32| letters[code / letters.len().pow(place) % letters.len()];
                let row = |from: u32| (from..from + 3).map(cell).collect::<String>();
                format!("{}/{}", row(0), row(3))
            })
            .collect();
        for misere in [false, true] {
            let format = Format::plain(rule, misere).expect("a rule");
            let mut input = format!("{}\n", boards.len());
            for board in &boards {
                let _ = writeln!(input, "2 3\n{}", board.replace('/', "\n"));
            }
            let told = answers(&format, &input);
            let play = if misere {
                grundy::Play::Misere
            } else {
                grundy::Play::Normal
            };
            for (board, told) in boards.iter().zip(told.split_whitespace()) {
                let game: grundy::Game = format!("rule '{rule}' {board}").parse().expect(board);
                let wins = grundy::solve(&game, play).outcome == Some(grundy::Outcome::N);
                assert_eq!(told == "First", wins, "{rule}, {board}, {play:?}");
            }
        }
    }
}

#[test]
fn graphs_lose_vertices() {
    let format = Format::plain("graph remove vertex with neighbours", false).expect("a rule");
    let pairs: Vec<(u32, u32)> = (1..5)
        .flat_map(|to| (0..to).map(move |from| (from, to)))
        .collect();
    let (mut text, mut expected) = (String::from("1024\n"), String::new());
    for edges in 0..1024u32 {
        let chosen = pairs.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| edges >> place & 1 == 1);
        let chosen: Vec<(u32, u32)> = chosen.map(|(_, pair)| *pair).collect();
        let _ = writeln!(text, "5 {}", chosen.len());
        for (from, to) in &chosen {
            let _ = writeln!(text, "{} {}", from + 1, to + 1);
        }
        let near = |at: u32| {
            chosen.iter().fold(1 << at, |near, &(from, to)| match at {
                at if at == from => near | 1 << to,
                at if at == to => near | 1 << from,
                _ => near,
            })
        };
        let take = |left: &u32| {
            let there = (0..5).filter(|at| left >> at & 1 == 1);
            there.map(|at| left & !near(at)).collect()
        };
        let wins = value(&31u32, &take, &mut HashMap::new()) != 0;
        expected.push_str(if wins { "First\n" } else { "Second\n" });
    }
    assert_eq!(answers(&format, &text), expected);
}

#[test]
fn all_short_words_are_made_up() {
    let format = Format::plain("\"++\" -> \"--\"", false).expect("a rule");
    let cases = Generator::new(&format, 1).small(1000);
    assert_eq!(cases.len(), 510, "all words of one to eight letters");
    assert!(input(&format, &cases).starts_with("510\n"));
    let known = told(&format, &Limits::default(), &cases);
    assert!(known.iter().all(Option::is_some));
}

#[test]
fn small_graphs_are_made_up() {
    let format = Format::plain("graph remove edge", false).expect("a rule");
    let cases = Generator::new(&format, 1).small(1000);
    let known = told(&format, &Limits::default(), &cases);
    let judged = known.iter().flatten().count();
    assert!(judged > 100, "{judged} of {}", cases.len());
}

#[test]
fn what_does_not_fit_is_told() {
    let wrong = |layout: &str, rule: &str| {
        let text = format!(
            "[[format]]\nname = \"x\"\ncases = \"until-end\"\nlayout = \"{layout}\"\nrule = '{rule}'\nanswer = {{ win = \"1\", lose = \"0\" }}\n"
        );
        Format::parse(&text)
            .expect_err("no format")
            .message
            .to_string()
    };
    assert!(wrong("n", "\"++\" -> \"--\"").contains("needs a layout with a word"));
    assert!(wrong("n s:'+-'*n", "grid \"+\" -> \"-\"").contains("needs a layout with a board"));
    assert!(wrong("n", "graph remove edge").contains("needs a layout with edges"));
    assert!(wrong("s:'+x'", "\"++\" -> \"--\"").contains("reads the letter 'x'"));
    assert!(wrong("s:'+-'", "\"++\" - \"--\"").contains("expected '->'"));
    // No move can happen where each needs a letter that is not read.
    for (layout, rule) in [
        ("s:'+-'", "\"T+\" -> \"--\"; \"+T-\" -> \"\""),
        ("n m s:'.#'*n*m", "grid \"T\" -> \".\" over \"#\""),
    ] {
        let text = format!(
            "[[format]]\nname = \"x\"\ncases = \"until-end\"\nlayout = \"{layout}\"\nrule = '{rule}'\nanswer = {{ win = \"1\", lose = \"0\" }}\n"
        );
        let error = Format::parse(&text).expect_err("no move");
        assert!(
            error
                .message
                .to_string()
                .contains("no move is ever possible")
                && error.message.to_string().contains("'T'"),
            "{rule}: {error}"
        );
    }
    // One move that can happen is enough, and a letter that no move needs is a letter.
    for (layout, rule) in [
        ("s:'+-'", "\"T+\" -> \"--\"; \"+\" -> \"-\""),
        ("s:'+x-'", "\"++\" -> \"--\" over \"x\""),
        (
            "s:'ab'",
            "r -> \"\" for r in runs if len(r) > 1 over \"abT\"",
        ),
    ] {
        let text = format!(
            "[[format]]\nname = \"x\"\ncases = \"until-end\"\nlayout = \"{layout}\"\nrule = '{rule}'\nanswer = {{ win = \"1\", lose = \"0\" }}\n"
        );
        assert!(Format::parse(&text).is_ok(), "{rule}");
    }
    let told = Format::plain("\"●\" -> \"\"", false).expect_err("no letters of ASCII");
    assert!(told.to_string().contains("ASCII"));
}
