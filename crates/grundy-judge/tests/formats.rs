//! Formats of one's own: what their text may say, and where it is wrong.

use grundy::Lang;
use grundy_judge::{Coordinate, Count, Format, FormatError, Item, Part, Reply, run};
use proptest::prelude::*;

const GOOD: &str = r#"[[format]]
name = "own"
aliases = ["mine"]
cases = "counted"
layout = "heap*3"
rule = "nim {heap}"
answer = { win = "Yes\n", lose = "No\n" }
"#;

#[test]
fn a_good_one() {
    let format = Format::parse(GOOD).unwrap();
    assert!(format.is_called("own") && format.is_called("mine") && !format.is_called("other"));
    let mut answers = Vec::new();
    let summary = run(&format, &b"2\n3 5 7\n1 2 3\n"[..], &mut answers).unwrap();
    assert_eq!(
        (answers.as_slice(), summary.cases, summary.bytes),
        (&b"Yes\nNo\n"[..], 2, 14)
    );
    let text = GOOD
        .replace("counted", "until-end")
        .replace("heap*3", "heap*2");
    let error = run(
        &Format::parse(&text).unwrap(),
        &b"1 1 5 \n "[..],
        Vec::new(),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 2 (byte 8): the input ends; expected heap 2 of 2 of case 2"
    );
}

#[test]
fn a_set_needs_takes() {
    let text = GOOD
        .replace("heap*3", "k take*k m [h heap*h]*m")
        .replace("nim {heap}", "take:{take} {heap}");
    let error = run(
        &Format::parse(&text).unwrap(),
        &b"1\n0 1 1 1"[..],
        Vec::new(),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1 (byte 2): a set needs at least one take; expected the number of takes of case 1"
    );
}

#[test]
fn faults_have_a_place() {
    let rule = "\"nim {heap}\"";
    let (layout, win) = ("\"heap*3\"", "win = \"Yes\\n\"");
    for (from, to, place, part) in [
        (rule, "\"nym {heap}\"", (6, 8), "no such game"),
        (rule, "\"nim {heaps}\"", (6, 14), "a name of the layout"),
        (rule, "\"nim {heap\"", (6, 14), "without a matching '}'"),
        (rule, "\"nim heap}\"", (6, 13), "without a matching '{'"),
        (rule, "\"\"", (6, 9), "expected a game"),
        (rule, "\"nim {heap} + nim 3\"", (6, 20), "not a sum"),
        (rule, "\"nim-product {heap}\"", (6, 8), "exactly so"),
        (layout, "\"n heap*m\"", (5, 18), "how many"),
        (
            layout,
            "\"n heap*n heap\"",
            (5, 20),
            "already has another meaning",
        ),
        (layout, "\"n heap*\"", (5, 18), "how many"),
        (layout, "\"heap*0\"", (5, 16), "from 1"),
        (layout, "\"heap*4294967296\"", (5, 16), "from 1"),
        (layout, "\"n [heap*n]*n m\"", (5, 24), "come last"),
        (layout, "\"n []*n\"", (5, 14), "expected a name"),
        (layout, "\"n (heap*n\"", (5, 20), "expected a name"),
        (
            layout,
            "\"a*3 heap*a\"",
            (5, 20),
            "a list cannot be a count",
        ),
        (layout, "\"\"", (5, 11), "at least one number"),
        (layout, "\"3heap\"", (5, 11), "expected a name"),
        ("rule = \"nim {heap}\"\n", "", (2, 8), "needs a `rule`"),
        ("aliases", "alias", (3, 1), "unknown field"),
        ("\"counted\"", "\"counted", (4, 17), ""),
        ("\"counted\"", "\"forever\"", (4, 9), "unknown variant"),
        ("\"own\"", "\"\"", (2, 8), "a format needs a name"),
        ("\"own\"", "5", (2, 8), "invalid type"),
        ("\"counted\"", "\"until-zero\"", (5, 10), "until-zero"),
        (win, "count = \"{count}\"", (7, 10), "an answer needs"),
        (win, "win = \"{count}\"", (7, 18), "unknown slot"),
        (win, "win = \"{\"", (7, 18), "unknown slot"),
        ("[[format]]", "[format]", (1, 1), "[[format]]"),
    ] {
        let text = GOOD.replace(from, to);
        assert_ne!(text, GOOD);
        let error = Format::parse(&text).unwrap_err();
        assert_eq!((error.line, error.column), place, "{from} {to}: {error}");
        assert!(
            error.message.to_string().contains(part) && !error.message.to_string().contains('\n'),
            "{error}"
        );
        assert!(is_chinese(&error), "{}", error.render(Lang::Zh));
        assert!(
            error
                .to_string()
                .starts_with(&format!("line {}, column {}: ", place.0, place.1))
        );
    }
    assert!(Format::parse("").is_err());
    assert!(Format::parse(&GOOD.repeat(2)).is_err());
    assert_eq!(Format::parse_all(&GOOD.repeat(2)).unwrap().len(), 2);
}

/// What is wrong with a table as a whole is told at once, with the way to write it.
#[test]
fn tables_are_told_how_they_are_written() {
    for (text, place, parts) in [
        (
            "[[format]]\nname = \"a\"\n",
            (1, 1),
            &[
                "`cases`, `layout`, `answer`, `rule`",
                "cases = \"counted\"",
                "options = \"",
            ][..],
        ),
        (
            "[[format]]\ncases = \"one\"\nlayout = \"n\"\noptions = \"n -> n-1\"\n",
            (1, 1),
            &["missing here: `name`, `answer`; for example: name = \"mine\""],
        ),
        (
            "# mine\n [format]\nname = \"a\"\n",
            (2, 2),
            &["[[format]] instead of [format]"],
        ),
        (
            "name = \"a\"\n",
            (1, 1),
            &["`name` is outside a format", "[[format]]"],
        ),
        (
            "[[formats]]\nname = \"a\"\n",
            (1, 3),
            &["`formats` is outside a format"],
        ),
    ] {
        let error = Format::parse_all(text).unwrap_err();
        assert_eq!((error.line, error.column), place, "{error}");
        for part in parts {
            assert!(error.message.to_string().contains(part), "{error}");
            assert!(is_chinese(&error), "{}", error.render(Lang::Zh));
        }
    }
    // Each of several tables says what it lacks.
    let (first, second) = (GOOD.replace("layout", "#"), GOOD.replace("cases", "#"));
    let error = Format::parse_all(&(first + &second)).unwrap_err();
    let said: Vec<String> = error.all().map(|error| error.message.to_string()).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("missing here: `layout`;"), "{said:?}");
    assert!(said[1].starts_with("missing here: `cases`;"), "{said:?}");
}

/// Whether a reader of Chinese gets a sentence in it, and the place.
fn is_chinese(error: &FormatError) -> bool {
    let place = format!("第 {} 行第 {} 列：", error.line, error.column);
    let said = error.render(Lang::Zh);
    let said = said.strip_prefix(&place).unwrap_or_default();
    said.contains(|letter| ('一'..='龥').contains(&letter)) && said != error.message.to_string()
}

/// Moves and a game by its name stand in keys of their own.
#[test]
fn moves_and_games_are_told_apart() {
    let rule = "rule = \"nim {heap}\"";
    for (to, place, part) in [
        (
            "rule = \"heap -> heap-1\"",
            (6, 9),
            "write moves in `options`: options = \"heap -> heap-1\"",
        ),
        (
            "rule = \"--misere heap -> heap-1\"",
            (6, 9),
            "options = \"heap -> heap-1\"",
        ),
        (
            "options = \"nim {heap}\"",
            (6, 12),
            "give a game by its name in `rule`: rule = \"nim {heap}\"",
        ),
    ] {
        let error = Format::parse(&GOOD.replace(rule, to)).unwrap_err();
        assert_eq!((error.line, error.column), place, "{error}");
        assert!(error.message.to_string().contains(part), "{error}");
        assert!(is_chinese(&error), "{}", error.render(Lang::Zh));
    }
}

/// The text of a known format is a file with that format alone.
#[test]
fn known_formats_are_written_out() {
    for format in grundy_judge::formats() {
        let text = grundy_judge::written(&format.name).unwrap();
        assert_eq!(&Format::parse(&text).unwrap(), format, "{text}");
        assert!(!text.ends_with("\n\n"), "{text}");
    }
    assert_eq!(grundy_judge::written("nosuch"), None);
}

#[test]
fn formats_are_sought_by_words() {
    use grundy_judge::{NoFormats, sought};
    let all: Vec<&Format> = grundy_judge::formats().iter().collect();
    let names = |words: &[&str]| -> Result<Vec<&str>, NoFormats> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let found = sought(&all, &words)?;
        Ok(found.iter().map(|format| &*format.name).collect())
    };
    assert_eq!(names(&[]).unwrap().len(), all.len());
    // By name, alias, title in both languages, source, game and statement, in any case.
    for (words, name) in [
        (&["CF768e"][..], "cf768E"),
        (&["poj2960"], "hdu1536"),
        (&["rabbit", "GRASS"], "hdu1849"),
        (&["取石子（六）"], "nyoj585"),
        (&["hdu 1847"], "hdu1847"),
        (&["take", "Kiki"], "hdu1847"),
        (&["chessmen", "poj"], "poj1704"),
    ] {
        assert!(names(words).unwrap().contains(&name), "{words:?}");
    }
    // A word of a sentence is sought from where it begins: 'nim' is not in 'minimum'.
    let (nim, inner) = (names(&["nim"]).unwrap(), names(&["hessmen"]));
    assert!(nim.len() < all.len() && inner.is_err(), "{inner:?}");
    let Err(NoFormats::Word(none)) = names(&["chessmon"]) else {
        panic!("there is no such word");
    };
    assert_eq!(none.word, "chessmon");
    assert!(none.near.iter().any(|near| near == "chessmen"), "{none:?}");
    assert_eq!(names(&["chessmen", "leetcode"]), Err(NoFormats::Together));
}

const RULED: &str = r#"[[format]]
name = "own"
cases = "counted"
layout = "n m k take*k heap*n"
rule = "take:{take} {heap}"
options = "heap -> heap-t for t in take"
ranges = { heap = "0..=9" }
answer = { win = "Yes\n", lose = "No\n" }
"#;

#[test]
fn options_say_the_rule_once_more() {
    let format = Format::parse(RULED).unwrap();
    let layout = &format.layout;
    let names: Vec<&str> = layout.names().iter().map(|name| &**name).collect();
    assert_eq!(names, ["n", "m", "k", "take", "heap"]);
    assert_eq!(layout.head()[0], Item::Number(0));
    assert_eq!(layout.head()[3], Item::Rows(vec![3], Count::Named(2, 0)));
    assert!(layout.bracket().is_none());
    let options = format.options.as_ref().unwrap();
    assert_eq!(options.text(), "heap -> heap-t for t in take");
    assert_eq!((options.arity(), options.position()), (1, None));
    assert_eq!(options.coordinates(), [Coordinate::Named(4, 0)]);
    assert_eq!(options.parameters(), [3]);
    assert_eq!(format.ranges, [(4, 0..=9)]);
    let Reply::Outcome { win, .. } = &format.tell else {
        panic!("who wins is told");
    };
    assert_eq!(win.parts(), [Part::Literal("Yes\n".into())]);
    assert!(!format.rule.is_misere());
    let other = RULED
        .replace(
            "heap -> heap-t for t in take",
            "(x,y) -> (x-k,y) for k in 1..=m",
        )
        .replace("ranges", "position = \"n-1 3\"\nranges");
    let other = Format::parse(&other).unwrap();
    let options = other.options.as_ref().unwrap();
    assert_eq!(options.position(), Some("n-1 3"));
    assert_eq!(
        options.coordinates(),
        [Coordinate::Named(0, -1), Coordinate::Fixed(3)]
    );
    // The layout's k is bound in the rule, its m is not.
    assert_eq!(options.parameters(), [1]);
}

#[test]
fn options_alone_are_a_rule() {
    let text = RULED.replace("rule = \"take:{take} {heap}\"\n", "");
    let format = Format::parse(&text).unwrap();
    let mut answers = Vec::new();
    run(&format, &b"2\n2 0 2 1 3 5 6\n1 0 1 4 3\n"[..], &mut answers).unwrap();
    assert_eq!(answers, b"Yes\nNo\n");
    let moves = text.replace("win =", "move = \"{from} {t} \", win =");
    let format = Format::parse(&moves).unwrap();
    answers.clear();
    run(&format, &b"2\n2 0 2 1 3 5 6\n1 0 1 4 3\n"[..], &mut answers).unwrap();
    assert_eq!(answers, b"Yes\n5 1 5 3 6 1 6 3 No\n");
    let heaps = text.replace("win =", "move = \"{heaps}\", win =");
    let error = Format::parse(&heaps).unwrap_err();
    assert_eq!((error.line, error.column), (7, 10), "{error}");
}

#[test]
fn positions_are_formulas_of_a_case() {
    let text = |layout: &str, position: &str| {
        format!(
            "[[format]]\nname = \"own\"\ncases = \"until-end\"\nlayout = \"{layout}\"\n\
             options = \"(x,y) -> (x-k,y) | (x,y-k) for k in 1..\"\nposition = \"{position}\"\n\
             answer = {{ value = \"{{value}} \" }}\n"
        )
    };
    let answers = |layout: &str, position: &str, input: &str| {
        let format = Format::parse(&text(layout, position)).unwrap();
        let mut answers = Vec::new();
        let end = run(&format, input.as_bytes(), &mut answers);
        end.map(|_| String::from_utf8(answers).unwrap())
    };
    let rows = answers("m r n c", "m-r-1 n*c", "6 2 3 4\n2 0 1 5\n").unwrap();
    assert_eq!(rows, format!("{} {} ", 3 ^ 12, 1 ^ 5));
    // Two lists that one number counts are read beside each other; each row is a summand.
    let lists = answers("n w*n b*n", "w b+index", "2 1 2 3 4\n").unwrap();
    assert_eq!(lists, format!("{} ", 1 ^ 4 ^ 2 ^ 6));
    let error = answers("m r", "m-r r", "2 1\n1 2\n")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("one of the position's numbers has no value here, or a negative one"),
        "{error}"
    );
    let error = Format::parse(&text("n w*n m b*m", "w b")).unwrap_err();
    assert!(
        error.message.to_string().contains("by the same count"),
        "{error}"
    );
    let error = Format::parse(&text("m r", "m-*r r")).unwrap_err();
    assert!(
        error.message.to_string().contains("'m-*r' is not a number"),
        "{error}"
    );
}

#[test]
fn rules_on_lists_judge_lists() {
    let text = |layout: &str| {
        format!(
            "[[format]]\nname = \"own\"\ncases = \"until-end\"\nlayout = \"{layout}\"\n\
             rule = \"multiset a[i] -> [b, a[i]-b] for b in 1..a[i] if 2*b != a[i]\"\n\
             answer = {{ value = \"{{value}} \" }}\n"
        )
    };
    // Grundy's game: 0 0 0 1 0 2 1 0 2.
    for (layout, input) in [("n a*n", "3 5 8 3\n1 5\n"), ("a*[]", "[5,8,3]\n[5]\n")] {
        let format = Format::parse(&text(layout)).unwrap();
        let mut answers = Vec::new();
        run(&format, input.as_bytes(), &mut answers).unwrap();
        assert_eq!(answers, b"1 2 ", "{layout}");
        let made = grundy_judge::trial::Generator::new(&format, 5).small(100);
        assert!(made.len() > 15, "{layout}: {}", made.len());
    }
    let error = Format::parse(&text("s:'+-'")).unwrap_err();
    assert!(
        error
            .message
            .to_string()
            .contains("needs a layout with a list of numbers"),
        "{error}"
    );
    let plain = Format::plain("multiset a[i] -> a[i]-k for k in 1..", false).unwrap();
    let mut answers = Vec::new();
    run(&plain, &b"2\n3 1 2 3\n2 4 7\n"[..], &mut answers).unwrap();
    assert_eq!(answers, b"Second\nFirst\n");
}

#[test]
fn what_is_known_of_rows_needs_their_values() {
    let text = "[[format]]\nname = \"own\"\ncases = \"one\"\nlayout = \"n a*n\"\nwins = \"total != 0\"\n\
                answer = { win = \"W\", lose = \"L\" }\n";
    let error = Format::parse(text).unwrap_err();
    assert_eq!((error.line, error.column), (5, 9), "{error}");
    assert!(
        error
            .message
            .to_string()
            .contains("which `value` or `options` give"),
        "{error}"
    );
}

#[test]
fn faults_of_options_have_a_place() {
    let options = "options = \"heap -> heap-t for t in take\"";
    let ranges = "ranges = { heap = \"0..=9\" }";
    for (from, to, place, part) in [
        (
            options,
            "options = \"heap -> heap-t for t in tak\"",
            (6, 36),
            "tak",
        ),
        (
            options,
            "options = \"heap -> heap- for t in take\"",
            (6, 26),
            "for example",
        ),
        (options, "options = \"\"", (6, 12), "for example"),
        (
            options,
            "options = \"heap -> heap-t for t in n\"",
            (6, 36),
            "n",
        ),
        (
            options,
            "options = \"x -> x-t for t in take\"",
            (6, 11),
            "names of the layout",
        ),
        (options, "options = 3", (6, 11), "invalid type"),
        (options, "position = \"heap\"", (6, 12), "`options`"),
        (ranges, "position = \"heap heaps\"", (7, 12), "'heaps'"),
        (ranges, "position = \"\"", (7, 12), "1 coordinates"),
        (ranges, "position = \"heap..n\"", (7, 12), "'heap..n'"),
        (
            ranges,
            "ranges = { heaps = \"0..=9\" }",
            (7, 12),
            "a name of the layout",
        ),
        (ranges, "ranges = { heap = \"9..=0\" }", (7, 19), "0..=100"),
        (ranges, "ranges = { heap = \"0..9\" }", (7, 19), "0..=100"),
        (ranges, "ranges = { heap = 9 }", (7, 19), "invalid type"),
    ] {
        let text = RULED.replace(from, to);
        assert_ne!(text, RULED);
        let error = Format::parse(&text).unwrap_err();
        assert_eq!((error.line, error.column), place, "{to}: {error}");
        assert!(error.message.to_string().contains(part), "{to}: {error}");
        assert!(is_chinese(&error), "{}", error.render(Lang::Zh));
    }
    let lists = RULED
        .replace("heap -> heap-t for t in take", "(x,y) -> (x-1,y)")
        .replace("ranges", "position = \"take heap\"\nranges");
    let error = Format::parse(&lists).unwrap_err();
    assert!(
        error.message.to_string().contains("the same rows"),
        "{error}"
    );
    // What counts a list is not taken for the list.
    let counted = RULED.replace("heap -> heap-t for t in take", "n -> n-t for t in take");
    let error = Format::parse(&counted).unwrap_err();
    assert!(
        error
            .message
            .to_string()
            .contains("'n' is the number of 'heap'"),
        "{error}"
    );
    let meant = counted.replace("ranges", "position = \"n\"\nranges");
    assert!(Format::parse(&meant).is_ok());
    let late = RULED.replace("take*k heap*n", "[take*k heap*n]*m");
    let error = Format::parse(&late).unwrap_err();
    assert!(
        error.message.to_string().contains("before the positions"),
        "{error}"
    );
}

#[test]
fn each_wrong_format_of_a_text_is_told() {
    let wrong = [
        GOOD.replacen("[[format]]", "[[format]]\nfoo = 3", 1),
        GOOD.to_owned(),
        GOOD.replacen("layout = \"", "layout = \"(", 1),
        GOOD.replacen("cases = \"", "cases = \"never-", 1),
    ];
    let lines = |text: &str| -> Vec<usize> {
        let error = Format::parse_all(text).expect_err(text);
        error.all().map(|error| error.line).collect()
    };
    let alone: Vec<usize> = wrong
        .iter()
        .map(|text| match Format::parse_all(text) {
            Ok(_) => 0,
            Err(error) => error.line,
        })
        .collect();
    let mut before = 0;
    let mut expected = Vec::new();
    for (text, line) in wrong.iter().zip(alone) {
        expected.extend((line > 0).then_some(before + line));
        before += text.matches('\n').count();
    }
    assert_eq!(expected.len(), 3);
    assert_eq!(lines(&wrong.concat()), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_text_is_read_or_refused(at in 0usize..GOOD.len(), length in 0usize..40, put in "\\PC{0,12}") {
        let end = (at + length).min(GOOD.len());
        let text = format!("{}{put}{}", &GOOD[..at], &GOOD[end..]);
        if let Err(error) = Format::parse_all(&text) {
            prop_assert!(error.line >= 1 && error.line <= text.matches('\n').count() + 1);
            prop_assert!(error.column >= 1);
        }
    }
}
