//! The secret in the address of the workbench.

/// A random text that requests must have in their address.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    /// A new token of 128 bits from the system's random number generator.
    ///
    /// # Errors
    /// If the system has none.
    pub(super) fn new() -> std::io::Result<Self> {
        let (high, low) = (getrandom::u64()?, getrandom::u64()?);
        Ok(Self(format!("{high:016x}{low:016x}")))
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Returns what follows the token in the path of a request; `None` if that does not begin with it. The time does not
    /// depend on where they differ.
    pub(super) fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (given, rest) = path.strip_prefix('/')?.split_once('/')?;
        let (given, own) = (given.as_bytes(), self.0.as_bytes());
        let differs = given.iter().zip(own).fold(0, |differs, (one, other)| differs | (one ^ other));
        (given.len() == own.len() && differs == 0).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn paths_have_the_token_or_not() {
        let (token, other) = (Token::new().expect("a number"), Token::new().expect("a number"));
        assert_ne!(token.text(), other.text());
        assert_eq!(token.text().len(), 32);
        let path = format!("/{}/rpc", token.text());
        assert_eq!(token.strip(&path), Some("rpc"));
        assert_eq!(other.strip(&path), None);
        for path in ["", "/", "//", "/rpc", &path[1..], &path[..33], &format!("/{}", &path[2..])] {
            assert_eq!(token.strip(path), None, "{path}");
        }
    }
}
