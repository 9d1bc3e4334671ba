//! Where letters come from: components up to isomorphism, in an order in which the options of each are made of earlier ones.

/// Letters and what their options are worth.
pub trait Letters {
    /// How many letters there are.
    fn count(&self) -> usize;

    /// Forgets what was kept of other values.
    fn renew(&mut self);

    /// The values of the options of a letter, each once and rising, from the values of earlier letters: those of a sum are
    /// multiplied. Values are below `bound`, and 0 is that of the empty sum.
    fn effects(
        &mut self,
        letter: usize,
        values: &[u32],
        bound: usize,
        product: impl Fn(u32, u32) -> u32,
    ) -> Vec<u32>;
}

/// Letters by their options: each a list of sums, each a list of letters.
///
/// ```
/// use grundy_engine::misere::{Builder, Lists};
/// // Heaps 0, 1 and 2 of Nim.
/// let letters = Lists::new(vec![vec![], vec![vec![0]], vec![vec![0], vec![1]]]).unwrap();
/// let mut builder = Builder::new(letters);
/// builder.cover_all(&mut Default::default()).unwrap();
/// assert_eq!((builder.quotient().order(), builder.quotient().p_count()), (6, 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lists(Vec<Vec<Vec<u32>>>);

impl Lists {
    /// Letters by their options.
    ///
    /// # Errors
    /// The first letter of which an option is made of itself or of a later one.
    pub fn new(options: Vec<Vec<Vec<u32>>>) -> Result<Lists, usize> {
        let is_late = |(letter, options): (usize, &Vec<Vec<u32>>)| {
            let mut parts = options.iter().flatten();
            parts.any(|&part| part as usize >= letter).then_some(letter)
        };
        match options.iter().enumerate().find_map(is_late) {
            Some(letter) => Err(letter),
            None => Ok(Lists(options)),
        }
    }

    /// By letter: its options, each a list of letters.
    pub fn options(&self) -> &[Vec<Vec<u32>>] {
        &self.0
    }
}

impl Letters for Lists {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn renew(&mut self) {}

    fn effects(
        &mut self,
        letter: usize,
        values: &[u32],
        _: usize,
        product: impl Fn(u32, u32) -> u32,
    ) -> Vec<u32> {
        let value = |&part: &u32| values[part as usize];
        let sum = |option: &Vec<u32>| option.iter().map(value).fold(0, &product);
        let mut effects: Vec<u32> = self.0[letter].iter().map(sum).collect();
        effects.sort_unstable();
        effects.dedup();
        effects
    }
}
