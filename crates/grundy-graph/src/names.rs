//! What the vertices are called in the file, and where a name is found.

/// The names of the vertices 0 to `n − 1` of a graph.
///
/// Where every name is a whole number and the numbers lie close together, the number is the vertex itself, and no table
/// is needed; some numbers below the greatest may then be no vertices at all.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Names {
    /// Each vertex is called by its number.
    Numbers {
        /// One more than the greatest number.
        bound: u32,
        /// The numbers that the file names without an edge at either end, in rising order, each once.
        lone: Vec<u32>,
    },
    /// The names of all vertices, in the order in which the file first has them, or by size if all are numbers.
    Table(Vec<Box<str>>),
}
