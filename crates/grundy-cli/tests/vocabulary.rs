//! One name for one thing: every command has the common flags by the same names, and the names of earlier versions are still understood, though no
//! longer shown.

mod common;

use common::{Ran, run, words};

/// The commands, as help lists them.
fn commands() -> Vec<String> {
    let Ran { out, .. } = run(&["help"], b"");
    let lines = out.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty());
    let names: Vec<String> = names
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect();
    assert!(names.len() > 15, "{names:?}");
    names
}

/// The long names of the flags that help shows.
fn flags(help: &str) -> Vec<&str> {
    let words = help
        .lines()
        .filter(|line| line.starts_with("  ") && line.trim_start().starts_with('-'));
    let long = words.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")));
    long.map(|flag| flag.split(['[', '=']).next().unwrap_or(flag))
        .collect()
}

#[test]
fn common_flags_have_one_name_each() {
    for command in commands() {
        let Ran { out, exit, .. } = run(&[&command, "--help"], b"");
        assert_eq!(exit, 0, "{command}");
        let flags = flags(&out);
        let has = |flag: &str| flags.contains(&flag);
        assert!(has("--lang") && has("--help"), "{command}");
        // What can be JSON can be so by either name.
        assert!(!has("--json") || has("--format"), "{command}");
        // Limits come together.
        assert_eq!(has("--time"), has("--memory"), "{command}");
        assert!(!has("--positions") || has("--time"), "{command}");
        // A rule can be given numbers, and a problem's file stands beside it.
        assert_eq!(has("--rule"), has("--let"), "{command}");
        let takes_problems = ["judge", "check", "emit"].contains(&command.as_str());
        assert_eq!(has("--problem"), takes_problems, "{command}");
        for former in ["--budget-", "--seconds"] {
            assert!(!out.contains(former), "{command} shows {former}");
        }
        let Ran { out: zh, .. } = run(&[&command, "--help", "--lang", "zh"], b"");
        assert_eq!(self::flags(&zh), flags, "{command} in Chinese");
    }
}

#[test]
fn misere_is_known_wherever_play_matters() {
    for command in [
        "solve", "table", "moves", "play", "find", "graph", "judge", "check", "emit",
    ] {
        let Ran { out, .. } = run(&[command, "--help"], b"");
        assert!(flags(&out).contains(&"--misere"), "{command}");
    }
}

#[test]
fn former_names_are_understood() {
    let problem = "[[format]]\nname = \"race\"\nrule = \"bash:4 {n}\"\ncases = \"until-end\"\nlayout = \"n\"\n\
                   answer = { win = \"yes\", lose = \"no\" }\n";
    let path = std::env::temp_dir().join(format!("grundy-vocabulary-{}.toml", std::process::id()));
    std::fs::write(&path, problem).expect("a file");
    let file = path.to_str().expect("a path");
    let list = b"kayles 3\ncram 2x4\n";
    let same = [
        (
            "solve cram 4x5 --positions 10",
            "solve cram 4x5 --budget-positions 10",
        ),
        (
            "solve nim 3 5 --memory 512M",
            "solve nim 3 5 --budget-bytes 512M",
        ),
        ("solve nim 3 5 --time 5s", "solve nim 3 5 --budget-time 5s"),
        ("solve nim 3 5 --format json", "solve nim 3 5 --json"),
        ("moves nim 3 5 -f json", "moves nim 3 5 --json"),
        (
            "table kayles 0..9 --format json",
            "table kayles 0..9 --json",
        ),
        ("games nim --format json", "games nim --json"),
        ("nimber 3*5 --format json", "nimber 3*5 --json"),
        (
            "judge hdu1847 --about --format json",
            "judge hdu1847 --about --json",
        ),
        ("emit hdu1847 --to cpp", "emit hdu1847 --lang cpp"),
        ("emit hdu1847 --to c++", "emit hdu1847 --lang cpp"),
        (
            "emit hdu1847 --to py --lang zh",
            "emit hdu1847 --lang python --lang zh",
        ),
        ("quotient --file -", "quotient --positions -"),
        ("judge --list --problem @", "judge --list --format @"),
        (
            "emit race --to rust --problem @",
            "emit race --to rust --format @",
        ),
    ];
    for (now, former) in same {
        let of = |line: &str| {
            let line = line.replace('@', file);
            let Ran { out, err, exit } = run(&words(&line), list);
            (out, err, exit)
        };
        let (out, err, exit) = of(now);
        assert!(exit < 2, "{now}: {err}");
        assert!(!out.is_empty() || exit == 1, "{now}");
        assert_eq!(of(former), (out, err, exit), "{former}");
    }
    let _ = std::fs::remove_file(path);
}

#[test]
fn numbers_are_written_alike_everywhere() {
    let same = [
        [
            "table kayles 0..1000",
            "table kayles 0..1_000",
            "table kayles 0..1e3",
            "table kayles 0..10^3",
        ],
        [
            "seq 0.77 -n 1000",
            "seq 0.77 -n 1,000",
            "seq 0.77 -n 1_000",
            "seq 0.77 -n 1e3",
        ],
        [
            "solve nim 1000 5",
            "solve nim 1_000 5",
            "solve nim 1e3 5",
            "solve nim 10^3 5",
        ],
        [
            "solve wythoff 1000,5",
            "solve wythoff 1_000,5",
            "solve wythoff 1e3,5",
            "solve wythoff 10^3,5",
        ],
        [
            "solve nim 3 --positions 1000",
            "solve nim 3 --positions 1,000",
            "solve nim 3 --positions 1_000",
            "solve nim 3 --positions 1K",
        ],
        [
            "find nim --small 100",
            "find nim --small 1e2",
            "find nim --small 10^2",
            "find nim --small 1_00",
        ],
        [
            "moves nim 9 --choose --seed 1000",
            "moves nim 9 --choose --seed 1e3",
            "moves nim 9 --choose --seed 1_000",
            "moves nim 9 --choose --seed 1,000",
        ],
    ];
    for [plain, others @ ..] in same {
        let Ran { out, err, exit } = run(&words(plain), b"");
        assert!(exit < 2, "{plain}: {err}");
        for other in others {
            let Ran { out: told, err, .. } = run(&words(other), b"");
            assert_eq!(told, out, "{other}: {err}");
        }
    }
}

#[test]
fn hints_are_those_of_a_friend() {
    for (line, hint) in [
        ("solve kayles", "grundy solve kayles 10"),
        ("solve nim -3", "cannot be negative"),
        ("solve --rule 'n -> n-1, n-2' 5", "n -> n-1 | n-3"),
        ("judge nosuch", "grundy judge --list"),
        ("judge hdu184", "hdu1846"),
        ("solve nim 3 --misère", "--misere"),
        ("solve kayle 5", "kayles"),
        ("slove nim 3", "solve"),
        ("emit hdu1847 --to c", "cpp, python, rust, java"),
        ("emit hdu1847", "--to cpp"),
        ("period kayle", "kayles"),
    ] {
        let Ran { err, exit, .. } = run(&words(line), b"");
        assert_eq!(exit, 2, "{line}");
        assert!(err.contains(hint), "{line}: {err}");
    }
}
