//! The rule of a format once more, in the one-line notation: its options, and which numbers of a case are the position.
//!
//! `heap -> heap-t for t in take` names the heaps and the takes of the layout. The coordinates of the first clause are
//! the position, or `position` says them; every other name of the layout that the rule uses without saying what it is
//! is a parameter, whose number or list a case gives.

use std::fmt;

use super::fold::{self, Scope, Unmet};
use super::formula::{Named, Over};
use super::layout::{Field, Layout, named};
use super::rule::{End, Numbers, shifted};
use super::tell::{Reply, Slot, Wording};
use grundy::budget::Exhausted;
use grundy::rule::syntax;
use grundy::rule::{FaultKind, Given, Position, Rule, RuleErrors};
use grundy::text::list_of;
use grundy::{Lang, Message, message};

/// One number of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// Always this number.
    Fixed(u64),
    /// The number of a field with something added; of a list, each entry in turn.
    Named(Field, i64),
    /// Every number from one end to the other, both ends included: as many positions.
    Run(End, End),
    /// What a formula makes of the numbers of a case; of lists, of the entries of each row.
    Formula(Box<Over>),
}

impl Coordinate {
    /// Whether its number depends on the row.
    fn asks_for_row(&self) -> bool {
        matches!(self, Coordinate::Formula(over) if over.asks_for_row())
    }

    /// The fields that it reads.
    pub fn fields(&self) -> Vec<Field> {
        match self {
            Coordinate::Fixed(_) | Coordinate::Run(..) => Vec::new(),
            Coordinate::Named(field, _) => vec![*field],
            Coordinate::Formula(over) => (over.names().iter())
                .filter_map(|name| match name {
                    Named::Field(field) => Some(*field),
                    _ => None,
                })
                .collect(),
        }
    }

    /// The fields that it reads as whole lists.
    fn folded(&self) -> Vec<Field> {
        let Coordinate::Formula(over) = self else {
            return Vec::new();
        };
        let folds = over.names().iter().map(|name| match name {
            Named::Folded(folded) => folded.fields(),
            _ => Vec::new(),
        });
        folds.flatten().collect()
    }

    /// The first list among its fields: then it stands for one number in each row.
    pub fn list(&self, layout: &Layout) -> Option<Field> {
        match self {
            Coordinate::Named(field, _) => layout.rows_of(*field).map(|_| *field),
            _ => self.lists(layout).first().copied(),
        }
    }

    /// The lists of which it reads an entry in each row.
    fn lists(&self, layout: &Layout) -> Vec<Field> {
        match self {
            Coordinate::Fixed(_) | Coordinate::Run(..) => Vec::new(),
            Coordinate::Named(field, _) => {
                let listed = layout.rows_of(*field).map(|_| *field);
                listed.into_iter().collect()
            }
            Coordinate::Formula(over) => fold::of_rows_of(over.names(), layout),
        }
    }
}

/// A rule in the one-line notation, laid over the numbers of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    text: String,
    position: Option<String>,
    arity: usize,
    coordinates: Vec<Coordinate>,
    parameters: Vec<Field>,
    moves: Moves,
}

/// What a move of a rule is told by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Names that stand for a number in every clause: the coordinate that all clauses call so, or what each generates or names.
    names: Vec<(String, Option<usize>)>,
    /// Whether there is one coordinate, and each move leaves one position.
    one: bool,
    /// Whether a clause says the value of positions that may have moves.
    says_values: bool,
}

impl Moves {
    fn of(rule: &Rule) -> Moves {
        use syntax::{Body, Item};
        let clauses = &rule.syntax().clauses;
        let mut moves = Moves {
            names: Vec::new(),
            one: rule.arity() == 1,
            says_values: false,
        };
        let mut common: Option<Vec<(String, Option<usize>)>> = None;
        for clause in clauses {
            match &clause.body {
                Body::Value(value) => {
                    moves.says_values |= !matches!(value.kind, syntax::Kind::Number(0));
                    continue;
                }
                Body::Options(alternatives) => {
                    moves.one &= alternatives.iter().all(|sum| sum.len() == 1);
                }
            }
            let coordinates = clause.pattern.coordinates.iter().enumerate();
            let coordinates = coordinates.filter_map(|(place, coordinate)| match coordinate {
                syntax::Coordinate::Name(name) => Some((name.text.clone(), Some(place))),
                _ => None,
            });
            let generated = clause.tail.iter().filter_map(|item| match item {
                Item::In(name, _) | Item::Let(name, _) => Some((name.text.clone(), None)),
                Item::If(_) => None,
            });
            let own: Vec<(String, Option<usize>)> = coordinates.chain(generated).collect();
            common = Some(match common {
                None => own,
                Some(mut before) => {
                    before.retain(|name| own.contains(name));
                    before
                }
            });
        }
        moves.names = common.unwrap_or_default();
        moves
    }

    /// The coordinate that a name stands for, `None` within for what clauses generate; nothing where not every clause has it.
    pub(crate) fn named(&self, name: &str) -> Option<Option<usize>> {
        let found = self.names.iter().find(|(known, _)| known == name);
        found.map(|(_, place)| *place)
    }

    /// What keeps a rule from having its moves printed by a text.
    fn fit(&self, told: &Wording) -> Result<(), Message> {
        if self.says_values {
            return Err(message!(
                "this format prints the moves themselves, but the rule gives values of positions without listing their moves; write all moves with '->'",
                "该格式要求输出走法本身，而规则直接给出了局面的值，没有列出其走法；请用 '->' 写出全部走法"
            ));
        }
        let strange = told.names().iter().find(|name| self.named(name).is_none());
        if let Some(name) = strange {
            let known = self.names.iter().map(|(name, _)| format!("{{{name}}}"));
            let known: Vec<String> = known.collect();
            return Err(message!(
                "`move` has '{name}', which does not stand for a number in every clause of the rule; there are {known}",
                "`move` 中有 '{name}'，而它并非在规则的每一条中都代表一个数；可用的有 {known}",
                name = name.as_str(),
                known = match known.is_empty() {
                    true => Message::verbatim("{index}"),
                    false => list_of(&known),
                }
            ));
        }
        if told.has(Slot::Heaps) {
            return Err(message!(
                "'{slot}' is only for `rule`, a game given by name; a rule of your own prints its moves by {others} and the numbers that it names",
                "'{slot}' 只用于 `rule`（按名字给出的游戏）；自定规则用 {others} 与规则中命名的数输出走法",
                slot = "{heaps}",
                others = list_of(&["{index}", "{from}", "{to}", "{take}"])
            ));
        }
        let numbers = [Slot::From, Slot::To, Slot::Take];
        if !self.one && numbers.into_iter().any(|slot| told.has(slot)) {
            return Err(message!(
                "{slots} are only for rules of one coordinate whose moves leave one heap; for this rule print numbers by their names, such as {example} of 'for k in …'",
                "{slots} 只用于一个坐标、每步只剩一堆的规则；此规则请按名字输出各数，如 'for k in …' 中的 {example}",
                slots = "{from}, {to}, {take}",
                example = "{k}"
            ));
        }
        Ok(())
    }
}

/// Why a text is no rule of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionsError {
    /// The rule is wrong.
    Rule(RuleErrors),
    /// The rule is well, but not its place in the layout.
    Position(Message),
}

impl OptionsError {
    /// What is wrong first, in one sentence.
    pub(super) fn first(&self) -> Message {
        match self {
            OptionsError::Rule(errors) => match errors.errors.first() {
                Some(error) => message!(
                    "{message}; for example: {example}",
                    "{message}；例如：{example}",
                    message = error.message.clone(),
                    example = error.example
                ),
                None => Message::verbatim(""),
            },
            OptionsError::Position(message) => message.clone(),
        }
    }

    /// The sentence.
    pub fn render(&self, lang: Lang) -> String {
        match self {
            OptionsError::Rule(errors) => errors.render(lang),
            OptionsError::Position(message) => message.render(lang),
        }
    }
}

impl fmt::Display for OptionsError {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

impl std::error::Error for OptionsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OptionsError::Rule(errors) => Some(errors),
            OptionsError::Position(_) => None,
        }
    }
}

/// Why a case has no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// A number becomes negative, or too large.
    Range { plus: i64 },
    /// A number beyond those of rules.
    TooLarge,
    /// There are more positions than may be kept.
    TooMany,
    /// A formula has no value, or a negative one.
    Undefined,
    /// Lists beside each other are not equally long.
    Uneven,
    /// What a formula goes through is too much.
    Exhausted(Exhausted),
}

impl Options {
    /// Reads a rule for a layout; without `position` the coordinates of its first clause are names of the layout.
    pub(crate) fn parse(
        text: &str,
        position: Option<&str>,
        layout: &Layout,
    ) -> Result<Options, OptionsError> {
        let read = Options::read(text, layout)?;
        let coordinates = match position {
            Some(position) => words(position)
                .into_iter()
                .map(|word| place(word, layout).map_err(|why| no_place(word, why)))
                .collect::<Result<Vec<Coordinate>, OptionsError>>()?,
            None => counted(names(&read.0, layout)?, &read.1, layout)?,
        };
        let options = Options::laid(text, read, coordinates, layout)?;
        let position = position.map(str::to_owned);
        Ok(Options {
            position,
            ..options
        })
    }

    /// The rule with some parameters, and which names are parameters.
    fn read(text: &str, layout: &Layout) -> Result<(Rule, Vec<Field>), OptionsError> {
        with_parameters(text, layout, &|given| Rule::parse_with(text, given))
    }

    fn laid(
        text: &str,
        (rule, parameters): (Rule, Vec<Field>),
        coordinates: Vec<Coordinate>,
        layout: &Layout,
    ) -> Result<Options, OptionsError> {
        let options = Options {
            text: text.to_owned(),
            position: None,
            arity: rule.arity(),
            coordinates,
            parameters,
            moves: Moves::of(&rule),
        };
        options.check(layout)?;
        Ok(options)
    }

    /// Reads a rule that takes the place of another: its position is the names of its first clause, unless one of them
    /// is no name of the layout, or counts something; then that of the other rule.
    pub(crate) fn in_place_of(
        text: &str,
        other: Option<(usize, Vec<Coordinate>)>,
        layout: &Layout,
    ) -> Result<Options, OptionsError> {
        // Any number will do to read the rule.
        let read = Options::read(text, layout)?;
        let arity = read.0.arity();
        let own = names(&read.0, layout);
        let counts = |coordinate: &Coordinate| match coordinate {
            Coordinate::Named(field, _) => layout.counted_by(*field).is_some(),
            _ => false,
        };
        let coordinates = match (own, other) {
            (Ok(own), _) if !own.iter().any(counts) => own,
            (_, Some((others, coordinates))) if others == arity => coordinates,
            (Ok(own), _) => own,
            (Err(error), _) => return Err(error),
        };
        Options::laid(text, read, coordinates, layout)
    }

    fn check(&self, layout: &Layout) -> Result<(), OptionsError> {
        let wrong = |message| Err(OptionsError::Position(message));
        if self.coordinates.is_empty() || !self.coordinates.len().is_multiple_of(self.arity) {
            return wrong(message!(
                "the rule has {arity} coordinates, and `position` must give as many, or several times as many",
                "规则有 {arity} 个坐标，`position` 须给出同样多或其整数倍",
                arity = self.arity
            ));
        }
        let is_run = |place: &Coordinate| matches!(place, Coordinate::Run(..));
        if self.arity > 1 && self.coordinates.iter().any(is_run) {
            return wrong(message!(
                "a run is only for rules of one coordinate",
                "区间只能用于一个坐标的规则"
            ));
        }
        let mut read = self.coordinates.iter().flat_map(Coordinate::fields);
        if let Some(letters) = read.find(|&field| layout.alphabet(field).is_some()) {
            return wrong(message!(
                "'{name}' stands for letters in the layout ({layout}), not for numbers of a position; a rule on words or boards judges letters, as in \"++\" -> \"--\", and a number is read without an alphabet: \"{name}\"",
                "'{name}' 在布局（{layout}）中是字母，不是局面的数；字母由字或棋盘上的规则判定，如 \"++\" -> \"--\"；要读入数，就不写字母表：\"{name}\"",
                name = layout.fields[letters].to_string(),
                layout = layout.text.clone()
            ));
        }
        let plain = self.coordinates.iter().flat_map(|place| match place {
            Coordinate::Named(field, _) => vec![*field],
            Coordinate::Run(from, to) => {
                vec![*from, *to].into_iter().filter_map(named_end).collect()
            }
            Coordinate::Fixed(_) | Coordinate::Formula(_) => Vec::new(),
        });
        are_natural(plain, layout).map_err(OptionsError::Position)?;
        for coordinates in self.coordinates.chunks(self.arity) {
            let lists = coordinates.iter().flat_map(|place| place.lists(layout));
            let mut lists = lists.collect::<Vec<Field>>().into_iter();
            if let Some(first) = lists.next()
                && !lists.all(|other| layout.are_beside(first, other))
            {
                return wrong(message!(
                    "the lists of one position must have the same length: read them in the same rows, or by the same count",
                    "同一局面的各列须一样长：在同一行中读入，或由同一个数给出长度"
                ));
            }
        }
        let has_lists = (self.coordinates.iter()).any(|place| !place.lists(layout).is_empty());
        if !has_lists && self.coordinates.iter().any(Coordinate::asks_for_row) {
            return wrong(message!(
                "'index' is the row of a list named in `position`, but no list is named: define the entries in `lists`, as in {made}, and let the position be that list, {position}",
                "'index' 是 `position` 中以名字出现的列表的行号，而此处没有列表：请在 `lists` 中算出各项，如 {made}，再以该列表为局面：{position}",
                made = "b = [a[i] for i in 0..len(a)]",
                position = "position = \"b\""
            ));
        }
        are_early(&self.parameters, layout)
    }

    /// The rule as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The position as it is written, where it is not simply the names of the first clause.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// How many coordinates its positions have.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The numbers of the position in order: each [`arity`](Options::arity) of them are one summand, or, with lists, one
    /// for each row.
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// The fields that the rule takes as numbers and arrays: what [`Rule::parse_with`] is given by their names.
    pub fn parameters(&self) -> &[Field] {
        &self.parameters
    }

    /// What its moves are told by.
    pub(crate) fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The rule of a case.
    pub(crate) fn rule(&self, layout: &Layout, numbers: &Numbers) -> Result<Rule, OptionsError> {
        let given = given(&self.parameters, layout, numbers)?;
        Rule::parse_with(&self.text, &given).map_err(OptionsError::Rule)
    }

    /// Whether it is seen that every play ends, whatever a case gives.
    pub(crate) fn ends(&self, layout: &Layout) -> bool {
        let parameters = self.parameters.iter();
        let given: Vec<(&str, Given)> = parameters
            .map(|&field| (&*layout.fields[field], sample(layout, field)))
            .collect();
        let rule = Rule::parse_with(&self.text, &given);
        rule.is_ok_and(|rule| rule.measure().is_known())
    }

    /// Whether each row of the last list is one summand, which further rows leave as it is, and there are no others.
    pub fn grows(&self, layout: &Layout) -> bool {
        let has_folds = |place: &Coordinate| !place.folded().is_empty();
        let mut places = self.coordinates.iter();
        self.coordinates.len() == self.arity
            && !self.coordinates.iter().any(has_folds)
            && layout.grows(
                places.find_map(|place| place.list(layout)),
                self.coordinates.iter().flat_map(Coordinate::fields),
            )
    }

    /// The summands of a case in order, or that of one row.
    pub(crate) fn each(
        &self,
        numbers: &Numbers,
        layout: &Layout,
        most: usize,
        row: Option<usize>,
        mut take: impl FnMut(Position),
    ) -> Result<(), Misplaced> {
        let mut count = 0usize;
        let mut scope = Scope::new(numbers, None);
        let mut push = |coordinates: &[u64]| {
            count += 1;
            if count > most {
                return Err(Misplaced::TooMany);
            }
            take(Position::new(coordinates).ok_or(Misplaced::TooLarge)?);
            Ok(())
        };
        for coordinates in self.coordinates.chunks(self.arity) {
            if let [Coordinate::Run(from, to)] = coordinates {
                let (from, to) = (end(*from, numbers)?, end(*to, numbers)?);
                for number in from..=to {
                    push(&[number])?;
                }
                continue;
            }
            if !layout.all_made().is_empty() {
                let lists = coordinates.iter().flat_map(|place| place.lists(layout));
                let lists: Vec<Field> = lists.collect();
                if !numbers.are_even(&layout.seen_late(&lists)) {
                    return Err(Misplaced::Uneven);
                }
            }
            let mut rows = 1;
            for place in coordinates {
                if let Some(list) = place.list(layout) {
                    rows = numbers.0[list].len();
                }
            }
            let (mut few, mut many) = ([0; 8], Vec::new());
            let position = few.get_mut(..coordinates.len()).unwrap_or_else(|| {
                many.resize(coordinates.len(), 0);
                &mut many[..]
            });
            let all = match row {
                Some(row) => row..row + 1,
                None => 0..rows,
            };
            for row in all {
                for (coordinate, place) in position.iter_mut().zip(coordinates) {
                    *coordinate = match place {
                        Coordinate::Named(field, plus) => {
                            let entries = &numbers.0[*field];
                            // A plain number stays the same in every row.
                            let entry = entries.get(row).or(entries.first()).copied();
                            added(entry.unwrap_or(0), *plus)?
                        }
                        Coordinate::Fixed(number) | Coordinate::Run(End::Fixed(number), _) => {
                            *number
                        }
                        Coordinate::Run(..) => 0,
                        Coordinate::Formula(over) => {
                            let value = over.at(&mut scope, row, None);
                            let value = value.map_err(|why| match why {
                                Unmet::Exhausted(exhausted) => Misplaced::Exhausted(exhausted),
                                Unmet::Fault(fault) if fault.kind == FaultKind::Overflow => {
                                    Misplaced::TooLarge
                                }
                                Unmet::Fault(_) => Misplaced::Undefined,
                            })?;
                            u64::try_from(value).map_err(|_| Misplaced::Undefined)?
                        }
                    };
                }
                push(position)?;
            }
        }
        Ok(())
    }
}

/// The name of the end of a run.
fn named_end(end: End) -> Option<Field> {
    match end {
        End::Named(field, _) => Some(field),
        End::Fixed(_) => None,
    }
}

/// Refuses numbers that may be below 0 as those of a position.
pub(super) fn are_natural(
    fields: impl IntoIterator<Item = Field>,
    layout: &Layout,
) -> Result<(), Message> {
    let mut fields = fields.into_iter();
    let Some(field) = fields.find(|&field| layout.may_be_negative(field)) else {
        return Ok(());
    };
    Err(message!(
        "'{name}' may be below 0 ({written}), but the numbers of a position must be at least 0; compute others from it, as in {example}",
        "'{name}' 可以小于 0（{written}），而局面的数须不小于 0；请由它算出别的数，如 {example}",
        name = layout.fields[field].to_string(),
        written = format!("+-{}", layout.fields[field]),
        example = format!("lists = \"b = [abs({})]\"", layout.fields[field])
    ))
}

fn added(number: u128, plus: i64) -> Result<u64, Misplaced> {
    let sum = shifted(number, plus).ok_or(Misplaced::Range { plus })?;
    u64::try_from(sum).map_err(|_| Misplaced::TooLarge)
}

fn end(end: End, numbers: &Numbers) -> Result<u64, Misplaced> {
    match end {
        End::Fixed(number) => Ok(number),
        End::Named(field, plus) => added(numbers.one(field), plus),
    }
}

/// What makes a rule of some numbers and arrays by their names.
type Reading<'a, R> = dyn Fn(&[(&str, Given)]) -> Result<R, RuleErrors> + 'a;

/// Reads a rule: each name of the layout that it uses without saying what it is becomes a parameter, with any number for now.
pub(super) fn with_parameters<R>(
    text: &str,
    layout: &Layout,
    parse: &Reading<'_, R>,
) -> Result<(R, Vec<Field>), OptionsError> {
    let mut parameters: Vec<Field> = Vec::new();
    let rule = loop {
        let given: Vec<(&str, Given)> = parameters
            .iter()
            .map(|&field| (&*layout.fields[field], sample(layout, field)))
            .collect();
        let errors = match parse(&given) {
            Ok(rule) => break rule,
            Err(errors) => errors,
        };
        // A name that the rule does not know is said by an error, or stands where it points.
        let known = parameters.len();
        for error in &errors.errors {
            let place = || text.get(error.span.start..error.span.end);
            let name = error.unbound.as_deref().or_else(place);
            let field = name.and_then(|name| layout.field(name));
            // Letters are no numbers.
            let field = field.filter(|field| layout.alphabet(*field).is_none());
            if let Some(field) = field.filter(|field| !parameters.contains(field)) {
                parameters.push(field);
            }
        }
        if parameters.len() == known {
            return Err(OptionsError::Rule(errors));
        }
    };
    parameters.sort_unstable();
    Ok((rule, parameters))
}

/// Refuses parameters within a bracket: what it reads changes from position to position, and parameters do not.
pub(super) fn are_early(parameters: &[Field], layout: &Layout) -> Result<(), OptionsError> {
    if !parameters.iter().any(|&field| layout.is_late(field)) {
        return Ok(());
    }
    Err(OptionsError::Position(message!(
        "a parameter of the rule must be read before the positions",
        "规则的参数须在各局面之前读入"
    )))
}

/// The parameters of a case as a rule takes them.
pub(super) fn given<'l>(
    parameters: &[Field],
    layout: &'l Layout,
    numbers: &Numbers,
) -> Result<Vec<(&'l str, Given)>, OptionsError> {
    let mut given = Vec::with_capacity(parameters.len());
    for &field in parameters {
        let number = |&number: &u128| numbers.narrow(field, number);
        let entries: Option<Vec<i64>> = numbers.0[field].iter().map(number).collect();
        let entries = entries.ok_or_else(|| {
            OptionsError::Position(message!(
                "the numbers in a rule must be below 2^63",
                "规则中的数须小于 2^63"
            ))
        })?;
        let value = match (layout.rows_of(field), entries.first()) {
            (None, Some(&number)) => Given::Number(number),
            _ => Given::Array(entries),
        };
        given.push((&*layout.fields[field], value));
    }
    Ok(given)
}

/// Something to read a rule with before there is a case.
fn sample(layout: &Layout, field: Field) -> Given {
    match layout.rows_of(field) {
        Some(_) => Given::Array(vec![1]),
        None => Given::Number(1),
    }
}

/// The coordinates of the first clause that has names for all of them, `n` of `0 = *1; n -> n-1`: they are names of the layout.
fn names(rule: &Rule, layout: &Layout) -> Result<Vec<Coordinate>, OptionsError> {
    let clauses = &rule.syntax().clauses;
    let is_named = |clause: &&syntax::Clause| {
        let mut coordinates = clause.pattern.coordinates.iter();
        coordinates.all(|coordinate| matches!(coordinate, syntax::Coordinate::Name(_)))
    };
    let first = clauses.iter().find(is_named).or(clauses.first());
    let coordinates = first.map_or(&[][..], |clause| &clause.pattern.coordinates);
    let named = coordinates.iter().map(|coordinate| match coordinate {
        syntax::Coordinate::Name(name) => layout.field(&name.text),
        _ => None,
    });
    let fields: Option<Vec<Field>> = named.collect();
    let Some(fields) = fields else {
        return Err(OptionsError::Position(message!(
            "the coordinates of the first clause must be names of the layout ({layout}), or give the position by `position`",
            "第一条规则的坐标须是布局（{layout}）中的名字，或用 `position` 给出局面",
            layout = layout.text.clone()
        )));
    };
    let place = |field| Coordinate::Named(field, 0);
    Ok(fields.into_iter().map(place).collect())
}

/// Refuses that what counts a list is the position while the list is read by nothing: the list was meant.
fn counted(
    coordinates: Vec<Coordinate>,
    parameters: &[Field],
    layout: &Layout,
) -> Result<Vec<Coordinate>, OptionsError> {
    let used: Vec<Field> = (coordinates.iter().flat_map(Coordinate::fields))
        .chain(coordinates.iter().flat_map(Coordinate::folded))
        .chain(parameters.iter().copied())
        .collect();
    for field in coordinates.iter().flat_map(Coordinate::fields) {
        let lists = layout.counted_lists(field);
        if let Some(list) = lists.first()
            && !lists.iter().any(|list| used.contains(list))
        {
            return Err(OptionsError::Position(message!(
                "'{count}' is the number of '{list}', and '{list}' is not used: call the coordinate '{list}', or write position = \"{count}\"",
                "'{count}' 表示 '{list}' 的个数，而 '{list}' 未被使用：请把坐标写作 '{list}'，或写明 position = \"{count}\"",
                count = layout.fields[field].to_string(),
                list = layout.fields[*list].to_string()
            )));
        }
    }
    Ok(coordinates)
}

/// The words of a position: blanks within parentheses and brackets divide none.
fn words(position: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let divides = move |letter: char| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ' ' && depth == 0
    };
    (position.split(divides))
        .filter(|word| !word.is_empty())
        .collect()
}

/// `name`, `name+1`, `name-1`, `3`, `1..n`, or a formula without blanks.
fn place(word: &str, layout: &Layout) -> Result<Coordinate, Option<Message>> {
    let gap = |text: &str| {
        let (name, plus) = named(text)?;
        Some((layout.field(name)?, plus))
    };
    let run = |(from, to)| {
        let end = |text: &str| match text.parse() {
            Ok(number) => Some(End::Fixed(number)),
            Err(_) => {
                let (field, plus) = gap(text)?;
                let is_number = layout.rows_of(field).is_none();
                is_number.then_some(End::Named(field, plus))
            }
        };
        Some(Coordinate::Run(end(from)?, end(to)?))
    };
    if let Some(ends) = word.split_once("..").filter(|_| !word.contains('(')) {
        return run(ends).ok_or(None);
    }
    if let Ok(number) = word.parse() {
        return Ok(Coordinate::Fixed(number));
    }
    // A number below 0 with another added may be one of a position.
    let is_formula = |field: Field, plus: i64| plus != 0 && layout.may_be_negative(field);
    if let Some((field, plus)) = gap(word).filter(|&(field, plus)| !is_formula(field, plus)) {
        return Ok(Coordinate::Named(field, plus));
    }
    let over = Over::parse(word, layout, false).map_err(|(_, why)| Some(why))?;
    match over.names().is_empty() {
        true => Err(None),
        false => Ok(Coordinate::Formula(Box::new(over))),
    }
}

fn no_place(word: &str, why: Option<Message>) -> OptionsError {
    let why = match why {
        None => Message::verbatim(""),
        Some(why) => message!(" ({why})", "（{why}）", why = why),
    };
    OptionsError::Position(message!(
        "'{word}' is not a number of a position{why}: `position` takes names of the layout and formulas of them, with blanks only in parentheses, as in \"n-1 m-n-1 a[k]\", numbers, or a run 1..n",
        "'{word}' 不是局面中的数{why}：`position` 用布局中的名字、由其组成的算式（除括号内外不含空格，如 \"n-1 m-n-1 a[k]\"）、数或区间 1..n",
        word = word.to_owned(),
        why = why
    ))
}

/// Layout and position of the plain format of a rule.
pub(super) fn plain(text: &str) -> Result<(Layout, String), OptionsError> {
    let rule = Rule::parse(text).map_err(OptionsError::Rule)?;
    // The first name that a clause has for a coordinate, if a layout can have it.
    let name = |place: usize| {
        let clauses = rule.syntax().clauses.iter();
        let mut names = clauses.filter_map(|clause| match clause.pattern.coordinates.get(place) {
            Some(syntax::Coordinate::Name(name)) => Some(name.text.clone()),
            _ => None,
        });
        let plain = |name: &String| {
            name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        names.find(plain)
    };
    let mut names: Vec<String> = Vec::new();
    for place in 0..rule.arity() {
        let fresh = name(place).filter(|name| !names.contains(name));
        names.push(fresh.unwrap_or_else(|| format!("coordinate{place}")));
    }
    let counts = ["k", "m", "heaps", "positions", "many"];
    let count = counts
        .iter()
        .find(|count| !names.iter().any(|name| name == *count));
    let count = count.unwrap_or(&"number");
    let joined = names.join(" ");
    let rows = if names.len() == 1 {
        joined.clone()
    } else {
        format!("({joined})")
    };
    let layout = Layout::parse(&format!("{count} {rows}*{count}"));
    let layout = layout.map_err(|(_, message)| {
        OptionsError::Position(message!("{message}", "{message}", message = message))
    })?;
    Ok((layout, joined))
}

/// What keeps a rule in the one-line notation from answering in a format's words; `options` where it is one on numbers.
pub(crate) fn fit(
    tell: &Reply,
    misere: bool,
    options: Option<&Options>,
) -> Result<(), OptionsError> {
    match tell {
        Reply::Moves { each, .. } => match options {
            Some(options) => options.moves.fit(each).map_err(OptionsError::Position),
            None => Err(OptionsError::Position(message!(
                "this format prints the moves themselves, which a rule on words, grids, lists or graphs cannot do; choose a format that prints who wins, a value or a count",
                "该格式要求输出走法本身，字、网格、列表与图规则无法给出；请用输出胜负、值或个数的格式"
            ))),
        },
        Reply::Value(_) if misere => Err(OptionsError::Position(message!(
            "under misère play a position has no value to print",
            "反常规则下局面没有值可输出"
        ))),
        _ => Ok(()),
    }
}
