//! A rule of the user's own on words, grids, lists or graphs, laid over what a case reads: `"++" -> "--"` judges a word of the layout.
//!
//! Which field is the position is told by the layout itself: the letters of a word or board, the numbers of a list, or the edges of a graph.
//! `position` says it where there are several, and may write other letters for those of the input, as the gaps of rules do. Every other name
//! of the layout that the rule uses without saying what it is is a parameter, as in rules on numbers: `multiset a[i] -> a[i]-t for t in 1..=k`
//! with the layout `n k a*n` takes k from the case.

use super::fold::Scope;
use super::layout::{Count, Edges, Field, Item, Layout, Span};
use super::made::Made;
use super::options::{self, OptionsError};
use super::plan::Plan;
use super::rule::{Numbers, Piece, Rule, shifted};
use super::tell::Reply;
use crate::tally::{GEOGRAPHY, ROOT_PATHS};
use grundy::Game;
use grundy::graphs::Form;
use grundy::grids::Pattern;
use grundy::kinds::{AnyRule, Kind};
use grundy::message;
use grundy::words::{Dom, Move, Times, What};
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A rule on words, grids, lists or graphs, and where its position stands in a case.
#[derive(Clone, Debug)]
pub struct OwnRule {
    /// With any numbers for its parameters.
    rule: Arc<AnyRule>,
    place: OwnPlace,
    parameters: Vec<Field>,
    /// The layout whose names the parameters are.
    layout: Arc<Layout>,
}

/// Where a position stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnPlace {
    /// The letters of a field: a word; several words are a sum; the lines of a board are its rows, and the boards of a group are a sum. In the
    /// place of the first letters the rule knows the second ones.
    Letters(Field, Option<(Vec<u8>, Vec<u8>)>),
    /// The numbers of a list.
    List(Field),
    /// A graph on the vertices 1 to the number of the first field: its edges, and where its token stands.
    Edges {
        /// How many vertices there are.
        vertices: Field,
        /// Where each edge begins, and where it ends.
        ends: [Field; 2],
        /// The vertex of the token.
        token: Option<Field>,
        /// The vertices of further tokens.
        others: Vec<Field>,
    },
}

impl PartialEq for OwnRule {
    fn eq(&self, other: &OwnRule) -> bool {
        self.rule == other.rule && self.place == other.place && self.parameters == other.parameters
    }
}

impl Eq for OwnRule {}

/// A position whose letters are exchanged for others.
const EXCHANGED: &str = "\"{s:+-}\"";

/// The name of the field that says where a token stands.
const TOKEN: &str = "token";

/// What further tokens are called, of so many in all.
fn further(tokens: usize) -> &'static [&'static str] {
    let names = &["token2", "token3", "token4"];
    &names[..tokens.saturating_sub(1).min(names.len())]
}

fn misplaced<T>(message: grundy::Message) -> Result<T, OptionsError> {
    Err(OptionsError::Position(message))
}

impl OwnRule {
    /// Whether a text is meant to be a rule of such a kind.
    pub(crate) fn is_meant(text: &str) -> bool {
        Kind::of(text) != Kind::Numbers
    }

    /// Reads a rule for a layout.
    pub(crate) fn parse(
        text: &str,
        position: Option<&str>,
        layout: &Layout,
    ) -> Result<OwnRule, OptionsError> {
        let (rule, parameters) =
            options::with_parameters(text, layout, &|given| AnyRule::parse_with(text, given))?;
        options::are_early(&parameters, layout)?;
        OwnRule::laid(rule, parameters, position, layout)
    }

    fn laid(
        rule: AnyRule,
        parameters: Vec<Field>,
        position: Option<&str>,
        layout: &Layout,
    ) -> Result<OwnRule, OptionsError> {
        let place = match position {
            Some(position) if matches!(rule, AnyRule::Lists(_)) => {
                let position = position.trim();
                let field = layout.field(position);
                let field = field.filter(|field| is_list(*field, layout));
                let Some(field) = field else {
                    return misplaced(message!(
                        "'{position}' is not a list of the layout ({layout}), but the position of a rule on lists must be one; a list you define has a name too, as in lists = {lists}, position = {made}",
                        "'{position}' 不是布局（{layout}）中的列表，而列表规则的局面须是列表；算得的列表也有名字，如 lists = {lists}，position = {made}",
                        position = position,
                        layout = layout.text.clone(),
                        lists = "\"b = [2*a+1]\"",
                        made = "\"b\""
                    ));
                };
                OwnPlace::List(field)
            }
            Some(position) => told(position, layout)?,
            None => seen(&rule, &parameters, layout)?,
        };
        let plain = match &place {
            OwnPlace::List(field) => vec![*field],
            OwnPlace::Edges { token, others, .. } => token.iter().chain(others).copied().collect(),
            OwnPlace::Letters(..) => Vec::new(),
        };
        options::are_natural(plain, layout).map_err(OptionsError::Position)?;
        if let OwnPlace::List(field) = place
            && parameters.contains(&field)
        {
            return misplaced(message!(
                "the list '{name}' is the position: the rule cannot take it as a parameter too",
                "列表 '{name}' 是局面，规则不能再把它当作参数",
                name = layout.fields[field].to_string()
            ));
        }
        if let OwnPlace::Letters(field, exchanged) = &place {
            let known = letters(&rule);
            let used = match exchanged {
                Some((_, to)) => to.as_slice(),
                None => layout.alphabet(*field).unwrap_or_default(),
            };
            let strange = used
                .iter()
                .find(|&&letter| !known.contains(char::from(letter)));
            if let Some(&letter) = strange {
                return misplaced(message!(
                    "the layout ({layout}) reads the letter '{letter}', but the letters of the rule are \"{known}\"; name others by over \"…\", or let `position` exchange letters, as in {example}",
                    "布局（{layout}）读入字母 '{letter}'，而规则的字母是 \"{known}\"；其他字母可用 over \"…\" 写明，或用 `position` 换字母，如 {example}",
                    layout = layout.text.clone(),
                    letter = char::from(letter).to_string(),
                    known = known,
                    example = EXCHANGED
                ));
            }
            if let Some(letter) = lacking(&rule, used) {
                return misplaced(message!(
                    "no move is ever possible: each needs a letter that the layout ({layout}) does not read, the first being '{letter}'; name it in the layout, or let `position` exchange letters, as in {example}",
                    "永远没有走法：每种走法都需要布局（{layout}）不读入的字母，第一个是 '{letter}'；请在布局中写出它，或用 `position` 换字母，如 {example}",
                    layout = layout.text.clone(),
                    letter = letter.to_string(),
                    example = EXCHANGED
                ));
            }
        }
        let is_graph = matches!(rule, AnyRule::Graphs(_));
        if is_graph != matches!(place, OwnPlace::Edges { .. }) {
            return misplaced(no_place(rule.kind(), layout));
        }
        Ok(OwnRule {
            rule: Arc::new(rule),
            place,
            parameters,
            layout: Arc::new(layout.clone()),
        })
    }

    /// The rule; where it has parameters, with any numbers for them.
    pub fn rule(&self) -> &AnyRule {
        &self.rule
    }

    /// Where its position stands.
    pub fn place(&self) -> &OwnPlace {
        &self.place
    }

    /// The letters that its position is read in.
    pub(crate) fn alphabet(&self) -> &[u8] {
        match self.place {
            OwnPlace::Letters(field, _) => self.layout.alphabet(field).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The fields that the rule takes as numbers and arrays: what [`AnyRule::parse_with`] is given by their names.
    pub fn parameters(&self) -> &[Field] {
        &self.parameters
    }

    /// The rule as one that names its game, where its form is a game whose theorem answers graphs and lists of any size.
    pub(super) fn by_name(&self) -> Option<Rule> {
        if let (AnyRule::Lists(rule), OwnPlace::List(field)) = (&*self.rule, &self.place) {
            let named = (rule.form()).filter(|_| self.layout.nested(*field).is_none())?;
            return Some(Rule {
                text: self.rule.text().to_owned(),
                misere: false,
                name: vec![Piece::Literal(named.name().to_owned())],
                words: vec![vec![Piece::Gap(*field, 0)]],
            });
        }
        let (
            AnyRule::Graphs(rule),
            OwnPlace::Edges {
                vertices,
                ends,
                token,
                ..
            },
        ) = (&*self.rule, &self.place)
        else {
            return None;
        };
        let shape = self.layout.shape(ends[0]).map(|(edges, _)| edges);
        let gap = |field: Field| Piece::Gap(field, 0);
        let literal = |text: &str| Piece::Literal(text.to_owned());
        let [from, to] = ends.map(gap);
        let (name, words) = match (rule.form(), shape?, token) {
            (Form::Geography, Edges::Graph | Edges::Forest | Edges::Tree, Some(token)) => {
                let edge = Piece::Joined(vec![from, literal("-"), to]);
                let name = vec![literal(&format!("{GEOGRAPHY}:")), edge];
                (name, vec![vec![gap(*token)]])
            }
            (Form::Paths, Edges::Forest | Edges::Tree, None) => {
                let words = [gap(*vertices), from, to].map(|piece| vec![piece]);
                (vec![literal(ROOT_PATHS)], words.to_vec())
            }
            _ => return None,
        };
        Some(Rule {
            text: self.rule.text().to_owned(),
            misere: false,
            name,
            words,
        })
    }

    /// By a theorem: the rule as one that names its game, and how that is judged. Not under misère play or where there may be draws.
    pub(super) fn known(&self, tell: &Reply, otherwise: bool) -> Option<(Rule, Plan)> {
        let rule = self.by_name().filter(|_| !otherwise)?;
        let plan = Plan::of(&rule, tell, &self.layout, false).ok()?;
        // The theorem on lists is one of who wins.
        let answers = match *self.rule {
            AnyRule::Lists(_) => matches!(tell, Reply::Outcome { .. }),
            _ => plan != Plan::General,
        };
        answers.then_some((rule, plan))
    }

    /// The position of a case in the notation of games, where it is one.
    pub(crate) fn game(&self, numbers: &Numbers) -> Option<String> {
        let words = self.words(numbers);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let part = self.rule_of(numbers).ok()?.part(&words).ok()?;
        Some(Game::from_parts(vec![part]).to_string())
    }

    /// The rule of a case.
    pub(crate) fn rule_of(&self, numbers: &Numbers) -> Result<Arc<AnyRule>, OptionsError> {
        if self.parameters.is_empty() {
            return Ok(self.rule.clone());
        }
        let given = options::given(&self.parameters, &self.layout, numbers)?;
        let rule = AnyRule::parse_with(self.rule.text(), &given);
        rule.map(Arc::new).map_err(OptionsError::Rule)
    }

    /// The positions of a case, as people write them.
    pub(crate) fn words(&self, numbers: &Numbers) -> Vec<String> {
        match &self.place {
            OwnPlace::Letters(field, exchanged) => {
                let lines = numbers.0[*field].split(|&letter| letter == u128::from(b'\n'));
                let written = |line: &[u128]| {
                    let letters = line.iter().map(|&letter| {
                        let letter = u8::try_from(letter).unwrap_or(b'?');
                        let place = exchanged.as_ref().and_then(|(from, to)| {
                            let place = from.iter().position(|own| *own == letter)?;
                            to.get(place).copied()
                        });
                        char::from(place.unwrap_or(letter))
                    });
                    letters.collect::<String>()
                };
                let lines: Vec<String> = lines.map(written).collect();
                match (&*self.rule, self.board_of_group(*field)) {
                    (AnyRule::Grids(_), Some(group)) => boards(&lines, &group, numbers),
                    (AnyRule::Grids(_), None) => vec![lines.join("/")],
                    _ => lines,
                }
            }
            OwnPlace::List(field) => {
                let list = |entries: &[u128]| {
                    let entries: Vec<String> = entries.iter().map(u128::to_string).collect();
                    format!("[{}]", entries.join(","))
                };
                let entries = &numbers.0[*field];
                let Some(nested) = self.layout.nested(*field) else {
                    return vec![list(entries)];
                };
                // Each group has a list, and they are a sum.
                let mut scope = Scope::new(numbers, None);
                let groups = 0..numbers.0[nested.group].len();
                let groups = groups.map(|row| list(&entries[scope.group(*field, &nested, row)]));
                groups.collect()
            }
            OwnPlace::Edges {
                vertices,
                ends: [from, to],
                token,
                others,
            } => {
                let pairs = numbers.0[*from].iter().zip(&numbers.0[*to]);
                let mut edges: Vec<(u128, u128)> = pairs.map(|(&from, &to)| (from, to)).collect();
                let is_tree = self.is_tree();
                let mut text = String::new();
                // A string takes whatever is written.
                if let Some(token) = token {
                    let _ = write!(text, "{}", numbers.one(*token));
                    for other in others {
                        let _ = write!(text, ",{}", numbers.one(*other));
                    }
                    text.push('/');
                }
                let count = numbers.one(*vertices);
                if is_tree {
                    // The root is the vertex that is named first.
                    if let Some(place) = edges.iter().position(|edge| edge.0 == 1 || edge.1 == 1) {
                        edges.swap(0, place);
                        if edges[0].0 != 1 {
                            edges[0] = (edges[0].1, edges[0].0);
                        }
                    } else if count == 1 {
                        return vec!["path=1".to_owned()];
                    }
                } else {
                    // Vertices without an edge are named too.
                    for vertex in 1..=count.min(MOST_VERTICES) {
                        let _ = write!(text, "{}{vertex}", if vertex > 1 { "," } else { "" });
                    }
                }
                for (place, (from, to)) in edges.iter().enumerate() {
                    let comma = if place > 0 || !is_tree { "," } else { "" };
                    let _ = write!(text, "{comma}{from}-{to}");
                }
                vec![text]
            }
        }
    }

    /// Whether each group of a field has a board.
    pub(crate) fn has_boards_of_groups(&self, field: Field) -> bool {
        self.board_of_group(field).is_some()
    }

    /// Which group a board stands in, if it does.
    fn board_of_group(&self, field: Field) -> Option<BoardOfGroup> {
        self.layout.items().find_map(|item| {
            let Item::Group(items, fields, groups) = item else {
                return None;
            };
            items.iter().find_map(|item| match item {
                Item::Letters(own, Span::Board(rows, width)) if *own == field => {
                    Some(BoardOfGroup {
                        fields: fields.clone(),
                        groups: *groups,
                        rows: *rows,
                        width: *width,
                    })
                }
                _ => None,
            })
        })
    }

    /// Whether positions are trees with a root.
    pub fn is_tree(&self) -> bool {
        use grundy::graphs::syntax::Kind;
        matches!(&*self.rule, AnyRule::Graphs(rule) if rule.syntax().kind == Kind::Tree)
    }
}

/// A board that each group has.
struct BoardOfGroup {
    /// What a group reads.
    fields: Vec<Field>,
    groups: Count,
    rows: Count,
    width: Count,
}

/// The boards of all groups, whose lines stand one behind the other.
fn boards(lines: &[String], group: &BoardOfGroup, numbers: &Numbers) -> Vec<String> {
    let number = |field: Field, place: usize| match group.fields.contains(&field) {
        true => numbers.0[field].get(place).copied().unwrap_or(0),
        false => numbers.one(field),
    };
    let counted = |count: Count, place: usize| {
        let count = match count {
            Count::Fixed(count) => Some(count.into()),
            Count::Named(field, plus) => shifted(number(field, place), plus),
            Count::Times(one, other) => number(one, place).checked_mul(number(other, place)),
        };
        count.and_then(|count| usize::try_from(count).ok())
    };
    let mut boards = Vec::new();
    let mut rest = lines;
    // Before the first letter or the end of the first line, boards without letters leave no trace.
    let mut begun = false;
    for place in 0..counted(group.groups, 0).unwrap_or(0) {
        let rows = counted(group.rows, place).unwrap_or(0);
        let width = counted(group.width, place).unwrap_or(0);
        let leaves = rows > 1 || rows == 1 && width > 0;
        let stands = match (begun, leaves) {
            (false, false) => 0,
            _ => rows.max(1).min(rest.len()),
        };
        begun |= leaves;
        let (own, after) = rest.split_at(stands);
        boards.push(own.join("/"));
        rest = after;
    }
    boards
}

/// More vertices than a graph may have.
const MOST_VERTICES: u128 = 1000;

/// The letters of a rule, in the order in which it names them; none of a rule on graphs.
fn letters(rule: &AnyRule) -> String {
    match rule {
        AnyRule::Words(rule) => rule.letters().iter().collect(),
        AnyRule::Grids(rule) => rule.letters(),
        _ => String::new(),
    }
}

/// A letter that the first move of a rule needs, where each move needs one that is none of these.
fn lacking(rule: &AnyRule, used: &[u8]) -> Option<char> {
    let has = |letter: &char| used.iter().any(|&own| char::from(own) == *letter);
    let lacks: Vec<Option<char>> = match rule {
        // Groups and cuts need no letter.
        AnyRule::Grids(rule) if !rule.shapes().is_empty() => return None,
        AnyRule::Grids(rule) => {
            let lacks = |pattern: &Pattern| {
                let cells = pattern.cells(rule).into_iter();
                let mut before = cells.map(|(_, _, before, _)| before);
                before.find(|letter| !has(letter))
            };
            rule.patterns().iter().map(lacks).collect()
        }
        AnyRule::Words(rule) => {
            let letter = |place: usize| rule.letters().get(place).copied();
            let of_set = |set: u64| {
                let places = (0..rule.letters().len()).filter(move |place| set >> place & 1 == 1);
                let mut all = places.filter_map(letter).peekable();
                let first = all.peek().copied();
                first.filter(|_| !all.any(|letter| has(&letter)))
            };
            let lacks = |mv: &Move| {
                let once = mv.left.iter().filter(|part| part.times == Times::Once);
                let mut lacks = once.filter_map(|part| match &part.what {
                    What::Letters(all) => {
                        let mut all = all.iter().filter_map(|&one| letter(usize::from(one)));
                        all.find(|letter| !has(letter))
                    }
                    What::Slot(slot) | What::Back(slot) => match mv.slots.get(*slot)?.domain {
                        Dom::Letters(set) | Dom::Runs(set) => of_set(set),
                        _ => None,
                    },
                });
                lacks.next()
            };
            rule.moves().iter().map(lacks).collect()
        }
        _ => return None,
    };
    let all: Option<Vec<char>> = lacks.into_iter().collect();
    all?.first().copied()
}

/// What `position` says: letters, as the gaps of rules do.
fn told(position: &str, layout: &Layout) -> Result<OwnPlace, OptionsError> {
    let read = Rule::parse(&format!("rule {position}"), layout);
    let words = read.map(|rule| rule.words);
    if let Ok([word]) = words.as_deref()
        && let [Piece::Letters(field, exchanged)] = word.as_slice()
    {
        return Ok(OwnPlace::Letters(*field, exchanged.clone()));
    }
    misplaced(message!(
        "'{position}' is not a word or board of the layout ({layout}); for example: position = {plain}, or with other letters {example}",
        "'{position}' 不是布局（{layout}）中的字或棋盘；例如 position = {plain}，或换字母 {example}",
        position = position,
        layout = layout.text.clone(),
        plain = "\"{s}\"",
        example = EXCHANGED
    ))
}

fn no_place(kind: Kind, layout: &Layout) -> grundy::Message {
    let layout = layout.text.clone();
    match kind {
        Kind::Graphs => message!(
            "a rule on graphs needs a layout with edges, as in \"n m graph:n(u v)*m\", \"n tree:n(u v)*n-1\" or \"n m arcs:n(u v)*m\", and with a number called token where it moves one, token2 for a second; this one is \"{layout}\"",
            "图上的规则需要含有边的布局，如 \"n m graph:n(u v)*m\"、\"n tree:n(u v)*n-1\" 或 \"n m arcs:n(u v)*m\"；移动棋子的规则还需要名为 token 的数，第二枚为 token2；此布局为 \"{layout}\"",
            layout = layout
        ),
        Kind::Lists => message!(
            "a rule on lists needs a layout with a list of numbers, as in \"n heap*n\" or \"heap*[]\"; this one is \"{layout}\"",
            "列表上的规则需要含有数列的布局，如 \"n heap*n\" 或 \"heap*[]\"；此布局为 \"{layout}\"",
            layout = layout
        ),
        Kind::Grids => message!(
            "a rule on grids needs a layout with a board, as in \"n m s:'.#'*n*m\"; this one is \"{layout}\"",
            "网格上的规则需要含有棋盘的布局，如 \"n m s:'.#'*n*m\"；此布局为 \"{layout}\"",
            layout = layout
        ),
        _ => message!(
            "a rule on words needs a layout with a word, as in \"s:'+-'\"; this one is \"{layout}\"",
            "字上的规则需要含有字的布局，如 \"s:'+-'\"；此布局为 \"{layout}\"",
            layout = layout
        ),
    }
}

/// Whether a field is a list of numbers that are not letters.
fn is_list(field: Field, layout: &Layout) -> bool {
    let is_read = || {
        layout.items().any(|item| match item {
            Item::Rows(fields, _) => fields.contains(&field),
            Item::Listed(own) => *own == field,
            _ => false,
        })
    };
    layout.alphabet(field).is_none()
        && (is_read()
            || layout.made(field).is_some_and(Made::is_list)
            || layout.nested(field).is_some())
}

/// The last field that can be a position; of a rule on lists rather the list that is called as in the rule.
fn seen(rule: &AnyRule, parameters: &[Field], layout: &Layout) -> Result<OwnPlace, OptionsError> {
    fn letters(items: &[Item], board: bool) -> Option<Field> {
        items.iter().rev().find_map(|item| match item {
            Item::Letters(field, span) => {
                let is_board = matches!(span, Span::Board(..));
                (is_board == board).then_some(*field)
            }
            Item::Group(items, ..) => letters(items, board),
            _ => None,
        })
    }
    let inner = layout.bracket().map_or(&[][..], |(items, _)| items);
    let all = [inner, layout.head()];
    let found = match rule {
        AnyRule::Graphs(rule) => {
            let items = all.iter().flat_map(|items| items.iter());
            let mut edges = items.filter_map(|item| match item {
                Item::Rows(fields, _) => {
                    let (_, vertices) = layout.shape(fields[0])?;
                    Some((vertices, [fields[0], fields[1]]))
                }
                _ => None,
            });
            let alone = |name: &str| {
                let field = layout.field(name);
                field.filter(|field| layout.rows_of(*field).is_none())
            };
            let token = alone(TOKEN);
            let others = further(rule.tokens());
            let others: Option<Vec<Field>> = others.iter().map(|name| alone(name)).collect();
            edges.next().and_then(|(vertices, ends)| {
                let token = match rule.has_token() {
                    true => Some(token?),
                    false => None,
                };
                Some(OwnPlace::Edges {
                    vertices,
                    ends,
                    token,
                    others: others?,
                })
            })
        }
        AnyRule::Lists(rule) => {
            let items = all.iter().flat_map(|items| items.iter().rev());
            let items = items.flat_map(|item| match item {
                Item::Group(items, ..) => items.iter().rev().collect(),
                item => vec![item],
            });
            let lists = items.filter_map(|item| match item {
                Item::Rows(fields, _) if fields.len() == 1 => Some(fields[0]),
                Item::Listed(field) => Some(*field),
                _ => None,
            });
            let lists = lists.filter(|field| is_list(*field, layout));
            // What is made comes before what is read, the last first.
            let made = layout.all_made().iter().rev();
            let made = made.filter(|made| made.is_list()).map(|made| made.field);
            let lists = made
                .chain(lists)
                .filter(|field| !parameters.contains(field));
            let lists = lists.filter(|field| !layout.may_be_negative(*field));
            let lists: Vec<Field> = lists.collect();
            let called = layout.field(&rule.syntax().name.text);
            let called = called.filter(|field| lists.contains(field));
            called.or(lists.first().copied()).map(OwnPlace::List)
        }
        _ => {
            let board = matches!(rule, AnyRule::Grids(_));
            let field = all.iter().find_map(|items| letters(items, board));
            field.map(|field| OwnPlace::Letters(field, None))
        }
    };
    found.map_or_else(|| misplaced(no_place(rule.kind(), layout)), Ok)
}

/// What a plain format has: its layout, the rule laid over it, and which numbers are made up.
pub(super) type Plain = (Layout, OwnRule, Vec<(Field, RangeInclusive<u64>)>);

/// The plain format of a rule: one position in each case.
pub(super) fn plain(text: &str) -> Result<Plain, OptionsError> {
    let rule = AnyRule::parse_with(text, &[]).map_err(OptionsError::Rule)?;
    let mut ranges: Vec<(&str, RangeInclusive<u64>)> = Vec::new();
    let layout = match &rule {
        AnyRule::Graphs(graphs) => {
            use grundy::graphs::syntax::Kind;
            let mut token = if graphs.has_token() { " token" } else { "" }.to_owned();
            for (name, place) in further(graphs.tokens()).iter().zip(2..) {
                let _ = write!(token, " {name}");
                ranges.push((name, place + 1..=place + 1));
            }
            ranges.push(("n", 1..=6));
            if graphs.has_token() {
                ranges.push(("token", 1..=2));
            }
            match graphs.syntax().kind {
                Kind::Tree => format!("n{token} tree:n(u v)*n-1"),
                kind => {
                    ranges.push(("m", 0..=7));
                    let shape = if kind == Kind::Graph { "graph" } else { "arcs" };
                    format!("n m{token} {shape}:n(u v)*m")
                }
            }
        }
        AnyRule::Lists(_) => {
            ranges.extend([("n", 1..=4), ("a", 0..=6)]);
            String::from("n a*n")
        }
        words => {
            let letters = alphabet(&letters(words))?;
            match words {
                AnyRule::Grids(_) => {
                    ranges.extend([("rows", 1..=3), ("columns", 1..=4)]);
                    format!("rows columns s:'{letters}'*rows*columns")
                }
                _ => {
                    ranges.push(("s", 1..=12));
                    format!("s:'{letters}'")
                }
            }
        }
    };
    let layout = Layout::parse(&layout);
    let layout = layout.map_err(|(_, message)| {
        OptionsError::Position(message!("{message}", "{message}", message = message))
    })?;
    let ranges = ranges.into_iter();
    let ranges = ranges.filter_map(|(name, range)| Some((layout.field(name)?, range)));
    let mut ranges: Vec<_> = ranges.collect();
    ranges.sort_unstable_by_key(|(field, _)| *field);
    let own = OwnRule::laid(rule, Vec::new(), None, &layout)?;
    Ok((layout, own, ranges))
}

/// Letters as the alphabet of a layout: a minus sign stands last, where it is no range.
fn alphabet(letters: &str) -> Result<String, OptionsError> {
    let strange = letters.chars().find(|letter| !letter.is_ascii_graphic());
    if let Some(letter) = strange {
        return misplaced(message!(
            "an input can have only ASCII letters, but the rule has '{letter}'; use another letter for it",
            "输入只能有 ASCII 字母，而规则中有 '{letter}'；请改用其他字母",
            letter = letter.to_string()
        ));
    }
    let mut all: String = letters.chars().filter(|letter| *letter != '-').collect();
    if letters.contains('-') {
        all.push('-');
    }
    Ok(all)
}
