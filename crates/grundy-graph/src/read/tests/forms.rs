//! The same graph in every form.

use super::*;

const A: &[&str] = &["a>b", "b>c", "c>a", "\u{7532}>a", "c>c"];
const N: &[&str] = &["10>20", "20>30", "30>10", "7>10", "30>30"];

fn same(format: Format, written: &str) {
    let found = text(format, written).unwrap_or_else(|error| panic!("{written}: {error}"));
    let numbers = written.contains("10");
    let expected = if numbers {
        expected(N, &["5"])
    } else {
        expected(A, &["d"])
    };
    assert_eq!(found, expected, "{written}");
    // The same from a pipe, with another thread, without numbers being vertices, and compressed.
    let beside = Options {
        threads: 2,
        table: true,
        ..Options::default()
    };
    let input = dribble(written.as_bytes()).with_format(format);
    assert_eq!(graph_with(input, &beside).unwrap().0, expected, "{written}");
}

#[test]
fn lists_of_edges() {
    same(Format::Edges, "a b\nb c\nc a\n\u{7532} a\nc c\nd\n");
    same(
        Format::Edges,
        "\u{feff}a b\r\nb\tc\r\nc,a\r\n\u{7532} , a\r\nc c\r\n\r\n d # lone",
    );
    same(Format::Edges, "a-b-c-a,d \u{7532}-a\nc c");
    same(Format::Edges, "10 20\n20\t30\n30,10\n7 10\n30 30\n5");
    same(Format::Edges, "10-20-30-10 7-10 30-30 5");
    same(
        Format::Edges,
        "10 20 {}\n20 30 {'weight': 3, 'a': 'b c'}\n30 10 {}\n7 10 {} \n30 30\n5\n",
    );
    same(
        Format::Adjacency,
        "#comment\na b\nb c\nc a\n\u{7532} a # x\nc c\nd\n",
    );
    assert_eq!(
        text(Format::Adjacency, "1 2 3\n2 3\n4").unwrap(),
        expected(&["1>2", "1>3", "2>3"], &["4"])
    );
}

#[test]
fn tables() {
    same(Format::Csv, "a,b\nb,c\nc,a\n\u{7532},a\nc,c\nd\n");
    same(
        Format::Csv,
        "source,target\na,b\n b , c \r\n\"c\",\"a\"\n\n\u{7532},a\nc,c\nd,",
    );
    same(
        Format::Csv,
        "weight,TO,From,x\n1,b,a\n2,c,b,y\n,a,c\n# no\n,a,\u{7532}\n,c,c,,,\n0,,d\n",
    );
    same(
        Format::Csv,
        "node,next\n10,20\n20,30,0.5\n30,10,\n7,10\n\"30\",30\n5\n",
    );
    same(
        Format::Csv,
        "v,u\n20,10\n30,20\n10,30,\"x\ny\"\n10,7\n30,30\n,5\n",
    );
    same(Format::Tsv, "a\tb\nb\tc\nc\ta\n\u{7532}\ta\nc\tc\nd");
    same(
        Format::Tsv,
        "# FromNodeId\tToNodeId\n10\t20\n20\t30\n30\t10\n7\t10\n30\t30\n5\n",
    );
    assert_eq!(
        text(
            Format::Csv,
            "source,target\n\"a, \"\"b\"\"\",\"x\ny\"\n,\n\"\",z\n"
        )
        .unwrap_err()
        .to_string(),
        "line 4, column 1: expected the name of a vertex; for example a,b"
    );
    assert_eq!(
        text(
            Format::Csv,
            "source,target\n\"a, \"\"b\"\"\",\"x\ny\"\n\"\",z\n"
        )
        .unwrap(),
        expected(&["a, \"b\">x\ny", ">z"], &[])
    );
    // Without a header that is known, two names above two numbers are one.
    assert_eq!(
        text(Format::Csv, "x,y\n1,2").unwrap(),
        expected(&["1>2"], &[])
    );
    assert_eq!(
        text(Format::Csv, "x,y\n1,b").unwrap(),
        expected(&["x>y", "1>b"], &[])
    );
    let told = |header, columns: Option<[&str; 2]>| Options {
        header,
        columns: columns.map(|columns| columns.map(str::to_owned)),
        ..Options::default()
    };
    let table = "p,q,source,target\n1,2,3,4\n";
    let with = |options| {
        graph_with(Input::bytes(table).with_format(Format::Csv), &options).map(|read| read.0)
    };
    assert_eq!(with(told(None, None)).unwrap().0, ["3>4"]);
    assert_eq!(with(told(Some(false), None)).unwrap().0, ["p>q", "1>2"]);
    assert_eq!(with(told(None, Some(["Q", "p"]))).unwrap().0, ["2>1"]);
    assert_eq!(
        with(told(Some(false), Some(["4", "1"]))).unwrap().0,
        ["target>p", "4>1"]
    );
    assert_eq!(
        with(told(None, Some(["r", "p"]))).unwrap_err().to_string(),
        "line 1, column 1: there is no column 'r'"
    );
    assert_eq!(text(Format::Csv, "").unwrap(), expected(&[], &[]));
    assert_eq!(
        text(Format::Csv, "source,target").unwrap(),
        expected(&[], &[])
    );
}

#[test]
fn dot() {
    same(
        Format::Dot,
        "digraph { a -> b -> c -> a; \u{7532} -> a; c -> c; d }",
    );
    same(
        Format::Dot,
        "strict digraph G { 10 -> {20} -> subgraph s {30} 30 -> 10; 7 -> 10; 30 -> 30; {5} }",
    );
}

#[test]
fn graphml() {
    same(
        Format::GraphMl,
        "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\
         <key id=\"d0\" for=\"edge\" attr.name=\"x\" attr.type=\"long\"/>\n<graph edgedefault=\"directed\">\n\
         <node id=\"a\"/><node id=\"b\"><data key=\"d0\">node</data></node><!-- <node/> --><node id=\"&#99;\"/><node id=\"\u{7532}\" />\n\
         <edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\"/><edge source=\"c\" target=\"a\" directed=\"true\"/>\
         <edge source=\"\u{7532}\" target=\"a\"/><edge source=\"c\" target=\"c\"/><node id=\"d\"/></graph></graphml>",
    );
    let both = Options {
        undirected: true,
        ..Options::default()
    };
    let written = "<graphml><graph edgedefault='undirected'><node id='a&amp;'/><node id='b'/><edge source='a&amp;' target='b'/>\
                   <edge source='b' target='b' directed='true'/></graph></graphml>";
    let input = Input::bytes(written).with_format(Format::GraphMl);
    assert_eq!(
        graph_with(input, &both).unwrap().0,
        expected(&["a&>b", "b>b"], &[])
    );
}

#[test]
fn json() {
    for written in [
        r#"{"directed": true, "multigraph": false, "graph": {"name": "x", "y": [1, {}]},
            "nodes": [{"id": "a"}, {"x": 1, "id": "b"}, "c", {"id": "甲"}, {"id": "d"}],
            "links": [{"source": "a", "target": "b", "key": 0}, {"target": "c", "source": "b"}, ["c", "a"], ["甲", "a", 3], {"from": "c", "to": "c"}]}"#,
        r#"{"edges": [["a","b"],["b","c"],["c","a"],["甲","a"],["c","c"]], "nodes": ["a","b","c","d","甲"]}"#,
        r#"{"graph": {"directed": true, "type": "t", "nodes": {"a": {}, "b": {"label": "B"}, "c": {}, "甲": {}, "d": {}},
            "edges": [["a","b"],["b","c"],["c","a"],["甲","a"],["c","c"]]}}"#,
        r#"[["a","b"],["b","c"],{"source":"c","target":"a"},["甲","a"],["c","c"],"d"]"#,
        "[\"a\",\"b\"]\n{\"source\":\"b\",\"target\":\"c\",\"x\":{}}\r\n[\"c\",\"a\"]\n[\"甲\",\"a\"]\n[\"c\",\"c\"]\n[\"d\"]\n",
        r#"[[10,20],[20,30],[30,10],[7,10],[30,30],5]"#,
        r#"{"nodes":[{"id":5},{"id":10},{"id":20},{"id":30},{"id":7}],"links":[[10,20],[20,30],[30,10],[7,10],[30,30]]}"#,
    ] {
        same(Format::Json, written);
    }
    for (written, edges, alone) in [
        (
            r#"{"a": ["b", "c"], "b": [], "d": ["a"], "e": {"a": {}, "e": {"weight": 1}}, "f": []}"#,
            &["a>b", "a>c", "d>a", "e>a", "e>e"][..],
            &["f"][..],
        ),
        (
            r#"{"directed": true, "nodes": [{"id": 1}, {"id": 2}, {"id": "x"}], "adjacency": [[{"id": 2}, {"id": "x"}], [], ["x"]]}"#,
            &["1>2", "1>x", "x>x"],
            &[],
        ),
        (
            r#"{"start": ["from", "to"], "to": ["end"], "from": ["to"]}"#,
            &["start>from", "start>to", "to>end", "from>to"],
            &[],
        ),
        (r#"{"nodes": []}"#, &[], &[]),
        ("{}", &[], &[]),
        ("[]", &[], &[]),
        (
            r#"{"directed": true, "a": 1, "links": [[-1, 2]]}"#,
            &["-1>2"],
            &[],
        ),
    ] {
        assert_eq!(
            text(Format::Json, written).unwrap(),
            expected(edges, alone),
            "{written}"
        );
    }
    let both = Options {
        undirected: true,
        ..Options::default()
    };
    let written = r#"{"directed": false, "nodes": [1, 2], "links": [[1, 2]]}"#;
    let input = Input::bytes(written);
    assert_eq!(graph_with(input, &both).unwrap().0, expected(&["1>2"], &[]));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet() {
    use super::damaged::parquet_file;
    let found = |schema: &str, strings: bool, options: &Options| {
        graph_with(Input::bytes(parquet_file(schema, strings)), options).map(|read| read.0)
    };
    let none = Options::default();
    let numbers = expected(&["0>1", "1>2", "2>3", "3>4", "4>5"], &[]);
    for schema in [
        "message m { required int64 source; required int64 target; }",
        "message m { required int32 x; required int64 y; }",
        "message m { optional int32 u (UINT_32); required int64 v; }",
    ] {
        assert_eq!(found(schema, false, &none).unwrap(), numbers, "{schema}");
    }
    let words = expected(&["v0>v1", "v1>v2", "v2>v3", "v3>v4", "v4>v5"], &[]);
    let schema = "message m { required binary from (STRING); required binary to (STRING); }";
    assert_eq!(found(schema, true, &none).unwrap(), words);
    let schema = "message m { required int64 target; required int64 source; }";
    let turned = expected(&["1>0", "2>1", "3>2", "4>3", "5>4"], &[]);
    assert_eq!(found(schema, false, &none).unwrap(), turned);
    let told = Options {
        columns: Some(["p".to_owned(), "q".to_owned()]),
        ..Options::default()
    };
    let schema = "message m { required int64 q; required int64 p; }";
    assert_eq!(found(schema, false, &told).unwrap(), turned);
    assert_eq!(
        found(
            "message m { required int64 q; required int64 r; }",
            false,
            &told
        )
        .unwrap_err()
        .to_string(),
        "there is no column 'p' of integers or strings"
    );
    let bytes = parquet_file("message m { required int64 q; required int64 p; }", false);
    let error = graph(Input::reader(io::Cursor::new(bytes))).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("a Parquet file cannot be read from a pipe")
    );
}

#[test]
fn forms_are_found_out() {
    for (name, format) in [
        ("a.edges", Some(Format::Edges)),
        ("b/a.CSV.GZ", Some(Format::Csv)),
        ("a.b.tsv.zst", Some(Format::Tsv)),
        ("a.gv", Some(Format::Dot)),
        ("a.xml", Some(Format::GraphMl)),
        ("a.jsonl", Some(Format::Json)),
        ("a.parquet", Some(Format::Parquet)),
        ("a.grg", Some(Format::Packed)),
        ("a.adjlist", Some(Format::Adjacency)),
        ("a.txt", None),
        ("csv", None),
        ("a.gz", None),
    ] {
        assert_eq!(Format::of(std::path::Path::new(name)), format, "{name}");
    }
    for (begin, format) in [
        ("a b", Format::Edges),
        ("", Format::Edges),
        ("graph b", Format::Edges),
        ("// x\ndigraph {}", Format::Dot),
        ("\u{feff} <?xml", Format::GraphMl),
        ("\n{\"a\":[]}", Format::Json),
        ("[]", Format::Json),
        ("# x\nsource,target\na,b", Format::Csv),
        ("from\tto\na\tb", Format::Tsv),
        ("PAR1", Format::Parquet),
    ] {
        let bytes = begin.trim_start_matches('\u{feff}').as_bytes();
        assert_eq!(Format::sniffed(bytes), format, "{begin}");
    }
    let mut kept = Kept::default();
    let input = Input::bytes("\u{feff}{\"a\":[\"b\"]}");
    let read = read(input, &Options::default(), &mut kept, &mut |_| ()).unwrap();
    assert_eq!((read.format, read.edges, read.bytes), (Format::Json, 1, 14));
}
