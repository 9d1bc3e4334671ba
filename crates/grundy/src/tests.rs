//! Tests of the floors below that need games by name.

mod counting;
mod loopy;
mod state_graph;
