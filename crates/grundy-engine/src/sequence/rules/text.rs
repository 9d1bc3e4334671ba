//! Rules as text, in the notation of the catalogue: what stands before the heaps of a game.
//!
//! Beyond it, digits of 16 and more are told by the numbers of heaps that may be left (`0.3{4}`: no hexadecimal digit tells four heaps), a
//! code may restrict its splits (`0.6:unequal,least5`), and remainders are told with their divisor (`take:1,4mod5`).

use std::fmt;
use std::str::FromStr;

use super::{MOST_DIGITS, NotRules, Rules, Takes};
use grundy_base::message;
use grundy_base::text::Message;
use grundy_base::word::{ParseError, Word, shortened};

const EXAMPLE: &str = "0.77";

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        let (head, parameters) = Word { text, at: 0 }.cut(':');
        let (rules, example) = match head.text.as_bytes() {
            [first, b'.', ..] if first.is_ascii_hexdigit() => {
                (read_code(&head, parameters.as_ref()), EXAMPLE)
            }
            [b'{', ..] => (read_code(&head, parameters.as_ref()), EXAMPLE),
            _ => read_name(&head, parameters.as_ref()),
        };
        rules.map_err(|error| error.placed(text, example))
    }
}

/// A name of the catalogue, and the example to give if it is misused.
fn read_name(
    head: &Word<'_>,
    parameters: Option<&Word<'_>>,
) -> (Result<Rules, ParseError>, &'static str) {
    let unknown = || {
        head.error(message!(
            "expected a code such as 0.77 or 4.3, take:SET, grundy, couples or another name of a code, found '{found}'",
            "此处应为 0.77 或 4.3 之类的代号、take:SET、grundy、couples 或其他有名称的代号，却是 '{found}'",
            found = shortened(head.text)
        ))
    };
    let Some((name, written)) = named(head.text) else {
        return (Err(unknown()), EXAMPLE);
    };
    let rules = match written {
        "take" => return (read_takes(head, parameters), "take:1,3,4"),
        "grundy" => Rules::splitting(&[4], true, 2).map_err(|error| refused(head, error)),
        "couples" => Rules::splitting(&[4], false, 3).map_err(|error| refused(head, error)),
        code => code.parse(),
    };
    let parameters = parameters.map(|word| {
        word.error(message!(
            "{name} takes no parameters",
            "{name} 没有参数",
            name = name
        ))
    });
    (parameters.map_or(rules, Err), name)
}

/// The games that go by their names: name, other name, and the code; four are no codes.
const NAMES: [[&str; 3]; 10] = [
    ["nim", "", "take:!"],
    ["take", "subtraction", "take"],
    ["grundy", "grundys-game", "grundy"],
    ["couples", "couples-are-forever", "couples"],
    ["kayles", "", "0.77"],
    ["dawsons-kayles", "dawson-kayles", "0.07"],
    ["dawsons-chess", "dawson-chess", "0.137"],
    ["treblecross", "", "0.007"],
    ["officers", "", "0.6"],
    ["guiles", "", "0.15"],
];

/// The name of a game that goes by this one, and its code.
pub fn named(name: &str) -> Option<(&'static str, &'static str)> {
    let found = NAMES
        .iter()
        .find(|[one, other, _]| name == *one || (name == *other && !name.is_empty()));
    found.map(|&[name, _, code]| (name, code))
}

fn refused(word: &Word<'_>, error: NotRules) -> ParseError {
    word.error(match error {
        NotRules::Endless => message!(
            "the digit before the point may only allow splitting (4, 8 or c): a move that leaves the heap as it is would never end",
            "小数点前的数字只能允许分堆（4、8 或 c）：原样留下一堆会使对局无休止"
        ),
        NotRules::Long => message!(
            "a code has at most {most} digits",
            "代号最多 {most} 位",
            most = MOST_DIGITS
        ),
        NotRules::Unequal => message!(
            "only two heaps can be asked to be unequal: the digits may be 0–7",
            "只有分成两堆时才能要求不等：数字应为 0–7"
        ),
        NotRules::Takes => message!("the set of takes is empty", "可取数的集合为空"),
    })
}

fn read_code(word: &Word<'_>, parameters: Option<&Word<'_>>) -> Result<Rules, ParseError> {
    let (mut digits, mut pointed) = (Vec::new(), false);
    let mut letters = word.text.char_indices();
    while let Some((at, letter)) = letters.next() {
        let digit = match letter {
            '.' if digits.len() == 1 && !pointed => {
                pointed = true;
                continue;
            }
            '{' => read_counts(word, at, &mut letters)?,
            _ => letter.to_digit(16).map(|digit| digit as u8).ok_or_else(|| {
                let found = letter.to_string();
                let message = message!(
                    "'{found}' is not a digit of a code; digits are 0–7, 8–f for three heaps, and numbers of heaps up to 7 in braces such as {braces}",
                    "'{found}' 不是代号的数字：应为 0–7，表示三堆的 8–f，或花括号中不超过 7 的堆数，如 {braces}",
                    found = found,
                    braces = "{1,4}"
                );
                ParseError::at(word.at + at, letter.len_utf8(), message)
            })?,
        };
        digits.push(digit);
    }
    if !pointed {
        return Err(word.error(message!(
            "expected a point after the first digit",
            "第一位数字后应有小数点"
        )));
    }
    let (mut unequal, mut least) = (false, 2);
    for word in parameters.map_or_else(Vec::new, |word| word.split(',')) {
        match word.text.strip_prefix("least") {
            Some(text) => {
                let at = word.at + "least".len();
                least = Word { text, at }.number()?;
            }
            None if word.text == "unequal" => unequal = true,
            None => {
                let found = shortened(word.text);
                return Err(word.error(message!(
                    "expected unequal or leastN, N being the smallest heap that may be split, found '{found}'",
                    "此处应为 unequal 或 leastN（可分的最小堆），却是 '{found}'",
                    found = found
                )));
            }
        }
    }
    Rules::splitting(&digits, unequal, least).map_err(|error| match error {
        NotRules::Endless => refused(
            &Word {
                text: &word.text[..1],
                ..*word
            },
            error,
        ),
        _ => refused(word, error),
    })
}

/// Numbers of heaps up to 7 from behind `{` to `}`: the digit with these bits.
fn read_counts(
    word: &Word<'_>,
    at: usize,
    letters: &mut std::str::CharIndices<'_>,
) -> Result<u8, ParseError> {
    let inside = Word {
        text: &word.text[at + 1..],
        at: word.at + at + 1,
    };
    let (inside, rest) = inside.cut('}');
    if rest.is_none() {
        let message: Message = message!(
            "expected {brace} after the numbers of heaps",
            "堆数之后应有 {brace}",
            brace = "}"
        );
        return Err(inside.error(message));
    }
    letters.by_ref().find(|(_, letter)| *letter == '}');
    let mut digit = 0;
    for count in inside.split(',') {
        digit |= 1 << count.number_below(7)?;
    }
    Ok(digit)
}

/// Reads a run of takes, `3` or `3-5`: the least and the greatest.
///
/// # Errors
/// Where there is no number, where the least is 0, and where the greatest is less than the least.
pub fn run(word: &Word<'_>) -> Result<(u64, u64), ParseError> {
    let (low, high) = word.cut('-');
    let first = low.number()?;
    if first == 0 {
        return Err(low.error(message!("taking 0 is not a move", "取 0 颗不是一步")));
    }
    let Some(high) = high else {
        return Ok((first, first));
    };
    let last = high.number()?;
    if last < first {
        return Err(high.error(message!(
            "the largest take is smaller than the smallest",
            "最多可取数小于最少可取数"
        )));
    }
    Ok((first, last))
}

/// Reads a set of takes behind the name of a game: `1,3,4`, `1-3,7`, `!1,2` or `1,4mod5`.
///
/// # Errors
/// Where there is no set, or what is written is none.
pub fn read_takes(head: &Word<'_>, parameters: Option<&Word<'_>>) -> Result<Rules, ParseError> {
    let word = parameters
        .filter(|word| !word.text.is_empty())
        .ok_or_else(|| {
            head.error(message!(
                "take needs a set after a colon: 1,3,4 or 1-3,7 or !1,2 or 1,4mod5",
                "take 需要冒号后的集合：1,3,4 或 1-3,7 或 !1,2 或 1,4mod5"
            ))
        })?;
    let runs = |word: &Word<'_>| word.split(',').iter().map(run).collect::<Result<_, _>>();
    let takes = if let Some(text) = word.text.strip_prefix('!') {
        let at = word.at + 1;
        match text {
            "" => Takes::AllBut(Vec::new()),
            _ => Takes::AllBut(runs(&Word { text, at })?),
        }
    } else if let Some(place) = word.text.find("mod") {
        let divisor = Word {
            text: &word.text[place + 3..],
            at: word.at + place + 3,
        };
        let number = divisor.number()?;
        if number == 0 {
            return Err(divisor.error(message!("the modulus is 0", "除数为 0")));
        }
        let remainders = Word {
            text: &word.text[..place],
            at: word.at,
        };
        let remainder = |word: &Word<'_>| {
            let (low, high) = word.cut('-');
            let first = low.number_below(number - 1)?;
            let last = high.map_or(Ok(first), |high| high.number_below(number - 1))?;
            Ok((first, last))
        };
        let remainders = remainders
            .split(',')
            .iter()
            .map(remainder)
            .collect::<Result<_, _>>()?;
        Takes::Modulo(number, remainders)
    } else {
        Takes::These(runs(word)?)
    };
    Rules::taking(takes).map_err(|error| refused(word, error))
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.takes() {
            Some(Takes::These(runs)) => write_runs(f, "", runs),
            Some(Takes::AllBut(runs)) => write_runs(f, "!", runs),
            Some(Takes::Modulo(divisor, runs)) => {
                write_runs(f, "", runs)?;
                write!(f, "mod{divisor}")
            }
            None => match (self.digits(), self.unequal(), self.least_split()) {
                ([4], true, 2) => f.write_str("grundy"),
                ([4], false, 3) => f.write_str("couples"),
                (digits, unequal, least) => {
                    write_digits(f, digits)?;
                    match (unequal, least) {
                        (false, 2) => Ok(()),
                        (true, 2) => f.write_str(":unequal"),
                        (false, least) => write!(f, ":least{least}"),
                        (true, least) => write!(f, ":unequal,least{least}"),
                    }
                }
            },
        }
    }
}

fn write_digits(f: &mut fmt::Formatter<'_>, digits: &[u8]) -> fmt::Result {
    let write = |f: &mut fmt::Formatter<'_>, digit: u8| match digit {
        0..16 => write!(f, "{digit:x}"),
        _ => {
            let counts = (0..u8::BITS).filter(|count| digit >> count & 1 == 1);
            let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
            write!(f, "{{{}}}", counts.join(","))
        }
    };
    // Without a first digit that is one letter there is no telling a code.
    match digits.split_first() {
        Some((&first, [])) => {
            write(f, first)?;
            f.write_str(".0")
        }
        Some((&first, rest)) => {
            write(f, first)?;
            f.write_str(".")?;
            rest.iter().try_for_each(|&digit| write(f, digit))
        }
        None => f.write_str("0.0"),
    }
}

fn write_runs(f: &mut fmt::Formatter<'_>, before: &str, runs: &[(u64, u64)]) -> fmt::Result {
    write!(f, "take:{before}")?;
    for (place, &(low, high)) in runs.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        match high - low {
            0 => write!(f, "{comma}{low}")?,
            1 => write!(f, "{comma}{low},{high}")?,
            _ => write!(f, "{comma}{low}-{high}")?,
        }
    }
    Ok(())
}
