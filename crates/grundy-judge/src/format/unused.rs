//! Names that `lists` makes and nothing reads: mostly a slip of the pen, and work for each case.

use super::fold;
use super::layout::Layout;

/// Those of the names that a text makes which neither one of the other texts of the format speaks of, nor a name that is used.
pub(super) fn names(lists: &str, others: &[String], layout: &Layout) -> Vec<String> {
    let mut used: Vec<&str> = Vec::new();
    for text in others {
        used.extend(fold::words(text).map(|(_, word)| word));
    }
    let mut unused = Vec::new();
    // A name is made of those before it.
    for part in lists.rsplit(';') {
        let Some((name, how)) = part.split_once('=') else {
            continue;
        };
        let Some((_, name)) = fold::words(name).last() else {
            continue;
        };
        if used.contains(&name) {
            used.extend(fold::words(how).map(|(_, word)| word));
        } else if layout.field(name).is_some() {
            unused.push(name.to_owned());
        }
    }
    unused.reverse();
    unused
}
