//! Tables whose cells are solved one by one are the same whatever the number of threads.

use grundy::{Budget, Lang, Play, Solver};
use grundy_service::Quiet;
use grundy_service::range::Axis;
use grundy_service::rule::Written;
use grundy_service::table::Request;

fn over(game: &str, ranges: &[(u64, usize)], misere: bool) -> Request {
    let axis = |&(first, count): &(u64, usize)| Axis { first, count };
    Request {
        game: Some(game.to_owned()),
        ranges: ranges.iter().map(axis).collect(),
        misere,
        ..Request::default()
    }
}

/// The table as JSON, or why there is none; and how many cells are unknown.
fn told(request: &Request, threads: usize, budget: &Budget) -> Result<(String, String), String> {
    let request = Request {
        threads,
        ..request.clone()
    };
    let unknown = |why: &grundy_service::Why| why.message().render(Lang::En);
    match request.run(budget, &mut Quiet) {
        Ok(told) => Ok((
            told.json(),
            told.unknown.as_ref().map(unknown).unwrap_or_default(),
        )),
        Err(failure) => Err(failure.describe().render(Lang::En)),
    }
}

#[test]
fn threads_change_nothing() {
    let rule = Request {
        rule: Some(Written {
            text: "(x,y) -> (x-1,y) | (x,y-2) | (x-2,y-1)".to_owned(),
            ..Written::default()
        }),
        ranges: vec![Axis::below(9), Axis::below(9)],
        ..Request::default()
    };
    let mut asked = vec![rule];
    for misere in [false, true] {
        asked.push(over("cram", &[(0, 5), (0, 5)], misere));
        asked.push(over("wythoff", &[(3, 9), (0, 12)], misere));
        asked.push(over("fibonacci", &[(0, 40)], misere));
        asked.push(over("kayles", &[(0, 7), (0, 9)], misere));
        asked.push(over("brussels-sprouts", &[(0, 12)], misere));
    }
    for request in &asked {
        let one = told(request, 1, &Budget::default());
        for threads in [2, 3, 7, 200] {
            let several = told(request, threads, &Budget::default());
            assert_eq!(several, one, "{request:?} by {threads} threads");
        }
    }
}

#[test]
fn cells_are_those_of_single_answers() {
    let request = over("cram", &[(1, 4), (1, 5)], true);
    let request = Request {
        threads: 3,
        ..request
    };
    let told = request
        .run(&Budget::default(), &mut Quiet)
        .expect("a table");
    assert!(told.unknown.is_none());
    for (row, height) in (1..5).enumerate() {
        for (column, width) in (1..6).enumerate() {
            let game: grundy::Game = format!("cram {height}x{width}").parse().expect("a game");
            let alone = Solver::new().solve(&game, Play::Misere);
            assert_eq!(told.grid.cell(row, column).outcome, alone.outcome, "{game}");
        }
    }
}

#[test]
fn what_a_part_of_the_memory_does_not_suffice_for_is_answered_with_all_of_it() {
    let request = over("cram", &[(4, 3), (4, 2)], false);
    let with = |bytes: u64| Budget {
        bytes,
        ..Budget::default()
    };
    let is_whole = |bytes: &u64| {
        told(&request, 1, &with(*bytes))
            .is_ok_and(|(table, unknown)| unknown.is_empty() && !table.contains("null"))
    };
    let mut sizes = (12..31).map(|bits| 1 << bits);
    let suffices = sizes.find(is_whole).expect("some memory");
    let one = told(&request, 1, &with(4 * suffices));
    for threads in [2, 4, 16, 64] {
        let several = told(&request, threads, &with(4 * suffices));
        assert_eq!(several, one, "{threads} threads, {suffices} bytes");
    }
}

#[test]
fn a_budget_leaves_cells_unknown_and_says_how_many() {
    let request = over("cram", &[(0, 7), (0, 7)], false);
    for threads in [1, 2, 3] {
        let budget = Budget {
            positions: 200,
            ..Budget::default()
        };
        let (told, unknown) = told(&request, threads, &budget).expect("a table");
        assert!(told.contains("null"), "{told}");
        assert!(unknown.contains("of 49 cells are unknown"), "{unknown}");
    }
    let stopped = Budget {
        time: Some(std::time::Duration::ZERO),
        ..Budget::default()
    };
    for threads in [1, 2] {
        let request = Request {
            threads,
            ..over("cram", &[(5, 3), (6, 3)], false)
        };
        let told = request.run(&stopped, &mut Quiet).expect("a table");
        let unknown = told
            .unknown
            .expect("unknown cells")
            .message()
            .render(Lang::En);
        assert!(unknown.contains("9 of 9"), "{unknown}");
    }
}

#[test]
fn the_first_place_without_a_position_is_told() {
    // A board has at most so many columns.
    let request = over("cram", &[(1, 1), (120, 400)], false);
    for threads in [1, 2, 5] {
        let refused = told(&request, threads, &Budget::default());
        assert_eq!(refused, Err("there is no position at 1,129".to_owned()));
    }
}
