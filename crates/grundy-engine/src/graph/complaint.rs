//! What is wrong with the text of a graph: where, what was expected, and an example.

use super::text::{Expected, TextError};
use grundy_base::message;
use grundy_base::text::Message;
use std::error::Error;
use std::fmt;

impl Expected {
    /// What should have stood there, in words.
    pub fn message(self) -> Message {
        match self {
            Expected::Name => message!("the name of a vertex", "顶点名"),
            Expected::EndOfName => message!("- or , after a name", "名称之后的 - 或 ,"),
            Expected::Escape => message!(
                "two hexadecimal digits of a byte after %",
                "% 之后表示一个字节的两位十六进制数"
            ),
            Expected::EndOfLine => message!("one edge a line", "每行一条边"),
            Expected::Digraph => message!("digraph", "digraph"),
            Expected::OpeningBrace => message!("an opening brace", "左花括号"),
            Expected::ClosingBrace => message!("a closing brace", "右花括号"),
            Expected::EndOfText => message!("nothing after the graph", "图之后不再有内容"),
            Expected::Arrow => message!("->", "->"),
            Expected::Line => message!("--", "--"),
            Expected::ClosingQuote => message!("\" at the end of a name", "名称末尾的 \""),
            Expected::ClosingComment => message!("*/ at the end of a comment", "注释末尾的 */"),
            Expected::ClosingBracket => message!("] at the end of attributes", "属性末尾的 ]"),
            Expected::ClosingAngle => message!("a > for this <", "与此 < 配对的 >"),
            Expected::Group => message!("a group of vertices in braces", "花括号中的一组顶点"),
            Expected::Fewer => message!("fewer vertices and edges", "更少的顶点和边"),
        }
    }

    /// A text that has it.
    pub fn example(self) -> &'static str {
        match self {
            Expected::Name | Expected::EndOfName | Expected::Fewer => "a-b,b-c",
            Expected::Escape => "the%20end",
            Expected::EndOfLine => "a b",
            Expected::Digraph
            | Expected::OpeningBrace
            | Expected::ClosingBrace
            | Expected::EndOfText
            | Expected::Arrow => "digraph { a -> b }",
            Expected::Line => "graph { a -- b }",
            Expected::ClosingQuote => "digraph { \"a b\" -> c }",
            Expected::ClosingComment => "/* ends */ digraph { a -> b }",
            Expected::ClosingBracket => "digraph { a [color=red] }",
            Expected::ClosingAngle => "digraph { a [label=<b>] }",
            Expected::Group => "digraph { subgraph one { a -> b } }",
        }
    }
}

impl TextError {
    /// What was expected and what was found, without the place.
    pub fn what(&self) -> Message {
        match self.found {
            Some(found) => message!(
                "expected {expected}, found '{found}'",
                "此处应为{expected}，却是 '{found}'",
                expected = self.expected.message(),
                found = found.escape_debug().to_string()
            ),
            None => message!(
                "expected {expected}, found the end",
                "此处应为{expected}，却已结束",
                expected = self.expected.message()
            ),
        }
    }

    /// The whole message: place, what was expected, an example.
    pub fn message(&self) -> Message {
        message!(
            "{place}: {what}; for example {example}",
            "{place}：{what}；例如 {example}",
            place = self.place.message(),
            what = self.what(),
            example = self.expected.example()
        )
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for TextError {}
