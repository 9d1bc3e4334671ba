//! Names of a program: those of the rule as they are, where no language keeps them for itself, and others beside them.

use std::collections::{BTreeMap, BTreeSet};

use crate::asked::{self, Asked};

/// Words that cannot name a variable in one of the languages, or that would hide what the programs use.
const RESERVED: &str = "abs abstract become box gen priv unsized alignas alignof and array as asm assert async auto await bin bool boolean bitand bitor \
break byte case catch char class clock cin compl const continue cout crate decltype def default del delete div do double dyn elif \
else end enum except exec exit exp explicit export extends extern False false final finally fixed float floor fn for friend \
from fread fwrite getchar global goto if impl implements import in index inline input instanceof int interface \
is j0 j1 jn lambda len let link list log long long_long loop main Main map match math Math max min mod module move \
mut mutable namespace native new None nonlocal not null nullptr open operator or package pass pow print private protected \
pub public putchar rand raise random range read record ref register remove rename return self Self set sealed short signal \
signed sin size_t sizeof sqrt static std stdin stdout strictfp String struct super switch synchronized sys template this \
thread_local throw throws time trait transient True true try tuple type typedef typeid typename typeof union unsafe unsigned \
use using var vec Vec virtual void volatile where while with write xor xor_eq y0 y1 yield yn Long Numbers Game HashMap \
read_number read_list places_in skip_blanks at_end floor_div floor_mod power holds Mixed gcd isqrt digit_sum valuation floor_log smallest_part divisors prime_factors primes grow_primes grundy seen stamp \
mark mex outcome last_place set_last_place least_missing sg grow compute known list_options found stack begins nexts values number enter loses ways find_moves winning_moves first_values exceptions losing next_state told_value accepting tried said buffer filled used peek_byte peekByte skipBlanks next_is ends_here refuse too_large tooLarge read_word read_rows out data position leaves_first parents_of components_of depths_of sizes_of order_of places_of counts_of regions_of leads_to give arguments List Arrays IOException StandardCharsets System StringBuilder Long";

/// Names of programs about words, grids, lists and graphs.
const OF_WORDS: &str = "word word_length stands place_of one_of slice times reversed count_of run_end unmarked changed columns_of put pieces is_bound cut least told touching group_of beside_of height_of width_of recoloured part_of link_near side_by_side \
offer value_of exchanged read_word read_rows skip_blanks skipBlanks option piece ready digit after after_word add_part parts label restore offer_after reach list_pieces vertex other kept grows step most count count_vertices count_edges \
count_leaves count_degree count_indegree count_outdegree letters bonds alive asked String ArrayList canonical chosen choices partial begin put_entry put_choices offer_each first_set next_set sums_of \
add_sums sum_of least_of greatest_of distinct_of \
near wins enter left region root_of link link_cells is_in join fall stand is_bipartite count_beside count_leaves_beside count_joined count_parts count_depth count_size count_height full list_part";

/// The names of one program.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The functions that expressions ask, beside the names that are taken.
    asked: Asked,
    taken: BTreeSet<String>,
    /// What names of the rule and of the layout are written as.
    written: BTreeMap<String, String>,
}

impl Names {
    pub(crate) fn new() -> Names {
        let asked = (1..=asked::MOST).map(asked::name);
        let reserved = RESERVED.split_whitespace().map(str::to_owned);
        Names {
            asked: Asked::default(),
            taken: reserved.chain(asked).collect(),
            written: BTreeMap::new(),
        }
    }

    /// The names of a program about words, grids, lists or graphs.
    pub(crate) fn of_words() -> Names {
        let mut names = Names::new();
        let words = OF_WORDS.split_whitespace().map(str::to_owned);
        names.taken.extend(words);
        names
    }

    /// The functions that expressions of the program ask.
    pub(crate) fn asked(&self) -> Asked {
        self.asked.clone()
    }

    /// How a name of the rule or of the layout is written; always the same.
    pub(crate) fn of(&mut self, name: &str) -> String {
        if let Some(written) = self.written.get(name) {
            return written.clone();
        }
        let written = self.fresh(&Names::spelled(name));
        self.written.insert(name.to_owned(), written.clone());
        written
    }

    /// A name in letters that every language allows.
    pub(crate) fn spelled(name: &str) -> String {
        let plain = |letter: char| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => letter.to_string(),
            other => format!("u{:x}", u32::from(other)),
        };
        name.chars().map(plain).collect()
    }

    /// A name that nothing else has.
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1;
        // A name beginning with an underscore and a capital letter belongs to the compilers.
        if name.starts_with('_') || name.is_empty() {
            name = format!("v{name}");
        }
        let stem = name.clone();
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{stem}{number}");
        }
        name
    }
}
