//! Layouts beyond numbers: words, lines, boards, lists in brackets, groups, graphs; and what is wrong in them, by line and column.

use grundy_judge::{Format, find, formats, run};

fn format(cases: &str, layout: &str, rule: &str) -> Format {
    let text = format!(
        "[[format]]\nname = \"own\"\ncases = \"{cases}\"\nlayout = \"{layout}\"\nrule = \"{rule}\"\nanswer = {{ win = \"1\\n\", lose = \"0\\n\" }}"
    );
    Format::parse(&text).unwrap_or_else(|error| panic!("{layout}: {error}"))
}

fn told(format: &Format, input: &str) -> Result<String, String> {
    let mut answers = Vec::new();
    match run(format, input.as_bytes(), &mut answers) {
        Ok(_) => Ok(String::from_utf8(answers).expect("text")),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn words_lines_and_boards() {
    let word = format("counted", "s:'01'", "different-neighbours {s}");
    assert_eq!(told(&word, "3\n01 1111\n\"0011\"").unwrap(), "1\n0\n0\n");
    let line = format("until-end", "n s:'01'*n", "different-neighbours {s}");
    assert_eq!(told(&line, "2 01\n4\n0 0 1\n1\n").unwrap(), "1\n0\n");
    let board = format("until-end", "n m s:'.x'*n*m", "cram {s}");
    assert_eq!(
        told(&board, "1 2\n..\n2 2\n..\n. .\n2 2\n.x\nx.\n").unwrap(),
        "1\n0\n0\n"
    );
    let mapped = format("until-end", "n m s:'#_'*n*m", "cram {s:x.}");
    assert_eq!(told(&mapped, "1 2\n__\n1 2\n_#\n").unwrap(), "1\n0\n");
    let listed = format("until-end", "heap*[]", "nim {heap}");
    assert_eq!(told(&listed, "[1,2,3]\n[ 1, 2 ]\n[]").unwrap(), "0\n1\n0\n");
    let words = format("until-end", "s:'+-'*[]", "equal-neighbours {s}");
    assert_eq!(told(&words, "[\"++-\"]").unwrap(), "1\n");
    let date = format(
        "until-end",
        "year '-' month '-' day",
        "calendar {year} {month} {day}",
    );
    assert_eq!(told(&date, "2001-11-3\n2001 - 11-2").unwrap(), "1\n0\n");
    let table = format("until-end", "n m cell*n*m", "row-sums {m} {cell}");
    assert_eq!(told(&table, "2 2\n1 2\n3 0\n1 2 0 0").unwrap(), "0\n0\n");
    let edges = format("until-end", "n m graph:n(u v)*m", "node-kayles:{u}-{v},..");
    assert_eq!(
        told(&edges, "3 2\n1 2\n2 3\n4 3\n1 2\n2 3\n3 4").unwrap(),
        "1\n0\n"
    );
}

#[test]
fn what_is_wrong_has_its_place() {
    let board = format("one", "n m s:'.x'*n*m", "cram {s}");
    let tree = find("hdu3094").expect("known");
    let own = format("one", "n tree:n(u v)*n-1", "hackenbush:ground=1 {u}-{v},..");
    let graph = format("one", "n m graph:n(u v)*m", "node-kayles:{u}-{v},..");
    let listed = format("one", "heap*[]", "nim {heap}");
    let date = format(
        "one",
        "year '-' month '-' day",
        "calendar {year} {month} {day}",
    );
    for (format, input, expected) in [
        (
            &board,
            "2 3\n...\n..\n",
            "line 3, column 3 (byte 10): a line of 2 letters where there are to be 3; expected entry 2 of 2 of `s` in case 1",
        ),
        (
            &board,
            "2 2\n...\n..\n",
            "line 2, column 3 (byte 6): a line of 3 letters where there are to be 2; expected entry 1 of 2 of `s` in case 1",
        ),
        (
            &board,
            "1 2\n.o\n",
            "line 2, column 2 (byte 5): 'o' is none of the letters '.x'; expected s of case 1",
        ),
        (
            &board,
            "2 2\n..\n",
            "line 3, column 1 (byte 7): the input ends; expected entry 2 of 2 of `s` in case 1",
        ),
        (
            tree,
            "1\n3\n1 2\n2 1\n",
            "line 4, column 3 (byte 10): this edge closes a cycle, so that the tree is not joined as a whole; expected entry 2 of 2 of `v` in case 1",
        ),
        (
            tree,
            "1\n3\n1 2\n3 3\n",
            "line 4, column 3 (byte 10): an edge from a vertex to itself; expected entry 2 of 2 of `v` in case 1",
        ),
        (
            tree,
            "1\n3\n1 4\n",
            "line 3, column 3 (byte 6): no vertex has this number (1 to 3); expected entry 1 of 2 of `v` in case 1",
        ),
        (
            &own,
            "4\n1 2\n3 4\n4 3\n",
            "line 4, column 3 (byte 12): this edge closes a cycle, so that the tree is not joined as a whole; expected entry 3 of 3 of `v` in case 1",
        ),
        (
            &graph,
            "3 2\n1 2\n2 1\n",
            "line 3, column 3 (byte 10): an edge that was there before; expected entry 2 of 2 of `v` in case 1",
        ),
        (
            &graph,
            "3 1\n2 2\n",
            "line 2, column 3 (byte 6): an edge from a vertex to itself; expected entry 1 of 1 of `v` in case 1",
        ),
        (
            &listed,
            "[1,2;3]",
            "line 1, column 5 (byte 4): unexpected ';' within a number; expected heap of case 1",
        ),
        (
            &listed,
            "1 2 3",
            "line 1, column 1 (byte 0): '1' in the place of '['; expected heap of case 1",
        ),
        (
            &date,
            "2001/11/3",
            "line 1, column 5 (byte 4): unexpected '/' within a number; expected year of case 1",
        ),
        (
            &date,
            "2001-2-30",
            "line 1, column 8 (byte 7): there is no such day; expected numbers that the rule allows in case 1",
        ),
    ] {
        assert_eq!(told(format, input).unwrap_err(), expected, "{input}");
    }
}

#[test]
fn faults_of_layouts() {
    for (layout, part) in [
        ("s:'aa'", "letters in quotes"),
        ("s:''", "letters in quotes"),
        ("s:'a", "letters in quotes"),
        (
            "n shrub:n(u v)*n",
            "shapes are tree, forest, circuits, graph, arcs",
        ),
        (
            "tree:n(u v)*3",
            "shapes are tree, forest, circuits, graph, arcs",
        ),
        ("n (k next*k)", "how many"),
        ("n cell*n*3", "a table of numbers"),
        ("[heap*3]*0", "expected a name"),
        ("n 'a b' m", "no blanks"),
    ] {
        let text = format!(
            "[[format]]\nname = \"own\"\ncases = \"one\"\nlayout = \"{layout}\"\nrule = \"nim 3\"\nanswer = {{ win = \"1\", lose = \"0\" }}"
        );
        let error = Format::parse(&text).expect_err(layout);
        assert!(
            error.message.to_string().contains(part) && error.line == 4,
            "{layout}: {error}"
        );
    }
}

#[test]
fn names_in_any_case() {
    for name in [
        "cf768e",
        "CF768E",
        "CF768e",
        "LEETCODE294",
        "luogup2148",
        "abc297g",
        "ABC 297-G",
    ] {
        assert!(find(name).is_some(), "{name}");
    }
    // No two formats are called alike once capitals and signs between letters are the same.
    for format in formats() {
        for name in format.aliases.iter().chain([&format.name]) {
            let found = find(name).map(|found| &found.name);
            assert_eq!(found, Some(&format.name), "{name}");
        }
    }
}

/// Deep trees and long words are no matter of the stack.
#[test]
fn nothing_recurs_on_the_input() {
    let count = 200_000;
    let path: String = (1..count)
        .map(|vertex| format!("{vertex} {}\n", vertex + 1))
        .collect();
    for (name, input, answer) in [
        ("agc017_d", format!("{count}\n{path}"), "Alice\n"),
        (
            "poj3710",
            format!("1\n{count} {}\n{path}", count - 1),
            "Sally\n",
        ),
        (
            "poj2599",
            format!("{count} 1\n{path}"),
            "First player wins flying to airport 2\n",
        ),
        (
            "cf1104B",
            "ab".repeat(200_000) + &"ba".repeat(200_000),
            "No\n",
        ),
    ] {
        assert_eq!(
            told(find(name).expect("known"), &input).unwrap(),
            answer,
            "{name}"
        );
    }
}

/// Whatever is cut off, wild, huge or of another system has its line and column, or is read as it is meant.
#[test]
fn wild_inputs_have_their_places() {
    let board = format("until-end", "n m s:'.x'*n*m", "cram {s}");
    let line = format("until-end", "n s:'01'*n", "different-neighbours {s}");
    let words = format("until-end", "n k (s:'ab')*n", "lots-of-games {k} {s}");
    let table = format("until-end", "n m cell*n*m", "row-sums {m} {cell}");
    let listed = format("until-end", "heap*[]", "nim {heap}");
    let word = find("leetcode294").expect("known");
    let tree = find("agc017_d").expect("known");
    let trees = find("hdu3590").expect("known");
    let rings = find("cf1823E").expect("known");
    let arrows = find("poj2425").expect("known");
    let large = "1000000000000000000000000000000";
    for (format, input, place, part) in [
        (word, "\"++".to_owned(), (1, 4), "the input ends"),
        (word, "\"++\n\"".to_owned(), (1, 4), "in the place of '\"'"),
        (word, "+\0+".to_owned(), (1, 2), "none of the letters"),
        (word, "\u{feff}+x".to_owned(), (1, 2), "'x'"),
        (
            &board,
            "2 2\r\n..\r\n.\r\n".to_owned(),
            (3, 3),
            "a line of 1 letters",
        ),
        (
            &board,
            "2 2\n..\n..\n2".to_owned(),
            (4, 2),
            "the input ends",
        ),
        (
            &board,
            format!("2 {large}\n..\n.."),
            (1, 3),
            "the count is too large",
        ),
        (
            &board,
            "2 2\n..\n.\n.\n".to_owned(),
            (3, 2),
            "a line of 1 letters",
        ),
        (
            &line,
            "+3 0 1 2".to_owned(),
            (1, 8),
            "'2' is none of the letters",
        ),
        (
            &line,
            "9223372036854775807 01".to_owned(),
            (1, 23),
            "the input ends",
        ),
        (&words, "2 1\na\n".to_owned(), (3, 1), "the input ends"),
        (
            &words,
            "2 1\na\nc\n".to_owned(),
            (3, 1),
            "'c' is none of the letters",
        ),
        (
            &words,
            "3 1\na b\0\n".to_owned(),
            (2, 4),
            "none of the letters",
        ),
        (
            &table,
            format!("{large} {large}\n1"),
            (1, 33),
            "the count is too large",
        ),
        (
            &table,
            format!("1 1\n{large}\n"),
            (2, 1),
            "the number is too large",
        ),
        (
            &table,
            "1 2\n1 -2\n".to_owned(),
            (2, 3),
            "a number below zero",
        ),
        (&table, "2 2\n1 2\n3".to_owned(), (3, 2), "the input ends"),
        (&listed, "[1,2".to_owned(), (1, 5), "the input ends"),
        (&listed, "[1,,2]".to_owned(), (1, 4), "instead of a number"),
        (&listed, "[1 2]".to_owned(), (1, 4), "in the place of ']'"),
        (
            &listed,
            "[1,2]\n]".to_owned(),
            (2, 1),
            "in the place of '['",
        ),
        (tree, "3\n1 2\n".to_owned(), (3, 1), "the input ends"),
        (
            tree,
            "3\n1 2\n0 3\n".to_owned(),
            (3, 1),
            "no vertex has this number",
        ),
        (tree, format!("{large}\n1 2\n"), (1, 1), "too many"),
        (tree, "4294967295\n1 2\n".to_owned(), (1, 1), "too many"),
        (tree, "0\n".to_owned(), (1, 1), "too small"),
        (
            trees,
            "1\n3\n1 2\n1 2\n".to_owned(),
            (4, 3),
            "closes a cycle",
        ),
        (trees, format!("1\n{large}\n"), (2, 1), ""),
        (
            rings,
            "3 1 2\n1 2\n2 3\n1 2\n".to_owned(),
            (4, 3),
            "an edge that was there before",
        ),
        (
            rings,
            "4 1 2\n1 2\n1 3\n1 4\n2 3\n".to_owned(),
            (4, 3),
            "vertex 1 has two edges already",
        ),
        (
            rings,
            "4 1 2\n1 2\n2 3\n3 4\n".to_owned(),
            (5, 1),
            "the input ends",
        ),
        (arrows, "2\n1 1\n1 0\n1 0\n0\n".to_owned(), (4, 3), ""),
        (arrows, "1\n0\n1 5\n0\n".to_owned(), (3, 3), ""),
    ] {
        let error = told(format, &input).expect_err(&input);
        let begin = format!("line {}, column {} ", place.0, place.1);
        assert!(error.starts_with(&begin), "{input:?}: {error}, not {begin}");
        assert!(error.contains(part), "{input:?}: {error}");
    }
    for (format, input, answers) in [
        (&board, "1 2\r\n..\r\n\r\n2 2\r\n..\r\n..", "1\n0\n"),
        (&line, "+2 01\t+2\r0\x0b1", "1\n1\n"),
        (&listed, "[1,\r\n+2,3]", "0\n"),
        (&words, "2 1 a \"b\"", "1\n"),
        (tree, "2\r\n1\r\n2", "Alice\n"),
    ] {
        assert_eq!(told(format, input).as_deref(), Ok(answers), "{input:?}");
    }
}
