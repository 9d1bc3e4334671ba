use super::*;

/// The rules and nothing else: the value of every set of edges that is left, by going through all cuts.
fn searched(vertices: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let standing = |left: usize| {
        let mut joined = 1u32;
        loop {
            let mut more = joined;
            for (at, (one, other)) in edges.iter().enumerate() {
                if left >> at & 1 == 1 && more & (1 << one | 1 << other) != 0 {
                    more |= 1 << one | 1 << other;
                }
            }
            if more == joined {
                break;
            }
            joined = more;
        }
        assert!(joined < 1 << vertices);
        let stands = |&at: &usize| left >> at & 1 == 1 && joined >> edges[at].0 & 1 == 1;
        (0..edges.len())
            .filter(stands)
            .fold(0, |set, at| set | 1 << at)
    };
    let standing: Vec<usize> = (0..1 << edges.len()).map(standing).collect();
    let mut values = vec![0; 1 << edges.len()];
    for left in 0..values.len() {
        let stands = standing[left];
        let mut reached = 0u64;
        for at in (0..edges.len()).filter(|at| stands >> at & 1 == 1) {
            reached |= 1 << values[stands & !(1 << at)];
        }
        values[left] = reached.trailing_ones();
    }
    values
}

fn parallel((one, other): (u32, u32), edge: (u32, u32)) -> bool {
    edge == (one, other) || edge == (other, one)
}

/// Checks value, terms and cuts against search; parallel edges are one cut.
fn agrees_with_search(vertices: usize, edges: &[(u32, u32)]) {
    let values = searched(vertices, edges);
    let picture = Picture::new(vertices, edges.to_vec()).expect("a picture");
    let whole = values.len() - 1;
    assert_eq!(picture.value(), values[whole], "{edges:?}");
    let terms = picture.terms();
    let sum = terms
        .branches
        .iter()
        .fold(0, |sum, value| sum ^ (value + 1));
    assert_eq!(sum ^ (terms.loops % 2), picture.value(), "{edges:?}");
    let largest = values.iter().copied().max().unwrap_or(0);
    for target in 0..largest + 2 {
        let expected: Vec<u32> = (0..edges.len() as u32)
            .filter(|&at| picture.stands(edges[at as usize].0))
            .filter(|at| values[whole & !(1 << at)] == target)
            .filter(|&at| {
                !edges[..at as usize]
                    .iter()
                    .any(|&before| parallel(before, edges[at as usize]))
            })
            .collect();
        let cuts = picture.cuts_to(target.into(), usize::MAX, Picture::STEPS);
        assert_eq!(cuts.first, expected, "{edges:?} to {target}");
        assert_eq!(cuts.count, Some(expected.len() as u64));
        let one = picture.cuts_to(target.into(), 1, Picture::STEPS);
        assert_eq!(one.first, expected[..expected.len().min(1)]);
        let hurried = picture.cuts_to(target.into(), usize::MAX, 0);
        assert!(hurried.count.is_none() || hurried == cuts);
        assert!(hurried.first.iter().all(|cut| expected.contains(cut)));
    }
}

#[test]
fn every_picture_of_four_vertices_and_six_edges() {
    let pairs: Vec<(u32, u32)> = (0..4)
        .flat_map(|one| (one..4).map(move |other| (one, other)))
        .collect();
    let mut pictures = 0;
    // All multisets, in rising order of places.
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let edges: Vec<(u32, u32)> = chosen.iter().map(|&place| pairs[place]).collect();
        agrees_with_search(4, &edges);
        pictures += 1;
        if chosen.len() < 6 {
            chosen.push(chosen.last().copied().unwrap_or(0));
            continue;
        }
        while chosen.last() == Some(&(pairs.len() - 1)) {
            chosen.pop();
        }
        match chosen.last_mut() {
            Some(last) => *last += 1,
            None => break,
        }
    }
    assert_eq!(pictures, 8008);
}

/// Numbers that look like chance.
fn chance(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn pictures_by_chance() {
    let mut state = 0x2545_f491_4f6c_dd1d;
    for round in 0..400 {
        let vertices = 2 + chance(&mut state) % 7;
        let edges = 5 + chance(&mut state) % if round < 40 { 7 } else { 4 };
        let mut end = || (chance(&mut state) % vertices) as u32;
        let edges: Vec<(u32, u32)> = (0..edges).map(|_| (end(), end())).collect();
        agrees_with_search(vertices as usize, &edges);
    }
}

#[test]
fn pictures_with_names() {
    // A polygon through the ground is worth the parity of its sides.
    for sides in 1..12u32 {
        let edges = (0..sides).map(|at| (at, (at + 1) % sides)).collect();
        let picture = Picture::new(sides as usize, edges).expect("a polygon");
        assert_eq!(picture.value(), sides % 2);
    }
    // What is not joined to the ground has fallen.
    let picture = Picture::new(4, vec![(1, 2), (2, 1), (0, 3)]).expect("a picture");
    assert_eq!(picture.value(), 1);
    assert!(picture.stands(3) && !picture.stands(1) && !picture.stands(9));
    assert_eq!(picture.cuts_to(0, 10, 0).first, [2]);
    assert_eq!(Picture::new(1, Vec::new()).expect("the ground").value(), 0);
}

#[test]
fn large_pictures() {
    let count = 200_000u32;
    // A stalk of double edges, each worth nothing, then single ones.
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for at in 0..count {
        edges.push((at, at + 1));
        if at % 2 == 0 {
            edges.push((at + 1, at));
        }
    }
    let picture = Picture::new(count as usize + 1, edges).expect("a picture");
    assert_eq!(picture.value(), count / 2);
    // The lowest bridge: all falls.
    let cuts = picture.cuts_to(0, 10, Picture::STEPS);
    assert_eq!((cuts.count, cuts.first), (Some(1), vec![2]));
    // One polygon: each cut divides it further, and there are too many to look at.
    let edges = (0..count).map(|at| (at, (at + 1) % count)).collect();
    let picture = Picture::new(count as usize, edges).expect("a polygon");
    assert_eq!(picture.value(), 0);
    assert_eq!(picture.cuts_to(1, 10, 1_000_000).count, None);
    assert_eq!(picture.cuts_to(0, 10, 0).count, Some(0));
}

#[test]
fn what_is_no_picture() {
    let error = Picture::new(2, vec![(0, 1), (2, 0)]).expect_err("no such vertex");
    assert!(matches!(
        error,
        PictureError::OutOfRange {
            at: 1,
            vertex: 2,
            vertices: 2
        }
    ));
    assert_eq!(
        Picture::new(0, Vec::new()).expect_err("none"),
        PictureError::NoGround
    );
}
