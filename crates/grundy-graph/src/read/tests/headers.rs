//! The line of a contest's input before a list of edges, against what is plainly said of it.

use super::*;
use proptest::prelude::*;

fn told(text: &str, header: Option<bool>) -> Result<(Graph, Option<String>), ReadError> {
    let options = Options {
        header,
        ..Options::default()
    };
    let input = Input::bytes(text).with_format(Format::Edges);
    let (graph, read) = graph_with(input, &options)?;
    Ok((graph, read.header.map(|header| header.line)))
}

#[test]
fn contest_headers() {
    for (text, edges, alone) in [
        ("3 2\n1 2\n2 3\n", &["1>2", "2>3"][..], &[][..]),
        ("3 2\r\n0 1\r\n1 2", &["0>1", "1>2"], &[]),
        ("# roads\n\n 4,2\n1 2\n2 1\n", &["1>2", "2>1"], &["3", "4"]),
        ("4 2 1\n0 1\n\n1 2 # the second\n", &["0>1", "1>2"], &["3"]),
        ("4\n1 2\n1 3\n3 4\n", &["1>2", "1>3", "3>4"], &[]),
        ("3\n0 1\n0 2\n", &["0>1", "0>2"], &[]),
        ("2 3\n1 2\n1 2\n2 2\n", &["1>2", "1>2", "2>2"], &[]),
    ] {
        let (graph, header) = told(text, None).unwrap();
        assert_eq!(graph, expected(edges, alone), "{text}");
        assert!(header.is_some(), "{text}");
        let path = std::env::temp_dir().join(format!("grundy-header-{}.txt", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let alone = crate::header(&path).unwrap();
        assert_eq!(alone.map(|header| header.line), header, "{text}");
        std::fs::remove_file(&path).unwrap();
    }
    // No headers: too few edges, too many, vertices beyond, both 0 and n, names, a vertex alone.
    for text in [
        "3 2\n1 2\n",
        "3 2\n1 2\n2 3\n1 3\n",
        "3 2\n1 2\n2 4\n",
        "3 2\n0 1\n2 3\n",
        "3 2\n1 2\n2 c\n",
        "3 2\n1 2\n3\n",
        "3 2\n1-2-3\n1 2\n",
        "3 0\n",
        "5\n",
        "4294967290 1\n1 2\n",
        "100000 1\n1 2\n",
    ] {
        let (graph, header) = told(text, None).unwrap();
        assert_eq!(header, None, "{text}");
        assert_eq!(graph, told(text, Some(false)).unwrap().0, "{text}");
    }
    let error = told("3 2 1\n1 2\n", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        told("3 2 1\n1 2\n", Some(false)).unwrap_err().to_string()
    );
    // As it is told.
    let (graph, header) = told("3 2\n1 2\n2 3\n", Some(false)).unwrap();
    assert_eq!(
        (graph, header),
        (expected(&["3>2", "1>2", "2>3"], &[]), None)
    );
    let (graph, header) = told("3 2\na b\n", Some(true)).unwrap();
    assert_eq!(
        (graph, header.as_deref()),
        (expected(&["a>b"], &[]), Some("3 2"))
    );
    let error = told("a b\n3 2\n", Some(true)).unwrap_err();
    assert!(error.to_string().starts_with("line 1"), "{error}");
}

/// What the header is by its definition: the edges of the rest, and the vertices that it speaks of.
fn by_definition(lines: &[Vec<u32>]) -> Option<std::ops::Range<u32>> {
    let (first, rest) = lines.split_first()?;
    let (n, m) = match first[..] {
        [n] => (n, n.saturating_sub(1)),
        [n, m, ..] => (n, m),
        [] => return None,
    };
    let ids = rest.iter().flatten().copied();
    let (least, most) = (ids.clone().min()?, ids.max()?);
    let edges = rest.iter().all(|line| line.len() == 2);
    let base = u32::from(least > 0);
    (edges && rest.len() == m as usize && most < n + base).then_some(base..n + base)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_they_are_defined(
        first in proptest::collection::vec(0u32..6, 1..4),
        rest in proptest::collection::vec(proptest::collection::vec(0u32..6, 2), 0..6),
        odd in 0u32..40,
    ) {
        let mut lines = vec![first];
        lines.extend(rest);
        if odd == 0 {
            lines.push(vec![1]);
        }
        let written = |lines: &[Vec<u32>]| {
            let line = |line: &Vec<u32>| line.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            lines.iter().map(|one| line(one) + "\n").collect::<String>()
        };
        let found = told(&written(&lines), None).map_err(|error| error.to_string());
        match by_definition(&lines) {
            Some(vertices) => {
                let rest = written(&lines[1..]) + &written(&vertices.map(|one| vec![one]).collect::<Vec<_>>());
                let (graph, header) = found.unwrap();
                prop_assert!(header.is_some());
                prop_assert_eq!(graph, told(&rest, Some(false)).unwrap().0);
            }
            None => {
                let plain = told(&written(&lines), Some(false)).map_err(|error| error.to_string());
                prop_assert_eq!(found.map(|found| found.0), plain.map(|found| found.0));
            }
        }
    }
}
