//! What a misspelled name may have been meant to be. Runs on the way to an error alone.

use terrace_ir::Diag;
use terrace_ir::asm::Failed;
use terrace_support::spelling::nearest;

use super::Parser;
use crate::lexer::Kind;

/// How much text before a use is searched for definitions.
const WINDOW: usize = 256 << 10;

impl Parser<'_> {
    /// Reports an error with the name that may have been meant as help.
    pub(super) fn misspelled(
        &mut self,
        at: u32,
        message: impl Into<String>,
        meant: Option<String>,
    ) -> Failed {
        // The lexer has reported what is wrong with this token already.
        if self.tok.kind != Kind::Error {
            self.diags.push(Diag::error(self.loc_at(at), message).did_you_mean(meant));
        }
        Failed
    }

    /// Adds the name that may have been meant to the error that was just reported.
    pub(super) fn meaning(&mut self, failed: Failed, meant: Option<String>) -> Failed {
        if self.tok.kind != Kind::Error
            && let Some(diag) = self.diags.pop()
        {
            self.diags.push(diag.did_you_mean(meant));
        }
        failed
    }

    /// Whether so many errors were reported that suggestions for more would cost time for nothing.
    fn has_many_errors(&self) -> bool {
        const ENOUGH: usize = 16;
        self.diags.len() >= ENOUGH
    }

    /// Returns the op of a registered dialect whose name is nearest to `full`, or the same op in the dialect whose
    /// name is nearest if there is no such dialect.
    pub(super) fn nearest_op(&self, full: &str) -> Option<String> {
        let (prefix, op) = full.split_once('.')?;
        let prefix = match self.cx.dialect(prefix) {
            Some(_) => prefix,
            None => nearest(prefix, self.cx.registered_dialects())?,
        };
        let dialect = self.cx.dialect(prefix)?;
        let meant = format!("{prefix}.{op}");
        let names = || dialect.ops().map(|def| def.name);
        names().find(|&name| name == meant).or_else(|| nearest(&meant, names())).map(str::to_owned)
    }

    /// Returns the value name nearest to the one used at `at` among those defined before it in regions that are
    /// still open there.
    pub(super) fn nearest_value(&self, at: u32) -> Option<String> {
        if self.has_many_errors() {
            return None;
        }
        let used = name_at(self.src, at as usize);
        let text = &self.src[(at as usize).saturating_sub(WINDOW)..at as usize];
        nearest(used, visible_definitions(text)).map(str::to_owned)
    }

    /// Returns the block name nearest to the one used at `at` in the text around it.
    pub(super) fn nearest_block(&self, at: u32) -> Option<String> {
        if self.has_many_errors() {
            return None;
        }
        let at = at as usize;
        let used = name_at(self.src, at);
        let text = &self.src[at.saturating_sub(WINDOW)..(at + WINDOW).min(self.src.len())];
        let labels = memchr::memchr_iter(b'^', text).filter_map(|i| {
            let name = name_at(text, i);
            matches!(text.get(i + name.len()), Some(b':' | b'(')).then_some(name)
        });
        // A branch with operands looks like a label with arguments: the name itself is never suggested.
        nearest(used, labels).map(str::to_owned)
    }

    /// Returns the alias of an attribute nearest to `name`.
    pub(super) fn nearest_attr_alias(&self, name: &str) -> Option<String> {
        let mut names: Vec<&str> = self.symbols.attrs.keys().map(|name| &**name).collect();
        names.sort_unstable();
        nearest(name, names).map(|name| format!("#{name}"))
    }

    /// Returns the alias of a type nearest to `name`.
    pub(super) fn nearest_type_alias(&self, name: &str) -> Option<String> {
        let mut names: Vec<&str> = self.symbols.types.keys().map(|name| &**name).collect();
        names.sort_unstable();
        nearest(name, names).map(|name| format!("!{name}"))
    }
}

/// The sigil at `at` and the letters of the name after it.
fn name_at(text: &[u8], at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let is_letter = |c: &u8| c.is_ascii_alphanumeric() || b"$._-".contains(c);
    let len = 1 + rest.iter().skip(1).take_while(|c| is_letter(c)).count();
    std::str::from_utf8(&rest[..len.min(rest.len())]).unwrap_or("")
}

/// The names of values that `text` defines in regions that are open at its end, the last first: names before `=`, `:`
/// (arguments and results with a count) or `,`, judged by their spelling alone.
fn visible_definitions(text: &[u8]) -> Vec<&str> {
    let mut names = Vec::new();
    // Regions that are closed between the place and the end.
    let mut closed = 0usize;
    for i in memchr::memchr3_iter(b'%', b'{', b'}', text).rev() {
        match text[i] {
            b'}' => closed += 1,
            b'{' => closed = closed.saturating_sub(1),
            _ if closed == 0 => {
                let name = name_at(text, i);
                let after = text[i + name.len()..].iter().find(|c| !c.is_ascii_whitespace());
                if matches!(after, Some(b'=' | b':' | b',')) {
                    names.push(name);
                }
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::visible_definitions;

    #[test]
    fn names_of_closed_regions_are_not_visible() {
        let text =
            b"func.func @f(%arg: i32) {\n  %sum:2 = foo.a {x = {}}\n  scf.if %c { %inner = b } %last = c(";
        assert_eq!(visible_definitions(text), ["%last", "%sum", "%arg"]);
    }
}
