//! What the server itself says, in both languages.

use grundy::text::list_of;
use grundy::{Message, message};

/// A text from outside, short enough to repeat.
fn brief(text: &str) -> String {
    let shown: String = text
        .chars()
        .take(60)
        .map(|letter| {
            if letter.is_control() {
                '\u{fffd}'
            } else {
                letter
            }
        })
        .collect();
    if text.chars().nth(60).is_some() {
        format!("{shown}…")
    } else {
        shown
    }
}

pub(crate) fn no_such_page(path: &str) -> Message {
    message!(
        "there is nothing at {path}",
        "{path} 处没有内容",
        path = brief(path)
    )
}

pub(crate) fn no_such_route(name: &str, names: &[&str]) -> Message {
    message!(
        "there is no question '{name}'; the questions are {names}",
        "没有名为 '{name}' 的查询；可用的有：{names}",
        name = brief(name),
        names = list_of(names)
    )
}

pub(crate) fn method(allowed: &str) -> Message {
    message!(
        "this address takes only {allowed}",
        "此地址只接受 {allowed}",
        allowed = allowed.to_owned()
    )
}

pub(crate) fn unreadable_query(part: &str) -> Message {
    message!(
        "the query cannot be read at '{part}': '%' must be followed by two hexadecimal digits, and the text must be UTF-8",
        "查询在 '{part}' 处无法读取：'%' 之后须为两位十六进制数，且整体为 UTF-8",
        part = brief(part)
    )
}

pub(crate) fn no_such_parameter(name: &str, names: &[&str]) -> Message {
    message!(
        "there is no parameter '{name}'; there are: {names}, lang",
        "没有名为 '{name}' 的参数；可用的有：{names}、lang",
        name = brief(name),
        names = list_of(names)
    )
}

pub(crate) fn twice(name: &str) -> Message {
    message!(
        "the parameter '{name}' is given twice",
        "参数 '{name}' 给出了两次",
        name = brief(name)
    )
}

pub(crate) fn missing(name: &str, example: &str) -> Message {
    message!(
        "the parameter '{name}' is missing, such as: {example}",
        "缺少参数 '{name}'，例如：{example}",
        name = name.to_owned(),
        example = example.to_owned()
    )
}

pub(crate) fn one_of(names: &[&str]) -> Message {
    message!(
        "exactly one of the parameters {names} is needed",
        "参数 {names} 须恰好给出一个",
        names = list_of(names)
    )
}

pub(crate) fn missing_end(name: &str, first: &str) -> Message {
    message!(
        "a range from {first} needs the parameter '{name}' too",
        "从 {first} 开始的范围还需要参数 '{name}'",
        first = first.to_owned(),
        name = name.to_owned()
    )
}

pub(crate) fn zero_byte(name: &str) -> Message {
    message!(
        "the parameter '{name}' contains a zero byte",
        "参数 '{name}' 含有零字节",
        name = brief(name)
    )
}

pub(crate) fn no_truth(name: &str, value: &str) -> Message {
    message!(
        "the parameter '{name}' must be true or false, not '{value}'",
        "参数 '{name}' 应为 true 或 false，而不是 '{value}'",
        name = name.to_owned(),
        value = brief(value)
    )
}

pub(crate) fn no_number(name: &str, value: &str, least: u64, most: u64) -> Message {
    message!(
        "the parameter '{name}' must be a number from {least} to {most}, not '{value}'",
        "参数 '{name}' 应为 {least} 至 {most} 的整数，而不是 '{value}'",
        name = name.to_owned(),
        value = brief(value),
        least = least,
        most = most
    )
}

pub(crate) fn no_count(name: &str, value: &str) -> Message {
    message!(
        "the parameter '{name}' must be a natural number such as 1000, 1_000 or 1e3, not '{value}'",
        "参数 '{name}' 应为 1000、1_000 或 1e3 这样的自然数，而不是 '{value}'",
        name = name.to_owned(),
        value = brief(value)
    )
}

pub(crate) fn not_one_of(name: &str, value: &str, names: &[&str]) -> Message {
    message!(
        "the parameter '{name}' must be one of {names}, not '{value}'",
        "参数 '{name}' 应为 {names} 之一，而不是 '{value}'",
        name = name.to_owned(),
        value = brief(value),
        names = list_of(names)
    )
}

pub(crate) fn no_json(why: &str) -> Message {
    message!(
        "the body is not JSON: {why}",
        "请求体不是 JSON：{why}",
        why = brief(why)
    )
}

pub(crate) fn no_question(why: &str) -> Message {
    message!(
        "these parameters do not form a question: {why}",
        "这些参数不构成查询：{why}",
        why = brief(why)
    )
}

pub(crate) fn no_object() -> Message {
    message!(
        "the body must be a JSON object with the parameters as keys",
        "请求体应为以参数名为键的 JSON 对象"
    )
}

pub(crate) fn no_plain_value(name: &str) -> Message {
    message!(
        "the parameter '{name}' must be a string, a number, true or false, or an array of strings",
        "参数 '{name}' 应为文本、数、真假值或文本的数组",
        name = brief(name)
    )
}

pub(crate) fn wrong_host(host: &str) -> Message {
    message!(
        "this server is not '{host}'",
        "本服务器不是 '{host}'",
        host = brief(host)
    )
}

pub(crate) fn no_host() -> Message {
    message!(
        "a request must name exactly one host",
        "请求须恰好指明一个主机"
    )
}

pub(crate) fn foreign_page() -> Message {
    message!(
        "pages of other sites may not send questions here",
        "其他网站的页面不能在此查询"
    )
}

pub(crate) fn no_sign() -> Message {
    message!(
        "this question may come from a page of another site; a program should send the header 'X-Grundy: 1'",
        "此查询可能来自其他网站的页面；程序请加上请求头 'X-Grundy: 1' 以示区别"
    )
}

pub(crate) fn body_type() -> Message {
    message!(
        "the body of a request must be application/json",
        "请求体的类型应为 application/json"
    )
}

pub(crate) fn query_too_long(most: usize) -> Message {
    message!(
        "the query has more than {most} bytes; send a long text in the body of a POST",
        "查询超过 {most} 字节；长文本请放入 POST 的请求体",
        most = most
    )
}

pub(crate) fn body_too_long(most: usize) -> Message {
    message!(
        "the body has more than {most} bytes",
        "请求体超过 {most} 字节",
        most = most
    )
}

pub(crate) fn body_too_slow() -> Message {
    message!("the body did not arrive in time", "请求体未能及时到达")
}

pub(crate) fn body_broken() -> Message {
    message!("the body cannot be read", "无法读取请求体")
}

pub(crate) fn busy() -> Message {
    message!(
        "too many questions at a time; ask again in a moment",
        "同时的查询过多；请稍后再试"
    )
}

pub(crate) fn stopping() -> Message {
    message!("the server is being stopped", "服务器正在停止")
}

pub(crate) fn out_of_time(milliseconds: u64) -> Message {
    message!(
        "no answer within {milliseconds} ms, the time limit for one question",
        "{milliseconds} 毫秒内没有答案，这是一次查询的时限",
        milliseconds = milliseconds
    )
}

pub(crate) fn too_much_output(most: usize) -> Message {
    message!(
        "the answer has more than {most} bytes; ask for less of it",
        "答案超过 {most} 字节；请缩小范围",
        most = most
    )
}

pub(crate) fn too_much_memory(most: u64) -> Message {
    message!(
        "the question needs more than {most} MiB of memory, the limit for one question",
        "此次查询所需内存超过 {most} MiB，这是一次查询的上限",
        most = most >> 20
    )
}

pub(crate) fn broken() -> Message {
    message!(
        "an internal error of this program; the question has no answer",
        "程序内部错误；此次查询没有答案"
    )
}
