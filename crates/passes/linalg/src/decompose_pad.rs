//! Decomposition of `tensor.pad` into a fill with the padding value and an insertion of the source;
//! `convert-tensor-to-linalg`.

use terrace_conversion::{Conversion, ConversionPass, ConversionPatterns, ConversionTarget};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::arith;
use terrace_dialects_linalg::builders::make_fill;
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{known_indices, split, value_of};
use terrace_dialects_mem::make_slices::insert_slice;
use terrace_dialects_mem::tensor::{EmptyOp, GenerateOp, PadOp, constant_padding_value};
use terrace_ir::OpFoldResult;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::Tile;
use terrace_ir::{Context, DYNAMIC, InsertPoint, OpKind, Rewriter, Type, Value, pattern};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;

/// The pass that decomposes all pads.
pub static CONVERT_TENSOR_TO_LINALG: PassDef = PassDef {
    name: "convert-tensor-to-linalg",
    class: "ConvertTensorToLinalgPass",
    doc: "Convert some Tensor dialect ops to Linalg dialect",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(ConversionPass::partial(conversion)),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new().legal_dialects(&["arith", "linalg", "tensor"]).illegal::<PadOp>(cx);
    let mut patterns = ConversionPatterns::new();
    patterns.add::<PadOp>(cx, "DecomposePadOpPattern", |rw, op| {
        let decomposed = decomposed_pad(rw, op)?;
        rw.replace_op(op, &[decomposed]);
        Some(())
    });
    Conversion { target, patterns }
}

/// Decomposes pads.
pub static DECOMPOSE_PAD: &[Pattern] = &[pattern!("DecomposePadOpPattern", PadOp, decompose_pad)];

fn decompose_pad(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let decomposed = decomposed_pad(rw, op)?;
    rw.replace_op(op, &[decomposed]);
    Some(())
}

fn decomposed_pad(rw: &mut Rewriter<'_>, op: PadOp) -> Option<Value> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source().id(), view.result().ty(), view.0.loc());
    let (low, high) = (known_indices(&view.mixed_low()), known_indices(&view.mixed_high()));
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
            sum = rw.build_or_fold_value(arith::AddIOp::of(sum, border).result(Type::INDEX).loc(loc));
        }
        sizes.push(OpFoldResult::Value(sum));
    }
    let dynamic = split(&sizes).0;
    let empty = rw.build_value(EmptyOp::of(&dynamic).result(ty).loc(loc));
    let filled = fill_or_generate(rw, op, empty, &dynamic)?;
    let tile = Tile { offsets: low, sizes: extents(rw, source, loc) };
    Some(insert_slice(rw, source, filled, &tile, loc))
}

/// A tensor with all elements set to the padding.
fn fill_or_generate(rw: &mut Rewriter<'_>, op: PadOp, empty: Value, dynamic: &[Value]) -> Option<Value> {
    let view = op.view(rw);
    let (ty, loc, region) = (view.result().ty(), view.0.loc(), view.region());
    let Some(value) = constant_padding_value(view.0) else {
        let (from, to) = (region.id(), rw.new_region());
        rw.clone_region(from, to, &mut IrMapping::new())?;
        return Some(rw.build_value(GenerateOp::of(dynamic).loc(loc).result(ty).body(to)));
    };
    let inside = value.defining_op().filter(|maker| maker.block() == region.entry()).map(|maker| maker.id());
    let value = value.id();
    if let Some(maker) = inside {
        rw.move_op(maker, InsertPoint::Before(op.into()));
    }
    let fill = make_fill(rw, value, empty, loc)?;
    rw.body().results(fill).next()
}
