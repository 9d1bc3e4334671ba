//! Every page is in the contents and in both languages, and every link of the book leads somewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

#[test]
fn the_contents_hold_every_page_once_in_both_languages() {
    let listed: Vec<&str> = names().collect();
    let distinct: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), distinct.len(), "a page stands twice");
    for lang in [Lang::En, Lang::Zh] {
        let written = GUIDE.iter().filter(|page| page.0 == folder(lang));
        let written: BTreeSet<&str> = written
            .map(|page| if page.1 == "README" { INDEX } else { page.1 })
            .collect();
        assert_eq!(written, distinct, "{lang:?}");
    }
}

/// The values of an attribute in a text.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let pieces = html.split(&*begin).skip(1);
    pieces.filter_map(|piece| piece.split('"').next()).collect()
}

#[test]
fn every_link_leads_to_a_page_and_a_section() {
    let files = files(Beside::default());
    let anchors: BTreeMap<&str, BTreeSet<&str>> = files
        .iter()
        .map(|file| {
            (
                &*file.path,
                values(&file.content, "id").into_iter().collect(),
            )
        })
        .collect();
    let mut seen = 0;
    let mut broken = Vec::new();
    for file in files.iter().filter(|file| file.path.contains(".html")) {
        for link in values(&file.content, "href") {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let mut parts: Vec<&str> = file.path.split('/').collect();
            if !path.is_empty() {
                parts.pop();
                for part in path.split('/') {
                    match part {
                        ".." => drop(parts.pop()),
                        part => parts.push(part),
                    }
                }
            }
            let target = parts.join("/");
            let is_there = anchors
                .get(&*target)
                .is_some_and(|there| anchor.is_empty() || there.contains(anchor));
            if !is_there {
                broken.push(format!("{}: {link}", file.path));
            }
            seen += 1;
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(seen > 3000, "{seen} links");
}

#[test]
fn terminals_headings_and_links_out_of_the_guide() {
    let page = render::html(
        "# A `b`, c?\n\n[guide](README.md) · [中文](../zh/x.md)\n\nSee [solve.md](solve.md#x) and [code](../../../proofs/A.v).\n\n## Twice\n\n## Twice\n\n\
         ```console\n$ grundy solve nim '3<5'\nlost & \"won\"\n```\n",
    );
    assert_eq!(page.title, "A b, c?");
    let anchors: Vec<&str> = page.sections.iter().map(|part| &*part.anchor).collect();
    assert_eq!(anchors, ["a-b-c", "twice", "twice-1"]);
    assert!(
        page.html
            .contains("<p>See <a href=\"solve.html#x\">solve</a> and code."),
        "{}",
        page.html
    );
    assert!(
        page.html.contains(
            "<span>$ </span><kbd>grundy solve nim '3&lt;5'</kbd>\nlost &amp; &quot;won&quot;\n"
        ),
        "{}",
        page.html
    );
}

#[test]
fn lines_of_chinese_are_joined_without_a_blank() {
    let page = render::html(
        "# 题\n\n[指南](README.md) · [en](../en/x.md)\n\n甲，\n乙\n丙**丁**\n`k` 为\nn；\n`m`。\n\none\ntwo `k`\nthree\n",
    );
    assert!(
        page.html
            .contains("<p>甲，乙丙<strong>丁</strong>\n<code>k</code> 为\nn；<code>m</code>。</p>"),
        "{}",
        page.html
    );
    assert!(page.html.contains("<p>one\ntwo <code>k</code>\nthree</p>"));
    let text = &page.sections[0].text;
    assert!(text.contains("甲，乙丙丁 k 为 n；m。") && text.contains("one two k three"));
}

#[test]
fn the_search_holds_every_section_and_nothing_of_it_ends_the_script() {
    for file in files(Beside::default()) {
        let Some(lang) = file.path.strip_suffix("/search.js") else {
            continue;
        };
        let list = file.content.strip_prefix("book.sections(");
        let list = list
            .and_then(|list| list.strip_suffix(");\n"))
            .expect("a call");
        let sections: Vec<[String; 5]> = serde_json::from_str(list).expect("a list of sections");
        let pages: BTreeSet<&str> = sections.iter().map(|section| &*section[0]).collect();
        assert_eq!(pages, names().collect(), "{lang}");
        assert!(sections.len() > 300, "{lang}: {}", sections.len());
    }
}

#[test]
fn what_stands_beside_the_book_is_linked_where_it_is() {
    let beside = Beside {
        games: Some("/"),
        library: Some("api/grundy/index.html"),
    };
    let page = |beside| {
        let files = files(beside);
        let page = files.into_iter().find(|file| file.path == "zh/find.html");
        page.expect("a page").content
    };
    assert!(page(beside).contains("<a href=\"/\">游戏</a>"));
    assert!(page(beside).contains("<a href=\"../api/grundy/index.html\">"));
    assert!(!page(Beside::default()).contains("api/grundy"));
}
