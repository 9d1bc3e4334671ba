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
    ("反规则", "反常规则"),
    ("八进制码", "八进制代号"),
    ("尼姆和", "异或和"),
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
    // The page with its lessons, and the notebooks.
    let mut others = Vec::new();
    for ending in [".js", ".json", ".html"] {
        files(&root.join("crates/grundy-web/page"), ending, &mut others);
    }
    files(&root.join("docs/notebooks"), ".py", &mut others);
    for path in others {
        let text = fs::read_to_string(&path).expect("a text");
        all.extend(faults(&path.display().to_string(), &uncommented(&text)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn chinese_prose_has_full_width_punctuation() {
    let mut pages = vec![root().join("README.zh.md")];
    files(&root().join("docs/guide/zh"), ".md", &mut pages);
    let is_chinese = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    let mut all = Vec::new();
    for path in pages {
        let text = fs::read_to_string(&path).expect("a page");
        for line in prose(&text).lines() {
            // What stands between backquotes is code.
            let parts = line.split('`').step_by(2);
            for part in parts {
                let letters: Vec<char> = part.chars().collect();
                let is_fault = letters.windows(3).any(|around| {
                    is_chinese(around[0])
                        && [',', ';', '?', '!'].contains(&around[1])
                        && (is_chinese(around[2]) || around[2] == ' ')
                });
                if is_fault {
                    all.push(format!("{}: {}", path.display(), line.trim()));
                }
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
    assert_eq!(prose("a\n```text\nb\n```\nc"), "a\nc");
}
