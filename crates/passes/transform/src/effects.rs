//! Side effects of transform ops on handles and on the payload.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::def::plain_error;
use terrace_ir::effects::{Effect, EffectKind, MemoryEffects, own_effects};
use terrace_ir::{CheckResult, OpHandle, OpRef, Value, ValueRef};

use crate::interfaces::TransformOpInterface;
use crate::nested_effects::{NestedEffects, is_consumption};

/// The resource of the association of handles with payload.
pub const TRANSFORM_MAPPING: &str = "transform.mapping";
/// The resource of the payload IR.
pub const PAYLOAD_IR: &str = "transform.payload_ir";

fn effect(kind: EffectKind, value: Option<Value>, resource: &'static str) -> Effect {
    Effect { resource, ..Effect::new(kind, value) }
}

/// The handles are consumed: their payload may be erased.
pub fn consumes_handle<'a>(handles: impl IntoIterator<Item = ValueRef<'a>>, out: &mut Vec<Effect>) {
    for handle in handles {
        out.push(effect(EffectKind::Read, Some(handle.id()), TRANSFORM_MAPPING));
        out.push(effect(EffectKind::Free, Some(handle.id()), TRANSFORM_MAPPING));
    }
}

/// The handles are read.
pub fn only_reads_handle<'a>(handles: impl IntoIterator<Item = ValueRef<'a>>, out: &mut Vec<Effect>) {
    out.extend(
        handles.into_iter().map(|handle| effect(EffectKind::Read, Some(handle.id()), TRANSFORM_MAPPING)),
    );
}

/// The handles are new.
pub fn produces_handle<'a>(handles: impl IntoIterator<Item = ValueRef<'a>>, out: &mut Vec<Effect>) {
    for handle in handles {
        out.push(effect(EffectKind::Allocate, Some(handle.id()), TRANSFORM_MAPPING));
        out.push(effect(EffectKind::Write, Some(handle.id()), TRANSFORM_MAPPING));
    }
}

/// The payload is read and changed.
pub fn modifies_payload(out: &mut Vec<Effect>) {
    out.push(effect(EffectKind::Read, None, PAYLOAD_IR));
    out.push(effect(EffectKind::Write, None, PAYLOAD_IR));
}

/// The payload is read.
pub fn only_reads_payload(out: &mut Vec<Effect>) {
    out.push(effect(EffectKind::Read, None, PAYLOAD_IR));
}

/// Verifies that a transform op declares effects on its handles.
///
/// # Errors
///
/// The error, at the op.
pub(crate) fn verify_effects(op: OpRef<'_>) -> CheckResult {
    let own_matter = |transform: &dyn TransformOpInterface| transform.effects_of_nested_ops().is_none();
    if !op.interface::<dyn TransformOpInterface>().is_some_and(own_matter) {
        return Ok(());
    }
    let effects = own_effects(op).unwrap_or_default();
    let fail = |message: &str, note: String| {
        Err(plain_error(op, format!("TransformOpInterface {message}")).note(op.loc(), note))
    };
    let is_mapping = |effect: &Effect, kind| effect.kind == kind && effect.resource == TRANSFORM_MAPPING;
    // How values are affected: whether they come into being and whether they are used up.
    let mut affected: FxHashMap<Value, [bool; 2]> = FxHashMap::default();
    for effect in &effects {
        let Some(value) = effect.value else { continue };
        let [allocated, freed] = affected.entry(value).or_default();
        *allocated |= is_mapping(effect, EffectKind::Allocate);
        *freed |= is_mapping(effect, EffectKind::Free);
    }
    let mut consumed = None;
    for (i, operand) in op.operands().enumerate() {
        match affected.get(&operand.id()) {
            None => {
                let note = format!("no effects specified for operand #{i}");
                return fail("requires memory effects on operands to be specified", note);
            }
            // The result of an op that uses itself is allocated; that it does not dominate the use is another error.
            Some([true, _]) if op.results().all(|result| result.id() != operand.id()) => {
                let note = format!("specified for operand #{i}");
                return fail("did not expect 'allocate' memory effect on an operand", note);
            }
            Some([_, true]) => _ = consumed.get_or_insert(i),
            Some(_) => {}
        }
    }
    let writes = |effect: &Effect| effect.kind == EffectKind::Write && effect.resource == PAYLOAD_IR;
    if let Some(i) = consumed
        && !effects.iter().any(writes)
    {
        let message = "expects ops consuming operands to have a 'write' effect on the payload resource";
        return fail(message, format!("consumes operand #{i}"));
    }
    let is_allocated = |value: Value| affected.get(&value).is_some_and(|[allocated, _]| *allocated);
    match op.results().find(|result| !is_allocated(result.id())) {
        None => Ok(()),
        Some(result) => fail(
            "requires 'allocate' memory effect to be specified for results",
            format!("no 'allocate' effect specified for result #{}", result.index()),
        ),
    }
}

/// The handles that an op uses up.
fn consumed_handles(op: OpRef<'_>) -> impl Iterator<Item = Value> {
    let effects = own_effects(op).into_iter().flatten();
    effects.filter(is_consumption).filter_map(|effect| effect.value)
}

/// Returns whether an op uses up a handle. Computes the op's effects: [`ConsumedOperands`] keeps them.
#[must_use]
pub fn is_handle_consumed(op: OpRef<'_>, handle: Value) -> bool {
    consumed_handles(op).any(|consumed| consumed == handle)
}

/// For each operand of a transform op, whether the op consumes it.
#[derive(Clone, Debug)]
pub(crate) struct ConsumedOperands(Rc<[bool]>);

impl ConsumedOperands {
    /// Computes those of an op.
    pub(crate) fn of(op: OpRef<'_>) -> Self {
        Self::among(op, consumed_handles(op))
    }

    /// The operands of an op among the handles that it consumes.
    fn among(op: OpRef<'_>, consumed: impl Iterator<Item = Value>) -> Self {
        let consumed: FxHashSet<Value> = consumed.collect();
        Self(op.operands().map(|operand| consumed.contains(&operand.id())).collect())
    }

    /// Computes the consumed operands of an op and of all nested ops, as far as they follow from nested ops.
    pub(crate) fn of_nested(op: OpRef<'_>) -> impl Iterator<Item = (OpHandle, Self)> {
        NestedEffects::new(op).into_known().map(move |(handle, effects)| {
            let consumed = effects.into_iter().filter(is_consumption).filter_map(|effect| effect.value);
            (handle, Self::among(op.ir().op(handle), consumed))
        })
    }

    /// Returns whether the operand with a number is used up.
    pub(crate) fn contains(&self, operand: usize) -> bool {
        self.0.get(operand) == Some(&true)
    }

    /// Returns the operands of the op that are used up.
    pub(crate) fn handles<'v>(&self, op: OpRef<'v>) -> impl Iterator<Item = ValueRef<'v>> {
        op.operands().zip(&*self.0).filter(|(_, consumed)| **consumed).map(|(operand, _)| operand)
    }
}

/// The effects of an op that consumes its operands, produces its results and modifies the payload.
pub struct FunctionalStyle;

impl MemoryEffects for FunctionalStyle {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// The effects of an op that reads its operands and the payload, and produces its results.
pub struct Navigation;

impl MemoryEffects for Navigation {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

/// The effects of an op that reads its operands, produces its results and modifies the payload.
pub struct ReadsHandlesModifiesPayload;

impl MemoryEffects for ReadsHandlesModifiesPayload {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// The effects of an op that consumes its first operand, reads the others, produces its results and modifies
/// the payload.
pub struct ConsumesTarget;

impl MemoryEffects for ConsumesTarget {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands().take(1), out);
        only_reads_handle(op.operands().skip(1), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// The effects of an op that only produces its results.
pub struct ProducesHandles;

impl MemoryEffects for ProducesHandles {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
    }
}

/// No effects: for ops that describe patterns, and terminators.
pub struct NoEffects;

impl MemoryEffects for NoEffects {
    fn effects(&self, _: OpRef<'_>, _: &mut Vec<Effect>) {}
}
