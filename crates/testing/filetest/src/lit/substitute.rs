//! Substitutions in script lines: `%s`, `%{name}`, `%if`, `%%`.

use super::condition::{self, Features};

/// An ordered list of substitutions; each is applied to the whole line once, the first first.
#[derive(Clone, Debug, Default)]
pub struct Substitutions {
    list: Vec<Substitution>,
}

#[derive(Clone, Debug)]
struct Substitution {
    key: String,
    value: String,
    /// The key must not be part of a longer word or path.
    word: bool,
}

/// The placeholder of `%%` during substitution.
const PERCENT: &str = "#_MARKER_#";

impl Substitutions {
    /// Replaces every occurrence of `key`; substitutions are applied in the order in which they were added.
    pub fn add(&mut self, key: &str, value: &str) {
        self.list.push(Substitution { key: key.to_owned(), value: value.to_owned(), word: false });
    }

    /// Replaces `key` where it stands as a word: no word character, `-` or `.` after it, none of `.-^/\<` before it.
    pub fn add_word(&mut self, key: &str, value: &str) {
        self.list.push(Substitution { key: key.to_owned(), value: value.to_owned(), word: true });
    }

    /// The effect of `DEFINE:` (`new`) and `REDEFINE:`.
    pub(crate) fn define(&mut self, name: &str, value: &str, new: bool) -> Result<(), String> {
        let mut existing = (0..self.list.len()).filter(|&i| self.list[i].key.contains(name));
        match (existing.next(), existing.next(), new) {
            (None, _, true) => {
                let word = false;
                self.list.insert(0, Substitution { key: name.to_owned(), value: value.to_owned(), word });
                Ok(())
            }
            (Some(_), _, true) => {
                Err(format!("Substitution whose pattern contains '{name}' is already defined"))
            }
            (Some(index), None, false) if self.list[index].key == name => {
                self.list[index].value = value.to_owned();
                Ok(())
            }
            (None, _, false) => Err(format!("No substitution for '{name}' is defined before")),
            _ => Err(format!("Multiple substitutions whose patterns contain '{name}' are defined")),
        }
    }

    /// Expands a line.
    pub(crate) fn apply(&self, line: &str, features: &Features) -> Result<String, String> {
        let mut line = line.replace("%%", PERCENT);
        if line.contains("%if ") {
            line = Conditional { rest: &line, features, depth: 0 }.whole()?;
        }
        for substitution in &self.list {
            if line.contains(&substitution.key) {
                line = substitution.apply(&line.replace("%%", PERCENT));
            }
        }
        if line.contains("%T") {
            return Err(
                "%T is no longer supported. Please create directories with names based on %t.".to_owned()
            );
        }
        Ok(line.trim().replace(PERCENT, "%"))
    }
}

impl Substitution {
    fn apply(&self, line: &str) -> String {
        if !self.word {
            return line.replace(&self.key, &self.value);
        }
        let mut out = String::with_capacity(line.len() + self.value.len());
        let mut done = 0;
        for (at, _) in line.match_indices(&self.key) {
            let after = line[at + self.key.len()..].chars().next();
            let before = line[..at].chars().next_back();
            let joined = after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
                || before.is_some_and(|c| ".-^/\\<".contains(c));
            if !joined {
                out.push_str(&line[done..at]);
                out.push_str(&self.value);
                done = at + self.key.len();
            }
        }
        out.push_str(&line[done..]);
        out
    }
}

/// The parser of `%if condition %{ text %} %else %{ text %}`.
struct Conditional<'a> {
    rest: &'a str,
    features: &'a Features,
    depth: usize,
}

impl Conditional<'_> {
    fn whole(mut self) -> Result<String, String> {
        self.text(false)
    }

    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn branch(&mut self, keyword: &str) -> Result<String, String> {
        self.depth += 1;
        if self.depth > 100 {
            return Err("%if nested too deeply".to_owned());
        }
        let text = self.text(true)?;
        self.depth -= 1;
        if self.eat("%}") { Ok(text) } else { Err(format!("'%}}' is missing for {keyword} substitution")) }
    }

    fn text(&mut self, nested: bool) -> Result<String, String> {
        let mut out = String::new();
        while !self.rest.is_empty() {
            if nested && self.rest.starts_with("%}") {
                break;
            }
            if self.eat("%if ") {
                let Some((condition, after)) = self.rest.split_once("%{") else {
                    return Err("'%{' is missing for %if substitution".to_owned());
                };
                self.rest = after;
                let then = self.branch("%if")?;
                let mut other = String::new();
                if let Some(after) = self.rest.trim_start().strip_prefix("%else") {
                    self.rest = after.trim_start();
                    if !self.eat("%{") {
                        return Err("'%{' is missing for %else substitution".to_owned());
                    }
                    other = self.branch("%else")?;
                }
                let value = condition::evaluate(condition.trim(), self.features)?;
                out.push_str(if value { &then } else { &other });
                continue;
            }
            // Plain text, up to the next mark; one that is no keyword is text itself.
            let skip = self.rest.chars().next().map_or(0, char::len_utf8);
            let mark = |token: &str| self.rest[skip..].find(token).map(|at| at + skip);
            let close = if nested { mark("%}") } else { None };
            let end = [mark("%if"), close].into_iter().flatten().min().unwrap_or(self.rest.len());
            out.push_str(&self.rest[..end]);
            self.rest = &self.rest[end..];
        }
        Ok(out)
    }
}
