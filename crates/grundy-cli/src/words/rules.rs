//! What is said of a rule of the user's own.

use grundy::rule::{Evidence, Recognised};
use grundy::{Message, message};
use grundy_service::Refused;

/// Which game it is.
pub(crate) fn recognised(known: &Recognised) -> Message {
    match known.evidence {
        Evidence::Form => message!(
            "this is {game}, by the form of the rule",
            "由规则的形式可知，这就是 {game}",
            game = known.head.clone()
        ),
        Evidence::Compared(below) => message!(
            "this looks like {game}: the same options wherever all coordinates are below {below} (checked)",
            "看来是 {game}：各坐标小于 {below} 时后继全部相同（已核对）",
            game = known.head.clone(),
            below = below
        ),
    }
}

pub(crate) use grundy_service::period::by_options;

/// What the service refuses, with the flags and commands of the command line where its own words have none.
pub(crate) fn refused(refused: &Refused) -> Message {
    match refused {
        Refused::NothingAsked => game_or_rule_missing(),
        Refused::GivenTwice(name) => given_twice(name),
        Refused::NoBoards => no_boards(),
        Refused::GivenUnused(name) => given_unused(name),
        Refused::GivenWithoutRule => let_without_rule(),
        Refused::NoGiven(found) => no_given(found),
        Refused::GameBesideRule(found) => game_beside_rule(found),
        Refused::NoFormat(found, near) => super::no_such_format(found, near),
        Refused::TooManyCoordinates(found) => too_many_coordinates(*found),
        Refused::OneCoordinate(found) => one_coordinate(*found),
        Refused::WindowTooLong { end, most } => super::window_too_long(*end, *most),
        Refused::NumberOfElements(found) => super::no_order(*found),
        other => other.describe(),
    }
}

/// A range that leaves out its end, as `1..3`.
pub(crate) fn end_excluded(name: &str, end: u64) -> Message {
    message!(
        "{name} in 1..{end} goes up to {last}; {name} in 1..={end} includes {end}",
        "{name} in 1..{end} 只到 {last}；要包含 {end} 请写 {name} in 1..={end}",
        name = name,
        last = end - 1,
        end = end
    )
}

messages! {
    /// A name of a rule that is bound nowhere.
    fn given_by_let(name: &str)
        "a number or an array may also be given from outside: --let {name}=3, --let '{name}=[1,3,4]'"
        "也可从外部给出数或数组：--let {name}=3、--let '{name}=[1,3,4]'";
    /// `--let` without a rule to give anything to.
    fn let_without_rule()
        "--let gives numbers to a rule, but there is no --rule"
        "--let 用于给规则提供数，但没有 --rule";
    /// `--let` that cannot be read.
    fn no_given(found: &str)
        "--let: expected NAME=NUMBER, NAME=[1,2,3] or NAME=@FILE, found '{found}'"
        "--let 之后应为 名称=数、名称=[1,2,3] 或 名称=@文件，却是 '{found}'";
    /// A game and a rule.
    fn game_beside_rule(found: &str)
        "--rule replaces the game, but '{found}' is given as well"
        "已用 --rule 给出规则，就不应再给 '{found}'";
    /// Neither a game nor a rule.
    fn game_or_rule_missing()
        "give a game, or a rule with --rule"
        "此处应为一个游戏，或用 --rule 给出规则";
    /// A sequence of something with more than one coordinate.
    fn one_coordinate(found: usize)
        "a sequence needs a rule with one coordinate, this one has {found}; grundy table shows two"
        "序列要求规则只有一个坐标，此规则有 {found} 个；两个坐标可用 grundy table";
    /// Checkpoints need the engine of a code.
    fn no_checkpoint_of_rule()
        "checkpoints and certificates are for codes and sets of takes; this rule is computed as a whole"
        "检查点与证书只用于代号与取数集合；此规则须一次算完";
    /// `--let` twice for the same name.
    fn given_twice(name: &str) "--let gives '{name}' twice" "--let 两次给出 '{name}'";
    /// `solve --certificate` of what has none.
    fn no_boards()
        "there is no certificate of this value: only a single position of Cram, Node Kayles or Arc Kayles under normal play has one; periods have certificates by 'grundy period --certificate', misère quotients by 'grundy quotient --certificate'"
        "此值没有证书：只有 Cram、Node Kayles、Arc Kayles 的单个局面在正常规则下才有；周期的证书用 'grundy period --certificate'，反常规则商的用 'grundy quotient --certificate'";
    /// `--let` for a name that the rule does not use.
    fn given_unused(name: &str)
        "--let gives '{name}', but the rule does not use it"
        "--let 给出了 '{name}'，但规则没有用到它";
    /// A table of a rule with more coordinates than it has axes.
    fn too_many_coordinates(found: usize)
        "a table shows one or two coordinates, and this rule has {found}; grundy solve answers single positions"
        "表只能显示一个或两个坐标，而此规则有 {found} 个；单个局面可用 grundy solve";
}
