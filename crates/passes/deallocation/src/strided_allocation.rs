//! New buffers with strided layouts.

use terrace_dialects_core::arith::MaxSIOp;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::index_values::value_of;
use terrace_dialects_mem::layout::{memref, strided_layout};
use terrace_dialects_mem::memref::causes::CLONE;
use terrace_dialects_mem::memref::{AllocSpec, CastOp, ReinterpretCastOp, create_alloc};
use terrace_ir::interfaces::split;
use terrace_ir::{DYNAMIC, Loc, MemRefType, OpFoldResult, Rewriter, Type, Value};
use terrace_passes_shared::arithmetic::Arith;

const ZERO: OpFoldResult = OpFoldResult::Static(0);
const ONE: OpFoldResult = OpFoldResult::Static(1);

/// Creates a buffer with the extents of `like` and the layout of `ty`: a view of a row of elements, as long as the layout
/// needs. Dynamic strides are chosen so that dimensions do not overlap, the last dimension running fastest; a dynamic
/// offset is the least one. `None` if the layout is not strided.
pub(crate) fn allocate_strided(rw: &mut Rewriter<'_>, like: Value, ty: Type, loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let buffer = memref(cx, ty)?;
    let (strides, offset) = buffer.strides_and_offset(cx)?;
    let (shape, element, space) = (buffer.shape.to_vec(), buffer.element, buffer.space);
    let size = |(dim, &size): (usize, &i64)| match size {
        DYNAMIC => extent(rw, like, dim, loc),
        size => OpFoldResult::Static(size),
    };
    let sizes: Vec<OpFoldResult> = shape.iter().enumerate().map(size).collect();
    let mut span = Span { rw, loc, before: ZERO, after: ZERO };
    let mut chosen = strides.iter().map(|&stride| OpFoldResult::Static(stride)).collect::<Vec<_>>();
    let dims = |is_dynamic: bool| {
        let strides = strides.iter().enumerate().rev();
        strides.filter(move |(_, stride)| (**stride == DYNAMIC) == is_dynamic).map(|(dim, _)| dim)
    };
    for dim in dims(false) {
        span.extend(sizes[dim], chosen[dim]);
    }
    for dim in dims(true) {
        chosen[dim] = span.len();
        span.extend(sizes[dim], chosen[dim]);
    }
    let offset = if offset == DYNAMIC { span.before } else { OpFoldResult::Static(offset) };
    let last = span.add(offset, span.after);
    let (count, flat) = split(&[span.add(last, ONE)]);
    let flat = MemRefType::get_with(cx, &flat, element, None, space);
    let flat = create_alloc(rw, AllocSpec::of_sizes(&count), flat, loc, &CLONE);
    let layout = strided_layout(cx, offset.fixed(), &split(&chosen).1);
    let view_ty = MemRefType::get_with(cx, &split(&sizes).1, element, Some(layout), space);
    let view = ReinterpretCastOp::of(flat).loc(loc).mixed_offsets(&[offset]).mixed_sizes(&sizes);
    let view = rw.build_value(view.mixed_strides(&chosen).result(view_ty));
    Some(if view_ty == ty { view } else { rw.build_value(CastOp::of(view).dest(ty).loc(loc)) })
}

/// The places of a layout, counted from the one of the element whose indices are zero.
struct Span<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
    before: OpFoldResult,
    after: OpFoldResult,
}

impl Span<'_, '_> {
    /// Adds a dimension, whose stride is static or positive.
    fn extend(&mut self, size: OpFoldResult, stride: OpFoldResult) {
        let steps = match size {
            OpFoldResult::Static(size) => OpFoldResult::Static((size - 1).max(0)),
            OpFoldResult::Value(size) => {
                let mut make = Arith::new(self.rw, self.loc);
                let one = make.index(1);
                let size = make.binary::<MaxSIOp>(size, one);
                OpFoldResult::Value(make.sub(size, one))
            }
        };
        match stride {
            OpFoldResult::Static(stride @ ..0) => {
                let reach = self.mul(steps, OpFoldResult::Static(stride.saturating_neg()));
                self.before = self.add(self.before, reach);
            }
            stride => {
                let reach = self.mul(steps, stride);
                self.after = self.add(self.after, reach);
            }
        }
    }

    /// The number of places.
    fn len(&mut self) -> OpFoldResult {
        let ends = self.add(self.before, self.after);
        self.add(ends, ONE)
    }

    fn add(&mut self, a: OpFoldResult, b: OpFoldResult) -> OpFoldResult {
        match (a, b) {
            (OpFoldResult::Static(a), OpFoldResult::Static(b)) => OpFoldResult::Static(a.saturating_add(b)),
            (ZERO, other) | (other, ZERO) => other,
            (a, b) => {
                let [a, b] = self.values([a, b]);
                OpFoldResult::Value(Arith::new(self.rw, self.loc).add(a, b))
            }
        }
    }

    fn mul(&mut self, a: OpFoldResult, b: OpFoldResult) -> OpFoldResult {
        match (a, b) {
            (OpFoldResult::Static(a), OpFoldResult::Static(b)) => OpFoldResult::Static(a.saturating_mul(b)),
            (ZERO, _) | (_, ZERO) => ZERO,
            (ONE, other) | (other, ONE) => other,
            (a, b) => {
                let [a, b] = self.values([a, b]);
                OpFoldResult::Value(Arith::new(self.rw, self.loc).mul(a, b))
            }
        }
    }

    fn values(&mut self, numbers: [OpFoldResult; 2]) -> [Value; 2] {
        numbers.map(|number| value_of(self.rw, number, self.loc))
    }
}
