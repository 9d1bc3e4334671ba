//! The parameters that several routes share.

use grundy_service::rule::Written;
use grundy_service::solve::Position;
use grundy_service::{Attached, Failure, Sink};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The forms among which a question chooses by their names; the first where it names none.
macro_rules! forms {
    ($(#[$about:meta])* $name:ident: $first:ident, $($other:ident),+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Default, Deserialize, JsonSchema, Serialize)]
        #[serde(rename_all = "lowercase")]
        enum $name {
            #[default]
            $first,
            $($other),+
        }

        impl From<$name> for Form {
            fn from(named: $name) -> Form {
                match named {
                    $name::$first => Form::$first,
                    $($name::$other => Form::$other),+
                }
            }
        }
    };
}

pub(super) use forms;

/// A rule in the place of a game.
#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Rule {
    /// A rule in place of a game
    #[schemars(
        example = "n -> n-k for k in {1,3,4}",
        extend("zh" = "以规则代替游戏")
    )]
    rule: Option<String>,
    /// Gives the rule a number or an array; may be repeated
    #[serde(default)]
    #[schemars(example = ["m=3"], extend("zh" = "给规则提供数或数组；可重复"))]
    r#let: Vec<String>,
}

impl Rule {
    /// The rule, where there is one.
    pub(super) fn written(&self) -> Result<Option<Written>, Failure> {
        self.with(&Attached::default())
    }

    /// The same, where `@-` is the text that came with the question.
    fn with(&self, sink: &dyn Sink) -> Result<Option<Written>, Failure> {
        let given = self.r#let.iter().map(String::as_str);
        let files = |name: &str| sink.read(name, u64::MAX);
        Written::typed(self.rule.as_deref(), given, &files)
    }
}

/// A position of a game or of a rule.
#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Place {
    /// The position; with a rule, its heaps or coordinates
    #[schemars(
        example = "nim 3 5 7",
        extend("zh" = "局面；给出规则时为其堆或坐标")
    )]
    pub(super) game: String,
    #[serde(flatten)]
    pub(super) rule: Rule,
}

/// The play.
#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Played {
    /// Misère play: who cannot move wins
    #[serde(default)]
    #[schemars(extend("zh" = "反常规则：不能行动者胜"))]
    pub(super) misere: bool,
}

/// What a position may need besides its words.
#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Brought {
    /// The text that @- in the position stands for: a graph or a tree
    #[schemars(
        example = "a b",
        extend("zh" = "局面中 @- 所代表的文本：图或树")
    )]
    input: Option<String>,
}

impl Place {
    /// The position, and what is left of the text that came with it.
    pub(super) fn position(
        self,
        Played { misere }: Played,
        Brought { input }: Brought,
    ) -> Result<(Position, Option<String>), Failure> {
        let input = Attached::new(input);
        let position = Position {
            rule: self.rule.with(&input)?,
            game: self.game,
            misere,
        };
        Ok((position, input.left()))
    }
}

/// A game without a position, or a rule.
#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Rules {
    /// A game without a position: an octal code such as 0.77, take:1,3,4, kayles
    #[schemars(
        example = "0.77",
        extend("zh" = "不带局面的游戏：0.77 之类的八进制代号、take:1,3,4、kayles")
    )]
    pub(super) game: Option<String>,
    #[serde(flatten)]
    pub(super) rule: Rule,
}
