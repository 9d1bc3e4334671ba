//! The sentences of errors, English and Chinese: the only place where they are written.

use crate::error::{Expected, InputError, JudgeError, Place, Problem, Role};
use std::fmt;

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
        match *self {
            Problem::End => write!(f, "the input ends"),
            Problem::NoNumber(byte) => write!(f, "{} begins no number", Named(byte)),
            Problem::Attached(byte) => write!(f, "{} stands within a number", Named(byte)),
            Problem::Negative => write!(f, "a number below zero"),
            Problem::LonePlus => write!(f, "a plus sign without digits"),
            Problem::TooLarge => write!(f, "the number is too large (2^128 or more)"),
            Problem::CountTooLarge => write!(f, "the count is too large (2^63 or more)"),
            Problem::ZeroTake => write!(f, "a take of 0 is no move"),
            Problem::NoTakes => write!(f, "a set needs at least one take"),
            Problem::HeapBeyondTable { limit } => {
                write!(f, "the heap is too large (at most {limit})")
            }
            Problem::CaseTooLong { limit } => {
                write!(f, "too many heaps in one case (at most {limit})")
            }
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Cases => "the number of cases",
            Role::HeapCount => "the number of heaps",
            Role::PairCount => "the number of pairs",
            Role::TakeCount => "the number of takes",
            Role::PositionCount => "the number of positions",
            Role::Heap => "heap",
            Role::Limit => "limit",
            Role::Take => "take",
        })
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.role)?;
        if self.index > 0 {
            write!(f, " {} of {}", self.index, self.of)?;
        }
        if self.position > 0 {
            write!(f, " of position {}", self.position)?;
        }
        if self.case > 0 {
            write!(f, " of case {}", self.case)?;
        }
        Ok(())
    }
}

impl JudgeError {
    /// The error in a Chinese sentence; [`Display`](fmt::Display) says it in English.
    pub fn chinese(&self) -> String {
        match self {
            JudgeError::Input(error) => error.chinese(),
            JudgeError::Read(error) => format!("无法读取输入:{error}"),
            JudgeError::Write(error) => format!("无法写出答案:{error}"),
        }
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
        let problem = problem_in_chinese(self.problem);
        let expected = expected_in_chinese(self.expected);
        format!("第 {line} 行第 {column} 列(字节 {offset}):{problem};此处应为{expected}")
    }
}

fn problem_in_chinese(problem: Problem) -> String {
    match problem {
        Problem::End => "输入到此结束".into(),
        Problem::NoNumber(byte) => format!("{} 不是数字", Named(byte)),
        Problem::Attached(byte) => format!("数字中夹有 {}", Named(byte)),
        Problem::Negative => "数字小于零".into(),
        Problem::LonePlus => "加号后没有数字".into(),
        Problem::TooLarge => "数字太大(不小于 2^128)".into(),
        Problem::CountTooLarge => "个数太大(不小于 2^63)".into(),
        Problem::ZeroTake => "取 0 颗不是合法的一步".into(),
        Problem::NoTakes => "可取的颗数至少要有一个".into(),
        Problem::HeapBeyondTable { limit } => format!("堆太大(最多 {limit})"),
        Problem::CaseTooLong { limit } => format!("一组中的堆太多(最多 {limit})"),
    }
}

fn expected_in_chinese(expected: Expected) -> String {
    let mut text = String::new();
    if expected.case > 0 {
        text += &format!("第 {} 组", expected.case);
    }
    if expected.position > 0 {
        text += &format!("第 {} 个局面", expected.position);
    }
    text += match expected.role {
        Role::Cases => "组数",
        Role::HeapCount => "堆数",
        Role::PairCount => "对数",
        Role::TakeCount => "可取颗数的个数",
        Role::PositionCount => "局面数",
        Role::Heap => "堆",
        Role::Limit => "上限",
        Role::Take => "可取颗数",
    };
    if expected.index > 0 {
        text += &format!("(第 {} 个,共 {} 个)", expected.index, expected.of);
    }
    text
}
