//! A rule of the user's own (`--rule`, `--let`), in the place of a game of the catalogue.

use std::iter;

use clap::ArgMatches;
use grundy::Message;
use grundy::kinds::{AnyRule, Kind};
use grundy_service::rule::{Ruled, Written};

use crate::context::Context;
use crate::failure::Failure;
use crate::interface::Entry;
use crate::limits::text;
use crate::words;

pub(crate) const EXAMPLE: &str = "grundy solve --rule 'n -> n-k for k in {1,3,4}' 10 12";

/// An example of a position of a rule of the same kind.
pub(crate) fn example(matches: &ArgMatches) -> &'static str {
    text(matches, "rule").map_or(EXAMPLE, |rule| example_of_kind(Kind::of(rule)))
}

fn example_of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Words => "grundy solve --rule '\"++\" -> \"--\"' +++-++",
        Kind::Grids => "grundy solve --rule 'grid \"..\" -> \"##\"' ..../.#../....",
        Kind::Graphs => "grundy solve --rule 'graph remove vertex with neighbours' a-b,b-c,c-d",
        Kind::Lists => {
            "grundy solve --rule 'multiset a[i] -> [b, a[i]-b] for b in 1..a[i]' '[3,5,7]'"
        }
        _ => EXAMPLE,
    }
}

/// An example of a command that asks about a position of this rule.
pub(crate) fn example_of(rule: Option<&str>, command: Option<&Entry>) -> Option<String> {
    let (rule, command) = (rule?, command?.name);
    let own = AnyRule::parse_with(rule, &[])
        .ok()
        .filter(|_| !rule.contains('\''));
    let own = own.as_ref().and_then(AnyRule::numbers).map(|own| {
        let position = ["10", "7", "3", "2"].into_iter().chain(iter::repeat("1"));
        let position: Vec<&str> = position.take(own.arity()).collect();
        format!("grundy {command} --rule '{rule}' {}", position.join(","))
    });
    own.or_else(|| {
        let known = example_of_kind(Kind::of(rule));
        Some(known.replacen("solve", command, 1))
    })
}

/// An example of what can be given to a rule.
pub(crate) const GIVEN: &str = "grundy table --rule 'n -> n-k for k in v' --let 'v=[1,3,4]' 0..20";

/// The rule of `--rule` with what `--let` gives to it, if there is a rule. `most` bytes are read of a file.
pub(crate) fn written(
    matches: &ArgMatches,
    most: u64,
    context: &Context,
) -> Result<Option<Written>, Failure> {
    let files = |name: &str| context.read(name, most);
    let written = Written::typed(text(matches, "rule"), given(matches), &files);
    written.map_err(|failure| Failure::of(failure, EXAMPLE))
}

/// What stands behind each `--let`.
fn given(matches: &ArgMatches) -> impl Iterator<Item = &str> {
    let given = matches.get_many::<String>("let").into_iter().flatten();
    given.map(String::as_str)
}

/// The same, read.
pub(crate) fn read(
    matches: &ArgMatches,
    most: u64,
    context: &Context,
) -> Result<Option<Ruled>, Failure> {
    let written = written(matches, most, context)?;
    let read = written.map(|written| written.read());
    read.transpose()
        .map_err(|failure| Failure::of(failure, EXAMPLE))
}

/// What is known of a rule, in sentences: which game it is, and whether every play ends; and where a range may have been meant to include its end.
pub(crate) fn notes(ruled: &Ruled) -> Vec<Message> {
    let known = ruled.known.iter().map(words::recognised);
    let short = excluded(ruled.rule.text());
    let short = short.map(|(name, end)| words::end_excluded(name, end));
    known.chain([ruled.rule.ending()]).chain(short).collect()
}

/// A name that runs from 1 up to a number and not including it, as `k in 1..3`, and that number.
fn excluded(rule: &str) -> Option<(&str, u64)> {
    const FROM: &str = " in 1..";
    rule.match_indices(FROM).find_map(|(at, _)| {
        let name = rule[..at].rsplit([' ', ',']).next()?;
        let rest = &rule[at + FROM.len()..];
        let digits = rest.find(|letter: char| !letter.is_ascii_digit());
        let (end, behind) = rest.split_at(digits.unwrap_or(rest.len()));
        // What goes on is an expression.
        let goes_on = !behind.is_empty() && !behind.starts_with([' ', ',', ';', ')']);
        let goes_on = goes_on
            || behind
                .trim_start()
                .starts_with(['+', '-', '*', '/', '%', '^']);
        let end: u64 = end.parse().ok()?;
        (!goes_on && end > 1).then_some((name, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_may_have_been_meant_to_include_their_end() {
        for (rule, found) in [
            ("n -> n-k for k in 1..3", Some(("k", 3))),
            ("n -> n-k for k in 1..12 if k%2 == 1", Some(("k", 12))),
            ("n -> n-j-k for j in 0..3, k in 1..4", Some(("k", 4))),
            ("n -> n-k for k in 1..=3", None),
            ("n -> n-k for k in 1..n", None),
            ("n -> n-k for k in 1..3*n", None),
            ("n -> n-k for k in 1..3 * n", None),
            ("n -> n-k for k in 1..", None),
            ("n -> n-k for k in 2..5", None),
        ] {
            assert_eq!(excluded(rule), found, "{rule}");
        }
    }
}
