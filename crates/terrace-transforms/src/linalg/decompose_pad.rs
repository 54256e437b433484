//! `tensor.pad` as a tensor filled with what is in the borders, and an insertion of the source.

use terrace_dialects_core::arith;
use terrace_dialects_linalg::builders::make_fill;
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{indices, split, value_of};
use terrace_dialects_mem::make_slices::insert_slice;
use terrace_dialects_mem::tensor::{EmptyOp, GenerateOp, PadOp, PadOpView, constant_padding_value};
use terrace_ir::OpFoldResult;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::Tile;
use terrace_ir::{DYNAMIC, InsertPoint, Op, OpKind, Rewriter, Type, Value};

/// Decomposes pads.
pub static DECOMPOSE_PAD: &[Pattern] =
    &[Pattern::new("DecomposePadOpPattern", PadOp::DEF.name, decompose_pad)];

fn decompose_pad(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), PadOpView(rw.op(op)));
    let (source, ty, loc) = (view.source().id(), view.result().ty(), view.0.loc());
    let (low, high) = (indices(&view.mixed_low()), indices(&view.mixed_high()));
    let shape = ty.shape(cx)?.to_vec();
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &known) in shape.iter().enumerate() {
        if known != DYNAMIC {
            sizes.push(OpFoldResult::Static(known));
            continue;
        }
        let own = extent(rw, source, dim, loc);
        let mut sum = value_of(rw, own, loc);
        for border in [low[dim], high[dim]] {
            let border = value_of(rw, border, loc);
            sum = rw.create_or_fold::<arith::AddIOp>(&[sum, border], &[], Type::INDEX, loc);
        }
        sizes.push(OpFoldResult::Value(sum));
    }
    let dynamic = split(&sizes).0;
    let empty = rw.create_value::<EmptyOp>(&dynamic, &[], ty, loc);
    let filled = fill_or_generate(rw, op, empty, &dynamic)?;
    let tile = Tile { offsets: low, sizes: extents(rw, source, loc) };
    let made = insert_slice(rw, source, filled, &tile, loc);
    rw.replace_op(op, &[made]);
    Some(())
}

/// A tensor all of whose elements are what a pad puts around its source.
fn fill_or_generate(rw: &mut Rewriter<'_>, op: Op, empty: Value, dynamic: &[Value]) -> Option<Value> {
    let view = PadOpView(rw.op(op));
    let (ty, loc, region) = (view.result().ty(), view.0.loc(), view.region());
    let Some(value) = constant_padding_value(view.0) else {
        let (from, to) = (region.id(), rw.new_region());
        rw.clone_region(from, to, &mut IrMapping::new())?;
        return Some(
            rw.build_value(GenerateOp::builder(rw.cx(), loc).dynamic_extents(dynamic).result(ty).body(to)),
        );
    };
    let inside = value.defining_op().filter(|maker| maker.block() == region.entry()).map(|maker| maker.id());
    let value = value.id();
    if let Some(maker) = inside {
        rw.move_op(maker, InsertPoint::Before(op));
    }
    let fill = make_fill(rw, value, empty, loc)?;
    rw.body().results(fill).next()
}
