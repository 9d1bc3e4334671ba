//! Questions to the server, each with the call that answers the same.

/// A route, what it is asked, and the same as a command line.
pub(crate) type Asked = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

/// A rule.
pub(crate) const RULE: &str = "n -> n-k for k in {1,3,4}";

/// Questions that have answers.
pub(crate) const QUESTIONS: &[Asked] = &[
    (
        "solve",
        &[("game", "nim 3 5 7")],
        &["solve", "--json", "nim 3 5 7"],
    ),
    (
        "solve",
        &[
            ("game", "nim 3 5 7"),
            ("misere", "true"),
            ("all", "true"),
            ("explain", "true"),
        ],
        &[
            "solve",
            "--json",
            "--misere",
            "--all",
            "--explain",
            "nim",
            "3",
            "5",
            "7",
        ],
    ),
    (
        "solve",
        &[("game", "10 12"), ("rule", RULE)],
        &["solve", "--json", "--rule", RULE, "10 12"],
    ),
    (
        "solve",
        &[
            ("game", "7"),
            ("rule", "n -> n-k for k in 1..=m"),
            ("let", "m=3"),
        ],
        &[
            "solve",
            "--json",
            "--rule=n -> n-k for k in 1..=m",
            "--let=m=3",
            "7",
        ],
    ),
    (
        "solve",
        &[("game", "wythoff 3,5 + kayles 20 + chomp 3x4")],
        &["solve", "--json", "wythoff 3,5 + kayles 20 + chomp 3x4"],
    ),
    (
        "moves",
        &[("game", "nim 3 5")],
        &["moves", "--json", "nim 3 5"],
    ),
    (
        "moves",
        &[
            ("game", "kayles 5 7"),
            ("choose", "1"),
            ("errs", "30"),
            ("seed", "7"),
            ("played", "2"),
        ],
        &[
            "moves",
            "--json",
            "--choose",
            "--errs=30",
            "--seed=7",
            "--played=2",
            "kayles 5 7",
        ],
    ),
    (
        "table",
        &[("game", "wythoff"), ("down", "0..10"), ("across", "0..=12")],
        &["table", "--format=json", "wythoff", "0..10", "0..=12"],
    ),
    (
        "table",
        &[
            ("game", "nim"),
            ("down", "0..4"),
            ("across", "0..4"),
            ("format", "svg"),
        ],
        &["table", "--format=svg", "nim", "0..4", "0..4"],
    ),
    (
        "table",
        &[
            ("game", "nim"),
            ("down", "0..4"),
            ("across", "0..4"),
            ("format", "png"),
        ],
        &["table", "--format=png", "nim", "0..4", "0..4"],
    ),
    (
        "table",
        &[
            ("rule", RULE),
            ("across", "0..30"),
            ("misere", "true"),
            ("format", "csv"),
        ],
        &["table", "--format=csv", "--misere", "--rule", RULE, "0..30"],
    ),
    (
        "sequence",
        &[("code", "0.77"), ("number", "100")],
        &["seq", "0.77", "-n", "100", "--json"],
    ),
    (
        "sequence",
        &[
            ("code", "0.106"),
            ("number", "1e3"),
            ("from", "900"),
            ("format", "csv"),
        ],
        &["seq", "0.106", "-n", "1e3", "--from", "900", "--format=csv"],
    ),
    (
        "chart",
        &[
            ("game", "kayles"),
            ("from", "0"),
            ("to", "150"),
            ("log", "true"),
        ],
        &["chart", "--log", "kayles", "0..150"],
    ),
    ("period", &[("game", "0.77")], &["period", "--json", "0.77"]),
    (
        "find",
        &[("game", "take:1,2")],
        &["find", "--json", "take:1,2"],
    ),
    (
        "find",
        &[("game", "0.75"), ("misere", "true")],
        &["find", "--json", "--misere", "0.75"],
    ),
    (
        "emit",
        &[("name", "hdu1847"), ("language", "python")],
        &["emit", "--lang=python", "hdu1847"],
    ),
    ("games", &[], &["games", "--json"]),
    ("games", &[("name", "nim")], &["games", "--json", "nim"]),
    (
        "games",
        &[("octal", "true")],
        &["games", "--json", "--octal"],
    ),
    (
        "games",
        &[("quotients", "true")],
        &["games", "--json", "--quotients"],
    ),
    (
        "games",
        &[("theorems", "true"), ("name", "lasker")],
        &["games", "--json", "--theorems", "lasker"],
    ),
    (
        "states",
        &[("game", "nim 1 2"), ("format", "dot")],
        &["solve", "--tree=dot", "nim 1 2"],
    ),
    (
        "states",
        &[("game", "nim 1 2"), ("format", "svg")],
        &["solve", "--tree=svg", "nim 1 2"],
    ),
    (
        "binary",
        &[("game", "nim 3 5 7")],
        &["solve", "--binary", "nim 3 5 7"],
    ),
];
