//! Whether the arcs of a case have no cycle, where its format promises so: vertices without arcs to them are taken away one by one (A. B. Kahn, 1962).

use crate::format::{Field, Numbers};
use std::collections::HashMap;

/// Whether no way along the arcs comes back to where it began.
pub(super) fn is_acyclic(numbers: &Numbers, [from, to]: [Field; 2]) -> bool {
    let mut names: HashMap<u128, usize> = HashMap::new();
    let mut arcs = Vec::with_capacity(numbers.0[from].len());
    for (&from, &to) in numbers.0[from].iter().zip(&numbers.0[to]) {
        let [from, to] = [from, to].map(|vertex| {
            let next = names.len();
            *names.entry(vertex).or_insert(next)
        });
        arcs.push((from, to));
    }
    let mut arrives = vec![0usize; names.len()];
    arcs.iter().for_each(|&(_, to)| arrives[to] += 1);
    arcs.sort_unstable();
    let mut free: Vec<usize> = (0..names.len()).filter(|&at| arrives[at] == 0).collect();
    let mut taken = 0;
    while let Some(vertex) = free.pop() {
        taken += 1;
        let first = arcs.partition_point(|&(from, _)| from < vertex);
        for &(_, to) in arcs[first..].iter().take_while(|(from, _)| *from == vertex) {
            arrives[to] -= 1;
            if arrives[to] == 0 {
                free.push(to);
            }
        }
    }
    taken == names.len()
}
