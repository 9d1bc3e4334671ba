//! What people read is plain: no sentence of the program, the guide, the page or the notebooks has a phrase of one list. The list is of turns that
//! readers stumbled over, and of Chinese terms for which there is another, so that one thing has one name.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that no sentence has, each with what is said instead.
const FORBIDDEN: &[(&str, &str)] = &[
    ("stands behind", "is the reason for, follows"),
    ("held against", "verified on, compared with"),
    ("goes by", "uses, follows"),
    ("errs never", "plays perfectly"),
    ("lost heap", "P-position"),
    ("may change places", "the table is symmetric"),
    ("begins no number", "found … instead of a number"),
    ("is one too many", "unexpected extra argument"),
    ("it is not plain that", "I cannot prove that"),
    ("it is not seen that", "it is not proved that"),
    ("values are told", "values are given"),
    ("are told with", "are reported with"),
    ("is told with", "is reported with"),
    ("tells the lost", "recognises the P-positions"),
    ("be gone on with", "be continued"),
    ("a window of so many", "a window of … values"),
    ("Who begins", "First to move"),
    ("bar around it", "the enclosing rectangle"),
    ("are told at once", "are reported"),
    ("Who is too slow", "A program that is too slow"),
    ("the checkpoint speaks of", "the checkpoint describes"),
    ("外围整块", "外接矩形"),
    ("恰当一行", "当且仅当一行"),
    ("反规则", "反常规则"),
    ("八进制码", "八进制代号"),
    ("尼姆和", "异或和"),
    ("谁赢", "谁胜"),
    ("走一步必胜的棋", "走出必胜的一步"),
    ("无偏", "公平"),
    ("「{", "“{"),
    ("凯尔斯", "保龄球"),
    ("欧几里得游戏", "欧几里得博弈"),
    ("巴什博奕", "巴什博弈"),
];

/// The top of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("two levels up").to_owned()
}

/// All files below a folder whose name ends so.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

/// The text between quotation marks of a program, a line at a time; comments are for those who write it.
fn literals(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let quoted = lines.map(|line| {
        let parts: Vec<&str> = line.split('"').collect();
        let inner = parts.iter().skip(1).step_by(2).copied();
        inner.collect::<Vec<_>>().join("\u{1f}")
    });
    quoted.collect::<Vec<_>>().join("\n")
}

/// A text of the page without its lines of comments.
fn uncommented(text: &str) -> String {
    let is_comment = |line: &str| {
        ["//", "/*", "*"]
            .iter()
            .any(|sign| line.trim_start().starts_with(sign))
    };
    let lines = text.lines().filter(|line| !is_comment(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// The guide without what programs print.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        is_code ^= fence;
        !is_code && !fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Places where a text has a phrase of the list.
fn faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for line in text.lines() {
        for (phrase, instead) in FORBIDDEN.iter().filter(|(phrase, _)| line.contains(phrase)) {
            faults.push(format!(
                "{name}: '{phrase}' (say: {instead}) in: {}",
                line.trim()
            ));
        }
    }
    faults
}

#[test]
fn sentences_are_plain() {
    let root = root();
    let mut all = Vec::new();
    for crate_folder in fs::read_dir(root.join("crates")).expect("the crates") {
        let folder = crate_folder.expect("a crate").path().join("src");
        let mut sources = Vec::new();
        if folder.is_dir() {
            files(&folder, ".rs", &mut sources);
        }
        for path in sources {
            let text = fs::read_to_string(&path).expect("a source");
            all.extend(faults(&path.display().to_string(), &literals(&text)));
        }
    }
    let mut pages = vec![root.join("README.md"), root.join("README.zh.md")];
    files(&root.join("docs/guide"), ".md", &mut pages);
    for path in pages {
        let text = fs::read_to_string(&path).expect("a page");
        all.extend(faults(&path.display().to_string(), &prose(&text)));
    }
    // The page with its lessons, the notebooks and the theorems.
    let mut others = Vec::new();
    for ending in [".js", ".json", ".html"] {
        files(&root.join("crates/grundy-web/page"), ending, &mut others);
    }
    files(&root.join("docs/notebooks"), ".py", &mut others);
    others.push(root.join("crates/grundy-core/data/theorems.tsv"));
    for path in others {
        let text = fs::read_to_string(&path).expect("a text");
        all.extend(faults(&path.display().to_string(), &uncommented(&text)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

fn is_chinese(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

/// Stands for code in a line that is looked at.
const CODE: char = '\u{1}';

/// What is seen of a line of Markdown: without what stands between backquotes, which is code, and without where links lead.
fn seen(line: &str) -> Vec<char> {
    let parts: Vec<&str> = line.split('`').step_by(2).collect();
    let prose = parts.join(&CODE.to_string());
    let mut seen = String::new();
    let mut rest = prose.as_str();
    while let Some((before, target)) = rest.split_once("](") {
        seen.push_str(before);
        seen.push(']');
        rest = target.split_once(')').map_or("", |(_, rest)| rest);
    }
    seen.push_str(rest);
    seen.chars().collect()
}

/// Whether punctuation of half width stands where a sentence of Chinese goes on: beside Chinese, code or a link.
fn is_half_width(letters: &[char]) -> bool {
    let is_wide = |letter: char| {
        is_chinese(letter) || matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff60}')
    };
    (0..letters.len()).any(|place| {
        let before = place.checked_sub(1).map_or(' ', |place| letters[place]);
        let next = letters.get(place + 1).copied().unwrap_or('\n');
        match letters[place] {
            ',' | ';' | ':' if !next.is_ascii() && next != '…' => true,
            ',' | ';' | ':' | '?' | '!' if is_wide(before) => true,
            ',' => before == CODE || before == ']',
            ';' | ':' => before == ']' || matches!(next, CODE | '[' | '\n'),
            '(' => before == CODE || before == '*' || is_chinese(before),
            ')' => is_chinese(next),
            _ => false,
        }
    })
}

#[test]
fn chinese_prose_has_full_width_punctuation() {
    let mut pages = vec![root().join("README.zh.md")];
    files(&root().join("docs/guide/zh"), ".md", &mut pages);
    pages.push(root().join("crates/grundy-py/README.zh.md"));
    let mut all = Vec::new();
    for path in pages {
        let text = fs::read_to_string(&path).expect("a page");
        for line in prose(&text).lines() {
            if line.chars().any(is_chinese) && is_half_width(&seen(line)) {
                all.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn faults_are_found() {
    assert_eq!(faults("x", "a theorem stands behind it").len(), 1);
    assert_eq!(
        literals("let a = \"held against\"; // goes by\n// \"told\""),
        "held against"
    );
    for wrong in [
        "`a`,b 为",
        "甲, 乙",
        "**定理**(Sprague)",
        "见 `x`([y](z))",
        "为 3,甲",
    ] {
        assert!(is_half_width(&seen(wrong)), "{wrong}");
    }
    for right in [
        "见 [y](z.md)，甲",
        "走到 (0,1)、`a,b`",
        "在 C(*m* + *n*, *m*) 中",
    ] {
        assert!(!is_half_width(&seen(right)), "{right}");
    }
    assert_eq!(prose("a\n```text\nb\n```\nc"), "a\nc");
}
