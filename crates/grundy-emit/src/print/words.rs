//! What programs about words and lists need beside their own functions: comparing and cutting words, lists in one form, and the
//! search with a stack of its own. It stands in files for each language, in sections of which a program gets those that it uses.

use std::collections::BTreeSet;

use super::packed;
use super::style::Style;
use crate::Language;
use crate::tree::{Expr, Lists, Pieces, Program, visit};

/// Functions that read or change what is the whole program's.
pub(super) const METHODS: [&str; 17] = [
    "link_near",
    "link",
    "wins",
    "ways",
    "outcome",
    "offer",
    "sg",
    "read_rows",
    "after_word",
    "add_part",
    "begin",
    "put_entry",
    "put_choices",
    "offer_each",
    "first_set",
    "next_set",
    "sums_of",
];

/// Functions whose word is a new one.
pub(super) const OWNED: [&str; 11] = [
    "side_by_side",
    "group_of",
    "recoloured",
    "part_of",
    "after_word",
    "times",
    "reversed",
    "changed",
    "put",
    "exchanged",
    "read_rows",
];

fn library(language: Language, lists: bool) -> &'static str {
    match language {
        Language::Cpp if lists => include_str!("words/lists.cpp.txt"),
        Language::Python if lists => include_str!("words/lists.py.txt"),
        Language::Rust if lists => include_str!("words/lists.rs.txt"),
        Language::Java if lists => include_str!("words/lists.java.txt"),
        Language::Cpp => include_str!("words/words.cpp.txt"),
        Language::Python => include_str!("words/words.py.txt"),
        Language::Rust => include_str!("words/words.rs.txt"),
        Language::Java => include_str!("words/words.java.txt"),
    }
}

/// The sections that a program uses, in the order of their file, and whether each belongs to the program's state.
pub(super) fn sections(
    program: &Program,
    language: Language,
    style: &dyn Style,
) -> Vec<(bool, String)> {
    let Some(search) = &program.search else {
        return Vec::new();
    };
    let mut own = packed::sections(search, language, style);
    let as_letters = (search.packed.as_ref()).is_none_or(|it| packed::is_mixed(it, language));
    // Whether nothing is searched as letters.
    let told = search.told || !as_letters;
    let mut used: BTreeSet<&str> = match told {
        true => BTreeSet::new(),
        false => BTreeSet::from(["search", "offer"]),
    };
    let mut look = |part: &Expr| {
        if let Expr::Call(name, _) = part {
            used.insert(match name.as_str() {
                "unmarked" | "changed" => "ring",
                "read_rows" | "refuse" => return,
                "columns_of" => "columns_of",
                "link_near" => "link_near",
                "group_of" => "groups",
                "recoloured" => "recoloured",
                "beside_of" => "beside_of",
                "height_of" => "height_of",
                "width_of" => "width_of",
                "part_of" => "part_of",
                "side_by_side" => "side_by_side",
                "put" => "put",
                "stands" => "stands",
                "place_of" => "place_of",
                "one_of" => "one_of",
                "slice" => "slice",
                "times" => "times",
                "reversed" => "reversed",
                "count_of" => "count_of",
                "run_end" => "run_end",
                "exchanged" => "exchanged",
                "digit" => "digit",
                "sum_of" => "sum_of",
                "least_of" => "least_of",
                "greatest_of" => "greatest_of",
                "distinct_of" => "distinct_of",
                "sums_of" => "sums_of",
                "first_set" => "sets",
                "offer_each" => "offer_each",
                // A function of the program's own.
                _ if told => return,
                _ => "search",
            });
        }
    };
    visit(&program.main, &mut look);
    for function in &program.functions {
        visit(&function.body, &mut look);
    }
    match search.lists {
        None => {}
        Some(Lists { ordered, nonzero }) => {
            used.insert(match (ordered, nonzero) {
                (true, false) => "list",
                (true, true) => "list_nonzero",
                (false, false) => "multiset",
                (false, true) => "multiset_nonzero",
            });
        }
    }
    used.extend(match search.pieces {
        _ if told => Vec::new(),
        Pieces::Entries => vec!["pieces_entries"],
        Pieces::Whole => vec!["pieces_whole"],
        Pieces::Alive => vec!["pieces_alive"],
        Pieces::Bonds => vec!["bonds", "pieces_bonds"],
        Pieces::Ring => vec!["bonds", "least", "pieces_ring"],
        Pieces::Turned => vec!["least", "pieces_turned"],
        Pieces::Parts => vec!["digit", "graph", "pieces_parts"],
        Pieces::Regions { .. } => vec!["columns_of", "one_of", "pieces_regions"],
    });
    if ["groups", "beside_of", "link_near"]
        .iter()
        .any(|it| used.contains(it))
    {
        used.extend(["touching", "columns_of", "one_of"]);
    }
    if used.contains("part_of") || used.contains("touching") || used.contains("width_of") {
        used.insert("columns_of");
    }
    if used.contains("digit") {
        used.insert("graph");
    }
    if search.by_parts {
        used.insert("options_by_parts");
    }
    if search.counted {
        let by_parts = search.pieces == Pieces::Parts && !search.outcome;
        used.extend(["offer", if by_parts { "ways_parts" } else { "ways" }]);
    }
    if !as_letters && language != Language::Python {
        used.insert("columns_of");
    }
    if told {
        // Nothing is searched.
    } else if search.outcome {
        // A position that is no sum is in one form, whole.
        used.remove("search");
        used.insert(match search.pieces {
            _ if search.draws => "labels",
            Pieces::Regions { .. } => "wins_regions",
            _ => "wins",
        });
        if search.pieces == Pieces::Whole {
            used.remove("pieces_whole");
        }
    } else {
        used.insert("told_normal");
    }
    let whole = search.pieces == Pieces::Whole;
    let (form, first) = match language {
        _ if whole && language != Language::Rust => ("", ""),
        Language::Cpp => ("pieces", "[0]"),
        Language::Python => ("pieces", "[0]"),
        Language::Rust if whole && search.lists.is_some() => ("", ".to_vec()"),
        Language::Rust if whole => ("", ".to_string()"),
        Language::Rust if search.pieces == Pieces::Parts => ("self.pieces", ".remove(0)"),
        Language::Rust => ("pieces", ".remove(0)"),
        Language::Java => ("pieces", ".get(0)"),
    };
    // A region of a torus is not cut out: it may go round.
    let is_torus = search.pieces == Pieces::Regions { torus: true };
    let (torus, within) = match (is_torus, language) {
        (false, _) => ("", "cells"),
        (true, Language::Rust) => ("board.as_bytes()[cell as usize] != b'/' || ", ""),
        (true, Language::Cpp) => ("board[cell] == '/' && ", ""),
        (true, Language::Java) => ("board.charAt(cell) == '/' && ", ""),
        (true, Language::Python) => (
            "",
            "[cell for cell, letter in enumerate(board) if letter != \"/\"]",
        ),
    };
    let moveless = match (search.misere, language) {
        (true, Language::Java) => "1L",
        (true, _) => "1",
        (false, Language::Java) => "0L",
        (false, _) => "0",
    };
    let mut sections = Vec::new();
    for section in library(language, search.lists.is_some())
        .split("//// ")
        .skip(1)
    {
        let (head, text) = section.split_once('\n').unwrap_or((section, ""));
        let (name, kind) = head.split_once(' ').unwrap_or((head, ""));
        if !used.contains(name) {
            continue;
        }
        let text = formed(text.trim_end(), form, first)
            .replace("@torus@", torus)
            .replace("@within@", within)
            .replace("@moveless@", moveless)
            .replace("@alive@", &style.text(&search.alive))
            .replace("@bonds@", &style.text(&search.bonds))
            .replace(
                "@pieces@",
                match search.pieces {
                    Pieces::Parts | Pieces::Regions { .. } => "self.pieces",
                    _ => "pieces",
                },
            )
            .replace(
                "@asked@",
                // Of a graph only the component of the token or the root has moves.
                match (search.pieces == Pieces::Parts, language) {
                    (false, Language::Rust) => "word.to_string()",
                    (false, _) => "word",
                    (true, Language::Rust) => "self.pieces(word).remove(0)",
                    (true, Language::Java) => "pieces(word).get(0)",
                    (true, _) => "pieces(word)[0]",
                },
            )
            .replace(
                "@option_lost@",
                match (search.outcome, language) {
                    (true, Language::Python) => "not wins(option)",
                    (true, Language::Rust) => "!self.wins(option)",
                    (true, _) => "!wins(option)",
                    (false, Language::Rust) => "self.sg(option) == 0",
                    (false, _) => "sg(option) == 0",
                },
            )
            .replace(
                "@ways_note@",
                &format!("{}{}", style.comment(), search.ways_note),
            )
            .replace("@note@", &format!("{}{}", style.comment(), search.note));
        let text = packed::lines_with(&text, "@packed@", search.packed.is_some());
        sections.push((kind == "method", text));
        if name == "columns_of" {
            sections.append(&mut own);
        }
    }
    sections.append(&mut own);
    sections
}

/// The text with `@form@(position)@first@` as the one form of a position: itself where `form` is empty, otherwise the first that a function gives.
fn formed(text: &str, form: &str, first: &str) -> String {
    let mut pieces = text.split("@form@(");
    let mut all = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (position, rest) = piece.split_once(")@first@").unwrap_or((piece, ""));
        all += &match form {
            "" => format!("{}{first}", position.trim_start_matches('&')),
            form => format!("{form}({position}){first}"),
        };
        all += rest;
    }
    all
}
