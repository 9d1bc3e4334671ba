//! The quotient of a law in which no difference of exponents matters: a finite one, that the builder did not find.
//!
//! Sums go to F and to the powers of the free letters, each up to the clip or by its remainder: that is a finite monoid, and the law
//! tells which of its elements are in P. What cannot be told apart is made one; the builder verifies it from nothing.

use super::super::candidate::{Reduced, reduced};
use super::super::monoid::{NONE, Presented, generated};
use super::super::quotient::MisereQuotient;
use super::super::{Limits, Stopped};
use super::SemilinearQuotient;
use super::frame::{CODES, Place, Powers, Times};

impl SemilinearQuotient {
    /// The quotient with the values of all letters, yet without their kinds; nothing where differences of exponents matter.
    ///
    /// # Errors
    /// [`Stopped`]: that it has too many elements, or what is spent.
    pub(in super::super) fn quotient(
        &self,
        limits: &mut Limits<'_>,
    ) -> Result<Option<MisereQuotient>, Stopped> {
        let (frame, shape) = (&self.frame, &self.law.shape);
        let times = frame.sorts.iter().map(|sort| match sort.place {
            Place::Finite(value) => Times::Action(frame.times(value)),
            Place::Free(free) => Times::Power(free),
        });
        let powers = Powers {
            before: &frame.finite,
            powers: vec![(shape.clip + 1, shape.period); frame.exponents],
            times: times.collect(),
        };
        if !self.is_finite() || powers.codes() > CODES {
            return Ok(None);
        }
        let most = limits.candidates();
        let made = generated(&powers, frame.sorts.len(), most, limits)?;
        let is_p = |&code: &u32| {
            let (f, exponents) = powers.split(code);
            let row = self.law.row(&exponents);
            row.map(|row| super::super::bits::has(row, f))
        };
        let Some(members) = made.codes.iter().map(is_p).collect::<Option<Vec<bool>>>() else {
            return Ok(None);
        };
        let Reduced {
            mut quotient,
            images,
            kept,
        } = reduced(&made, &members, limits)?;
        let value = |&sort: &u32| match sort {
            NONE => 0,
            sort => {
                let code = powers.times(powers.one(), sort as usize);
                images[made.elements[code as usize] as usize]
            }
        };
        quotient.values = frame.sorts_of.iter().map(value).collect();
        let first = |&place: &usize| frame.sorts[made.kept[place]].first;
        quotient.generators = kept.iter().map(first).collect();
        Ok(Some(quotient))
    }
}
