//! Arcs that are promised to have no cycle, letters in rows of a group, and answers of which so many are a line.

use grundy_judge::trial::{Generator, asked, input};
use grundy_judge::{Format, Limits, run};

fn parsed(text: &str) -> Result<Format, String> {
    Format::parse(&format!("[[format]]\nname = \"own\"\n{text}")).map_err(|error| error.to_string())
}

fn told(format: &Format, input: &str) -> Result<String, String> {
    let mut answers = Vec::new();
    match run(format, input.as_bytes(), &mut answers) {
        Ok(_) => Ok(String::from_utf8(answers).expect("text")),
        Err(error) => Err(error.to_string()),
    }
}

/// Two tokens move along arcs with letters, which may not fall; Max begins.
const LETTERED: &str = r#"
cases = "until-end"
layout = "n m (v u c:'a-z')*m"
lists = "e = letters(c); r = [i/n+1 for i in 0..n*n]; q = [i%n+1 for i in 0..n*n]"
options = "(x,y,d) -> (y,u[i],e[i]) for i in 0..m if v[i] == x if e[i] >= d"
position = "r q 0"
answer = { win = "A", lose = "B", each = true, row = "n", after-case = "\n" }
acyclic = "v u"
ranges = { n = "1..=7", m = "0..=12" }
bounds = { v = "1..=n", u = "1..=n" }
"#;

/// From where it goes, to where, and its letter.
type Arc = (usize, usize, u8);

/// Whether the mover with a token on `x` wins, by the rules alone.
fn wins(arcs: &[Arc], x: usize, y: usize, least: u8) -> bool {
    let mut moves = arcs
        .iter()
        .filter(|(from, _, letter)| *from == x && *letter >= least);
    moves.any(|&(_, to, letter)| !wins(arcs, y, to, letter))
}

fn has_cycle(arcs: &[(usize, usize)], vertices: usize) -> bool {
    let mut reached = vec![vec![false; vertices + 1]; vertices + 1];
    arcs.iter().for_each(|&(from, to)| reached[from][to] = true);
    for by in 1..=vertices {
        for from in 1..=vertices {
            for to in 1..=vertices {
                reached[from][to] |= reached[from][by] && reached[by][to];
            }
        }
    }
    (1..=vertices).any(|vertex| reached[vertex][vertex])
}

/// The cases of a text: the number of vertices and the arcs of each.
fn cases_of(text: &str) -> Vec<(usize, Vec<Arc>)> {
    let mut words = text.split_whitespace();
    let mut cases = Vec::new();
    while let Some(n) = words.next() {
        let mut number = || words.next().unwrap().parse::<usize>().unwrap();
        let (n, m) = (n.parse().unwrap(), number());
        let arcs = (0..m).map(|_| {
            let mut number = || words.next().unwrap();
            let (from, to) = (number().parse().unwrap(), number().parse().unwrap());
            let letter = number();
            assert_eq!(letter.len(), 1);
            (from, to, letter.as_bytes()[0])
        });
        let arcs = arcs.collect();
        cases.push((n, arcs));
    }
    cases
}

#[test]
fn made_up_arcs_have_no_cycle_and_are_judged_right() {
    let format = parsed(LETTERED).unwrap();
    let mut generator = Generator::new(&format, 9);
    let mut cases = Vec::new();
    for _ in 0..150 {
        cases.extend([generator.medium(), generator.adversarial()]);
    }
    let limits = Limits::default();
    let judged = asked(&format, &limits, &cases);
    let (mut kept, mut falls, mut many) = (0, 0, 0);
    for (case, judged) in cases.iter().zip(judged) {
        let text = input(&format, std::slice::from_ref(case));
        let [(n, arcs)] = &cases_of(&text)[..] else {
            panic!("one case: {text}");
        };
        let plain: Vec<(usize, usize)> = arcs.iter().map(|&(from, to, _)| (from, to)).collect();
        let is_loop = plain.iter().any(|(from, to)| from == to);
        // Nothing but a loop, where there is one vertex alone, is left to be refused.
        assert_eq!(has_cycle(&plain, *n), is_loop, "{text}");
        assert_eq!(judged.is_err(), is_loop, "{text}");
        if is_loop {
            continue;
        }
        kept += 1;
        many += usize::from(arcs.len() > 4);
        falls += usize::from(plain.iter().any(|(from, to)| from > to));
        let mut wanted = String::new();
        for x in 1..=*n {
            for y in 1..=*n {
                wanted.push(if wins(arcs, x, y, b'a') { 'A' } else { 'B' });
            }
            wanted.push('\n');
        }
        wanted.push('\n');
        assert_eq!(told(&format, &text).unwrap(), wanted, "{text}");
    }
    assert!(
        kept > 150 && falls > 50 && many > 50,
        "{kept} {falls} {many}"
    );
}

#[test]
fn cycles_are_refused() {
    let format = parsed(LETTERED).unwrap();
    assert_eq!(told(&format, "2 1\n2 1 z\n").unwrap(), "BB\nAB\n\n");
    for cyclic in [
        "1 1\n1 1 a",
        "3 3\n1 2 a\n2 3 a\n3 1 a",
        "4 4 4 3 a 2 1 b 3 4 c 1 3 d",
    ] {
        let error = told(&format, cyclic).unwrap_err();
        assert!(
            error.contains("cycle") && error.contains("case 1"),
            "{error}"
        );
    }
    let rows = parsed(
        "cases = \"one\"\nlayout = \"m (a b w)*m x\"\noptions = \"x -> b[j] for j in 0..m if a[j] == x\"\nacyclic = \"a b\"\nanswer = { win = \"1\", lose = \"0\" }",
    )
    .unwrap();
    assert_eq!(told(&rows, "3 1 9 5 9 4 0 4 2 7 1").unwrap(), "1");
    assert!(told(&rows, "3 1 9 5 9 4 0 4 1 7 1").is_err());
}

#[test]
fn lines_of_answers() {
    let rest = "options = \"a -> a-k for k in 1..=2\"\ncases = \"until-end\"";
    let fixed = parsed(&format!(
        "layout = \"n a*n\"\n{rest}\nanswer = {{ win = \"A\", lose = \"B\", each = true, row = \"3\" }}"
    ));
    assert_eq!(
        told(&fixed.unwrap(), "7 0 1 2 3 4 5 6\n2 0 0").unwrap(),
        "BAA\nBAA\nBBB"
    );
    let formula = parsed(
        "layout = \"w n a*n\"\ncases = \"until-end\"\nvalue = \"a % 3\"\nanswer = { value = \" {value}\", each = true, row = \"w+1\", after-case = \".\" }",
    );
    assert_eq!(
        told(&formula.unwrap(), "1 4 0 1 2 3\n0 2 1 5").unwrap(),
        " 0 1\n 2 0\n. 1\n 2\n."
    );
    for answer in [
        "{ win = \"A\", lose = \"B\", row = \"3\" }",
        "{ win = \"A\", lose = \"B\", each = true, row = \"0\" }",
        "{ win = \"A\", lose = \"B\", each = true, row = \"a\" }",
        "{ win = \"A\", lose = \"B\", each = true, row = \"k\" }",
    ] {
        assert!(
            parsed(&format!("layout = \"n a*n\"\n{rest}\nanswer = {answer}")).is_err(),
            "{answer}"
        );
    }
}

#[test]
fn arcs_are_numbers_of_the_same_rows() {
    for (layout, arcs, fits) in [
        ("n m (u v)*m x", "u v", true),
        ("n m (u v w:'ab')*m x", "u v", true),
        ("n m u*m v*m x", "u v", false),
        ("n m (u v)*m x", "u", false),
        ("n m (u v)*m x", "u u", false),
        ("n m (u v)*m x", "u v x", false),
        ("n m (u v)*m x", "u z", false),
        ("n m (u w:'ab')*m v*m x", "u w", false),
        ("n [m (u v)*m x]*n", "u v", false),
        ("n m (+-u v)*m x", "u v", false),
    ] {
        let text = format!(
            "cases = \"one\"\nlayout = \"{layout}\"\nrule = \"nim {{x}}\"\nacyclic = \"{arcs}\"\nanswer = {{ win = \"1\", lose = \"0\" }}"
        );
        assert_eq!(parsed(&text).is_ok(), fits, "{layout}: {arcs}");
    }
}

/// A condition that every case meets, whichever way its numbers are read; one that does not is refused where it stands.
#[test]
fn what_a_case_is_required_to_meet() {
    let format = |rest: &str| {
        let answer = "answer = { win = \"W\", lose = \"L\" }";
        parsed(&format!("cases = \"until-end\"\n{rest}\n{answer}"))
    };
    for rest in [
        "layout = \"n k a*k\"\nrule = \"nim {a}\"\nrequire = \"sum(a) == n\"",
        "layout = \"n k a*k\"\nrule = \"nim {a}\"\nlists = \"t = sum(a)\"\nrequire = \"t == n and k > 0\"",
        "layout = \"n k a*k\"\noptions = \"a -> b for b in 0..a\"\nrequire = \"sum(a) == n\"",
        "layout = \"n k a*k\"\nvalue = \"a\"\nrequire = \"n == sum(a)\"",
        "layout = \"n k a*k\"\nrule = \"multiset a[i] -> b for b in 0..a[i]\"\nrequire = \"sum(a) == n\"",
    ] {
        let own = format(rest).expect(rest);
        assert_eq!(
            told(&own, "5 2 2 3\n6 3 1 2 3\n4 2 2 2").unwrap(),
            "WLL",
            "{rest}"
        );
        let error = told(&own, "5 2 2 3\n6 3 1 2 4\n4 2 2 2").unwrap_err();
        assert!(
            error.contains("does not hold") && error.contains("case 2"),
            "{error}"
        );
        assert!(error.contains("line 2, column 9"), "{error}");
    }
    for wrong in [
        "layout = \"n k a*k\"\nrule = \"nim {a}\"\nrequire = \"sum(b) == n\"",
        "layout = \"n k a*k\"\nrule = \"nim {a}\"\nrequire = \"total == n\"",
        "layout = \"n [k a*k]*n\"\nrule = \"nim {a}\"\nrequire = \"sum(a) == n\"",
    ] {
        assert!(format(wrong).is_err(), "{wrong}");
    }
    // A made-up case that does not meet it is left out by whoever asks for its answer.
    let own = format("layout = \"n k a*k\"\nrule = \"nim {a}\"\nrequire = \"sum(a) == n\"\nranges = { n = \"0..=3\", k = \"1..=2\", a = \"0..=3\" }").expect("a format");
    let mut made = Generator::new(&own, 1);
    let cases: Vec<_> = (0..400).map(|_| made.medium()).collect();
    let judged = asked(&own, &Limits::default(), &cases);
    let met = judged.iter().filter(|one| one.is_ok()).count();
    assert!(met > 10 && met < 400, "{met}");
}
