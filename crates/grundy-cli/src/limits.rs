//! Budgets from the command line: `20M` positions, `512M` bytes, `30s`.

use std::thread;
use std::time::Duration;

use clap::ArgMatches;
use grundy::{Budget, Message};
use grundy_service::atlas;
use grundy_service::solve::MOST_THREADS;
pub(crate) use grundy_service::text::{count, natural};

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Asked;
use crate::watch;
use crate::words;

/// The budget that the flags ask for, as far as the context allows it; `time` is the one where they do not say. It is the
/// budget of the whole command, from its beginning to its last byte: at the terminal the process is held to it. Elsewhere
/// the process has other things to do, and whoever asked sees to it.
pub(crate) fn budget(
    matches: &ArgMatches,
    time: Option<Duration>,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Budget, Failure> {
    let positions = text(matches, "positions");
    let is_held = is_told(matches, "time");
    whole(matches, positions, time, is_held, interrupt, context)
}

/// The same where the process is held to the usual time too: a part of its work may take longer than that.
pub(crate) fn budget_held(
    matches: &ArgMatches,
    time: Option<Duration>,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Budget, Failure> {
    let positions = text(matches, "positions");
    whole(matches, positions, time, true, interrupt, context)
}

/// The same where the usual time too, of which one question may need several parts, is that of the whole command.
pub(crate) fn budget_of_whole(
    matches: &ArgMatches,
    time: Duration,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Budget, Failure> {
    let budget = budget(matches, Some(time), interrupt, context)?;
    Ok(Budget {
        since: Some(context.begun),
        ..budget
    })
}

/// The same for the command that takes a [file of positions](listed).
pub(crate) fn budget_beside_file(
    matches: &ArgMatches,
    time: Option<Duration>,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Budget, Failure> {
    let positions = text(matches, "positions").filter(|_| listed(matches).is_none());
    let is_held = is_told(matches, "time");
    whole(matches, positions, time, is_held, interrupt, context)
}

fn whole(
    matches: &ArgMatches,
    positions: Option<&str>,
    time: Option<Duration>,
    is_held: bool,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Budget, Failure> {
    let mut budget = of_each(matches, positions, time, interrupt)?;
    budget.since = is_held.then_some(context.begun);
    let time = budget.time.filter(|_| is_held);
    let is_tight = is_told(matches, "memory");
    watch::limit(context.begun, time, budget.bytes, is_tight);
    Ok(budget)
}

/// The same for a command that tries one thing after another until its time is over. Of one of these, which takes `each` where no time is
/// said, it looks at no more positions since all have more time.
pub(crate) fn budget_of_tries(
    matches: &ArgMatches,
    each: Duration,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Budget, Failure> {
    let mut budget = budget(matches, Some(each), interrupt, context)?;
    if !is_told(matches, "positions") {
        budget.positions = Budget::default().positions;
    }
    Ok(budget)
}

/// The budget of each question in a conversation, which may last as long as it likes.
pub(crate) fn of_conversation(
    matches: &ArgMatches,
    time: Option<Duration>,
    interrupt: &Interrupt,
    context: &Context,
) -> Result<Budget, Failure> {
    let budget = of_each(matches, text(matches, "positions"), time, interrupt)?;
    let is_tight = is_told(matches, "memory");
    watch::limit(context.begun, None, budget.bytes, is_tight);
    watch::limit_each(budget.time.filter(|_| is_told(matches, "time")));
    Ok(budget)
}

/// Whether any limit was named.
pub(crate) fn is_chosen(matches: &ArgMatches) -> bool {
    let flags = ["time", "memory", "positions"];
    flags.iter().any(|flag| is_told(matches, flag))
}

fn is_told(matches: &ArgMatches, flag: &str) -> bool {
    text(matches, flag).is_some()
}

fn of_each(
    matches: &ArgMatches,
    positions: Option<&str>,
    time: Option<Duration>,
    interrupt: &Interrupt,
) -> Result<Budget, Failure> {
    let mut budget = Budget {
        time,
        stop: Some(interrupt.flag()),
        ..Budget::default()
    };
    match positions {
        Some("none") => budget.positions = u64::MAX,
        Some(text) => {
            budget.positions = scaled(text, 1000).ok_or_else(|| {
                refuse(
                    words::no_count(text),
                    "grundy solve nim 3 5 7 --positions 20M",
                )
            })?;
        }
        // Whoever says how long a question may take means no other end.
        None if is_told(matches, "time") => budget.positions = u64::MAX,
        None => {}
    }
    if let Some(text) = text(matches, "memory") {
        budget.bytes = scaled(text, 1024)
            .ok_or_else(|| refuse(words::no_size(text), "grundy solve nim 3 5 7 --memory 512M"))?;
    }
    if let Some(text) = text(matches, "time") {
        budget.time = duration(text)
            .ok_or_else(|| refuse(words::no_time(text), "grundy solve nim 3 5 7 --time 30s"))?;
    }
    Ok(budget)
}

/// The shorter of two times that may be unlimited.
pub(crate) fn shorter(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

fn refuse(message: Message, example: &str) -> Failure {
    Failure::Arguments(message, example.to_owned())
}

/// The text of a flag that takes a value.
pub(crate) fn text<'m>(matches: &'m ArgMatches, flag: &str) -> Option<&'m str> {
    // A command need not have every flag.
    let given = matches.try_get_one::<String>(flag).ok().flatten();
    given.map(String::as_str)
}

/// The file with positions to look at, of the command that takes one. In version 0.1 its flag was `--positions`, which now is a limit: what is no
/// number is still taken for a file.
pub(crate) fn listed(matches: &ArgMatches) -> Option<&str> {
    let is_limit = |told: &&str| *told == "none" || scaled(told, 1000).is_some();
    let former = || text(matches, "positions").filter(|told| !is_limit(told));
    text(matches, "file").or_else(former)
}

/// Whether the answer is to be JSON: `--format json`, or `--json` for short.
pub(crate) fn as_json(matches: &ArgMatches) -> bool {
    let short = matches.try_get_one::<bool>("json").ok().flatten();
    short == Some(&true) || text(matches, "format") == Some("json")
}

/// The form of output that is asked for, with the flag as it is written.
pub(crate) fn form(matches: &ArgMatches) -> Asked<'_> {
    let short = matches.try_get_one::<bool>("json").ok().flatten();
    match short {
        Some(true) => Some(("--json".to_owned(), "json")),
        _ => text(matches, "format").map(|form| (format!("--format {form}"), form)),
    }
}

/// The file with a problem's format. In version 0.1 its flag was `--format`, which now is the form of the output: what is no such form is still
/// taken for a file.
pub(crate) fn problem(matches: &ArgMatches) -> Option<&str> {
    let former = || text(matches, "format").filter(|form| !["text", "json"].contains(form));
    text(matches, "problem").or_else(former)
}

/// The most digits of the octal codes of a table that `--digits` asks for, or the usual ones.
pub(crate) fn digits(matches: &ArgMatches, example: &str) -> Result<u32, Failure> {
    match text(matches, "digits") {
        None => Ok(atlas::Request::default().digits),
        Some(text) => atlas::digits(text).ok_or_else(|| refuse(words::no_digits(text), example)),
    }
}

/// A number that may end in K, M, G or T.
fn scaled(text: &str, step: u64) -> Option<u64> {
    let text = text.strip_suffix(['b', 'B']).unwrap_or(text);
    let (digits, power) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 1),
        (at, 'm' | 'M') => (&text[..at], 2),
        (at, 'g' | 'G') => (&text[..at], 3),
        (at, 't' | 'T') => (&text[..at], 4),
        _ => (text, 0),
    };
    let unit = step.checked_pow(power)?;
    match digits.split_once('.') {
        // Half a byte is none.
        Some((whole, part)) if power > 0 => fraction(whole, part, unit),
        _ => count(digits)?.checked_mul(unit),
    }
}

/// A number of units with digits behind the point, at most nine, rounded down.
fn fraction(whole: &str, part: &str, unit: u64) -> Option<u64> {
    let scale = 10_u128.pow(
        u32::try_from(part.len())
            .ok()
            .filter(|&digits| digits <= 9)?,
    );
    let number = u128::from(natural(whole)?) * scale + u128::from(natural(part)?);
    u64::try_from(number.checked_mul(unit.into())? / scale).ok()
}

/// A size in bytes as `--memory` reads it, rounded up: `313K`, `8000M`.
pub(crate) fn shown_size(bytes: u64) -> String {
    let units = [(30, 100, "G"), (20, 100, "M"), (10, 1, "K")];
    let fits = units
        .iter()
        .find(|(power, least, _)| bytes >> power >= *least);
    match fits {
        Some((power, _, unit)) => format!("{}{unit}", bytes.div_ceil(1 << power)),
        None => bytes.to_string(),
    }
}

/// A number of positions that may end in K, M, G or T.
#[cfg(feature = "web")]
pub(crate) fn thousands(text: &str) -> Option<u64> {
    scaled(text, 1000)
}

/// A size in bytes that may end in K, M, G or T.
#[cfg(feature = "web")]
pub(crate) fn size(text: &str) -> Option<u64> {
    scaled(text, 1024)
}

/// A time such as `500ms`, `30s`, `1.5m`, `2h`, a bare number of seconds, or `none`; to the millisecond.
pub(crate) fn duration(text: &str) -> Option<Option<Duration>> {
    if text == "none" {
        return Some(None);
    }
    let (digits, milliseconds) = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
        .iter()
        .find_map(|(unit, milliseconds)| Some((text.strip_suffix(unit)?, *milliseconds)))
        .unwrap_or((text, 1000));
    let time = match digits.split_once('.') {
        Some((whole, part)) => fraction(whole, part, milliseconds)?,
        None => count(digits)?.checked_mul(milliseconds)?,
    };
    Some(Some(Duration::from_millis(time)))
}

/// How many threads are asked for; `example` is a command that asks.
pub(crate) fn threads(matches: &ArgMatches, example: &str) -> Result<Option<usize>, Failure> {
    let Some(text) = text(matches, "threads") else {
        return Ok(None);
    };
    let number = count(text).and_then(|number| usize::try_from(number).ok());
    let number = number.filter(|threads| (1..=MOST_THREADS).contains(threads));
    number.map(Some).ok_or_else(|| {
        Failure::Arguments(words::no_threads(text, MOST_THREADS), example.to_owned())
    })
}

/// How many processors there are for this process.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        assert_eq!(scaled("512M", 1024), Some(512 << 20));
        assert_eq!(scaled("2G", 1024), Some(2 << 30));
        assert_eq!(scaled("2GB", 1024), Some(2 << 30));
        assert_eq!(scaled("20M", 1000), Some(20_000_000));
        assert_eq!(scaled("17", 1000), Some(17));
        assert_eq!(scaled("1e9", 1000), Some(1_000_000_000));
        for (bytes, shown) in [
            (320, "320"),
            (102_400, "100K"),
            (8_000_000, "7813K"),
            (107_374_182_401, "101G"),
        ] {
            assert_eq!(shown_size(bytes), shown);
            assert!(scaled(shown, 1024) >= Some(bytes));
        }
        assert_eq!(scaled("1.5G", 1024), Some(3 << 29));
        assert_eq!(scaled("2.25M", 1000), Some(2_250_000));
        for wrong in [
            "",
            "M",
            "-1",
            "+1",
            "1.5",
            "1.G",
            ".5G",
            "1.5e3M",
            "99999999999T",
            "三",
        ] {
            assert_eq!(scaled(wrong, 1024), None, "{wrong}");
        }
        assert_eq!(duration("500ms"), Some(Some(Duration::from_millis(500))));
        assert_eq!(duration("5m"), Some(Some(Duration::from_secs(300))));
        assert_eq!(duration("7"), Some(Some(Duration::from_secs(7))));
        assert_eq!(duration("none"), Some(None));
        assert_eq!(duration("0.5"), Some(Some(Duration::from_millis(500))));
        assert_eq!(duration("1.5m"), Some(Some(Duration::from_secs(90))));
        assert_eq!(
            duration("0.0004s"),
            Some(Some(Duration::ZERO)),
            "less than a millisecond"
        );
        for wrong in [
            "",
            "s",
            "-1s",
            "1d",
            "1.s",
            ".5",
            "1.2.3",
            "0.1234567891s",
            "99999999999999999999h",
        ] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }
}
