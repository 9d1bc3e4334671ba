//! The Python package `grundy`: the words of the library, for notebooks and scripts.
//!
//! What is fast or holds data of the library is here; what only rearranges answers for Python (data frames, patterns read
//! from JSON) is in `python/grundy`. Nothing here knows the rules of any game.

mod answer;
mod arrays;
mod commands;
mod error;
mod function;
mod game;
mod graph;
mod lang;
mod nimber;
mod number;
mod rule;
mod solver;
mod watch;

#[pyo3::pymodule]
mod _grundy {
    #[pymodule_export]
    use crate::answer::{Answer, ComponentAnswer};
    #[pymodule_export]
    use crate::arrays::{sequence, table};
    #[pymodule_export]
    use crate::commands::{command, main};
    #[pymodule_export]
    use crate::game::{Game, Move};
    #[pymodule_export]
    use crate::graph::{graph_of_file, graph_of_numbers};
    #[pymodule_export]
    use crate::lang::{language, set_language};
    #[pymodule_export]
    use crate::nimber::Nimber;
    #[pymodule_export]
    use crate::rule::Rule;
    #[pymodule_export]
    use crate::solver::{Solver, solve};
}
