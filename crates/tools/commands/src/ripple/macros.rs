//! Macros without parameters, which pragmas may name.

use rustc_hash::FxHashMap;

use super::scan::{Scan, Token, is_word};

/// The macros that are defined at a place of a text.
#[derive(Default)]
pub struct Macros(FxHashMap<Vec<u8>, Vec<u8>>);

/// The maximum length of an expansion, in bytes.
const LIMIT: usize = 1 << 16;

impl Macros {
    /// Takes a directive; returns whether it defines a macro or ends its definition.
    pub fn directive(&mut self, directive: &[u8]) -> bool {
        let rest = directive[1..].trim_ascii_start();
        let (name, defines) = match (rest.strip_prefix(b"define"), rest.strip_prefix(b"undef")) {
            (Some(name), _) => (name, true),
            (None, Some(name)) => (name, false),
            (None, None) => return false,
        };
        let name = name.trim_ascii();
        let length = name.iter().take_while(|&&byte| is_word(byte)).count();
        let (name, body) = name.split_at(length);
        if defines && body.first() != Some(&b'(') {
            self.0.insert(name.to_vec(), body.trim_ascii().to_vec());
        } else {
            self.0.remove(name);
        }
        true
    }

    /// Replaces names of macros until there are none left. A macro is not expanded within itself.
    pub fn expand(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        self.expand_into(text, &mut Vec::new(), &mut out);
        out
    }

    fn expand_into<'m>(&'m self, text: &[u8], within: &mut Vec<&'m [u8]>, out: &mut Vec<u8>) {
        let mut scan = Scan::new(text, false, "");
        while let Some((token, bytes)) = scan.advance() {
            let definition = self.0.get_key_value(bytes).filter(|_| token == Token::Word);
            match definition {
                Some((name, body))
                    if !within.contains(&name.as_slice()) && out.len() < LIMIT && within.len() < 200 =>
                {
                    within.push(name);
                    self.expand_into(body, within, out);
                    within.pop();
                }
                _ => out.extend_from_slice(bytes),
            }
        }
    }
}
