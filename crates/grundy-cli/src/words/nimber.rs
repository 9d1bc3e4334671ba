//! What is said of formulas in the field of nimbers.

messages! {
    /// A formula and its value.
    fn formula_is(formula: &str, value: &str) "{formula} = {value}" "{formula} = {value}";
    /// An equation with two roots.
    fn two_roots(formula: &str, one: &str, other: &str)
        "{formula} = {one} or {other}"
        "{formula} = {one} 或 {other}";
    /// A logarithm that is not there.
    fn no_power(formula: &str)
        "{formula}: the second is not a power of the first"
        "{formula}：第一数的任何幂都不等于第二数";
}
