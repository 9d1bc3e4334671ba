//! Programs that answer words by a proved automaton: in every language whose tools are here, on all short words against the solver, which knows only
//! the rule, and on words far longer than any search reaches against the automaton itself.

use crate::support;

use grundy::budget::Meter;
use grundy::kinds::AnyRule;
use grundy::pattern::{Evidence, Finding, Form, Subject, languages};
use grundy::words::Rewriting;
use grundy::{Budget, Lang};
use grundy_emit::{Language, Task, emit, uses_finding};
use grundy_judge::{Format, run};
use support::{Random, Trial, is_usable, try_all};

/// Rules whose words an automaton is proved to tell, and their letters.
const RULES: [(&str, &str); 6] = [
    ("\"ab\" -> \"b\"; \"ba\" -> \"a\"", "ab"),
    ("x \"a\" -> x for x in \"ab\"", "ab"),
    ("\"a\" -> \"b\"; \"ab\" -> \"ba\"", "ab"),
    ("^ \"a\" -> \"\"; \"b\" $ -> \"\" | \"a\"", "ab"),
    ("\"1\" -> \"0\" over \".\"", "01."),
    ("\"ab\" -> \"c\"; \"c\" -> \"\"", "abc"),
];

const OUTCOME: &str = "{ win = \"First\\n\", lose = \"Second\\n\" }";
const VALUE: &str = "{ value = \"{value}\\n\" }";

fn found(text: &str) -> Vec<Finding> {
    let rule = Rewriting::parse_with(text, &[]).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let mut meter = Meter::new(&Budget::default());
    languages(&rule, &mut meter).expect("time")
}

fn format(rule: &str, layout: &str, answer: &str) -> Format {
    let text = format!(
        "[[format]]\nname = \"automata\"\ncases = \"counted\"\nlayout = \"{layout}\"\nrule = '''{rule}'''\nanswer = {answer}\n"
    );
    Format::parse(&text).unwrap_or_else(|why| panic!("{rule}: {why}"))
}

/// All words of up to five letters, and some longer ones.
fn words(letters: &str, random: &mut Random) -> Vec<String> {
    let mut all: Vec<String> = letters.chars().map(String::from).collect();
    let mut begin = 0;
    for _ in 1..5 {
        let last = all[begin..].to_vec();
        begin = all.len();
        let longer = last.iter().flat_map(|word| {
            let one = move |letter| format!("{word}{letter}");
            letters.chars().map(one)
        });
        all.extend(longer.collect::<Vec<_>>());
    }
    all.extend((6..=9).map(|length| spelled(letters, length, random)));
    all
}

fn spelled(letters: &str, length: usize, random: &mut Random) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let most = letters.len() as u64 - 1;
    (0..length)
        .map(|_| letters[random.within(&(0..=most)) as usize])
        .collect()
}

/// What an automaton tells of a word.
fn told(finding: &Finding, word: &str) -> u32 {
    let Form::Language {
        letters,
        next,
        told,
    } = &finding.form
    else {
        panic!("an automaton");
    };
    let mut state = 0;
    for letter in word.chars() {
        let place = letters.iter().position(|it| *it == letter);
        state = next[state * letters.len() + place.expect("a letter")] as usize;
    }
    told[state]
}

fn trials(language: Language) -> Vec<Trial> {
    let mut random = Random(11);
    let mut all = Vec::new();
    for (rule, letters) in RULES {
        let findings = found(rule);
        for subject in [Subject::Values, Subject::Losing] {
            let Some(finding) = findings.iter().find(|it| it.subject == subject) else {
                continue;
            };
            let short = words(letters, &mut random);
            let mut add = |layout: &str, answer: &str, words: &[String], input: String| {
                let format = format(rule, layout, answer);
                let task = Task {
                    finding: Some(finding),
                    ..Task::of(&format)
                };
                assert!(uses_finding(&task), "{rule} {answer}");
                let mut expected = Vec::new();
                if words.is_empty() {
                    run(&format, input.as_bytes(), &mut expected).expect("an input");
                }
                let mut expected = String::from_utf8(expected).expect("text");
                for word in words {
                    let value = told(finding, word);
                    expected += &match (answer == VALUE, value) {
                        (true, value) => format!("{value}\n"),
                        (false, 0) => "Second\n".to_owned(),
                        (false, _) => "First\n".to_owned(),
                    };
                }
                let program = emit(&task, language).expect("a program");
                assert!(!program.contains("list_options"), "{rule}");
                all.push(Trial {
                    name: format!("{rule} {subject:?} {layout} {answer}"),
                    program,
                    input,
                    expected,
                });
            };
            let long: Vec<String> = (0..6)
                .map(|_| spelled(letters, 20_000, &mut Random(5)))
                .collect();
            let input = |words: &[String]| format!("{}\n{}\n", words.len(), words.join("\n"));
            let layout = format!("s:'{letters}'");
            add(&layout, OUTCOME, &[], input(&short));
            add(&layout, OUTCOME, &long, input(&long));
            if subject == Subject::Values {
                add(&layout, VALUE, &[], input(&short));
                add(&layout, VALUE, &long, input(&long));
                // Several words are a sum.
                let pairs: Vec<String> = short.chunks_exact(2).map(|it| it.join(" ")).collect();
                let cases: Vec<String> = pairs.iter().map(|it| format!("2 {it}")).collect();
                let layout = format!("n (s:'{letters}')*n");
                add(&layout, VALUE, &[], input(&cases));
                add(&layout, OUTCOME, &[], input(&cases));
            }
        }
    }
    all
}

#[test]
fn programs_by_automata_agree_with_the_solver() {
    for (rule, _) in RULES {
        assert!(!found(rule).is_empty(), "{rule}: nothing is proved");
    }
    for language in Language::ALL.into_iter().filter(|&it| is_usable(it)) {
        try_all(language, "automata", &trials(language));
    }
}

/// An automaton is used only for this rule, under normal play, and where it tells what is asked.
#[test]
fn an_automaton_is_used_only_where_it_answers() {
    let (rule, letters) = RULES[0];
    let findings = found(rule);
    let of = |subject| {
        let finding = findings.iter().find(|it| it.subject == subject);
        finding.expect("both").clone()
    };
    let (values, losing) = (of(Subject::Values), of(Subject::Losing));
    let used = |finding: &Finding, layout: &str, answer: &str, misere: bool| {
        let format = format(rule, layout, answer);
        let task = Task {
            finding: Some(finding),
            misere,
            lang: Lang::Zh,
            ..Task::of(&format)
        };
        uses_finding(&task)
    };
    let (one, sum) = (format!("s:'{letters}'"), format!("n (s:'{letters}')*n"));
    assert!(used(&losing, &one, OUTCOME, false) && used(&values, &sum, OUTCOME, false));
    assert!(!used(&losing, &one, VALUE, false) && !used(&losing, &sum, OUTCOME, false));
    assert!(!used(&values, &one, OUTCOME, true));
    let unproved = Finding {
        evidence: match values.evidence.clone() {
            Evidence::Positions {
                which, positions, ..
            } => Evidence::Positions {
                which,
                positions,
                theorem: None,
            },
            other => other,
        },
        ..values.clone()
    };
    // What was only checked is used with a warning.
    assert!(used(&unproved, &one, OUTCOME, false) && unproved.caution().is_some());
    let other = found("\"ba\" -> \"a\"; \"bb\" -> \"b\" over \"c\"");
    assert!(!other.iter().any(|it| used(it, &one, OUTCOME, false)));
    // What rings and moves of any length lead to is not decided by such automata.
    for text in ["cyclic \"aa\" -> \"b\"", "w w -> w for w in words \"ab\""] {
        let parsed = AnyRule::parse_with(text, &[]);
        let proved = found(text).iter().any(|it| it.caution().is_none());
        assert!(parsed.is_ok() && !proved, "{text}");
    }
}
