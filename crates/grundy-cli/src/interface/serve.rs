//! The command `serve` with its flags.

use grundy::Text;

use super::Entry;

pub(super) const SERVE: Entry = Entry {
    name: "serve",
    about: Text {
        en: "A page in your browser to study and play games, with a JSON interface",
        zh: "在本机开启网页：看游戏、玩游戏，并提供 JSON 接口",
    },
    usage: "grundy serve [--port N] [--host ADDRESS] [--open | --no-open] [--format FORMAT] [--openapi]",
    example: "grundy serve",
    notes: Text {
        en: "The address is printed as one line; Ctrl-C ends the server.\nOnly this machine can reach it unless --host is given.\nRequests never read or write files.\nhttp://127.0.0.1:1939/api/v1/ lists the requests.",
        zh: "打印一行地址；按 Ctrl-C 结束服务。\n除非用 --host 另行指定，只有本机可以访问。\n无论查询什么，都不读写文件。\nhttp://127.0.0.1:1939/api/v1/ 列出可用的查询。",
    },
    places: &[],
    flags: &[
        &PORT, &HOST, &NAME, &OPEN, &NO_OPEN, &FORM, &JSON, &OPENAPI, &LOG, &TIME, &MEMORY,
        &POSITIONS,
    ],
};

flags! {
    PORT = "port" Value("N")
        "The port; 0 means any free one (default: 1939, or a free one if it is taken)"
        "端口；0 表示任一空闲端口（默认 1939，被占用时取空闲端口）";
    HOST = "host" Value("ADDRESS")
        "The address of this machine to listen on (default: 127.0.0.1); 0.0.0.0 means all"
        "监听的本机地址（默认 127.0.0.1）；0.0.0.0 表示全部地址";
    NAME = "name" Values("NAME")
        "A host name under which others open the page; may be repeated"
        "他人访问网页所用的本机名称；可重复";
    OPEN = "open" Nothing
        "Open the page in a browser (default: in a terminal, where there is a display)"
        "在浏览器中打开网页（默认：在终端中运行且有图形界面时）";
    NO_OPEN = "no-open" Nothing "Do not open a browser" "不打开浏览器";
    FORM = "format" 'f' Choice(&["text", "json"])
        "How the address is printed: text (default) or json"
        "地址的输出形式：text（默认）或 json";
    JSON = "json" Nothing
        "Print the address as one JSON object (docs/guide/en/serve.md)"
        "以一个 JSON 对象打印地址（见 docs/guide/zh/serve.md）";
    OPENAPI = "openapi" Nothing
        "Print the description of the JSON interface (OpenAPI, with a JSON Schema of each answer) and serve nothing"
        "打印 JSON 接口的说明（OpenAPI，含每种回答的 JSON Schema），不开启服务";
    LOG = "log" Nothing
        "Print a line about each request on standard error"
        "在标准错误上为每个请求写一行";
    TIME = "time" (was "budget-time") Value("TIME")
        "At most this much time for one question: 500ms, 30s, 2m (default: 10s)"
        "每次查询最多用多少时间，如 30s、500ms、2m（默认 10s）";
    MEMORY = "memory" (was "budget-bytes") Value("SIZE")
        "At most this much memory for one question: 512M, 2G (default: 96M)"
        "每次查询最多占用多少内存，如 512M、2G（默认 96M）";
    POSITIONS = "positions" (was "budget-positions") Value("N")
        "At most N positions for one question: 500_000, 20M, 1e9 (default: 20M)"
        "每次查询最多搜索多少局面，如 20M、1G（默认 20M）";
}
