//! Programs of rules on grids, whose boards are numbers where they have few cells: rules made at random, boards of few and of many cells, sums of
//! boards, and a board with more than thirty million positions.

use crate::support;

use std::fmt::Write as _;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, run};
use support::{Random, Trial, is_usable, try_all};

/// One of these letters.
fn letter(letters: &str, random: &mut Random) -> char {
    let letters: Vec<char> = letters.chars().collect();
    letters[random.within(&(0..=letters.len() as u64 - 1)) as usize]
}

/// A rule of one or two clauses on small patterns.
fn rule(random: &mut Random) -> String {
    let letters = ["o.", "xo.", "ox"][random.within(&(0..=2)) as usize];
    let kind = [
        "grid",
        "grid fixed",
        "grid turned",
        "grid mirrored",
        "grid torus",
    ];
    let kind = kind[random.within(&(0..=4)) as usize];
    let clauses = (0..random.within(&(1..=2))).map(|_| {
        let (height, width) = (random.within(&(1..=2)), random.within(&(1..=3)));
        let mut sides = [String::new(), String::new()];
        for row in 0..height {
            for column in 0..width {
                let is_left_out = (row + column > 0) && random.within(&(0..=4)) == 0;
                for side in &mut sides {
                    side.push(match is_left_out {
                        true => ' ',
                        false => letter(letters, random),
                    });
                }
            }
            if row + 1 < height {
                sides.iter_mut().for_each(|side| side.push('/'));
            }
        }
        format!("\"{}\" -> \"{}\"", sides[0], sides[1])
    });
    let clauses: Vec<String> = clauses.collect();
    format!("{kind} {} over \"{letters}\"", clauses.join("; "))
}

/// A board with its sides before it, most of whose cells hold the last letter where it is large.
fn board((rows, columns): (u64, u64), letters: &str, random: &mut Random) -> String {
    let mut text = format!("{rows} {columns}\n");
    for _ in 0..rows {
        for _ in 0..columns {
            let is_rare = rows * columns <= 12 || random.within(&(0..=9)) == 0;
            text.push(match is_rare {
                true => letter(letters, random),
                false => letters.chars().next_back().unwrap_or('.'),
            });
        }
        text.push('\n');
    }
    text
}

fn format(rule: &str, misere: bool, rest: &str) -> Format {
    let text = format!(
        "[[format]]\nname = \"boards\"\nmisere = {misere}\nrule = \'\'\'{rule}\'\'\'\n{rest}\n"
    );
    let text = match misere {
        true => text,
        false => text.replace("misere = false\n", ""),
    };
    Format::parse(&text).unwrap_or_else(|why| panic!("{rule}: {why}"))
}

const WINNER: &str = "answer = { win = \"First\\n\", lose = \"Second\\n\" }";
const VALUE: &str = "answer = { value = \"{value}\\n\" }";

/// The program of a format, if every play is seen to end, and what is expected of it.
fn trial(name: &str, format: &Format, input: &str, language: Language) -> Option<Trial> {
    let program = emit(&Task::of(format), language).ok()?;
    let mut expected = Vec::new();
    run(format, input.as_bytes(), &mut expected).unwrap_or_else(|why| panic!("{name}: {why}"));
    Some(Trial {
        name: name.to_owned(),
        program,
        input: input.to_owned(),
        expected: String::from_utf8(expected).expect("text"),
    })
}

fn made_at_random(language: Language) -> Vec<Trial> {
    let mut random = Random(11);
    let mut all = Vec::new();
    while all.len() < 36 {
        let rule = rule(&mut random);
        let Ok(plain) = Format::plain(&rule, false) else {
            continue;
        };
        let Some(letters) = plain.layout.alphabet(2) else {
            continue;
        };
        let letters = String::from_utf8_lossy(letters).into_owned();
        let few: Vec<(u64, u64)> = (0..12)
            .map(|_| (random.within(&(1..=3)), random.within(&(1..=4))))
            .collect();
        let mut sides = few.clone();
        // Too many cells for a number.
        sides.extend([(9, 8), (2, 40)]);
        let boards: Vec<String> = (sides.iter())
            .map(|&sides| board(sides, &letters, &mut random))
            .collect();
        let input = format!("{}\n{}", boards.len(), boards.concat());
        let few_only = format!("12\n{}", boards[..12].concat());
        let layout = format!("cases = \"counted\"\nlayout = \"n m s:\'{letters}\'*n*m\"");
        let ranges = "ranges = { n = \"1..=3\", m = \"1..=4\" }";
        let summed =
            format!("cases = \"counted\"\nlayout = \"k (n m s:\'{letters}\'*n*m)*k\"\n{VALUE}");
        let sums = format!(
            "2\n6\n{}6\n{}",
            boards[..6].concat(),
            boards[6..12].concat()
        );
        let trials = [
            (false, format!("{layout}\n{WINNER}"), &input),
            (false, format!("{layout}\n{VALUE}"), &input),
            (true, format!("{layout}\n{WINNER}"), &few_only),
            (true, format!("{layout}\n{WINNER}\n{ranges}"), &few_only),
            (false, format!("{layout}\n{VALUE}\n{ranges}"), &few_only),
            (false, summed, &sums),
        ];
        for (place, (misere, rest, input)) in trials.iter().enumerate() {
            let name = format!("{rule} {misere} {place}");
            let format = format(&rule, *misere, rest);
            all.extend(trial(&name, &format, input, language));
        }
    }
    all
}

fn agrees(language: Language) {
    if is_usable(language) {
        try_all(language, "grids", &made_at_random(language));
    }
}

#[test]
fn cpp_agrees_with_the_solver() {
    agrees(Language::Cpp);
}

#[test]
fn python_agrees_with_the_solver() {
    agrees(Language::Python);
}

#[test]
fn rust_agrees_with_the_solver() {
    agrees(Language::Rust);
}

#[test]
fn java_agrees_with_the_solver() {
    agrees(Language::Java);
}

/// Runs of marks in rows and columns of a square of five by five are taken, and who takes the last loses: of each board whether the mover wins.
fn runs() -> Vec<bool> {
    let mut masks: Vec<u32> = Vec::new();
    for line in 0..5u32 {
        for from in 0..5 {
            for to in from..5 {
                let cells = |place: &dyn Fn(u32) -> u32| {
                    (from..=to).fold(0, |all, at| all | 1 << place(at))
                };
                masks.push(cells(&|at| line * 5 + at));
                masks.push(cells(&|at| at * 5 + line));
            }
        }
    }
    let mut wins = vec![true; 1 << 25];
    for board in 1..1u32 << 25 {
        let leads = |mask: &u32| board & mask == *mask && !wins[(board ^ mask) as usize];
        wins[board as usize] = masks.iter().any(leads);
    }
    wins
}

/// The full board is won, as [`runs`] says. As letters this takes longer than a program may run.
#[test]
fn a_full_board_of_five_by_five() {
    let format = Format::plain("grid \"o\"{k} -> \".\"{k} for k in 1..=5", true).expect("a rule");
    for language in [Language::Cpp, Language::Rust] {
        if is_usable(language) {
            let trial = Trial {
                name: "a full board".to_owned(),
                program: emit(&Task::of(&format), language).expect("a program"),
                input: format!("1\n5 5\n{}", "ooooo\n".repeat(5)),
                expected: "First\n".to_owned(),
            };
            try_all(language, "full", &[trial]);
        }
    }
}

/// Where the ranges say that all boards have few cells, nothing is searched as letters; nor in Python.
#[test]
fn boards_that_are_always_small_are_not_searched_as_letters() {
    let rest = format!("cases = \"counted\"\nlayout = \"n m s:'.#'*n*m\"\n{WINNER}");
    let rule = "grid \"..\" -> \"##\"";
    let any = format(rule, false, &rest);
    let few = format(
        rule,
        false,
        &format!("{rest}\nranges = {{ n = \"1..=8\", m = \"1..=8\" }}"),
    );
    for language in Language::ALL {
        let lists = |format: &Format| {
            let program = emit(&Task::of(format), language).expect("a program");
            program.contains("list_options")
        };
        assert_eq!(lists(&any), language != Language::Python);
        assert!(!lists(&few));
    }
}

/// As letters this takes half a minute in C++.
#[test]
#[ignore = "goes through 2^25 boards: cargo test --release -p grundy-emit --test all grids:: -- --ignored"]
fn five_by_five_under_misere_play() {
    let rule = "grid \"o\"{k} -> \".\"{k} for k in 1..=5";
    let format = Format::plain(rule, true).expect("a rule");
    let wins = runs();
    let mut random = Random(5);
    let mut boards = vec![(1 << 25) - 1];
    boards.extend((0..2000).map(|_| random.within(&(0..=(1 << 25) - 1)) as u32));
    let (mut input, mut expected) = (format!("{}\n", boards.len()), String::new());
    for board in boards {
        let _ = writeln!(input, "5 5");
        for row in 0..5 {
            let mark = |column: u32| match board >> (row * 5 + column) & 1 {
                0 => '.',
                _ => 'o',
            };
            let _ = writeln!(input, "{}", (0..5).map(mark).collect::<String>());
        }
        expected.push_str(if wins[board as usize] {
            "First\n"
        } else {
            "Second\n"
        });
    }
    for language in [Language::Cpp, Language::Rust, Language::Java] {
        if is_usable(language) {
            let trial = Trial {
                name: "five by five".to_owned(),
                program: emit(&Task::of(&format), language).expect("a program"),
                input: input.clone(),
                expected: expected.clone(),
            };
            try_all(language, "five", &[trial]);
        }
    }
}
