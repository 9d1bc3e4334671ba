//! The command `graph` with its flags.

use grundy::Text;

use super::flags::{BUDGET_BYTES, BUDGET_POSITIONS, BUDGET_TIME, JSON, MISERE, OUTPUT};
use super::{Entry, Flag, Positional, Takes};

pub(super) const GRAPH: Entry = Entry {
    name: "graph",
    about: Text {
        en: "A token on a graph in a file: who wins from every vertex, cycles included",
        zh: "文件中的图上的游戏：从每个顶点出发谁胜，允许有圈",
    },
    usage: "grundy graph [--at VERTEX …] [--misere] [--steps] [--format FORMAT] [-o FILE] FILE",
    example: "grundy graph roads.txt",
    notes: Text {
        en: "FILE is a list of edges, CSV, TSV, DOT, GraphML, JSON, Parquet or packed (.grg), also compressed (.gz, .zst); - is standard input.\nSeveral --at make a sum: one token on each vertex.\nA graph that does not fit into --budget-bytes is answered from files in --scratch.\nExit codes: 0 answered, 1 unknown, 2 not understood, 130 interrupted.",
        zh: "FILE 可为边表、CSV、TSV、DOT、GraphML、JSON、Parquet 或打包格式（.grg），也可压缩（.gz、.zst）；- 为标准输入。\n多个 --at 组成和：每个顶点上一枚棋子。\n超出 --budget-bytes 的图借助 --scratch 目录中的文件求解。\n退出码：0 已回答，1 未知，2 无法理解，130 被中断。",
    },
    places: &[Positional {
        name: "FILE",
        count: (1, 1),
        choices: &[],
        help: Text {
            en: "The graph, an edge from each vertex to each of its options; - is standard input",
            zh: "图：从每个顶点向其每个后继连一条边；- 为标准输入",
        },
    }],
    flags: &[
        &AT,
        &MISERE,
        &STEPS,
        &JSON,
        &ALL,
        &FORMAT,
        &OUTPUT,
        &COLUMNS,
        &GAME,
        &INPUT,
        &UNDIRECTED,
        &HEADER,
        &ENDS,
        &THREADS,
        &SCRATCH,
        &WORKERS,
        &HOSTS,
        &PROCESS,
        &CHECKPOINT,
        &PARTITION,
        &PATIENCE,
        &ALLOW_PUBLIC,
        &BUDGET_BYTES,
        &BUDGET_POSITIONS,
        &BUDGET_TIME,
    ],
};

static AT: Flag = Flag {
    name: "at",
    short: None,
    takes: Takes::Values("VERTEX"),
    help: Text {
        en: "Answer for a token on this vertex, or with several for their sum",
        zh: "只回答棋子在此顶点的局面；多次给出时为它们的和",
    },
};
static STEPS: Flag = Flag {
    name: "steps",
    short: None,
    takes: Takes::MaybeChoice(&["text", "json", "dot", "svg"]),
    help: Text {
        en: "The labelling of the textbooks, round by round: text, json, dot or svg",
        zh: "教科书式的逐轮标记过程：text、json、dot 或 svg",
    },
};
static ALL: Flag = Flag {
    name: "all",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Show all vertices, not only the first forty",
        zh: "显示全部顶点，而不只是前四十个",
    },
};
static FORMAT: Flag = Flag {
    name: "format",
    short: Some('f'),
    takes: Takes::Choice(&["text", "csv", "jsonl", "parquet", "dot", "svg", "grg"]),
    help: Text {
        en: "text, csv, jsonl, parquet, dot, svg, or grg: the graph itself, packed (default: by the file's name, else text)",
        zh: "text、csv、jsonl、parquet、dot、svg，或 grg（打包的图本身）；默认按文件名，否则为 text",
    },
};
static COLUMNS: Flag = Flag {
    name: "columns",
    short: None,
    takes: Takes::Value("LIST"),
    help: Text {
        en: "What to answer: some of outcome,value,remoteness,move (default: all)",
        zh: "回答的内容：outcome,value,remoteness,move 中的若干项（默认全部）",
    },
};
static GAME: Flag = Flag {
    name: "game",
    short: None,
    takes: Takes::Value("NAME"),
    help: Text {
        en: "Another game on this graph: geography, hackenbush, node-kayles, … (default: a token is moved)",
        zh: "图上的其他游戏：geography、hackenbush、node-kayles 等（默认移动棋子）",
    },
};
static INPUT: Flag = Flag {
    name: "input",
    short: None,
    takes: Takes::Choice(&[
        "edges",
        "adjacency",
        "csv",
        "tsv",
        "dot",
        "graphml",
        "json",
        "parquet",
        "grg",
    ]),
    help: Text {
        en: "The form of the file (default: by its name, else by its first bytes)",
        zh: "文件的格式（默认按文件名，否则按开头的字节）",
    },
};
static UNDIRECTED: Flag = Flag {
    name: "undirected",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "An edge can be walked in both directions",
        zh: "每条边可双向通行",
    },
};
static HEADER: Flag = Flag {
    name: "header",
    short: None,
    takes: Takes::Choice(&["auto", "yes", "no"]),
    help: Text {
        en: "Whether the first line is no edge: names of columns, or 'n m' before a list of edges (default: auto)",
        zh: "首行是否不是边：表格的列名，或边表前的 'n m'（默认 auto，自动判断）",
    },
};
static ENDS: Flag = Flag {
    name: "ends",
    short: None,
    takes: Takes::Value("FROM,TO"),
    help: Text {
        en: "The columns of a table with the two ends of each edge",
        zh: "表格中给出边的起点与终点的两列",
    },
};
static THREADS: Flag = Flag {
    name: "threads",
    short: None,
    takes: Takes::Value("N"),
    help: Text {
        en: "Threads to use: 1 or 2 (default: 2)",
        zh: "使用的线程数：1 或 2（默认 2）",
    },
};
static SCRATCH: Flag = Flag {
    name: "scratch",
    short: None,
    takes: Takes::Value("DIR"),
    help: Text {
        en: "Where the files go that stand in for memory (default: the system's directory for such)",
        zh: "代替内存的临时文件所在目录（默认为系统临时目录）",
    },
};
static WORKERS: Flag = Flag {
    name: "workers",
    short: None,
    takes: Takes::Value("N"),
    help: Text {
        en: "Share the work among so many workers of this process; FILE may be a directory of parts, -o is a directory",
        zh: "由本进程的若干工作线程分担；FILE 可为分片的目录，-o 为目录",
    },
};
static HOSTS: Flag = Flag {
    name: "hosts",
    short: None,
    takes: Takes::Value("FILE"),
    help: Text {
        en: "With --workers: the addresses of all processes, HOST:PORT a line",
        zh: "与 --workers 合用：所有进程的地址，每行一个 HOST:PORT",
    },
};
static PROCESS: Flag = Flag {
    name: "process",
    short: None,
    takes: Takes::Value("I"),
    help: Text {
        en: "With --hosts: which of them this process is, from 0",
        zh: "与 --hosts 合用：本进程是其中第几个，从 0 开始",
    },
};
static CHECKPOINT: Flag = Flag {
    name: "checkpoint",
    short: None,
    takes: Takes::Value("DIR"),
    help: Text {
        en: "With --workers: keep what has been answered; the same call goes on from there",
        zh: "与 --workers 合用：保存已有的答案；同样的命令可由此续算",
    },
};
static PARTITION: Flag = Flag {
    name: "partition",
    short: None,
    takes: Takes::Choice(&["block", "hash"]),
    help: Text {
        en: "With --workers: who has which vertex, block: ranges of numbers; hash: scattered (default: block)",
        zh: "与 --workers 合用：顶点的分配，block 按编号区间，hash 打散（默认 block）",
    },
};
static PATIENCE: Flag = Flag {
    name: "patience",
    short: None,
    takes: Takes::Value("TIME"),
    help: Text {
        en: "With --hosts: how long a process may be silent or missing before all give up (default: 30s)",
        zh: "与 --hosts 合用：进程失联或未启动多久后全部放弃（默认 30s）",
    },
};
static ALLOW_PUBLIC: Flag = Flag {
    name: "allow-public",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "With --hosts: allow addresses outside of private networks; nothing checks who is at the other end",
        zh: "与 --hosts 合用：允许私有网络之外的地址；对方身份不作验证",
    },
};
