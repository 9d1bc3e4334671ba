//! What a program built without a feature says of what needs it: which feature that is, in both languages.

mod common;

use common::{run, words};

/// Calls that need the feature `name`.
fn needs(name: &str, calls: &[&str]) {
    for call in calls {
        for lang in ["en", "zh"] {
            let ran = run(&words(&format!("{call} --lang {lang}")), b"a b\n");
            assert_eq!(ran.exit, 2, "{call}: {}", ran.err);
            assert_eq!(ran.out, "", "{call}");
            assert!(
                ran.err.contains(&format!("'{name}'")),
                "{call}: {}",
                ran.err
            );
        }
    }
}

#[test]
#[cfg_attr(feature = "web", ignore = "this program has the page")]
fn without_the_page() {
    needs("web", &["serve", "serve --port 0"]);
}

#[test]
#[cfg_attr(feature = "cluster", ignore = "this program has workers")]
fn without_workers() {
    needs("cluster", &["graph - --workers 2 -o nowhere"]);
}

#[test]
#[cfg_attr(feature = "parquet", ignore = "this program has Parquet")]
fn without_parquet() {
    needs(
        "parquet",
        &["graph - -o nowhere.parquet", "graph - --input parquet"],
    );
    let values = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("features-values.parquet");
    let call = format!("seq 0.77 -n 100 -o '{}'", values.display());
    assert_eq!(run(&words(&call), b"").exit, 0, "needs no crate");
    let written = std::fs::read(&values).expect("the file");
    assert_eq!(written[..4], *b"PAR1");
}

#[test]
#[cfg_attr(feature = "zstd", ignore = "this program has Zstandard")]
fn without_zstandard() {
    let ran = run(&words("graph -"), b"\x28\xb5\x2f\xfd and so on");
    assert_eq!(ran.exit, 2, "{}", ran.err);
    assert!(ran.err.contains("'zstd'"), "{}", ran.err);
}

/// Games are played line by line where input is no terminal, with the screen and without it.
#[test]
fn every_program_plays() {
    let ran = run(&words("play nim 1 --lang en"), b"1\n");
    assert_eq!(ran.exit, 0, "{}", ran.err);
    assert!(ran.out.contains("nim 1"), "{}", ran.out);
}
