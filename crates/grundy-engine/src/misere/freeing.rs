//! Which letters of a sum that is called wrongly are set free.

/// What is set free first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefer {
    /// All kinds of letters of one value.
    Twins,
    /// One kind of them.
    Alone,
}

/// Kinds of letters of a sum of which every subset is tried.
const TRIED: usize = 8;

/// Kinds that are set free as one, and the index that their powers have then.
pub(super) type Together = (Vec<u32>, u32);

/// What may be set free for a sum of kinds with exponents: fewer of them first, and of as many those that are preferred. A kind is
/// set free by itself, or with its twins, which it is one of.
pub(super) fn choices(
    word: &[(u32, u32)],
    twins: impl Fn(u32) -> Vec<u32>,
    prefer: Prefer,
) -> Vec<Vec<Together>> {
    let word = &word[..word.len().min(TRIED)];
    let mut choices: Vec<(u32, Vec<Together>)> = Vec::new();
    for alone in [false, true] {
        for set in 1u32..1 << word.len() {
            let mut free: Vec<Together> = Vec::new();
            let chosen = word.iter().enumerate();
            for (_, &(name, exponent)) in chosen.filter(|(place, _)| set >> place & 1 != 0) {
                if let Some((_, index)) = free.iter_mut().find(|(kinds, _)| kinds.contains(&name)) {
                    *index += exponent;
                    continue;
                }
                let kinds = if alone { vec![name] } else { twins(name) };
                free.push((kinds, exponent.saturating_sub(1).max(2)));
            }
            if !choices.iter().any(|(_, other)| *other == free) {
                let later = alone != (prefer == Prefer::Alone);
                choices.push((2 * set.count_ones() + u32::from(later), free));
            }
        }
    }
    choices.sort_by_key(|(cost, _)| *cost);
    choices.into_iter().map(|(_, free)| free).collect()
}
