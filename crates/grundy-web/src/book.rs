//! The guide as a book, below `/docs/`: made from its Markdown when it is first asked for.

use std::sync::LazyLock;

use grundy_docs::Beside;

use crate::page::{File, media, named, tag};

/// The folder of the book.
const FOLDER: &str = "/docs/";

/// A file of the book, and its entity tag.
static FILES: LazyLock<Vec<(grundy_docs::File, String)>> = LazyLock::new(|| {
    let files = grundy_docs::files(Beside {
        games: Some("/"),
        library: None,
    });
    let tagged = files.into_iter().map(|file| {
        let tag = tag(file.content.as_bytes());
        (file, tag)
    });
    tagged.collect()
});

/// The file at the path of an address; a folder stands for its `index.html`.
pub(crate) fn file(path: &str) -> Option<File> {
    let name = named(path.strip_prefix(FOLDER)?);
    let place = FILES.binary_search_by(|(file, _)| (*file.path).cmp(&name));
    let (file, tag) = FILES.get(place.ok()?)?;
    Some(File {
        content: file.content.as_bytes(),
        media: media(&file.path),
        tag,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_is_there_and_nothing_beside_it() {
        for path in ["/docs/", "/docs/en/", "/docs/zh/find.html", "/docs/book.js"] {
            assert!(file(path).is_some(), "{path}");
        }
        for path in [
            "/docs",
            "/docs/../",
            "/docs//",
            "/docs/en",
            "/docs/en/README.md",
            "/",
        ] {
            assert!(file(path).is_none(), "{path}");
        }
    }
}
