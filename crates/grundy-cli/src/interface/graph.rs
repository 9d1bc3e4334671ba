//! The command `graph` with its flags.

use grundy::Text;

use super::flags::{JSON, MEMORY, MISERE, NO_TIME, OUTPUT, POSITIONS};
use super::{Entry, Positional};

pub(super) const GRAPH: Entry = Entry {
    name: "graph",
    about: Text {
        en: "A token on a graph in a file: who wins from every vertex, cycles included",
        zh: "文件中的图上的游戏：从每个顶点出发谁胜，允许有环",
    },
    usage: "grundy graph [--at VERTEX …] [--misere] [--steps] [--format FORMAT] [-o FILE] FILE",
    example: "grundy graph roads.txt",
    notes: Text {
        en: "FILE is a list of edges, CSV, TSV, DOT, GraphML, JSON, Parquet or packed (.grg), also compressed (.gz, .zst); - is standard input.\nSeveral --at make a sum: one token on each vertex.\nA graph that does not fit into --memory is answered from files in --scratch.\nExit codes: 0 answered, 1 unknown, 2 not understood, 130 interrupted.",
        zh: "FILE 可为边表、CSV、TSV、DOT、GraphML、JSON、Parquet 或打包格式（.grg），也可压缩（.gz、.zst）；- 为标准输入。\n多个 --at 组成和：每个顶点上一枚棋子。\n超出 --memory 的图借助 --scratch 目录中的文件求解。\n退出码：0 已回答，1 未知，2 无法理解，130 被中断。",
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
        &MEMORY,
        &POSITIONS,
        &NO_TIME,
    ],
};

flags! {
    AT = "at" Values("VERTEX")
        "Answer for a token on this vertex, or with several for their sum"
        "只回答棋子在此顶点的局面；多次给出时为它们的和";
    STEPS = "steps" MaybeChoice(&["text", "json", "dot", "svg"])
        "The backward labelling of textbooks, round by round: text, json, dot or svg"
        "教科书式的逐轮标记过程：text、json、dot 或 svg";
    ALL = "all" Nothing
        "Show all vertices, not only the first forty"
        "显示全部顶点，而不只是前四十个";
    FORMAT = "format" 'f' Choice(&["text", "json", "csv", "jsonl", "parquet", "dot", "svg", "grg"])
        "text, json, csv, jsonl, parquet, dot, svg, or grg: the graph itself, packed (default: by the file's name, else text)"
        "text、json、csv、jsonl、parquet、dot、svg，或 grg（打包的图本身）；默认按文件名，否则为 text";
    COLUMNS = "columns" Value("LIST")
        "What to answer: some of outcome,value,remoteness,move (default: all)"
        "回答的内容：outcome,value,remoteness,move 中的若干项（默认全部）";
    GAME = "game" Value("NAME")
        "Another game on this graph: geography, hackenbush, node-kayles, … (default: moving a token)"
        "图上的其他游戏：geography、hackenbush、node-kayles 等（默认移动棋子）";
    INPUT = "input" Choice(&["edges", "adjacency", "csv", "tsv", "dot", "graphml", "json", "parquet", "grg"])
        "Input form (default: by the file's name, else by its first bytes)"
        "文件的格式（默认按文件名，否则按开头的字节）";
    UNDIRECTED = "undirected" Nothing "An edge can be walked in both directions" "每条边可双向通行";
    HEADER = "header" Choice(&["auto", "yes", "no"])
        "Whether the first line is a header: column names, or 'n m' before a list of edges (default: auto)"
        "首行是否不是边：表格的列名，或边表前的 'n m'（默认 auto，自动判断）";
    ENDS = "ends" Value("FROM,TO")
        "The columns of a table with the two ends of each edge"
        "表格中给出边的起点与终点的两列";
    THREADS = "threads" Value("N")
        "Threads to use: 1 or 2 (default: 2)"
        "使用的线程数：1 或 2（默认 2）";
    SCRATCH = "scratch" Value("DIR")
        "Directory for temporary files used when memory is short (default: the system's)"
        "代替内存的临时文件所在目录（默认为系统临时目录）";
    WORKERS = "workers" Value("N")
        "Share the work among N workers of this process; FILE may be a directory of parts, -o is a directory"
        "由本进程的若干工作线程分担；FILE 可为分片的目录，-o 为目录";
    HOSTS = "hosts" Value("FILE")
        "With --workers: the addresses of all processes, HOST:PORT a line"
        "与 --workers 合用：所有进程的地址，每行一个 HOST:PORT";
    PROCESS = "process" Value("I")
        "With --hosts: which of them this process is, from 0"
        "与 --hosts 合用：本进程是其中第几个，从 0 开始";
    CHECKPOINT = "checkpoint" Value("DIR")
        "With --workers: keep what has been answered; the same call continues from there"
        "与 --workers 合用：保存已有的答案；同样的命令可由此续算";
    PARTITION = "partition" Choice(&["block", "hash"])
        "With --workers: how vertices are shared out, block (ranges of numbers) or hash (scattered) (default: block)"
        "与 --workers 合用：顶点的分配，block 按编号区间，hash 打散（默认 block）";
    PATIENCE = "patience" Value("TIME")
        "With --hosts: how long a process may be silent or missing before all stop (default: 30s)"
        "与 --hosts 合用：进程失联或未启动多久后全部放弃（默认 30s）";
    ALLOW_PUBLIC = "allow-public" Nothing
        "With --hosts: allow addresses outside private networks; the other end is not authenticated"
        "与 --hosts 合用：允许私有网络之外的地址；对方身份不作验证";
}
