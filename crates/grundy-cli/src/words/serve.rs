//! What `grundy serve` says.

use std::io;

use grundy::{Message, message};

/// A port that is none.
pub(crate) fn no_port(found: &str) -> Message {
    message!(
        "--port: expected a number from 0 to 65535, found '{found}'",
        "--port：应为 0 至 65535 的整数，却是 '{found}'",
        found = found
    )
}

/// An address that is none.
pub(crate) fn no_address(found: &str) -> Message {
    message!(
        "--host: expected an address of this machine such as 127.0.0.1, 0.0.0.0 or localhost, found '{found}'",
        "--host：应为本机地址，如 127.0.0.1、0.0.0.0 或 localhost，却是 '{found}'",
        found = found
    )
}

/// A server that cannot listen.
pub(crate) fn cannot_listen(address: &str, error: &io::Error) -> Message {
    message!(
        "cannot listen on {address}: {error}",
        "无法监听 {address}：{error}",
        address = address,
        error = error.to_string()
    )
}

/// A server that ended by itself.
pub(crate) fn cannot_serve(error: &io::Error) -> Message {
    message!(
        "the server ended: {error}",
        "服务器已停止：{error}",
        error = error.to_string()
    )
}

/// The port that was meant is taken.
pub(crate) fn port_taken(port: u16) -> Message {
    message!(
        "port {port} is taken; another one is used",
        "端口 {port} 已被占用，改用其他端口",
        port = u64::from(port)
    )
}

/// Others can reach the server; perhaps it is known at which address.
pub(crate) fn others_can_ask(address: Option<String>) -> Message {
    match address {
        None => message!(
            "others on the network can use this page",
            "网络上的其他人也可以使用此网页"
        ),
        Some(address) => message!(
            "others on the network can use this page: {address}",
            "网络上的其他人也可以使用此网页：{address}",
            address = address
        ),
    }
}

/// How the server is ended.
pub(crate) fn how_to_end() -> Message {
    message!("Ctrl-C ends the server", "按 Ctrl-C 结束服务")
}

/// No browser could be opened.
pub(crate) fn no_browser() -> Message {
    message!(
        "no browser could be opened; open the address yourself",
        "无法打开浏览器；请自行打开该地址"
    )
}

/// A question without a limit of time.
pub(crate) fn needs_time() -> Message {
    message!(
        "--budget-time: a question to a server needs a limit, from 1ms to 24h",
        "--budget-time：向服务器的查询须有时限，1ms 至 24h"
    )
}
