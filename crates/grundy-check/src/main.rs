//! The binary `grundy-check`: checks one certificate and says verified (exit code 0), refuted (1) or why neither (2).

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::process::ExitCode;

use grundy_check::words::{self, Language};
use grundy_check::{Effort, json, judge};

const ENGLISH: &str = "\
grundy-check: an independent check of a certificate of a period, of a misère quotient or of a table of boards

usage: grundy-check FILE [--full] [--walk] [--sample N] [--seed S] [--bound N] [--json] [--lang en|zh]

  FILE        the certificate; - is standard input
  --full      recompute everything, however long it takes
  --walk      the same, and compute all values up to a window stored, if it takes weeks
  --sample N  recompute N windows of values, or check N entries of a table, drawn at random
  --seed S    draw others (1 unless given)
  --bound N   look at N positions at most for each component that a table lacks (100000 unless given)
  --json      one JSON object
  --lang L    language of the answer, en or zh

exit codes: 0 verified, 1 refuted or not all proved, 2 not a certificate, damaged, or too long
";

const CHINESE: &str = "\
grundy-check：独立核查周期、反常规则商或棋盘表的证书

用法：grundy-check FILE [--full] [--walk] [--sample N] [--seed S] [--bound N] [--json] [--lang en|zh]

  FILE        证书文件；- 表示标准输入
  --full      全部重算，不论多久
  --walk      同上，并算出直到所存窗口的全部值，哪怕要几周
  --sample N  随机抽取 N 个窗口重算，或抽查表中 N 条
  --seed S    换一组抽样（默认 1）
  --bound N   表中未列的分支，每个至多搜索 N 个局面（默认 100000）
  --json      输出一个 JSON 对象
  --lang L    输出语言，en 或 zh

退出码：0 核实，1 证伪或未能全部证明，2 不是证书、已损坏或耗时过长
";

/// What was asked for.
#[derive(Default)]
struct Asked {
    file: Option<String>,
    effort: Effort,
    json: bool,
    help: bool,
    version: bool,
    language: Option<Language>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let asked = asked(&words);
    let language = match &asked {
        Ok(asked) => asked.language,
        Err(_) => words.iter().rev().find_map(|word| named(word)),
    };
    let language = language.unwrap_or_else(locale);
    let asked = match asked {
        Ok(asked) => asked,
        Err(word) => return complain(&unknown(&word, language)),
    };
    if asked.help {
        return print(match language {
            Language::English => ENGLISH,
            Language::Chinese => CHINESE,
        });
    }
    if asked.version {
        return print(concat!("grundy-check ", env!("CARGO_PKG_VERSION"), "\n"));
    }
    let Some(file) = &asked.file else {
        return complain(match language {
            Language::English => ENGLISH,
            Language::Chinese => CHINESE,
        });
    };
    let source: Box<dyn Read> = if file == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        match File::open(file) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => return complain(&format!("{}: {error}", words::plain(file))),
        }
    };
    match judge(source, &asked.effort) {
        Err(refusal) => complain(&format!(
            "{}: {}",
            words::plain(file),
            words::refusal(&refusal, language)
        )),
        Ok(judgement) => {
            let text = if asked.json {
                format!("{}\n", json::judgement(&judgement))
            } else {
                words::judgement(&judgement, language)
            };
            let printed = print(&text);
            match judgement.is_verified() {
                true => printed,
                false => ExitCode::from(1),
            }
        }
    }
}

/// The arguments, or the one that is not understood.
fn asked(words: &[String]) -> Result<Asked, String> {
    let mut asked = Asked::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, joined) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        let mut value = || {
            let value = joined.clone().or_else(|| words.next().cloned());
            value.ok_or_else(|| word.clone())
        };
        let number = |value: String| value.parse::<u64>().map_err(|_| value);
        match name {
            // Of no window nothing would be learned.
            "--sample" => {
                let windows = value()?;
                match number(windows.clone())? {
                    0 => return Err(windows),
                    some => asked.effort.sample = Some(some),
                }
            }
            "--seed" => asked.effort.seed = number(value()?)?,
            "--bound" => asked.effort.bound = number(value()?)?,
            "--lang" => {
                let tag = value()?;
                asked.language = Some(named(&tag).ok_or(tag)?);
            }
            _ if joined.is_some() && name.starts_with("--") => return Err(word.clone()),
            "--full" => asked.effort.most_options = u64::MAX,
            "--walk" => {
                asked.effort.most_options = u64::MAX;
                asked.effort.walk = true;
            }
            "--json" => asked.json = true,
            "--help" | "-h" => asked.help = true,
            "--version" | "-V" => asked.version = true,
            "-" => asked.file = Some(word.clone()),
            _ if word.starts_with('-') || asked.file.is_some() => return Err(word.clone()),
            _ => asked.file = Some(word.clone()),
        }
    }
    Ok(asked)
}

/// A language by its tag, or by an argument that ends with it.
fn named(word: &str) -> Option<Language> {
    match word.strip_prefix("--lang=").unwrap_or(word) {
        "en" => Some(Language::English),
        "zh" => Some(Language::Chinese),
        _ => None,
    }
}

/// The language of the locale.
fn locale() -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty());
    match locale {
        Some(locale) if locale.to_string_lossy().starts_with("zh") => Language::Chinese,
        _ => Language::English,
    }
}

fn unknown(word: &str, language: Language) -> String {
    let word = words::plain(word);
    match language {
        Language::English => format!("'{word}' is not understood here; see --help"),
        Language::Chinese => format!("这里看不懂 '{word}'；见 --help"),
    }
}

/// Prints; whoever closes the pipe has read enough.
fn print(text: &str) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(&error.to_string())
        }
        _ => ExitCode::SUCCESS,
    }
}

fn complain(text: &str) -> ExitCode {
    // If nobody reads this, nothing can be done.
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    ExitCode::from(2)
}
