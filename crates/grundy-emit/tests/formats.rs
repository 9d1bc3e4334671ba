//! Programs for every known format that has a rule in the one-line notation, against the judge, whose rules are engines of
//! their own.

mod support;

use std::fmt::Write as _;
use std::sync::LazyLock;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Cases, Count, Format, Item, formats};
use support::{Random, Trial, alone, is_usable, try_all};

/// Formats for which no program is written, and why.
const REFUSED: [(&str, &str); 8] = [
    // That its largest digit is not 0 is not seen.
    ("luoguP2953", "prove that the game terminates"),
    ("hdu2509", "misère"),
    // The number said only grows.
    ("hdu1517", "prove that the game terminates"),
    ("cf705B", "after each number of a list"),
    ("cf1738C", "minus signs"),
    ("cf1747C", "all rows of a list"),
    ("cf78C", "all numbers of a range"),
    ("arc131_c", "all rows of a list"),
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
                Item::Listed(field) => {
                    self.text.push('[');
                    for place in 0..self.random.within(&(1..=5)) {
                        self.text.push_str(if place > 0 { "," } else { "" });
                        self.number(*field);
                    }
                    self.text.push_str("] ");
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

/// Formats whose positions are formulas of what a case holds, lists beside each other, and formulas alone.
const OWN: &str = r#"
[[format]]
name = "square-of-chocolate"
cases = "counted"
layout = "m r n c"
options = "(a,b,c,d) -> (x,b,c,d) for x in 0..a; (a,b,c,d) -> (a,x,c,d) for x in 0..b; (a,b,c,d) -> (a,b,x,d) for x in 0..c; (a,b,c,d) -> (a,b,c,x) for x in 0..d"
position = "r m*2-r c max(n-c,1)"
ranges = { m = "3..=6", r = "0..=3", n = "1..=4", c = "0..=4" }
answer = { win = "Gretel\n", lose = "Hansel\n" }

[[format]]
name = "lists-beside-each-other"
cases = "until-end"
layout = "n w*n b*n"
options = "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1.."
position = "w+index%2 (w+b)/2"
ranges = { n = "1..=4", w = "0..=9", b = "0..=9" }
answer = { value = "{case}: {value}\n" }

[[format]]
name = "formulas-alone"
cases = "counted"
layout = "n k a*n"
value = "a-1 if a%4 == 0 and a > 0; a%k+index if a > 5; a"
wins = "total != 0 and (sum > k or most == rows)"
ranges = { n = "1..=4", k = "1..=5", a = "0..=12" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "formula-of-each"
cases = "one"
layout = "n a*n"
value = "(a/3) xor index"
ranges = { n = "1..=4", a = "0..=12" }
answer = { each = true, value = "{value} " }

[[format]]
name = "formula-of-one"
cases = "until-zero"
layout = "x y"
wins = "x % (y+1)"
ranges = { x = "1..=40", y = "1..=12" }
answer = { win = "first {case}\n", lose = "second {case}\n" }
"#;

static INPUTS: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let own = Format::parse_all(OWN).expect("formats");
    let own: &'static [Format] = Box::leak(own.into_boxed_slice());
    let is_emitted = |format: &&Format| {
        let numbers = |item: &Item| match item {
            Item::Number(_) | Item::Listed(_) => true,
            Item::Rows(fields, _) => format.layout.shape(fields[0]).is_none(),
            _ => false,
        };
        let inner = format.layout.bracket().map_or(&[][..], |(items, _)| items);
        let mut items = format.layout.head().iter().chain(inner);
        (format.options.is_some() || format.formulas().is_some()) && items.all(numbers)
    };
    let all = formats().iter().chain(own);
    let inputs = all.filter(is_emitted).map(|format| {
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
