//! What `grundy solve` says of other processes.

use std::io;

use grundy::system;

messages! {
    /// A number of processes that is none.
    fn no_processes(found: &str)
        "--processes: expected a number from 1 to 1024, found '{found}'"
        "--processes：应为 1 至 1024 的整数，却是 '{found}'";
    /// An address that is none.
    fn no_crew_address(found: &str)
        "--listen and --join: expected an address and a port such as 10.0.0.1:2100, found '{found}'"
        "--listen 和 --join：应为地址和端口，如 10.0.0.1:2100，却是 '{found}'";
    /// No token, or none that is long enough.
    fn needs_token()
        "--listen and --join need --token-file: a file of 16 to 256 bytes that nobody else can read, the same on all machines"
        "--listen 和 --join 需要 --token-file：一个 16 至 256 字节、他人不可读、各机器上内容相同的文件";
    /// Why there is no crew.
    fn no_crew(error: &io::Error => system::reason(error))
        "other processes cannot be reached: {error}"
        "无法与其他进程通信：{error}";
}
