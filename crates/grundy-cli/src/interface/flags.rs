//! The flags of the commands, with their help in both languages.

flags! {
    LANG = "lang" Choice(&["en", "zh"])
        "Language: en or zh (default: from the locale)"
        "语言：en 或 zh（默认取自系统区域设置）";
    RULE = "rule" 'r' Value("RULE")
        "A rule of your own instead of a game, such as 'n -> n-k for k in {1,3,4}', or @FILE"
        "以自定规则代替游戏，例如 'n -> n-k for k in {1,3,4}'，或 @文件";
    LET = "let" Values("NAME=VALUE")
        "Set a number or an array of the rule: m=3, v=[1,3,4], v=@FILE; may be repeated"
        "给规则提供数或数组：m=3、v=[1,3,4]、v=@文件；可重复";
    MISERE = "misere" Nothing "Misère play: the player who cannot move wins" "反常规则（Misère，取最后者负）：不能行动者胜";
    FORM = "format" 'f' Choice(&["text", "json"])
        "Output form: text (default) or json, one object (docs/guide/en/json.md)"
        "输出形式：text（默认）或 json，即一个对象（见 docs/guide/zh/json.md）";
    JSON = "json" Nothing "Short for --format json" "--format json 的简写";
    ALL = "all" Nothing
        "List all winning moves, not only the first ten"
        "列出全部必胜走法，而不只是前十种";
    EXPLAIN = "explain" Nothing
        "Also say which engines declined, and why"
        "另外说明哪些引擎未能回答及其原因";
    GENUS = "genus" Nothing
        "Also show the genus of each component: its values under both plays (docs/guide/en/misere.md)"
        "另外给出每个分量的 genus 符号，即两种规则下的值（见 docs/guide/zh/misere.md）";
    VERIFY = "verify" Nothing
        "Verify values found by a search of components with a second, different search"
        "对由分量搜索得到的值，再用另一方法搜索一次";
    PARQUET = "parquet" Value("FILE")
        "Answer every position in the column 'game' of a Parquet file, into the file that -o names"
        "回答 Parquet 文件 'game' 列中的每个局面，写入 -o 所指的文件";
    BOARDS = "certificate" Value("FILE")
        "Write a certificate of the value, which grundy-check verifies"
        "写出该值的证书，可用 grundy-check 检验";
    SEARCH_THREADS = "threads" Value("N")
        "Threads that search a position that splits into parts (default: 1), or answer the lines of '-' (default: one per processor)"
        "搜索可分解局面的线程数（默认 1）；以 - 逐行读入时为同时作答的线程数（默认每处理器一个）";
    CELL_THREADS = "threads" Value("N")
        "Threads that solve cells at the same time, where each is solved by itself (default: one per processor)"
        "逐格求解时同时求解的线程数（默认每处理器一个）";
    TABLES = "table" Value("DIR")
        "Keep what a search finds in a folder and continue from there; removes the default limits on time and positions"
        "把搜索所得保存在文件夹中，下次从那里继续；未给出时间与局面数的上限时不设上限";
    TREE = "tree" MaybeChoice(&["dot", "text", "svg", "json"])
        "Write the state graph of a small position instead: dot (default), text, svg or json"
        "改为输出小局面的状态图：dot（默认）、text、svg 或 json";
    BINARY = "binary" Nothing
        "Write the nim-sum in binary columns instead, as an SVG picture"
        "改为输出二进制异或和的 SVG 图";
    PROCESSES = "processes" Value("N")
        "Search boards that fall apart with N processes on this machine, including this one (docs/guide/en/cluster.md)"
        "由本机的 N 个进程（含本进程）搜索可分解的棋盘（见 docs/guide/zh/cluster.md）";
    LISTEN = "listen" Value("ADDRESS:PORT")
        "Let processes on other machines join the search at this address"
        "让其他机器的进程一同搜索：它们应连接的地址";
    JOIN = "join" Value("ADDRESS:PORT")
        "Join the search of a process listening at this address; GAME must be the same"
        "为在该地址监听的进程搜索，所问的 GAME 须相同";
    TOKEN_FILE = "token-file" Value("FILE")
        "With --listen and --join: the file with the token that authenticates the processes"
        "与 --listen 和 --join 合用：存有口令的文件，进程以此相认";
    POSITIONS = "positions" (was "budget-positions") Value("N")
        "At most N positions: 500_000, 20M, 1e9 or none (default: 20M; none with --time)"
        "最多考察 N 个局面：500_000、20M、1e9 或 none（默认 20M；给出 --time 时为 none）";
    MEMORY = "memory" (was "budget-bytes") Value("SIZE")
        "At most this much memory: 512M, 8G (default: 2G)"
        "最多使用的内存：512M、8G（默认 2G）";
    TIME = "time" (was "budget-time") Value("TIME")
        "At most this much time for the whole command: 500ms, 30s, 5m or none (default: 10s for each question)"
        "整个命令最多使用的时间：500ms、30s、5m 或 none（默认每个问题 10s）";
    MINUTE = "time" (was "budget-time") Value("TIME")
        "At most this much time for the whole command: 500ms, 30s, 5m or none (default: 60s)"
        "整个命令最多使用的时间：500ms、30s、5m 或 none（默认 60s）";
    HALF_MINUTE = "time" (was "budget-time") Value("TIME")
        "At most this much time for the whole command: 500ms, 30s, 5m or none (default: 30s)"
        "整个命令最多使用的时间：500ms、30s、5m 或 none（默认 30s）";
    NO_TIME = "time" (was "budget-time") Value("TIME")
        "At most this much time for the whole command: 500ms, 30s, 5m or none (default: none)"
        "整个命令最多使用的时间：500ms、30s、5m 或 none（默认 none）";
    FORMAT = "format" 'f' Choice(&["text", "csv", "json", "svg", "png"])
        "text, csv, json, svg or png (default: by the file's name, else text)"
        "text、csv、json、svg 或 png（默认按文件名，否则为 text）";
    OUTPUT = "output" 'o' Value("FILE")
        "Write to a file, which appears only once it is complete"
        "写入文件；完整之后才出现";
    PROBLEM = "problem" Value("FILE")
        "A file with problems of your own (TOML)"
        "自定义题目的文件（TOML）";
    /// As everywhere; what is no form of output is the file that this flag took in version 0.1.
    FORM_OR_FILE = "format" 'f' Value("FORMAT")
        "Output form: text (default) or json"
        "输出形式：text（默认）或 json";
    LIST = "list" AnyWords("WORD")
        "List all problems, or those with all the given words in their name, title, source, game or statement"
        "列出全部题目，或含有所给各词的题目：名称、标题、来源、游戏、题意均可";
    ABOUT = "about" Nothing
        "Describe the problem: rule, input, answers, limits, sample"
        "说明题目：规则、输入、答案、数据范围与样例";
    SHOW = "show" Nothing
        "Print a known problem as TOML, as a start for one of your own"
        "以 TOML 输出已知题目，可作为自定义题目的起点";
    ASSUME_FINITE = "assume-finite" Nothing "Assume that the game terminates, where this cannot be proved" "无法证明对局必然结束时，视为必然结束";
    EXPLAIN_CASES = "explain" Nothing
        "For each case, show the game, who wins and why"
        "逐组说明是什么局面、谁胜及理由";
    JSON_CASES = "json" Nothing
        "One JSON object for each case; with --list or --about, the problems"
        "每组输出一个 JSON 对象；与 --list 或 --about 合用时输出题目";
    THREADS = "threads" Choice(&["1", "2"])
        "Threads for a file: 1 or 2 (default: 2 where there are two processors)"
        "读文件的线程数：1 或 2（有两个处理器时默认 2）";
    SEQUENCE_THREADS = "threads" Value("N")
        "Threads for the values of a code with many rare values (default: 1); the values are the same"
        "稀有值很多的代号所用的线程数（默认 1），所得的值相同";
    THEOREMS = "theorems" Nothing
        "Show the machine-checked theorems of one game or of all"
        "改为列出经机器检验的定理，某一游戏的或全部";
    OUTCOMES = "outcomes" Nothing
        "Show who wins (P, N) instead of the values"
        "显示胜负（P、N）而非 SG 值";
    NUMBER = "number" 'n' Value("N")
        "How many values, from heap 0 on: 1000000, 1_000_000, 1e6 or 10^6 (default: 40)"
        "值的个数（从堆 0 起）：1000000、1_000_000、1e6 或 10^6（默认 40）";
    FROM = "from" Value("HEAP")
        "The first heap to show (default: 0)"
        "从哪一堆开始输出（默认 0）";
    FORMAT_VALUES = "format" 'f' Choice(&["text", "csv", "u8", "u16", "u32", "npy", "parquet"])
        "text, csv, u8, u16, u32, npy or parquet (default: by the file's name, else text)"
        "text、csv、u8、u16、u32、npy 或 parquet（默认按文件名，否则为 text）";
    WIDTH = "width" Choice(&["8", "16", "32"])
        "Bits of a value in npy and parquet: 8, 16 or 32 (default: 16)"
        "npy 与 parquet 中每个值的位数：8、16 或 32（默认 16）";
    STATS = "stats" Nothing
        "Statistics: largest value, rare values, frequencies"
        "统计：最大值、稀有值、频数";
    JSON_STATS = "json" Nothing
        "The statistics as one JSON object (docs/guide/en/json.md)"
        "以一个 JSON 对象输出统计（见 docs/guide/zh/json.md）";
    PLOT = "plot" Value("FILE")
        "Draw the values against the heaps: FILE.svg or FILE.png; - is SVG on standard output"
        "画出值与堆的散点图：FILE.svg 或 FILE.png；- 表示将 SVG 写到标准输出";
    CHECKPOINT = "checkpoint" Value("FILE")
        "Write checkpoints from which --resume continues"
        "写检查点，可用 --resume 继续";
    EVERY = "every" Value("INTERVAL")
        "How often: a time (30s, 5m) or a number of values (1e9) (default: 60s)"
        "间隔：时间（30s、5m）或值的个数（1e9）（默认 60s）";
    RESUME = "resume" Nothing "Continue from the checkpoint" "从检查点继续";
    RESTART = "restart" Nothing
        "Start over even if there is a checkpoint"
        "忽略已有的检查点，重新开始";
}
