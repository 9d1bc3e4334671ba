//! The files of the page, embedded in the program: nothing is read from a disk, so no address can lead out of the list.

use std::borrow::Cow;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// Path and content, sorted by path; the build makes the list from the folder `page`.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The entity tag of each file, in the same order.
static TAGS: LazyLock<Vec<String>> =
    LazyLock::new(|| FILES.iter().map(|(_, content)| tag(content)).collect());

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct File {
    pub(crate) content: &'static [u8],
    /// Its media type.
    pub(crate) media: &'static str,
    /// Its strong entity tag, with the quotation marks.
    pub(crate) tag: &'static str,
}

/// The file that a path stands for: a folder stands for its `index.html`.
pub(crate) fn named(path: &str) -> Cow<'_, str> {
    match path.is_empty() || path.ends_with('/') {
        true => format!("{path}index.html").into(),
        false => path.into(),
    }
}

/// The entity tag of a content.
pub(crate) fn tag(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let hex: String = digest[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("\"{hex}\"")
}

/// The file at the path of an address, which begins with `/`; a folder stands for its `index.html`.
pub(crate) fn file(path: &str) -> Option<File> {
    let name = named(path.strip_prefix('/')?);
    let place = FILES.binary_search_by_key(&&*name, |(path, _)| path).ok()?;
    let (path, content) = FILES[place];
    Some(File {
        content,
        media: media(path),
        tag: TAGS.get(place)?,
    })
}

/// The media type by the end of the name.
pub(crate) fn media(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "md" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_is_there_and_nothing_outside_is() {
        let first = file("/").expect("the first page");
        assert_eq!(first.media, "text/html; charset=utf-8");
        assert_eq!(file("/index.html").map(|file| file.tag), Some(first.tag));
        for path in [
            "",
            "index.html",
            "/../Cargo.toml",
            "//index.html",
            "/./index.html",
            "/nothing",
            "/nothing/",
            "/.hidden",
            "/index.html/",
        ] {
            assert!(file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn files_are_sorted_and_tags_differ() {
        assert!(FILES.is_sorted_by_key(|(path, _)| path));
        for (place, (path, content)) in FILES.iter().enumerate() {
            for (other, (_, other_content)) in FILES.iter().enumerate() {
                let same = content == other_content;
                assert_eq!(TAGS[place] == TAGS[other], same, "{path}");
            }
        }
    }
}
