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
mod deletions;
mod devices;
mod draws_and_prefixes;
mod errors;
mod far;
mod few_reached;
mod folds;
mod formats;
mod glance;
mod headings;
mod layouts;
mod lengths;
mod limits;
mod made;
mod moves;
mod numbers_and_trees;
mod numbers_of_cases;
mod options;
mod own_kinds;
mod own_rules;
mod pieces;
mod reaches;
mod root_paths;
mod rules;
mod samples;
mod solver;
mod statements;
mod table;
mod trees;
mod walks;
mod whole_lists;
mod wrong_programs;
