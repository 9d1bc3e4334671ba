//! What is said of graphs in files.

use grundy::{Lang, Message, Outcome, message};
use grundy_graph::Effort;

labels! {
    /// Headings.
    GraphWord {
        /// The vertex.
        Vertex "vertex" "顶点";
        /// Its outcome.
        Outcome "outcome" "胜负";
        /// Its value.
        Value "value" "SG 值";
        /// Its remoteness.
        Remoteness "remoteness" "步数";
        /// The best move.
        Move "best move" "最佳走法";
    }
}

messages! {
    /// How large a graph is.
    fn graph_of(vertices: u64, edges: u64)
        "{vertices#vertex/vertices}, {edges#edge}"
        "{vertices} 个顶点，{edges} 条边";
    /// The first line of a list of edges was taken for a header.
    fn header(line: &str)
        "the first line, '{line}', matches the numbers of vertices and edges and is not read as an edge; use --header no to read it as one"
        "首行 '{line}' 与顶点数和边数相符，不作为边读取；若它是边，请用 --header no";
    /// A graph without vertices, and so without answers.
    fn no_vertices(file: &str)
        "{file} is empty or contains only comments: the graph has no vertices"
        "{file} 为空，或只有注释：图没有顶点";
    /// A cycle was found.
    fn cycle(shown: &str) "play can go on for ever: {shown}" "对局可以无限循环：{shown}";
    /// Under a table that is not all of it.
    fn more_vertices(count: u64)
        "… and {count} more: --all shows them, -o FILE.csv (.jsonl, .parquet) writes them to a file"
        "……另有 {count} 个：--all 全部显示，-o FILE.csv（.jsonl、.parquet）写入文件";
    /// A value where play can go on for ever.
    fn loopy_value(value: String) "loopy value {value}" "广义 SG 值 {value}";
    /// Why moves are missing.
    fn moves_untold()
        "The graph is in temporary files, and there may be other such moves; --memory with a larger limit lists them all"
        "图在临时文件中，可能还有其他这样的走法；增大 --memory 可列出全部";
    /// No file named.
    fn no_graph_file() "expected a file with a graph" "应给出图的文件";
    /// A wrong number of threads.
    fn no_graph_threads(found: &str)
        "--threads: expected 1 or 2, found '{found}'"
        "--threads：应为 1 或 2，却是 '{found}'";
    /// A form that is not for the screen.
    fn binary_needs_file()
        "this format is written to a file: name one with -o"
        "此格式须写入文件：请用 -o 指定";
    /// Wrong columns.
    fn no_ends(found: &str)
        "--ends: expected two column names separated by a comma, such as from,to, found '{found}'"
        "--ends：此处应为以逗号分隔的两个列名，如 from,to，却是 '{found}'";
    /// A wrong column of the answers.
    fn no_column(found: &str)
        "--columns: expected some of outcome, value, remoteness, move, found '{found}'"
        "--columns 之后应为 outcome、value、remoteness、move 中的若干项，却是 '{found}'";
    /// Values under misère play.
    fn no_misere_values()
        "under misère play vertices have outcomes, but no values"
        "反常规则下顶点有胜负，但没有 SG 值";
    /// A graph that does not fit.
    fn graph_too_large(why: Message)
        "{why}; allow more with --memory, name a directory for files with --scratch, or share the work with --workers"
        "{why}；可用 --memory 放宽，用 --scratch 指定临时目录，或用 --workers 分担";
    /// Something wrong in a file.
    fn in_graph_file(file: &str, what: Message) "{file}: {what}" "{file}：{what}";
    /// How large a packed file is.
    fn packed(edges: u64, bytes: u64)
        "{edges#edge} in {bytes#byte}"
        "{edges} 条边，共 {bytes} 字节";
    /// Rows of a format and JSON.
    fn rows_or_json()
        "give either --json or a format of rows, not both; --format jsonl writes one object per line"
        "--json 与按行的格式只能选一；--format jsonl 每行写一个对象";
    /// A format for all vertices where one answer was asked for.
    fn one_answer()
        "--at gives one answer, in words or with --json"
        "--at 只给一个答案，以文字或 --json 输出";
    /// No vertex of this name.
    fn no_such_vertex(file: &str, found: &str)
        "there is no vertex '{found}' in {file}"
        "{file} 中没有顶点 '{found}'";
    /// More edges than a game of the catalogue can take.
    fn too_many_edges(most: u64) "more than {most#edge} for this game" "此游戏的边数超过 {most}";
    /// A graph that is too large for another game.
    fn too_many_vertices(most: u64)
        "more than {most#vertex/vertices} for this game"
        "此游戏的顶点数超过 {most}";
    /// A graph that no picture has room for.
    fn too_large_to_draw(most: Message)
        "the graph is too large for this: at most {most}; -o FILE.csv writes all answers"
        "图太大：至多 {most}；-o FILE.csv 可写出全部答案";
    /// So many vertices.
    fn graph_of_vertices(vertices: usize) "{vertices#vertex/vertices}" "{vertices} 个顶点";
    /// A graph that does not fit into memory.
    fn on_scratch(limit: u64 => limit >> 20, place: &str)
        "the graph does not fit into {limit} MiB of memory: files in {place} are used instead (--memory allows more)"
        "图超出 {limit} MiB 内存：改用 {place} 中的文件（可用 --memory 增加内存）";
    /// Scratch files cannot be had.
    fn no_scratch() "cannot write scratch files in" "无法写入临时文件的目录";
    /// JSON of more vertices than memory holds.
    fn lines_for_many()
        "the graph does not fit into memory: --format jsonl writes one object per line"
        "图超出内存：请用 --format jsonl，每行写一个对象";
    /// A misère sum on a graph that is not in memory.
    fn no_misere_sum()
        "misère sums are searched in memory, which the graph exceeds: allow more with --memory"
        "反常规则的和须在内存中搜索，而图超出内存：请用 --memory 放宽";
    /// A flag that is for workers only.
    fn needs_workers(flag: &str) "--{flag} needs --workers" "--{flag} 须与 --workers 合用";
    /// Rows of Parquet in a program that was built without it.
    fn no_parquet()
        "this program was built without the feature 'parquet': use CSV or JSON lines, or build it anew by cargo build --features parquet"
        "此程序编译时未启用 'parquet' 特性：请改用 CSV 或 JSON Lines，或用 cargo build --features parquet 重新编译";
    /// Workers in a program that was built without them.
    #[cfg(not(feature = "cluster"))]
    fn no_cluster()
        "this program was built without --workers: build it with the feature 'cluster'"
        "此程序未包含 --workers：请以 'cluster' 特性编译";
    /// No directory for the answers of workers.
    #[cfg(feature = "cluster")]
    fn workers_need_directory()
        "workers write files into a directory: name a new one with -o"
        "多个工作线程将文件写入目录：请用 -o 指定一个新目录";
    /// Workers were told that there is a header.
    #[cfg(feature = "cluster")]
    fn workers_find_header()
        "--workers detects a header by itself; only --header no can be given"
        "使用 --workers 时自动判断首行，只能指定 --header no";
    /// What workers do not do.
    #[cfg(feature = "cluster")]
    fn workers_answer_all()
        "workers answer for all vertices of a directed graph: --at, --json and --undirected cannot be used with them"
        "多个工作线程回答有向图的全部顶点：不能与 --at、--json、--undirected 合用";
    /// A wrong number of workers.
    #[cfg(feature = "cluster")]
    fn no_workers(found: &str)
        "--workers: expected a number of threads, found '{found}'"
        "--workers 之后应为线程数，却是 '{found}'";
    /// A wrong time.
    #[cfg(feature = "cluster")]
    fn no_patience(found: &str)
        "--patience: expected a time such as 30s or 5m, found '{found}'"
        "--patience 之后应为时间，如 30s、5m，却是 '{found}'";
    /// One of the two flags without the other.
    #[cfg(feature = "cluster")]
    fn hosts_and_process() "--hosts and --process go together" "--hosts 与 --process 须同时给出";
    /// A process that is not in the list.
    #[cfg(feature = "cluster")]
    fn no_process(found: &str, count: usize, file: &str)
        "--process: expected a number below {count}, the number of addresses in {file}; found '{found}'"
        "--process 之后应为小于 {count} 的数（{file} 中有 {count} 个地址），却是 '{found}'";
    /// How far workers are.
    #[cfg(feature = "cluster")]
    fn cluster_progress(answered: u64, total: u64, rate: f64 => format!("{rate:.0}"))
        "{answered} of at most {total} answers, {rate} a second"
        "已得答案 {answered} / 至多 {total}，每秒 {rate}";
    /// A compressed file to write.
    fn written_plain()
        "files are written uncompressed: name one that ends in .csv, .jsonl, .parquet, .dot, .svg or .grg"
        "写出的文件不压缩：文件名应以 .csv、.jsonl、.parquet、.dot、.svg 或 .grg 结尾";
    /// A game with directions on a graph without.
    fn directed_game(name: &str)
        "'{name}' follows the directions of edges: without them play undirected-geography or undirected-edge-geography"
        "'{name}' 按边的方向行走：无方向时请用 undirected-geography 或 undirected-edge-geography";
    /// Piles on edges, which no graph has.
    fn piles_by_solve()
        "graph-nim has piles on its edges: grundy solve graph-nim @FILE VERTEX reads them, a line such as: a b 3"
        "graph-nim 的边上有石子堆：请用 grundy solve graph-nim @FILE VERTEX，每行如：a b 3";
    /// A game that begins on a vertex.
    fn game_needs_vertex(name: &str)
        "'{name}' starts at a vertex: name one with --at"
        "'{name}' 从某个顶点开始：请用 --at 指定";
}

/// Why a sum with so many infinite values has its outcome.
pub(crate) fn sum_of_loopy(infinite: usize, outcome: Option<Outcome>) -> Option<Message> {
    match (infinite, outcome?) {
        (1, Outcome::N) => Some(message!(
            "Smith: the set of the only ∞ contains the nim-sum of the other values, so moving there wins",
            "Smith：唯一的 ∞ 的集合中含有其余各值的异或和，走到该处即胜"
        )),
        (1, _) => Some(message!(
            "Smith: the set of the only ∞ does not contain the nim-sum of the other values: a draw",
            "Smith：唯一的 ∞ 的集合中不含其余各值的异或和：和局"
        )),
        (0, _) => None,
        _ => Some(message!(
            "Smith: with two ∞ or more, neither player can force the end: a draw",
            "Smith：有两个或更多 ∞ 时，双方都不能强制结束：和局"
        )),
    }
}

/// Heads moves of a token, which are all of them or not.
pub(crate) fn graph_moves(outcome: Option<Outcome>, count: usize, complete: bool) -> Message {
    match (outcome, count) {
        (Some(Outcome::D), _) if complete => message!("Moves that hold the draw", "保持和局的走法"),
        (Some(Outcome::D), _) => message!("A move that holds the draw", "一步保持和局的走法"),
        (_, 1) if complete => message!("Winning move", "必胜走法"),
        (_, _) if complete => message!("Winning moves", "必胜走法"),
        _ => message!("A quickest winning move", "一步最快的必胜走法"),
    }
}

/// A graph that is too large for a picture.
#[cfg(feature = "web")]
pub(crate) fn graph_too_large_to_draw(vertices: u64, edges: u64) -> Message {
    message!(
        "the graph is too large to draw: at most {most}",
        "图太大，无法画出：至多 {most}",
        most = graph_of(vertices, edges)
    )
}

/// Standard input, where a file's name would stand.
pub(crate) fn standard_input(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "standard input",
        Lang::Zh => "标准输入",
    }
}

/// How much memory a graph takes.
pub(crate) fn graph_memory(
    vertices: usize,
    edges: usize,
    bytes: u64,
    needed: u64,
    limit: u64,
) -> Message {
    message!(
        "{vertices#vertex/vertices} and {edges#edge}, held in {each} bytes an edge; the answers take up to {needed} MiB of {limit} MiB",
        "{vertices} 个顶点，{edges} 条边，每条边占 {each} 字节；求解至多需要 {limit} MiB 中的 {needed} MiB",
        vertices = vertices,
        edges = edges,
        each = format!("{:.1}", bytes as f64 / edges as f64),
        needed = needed >> 20,
        limit = limit >> 20
    )
}

/// What it took to solve a graph from files.
pub(crate) fn effort(effort: &Effort) -> Message {
    let each = |bytes: u64| format!("{:.0}", bytes as f64 / effort.edges.max(1) as f64);
    message!(
        "answered in {blocks#block}; {read} bytes an edge read from scratch files, {written} written",
        "分 {blocks} 块求解；每条边从临时文件读取 {read} 字节，写入 {written} 字节",
        blocks = effort.blocks,
        read = each(effort.read),
        written = each(effort.written)
    )
}

/// What the workers did.
#[cfg(feature = "cluster")]
pub(crate) fn cluster_report(edges: u64, [read, solved, written]: [f64; 3], sent: u64) -> Message {
    message!(
        "{edges#edge}: {read} s reading, {solved} s solving, {written} s writing; {sent#byte} sent between workers",
        "{edges} 条边：读取 {read} 秒，求解 {solved} 秒，写出 {written} 秒；工作线程之间传送 {sent} 字节",
        edges = edges,
        read = format!("{read:.2}"),
        solved = format!("{solved:.2}"),
        written = format!("{written:.2}"),
        sent = sent
    )
}
