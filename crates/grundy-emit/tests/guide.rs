//! The guide's list of problems against the formats: each goes from its rule to a program that the tests run.

use std::fs;
use std::path::Path;

use grundy::Lang;
use grundy_emit::{Language, Task, emit};
use grundy_judge::{Format, formats};

/// By what the program of a format tells values.
fn method(program: &str, lang: Lang) -> &'static str {
    let methods = [
        ("// The game: ", "theorem", "定理"),
        ("// 游戏：", "theorem", "定理"),
        ("// The formulas: ", "formulas", "公式"),
        ("// 公式：", "formulas", "公式"),
        ("fn list_options", "search", "搜索"),
        ("fn grow(", "table of positions", "多维表"),
        ("fn compute(", "table of heaps", "一维表"),
    ];
    let found = methods.iter().find(|(sign, ..)| program.contains(sign));
    let (_, en, zh) = found.unwrap_or(&("", "Bouton's rule", "Bouton 定理"));
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

fn row(format: &Format, lang: Lang) -> Option<String> {
    let task = Task {
        lang,
        ..Task::of(format)
    };
    let program = emit(&task, Language::Rust).ok()?;
    let title = format.title.as_ref()?;
    let title = match lang {
        Lang::En => &title.en,
        Lang::Zh => &title.zh,
    };
    let source = format.source.split(';').next()?;
    let name = &format.name;
    let method = method(&program, lang);
    let comma = match lang {
        Lang::En => ", ",
        Lang::Zh => "，",
    };
    Some(format!("| `{name}` | {title}{comma}{source} | {method} |"))
}

#[test]
fn the_guide_lists_the_problems_that_become_programs() {
    for (lang, folder) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
        let path = format!("../../docs/guide/{folder}/emit.md");
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let page = fs::read_to_string(page).unwrap_or_default();
        let rows: Vec<String> = formats().iter().filter_map(|it| row(it, lang)).collect();
        assert!(rows.len() >= 40);
        let told: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with("| `"))
            .collect();
        assert_eq!(
            told,
            rows,
            "the table of {folder} should be:\n{}",
            rows.join("\n")
        );
    }
}
