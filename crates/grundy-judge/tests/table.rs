//! The tables of formats are read without a fault.

use grundy_judge::Format;

#[test]
fn every_table_is_read() {
    for file in [
        include_str!("../formats.toml"),
        include_str!("../formats/numbers.toml"),
        include_str!("../formats/closed.toml"),
        include_str!("../formats/lists.toml"),
        include_str!("../formats/graphs.toml"),
        include_str!("../formats/boards.toml"),
        include_str!("../formats/formulas.toml"),
    ] {
        let formats = Format::parse_all(file).unwrap_or_else(|error| panic!("{error}: {file:.60}"));
        assert!(!formats.is_empty());
    }
}
