//! The Python package `grundy`: the words of the library, for notebooks and scripts.
//!
//! What is fast or holds data of the library is here; what only rearranges answers for Python (data frames, patterns
//! read from JSON) is in `python/grundy`. Nothing here knows the rules of any game.

mod alarm;
#[cfg(feature = "alone")]
mod alone;
mod answer;
mod arrays;
mod drawn;
mod error;
mod explored;
mod files;
mod formula;
mod function;
mod game;
mod graph;
mod keyword;
mod lang;
mod nimber;
mod number;
mod position;
mod program;
mod questions;
mod rows;
mod rule;
mod solver;
mod watch;

#[pyo3::pymodule]
mod _grundy {
    #[cfg(feature = "alone")]
    #[pymodule_export]
    use crate::alone::{_sequence_alone, _solve_alone};
    #[pymodule_export]
    use crate::answer::{Answer, ComponentAnswer};
    #[pymodule_export]
    use crate::arrays::{sequence, table};
    #[pymodule_export]
    use crate::drawn::{drawn_chart, drawn_quotient, drawn_table};
    #[pymodule_export]
    use crate::files::write_file;
    #[pymodule_export]
    use crate::formula::Formula;
    #[pymodule_export]
    use crate::game::{Game, Move};
    #[pymodule_export]
    use crate::graph::{graph_of_file, graph_of_numbers};
    #[pymodule_export]
    use crate::keyword::unknown_keyword;
    #[pymodule_export]
    use crate::lang::{language, set_language};
    #[pymodule_export]
    use crate::nimber::Nimber;
    #[pymodule_export]
    use crate::program::main;
    #[pymodule_export]
    use crate::questions::{
        answered, checked, drawn_graph, drawn_states, drawn_window, explained, proved, quotient_of,
    };
    #[pymodule_export]
    use crate::rows::values;
    #[pymodule_export]
    use crate::rule::Rule;
    #[pymodule_export]
    use crate::solver::{Solver, solve};

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
