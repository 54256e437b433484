//! Constants as LLVM IR writes them.

use terrace_support::apfloat::ApFloat;

use super::Importer;
use crate::constants::{Const, ConstKind as Written, GepFlags};
use crate::read::model::{ConstId, ConstKind, Expression, ExpressionCode, Flags, LocalId};
use crate::types::Types;

impl<'m> Importer<'m> {
    /// A constant after its type, as it is written.
    pub(super) fn constant_as_written(&mut self, id: ConstId) -> String {
        let constant = self.written(id);
        let (mut text, mut types) = (String::new(), Types::default());
        constant.write_typed(self.cx, &mut types, &mut text);
        self.keep_types(types.named());
        text
    }

    /// A constant in the form in which it is written.
    fn written(&mut self, id: ConstId) -> Const {
        let (cx, module) = (self.cx, self.module);
        let constant = module.constants.get(id);
        let kind = match &constant.kind {
            ConstKind::Int(value) => Written::Int(value.clone()),
            ConstKind::Float(bits) => match constant.ty.float_kind(cx) {
                Some(kind) => Written::Float(ApFloat::from_bits(kind, *bits)),
                None => Written::Zero,
            },
            ConstKind::Null | ConstKind::Zero | ConstKind::None => Written::Zero,
            ConstKind::Undef => Written::Undef,
            ConstKind::Poison => Written::Poison,
            ConstKind::Numbers(bytes) => Written::Numbers(bytes[..].into()),
            ConstKind::Elements(parts) => {
                let parts = parts.iter().map(|&part| self.written(part)).collect();
                return Const::elements(cx, constant.ty, parts);
            }
            ConstKind::Splat(element) => Written::Splat(self.written(*element)),
            ConstKind::Global(global) => Written::Symbol(self.symbol_as_written(*global).into()),
            ConstKind::DsoLocalEquivalent(global) => {
                Written::Text(format!("dso_local_equivalent {}", self.symbol_as_written(*global)).into())
            }
            ConstKind::NoCfi(global) => {
                Written::Text(format!("no_cfi {}", self.symbol_as_written(*global)).into())
            }
            ConstKind::PtrAuth(parts) => {
                let parts: Vec<String> = parts.iter().map(|&part| self.constant_as_written(part)).collect();
                Written::Text(format!("ptrauth ({})", parts.join(", ")).into())
            }
            // Blocks have no names here.
            ConstKind::BlockAddress(..) => Written::Poison,
            ConstKind::Expression(expression) => return self.written_expression(constant.ty, expression),
        };
        Const::new(constant.ty, kind)
    }

    fn written_expression(&mut self, ty: terrace_ir::Type, expression: &Expression) -> Const {
        let mut operands: Vec<Const> = expression.operands.iter().map(|&part| self.written(part)).collect();
        let kind = match (&expression.opcode, &operands[..]) {
            (ExpressionCode::Cast(opcode), [value]) => Written::Cast(opcode.keyword(), value.clone()),
            (ExpressionCode::Binary(opcode), [lhs, rhs]) => {
                Written::Binary(opcode.keyword(), lhs.clone(), rhs.clone())
            }
            (ExpressionCode::Gep(element, in_range), [_, _, ..]) => {
                let has = |flag| expression.flags.contains(flag);
                let inbounds = has(Flags::INBOUNDS);
                Written::Address {
                    element: *element,
                    base: operands.remove(0),
                    indices: operands,
                    flags: GepFlags { inbounds, nusw: inbounds || has(Flags::NUSW), nuw: has(Flags::NUW) },
                    in_range: in_range.map(|range| String::from_utf8_lossy(range.bytes(self.cx)).into()),
                }
            }
            _ => Written::Poison,
        };
        Const::new(ty, kind)
    }

    /// A value of the function after its type, by its place among the operands of the op that is being created.
    pub(super) fn kept_local(&mut self, local: LocalId) -> String {
        let place = match self.kept_locals.iter().position(|&known| known == local) {
            Some(place) => place,
            None => {
                self.kept_locals.push(local);
                self.kept_locals.len() - 1
            }
        };
        format!("%{place}")
    }
}
