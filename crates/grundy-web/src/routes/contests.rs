//! Problems of contests: what there is, what a judge expects, programs for a judge.

use grundy_service::problem::Problem;
use grundy_service::{Failure, Request, emit, judge, problems};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shared::{Played, Rule};
use super::{Asks, Form, Question, Wrong};

/// Which problem, by its name, by a file of one's own, or by its rule.
#[derive(Default, Deserialize, JsonSchema, Serialize)]
struct Contest {
    /// A contest's problem, by its name
    #[schemars(example = &"hdu1847", extend("zh" = "竞赛题目的名字"))]
    name: Option<String>,
    /// A problem file of your own, as text; with `name`, which of its problems
    #[schemars(
        example = "[[format]]\nname = \"hdu1847\"\ncases = \"until-end\"\nlayout = \"n\"\noptions = \"n -> n-2^k for k in 0..\"\nanswer = { win = \"Kiki\\n\", lose = \"Cici\\n\" }\n",
        extend("zh" = "自备题目文件的文本；同时给出 name 时取其中该题")
    )]
    problem: Option<String>,
    #[serde(flatten)]
    rule: Rule,
    #[serde(flatten)]
    play: Played,
}

impl Contest {
    /// The problem, and the text of the file that it names `-`.
    fn problem(self) -> Result<(Problem, Option<String>), Failure> {
        let problem = Problem {
            name: self.name,
            formats: self.problem.as_ref().map(|_| "-".to_owned()),
            rule: self.rule.written()?,
            misere: self.play.misere,
        };
        Ok((problem, self.problem))
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
pub(super) struct Problems {
    /// One problem
    #[schemars(example = &"hdu1847", extend("zh" = "某一题目"))]
    name: Option<String>,
}

impl Question for Problems {
    fn asks(self) -> Result<Asks, Wrong> {
        let of = self.name.map(|name| Problem {
            name: Some(name),
            ..Problem::default()
        });
        let request = problems::Request { of, formats: None };
        Ok(Asks::new(Request::Problems(request), Form::Json))
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Judge {
    #[serde(flatten)]
    contest: Contest,
    /// The input, as the problem's statement has it
    #[schemars(example = "1\n3\n", extend("zh" = "题目的输入"))]
    input: String,
    /// Each position with its answer in place of the output
    #[serde(default)]
    #[schemars(extend("zh" = "不给出整份输出，而是逐个给出局面及其答案"))]
    positions: bool,
    /// The output beside the positions
    #[serde(default)]
    #[schemars(extend("zh" = "除各局面外也给出整份输出"))]
    output: bool,
}

impl Question for Judge {
    fn asks(self) -> Result<Asks, Wrong> {
        let (problem, file) = self.contest.problem()?;
        let request = judge::Request {
            problem,
            input: judge::Input::Text(self.input),
            positions: self.positions,
            output: self.output,
        };
        Ok(Asks {
            input: file,
            ..Asks::new(Request::Judge(request), Form::Json)
        })
    }
}

#[derive(Default, Deserialize, JsonSchema, Serialize)]
#[schemars(extend("dependentRequired" = {"let": ["rule"]}))]
pub(super) struct Emit {
    #[serde(flatten)]
    contest: Contest,
    /// Fill tables, look for no pattern
    #[serde(default)]
    #[schemars(extend("zh" = "不找规律，直接打表"))]
    table: bool,
    /// The program's language
    #[serde(default)]
    #[schemars(extend("zh" = "程序语言"))]
    language: Language,
}

/// A programming language.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    #[default]
    Cpp,
    Python,
    Rust,
    Java,
}

impl Question for Emit {
    fn asks(self) -> Result<Asks, Wrong> {
        let (problem, file) = self.contest.problem()?;
        let request = emit::Request {
            problem,
            language: match self.language {
                Language::Cpp => emit::Language::Cpp,
                Language::Python => emit::Language::Python,
                Language::Rust => emit::Language::Rust,
                Language::Java => emit::Language::Java,
            },
            tables: self.table,
            assume_finite: false,
            comments: grundy::Lang::En,
        };
        Ok(Asks {
            input: file,
            ..Asks::new(Request::Emit(request), Form::Text)
        })
    }
}
