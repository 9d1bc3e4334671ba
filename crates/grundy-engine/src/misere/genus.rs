//! The genus of a position (J. H. Conway, *On Numbers and Games*, 1976, chapter 12).
//!
//! The misère Grundy value of a position without moves is 1, that of any other the mex of those of its options; it is 0 exactly for
//! the P-positions of misère play. The genus of G is its Grundy value g with the misère values γ₀γ₁γ₂… of G, G + *2, G + *2 + *2, ….
//! As adding *1 changes a misère value by 1 in its last binary digit, γᵢ is the mex of γᵢ of the options of G, of γᵢ₋₁, and of
//! γᵢ₋₁ with its last digit changed. From some place on the values repeat two by two; the last two that are written are repeated.

use std::fmt;

/// A genus symbol.
///
/// ```
/// use grundy_engine::misere::Genus;
/// let nothing = Genus::of(&[]);
/// let one = Genus::of(&[&nothing]);
/// let two = Genus::of(&[&nothing, &one]);
/// assert_eq!([&nothing, &one, &two].map(ToString::to_string), ["0^120", "1^031", "2^20"]);
/// assert!(two.looks_tame() && !two.is_p());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The Grundy value.
    pub grundy: u32,
    /// The misère values with so many *2 beside; the last two repeat for ever.
    misere: Vec<u32>,
}

/// The least number that is not among some.
fn mex(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    let above = |least: u32, &number: &u32| least + u32::from(number == least);
    numbers.iter().fold(0, above)
}

impl Genus {
    /// The genus of a position from those of its options.
    pub fn of(options: &[&Genus]) -> Genus {
        let grundy = mex(options.iter().map(|option| option.grundy).collect());
        if options.is_empty() {
            let misere = vec![1, 2, 0];
            return Genus { grundy, misere };
        }
        let settled = options.iter().map(|option| option.misere.len() - 2).max();
        let settled = settled.unwrap_or(0);
        let mut misere: Vec<u32> = Vec::new();
        loop {
            let place = misere.len();
            let of_options = options.iter().map(|option| option.misere_value(place));
            let before = misere.last().map(|&last| [last, last ^ 1]);
            misere.push(mex(of_options
                .chain(before.into_iter().flatten())
                .collect()));
            // What follows depends on the value before and on the options, which repeat two by two by now.
            if place >= settled + 2 && misere[place] == misere[place - 2] {
                break;
            }
        }
        while let [.., third, _, last] = misere[..]
            && third == last
        {
            misere.pop();
        }
        Genus { grundy, misere }
    }

    /// The misère value with so many *2 beside.
    pub fn misere_value(&self, twos: usize) -> u32 {
        let repeated = self.misere.len() - 2;
        match twos.checked_sub(repeated) {
            None => self.misere[twos],
            Some(beyond) => self.misere[repeated + beyond % 2],
        }
    }

    /// Whether the previous player wins under misère play.
    pub fn is_p(&self) -> bool {
        self.misere[0] == 0
    }

    /// Whether it is the genus of a Nim position. A position is tame if all that can follow looks so.
    pub fn looks_tame(&self) -> bool {
        match (self.grundy, &self.misere[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (grundy, &[first, second]) => first == grundy && second == grundy ^ 2,
            _ => false,
        }
    }
}

impl fmt::Display for Genus {
    /// The Grundy value, `^`, and the misère values; with commas where one has several digits: `4^146`, `12^12,14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.grundy)?;
        let is_long = self.misere.iter().any(|&value| value > 9);
        for (place, value) in self.misere.iter().enumerate() {
            let comma = if is_long && place > 0 { "," } else { "" };
            write!(f, "{comma}{value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game by its options, and its misère value with some *2 beside by the definition.
    struct Tree(Vec<Tree>);

    impl Tree {
        fn genus(&self) -> Genus {
            let options: Vec<Genus> = self.0.iter().map(Tree::genus).collect();
            Genus::of(&options.iter().collect::<Vec<_>>())
        }

        fn misere(&self, heaps: &[u32]) -> u32 {
            let mut values: Vec<u32> = self.0.iter().map(|option| option.misere(heaps)).collect();
            for (place, &heap) in heaps.iter().enumerate() {
                for left in 0..heap {
                    let mut heaps = heaps.to_vec();
                    heaps[place] = left;
                    values.push(self.misere(&heaps));
                }
            }
            if values.is_empty() { 1 } else { mex(values) }
        }

        /// The games of at most so many days, each with at most three options.
        fn days(days: u32, seed: &mut u32) -> Tree {
            *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let count = if days == 0 { 0 } else { *seed >> 16 & 3 };
            Tree((0..count).map(|_| Tree::days(days - 1, seed)).collect())
        }
    }

    #[test]
    fn genus_agrees_with_the_definition() {
        let mut wild = 0;
        for start in 0..400 {
            let mut seed = start;
            let tree = Tree::days(5, &mut seed);
            let genus = tree.genus();
            wild += u32::from(!genus.looks_tame());
            for twos in 0..3 {
                let expected = tree.misere(&vec![2; twos]);
                assert_eq!(genus.misere_value(twos), expected, "{start}: {genus}");
            }
        }
        assert!(wild > 0);
    }

    #[test]
    fn heaps_of_nim_are_tame() {
        let mut heaps: Vec<Genus> = Vec::new();
        for size in 0..20 {
            let genus = Genus::of(&heaps.iter().collect::<Vec<_>>());
            assert!(genus.looks_tame() && genus.grundy == size, "{genus}");
            heaps.push(genus);
        }
        assert_eq!(heaps[12].to_string(), "12^12,14");
    }
}
