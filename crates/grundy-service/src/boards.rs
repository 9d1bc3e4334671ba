//! The table of boards that a value rests on, as `grundy-check` reads it: a text of claims, each of one position.

use std::fmt::Write;

use grundy::engine::Work;
use grundy::engine::split::Fact;
use grundy::reason::NotCovered;
use grundy::{Game, Play, Reason};
use sha2::{Digest, Sha256};

/// The first line.
const FIRST: &str = "grundy-boards 1\n";

/// Whether a game may have such a table: one component of a game that falls apart, under normal play.
pub(crate) fn may_be_certified(game: &Game, play: Play) -> bool {
    let mut components = game.components();
    match (components.next(), components.next(), play) {
        (Some(only), None, Play::Normal) => only.falls_apart(),
        _ => false,
    }
}

/// The table of a game of one component, with its value and all that this rests on.
///
/// # Errors
/// That there is none for such a game, or what ran out.
pub(crate) fn text(game: &Game, work: &mut Work) -> Result<String, Reason> {
    let component = game.components().next();
    let component = component.ok_or(NotCovered::Couples)?;
    let (value, grounds) = component.grounds(work)?;
    let (head, position) = (component.head(), component.position());
    let mut text = format!("{FIRST}game {head}\nroot {position} = {value}\n");
    let _ = writeln!(text, "entries {}", grounds.len());
    for (position, fact) in grounds {
        work.meter.spend(0, 2 * position.len() as u64)?;
        let _ = match fact {
            Fact::Exact(value) => writeln!(text, "{position} = {value}"),
            Fact::Not(not) => {
                let values = (0..64).filter(|n| not >> n & 1 == 1);
                let values: Vec<String> = values.map(|n: u32| n.to_string()).collect();
                writeln!(text, "{position} ! {{{}}}", values.join(","))
            }
        };
    }
    let hash = Sha256::digest(text.as_bytes());
    text.push_str("sha256 ");
    for byte in hash {
        let _ = write!(text, "{byte:02x}");
    }
    text.push('\n');
    Ok(text)
}
