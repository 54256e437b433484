//! The effects of ops with recursive effects.

use rustc_hash::FxHashMap;
use terrace_ir::effects::{Effect, EffectKind, Effects, MemoryEffects, own_effects};
use terrace_ir::{BlockRef, OpHandle, OpRef, Value, ValueRef};

use crate::effects::{PAYLOAD_IR, TRANSFORM_MAPPING, only_reads_handle, produces_handle};
use crate::interfaces::TransformOpInterface;

/// Appends the effects of an op, given those of the ops in its regions.
pub type EffectsOfNestedOps = fn(OpRef<'_>, &NestedEffects, &mut Vec<Effect>);

/// The effects of ops of a script. Those that follow from nested ops are computed before those of the ops around them, each
/// once, so that neither time nor stack grow with the depth.
#[derive(Default)]
pub struct NestedEffects {
    known: FxHashMap<OpHandle, Effects>,
}

fn rule(op: OpRef<'_>) -> Option<EffectsOfNestedOps> {
    op.interface::<dyn TransformOpInterface>()?.effects_of_nested_ops()
}

impl NestedEffects {
    /// Computes the effects of an op and of all nested ops, as far as they follow from nested ops.
    #[must_use]
    pub fn new(op: OpRef<'_>) -> Self {
        let mut ops = vec![op];
        let mut next = 0;
        while let Some(&op) = ops.get(next) {
            next += 1;
            let nested = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
            ops.extend(nested.filter(|op| op.num_regions() > 0));
        }
        let mut all = Self::default();
        for &op in ops.iter().rev() {
            if let Some(rule) = rule(op) {
                let mut effects = Vec::new();
                rule(op, &all, &mut effects);
                all.known.insert(op.handle(), effects.into());
            }
        }
        all
    }

    /// Returns the effects of an op; `None` if they are not known.
    #[must_use]
    pub fn of(&self, op: OpRef<'_>) -> Option<Effects> {
        self.known.get(&op.handle()).cloned().or_else(|| own_effects(op))
    }

    /// Returns the effects of the op and of those nested in it that follow from nested ops.
    pub(crate) fn into_known(self) -> impl Iterator<Item = (OpHandle, Effects)> {
        self.known.into_iter()
    }

    /// Returns whether an op uses up a handle.
    #[must_use]
    pub fn is_handle_consumed(&self, op: OpRef<'_>, handle: Value) -> bool {
        let consumes = |effect: Effect| effect.value == Some(handle) && is_consumption(&effect);
        self.of(op).into_iter().flatten().any(consumes)
    }

    /// Returns whether an argument of a block is consumed by the block's own ops. As in upstream, nested ops
    /// count only if they consume forwarded operands.
    #[must_use]
    pub fn is_argument_consumed(&self, arg: ValueRef<'_>) -> bool {
        let block = arg.owner_block().map(|block| block.id());
        arg.uses().any(|(user, _)| {
            user.block().map(|block| block.id()) == block && self.is_handle_consumed(user, arg.id())
        })
    }

    /// Returns whether an op changes the payload; one of which nothing is known does.
    #[must_use]
    pub fn modifies_payload(&self, op: OpRef<'_>) -> bool {
        let Some(effects) = self.of(op) else { return true };
        effects.iter().any(|effect| effect.kind == EffectKind::Write && effect.resource == PAYLOAD_IR)
    }

    /// Appends the effects of an op whose region's ops work on its operands under other names.
    pub fn effects_of_region(&self, op: OpRef<'_>, block: BlockRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        let outer: FxHashMap<Value, Value> =
            block.args().zip(op.operands()).map(|(arg, operand)| (arg.id(), operand.id())).collect();
        for effect in block.ops().filter_map(|op| self.of(op)).flatten() {
            let seen = match effect.value {
                None => effect,
                Some(value) => match outer.get(&value) {
                    Some(&operand) => Effect { value: Some(operand), ..effect },
                    None => continue,
                },
            };
            if !out.contains(&seen) {
                out.push(seen);
            }
        }
    }
}

/// Whether an effect uses up a handle.
pub(crate) fn is_consumption(effect: &Effect) -> bool {
    effect.kind == EffectKind::Free && effect.resource == TRANSFORM_MAPPING
}

/// The effects of an op that has [`TransformOpInterface::effects_of_nested_ops`].
pub struct FromNestedOps;

impl MemoryEffects for FromNestedOps {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        out.extend(NestedEffects::new(op).known.remove(&op.handle()).into_iter().flatten());
    }
}
