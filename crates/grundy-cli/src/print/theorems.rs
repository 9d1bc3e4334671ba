//! Theorems that a machine has checked, in words.

use std::fmt::Write;

use grundy::Lang;
use grundy::proofs::Theorem;

use crate::print::paint::{Paint, wrapped};
use crate::words;

/// The theorems under their files, each with whose it is, what it says and who relies on it.
pub(crate) fn text(theorems: &[Theorem], lang: Lang, paint: Paint, columns: usize) -> String {
    let mut out = String::new();
    for of_file in theorems.chunk_by(|one, next| one.file == next.file) {
        let _ = writeln!(out, "{}", paint.bold(of_file[0].file));
        for theorem in of_file {
            let name = paint.heading(theorem.name);
            let _ = writeln!(out, "  {name}  {}", paint.dim(theorem.source));
            wrapped(&mut out, theorem.statement.of(lang), 4, columns);
            let users: Vec<&str> = theorem.used_by().collect();
            let mut lines = String::new();
            wrapped(&mut lines, &users.join(", "), 4, columns);
            for line in lines.lines() {
                let _ = writeln!(out, "{}", paint.dim(line));
            }
        }
        out.push('\n');
    }
    wrapped(
        &mut out,
        &words::theorems_meaning(theorems.len()).render(lang),
        0,
        columns,
    );
    out
}
