//! The index of the interface for people: one page from the routes.

use std::fmt::Write as _;

use grundy::{Lang, Text};

use crate::openapi::example;
use crate::routes::{Kind, ROOT, ROUTES};

/// The page.
pub(crate) fn index(lang: Lang) -> String {
    let of = |text: Text| text.of(lang);
    let tag = match lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    };
    let title = of(Text {
        en: "The interface",
        zh: "接口",
    });
    let about = of(Text {
        en: "Each address takes a query (GET) or a JSON object of the same names (POST), and lang=en or lang=zh. \
             The answers are those of the command line.",
        zh: "每个地址接受查询参数（GET）或同名键的 JSON 对象（POST），以及 lang=en 或 lang=zh。答案与命令行相同。",
    });
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>grundy: {title}</title>\n\
         <main>\n<h1>{title}</h1>\n<p>{about}</p>\n\
         <p><a href=\"{ROOT}openapi.json?lang={tag}\">OpenAPI</a></p>\n"
    );
    for route in &ROUTES {
        let _ = write!(
            out,
            "<h2 id=\"{0}\">{ROOT}{0}</h2>\n<p>{1}</p>\n<dl>\n",
            route.name,
            escaped(route.about.of(lang))
        );
        for parameter in route.parameters() {
            let _ = write!(
                out,
                "<dt><code>{}</code></dt><dd>{}",
                parameter.name,
                escaped(parameter.help(lang))
            );
            if let Kind::Choice(names) = &parameter.kind {
                let _ = write!(out, ": <code>{}</code>", names.join(", "));
            }
            out.push_str("</dd>\n");
        }
        let example = escaped(&example(route));
        let _ = write!(
            out,
            "</dl>\n<p><a href=\"{example}\"><code>{example}</code></a></p>\n"
        );
    }
    out.push_str("</main>\n</html>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
