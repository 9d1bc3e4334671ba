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

/// What is known of a rule, in sentences: which game it is, and whether every play ends.
pub(crate) fn notes(ruled: &Ruled) -> Vec<Message> {
    let known = ruled.known.iter().map(words::recognised);
    known.chain([ruled.rule.ending()]).collect()
}
