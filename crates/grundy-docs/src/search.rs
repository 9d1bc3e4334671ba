//! What the search looks through: every section of every page, as a script, so that it can be read from a folder without a server.

use serde_json::Value;

use crate::render::Rendered;

/// The script that hands the sections to the page: name of the page, anchor, title of the page, heading, text.
pub(crate) fn index(pages: &[(&str, Rendered)]) -> String {
    let mut sections = Vec::new();
    for (name, page) in pages {
        for section in &page.sections {
            let text = section.text.split_whitespace().collect::<Vec<_>>();
            sections.push(Value::from(vec![
                *name,
                &*section.anchor,
                &*page.title,
                &*section.heading,
                &*text.join(" "),
            ]));
        }
    }
    format!("book.sections({});\n", Value::from(sections))
}
