//! Proves that the order in which the iterations of a loop are carried out cannot be seen.
//!
//! Refused are values that are carried from one iteration to the next or used after the loop, ways out besides its end, ops
//! across elements, loops under conditions with a shape, scalars that conditions with a shape assign, effects other than plain reads and writes, and a write
//! and another access whose places may be the same in different iterations. Places are a base and a linear function of
//! the counter: two with the same one are apart in different iterations if the bytes between them fit into the distance
//! from one iteration to the next.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_dialects_llvm::enums::{AtomicOrdering, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{
    AddOp, AddressOfOp, AllocaOp, GEPOp, LoadOp, MulOp, SExtOp, ShlOp, StoreOp, SubOp, ZExtOp,
};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Op, OpRef, Region, Rewriter, Str, Type, Value, ValueRef, op_match};

use super::form::{Amount, Counter, LoopForm};
use super::marks::{AnnotatedLoop, number, source};
use super::totals::{Total, total_of};
use crate::addresses::offset_of;
use crate::dialect::{AssignedOp, ExpressionOp, LoopMarkOp, is_ripple};
use crate::functions::addressed;
use crate::math::{conversion_of, math_function};
use crate::op_kinds::is_marker;
use crate::vectorize::Objects;

/// The largest depth of the expression of an index.
const MAX_DEPTH: usize = 16;

/// The facts about a function.
pub(super) struct Known {
    pub(super) layout: DataLayout,
    pub(super) objects: Objects,
    /// The names of globals that are objects of their own.
    pub(super) globals: FxHashSet<Str>,
}

/// Whether control outside of the annotated loops of a region depends on scalars alone: a loop under a condition with a
/// shape has the mask of the block.
pub(super) fn has_scalar_control(rw: &Rewriter<'_>, region: Region, headers: &FxHashSet<Block>) -> bool {
    let info = rw.body().analysis::<LoopInfo>(region);
    let is_in_loop = |block: Block| {
        let around = |id: LoopId| info.get(id).parent;
        let mut loops = std::iter::successors(info.loop_of(block), |&id| around(id));
        loops.any(|id| headers.contains(&info.get(id).header))
    };
    let blocks = rw.body().blocks_of(region).filter(|&block| !is_in_loop(block));
    let mut conditions = Vec::new();
    for op in blocks.filter_map(|block| rw.block(block).terminator()) {
        let Some(branch) = op.interface::<dyn BranchOp>() else { continue };
        let decides = branch.condition_operands(op);
        let chosen = op.operands().enumerate().filter(|(at, _)| decides.contains(at)).map(|(_, value)| value);
        // Control never takes the way on which the mark of a loop is true.
        conditions.extend(
            chosen.filter(|value| value.defined_by::<LoopMarkOp>().is_none()).map(|value| value.id()),
        );
    }
    are_scalars(rw, headers, conditions)
}

/// The largest number of accesses of a loop that are compared with each other.
const MAX_ACCESSES: usize = 1000;

/// The accesses of a loop.
pub(super) struct Accesses {
    /// The types of what is read and written.
    pub(super) types: Vec<Type>,
    /// The values that the loop carries: totals over the block.
    pub(super) totals: Vec<Total>,
}

/// The extension of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Extension {
    None,
    Sign,
    Zero,
}

impl Extension {
    /// Whether arithmetic with these flags may be carried out after the extension.
    fn commutes_with(self, flags: IntegerOverflowFlags) -> bool {
        match self {
            Self::None => true,
            Self::Sign => flags.contains(IntegerOverflowFlags::NSW),
            Self::Zero => flags.contains(IntegerOverflowFlags::NUW),
        }
    }
}

/// A sum of a number and values, each with a factor.
#[derive(Default)]
struct Linear {
    constant: i64,
    terms: FxHashMap<(Value, Extension), i64>,
}

/// The start of an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Value(Value),
    Global(Str),
}

/// The bytes that an access reads or writes, relative to a base.
struct ByteRange {
    base: Base,
    offset: Linear,
    size: i64,
}

struct MemoryAccess {
    place: Option<ByteRange>,
    writes: bool,
}

/// The accesses of a loop whose iterations may be carried out in any order; `None` if that is not proved.
pub(super) fn independent_accesses(
    rw: &Rewriter<'_>,
    annotated: &AnnotatedLoop,
    form: &LoopForm,
    headers: &FxHashSet<Block>,
    known: &Known,
) -> Option<Accesses> {
    let (Counter::Integer(_), true) = (form.counter, form.exits.is_empty()) else { return None };
    let inside: FxHashSet<Block> = form.blocks.iter().copied().collect();
    let mut args: Vec<Value> = rw.body().args(annotated.header).collect();
    let counter = args.remove(form.counter_arg);
    let place = (annotated.block, *annotated.dims.first()?);
    let totals =
        args.into_iter().map(|arg| total_of(rw, &inside, place, arg)).collect::<Option<Vec<Total>>>()?;
    let first = totals.iter().filter_map(|total| total.first).collect();
    are_scalars(rw, headers, first).then_some(())?;
    let proof = Proof { rw, blocks: &form.blocks, inside, header: annotated.header, headers, counter, known };
    proof.values_stay_inside(&totals)?;
    let mut varying = proof.varying(counter);
    for total in &totals {
        // Otherwise it is one number for the block.
        let is_of_elements =
            total.broadcast.is_some() || total.combined.iter().any(|value| varying.contains(value));
        is_of_elements.then_some(())?;
    }
    varying.extend(totals.iter().flat_map(|total| total.values.iter().copied()));
    proof.assignments_are_lanewise(&varying)?;
    let (types, accesses) = proof.accesses(form, &varying)?;
    let distance = match form.step {
        Amount::Constant(step) => step.checked_abs()?,
        Amount::Value { .. } => 1,
    };
    (accesses.len() <= MAX_ACCESSES).then_some(())?;
    let apart = |at: usize, other: usize| proof.are_apart(&accesses[at], &accesses[other], distance);
    let mut pairs = (0..accesses.len()).flat_map(|at| (0..at).map(move |other| (at, other)));
    pairs.all(|(at, other)| apart(at, other)).then_some(Accesses { types, totals })
}

struct Proof<'p, 'r> {
    rw: &'p Rewriter<'r>,
    blocks: &'p [Block],
    inside: FxHashSet<Block>,
    header: Block,
    /// The headers of all annotated loops.
    headers: &'p FxHashSet<Block>,
    counter: Value,
    known: &'p Known,
}

impl Proof<'_, '_> {
    fn is_inside(&self, op: Op) -> bool {
        self.rw.body().block_of(op).is_some_and(|block| self.inside.contains(&block))
    }

    /// Whether a value has one number in the whole loop.
    fn is_invariant(&self, value: Value) -> bool {
        let view = self.rw.value(value);
        match view.defining_op() {
            Some(op) => !self.is_inside(op.id()),
            None => view.owner_block().is_some_and(|block| !self.inside.contains(&block.id())),
        }
    }

    /// No value of the loop is used after it, and none is used in it that differs from element to element before it.
    fn values_stay_inside(&self, totals: &[Total]) -> Option<()> {
        let body = self.rw.body();
        let mut outside = Vec::new();
        for &block in self.blocks {
            for op in body.ops_of(block) {
                let results = self.rw.op(op).results();
                if results.flat_map(|result| result.uses()).any(|(user, _)| !self.is_inside(user.id())) {
                    return None;
                }
                outside.extend(body.operands(op).filter(|&value| self.is_invariant(value)));
            }
            for arg in self.rw.block(block).args() {
                let is_total = totals.iter().any(|total| total.values.contains(&arg.id()));
                if !is_total && arg.uses().any(|(user, _)| !self.is_inside(user.id())) {
                    return None;
                }
            }
        }
        are_scalars(self.rw, self.headers, outside).then_some(())
    }

    /// The values that may differ from iteration to iteration.
    fn varying(&self, counter: Value) -> FxHashSet<Value> {
        let mut varying: FxHashSet<Value> = FxHashSet::default();
        let mut pending = vec![counter];
        while let Some(value) = pending.pop() {
            if !varying.insert(value) {
                continue;
            }
            for (user, index) in self.rw.value(value).uses().filter(|(user, _)| self.is_inside(user.id())) {
                pending.extend(user.results().map(|result| result.id()));
                let Some(branch) = user.interface::<dyn BranchOp>() else { continue };
                for (successor, to) in user.successors().enumerate() {
                    let operands = branch.successor_operands(user, successor);
                    let at = index.checked_sub(operands.start).map(|at| at + operands.produced);
                    let arg =
                        at.and_then(|at| to.args().nth(at)).filter(|_| index < operands.start + operands.len);
                    pending.extend(arg.filter(|_| self.inside.contains(&to.id())).map(|arg| arg.id()));
                }
            }
        }
        varying
    }

    /// Each value that control chooses is chosen for each element: a scalar that is assigned under a condition with
    /// a shape is assigned if the condition holds for any element of the block.
    fn assignments_are_lanewise(&self, varying: &FxHashSet<Value>) -> Option<()> {
        let others = self.blocks.iter().filter(|&&block| block != self.header);
        for arg in others.flat_map(|&block| self.rw.block(block).args()) {
            let is_marked = arg.uses().all(|(user, _)| user.isa::<ExpressionOp>());
            if !is_marked && !varying.contains(&arg.id()) {
                return None;
            }
        }
        Some(())
    }

    /// The types and the places of all that is read and written; `None` if an op does something else that can be seen.
    fn accesses(
        &self,
        form: &LoopForm,
        varying: &FxHashSet<Value>,
    ) -> Option<(Vec<Type>, Vec<MemoryAccess>)> {
        let mut types = Vec::new();
        let mut accesses = Vec::new();
        for op in form.blocks.iter().flat_map(|&block| self.rw.block(block).ops()) {
            op_match!(op, {
                LoadOp(load) => {
                    if load.volatile_() || load.ordering() != AtomicOrdering::NotAtomic {
                        return None;
                    }
                    let ty = load.res().ty();
                    types.push(ty);
                    accesses.push(MemoryAccess { place: self.place(load.addr(), ty), writes: false });
                }
                StoreOp(store) => {
                    let is_varying = |value: ValueRef<'_>| varying.contains(&value.id());
                    if store.volatile_()
                        || store.ordering() != AtomicOrdering::NotAtomic
                        || !is_varying(store.addr()) && is_varying(store.value())
                    {
                        return None;
                    }
                    let ty = store.value().ty();
                    types.push(ty);
                    accesses.push(MemoryAccess { place: self.place(store.addr(), ty), writes: true });
                }
                _ => {
                    if !self.is_lanewise(op) {
                        return None;
                    }
                }
            });
        }
        Some((types, accesses))
    }

    /// Whether an op that does not access memory does the same for each element, whichever others there are.
    fn is_lanewise(&self, op: OpRef<'_>) -> bool {
        op.interface::<dyn BranchOp>().is_some()
            || is_marker(op)
            || op.isa::<ExpressionOp>()
            || op.isa::<AssignedOp>()
            || !is_ripple(op)
                && (is_memory_effect_free(op) || math_function(op).is_some() || conversion_of(op).is_some())
    }

    /// The place of an access; `None` if it is not linear in the counter.
    fn place(&self, address: ValueRef<'_>, ty: Type) -> Option<ByteRange> {
        let size = self.known.layout.type_size(self.rw.cx(), ty).ok().filter(|size| !size.scalable)?.minimum;
        let mut place =
            ByteRange { base: Base::Value(address.id()), offset: Linear::default(), size: size as i64 };
        let mut at = source(address);
        while let Some(op) = at.defining_op().filter(|op| op.isa::<GEPOp>()) {
            let offset = offset_of(op, &self.known.layout)?;
            place.offset.constant = place.offset.constant.checked_add(offset.bytes)?;
            for (value, factor) in offset.terms {
                let is_narrow = value.ty().bit_width(self.rw.cx()).is_some_and(|width| width < 64);
                let extension = if is_narrow { Extension::Sign } else { Extension::None };
                self.add(&mut place.offset, value, factor, extension, 0)?;
            }
            at = source(op.cast::<GEPOp>()?.base());
        }
        place.base = match at.defined_by::<AddressOfOp>() {
            Some(global) => {
                let name = addressed(global.0).filter(|name| self.known.globals.contains(name))?;
                Base::Global(name)
            }
            None if self.is_invariant(at.id()) => Base::Value(at.id()),
            None => return None,
        };
        Some(place)
    }

    /// Adds a value with a factor to a sum.
    fn add(
        &self,
        sum: &mut Linear,
        value: ValueRef<'_>,
        factor: i64,
        extension: Extension,
        depth: usize,
    ) -> Option<()> {
        let value = source(value);
        if let Some(known) = number(value) {
            let known = if extension == Extension::Zero && known < 0 { return None } else { known };
            sum.constant = sum.constant.checked_add(known.checked_mul(factor)?)?;
            return Some(());
        }
        let leaf = |sum: &mut Linear| {
            let entry = sum.terms.entry((value.id(), extension)).or_default();
            *entry = entry.checked_add(factor)?;
            Some(())
        };
        let Some(op) = value.defining_op().filter(|_| depth < MAX_DEPTH) else { return leaf(sum) };
        let depth = depth + 1;
        op_match!(op, {
            AddOp(add) if extension.commutes_with(add.overflow_flags()) => {
                self.add(sum, add.lhs(), factor, extension, depth)?;
                self.add(sum, add.rhs(), factor, extension, depth)
            }
            SubOp(sub) if extension.commutes_with(sub.overflow_flags()) => {
                self.add(sum, sub.lhs(), factor, extension, depth)?;
                self.add(sum, sub.rhs(), factor.checked_neg()?, extension, depth)
            }
            MulOp(mul) if extension.commutes_with(mul.overflow_flags()) => {
                match (number(source(mul.lhs())), number(source(mul.rhs()))) {
                    (_, Some(known)) => self.add(sum, mul.lhs(), factor.checked_mul(known)?, extension, depth),
                    (Some(known), _) => self.add(sum, mul.rhs(), factor.checked_mul(known)?, extension, depth),
                    _ => leaf(sum),
                }
            }
            ShlOp(shift) if extension.commutes_with(shift.overflow_flags()) => {
                match number(source(shift.rhs())).filter(|known| (0..32).contains(known)) {
                    Some(known) => self.add(sum, shift.lhs(), factor.checked_mul(1 << known)?, extension, depth),
                    None => leaf(sum),
                }
            }
            SExtOp(cast) if extension != Extension::Zero => {
                self.add(sum, cast.arg(), factor, Extension::Sign, depth)
            }
            ZExtOp(cast) => self.add(sum, cast.arg(), factor, Extension::Zero, depth),
            _ => leaf(sum),
        })
    }

    /// Whether two accesses do not access the same bytes in different iterations, or both only read.
    fn are_apart(&self, one: &MemoryAccess, other: &MemoryAccess, distance: i64) -> bool {
        if !one.writes && !other.writes {
            return true;
        }
        let (Some(one), Some(other)) = (&one.place, &other.place) else { return false };
        if self.are_other_objects(one.base, other.base) {
            return true;
        }
        let is_known = |&(value, _): &(Value, Extension)| value == self.counter || self.is_invariant(value);
        let linear = one.base == other.base
            && one.offset.terms == other.offset.terms
            && one.offset.terms.keys().all(is_known);
        // The counter is there in one form at most: what differs from iteration to iteration is its multiple.
        let mut of_counter = one.offset.terms.iter().filter(|((value, _), _)| *value == self.counter);
        let (Some((_, factor)), None, true) = (of_counter.next(), of_counter.next(), linear) else {
            return false;
        };
        let begin = one.offset.constant.min(other.offset.constant);
        let ends = [one, other].map(|place| place.offset.constant.checked_add(place.size));
        let (Some(step), [Some(end), Some(other_end)]) = (factor.checked_mul(distance), ends) else {
            return false;
        };
        end.max(other_end).checked_sub(begin).is_some_and(|bytes| bytes <= step.saturating_abs())
    }

    /// Whether two bases are of different objects.
    fn are_other_objects(&self, one: Base, other: Base) -> bool {
        let is_unaliased =
            |base| matches!(base, Base::Value(value) if self.known.objects.is_unaliased(value));
        match (one, other) {
            (Base::Global(one), Base::Global(other)) => one != other,
            (Base::Value(one), Base::Value(other)) if one == other => false,
            // Both are objects of their own, one of which no other pointer of the function leads to.
            (Base::Value(value), Base::Global(_)) | (Base::Global(_), Base::Value(value)) => {
                self.known.objects.is_unaliased(value)
            }
            (Base::Value(one_value), Base::Value(other_value)) => {
                let is_argument = |value: Value| self.rw.value(value).defining_op().is_none();
                (is_unaliased(one) || is_unaliased(other))
                    && is_argument(one_value)
                    && is_argument(other_value)
            }
        }
    }
}

/// Whether none of some values has a shape. One that has is computed from an op of Ripple, the counter of an annotated
/// loop, or memory of the function's.
fn are_scalars(rw: &Rewriter<'_>, headers: &FxHashSet<Block>, mut pending: Vec<Value>) -> bool {
    let body = rw.body();
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        let view = rw.value(value);
        match (view.defining_op(), view.owner_block()) {
            (Some(op), _) if is_ripple(op) || op.isa::<AllocaOp>() => return false,
            (Some(op), _) => pending.extend(op.operands().map(|operand| operand.id())),
            (None, Some(block)) if !headers.contains(&block.id()) => {
                // What is passed to it, and the conditions on which that is.
                let from = body.preds(block.id()).map(|used| body.use_owner(used));
                pending.extend(from.flat_map(|branch| body.operands(branch)));
            }
            _ => return false,
        }
    }
    true
}
