//! Trees that are left when edges are cut, and the one form that all trees of a shape have in common (Aho, Hopcroft and
//! Ullman, *The design and analysis of computer algorithms*, 1974).

use super::Tree;

impl Tree {
    /// The tree that is left when the edges above these vertices are cut, and the former number of each of its
    /// vertices, in rising order. Numbers that name no edge are passed over.
    ///
    /// Linear time, some 20 bytes a vertex.
    ///
    /// ```
    /// use grundy_engine::tree::Tree;
    /// let tree = Tree::from_parents(vec![0, 1, 0, 3])?;
    /// let (left, former) = tree.after(&[1]);
    /// assert_eq!((left.parents(), former), (&[0, 1][..], vec![0, 3, 4]));
    /// # Ok::<(), grundy_engine::tree::TreeError>(())
    /// ```
    pub fn after(&self, cuts: &[u32]) -> (Tree, Vec<u32>) {
        const UNKNOWN: u32 = u32::MAX;
        const FALLEN: u32 = u32::MAX - 1;
        const STANDS: u32 = u32::MAX - 2;
        let mut number = vec![UNKNOWN; self.vertices()];
        number[0] = STANDS;
        for &cut in cuts.iter().filter(|&&cut| cut != 0) {
            if let Some(number) = number.get_mut(cut as usize) {
                *number = FALLEN;
            }
        }
        for vertex in 1..self.vertices() {
            let mut known = vertex;
            while number[known] == UNKNOWN {
                known = self.parent[known - 1] as usize;
            }
            let (fate, mut at) = (number[known], vertex);
            while number[at] == UNKNOWN {
                number[at] = fate;
                at = self.parent[at - 1] as usize;
            }
        }
        let stands = (0u32..).zip(&number).filter(|&(_, &fate)| fate == STANDS);
        let former: Vec<u32> = stands.map(|(vertex, _)| vertex).collect();
        for (new, &old) in (0u32..).zip(&former) {
            number[old as usize] = new;
        }
        let parent = former[1..]
            .iter()
            .map(|&old| number[self.parent[old as usize - 1] as usize])
            .collect();
        let left =
            Tree::from_parents(parent).expect("the part of a tree that holds its root is one");
        (left, former)
    }

    /// The canonical form: the vertices numbered in one way only, so that two trees are equal after it exactly if they
    /// have the same shape. Takes time and memory as the vertices times the height: meant for small trees.
    pub fn canonical(&self) -> Tree {
        let mut height_order: Vec<(u32, usize)> = Vec::with_capacity(self.vertices());
        for vertex in 0..self.vertices() {
            let (mut depth, mut at) = (0, vertex);
            while at != 0 {
                depth += 1;
                at = self.parent[at - 1] as usize;
            }
            height_order.push((depth, vertex));
        }
        height_order.sort_unstable();
        // What stands on a vertex, as brackets: an opening one is a vertex, and its children stand inside.
        let mut above: Vec<Vec<Vec<bool>>> = vec![Vec::new(); self.vertices()];
        let mut whole = Vec::new();
        for &(_, vertex) in height_order.iter().rev() {
            let mut children = std::mem::take(&mut above[vertex]);
            children.sort_unstable_by(|one, other| other.cmp(one));
            let mut brackets = vec![true];
            children.iter().for_each(|child| brackets.extend(child));
            brackets.push(false);
            match vertex.checked_sub(1) {
                Some(at) => above[self.parent[at] as usize].push(brackets),
                None => whole = brackets,
            }
        }
        let (mut parent, mut way) = (Vec::with_capacity(self.parent.len()), Vec::new());
        let mut vertices = 0u32;
        for opening in whole {
            if !opening {
                way.pop();
                continue;
            }
            parent.extend(way.last());
            way.push(vertices);
            vertices += 1;
        }
        Tree::from_parents(parent).expect("brackets that match are a tree")
    }
}
