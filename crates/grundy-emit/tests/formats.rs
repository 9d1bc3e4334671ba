//! Programs for every known format that has a rule in the one-line notation, against the judge, whose rules are engines of
//! their own.

mod support;

use std::fmt::Write as _;
use std::sync::LazyLock;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Cases, Count, Format, Item, formats};
use support::{Random, Trial, alone, is_usable, try_all};

/// Formats for which no program is written, and why.
const REFUSED: [(&str, &str); 3] = [
    // That its largest digit is not 0 is not seen.
    ("luoguP2953", "every play ends"),
    ("hdu2509", "misère"),
    // The number said only grows.
    ("hdu1517", "every play ends"),
];

/// Rules whose tables are large: smaller numbers than the format's own.
fn most(name: &str) -> u64 {
    match name {
        "hdu2516" => 40,
        "hdu2147" | "hdu1848" => 200,
        "hdu1527" | "luoguP2252" | "poj2348" | "luoguP1290" => 60,
        "cf768E" => 9,
        "poj2484" => 120,
        _ => 1000,
    }
}

/// How many cases an input has, where it has several.
const CASES: usize = if cfg!(debug_assertions) { 5 } else { 40 };

struct Made<'f> {
    format: &'f Format,
    random: Random,
    text: String,
    numbers: Vec<u64>,
}

impl Made<'_> {
    fn number(&mut self, field: usize) {
        let ranges = &self.format.ranges;
        let range = ranges.iter().find(|(of, _)| *of == field);
        let range = range.map_or(1..=6, |(_, range)| range.clone());
        let most = most(&self.format.name)
            .min(*range.end())
            .max(*range.start());
        let number = self.random.within(&(*range.start()..=most));
        self.numbers[field] = number;
        let _ = write!(self.text, "{number} ");
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Number(field) => self.number(*field),
                Item::Rows(fields, count) => {
                    for _ in 0..self.count(*count) {
                        fields.iter().for_each(|&field| self.number(field));
                    }
                }
                other => unreachable!("no program reads {other:?}"),
            }
        }
        self.text.push('\n');
    }

    fn count(&self, count: Count) -> u64 {
        match count {
            Count::Fixed(count) => count,
            Count::Named(field, plus) => self.numbers[field].saturating_add_signed(plus),
            Count::Times(rows, columns) => self.numbers[rows] * self.numbers[columns],
        }
    }

    fn case(&mut self) {
        let layout = &self.format.layout;
        self.items(layout.head());
        if let Some((items, count)) = layout.bracket() {
            for _ in 0..self.count(count) {
                self.items(items);
            }
        }
    }
}

/// An input of so many cases; what the judge refuses (a greatest take below the least) is made up again.
fn made(format: &Format, cases: usize, seed: u64) -> String {
    let mut made = Made {
        format,
        random: Random(seed),
        text: String::new(),
        numbers: vec![0; format.layout.names().len()],
    };
    let cases = if format.cases == Cases::One { 1 } else { cases };
    let mut texts = Vec::new();
    let mut left = 50 * cases;
    while texts.len() < cases {
        left -= 1;
        assert!(left > 0, "{}: hardly any input is valid", format.name);
        made.text.clear();
        made.case();
        let alone = whole(format, &made.text, 1);
        if judged(format, &alone).is_some() {
            texts.push(made.text.clone());
        }
    }
    whole(format, &texts.concat(), cases)
}

fn whole(format: &Format, text: &str, cases: usize) -> String {
    match format.cases {
        Cases::Counted => format!("{cases}\n{text}"),
        Cases::UntilZero => format!("{text}0 0 0 0\n"),
        _ => text.to_owned(),
    }
}

fn judged(format: &Format, input: &str) -> Option<String> {
    let mut output = Vec::new();
    grundy_judge::run(format, input.as_bytes(), &mut output).ok()?;
    String::from_utf8(output).ok()
}

/// Inputs of a format, each with what the judge answers.
type Judged = (&'static Format, Vec<[String; 2]>);

static INPUTS: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let with_options = formats()
        .iter()
        .filter(|format| format.options.is_some() && format.layout.is_plain());
    let inputs = with_options.map(|format| {
        let sample = format.sample.iter().map(|sample| sample.input.clone());
        // A heap of 10000 is too large for a search, and a board of 10^9 rows and columns for a table.
        let sample = sample.filter(|_| !["hdu2516", "cf1719A"].contains(&&*format.name));
        let runs = if format.cases == Cases::One { 4 } else { 1 };
        let made = (0..runs).map(|seed| made(format, CASES, 77 + seed));
        let judged = sample.chain(made).map(|input| {
            let expected = judged(format, &input).expect("an input of the format");
            [input, expected]
        });
        (format, judged.collect())
    });
    inputs.collect()
});

fn trials(language: Language) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (format, inputs) in INPUTS.iter() {
        let name = &format.name;
        let refused = REFUSED.iter().find(|(refused, _)| refused == name);
        let program = match (emit(&Task::of(format), language), refused) {
            (Ok(program), None) => program,
            (Err(error), Some((_, why))) => {
                assert!(error.to_string().contains(why), "{name}: {error}");
                continue;
            }
            (Ok(_), Some(_)) => panic!("{name} is no longer refused"),
            (Err(error), None) => panic!("{name}: {error}"),
        };
        for [input, expected] in inputs {
            trials.push(Trial {
                name: name.clone(),
                program: program.clone(),
                expected: expected.clone(),
                input: input.clone(),
            });
        }
    }
    assert!(trials.len() > 60);
    trials
}

fn check(language: Language) {
    if is_usable(language) {
        let trials = trials(language);
        alone(language, "one-format", &trials[0]);
        try_all(language, "formats", &trials);
    }
}

#[test]
fn cpp_programs_answer_as_the_judge_does() {
    check(Language::Cpp);
}

#[test]
fn python_programs_answer_as_the_judge_does() {
    check(Language::Python);
}

#[test]
fn rust_programs_answer_as_the_judge_does() {
    check(Language::Rust);
}

#[test]
fn java_programs_answer_as_the_judge_does() {
    check(Language::Java);
}
