//! The table of floors in ARCHITECTURE.md is how the crates are built: none uses one that stands below it in the table, or
//! one that its line does not name. And what tests are built of: no file of them is left out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates' names between backquotes.
fn names(cell: &str) -> BTreeSet<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// Each crate of the table with those it may use, from the top.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page");
    let (_, after) = text.split_once("\n## Floors\n").expect("the section");
    let (section, _) = after.split_once("\n## ").expect("another section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let name = names(cells[1]).pop_first().expect("a name");
        (name, names(cells[3]))
    })
    .collect()
}

/// The crates of this house that a manifest names, but for those that only tests use.
fn used(manifest: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut counts = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            counts = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if counts && line.starts_with("grundy") {
            let end = line.find(['.', ' ', '=']).expect("a dependency");
            used.insert(line[..end].to_owned());
        }
    }
    used
}

#[test]
fn no_crate_uses_one_below_it() {
    let table = table();
    let mut above = BTreeSet::new();
    for (name, may_use) in &table {
        assert!(may_use.is_subset(&above), "{name} may use what is below it");
        above.insert(name.clone());
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(&manifest).expect(name);
        let used = used(&manifest);
        let more: Vec<&String> = used.difference(may_use).collect();
        assert!(more.is_empty(), "{name} uses {more:?}");
    }
    let crates = fs::read_dir(root().join("crates")).expect("the folder");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let crates = crates.filter(|path| path.join("Cargo.toml").is_file());
    let crates: BTreeSet<String> = crates
        .map(|path| {
            path.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert_eq!(crates, above, "each crate stands in the table");
}

#[test]
fn manifests_are_read() {
    let manifest = "[dependencies]\ngrundy.workspace = true\ngrundy-files = { path = \"x\" }\nserde = \"1\"\n\
                    [dev-dependencies]\ngrundy-check.workspace = true\n[target.'cfg(unix)'.dependencies]\ngrundy-web.workspace = true\n";
    let expected = ["grundy", "grundy-files", "grundy-web"].map(str::to_owned);
    assert_eq!(used(manifest), BTreeSet::from(expected));
}

/// Where the tests of a crate are one program, a file that it does not name would never run.
#[test]
fn every_file_of_tests_is_named() {
    let mut programs = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let programs_of = ["tests/all.rs", "tests/library.rs"].map(|name| folder.join(name));
        let Some(program) = programs_of
            .iter()
            .find_map(|name| fs::read_to_string(name).ok())
        else {
            continue;
        };
        programs += 1;
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for file in fs::read_dir(folder.join("tests")).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let Some(module) = name.strip_suffix(".rs") else {
                continue;
            };
            let named = program.contains(&format!("\nmod {module};\n"))
                || manifest.contains(&format!("[[test]]\nname = \"{module}\"\n"));
            assert!(named, "{name} of {} is not named", folder.display());
        }
    }
    assert!(programs >= 5, "{programs}");
}
