//! The names of the ways to an answer, and of what decides it: data, for answers and for those who switch engines off.

/// The ways to an answer, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// A theorem tells a component's value.
    Theorem,
    /// A table of a component's values.
    Table,
    /// A pattern of the values that is proved, for a component beyond every table.
    Pattern,
    /// A search of a component that falls apart, by couples of a part and a number.
    Couples,
    /// A search through a component's positions.
    Search,
    /// A theorem tells who wins a component that stands alone.
    Outcome,
    /// Equal components cancel (normal play).
    Cancel,
    /// A theorem tells a component's loopy value (normal play).
    Loopy,
    /// The misère quotient of all components together (misère play).
    Quotient,
    /// A search through the positions of the whole sum.
    SumSearch,
}

impl Engine {
    /// All engines, in the order in which they are tried.
    pub const ALL: [Engine; 10] = [
        Engine::Theorem,
        Engine::Table,
        Engine::Pattern,
        Engine::Couples,
        Engine::Search,
        Engine::Outcome,
        Engine::Cancel,
        Engine::Loopy,
        Engine::Quotient,
        Engine::SumSearch,
    ];
    /// The engines that tell a component's Grundy value, in the order in which they are asked.
    pub const VALUES: [Engine; 5] = [
        Engine::Theorem,
        Engine::Table,
        Engine::Pattern,
        Engine::Couples,
        Engine::Search,
    ];

    /// The word for it in JSON and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Engine::Theorem => "theorem",
            Engine::Table => "table",
            Engine::Pattern => "pattern",
            Engine::Couples => "couples",
            Engine::Search => "search",
            Engine::Outcome => "outcome",
            Engine::Cancel => "cancel",
            Engine::Loopy => "loopy",
            Engine::Quotient => "quotient",
            Engine::SumSearch => "whole",
        }
    }
}

/// What decided an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theory {
    /// Sprague–Grundy: the nim-sum of the components' values.
    SpragueGrundy,
    /// Bouton's misère rule on the components' values.
    MisereNim,
    /// A theorem on outcomes of one component.
    Outcome,
    /// Smith's loopy values: nim-sums, and ∞ with a set.
    Loopy,
    /// The misère quotient of the components: Plambeck's theory.
    MisereQuotient,
    /// Search through the whole sum.
    Search,
    /// Nothing did.
    Unknown,
}

impl Theory {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Theory::SpragueGrundy => "sprague-grundy",
            Theory::MisereNim => "misere-nim",
            Theory::Outcome => "outcome",
            Theory::Loopy => "loopy",
            Theory::MisereQuotient => "misere-quotient",
            Theory::Search => "search",
            Theory::Unknown => "unknown",
        }
    }

    /// The [theorems](crate::proofs) that a machine has checked and that it stands on, by name; what components are worth has theorems of
    /// its own.
    pub fn theorems(self) -> &'static [&'static str] {
        match self {
            Theory::SpragueGrundy => &["sum_of_any_lost_iff", "winning_option"],
            Theory::MisereNim => &["misere_sum_rule", "paired_winning_option"],
            Theory::Loopy => &["smith", "loopy_values_unique"],
            Theory::MisereQuotient => &["verified_decides", "all_heaps", "semilinear_law"],
            Theory::Outcome | Theory::Search | Theory::Unknown => &[],
        }
    }
}
