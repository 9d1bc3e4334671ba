//! Lists of edges against the reader of the core, and numbers that become names.

use super::*;
use grundy::engine::graph::parse_lines;
use proptest::prelude::*;

/// The graph that the core reads.
fn by_the_core(text: &str) -> Result<Graph, grundy::engine::graph::TextError> {
    let named = parse_lines(text)?;
    let name = |vertex| named.name(vertex).unwrap();
    let mut edges: Vec<String> = (0..named.names().len() as u32)
        .flat_map(|from| {
            let options = named.graph().options(from).iter();
            options.map(move |&to| format!("{}>{}", name(from), name(to)))
        })
        .collect();
    edges.sort();
    Ok((edges, named.names().iter().cloned().collect()))
}

/// As the core reads, which knows no headers.
fn graph(input: Input) -> Result<Graph, ReadError> {
    let plain = Options {
        header: Some(false),
        ..Options::default()
    };
    graph_with(input, &plain).map(|read| read.0)
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[0-9]{1,3}",
        1 => "[0-9]{7,11}",
        1 => Just("0".to_owned()),
        1 => "[a-c]{1,2}",
        8 => Just(" ".to_owned()),
        2 => Just("\t".to_owned()),
        2 => Just(",".to_owned()),
        7 => Just("\n".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("-".to_owned()),
        1 => Just("->".to_owned()),
        1 => Just(":".to_owned()),
        1 => "[#\r;\"\u{3000}\u{7532}\u{c}{}]",
    ]
}

/// Mostly right lines, some spoiled.
fn lines() -> impl Strategy<Value = String> {
    let odd = proptest::collection::vec(piece(), 0..6).prop_map(|pieces| pieces.concat());
    let line = prop_oneof![
        6 => "[0-9]{1,2}[ ,\t][0-9]{1,4}",
        2 => " ?[0-9a-c]{1,9} ?[ ,\t] ?[0-9a-c]{1,9} ?(# .)?",
        1 => odd,
    ];
    let end = prop_oneof![4 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n\n")];
    proptest::collection::vec((line, end), 0..8).prop_map(|lines| {
        let mut text: String = lines.into_iter().map(|(line, end)| line + end).collect();
        if text.len().is_multiple_of(3) {
            text.pop();
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_the_core_reads(text in prop_oneof![
        lines(),
        proptest::collection::vec(piece(), 0..20).prop_map(|pieces| pieces.concat()),
    ]) {
        let input = Input::bytes(format!("\u{feff}{text}")).with_format(Format::Edges);
        let found = graph(input).map(|(mut edges, vertices)| {
            edges.sort();
            edges.dedup();
            (edges, vertices)
        });
        match (by_the_core(&text), found) {
            (Ok(core), Ok(found)) => prop_assert_eq!(core, found),
            (Err(core), Err(found)) => {
                prop_assert_eq!(found.place, Some(Where::Text(core.place)));
                prop_assert_eq!(found.to_string(), core.to_string());
            }
            // Attributes in braces are not for the core.
            (Err(_), Ok(_)) if text.contains(" {") => {}
            (core, found) => prop_assert!(false, "{:?} {:?}", core, found),
        }
        let pipe = graph(dribble(text.as_bytes()).with_format(Format::Edges));
        let whole = graph(Input::bytes(text).with_format(Format::Edges));
        prop_assert_eq!(pipe.map_err(|error| error.to_string()), whole.map_err(|error| error.to_string()));
    }
}

#[test]
fn numbers_are_vertices_while_they_can_be() {
    let names = |text: &str| {
        let input = Input::bytes(text).with_format(Format::Edges);
        graph_with(input, &Options::default()).unwrap().1.names
    };
    let found = names("3 5\n0 1\n5\n");
    assert!(matches!(&found, Names::Numbers { bound: 6, lone } if lone == &[5]));
    // Numbers far apart, and others than plain ones.
    let found = names("5 4000000000\n3 5\n");
    assert!(matches!(&found, Names::Both { bound: 6, words, .. } if words.len() == 1));
    assert_eq!((found.find("4000000000"), found.bound()), (Some(6), 7));
    assert!(matches!(names("a 5\n5 6"), Names::Table(words) if words.len() == 3));
    let found = names("7 2\n03 9\n3 a\n9 1\n");
    assert_eq!(
        ["2", "7", "03", "9", "3", "a", "1", "8"].map(|name| found.find(name)),
        [
            Some(2),
            Some(7),
            Some(8),
            Some(9),
            Some(3),
            Some(10),
            Some(1),
            None
        ]
    );
    assert!(matches!(names(""), Names::Numbers { bound: 0, .. }));
    let all: String = (0..2000)
        .map(|number| format!("{} {number}\n", number * 3))
        .collect();
    assert!(matches!(names(&all), Names::Numbers { bound: 5998, .. }));
}

/// Texts of several pieces, with odd lines wherever pieces may end.
#[test]
fn long_lists() {
    let mut written = String::new();
    let mut edges = Vec::new();
    let mut state = 1u32;
    for number in 0..60_000u32 {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let to = (state >> 9) % 100_000;
        let line = match state % 997 {
            0 => format!("  {number}  ,{to} # odd\r\n"),
            1 => format!("{number}-{to}\n"),
            2 => format!("\n{number}\t{to}\r\n"),
            _ => format!("{number} {to}\n"),
        };
        written.push_str(&line);
        edges.push((number, to));
    }
    written.pop();
    for threads in [1, 2] {
        let (mut kept, mut told) = (Kept::default(), Vec::new());
        let options = Options {
            threads,
            ..Options::default()
        };
        let input = Input::bytes(written.as_bytes()).with_format(Format::Edges);
        let read = read(input, &options, &mut kept, &mut |progress| {
            told.push(progress)
        })
        .unwrap();
        assert!(kept.edges == edges);
        assert_eq!(read.lines, Some(written.lines().count() as u64));
        assert!(told.len() > 1 && told.is_sorted_by_key(|progress| progress.edges));
        let total = Some(written.len() as u64);
        assert!(told.iter().all(|progress| progress.total == total));
    }
    // A mistake far down is where it is.
    let lines = written.lines().count();
    written.push_str("\nx y z\n");
    let error = text(Format::Edges, &written).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "line {}, column 5: expected one edge a line, found 'z'; for example a b",
            lines + 1
        )
    );
}

/// A sink that has had enough ends the reading, in either thread.
#[test]
fn sinks_may_refuse() {
    struct Enough(u64);
    impl Sink for Enough {
        fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
            self.0 += edges.len() as u64;
            match self.0 {
                0..100_000 => Ok(()),
                _ => Err(SinkError::Interrupted),
            }
        }
        fn vertex(&mut self, _: u32) -> Result<(), SinkError> {
            Err(SinkError::File(io::ErrorKind::StorageFull.into()))
        }
    }
    let edges = "1 2\n".repeat(900_000);
    let table = format!("source,target\n{edges}").replace(' ', ",");
    for threads in [1, 2] {
        let options = Options {
            threads,
            ..Options::default()
        };
        for text in [
            &edges,
            &table,
            "a\n",
            "digraph { a }",
            "[\"a\"]",
            "{\"a\":[]}",
        ] {
            let error =
                read(Input::bytes(text), &options, &mut Enough(0), &mut |_| ()).unwrap_err();
            match error.cause {
                Cause::SinkError(SinkError::Interrupted) => assert!(text.len() > 100),
                Cause::SinkError(SinkError::File(_)) => assert!(text.len() < 100),
                other => panic!("{other:?}"),
            }
        }
    }
}
