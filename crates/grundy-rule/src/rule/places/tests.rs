//! Of which ranges only some numbers are looked at.

use crate::rule::Rule;

#[test]
fn what_is_passed_over_has_no_fault() {
    let seen = |text: &str| {
        let text = format!("{text} where v = [1,2,3], w = [4,5]");
        let rule = Rule::parse(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        !rule.program().moves[0].sought.is_empty()
    };
    for text in [
        "n -> k for k in 0..3 if v[k] == n",
        "n -> k for k in 0..=n if n == v[k] and n/k > 2",
        "n -> k for k in 0..3 if n > 3 and w[k] < 3 and v[k] == n*n/(n-4)",
        "n -> k for k in 0..3 for j in 0..n if v[k] == n and v[k+j] > 2",
    ] {
        assert!(seen(text), "{text}");
    }
    for text in [
        "n -> k for k in 0.. if v[k] == n",
        "n -> k for k in v if v[k] == n",
        "n -> k for k in 0..3 if v[k+1] == n",
        "n -> k for k in 0..3 if v[k] == n-k",
        "n -> k for k in 0..3 if v[k] == n or n > 5",
        "n -> k for k in 0..3 if not v[k] == n",
        "n -> k for k in 0..3 if n/k > 2 and v[k] == n",
        "n -> k for k in 0..3 for j in 0..n if v[k] == j",
        "n -> k for k in 0..3, j = n+k if v[k] == n",
    ] {
        assert!(!seen(text), "{text}");
    }
}
