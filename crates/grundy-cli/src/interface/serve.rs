//! The command `serve` with its flags.

use grundy::Text;

use super::{Entry, Flag, Takes};

pub(super) const SERVE: Entry = Entry {
    name: "serve",
    about: Text {
        en: "A page on this machine to look at games and play them, with a JSON interface",
        zh: "在本机开启网页：看游戏、玩游戏，并提供 JSON 接口",
    },
    usage: "grundy serve [--port N] [--host ADDRESS] [--open | --no-open] [--json]",
    example: "grundy serve",
    notes: Text {
        en: "The address is printed as one line; Ctrl-C ends the server.\nOnly this machine reaches it unless --host says otherwise.\nNo file is read or written, whatever is asked.\nhttp://127.0.0.1:1939/api/v1/ tells what may be asked.",
        zh: "打印一行地址；按 Ctrl-C 结束服务。\n除非用 --host 另行指定，只有本机可以访问。\n无论查询什么，都不读写文件。\nhttp://127.0.0.1:1939/api/v1/ 列出可用的查询。",
    },
    places: &[],
    flags: &[
        &PORT,
        &HOST,
        &NAME,
        &OPEN,
        &NO_OPEN,
        &JSON,
        &LOG,
        &BUDGET_TIME,
        &BUDGET_BYTES,
        &BUDGET_POSITIONS,
    ],
};

static PORT: Flag = Flag {
    name: "port",
    short: None,
    takes: Takes::Value("N"),
    help: Text {
        en: "The port; 0 is any free one (default: 1939, or a free one where that is taken)",
        zh: "端口；0 表示任一空闲端口（默认 1939，被占用时取空闲端口）",
    },
};
static HOST: Flag = Flag {
    name: "host",
    short: None,
    takes: Takes::Value("ADDRESS"),
    help: Text {
        en: "The address of this machine to listen on (default: 127.0.0.1); 0.0.0.0 is all of them",
        zh: "监听的本机地址（默认 127.0.0.1）；0.0.0.0 表示全部地址",
    },
};
static NAME: Flag = Flag {
    name: "name",
    short: None,
    takes: Takes::Values("NAME"),
    help: Text {
        en: "A name of this machine by which others call the page; may be repeated",
        zh: "他人访问网页所用的本机名称；可重复",
    },
};
static OPEN: Flag = Flag {
    name: "open",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Open the page in a browser (default: in a terminal, where there is a display)",
        zh: "在浏览器中打开网页（默认：在终端中运行且有图形界面时）",
    },
};
static NO_OPEN: Flag = Flag {
    name: "no-open",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Open no browser",
        zh: "不打开浏览器",
    },
};
static JSON: Flag = Flag {
    name: "json",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "Print the address as one JSON object (docs/guide/en/serve.md)",
        zh: "以一个 JSON 对象打印地址（见 docs/guide/zh/serve.md）",
    },
};
static LOG: Flag = Flag {
    name: "log",
    short: None,
    takes: Takes::Nothing,
    help: Text {
        en: "A line about each request, on standard error",
        zh: "在标准错误上为每个请求写一行",
    },
};
static BUDGET_TIME: Flag = Flag {
    name: "budget-time",
    short: None,
    takes: Takes::Value("TIME"),
    help: Text {
        en: "Most time for one question, 30s, 500ms or 2m (default: 10s)",
        zh: "每次查询最多用多少时间，如 30s、500ms、2m（默认 10s）",
    },
};
static BUDGET_BYTES: Flag = Flag {
    name: "budget-bytes",
    short: None,
    takes: Takes::Value("SIZE"),
    help: Text {
        en: "Most memory for one question, 512M or 2G (default: 96M)",
        zh: "每次查询最多占用多少内存，如 512M、2G（默认 96M）",
    },
};
static BUDGET_POSITIONS: Flag = Flag {
    name: "budget-positions",
    short: None,
    takes: Takes::Value("N"),
    help: Text {
        en: "Most positions to look at for one question, 20M or 1G (default: 20M)",
        zh: "每次查询最多搜索多少局面，如 20M、1G（默认 20M）",
    },
};
