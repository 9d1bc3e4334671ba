//! Whether the flags of a call make one question: no flag has two values, none says the contrary of another, and none is without effect.
//!
//! What a command itself can tell from what it is asked, it refuses itself; here stands what the flags alone tell.

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::failure::Failure;
use crate::interface::Entry;
use crate::limits::text;
use crate::words;

/// A flag of a command, and others that it cannot do with or without.
struct Beside {
    command: &'static str,
    flag: &'static str,
    others: &'static [&'static str],
    /// A call that is understood.
    example: &'static str,
}

/// Flags beside which the others have no effect.
const APART: &[Beside] = &[
    Beside {
        command: "solve",
        flag: "tree",
        others: &[
            "binary",
            "all",
            "explain",
            "genus",
            "verify",
            "certificate",
            "threads",
            "table",
            "processes",
            "listen",
        ],
        example: "grundy solve --tree nim 1 2",
    },
    Beside {
        command: "solve",
        flag: "binary",
        others: &["format", "json", "all", "explain", "genus", "verify"],
        example: "grundy solve --binary nim 3 5 7",
    },
    Beside {
        command: "solve",
        flag: "parquet",
        others: &["format", "json", "processes", "listen"],
        example: "grundy solve --parquet positions.parquet -o answers.parquet",
    },
    Beside {
        command: "solve",
        flag: "join",
        others: &[
            "format",
            "json",
            "all",
            "explain",
            "genus",
            "verify",
            "certificate",
            "tree",
            "binary",
            "parquet",
            "output",
            "threads",
            "table",
            "processes",
            "listen",
        ],
        example: "grundy solve cram 5x9 --join 10.0.0.1:2100 --token-file token",
    },
    Beside {
        command: "find",
        flag: "values",
        others: &["small"],
        example: "grundy find --values values.txt",
    },
    Beside {
        command: "judge",
        flag: "list",
        others: &[
            "about",
            "explain",
            "rule",
            "let",
            "misere",
            "assume-finite",
            "threads",
        ],
        example: "grundy judge --list nim",
    },
    Beside {
        command: "judge",
        flag: "show",
        others: &["about", "explain", "json", "threads", "assume-finite"],
        example: "grundy judge --show hdu1847 > mine.toml",
    },
    Beside {
        command: "judge",
        flag: "about",
        others: &["explain", "threads", "assume-finite"],
        example: "grundy judge --about hdu1847",
    },
];

/// Flags by which `-` stands for standard output, where nothing else is written then.
const ALONE: &[Beside] = &[
    Beside {
        command: "moves",
        flag: "picture",
        others: &["choose", "played", "json", "format"],
        example: "grundy moves nim 3 5 --picture -",
    },
    Beside {
        command: "quotient",
        flag: "svg",
        others: &["json", "format", "table", "phi"],
        example: "grundy quotient 0.77 --svg -",
    },
    Beside {
        command: "quotient",
        flag: "dot",
        others: &["json", "format", "table", "phi"],
        example: "grundy quotient 0.77 --dot -",
    },
    Beside {
        command: "quotient",
        flag: "certificate",
        others: &["json", "format", "table", "phi"],
        example: "grundy quotient 0.77 --certificate -",
    },
];

/// Flags that say something of another, one of which has to be there.
const NEEDS: &[Beside] = &[
    Beside {
        command: "solve",
        flag: "token-file",
        others: &["listen", "join"],
        example: "grundy solve cram 5x9 --listen 10.0.0.1:2100 --token-file token",
    },
    Beside {
        command: "moves",
        flag: "errs",
        others: &["choose"],
        example: "grundy moves nim 3 5 7 --choose --errs 20",
    },
    Beside {
        command: "moves",
        flag: "seed",
        others: &["choose"],
        example: "grundy moves nim 3 5 7 --choose --errs 20 --seed 1",
    },
    Beside {
        command: "games",
        flag: "digits",
        others: &["octal"],
        example: "grundy games --octal --digits 4",
    },
    Beside {
        command: "period",
        flag: "digits",
        others: &["atlas"],
        example: "grundy period --atlas periods.tsv --digits 4",
    },
    Beside {
        command: "period",
        flag: "every",
        others: &["checkpoint"],
        example: "grundy period 0.6 --checkpoint run.save --every 5m",
    },
];

/// Refuses flags that do not make one question.
pub(super) fn check(entry: &Entry, matches: &ArgMatches) -> Result<(), Failure> {
    one_value(entry, matches)?;
    one_form(entry, matches)?;
    let given = |flag: &str| is_given(entry, matches, flag);
    for apart in APART.iter().filter(|apart| apart.command == entry.name) {
        let mut others = apart.others.iter();
        if given(apart.flag)
            && let Some(other) = others.find(|other| given(other))
        {
            let [flag, other] = [apart.flag, other].map(long);
            let message = words::flags_apart(&flag, &other);
            return Err(Failure::Arguments(message, apart.example.to_owned()));
        }
    }
    for alone in ALONE.iter().filter(|alone| alone.command == entry.name) {
        let mut others = alone.others.iter();
        if text(matches, alone.flag) == Some("-")
            && let Some(other) = others.find(|other| given(other))
        {
            let message = words::flags_apart(&format!("--{} -", alone.flag), &long(other));
            return Err(Failure::Arguments(message, alone.example.to_owned()));
        }
    }
    for needs in NEEDS.iter().filter(|needs| needs.command == entry.name) {
        if given(needs.flag) && !needs.others.iter().any(|other| given(other)) {
            let others: Vec<String> = needs.others.iter().map(|other| long(other)).collect();
            let message = words::flag_needs(&long(needs.flag), &others);
            return Err(Failure::Arguments(message, needs.example.to_owned()));
        }
    }
    Ok(())
}

fn long(flag: &str) -> String {
    format!("--{flag}")
}

fn is_given(entry: &Entry, matches: &ArgMatches, flag: &str) -> bool {
    let has = entry.flags.iter().any(|known| known.name == flag);
    has && matches.value_source(flag) == Some(ValueSource::CommandLine)
}

/// That no flag of one value has two.
fn one_value(entry: &Entry, matches: &ArgMatches) -> Result<(), Failure> {
    for flag in entry.flags.iter().filter(|flag| flag.takes.is_single()) {
        let mut values = matches.get_many::<String>(flag.name).into_iter().flatten();
        let Some(first) = values.next() else {
            continue;
        };
        if let Some(other) = values.find(|other| *other != first) {
            let message = words::two_values(&long(flag.name), first, other);
            return Err(Failure::Arguments(message, entry.example.to_owned()));
        }
    }
    Ok(())
}

/// That the form of the output is asked for in one way: `--json` is `--format json`, and `--tree=json` too.
fn one_form(entry: &Entry, matches: &ArgMatches) -> Result<(), Failure> {
    let json = is_given(entry, matches, "json").then(|| ("--json".to_owned(), "json"));
    let format = text(matches, "format").map(|form| (format!("--format {form}"), form));
    let tree = text(matches, "tree").map(|form| (format!("--tree={form}"), form));
    // Statistics are one thing there, and the values another.
    let has_one_form = entry.name != "seq";
    // What is no form stands for the file of a problem, and rows of a graph are told apart there.
    let is_form = |form: &str| match entry.name {
        "judge" | "check" | "graph" => ["text", "json"].contains(&form),
        _ => true,
    };
    let asked = [json, format.filter(|(_, form)| is_form(form)), tree];
    let asked: Vec<(String, &str)> = asked.into_iter().flatten().collect();
    if let [(first, form), rest @ ..] = &asked[..]
        && has_one_form
        && let Some((other, _)) = rest.iter().find(|(_, other)| other != form)
    {
        let message = words::flags_apart(first, other);
        return Err(Failure::Arguments(message, entry.example.to_owned()));
    }
    Ok(())
}
