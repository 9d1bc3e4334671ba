//! Programs for contests: a game given by its rule and an input format, written out in C++17, Python 3, Rust or Java 17.
//!
//! By the theorem of Sprague (1935) and Grundy (1939) a sum is worth the exclusive or of the values of its components, and
//! a position the mex of the values of its options. A program fills a table by that, or, where a [pattern](grundy::pattern) is
//! given, uses the pattern. It is built once as a tree of few kinds of statements, and then printed in each
//! language.

mod cases;
mod ends;
mod error;
mod expressions;
mod facts;
mod functions;
mod layout;
mod method;
mod names;
mod options;
mod patterns;
mod print;
mod tree;

pub use error::NotEmitted;
