//! The command `serve` with its flags.

use grundy::Text;

use super::Entry;

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

flags! {
    PORT = "port" Value("N")
        "The port; 0 is any free one (default: 1939, or a free one where that is taken)"
        "端口；0 表示任一空闲端口（默认 1939，被占用时取空闲端口）";
    HOST = "host" Value("ADDRESS")
        "The address of this machine to listen on (default: 127.0.0.1); 0.0.0.0 is all of them"
        "监听的本机地址（默认 127.0.0.1）；0.0.0.0 表示全部地址";
    NAME = "name" Values("NAME")
        "A name of this machine by which others call the page; may be repeated"
        "他人访问网页所用的本机名称；可重复";
    OPEN = "open" Nothing
        "Open the page in a browser (default: in a terminal, where there is a display)"
        "在浏览器中打开网页（默认：在终端中运行且有图形界面时）";
    NO_OPEN = "no-open" Nothing "Open no browser" "不打开浏览器";
    JSON = "json" Nothing
        "Print the address as one JSON object (docs/guide/en/serve.md)"
        "以一个 JSON 对象打印地址（见 docs/guide/zh/serve.md）";
    LOG = "log" Nothing
        "A line about each request, on standard error"
        "在标准错误上为每个请求写一行";
    BUDGET_TIME = "budget-time" Value("TIME")
        "Most time for one question, 30s, 500ms or 2m (default: 10s)"
        "每次查询最多用多少时间，如 30s、500ms、2m（默认 10s）";
    BUDGET_BYTES = "budget-bytes" Value("SIZE")
        "Most memory for one question, 512M or 2G (default: 96M)"
        "每次查询最多占用多少内存，如 512M、2G（默认 96M）";
    BUDGET_POSITIONS = "budget-positions" Value("N")
        "Most positions to look at for one question, 20M or 1G (default: 20M)"
        "每次查询最多搜索多少局面，如 20M、1G（默认 20M）";
}
