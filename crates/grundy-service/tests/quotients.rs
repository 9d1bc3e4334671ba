//! Quotients against plain search, and what is told of those that end early.

use grundy::engine::misere::Element;
use grundy::{Budget, Game, Lang, Outcome, Play, Solver};
use grundy_service::quotient::{EndedBy, Request, Response, Status};
use grundy_service::rule::Written;
use grundy_service::{Failure, Quiet, Refused, solve};

fn asked(request: Request) -> Response {
    let answered = request.run(&Budget::default(), &mut Quiet);
    answered.expect("a quotient")
}

fn of(game: &str) -> Request {
    Request {
        game: Some(game.to_owned()),
        ..Request::default()
    }
}

/// The value of a game, and who wins it by search alone.
fn told(of: &Response, text: &str) -> (Element, Option<Outcome>) {
    let game: Game = text.parse().expect("a game");
    let element = |component| of.built.element(component).expect("covered");
    let mut product = Element::ONE;
    for component in game.components() {
        product = of.quotient().product(product, element(component));
    }
    let mut solver = Solver::new().without(grundy::Engine::Quotient);
    (product, solver.solve(&game, Play::Misere).outcome)
}

/// All sums of up to three of some positions.
fn sums(positions: &[&str]) -> Vec<String> {
    let mut sums = Vec::new();
    for (a, one) in positions.iter().enumerate() {
        sums.push((*one).to_owned());
        for (b, other) in positions.iter().enumerate().skip(a) {
            sums.push(format!("{one} + {other}"));
            for third in positions.iter().skip(b) {
                sums.push(format!("{one} + {other} + {third}"));
            }
        }
    }
    sums
}

#[test]
fn quotients_of_any_positions_agree_with_search() {
    for (game, positions) in [
        (
            "kayles",
            &["kayles 2", "kayles 5", "kayles 7", "kayles 9"][..],
        ),
        (
            "kayles 7 + cram 2x3 + cram 1x4",
            &["kayles 4", "kayles 7", "cram 2x3", "cram 1x4"],
        ),
        (
            "tree 0,0,1,1 + tree 0,1 + node-kayles:a-b,b-c,c-d,d-a",
            &["tree 0,0,1,1", "tree 0,1", "node-kayles:a-b,b-c,c-d,d-a"],
        ),
        (
            "0.77 + 0.137 + cram 2x2",
            &["kayles 5", "0.137 6", "cram 2x2"],
        ),
        (
            "wythoff 2,3 1,3 0,2",
            &["wythoff 2,3", "wythoff 1,3", "wythoff 0,2"],
        ),
    ] {
        let quotient = asked(Request {
            heaps: Some(9),
            ..of(game)
        });
        assert!(quotient.end.is_none(), "{game}");
        for sum in sums(positions) {
            let (element, outcome) = told(&quotient, &sum);
            assert_eq!(Some(quotient.quotient().outcome(element)), outcome, "{sum}");
        }
    }
}

#[test]
fn how_far_it_goes() {
    let complete = asked(of("0.77"));
    assert_eq!(complete.status, Status::Complete);
    assert_eq!(
        (complete.repeats(), complete.last_change()),
        (Some((71, 12)), Some(27))
    );
    assert_eq!(complete.lower_bound(), None);
    let closed = asked(Request {
        heaps: Some(9),
        ..of("0.77")
    });
    assert_eq!((closed.status, closed.heaps()), (Status::Closed, Some(9)));
    // 0.3122 has no finite quotient beyond heap 6 (M. Weimerskirch).
    let partial = asked(Request {
        order: Some(100),
        ..of("0.3122")
    });
    assert_eq!(
        (partial.status, partial.heaps()),
        (Status::Partial, Some(6))
    );
    let end = partial.end.as_ref().expect("an end");
    assert_eq!(end.at, "0.3122 7");
    assert!(
        matches!(end.why, EndedBy::Order { most: 100, .. }),
        "{end:?}"
    );
    assert_eq!(partial.lower_bound(), Some(partial.quotient().order() + 1));
    // Nothing proves a period of such heaps.
    let singly = asked(of("nim"));
    assert_eq!(
        (singly.status, singly.heaps()),
        (Status::Partial, Some(100))
    );
    assert!(singly.quotient().is_tame() && singly.end.is_none());
    assert_eq!(
        (singly.quotient().order(), singly.last_change()),
        (130, Some(64))
    );
}

#[test]
fn a_rule_is_a_game_like_any_other() {
    let ruled = |text: &str, heaps| {
        asked(Request {
            rule: Some(Written {
                text: text.to_owned(),
                given: Vec::new(),
            }),
            heaps,
            ..Request::default()
        })
    };
    let known = ruled("n -> n-k for k in {1,3,4}", None);
    assert_eq!(known.status, Status::Complete);
    let own = ruled("n -> n-k for k in 1..=n if k%3 > 0", Some(20));
    assert_eq!((own.status, own.heaps()), (Status::Closed, Some(20)));
    assert_eq!(own.heap_values().len(), 21);
}

#[test]
fn a_quotient_is_gone_on_with_from_its_certificate() {
    let begun = asked(Request {
        heaps: Some(12),
        ..of("0.77")
    });
    let certificate = begun.built.certificate();
    let resumed = asked(Request {
        resume: certificate.clone(),
        ..of("0.77")
    });
    assert_eq!(resumed.quotient().order(), 40);
    assert_eq!(resumed.status, Status::Complete);
    let refused = |request: Request| match request.run(&Budget::default(), &mut Quiet) {
        Err(Failure::Refused(refused)) => refused,
        other => panic!("{other:?}"),
    };
    let other = refused(Request {
        resume: certificate.clone(),
        ..of("0.75")
    });
    assert_eq!(other, Refused::CertificateOf(Some("0.77".to_owned())));
    let changed = certificate.map(|text| text.replace("\"heaps\":13", "\"heaps\":14"));
    let changed = refused(Request {
        resume: changed,
        ..of("0.77")
    });
    assert!(matches!(changed, Refused::NoCertificate(_)), "{changed:?}");
}

#[test]
fn a_line_that_is_wrong_is_named() {
    let request = Request {
        positions: Some("cram 2x3\n\n# a remark\ncram 2y3\n".to_owned()),
        ..Request::default()
    };
    let failure = request
        .run(&Budget::default(), &mut Quiet)
        .expect_err("a wrong line");
    let told = failure.describe().render(Lang::En);
    assert!(told.contains("line 4"), "{told}");
}

#[test]
fn a_budget_that_ends_leaves_what_is_verified() {
    let budget = Budget {
        positions: 10,
        ..Budget::default()
    };
    let part = of("0.77").run(&budget, &mut Quiet).expect("a part");
    assert_eq!(part.status, Status::Partial);
    assert!(part.exhausted().is_some() && part.heaps().is_some());
    let whole = asked(of("0.77"));
    for heap in 0..=part.heaps().unwrap_or(0) {
        let text = format!("kayles {heap} + kayles 1");
        let outcome = |of: &Response| {
            let game: Game = text.parse().expect("a game");
            let elements = game.components().filter_map(|one| of.built.element(one));
            let product = elements.fold(Element::ONE, |a, b| of.quotient().product(a, b));
            of.quotient().outcome(product)
        };
        assert_eq!(outcome(&part), outcome(&whole), "{text}");
    }
}

/// The genera of Kayles (Winning Ways, chapter 13).
#[test]
fn genera_of_kayles() {
    let mut request = solve::Request::default();
    request.position.game = "kayles 1 2 3 4 5 6 7 8 9".to_owned();
    request.position.misere = true;
    request.genus = true;
    let response = request
        .run(&Budget::default(), &mut Quiet)
        .expect("an answer");
    let genera = response.genera.expect("genera");
    let symbols: Vec<String> = genera
        .iter()
        .flatten()
        .map(|one| one.genus.to_string())
        .collect();
    let known = "1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046";
    assert_eq!(symbols.join(" "), known);
    let tame: Vec<bool> = genera.iter().flatten().map(|one| one.tame).collect();
    assert_eq!(tame[..5], [true, true, true, true, false]);
}
