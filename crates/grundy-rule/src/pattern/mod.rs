//! Patterns in the values of a rule, or in values brought by the user: periods, closed forms, sets of P-positions.
//!
//! A pattern is guessed from a small range and must then hold, without change, in a held-out range ten times as large.
//! The simplest that does is told; where none does, none is told. A [`Finding`] says whether it is proved or only checked,
//! and how far. A rule of roots, digits, quotients or bits may say something else of large numbers than of small ones: its patterns
//! must hold in a longer table, and at positions of all sizes up to 10^18 where little follows from one; where that cannot be tried they
//! are not told.
//!
//! ```
//! use grundy::pattern::{self, Scope};
//! use grundy::{Budget, budget::Meter, rule::Rule};
//! let rule = Rule::parse("n -> n-k for k in 1..=3").unwrap();
//! let mut meter = Meter::new(&Budget::default());
//! let report = pattern::find(&rule, &Scope::default(), &mut meter).unwrap();
//! let message = report.findings[0].message().to_string();
//! assert!(message.starts_with("the Grundy value is n%4; proved: one may take 1 to 3"));
//! ```

mod afar;
mod automaton;
mod border;
mod cases;
mod closed;
mod conjunction;
mod counted;
mod data;
mod descent;
mod described;
mod family;
mod filling;
mod finding;
mod generalised;
mod grid;
mod inner;
mod intervals;
mod language;
mod lookup;
mod losing;
mod misere;
mod named;
mod one;
mod pairs;
mod period;
mod proof;
mod reach;
mod recurrence;
mod remainders;
mod report;
mod residues;
mod scale;
mod scaled;
mod search;
mod strategy;
mod sum;
mod told;

pub use counted::{Count, Sample, find_in_sample};
pub use descent::Case;
pub use family::{Family, MOST_PARAMETERS, Parameter, UnfilledAt, find_in_family};
pub use finding::{Evidence, Finding, Form, Spread, Subject};
pub use language::{find_in_words, languages};
pub use lookup::SequenceMatch;
pub use misere::{find_in_outcomes, find_misere};
pub use proof::{Decided, Proved, decided, period};
pub(crate) use proof::{may_show_period, shown};
pub use report::{Refusal, Remark, Report};
pub use search::{BOUNDS, Scope, find, find_in_grid, find_in_values};
pub use strategy::{Strategy, Winner, of_boards as strategies_on_boards};
pub use told::Teller;
