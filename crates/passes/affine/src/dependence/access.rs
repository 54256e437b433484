//! Memory accesses at affine subscripts, and the memory that two of them have in common.

use terrace_affine::AffineMap;
use terrace_analysis::alias::{Alias, alias, underlying};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineLoadOp, AffineStoreOp, AffineVectorLoadOp, AffineVectorStoreOp};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{CastOp, GetGlobalOp};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Context, OpRef, Type, TypeData, ValueRef, op_match};

/// A read or write of elements of a memref at affine subscripts.
#[derive(Clone)]
pub struct MemRefAccess<'a> {
    /// The op.
    pub op: OpRef<'a>,
    /// The memref that the op names.
    pub memref: ValueRef<'a>,
    /// Whether the op writes.
    pub is_write: bool,
    /// The subscripts, with all `affine.apply` ops composed into them.
    pub subscripts: ValueMap<'a>,
    /// The number of elements that are accessed along each dimension; `None` where it is not a constant.
    pub extents: Vec<Option<i64>>,
}

impl<'a> MemRefAccess<'a> {
    /// The access of an op; `None` if the op is not a load or store of the dialect affine.
    pub fn of(op: OpRef<'a>) -> Option<Self> {
        let subscripts = |map: &AffineMap, indices: Vec<ValueRef<'a>>| {
            let mut subscripts = ValueMap::new(map.clone(), indices);
            subscripts.compose_fully();
            subscripts.map = subscripts.map.simplify();
            subscripts.canonicalize();
            subscripts
        };
        let access = |memref, is_write, subscripts: ValueMap<'a>, vector: Option<Type>| {
            let extents = extents(op.cx(), subscripts.map.num_results(), vector);
            Self { op, memref, is_write, subscripts, extents }
        };
        op_match!(op, {
            AffineLoadOp(view) => {
                Some(access(view.memref(), false, subscripts(view.map(), view.indices().collect()), None))
            }
            AffineStoreOp(view) => {
                Some(access(view.memref(), true, subscripts(view.map(), view.indices().collect()), None))
            }
            AffineVectorLoadOp(view) => {
                let ty = view.result().ty();
                Some(access(view.memref(), false, subscripts(view.map(), view.indices().collect()), Some(ty)))
            }
            AffineVectorStoreOp(view) => {
                let ty = view.value().ty();
                Some(access(view.memref(), true, subscripts(view.map(), view.indices().collect()), Some(ty)))
            }
            _ => None,
        })
    }

    /// Whether the access is of one element.
    pub fn is_scalar(&self) -> bool {
        self.op.isa::<AffineLoadOp>() || self.op.isa::<AffineStoreOp>()
    }

    /// Whether the subscripts of two accesses are the same values.
    pub fn has_same_subscripts(&self, other: &MemRefAccess<'_>) -> bool {
        if self.subscripts.map.num_results() != other.subscripts.map.num_results() {
            return false;
        }
        let difference = self.subscripts.minus(&other.subscripts);
        difference.map.results.iter().all(|result| result.as_constant() == Some(0))
    }
}

/// The number of accessed elements along each of `rank` dimensions, the last of which a vector's are.
fn extents(cx: &Context, rank: usize, vector: Option<Type>) -> Vec<Option<i64>> {
    let mut extents = vec![Some(1); rank];
    let Some(TypeData::Vector { shape, scalable, .. }) = vector.map(|ty| ty.data(cx)) else {
        return extents;
    };
    for ((extent, &size), &scalable) in
        extents.iter_mut().rev().zip(shape.iter().rev()).zip(scalable.iter().rev())
    {
        *extent = (!scalable).then_some(size);
    }
    extents
}

/// The relation of the memory of two memrefs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// They have no element in common.
    Disjoint,
    /// Elements are the same where their subscripts are equal, and only there.
    Same,
    /// Unknown.
    Unknown,
}

/// Whether a value may be a reference to memory: none of numbers, vectors and tensors is.
pub(crate) fn may_refer_to_memory(value: ValueRef<'_>) -> bool {
    let ty = value.ty();
    let cx = value.cx();
    !ty.is_int_or_index(cx) && !ty.is_float(cx) && !ty.is_vector(cx) && !ty.is_tensor(cx)
}

/// The memref whose elements, at the same subscripts, a memref has.
pub fn without_casts(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(cast) = value.defining_op().and_then(|op| op.cast::<CastOp>()) {
        if memref(value.cx(), cast.source().ty()).is_none() {
            break;
        }
        value = cast.source();
    }
    value
}

/// The relation of two memrefs that are both defined before the ops that access them run. With `--match-upstream`,
/// different values are different memory.
pub fn storage(lhs: ValueRef<'_>, rhs: ValueRef<'_>) -> Storage {
    if lhs.cx().matches_upstream() {
        return if lhs == rhs { Storage::Same } else { Storage::Disjoint };
    }
    let (lhs, rhs) = (without_casts(lhs), without_casts(rhs));
    if lhs == rhs {
        return if is_injective(lhs) { Storage::Same } else { Storage::Unknown };
    }
    if alias(lhs, rhs) == Alias::No || have_disjoint_sources(lhs, rhs) {
        return Storage::Disjoint;
    }
    Storage::Unknown
}

/// Whether all memory that two memrefs may be of is disjoint: allocations and global memory are.
fn have_disjoint_sources(lhs: ValueRef<'_>, rhs: ValueRef<'_>) -> bool {
    let is_global = |value: ValueRef<'_>| value.defining_op().is_some_and(|op| op.isa::<GetGlobalOp>());
    let is_allocated = |value: ValueRef<'_>| {
        let effects = value.defining_op().and_then(own_effects);
        effects.is_some_and(|effects| {
            let mut own = effects.iter().filter(|effect| effect.value == Some(value.id()));
            own.any(|effect| effect.kind == EffectKind::Allocate)
        })
    };
    let are_disjoint = |a: ValueRef<'_>, b: ValueRef<'_>| {
        alias(a, b) == Alias::No || is_global(a) && is_allocated(b) || is_allocated(a) && is_global(b)
    };
    let others = underlying(rhs);
    underlying(lhs).into_iter().all(|a| others.iter().all(|&b| are_disjoint(a, b)))
}

/// Whether different subscripts are assumed to be different elements: for all layouts, except for those that state
/// otherwise, and maps that are not strided.
fn is_injective(value: ValueRef<'_>) -> bool {
    let cx = value.cx();
    let Some(buffer) = memref(cx, value.ty()) else { return false };
    if buffer.has_identity_layout(cx) {
        return true;
    }
    let strides = buffer.strides_and_offset(cx);
    strides.is_some_and(|(strides, _)| !strides.contains(&0)) || buffer.layout_map(cx).is_permutation()
}
