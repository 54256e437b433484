//! Runs the ops of a script.

use terrace_ir::{Diag, OpRef, RegionRef};

use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::TransformOpInterface;
use crate::invalidation::check_and_record;
use crate::ops::FailurePropagationMode;
use crate::ops::verify::RECURSION;
use crate::results::{Mapping, TransformResults};
use crate::state::TransformState;
use crate::tracking::follow;
use crate::types::{HandleKind, handle_kind};

/// The attribute that permits an op to lose handles.
pub const SILENCE_TRACKING_FAILURES: &str = "transform.silence_tracking_failures";

/// The depth of ops from which on a cycle is looked for.
const LEAST_RECURSION: usize = 64;
/// Below so much stack, ops of the script are applied on a new segment.
const RED_ZONE: usize = 256 << 10;
/// The size of a new segment.
const SEGMENT: usize = 4 << 20;

impl<'s> TransformState<'s> {
    /// Applies an op of the script: checks its handles, runs it, and records the payload of its results.
    ///
    /// # Errors
    ///
    /// The failure of the op; a definite failure, which was reported, if it must not be applied.
    pub fn apply_transform(&mut self, op: OpRef<'s>) -> TransformResult {
        if !self.is_observed() {
            return self.apply_unobserved(op);
        }
        self.observe(|observer, state| observer.enter(state, op));
        let outcome = self.apply_unobserved(op);
        self.observe(|observer, state| observer.leave(state, op, &outcome));
        outcome
    }

    fn apply_unobserved(&mut self, op: OpRef<'s>) -> TransformResult {
        let Some(interface) = op.interface::<dyn TransformOpInterface>() else {
            return Err(self.definite_at(op, format!("'{}' op is not a transform op", op.name_text())));
        };
        if self.expensive_checks {
            check_and_record(self, op, interface)?;
        }
        let consumed = self.consumed_operands(op);
        let mut results = TransformResults::new(op.num_results());
        self.check_recursion(op)?;
        self.active.push(op.handle());
        let mut outcome = stacker::maybe_grow(RED_ZONE, SEGMENT, || interface.apply(op, self, &mut results));
        self.active.pop();
        let lost = follow(self, op);
        let reports = interface.reports_tracking_failures() && op.attr(SILENCE_TRACKING_FAILURES).is_none();
        if let Some(lost) = lost.filter(|_| reports) {
            outcome = match outcome {
                Ok(()) => Err(TransformFailure::silenceable(lost)),
                Err(failure @ TransformFailure::Silenceable(_)) => {
                    Err(failure.note(op.loc(), format!("tracking listener also failed: {}", lost.message)))
                }
                definite => definite,
            };
        }
        if matches!(outcome, Err(TransformFailure::Definite)) {
            return outcome;
        }
        for handle in consumed.handles(op) {
            self.remove(handle.handle());
        }
        for (result, mapping) in op.results().zip(results.into_mappings()) {
            let kind = handle_kind(op.cx(), result.ty()).unwrap_or(HandleKind::Op);
            self.set_mapping(result, mapping.unwrap_or_else(|| Mapping::empty(kind)))?;
        }
        outcome
    }

    /// Checks that an op is not applied while it is applied already. The verifier sees cycles of symbols in one module;
    /// others come about by libraries. A cycle is looked for at a few depths, which it passes sooner or later.
    fn check_recursion(&mut self, op: OpRef<'_>) -> TransformResult {
        let depth = self.active.len();
        if depth < LEAST_RECURSION || !depth.is_power_of_two() || !self.active.contains(&op.handle()) {
            return Ok(());
        }
        Err(self.definite_at(op, RECURSION))
    }

    /// Applies the ops of a region's only block except for its terminator, and maps `results` to the payload
    /// of the yielded values.
    ///
    /// # Errors
    ///
    /// The first definite failure, or silenceable one if those are propagated.
    pub fn apply_sequence(
        &mut self,
        region: RegionRef<'s>,
        mode: FailurePropagationMode,
        results: &mut TransformResults,
    ) -> TransformResult {
        let Some(block) = region.entry() else { return Ok(()) };
        let end = block.terminator();
        for op in block.ops().filter(|op| Some(op.id()) != end.map(|end| end.id())) {
            match self.apply_transform(op) {
                Err(TransformFailure::Silenceable(_)) if mode == FailurePropagationMode::Suppress => {}
                other => other?,
            }
        }
        if let Some(end) = end {
            for (i, mapping) in self.mapped_values(end.operands()).into_iter().enumerate() {
                results.set_mapped(i, mapping);
            }
        }
        Ok(())
    }

    /// Maps the arguments of a sequence to the payload of its operands, or, if it has none, to the payload of
    /// the entry point.
    ///
    /// # Errors
    ///
    /// A definite failure if the numbers or the kinds differ.
    pub fn bind_sequence(&mut self, op: OpRef<'_>, region: RegionRef<'_>) -> TransformResult {
        let arguments = region.entry().map_or(0, |block| block.args().len());
        let mappings = if op.num_operands() != 0 {
            self.mapped_values(op.operands())
        } else {
            let (wanted, given) = (arguments.saturating_sub(1), self.top_level().len());
            if wanted != given {
                let message = format!(
                    "operation expects {wanted} extra value bindings, but {given} were provided to the interpreter"
                );
                return Err(self.definite(Diag::error(op.loc(), message)));
            }
            let root = Mapping::Ops(vec![self.payload_root()]);
            std::iter::once(root).chain(self.top_level().iter().cloned()).collect()
        };
        self.map_block_arguments(region, mappings)
    }

    /// Makes a failure of the outermost op definite: unsuppressed failures are reported. Returns whether the
    /// script succeeded.
    pub fn check_and_report(&mut self, outcome: TransformResult) -> bool {
        match outcome {
            Ok(()) => true,
            Err(TransformFailure::Definite) => false,
            Err(TransformFailure::Silenceable(errors)) => {
                errors.into_iter().for_each(|error| self.report(error));
                false
            }
        }
    }
}
