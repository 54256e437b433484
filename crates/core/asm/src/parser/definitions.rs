//! Definitions of names, and uses of names that an isolated op does not define.

use terrace_ir::asm::{Failed, Operand, PResult};
use terrace_ir::{Diag, Type, Value};

use super::names::Named;
use super::suggest::DEFINED_ONCE;
use super::{Frame, Parser};

impl Parser<'_> {
    /// Records the name of a value, the first of its group; a number is ignored.
    #[cold]
    pub(crate) fn keep_name(&mut self, name: (u32, u32), value: Value) {
        let text = self.name_text(name);
        let name = text.trim_start_matches('%');
        if !name.bytes().all(|byte| byte.is_ascii_digit()) {
            self.frame.body.set_value_name(value, self.cx.str(name));
        }
    }

    /// Returns an argument of a block its name.
    pub(crate) fn define_argument(&mut self, operand: &Operand, value: Value) -> PResult<()> {
        if self.keep_names && operand.number == 0 {
            self.keep_name(operand.name, value);
        }
        self.define(operand.name, operand.number, operand.name.0, value)?;
        self.note_definition(operand.name, value, 1);
        Ok(())
    }

    /// Returns a value a name.
    pub(crate) fn define(&mut self, name: (u32, u32), number: u32, at: u32, value: Value) -> PResult<()> {
        if let Some(outside) = self.known_outside(name, number, false) {
            let text = self.name_text(name);
            let diag = Diag::error(self.loc_at(at), format!("redefinition of SSA value '{text}'"))
                .note(self.loc_at(outside.at), "previously defined here")
                .help(DEFINED_ONCE);
            return Err(self.diag(diag));
        }
        self.define_for_uses_outside(name, number, at, value)?;
        let Some(known) = self.frame.names.set(self.src, name, number, Named { value, at }, true) else {
            return Ok(());
        };
        let text = self.name_text(name);
        if self.frame.forward.remove(&known.value).is_none() {
            let diag = Diag::error(self.loc_at(at), format!("redefinition of SSA value '{text}'"))
                .note(self.loc_at(known.at), "previously defined here")
                .help(DEFINED_ONCE);
            return Err(self.diag(diag));
        }
        let (used, defined) = (self.frame.body.value_type(known.value), self.frame.body.value_type(value));
        if used != defined {
            return Err(self.defined_with_other_type((name, number, at), (known.at, used), defined));
        }
        self.frame.body.replace_all_uses(known.value, value);
        self.note_forward(known.value, value);
        Ok(())
    }

    fn defined_with_other_type(
        &mut self,
        (name, number, at): ((u32, u32), u32, u32),
        (used_at, used): (u32, Type),
        defined: Type,
    ) -> Failed {
        let text = self.name_text(name);
        let (used, defined) = (self.cx.type_text(used), self.cx.type_text(defined));
        let message = format!("definition of SSA value '{text}#{number}' has type '{defined}'");
        let diag = Diag::error(self.loc_at(at), message)
            .note(self.loc_at(used_at), format!("previously used here with type '{used}'"));
        self.diag(diag)
    }

    /// Defines a name that isolated ops before this one use without a definition. Their uses remain placeholders, which
    /// the verifier reports as uses of a value outside of the region.
    fn define_for_uses_outside(
        &mut self,
        name: (u32, u32),
        number: u32,
        at: u32,
        value: Value,
    ) -> PResult<()> {
        if self.frame.shadows {
            return Ok(());
        }
        let defined = self.frame.body.value_type(value);
        for frame in self.outer.iter_mut().rev().filter(|frame| !frame.forward.is_empty()) {
            let Some(known) = frame.names.get(self.src, name, number).0 else { continue };
            if frame.forward.remove(&known.value).is_none() {
                continue;
            }
            frame.names.forget(self.src, name);
            let used = frame.body.value_type(known.value);
            if used != defined {
                return Err(self.defined_with_other_type((name, number, at), (known.at, used), defined));
            }
        }
        Ok(())
    }

    /// Looks the name up in the scopes around the innermost isolated op, for error messages; `with_forward` also as a
    /// name that is used before its definition.
    #[inline]
    pub(crate) fn known_outside(&self, name: (u32, u32), number: u32, with_forward: bool) -> Option<Named> {
        if self.frame.shadows {
            return None;
        }
        self.outer.iter().rev().filter(|frame| !frame.names.is_empty()).find_map(|frame| {
            let (known, _) = frame.names.get(self.src, name, number);
            known.filter(|known| with_forward || !frame.forward.contains_key(&known.value))
        })
    }

    /// Resolves values that an isolated op's regions use but do not define among the names visible at the op.
    /// They remain placeholders, which the verifier reports.
    #[cold]
    pub(super) fn look_outside(&mut self, inner: &mut Frame) -> PResult<()> {
        let mut missing: Vec<(u32, Value)> = inner.forward.iter().map(|(&value, &at)| (at, value)).collect();
        missing.sort_unstable();
        inner.body.set_uses_outside();
        for (at, value) in missing {
            let rest = &self.src[at as usize..];
            let is_name = |c: &u8| c.is_ascii_alphanumeric() || b"$._-".contains(c);
            let len = 1 + rest.iter().skip(1).take_while(|c| is_name(c)).count();
            let number = match rest.get(len..).and_then(|rest| rest.strip_prefix(b"#")) {
                Some(digits) => {
                    let len = digits.iter().take_while(|c| c.is_ascii_digit()).count();
                    super::parse_u64(&digits[..len]).map_or(u32::MAX, |number| number as u32)
                }
                None => 0,
            };
            let operand = Operand { name: (at, len as u32), number, loc: self.loc_at(at) };
            self.resolve(operand, inner.body.value_type(value))?;
        }
        Ok(())
    }

    pub(super) fn name_text(&self, name: (u32, u32)) -> String {
        String::from_utf8_lossy(&self.src[name.0 as usize..(name.0 + name.1) as usize]).into_owned()
    }
}
