//! What the operating system says of a file, in words of one's own: its own are those of one language, with a number behind them.

use std::io::{Error, ErrorKind};

use crate::message;
use crate::text::Message;

/// Why a file cannot be read or written.
///
/// ```
/// use grundy_base::{Lang, system};
/// let error = std::fs::read("no/such/file").unwrap_err();
/// assert_eq!(system::reason(&error).render(Lang::En), "there is no such file or folder");
/// assert_eq!(system::reason(&error).render(Lang::Zh), "没有这个文件或文件夹");
/// ```
pub fn reason(error: &Error) -> Message {
    // What a program says of its own is a whole sentence.
    if error.get_ref().is_some() {
        return Message::verbatim(error.to_string());
    }
    match error.kind() {
        ErrorKind::NotFound => message!("there is no such file or folder", "没有这个文件或文件夹"),
        ErrorKind::PermissionDenied => message!("permission is denied", "没有权限"),
        ErrorKind::IsADirectory => message!("it is a folder, not a file", "这是文件夹，不是文件"),
        ErrorKind::NotADirectory => message!(
            "a part of the path is a file, not a folder",
            "路径中有一段是文件，不是文件夹"
        ),
        ErrorKind::AlreadyExists => message!("it already exists", "已经存在"),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            message!("the disk is full", "磁盘已满")
        }
        ErrorKind::FileTooLarge => message!(
            "the file would be larger than the system allows",
            "文件超过系统允许的大小"
        ),
        ErrorKind::ReadOnlyFilesystem => message!(
            "the disk can only be read, not written",
            "磁盘只能读取，不能写入"
        ),
        ErrorKind::InvalidData => message!("it is not text in UTF-8", "不是 UTF-8 编码的文本"),
        ErrorKind::AddrInUse => message!("the address is in use", "该地址已被占用"),
        ErrorKind::AddrNotAvailable => {
            message!(
                "this machine does not have that address",
                "该地址不属于本机"
            )
        }
        ErrorKind::ConnectionRefused => message!("nothing is listening there", "该地址无人监听"),
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            message!("the connection was closed", "连接已断开")
        }
        ErrorKind::TimedOut => message!("there was no reply in time", "等待超时"),
        ErrorKind::OutOfMemory => message!("there is too little memory", "内存不足"),
        _ => Message::verbatim(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn usual_reasons_are_told_in_both_languages_without_numbers() {
        // The numbers of Linux: no entry, no permission, a folder, no space.
        for number in [2, 13, 21, 28] {
            let reason = reason(&Error::from_raw_os_error(number));
            let (en, zh) = (reason.render(Lang::En), reason.render(Lang::Zh));
            assert!(!en.contains("os error") && !zh.is_ascii(), "{en} {zh}");
        }
        let own = Error::other("the file 'x' is damaged");
        assert_eq!(
            super::reason(&own).render(Lang::Zh),
            "the file 'x' is damaged"
        );
    }
}
