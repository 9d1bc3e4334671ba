//! The command `docs` with its flags.

use grundy::Text;

use super::serve::{FORM, NO_OPEN, OPEN, PORT};
use super::{Entry, Positional};

pub(super) const DOCS: Entry = Entry {
    name: "docs",
    about: Text {
        en: "The guide as a book, in your browser or in a folder",
        zh: "以书的形式阅读指南：在浏览器中打开，或写入文件夹",
    },
    usage: "grundy docs [PAGE] [--port N] [--open | --no-open] [-o FOLDER [--library PATH]] [--format FORMAT]",
    example: "grundy docs solve",
    notes: Text {
        en: "The pages are part of the program: no network is needed.\nThey are also served by 'grundy serve', under /docs/.",
        zh: "页面内置于程序，无需网络。\n'grundy serve' 也在 /docs/ 下提供这些页面。",
    },
    places: &[Positional {
        name: "PAGE",
        count: (0, 1),
        choices: &[],
        help: Text {
            en: "A page: solve, find, judge, …; without one, the overview",
            zh: "页面：solve、find、judge……；省略时打开总览",
        },
    }],
    flags: &[&OUTPUT, &LIBRARY, &PORT, &OPEN, &NO_OPEN, &FORM, &JSON],
};

flags! {
    OUTPUT = "output" 'o' Value("FOLDER")
        "Write the book to a folder instead, to be read without the program"
        "改为将书写入文件夹，之后无需本程序即可阅读";
    LIBRARY = "library" Value("PATH")
        "Where the documentation of the library is, from the book's folder: api/grundy/index.html"
        "库文档相对于书所在文件夹的位置：api/grundy/index.html";
    JSON = "json" Nothing
        "Print the address, or what was written, as one JSON object (docs/guide/en/serve.md)"
        "以一个 JSON 对象打印地址或所写内容（见 docs/guide/zh/serve.md）";
}
