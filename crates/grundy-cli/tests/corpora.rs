//! The targets of `fuzz/` without a fuzzer: each holds its law on every input of its corpus, and on inputs that are made of these by
//! cutting, joining and damaging them. `fuzz/run` and `fuzz/long` go on from there by what the code covers.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

// The targets are the very files; what they take from the fuzzer is this.
extern crate self as libfuzzer_sys;

/// What is given to a target becomes its input, as the fuzzer makes it.
#[macro_export]
macro_rules! fuzz_target {
    (|$input:ident: &[u8]| $body:block) => {
        pub(super) fn run($input: &[u8]) $body
    };
    (|$input:ident: &str| $body:block) => {
        pub(super) fn run(bytes: &[u8]) {
            fn law($input: &str) $body
            if let Ok(text) = std::str::from_utf8(bytes) {
                law(text);
            }
        }
    };
    (|$input:ident: $kind:ty| $body:block) => {
        pub(super) fn run(bytes: &[u8]) {
            fn law($input: $kind) $body
            let bytes = arbitrary::Unstructured::new(bytes);
            if let Ok(input) = <$kind as arbitrary::Arbitrary>::arbitrary_take_rest(bytes) {
                law(input);
            }
        }
    };
}

/// How long inputs are at most, as for the fuzzer.
const LONGEST: usize = 512;

/// Inputs that are made for each target, besides its corpus.
const MADE: u32 = 250;

/// What is done to an input.
#[derive(Clone, Debug)]
enum Change {
    Put(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
    Join(prop::sample::Index, prop::sample::Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<prop::sample::Index>;
    // Letters and digits of what is read anywhere, or any byte.
    let byte = || {
        let known = prop::sample::select(b"0123456789+-*/,;:.()[]{}<>=!'\" \nanxyk".to_vec());
        prop_oneof![3 => known, 1 => any::<u8>()]
    };
    prop_oneof![
        (place(), byte()).prop_map(|(at, byte)| Change::Put(at, byte)),
        (place(), byte()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        (place(), 1usize..9).prop_map(|(at, count)| Change::Remove(at, count)),
        (place(), 1usize..9).prop_map(|(at, count)| Change::Repeat(at, count)),
        (place(), place(), 1usize..40).prop_map(|(one, at, count)| Change::Join(one, at, count)),
    ]
}

/// An input with all of the changes made, one after the other.
fn changed(mut input: Vec<u8>, changes: &[Change], corpus: &[Vec<u8>]) -> Vec<u8> {
    for change in changes {
        let at = |place: &prop::sample::Index| place.index(input.len() + 1);
        match change {
            Change::Put(place, byte) => {
                let at = at(place);
                input.resize(input.len().max(at + 1), 0);
                input[at] = *byte;
            }
            Change::Insert(place, byte) => input.insert(at(place), *byte),
            Change::Remove(place, count) => {
                let at = at(place);
                input.drain(at..input.len().min(at + count));
            }
            Change::Repeat(place, count) => {
                let at = at(place);
                let again = input[at..input.len().min(at + count)].to_vec();
                input.splice(at..at, again);
            }
            Change::Join(other, place, count) => {
                let at = at(place);
                let other = &corpus[other.index(corpus.len())];
                let begin = place.index(other.len() + 1);
                let part = other[begin..other.len().min(begin + count)].to_vec();
                input.splice(at..at, part);
            }
        }
    }
    input.truncate(LONGEST);
    input
}

/// The inputs of a target's corpus, by name.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    let files = std::fs::read_dir(&folder).expect("the corpus of a target");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let read = |file: PathBuf| std::fs::read(file).expect("an input");
    files.into_iter().map(read).collect()
}

/// Bytes as they can be put into a corpus.
struct Shown(Vec<u8>);

impl Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

fn holds(target: &str, law: fn(&[u8])) {
    let corpus = corpus(target);
    assert!(!corpus.is_empty(), "no input of {target}");
    for input in &corpus {
        law(input);
    }
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(MADE)
    };
    let changes = prop::collection::vec(change(), 1..5);
    let inputs = (any::<prop::sample::Index>(), changes).prop_map(|(one, changes)| {
        let one = corpus[one.index(corpus.len())].clone();
        Shown(changed(one, &changes, &corpus))
    });
    let told = TestRunner::new(config).run(&inputs, |Shown(input)| {
        let done = std::panic::catch_unwind(|| law(&input));
        done.map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            TestCaseError::fail(text.unwrap_or_default())
        })
    });
    if let Err(failure) = told {
        panic!("{target}: {failure}");
    }
}

/// Targets, each with its file and a test of it.
macro_rules! targets {
    ($($target:ident $file:literal)*) => {
        $(
            #[path = $file]
            #[allow(unused_imports, clippy::duplicate_mod, reason = "written for programs of their own, which import their macro")]
            mod $target;

            #[test]
            fn $target() {
                holds(stringify!($target), $target::run);
            }
        )*
        const TARGETS: &[&str] = &[$(stringify!($target)),*];
    };
}

targets! {
    boards "../../../fuzz/targets/boards.rs"
    budgets "../../../fuzz/targets/budgets.rs"
    certificate "../../../fuzz/targets/certificate.rs"
    claims "../../../fuzz/targets/claims.rs"
    formats "../../../fuzz/targets/formats.rs"
    graph_files "../../../fuzz/targets/graph_files.rs"
    graph_rules "../../../fuzz/targets/graph_rules.rs"
    judge "../../../fuzz/targets/judge.rs"
    letters "../../../fuzz/targets/letters.rs"
    meaning "../../../fuzz/targets/meaning.rs"
    notation "../../../fuzz/targets/notation.rs"
    quotient "../../../fuzz/targets/quotient.rs"
    rules "../../../fuzz/targets/rules.rs"
    rulesets "../../../fuzz/targets/rulesets.rs"
    server "../../../fuzz/targets/server.rs"
    tables "../../../fuzz/targets/tables.rs"
}

#[test]
fn none_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/targets");
    let files = std::fs::read_dir(folder).expect("the targets");
    let name = |file: &Path| {
        file.file_stem()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let mut files: Vec<String> = files
        .filter_map(|file| name(&file.expect("a file").path()))
        .collect();
    files.sort();
    assert_eq!(files, TARGETS);
}
