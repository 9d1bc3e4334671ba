//! Pictures: a table as SVG where it is small and as a PNG heat map where it is large, a state graph or
//! any small graph as SVG, the values of a sequence as dots.

pub(crate) mod automaton;
pub(crate) mod binary;
pub(crate) mod cayley;
pub(crate) mod chart;
pub(crate) mod colour;
pub(crate) mod digits;
pub(crate) mod graph;
pub(crate) mod layout;
pub(crate) mod marked;
pub(crate) mod png;
pub(crate) mod scatter;
pub(crate) mod scene;
pub(crate) mod spread;
pub(crate) mod svg;
pub(crate) mod vertices;
