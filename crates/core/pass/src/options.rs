//! Pass options with names, kinds and defaults, as text and as values.

use std::fmt::Write;

use terrace_support::spelling::nearest;

/// The kind of an option's value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`; given without value, true.
    Bool,
    /// `true` or `false`; if it is not given, the pass decides.
    OptionalBool,
    /// An integer in this range.
    Int(i64, i64),
    /// A number.
    Float,
    /// Any text.
    Text,
    /// A text; unset if it is not given.
    OptionalText,
    /// One of these names.
    Choice(&'static [&'static str]),
    /// Any number of texts, separated by commas.
    List,
    /// Any number of integers, separated by commas.
    IntList(i64, i64),
    /// Any number of groups of options in braces, separated by commas.
    Groups(&'static [OptionDef]),
}

impl OptionKind {
    /// A signed integer of 32 bits.
    pub const I32: OptionKind = OptionKind::Int(i32::MIN as i64, i32::MAX as i64);
    /// A signed integer of 64 bits.
    pub const I64: OptionKind = OptionKind::Int(i64::MIN, i64::MAX);
    /// An unsigned integer of 32 bits.
    pub const U32: OptionKind = OptionKind::Int(0, u32::MAX as i64);
    /// An unsigned integer of at most 63 bits.
    pub const U64: OptionKind = OptionKind::Int(0, i64::MAX);

    /// Returns the accepted values in words: `true or false`, `an integer from 0 to 7`, `one of low, high`.
    pub fn accepted(&self) -> String {
        let integer = |low: i64, high: i64| match (low, high) {
            (i64::MIN, i64::MAX) => String::new(),
            (low, i64::MAX) => format!(" from {low}"),
            (low, high) => format!(" from {low} to {high}"),
        };
        match *self {
            OptionKind::Bool | OptionKind::OptionalBool => "true or false".to_owned(),
            OptionKind::Int(low, high) => format!("an integer{}", integer(low, high)),
            OptionKind::Float => "a number".to_owned(),
            OptionKind::Text | OptionKind::OptionalText => "a text".to_owned(),
            OptionKind::Choice(names) => format!("one of {}", listed(names)),
            OptionKind::List => "texts with commas between them".to_owned(),
            OptionKind::IntList(low, high) => {
                format!("integers{} with commas between them", integer(low, high))
            }
            OptionKind::Groups(defs) => {
                let names: Vec<&str> = defs.iter().map(|def| def.name).collect();
                format!("groups of the options {} in braces with commas between them", names.join(", "))
            }
        }
    }
}

/// The names of a choice with commas between them, without the empty one.
fn listed(names: &[&str]) -> String {
    let names: Vec<&str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
    names.join(", ")
}

impl OptionDef {
    /// Returns the help text of the option: its name with the kind of its value, and its documentation with the choices
    /// and the default.
    pub fn help(&self) -> (String, String) {
        let value = match self.kind {
            OptionKind::Bool | OptionKind::OptionalBool => "[=<bool>]",
            OptionKind::Int(low, _) if low >= 0 => "=<uint>",
            OptionKind::Int(..) => "=<int>",
            OptionKind::Float => "=<number>",
            OptionKind::Text | OptionKind::OptionalText => "=<string>",
            OptionKind::Choice(_) => "=<name>",
            OptionKind::List => "=<string>,..",
            OptionKind::IntList(..) => "=<int>,..",
            OptionKind::Groups(_) => "={<options>},..",
        };
        let mut text = self.doc.to_owned();
        let mut facts = Vec::new();
        if let OptionKind::Choice(names) = self.kind {
            facts.push(format!("one of {}", listed(names)));
        }
        if !matches!(self.default, "" | "unset") {
            facts.push(format!("default {}", self.default));
        }
        if !facts.is_empty() {
            text = format!("{text} ({})", facts.join("; "));
        }
        (format!("{}{value}", self.name), text)
    }
}

/// An option of a pass or a pipeline.
#[derive(Clone, Copy, Debug)]
pub struct OptionDef {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// The kind of its value.
    pub kind: OptionKind,
    /// Its value where it is not given, as text.
    pub default: &'static str,
}

#[derive(Clone, PartialEq, Debug)]
enum Value {
    Unset,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<String>),
}

/// The option values of one pass.
#[derive(Clone, Debug)]
pub struct PassOptions {
    defs: &'static [OptionDef],
    values: Vec<Value>,
    /// The options set from text.
    given: Vec<bool>,
}

/// An error in the text of options.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// An unknown option name.
    Unknown(String),
    /// An invalid value: the option, and the problem with the value.
    Invalid(String, String),
    /// The text is malformed.
    Malformed(String),
}

impl OptionError {
    /// Returns the message, one line: upstream's words, then the accepted options or values, and the nearest one.
    /// `owner` is the pass or pipeline, `pass 'cse'`, with these options.
    pub fn message(&self, owner: &str, defs: &[OptionDef]) -> String {
        let meant = |name: &str, names: &[&str]| {
            nearest(name, names.iter().copied())
                .map_or_else(String::new, |meant| format!("; did you mean '{meant}'?"))
        };
        match self {
            OptionError::Unknown(name) if defs.is_empty() => {
                format!("no such option {name} in {owner}, which has no options")
            }
            OptionError::Unknown(name) => {
                let names: Vec<&str> = defs.iter().map(|def| def.name).collect();
                let meant = meant(name, &names);
                format!("no such option {name} in {owner}, which has {}{meant}", names.join(", "))
            }
            OptionError::Invalid(name, text) => {
                let kind = defs.iter().find(|def| def.name == name).map(|def| def.kind);
                let accepted =
                    kind.map_or_else(String::new, |kind| format!("; it takes {}", kind.accepted()));
                let value = text.split('\'').nth(1).unwrap_or("");
                let meant = match kind {
                    Some(OptionKind::Choice(names)) => meant(value, names),
                    Some(OptionKind::Bool | OptionKind::OptionalBool) => meant(value, &["true", "false"]),
                    _ => String::new(),
                };
                format!("{owner}: for the --{name} option: {text}{accepted}{meant}")
            }
            OptionError::Malformed(text) => format!("{owner}: {text}"),
        }
    }
}

impl PassOptions {
    /// Options with their default values.
    pub fn new(defs: &'static [OptionDef]) -> Self {
        let values = defs.iter().map(|def| {
            parse_value(def, def.default).unwrap_or_else(|_| panic!("bad default of option {}", def.name))
        });
        Self { defs, values: values.collect(), given: vec![false; defs.len()] }
    }

    /// Sets options from text: `a=1 b={x,y} flag`.
    ///
    /// # Errors
    ///
    /// If an option is unknown, or its value is not of its type.
    pub fn parse(&mut self, text: &str) -> Result<(), OptionError> {
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (key, value, after) = next_option(rest)?;
            let at = self.defs.iter().position(|def| def.name == key);
            let at = at.ok_or_else(|| OptionError::Unknown(key.to_owned()))?;
            let def = &self.defs[at];
            let given = match (value, def.kind) {
                (None, OptionKind::Bool | OptionKind::OptionalBool) => "true",
                (None, _) => "",
                (Some(value), _) => value,
            };
            let value = parse_value(def, given)?;
            match (&mut self.values[at], value) {
                // A list that is given several times is all of them.
                (Value::List(values), Value::List(more)) if self.given[at] => values.extend(more),
                (old, value) => *old = value,
            }
            self.given[at] = true;
            rest = after.trim_start();
        }
        Ok(())
    }

    /// The options as text that [`Self::parse`] reads, sorted by name, as pipelines are printed.
    pub fn to_text(&self) -> String {
        let is_set = |i: &usize| self.values[*i] != Value::Unset;
        let mut order: Vec<usize> = (0..self.defs.len()).filter(is_set).collect();
        order.sort_by_key(|&i| self.defs[i].name);
        let mut out = String::new();
        for (n, &i) in order.iter().enumerate() {
            if n > 0 {
                out.push(' ');
            }
            let name = self.defs[i].name;
            // Nothing can go wrong when writing to a string.
            let _ = match &self.values[i] {
                Value::Unset => Ok(()),
                Value::Bool(value) => write!(out, "{name}={value}"),
                Value::Int(value) => write!(out, "{name}={value}"),
                Value::Float(value) => write!(out, "{name}={}", scientific(*value)),
                Value::Text(value) if !reads_back(value) => write!(out, "{name}={{{value}}}"),
                Value::Text(value) => write!(out, "{name}={value}"),
                // Upstream prints a list that is given alone, whatever its default.
                Value::List(values) if values.is_empty() || !self.given[i] => Ok(()),
                Value::List(values) => write!(out, "{name}={{{}}}", values.join(",")),
            };
        }
        out
    }

    fn value(&self, name: &str) -> &Value {
        let at = self.defs.iter().position(|def| def.name == name);
        &self.values[at.unwrap_or_else(|| panic!("a pass asks for its option {name}, which is not defined"))]
    }

    /// Whether an option was set from text, to its default or to another value.
    pub fn is_given(&self, name: &str) -> bool {
        self.defs.iter().zip(&self.given).any(|(def, given)| def.name == name && *given)
    }

    /// A boolean option.
    pub fn bool(&self, name: &str) -> bool {
        matches!(self.value(name), Value::Bool(true))
    }

    /// A boolean option that may be left open.
    pub fn optional_bool(&self, name: &str) -> Option<bool> {
        if let Value::Bool(value) = self.value(name) { Some(*value) } else { None }
    }

    /// An integer option.
    pub fn int(&self, name: &str) -> i64 {
        if let Value::Int(value) = self.value(name) { *value } else { 0 }
    }

    /// A floating-point option.
    pub fn float(&self, name: &str) -> f64 {
        if let Value::Float(value) = self.value(name) { *value } else { 0.0 }
    }

    /// A text that may be left open.
    pub fn optional_text(&self, name: &str) -> Option<&str> {
        if let Value::Text(value) = self.value(name) { Some(value) } else { None }
    }

    /// A text or choice.
    pub fn text(&self, name: &str) -> &str {
        if let Value::Text(value) = self.value(name) { value } else { "" }
    }

    /// A list.
    pub fn list(&self, name: &str) -> &[String] {
        if let Value::List(values) = self.value(name) { values } else { &[] }
    }

    /// The groups of options of an option of such.
    pub fn groups(&self, name: &str) -> Vec<PassOptions> {
        let Some(OptionKind::Groups(defs)) =
            self.defs.iter().find(|def| def.name == name).map(|def| def.kind)
        else {
            return Vec::new();
        };
        let group = |text: &String| {
            let mut options = PassOptions::new(defs);
            options.parse(unwrapped(text)).ok().map(|()| options)
        };
        self.list(name).iter().filter_map(group).collect()
    }

    /// A list of integers.
    pub fn ints(&self, name: &str) -> Vec<i64> {
        self.list(name).iter().filter_map(|text| text.parse().ok()).collect()
    }
}

/// Whether a text is the value of an option that is written as it is.
fn reads_back(text: &str) -> bool {
    next_option(&format!("x={text}")) == Ok(("x", Some(text), ""))
}

/// A number as C's `%e` prints it.
fn scientific(value: f64) -> String {
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let exponent: i32 = exponent.parse().expect("an exponent is written as an integer");
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.abs())
        }
        None => text,
    }
}

/// The first option of `text`: its name, its value if it has one, and the rest of the text.
fn next_option(text: &str) -> Result<(&str, Option<&str>, &str), OptionError> {
    let end = text.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(text.len());
    let (key, rest) = text.split_at(end);
    let Some(rest) = rest.strip_prefix('=') else { return Ok((key, None, rest)) };
    let bytes = rest.as_bytes();
    let mut at = 0;
    while at < bytes.len() && !bytes[at].is_ascii_whitespace() {
        at = end_of_group(bytes, at)? + 1;
    }
    let (value, after) = rest.split_at(at);
    Ok((key, Some(unwrapped(value)), after))
}

/// The position of the character that closes the quotes or braces that open at a position; that position if none do.
fn end_of_group(bytes: &[u8], at: usize) -> Result<usize, OptionError> {
    match bytes[at] {
        quote @ (b'\'' | b'"') => {
            let close = bytes[at + 1..].iter().position(|&b| b == quote);
            Ok(at + 1 + close.ok_or_else(|| malformed(quote as char))?)
        }
        b'{' => {
            let mut open = 0usize;
            let close = bytes[at..].iter().position(|&b| {
                open = match b {
                    b'{' => open + 1,
                    b'}' => open - 1,
                    _ => open,
                };
                open == 0
            });
            Ok(at + close.ok_or_else(|| malformed('}'))?)
        }
        _ => Ok(at),
    }
}

/// A value without the quotes or braces around all of it: `"a","b"` is a list of two.
fn unwrapped(value: &str) -> &str {
    let is_wrapped = value.starts_with(['{', '\'', '"'])
        && end_of_group(value.as_bytes(), 0).is_ok_and(|end| end + 1 == value.len());
    if is_wrapped { &value[1..value.len() - 1] } else { value }
}

fn malformed(missing: char) -> OptionError {
    OptionError::Malformed(format!("missing closing '{missing}' in pass options"))
}

fn parse_value(def: &OptionDef, text: &str) -> Result<Value, OptionError> {
    let invalid = |message: String| OptionError::Invalid(def.name.to_owned(), message);
    let integer = |text: &str, low: i64, high: i64, what: &str| {
        let (digits, radix) = match text.strip_prefix("0x") {
            Some(hex) => (hex, 16),
            None => (text, 10),
        };
        let parsed = i64::from_str_radix(digits, radix).ok().filter(|n| (low..=high).contains(n));
        parsed.ok_or_else(|| invalid(format!("'{text}' value invalid for {what} argument!")))
    };
    let kind_name = |low: i64, high: i64| match (low, high) {
        (i64::MIN, _) => "long",
        (0, high) if high > i64::from(u32::MAX) => "ulong",
        (0, _) => "uint",
        _ => "integer",
    };
    match def.kind {
        OptionKind::Bool => match text {
            "true" | "TRUE" | "True" | "1" | "" => Ok(Value::Bool(true)),
            "false" | "FALSE" | "False" | "0" => Ok(Value::Bool(false)),
            _ => Err(invalid(format!("'{text}' is invalid value for boolean argument! Try 0 or 1"))),
        },
        OptionKind::OptionalBool => match text {
            "unset" => Ok(Value::Unset),
            _ => parse_value(&OptionDef { kind: OptionKind::Bool, ..*def }, text),
        },
        OptionKind::Int(low, high) => integer(text, low, high, kind_name(low, high)).map(Value::Int),
        OptionKind::Float => {
            let parsed = text
                .parse()
                .map_err(|_| invalid(format!("'{text}' value invalid for floating point argument!")));
            parsed.map(Value::Float)
        }
        OptionKind::OptionalText if text == "unset" => Ok(Value::Unset),
        OptionKind::Text | OptionKind::OptionalText => Ok(Value::Text(text.to_owned())),
        OptionKind::Choice(names) if names.contains(&text) => Ok(Value::Text(text.to_owned())),
        OptionKind::Choice(_) => Err(invalid(format!("Cannot find option named '{text}'!"))),
        OptionKind::List => Ok(Value::List(elements(text))),
        OptionKind::IntList(low, high) => {
            let items = elements(text);
            for item in &items {
                integer(item, low, high, kind_name(low, high))?;
            }
            Ok(Value::List(items))
        }
        OptionKind::Groups(defs) => {
            let group = |text: String| {
                let mut options = PassOptions::new(defs);
                options.parse(unwrapped(&text)).map(|()| format!("{{{}}}", options.to_text()))
            };
            elements(text).into_iter().map(group).collect::<Result<_, _>>().map(Value::List)
        }
    }
}

/// The elements of a list: separated by commas outside braces, parentheses and quotes. An element may be quoted.
fn elements(text: &str) -> Vec<String> {
    let (mut out, mut depth, mut start, mut quote) = (Vec::new(), 0i32, 0, None);
    let element = |text: &str| {
        let text = text.trim();
        if text.starts_with(['\'', '"']) { unwrapped(text) } else { text }.to_owned()
    };
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if quote.is_some() => quote = quote.filter(|&open| open != byte),
            b'\'' | b'"' => quote = Some(byte),
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth -= 1,
            b',' if depth == 0 => {
                out.push(element(&text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        out.push(element(&text[start..]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    static DEFS: &[OptionDef] = &[
        OptionDef { name: "top-down", doc: "", kind: OptionKind::Bool, default: "true" },
        OptionDef { name: "max", doc: "", kind: OptionKind::I64, default: "10" },
        OptionDef { name: "skip", doc: "", kind: OptionKind::List, default: "" },
        OptionDef { name: "level", doc: "", kind: OptionKind::Choice(&["low", "high"]), default: "low" },
    ];

    #[test]
    fn options_are_read_and_written() {
        let mut options = PassOptions::new(DEFS);
        assert_eq!(options.to_text(), "level=low max=10  top-down=true");
        options.parse(" max=-3 skip={a,f(b,c)}  top-down=false level='high'").unwrap();
        assert_eq!(options.to_text(), "level=high max=-3 skip={a,f(b,c)} top-down=false");
        assert_eq!(options.list("skip"), ["a", "f(b,c)"]);
        // What a list is given later is added.
        options.parse("top-down skip=x,y").unwrap();
        assert!(options.bool("top-down") && options.int("max") == -3 && options.list("skip").len() == 4);
        for (text, list) in [("skip=\"a b\",\"c,d\"", ["a b", "c,d"]), ("skip=\"a,b\"", ["a", "b"])] {
            let mut options = PassOptions::new(DEFS);
            options.parse(text).unwrap();
            assert_eq!(options.list("skip"), list);
        }
    }

    #[test]
    fn lists_add_up_and_groups_nest() {
        static OUTER: &[OptionDef] =
            &[OptionDef { name: "list", doc: "", kind: OptionKind::Groups(DEFS), default: "" }];
        let mut options = PassOptions::new(DEFS);
        options.parse("skip=a skip={b,c} level=low").unwrap();
        assert_eq!(options.list("skip"), ["a", "b", "c"]);
        let mut options = PassOptions::new(OUTER);
        options.parse("list={{max=1 skip=x,y},{level=high}}").unwrap();
        assert_eq!(
            options.to_text(),
            "list={{level=low max=1 skip={x,y} top-down=true},{level=high max=10  top-down=true}}"
        );
        let groups = options.groups("list");
        assert_eq!((groups.len(), groups[0].int("max"), groups[1].text("level")), (2, 1, "high"));
        assert_eq!(
            PassOptions::new(OUTER).parse("list={{min=1}}"),
            Err(OptionError::Unknown("min".to_owned()))
        );
    }

    #[test]
    fn texts_have_braces_where_they_need_them() {
        static DEFS: &[OptionDef] =
            &[OptionDef { name: "text", doc: "", kind: OptionKind::Text, default: "" }];
        for (given, printed) in [
            ("text=a", "text=a"),
            ("text={a b}", "text={a b}"),
            ("text=\"a b\"", "text={a b}"),
            ("text=a\"b c\"", "text=a\"b c\""),
            ("text=p{a=\" {} \" b=1}", "text=p{a=\" {} \" b=1}"),
            ("text={it's}", "text={it's}"),
        ] {
            let mut options = PassOptions::new(DEFS);
            options.parse(given).unwrap();
            assert_eq!(options.to_text(), printed, "{given}");
        }
    }

    #[test]
    fn wrong_options_are_refused() {
        let error = |text| PassOptions::new(DEFS).parse(text).unwrap_err();
        let invalid = |name: &str, text: &str| OptionError::Invalid(name.into(), text.into());
        assert_eq!(error("min=1"), OptionError::Unknown("min".into()));
        assert_eq!(error("max=x"), invalid("max", "'x' value invalid for long argument!"));
        assert_eq!(error("level=mid"), invalid("level", "Cannot find option named 'mid'!"));
        assert!(matches!(error("skip={a"), OptionError::Malformed(_)));
        assert!(matches!(error("skip='a"), OptionError::Malformed(_)));
    }
}
