//! Even kernels of bipartite graphs, by elimination over the field of two elements: who wins undirected Edge Geography there.
//!
//! An *even kernel* is a set S of vertices, no two of them neighbours, to which every other vertex has an even number of edges. A token in S is
//! lost for whoever moves it: it goes along an edge to a vertex outside, which had an even number of edges to S, and so still has
//! one; the opponent moves along it back into S, and of the edges that are left S is an even kernel again. A vertex without edges is one.
//!
//! On a bipartite graph the token is lost only so (Fraenkel, Scheinerman, Ullman, *Undirected edge geography*, 1993). Let A be its side, B the other, and
//! M the matrix over {0, 1} that says for b in B and a in A whether they are joined by an odd number of edges. An even kernel within A that holds the token is
//! a solution x of M x = 0 that is 1 at the token. If there is none, the token's unit vector is a sum of rows of M: there is a set T of
//! vertices of B to which the token has an odd number of edges and every other vertex of A an even number. A move into T takes one of
//! the odd number, and leaves T as an even kernel that holds the token.

/// What elimination finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// An even kernel that holds the token.
    Held(Vec<u32>),
    /// A set that is an even kernel once the token has moved into it.
    Near(Vec<u32>),
}

/// What there is for a token on one of so many `vertices`, given the `edges` that it can reach, at most 128; `None` where these are not
/// bipartite. Takes at most as many steps as there are edges times vertices.
pub(super) fn kernel(vertices: usize, token: u32, edges: &[(u32, u32)]) -> Option<Kernel> {
    let other_side = other_side(vertices, token, edges)?;
    // The token comes first on its side.
    let (mut near, mut far) = (vec![token], Vec::new());
    let mut rows: Vec<u128> = Vec::new();
    for &(one, other) in edges {
        let (a, b) = match other_side[one as usize] {
            true => (other, one),
            false => (one, other),
        };
        let a = place(&mut near, a);
        let b = place(&mut far, b);
        rows.resize(far.len(), 0);
        rows[b] ^= 1 << a;
    }
    const TOKEN: u128 = 1;
    // Each with its leading digit, which no other has, and with the rows that it is the sum of.
    let mut reduced: Vec<(u128, u128, u128)> = Vec::new();
    for (at, mut row) in rows.into_iter().enumerate() {
        let mut of = 1u128 << at;
        for &(lead, other, its) in &reduced {
            if row & lead != 0 {
                row ^= other;
                of ^= its;
            }
        }
        let rest = row & !TOKEN;
        if rest != 0 {
            let lead = rest & rest.wrapping_neg();
            for (_, other, its) in &mut reduced {
                if *other & lead != 0 {
                    *other ^= row;
                    *its ^= of;
                }
            }
            reduced.push((lead, row, of));
        } else if row == TOKEN {
            let chosen = (0..far.len()).filter(|&at| of >> at & 1 == 1);
            return Some(Kernel::Near(chosen.map(|at| far[at]).collect()));
        }
    }
    // The token is chosen, what leads no row is not, and what leads one follows.
    let follows = reduced.iter().filter(|(_, row, _)| row & TOKEN != 0);
    let follows = follows.map(|(lead, _, _)| near[lead.trailing_zeros() as usize]);
    Some(Kernel::Held(
        std::iter::once(token).chain(follows).collect(),
    ))
}

/// For each vertex whether it is an odd number of steps from the token; `None` where some are also an even number.
fn other_side(vertices: usize, token: u32, edges: &[(u32, u32)]) -> Option<Vec<bool>> {
    let mut sides: Vec<Option<bool>> = vec![None; vertices];
    sides[token as usize] = Some(false);
    let mut found = true;
    while found {
        found = false;
        for &(one, other) in edges {
            let (a, b) = (one as usize, other as usize);
            match (sides[a], sides[b]) {
                (Some(one), Some(other)) if one == other => return None,
                (Some(side), None) => (sides[b], found) = (Some(!side), true),
                (None, Some(side)) => (sides[a], found) = (Some(!side), true),
                _ => {}
            }
        }
    }
    Some(sides.into_iter().map(|side| side == Some(true)).collect())
}

/// The place of a vertex in a list, to which it is added where it is not there.
fn place(list: &mut Vec<u32>, vertex: u32) -> usize {
    let found = list.iter().position(|&one| one == vertex);
    found.unwrap_or_else(|| {
        list.push(vertex);
        list.len() - 1
    })
}
