//! Questions about one position.

use grundy_service::moves::Opponent;
use grundy_service::{Request, moves, solve, states};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shared::{Brought, Place, Played, forms};
use super::{Asks, Form, Question, Wrong};

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Solve {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    play: Played,
    /// List all winning moves, not only the first ten
    #[serde(default)]
    #[schemars(extend("zh" = "列出全部必胜走法，而不只是前十种"))]
    all: bool,
    /// Also say which engines declined, and why
    #[serde(default)]
    #[schemars(extend("zh" = "另外说明哪些引擎未能回答及其原因"))]
    explain: bool,
    #[serde(flatten)]
    brought: Brought,
}

impl Question for Solve {
    fn asks(self) -> Result<Asks, Wrong> {
        let (position, input) = self.place.position(self.play, self.brought)?;
        let request = solve::Request {
            position,
            all: self.all,
            explain: self.explain,
            genus: false,
            // Who asks wants what can be had within the limits of a question.
            thorough: true,
            ..solve::Request::default()
        };
        Ok(Asks {
            input,
            ..Asks::new(Request::Solve(request), Form::Json)
        })
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Moves {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    play: Played,
    /// The machine chooses a move
    #[serde(default)]
    #[schemars(extend("zh" = "由电脑选一步走法"))]
    choose: bool,
    /// In how many of a hundred moves the machine errs (default: 0)
    #[schemars(
        range(max = 100),
        example = 25,
        extend("zh" = "电脑每一百步中随机走多少步（默认 0）")
    )]
    errs: Option<u8>,
    /// What its choices come from: the same seed, the same move
    #[schemars(
        example = 1,
        extend("zh" = "随机种子：相同种子得到相同走法")
    )]
    seed: Option<u64>,
    /// Comment on the move of this number, from 0
    #[schemars(
        example = 0,
        extend("zh" = "评论此编号的走法（从 0 起）")
    )]
    played: Option<u64>,
    #[serde(flatten)]
    brought: Brought,
}

impl Question for Moves {
    fn asks(self) -> Result<Asks, Wrong> {
        let (position, input) = self.place.position(self.play, self.brought)?;
        let request = moves::Request {
            position,
            choose: self.choose.then(|| Opponent {
                errs: self.errs.unwrap_or(0),
                seed: self.seed.unwrap_or(0),
            }),
            // A number too large to be one is refused as those are that no move has.
            played: (self.played).map(|number| usize::try_from(number).unwrap_or(usize::MAX)),
        };
        Ok(Asks {
            input,
            ..Asks::new(Request::Moves(request), Form::Json)
        })
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct States {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    play: Played,
    #[serde(flatten)]
    brought: Brought,
    /// The form of the answer
    #[serde(default)]
    #[schemars(extend("zh" = "答案的格式"))]
    format: Drawn,
}

forms! {
    /// A graph, first of all as a picture.
    Drawn: Svg, Json, Dot
}

impl Question for States {
    fn asks(self) -> Result<Asks, Wrong> {
        let (position, input) = self.place.position(self.play, self.brought)?;
        Ok(Asks {
            input,
            ..Asks::new(
                Request::States(states::Request { position }),
                self.format.into(),
            )
        })
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Binary {
    #[serde(flatten)]
    place: Place,
}

impl Question for Binary {
    fn asks(self) -> Result<Asks, Wrong> {
        let nothing = (Played::default(), Brought::default());
        let (position, _) = self.place.position(nothing.0, nothing.1)?;
        let request = solve::Request {
            position,
            thorough: true,
            ..solve::Request::default()
        };
        Ok(Asks::new(Request::Solve(request), Form::Svg))
    }
}
