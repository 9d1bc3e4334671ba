//! Hard and hostile questions: each must stay within its budget, and end when somebody asks it to.

use std::io::{self, Write};

/// Writes an input, piece by piece: who measures others should be small.
pub(crate) type Input = fn(&mut dyn Write) -> io::Result<()>;

/// A question.
pub(crate) struct Hard {
    /// The call, without the program's name and the budget; `{}` is the name of the file with the input, which else
    /// comes on standard input.
    pub(crate) line: &'static str,
    pub(crate) input: Option<Input>,
    /// Whether it is asked in every run of the tests.
    pub(crate) is_usual: bool,
}

const fn usual(line: &'static str) -> Hard {
    Hard {
        line,
        input: None,
        is_usual: true,
    }
}

const fn usual_with(line: &'static str, input: Input) -> Hard {
    Hard {
        line,
        input: Some(input),
        is_usual: true,
    }
}

const fn hard(line: &'static str) -> Hard {
    Hard {
        line,
        input: None,
        is_usual: false,
    }
}

const fn hard_with(line: &'static str, input: Input) -> Hard {
    Hard {
        line,
        input: Some(input),
        is_usual: false,
    }
}

/// All of them.
pub(crate) static HARD: &[Hard] = &[
    // Long numbers, and many.
    usual_with("solve -", many_small_and_one_long),
    hard_with("solve -", most_small_and_one_long),
    hard_with("solve --all -", many_small_and_one_long),
    hard_with("solve --explain -", many_small_and_one_long),
    usual_with("solve -", |out| long(out, "fibonacci ", 1_000_000)),
    hard_with("solve -", |out| long(out, "kayles ", 1_000_000)),
    hard_with("solve -", |out| long(out, "nim ", 1_000_000)),
    hard_with("solve -", |out| long(out, "take:1,3,4 ", 1_000_000)),
    usual_with("solve -", |out| long_pair(out, "euclid ")),
    hard_with("solve -", |out| long_pair(out, "wythoff ")),
    // To pass over what is too long takes the time of reading it, which no question counts.
    usual_with("solve -", |out| times(out, "1 ", 10 << 20)),
    hard_with("solve -", |out| times(out, "\0", 20 << 20)),
    hard_with("solve -", |out| times(out, "kayles 1000000000000\n", 100)),
    hard_with("solve -", |out| times(out, "misere", 1 << 20)),
    // Rules.
    usual_with("solve --rule @{} 5", long_rule),
    hard_with("table --rule @{} 0..5", long_rule),
    hard_with("find --rule @{}", long_rule),
    hard_with("emit --rule @{} --to cpp", long_rule),
    hard_with("moves --rule @{} 5", long_rule),
    hard_with("judge --rule @{}", long_rule),
    hard_with("solve --rule @{} 5", |out| times(out, "(", 1 << 20)),
    hard_with(
        "solve --rule 'n -> n-k for k in v' --let v=@{} 100000",
        |out| times(out, "7 ", 3_000_000),
    ),
    // Searches.
    usual("solve cram 5x6"),
    hard("solve --misere cram 7x7"),
    hard("solve --misere wythoff 60,70 50,80 + nim 90 91 92"),
    hard("solve --tree=svg cram 6x6 --positions 1G"),
    hard(
        "solve --rule '(x,y) -> (x-i,y-j) for i in 0..=x for j in 0..=y if i+j > 0 and gcd(i,j) == 1' 300,300",
    ),
    hard("moves --misere cram 8x9"),
    usual("moves --misere cram 6x6 --json"),
    hard("moves nim 90000 90000 90001"),
    usual("play --misere cram 6x6 --first machine"),
    hard("play nim 60 61 62 --with watch"),
    // Tables and pictures.
    usual("table nim 0..4000 0..4000"),
    hard("table wythoff 0..4000 0..4000 -f json"),
    usual("table --misere wythoff 0..300 0..300"),
    hard("table 0.007 0..19000000 -f csv"),
    hard("table nim 0..200000000 -f png"),
    hard("table nim 0..10000 0..20000 -f png"),
    hard(
        "table --rule '(x,y) -> (x-i,y) for i in 1..=x if gcd(i,y) == 1 | (x,y-j) for j in 1..=y' 0..3000 0..3000",
    ),
    hard("table --misere --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1' 0..10000000 -f csv"),
    hard(
        "table euclid 18446744073709551000..18446744073709551600 18446744073709551000..18446744073709551600",
    ),
    usual("chart 0.007 0..100000000"),
    hard("chart nim 0..100000000"),
    hard("chart --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1' 0..1000000"),
    // Sequences and periods.
    usual(
        "seq '0.0{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}' -n 1e9 --stats",
    ),
    hard("seq 0.106 -n 1e12 --stats"),
    hard("seq 0.007 -n 1e10 -f u8"),
    hard("seq 0.007 -n 1e10 --plot -"),
    hard("seq --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1' -n 10000000"),
    usual("period 0.007"),
    hard("period '0.0{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}'"),
    hard("period --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1'"),
    // Patterns and programs.
    usual("find --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1' --small 1000000"),
    hard(
        "find --rule '(x,y) -> (x-i,y-j) for i in 0..=x for j in 0..=y if i+j > 0 and gcd(i,j) == 1'",
    ),
    hard_with("find --values {}", squares),
    hard("find '0.0{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}'"),
    hard("find cram:3"),
    usual("emit --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1' --to cpp"),
    hard(
        "emit --rule '(x,y) -> (x-i,y-j) for i in 0..=x for j in 0..=y if i+j > 0 and gcd(i,j) == 1' --to java",
    ),
    // Other people's programs.
    usual("check cses1098 --cmd 'sleep 100'"),
    hard("check cses1098 --cmd yes"),
    usual("check cses1098 --cmd 'while true; do sleep 50 & done'"),
    hard("check cses1098 --cmd 'sleep 100' --limit-time 50s"),
    hard("check cses1098 --cmd 'cat /dev/zero >&2'"),
    hard("check --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1' --cmd cat --cases 1000000"),
    // Contests.
    usual_with("judge cses1730", |out| long(out, "1\n", 90_000_000)),
    usual_with("judge cses1730", |out| many_cases(out, 3_000_000)),
    hard_with("judge cses1730 --json", |out| many_cases(out, 3_000_000)),
    hard_with("judge cses1730 --explain {}", |out| {
        many_cases(out, 3_000_000)
    }),
    hard_with("judge cses1730", one_long_case),
    hard_with("judge cses1730 --json", one_long_case),
    usual_with(
        "judge --rule 'n -> n-k for k in 1..=n if gcd(n,k) == 1'",
        |out| times(out, "9000000\n", 100_000),
    ),
    hard_with("judge --format {} some", |out| {
        times(out, "[[format]]\n", 90_000)
    }),
    // Graphs.
    usual_with("graph {} --input dot", lone_in_dot),
    hard_with("graph - --input dot", lone_in_dot),
    hard_with("graph {} --input dot --json", lone_in_dot),
    hard_with("graph {} --input dot -f csv", lone_in_dot),
    hard_with("graph {} --input dot --game nim --at v1", lone_in_dot),
    hard_with("graph {} --input dot --game geography --at v1", lone_in_dot),
    hard_with("graph {} --input dot -f dot", chain_in_dot),
    hard_with("graph {} --input dot --steps", chain_in_dot),
    usual_with("graph {} --input dot", |out| {
        out.write_all(b"digraph { a [label=\"")?;
        times(out, "x", 50_000_000)?;
        out.write_all(b"\"]; }")
    }),
    usual_with("graph {} --input json", |out| times(out, "[", 5_000_000)),
    hard_with("graph {} --input json", |out| {
        times(out, "{\"nodes\":[", 1_000_000)
    }),
    hard_with("graph {} --input json", |out| {
        out.write_all(b"{\"nodes\":[{\"id\":\"")?;
        times(out, "x", 60_000_000)?;
        out.write_all(b"\"}]}")
    }),
    usual_with("graph {}", |out| packed(out, "1 2\n", 1 << 26)),
    hard_with("graph {}", |out| packed(out, "x", 300 << 20)),
    hard_with("graph {} --input graphml", |out| {
        out.write_all(b"<graphml><graph>")?;
        (0..700_000).try_for_each(|at| write!(out, "<node id=\"n{at}\"/>"))?;
        out.write_all(b"</graph></graphml>")
    }),
    hard_with("graph {} --input graphml", |out| {
        times(out, "<graphml>", 3_000_000)
    }),
    hard_with("graph {} --input parquet", |out| {
        out.write_all(b"PAR1")?;
        times(out, "\u{7f}", 5_000_000)?;
        out.write_all(b"\x00\x00\x40\x00PAR1")
    }),
    hard_with("graph {}", |out| {
        (0..3_000_000).try_for_each(|at| writeln!(out, "{at} {}", at + 1))
    }),
    usual_with("graph {}", named),
    hard_with("graph - -f jsonl", named),
    hard_with("graph {} --at name1 --at name5 --misere", named),
    hard_with("graph {}", |out| long(out, "a ", 90_000_000)),
    hard_with("graph {}", |out| {
        (0..1_000_000u64).try_for_each(|at| {
            let end = |by: u64| at * by % 4_000_000_000;
            writeln!(out, "{} {}", end(1_000_003), end(7919))
        })
    }),
    // The catalogue.
    hard(
        "nimber 'log(170141183460469231731687303715884105729, 322006989858061914028087180528925687759)'",
    ),
    hard("games"),
    hard("games --octal --json"),
    hard("games --quotients --json"),
];

fn times(out: &mut dyn Write, text: &str, count: usize) -> io::Result<()> {
    let together = (64 << 10) / text.len();
    let piece = text.repeat(together);
    (0..count / together).try_for_each(|_| out.write_all(piece.as_bytes()))?;
    out.write_all(text.repeat(count % together).as_bytes())
}

fn long(out: &mut dyn Write, before: &str, digits: usize) -> io::Result<()> {
    out.write_all(before.as_bytes())?;
    times(out, "7", digits)?;
    out.write_all(b"\n")
}

fn long_pair(out: &mut dyn Write, before: &str) -> io::Result<()> {
    out.write_all(before.as_bytes())?;
    times(out, "8", 1_000_000)?;
    long(out, ",", 999_999)
}

fn many_small_and_one_long(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"nim ")?;
    (0..10_000).try_for_each(|at| write!(out, "{} ", at % 1000 + 1))?;
    long(out, "", 900_000)
}

fn most_small_and_one_long(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"nim ")?;
    (0..250_000).try_for_each(|at| write!(out, "{} ", at % 9 + 1))?;
    long(out, "", 500_000)
}

fn long_rule(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"n -> n-1")?;
    (2..=225_000).try_for_each(|at| write!(out, " | n-{at}"))
}

fn squares(out: &mut dyn Write) -> io::Result<()> {
    (0..5_000_000u64).try_for_each(|at| write!(out, "{} ", at * at % 97))
}

fn many_cases(out: &mut dyn Write, count: usize) -> io::Result<()> {
    writeln!(out, "{count}")?;
    times(out, "2\n3 5\n", count)
}

fn one_long_case(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "1\n20000000")?;
    times(out, "1234567 ", 20_000_000)
}

fn lone_in_dot(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"digraph {\n")?;
    (0..1_000_000).try_for_each(|at| writeln!(out, "v{at};"))?;
    out.write_all(b"}\n")
}

fn chain_in_dot(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"digraph {\n")?;
    (0..90_000).try_for_each(|at| writeln!(out, "v{at} -> v{};", at + 1))?;
    out.write_all(b"}\n")
}

fn named(out: &mut dyn Write) -> io::Result<()> {
    (0..1_000_000).try_for_each(|at| writeln!(out, "name{at} name{}", at + 1))
}

/// Gzip of a text that repeats itself.
fn packed(out: &mut dyn Write, text: &str, count: usize) -> io::Result<()> {
    let mut out = flate2::write::GzEncoder::new(out, flate2::Compression::fast());
    times(&mut out, text, count)?;
    out.finish().map(drop)
}
