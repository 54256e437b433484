//! `memref-expand` and `expand-realloc`: ops on buffers as simpler ones.

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_mem::index_values::value_of;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::causes::REALLOC;
use terrace_dialects_mem::memref::*;
use terrace_dialects_mem::memref::{AllocSpec, create_alloc, create_copy};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{PassDef, pass_options};

use super::strided_metadata::{Metadata, reinterpret};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::build::if_else;

/// The pass that expands `memref.reshape`.
pub static MEMREF_EXPAND: PassDef = PassDef {
    name: "memref-expand",
    class: "ExpandOpsPass",
    doc: "Legalize memref operations to be convertible to LLVM.",
    make: |options| ConversionPass::plain(options, expand_conversion),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct ExpandReallocOptions {
        /// Emit deallocation operations for the original MemRef
        emit_deallocs("emit-deallocs"): bool = "true",
    }
}

/// The pass that expands `memref.realloc`.
pub static EXPAND_REALLOC: PassDef = PassDef {
    name: "expand-realloc",
    class: "ExpandReallocPass",
    doc: "Expand memref.realloc operations into its components",
    options: ExpandReallocOptions::DEFS,
    make: |options| {
        let options = ExpandReallocOptions::from(options);
        let deallocates = options.emit_deallocs;
        Ok(ConversionPass::partial(move |cx| realloc_conversion(cx, deallocates)))
    },
    ..EMPTY_PASS
};

fn expand_conversion(cx: &Context) -> Conversion {
    let target =
        ConversionTarget::new().legal_dialects(&["arith", "memref"]).dynamic::<ReshapeOp>(cx, |op| {
            let shape = ReshapeOp::view_of(op).shape().ty();
            !shape.has_static_shape(op.cx())
        });
    let mut patterns = ConversionPatterns::new();
    patterns.add::<ReshapeOp>(cx, "MemRefReshapeOpConverter", expand_reshape);
    Conversion { target, patterns }
}

/// Expands `memref.reshape` to a rank that is known.
pub static EXPAND_OPS: &[Pattern] =
    &[Pattern::new("MemRefReshapeOpConverter", ReshapeOp::DEF.name, |rw, op| {
        let cast = create_cast(rw, ReshapeOp::assume(op))?;
        rw.replace_op_with(op, cast);
        Some(())
    })];

fn expand_reshape(rw: &mut ConversionRewriter<'_>, op: ReshapeOp) -> Option<()> {
    let cast = create_cast(rw, ReshapeOp::assume(op.into()))?;
    rw.replace_op_with(op, cast);
    Some(())
}

/// A buffer in another shape whose rank is known: sizes are read, strides are products.
fn create_cast(rw: &mut Rewriter<'_>, op: ReshapeOp) -> Option<Op> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, shape, ty, loc) = (view.source().id(), view.shape(), view.result().ty(), view.0.loc());
    let &[rank] = shape.ty().shape(cx)? else { return None };
    let rank = usize::try_from(rank).ok()?;
    let (element, shape) = (shape.ty().element_type(cx)?, shape.id());
    let extents = ty.shape(cx)?;
    let (mut sizes, mut strides) = (vec![OpFoldResult::Static(0); rank], vec![OpFoldResult::Static(0); rank]);
    let mut stride = OpFoldResult::Static(1);
    for i in (0..rank).rev() {
        let size = if extents[i] == DYNAMIC {
            let at = Arith::new(rw, loc).index(i as i64);
            let mut size = rw.build_value(LoadOp::of(shape, &[at]).result(element).loc(loc));
            if element != Type::INDEX {
                size = rw.build_value(arith::IndexCastOp::of(size).out(Type::INDEX).loc(loc));
            }
            sizes[i] = OpFoldResult::Value(size);
            size
        } else {
            sizes[i] = OpFoldResult::Static(extents[i]);
            Arith::new(rw, loc).index(extents[i])
        };
        strides[i] = stride;
        if i > 0 {
            let mut make = Arith::new(rw, loc);
            stride = match stride {
                OpFoldResult::Value(stride) => OpFoldResult::Value(make.mul(stride, size)),
                OpFoldResult::Static(known) if extents[i] == DYNAMIC => {
                    let known = make.index(known);
                    OpFoldResult::Value(make.mul(known, size))
                }
                OpFoldResult::Static(known) => OpFoldResult::Static(known.wrapping_mul(extents[i])),
            };
        }
    }
    let whole = Metadata { base: source, offset: OpFoldResult::Static(0), sizes, strides };
    Some(reinterpret(rw, &whole, ty, loc))
}

fn realloc_conversion(cx: &Context, deallocates: bool) -> Conversion {
    let target = ConversionTarget::new().legal_dialects(&["arith", "scf", "memref"]).illegal::<ReallocOp>(cx);
    let mut patterns = ConversionPatterns::new();
    patterns.add_with_benefit::<ReallocOp>(cx, "ExpandReallocOpPattern", 1, move |rw, op| {
        expand_realloc(rw, op, deallocates)
    });
    Conversion { target, patterns }
}

/// A larger buffer is allocated and copied to; a smaller one is a prefix of the existing buffer.
fn expand_realloc(rw: &mut ConversionRewriter<'_>, op: ReallocOp, deallocates: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, loc, alignment) = (view.source().id(), view.0.loc(), view.alignment_attr());
    let (from, ty) = (view.source().ty(), view.result().ty());
    let wanted = view.dynamic_result_size().map(|v| v.id());
    let mut current = OpFoldResult::Static(*from.shape(cx)?.first()?);
    if current == OpFoldResult::Static(DYNAMIC) {
        let zero = Arith::new(rw, loc).index(0);
        current = OpFoldResult::Value(rw.build_value(DimOp::of(source, zero).result(Type::INDEX).loc(loc)));
    }
    let target = match *ty.shape(cx)?.first()? {
        DYNAMIC => OpFoldResult::Value(wanted?),
        extent => OpFoldResult::Static(extent),
    };
    let have = value_of(rw, current, loc);
    let want = value_of(rw, target, loc);
    let smaller = Arith::new(rw, loc).compare(CmpIPredicate::Ult, have, want);
    let chosen = if_else(
        rw,
        smaller,
        loc,
        |rw| {
            let sizes: Vec<Value> = wanted.into_iter().collect();
            let spec = AllocSpec { alignment, ..AllocSpec::of_sizes(&sizes) };
            let new = create_alloc(rw, spec, ty, loc, &REALLOC);
            let part = first_part(rw, new, current, loc)?;
            create_copy(rw, source, part, loc, &REALLOC);
            if deallocates {
                rw.build(DeallocOp::of(source).loc(loc));
            }
            Some(vec![new])
        },
        |rw| {
            let (sizes, strides) = (vec![target], vec![OpFoldResult::Static(1)]);
            let part = Metadata { base: source, offset: OpFoldResult::Static(0), sizes, strides };
            let cast = reinterpret(rw, &part, ty, loc);
            Some(vec![rw.body().single_result(cast)])
        },
    )?;
    rw.replace_op_with(op, chosen);
    Some(())
}

/// The first elements of a buffer with one dimension.
fn first_part(rw: &mut Rewriter<'_>, buffer: Value, size: OpFoldResult, loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let part =
        terrace_dialects_mem::slices::Slice { offsets: vec![0], sizes: vec![size.fixed()], strides: vec![1] };
    let ty = infer_subview_type(cx, &memref(cx, rw.body().value_type(buffer))?, &part)?;
    Some(
        rw.build_value(
            SubViewOp::of(buffer)
                .loc(loc)
                .mixed_offsets(&[OpFoldResult::Static(0)])
                .mixed_sizes(&[size])
                .mixed_strides(&[OpFoldResult::Static(1)])
                .result(ty),
        ),
    )
}
