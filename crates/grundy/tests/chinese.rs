//! Chinese has punctuation of its own width: none of the half width stands behind a Chinese character in a sentence.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn is_chinese(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

/// Whether a letter is one of Chinese, or punctuation of its width.
fn is_wide(letter: char) -> bool {
    is_chinese(letter) || matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff60}')
}

/// What is between quotation marks of a line of a program, and has Chinese in it.
fn sentences(line: &str) -> Vec<Vec<char>> {
    let mut found = Vec::new();
    let mut open: Option<Vec<char>> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (&mut open, letter) {
            (Some(text), '\\') => {
                text.push('\\');
                text.extend(letters.next());
            }
            (Some(_), '"') => found.extend(open.take()),
            (None, '"') => open = Some(Vec::new()),
            (Some(text), letter) => text.push(letter),
            (None, '/') if letters.as_str().starts_with('/') => break,
            (None, _) => {}
        }
    }
    found.retain(|text| text.iter().any(|&letter| is_chinese(letter)));
    found
}

/// Whether brackets of half width from this place on have Chinese, or a name with a year, in them: coordinates and formulas have neither.
fn are_words(bracket: &[char]) -> bool {
    let Some(end) = bracket.iter().position(|&letter| letter == ')') else {
        return false;
    };
    let inner = &bracket[1..end];
    let is_year = |year: &[char]| {
        matches!(year, [before, ' ', '1' | '2', rest @ ..]
            if before.is_alphabetic() && rest.len() == 3 && rest.iter().all(char::is_ascii_digit))
    };
    inner.iter().any(|&letter| is_wide(letter))
        || inner.len() > 5 && is_year(&inner[inner.len() - 6..])
}

/// Punctuation of half width where a sentence of Chinese goes on beside numbers, formulas and facts; within coordinates, formulas and
/// the notation it is right.
fn has_fault(text: &[char]) -> bool {
    let at = |place: Option<usize>| place.and_then(|place| text.get(place)).copied();
    (0..text.len()).any(|place| {
        let (before, next) = (at(place.checked_sub(1)), at(Some(place + 1)));
        let is = |letter: Option<char>, holds: fn(char) -> bool| letter.is_some_and(holds);
        let mark = text[place];
        match mark {
            ',' | ';' | ':' if is(next, |next| !next.is_ascii() && next != '…') => true,
            ';' | ':' if before == Some('}') => {
                is(next, |next| next.is_alphabetic() || next == '{')
            }
            ':' if next == Some('{') => is(before, |before| {
                before.is_ascii_digit() || before.is_ascii_uppercase()
            }),
            ',' if before == Some('}') => is(next, |next| next.is_ascii_uppercase()),
            '(' => are_words(&text[place..]),
            ')' => is(next, is_chinese),
            _ => false,
        }
    })
}

#[test]
fn sentences_have_the_punctuation_of_chinese() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).expect("the crates").flatten() {
        let source = entry.path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    assert!(files.len() > 100);
    let mut wrong = Vec::new();
    for file in files {
        // Tests have positions with Chinese names.
        if file.ends_with("tests.rs") || file.iter().any(|part| part == "tests") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(text.lines()) {
            let letters = line.chars().zip(line.chars().skip(1));
            if letters
                .clone()
                .any(|(one, next)| is_chinese(one) && ",;:!?(".contains(next))
                || sentences(line).iter().any(|text| has_fault(text))
            {
                wrong.push(format!("{}:{number}: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faults_are_found() {
    let has_fault = |text: &str| has_fault(&text.chars().collect::<Vec<char>>());
    for wrong in [
        "差 k = {k},⌊kφ⌋",
        "Lasker 1931:{heap} mod 4 = {residue}，SG 值",
        "mod 4 = 3,值",
        "{residue},SG 值",
        "{number} = {factors}:SG 值",
        "这就是 Nim (Bouton 1901)",
        "写到 FILE.csv(.jsonl、.parquet)",
        "进程 {process}({address})在",
        "请求体不是 JSON:{why}",
    ] {
        assert!(has_fault(wrong), "{wrong}");
    }
    for right in [
        "走到 {x},{y}",
        "以 (0, 1)、(2, 2) 代替 (0, 0)",
        "grundy solve wythoff 3,5 的局面",
        "写法为 staircase:STEP,STEP,… PLACES",
        "⌊({heap} mod {period}) / {least}⌋，值",
        "代号、take:1,3,4 与 cuts:{n} {u},{v}",
    ] {
        assert!(!has_fault(right), "{right}");
    }
    assert_eq!(sentences("a(\"甲\\\"乙\", \"c\") // \"丁\"").len(), 1);
}
