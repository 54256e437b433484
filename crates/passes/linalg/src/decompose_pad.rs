//! Decomposition of `tensor.pad` into a fill with the padding value and an insertion of the source;
//! `convert-tensor-to-linalg`.

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
use terrace_ir::{DYNAMIC, Diag, InsertPoint, Op, OpKind, Rewriter, Type, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_pre_order;

/// The pass that decomposes all pads.
pub static CONVERT_TENSOR_TO_LINALG: PassDef = PassDef {
    name: "convert-tensor-to-linalg",
    class: "ConvertTensorToLinalgPass",
    doc: "Convert some Tensor dialect ops to Linalg dialect",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(ConvertTensorToLinalg))),
    ..EMPTY_PASS
};

struct ConvertTensorToLinalg;

impl BodyPass for ConvertTensorToLinalg {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let is_pad = |rw: &Rewriter<'_>, op: &Op| rw.op(*op).isa::<PadOp>();
        let pads: Vec<Op> = body_pre_order(rw.body()).into_iter().filter(|op| is_pad(rw, op)).collect();
        for op in pads {
            rw.set_insertion_point_before(op);
            if decompose_pad(rw, PadOp::assume(op)).is_none() {
                let view = rw.op(op);
                let message = format!("failed to legalize operation '{}'", view.name_text());
                let mut diag =
                    Diag::error(view.loc(), format!("{message} that was explicitly marked illegal"));
                diag.op = Some(view.handle());
                run.report(diag);
                return Err(Failed);
            }
        }
        Ok(())
    }
}

/// Decomposes pads.
pub static DECOMPOSE_PAD: &[Pattern] = &[pattern!("DecomposePadOpPattern", PadOp, decompose_pad)];

fn decompose_pad(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
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
    let made = insert_slice(rw, source, filled, &tile, loc);
    rw.replace_op(op, &[made]);
    Some(())
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
