//! What is said of misère quotients.

use grundy::{Exhausted, Lang, Message, Reason, Text, message};
use grundy_service::quotient::{End, EndedBy, MOST_ORDER, Response, Status};
use grundy_service::quotients::{Family, Sum};

labels! {
    /// Labels of a quotient.
    QuotientWord {
        Order "order" "阶";
        Kind "kind" "类型";
        Covered "heaps" "堆";
        Phi "Φ" "Φ";
        Generators "generators" "生成元";
        Relations "relations" "关系";
        InP "P" "P";
        Kernel "kernel" "核";
        Idempotents "idempotents" "幂等元";
        Ended "ended" "终止";
        LowerBound "lower bound" "下界";
        Failed "refused" "否决";
        Growth "growth" "增长";
        Law "law" "规律";
        Example "example" "举例";
        Tame "tame: it is the quotient of some heaps of Nim" "驯顺（tame）：与若干尼姆堆的商相同";
        Wild "wild: it is not the quotient of any heaps of Nim" "不驯（wild）：与任何尼姆堆的商都不同";
        Products "Products" "乘积";
        Components "Positions" "局面";
        Winning "the player to move wins" "先手必胜";
        Losing "the player to move loses" "后手必胜";
        CayleyLegend "red: the previous player wins; green: the next player wins; loops are left out" "红：后手必胜；绿：先手必胜；自环略去";
    }
}

messages! {
    /// The order, with the size of P.
    fn elements(order: usize, p: usize)
        "{order}, of which {p} are in P (the previous player wins)"
        "{order}，其中 {p} 个属于 P（后手必胜）";
    /// How far heaps are covered.
    fn covered_heaps(last: u64, change: u64)
        "0 to {last} one by one; heap {change} is the last that changed the quotient"
        "已逐一计算堆 0 至 {last}；最后一个使商改变的是堆 {change}";
    /// That values repeat.
    fn repeats(game: &str, preperiod: u64, period: u64)
        "{game}: period {period} from heap {preperiod} on, proved"
        "{game}：自堆 {preperiod} 起周期为 {period}，已证明";
    /// How far Φ is known where no period is.
    fn no_repeats(game: &str, last: u64)
        "{game}: known to heap {last}"
        "{game}：已知到堆 {last}";
    /// Behind some of many.
    fn and_more(count: usize) "… and {count} more (--json lists all)" "……另有 {count} 个（--json 列出全部）";
    /// Heads the values of heaps.
    fn values_of(game: &str, from: u64, to: u64)
        "Φ of {game}, heaps {from} to {to}"
        "{game} 的 Φ，堆 {from} 至 {to}";
    /// What a quotient with one letter more must have.
    fn lower_bound(at: &str, bound: usize)
        "with {at}, at least {bound#element}"
        "加上 {at} 后至少有 {bound} 个元素";
    /// The same where nothing is left out.
    fn lower_bound_beyond(bound: usize)
        "beyond, at least {bound#element}"
        "再往后至少有 {bound} 个元素";
    /// How a quotient seems to grow.
    fn growth(from: usize, heaps: usize, elements: usize)
        "observed, not proved: from heap {from} on it grows by {elements#element} every {heaps#heap}"
        "观察所得，未证明：自堆 {from} 起，每 {heaps} 堆增加 {elements} 个元素";
    /// A number of heaps that is none.
    fn no_heaps(found: &str)
        "--heaps: expected a number such as 100 or 1e4, found '{found}'"
        "--heaps：此处应为 100 或 1e4 这样的数，却是 '{found}'";
    /// A number of elements that is none.
    fn no_order_text(found: &str)
        "--max-order: expected a number from 1 to 65536, found '{found}'"
        "--max-order：此处应为 1 至 65536 的数，却是 '{found}'";
    /// The same where it is a number.
    fn no_order(found: u64)
        "--max-order: expected a number from 1 to 65536, found {found}"
        "--max-order：此处应为 1 至 65536 的数，却是 {found}";
    /// A range that is none.
    fn no_phi(what: Message) "--phi: {what}" "--phi：{what}";
    /// Two things on standard output.
    fn one_picture()
        "--svg - and --dot - would both go to standard output: name a file for one of them"
        "--svg - 与 --dot - 都要写到标准输出：请为其一指定文件";
    /// A table of products too large for a terminal.
    fn table_too_large(order: usize, most: usize)
        "a table of the products of {order} elements is too large to show (at most {most}); --json has up to 1024"
        "{order} 个元素的乘积表太大，无法显示（最多 {most} 个）；--json 可列到 1024 个";
    /// The same for JSON.
    fn products_too_many(order: usize, most: usize)
        "the products of {order} elements are too many to list (at most {most})"
        "{order} 个元素的乘积太多，无法列出（最多 {most} 个）";
    /// A quotient too large for a picture.
    fn cayley_too_large(order: usize, most: usize)
        "a quotient of {order} elements is too large to draw (at most {most})"
        "{order} 个元素的商太大，无法画出（最多 {most} 个）";
    /// A certificate of heaps of several games.
    fn no_certificate_of_several()
        "certificates are for the heaps of one game, or for positions; not for heaps of several games together"
        "证书只用于单个游戏的各堆，或若干局面；不用于多个游戏的堆之和";
    /// `--genus` beside what it cannot stand with.
    fn genus_needs_one()
        "--genus is for one position, not for lines from standard input"
        "--genus 只用于一个局面，不能用于标准输入的多行";
    /// Heads the table of quotients.
    fn quotients_heading(codes: usize)
        "Misère quotients of {codes} codes: of three octal digits, of two after 4., and of two hexadecimal digits"
        "{codes} 个代号的反常规则商：三位八进制代号、4. 后两位的代号、两位十六进制代号";
    /// What the words of the table mean.
    fn quotients_meaning()
        "complete: the quotient of heaps of every size, proved by a certificate whose SHA-256 is in --json. partial: exact for all sums of heaps up to the last; nothing is known beyond. tame: the quotient of some heaps of Nim; regular, irregular: wild, with a kernel that is played as under normal play or without one."
        "完整：任意大小的堆的商，有证书为证，其 SHA-256 见 --json。部分：对不超过最后一堆的堆的一切和精确成立，更大的堆未知。驯顺：与若干尼姆堆的商相同；正则、非正则：均不驯，前者的核如正规玩法，后者则否。";
    /// What a quotient with one heap more must have.
    fn quotients_bound(bound: u64)
        "one heap more: at least {bound#element}"
        "再加一堆：至少 {bound} 个元素";
    /// What a generator does in a picture.
    fn times(names: String) "times {names}" "乘以 {names}";
}

/// The columns of the table of quotients.
pub(crate) fn quotients_columns(lang: Lang) -> [&'static str; 9] {
    match lang {
        Lang::En => [
            "code",
            "status",
            "kind",
            "order",
            "|P|",
            "pre-period",
            "period",
            "last heap",
            "beyond",
        ],
        Lang::Zh => [
            "代号",
            "状态",
            "类型",
            "阶",
            "|P|",
            "前周期",
            "周期",
            "最后一堆",
            "更大的堆",
        ],
    }
}

/// How far a quotient of the table goes.
pub(crate) fn quotients_status(is_complete: bool) -> Text {
    match is_complete {
        true => Text::new("complete", "完整"),
        false => Text::new("partial", "部分"),
    }
}

/// The kind of a quotient of the table, by its word.
pub(crate) fn quotients_kind(nature: &str) -> Text {
    match nature {
        "tame" => Text::new("tame", "驯顺"),
        "regular" => Text::new("regular", "正则"),
        _ => Text::new("irregular", "非正则"),
    }
}

/// Between notes.
pub(crate) fn between_notes(lang: Lang) -> &'static str {
    Text::new("; ", "；").of(lang)
}

/// How a quotient was seen to grow: from which heap on, after how many heaps, by how many elements.
pub(crate) fn quotients_growth((from, heaps, elements): (u64, u64, u64)) -> Message {
    message!(
        "observed, not proved: from heap {from} on {elements#element} more after {heaps#heap}",
        "仅为观察，未证明：自堆 {from} 起每 {heaps} 堆增加 {elements} 个元素",
        from = from,
        elements = elements,
        heaps = heaps
    )
}

/// How many codes of a family are complete.
pub(crate) fn quotients_sum(sum: Sum) -> Message {
    let family = match sum.family {
        Family::Octal => message!(
            "octal codes of up to three digits",
            "不超过三位的八进制代号"
        ),
        Family::FirstFour => message!(
            "octal codes of up to two digits after 4.",
            "4. 后不超过两位的八进制代号"
        ),
        Family::Hexadecimal => message!(
            "codes of up to two digits that are not octal",
            "不超过两位、非八进制的十六进制代号"
        ),
    };
    message!(
        "{complete} of {codes} {family} are complete",
        "{family}：{codes} 个中 {complete} 个完整",
        complete = sum.complete as u64,
        codes = sum.codes as u64,
        family = family
    )
}

/// The genus of a component.
pub(crate) fn genus(symbol: &str, tame: bool) -> Message {
    match tame {
        true => message!("{genus}  tame", "{genus}  驯顺（tame）", genus = symbol),
        false => message!("{genus}  wild", "{genus}  不驯（wild）", genus = symbol),
    }
}

/// How far a quotient goes.
pub(crate) fn quotient_status(of: &Response) -> Message {
    let (status, is_of_heaps) = (of.status, of.heaps().is_some());
    if let (Status::Partial, Some(_), Some(end)) = (status, of.law(), &of.end) {
        return message!(
            "Partial: exact for all sums of what it covers; a law covers those with {at} too; nothing is known beyond",
            "部分：对所覆盖者的一切和精确成立；含 {at} 的和由规律给出；此外未知",
            at = end.at.clone()
        );
    }
    match (status, is_of_heaps) {
        (Status::Complete, _) => message!(
            "Complete: heaps of every size, proved",
            "完整：覆盖任意大小的堆，已证明"
        ),
        (Status::Closed, true) => message!(
            "Exact for all sums of the heaps that were asked for",
            "对所问各堆的一切和精确成立"
        ),
        (Status::Closed, false) => message!(
            "Exact for all sums of these positions and what can follow them",
            "对这些局面及其后续的一切和精确成立"
        ),
        (Status::Partial, _) => message!(
            "Partial: exact for all sums of what it covers; nothing is known beyond",
            "部分：对所覆盖者的一切和精确成立；此外未知"
        ),
    }
}

/// The flag that allows more of what ran out.
pub(crate) fn budget_flag(exhausted: Exhausted) -> &'static str {
    match exhausted {
        Exhausted::Time(_) => "--time",
        Exhausted::Bytes(_) => "--memory",
        Exhausted::Positions(_) => "--positions",
        Exhausted::Interrupted => "",
    }
}

/// What ended the search for a law, where the budget did.
pub(crate) fn law_stopped(exhausted: Exhausted) -> Option<Message> {
    Some(match exhausted {
        Exhausted::Time(_) => message!(
            "the search for a law with it ran out of time (--time)",
            "寻找含它的规律时，时间用尽（--time）"
        ),
        Exhausted::Bytes(_) => message!(
            "the search for a law with it ran out of memory (--memory)",
            "寻找含它的规律时，内存用尽（--memory）"
        ),
        Exhausted::Positions(_) => message!(
            "the search for a law with it reached the limit of positions (--positions)",
            "寻找含它的规律时，考察的局面数已达上限（--positions）"
        ),
        Exhausted::Interrupted => return None,
    })
}

/// Where and why building ended, with the flag that allows more.
pub(crate) fn quotient_ended(end: &End) -> Message {
    let flag = match &end.why {
        EndedBy::Order {
            by_memory: true, ..
        } => "--memory",
        EndedBy::Order { most, .. } if *most as u64 >= MOST_ORDER => "",
        EndedBy::Order { .. } => "--max-order",
        EndedBy::Reason(Reason::Exhausted(exhausted)) => budget_flag(*exhausted),
        EndedBy::Reason(_) => "",
    };
    let (at, why) = (end.at.clone(), end.why.describe());
    if flag.is_empty() {
        return message!(
            "before {at}: {why}",
            "在 {at} 之前：{why}",
            at = at,
            why = why
        );
    }
    message!(
        "before {at}: {why} ({flag})",
        "在 {at} 之前：{why}（{flag}）",
        at = at,
        why = why,
        flag = flag
    )
}
