//! The documentation against the program: every call in a ```` ```console ```` block of README*.md and docs/guide is run,
//! and what follows it must be what the program prints, first on standard output, then on standard error.
//!
//! A line that begins with `$ ` is a call, in a small language that a shell understands too; no shell is asked:
//!
//! - `grundy WORDS…`, with single quotes around blanks, `NAME=VALUE` before it and `< FILE` or `> FILE` behind it;
//! - `printf 'LINES\n' | grundy WORDS…`;
//! - `cat FILE` shows a file that a call has written; if there is none, the lines below make it;
//! - `grundy-check WORDS…`, run if it was built beside `grundy`, as it is for all tests of the workspace;
//! - `echo $?` shows the exit code of the call before.
//!
//! Files live in a directory of their own for each page. A line `…` in the output stands for any lines. Pages under `zh`
//! and README.zh.md are run in a Chinese locale, and must show the same calls as their English twins.
//!
//! `GRUNDY_DOCUMENTS=write cargo test -p grundy-cli --test documents` puts the real output into the pages; look at the
//! difference before keeping it.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The top of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("two levels up").to_owned()
}

/// English pages with their Chinese twins, by their paths from the top.
fn pages() -> Vec<(PathBuf, PathBuf)> {
    let mut pages = vec![(PathBuf::from("README.md"), PathBuf::from("README.zh.md"))];
    let english = fs::read_dir(root().join("docs/guide/en")).expect("the guide");
    for entry in english {
        let name = entry.expect("a readable directory").file_name();
        if Path::new(&name)
            .extension()
            .is_some_and(|extension| extension == "md")
        {
            let twin = |lang: &str| Path::new("docs/guide").join(lang).join(&name);
            pages.push((twin("en"), twin("zh")));
        }
    }
    pages.sort();
    pages
}

/// The checker of certificates, which is a program of another package.
fn checker() -> PathBuf {
    let name = format!("grundy-check{}", std::env::consts::EXE_SUFFIX);
    Path::new(env!("CARGO_BIN_EXE_grundy")).with_file_name(name)
}

fn text_of(page: &Path) -> String {
    fs::read_to_string(root().join(page))
        .unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// The words of a call. Quotes of either kind hold blanks together; `|`, `<` and `>` stand alone.
fn words(call: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (String::new(), None, false);
    for character in call.chars() {
        match character {
            quote @ ('\'' | '"') if quoted.is_none() => (quoted, begun) = (Some(quote), true),
            quote if quoted == Some(quote) => quoted = None,
            ' ' if quoted.is_none() => {
                if std::mem::take(&mut begun) {
                    words.push(std::mem::take(&mut word));
                }
            }
            other => {
                word.push(other);
                begun = true;
            }
        }
    }
    assert!(quoted.is_none(), "a quote is open: {call}");
    if begun {
        words.push(word);
    }
    words
}

/// What `printf` makes of its only argument.
fn printed(format: &str) -> String {
    assert!(!format.contains('%'), "printf '%' is not understood here");
    format.replace("\\n", "\n").replace("\\t", "\t")
}

/// Runs the calls of one page.
struct Session {
    directory: PathBuf,
    locale: &'static str,
    exit: i32,
}

impl Session {
    fn new(page: &Path) -> Session {
        let chinese = page.starts_with("docs/guide/zh") || page.ends_with("README.zh.md");
        let name = page.display().to_string().replace(['/', '\\'], "-");
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // What an earlier run left must not be seen.
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory for the page");
        Session {
            directory,
            locale: if chinese {
                "zh_CN.UTF-8"
            } else {
                "en_US.UTF-8"
            },
            exit: 0,
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        assert!(name.chars().all(plain), "'{name}' is no plain file name");
        self.directory.join(name)
    }

    /// What a call prints; `shown` is what the page has below it.
    fn answer(&mut self, call: &str, shown: &[&str]) -> String {
        if call == "echo $?" {
            return format!("{}\n", self.exit);
        }
        if let Some(name) = call.strip_prefix("cat ") {
            let path = self.file(name);
            if !path.exists() {
                fs::write(&path, lines(shown)).expect("a writable file");
            }
            return fs::read_to_string(path).expect("a readable file");
        }
        let (input, command) = match call.split_once("' | ") {
            Some((source, command)) => {
                let format = source.strip_prefix("printf '").unwrap_or_else(|| {
                    panic!("only printf may stand before a bar: {call}");
                });
                (Some(printed(format)), command)
            }
            None => (None, call),
        };
        let words = words(command);
        if words.first().is_some_and(|word| word == "grundy-check") && !checker().exists() {
            return lines(shown);
        }
        self.run(words, input.unwrap_or_default())
    }

    fn run(&mut self, words: Vec<String>, mut input: String) -> String {
        let mut words = words.into_iter().peekable();
        let checks = words.next_if(|word| word == "grundy-check").is_some();
        let mut command = if checks {
            Command::new(checker())
        } else {
            Command::new(env!("CARGO_BIN_EXE_grundy"))
        };
        for variable in ["LC_ALL", "LC_MESSAGES", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
            .env("LANG", self.locale)
            .env("COLUMNS", "80")
            .current_dir(&self.directory);
        while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
            command.env(name, value);
            words.next();
        }
        let grundy = words.next_if(|word| word == "grundy").is_some();
        assert!(grundy || checks, "only grundy and grundy-check are run");
        let mut kept = None;
        while let Some(word) = words.next() {
            let mut name = || self.file(&words.next().expect("a file behind < or >"));
            match word.as_str() {
                "<" => input = fs::read_to_string(name()).expect("a file that cat has shown"),
                ">" => kept = Some(name()),
                _ => {
                    command.arg(word);
                }
            }
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input");
        let writer = std::thread::spawn(move || {
            // Whoever does not read its input closes it.
            let _ = stdin.write_all(input.as_bytes());
        });
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        self.exit = output.status.code().unwrap_or(255);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert_ne!(self.exit, 101, "a panic: {err}");
        match kept {
            None => out + &err,
            Some(path) => {
                fs::write(path, out).expect("a writable file");
                err
            }
        }
    }
}

/// Lines without blanks at their ends, each ended.
fn lines<T: AsRef<str>>(lines: &[T]) -> String {
    let ended = |line: &T| format!("{}\n", line.as_ref().trim_end());
    lines.iter().map(ended).collect()
}

/// Whether the lines of the page are the real ones, `…` standing for any lines.
fn matches(shown: &[&str], real: &[&str]) -> bool {
    match shown.iter().position(|line| *line == "…") {
        None => shown == real,
        Some(gap) => {
            let (before, after) = (&shown[..gap], &shown[gap + 1..]);
            real.starts_with(before)
                && (0..=real.len() - gap).any(|skipped| matches(after, &real[gap + skipped..]))
        }
    }
}

/// The page with real output, and its calls.
fn with_real_output(page: &Path) -> (String, Vec<String>) {
    let text = text_of(page);
    let mut session = Session::new(page);
    let mut calls = Vec::new();
    let mut real = String::new();
    let mut all = text.lines().peekable();
    let mut in_console = false;
    while let Some(line) = all.next() {
        if line.starts_with("```") {
            in_console = line == "```console";
        }
        real.push_str(line);
        real.push('\n');
        let Some(call) = line.strip_prefix("$ ").filter(|_| in_console) else {
            continue;
        };
        let mut shown = Vec::new();
        while let Some(line) =
            all.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```"))
        {
            shown.push(line);
        }
        let answer = session.answer(call, &shown);
        let answer: Vec<&str> = answer.lines().map(str::trim_end).collect();
        // A blank line between two calls belongs to the page.
        let blank = shown.last().is_some_and(|line| line.is_empty())
            && answer.last().is_some_and(|line| !line.is_empty());
        let body = &shown[..shown.len() - usize::from(blank)];
        let kept = if matches(body, &answer) {
            body
        } else {
            &answer
        };
        real.push_str(&lines(kept));
        if blank {
            real.push('\n');
        }
        calls.push(call.to_owned());
    }
    (real, calls)
}

/// The calls of a page, which must show what they print; where it does not, the first line that differs.
fn checked(page: &Path) -> Result<Vec<String>, String> {
    let shown = text_of(page);
    let (real, calls) = with_real_output(page);
    if std::env::var_os("GRUNDY_DOCUMENTS").is_some_and(|value| value == "write") {
        if shown != real {
            fs::write(root().join(page), real).expect("a writable page");
        }
        return Ok(calls);
    }
    let place = page.display();
    for (line, (shown, real)) in (1..).zip(shown.lines().zip(real.lines())) {
        if shown != real {
            return Err(format!(
                "{place}, line {line}: '{shown}' is really '{real}'"
            ));
        }
    }
    if shown != real {
        return Err(format!("{place} has lines too many or too few"));
    }
    Ok(calls)
}

#[test]
#[cfg_attr(
    not(feature = "full"),
    ignore = "the pages show every feature: run with --all-features"
)]
fn every_call_prints_what_its_page_shows() {
    let twins = pages();
    let pages = || {
        twins
            .iter()
            .flat_map(|(english, chinese)| [english, chinese])
    };
    // As many at a time as there are processors: a call that works within a time does the same work beside others.
    let pages: Vec<&PathBuf> = pages().collect();
    let (next, runs) = (AtomicUsize::new(0), pages.iter().map(|_| OnceLock::new()));
    let runs: Vec<OnceLock<Result<Vec<String>, String>>> = runs.collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(page) = pages.get(place) else { break };
                    runs[place].get_or_init(|| checked(page));
                }
            });
        }
    });
    let runs: Vec<_> = runs.into_iter().filter_map(OnceLock::into_inner).collect();
    let wrong: Vec<_> = runs.iter().filter_map(|run| run.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let calls: Vec<_> = runs.iter().flatten().collect();
    for (one, other) in calls.iter().step_by(2).zip(calls.iter().skip(1).step_by(2)) {
        assert_eq!(one, other, "a page and its twin show other calls");
    }
    let count: usize = calls.iter().map(|calls| calls.len()).sum();
    assert!(count > 100, "only {count} calls are shown");
}

/// The headings of a page with their levels, fenced blocks left out.
fn headings(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut headings = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if !fenced && level > 0 {
            headings.push((level, line[level..].trim()));
        }
    }
    headings
}

/// What a link to a heading is called.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    let letters = heading.chars().filter(kept);
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn twins_have_the_same_structure() {
    for (english, chinese) in pages() {
        let (one, other) = (text_of(&english), text_of(&chinese));
        let levels = |text| -> Vec<usize> { headings(text).iter().map(|one| one.0).collect() };
        assert_eq!(levels(&one), levels(&other), "{}", english.display());
        let fences = |text: &str| -> Vec<String> {
            let fences = text.lines().filter(|line| line.starts_with("```"));
            fences.map(str::to_owned).collect()
        };
        assert_eq!(fences(&one), fences(&other), "{}", english.display());
    }
    for name in fs::read_dir(root().join("docs/guide/zh")).expect("the guide") {
        let name = name.expect("a readable directory").file_name();
        let twin = root().join("docs/guide/en").join(&name);
        assert!(twin.exists(), "{} is missing", twin.display());
    }
}

#[test]
fn every_link_leads_somewhere() {
    let pages: Vec<PathBuf> = pages().into_iter().flat_map(|(a, b)| [a, b]).collect();
    let mut anchors: HashMap<PathBuf, Vec<String>> = HashMap::new();
    for page in &pages {
        let text = text_of(page);
        let of_page = headings(&text)
            .iter()
            .map(|(_, text)| anchor(text))
            .collect();
        let path = root().join(page).canonicalize().expect("the page is there");
        anchors.insert(path, of_page);
    }
    let mut links = 0;
    for page in &pages {
        let text = text_of(page);
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            if link.contains("://") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let folder = root().join(page).parent().expect("a folder").to_owned();
            let target = if file.is_empty() {
                root().join(page)
            } else {
                folder.join(file)
            };
            let target = target
                .canonicalize()
                .unwrap_or_else(|error| panic!("{}: {link}: {error}", page.display()));
            if !place.is_empty() {
                let known = &anchors[&target];
                assert!(
                    known.iter().any(|known| known == place),
                    "{}: {link} is none of {known:?}",
                    page.display()
                );
            }
            links += 1;
        }
    }
    assert!(links > 50, "only {links} links");
}

#[test]
fn a_gap_stands_for_any_lines() {
    assert!(matches(&["a", "…", "d"], &["a", "b", "c", "d"]));
    assert!(matches(&["…"], &[]));
    assert!(matches(&["a", "…"], &["a"]));
    assert!(!matches(&["a", "…", "d"], &["a", "b"]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(!matches(&["a", "…"], &[]));
}

#[test]
fn calls_are_read_as_a_shell_reads_them() {
    assert_eq!(
        words("grundy solve 'nim 3'  5 ''"),
        ["grundy", "solve", "nim 3", "5", ""]
    );
    assert_eq!(printed(r"nim 3\nnim 4\n"), "nim 3\nnim 4\n");
    assert_eq!(anchor("A1 · `nim`: Nim，尼姆"), "a1--nim-nim尼姆");
}
