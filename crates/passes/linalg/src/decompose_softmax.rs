//! `linalg.softmax` as reductions and elementwise ops.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::attrs::AtomicRMWKind;
use terrace_dialects_core::arith::reductions::identity;
use terrace_dialects_core::arith::{AddFOp, ConstantOp, DivFOp, MaxNumFOp, SubFOp};
use terrace_dialects_core::math::ExpOp;
use terrace_dialects_linalg::builders::{Loops, make_fill, make_generic, tensor_types};
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::softmax::SoftmaxOp;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::empty;
use terrace_ir::{Attr, Loc, Rewriter, Type, Value};

/// The places that a softmax works at: the extents it has, and the dimension of which it takes the sum.
struct Space {
    rank: usize,
    dim: usize,
    element: Type,
    loc: Loc,
}

/// Computes an element at the insertion point from the arguments of the block.
type Compute = fn(&mut Rewriter<'_>, &[Value], Type, Loc) -> Value;

impl Space {
    /// The map to a tensor without the dimension that is reduced.
    fn reduced(&self) -> AffineMap {
        let dims = (0..self.rank).filter(|&dim| dim != self.dim).map(|dim| AffineExpr::dim(dim as u32));
        AffineMap::new(self.rank as u32, 0, dims.collect())
    }

    /// A `linalg.generic` with one output.
    fn generic(
        &self,
        rw: &mut Rewriter<'_>,
        (inputs, output): (&[Value], Value),
        maps: &[AffineMap],
        is_reduction: bool,
        compute: Compute,
    ) -> Option<Value> {
        let point = rw.insertion_point()?;
        let args: Vec<(Type, Loc)> = maps.iter().map(|_| (self.element, self.loc)).collect();
        let region = rw.new_region();
        let block = rw.create_block(region, &args);
        rw.set_insertion_point_to_end(block);
        let args: Vec<Value> = rw.body().args(block).collect();
        let value = compute(rw, &args, self.element, self.loc);
        rw.build(YieldOp::of(&[value]).loc(self.loc));
        rw.set_insertion_point(point);
        let parallel: Vec<bool> = (0..self.rank).map(|dim| !(is_reduction && dim == self.dim)).collect();
        let loops = Loops { inputs, outputs: &[output], maps, parallel: &parallel };
        let types = tensor_types(rw, &[output]);
        let made = make_generic(rw, &loops, &types, region, self.loc);
        rw.body().results(made).next()
    }

    /// Creates a reduction of a tensor along the dimension.
    fn reduce(
        &self,
        rw: &mut Rewriter<'_>,
        input: Value,
        start: (Attr, Value),
        compute: Compute,
    ) -> Option<Value> {
        let (start, init) = start;
        let start = rw.build_value(ConstantOp::of().value_attr(start).result(self.element).loc(self.loc));
        let filled = make_fill(rw, start, init, self.loc)?;
        let filled = rw.body().results(filled).next()?;
        let maps = [AffineMap::identity(self.rank as u32), self.reduced()];
        self.generic(rw, (&[input], filled), &maps, true, compute)
    }

    /// Creates an elementwise combination of a tensor with a reduced one, which is broadcast.
    fn combine(
        &self,
        rw: &mut Rewriter<'_>,
        [input, reduced, output]: [Value; 3],
        compute: Compute,
    ) -> Option<Value> {
        let identity = AffineMap::identity(self.rank as u32);
        let maps = [identity.clone(), self.reduced(), identity];
        self.generic(rw, (&[input, reduced], output), &maps, false, compute)
    }
}

/// Replaces a `linalg.softmax` on tensors of floats by ops that compute it step by step; returns what replaced it. `None`, with
/// nothing changed, for other ops.
pub fn decompose_softmax(rw: &mut Rewriter<'_>, op: SoftmaxOp) -> Option<Value> {
    let view = op.view(rw);
    if !view.0.isa::<SoftmaxOp>() {
        return None;
    }
    let (cx, input, output, loc) = (rw.cx(), view.input(), view.output(), view.0.loc());
    let ty = input.ty();
    let rank = ty.shape(cx).filter(|_| ty.is_tensor(cx) && output.ty().is_tensor(cx))?.len();
    let (element, dim) = (ty.element_type(cx)?, usize::try_from(view.dimension()).ok()?);
    let lowest = identity(cx, AtomicRMWKind::Maxnumf, element, true)?;
    let zero = identity(cx, AtomicRMWKind::Addf, element, true)?;
    let (input, output) = (input.id(), output.id());
    let space = Space { rank, dim, element, loc };
    rw.set_insertion_point_before(op);
    let mut sizes = extents(rw, input, loc);
    sizes.remove(dim);
    let init = empty(rw, &sizes, element, loc);
    let max = space.reduce(rw, input, (lowest, init), |rw, args, ty, loc| {
        rw.build_value(MaxNumFOp::of(args[0], args[1]).result(ty).loc(loc))
    })?;
    let numerator = space.combine(rw, [input, max, output], |rw, args, ty, loc| {
        let difference = rw.build_value(SubFOp::of(args[0], args[1]).result(ty).loc(loc));
        rw.build_value(ExpOp::of(difference).result(ty).loc(loc))
    })?;
    let denominator = space.reduce(rw, numerator, (zero, init), |rw, args, ty, loc| {
        rw.build_value(AddFOp::of(args[0], args[1]).result(ty).loc(loc))
    })?;
    let result = space.combine(rw, [numerator, denominator, output], |rw, args, ty, loc| {
        rw.build_value(DivFOp::of(args[0], args[1]).result(ty).loc(loc))
    })?;
    rw.replace_op(op, &[result]);
    Some(result)
}
