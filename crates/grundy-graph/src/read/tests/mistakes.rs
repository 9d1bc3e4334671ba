//! What is said of files that are wrong.

use super::*;
use grundy::Lang;

fn mistake(format: Format, written: &str) -> String {
    let error = text(format, written)
        .err()
        .unwrap_or_else(|| panic!("{written}"));
    let [english, chinese] = [Lang::En, Lang::Zh].map(|lang| error.message().render(lang));
    assert!(
        !chinese.contains("{w") && !english.contains("{w") && !chinese.is_ascii(),
        "{chinese}"
    );
    english
}

#[test]
fn lists_of_edges() {
    for (written, message) in [
        (
            "a b\nb c 3\n",
            "line 2, column 5: expected one edge a line, found '3'; for example a b",
        ),
        (
            "1 2\n3 4 5\n",
            "line 2, column 5: expected one edge a line, found '5'; for example a b",
        ),
        (
            "1 2\n3,\n",
            "line 2, column 2: expected one edge a line, found ','; for example a b",
        ),
        (
            "\u{7532}\u{7532}->\nb",
            "line 1, column 3: expected the name of a vertex, found '-'; for example a-b,b-c",
        ),
    ] {
        assert_eq!(mistake(Format::Edges, written), message);
    }
    let error = graph(Input::bytes(b"1 2\n\xFFa b\n")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: expected text in UTF-8"
    );
    let long = "a".repeat(1 << 21);
    for (format, message) in [
        (
            Format::Edges,
            "line 3, column 1: expected a line of at most 64 MiB",
        ),
        (
            Format::Csv,
            "line 3, column 1: expected a line of at most 64 MiB",
        ),
    ] {
        assert_eq!(mistake(format, &format!("a,b\n\n{long}")), message);
    }
    for format in [Format::Edges, Format::Adjacency, Format::Csv] {
        let long = "a".repeat(1 << 20);
        let message = mistake(format, &format!("b,c\nd {long}\n"));
        assert!(message.starts_with("line "), "{message}");
    }
    let long = "a".repeat((1 << 20) - 100);
    assert!(text(Format::Edges, &format!("{long} b")).is_ok());
}

#[test]
fn tables() {
    for (written, message) in [
        (
            "a,b\n\"c,d\n",
            "line 2, column 1: expected a \" at the end of the field that begins here; for example \"a, b\",c",
        ),
        (
            "a,b\n\"c\"d,e\n",
            "line 2, column 4: expected the end of a field after \"; for example \"a, b\",c",
        ),
        (
            "a,b\n\"c\nd\",e\n,f\n",
            "line 4, column 1: expected the name of a vertex; for example a,b",
        ),
        (
            "source,x,target\n1,2,3\n,2,3\n",
            "line 3, column 1: expected the name of a vertex; for example a,b",
        ),
    ] {
        assert_eq!(mistake(Format::Csv, written), message);
    }
    let bytes = b"a,b\nc,\xFF\n".to_vec();
    let error = graph(Input::bytes(bytes).with_format(Format::Csv)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 3: expected a name in UTF-8"
    );
}

#[test]
fn dot() {
    for (written, message) in [
        (
            "digraph {\n a -- b }",
            "line 2, column 4: expected ->, found '-'; for example digraph { a -> b }",
        ),
        (
            "graph {}",
            "line 1, column 1: expected digraph, found 'g'; for example digraph { a -> b }",
        ),
    ] {
        assert_eq!(mistake(Format::Dot, written), message);
    }
    let error = graph(Input::bytes(b"digraph {\n\xFF }").with_format(Format::Dot)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: expected text in UTF-8"
    );
}

#[test]
fn graphml() {
    let head = "<graphml><graph edgedefault=\"directed\">";
    for (written, message) in [
        (
            "<node id='a'/>\n<node id='a'/></graph></graphml>",
            "line 2, column 1: the vertex 'a' is declared twice",
        ),
        (
            "\n<node id='a'/><edge source='a' target='b'/></graph></graphml>",
            "line 2, column 15: an edge names the vertex 'b', which is not among the vertices of the file",
        ),
        (
            "<node/></graph></graphml>",
            "line 1, column 40: expected the attribute id; for example <node id=\"a\"/>",
        ),
        (
            "<edge source='a'/></graph></graphml>",
            "line 1, column 40: expected the attribute target; for example <edge source=\"a\" target=\"b\"/>",
        ),
        (
            "<node id='a'/><edge source='a' target='a' directed='false'/></graph></graphml>",
            "line 1, column 54: expected directed edges, found a graph whose edges are declared undirected; for example edgedefault=\"directed\"",
        ),
    ] {
        assert_eq!(
            mistake(Format::GraphMl, &format!("{head}{written}")),
            message
        );
    }
    for (written, begin) in [
        ("", "line 1, column 1: expected a <graph>"),
        ("<svg/>", "line 1, column 7: expected a <graph>"),
        (
            "<graphml><graph>",
            "line 1, column 17: the file ends too early",
        ),
        (
            "<graphml><graph></graphml>",
            "line 1, column 27: this is not XML (",
        ),
        (
            "<graph><node id=a/></graph>",
            "line 1, column 8: expected attributes as key=\"value\" (",
        ),
        (
            "<graph><node id='&x;'/></graph>",
            "line 1, column 8: expected attributes as key=\"value\" (",
        ),
        (
            "<graph><node id='a'",
            "line 1, column 20: this is not XML (",
        ),
        (
            "<graph><hyperedge/></graph>",
            "line 1, column 8: expected an <edge>: ",
        ),
    ] {
        let message = mistake(Format::GraphMl, written);
        assert!(message.starts_with(begin), "{message}");
    }
    let deep = format!("<graph>{}", "<a>".repeat(1000));
    assert!(mistake(Format::GraphMl, &deep).contains("1000 deep"));
    let long = format!("<graph><node id='{}'/></graph>", "a".repeat(1 << 21));
    assert!(mistake(Format::GraphMl, &long).contains("within 64 MiB"));
}

#[test]
fn json() {
    for (written, message) in [
        (
            "",
            "line 1, column 1: expected a graph as JSON; for example [[\"a\",\"b\"],[\"b\",\"c\"]]",
        ),
        (
            "{\"nodes\":[\"a\",\n\"a\"]}",
            "line 2, column 4: the vertex 'a' is declared twice",
        ),
        (
            "{\"nodes\":[{\"id\":\"a\"},{\"id\":\"a\"}]}",
            "line 1, column 32: the vertex 'a' is declared twice",
        ),
        (
            "{\"a\":[\"b\"],\"a\":[]}",
            "line 1, column 15: the vertex 'a' is declared twice",
        ),
        (
            "{\"nodes\":[\"a\"],\n\"links\":[[\"a\",\"b\"]]}",
            "line 2, column 18: an edge names the vertex 'b', which is not among the vertices of the file",
        ),
        (
            "{\"links\":[[\"a\",\"b\"]],\n\"nodes\":[\"a\"]}",
            "an edge names the vertex 'b', which is not among the vertices of the file",
        ),
        (
            "{\"nodes\":[{}]}",
            "line 1, column 13: expected a node with its id; for example {\"id\":\"a\"}",
        ),
        (
            "[{\"source\":1}]",
            "line 1, column 14: expected an edge with both of its ends; for example {\"source\":\"a\",\"target\":\"b\"}",
        ),
        (
            "[{\"source\":1.5,\"target\":1}]",
            "line 1, column 16: expected the name of a vertex, a string or a whole number; for example {\"source\":\"a\",\"target\":\"b\"}",
        ),
        (
            "[[\"a\",\"b\"]",
            "line 1, column 10: the JSON text ends too early; for example [[\"a\",\"b\"],[\"b\",\"c\"]]",
        ),
        (
            "{\"directed\":false,\"links\":[]}",
            "line 1, column 18: expected directed edges, found a graph whose edges are declared undirected; for example edgedefault=\"directed\"",
        ),
    ] {
        assert_eq!(mistake(Format::Json, written), message, "{written}");
    }
    for written in [
        "[[[\"a\"]]]",
        "[true]",
        "[[\"a\",[]]]",
        "[[]]",
        "{\"a\":1}",
        "{\"a\":[[\"b\"]]}",
        "{\"a\":[null]}",
        "[[1.5,2]]",
        "nul",
        "{\"nodes\":1}",
        "{\"nodes\":[[]]}",
        "{\"adjacency\":[[]]}",
        "{\"nodes\":[1],\"adjacency\":[[],[]]}",
        "[\"\\ud800\"]",
        "{\"links\":[[1,2],]}",
        "1.5",
        "\"a\" x",
    ] {
        let message = mistake(Format::Json, written);
        assert!(message.starts_with("line 1, column "), "{message}");
    }
    let deep = "[".repeat(100_000);
    assert!(mistake(Format::Json, &deep).starts_with("line 1, column "));
    let deep = format!("{{\"graph\":{}", "{\"a\":".repeat(100_000));
    assert!(mistake(Format::Json, &deep).contains("too early"));
    let long = format!("[[\"a\",\"{}\"]]", "a".repeat(1 << 21));
    assert!(mistake(Format::Json, &long).contains("within 64 MiB"));
    // An element in the middle of invalid bytes.
    assert!(graph(Input::bytes(b"[[\"a\",\"\xFF\"]]")).is_err());
}

#[test]
fn files_that_are_not_there() {
    let error = graph(Input::path("/nowhere/a.csv")).unwrap_err();
    assert!(matches!(error.cause, Cause::File(_)) && error.place.is_none());
    assert!(graph(Input::path(std::env::temp_dir())).is_err());
}
