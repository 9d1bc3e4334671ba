//! Values, outcomes, remoteness and advice against a labelling of whole products, run straight from the rules.

use super::*;
use crate::oracle;
use grundy::{Answer, Engine, Game, Lang, Solver};

/// A plain generator of pseudo-random numbers (SplitMix64; Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn edges(&mut self, vertices: u64, count: u64) -> Vec<(usize, usize)> {
        let mut vertex = || self.below(vertices) as usize;
        (0..count).map(|_| (vertex(), vertex())).collect()
    }
}

/// A component straight from its rules: the options of every state.
type Options = Vec<Vec<usize>>;

fn of_edges(vertices: usize, edges: &[(usize, usize)]) -> Options {
    let mut options = vec![Vec::new(); vertices];
    edges.iter().for_each(|&(from, to)| options[from].push(to));
    options
}

fn of_heap(most: usize) -> Options {
    (0..=most).map(|heap| (0..heap).collect()).collect()
}

/// The sum of components as one graph: a state is a mixed number of theirs.
struct Product {
    components: Vec<Options>,
    options: Options,
}

impl Product {
    fn new(components: &[Options]) -> Product {
        let states = components.iter().map(Vec::len).product();
        let mut options = vec![Vec::new(); states];
        for (state, options) in options.iter_mut().enumerate() {
            let mut unit = 1;
            for component in components {
                let at = state / unit % component.len();
                options.extend(component[at].iter().map(|to| state - at * unit + to * unit));
                unit *= component.len();
            }
        }
        Product {
            components: components.to_vec(),
            options,
        }
    }

    fn state(&self, at: &[usize]) -> usize {
        let digits = at.iter().zip(&self.components).rev();
        digits.fold(0, |state, (at, component)| state * component.len() + at)
    }

    /// Who wins each state and in how many moves: marks are set until none can be.
    fn outcomes(&self, play: Play) -> Vec<(Outcome, Option<u64>)> {
        let mut marks = vec![(Outcome::D, None); self.options.len()];
        for round in 0.. {
            let before = marks.clone();
            let is = |to: &usize, outcome| before[*to].0 == outcome;
            for (mark, options) in marks.iter_mut().zip(&self.options) {
                if mark.1.is_some() {
                    continue;
                }
                let end = options.is_empty();
                if end && play == Play::Misere || options.iter().any(|to| is(to, Outcome::P)) {
                    *mark = (Outcome::N, Some(round));
                } else if options.iter().all(|to| is(to, Outcome::N)) {
                    *mark = (Outcome::P, Some(round));
                }
            }
            if marks == before {
                break;
            }
        }
        marks
    }
}

fn written(vertices: usize, edges: &[(usize, usize)]) -> String {
    let alone = (0..vertices).map(|vertex| vertex.to_string());
    let edges = edges.iter().map(|(from, to)| format!("{from}-{to}"));
    format!("graph:{}", alone.chain(edges).collect::<Vec<_>>().join(","))
}

fn answer(text: &str, play: Play) -> Answer {
    let game: Game = text.parse().expect(text);
    let mut solver = Solver::new();
    solver.listed = usize::MAX;
    solver.solve(&game, play)
}

/// Where each component of a position stands.
fn number(text: &str) -> usize {
    text.parse().expect("vertices and heaps are numbers here")
}

/// Checks an answer against the product, and that each listed move leads to a P-position; `told` counts what was told.
fn check(text: &str, play: Play, product: &Product, at: &[usize], told: &mut [u32; 4]) {
    let marks = product.outcomes(play);
    let answer = answer(text, play);
    let (outcome, remoteness) = marks[product.state(at)];
    let Some(found) = answer.outcome else {
        told[3] += 1;
        assert!(answer.unknown.is_some());
        return;
    };
    assert_eq!(found, outcome, "{text} under {play:?}: {answer:?}");
    told[found as usize] += 1;
    match (found, &answer.value) {
        (Outcome::D, value) => assert!(value.is_none()),
        (_, Some(value)) => assert_eq!(value.is_zero(), found == Outcome::P),
        (_, None) => {}
    }
    if let Some(value) = &answer.value {
        // What has the value v is worth nothing beside a heap of v.
        let heap = number(&value.to_string());
        let mut components = product.components.clone();
        components.push(of_heap(heap));
        let with_heap = Product::new(&components);
        let state = with_heap.state(&[at, &[heap]].concat());
        assert_eq!(
            with_heap.outcomes(play)[state].0,
            Outcome::P,
            "{text}: {value}"
        );
    }
    if found != Outcome::N {
        assert_eq!(answer.winning.count, Some(0u8.into()), "{text}");
        assert!(answer.winning.listed.is_empty());
    } else if let Some(count) = &answer.winning.count {
        // Under misère play who cannot move has won.
        let end = product.options[product.state(at)].is_empty();
        assert_eq!(*count == 0u8.into(), end, "{text}");
        assert_eq!(*count, answer.winning.listed.len().into());
    }
    for found in &answer.winning.listed {
        let mut to = at.to_vec();
        to[found.component] = number(&found.to[0].position());
        assert!(
            product.options[product.state(at)].contains(&product.state(&to)),
            "{text}"
        );
        let (outcome, left) = marks[product.state(&to)];
        assert_eq!(outcome, Outcome::P, "{text}: {}", found.message);
        if answer.remoteness.is_some() {
            assert_eq!(left.map(|left| left + 1), remoteness, "{text}");
        }
    }
    assert!(
        answer.remoteness.is_none() || answer.remoteness == remoteness,
        "{text}"
    );
    for off in Engine::ALL {
        let without = Solver::new()
            .without(off)
            .solve(&text.parse::<grundy::Game>().expect(text), play);
        assert!(
            without.outcome.is_none() || without.outcome == answer.outcome,
            "{text} without {off:?}"
        );
        if let (Some(one), Some(other)) = (&without.winning.count, &answer.winning.count) {
            assert_eq!(one, other, "{text} under {play:?} without {off:?}");
        }
    }
}

#[test]
fn one_token_on_random_graphs() {
    let mut random = Random(1);
    let mut told = [0; 4];
    for _ in 0..250 {
        let (vertices, count) = (1 + random.below(6), random.below(10));
        let edges = random.edges(vertices, count);
        let vertices = vertices as usize;
        let product = Product::new(&[of_edges(vertices, &edges)]);
        let token = random.below(vertices as u64) as usize;
        for play in [Play::Normal, Play::Misere] {
            let text = format!("{} {token}", written(vertices, &edges));
            check(&text, play, &product, &[token], &mut told);
        }
    }
    assert!(told[..3].iter().all(|&told| told > 20), "{told:?}");
    assert_eq!(told[3], 0, "one token is always answered");
}

#[test]
fn sums_of_tokens_and_heaps() {
    let mut random = Random(2);
    let (mut told, mut beside) = ([0; 4], 0);
    for _ in 0..300 {
        let count = 3 + random.below(7);
        let (one, other) = (random.edges(5, count), random.edges(4, count - 1));
        let heap = random.below(4) as usize;
        let at = [random.below(5) as usize, random.below(4) as usize, heap];
        let components = [of_edges(5, &one), of_edges(4, &other), of_heap(heap)];
        let product = Product::new(&components);
        let text = format!(
            "{} {} + {} {} + nim {heap}",
            written(5, &one),
            at[0],
            written(4, &other),
            at[1]
        );
        check(&text, Play::Normal, &product, &at, &mut told);
        // Beside components worth nothing together, a token that can go round keeps its outcome.
        let heaps = Product::new(&[of_edges(5, &one), of_heap(heap), of_heap(heap)]);
        let text = format!("{} {} + nim {heap} {heap}", written(5, &one), at[0]);
        let before = told[3];
        check(&text, Play::Normal, &heaps, &[at[0], heap, heap], &mut told);
        assert_eq!(told[3], before, "{text} is always answered");
        beside += u32::from(answer(&text, Play::Normal).outcome == Some(Outcome::D));
        check(&text, Play::Misere, &heaps, &[at[0], heap, heap], &mut told);
    }
    assert!(told[..3].iter().all(|&told| told > 20), "{told:?}");
    assert_eq!(told[3], 0, "whatever can follow a small sum is labelled");
    assert!(beside > 20);
}

#[test]
fn two_tokens_on_one_graph() {
    let mut random = Random(3);
    let mut told = [0; 4];
    for _ in 0..150 {
        let count = 2 + random.below(7);
        let edges = random.edges(5, count);
        let product = Product::new(&[of_edges(5, &edges), of_edges(5, &edges)]);
        let at = [random.below(5) as usize, random.below(5) as usize];
        let text = format!("{} {} {}", written(5, &edges), at[0], at[1]);
        check(&text, Play::Normal, &product, &at, &mut told);
    }
    assert!(told[..2].iter().all(|&told| told > 20), "{told:?}");
}

#[test]
fn graphs_without_cycles_agree_with_search() {
    let mut random = Random(4);
    for round in 0..60 {
        let count = random.below(14);
        let edges: Vec<(usize, usize)> = random
            .edges(7, count)
            .into_iter()
            .filter(|(from, to)| from != to)
            .map(|(from, to)| (from.max(to), from.min(to)))
            .collect();
        let text = written(7, &edges);
        let (named, _) = (parse_inline(&text[6..]).expect("edges"), ());
        oracle::values(&GraphGame::new(named), 0..7);
        for play in [Play::Normal, Play::Misere] {
            oracle::game(&format!("{text} 6"), play);
            oracle::game(&format!("{text} 6 5 + nim 2"), play);
            if round % 10 == 0 {
                oracle::engines(&format!("{text} 6 4"), play);
            }
        }
    }
}

/// Part of a graph may go round while another ends: the latter has values.
#[test]
fn values_where_play_ends() {
    let game: Game = "graph:a-a,a-b,b-c,b-d,c-d b a".parse().expect("a game");
    let ends: Vec<bool> = game
        .components()
        .map(|component| component.ends())
        .collect();
    assert_eq!(ends, [true, false]);
    let answer = answer("graph:a-a,a-b,b-c,b-d,c-d b", Play::Normal);
    assert_eq!(
        answer.value.map(|value| value.to_string()),
        Some("2".to_owned())
    );
    assert_eq!(answer.remoteness, None);
}

#[test]
fn reasons_in_both_languages() {
    let because = |text: &str, play| {
        let answer = answer(text, play);
        let component = answer
            .components
            .into_iter()
            .next()
            .and_then(|told| told.because);
        let message = answer.because.or(component).expect(text);
        assert!(message.render(Lang::Zh) != message.render(Lang::En));
        message.render(Lang::En)
    };
    let text = "graph:a-b,b-c,a-c,c-d,e-e,f-f,f-e";
    assert_eq!(
        because(&format!("{text} a"), Play::Normal),
        "a: options have the values {0, 1}, mex 2"
    );
    assert_eq!(
        because(&format!("{text} d"), Play::Normal),
        "d: no option, so the value is 0"
    );
    assert!(
        because(&format!("{text} f"), Play::Normal)
            .starts_with("f is a draw: it has no move to a P-position, but it can move to e")
    );
    let round = "graph:a-b,b-a,b-c";
    assert_eq!(
        because(&format!("{round} b"), Play::Normal),
        "b is marked N in round 1: its option c was marked P in round 0"
    );
    assert_eq!(
        because(&format!("{round} a"), Play::Normal),
        "a is marked P in round 2: all its options are N, b the last of them, in round 1"
    );
    assert!(because(&format!("{round} c"), Play::Misere).contains("has won"));
    assert!(because("graph:c c", Play::Normal).contains("the value is 0"));
    let many: Vec<String> = (0..25)
        .flat_map(|from| (0..from).map(move |to| format!("{from}-{to}")))
        .collect();
    assert!(
        because(&format!("graph:{} 24", many.join(",")), Play::Normal)
            .contains("18, 19, …}, mex 24")
    );
}

#[test]
fn text_reads_back() {
    for (text, printed) in [
        ("graph:b-c,a-b a", "graph:a-b,b-c a"),
        ("graph:10-9-8,x x 10", "graph:9-8,10-9,x x 10"),
        ("graph:a*-b,c%20d-a* c%20d", "graph:a%2A-b,c%20d-a%2A c%20d"),
        ("graph:甲-乙 甲", "graph:甲-乙 甲"),
        ("graph:a-b", "graph:a-b"),
        ("graph:%-a % + graph:a-% a", "graph:%-a % + graph:a-% a"),
        ("graph:%2B-a %2B", "graph:%2B-a %2B"),
    ] {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), printed);
        assert_eq!(printed.parse::<Game>().expect(printed), game);
    }
}

#[test]
fn graphs_from_files() {
    let files = |name: &str| match name {
        "roads.dot" => Ok("digraph { a -> \"the end\"; b -> a [w=1] }".to_owned()),
        "roads.txt" => Ok("# roads\na b\nb c\n".to_owned()),
        "bad.dot" => Ok("digraph {\n a -- b }".to_owned()),
        "bad.txt" => Ok("a b\nb c d\n".to_owned()),
        _ => crate::notation::no_files(name),
    };
    let read = |text: &str| Game::parse(text, &files);
    let game = read("graph @roads.dot b + graph:@roads.txt a c").expect("both are graphs");
    let printed = "graph:a-the%20end,b-a b + graph:a-b,b-c a c";
    assert_eq!(game.to_string(), printed);
    assert_eq!(printed.parse::<Game>().expect("needs no file"), game);
    let wrong = |text: &str| read(text).expect_err(text);
    let error = wrong("graph @bad.dot a");
    assert_eq!(
        (error.file.as_deref(), error.line, error.column),
        (Some("bad.dot"), 2, 4)
    );
    assert_eq!(
        error.render(Lang::En),
        "bad.dot, line 2, column 4: expected ->, found '-'; for example: digraph { a -> b }"
    );
    assert!(error.render(Lang::Zh).contains("此处应为->"));
    let error = wrong("graph @bad.txt a");
    assert_eq!((error.line, error.column), (2, 5));
    assert_eq!(wrong("nim 3 + graph @none a").column, 15);
}

#[test]
fn errors_have_a_place() {
    let wrong = |text: &str| {
        let error = text.parse::<Game>().expect_err(text);
        assert!(!error.render(Lang::Zh).is_ascii());
        (error.column, error.length)
    };
    assert_eq!(wrong("graph"), (1, 5));
    assert_eq!(wrong("graph a"), (1, 5));
    assert_eq!(wrong("graph: a"), (1, 5));
    assert_eq!(wrong("graph:a-b-,c a"), (11, 1));
    assert_eq!(wrong("nim 1 + graph:甲--乙 a"), (17, 1));
    assert_eq!(wrong("graph:a-b c"), (11, 1));
    assert_eq!(wrong("graph:a-b a b%2"), (13, 3));
    assert_eq!(wrong("graph:a-b%2 a"), (9, 1));
    assert_eq!(wrong("graph:a-b%FF a"), (9, 1));
    let error = "graph:a-b,c-d,e-f,g-h,i-j k"
        .parse::<Game>()
        .expect_err("no k");
    assert!(
        error
            .to_string()
            .contains("'k'; its vertices are a, b, c, d, e, f, g, h, …"),
        "{error}"
    );
}

/// Text made of pieces: nothing panics, and what reads prints to what reads the same.
#[test]
fn no_text_does_harm() {
    let heads = [
        "graph:",
        "tree ",
        "node-kayles:",
        "geography:",
        "graph ",
        "tree:",
    ];
    let pieces = [
        "a",
        "b",
        "-",
        ",",
        " ",
        "%",
        "%41",
        "%2",
        "/",
        ":",
        ".",
        "#",
        "@",
        "0",
        "1",
        "甲",
        "~",
        "+",
        "9999999999",
    ];
    let mut random = Random(9);
    let (mut games, mut answers) = (0, 0);
    for round in 0..6000 {
        let mut text = heads[round % heads.len()].to_owned();
        for _ in 0..random.below(10) {
            text.push_str(pieces[random.below(pieces.len() as u64) as usize]);
        }
        match text.parse::<Game>() {
            Err(error) => assert!(error.column >= 1 && !error.example.is_empty(), "{text}"),
            Ok(game) => {
                let printed = game.to_string();
                assert_eq!(printed.parse::<Game>().expect(&text).to_string(), printed);
                games += 1;
                for play in [Play::Normal, Play::Misere] {
                    let mut solver = Solver::new();
                    solver.budget.positions = 1000;
                    answers += u32::from(solver.solve(&game, play).outcome.is_some());
                }
            }
        }
    }
    assert!(games > 300 && answers > games, "{games} {answers}");
}
