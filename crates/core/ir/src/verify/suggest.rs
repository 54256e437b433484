//! Help messages for verifier errors. Only runs on the error path.

use terrace_support::spelling::edit_distance;

use crate::context::Context;
use crate::def::{Arity, OpTable};
use crate::ir::OpRef;
use crate::traits::{Trait, TraitSet};

/// Returns help for an op whose operands or results have types that it does not take: the op of the dialect with the nearest
/// name that does.
pub(super) fn op_for_types(op: OpRef<'_>) -> Option<String> {
    // The length of the suffix of a name for its types: `addi` and `addf`, `divsi` and `divf`.
    const MOST: usize = 2;
    let (cx, name) = (op.cx(), op.name_text());
    let (prefix, mnemonic) = name.split_once('.')?;
    let own = op.def()?;
    let dialect = cx.dialect(prefix)?;
    let fits = |def: &OpTable<'_>| def.name != name && is_alike(own, def) && takes_types(cx, def, op);
    let near = |def: &OpTable<'_>| {
        let other = def.name.split_once('.')?.1;
        let common = other.bytes().zip(mnemonic.bytes()).take_while(|(a, b)| a == b).count();
        edit_distance(other.as_bytes(), mnemonic.as_bytes(), MOST).filter(|_| common >= 3)
    };
    let candidates = dialect.ops().filter(|def| fits(def));
    let (_, meant) = candidates.filter_map(|def| Some((near(def)?, def.name))).min_by_key(|(far, _)| *far)?;
    Some(format!("did you mean '{meant}'?"))
}

/// Whether two ops have as many slots of the same kinds.
fn is_alike(one: &OpTable<'_>, other: &OpTable<'_>) -> bool {
    let arities = |def: &OpTable<'_>| -> Vec<Arity> {
        let operands = def.operands.iter().map(|slot| slot.arity);
        operands.chain(def.results.iter().map(|slot| slot.arity)).collect()
    };
    let counts = |def: &OpTable<'_>| (def.operands.len(), def.regions.len(), def.successors.len());
    counts(one) == counts(other) && arities(one) == arities(other)
}

/// Whether an op of a definition with one value for each slot could have the types of `op`.
fn takes_types(cx: &Context, def: &OpTable<'_>, op: OpRef<'_>) -> bool {
    op.num_operands() == def.operands.len()
        && op.num_results() == def.results.len()
        && def.operands.iter().zip(op.operands()).all(|(slot, value)| (slot.constraint.pred)(cx, value.ty()))
        && def.results.iter().zip(op.results()).all(|(slot, value)| (slot.constraint.pred)(cx, value.ty()))
}

/// Returns help for a block without a terminator: the terminators with a trait for this parent.
pub(super) fn terminators_of(op: OpRef<'_>) -> Option<String> {
    let (name, cx) = (op.name_text(), op.cx());
    let dialect = cx.dialect(name.split_once('.')?.0)?;
    let belongs = |def: &OpTable<'_>| {
        let ends = def.traits.iter().any(|t| matches!(t, Trait::Terminator));
        ends && def.traits.iter().any(|t| matches!(t, Trait::HasParent(names) if names.contains(&name)))
    };
    let found: Vec<String> =
        dialect.ops().filter(|def| belongs(def)).map(|def| format!("'{}'", def.name)).collect();
    let end = if found.is_empty() { "a terminator".to_owned() } else { found.join(" or ") };
    let has_one = op.might_have_trait(TraitSet::SingleBlock);
    Some(format!("end {} with {end}", if has_one { "the block" } else { "each block" }))
}
