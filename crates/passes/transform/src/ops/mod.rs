//! The ops of the dialect.
//!
//! The map: [`sequence`] has the ops that contain transform ops, [`matching`] those that search payload and
//! call sequences on it, [`handles`] those on handles and parameters, [`navigation`] those that navigate from
//! payload to payload, [`matchers`] those that fail if a condition is not met, [`apply`] those that rewrite
//! payload, [`payload`] those that print and annotate it.

pub mod apply;
pub mod conversion;
pub mod handles;
pub mod matchers;
pub mod matching;
pub mod navigation;
pub mod payload;
pub mod sequence;
pub mod verify;

use terrace_ir::{OpKind, attr_kinds, enums};

use terrace_ir::def::OpDef;

enums! {
    /// The treatment of silenceable failures of the ops in a sequence.
    pub enum FailurePropagationMode("::mlir::transform::FailurePropagationMode", 32) {
        Propagate = 1 => "propagate",
        Suppress = 2 => "suppress",
    }

    /// The predicate of a comparison of parameters.
    pub enum MatchCmpIPredicate("::mlir::transform::MatchCmpIPredicate", 32) {
        Eq = 0 => "eq",
        Ne = 1 => "ne",
        Lt = 2 => "lt",
        Le = 3 => "le",
        Gt = 4 => "gt",
        Ge = 5 => "ge",
    }
}

attr_kinds! {
    /// A failure propagation mode.
    pub FailurePropagationModeAttr("Silenceable error propagation policy") -> FailurePropagationMode { stored_as_integer }
    /// A predicate on numbers.
    pub MatchCmpIPredicateAttr("allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5") -> MatchCmpIPredicate {
        stored_as_integer
    }
}

/// The ops of the dialect itself, without those of extensions.
pub(crate) static OPS: &[&OpDef] = &[
    sequence::AlternativesOp::DEF,
    payload::AnnotateOp::DEF,
    apply::ApplyCanonicalizationPatternsOp::DEF,
    apply::ApplyCommonSubexpressionEliminationOp::DEF,
    conversion::ApplyConversionPatternsOp::DEF,
    apply::ApplyDeadCodeEliminationOp::DEF,
    apply::ApplyLoopInvariantCodeMotionOp::DEF,
    apply::ApplyPatternsOp::DEF,
    apply::ApplyRegisteredPassOp::DEF,
    handles::CastOp::DEF,
    matching::CollectMatchingOp::DEF,
    matching::ForeachMatchOp::DEF,
    sequence::ForeachOp::DEF,
    navigation::GetConsumersOfResult::DEF,
    navigation::GetDefiningOp::DEF,
    navigation::GetOperandOp::DEF,
    navigation::GetParentOp::DEF,
    navigation::GetProducerOfOperand::DEF,
    navigation::GetResultOp::DEF,
    navigation::GetTypeOp::DEF,
    sequence::IncludeOp::DEF,
    matchers::MatchOperationEmptyOp::DEF,
    matchers::MatchOperationNameOp::DEF,
    matchers::MatchParamCmpIOp::DEF,
    handles::MergeHandlesOp::DEF,
    sequence::NamedSequenceOp::DEF,
    handles::NumAssociationsOp::DEF,
    handles::ParamConstantOp::DEF,
    payload::PrintOp::DEF,
    handles::ReplicateOp::DEF,
    navigation::SelectOp::DEF,
    sequence::SequenceOp::DEF,
    handles::SplitHandleOp::DEF,
    payload::VerifyOp::DEF,
    sequence::YieldOp::DEF,
];
