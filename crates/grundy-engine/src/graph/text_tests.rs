//! Graphs as text: every form read, every mistake placed, and what is written read again.

use super::*;
use crate::quotient::Play;
use crate::random::Random;

/// The edges with names.
fn named(graph: &NamedGraph) -> Vec<String> {
    (0..graph.names().len() as u32)
        .flat_map(|from| {
            graph
                .graph()
                .options(from)
                .iter()
                .map(move |&to| (from, to))
        })
        .map(|(from, to)| format!("{}-{}", graph.name(from).unwrap(), graph.name(to).unwrap()))
        .collect()
}

#[test]
fn texts_of_the_same_graph() {
    let inline = parse_inline("a-b-c,c-a,d,\u{7532}-a").unwrap();
    assert_eq!(named(&inline), ["a-b", "b-c", "c-a", "\u{7532}-a"]);
    assert_eq!(
        (inline.vertex("d"), inline.vertex("e"), inline.name(9)),
        (Some(3), None, None)
    );
    for text in [
        "a b\nb c\r\nc a\nd\n\u{7532} a",
        "# roads\na, b # one\n\n  b\tc\n c a\nd\n\u{7532} , a\n",
        "a-b-c c-a\nd,\u{7532}-a",
        "a-b-c-a, d, \u{7532}-a",
    ] {
        assert_eq!(parse_lines(text).as_ref(), Ok(&inline), "{text}");
        assert_eq!(parse(text).as_ref(), Ok(&inline), "{text}");
    }
    for text in [
        "digraph { a -> b -> c; c -> a d \u{7532}->a }",
        "/* a */ strict DiGraph \"G 1\" {\n# line 1\n rankdir=LR; node [shape=\"]\"]; edge[x=1][y=2]\n\"a\"->b:n:sw [label=<<b>]</b>>];\n\
         b->c // next\n c->a[w=-1] d [label=\"}\"]; ; \u{7532} -> a;}\n// end",
    ] {
        assert_eq!(parse_dot(text).as_ref(), Ok(&inline), "{text}");
        assert_eq!(parse(text).as_ref(), Ok(&inline), "{text}");
    }
    let groups = parse_dot(
        "digraph { a -> {b; c -> x} -> subgraph s { d { e } } -> f {rank=same; node [a=b] g} {} -> h }",
    );
    assert_eq!(
        named(&groups.unwrap()),
        [
            "a-b", "a-c", "a-x", "b-d", "b-e", "c-x", "c-d", "c-e", "x-d", "x-e", "d-f", "e-f"
        ]
    );
    let deep = format!(
        "digraph {{ {}a{} -> b }}",
        "{".repeat(50_000),
        "}".repeat(50_000)
    );
    assert_eq!(named(&parse_dot(&deep).unwrap()), ["a-b"]);
    let quoted = parse_dot(r#"digraph{"say \"a\"" -> "b\\" -> "digraph" -> ""}"#).unwrap();
    assert_eq!(quoted.names(), ["say \"a\"", "b\\\\", "digraph", ""]);
}

#[test]
fn mistakes_in_texts() {
    let place = |error: TextError| {
        (
            error.place.line,
            error.place.column,
            error.expected,
            error.found,
        )
    };
    let inline = |text: &str| place(parse_inline(text).unwrap_err());
    assert_eq!(inline(""), (1, 1, Expected::Name, None));
    assert_eq!(inline("a-b,"), (1, 5, Expected::Name, None));
    assert_eq!(inline("a--b"), (1, 3, Expected::Name, Some('-')));
    assert_eq!(inline("\u{7532}->b"), (1, 3, Expected::Name, Some('>')));
    assert_eq!(inline("a-b c"), (1, 4, Expected::EndOfName, Some(' ')));
    assert_eq!(inline("a-b%2"), (1, 3, Expected::Escape, Some('b')));
    assert_eq!(inline("%FF"), (1, 1, Expected::Escape, Some('%')));
    let lines = |text: &str| place(parse_lines(text).unwrap_err());
    assert_eq!(lines("a b\nb c 3"), (2, 5, Expected::EndOfLine, Some('3')));
    assert_eq!(lines("a b\n,c"), (2, 1, Expected::Name, Some(',')));
    assert_eq!(lines("a,,b"), (1, 3, Expected::Name, Some(',')));
    assert_eq!(lines("a,b,\nc"), (1, 4, Expected::EndOfLine, Some(',')));
    assert_eq!(lines("a -> \nb"), (1, 3, Expected::Name, Some('-')));
    assert_eq!(lines("a b;"), (1, 4, Expected::EndOfName, Some(';')));
    assert_eq!(parse_lines(" \n# nothing").unwrap().names().len(), 0);
    let dot = |text: &str| place(parse_dot(text).unwrap_err());
    assert_eq!(
        dot("graph { a -- b }"),
        (1, 1, Expected::Digraph, Some('g'))
    );
    assert_eq!(
        dot("digraph a -> b"),
        (1, 11, Expected::OpeningBrace, Some('-'))
    );
    assert_eq!(
        dot("digraph {\n a -- b }"),
        (2, 4, Expected::Arrow, Some('-'))
    );
    assert_eq!(
        dot("digraph { a -> {b c }"),
        (1, 22, Expected::ClosingBrace, None)
    );
    assert_eq!(
        dot("digraph { subgraph x; }"),
        (1, 21, Expected::Group, Some(';'))
    );
    let all: String = (0..5000).map(|number| format!("v{number} ")).collect();
    assert_eq!(
        dot(&format!("digraph {{ {{{all}}} -> {{{all}}} }}")).2,
        Expected::Fewer
    );
    assert_eq!(dot("digraph { a -> }"), (1, 16, Expected::Name, Some('}')));
    assert_eq!(
        dot("digraph { a -> b"),
        (1, 17, Expected::ClosingBrace, None)
    );
    assert_eq!(
        dot("digraph { a [x=1"),
        (1, 17, Expected::ClosingBracket, None)
    );
    assert_eq!(dot("digraph { \"a"), (1, 13, Expected::ClosingQuote, None));
    assert_eq!(
        dot("digraph { } /* "),
        (1, 16, Expected::ClosingComment, None)
    );
    assert_eq!(
        dot("digraph { } /*/"),
        (1, 16, Expected::ClosingComment, None)
    );
    assert_eq!(
        dot("digraph { } a"),
        (1, 13, Expected::EndOfText, Some('a'))
    );
    assert_eq!(dot("digraph { x= }"), (1, 14, Expected::Name, Some('}')));
    assert_eq!(
        dot("digraph { a [label=<b }"),
        (1, 20, Expected::ClosingAngle, Some('<'))
    );
}

#[test]
fn no_text_makes_a_reader_fail() {
    let pieces = [
        "digraph", "{", "}", "[", "]", "a", "-", "->", "--", ",", ";", "\"", "\\", "<", ">", "=",
        ":", "#", "/*", "*/", "//", " ", "\n", "\u{7532}", "\u{301}", "strict", "subgraph", "0",
        ".5",
    ];
    let mut random = Random(2);
    let mut graphs = 0;
    for round in 0..20_000 {
        let mut text = String::from(if round % 2 == 0 { "digraph{" } else { "" });
        for _ in 0..random.below(9) {
            text.push_str(pieces[random.below(pieces.len() as u64) as usize]);
        }
        text.push_str(if round % 2 == 0 { "}" } else { "" });
        for read in [parse, parse_inline, parse_lines, parse_dot] {
            match read(&text) {
                Ok(named) => graphs += named.names().len().min(1),
                Err(error) => assert!(error.to_string().contains("; for example ")),
            }
        }
    }
    assert!(graphs > 1000);
}

/// Every sentence exists in both languages, filled.
#[test]
fn messages_in_both_languages() {
    let mut sentences = vec![
        GraphError::OutOfRange {
            at: 1,
            vertex: 2,
            vertices: 2,
        }
        .message(),
        GraphError::TooLarge {
            vertices: 1,
            edges: 2,
        }
        .message(),
        Cycle {
            vertices: vec![1, 2],
        }
        .message(),
        Cycle {
            vertices: (0..30).collect(),
        }
        .message(),
    ];
    for text in ["", "a--b", "a-b c", "%"] {
        sentences.extend(parse_inline(text).err().map(|error| error.message()));
    }
    for text in [
        "graph {}",
        "digraph a",
        "digraph {",
        "digraph {} a",
        "digraph { a - b }",
        "digraph { \"a",
        "/*",
        "digraph { a [",
        "digraph { a [b=<c",
        "digraph { subgraph b }",
    ] {
        sentences.push(parse_dot(text).expect_err(text).message());
    }
    assert!(sentences.len() > 16);
    for message in sentences {
        let [en, zh] =
            [grundy_base::Lang::En, grundy_base::Lang::Zh].map(|lang| message.render(lang));
        assert!(en.is_ascii() && !zh.is_ascii(), "{en} {zh}");
        assert!(!zh.contains("{p") && !zh.contains("{w"), "{zh}");
    }
    let twenty = Cycle {
        vertices: (0..30).collect(),
    };
    assert!(
        twenty
            .to_string()
            .ends_with("18 19 0 (of 30 vertices, the first 20)")
    );
}

#[test]
fn names_go_through_a_line() {
    let mut random = Random(7);
    let pieces = [
        "a", "%", "-", " ", "\u{7532}", "\n", "\"", ".", "_", "/", ":", "~", "%41",
    ];
    for _ in 0..2000 {
        let name: String = (0..random.below(5))
            .map(|_| pieces[random.below(pieces.len() as u64) as usize])
            .collect();
        let written = escaped(&name);
        assert_eq!(unescaped(&written).as_ref(), Some(&name));
        let read = parse_inline(&format!("{written}-x")).unwrap();
        assert_eq!(read.names()[0], name);
    }
    let mut seen = 0;
    for _ in 0..300 {
        let count = random.below(8);
        let edges: Vec<String> = (0..=count)
            .map(|_| match random.below(4) {
                0 => random.below(12).to_string(),
                _ => format!("{}-{}", random.below(12), random.below(12)),
            })
            .collect();
        let named_graph = parse_inline(&edges.join(",")).unwrap();
        let sorted = named_graph.clone().sorted();
        assert!(
            sorted
                .names()
                .is_sorted_by_key(|name| name.parse::<u32>().unwrap())
        );
        let [mut one, mut other] = [named(&named_graph), named(&sorted)];
        one.sort();
        other.sort();
        assert_eq!(one, other);
        let again = parse_inline(&inline(&named_graph)).unwrap().sorted();
        assert_eq!(again, sorted);
        for (vertex, name) in (0u32..).zip(sorted.names()) {
            assert_eq!(sorted.vertex(name), Some(vertex));
        }
        seen += usize::from(inline(&sorted) != inline(&named_graph));
    }
    assert!(seen > 50);
}

#[test]
fn what_is_drawn_can_be_read() {
    let named_graph =
        parse_dot(r#"digraph { a -> "b \" \\" -> c; c -> c; a -> a; d -> e }"#).unwrap();
    let graph = named_graph.graph();
    let text = dot(
        graph,
        named_graph.names(),
        &labelling(graph, Play::Normal),
        &|_| None,
    );
    assert!(
        text.contains(r#"1 [label="b \" \\\\\nD", style=dashed];"#),
        "{text}"
    );
    assert!(text.contains("3 -> 4 [style=bold];"), "{text}");
    assert!(
        text.contains(r#"4 [label="e\nP 0", style=filled"#),
        "{text}"
    );
    assert_eq!(parse_dot(&text).unwrap().graph(), graph);
}
