//! Lists the files of the page, so that a new file needs no line anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    gather(&folder, "", &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for (path, file) in &files {
        let _ = writeln!(list, "    ({path:?}, include_bytes!({file:?})),");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

/// Adds the files below a folder, each with its path in the page; those whose names begin with a dot stay out.
fn gather(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), &format!("{path}/"), files)?;
        } else {
            println!("cargo::rerun-if-changed={}", entry.path().display());
            files.push((path, entry.path()));
        }
    }
    Ok(())
}
