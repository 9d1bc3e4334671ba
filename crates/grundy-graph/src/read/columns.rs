//! Which columns of a table are the ends of the edges.

/// What the ends of an edge are called, in lower case.
const PAIRS: [(&str, &str); 14] = [
    ("source", "target"),
    ("from", "to"),
    ("src", "dst"),
    ("src", "dest"),
    ("u", "v"),
    ("start", "end"),
    ("tail", "head"),
    ("source_id", "target_id"),
    ("from_id", "to_id"),
    ("src_id", "dst_id"),
    ("fromnodeid", "tonodeid"),
    ("position", "option"),
    ("origin", "destination"),
    ("起点", "终点"),
];

/// The columns of a pair of known names, in whatever order they stand.
pub(super) fn known_pair<Name: AsRef<str>>(header: &[Name]) -> Option<[usize; 2]> {
    PAIRS
        .iter()
        .find_map(|(from, to)| Some([position(header, from)?, position(header, to)?]))
}

/// The column of this name; case and blanks around it do not matter.
pub(super) fn position<Name: AsRef<str>>(header: &[Name], name: &str) -> Option<usize> {
    let name = name.trim().to_lowercase();
    header
        .iter()
        .position(|field| field.as_ref().trim().trim_matches('"').to_lowercase() == name)
}
