//! Command-line parsing that the commands share.

use terrace_opt::page::Page;

/// The arguments with each value that follows its flag after a blank joined to it by `=`: `--entry f` becomes `--entry=f`,
/// and `-o=f` becomes `-o f`. Flags with a value are those of the page; what follows `--` is left alone.
pub(super) fn join_values(page: &Page, args: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(args.len());
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg == "--" {
            joined.push(arg.clone());
            joined.extend(rest.cloned());
            break;
        }
        let is_short = |name: &str| name.len() == 2;
        let flag = page.flag(arg).filter(|flag| flag.requires_value());
        match (flag, arg.split_once('=')) {
            (Some(flag), _) => match rest.next() {
                Some(value) if is_short(flag.name) => joined.extend([arg.clone(), value.clone()]),
                Some(value) => joined.push(format!("{arg}={value}")),
                None => joined.push(arg.clone()),
            },
            (None, Some((name, value))) if is_short(name) && page.flag(name).is_some() => {
                joined.extend([name.to_owned(), value.to_owned()]);
            }
            _ => joined.push(arg.clone()),
        }
    }
    joined
}

/// The arguments of a command, read by the flags of its page: see [`parse`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Args {
    flags: Vec<(&'static str, String)>,
    positional: Vec<String>,
}

impl Args {
    /// Returns the value of a flag; the last one if there are several.
    pub fn value(&self, flag: &str) -> Option<&str> {
        self.values(flag).last()
    }

    /// Returns the values of a flag, in order.
    pub fn values(&self, flag: &str) -> impl Iterator<Item = &str> {
        self.flags.iter().filter(move |(name, _)| *name == flag).map(|(_, value)| value.as_str())
    }

    /// Whether a flag was given.
    pub fn has(&self, flag: &str) -> bool {
        self.value(flag).is_some()
    }

    /// Returns the arguments that are no flags.
    pub fn positional(&self) -> &[String] {
        &self.positional
    }
}

/// Reads the arguments of a command by the flags of its page: `--flag=VALUE` and `--flag VALUE`; `--` ends the flags, and `-`
/// is no flag.
///
/// # Errors
///
/// A message about the first argument that is no flag of the page, or whose value is missing or none of the choices.
pub fn parse(page: &Page, args: &[String]) -> Result<Args, String> {
    let mut parsed = Args::default();
    let joined = join_values(page, args);
    let mut rest = joined.iter();
    while let Some(arg) = rest.next() {
        if arg == "--" {
            parsed.positional.extend(rest.cloned());
            break;
        }
        if !arg.starts_with('-') || arg == "-" {
            parsed.positional.push(arg.clone());
            continue;
        }
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (arg.as_str(), None),
        };
        let Some(flag) = page.flag(name) else {
            let names = page.flags().map(|flag| flag.name);
            let hint = terrace_support::spelling::nearest(name, names)
                .map_or_else(String::new, |meant| format!("; did you mean '{meant}'?"));
            return Err(format!("there is no option '{name}'{hint}"));
        };
        let value = match value {
            None if flag.requires_value() && name.len() == 2 => rest.next().cloned(),
            value => value,
        };
        match (value, flag.choices()) {
            (None, _) if flag.requires_value() => {
                return Err(format!("{name} needs a value: {}", flag.usage()));
            }
            (Some(_), None) if !flag.takes_value() => return Err(format!("{name} takes no value")),
            (Some(value), Some(choices)) if !choices.contains(&value.as_str()) => {
                return Err(format!("{name} is one of {}, not '{value}'", choices.join(", ")));
            }
            (value, _) => parsed.flags.push((flag.name, value.unwrap_or_default())),
        }
    }
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use terrace_opt::page::{Flag, Page, Section};

    use super::{join_values, parse};

    const PAGE: Page = Page::new("test", "", &[]).sections(&[Section {
        title: "Options",
        flags: &[
            Flag::text("--entry", "NAME", ""),
            Flag::switch("--full", ""),
            Flag::output("-o", "FILE", ""),
            Flag::choice("--by", &["name", "size"], ""),
        ],
    }]);

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn values_may_follow_a_blank() {
        let join = |text: &str| join_values(&PAGE, &words(text)).join(" ");
        assert_eq!(join("a --entry f --full b -o c"), "a --entry=f --full b -o c");
        assert_eq!(join("--entry=f --entry -1 -o=d -- --entry f"), "--entry=f --entry=-1 -o d -- --entry f");
    }

    #[test]
    fn arguments_are_read_by_the_page() {
        let args = parse(&PAGE, &words("a --entry f --by=size - -o x -- -b")).expect("they are right");
        assert_eq!(
            (args.value("--entry"), args.value("--by"), args.value("-o")),
            (Some("f"), Some("size"), Some("x"))
        );
        assert!(!args.has("--full") && args.positional() == ["a", "-", "-b"]);
        let refused = |text: &str| parse(&PAGE, &words(text)).expect_err(text);
        assert_eq!(refused("--ful"), "there is no option '--ful'; did you mean '--full'?");
        assert_eq!(refused("--full=1"), "--full takes no value");
        assert_eq!(refused("a --entry"), "--entry needs a value: --entry=NAME");
        assert_eq!(refused("a -o"), "-o needs a value: -o FILE");
        assert_eq!(refused("--by x"), "--by is one of name, size, not 'x'");
    }
}
