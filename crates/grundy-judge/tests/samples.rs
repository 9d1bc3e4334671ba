//! Every known format answers its own sample, byte by byte.

use grundy_judge::{find, formats, run};

#[test]
fn samples() {
    for format in formats() {
        let sample = format.sample.as_ref().expect("a sample");
        let mut answers = Vec::new();
        let summary = run(format, sample.input.as_bytes(), &mut answers).unwrap();
        assert_eq!(
            String::from_utf8(answers).unwrap(),
            sample.output,
            "{}",
            format.name
        );
        assert!(summary.cases > 0 && summary.answers >= summary.cases);
        assert!(
            format.sentence.is_some() && !format.source.is_empty() && !format.limits.is_empty()
        );
    }
}

#[test]
fn the_formats_are_known_by_name() {
    let mut names: Vec<&str> = formats()
        .iter()
        .flat_map(|format| format.aliases.iter().chain([&format.name]))
        .map(String::as_str)
        .collect();
    let count = names.len();
    assert!(names.starts_with(&["nyoj585"]) && formats().len() >= 30);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two formats have the same name");
    assert_eq!(find("poj2960").unwrap().name, "hdu1536");
    assert!(find("nyoj58").is_none() && find("").is_none());
}

/// The samples of the problem statements, apart from the table.
#[test]
fn answers_of_the_statements() {
    for (name, input, output) in [
        (
            "nyoj585",
            "3\n2\n1 1\n3\n3 8 11\n2\n5 10\n",
            "HRDV\nHRDV\nPIAOYI\n",
        ),
        (
            "nyoj888",
            "3\n2\n1 1\n3\n3 8 11\n2\n5 10\n",
            "Yougth\nHrdv\nYougth\n",
        ),
        ("nyoj135", "2\n1\n1000 1\n2\n1 1\n1 1\n", "Lose\nLose\n"),
        ("hdu1850", "3\n5 7 9\n0\n", "1\n"),
        (
            "poj2960",
            "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n",
            "LWW\nWWL\n",
        ),
    ] {
        let mut answers = Vec::new();
        run(find(name).unwrap(), input.as_bytes(), &mut answers).unwrap();
        assert_eq!(String::from_utf8(answers).unwrap(), output, "{name}");
    }
}
