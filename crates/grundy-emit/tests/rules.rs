//! Programs for rules that use every part of the notation, against the library's tables, which evaluate the rules.

use crate::support;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use grundy::budget::Meter;
use grundy::component::part;
use grundy::rule::Rule;
use grundy::{Budget, Game, Lang, Outcome, Play, Ruleset, solve};
use grundy_emit::{Language, Task, emit};
use grundy_judge::Format;
use support::{Trial, is_usable, try_all};

/// Rules with the sizes of the box that is asked.
const RULES: &[(&str, &[usize])] = &[
    ("n -> n-k for k in {1,3,4}", &[60]),
    ("n -> n-k for k in 1..=m where m = 3", &[60]),
    // Numbers that only bear witness: one, several, within others, of every kind.
    (
        "n -> n-1 for t in 2..n if t*t % n == 1; n -> n-2 for t in divisors(n) if t > 3",
        &[60],
    ),
    (
        "n -> n-k for k in 1..=5, t in 2..n, u in {2,3,5}, w = t+u if w*k == n or t*u == n+1",
        &[60],
    ),
    (
        "n -> n-1 | n/2 for p in primes(n), q in primefactors(n) if p*q % 4 == 3",
        &[60],
    ),
    (
        "n -> n-k for t in 2..=4, k in 1..=t, u in 0..=n if u*u == n-t",
        &[60],
    ),
    ("n -> n-k for k in 1..=n/2", &[60]),
    ("n -> (n+k) for k in 1..=3 if n+k <= 40", &[45]),
    ("n -> n-1-(n%3 == 1)-(n > 9 and not n == 12)", &[60]),
    ("n -> n-f(k) for k in 1..=n where f(k) = k*(k+1)/2", &[60]),
    (
        "(s,t) -> (s bitor 2^i,max(t-i-1,0)) for i in 0..4 if t > 0 and (s >> i) & 1 == 0",
        &[16, 10],
    ),
    (
        "(a,b,c,d,e) -> (a-1,b+1,c,d,e) | (a,b-1,c+1,d,e) | (a,b,c-1,d+1,e) | (a,b,c,d,e-1) if a+b > 0",
        &[3, 2, 2, 2, 3],
    ),
    // More than eight coordinates: pits in a row, heaps in a ring.
    (
        "(a,b,c,d,e,f,g,h,i) -> (a-1,b+1,c,d,e,f,g,h,i) | (a,b,c-k,d+k,e,f,g,h,i) | (a,b,c,d-1,e+1,f,g,h,i) | (a,b,c,d,e-k,f,g,h-k,i) | (a,b,c,d,e,f,g,h,i-1) for k in 1..=2",
        &[2, 1, 3, 2, 3, 1, 2, 3, 2],
    ),
    (
        "(a,b,c,d,e,f,g,h,i,j) -> (a-1,b-1,c,d,e,f,g,h,i,j) | (a,b-1,c-1,d,e,f,g,h,i,j) | (a,b,c,d-1,e-1,f,g,h,i,j) | (a,b,c,d,e,f-1,g-1,h,i,j) | (a,b,c,d,e,f,g-1,h-1,i,j) | (a-1,b,c,d,e,f,g,h,i,j-1)",
        &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    ),
    ("n -> n-k for k in 1..=sqrt(n)", &[60]),
    // Coordinates that no clause names all of.
    (
        "(a,b,c,d,1) -> (a-1,b,c,d,0) | (a,b,c-1,d,0); (a,b,c,d,0) -> (a,b-1,c,d,1); (_,b,_,d,e) -> (0,b,0,d-1,e) if b > 0",
        &[3, 2, 2, 2, 2],
    ),
    (
        "(a,b,1,d) -> (a-1,b,0,d); (a,b,0,d) -> (a,b-1,1,d) | (a,b,0,d-1)",
        &[3, 3, 2, 3],
    ),
    // Options that are an interval.
    (
        "n -> n-k for k in 1..=c[n%7] where c = [3,0,20,5,1,60,11]",
        &[150],
    ),
    ("n -> n-k for k in 2..", &[90]),
    ("n -> n-k for k in 3..n", &[90]),
    ("n -> n-k for k in 2..=n*n%31 if n%3 > 0", &[150]),
    ("n -> n-k for m = n*7%40, k in 1..=m if m > 3", &[150]),
    ("n -> j for j in n/3..n", &[90]),
    ("n -> j for j in n-7-n%9..=n-3", &[120]),
    ("n -> j for j in n-n/4..n-2", &[120]),
    ("n -> n-k^2 for k in 1..", &[80]),
    ("n -> n-2^k for k in 0..", &[60]),
    ("n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a", &[40]),
    ("n -> max(i-3,0) + max(n-i-2,0) for i in 1..=n", &[40]),
    (
        "n -> n-k for k in 1..; n -> a + (n-a) for a in 1..=n/2",
        &[40],
    ),
    ("n -> a + b for a in 1..n, b = n-a if a != b", &[40]),
    (
        "n -> a + b + c for a in 1..=n/3, b in a..=(n-a)/2, c = n-a-b",
        &[30],
    ),
    ("n -> (n-2*b) + (n-b) for b in 1..=n/2", &[40]),
    ("n -> n-d for d in divisors(n) if d < n", &[60]),
    ("(x,a) -> (x-d,a) for d in submasks(a & x)", &[20, 20]),
    ("n -> n-d for d in submasks(n-3) if d % 3 != 0", &[70]),
    ("n -> n-1 | n/2 if n > 0", &[60]),
    ("n -> n-popcount(n) if n > 0", &[60]),
    ("n -> n-p for p in primes(n)", &[60]),
    (
        "n -> n-d for i in 0..=18, d = n / 10^i % 10 if d > 0",
        &[120],
    ),
    ("n -> n-k for k in 1..=n if gcd(k,n) == 1", &[40]),
    (
        "n -> n-1 if n%2 == 1; n -> n/2 | n-2 if n%2 == 0 and n > 0",
        &[60],
    ),
    (
        "n -> n-j-v[n-j] for j in 0..=k if j+v[n-j] > 0 where k = 2, v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        &[12],
    ),
    ("0 = *3; n -> n-1 | end", &[20]),
    (
        "n -> q | n-p for p in primefactors(n), q = n/p if q < n",
        &[60],
    ),
    (
        "(x,y) -> (i,y) for i in 0..x; (x,y) -> (x,j) for j in 0..y",
        &[8, 8],
    ),
    (
        "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
        &[9, 9],
    ),
    ("(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)", &[8, 8]),
    (
        "(x,y) -> (x-2,y+1) | (x-2,y-1) | (x+1,y-2) | (x-1,y-2)",
        &[8, 8],
    ),
    (
        "(x,y) -> (x-k*y,y) for k in 1..=x/max(y,1) if y > 0 and x >= y; (x,y) -> (x,y-k*x) for k in 1..=y/max(x,1) if x > 0 and y >= x",
        &[12, 12],
    ),
    (
        "(x,y) -> (i,y) + (x-i,y) for i in 1..=x/2; (x,y) -> (x,j) + (x,y-j) for j in 1..=y/2",
        &[8, 8],
    ),
    (
        "(x,y) -> (x,j) + (i,y) for i in 0..x, j in 0..y; (x,0) = *x; (0,y) = *y",
        &[8, 8],
    ),
    (
        "(n,limit) -> (n-k,2*k) for k in 1..=min(n,limit)",
        &[12, 10],
    ),
    (
        "(x,y,z) -> (x-k,y,z) | (x,y-k,z) | (x,y,z-k) for k in 1..",
        &[5, 5, 5],
    ),
    // More than two coordinates that are searched; a value that is said on the way.
    (
        "(a,b,c,d) -> (a-1,b+1,c,d) | (a,b-1,c+1,d) | (a,b,c-1,d+1); (a,b,c,0) = *a if b == 1",
        &[3, 3, 3, 2],
    ),
    ("(a,b) -> (a-1,b+2) + (a-1,b) | end if a > 0", &[6, 5]),
    // Clauses that call their coordinates differently, and by words that languages keep for themselves.
    (
        "(x,y) -> (x-1,y); (a,b) -> (x,b-1) for x in 0..a if b > 0",
        &[7, 7],
    ),
    (
        "(a,b) -> (a-2,b); (b,a) -> (b-1,a-k) for k in 1..=2",
        &[8, 8],
    ),
    (
        "int -> int-new for new in 1..=3; lambda -> lambda-fn for fn in {4, 7}",
        &[40],
    ),
    (
        "sg -> sg-mark-stamp for mark in 1..=2, stamp = mark % 2; grundy -> grundy-5",
        &[40],
    ),
    ("(_,y) -> (0,y-1); (3,y) -> (2,y)", &[5, 6]),
    // Arrays read before their beginning, behind `or`, `and`, `not` and in chains.
    (
        "n -> n-k for k in 1..=3 if v[n-5] > 0 or k == 1 where v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        &[16],
    ),
    (
        "n -> n-k for k in 1..=3 if k == 1 or v[n-5] > 0 where v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        &[16],
    ),
    (
        "n -> n-k for k in 1..=3 if not (n >= 5 and v[n-5] > 0) where v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        &[16],
    ),
    (
        "n -> n-k for k in 1..=3 if k <= n-5 < v[n-5]+8 where v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        &[16],
    ),
    (
        "n -> n-k for k in {1, v[n-4]+2, 5} where v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        &[15],
    ),
    (
        "n -> n-k for k in 1..=v[n-4]+1 where v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        &[15],
    ),
    (
        "n -> n-t for t in take if t != n where take = [2,3,3,2^3-1], spare = [0-1]",
        &[40],
    ),
    (
        "n = *v[n-2] if n < 6; n -> n-1 | n-3 where v = [3,0,2,1]",
        &[12],
    ),
    // Open ranges: several alternatives, others inside, a factor.
    ("n -> n-k | n-3*k for k in 1..", &[30]),
    ("n -> n-j-k for j in 1.., k in 0..=j", &[30]),
    ("n -> n-j*k for j in 1..=3, k in 2..", &[30]),
    ("n -> n-m for k in 1.., m = k*k+1", &[40]),
    ("n -> n-k-m for k in 1.., m in divisors(k)", &[30]),
    (
        "n -> a + (n-k-a) for k in 1.., a in 0..=n-k if a % 2 == 0",
        &[20],
    ),
];

/// Expressions, each as the place that one may go to where it is below n.
const EXPRESSIONS: &[&str] = &[
    "n - 1 - ((n-20)/3 & 3)",
    "(n-15)/(0-2) + 8",
    "(n-6) % (0-4) + n",
    "(3-n) % 4",
    "(n-30) / 7 + 5",
    "n xor 5",
    "(n bitor 3) - 4",
    "n - (n & -n)",
    "n - (1 << n % 5)",
    "n >> n % 70",
    "(0-n >> 1) + n",
    "n - bitlen(n)",
    "n - digitsum(n)",
    "n - digitsum(n,3)",
    "n - valuation(n+1,2) - 1",
    "n - log(n+1,3) - 1",
    "n - zeckendorf(n) - zeckendorf(n+1,3)",
    "gcd(n-12, n+3)",
    "n - sqrt(n) - 1",
    "max(n-7, n/3, 2)",
    "min(n-1, popcount(n)*3)",
    "n - 3^(n%4)",
    "abs(n-10)",
    "-(2-n)",
    "2^(n%6)",
    "n - 2*(n%3) - 1",
    "n - (n - (n - 4)) + 2 - 3",
    "100/(n+1) xor n & 6",
    "n - (n-3)*(n-3) % 5",
    "(n+k) / 2 - 1",
];

/// Whether the expression may be asked about at all: `k` is a number that is run through.
fn of_expression(expression: &str) -> String {
    let run = if expression.contains('k') {
        "k in 0..=3, "
    } else {
        ""
    };
    format!("n -> m for {run}m = {expression} if m < n")
}

fn names(arity: usize) -> &'static [&'static str] {
    &[
        "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11",
    ][..arity]
}

/// A format that asks for what `answer` says of each position.
fn format(rule: &str, arity: usize, misere: bool, layout: &str, answer: &str) -> Format {
    let names = names(arity).join(" ");
    let play = if misere { "--misere " } else { "" };
    let text = format!(
        "[[format]]\nname = \"rule\"\ncases = \"one\"\nlayout = \"{}\"\nrule = \"{play}nim {{c0}}\"\n\
         options = '''{rule}'''\nposition = \"{names}\"\nanswer = {answer}",
        layout.replace('#', &names)
    );
    let format = Format::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    // The rule is there to be replaced.
    format.by_options().expect("options").expect("a format")
}

/// All positions of a box in the order of a table, and their values.
fn values(rule: &Rule, sizes: &[usize]) -> Vec<(Vec<usize>, u32)> {
    let mut meter = Meter::new(&Budget::default());
    let table = rule
        .table(sizes, &mut meter)
        .unwrap_or_else(|why| panic!("{}", why.reason(rule)));
    let positions = table.cells().iter().enumerate().map(|(place, &value)| {
        let mut rest = place;
        let coordinates = sizes.iter().map(|&size| {
            let coordinate = rest % size;
            rest /= size;
            coordinate
        });
        (coordinates.collect(), value)
    });
    positions.collect()
}

fn written(position: &[usize]) -> String {
    let words: Vec<String> = position.iter().map(usize::to_string).collect();
    words.join(" ")
}

fn all_rules() -> Vec<(String, Vec<usize>)> {
    let rules = RULES
        .iter()
        .map(|(rule, sizes)| (rule.to_string(), sizes.to_vec()));
    let expressions = EXPRESSIONS.iter().map(|it| (of_expression(it), vec![60]));
    rules.chain(expressions).collect()
}

fn trials(language: Language) -> Vec<Trial> {
    let (mut trials, mut refused) = (Vec::new(), Vec::new());
    for (text, sizes) in all_rules() {
        let rule = Rule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
        let values = values(&rule, &sizes);
        let (mut input, mut expected) = (format!("{}\n", values.len()), String::new());
        // From the last to the first, so that tables grow less often; then a small one again.
        for (position, value) in values.iter().rev() {
            let _ = writeln!(input, "{}", written(position));
            let _ = writeln!(expected, "{value}");
        }
        let format = format(
            &text,
            sizes.len(),
            false,
            "k [#]*k",
            "{ value = \"{value}\\n\" }",
        );
        let program = match emit(&Task::of(&format), language) {
            Ok(program) => program,
            Err(error) => {
                refused.push(format!("{text}: {error}"));
                continue;
            }
        };
        trials.push(decided(language, &text, &values));
        trials.push(Trial {
            program,
            name: text,
            input,
            expected,
        });
    }
    assert!(refused.is_empty(), "{refused:#?}");
    for (text, sizes) in [
        ("n -> n-k for k in {1,3,4}", 30),
        ("n -> n-1 | n/2 if n > 0", 30),
        (
            "n -> n-1 | max(n-2,1)-k for k in {0,0} if n > 3; 1 -> 0",
            30,
        ),
        (
            "n -> a + b + c for a in 0..n, b in 0..n-a, c = n-1-a-b; n -> end | n-1 if n == 4",
            8,
        ),
        ("n -> (n-1)/k for k in 2..=5 if n > 0", 40),
    ] {
        trials.push(counted(language, text, sizes));
    }
    trials.push(on_trust(language));
    trials.push(counted(
        language,
        "n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a",
        12,
    ));
    trials.push(counted(language, "0 = *3; 5 = *2; n -> n-1 | end", 9));
    for (text, size) in [
        ("n -> n-k for k in {1,3,4}", 40),
        ("n -> n-k for k in {2,3}; n -> end if n == 7", 30),
        ("n -> n-2 | n-5; 3 = *1; 4 = *0; 6 = *5", 30),
    ] {
        trials.push(misere(language, text, size));
    }
    trials.push(misere_nim(language));
    trials.extend(QUOTIENTS.map(|text| misere_sums(language, text)));
    trials
}

/// Who wins single positions, where values are not asked for.
fn decided(language: Language, text: &str, values: &[(Vec<usize>, u32)]) -> Trial {
    let (mut input, mut expected) = (format!("{}\n", values.len()), String::new());
    for (position, value) in values.iter().rev() {
        let _ = writeln!(input, "{}", written(position));
        expected.push_str(if *value == 0 { "lost\n" } else { "won\n" });
    }
    let arity = values.first().map_or(1, |(position, _)| position.len());
    let answer = "{ win = \"won\\n\", lose = \"lost\\n\" }";
    // One position after another: each is one component.
    let format = format(text, arity, false, "k [#]*k", answer);
    Trial {
        program: emit(&Task::of(&format), language).unwrap_or_else(|why| panic!("{text}: {why}")),
        name: format!("who wins: {text}"),
        input,
        expected,
    }
}

/// Winning moves of sums of two, against the options themselves, each once.
fn counted(language: Language, text: &str, size: usize) -> Trial {
    let rule = Rule::parse(text).expect("a rule");
    let format = format(text, 1, false, "q [k c0*k]*q", "{ count = \"{count} \" }");
    let value = |position: &grundy::rule::Position| {
        let game = Game::from_parts(vec![part(rule.clone(), vec![position.clone()])]);
        let value = solve(&game, Play::Normal).value.expect("a value");
        value.to_string().parse::<u64>().expect("a small value")
    };
    let heap = |n: usize| rule.position(&[n as u64]).expect("a position");
    let ways = |n: usize, target: u64| {
        let mut options = grundy::Options::with_limit(10_000);
        rule.options(&heap(n), &mut options).expect("told");
        let sums = options.iter().map(|(_, sum)| {
            let mut sum = sum.to_vec();
            sum.sort_unstable();
            sum
        });
        let different: BTreeSet<Vec<grundy::rule::Position>> = sums.collect();
        let values = different
            .iter()
            .map(|sum| sum.iter().map(&value).fold(0, |a, b| a ^ b));
        values.filter(|&value| value == target).count()
    };
    let (mut input, mut expected) = (format!("{}\n", size * 2), String::new());
    for n in 0..size {
        let _ = writeln!(input, "1 {n}\n2 {n} {}", n / 2 + 1);
        let (one, other) = (value(&heap(n)), value(&heap(n / 2 + 1)));
        let _ = write!(
            expected,
            "{} {} ",
            ways(n, 0),
            ways(n, other) + ways(n / 2 + 1, one)
        );
    }
    Trial {
        name: format!("moves of {text}"),
        program: emit(&Task::of(&format), language).expect("a program"),
        input,
        expected,
    }
}

/// Two coordinates change places where the first leaves more by 3: it is not seen that this ends.
const SWAP: &str = "(x,y) -> (y,x) if x%3 > y%3";

/// A program for a rule of which it is not seen that every play ends.
fn on_trust(language: Language) -> Trial {
    let format = format(SWAP, 2, false, "k [#]*k", "{ value = \"{value}\\n\" }");
    assert!(emit(&Task::of(&format), language).is_err());
    let program = |lang| {
        let task = Task {
            assume_finite: true,
            lang,
            ..Task::of(&format)
        };
        emit(&task, language).expect("a program")
    };
    let first = |lang| program(lang).lines().next().unwrap_or_default().to_owned();
    assert!(first(Lang::En).ends_with("Assumed, not proved: every play ends."));
    assert!(first(Lang::Zh).ends_with("假定而未证明：每局必然结束。"));
    let (mut input, mut expected) = ("36\n".to_owned(), String::new());
    for (x, y) in (0..36).map(|place| (place % 6, place / 6)) {
        let _ = writeln!(input, "{x} {y}");
        let _ = writeln!(expected, "{}", u32::from(x % 3 > y % 3));
    }
    Trial {
        name: SWAP.into(),
        program: program(Lang::En),
        input,
        expected,
    }
}

fn misere(language: Language, text: &str, size: u64) -> Trial {
    let rule = Rule::parse(text).expect("a rule");
    let format = format(text, 1, true, "k [#]*k", "{ win = \"N\", lose = \"P\" }");
    let (mut input, mut expected) = (format!("{size}\n"), String::new());
    for n in 0..size {
        let position = rule.position(&[n]).expect("a position");
        let game = Game::from_parts(vec![part(rule.clone(), vec![position])]);
        let outcome = solve(&game, Play::Misere).outcome.expect("an outcome");
        let _ = writeln!(input, "{n}");
        expected.push(if outcome == Outcome::N { 'N' } else { 'P' });
    }
    Trial {
        name: format!("misère {text}"),
        program: emit(&Task::of(&format), language).expect("a program"),
        input,
        expected,
    }
}

fn misere_nim(language: Language) -> Trial {
    let text = "n -> n-k for k in 1..";
    let format = format(
        text,
        1,
        true,
        "q [k c0*k]*q",
        "{ win = \"N\", lose = \"P\" }",
    );
    let (mut input, mut expected) = ("125\n".to_owned(), String::new());
    for place in 0..125u64 {
        let heaps = [place % 5, place / 5 % 5, place / 25];
        let _ = writeln!(input, "3 {} {} {}", heaps[0], heaps[1], heaps[2]);
        // Bouton (1901), written another way than in the programs.
        let sum = heaps[0] ^ heaps[1] ^ heaps[2];
        let ones = heaps.iter().filter(|&&heap| heap == 1).count();
        let wins = if heaps.iter().all(|&heap| heap < 2) {
            ones % 2 == 0
        } else {
            sum != 0
        };
        expected.push(if wins { 'N' } else { 'P' });
    }
    Trial {
        name: "misère Nim".into(),
        program: emit(&Task::of(&format), language).expect("a program"),
        input,
        expected,
    }
}

/// Rules whose misère quotients are written into programs: Kayles, 0.72, two sets of takes, and 4.3.
const QUOTIENTS: [&str; 5] = [
    "n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a",
    "n -> a + b for a in 0..n, b = n-1-a; n -> n-2 if n > 2",
    "n -> n-k for k in {1,3,4}",
    "n -> n-1 | n-2",
    "n -> a + b for a in 1..n, b = n-a; n -> n-1",
];

/// Sums of three heaps, and single heaps far beyond the period.
fn misere_sums(language: Language, text: &str) -> Trial {
    let rule = Rule::parse(text).expect("a rule");
    let format = format(
        text,
        1,
        true,
        "q [k c0*k]*q",
        "{ win = \"N\", lose = \"P\" }",
    );
    let mut solver = grundy::Solver::new();
    let (mut input, mut expected) = ("520\n".to_owned(), String::new());
    for place in 0..520u64 {
        let heaps = match place {
            0..512 => vec![place % 8, place / 8 % 8 * 3, place / 64 * 5],
            _ => vec![1_000_000_000_000 + place, place - 500],
        };
        let written: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let _ = writeln!(input, "{} {}", heaps.len(), written.join(" "));
        let positions = heaps.iter().map(|&heap| rule.position(&[heap]));
        let positions = positions.collect::<Option<Vec<_>>>().expect("positions");
        let game = Game::from_parts(vec![
            rule.clone().part(grundy::rulesets::CATALOGUE, positions),
        ]);
        let outcome = solver.solve(&game, Play::Misere).outcome;
        let wins = outcome.expect("an outcome") == Outcome::N;
        expected.push(if wins { 'N' } else { 'P' });
    }
    Trial {
        name: format!("misère sums of {text}"),
        program: emit(&Task::of(&format), language).expect("a program"),
        input,
        expected,
    }
}

fn check(language: Language) {
    if is_usable(language) {
        try_all(language, "rules", &trials(language));
    }
}

#[test]
fn cpp_programs_give_the_values_of_tables() {
    check(Language::Cpp);
}

#[test]
fn python_programs_give_the_values_of_tables() {
    check(Language::Python);
}

#[test]
fn rust_programs_give_the_values_of_tables() {
    check(Language::Rust);
}

#[test]
fn java_programs_give_the_values_of_tables() {
    check(Language::Java);
}

#[test]
fn long_and_deep_rules_are_written() {
    let deep = format!("n -> n-1-{}0{}", "(1-".repeat(40), ")".repeat(40));
    let wide = format!("n -> n-1{}", "+n-n".repeat(20));
    let guards = format!(
        "n -> n-1 if v[n-1] > 0{} where v = [1]",
        " and v[n-1] > 0".repeat(90)
    );
    let chain = format!("n -> n-1 if 0 < n{} where v = [1]", " <= v[n-1]".repeat(90));
    let sum = format!("n -> n-1 if n{} > 0", "+n".repeat(45));
    for rule in [deep, wide, guards, chain, sum] {
        let format = format(&rule, 1, false, "c0", "{ value = \"{value}\" }");
        let program = emit(&Task::of(&format), Language::Rust).expect("a program");
        assert!(program.len() < 1_000_000, "{}: {rule}", program.len());
    }
}

#[test]
fn what_cannot_be_written_is_refused() {
    let refused = |rule: &str, misere: bool, layout: &str, answer: &str| {
        let format = format(rule, 1, misere, layout, answer);
        emit(&Task::of(&format), Language::Cpp)
            .expect_err(rule)
            .to_string()
    };
    let outcome = "{ win = \"N\", lose = \"P\" }";
    assert!(refused("n -> n/2", false, "c0", outcome).contains("prove that the game terminates"));
    // No code and no set of takes; a code whose quotient is infinite; a set that each case gives.
    let no_code = refused("n -> n-1 | n/2 if n > 0", true, "k c0*k", outcome);
    assert!(no_code.contains("a code or a set of takes"), "{no_code}");
    let infinite = "n -> a + b for k in 0..=1, a in 1..n-k, b = n-k-a; n -> n-1 if n > 0";
    let infinite = refused(infinite, true, "k c0*k", outcome);
    assert!(infinite.contains("not found for all heaps"), "{infinite}");
    let of_cases = refused("n -> n-k for k in 1..=m", true, "m k c0*k", outcome);
    assert!(of_cases.contains("what each case gives"), "{of_cases}");
    let long = format!("n -> n-1{}", "+n-n".repeat(2000));
    assert!(refused(&long, false, "c0", outcome).contains("too long"));
}

#[test]
fn what_a_program_cannot_hold_is_said_first() {
    let text = "[[format]]\nname = \"own\"\ncases = \"one\"\nlayout = \"n\"\noptions = \"n -> n-k for k in 1..=3\"\n\
                ranges = { n = \"0..=18446744073709551615\" }\nanswer = { win = \"W\", lose = \"L\" }\n";
    let program = |text: &str| {
        let format = Format::parse(text).unwrap();
        emit(&Task::of(&format), Language::Cpp).unwrap()
    };
    let said = "Numbers below 2^63 are answered; 'n' may be larger.";
    assert!(program(text).contains(said));
    assert!(!program(&text.replace("18446744073709551615", "9")).contains(said));
}
