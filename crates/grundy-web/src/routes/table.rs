//! The routes.

use grundy::Text;

use super::parameters::{
    ALL_BUDGETS, BYTES, CSV, FROM, GAME, INPUT, LET, MISERE, PLAIN, PNG, RULE, RULES, SVG,
    TIME_AND_BYTES, flag, format, json, number,
};
use super::{Answer, Budget, Choice, Goes, Kind, Parameter, Route, questions};

/// A form of the answer.
const fn form(name: &'static str, argument: &'static str, answer: Answer) -> Choice {
    Choice {
        name,
        argument,
        answer: Some(answer),
    }
}

/// A choice that leaves the form of the answer as it is.
const fn plain(name: &'static str, argument: &'static str) -> Choice {
    Choice {
        name,
        argument,
        answer: None,
    }
}

/// What may be asked.
pub static ROUTES: &[Route] = &[
    Route {
        name: "solve",
        about: Text {
            en: "Who wins a position, by which moves, and why",
            zh: "局面谁胜、必胜走法及理由",
        },
        command: &["solve", "--json"],
        parameters: &[
            GAME,
            RULE,
            LET,
            MISERE,
            flag(
                "all",
                "--all",
                Text {
                    en: "List all winning moves, not only the first ten",
                    zh: "列出全部必胜走法，而不只是前十种",
                },
            ),
            flag(
                "explain",
                "--explain",
                Text {
                    en: "Also say which engines declined, and why",
                    zh: "另外说明哪些引擎未能回答及其原因",
                },
            ),
            INPUT,
        ],
        budgets: ALL_BUDGETS,
        answer: json("Answer"),
        read: Some(questions::read::<questions::Solve>),
    },
    Route {
        name: "moves",
        about: Text {
            en: "All moves of a position, which of them win, and how it is drawn",
            zh: "局面的全部走法、哪些必胜，以及如何绘制",
        },
        command: &["moves", "--json"],
        parameters: &[
            GAME,
            RULE,
            LET,
            MISERE,
            flag(
                "choose",
                "--choose",
                Text {
                    en: "The machine chooses a move",
                    zh: "由机器选一步走法",
                },
            ),
            number(
                "errs",
                "--errs",
                (0, 100),
                Text {
                    en: "In how many of a hundred moves the machine errs (default: 0)",
                    zh: "机器每一百步中出错多少步（默认 0）",
                },
                "25",
            ),
            number(
                "seed",
                "--seed",
                (0, u64::MAX),
                Text {
                    en: "What its choices come from: the same seed, the same move",
                    zh: "随机种子：相同种子得到相同走法",
                },
                "1",
            ),
            number(
                "played",
                "--played",
                (0, u64::MAX),
                Text {
                    en: "Comment on the move of this number, from 0",
                    zh: "评论此编号的走法（从 0 起）",
                },
                "0",
            ),
            INPUT,
        ],
        budgets: ALL_BUDGETS,
        answer: json("Moves"),
        read: None,
    },
    Route {
        name: "table",
        about: Text {
            en: "Values or outcomes over a range of heaps, or two",
            zh: "一个或两个坐标范围内的 SG 值或胜负表",
        },
        command: &["table"],
        parameters: &[
            RULES,
            RULE,
            LET,
            range(
                "down",
                Text {
                    en: "The range that goes down: 0..10 is 0 to 9, 0..=10 is 0 to 10",
                    zh: "行的范围：0..10 即 0 至 9,0..=10 即 0 至 10",
                },
            ),
            range(
                "across",
                Text {
                    en: "The range that goes across",
                    zh: "列的范围",
                },
            ),
            MISERE,
            flag(
                "outcomes",
                "--outcomes",
                Text {
                    en: "Show who wins (P, N) instead of the values",
                    zh: "显示胜负（P、N）而非 SG 值",
                },
            ),
            format(&[
                form("json", "--format=json", json("Table")),
                form("svg", "--format=svg", SVG),
                form("png", "--format=png", PNG),
                form("csv", "--format=csv", CSV),
            ]),
        ],
        budgets: TIME_AND_BYTES,
        answer: json("Table"),
        read: None,
    },
    Route {
        name: "sequence",
        about: Text {
            en: "The nim-sequence of a take-and-break game",
            zh: "取分游戏的 SG 值序列",
        },
        command: &["seq"],
        parameters: &[
            Parameter {
                name: "code",
                example: "0.106",
                ..RULES
            },
            RULE,
            LET,
            Parameter {
                name: "number",
                kind: Kind::Count,
                goes: Goes::Flag("--number"),
                required: true,
                help: Text {
                    en: "How many values, counted from heap 0",
                    zh: "值的个数（从堆 0 数起）",
                },
                example: "1000",
            },
            FROM,
            format(&[
                form("json", "--json", json("Sequence")),
                form("csv", "--format=csv", CSV),
                form("svg", "--plot=-", SVG),
                form("text", "--format=text", PLAIN),
                form("u8", "--format=u8", BYTES),
                form("u16", "--format=u16", BYTES),
                form("u32", "--format=u32", BYTES),
            ]),
        ],
        budgets: &[Budget::Bytes("--memory")],
        answer: json("Sequence"),
        read: None,
    },
    Route {
        name: "chart",
        about: Text {
            en: "A picture of a nim-sequence, its period marked",
            zh: "SG 值序列的图，并标出周期",
        },
        command: &["chart"],
        parameters: &[
            RULES,
            RULE,
            LET,
            Parameter {
                kind: NATURAL,
                goes: Goes::First,
                ..FROM
            },
            Parameter {
                name: "to",
                kind: NATURAL,
                goes: Goes::End,
                required: false,
                help: Text {
                    en: "The heap before which it ends",
                    zh: "到哪一堆为止（不含）",
                },
                example: "200",
            },
            number(
                "width",
                "--width",
                (240, 4096),
                Text {
                    en: "Its width in pixels",
                    zh: "宽度（像素）",
                },
                "960",
            ),
            number(
                "height",
                "--height",
                (160, 2160),
                Text {
                    en: "Its height in pixels",
                    zh: "高度（像素）",
                },
                "480",
            ),
            flag(
                "log",
                "--log",
                Text {
                    en: "Values on a logarithmic scale",
                    zh: "SG 值采用对数刻度",
                },
            ),
        ],
        budgets: TIME_AND_BYTES,
        answer: SVG,
        read: None,
    },
    Route {
        name: "period",
        about: Text {
            en: "The period of a nim-sequence, proved",
            zh: "SG 值序列的周期及其证明",
        },
        command: &["period", "--json"],
        parameters: &[
            RULES,
            RULE,
            LET,
            Parameter {
                name: "number",
                kind: Kind::Count,
                goes: Goes::Flag("--number"),
                required: false,
                help: Text {
                    en: "Most values to compute",
                    zh: "最多计算的值的个数",
                },
                example: "1e6",
            },
        ],
        budgets: &[Budget::Time("--seconds"), Budget::Bytes("--budget-bytes")],
        answer: json("Period"),
        read: None,
    },
    Route {
        name: "find",
        about: Text {
            en: "The pattern in a rule's values, or in values of one's own",
            zh: "规则的 SG 值或自备数值中的规律",
        },
        command: &["find", "--json"],
        parameters: &[
            RULES,
            RULE,
            LET,
            Parameter {
                name: "values",
                kind: Kind::Text,
                goes: Goes::Input("--values=-"),
                required: false,
                help: Text {
                    en: "Values of G(0), G(1), …, or a table in CSV with a row for each x",
                    zh: "G(0)、G(1)、… 的值；或 CSV 表格，每个 x 一行",
                },
                example: "0 1 2 0 1 2 0 1 2 0 1 2",
            },
            Parameter {
                name: "small",
                kind: Kind::Count,
                goes: Goes::Flag("--small"),
                required: false,
                help: Text {
                    en: "Guess from coordinates below this",
                    zh: "由小于此数的坐标猜测",
                },
                example: "100",
            },
        ],
        budgets: ALL_BUDGETS,
        answer: json("Findings"),
        read: None,
    },
    Route {
        name: "emit",
        about: Text {
            en: "The program for a judge, from a rule or a contest's problem",
            zh: "由规则或竞赛题目写出可提交评测的程序",
        },
        command: &["emit"],
        parameters: &[
            Parameter {
                name: "name",
                kind: Kind::Text,
                goes: Goes::Place,
                required: false,
                help: Text {
                    en: "A contest's problem in place of a rule",
                    zh: "以竞赛题目代替规则",
                },
                example: "hdu1847",
            },
            RULE,
            LET,
            MISERE,
            flag(
                "table",
                "--table",
                Text {
                    en: "Fill tables, look for no pattern",
                    zh: "不找规律，直接打表",
                },
            ),
            Parameter {
                name: "language",
                kind: Kind::Choice(&[
                    plain("cpp", "--lang=cpp"),
                    plain("python", "--lang=python"),
                    plain("rust", "--lang=rust"),
                    plain("java", "--lang=java"),
                ]),
                goes: Goes::Choice,
                required: false,
                help: Text {
                    en: "The program's language",
                    zh: "程序语言",
                },
                example: "cpp",
            },
        ],
        budgets: ALL_BUDGETS,
        answer: PLAIN,
        read: None,
    },
    Route {
        name: "games",
        about: Text {
            en: "The catalogue of games, or one of them",
            zh: "游戏目录，或其中之一",
        },
        command: &["games", "--json"],
        parameters: &[
            Parameter {
                name: "name",
                kind: Kind::Text,
                goes: Goes::Place,
                required: false,
                help: Text {
                    en: "One game",
                    zh: "某一游戏",
                },
                example: "nim",
            },
            flag(
                "octal",
                "--octal",
                Text {
                    en: "Instead, the periods of all octal codes of up to three digits",
                    zh: "改为列出不超过三位的全部八进制码的周期",
                },
            ),
        ],
        budgets: &[],
        answer: json("Games"),
        read: None,
    },
    Route {
        name: "states",
        about: Text {
            en: "The state graph of a small position",
            zh: "小局面的状态图",
        },
        command: &["solve"],
        parameters: &[
            GAME,
            RULE,
            LET,
            MISERE,
            INPUT,
            format(&[
                form("svg", "--tree=svg", SVG),
                form("json", "--tree=json", json("States")),
                form("dot", "--tree=dot", DOT),
            ]),
        ],
        budgets: TIME_AND_BYTES,
        answer: SVG,
        read: None,
    },
    Route {
        name: "steps",
        about: Text {
            en: "The labelling of a graph by P and N, round by round",
            zh: "图的 P、N 逐轮标记过程",
        },
        command: &["graph", "-"],
        parameters: &[
            Parameter {
                name: "graph",
                kind: Kind::Text,
                goes: Goes::Input(""),
                required: true,
                help: Text {
                    en: "The graph: an edge a line, from a vertex to one of its options; also CSV, DOT, GraphML or JSON",
                    zh: "图：每行一条边，从顶点到其后继；也可为 CSV、DOT、GraphML 或 JSON",
                },
                example: "a b\nb c",
            },
            MISERE,
            flag(
                "undirected",
                "--undirected",
                Text {
                    en: "An edge can be walked in both directions",
                    zh: "每条边可双向通行",
                },
            ),
            format(&[
                form("json", "--steps=json", json("Steps")),
                form("svg", "--steps=svg", SVG),
                form("dot", "--steps=dot", DOT),
            ]),
        ],
        budgets: ALL_BUDGETS,
        answer: json("Steps"),
        read: None,
    },
    Route {
        name: "binary",
        about: Text {
            en: "The nim-sum of a position in binary columns, as a picture",
            zh: "以二进制列画出局面的尼姆和",
        },
        command: &["solve", "--binary"],
        parameters: &[GAME, RULE, LET],
        budgets: ALL_BUDGETS,
        answer: SVG,
        read: None,
    },
];

const DOT: Answer = Answer {
    media: "text/vnd.graphviz; charset=utf-8",
    schema: None,
};

/// A natural number of heaps.
const NATURAL: Kind = Kind::Number {
    least: 0,
    most: u64::MAX,
};

const fn range(name: &'static str, help: Text) -> Parameter {
    Parameter {
        name,
        kind: Kind::Text,
        goes: Goes::Place,
        required: false,
        help,
        example: "0..10",
    }
}
