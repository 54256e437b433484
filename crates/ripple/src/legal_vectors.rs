//! The vectors that functions may hold in registers.
//!
//! LLVM holds vectors of 512 bits in registers of x86 for a function that prefers shorter ones only if an attribute of the
//! function asks for it, and passes them to other functions accordingly. So a function that passes vectors, or that gets some,
//! asks for registers that hold them: both sides of a call agree.

use terrace_dialects_llvm::ops::{CallOp, InvokeOp, ReturnOp};
use terrace_ir::{Attr, Context, Ir, OpHandle, OpRef, OptionalAttr, Rewriter, Type};
use terrace_target::{TargetKey, target_of};

use crate::faults::{Fault, is_planted};
use crate::vectors::scalar_width;

/// The attribute of LLVM that says which vectors a function of x86 must be able to hold in registers.
const LEGAL_WIDTH: &str = "min-legal-vector-width";

fn width_attr(cx: &Context, bits: usize) -> Attr {
    cx.array_attr(&[cx.string_attr(LEGAL_WIDTH), cx.string_attr(&bits.to_string())])
}

/// The value of an attribute, if it is the one that says which vectors must be legal.
fn width_of(cx: &Context, attr: Attr) -> Option<usize> {
    match attr.as_array(cx)? {
        [name, value] if name.as_str(cx) == Some(LEGAL_WIDTH) => value.as_str(cx)?.parse().ok(),
        _ => None,
    }
}

/// The attributes of a function that are passed to LLVM.
fn passed(function: OpRef<'_>) -> &[Attr] {
    function.inherent_attr("passthrough").optional_elements(function.cx())
}

/// The bits that vectors must have to be legal in a function, whatever it prefers; `None` if all are legal.
fn least_legal(function: OpRef<'_>) -> Option<usize> {
    passed(function).iter().find_map(|&attr| width_of(function.cx(), attr))
}

/// Compiles a function that the program has not written for a target.
pub(crate) fn set_target(rw: &mut Rewriter<'_>, function: OpHandle, target: TargetKey) {
    target.set(rw, function.op);
    if target.prefers_vectors() && !is_planted(Fault::PassedVectorsNotAllowed) {
        let width = rw.cx().array_attr(&[width_attr(rw.cx(), 0)]);
        rw.set_attr(function.op, "passthrough", width);
    }
}

/// Lets a function hold the vectors of its processor in registers. Without this LLVM splits those of 512 bits for processors
/// that it prefers 256 bits for, cannot compile their intrinsics, and passes them in other registers than callees expect.
pub(crate) fn allow_vectors(ir: &mut Ir, function: OpHandle) {
    if target_of(ir.op(function)).register_bytes() >= 64 {
        set_width(ir, function, None);
    }
}

/// Lets functions that prefer vectors of some length hold those that they pass to functions or get from some.
pub(crate) fn allow_passed_vectors(ir: &mut Ir, functions: &[OpHandle]) {
    let cx = std::sync::Arc::clone(ir.cx());
    let mut wider: Vec<(OpHandle, usize)> = Vec::new();
    for function in functions.iter().map(|&function| ir.op(function)) {
        let Some(width) = least_legal(function).filter(|_| TargetKey::of(function).prefers_vectors()) else {
            continue;
        };
        let blocks = || function.regions().flat_map(|region| region.blocks());
        let arguments = blocks().take(1).flat_map(|block| block.args());
        let passing = blocks()
            .flat_map(|block| block.ops())
            .filter(|op| op.isa::<CallOp>() || op.isa::<InvokeOp>() || op.isa::<ReturnOp>());
        let passed = passing.flat_map(|op| op.operands().chain(op.results()));
        let bits = arguments.chain(passed).filter_map(|value| passed_bits(&cx, value.ty()));
        let needed = bits.max().unwrap_or(0);
        if needed > width {
            wider.push((function.handle(), needed));
        }
    }
    for (function, width) in wider.into_iter().filter(|_| !is_planted(Fault::PassedVectorsNotAllowed)) {
        set_width(ir, function, Some(width));
    }
}

/// Lets a function hold the vectors in registers that another one may, whose body it gets.
pub(crate) fn allow_vectors_of(ir: &mut Ir, function: OpHandle, other: OpHandle) {
    let (own, others) = (least_legal(ir.op(function)), least_legal(ir.op(other)));
    if own.is_some_and(|own| others.is_none_or(|others| others > own)) {
        set_width(ir, function, others);
    }
}

/// The bits of registers in which a vector is passed.
fn passed_bits(cx: &Context, ty: Type) -> Option<usize> {
    // Each lane of a mask is a byte.
    let width = scalar_width(cx, ty.element_type(cx)?).max(8) as usize;
    let lanes = usize::try_from(*ty.shape(cx)?.first()?).ok()?;
    Some((lanes * width).next_power_of_two())
}

/// Replaces the width of vectors that a function says, if it says one.
fn set_width(ir: &mut Ir, function: OpHandle, width: Option<usize>) {
    let cx = std::sync::Arc::clone(ir.cx());
    let view = ir.op(function);
    if least_legal(view).is_none() {
        return;
    }
    let others = passed(view).iter().copied().filter(|&attr| width_of(&cx, attr).is_none());
    let attrs: Vec<Attr> = others.chain(width.map(|width| width_attr(&cx, width))).collect();
    let attrs = cx.array_attr(&attrs);
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "passthrough", attrs));
}
