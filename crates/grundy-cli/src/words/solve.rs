//! What is said of long searches.

use std::path::Path;

use grundy::{Message, Nimber};

use super::shown;

messages! {
    /// How far a search is.
    fn searching(name: &str, options: u64, entries: u64, filled: u64, rate: u64)
        "{name}: {options} options, {entries} entries, table {filled} % full, {rate} options a second"
        "{name}：已考察 {options} 个后继，{entries} 个条目，表已满 {filled}%，每秒 {rate} 个后继";
    /// How far another search is.
    fn searched(positions: u64, seconds: u64)
        "{positions} positions looked at in {seconds} s"
        "已用 {seconds} 秒，考察 {positions} 个局面";
    /// A table that cannot be gone on with.
    fn damaged_table(path: &Path => shown(path), why: Message)
        "{path} is not a complete table of this search ({why}): the search starts over, and the file stays until a new table is complete"
        "{path} 不是此搜索的完整表（{why}）：搜索从头开始，新表写完之前保留该文件";
    /// A table that another run has.
    fn table_in_use(path: &Path => shown(path))
        "{path} is in use by another run: this one searches without it and saves nothing"
        "{path} 正由另一次运行使用：此次搜索不用该表，也不保存";
    /// After a search that did not end.
    fn table_kept(folder: &Path => shown(folder))
        "what was found is kept in {folder}: the same command continues from there"
        "已得到的结果保存在 {folder}：用同一命令可继续";
    /// The number of threads.
    fn no_threads(text: &str, most: usize)
        "--threads: expected a number from 1 to {most}, found '{text}'"
        "--threads：此处应为 1 至 {most} 的数，却是 '{text}'";
    /// Positions of a file without a place for the answers.
    fn parquet_needs_output()
        "--parquet needs -o FILE for the answers, and no position"
        "--parquet 须与 -o 及要写的文件合用，且不与局面合用";
    /// A file of Parquet that cannot be read.
    #[cfg(feature = "parquet")]
    fn not_parquet(path: &Path => shown(path), error: &parquet::errors::ParquetError => error.to_string())
        "'{path}' cannot be read as Parquet: {error}"
        "'{path}' 无法按 Parquet 读取：{error}";
    /// A file of Parquet without positions.
    #[cfg(feature = "parquet")]
    fn no_positions(path: &Path => shown(path), found: &str)
        "'{path}' has no text column 'game'; its columns are {found}"
        "'{path}' 没有文本列 'game'；其各列为 {found}";
    /// Flags of one position.
    fn needs_one_position(flag: &str)
        "{flag} needs one position"
        "{flag} 需要一个局面";
    /// How the value of a component arises; each option stands with its value.
    fn options_and_mex(game: &str, options: &str, value: &Nimber => value.to_string())
        "options of {game}, with their values: {options}; the smallest number missing among these values is {value}"
        "{game} 的后继及其 SG 值：{options}；这些值中没有出现的最小数是 {value}";
    /// A component that was verified.
    fn verified()
        "verified by a second search without reductions"
        "已由不用化简的第二次搜索验证";
    /// A component that was not.
    fn not_verified(why: Message)
        "not verified: {why}"
        "未验证：{why}";
    /// No component is to be verified.
    fn nothing_to_verify()
        "nothing to verify: no value was found by a search of components"
        "无需验证：没有由分量搜索得到的值";
}
