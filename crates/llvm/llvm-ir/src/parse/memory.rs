//! Variables on the stack and accesses to memory.

use super::instructions::Parsed;
use super::lexer::Token;
use super::parser::Parser;
use super::{Failure, Read};
use crate::model::{Flags, InstKind, Ordering, Value};
use crate::strings::Str;
use crate::types::Type;

const ORDERS: &[&str] = &["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

impl Parser<'_> {
    fn pointer_operand(&mut self) -> Read<Type> {
        let at = self.start;
        let ty = self.typed_operand()?;
        match self.is_pointer(ty) {
            true => Ok(ty),
            false => Err(Failure::new(at, "the operand must be a pointer")),
        }
    }

    /// Reads `, align 4`, if it is next.
    fn optional_align(&mut self) -> Read<Option<u64>> {
        if !self.is_punct(b',') || !self.peek_word("align") {
            return Ok(None);
        }
        self.advance()?;
        self.advance()?;
        let at = self.start;
        let align = self.u64()?;
        if !align.is_power_of_two() || align > 1 << 32 {
            return Err(Failure::new(at, "alignment is not a power of two"));
        }
        Ok(Some(align))
    }

    /// Whether a word comes after the next one.
    fn peek_word(&self, word: &str) -> bool {
        let rest = &self.src[self.end..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        rest[blanks..].starts_with(word.as_bytes())
    }

    fn scope(&mut self) -> Read<Option<Str>> {
        if !self.optional_keyword("syncscope")? {
            return Ok(None);
        }
        self.punct(b'(')?;
        let scope = self.string()?;
        self.punct(b')')?;
        Ok(Some(scope).filter(|&scope| !self.module.bytes(scope).is_empty()))
    }

    fn order(&mut self) -> Read<&'static str> {
        match self.optional_keyword_of(ORDERS)? {
            Some(order) => Ok(order),
            None => self.expected("ordering on atomic instruction"),
        }
    }

    fn ordering(&mut self) -> Read<Ordering> {
        let scope = self.scope()?;
        Ok(Ordering { order: Some(self.order()?), scope })
    }

    /// Reads the ordering of an access, which is only written if the access is atomic.
    fn ordering_of(&mut self, flags: Flags) -> Read<Ordering> {
        match flags.contains(Flags::ATOMIC) {
            true => self.ordering(),
            false => Ok(Ordering::default()),
        }
    }

    fn access_flags(&mut self) -> Read<Flags> {
        let mut flags = Flags::default();
        self.optional_flag(&mut flags, Flags::ATOMIC, "atomic")?;
        self.optional_flag(&mut flags, Flags::VOLATILE, "volatile")?;
        Ok(flags)
    }

    pub(super) fn load(&mut self) -> Read<Parsed> {
        let flags = self.access_flags()?;
        let ty = self.ty()?;
        self.punct(b',')?;
        self.pointer_operand()?;
        let ordering = self.ordering_of(flags)?;
        let align = self.optional_align()?;
        Ok(Parsed::new(InstKind::Load { align, ordering }, ty).with(flags))
    }

    pub(super) fn store(&mut self) -> Read<Parsed> {
        let flags = self.access_flags()?;
        self.typed_operand()?;
        self.punct(b',')?;
        self.pointer_operand()?;
        let ordering = self.ordering_of(flags)?;
        let align = self.optional_align()?;
        Ok(Parsed::new(InstKind::Store { align, ordering }, Type::VOID).with(flags))
    }

    pub(super) fn alloca(&mut self) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.optional_flag(&mut flags, Flags::INALLOCA, "inalloca")?;
        self.optional_flag(&mut flags, Flags::SWIFTERROR, "swifterror")?;
        let ty = self.ty()?;
        let (mut align, mut space, mut count) = (None, None, None);
        while self.is_punct(b',') && !self.peek_is(b'!') {
            self.advance()?;
            match self.token {
                Token::Word(b"align") => {
                    self.advance()?;
                    align = Some(self.u64()?);
                }
                Token::Word(b"addrspace") => space = Some(self.optional_address_space()?),
                _ => count = Some(self.typed_value()?.1),
            }
        }
        let count = match count {
            Some(count) => count,
            None => {
                let one = terrace_support::apint::ApInt::new(32, 1);
                Value::Const(self.module.constant(Type::I32, crate::model::ConstKind::Int(one)))
            }
        };
        self.operand(count);
        let pointer = self.pointer(space.unwrap_or(self.alloca_space));
        Ok(Parsed::new(InstKind::Alloca { ty, align }, pointer).with(flags))
    }

    pub(super) fn fence(&mut self) -> Read<Parsed> {
        let ordering = self.ordering()?;
        Ok(Parsed::new(InstKind::Fence(ordering), Type::VOID))
    }

    pub(super) fn cmpxchg(&mut self, at: usize) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.optional_flag(&mut flags, Flags::WEAK, "weak")?;
        self.optional_flag(&mut flags, Flags::VOLATILE, "volatile")?;
        self.pointer_operand()?;
        self.punct(b',')?;
        let ty = self.typed_operand()?;
        self.punct(b',')?;
        let other = self.typed_operand()?;
        if ty != other {
            return Err(Failure::new(at, "compare value and new value type do not match"));
        }
        let success = self.ordering()?;
        let failure = self.order()?;
        let align = self.optional_align()?;
        let result = self.module.types.literal([ty, Type::I1], false);
        Ok(Parsed::new(InstKind::CmpXchg { success, failure, align }, result).with(flags))
    }

    pub(super) fn atomic_rmw(&mut self, _at: usize) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.optional_flag(&mut flags, Flags::VOLATILE, "volatile")?;
        let op = self.word()?;
        self.pointer_operand()?;
        self.punct(b',')?;
        let ty = self.typed_operand()?;
        let ordering = self.ordering()?;
        let align = self.optional_align()?;
        Ok(Parsed::new(InstKind::AtomicRmw { op, ordering, align }, ty).with(flags))
    }
}
