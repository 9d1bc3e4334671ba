//! The colon principle against plain search, trees as text and in files, and trees too large to be copied.

use super::*;
use crate::component::part;
use crate::notation::no_files;
use crate::oracle;
use crate::quotient::{Outcome, Play};
use grundy::{Engine, Game, Lang, Solver};

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

    /// Parents of so many vertices, in any order: the vertices of a growing tree renamed at random.
    fn parents(&mut self, edges: u32) -> Vec<u32> {
        let mut names: Vec<u32> = (0..=edges).collect();
        for last in (2..names.len()).rev() {
            names.swap(last, 1 + self.below(last as u64) as usize);
        }
        let mut parents = vec![0; edges as usize];
        for child in 1..=edges {
            let below = self.below(child.into()) as usize;
            parents[names[child as usize] as usize - 1] = names[below];
        }
        parents
    }
}

fn planted(parents: &[u32]) -> Standing {
    Standing::whole(Tree::from_parents(parents.to_vec()).expect("a tree"))
}

fn text(parents: &[u32]) -> String {
    if parents.is_empty() {
        return LONE_ROOT.to_owned();
    }
    list(parents)
}

#[test]
fn random_trees_agree_with_search() {
    let mut random = Random(1);
    for round in 0..40 {
        let parents = random.parents(round % 10);
        oracle::values(&Trees, [planted(&parents)]);
        if round % 10 < 8 {
            let game = format!("tree {}", text(&parents));
            oracle::both(&game);
            let other = random.parents(3);
            oracle::game(&format!("{game} {} + nim 2", text(&other)), Play::Normal);
            oracle::engines(&format!("{game} {}", text(&other)), Play::Normal);
        }
    }
    oracle::engines("tree 0,0,1", Play::Misere);
}

/// The rules once more: whatever no longer has a way to the root has fallen.
fn left_by(parents: &[u32], cut: u32) -> Vec<u32> {
    let stands = |vertex: u32| {
        let mut at = vertex;
        while at != 0 && at != cut {
            at = parents[at as usize - 1];
        }
        at == 0
    };
    let left: Vec<u32> = (0..=parents.len() as u32)
        .filter(|&at| stands(at))
        .collect();
    let number = |old: u32| left.iter().position(|&at| at == old).expect("it stands") as u32;
    left[1..]
        .iter()
        .map(|&old| number(parents[old as usize - 1]))
        .collect()
}

/// Whether two trees have one shape: their children match in some order.
fn same_shape(one: &[u32], at: u32, other: &[u32], there: u32) -> bool {
    let children = |parents: &[u32], at: u32| -> Vec<u32> {
        (1u32..)
            .zip(parents)
            .filter(|&(_, &below)| below == at)
            .map(|(child, _)| child)
            .collect()
    };
    let mut left = children(other, there);
    let all = children(one, at);
    all.len() == left.len()
        && all.iter().all(|&child| {
            match left
                .iter()
                .position(|&twin| same_shape(one, child, other, twin))
            {
                Some(place) => {
                    left.swap_remove(place);
                    true
                }
                None => false,
            }
        })
}

#[test]
fn a_cut_leaves_what_still_has_a_way_to_the_root() {
    let mut random = Random(2);
    let (mut equal, mut unequal) = (0, 0);
    for _ in 0..60 {
        let parents = random.parents(7);
        let tree = Tree::from_parents(parents.clone()).expect("a tree");
        for cut in 1..=7 {
            let (left, known) = tree.after(&[cut]);
            assert_eq!(
                left.parents(),
                left_by(&parents, cut),
                "{parents:?} cut above {cut}"
            );
            assert_eq!(known.len(), left.vertices());
            assert!(same_shape(left.parents(), 0, left.canonical().parents(), 0));
        }
        let other = random.parents(4);
        let another = random.parents(4);
        let canonical = |parents: &[u32]| {
            Tree::from_parents(parents.to_vec())
                .expect("a tree")
                .canonical()
        };
        let same = same_shape(&other, 0, &another, 0);
        assert_eq!(canonical(&other) == canonical(&another), same);
        equal += u32::from(same);
        unequal += u32::from(!same);
        let both = tree.after(&[2, 5, 0, 99]);
        let one = left_by(&parents, 2);
        match tree.after(&[2]).1.iter().position(|&at| at == 5) {
            Some(at) => assert_eq!(both.0.parents(), left_by(&one, at as u32)),
            None => assert_eq!(both.0.parents(), one),
        }
    }
    assert!(equal > 3 && unequal > 3);
}

#[test]
fn known_trees() {
    let value = |text: &str| {
        let answer = grundy::solve(&text.parse().expect(text), Play::Normal);
        answer.value.expect(text).to_string()
    };
    assert_eq!(value("tree 0,1,2,3"), "4");
    assert_eq!(value("tree 0,0,0"), "1");
    assert_eq!(value("tree 0,1,1"), "1");
    assert_eq!(value("tree 0,0,1,1 ."), "0");
    assert_eq!(value("tree 0,1 0"), "3");
    assert_eq!(value("tree . + nim 4"), "4");
}

#[test]
fn reasons_in_both_languages() {
    let because = |text: &str| {
        let answer = grundy::solve(&text.parse().expect(text), Play::Normal);
        answer.components[0].because.clone().expect(text)
    };
    let message = because("tree 0,1,2,1,0");
    assert_eq!(
        message.render(Lang::En),
        "the colon principle: the root is worth the nim-sum of value + 1 over its children: (3 + 1) ⊕ (0 + 1) = 5"
    );
    assert!(message.render(Lang::Zh).contains("(3 + 1) ⊕ (0 + 1) = 5"));
    assert!(because("tree .").render(Lang::Zh).contains('根'));
    assert!(
        because(&format!("tree 0{}", ",0".repeat(20)))
            .to_string()
            .contains("(0 + 1) ⊕ … (21) = 1")
    );
}

#[test]
fn text_reads_back_and_errors_have_a_place() {
    for text in ["tree 0,0,1,1", "tree 2,3,0 .", "tree", "tree . 0"] {
        let game: Game = text.parse().expect(text);
        assert_eq!(game.to_string(), text);
    }
    let wrong = |text: &str| {
        let error = text.parse::<Game>().expect_err(text);
        assert!(!error.render(Lang::Zh).is_ascii());
        (error.column, error.length)
    };
    assert_eq!(wrong("tree 0,x"), (8, 1));
    assert_eq!(wrong("tree 0,\u{7532},1"), (8, 1));
    assert_eq!(wrong("tree 0,0,"), (9, 1));
    assert_eq!(wrong("tree 0 0,7,1"), (10, 1));
    assert_eq!(wrong("tree 0,2"), (8, 1));
    assert_eq!(wrong("tree 0,3,2"), (10, 1));
    assert_eq!(wrong("tree 0,99999999999"), (8, 1));
    assert_eq!(wrong("tree:1 0"), (6, 1));
    assert_eq!(wrong("tree @t.txt"), (6, 6));
    assert_eq!(wrong("nim 3 + tree @"), (14, 1));
}

fn files(name: &str) -> Result<String, Message> {
    match name {
        "parents" => Ok("0 0\n1,1\n".to_owned().replace("0 0\n", "0, 0,\n")),
        "lines" => Ok("0\n0\n1\n1\n".to_owned()),
        "edges" => Ok("\n2 0\n1 2\n".to_owned()),
        "none" => Ok("\n".to_owned()),
        "cycle" => Ok("0 1\n2 3\n3 2\n".to_owned()),
        "bad" => Ok("0 1\n2 ?\n".to_owned()),
        "range" => Ok("0\n0\n 17\n".to_owned()),
        "odd" => Ok("0 1\n2".to_owned()),
        "path" => Ok((0..1000).map(|parent| format!("{parent}\n")).collect()),
        _ => no_files(name),
    }
}

#[test]
fn trees_from_files() {
    let read = |text: &str| Game::parse(text, &files);
    let printed = |text: &str| read(text).expect(text).to_string();
    assert_eq!(printed("tree @parents @lines"), "tree 0,0,1,1 0,0,1,1");
    assert_eq!(printed("tree @edges @none"), "tree 2,0 .");
    assert_eq!(printed("tree @lines#3"), "tree 0,0,1");
    let wrong = |text: &str| {
        let error = read(text).expect_err(text);
        (error.file.clone(), error.line, error.column)
    };
    let at = |file: &str, line, column| (Some(file.into()), line, column);
    assert_eq!(wrong("tree @cycle"), at("cycle", 3, 1));
    assert_eq!(wrong("tree @bad"), at("bad", 2, 3));
    assert_eq!(wrong("tree @range"), at("range", 3, 2));
    assert_eq!(wrong("tree @odd"), at("odd", 2, 2));
    assert_eq!(wrong("tree @lines#9"), (None, 1, 13));
    assert_eq!(wrong("tree @lines#0"), (None, 1, 13));
    assert_eq!(wrong("tree @lines#"), (None, 1, 13));
    assert_eq!(wrong("tree @nothing"), (None, 1, 6));
    let error = read("tree @odd").expect_err("one end");
    assert!(error.to_string().ends_with("for example: 0 1"), "{error}");
    assert_eq!(printed("tree @path#17,5"), "tree @path#5,17");
    assert_eq!(printed("tree @path"), "tree @path");
}

#[test]
fn large_trees_are_not_copied() {
    let answer = |game: &Game, play| {
        let mut solver = Solver::new();
        solver.listed = usize::MAX;
        solver.solve(game, play)
    };
    let game = Game::parse("tree @path + nim 993", &files).expect("a file");
    let told = answer(&game, Play::Normal);
    assert_eq!(
        told.value.expect("a value").to_string(),
        (1000 ^ 993).to_string()
    );
    let moves: Vec<String> = told
        .winning
        .listed
        .iter()
        .map(|found| found.to[0].position())
        .collect();
    assert_eq!(moves, ["@path#994"]);
    let game = Game::parse("tree @path#994 + nim 990", &files).expect("a file");
    let told = answer(&game, Play::Normal);
    assert_eq!(told.outcome, Some(Outcome::N));
    assert_eq!(told.winning.listed[0].to[0].position(), "@path#991");
    let mut random = Random(3);
    for _ in 0..3 {
        let parents = random.parents(300);
        let tree = planted(&parents);
        let mut options = Options::with_limit(usize::MAX);
        Trees.options(&tree, &mut options).expect("no limit");
        assert_eq!(options.len(), 300);
        for (&(cut, below), left) in options.iter() {
            assert_eq!(below, parents[cut as usize - 1]);
            let known = left_by(&parents, cut);
            assert_eq!(Trees.write(&left[0]), text(&known));
            let value = Tree::from_parents(known).expect("a tree").value();
            assert_eq!(Trees.value(&left[0]), Some(Nimber::from(value)));
            let to = Trees
                .moves_to(&tree, &Nimber::from(value), usize::MAX)
                .expect("cuts");
            assert!(to.listed.iter().any(|step| step.to == left), "{cut}");
        }
        let one = options.positions()[0].clone();
        let mut further = Options::with_limit(usize::MAX);
        Trees.options(&one, &mut further).expect("no limit");
        let (standing, known) = tree.planted.tree.after(&one.cuts);
        assert_eq!(further.len() + 1, standing.vertices());
        assert!(
            further
                .iter()
                .all(|(edge, left)| known.contains(&edge.0) && left[0].cuts.len() <= 2)
        );
        assert!(Trees.heap_bytes(&one) > 3600);
        let limited = Trees.options(&tree, &mut Options::with_limit(3));
        assert_eq!(limited, Err(Stop::Full));
    }
}

#[test]
fn a_long_path_does_no_harm() {
    let vertices = 300_000u32;
    let path = planted(&(0..vertices).collect::<Vec<u32>>());
    let game = Game::from_parts(vec![part(Trees, vec![path])]);
    for play in [Play::Normal, Play::Misere] {
        let mut solver = Solver::new();
        solver.budget.positions = 1000;
        let answer = solver.solve(&game, play);
        assert_eq!(answer.outcome.is_some(), play == Play::Normal);
    }
}

/// A stalk is a heap: its misère play is known, and search must not see more positions in it than edges.
#[test]
fn cuts_that_fall_with_others_are_forgotten() {
    let path = planted(&(0..300).collect::<Vec<u32>>());
    let game = Game::from_parts(vec![part(Trees, vec![path])]);
    let mut solver = Solver::new().without(Engine::Quotient);
    solver.budget.positions = 100_000;
    let answer = solver.solve(&game, Play::Misere);
    assert_eq!(answer.outcome, Some(Outcome::N));
    assert_eq!(answer.winning.count, Some(Natural::ONE));
}
