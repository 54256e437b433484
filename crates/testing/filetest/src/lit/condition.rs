//! Boolean expressions over features: `a && (!b || target={{x86.*}})`.

use std::collections::BTreeSet;

/// The names that are true.
pub type Features = BTreeSet<String>;

/// The value of an expression, or an error.
pub(crate) fn evaluate(text: &str, features: &Features) -> Result<bool, String> {
    let tokens = tokenize(text)?;
    let mut parser = Parser { tokens: &tokens, pos: 0, features, depth: 0 };
    let value = parser.any().map_err(|error| format!("{error}\nin expression: '{text}'"))?;
    match parser.tokens.get(parser.pos) {
        None => Ok(value),
        Some(token) => {
            Err(format!("expected: <end of expression>\nhave: '{token}'\nin expression: '{text}'"))
        }
    }
}

fn tokenize(text: &str) -> Result<Vec<&str>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let len = if rest.starts_with("&&") || rest.starts_with("||") {
            2
        } else if rest.starts_with(['(', ')', '!']) {
            1
        } else {
            name_len(rest)
        };
        if len == 0 {
            return Err(format!("couldn't parse text: '{rest}'"));
        }
        tokens.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    Ok(tokens)
}

/// The length of a name, which may hold `{{regex}}` parts.
fn name_len(text: &str) -> usize {
    let mut len = 0;
    loop {
        let rest = &text[len..];
        let plain = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-+=._".contains(b)).count();
        len += plain;
        match text[len..].strip_prefix("{{").and_then(|regex| regex.find("}}")) {
            Some(end) if end > 0 => len += end + 4,
            _ if plain == 0 => return len,
            _ => {}
        }
    }
}

struct Parser<'a> {
    tokens: &'a [&'a str],
    pos: usize,
    features: &'a Features,
    depth: usize,
}

impl Parser<'_> {
    fn accept(&mut self, token: &str) -> bool {
        let hit = self.tokens.get(self.pos) == Some(&token);
        self.pos += usize::from(hit);
        hit
    }

    fn any(&mut self) -> Result<bool, String> {
        let mut value = self.all()?;
        while self.accept("||") {
            value |= self.all()?;
        }
        Ok(value)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut value = self.not()?;
        while self.accept("&&") {
            value &= self.not()?;
        }
        Ok(value)
    }

    fn not(&mut self) -> Result<bool, String> {
        self.depth += 1;
        if self.depth > 200 {
            return Err("expression nested too deeply".to_owned());
        }
        let value = if self.accept("!") {
            !self.not()?
        } else if self.accept("(") {
            let value = self.any()?;
            if !self.accept(")") {
                return Err(format!("expected: ')'\nhave: {:?}", self.tokens.get(self.pos)));
            }
            value
        } else {
            match self.tokens.get(self.pos) {
                Some(name) if !matches!(*name, "&&" | "||" | ")") => {
                    self.pos += 1;
                    self.matches(name)?
                }
                other => return Err(format!("expected: '!', '(', '{{{{', or identifier\nhave: {other:?}")),
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    fn matches(&self, name: &str) -> Result<bool, String> {
        if !name.contains("{{") {
            return Ok(name == "true" || self.features.contains(name));
        }
        let mut regex = String::from("^(?:");
        let mut rest = name;
        while let Some((plain, after)) = rest.split_once("{{") {
            let Some((inner, tail)) = after.split_once("}}") else { break };
            regex += &regex::escape(plain);
            regex += &format!("(?:{inner})");
            rest = tail;
        }
        regex += &regex::escape(rest);
        regex += ")$";
        let regex = regex::Regex::new(&regex).map_err(|error| error.to_string())?;
        Ok(regex.is_match("true") || self.features.iter().any(|feature| regex.is_match(feature)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, evaluate};

    #[test]
    fn expressions() {
        let features: Features = ["a", "target=x86_64-linux"].map(str::to_owned).into();
        for (text, value) in [
            ("a", true),
            ("b", false),
            ("!b && a", true),
            ("(b || a) && !a", false),
            ("target=x86{{.*}}", true),
            ("target={{arm.*|aarch64.*}}", false),
            ("true", true),
        ] {
            assert_eq!(evaluate(text, &features), Ok(value), "{text}");
        }
        for text in ["", "a &&", "(a", "a b", "&", "$"] {
            assert!(evaluate(text, &features).is_err(), "{text}");
        }
    }
}
