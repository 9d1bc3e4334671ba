//! Lists the files of the page, so that a new file needs no line anywhere, makes few scripts of its modules, and puts the palette of
//! the book before its style sheet.

mod bundle;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    gather(&folder, "", &mut files)?;
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    let mut files = joined(files, &out)?;
    files.sort();
    let mut list = String::from("&[\n");
    for (path, file) in &files {
        let _ = writeln!(list, "    ({path:?}, include_bytes!({file:?})),");
    }
    list.push_str("]\n");
    fs::write(out.join("page.rs"), list)
}

/// The script that stands alone: it runs while the others are on their way.
const EARLY: &str = "js/early.js";

/// The colours, which the page and the book share: a link to those of the book, which a package holds as a file.
const PALETTE: &str = "palette.css";

/// The files with few scripts in place of all modules, of which the first page asks for one.
fn joined(files: Vec<(String, PathBuf)>, out: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let is_module = |path: &str| path.starts_with("js/") && path != EARLY;
    let mut modules = BTreeMap::new();
    let mut kept = Vec::new();
    for (path, file) in files {
        if is_module(&path) {
            modules.insert(path, fs::read_to_string(&file)?);
        } else if path == "style.css" {
            println!("cargo::rerun-if-changed={PALETTE}");
            let text = fs::read_to_string(PALETTE)? + &fs::read_to_string(&file)?;
            fs::write(out.join("style.css"), squeezed(&text))?;
            kept.push((path, out.join("style.css")));
        } else if path == "index.html" {
            let text = fs::read_to_string(&file)?.replace("js/main.js", "page.js");
            fs::write(out.join("index.html"), text)?;
            kept.push((path, out.join("index.html")));
        } else {
            kept.push((path, file));
        }
    }
    let scripts = bundle::bundle(&modules, "js/main.js", "page.js").map_err(io::Error::other)?;
    for (name, text) in scripts {
        fs::write(out.join(&name), text)?;
        kept.push((name.clone(), out.join(&name)));
    }
    Ok(kept)
}

/// A style sheet without comments, and without blanks that part nothing. No string in it has a bracket or a semicolon.
fn squeezed(css: &str) -> String {
    let mut plain = String::new();
    let mut rest = css;
    while let Some((before, behind)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, behind)| behind);
    }
    plain.push_str(rest);
    let mut text = String::new();
    for line in plain.lines().map(str::trim).filter(|line| !line.is_empty()) {
        text.push_str(line);
        if !line.ends_with(['{', '}', ';', ',']) {
            text.push(' ');
        }
    }
    let less = [
        (" {", "{"),
        ("{ ", "{"),
        ("; }", "}"),
        ("; ", ";"),
        (";}", "}"),
    ];
    less.iter()
        .fold(text, |text, (wide, narrow)| text.replace(wide, narrow))
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
