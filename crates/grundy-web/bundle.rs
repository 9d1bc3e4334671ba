//! The modules of the page as few files, so that a browser reads little before the first view stands.
//!
//! The first file holds the module that begins and all that it imports. A module that is only asked for later, by
//! `await import("./x.js")`, begins a file of its own, of what nothing else needs; what several of these need is in the
//! first file, from which they import it.
//!
//! Within a file each module becomes a function that is called at once, in an order in which each stands behind those it
//! imports; what it exports is what the function gives. Comments, empty lines and the space before a line are left out: they
//! are two fifths of the text, all of which a browser reads before it runs any. The modules keep to few forms:
//! `import { a, b as c } from "./x.js";` and `import * as x from "./x.js";` on one line, `export` before a declaration of a
//! function, a class or a constant, `await import("./x.js")`, comments on lines of their own, and texts that end on the line
//! on which they begin. Anything else ends the build with a message.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The files, each with its name: the first is called `first_file`, a later one as the module that it begins with.
///
/// `modules` holds path and text of each; paths are relative to one folder and divided by `/`.
pub(crate) fn bundle(
    modules: &BTreeMap<String, String>,
    first: &str,
    first_file: &str,
) -> Result<Vec<(String, String)>, String> {
    let mut read = BTreeMap::new();
    for (path, text) in modules {
        read.insert(path.as_str(), Module::read(path, text)?);
    }
    let mut row = Row {
        modules: &read,
        begun: Vec::new(),
        done: Vec::new(),
    };
    let needed = row.needed(first)?;
    let mut later: Vec<(String, Vec<String>)> = Vec::new();
    for path in read.values().flat_map(|module| &module.later) {
        if later.iter().all(|(known, _)| known != path) {
            later.push((path.clone(), row.needed(path)?));
        }
    }
    // The module that begins is the last of its file: it runs when it is read, and needs all others.
    for (path, _) in &later {
        row.add(path)?;
    }
    row.add(first)?;
    let order = row.done;

    let mut files = Vec::new();
    let mut asked = Vec::new();
    let in_first = |path: &String| {
        let several = later.iter().filter(|(_, all)| all.contains(path)).count() > 1;
        needed.contains(path) || several
    };
    for (path, all) in &later {
        if in_first(path) {
            return Err(format!("{path} is asked for later and imported elsewhere"));
        }
        let (shared, own): (Vec<&String>, Vec<&String>) = (order.iter())
            .filter(|one| all.contains(one))
            .partition(|one| in_first(one));
        let mut text = format!("import {{ {} }} from \"./{first_file}\";\n", names(&shared));
        for one in own {
            text.push_str(&read[one.as_str()].as_function(one));
        }
        let _ = writeln!(text, "export {{ {} }};", name(path));
        files.push((file_name(path).to_owned(), text));
        asked.extend(shared);
    }
    asked.sort();
    asked.dedup();
    let mut text: String = (order.iter())
        .filter(|one| in_first(one))
        .map(|one| read[one.as_str()].as_function(one))
        .collect();
    let _ = writeln!(text, "export {{ {} }};", names(&asked));
    files.push((first_file.to_owned(), text));
    Ok(files)
}

/// A module without the words that only modules know.
struct Module {
    body: String,
    exports: Vec<String>,
    /// Paths of the modules that stand before it, and of those that are asked for later.
    imports: Vec<String>,
    later: Vec<String>,
}

impl Module {
    fn read(path: &str, text: &str) -> Result<Self, String> {
        let mut module = Self {
            body: String::new(),
            exports: Vec::new(),
            imports: Vec::new(),
            later: Vec::new(),
        };
        let mut in_comment = false;
        for line in text.lines() {
            let line = line.trim();
            in_comment |= line.starts_with("/*");
            if in_comment || line.is_empty() || line.starts_with("//") {
                in_comment &= !line.ends_with("*/");
                continue;
            }
            let line = module
                .line(path, line)
                .ok_or_else(|| format!("{path}: this form cannot be bundled: {line}"))?;
            module.body.push_str(&line);
            module.body.push('\n');
        }
        Ok(module)
    }

    /// A line as it stands in the file, or `None` if it has a form that is not known.
    fn line(&mut self, path: &str, line: &str) -> Option<String> {
        if line.matches('`').count() % 2 == 1 {
            return None;
        }
        if let Some(import) = line.strip_prefix("import ") {
            let (what, from) = import.split_once(" from ")?;
            let other = resolve(path, quoted(from.trim_end_matches(';'))?);
            let what = match what.strip_prefix("* as ") {
                Some(whole) => whole.to_owned(),
                None => what.replace(" as ", ": "),
            };
            let line = format!("const {what} = {};", name(&other));
            self.imports.push(other);
            return Some(line);
        }
        if let Some(declared) = line.strip_prefix("export ") {
            let words = declared.strip_prefix("async ").unwrap_or(declared);
            let (kind, rest) = words.split_once(' ')?;
            let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let declared_name = &rest[..end.unwrap_or(rest.len())];
            if !["function", "class", "const"].contains(&kind) || declared_name.is_empty() {
                return None;
            }
            self.exports.push(declared_name.to_owned());
            return Some(declared.to_owned());
        }
        if let Some((before, after)) = line.split_once("await import(") {
            let (from, after) = after.split_once(')')?;
            let other = resolve(path, quoted(from)?);
            let line = format!("{before}{}{after}", asking(&other));
            self.later.push(other);
            return Some(line);
        }
        Some(line.to_owned())
    }

    fn as_function(&self, path: &str) -> String {
        let (body, exports) = (&self.body, self.exports.join(", "));
        format!(
            "const {} = (() => {{\n{body}return {{ {exports} }};\n}})();\n",
            name(path)
        )
    }
}

/// Modules in an order in which each stands behind those it imports.
struct Row<'a> {
    modules: &'a BTreeMap<&'a str, Module>,
    /// Modules whose imports are being added, to see a circle.
    begun: Vec<String>,
    done: Vec<String>,
}

impl Row<'_> {
    fn add(&mut self, path: &str) -> Result<(), String> {
        if self.done.iter().any(|done| done == path) {
            return Ok(());
        }
        if self.begun.iter().any(|begun| begun == path) {
            return Err(format!("{path} imports itself, by way of others"));
        }
        let modules = self.modules;
        let Some(module) = modules.get(path) else {
            return Err(format!("there is no module {path}"));
        };
        self.begun.push(path.to_owned());
        for import in &module.imports {
            self.add(import)?;
        }
        self.begun.pop();
        self.done.push(path.to_owned());
        Ok(())
    }

    /// A module and all that it needs, whatever this row holds.
    fn needed(&self, path: &str) -> Result<Vec<String>, String> {
        let mut row = Row {
            modules: self.modules,
            begun: Vec::new(),
            done: Vec::new(),
        };
        row.add(path)?;
        Ok(row.done)
    }
}

/// What a line says that asks for a module's file.
fn asking(path: &str) -> String {
    format!("(await import(\"./{}\")).{}", file_name(path), name(path))
}

/// The end of a path, which is the name of the file that a module begins.
fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, end)| end)
}

/// The text between quotation marks.
fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// The name of a module within a file.
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

fn names(paths: &[&String]) -> String {
    let names: Vec<String> = paths.iter().map(|path| name(path)).collect();
    names.join(", ")
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
