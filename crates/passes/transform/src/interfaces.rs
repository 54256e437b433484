//! The interfaces of transform ops, which are implemented in this crate and in others.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, ConversionTarget, TypeConverter};
use terrace_ir::{CheckResult, OpHandle, OpRef, Rewriter, Type, Value};
use terrace_rewrite::PatternSet;

use crate::failure::TransformResult;
use crate::nested_effects::EffectsOfNestedOps;
use crate::results::{Mapping, TransformResults};
use crate::state::TransformState;

/// A transform op: transforms or matches payload.
pub trait TransformOpInterface: Send + Sync {
    /// Applies the op. The payload of its results is set in `results`; results that are not set are empty if
    /// the op fails.
    ///
    /// # Errors
    ///
    /// A silenceable failure if the payload is not as the op needs it; a definite one if the script cannot go on.
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult;

    /// Returns whether consumed handles may be associated with one op several times.
    fn allows_repeated_handle_operands(&self, _op: OpRef<'_>) -> bool {
        false
    }

    /// Returns whether the op can be where nothing runs it: below an op that is no transform op.
    fn is_possible_top_level(&self) -> bool {
        false
    }

    /// Returns whether the op fails if a handle is lost because its payload was replaced by something else.
    fn reports_tracking_failures(&self) -> bool {
        false
    }

    /// Returns whether a handle follows its payload to a replacement of another name, as conversions make.
    fn follows_any_replacement(&self) -> bool {
        false
    }

    /// Returns how the op's effects follow from those of the ops in its regions; `None` if they do not. Such an op has
    /// the effects [`crate::nested_effects::FromNestedOps`], and the verifier, which checks those of nested ops, has nothing to check in its own.
    fn effects_of_nested_ops(&self) -> Option<EffectsOfNestedOps> {
        None
    }
}

/// A match op: it modifies nothing, and fails silenceably if the payload does not match.
pub trait MatchOpInterface: Send + Sync {}

/// An op that looks for payload ops by conditions, and finds the one that meets most of them.
pub trait NearestMatchOpInterface: Send + Sync {
    /// Returns, for a match op that found nothing, the payload op that meets most conditions, the first
    /// condition that it does not meet, and the number of conditions before that; `None` if the conditions
    /// are unknown.
    fn nearest_match(
        &self,
        state: &TransformState<'_>,
        op: OpRef<'_>,
    ) -> Option<(Option<OpHandle>, String, usize)>;
}

/// A payload op that handles may look through when it replaces another op: the handles are updated to the ops
/// that define the operands that this returns.
pub trait FindPayloadReplacementOpInterface: Send + Sync {
    /// Returns the operands to go on with.
    fn next_operands(&self, op: OpRef<'_>) -> Vec<Value>;
}

/// An op that adds rewrite patterns, in `transform.apply_patterns`.
pub trait PatternDescriptorOpInterface: Send + Sync {
    /// Adds its patterns.
    ///
    /// # Errors
    ///
    /// A message, if the patterns are not there.
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        state: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String>;
}

/// A marker model for [`MatchOpInterface`].
pub struct Matcher;

impl MatchOpInterface for Matcher {}

/// An op that is applied to each payload op of its first operand separately.
pub trait TransformEachOp: Send + Sync {
    /// Applies the transform op to one payload op, and returns one mapping for each of its results.
    ///
    /// # Errors
    ///
    /// As [`TransformOpInterface::apply`].
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult;

    /// Returns the name that the payload must have; `None` for any.
    fn target_name(&self) -> Option<&'static str> {
        None
    }

    /// As [`TransformOpInterface::reports_tracking_failures`].
    fn reports_tracking_failures(&self) -> bool {
        false
    }
}

/// The result of applying an op to one target: a mapping for each of its results.
pub type EachResult = TransformResult<Vec<Mapping>>;

/// Applies a [`TransformEachOp`] to all targets.
pub struct Each<T>(pub T);

impl<T: TransformEachOp> TransformOpInterface for Each<T> {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        crate::each::apply_to_each(&self.0, op, state, results)
    }

    fn reports_tracking_failures(&self) -> bool {
        self.0.reports_tracking_failures()
    }
}

/// An op that adds conversion patterns, in `transform.apply_conversion_patterns`.
pub trait ConversionPatternDescriptorOpInterface: Send + Sync {
    /// Returns a custom type converter; `None` to use that of `transform.apply_conversion_patterns`.
    fn type_converter(&self, _op: OpRef<'_>) -> Option<TypeConverter> {
        None
    }

    /// Verifies the op that builds the type converter of `transform.apply_conversion_patterns`.
    fn verify_type_converter(&self, _op: OpRef<'_>, _builder: OpRef<'_>) -> CheckResult {
        Ok(())
    }

    /// Adds legal ops to the conversion target.
    fn populate_conversion_target(
        &self,
        _op: OpRef<'_>,
        _converter: &Arc<TypeConverter>,
        target: ConversionTarget,
    ) -> ConversionTarget {
        target
    }

    /// Adds its patterns.
    ///
    /// # Errors
    ///
    /// A message, if the patterns are not there.
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        converter: &Arc<TypeConverter>,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String>;
}

/// The direction of a type conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Materialization {
    /// To an original type of the conversion.
    Source,
    /// To a converted type.
    Target,
}

/// An op that adds to a type converter, as the region of `transform.func.cast_and_call` holds.
pub trait TypeConverterBuilderOpInterface: Send + Sync {
    /// Returns the type converter, for dialect conversion; `None` if it has none.
    fn type_converter(&self, _op: OpRef<'_>) -> Option<TypeConverter> {
        None
    }

    /// Creates at the insertion point a value of the type `to` that replaces `value`; `None`, without
    /// modifications, if the op does not convert between the types.
    fn materialize(
        &self,
        _op: OpRef<'_>,
        _rw: &mut Rewriter<'_>,
        _value: Value,
        _to: (Materialization, Type),
    ) -> Option<Value> {
        None
    }
}
