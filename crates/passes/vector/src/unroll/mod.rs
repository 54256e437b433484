//! Unrolling of vector ops to ops on tiles of a native shape, with strided slices and insertions.
//!
//! [`compute`] has the ops that compute, [`shape`] those that create masks and change shapes, [`memory`] those that access memory. Vectors with scalable dimensions and ops in
//! `vector.mask` are left alone.

mod compute;
mod memory;
mod shape;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_dialects_core::arith;
use terrace_dialects_vector::types::{Vector, as_vector};
use terrace_dialects_vector::{
    BroadcastOp, ConstantMaskOp, ContractionOp, CreateMaskOp, GatherOp, LoadOp, MultiDimReductionOp,
    ReductionOp, ShapeCastOp, StepOp, StoreOp, TransferReadOp, TransferWriteOp, TransposeOp,
};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, Loc, Op, OpKind, OpRef, Rewriter, TraitSet, Type, Value, VectorType};
use terrace_rewrite::PatternSet;

use super::unroll_elements::{UNROLL_FROM_ELEMENTS, UNROLL_TO_ELEMENTS};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::insert_slice;
use terrace_support::options;

options! {
    /// The selection of the ops to unroll, and their unrolled shapes.
    pub struct UnrollOptions {
        /// The shape of the parts of an op; `None` for an op that is not unrolled.
        pub native_shape: Box<dyn Fn(OpRef<'_>) -> Option<Vec<i64>> + Send + Sync>,
        /// The dimensions of an op in the order in which its parts are created, the outermost one first; `None` for their own.
        pub order: Box<dyn Fn(OpRef<'_>) -> Option<Vec<usize>> + Send + Sync>,
    }
}

impl UnrollOptions {
    /// Options for parts of a shape, created in the order of the dimensions.
    pub fn new(native_shape: impl Fn(OpRef<'_>) -> Option<Vec<i64>> + Send + Sync + 'static) -> Self {
        Self { native_shape: Box::new(native_shape), order: Box::new(|_| None) }
    }

    /// The parts of an op whose result has the shape of `whole`; `None` for an op that is not unrolled.
    ///
    /// `is_exact` requires tiles of the same rank as the whole; otherwise leading dimensions may be absent,
    /// which are unrolled to parts of one element.
    fn tiles(&self, op: OpRef<'_>, whole: &[i64], is_exact: bool) -> Option<Tiles> {
        let size = (self.native_shape)(op)?;
        let lead = whole.len().checked_sub(size.len()).filter(|&lead| lead == 0 || !is_exact)?;
        let full: Vec<i64> = [vec![1; lead], size.clone()].concat();
        let counts = whole.iter().zip(&full).map(|(&extent, &part)| {
            (part > 0 && extent % part == 0).then(|| usize::try_from(extent / part).ok())?
        });
        let counts: Vec<usize> = counts.collect::<Option<_>>()?;
        if counts.iter().all(|&count| count == 1) {
            return None;
        }
        let total = counts.iter().try_fold(1usize, |total, &count| total.checked_mul(count))?;
        if total > MAX_EXPANDED_ELEMENTS {
            return None;
        }
        let own: Vec<usize> = (0..whole.len()).collect();
        let order = (self.order)(op).filter(|order| {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            sorted == own
        });
        Some(Tiles { size, full, counts, order: order.unwrap_or(own) })
    }
}

/// The parts of a vector, or of the space in which an op iterates.
struct Tiles {
    /// The requested shape.
    size: Vec<i64>,
    /// The shape with leading dimensions of one element, of the rank of the whole.
    full: Vec<i64>,
    /// The number of parts along each dimension.
    counts: Vec<usize>,
    /// The dimensions, the outermost one first.
    order: Vec<usize>,
}

impl Tiles {
    /// The offsets of the parts, in order.
    fn offsets(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        (0..self.counts.iter().product()).map(|mut at| {
            let mut offsets = vec![0; self.counts.len()];
            for &dim in self.order.iter().rev() {
                offsets[dim] = (at % self.counts[dim]) as i64 * self.full[dim];
                at /= self.counts[dim];
            }
            offsets
        })
    }
}

/// Partial results that more is added to, by where they begin.
#[derive(Default)]
struct Accumulators {
    values: Vec<(Vec<i64>, Value)>,
    places: FxHashMap<Vec<i64>, usize>,
}

impl Accumulators {
    fn get(&self, offsets: &[i64]) -> Option<Value> {
        self.places.get(offsets).map(|&place| self.values[place].1)
    }

    fn set(&mut self, offsets: Vec<i64>, value: Value) {
        match self.places.get(&offsets) {
            Some(&place) => self.values[place].1 = value,
            None => {
                self.places.insert(offsets.clone(), self.values.len());
                self.values.push((offsets, value));
            }
        }
    }

    /// A vector of all, where zeros are replaced.
    fn assemble(self, rw: &mut Rewriter<'_>, ty: Type, loc: Loc) -> Option<Value> {
        let mut result = zeros(rw, ty, loc)?;
        for (offsets, value) in self.values {
            result = insert_slice(rw, value, result, &offsets, loc);
        }
        Some(result)
    }
}

/// The components of a vector type without scalable dimensions, and with at least one dimension.
fn fixed(cx: &Context, ty: Type) -> Option<Vector<'_>> {
    as_vector(cx, ty).filter(|own| !own.is_scalable() && own.rank() > 0)
}

/// The type of a part.
fn part_type(cx: &Context, shape: &[i64], element: Type) -> Type {
    VectorType::get(cx, shape, element)
}

fn zeros(rw: &mut Rewriter<'_>, ty: Type, loc: Loc) -> Option<Value> {
    let zero = zero_attr(rw.cx(), ty)?;
    Some(rw.build_value(arith::ConstantOp::of().value_attr(zero).result(ty).loc(loc)))
}

/// Adds the patterns that unroll ops according to the options, and those that unroll to
/// `vector.from_elements` and `vector.to_elements` of one dimension.
pub fn add_unroll(set: &mut PatternSet, cx: &Context, options: UnrollOptions) {
    type Unroll = fn(&mut Rewriter<'_>, Op, &UnrollOptions) -> Option<()>;
    let options = Arc::new(options);
    let mut add = |name: &'static str, root: Root, unroll: Unroll| {
        let options = Arc::clone(&options);
        let action = move |rw: &mut Rewriter<'_>, op: Op| match is_masked(rw.op(op)) {
            true => rw.notify_match_failure(op, "ops under a mask are not unrolled"),
            false => unroll(rw, op, &options),
        };
        set.add_action(cx, name, root, 1, Box::new(action));
    };
    add("UnrollTransferReadPattern", Root::Op(TransferReadOp::DEF.name), |rw, op, options| {
        memory::transfer_read(rw, TransferReadOp::assume(op), options)
    });
    add("UnrollTransferWritePattern", Root::Op(TransferWriteOp::DEF.name), |rw, op, options| {
        memory::transfer_write(rw, TransferWriteOp::assume(op), options)
    });
    add("UnrollContractionPattern", Root::Op(ContractionOp::DEF.name), compute::contraction);
    let is_elementwise = |info: &terrace_ir::context::OpInfo| info.traits.has(TraitSet::Elementwise);
    add("UnrollElementwisePattern", Root::Having(is_elementwise), compute::elementwise);
    add("UnrollReductionPattern", Root::Op(ReductionOp::DEF.name), |rw, op, options| {
        compute::reduction(rw, ReductionOp::assume(op), options)
    });
    add("UnrollMultiReductionPattern", Root::Op(MultiDimReductionOp::DEF.name), |rw, op, options| {
        compute::multi_reduction(rw, MultiDimReductionOp::assume(op), options)
    });
    add("UnrollTransposePattern", Root::Op(TransposeOp::DEF.name), |rw, op, options| {
        compute::transpose(rw, TransposeOp::assume(op), options)
    });
    add("UnrollGatherPattern", Root::Op(GatherOp::DEF.name), |rw, op, options| {
        memory::gather(rw, GatherOp::assume(op), options)
    });
    add("UnrollLoadPattern", Root::Op(LoadOp::DEF.name), |rw, op, options| {
        memory::load(rw, LoadOp::assume(op), options)
    });
    add("UnrollStorePattern", Root::Op(StoreOp::DEF.name), |rw, op, options| {
        memory::store(rw, StoreOp::assume(op), options)
    });
    add("UnrollBroadcastPattern", Root::Op(BroadcastOp::DEF.name), |rw, op, options| {
        compute::broadcast(rw, BroadcastOp::assume(op), options)
    });
    add("UnrollStepPattern", Root::Op(StepOp::DEF.name), |rw, op, options| {
        compute::step(rw, StepOp::assume(op), options)
    });
    add("UnrollShapeCastPattern", Root::Op(ShapeCastOp::DEF.name), |rw, op, options| {
        shape::shape_cast(rw, ShapeCastOp::assume(op), options)
    });
    add("UnrollCreateMaskPattern", Root::Op(CreateMaskOp::DEF.name), |rw, op, options| {
        shape::create_mask(rw, CreateMaskOp::assume(op), options)
    });
    add("UnrollConstantMaskPattern", Root::Op(ConstantMaskOp::DEF.name), |rw, op, options| {
        shape::constant_mask(rw, ConstantMaskOp::assume(op), options)
    });
    set.add_all(cx, UNROLL_FROM_ELEMENTS);
    set.add_all(cx, UNROLL_TO_ELEMENTS);
}
