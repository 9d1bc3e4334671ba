//! Programs that were written, compiled and run beside the judge.
//!
//! One program for all of them: each more would be linked with the whole library, in every profile.

mod automata;
mod few_reached;
mod formats;
mod forward;
mod found;
mod guide;
mod layouts;
mod lists;
mod made;
mod named;
mod numbers_of_cases;
mod patterns;
mod places;
mod refused;
mod rules;
mod several;
mod support;
mod trees;
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
