//! The judges from outside: formats, samples, layouts, errors.
//!
//! One program for all of them: each more would be linked with the whole library, in every profile.

mod arcs_and_lines;
mod below_zero;
mod boards;
mod bounds;
mod brief;
mod brute;
mod common;
mod devices;
mod draws_and_prefixes;
mod errors;
mod few_reached;
mod folds;
mod formats;
mod layouts;
mod limits;
mod made;
mod moves;
mod numbers_and_trees;
mod numbers_of_cases;
mod options;
mod own_kinds;
mod own_rules;
mod reaches;
mod rules;
mod samples;
mod solver;
mod statements;
mod table;
mod trees;
mod walks;
mod whole_lists;
mod wrong_programs;

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
