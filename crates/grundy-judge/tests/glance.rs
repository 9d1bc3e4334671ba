//! Cases of letters and of lists in brackets are judged many at a time from where they stand; whoever asks for every position gets them one
//! by one. Both give the same bytes, the same summary and the same error, whatever stands in the input; and what they answer is what plain
//! search finds that knows only which letters a move puts in the place of which.

use crate::common::Steps;
use crate::common::search::Random;
use grundy_judge::{Format, Limits, judged, run_within};
use grundy_number::text::tokens::Path;
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What moves put in the place of what.
type Pairs = &'static [(&'static str, &'static str)];

const WORDS: [(&str, Pairs); 6] = [
    ("+-", &[("++", "--")]),
    ("abcd", &[("ab", "cd"), ("ab", "dc")]),
    ("abc", &[("ab", "c"), ("cc", "")]),
    ("ox", &[("oxo", "xxx"), ("oo", "xx")]),
    ("a.", &[("a", "."), ("aa", "..")]),
    ("rgb", &[("rg", "bb"), ("gr", "bb"), ("rr", "bb")]),
];

const BOARDS: [(&str, Pairs); 4] = [
    (".#", &[("..", "##")]),
    (".x#", &[(".x", "##"), ("..", "xx")]),
    ("abcd", &[("ab", "cc"), ("ba", "dd")]),
    ("xo", &[("xox", "ooo"), ("xx", "oo")]),
];

fn rule(pairs: Pairs, grid: bool) -> String {
    let moves = pairs
        .iter()
        .map(|(from, to)| format!("\"{from}\" -> \"{to}\""));
    let kind = if grid { "grid " } else { "" };
    format!("{kind}{}", moves.collect::<Vec<_>>().join("; "))
}

/// The words that moves lead to.
fn options(word: &str, pairs: Pairs) -> Vec<String> {
    let mut all = Vec::new();
    for (from, to) in pairs {
        for place in 0..word.len() {
            if word[place..].starts_with(from) {
                all.push(format!(
                    "{}{to}{}",
                    &word[..place],
                    &word[place + from.len()..]
                ));
            }
        }
    }
    all
}

/// The boards that moves in rows and columns lead to, both ways along each; rows are parted by `/`.
fn options_of_board(board: &str, pairs: Pairs) -> Vec<String> {
    let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
    let (height, width) = (rows.len() as i64, rows[0].len() as i64);
    let mut all = Vec::new();
    for (from, to) in pairs {
        for place in 0..height * width {
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let cell = |step: usize| {
                    let (row, column) = (
                        place / width + down * step as i64,
                        place % width + right * step as i64,
                    );
                    let within = (0..height).contains(&row) && (0..width).contains(&column);
                    within.then_some((row as usize, column as usize))
                };
                let cells: Option<Vec<_>> = (0..from.len()).map(cell).collect();
                let Some(cells) = cells else { continue };
                let mut letters = cells.iter().zip(from.bytes());
                if !letters.all(|(&(row, column), letter)| rows[row][column] == letter) {
                    continue;
                }
                let mut after: Vec<Vec<u8>> = rows.iter().map(|row| row.to_vec()).collect();
                for (&(row, column), letter) in cells.iter().zip(to.bytes()) {
                    after[row][column] = letter;
                }
                all.push(String::from_utf8(after.join(&b'/')).expect("letters"));
            }
        }
    }
    all
}

/// The Grundy value, or under misère play whether the mover wins.
fn worth(
    position: &str,
    misere: bool,
    options: &dyn Fn(&str) -> Vec<String>,
    known: &mut HashMap<String, u64>,
) -> u64 {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let options_here = options(position);
    let values: Vec<u64> = (options_here.iter())
        .map(|option| worth(option, misere, options, known))
        .collect();
    let worth_here = match misere {
        true => u64::from(values.is_empty() || values.contains(&0)),
        false => (0..)
            .find(|value| !values.contains(value))
            .expect("a value"),
    };
    known.insert(position.to_owned(), worth_here);
    worth_here
}

/// A format that counts its cases and tells values, or who wins.
fn format(rule: &str, layout: &str, misere: bool, cases: &str) -> Format {
    let answer = match misere {
        true => "win = \"1\\n\", lose = \"0\\n\"",
        false => "value = \"{value}\\n\"",
    };
    let text = format!(
        "[[format]]\nname = \"own\"\ncases = \"{cases}\"\nlayout = \"{layout}\"\noptions = '''{rule}'''\nmisere = {misere}\nanswer = {{ {answer} }}\n"
    );
    Format::parse(&text).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

fn answers(format: &Format, input: &str) -> String {
    let mut answers = Vec::new();
    let mut limits = Limits::default();
    // A machine that is busy with other things gives the same answers.
    limits.budget.time = None;
    run_within(format, &limits, input.as_bytes(), &mut answers)
        .unwrap_or_else(|why| panic!("{why}\n{input}"));
    String::from_utf8(answers).expect("text")
}

#[test]
fn words_are_worth_what_search_finds() {
    for (letters, pairs) in WORDS {
        for misere in [false, true] {
            let format = format(
                &rule(pairs, false),
                &format!("s:'{letters}'"),
                misere,
                "counted",
            );
            let (mut random, mut known) = (Random(3), HashMap::new());
            let words: Vec<String> = (0..300).map(|_| random.short_word(11, letters)).collect();
            let expected = words.iter().map(|word| {
                let worth = worth(word, misere, &|word| options(word, pairs), &mut known);
                format!("{worth}\n")
            });
            let input = format!("{}\n{}\n", words.len(), words.join("\n"));
            assert_eq!(
                answers(&format, &input),
                expected.collect::<String>(),
                "{letters} {misere}"
            );
        }
    }
}

/// Under misère play words are told by their pieces where these are tame, and else as a whole; plain search knows nothing of either.
#[test]
fn long_words_under_misere_play_are_told_as_search_tells_them() {
    for (letters, pairs) in WORDS {
        let format = format(
            &rule(pairs, false),
            &format!("s:'{letters}'"),
            true,
            "counted",
        );
        let (mut random, mut known) = (Random(4), HashMap::new());
        let words: Vec<String> = (0..60)
            .map(|place| match place % 3 {
                0 => random.word(random_length(place, 16), letters),
                1 => random.word(random_length(place, 22), letters),
                // Runs of which some are not tame.
                _ => letters[..1].repeat(random_length(place, 15) as usize) + &letters[1..],
            })
            .collect();
        let expected = words.iter().map(|word| {
            let worth = worth(word, true, &|word| options(word, pairs), &mut known);
            format!("{worth}\n")
        });
        let input = format!("{}\n{}\n", words.len(), words.join("\n"));
        assert_eq!(
            answers(&format, &input),
            expected.collect::<String>(),
            "{letters}"
        );
    }
}

/// A length that is not always the same, at most so many.
fn random_length(place: u64, most: u64) -> u64 {
    1 + place * 7 % most
}

/// Whether a heap may become these two.
type Allowed = fn(u64, u64) -> bool;

/// The lists that parting a heap leads to, where it may be parted so, written with commas.
fn parted(list: &str, may_be: Allowed) -> Vec<String> {
    let heaps: Vec<u64> = (list.split(','))
        .filter_map(|heap| heap.parse().ok())
        .collect();
    let mut all = Vec::new();
    for (place, &heap) in heaps.iter().enumerate() {
        for part in (1..heap).filter(|&part| may_be(part, heap - part)) {
            let mut after = heaps.clone();
            after[place] = part;
            after.push(heap - part);
            all.push(written(after));
        }
    }
    all
}

/// Heaps, the smallest first.
fn written(mut heaps: Vec<u64>) -> String {
    heaps.sort_unstable();
    heaps
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

#[test]
fn lists_under_misere_play_are_told_as_search_tells_them() {
    let rules: [(&str, Allowed); 3] = [
        ("for b in 1..a[i]", |_, _| true),
        ("for b in 2..a[i]-1", |part, rest| part > 1 && rest > 1),
        ("for b in 1..a[i] if 2*b != a[i]", |part, rest| part != rest),
    ];
    for (parts, may_be) in rules {
        let rule = format!("multiset a[i] -> [b, a[i]-b] {parts}");
        let format = format(&rule, "a*[]", true, "counted");
        let (mut random, mut known) = (Random(6), HashMap::new());
        let lists: Vec<String> = (0..150)
            .map(|_| {
                let count = random.within(0, 3);
                written(random.list(count, 1, 11))
            })
            .collect();
        let options = |list: &str| parted(list, may_be);
        let expected =
            (lists.iter()).map(|list| format!("{}\n", worth(list, true, &options, &mut known)));
        let input: String = lists.iter().map(|list| format!("[{list}]\n")).collect();
        let input = format!("{}\n{input}", lists.len());
        assert_eq!(
            answers(&format, &input),
            expected.collect::<String>(),
            "{rule}"
        );
    }
}

/// Words of any length are worth the nim-sum of what no move ever joins: for `++` the runs of `+`.
#[test]
fn long_words_are_worth_their_runs() {
    let (letters, pairs) = WORDS[0];
    let format = format(&rule(pairs, false), "s:'+-'", false, "counted");
    let mut runs = vec![0u64, 0];
    for length in 2..400usize {
        let values: Vec<u64> = (0..=length - 2)
            .map(|left| runs[left] ^ runs[length - 2 - left])
            .collect();
        runs.push(
            (0..)
                .find(|value| !values.contains(value))
                .expect("a value"),
        );
    }
    let mut random = Random(8);
    let lengths = (0..2040).map(|place| if place < 40 { 20_000 } else { 60 });
    let mut words: Vec<String> = lengths.map(|length| random.word(length, letters)).collect();
    words.push("+".repeat(399));
    let expected = words.iter().map(|word| {
        let runs = word.split('-').map(|run| runs[run.len()]);
        format!("{}\n", runs.fold(0, |total, run| total ^ run))
    });
    let input = format!("{}\n{}\n", words.len(), words.join("\n"));
    assert_eq!(answers(&format, &input), expected.collect::<String>());
}

#[test]
fn boards_are_worth_what_search_finds() {
    for (letters, pairs) in BOARDS {
        for misere in [false, true] {
            let layout = format!("n m s:'{letters}'*n*m");
            let format = format(&rule(pairs, true), &layout, misere, "until-end");
            let (mut random, mut known) = (Random(5), HashMap::new());
            let (mut input, mut expected) = (String::new(), String::new());
            for case in 0..150 {
                // Beyond eighteen bits boards are parted into regions.
                let (rows, width) = match case % 3 {
                    0 if letters.len() == 2 => (4 + case % 2, 5),
                    0 => (3, 4),
                    1 => (2, random.within(1, 4)),
                    _ => (random.within(1, 3), random.within(1, 3)),
                };
                let most = if rows * width > 9 {
                    letters.len() as u64
                } else {
                    0
                };
                // More of the last letter, lest plain search take long.
                let letters = format!(
                    "{letters}{}",
                    letters
                        .chars()
                        .last()
                        .unwrap()
                        .to_string()
                        .repeat(most as usize)
                );
                let rows: Vec<String> = (0..rows).map(|_| random.word(width, &letters)).collect();
                input += &format!("{} {width}\n{}\n", rows.len(), rows.join("\n"));
                let options = |board: &str| options_of_board(board, pairs);
                expected += &format!("{}\n", worth(&rows.join("/"), misere, &options, &mut known));
            }
            assert_eq!(answers(&format, &input), expected, "{letters} {misere}");
        }
    }
}

/// What came out: bytes, cases and answers with the bytes used, and what was wrong.
type Out = (String, Result<(u64, u64, u64), String>);

fn many(format: &Format, input: &[u8], steps: &[usize], path: Path) -> Out {
    let mut answers = Vec::new();
    let limits = Limits {
        path,
        ..Limits::default()
    };
    let summary = run_within(format, &limits, Steps::new(input, steps), &mut answers);
    let summary = summary.map(|summary| (summary.cases, summary.answers, summary.bytes));
    (
        String::from_utf8_lossy(&answers).into_owned(),
        summary.map_err(|error| error.to_string()),
    )
}

fn one_by_one(format: &Format, input: &[u8]) -> Out {
    let mut answers = String::new();
    let summary = judged(format, &Limits::default(), input, &mut |position| {
        answers += &position.answer;
        Ok(())
    });
    let summary = summary.map(|summary| (summary.cases, summary.answers, summary.bytes));
    (answers, summary.map_err(|error| error.to_string()))
}

static FORMATS: LazyLock<Vec<(Format, &'static str, &'static str)>> = LazyLock::new(formats);

/// Formats with the letters and the kind of their cases.
fn formats() -> Vec<(Format, &'static str, &'static str)> {
    let words = rule(WORDS[0].1, false);
    let boards = rule(BOARDS[0].1, true);
    let (three, four) = (rule(BOARDS[1].1, true), rule(WORDS[1].1, false));
    let triples = rule(WORDS[5].1, false);
    let parts = "multiset a[i] -> [b, a[i]-b] for b in 1..a[i]";
    let known = |name: &str| grundy_judge::find(name).expect("a format").clone();
    vec![
        (format(&words, "s:'+-'", false, "counted"), "+-", "word"),
        (format(&words, "s:'+-'", true, "until-end"), "+-", "word"),
        (
            format(&four, "s:'abcd'", false, "until-end"),
            "abcd",
            "word",
        ),
        (
            format(&words, "n s:'+-'*n", false, "until-zero"),
            "+-",
            "line",
        ),
        (
            format(&boards, "n m s:'.#'*n*m", false, "counted"),
            ".#",
            "board",
        ),
        (
            format(&boards, "n m s:'.#'*n*m", true, "until-zero"),
            ".#",
            "board",
        ),
        (
            format(&boards, "n s:'.#'*n*n", false, "until-end"),
            ".#",
            "square",
        ),
        (
            format(&three, "n m s:'.x#'*n*m", false, "counted"),
            ".x#",
            "board",
        ),
        (format(parts, "a*[]", false, "counted"), "", "list"),
        (format(parts, "n a*n", false, "counted"), "", "row"),
        (format(parts, "n a*n", false, "until-zero"), "", "row"),
        (known("cf1373B"), "01", "word"),
        (known("cf1373B"), "01", "short"),
        (format(&words, "s:'+-'", false, "counted"), "+-", "short"),
        (format(&words, "s:'+-'", true, "until-end"), "+-", "short"),
        (format(&four, "s:'abcd'", false, "counted"), "abcd", "short"),
        (
            format(&four, "s:'abcd'", true, "until-end"),
            "abcd",
            "short",
        ),
        (
            format(&triples, "s:'rgb'", false, "until-end"),
            "rgb",
            "short",
        ),
        (format(parts, "a*[]", true, "counted"), "", "list"),
        (format(parts, "n a*n", true, "counted"), "", "row"),
    ]
}

/// A case as it should be, by numbers that choose.
fn case(letters: &str, kind: &str, random: &mut Random) -> String {
    let word = |random: &mut Random, length: u64| random.word(length, letters);
    match kind {
        "word" => {
            let length = random.within(1, 30);
            let quote = ["", "", "", "\""][random.within(0, 3) as usize];
            format!("{quote}{}{quote}", word(random, length))
        }
        // Many in a block of bytes, hardly one with blanks beside it.
        "short" => {
            let length = random.within(1, 6);
            let blanks = ["", "", "", "", "", "", "", " "][random.within(0, 7) as usize];
            format!("{}{blanks}", word(random, length))
        }
        "line" => {
            let length = random.within(1, 20);
            format!("{length}\n{}", word(random, length))
        }
        "board" | "square" => {
            let rows = random.within(1, 4);
            let width = if kind == "square" {
                rows
            } else {
                random.within(1, 5)
            };
            let lines: Vec<String> = (0..rows).map(|_| word(random, width)).collect();
            let sides = if kind == "square" {
                format!("{rows}")
            } else {
                format!("{rows} {width}")
            };
            format!("{sides}\n{}", lines.join("\n"))
        }
        _ => {
            let count = random.within(0, 7);
            let numbers = random.list(count, 0, 12);
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            match kind {
                "list" => format!(
                    "[{}]",
                    numbers.join([",", ", ", " ,"][random.within(0, 2) as usize])
                ),
                _ => format!("{count} {}", numbers.join(" ")),
            }
        }
    }
}

/// An input with damages: where, and what is put there in the place of so many bytes.
fn input(
    (letters, kind): (&str, &str),
    seed: u64,
    (count, line): (u64, &str),
    damages: &[(u16, u8, &str)],
    counted: bool,
) -> Vec<u8> {
    let mut random = Random(seed);
    let cases = (0..count).map(|_| case(letters, kind, &mut random).replace('\n', line) + line);
    let mut text = cases.collect::<String>().into_bytes();
    for &(place, length, what) in damages {
        let begin = usize::from(place) % (text.len() + 1);
        let end = (begin + usize::from(length)).min(text.len());
        text.splice(begin..end, what.bytes());
    }
    match counted {
        true => [format!("{count}{line}").into_bytes(), text].concat(),
        false => text,
    }
}

fn damage() -> impl Strategy<Value = (u16, u8, &'static str)> {
    let what = prop::sample::select(vec![
        "",
        "+",
        "-",
        ".",
        "#",
        "x",
        " ",
        "\n",
        "\r\n",
        "\n\n",
        "\t",
        "\"",
        "[",
        "]",
        ",",
        "0",
        "1",
        "7 ",
        "-3",
        "é",
        "99999999999999999999",
    ]);
    (any::<u16>(), 0u8..3, what)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn many_at_a_time_are_as_one_by_one(
        seed in any::<u64>(),
        count in 1u64..60,
        line in prop::sample::select(vec!["\n", "\n", "\r\n", " \n"]),
        damages in prop_oneof![Just(Vec::new()), prop::collection::vec(damage(), 1..4)],
        steps in prop::collection::vec(1usize..200, 0..4),
        cut in any::<bool>(),
    ) {
        // A quarter of the formats each time: all of them take minutes.
        for (format, letters, kind) in FORMATS.iter().skip(seed as usize % 4).step_by(4) {
            let counted = format.cases == grundy_judge::Cases::Counted;
            let mut input = input((*letters, *kind), seed, (count, line), &damages, counted);
            if cut {
                input.pop();
            }
            let expected = one_by_one(format, &input);
            let told = String::from_utf8_lossy(&input).into_owned();
            for path in [Path::best(), Path::Portable] {
                let whole = many(format, &input, &[], path);
                prop_assert_eq!(&whole, &expected, "{:?} {} {}", path, format.layout.text(), told);
            }
            let in_steps = many(format, &input, &steps, Path::best());
            prop_assert_eq!(&in_steps, &expected, "{} {}", format.layout.text(), told);
        }
    }
}
