//! The guide as a book of web pages.
//!
//! The guide is written once, as Markdown in `docs/guide`, and is part of the program: so `grundy docs` shows just what belongs to
//! the version at hand, without a network, and the same pages can be written to a folder. Each page has the contents of the book
//! beside it and a search over all sections, which finds any piece of a word, and so works for Chinese too, where words have no
//! blanks between them.

mod contents;
mod page;
mod render;
mod search;

use std::borrow::Cow;

use grundy_base::Lang;

pub use contents::{GROUPS, Group};
use render::Rendered;

/// Language, name and Markdown of every page; the build makes the list from the folder `guide`.
static GUIDE: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/guide.rs"));

/// The page that others are reached from; in the guide it is `README.md`, in the book `index.html`.
pub const INDEX: &str = "index";

/// A file of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path below the folder of the book, with `/` between the parts.
    pub path: String,
    /// What stands in it, in UTF-8.
    pub content: Cow<'static, str>,
}

/// What stands beside the book.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// Where the page of the games is, if it is served from the same place.
    pub games: Option<&'a str>,
    /// Where the documentation of the library is, seen from the book's folder.
    pub library: Option<&'a str>,
}

/// The part of a path that names a language: `en` or `zh`.
pub fn folder(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    }
}

/// The names of all pages of the guide, [`INDEX`] first and then in the order of the contents.
pub fn names() -> impl Iterator<Item = &'static str> {
    let pages = GROUPS.iter().flat_map(|group| group.pages);
    std::iter::once(INDEX).chain(pages.copied())
}

/// All files of the book in both languages, sorted by path. Takes some tens of milliseconds for the whole guide.
pub fn files(beside: Beside<'_>) -> Vec<File> {
    let mut files = vec![
        fixed(
            "book.css",
            concat!(
                include_str!("../look/palette.css"),
                include_str!("../look/book.css")
            ),
        ),
        fixed("book.js", include_str!("../look/book.js")),
        File {
            path: String::from("index.html"),
            content: page::door().into(),
        },
    ];
    for lang in [Lang::En, Lang::Zh] {
        let pages: Vec<(&str, Rendered)> = names()
            .map(|name| (name, render::html(source(lang, name))))
            .collect();
        for place in 0..pages.len() {
            files.push(File {
                path: format!("{}/{}.html", folder(lang), pages[place].0),
                content: page::page(lang, &pages, place, beside).into(),
            });
        }
        files.push(File {
            path: format!("{}/search.js", folder(lang)),
            content: search::index(&pages).into(),
        });
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn fixed(path: &str, content: &'static str) -> File {
    File {
        path: path.to_owned(),
        content: content.into(),
    }
}

/// The Markdown of a page; every page of the contents is in the guide, as a test says.
fn source(lang: Lang, name: &str) -> &'static str {
    let name = if name == INDEX { "README" } else { name };
    let of = GUIDE
        .iter()
        .find(|page| page.0 == folder(lang) && page.1 == name);
    of.map_or("", |page| page.2)
}

#[cfg(test)]
mod tests;
