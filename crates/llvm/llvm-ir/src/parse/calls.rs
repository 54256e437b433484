//! Calls.

use super::instructions::Parsed;
use super::lexer::Token;
use super::parser::Parser;
use super::{Failure, Read};
use crate::model::{Assembly, AttributeSet, Call, Callee, Flags, InstKind, Metadata, Value};
use crate::types::{FunctionType, Type};

impl<'a> Parser<'a> {
    /// Reads a call, of which the first word was read.
    pub(super) fn call(&mut self, word: &[u8]) -> Read<Parsed> {
        let tail = match word {
            b"tail" => "tail",
            b"musttail" => "musttail",
            b"notail" => "notail",
            _ => "",
        };
        if !tail.is_empty() {
            self.keyword("call")?;
        }
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let call = self.call_body(tail)?;
        let ty = self.result_of(call.function);
        Ok(Parsed::new(InstKind::Call(Box::new(call)), ty).with(flags))
    }

    /// Reads a call that may unwind, of which the first word was read.
    pub(super) fn invoke(&mut self) -> Read<Parsed> {
        let call = self.call_body("")?;
        let ty = self.result_of(call.function);
        self.keyword("to")?;
        let normal = self.block_operand()?;
        self.keyword("unwind")?;
        let unwind = self.block_operand()?;
        Ok(Parsed::terminator(InstKind::Invoke(Box::new(call), normal, unwind), ty))
    }

    /// Reads a call that may branch, of which the first word was read.
    pub(super) fn callbr(&mut self) -> Read<Parsed> {
        let call = self.call_body("")?;
        let ty = self.result_of(call.function);
        self.keyword("to")?;
        let mut blocks = vec![self.block_operand()?];
        self.punct(b'[')?;
        self.list_until(b']', |parser| {
            blocks.push(parser.block_operand()?);
            Ok(())
        })?;
        Ok(Parsed::terminator(InstKind::CallBr(Box::new(call), blocks.into()), ty))
    }

    fn result_of(&self, function: Type) -> Type {
        self.module.types.as_function(function).map_or(Type::VOID, |ty| ty.result)
    }

    fn call_body(&mut self, tail: &'static str) -> Read<Call> {
        let convention = self.convention()?;
        let result = self.parameter_attributes()?;
        let space = self.optional_address_space()?;
        let type_at = self.start;
        let written = self.any_type()?;
        let callee_at = self.start;
        let callee = match self.token {
            Token::Word(b"asm") => Callee::Assembly(self.assembly()?),
            _ => {
                let pointer = match space {
                    0 => Type::PTR,
                    _ => self.pointer(space),
                };
                Callee::Value(self.value(pointer)?)
            }
        };
        let (types, arguments, forwards) = self.call_arguments()?;
        let function = match self.module.types.as_function(written) {
            Some(ty) => {
                check_arguments(ty, &types, callee_at)?;
                written
            }
            None => self.module.types.function(written, types, false),
        };
        if self.module.types.as_function(self.result_of(function)).is_some() {
            return Err(Failure::new(type_at, "invalid result type of a call"));
        }
        let attributes = self.function_attributes()?;
        let mut bundles = Vec::new();
        if self.optional_punct(b'[')? {
            loop {
                let name = self.string()?;
                self.punct(b'(')?;
                let first = self.function.body.operands.len();
                if !self.is_punct(b')') {
                    loop {
                        self.argument()?;
                        if !self.optional_punct(b',')? {
                            break;
                        }
                    }
                }
                self.punct(b')')?;
                bundles.push((name, (self.function.body.operands.len() - first) as u32));
                if !self.optional_punct(b',')? {
                    break;
                }
            }
            self.punct(b']')?;
        }
        Ok(Call { callee, function, convention, tail, result, arguments, forwards, attributes, bundles })
    }

    fn call_arguments(&mut self) -> Read<(Vec<Type>, Vec<AttributeSet>, bool)> {
        let (mut types, mut sets, mut forwards) = (Vec::new(), Vec::new(), false);
        self.punct(b'(')?;
        if self.optional_punct(b')')? {
            return Ok((types, sets, forwards));
        }
        loop {
            if self.token == Token::Dots {
                // A variadic `musttail` call forwards the variadic arguments.
                self.advance()?;
                forwards = true;
                break;
            }
            let (ty, set) = self.argument()?;
            types.push(ty);
            sets.push(set);
            if !self.optional_punct(b',')? {
                break;
            }
        }
        self.punct(b')')?;
        Ok((types, sets, forwards))
    }

    fn argument(&mut self) -> Read<(Type, AttributeSet)> {
        let ty = self.ty()?;
        if ty == Type::METADATA {
            let metadata: Metadata = self.metadata()?;
            self.operand(Value::Metadata(metadata));
            return Ok((ty, AttributeSet::default()));
        }
        let set = self.parameter_attributes()?;
        self.operand_of(ty)?;
        Ok((ty, set))
    }

    fn assembly(&mut self) -> Read<Assembly> {
        self.advance()?;
        let side_effects = self.optional_keyword("sideeffect")?;
        let align_stack = self.optional_keyword("alignstack")?;
        let intel = self.optional_keyword("inteldialect")?;
        let unwind = self.optional_keyword("unwind")?;
        let text = self.string()?;
        self.punct(b',')?;
        let constraints = self.string()?;
        Ok(Assembly { text, constraints, side_effects, align_stack, intel, unwind })
    }
}

fn check_arguments(ty: &FunctionType, found: &[Type], at: usize) -> Read {
    if found.len() < ty.params.len() {
        return Err(Failure::new(at, "not enough parameters specified for call"));
    }
    if found.len() > ty.params.len() && !ty.variadic {
        return Err(Failure::new(at, "too many arguments specified"));
    }
    match ty.params.iter().zip(found).all(|(param, found)| param == found) {
        true => Ok(()),
        false => Err(Failure::new(at, "argument is not of expected type")),
    }
}
