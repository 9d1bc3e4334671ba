//! Programs for every known format that has a rule in the one-line notation, against the judge, whose rules are engines of
//! their own.

use crate::support;

use std::fmt::Write as _;
use std::sync::LazyLock;

use grundy_emit::{Language, Task, emit};
use grundy_judge::{Cases, Count, Format, Item, formats};
use support::{Random, Trial, alone, is_usable, try_all};

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

/// Formats that ask something of all rows of a list, or of the numbers of a range.
const FOLDS: &str = r#"
[[format]]
name = "folds-of-rows"
cases = "counted"
layout = "n k a*n"
wins = "n % 2 == 1 and any(a == xor(a)) or count(a % 2 == 0) > k or all(a > k) and sum(a) % 3 != gcd(a)"
ranges = { n = "0..=4", k = "0..=3", a = "0..=7" }
answer = { win = "Win\n", lose = "Lose\n" }

[[format]]
name = "folds-of-a-range"
cases = "until-end"
layout = "n m k"
wins = "n % 2 == 1 and any(d >= k for d in divisors(m) if d < m)"
ranges = { n = "1..=9", m = "1..=40", k = "1..=9" }
answer = { win = "Timur\n", lose = "Marsel\n" }

[[format]]
name = "folds-in-a-position"
cases = "counted"
layout = "n a*n"
options = "(even,odd,first,turn) -> (even-1,odd,first,1-turn) | (even,odd-1,(first + (turn == 0)) % 2,1-turn); (0,0,first,turn) = *((first+turn+1) % 2)"
position = "count(a%2==0) count(a%2==1) 0 0"
ranges = { n = "1..=9", a = "0..=9" }
answer = { win = "Alice\n", lose = "Bob\n" }

[[format]]
name = "folds-of-each-row-of-a-position"
cases = "counted"
layout = "n m a*n b*n"
options = "(x,y) -> (x-k,y) | (x,y-k) for k in 1..; (x,y) -> (x-1,y-1)"
position = "count(d>index for d in divisors(a+1)) max(b)-b+(a==min(a))"
ranges = { n = "1..=4", m = "1..=9", a = "0..=20", b = "0..=6" }
answer = { count = "{count} " }

[[format]]
name = "folds-where-they-are-asked-for"
cases = "counted"
layout = "n m a*n"
value = "a xor max(a) if a % 3 == 0; count(x*x%m == 1 for x in 0..m) % 8 if m > 0 and a > 2; first(a if a > m) if any(a > m) and n > 1; sum(a - min(a if a > 0) if a > 1) % 5"
wins = "total > count(a == max(a))"
ranges = { n = "0..=5", m = "0..=12", a = "0..=9" }
answer = { win = "A\n", lose = "B\n" }

[[format]]
name = "folds-of-arrays"
cases = "until-end"
layout = "n k a*n b*n"
value = "sum(abs(a[i]-a[i-1]) for i in 0..n) xor max(a[i]-b[i] for i in 0..n)+20 xor min(x-k for x in a)+40; 0"
ranges = { n = "0..=5", k = "0..=9", a = "0..=9", b = "0..=9" }
answer = { value = "{value}\n" }

[[format]]
name = "folds-of-several-generators"
cases = "until-end"
layout = "n k a*n b*n"
wins = "any(x == y for x in a, y in b if x > k) or all(x + y != k for x in a, y in b) and first(10*x + y for x in a, y in b if x != y) % 3 == len(a[i] for i in 0..n, j in 0..i if a[i] > a[j]) % 3"
ranges = { n = "1..=5", k = "0..=9", a = "0..=9", b = "0..=9" }
answer = { win = "W\n", lose = "L\n" }

[[format]]
name = "folds-of-divisors-and-primes"
cases = "until-end"
layout = "m k"
value = "first(d for d in divisors(m) if d > k) xor last(d for d in divisors(m) if d < m) xor first(p for p in primes(50) if p > k) xor last(q for q in primefactors(m)) xor gcd(p - 1 for p in primes(m) if p > 2) xor first(p for p in primes(m))"
ranges = { m = "2..=90", k = "0..=20" }
answer = { value = "{value} " }

[[format]]
name = "folds-as-numbers"
cases = "until-end"
layout = "n k a*n b*n"
value = "(any(x == a for x in b) + 2*(all(a >= k) == (n > 2)) + 4*not any(a > b)) xor (sum(a-4) % 7)"
ranges = { n = "0..=5", k = "0..=9", a = "0..=9", b = "0..=9" }
answer = { each = true, value = "{value} ", after-case = "\n" }

[[format]]
name = "folds-within-folds"
cases = "until-end"
layout = "n a*n"
wins = "max(a*count(x <= index for x in a) if a != min(a)) > sum(a & len(a[j] for j in 0..index if a[j] == a)) + last(a if index % 2 == 1)"
ranges = { n = "1..=6", a = "0..=9" }
answer = { win = "W\n", lose = "L\n" }

[[format]]
name = "folds-of-nothing"
cases = "until-end"
layout = "n m [k]*m"
wins = "sum(x for x in 1..=k if x > 3) % 2 == 1 xor min(x for x in k..n) == 0 xor max(0-x for x in k..n) < 0 xor all(x > 3 for x in k..n)"
ranges = { n = "0..=6", m = "1..=4", k = "0..=9" }
answer = { win = "W", lose = "L", after-case = "\n" }
"#;

/// Formats that answer after each number.
const PREFIXES: &str = r#"
[[format]]
name = "values-of-prefixes"
cases = "one"
layout = "n a*n"
value = "(a-1) % 2"
ranges = { n = "1..=9", a = "1..=9" }
answer = { win = "1\n", lose = "2\n" }
answers = "prefixes"

[[format]]
name = "prefixes-and-their-length"
cases = "counted"
layout = "k n a*n"
value = "a % 3 if n % 2 == 1; a xor n"
wins = "total != 1 and (n > 1 or most > k)"
ranges = { n = "0..=6", k = "0..=9", a = "0..=9" }
answer = { win = "W{case}", lose = "L", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "prefixes-with-all-that-is-known"
cases = "counted"
layout = "k n a*n"
value = "a / 2 if a % 2 == 0; a + index"
wins = "total > k or sum > 3*n or rows == most"
ranges = { n = "0..=6", k = "0..=9", a = "0..=9" }
answer = { win = "W", lose = "L", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "folds-of-prefixes"
cases = "until-zero"
layout = "n (a b)*n"
wins = "sum(a) % 2 == 1 and first(b) != min(b) or any(a == xor(b)) and n > 2"
ranges = { n = "1..=6", a = "0..=9", b = "0..=9" }
answer = { win = "W", lose = "L", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "sums-of-prefixes"
cases = "counted"
layout = "limit n a*n"
options = "a -> b + (a-b) for b in 1..a; a -> a-k for k in 1..=limit"
ranges = { n = "1..=6", limit = "1..=3", a = "0..=12" }
answer = { value = "{value} ", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "winning-moves-of-prefixes"
cases = "counted"
layout = "a*[]"
options = "a -> a-k for k in {1,3,4}"
ranges = { a = "0..=12" }
answer = { count = "{count} ", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "misere-nim-of-prefixes"
cases = "counted"
layout = "n a*n"
rule = "--misere nim {a}"
options = "a -> a-k for k in 1.."
ranges = { n = "1..=6", a = "0..=3" }
answer = { win = "W", lose = "L", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "misere-kayles-of-prefixes"
cases = "counted"
layout = "n a*n"
rule = "--misere kayles {a}"
options = "a -> b + (a-b-k) for k in 1..=2, b in 0..=(a-k)/2"
ranges = { n = "1..=3", a = "0..=6" }
answer = { win = "W", lose = "L", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "positions-of-prefixes"
cases = "counted"
layout = "take n a*n"
options = "(x,y) -> (x-t,y) | (x,y-t) for t in 1..=take"
position = "sum(a)%9+n max(a)"
ranges = { n = "1..=6", take = "1..=3", a = "0..=9" }
answer = { win = "W", lose = "L", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "all-takes-are-given-and-heaps-come"
cases = "counted"
layout = "n a*n"
options = "x -> x-t for t in a if t > 0"
position = "n+3"
ranges = { n = "1..=6", a = "0..=6" }
answer = { win = "W", lose = "L", after-case = "\n" }
answers = "prefixes"
"#;

/// Formats with a word for draws.
const DRAWS: &str = r#"
[[format]]
name = "a-knight-that-may-be-stuck"
cases = "counted"
layout = "n m"
options = "(x,y) -> (x-1,y-2) | (x-2,y-1); (x,y) -> (x,y) if x+y > 0 and (x < 1 or y < 2) and (x < 2 or y < 1)"
position = "n-1 m-1"
ranges = { n = "1..=30", m = "1..=30" }
answer = { win = "B\n", lose = "G\n", draw = "D\n" }

[[format]]
name = "up-and-down"
cases = "until-end"
layout = "limit n"
options = "n -> n-k for k in 1..=limit if k != 2; n -> (n+1) if n > 0 and n < 20 and n % 3 != 0; n -> end if n == 7"
ranges = { limit = "1..=4", n = "0..=25" }
answer = { win = "W", lose = "L", draw = "D{case} " }

[[format]]
name = "some-are-worth-a-nimber"
cases = "until-end"
layout = "x y"
position = "x y"
options = "(0,y) = *(y%3); (x,y) -> (y,x) | (x-1,y) | (x,y-3) if x > 0"
ranges = { x = "0..=9", y = "0..=9" }
answer = { win = "W", lose = "L", draw = "D" }

[[format]]
name = "each-for-itself"
cases = "counted"
layout = "n h*n"
options = "h -> h-2 | h-3; h -> (h+1) if h > 4 and h < 30"
ranges = { n = "0..=6", h = "0..=40" }
answer = { each = true, win = "W", lose = "L", draw = "D", after-case = "\n" }

[[format]]
name = "draws-of-prefixes"
cases = "counted"
layout = "n h*n"
options = "x -> x-2 | x-3; x -> (x+1) if x > 4 and x < 30"
position = "sum(h)"
ranges = { n = "1..=6", h = "0..=12" }
answer = { win = "W", lose = "L", draw = "D", after-case = "\n" }
answers = "prefixes"

[[format]]
name = "play-that-ends"
cases = "counted"
layout = "n h*n"
options = "h -> h-k for k in {1,3,4}"
ranges = { n = "0..=6", h = "0..=12" }
answer = { win = "W", lose = "L", draw = "D" }
"#;

static INPUTS: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let own = [OWN, FOLDS, PREFIXES, DRAWS];
    let own = own.map(|text| Format::parse_all(text).expect("formats"));
    let mut own = own.concat();
    let misere = own.iter().filter(|format| format.draw.is_some());
    let misere = misere.filter_map(|format| {
        let rule = format.options.as_ref()?.text();
        let mut format = format.with_options(rule, true).expect("the same rule");
        format.name += "-misere";
        Some(format)
    });
    let misere: Vec<Format> = misere.collect();
    own.extend(misere);
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
        // By the moves alone, and by what else is known of the game, if anything is.
        let by = |tables: bool| {
            let task = Task {
                tables,
                ..Task::of(format)
            };
            emit(&task, language).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let mut programs = vec![by(true), by(false)];
        programs.dedup();
        for (program, [input, expected]) in
            (programs.iter()).flat_map(|program| inputs.iter().map(move |judged| (program, judged)))
        {
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

/// Problems of the catalogue for which no program is written: its nim products may be 2^63 or more.
const WITHOUT: [&str; 1] = ["nim_product_64"];

#[test]
fn every_problem_of_the_catalogue_becomes_a_program() {
    for format in formats() {
        let program = emit(&Task::of(format), Language::Cpp);
        let is_without = WITHOUT.contains(&&*format.name);
        assert_eq!(program.is_err(), is_without, "{}: {program:?}", format.name);
    }
}
