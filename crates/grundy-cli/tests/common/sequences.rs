//! What the tests of `grundy seq` share: calls with files in a folder of their own.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Ran, run};

/// A folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The arguments of a call, with files in a folder: words that begin with `@`.
pub(crate) fn arguments(folder: &Path, line: &str) -> Vec<String> {
    let word = |word: &str| match word.strip_prefix('@') {
        Some(name) => folder.join(name).display().to_string(),
        None => word.to_owned(),
    };
    line.split(' ').map(word).collect()
}

pub(crate) fn seq(folder: &Path, line: &str) -> Ran {
    run(&arguments(folder, &format!("seq {line}")), b"")
}

pub(crate) fn numbers(text: &str) -> Vec<u32> {
    let numbers = text.split_ascii_whitespace().map(|word| word.parse());
    numbers.collect::<Result<_, _>>().expect("numbers")
}

/// Names of files that are not complete.
pub(crate) fn left_over(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder");
    files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".part") || name.ends_with(".lock"))
        .collect()
}

/// Everything in a folder.
pub(crate) fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).expect("the folder");
    let mut contents: Vec<_> = files
        .map(|file| file.expect("a file"))
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (name, fs::read(file.path()).expect("a file"))
        })
        .collect();
    contents.sort();
    contents
}
