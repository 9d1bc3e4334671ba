//! What was probably meant where a question was not understood: a rule without its flag, a file in the place of a position, a sum without
//! its `+`.
//!
//! Only what a command has refused is looked at, so no question that has an answer is taken for another.

use std::cell::Cell;
use std::ffi::OsString;
use std::path::Path;

use grundy::kinds::AnyRule;
use grundy::notation::no_files;
use grundy::{Game, ParseError, game};

use crate::failure::Failure;
use crate::interface::{self, Entry, Takes};
use crate::limits;
use crate::words;

/// The beginning of most examples.
const SOLVE: &str = "grundy solve ";

/// The same failure, or what was probably meant.
pub(super) fn better(failure: Failure, arguments: &[OsString]) -> Failure {
    let words: Option<Vec<&str>> = arguments.iter().map(|word| word.to_str()).collect();
    let words = words.unwrap_or_default();
    let Some(entry) = words.iter().skip(1).find_map(|word| interface::entry(word)) else {
        return failure;
    };
    let line = Line { words, entry };
    match failure {
        // What other commands say of positions has the example of one.
        Failure::Arguments(message, example)
            if ["moves", "play"].contains(&entry.name) && example.starts_with(SOLVE) =>
        {
            let example = format!("grundy {} {}", entry.name, &example[SOLVE.len()..]);
            Failure::Arguments(message, example)
        }
        Failure::Arguments(..) => line
            .rule()
            .or_else(|| line.braces())
            .or_else(|| line.count())
            .unwrap_or(failure),
        Failure::Game(text, mut error) => {
            let meant = line.rule().or_else(|| line.braces());
            let meant = meant.or_else(|| line.ranges(&text));
            let meant = meant.or_else(|| line.misere(&text));
            let meant = meant.or_else(|| line.pair(&text));
            let meant = meant.or_else(|| line.file(&text));
            let meant = meant.or_else(|| line.no_file(&text, &error));
            if let Some(meant) = meant.or_else(|| line.sum(&text)) {
                return meant;
            }
            // A command that asks about a game has examples of its own.
            let asks_of_games = !["solve", "moves", "play"].contains(&entry.name);
            let name = head(&text);
            let is_name = name.starts_with(char::is_alphabetic);
            if asks_of_games && is_name && game::listing(name).is_none() {
                entry.example.clone_into(&mut error.example);
            }
            Failure::Game(text, error)
        }
        Failure::Rule(text, errors) => (line.rule_apart(&text))
            .or_else(|| line.rule_of_file(&text))
            .unwrap_or(Failure::Rule(text, errors)),
        other => other,
    }
}

/// The name that a text begins with.
fn head(text: &str) -> &str {
    text.split([':', ' ']).next().unwrap_or_default()
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_=.,:/+@%^".contains(letter);
    match word {
        "" => "''".to_owned(),
        word if word.chars().all(is_plain) => word.to_owned(),
        word if word.contains('\'') => format!("\"{word}\""),
        word => format!("'{word}'"),
    }
}

/// Words of a command line, the first of which is the program's name.
struct Line<'a> {
    words: Vec<&'a str>,
    entry: &'static Entry,
}

impl Line<'_> {
    /// Whether the command has this flag.
    fn has(&self, name: &str) -> bool {
        self.entry.flags.iter().any(|flag| flag.name == name)
    }

    /// Whether the flag was given, by its name or its letter.
    fn gives(&self, name: &str, letter: char) -> bool {
        let long = format!("--{name}");
        let short = format!("-{letter}");
        self.words.iter().any(|word| {
            let is_long = word.strip_prefix(&long);
            let is_short = word.starts_with(&short) && !word.starts_with("--");
            is_short || is_long.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })
    }

    /// Whether the word at this place is one by itself, and neither a flag nor the value of one.
    fn stands_alone(&self, place: usize) -> bool {
        let takes = |word: &str| {
            let flag = self.entry.flags.iter().find(|flag| {
                let is_short =
                    |letter| word.strip_prefix('-') == Some(String::from(letter).as_str());
                word.strip_prefix("--") == Some(flag.name) || flag.short.is_some_and(is_short)
            });
            flag.is_some_and(|flag| !matches!(flag.takes, Takes::Nothing | Takes::MaybeChoice(_)))
        };
        place > 0 && !self.words[place].starts_with('-') && !takes(self.words[place - 1])
    }

    /// The whole line, each word as `told` says it.
    fn with(&self, told: impl Fn(usize, String) -> String) -> String {
        let words = self.words.iter().enumerate().skip(1);
        let words = words.map(|(place, word)| told(place, quoted(word)));
        format!("grundy {}", words.collect::<Vec<_>>().join(" "))
    }

    /// A rule of which a shell has made several words, or taken `>` for itself: only its first word came behind `--rule`.
    fn rule_apart(&self, text: &str) -> Option<Failure> {
        let is_name = |word: &str| {
            word.chars()
                .all(|letter| letter.is_alphanumeric() || letter == '_')
        };
        let place = self
            .words
            .iter()
            .position(|word| *word == "--rule" || *word == "-r")?;
        let behind = self.words.get(place + 2)?;
        let goes_on = ["-", "->", "→", "for"].contains(behind);
        if !(is_name(text) && self.words.get(place + 1) == Some(&text) && goes_on) {
            return None;
        }
        let name = self.entry.name;
        let example = format!("grundy {name} --rule 'n -> n-k for k in {{1,3,4}}'");
        let example = match name {
            "solve" | "moves" | "play" => format!("{example} 10"),
            _ => example,
        };
        Some(Failure::Arguments(words::rule_unquoted(), example))
    }

    /// A file in the place of a rule.
    fn rule_of_file(&self, text: &str) -> Option<Failure> {
        let is_file = !text.contains("->") && Path::new(text).is_file();
        let place = self.words.iter().position(|word| *word == text)?;
        is_file.then(|| {
            let line = self.with(|at, word| match at == place {
                true => format!("@{word}"),
                false => word,
            });
            Failure::Arguments(words::rule_is_file(text), line)
        })
    }

    /// A rule without `--rule` before it.
    fn rule(&self) -> Option<Failure> {
        if !self.has("rule") || self.gives("rule", 'r') {
            return None;
        }
        let is_rule = |word: &str| match word.contains("->") {
            true => game::listing(head(word)).is_none(),
            false => word.contains(' ') && AnyRule::parse_with(word, &[]).is_ok(),
        };
        let mut places = 1..self.words.len();
        let place = places.find(|&place| {
            let is_named = self.words[place - 1] == "rule";
            !is_named && self.stands_alone(place) && is_rule(self.words[place])
        })?;
        let count = self.counted();
        // A program is in some language.
        let to = match self.has("to") && !self.gives("to", 't') {
            true => " --to cpp",
            false => "",
        };
        let line = self.with(|at, word| match at {
            _ if at == place => format!("--rule {word}{to}"),
            _ if Some(at) == count => format!("-n {word}"),
            _ => word,
        });
        let message = words::rule_without_flag(self.words[place]);
        Some(Failure::Arguments(message, line))
    }

    /// The place of a number of values that stands without its flag.
    fn counted(&self) -> Option<usize> {
        if !self.has("number") || self.gives("number", 'n') {
            return None;
        }
        // The first word behind the command is what the values are of.
        let is_count =
            |&place: &usize| self.stands_alone(place) && limits::count(self.words[place]).is_some();
        (3..self.words.len()).find(is_count)
    }

    /// A number of values without `-n` before it.
    fn count(&self) -> Option<Failure> {
        let place = self.counted()?;
        let line = self.with(|at, word| match at == place {
            true => format!("-n {word}"),
            false => word,
        });
        Some(Failure::Arguments(
            words::count_without_flag(self.words[place]),
            line,
        ))
    }

    /// Braces that a shell has made several words of: `0.3{1,4}` comes as `0.31 0.34`, and `take:{1,3}` as `take:1 take:3`.
    fn braces(&self) -> Option<Failure> {
        let mut places = 2..self.words.len().saturating_sub(1);
        let (first, before) = places.find_map(|at| {
            let before = self.parted(at)?;
            (self.parted(at + 1)? == before).then_some((at, before))
        })?;
        let run = (first..self.words.len()).take_while(|&at| self.parted(at) == Some(before));
        let last = first + run.count();
        let rests: Vec<&str> = (first..last)
            .map(|at| &self.words[at][before.len()..])
            .collect();
        let typed = format!("{before}{{{}}}", rests.join(","));
        // A set needs no braces.
        let code = match before.ends_with(':') {
            true => format!("{before}{}", rests.join(",")),
            false => quoted(&typed),
        };
        let words = self.words.iter().enumerate().skip(1);
        let words = words.filter(|(at, _)| *at <= first || *at >= last);
        let words = words.map(|(at, word)| match at == first {
            true => code.clone(),
            false => quoted(word),
        });
        let line = format!("grundy {}", words.collect::<Vec<_>>().join(" "));
        let message = words::braces_of_the_shell(&typed, &code);
        Some(Failure::Arguments(message, line))
    }

    /// What stands before braces, if they were here: the name of a game and its colon, or all of a code but for its last digit.
    fn parted(&self, place: usize) -> Option<&str> {
        let word = *self.words.get(place).filter(|_| self.stands_alone(place))?;
        if let Some((head, rest)) = word.split_once(':') {
            let is_one = game::listing(head).is_some() && !rest.is_empty();
            return is_one.then(|| &word[..=head.len()]);
        }
        let (whole, digits) = word.split_once('.')?;
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let is_code = whole.len() == 1 && is_digits(whole) && is_digits(digits);
        is_code.then(|| &word[..word.len() - 1])
    }

    /// Ranges of a table without the game that they are of.
    fn ranges(&self, game: &str) -> Option<Failure> {
        let is_range = |text: &str| text.parse::<grundy_service::range::Axis>().is_ok();
        if self.entry.name != "table" || !game.contains("..") || !is_range(game) {
            return None;
        }
        let place = self.words.iter().position(|word| *word == game)?;
        let line = self.with(|at, word| match at == place {
            true => format!("nim {word}"),
            false => word,
        });
        Some(Failure::Arguments(words::game_before_ranges(), line))
    }

    /// The kind of play in the place of a heap.
    fn misere(&self, text: &str) -> Option<Failure> {
        const NAMES: [&str; 4] = ["misere", "misère", "反常", "反常规则"];
        let (position, last) = text.trim().rsplit_once(' ')?;
        let name = last.split('=').next().unwrap_or_default();
        let is_meant = NAMES.contains(&name.trim_start_matches('-').to_lowercase().as_str());
        let is_position = Game::parse(position, &no_files).is_ok();
        (self.has("misere") && is_meant && is_position).then(|| {
            let line = format!("grundy {} --misere {position}", self.entry.name);
            Failure::Arguments(words::misere_is_flag(), line)
        })
    }

    /// Coordinates that are not joined by commas.
    fn pair(&self, text: &str) -> Option<Failure> {
        let (head, rest) = text.trim().split_once(' ')?;
        let is_number = |word: &str| limits::count(word).is_some();
        if !rest.contains(' ') || !rest.split_whitespace().all(is_number) {
            return None;
        }
        let joined = rest.split_whitespace().collect::<Vec<_>>().join(",");
        let position = format!("{head} {joined}");
        Game::parse(&position, &no_files).is_ok().then(|| {
            let line = format!("grundy {} {position}", self.entry.name);
            Failure::Arguments(words::coordinates_apart(), line)
        })
    }

    /// A file of positions in the place of one.
    fn file(&self, text: &str) -> Option<Failure> {
        let name = text.strip_prefix('@').unwrap_or(text);
        if self.entry.name != "solve" || name == "-" || !Path::new(name).is_file() {
            return None;
        }
        let line = format!("grundy solve - < {}", quoted(name));
        Some(Failure::Arguments(words::file_of_positions(name), line))
    }

    /// A file in the positions of a game that reads none.
    fn no_file(&self, text: &str, error: &ParseError) -> Option<Failure> {
        let (at, _) = error.bytes()?;
        let before = text.get(..at)?;
        let word = text.get(at..)?.split_whitespace().next()?;
        let name = word.strip_prefix('@')?;
        let is_read = Cell::new(false);
        let files = |name: &str| {
            is_read.set(true);
            no_files(name)
        };
        let _ = Game::parse(text, &files);
        let game = head(before.rsplit(" + ").next()?);
        if is_read.get() || game::listing(game).is_none() {
            return None;
        }
        let example = text.replacen(word, &format!("$(cat {})", quoted(name)), 1);
        let line = format!("grundy {} {example}", self.entry.name);
        Some(Failure::Arguments(words::reads_no_file(game), line))
    }

    /// Components side by side, without the `+` between them.
    fn sum(&self, text: &str) -> Option<Failure> {
        let mut joined = String::new();
        let mut last = "+";
        for word in text.split_whitespace() {
            let begins = word.starts_with(|first: char| first.is_ascii_alphabetic());
            if last != "+" && begins && game::listing(head(word)).is_some() {
                joined.push_str("+ ");
            }
            joined.push_str(word);
            joined.push(' ');
            last = word;
        }
        let joined = joined.trim_end();
        if joined.len() == text.trim().len() || Game::parse(joined, &no_files).is_err() {
            return None;
        }
        let line = format!("grundy {} {joined}", self.entry.name);
        Some(Failure::Arguments(words::joined_by_plus(), line))
    }
}
