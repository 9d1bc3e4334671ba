//! Outcomes under misère play (who cannot move wins) of all positions in a box, for rules whose options are single positions.

use super::{Table, Unfilled};
use crate::budget::Meter;
use crate::quotient::Play;
use crate::rule::Rule;

impl Rule {
    /// Who wins each position under misère play: 0 for P, 1 for N. `None` where an option may be a sum of several positions or of none,
    /// or a clause says the value of a position: there outcomes do not tell enough.
    ///
    /// ```
    /// use grundy::{Budget, budget::Meter, rule::Rule};
    /// let rule = Rule::parse("n -> n-k for k in 1..=3").unwrap();
    /// let outcomes = rule.misere_table(&[8], &mut Meter::new(&Budget::default())).unwrap().unwrap();
    /// assert_eq!(outcomes.cells(), [1, 0, 1, 1, 1, 0, 1, 1]);
    /// ```
    ///
    /// # Errors
    /// [`Unfilled`].
    pub fn misere_table(
        &self,
        sizes: &[usize],
        meter: &mut Meter,
    ) -> Option<Result<Table, Unfilled>> {
        let clauses = &self.program().moves;
        let mut options = clauses.iter().flat_map(|clause| &clause.options);
        let single = options.all(|sum| sum.len() == 1);
        (single && self.program().values.is_empty())
            .then(|| self.filled(sizes, Play::Misere, meter))
    }
}
