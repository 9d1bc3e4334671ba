//! Why a compound is won or lost: what its games are worth, and how that decides.

use super::{Compound, Games, Kind};
use crate::engine::Work;
use crate::message;
use crate::quotient::Play;
use crate::text::Message;

/// Most games whose numbers are listed.
const LISTED: usize = 16;

/// Numbers one after the other.
fn listed<T: ToString>(numbers: &[T]) -> Option<Message> {
    let shown = numbers.iter().take(LISTED).map(|number| {
        let number = number.to_string();
        message!("{number}", "{number}", number = number)
    });
    let all = shown.reduce(|before, next| {
        message!(
            "{before}, {next}",
            "{before}、{next}",
            before = before,
            next = next
        )
    })?;
    Some(match numbers.len() > LISTED {
        true => message!("{all}, …", "{all}……", all = all),
        false => all,
    })
}

/// The reason, from numbers that were found out when the winner was; `None` where it is search and nothing else.
pub(super) fn why(
    compound: Compound,
    position: &Games,
    play: Play,
    work: &mut Work,
) -> Option<Message> {
    let games = &position.games;
    match (compound.0, play) {
        (Kind::Conjunctive | Kind::Long, _) => {
            let lengths = compound.lengths(games, play, work).ok()?;
            let deciding = compound.deciding(&lengths);
            let wins = (deciding % 2 == 1) == (play == Play::Normal);
            let verdict = verdict(deciding % 2 == 1, wins);
            let lengths = listed(&lengths)?;
            Some(match compound.0 {
                Kind::Long => message!(
                    "if the winner of each game delays and the loser hurries, the games last {lengths} moves: the longest, {deciding}, decides, and {verdict}",
                    "若每个游戏中胜者求慢、负者求快，各可走 {lengths} 步：最长的 {deciding} 步决定胜负，{verdict}",
                    lengths = lengths,
                    deciding = deciding,
                    verdict = verdict
                ),
                _ => message!(
                    "if the winner of each game hurries and the loser delays, the games last {lengths} moves: the shortest, {deciding}, decides, and {verdict}",
                    "若每个游戏中胜者求快、负者求慢，各可走 {lengths} 步：最短的 {deciding} 步决定胜负，{verdict}",
                    lengths = lengths,
                    deciding = deciding,
                    verdict = verdict
                ),
            })
        }
        (Kind::Selective, _) => {
            let values = Compound::unended(games, work).ok()?;
            // Under misère play the last game that has not ended is played alone.
            if play == Play::Misere && values.len() < 2 {
                return None;
            }
            let is_won = values.iter().any(|value| !value.is_zero());
            let Some(values) = listed(&values) else {
                return Some(message!("every game has ended", "所有游戏都已结束"));
            };
            Some(match is_won {
                true => message!(
                    "the values of the games are {values}: one move can make all of them 0",
                    "各游戏的 SG 值为 {values}：一步之内可使不为 0 的全部变为 0",
                    values = values
                ),
                false => message!(
                    "the values of the games are {values}: any move makes some of them nonzero, and the answer makes those 0 again",
                    "各游戏的 SG 值为 {values}：任何一步都会使其中一些不为 0，对手再使它们全部变回 0",
                    values = values
                ),
            })
        }
        (Kind::Ordinal, Play::Normal) => {
            let mut values = Compound::colon(games, work).ok()?;
            values.reverse();
            Some(message!(
                "by the colon principle, with what follows each game replaced by a Nim heap of the same value: from each game to the end the values are {values}",
                "按克朗原理，每个游戏之后的部分可换成同值的尼姆堆：从各游戏起到末尾的 SG 值依次为 {values}",
                values = listed(&values)?
            ))
        }
        (Kind::Ordinal, Play::Misere) => None,
    }
}

/// Whether the number is odd, and who wins by that.
fn verdict(is_odd: bool, wins: bool) -> Message {
    match (is_odd, wins) {
        (true, true) => message!("it is odd: the player to move wins", "它是奇数：先手胜"),
        (true, false) => message!(
            "it is odd: under misère play the player to move loses",
            "它是奇数：反常规则下先手负"
        ),
        (false, true) => message!(
            "it is even: under misère play the player to move wins",
            "它是偶数：反常规则下先手胜"
        ),
        (false, false) => message!("it is even: the player to move loses", "它是偶数：先手负"),
    }
}
