//! A hunt for false claims that the checker believes: games are drawn at random, claims taken from their true values as far as
//! these go on so, and what is verified is held against values far beyond.

use grundy_check::{Effort, Finding, Method, Refusal, Verified, check};

use super::brute::{Dice, Game, Kind, Run, runs};
use super::common::Made;

/// What a hunt came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) games: u64,
    pub(crate) claims: u64,
    /// Claims that the definition fulfils below the least bound of the theorem, and not for ever.
    pub(crate) held: u64,
    /// Claims that go on as far as values were computed, and how many of them were verified.
    pub(crate) lasting: u64,
    pub(crate) verified: u64,
    /// What was verified and is false.
    pub(crate) false_ones: Vec<String>,
}

/// Values known of a game at first, and longest period looked for.
const KNOWN: usize = 72;
const LONGEST: usize = 20;

impl Figures {
    /// Claims of a game that is drawn.
    pub(crate) fn draw(&mut self, kind: Kind, dice: &mut Dice) {
        let game = kind.game(dice);
        if kind != Kind::Growing || game.parts() == 3 {
            self.game(kind, &game, dice);
        }
    }

    /// Of a game that is drawn only the claims that hold up to the bound and fail later.
    pub(crate) fn draw_hard(&mut self, kind: Kind, dice: &mut Dice) {
        let game = kind.game(dice);
        self.games += 1;
        let mut values = game.values(KNOWN);
        let mut claims = runs(&values, LONGEST);
        claims.retain(|run| {
            let beyond = run.fails.is_some_and(|fails| fails >= run.bound(&game));
            beyond && (run.saltus > 0) == kind.grows()
        });
        for run in claims {
            self.claim(kind, &game, &mut values, run);
        }
    }

    /// Claims of one more game: what its values suggest, and some a little beside.
    pub(crate) fn game(&mut self, kind: Kind, game: &Game, dice: &mut Dice) {
        self.games += 1;
        let mut values = game.values(KNOWN);
        let mut claims: Vec<Run> = runs(&values, LONGEST);
        claims.retain(|run| (run.saltus > 0) == kind.grows());
        // Those that hold longest are the hardest to tell from true ones.
        claims.sort_by_key(|run| {
            let beyond = run
                .fails
                .unwrap_or(KNOWN)
                .saturating_sub(run.period + run.preperiod);
            std::cmp::Reverse(beyond as i64 - run.bound(game) as i64)
        });
        let (lasting, failing): (Vec<Run>, Vec<Run>) =
            (claims.into_iter()).partition(|run| run.fails.is_none());
        let held = (failing.iter()).take_while(|run| run.fails >= Some(run.bound(game)));
        let failing = failing[..(held.count() + 2).min(failing.len())].iter();
        for &run in lasting.iter().take(1).chain(failing) {
            self.claim(kind, game, &mut values, run);
            // The same a little beside the truth.
            let Run {
                period,
                preperiod,
                saltus,
                ..
            } = run;
            let (period, preperiod, saltus) = match dice.below(8) {
                0 => (
                    period,
                    preperiod.saturating_sub(1 + dice.below(3) as usize),
                    saltus,
                ),
                1 => (period, preperiod + 1, saltus),
                2 => (period * 2, preperiod, saltus * 2),
                3 => (period, preperiod, saltus + 1),
                4 => (period, preperiod, saltus ^ 1 << dice.below(4)),
                5 => (period + 1, preperiod, saltus),
                6 => (period, 0, saltus),
                _ => continue,
            };
            if preperiod + period < KNOWN {
                let run = Run::held(&values, period, preperiod, saltus);
                self.claim(kind, game, &mut values, run);
            }
        }
    }

    fn claim(&mut self, kind: Kind, game: &Game, values: &mut Vec<u32>, run: Run) {
        self.claims += 1;
        let Run {
            period,
            preperiod,
            saltus,
            ..
        } = run;
        if run.fails.is_some_and(|fails| fails >= run.bound(game)) {
            self.held += 1;
        }
        if run.fails.is_none() {
            self.lasting += 1;
        }
        let Ok(bound) = verdict(kind, game, values, &run) else {
            return;
        };
        self.verified += 1;
        let far = 3 * bound + 8 * period + 40;
        if values.len() < far {
            *values = game.values(far);
        }
        let run = Run::held(values, period, preperiod, saltus);
        if run.fails.is_some() || !run.is_least(values) {
            self.false_ones
                .push(format!("{}: {run:?}, bound {bound}", game.name()));
        }
    }
}

/// Below which heap the definition was seen to hold, if the claim is verified.
pub(crate) fn verdict(
    kind: Kind,
    game: &Game,
    values: &[u32],
    run: &Run,
) -> Result<usize, Result<Finding, Refusal>> {
    let claim = [run.period as u64, run.preperiod as u64, run.saltus.into()];
    let made = Made::new(&game.name(), kind.theorem(), claim, 1 << 40, values);
    let effort = Effort {
        most_options: 1_000_000_000,
        ..Effort::default()
    };
    match check(&made.bytes()[..], &effort).map(|report| report.finding) {
        Ok(Finding::Verified(Verified {
            method: Method::Full { bound },
            ..
        })) => Ok(bound as usize),
        other => Err(other),
    }
}
