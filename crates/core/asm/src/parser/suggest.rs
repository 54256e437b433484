//! Suggestions for misspelled names. Runs only on error paths.

use terrace_ir::Diag;
use terrace_ir::asm::Failed;
use terrace_ir::context::OpInfo;
use terrace_support::spelling::nearest;

use super::Parser;
use crate::lexer::{Token, TokenKind};

/// The dialects of mlir-opt 22, sorted.
const UPSTREAM: &str = include_str!("upstream_dialects.txt");

/// Help for a redefined name.
pub(super) const DEFINED_ONCE: &str = "a name stands for one value: give this one another name";

/// Returns help for an unregistered dialect of upstream that is not implemented.
pub(super) fn absent_dialect(name: &str) -> Option<String> {
    let is_upstream = UPSTREAM.lines().any(|known| known == name);
    is_upstream.then(|| format!("the dialect '{name}' of MLIR is not implemented here"))
}

/// The number of bytes before a use that are searched for definitions.
const WINDOW: usize = 256 << 10;

impl Parser<'_> {
    /// Reports an error with the name that may have been meant as help.
    pub(super) fn misspelled(
        &mut self,
        at: u32,
        message: impl Into<String>,
        meant: Option<String>,
    ) -> Failed {
        self.report(at, message, meant.map(|name| format!("did you mean '{name}'?")))
    }

    /// Reports an error with help, if there is any.
    pub(super) fn report(&mut self, at: u32, message: impl Into<String>, help: Option<String>) -> Failed {
        // The lexer has reported what is wrong with this token already.
        if self.tok.kind != TokenKind::Error {
            let mut diag = Diag::error(self.loc_at(at), message);
            diag.help.extend(help);
            self.diags.push(diag);
        }
        Failed
    }

    /// Adds the name that may have been meant to the error that was just reported.
    pub(super) fn meaning(&mut self, failed: Failed, meant: Option<String>) -> Failed {
        if self.tok.kind != TokenKind::Error
            && let Some(diag) = self.diags.pop()
        {
            self.diags.push(diag.did_you_mean(meant));
        }
        failed
    }

    /// Adds help to the error that was just reported.
    pub(super) fn helped(&mut self, failed: Failed, help: Option<String>) -> Failed {
        if self.tok.kind != TokenKind::Error
            && let Some(help) = help
            && let Some(diag) = self.diags.pop()
        {
            self.diags.push(diag.help(help));
        }
        failed
    }

    /// Reports that an operand was expected.
    #[cold]
    pub(super) fn no_operand(&mut self) -> Failed {
        let is_number = matches!(self.tok.kind, TokenKind::Integer | TokenKind::Float | TokenKind::Minus);
        let failed = self.wrong_token("expected SSA operand");
        let help =
            "an operand is a value: define the number by an op before, and write the name of its result";
        self.helped(failed, is_number.then(|| help.to_owned()))
    }

    /// Reports that there is no type where a format has it after a colon.
    #[cold]
    pub(crate) fn no_type(&mut self, failed: Failed) -> Failed {
        let help = "the op ends with ':' and what its types follow from: types of operands or results";
        self.helped(failed, Some(help.to_owned()))
    }

    /// Reports an op that is not known by the name that was written.
    pub(super) fn unknown_custom_op(&mut self, tok: Token, info: &OpInfo) -> Failed {
        let written = self.str_of(tok).to_string();
        let full = info.name.text(self.cx);
        let prefix = full.split('.').next().unwrap_or("");
        let tried = if written == full { String::new() } else { format!(" (tried '{full}' as well)") };
        if info.dialect.is_some() || self.cx.dialect(prefix).is_some() {
            let message = format!("custom op '{written}' is unknown{tried}");
            if written.contains('.') {
                let meant = self.nearest_op(full);
                return self.misspelled(tok.start, message, meant);
            }
            let help = self.ops_without_prefix(&written);
            return self.report(tok.start, message, help);
        }
        let message = format!("Dialect `{prefix}' not found for custom op '{written}' {tried}");
        let note = format!(
            "Available dialects: {} ; for more info on dialect registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management",
            self.cx.registered_dialects().join(", ")
        );
        let loc = self.loc_at(tok.start);
        let diag = Diag::error(loc, message).note(loc, note);
        match absent_dialect(prefix) {
            Some(help) => self.diag(diag.help(help)),
            None => {
                let meant = self.nearest_op(full);
                self.diag(diag.did_you_mean(meant))
            }
        }
    }

    /// A question after the ops whose name without the dialect's was written.
    fn ops_without_prefix(&self, written: &str) -> Option<String> {
        const MOST: usize = 4;
        let names = self.cx.registered_dialects().into_iter().map(|prefix| format!("{prefix}.{written}"));
        let mut found: Vec<String> = names.filter(|full| self.cx.registered_op(full).is_some()).collect();
        // A dialect's main op is often called like it.
        let main = format!("{written}.{written}");
        if found.contains(&main) {
            found = vec![main];
        }
        if found.is_empty() {
            let dialect = self.default_dialects.last().copied().unwrap_or("builtin");
            found.extend(self.nearest_op(&format!("{dialect}.{written}")));
        }
        found.truncate(MOST);
        let found: Vec<String> = found.iter().map(|name| format!("'{name}'")).collect();
        (!found.is_empty()).then(|| format!("did you mean {}?", found.join(" or ")))
    }

    /// Whether the number of reported errors is so high that suggestions are no longer worth their cost.
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

    /// Returns a help text for an undefined value at `at`: that it is defined in a region that has ended, or
    /// the nearest name among the values defined before it in the open regions.
    pub(super) fn undeclared_value_help(&self, at: u32) -> Option<String> {
        if self.has_many_errors() {
            return None;
        }
        let used = name_at(self.src, at as usize);
        let start = (at as usize).saturating_sub(WINDOW);
        let (visible, hidden) = definitions(&self.src[start..at as usize], used);
        if let Some(hidden) = hidden {
            let line = 1 + memchr::memchr_iter(b'\n', &self.src[..start + hidden]).count();
            return Some(format!(
                "'{used}' is defined in line {line}, in a region that ended: an op passes values on as its results"
            ));
        }
        let bare = |name: &'_ str| name.strip_prefix('%').map(str::len);
        // One letter that differs from another one says nothing.
        if bare(used) == Some(1) {
            return None;
        }
        let names = visible.into_iter().map(|name| name.strip_prefix('%').unwrap_or(name));
        let meant = nearest(used.strip_prefix('%').unwrap_or(used), names)?;
        Some(format!("did you mean '%{meant}'?"))
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
/// (arguments and results with a count) or `,`, judged by their spelling alone. And where it defines `used` as a result in a
/// region that is closed again.
fn definitions<'a>(text: &'a [u8], used: &str) -> (Vec<&'a str>, Option<usize>) {
    let (mut names, mut hidden) = (Vec::new(), None);
    // Regions that are closed between the place and the end.
    let mut closed = 0usize;
    for i in memchr::memchr3_iter(b'%', b'{', b'}', text).rev() {
        match text[i] {
            b'}' => closed += 1,
            b'{' => closed = closed.saturating_sub(1),
            _ => {
                let name = name_at(text, i);
                let after = text[i + name.len()..].iter().find(|c| !c.is_ascii_whitespace());
                match after {
                    Some(b'=' | b':' | b',') if closed == 0 => names.push(name),
                    Some(b'=') if hidden.is_none() && name == used => hidden = Some(i),
                    _ => {}
                }
            }
        }
    }
    (names, hidden)
}

#[cfg(test)]
mod tests {
    use super::definitions;

    #[test]
    fn names_of_closed_regions_are_not_visible() {
        let text =
            b"func.func @f(%arg: i32) {\n  %sum:2 = foo.a {x = {}}\n  scf.if %c { %inner = b } %last = c(";
        let (visible, hidden) = definitions(text, "%inner");
        assert_eq!(visible, ["%last", "%sum", "%arg"]);
        assert_eq!(hidden.map(|at| &text[at..at + 6]), Some(&b"%inner"[..]));
    }
}
