//! The search of boards as numbers, which stands in files for each language.

use super::style::Style;
use crate::Language;
use crate::tree::{Packed, Program, Search};

fn library(language: Language) -> &'static str {
    match language {
        Language::Cpp => include_str!("words/grids.cpp.txt"),
        Language::Python => include_str!("words/grids.py.txt"),
        Language::Rust => include_str!("words/grids.rs.txt"),
        Language::Java => include_str!("words/grids.java.txt"),
    }
}

/// Whether boards are searched as letters too: those with more cells than a number of the language has bits.
pub(super) fn is_mixed(packed: &Packed, language: Language) -> bool {
    !packed.always && language != Language::Python
}

/// The program without what searches boards as letters, where it needs none of that.
pub(super) fn stripped(program: &Program, language: Language) -> Option<Program> {
    let packed = program.search.as_ref()?.packed.as_ref()?;
    if is_mixed(packed, language) {
        return None;
    }
    let mut program = program.clone();
    // The options of a board whose winning moves are counted are listed as letters.
    let is_counted = program.search.as_ref().is_some_and(|it| it.counted);
    let needless = |name: &str| match name {
        "link_cells" | "known" | "region" => true,
        "list_options" | "found" => !is_counted,
        _ => false,
    };
    let functions = &mut program.functions;
    functions.retain(|function| !needless(&function.name));
    let globals = &mut program.globals;
    globals.retain(|global| !needless(&global.name));
    Some(program)
}

/// The sections of a program that searches boards as numbers, and whether each belongs to the program's state.
pub(super) fn sections(
    search: &Search,
    language: Language,
    style: &dyn Style,
) -> Vec<(bool, String)> {
    let Some(packed) = &search.packed else {
        return Vec::new();
    };
    let is_mixed = is_mixed(packed, language);
    let methods = match packed.regions {
        true => "packed_regions",
        false => "packed_whole",
    };
    let entry = match search.outcome {
        true => "packed_wins",
        false => "packed_sg",
    };
    let all = library(language).split("//// ").skip(1).map(|section| {
        let (head, text) = section.split_once('\n').unwrap_or((section, ""));
        let (name, kind) = head.split_once(' ').unwrap_or((head, ""));
        (name, kind == "method", text.trim_end())
    });
    let all: Vec<(&str, bool, &str)> = all.collect();
    let methods = all.iter().find(|(name, ..)| *name == methods);
    let methods = methods.map_or("", |(_, _, text)| *text);
    let mut sections = Vec::new();
    for (name, is_method, text) in &all {
        match *name {
            "packed" | "grid_of" => {}
            "fits" => {}
            name if name == entry && !is_mixed => {}
            _ => continue,
        }
        let text = text.replace("@methods@", methods);
        let kept = [
            ("@becomes@", !packed.becomes.is_empty()),
            // Regions are put where their boards begin, unless these go round.
            ("@line@", is_line(packed)),
            ("@part@", is_mixed && search.outcome),
            ("@outcome@", search.outcome),
            ("@value@", !search.outcome),
        ];
        let lines = kept.iter().fold(text, |text, (mark, is_kept)| {
            lines_with(&text, mark, *is_kept)
        });
        sections.push((*is_method, filled(&lines, packed, language, style)));
    }
    sections
}

fn is_line(packed: &Packed) -> bool {
    packed.regions && !packed.torus
}

/// Lines behind a mark: kept without it, or left out.
pub(super) fn lines_with(text: &str, mark: &str, kept: bool) -> String {
    let lines = text.lines().filter(|line| kept || !line.contains(mark));
    let lines: Vec<String> = lines
        .map(|line| line.replace(mark, "").trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// The text with what the rule says in its places.
fn filled(text: &str, packed: &Packed, language: Language, style: &dyn Style) -> String {
    let pairs = |open: char, close: char, parts: &[[String; 2]], between: &str| {
        let parts = parts.iter();
        let pair = |[one, other]: &[String; 2]| format!("{open}{one}, {other}{close}");
        parts.map(pair).collect::<Vec<_>>().join(between)
    };
    let (open, close) = match language {
        Language::Cpp | Language::Java => ('{', '}'),
        Language::Python | Language::Rust => ('(', ')'),
    };
    let patterns = packed.patterns.iter();
    let patterns: Vec<[String; 2]> = patterns
        .map(|sides| [0, 1].map(|side: usize| style.text(&sides[side])))
        .collect();
    let becomes = packed.becomes.iter();
    let becomes: Vec<[String; 2]> = becomes.map(|pair| pair.map(|it| it.to_string())).collect();
    // How far a pattern may be moved in one direction; a pattern of a torus does not lie over itself.
    let fits = |at: &str, own: &str, whole: &str| match (language, packed.torus) {
        (Language::Cpp | Language::Java, false) => format!("{at} + {own} <= {whole}"),
        (Language::Cpp | Language::Java, true) => format!("{at} < {whole} && {own} <= {whole}"),
        (Language::Python, false) => format!("{whole} - {own} + 1"),
        (Language::Python, true) => format!("{whole} if {own} <= {whole} else 0"),
        (Language::Rust, false) => format!("({whole} + 1).saturating_sub({own})"),
        (Language::Rust, true) => format!("if {own} <= {whole} {{ {whole} }} else {{ 0 }}"),
    };
    let mut text = text
        .replace("@planes@", &style.text(&packed.planes))
        .replace("@patterns@", &pairs(open, close, &patterns, ",\n    "))
        .replace("@pairs@", &pairs(open, close, &becomes, ", "))
        .replace("@row_fits@", &fits("row", "height", "rows"))
        .replace("@column_fits@", &fits("column", "width", "columns"))
        .replace(
            "@line_fields@",
            match is_line(packed) {
                true => "columns, first_row: 0, first_column: 0, ",
                false => "",
            },
        )
        .replace(
            "@may_changes@",
            if packed.becomes.is_empty() {
                ""
            } else {
                "mut "
            },
        );
    for (place, note) in &packed.notes {
        text = text.replace(place, &format!("{}{note}", style.comment()));
    }
    text
}
