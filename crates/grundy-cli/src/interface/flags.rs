//! The flags of the commands, with their help in both languages.

use grundy::Text;

use crate::interface::{Flag, Takes};

pub(super) static LANG: Flag = Flag {
    name: "lang",
    short: None,
    takes: Takes::Choice(&["en", "zh"]),
    help: Text {
        en: "Language: en or zh (default: from the locale)",
        zh: "语言：en 或 zh（默认取自系统区域设置）",
    },
};
pub(super) static RULE: Flag = Flag {
    name: "rule",
    short: Some('r'),
    takes: Takes::Value("RULE"),
    help: Text {
        en: "A rule of your own in place of a game, such as 'n -> n-k for k in {1,3,4}', or @FILE",
        zh: "以自定规则代替游戏，例如 'n -> n-k for k in {1,3,4}'，或 @文件",
    },
};
pub(super) static LET: Flag = Flag {
    name: "let",
    short: None,
    takes: Takes::Values("NAME=VALUE"),
    help: Text {
        en: "Give the rule a number or an array: m=3, v=[1,3,4], v=@FILE; may be repeated",
        zh: "给规则提供数或数组：m=3、v=[1,3,4]、v=@文件；可重复",
    },
};
pub(super) static MISERE: Flag = Flag {
    name: "misere",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Misère play: who cannot move wins",
        zh: "反规则：不能行动者胜",
    },
};
pub(super) static JSON: Flag = Flag {
    name: "json",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "One JSON object instead of words (docs/guide/en/json.md)",
        zh: "输出一个 JSON 对象（见 docs/guide/zh/json.md）",
    },
};
pub(super) static ALL: Flag = Flag {
    name: "all",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "List all winning moves, not only the first ten",
        zh: "列出全部必胜走法，而不只是前十种",
    },
};
pub(super) static EXPLAIN: Flag = Flag {
    name: "explain",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Also say which engines declined, and why",
        zh: "另外说明哪些引擎未能回答及其原因",
    },
};
pub(super) static TREE: Flag = Flag {
    name: "tree",
    short: None,
    takes: Takes::MaybeChoice(&["dot", "text", "svg", "json"]),
    help: Text {
        en: "Write the state graph of a small position instead: dot (default), text, svg or json",
        zh: "改为输出小局面的状态图：dot（默认）、text、svg 或 json",
    },
};
pub(super) static BINARY: Flag = Flag {
    name: "binary",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Write the nim-sum in binary columns instead, as an SVG picture",
        zh: "改为输出二进制异或和的 SVG 图",
    },
};
pub(super) static BUDGET_POSITIONS: Flag = Flag {
    name: "budget-positions",
    short: None,
    takes: Takes::Value("N"),
    help: Text {
        en: "Most positions to look at (default: 20M)",
        zh: "最多考察的局面数（默认 20M）",
    },
};
pub(super) static BUDGET_BYTES: Flag = Flag {
    name: "budget-bytes",
    short: None,
    takes: Takes::Value("SIZE"),
    help: Text {
        en: "Most memory for the command, such as 512M (default: 2G)",
        zh: "命令可用的最大内存，如 512M（默认 2G）",
    },
};
pub(super) static BUDGET_TIME: Flag = Flag {
    name: "budget-time",
    short: None,
    takes: Takes::Value("TIME"),
    help: Text {
        en: "Most time for the command, from its start to its last byte: 500ms, 30s, 5m, none (default: 10s a question; none for tables)",
        zh: "命令从开始到输出完毕的最长时间：500ms、30s、5m、none（默认每个问题 10s；列表时为 none）",
    },
};
pub(super) static FORMAT: Flag = Flag {
    name: "format",
    short: Some('f'),
    takes: Takes::Choice(&["text", "csv", "json", "svg", "png"]),
    help: Text {
        en: "text, csv, json, svg or png (default: by the file's name, else text)",
        zh: "text、csv、json、svg 或 png（默认按文件名，否则为 text）",
    },
};
pub(super) static OUTPUT: Flag = Flag {
    name: "output",
    short: Some('o'),
    takes: Takes::Value("FILE"),
    help: Text {
        en: "Write to a file, which appears only when it is complete",
        zh: "写入文件；完整之后才出现",
    },
};
pub(super) static FORMAT_FILE: Flag = Flag {
    name: "format",
    short: None,
    takes: Takes::Value("FILE"),
    help: Text {
        en: "A file with formats of your own (TOML)",
        zh: "自定义格式的文件（TOML）",
    },
};
pub(super) static LIST: Flag = Flag {
    name: "list",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "List the formats",
        zh: "列出全部格式",
    },
};
pub(super) static ABOUT: Flag = Flag {
    name: "about",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Say what the problem asks: rule, input, answers, limits, sample",
        zh: "说明题目：规则、输入、答案、数据范围与样例",
    },
};
pub(super) static EXPLAIN_CASES: Flag = Flag {
    name: "explain",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Say of each case what game it is, who wins and why",
        zh: "逐组说明是什么局面、谁胜及理由",
    },
};
pub(super) static JSON_CASES: Flag = Flag {
    name: "json",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "One JSON object for each case; with --list or --about, the formats",
        zh: "每组输出一个 JSON 对象；与 --list 或 --about 合用时输出格式",
    },
};
pub(super) static THREADS: Flag = Flag {
    name: "threads",
    short: None,
    takes: Takes::Choice(&["1", "2"]),
    help: Text {
        en: "Threads for a file: 1 or 2 (default: 2 where there are two processors)",
        zh: "读文件的线程数：1 或 2（有两个处理器时默认 2）",
    },
};
pub(super) static LIST_JSON: Flag = Flag {
    name: "json",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "The list as JSON",
        zh: "以 JSON 输出列表",
    },
};
pub(super) static OUTCOMES: Flag = Flag {
    name: "outcomes",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Show who wins (P, N) instead of the values",
        zh: "显示胜负（P、N）而非 SG 值",
    },
};
pub(super) static NUMBER: Flag = Flag {
    name: "number",
    short: Some('n'),
    takes: Takes::Value("N"),
    help: Text {
        en: "How many values, from heap 0 on: 1000000, 1_000_000, 1e6 or 10^6",
        zh: "值的个数（从堆 0 起）：1000000、1_000_000、1e6 或 10^6",
    },
};
pub(super) static FROM: Flag = Flag {
    name: "from",
    short: None,
    takes: Takes::Value("HEAP"),
    help: Text {
        en: "The first heap whose value is wanted (default: 0)",
        zh: "从哪一堆开始输出（默认 0）",
    },
};
pub(super) static FORMAT_VALUES: Flag = Flag {
    name: "format",
    short: Some('f'),
    takes: Takes::Choice(&["text", "csv", "u8", "u16", "u32", "npy", "parquet"]),
    help: Text {
        en: "text, csv, u8, u16, u32, npy or parquet (default: by the file's name, else text)",
        zh: "text、csv、u8、u16、u32、npy 或 parquet（默认按文件名，否则为 text）",
    },
};
pub(super) static WIDTH: Flag = Flag {
    name: "width",
    short: None,
    takes: Takes::Choice(&["8", "16", "32"]),
    help: Text {
        en: "Bits of a value in npy and parquet: 8, 16 or 32 (default: 16)",
        zh: "npy 与 parquet 中每个值的位数：8、16 或 32（默认 16）",
    },
};
pub(super) static STATS: Flag = Flag {
    name: "stats",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Statistics: largest value, rare values, frequencies",
        zh: "统计：最大值、稀有值、频数",
    },
};
pub(super) static JSON_STATS: Flag = Flag {
    name: "json",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "The statistics as one JSON object (docs/guide/en/json.md)",
        zh: "以一个 JSON 对象输出统计（见 docs/guide/zh/json.md）",
    },
};
pub(super) static PLOT: Flag = Flag {
    name: "plot",
    short: None,
    takes: Takes::Value("FILE"),
    help: Text {
        en: "Draw the values against the heaps: FILE.svg or FILE.png; - is SVG on standard output",
        zh: "画出值与堆的散点图：FILE.svg 或 FILE.png;- 表示将 SVG 写到标准输出",
    },
};
pub(super) static MEMORY: Flag = Flag {
    name: "memory",
    short: None,
    takes: Takes::Value("SIZE"),
    help: Text {
        en: "Most memory for the values that the engine keeps, such as 4G (default: 1G)",
        zh: "引擎所保留的值可用的最大内存，如 4G（默认 1G）",
    },
};
pub(super) static CHECKPOINT: Flag = Flag {
    name: "checkpoint",
    short: None,
    takes: Takes::Value("FILE"),
    help: Text {
        en: "Write checkpoints from which --resume goes on",
        zh: "写检查点，可用 --resume 继续",
    },
};
pub(super) static EVERY: Flag = Flag {
    name: "every",
    short: None,
    takes: Takes::Value("INTERVAL"),
    help: Text {
        en: "How often: a time (30s, 5m) or a number of values (1e9) (default: 60s)",
        zh: "间隔：时间（30s、5m）或值的个数（1e9）（默认 60s）",
    },
};
pub(super) static RESUME: Flag = Flag {
    name: "resume",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Go on from the checkpoint",
        zh: "从检查点继续",
    },
};
pub(super) static RESTART: Flag = Flag {
    name: "restart",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Begin anew although there is a checkpoint",
        zh: "忽略已有的检查点，重新开始",
    },
};
