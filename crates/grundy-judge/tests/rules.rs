//! Every rule, told in every way, against plain search that knows only the rules; and wide
//! numbers against arithmetic on the whole text.

use crate::common;

use common::answers;
use grundy_judge::{Format, find};
use proptest::prelude::*;
use std::collections::HashMap;

/// The sizes a heap of a position may go to.
type Options<'a> = &'a dyn Fn(usize, u128) -> Vec<u128>;

/// The number of moves to positions lost for the mover, by search; and whether the mover wins.
fn search(
    heaps: &[u128],
    options: Options<'_>,
    misere: bool,
    known: &mut HashMap<Vec<u128>, bool>,
) -> (u128, bool) {
    let (mut moves, mut winning) = (0, 0);
    for index in 0..heaps.len() {
        for heap in options(index, heaps[index]) {
            let mut after = heaps.to_vec();
            after[index] = heap;
            let lost = match known.get(&after) {
                Some(&wins) => !wins,
                None => {
                    let (_, wins) = search(&after, options, misere, known);
                    known.insert(after, wins);
                    !wins
                }
            };
            moves += 1;
            winning += u128::from(lost);
        }
    }
    (winning, if moves == 0 { misere } else { winning > 0 })
}

fn own(case: &str, rule: &str, moves: bool) -> Format {
    let answer = if moves {
        r#"{ count = "{count}\n" }"#
    } else {
        r#"{ win = "1\n", lose = "0\n" }"#
    };
    let text = format!(
        "[[format]]\nname = \"own\"\ncases = \"until-end\"\nlayout = \"{case}\"\nrule = \"{rule}\"\nanswer = {answer}"
    );
    Format::parse(&text).unwrap()
}

/// Writes numbers with blanks, line ends, signs and zeros between and before them.
fn lay_out(numbers: &[u128], style: &[u8]) -> Vec<u8> {
    const BLANKS: [&str; 8] = [" ", "\n", "\r\n", "\t", "  ", "\n\n \n", "\x0b\x0c", " \r "];
    const BEFORE: [&str; 8] = ["", "", "", "", "+", "0", "+00", "000000000000000000000000"];
    let mut text = String::new();
    let mut style = style.iter().cycle().map(|&byte| usize::from(byte));
    let mut next = || style.next().unwrap_or(0);
    if next() % 2 == 0 {
        text.push('\u{FEFF}');
    }
    for number in numbers {
        let (before, blank) = (next() % 8, next() % 8);
        text += BEFORE[before];
        text += &number.to_string();
        text += BLANKS[blank];
    }
    if next() % 2 == 0 {
        text.truncate(text.trim_end().len());
    }
    text.into_bytes()
}

/// Judges each position alone and all together, told both ways.
fn compare(
    case: &str,
    rule: &str,
    inputs: &[(Vec<u128>, (u128, bool))],
    style: &[u8],
    steps: &[usize],
) {
    let numbers: Vec<u128> = inputs
        .iter()
        .flat_map(|(numbers, _)| numbers.iter().copied())
        .collect();
    let text = lay_out(&numbers, style);
    let outcomes: String = inputs
        .iter()
        .map(|(_, (_, wins))| if *wins { "1\n" } else { "0\n" })
        .collect();
    let moves: String = inputs
        .iter()
        .map(|(_, (moves, _))| format!("{moves}\n"))
        .collect();
    for (tell, expected) in [(false, outcomes), (true, moves)] {
        let (told, result) = answers(&own(case, rule, tell), &text, steps);
        result.unwrap();
        assert_eq!(
            told,
            expected,
            "{case} {rule} {:?}",
            String::from_utf8_lossy(&text)
        );
    }
}

fn positions() -> impl Strategy<Value = Vec<Vec<u128>>> {
    prop::collection::vec(prop::collection::vec(0u128..6, 0..5), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn small_positions_against_search(
        positions in positions(),
        limits in prop::collection::vec(0u128..7, 5),
        takes in prop::collection::vec(1u128..9, 1..4),
        style in prop::collection::vec(any::<u8>(), 1..40),
        steps in prop::collection::vec(1usize..12, 0..4),
    ) {
        let below = |heap: u128, most: u128| (1..=most.min(heap)).map(|take| heap - take).collect::<Vec<_>>();
        let with_count = |heaps: &[u128]| [&[heaps.len() as u128][..], heaps].concat();
        for misere in [false, true] {
            let known = &mut HashMap::new();
            let judged = positions.iter().map(|heaps| {
                (with_count(heaps), search(heaps, &|_, heap| below(heap, heap), misere, known))
            });
            let rule = if misere { "--misere nim {heap}" } else { "nim {heap}" };
            compare("n heap*n", rule, &judged.collect::<Vec<_>>(), &style, &steps);
        }
        let known = &mut HashMap::new();
        let judged = positions.iter().map(|heaps| {
            let pairs: Vec<u128> = heaps.iter().zip(&limits).flat_map(|(&heap, &limit)| [heap, limit]).collect();
            let numbers = [&[heaps.len() as u128][..], &pairs].concat();
            (numbers, search(heaps, &|index, heap| below(heap, limits[index]), false, known))
        });
        compare("n (heap limit)*n", "bounded {heap},{limit}", &judged.collect::<Vec<_>>(), &style, &steps);

        let common = limits[0];
        let known = &mut HashMap::new();
        let judged = positions.iter().map(|heaps| {
            (with_count(heaps), search(heaps, &|_, heap| below(heap, common), false, known))
        });
        let rule = format!("bash:{common} {{heap}}");
        compare("n heap*n", &rule, &judged.collect::<Vec<_>>(), &style, &steps);

        let mut distinct = takes.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let options = |_, heap: u128| distinct.iter().filter_map(|&take| heap.checked_sub(take)).collect::<Vec<_>>();
        let known = &mut HashMap::new();
        let judged: Vec<_> = positions.iter().map(|heaps| (with_count(heaps), search(heaps, &options, false, known))).collect();
        compare("n heap*n", &format!("take:{} {{heap}}", takes.iter().map(|take| take.to_string()).collect::<Vec<_>>().join(",")), &judged, &style, &steps);

        // The same positions as one case of a set.
        let mut numbers = [&[takes.len() as u128][..], &takes, &[positions.len() as u128]].concat();
        numbers.extend(positions.iter().flat_map(|heaps| with_count(heaps)));
        let text = lay_out(&numbers, &style);
        let letters: String = judged.iter().map(|(_, (_, wins))| if *wins { 'W' } else { 'L' }).collect();
        let (told, result) = answers(find("hdu1536").unwrap(), &text, &steps);
        result.unwrap();
        assert_eq!(told, letters + "\n");
        let told = answers(&own("k take*k m [h heap*h]*m", "take:{take} {heap}", true), &text, &steps).0;
        assert_eq!(told, judged.iter().map(|(_, (moves, _))| format!("{moves}\n")).collect::<String>());
    }

    #[test]
    fn wide_numbers_against_arithmetic(
        positions in prop::collection::vec(prop::collection::vec(wide(), 0..8), 1..5),
        style in prop::collection::vec(any::<u8>(), 1..40),
        steps in prop::collection::vec(1usize..40, 0..4),
    ) {
        let nim: Vec<_> = positions.iter().map(|heaps| {
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let moves = heaps.iter().filter(|&heap| heap ^ sum < *heap).count() as u128;
            ([&[heaps.len() as u128][..], heaps].concat(), (moves, sum != 0))
        }).collect();
        compare("n heap*n", "nim {heap}", &nim, &style, &steps);

        let bounded: Vec<_> = positions.iter().map(|heaps| {
            let pairs: Vec<(u128, u128)> = heaps.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            let value = |(heap, limit): (u128, u128)| limit.checked_add(1).map_or(heap, |modulus| heap % modulus);
            let sum = pairs.iter().fold(0, |sum, &pair| sum ^ value(pair));
            // The option with the wanted value, if it is there: the nearest heap below of that residue.
            let moves = pairs.iter().filter(|&&(heap, limit)| {
                let (own, target) = (value((heap, limit)), value((heap, limit)) ^ sum);
                let distance = if target <= own { Some(own - target) } else {
                    limit.checked_add(1).and_then(|modulus| (modulus - target.min(modulus)).checked_add(own))
                };
                sum != 0 && target <= limit && distance.is_some_and(|take| take >= 1 && take <= limit && take <= heap)
            }).count() as u128;
            let numbers: Vec<u128> = pairs.iter().flat_map(|&(heap, limit)| [heap, limit]).collect();
            ([&[pairs.len() as u128][..], &numbers].concat(), (moves, sum != 0))
        }).collect();
        compare("n (heap limit)*n", "bounded {heap},{limit}", &bounded, &style, &steps);
    }
}

/// Numbers of all widths, the edges often.
fn wide() -> impl Strategy<Value = u128> {
    let edges = prop::sample::select(vec![
        0,
        1,
        2,
        u128::MAX,
        1 << 127,
        1 << 64,
        (1 << 64) - 1,
        (1 << 32) - 1,
        1 << 32,
    ]);
    let edges_of_ten = prop::sample::select(vec![
        10u128.pow(19) - 1,
        10u128.pow(19),
        10u128.pow(20),
        10u128.pow(38),
    ]);
    prop_oneof![
        edges,
        edges_of_ten,
        any::<u128>(),
        any::<u64>().prop_map(u128::from),
        0u128..200
    ]
}

/// Long cases leave the row in which Nim keeps the latest heaps.
#[test]
fn long_cases_of_nim() {
    let mut state = 1u128;
    let mut random = || {
        state = state
            .wrapping_mul(0xDA94_2042_E4DD_58B5)
            .wrapping_add(0x1405_7B7E_F767_814F);
        state >> 64
    };
    let (moves, misere) = (
        own("n heap*n", "nim {heap}", true),
        own("n heap*n", "--misere nim {heap}", true),
    );
    let mut text = String::new();
    let (mut normal_expected, mut misere_expected) = (String::new(), String::new());
    for (length, most) in [
        (4095, 100),
        (4096, 100),
        (4097, 1 << 63),
        (20_000, 1 << 20),
        (3, 50),
        (9000, 1),
        (9001, 1),
        (12_345, 1 << 40),
    ] {
        let mut heaps: Vec<u128> = (0..length).map(|_| random() % (most + 1)).collect();
        if most == 1 << 40 {
            heaps[5000] <<= 70;
        }
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let normal = heaps.iter().filter(|&heap| heap ^ sum < *heap).count();
        let ones = heaps.iter().filter(|&&heap| heap == 1).count();
        let misere = match most {
            1 if ones % 2 == 0 => ones,
            1 => 0,
            _ => normal,
        };
        normal_expected += &format!("{normal}\n");
        misere_expected += &format!("{misere}\n");
        text += &format!("{length}\n");
        for heap in heaps {
            text += &format!("{heap} ");
        }
    }
    for (format, expected) in [(&moves, normal_expected), (&misere, misere_expected)] {
        for steps in [&[][..], &[1000, 37]] {
            let (told, result) = answers(format, text.as_bytes(), steps);
            result.unwrap();
            assert_eq!(told, expected);
        }
    }
}

#[test]
fn a_number_beside_a_list_stands_in_each_pair() {
    for (layout, case) in [
        ("heap*[] limit", "1\n[3,7,4] 3\n"),
        ("n heap*n limit", "1\n3 3 7 4 3\n"),
        ("limit n heap*n", "1\n3 3 3 7 4\n"),
    ] {
        let text = format!(
            "[[format]]\nname = \"own\"\ncases = \"counted\"\nlayout = \"{layout}\"\nrule = \"bounded {{heap}},{{limit}}\"\nanswer = {{ value = \"{{value}} \" }}\n"
        );
        let format = Format::parse(&text).expect("a format");
        let mut output = Vec::new();
        grundy_judge::run(&format, case.as_bytes(), &mut output).expect("judged");
        // 3 mod 4, 7 mod 4 and 4 mod 4.
        assert_eq!(String::from_utf8_lossy(&output), "0 ", "{layout}");
    }
}
