//! Patterns in the values of a rule, or in values brought by the user, see [`find`].

use crate::budget::Meter;
use crate::rule::{Rule, Unfilled};
use crate::rulesets::CATALOGUE;

pub use grundy_rule::pattern::*;

/// Patterns in the values of a rule.
///
/// ```
/// use grundy::pattern::{self, Form, Scope};
/// use grundy::{Budget, budget::Meter, rule::Rule};
/// let rule = Rule::parse("(n,m) -> (n-k,m) for k in 1..=m").unwrap();
/// let mut meter = Meter::new(&Budget::default());
/// let report = pattern::find(&rule, &Scope::default(), &mut meter).unwrap();
/// let formulas: Vec<&Form> = report.findings.iter().map(|found| &found.form).collect();
/// let expected = |expression: &str| Form::Formula {
///     expression: expression.to_owned(),
///     exceptions: vec![],
/// };
/// assert!(formulas.contains(&&expected("n%(m+1)")));
/// assert!(formulas.contains(&&expected("n%(m+1) == 0")));
/// ```
///
/// # Errors
/// [`Unfilled`] if the values cannot be computed, or the budget does not suffice for the smallest range.
pub fn find(rule: &Rule, scope: &Scope, meter: &mut Meter) -> Result<Report, Unfilled> {
    grundy_rule::pattern::find(CATALOGUE, rule, scope, meter)
}
