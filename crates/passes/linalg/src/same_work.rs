//! Equivalence of structured ops: the same elements in each iteration, and the same scalar computation.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::structured::as_structured;
use terrace_ir::effects::is_pure;
use terrace_ir::traits::TraitSet;
use terrace_ir::{OpRef, ValueRef};

/// The counterpart of an operand in the op that is compared.
#[derive(Clone, Copy)]
pub(super) enum Counterpart<'a> {
    /// The operand with this number.
    Operand(usize),
    /// No operand: its region uses this value.
    Value(ValueRef<'a>),
}

/// Whether `named` computes what `generic` does, but for flags that rule out results, which it may lack. `operands` are the
/// counterparts of the operands of `named`, in order. Loops may have another order.
pub(super) fn computes_the_same(named: OpRef<'_>, generic: OpRef<'_>, operands: &[Counterpart<'_>]) -> bool {
    same_iterations(named, generic, operands).unwrap_or(false)
        && same_function(named, generic, operands).unwrap_or(false)
}

/// Whether each iteration of one sees the elements that one of the other sees.
fn same_iterations(named: OpRef<'_>, generic: OpRef<'_>, operands: &[Counterpart<'_>]) -> Option<bool> {
    let [ours, theirs] = [as_structured(named)?, as_structured(generic)?];
    let (our_maps, their_maps) = (ours.indexing_maps(named), theirs.indexing_maps(generic));
    let (our_loops, their_loops) = (ours.parallel(named), theirs.parallel(generic));
    if our_loops.len() != their_loops.len() {
        return Some(false);
    }
    let mut pairs = Vec::new();
    for (map, operand) in our_maps.iter().zip(operands) {
        if let Counterpart::Operand(number) = *operand {
            pairs.push((map, their_maps.get(number)?));
        }
    }
    // For each loop of `generic`, the loop of `named` that it is.
    let mut renamed: Vec<Option<u32>> = vec![None; their_loops.len()];
    for (ours, theirs) in pairs.iter().flat_map(|(a, b)| a.results.iter().zip(&b.results)) {
        if let (Some(ours), Some(theirs)) = (ours.as_dim(), theirs.as_dim()) {
            renamed.get_mut(theirs as usize)?.get_or_insert(ours);
        }
    }
    let renamed: Vec<u32> = renamed.into_iter().collect::<Option<_>>()?;
    let loops =
        AffineMap::new(our_loops.len() as u32, 0, renamed.iter().map(|&dim| AffineExpr::dim(dim)).collect());
    let same_kinds =
        renamed.iter().zip(&their_loops).all(|(&dim, kind)| our_loops.get(dim as usize) == Some(kind));
    let same_maps = pairs.iter().all(|(ours, theirs)| **ours == theirs.compose(&loops));
    Some(loops.is_permutation() && same_kinds && same_maps)
}

/// Whether the payloads are equivalent.
fn same_function(named: OpRef<'_>, generic: OpRef<'_>, operands: &[Counterpart<'_>]) -> Option<bool> {
    let [ours, theirs] = [named, generic].map(|op| op.single_region().entry());
    let (ours, theirs) = (ours?, theirs?);
    let args: Vec<ValueRef<'_>> = theirs.args().collect();
    let (our_end, their_end) = (ours.last()?, theirs.last()?);
    // Pure ops may be erased, others may not.
    if !theirs.ops().filter(|op| op.id() != their_end.id()).all(is_pure) {
        return Some(false);
    }
    let values = Values { args: &args, operands };
    let count = our_end.num_operands();
    let same = || our_end.operands().zip(their_end.operands()).all(|(x, y)| values.same(x, y));
    Some(count == their_end.num_operands() && same())
}

struct Values<'a> {
    args: &'a [ValueRef<'a>],
    operands: &'a [Counterpart<'a>],
}

impl Values<'_> {
    /// Whether a value of the region of `named` is one of that of `generic`. The former is small, so that this ends soon.
    fn same(&self, ours: ValueRef<'_>, theirs: ValueRef<'_>) -> bool {
        let Some(op) = ours.defining_op() else {
            return match self.operands.get(ours.index() as usize) {
                Some(&Counterpart::Operand(number)) => {
                    self.args.get(number).is_some_and(|arg| arg.id() == theirs.id())
                }
                Some(Counterpart::Value(value)) => value.id() == theirs.id(),
                None => false,
            };
        };
        let Some(other) = theirs.defining_op() else { return false };
        if op.name() != other.name() || ours.ty() != theirs.ty() || op.num_operands() != other.num_operands()
        {
            return false;
        }
        if op.num_results() != 1 || op.num_regions() + other.num_regions() > 0 || !same_attributes(op, other)
        {
            return false;
        }
        let [ours, theirs] = [op, other].map(|op| op.operands().collect::<Vec<_>>());
        let pairwise = |theirs: &[ValueRef<'_>]| ours.iter().zip(theirs).all(|(&x, &y)| self.same(x, y));
        pairwise(&theirs)
            || op.has_trait(TraitSet::Commutative) && matches!(theirs[..], [x, y] if pairwise(&[y, x]))
    }
}

/// The attributes of arithmetic that rule out results.
const FLAGS: [&str; 4] = ["fastmath", "overflowFlags", "isExact", "nonNeg"];

/// Whether two ops of one name have the same inherent attributes. Flags of the second that the first has not are let go: they
/// rule out results.
fn same_attributes(ours: OpRef<'_>, theirs: OpRef<'_>) -> bool {
    let flag = |slot: usize| {
        ours.def().and_then(|def| def.props.get(slot)).is_some_and(|prop| FLAGS.contains(&prop.name))
    };
    ours.props().iter().zip(theirs.props()).enumerate().all(|(slot, (a, b))| a == b || flag(slot))
}
