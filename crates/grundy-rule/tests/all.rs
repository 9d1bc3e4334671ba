//! Rules from outside: what is parsed, found, decided and proved.
//!
//! One program for all of them: each more would be linked with the whole library, in every profile.

mod decided;
mod ends;
mod examples;
mod found;
mod games;
mod grids;
mod lists;
mod places;
mod scales;
mod strategies;
mod words;

/// A file that is not named above would never run.
#[test]
fn every_file_is_named() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if let Some(module) = name.strip_suffix(".rs")
            && !["all"].contains(&module)
        {
            let line = format!("\nmod {module};\n");
            assert!(
                include_str!("all.rs").contains(&line),
                "{name} is not named in all.rs"
            );
        }
    }
}
