//! The check that formats of types and attributes round-trip: the printed parameters parse to the same parameters.
//!
//! A list is written with commas between its elements and may be empty, and a parameter that is absent is written by
//! nothing. So what follows has to show where a list ends and whether a parameter is there. The syntax of a parameter
//! depends on its kind, which the macro does not know: the check asks for it by questions.

use std::collections::HashSet;

use crate::check::is_one_token;
use crate::{Directive, Element, Group};

/// A parameter of a type or an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Whether it may be absent.
    pub optional: bool,
    /// Whether it has a default value.
    pub has_default: bool,
}

/// A question about the syntax of a parameter, to be answered by the caller. For a list, it is about an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamQuestion {
    /// True if the parameter is a list.
    IsList(String),
    /// True if the parameter is no list.
    IsNoList(String),
    /// True if the parameter may be written by nothing, although it is present.
    IsSilent(String),
    /// True if the parameter is a list, with or without brackets, an element of which may be written by nothing.
    HasSilentElements(String),
    /// True if the parameter may begin with the literal.
    Begins(String, String),
    /// True if both parameters may begin with the same token.
    Alike(String, String),
    /// True if the parameter may go on with the literal.
    GoesOn(String, String),
    /// True if the parameter may go on with a token that the other one may begin with.
    GoesOnAs(String, String),
    /// True if the parameter may begin with a letter or a digit.
    BeginsWord(String),
    /// True if the parameter may end with a letter or a digit.
    EndsWord(String),
}

/// A fault of a format, provided that the answer to all questions is yes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamFault {
    /// The error message.
    pub message: String,
    /// The questions.
    pub questions: Vec<ParamQuestion>,
}

/// A first token.
#[derive(Clone, PartialEq, Eq, Debug)]
enum First {
    Literal(String),
    /// A token that the parameter begins with.
    Param(String),
    /// The token after the type or attribute.
    End,
}

use ParamQuestion::{
    Alike, Begins, BeginsWord, EndsWord, GoesOn, GoesOnAs, HasSilentElements, IsList, IsNoList, IsSilent,
};

/// The first tokens of a sequence of elements, each provided that the answers to its questions are yes.
#[derive(Clone)]
struct Ahead {
    first: Vec<(First, Vec<ParamQuestion>)>,
    /// The questions whose answers are yes if all may be absent; `None` if something is there always.
    nullable: Option<Vec<ParamQuestion>>,
}

impl Ahead {
    fn of(first: First, nullable: Option<Vec<ParamQuestion>>) -> Self {
        Ahead { first: vec![(first, Vec::new())], nullable }
    }

    fn nothing() -> Self {
        Ahead { first: Vec::new(), nullable: Some(Vec::new()) }
    }

    fn then(mut self, next: &Ahead) -> Self {
        if let Some(guards) = &self.nullable {
            let guarded = |asked: &[ParamQuestion]| [guards.as_slice(), asked].concat();
            self.first.extend(next.first.iter().map(|(first, asked)| (first.clone(), guarded(asked))));
            self.nullable = next.nullable.as_ref().map(|asked| guarded(asked));
        }
        self
    }
}

/// Returns the faults due to which a format of these parameters does not round-trip. `self_type` is the place of the
/// parameter that is written after the attribute, and not by the format.
pub fn param_faults(elements: &[Element], params: &[Param], self_type: Option<usize>) -> Vec<ParamFault> {
    let mut check = Check { params, found: Vec::new(), bound: HashSet::new(), anchors: Vec::new() };
    let end = Ahead::of(First::End, None);
    check.sequence(elements, &end);
    check.spaces(elements, Spaces::default());
    for (i, param) in params.iter().enumerate() {
        if !check.bound.contains(&param.name) && self_type != Some(i) {
            check.fail(format!("parameter `{}` is not written", param.name), Vec::new());
        }
    }
    check.found
}

/// The text before an element.
#[derive(Clone, Default)]
struct Spaces {
    /// Whether no space is printed.
    none: bool,
    /// The elements that it may end with, if they end with a word: the questions of each.
    ends: Vec<Vec<ParamQuestion>>,
}

struct Check<'a> {
    params: &'a [Param],
    found: Vec<ParamFault>,
    bound: HashSet<String>,
    /// The parameters that are there in the group that is open.
    anchors: Vec<String>,
}

fn is_word(text: &str) -> bool {
    text.bytes().next().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_')
}

/// Whether a literal closes something, so that no parameter begins with it.
fn closes(text: &str) -> bool {
    matches!(text, ">" | ")" | "]" | "}")
}

impl Param {
    fn is_required(&self) -> bool {
        !self.optional && !self.has_default
    }
}

/// The faults of a token after a `struct` of which all or any parameters are required, each with its questions.
fn after_struct(names: &[String], all: bool, any: bool, first: &First) -> Vec<(String, Vec<ParamQuestion>)> {
    let list = "a list of `struct` may be last, and what is after it does not close anything";
    let word = "a parameter of `struct` may be absent, and what is after it may begin with a word";
    let lists = || names.iter().map(|name| (list.to_owned(), vec![IsList(name.clone())]));
    let mut out = Vec::new();
    match first {
        First::Literal(text) if closes(text) => {}
        First::Literal(text) if text == "," && !all => {
            out.push((
                "a parameter of `struct` may be absent, and a comma is after it".to_owned(),
                Vec::new(),
            ));
        }
        First::Literal(text) => {
            out.extend(lists());
            if is_word(text) && !any {
                out.push((word.to_owned(), Vec::new()));
            }
        }
        First::Param(other) => {
            out.extend(lists());
            if !any {
                out.push((word.to_owned(), vec![BeginsWord(other.clone())]));
            }
        }
        First::End => {}
    }
    if let First::Literal(text) = first {
        out.extend(names.iter().map(|name| {
            let message = format!("parameter `{name}` may go on with `{text}`, which is after it");
            (message, vec![GoesOn(name.clone(), text.clone())])
        }));
    }
    out
}

impl Check<'_> {
    fn fail(&mut self, message: String, questions: Vec<ParamQuestion>) {
        self.found.push(ParamFault { message, questions });
    }

    fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.name == name)
    }

    /// Notes that a parameter is written; false if there is none of that name.
    fn bind(&mut self, name: &str) -> bool {
        if self.param(name).is_none() {
            self.fail(format!("there is no parameter '{name}'"), Vec::new());
            return false;
        }
        if !self.bound.insert(name.to_owned()) {
            self.fail(format!("parameter `{name}` is already bound"), Vec::new());
        }
        let message = format!("an element of list `{name}` may be written by nothing");
        self.fail(message, vec![HasSilentElements(name.to_owned())]);
        true
    }

    fn sequence(&mut self, elements: &[Element], after: &Ahead) -> Ahead {
        let mut ahead = after.clone();
        for element in elements.iter().rev() {
            let own = self.element(element, &ahead);
            ahead = own.then(&ahead);
        }
        ahead
    }

    /// Follows the spaces that are printed: where none is printed, words must not meet.
    fn spaces(&mut self, elements: &[Element], mut state: Spaces) -> Spaces {
        for element in elements {
            match element {
                Element::Literal(text) => {
                    let is_word = is_word(text);
                    if is_word {
                        self.meets(&state, &[]);
                    }
                    state.ends = if is_word { vec![Vec::new()] } else { Vec::new() };
                    state.none = matches!(&**text, "<" | "(" | "{" | "[");
                }
                Element::NoSpace => state.none = true,
                Element::Space | Element::Newline => state.ends.clear(),
                Element::Optional(group) => state = self.spaces_of_group(group, state),
                element => {
                    let names = self.names_of(element);
                    let by_name = matches!(element, Element::Directive(Directive::Struct(_)));
                    if by_name {
                        self.meets(&state, &[]);
                    } else if let Some(name) = names.first() {
                        self.meets(&state, &[BeginsWord(name.clone())]);
                    }
                    // What is written by nothing leaves what is before it, if there is no space.
                    if !state.none {
                        state.ends.clear();
                    }
                    state.ends.extend(names.into_iter().map(|name| vec![EndsWord(name)]));
                    state.none = false;
                }
            }
        }
        state
    }

    /// Spaces do not depend on the branch that is taken.
    fn spaces_of_group(&mut self, group: &Group, before: Spaces) -> Spaces {
        let (one, other) = match group.inverted {
            false => (&group.then, &group.otherwise),
            true => (&group.otherwise, &group.then),
        };
        let first = self.spaces(one, before.clone());
        let mut second = self.spaces(other, Spaces { ends: before.ends, none: first.none });
        second.ends.extend(first.ends);
        second
    }

    /// Reports words that meet if one begins here, provided that the answers to the questions are yes.
    fn meets(&mut self, state: &Spaces, begins: &[ParamQuestion]) {
        if state.none {
            for ends in &state.ends {
                let message = "two words without a space between are printed as one".to_owned();
                self.fail(message, [ends, begins].concat());
            }
        }
    }

    fn element(&mut self, element: &Element, ahead: &Ahead) -> Ahead {
        match element {
            Element::Literal(text) => {
                for (first, guards) in &ahead.first {
                    if let First::Literal(other) = first
                        && is_one_token(text, other)
                    {
                        let message = format!("literals `{text}` and `{other}` are printed as one token");
                        self.fail(message, guards.clone());
                    }
                }
                Ahead::of(First::Literal(text.clone()), None)
            }
            Element::Space | Element::NoSpace | Element::Newline => Ahead::nothing(),
            Element::Variable(name) if self.bind(name) => self.variable(name, ahead),
            Element::Variable(_) => Ahead::nothing(),
            Element::Optional(group) => self.group(group, ahead),
            Element::Directive(Directive::Qualified(inner)) => {
                if let Element::Variable(name) = &**inner {
                    let message = format!("list `{name}` is qualified, which only an attribute can be");
                    self.fail(message, vec![IsList(name.clone())]);
                }
                self.element(inner, ahead)
            }
            Element::Directive(Directive::Params) => self.all_params(ahead),
            Element::Directive(Directive::Struct(args)) => self.params_by_name(args, ahead),
            Element::OiList(_) | Element::Directive(_) => {
                let message = "a type or attribute is written by literals, parameters, `params`, `struct`, `qualified` \
                               and optional groups alone";
                self.fail(message.to_owned(), Vec::new());
                Ahead::nothing()
            }
        }
    }

    /// A parameter on its own; a list may be empty unless it is the anchor of the group.
    fn variable(&mut self, name: &str, ahead: &Ahead) -> Ahead {
        let is_anchor = self.anchors.iter().any(|anchor| anchor == name);
        let is_absent =
            self.param(name).is_some_and(|param| param.optional && !param.has_default) && !is_anchor;
        if is_absent {
            let message = format!("optional parameter `{name}` is to be the anchor of an optional group");
            self.fail(message, vec![IsNoList(name.to_owned())]);
        }
        self.ends(name, is_anchor, ahead);
        let may_be_empty = (!is_anchor).then(|| vec![IsList(name.to_owned())]);
        Ahead::of(First::Param(name.to_owned()), may_be_empty)
    }

    /// Checks that what follows a parameter shows where it ends.
    fn ends(&mut self, name: &str, is_anchor: bool, ahead: &Ahead) {
        let list = || IsList(name.to_owned());
        let mut faults = Vec::new();
        for (first, guards) in &ahead.first {
            let mut fault = |message: String, asked: Vec<ParamQuestion>| {
                faults.push((message, [guards.clone(), asked].concat()));
            };
            let empty = |what: &str| {
                format!(
                    "list `{name}` may be empty, and {what} after it may begin an element: put a literal between"
                )
            };
            match first {
                First::Literal(text) if text == "," => fault(
                    format!(
                        "list `{name}` is before `,`, which separates its elements: put it in brackets, or last"
                    ),
                    vec![list()],
                ),
                First::Literal(text) => {
                    if !is_anchor {
                        fault(
                            empty(&format!("`{text}`")),
                            vec![list(), Begins(name.to_owned(), text.clone())],
                        );
                    }
                    fault(
                        format!("parameter `{name}` may go on with `{text}`, which is after it"),
                        vec![GoesOn(name.to_owned(), text.clone())],
                    );
                }
                First::Param(other) => {
                    if !is_anchor {
                        let alike = Alike(name.to_owned(), other.clone());
                        fault(empty(&format!("parameter `{other}`")), vec![list(), alike]);
                    }
                    fault(
                        format!("parameter `{name}` may go on with what `{other}` after it begins with"),
                        vec![GoesOnAs(name.to_owned(), other.clone())],
                    );
                }
                First::End => fault(
                    format!("list `{name}` is at the end, where nothing closes it: put it in `<` and `>`"),
                    vec![list()],
                ),
            }
        }
        faults.into_iter().for_each(|(message, asked)| self.fail(message, asked));
    }

    /// `params`: those that may be absent have to be last, and a list, too.
    fn all_params(&mut self, ahead: &Ahead) -> Ahead {
        let params = self.params.to_vec();
        let names: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
        names.iter().for_each(|name| {
            self.bind(name);
        });
        let Some((last, before)) = params.split_last() else { return Ahead::nothing() };
        for param in before {
            let name = &param.name;
            let message = format!("list `{name}` of `params` is not the last parameter");
            self.fail(message, vec![IsList(name.clone())]);
            if param.optional && !param.has_default {
                self.fail(format!("optional parameter `{name}` of `params` is not the last"), Vec::new());
            }
        }
        let is_optional = last.optional && !last.has_default;
        if is_optional && ahead.first.iter().any(|(first, _)| *first == First::Literal(",".to_owned())) {
            let message =
                format!("optional parameter `{}` may be absent, and a comma is after it", last.name);
            self.fail(message, Vec::new());
        }
        if is_optional && before.is_empty() {
            self.begins_apart(&last.name, ahead);
            let message = format!("optional parameter `{}` may be written by nothing", last.name);
            self.fail(message, vec![IsNoList(last.name.clone()), IsSilent(last.name.clone())]);
        }
        self.ends(&last.name, false, ahead);
        let nullable = match before.is_empty() {
            true if is_optional => Some(Vec::new()),
            true => Some(vec![IsList(last.name.clone())]),
            false => None,
        };
        Ahead::of(First::Param(names[0].clone()), nullable)
    }

    /// Checks that a parameter that may be absent begins with another token than what follows.
    fn begins_apart(&mut self, name: &str, ahead: &Ahead) {
        for (first, guards) in &ahead.first {
            let (what, asked) = match first {
                First::Literal(text) => (text.clone(), Begins(name.to_owned(), text.clone())),
                First::Param(other) => (other.clone(), Alike(name.to_owned(), other.clone())),
                First::End => continue,
            };
            let message =
                format!("parameter `{name}` may be absent, and may begin with `{what}`, which is after it");
            self.fail(message, [guards.clone(), vec![asked]].concat());
        }
    }

    /// `struct(..)`: `name = value` in any order.
    fn params_by_name(&mut self, args: &[Element], ahead: &Ahead) -> Ahead {
        let mut names: Vec<String> = args.iter().flat_map(|arg| self.names_of(arg)).collect();
        if names.len() != args.len() {
            self.fail("`struct` takes parameters".to_owned(), Vec::new());
        }
        if args.is_empty() {
            names = self.params.iter().map(|param| param.name.clone()).collect();
        }
        names.retain(|name| self.bind(name));
        let is_required = |name: &String| self.param(name).is_some_and(Param::is_required);
        let (all, any) = (names.iter().all(is_required), names.iter().any(is_required));
        let is_anchor = names.iter().any(|name| self.anchors.contains(name));
        for (first, guards) in &ahead.first {
            for (message, asked) in after_struct(&names, all, any, first) {
                self.fail(message, [guards.clone(), asked].concat());
            }
        }
        let nullable = (!any && !is_anchor).then(Vec::new);
        let first = names.into_iter().map(|name| (First::Literal(name), Vec::new())).collect();
        Ahead { first, nullable }
    }

    fn group(&mut self, group: &Group, ahead: &Ahead) -> Ahead {
        let anchored = if group.inverted { &group.otherwise } else { &group.then };
        let names = anchored.get(group.anchor).map_or(Vec::new(), |anchor| self.names_of(anchor));
        if names.is_empty() {
            self.fail("the anchor of an optional group is to be a parameter".to_owned(), Vec::new());
        }
        let then = self.side(&group.then, if group.inverted { &[] } else { &names }, ahead);
        let otherwise = self.side(&group.otherwise, if group.inverted { &names } else { &[] }, ahead);
        let rest = if group.otherwise.is_empty() { ahead } else { &otherwise };
        self.decides(&group.then, if group.inverted { &[] } else { &names }, rest);
        self.in_one_side(group, &names);
        self.is_there(rest);
        let mut first = then.first;
        first.extend(if group.otherwise.is_empty() { ahead.first.clone() } else { otherwise.first });
        Ahead { first, nullable: None }
    }

    /// Checks that what is read instead of a group is written by something.
    fn is_there(&mut self, rest: &Ahead) {
        for (next, guards) in &rest.first {
            if let First::Param(name) = next {
                let message = format!("parameter `{name}` after an optional group may be written by nothing");
                let asked = vec![IsNoList(name.clone()), IsSilent(name.clone())];
                self.fail(message, [guards.clone(), asked].concat());
            }
        }
    }

    fn side(&mut self, elements: &[Element], anchors: &[String], ahead: &Ahead) -> Ahead {
        let open = self.anchors.len();
        self.anchors.extend_from_slice(anchors);
        let ahead = self.sequence(elements, ahead);
        self.anchors.truncate(open);
        ahead
    }

    /// Checks that the first element of a group shows whether it is there.
    fn decides(&mut self, then: &[Element], anchors: &[String], rest: &Ahead) {
        let first = then.iter().find(|e| !matches!(e, Element::Space | Element::NoSpace | Element::Newline));
        let message =
            |what: &str| format!("`{what}` begins an optional group, and may begin what is after it");
        match first {
            Some(Element::Literal(text)) => {
                for (next, guards) in &rest.first {
                    let asked = match next {
                        First::Literal(other) if other == text => Vec::new(),
                        First::Param(other) => vec![Begins(other.clone(), text.clone())],
                        First::Literal(_) | First::End => continue,
                    };
                    self.fail(message(text), [guards.clone(), asked].concat());
                }
            }
            Some(Element::Directive(Directive::Struct(_))) => {}
            Some(element) => match &self.names_of(element)[..] {
                [name]
                    if matches!(
                        element,
                        Element::Variable(_) | Element::Directive(Directive::Qualified(_))
                    ) =>
                {
                    let name = name.clone();
                    let silent =
                        format!("parameter `{name}` begins an optional group, but may be written by nothing");
                    self.fail(silent, vec![IsNoList(name.clone()), IsSilent(name.clone())]);
                    let required = self.param(&name).is_some_and(Param::is_required);
                    if !anchors.contains(&name) {
                        let asked = if required { vec![IsList(name.clone())] } else { Vec::new() };
                        let message =
                            "the first element of an optional group must begin it whenever it is there";
                        self.fail(message.to_owned(), asked);
                    }
                    for (next, guards) in &rest.first {
                        let asked = match next {
                            First::Literal(other) => Begins(name.clone(), other.clone()),
                            First::Param(other) => Alike(name.clone(), other.clone()),
                            First::End => continue,
                        };
                        self.fail(message(&name), [guards.clone(), vec![asked]].concat());
                    }
                }
                _ => {
                    let message = "an optional group begins with a literal, a parameter or `struct`";
                    self.fail(message.to_owned(), Vec::new());
                }
            },
            None => {}
        }
    }

    /// A parameter that is written in one of the branches alone is absent in the other.
    fn in_one_side(&mut self, group: &Group, anchors: &[String]) {
        let names = |elements: &[Element]| -> Vec<String> {
            elements.iter().flat_map(|element| self.names_within(element)).collect()
        };
        let (then, otherwise) = (names(&group.then), names(&group.otherwise));
        let once = then.iter().filter(|name| !otherwise.contains(name));
        let once: Vec<String> =
            once.chain(otherwise.iter().filter(|name| !then.contains(name))).cloned().collect();
        for name in once {
            let required = self.param(&name).is_some_and(Param::is_required);
            if !anchors.contains(&name) {
                let message = format!("parameter `{name}` is in an optional group, but is not its anchor");
                self.fail(message, Vec::new());
            } else if required {
                let message =
                    format!("parameter `{name}` is the anchor of an optional group, but is not optional");
                self.fail(message, vec![IsNoList(name)]);
            }
        }
    }

    /// The parameters that an element writes itself.
    fn names_of(&self, element: &Element) -> Vec<String> {
        match element {
            Element::Variable(name) => vec![name.clone()],
            Element::Directive(Directive::Qualified(inner)) => self.names_of(inner),
            Element::Directive(Directive::Struct(args)) if !args.is_empty() => {
                args.iter().flat_map(|arg| self.names_of(arg)).collect()
            }
            Element::Directive(Directive::Struct(_) | Directive::Params) => {
                self.params.iter().map(|param| param.name.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The parameters that an element writes, at any depth.
    fn names_within(&self, element: &Element) -> Vec<String> {
        match element {
            Element::Optional(group) => {
                let both = group.then.iter().chain(&group.otherwise);
                both.flat_map(|element| self.names_within(element)).collect()
            }
            _ => self.names_of(element),
        }
    }
}
