//! From the Markdown of a page to HTML.
//!
//! Three things differ from plain Markdown: headings get the anchors that the guide's links use, links to pages of the guide lead
//! to pages of the book (and links out of the guide are plain text, for what they lead to need not be there), and in examples of a
//! terminal the commands stand out from what they print.

use std::collections::HashMap;
use std::fmt::Write as _;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A page, and what its sections say.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) title: String,
    pub(crate) html: String,
    pub(crate) sections: Vec<Section>,
}

/// What stands under a heading.
#[derive(Debug, Default)]
pub(crate) struct Section {
    pub(crate) level: u8,
    pub(crate) anchor: String,
    pub(crate) heading: String,
    pub(crate) text: String,
}

/// The HTML of a page.
pub(crate) fn html(markdown: &str) -> Rendered {
    // Under its title each page of the guide links to the guide and to itself in the other language, as every page of the book does.
    let (title, rest) = markdown.split_once("\n\n").unwrap_or((markdown, ""));
    let rest = match rest.split_once("\n\n") {
        Some((links, rest)) if links.starts_with('[') && links.contains("](../") => rest,
        _ => rest,
    };
    let markdown = &format!("{title}\n\n{rest}");
    let mut page = Writer::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, options).collect();
    let is_seen: Vec<bool> = (0..events.len())
        .map(|place| !is_no_blank(&events, place))
        .collect();
    for (event, is_seen) in events.into_iter().zip(is_seen) {
        if is_seen {
            page.take(event);
        }
    }
    let mut html = String::with_capacity(markdown.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, page.events.into_iter());
    let title = page.sections.first().map(|first| first.heading.clone());
    Rendered {
        title: title.unwrap_or_default(),
        html,
        sections: page.sections,
    }
}

/// Whether an event is the end of a line that stands for no blank: there is none between Chinese characters, nor beside the
/// punctuation of Chinese.
fn is_no_blank(events: &[Event<'_>], place: usize) -> bool {
    if !matches!(events[place], Event::SoftBreak) {
        return false;
    }
    let text = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        _ => None,
    };
    let before = events[..place].iter().rev().find_map(text);
    let after = events[place + 1..].iter().find_map(text);
    let before = before.and_then(|text| text.chars().next_back());
    let after = after.and_then(|text| text.chars().next());
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    let is_mark =
        |letter: char| matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff60}');
    let is_wide = |letter: char| {
        is_mark(letter) || matches!(letter, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
    };
    is_mark(before) || is_mark(after) || is_wide(before) && is_wide(after)
}

/// Goes through the events of a page.
#[derive(Default)]
struct Writer<'a> {
    events: Vec<Event<'a>>,
    sections: Vec<Section>,
    anchors: HashMap<String, usize>,
    /// Where the heading begins that is being read.
    heading: Option<usize>,
    /// Whether each open link stays one.
    links: Vec<bool>,
    /// The terminal that is being read.
    terminal: Option<String>,
}

impl<'a> Writer<'a> {
    fn take(&mut self, event: Event<'a>) {
        match &event {
            Event::Text(text) | Event::Code(text) => self.read(text),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::TableCell) => self.read(" "),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow) => self.read("\n"),
            _ => {}
        }
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.heading = Some(self.events.len());
                self.sections.push(Section {
                    level: rank(level),
                    ..Section::default()
                });
            }
            Event::End(TagEnd::Heading(level)) => self.headed(level),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let target = target(&dest_url);
                self.links.push(target.is_some());
                if let Some(target) = target {
                    self.html(format!("<a href=\"{}\">", escaped(&target)));
                }
            }
            Event::End(TagEnd::Link) => {
                if self.links.pop() == Some(true) {
                    self.html(String::from("</a>"));
                }
            }
            Event::Start(Tag::Table(alignments)) => {
                // Wide tables scroll by themselves, not the whole page.
                self.html(String::from("<div class=\"wide\">"));
                self.events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => {
                self.events.push(Event::End(TagEnd::Table));
                self.html(String::from("</div>"));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if &*info == "console" => {
                self.terminal = Some(String::new());
            }
            // In the book pages have names without an ending.
            Event::Text(text) if self.links.last() == Some(&true) => {
                let shown = text.strip_suffix(".md").unwrap_or(&text).to_owned();
                self.events.push(Event::Text(CowStr::from(shown)));
            }
            Event::Text(text) if self.terminal.is_some() => {
                if let Some(terminal) = &mut self.terminal {
                    terminal.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => match self.terminal.take() {
                Some(text) => self.html(terminal(&text)),
                None => self.events.push(Event::End(TagEnd::CodeBlock)),
            },
            event => self.events.push(event),
        }
    }

    /// Text for the search.
    fn read(&mut self, text: &str) {
        if let Some(section) = self.sections.last_mut() {
            match self.heading {
                Some(_) => section.heading.push_str(text),
                None => section.text.push_str(text),
            }
        }
    }

    /// Ends a heading, whose anchor is known only now.
    fn headed(&mut self, level: HeadingLevel) {
        let (Some(from), Some(section)) = (self.heading.take(), self.sections.last_mut()) else {
            return;
        };
        let anchor = slug(&section.heading);
        let seen = self.anchors.entry(anchor.clone()).or_default();
        section.anchor = match *seen {
            0 => anchor,
            more => format!("{anchor}-{more}"),
        };
        *seen += 1;
        let anchor = escaped(&section.anchor);
        let begun = format!("<{level} id=\"{anchor}\"><a class=\"anchor\" href=\"#{anchor}\">");
        self.events.insert(from, Event::Html(CowStr::from(begun)));
        self.html(format!("</a></{level}>\n"));
    }

    fn html(&mut self, text: String) {
        self.events.push(Event::Html(CowStr::from(text)));
    }
}

fn rank(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        _ => 3,
    }
}

/// Where a link of the guide leads in the book, if it leads there or into the network.
fn target(link: &str) -> Option<String> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let (folder, name) = match path.split('/').collect::<Vec<_>>()[..] {
        [name] => (String::new(), name),
        ["..", lang @ ("en" | "zh"), name] => (format!("../{lang}/"), name),
        _ => return None,
    };
    let name = name.strip_suffix(".md")?;
    let name = if name == "README" { crate::INDEX } else { name };
    let anchor = match anchor {
        "" => String::new(),
        anchor => format!("#{anchor}"),
    };
    Some(format!("{folder}{name}.html{anchor}"))
}

/// The anchor of a heading: small letters, blanks as hyphens, no punctuation.
fn slug(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        letter => letter.is_alphanumeric().then_some(letter),
    });
    letters.flat_map(char::to_lowercase).collect()
}

/// An example of a terminal: what is typed behind `$` or `>` at the beginning of a line, and what is printed.
fn terminal(text: &str) -> String {
    let mut out = String::from("<pre class=\"terminal\"><code>");
    for line in text.lines() {
        let _ = match line.strip_prefix("$ ") {
            Some(typed) => writeln!(out, "<span>$ </span><kbd>{}</kbd>", escaped(typed)),
            None => writeln!(out, "{}", escaped(line)),
        };
    }
    out.push_str("</code></pre>\n");
    out
}

/// A text between tags or quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
    out
}
