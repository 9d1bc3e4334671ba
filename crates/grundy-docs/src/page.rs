//! A page of the book: contents, text, and the way on.

use std::fmt::Write as _;

use grundy_base::{Lang, Text};

use crate::render::{Rendered, escaped};
use crate::{Beside, GROUPS, INDEX, folder};

const GUIDE: Text = Text {
    en: "grundy: the guide",
    zh: "grundy 指南",
};
const CONTENTS: Text = Text {
    en: "Contents",
    zh: "目录",
};
const OVERVIEW: Text = Text {
    en: "Which page answers what",
    zh: "问题与页面一览",
};
const SEARCH: Text = Text {
    en: "Search the guide",
    zh: "搜索指南",
};
const NOTHING: Text = Text {
    en: "Nothing found",
    zh: "没有找到",
};
const SECTIONS: Text = Text {
    en: "On this page",
    zh: "本页内容",
};
const SKIP: Text = Text {
    en: "Skip to the text",
    zh: "跳到正文",
};
const GAMES: Text = Text {
    en: "Games",
    zh: "游戏",
};
const LIBRARY: Text = Text {
    en: "Library (Rust)",
    zh: "Rust 库",
};
const COPY: Text = Text {
    en: "Copy",
    zh: "复制",
};
const COPIED: Text = Text {
    en: "Copied",
    zh: "已复制",
};

/// The page at a place of the book.
pub(crate) fn page(
    lang: Lang,
    pages: &[(&str, Rendered)],
    place: usize,
    beside: Beside<'_>,
) -> String {
    let (name, page) = &pages[place];
    let of = |text: Text| escaped(text.of(lang));
    let tag = folder(lang);
    let title = match *name {
        INDEX => of(GUIDE),
        _ => format!("{} · grundy", escaped(&page.title)),
    };
    let (other, other_name) = match lang {
        Lang::En => ("zh", "中文"),
        Lang::Zh => ("en", "English"),
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"../book.css\">\n<script src=\"../book.js\" defer></script>\n</head>\n\
         <body data-nothing=\"{nothing}\" data-copy=\"{copy}\" data-copied=\"{copied}\">\n\
         <a class=\"skip\" href=\"#text\">{skip}</a>\n<header>\n<a class=\"brand\" href=\"index.html\">{guide}</a>\n\
         <form role=\"search\" hidden><input type=\"search\" aria-label=\"{search}\" placeholder=\"{search}\" autocomplete=\"off\">\
         <ol hidden></ol></form>\n",
        nothing = of(NOTHING),
        copy = of(COPY),
        copied = of(COPIED),
        skip = of(SKIP),
        guide = of(GUIDE),
        search = of(SEARCH),
    );
    if let Some(games) = beside.games {
        let _ = writeln!(out, "<a href=\"{}\">{}</a>", escaped(games), of(GAMES));
    }
    if let Some(library) = beside.library {
        let _ = writeln!(
            out,
            "<a href=\"../{}\">{}</a>",
            escaped(library),
            of(LIBRARY)
        );
    }
    let _ = writeln!(
        out,
        "<a href=\"../{other}/{name}.html\" lang=\"{other}\" hreflang=\"{other}\">{other_name}</a>\n</header>"
    );
    contents(&mut out, lang, pages, name);
    let _ = write!(
        out,
        "<main id=\"text\" tabindex=\"-1\">\n<article>\n{}</article>\n",
        page.html
    );
    on(&mut out, pages, place);
    out.push_str("</main>\n");
    sections(&mut out, lang, page);
    out.push_str("</body>\n</html>\n");
    out
}

/// The contents of the book, with the page at hand marked.
fn contents(out: &mut String, lang: Lang, pages: &[(&str, Rendered)], here: &str) {
    let of = |text: Text| escaped(text.of(lang));
    let entry = |out: &mut String, name: &str, title: &str| {
        let current = match name == here {
            true => " aria-current=\"page\"",
            false => "",
        };
        let _ = writeln!(out, "<li><a href=\"{name}.html\"{current}>{title}</a></li>");
    };
    let _ = writeln!(
        out,
        "<details class=\"contents\" open>\n<summary>{0}</summary>\n<nav aria-label=\"{0}\">\n<ul>",
        of(CONTENTS)
    );
    entry(out, INDEX, &of(OVERVIEW));
    out.push_str("</ul>\n");
    for group in GROUPS {
        let _ = writeln!(out, "<h2>{}</h2>\n<ul>", of(group.title));
        for name in group.pages {
            let page = pages.iter().find(|page| page.0 == *name);
            entry(out, name, &escaped(page.map_or("", |page| &page.1.title)));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</nav>\n</details>\n");
}

/// The pages before and behind.
fn on(out: &mut String, pages: &[(&str, Rendered)], place: usize) {
    out.push_str("<nav class=\"on\">\n");
    let ways = [
        (place.checked_sub(1), "prev", "←"),
        (Some(place + 1), "next", "→"),
    ];
    for (to, way, arrow) in ways {
        if let Some((name, page)) = to.and_then(|to| pages.get(to)) {
            let title = escaped(&page.title);
            let text = match way {
                "prev" => format!("{arrow} {title}"),
                _ => format!("{title} {arrow}"),
            };
            let _ = writeln!(out, "<a rel=\"{way}\" href=\"{name}.html\">{text}</a>");
        }
    }
    out.push_str("</nav>\n");
}

/// The sections of the page, where there are several.
fn sections(out: &mut String, lang: Lang, page: &Rendered) {
    let parts: Vec<_> = page
        .sections
        .iter()
        .filter(|part| part.level == 2)
        .collect();
    if parts.len() < 2 {
        return;
    }
    let title = escaped(SECTIONS.of(lang));
    let _ = writeln!(
        out,
        "<aside>\n<nav aria-label=\"{title}\">\n<h2>{title}</h2>\n<ul>"
    );
    for part in parts {
        let (anchor, heading) = (escaped(&part.anchor), escaped(&part.heading));
        let _ = writeln!(out, "<li><a href=\"#{anchor}\">{heading}</a></li>");
    }
    out.push_str("</ul>\n</nav>\n</aside>\n");
}

/// The first page of the folder, which leads on to the reader's language.
pub(crate) fn door() -> String {
    String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>grundy</title>\n\
         <link rel=\"stylesheet\" href=\"book.css\">\n<script src=\"book.js\" defer></script>\n</head>\n\
         <body class=\"door\">\n<main>\n<h1>grundy</h1>\n<ul>\n\
         <li><a href=\"en/index.html\">The guide</a></li>\n\
         <li lang=\"zh\"><a href=\"zh/index.html\">指南</a></li>\n</ul>\n</main>\n</body>\n</html>\n",
    )
}
