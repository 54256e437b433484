//! Reading and writing elements that stand together, or at given places.

use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::constraints::{ANY_MEMREF, AlignmentAttr, no};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::fold_casts;
use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::op_error;
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::fold::constant_value;
use terrace_ir::{CheckResult, Op, OpKind, OpRef, Rewriter, Type, TypeData, Value, ValueRef};
use terrace_macros::op;

use crate::constraints::{
    ANY_NON0_VECTOR, ANY_VECTOR, FIXED_NON0_MASK, INDEX_VECTOR, NON0_MASK, TENSOR_OR_MEMREF,
};
use crate::mask::{MaskableOp, known_mask};
use crate::scale::StepOp;
use crate::types::{as_vector, mask_of, vector};

/// Reads elements that stand together.
#[op("vector.load", effects(reads(EffectOn::Operand(0))), verify = verify_load, fold = fold_casts,
     format = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)")]
pub struct LoadOp {
    base: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    nontemporal: OptDefaultProp<BoolAttr, no>,
    alignment: OptProp<AlignmentAttr>,
    result: Res<ANY_VECTOR>,
}

/// Writes elements that stand together.
#[op("vector.store", effects(writes(EffectOn::Operand(1))), verify = verify_store, fold = fold_casts,
     format = "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)")]
pub struct StoreOp {
    valueToStore: Operand<ANY_VECTOR>,
    base: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    nontemporal: OptDefaultProp<BoolAttr, no>,
    alignment: OptProp<AlignmentAttr>,
}

/// The messages of the verifier of ops that load or store a whole vector.
struct Words {
    lower_rank: &'static str,
    vectors: &'static str,
    elements: &'static str,
}

fn verify_plain(op: OpRef<'_>, base: Type, indices: usize, value: Type, words: &Words) -> CheckResult {
    let cx = op.cx();
    let Some(buffer) = memref(cx, base) else { return Ok(()) };
    let found = vector(cx, value);
    let scalar = !found.is_scalable() && found.num_elements() == 1;
    let unit = || buffer.strides_and_offset(cx).is_some_and(|(s, _)| s.last().is_none_or(|&last| last == 1));
    if !scalar && !unit() {
        return Err(op_error(op, "most minor memref dim must have unit stride"));
    }
    if buffer.shape.len() < found.rank() {
        return Err(op_error(op, words.lower_rank));
    }
    if as_vector(cx, buffer.element).is_some() && buffer.element != value {
        return Err(op_error(op, words.vectors));
    }
    if buffer.element.element_type_or_self(cx) != found.element {
        return Err(op_error(op, words.elements));
    }
    verify_indices(op, base, indices)
}

fn verify_load(op: OpRef<'_>) -> CheckResult {
    let view = LoadOp::view_of(op);
    let words = Words {
        lower_rank: "destination memref has lower rank than the result vector",
        vectors: "base memref and result vector types should match",
        elements: "base and result element types should match",
    };
    verify_plain(op, view.base().ty(), view.indices().len(), view.result().ty(), &words)
}

fn verify_store(op: OpRef<'_>) -> CheckResult {
    let view = StoreOp::view_of(op);
    let words = Words {
        lower_rank: "source memref has lower rank than the vector to store",
        vectors: "base memref and valueToStore vector types should match",
        elements: "base and valueToStore element type should match",
    };
    verify_plain(op, view.base().ty(), view.indices().len(), view.value_to_store().ty(), &words)
}

/// Reads the elements that stand together and whose bit in a mask is set.
#[op("vector.maskedload", effects(reads(EffectOn::Operand(0))), verify = verify_maskedload,
     fold = fold_casts,
     canonicalize(maskedload_of_known),
     format = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` \
               type($pass_thru) `into` type($result)")]
pub struct MaskedLoadOp {
    base: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    mask: Operand<NON0_MASK>,
    pass_thru: Operand<ANY_NON0_VECTOR>,
    alignment: OptProp<AlignmentAttr>,
    result: Res<ANY_NON0_VECTOR>,
}

/// Writes the elements whose bit in a mask is set to places that stand together.
#[op("vector.maskedstore", effects(writes(EffectOn::Operand(0))), verify = verify_maskedstore,
     fold = fold_casts,
     canonicalize(maskedstore_of_known),
     format = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` \
               type($valueToStore)")]
pub struct MaskedStoreOp {
    base: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    mask: Operand<NON0_MASK>,
    valueToStore: Operand<ANY_NON0_VECTOR>,
    alignment: OptProp<AlignmentAttr>,
}

/// Reads the elements that stand at given indices.
#[op("vector.gather", effects(reads(EffectOn::Operand(0))), interfaces(dyn MaskableOp), verify = verify_gather,
     canonicalize(indexed_access_of_known,
                  contiguous_access),
     format = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` \
               type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)")]
pub struct GatherOp {
    base: Operand<TENSOR_OR_MEMREF>,
    offsets: VarOperand<INDEX>,
    indices: Operand<INDEX_VECTOR>,
    mask: Operand<NON0_MASK>,
    pass_thru: Operand<ANY_NON0_VECTOR>,
    alignment: OptProp<AlignmentAttr>,
    result: Res<ANY_NON0_VECTOR>,
}

impl MaskableOp for GatherOp {
    fn expected_mask(&self, op: OpRef<'_>) -> Type {
        mask_of(op.cx(), GatherOp::view_of(op).indices().ty())
    }
}

/// Writes elements to given indices.
#[op("vector.scatter", effects(writes(EffectOn::Operand(0))), verify = verify_scatter,
     canonicalize(indexed_access_of_known,
                  contiguous_access),
     format = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` \
               type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?")]
pub struct ScatterOp {
    base: Operand<TENSOR_OR_MEMREF>,
    offsets: VarOperand<INDEX>,
    indices: Operand<INDEX_VECTOR>,
    mask: Operand<NON0_MASK>,
    valueToStore: Operand<ANY_NON0_VECTOR>,
    alignment: OptProp<AlignmentAttr>,
    result: OptRes<ANY_RANKED_TENSOR>,
}

/// Reads contiguous elements and distributes them to the set lanes of a mask.
#[op("vector.expandload", effects(reads(EffectOn::Operand(0))), verify = verify_expandload,
     canonicalize(packed_access_of_known),
     format = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` \
               type($pass_thru) `into` type($result)")]
pub struct ExpandLoadOp {
    base: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    mask: Operand<FIXED_NON0_MASK>,
    pass_thru: Operand<ANY_NON0_VECTOR>,
    alignment: OptProp<AlignmentAttr>,
    result: Res<ANY_NON0_VECTOR>,
}

/// Writes the elements whose bit in a mask is set one after the other.
#[op("vector.compressstore", effects(writes(EffectOn::Operand(0))), verify = verify_compressstore,
     canonicalize(packed_access_of_known),
     format = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` \
               type($valueToStore)")]
pub struct CompressStoreOp {
    base: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    mask: Operand<FIXED_NON0_MASK>,
    valueToStore: Operand<ANY_NON0_VECTOR>,
    alignment: OptProp<AlignmentAttr>,
}

fn verify_indices(op: OpRef<'_>, base: Type, indices: usize) -> CheckResult {
    let rank = base.shape(op.cx()).map_or(0, <[i64]>::len);
    if indices == rank { Ok(()) } else { Err(op_error(op, format!("requires {rank} indices"))) }
}

/// The base has a rank and the elements of the value; there is an index for each of its dimensions.
fn verify_base(op: OpRef<'_>, base: Type, indices: usize, value: Type, name: &str) -> CheckResult {
    let cx = op.cx();
    if matches!(base.data(cx), TypeData::UnrankedTensor(_)) {
        return Err(op_error(op, "requires base to be a memref or ranked tensor type"));
    }
    if vector(cx, value).element != base.element_type_or_self(cx) {
        return Err(op_error(op, format!("base and {name} element type should match")));
    }
    verify_indices(op, base, indices)
}

/// The value and another operand have the same extents, in all dimensions or the first.
fn verify_extents(
    op: OpRef<'_>,
    value: ValueRef<'_>,
    other: ValueRef<'_>,
    first: bool,
    rule: &str,
) -> CheckResult {
    let shape = |value: ValueRef<'_>| {
        let shape = vector(op.cx(), value.ty()).shape;
        if first { shape[..shape.len().min(1)].to_vec() } else { shape.to_vec() }
    };
    if shape(value) == shape(other) { Ok(()) } else { Err(op_error(op, format!("expected {rule}"))) }
}

fn verify_pass_thru(op: OpRef<'_>, result: Type, pass_thru: Type) -> CheckResult {
    if result == pass_thru {
        return Ok(());
    }
    Err(op_error(op, "expected pass_thru of same type as result type"))
}

fn verify_maskedload(op: OpRef<'_>) -> CheckResult {
    let view = MaskedLoadOp::view_of(op);
    let result = view.result();
    verify_base(op, view.base().ty(), view.indices().len(), result.ty(), "result")?;
    verify_extents(op, result, view.mask(), false, "result shape to match mask shape")?;
    verify_pass_thru(op, result.ty(), view.pass_thru().ty())
}

fn verify_maskedstore(op: OpRef<'_>) -> CheckResult {
    let view = MaskedStoreOp::view_of(op);
    let value = view.value_to_store();
    verify_base(op, view.base().ty(), view.indices().len(), value.ty(), "valueToStore")?;
    verify_extents(op, value, view.mask(), false, "valueToStore shape to match mask shape")
}

fn verify_gather(op: OpRef<'_>) -> CheckResult {
    let view = GatherOp::view_of(op);
    let result = view.result();
    verify_base(op, view.base().ty(), view.offsets().len(), result.ty(), "result")?;
    verify_extents(op, result, view.indices(), false, "result dim to match indices dim")?;
    verify_extents(op, result, view.mask(), false, "result dim to match mask dim")?;
    verify_pass_thru(op, result.ty(), view.pass_thru().ty())
}

fn verify_scatter(op: OpRef<'_>) -> CheckResult {
    let view = ScatterOp::view_of(op);
    let value = view.value_to_store();
    verify_base(op, view.base().ty(), view.offsets().len(), value.ty(), "valueToStore")?;
    verify_extents(op, value, view.indices(), false, "valueToStore dim to match indices dim")?;
    verify_extents(op, value, view.mask(), false, "valueToStore dim to match mask dim")
}

fn verify_expandload(op: OpRef<'_>) -> CheckResult {
    let view = ExpandLoadOp::view_of(op);
    let result = view.result();
    verify_base(op, view.base().ty(), view.indices().len(), result.ty(), "result")?;
    verify_extents(op, result, view.mask(), true, "result dim to match mask dim")?;
    verify_pass_thru(op, result.ty(), view.pass_thru().ty())
}

fn verify_compressstore(op: OpRef<'_>) -> CheckResult {
    let view = CompressStoreOp::view_of(op);
    let value = view.value_to_store();
    verify_base(op, view.base().ty(), view.indices().len(), value.ty(), "valueToStore")?;
    verify_extents(op, value, view.mask(), true, "valueToStore dim to match mask dim")
}

/// A masked memory access of any kind.
struct MaskedAccess<'a> {
    base: ValueRef<'a>,
    indices: Vec<Value>,
    mask: ValueRef<'a>,
    /// The value to store, or the pass-through value of a load.
    value: ValueRef<'a>,
}

impl<'a> MaskedAccess<'a> {
    /// An op as an access under a mask; `None` for another op.
    fn of(op: OpRef<'a>) -> Option<Self> {
        macro_rules! access {
            ($($op:ident: $indices:ident, $value:ident;)*) => {
                $(if let Some(view) = op.cast::<$op>() {
                    let indices = view.$indices().map(|index| index.id()).collect();
                    return Some(Self { base: view.base(), indices, mask: view.mask(), value: view.$value() });
                })*
            };
        }
        access! {
            MaskedLoadOp: indices, pass_thru;
            MaskedStoreOp: indices, value_to_store;
            ExpandLoadOp: indices, pass_thru;
            CompressStoreOp: indices, value_to_store;
            GatherOp: offsets, pass_thru;
            ScatterOp: offsets, value_to_store;
        }
        None
    }
}

/// A load under a mask that is all or nothing is a plain one, or none.
fn maskedload_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, true)
}

/// A store under a mask that is all or nothing is a plain one, or none.
fn maskedstore_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, true)
}

/// An access without its mask, where that is all or nothing; one that reads has something to pass through.
fn access_of_known(rw: &mut Rewriter<'_>, op: Op, unmasked: bool) -> Option<()> {
    let view = rw.op(op);
    let access = MaskedAccess::of(view)?;
    let known = known_mask(access.mask)?;
    let reads = view.num_results() == 1 && !view.isa::<ScatterOp>();
    if !known {
        // What is written to a tensor leaves the tensor.
        let left = if reads { access.value } else { access.base }.id();
        match view.num_results() {
            0 => rw.erase_op(op),
            _ => rw.replace_op(op, &[left]),
        }
        return Some(());
    }
    unmasked.then_some(())?;
    let (base, value, indices, loc) = (access.base.id(), access.value.id(), access.indices, view.loc());
    if reads {
        rw.replace(op, LoadOp::of(base, &indices));
    } else {
        rw.build(StoreOp::of(value, base, &indices).loc(loc));
        rw.erase_op(op);
    }
    Some(())
}

/// Under a mask that is all or nothing, compressing and expanding is storing and loading, or nothing.
fn packed_access_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, true)
}

/// Under a mask without a bit nothing is gathered or scattered.
fn indexed_access_of_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    access_of_known(rw, op, false)
}

/// Whether a vector counts from zero.
fn counts_from_zero(value: ValueRef<'_>) -> bool {
    let cx = value.cx();
    let Some(ty) = as_vector(cx, value.ty()).filter(|ty| ty.rank() == 1 && !ty.is_scalable()) else {
        return false;
    };
    if value.defined_by::<StepOp>().is_some() {
        return true;
    }
    let numbers = constant_value(value).and_then(|attr| terrace_ir::elements::int_values(cx, attr));
    numbers.is_some_and(|list| {
        list.len() as i64 == ty.num_elements()
            && list.iter().enumerate().all(|(i, number)| number.to_i64() == Some(i as i64))
    })
}

/// Replaces gathers and scatters of contiguous elements by masked loads and stores.
fn contiguous_access(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let access = MaskedAccess::of(view)?;
    let indices = match view.cast::<GatherOp>() {
        Some(gather) => gather.indices(),
        None => view.cast::<ScatterOp>()?.indices(),
    };
    if !access.base.ty().is_memref(cx) || !counts_from_zero(indices) {
        return None;
    }
    let (base, mask, value, loc) = (access.base.id(), access.mask.id(), access.value.id(), view.loc());
    let indices = access.indices;
    if view.num_results() == 1 {
        rw.replace(op, MaskedLoadOp::of(base, &indices, mask, value));
    } else {
        rw.build(MaskedStoreOp::of(base, &indices, mask, value).loc(loc));
        rw.erase_op(op);
    }
    Some(())
}
