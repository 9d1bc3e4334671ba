//! The modules of the page as one file, so that a browser need ask but once.
//!
//! Each module becomes a function that is called at once, in an order in which each stands behind those it imports; what
//! it exports is what the function gives. The modules keep to few forms: `import { a, b as c } from "./x.js";` and
//! `import * as x from "./x.js";` on one line, `export` before a declaration of a function, a class or a constant, and
//! `await import("./x.js")`. Anything else ends the build with a message.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The modules that the first one leads to, as one text.
///
/// `modules` holds path and text of each; paths are relative to one folder and divided by `/`.
pub(crate) fn bundle(modules: &BTreeMap<String, String>, first: &str) -> Result<String, String> {
    let mut bundle = Bundle {
        modules,
        begun: Vec::new(),
        done: Vec::new(),
        out: String::from("\"use strict\";\n"),
    };
    bundle.add(first)?;
    Ok(bundle.out)
}

struct Bundle<'a> {
    modules: &'a BTreeMap<String, String>,
    /// Modules whose imports are being added, to see a circle.
    begun: Vec<String>,
    done: Vec<String>,
    out: String,
}

impl Bundle<'_> {
    fn add(&mut self, path: &str) -> Result<(), String> {
        if self.done.iter().any(|done| done == path) {
            return Ok(());
        }
        if self.begun.iter().any(|begun| begun == path) {
            return Err(format!("{path} imports itself, by way of others"));
        }
        let modules = self.modules;
        let Some(text) = modules.get(path) else {
            return Err(format!("there is no module {path}"));
        };
        self.begun.push(path.to_owned());
        let mut body = String::new();
        let mut exports = Vec::new();
        for line in text.lines() {
            let line = self.line(path, line, &mut exports)?;
            body.push_str(&line);
            body.push('\n');
        }
        let _ = writeln!(
            self.out,
            "const {} = (() => {{\n{body}return {{ {} }};\n}})();",
            name(path),
            exports.join(", ")
        );
        self.begun.pop();
        self.done.push(path.to_owned());
        Ok(())
    }

    /// A line of a module, without the words that only modules know; what it imports is added before.
    fn line(
        &mut self,
        path: &str,
        line: &str,
        exports: &mut Vec<String>,
    ) -> Result<String, String> {
        let wrong = || format!("{path}: this form cannot be bundled: {line}");
        if let Some(import) = line.strip_prefix("import ") {
            let (what, from) = import.split_once(" from ").ok_or_else(wrong)?;
            let other = resolve(path, quoted(from.trim_end_matches(';')).ok_or_else(wrong)?);
            self.add(&other)?;
            let what = match what.strip_prefix("* as ") {
                Some(whole) => whole.to_owned(),
                None => what.replace(" as ", ": "),
            };
            return Ok(format!("const {what} = {};", name(&other)));
        }
        if let Some(declared) = line.strip_prefix("export ") {
            let words = declared.strip_prefix("async ").unwrap_or(declared);
            let (kind, rest) = words.split_once(' ').ok_or_else(wrong)?;
            let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let declared_name = &rest[..end.unwrap_or(rest.len())];
            if !["function", "class", "const"].contains(&kind) || declared_name.is_empty() {
                return Err(wrong());
            }
            exports.push(declared_name.to_owned());
            return Ok(declared.to_owned());
        }
        if let Some((before, after)) = line.split_once("await import(") {
            let (from, after) = after.split_once(')').ok_or_else(wrong)?;
            let other = resolve(path, quoted(from).ok_or_else(wrong)?);
            self.add(&other)?;
            return Ok(format!("{before}{}{after}", name(&other)));
        }
        Ok(line.to_owned())
    }
}

/// The text between quotation marks.
fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// The name of a module within the one file.
fn name(path: &str) -> String {
    let letters = path.strip_suffix(".js").unwrap_or(path);
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    };
    format!("module_{}", letters.chars().map(plain).collect::<String>())
}

/// The path that a module at `path` means by `from`.
fn resolve(path: &str, from: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop();
            }
            other => folders.push(other),
        }
    }
    folders.join("/")
}
