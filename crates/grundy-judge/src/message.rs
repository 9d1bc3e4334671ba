//! The sentences of errors, English and Chinese: the only place where they are written.

use crate::error::{Expected, InputError, JudgeError, Place, Problem, Role};
use std::fmt;

/// The character of usual width that a full-width one stands for.
fn half_width(wide: char) -> char {
    const BETWEEN: u32 = '！' as u32 - '!' as u32;
    let half = (wide as u32).checked_sub(BETWEEN);
    half.and_then(char::from_u32).unwrap_or(wide)
}

/// A byte as a reader would name it.
struct Named(u8);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            byte @ b'!'..=b'~' => write!(f, "'{}'", char::from(byte)),
            byte => write!(f, "0x{byte:02X}"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::End => write!(f, "the input ends"),
            Problem::FullWidth(wide) => {
                let half = half_width(*wide);
                write!(f, "found the full-width '{wide}'; write '{half}'")
            }
            Problem::NoNumber(byte) => write!(f, "found {} instead of a number", Named(*byte)),
            Problem::Attached(byte) => write!(f, "unexpected {} within a number", Named(*byte)),
            Problem::Negative => write!(f, "a number below zero"),
            Problem::LonePlus => write!(f, "a plus sign without digits"),
            Problem::TooLarge => write!(f, "the number is too large (2^128 or more)"),
            Problem::TooSmall => write!(f, "the number is too small (below -2^63)"),
            Problem::CountTooLarge => write!(f, "the count is too large (2^63 or more)"),
            Problem::ZeroTake => write!(f, "taking 0 is not a move"),
            Problem::NoTakes => write!(f, "a set needs at least one take"),
            Problem::TooManyTakes => write!(f, "too many different takes (at most 65534)"),
            Problem::HeapBeyondTable { limit } => {
                write!(f, "the heap is too large (at most {limit})")
            }
            Problem::OutOfRange { plus } if *plus < 0 => {
                write!(f, "the number is too small (at least {})", -plus)
            }
            Problem::OutOfRange { .. } => write!(f, "the number is too large"),
            Problem::NoLetter(byte, letters) => {
                write!(f, "{} is none of the letters '{letters}'", Named(*byte))
            }
            Problem::NoText(byte, text) => write!(f, "{} in the place of '{text}'", Named(*byte)),
            Problem::Ragged { wanted, found } => {
                write!(
                    f,
                    "a line of {found} letters where there are to be {wanted}"
                )
            }
            Problem::NoVertex { most } => write!(f, "no vertex has this number (1 to {most})"),
            Problem::Loop => write!(f, "an edge from a vertex to itself"),
            Problem::Double => write!(f, "an edge that was there before"),
            Problem::Cycle { tree: true } => write!(
                f,
                "this edge closes a cycle, so that the tree is not joined as a whole"
            ),
            Problem::Cycle { tree: false } => write!(f, "this edge closes a cycle"),
            Problem::ThirdEdge { vertex } => {
                write!(
                    f,
                    "vertex {vertex} has two edges already, as each vertex of a circuit"
                )
            }
            Problem::Unfit(refusal) => write!(f, "{}", refusal.en),
            Problem::NoPosition(refusal) => write!(f, "{}: {}", refusal.game, refusal.en),
            Problem::Unknown(refusal) => {
                write!(f, "{}: unknown, because {}", refusal.game, refusal.en)
            }
            Problem::Stopped => write!(f, "stopped"),
            Problem::CaseTooLong { limit } => {
                write!(f, "too many numbers in one case (at most {limit})")
            }
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Role::Cases => write!(f, "the number of cases"),
            Role::Case => write!(f, "numbers that the rule allows"),
            Role::Positions => write!(f, "the number of positions"),
            Role::Pairs => write!(f, "the number of pairs"),
            Role::Rows => write!(f, "the number of rows"),
            Role::Count(name) => write!(f, "the number of {name}s"),
            Role::Number(name) | Role::Entry(name) => write!(f, "{name}"),
            Role::Text(text) => write!(f, "'{text}'"),
        }
    }
}

/// The Chinese word for a name that layouts here use; other names stay as they are.
fn chinese_name(name: &str) -> &str {
    match name {
        "heap" => "堆",
        "limit" => "上限",
        "take" => "可取颗数",
        "stone" => "石子",
        "coin" => "硬币位置",
        "price" => "价格",
        other => other,
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A name that is no word reads as one among the words around it.
        let is_bare = matches!(&self.role, Role::Entry(name) | Role::Number(name) if chinese_name(name) == &**name);
        match self.index {
            0 => write!(f, "{}", self.role)?,
            index if is_bare => write!(f, "entry {index} of {} of `{}`", self.of, self.role)?,
            index => write!(f, "{} {index} of {}", self.role, self.of)?,
        }
        let within = match self.role {
            Role::Case => "in",
            _ if is_bare && self.index > 0 => "in",
            _ => "of",
        };
        if self.position > 0 {
            write!(f, " {within} position {}", self.position)?;
        }
        let within = if self.position > 0 { "of" } else { within };
        if self.case > 0 {
            write!(f, " {within} case {}", self.case)?;
        }
        Ok(())
    }
}

impl JudgeError {
    /// The error in a Chinese sentence; [`Display`](fmt::Display) says it in English.
    pub fn chinese(&self) -> String {
        match self {
            JudgeError::Input(error) => error.chinese(),
            JudgeError::Read(error) => format!("无法读取输入：{error}"),
            JudgeError::Write(error) => format!("无法写出答案：{error}"),
        }
    }
}

impl Problem {
    /// What is wrong, in Chinese; [`Display`](fmt::Display) says it in English.
    pub fn chinese(&self) -> String {
        problem_in_chinese(self)
    }

    /// Whether nothing better could stand there.
    pub(crate) fn asks_nothing(&self) -> bool {
        matches!(self, Problem::Unknown(_) | Problem::Stopped)
    }
}

impl InputError {
    /// The error in a Chinese sentence; [`Display`](fmt::Display) says it in English.
    pub fn chinese(&self) -> String {
        let Place {
            line,
            column,
            offset,
        } = self.place;
        let problem = problem_in_chinese(&self.problem);
        if self.problem.asks_nothing() {
            let case = self.expected.case;
            return format!("第 {line} 行第 {column} 列（字节 {offset}，第 {case} 组）：{problem}");
        }
        let expected = expected_in_chinese(&self.expected);
        format!("第 {line} 行第 {column} 列（字节 {offset}）：{problem}；此处应为{expected}")
    }
}

fn problem_in_chinese(problem: &Problem) -> String {
    match problem {
        Problem::End => "输入到此结束".into(),
        Problem::FullWidth(wide) => {
            format!("'{wide}' 是全角字符，请用半角 '{}'", half_width(*wide))
        }
        Problem::NoNumber(byte) => format!("{} 不是数字", Named(*byte)),
        Problem::Attached(byte) => format!("数字中夹有 {}", Named(*byte)),
        Problem::Negative => "数字小于零".into(),
        Problem::LonePlus => "加号后没有数字".into(),
        Problem::TooLarge => "数字太大（不小于 2^128）".into(),
        Problem::TooSmall => "数字太小（小于 -2^63）".into(),
        Problem::CountTooLarge => "个数太大（不小于 2^63）".into(),
        Problem::ZeroTake => "取 0 颗不是合法的一步".into(),
        Problem::NoTakes => "可取的颗数至少要有一个".into(),
        Problem::TooManyTakes => "不同的可取颗数太多（最多 65534）".into(),
        Problem::HeapBeyondTable { limit } => format!("堆太大（最多 {limit}）"),
        Problem::CaseTooLong { limit } => format!("一组中的数太多（最多 {limit}）"),
        Problem::OutOfRange { plus } if *plus < 0 => format!("数字太小（至少 {}）", -plus),
        Problem::OutOfRange { .. } => "数字太大".into(),
        Problem::NoLetter(byte, letters) => format!("{} 不是字母 '{letters}' 之一", Named(*byte)),
        Problem::NoText(byte, text) => format!("此处应为 '{text}'，却是 {}", Named(*byte)),
        Problem::Ragged { wanted, found } => {
            format!("这一行有 {found} 个字母，应有 {wanted} 个")
        }
        Problem::NoVertex { most } => format!("没有这个编号的顶点（应为 1 到 {most}）"),
        Problem::Loop => "边的两端是同一顶点".into(),
        Problem::Double => "这条边前面已有".into(),
        Problem::Cycle { tree: true } => "这条边构成环，因此树不连通".into(),
        Problem::Cycle { tree: false } => "这条边构成环".into(),
        Problem::ThirdEdge { vertex } => format!("顶点 {vertex} 已有两条边，环上的顶点只能有两条"),
        Problem::Unfit(refusal) => refusal.zh.clone(),
        Problem::NoPosition(refusal) => format!("{}：{}", refusal.game, refusal.zh),
        Problem::Unknown(refusal) => format!("{}：未知，因为{}", refusal.game, refusal.zh),
        Problem::Stopped => "已停止".into(),
    }
}

/// A name behind Chinese words: one in Latin letters is parted from them.
fn spaced(name: &str) -> String {
    match name.is_ascii() {
        true => format!(" {name}"),
        false => name.to_owned(),
    }
}

fn expected_in_chinese(expected: &Expected) -> String {
    let mut text = String::new();
    if expected.case > 0 {
        text += &format!("第 {} 组", expected.case);
    }
    if expected.position > 0 {
        text += &format!("第 {} 个局面", expected.position);
    }
    if !text.is_empty() {
        text += "的";
    }
    match &expected.role {
        Role::Cases => text += "组数",
        Role::Case => text += "规则允许的数",
        Role::Positions => text += "局面数",
        Role::Pairs => text += "对数",
        Role::Rows => text += "行数",
        Role::Count(name) => match &**name {
            "heap" => text += "堆数",
            other => {
                let name = spaced(chinese_name(other));
                text += &format!("{name} 的个数").replace("数 的", "数的");
            }
        },
        Role::Number(name) | Role::Entry(name) => text += &spaced(chinese_name(name)),
        Role::Text(fixed) => text += &format!("'{fixed}'"),
    }
    if expected.index > 0 {
        text += &format!("（第 {} 个，共 {} 个）", expected.index, expected.of);
    }
    text
}
