//! The catalogue, graphs.

use grundy_service::{Request, atlas, games, quotients, steps, theorems};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shared::{Played, forms};
use super::{Asks, Form, Question, Wrong};

#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Games {
    /// One game
    #[schemars(example = &"nim", extend("zh" = "某一游戏"))]
    name: Option<String>,
    /// Instead, the periods of all octal codes of up to three digits
    #[serde(default)]
    #[schemars(extend("zh" = "改为列出不超过三位的全部八进制代号的周期"))]
    octal: bool,
    /// With octal: codes of up to so many digits, 1 to 4 (3 if none)
    #[schemars(range(min = 1, max = 4), example = 3, extend("zh" = "与 octal 合用：代号的最多位数，1 到 4（默认 3）"))]
    digits: Option<u32>,
    /// Instead, the misère quotients of codes of three octal or two hexadecimal digits
    #[serde(default)]
    #[schemars(extend("zh" = "改为列出三位八进制代号或两位十六进制代号的反常规则商"))]
    quotients: bool,
    /// Instead, the theorems that a machine has checked, of one game or all
    #[serde(default)]
    #[schemars(extend("zh" = "改为列出经机器检验的定理，某一游戏的或全部"))]
    theorems: bool,
}

impl Question for Games {
    fn asks(self) -> Result<Asks, Wrong> {
        let name = self.name;
        let octal = self.digits.map(|digits| atlas::Request { digits });
        let request = match (self.octal, self.quotients, self.theorems) {
            (true, ..) => Request::Atlas(octal.unwrap_or_default()),
            (false, true, _) => Request::Quotients(quotients::Request {}),
            (false, false, true) => Request::Theorems(theorems::Request { name }),
            (false, false, false) => Request::Games(games::Request { name }),
        };
        Ok(Asks::new(request, Form::Json))
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Steps {
    /// The graph: an edge a line, from a vertex to one of its options; also CSV, DOT, GraphML or JSON
    #[schemars(
        example = "a b\nb c",
        extend("zh" = "图：每行一条边，从顶点到其后继；也可为 CSV、DOT、GraphML 或 JSON")
    )]
    graph: String,
    #[serde(flatten)]
    play: Played,
    /// An edge can be walked in both directions
    #[serde(default)]
    #[schemars(extend("zh" = "每条边可双向通行"))]
    undirected: bool,
    /// The form of the answer
    #[serde(default)]
    #[schemars(extend("zh" = "答案的格式"))]
    format: Rounds,
}

forms! {
    /// A labelling.
    Rounds: Json, Svg, Dot
}

impl Question for Steps {
    fn asks(self) -> Result<Asks, Wrong> {
        let request = steps::Request {
            graph: self.graph,
            misere: self.play.misere,
            undirected: self.undirected,
        };
        Ok(Asks::new(Request::Steps(request), self.format.into()))
    }
}
