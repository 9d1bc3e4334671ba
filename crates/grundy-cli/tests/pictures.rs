//! Pictures: every cell has its colour, and the legend is there.

mod common;

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use common::run;

struct Picture {
    width: usize,
    palette: Vec<u8>,
    dots: Vec<u8>,
}

impl Picture {
    fn of(name: &str, arguments: &[&str]) -> Picture {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let path = file.to_str().expect("UTF-8").to_owned();
        let mut all = arguments.to_vec();
        all.extend(["-o", &path]);
        let ran = run(&all, b"");
        assert_eq!(ran.exit, 0, "{}", ran.err);
        let bytes = fs::read(&file).expect("the picture");
        let mut reader = png::Decoder::new(Cursor::new(bytes))
            .read_info()
            .expect("a PNG");
        let mut dots = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut dots).expect("a frame");
        let palette = reader
            .info()
            .palette
            .clone()
            .expect("a palette")
            .into_owned();
        Picture {
            width: info.width as usize,
            palette,
            dots,
        }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let place = 3 * usize::from(self.dots[y * self.width + x]);
        self.palette[place..place + 3].try_into().expect("a colour")
    }

    /// The first dot of a colour, and how many there are.
    fn of_colour(&self, colour: [u8; 3]) -> (Option<(usize, usize)>, usize) {
        let places = |place: usize| (place % self.width, place / self.width);
        let mut found = (0..self.dots.len())
            .map(places)
            .filter(|&(x, y)| self.at(x, y) == colour);
        let first = found.next();
        (first, found.count() + usize::from(first.is_some()))
    }
}

const RED: [u8; 3] = [228, 26, 60];

#[test]
fn p_positions_of_two_heaps_lie_on_the_diagonal() {
    let picture = Picture::of("nim.png", &["table", "nim", "0..100", "0..100"]);
    let cell = 6;
    let (first, count) = picture.of_colour(RED);
    let (left, top) = first.expect("a P-position");
    // A hundred cells, and the square of the legend.
    assert_eq!(count, 100 * cell * cell + 14 * 14);
    for row in 0..100 {
        for column in 0..100 {
            let dot = picture.at(left + column * cell + 3, top + row * cell + 3);
            assert_eq!(dot == RED, row == column, "{row}, {column}");
        }
    }
    // 63 ^ 64 is the largest value, the last colour of the scale.
    let brightest = picture.at(left + 64 * cell + 3, top + 63 * cell + 3);
    assert_eq!(brightest, [253, 231, 37]);
}

#[test]
fn outcomes_have_two_colours() {
    let picture = Picture::of(
        "misere.png",
        &[
            "table", "--misere", "nim", "0..10", "0..10", "--format", "png",
        ],
    );
    let (_, red) = picture.of_colour(RED);
    let (_, grey) = picture.of_colour([206, 212, 218]);
    let cell = 32;
    assert_eq!(red, 10 * cell * cell + 14 * 14);
    assert_eq!(grey, 90 * cell * cell + 14 * 14);
}

#[test]
fn a_row_is_a_picture_too() {
    let picture = Picture::of("row.png", &["table", "nim", "0..1000"]);
    assert_eq!(picture.of_colour(RED).1, 1 + 14 * 14);
    let single = Picture::of("single.png", &["table", "nim", "0..1", "0..1"]);
    assert_eq!(single.of_colour(RED).1, 32 * 32 + 14 * 14);
}

#[test]
fn svg_is_well_formed_and_has_a_square_for_each_cell() {
    for arguments in [
        &["table", "nim", "0..7", "0..9", "--format", "svg"][..],
        &["table", "nim", "0..120", "0..100", "--format", "svg"],
    ] {
        let ran = run(arguments, b"");
        assert_eq!(ran.exit, 0);
        let cells = ran.out.matches("stroke=\"#ffffff\"").count();
        assert!(cells == 63 || cells == 12_000, "{cells}");
        for tag in ["svg", "text", "title", "defs", "linearGradient"] {
            let opened = ran.out.matches(&format!("<{tag}")).count();
            assert_eq!(
                opened,
                ran.out.matches(&format!("</{tag}>")).count(),
                "{tag}"
            );
        }
    }
}

#[test]
fn a_board_is_drawn_with_its_winning_moves() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("board.svg");
    let path = file.to_str().expect("UTF-8");
    let ran = run(&["moves", "cram", "4x5", "--picture", path], b"");
    assert_eq!(ran.exit, 0, "{}", ran.err);
    let drawn = fs::read_to_string(&file).expect("the picture");
    // A mark for each move of the list that wins, under the number that it has there, and one in the legend.
    let lines = ran.out.lines().filter(|line| line.contains("  wins  "));
    let wins: Vec<&str> = lines
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(wins.len(), 5);
    assert_eq!(drawn.matches("class=\"move\"").count(), wins.len() + 1);
    for number in wins {
        assert!(
            drawn.contains(&format!("<title>{number}: lay ")),
            "{number}"
        );
    }
    // The same alone.
    let alone = run(&["moves", "cram", "4x5", "--picture", "-"], b"");
    assert_eq!((alone.exit, alone.out), (0, drawn));
    let chinese = run(
        &["--lang", "zh", "moves", "cram", "4x5", "--picture", "-"],
        b"",
    );
    assert!(chinese.out.contains("先手必胜") && chinese.out.contains("5 种必胜走法"));
}

#[test]
fn a_board_is_drawn_as_svg_only_and_alone() {
    let other = run(&["moves", "cram", "4x5", "--picture", "board.png"], b"");
    assert_eq!(other.exit, 2);
    assert!(other.err.contains("ends with .svg"), "{}", other.err);
    let both = run(&["moves", "cram", "4x5", "--json", "--picture", "-"], b"");
    assert_eq!((both.exit, both.out.as_str()), (2, ""));
}

/// The labels of an automaton's arrows and states are those of the table that JSON has.
#[test]
fn automata_of_digits_and_of_letters() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("automaton.svg");
    let path = file.to_str().expect("UTF-8");
    let drawn = |rule: &str| {
        let ran = run(&["find", "--rule", rule, "--automaton", path], b"");
        assert_eq!(ran.exit, 0, "{}", ran.err);
        fs::read_to_string(&file).expect("the picture")
    };
    let digits = drawn("n -> n/3 if n%3 == 0 and n > 0; n -> n-1 if n%3 == 1");
    assert!(digits.contains("P-position"), "{digits}");
    let letters = drawn("\"ab\" -> \"b\" ; \"ba\" -> \"a\"");
    assert!(letters.contains("The letters of a word"), "{letters}");
    assert!(
        letters.contains(">a</text>") && letters.contains(">b</text>"),
        "{letters}"
    );
    let none = run(
        &["find", "--rule", "n -> n-1 | n-2", "--automaton", path],
        b"",
    );
    assert_eq!(none.exit, 2);
    assert!(none.err.contains("no automaton to draw"), "{}", none.err);
}
