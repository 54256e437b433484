//! Propagation of layouts: `linalg.pack` moves up to the producers of its source, `linalg.unpack` down to its users, and
//! slices down, so that what is between works on the packed, or the whole, tensors.
//!
//! The map: [`generic`] moves relayouts through `linalg.generic`, [`pads`] through `tensor.pad`, [`reshapes`] through
//! reshapes; [`slices`] moves slices.

mod generic;
mod pads;
mod reshapes;
mod slices;

use std::sync::Arc;

use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_mem::tensor::{CastOp, ExtractOp, PadOp};
use terrace_ir::effects::is_speculatable;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, Loc, Op, OpKind, OpRef, Rewriter, TraitSet, Type, Value};
use terrace_rewrite::PatternSet;

/// Decides for an op and the index of its operand whether what produces the operand is propagated through it.
pub type ControlPropagation = Arc<dyn Fn(OpRef<'_>, usize) -> bool + Send + Sync>;

/// A propagation through an op.
type Propagate = fn(&mut Rewriter<'_>, Op, &LayoutPropagation) -> Option<()>;

/// The options of the propagation of layouts.
#[derive(Clone)]
pub struct LayoutPropagation {
    /// Decides which operands layouts are propagated through.
    pub control: ControlPropagation,
    /// Whether operands may be padded with poison to full tiles.
    pub pads_with_poison: bool,
}

impl LayoutPropagation {
    /// Whether what produces an operand is propagated.
    fn allows(&self, op: OpRef<'_>, operand: usize) -> bool {
        (self.control)(op, operand)
    }
}

/// Adds the patterns that move packs up and unpacks down.
pub fn add_data_layout_propagation(set: &mut PatternSet, cx: &Context, options: &LayoutPropagation) {
    let [pack, unpack, generic, pad] =
        [PackOp::DEF, UnPackOp::DEF, GenericOp::DEF, PadOp::DEF].map(|def| def.name);
    let patterns: [(&'static str, &'static str, Propagate); 6] = [
        ("BubbleUpPackThroughPadOp", pack, pads::pack_of_pad),
        ("BubbleUpPackOpThroughReshapeOp", pack, reshapes::pack_of_reshape),
        ("PushDownUnPackThroughPadOp", pad, pads::pad_of_unpack),
        ("PushDownUnPackOpThroughReshapeOp", unpack, reshapes::reshape_of_unpack),
        ("BubbleUpPackOpThroughGenericOpPattern", pack, generic::pack_of_generic),
        ("PushDownUnPackOpThroughGenericOp", generic, generic::generic_of_unpack),
    ];
    for (name, root, propagate) in patterns {
        let options = options.clone();
        let action = Box::new(move |rw: &mut Rewriter<'_>, op: Op| propagate(rw, op, &options));
        set.add_action(cx, name, Root::Op(root), 1, action);
    }
}

/// Adds the pattern that moves slices down through `linalg.generic`.
pub fn add_extract_slice_sinking(set: &mut PatternSet, cx: &Context, control: ControlPropagation) {
    let sink = move |rw: &mut Rewriter<'_>, op: Op| slices::generic_of_slice(rw, op, &control);
    let root = Root::Op(GenericOp::DEF.name);
    set.add_action(cx, "PushDownExtractSliceOpThroughGenericOp", root, 1, Box::new(sink));
}

/// Whether the computation of an op depends on the place of an element, or reads tensors.
fn gathers(op: OpRef<'_>) -> bool {
    let block = op.single_region().entry();
    block.is_some_and(|block| block.ops().any(|op| op.isa::<ExtractOp>() || op.isa::<IndexOp>()))
}

/// Whether the computation of an op may be executed for elements that are no part of the program's tensors.
fn is_defined_everywhere(op: OpRef<'_>) -> bool {
    let block = op.single_region().entry();
    block.is_none_or(|block| block.ops().all(|op| op.has_trait(TraitSet::Terminator) || is_speculatable(op)))
}

/// The value as one of a type with the same extents.
fn cast_to(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    if rw.value(value).ty() == ty { value } else { rw.build_value(CastOp::of(value).dest(ty).loc(loc)) }
}
