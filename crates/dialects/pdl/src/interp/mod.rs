//! The dialect pdl_interp: matcher programs that match patterns and apply rewrites.
//!
//! The map: [`checks`] are the ops that branch on predicates, [`control`] has functions, loops and branches,
//! [`access`] the ops that decompose entities, [`create`] those that create and modify ops.

pub mod access;
pub mod checks;
pub mod control;
pub mod create;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::{Type, int_attr_kinds};

int_attr_kinds! {
    /// A number of operands or results, or the number of one.
    pub IndexAttr("32-bit signless integer attribute whose value is non-negative", Type::I32, |value| value >= 0);
}

/// The dialect.
pub static PDL_INTERP: DialectDef = DialectDef {
    name: "pdl_interp",
    doc: "Matcher programs that match patterns and apply rewrites.",
    depends: &["pdl"],
    ops: &[
        checks::ApplyConstraintOp::DEF,
        create::ApplyRewriteOp::DEF,
        checks::AreEqualOp::DEF,
        control::BranchOp::DEF,
        checks::CheckAttributeOp::DEF,
        checks::CheckOperandCountOp::DEF,
        checks::CheckOperationNameOp::DEF,
        checks::CheckResultCountOp::DEF,
        checks::CheckTypeOp::DEF,
        checks::CheckTypesOp::DEF,
        control::ContinueOp::DEF,
        create::CreateAttributeOp::DEF,
        create::CreateOperationOp::DEF,
        create::CreateRangeOp::DEF,
        create::CreateTypeOp::DEF,
        create::CreateTypesOp::DEF,
        create::EraseOp::DEF,
        access::ExtractOp::DEF,
        control::FinalizeOp::DEF,
        control::ForEachOp::DEF,
        control::FuncOp::DEF,
        access::GetAttributeOp::DEF,
        access::GetAttributeTypeOp::DEF,
        access::GetDefiningOpOp::DEF,
        access::GetOperandOp::DEF,
        access::GetOperandsOp::DEF,
        access::GetResultOp::DEF,
        access::GetResultsOp::DEF,
        access::GetUsersOp::DEF,
        access::GetValueTypeOp::DEF,
        checks::IsNotNullOp::DEF,
        control::RecordMatchOp::DEF,
        create::ReplaceOp::DEF,
        checks::SwitchAttributeOp::DEF,
        checks::SwitchOperandCountOp::DEF,
        checks::SwitchOperationNameOp::DEF,
        checks::SwitchResultCountOp::DEF,
        checks::SwitchTypeOp::DEF,
        checks::SwitchTypesOp::DEF,
    ],
    ..EMPTY_DIALECT
};
