//! How far the values of a rule are computed: as far as they are cheap, and as its constants ask.

use super::data::Data;
use super::search::Scope;
use super::{proof, scale};
use crate::budget::{Exhausted, Meter};
use crate::quotient::Play;
use crate::rule::{Rule, Unfilled};

/// By number of coordinates: sides of the small and of the whole range, smallest first.
const SIDES: [&[(usize, usize)]; 5] = [
    &[(60, 660), (300, 3_300), (1_000, 11_000)],
    &[(16, 56), (30, 110), (30, 330)],
    &[(7, 16), (9, 26)],
    &[(5, 12)],
    &[(4, 6)],
];

/// The sides for more coordinates than those: as large as leaves a table of so many cells.
fn narrow(arity: usize) -> (usize, usize) {
    const CELLS: usize = 1 << 19;
    let is_small = |side: &usize| side.saturating_pow(arity as u32) <= CELLS;
    let side = (3..=6).rev().find(is_small).unwrap_or(3);
    (side * 2 / 3, side)
}

/// What the next larger range may cost, in positions, where options lie on lines and elsewhere.
const WORTH: [u64; 2] = [3_000_000, 100_000];

/// The greatest heap computed because a rule has large constants.
const FARTHEST: usize = 200_000;

/// How many times the largest constant of a rule must fit into the range for what is seen there to mean anything.
const CONSTANTS: usize = 4;

/// The values, or the outcomes under misère play, as far as they are cheap, and whether the range is wide enough for the constants of the rule.
pub(super) fn filled(
    rule: &Rule,
    play: Play,
    names: &[String],
    scope: &Scope,
    meter: &mut Meter,
) -> Result<(Data, bool), Unfilled> {
    let arity = rule.arity();
    let mut sides = match SIDES.get(arity.saturating_sub(1)) {
        Some(sides) => sides.to_vec(),
        None => vec![narrow(arity)],
    };
    let constant = scale::of(rule);
    if let Some(small) = scope.small {
        let small = (small as usize).clamp(4, FARTHEST);
        let whole = match arity {
            1 => small * 11,
            2 => small * 4,
            _ => small * 3,
        };
        sides = vec![(small, whole)];
    } else if arity == 1 {
        let whole = constant.saturating_mul(CONSTANTS);
        if whole > 11_000 && whole <= FARTHEST {
            sides = vec![(whole / 11, whole)];
        }
    }
    let on_lines = rule.program().moves.iter().all(|clause| {
        // Without a range there are few options.
        let mut runs = clause.steps.iter().filter_map(|step| step.slot());
        clause.lines.is_some() || runs.next().is_none()
    });
    let worth = WORTH[usize::from(!on_lines)];
    let mut best = None;
    if let (1, Play::Normal, Some(&(small, side))) = (arity, play, sides.last())
        && let Some(cells) = proof::by_code(rule, side, meter)
    {
        let data = Data {
            names: names.to_vec(),
            small: vec![small],
            sizes: vec![side],
            first: Vec::new(),
            cells,
        };
        return Ok((data, constant.saturating_mul(CONSTANTS) <= side));
    }
    let mut spent = 0;
    let mut before = 0usize;
    for (small, side) in sides {
        let grown = (side as u64).saturating_pow(arity as u32 + 1)
            / (before as u64).saturating_pow(arity as u32 + 1).max(1);
        if best.is_some() && grown.saturating_mul(spent) > worth {
            break;
        }
        let left = meter.positions_left();
        let boxed = |cells| Data {
            names: names.to_vec(),
            small: vec![small; arity],
            sizes: vec![side; arity],
            first: Vec::new(),
            cells,
        };
        let sizes = vec![side; arity];
        let table = match play {
            Play::Normal => rule.table(&sizes, meter),
            Play::Misere => {
                let table = rule.misere_table(&sizes, meter);
                table.unwrap_or(Err(Unfilled::Sizes))
            }
        };
        match table {
            Ok(table) => best = Some(boxed(table.into_cells())),
            Err(Unfilled::Exhausted(why)) if best.is_some() && why != Exhausted::Interrupted => {
                break;
            }
            Err(why) => return Err(why),
        }
        spent = left.saturating_sub(meter.positions_left());
        before = side;
    }
    let data = best.ok_or(Unfilled::Sizes)?;
    let seen = constant.saturating_mul(CONSTANTS) <= data.sizes[0];
    Ok((data, seen))
}
