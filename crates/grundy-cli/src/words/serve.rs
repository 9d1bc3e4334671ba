//! What `grundy serve` and `grundy docs` say.

use std::io;
use std::path::Path;

use grundy::{Message, message, system};

use super::shown;

messages! {
    /// A port that is none.
    fn no_port(found: &str)
        "--port: expected a number from 0 to 65535, found '{found}'"
        "--port：应为 0 至 65535 的整数，却是 '{found}'";
    /// An address that is none.
    fn no_address(found: &str)
        "--host: expected an address of this machine such as 127.0.0.1, 0.0.0.0 or localhost, found '{found}'"
        "--host：应为本机地址，如 127.0.0.1、0.0.0.0 或 localhost，却是 '{found}'";
    /// A server that cannot listen.
    fn cannot_listen(address: &str, error: &io::Error => system::reason(error))
        "cannot listen on {address}: {error}"
        "无法监听 {address}：{error}";
    /// A server that ended by itself.
    fn cannot_serve(error: &io::Error => system::reason(error))
        "the server ended: {error}"
        "服务器已停止：{error}";
    /// The port that was meant is taken.
    fn port_taken(port: u16 => u64::from(port))
        "port {port} is in use; another one is used instead"
        "端口 {port} 已被占用，改用其他端口";
    /// How the server is ended.
    fn how_to_end() "Ctrl-C ends the server" "按 Ctrl-C 结束服务";
    /// No browser could be opened.
    fn no_browser()
        "no browser could be opened; open the address yourself"
        "无法打开浏览器；请自行打开该地址";
    /// A page that the guide has not.
    fn no_guide_page(page: &str, pages: &str)
        "the guide has no page '{page}'; its pages are: {pages}"
        "指南中没有 '{page}' 这一页；现有：{pages}";
    /// A folder with something else in it.
    fn no_room_for_book(path: &Path => shown(path))
        "'{path}' is not empty and does not hold a book that could be replaced; name a new folder"
        "'{path}' 不是空文件夹，其中也没有可替换的书；请指定新文件夹";
    /// A question without a limit of time.
    fn needs_time()
        "--time: a question to a server needs a limit, from 1ms to 24h"
        "--time：向服务器的查询须有时限，1ms 至 24h";
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
