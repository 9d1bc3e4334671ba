//! Text to a rule on graphs. After an error reading goes on at the next alternative, so that several errors are told at once.

use grundy_engine::graph::Family;

use super::guard::{Count, Guard, MOST_READ};
use super::syntax::{Action, Behind, Clause, Kind, Over, Size, Syntax};
use super::tokens::MOST_TOKENS;
use crate::message;
use crate::notation::{Word, near, shortened};
use crate::rule::syntax::{Expression, Kind as Shape, Span};
use crate::rule::{Given, LONGEST, RuleError, check, lexer, parse as numbers};
use crate::text::{Message, list_of};
use lexer::Token;

const VERTEX: &str = "graph remove vertex with neighbours";
const EDGE: &str = "graph remove edge | contract edge";
const GUARD: &str = "graph remove vertex if degree(v) % 2 == 0; remove edge";
const TOKENS: &str = "graph with 2 tokens move token along edge and remove vertex";
const TOKEN: &str = "digraph move token along edge and remove vertex";
const TREE: &str = "tree cut edge if size(v) <= 3";
const ON: &str = "graph remove vertex on grid=2xn";
const WHERE: &str = "graph remove vertex if degree(v) <= m where m = 3";

/// Most clauses, and most alternatives of one.
const MOST: usize = 16;

/// The largest distance.
const FARTHEST: i64 = 255;

/// The kind of graphs that a rule is meant to be on, if its text begins as such a rule does: with the word, and another word or nothing behind it.
pub(super) fn begins(text: &str) -> Option<Kind> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word)?;
    let follows = rest.trim_start();
    let of_numbers = ["->", "→", "="]
        .iter()
        .any(|sign| follows.starts_with(sign));
    (!of_numbers).then_some(kind)
}

/// A rule that was read, its guards ready.
pub(super) struct Read {
    pub(super) syntax: Syntax,
    pub(super) guards: Vec<Vec<Guard>>,
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token<'t>, Span)>,
    next: usize,
    errors: Vec<RuleError>,
    kind: Kind,
    counted: usize,
    over: Option<Over>,
}

/// A guard, its place in the text, and the number of its clause.
type Written = (Expression, usize);

/// Reads a rule.
pub(super) fn parse(text: &str, given: &[(&str, Given)]) -> Result<Read, Vec<RuleError>> {
    if text.len() > LONGEST {
        let message = message!(
            "a rule has at most {most} bytes",
            "规则最长 {most} 字节",
            most = LONGEST
        );
        return Err(vec![RuleError::new(Span::default(), message, VERTEX)]);
    }
    let (tokens, errors) = lexer::tokens(text);
    let mut parser = Parser {
        text,
        tokens,
        next: 1,
        errors,
        kind: begins(text).unwrap_or(Kind::Graph),
        counted: 1,
        over: None,
    };
    if begins(text).is_none() {
        parser.next = 0;
        let what = message!(
            "'graph', 'digraph' or 'tree'",
            " 'graph'、'digraph' 或 'tree'"
        );
        return Err(vec![parser.expected(what, VERTEX)]);
    }
    parser.tokens();
    let (clauses, mut constants) = parser.rule();
    for (name, value) in given {
        match value {
            Given::Number(number) => {
                constants.retain(|(known, _, _)| known != name);
                constants.push(((*name).to_owned(), *number, Span::default()));
            }
            Given::Array(_) => {
                let message = message!(
                    "'{name}' is given as an array; a rule on graphs takes numbers",
                    "'{name}' 是数组；图规则只接受数",
                    name = shortened(name)
                );
                parser.wrong(Span::default(), message, WHERE);
            }
        }
    }
    let guards = parser.guards(&clauses, &constants);
    parser.kinds(&clauses);
    if !parser.errors.is_empty() {
        return Err(parser.errors);
    }
    let clauses = clauses.into_iter().map(|(actions, guards)| Clause {
        actions: actions.into_iter().map(|(action, _)| action).collect(),
        guards: guards.into_iter().map(|(guard, _)| guard).collect(),
    });
    Ok(Read {
        syntax: Syntax {
            kind: parser.kind,
            tokens: parser.counted,
            clauses: clauses.collect(),
            over: parser.over,
            constants: constants
                .into_iter()
                .map(|(name, number, _)| (name, number))
                .collect(),
        },
        guards,
    })
}

type Actions = Vec<(Action, Span)>;
type Constants = Vec<(String, i64, Span)>;

impl<'t> Parser<'t> {
    fn token(&self) -> Token<'t> {
        self.tokens
            .get(self.next)
            .map_or(Token::End, |&(token, _)| token)
    }

    fn span(&self) -> Span {
        let last = self.tokens.last().map(|&(_, span)| span);
        let here = self.tokens.get(self.next).map(|&(_, span)| span);
        here.or(last).unwrap_or_default()
    }

    fn takes(&mut self, word: &str) -> bool {
        let here = match self.token() {
            Token::Word(found) => found == word,
            Token::Sign(found) => found == word,
            _ => false,
        };
        self.next += usize::from(here);
        here
    }

    fn wrong(&mut self, span: Span, message: Message, example: &'static str) {
        self.errors.push(RuleError::new(span, message, example));
    }

    fn expected(&self, what: Message, example: &'static str) -> RuleError {
        let found = match self.token() {
            Token::End => message!("the end", "文本结束"),
            Token::Number(number) => message!("'{it}'", "'{it}'", it = number.to_string()),
            Token::Word(word) | Token::Quoted(word) => {
                message!("'{it}'", "'{it}'", it = shortened(word))
            }
            Token::Sign(sign) => message!("'{it}'", "'{it}'", it = sign),
        };
        let message = message!(
            "expected {what}, found {found}",
            "此处应为{what}，却是 {found}",
            what = what,
            found = found
        );
        RuleError::new(self.span(), message, example)
    }

    /// `with 2 tokens`, in front of the moves.
    fn tokens(&mut self) {
        if !self.takes("with") {
            return;
        }
        let number = match self.token() {
            Token::Number(number) => usize::try_from(number).ok(),
            _ => None,
        };
        match number.filter(|number| (1..=MOST_TOKENS).contains(number)) {
            Some(number) => {
                self.counted = number;
                self.next += 1;
                if !(self.takes("tokens") || number == 1 && self.takes("token")) {
                    let error = self.expected(message!("'tokens'", " 'tokens'"), TOKENS);
                    self.errors.push(error);
                    let _ = self.takes("token");
                }
            }
            None => {
                let what = message!(
                    "a number of tokens from 1 to {most}",
                    "棋子个数（1 至 {most}）",
                    most = MOST_TOKENS
                );
                let error = self.expected(what, TOKENS);
                self.errors.push(error);
                if let Token::Number(_) = self.token() {
                    self.next += 1;
                }
                let _ = self.takes("tokens") || self.takes("token");
            }
        }
    }

    fn rule(&mut self) -> (Vec<(Actions, Vec<Written>)>, Constants) {
        let (mut clauses, mut constants) = (Vec::new(), Vec::new());
        loop {
            while self.takes(";") {}
            if self.token() == Token::End && !clauses.is_empty() {
                break;
            }
            let (mut actions, mut guards) = (Vec::new(), Vec::new());
            loop {
                let start = self.span();
                match self.action() {
                    Ok(action) => actions.push((action, start)),
                    Err(error) => {
                        self.errors.push(error);
                        self.skip();
                    }
                }
                if !self.takes("|") {
                    break;
                }
            }
            while self.takes("if") {
                guards.extend(self.guard());
            }
            if self.takes("on") {
                let over = self.family();
                self.over = over.map_err(|error| self.errors.push(error)).ok();
            }
            if self.takes("where") {
                loop {
                    match self.constant() {
                        Ok(constant) => constants.push(constant),
                        Err(error) => {
                            self.errors.push(error);
                            self.skip();
                        }
                    }
                    if !self.takes(",") {
                        break;
                    }
                }
            }
            match self.token() {
                Token::End | Token::Sign(";") => {}
                Token::Sign("|") => {
                    let message = message!(
                        "write 'if' once, after all alternatives: it holds for all of them; begin another clause with ';'",
                        "'if' 写在所有候选之后并对全部候选有效；另起一条请用 ';'"
                    );
                    self.wrong(self.span(), message, GUARD);
                    self.skip_clause();
                }
                _ => {
                    let what = message!(
                        "'|' and another move, 'if' and a condition, or ';'",
                        " '|' 与另一种走法、'if' 与条件，或 ';'"
                    );
                    let error = self.expected(what, GUARD);
                    self.errors.push(error);
                    self.skip_clause();
                }
            }
            clauses.push((actions, guards));
            if self.token() == Token::End {
                break;
            }
        }
        let many =
            |(actions, guards): &(Actions, Vec<Written>)| actions.len().max(guards.len()) > MOST;
        if clauses.len() > MOST || clauses.iter().any(many) {
            let message = message!(
                "a rule has at most {most} clauses, each with at most {most} moves and {most} guards",
                "规则至多 {most} 条，每条至多 {most} 种走法与 {most} 个条件",
                most = MOST
            );
            self.wrong(Span::default(), message, GUARD);
        }
        (clauses, constants)
    }

    /// Goes on where another alternative, a guard or a clause may begin.
    fn skip(&mut self) {
        let ends = |token| {
            matches!(
                token,
                Token::End | Token::Sign(";" | "|") | Token::Word("if" | "on" | "where")
            )
        };
        while !ends(self.token()) {
            self.next += 1;
        }
    }

    fn skip_clause(&mut self) {
        while !matches!(self.token(), Token::End | Token::Sign(";")) {
            self.next += 1;
        }
    }

    fn action(&mut self) -> Result<Action, RuleError> {
        if self.takes("remove") || self.takes("delete") {
            if self.takes("vertex") {
                return self.reach();
            }
            if self.takes("edge") {
                if !self.takes("with") {
                    return Ok(Action::Edge);
                }
                return match self.takes("ends") {
                    true => Ok(Action::Ends),
                    false => {
                        Err(self
                            .expected(message!("'ends'", " 'ends'"), "graph remove edge with ends"))
                    }
                };
            }
            if self.takes("edges") {
                return match self.takes("at") && self.takes("vertex") {
                    true => Ok(Action::EdgesAt),
                    false => Err(self.expected(
                        message!("'at vertex'", " 'at vertex'"),
                        "graph remove edges at vertex if k <= 2",
                    )),
                };
            }
            if self.takes("path") {
                return match self.takes("to") && self.takes("vertex") {
                    true => Ok(Action::Path),
                    false => Err(self.expected(
                        message!("'to vertex'", " 'to vertex'"),
                        "tree remove path to vertex",
                    )),
                };
            }
            let what = message!(
                "'vertex', 'edge', 'edges at vertex' or 'path to vertex'",
                " 'vertex'、'edge'、'edges at vertex' 或 'path to vertex'"
            );
            return Err(self.expected(what, VERTEX));
        }
        if self.takes("cut") || self.takes("contract") {
            let cut = matches!(self.tokens[self.next - 1].0, Token::Word("cut"));
            return match (self.takes("edge"), cut) {
                (true, true) => Ok(Action::Edge),
                (true, false) => Ok(Action::Contract),
                (false, _) => Err(self.expected(message!("'edge'", " 'edge'"), EDGE)),
            };
        }
        if self.takes("move") {
            if !(self.takes("token") && self.takes("along") && self.takes("edge")) {
                let what = message!("'move token along edge'", " 'move token along edge'");
                return Err(self.expected(what, TOKEN));
            }
            if !self.takes("and") {
                return Ok(Action::Token(Behind::Nothing));
            }
            if self.takes("remove") || self.takes("delete") {
                if self.takes("vertex") {
                    return Ok(Action::Token(Behind::Vertex));
                }
                if self.takes("edge") {
                    return Ok(Action::Token(Behind::Edge));
                }
            }
            let what = message!(
                "'remove vertex' or 'remove edge'",
                " 'remove vertex' 或 'remove edge'"
            );
            return Err(self.expected(what, TOKEN));
        }
        let what = message!(
            "a move, which begins with 'remove', 'contract', 'cut' or 'move'",
            "走法，以 'remove'、'contract'、'cut' 或 'move' 开头"
        );
        Err(self.expected(what, VERTEX))
    }

    /// What goes with a vertex.
    fn reach(&mut self) -> Result<Action, RuleError> {
        if self.takes("with") {
            return match self.takes("neighbours") || self.takes("neighbors") {
                true => Ok(Action::Vertex { within: 1 }),
                false => Err(self.expected(message!("'neighbours'", " 'neighbours'"), VERTEX)),
            };
        }
        if self.takes("within") {
            return match self.token() {
                Token::Number(number @ 0..=FARTHEST) => {
                    self.next += 1;
                    Ok(Action::Vertex {
                        within: number as u32,
                    })
                }
                _ => Err(self.expected(
                    message!(
                        "a distance of at most {most}",
                        "不超过 {most} 的距离",
                        most = FARTHEST as u64
                    ),
                    "graph remove vertex within 2",
                )),
            };
        }
        Ok(Action::Vertex { within: 0 })
    }

    fn guard(&mut self) -> Option<Written> {
        let start = self.span().start;
        self.skip();
        let end = self.span().start.max(start);
        let text = self.text.get(start..end).unwrap_or_default();
        match numbers::formula_with_counts(text) {
            Ok(expression) => Some((expression, start)),
            Err(errors) => {
                self.shifted(errors, start);
                None
            }
        }
    }

    /// Takes errors in a piece of the text that begins at `start`.
    fn shifted(&mut self, errors: Vec<RuleError>, start: usize) {
        self.errors
            .extend(errors.into_iter().map(|error| RuleError {
                span: Span {
                    start: error.span.start + start,
                    end: error.span.end + start,
                },
                example: GUARD,
                ..error
            }));
    }

    /// A family with names in the place of sizes, which stands at the end.
    fn family(&mut self) -> Result<Over, RuleError> {
        let start = self.span().start;
        while !matches!(
            self.token(),
            Token::End | Token::Sign(";") | Token::Word("where")
        ) {
            self.next += 1;
        }
        let text = self
            .text
            .get(start..self.span().start)
            .unwrap_or_default()
            .trim_end();
        let span = Span {
            start,
            end: start + text.len(),
        };
        let size = |text: &str| match text.parse() {
            Ok(number) => Some(Size::Number(number)),
            Err(_) => (text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic()))
                .then(|| Size::Name(text.to_owned())),
        };
        let over = text.split_once('=').and_then(|(family, sizes)| {
            let sizes = match size(sizes) {
                Some(size) => vec![size],
                // A name may be the letter between two sizes.
                None => (1..sizes.len()).find_map(|at| {
                    let (one, other) = (sizes.get(..at)?, sizes.get(at..)?.strip_prefix('x')?);
                    Some(vec![size(one)?, size(other)?])
                })?,
            };
            Some(Over {
                family: family.to_owned(),
                sizes,
            })
        });
        let Some(over) = over else {
            let message = message!(
                "expected a family of graphs with a letter for a size, such as path=n or grid=2xn",
                "此处应为图族，用一个字母表示大小，如 path=n 或 grid=2xn"
            );
            return Err(RuleError::new(span, message, ON));
        };
        // With some sizes it is a family, if the word and the number of sizes are right.
        let fits = |sizes: [u64; 2]| {
            let text = over.at(&sizes[..over.coordinates()]).unwrap_or_default();
            match Family::read(&Word { text: &text, at: 0 }) {
                Some(read) => read.map(|_| ()).map_err(|error| error.message),
                None => Err(message!("expected a family of graphs", "此处应为图族")),
            }
        };
        match fits([7, 2]).or_else(|_| fits([4, 4])) {
            Ok(()) => Ok(over),
            Err(message) => Err(RuleError::new(span, message, ON)),
        }
    }

    fn constant(&mut self) -> Result<(String, i64, Span), RuleError> {
        let span = self.span();
        let Token::Word(name) = self.token() else {
            return Err(self.expected(message!("a name", "名字"), WHERE));
        };
        self.next += 1;
        if !self.takes("=") {
            return Err(self.expected(message!("'='", " '='"), WHERE));
        }
        let sign = if self.takes("-") { -1 } else { 1 };
        let Token::Number(number) = self.token() else {
            return Err(self.expected(message!("a number", "数"), WHERE));
        };
        self.next += 1;
        Ok((name.to_owned(), sign * number, span))
    }

    /// Checks what is said of moves against the kind of graphs, and against each other.
    fn kinds(&mut self, clauses: &[(Actions, Vec<Written>)]) {
        let kind = self.kind;
        let all = || clauses.iter().flat_map(|(actions, _)| actions);
        let token = all().any(|(action, _)| matches!(action, Action::Token(_)));
        let mut wrong: Vec<(Span, Message, &'static str)> = Vec::new();
        if self.counted > 1
            && !token
            && let Some(&(_, span)) = all().next()
        {
            let message = message!(
                "a rule with tokens moves them: 'move token along edge'",
                "有棋子的规则须移动棋子：'move token along edge'"
            );
            wrong.push((span, message, TOKENS));
        }
        for &(action, span) in all() {
            match action {
                Action::Path if kind != Kind::Tree => wrong.push((
                    span,
                    message!(
                        "only a tree has paths from the root: begin the rule with 'tree'",
                        "从根出发的路径只在树上才有：规则应以 'tree' 开头"
                    ),
                    "tree remove path to vertex",
                )),
                Action::EdgesAt | Action::Token(_) if kind == Kind::Tree => wrong.push((
                    span,
                    message!(
                        "in a tree edges are cut one at a time, and there is no token: begin the rule with 'graph'",
                        "在树上每次只删一条边，也没有棋子：规则应以 'graph' 开头"
                    ),
                    TREE,
                )),
                Action::Token(_) => {}
                _ if token => wrong.push((
                    span,
                    message!(
                        "a rule that moves a token has no other moves",
                        "移动棋子的规则不能有其他走法"
                    ),
                    TOKEN,
                )),
                _ => {}
            }
        }
        for (span, message, example) in wrong {
            self.wrong(span, message, example);
        }
    }

    /// The guards of each clause, ready to be evaluated.
    fn guards(
        &mut self,
        clauses: &[(Actions, Vec<Written>)],
        constants: &Constants,
    ) -> Vec<Vec<Guard>> {
        let names = Count::names(self.kind);
        for (place, (name, _, span)) in constants.iter().enumerate() {
            let twice = constants[..place].iter().any(|(known, _, _)| known == name);
            let taken =
                names.iter().any(|(known, _, _)| known == name) || name == "u" || name == "v";
            if twice || taken || numbers::is_reserved(name) {
                let message = message!(
                    "'{name}' already has a meaning",
                    "'{name}' 已有含义",
                    name = shortened(name)
                );
                self.wrong(*span, message, WHERE);
            }
        }
        let constant = |name: &str| {
            let found = constants.iter().find(|(known, _, _)| known == name);
            found.map(|&(_, number, _)| Count::Constant(number))
        };
        let mut all = Vec::with_capacity(clauses.len());
        for (actions, guards) in clauses {
            let mut ready = Vec::with_capacity(guards.len());
            for (expression, at) in guards {
                let mut read: Vec<(String, Span)> = Vec::new();
                named(expression, &mut read);
                let (mut reads, mut known, mut unknown) = (Vec::new(), Vec::new(), false);
                for (name, span) in &read {
                    let span = Span {
                        start: span.start + at,
                        end: span.end + at,
                    };
                    let found = names.iter().find(|(known, _, _)| known == name);
                    let count = constant(name).or(found.map(|&(_, count, _)| count));
                    let Some(count) = count else {
                        unknown = true;
                        let message = unbound(name, &names, constants);
                        let error = RuleError::new(span, message, GUARD).about(name);
                        self.errors.push(error);
                        continue;
                    };
                    if let Some((action, _)) =
                        actions.iter().find(|(action, _)| !count.is_bound(*action))
                    {
                        unknown = true;
                        let message = message!(
                            "'{name}' has no meaning for the move '{action}'",
                            "走法 '{action}' 中没有 '{name}'",
                            name = name.as_str(),
                            action = action.written(self.kind)
                        );
                        self.wrong(span, message, GUARD);
                    }
                    if !known.iter().any(|(other, _)| other == name) {
                        known.push((name.clone(), found.is_some_and(|&(_, _, is)| is)));
                        reads.push(count);
                    }
                }
                if known.len() > MOST_READ {
                    unknown = true;
                    let message = message!(
                        "a condition may use at most {most} numbers",
                        "一个条件至多提到 {most} 个数",
                        most = MOST_READ
                    );
                    self.wrong(
                        Span {
                            start: *at,
                            end: *at,
                        },
                        message,
                        GUARD,
                    );
                }
                if unknown {
                    continue;
                }
                let known: Vec<(&str, bool)> = known
                    .iter()
                    .map(|(name, is)| (name.as_str(), *is))
                    .collect();
                match check::guard(expression, &known) {
                    Ok(code) => ready.push(Guard {
                        code,
                        reads,
                        at: *at,
                    }),
                    Err(errors) => self.shifted(errors, *at),
                }
            }
            all.push(ready);
        }
        all
    }
}

/// What is said of a name that is none.
fn unbound(name: &str, names: &[(String, Count, bool)], constants: &Constants) -> Message {
    let known = names.iter().map(|(known, _, _)| known.as_str());
    let known = known.chain(constants.iter().map(|(known, _, _)| known.as_str()));
    if let Some(&nearest) = near(name, known, |known| known.len() / 2).first() {
        return message!(
            "there is no '{name}' in a graph; did you mean '{nearest}'?",
            "图中没有 '{name}'；是否想写 '{nearest}'？",
            name = shortened(name),
            nearest = nearest
        );
    }
    let of_v = names.iter().map(|(known, _, _)| known.as_str());
    let of_v: Vec<&str> = of_v.filter(|known| !known.ends_with("(u)")).collect();
    message!(
        "there is no '{name}' in a graph; use {names}, the same of u, or numbers named by 'where'",
        "图中没有 '{name}'；可用的有 {names}、对 u 的同样各数，以及 'where' 命名的数",
        name = shortened(name),
        names = list_of(&of_v)
    )
}

/// The names in an expression.
fn named(expression: &Expression, found: &mut Vec<(String, Span)>) {
    match &expression.kind {
        Shape::Number(_) => {}
        Shape::Name(name) => found.push((name.clone(), expression.span)),
        Shape::Index(name, index) => {
            found.push((format!("{}[]", name.text), name.span));
            named(index, found);
        }
        Shape::Negate(part) | Shape::Not(part) => named(part, found),
        Shape::Binary(_, pair) => pair.iter().for_each(|part| named(part, found)),
        Shape::Compare(first, rest) => {
            named(first, found);
            rest.iter().for_each(|(_, part)| named(part, found));
        }
        Shape::Apply(name, parts) => {
            found.push((format!("{}()", name.text), name.span));
            parts.iter().for_each(|part| named(part, found));
        }
        Shape::Call(_, parts) => parts.iter().for_each(|part| named(part, found)),
        Shape::Fold(folding) => {
            let parts = folding.parts().into_iter();
            parts.for_each(|part| named(part, found));
        }
    }
}
